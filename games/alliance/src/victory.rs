//! Gold and victory points. Rulebook 3.4, 10.

use atlas::topology::Id;
use engine::{Recorder, Seat, Seats};

use crate::control::{Player, States};
use crate::event::Event;
use crate::places::Place;
use crate::state::{Alliance, End, EndReason, PLAYERS, Standing};
use crate::states::State;
use crate::supply::Supply;

/// What a player collects, and is worth (A-3.4-half).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Income {
    /// From his own homeland: counts in full.
    pub(crate) home: u8,
    /// From everything else: counts for half.
    pub(crate) abroad: u8,
}

impl Income {
    pub(crate) fn total(self) -> u8 {
        self.home + self.abroad / 2
    }
}

/// What the lesser empires add when a player leads them (A-10.2-handicap).
const HANDICAP: i16 = 5;

impl Alliance {
    /// What every player collects at the end of a year.
    fn incomes(&self) -> [Income; PLAYERS] {
        let mut incomes = [Income::default(); PLAYERS];
        let mut supplies: [Option<Supply>; PLAYERS] = [None; PLAYERS];
        let presence = self.presence();
        for place in Place::worthy().iter() {
            let Some(seat) = self.profits_by(place, presence[place.index()]) else { continue };
            let income = &mut incomes[seat.index()];
            match place.home().map(|home| self.standing(home)) {
                Some(Standing::Player(owner)) if owner == seat => income.home += place.value(),
                // Homeland of allies need not be occupied, nor supplied (A-3.4-ally-homeland).
                Some(Standing::Ally(owner)) if owner == seat => income.abroad += place.value(),
                _ => {
                    let supply =
                        supplies[seat.index()].get_or_insert_with(|| self.ground(&self.lay(seat)).supply());
                    let supplied = if place.is_sea() { supply.fleets } else { supply.armies };
                    if supplied.contains(place) {
                        income.abroad += place.value();
                    }
                }
            }
        }
        incomes
    }

    /// Whose gold and victory points a city or sea counts for now.
    #[cfg(test)]
    pub(crate) fn profits_from(&self, place: Place) -> Option<Seat> {
        self.profits_by(place, self.states_at(place))
    }

    /// Whose gold and victory points a city or sea counts for where these states have blocks, supply left aside
    /// (A-3.4-homeland, A-3.4-player-ally).
    fn profits_by(&self, place: Place, there: States) -> Option<Seat> {
        if self.is_embattled(place) {
            return None;
        }
        let Some(home) = place.home() else { return self.occupier(there) };
        let owner = self.led_by(home);
        if self.spoils.contains(place)
            && let Some(holder) = self.foreign_holder(place)
        {
            return Some(holder);
        }
        match self.is_held_against(home, there) {
            true => self.occupier(there),
            false => owner,
        }
    }

    /// Victory points of all seats (A-10.1-vp, A-10.2-handicap).
    pub(crate) fn scores(&self) -> [i16; PLAYERS] {
        let mut scores = [0; PLAYERS];
        if self.rules.solitaire {
            scores[0] = self.solo.score;
            return scores;
        }
        let incomes = self.incomes();
        for seat in Seat::first(self.players()) {
            let handicap = match self.empire(seat) {
                State::Austria | State::Prussia | State::Spain | State::Turkey => HANDICAP,
                _ => 0,
            };
            scores[seat.index()] = i16::from(incomes[seat.index()].total()) + handicap;
        }
        scores
    }

    /// Ends the game: whoever has most victory points wins, then most gold (A-10.1-tie).
    pub(crate) fn finish(&mut self, reason: EndReason, left_out: Seats, log: &mut Recorder<Event>) {
        let scores = self.scores();
        // If everybody is left out, nobody is (A-10.3-count).
        let counted = self.seats().minus(left_out);
        let counted = if counted.is_empty() { self.seats() } else { counted };
        let rank = |seat: Seat| (scores[seat.index()], self.treasuries[seat]);
        let best = counted.iter().map(rank).max();
        let winners = counted.iter().filter(|seat| Some(rank(*seat)) == best).collect();
        self.end(End { winners, reason, scores }, log);
    }

    /// The game is over.
    pub(crate) fn end(&mut self, end: End, log: &mut Recorder<Event>) {
        let End { winners, reason, .. } = end;
        self.ended = Some(end);
        log.record(|| Event::Over { winners, reason });
    }
}

impl Player<'_> {
    /// What a player collects at the end of a year (3.4).
    pub(crate) fn income(&self) -> Income {
        self.incomes()[self.seat.index()]
    }

    /// Victory points of a seat.
    #[cfg(test)]
    pub(crate) fn score(&self) -> i16 {
        self.scores()[self.seat.index()]
    }
}
