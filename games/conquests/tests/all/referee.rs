//! A referee written from the rulebook alone: it looks at what the program shows (positions, choices, the log), keeps its own
//! books and says where they differ.
//!
//! Every line of the log is an entry in those books. What is told must add up to the position that follows, and each line must
//! be what the rulebook says of the situation in which it was told. The table that a run prints says how often each rule was
//! really at stake; a rule that never was has judged nothing.
//!
//! `GROGNARD_GAMES=2000 cargo test --release -p conquests --test all referee -- --nocapture` plays so many games per number of players.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;
use std::sync::LazyLock;

use conquests::Conquests;
use engine::{AnyGame, AnySession, Erased, Seat, Seed, Setup, Viewer};
use serde::Deserialize;
use serde_json::Value as Json;

// What is printed on map, board and cards.

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Nation {
    France,
    England,
    Prussia,
    Austria,
    Russia,
}

use Nation::{Austria, England, France, Prussia, Russia};

const NATIONS: [Nation; 5] = [France, England, Prussia, Austria, Russia];
const NEUTRAL: [&str; 4] = ["madrid", "rome", "stockholm", "european_turkey"];

impl Nation {
    fn named(word: &str) -> Option<Nation> {
        NATIONS.into_iter().find(|nation| format!("{nation:?}") == word)
    }

    fn of_adjective(word: &str) -> Option<Nation> {
        let words = ["French", "English", "Prussian", "Austrian", "Russian"];
        NATIONS.into_iter().zip(words).find(|&(_, adjective)| adjective == word).map(|(nation, _)| nation)
    }

    fn capital(self) -> &'static str {
        ["paris", "london", "berlin", "vienna", "moscow"][self as usize]
    }

    /// 0 for Napoleon, 1 for the Coalition (3.3).
    fn side(self) -> usize {
        usize::from(self != France)
    }

    /// How many counters of a kind it owns (3.1).
    fn counters(self, kind: &str) -> i32 {
        match (self, kind) {
            (France, "INF") => 15,
            (France, "GUARD-INF") => 5,
            (France, "GUARD-CAV") => 2,
            (_, "GUARD-INF" | "GUARD-CAV") => 0,
            (France, _) | (England, "FRG") => 10,
            (_, "INF") => 12,
            (_, "CAV") => 6,
            (_, "CAN") => 5,
            _ => 4,
        }
    }
}

/// Whose a frigate is: they are numbered nation by nation.
fn owner(frigate: &str) -> Nation {
    match frigate.parse::<u8>().unwrap_or(u8::MAX) {
        0..10 => France,
        10..20 => England,
        20..24 => Prussia,
        24..28 => Austria,
        _ => Russia,
    }
}

struct Charts {
    home: BTreeMap<String, String>,
    names: BTreeMap<String, String>,
    beside: BTreeMap<String, BTreeSet<String>>,
    regions: BTreeMap<String, Vec<String>>,
    cards: BTreeMap<u16, toml::Value>,
    titles: BTreeMap<String, u16>,
    objectives: BTreeMap<String, toml::Value>,
    board: toml::Value,
}

static CHARTS: LazyLock<Charts> = LazyLock::new(|| {
    let read = |text: &str| -> toml::Value { toml::from_str(text).expect("the data is sound") };
    let map = read(include_str!("../../data/map.toml"));
    let text = |value: &toml::Value| value.as_str().expect("a word").to_owned();
    let list = |value: &toml::Value| value.as_array().expect("a list").clone();
    let (mut home, mut names, mut beside) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for land in list(&map["land"]) {
        home.insert(text(&land["id"]), text(&land["home"]));
        names.insert(text(&land["name"]), text(&land["id"]));
    }
    for sea in list(&map["sea"]) {
        names.insert(text(&sea["name"]), text(&sea["id"]));
    }
    for pair in ["land_land", "land_sea", "sea_sea"].iter().flat_map(|key| list(&map["adjacency"][key])) {
        let (a, b) = (text(&pair[0]), text(&pair[1]));
        beside.entry(a.clone()).or_insert_with(BTreeSet::new).insert(b.clone());
        beside.entry(b).or_insert_with(BTreeSet::new).insert(a);
    }
    let mut regions = BTreeMap::new();
    for (name, places) in
        ["regions", "sea_groups"].iter().flat_map(|key| map[key].as_table().expect("a table").clone())
    {
        regions.insert(name, list(&places).iter().map(text).collect());
    }
    let numbered = |card: toml::Value| (card["number"].as_integer().expect("a number") as u16, card);
    let cards: BTreeMap<u16, toml::Value> =
        list(&read(include_str!("../../data/cards.toml"))["card"]).into_iter().map(numbered).collect();
    let titles = cards.iter().map(|(&number, card)| (text(&card["title"]), number)).collect();
    let objectives = list(&read(include_str!("../../data/objectives.toml"))["objective"])
        .into_iter()
        .map(|objective| (text(&objective["id"]), objective))
        .collect();
    let board = read(include_str!("../../data/board.toml"));
    Charts { home, names, beside, regions, cards, titles, objectives, board }
});

impl Charts {
    fn is_sea(&self, place: &str) -> bool {
        !self.home.contains_key(place)
    }

    fn adjacent(&self, a: &str, b: &str) -> bool {
        self.beside[a].contains(b)
    }

    /// How many steps over land and sea from one place to another (11.4).
    fn steps(&self, from: &str, to: &str) -> u32 {
        let mut seen = BTreeMap::from([(from, 0)]);
        let mut next = VecDeque::from([from]);
        while let Some(place) = next.pop_front() {
            if place == to {
                break;
            }
            for other in &self.beside[place] {
                if !seen.contains_key(other.as_str()) {
                    seen.insert(other, seen[place] + 1);
                    next.push_back(other);
                }
            }
        }
        seen[to]
    }

    fn tab(&self, card: u16, domain: &str) -> Option<&toml::Value> {
        self.cards[&card]["tabs"].as_array()?.iter().find(|tab| tab["domain"].as_str() == Some(domain))
    }

    /// What a bonus list of the board pays for a level.
    fn bonus(&self, list: &toml::Value, level: i32) -> Option<toml::Value> {
        let found =
            list["bonuses"].as_array()?.iter().find(|row| row[0].as_integer() == Some(level.into()))?;
        Some(found[1].clone())
    }
}

// What the program shows of a position.

type Force = BTreeMap<String, i32>;

#[derive(Clone, Debug, Deserialize)]
struct Position {
    rules: BTreeMap<String, bool>,
    players: u8,
    troops: BTreeMap<Nation, BTreeMap<String, Force>>,
    frigates: BTreeMap<String, Frigate>,
    reserves: Vec<Force>,
    money: [i32; 5],
    half_points: [i32; 5],
    morale: [i32; 5],
    society: [i32; 2],
    victories: [i32; 5],
    successes: [i32; 5],
    order: Vec<Nation>,
    turn: u8,
    phase: Json,
    spaces: Vec<Option<Nation>>,
    hands: Vec<Vec<u16>>,
    deck: Vec<u16>,
    discards: Vec<u16>,
    objectives: Vec<Option<String>>,
    treaties: Vec<Treaty>,
    garrisons: [bool; 4],
    captors: [Option<Nation>; 5],
    attackers: BTreeMap<String, Nation>,
    movement: Movement,
    battle: Option<Json>,
    errands: Vec<Json>,
    parley: Option<Json>,
    ended: Option<Json>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
struct Frigate {
    at: String,
    cargo: Force,
    traffic: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
struct Treaty {
    initiator: Nation,
    members: Vec<Nation>,
    left: Vec<Nation>,
    made: u8,
    state: String,
}

#[derive(Clone, Debug, Deserialize)]
struct Movement {
    group: Option<Group>,
    lent: Vec<Json>,
}

#[derive(Clone, Debug, Deserialize)]
struct Group {
    at: String,
    troops: Vec<Force>,
}

impl Treaty {
    fn in_force(&self) -> bool {
        matches!(self.state.as_str(), "fresh" | "holds")
    }

    /// Whether it was in force when the turn began: one that another replaces fades with the turn.
    fn was_in_force(&self) -> bool {
        self.in_force() || self.state == "fading"
    }

    /// Whether a nation was ever in it.
    fn knew(&self, nation: Nation) -> bool {
        self.members.contains(&nation) || self.left.contains(&nation)
    }

    fn bound(&self) -> BTreeSet<Nation> {
        self.members.iter().copied().filter(|member| !self.left.contains(member)).collect()
    }
}

impl Position {
    fn of(session: &dyn AnySession) -> Position {
        let mut whole: serde_json::Map<String, Json> = session.position().read().expect("an object");
        for part in ["forces", "treasury", "tracks", "feats", "council", "cards", "control"] {
            if let Some(Json::Object(fields)) = whole.remove(part) {
                whole.extend(fields);
            }
        }
        serde_json::from_value(Json::Object(whole)).expect("a position with all its parts")
    }

    /// The phase it is in, by its first word.
    fn stage(&self) -> &str {
        match &self.phase {
            Json::String(word) => word,
            Json::Object(words) => words.keys().next().map_or("", String::as_str),
            _ => "",
        }
    }

    /// Whose place in the order of play the phase stands at.
    fn place_in_order(&self) -> Option<Nation> {
        let index = self.phase.as_object()?.values().next()?.as_u64()?;
        self.order.get(index as usize).copied()
    }
}

// The books of the referee.

/// The part of a position that the log accounts for.
#[derive(Clone, PartialEq, Debug)]
struct Books {
    land: BTreeMap<String, BTreeMap<Nation, Force>>,
    ships: BTreeMap<String, BTreeMap<Nation, i32>>,
    cargo: BTreeMap<Nation, Force>,
    money: [i32; 5],
    morale: [i32; 5],
    society: [i32; 2],
    bonds: Vec<BTreeSet<Nation>>,
    hands: [i32; 5],
}

fn add(force: &mut Force, kind: &str, count: i32) {
    *force.entry(kind.to_owned()).or_default() += count;
    force.retain(|_, count| *count != 0);
}

fn size(force: &Force) -> i32 {
    force.values().sum()
}

fn count(force: &Force, kinds: &[&str]) -> i32 {
    kinds.iter().filter_map(|kind| force.get(*kind)).sum()
}

/// How many INF, CAV and CAN there are, the Guard among them.
fn arms(force: &Force) -> [i32; 3] {
    [count(force, &["INF", "GUARD-INF"]), count(force, &["CAV", "GUARD-CAV"]), count(force, &["CAN"])]
}

/// What a group pays for a land, in half MP: a CAV goes for nothing with a CAN, and a corps for 2 MP (10.1).
fn march_price(force: &Force) -> i32 {
    let [inf, cav, can] = arms(force);
    let pairs = cav.min(can);
    let corps = inf.min(pairs);
    4 * can + (cav - pairs) + 2 * (inf - corps)
}

impl Books {
    fn of(position: &Position) -> Books {
        let mut land: BTreeMap<String, BTreeMap<Nation, Force>> = BTreeMap::new();
        for (&nation, places) in &position.troops {
            for (place, force) in places {
                for (kind, &count) in force {
                    add(land.entry(place.clone()).or_default().entry(nation).or_default(), kind, count);
                }
            }
        }
        let mut books = Books {
            land,
            ships: BTreeMap::new(),
            cargo: BTreeMap::new(),
            money: position.money,
            morale: position.morale,
            society: position.society,
            bonds: position
                .treaties
                .iter()
                .filter(|treaty| treaty.was_in_force())
                .map(Treaty::bound)
                .collect(),
            hands: std::array::from_fn(|nation| position.hands[nation].len() as i32),
        };
        for (id, frigate) in &position.frigates {
            *books.ships.entry(frigate.at.clone()).or_default().entry(owner(id)).or_default() += 1;
            for (kind, &count) in &frigate.cargo {
                add(books.cargo.entry(owner(id)).or_default(), kind, count);
            }
        }
        books.bonds.sort();
        books.tidy();
        books
    }

    fn tidy(&mut self) {
        for nations in self.land.values_mut() {
            nations.retain(|_, force| !force.is_empty());
        }
        for nations in self.ships.values_mut() {
            nations.retain(|_, count| *count != 0);
        }
        self.land.retain(|_, nations| !nations.is_empty());
        self.ships.retain(|_, nations| !nations.is_empty());
        self.cargo.retain(|_, force| !force.is_empty());
        self.bonds.sort();
    }

    fn put(&mut self, nation: Nation, kind: &str, at: &str, count: i32) {
        if kind == "FRG" {
            *self.ships.entry(at.to_owned()).or_default().entry(nation).or_default() += count;
        } else {
            let force = self.land.entry(at.to_owned()).or_default().entry(nation).or_default();
            add(force, kind, count);
        }
        self.tidy();
    }

    fn load(&mut self, nation: Nation, kind: &str, count: i32) {
        add(self.cargo.entry(nation).or_default(), kind, count);
        self.tidy();
    }

    fn force(&self, nation: Nation, at: &str) -> Force {
        self.land.get(at).and_then(|nations| nations.get(&nation)).cloned().unwrap_or_default()
    }

    fn ships_of(&self, nation: Nation, at: &str) -> i32 {
        self.ships.get(at).and_then(|nations| nations.get(&nation)).copied().unwrap_or_default()
    }

    /// The nations with units in a place, frigates at sea and ground units ashore.
    fn present(&self, at: &str) -> BTreeSet<Nation> {
        let ashore = self.land.get(at).into_iter().flat_map(|nations| nations.keys().copied());
        ashore.chain(self.ships.get(at).into_iter().flat_map(|nations| nations.keys().copied())).collect()
    }

    fn allied(&self, a: Nation, b: Nation) -> bool {
        a == b || self.bonds.iter().any(|bond| bond.contains(&a) && bond.contains(&b))
    }

    /// Who controls a place: the only one with units there (17.3).
    fn controller(&self, at: &str) -> Option<Nation> {
        let present = self.present(at);
        if present.len() == 1 { present.first().copied() } else { None }
    }

    /// The lands and seas that a nation controls.
    fn controlled(&self, nation: Nation) -> Vec<&str> {
        let places = self.land.keys().chain(self.ships.keys()).map(String::as_str);
        places.filter(|place| self.controller(place) == Some(nation)).collect()
    }

    fn lands(&self, nation: Nation) -> usize {
        self.controlled(nation).iter().filter(|place| !CHARTS.is_sea(place)).count()
    }

    /// Every place with a unit of the nation.
    fn places(&self, nation: Nation) -> Vec<&str> {
        let places = self.land.keys().chain(self.ships.keys()).map(String::as_str);
        places.filter(|place| self.present(place).contains(&nation)).collect()
    }

    /// Whether units of the two stand in one place or in adjacent ones (17.3).
    fn in_touch(&self, a: Nation, b: Nation) -> bool {
        let theirs = self.places(b);
        self.places(a).iter().any(|at| theirs.iter().any(|to| at == to || CHARTS.adjacent(at, to)))
    }

    /// What a nation collects (6).
    fn revenue(&self, nation: Nation, captors: [Option<Nation>; 5]) -> i32 {
        // An Ally's capital is controlled, not conquered; one that Napoleon controls pays him in any case.
        let foreign = |place: &str| {
            let owner = NATIONS.into_iter().find(|owner| owner.capital() == place);
            owner.filter(|owner| *owner != nation).is_some_and(|owner| {
                nation == France || !self.allied(owner, nation) || captors[owner as usize] == Some(nation)
            })
        };
        let worth = |place: &&str| match *place {
            place if NEUTRAL.contains(&place) => 2,
            place if foreign(place) => 5,
            _ => 1,
        };
        self.controlled(nation).iter().map(worth).sum::<i32>().max(3)
    }
}

/// A combat that is being fought.
#[derive(Clone, Debug)]
struct Fight {
    at: String,
    sides: [Vec<Nation>; 2],
    garrison: bool,
    contested: bool,
    support: [i32; 2],
    effects: [i32; 2],
    divided: bool,
    verdict: Option<Verdict>,
    pursuit: bool,
    pursuers: Force,
    /// Units of the loser when the die fell, and what became of them since.
    units: i32,
    lost: i32,
    left: i32,
    recruited: i32,
    /// Morale told since the die, and whether something else than the combat can have moved it.
    morale: [i32; 5],
    at_limit: [bool; 5],
    stirred: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Strategic,
    Tactical,
    Minor,
    Trap,
    Heroic,
    Uncertain,
    GarrisonBeaten,
}

impl Verdict {
    /// The first of the cases a to f that fits (11.3.2).
    fn of(attack: i32, defence: i32) -> Verdict {
        if attack > 2 * defence && attack > 0 {
            Verdict::Strategic
        } else if attack - defence >= 2 {
            Verdict::Tactical
        } else if attack - defence == 1 {
            Verdict::Minor
        } else if defence >= 2 * attack {
            Verdict::Trap
        } else if defence - attack >= 2 {
            Verdict::Heroic
        } else {
            Verdict::Uncertain
        }
    }

    fn told(words: &str) -> Option<Verdict> {
        Some(match words {
            "a strategic victory" => Verdict::Strategic,
            "a tactical victory" => Verdict::Tactical,
            "a minor victory" => Verdict::Minor,
            "a trap" => Verdict::Trap,
            "a heroic defence" => Verdict::Heroic,
            "an uncertain combat" => Verdict::Uncertain,
            "the garrison gives up" => Verdict::GarrisonBeaten,
            _ => return None,
        })
    }

    /// 0 if the Attacker wins.
    fn winner(self) -> usize {
        use Verdict::{GarrisonBeaten, Minor, Strategic, Tactical};
        usize::from(!matches!(self, Strategic | Tactical | Minor | GarrisonBeaten))
    }

    fn counts(self) -> bool {
        use Verdict::{Heroic, Strategic, Tactical, Trap};
        matches!(self, Strategic | Tactical | Trap | Heroic)
    }

    /// What the loser loses at once, of so many (11.3.2).
    fn losses(self, units: i32) -> i32 {
        match self {
            Verdict::Strategic | Verdict::Trap => (units + 1) / 2,
            Verdict::Tactical | Verdict::Heroic => units / 3,
            _ => 0,
        }
    }
}

/// A rule that the referee judges: a key and what it says.
macro_rules! rules {
    ($($name:ident = $text:literal;)+) => {
        $(const $name: &str = $text;)+
        const RULES: &[&str] = &[$($name),+];
    };
}

rules! {
    SEATS = "2: who plays which nations";
    LISTED = "whatever is offered can be done";
    COUNTERS = "3.1: no more counters than there are; Guard 5 and 2";
    RESERVE = "3.1: the Reserve falls by what is enlisted and never rises";
    CARDS = "3.6: every card is in one place, in a hand of its own side";
    TOLD = "3.1/11.3.1: units appear, go and change sides only as told";
    MONEY = "3.2: FG change only as told, never below 0";
    ORDER_OF_DECISION = "5/7/10: the nation whose turn it is decides";
    REVENUE = "6: 1 FG per place controlled, 2, 5, at least 3";
    ADVISORS = "7: one advisor a zone, Napoleon two in Military; 3 and 5 in all";
    BONUS = "8: an advisor takes the bonus of his space";
    NEXT_ORDER = "8.1: Initiative makes the next order";
    RUSSIA_FIRST = "8.1/16: Russia, first to play, gains an INF in Moscow";
    TRACKS = "8.3/8.4: Morale 0 to 16, Society 0 to 14, moved only as told";
    TRACK_BONUS = "8.3/8.4: a level pays once, and Prussia as well";
    TRACK_UNIT = "8.3: a unit won is placed where its nation is alone, or is lost";
    GARRISON = "8.5/11.7: a garrison stands exactly where nobody does";
    ENLIST = "8.6.2: kinds, number, ceiling and price of the space";
    ENLIST_PLACE = "8.6.2: enlisted in the capital, one in a neutral capital";
    FREE_UNIT = "8.6.4/17.2.4: a free unit appears near friends, among no enemies";
    BONDS = "9.2/9.4: one Alliance a nation, one forced, never England, two turns";
    BOND_PRICE = "9.3/9.4/9.5: what an Alliance costs to make, force, cancel";
    BOND_TOUCH = "9.3/9.4: Allies-to-be stand in touch";
    SUCCESS = "9.5: an Alliance that stands is a success of its initiator";
    SEPARATED = "9.7: former Allies are separated before anybody moves";
    MARCH = "10.1: a march goes to an adjacent land at its price";
    NO_THIRD = "10.1: no third side enters a combat";
    LEAVE = "10.2: who leaves enemies leaves 2 units and pays 3 MP for each";
    SAIL = "10.3: a frigate pays 2 (England empty 1) and 1 per foreign frigate";
    CARGO = "10.3: 3 units aboard, 1 MP each, not both ways in a turn";
    ENGAGED = "10.3: a frigate engaged in combat stays";
    ATTACKER = "10.1/11: enemies in one land have an Attacker, and fight";
    STRENGTH = "11.2: the strength of both sides";
    VERDICT = "11.3.2: the first case that fits";
    COMBAT_MORALE = "11.3.2: Morale after a combat";
    COMBAT_LOSSES = "11.3.2: losses, and the loser leaves the field";
    SPOILS = "11.3.2: a minor victory takes 2 FG";
    VICTORIES = "11.3.3: victories of both sides' Allies are counted";
    RETREAT = "11.4/9.7: retreats go to the eligible land nearest the capital";
    ADVANCE = "11.6: an advance goes to a land beside, free, own or Allied; CAV alone pursue";
    PURSUIT = "11.6: a pursuit changes no Morale and counts no victory";
    CAPITAL = "11.8: Society and forced bond when a capital falls";
    DRAW = "12: 2 cards for each nation, 4 for Napoleon";
    STORE = "10: at most 10 MP are kept, and no half";
    STAYS = "13: whoever has a land and Morale stays in play";
    ELIMINATED = "13: whoever has no land or Morale is eliminated at the check";
    AUTOMATIC = "13.2: the game goes on while no automatic victory holds";
    WON = "13.1/13.2: who wins by an automatic victory";
    POINTS = "13.2.3: points of each nation, and who wins";
    AGE = "14/8.4: what is kept into the second Age, what low Society costs";
}

type Ruling = Result<(), String>;

/// Who judges a game.
#[derive(Clone)]
struct Referee {
    /// How often each rule was at stake.
    bites: BTreeMap<&'static str, u64>,
    /// Which levels have paid: Morale of the nations, Society of the sides.
    earned: [BTreeSet<i32>; 7],
    fight: Option<Fight>,
    victories: [i32; 5],
    garrisons: [bool; 4],
    /// Units won on a track and not placed yet.
    won: Vec<(Nation, String)>,
    alive: BTreeSet<Nation>,
    /// Who was alone in Paris at the last check.
    paris: Option<Nation>,
    /// The nation whose deed the last lines are.
    actor: Option<Nation>,
    /// Lands out of which a nation has bought its way in this movement (10.2).
    paid: BTreeSet<(Nation, String)>,
    /// Cards that Allies have given one another: a forced Ally has some of Napoleon's (9.2).
    given: BTreeSet<u16>,
    /// Frigates that were in the area when a combat was declared there.
    engaged: BTreeSet<String>,
    /// Owner and guest: who came into a capital as an Ally of its owner, and has not captured it (11.8).
    guests: BTreeSet<(Nation, Nation)>,
    ending: Option<(bool, BTreeSet<Nation>)>,
}

/// One step of a game.
struct Step<'a> {
    seat: Seat,
    seats: &'a [Vec<Nation>],
    action: Json,
    lines: Vec<String>,
    before: &'a Position,
    after: &'a Position,
}

impl Step<'_> {
    fn verb(&self) -> &str {
        match &self.action {
            Json::String(word) => word,
            Json::Object(words) => words.keys().next().map_or("", String::as_str),
            _ => "",
        }
    }

    fn detail(&self, key: &str) -> &Json {
        self.action.get(self.verb()).and_then(|detail| detail.get(key)).unwrap_or(&Json::Null)
    }

    fn tells(&self, words: &str) -> bool {
        self.lines.iter().any(|line| line == words)
    }
}

/// A place as the log names it.
fn place(words: &str) -> Option<String> {
    let bare = words.strip_prefix("the ").unwrap_or(words);
    let bare = bare.strip_prefix("waters off ").unwrap_or(bare);
    CHARTS.names.get(words).or_else(|| CHARTS.names.get(bare)).cloned()
}

fn kind(words: &str) -> Option<&'static str> {
    Some(match words.trim_end_matches('s') {
        "infantry" => "INF",
        "cavalry" => "CAV",
        "cannon" => "CAN",
        "frigate" => "FRG",
        "Guard infantry" => "GUARD-INF",
        "Guard cavalry" => "GUARD-CAV",
        _ => return None,
    })
}

/// "French Guard infantry", "An English frigate".
fn unit(words: &str) -> Option<(Nation, &'static str)> {
    let words = words.strip_prefix("A ").or_else(|| words.strip_prefix("An ")).unwrap_or(words);
    let (adjective, rest) = words.split_once(' ')?;
    Some((Nation::of_adjective(adjective)?, kind(rest)?))
}

/// "1 French infantry, 2 cavalry and 1 Austrian cannon"; `nation` where the words name none.
fn force(words: &str, mut nation: Option<Nation>) -> Option<Vec<(Nation, &'static str, i32)>> {
    let mut found = Vec::new();
    for item in words.split(", ").flat_map(|item| item.split(" and ")) {
        let (number, mut rest) = item.split_once(' ')?;
        if let Some((adjective, after)) = rest.split_once(' ')
            && let Some(named) = Nation::of_adjective(adjective)
        {
            (nation, rest) = (Some(named), after);
        }
        found.push((nation?, kind(rest)?, number.parse().ok()?));
    }
    Some(found)
}

fn nations(words: &str) -> Option<Vec<Nation>> {
    words.split(", ").flat_map(|item| item.split(" and ")).map(Nation::named).collect()
}

/// "X gains 3 FG": the nation and the number.
fn amount(line: &str, verb: &str, what: &str) -> Option<(Nation, i32)> {
    let (who, rest) = line.split_once(verb)?;
    Some((Nation::named(who)?, rest.strip_suffix(what)?.parse().ok()?))
}

fn between<'a>(line: &'a str, open: &str, close: &str) -> Option<&'a str> {
    line.strip_prefix(open)?.strip_suffix(close)
}

impl Referee {
    fn new(start: &Position) -> Referee {
        Referee {
            bites: BTreeMap::new(),
            earned: std::array::from_fn(|_| BTreeSet::new()),
            fight: None,
            victories: start.victories,
            garrisons: [true; 4],
            won: Vec::new(),
            alive: NATIONS.into(),
            paris: None,
            actor: None,
            paid: BTreeSet::new(),
            given: BTreeSet::new(),
            engaged: BTreeSet::new(),
            guests: BTreeSet::new(),
            ending: None,
        }
    }

    /// Judges one rule that is at stake.
    fn hold(&mut self, rule: &'static str, holds: bool, why: impl FnOnce() -> String) -> Ruling {
        *self.bites.entry(rule).or_default() += 1;
        if holds { Ok(()) } else { Err(format!("[{rule}] {}", why())) }
    }

    fn same<T: PartialEq + Debug>(&mut self, rule: &'static str, what: &str, found: T, due: T) -> Ruling {
        *self.bites.entry(rule).or_default() += 1;
        if found == due {
            Ok(())
        } else {
            Err(format!("[{rule}] {what}: {found:?}, by the rulebook {due:?}"))
        }
    }

    fn judge(&mut self, step: &Step) -> Ruling {
        self.decision(step)?;
        self.movement(step)?;
        self.enlistment(step)?;
        let mut books = Books::of(step.before);
        self.follow(step, &mut books)?;
        self.close(step, &books)?;
        self.standing(step.after)
    }
}

// What must hold at every moment.

impl Referee {
    fn standing(&mut self, now: &Position) -> Ruling {
        for nation in NATIONS {
            for kind in ["INF", "CAV", "CAN", "FRG", "GUARD-INF", "GUARD-CAV"] {
                let ashore: i32 = now
                    .troops
                    .get(&nation)
                    .into_iter()
                    .flatten()
                    .map(|(_, force)| count(force, &[kind]))
                    .sum();
                let own = now.frigates.iter().filter(|(id, _)| owner(id) == nation);
                let (mut aboard, mut ships) = (0, 0);
                for (_, frigate) in own {
                    aboard += count(&frigate.cargo, &[kind]);
                    ships += i32::from(kind == "FRG");
                }
                let used = ashore + aboard + ships + count(&now.reserves[nation as usize], &[kind]);
                self.hold(COUNTERS, used <= nation.counters(kind), || {
                    format!("{used} {kind} of {nation:?}")
                })?;
            }
            let hand = &now.hands[nation as usize];
            let own = |card: &u16| {
                let set = CHARTS.cards[card]["set"].as_str().unwrap_or_default();
                let age = if now.turn > 3 { "age" } else { "age1" };
                let side = set.ends_with("napoleon") == (nation == France);
                set.starts_with(age) && (side || self.given.contains(card))
            };
            let sound = hand.iter().all(own);
            self.hold(CARDS, sound, || format!("{nation:?} holds {hand:?}"))?;
            let fits = (0..=16).contains(&now.morale[nation as usize]);
            self.hold(TRACKS, fits, || format!("Morale of {nation:?} {}", now.morale[nation as usize]))?;
            let advisors = now.spaces.iter().filter(|space| **space == Some(nation)).count();
            if advisors > 0 {
                let zones = [0..5, 5..8, 8..11, 11..14, 14..20, 20..23];
                let in_zone = |zone: std::ops::Range<usize>| {
                    now.spaces[zone].iter().filter(|space| **space == Some(nation)).count()
                };
                let most = |zone: usize| if zone == 4 && nation == France { 2 } else { 1 };
                let fits = zones.into_iter().enumerate().all(|(zone, range)| in_zone(range) <= most(zone));
                let all = if nation == France { 5 } else { 3 };
                self.hold(ADVISORS, fits && advisors <= all, || format!("{nation:?} in {:?}", now.spaces))?;
            }
        }
        self.hold(TRACKS, now.society.iter().all(|level| (0..=14).contains(level)), || {
            format!("Society {:?}", now.society)
        })?;
        let mut cards: Vec<u16> =
            now.hands.iter().flatten().chain(&now.deck).chain(&now.discards).copied().collect();
        cards.sort_unstable();
        let twice = cards.windows(2).any(|pair| pair[0] == pair[1]);
        self.hold(CARDS, !twice && cards.len() <= 237, || "a card lies in two places".to_owned())?;
        for (place, at) in now.troops.values().flatten() {
            let sound = !CHARTS.is_sea(place) && at.values().all(|count| *count > 0);
            self.hold(TOLD, sound, || format!("{at:?} in {place}"))?;
        }
        for frigate in now.frigates.values().filter(|frigate| !frigate.cargo.is_empty()) {
            let fits = CHARTS.is_sea(&frigate.at) && size(&frigate.cargo) <= 3;
            self.hold(CARGO, fits, || format!("{frigate:?}"))?;
        }
        self.bonds(now)?;
        self.quarrels(now)
    }

    fn bonds(&mut self, now: &Position) -> Ruling {
        let standing: Vec<&Treaty> = now.treaties.iter().filter(|treaty| treaty.in_force()).collect();
        for treaty in &standing {
            let bound = treaty.bound();
            let forced = bound.contains(&France);
            let sound = bound.len() >= 2
                && (!forced || bound.len() == 2 && !bound.contains(&England))
                && treaty.made <= now.turn
                && now.turn <= treaty.made + 1;
            self.hold(BONDS, sound, || format!("{treaty:?} in turn {}", now.turn))?;
        }
        for nation in NATIONS {
            let bonds = standing.iter().filter(|treaty| treaty.bound().contains(&nation)).count();
            if bonds > 0 {
                self.hold(BONDS, bonds <= 1, || format!("{nation:?} is in {bonds} Alliances"))?;
            }
        }
        Ok(())
    }

    /// Where nations meet: who may stand together, and where it comes to a fight.
    fn quarrels(&mut self, now: &Position) -> Ruling {
        let books = Books::of(now);
        let stage = now.stage();
        let fighting = matches!(stage, "move" | "challenge" | "combat");
        for (land, nations) in &books.land {
            let present: Vec<Nation> = nations.keys().copied().collect();
            let at_odds = |a: &Nation| present.iter().any(|b| !books.allied(*a, *b));
            if !present.iter().any(at_odds) {
                continue;
            }
            if matches!(stage, "move" | "challenge") {
                let attacker = now.attackers.get(land);
                let there = attacker.is_some_and(|attacker| {
                    present.contains(attacker)
                        || *attacker == France && present.iter().any(|other| books.allied(France, *other))
                });
                self.hold(ATTACKER, there, || {
                    format!("{present:?} in {land}, the Attacker is {attacker:?}")
                })?;
                let foes = |a: Nation| present.iter().filter(|b| !books.allied(a, **b)).count();
                let sides = present.iter().map(|a| present.len() - foes(*a)).collect::<Vec<_>>();
                let two = present.iter().zip(&sides).all(|(a, side)| {
                    present.iter().filter(|b| !books.allied(*a, **b)).all(|b| {
                        present.iter().filter(|c| books.allied(*b, **c)).count() + side == present.len()
                    })
                });
                self.hold(NO_THIRD, two, || format!("{present:?} in {land}"))?;
            } else if !fighting && now.ended.is_none() {
                let once =
                    |a: Nation, b: Nation| now.treaties.iter().any(|treaty| treaty.knew(a) && treaty.knew(b));
                let spent =
                    present.iter().all(|a| present.iter().all(|b| books.allied(*a, *b) || once(*a, *b)));
                self.hold(ATTACKER, spent, || format!("{present:?} in {land} did not fight"))?;
            }
        }
        if !fighting {
            for (index, capital) in NEUTRAL.iter().enumerate() {
                let empty = books.present(capital).is_empty();
                let flag = now.garrisons[index];
                if empty && flag {
                    continue;
                }
                self.hold(GARRISON, flag == empty, || format!("{capital}: empty {empty}, garrison {flag}"))?;
            }
        }
        Ok(())
    }
}

// Who decides, and what it does before the log tells it.

impl Referee {
    fn decision(&mut self, step: &Step) -> Ruling {
        let (before, seat) = (step.before, step.seat);
        let plays = |nation: Nation| step.seats[seat.index()].contains(&nation);
        let quiet = before.errands.is_empty() && before.battle.is_none();
        let own = match before.stage() {
            "advisors" => {
                let index = before.phase["advisors"].as_u64().unwrap_or_default() as usize;
                let (all, turn) = (before.order.len(), index / before.order.len());
                Some(if turn < 3 { before.order[index % all] } else { France })
            }
            "move" if before.movement.lent.is_empty() && !matches!(step.verb(), "accept" | "refuse") => {
                before.place_in_order()
            }
            "deploy" | "challenge" => before.place_in_order(),
            _ => None,
        };
        if let Some(nation) = own.filter(|_| quiet) {
            self.hold(ORDER_OF_DECISION, plays(nation), || {
                format!("{seat} decides {} in {}, which is {nation:?}'s", step.action, before.phase)
            })?;
        }
        Ok(())
    }

    fn movement(&mut self, step: &Step) -> Ruling {
        if step.verb() == "challenge" {
            self.challenge(step);
        }
        match step.before.stage() {
            "move" => {}
            "challenge" => return Ok(()),
            _ => {
                self.paid.clear();
                self.engaged.clear();
                return Ok(());
            }
        }
        let Some(mover) = step.before.place_in_order() else { return Ok(()) };
        let (before, after) = (step.before, step.after);
        let books = Books::of(before);
        let same_turn = after.phase == before.phase;
        let spent = before.half_points[mover as usize] - after.half_points[mover as usize];
        let price = |due: i32| spent == due || !same_turn;
        match step.verb() {
            "march" => {
                let Some(group) = &before.movement.group else { return Ok(()) };
                let to = step.action["march"].as_str().unwrap_or_default();
                let mut marching = Force::new();
                for (kind, count) in group.troops.iter().flatten() {
                    add(&mut marching, kind, *count);
                }
                let owners: BTreeSet<Nation> =
                    NATIONS.into_iter().filter(|nation| !group.troops[*nation as usize].is_empty()).collect();
                let near = CHARTS.adjacent(&group.at, to) && !CHARTS.is_sea(to);
                self.hold(MARCH, near, || format!("from {} to {to}", group.at))?;
                let hostile = |at: &str| -> Vec<Nation> {
                    let present = books.present(at).into_iter();
                    present.filter(|other| owners.iter().all(|own| !books.allied(*own, *other))).collect()
                };
                let foes = hostile(&group.at);
                let mut due = march_price(&marching);
                if !foes.is_empty() {
                    let enemies: i32 = foes.iter().map(|foe| size(&books.force(*foe, &group.at))).sum();
                    let stay: i32 = books
                        .present(&group.at)
                        .iter()
                        .filter(|nation| !foes.contains(nation))
                        .map(|nation| size(&books.force(*nation, &group.at)))
                        .sum::<i32>()
                        - size(&marching);
                    if self.paid.insert((mover, group.at.clone())) {
                        due += 6 * enemies;
                    }
                    self.hold(LEAVE, stay >= 2, || format!("{stay} stay in {} with {foes:?}", group.at))?;
                    self.hold(LEAVE, price(due), || format!("{spent} half MP paid, {due} are due"))?;
                }
                self.hold(MARCH, price(due), || {
                    format!("{spent} half MP paid for {marching:?}, {due} are due")
                })?;
                let foes = hostile(to);
                if !foes.is_empty() {
                    let friends = books
                        .present(to)
                        .iter()
                        .any(|other| owners.iter().any(|own| books.allied(*own, *other)));
                    let one = foes.iter().all(|a| foes.iter().all(|b| books.allied(*a, *b)));
                    self.hold(NO_THIRD, friends || one, || format!("{owners:?} enter {to} with {foes:?}"))?;
                }
            }
            "sail" => {
                let id = step.detail("frigate").to_string();
                let to = step.detail("to").as_str().unwrap_or_default();
                let frigate = &before.frigates[&id];
                let foreign: i32 = NATIONS
                    .into_iter()
                    .filter(|other| !books.allied(owner(&id), *other))
                    .map(|other| books.ships_of(other, to))
                    .sum();
                let each = if owner(&id) == England && frigate.cargo.is_empty() { 1 } else { 2 };
                let due = 2 * (each + foreign);
                let near = CHARTS.adjacent(&frigate.at, to) && CHARTS.is_sea(to);
                self.hold(SAIL, near && price(due), || {
                    format!("{id} to {to}: {spent} half MP paid, {due} due")
                })?;
                if !self.engaged.is_empty() {
                    let stays = self.engaged.contains(&id);
                    self.hold(ENGAGED, !stays, || {
                        format!("frigate {id} leaves the combat in {}", frigate.at)
                    })?;
                }
            }
            "embark" | "land" => {
                let id = step.detail("frigate").to_string();
                let banned = if step.verb() == "embark" { "landed" } else { "embarked" };
                let shore = step.detail(if step.verb() == "embark" { "from" } else { "to" });
                let shore = shore.as_str().unwrap_or_default();
                let frigate = &before.frigates[&id];
                let mut due = 2;
                let nation = owner(&id);
                let (foes, friends): (Vec<Nation>, Vec<Nation>) =
                    books.present(shore).into_iter().partition(|other| !books.allied(nation, *other));
                if step.verb() == "embark" && !foes.is_empty() {
                    let units =
                        |all: &[Nation]| all.iter().map(|one| size(&books.force(*one, shore))).sum::<i32>();
                    if self.paid.insert((mover, shore.to_owned())) {
                        due += 6 * units(&foes);
                    }
                    self.hold(LEAVE, units(&friends) > 2, || {
                        format!("{friends:?} go aboard from {shore} with {foes:?}")
                    })?;
                }
                let sound = CHARTS.adjacent(&frigate.at, shore) && frigate.traffic != banned && price(due);
                self.hold(CARGO, sound, || {
                    format!("{} at {shore}: {frigate:?}, {spent} half MP", step.verb())
                })?;
            }
            _ => {}
        }
        Ok(())
    }

    /// A naval combat is declared: those in the area are engaged (10.3).
    fn challenge(&mut self, step: &Step) {
        let sea = step.detail("sea").as_str().unwrap_or_default();
        let books = Books::of(step.before);
        let Some(by) = step.before.place_in_order() else { return };
        let Some(target) = serde_json::from_value(step.detail("nation").clone()).ok() else { return };
        let all = step.detail("all") == true;
        let involved =
            |nation: Nation| nation == by || nation == target || all && books.allied(nation, target);
        let there =
            step.before.frigates.iter().filter(|(id, frigate)| frigate.at == sea && involved(owner(id)));
        self.engaged.extend(there.map(|(id, _)| id.clone()));
    }

    fn enlistment(&mut self, step: &Step) -> Ruling {
        let (before, after) = (step.before, step.after);
        for nation in NATIONS {
            let (old, new) = (&before.reserves[nation as usize], &after.reserves[nation as usize]);
            if old == new {
                continue;
            }
            let taken: Vec<(&String, i32)> = old
                .iter()
                .map(|(kind, count)| (kind, count - new.get(kind).copied().unwrap_or_default()))
                .filter(|(_, count)| *count != 0)
                .collect();
            let asked = step.detail("kind").as_str().map(|kind| (kind, 1));
            let sound = step.verb() == "enlist"
                && new.keys().all(|kind| old.contains_key(kind))
                && taken.iter().map(|(kind, count)| (kind.as_str(), *count)).eq(asked);
            let wiped = step.tells(&format!("{nation:?} is eliminated"));
            self.hold(RESERVE, sound || wiped, || format!("{nation:?}: {old:?} to {new:?}"))?;
        }
        let Some(resolve) = before.phase.get("resolve").filter(|_| before.errands.is_empty()) else {
            return Ok(());
        };
        let Some(purchase) = resolve[2].get("purchase") else { return Ok(()) };
        let index = resolve[1].as_u64().unwrap_or_default() as usize;
        let Some(nation) = before.spaces[14 + index] else { return Ok(()) };
        let space = &CHARTS.board["zones"]["military"][index];
        let number = |value: &toml::Value| value.as_integer().unwrap_or_default() as i32;
        let mut enlisted: Force = serde_json::from_value(purchase["enlisted"].clone()).unwrap_or_default();
        let mut points = purchase["points"].as_i64().unwrap_or_default() as i32;
        let due;
        match step.verb() {
            "enlist" => {
                let kind = step.detail("kind").as_str().unwrap_or_default();
                add(&mut enlisted, kind, 1);
                due = number(&CHARTS.board["prices"]["units"][kind]);
                let offered = space["kinds"]
                    .as_array()
                    .is_some_and(|kinds| kinds.iter().any(|offer| offer.as_str() == Some(kind)));
                self.hold(ENLIST, offered, || format!("{kind} in Military {}", index + 1))?;
                self.enlisted_at(step, nation, kind)?;
            }
            "buy-points" => {
                points += 2;
                due = 1;
            }
            _ => return Ok(()),
        }
        let paid = before.money[nation as usize] - after.money[nation as usize];
        let fits = size(&enlisted) <= number(&space["units"])
            && ["CAV", "CAN", "FRG"].iter().all(|kind| count(&enlisted, &[kind]) <= 1)
            && points + 2 * size(&enlisted) <= number(&space["ceiling"]);
        let next = step.lines.iter().any(|line| line.ends_with(" acts"));
        self.hold(ENLIST, fits, || format!("{enlisted:?} and {points} MP in Military {}", index + 1))?;
        self.hold(ENLIST, paid == due || next, || format!("{paid} FG paid, {due} due"))
    }

    fn enlisted_at(&mut self, step: &Step, nation: Nation, kind: &str) -> Ruling {
        let books = Books::of(step.before);
        let at = step.detail("at").as_str().unwrap_or_default();
        if kind == "FRG" {
            let base = |land: &&String| match nation {
                Austria => books.controller(land) == Some(Austria),
                _ => CHARTS.home.get(*land).is_some_and(|home| *home == format!("{nation:?}").to_lowercase()),
            };
            let near = CHARTS.is_sea(at) && CHARTS.beside[at].iter().any(|land| base(&land));
            return self.hold(ENLIST_PLACE, near, || format!("a frigate of {nation:?} in {at}"));
        }
        let capital = nation.capital();
        let inside = books.present(capital);
        let lost = !inside.is_empty() && inside.iter().all(|holder| !books.allied(*holder, nation));
        let taken = lost || books.controller(capital).is_some_and(|holder| holder != nation);
        let free = |place: &str| books.present(place).iter().all(|other| books.allied(*other, nation));
        let home = CHARTS.home[at] == format!("{nation:?}").to_lowercase();
        let sound = at == capital && !lost
            || nation == England && at == "malta" && free(at)
            || NEUTRAL.contains(&at) && books.controller(at) == Some(nation)
            || taken && home && (books.present(at).is_empty() || books.controller(at) == Some(nation));
        self.hold(ENLIST_PLACE, sound, || {
            format!("{kind} of {nation:?} in {at} with {:?}, in the capital {inside:?}", books.present(at))
        })
    }
}

// The log, line by line.

impl Referee {
    fn follow(&mut self, step: &Step, books: &mut Books) -> Ruling {
        let mut due: Vec<String> = Vec::new();
        let mut lost_money = 0;
        let mut points = 0;
        let mut checked = false;
        let mut ordered = false;
        for (index, line) in step.lines.iter().enumerate() {
            let line = line.as_str();
            if ordered && !checked && !line.contains("eliminated") && !line.contains("Alliance of") {
                self.check(step, books)?;
                checked = true;
            }
            if let Some(at) = due.iter().position(|wanted| wanted == line) {
                due.remove(at);
            }
            if line.starts_with("The order of play is ")
                && step.before.turn > 0
                && step.before.stage() != "deploy"
            {
                self.next_order(step, line)?;
                ordered = true;
            } else if let Some((who, zone)) =
                between(line, "The ", " acts").and_then(|rest| rest.split_once(" advisor in "))
            {
                let Some(nation) = Nation::of_adjective(who) else { continue };
                self.bonus(step, nation, zone, index, books)?;
            } else if let Some((nation, amount)) = amount(line, " collects ", " FG") {
                self.same(
                    REVENUE,
                    &format!("{nation:?} with {:?} collects", books.controlled(nation)),
                    amount,
                    books.revenue(nation, step.after.captors),
                )?;
                books.money[nation as usize] += amount;
            } else if let Some((nation, amount)) = amount(line, " gains ", " FG") {
                books.money[nation as usize] += amount;
            } else if let Some((nation, amount)) =
                amount(line, " pays ", " FG").or_else(|| amount(line, " loses ", " FG"))
            {
                books.money[nation as usize] -= amount;
                lost_money += amount;
            } else if let Some(nation) = line.strip_suffix(" buys a card").and_then(Nation::named) {
                books.money[nation as usize] -= 1;
            } else if let Some((nation, _)) = line.split_once(" draws a card") {
                if let Some(nation) = Nation::named(nation) {
                    books.hands[nation as usize] += 1;
                }
            } else if let Some((who, card)) =
                line.strip_suffix(" for its Diplomacy").and_then(|rest| rest.split_once(" discards "))
            {
                if let Some(nation) = Nation::named(who) {
                    points += self.worth(nation, card);
                    books.hands[nation as usize] -= 1;
                }
            } else if let Some((who, rest)) = line.split_once(" plays ") {
                let Some(nation) = Nation::named(who) else { continue };
                books.hands[nation as usize] -= 1;
                self.actor = Some(nation);
                if rest.ends_with(" in the combat") {
                    self.effect(step, nation);
                }
            } else if let Some((who, rest)) = line.split_once(" gives ")
                && let (Some(from), Some((to, _))) = (Nation::named(who), rest.split_once(" a card"))
            {
                self.given.insert(step.detail("card").as_u64().unwrap_or_default() as u16);
                books.hands[from as usize] -= 1;
                books.hands[Nation::named(to).map_or(0, |to| to as usize)] += 1;
            } else if let Some((who, rest)) = line.split_once(" keeps ") {
                if let (Some(nation), Some(gone)) =
                    (Nation::named(who), between(rest, "", " cards of the first Age"))
                {
                    self.age(step, nation, gone, books)?;
                }
            } else if let Some(rest) = line.strip_prefix("The Morale of ") {
                self.morale(step, rest, books, &mut due)?;
            } else if let Some(rest) = line.strip_prefix("The Society of ") {
                self.society(step, rest, books, &mut due)?;
            } else if line.contains(", the capital of ") {
                self.capital(step, line, index, books)?;
            } else if line.contains(" Alliance") || line.contains(" forces ") {
                self.bond(step, line, books, lost_money, points)?;
            } else if let Some(rest) = line.strip_prefix("Combat in ") {
                self.settle(books)?;
                self.engage(rest, books)?;
            } else if let Some(rest) = line.strip_prefix("The die shows ") {
                self.strike(rest, books)?;
            } else if let Some(nation) = line.strip_suffix(" is eliminated").and_then(Nation::named) {
                self.eliminate(step, nation, books)?;
            } else if let Some(nation) =
                line.strip_suffix(" cannot take what it has won").and_then(Nation::named)
            {
                // A land with a combat to come is controlled by nobody (17.3).
                let garrisoned = |place: &&&str| {
                    NEUTRAL.iter().position(|capital| capital == *place).is_some_and(|at| self.garrisons[at])
                };
                let pending = books.controlled(nation).iter().filter(garrisoned).count();
                let nowhere = |(winner, kind): &(Nation, String)| {
                    *winner == nation
                        && (books.lands(nation) == pending || self.spent(step, nation, kind, books))
                };
                let at = self.won.iter().position(nowhere);
                at.map(|at| self.won.remove(at));
            } else if line.starts_with("The game is over") && !checked {
                self.check(step, books)?;
                checked = true;
            } else {
                self.troops(step, line, books)?;
            }
        }
        if ordered && !checked {
            self.check(step, books)?;
        }
        if !step
            .lines
            .iter()
            .any(|line| line.starts_with("The Morale of ") || line.starts_with("The Society of "))
        {
            return Ok(());
        }
        self.hold(TRACK_BONUS, due.is_empty(), || format!("not paid: {due:?}"))
    }

    /// Points of Diplomacy for an Alliance (9.1).
    fn worth(&self, nation: Nation, card: &str) -> i32 {
        let tab = CHARTS.titles.get(card).and_then(|number| CHARTS.tab(*number, "diplomacy"));
        let printed =
            tab.and_then(|tab| tab.get("points")).and_then(toml::Value::as_integer).unwrap_or(1) as i32;
        if matches!(nation, France | Austria) { printed } else { 1 }
    }

    /// Whether the Contingent has no unit of a kind left.
    fn spent(&self, step: &Step, nation: Nation, kind: &str, books: &Books) -> bool {
        let ashore: i32 = books
            .land
            .values()
            .filter_map(|nations| nations.get(&nation))
            .map(|force| count(force, &[kind]))
            .sum();
        let aboard = books.cargo.get(&nation).map_or(0, |force| count(force, &[kind]));
        let reserve = count(&step.after.reserves[nation as usize], &[kind]);
        ashore + aboard + reserve >= nation.counters(kind)
    }

    fn next_order(&mut self, step: &Step, line: &str) -> Ruling {
        let told = nations(&line["The order of play is ".len()..]).unwrap_or_default();
        let first: Vec<Nation> = step.before.spaces[..5].iter().flatten().copied().collect();
        let rest = step.before.order.iter().copied().filter(|nation| !first.contains(nation));
        let due: Vec<Nation> = first.iter().copied().chain(rest).collect();
        self.same(NEXT_ORDER, "the order", told, due)?;
        for nation in self.alive.clone() {
            let starts = |words: &str| step.lines.iter().filter(|line| line.starts_with(words)).count();
            let before_order = step.lines.iter().position(|other| other == line).unwrap_or_default();
            let draws = step.lines[..before_order]
                .iter()
                .filter(|line| line.starts_with(&format!("{nation:?} draws a card")))
                .count();
            let bought = starts(&format!("{nation:?} buys a card"));
            let due = bought + if nation == France { 4 } else { 2 };
            let set = format!(
                "age{}_{}",
                1 + usize::from(step.before.turn > 3),
                ["napoleon", "coalition"][nation.side()]
            );
            let held = |card: &u16| step.after.hands.iter().any(|hand| hand.contains(card));
            let out =
                CHARTS.cards.iter().all(|(card, face)| face["set"].as_str() != Some(&set) || held(card));
            self.hold(DRAW, draws == due || out && draws < due, || {
                format!("{nation:?} draws {draws}, {due} are due, all cards in hands: {out}")
            })?;
        }
        Ok(())
    }

    fn bonus(&mut self, step: &Step, nation: Nation, zone: &str, index: usize, books: &Books) -> Ruling {
        let Some((zone, space)) = zone.split_once(' ') else { return Ok(()) };
        let space = space.parse::<usize>().unwrap_or(1) - 1;
        let zone = zone.to_lowercase();
        if zone == "military" {
            return Ok(());
        }
        let bonus = &CHARTS.board["zones"][zone.as_str()][space];
        let number = |key: &str| bonus.get(key).and_then(toml::Value::as_integer).unwrap_or_default();
        let (cards, fg, mp, morale) = (number("cards"), number("fg"), number("mp"), number("morale"));
        let told = step.lines[index + 1..].iter().take_while(|line| !line.ends_with(" acts"));
        let told = told.filter(|line| !line.ends_with(" are shuffled"));
        let told: Vec<&String> = told.collect();
        let has = |words: String| told.iter().any(|line| line.starts_with(&words));
        let drawn = told.iter().take_while(|line| line.starts_with(&format!("{nation:?} draws"))).count();
        let level = books.morale[nation as usize];
        let sound = drawn as i64 == cards
            && (fg == 0 || has(format!("{nation:?} gains {fg} FG")))
            && (mp == 0 || has(format!("{nation:?} gains {mp} MP")))
            && (morale == 0
                || level == 16
                || has(format!("The Morale of {nation:?} goes from {level} to {}", level + 1)));
        let empty = step.after.deck.is_empty();
        self.hold(BONUS, sound || empty, || format!("{nation:?} in {zone} {}: {told:?}", space + 1))
    }

    fn morale(&mut self, step: &Step, rest: &str, books: &mut Books, due: &mut Vec<String>) -> Ruling {
        let Some((nation, from, to)) = moved(rest) else { return Ok(()) };
        let Some(nation) = Nation::named(nation) else { return Ok(()) };
        self.same(TRACKS, "Morale goes from", from, books.morale[nation as usize])?;
        books.morale[nation as usize] = to;
        if let Some(fight) = &mut self.fight {
            fight.morale[nation as usize] += to - from;
        }
        let start = CHARTS.board["nations"][format!("{nation:?}").to_lowercase().as_str()]["morale"]
            .as_integer()
            .unwrap_or_default() as i32;
        let ahead = nation == France && step.before.players == 2 && step.before.rules["head-start"];
        let levies = step.before.rules["low-levies"];
        let entered: Vec<i32> =
            if to > from { (from + 1..=to).collect() } else { (to..from).rev().collect() };
        for level in entered {
            let below = level < start;
            if ahead && level <= start + 3 || below && !levies || !self.earned[nation as usize].insert(level)
            {
                continue;
            }
            let board = &CHARTS.board["nations"][format!("{nation:?}").to_lowercase().as_str()];
            if let Some(bonus) = CHARTS.bonus(board, level) {
                self.pay(nation, &bonus, books, due);
            }
        }
        Ok(())
    }

    fn society(&mut self, step: &Step, rest: &str, books: &mut Books, due: &mut Vec<String>) -> Ruling {
        let Some((who, from, to)) = moved(rest) else { return Ok(()) };
        let side = usize::from(who != "France");
        self.same(TRACKS, "Society goes from", from, books.society[side])?;
        books.society[side] = to;
        let Some(actor) = self.actor.filter(|actor| actor.side() == side) else { return Ok(()) };
        let board = &CHARTS.board["society"][if side == 0 { "france" } else { "coalition" }];
        for level in from + 1..=to {
            if !self.earned[5 + side].insert(level) {
                continue;
            }
            let Some(bonus) = CHARTS.bonus(board, level) else { continue };
            let alive = step.before.order.contains(&Prussia);
            let echo = (side == 1 && actor != Prussia && alive).then_some(Prussia);
            for nation in [actor].into_iter().chain(echo) {
                if bonus.get("morale").is_some()
                    && let Some(fight) = &mut self.fight
                {
                    fight.stirred = true;
                }
                self.pay(nation, &bonus, books, due);
            }
        }
        Ok(())
    }

    /// Notes what a level pays.
    fn pay(&mut self, nation: Nation, bonus: &toml::Value, books: &Books, due: &mut Vec<String>) {
        let number = |key: &str| bonus.get(key).and_then(toml::Value::as_integer);
        if let Some(fg) = number("fg") {
            due.push(format!("{nation:?} gains {fg} FG"));
        } else if let Some(mp) = number("mp") {
            due.push(format!("{nation:?} gains {mp} MP"));
        } else if number("morale").is_some() {
            let level = books.morale[nation as usize];
            if level < 16 {
                due.push(format!("The Morale of {nation:?} goes from {level} to {}", level + 1));
            }
        } else if let Some(kind) = bonus.get("unit").and_then(toml::Value::as_str) {
            self.won.push((nation, kind.to_owned()));
        }
    }

    fn capital(&mut self, step: &Step, line: &str, index: usize, books: &Books) -> Ruling {
        let parts = line
            .split_once(", the capital of ")
            .and_then(|(at, rest)| Some((place(at)?, rest.split_once(", falls to ")?)));
        let parts =
            parts.and_then(|(at, (loser, captors))| Some((at, Nation::named(loser)?, nations(captors)?)));
        let Some((at, loser, captors)) = parts else {
            return self.hold(CAPITAL, false, || format!("cannot read \"{line}\""));
        };
        let present = books.present(&at);
        let sound = !present.contains(&loser)
            && captors.iter().all(|captor| present.contains(captor) && !books.allied(*captor, loser));
        self.hold(CAPITAL, sound, || format!("{line}, with {present:?} there"))?;
        let captor = captors[0];
        self.actor = Some(captor);
        let rest = &step.lines[index + 1..];
        let tells = |words: String| rest.iter().any(|line| line.starts_with(&words));
        let names = ["France", "the Coalition"];
        let crosses = captor.side() != loser.side();
        let rises = tells(format!(
            "The Society of {} goes from {} to",
            names[captor.side()],
            books.society[captor.side()]
        ));
        let falls = tells(format!(
            "The Society of {} goes from {} to",
            names[loser.side()],
            books.society[loser.side()]
        ));
        let can_rise = books.society[captor.side()] < 14;
        let can_fall = books.society[loser.side()] > 0;
        let sound = if crosses { rises == can_rise && falls == can_fall } else { true };
        self.hold(CAPITAL, sound, || format!("{line}: Society {:?}, then {rest:?}", books.society))?;
        if captor == France {
            let forced = tells(format!("France forces {loser:?} into an Alliance"));
            self.hold(CAPITAL, forced == (loser != England), || format!("{line}: forced {forced}"))?;
        }
        Ok(())
    }

    fn bond(&mut self, step: &Step, line: &str, books: &mut Books, money: i32, points: i32) -> Ruling {
        if let Some((who, others)) = line.split_once(" makes an Alliance with ") {
            let (Some(initiator), Some(mut members)) = (Nation::named(who), nations(others)) else {
                return Ok(());
            };
            let touch = members.iter().any(|other| books.in_touch(initiator, *other));
            self.hold(BOND_TOUCH, touch, || line.to_owned())?;
            members.push(initiator);
            self.same(BOND_PRICE, &format!("{line}, in FG"), money, 3 * members.len() as i32)?;
            let was = Books::of(step.before);
            let need = |nation: &Nation| match nation {
                nation if was.allied(*nation, France) => 3,
                Austria => 0,
                _ => 1,
            };
            let need: i32 = members.iter().map(need).sum();
            self.hold(BOND_PRICE, points >= need, || format!("{line}: {points} points, {need} are due"))?;
            books.bonds.push(members.into_iter().collect());
            books.tidy();
        } else if let Some(rest) = line.strip_suffix(" into an Alliance") {
            let Some(victim) = rest.strip_prefix("France forces ").and_then(Nation::named) else {
                return Ok(());
            };
            let taken = step
                .lines
                .iter()
                .any(|line| line.contains(&format!("the capital of {victim:?}, falls to France")));
            if !taken {
                self.same(BOND_PRICE, &format!("{line}, in FG"), money, 5)?;
                self.hold(BOND_PRICE, points >= 3, || format!("{line}: {points} points"))?;
                self.hold(BOND_TOUCH, books.in_touch(France, victim), || line.to_owned())?;
                let free = !Books::of(step.before)
                    .bonds
                    .iter()
                    .any(|bond| bond.contains(&victim) && !bond.contains(&France));
                self.hold(BONDS, free, || format!("{line}, which is in an Alliance"))?;
            }
            books.bonds.push([France, victim].into());
            books.tidy();
        } else if let Some(rest) = between(line, "The Alliance of ", " is over") {
            let Some(members) = nations(rest) else { return Ok(()) };
            let members: BTreeSet<Nation> = members.into_iter().collect();
            let at = books.bonds.iter().position(|bond| *bond == members || bond.is_subset(&members));
            if let Some(at) = at {
                books.bonds.remove(at);
            }
            let matter = step.before.parley_matter();
            if matter.as_deref() == Some("cancel") && at.is_some() {
                let forced = members.contains(&France);
                let due = if forced { (4, 2) } else { (2 * members.len() as i32, members.len() as i32) };
                self.hold(BOND_PRICE, money == due.0 && points >= due.1, || {
                    format!("{line}: cancelled for {money} FG and {points} points, {due:?} are due")
                })?;
            }
        } else if let Some((members, gone)) = line.split_once(" goes on without ") {
            let (Some(members), Some(gone)) =
                (members.strip_prefix("The Alliance of ").and_then(nations), nations(gone))
            else {
                return Ok(());
            };
            let fits = |bond: &&mut BTreeSet<Nation>| {
                gone.iter().all(|nation| bond.contains(nation))
                    && bond.iter().all(|nation| members.contains(nation))
            };
            if let Some(bond) = books.bonds.iter_mut().find(fits) {
                bond.retain(|nation| !gone.contains(nation));
            }
            books.tidy();
        }
        Ok(())
    }

    fn eliminate(&mut self, step: &Step, nation: Nation, books: &mut Books) -> Ruling {
        let out = self.falls(step, nation, books);
        self.hold(ELIMINATED, out, || {
            format!(
                "{nation:?} holds {:?} with Morale {}",
                books.controlled(nation),
                books.morale[nation as usize]
            )
        })?;
        for nations in books.land.values_mut() {
            nations.remove(&nation);
        }
        for nations in books.ships.values_mut() {
            nations.remove(&nation);
        }
        books.cargo.remove(&nation);
        books.money[nation as usize] = 0;
        books.hands[nation as usize] = 0;
        books.tidy();
        self.alive.remove(&nation);
        Ok(())
    }

    /// Whether a nation is out at the check (13). By an option, lands shared with Allies save it.
    fn falls(&self, step: &Step, nation: Nation, books: &Books) -> bool {
        let shared = step.before.rules["shared-lands-save"]
            && books.land.values().any(|nations| nations.contains_key(&nation));
        books.morale[nation as usize] == 0 || books.lands(nation) == 0 && !shared
    }

    fn age(&mut self, step: &Step, nation: Nation, words: &str, books: &mut Books) -> Ruling {
        let Some((kept, gone)) = words.split_once(" and discards ") else { return Ok(()) };
        let (kept, gone): (i32, i32) = (kept.parse().unwrap_or(0), gone.parse().unwrap_or(0));
        let old = |card: &&u16| CHARTS.cards[card]["set"].as_str().is_some_and(|set| set.starts_with("age1"));
        let stripes: Vec<&str> = step.after.hands[nation as usize]
            .iter()
            .filter(old)
            .filter_map(|card| CHARTS.cards[card]["stripe"].as_str())
            .collect();
        let types: BTreeSet<&str> = stripes.iter().copied().collect();
        let most = if nation == France { 5 } else { 2 };
        let sound = kept <= most && types.len() == stripes.len() && stripes.len() as i32 == kept;
        self.hold(AGE, sound, || format!("{nation:?} keeps {stripes:?}"))?;
        books.hands[nation as usize] -= gone;
        Ok(())
    }
}

/// "Russia goes from 4 to 5".
fn moved(rest: &str) -> Option<(&str, i32, i32)> {
    let (who, levels) = rest.split_once(" goes from ")?;
    let (from, to) = levels.split_once(" to ")?;
    Some((who, from.parse().ok()?, to.parse().ok()?))
}

// Units.

impl Referee {
    fn troops(&mut self, step: &Step, line: &str, books: &mut Books) -> Ruling {
        if let Some((who, at)) = line.split_once(" appears in ") {
            let (Some((nation, kind)), Some(at)) = (unit(who), place(at)) else { return Ok(()) };
            let errand = step.before.errands.first();
            if step.verb() == "place" && errand.is_some_and(|errand| errand.get("gift").is_some()) {
                self.gift(line, nation, kind, &at, books)?;
            } else if step.verb() == "place"
                && step.before.stage() != "deploy"
                && step.detail("at").as_str() == Some(&at)
                && self.won.iter().any(|(winner, won)| *winner == nation && won == kind)
            {
                let alone = books.controller(&at) == Some(nation) && !CHARTS.is_sea(&at);
                let garrison =
                    NEUTRAL.iter().position(|capital| *capital == at).is_some_and(|at| self.garrisons[at]);
                self.hold(TRACK_UNIT, alone && !garrison, || {
                    format!("{line}, where {:?} are", books.present(&at))
                })?;
                if let Some(index) =
                    self.won.iter().position(|(winner, won)| *winner == nation && won == kind)
                {
                    self.won.remove(index);
                }
            }
            books.put(nation, kind, &at, 1);
        } else if let Some((what, way)) =
            line.split_once(" march from ").or_else(|| line.split_once(" marches from "))
        {
            let (Some(units), Some((from, to))) = (force(what, None), ends(way)) else { return Ok(()) };
            for (nation, kind, count) in units {
                books.put(nation, kind, &from, -count);
                books.put(nation, kind, &to, count);
            }
        } else if let Some((who, way)) = line.split_once(" sails from ") {
            let (Some((nation, _)), Some((from, to))) = (unit(who), ends(way)) else { return Ok(()) };
            books.put(nation, "FRG", &from, -1);
            books.put(nation, "FRG", &to, 1);
        } else if let Some((who, at)) = line.split_once(" goes aboard in ") {
            let (Some((nation, kind)), Some(at)) = (unit(who), place(at)) else { return Ok(()) };
            books.put(nation, kind, &at, -1);
            books.load(nation, kind, 1);
        } else if let Some((nation, kind)) = line.strip_suffix(" goes aboard").and_then(unit) {
            let Some(fight) = &mut self.fight else { return Ok(()) };
            fight.left += 1;
            books.put(nation, kind, &fight.at.clone(), -1);
            books.load(nation, kind, 1);
        } else if let Some((who, at)) =
            line.split_once(" lands in ").or_else(|| line.split_once(" reaches the shore of "))
        {
            let (Some((nation, kind)), Some(at)) = (unit(who), place(at)) else { return Ok(()) };
            books.load(nation, kind, -1);
            books.put(nation, kind, &at, 1);
        } else if let Some((who, at)) = line.split_once(" is lost in ") {
            let (Some((nation, kind)), Some(at)) = (unit(who), place(at)) else { return Ok(()) };
            books.put(nation, kind, &at, -1);
            self.lose(&at, 1);
        } else if let Some((who, by)) = line.split_once(" is taken from the field by ") {
            let (Some((nation, kind)), Some(_)) = (unit(who), Nation::named(by)) else { return Ok(()) };
            self.recruit(nation, kind, None, books)?;
        } else if let Some((who, to)) =
            line.split_once(" joins ").filter(|(_, to)| Nation::named(to).is_some())
        {
            let (Some((nation, kind)), Some(to)) = (unit(who), Nation::named(to)) else { return Ok(()) };
            self.recruit(nation, kind, Some(to), books)?;
        } else if let Some(rest) = line.strip_suffix(" joins the Guard") {
            let Some((who, at)) = rest.split_once(" in ") else { return Ok(()) };
            let (Some((nation, kind)), Some(at)) = (unit(who), place(at)) else { return Ok(()) };
            books.put(nation, kind, &at, -1);
            books.put(nation, &format!("GUARD-{kind}"), &at, 1);
        } else if let Some(rest) =
            line.strip_suffix(" is lost for want of Society").or_else(|| line.strip_suffix(" is lost"))
        {
            let Some((who, at)) = rest.split_once(" in ") else { return Ok(()) };
            let (Some((nation, kind)), Some(at)) = (unit(who), place(at)) else { return Ok(()) };
            if line.ends_with("Society") {
                let low = books.society[1] < 6 && step.before.turn == 3;
                self.hold(AGE, low, || format!("{line} in turn {}", step.before.turn))?;
            }
            if CHARTS.is_sea(&at) {
                books.load(nation, kind, -1);
            } else {
                books.put(nation, kind, &at, -1);
            }
        } else if let Some((who, rest)) = line.split_once(" loses ")
            && let (Some(nation), Some((what, at))) = (Nation::named(who), rest.split_once(" in "))
        {
            let (Some(units), Some(at)) = (force(what, Some(nation)), place(at)) else { return Ok(()) };
            let open = CHARTS.beside[&at].iter().any(|near| {
                !CHARTS.is_sea(near)
                    && !NEUTRAL.contains(&near.as_str())
                    && books.present(near).iter().all(|other| books.allied(*other, nation))
            });
            self.hold(RETREAT, !open, || format!("{line}, though a land beside it is open"))?;
            for (nation, kind, count) in units {
                books.put(nation, kind, &at, -count);
                self.lose(&at, count);
            }
        } else if let Some((who, rest)) = line.split_once(" goes down in ") {
            let (at, cargo) = rest.split_once(" with ").unwrap_or((rest, ""));
            let (Some((nation, _)), Some(at)) = (unit(who), place(at)) else { return Ok(()) };
            books.put(nation, "FRG", &at, -1);
            self.lose(&at, 1);
            for (nation, kind, count) in force(cargo, Some(nation)).unwrap_or_default() {
                books.load(nation, kind, -count);
            }
        } else if let Some((who, way)) = line.split_once(" retreats from ") {
            let (way, what) = way.split_once(": ").unwrap_or((way, ""));
            let Some((from, to)) = ends(way) else { return Ok(()) };
            let units = match (Nation::named(who), unit(who)) {
                (Some(nation), _) => force(what, Some(nation)),
                (_, Some((nation, kind))) => Some(vec![(nation, kind, 1)]),
                _ => None,
            };
            self.withdraw(line, units.unwrap_or_default(), &from, &to, books)?;
        } else if let Some((who, rest)) = line.split_once(" withdraws ") {
            let Some((what, way)) = rest.split_once(" from ") else { return Ok(()) };
            let (Some(units), Some((from, to))) = (force(what, Nation::named(who)), ends(way)) else {
                return Ok(());
            };
            self.withdraw(line, units, &from, &to, books)?;
        } else if let Some((who, rest)) = line.split_once(" advances from ") {
            let Some((way, what)) = rest.split_once(": ") else { return Ok(()) };
            let (Some(units), Some((from, to))) = (force(what, Nation::named(who)), ends(way)) else {
                return Ok(());
            };
            self.pursue_or_advance(line, &units, &from, &to, books)?;
            for (nation, kind, count) in units {
                books.put(nation, kind, &from, -count);
                books.put(nation, kind, &to, count);
            }
        } else if let Some((what, at)) =
            line.split_once(" supports the combat in ").or_else(|| line.split_once(" support the combat in "))
        {
            let (Some(units), Some(at)) = (force(what, None), place(at)) else { return Ok(()) };
            let Some(fight) = self.fight.as_mut().filter(|fight| fight.at == at) else { return Ok(()) };
            for (nation, _, count) in units {
                let side =
                    fight.sides.iter().position(|side| side.iter().any(|other| books.allied(*other, nation)));
                fight.support[side.unwrap_or(0)] += count;
            }
        }
        for (index, capital) in NEUTRAL.iter().enumerate() {
            if books.present(capital).is_empty() {
                self.garrisons[index] = true;
            }
        }
        Ok(())
    }

    /// A free unit of a card appears (8.6.4, 17.2.4).
    fn gift(&mut self, line: &str, nation: Nation, kind: &str, at: &str, books: &Books) -> Ruling {
        let friend = |place: &str| books.present(place).iter().any(|other| books.allied(*other, nation));
        let near = friend(at) || CHARTS.beside[at].iter().any(|place| friend(place));
        let free = books.present(at).iter().all(|other| books.allied(*other, nation));
        let garrison = NEUTRAL.iter().position(|capital| *capital == at).is_some_and(|at| self.garrisons[at]);
        let foreign = self.alive.iter().any(|other| *other != nation && other.capital() == at);
        let sound = near && (kind == "FRG" || free && (friend(at) || !foreign && !garrison));
        self.hold(FREE_UNIT, sound, || format!("{line}, where {:?} are", books.present(at)))
    }

    /// The Attacker follows the beaten, or takes another land (11.6).
    fn pursue_or_advance(
        &mut self,
        line: &str,
        units: &[(Nation, &'static str, i32)],
        from: &str,
        to: &str,
        books: &Books,
    ) -> Ruling {
        let there = books.present(to);
        let friends = units.iter().all(|(own, ..)| there.iter().all(|other| books.allied(*own, *other)));
        let hunted = self
            .fight
            .as_ref()
            .is_some_and(|fight| there.iter().any(|nation| fight.sides[1].contains(nation)));
        let near = CHARTS.adjacent(from, to) && !CHARTS.is_sea(to);
        let rider = |kind: &str| matches!(kind, "CAV" | "GUARD-CAV");
        let garrison = NEUTRAL.iter().position(|capital| *capital == to).is_some_and(|at| self.garrisons[at]);
        let sound = near && !garrison && (friends || hunted && units.iter().all(|(_, kind, _)| rider(kind)));
        self.hold(ADVANCE, sound, || format!("{line}, where {there:?} are, bound are {:?}", books.bonds))?;
        if friends && !self.fight.as_ref().is_some_and(|fight| fight.pursuit) {
            return Ok(());
        }
        if let Some(first) = self.fight.clone().filter(|fight| !fight.pursuit) {
            self.settle(books)?;
            let pursuit = Fight {
                at: to.to_owned(),
                pursuit: true,
                support: [0, 0],
                effects: [0, 0],
                verdict: None,
                ..first
            };
            self.fight = Some(pursuit);
        }
        if let Some(fight) = &mut self.fight {
            units.iter().for_each(|(_, kind, count)| add(&mut fight.pursuers, kind, *count));
        }
        Ok(())
    }

    fn lose(&mut self, at: &str, count: i32) {
        if let Some(fight) = self.fight.as_mut().filter(|fight| fight.at == at) {
            fight.lost += count;
        }
    }

    fn recruit(&mut self, nation: Nation, kind: &str, to: Option<Nation>, books: &mut Books) -> Ruling {
        let Some(fight) = &mut self.fight else { return Ok(()) };
        let at = fight.at.clone();
        fight.recruited += 1;
        fight.lost += 1;
        let loser = fight.verdict.map_or(0, |verdict| 1 - verdict.winner());
        let sound =
            fight.sides[loser].contains(&nation) && to.is_none_or(|to| fight.sides[1 - loser].contains(&to));
        books.put(nation, kind, &at, -1);
        if let Some(to) = to {
            books.put(to, kind.trim_start_matches("GUARD-"), &at, 1);
        }
        self.hold(COMBAT_LOSSES, sound, || format!("{kind} of {nation:?} joins {to:?} in {at}"))
    }

    /// Units that must go: where to (11.4, 9.7).
    fn withdraw(
        &mut self,
        line: &str,
        units: Vec<(Nation, &'static str, i32)>,
        from: &str,
        to: &str,
        books: &mut Books,
    ) -> Ruling {
        let sea = CHARTS.is_sea(from);
        for (nation, _, count) in &units {
            let open = |place: &str| {
                let garrison =
                    NEUTRAL.iter().position(|capital| *capital == place).is_some_and(|at| self.garrisons[at]);
                CHARTS.is_sea(place) == sea
                    && !garrison
                    && books.present(place).iter().all(|other| books.allied(*nation, *other))
            };
            let near: Vec<&String> = CHARTS.beside[from].iter().filter(|place| open(place)).collect();
            let best = near.iter().map(|place| CHARTS.steps(place, nation.capital())).min();
            let sound = open(to)
                && match best {
                    Some(best) => CHARTS.adjacent(from, to) && CHARTS.steps(to, nation.capital()) == best,
                    None => true,
                };
            self.hold(RETREAT, sound, || {
                format!("{line}; open were {near:?}, in {to} are {:?}", books.present(to))
            })?;
            if let Some(fight) = self.fight.as_mut().filter(|fight| fight.at == from) {
                fight.left += count;
            }
        }
        for (nation, kind, count) in units {
            books.put(nation, kind, from, -count);
            books.put(nation, kind, to, count);
        }
        Ok(())
    }
}

/// "A to B".
fn ends(way: &str) -> Option<(String, String)> {
    let (from, to) = way.split_once(" to ")?;
    Some((place(from)?, place(to)?))
}

// Combat.

impl Referee {
    fn engage(&mut self, rest: &str, books: &Books) -> Ruling {
        let Some((at, sides)) = rest.split_once(": ") else { return Ok(()) };
        let (Some(at), Some((attack, defence))) = (place(at), sides.split_once(" against ")) else {
            return Ok(());
        };
        let garrison = defence == "the garrison";
        let attack = nations(attack).unwrap_or_default();
        let defence = if garrison { Vec::new() } else { nations(defence).unwrap_or_default() };
        let neutral = NEUTRAL.iter().position(|capital| *capital == at);
        let contested = !garrison && neutral.is_some_and(|index| self.garrisons[index]);
        let there = books.present(&at);
        let sound = attack.iter().chain(&defence).all(|nation| there.contains(nation))
            && attack.iter().all(|a| defence.iter().all(|d| !books.allied(*a, *d)));
        self.hold(ATTACKER, sound, || format!("{rest}: there are {there:?}, bound are {:?}", books.bonds))?;
        if garrison {
            let stands = neutral.is_some_and(|index| self.garrisons[index]);
            self.hold(GARRISON, stands, || format!("{rest}: no garrison stands there"))?;
        }
        self.fight = Some(Fight {
            at,
            sides: [attack, defence],
            garrison,
            contested,
            support: [0, 0],
            effects: [0, 0],
            divided: false,
            verdict: None,
            pursuit: false,
            pursuers: Force::new(),
            units: 0,
            lost: 0,
            left: 0,
            recruited: 0,
            morale: [0; 5],
            at_limit: [false; 5],
            stirred: false,
        });
        Ok(())
    }

    /// A Military Combat Effect is played.
    fn effect(&mut self, step: &Step, nation: Nation) {
        let Some(fight) = &mut self.fight else { return };
        let side = usize::from(!fight.sides[0].contains(&nation));
        let card = match &step.action["play"] {
            Json::Number(number) => number.as_u64().unwrap_or_default() as u16,
            _ => return,
        };
        let Some(tab) = CHARTS.tab(card, "military") else { return };
        fight.effects[side] += tab.get("sp").and_then(toml::Value::as_integer).unwrap_or_default() as i32;
        fight.divided |= tab.get("division").is_some();
    }

    /// The strength of a side without die, effects and support (11.2).
    fn strength(fight: &Fight, side: usize, books: &Books) -> i32 {
        let at = &fight.at;
        if fight.garrison && side == 1 {
            return 2;
        }
        let nations = &fight.sides[side];
        if CHARTS.is_sea(at) {
            return nations.iter().map(|nation| 2 * books.ships_of(*nation, at)).sum();
        }
        let mut all = Force::new();
        for nation in nations {
            for (kind, count) in books.force(*nation, at) {
                add(&mut all, &kind, count);
            }
        }
        if fight.pursuit && side == 0 {
            return 2 * count(&fight.pursuers, &["CAV"]) + 3 * count(&fight.pursuers, &["GUARD-CAV"]);
        }
        let [inf, cav, can] = arms(&all);
        let mut sum = inf + cav + 2 * can + count(&all, &["GUARD-INF", "GUARD-CAV"]) + inf.min(cav).min(can);
        if side == 1 {
            let defends = |nation: Nation| nations.contains(&nation) && !books.force(nation, at).is_empty();
            sum += NATIONS.into_iter().filter(|nation| nation.capital() == at && defends(*nation)).count()
                as i32
                * 5;
            sum += if at == "malta" && defends(England) { 3 } else { 0 };
            sum += if fight.contested { 2 } else { 0 };
        }
        sum
    }

    fn strike(&mut self, rest: &str, books: &Books) -> Ruling {
        let parts = rest.split_once(": ").and_then(|(die, rest)| {
            let (sums, verdict) = rest.split_once(", ")?;
            let (attack, defence) = sums.split_once(" SP against ")?;
            Some((
                die.parse::<i32>().ok()?,
                attack.parse::<i32>().ok()?,
                defence.parse::<i32>().ok()?,
                verdict,
            ))
        });
        let Some((die, attack, defence, words)) = parts else {
            return self.hold(VERDICT, false, || format!("cannot read \"{rest}\""));
        };
        let Some(mut fight) = self.fight.take() else {
            return self.hold(VERDICT, false, || format!("no combat for \"{rest}\""));
        };
        let sea = CHARTS.is_sea(&fight.at);
        let chance = if sea { [-1, -1, 0, 0, 1, 1] } else { [-1, 0, 0, 1, 1, 2] }[(die - 1) as usize];
        let there = |nation: &&Nation| {
            !books.force(**nation, &fight.at).is_empty() || books.ships_of(**nation, &fight.at) > 0
        };
        let morale = |side: usize| {
            fight.sides[side]
                .iter()
                .filter(there)
                .map(|nation| books.morale[*nation as usize])
                .max()
                .unwrap_or_default()
        };
        let lead = if fight.garrison { 0 } else { morale(0) - morale(1) };
        let edge = |lead: i32| match lead {
            ..=0 => 0,
            1..=2 => 1,
            3..=5 => 2,
            _ => 3,
        };
        let Fight { support, effects, .. } = fight;
        let due = [
            Self::strength(&fight, 0, books) + chance + edge(lead) + support[0] + effects[0],
            Self::strength(&fight, 1, books) + edge(-lead) + support[1] + effects[1],
        ];
        if !fight.divided {
            self.same(
                STRENGTH,
                &format!("\"{rest}\" in {} of {:?}", fight.at, fight.sides),
                [attack, defence],
                due,
            )?;
        }
        let verdict = Verdict::told(words);
        let by_rule = match Verdict::of(attack, defence) {
            Verdict::Strategic | Verdict::Tactical | Verdict::Minor if fight.garrison => {
                Verdict::GarrisonBeaten
            }
            other => other,
        };
        self.same(VERDICT, &format!("\"{rest}\""), verdict, Some(by_rule))?;
        let loser = 1 - by_rule.winner();
        let units = |nation: &Nation| {
            if sea { books.ships_of(*nation, &fight.at) } else { size(&books.force(*nation, &fight.at)) }
        };
        fight.units = fight.sides[loser].iter().map(units).sum();
        (fight.lost, fight.left, fight.recruited) = (0, 0, 0);
        fight.verdict = Some(by_rule);
        fight.morale = [0; 5];
        fight.at_limit = std::array::from_fn(|nation| {
            let won = fight.sides[by_rule.winner()].contains(&NATIONS[nation]);
            books.morale[nation] == if won { 16 } else { 0 }
        });
        if by_rule.counts() && !fight.garrison && !fight.pursuit {
            for nation in fight.sides[by_rule.winner()].iter().filter(there) {
                self.victories[*nation as usize] += 1;
            }
        }
        if let Some(index) = NEUTRAL.iter().position(|capital| *capital == fight.at)
            && (by_rule == Verdict::GarrisonBeaten || fight.contested)
        {
            self.garrisons[index] = false;
        }
        self.fight = Some(fight);
        Ok(())
    }

    /// A combat is over: what came of it (11.3.2).
    fn settle(&mut self, books: &Books) -> Ruling {
        let Some(fight) = self.fight.take() else { return Ok(()) };
        let Some(verdict) = fight.verdict.filter(|_| !fight.divided) else { return Ok(()) };
        let (winner, loser) = (verdict.winner(), 1 - verdict.winner());
        let told =
            |side: usize| fight.sides[side].iter().map(|nation| fight.morale[*nation as usize]).sum::<i32>();
        let stuck = |side: usize| fight.sides[side].iter().all(|nation| fight.at_limit[*nation as usize]);
        let any_stuck = |side: usize| fight.sides[side].iter().any(|nation| fight.at_limit[*nation as usize]);
        if fight.pursuit {
            let still = fight.morale == [0; 5];
            self.hold(PURSUIT, still, || {
                format!("Morale moved by {:?} after the pursuit to {}", fight.morale, fight.at)
            })?;
        } else if !fight.stirred {
            let gains = !fight.sides[winner].is_empty();
            let up = i32::from(gains && !stuck(winner));
            let falls = verdict != Verdict::Uncertain && !fight.sides[loser].is_empty();
            let down = i32::from(falls && !stuck(loser));
            let found = (told(winner), told(loser));
            let open = any_stuck(winner) && found.0 == 0 || any_stuck(loser) && found.1 == 0;
            self.hold(COMBAT_MORALE, found == (up, -down) || open, || {
                format!("{verdict:?} in {}: Morale of winner and loser moved by {found:?}", fight.at)
            })?;
        }
        if !fight.garrison || winner == 1 {
            let least = verdict.losses(fight.units);
            let sea = CHARTS.is_sea(&fight.at);
            let gone = fight.lost + fight.left == fight.units;
            self.hold(COMBAT_LOSSES, fight.lost >= least && gone, || {
                format!(
                    "{verdict:?} in {}: of {} units {} were lost, {} left; {least} must go",
                    fight.at, fight.units, fight.lost, fight.left
                )
            })?;
            let recruits = matches!(verdict, Verdict::Strategic | Verdict::Trap)
                && !sea
                && !fight.pursuit
                && !fight.garrison;
            self.same(
                COMBAT_LOSSES,
                &format!("{verdict:?} in {}: recruits", fight.at),
                fight.recruited,
                i32::from(recruits),
            )?;
            let stay: Vec<&Nation> = fight.sides[loser]
                .iter()
                .filter(|nation| books.present(&fight.at).contains(nation))
                .collect();
            self.hold(COMBAT_LOSSES, stay.is_empty() || sea, || {
                format!("{stay:?} stay in {} after {verdict:?}", fight.at)
            })?;
        }
        Ok(())
    }

    /// A step is over: the position must be what was told.
    fn close(&mut self, step: &Step, books: &Books) -> Ruling {
        let (before, after) = (step.before, step.after);
        if after.battle.is_none() {
            self.settle(books)?;
        }
        let shown = Books::of(after);
        let was = Books::of(before);
        let moved = was.land != books.land || was.ships != books.ships;
        if moved || shown.land != books.land || shown.ships != books.ships || shown.cargo != books.cargo {
            self.same(TOLD, "lands", &shown.land, &books.land)?;
            self.same(TOLD, "ships", &shown.ships, &books.ships)?;
            self.same(TOLD, "cargo", &shown.cargo, &books.cargo)?;
        }
        if shown.money != was.money || shown.money != books.money {
            self.same(MONEY, "money", shown.money, books.money)?;
            self.hold(MONEY, shown.money.iter().all(|money| *money >= 0), || format!("{:?}", shown.money))?;
        }
        let levels = |books: &Books| (books.morale, books.society);
        if levels(&shown) != levels(&was) || levels(&shown) != levels(books) {
            self.same(TRACKS, "Morale and Society", levels(&shown), levels(books))?;
        }
        if shown.bonds != was.bonds || shown.bonds != books.bonds {
            self.same(BONDS, "Alliances", &shown.bonds, &books.bonds)?;
        }
        if shown.hands != was.hands || shown.hands != books.hands {
            self.same(CARDS, "hands", shown.hands, books.hands)?;
        }
        let fought = before.battle.is_some() || step.lines.iter().any(|line| line.starts_with("Combat in "));
        if after.battle.is_none() && (fought || after.victories != self.victories) {
            self.same(VICTORIES, "victories", after.victories, self.victories)?;
        }
        self.minor(step)?;
        self.success(step)?;
        self.entering(step, &shown)?;
        let waiting: Vec<(Nation, String)> = after
            .errands
            .iter()
            .filter_map(|errand| errand.get("place"))
            .filter_map(|errand| {
                serde_json::from_value(Json::Array(vec![errand["nation"].clone(), errand["kind"].clone()]))
                    .ok()
            })
            .collect();
        let (mut waiting, mut won) = (waiting, self.won.clone());
        waiting.sort();
        won.sort();
        if after.players == 2 && after.rules["head-start"] {
            waiting.retain(|(nation, _)| *nation != France);
            won.retain(|(nation, _)| *nation != France);
        }
        if !won.is_empty() || !waiting.is_empty() {
            self.same(TRACK_UNIT, "units to place", waiting, won)?;
        }
        if let Some(ended) = &after.ended {
            self.end(step, ended, &shown)?;
        }
        Ok(())
    }

    fn minor(&mut self, step: &Step) -> Ruling {
        for (index, line) in
            step.lines.iter().enumerate().filter(|(_, line)| line.ends_with("a minor victory"))
        {
            let rest: Vec<&String> =
                step.lines[index + 1..].iter().take_while(|line| !line.starts_with("Combat in")).collect();
            let pursued = step.before.battle.as_ref().is_some_and(|battle| !battle["target"].is_null())
                || step.verb() == "pursue";
            let paid = rest.iter().any(|line| line.ends_with(" gains 2 FG"));
            let waits = step.after.battle.is_some() && rest.is_empty();
            self.hold(SPOILS, paid || pursued || waits, || format!("{line}: {rest:?}"))?;
        }
        Ok(())
    }

    fn success(&mut self, step: &Step) -> Ruling {
        let mut due = step.before.successes;
        let mut grew = false;
        for (old, new) in
            step.before.treaties.iter().zip(&step.after.treaties).filter(|(old, _)| old.state == "fresh")
        {
            // Leaving a Forced Alliance cancels it (9.3), but the same one is not prevented in two turns running (9.5).
            let again = |past: &Treaty| {
                past.state == "prevented"
                    && past.made + 1 == old.made
                    && NATIONS.into_iter().all(|nation| past.knew(nation) == old.knew(nation))
            };
            let spared = old.initiator != France || step.before.treaties.iter().any(again);
            let replaced = new.state == "over" && spared;
            if new.state != "holds" {
                self.hold(
                    SUCCESS,
                    new.state != "prevented" || !step.before.treaties.iter().any(again),
                    || format!("{new:?} is prevented in two turns running"),
                )?;
            }
            if new.state == "holds" || replaced {
                due[old.initiator as usize] += 1;
            }
            grew |= new.state != "fresh";
        }
        for new in step.after.treaties.iter().skip(step.before.treaties.len()) {
            let captured =
                new.initiator == France && step.lines.iter().any(|line| line.ends_with(" falls to France"));
            if new.state == "holds" && !captured {
                due[new.initiator as usize] += 1;
                grew = true;
            }
        }
        if grew || step.before.successes != step.after.successes {
            self.same(SUCCESS, "successes", step.after.successes, due)?;
        }
        Ok(())
    }

    /// What must be settled when a phase begins.
    fn entering(&mut self, step: &Step, shown: &Books) -> Ruling {
        let (before, after) = (step.before, step.after);
        if after.stage() == "move" && !matches!(before.stage(), "move" | "challenge") {
            for (land, nations) in &shown.land {
                if nations.len() > 1 {
                    let friends = nations.keys().all(|a| nations.keys().all(|b| shown.allied(*a, *b)));
                    self.hold(SEPARATED, friends, || format!("{:?} in {land}", nations.keys()))?;
                }
            }
            let fresh = after.treaties.iter().any(|treaty| treaty.state == "fresh");
            self.hold(SUCCESS, !fresh, || "an Alliance is neither a success nor over".to_owned())?;
        }
        self.guests.retain(|(owner, guest)| shown.present(owner.capital()).contains(guest));
        for owner in NATIONS {
            let allies =
                shown.present(owner.capital()).into_iter().filter(|guest| shown.allied(*guest, owner));
            self.guests.extend(allies.map(|guest| (owner, guest)));
        }
        if after.turn > before.turn {
            for nation in NATIONS {
                let taken = step.lines.iter().filter(|line| line.contains(" MP from ")).count() as i32;
                let held = after.half_points[nation as usize];
                self.hold(STORE, held <= 20 + 4 * taken && held % 2 == 0, || {
                    format!("{nation:?} keeps {held} half MP")
                })?;
            }
            for (index, capital) in NEUTRAL.iter().enumerate() {
                self.garrisons[index] = shown.present(capital).is_empty();
            }
            for nation in after.order.clone() {
                let holder = shown
                    .controller(nation.capital())
                    .filter(|holder| *holder != nation && !shown.allied(*holder, nation));
                if let Some(holder) = holder {
                    let captor = after.captors[nation as usize];
                    let guest = self.guests.contains(&(nation, holder));
                    self.hold(CAPITAL, captor == Some(holder) || guest, || {
                        format!("{holder:?} holds {}, its captor is {captor:?}", nation.capital())
                    })?;
                }
            }
        }
        let military = |position: &Position| {
            position.phase.get("resolve").is_some_and(|resolve| resolve[0] == "military")
        };
        let first = before.order.first() == Some(&Russia) && self.alive.contains(&Russia);
        let begins = military(after) && !military(before) && after.turn == before.turn;
        if first && begins {
            let free = Books::of(before)
                .present("moscow")
                .iter()
                .all(|other| Books::of(before).allied(*other, Russia));
            let gains = step.tells("Russian infantry appears in Moscow");
            let spent = self.spent(step, Russia, "INF", &Books::of(before));
            self.hold(RUSSIA_FIRST, gains || !free || spent, || "no INF in Moscow".to_owned())?;
        }
        Ok(())
    }
}

impl Position {
    /// What nations are talking about.
    fn parley_matter(&self) -> Option<String> {
        self.parley.as_ref()?.get("matter")?.as_str().map(str::to_owned)
    }
}

// The victory check.

/// What a nation's objective or a victory is judged by.
struct Standing<'a> {
    books: &'a Books,
    now: &'a Position,
}

impl Standing<'_> {
    fn holds(&self, nation: Nation, place: &str) -> bool {
        self.books.controller(place) == Some(nation)
    }

    fn neutral(&self, nation: Nation) -> usize {
        NEUTRAL.iter().filter(|capital| self.holds(nation, capital)).count()
    }

    fn corps(&self, nation: Nation) -> i32 {
        let own = self.books.land.values().filter_map(|nations| nations.get(&nation));
        let all: i32 = own.map(|force| arms(force).into_iter().min().unwrap_or_default()).sum();
        all.min(if nation == France { 7 } else { 5 })
    }

    /// Places named in a list of the data, regions spelt out.
    fn places(list: &toml::Value) -> Vec<String> {
        let names = list.as_array().into_iter().flatten().filter_map(toml::Value::as_str);
        let spell = |name: &str| match name.strip_prefix('@') {
            Some(region) => CHARTS.regions[region].clone(),
            None => vec![name.to_owned()],
        };
        names.flat_map(spell).collect()
    }

    /// Whether a nation has met its secret objective (13.1).
    fn objective(&self, nation: Nation) -> bool {
        let Some(id) = &self.now.objectives[nation as usize] else { return false };
        let card = &CHARTS.objectives[id];
        let main = card["nation"].as_str() == Some(&format!("{nation:?}").to_lowercase());
        let conditions = card[if main { "main" } else { "secondary" }].as_array();
        conditions.into_iter().flatten().all(|condition| self.condition(nation, condition))
    }

    fn condition(&self, nation: Nation, condition: &toml::Value) -> bool {
        let Some((key, value)) = condition.as_table().and_then(|table| table.iter().next()) else {
            return false;
        };
        let most = value.as_integer().unwrap_or_default() as i32;
        let home = format!("{nation:?}").to_lowercase();
        let at = nation as usize;
        match key.as_str() {
            "neutral_capitals" => self.neutral(nation) as i32 >= most,
            "control" => Self::places(value).iter().all(|place| self.holds(nation, place)),
            "control_any" => {
                let held =
                    Self::places(&value["of"]).iter().filter(|place| self.holds(nation, place)).count();
                held as i64 >= value["at_least"].as_integer().unwrap_or_default()
            }
            "present" => Self::places(value).iter().all(|place| self.books.present(place).contains(&nation)),
            "territories" => self.books.lands(nation) as i32 >= most,
            "home_territories" => {
                let own = |place: &&&str| CHARTS.home.get(**place) == Some(&home);
                self.books.controlled(nation).iter().filter(own).count() as i32 >= most
            }
            "morale" => self.books.morale[at] >= most,
            "society" => self.books.society[1] >= most,
            "alliances" => self.now.successes[at] >= most,
            "victories" => self.now.victories[at] >= most,
            "corps" => self.corps(nation) >= most,
            "fg" => self.books.money[at] >= most,
            "deny" => !Self::places(value).iter().any(|place| self.holds(France, place)),
            "units" => {
                let kind = value["kind"].as_str().unwrap_or_default();
                let place = value.get("where").map(Self::places);
                let inside = |at: &String| place.as_ref().is_none_or(|places| places.contains(at));
                let afloat: i32 = self
                    .books
                    .ships
                    .iter()
                    .filter(|(at, _)| inside(at))
                    .filter_map(|(_, all)| all.get(&nation))
                    .sum();
                let ashore: i32 = self
                    .books
                    .land
                    .iter()
                    .filter(|(at, _)| inside(at))
                    .filter_map(|(_, all)| all.get(&nation))
                    .map(|force| count(force, &[kind]))
                    .sum();
                // A unit aboard is on the map, but in no land that an objective can name.
                let cargo = self.books.cargo.get(&nation).filter(|_| place.is_none());
                let aboard = cargo.map_or(0, |force| count(force, &[kind]));
                let found = if kind == "FRG" { afloat } else { ashore + aboard };
                i64::from(found) >= value["count"].as_integer().unwrap_or_default()
            }
            _ => false,
        }
    }

    /// Who has an automatic victory (13.2.1, 13.2.2): a nation of the Coalition alone, else the Coalition, else Napoleon.
    fn automatic(&self, alive: &BTreeSet<Nation>, paris_before: Option<Nation>) -> Option<BTreeSet<Nation>> {
        let campaign = self.now.rules["campaign"];
        let [own, theirs] = self.books.society;
        let morale = |nation: Nation| self.books.morale[nation as usize];
        let coalition: BTreeSet<Nation> = alive.iter().copied().filter(|nation| *nation != France).collect();
        let paris = self.books.controller("paris");
        let alone = |nation: &Nation| {
            let nation = *nation;
            if campaign {
                self.neutral(nation) == 4
                    || paris == Some(nation)
                        && paris_before == Some(nation)
                        && theirs > 8
                        && morale(nation) > 7
            } else {
                self.neutral(nation) >= 3 || paris == Some(nation) && theirs > 6 && morale(nation) > 5
            }
        };
        let single: BTreeSet<Nation> = coalition.iter().copied().filter(alone).collect();
        if !single.is_empty() {
            return Some(single);
        }
        let inside = self.books.present("paris");
        let inside: Vec<Nation> =
            if inside.contains(&France) { Vec::new() } else { inside.into_iter().collect() };
        let neutral = NEUTRAL
            .iter()
            .filter(|capital| self.books.controller(capital).is_some_and(|holder| holder != France))
            .count();
        let each = |least: i32| coalition.iter().all(|nation| morale(*nation) > least);
        let there = |least: i32| inside.iter().all(|nation| morale(*nation) > least);
        let together = !coalition.is_empty()
            && if campaign {
                inside.len() >= 4 && theirs > 8 && there(7)
                    || inside.len() >= 3 && theirs > 9 && there(8)
                    || inside.len() >= 2 && theirs > 10 && there(9)
                    || neutral == 4 && theirs > 10 && each(8)
            } else {
                inside.len() >= 2 && theirs > 7 && each(6) || neutral >= 3 && theirs > 7 && each(6)
            };
        if together || !alive.contains(&France) {
            let met: BTreeSet<Nation> =
                coalition.iter().copied().filter(|nation| self.objective(*nation)).collect();
            return Some(if met.is_empty() { coalition } else { met });
        }
        let has = |place: &str| self.holds(France, place);
        let all = |region: &str| CHARTS.regions[region].iter().all(|place| has(place));
        let spirit = morale(France);
        let won = if campaign {
            has("paris") && has("moscow") && (has("berlin") || has("vienna")) && own > 7
                || ["paris", "berlin", "vienna", "rome", "madrid"].into_iter().all(has) && own > 7
                || has("paris") && all("great_britain") && own > 7
                || all("france_mainland") && own > 11 && spirit > 12
                || has("paris") && self.neutral(France) == 4 && own > 7 && spirit > 9
        } else {
            let capital = ["london", "berlin", "vienna", "moscow"].into_iter().any(has);
            has("paris") && capital && (has("madrid") || has("rome")) && own > 7 && spirit > 9
                || has("paris") && has("london") && own > 7
                || all("france_mainland") && own > 6 && spirit > 9
                || has("paris") && self.neutral(France) >= 3 && own > 7 && spirit > 9
        };
        (won || coalition.is_empty()).then(|| [France].into())
    }

    /// Points at the end (13.2.3).
    fn points(&self, nation: Nation) -> i32 {
        let at = nation as usize;
        let own = self.now.rules["own-capital-scores"];
        let capitals = NATIONS
            .into_iter()
            .filter(|other| (own || *other != nation) && self.holds(nation, other.capital()));
        let ships: i32 = self.books.ships.values().filter_map(|nations| nations.get(&nation)).sum();
        let society = if nation == France { 3 * (self.books.society[0] - self.books.society[1]) } else { 0 };
        10 * i32::from(self.objective(nation))
            + 10 * capitals.count() as i32
            + 5 * self.neutral(nation) as i32
            + self.books.lands(nation) as i32
            + 3 * self.now.successes[at]
            + society
            + self.books.morale[at]
            + 3 * self.now.victories[at]
            + self.corps(nation)
            + ships
            + self.books.money[at] / 5
    }
}

impl Referee {
    fn check(&mut self, step: &Step, books: &Books) -> Ruling {
        for nation in self.alive.clone() {
            let falls = self.falls(step, nation, books);
            self.hold(STAYS, !falls, || {
                format!(
                    "{nation:?} stays in play with {:?}, Morale {}",
                    books.controlled(nation),
                    books.morale[nation as usize]
                )
            })?;
        }
        let standing = Standing { books, now: step.after };
        let winners = standing.automatic(&self.alive, self.paris);
        let last = step.before.turn == if step.before.rules["campaign"] { 6 } else { 3 };
        let ends = step.after.ended.is_some();
        self.hold(AUTOMATIC, ends == (winners.is_some() || last), || {
            format!(
                "turn {}: the game ends: {ends}, automatic winners by the rulebook {winners:?}",
                step.before.turn
            )
        })?;
        self.paris = books.controller("paris");
        self.ending = Some((winners.is_some(), winners.unwrap_or_default()));
        Ok(())
    }

    fn end(&mut self, step: &Step, ended: &Json, shown: &Books) -> Ruling {
        let winners: BTreeSet<Nation> = serde_json::from_value(ended["winners"].clone()).unwrap_or_default();
        let Some((automatic, due)) = self.ending.clone() else {
            return self.hold(AUTOMATIC, false, || "the game ended outside the victory check".to_owned());
        };
        if automatic {
            return self.same(WON, "winners", winners, due);
        }
        let standing = Standing { books: shown, now: step.after };
        let points: BTreeMap<Nation, i32> =
            self.alive.iter().map(|nation| (*nation, standing.points(*nation))).collect();
        let best = points.values().max().copied().unwrap_or_default();
        let due: BTreeSet<Nation> =
            points.iter().filter(|(_, sum)| **sum == best).map(|(nation, _)| *nation).collect();
        for (nation, sum) in &points {
            let told = ended["scores"][*nation as usize].as_i64().unwrap_or(i64::MIN);
            self.same(POINTS, &format!("points of {nation:?}"), told, i64::from(*sum))?;
        }
        self.same(POINTS, "winners", winners, due)
    }
}

// Games.

/// A generator of its own, so that the choices do not hang on the dice of the game.
struct Whim(u64);

impl Whim {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % below
    }
}

struct Table {
    session: Box<dyn AnySession>,
    whim: Whim,
    /// Which nations each seat plays, as the table says.
    seats: Vec<Vec<Nation>>,
    /// How much it is out for trouble.
    heat: u64,
}

impl Table {
    fn new(players: u8, seed: u64) -> Table {
        let game = &Erased::<Conquests>::GAME;
        let mut whim = Whim(seed.wrapping_mul(31).wrapping_add(u64::from(players)));
        let scenario = if seed.is_multiple_of(2) { "campaign" } else { "short" };
        let mut setup = Setup::new(scenario, players, Seed::from_number(seed));
        for option in &game.info().options {
            if whim.next(3) == 0 {
                setup = setup.with(option.id, whim.next(2) == 0);
            }
        }
        let session = game.start(setup).expect("a sound set-up");
        let sheet = session.table(Viewer::Spectator);
        let plays =
            |name: &str| NATIONS.into_iter().filter(|nation| name.contains(&format!("{nation:?}"))).collect();
        let seats = sheet.seats.iter().map(|sheet| plays(&sheet.name)).collect();
        let heat = [1, 4, 12][whim.next(3) as usize];
        Table { session, whim, seats, heat }
    }

    /// Plays one action at random: attacks, Alliances and cards more often than idling.
    ///
    /// # Errors
    /// If what is offered is refused.
    fn play(&mut self) -> Result<(Seat, Json, Vec<String>), String> {
        let deciding: Vec<Seat> = self.session.to_act().iter().collect();
        let seat = deciding[self.whim.next(deciding.len() as u64) as usize];
        let mut choices = self.session.choices(seat);
        choices.retain(|choice| choice.then.is_empty());
        let weigh = |choice: &engine::LegalChoice| {
            let attack =
                choice.choice.effect.as_ref().is_some_and(|effect| effect.kind == engine::EffectKind::Attack);
            let words = choice.action.text();
            let talk = ["force", "cancel", "pledge", "accept", "ally", "offer", "sponsor", "challenge"];
            match words {
                _ if attack => 2 * self.heat,
                _ if words.contains("pursue") => 40,
                _ if talk.iter().any(|verb| words[1..].trim_start_matches('"').starts_with(verb)) => 6,
                "\"done\"" | "\"refuse\"" => 1,
                _ => 2,
            }
        };
        let weights: Vec<u64> = choices.iter().map(weigh).collect();
        let mut lot = self.whim.next(weights.iter().sum());
        let mut chosen = 0;
        while lot >= weights[chosen] {
            lot -= weights[chosen];
            chosen += 1;
        }
        let action = choices.swap_remove(chosen).action;
        let refused = |why| format!("[{LISTED}] {seat} {}: {why}", action.text());
        let entry = self.session.act(seat, &action).map_err(refused)?;
        let lines =
            self.session.log(Viewer::Spectator, entry).into_iter().map(|line| line.line.text.into_owned());
        Ok((seat, serde_json::from_str(action.text()).expect("JSON"), lines.collect()))
    }
}

/// Which nations are played together (2).
fn seating(players: u8) -> BTreeSet<Vec<Nation>> {
    let seats: &[&[Nation]] = match players {
        5 => &[&[France], &[England], &[Prussia], &[Austria], &[Russia]],
        4 => &[&[France], &[England], &[Austria], &[Prussia, Russia]],
        3 => &[&[France], &[England, Prussia], &[Austria, Russia]],
        _ => &[&[France], &[England, Prussia, Austria, Russia]],
    };
    seats.iter().map(|nations| nations.to_vec()).collect()
}

/// Plays a game to its end under the eyes of the referee.
fn referee_game(players: u8, seed: u64) -> Result<BTreeMap<&'static str, u64>, String> {
    let mut table = Table::new(players, seed);
    let mut before = Position::of(&*table.session);
    let mut referee = Referee::new(&before);
    let told: BTreeSet<Vec<Nation>> = table.seats.iter().cloned().collect();
    referee.same(SEATS, "seats", told, seating(players))?;
    let mut number = 0;
    let mut history: VecDeque<String> = VecDeque::new();
    while table.session.outcome().is_none() {
        number += 1;
        let wrong = |table: &Table, history: &VecDeque<String>, why: String| {
            let setup = table.session.setup();
            let steps = history.iter().cloned().collect::<Vec<_>>().join("\n");
            format!(
                "{} with {players}, seed {seed}, options {:?}, step {number}, turn {}\n{steps}\n  {why}",
                setup.scenario, setup.options, before.turn
            )
        };
        let (seat, action, lines) = table.play().map_err(|why| wrong(&table, &history, why))?;
        referee.hold(LISTED, true, String::new)?;
        let after = Position::of(&*table.session);
        let step = Step { seat, seats: &table.seats, action, lines, before: &before, after: &after };
        history.push_back(format!(
            "{} {seat} {}\n    {}",
            before.phase,
            step.action,
            step.lines.join("\n    ")
        ));
        if history.len() > 12 {
            history.pop_front();
        }
        referee.judge(&step).map_err(|why| wrong(&table, &history, why))?;
        before = after;
    }
    Ok(referee.bites)
}

/// Games in which something rare happens, by players and seed: a pursuit, an automatic victory, an advance to
/// the beaten who have become Allies.
const RARE: &[(u8, u64)] = &[(2, 30), (4, 50), (5, 26), (5, 68), (3, 2016)];

#[test]
fn random_games_keep_the_rules() {
    let games: Option<u64> = std::env::var("GROGNARD_GAMES").ok().and_then(|games| games.parse().ok());
    let first: u64 = std::env::var("GROGNARD_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut bites: BTreeMap<&str, u64> = BTreeMap::new();
    let mut wrong = Vec::new();
    let few =
        (2..=5).flat_map(|players| (first..first + games.unwrap_or(6)).map(move |seed| (players, seed)));
    let rare = RARE.iter().copied().filter(|_| games.is_none());
    for (players, seed) in few.chain(rare) {
        match referee_game(players, seed) {
            Ok(more) => more.into_iter().for_each(|(rule, count)| *bites.entry(rule).or_default() += count),
            Err(why) => wrong.push(why),
        }
    }
    for rule in RULES {
        println!("{:>10}  {rule}", bites.get(rule).copied().unwrap_or_default());
    }
    assert!(wrong.is_empty(), "{} games broke a rule:\n{}", wrong.len(), wrong.join("\n\n"));
    let idle: Vec<&&str> = RULES.iter().filter(|rule| !bites.contains_key(**rule)).collect();
    assert!(idle.is_empty(), "never at stake: {idle:?}");
}

// The referee himself.

/// Makes a sound position one that breaks a rule; false if this one does not lend itself to it.
type Doctor = fn(&mut Position) -> bool;

/// The same for what a step tells or does.
type Liar = fn(&mut Vec<String>, &mut Position, &Position) -> bool;

const DOCTORS: &[(&str, Doctor)] = &[
    (COUNTERS, |now| {
        add(now.troops.entry(Prussia).or_default().entry("berlin".to_owned()).or_default(), "INF", 13);
        true
    }),
    (CARDS, |now| {
        let Some(card) = now.hands[0].first().copied() else { return false };
        now.discards.push(card);
        true
    }),
    (TRACKS, |now| {
        now.morale[2] = 17;
        true
    }),
    (ADVISORS, |now| {
        now.spaces[5] = Some(Austria);
        now.spaces[6] = Some(Austria);
        true
    }),
    (CARGO, |now| {
        let Some((_, frigate)) = now.frigates.iter_mut().find(|(id, _)| owner(id) == France) else {
            return false;
        };
        frigate.cargo = [("INF".to_owned(), 4)].into();
        now.reserves[0].clear();
        true
    }),
    (BONDS, |now| {
        let treaty = |members: &[Nation]| Treaty {
            initiator: members[0],
            members: members.to_vec(),
            left: Vec::new(),
            made: now.turn,
            state: "holds".to_owned(),
        };
        let two = [treaty(&[France, Russia]), treaty(&[Austria, Russia])];
        now.treaties = two.into();
        true
    }),
    (GARRISON, |now| {
        now.garrisons[1] = !now.garrisons[1];
        !matches!(now.stage(), "move" | "challenge" | "combat")
    }),
    (ATTACKER, |now| {
        let moving = now.stage() == "move";
        let pending = !now.attackers.is_empty();
        now.attackers.clear();
        moving
            && pending
            && Books::of(now).land.values().any(|nations| nations.len() > 1)
            && now.treaties.iter().all(|treaty| !treaty.in_force())
    }),
];

const LIARS: &[(&str, Liar)] = &[
    (TOLD, |_, after, _| {
        add(after.troops.entry(Russia).or_default().entry("moscow".to_owned()).or_default(), "INF", 1);
        after.stage() == "move"
    }),
    (RESERVE, |_, after, _| {
        add(&mut after.reserves[3], "INF", 1);
        true
    }),
    (MONEY, |_, after, _| {
        after.money[1] += 1;
        after.stage() == "advisors"
    }),
    (MARCH, |lines, after, before| {
        let Some(mover) = before.place_in_order() else { return false };
        after.half_points[mover as usize] += 1;
        after.phase == before.phase
            && lines.len() == 1
            && lines[0].contains("marches from")
            && Books::of(before).land.values().all(|nations| nations.len() == 1)
    }),
    (VICTORIES, |_, after, _| {
        after.victories[4] += 1;
        after.battle.is_none()
    }),
    (SUCCESS, |_, after, _| {
        after.successes[0] += 1;
        after.stage() == "move"
    }),
    (REVENUE, |lines, _, _| alter(lines, " collects 5 FG", " collects 6 FG")),
    (NEXT_ORDER, |lines, _, _| {
        alter(lines, "The order of play is France, ", "The order of play is England, France, ")
    }),
    (DRAW, |lines, _, _| {
        let turn = lines.iter().any(|line| line.starts_with("The order of play is"));
        let at = lines.iter().position(|line| line.starts_with("Russia draws"));
        at.filter(|_| turn).map(|at| lines.remove(at)).is_some()
    }),
    (ELIMINATED, |lines, _, _| {
        let at = lines.iter().position(|line| line.starts_with("The order of play is"));
        at.map(|at| lines.insert(at + 1, "Austria is eliminated".to_owned())).is_some()
    }),
    (STRENGTH, |lines, _, _| alter(lines, " SP against 3, ", " SP against 4, ")),
    (VERDICT, |lines, _, _| alter(lines, ", a trap", ", a heroic defence")),
    (COMBAT_MORALE, |lines, after, _| {
        let trap = lines.iter().position(|line| line.ends_with(", an uncertain combat"));
        let Some(at) = trap.filter(|_| after.battle.is_none()) else { return false };
        let gain = lines[at..].iter().position(|line| line.starts_with("The Morale of "));
        gain.filter(|gain| *gain == 1).map(|gain| lines.remove(at + gain)).is_some()
    }),
    (RETREAT, |lines, _, _| {
        let to = lines
            .iter()
            .position(|line| line.starts_with("Austria retreats from ") && !line.contains(" frigate"));
        let Some((way, what)) =
            to.and_then(|at| lines[at].split_once(": ").map(|(way, what)| (way.to_owned(), what.to_owned())))
        else {
            return false;
        };
        let Some((from, _)) = way.split_once(" to ") else { return false };
        lines[to.unwrap_or_default()] = format!("{from} to Scotland: {what}");
        true
    }),
    (AUTOMATIC, |_, after, _| after.ended.take().is_some()),
    (POINTS, |_, after, _| {
        let Some(ended) = after.ended.as_mut().filter(|ended| ended["reason"] == "points") else {
            return false;
        };
        ended["scores"][0] = Json::from(-99);
        true
    }),
];

fn alter(lines: &mut [String], old: &str, new: &str) -> bool {
    let Some(line) = lines.iter_mut().find(|line| line.contains(old)) else { return false };
    *line = line.replace(old, new);
    true
}

#[test]
fn the_referee_sees_what_is_wrong() {
    let mut open: BTreeSet<&str> = DOCTORS.iter().map(|(rule, _)| *rule).collect();
    let mut lies: BTreeSet<&str> = LIARS.iter().map(|(rule, _)| *rule).collect();
    for seed in 1.. {
        assert!(seed < 30, "nothing to be doctored for {open:?} and {lies:?}");
        let mut table = Table::new(5, seed);
        let mut before = Position::of(&*table.session);
        let mut referee = Referee::new(&before);
        while table.session.outcome().is_none() {
            let (seat, action, lines) = table.play().expect("what is offered can be done");
            let after = Position::of(&*table.session);
            for (rule, doctor) in DOCTORS.iter().filter(|(rule, _)| open.contains(rule)).collect::<Vec<_>>() {
                let mut position = after.clone();
                if doctor(&mut position) {
                    assert_caught(rule, referee.clone().standing(&position));
                    open.remove(rule);
                }
            }
            for (rule, liar) in LIARS.iter().filter(|(rule, _)| lies.contains(rule)).collect::<Vec<_>>() {
                let (mut position, mut lines) = (after.clone(), lines.clone());
                if liar(&mut lines, &mut position, &before) {
                    let step = Step {
                        seat,
                        seats: &table.seats,
                        action: action.clone(),
                        lines,
                        before: &before,
                        after: &position,
                    };
                    assert_caught(rule, referee.clone().judge(&step));
                    lies.remove(rule);
                }
            }
            let step = Step { seat, seats: &table.seats, action, lines, before: &before, after: &after };
            referee.judge(&step).expect("the game as it was played is sound");
            before = after;
        }
        if open.is_empty() && lies.is_empty() {
            return;
        }
    }
}

fn assert_caught(rule: &str, ruling: Ruling) {
    let why = ruling.expect_err(rule);
    assert!(why.starts_with(&format!("[{rule}]")), "{rule} was broken, but the referee says {why}");
}
