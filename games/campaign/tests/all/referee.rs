//! An umpire with a rulebook of his own. He looks on at random games through the public interface, judges every position
//! and every step from the one before it, and knows nothing of how the program comes to its answers: no rule here calls
//! one of the game.
//!
//! `GROGNARD_GAMES=2000 cargo test -p campaign --test all referee` plays so many games for each number of players.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use engine::{AnyGame, AnySession, Chance, Erased, Raw, Seat, Seed, Setup, Stream, Value, Viewer};
use serde_json::Value as Json;

static CAMPAIGN: Erased<campaign::Campaign> = Erased::GAME;

type Square = (i32, i32);
/// A power, by its place in [`POWERS`].
type Power = usize;

const POWERS: [&str; 5] = ["France", "Prussia", "Russia", "Austria", "Spain"];
const NATIONS: [&str; 5] = ["French", "Prussian", "Russian", "Austrian", "Spanish"];
const FRANCE: Power = 0;
const PRUSSIA: Power = 1;
const RUSSIA: Power = 2;
const AUSTRIA: Power = 3;
const SPAIN: Power = 4;
const NAPOLEON: &str = "France second General";
const WELLINGTON: &str = "Spain second General";
const MINOR_TOWNS: [&str; 4] = ["Leipzig", "Dresden", "Milan", "Turin"];

/// What the umpire watches, by section of the rulebook. Each must come up in the games: cases that hold by themselves do
/// not count.
const RULES: [&str; 48] = [
    "0.1 a set has nine infantry and nine cavalry",
    "0.2 no piece on sea, forest or mountain",
    "0.3 enough towns win, fewer do not",
    "0.3 all Capitals or the last player left win",
    "0.3 most town cards win at the deadline",
    "0.3 without troops a power is out",
    "0.3 who is out leaves nothing behind",
    "0.4 steps follow in order",
    "1.1 armies of one player take turns",
    "1.1 nobody enters a neutral country",
    "1.2 the set-up",
    "2.1 pips are what the dice show",
    "2.2.1 at most three moves a piece",
    "4.1 what the listed moves leave out is not allowed",
    "4.1 a move goes along the piece's lines",
    "4.1 a move costs its pips",
    "4.1.2 one piece a square",
    "4.1.2 nothing else happens on a move",
    "5.1 a General captures where he stands",
    "6.1 a Capital falls after its four towns",
    "7.1 alliances hold both ways",
    "7.1 who may decide",
    "7.1.1 control needs an alliance and a full round",
    "7.2 a clear turn after a broken alliance",
    "7.2 a break in mid-move changes nothing else",
    "8.1 turns pass to the left",
    "9.1 a piece is taken by superior force only",
    "9.2 superior force can take",
    "9.3 one target, named before the first move",
    "9.5 no piece comes or goes without a cause",
    "9.6 a piece let go is not touched again",
    "11.1 who is expelled goes to the perimeter",
    "11.1 a beaten General starts again",
    "11.1 he misses a turn and is shielded",
    "12.1 a controlled square ends the move",
    "13.1 a red town raises its piece",
    "13.1 a red town costs its holder the nearest piece",
    "15.2 a beaten army enlists",
    "15.2 recruits by troops and red cards",
    "16.2 mobilisation ends on the starting squares",
    "16.3 nobody else in the areas of who mobilises",
    "17.1 redeployment",
    "17.2 plunder",
    "17.3 and 17.4 of two Generals",
    "17.4.2 to sea and back",
    "17.4.3 guerrillas",
    "17.8 minor powers",
    "17.9 before Trafalgar",
];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    General,
    Infantry,
    Cavalry,
}

impl Kind {
    /// Whether a piece of this kind at `from` is one step along its lines from `at` (9.2).
    fn bears(self, from: Square, at: Square) -> bool {
        let (x, y) = ((from.0 - at.0).abs(), (from.1 - at.1).abs());
        match self {
            Kind::General => x.max(y) == 1,
            Kind::Infantry => x == 1 && y == 1,
            Kind::Cavalry => x + y == 1,
        }
    }
}

fn distance(a: Square, b: Square) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

fn neighbours(at: Square, reach: i32) -> impl Iterator<Item = Square> {
    let all = (-reach..=reach).flat_map(move |x| (-reach..=reach).map(move |y| (at.0 + x, at.1 + y)));
    all.filter(move |&other| other != at)
}

fn square(json: &Json) -> Square {
    let (x, y) = json.as_str().and_then(|text| text.split_once(',')).expect("a square is \"x,y\"");
    (x.parse().expect("a column"), y.parse().expect("a row"))
}

struct Town {
    name: String,
    country: char,
    at: Square,
    symbol: Option<Kind>,
}

struct Board {
    rows: Vec<Vec<char>>,
    towns: Vec<Town>,
    capitals: [Square; 5],
    enlistments: [Square; 5],
    /// The sea that is not the Black Sea.
    sea: BTreeSet<Square>,
}

static BOARD: LazyLock<Board> = LazyLock::new(|| {
    let data: toml::Table = include_str!("../../data/board.toml").parse().expect("the board is good TOML");
    let list = |key: &str| data[key].as_array().expect("a list");
    let at = |value: &toml::Value| {
        let number = |index: usize| value[index].as_integer().expect("a number") as i32;
        (number(0), number(1))
    };
    let town = |town: &toml::Value| Town {
        name: town["name"].as_str().expect("a name").to_owned(),
        country: initial(town["country"].as_str().expect("a country")),
        at: at(&town["at"]),
        symbol: town.get("symbol").and_then(toml::Value::as_str).map(|symbol| match symbol {
            "infantry" => Kind::Infantry,
            _ => Kind::Cavalry,
        }),
    };
    let capital = |power: usize, key: &str| {
        let found = list("capital").iter().find(|capital| capital["country"].as_str() == Some(POWERS[power]));
        at(&found.expect("every power has a Capital")[key])
    };
    let rows: Vec<Vec<char>> =
        data["terrain"].as_str().expect("text").lines().map(|row| row.chars().collect()).collect();
    let mut board = Board {
        rows,
        towns: list("town").iter().map(town).collect(),
        capitals: std::array::from_fn(|power| capital(power, "at")),
        enlistments: std::array::from_fn(|power| capital(power, "enlistment")),
        sea: BTreeSet::new(),
    };
    let mut shore = vec![(0, 0)];
    while let Some(at) = shore.pop() {
        if board.is_on(at) && board.terrain(at) == '~' && board.sea.insert(at) {
            shore.extend(neighbours(at, 1).filter(|&other| Kind::Cavalry.bears(other, at)));
        }
    }
    board
});

fn initial(name: &str) -> char {
    name.chars().next().expect("a name")
}

impl Board {
    fn is_on(&self, at: Square) -> bool {
        (0..35).contains(&at.0) && (0..24).contains(&at.1)
    }

    fn terrain(&self, at: Square) -> char {
        if self.is_on(at) { self.rows[at.1 as usize][at.0 as usize] } else { '~' }
    }

    fn is_land(&self, at: Square) -> bool {
        "FPRAIS".contains(self.terrain(at))
    }

    fn land(&self) -> Vec<Square> {
        (0..35).flat_map(|x| (0..24).map(move |y| (x, y))).filter(|&at| self.is_land(at)).collect()
    }

    fn town(&self, name: &str) -> &Town {
        self.towns.iter().find(|town| town.name == name).expect("a town of the board")
    }

    fn town_at(&self, at: Square) -> Option<&Town> {
        self.towns.iter().find(|town| town.at == at)
    }

    fn is_coast(&self, at: Square) -> bool {
        neighbours(at, 1).any(|other| self.sea.contains(&other))
    }

    /// The marked squares of `kind` around a Capital or the middle of an Enlistment area.
    fn marked(&self, centre: Square, kind: Kind) -> Vec<Square> {
        match kind {
            Kind::General => vec![centre],
            kind => neighbours(centre, 1).filter(|&at| kind.bears(at, centre)).collect(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spot {
    On(Square),
    Sea,
    Waiting,
    Aside,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Piece {
    owner: Option<Power>,
    kind: Kind,
    spot: Spot,
}

impl Piece {
    fn at(&self) -> Option<Square> {
        if let Spot::On(at) = self.spot { Some(at) } else { None }
    }
}

#[derive(Clone, Debug)]
struct Realm {
    seat: Option<u8>,
    status: String,
    recovery: String,
}

/// The position as the program writes it down, taken apart.
#[derive(Clone, Debug)]
struct Position {
    json: Json,
    realms: Vec<Realm>,
    pieces: BTreeMap<String, Piece>,
    board: BTreeMap<Square, String>,
    crowded: Option<Square>,
    cards: BTreeMap<String, Power>,
    allied: Vec<BTreeSet<u8>>,
    banned: Vec<BTreeSet<u8>>,
    lent: BTreeMap<String, Power>,
    seats: u8,
    partial: bool,
    round: u64,
    seat: u8,
    power: Power,
    pips: i64,
    targets: Vec<String>,
    phase: String,
}

fn power(json: &Json) -> Option<Power> {
    let name = json.as_str()?;
    POWERS.iter().position(|power| *power == name)
}

impl Position {
    fn read(session: &dyn AnySession) -> Position {
        Position::of(serde_json::from_str(session.position().text()).expect("a position is JSON"))
    }

    fn of(json: Json) -> Position {
        let text = |json: &Json| json.as_str().map_or_else(|| json.to_string(), str::to_owned);
        let realm = |name: &&str| {
            let realm = &json["powers"][name];
            Realm {
                seat: realm["seat"].as_u64().map(|seat| seat as u8),
                status: text(&realm["status"]),
                recovery: text(&realm["recovery"]),
            }
        };
        let object = |key: &str| json[key].as_object().expect("an object").iter();
        let piece = |(name, spot): (&String, &Json)| {
            let (owner, rest) = name.split_once(' ').expect("a piece has an owner");
            let owner = match owner {
                "neutral" => {
                    let number: usize =
                        rest.rsplit(' ').next().and_then(|n| n.parse().ok()).expect("a number");
                    power(&json["minors"][number - 1])
                }
                owner => POWERS.iter().position(|power| *power == owner),
            };
            let kind = match rest {
                rest if rest.contains("General") => Kind::General,
                rest if rest.contains("infantry") => Kind::Infantry,
                _ => Kind::Cavalry,
            };
            let spot = match spot.as_str() {
                None => Spot::On(square(&spot["on"])),
                Some("sea") => Spot::Sea,
                Some("waiting") => Spot::Waiting,
                Some(_) => Spot::Aside,
            };
            (name.clone(), Piece { owner, kind, spot })
        };
        let sets = |key: &str| -> Vec<BTreeSet<u8>> {
            let lists = json["diplomacy"][key].as_array().expect("a list by seats").iter();
            let set = |list: &Json| {
                list.as_array()
                    .expect("seats")
                    .iter()
                    .filter_map(Json::as_u64)
                    .map(|seat| seat as u8)
                    .collect()
            };
            lists.map(set).collect()
        };
        let turn = &json["turn"];
        let pieces: BTreeMap<String, Piece> = object("pieces").map(piece).collect();
        let mut board = BTreeMap::new();
        let mut crowded = None;
        for (name, piece) in &pieces {
            if let Some(at) = piece.at() {
                crowded = board.insert(at, name.clone()).map(|_| at).or(crowded);
            }
        }
        let named = turn["targets"].as_array().expect("targets").iter();
        Position {
            realms: POWERS.iter().map(realm).collect(),
            pieces,
            board,
            crowded,
            cards: object("cards")
                .filter_map(|(town, holder)| Some((town.clone(), power(holder)?)))
                .collect(),
            allied: sets("allied"),
            banned: sets("banned"),
            lent: object("lent").filter_map(|(piece, to)| Some((piece.clone(), power(to)?))).collect(),
            seats: json["seats"].as_u64().expect("a number") as u8,
            partial: json["partial"] == true,
            round: turn["round"].as_u64().expect("a number"),
            seat: turn["seat"].as_u64().expect("a seat") as u8,
            power: power(&turn["power"]).expect("a power"),
            pips: turn["pips"].as_i64().expect("a number"),
            targets: named.filter_map(|target| target.as_str().map(str::to_owned)).collect(),
            phase: text(&json["sequence"]["phase"]),
            json,
        }
    }

    fn rule(&self, id: &str) -> bool {
        match &self.json["rules"][id] {
            Json::Bool(on) => *on,
            Json::String(choice) => choice != "off",
            other => panic!("no rule {id}: {other}"),
        }
    }

    fn on(&self, at: Square) -> Option<&Piece> {
        self.board.get(&at).map(|name| &self.pieces[name])
    }

    fn is_active(&self, power: Power) -> bool {
        self.realms[power].status == "active"
    }

    fn is_neutral(&self, power: Power) -> bool {
        self.realms[power].status == "neutral"
    }

    fn mobilises(&self, power: Power) -> bool {
        self.realms[power].recovery == "mobilising"
    }

    fn active(&self) -> impl Iterator<Item = Power> {
        (0..5).filter(|&power| self.is_active(power))
    }

    fn seat_of(&self, power: Power) -> u8 {
        self.realms[power].seat.unwrap_or(u8::MAX)
    }

    /// Whether two seats are one or allied.
    fn friends(&self, one: u8, other: u8) -> bool {
        one == other || self.allied.get(usize::from(one)).is_some_and(|allies| allies.contains(&other))
    }

    fn is_alive(&self, seat: u8) -> bool {
        self.active().any(|power| self.seat_of(power) == seat)
    }

    /// The power whose country `at` lies in.
    fn country(&self, at: Square) -> Option<Power> {
        POWERS.iter().position(|name| initial(name) == BOARD.terrain(at))
    }

    /// The pieces of `power` that are in play, wherever they are.
    fn army(&self, power: Power) -> impl Iterator<Item = (&String, &Piece)> {
        self.pieces.iter().filter(move |(_, piece)| piece.owner == Some(power) && piece.spot != Spot::Aside)
    }

    fn count(&self, power: Power, kind: Kind) -> usize {
        self.army(power).filter(|(_, piece)| piece.kind == kind).count()
    }

    fn troops(&self, power: Power) -> usize {
        self.army(power).filter(|(_, piece)| piece.kind != Kind::General).count()
    }

    fn red_cards(&self, power: Power) -> usize {
        self.cards
            .iter()
            .filter(|(town, holder)| **holder == power && BOARD.town(town).symbol.is_some())
            .count()
    }

    fn home_towns(&self, power: Power) -> impl Iterator<Item = &'static Town> {
        let board: &'static Board = &BOARD;
        board.towns.iter().filter(move |town| town.country == initial(POWERS[power]))
    }

    /// Whether all home towns of `power` are in the hands of other powers (6.1).
    fn towns_lost(&self, power: Power) -> bool {
        self.home_towns(power).all(|town| self.cards.get(&town.name).is_some_and(|holder| *holder != power))
    }

    /// How many towns `seat` holds outside its own countries, and how many in all.
    fn towns(&self, seat: u8) -> (usize, usize) {
        let own = |power: Power| self.seat_of(power) == seat;
        let held = self.cards.iter().filter(|(_, holder)| own(**holder));
        let home =
            |town: &str| (0..5).any(|power| own(power) && initial(POWERS[power]) == BOARD.town(town).country);
        let all: Vec<bool> = held.map(|(town, _)| home(town)).collect();
        (all.iter().filter(|home| !**home).count(), all.len())
    }

    /// How many foreign towns win (Object of the game).
    fn needed(&self) -> usize {
        match self.seats {
            3 => 10,
            5 => 6,
            _ => 8,
        }
    }

    /// The towns that raise no piece but had an infantry of their own (17.8).
    fn is_minor_town(&self, town: &str) -> bool {
        let base =
            self.country(BOARD.town(town).at).is_some_and(|power| self.realms[power].status != "absent");
        self.rule("minor-powers") && MINOR_TOWNS.contains(&town) && !base
    }

    fn ended(&self) -> Option<&str> {
        self.json["ended"]["reason"].as_str()
    }

    /// Whether `at` may be entered by nobody, because its power is neutral (1.1 e).
    fn is_inviolate(&self, at: Square) -> bool {
        let prussia = BOARD.capitals[PRUSSIA];
        let closed =
            self.is_neutral(PRUSSIA) && (distance(at, prussia) <= 2 || at == BOARD.town("Stettin").at);
        closed && BOARD.is_land(at)
            || self.country(at).is_some_and(|power| power != PRUSSIA && self.is_neutral(power))
    }

    /// What entering `at` costs a piece of `power` (0.2, 17.5.1, 17.6.1).
    fn cost(&self, power: Option<Power>, at: Square) -> i64 {
        let steppes = distance(at, BOARD.capitals[RUSSIA]) == 2 && self.rule("steppes");
        let dear = match BOARD.terrain(at) {
            'f' | 'p' | 'w' => true,
            'b' => self.rule("eagle") && power != Some(AUSTRIA),
            _ => steppes,
        };
        if dear { 2 } else { 1 }
    }
}

/// The umpire's answer where the rulebook gives one, and where it does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Answer {
    No,
    Unsure,
    Yes,
}

use Answer::{No, Unsure, Yes};

fn answer(yes: bool) -> Answer {
    if yes { Yes } else { No }
}

fn verb(action: &Json) -> (&str, &Json) {
    match action {
        Json::String(verb) => (verb, &Json::Null),
        Json::Object(map) => map.iter().next().map(|(verb, what)| (verb.as_str(), what)).expect("a verb"),
        _ => panic!("not an action: {action}"),
    }
}

/// What has happened in the turn that is being played.
#[derive(Clone, Default)]
struct Turn {
    in_hand: Option<String>,
    moves: u32,
    released: BTreeSet<String>,
    stopped: BTreeMap<String, Answer>,
    embarked: BTreeSet<String>,
    landed: BTreeSet<String>,
    general: Option<String>,
    /// The position when the last move was made, and which towns fall then.
    close: Option<(Box<Position>, BTreeMap<String, Answer>)>,
    settled: bool,
    captured: Vec<(String, Option<Power>)>,
    beaten_general: Option<String>,
    told: Vec<String>,
    /// Pieces that were taken and stand until the turn's attacks are over.
    doomed: BTreeSet<String>,
    allowance: u64,
    redeployed: BTreeSet<String>,
}

#[derive(Clone, Default)]
struct Umpire {
    bites: BTreeMap<&'static str, u64>,
    faults: Vec<String>,
    turn: Turn,
    /// Who broke with whom, and whether he is still bound (7.2).
    bans: BTreeMap<(u8, u8), Answer>,
    /// Who lets whom in (7.1).
    consents: BTreeSet<(u8, u8)>,
    /// In which round control was passed.
    lent: BTreeMap<String, u64>,
    last_army: BTreeMap<u8, Power>,
    /// Who must miss a turn (1), or has missed it and not played since (2).
    shields: BTreeMap<Power, u8>,
    /// Where pieces landed that have not moved since.
    ashore: BTreeMap<String, Square>,
    /// Guards that were lost.
    fallen: BTreeSet<String>,
    /// Without troops since the guerrillas came, after elimination was judged.
    spared: BTreeSet<Power>,
}

impl Umpire {
    /// A case of a rule.
    fn see(&mut self, rule: &'static str, ok: bool, why: impl FnOnce() -> String) {
        self.see_if(true, rule, ok, why);
    }

    /// A case of a rule, which counts only if there was something to it.
    fn see_if(&mut self, counts: bool, rule: &'static str, ok: bool, why: impl FnOnce() -> String) {
        assert!(RULES.contains(&rule), "{rule} is not on the list");
        if counts {
            *self.bites.entry(rule).or_default() += 1;
        }
        if !ok {
            self.faults.push(format!("{rule}: {}", why()));
        }
    }

    fn banned(&self, one: u8, other: u8) -> Answer {
        self.bans.get(&(one, other)).copied().unwrap_or(No)
    }

    /// What must hold of a position by itself.
    fn position(&mut self, now: &Position) {
        let asked = now.json["sequence"]["ask"] != Json::Null;
        if now.phase == "bases" {
            return;
        }
        self.see("4.1.2 one piece a square", now.crowded.is_none(), || format!("two on {:?}", now.crowded));
        for (name, piece) in &now.pieces {
            let Some(at) = piece.at() else { continue };
            let terrain = BOARD.terrain(at);
            let landing = terrain == 'f'
                && piece.owner == Some(SPAIN)
                && BOARD.is_coast(at)
                && neighbours(at, 1).any(|other| BOARD.terrain(other) == 'P');
            let ok = BOARD.is_land(at) || terrain != '~' && (now.rule("terrain") || landing);
            self.see_if(
                terrain == 'f' || !BOARD.is_land(at),
                "0.2 no piece on sea, forest or mountain",
                ok,
                || format!("{name} on {at:?} ({terrain})"),
            );
            if (0..5).any(|power| now.is_neutral(power)) {
                let host = piece.owner.is_some_and(|owner| now.is_neutral(owner));
                let ok = host || piece.owner.is_none() || !now.is_inviolate(at);
                let near = neighbours(at, 1).any(|other| now.is_inviolate(other)) && !host;
                self.see_if(near, "1.1 nobody enters a neutral country", ok, || format!("{name} on {at:?}"));
            }
            if now.partial && !asked {
                let invader =
                    piece.owner.is_some_and(|owner| !now.friends(now.seat_of(owner), now.seat_of(SPAIN)));
                let ok = !(invader && now.country(at) == Some(SPAIN));
                self.see_if(false, "17.9 before Trafalgar", ok, || {
                    format!("{name} is in Spain, which is not fully active")
                });
            }
        }
        for (power, name) in POWERS.into_iter().enumerate() {
            let (infantry, cavalry) = (now.count(power, Kind::Infantry), now.count(power, Kind::Cavalry));
            let generals = now.count(power, Kind::General);
            self.see_if(
                infantry.max(cavalry) >= 9,
                "0.1 a set has nine infantry and nine cavalry",
                infantry <= 9 && cavalry <= 9,
                || format!("{name} has {infantry} infantry and {cavalry} cavalry"),
            );
            let second = power == FRANCE && now.rule("napoleon") || power == SPAIN && now.rule("wellington");
            if now.is_active(power) && !asked {
                let ok = generals == 1 || generals == 2 && second;
                self.see_if(generals == 2, "17.3 and 17.4 of two Generals", ok, || {
                    format!("{name} has {generals} Generals")
                });
                let ok = generals == 1 || !now.mobilises(power);
                self.see_if(false, "17.3 and 17.4 of two Generals", ok, || {
                    format!("{name} mobilises with {generals}")
                });
            }
            if now.realms[power].status == "out" {
                let cards = now.cards.values().filter(|holder| **holder == power).count();
                let left = infantry + cavalry + generals + cards;
                self.see("0.3 who is out leaves nothing behind", left == 0, || {
                    format!("{name} is out and has {left}")
                });
            }
            if now.mobilises(power) && now.is_active(power) && !asked {
                let (capital, enlistment) = (BOARD.capitals[power], BOARD.enlistments[power]);
                for (name, piece) in now.pieces.iter().filter(|(_, piece)| piece.owner != Some(power)) {
                    // A piece that the mobilising player himself leads or has led is no opponent's.
                    if self.lent.contains_key(name) {
                        continue;
                    }
                    let inside = piece
                        .at()
                        .is_some_and(|at| distance(at, capital) <= 1 || distance(at, enlistment) <= 1);
                    let near =
                        piece.at().is_some_and(|at| distance(at, capital).min(distance(at, enlistment)) <= 3);
                    self.see_if(near, "16.3 nobody else in the areas of who mobilises", !inside, || {
                        format!("{name}: {piece:?}")
                    });
                }
                for (name, piece) in now.army(power) {
                    let home = piece.at().is_none_or(|at| now.country(at) == Some(power));
                    self.see_if(false, "16.3 nobody else in the areas of who mobilises", home, || {
                        format!("{name} left home")
                    });
                }
            }
        }
        for (town, holder) in &now.cards {
            let ok = now.is_active(*holder);
            self.see_if(false, "0.3 who is out leaves nothing behind", ok, || {
                format!("{town} is held by {}", POWERS[*holder])
            });
        }
        for (seat, allies) in now.allied.iter().enumerate() {
            for &ally in allies {
                let both = now.allied[usize::from(ally)].contains(&(seat as u8));
                let ok = both && usize::from(ally) != seat && now.is_alive(ally) && now.seats > 2;
                self.see("7.1 alliances hold both ways", ok, || format!("seats {seat} and {ally}"));
            }
        }
        for (name, to) in &now.lent {
            let owner = now.pieces.get(name).and_then(|piece| piece.owner);
            let ok = owner.is_some_and(|owner| now.friends(now.seat_of(owner), now.seat_of(*to)));
            self.see("7.1.1 control needs an alliance and a full round", ok, || {
                format!("{name} is led by {}", POWERS[*to])
            });
        }
        for one in (0..now.seats).filter(|_| now.ended().is_none()) {
            for other in 0..now.seats {
                let bound = self.banned(one, other);
                let told = now.banned[usize::from(one)].contains(&other);
                if bound != No || told {
                    let ok = bound == Unsure
                        || told == (bound == Yes)
                        || !now.is_alive(one)
                        || !now.is_alive(other);
                    self.see("7.2 a clear turn after a broken alliance", ok, || {
                        format!("seat {one} bound towards {other}: {told}, by the rules {bound:?}")
                    });
                }
            }
        }
        for name in &self.fallen.clone() {
            let back = now.pieces.get(name).is_some_and(|piece| piece.spot != Spot::Aside);
            self.see("9.5 no piece comes or goes without a cause", !back, || {
                format!("the Guard {name} is back (17.3.2)")
            });
        }
        if ["moving", "attack"].contains(&now.phase.as_str()) {
            let dice = now.json["turn"]["throw"].as_array().expect("two dice");
            let faces = if now.rule("average-dice") { 2..=5 } else { 1..=6 };
            let sum: i64 = dice.iter().filter_map(Json::as_i64).sum();
            let ok = dice.iter().all(|die| die.as_i64().is_some_and(|die| faces.contains(&die)));
            self.see_if(
                false,
                "2.1 pips are what the dice show",
                ok && (0..=sum).contains(&now.pips),
                || format!("{} of {dice:?}", now.pips),
            );
        }
        let limit = now.json["rules"]["time-limit"].as_u64().expect("a number");
        if limit > 0 && now.ended().is_none() {
            self.see_if(false, "0.3 most town cards win at the deadline", now.round <= limit, || {
                format!("round {}", now.round)
            });
        }
    }

    /// Whether a piece may enter `at` at all, its lines and the enemy apart.
    fn may_enter(&self, now: &Position, name: &str, at: Square) -> Answer {
        let piece = &now.pieces[name];
        let Some(owner) = piece.owner else { return No };
        let seat = now.seat_of(owner);
        let terrain = BOARD.terrain(at);
        let from = piece.at();
        if terrain == '~'
            || !BOARD.is_land(at) && !now.rule("terrain")
            || now.on(at).is_some()
            || now.is_inviolate(at)
        {
            return No;
        }
        let host = now.country(at).filter(|&host| now.is_active(host) && now.seat_of(host) != seat);
        let led = now.lent.get(name).map(|to| now.seat_of(*to));
        let refused = host
            .map(|host| now.seat_of(host))
            .is_some_and(|host| now.friends(seat, host) && !self.consents.contains(&(host, seat)));
        if refused && led.is_none() {
            return No;
        }
        if now.mobilises(owner) && now.country(at) != Some(owner) {
            return No;
        }
        if now.partial && owner == SPAIN && now.country(at) == Some(SPAIN) {
            return No;
        }
        if now.lent.contains_key(name) && from.is_some_and(|from| now.country(from) != now.country(at)) {
            return No;
        }
        for other in now.active().filter(|&other| other != owner && now.mobilises(other)) {
            if distance(at, BOARD.capitals[other]) <= 1 || distance(at, BOARD.enlistments[other]) <= 1 {
                let own = [Some(seat), led].contains(&Some(now.seat_of(other)));
                return if own { Unsure } else { No };
            }
        }
        if led.is_some() { Unsure } else { Yes }
    }

    fn is_hostile(&self, now: &Position, seat: u8, at: Square) -> bool {
        let owner = now.on(at).and_then(|piece| piece.owner);
        owner.is_some_and(|owner| now.is_active(owner) && !now.friends(seat, now.seat_of(owner)))
    }

    /// Whether an enemy of `seat` controls `at` (12.1).
    fn is_controlled(&self, now: &Position, seat: u8, at: Square) -> Answer {
        if !now.rule("zone-of-control") {
            return No;
        }
        let bears = |other: Square| {
            let Some(piece) = now.on(other).filter(|piece| piece.kind.bears(other, at)) else { return No };
            let Some(owner) = piece.owner.filter(|_| self.is_hostile(now, seat, other)) else { return No };
            let idle = now.realms[owner].recovery != "ready"
                || now.partial && owner == SPAIN && now.country(other) == Some(SPAIN);
            if idle { Unsure } else { Yes }
        };
        neighbours(at, 1).map(bears).max().unwrap_or(No)
    }

    /// Whether a piece may make one move to `to`, and what it may cost.
    fn may_step(&self, now: &Position, name: &str, to: Square) -> (Answer, Vec<i64>) {
        let piece = &now.pieces[name];
        let (Some(from), Some(owner)) = (piece.at(), piece.owner) else { return (No, vec![]) };
        let seat = now.seat_of(owner);
        let free = |at: Square| self.may_enter(now, name, at);
        let price = |at: Square| now.cost(piece.owner, at);
        let landed = self.ashore.get(name) == Some(&from);
        // Whose enemies control a square for a piece that an ally leads, the book does not say.
        let led = now.lent.contains_key(name);
        // One square of the Carpathians touches both Austria and Italy: the book does not say whether 17.6.1 means it too.
        let corner = distance(to, (21, 12)) <= 1 && now.rule("eagle") && owner != AUSTRIA;
        match piece.kind {
            Kind::Cavalry => {
                let between =
                    neighbours(from, 1).filter(|&at| piece.kind.bears(from, at) && piece.kind.bears(at, to));
                let way = |at: Square| {
                    let passes = match self.is_controlled(now, seat, at) {
                        No => Yes,
                        Unsure => Unsure,
                        Yes if led => Unsure,
                        Yes => No,
                    };
                    (free(at).min(passes), price(at).max(price(to)))
                };
                let ways: Vec<(Answer, i64)> = between.map(way).filter(|(free, _)| *free != No).collect();
                let best = ways.iter().map(|(free, _)| *free).max().unwrap_or(No);
                let costs: Vec<i64> = ways.iter().map(|(_, cost)| *cost).collect();
                let sure = ways.iter().filter(|(free, _)| *free == Yes).map(|(_, cost)| *cost).min();
                let costs = match sure {
                    Some(sure) => costs.into_iter().filter(|cost| *cost <= sure).collect(),
                    None => costs,
                };
                let costs = if corner { vec![1, 2] } else { costs };
                let costs = if landed { [costs, vec![1]].concat() } else { costs };
                (if to == from { No } else { best.min(free(to)) }, costs)
            }
            kind => {
                let flanks = [(from.0, to.1), (to.0, from.1)];
                let slips = now.rule("zone-of-control")
                    && Kind::Infantry.bears(from, to)
                    && flanks.iter().all(|&at| self.is_hostile(now, seat, at));
                let line = if slips && led { Unsure } else { answer(!slips) };
                let line = line.min(answer(kind.bears(from, to)));
                let costs = match () {
                    () if landed && BOARD.terrain(from) == 'f' => vec![1],
                    () if landed || corner => vec![1, price(to), 3 - price(to)],
                    () => vec![price(to)],
                };
                (line.min(free(to)), costs)
            }
        }
    }

    /// Whether a piece may still be moved in this turn.
    fn may_go(&self, now: &Position, name: &str) -> Answer {
        let piece = &now.pieces[name];
        let turn = &self.turn;
        if piece.owner != Some(now.power) {
            let led = now.lent.get(name) == Some(&now.power);
            return if led { Unsure } else { No };
        }
        let home = piece.at().is_some_and(|at| now.country(at) == Some(SPAIN));
        let over = turn.released.contains(name)
            || turn.landed.contains(name)
            || turn.in_hand.as_deref() == Some(name) && turn.moves >= 3 && now.rule("three-moves")
            || now.lent.contains_key(name)
            || now.partial && now.power == SPAIN && home;
        let both = now.power == SPAIN && piece.kind == Kind::General && now.json["wellington"] == "called";
        let other = both && turn.general.as_ref().is_some_and(|general| general != name);
        if over || other {
            return No;
        }
        match turn.stopped.get(name) {
            Some(Yes) => No,
            Some(_) => Unsure,
            None => Yes,
        }
    }

    /// What is on offer, against what should be.
    fn offers(&mut self, now: &Position, to_act: &[u8], guests: &[u8], seat: u8, offered: &[Json]) {
        let ask = &now.json["sequence"]["ask"];
        let quiet = guests.is_empty() || now.phase == "open";
        self.see_if(!guests.is_empty(), "7.1 who may decide", quiet, || {
            format!("{guests:?} may interrupt in {}", now.phase)
        });
        let asked = match ask {
            Json::Null => Some(now.seat),
            Json::String(what) if what == "ambush" => Some(now.seat_of(SPAIN)),
            Json::Object(map) => map.values().next().and_then(|what| {
                let last = what.as_array().and_then(|list| list.last()).unwrap_or(what);
                let owner = now.pieces.get(last.as_str()?).and_then(|piece| piece.owner);
                owner.or_else(|| power(last)).map(|power| now.seat_of(power))
            }),
            _ => None,
        };
        if let Some(asked) = asked.filter(|_| !["bases", "preparation"].contains(&now.phase.as_str())) {
            self.see_if(asked != now.seat, "7.1 who may decide", to_act == [asked], || {
                format!("{to_act:?} for {ask} in {}", now.phase)
            });
        }
        if seat != now.seat || *ask != Json::Null {
            return;
        }
        match now.phase.as_str() {
            "moving" => {
                self.offered_moves(now, offered);
                self.offered_names(now, offered);
            }
            "attack" => self.offered_attacks(now, offered),
            _ => {}
        }
    }

    fn offered_moves(&mut self, now: &Position, offered: &[Json]) {
        let mut listed = BTreeSet::new();
        for (verb, what) in offered.iter().map(verb) {
            if verb == "step" {
                listed.insert((square(&what["from"]), square(&what["to"])));
            }
        }
        let movers: Vec<(String, Square)> =
            now.pieces.iter().filter_map(|(name, piece)| Some((name.clone(), piece.at()?))).collect();
        for (name, from) in movers {
            let go = self.may_go(now, &name);
            if go == No {
                let stays = !listed.iter().any(|(start, _)| *start == from);
                let stopped = self.turn.stopped.get(&name) == Some(&Yes);
                let controlled = stopped && now.pieces[&name].kind != Kind::General;
                let mobile = now.pieces[&name].owner == Some(now.power);
                let rule = match () {
                    () if controlled => "12.1 a controlled square ends the move",
                    () if self.turn.released.contains(&name) => "9.6 a piece let go is not touched again",
                    () if self.turn.in_hand.as_ref() == Some(&name) && !stopped => {
                        "2.2.1 at most three moves a piece"
                    }
                    () if now.lent.contains_key(&name) => "7.1.1 control needs an alliance and a full round",
                    () if now.partial && mobile => "17.9 before Trafalgar",
                    () if stopped => "5.1 a General captures where he stands",
                    () if mobile => "17.3 and 17.4 of two Generals",
                    () => "7.1 who may decide",
                };
                self.see_if(rule != "7.1 who may decide", rule, stays, || {
                    format!("{name} on {from:?} may move again")
                });
                continue;
            }
            for to in neighbours(from, 2) {
                let (may, costs) = self.may_step(now, &name, to);
                let may = may.min(go);
                let dear = costs.iter().min().is_none_or(|cost| *cost > now.pips);
                let cheap = costs.iter().max().is_some_and(|cost| *cost <= now.pips);
                let is = listed.contains(&(from, to));
                if is {
                    let ok = may != No && !dear;
                    self.see("4.1 a move goes along the piece's lines", ok, || {
                        format!("{name} {from:?} to {to:?}: {may:?}, costs {costs:?} of {}", now.pips)
                    });
                } else if may == Yes {
                    self.see("4.1 what the listed moves leave out is not allowed", !cheap, || {
                        format!("{name} may not go from {from:?} to {to:?} for {costs:?} of {}", now.pips)
                    });
                }
            }
        }
    }

    /// Whether the moving player may attack this piece at all.
    fn may_attack(&self, now: &Position, name: &str) -> Answer {
        let Some(owner) = now.pieces[name].owner else { return Yes };
        let seat = now.seat_of(owner);
        let shielded = self.shields.contains_key(&owner) || now.mobilises(owner);
        if !now.is_active(owner) || now.friends(now.seat, seat) || shielded || now.mobilises(now.power) {
            return No;
        }
        match self.banned(now.seat, seat) {
            Yes => No,
            Unsure => Unsure,
            No => Yes,
        }
    }

    fn offered_names(&mut self, now: &Position, offered: &[Json]) {
        let names: Vec<Square> =
            offered.iter().map(verb).filter(|(verb, _)| *verb == "name").map(|(_, at)| square(at)).collect();
        let late =
            self.turn.in_hand.is_some() || !self.turn.released.is_empty() || !self.turn.landed.is_empty();
        for at in &names {
            let target = now.board.get(at).cloned();
            let front = |name: &String| {
                now.pieces[name].at().map(|at| now.country(at).ok_or(BOARD.terrain(at) == 'I'))
            };
            let again = target.as_ref().is_some_and(|target| {
                now.targets.iter().any(|other| front(other) == front(target) || !now.rule("fronts"))
            });
            let may = target.map_or(No, |target| self.may_attack(now, &target));
            let rule = match now.on(*at).and_then(|piece| piece.owner) {
                Some(owner) if self.shields.contains_key(&owner) => "11.1 he misses a turn and is shielded",
                _ => "9.3 one target, named before the first move",
            };
            self.see(rule, !late && !again && may != No, || {
                format!("{at:?} named late {late}, again {again}: {may:?}")
            });
        }
        for (name, piece) in &now.pieces {
            let Some(owner) = piece.owner else { continue };
            if self.banned(now.seat, now.seat_of(owner)) == Yes {
                let named = piece.at().is_some_and(|at| names.contains(&at)) || now.targets.contains(name);
                self.see("7.2 a clear turn after a broken alliance", !named, || {
                    format!("{name} can be attacked")
                });
            }
            if self.shields.contains_key(&owner) && owner != now.power {
                let named = piece.at().is_some_and(|at| names.contains(&at)) || now.targets.contains(name);
                self.see("11.1 he misses a turn and is shielded", !named, || {
                    format!("{name} can be attacked")
                });
            }
        }
    }

    fn offered_attacks(&mut self, now: &Position, offered: &[Json]) {
        let begun = now.json["turn"]["fought"] != 0;
        let strikes: Vec<Square> = offered
            .iter()
            .map(verb)
            .filter(|(verb, _)| *verb == "strike")
            .map(|(_, at)| square(at))
            .collect();
        for at in &strikes {
            let target = now.board.get(at).cloned();
            let named = target.as_ref().is_some_and(|target| now.targets.contains(target));
            let may = target.map_or(No, |target| self.may_take(now, &target));
            self.see("9.1 a piece is taken by superior force only", named && may != No, || {
                format!("{at:?}: {may:?}")
            });
        }
        for name in now.targets.iter().filter(|_| !begun) {
            let listed = now.pieces[name].at().is_some_and(|at| strikes.contains(&at));
            if self.may_take(now, name) == Yes {
                self.see("9.2 superior force can take", listed, || format!("{name} cannot be taken"));
            }
        }
        for (_, town) in offered.iter().map(verb).filter(|(verb, _)| *verb == "parley") {
            let town = BOARD.town(town.as_str().expect("a town"));
            let neutral = now.on(town.at).is_some_and(|piece| piece.owner.is_none());
            let near = now.army(now.power).any(|(_, piece)| {
                piece.kind == Kind::General && piece.at().is_some_and(|at| distance(at, town.at) == 1)
            });
            self.see("17.8 minor powers", neutral && near, || format!("parley at {}", town.name));
        }
    }

    /// Whether the moving player can take this piece (9, 14, 17).
    fn may_take(&self, now: &Position, name: &str) -> Answer {
        let target = &now.pieces[name];
        let Some(at) = target.at() else { return No };
        let foe = target.owner.map(|owner| now.seat_of(owner));
        let beaten = |name: &str| {
            now.json["turn"]["beaten"].as_array().is_some_and(|list| list.iter().any(|beaten| beaten == name))
        };
        let fights =
            |piece: &Piece| piece.owner.filter(|&owner| now.is_active(owner) && !now.mobilises(owner));
        let mut supporters: Vec<(Square, i32, u8, bool)> = Vec::new();
        for near in neighbours(at, 1).filter(|_| now.rule("standard")) {
            let (Some(foe), Some(piece)) = (foe, now.on(near)) else { continue };
            let Some(owner) = fights(piece) else { continue };
            let seat = now.seat_of(owner);
            if now.friends(foe, seat) && !now.friends(now.seat, seat) {
                let unsure = self.banned(now.seat, seat) != No
                    || self.shields.contains_key(&owner)
                    || beaten(&now.board[&near]);
                supporters.push((near, defence(now, &now.board[&near]), seat, unsure));
            }
        }
        let mut attackers: Vec<Attacker> = Vec::new();
        for (name, piece) in &now.pieces {
            let (Some(stand), Some(owner)) = (piece.at(), fights(piece)) else { continue };
            let seat = now.seat_of(owner);
            let barred = foe.is_some_and(|foe| now.friends(seat, foe) || self.banned(seat, foe) == Yes);
            let idle = now.partial && owner == SPAIN && now.country(stand) == Some(SPAIN);
            if !now.friends(now.seat, seat) || barred || idle || self.turn.landed.contains(name) {
                continue;
            }
            let torn = supporters.iter().any(|(_, _, friend, _)| {
                seat != now.seat && (now.friends(seat, *friend) || self.banned(seat, *friend) != No)
            });
            let unsure = torn
                || seat != now.seat && self.shields.contains_key(&owner)
                || foe.is_some_and(|foe| self.banned(seat, foe) == Unsure);
            let led = now.lent.contains_key(name);
            let own = if seat == now.seat { if led { Unsure } else { Yes } } else { answer(false) };
            let own =
                if now.lent.get(name).is_some_and(|to| now.seat_of(*to) == now.seat) { Unsure } else { own };
            attackers.push(Attacker {
                at: stand,
                kind: piece.kind,
                weight: if name == NAPOLEON { 2 } else { 1 },
                own,
                unsure,
            });
        }
        let demand = (at, defence(now, name) + 1);
        let all = |sure: bool| {
            let force: Vec<&Attacker> =
                attackers.iter().filter(|attacker| !(sure && attacker.unsure)).collect();
            let supporters = supporters.iter().filter(|(_, _, _, unsure)| sure || !unsure);
            let demands: Vec<(Square, i32)> =
                std::iter::once(demand).chain(supporters.map(|(at, value, _, _)| (*at, *value))).collect();
            overcome(&force, &demands, if sure { Yes } else { Unsure })
        };
        match (all(true), all(false)) {
            (true, _) => Yes,
            (false, true) => Unsure,
            (false, false) => No,
        }
    }

    /// Which towns fall to the moving power when its last move is made (5.1).
    fn falling(&self, now: &Position) -> BTreeMap<String, Answer> {
        let mut falling = BTreeMap::new();
        for (name, piece) in now.pieces.iter().filter(|(_, piece)| piece.kind == Kind::General) {
            let Some(town) = piece.at().and_then(|at| BOARD.town_at(at)) else { continue };
            let Some(owner) = piece.owner else { continue };
            let seat = now.seat_of(owner);
            let holder = now.cards.get(&town.name).copied();
            let own = owner == now.power;
            let led = now.lent.get(name).is_some_and(|to| now.seat_of(*to) == now.seat);
            let mut falls = match holder.map(|holder| now.seat_of(holder)) {
                None => Yes,
                Some(_) if holder == Some(owner) => No,
                Some(holder) if now.friends(seat, holder) => No,
                Some(holder) if self.banned(seat, holder) == Yes => No,
                Some(holder) if self.banned(seat, holder) == Unsure => Unsure,
                Some(_) => Yes,
            };
            if now.mobilises(owner) || !own && !led {
                falls = No;
            }
            if !own || now.lent.contains_key(name) || self.turn.landed.contains(name) {
                falls = falls.min(Unsure);
            }
            falling.insert(town.name.clone(), falls);
        }
        falling
    }
}

struct Attacker {
    at: Square,
    kind: Kind,
    weight: i32,
    own: Answer,
    unsure: bool,
}

/// What it takes to hold a piece where it stands (9.1, 17.3, 17.4).
fn defence(now: &Position, name: &str) -> i32 {
    let guard = ["France infantry 1", "Russia infantry 1"].contains(&name) && now.rule("guards");
    match name {
        WELLINGTON => 3,
        "Spain General" if now.json["wellington"] == "called" => 1,
        _ if guard || now.pieces[name].kind == Kind::General => 2,
        _ => 1,
    }
}

/// Whether the force can be shared out so that every demand is met, the first of them by a piece of the moving player
/// among others (9.4, 14.1.1).
fn overcome(force: &[&Attacker], demands: &[(Square, i32)], own: Answer) -> bool {
    let bears = |attacker: &Attacker, demand: usize| attacker.kind.bears(attacker.at, demands[demand].0);
    // The book only says "any mixed, allied force": it may be enough that a piece of the mover's stands in position.
    let present = force.iter().any(|attacker| attacker.own >= own && bears(attacker, 0));
    let leads = |attacker: &Attacker| attacker.own >= own || own == Unsure && present;
    (0..force.len()).filter(|&first| leads(force[first]) && bears(force[first], 0)).any(|first| {
        let mut open: Vec<i32> = demands.iter().map(|(_, value)| *value).collect();
        open[0] -= force[first].weight;
        let heavy = (0..force.len()).find(|&other| other != first && force[other].weight > 1);
        let rest: Vec<usize> =
            (0..force.len()).filter(|&other| other != first && Some(other) != heavy).collect();
        let share = |open: &[i32]| {
            let slots: Vec<usize> = open
                .iter()
                .enumerate()
                .flat_map(|(demand, value)| std::iter::repeat_n(demand, usize::try_from(*value).unwrap_or(0)))
                .collect();
            let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
            (0..slots.len()).all(|slot| {
                let mut tried = BTreeSet::new();
                assign(slot, &slots, &rest, &mut taken, &mut tried, &|piece, demand| {
                    bears(force[piece], demand)
                })
            })
        };
        match heavy {
            None => share(&open),
            Some(heavy) => {
                (0..demands.len()).filter(|&demand| bears(force[heavy], demand)).any(|demand| {
                    let mut open = open.clone();
                    open[demand] -= force[heavy].weight;
                    share(&open)
                }) || share(&open)
            }
        }
    })
}

/// Finds a piece for `slot`, moving others to other slots if need be (augmenting paths).
fn assign(
    slot: usize,
    slots: &[usize],
    pieces: &[usize],
    taken: &mut BTreeMap<usize, usize>,
    tried: &mut BTreeSet<usize>,
    bears: &impl Fn(usize, usize) -> bool,
) -> bool {
    for &piece in pieces {
        if !bears(piece, slots[slot]) || !tried.insert(piece) {
            continue;
        }
        let moved = match taken.get(&piece).copied() {
            None => true,
            Some(other) => assign(other, slots, pieces, taken, tried, bears),
        };
        if moved {
            taken.insert(piece, slot);
            return true;
        }
    }
    false
}

/// How far a turn has come (Sequence of play).
fn stage(phase: &str) -> usize {
    let order: [&[&str]; 7] = [
        &["bases"],
        &["preparation"],
        &["open"],
        &["moving"],
        &["attack"],
        &["spoils", "defeats"],
        &["business"],
    ];
    order.iter().position(|stage| stage.contains(&phase)).unwrap_or(7)
}

/// A step of the game.
struct Step<'a> {
    before: &'a Position,
    seat: u8,
    action: &'a Json,
    after: &'a Position,
    told: &'a [String],
}

impl Step<'_> {
    fn tells(&self, words: &str) -> bool {
        self.told.iter().any(|line| line.contains(words))
    }

    /// Pieces of `power` other than Generals that are there before and not after, and the other way round.
    fn gone_and_come(&self, power: Power) -> (Vec<String>, Vec<String>) {
        let troops = |position: &Position| -> BTreeSet<String> {
            let army = position.army(power).filter(|(_, piece)| piece.kind != Kind::General);
            army.map(|(name, _)| name.clone()).collect()
        };
        let (before, after) = (troops(self.before), troops(self.after));
        (before.difference(&after).cloned().collect(), after.difference(&before).cloned().collect())
    }

    fn is_invasion(&self) -> bool {
        self.before.partial && !self.after.partial
    }

    /// Whether a turn ended with it.
    fn ends_turn(&self) -> bool {
        self.after.phase == "open" && !["open", "preparation", "bases"].contains(&self.before.phase.as_str())
            || self.after.ended().is_some()
    }
}

impl Umpire {
    /// Judges a step, and keeps the books of the turn.
    fn step(&mut self, step: &Step) {
        let (before, after) = (step.before, step.after);
        self.turn.told.extend(step.told.iter().cloned());
        let (verb, what) = verb(step.action);
        let back = stage(&after.phase) < stage(&before.phase) && after.phase != "open";
        self.see_if(after.phase != before.phase, "0.4 steps follow in order", !back, || {
            format!("{} after {}", after.phase, before.phase)
        });
        self.causes(step);
        match verb {
            "throw" => {
                let sum: i64 = after.json["turn"]["throw"]
                    .as_array()
                    .map_or(0, |dice| dice.iter().filter_map(Json::as_i64).sum());
                self.see("2.1 pips are what the dice show", after.pips == sum, || {
                    format!("{} of {sum}", after.pips)
                });
            }
            "step" => self.moved(step, square(&what["from"]), square(&what["to"])),
            "embark" => self.embarked(step, square(what)),
            "land" => self.landed(step, square(&what["to"])),
            "name" => {
                let one = after.targets.len() == before.targets.len() + 1;
                let ok = one && (after.targets.len() == 1 || after.rule("fronts"));
                self.see("9.3 one target, named before the first move", ok, || {
                    format!("{:?}", after.targets)
                });
            }
            "strike" => {
                let target = &before.board[&square(what)];
                if after.phase == "attack" {
                    self.turn.doomed.insert(target.clone());
                }
                if before.pieces[target].kind == Kind::General {
                    self.turn.beaten_general = Some(target.clone());
                }
            }
            "parley" => {
                let joins = step.tells(": it joins");
                let high = step.tells(" throws 5: it ") || step.tells(" throws 6: it ");
                let town = BOARD.town(what.as_str().expect("a town"));
                let owner = after.on(town.at).and_then(|piece| piece.owner);
                let ok = joins == high && (owner == Some(before.power)) == joins;
                self.see("17.8 minor powers", ok, || format!("parley at {}: {:?}", town.name, step.told));
            }
            "place" | "wellington" => self.placed(step, square(what)),
            "ambush" => {
                let name = &before.board[&square(what)];
                let piece = &before.pieces[name];
                let ok = piece.kind != Kind::General
                    && piece.owner != Some(SPAIN)
                    && before.country(square(what)) == Some(SPAIN)
                    && after.on(square(what)).is_none();
                self.see("17.4.3 guerrillas", ok, || format!("{name} is ambushed"));
            }
            "redeploy" => self.redeployed(step, square(&what["from"]), square(&what["to"])),
            "offer" | "accept" | "admit" | "bar" | "break" | "lend" | "recall" => {
                self.treats(step, verb, what)
            }
            _ => {}
        }
        if let Some(line) = step.told.iter().find(|line| line.starts_with("The guerrillas throw ")) {
            let prey = |at: &Square| {
                let piece = after.on(*at);
                let fair =
                    piece.is_some_and(|piece| piece.kind != Kind::General && piece.owner != Some(SPAIN));
                fair && after.country(*at) == Some(SPAIN)
            };
            let due = line.contains(" throw 6 and 6:") && after.board.keys().any(prey);
            let ok = before.power == SPAIN && due == (after.json["sequence"]["ask"] == "ambush");
            self.see("17.4.3 guerrillas", ok, || format!("{line}, {}", after.json["sequence"]["ask"]));
        }
        if step.is_invasion() {
            let (infantry, cavalry) = (after.count(SPAIN, Kind::Infantry), after.count(SPAIN, Kind::Cavalry));
            let abroad = |piece: &Piece| piece.at().is_none_or(|at| after.country(at) != Some(SPAIN));
            let astray = after.army(SPAIN).any(|(name, piece)| name != WELLINGTON && abroad(piece));
            let ok = step.tells("Spain is invaded") && (infantry, cavalry) == (4, 4) && !astray
                || after.mobilises(SPAIN)
                || step.tells("all troops of Spain go back to their starting squares")
                || !after.is_active(SPAIN);
            self.see("17.9 before Trafalgar", ok, || {
                format!("{infantry} infantry, {cavalry} cavalry, astray {astray}")
            });
        }
        for line in step.told {
            if let Some(count) = line.split(" may redeploy ").nth(1) {
                let count = count.split(' ').next().and_then(|count| count.parse().ok());
                self.turn.allowance = count.expect("a number");
            }
        }
        if !["step", "embark", "land", "redeploy", "break"].contains(&verb)
            && stage(&before.phase) <= stage("moving")
        {
            let same = after.board == before.board || verb == "throw" || before.phase == "preparation";
            let same = same || stage(&after.phase) != stage(&before.phase);
            self.see("4.1.2 nothing else happens on a move", same, || format!("{verb} moved pieces"));
        }
        if stage(&before.phase) <= stage("attack") && stage(&after.phase) > stage("attack")
            || ["moving", "attack"].contains(&before.phase.as_str()) && step.ends_turn()
        {
            self.close(step, verb);
        } else if before.phase == "moving" && after.phase == "attack" {
            self.turn.close = None;
        }
        self.cards(step);
        let open = stage(&after.phase) >= stage("business") || step.ends_turn();
        if open && self.turn.close.is_some() && !self.turn.settled {
            self.settle(step);
        }
        if verb == "ambush" {
            self.spared.extend(after.active().filter(|&power| after.troops(power) == 0));
        }
        if open && after.ended().is_none() {
            for power in after.active().filter(|power| !self.spared.contains(power)).collect::<Vec<_>>() {
                let ok = after.troops(power) > 0;
                self.see_if(false, "0.3 without troops a power is out", ok, || {
                    format!("{} has no troops", POWERS[power])
                });
            }
        }
        self.recoveries(step);
        self.victory(step);
        if step.ends_turn() {
            self.turn_ends(step);
        }
        for power in [FRANCE, RUSSIA].into_iter().filter(|_| after.rule("guards")) {
            let guard = format!("{} infantry 1", POWERS[power]);
            let gone = after.pieces.get(&guard).is_none_or(|piece| piece.spot == Spot::Aside);
            if gone && before.pieces.contains_key(&guard) {
                self.fallen.insert(guard);
            }
        }
    }

    /// No piece comes or goes without a cause that is told.
    fn causes(&mut self, step: &Step) {
        let (before, after) = (step.before, step.after);
        for power in before.active().filter(|&power| after.is_active(power)).collect::<Vec<_>>() {
            if stage(&before.phase) < stage("open") || power == SPAIN && step.is_invasion() {
                continue;
            }
            let (gone, come) = step.gone_and_come(power);
            if gone.is_empty() && come.is_empty() {
                continue;
            }
            let (nation, name) = (NATIONS[power], POWERS[power]);
            let earlier = gone.iter().filter(|name| self.turn.doomed.contains(*name)).count();
            let (mut lost, mut gained) = (earlier, 0);
            for line in step.told {
                let of = |start: &str| line.starts_with(&format!("{start}{nation} "));
                let troops = !line.contains("General");
                let taken = troops && line.contains(&format!(" takes the {nation} "));
                let own = troops && of("The ");
                let ends = own && (line.contains(" is lost") || line.contains(" changes sides"));
                let begins = own
                    && [" is raised by ", " is recruited", " is placed "]
                        .iter()
                        .any(|way| line.contains(way));
                lost += usize::from(taken || ends || of("Guerrillas destroy the "));
                gained += usize::from(begins || line.contains(&format!(" changes sides and joins {name}.")));
                gained +=
                    usize::from(line.starts_with(&format!("{name} courts ")) && line.contains("it joins"));
            }
            let ok = (lost, gained) == (gone.len(), come.len());
            self.see("9.5 no piece comes or goes without a cause", ok, || {
                format!("{name}: {gone:?} gone, {come:?} come: {:?}", step.told)
            });
            for line in step.told.iter().filter(|line| line.starts_with(&format!("The {nation} "))) {
                if let Some(town) = line.split(" is lost with ").nth(1) {
                    self.nearest(step, power, &gone, town.trim_end_matches('.'));
                }
            }
        }
    }

    /// The piece lost with a red town is the nearest of its kind (13.1).
    fn nearest(&mut self, step: &Step, loser: Power, gone: &[String], town: &str) {
        let town = BOARD.town(town);
        let before = step.before;
        let gone: Vec<&String> = gone.iter().filter(|name| !before.targets.contains(name)).collect();
        let [gone] = gone[..] else { return };
        let Some(symbol) = town.symbol else { return };
        let kind = before.pieces[gone].kind;
        let of_kind = |kind: Kind| {
            before
                .army(loser)
                .filter(move |(name, piece)| piece.kind == kind && !before.targets.contains(name))
        };
        let far = |piece: &Piece| piece.at().map_or(99, |at| distance(at, town.at));
        let least = of_kind(kind).map(|(_, piece)| far(piece)).min();
        let right = kind == symbol || of_kind(symbol).next().is_none();
        let ok = right && least == Some(far(&before.pieces[gone]));
        self.see("13.1 a red town costs its holder the nearest piece", ok, || {
            format!(
                "{gone} {:?} is lost with {}, the nearest is {least:?} away",
                before.pieces[gone], town.name
            )
        });
    }

    fn moved(&mut self, step: &Step, from: Square, to: Square) {
        let (before, after) = (step.before, step.after);
        let name = before.board.get(&from).cloned().unwrap_or_default();
        let Some(piece) = before.pieces.get(&name) else {
            return self
                .see("4.1 a move goes along the piece's lines", false, || format!("nothing on {from:?}"));
        };
        let (go, (may, costs)) = (self.may_go(before, &name), self.may_step(before, &name, to));
        self.see("4.1 a move goes along the piece's lines", go.min(may) != No, || {
            format!("{name} {from:?} to {to:?}: {go:?} {may:?}")
        });
        let paid = before.pips - after.pips;
        self.see("4.1 a move costs its pips", costs.contains(&paid), || {
            format!("{name} to {to:?}: {paid}, not {costs:?}")
        });
        if !step.is_invasion() {
            let mut expected = before.pieces.clone();
            if let Some(piece) = expected.get_mut(&name) {
                piece.spot = Spot::On(to);
            }
            let same =
                expected == after.pieces && before.cards == after.cards && before.allied == after.allied;
            self.see("4.1.2 nothing else happens on a move", same, || format!("{name} to {to:?}"));
        }
        let turn = &mut self.turn;
        if turn.in_hand.as_ref() == Some(&name) {
            turn.moves += 1;
        } else {
            turn.released.extend(turn.in_hand.replace(name.clone()));
            turn.moves = 1;
        }
        if piece.owner == Some(SPAIN) && piece.kind == Kind::General {
            turn.general = Some(name.clone());
        }
        self.ashore.remove(&name);
        let seat = piece.owner.map_or(u8::MAX, |owner| before.seat_of(owner));
        let led = before.lent.contains_key(&name);
        let mut stop = self.is_controlled(after, seat, to).min(if led { Unsure } else { Yes });
        if piece.kind == Kind::General {
            let holder = BOARD.town_at(to).map(|town| before.cards.get(&town.name).copied());
            let falls = match holder {
                None | Some(Some(_)) if holder == Some(piece.owner) => No,
                None => No,
                Some(None) => Yes,
                Some(Some(holder)) => {
                    let holder = before.seat_of(holder);
                    answer(!before.friends(seat, holder) && self.banned(seat, holder) == No).max(Unsure)
                }
            };
            let falls = if falls != No && piece.owner.is_some_and(|owner| before.mobilises(owner)) {
                Unsure
            } else {
                falls
            };
            let capital = (0..5).any(|power| BOARD.capitals[power] == to && Some(power) != piece.owner);
            stop = stop.max(falls).max(if capital { Unsure } else { No });
        }
        if stop != No {
            self.turn.stopped.insert(name, stop);
        }
    }

    /// A piece is placed where the book wants it.
    fn placed(&mut self, step: &Step, to: Square) {
        let before = step.before;
        let ask = &before.json["sequence"]["ask"];
        let free = |at: &Square| BOARD.is_land(*at) && before.on(*at).is_none();
        self.see_if(false, "4.1.2 one piece a square", before.on(to).is_none(), || {
            format!("placed on {to:?}")
        });
        if let Some(town) = ask["gain"][0].as_str() {
            let ok = distance(to, BOARD.town(town).at) == 1;
            self.see("13.1 a red town raises its piece", ok, || format!("{to:?} is not beside {town}"));
        }
        if let Some(power) = power(&ask["plunder"]) {
            let capital = BOARD.capitals[power];
            let room = neighbours(capital, 1).chain([capital]).any(|at| free(&at));
            let ok = !room || distance(to, capital) <= 1;
            self.see("17.2 plunder", ok, || format!("the free infantry goes to {to:?}"));
        }
        if let Some(power) = power(&ask["expel"][0]) {
            let capital = BOARD.capitals[power];
            let home = |at: Square| before.country(at) == Some(power);
            let perimeter = |at: &Square| {
                home(*at)
                    && distance(*at, capital) > 1
                    && neighbours(*at, 1).any(|other| !home(other))
                    && free(at)
            };
            let ok = perimeter(&to) || !BOARD.land().iter().any(perimeter);
            self.see("11.1 who is expelled goes to the perimeter", ok, || format!("{ask} to {to:?}"));
        }
    }

    fn embarked(&mut self, step: &Step, from: Square) {
        let (before, after) = (step.before, step.after);
        let name = before.board[&from].clone();
        let piece = &before.pieces[&name];
        let fresh = !self.turn.released.contains(&name) && !self.turn.landed.contains(&name);
        let kind = piece.kind == Kind::Infantry || before.partial;
        let sea = after.army(SPAIN).filter(|(_, piece)| piece.spot == Spot::Sea).count();
        let ok = fresh
            && kind
            && piece.owner == Some(SPAIN)
            && BOARD.is_coast(from)
            && before.pips - after.pips == 1
            && (sea == 1 || before.partial && sea <= 4)
            && after.pieces[&name].spot == Spot::Sea;
        self.see("17.4.2 to sea and back", ok, || format!("{name} from {from:?}, {sea} at sea"));
        self.turn.released.extend(self.turn.in_hand.take());
        self.turn.released.insert(name.clone());
        if piece.kind == Kind::General {
            self.turn.general = Some(name.clone());
        }
        self.turn.embarked.insert(name);
    }

    fn landed(&mut self, step: &Step, to: Square) {
        let (before, after) = (step.before, step.after);
        let name = after.board.get(&to).cloned().unwrap_or_default();
        let wood = BOARD.terrain(to) == 'f' && neighbours(to, 1).any(|at| BOARD.terrain(at) == 'P');
        let land = BOARD.is_land(to) && before.country(to) != Some(FRANCE);
        let spain = before.partial && before.country(to) == Some(SPAIN);
        let ok = before.pieces.get(&name).is_some_and(|piece| piece.spot == Spot::Sea)
            && !self.turn.embarked.contains(&name)
            && before.on(to).is_none()
            && BOARD.is_coast(to)
            && (wood || land)
            && !spain
            && before.pips - after.pips == 1;
        self.see("17.4.2 to sea and back", ok, || format!("{name} to {to:?} ({})", BOARD.terrain(to)));
        self.turn.released.extend(self.turn.in_hand.take());
        if name.contains("General") {
            self.turn.general = Some(name.clone());
        }
        self.ashore.insert(name.clone(), to);
        self.turn.landed.insert(name);
    }

    fn redeployed(&mut self, step: &Step, from: Square, to: Square) {
        let (before, after) = (step.before, step.after);
        let name = before.board[&from].clone();
        let piece = &before.pieces[&name];
        let mut expected = before.pieces.clone();
        if let Some(piece) = expected.get_mut(&name) {
            piece.spot = Spot::On(to);
        }
        let both =
            before.power == SPAIN && piece.kind == Kind::General && before.json["wellington"] == "called";
        let second = both && self.turn.general.as_ref().is_some_and(|general| *general != name);
        let first = self.turn.redeployed.insert(name.clone());
        let ok = before.phase == "redeployment"
            && (piece.owner == Some(before.power) || before.lent.get(&name) == Some(&before.power))
            && distance(from, to) == 1
            && self.may_enter(before, &name, to) != No
            && first
            && !second
            && self.turn.redeployed.len() as u64 <= self.turn.allowance.min(6)
            && (after.cards == before.cards)
            && (step.is_invasion() || after.pieces == expected || after.phase == "open");
        let (count, allowance) = (self.turn.redeployed.len(), self.turn.allowance);
        self.see("17.1 redeployment", ok, || format!("{name} {from:?} to {to:?}, {count} of {allowance}"));
        if both {
            self.turn.general = Some(name.clone());
        }
        self.ashore.remove(&name);
    }

    fn treats(&mut self, step: &Step, verb: &str, what: &Json) {
        let (before, after, one) = (step.before, step.after, step.seat);
        let other = what.as_u64().or_else(|| what["to"].as_u64()).map(|seat| seat as u8);
        match (verb, other) {
            ("accept", Some(other)) => {
                let ok = after.friends(one, other) && after.friends(other, one);
                self.see("7.1 alliances hold both ways", ok, || format!("{one} accepts {other}"));
                for pair in [(one, other), (other, one)] {
                    if let Some(ban) = self.bans.get_mut(&pair) {
                        *ban = Unsure;
                    }
                }
            }
            ("admit", Some(other)) => {
                self.consents.insert((one, other));
            }
            ("bar", Some(other)) => {
                self.consents.remove(&(one, other));
            }
            ("break", Some(other)) => {
                let when = one == before.seat
                    && ["open", "moving", "business"].contains(&before.phase.as_str())
                    || before.phase == "open";
                let over = !after.friends(one, other) && !after.friends(other, one);
                self.see("7.1 alliances hold both ways", when && over, || {
                    format!("{one} breaks with {other}")
                });
                if before.phase == "moving" {
                    let same = before.pieces == after.pieces
                        && before.cards == after.cards
                        && before.pips == after.pips;
                    let ok = (same || step.is_invasion())
                        && before.targets == after.targets
                        && after.phase == "moving";
                    self.see("7.2 a break in mid-move changes nothing else", ok, || {
                        format!("{one} breaks with {other}")
                    });
                }
                self.bans.insert((one, other), Yes);
                self.consents.remove(&(one, other));
                self.consents.remove(&(other, one));
                for (name, to) in &before.lent {
                    let owner = before.pieces[name].owner.map(|owner| before.seat_of(owner));
                    let pair = [owner, Some(before.seat_of(*to))];
                    if pair == [Some(one), Some(other)] || pair == [Some(other), Some(one)] {
                        let ok = !after.lent.contains_key(name);
                        self.see("7.1.1 control needs an alliance and a full round", ok, || {
                            format!("{name} stays with the former ally")
                        });
                    }
                }
            }
            ("lend", Some(other)) => {
                let at = square(&what["piece"]);
                let name = before.board[&at].clone();
                let own = before.pieces[&name].owner.map(|owner| before.seat_of(owner)) == Some(one);
                let country = BOARD.terrain(at);
                let joined = before.pieces.values().any(|piece| {
                    let theirs = piece.owner.is_some_and(|owner| before.seat_of(owner) == other);
                    theirs && piece.at().is_some_and(|at| BOARD.terrain(at) == country)
                });
                let ok = own && joined && BOARD.is_land(at) && before.friends(one, other);
                self.see("7.1.1 control needs an alliance and a full round", ok, || {
                    format!("{name} to {other}")
                });
                self.lent.insert(name, before.round);
            }
            ("recall", _) => {
                let gone: Vec<&String> =
                    before.lent.keys().filter(|name| !after.lent.contains_key(*name)).collect();
                for name in gone {
                    let ok = self.lent.get(name).is_none_or(|round| *round < before.round);
                    self.see("7.1.1 control needs an alliance and a full round", ok, || {
                        format!("{name} is called back")
                    });
                }
            }
            _ => {}
        }
    }

    /// The last move is made, and attacks are over.
    fn close(&mut self, step: &Step, verb: &str) {
        let before = step.before;
        if before.phase == "moving" {
            for name in before.targets.clone() {
                let may = self.may_take(before, &name);
                self.see_if(false, "9.2 superior force can take", may != Yes, || {
                    format!("{name} could have been taken")
                });
            }
        }
        if verb == "strike" || before.phase == "attack" {
            let taken = |line: &String| line.contains(" takes the ") && !line.contains(" takes the field");
            let struck = step.told.iter().any(taken)
                || step.tells(" captures the ")
                || step.tells(" captures Napoleon")
                || step.tells(" captures Wellington");
            let ok = (verb == "strike") == struck || before.rule("fronts");
            self.see("9.1 a piece is taken by superior force only", ok, || {
                format!("{verb}: {:?}", step.told)
            });
        }
        let falling = self.falling(before);
        self.turn.close = Some((Box::new(before.clone()), falling));
    }

    /// Cards pass to a captor, or go back when their holder is out.
    fn cards(&mut self, step: &Step) {
        let (before, after) = (step.before, step.after);
        if stage(&before.phase) < stage("open") {
            return;
        }
        for town in &BOARD.towns {
            let (old, new) = (before.cards.get(&town.name).copied(), after.cards.get(&town.name).copied());
            match new {
                _ if old == new => {}
                Some(captor) => {
                    let close = self.turn.close.as_ref().filter(|_| !self.turn.settled);
                    let falls = close.and_then(|(_, falling)| falling.get(&town.name)).copied().unwrap_or(No);
                    let by = captor == before.power || falls == Unsure;
                    self.see("5.1 a General captures where he stands", falls != No && by, || {
                        format!("{} passes to {}", town.name, POWERS[captor])
                    });
                    self.turn.captured.push((town.name.clone(), old));
                }
                None => {
                    let out = old.is_some_and(|old| !after.is_active(old));
                    self.see("0.3 who is out leaves nothing behind", out, || {
                        format!("{} is nobody's", town.name)
                    });
                }
            }
        }
    }

    /// Towns, gains, losses and defeats of the turn are done with.
    fn settle(&mut self, step: &Step) {
        self.turn.settled = true;
        self.spared.clear();
        let Some((close, falling)) = self.turn.close.clone() else { return };
        let (after, captor) = (step.after, close.power);
        let told = self.turn.told.clone();
        let tell = |words: String| told.iter().filter(|line| line.contains(&words)).count();
        for (town, _) in falling.iter().filter(|(_, falls)| **falls == Yes) {
            let ok = self.turn.captured.iter().any(|(name, _)| name == town);
            self.see("5.1 a General captures where he stands", ok, || format!("{town} was not captured"));
        }
        for (name, from) in self.turn.captured.clone() {
            let town = BOARD.town(&name);
            let (lost, raised) =
                (tell(format!(" is lost with {name}.")), tell(format!(" is raised by {name} and")));
            let plunders = tell(format!(" plunders {name} and throws "));
            let Some(symbol) = town.symbol.filter(|_| after.rule("standard") && !after.is_minor_town(&name))
            else {
                let full = after.is_minor_town(&name) && after.count(captor, Kind::Infantry) == 9;
                let ok = raised == 0 && (lost == 0 || full);
                self.see_if(false, "13.1 a red town raises its piece", ok, || {
                    format!("{name} raised or cost a piece")
                });
                if town.symbol.is_none() {
                    let due = usize::from(after.rule("plunder"));
                    let six = tell(format!(" plunders {name} and throws 6"));
                    let free = tell(format!(" plunders {name} and throws 6: a free"));
                    let full = after.count(captor, Kind::Infantry) == 9;
                    let ok = plunders == due && (six == free || full);
                    self.see("17.2 plunder", ok, || format!("{name}: {told:?}"));
                }
                continue;
            };
            if let Some(from) = from.filter(|&from| after.is_active(from)) {
                let ok = lost == 1 || lost == 0 && after.troops(from) == 0;
                self.see("13.1 a red town costs its holder the nearest piece", ok, || {
                    format!("{name} cost {lost}: {told:?}")
                });
            } else if from.is_none() {
                self.see("13.1 a red town costs its holder the nearest piece", lost == 0, || {
                    format!("{name} cost {lost}")
                });
            }
            let general = close
                .army(captor)
                .find(|(_, piece)| piece.kind == Kind::General)
                .map(|(name, _)| name.clone());
            let room = general.is_some_and(|general| {
                after.pieces.contains_key(&general)
                    && neighbours(town.at, 1).any(|at| self.may_enter(after, &general, at) == Yes)
            });
            let word = if symbol == Kind::Infantry { "infantry" } else { "cavalry" };
            let right = tell(format!("{word} is raised by {name} and"))
                + tell(format!("Wellington is raised by {name} and"));
            let ok = raised == 1 && right == 1 || raised == 0 && (!room || after.count(captor, symbol) == 9);
            self.see("13.1 a red town raises its piece", ok, || {
                format!("{name} raised {raised} with room {room}: {told:?}")
            });
        }
        for line in told.iter().filter(|line| line.contains(" changes sides and joins ")) {
            let ok = self.turn.captured.iter().any(|(name, _)| after.is_minor_town(name));
            self.see("17.8 minor powers", ok, || line.clone());
        }
        self.capitals(step, &close);
        if let Some(general) = self.turn.beaten_general.clone() {
            self.beaten(step, &close, &general);
        }
    }

    /// Who lost his Capital is out, and nobody else is without a cause (6.1, Object of the game).
    fn capitals(&mut self, step: &Step, close: &Position) {
        let (after, captor) = (step.after, close.power);
        let seat = close.seat_of(captor);
        for power in close.active().filter(|&power| close.seat_of(power) != seat).collect::<Vec<_>>() {
            let there = close.on(BOARD.capitals[power]).filter(|piece| {
                piece.owner == Some(captor) && piece.kind == Kind::General && !close.mobilises(captor)
            });
            let told =
                self.turn.told.iter().any(|line| line.contains(&format!("the Capital of {}", POWERS[power])));
            let foe = close.seat_of(power);
            let spared = close.friends(seat, foe) || self.banned(seat, foe) == Yes || close.mobilises(power);
            let shared = self.banned(seat, foe) == Unsure || self.shields.contains_key(&power);
            // As the cards lay when the Capital was entered: who else goes out in this turn does so later (3d).
            let captured = self.turn.captured.clone();
            let holder = |town: &Town| {
                let taken = captured.iter().any(|(name, _)| *name == town.name);
                if taken { Some(captor) } else { close.cards.get(&town.name).copied() }
            };
            let own = close.home_towns(power).any(|town| {
                holder(town).is_some_and(|holder| holder != power && close.seat_of(holder) == foe)
            });
            let led = there.is_some() && close.lent.contains_key(&close.board[&BOARD.capitals[power]]);
            let lost_all =
                close.home_towns(power).all(|town| holder(town).is_some_and(|holder| holder != power));
            let taken_before = close.json["powers"][POWERS[power]]["capital_to"] != Json::Null;
            if there.is_some() && !shared && !own && !led && !taken_before {
                let due = lost_all && !spared;
                self.see("6.1 a Capital falls after its four towns", due == told, || {
                    format!("the Capital of {}: fallen {told}, due {due}", POWERS[power])
                });
            } else if there.is_none() {
                self.see_if(false, "6.1 a Capital falls after its four towns", !told, || {
                    format!("{} without a General", POWERS[power])
                });
            }
            let out = !after.is_active(power);
            if out || told {
                let saved = power == SPAIN
                    && self.turn.told.iter().any(|line| line.starts_with("Spain throws 6 for its survival"));
                let (name, nation) = (POWERS[power], NATIONS[power]);
                let gone = self.turn.told.iter().filter(|line| {
                    line.contains(&format!(" takes the {nation} "))
                        || line.starts_with(&format!("The {nation} "))
                            && (line.contains(" is lost") || line.contains(" changes sides"))
                });
                let ok = if told {
                    out != saved || close.troops(power) <= gone.count()
                } else {
                    close.troops(power) <= gone.count()
                };
                let told = self.turn.told.clone();
                self.see("0.3 without troops a power is out", ok, || format!("{name} out {out}: {told:?}"));
            }
        }
    }

    /// What follows from the capture of a General (11.1, 15.2, 17.3.1, 17.4.1).
    fn beaten(&mut self, step: &Step, close: &Position, general: &str) {
        let after = step.after;
        let Some(power) = close.pieces[general].owner else { return };
        let name = POWERS[power];
        let others = close.army(power).any(|(other, piece)| piece.kind == Kind::General && other != general);
        let defeated = match power {
            FRANCE => general == NAPOLEON || !others,
            SPAIN => !others,
            _ => true,
        };
        if !after.is_active(power) {
            return;
        }
        if !defeated {
            let aside = after.pieces.get(general).is_some_and(|piece| piece.spot == Spot::Aside);
            let ok = aside && after.realms[power].recovery == close.realms[power].recovery;
            return self.see("17.3 and 17.4 of two Generals", ok, || {
                format!("{general} was captured and is {:?}", after.pieces[general])
            });
        }
        if others
            || after
                .pieces
                .values()
                .filter(|piece| piece.owner == Some(power) && piece.kind == Kind::General)
                .count()
                > 1
        {
            let ok = after.count(power, Kind::General) == 1;
            self.see("17.3 and 17.4 of two Generals", ok, || {
                format!("{name} starts again with both Generals")
            });
        }
        let standard = after.rule("standard");
        let centre = if standard { BOARD.enlistments[power] } else { BOARD.capitals[power] };
        let rule = if standard { "15.2 a beaten army enlists" } else { "11.1 a beaten General starts again" };
        for kind in [Kind::General, Kind::Infantry, Kind::Cavalry] {
            let marked = BOARD.marked(centre, kind);
            let all: Vec<&Piece> =
                after.army(power).map(|(_, piece)| piece).filter(|piece| piece.kind == kind).collect();
            let on = all.iter().filter(|piece| piece.at().is_some_and(|at| marked.contains(&at))).count();
            let elsewhere = all.iter().filter(|piece| match piece.spot {
                Spot::On(at) => !marked.contains(&at) && (standard || after.country(at) != Some(power)),
                Spot::Sea => true,
                _ => !standard,
            });
            let ok = on == all.len().min(marked.len()) && elsewhere.count() == 0;
            self.see(rule, ok, || format!("{name} has {all:?}"));
        }
        let areas = [Some(BOARD.capitals[power]), standard.then_some(BOARD.enlistments[power])];
        for (other, piece) in after.pieces.iter().filter(|(_, piece)| piece.owner != Some(power)) {
            let inside =
                areas.iter().flatten().any(|&area| piece.at().is_some_and(|at| distance(at, area) <= 1));
            self.see_if(false, rule, !inside, || format!("{other} stands in an area of {name}"));
        }
        if !standard {
            self.shields.insert(power, 1);
            return;
        }
        self.see(rule, after.mobilises(power), || format!("{name} is {}", after.realms[power].recovery));
        let recruits = |kind: &str| {
            let line = format!("The {} {kind} is recruited.", NATIONS[power]);
            self.turn.told.iter().filter(|told| **told == line).count()
        };
        let (infantry, cavalry) = (recruits("infantry"), recruits("cavalry"));
        let troops = after.troops(power) - infantry - cavalry;
        let due = match troops as i64 - after.red_cards(power) as i64 {
            ..=0 => 2,
            1 => 1,
            _ => 0,
        };
        let free = usize::from(power == PRUSSIA && after.rule("liberation"));
        let full = after.count(power, Kind::Infantry) == 9 || after.count(power, Kind::Cavalry) == 9;
        let ok = infantry + cavalry == due + free && (due < 2 || infantry.min(cavalry) > 0);
        self.see("15.2 recruits by troops and red cards", ok || full, || {
            format!(
                "{name}: {troops} troops, {} red cards, recruits {infantry} and {cavalry}",
                after.red_cards(power)
            )
        });
    }

    /// Whether every piece that finds a starting square of its kind stands on one (16.2).
    fn has_mobilised(&self, now: &Position, power: Power) -> bool {
        [Kind::General, Kind::Infantry, Kind::Cavalry].into_iter().all(|kind| {
            let marked = BOARD.marked(BOARD.capitals[power], kind);
            let on = marked.iter().filter(|at| {
                now.on(**at).is_some_and(|piece| piece.owner == Some(power) && piece.kind == kind)
            });
            on.count() == now.count(power, kind).min(marked.len())
        })
    }

    fn recoveries(&mut self, step: &Step) {
        let (before, after) = (step.before, step.after);
        for power in after.active().collect::<Vec<_>>() {
            if before.mobilises(power) && !after.mobilises(power) {
                let ok = self.has_mobilised(after, power) || self.has_mobilised(before, power);
                self.see("16.2 mobilisation ends on the starting squares", ok, || {
                    format!("{} has not mobilised", POWERS[power])
                });
            }
            if step.ends_turn() && before.power == power && after.mobilises(power) && before.mobilises(power)
            {
                let ok = !self.has_mobilised(after, power);
                self.see_if(false, "16.2 mobilisation ends on the starting squares", ok, || {
                    format!("{} has mobilised", POWERS[power])
                });
            }
        }
    }

    /// Victory is declared exactly when it is due (Object of the game).
    fn victory(&mut self, step: &Step) {
        let (before, after) = (step.before, step.after);
        let seat = before.seat;
        let winners: Vec<u8> = after.json["ended"]["winners"]
            .as_array()
            .map(|list| list.iter().filter_map(Json::as_u64).map(|seat| seat as u8).collect())
            .unwrap_or_default();
        let (foreign, needed) = (after.towns(seat).0, after.needed());
        let owed = |position: &Position| position.json["sequence"]["ask"] != Json::Null;
        let judged = (stage(&after.phase) > stage("business") || step.ends_turn())
            && !owed(after)
            && (stage(&before.phase) <= stage("business") || owed(before))
            && stage(&before.phase) > stage("open");
        let (reason, alone) =
            (after.ended(), (0..after.seats).filter(|&seat| after.is_alive(seat)).count() <= 1);
        if judged && foreign + 1 >= needed {
            let ok = (foreign >= needed) == (reason == Some("towns")) || reason == Some("capitals") || alone;
            self.see("0.3 enough towns win, fewer do not", ok, || {
                format!("seat {seat} has {foreign}: {reason:?}")
            });
        }
        match reason {
            Some("towns") => {
                let ok = winners == [seat] && foreign >= needed;
                self.see("0.3 enough towns win, fewer do not", ok, || {
                    format!("{winners:?} win, {seat} has {foreign}")
                });
            }
            Some("time-limit") => {
                let all: Vec<(u8, usize)> = (0..after.seats)
                    .filter(|&seat| after.is_alive(seat))
                    .map(|seat| (seat, after.towns(seat).1))
                    .collect();
                let most = all.iter().map(|(_, cards)| *cards).max();
                let due: Vec<u8> =
                    all.iter().filter(|(_, cards)| Some(*cards) == most).map(|(seat, _)| *seat).collect();
                let limit = before.json["rules"]["time-limit"].as_u64();
                let skipped = step.tells(" misses this turn.") && limit == Some(before.round + 1);
                let ok = winners == due && (limit == Some(before.round) || skipped);
                self.see("0.3 most town cards win at the deadline", ok, || {
                    format!("{winners:?} win of {all:?}")
                });
            }
            Some(_) => {
                let rivals = after.active().filter(|&power| !winners.contains(&after.seat_of(power)));
                let mine = |power: Power| {
                    let to = self::power(&after.json["powers"][POWERS[power]]["capital_to"]);
                    to.is_some_and(|to| winners.contains(&after.seat_of(to)))
                };
                let ok = winners.len() == 1 && rivals.into_iter().all(mine);
                self.see("0.3 all Capitals or the last player left win", ok, || {
                    format!("{reason:?}: {winners:?}")
                });
            }
            None if stage(&after.phase) >= stage("open") && stage(&after.phase) != stage("spoils") => {
                self.see_if(false, "0.3 all Capitals or the last player left win", !alone, || {
                    "one player is left".to_owned()
                });
            }
            None => {}
        }
    }

    fn turn_ends(&mut self, step: &Step) {
        let (before, after) = (step.before, step.after);
        let misses = |power: Power| step.told.contains(&format!("{} misses its turn.", POWERS[power]));
        self.last_army.insert(before.seat, before.power);
        self.bans.retain(|(_, other), _| *other != before.seat);
        for power in 0..5 {
            if self.shields.get(&power) == Some(&2) && power == before.power || !after.is_active(power) {
                self.shields.remove(&power);
            }
        }
        let mut passed = before.seat;
        let mut round = before.round;
        let first = before.json["turn"]["first"].as_u64().map(|seat| seat as u8);
        let mut missed: Vec<Power> = (0..5).filter(|&power| misses(power)).collect();
        for _ in 0..=3 * after.seats {
            passed = (passed + 1) % after.seats;
            round += u64::from(Some(passed) == first);
            if !after.is_alive(passed) {
                continue;
            }
            let Some(index) = missed.iter().position(|&power| after.seat_of(power) == passed) else { break };
            let power = missed.remove(index);
            let stage = self.shields.get_mut(&power);
            let due = stage.as_deref() == Some(&1);
            if let Some(stage) = stage {
                *stage = 2;
            }
            self.see("11.1 he misses a turn and is shielded", due, || {
                format!("{} misses a turn", POWERS[power])
            });
            self.last_army.insert(passed, power);
            for ((_, other), ban) in &mut self.bans {
                if *other == passed {
                    *ban = Unsure;
                }
            }
        }
        if before.power == SPAIN
            && before.rule("guerrillas")
            && after.ended().is_none()
            && before.is_active(SPAIN)
        {
            let throws =
                self.turn.told.iter().filter(|line| line.starts_with("The guerrillas throw ")).count();
            self.see_if(false, "17.4.3 guerrillas", throws == 1, || format!("{throws} throws"));
        }
        if after.ended().is_none() {
            let ok = (passed, round) == (after.seat, after.round);
            self.see("8.1 turns pass to the left", ok && after.is_active(after.power), || {
                format!("seat {} in round {}, not {passed} in {round}", after.seat, after.round)
            });
            let armies = after.active().filter(|&power| after.seat_of(power) == after.seat).count();
            if armies > 1 {
                let ok = self.last_army.get(&after.seat) != Some(&after.power);
                self.see("1.1 armies of one player take turns", ok, || {
                    format!("{} again", POWERS[after.power])
                });
            }
            if let Some(stage) = self.shields.get(&after.power).copied() {
                self.see("11.1 he misses a turn and is shielded", stage == 2, || {
                    format!("{} plays", POWERS[after.power])
                });
            }
        }
        let alive = |seat: u8| after.is_alive(seat);
        self.consents.retain(|(host, guest)| alive(*host) && alive(*guest));
        self.turn = Turn::default();
    }

    /// The armies and cards at the start (1.1 to 1.3).
    fn set_up(&mut self, now: &Position) {
        let both = now.is_active(FRANCE) && now.is_active(PRUSSIA);
        let ok = !both || now.seats == 5 || now.rule("congress");
        self.see("1.2 the set-up", ok, || "France and Prussia are both bases".to_owned());
        let bases: BTreeSet<Power> = now.active().collect();
        let ok = now.seats != 4
            || now.rule("congress")
            || bases == BTreeSet::from([FRANCE, RUSSIA, AUSTRIA, SPAIN]);
        self.see("1.2 the set-up", ok, || format!("four players lead {bases:?}"));
        for power in bases {
            let name = POWERS[power];
            let reduced = power == SPAIN && now.partial;
            let extra = usize::from(power == RUSSIA && now.rule("steppes"));
            let most = extra + usize::from(power == FRANCE && now.rule("fervour"));
            let second = usize::from(power == FRANCE && now.rule("napoleon"));
            // Eight troops at home; before Trafalgar five, and three at sea.
            let due = 8;
            let ok = (due + extra..=due + most).contains(&now.troops(power))
                && now.count(power, Kind::General) == 1 + second;
            self.see("1.2 the set-up", ok, || {
                format!("{name} has {:?}", now.army(power).collect::<Vec<_>>())
            });
            let filled = [Kind::General, Kind::Infantry, Kind::Cavalry].into_iter().map(|kind| {
                let marked = BOARD.marked(BOARD.capitals[power], kind).into_iter();
                marked
                    .filter(|at| {
                        now.on(*at).is_some_and(|piece| piece.owner == Some(power) && piece.kind == kind)
                    })
                    .count()
            });
            let filled: Vec<usize> = filled.collect();
            let ok = filled == if reduced { [0, 3, 2] } else { [1, 4, 4] };
            self.see("1.2 the set-up", ok, || format!("{name} fills {filled:?}"));
            let cards: BTreeSet<&str> = now
                .cards
                .iter()
                .filter(|(_, holder)| **holder == power)
                .map(|(town, _)| town.as_str())
                .collect();
            let home: BTreeSet<&str> = now.home_towns(power).map(|town| town.name.as_str()).collect();
            self.see("1.2 the set-up", cards == home, || format!("{name} holds {cards:?}"));
        }
    }
}

/// How much the random player likes a choice. He looks for contact: of blind moves hardly ever comes a battle.
fn liking(now: &Position, action: &Json) -> u32 {
    let (verb, what) = verb(action);
    match verb {
        "step" => {
            let (from, to) = (square(&what["from"]), square(&what["to"]));
            let nearer = |goal: Square| distance(to, goal) < distance(from, goal);
            let Some(piece) = now.on(from).filter(|piece| piece.owner == Some(now.power)) else { return 3 };
            if now.mobilises(now.power) {
                let goals = BOARD.marked(BOARD.capitals[now.power], piece.kind);
                let free = |goal: &&Square| now.on(**goal).is_none();
                return match () {
                    () if goals.contains(&from) => 1,
                    () if goals.contains(&to) => 400,
                    () if goals.iter().filter(free).any(|&goal| nearer(goal)) => 40,
                    () => 4,
                };
            }
            let mut liking = 4;
            if piece.kind == Kind::General {
                let towns = BOARD.towns.iter().filter(|town| now.cards.get(&town.name) != Some(&now.power));
                let fallen = now.active().filter(|&other| other != now.power && now.towns_lost(other));
                let goals = towns.map(|town| town.at).chain(fallen.map(|other| BOARD.capitals[other]));
                if let Some(goal) = goals.min_by_key(|&at| distance(from, at)) {
                    liking += if to == goal {
                        200
                    } else if nearer(goal) {
                        30
                    } else {
                        0
                    };
                }
            }
            for target in &now.targets {
                let Some(at) = now.pieces.get(target).and_then(Piece::at) else { continue };
                if piece.kind.bears(from, at) {
                    return 1;
                }
                liking += if piece.kind.bears(to, at) {
                    150
                } else if nearer(at) {
                    25
                } else {
                    0
                };
            }
            liking
        }
        "name" => {
            let at = square(what);
            let near =
                now.army(now.power).filter(|(_, piece)| piece.at().is_some_and(|own| distance(own, at) <= 3));
            let near = near.count() as u32;
            let last = |piece: &Piece| piece.owner.is_some_and(|owner| now.troops(owner) == 1);
            let worth = now.on(at).map_or(0, |piece| match piece.kind {
                Kind::General => 30,
                _ if last(piece) => 100,
                _ => 5,
            });
            near * near * worth + 1
        }
        "strike" | "wellington" | "ambush" => 200,
        "parley" => 100,
        "done" if now.phase == "moving" && now.pips > 0 => 4,
        "done" if now.phase == "business" => 30,
        "offer" => 4,
        "break" => 5,
        "bar" => 3,
        "embark" | "land" => 6,
        _ => 10,
    }
}

/// A set-up drawn by lot, with options mixed as they go together.
fn any_setup(seats: u8, number: u64, chance: &mut Stream) -> Setup {
    let info = CAMPAIGN.info();
    let scenario = &info.scenarios[number as usize % info.scenarios.len()];
    let mut setup = Setup::new(scenario.id, seats, Seed::from_number(number));
    let limit = 3 + chance.below(12) as i32;
    setup = setup.with("time-limit", limit);
    for option in &info.options {
        let flag = matches!(option.default, Value::Flag(_));
        if flag && chance.below(4) == 0 {
            setup = setup.with(option.id, chance.below(2) == 0);
        }
    }
    for (option, value) in [("bases", "lot"), ("congress", "neutrals"), ("congress", "shared")] {
        if chance.below(5) == 0 {
            setup = setup.with(option, value).with("prussia", true);
        }
    }
    if seats == 5 {
        setup = setup.with("prussia", true).with("five-players", true).with("congress", "off");
    }
    setup
}

/// The same game with its armies thrown together somewhere, thinned out, and some cards dealt anew: battles at once. Now
/// and then around a Capital whose towns are lost, or with an army that mobilises.
fn thrown_together(session: &dyn AnySession, chance: &mut Stream) -> Option<Box<dyn AnySession>> {
    let now = Position::read(session);
    let powers: Vec<Power> = now.active().collect();
    let (besieged, standard) = (chance.below(4) == 0, now.rule("standard"));
    let alone = |power: &Power| now.count(*power, Kind::General) == 1;
    let levy = chance.pick(&powers).copied().filter(|power| standard && !besieged && alone(power));
    let levy = levy.filter(|_| chance.below(2) == 0);
    let land = BOARD.land();
    let fallen = *chance.pick(&powers)?;
    let centre = if besieged { BOARD.capitals[fallen] } else { *chance.pick(&land)? };
    let reach = 3 + chance.below(5) as i32;
    let occupied =
        |at: Square| now.on(at).is_some_and(|piece| piece.owner.is_none_or(|owner| !now.is_active(owner)));
    let mustered = |at: Square| {
        levy.is_some_and(|power| {
            distance(at, BOARD.capitals[power]).min(distance(at, BOARD.enlistments[power])) <= 1
        })
    };
    let mut free: Vec<Square> = land.into_iter().filter(|&at| distance(at, centre) <= reach).collect();
    free.retain(|&at| !occupied(at) && !now.is_inviolate(at) && !mustered(at));
    if now.partial || free.len() < now.pieces.len() && !(besieged && free.len() > 25) {
        return None;
    }
    chance.shuffle(&mut free);
    let mut json = now.json.clone();
    let thin = if besieged { 100 } else { chance.below(80) };
    let loot = if besieged { 100 } else { chance.below(70) };
    let full = (chance.below(3) == 0 && !besieged)
        .then_some(*chance.pick(&powers)?)
        .filter(|power| levy != Some(*power));
    let kind = if chance.below(2) == 0 { "infantry" } else { "cavalry" };
    let pieces = json["pieces"].as_object_mut()?;
    let on = |(x, y): Square| serde_json::json!({ "on": format!("{x},{y}") });
    for (name, piece) in &now.pieces {
        let Some(owner) = piece.owner.filter(|owner| piece.at().is_some() && now.is_active(*owner)) else {
            continue;
        };
        let kept = piece.kind == Kind::General || name.ends_with("infantry 1");
        let camp = BOARD.marked(BOARD.enlistments[owner], piece.kind);
        let empty = camp.into_iter().find(|at| !pieces.values().any(|spot| *spot == on(*at)));
        if !kept
            && (chance.below(100) < thin && !(besieged && owner == now.power)
                || levy == Some(owner) && empty.is_none())
        {
            pieces.remove(name);
        } else {
            pieces[name] = on(if levy == Some(owner) { empty? } else { free.pop()? });
        }
    }
    for name in (1..=8).filter_map(|number| Some(format!("{} {kind} {number}", POWERS[full?]))) {
        if !pieces.contains_key(&name)
            && let Some(at) = free.pop()
        {
            pieces.insert(name, on(at));
        }
    }
    for town in BOARD.towns.iter().filter(|town| !now.is_inviolate(town.at)) {
        let holder = *chance.pick(&powers)?;
        let own = besieged && initial(POWERS[holder]) == town.country;
        if chance.below(100) < loot && !own {
            json["cards"][&town.name] = Json::from(POWERS[holder]);
        }
    }
    if let Some(power) = levy {
        json["powers"][POWERS[power]]["recovery"] = "mobilising".into();
    }
    CAMPAIGN.start_from(session.setup().clone(), &Raw::of(&json)).ok()
}

/// Plays one game under the umpire's eyes: how many actions it took, or what he objects to.
fn play(umpire: &mut Umpire, seats: u8, number: u64) -> Result<u64, String> {
    let mut chance = Stream::from_number(number ^ u64::from(seats) << 40);
    let mut session = std::iter::from_fn(|| Some(any_setup(seats, number, &mut chance)))
        .find_map(|setup| CAMPAIGN.start(setup).ok())
        .expect("some set-up is sound");
    *umpire = Umpire { bites: std::mem::take(&mut umpire.bites), ..Umpire::default() };
    let (mut told, mut actions, mut started) = (0, 0, false);
    let mut now = Position::read(&*session);
    let mut trail: Vec<String> = Vec::new();
    while !session.to_act().is_empty() {
        if now.phase == "open" && !started {
            started = true;
            umpire.set_up(&now);
            if chance.below(3) > 0
                && let Some(other) = thrown_together(&*session, &mut chance)
            {
                (session, told) = (other, 0);
                now = Position::read(&*session);
            }
            umpire.position(&now);
        }
        let to_act: Vec<u8> = session.to_act().iter().map(|seat| seat.0).collect();
        let guests: Vec<u8> = session.may_interject().iter().map(|seat| seat.0).collect();
        let bold = !guests.is_empty() && chance.below(12) == 0;
        let seat = *chance.pick(if bold { &guests } else { &to_act }).expect("somebody decides");
        let choices = session.choices(Seat(seat));
        let offered: Vec<Json> = choices
            .iter()
            .filter(|choice| choice.then.is_empty())
            .map(|choice| choice.action.read().expect("an action is JSON"))
            .collect();
        umpire.offers(&now, &to_act, &guests, seat, &offered);
        let likings: Vec<u32> = offered.iter().map(|action| liking(&now, action)).collect();
        let mut lot = chance.below(likings.iter().sum());
        let index = likings.iter().position(|&liking| {
            let drawn = lot < liking;
            lot = lot.saturating_sub(liking);
            drawn
        });
        let action = &offered[index.expect("something is drawn")];
        session.act(Seat(seat), &Raw::of(action)).expect("what is listed is legal");
        actions += 1;
        let lines = session.log(Viewer::Spectator, session.entries());
        let lines: Vec<String> = lines
            .into_iter()
            .filter(|line| line.entry > told)
            .map(|line| line.line.text.into_owned())
            .collect();
        told = session.entries();
        trail.push(format!("{action} by {seat}: {lines:?}"));
        let after = Position::read(&*session);
        umpire.step(&Step { before: &now, seat, action, after: &after, told: &lines });
        umpire.position(&after);
        if !umpire.faults.is_empty() {
            let last = trail.len().saturating_sub(25);
            let setup = serde_json::to_string(session.setup()).expect("a set-up is JSON");
            return Err(format!(
                "{}\ngame {number} of {seats}, action {actions}\n{setup}\nbefore: {}\nafter: {}\n{}",
                umpire.faults.join("\n"),
                now.json,
                after.json,
                trail[last..].join("\n")
            ));
        }
        now = after;
    }
    Ok(actions)
}

// proves C-4.1.2-one, C-9.1-superior, C-14.1.1-engage, C-5.1-card, C-13.1-gain, C-13.1-lose, C-0.4-victory
#[test]
fn an_umpire_with_the_rulebook_finds_nothing_to_object_to() {
    let games = std::env::var("GROGNARD_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(60);
    let all = |seats: u8| {
        let mut umpire = Umpire::default();
        let played: Vec<Result<u64, String>> =
            (0..games).map(|number| play(&mut umpire, seats, number)).collect();
        (umpire.bites, played)
    };
    let (mut bites, mut actions, mut objections) = (BTreeMap::<&str, u64>::new(), 0, Vec::new());
    std::thread::scope(|scope| {
        let tables: Vec<_> =
            CAMPAIGN.info().seats.iter().map(|seats| scope.spawn(move || all(seats))).collect();
        for table in tables {
            let (counted, played) = table.join().expect("the umpire does not fall ill");
            counted.into_iter().for_each(|(rule, count)| *bites.entry(rule).or_default() += count);
            for result in played {
                result.map_or_else(|objection| objections.push(objection), |count| actions += count);
            }
        }
    });
    println!("{games} games for each number of players, {actions} actions");
    for rule in RULES {
        println!("{:>10}  {rule}", bites.get(rule).copied().unwrap_or(0));
    }
    let count = objections.len();
    assert!(objections.is_empty(), "{count} objections:\n\n{}", objections[..count.min(200)].join("\n\n"));
    for rule in RULES {
        assert!(bites.contains_key(rule), "{rule} never came up");
    }
}

/// A game that is under way, and the action that somebody is about to take in it.
fn under_way(wanted: impl Fn(&Position, &Json) -> bool) -> (Position, u8, Json, Position, Vec<String>) {
    for number in 0.. {
        let mut chance = Stream::from_number(number);
        let setup = Setup::new("standard", 4, Seed::from_number(number)).with("pass-control", true);
        let mut session = CAMPAIGN.start(setup).expect("the set-up is sound");
        for _ in 0..400 {
            let now = Position::read(&*session);
            let Some(seat) = session.to_act().iter().next() else { break };
            let offered: Vec<Json> = session
                .choices(seat)
                .iter()
                .filter(|choice| choice.then.is_empty())
                .map(|choice| choice.action.read().expect("an action is JSON"))
                .collect();
            let found = offered.iter().find(|action| wanted(&now, action)).cloned();
            let action = found.clone().unwrap_or_else(|| chance.pick(&offered).expect("a choice").clone());
            session.act(seat, &Raw::of(&action)).expect("what is listed is legal");
            if found.is_some() {
                let lines = session.log(Viewer::Spectator, session.entries());
                let last = lines.into_iter().filter(|line| line.entry == session.entries());
                let told = last.map(|line| line.line.text.into_owned()).collect();
                return (now, seat.0, action, Position::read(&*session), told);
            }
        }
    }
    unreachable!("numbers do not end")
}

/// What the umpire says of a position in which `doctor` has changed something.
fn doctored(now: &Position, doctor: impl FnOnce(&mut Json)) -> Vec<String> {
    let mut json = now.json.clone();
    doctor(&mut json);
    let mut umpire = Umpire::default();
    umpire.position(&Position::of(json));
    umpire.faults
}

fn objects(faults: &[String], section: &str) {
    assert!(faults.iter().any(|fault| fault.starts_with(section)), "nothing about {section}: {faults:?}");
}

#[test]
fn the_umpire_objects_to_positions_that_cannot_be() {
    let (now, ..) = under_way(|now, action| now.phase == "moving" && verb(action).0 == "step");
    assert_eq!(doctored(&now, |_| ()), Vec::<String>::new(), "as it is, nothing is wrong");
    let put = |json: &mut Json, name: &str, at: &str| json["pieces"][name] = serde_json::json!({ "on": at });
    objects(
        &doctored(&now, |json| {
            json["pieces"]["France infantry 2"] = json["pieces"]["France infantry 3"].clone()
        }),
        "4.1.2",
    );
    objects(&doctored(&now, |json| put(json, "Spain infantry 2", "0,0")), "0.2");
    objects(&doctored(&now, |json| put(json, "Spain infantry 2", "10,10")), "0.2");
    let tenth = |json: &mut Json| {
        (0..10).for_each(|n| json["pieces"][format!("Russia cavalry {n}")] = "waiting".into())
    };
    objects(&doctored(&now, tenth), "0.1");
    objects(&doctored(&now, |json| json["powers"]["Austria"]["status"] = "out".into()), "0.3 who is out");
    objects(&doctored(&now, |json| json["diplomacy"]["allied"][0] = serde_json::json!([1])), "7.1 alliances");
    objects(&doctored(&now, |json| json["diplomacy"]["banned"][0] = serde_json::json!([1])), "7.2");
    objects(&doctored(&now, |json| json["lent"]["France infantry 2"] = "Russia".into()), "7.1.1");
    objects(&doctored(&now, |json| json["turn"]["pips"] = 13.into()), "2.1");
    objects(&doctored(&now, |json| json["turn"]["round"] = 41.into()), "0.3 most town cards");
    let intruder = |json: &mut Json| {
        json["powers"]["Russia"]["recovery"] = "mobilising".into();
        put(json, "France infantry 2", "30,9");
    };
    objects(&doctored(&now, intruder), "16.3");
    objects(&doctored(&now, |json| json["pieces"]["Russia second General"] = "sea".into()), "17.3");
    let invaded = |json: &mut Json| {
        json["partial"] = true.into();
        put(json, "France infantry 2", "5,16");
    };
    objects(&doctored(&now, invaded), "17.9");
}

#[test]
fn the_umpire_objects_to_steps_that_cannot_be() {
    let (before, seat, action, after, told) =
        under_way(|now, action| now.phase == "moving" && verb(action).0 == "step");
    let judge = |doctor: &dyn Fn(&mut Json)| {
        let mut json = after.json.clone();
        doctor(&mut json);
        let mut umpire = Umpire::default();
        umpire.step(&Step {
            before: &before,
            seat,
            action: &action,
            after: &Position::of(json),
            told: &told,
        });
        umpire.faults
    };
    assert_eq!(judge(&|_| ()), Vec::<String>::new(), "as it is, nothing is wrong");
    let (_, what) = verb(&action);
    let foreign = |piece: &Piece| piece.owner != Some(before.power) && piece.kind == Kind::Infantry;
    let bystander = before.pieces.iter().find(|(_, piece)| foreign(piece)).expect("others").0;
    let home = format!("{} General", POWERS[before.power]);
    objects(&judge(&|json| json["turn"]["pips"] = (before.pips - 5).into()), "4.1 a move costs");
    objects(
        &judge(&|json| json["pieces"][bystander] = serde_json::json!({ "on": "20,20" })),
        "4.1.2 nothing else",
    );
    objects(&judge(&|json| drop(json["pieces"].as_object_mut().map(|all| all.remove(bystander)))), "9.5");
    objects(&judge(&|json| json["cards"]["Rome"] = "Spain".into()), "5.1");
    objects(&judge(&|json| json["sequence"]["phase"] = "preparation".into()), "0.4");
    let far = serde_json::json!({ "step": { "from": what["from"], "to": "16,22" } });
    let mut umpire = Umpire::default();
    umpire.step(&Step { before: &before, seat, action: &far, after: &after, told: &told });
    objects(&umpire.faults, "4.1 a move goes along");
    let mut umpire = Umpire::default();
    umpire.turn.released.extend(before.pieces.keys().filter(|name| **name != home).cloned());
    umpire.turn.released.insert(home);
    umpire.offers(&before, &[before.seat], &[], before.seat, std::slice::from_ref(&action));
    objects(&umpire.faults, "9.6");
    let mut umpire = Umpire::default();
    umpire.offers(&before, &[before.seat], &[], before.seat, &[]);
    objects(&umpire.faults, "4.1 what the listed moves leave out");
    let mut umpire = Umpire::default();
    umpire.offers(&before, &[(before.seat + 1) % 4], &[0], before.seat, &[]);
    objects(&umpire.faults, "7.1 who may decide");
}

#[test]
fn the_umpire_counts_attackers_and_supporters() {
    let (now, ..) = under_way(|now, action| now.phase == "moving" && verb(action).0 == "step");
    let may_take = |pieces: &[(&str, &str)], own: &str| {
        let mut json = now.json.clone();
        json["pieces"] = Json::Object(serde_json::Map::new());
        for (name, at) in pieces {
            json["pieces"][*name] = serde_json::json!({ "on": at });
        }
        json["turn"]["power"] = own.into();
        json["turn"]["seat"] = json["powers"][own]["seat"].clone();
        Umpire::default().may_take(&Position::of(json), pieces[0].0)
    };
    let target = ("France infantry 2", "18,16");
    let two = [target, ("Spain infantry 2", "17,15"), ("Spain infantry 3", "19,15")];
    assert_eq!(may_take(&two, "Spain"), Yes, "9.1: two take one");
    assert_eq!(may_take(&two, "Russia"), No, "9.4: one of them must be the mover's");
    assert_eq!(
        may_take(&[target, ("Spain infantry 2", "17,15"), ("Spain infantry 3", "18,15")], "Spain"),
        No,
        "9.2"
    );
    let supported = [&two[..], &[("France cavalry 2", "19,16")]].concat();
    assert_eq!(may_take(&supported, "Spain"), No, "14.1: its neighbour supports it");
    let engaged = [&supported[..], &[("Spain cavalry 2", "20,16")]].concat();
    assert_eq!(may_take(&engaged, "Spain"), Yes, "14.1.1: the neighbour is engaged");
    let general = [("France General", "18,16"), two[1], two[2]];
    assert_eq!(may_take(&general, "Spain"), No, "9.1: three take a General");
    let three = [&general[..], &[("Spain cavalry 2", "18,17")]].concat();
    assert_eq!(may_take(&three, "Spain"), Yes);
}
