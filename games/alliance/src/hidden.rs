//! What is hidden from whom, and worlds that fit what somebody knows. Rulebook 2.2.1, 3.0, 3.4, 6.2.

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::{Chance, Seat, Viewer};

use crate::blocks::{BLOCKS, BlockId, BlockSet, Kind};
use crate::cards::{Card, Cards};
use crate::places::Room;
use crate::state::{Alliance, Phase, Spot, Standing};
use crate::states::State;

impl Alliance {
    /// Whether a viewer sees what a block is, and its strength (A-2.2.1-fog).
    pub(crate) fn sees(&self, viewer: Viewer, block: BlockId) -> bool {
        let open = match self.standing(block.state()) {
            Standing::Player(seat) | Standing::Ally(seat) => viewer.is(seat),
            Standing::With(_) | Standing::Neutral | Standing::Alone => true,
        };
        open || self.spots[block.index()] == Spot::DOWN || self.is_revealed(block)
    }

    /// Whether a block lies face-up in the battle that is being fought (A-7.1-oneby).
    fn is_revealed(&self, block: BlockId) -> bool {
        self.fight
            .as_ref()
            .is_some_and(|fight| self.spots[block.index()].is(fight.place) && !self.reserves.contains(block))
    }

    /// Whether the cards of this game turn lie open.
    pub(crate) fn cards_are_open(&self) -> bool {
        !matches!(self.phase, Phase::Cards)
    }

    /// A world that fits what a seat knows.
    pub(crate) fn imagine(&self, seat: Seat, chance: &mut impl Chance) -> Alliance {
        let mut world = self.clone();
        for state in State::all() {
            world.reshuffle_blocks(seat, state, chance);
        }
        world.redeal(seat, chance);
        if self.rules.hidden_treasuries {
            for other in Seat::first(self.players()).filter(|other| *other != seat) {
                world.treasuries[other.index()] = chance.below(16) as u16;
            }
        }
        world.dice.reseed(chance);
        world
    }

    /// Exchanges the blocks of a state that a seat cannot tell apart, and draws their strength anew.
    fn reshuffle_blocks(&mut self, seat: Seat, state: State, chance: &mut impl Chance) {
        let viewer = Viewer::Seat(seat);
        let hidden: ArrayVec<BlockId, BLOCKS> =
            BlockId::of(state).iter().filter(|block| !self.sees(viewer, *block)).collect();
        for _ in 0..3 * hidden.len() {
            let (one, other) = (hidden[chance.index(hidden.len())], hidden[chance.index(hidden.len())]);
            if self.could_be_at(one, other) && self.could_be_at(other, one) {
                self.exchange(one, other);
            }
        }
        for block in hidden {
            let full = block.printed().steps;
            self.strengths[block.index()] = match self.place(block) {
                Some(_) => full.saturating_sub(chance.below(3) as u8).max(block.least()),
                None => block.least(),
            };
        }
    }

    /// Whether a block could stand where another one does, for all that can be seen of that one.
    pub(crate) fn could_be_at(&self, block: BlockId, at: BlockId) -> bool {
        let Some(place) = self.place(at) else { return true };
        let came = self.origins[at.index()].place();
        let mobile = came.is_some() || self.turn.moved.contains(at);
        let fits = match block.kind() {
            Kind::Fleet if place.is_sea() => true,
            Kind::Fleet => {
                place.is_base() && came.is_none_or(|from| from.is_sea()) && !self.invaders.contains(at)
            }
            Kind::Fortress => block.printed().region == Some(place) && !mobile,
            kind => {
                let lands = matches!(kind, Kind::Hq | Kind::Infantry) || !self.invaders.contains(at);
                !place.is_sea() && came.is_none_or(|from| !from.is_sea()) && lands
            }
        };
        // On an island there is one army and one fleet, and everybody can count.
        fits && (place.room() != Room::Island || block.is_fleet() == at.is_fleet())
    }

    /// Has two blocks change places, with all that clings to the places.
    fn exchange(&mut self, one: BlockId, other: BlockId) {
        let (a, b) = (one.index(), other.index());
        self.spots.swap(a, b);
        self.origins.swap(a, b);
        let swap = |set: &mut BlockSet| {
            let (had_one, had_other) = (set.contains(one), set.contains(other));
            if had_one != had_other {
                let (from, to) = if had_one { (one, other) } else { (other, one) };
                set.remove(from);
                set.insert(to);
            }
        };
        swap(&mut self.attackers);
        swap(&mut self.reserves);
        swap(&mut self.invaders);
        swap(&mut self.turn.moved);
        swap(&mut self.turn.levied);
        if let Some(march) = &mut self.turn.march {
            march.block = match march.block {
                block if block == one => other,
                block if block == other => one,
                block => block,
            };
        }
    }

    /// Deals the cards anew that a seat has not seen.
    fn redeal(&mut self, seat: Seat, chance: &mut impl Chance) {
        let open = self.cards_are_open();
        let mut known = self.spent;
        let own = &self.hands[seat.index()];
        own.cards.iter().chain(own.aside).chain(own.played).for_each(|card| known.insert(card));
        if open {
            self.hands.iter().filter_map(|hand| hand.played).for_each(|card| known.insert(card));
        }
        let mut unknown: ArrayVec<Card, 42> = Card::all().filter(|card| !known.contains(*card)).collect();
        chance.shuffle(&mut unknown);
        let mut draw = unknown.into_iter();
        for other in Seat::first(self.players()).filter(|other| *other != seat) {
            let hand = &mut self.hands[other.index()];
            hand.cards = draw.by_ref().take(hand.cards.len()).collect::<Cards>();
            hand.aside = hand.aside.and_then(|_| draw.next());
            if !open {
                hand.played = hand.played.and_then(|_| draw.next());
            }
        }
    }
}
