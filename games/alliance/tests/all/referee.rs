//! A referee that knows the rulebook and nothing of the program.
//!
//! It plays random games through the public interface and judges every step by what is printed: the position as JSON, the
//! choices and the log. Its map, blocks and cards come from `data/`; control, supply, victory points, limits, battle order
//! and defeats are worked out here from the rulebook. `GROGNARD_GAMES=2000` plays so many games for each number of players,
//! `GROGNARD_GAME=3,4014` the one game of that number.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

use alliance::Alliance;
use engine::{AnyGame, AnySession, Chance, EffectKind, Erased, Seat, Seed, Setup, Stream, Viewer};
use serde::Deserialize;
use serde_json::Value as Json;

// ---------------------------------------------------------------- what is printed on map, blocks and cards

type Place = usize;
type State = usize;
type Power = usize;
type Block = usize;

#[derive(Deserialize)]
struct MapFile {
    region: Vec<RegionRow>,
    sea: Vec<SeaRow>,
    passage: Vec<PassageRow>,
    border: Vec<BorderRow>,
}

#[derive(Deserialize)]
struct RegionRow {
    name: String,
    state: Option<String>,
    #[serde(default)]
    homeland: bool,
    terrain: String,
    city: Option<String>,
    #[serde(default)]
    value: i32,
    port: Option<String>,
    #[serde(default)]
    coast: Vec<String>,
    #[serde(default)]
    opens: Vec<String>,
}

#[derive(Deserialize)]
struct SeaRow {
    name: String,
    star: i32,
}

#[derive(Deserialize)]
struct PassageRow {
    a: String,
    b: String,
    #[serde(default)]
    guards: Vec<String>,
}

#[derive(Deserialize)]
struct BorderRow {
    a: String,
    b: String,
    r#type: String,
}

#[derive(Deserialize)]
struct BlocksFile {
    block: Vec<BlockRow>,
}

#[derive(Deserialize)]
struct BlockRow {
    state: String,
    name: String,
    kind: String,
    steps: i32,
    fire: String,
    region: Option<String>,
}

#[derive(Deserialize)]
struct CardsFile {
    card: Vec<CardRow>,
}

#[derive(Deserialize)]
struct CardRow {
    number: u8,
    empire: String,
    leader: Option<String>,
}

const EMPIRES: [&str; 7] = ["Austria", "Britain", "France", "Prussia", "Russia", "Spain", "Turkey"];
/// Gibraltar and the islands of 11.5: one army and one fleet.
const SMALL: [&str; 6] = ["Gibraltar", "Corfu", "Cyprus", "Rhodes", "Majorca", "Malta"];
const NAPOLEON: Block = 0;

struct Spot {
    name: String,
    sea: bool,
    home: Option<State>,
    room: usize,
    small: bool,
    city: bool,
    value: i32,
    port: bool,
    coast: Vec<Place>,
    opens: Vec<Place>,
}

struct Type {
    state: State,
    name: String,
    kind: String,
    steps: i32,
    letter: char,
    rating: i32,
    region: Option<Place>,
}

impl Type {
    fn fleet(&self) -> bool {
        self.kind == "fleet"
    }
    fn fort(&self) -> bool {
        self.kind == "fortress"
    }
    fn least(&self) -> i32 {
        if self.fleet() { 0 } else { 1 }
    }
}

struct Printed {
    places: Vec<Spot>,
    named: HashMap<String, Place>,
    states: Vec<String>,
    borders: HashMap<(Place, Place), String>,
    passages: HashMap<(Place, Place), Vec<Place>>,
    blocks: Vec<Type>,
    cards: HashMap<u8, CardRow>,
    /// The places that touch each place in any way.
    nearby: Vec<Vec<Place>>,
}

static PRINTED: LazyLock<Printed> = LazyLock::new(|| {
    let map: MapFile = toml::from_str(include_str!("../../data/map.toml")).unwrap();
    let blocks: BlocksFile = toml::from_str(include_str!("../../data/blocks.toml")).unwrap();
    let cards: CardsFile = toml::from_str(include_str!("../../data/cards.toml")).unwrap();
    let mut states: Vec<String> = EMPIRES.map(str::to_owned).to_vec();
    for row in &map.region {
        if let Some(state) = &row.state
            && !states.contains(state)
        {
            states.push(state.clone());
        }
    }
    let names = map.region.iter().map(|row| &row.name).chain(map.sea.iter().map(|row| &row.name));
    let named: HashMap<String, Place> = names.enumerate().map(|(i, name)| (name.clone(), i)).collect();
    let all = |names: &[String]| names.iter().map(|name| named[name]).collect::<Vec<_>>();
    let state = |name: &str| states.iter().position(|state| state == name).unwrap();
    let mut places: Vec<Spot> = map
        .region
        .iter()
        .map(|row| Spot {
            name: row.name.clone(),
            sea: false,
            home: row.state.as_deref().filter(|_| row.homeland).map(state),
            room: match row.terrain.as_str() {
                "mountain" => 2,
                "forest" => 3,
                _ => 4,
            },
            small: SMALL.contains(&row.name.as_str()),
            city: row.city.is_some(),
            value: row.value,
            port: row.port.is_some(),
            coast: all(&row.coast),
            opens: all(&row.opens),
        })
        .collect();
    places.extend(map.sea.iter().map(|row| Spot {
        name: row.name.clone(),
        sea: true,
        home: None,
        room: usize::MAX,
        small: false,
        city: false,
        value: row.star,
        port: false,
        coast: vec![],
        opens: vec![],
    }));
    let mut borders = HashMap::new();
    for row in &map.border {
        let (a, b) = (named[&row.a], named[&row.b]);
        borders.insert((a, b), row.r#type.clone());
        borders.insert((b, a), row.r#type.clone());
    }
    let mut passages = HashMap::new();
    for row in &map.passage {
        let (a, b) = (named[&row.a], named[&row.b]);
        passages.insert((a, b), all(&row.guards));
        passages.insert((b, a), all(&row.guards));
    }
    let blocks = blocks
        .block
        .iter()
        .map(|row| Type {
            state: state(&row.state),
            name: row.name.clone(),
            kind: row.kind.clone(),
            steps: row.steps,
            letter: row.fire.chars().next().unwrap(),
            rating: row.fire[1..].parse().unwrap(),
            region: row.region.as_ref().map(|name| named[name]),
        })
        .collect();
    let cards = cards.card.into_iter().map(|row| (row.number, row)).collect();
    let nearby = (0..places.len())
        .map(|at| {
            let near = |&next: &Place| {
                borders.contains_key(&(at, next))
                    || passages.contains_key(&(at, next))
                    || places[at].opens.contains(&next)
                    || places[next].opens.contains(&at)
            };
            (0..places.len()).filter(near).collect()
        })
        .collect();
    Printed { places, named, states, borders, passages, blocks, cards, nearby }
});

fn spot(place: Place) -> &'static Spot {
    &PRINTED.places[place]
}

fn kind(block: Block) -> &'static Type {
    &PRINTED.blocks[block]
}

fn place(name: &str) -> Place {
    PRINTED.named[name]
}

fn called(block: Block) -> String {
    format!("{} {}", PRINTED.states[kind(block).state], kind(block).name)
}

/// The seas that touch a coastal region, by its base or its shore.
fn shores(region: Place) -> impl Iterator<Item = Place> {
    spot(region).opens.iter().chain(&spot(region).coast).copied()
}

/// How many blocks of a player may cross into battle (4.2, 3.5, 11.12): all of them, and those that are not Russian.
fn limit(from: Place, to: Place, winter: bool) -> (usize, usize) {
    let Some(terrain) = PRINTED.borders.get(&(from, to)) else {
        let by_sea = spot(from).sea && spot(to).sea;
        let coast = if winter { 1 } else { 2 };
        return if by_sea { (usize::MAX, usize::MAX) } else { (coast, coast) };
    };
    let most: usize = match terrain.as_str() {
        "clear" => 4,
        "river" | "river-frozen" | "frozen" | "frozen-river" | "forest" => 3,
        "mountain" | "marsh" | "strait" => 2,
        "narrow" => 1,
        "lake" => 3,
        other => panic!("border {other}"),
    };
    match (winter, terrain.as_str()) {
        (true, "river-frozen" | "frozen" | "frozen-river" | "lake") => (3, 2),
        (true, _) => (most - 1, most - 1),
        (false, "lake") => (0, 0),
        (false, _) => (most, most),
    }
}

// ---------------------------------------------------------------- a position as it is printed

#[derive(Deserialize)]
struct RawPosition {
    rules: RawRules,
    empires: Vec<String>,
    standings: BTreeMap<String, Json>,
    blocks: Vec<RawBlock>,
    attackers: Vec<Block>,
    reserves: Vec<Block>,
    treasuries: Vec<i32>,
    hands: Vec<RawHand>,
    spent: Vec<u8>,
    pacts: RawPacts,
    spoils: Vec<String>,
    billets: Vec<String>,
    urgent: Vec<String>,
    engagements: Vec<RawEngagement>,
    year: i32,
    game_turn: i32,
    phase: Json,
    turn: RawTurn,
    fight: Option<RawFight>,
    solo: RawSolo,
    ended: Option<RawEnd>,
}

#[derive(Deserialize, Clone)]
#[serde(rename_all = "kebab-case")]
struct RawRules {
    solitaire: bool,
    secret_alliances: bool,
    hidden_treasuries: bool,
    gentlemens: bool,
    last_year: i32,
}

#[derive(Deserialize)]
struct RawBlock {
    number: Block,
    state: String,
    name: String,
    at: Option<String>,
    strength: i32,
}

#[derive(Deserialize)]
struct RawEngagement {
    place: String,
}

#[derive(Deserialize, Clone)]
struct RawHand {
    cards: Vec<u8>,
    aside: Option<u8>,
    played: Option<u8>,
}

#[derive(Deserialize, Clone)]
struct RawPacts {
    allied: Vec<Vec<Power>>,
    admitted: Vec<Vec<Power>>,
}

#[derive(Deserialize, Clone)]
struct RawTurn {
    seat: Power,
    points: i32,
    spent: i32,
}

#[derive(Deserialize, Clone)]
struct RawFight {
    place: String,
    round: u32,
    stage: Json,
    cracked: Vec<Option<Block>>,
    events: Vec<(String, Option<Block>)>,
}

#[derive(Deserialize, Clone)]
struct RawSolo {
    score: i32,
}

#[derive(Deserialize, Clone, Debug)]
struct RawEnd {
    winners: Vec<Power>,
    reason: String,
    scores: Vec<i32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    Player(Power),
    Ally(Power),
    With(State),
    Neutral,
    /// Invaded, and nobody to turn to.
    Alone,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bond {
    Allied,
    Hostile,
    /// Not allied and not at war: the ally of one's ally (3.6), or two neutrals.
    Apart,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Friendly,
    Neutral,
    Enemy,
    Embattled,
    /// Neither friend nor foe: of an ally's ally (3.6), or of a state that stands alone.
    Apart,
}

#[derive(Clone)]
struct Position {
    rules: RawRules,
    /// Which empire each player leads.
    empires: Vec<State>,
    standings: Vec<Standing>,
    at: Vec<Option<Place>>,
    strength: Vec<i32>,
    attackers: HashSet<Block>,
    reserves: HashSet<Block>,
    treasuries: Vec<i32>,
    hands: Vec<RawHand>,
    spent: Vec<u8>,
    pacts: RawPacts,
    spoils: bool,
    billets: Vec<Place>,
    /// Where a battle is to be fought, at once or in the battle phase.
    pending: HashSet<Place>,
    urgent: bool,
    year: i32,
    game_turn: i32,
    phase: String,
    bid: Json,
    turn: RawTurn,
    fight: Option<RawFight>,
    score: i32,
    ended: Option<RawEnd>,
    /// Anything that cannot be read as a block of the game.
    odd: Vec<String>,
    /// Who stands where.
    there: Vec<Vec<Block>>,
}

impl Position {
    fn read(text: &str) -> Position {
        let raw: RawPosition = serde_json::from_str(text).unwrap();
        let state = |name: &str| PRINTED.states.iter().position(|state| state == name).unwrap();
        let mut standings = vec![Standing::Neutral; PRINTED.states.len()];
        for (name, standing) in &raw.standings {
            let number = |key: &str| standing.get(key).and_then(Json::as_u64).map(|n| n as usize);
            standings[state(name)] = match standing.as_str() {
                Some("neutral") => Standing::Neutral,
                Some(_) => Standing::Alone,
                None => number("player")
                    .map(Standing::Player)
                    .or(number("ally").map(Standing::Ally))
                    .unwrap_or_else(|| Standing::With(state(standing["with"].as_str().unwrap()))),
            };
        }
        let count = PRINTED.blocks.len();
        let (mut at, mut strength, mut odd) = (vec![None; count], vec![0; count], Vec::new());
        let mut seen = HashSet::new();
        for block in &raw.blocks {
            let known = PRINTED.blocks.get(block.number);
            let itself =
                known.is_some_and(|b| b.name == block.name && PRINTED.states[b.state] == block.state);
            if !itself || !seen.insert(block.number) {
                odd.push(format!("block {} {} {}", block.number, block.state, block.name));
                continue;
            }
            at[block.number] = block.at.as_deref().map(place);
            strength[block.number] = block.strength;
        }
        let (phase, bid) = match raw.phase {
            Json::String(name) => (name, Json::Null),
            Json::Object(one) => one.into_iter().next().unwrap(),
            other => panic!("phase {other}"),
        };
        let mut position = Position {
            rules: raw.rules,
            empires: raw.empires.iter().map(|name| state(name)).collect(),
            standings,
            at,
            strength,
            attackers: raw.attackers.into_iter().collect(),
            reserves: raw.reserves.into_iter().collect(),
            treasuries: raw.treasuries,
            hands: raw.hands,
            spent: raw.spent,
            pacts: raw.pacts,
            spoils: !raw.spoils.is_empty(),
            billets: raw.billets.iter().map(|name| place(name)).collect(),
            urgent: !raw.urgent.is_empty(),
            pending: raw
                .urgent
                .iter()
                .chain(raw.engagements.iter().map(|engagement| &engagement.place))
                .map(|name| place(name))
                .collect(),
            year: raw.year,
            game_turn: raw.game_turn,
            phase,
            bid,
            turn: raw.turn,
            fight: raw.fight,
            score: raw.solo.score,
            ended: raw.ended,
            odd,
            there: Vec::new(),
        };
        position.sort();
        position
    }

    fn sort(&mut self) {
        self.there = vec![Vec::new(); PRINTED.places.len()];
        for (block, at) in self.at.iter().enumerate() {
            if let Some(at) = at {
                self.there[*at].push(block);
            }
        }
    }

    /// The same with the blocks where `other` has them.
    fn placed_as(&self, other: &Position) -> Position {
        Position { at: other.at.clone(), there: other.there.clone(), ..self.clone() }
    }

    fn winter(&self) -> bool {
        self.game_turn == 4 && !self.rules.solitaire
    }

    fn players(&self) -> std::ops::Range<Power> {
        0..self.empires.len()
    }

    fn control(&self, state: State) -> Option<Power> {
        match self.standings[state] {
            Standing::Player(power) | Standing::Ally(power) => Some(power),
            Standing::With(empire) => self.control(empire),
            Standing::Neutral | Standing::Alone => None,
        }
    }

    /// How a state stands, or the empire it goes with.
    fn standing(&self, state: State) -> Standing {
        match self.standings[state] {
            Standing::With(empire) => self.standings[empire],
            own => own,
        }
    }

    fn leader(&self, block: Block) -> Option<Power> {
        self.control(kind(block).state)
    }

    fn allied(&self, a: Power, b: Power) -> bool {
        a == b || self.pacts.allied[a].contains(&b)
    }

    fn here(&self, place: Place) -> impl Iterator<Item = Block> + '_ {
        self.there[place].iter().copied()
    }

    /// How two states stand to each other (4.1, 3.6).
    fn bond(&self, a: State, b: State) -> Bond {
        if a == b {
            return Bond::Allied;
        }
        match (self.control(a), self.control(b)) {
            (Some(p), Some(q)) if p == q => Bond::Allied,
            (Some(p), Some(q)) if self.allied(p, q) => {
                let own = self.empires[p] == a && self.empires[q] == b;
                if own { Bond::Allied } else { Bond::Apart }
            }
            (Some(_), Some(_)) | (Some(_), None) | (None, Some(_)) => Bond::Hostile,
            (None, None) => Bond::Apart,
        }
    }

    /// The set-up of 1812 puts Prussians and Austrians together.
    fn lodged(&self, a: State, b: State) -> bool {
        [a, b].iter().all(|&state| matches!(EMPIRES[state], "Austria" | "Prussia"))
    }

    fn embattled(&self, place: Place) -> bool {
        if self.there[place].len() < 2 {
            return false;
        }
        let states: BTreeSet<State> = self.here(place).map(|block| kind(block).state).collect();
        let clash = |a: State, b: State| {
            let lodged =
                self.billets.contains(&place) && a < EMPIRES.len() && b < EMPIRES.len() && self.lodged(a, b);
            a < b && self.bond(a, b) == Bond::Hostile && !lodged
        };
        states.iter().any(|&a| states.iter().any(|&b| clash(a, b)))
    }

    /// Whose it is, seen by a player (4.1).
    fn status(&self, power: Power, place: Place) -> Status {
        if self.embattled(place) {
            return Status::Embattled;
        }
        let of = |state: State| match (self.standing(state), self.control(state)) {
            (_, Some(owner)) if owner == power => Status::Friendly,
            (_, Some(owner)) if self.allied(owner, power) => {
                if self.empires[owner] == state {
                    Status::Friendly
                } else {
                    Status::Apart
                }
            }
            (_, Some(_)) => Status::Enemy,
            (Standing::Alone, None) => Status::Apart,
            (_, None) => Status::Neutral,
        };
        let found: Vec<Status> = self.here(place).map(|block| of(kind(block).state)).collect();
        if found.is_empty() {
            return spot(place).home.map_or(Status::Neutral, of);
        }
        [Status::Friendly, Status::Enemy, Status::Neutral, Status::Apart]
            .into_iter()
            .find(|status| found.contains(status))
            .unwrap()
    }

    /// Whether a player's own or NPE and minor blocks are among those there, or it is their vacant homeland.
    fn holds(&self, power: Power, place: Place) -> bool {
        if self.embattled(place) {
            return false;
        }
        let mut blocks = self.here(place).peekable();
        match blocks.peek() {
            Some(_) => blocks.any(|block| self.leader(block) == Some(power)),
            None => spot(place).home.is_some_and(|state| self.control(state) == Some(power)),
        }
    }

    /// All seas the base opens on hold enemy fleets (8.32).
    fn blockaded(&self, power: Power, region: Place) -> bool {
        let opens = &spot(region).opens;
        let shut = |&sea: &Place| {
            self.here(sea).any(|b| {
                self.bond(kind(b).state, self.empires[power]) == Bond::Hostile && self.leader(b).is_some()
            })
        };
        !opens.is_empty() && opens.iter().all(shut)
    }

    /// Whether a supply line leads from `place` to a Homeland Victory City of the player (4.4), or to a Homeland Naval Base
    /// (8.2). What is neither friend nor foe counts as open if `lenient`.
    fn supplied(&self, power: Power, place: Place, fleet: bool, lenient: bool) -> bool {
        let open = |at: Place| match self.status(power, at) {
            Status::Friendly | Status::Neutral => true,
            Status::Apart => lenient,
            Status::Enemy | Status::Embattled => false,
        };
        let source = |at: Place| {
            let home = spot(at).home.is_some_and(|state| self.control(state) == Some(power));
            home && self.status(power, at) == Status::Friendly && (spot(at).city || fleet && spot(at).port)
        };
        let (mut seen, mut todo) = (HashSet::from([place]), vec![place]);
        if !open(place) {
            return false;
        }
        while let Some(at) = todo.pop() {
            if source(at) {
                return true;
            }
            for &next in &PRINTED.nearby[at] {
                let land = PRINTED.borders.get(&(at, next)).is_some_and(|t| t != "lake" || self.winter());
                let sea = PRINTED.passages.contains_key(&(at, next));
                let base = |region: Place, sea: Place| {
                    spot(region).opens.contains(&sea) && (lenient || !self.blockaded(power, region))
                };
                if (land || sea || base(at, next) || base(next, at)) && !seen.contains(&next) && open(next) {
                    seen.insert(next);
                    todo.push(next);
                }
            }
        }
        false
    }

    fn on_map(&self, state: State) -> usize {
        (0..self.at.len()).filter(|&b| self.at[b].is_some() && kind(b).state == state).count()
    }

    /// Victory points as 3.4 counts gold; `None` if the rulebook leaves doubt.
    fn points(&self, power: Power) -> Option<i32> {
        let (mut own, mut halved) = (0, 0);
        if self.spoils {
            return None;
        }
        for at in 0..PRINTED.places.len() {
            let worth = spot(at).value;
            if worth == 0 {
                continue;
            }
            let (mut mine, mut allies, mut others) = (false, false, false);
            for block in self.here(at) {
                match self.leader(block) {
                    Some(leader) if leader == power => mine = true,
                    Some(leader) if self.allied(leader, power) => allies = true,
                    _ => others = true,
                }
            }
            if mine && others
                || allies && (mine || spot(at).home.is_some_and(|s| self.control(s) == Some(power)))
            {
                return None;
            }
            let home = spot(at).home.filter(|&state| self.control(state) == Some(power));
            match home {
                Some(_) if others => {}
                Some(state) if state == self.empires[power] => own += worth,
                Some(_) => halved += worth,
                None if !mine => {}
                None => {
                    let foreign = spot(at).home.and_then(|state| self.control(state));
                    if foreign.is_some_and(|owner| self.allied(owner, power)) {
                        return None;
                    }
                    let fleet = spot(at).sea;
                    let (strict, lenient) =
                        (self.supplied(power, at, fleet, false), self.supplied(power, at, fleet, true));
                    if strict != lenient {
                        return None;
                    }
                    halved += if strict { worth } else { 0 };
                }
            }
        }
        Some(own + halved / 2)
    }
}

// ---------------------------------------------------------------- the judge

#[derive(Default)]
struct Tally {
    bites: BTreeMap<&'static str, u64>,
    faults: Vec<String>,
}

/// What a block has done in this player turn.
#[derive(Clone)]
struct March {
    steps: u32,
    stopped: bool,
}

/// How somebody came into a battle.
#[derive(Clone, Debug)]
struct Entry {
    from: Place,
    power: Option<Power>,
    block: Block,
    main: bool,
}

#[derive(Clone, Default)]
struct Turn {
    key: (i32, i32, Power),
    start: Option<Position>,
    marches: HashMap<Block, March>,
    levied: HashSet<Block>,
    crossed: HashMap<(Place, Place), Vec<Block>>,
    group: Option<i32>,
    landed: Vec<(Place, Block)>,
    attacked_by_land: HashSet<Place>,
    widened: Option<(Place, Place)>,
    shipped: Vec<(Place, Place)>,
}

#[derive(Clone, Default)]
struct Fight {
    place: Option<Place>,
    round: u32,
    acted: HashSet<Block>,
    panicked: Option<Block>,
    left: HashMap<(Power, Place, Place), Vec<Block>>,
    extended: HashMap<State, u32>,
    pursuits: HashSet<(State, Place)>,
    /// Whether the victor has begun to regroup.
    won: bool,
    /// Who has been in it, and whether on the side that attacks.
    sides: HashMap<Block, bool>,
}

#[derive(Clone)]
struct Referee {
    what: String,
    before: Position,
    turn: Turn,
    entries: HashMap<Place, Vec<Entry>>,
    /// Which battles stood before the player turn now running.
    older: HashSet<Place>,
    fight: Fight,
    /// In which year an eliminated block may be built again.
    ready: HashMap<Block, i32>,
    /// Which sea a fleet came into its base from.
    door: HashMap<Block, Place>,
    order: Vec<u8>,
    slain: HashMap<State, HashSet<Power>>,
    beaten: HashSet<State>,
    doomed: Option<&'static str>,
    bid: Option<(Position, Power, i32, State)>,
    surrendered: bool,
    /// Whether a battle has just begun.
    begun: bool,
    /// Who was defeated in this game turn.
    fell: HashSet<State>,
    /// Who has changed sides, until the battles of that are fought.
    turned: HashSet<State>,
    /// Defeated players, whom they follow, and since which year.
    bound: Vec<(Power, Power, i32)>,
    /// Who has invaded in this game turn: from where, and where.
    landings: HashMap<Block, (Place, Place)>,
    /// What the player who is disbanding has chosen so far.
    dismissed: Vec<Block>,
}

struct Told {
    text: String,
    seat: Option<Power>,
    dice: Vec<(i32, bool)>,
}

impl Told {
    fn opens_battle(&self) -> bool {
        self.text.starts_with("The battle of ") && self.text.ends_with(" begins")
    }

    /// Whether a state has changed sides.
    fn turns(&self) -> bool {
        let state = |name: &str| PRINTED.states.iter().any(|state| state == name);
        let joins = self.text.split_once(" joins ").is_some_and(|(one, other)| state(one) && state(other));
        joins || self.text.strip_suffix(" turns neutral").is_some_and(state)
    }

    /// Whether a block has been disbanded by name.
    fn disbands(&self, block: Block) -> bool {
        self.text.ends_with(&format!(" {} is disbanded", kind(block).name))
    }

    /// Whether some block there has been disbanded, and nobody else learns which (3.5).
    fn dismisses(&self, at: Place) -> bool {
        self.text.ends_with(&format!(" block in {} is disbanded", spot(at).name))
    }
}

/// What is left of a side, and which of its fortresses has taken half a hit.
type Losses = (Vec<(Block, i32)>, Option<Block>);

const GREAT: [&str; 3] = ["Britain", "Russia", "France"];

/// Every rule that is judged. Over the games of a test each must have applied at least once.
const RULES: [&str; 112] = [
    "1.3 fleets at sea or in a naval base",
    "1.3 fleets leave a base by the sea they came from",
    "1.4, 7.22, 11.4, 11.5 stacking",
    "10.1, 10.2 victory points",
    "10.1, 10.3 no end before its time",
    "10.1, 10.3 the most points win, gold breaks ties, the defeated stand aside",
    "10.3 sudden death when the game turn closes",
    "11.12 Lake Onega only in Winter",
    "11.4, 11.5 battle stacking",
    "12.2 enemies at strength 1 retreat",
    "12.2 no gold in the solitaire game",
    "12.2 sixteen points win",
    "12.2 three points, whatever the card",
    "2.2 every block is itself and there once",
    "2.3.1 strength within its steps",
    "2.3.2 strength changes by levy, hits or defeat",
    "3.0 no card twice",
    "3.0, 3.1 five cards, one aside, one a turn",
    "3.1 everybody has a turn before the battles",
    "3.1 turns in falling order of cards",
    "3.2 armies two regions, fleets three seas",
    "3.2 levied blocks do not move",
    "3.2 three AP, four with a card of one's own",
    "3.2 unused AP become gold",
    "3.2, 4.2 who engages or crosses mountains or straits stops",
    "3.2, 4.3 a group moves for 1 AP",
    "3.2, 5.0 one step a turn, and none after a move",
    "3.2, 8.4, 8.5 every action costs 1 AP or gold",
    "3.3 events strike the arm they name",
    "3.3 leaders widen one border by one",
    "3.4 at most 3 gold a turn",
    "3.4 gold changes only for a cause",
    "3.4 gold spent is counted",
    "3.4 yearly gold",
    "3.5 no sea moves or invasions in Winter",
    "3.5 who has disbanded shows his blocks when he is done",
    "4.0 no block moves by itself",
    "4.0 who moves arrives",
    "4.0, 6.2 one moves one's own and NPE blocks, in one's turn",
    "4.0, 8.4 once a turn, by land or by sea",
    "4.2, 3.5, 11.12 border limits into battle",
    "4.2, 7.4 border limits for retreats and regroups",
    "4.3, 8.1 one border at a time",
    "4.31 attacks come from adjacent places",
    "4.31, 7.23 the first border attacks, the others are reserves",
    "4.32 an invaded neutral allies at once",
    "4.32 an invaded neutral without takers stands alone",
    "4.32 the high roll among all who are not the invader's allies",
    "4.33 main attackers pin as many defenders",
    "4.33 not over a border the enemy used",
    "4.4 unsupplied blocks are not levied",
    "5.0 a levy adds one step",
    "5.0 no levies in embattled places",
    "5.0 one levies one's own and NPE blocks",
    "5.1 no block comes but by building",
    "5.1 one builds from one's own pools",
    "5.1, 4.4 new blocks in friendly, supplied regions",
    "5.1, 7.7, 8.2 new blocks at home, fleets in bases, fortresses in theirs",
    "5.1, 8.2 new blocks at minimum strength",
    "6.1 bids of 1 to 3 gold for NPEs and minors",
    "6.1 no NPE or minor changes sides without a cause, no player ever",
    "6.1 only the highest leader card bids",
    "6.12 diplomatic bonuses",
    "6.13 the high total of 7 or more shifts the target one step",
    "6.13, 9.2 who changed sides attacks",
    "6.2 alliances change by agreement or breach, never in battle",
    "6.2 allied regions are entered with permission",
    "6.2 an alliance has two sides",
    "6.22 gentlemen ally and break in Winter only",
    "7.1, 6.13 no enemies together once battles are over",
    "7.2 a battle ends when one side is gone",
    "7.2 four rounds unless extended",
    "7.2, 7.6 attackers leave in round 4 unless their HQ extends",
    "7.21 letters in order, defenders first",
    "7.21 one battle turn a round",
    "7.22 the victor gives up blocks only where too many stand",
    "7.23 reserves wait for round 2",
    "7.3, 8.3 a die a step, hits up to the firepower",
    "7.31 the owner chooses among the strongest",
    "7.31, 7.32 each hit on the strongest, two for a fortress",
    "7.4 no retreat in round 1, none for fortresses",
    "7.4 no retreat over a border only the enemy used",
    "7.4 only who must retreat and cannot is given up",
    "7.4, 7.5 nobody withdraws to the enemy or to neutrals",
    "7.5, 2.13 the victor regroups, fortresses do not",
    "7.6, 7.62 pursuit costs the empire's HQ a step, never its last",
    "7.61 an HQ in the battle extends at the end of round 3, for a step but its last",
    "7.62 pursuit into an adjacent place with enemies",
    "7.62, 4.2 border limits for pursuit",
    "7.7 no block leaves the map without a cause",
    "7.7, 3.5 the eliminated wait for next year, the disbanded a year more",
    "8.1 straits between friendly or neutral shores",
    "8.3, 2.13 armies ashore, fortresses at home",
    "8.3, 8.31 fleets withdraw to adjacent seas only",
    "8.31, 8.5 only invaders go back by sea, over friendly seas",
    "8.4 a fleet stays in every sea crossed",
    "8.4 from a base friendly since the turn began",
    "8.4 over seas held by one's own fleets",
    "8.4 to a base friendly since the turn began",
    "8.5 no invasion beside a land attack",
    "8.5 no invasion joins a pending battle",
    "8.5 no land attack beside an invasion",
    "8.5 one invades what is not friendly",
    "8.5 one invasion of two blocks a turn",
    "8.5 only HQs and infantry invade",
    "9.1 a minor falls to whoever holds its city",
    "9.2 an empire without cities is defeated",
    "9.2 defeat needs all cities lost or three blocks left",
    "9.2 the blocks of the defeated are at minimum strength",
    "9.2 three blocks left is defeat",
    "9.21 a defeated player follows the victor until Winter",
    "9.21 reparations are half the treasury",
];

impl Tally {
    /// Counts that the rule applied, and notes it if it was broken.
    fn judge(&mut self, rule: &'static str, holds: bool, what: impl FnOnce() -> String) {
        *self.bites.entry(rule).or_default() += 1;
        if !holds {
            self.faults.push(format!("{rule}: {}", what()));
        }
    }
}

fn number_after<'a>(text: &'a str, word: &str) -> Option<i32> {
    let rest = &text[text.find(word)? + word.len()..];
    let digits: &'a str = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
    digits.parse().ok()
}

impl Referee {
    fn new(what: String, start: Position) -> Referee {
        Referee {
            what,
            before: start,
            turn: Turn::default(),
            entries: HashMap::new(),
            older: HashSet::new(),
            fight: Fight::default(),
            ready: HashMap::new(),
            door: HashMap::new(),
            order: Vec::new(),
            slain: HashMap::new(),
            beaten: HashSet::new(),
            doomed: None,
            bid: None,
            surrendered: false,
            begun: false,
            fell: HashSet::new(),
            turned: HashSet::new(),
            landings: HashMap::new(),
            bound: Vec::new(),
            dismissed: Vec::new(),
        }
    }

    /// What must hold in any position.
    fn position(tally: &mut Tally, now: &Position) {
        tally.judge("2.2 every block is itself and there once", now.odd.is_empty(), || {
            format!("{:?}", now.odd)
        });
        for block in 0..PRINTED.blocks.len() {
            let Some(at) = now.at[block] else { continue };
            let (it, strength) = (kind(block), now.strength[block]);
            let sound = (it.least()..=it.steps).contains(&strength);
            tally.judge("2.3.1 strength within its steps", sound, || {
                format!("{} has {strength}", called(block))
            });
            if it.fleet() {
                let berth = spot(at).sea || spot(at).port;
                tally.judge("1.3 fleets at sea or in a naval base", berth, || {
                    format!("{} in {}", called(block), spot(at).name)
                });
            } else {
                let ashore = !spot(at).sea && it.region.is_none_or(|region| region == at);
                tally.judge("8.3, 2.13 armies ashore, fortresses at home", ashore, || {
                    format!("{} in {}", called(block), spot(at).name)
                });
            }
        }
        for p in now.players() {
            for &q in &now.pacts.allied[p] {
                tally.judge(
                    "6.2 an alliance has two sides",
                    p != q && now.pacts.allied[q].contains(&p),
                    || format!("{p} with {q}"),
                );
            }
        }
        Self::cards(tally, now);
    }

    fn cards(tally: &mut Tally, now: &Position) {
        if now.rules.solitaire {
            return;
        }
        let mut all: Vec<u8> = now.spent.clone();
        for hand in &now.hands {
            all.extend(hand.cards.iter().chain(&hand.aside).chain(&hand.played));
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        let sound = all.len() == count && all.iter().all(|card| (1..=42).contains(card));
        tally.judge("3.0 no card twice", sound, || format!("{all:?}"));
        if now.ended.is_some() {
            return;
        }
        for p in now.players() {
            let hand = &now.hands[p];
            let held = hand.cards.len() as i32;
            let sound = match now.phase.as_str() {
                "discard" => held + i32::from(hand.aside.is_some()) == 5,
                "cards" => {
                    hand.aside.is_some() && held + i32::from(hand.played.is_some()) == 5 - now.game_turn
                }
                "talks" | "disband" => true,
                _ => hand.aside.is_some() && hand.played.is_some() && held == 4 - now.game_turn,
            };
            tally.judge("3.0, 3.1 five cards, one aside, one a turn", sound, || {
                format!("player {p} in {} has {:?} {:?} {:?}", now.phase, hand.cards, hand.aside, hand.played)
            });
        }
    }

    /// Between game turns: nobody faces an enemy, nothing is overstacked.
    fn at_rest(tally: &mut Tally, now: &Position) {
        for at in 0..PRINTED.places.len() {
            let count = now.here(at).count();
            if count > 1 {
                let peace = !now.embattled(at);
                tally.judge("7.1, 6.13 no enemies together once battles are over", peace, || {
                    let who: Vec<String> = now.here(at).map(called).collect();
                    format!("{}: {who:?}", spot(at).name)
                });
                Self::stack(tally, now, at);
            }
        }
    }

    fn stack(tally: &mut Tally, now: &Position, at: Place) {
        let fleets = now.here(at).filter(|&block| kind(block).fleet()).count();
        let armies = now.here(at).count() - fleets;
        if !spot(at).sea && fleets + armies > 1 {
            let fits =
                if spot(at).small { fleets <= 1 && armies <= 1 } else { fleets + armies <= spot(at).room };
            tally.judge("1.4, 7.22, 11.4, 11.5 stacking", fits, || {
                format!("{armies} armies and {fleets} fleets in {}", spot(at).name)
            });
        }
    }

    /// Whether a place is held by blocks of nobody but enemies of its state's side.
    fn lost(now: &Position, state: State, at: Place) -> bool {
        let mut blocks = now.here(at).peekable();
        blocks.peek().is_some()
            && blocks.all(|b| now.leader(b).is_some() && now.bond(kind(b).state, state) == Bond::Hostile)
    }

    /// A state that must have been defeated is not left as it was (9.1, 9.2).
    fn undefeated(tally: &mut Tally, now: &Position, state: State) {
        if now.control(state).is_none() {
            return;
        }
        let home: Vec<Place> = (0..PRINTED.places.len()).filter(|&at| spot(at).home == Some(state)).collect();
        let cities: Vec<Place> = home.iter().copied().filter(|&at| spot(at).city).collect();
        let empire = state < EMPIRES.len();
        let seats = if empire || !cities.is_empty() { &cities } else { &home };
        let held = seats.iter().filter(|&&at| Self::lost(now, state, at)).count();
        if held == 0 {
            return;
        }
        let rule = if empire {
            "9.2 an empire without cities is defeated"
        } else {
            "9.1 a minor falls to whoever holds its city"
        };
        let sound = held < seats.len() || !empire && seats.len() > 1 && cities.is_empty();
        tally.judge(rule, sound, || format!("{} is still {:?}", PRINTED.states[state], now.standings[state]));
    }

    /// Judges an action of `seat` that led to `now`.
    fn step(&mut self, tally: &mut Tally, seat: Power, action: &Json, now: Position, told: &[Told]) {
        let faults = tally.faults.len();
        Self::position(tally, &now);
        let (verb, given) = match action {
            Json::String(verb) => (verb.as_str(), &Json::Null),
            Json::Object(one) => one.iter().next().map(|(verb, given)| (verb.as_str(), given)).unwrap(),
            other => panic!("{other}"),
        };
        let power = if self.before.rules.solitaire { self.before.turn.seat } else { seat };
        self.books();
        match verb {
            "step" | "aid" | "ship" | "invade" => self.moves(tally, power, verb, given, &now, told),
            "levy" => self.levies(tally, power, given, &now),
            "build" => self.builds(tally, power, given, &now),
            "group" => self.turn.group = Some(self.funds(power, &self.before)),
            "fire" | "hold" | "retreat" | "lose" | "hit" => self.fights(tally, verb, given, &now, told),
            "extend" => self.extends(tally, given, &now),
            "regroup" => self.regroups(tally, given, &now, told),
            "pursue" => self.pursues(tally, given, &now),
            "bid" => {
                let gold = given["gold"].as_i64().unwrap() as i32;
                let target = PRINTED.states.iter().position(|s| given["target"] == s.as_str()).unwrap();
                self.bids(tally, power, gold, target);
                self.bid = Some((self.before.clone(), power, gold, target));
            }
            "accept" => {
                self.turn.group = None;
                self.surrendered |= told.iter().any(|line| line.text.contains("is defeated"));
            }
            _ => {}
        }
        if matches!(verb, "levy" | "build" | "ship" | "invade") {
            self.turn.group = self.turn.group.map(|funds| funds - 1);
        }
        self.gold(tally, power, verb, &now, told);
        self.causes(tally, verb, given, &now, told);
        self.disbands(tally, power, verb, given, told);
        self.alliances(tally, verb, &now, told);
        self.turns(tally, &now, told);
        self.bid_settled(tally, &now, told);
        self.battle_over(tally, &now, told);
        self.turncoats(tally, &now, told);
        self.closes(tally, verb, &now, told);
        for fault in &mut tally.faults[faults..] {
            let lines: Vec<&str> = told.iter().map(|line| line.text.as_str()).collect();
            *fault = format!(
                "{fault}\n    {}, {} turn {}, {} (player {power}): {action}\n    {lines:?}",
                self.what, now.year, now.game_turn, self.before.phase
            );
        }
        self.after(now, told);
    }

    fn funds(&self, power: Power, at: &Position) -> i32 {
        at.treasuries[power] + at.turn.points
    }

    /// Opens a new page when another player's turn or another game turn has begun.
    fn books(&mut self) {
        let before = &self.before;
        let key = (before.year, before.game_turn, before.turn.seat);
        if before.phase == "actions" && self.turn.key != key {
            if (self.turn.key.0, self.turn.key.1) != (key.0, key.1) {
                self.entries.clear();
                self.landings.clear();
            }
            self.older = (0..PRINTED.places.len()).filter(|&at| before.embattled(at)).collect();
            self.turn = Turn { key, start: Some(before.clone()), ..Turn::default() };
        }
        let (place, round) = match &before.fight {
            Some(fight) => (Some(place(&fight.place)), fight.round),
            None => (None, 0),
        };
        if self.fight.place != place || std::mem::take(&mut self.begun) {
            self.fight = Fight { place, round, ..Fight::default() };
        }
        for block in place.into_iter().flat_map(|at| before.here(at)) {
            self.fight.sides.insert(block, before.attackers.contains(&block));
        }
        if self.fight.round != round {
            self.fight.round = round;
            self.fight.acted.clear();
            self.fight.left.clear();
        }
    }

    fn after(&mut self, now: Position, told: &[Told]) {
        for block in 0..PRINTED.blocks.len() {
            match (self.before.at[block], now.at[block]) {
                (Some(at), None) => {
                    let disbanded = told.iter().any(|line| line.disbands(block) || line.dismisses(at));
                    let year = self.before.year + if disbanded { 2 } else { 1 };
                    self.ready.insert(block, if now.rules.solitaire { 0 } else { year });
                    self.door.remove(&block);
                }
                (Some(from), Some(to)) if from != to && kind(block).fleet() => {
                    if spot(to).sea {
                        self.door.remove(&block);
                    } else {
                        self.door.insert(block, from);
                    }
                }
                _ => {}
            }
        }
        if told.iter().any(|line| line.text.starts_with("Panic strikes")) {
            let struck = now.fight.as_ref().and_then(|f| f.events.iter().find(|(event, _)| event == "panic"));
            self.fight.panicked = struck.and_then(|(_, block)| *block);
        }
        if let Some(fought) = self.before.fight.as_ref().map(|fight| place(&fight.place)) {
            // What is fought there next is a battle of its own, to which nobody came.
            let next = now.fight.as_ref().map(|fight| place(&fight.place));
            if next != Some(fought) || told.iter().any(Told::opens_battle) {
                self.entries.remove(&fought);
            }
        }
        if now.phase == "actions" {
            self.entries.retain(|&at, _| now.embattled(at) || now.pending.contains(&at));
        }
        self.begun = told.iter().any(Told::opens_battle);
        self.before = now;
    }

    // ------------------------------------------------------------ moves and levies

    fn moves(
        &mut self,
        tally: &mut Tally,
        power: Power,
        verb: &str,
        given: &Json,
        now: &Position,
        told: &[Told],
    ) {
        let before = &self.before;
        let block = given["block"].as_u64().unwrap() as Block;
        let (from, to) = (before.at[block].unwrap(), place(given["to"].as_str().unwrap()));
        let it = kind(block);
        let went = || format!("{} from {} to {}", called(block), spot(from).name, spot(to).name);
        let own =
            before.turn.seat == power && before.leader(block) == Some(power) && before.phase == "actions";
        tally.judge("4.0, 6.2 one moves one's own and NPE blocks, in one's turn", own, went);
        let alive = now.at[block].is_some();
        tally.judge("4.0 who moves arrives", !alive || now.at[block] == Some(to), went);
        let fresh = !self.turn.levied.contains(&block);
        tally.judge("3.2 levied blocks do not move", fresh && !it.fort(), went);
        let engages = before.here(to).any(|b| before.bond(kind(b).state, it.state) == Bond::Hostile);
        let by_sea = matches!(verb, "ship" | "invade");
        let earlier = self.turn.marches.get(&block).cloned();
        if by_sea {
            tally.judge("4.0, 8.4 once a turn, by land or by sea", earlier.is_none(), went);
            tally.judge("3.5 no sea moves or invasions in Winter", !before.winter(), went);
            let start = self.turn.start.as_ref().unwrap();
            let base = spot(from).port && start.holds(power, from) || self.friendly_base(start, power, from);
            tally.judge("8.4 from a base friendly since the turn began", base && !it.fleet(), went);
            let landing = if verb == "ship" { &spot(to).opens } else { &spot(to).coast };
            let route = Self::route(before, start, power, &spot(from).opens, landing, &self.turn.marches);
            tally.judge("8.4 over seas held by one's own fleets", route, went);
            if verb == "ship" {
                let base = self.friendly_base(start, power, to) && self.friendly_base(before, power, to);
                tally.judge("8.4 to a base friendly since the turn began", base && spot(to).port, went);
                self.turn.shipped.push((from, to));
            } else {
                tally.judge(
                    "8.5 only HQs and infantry invade",
                    matches!(it.kind.as_str(), "hq" | "infantry"),
                    went,
                );
                let pending = before.embattled(to) && !self.turn.landed.iter().any(|(at, _)| *at == to);
                tally.judge("8.5 no invasion joins a pending battle", !pending, went);
                let friendly = before.status(power, to) == Status::Friendly;
                let second = self.turn.landed.iter().any(|(at, _)| *at == to);
                tally.judge("8.5 one invades what is not friendly", !friendly || second, went);
                let alone = !self.turn.attacked_by_land.contains(&to);
                tally.judge("8.5 no invasion beside a land attack", alone, went);
                self.turn.landed.push((to, block));
                self.landings.insert(block, (from, to));
                let one = self.turn.landed.len() <= 2 && self.turn.landed.iter().all(|(at, _)| *at == to);
                tally.judge("8.5 one invasion of two blocks a turn", one, went);
            }
        } else {
            let paid = self.turn.group.take().map(|funds| funds - self.funds(power, now));
            if let Some(paid) = paid {
                tally.judge("3.2, 4.3 a group moves for 1 AP", paid == 1, || {
                    format!("{}: paid {paid}", went())
                });
            }
            let steps = earlier.as_ref().map_or(0, |march| march.steps);
            let reach = if it.fleet() { 3 } else { 2 };
            tally.judge("3.2 armies two regions, fleets three seas", steps < reach, went);
            if let Some(march) = &earlier {
                tally.judge(
                    "3.2, 4.2 who engages or crosses mountains or straits stops",
                    !march.stopped,
                    went,
                );
            }
            if engages {
                tally.judge("4.31 attacks come from adjacent places", steps == 0, went);
            }
            let adjacent = match (spot(from).sea, spot(to).sea) {
                (true, true) => PRINTED.passages.contains_key(&(from, to)),
                (true, false) => spot(to).opens.contains(&from),
                (false, true) => spot(from).opens.contains(&to),
                (false, false) => !it.fleet() && PRINTED.borders.contains_key(&(from, to)),
            };
            tally.judge("4.3, 8.1 one border at a time", adjacent, went);
            if it.fleet() {
                if let Some(guards) = PRINTED.passages.get(&(from, to)).filter(|guards| !guards.is_empty()) {
                    let shut = guards
                        .iter()
                        .any(|&at| matches!(before.status(power, at), Status::Enemy | Status::Embattled));
                    tally.judge("8.1 straits between friendly or neutral shores", !shut, went);
                }
                if let Some(&door) = self.door.get(&block).filter(|_| !spot(from).sea && steps == 0) {
                    tally.judge("1.3 fleets leave a base by the sea they came from", door == to, || {
                        format!("{}, having come from {}", went(), spot(door).name)
                    });
                }
            } else if !engages {
                let terrain = PRINTED.borders.get(&(from, to)).map_or("", String::as_str);
                if terrain == "lake" {
                    tally.judge("11.12 Lake Onega only in Winter", before.winter(), went);
                }
            }
            let terrain = PRINTED.borders.get(&(from, to)).map_or("", String::as_str);
            let stopped = engages || !it.fleet() && matches!(terrain, "mountain" | "strait");
            self.turn.marches.insert(block, March { steps: steps + 1, stopped });
            if before.embattled(from) && steps == 0 {
                self.pinned(tally, block, from, to);
            }
        }
        if by_sea {
            self.turn.marches.insert(block, March { steps: 1, stopped: true });
        }
        self.admitted(tally, power, to, engages);
        if engages {
            self.engages(tally, power, block, from, to, by_sea, now);
        }
        self.invites(tally, power, to, now, told);
    }

    /// A base held by the player or by an allied player (4.1).
    fn friendly_base(&self, at: &Position, power: Power, region: Place) -> bool {
        at.status(power, region) == Status::Friendly
    }

    /// Whether seas with the player's unmoved fleets lead from one shore to another.
    fn route(
        now: &Position,
        start: &Position,
        power: Power,
        from: &[Place],
        to: &[Place],
        marches: &HashMap<Block, March>,
    ) -> bool {
        let carries = |sea: Place| {
            !now.embattled(sea)
                && start.holds(power, sea)
                && now.here(sea).any(|b| now.leader(b) == Some(power) && !marches.contains_key(&b))
        };
        Self::connects(now, power, from, to, carries)
    }

    /// Whether such seas lead from one shore to another, past straits that are open to the player (8.1).
    fn connects(
        now: &Position,
        power: Power,
        from: &[Place],
        to: &[Place],
        carries: impl Fn(Place) -> bool,
    ) -> bool {
        let mut todo: Vec<Place> = from.iter().copied().filter(|&sea| carries(sea)).collect();
        let mut seen: HashSet<Place> = todo.iter().copied().collect();
        while let Some(at) = todo.pop() {
            if to.contains(&at) {
                return true;
            }
            for (&(a, b), guards) in &PRINTED.passages {
                let open = || {
                    guards.iter().all(|&g| !matches!(now.status(power, g), Status::Enemy | Status::Embattled))
                };
                if a == at && !seen.contains(&b) && carries(b) && open() {
                    seen.insert(b);
                    todo.push(b);
                }
            }
        }
        false
    }

    /// Another player's region is entered with his leave (6.2).
    fn admitted(&self, tally: &mut Tally, power: Power, to: Place, engages: bool) {
        let before = &self.before;
        if engages || before.status(power, to) != Status::Friendly || before.holds(power, to) {
            return;
        }
        // Allies reinforce each other in a battle without asking, also in one of two allies of theirs (6.2, 7.8).
        if before.pending.contains(&to) {
            return;
        }
        let host = match before.here(to).next() {
            Some(_) => before.here(to).filter_map(|b| before.leader(b)).find(|&q| q != power),
            None => spot(to).home.and_then(|state| before.control(state)),
        };
        let Some(host) = host.filter(|_| !spot(to).sea) else { return };
        tally.judge(
            "6.2 allied regions are entered with permission",
            before.pacts.admitted[host].contains(&power),
            || format!("{} of player {host}", spot(to).name),
        );
    }

    fn pinned(&self, tally: &mut Tally, block: Block, from: Place, to: Place) {
        let before = &self.before;
        if before.attackers.contains(&block) || before.reserves.contains(&block) || before.rules.solitaire {
            return;
        }
        let fresh = |b: &Block| !before.reserves.contains(b);
        let attackers = before.here(from).filter(|b| before.attackers.contains(b)).filter(fresh).count();
        let defenders = before.here(from).filter(|b| !before.attackers.contains(b)).filter(fresh).count();
        tally.judge("4.33 main attackers pin as many defenders", defenders > attackers, || {
            format!("{} leaves {}: {defenders} against {attackers}", called(block), spot(from).name)
        });
        // Who came to help and broke the alliance afterwards (6.2) is no enemy in this battle: he defends in it.
        let helper = |b: Block| before.at[b] == Some(from) && !before.attackers.contains(&b);
        let enemy = |b: Block| before.bond(kind(b).state, kind(block).state) == Bond::Hostile && !helper(b);
        let entries = self.entries.get(&from).map_or(&[][..], Vec::as_slice);
        let used = entries.iter().any(|e| e.from == to && enemy(e.block));
        tally.judge("4.33 not over a border the enemy used", !used, || {
            format!("{} leaves {} for {}", called(block), spot(from).name, spot(to).name)
        });
    }

    /// A block crosses into battle.
    #[allow(clippy::too_many_arguments)]
    fn engages(
        &mut self,
        tally: &mut Tally,
        power: Power,
        block: Block,
        from: Place,
        to: Place,
        by_sea: bool,
        now: &Position,
    ) {
        let before = &self.before;
        let gate = if by_sea { (usize::MAX, to) } else { (from, to) };
        let crossed = self.turn.crossed.entry(gate).or_default();
        crossed.push(block);
        if !by_sea {
            let (all, foreign) = limit(from, to, before.winter());
            let terrain = PRINTED.borders.get(&(from, to)).map_or("", String::as_str);
            let card = before.hands[power].played;
            let guided =
                card == Some(40) && terrain == "mountain" || card == Some(38) && terrain.contains("river");
            let strangers = crossed.iter().filter(|&&b| PRINTED.states[kind(b).state] != "Russia").count();
            let count = crossed.len();
            let mut fits = count <= all && strangers <= foreign;
            if !fits && guided && !before.rules.solitaire {
                // Alpine Guide and Bridge Capture widen one border by one (3.3).
                let widened = *self.turn.widened.get_or_insert(gate);
                fits = widened == gate && count <= all + 1 && strangers <= foreign + 1;
                tally
                    .judge("3.3 leaders widen one border by one", fits, || format!("{count} over {terrain}"));
            }
            tally.judge("4.2, 3.5, 11.12 border limits into battle", fits, || {
                format!(
                    "{count} ({strangers} not Russian) over {terrain} from {} to {}",
                    spot(from).name,
                    spot(to).name
                )
            });
            if !spot(to).sea && !kind(block).fleet() {
                self.turn.attacked_by_land.insert(to);
                let landed = self.turn.landed.iter().any(|(at, _)| *at == to);
                tally.judge("8.5 no land attack beside an invasion", !landed, || spot(to).name.clone());
            }
        }
        if spot(to).small {
            let fleet = kind(block).fleet();
            let side = |b: &Block| now.bond(kind(*b).state, kind(block).state) != Bond::Hostile;
            let count = now.here(to).filter(|&b| kind(b).fleet() == fleet).filter(side).count();
            tally.judge("11.4, 11.5 battle stacking", count <= 1, || format!("{count} in {}", spot(to).name));
        }
        let entries = self.entries.entry(to).or_default();
        let opened = !before.embattled(to) && !before.pending.contains(&to);
        if opened {
            // If there was a battle when the turn began, changes of side have ended it since (6.13): this is another.
            self.older.remove(&to);
        }
        let first = entries.iter().find(|e| e.main && e.power == Some(power)).map(|e| e.from);
        let main = if opened { true } else { !self.older.contains(&to) && first == Some(gate.0) };
        entries.push(Entry { from: gate.0, power: Some(power), block, main });
        if now.at[block] == Some(to) && now.embattled(to) && !before.rules.solitaire {
            let reserve = now.reserves.contains(&block);
            tally.judge(
                "4.31, 7.23 the first border attacks, the others are reserves",
                reserve != main,
                || format!("{} into {}: main {main}, reserve {reserve}", called(block), spot(to).name),
            );
        }
    }

    /// Whoever enters a neutral's territory makes it somebody's ally (4.32).
    fn invites(&self, tally: &mut Tally, power: Power, to: Place, now: &Position, told: &[Told]) {
        let before = &self.before;
        if before.rules.solitaire || spot(to).sea {
            return;
        }
        let holder = match before.here(to).next() {
            Some(b) => Some(kind(b).state),
            None => spot(to).home,
        };
        let Some(state) = holder.filter(|&s| before.standings[s] == Standing::Neutral) else { return };
        if spot(to).home != Some(state) || before.status(power, to) != Status::Neutral {
            return;
        }
        let fit: Vec<Power> = now.players().filter(|&q| !before.allied(power, q)).collect();
        let name = &PRINTED.states[state];
        if told.iter().any(|line| line.text == format!("{name} is defeated")) {
            return;
        }
        if fit.is_empty() {
            tally.judge(
                "4.32 an invaded neutral without takers stands alone",
                now.control(state).is_none(),
                || name.clone(),
            );
            return;
        }
        let taken = now.control(state).filter(|q| fit.contains(q));
        tally.judge("4.32 an invaded neutral allies at once", taken.is_some(), || {
            format!("{name} is {:?}", now.standings[state])
        });
        let Some(start) = told.iter().position(|line| line.text.contains("invades neutral")) else { return };
        let mut rolls: Vec<(Power, i32)> = Vec::new();
        for line in &told[start + 1..] {
            match (line.seat, number_after(&line.text, "rolls ")) {
                (Some(seat), Some(roll)) if rolls.iter().all(|(other, _)| *other != seat) => {
                    rolls.push((seat, roll))
                }
                (Some(_), Some(_)) => {}
                _ => break,
            }
        }
        let all = fit.iter().all(|q| rolls.iter().any(|(p, _)| p == q)) && rolls.len() == fit.len();
        let best = rolls.iter().map(|(_, roll)| *roll).max();
        let won = rolls.iter().any(|&(p, roll)| Some(p) == taken && Some(roll) == best);
        tally.judge(
            "4.32 the high roll among all who are not the invader's allies",
            all && won || fit.len() == 1,
            || format!("{rolls:?} among {fit:?}: {taken:?}"),
        );
    }

    fn levies(&mut self, tally: &mut Tally, power: Power, given: &Json, now: &Position) {
        let before = &self.before;
        let block = given.as_u64().unwrap() as Block;
        let at = before.at[block].unwrap();
        let what = || format!("{} in {}", called(block), spot(at).name);
        let own = before.leader(block) == Some(power) && before.turn.seat == power;
        tally.judge("5.0 one levies one's own and NPE blocks", own, what);
        let once = self.turn.levied.insert(block) && !self.turn.marches.contains_key(&block);
        tally.judge("3.2, 5.0 one step a turn, and none after a move", once, what);
        let grown = now.strength[block] == before.strength[block] + 1 && now.at[block] == before.at[block];
        tally.judge("5.0 a levy adds one step", grown, what);
        tally.judge("5.0 no levies in embattled places", !before.embattled(at), what);
        let fed = before.supplied(power, at, kind(block).fleet(), true);
        tally.judge("4.4 unsupplied blocks are not levied", fed, what);
    }

    fn builds(&mut self, tally: &mut Tally, power: Power, given: &Json, now: &Position) {
        let before = &self.before;
        let block = given["block"].as_u64().unwrap() as Block;
        let at = place(given["at"].as_str().unwrap());
        let it = kind(block);
        let what = || format!("{} in {}", called(block), spot(at).name);
        self.turn.levied.insert(block);
        let own =
            before.leader(block) == Some(power) && before.turn.seat == power && before.at[block].is_none();
        tally.judge("5.1 one builds from one's own pools", own, what);
        let ready = self.ready.get(&block).is_none_or(|&year| before.year >= year);
        tally.judge("7.7, 3.5 the eliminated wait for next year, the disbanded a year more", ready, || {
            format!("{} in {}, ready in {:?}", what(), before.year, self.ready.get(&block))
        });
        let home = match it.region {
            Some(region) => region == at,
            None => spot(at).home == Some(it.state) && (!it.fleet() || spot(at).port),
        };
        tally.judge("5.1, 7.7, 8.2 new blocks at home, fleets in bases, fortresses in theirs", home, what);
        let least = now.strength[block] == it.least() && now.at[block] == Some(at);
        tally.judge("5.1, 8.2 new blocks at minimum strength", least, what);
        let friendly = before.status(power, at) == Status::Friendly;
        let fed = before.supplied(power, at, it.fleet(), true);
        tally.judge("5.1, 4.4 new blocks in friendly, supplied regions", friendly && fed, what);
    }

    // ------------------------------------------------------------ battles

    /// Blocks that take part in this round.
    fn engaged(&self, place: Place) -> Vec<Block> {
        let first = self.before.fight.as_ref().is_some_and(|fight| fight.round == 1);
        self.before.here(place).filter(|block| !(first && self.before.reserves.contains(block))).collect()
    }

    fn fights(&mut self, tally: &mut Tally, verb: &str, given: &Json, now: &Position, told: &[Told]) {
        let before = &self.before.clone();
        let number = if verb == "retreat" { &given["block"] } else { given };
        let block = number.as_u64().unwrap() as Block;
        let Some(fight) = before.fight.clone() else { return };
        let at = place(&fight.place);
        let engaged = self.engaged(at);
        if verb == "lose" && fight.stage != "fire" {
            let (fleets, all) =
                (before.here(at).filter(|&b| kind(b).fleet()).count(), before.here(at).count());
            let over = if spot(at).small { fleets > 1 || all - fleets > 1 } else { all > spot(at).room };
            tally.judge("7.22 the victor gives up blocks only where too many stand", over, || {
                spot(at).name.clone()
            });
            return;
        }
        let attacking = |b: Block| before.attackers.contains(&b);
        let what = || format!("{} in {}, round {}", called(block), spot(at).name, fight.round);
        if verb == "hit" {
            let pending = fight.stage["hits"]["hits"].as_i64().unwrap() as usize;
            self.struck(tally, attacking(block), pending, Some(block), now, told, &engaged);
            return;
        }
        tally.judge("7.23 reserves wait for round 2", engaged.contains(&block), what);
        let key = |b: Block| (kind(b).letter, attacking(b));
        let next = engaged
            .iter()
            .copied()
            .filter(|b| {
                !self.fight.acted.contains(b) && before.strength[*b] > 0 && self.fight.panicked != Some(*b)
            })
            .map(key)
            .min();
        let due = next.is_none_or(|next| key(block) <= next);
        tally.judge("7.21 letters in order, defenders first", due, || format!("{}: {next:?} is due", what()));
        tally.judge("7.21 one battle turn a round", self.fight.acted.insert(block), what);
        let extended = self.fight.extended.get(&kind(block).state).copied().unwrap_or(0);
        let must = attacking(block) && fight.round >= 4 + extended;
        let exhausted = before.rules.solitaire
            && fight.round >= 2
            && before.strength[block] <= 1
            && !kind(block).fort()
            && before.leader(block) != Some(before.turn.seat);
        match verb {
            "fire" | "hold" => {
                if fight.round >= 4 && attacking(block) {
                    tally.judge("7.2, 7.6 attackers leave in round 4 unless their HQ extends", !must, what);
                }
                if before.rules.solitaire && fight.round >= 2 {
                    tally.judge("12.2 enemies at strength 1 retreat", !exhausted, what);
                }
            }
            "retreat" => {
                tally.judge(
                    "7.4 no retreat in round 1, none for fortresses",
                    fight.round > 1 && !kind(block).fort(),
                    what,
                );
                let to = place(given["to"].as_str().unwrap());
                self.withdraws(tally, block, at, to, now, told);
            }
            _ => tally.judge("7.4 only who must retreat and cannot is given up", must || exhausted, what),
        }
        if verb == "fire" {
            let line = told.iter().find(|line| line.text.contains(" rolls ")).expect("fire is rolled");
            let mut rating = kind(block).rating;
            if kind(block).fleet() && !spot(at).sea {
                rating -= 1;
            }
            if fight.round == 1 {
                for (event, target) in fight.events.iter().filter(|(_, target)| *target == Some(block)) {
                    let fits = match event.as_str() {
                        "bayonet-charge" | "panic" => kind(block).kind == "infantry",
                        "cavalry-charge" => kind(block).kind == "cavalry",
                        _ => kind(block).kind == "artillery",
                    };
                    tally.judge("3.3 events strike the arm they name", fits && event != "panic", || {
                        format!("{event} for {target:?}")
                    });
                    rating += if event == "reverse-slope" { -1 } else { 1 };
                }
            }
            let sound = line.dice.len() as i32 == before.strength[block]
                && line.dice.iter().all(|&(face, good)| good == (face <= rating));
            tally.judge("7.3, 8.3 a die a step, hits up to the firepower", sound, || {
                format!("{} at {} with {rating}: {:?}", what(), before.strength[block], line.dice)
            });
            let hits = line.dice.iter().filter(|(_, good)| *good).count();
            self.struck(tally, !attacking(block), hits, None, now, told, &engaged);
        }
    }

    /// Hits fall on the strongest, twice on fortresses (7.31, 7.32).
    #[allow(clippy::too_many_arguments)]
    fn struck(
        &self,
        tally: &mut Tally,
        attackers: bool,
        hits: usize,
        first: Option<Block>,
        now: &Position,
        told: &[Told],
        engaged: &[Block],
    ) {
        let before = &self.before;
        let fight = before.fight.as_ref().unwrap();
        let at = place(&fight.place);
        if told.iter().any(|line| line.text.contains("is defeated")) || hits == 0 && first.is_none() {
            return;
        }
        let targets: Vec<Block> =
            engaged.iter().copied().filter(|b| before.attackers.contains(b) == attackers).collect();
        let same =
            now.fight.as_ref().is_some_and(|next| place(&next.place) == at && next.round == fight.round);
        let left = now.fight.as_ref().filter(|_| same).and_then(|next| next.stage["hits"]["hits"].as_i64());
        let cracked = fight.cracked.iter().flatten().copied().find(|b| targets.contains(b));
        let begin: Vec<(Block, i32)> = targets.iter().map(|&b| (b, before.strength[b])).collect();
        let applied = hits - (left.unwrap_or(0) as usize).min(hits);
        let mut ends: Vec<Losses> = vec![(begin, cracked)];
        for n in 0..applied {
            let mut next = Vec::new();
            for (blocks, cracked) in ends {
                let top = blocks.iter().map(|(_, strength)| *strength).max();
                let mut may: Vec<Block> =
                    blocks.iter().filter(|(_, s)| Some(*s) == top).map(|(b, _)| *b).collect();
                if let Some(fort) = cracked {
                    may = vec![fort];
                }
                if let Some(chosen) = first.filter(|_| n == 0) {
                    let fit = may.contains(&chosen);
                    tally.judge("7.31 the owner chooses among the strongest", fit, || called(chosen));
                    may.retain(|b| *b == chosen);
                }
                if blocks.is_empty() {
                    next.push((blocks, cracked));
                    continue;
                }
                for hit in may {
                    let (mut blocks, mut crack) = (blocks.clone(), None);
                    if kind(hit).fort() && cracked != Some(hit) {
                        crack = Some(hit);
                    } else {
                        let row = blocks.iter_mut().find(|(b, _)| *b == hit).unwrap();
                        row.1 -= 1;
                        blocks.retain(|&(b, s)| s >= kind(b).least());
                    }
                    if !next.contains(&(blocks.clone(), crack)) {
                        next.push((blocks, crack));
                    }
                }
            }
            ends = next;
        }
        let alive: Vec<(Block, i32)> =
            targets.iter().filter(|&&b| now.at[b].is_some()).map(|&b| (b, now.strength[b])).collect();
        let sound = ends.iter().any(|(blocks, crack)| {
            *blocks == alive
                && (!same
                    || *crack
                        == now
                            .fight
                            .as_ref()
                            .and_then(|f| f.cracked.iter().flatten().copied().find(|b| targets.contains(b))))
        });
        tally.judge("7.31, 7.32 each hit on the strongest, two for a fortress", sound, || {
            format!("{applied} hits left {alive:?}, expected one of {ends:?}")
        });
    }

    /// A retreat or regroup (7.4, 7.5, 8.31).
    /// Whether two blocks are, or were, on different sides of the battle.
    fn faces(&self, a: Block, b: Block) -> bool {
        let same = match (self.fight.sides.get(&a), self.fight.sides.get(&b)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        };
        !same && self.before.bond(kind(a).state, kind(b).state) == Bond::Hostile
    }

    fn withdraws(
        &mut self,
        tally: &mut Tally,
        block: Block,
        from: Place,
        to: Place,
        now: &Position,
        told: &[Told],
    ) {
        let before = &self.before;
        let it = kind(block);
        let what = || format!("{} from {} to {}", called(block), spot(from).name, spot(to).name);
        let retreat = before.fight.as_ref().is_some_and(|fight| fight.stage == "fire");
        let strangers = before.here(to).any(|b| before.bond(kind(b).state, it.state) == Bond::Hostile);
        tally.judge(
            "7.4, 7.5 nobody withdraws to the enemy or to neutrals",
            !strangers && !before.embattled(to),
            what,
        );
        let land = PRINTED.borders.contains_key(&(from, to));
        if it.fleet() {
            let adjacent = PRINTED.passages.contains_key(&(from, to)) || shores(from).any(|sea| sea == to);
            tally.judge("8.3, 8.31 fleets withdraw to adjacent seas only", adjacent && spot(to).sea, what);
        } else if !land {
            let entered = self.landings.get(&block) == Some(&(to, from));
            let power = before.leader(block);
            // The seas and the base are friendly, be it through an allied player (4.1): no fleet of one's own is pinned.
            let friendly = |power: Power, at: Place| before.status(power, at) == Status::Friendly;
            let back = entered
                && spot(to).port
                && power.is_none_or(|power| {
                    let (base, landing) = (&spot(to).opens, &spot(from).coast);
                    friendly(power, to)
                        && Self::connects(before, power, base, landing, |sea| friendly(power, sea))
                });
            tally.judge("8.31, 8.5 only invaders go back by sea, over friendly seas", back, what);
        }
        if retreat && land && !it.fleet() {
            let entries = self.entries.get(&from).map_or(&[][..], Vec::as_slice);
            let by =
                |hostile: bool| entries.iter().any(|e| e.from == to && self.faces(block, e.block) == hostile);
            if by(true) || by(false) {
                tally.judge("7.4 no retreat over a border only the enemy used", !by(true) || by(false), what);
            }
        }
        let Some(power) = before.leader(block) else { return };
        if land || it.fleet() {
            let gone = self.fight.left.entry((power, from, to)).or_default();
            gone.push(block);
            let strangers = gone.iter().filter(|&&b| PRINTED.states[kind(b).state] != "Russia").count();
            let (all, foreign) = limit(from, to, before.winter());
            let fits = gone.len() <= all && strangers <= foreign;
            tally.judge("4.2, 7.4 border limits for retreats and regroups", fits, || {
                format!("{} {gone:?}", what())
            });
        }
        self.invites(tally, power, to, now, told);
    }

    fn regroups(&mut self, tally: &mut Tally, given: &Json, now: &Position, told: &[Told]) {
        let block = given["block"].as_u64().unwrap() as Block;
        let Some(fight) = self.before.fight.clone() else { return };
        let (from, to) = (place(&fight.place), place(given["to"].as_str().unwrap()));
        if !self.fight.won {
            self.fight.won = true;
            self.fight.left.clear();
        }
        let attacks = |b: Block| self.before.attackers.contains(&b);
        let alone = self.before.here(from).all(|b| attacks(b) == attacks(block));
        let alone = alone || !self.before.embattled(from);
        let won = self.before.at[block] == Some(from) && alone && !kind(block).fort();
        tally.judge("7.5, 2.13 the victor regroups, fortresses do not", won, || called(block));
        self.withdraws(tally, block, from, to, now, told);
    }

    fn hq(now: &Position, state: State, at: Place) -> Option<Block> {
        now.here(at).find(|&block| kind(block).state == state && kind(block).kind == "hq")
    }

    fn extends(&mut self, tally: &mut Tally, given: &Json, now: &Position) {
        let before = &self.before;
        let state = PRINTED.states.iter().position(|s| given == s.as_str()).unwrap();
        let fight = before.fight.as_ref().unwrap();
        let at = place(&fight.place);
        let spent = self.fight.extended.entry(state).or_default();
        let round = fight.round == 3 + *spent;
        *spent += 1;
        let paid = Self::hq(before, state, at).is_some_and(|hq| {
            before.strength[hq] >= 2
                && now.strength[hq] == before.strength[hq] - 1
                && before.attackers.contains(&hq)
        });
        tally.judge(
            "7.61 an HQ in the battle extends at the end of round 3, for a step but its last",
            paid && round,
            || format!("{} in round {}", PRINTED.states[state], fight.round),
        );
    }

    fn pursues(&mut self, tally: &mut Tally, given: &Json, now: &Position) {
        let before = &self.before;
        let block = given["block"].as_u64().unwrap() as Block;
        let state = kind(block).state;
        let fight = before.fight.as_ref().unwrap();
        let (from, to) = (place(&fight.place), place(given["to"].as_str().unwrap()));
        let what = || format!("{} from {} to {}", called(block), spot(from).name, spot(to).name);
        let enemy = before.here(to).any(|b| {
            before.standing(kind(b).state) != Standing::Neutral
                && before.bond(kind(b).state, state) == Bond::Hostile
        });
        let adjacent = PRINTED.borders.contains_key(&(from, to)) || spot(from).sea || spot(to).sea;
        tally.judge(
            "7.62 pursuit into an adjacent place with enemies",
            (enemy || before.pending.contains(&to)) && adjacent && !kind(block).fort(),
            || {
                let there: Vec<_> =
                    before.here(to).map(|b| (called(b), before.standings[kind(b).state])).collect();
                format!("{}: {there:?}, pacts {:?}", what(), before.pacts.allied)
            },
        );
        let first = self.fight.pursuits.insert((state, to));
        let hq = (0..PRINTED.blocks.len()).find(|&b| kind(b).state == state && kind(b).kind == "hq");
        let paid = hq.is_some_and(|hq| {
            let cost = before.strength[hq] - now.strength[hq];
            let there = before.at[hq] == Some(from) || !first;
            there && if first { cost == 1 && now.strength[hq] >= 1 } else { cost == 0 }
        });
        tally.judge("7.6, 7.62 pursuit costs the empire's HQ a step, never its last", paid, what);
        let entries = self.entries.entry(to).or_default();
        entries.push(Entry { from, power: before.leader(block), block, main: false });
        if let Some(power) = before.leader(block) {
            let gone = self.fight.left.entry((power, from, to)).or_default();
            gone.push(block);
            let strangers = gone.iter().filter(|&&b| PRINTED.states[kind(b).state] != "Russia").count();
            let (all, foreign) = limit(from, to, before.winter());
            tally.judge(
                "7.62, 4.2 border limits for pursuit",
                gone.len() <= all && strangers <= foreign,
                what,
            );
        }
    }

    /// A battle that is over leaves one side (7.2), stacked within limits (7.22).
    fn battle_over(&mut self, tally: &mut Tally, now: &Position, told: &[Told]) {
        if let Some(fight) = &now.fight {
            let most = self.fight.extended.values().copied().max().unwrap_or(0);
            if self.fight.place == Some(place(&fight.place)) && fight.round >= 4 {
                tally.judge("7.2 four rounds unless extended", fight.round <= 4 + most, || {
                    format!("round {}", fight.round)
                });
            }
        }
        let Some(fight) = &self.before.fight else { return };
        let at = place(&fight.place);
        let goes_on = now.fight.as_ref().is_some_and(|next| place(&next.place) == at);
        if goes_on || told.iter().any(|line| line.turns() || line.text.contains("is defeated")) {
            return;
        }
        let sides = |attack: bool| {
            self.before
                .here(at)
                .any(|b| self.before.attackers.contains(&b) == attack && now.at[b] == Some(at))
        };
        tally.judge(
            "7.2 a battle ends when one side is gone",
            !sides(true) || !sides(false) || !now.embattled(at),
            || {
                let who: Vec<String> = now.here(at).map(called).collect();
                format!("{}: {who:?}", spot(at).name)
            },
        );
        if !now.pending.contains(&at) {
            Self::stack(tally, now, at);
        }
    }

    /// Blocks that changed sides attack those beside them (6.13, 9.2).
    fn turncoats(&mut self, tally: &mut Tally, now: &Position, told: &[Told]) {
        if !now.urgent && now.fight.is_none() {
            self.turned.clear();
            return;
        }
        let changed = |state: &State| self.before.control(*state) != now.control(*state);
        self.turned.extend((0..PRINTED.states.len()).filter(changed));
        let Some(fight) = now.fight.as_ref().filter(|_| told.iter().any(Told::opens_battle)) else {
            return;
        };
        if now.phase == "battles" {
            return;
        }
        let at = place(&fight.place);
        let has = |attack: bool| {
            now.here(at)
                .filter(|b| now.attackers.contains(b) == attack)
                .any(|b| self.turned.contains(&kind(b).state))
        };
        let entered = self.entries.get(&at).map_or(&[][..], Vec::as_slice);
        let pursued = entered.iter().any(|entry| now.attackers.contains(&entry.block));
        if !pursued && (has(true) || has(false)) {
            tally.judge("6.13, 9.2 who changed sides attacks", has(true), || {
                let who: Vec<_> = now.here(at).map(|b| (called(b), now.attackers.contains(&b))).collect();
                let turned: Vec<_> = self.turned.iter().map(|&s| &PRINTED.states[s]).collect();
                format!("{who:?}, turned {turned:?}")
            });
        }
    }

    // ------------------------------------------------------------ gold, causes, alliances, turns

    /// Gold changes for reasons that are told, and by what they say.
    fn gold(&mut self, tally: &mut Tally, power: Power, verb: &str, now: &Position, told: &[Told]) {
        let before = &self.before;
        if before.rules.solitaire {
            let same = now.treasuries.iter().all(|&gold| gold == 0);
            tally.judge("12.2 no gold in the solitaire game", same, || format!("{:?}", now.treasuries));
            return;
        }
        if now.turn.spent > 0 {
            tally.judge("3.4 at most 3 gold a turn", now.turn.spent <= 3, || format!("{}", now.turn.spent));
        }
        let action = matches!(verb, "levy" | "build" | "ship" | "invade");
        if action {
            let turn_on = now.turn.seat == before.turn.seat && now.phase == before.phase;
            if turn_on {
                let paid = self.funds(power, before) - self.funds(power, now);
                tally.judge("3.2, 8.4, 8.5 every action costs 1 AP or gold", paid == 1, || {
                    format!("{verb}: {paid}")
                });
                let gold = before.treasuries[power] - now.treasuries[power];
                let sound = gold == 0 && now.turn.spent == before.turn.spent
                    || gold == 1 && now.turn.spent == before.turn.spent + 1;
                tally.judge("3.4 gold spent is counted", sound, || format!("{gold}"));
            }
        }
        if before.rules.hidden_treasuries || before.rules.secret_alliances && verb == "accept" {
            return;
        }
        let by_name =
            |text: &str| now.players().find(|&p| text.starts_with(PRINTED.states[now.empires[p]].as_str()));
        let mut purse = before.treasuries.clone();
        if action || matches!(verb, "group" | "step" | "aid") {
            purse[power] -= (before.treasuries[power] - now.treasuries[power]).clamp(0, 1);
        }
        if verb == "bid" {
            purse[power] -= self.bid.as_ref().map_or(0, |bid| bid.2);
        }
        if verb == "match" {
            purse[power] -= before.bid["gold"].as_i64().unwrap() as i32;
        }
        for line in told {
            let text = &line.text;
            let Some(who) = by_name(text) else { continue };
            if let Some(saved) = number_after(text, " saves ") {
                tally.judge("3.2 unused AP become gold", saved == before.turn.points, || text.clone());
                purse[who] += saved;
            } else if let Some(income) = number_after(text, " collects ") {
                purse[who] += income;
                if told.iter().all(|line| !line.text.contains("is defeated") && !line.turns()) {
                    let settled = before.placed_as(now);
                    if let Some(expected) = settled.points(who) {
                        tally.judge("3.4 yearly gold", expected == income, || {
                            format!("{text}, not {expected}")
                        });
                    }
                }
            } else if text.contains(" pays ") && text.ends_with(" gold") {
                let sum: i32 = text.split_whitespace().rev().nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
                let to = by_name(text.split_once(" pays ").unwrap().1);
                let beaten = told.iter().any(|line| line.text.contains("is defeated"));
                if beaten && verb != "accept" {
                    tally.judge("9.21 reparations are half the treasury", sum == purse[who] / 2, || {
                        format!("{text} of {}", purse[who])
                    });
                }
                purse[who] -= sum;
                if let Some(to) = to {
                    purse[to] += sum;
                }
            }
        }
        tally.judge("3.4 gold changes only for a cause", purse == now.treasuries, || {
            format!("{:?} became {:?}, expected {purse:?}", before.treasuries, now.treasuries)
        });
    }

    /// Blocks come, go and change only for a cause that is told.
    fn causes(&self, tally: &mut Tally, verb: &str, given: &Json, now: &Position, told: &[Told]) {
        let before = &self.before;
        let subject = given["block"].as_u64().or(given.as_u64()).map(|n| n as Block);
        let ends = |block: Block, what: &str| {
            told.iter().any(|line| line.text.contains(&kind(block).name) && line.text.contains(what))
        };
        let beaten = |block: Block| {
            let name = format!("{} is defeated", PRINTED.states[kind(block).state]);
            told.iter().any(|line| line.text == name)
        };
        for block in 0..PRINTED.blocks.len() {
            match (before.at[block], now.at[block]) {
                (Some(at), None) => {
                    let chosen = verb == "disband" && subject == Some(block);
                    let caused = if chosen {
                        told.iter().any(|line| line.dismisses(at))
                    } else {
                        ends(block, "is eliminated") || told.iter().any(|line| line.disbands(block))
                    };
                    tally.judge("7.7 no block leaves the map without a cause", caused, || called(block));
                }
                (None, Some(_)) => {
                    let built = verb == "build" && subject == Some(block);
                    tally.judge("5.1 no block comes but by building", built, || called(block));
                }
                (Some(from), Some(to)) if from != to => {
                    let moved =
                        matches!(verb, "step" | "aid" | "ship" | "invade" | "retreat" | "regroup" | "pursue");
                    let caused = moved && subject == Some(block);
                    let left = told.iter().any(|line| line.text.contains(" cedes "));
                    tally.judge("4.0 no block moves by itself", caused || left, || called(block));
                }
                _ => {}
            }
            if before.at[block].is_some()
                && now.at[block].is_some()
                && before.strength[block] != now.strength[block]
            {
                let caused = match now.strength[block] - before.strength[block] {
                    1 => verb == "levy" && subject == Some(block),
                    _ => {
                        let hq = kind(block).kind == "hq" && matches!(verb, "extend" | "pursue");
                        hq || ends(block, "is down to") || beaten(block)
                    }
                };
                tally.judge("2.3.2 strength changes by levy, hits or defeat", caused, || {
                    format!("{}: {} to {}", called(block), before.strength[block], now.strength[block])
                });
            }
        }
        for line in told.iter().filter(|line| line.text.ends_with(" is defeated")) {
            let name = line.text.trim_end_matches(" is defeated");
            let Some(state) = PRINTED.states.iter().position(|s| s == name) else { continue };
            if verb == "accept" || self.surrendered || state >= EMPIRES.len() {
                continue;
            }
            let low = (0..PRINTED.blocks.len())
                .filter(|&b| kind(b).state == state && now.at[b].is_some())
                .all(|b| now.strength[b] == kind(b).least());
            tally.judge("9.2 the blocks of the defeated are at minimum strength", low, || name.to_owned());
        }
    }

    /// Nobody learns which blocks somebody disbands before he is done, and then everybody does (3.5).
    fn disbands(&mut self, tally: &mut Tally, power: Power, verb: &str, given: &Json, told: &[Told]) {
        if verb == "disband" {
            self.dismissed.extend(given.as_u64().map(|block| block as Block));
        }
        let shown: Vec<&str> = told
            .iter()
            .filter_map(|line| line.text.split_once(" has disbanded "))
            .map(|(_, all)| all)
            .collect();
        let chosen = match (verb, self.before.phase.as_str()) {
            ("done", "disband") => std::mem::take(&mut self.dismissed),
            _ => Vec::new(),
        };
        if chosen.is_empty() && shown.is_empty() {
            return;
        }
        let mut names: Vec<&str> =
            shown.iter().flat_map(|all| all.split(", ")).flat_map(|some| some.split(" and ")).collect();
        let all = chosen.iter().all(|&block| {
            let own = format!(" {}", kind(block).name);
            let found = names.iter().position(|name| name.ends_with(&own));
            found.map(|at| names.swap_remove(at)).is_some()
        });
        let by = told.iter().all(|line| !line.text.contains(" has disbanded ") || line.seat == Some(power));
        tally.judge(
            "3.5 who has disbanded shows his blocks when he is done",
            all && by && names.is_empty() && shown.len() == 1,
            || format!("{:?} shown as {shown:?}", chosen.iter().map(|&b| called(b)).collect::<Vec<_>>()),
        );
    }

    fn alliances(&mut self, tally: &mut Tally, verb: &str, now: &Position, told: &[Told]) {
        let before = &self.before;
        if before.rules.solitaire {
            return;
        }
        let beaten = told.iter().any(|line| line.text.contains("is defeated"));
        let changed: Vec<(Power, Power)> = now
            .players()
            .flat_map(|p| now.players().map(move |q| (p, q)))
            .filter(|&(p, q)| p < q && before.allied(p, q) != now.allied(p, q))
            .collect();
        if !changed.is_empty() {
            let fits = beaten
                || matches!(verb, "accept" | "break" | "step" | "aid" | "invade" | "abandon")
                    && matches!(before.phase.as_str(), "actions" | "talks");
            tally.judge("6.2 alliances change by agreement or breach, never in battle", fits, || {
                format!("{changed:?} by {verb}")
            });
            if before.rules.gentlemens {
                tally.judge(
                    "6.22 gentlemen ally and break in Winter only",
                    beaten || before.phase == "talks",
                    || format!("{changed:?} by {verb}"),
                );
            }
        }
        for state in 0..PRINTED.states.len() {
            let (old, new) = (before.standings[state], now.standings[state]);
            if old == new {
                continue;
            }
            let name = &PRINTED.states[state];
            let empire = if let Standing::With(empire) = old { Some(empire) } else { None };
            let said = |state: State| told.iter().any(|line| line.text.contains(&PRINTED.states[state]));
            let player = matches!(old, Standing::Player(_));
            let caused = said(state) || empire.is_some_and(said);
            tally.judge(
                "6.1 no NPE or minor changes sides without a cause, no player ever",
                caused && !player,
                || format!("{name}: {old:?} to {new:?}"),
            );
        }
    }

    /// Turns come in the order of the cards, with the points of the cards (3.1, 3.2).
    fn turns(&mut self, tally: &mut Tally, now: &Position, told: &[Told]) {
        for line in told.iter().filter(|line| line.text.ends_with(" action points")) {
            let Some(points) = number_after(&line.text, " begins its turn with ") else { continue };
            let seat = now.turn.seat;
            if now.rules.solitaire {
                tally.judge("12.2 three points, whatever the card", points == 3, || line.text.clone());
                continue;
            }
            let card = now.hands[seat].played.unwrap_or(0);
            if (self.turn.key.0, self.turn.key.1) != (now.year, now.game_turn)
                && self.before.phase != "actions"
            {
                self.order.clear();
            }
            let own = PRINTED.states[now.empires[seat]] == PRINTED.cards[&card].empire;
            let sound = points == 3 + i32::from(own) && now.turn.points == points;
            tally.judge("3.2 three AP, four with a card of one's own", sound, || {
                format!("{} with {card}", line.text)
            });
            let first = now.players().filter_map(|p| now.hands[p].played).max();
            let falls = self.order.last().map_or(first == Some(card), |&last| card < last);
            tally.judge("3.1 turns in falling order of cards", falls, || {
                format!("{card} after {:?}", self.order)
            });
            self.order.push(card);
        }
        if self.before.phase == "actions" && now.phase != "actions" && !now.rules.solitaire {
            let all = self.order.len() == now.players().len();
            tally.judge("3.1 everybody has a turn before the battles", all || self.surrendered, || {
                format!("{:?}", self.order)
            });
        }
        if self.before.phase == "battles"
            && self.before.fight.is_none()
            && told.iter().any(Told::opens_battle)
        {
            // Who had to give up a block before any battle (1.4) has done so by now.
            let settled = self.before.placed_as(now);
            for at in (0..PRINTED.places.len())
                .filter(|at| !self.before.embattled(*at) && !self.before.pending.contains(at))
            {
                Self::stack(tally, &settled, at);
            }
        }
        let over = self.before.phase == "actions"
            && (now.phase != "actions" || now.turn.seat != self.before.turn.seat);
        if over {
            for at in 0..PRINTED.places.len() {
                // What has gone over to others meanwhile is theirs to mend before the phase ends.
                let led = |block| now.leader(block).is_none_or(|leader| leader == self.before.turn.seat);
                if !now.embattled(at) && !now.pending.contains(&at) && now.here(at).any(led) {
                    Self::stack(tally, now, at);
                }
            }
            for (from, to) in self.turn.shipped.clone() {
                let start = self.turn.start.as_ref().unwrap();
                let kept = Self::route(
                    now,
                    start,
                    self.turn.key.2,
                    &spot(from).opens,
                    &spot(to).opens,
                    &self.turn.marches,
                );
                let upset = start.standings != now.standings || start.pacts.allied != now.pacts.allied;
                tally.judge("8.4 a fleet stays in every sea crossed", kept || upset, || {
                    format!("{} to {}", spot(from).name, spot(to).name)
                });
            }
        }
    }

    // ------------------------------------------------------------ diplomacy

    fn bids(&self, tally: &mut Tally, power: Power, gold: i32, target: State) {
        let before = &self.before;
        let leads = |card: u8| PRINTED.cards[&card].leader.is_some();
        let best = before.players().filter_map(|p| before.hands[p].played).filter(|&card| leads(card)).max();
        let mine = before.hands[power].played;
        tally.judge("6.1 only the highest leader card bids", mine == best && mine.is_some(), || {
            format!("{mine:?}, {best:?}")
        });
        let sound = (1..=3).contains(&gold) && gold <= before.treasuries[power];
        let npe = !matches!(before.standings[target], Standing::Player(_));
        tally.judge("6.1 bids of 1 to 3 gold for NPEs and minors", sound && npe, || format!("{gold}"));
    }

    fn bid_settled(&mut self, tally: &mut Tally, now: &Position, told: &[Told]) {
        if now.phase == "match" || !(self.before.phase == "match" || self.bid.is_some()) {
            return;
        }
        let Some((then, opener, _, target)) = self.bid.take() else { return };
        let mut totals: Vec<(Power, i32)> = Vec::new();
        for line in told {
            let (Some(seat), Some(roll)) = (line.seat, number_after(&line.text, " rolls ")) else { continue };
            let total = match line.text.strip_suffix(" with bonuses") {
                Some(text) => text.rsplit(' ').next().and_then(|total| total.parse().ok()).unwrap_or(0),
                None => roll,
            };
            let mut bonus =
                i32::from(seat == opener) + if then.hands[seat].played == Some(37) { 2 } else { 0 };
            if target < EMPIRES.len() {
                for at in (0..PRINTED.places.len()).filter(|&at| spot(at).home == Some(target)) {
                    if then.status(seat, at) == Status::Friendly {
                        bonus += spot(at).value;
                    }
                }
            }
            tally.judge("6.12 diplomatic bonuses", total == roll + bonus, || {
                format!("{}, expected +{bonus}", line.text)
            });
            totals.push((seat, total));
        }
        let best = totals.iter().map(|(_, total)| *total).max().unwrap_or(0);
        let winners: Vec<Power> =
            totals.iter().filter(|(_, total)| *total == best).map(|(p, _)| *p).collect();
        let old = then.control(target);
        let expected = match winners[..] {
            [winner] if best >= 7 && old != Some(winner) => {
                if old.is_some() {
                    None
                } else {
                    Some(winner)
                }
            }
            _ => old,
        };
        tally.judge(
            "6.13 the high total of 7 or more shifts the target one step",
            now.control(target) == expected,
            || format!("{}: {totals:?}, was {old:?}, is {:?}", PRINTED.states[target], now.control(target)),
        );
    }

    // ------------------------------------------------------------ ends

    fn closes(&mut self, tally: &mut Tally, verb: &str, now: &Position, told: &[Told]) {
        let before = &self.before;
        if now.rules.solitaire {
            if let Some(end) = &now.ended {
                let won = end.winners.contains(&0);
                tally.judge(
                    "12.2 sixteen points win",
                    won == (now.score >= 16 * ((now.spent.len() as i32 + 15) / 16).max(1)),
                    || format!("{end:?} with {}", now.score),
                );
            }
            return;
        }
        for line in told.iter().filter(|line| line.text.ends_with(" is eliminated")) {
            for block in 0..PRINTED.blocks.len() {
                if before.at[block].is_some()
                    && now.at[block].is_none()
                    && line.text.contains(&kind(block).name)
                {
                    let Some(fight) = &before.fight else { continue };
                    let at = place(&fight.place);
                    let foes = before
                        .here(at)
                        .filter(|&b| before.bond(kind(b).state, kind(block).state) == Bond::Hostile);
                    let foes: Vec<Power> = foes.filter_map(|b| before.leader(b)).collect();
                    self.slain.entry(kind(block).state).or_default().extend(foes);
                }
            }
        }
        if before.at[NAPOLEON].is_some() && now.at[NAPOLEON].is_none() {
            self.doomed = Some("napoleon");
        }
        let fallen: Vec<State> = told
            .iter()
            .filter_map(|line| line.text.strip_suffix(" is defeated"))
            .filter_map(|name| PRINTED.states.iter().position(|s| s == name))
            .collect();
        for &state in fallen.iter().filter(|&&state| state >= EMPIRES.len()) {
            let home = |at: &Place| spot(*at).home == Some(state);
            let land: Vec<Place> = (0..PRINTED.places.len()).filter(home).collect();
            let heart = land.iter().copied().find(|&at| spot(at).city).unwrap_or(land[0]);
            let victor = now.control(state);
            let held = now.here(heart).any(|b| before.leader(b) == victor || now.leader(b) == victor);
            tally.judge("9.1 a minor falls to whoever holds its city", victor.is_some() && held, || {
                format!("{} to {victor:?}", PRINTED.states[state])
            });
        }
        for line in told.iter().filter(|line| line.text.contains(" pays ") && !fallen.is_empty()) {
            let player = |text: &str| {
                now.players().find(|&p| text.starts_with(PRINTED.states[now.empires[p]].as_str()))
            };
            let (loser, victor) = line.text.split_once(" pays ").unwrap();
            if let (Some(loser), Some(victor)) = (player(loser), player(victor))
                && fallen.contains(&now.empires[loser])
                && before.game_turn < 4
            {
                self.bound.push((loser, victor, before.year));
            }
        }
        let winter = ["disband", "talks", "discard"].contains(&now.phase.as_str());
        for &(loser, victor, year) in self.bound.iter().filter(|_| !winter) {
            if now.year == year {
                tally.judge(
                    "9.21 a defeated player follows the victor until Winter",
                    now.allied(loser, victor),
                    || format!("{loser} and {victor}"),
                );
            }
        }
        for &state in &fallen {
            self.beaten.insert(state);
            self.fell.insert(state);
            if GREAT.contains(&PRINTED.states[state].as_str()) && self.doomed.is_none() {
                self.doomed = Some("defeat");
            }
            if verb != "accept" && state < EMPIRES.len() {
                let cities: Vec<Place> = (0..PRINTED.places.len())
                    .filter(|&at| spot(at).home == Some(state) && spot(at).city)
                    .collect();
                let few = now.on_map(state) <= 3;
                let settled = before.placed_as(now);
                // Another's defeat may have come first, and made enemies of who stands there. A player's ally is no ally of
                // the empires that only follow that player (6.2).
                let mut followed = now.clone();
                followed.standings[state] = before.standings[state];
                let taken = |at: Place| {
                    let mut blocks = followed.here(at).peekable();
                    blocks.peek().is_some()
                        && blocks.all(|b| {
                            let bond = followed.bond(kind(b).state, state);
                            followed.leader(b).is_some() && bond != Bond::Allied
                        })
                };
                let lost = cities.iter().all(|&at| Self::lost(&settled, state, at) || taken(at));
                let died = state == 2 && now.at[NAPOLEON].is_none();
                tally.judge(
                    "9.2 defeat needs all cities lost or three blocks left",
                    few || lost || died || self.surrendered,
                    || format!("{} with {} blocks", PRINTED.states[state], now.on_map(state)),
                );
            }
        }
        let closed = (now.year, now.game_turn) != (before.year, before.game_turn)
            || now.ended.is_some()
            || now.phase == "disband" && before.phase != "disband";
        if !closed || before.phase == "disband" || before.phase == "talks" {
            if now.ended.is_some() && before.phase == "talks" {
                self.ended(tally, now, &fallen);
            }
            return;
        }
        Self::at_rest(tally, now);
        for state in 0..EMPIRES.len() {
            let count = now.on_map(state);
            let by: Vec<Power> = self.slain.get(&state).into_iter().flatten().copied().collect();
            let foes = by.iter().any(|&q| before.control(state).is_none_or(|p| !before.allied(p, q)));
            if count <= 3
                && foes
                && before.control(state).is_some()
                && (!self.beaten.contains(&state) || fallen.contains(&state))
            {
                tally.judge("9.2 three blocks left is defeat", fallen.contains(&state), || {
                    format!("{} has {count}, slain by {by:?}", PRINTED.states[state])
                });
            }
            if count >= 4 && !self.fell.contains(&state) {
                self.beaten.remove(&state);
            }
        }
        for state in 0..PRINTED.states.len() {
            let turned = |state: State| before.standings[state] != now.standings[state];
            let home = |at: &Place| spot(*at).home == Some(state);
            let guests = |at: Place| now.here(at).any(|block| turned(kind(block).state));
            if !turned(state)
                && !self.fell.contains(&state)
                && !(0..PRINTED.places.len()).filter(home).any(guests)
            {
                Self::undefeated(tally, now, state);
            }
        }
        self.slain.clear();
        // Whoever was defeated in this game turn stands aside (10.3), also if battles have followed from it since (9.2).
        let fallen: Vec<State> = std::mem::take(&mut self.fell).into_iter().collect();
        self.entries.clear();
        self.landings.clear();
        let due = self.doomed.is_some()
            || before.year == before.rules.last_year && before.game_turn == 4 && now.phase != "disband";
        if self.doomed.is_some() {
            tally.judge("10.3 sudden death when the game turn closes", now.ended.is_some(), || {
                format!("{:?}", self.doomed)
            });
        }
        if now.ended.is_some() {
            let named = now.ended.as_ref().is_some_and(|end| end.reason == self.doomed.unwrap_or("years"));
            tally.judge("10.1, 10.3 no end before its time", due && named, || {
                format!("{:?}, expected {:?}", now.ended, self.doomed)
            });
            self.ended(tally, now, &fallen);
        }
    }

    fn ended(&self, tally: &mut Tally, now: &Position, fallen: &[State]) {
        let Some(end) = &now.ended else { return };
        let out = |p: Power| {
            let empire = now.empires[p];
            fallen.contains(&empire) || self.doomed == Some("napoleon") && empire == 2
        };
        let counted: Vec<Power> = now.players().filter(|&p| !out(p) || self.doomed.is_none()).collect();
        for &p in &counted {
            let handicap = matches!(EMPIRES[now.empires[p]], "Austria" | "Prussia" | "Spain" | "Turkey");
            if let Some(points) = now.points(p) {
                let expected = points + if handicap { 5 } else { 0 };
                tally.judge("10.1, 10.2 victory points", end.scores[p] == expected, || {
                    format!("player {p} has {}, expected {expected}", end.scores[p])
                });
            }
        }
        if self.surrendered || counted.is_empty() {
            return;
        }
        let best = counted.iter().map(|&p| (end.scores[p], now.treasuries[p])).max();
        let winners: Vec<Power> =
            counted.iter().copied().filter(|&p| Some((end.scores[p], now.treasuries[p])) == best).collect();
        tally.judge(
            "10.1, 10.3 the most points win, gold breaks ties, the defeated stand aside",
            winners == end.winners,
            || format!("{end:?}, expected {winners:?}, fallen {fallen:?}"),
        );
    }
}

// ---------------------------------------------------------------- random games

/// How keen a random player is on a choice.
fn weight(verb: &str, effect: Option<EffectKind>, temper: u32) -> u32 {
    let base = match verb {
        "step" => 60,
        "group" => 40,
        "invade" | "pursue" | "extend" | "favour" | "hinder" => 60,
        "fire" => 60,
        "regroup" => 10,
        "retreat" => 12,
        "hold" => 6,
        "levy" | "build" | "ship" => 10,
        "done" => 16,
        "propose" | "claim" | "grant" | "disband" | "admit" | "bar" => 2,
        "surrender" | "abandon" | "break" => 1,
        "accept" => 40,
        "send" | "ally" => 30,
        _ => 20,
    };
    match effect {
        Some(EffectKind::Attack | EffectKind::Reserve | EffectKind::Neutral) => base * (1 + temper * 4),
        _ => base,
    }
}

fn told(session: &dyn AnySession, from: usize) -> Vec<Told> {
    let lines = session.log(Viewer::Spectator, from);
    lines
        .iter()
        .map(|line| {
            let line = serde_json::to_value(line).unwrap();
            let dice = line["dice"].as_array().map(Vec::as_slice).unwrap_or_default();
            Told {
                text: line["text"].as_str().unwrap().to_owned(),
                seat: line["seat"].as_u64().map(|n| n as usize),
                dice: dice
                    .iter()
                    .map(|die| (die["face"].as_i64().unwrap() as i32, die["good"].as_bool().unwrap()))
                    .collect(),
            }
        })
        .collect()
}

fn setup(seats: u8, number: u64) -> Setup {
    let mut stream = Stream::from_number(number ^ 0x5eed);
    let scenario = if seats == 1 { "solitaire" } else { ["1804", "1808", "1812"][(number % 3) as usize] };
    let mut setup = Setup::new(scenario, seats, Seed::from_number(number));
    if seats > 1 {
        for option in ["hidden-treasuries", "secret-alliances", "gentlemens-diplomacy"] {
            if stream.below(5) == 0 {
                setup.options.insert(option.into(), true.into());
            }
        }
        if stream.below(2) == 0 {
            let empires = ["austria", "britain", "france", "prussia", "russia", "spain", "turkey"];
            let mut empires = empires.to_vec();
            stream.shuffle(&mut empires);
            for empire in &empires[..usize::from(seats)] {
                setup.options.insert((*empire).into(), true.into());
            }
        }
        if scenario == "1804" && stream.below(12) == 0 {
            setup.options.insert("campaign-game".into(), true.into());
        }
    }
    setup
}

/// Who judges, who acts, what he does, the position after it, and what is told of it.
type Watch<'a> = dyn FnMut(&Referee, Power, &Json, &str, &[Told]) + 'a;

/// Plays one game and judges every step; returns how many there were.
fn play(tally: &mut Tally, seats: u8, number: u64) -> u64 {
    follow(tally, seats, number, &mut |_, _, _, _, _| {})
}

/// The same, with somebody who looks at every step before it is judged.
fn follow(tally: &mut Tally, seats: u8, number: u64, watch: &mut Watch) -> u64 {
    let setup = setup(seats, number);
    let what = format!("{} for {seats}, seed {number}, {:?}", setup.scenario, setup.options);
    let mut session = Erased::<Alliance>::GAME.start(setup).unwrap();
    let mut stream = Stream::from_number(number);
    let temper = stream.below(4);
    let start = Position::read(session.position().text());
    Referee::position(tally, &start);
    let mut referee = Referee::new(what, start);
    let mut count = 0;
    while session.outcome().is_none() {
        count += 1;
        assert!(count < 20_000, "{} never ends", referee.what);
        let deciding: Vec<Seat> = session.to_act().iter().collect();
        let aside: Vec<Seat> = session.may_interject().iter().collect();
        let seat = if !aside.is_empty() && stream.below(30) == 0 {
            *stream.pick(&aside).unwrap()
        } else {
            *stream.pick(&deciding).unwrap()
        };
        let mut choices = session.choices(seat);
        choices.retain(|choice| choice.then.is_empty());
        let actions: Vec<Json> = choices.iter().map(|choice| choice.action.read().unwrap()).collect();
        let verb = |action: &Json| match action {
            Json::String(verb) => verb.clone(),
            Json::Object(one) => one.keys().next().unwrap().clone(),
            other => panic!("{other}"),
        };
        let mut sizes: HashMap<String, u32> = HashMap::new();
        for action in &actions {
            *sizes.entry(verb(action)).or_default() += 1;
        }
        let weights: Vec<u32> = actions
            .iter()
            .zip(&choices)
            .map(|(action, choice)| {
                let verb = verb(action);
                let effect = choice.choice.effect.as_ref().map(|effect| effect.kind);
                1 + 60 * weight(&verb, effect, temper) / sizes[&verb]
            })
            .collect();
        let mut at = stream.below(weights.iter().sum());
        let mut chosen = 0;
        for (i, weight) in weights.iter().enumerate() {
            chosen = i;
            if at < *weight {
                break;
            }
            at -= weight;
        }
        let from = session.entries() + 1;
        session.act(seat, &choices[chosen].action).unwrap();
        let position = session.position();
        let now = Position::read(position.text());
        let lines = told(&*session, from);
        watch(&referee, seat.index(), &actions[chosen], position.text(), &lines);
        referee.step(tally, seat.index(), &actions[chosen], now, &lines);
        if tally.faults.len() > 400 {
            break;
        }
    }
    count
}

/// Games in which, between them, every rule applies: seats and number.
const GAMES: &[(u8, u64)] = &[
    (1, 204),
    (2, 79),
    (2, 6013),
    (3, 45),
    (3, 59),
    (3, 227),
    (4, 235),
    (4, 6034),
    (5, 278),
    (6, 181),
    (7, 161),
    (7, 231),
];

#[test]
fn random_games_keep_the_rulebook() {
    let asked: Option<u64> = std::env::var("GROGNARD_GAMES").ok().and_then(|games| games.parse().ok());
    let one = std::env::var("GROGNARD_GAME").ok().map(|game| {
        let (seats, number) = game.split_once(',').expect("seats,number");
        (seats.parse().unwrap(), number.parse().unwrap())
    });
    let games: Vec<(u8, u64)> = match asked {
        _ if one.is_some() => one.into_iter().collect(),
        Some(games) => {
            let all = |n: u64| (1..=7).map(move |seats: u8| (seats, n * 7 + u64::from(seats)));
            (0..games).flat_map(all).collect()
        }
        None => GAMES.to_vec(),
    };
    let mut tally = Tally::default();
    let mut steps = 0;
    for (n, &(seats, number)) in games.iter().enumerate() {
        let known = tally.faults.len();
        steps += play(&mut tally, seats, number);
        for fault in &tally.faults[known..] {
            println!("broken: {fault}");
        }
        if (n + 1) % 700 == 0 {
            println!("{} games, {steps} actions, {} violations", n + 1, tally.faults.len());
        }
    }
    for rule in RULES {
        println!("{:>10}  {rule}", tally.bites.get(rule).unwrap_or(&0));
    }
    println!("{} games, {steps} actions, {} rules", games.len(), RULES.len());
    assert!(tally.faults.is_empty(), "{} violations", tally.faults.len());
    let idle: Vec<&str> = RULES.into_iter().filter(|rule| !tally.bites.contains_key(rule)).collect();
    assert!(idle.is_empty(), "never applied: {idle:?}");
    assert!(tally.bites.keys().all(|rule| RULES.contains(rule)));
}

/// The start of a game with two players, as it is printed.
fn start() -> Json {
    let session = Erased::<Alliance>::GAME.start(Setup::new("1804", 2, Seed::from_number(1))).unwrap();
    serde_json::from_str(session.position().text()).unwrap()
}

fn entry(position: &mut Json, number: u64) -> &mut Json {
    let blocks = position["blocks"].as_array_mut().unwrap();
    blocks.iter_mut().find(|block| block["number"] == number).unwrap()
}

/// What is found wrong with a position between two game turns.
fn judged(position: &Json) -> Vec<String> {
    let (mut tally, now) = (Tally::default(), Position::read(&position.to_string()));
    Referee::position(&mut tally, &now);
    Referee::at_rest(&mut tally, &now);
    for state in 0..PRINTED.states.len() {
        Referee::undefeated(&mut tally, &now, state);
    }
    tally.faults
}

#[test]
fn doctored_positions_are_judged_wrong() {
    assert_eq!(judged(&start()), Vec::<String>::new());
    type Doctor = fn(&mut Json);
    let doctored: [(&str, Doctor); 12] = [
        ("2.2", |p| {
            let twin = p["blocks"][0].clone();
            p["blocks"].as_array_mut().unwrap().push(twin);
        }),
        ("2.2", |p| p["blocks"][0]["name"] = "Old Guard".into()),
        ("2.3.1", |p| entry(p, 24)["strength"] = 3.into()),
        ("2.3.1", |p| entry(p, 2)["strength"] = 0.into()),
        ("1.3", |p| entry(p, 21)["at"] = "Paris".into()),
        ("8.3, 2.13", |p| entry(p, 2)["at"] = "North Sea".into()),
        ("8.3, 2.13", |p| entry(p, 16)["at"] = "Paris".into()),
        ("6.2", |p| p["pacts"]["allied"][0] = serde_json::json!([1])),
        ("3.0", |p| p["hands"][0]["cards"][0] = p["hands"][1]["cards"][0].clone()),
        ("7.1", |p| entry(p, 24)["at"] = "Burgundy".into()),
        ("1.4", |p| entry(p, 2)["at"] = "Paris".into()),
        ("9.1", |p| {
            p["standings"]["Bavaria"] = serde_json::json!({ "ally": 1 });
            entry(p, 127)["at"] = "Tyrol".into();
            entry(p, 2)["at"] = "Bavaria".into();
        }),
    ];
    for (rule, doctor) in doctored {
        let mut position = start();
        doctor(&mut position);
        let faults = judged(&position);
        assert!(faults.iter().any(|fault| fault.starts_with(rule)), "{rule}: {faults:?}");
    }
}

/// What is found wrong if the position after a step is not what it was. The step is the first of a game that is done by
/// `verb` and of which `fits` holds.
fn tampered(verb: &str, fits: fn(&[Told]) -> bool, doctor: fn(&mut Json, u64)) -> Vec<String> {
    let mut found = None;
    for number in 0..200 {
        let mut tally = Tally::default();
        follow(&mut tally, 2, number, &mut |referee, seat, action, after, lines| {
            if found.is_some() || action.get(verb).is_none() || !fits(lines) {
                return;
            }
            let subject = action[verb].as_u64().or(action[verb]["block"].as_u64()).unwrap();
            let mut after: Json = serde_json::from_str(after).unwrap();
            let mut tally = Tally::default();
            let sound = Position::read(&after.to_string());
            referee.clone().step(&mut tally, seat, action, sound, lines);
            assert_eq!(tally.faults, Vec::<String>::new());
            doctor(&mut after, subject);
            let wrong = Position::read(&after.to_string());
            referee.clone().step(&mut tally, seat, action, wrong, lines);
            found = Some(tally.faults);
        });
        if let Some(faults) = found {
            return faults;
        }
    }
    panic!("nobody does {verb}");
}

#[test]
fn doctored_steps_are_judged_wrong() {
    type Fits = fn(&[Told]) -> bool;
    type Doctor = fn(&mut Json, u64);
    let any: Fits = |_| true;
    let doctored: [(&str, &str, Fits, Doctor); 9] = [
        ("levy", "5.0 a levy adds", any, |p, b| {
            let strength = entry(p, b)["strength"].as_i64().unwrap();
            entry(p, b)["strength"] = (strength - 1).into();
        }),
        ("levy", "3.4 gold changes", any, |p, _| {
            let gold = p["treasuries"][0].as_i64().unwrap();
            p["treasuries"][0] = (gold + 2).into();
        }),
        ("levy", "7.7 no block leaves", any, |p, _| entry(p, 34)["at"] = Json::Null),
        ("levy", "4.0 no block moves", any, |p, _| entry(p, 0)["at"] = "Champagne".into()),
        ("build", "5.1, 8.2 new blocks at minimum", any, |p, b| {
            let strength = entry(p, b)["strength"].as_i64().unwrap();
            entry(p, b)["strength"] = (strength + 1).into();
        }),
        ("step", "4.0 who moves arrives", any, |p, b| entry(p, b)["at"] = "Volga".into()),
        (
            "step",
            "4.31, 7.23",
            |lines| lines.iter().any(|l| l.text.starts_with("A battle will be fought")),
            |p, b| {
                p["reserves"].as_array_mut().unwrap().push(b.into());
            },
        ),
        (
            "fire",
            "2.3.2",
            |lines| lines.len() == 1,
            |p, b| {
                let strength = entry(p, b)["strength"].as_i64().unwrap();
                entry(p, b)["strength"] = (strength - 1).into();
            },
        ),
        (
            "retreat",
            "4.0 no block moves",
            |lines| lines.len() == 1,
            |p, _| entry(p, 0)["at"] = "Volga".into(),
        ),
    ];
    for (verb, rule, fits, doctor) in doctored {
        let faults = tampered(verb, fits, doctor);
        assert!(faults.iter().any(|fault| fault.starts_with(rule)), "{rule}: {faults:?}");
    }
}
