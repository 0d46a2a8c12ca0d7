//! Who is with whom, and whose a place is. Rulebook 3.6, 4.1.

use std::ops::Deref;

use atlas::topology::Id;
use engine::{Recorder, Seat, Seats};
use serde::{Deserialize, Serialize};
use wide::u8x16;

use crate::blocks::{BlockId, BlockSet};
use crate::event::Event;
use crate::places::{Place, PlaceSet};
use crate::state::{Alliance, SPOTS, Standing};
use crate::states::{STATES, State};

/// A player, and the game he plays.
pub(crate) struct Player<'a> {
    pub(crate) game: &'a Alliance,
    pub(crate) seat: Seat,
}

impl Deref for Player<'_> {
    type Target = Alliance;

    fn deref(&self) -> &Alliance {
        self.game
    }
}

impl Alliance {
    /// The player of a seat: what he may do, and what he has.
    pub(crate) fn player(&self, seat: Seat) -> Player<'_> {
        Player { game: self, seat }
    }
}

/// A block, and the game it is part of.
pub(crate) struct Unit<'a> {
    pub(crate) game: &'a Alliance,
    pub(crate) block: BlockId,
}

impl Deref for Unit<'_> {
    type Target = Alliance;

    fn deref(&self) -> &Alliance {
        self.game
    }
}

impl Alliance {
    /// A block of this game: what it may do.
    pub(crate) fn unit(&self, block: BlockId) -> Unit<'_> {
        Unit { game: self, block }
    }
}

/// Any number of states: one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<State>", from = "Vec<State>")]
pub(crate) struct States(u32);

impl From<Vec<State>> for States {
    fn from(states: Vec<State>) -> States {
        states.into_iter().collect()
    }
}

impl From<States> for Vec<State> {
    fn from(states: States) -> Vec<State> {
        states.iter().collect()
    }
}

impl States {
    pub(crate) const NONE: States = States(0);

    #[inline]
    pub(crate) fn insert(&mut self, state: State) {
        self.0 |= 1 << state.index();
    }

    #[inline]
    pub(crate) fn remove(&mut self, state: State) {
        self.0 &= !(1 << state.index());
    }

    #[inline]
    pub(crate) fn contains(self, state: State) -> bool {
        self.0 >> state.index() & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) fn union(self, other: States) -> States {
        States(self.0 | other.0)
    }

    #[inline]
    pub(crate) fn meets(self, others: States) -> bool {
        self.0 & others.0 != 0
    }

    /// Those that are in both.
    #[inline]
    pub(crate) fn common(self, others: States) -> States {
        States(self.0 & others.0)
    }

    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = State> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let state = State::from_index(rest.trailing_zeros() as usize);
                rest &= rest - 1;
                state
            })
        })
    }
}

impl From<State> for States {
    #[inline]
    fn from(state: State) -> States {
        States(1 << state.index())
    }
}

impl FromIterator<State> for States {
    fn from_iter<I: IntoIterator<Item = State>>(states: I) -> States {
        let mut all = States::NONE;
        states.into_iter().for_each(|state| all.insert(state));
        all
    }
}

/// The world as one player sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circle {
    /// Whose world it is.
    pub(crate) seat: Seat,
    /// States he leads: his empire and his allies that nobody plays.
    pub(crate) own: States,
    /// The empires of players allied to him. What those lead besides is not with him (A-3.6-not-transitive).
    pub(crate) allies: States,
    /// States that are with nobody.
    pub(crate) neutral: States,
}

impl Circle {
    /// States whose blocks his own can stand beside.
    pub(crate) fn friends(self) -> States {
        self.own.union(self.allies)
    }
}

/// Whose a place is, for one player (4.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Control {
    Friendly,
    Neutral,
    Enemy,
    /// A battle is to be fought there.
    Embattled,
}

/// The homelands of these states.
pub(crate) fn homes(states: States) -> PlaceSet {
    states.iter().fold(PlaceSet::EMPTY, |homes, state| homes | Place::homeland(state))
}

/// How many blocks stand in every place. There is an entry for every number a spot can have, so blocks beside the map need no
/// question: they are counted where nobody looks.
pub(crate) type Counts = [u8; SPOTS];

/// Sixteen bytes are compared at once.
const LANES: usize = 16;

/// The places that bear a mark.
fn marked(marks: &[u8; SPOTS], mark: u8) -> PlaceSet {
    let (chunks, _) = marks.as_chunks::<LANES>();
    let mark = u8x16::splat(mark);
    let mut words = [0; 3];
    for (number, chunk) in chunks.iter().take(words.len() * 64 / LANES).enumerate() {
        let equal = (u8x16::new(*chunk) & mark).cmp_eq(mark).move_mask() as u64;
        words[number * LANES / 64] |= equal << (number * LANES % 64);
    }
    PlaceSet::from_words(words)
}

/// The map as it lies before one player.
pub(crate) struct Lay {
    pub(crate) circle: Circle,
    /// Whose blocks stand in every place.
    pub(crate) presence: [States; SPOTS],
    pub(crate) count: Counts,
    pub(crate) friendly: PlaceSet,
    pub(crate) neutral: PlaceSet,
    pub(crate) embattled: PlaceSet,
}

impl Lay {
    #[inline]
    pub(crate) fn at(&self, place: Place) -> States {
        self.presence[place.index()]
    }

    pub(crate) fn control(&self, place: Place) -> Control {
        match place {
            place if self.embattled.contains(place) => Control::Embattled,
            place if self.friendly.contains(place) => Control::Friendly,
            place if self.neutral.contains(place) => Control::Neutral,
            _ => Control::Enemy,
        }
    }

    /// Friendly or neutral.
    #[inline]
    pub(crate) fn lets_pass(&self, place: Place) -> bool {
        self.friendly.contains(place) || self.neutral.contains(place)
    }
}

impl Alliance {
    pub(crate) fn players(&self) -> u8 {
        self.empires.len() as u8
    }

    /// The empire a seat leads.
    #[inline]
    pub(crate) fn empire(&self, seat: Seat) -> State {
        self.empires[seat.index()]
    }

    /// How a state stands; a minor that goes with an empire stands as that does.
    #[inline]
    pub(crate) fn standing(&self, state: State) -> Standing {
        match self.standings[state] {
            Standing::With(empire) => self.standings[empire],
            standing => standing,
        }
    }

    /// Who leads a state's blocks.
    #[inline]
    pub(crate) fn led_by(&self, state: State) -> Option<Seat> {
        match self.standing(state) {
            Standing::Player(seat) | Standing::Ally(seat) => Some(seat),
            Standing::With(_) | Standing::Neutral | Standing::Alone => None,
        }
    }

    /// Whether a seat leads this block (A-4.0-own, A-4.0-never).
    #[inline]
    pub(crate) fn leads(&self, seat: Seat, block: BlockId) -> bool {
        self.led_by(block.state()) == Some(seat)
    }

    pub(crate) fn are_allied(&self, a: Seat, b: Seat) -> bool {
        a == b || self.pacts.allied[a].contains(b)
    }

    /// The empire a minor goes with, else the state itself.
    pub(crate) fn head(&self, state: State) -> State {
        match self.standings[state] {
            Standing::With(empire) => empire,
            _ => state,
        }
    }

    /// Whether blocks of two states can stand side by side. Alone everybody is at war with everybody (A-12.2-setup).
    pub(crate) fn at_peace(&self, a: State, b: State) -> bool {
        if self.rules.solitaire {
            return self.head(a) == self.head(b);
        }
        match (self.standing(a), self.standing(b)) {
            (Standing::Player(a), Standing::Player(b)) => self.are_allied(a, b),
            (Standing::Player(a) | Standing::Ally(a), Standing::Player(b) | Standing::Ally(b)) => a == b,
            (a, b) => {
                let calm = |standing| matches!(standing, Standing::Neutral | Standing::Alone);
                calm(a) && calm(b)
            }
        }
    }

    /// Whether blocks of two states that have come together in a place can stay there without a battle: those whom two allies
    /// lead can, although the states are not allied themselves (A-3.6-not-transitive). They have won a battle side by side
    /// (A-7.8-join) or begin so; nobody can come into such company by moving.
    pub(crate) fn can_share(&self, a: State, b: State, at: Place) -> bool {
        let leaders = || self.led_by(a).zip(self.led_by(b));
        self.at_peace(a, b)
            || leaders().is_some_and(|(a, b)| self.are_allied(a, b) || self.are_billeted(a, b, at))
    }

    /// Whether the set-up has put blocks of two players together who have an ally in common (A-12.S-1812).
    fn are_billeted(&self, a: Seat, b: Seat, at: Place) -> bool {
        let common = |ally: Seat| self.are_allied(a, ally) && self.are_allied(b, ally);
        self.billets.contains(at) && Seat::first(self.players()).any(common)
    }

    /// Whether enemies are in a place.
    pub(crate) fn is_disputed(&self, place: Place) -> bool {
        let there = self.states_at(place);
        there.iter().any(|one| there.iter().any(|other| !self.can_share(one, other, place)))
    }

    /// Those whom the set-up has put together have parted, or are allied by now: from here on they are like anybody else
    /// (A-12.S-1812).
    pub(crate) fn leave_billets(&mut self) {
        let billets = std::mem::replace(&mut self.billets, PlaceSet::EMPTY);
        self.billets = billets.iter().filter(|place| self.is_disputed(*place)).collect();
    }

    /// The world as a player sees it.
    pub(crate) fn circle(&self, seat: Seat) -> Circle {
        let (mut own, mut neutral) = (States::NONE, States::NONE);
        for state in State::all() {
            match self.standing(state) {
                Standing::Player(leader) | Standing::Ally(leader) if leader == seat => own.insert(state),
                Standing::Neutral => neutral.insert(state),
                _ => {}
            }
        }
        let allies = self.pacts.allied[seat].iter().map(|ally| self.empire(ally)).collect();
        Circle { seat, own, allies, neutral }
    }

    /// The blocks in a place. It is asked all the time: sixteen spots are compared at once.
    #[inline]
    pub(crate) fn blocks_at(&self, place: Place) -> BlockSet {
        let (chunks, rest) = self.blocks.spots.as_array().as_chunks::<LANES>();
        let wanted = u8x16::splat(place.0);
        let mut words = [0; 3];
        for (number, chunk) in chunks.iter().enumerate() {
            let mut numbers = [0; LANES];
            numbers.iter_mut().zip(chunk).for_each(|(number, spot)| *number = spot.number());
            let equal = u8x16::new(numbers).cmp_eq(wanted).move_mask() as u64;
            words[number * LANES / 64] |= equal << (number * LANES % 64);
        }
        for (number, spot) in rest.iter().enumerate() {
            words[2] |= u64::from(spot.is(place)) << number;
        }
        BlockSet::from_words(words)
    }

    /// How many blocks stand in every place.
    pub(crate) fn counts(&self) -> Counts {
        let mut count = [0; SPOTS];
        self.blocks.spots.iter().for_each(|spot| count[usize::from(spot.number())] += 1);
        count
    }

    /// Where a block stands.
    #[inline]
    pub(crate) fn place(&self, block: BlockId) -> Option<Place> {
        self.blocks.spots[block].place()
    }

    #[inline]
    pub(crate) fn strength(&self, block: BlockId) -> u8 {
        self.blocks.strengths[block]
    }

    /// Whose blocks stand in a place.
    #[inline]
    pub(crate) fn states_at(&self, place: Place) -> States {
        self.blocks_at(place).iter().map(BlockId::state).collect()
    }

    /// The states that have blocks in each place.
    pub(crate) fn presence(&self) -> [States; SPOTS] {
        let mut presence = [States::NONE; SPOTS];
        for (spot, state) in self.blocks.spots.iter().zip(BlockId::states()) {
            presence[usize::from(spot.number())].insert(*state);
        }
        presence
    }

    /// Whether a battle is to be fought there (A-4.1-embattled).
    #[inline]
    pub(crate) fn is_embattled(&self, place: Place) -> bool {
        self.engagements.iter().any(|engagement| engagement.place == place)
    }

    /// The map as it lies before a player (4.1).
    pub(crate) fn lay(&self, seat: Seat) -> Lay {
        self.lay_for(self.circle(seat))
    }

    /// The map as it lies before whoever leads a state, or before the state itself if nobody does and this seat decides for it.
    pub(crate) fn lay_of(&self, state: State, seat: Seat) -> Lay {
        match self.led_by(state) {
            Some(seat) => self.lay(seat),
            None => {
                let own = State::all().filter(|other| self.head(*other) == self.head(state)).collect();
                let calm = |other: &State| self.standing(*other) == Standing::Neutral;
                let neutral = State::all().filter(calm).collect();
                self.lay_for(Circle { seat, own, allies: States::NONE, neutral })
            }
        }
    }

    fn lay_for(&self, circle: Circle) -> Lay {
        const FRIEND: u8 = 1;
        const CALM: u8 = 2;
        const ENEMY: u8 = 4;
        let friends = circle.friends();
        let mut lay = Lay {
            circle,
            presence: [States::NONE; SPOTS],
            count: [0; SPOTS],
            friendly: PlaceSet::EMPTY,
            neutral: PlaceSet::EMPTY,
            embattled: self.engagements.iter().fold(PlaceSet::EMPTY, |all, one| all.with(one.place)),
        };
        let mut marks = [0; SPOTS];
        let mut mark_of = [ENEMY; STATES];
        circle.neutral.iter().for_each(|state| mark_of[state.index()] = CALM);
        friends.iter().for_each(|state| mark_of[state.index()] = FRIEND);
        for (spot, state) in self.blocks.spots.iter().zip(BlockId::states()) {
            let number = usize::from(spot.number());
            lay.presence[number].insert(*state);
            lay.count[number] += 1;
            marks[number] |= mark_of[state.index()];
        }
        let [friend, calm, enemy] = [FRIEND, CALM, ENEMY].map(|mark| marked(&marks, mark));
        let vacant = |places: PlaceSet| places - friend - calm - enemy;
        // Vacant seas are neutral, and so is land that is nobody's (A-4.1-unclaimed).
        let unclaimed = homes(circle.neutral) | Place::unclaimed();
        // Whoever else is there without a battle does not oppose them (A-4.1-friendly).
        lay.friendly = (friend | vacant(homes(friends))) - lay.embattled;
        lay.neutral = ((calm - friend - enemy) | vacant(unclaimed)) - lay.embattled;
        lay
    }

    /// A state that was left alone is neutral again as soon as no enemy stands in its land, nor in that of minors which go with
    /// it, and none of its blocks is in a battle (A-4.32-none). In the solitaire game empires are always at war.
    pub(crate) fn recover_neutrality(&mut self, log: &mut Recorder<Event>) {
        for state in State::all() {
            let at_war = self.rules.solitaire && state.is_empire();
            if self.standings[state] == Standing::Alone && !at_war && !self.is_beset(state) {
                self.standings[state] = Standing::Neutral;
                log.record(|| Event::Turned { state, to: None });
            }
        }
    }

    /// Whether enemies are in a state's land, or at its blocks.
    fn is_beset(&self, state: State) -> bool {
        let own = |other: State| self.head(other) == state;
        BlockId::all().any(|block| {
            let Some(place) = self.place(block) else { return false };
            let invades = place.home().is_some_and(own) && !self.at_peace(state, block.state());
            invades || (own(block.state()) && self.is_embattled(place))
        })
    }

    /// The players in the order of their turns: the highest card first (A-3.1-order).
    pub(crate) fn order(&self) -> impl Iterator<Item = Seat> + use<> {
        let mut seats: arrayvec::ArrayVec<Seat, 7> = Seat::first(self.players()).collect();
        seats.sort_unstable_by_key(|seat| std::cmp::Reverse(self.hands[*seat].played));
        seats.into_iter()
    }

    /// All seats.
    pub(crate) fn seats(&self) -> Seats {
        Seats::first(self.players())
    }
}
