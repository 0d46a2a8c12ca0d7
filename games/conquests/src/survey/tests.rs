//! The stored outlines are what the map tells.

use std::collections::BTreeMap;

use super::*;
use crate::map::MAP;

/// Borders are at least so many kilometres long, if no strait makes them short.
const BORDER: f64 = 25.0;

/// No ground that belongs to nobody is wider, in kilometres.
const GAP: f64 = 10.0;

/// An area's outlines, and the box around them.
struct Shape {
    rings: Vec<Vec<Point>>,
    least: Point,
    most: Point,
}

impl Shape {
    fn of(area: u16) -> Shape {
        let rings = OUTLINES.outlines(area);
        let fold = |start: f64, pick: fn(f64, f64) -> f64| {
            let all = rings.iter().flatten();
            all.fold((start, start), |(x, y), point| (pick(x, point.0), pick(y, point.1)))
        };
        let (least, most) = (fold(f64::INFINITY, f64::min), fold(f64::NEG_INFINITY, f64::max));
        Shape { rings, least, most }
    }

    fn contains(&self, point: Point) -> bool {
        let boxed = (self.least.0..=self.most.0).contains(&point.0)
            && (self.least.1..=self.most.1).contains(&point.1);
        boxed && self.rings.iter().filter(|ring| goes_around(ring, point)).count() % 2 == 1
    }
}

/// Whether a point is in a shape or within a cell of it: smooth coasts cut corners, and harbours lie on them.
fn holds(shape: &Shape, (x, y): Point) -> bool {
    let around = [(0.0, 0.0), (STEP, 0.0), (-STEP, 0.0), (0.0, STEP), (0.0, -STEP)];
    around.iter().any(|(east, south)| shape.contains((x + east, y + south)))
}

fn goes_around(ring: &[Point], (x, y): Point) -> bool {
    let sides = ring.iter().zip(ring.iter().cycle().skip(1));
    let crossed =
        sides.filter(|(a, b)| (a.1 > y) != (b.1 > y) && x < a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0));
    crossed.count() % 2 == 1
}

fn shapes() -> Vec<Shape> {
    (0..OUTLINES.anchors.len() as u16).map(Shape::of).collect()
}

fn id(area: u16) -> &'static str {
    let numbers = MAP.numbers();
    numbers.into_iter().find(|&(_, number)| number == area).unwrap().0
}

#[test]
fn what_touches_is_what_is_listed() {
    let (contacts, listed) = (OUTLINES.partition.contacts(), MAP.touching());
    assert_eq!(contacts.keys().copied().collect::<BTreeSet<_>>(), listed);
    let numbers = MAP.numbers();
    for (&(a, b), &length) in &contacts {
        let joins = |(one, other): &(String, String)| {
            let pair = (numbers[one.as_str()], numbers[other.as_str()]);
            pair == (a, b) || pair == (b, a)
        };
        let is_strait = MAP.straits.iter().any(|strait| joins(&strait.between));
        assert!(is_strait || length >= BORDER, "{} and {}: {length:.0} km", id(a), id(b));
    }
}

#[test]
fn strangers_do_not_even_share_a_corner() {
    let listed = MAP.touching();
    let mut corners: BTreeMap<(i64, i64), BTreeSet<u16>> = BTreeMap::new();
    for arc in OUTLINES.partition.arcs.iter().filter(|arc| !arc.closed) {
        for end in [arc.points[0], arc.points[arc.points.len() - 1]] {
            let corner = corners.entry(((end.0 * 10.0).round() as i64, (end.1 * 10.0).round() as i64));
            corner.or_default().extend([arc.left, arc.right].into_iter().flatten());
        }
    }
    assert!(corners.len() > 200, "{}", corners.len());
    for (corner, areas) in corners {
        for &a in &areas {
            let strangers = areas.range(a + 1..).filter(|&&b| !listed.contains(&(a, b)));
            assert_eq!(strangers.count(), 0, "{} at {corner:?}", id(a));
        }
    }
}

#[test]
fn every_area_has_ground_and_an_anchor_on_its_main_piece() {
    let shapes = shapes();
    assert_eq!(shapes.len(), MAP.numbers().len());
    for (area, shape) in (0..).zip(&shapes) {
        let anchor = OUTLINES.anchors[usize::from(area)].unwrap();
        assert!(goes_around(&shape.rings[0], anchor), "{}", id(area));
        let holders = (0..).zip(&shapes).filter(|(_, shape)| shape.contains(anchor));
        assert_eq!(holders.map(|(holder, _)| holder).collect::<Vec<u16>>(), [area], "{}", id(area));
        let ground = OUTLINES.partition.ground(&OUTLINES.partition.rings[&area][0]);
        let least = if id(area) == "malta" { 200.0 } else { 5000.0 };
        assert!(ground > least, "{}: {ground:.0} square km", id(area));
    }
}

#[test]
fn towns_lie_in_their_land() {
    let (conic, shapes) = (Conic::europe(), shapes());
    let cities = MAP.lands.iter().filter_map(|land| Some((land.id.as_str(), land.city.as_deref()?)));
    let cities: Vec<(&str, &str)> =
        cities.flat_map(|(land, city)| city.split(", ").map(move |town| (land, town))).collect();
    assert!(cities.len() >= 20);
    let others = [
        ("swabia", "Ulm"),
        ("moravia", "Austerlitz"),
        ("saxony", "Leipzig"),
        ("belgium", "Waterloo"),
        ("moscow", "Borodino"),
        ("andalusia", "Gibraltar"),
        ("burgundy", "Lyon"),
        ("illyria", "Trieste"),
        ("new_russia", "Sebastopol"),
        ("valencia", "Palma de Majorca"),
    ];
    for (land, town) in cities.into_iter().chain(others) {
        let place = europe().town(town).unwrap_or_else(|| panic!("where is {town}?"));
        let at = conic.forward(place.at.lon.into(), place.at.lat.into());
        let number = usize::from(MAP.numbers()[land]);
        assert!(holds(&shapes[number], at), "{town} is not in {land}");
        let elsewhere = (0..MAP.lands.len()).find(|&other| other != number && shapes[other].contains(at));
        assert_eq!(elsewhere, None, "{town} is not in {land} only");
    }
}

#[test]
fn every_point_of_the_plan_lies_in_its_area() {
    let (conic, shapes) = (Conic::europe(), shapes());
    for (area, shape) in MAP.plan(&conic).areas.iter().zip(&shapes) {
        for &point in &area.points {
            let (lon, lat) = conic.inverse(point.0, point.1);
            assert!(holds(shape, point), "{}: {lon:.2} {lat:.2}", area.name);
        }
    }
}

#[test]
fn little_land_is_open_between_strangers() {
    let (conic, shapes, frame) = (Conic::europe(), shapes(), &MAP.frame);
    let is_land = |area: Option<u16>| area.is_some_and(|area| usize::from(area) < MAP.lands.len());
    let mut looked = 0;
    for arc in &OUTLINES.partition.arcs {
        let side = match (arc.left, arc.right) {
            (None, land) if is_land(land) => 1.0,
            (land, None) if is_land(land) => -1.0,
            _ => continue,
        };
        for pair in arc.points.windows(2) {
            let (east, south) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            let across = side * GAP / east.hypot(south).max(0.01);
            // South is down: who walks east has the north on the left.
            let beyond = (pair[0].0 + south * across, pair[0].1 - east * across);
            let on_map = (frame.west..frame.east).contains(&beyond.0)
                && (frame.north..frame.south).contains(&beyond.1);
            let (lon, lat) = conic.inverse(beyond.0, beyond.1);
            // Where the map ends, the base geography ends too.
            let open = on_map && lat < 65.9 && europe().is_land(lon, lat);
            assert!(!open || shapes.iter().any(|shape| shape.contains(beyond)), "{lon:.2} {lat:.2}");
            looked += usize::from(open);
        }
    }
    assert!(looked > 100, "{looked}");
}

#[test]
fn the_outlines_are_kept_whole() {
    assert_eq!(OUTLINES.to_bytes(), include_bytes!("../../data/outlines.bin"));
}
