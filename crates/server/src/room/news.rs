//! How a game stands, as whoever waits for it hears of it.

use std::sync::Arc;

use engine::{Outcome, Seats};

use super::{Request, RoomState};
use crate::view::Update;

/// How a game stands, for whoever waits for it to go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// How many entries it has.
    pub number: usize,
    pub(super) to_act: Seats,
    pub(super) outcome: Option<Arc<Outcome>>,
    pub(super) request: Option<Request>,
    /// How many have given up.
    pub(super) resigned: usize,
    /// How many letters each seat has written or received.
    pub(super) letters: [usize; Seats::MAX as usize],
    /// Whether it was deleted.
    pub deleted: bool,
}

impl News {
    /// How a room stands.
    pub fn of(state: &RoomState) -> News {
        News {
            number: state.session.entries(),
            to_act: state.session.to_act(),
            outcome: state.session.outcome().map(Arc::new),
            request: state.request,
            resigned: state.resigned.len(),
            letters: state.mail.counts(),
            deleted: false,
        }
    }

    /// The same for whoever holds these seats.
    pub fn update(&self, held: Seats) -> Update {
        let News { number, to_act, ref outcome, .. } = *self;
        Update { number, stamp: self.stamp(held), to_act, outcome: outcome.clone() }
    }

    /// Another for every change that whoever holds these seats may see: of the letters of others he learns nothing.
    pub fn stamp(&self, held: Seats) -> String {
        let News { number, request, resigned, letters, .. } = *self;
        let mut stamp = number.to_string();
        if resigned > 0 {
            stamp += &format!("!{resigned}");
        }
        if let Some(Request { id, seat, to, agreed, .. }) = request {
            stamp += &format!("-{id}-{}-{to}-{}", seat.0, agreed.len());
        }
        match held.iter().map(|seat| letters[seat.index()]).sum() {
            0 => stamp,
            letters => format!("{stamp}~{letters}"),
        }
    }
}
