//! What is hidden from whom, and worlds that fit what somebody knows. Rulebook 3.6, 13.1.
//!
//! Everybody sees the backs of all cards: side, Age and stripe. A world is drawn from nothing but what its seat knows: the cards
//! with one back that it has not seen are dealt anew to where such cards lie. What others know of hidden cards is hidden, too,
//! but for what they know of the seat's own hand.

use arrayvec::ArrayVec;
use engine::{Chance, Seat, Viewer};

use crate::cards::{Card, Cards};
use crate::effects::{Age, Domain};
use crate::nations::{Nation, Nations, Side};
use crate::objectives::Objective;
use crate::state::{Conquests, Phase};

/// More than the cards of any back.
const ALIKE: usize = 64;

/// The cards of each back (N-3.6-stripe).
pub(crate) fn backs() -> impl Iterator<Item = Cards> {
    let decks = Side::all().into_iter().flat_map(|side| [(side, Age::First), (side, Age::Second)]);
    decks.flat_map(|(side, age)| {
        Domain::all().into_iter().map(move |stripe| Card::deck(side, age) & Card::striped(stripe))
    })
}

/// The cards whose backs look like that of this one.
fn alike(card: Card) -> Cards {
    Card::deck(card.face().side, card.face().age) & Card::striped(card.stripe())
}

impl Conquests {
    /// The cards in the hands of a seat's nations.
    pub(crate) fn own_cards(&self, seat: Seat) -> Cards {
        let hands = self.nations(seat).iter().map(|nation| self.hands[nation.index()]);
        hands.fold(Cards::EMPTY, |all, hand| all | hand)
    }

    /// The cards of a nation that a viewer sees the faces of (N-3.6-hidden, N-17.2.3-see-hand).
    pub(crate) fn seen_cards(&self, viewer: Viewer, nation: Nation) -> Cards {
        let hand = self.hands[nation.index()];
        match viewer {
            Viewer::Spectator => Cards::EMPTY,
            Viewer::Seat(seat) if self.seat(nation) == seat => hand,
            Viewer::Seat(seat) => hand & self.known[seat.index()],
        }
    }

    /// Whether a viewer knows the secret objective of a nation (N-13.1-secret, N-17.2.3-see-objective).
    pub(crate) fn knows_objective(&self, viewer: Viewer, nation: Nation) -> bool {
        let told = |seat: Seat| self.seat(nation) == seat || self.seen[seat.index()].contains(nation);
        self.ended.is_some() || matches!(viewer, Viewer::Seat(seat) if told(seat))
    }

    /// The points of a nation, as far as a viewer can count them.
    pub(crate) fn score_known_to(&self, viewer: Viewer, nation: Nation) -> i16 {
        match self.knows_objective(viewer, nation) {
            true => self.score(nation),
            false => self.open_score(nation),
        }
    }

    /// A card goes face down from hand to hand. Whoever else knew cards with such a back in the first hand no longer knows
    /// which of them are left, unless it was the only one.
    pub(crate) fn hand_over(&mut self, card: Card, from: Nation, to: Nation) {
        let doubtful = self.hands[from.index()] & alike(card);
        let (giver, taker) = (self.seat(from), self.seat(to));
        for (seat, known) in self.known.iter_mut().enumerate() {
            let saw_it = seat == giver.index() || seat == taker.index();
            if !saw_it && doubtful.len() > 1 {
                *known = *known - doubtful;
            }
        }
        self.hands[from.index()].remove(card);
        self.hands[to.index()].insert(card);
        self.known[giver.index()].insert(card);
    }

    /// A world that fits what a seat knows.
    pub(crate) fn imagine(&self, seat: Seat, chance: &mut impl Chance) -> Conquests {
        let mut world = self.clone();
        world.redeal(seat, chance);
        if self.ended.is_none() {
            world.redraw_objectives(seat, chance);
        }
        let own = self.own_cards(seat);
        for other in Seat::first(self.players).filter(|other| *other != seat) {
            world.known[other.index()] = self.known[other.index()] & own;
        }
        if let Phase::Keep(place) = self.phase
            && self.order.get(usize::from(place)).is_some_and(|nation| self.seat(*nation) != seat)
        {
            world.kept.clear();
        }
        world.dice.reseed(chance);
        world
    }

    /// Deals the cards anew that a seat has not seen, each where one with its back lies.
    fn redeal(&mut self, seat: Seat, chance: &mut impl Chance) {
        let others = Nations::ALL - self.nations(seat);
        let held = others.iter().fold(Cards::EMPTY, |all, nation| all | self.hands[nation.index()]);
        let unseen = self.deck | (held - self.known[seat.index()]);
        for back in backs() {
            let hidden = unseen & back;
            let mut cards: ArrayVec<Card, ALIKE> = hidden.iter().collect();
            chance.shuffle(&mut cards);
            let mut cards = cards.into_iter();
            for nation in others.iter() {
                let hand = &mut self.hands[nation.index()];
                let count = (*hand & hidden).len();
                *hand = *hand - hidden;
                hand.extend(cards.by_ref().take(count));
            }
            let rest: Cards = cards.as_slice().iter().copied().collect();
            for top in self.tops.iter_mut().filter(|top| top.is_some_and(|card| back.contains(card))) {
                *top = cards.next();
            }
            self.deck = (self.deck - back) | rest;
        }
    }

    /// Draws the secret objectives anew that a seat has not seen.
    fn redraw_objectives(&mut self, seat: Seat, chance: &mut impl Chance) {
        let viewer = Viewer::Seat(seat);
        let (told, secret): (Vec<Nation>, Vec<Nation>) = Nation::all()
            .filter(|nation| self.objectives[nation.index()].is_some())
            .partition(|nation| self.knows_objective(viewer, *nation));
        let told: Vec<Objective> =
            told.into_iter().filter_map(|nation| self.objectives[nation.index()]).collect();
        let mut left: Vec<Objective> =
            Objective::of(self.rules.length()).filter(|objective| !told.contains(objective)).collect();
        chance.shuffle(&mut left);
        for (nation, objective) in secret.into_iter().zip(left) {
            self.objectives[nation.index()] = Some(objective);
        }
    }
}
