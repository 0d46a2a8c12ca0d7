//! Why something cannot be done.
//!
//! The answers come from the code that decides what is legal: what is asked for is tried on a copy, and the refusal told. A
//! question about a block that the seat does not see is answered without looking at it.

use std::ops::Deref;

use engine::{Denied, PieceKey, Seat, SpaceRef, Target, Viewer, rule, steps};

use crate::action::Action;
use crate::blocks::BlockId;
use crate::cards::Card;
use crate::control::Control;
use crate::places::{PLACES, Place};
use crate::state::{Alliance, Phase, Stage};

/// What stops a seat from what it would like to do.
pub(crate) struct Reasons<'a> {
    pub(crate) game: &'a Alliance,
    pub(crate) seat: Seat,
}

impl Deref for Reasons<'_> {
    type Target = Alliance;

    fn deref(&self) -> &Alliance {
        self.game
    }
}

impl Alliance {
    /// What stops `seat`.
    pub(crate) fn reasons(&self, seat: Seat) -> Reasons<'_> {
        Reasons { game: self, seat }
    }
}

fn idle() -> Denied {
    Denied::new(rule!("A-GT-years"), "nothing can be done with that now")
}

impl Alliance {
    pub(crate) fn place_at(&self, at: SpaceRef) -> Option<Place> {
        (at.board == 0 && usize::from(at.space) < PLACES).then_some(Place(at.space as u8))
    }
}

impl Reasons<'_> {
    /// Everything that stops a seat from doing anything with a target now.
    pub(crate) fn explain(&self, target: &Target) -> Vec<Denied> {
        if self.ended.is_some() {
            return vec![Denied::new(rule!("A-GT-years"), "the game is over")];
        }
        if !self.deciders().contains(self.seat) {
            return vec![Denied::new(rule!("A-GT-years"), "another player decides now")];
        }
        if steps::is_open(self.game, self.seat, target) {
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
        let mut reasons = self.obstacles(target);
        let tried = steps::refusals(self.game, self.seat, &self.attempts(target));
        reasons.extend(tried.unwrap_or_default());
        if reasons.is_empty() {
            reasons.push(idle());
        }
        reasons
    }

    /// The block that a seat knows by this key, if he sees what it is.
    fn known(&self, piece: PieceKey) -> Option<BlockId> {
        piece.get().filter(|block| self.sees(Viewer::Seat(self.seat), *block))
    }

    /// What a click on a target would have meant.
    fn attempts(&self, target: &Target) -> Vec<Action> {
        let meant = match *target {
            Target::Space(at) => self.place_at(at).and_then(|place| self.meant_here(place)),
            Target::Piece { piece } => self.known(piece).and_then(|block| self.meant_with(block)),
            Target::Move { piece, to } => {
                self.known(piece).zip(self.place_at(to)).and_then(|(block, to)| self.meant_there(block, to))
            }
            Target::Button => None,
        };
        meant.into_iter().collect()
    }

    fn meant_here(&self, place: Place) -> Option<Action> {
        match self.phase {
            _ if self.fight.is_some() => None,
            Phase::Actions => Some(Action::Group(place)),
            Phase::Battles(_) => Some(Action::Fight(place)),
            _ => None,
        }
    }

    /// In a battle what is asked of its blocks; in a turn, a levy or a build in its own homeland.
    fn meant_with(&self, block: BlockId) -> Option<Action> {
        if let Some(fight) = &self.fight {
            return Some(match fight.stage {
                Stage::Hits { .. } => Action::Hit(block),
                Stage::Victim(_) => Action::Suffer(block),
                Stage::Events(_) => Action::Favour(block),
                Stage::Fire => Action::Fire(block),
                Stage::Extend(_) => Action::Extend(block.state()),
                Stage::Aftermath(_) => Action::Lose(block),
            });
        }
        match (self.phase, self.place(block)) {
            (Phase::Actions, Some(_)) => self.leads(self.seat, block).then_some(Action::Levy(block)),
            (Phase::Actions, None) => {
                let home = block.printed().region.or_else(|| Place::homeland(block.state()).iter().next());
                home.map(|at| Action::Build { block, at })
            }
            (Phase::Disband(_), _) => Some(Action::Disband(block)),
            _ => None,
        }
    }

    /// A block is dragged out of a battle, built, or sent over the sea.
    fn meant_there(&self, block: BlockId, to: Place) -> Option<Action> {
        if self.fight.is_some() {
            return Some(self.leaving(block, to));
        }
        match (self.phase, self.place(block)) {
            (Phase::Actions, None) => Some(Action::Build { block, at: to }),
            (Phase::Actions, Some(from)) => {
                let sails = !block.is_fleet() && from.is_base() && !to.is_sea() && from.link(to).is_none();
                let friendly = self.lay(self.seat).control(to) == Control::Friendly;
                let voyage = if friendly { Action::Ship { block, to } } else { Action::Invade { block, to } };
                (sails && self.unit(block).may_stir().is_ok()).then_some(voyage)
            }
            _ => None,
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

    /// What stands against it that no single action shows.
    fn obstacles(&self, target: &Target) -> Vec<Denied> {
        let piece = match *target {
            Target::Piece { piece } | Target::Move { piece, .. } => piece,
            Target::Space(_) | Target::Button => return Vec::new(),
        };
        if matches!(target, Target::Piece { .. }) && piece.get::<Card>().is_some() {
            return vec![Denied::new(rule!("A-3.1-play"), "cards are played at the start of a game turn")];
        }
        let Some(block) = self.known(piece) else {
            return vec![Denied::new(rule!("A-4.0-never"), "you do not lead that block")];
        };
        match (self.phase, self.place(block)) {
            (Phase::Actions, Some(from)) if self.fight.is_none() => match *target {
                Target::Move { to, .. } => {
                    self.place_at(to).map(|to| self.why_not_moved(block, from, to)).unwrap_or_default()
                }
                _ => self.why_not_stirred(block, from).into_iter().collect(),
            },
            _ => Vec::new(),
        }
    }

    /// Why a block on the map is not moved.
    fn why_not_stirred(&self, block: BlockId, from: Place) -> Option<Denied> {
        if !self.leads(self.seat, block) {
            return Some(Denied::new(rule!("A-4.0-own"), "you do not lead that block"));
        }
        let stays = self.may_pay().and_then(|()| self.unit(block).may_stir()).err();
        stays.or_else(|| self.ground(&self.lay(self.seat)).may_group(from).err())
    }

    /// Why a block cannot go somewhere by land.
    fn why_not_moved(&self, block: BlockId, from: Place, to: Place) -> Vec<Denied> {
        if let Err(denied) = self.unit(block).may_stir() {
            return vec![denied];
        }
        let denied = match from.link(to) {
            Some(link) => {
                // What stands against the step itself says more than that its group is not open.
                let denied = self.ground(&self.lay(self.seat)).may_step(block, link).err();
                denied.or_else(|| self.why_not_grouped(block, from))
            }
            None => {
                let why = "a block moves by steps to adjacent places: choose the way";
                Some(Denied::new(rule!("A-3.2-distance"), why))
            }
        };
        denied.into_iter().collect()
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
