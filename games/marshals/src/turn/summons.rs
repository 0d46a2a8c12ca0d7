//! Subordinates are activated with whoever commands them. Rulebook: Command Points, Leaders.

use engine::steps::{Flow, Step};
use engine::{
    Choice, Denied, Gauge, PieceKey, Plans, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer, rule,
};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::event::Event;
use crate::ids::LeaderId;
use crate::movement::plans;
use crate::questions::Question;
use crate::state::Marshals;
use crate::view::waiting;
use crate::wording::words;

/// A national leader, or a Coalition Military Leader, activates subordinates within his reach (M-command-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Summons {
    /// Who.
    leader: LeaderId,
    /// How many more.
    left: u8,
}

impl Summons {
    /// As many as his initiative.
    pub(crate) fn of(leader: LeaderId) -> Summons {
        Summons { leader, left: leader.get().initiative }
    }

    fn seat(self, game: &Marshals) -> Seat {
        game.seat(self.leader.get().nation).expect("who gives orders is played")
    }

    fn may_summon(self, game: &Marshals, leader: LeaderId) -> Result<(), Denied> {
        let own = self.leader.name();
        if !game.general(leader).is_subordinate(self.leader) {
            let why = words!("{} is not under the orders of {own}.", leader.name());
            return Err(Denied::new(rule!("M-lead-1"), why));
        }
        let hex = game.player(self.seat(game)).may_order(leader)?;
        if game.staff.activated.contains(leader) {
            let why = words!("{} is activated already.", leader.name());
            return Err(Denied::new(rule!("M-command-4"), why));
        }
        game.general(leader).is_with_the_army()?;
        if !game.general(self.leader).orders_reach(hex) {
            let range = self.leader.get().initiative;
            let why = words!("No free way of {range} hexes or fewer leads from {own} to {}.", leader.name());
            return Err(Denied::new(rule!("M-lead-2"), why));
        }
        Ok(())
    }

    fn goes_on(self, game: &Marshals) -> bool {
        self.left > 0 && game.staff.in_play().any(|(leader, _)| self.may_summon(game, leader).is_ok())
    }
}

impl Step<Marshals> for Summons {
    fn deciders(&self, game: &Marshals) -> Seats {
        self.seat(game).into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        let able = game.staff.in_play().map(|(leader, _)| leader);
        out.extend(able.filter(|leader| self.may_summon(game, *leader).is_ok()).map(Action::Summon));
        out.push(Action::Done);
    }

    fn act(
        self,
        game: &mut Marshals,
        seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match *action {
            Action::Summon(leader) => {
                self.may_summon(game, leader)?;
                game.activate(seat, leader, log);
                Ok(Flow::stay(Summons { left: self.left - 1, ..self }))
            }
            Action::Done => Ok(Flow::End),
            _ => Err(self.not_now(game)),
        }
    }

    fn settle(self, game: &mut Marshals, _log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        (!self.goes_on(game)).then_some(Flow::End)
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.seat(game)) {
            return waiting();
        }
        let text = format!("{} activates subordinates.", self.leader.name());
        Prompt {
            gauges: vec![Gauge::count(self.left, "subordinate", "subordinates")],
            ..Prompt::new("summons", text)
        }
    }

    fn choice(&self, _game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        match *action {
            Action::Summon(leader) => {
                let target = Target::Piece { piece: PieceKey::of(&leader) };
                Choice::new(Verb::Select, format!("Activate {} as well", leader.name()), target)
            }
            _ => Choice::button(Verb::Done, "Activate nobody else"),
        }
    }

    fn plans(&self, game: &Marshals, seat: Seat, out: &mut Plans<Action>) {
        plans::add_summoned(game, seat, self.leader, self.left, out);
    }

    fn plan_choices(&self, _game: &Marshals, _seat: Seat, plan: &[Action]) -> Vec<Choice> {
        vec![plans::shown_summoned(plan)]
    }

    fn attempts(&self, _game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        match target {
            Target::Piece { piece } => piece.get().map(Action::Summon).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}
