//! The operational turn: who moves when. Rulebook: Turn Sequence.
//!
//! [`Dawn`] and [`Morning`] begin it, then every seat has its [`Campaign`], which ends with an [`Evening`].

mod campaign;
mod summons;

use arrayvec::ArrayVec;
use engine::steps::{Flow, Step};
use engine::{Recorder, Seat};
use serde::{Deserialize, Serialize};

pub use self::campaign::Campaign;
pub use self::summons::Summons;
use crate::event::Event;
use crate::questions::Question;
use crate::siege::Hunger;
use crate::state::Marshals;
use crate::strategy::council::Council;

/// The order of the seats in an operational turn.
pub(crate) type Order = ArrayVec<Seat, 5>;

/// An operational turn begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Dawn;

impl Step<Marshals> for Dawn {
    engine::nobody_decides!(Marshals);

    fn settle(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        let date = game.date;
        if date.begins_season() && date > game.scenario().first_turn {
            game.finish_if_won(log);
            if game.is_over {
                return None;
            }
        }
        log.record(|| Event::Turn(date));
        if date.begins_season() {
            game.parole(log);
            game.complete_reforms(log);
            game.open_season();
            return Some(Flow::goto(Council::of(game)));
        }
        Some(Flow::goto(Morning))
    }
}

/// What a new operational turn brings to all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Morning;

impl Step<Marshals> for Morning {
    engine::nobody_decides!(Marshals);

    fn settle(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        game.spent.clear();
        game.renew_command();
        game.withdraw(log);
        game.come_back(log);
        game.join_the_war(log);
        game.reinforce(log);
        game.sieges.assaulted.clear();
        game.trespasses = 0;
        game.end_armistice(log);
        game.levies.forget();
        Some(Hunger::at(game, 0, log))
    }
}

/// A seat's turn is over: what it loses for want of supply is settled, then the next seat moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Evening {
    /// The place of the seat in the order of the turn.
    place: u8,
}

impl Evening {
    /// The end of the turn of the seat at this place of the order.
    fn of(place: u8) -> Evening {
        Evening { place }
    }
}

impl Step<Marshals> for Evening {
    engine::nobody_decides!(Marshals);

    fn settle(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        if let Some(toll) = game.tolls.pop() {
            return Some(Flow::call(self, toll));
        }
        let place = self.place + 1;
        if usize::from(place) < game.order().len() {
            return Some(Hunger::at(game, place, log));
        }
        game.close_turn(log);
        Some(Flow::goto(Dawn))
    }
}
