//! Elimination and victory. Rulebook 13.

use engine::{Outcome, Recorder, Seats};

use crate::event::Event;
use crate::nations::{NATIONS, Nation, Nations};
use crate::state::{Conquests, End, EndReason, PLAYERS};

impl Conquests {
    /// The last turn of the game (N-1-short, N-1-campaign).
    pub(crate) fn last_turn(&self) -> u8 {
        if self.rules.campaign { 6 } else { 3 }
    }

    /// Eliminations, automatic victories, and points after the last turn (N-13-every-turn, N-13-points-last).
    pub(crate) fn check_victory(&mut self, log: &mut impl Recorder<Event>) {
        if self.turn == self.last_turn() {
            let scores = self.scores();
            let best = self.order.iter().map(|nation| scores[nation.index()]).max();
            let winners =
                self.order.iter().filter(|nation| Some(scores[nation.index()]) == best).copied().collect();
            self.end(winners, EndReason::Points, log);
        }
    }

    pub(crate) fn end(&mut self, winners: Nations, reason: EndReason, log: &mut impl Recorder<Event>) {
        self.ended = Some(End { winners, reason, scores: self.scores() });
        log.record(|| Event::Ended { winners, reason });
    }

    /// The victory points of every nation (13.2.3).
    pub(crate) fn scores(&self) -> [i16; NATIONS] {
        [0; NATIONS]
    }

    /// How it ended: who plays a winning nation wins; his score is that of his best nation.
    pub(crate) fn result(&self) -> Option<Outcome> {
        let end = self.ended?;
        let mut scores = [i16::MIN; PLAYERS];
        for nation in Nation::all() {
            let score = &mut scores[self.seat(nation).index()];
            *score = (*score).max(end.scores[nation.index()]);
        }
        let winners: Seats = self.seats(end.winners);
        let scores = scores[..usize::from(self.players)].iter().map(|score| i32::from(*score)).collect();
        Some(Outcome { winners, reason: end.reason.key().into(), scores })
    }
}
