//! What is hidden from whom, and worlds that fit what somebody knows. Rulebook 2.2.1, 3.0, 3.4, 6.2.
//!
//! A world is drawn from nothing but what its seat knows: first everything hidden is put in an order that says nothing about it,
//! then it is dealt anew.

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::{Chance, Seat, Seats, Viewer};

use crate::blocks::{BlockId, BlockSet, Kind};
use crate::cards::{Card, Cards};
use crate::control::{Player, Unit};
use crate::pacts::pairs;
use crate::places::{PLACES, Place, Room};
use crate::state::{Alliance, Origin, PLAYERS, Packet, Phase, Proposal, Spot, Stage, Standing};
use crate::states::State;
use crate::view::Seen;

/// A place for a block of which somebody sees no more than this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Slot {
    spot: Spot,
    origin: Origin,
    marks: u8,
}

/// What else can be seen of a block, one bit each.
const ATTACKING: u8 = 1;
const RESERVE: u8 = 1 << 1;
const INVADING: u8 = 1 << 2;
const MOVED: u8 = 1 << 3;
const LEVIED: u8 = 1 << 4;
const MARCHING: u8 = 1 << 5;
/// On an island there is one army and one fleet, and everybody can count.
const ISLAND_ARMY: u8 = 1 << 6;
const ISLAND_FLEET: u8 = 1 << 7;

impl Slot {
    fn is(&self, mark: u8) -> bool {
        self.marks & mark != 0
    }

    /// An order that says nothing about who is there.
    fn key(&self) -> u32 {
        u32::from_be_bytes([0, self.spot.number(), self.origin.number(), self.marks])
    }
}

/// Blocks of a state that somebody cannot tell apart, and where they stand. No state has more than 24.
type Blocks = ArrayVec<BlockId, 24>;
type Slots = ArrayVec<Slot, 24>;

/// How much gold one imagines in a hidden treasury: less than this.
const GUESS: u32 = 16;

impl Alliance {
    /// Whether a viewer sees what a block is, and its strength (A-2.2.1-fog).
    pub(crate) fn sees(&self, viewer: Viewer, block: BlockId) -> bool {
        self.is_open(viewer, block.state()) || self.is_shown(block)
    }

    /// Whether a viewer sees all blocks of a state.
    fn is_open(&self, viewer: Viewer, state: State) -> bool {
        match self.standing(state) {
            Standing::Player(seat) | Standing::Ally(seat) => viewer.is(seat),
            // Alone, all but the blocks of the card's empire are turned away (A-12.2-setup).
            Standing::With(_) | Standing::Neutral | Standing::Alone => !self.rules.solitaire,
        }
    }

    /// Whether everybody sees a block.
    fn is_shown(&self, block: BlockId) -> bool {
        let down = self.blocks.spots[block] == Spot::DOWN && !self.unit(block).is_being_disbanded();
        down || self.unit(block).is_revealed()
    }

    /// Whether the cards of this game turn lie open.
    pub(crate) fn cards_are_open(&self) -> bool {
        !matches!(self.phase, Phase::Cards)
    }

    fn set_allied(&mut self, a: Seat, b: Seat, allied: bool) {
        for (one, other) in [(a, b), (b, a)] {
            for seats in [&mut self.pacts.allied, &mut self.pacts.admitted] {
                let seats = &mut seats[one];
                if allied { seats.insert(other) } else { seats.remove(other) }
            }
        }
    }
}

impl Unit<'_> {
    /// Whether a block has been disbanded by the player who is still choosing: it is shown when he is done, and can be taken back
    /// until then. All others in the pools have stood up before (A-3.5-sequence).
    fn is_being_disbanded(&self) -> bool {
        match self.phase {
            Phase::Disband(done) => self.order().nth(done.into()) == self.led_by(self.block.state()),
            _ => false,
        }
    }

    /// Whether a block lies face-up in the battle that is being fought (A-7.1-oneby).
    fn is_revealed(&self) -> bool {
        self.fight.as_ref().is_some_and(|fight| {
            self.blocks.spots[self.block].is(fight.place) && !self.reserves.contains(self.block)
        })
    }
}

impl Player<'_> {
    /// A world that fits what a seat knows.
    pub(crate) fn determinize(&self, chance: &mut impl Chance) -> Alliance {
        let mut world = self.game.clone();
        for state in State::all() {
            reshuffle_blocks(&mut world, self.seat, state, chance);
        }
        redeal(&mut world, self.seat, chance);
        // At the end all is told but what the blocks are.
        let over = self.ended.is_some();
        if self.rules.secret_alliances && !over {
            redraw_alliances(&mut world, self.seat, chance);
        }
        if self.is_private() {
            forget_proposal(&mut world, self.seat);
        }
        if self.rules.hidden_treasuries && !over {
            redraw_treasuries(&mut world, self.seat, chance);
        }
        world.dice.reseed(chance);
        world
    }
}

impl Seen<'_> {
    /// Whether a viewer knows if two players are allied (A-6.2-secret).
    pub(crate) fn knows_of(&self, a: Seat, b: Seat) -> bool {
        !self.rules.secret_alliances
            || self.viewer.is(a)
            || self.viewer.is(b)
            || self.pacts.open[a].contains(b)
            || self.ended.is_some()
    }

    /// The same game with no alliance that a viewer does not know of, and with every other in full force: whom somebody does not
    /// let in is told to none but those two.
    pub(crate) fn known_to(&self) -> Alliance {
        let mut known = self.game.clone();
        for (a, b) in pairs(self.seats()) {
            if !self.knows_of(a, b) {
                known.set_allied(a, b, false);
            } else if self.are_allied(a, b) && !self.viewer.is(a) && !self.viewer.is(b) {
                known.set_allied(a, b, true);
            }
        }
        known
    }

    /// The victory points of all seats, as far as a viewer can tell: alliances that he does not know of do not count.
    pub(crate) fn scores_known_to(&self) -> [i16; PLAYERS] {
        match self.rules.secret_alliances {
            true => self.known_to().scores(),
            false => self.scores(),
        }
    }
}

/// Exchanges the blocks of a state that a seat cannot tell apart, and draws their strength anew.
fn reshuffle_blocks(world: &mut Alliance, seat: Seat, state: State, chance: &mut impl Chance) {
    if world.is_open(Viewer::Seat(seat), state) {
        return;
    }
    let hidden: BlockSet = BlockId::of(state).iter().filter(|block| !world.is_shown(*block)).collect();
    // Whoever has the fewest places to be in is settled first.
    let (forts, fleets) = (hidden & BlockId::fortresses(), hidden & BlockId::fleets());
    let armies = hidden - forts - fleets;
    let blocks: Blocks = forts.iter().chain(fleets.iter()).chain(armies.iter()).collect();
    let mut slots: Slots = blocks.iter().map(|block| slot(world, *block)).collect();
    slots.sort_unstable_by_key(Slot::key);
    chance.shuffle(&mut slots);
    let mut taken: [Option<BlockId>; 24] = [None; 24];
    for block in &blocks {
        let found = settle(*block, &slots, &mut 0, &mut taken);
        debug_assert!(found, "there is a slot for {block}: the one it stands in");
    }
    for set in [&mut world.attackers, &mut world.reserves, &mut world.invaders] {
        set.subtract(&hidden);
    }
    for set in [&mut world.turn.moved, &mut world.turn.levied] {
        set.subtract(&hidden);
    }
    for (slot, block) in slots.iter().zip(taken) {
        if let Some(block) = block {
            put_into(world, slot, block);
            world.blocks.strengths[block] = imagined_strength(slot, block, chance);
        }
    }
}

fn slot(world: &Alliance, block: BlockId) -> Slot {
    let spot = world.blocks.spots[block];
    let mut marks = 0;
    let mut mark = |seen: bool, mark: u8| marks |= if seen { mark } else { 0 };
    mark(world.attackers.contains(block), ATTACKING);
    mark(world.reserves.contains(block), RESERVE);
    mark(world.invaders.contains(block), INVADING);
    mark(world.turn.moved.contains(block), MOVED);
    mark(world.turn.levied.contains(block), LEVIED);
    mark(world.turn.march.is_some_and(|march| march.block == block), MARCHING);
    if spot.place().is_some_and(|place| place.room() == Room::Island) {
        mark(true, if block.is_fleet() { ISLAND_FLEET } else { ISLAND_ARMY });
    }
    Slot { spot, origin: world.blocks.origins[block], marks }
}

/// Puts a hidden block into a slot; all of them have been taken out of the sets before.
fn put_into(world: &mut Alliance, slot: &Slot, block: BlockId) {
    world.blocks.spots[block] = slot.spot;
    world.blocks.origins[block] = slot.origin;
    if slot.marks == 0 {
        return;
    }
    let sets = [
        (&mut world.attackers, ATTACKING),
        (&mut world.reserves, RESERVE),
        (&mut world.invaders, INVADING),
        (&mut world.turn.moved, MOVED),
        (&mut world.turn.levied, LEVIED),
    ];
    for (set, _) in sets.into_iter().filter(|(_, mark)| slot.is(*mark)) {
        set.insert(block);
    }
    if let Some(march) = world.turn.march.as_mut().filter(|_| slot.is(MARCHING)) {
        march.block = block;
    }
}

/// Deals the cards anew that a seat has not seen.
fn redeal(world: &mut Alliance, seat: Seat, chance: &mut impl Chance) {
    let open = world.cards_are_open();
    let mut known = world.spent;
    let own = &world.hands[seat];
    known.extend(own.cards.iter().chain(own.aside).chain(own.played));
    if open {
        known.extend(world.hands.iter().filter_map(|hand| hand.played));
    }
    let mut unknown: ArrayVec<Card, 42> = Card::all().filter(|card| !known.contains(*card)).collect();
    chance.shuffle(&mut unknown);
    let mut draw = unknown.into_iter();
    for other in Seat::first(world.players()).filter(|other| *other != seat) {
        let hand = &mut world.hands[other];
        hand.cards = draw.by_ref().take(hand.cards.len()).collect::<Cards>();
        hand.aside = hand.aside.and_then(|_| draw.next());
        if !open {
            hand.played = hand.played.and_then(|_| draw.next());
        }
    }
}

/// Has others be allied or not, where that is a secret and nothing on the map tells it.
fn redraw_alliances(world: &mut Alliance, seat: Seat, chance: &mut impl Chance) {
    let plain = plain_to_see(world);
    for (a, b) in pairs(world.seats().without(seat)) {
        if !world.pacts.open[a].contains(b) && !plain[a.index()].contains(b) {
            world.set_allied(a, b, chance.below(4) == 0);
        }
    }
}

/// Of whom everybody sees whether they are allied, because they share a place: either they fight there or not. Whoever shares
/// one in peace without being allied, as the set-up of 1812 has it, has a friend in common, and all his friends are taken as
/// known.
fn plain_to_see(world: &Alliance) -> [Seats; 7] {
    let mut there = [Seats::NONE; PLACES];
    for block in BlockId::all() {
        if let (Some(place), Some(leader)) = (world.place(block), world.led_by(block.state())) {
            there[place.index()].insert(leader);
        }
    }
    let mut plain = [Seats::NONE; 7];
    for place in Place::all() {
        let peace = !world.is_embattled(place);
        for (a, b) in pairs(there[place.index()]) {
            let strangers = peace && !world.are_allied(a, b);
            for (one, other) in [(a, b), (b, a)] {
                plain[one.index()].insert(other);
                if strangers {
                    plain[one.index()] = world.seats();
                    world.seats().iter().for_each(|seat| plain[seat.index()].insert(one));
                }
            }
        }
    }
    plain
}

/// What two others say to each other in secret: an alliance, one supposes.
fn forget_proposal(world: &mut Alliance, seat: Seat) {
    if let Some(open) = world.talk.proposal.as_mut().filter(|open| open.from != seat) {
        if open.sent && open.to == seat {
            return;
        }
        let (given, wanted) = (Packet::default(), Packet::default());
        *open = Proposal { given, wanted, alliance: true, surrender: false, ..*open };
    }
}

/// What is in the treasuries of the others: at least what they are offering.
fn redraw_treasuries(world: &mut Alliance, seat: Seat, chance: &mut impl Chance) {
    for other in Seat::first(world.players()).filter(|other| *other != seat) {
        let offered = world.talk.proposal.filter(|open| open.from == other && open.sent);
        let least = offered.map_or(0, |open| open.given.gold);
        world.treasuries[other] = least.max(chance.below(GUESS) as u16);
    }
}

/// Whether a block could stand there, for all that can be seen.
fn fits(block: BlockId, slot: &Slot) -> bool {
    // Whoever is in a pool unseen may be anybody, but Napoléon is not disbanded.
    let Some(place) = slot.spot.place() else { return slot.spot != Spot::DOWN || !block.is_napoleon() };
    let came = slot.origin.place();
    let fits = match block.kind() {
        Kind::Fleet => {
            place.is_sea() || (place.is_base() && came.is_none_or(|from| from.is_sea()) && !slot.is(INVADING))
        }
        Kind::Fortress => came.is_none() && !slot.is(MOVED) && block.printed().region == Some(place),
        kind => {
            let lands = matches!(kind, Kind::Hq | Kind::Infantry) || !slot.is(INVADING);
            !place.is_sea() && came.is_none_or(|from| !from.is_sea()) && lands
        }
    };
    let barred = if block.is_fleet() { ISLAND_ARMY } else { ISLAND_FLEET };
    fits && !slot.is(barred)
}

/// Finds a slot for a block; where none is free, whoever has one already looks for another. `tried` has a bit for every slot that
/// was tried.
fn settle(block: BlockId, slots: &Slots, tried: &mut u32, taken: &mut [Option<BlockId>; 24]) -> bool {
    let free = |at: &usize| taken[*at].is_none() && *tried >> *at & 1 == 0 && fits(block, &slots[*at]);
    if let Some(at) = (0..slots.len()).find(free) {
        taken[at] = Some(block);
        return true;
    }
    for (at, slot) in slots.iter().enumerate() {
        let Some(other) = taken[at].filter(|_| *tried >> at & 1 == 0 && fits(block, slot)) else { continue };
        *tried |= 1 << at;
        if settle(other, slots, tried, taken) {
            taken[at] = Some(block);
            return true;
        }
    }
    false
}

/// A block in the pool has its least strength, one on the map up to two steps less than it can have.
fn imagined_strength(slot: &Slot, block: BlockId, chance: &mut impl Chance) -> u8 {
    match slot.spot.place() {
        Some(_) => block.steps().saturating_sub(chance.below(3) as u8).max(block.least()),
        None => block.least(),
    }
}

/// Whether everybody can tell that whoever decides has no choice, if he has none: not where it hangs on blocks that stand
/// upright, on hidden gold or on secret alliances.
pub(crate) fn openly_forced(game: &Alliance) -> bool {
    if let Some(fight) = &game.fight {
        return match fight.stage {
            // Who is there lies face-up; where he can go hangs on who is a friend.
            Stage::Fire => fight.round == 1 || !game.rules.secret_alliances,
            Stage::Aftermath(_) => {
                let unseen = !(game.blocks_at(fight.place) & game.reserves).is_empty();
                !unseen && !game.rules.secret_alliances
            }
            Stage::Events(_) | Stage::Victim(_) | Stage::Hits { .. } | Stage::Extend(_) => true,
        };
    }
    if game.talk.proposal.is_some() && game.urgent.is_empty() {
        return false;
    }
    match game.phase {
        _ if !game.urgent.is_empty() => true,
        // How many cards somebody holds is plain to see.
        Phase::Discard | Phase::Cards | Phase::Battles(_) => true,
        Phase::Bid | Phase::Match(_) => !game.rules.hidden_treasuries,
        Phase::Actions | Phase::Decided | Phase::Close | Phase::Disband(_) | Phase::Talks(_) => false,
    }
}
