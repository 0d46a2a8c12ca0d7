//! Why something cannot be done.
//!
//! The answers come from the code that decides what is legal: what is asked for is tried on a copy, and the refusal told. A
//! question about a block that the seat does not see is answered without looking at it.

use engine::{Denied, PieceKey, Seat, SpaceRef, Target, Viewer, rule};

use crate::action::Action;
use crate::blocks::BlockId;
use crate::cards::Card;
use crate::control::Control;
use crate::places::{PLACES, Place};
use crate::state::{Alliance, Phase, Stage};

fn idle() -> Denied {
    Denied::new(rule!("A-GT-years"), "nothing can be done with that now")
}

impl Alliance {
    /// Everything that stops a seat from doing anything with a target now.
    pub(crate) fn reasons(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        if self.ended.is_some() {
            return vec![Denied::new(rule!("A-GT-years"), "the game is over")];
        }
        if !self.deciders().contains(seat) {
            return vec![Denied::new(rule!("A-GT-years"), "another player decides now")];
        }
        let mut actions = Vec::new();
        self.list(seat, &mut actions);
        if actions.iter().any(|action| self.target(seat, *action) == *target) {
            return Vec::new();
        }
        // While others wait for an answer or a battle, nothing is asked about the turn that they interrupt.
        if self.talk.proposal.is_some() {
            return vec![Denied::new(rule!("A-6.21-offer"), "settle the proposal first")];
        }
        if self.fight.is_none() && !self.urgent.is_empty() {
            return vec![Denied::new(
                rule!("A-6.13-battles"),
                "a battle must be fought at once: choose which",
            )];
        }
        let mut reasons = match *target {
            Target::Space(at) => self.place_at(at).map(|place| self.why_not_here(seat, place)),
            Target::Piece { piece } => Some(self.why_not(seat, piece)),
            Target::Move { piece, to } => self.place_at(to).map(|to| self.why_not_there(seat, piece, to)),
            Target::Button => None,
        }
        .unwrap_or_default();
        if reasons.is_empty() {
            reasons.push(idle());
        }
        reasons
    }

    pub(crate) fn place_at(&self, at: SpaceRef) -> Option<Place> {
        (at.board == 0 && usize::from(at.space) < PLACES).then_some(Place(at.space as u8))
    }

    /// The block that a seat knows by this key, if he sees what it is.
    fn known(&self, seat: Seat, piece: PieceKey) -> Option<BlockId> {
        piece.get().filter(|block| self.sees(Viewer::Seat(seat), *block))
    }

    /// Why an action is refused. Only the refusal is wanted: nothing comes of it.
    fn refusal(&self, seat: Seat, action: Action) -> Option<Denied> {
        self.clone().act(seat, action, &mut engine::Silent).err()
    }

    fn why_not_here(&self, seat: Seat, place: Place) -> Vec<Denied> {
        let action = match self.phase {
            _ if self.fight.is_some() => return Vec::new(),
            Phase::Actions => Action::Group(place),
            Phase::Battles(_) => Action::Fight(place),
            _ if !self.urgent.is_empty() => Action::Fight(place),
            _ => return Vec::new(),
        };
        self.refusal(seat, action).into_iter().collect()
    }

    /// Why nothing can be done with a piece: in a turn, why its block is neither moved nor levied, nor built.
    fn why_not(&self, seat: Seat, piece: PieceKey) -> Vec<Denied> {
        if piece.get::<Card>().is_some() {
            return vec![Denied::new(rule!("A-3.1-play"), "cards are played at the start of a game turn")];
        }
        let Some(block) = self.known(seat, piece) else {
            return vec![Denied::new(rule!("A-4.0-never"), "you do not lead that block")];
        };
        if let Some(fight) = &self.fight {
            let action = match fight.stage {
                Stage::Hits { .. } => Action::Hit(block),
                Stage::Victim(_) => Action::Suffer(block),
                Stage::Events(_) => Action::Favour(block),
                Stage::Fire => Action::Fire(block),
                Stage::Extend(_) => Action::Extend(block.state()),
                Stage::Aftermath(_) => Action::Lose(block),
            };
            return self.refusal(seat, action).into_iter().collect();
        }
        match (self.phase, self.place(block)) {
            (Phase::Actions, Some(place)) if self.leads(seat, block) => {
                let stays = self.may_pay().and_then(|()| self.may_stir(block)).err();
                let stays = stays.or_else(|| self.may_group(&self.lay(seat), place).err());
                stays.into_iter().chain(self.refusal(seat, Action::Levy(block))).collect()
            }
            (Phase::Actions, Some(_)) => {
                vec![Denied::new(rule!("A-4.0-own"), "you do not lead that block")]
            }
            (Phase::Actions, None) => self.why_not_built(seat, block).into_iter().collect(),
            (Phase::Disband(_), _) => self.refusal(seat, Action::Disband(block)).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Why a block of the pool can be built nowhere: the reason of its own homeland.
    fn why_not_built(&self, seat: Seat, block: BlockId) -> Option<Denied> {
        let home = block.printed().region.or_else(|| Place::homeland(block.state()).iter().next())?;
        self.refusal(seat, Action::Build { block, at: home })
    }

    fn why_not_there(&self, seat: Seat, piece: PieceKey, to: Place) -> Vec<Denied> {
        let Some(block) = self.known(seat, piece) else {
            return vec![Denied::new(rule!("A-4.0-never"), "you do not lead that block")];
        };
        if self.fight.is_some() {
            return self.refusal(seat, self.leaving(block, to)).into_iter().collect();
        }
        match (self.phase, self.place(block)) {
            (Phase::Actions, None) => {
                self.refusal(seat, Action::Build { block, at: to }).into_iter().collect()
            }
            (Phase::Actions, Some(from)) => self.why_not_moved(seat, block, from, to),
            _ => Vec::new(),
        }
    }

    /// What somebody means who drags a block out of a battle: after a victory to regroup, or to pursue where enemies are.
    fn leaving(&self, block: BlockId, to: Place) -> Action {
        let won = self.fight.as_ref().is_some_and(|fight| matches!(fight.stage, Stage::Aftermath(_)));
        let foes = self.states_at(to).iter().any(|other| !self.at_peace(block.state(), other));
        match (won, foes) {
            (true, true) => Action::Pursue { block, to },
            (true, false) => Action::Regroup { block, to },
            (false, _) => Action::Retreat { block, to },
        }
    }

    /// Why a block cannot go somewhere: by land or by sea, whichever could be meant.
    fn why_not_moved(&self, seat: Seat, block: BlockId, from: Place, to: Place) -> Vec<Denied> {
        if let Err(denied) = self.may_stir(block) {
            return vec![denied];
        }
        let mut reasons = Vec::new();
        match from.link(to) {
            Some(link) => {
                // What stands against the step itself says more than that its group is not open.
                let denied = self.may_step(&self.lay(seat), block, link).err();
                reasons.extend(denied.or_else(|| self.why_not_grouped(block, from)));
            }
            None => {
                let why = "a block moves by steps to adjacent places: choose the way";
                reasons.push(Denied::new(rule!("A-3.2-distance"), why));
            }
        }
        if !block.is_fleet() && from.is_base() && !to.is_sea() && from.link(to).is_none() {
            let friendly = self.lay(seat).control(to) == Control::Friendly;
            let action = if friendly { Action::Ship { block, to } } else { Action::Invade { block, to } };
            reasons.extend(self.refusal(seat, action));
        }
        reasons
    }

    /// Why a block that could take a step does not: its group has to be opened, or paid for.
    fn why_not_grouped(&self, block: BlockId, from: Place) -> Option<Denied> {
        if self.turn.group == Some(from) && !self.turn.moved.contains(block) {
            return None;
        }
        let closed =
            || Denied::new(rule!("A-4.3-group"), "activate its group first, for 1 action point or 1 gold");
        Some(self.may_pay().err().unwrap_or_else(closed))
    }
}
