//! The map as it is drawn.

use std::collections::BTreeMap;
use std::sync::Arc;

use atlas::draw::{
    Area, Border, BorderKind, Colour, Earth, Ground, Hatch, MapSheet, Mark, MarkKind, Realm, Sign,
};
use atlas::geography::europe;
use atlas::projection::Conic;
use atlas::survey::{Plan, Point};

use crate::map::{self, MAP, Terrain};
use crate::outlines::OUTLINES;

/// The empires, in the colours of their blocks, and all minor states.
const REALMS: [(&str, Colour, Hatch); 8] = [
    ("Britain", Colour(196, 72, 62), Hatch::Gules),
    ("France", Colour(78, 112, 176), Hatch::Azure),
    ("Spain", Colour(226, 176, 72), Hatch::Or),
    ("Austria", Colour(236, 214, 140), Hatch::Ermine),
    ("Prussia", Colour(120, 124, 138), Hatch::Sable),
    ("Russia", Colour(112, 150, 96), Hatch::Vert),
    ("Turkey", Colour(150, 168, 104), Hatch::Chevrons),
    ("Minor states", Colour(176, 140, 112), Hatch::Purpure),
];

/// The capitals, of which the others are but cities.
const CAPITALS: [&str; 7] = ["Vienna", "London", "Paris", "Berlin", "St. Petersburg", "Madrid", "Istanbul"];

/// The map with its borders, cities, fortresses, naval bases and stars.
pub fn sheet() -> MapSheet {
    let conic = Conic::europe();
    let plan = MAP.plan(&conic);
    let earth = Earth::Globe(Arc::new(conic));
    MapSheet {
        realms: realms(),
        areas: areas(),
        borders: borders(&plan),
        marks: marks(&conic),
        words: words(),
        ..MapSheet::bare("Alliance", earth, plan.corners)
    }
}

/// How many blocks cross a border into battle (4.2), how many stand in a region (1.4), and what is worth something.
fn words() -> Vec<(Sign, String)> {
    let words = [
        (Sign::Border(BorderKind::Clear), "Clear: 4 blocks"),
        (Sign::Border(BorderKind::Forest), "Forest: 3 blocks"),
        (Sign::Border(BorderKind::River), "River: 3 blocks"),
        (Sign::Border(BorderKind::RiverFrozen), "River that freezes: 3 blocks"),
        (Sign::Border(BorderKind::Mountain), "Mountain: 2 blocks"),
        (Sign::Border(BorderKind::Marsh), "Marsh: 2 blocks"),
        (Sign::Border(BorderKind::Narrow), "Narrow: 1 block"),
        (Sign::Border(BorderKind::Lake), "Lake: in Winter only"),
        (Sign::Border(BorderKind::Strait), "Strait: 2 blocks"),
        (Sign::Border(BorderKind::Sea), "Sea: no limit"),
        (Sign::Ground(Ground::Forest), "Forest region: 3 blocks"),
        (Sign::Ground(Ground::Mountain), "Mountain region: 2 blocks"),
        (Sign::Mark(MarkKind::City), "Victory city: a tower for each point"),
        (Sign::Mark(MarkKind::Star), "Sea star: gold and points"),
    ];
    words.map(|(sign, words)| (sign, words.to_owned())).into()
}

fn realms() -> Vec<Realm> {
    REALMS.map(|(name, colour, hatch)| Realm { name: name.to_owned(), colour, hatch }).into()
}

fn areas() -> Vec<Area> {
    let regions = MAP.regions.iter().zip(0..).map(|(region, number)| {
        let ground = match region.terrain {
            Terrain::Clear => Ground::Clear,
            Terrain::Forest => Ground::Forest,
            Terrain::Mountain => Ground::Mountain,
        };
        let realm = region.state.as_deref().map(realm);
        Area { ground, realm, ..OUTLINES.area(number, &region.name, false) }
    });
    let first = MAP.regions.len() as u16;
    let seas = MAP.seas.iter().zip(first..).map(|(sea, number)| OUTLINES.area(number, &sea.name, true));
    regions.chain(seas).collect()
}

fn realm(state: &str) -> usize {
    REALMS.iter().position(|(empire, ..)| *empire == state).unwrap_or(REALMS.len() - 1)
}

/// Every border where it runs; straits from shore to shore.
fn borders(plan: &Plan) -> Vec<Border> {
    let numbers = MAP.numbers();
    let pair = |a: &str, b: &str| (numbers[a].min(numbers[b]), numbers[a].max(numbers[b]));
    let kinds: BTreeMap<(u16, u16), BorderKind> =
        MAP.borders.iter().map(|border| (pair(&border.a, &border.b), kind(border.kind))).collect();
    let along = OUTLINES.borders(plan, |a, b| kinds.get(&(a, b)).copied());
    let across = MAP.borders.iter().filter(|border| border.kind.is_over_water()).map(|border| Border {
        kind: kind(border.kind),
        line: shortest(
            &OUTLINES.outlines(numbers[border.a.as_str()]),
            &OUTLINES.outlines(numbers[border.b.as_str()]),
        ),
    });
    along.into_iter().chain(across).collect()
}

fn kind(kind: map::BorderKind) -> BorderKind {
    match kind {
        map::BorderKind::Clear => BorderKind::Clear,
        map::BorderKind::Forest => BorderKind::Forest,
        map::BorderKind::River => BorderKind::River,
        map::BorderKind::RiverFrozen => BorderKind::RiverFrozen,
        map::BorderKind::Mountain => BorderKind::Mountain,
        map::BorderKind::Marsh => BorderKind::Marsh,
        map::BorderKind::Strait => BorderKind::Strait,
        map::BorderKind::Narrow => BorderKind::Narrow,
        map::BorderKind::Lake => BorderKind::Lake,
    }
}

/// The shortest way from one coast to another.
fn shortest(from: &[Vec<Point>], to: &[Vec<Point>]) -> Vec<Point> {
    let far = |a: &Point, b: &Point| (a.0 - b.0).powi(2) + (a.1 - b.1).powi(2);
    let pairs = from.iter().flatten().flat_map(|a| to.iter().flatten().map(move |b| (a, b)));
    let nearest = pairs.min_by(|one, other| far(one.0, one.1).total_cmp(&far(other.0, other.1)));
    nearest.map(|(&a, &b)| vec![a, b]).unwrap_or_default()
}

fn marks(conic: &Conic) -> Vec<Mark> {
    let place = |name: &str| europe().town(name).map(|town| town.at.on(conic));
    let numbers = MAP.numbers();
    let mut marks = Vec::new();
    for (region, number) in MAP.regions.iter().zip(0usize..) {
        let anchor = OUTLINES.anchors[number].unwrap_or_default();
        let mut mark = |kind, label: &str, value, at: Option<Point>| {
            marks.push(Mark {
                kind,
                at: at.unwrap_or(anchor),
                label: label.to_owned(),
                value,
                area: Some(number),
            });
        };
        if let Some(city) = &region.city {
            let capital = CAPITALS.contains(&city.as_str());
            mark(if capital { MarkKind::Capital } else { MarkKind::City }, city, region.value, place(city));
        }
        if let Some(fortress) = &region.fortress {
            let label = if region.city.as_ref() == Some(fortress) { "" } else { fortress };
            mark(MarkKind::Fortress, label, 0, place(fortress));
        }
        if let Some(port) = region.port.as_ref().and_then(|name| place(name)) {
            let seas = region.opens.iter().map(|sea| numbers[sea.as_str()]).collect::<Vec<u16>>();
            mark(MarkKind::Base, "", 0, Some(roads(conic, port, &seas)));
        }
    }
    let first = MAP.regions.len();
    for (sea, number) in MAP.seas.iter().zip(first..).filter(|(sea, _)| sea.star > 0) {
        let at = OUTLINES.anchors[number].unwrap_or_default();
        marks.push(Mark {
            kind: MarkKind::Star,
            at,
            label: String::new(),
            value: sea.star,
            area: Some(number),
        });
    }
    marks
}

/// Where ships lie off a port: the nearest open water of one of its seas, be it off the mouth of a river.
fn roads(conic: &Conic, port: Point, seas: &[u16]) -> Point {
    const NEAR: [f64; 10] = [20.0, 26.0, 34.0, 44.0, 56.0, 70.0, 85.0, 100.0, 115.0, 130.0];
    const SHIP: f64 = 13.0;
    let circle = |(x, y): Point, far: f64, count: u32| {
        let ways = (0..count).map(move |way| f64::from(way) * std::f64::consts::TAU / f64::from(count));
        ways.map(move |way| (x + far * way.cos(), y + far * way.sin()))
    };
    let is_wet = |at: Point| {
        let (lon, lat) = conic.inverse(at.0, at.1);
        !europe().is_land(lon, lat)
    };
    let is_open = |at: &Point| is_wet(*at) && circle(*at, SHIP, 8).all(is_wet);
    let is_theirs = |at: &Point| seas.iter().any(|&sea| OUTLINES.holds(sea, *at));
    let mut around = NEAR.into_iter().flat_map(|far| circle(port, far, 24));
    around.find(|at| is_open(at) && is_theirs(at)).unwrap_or((port.0 + 20.0, port.1 + 14.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_on_the_map_is_on_the_sheet() {
        let sheet = sheet();
        assert_eq!(sheet.areas.len(), MAP.regions.len() + MAP.seas.len());
        let count = |kind| sheet.marks.iter().filter(|mark| mark.kind == kind).count();
        assert_eq!(count(MarkKind::Capital), CAPITALS.len());
        let cities = MAP.regions.iter().filter(|region| region.city.is_some()).count();
        assert_eq!(count(MarkKind::City) + count(MarkKind::Capital), cities);
        assert_eq!(count(MarkKind::Base), MAP.regions.iter().filter(|region| region.port.is_some()).count());
        let conic = Conic::europe();
        for base in sheet.marks.iter().filter(|mark| mark.kind == MarkKind::Base) {
            let (lon, lat) = conic.inverse(base.at.0, base.at.1);
            assert!(!europe().is_land(lon, lat), "a base lies ashore at {lon:.1} {lat:.1}");
        }
        let straits = sheet.borders.iter().filter(|border| border.kind == BorderKind::Strait).count();
        assert_eq!(straits, 5);
        let ((west, north), (east, south)) = sheet.corners;
        for mark in &sheet.marks {
            let (x, y) = mark.at;
            assert!((west..east).contains(&x) && (north..south).contains(&y), "{} at {x}, {y}", mark.label);
        }
    }

    /// What a client is told of neighbours is what the map says.
    #[test]
    fn regions_touch_on_the_board_as_they_do_on_the_map() {
        let board = atlas::board::board(&sheet());
        let numbers = MAP.numbers();
        let pair = |a: u16, b: u16| (a.min(b), a.max(b));
        let is_land = |number: u16| usize::from(number) < MAP.regions.len();
        let told: std::collections::BTreeSet<(u16, u16)> = (0..)
            .zip(&board.spaces)
            .flat_map(|(number, space)| space.touches.iter().map(move |&other| pair(number, other)))
            .filter(|&(a, b)| is_land(a) && is_land(b))
            .collect();
        let known = MAP
            .borders
            .iter()
            .map(|border| pair(numbers[border.a.as_str()], numbers[border.b.as_str()]))
            .collect();
        assert_eq!(told, known);
        for (region, space) in MAP.regions.iter().zip(&board.spaces) {
            let base = space.notes.iter().any(|note| note == "naval base");
            assert_eq!(base, region.port.is_some(), "{}", region.name);
        }
    }
}
