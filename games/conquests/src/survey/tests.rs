//! The stored outlines are what the map tells.

use std::collections::BTreeSet;

use atlas::survey::Point;

use super::*;
use crate::map::MAP;

/// How far a coast made smooth may stray from the true one, in kilometres.
const STRAY: f64 = 4.0;

/// Borders are at least so many kilometres long, if no strait makes them short.
const BORDER: f64 = 25.0;

/// The least radius that fits an area at its anchor, in kilometres.
const ROOM: f64 = 34.0;

/// What is smaller by nature, and what fits there.
const SMALL: [(&str, f64); 2] = [("malta", 6.0), ("channel_east", 24.0)];

/// No ground that belongs to nobody is wider, in kilometres.
const GAP: f64 = 10.0;

/// How far apart the points are that are looked at for such ground.
const HOP: f64 = 8.0;

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

/// Whether a point is in a shape or close to it: smooth coasts cut corners, and harbours lie on them.
fn holds(shape: &Shape, (x, y): Point) -> bool {
    let around = [(0.0, 0.0), (STRAY, 0.0), (-STRAY, 0.0), (0.0, STRAY), (0.0, -STRAY)];
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
    let (contacts, listed) = (OUTLINES.partition.contacts(), MAP.plan(&Conic::europe()).touching);
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
fn coasts_are_those_of_the_atlas() {
    let conic = Conic::europe();
    // Where straits are drawn wider than they are, and at the edge of the map.
    let (astray, points) = OUTLINES.coasts_astray(&MAP.plan(&conic), &conic, 8.0);
    assert!(points > 5000 && 50 * astray < points, "{astray} of {points}");
}

#[test]
fn strangers_do_not_even_share_a_corner() {
    assert!(OUTLINES.partition.corners().len() > 200);
    assert_eq!(OUTLINES.strangers(&MAP.plan(&Conic::europe())), []);
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
        let room = OUTLINES.room(area);
        let small = SMALL.iter().find(|(small, _)| *small == id(area)).map(|(_, room)| *room);
        assert!(room >= small.unwrap_or(ROOM), "{} has room for {room:.1} km only", id(area));
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
        let at = place.at.on(&conic);
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

/// Land all around, half a gap away, that belongs to nobody.
fn is_open(conic: &Conic, shapes: &[Shape], (x, y): Point) -> bool {
    const HALF: f64 = GAP / 2.0;
    let around = [(0.0, 0.0), (HALF, 0.0), (-HALF, 0.0), (0.0, HALF), (0.0, -HALF)];
    let mut around = around.into_iter().map(|(east, south)| (x + east, y + south));
    around.all(|at| {
        let (lon, lat) = conic.inverse(at.0, at.1);
        europe().is_land(lon, lat) && !shapes.iter().any(|shape| shape.contains(at))
    })
}

#[test]
fn no_wide_land_is_open_between_strangers() {
    let (conic, shapes, frame) = (Conic::europe(), shapes(), &MAP.frame);
    let (columns, rows) = ((frame.east - frame.west) / HOP, (frame.south - frame.north) / HOP);
    let at =
        |column: i32, row: i32| (frame.west + f64::from(column) * HOP, frame.north + f64::from(row) * HOP);
    let (columns, rows) = (columns as i32, rows as i32);
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let mut open: BTreeSet<(i32, i32)> =
        all.filter(|&(column, row)| is_open(&conic, &shapes, at(column, row))).collect();
    // Africa and Asia Minor.
    assert!(open.len() > 5000, "{}", open.len());
    while let Some(start) = open.pop_first() {
        let (mut patch, mut next) = (vec![start], 0);
        while let Some(&(column, row)) = patch.get(next) {
            next += 1;
            let beside = (-1..=1).flat_map(|east| (-1..=1).map(move |south| (column + east, row + south)));
            patch.extend(beside.filter(|one| open.remove(one)));
        }
        let goes_on =
            |&(column, row): &(i32, i32)| column <= 1 || row <= 1 || column >= columns - 2 || row >= rows - 2;
        let by_land = |&(column, row): &(i32, i32)| {
            let (x, y) = at(column, row);
            let near = [(GAP, 0.0), (-GAP, 0.0), (0.0, GAP), (0.0, -GAP)];
            let lands = &shapes[..MAP.lands.len()];
            near.iter().any(|(east, south)| lands.iter().any(|land| land.contains((x + east, y + south))))
        };
        let (x, y) = at(start.0, start.1);
        let is_gap = !patch.iter().any(goes_on) && patch.iter().any(by_land);
        assert!(!is_gap, "open ground at {:.2?}", conic.inverse(x, y));
    }
}

#[test]
fn the_outlines_are_kept_whole() {
    assert_eq!(OUTLINES.to_bytes(), include_bytes!("../../data/outlines.bin"));
}
