//! Records a game for every way in which one can end into `tests/fixtures`, where `tests/fixtures.rs` replays them.
//!
//! To be run whenever the rules play differently: `cargo run --release -p conquests --example record-conquests`, with the names of
//! some files behind `--` if not all are wanted. All seats play together for the end that is wanted: of many ways to go on they
//! take that which has most of what 13.2 asks for.

use std::path::Path;
use std::rc::Rc;
use std::sync::LazyLock;

use atlas::topology::Id;
use conquests::{Area, AreaSet, Conquests, Kind, Nation, Nations, Side};
use engine::kit::records::{Drive, Pull, Wanted, record};
use engine::{Game, Seed, Session, Setup};

use Nation::{Austria, England, France, Prussia, Russia};

use conquests::units_in;

/// How many games are tried for one.
const TRIED: u64 = 2_000;

/// How many ways to go on are tried at a time.
const WAYS: u32 = 200;

/// How many actions each of them goes, and how many where combats have to be lost.
const AHEAD: usize = 10;
const FAR_AHEAD: usize = 16;

const COALITION: [Nation; 4] = [England, Prussia, Austria, Russia];

/// One thing that an end asks for.
enum Aim {
    /// Society of a side above a level.
    Society(Side, u8),
    /// Morale of a nation above a level.
    Morale(Nation, u8),
    /// A nation controls a land.
    Hold(Nation, Area),
    /// These nations, and no others, stand in a land.
    Share(Nations, Area),
    /// A nation is eliminated.
    Out(Nation),
}

fn main() -> std::io::Result<()> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let mut games: Vec<Wanted<Conquests>> = short().into_iter().chain(campaign()).collect();
    games.retain(|game| names.is_empty() || names.iter().any(|name| *name == game.file));
    record(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"), &games)
}

/// The ends that do not depend on the length, and those of the short game (13, 13.2.1, 13.2.3).
fn short() -> Vec<Wanted<Conquests>> {
    let [madrid, rome, stockholm, constantinople] = Area::neutral_capitals();
    let [london, vienna] = [England, Austria].map(Area::capital);
    let three = [Aim::Hold(Austria, rome), Aim::Hold(Russia, constantinople), Aim::Hold(Prussia, stockholm)];
    let game = |file, reason, aims| towards(file, "short", reason, aims);
    vec![
        on_points("short-points", "short"),
        game("napoleon-out", "napoleon-eliminated", vec![Aim::Out(France)]),
        towards("coalition-out", "campaign", "coalition-eliminated", COALITION.map(Aim::Out).into()),
        game(
            "short-lone-paris",
            "lone-strategic",
            coalition(6, &[Prussia], 5, [Aim::Hold(Prussia, paris())]),
        ),
        game("short-lone-neutral", "lone-strategic", holds(Austria, [madrid, rome, constantinople])),
        game(
            "short-coalition-paris",
            "coalition-strategic",
            coalition(7, &COALITION, 6, [in_paris(&[Prussia, Austria])]),
        ),
        game("short-coalition-neutral", "coalition-tactical", coalition(7, &COALITION, 6, three)),
        game("short-napoleon-capital", "napoleon-strategic", french(7, Some(9), [paris(), vienna, rome])),
        game("short-napoleon-london", "napoleon-strategic", french(7, None, [paris(), london])),
        game("short-napoleon-france", "napoleon-tactical", french(6, Some(9), all_france())),
        game(
            "short-napoleon-neutral",
            "napoleon-tactical",
            french(7, Some(9), [paris(), madrid, rome, constantinople]),
        ),
    ]
}

/// The ends of the campaign (13.2.2, 13.2.3).
fn campaign() -> Vec<Wanted<Conquests>> {
    let [madrid, rome, stockholm, constantinople] = Area::neutral_capitals();
    let [berlin, vienna, moscow] = [Prussia, Austria, Russia].map(Area::capital);
    let [three, two]: [&[Nation]; 2] = [&[England, Prussia, Austria], &[Prussia, Austria]];
    let four = [
        Aim::Hold(Austria, rome),
        Aim::Hold(England, madrid),
        Aim::Hold(Prussia, stockholm),
        Aim::Hold(Russia, constantinople),
    ];
    let game = |file, reason, aims| towards(file, "campaign", reason, aims);
    let together = |file, nations, society, morale| {
        game(file, "coalition-strategic", coalition(society, nations, morale, [in_paris(nations)]))
    };
    let britain = Area::great_britain();
    vec![
        on_points("campaign-points", "campaign"),
        game(
            "campaign-lone-paris",
            "lone-strategic",
            coalition(8, &[Prussia], 7, [Aim::Hold(Prussia, paris())]),
        ),
        game("campaign-lone-neutral", "lone-strategic", holds(Austria, Area::neutral_capitals())),
        together("campaign-four-in-paris", &COALITION, 8, 7),
        together("campaign-three-in-paris", three, 9, 8),
        together("campaign-two-in-paris", two, 10, 9),
        game("campaign-coalition-neutral", "coalition-tactical", coalition(10, &COALITION, 8, four)),
        game("campaign-napoleon-moscow", "napoleon-strategic", french(7, None, [paris(), moscow, vienna])),
        game(
            "campaign-napoleon-german",
            "napoleon-strategic",
            french(7, None, [paris(), berlin, vienna, rome, madrid]),
        ),
        game(
            "campaign-napoleon-england",
            "napoleon-strategic",
            french(7, None, britain.with(paris()).iter()),
        ),
        game("campaign-napoleon-france", "napoleon-tactical", french(11, Some(12), all_france())),
        game(
            "campaign-napoleon-neutral",
            "napoleon-tactical",
            french(7, Some(9), [paris()].into_iter().chain(Area::neutral_capitals())),
        ),
    ]
}

fn paris() -> Area {
    Area::capital(France)
}

/// All that Napoleon has to hold at home.
fn all_france() -> Vec<Area> {
    Area::homeland(France).iter().filter(|land| *land != Area::corsica()).collect()
}

fn holds(nation: Nation, lands: impl IntoIterator<Item = Area>) -> Vec<Aim> {
    lands.into_iter().map(|land| Aim::Hold(nation, land)).collect()
}

fn in_paris(nations: &[Nation]) -> Aim {
    Aim::Share(nations.iter().copied().collect(), paris())
}

/// Society of the Coalition and Morale of these nations above these levels, and more.
fn coalition(society: u8, nations: &[Nation], morale: u8, more: impl IntoIterator<Item = Aim>) -> Vec<Aim> {
    let morale = nations.iter().map(|nation| Aim::Morale(*nation, morale));
    [Aim::Society(Side::Coalition, society)].into_iter().chain(morale).chain(more).collect()
}

/// Society and, if it matters, Morale of France above these levels, and lands that it holds.
fn french(society: u8, morale: Option<u8>, lands: impl IntoIterator<Item = Area>) -> Vec<Aim> {
    let morale = morale.map(|level| Aim::Morale(France, level));
    let levels = [Aim::Society(Side::France, society)].into_iter().chain(morale);
    levels.chain(holds(France, lands)).collect()
}

/// A game at random.
fn on_points(file: &'static str, scenario: &str) -> Wanted<Conquests> {
    let is_it = |game: &Session<Conquests>| game.outcome().is_some_and(|end| end.reason == "points");
    let setup = Setup::new(scenario, 5, Seed::from_number(0));
    Wanted { file, setup, drive: Drive::Random(|_| true), is_it: Box::new(is_it), tried: TRIED }
}

/// A game that ends for this reason, with all aims met.
fn towards(file: &'static str, scenario: &str, reason: &'static str, aims: Vec<Aim>) -> Wanted<Conquests> {
    let fatal = aims.iter().any(|aim| matches!(aim, Aim::Out(_)));
    let ahead = if fatal { FAR_AHEAD } else { AHEAD };
    let aims = Rc::new(aims);
    let ends = move |game: &Conquests| game.outcome().map(|end| end.reason == reason);
    let goal = Rc::clone(&aims);
    let hope = move |game: &Conquests| match ends(game) {
        Some(true) if goal.iter().all(|aim| aim.is_met(game)) => 1000.0,
        Some(_) => -1000.0,
        None => goal.iter().map(|aim| aim.share(game)).sum(),
    };
    let is_it = move |game: &Session<Conquests>| {
        let game = game.state();
        ends(game) == Some(true) && aims.iter().all(|aim| aim.is_met(game))
    };
    let pull = Pull { hope: Box::new(hope), ways: WAYS, ahead, blind: 2 };
    let setup = Setup::new(scenario, 5, Seed::from_number(0));
    Wanted { file, setup, drive: Drive::Together(pull), is_it: Box::new(is_it), tried: TRIED }
}

impl Aim {
    fn is_met(&self, game: &Conquests) -> bool {
        match *self {
            Aim::Society(side, level) => game.tracks().society_of(side) > level,
            Aim::Morale(nation, level) => game.tracks().morale_of(nation) > level,
            Aim::Hold(nation, land) => game.controls(nation, land),
            Aim::Share(nations, land) => game.forces().present(land) == nations,
            Aim::Out(nation) => !game.in_play().contains(nation),
        }
    }

    /// How much of it there is, from 0 to 1.
    fn share(&self, game: &Conquests) -> f32 {
        let of = |level: u8, above: u8| f32::from(level.min(above + 1)) / f32::from(above + 1);
        match *self {
            _ if self.is_met(game) => 1.0,
            Aim::Society(side, level) => of(game.tracks().society_of(side), level),
            Aim::Morale(nation, level) => of(game.tracks().morale_of(nation), level),
            Aim::Hold(nation, land) => {
                let points = f32::from(game.treasury().whole_points(nation).min(10));
                0.7 * nearness(game, nation, land) + 0.01 * points - crowd(game, nation.into(), land)
            }
            Aim::Share(nations, land) => {
                let near: f32 = nations.iter().map(|nation| nearness(game, nation, land)).sum();
                let friends =
                    nations.iter().all(|nation| (nations - game.treaties().friends(nation)).is_empty());
                let allied = if friends { 0.3 } else { 0.0 };
                0.6 * near / f32::from(nations.len()) + allied - crowd(game, nations, land)
            }
            Aim::Out(nation) => {
                let lands = Area::lands().filter(|land| game.controls(nation, *land)).count() as f32;
                let left =
                    (lands / 8.0).min(1.0) * (f32::from(game.tracks().morale_of(nation)) / 8.0).min(1.0);
                0.9 - 0.9 * left.sqrt()
            }
        }
    }
}

/// How near a nation's units are to a land, from 0 to 1: many count more than one.
fn nearness(game: &Conquests, nation: Nation, land: Area) -> f32 {
    let near = |from: Area| {
        let units = units(game, nation, from).min(4.0) / 4.0;
        (0.5 + 0.5 * units) * 0.75_f32.powi(i32::from(STEPS[from.index()][land.index()]))
    };
    game.forces()
        .places(nation)
        .iter()
        .filter(|from| units(game, nation, *from) > 0.0)
        .map(near)
        .fold(0.0, f32::max)
}

/// How much others than these are in the way in a land.
fn crowd(game: &Conquests, nations: Nations, land: Area) -> f32 {
    let others = game.forces().present(land) - nations;
    0.05 * others.iter().map(|nation| units(game, nation, land)).sum::<f32>()
}

/// Ground units in an area, or aboard.
fn units(game: &Conquests, nation: Nation, area: Area) -> f32 {
    let count = |kind| f32::from(units_in(game, nation, kind, Some(AreaSet::from(area))));
    Kind::ground().map(count).sum()
}

/// How far any two areas are apart; to go aboard or ashore takes longer.
static STEPS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let areas: Vec<Area> = Area::all().collect();
    let step = |a: Area, b: Area| match a.neighbours().contains(b) {
        _ if a == b => 0,
        true if a.is_sea() != b.is_sea() => 2,
        true => 1,
        false => 100,
    };
    let mut steps: Vec<Vec<u8>> =
        areas.iter().map(|a| areas.iter().map(|b| step(*a, *b)).collect()).collect();
    for over in 0..areas.len() {
        for from in 0..areas.len() {
            for to in 0..areas.len() {
                let way = steps[from][over].saturating_add(steps[over][to]);
                steps[from][to] = steps[from][to].min(way);
            }
        }
    }
    steps
});
