//! Why something cannot be done.

use engine::{Denied, PieceRef, Seat, Target, Viewer, rule};

use crate::action::Action;
use crate::blocks::BlockId;
use crate::places::{PLACES, Place};
use crate::state::{Alliance, Phase, Stage};

impl Alliance {
    /// Everything that stops a seat from doing anything with a target now.
    pub(crate) fn reasons(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        if self.ended.is_some() {
            return vec![Denied::new(rule!("A-GT-years"), "the game is over")];
        }
        if !self.deciders().contains(seat) {
            return vec![Denied::new(rule!("A-GT-years"), "it is not your turn to decide")];
        }
        let mut actions = Vec::new();
        self.list(seat, &mut actions);
        if actions.iter().any(|action| self.present(seat, *action).target == *target) {
            return Vec::new();
        }
        // While others wait for an answer or a battle, nothing is asked about the turn that they interrupt.
        if self.talk.proposal.is_some() {
            return vec![Denied::new(rule!("A-6.21-offer"), "a proposal is to be settled first")];
        }
        if self.fight.is_none() && !self.urgent.is_empty() {
            return vec![Denied::new(rule!("A-6.13-battles"), "a battle is fought at once: choose which")];
        }
        let reason = match *target {
            Target::Space(at) => self.place_at(at).map(|place| self.why_not_here(place)),
            Target::Piece { piece } => self.known(seat, piece).map(|block| self.why_not(block)),
            Target::Move { piece, to } => self
                .known(seat, piece)
                .zip(self.place_at(to))
                .map(|(block, to)| self.why_not_there(block, to)),
            Target::Button => None,
        };
        vec![
            reason
                .unwrap_or_else(|| Denied::new(rule!("A-GT-years"), "there is nothing to do with that now")),
        ]
    }

    fn place_at(&self, at: engine::SpaceRef) -> Option<Place> {
        (at.board == 0 && usize::from(at.space) < PLACES).then_some(Place(at.space as u8))
    }

    /// The block that a seat knows by this number, if he sees what it is.
    fn known(&self, seat: Seat, piece: PieceRef) -> Option<BlockId> {
        let block = BlockId::all().find(|block| u16::from(block.0) == piece.0)?;
        self.sees(Viewer::Seat(seat), block).then_some(block)
    }

    fn why_not_here(&self, place: Place) -> Denied {
        let reason = match self.phase {
            _ if self.fight.is_some() => None,
            Phase::Actions if self.urgent.is_empty() => {
                self.may_group(&self.lay(self.turn.seat), place).err()
            }
            Phase::Battles(_) => self.refusal(Action::Fight(place)),
            _ => None,
        };
        reason.unwrap_or_else(|| Denied::new(rule!("A-GT-years"), "there is nothing to do there now"))
    }

    fn why_not(&self, block: BlockId) -> Denied {
        let reason = match (&self.fight, self.phase) {
            (Some(fight), _) => self.refusal(match fight.stage {
                Stage::Events(_) => Action::Favour(block),
                Stage::Victim(_) => Action::Suffer(block),
                Stage::Fire => Action::Fire(block),
                Stage::Hits { .. } => Action::Hit(block),
                Stage::Extend(_) => Action::Extend(block.state()),
                Stage::Aftermath(_) => Action::Lose(block),
            }),
            (None, Phase::Actions) => {
                let supply = self.supply(&self.lay(self.turn.seat));
                self.may_levy(&supply, block).err()
            }
            _ => None,
        };
        reason.unwrap_or_else(|| Denied::new(rule!("A-7.21-turn"), "there is nothing to do with it now"))
    }

    fn why_not_there(&self, block: BlockId, to: Place) -> Denied {
        let action = match (self.phase, self.place(block)) {
            _ if self.fight.is_some() => self.leaving(block, to),
            (Phase::Actions, None) => Action::Build { block, at: to },
            (Phase::Actions, Some(from)) if from.link(to).is_none() => Action::Ship { block, to },
            _ => Action::Step { block, to },
        };
        self.refusal(action).unwrap_or_else(|| Denied::new(rule!("A-4.3-group"), "open the group first"))
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

    /// Why an action is refused, tried on a copy from which nothing comes.
    fn refusal(&self, action: Action) -> Option<Denied> {
        let seat = self.deciders().iter().next().unwrap_or(self.turn.seat);
        self.clone().act(seat, action, &mut engine::Silent).err()
    }
}
