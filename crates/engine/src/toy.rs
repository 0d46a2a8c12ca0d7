//! Skirmish: a whole game in one file, for testing what is written against [`Game`].
//!
//! Two sides pull a marker along a line of nine spaces: even seats to the west, odd seats to the east. Each round
//! every seat lays a card face down; the highest card and die together wins the duel, and the winner marches: three
//! points, one space each, in either direction. A seat of the other side may spend its one token before the first
//! step to take a point off. The side that has the marker at its end, or on its half after the last round, wins.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::{
    Alternative, Badge, Badges, Board, Chance, Choice, Denied, Dice, Facing, Form, Game, Gauge, Ground, Hand,
    Info, Keyed, Layer, Layout, Ledger, Line, OptionKind, OptionSpec, Outcome, Overlay, OverlayKind, Piece,
    PieceKey, Preset, Print, Printed, Prompt, Recorder, Role, Route, Scenario, Seat, SeatRange, Seats, Setup,
    SetupError, Sheet, Space, SpaceRef, Spot, Symbol, Table, Target, Tint, Track, Values, Verb, Viewer, rule,
};

const CARDS: usize = 24;
const LAST: u8 = 8;
const MIDDLE: u8 = LAST / 2;
const POINTS: u8 = 3;

/// The marker as a piece of the table.
#[derive(Clone, Copy, Debug)]
pub struct Marker;

impl Keyed for Marker {
    const FAMILY: u8 = 0;

    fn number(&self) -> u32 {
        0
    }

    fn numbered(number: u32) -> Option<Marker> {
        (number == 0).then_some(Marker)
    }
}

/// A card as a piece of the table.
#[derive(Clone, Copy, Debug)]
pub struct Card(pub u8);

impl Keyed for Card {
    const FAMILY: u8 = 1;

    fn number(&self) -> u32 {
        self.0.into()
    }

    fn numbered(number: u32) -> Option<Card> {
        u8::try_from(number).ok().filter(|&card| usize::from(card) < CARDS).map(Card)
    }
}

static MARKER: LazyLock<Print> = LazyLock::new(|| Print {
    symbol: Some(Symbol::Marker),
    ..Print::plain("The marker", Form::Token, Tint::Black, 'M')
});

/// The faces of the cards, then their back.
static FACES: LazyLock<Vec<Print>> = LazyLock::new(|| {
    let back = Print::plain("A card", Form::Card, Tint::Grey, 'C');
    let face = |card| Print {
        name: format!("Card {card}").into(),
        figures: vec![Gauge::number("Worth", card as i32)].into(),
        ..back.clone()
    };
    (1..=CARDS).map(face).chain([back.clone()]).collect()
});

/// The state of a skirmish.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Skirmish {
    seats: u8,
    rounds: u8,
    gambles: bool,
    dice: Dice,
    /// Rounds played.
    round: u8,
    /// Where the marker stands, 0 in the west.
    marker: u8,
    /// Where each card is; card `n` is worth `n + 1`.
    cards: [Place; CARDS],
    /// Who still has a token.
    tokens: Seats,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
enum Place {
    Deck,
    Hand(Seat),
    Down(Seat),
    Spent,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Phase {
    Commit,
    March { seat: Seat, points: u8, moved: bool },
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Lay this card face down.
    Commit(u8),
    /// March one space towards 0.
    West,
    /// March one space towards 8.
    East,
    /// Spend a point on a die: on 4 or more the marker moves a space to the marcher's side. Only with the option.
    Gamble,
    /// End the march.
    Halt,
    /// Spend the token to take a point off the other side's march.
    Harass,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// Hands were dealt.
    Dealt,
    /// A card was laid face down.
    Committed(Seat, u8),
    /// The cards were turned up, each seat rolled, and one won.
    Duel(Vec<(Seat, u8, u8)>, Seat),
    /// The marker went one space.
    Marched(Seat, u8),
    /// A die was rolled for the marker, which is now here.
    Gambled(Seat, u8, u8),
    /// The march is over.
    Halted(Seat),
    /// A token was spent.
    Harassed(Seat),
}

static LEDGER: LazyLock<Ledger> = LazyLock::new(|| {
    let rules = [
        ("K-1-turn", "Only the seats whose decision it is decide."),
        ("K-2-hand", "A card is laid from the hand of its owner."),
        ("K-3-march", "Only the winner of the duel marches, one space at a time."),
        ("K-3-gamble", "With the option, a point buys a die instead of a step."),
        ("K-4-token", "One token a seat, spent on a march of the other side."),
        ("K-4-first", "A token is spent before the first step."),
    ];
    let entry = |(id, text): &(&str, &str)| {
        format!("[[rule]]\nid = '{id}'\nsection = '{}'\ntext = '{text}'\n", &id[2..3])
    };
    Ledger::parse(&rules.iter().map(entry).collect::<String>()).expect("the ledger is sound")
});

static INFO: LazyLock<Info> = LazyLock::new(|| {
    let option = |id, title, help, kind, default| {
        let (rule, needs, excludes) = (None, vec![], vec![]);
        OptionSpec { id, title, help, group: "Rules", rule, kind, default, needs, excludes }
    };
    let scenario = |id, title, blurb, seats, defaults| Scenario { id, title, blurb, seats, defaults };
    Info {
        id: "skirmish",
        title: "Skirmish",
        blurb: "Two sides pull a marker along a line.",
        revision: 1,
        seats: SeatRange::new(2, 4),
        scenarios: vec![
            scenario("field", "Open field", "From the middle.", SeatRange::new(2, 4), vec![]),
            scenario(
                "bridge",
                "The bridge",
                "The west is ahead.",
                SeatRange::new(2, 2),
                vec![("rounds", 2.into())],
            ),
        ],
        options: vec![
            option("gambles", "Gambles", "A point may buy a die.", OptionKind::Flag, false.into()),
            option("rounds", "Rounds", "How many.", OptionKind::Number { min: 1, max: 5 }, 4.into()),
        ],
        presets: vec![Preset {
            id: "wild",
            title: "Wild",
            help: "Five rounds with gambles.",
            scenario: "field",
            seats: SeatRange::new(2, 4),
            options: vec![("gambles", true.into()), ("rounds", 5.into())],
        }],
        orders: vec![option(
            "card",
            "Cards",
            "Which card to lay without being asked.",
            OptionKind::Choice {
                choices: [("ask", "Ask me"), ("low", "The lowest"), ("high", "The highest")]
                    .map(|(id, title)| Alternative { id, title })
                    .into(),
            },
            "ask".into(),
        )],
        layers: vec![Layer::Reach],
        glossary: Vec::new(),
        ledger: &LEDGER,
    }
});

static BOARDS: LazyLock<[Board; 1]> = LazyLock::new(|| {
    let space = |number: u8| Space {
        name: format!("space {number}"),
        centre: (f32::from(number) + 0.5, 0.5),
        rings: vec![],
        touches: vec![],
        ground: Ground::Clear,
        tint: None,
        letter: '.',
        land: None,
        symbol: None,
        mark: None,
        notes: vec![],
    };
    let (columns, rows) = (u16::from(LAST) + 1, 1);
    [Board {
        title: "The line".into(),
        width: f32::from(columns),
        height: 1.0,
        layout: Layout::Squares { columns, rows },
        picture: None,
        legend: Vec::new(),
        spaces: (0..=LAST).map(space).collect(),
    }]
});

/// Whether two seats pull the same way.
fn allied(a: Seat, b: Seat) -> bool {
    a.0 % 2 == b.0 % 2
}

fn space(number: u8) -> SpaceRef {
    SpaceRef { board: 0, space: u16::from(number) }
}

impl Skirmish {
    /// Where the marker stands, 0 in the west, 8 in the east.
    pub fn marker(&self) -> u8 {
        self.marker
    }

    fn cards_at(&self, place: Place) -> impl Iterator<Item = usize> {
        (0..CARDS).filter(move |&card| self.cards[card] == place)
    }

    fn in_play(&self) -> Result<(), Denied> {
        if self.is_over() { Err(Denied::new(rule!("K-1-turn"), "The game is over")) } else { Ok(()) }
    }

    fn is_over(&self) -> bool {
        self.round == self.rounds || self.marker == 0 || self.marker == LAST
    }

    /// How far the marker is on the seat's side, from -4 to 4.
    fn lead(&self, seat: Seat) -> i32 {
        let east = i32::from(self.marker) - i32::from(MIDDLE);
        if allied(seat, Seat(1)) { east } else { -east }
    }

    fn may_commit(&self, seat: Seat, card: u8) -> Result<(), Denied> {
        self.in_play()?;
        if self.phase != Phase::Commit || self.cards.contains(&Place::Down(seat)) {
            return Err(Denied::new(rule!("K-1-turn"), "This is not the time to lay a card"));
        }
        if self.cards.get(usize::from(card)) != Some(&Place::Hand(seat)) {
            return Err(Denied::new(rule!("K-2-hand"), "That card is not in your hand"));
        }
        Ok(())
    }

    fn may_march(&self, seat: Seat) -> Result<(), Denied> {
        self.in_play()?;
        match self.phase {
            Phase::March { seat: marcher, .. } if marcher == seat => Ok(()),
            _ => Err(Denied::new(rule!("K-3-march"), "You do not march now")),
        }
    }

    fn may_gamble(&self, seat: Seat) -> Result<(), Denied> {
        self.may_march(seat)?;
        if self.gambles {
            return Ok(());
        }
        Err(Denied::new(rule!("K-3-gamble"), "This game is played without gambles"))
    }

    fn may_harass(&self, seat: Seat) -> Result<(), Denied> {
        self.in_play()?;
        match self.phase {
            Phase::March { seat: marcher, .. } if allied(marcher, seat) || !self.tokens.contains(seat) => {
                Err(Denied::new(rule!("K-4-token"), "You have no token to spend on this march"))
            }
            Phase::March { moved: false, points: 2.., .. } => Ok(()),
            _ => Err(Denied::new(rule!("K-4-first"), "A token is spent before the first step of a march")),
        }
    }

    fn allowed(&self, seat: Seat, action: Action) -> Result<(), Denied> {
        match action {
            Action::Commit(card) => self.may_commit(seat, card),
            Action::West | Action::East | Action::Halt => self.may_march(seat),
            Action::Gamble => self.may_gamble(seat),
            Action::Harass => self.may_harass(seat),
        }
    }

    /// Turns the cards up once all lie on the table, and rolls for each.
    fn duel(&mut self, log: &mut impl Recorder<Event>) {
        if Seat::first(self.seats).any(|seat| !self.cards.contains(&Place::Down(seat))) {
            return;
        }
        log.reveal();
        let mut throws = Vec::with_capacity(usize::from(self.seats));
        for seat in Seat::first(self.seats) {
            let card =
                self.cards.iter().position(|&place| place == Place::Down(seat)).expect("all have laid one");
            self.cards[card] = Place::Spent;
            throws.push((seat, card as u8, self.dice.die(6)));
        }
        let winner = throws.iter().rev().max_by_key(|(_, card, die)| card + die).expect("seats play").0;
        self.phase = Phase::March { seat: winner, points: POINTS, moved: false };
        log.record(|| Event::Duel(throws, winner));
    }

    fn spend(&mut self, halt: bool) {
        if let Phase::March { points, moved, .. } = &mut self.phase {
            (*points, *moved) = (*points - 1, true);
            if halt || *points == 0 {
                self.phase = Phase::Commit;
                self.round += 1;
            }
        }
    }

    fn prompt(&self, viewer: Viewer) -> Prompt {
        let Viewer::Seat(seat) = viewer else { return Prompt::default() };
        let (key, text) = match self.phase {
            _ if self.is_over() => ("over", "The game is over"),
            _ if !self.to_act().contains(seat) => ("wait", "Wait for the others"),
            Phase::Commit => ("commit", "Lay a card face down"),
            Phase::March { .. } => ("march", "March"),
        };
        let gauges = match self.phase {
            Phase::March { points, .. } => vec![Gauge::count(points, "point", "points")],
            Phase::Commit => vec![],
        };
        Prompt { gauges, ..Prompt::new(key, text) }
    }

    fn sheet(&self, seat: Seat) -> Sheet {
        let hand = self.cards_at(Place::Hand(seat)).count() as i32;
        Sheet {
            seat,
            name: format!("{} {}", if allied(seat, Seat(0)) { "West" } else { "East" }, seat.0 / 2 + 1)
                .into(),
            tints: vec![if allied(seat, Seat(0)) { Tint::Blue } else { Tint::Red }],
            alive: true,
            gauges: vec![
                Gauge::number("Cards", hand),
                Gauge::new("Tokens", u8::from(self.tokens.contains(seat))),
            ],
            notes: vec![],
            parts: vec![],
        }
    }

    /// The cards of `seat`, face up for him alone. The others see how many there are, not which.
    fn card_pieces(&self, seat: Seat, viewer: Viewer, unseen: &mut u32, pieces: &mut Vec<Piece>) {
        let at = Spot::Hand { hand: seat.0 };
        for (place, badges) in
            [(Place::Hand(seat), Badges::NONE), (Place::Down(seat), Badges::NONE.with(Badge::Laid))]
        {
            for card in self.cards_at(place) {
                pieces.push(if viewer.is(seat) {
                    let face = Printed::Fixed(&FACES[card]);
                    Piece { badges, ..Piece::new(PieceKey::of(&Card(card as u8)), at, face) }
                } else {
                    *unseen += 1;
                    let back = Printed::Fixed(&FACES[CARDS]);
                    let key = PieceKey::unseen(*unseen - 1);
                    Piece { badges, facing: Facing::Hidden, ..Piece::new(key, at, back) }
                });
            }
        }
    }
}

impl Game for Skirmish {
    type Action = Action;
    type Event = Event;

    fn info() -> &'static Info {
        &INFO
    }

    fn boards() -> &'static [Board] {
        &*BOARDS
    }

    fn new(setup: &Setup, log: &mut impl Recorder<Event>) -> Result<Skirmish, SetupError> {
        let settings = INFO.resolve(setup)?;
        let mut game = Skirmish {
            seats: settings.seats,
            rounds: settings.values.number("rounds") as u8,
            gambles: settings.values.flag("gambles"),
            dice: Dice::new(settings.seed),
            round: 0,
            marker: if settings.scenario == "bridge" { MIDDLE - 1 } else { MIDDLE },
            cards: [Place::Deck; CARDS],
            tokens: Seats::first(settings.seats),
            phase: Phase::Commit,
        };
        let dealt = Seat::first(game.seats).flat_map(|seat| vec![seat; usize::from(game.rounds) + 1]);
        for (place, seat) in game.cards.iter_mut().zip(dealt) {
            *place = Place::Hand(seat);
        }
        game.dice.shuffle(&mut game.cards);
        log.record(|| Event::Dealt);
        Ok(game)
    }

    fn to_act(&self) -> Seats {
        match self.phase {
            _ if self.is_over() => Seats::NONE,
            Phase::Commit => {
                Seat::first(self.seats).filter(|&seat| !self.cards.contains(&Place::Down(seat))).collect()
            }
            Phase::March { seat, .. } => seat.into(),
        }
    }

    fn ordered(&self, seat: Seat, orders: &Values) -> Option<Action> {
        let mut cards = (0..CARDS as u8).filter(|&card| self.cards[usize::from(card)] == Place::Hand(seat));
        let card = match orders.choice("card") {
            _ if self.phase != Phase::Commit => None,
            "low" => cards.next(),
            "high" => cards.next_back(),
            _ => None,
        };
        card.map(Action::Commit)
    }

    fn may_interject(&self) -> Seats {
        Seat::first(self.seats).filter(|&seat| self.may_harass(seat).is_ok()).collect()
    }

    /// A marcher always has a choice, and how many cards somebody holds is plain to see.
    fn openly_forced(&self, _seat: Seat) -> bool {
        true
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        let commits = (0..CARDS as u8).map(Action::Commit);
        let others = [Action::West, Action::East, Action::Gamble, Action::Halt, Action::Harass];
        out.extend(commits.chain(others).filter(|&action| self.allowed(seat, action).is_ok()));
    }

    fn apply(&mut self, seat: Seat, action: &Action, log: &mut impl Recorder<Event>) -> Result<(), Denied> {
        self.allowed(seat, *action)?;
        match *action {
            Action::Commit(card) => {
                self.cards[usize::from(card)] = Place::Down(seat);
                log.record(|| Event::Committed(seat, card));
                self.duel(log);
            }
            Action::West | Action::East => {
                self.marker = if *action == Action::West { self.marker - 1 } else { self.marker + 1 };
                log.record(|| Event::Marched(seat, self.marker));
                self.spend(false);
            }
            Action::Gamble => {
                let die = self.dice.die(6);
                if die >= 4 {
                    self.marker = if allied(seat, Seat(0)) { self.marker - 1 } else { self.marker + 1 };
                }
                log.record(|| Event::Gambled(seat, die, self.marker));
                self.spend(false);
            }
            Action::Halt => {
                log.record(|| Event::Halted(seat));
                self.spend(true);
            }
            Action::Harass => {
                self.tokens.remove(seat);
                if let Phase::March { points, .. } = &mut self.phase {
                    *points -= 1;
                }
                log.record(|| Event::Harassed(seat));
            }
        }
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome {
            winners: Seat::first(self.seats).filter(|&seat| self.lead(seat) > 0).collect(),
            reason: Cow::Borrowed(if [0, LAST].contains(&self.marker) { "end-of-line" } else { "rounds" }),
            scores: Seat::first(self.seats).map(|seat| self.lead(seat)).collect(),
        })
    }

    fn view(&self, viewer: Viewer) -> Table {
        let at = Spot::Space(space(self.marker));
        let mut pieces = vec![Piece::new(PieceKey::of(&Marker), at, Printed::Fixed(&MARKER))];
        let mut unseen = 0;
        for seat in Seat::first(self.seats) {
            self.card_pieces(seat, viewer, &mut unseen, &mut pieces);
        }
        Table {
            prompt: self.prompt(viewer),
            to_act: self.to_act(),
            seats: Seat::first(self.seats).map(|seat| self.sheet(seat)).collect(),
            hands: Seat::first(self.seats)
                .map(|seat| Hand {
                    title: format!("Hand of {seat}").into(),
                    seat: Some(seat),
                    role: Role::Held,
                })
                .collect(),
            tracks: vec![Track::new("Rounds", self.round, Some(self.rounds.into()))],
            outcome: self.outcome(),
            ..Table::of(pieces)
        }
    }

    fn layer(&self, _viewer: Viewer, _layer: Layer) -> Vec<Overlay> {
        let reached = [self.marker.checked_sub(1), self.marker.checked_add(1)].into_iter().flatten();
        vec![Overlay::new(OverlayKind::Reach, reached.filter(|&to| to <= LAST).map(space))]
    }

    /// As far as the points go, in either direction.
    fn routes(&self, seat: Seat, pieces: &[PieceKey], via: &[SpaceRef]) -> Vec<Route<Action>> {
        let Phase::March { seat: marcher, points, .. } = self.phase else { return Vec::new() };
        if marcher != seat || pieces != [PieceKey::of(&Marker)] {
            return Vec::new();
        }
        let mut routes = Vec::new();
        for (action, by) in [(Action::West, -1), (Action::East, 1)] {
            let mut way = Vec::new();
            for steps in 1..=points {
                let to = self.marker.checked_add_signed(by * steps as i8).filter(|&to| to <= LAST);
                let Some(to) = to else { break };
                way.push(space(to));
                let over = via.iter().all(|via| way.contains(via));
                let choice =
                    Choice::new(Verb::Move, format!("March to space {to}"), Target::Space(space(to)));
                let route = Route { way: way.clone(), actions: vec![action; steps.into()], choice };
                routes.extend(over.then_some(route));
                if to == 0 || to == LAST {
                    break;
                }
            }
        }
        routes
    }

    fn choice(&self, _seat: Seat, action: &Action) -> Choice {
        let step = |to: u8| {
            let target = Target::Move { piece: PieceKey::of(&Marker), to: space(to) };
            Choice::new(Verb::Move, format!("March to space {to}"), target)
        };
        match *action {
            // Whoever lays the last card turns all up.
            Action::Commit(card) => Choice::new(
                Verb::Play,
                format!("Lay card {}", card + 1),
                Target::Piece { piece: PieceKey::of(&Card(card)) },
            )
            .sealing(),
            Action::West => step(self.marker - 1),
            Action::East => step(self.marker + 1),
            Action::Gamble => Choice::button(Verb::Roll, "Gamble").sealing(),
            Action::Halt => Choice::button(Verb::Done, "Halt"),
            Action::Harass => Choice::button(Verb::Event, "Harass the march"),
        }
    }

    fn tell(event: &Event, viewer: Viewer) -> Option<Line> {
        let (text, seat, at) = match event {
            Event::Dealt => ("Hands are dealt".to_owned(), None, None),
            Event::Committed(seat, card) if viewer.is(*seat) => {
                (format!("You lay card {}", card + 1), Some(*seat), None)
            }
            Event::Committed(seat, _) => (format!("A card of {seat} lies face down"), Some(*seat), None),
            Event::Duel(throws, winner) => {
                let throws: Vec<_> =
                    throws.iter().map(|(seat, card, die)| format!("{seat} {} + {die}", card + 1)).collect();
                (format!("{}: {winner} wins", throws.join(", ")), Some(*winner), None)
            }
            Event::Marched(seat, to) => (format!("To space {to}"), Some(*seat), Some(*to)),
            Event::Gambled(seat, die, to) => (format!("Rolls {die}: space {to}"), Some(*seat), Some(*to)),
            Event::Halted(seat) => ("Halts".to_owned(), Some(*seat), None),
            Event::Harassed(seat) => ("Spends the token: one point less".to_owned(), Some(*seat), None),
        };
        Some(Line::new(text, seat, at.map(space).into_iter().collect()))
    }

    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        let verdict = match target {
            Target::Button => Ok(()),
            Target::Piece { piece } if piece.get::<Marker>().is_some() => self.may_march(seat),
            Target::Piece { piece } => self.may_commit(seat, piece.get().map_or(u8::MAX, |Card(card)| card)),
            Target::Move { piece, .. } if piece.get::<Marker>().is_none() => {
                Err(Denied::new(rule!("K-3-march"), "Only the marker marches"))
            }
            Target::Space(to) | Target::Move { to, .. } => self.may_march(seat).and_then(|()| {
                if to.board == 0 && to.space.abs_diff(self.marker.into()) == 1 {
                    return Ok(());
                }
                Err(Denied::new(rule!("K-3-march"), "The marker goes one space at a time"))
            }),
        };
        verdict.err().into_iter().collect()
    }

    fn determinize(&self, seat: Seat, chance: &mut impl Chance) -> Skirmish {
        let mut world = self.clone();
        let known = |place: &Place| [Place::Spent, Place::Hand(seat), Place::Down(seat)].contains(place);
        let mut hidden: Vec<Place> = self.cards.iter().copied().filter(|place| !known(place)).collect();
        // What is drawn may not depend on how it truly lies.
        hidden.sort_unstable();
        chance.shuffle(&mut hidden);
        for place in world.cards.iter_mut().filter(|place| !known(place)) {
            *place = hidden.pop().expect("as many as were taken up");
        }
        world.dice.reseed(chance);
        world
    }

    fn appraise(&self, seat: Seat) -> f32 {
        let side = Seat::first(self.seats).filter(|&other| allied(seat, other)).count();
        match self.outcome() {
            Some(outcome) => outcome.share(seat),
            None => (0.5 + self.lead(seat) as f32 / 9.0) / side as f32,
        }
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn check(&self) -> Result<(), String> {
        if !INFO.seats.contains(self.seats)
            || self.marker > LAST
            || self.round > self.rounds
            || self.rounds > 5
        {
            return Err("seats, marker or rounds are out of range".to_owned());
        }
        let duelled = self.round + u8::from(matches!(self.phase, Phase::March { .. }));
        for seat in Seat::first(self.seats) {
            let down = self.cards_at(Place::Down(seat)).count();
            let held = self.cards_at(Place::Hand(seat)).count() + down;
            if down > 1 || held + usize::from(duelled) != usize::from(self.rounds) + 1 {
                return Err(format!("{seat} holds {held} cards after {duelled} duels"));
            }
        }
        match self.phase {
            Phase::March { seat, points, .. } if seat.0 >= self.seats || !(1..=POINTS).contains(&points) => {
                Err(format!("{seat} marches with {points} points"))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, Silent, Stream};

    #[test]
    fn it_can_be_played_to_every_kind_of_end() {
        let mut reasons = std::collections::BTreeSet::new();
        for number in 0..40 {
            let setup =
                Setup::new("field", 2 + (number % 3) as u8, Seed::from_number(number)).with("gambles", true);
            let mut game = Skirmish::new(&setup, &mut Silent).unwrap();
            let mut chance = Stream::from_number(number);
            while let Some(seat) = game.to_act().iter().next() {
                let mut actions = vec![];
                game.actions(seat, &mut actions);
                game.apply(seat, chance.pick(&actions).unwrap(), &mut Silent).unwrap();
                game.check().unwrap();
            }
            reasons.insert(game.outcome().unwrap().reason);
        }
        assert_eq!(reasons.into_iter().collect::<Vec<_>>(), ["end-of-line", "rounds"]);
    }
}
