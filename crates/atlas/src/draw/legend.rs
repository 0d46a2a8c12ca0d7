//! What the signs of a sheet mean.

use std::collections::BTreeSet;

use super::borders;
use super::cells;
use super::grid::{Port, Seat, SideKind, Star, TownPart};
use super::lettering;
use super::pen::short;
use super::sheet::{Arm, Border, BorderKind, Ground, MapSheet, MarkKind, Realm, Sign};
use super::signs::{self, put};
use super::style::{INK, LAND, SEA};
use super::woods::Woods;
use crate::survey::Point;

/// A line of a legend.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// What is explained.
    pub sign: Sign,
    /// What it means.
    pub words: String,
    /// A small drawing of it, as SVG.
    pub drawing: String,
}

/// How large the small drawings are, in points.
pub(super) const SIZE: Point = (46.0, 22.0);

/// Everything on a sheet that needs a word, in the order of a legend: borders, grounds, marks and towns, realms.
pub fn legend(sheet: &MapSheet) -> Vec<Entry> {
    let entry = |sign: Sign| {
        let body = body(sheet, sign);
        let drawing = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\"><defs>{2}</defs>{body}</svg>",
            SIZE.0,
            SIZE.1,
            defs(&body, sign),
        );
        Entry { sign, words: words(sheet, sign), drawing }
    };
    signs_of(sheet).into_iter().map(entry).collect()
}

fn defs(body: &str, sign: Sign) -> String {
    let mut glyphs = BTreeSet::new();
    let towns = match sign {
        Sign::Town(_) => cells::define_sites(&mut glyphs),
        _ => String::new(),
    };
    signs::define_for(body) + &towns + &lettering::define(&glyphs)
}

/// What occurs on a sheet.
pub(super) fn signs_of(sheet: &MapSheet) -> Vec<Sign> {
    let borders = BORDERS.map(Sign::Border).into_iter();
    let grounds = GROUNDS.map(Sign::Ground).into_iter();
    let marks: BTreeSet<MarkKind> = sheet.marks.iter().map(|mark| mark.kind).collect();
    let marks = marks.into_iter().map(Sign::Mark);
    let realms = (0..sheet.realms.len()).map(Sign::Realm);
    let sides = [Sign::River].into_iter().chain(SIDES.map(Sign::Side));
    let towns = TOWNS.map(Sign::Town).into_iter().chain([Sign::SeaBox, Sign::Line]);
    let all = borders.chain(sides).chain(grounds).chain(marks).chain(towns).chain(realms);
    all.filter(|&sign| occurs(sheet, sign)).collect()
}

const BORDERS: [BorderKind; 10] = [
    BorderKind::Clear,
    BorderKind::Forest,
    BorderKind::River,
    BorderKind::RiverFrozen,
    BorderKind::Mountain,
    BorderKind::Marsh,
    BorderKind::Narrow,
    BorderKind::Lake,
    BorderKind::Strait,
    BorderKind::Sea,
];

const GROUNDS: [Ground; 6] =
    [Ground::Forest, Ground::Marsh, Ground::Mountain, Ground::Pass, Ground::Hill, Ground::Desert];

const SIDES: [SideKind; 3] = [SideKind::Mountain, SideKind::Water, SideKind::Strait];

const TOWNS: [TownPart; 9] = [
    TownPart::Seat(Seat::Realm),
    TownPart::Seat(Seat::Province),
    TownPart::Worth,
    TownPart::Place,
    TownPart::Fort,
    TownPart::Port(Port::Major),
    TownPart::Port(Port::Minor),
    TownPart::Star(Star::Key),
    TownPart::Star(Star::Victory),
];

fn occurs(sheet: &MapSheet, sign: Sign) -> bool {
    let mut grids = sheet.grid.iter();
    let cells = || sheet.grid.iter().flat_map(|grid| &grid.cells);
    match sign {
        Sign::Border(kind) => sheet.borders.iter().any(|border| border.kind == kind),
        Sign::Ground(ground) => {
            let mut grounds =
                sheet.areas.iter().map(|area| area.ground).chain(cells().map(|cell| cell.ground));
            grounds.any(|other| other == ground)
        }
        Sign::Mark(kind) => sheet.marks.iter().any(|mark| mark.kind == kind),
        Sign::Realm(number) => {
            let named = sheet.realms.get(number).is_some_and(|realm| !realm.name.is_empty());
            let mut realms = sheet.areas.iter().map(|area| area.realm).chain(cells().map(|cell| cell.realm));
            named && realms.any(|realm| realm == Some(number))
        }
        Sign::River => grids.any(|grid| !grid.rivers.is_empty()),
        Sign::Side(kind) => grids.any(|grid| grid.sides.iter().any(|side| side.kind == kind)),
        Sign::Line => grids.any(|grid| !grid.lines.is_empty()),
        Sign::Town(part) => grids.any(|grid| grid.sites.iter().any(|site| site.has(part))),
        Sign::SeaBox => grids.any(|grid| !grid.boxes.is_empty()),
    }
}

/// The game's own words, or plain ones.
pub(super) fn words(sheet: &MapSheet, sign: Sign) -> String {
    let own = sheet.words.iter().find(|(other, _)| *other == sign).map(|(_, words)| words.clone());
    own.unwrap_or_else(|| match sign {
        Sign::Border(kind) => border_words(kind).to_owned(),
        Sign::Ground(ground) => ground_words(ground).to_owned(),
        Sign::Mark(kind) => mark_words(kind).to_owned(),
        Sign::Realm(number) => sheet.realms.get(number).map(|realm| realm.name.clone()).unwrap_or_default(),
        Sign::River => "River".to_owned(),
        Sign::Side(SideKind::Mountain) => "Mountains".to_owned(),
        Sign::Side(SideKind::Water) => "Water, not to be crossed".to_owned(),
        Sign::Side(SideKind::Strait) => "Strait".to_owned(),
        Sign::Line => "Line".to_owned(),
        Sign::Town(part) => town_words(part).to_owned(),
        Sign::SeaBox => "Sea box with its lanes".to_owned(),
    })
}

fn town_words(part: TownPart) -> &'static str {
    match part {
        TownPart::Seat(Seat::Realm) => "Capital",
        TownPart::Seat(Seat::Province) => "Capital of a province",
        TownPart::Worth => "City, and what it is worth",
        TownPart::Place => "Town",
        TownPart::Fort => "Fortress, and its level",
        TownPart::Port(Port::Major) => "Naval base",
        TownPart::Port(Port::Minor) => "Port",
        TownPart::Star(Star::Key) => "Key town",
        TownPart::Star(Star::Victory) => "Counts for victory",
    }
}

fn border_words(kind: BorderKind) -> &'static str {
    match kind {
        BorderKind::Clear => "Open border",
        BorderKind::Forest => "Border in woods",
        BorderKind::River => "River",
        BorderKind::RiverFrozen => "River that freezes",
        BorderKind::Mountain => "Mountains",
        BorderKind::Marsh => "Border in marshes",
        BorderKind::Strait => "Strait",
        BorderKind::Narrow => "One road",
        BorderKind::Lake => "Over a lake",
        BorderKind::Coast => "Coast",
        BorderKind::Sea => "From sea to sea",
    }
}

fn ground_words(ground: Ground) -> &'static str {
    match ground {
        Ground::Clear => "Open country",
        Ground::Forest => "Woods",
        Ground::Marsh => "Marshes",
        Ground::Mountain => "Mountainous",
        Ground::Pass => "Pass",
        Ground::Hill => "Hills",
        Ground::Desert => "Desert",
    }
}

fn mark_words(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Capital => "Capital",
        MarkKind::City => "City",
        MarkKind::Fortress => "Fortress",
        MarkKind::Base => "Naval base",
        MarkKind::Star => "Star",
        MarkKind::Town(_, None) => "Town",
        MarkKind::Town(_, Some(Arm::Infantry)) => "Town that raises infantry",
        MarkKind::Town(_, Some(Arm::Cavalry)) => "Town that raises cavalry",
        MarkKind::Town(_, Some(Arm::General)) => "Town with a general",
        MarkKind::Start(Arm::Infantry) => "Infantry begins here",
        MarkKind::Start(Arm::Cavalry) => "Cavalry begins here",
        MarkKind::Start(Arm::General) => "A general begins here",
    }
}

/// The small drawing itself, without its definitions.
pub(super) fn body(sheet: &MapSheet, sign: Sign) -> String {
    let (wide, high) = SIZE;
    let middle = (wide / 2.0, high / 2.0);
    match sign {
        Sign::Border(kind @ (BorderKind::Sea | BorderKind::Strait)) => {
            tile(SEA) + &borders::sample(&sample(kind))
        }
        Sign::Border(kind) => tile(LAND) + &borders::sample(&sample(kind)),
        Sign::Ground(ground) if sheet.grid.is_some() => tile(LAND) + &cells::ground_sample(ground, SIZE),
        Sign::Ground(ground) => {
            let places = [(0.2, 0.62, 1.0), (0.5, 0.4, 1.1), (0.8, 0.66, 0.95)];
            let Some(name) = signs::of_ground(ground) else {
                let mut woods = Woods::default();
                for (nth, (right, down, size)) in places.into_iter().enumerate() {
                    woods.clump((wide * right, high * down), 4.2 * size, (nth as i64, 2));
                }
                return tile(LAND) + &woods.finish();
            };
            let signs = places.map(|(right, down, size)| put(name, (wide * right, high * down), size));
            tile(LAND) + &signs.concat()
        }
        Sign::Mark(kind) => {
            let low = match kind {
                MarkKind::Capital | MarkKind::City => 0.8,
                _ => 0.52,
            };
            let ground = if kind == MarkKind::Star { SEA } else { LAND };
            tile(ground) + &signs::mark(kind, 1, (middle.0, high * low), 1.1)
        }
        Sign::Realm(number) => {
            sheet.realms.get(number).map(|realm| swatch(realm, number)).unwrap_or_default()
        }
        Sign::River | Sign::Line | Sign::Side(SideKind::Mountain) => {
            tile(LAND) + &cells::side_sample(sign, SIZE)
        }
        Sign::Side(_) => tile(SEA) + &cells::side_sample(sign, SIZE),
        Sign::Town(part) => tile(LAND) + &cells::town_sample(part, middle),
        Sign::SeaBox => tile(SEA) + &cells::box_sample(SIZE),
    }
}

/// A level border of a kind, a little bent.
fn sample(kind: BorderKind) -> Border {
    let (wide, high) = SIZE;
    let bend = if kind == BorderKind::Strait { 0.0 } else { high * 0.09 };
    let point = |share: f64| (3.0 + (wide - 6.0) * share, high / 2.0 - bend * (share * 6.0).sin());
    Border { kind, line: (0..=12).map(|i| point(f64::from(i) / 12.0)).collect() }
}

fn tile(fill: &str) -> String {
    frame(&format!("fill=\"{fill}\""))
}

fn frame(more: &str) -> String {
    format!(
        "<rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" {more}/>",
        short(SIZE.0 - 1.0),
        short(SIZE.1 - 1.0)
    )
}

/// Colour and hatching of a realm, as on its land.
fn swatch(realm: &Realm, number: usize) -> String {
    let id = format!("swatch{number}");
    format!(
        "<defs>{}</defs>{}{}{}{}",
        realm.hatch.define(&id, realm.colour, 4.6),
        tile(LAND),
        frame(&format!("fill=\"{}\" fill-opacity=\".5\"", realm.colour)),
        frame(&format!("fill=\"url(#{id})\" fill-opacity=\".6\"")),
        frame(&format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\".6\""))
    )
}
