//! The solitaire game. Rulebook 12.2, back cover.
//!
//! One player leads the empire of each card in turn and wins points for what any of them gains. The pile of cards is not
//! kept, as nobody may know it: each card is drawn when it is flipped, from those that have not been flipped yet, which
//! comes to the same (A-12.2-deck).

use arrayvec::ArrayVec;
use engine::{Chance, Recorder, Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::battle::Melee;
use crate::blocks::BlockId;
use crate::cards::{Card, Cards};
use crate::event::Event;
use crate::places::{Place, PlaceSet};
use crate::state::{Alliance, End, EndReason, Hand, PLAYERS, Standing};
use crate::states::{EMPIRES, STATES, State};

/// The solo player.
const SOLO: Seat = Seat(0);

/// Years for which cards are dealt at a time, four cards each (A-12.2-deck, A-12.2-long).
const PERIOD: u16 = 4;

/// Cards in a year.
const CARDS: u16 = 4;

/// The year before the first.
const BEFORE: u16 = 1803;

/// What the solo player has won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Solo {
    /// Victory points of all cards so far (A-12.2-score).
    pub(crate) score: i16,
    /// Cities and seas the empire of this card held when it was flipped.
    pub(crate) held: PlaceSet,
}

impl Alliance {
    /// Every empire is at war with every other, and minors keep to the empire that lists them (A-12.2-setup).
    pub(crate) fn line_up_for_one(&mut self, allies: [Option<State>; STATES]) {
        for state in State::all() {
            self.standings[state] = match allies[state.index()] {
                _ if EMPIRES.contains(&state) => Standing::Alone,
                Some(empire) => Standing::With(empire),
                None => Standing::Neutral,
            };
        }
    }

    /// Flips the next card and begins the turn of its empire (A-12.2-deck).
    pub(crate) fn flip(&mut self, log: &mut Recorder<Event>) {
        let pile: ArrayVec<Card, 42> = Card::all().filter(|card| !self.spent.contains(*card)).collect();
        let card = *self.dice.pick(&pile).expect("there are more cards than are flipped");
        self.turn_up(card, log);
    }

    /// Begins the turn of a card's empire. Its leader counts for nothing (A-12.2-ap).
    pub(crate) fn turn_up(&mut self, card: Card, log: &mut Recorder<Event>) {
        self.hands[SOLO] = Hand { played: Some(card), used: true, ..Hand::default() };
        let former = std::mem::replace(&mut self.empires[SOLO.index()], card.face().empire);
        self.standings[former] = Standing::Alone;
        self.standings[card.face().empire] = Standing::Player(SOLO);
        // Its blocks are turned towards the player, those of the last are turned away.
        log.reveal();
        let who = self.party(SOLO);
        log.record(|| Event::Revealed { who, card });
        self.solo.held = self.holdings();
        self.begin_actions(log);
    }

    /// Cities and seas with a star that the empire of this card holds.
    fn holdings(&self) -> PlaceSet {
        let friendly = self.lay(SOLO).friendly;
        friendly.iter().filter(|place| place.value() > 0).fold(PlaceSet::EMPTY, PlaceSet::with)
    }

    /// What the card has won so far: what was gained, and what was given up that is not the empire's own homeland, nor that
    /// of its minors (A-12.2-score).
    pub(crate) fn gains(&self) -> (u8, u8) {
        let now = self.holdings();
        let worth = |places: PlaceSet| places.iter().map(Place::value).sum();
        let is_own = |place: &Place| place.home().is_some_and(|home| self.led_by(home) == Some(SOLO));
        let lost = self.solo.held - now;
        let abandoned = lost.iter().filter(|place| !is_own(place)).fold(PlaceSet::EMPTY, PlaceSet::with);
        (worth(now - self.solo.held), worth(abandoned))
    }

    /// The battles of a card are fought: it is scored, and the next one is flipped or the game is over.
    pub(crate) fn close_card(&mut self, log: &mut Recorder<Event>) {
        let (gained, lost) = self.gains();
        self.solo.score += i16::from(gained) - i16::from(lost);
        log.record(|| Event::Scored { seat: SOLO, gained, lost, score: self.solo.score });
        self.recover_neutrality(log);
        self.forget_ways();
        self.begin_game_turn();
        if u16::from(self.game_turn) < CARDS {
            self.game_turn += 1;
        } else if self.year < self.rules.last_year {
            self.game_turn = 1;
            self.year += 1;
            if (self.year - BEFORE) % PERIOD == 1 {
                self.spent = Cards::EMPTY;
            }
        } else {
            return self.finish_alone(log);
        }
        self.flip(log);
    }

    /// The points that win: one for each card (A-12.2-win, A-12.2-long).
    pub(crate) fn par(&self) -> i16 {
        ((self.rules.last_year - BEFORE) * CARDS) as i16
    }

    /// How many cards have been flipped.
    pub(crate) fn flipped(&self) -> u16 {
        (self.year - BEFORE - 1) * CARDS + u16::from(self.game_turn)
    }

    /// All cards are played (A-12.2-win).
    fn finish_alone(&mut self, log: &mut Recorder<Event>) {
        let winners = if self.solo.score >= self.par() { Seats::from(SOLO) } else { Seats::NONE };
        let mut scores = [0; PLAYERS];
        scores[SOLO.index()] = self.solo.score;
        self.end(End { winners, reason: EndReason::Solitaire, scores }, log);
    }
}

impl Melee<'_> {
    /// Whether an enemy of the solo player's is so weak that it must leave in its turn (A-12.2-battles).
    pub(crate) fn flees(&self, block: BlockId) -> bool {
        self.rules.solitaire
            && self.fight.round > 1
            && self.strength(block) <= 1
            && !block.is_fortress()
            && !self.leads(SOLO, block)
    }
}
