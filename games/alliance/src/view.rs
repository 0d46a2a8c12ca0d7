//! The table as one viewer sees it. Rulebook 2.2.1.

mod battle;
mod choices;
mod effects;
mod faces;
mod layers;
mod routes;

use std::cmp::Reverse;
use std::ops::Deref;
use std::sync::LazyLock;

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::{
    Gauge, Hand, Piece, PieceKey, Prompt, Role, Seat, Sheet, SheetPart, Spot as At, Table, Text, Tint, Track,
    Viewer,
};

use self::faces::Dealt;
pub(crate) use self::faces::name_of;
use crate::blocks::{BLOCKS, BlockId};
use crate::event::{listed, space};
use crate::places::Place;
use crate::state::{Alliance, PLAYERS, Phase, Spot, Stage};
use crate::states::{EMPIRES, STATES, State};

/// The game as a viewer sees it.
pub(crate) struct Seen<'a> {
    pub(crate) game: &'a Alliance,
    pub(crate) viewer: Viewer,
}

impl Deref for Seen<'_> {
    type Target = Alliance;

    fn deref(&self) -> &Alliance {
        self.game
    }
}

impl Alliance {
    /// The game as `viewer` sees it.
    pub(crate) fn seen(&self, viewer: Viewer) -> Seen<'_> {
        Seen { game: self, viewer }
    }
}

/// The hands of the table: the pools of states that nobody leads, then three for each seat.
const NOBODY: u8 = 0;
const HELD: u8 = 0;
const POOL: u8 = 1;
const PLAYED: u8 = 2;

const fn hand_of(seat: Seat, which: u8) -> u8 {
    1 + 3 * seat.0 + which
}

/// The order of play in words.
const ORDINALS: [&str; PLAYERS] = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th"];

/// What is said of every empire again and again.
struct Phrases {
    cards: String,
    pool: String,
    played: String,
    decides: String,
}

static PHRASES: LazyLock<[Phrases; EMPIRES.len()]> = LazyLock::new(|| {
    EMPIRES.map(|empire| Phrases {
        cards: format!("Cards of {empire}"),
        pool: format!("Force pool of {empire}"),
        played: format!("Card of {empire}"),
        decides: format!("{empire} decides."),
    })
});

/// Where a state is to be clicked: its greatest city, or the first of its regions.
fn seat_of(state: State) -> Place {
    let home = Place::homeland(state);
    let greatest = home.iter().max_by_key(|place| (place.value(), Reverse(place.index())));
    greatest.expect("every state has a homeland")
}

/// A block as it is laid on the table.
#[derive(Clone, Copy)]
struct Laid {
    block: BlockId,
    key: PieceKey,
    seen: bool,
}

/// Counts the pieces that a viewer cannot tell apart.
#[derive(Default)]
struct Unseen(u32);

impl Unseen {
    fn next(&mut self) -> PieceKey {
        self.0 += 1;
        PieceKey::unseen(self.0 - 1)
    }
}

/// How many blocks of a state are on the map, can be built, and wait for Winter.
#[derive(Clone, Copy, Default)]
struct Muster {
    on_map: u8,
    ready: u8,
    down: u8,
}

impl Muster {
    fn with(self, other: Muster) -> Muster {
        Muster {
            on_map: self.on_map + other.on_map,
            ready: self.ready + other.ready,
            down: self.down + other.down,
        }
    }

    fn gauges(self) -> impl Iterator<Item = Gauge> {
        let blocks = Gauge::number("Blocks", self.on_map.into());
        let ready = (self.ready > 0).then(|| Gauge::number("To build", self.ready.into()));
        let down = (self.down > 0).then(|| Gauge::number("Out until Winter", self.down.into()));
        std::iter::once(blocks).chain(ready).chain(down)
    }
}

impl State {
    /// The colour of its blocks (A-2.2-colours).
    pub(crate) fn tint(self) -> Tint {
        match self {
            State::Austria => Tint::White,
            State::Britain => Tint::Red,
            State::France => Tint::Blue,
            State::Prussia => Tint::Black,
            State::Russia => Tint::Green,
            State::Spain => Tint::Yellow,
            State::Turkey => Tint::Orange,
            _ => Tint::Brown,
        }
    }

    /// A letter that doubles the colour.
    pub(crate) fn letter(self) -> char {
        match self {
            State::Austria => 'A',
            State::Britain => 'B',
            State::France => 'F',
            State::Prussia => 'P',
            State::Russia => 'R',
            State::Spain => 'S',
            State::Turkey => 'T',
            _ => 'm',
        }
    }
}

impl Seen<'_> {
    pub(crate) fn table(&self) -> Table {
        let mut unseen = Unseen::default();
        let laid = self.laid(&mut unseen);
        Table {
            prompt: self.prompt(),
            to_act: self.deciders(),
            seats: self.sheets(),
            hands: self.hands_of_the_table(),
            tracks: self.tracks(),
            overlays: self.overlays(),
            battle: self.battle_board(&laid),
            outcome: engine::Game::outcome(self.game),
            ..Table::of(self.pieces(&laid, &mut unseen))
        }
    }

    fn tracks(&self) -> Vec<Track> {
        if self.rules.solitaire {
            let par = Some(i32::from(self.par()));
            return vec![
                Track::new("Card", self.flipped(), par),
                Track::new("Victory points", self.solo.score, par),
            ];
        }
        vec![
            Track::new("Year", self.year, Some(self.rules.last_year.into())),
            Track::new(if self.is_winter() { "Winter, turn" } else { "Turn" }, self.game_turn, Some(4)),
        ]
    }

    /// Every block with the key by which a viewer knows it. What he cannot tell apart is numbered in an order that does not
    /// depend on what it is.
    fn laid(&self, unseen: &mut Unseen) -> ArrayVec<Laid, BLOCKS> {
        let mut laid = ArrayVec::new();
        let mut hidden: ArrayVec<((Spot, State, engine::Badges), BlockId), BLOCKS> = ArrayVec::new();
        for block in BlockId::all() {
            if self.sees(self.viewer, block) {
                laid.push(Laid { block, key: PieceKey::of(&block), seen: true });
            } else {
                hidden.push(((self.blocks.spots[block], block.state(), self.marks(block)), block));
            }
        }
        hidden.sort_unstable_by_key(|(kind, _)| *kind);
        laid.extend(hidden.into_iter().map(|(_, block)| Laid { block, key: unseen.next(), seen: false }));
        laid
    }

    /// Everything on the table, by its keys: what the viewer knows comes before what he cannot tell apart, blocks before cards.
    fn pieces(&self, laid: &[Laid], unseen: &mut Unseen) -> Vec<Piece> {
        let (mut known, mut hidden) = (Vec::new(), Vec::new());
        for seat in Seat::first(self.players()) {
            let hand = &self.hands[seat];
            let own = self.viewer.is(seat);
            let held = hand.cards.iter().map(|card| (card, false));
            let aside = hand.aside.filter(|_| own).map(|card| (card, true));
            for (card, aside) in held.chain(aside) {
                let dealt = Dealt { card, seat, hand: hand_of(seat, HELD), shown: own, aside };
                let cards = if own { &mut known } else { &mut hidden };
                cards.push(self.card(dealt, unseen));
            }
            if let Some(card) = hand.played {
                let shown = own || self.cards_are_open();
                let dealt = Dealt { card, seat, hand: hand_of(seat, PLAYED), shown, aside: false };
                let cards = if shown { &mut known } else { &mut hidden };
                cards.push(self.card(dealt, unseen));
            }
        }
        known.sort_unstable_by_key(|card| card.key);
        let block = |laid: &Laid| {
            let at = match self.place(laid.block) {
                Some(place) => At::Space(space(place)),
                None => {
                    let leader = self.led_by(laid.block.state());
                    At::Hand { hand: leader.map_or(NOBODY, |seat| hand_of(seat, POOL)) }
                }
            };
            self.piece(laid, at)
        };
        let (seen, turned_away) = laid.split_at(laid.partition_point(|laid| laid.seen));
        let mut pieces = Vec::with_capacity(laid.len() + known.len() + hidden.len());
        pieces.extend(seen.iter().map(block));
        pieces.extend(known);
        pieces.extend(turned_away.iter().map(block));
        pieces.extend(hidden);
        pieces
    }

    fn hands_of_the_table(&self) -> Vec<Hand> {
        let mut hands = Vec::with_capacity(1 + 3 * usize::from(self.players()));
        hands.push(Hand { title: "Pools of neutrals".into(), seat: None, role: Role::Pool });
        for seat in Seat::first(self.players()) {
            let phrases = &PHRASES[self.empire(seat).index()];
            let titles =
                [(&phrases.cards, Role::Held), (&phrases.pool, Role::Pool), (&phrases.played, Role::Played)];
            hands.extend(titles.map(|(title, role)| Hand {
                title: title.as_str().into(),
                seat: Some(seat),
                role,
            }));
        }
        hands
    }

    fn sheets(&self) -> Vec<Sheet> {
        let scores = self.scores_known_to();
        let mut musters = [Muster::default(); STATES];
        for (spot, state) in self.blocks.spots.iter().zip(BlockId::states()) {
            let muster = &mut musters[state.index()];
            match *spot {
                Spot::READY => muster.ready += 1,
                Spot::DOWN => muster.down += 1,
                _ => muster.on_map += 1,
            }
        }
        let sheet = |seat: Seat| self.sheet(seat, scores[seat.index()], &musters);
        Seat::first(self.players()).map(sheet).collect()
    }

    fn sheet(&self, seat: Seat, score: i16, musters: &[Muster; STATES]) -> Sheet {
        let empire = self.empire(seat);
        let own = self.viewer.is(seat);
        let mut gauges = Vec::with_capacity(8);
        gauges.push(Gauge::number("Victory points", score.into()));
        if own || !self.rules.hidden_treasuries || self.ended.is_some() {
            gauges.push(Gauge::number("Gold", self.treasuries[seat].into()));
        }
        // Everybody can count what is spent.
        if self.phase == Phase::Actions && self.turn.seat == seat {
            gauges.push(Gauge::number("Action points", self.turn.points.into()));
            gauges.push(Gauge::number("Gold spent", self.turn.spent.into()));
        }
        let led: ArrayVec<State, STATES> =
            State::all().filter(|state| self.led_by(*state) == Some(seat)).collect();
        let all = led.iter().fold(Muster::default(), |all, state| all.with(musters[state.index()]));
        gauges.extend(all.gauges());
        if self.hands[seat].played.is_some() && self.cards_are_open() {
            let nth = self.order().position(|other| other == seat).unwrap_or(0);
            gauges.push(Gauge::new("Plays", ORDINALS[nth]));
        }
        let others = || led.iter().filter(|state| **state != empire);
        let part = |state: State| SheetPart {
            name: state.name().into(),
            tint: state.tint(),
            gauges: musters[state.index()].gauges().collect(),
            notes: Vec::new(),
        };
        let powers = std::iter::once(&empire).chain(others());
        let parts = if led.len() > 1 { powers.map(|state| part(*state)).collect() } else { Vec::new() };
        let allies = others().filter(|state| state.is_empire());
        let tints = std::iter::once(&empire).chain(allies).map(|state| state.tint()).collect();
        let notes = self.notes(seat);
        Sheet { seat, name: empire.name().into(), tints, alive: true, gauges, notes, parts }
    }

    /// What stands between a seat and the other players, as far as a viewer is told.
    fn notes(&self, seat: Seat) -> Vec<Text> {
        let own = self.viewer.is(seat);
        let mut notes: Vec<Text> = Vec::new();
        for other in Seat::first(self.players()) {
            let name = self.empire(other);
            if other != seat && self.are_allied(seat, other) && self.knows_of(seat, other) {
                notes.push(format!("Allied with {name}").into());
                if (own || self.viewer.is(other)) && !self.pacts.admitted[seat].contains(other) {
                    notes.push(format!("Denies {name} passage").into());
                }
            }
        }
        if self.hands[seat].used && !self.rules.solitaire {
            notes.push("Has used the event of this turn's card".into());
        }
        if let Phase::Match(bid) = self.phase
            && bid.rolling.contains(seat)
        {
            notes.push(format!("Bids {} gold for {}", bid.gold, bid.target).into());
        }
        let lost = |place: &Place| place.home().is_some_and(|home| self.led_by(home) == Some(seat));
        notes.extend(self.spoils.iter().filter(lost).map(|place| format!("Has ceded {place}").into()));
        if let Some(open) = self.talk.proposal.filter(|open| open.from == seat) {
            let told = own || self.viewer.is(open.to) || !self.is_private();
            let to = self.empire(open.to);
            notes.push(match open.sent && told {
                true => format!("Proposes to {to}: {}", self.bargain(&open).terms()).into(),
                false => format!("Talks with {to}").into(),
            });
        }
        notes
    }

    fn prompt(&self) -> Prompt {
        if self.ended.is_some() {
            return Prompt::new("over", "The game is over.");
        }
        let deciders = self.deciders();
        if !deciders.iter().any(|seat| self.viewer.is(seat)) {
            // Everybody sees who talks with whom.
            if let Some(open) = &self.talk.proposal {
                let (from, to) = (self.empire(open.from), self.empire(open.to));
                return Prompt::new("wait", format!("{from} and {to} negotiate."));
            }
            let mut names = deciders.iter().map(|seat| self.empire(seat));
            return match (names.next(), names.next()) {
                (Some(empire), None) => Prompt::new("wait", PHRASES[empire.index()].decides.as_str()),
                _ => {
                    let names = listed(deciders.iter().map(|seat| self.empire(seat).name()));
                    Prompt::new("wait", format!("{names} decide."))
                }
            };
        }
        if let Some(fight) = &self.fight {
            return self.prompt_in_fight(fight.place, fight.round, fight.stage);
        }
        if !self.urgent.is_empty() {
            return Prompt::new("battle", "These battles must be fought at once. Choose the first.");
        }
        if let Some(open) = &self.talk.proposal {
            let terms = self.bargain(open).terms();
            return match open.sent {
                true => {
                    Prompt::new("answer", format!("{} proposes {terms}. Accept?", self.empire(open.from)))
                }
                false => {
                    Prompt::new("proposal", format!("Your proposal to {}: {terms}.", self.empire(open.to)))
                }
            };
        }
        match self.phase {
            Phase::Discard => Prompt::new("discard", "Put one of your 5 cards aside."),
            Phase::Cards => Prompt::new("card", "Play a card face down."),
            Phase::Bid => Prompt::new(
                "bid",
                "Your leader may bid for an empire or a minor. Click its capital, or decline.",
            ),
            Phase::Match(bid) => Prompt::new(
                "match",
                format!("{} bids {} gold for {}. Match it?", self.empire(bid.by), bid.gold, bid.target),
            ),
            Phase::Actions => {
                let prompt = match self.turn.group {
                    Some(place) => {
                        Prompt::new("actions", format!("Move the group in {place}, or do something else."))
                    }
                    None => Prompt::new("actions", "Move groups, levy or build; what is left is saved."),
                };
                let points = Gauge::count(self.turn.points, "action point", "action points");
                let gold = Gauge::number("gold to spend", self.purse().into());
                Prompt { gauges: vec![points, gold], ..prompt }
            }
            Phase::Battles(_) => match self.evictor() {
                Some((_, place)) => {
                    Prompt::new("give-up", format!("{place} holds too many blocks. Give one up."))
                }
                None => Prompt::new("battle", "Choose the next battle."),
            },
            Phase::Decided | Phase::Close => Prompt::default(),
            Phase::Disband(_) => Prompt::new("disband", "Winter: disband blocks, or end the phase."),
            Phase::Talks(_) => Prompt::new("talks", "Winter: negotiate with the others."),
        }
    }

    fn prompt_in_fight(&self, place: Place, round: u8, stage: Stage) -> Prompt {
        match stage {
            Stage::Events(_) => Prompt::new("event", format!("Battle of {place}: use your leader's event?")),
            Stage::Victim(_) => Prompt::new("victim", "Choose the block that suffers the enemy's event."),
            Stage::Fire if round == 1 => {
                Prompt::new("fire", format!("Battle of {place}, round 1: fire or hold fire."))
            }
            Stage::Fire => {
                Prompt::new("fire", format!("Battle of {place}, round {round}: fire, hold fire or retreat."))
            }
            Stage::Hits { hits, .. } => Prompt {
                gauges: vec![Gauge::count(hits, "hit", "hits")],
                ..Prompt::new("hits", "Choose which of your strongest blocks takes the hit.")
            },
            Stage::Extend(_) => Prompt::new("extend", format!("Fight on in {place} in round {}?", round + 1)),
            Stage::Aftermath(seats) if seats.is_empty() => {
                Prompt::new("give-up", format!("{place} holds too many blocks. Give one up."))
            }
            Stage::Aftermath(_) => {
                Prompt::new("aftermath", format!("{place} is won: regroup, pursue or stay."))
            }
        }
    }
}
