//! Skirmish: a whole game in one file, for testing what is written against [`Game`].
//!
//! Two sides pull a marker along a line of nine spaces: even seats to the west, odd seats to the east. Each round
//! every seat lays a card face down; the highest card and die together wins the duel, and the winner marches: three
//! points, one space each, in either direction. A seat of the other side may spend its one token before the first
//! step to take a point off. The side that has the marker at its end, or on its half after the last round, wins.
//!
//! It asks two questions, and each is a step: [`Lay`], which all answer at once and in secret, and [`March`], in which the
//! other side may interject. The state and its rules come first, then the steps, then [`Game`].

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::steps::{self, Answers, Flow, Secret, Simultaneous, Stack, Step, Stepped};
use crate::{
    Alternative, Badge, Badges, Board, Chance, Choice, Denied, Dice, Facing, Form, Game, Gauge, Ground, Hand,
    Info, Keyed, Layer, Layout, Ledger, Line, Motive, OptionKind, OptionSpec, Outcome, Overlay, OverlayKind,
    Piece, PieceKey, Preset, Print, Printed, Prompt, Recorder, Role, Route, RuleId, Scenario, Seat,
    SeatRange, Seats, Setup, SetupError, Sheet, Space, SpaceRef, Spot, Symbol, Table, Target, Temper, Tint,
    Track, Values, Verb, Viewer, rule,
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
    steps: Stack<Question>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
enum Place {
    Deck,
    Hand(Seat),
    Spent,
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

    /// How far the marker is on the seat's side, from -4 to 4.
    fn lead(&self, seat: Seat) -> i32 {
        let east = i32::from(self.marker) - i32::from(MIDDLE);
        if allied(seat, Seat(1)) { east } else { -east }
    }

    /// What a seat has laid in this round.
    fn laid(&self, seat: Seat) -> Option<u8> {
        match self.steps.top()? {
            Question::Lay(lay) => lay.answer(seat),
            Question::March(_) => None,
        }
    }

    /// All lay a card, and nobody shows his before the last has.
    fn all_lay(&self) -> Simultaneous<Lay, u8> {
        Simultaneous::new(Lay, Seats::first(self.seats))
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
        let laid = self.laid(seat).map(usize::from);
        let held = self.cards_at(Place::Hand(seat)).filter(|card| laid != Some(*card));
        let held = held.map(|card| (card, Badges::NONE));
        for (card, badges) in held.chain(laid.map(|card| (card, Badges::NONE.with(Badge::Laid)))) {
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

crate::steps! {
    /// What a skirmish asks.
    pub enum Question for Skirmish { Lay(Simultaneous<Lay, u8>), March(March) }
}

/// Each seat lays a card face down; when all lie there they are turned up, and each rolls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Lay;

impl Secret<Skirmish> for Lay {
    type Answer = u8;

    fn list(&self, game: &Skirmish, seat: Seat, out: &mut Vec<Action>) {
        out.extend(game.cards_at(Place::Hand(seat)).map(|card| Action::Commit(card as u8)));
    }

    fn read(&self, game: &Skirmish, seat: Seat, action: &Action) -> Result<u8, Option<Denied>> {
        match *action {
            Action::Commit(card) if game.cards.get(usize::from(card)) == Some(&Place::Hand(seat)) => Ok(card),
            Action::Commit(_) => Err(Some(Denied::new(rule!("K-2-hand"), "That card is not in your hand"))),
            _ => Err(None),
        }
    }

    fn answered(&self, _game: &Skirmish, seat: Seat, card: u8, log: &mut Recorder<Event>) {
        log.record(|| Event::Committed(seat, card));
    }

    fn reveal(self, game: &mut Skirmish, cards: Answers<u8>, log: &mut Recorder<Event>) -> Flow<Question> {
        let mut throws = Vec::with_capacity(usize::from(game.seats));
        for (seat, card) in cards.iter() {
            game.cards[usize::from(card)] = Place::Spent;
            throws.push((seat, card, game.dice.die(6)));
        }
        let winner = throws.iter().rev().max_by_key(|(_, card, die)| card + die).expect("seats play").0;
        log.record(|| Event::Duel(throws, winner));
        Flow::goto(March { seat: winner, points: POINTS, moved: false })
    }

    fn prompt(&self, _game: &Skirmish, viewer: Viewer, asked: &Simultaneous<Lay, u8>) -> Prompt {
        match viewer {
            Viewer::Spectator => Prompt::default(),
            Viewer::Seat(_) if asked.waits_for(viewer) => Prompt::new("commit", "Lay a card face down"),
            Viewer::Seat(_) => waiting(),
        }
    }

    fn choice(&self, _game: &Skirmish, _seat: Seat, action: &Action) -> Choice {
        let Action::Commit(card) = *action else { return Choice::button(Verb::Choose, "Go on") };
        let target = Target::Piece { piece: PieceKey::of(&Card(card)) };
        Choice::new(Verb::Play, format!("Lay card {}", card + 1), target)
    }

    fn attempts(&self, _game: &Skirmish, _seat: Seat, target: &Target) -> Vec<Action> {
        match target {
            Target::Piece { piece } => {
                piece.get().map(|Card(card)| Action::Commit(card)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The winner of the duel marches, a space for a point; the other side may take a point off before he sets out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct March {
    seat: Seat,
    points: u8,
    moved: bool,
}

impl March {
    fn may_gamble(self, game: &Skirmish) -> Result<(), Denied> {
        if game.gambles {
            return Ok(());
        }
        Err(Denied::new(rule!("K-3-gamble"), "This game is played without gambles"))
    }

    fn may_harass(self, game: &Skirmish, seat: Seat) -> Result<(), Denied> {
        if allied(self.seat, seat) || !game.tokens.contains(seat) {
            return Err(Denied::new(rule!("K-4-token"), "You have no token to spend on this march"));
        }
        if self.moved || self.points < 2 {
            let why = "A token is spent before the first step of a march";
            return Err(Denied::new(rule!("K-4-first"), why));
        }
        Ok(())
    }

    /// The march is over, and with it the round.
    fn end(self, game: &mut Skirmish) -> Flow<Question> {
        game.round += 1;
        Flow::goto(game.all_lay())
    }
}

impl Step<Skirmish> for March {
    fn deciders(&self, _game: &Skirmish) -> Seats {
        self.seat.into()
    }

    fn may_interject(&self, game: &Skirmish) -> Seats {
        Seat::first(game.seats).filter(|&seat| self.may_harass(game, seat).is_ok()).collect()
    }

    fn list(&self, game: &Skirmish, seat: Seat, out: &mut Vec<Action>) {
        if seat != self.seat {
            return out.push(Action::Harass);
        }
        out.extend([Action::West, Action::East]);
        out.extend(self.may_gamble(game).is_ok().then_some(Action::Gamble));
        out.push(Action::Halt);
    }

    fn act(
        mut self,
        game: &mut Skirmish,
        seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match *action {
            Action::Harass => {
                self.may_harass(game, seat)?;
                game.tokens.remove(seat);
                self.points -= 1;
                log.record(|| Event::Harassed(seat));
                return Ok(Flow::stay(self));
            }
            _ if seat != self.seat => {
                return Err(Denied::new(rule!("K-3-march"), "You do not march now"));
            }
            Action::West | Action::East => {
                game.marker = if *action == Action::West { game.marker - 1 } else { game.marker + 1 };
                log.record(|| Event::Marched(seat, game.marker));
            }
            Action::Gamble => {
                self.may_gamble(game)?;
                let die = game.dice.die(6);
                if die >= 4 {
                    game.marker = if allied(seat, Seat(0)) { game.marker - 1 } else { game.marker + 1 };
                }
                log.record(|| Event::Gambled(seat, die, game.marker));
            }
            Action::Halt => {
                log.record(|| Event::Halted(seat));
                return Ok(self.end(game));
            }
            Action::Commit(_) => return Err(self.not_now(game)),
        }
        self.points -= 1;
        self.moved = true;
        Ok(if self.points == 0 { self.end(game) } else { Flow::stay(self) })
    }

    fn prompt(&self, _game: &Skirmish, viewer: Viewer) -> Prompt {
        match viewer {
            Viewer::Spectator => Prompt::default(),
            Viewer::Seat(seat) if seat == self.seat => {
                let gauges = vec![Gauge::count(self.points, "point", "points")];
                Prompt { gauges, ..Prompt::new("march", "March") }
            }
            Viewer::Seat(_) => waiting(),
        }
    }

    fn choice(&self, game: &Skirmish, _seat: Seat, action: &Action) -> Choice {
        let step = |to: u8| {
            let target = Target::Move { piece: PieceKey::of(&Marker), to: space(to) };
            Choice::new(Verb::Move, format!("March to space {to}"), target)
        };
        match *action {
            Action::West => step(game.marker - 1),
            Action::East => step(game.marker + 1),
            Action::Gamble => Choice::button(Verb::Roll, "Gamble").sealing(),
            Action::Harass => Choice::button(Verb::Event, "Harass the march"),
            Action::Halt | Action::Commit(_) => Choice::button(Verb::Done, "Halt"),
        }
    }

    /// Only the marker marches, and one space at a time: whatever else is clicked is no step.
    fn not_now(&self, _game: &Skirmish) -> Denied {
        Denied::new(rule!("K-3-march"), "The marker marches, one space at a time")
    }
}

/// What a seat reads while others decide.
fn waiting() -> Prompt {
    Prompt::new("wait", "Wait for the others")
}

impl Stepped for Skirmish {
    type Step = Question;

    const SEQUENCE: RuleId = rule!("K-1-turn");

    fn stack(&self) -> &Stack<Question> {
        &self.steps
    }

    fn stack_mut(&mut self) -> &mut Stack<Question> {
        &mut self.steps
    }

    fn is_over(&self) -> bool {
        self.round == self.rounds || self.marker == 0 || self.marker == LAST
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

    fn new(setup: &Setup, log: &mut Recorder<Event>) -> Result<Skirmish, SetupError> {
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
            steps: Stack::new(),
        };
        game.steps.push(game.all_lay());
        let dealt = Seat::first(game.seats).flat_map(|seat| vec![seat; usize::from(game.rounds) + 1]);
        for (place, seat) in game.cards.iter_mut().zip(dealt) {
            *place = Place::Hand(seat);
        }
        game.dice.shuffle(&mut game.cards);
        log.record(|| Event::Dealt);
        Ok(game)
    }

    fn to_act(&self) -> Seats {
        steps::to_act(self)
    }

    fn may_interject(&self) -> Seats {
        steps::may_interject(self)
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        steps::actions(self, seat, out);
    }

    fn apply(&mut self, seat: Seat, action: &Action, log: &mut Recorder<Event>) -> Result<(), Denied> {
        steps::apply(self, seat, action, log)
    }

    fn choice(&self, seat: Seat, action: &Action) -> Choice {
        steps::choice(self, seat, action)
    }

    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        steps::explain(self, seat, target)
    }

    fn ordered(&self, seat: Seat, orders: &Values) -> Option<Action> {
        let Some(Question::Lay(_)) = self.steps.top() else { return None };
        let mut cards = self.cards_at(Place::Hand(seat));
        let card = match orders.choice("card") {
            "low" => cards.next(),
            "high" => cards.last(),
            _ => None,
        };
        card.map(|card| Action::Commit(card as u8))
    }

    /// A marcher always has a choice, and how many cards somebody holds is plain to see.
    fn openly_forced(&self, _seat: Seat) -> bool {
        true
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
            prompt: steps::prompt(self, viewer),
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
        let Some(Question::March(march)) = self.steps.top() else { return Vec::new() };
        if march.seat != seat || pieces != [PieceKey::of(&Marker)] {
            return Vec::new();
        }
        let mut routes = Vec::new();
        for (action, by) in [(Action::West, -1), (Action::East, 1)] {
            let mut way = Vec::new();
            for steps in 1..=march.points {
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

    fn determinize(&self, seat: Seat, chance: &mut impl Chance) -> Skirmish {
        let mut world = self.clone();
        let known = |place: &Place| [Place::Spent, Place::Hand(seat)].contains(place);
        let mut hidden: Vec<Place> = self.cards.iter().copied().filter(|place| !known(place)).collect();
        // What is drawn may not depend on how it truly lies.
        hidden.sort_unstable();
        chance.shuffle(&mut hidden);
        for place in world.cards.iter_mut().filter(|place| !known(place)) {
            *place = hidden.pop().expect("as many as were taken up");
        }
        if let Some(Question::Lay(lay)) = self.steps.top() {
            let draw = |other| {
                let hand: Vec<usize> = world.cards_at(Place::Hand(other)).collect();
                *chance.pick(&hand).expect("whoever has laid a card holds it") as u8
            };
            let redrawn = lay.redrawn(seat, draw);
            world.steps.replace(redrawn);
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

    fn motives(&self, seat: Seat) -> Vec<Motive> {
        let motive = |about: &'static str, worth| Motive { about: about.into(), worth };
        let token = f32::from(u8::from(self.tokens.contains(seat)));
        vec![motive("ground won", self.lead(seat) as f32), motive("the token", 0.2 * token)]
    }

    fn temper(&self, _seat: Seat, action: &Action) -> Temper {
        let boldness = match action {
            Action::Gamble => 1.0,
            Action::Halt => -1.0,
            _ => 0.0,
        };
        Temper { boldness, loyalty: 0.0 }
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
        let marches = matches!(self.steps.top(), Some(Question::March(_)));
        let duelled = self.round + u8::from(marches);
        for seat in Seat::first(self.seats) {
            let held = self.cards_at(Place::Hand(seat)).count();
            if held + usize::from(duelled) != usize::from(self.rounds) + 1 {
                return Err(format!("{seat} holds {held} cards after {duelled} duels"));
            }
            if self
                .laid(seat)
                .is_some_and(|card| self.cards.get(usize::from(card)) != Some(&Place::Hand(seat)))
            {
                return Err(format!("{seat} has laid a card that he does not hold"));
            }
        }
        match self.steps.top() {
            None => Err("nothing is asked".to_owned()),
            Some(Question::March(March { seat, points, .. }))
                if seat.0 >= self.seats || !(1..=POINTS).contains(&points) =>
            {
                Err(format!("{seat} marches with {points} points"))
            }
            Some(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Recorder, Seed, Stream};

    #[test]
    fn it_can_be_played_to_every_kind_of_end() {
        let mut reasons = std::collections::BTreeSet::new();
        for number in 0..40 {
            let setup =
                Setup::new("field", 2 + (number % 3) as u8, Seed::from_number(number)).with("gambles", true);
            let mut game = Skirmish::new(&setup, &mut Recorder::silent()).unwrap();
            let mut chance = Stream::from_number(number);
            while let Some(seat) = game.to_act().iter().next() {
                let mut actions = vec![];
                game.actions(seat, &mut actions);
                game.apply(seat, chance.pick(&actions).unwrap(), &mut Recorder::silent()).unwrap();
                game.check().unwrap();
            }
            reasons.insert(game.outcome().unwrap().reason);
        }
        assert_eq!(reasons.into_iter().collect::<Vec<_>>(), ["end-of-line", "rounds"]);
    }
}
