//! What a player's prospects are made of, added up or written down one by one.

use std::borrow::Cow;

use engine::{Motive, Seat};

use crate::places::Place;
use crate::state::Alliance;
use crate::states::State;

/// What something is worth for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Cause {
    /// Points that lesser empires start with (10.2).
    Handicap,
    /// A city or a sea that is held.
    Hold(Place),
    /// The same, where it is threatened.
    Safety(Place),
    /// A city or a sea that is within reach.
    Design(Place),
    /// A battle that is to be fought there.
    Battle(Place),
    /// What the turn under way will still bring.
    Turn(Place),
    /// Blocks on the map.
    Army,
    Gold,
    Cards,
    /// A state that is being bid for.
    Bid(State),
    /// An alliance with a player, or talk of one.
    Pact(Seat),
    /// Napoléon's life (10.3).
    Napoleon,
    /// The empire, which falls with all of its cities or most of its blocks (9.2).
    Empire,
    /// The half point that is lost in rounding (3.4).
    Rounding,
}

/// Takes what is worth something to a player.
pub(super) trait Tally {
    fn add(&mut self, seat: u8, cause: Cause, worth: f32);
}

/// What each player comes to, in victory points.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Sums(pub(super) [f32; 8]);

impl Tally for Sums {
    #[inline]
    fn add(&mut self, seat: u8, _cause: Cause, worth: f32) {
        self.0[usize::from(seat & 7)] += worth;
    }
}

/// Nobody asks what it is made of.
impl Tally for () {
    #[inline]
    fn add(&mut self, _seat: u8, _cause: Cause, _worth: f32) {}
}

/// What one player's prospects are made of.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub(super) seat: Seat,
    pub(super) parts: Vec<(Cause, f32)>,
}

impl Tally for Parts {
    fn add(&mut self, seat: u8, cause: Cause, worth: f32) {
        if seat != self.seat.0 {
            return;
        }
        match self.parts.iter_mut().find(|(known, _)| *known == cause) {
            Some((_, sum)) => *sum += worth,
            None => self.parts.push((cause, worth)),
        }
    }
}

impl Parts {
    /// In a player's words, what is worth most first.
    pub(super) fn told(mut self, game: &Alliance, worlds: f32) -> Vec<Motive> {
        self.parts.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
        let told = |(cause, worth): (Cause, f32)| Motive { about: cause.words(game), worth: worth / worlds };
        self.parts.into_iter().map(told).filter(|motive| motive.worth != 0.0).collect()
    }
}

impl Cause {
    /// As it stands after "for" or "at the cost of".
    fn words(self, game: &Alliance) -> Cow<'static, str> {
        let city = |place: Place| {
            let named = place.region().and_then(|region| region.city.as_deref());
            named.map_or_else(|| format!("the {}", place.name()), str::to_owned)
        };
        match self {
            Cause::Handicap => "the handicap".into(),
            Cause::Hold(place) => format!("the hold on {}", city(place)).into(),
            Cause::Safety(place) => format!("the safety of {}", city(place)).into(),
            Cause::Design(place) => format!("the designs on {}", city(place)).into(),
            Cause::Battle(place) => format!("the battle of {place}").into(),
            Cause::Turn(place) => format!("the move against {place}").into(),
            Cause::Army => "the strength of armies and fleets".into(),
            Cause::Gold => "gold in hand".into(),
            Cause::Cards => "the cards in hand".into(),
            Cause::Bid(state) => format!("the bid for {state}").into(),
            Cause::Pact(other) => format!("the alliance with {}", game.empire(other)).into(),
            Cause::Napoleon => "the life of Napoléon".into(),
            Cause::Empire => "the survival of the empire".into(),
            Cause::Rounding => "an even count abroad".into(),
        }
    }
}
