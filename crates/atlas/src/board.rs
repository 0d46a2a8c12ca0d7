//! From a sheet to a board: what any client needs to lay pieces on the map and to find what is pointed at.
//!
//! A board is measured in kilometres of the plane, from the north-western corner of the map.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Board, Layout, Level, Mark, Picture, Space, Text};

use crate::draw::{self, Area, BorderKind, Detail, Ground, MarkKind, Sheet};
use crate::survey::Point;

/// The side of a tile of the picture, in pixels.
pub const TILE: u16 = 512;

/// What a picture can be had in: as which detail it is drawn, and how many pixels a point has.
///
/// Twice the pixels are for screens that have two to a point, and for views between two details.
pub const LEVELS: [(Detail, u32); 7] = [
    (Detail::Overview, 1),
    (Detail::Overview, 2),
    (Detail::Table, 1),
    (Detail::Table, 2),
    (Detail::Close, 1),
    (Detail::Close, 2),
    (Detail::Close, 4),
];

/// The board of a sheet, one space for each of its areas.
pub fn board(sheet: &Sheet) -> Board {
    let ((west, north), (east, south)) = sheet.corners;
    let mut spaces: Vec<Space> = sheet.areas.iter().map(|area| space(sheet, area)).collect();
    for (a, b) in touching(sheet) {
        spaces[usize::from(a)].touches.push(b);
        spaces[usize::from(b)].touches.push(a);
    }
    for mark in &sheet.marks {
        let found = sheet.areas.iter().position(|area| contains(area, mark.at));
        if let Some(space) = found.and_then(|number| spaces.get_mut(number)) {
            put(space, mark);
        }
    }
    Board {
        title: sheet.title.clone().into(),
        width: (east - west) as f32,
        height: (south - north) as f32,
        layout: Layout::Areas,
        picture: Some(picture(sheet)),
        spaces,
    }
}

fn space(sheet: &Sheet, area: &Area) -> Space {
    let (ground, letter) = ground(area.is_sea, area.ground);
    Space {
        name: area.name.clone(),
        centre: place(sheet, area.anchor),
        rings: area
            .rings
            .iter()
            .map(|ring| ring.iter().map(|&point| place(sheet, point)).collect())
            .collect(),
        touches: Vec::new(),
        ground,
        letter,
        land: None,
        mark: None,
        notes: Vec::new(),
    }
}

/// Where a point of the plane lies on the board, to a tenth of a kilometre.
fn place(sheet: &Sheet, (x, y): Point) -> (f32, f32) {
    let (west, north) = sheet.corners.0;
    let short = |value: f64| ((value * 10.0).round() / 10.0) as f32;
    (short(x - west), short(y - north))
}

fn ground(is_sea: bool, ground: Ground) -> (&'static str, char) {
    match ground {
        _ if is_sea => ("sea", '~'),
        Ground::Clear => ("clear", '.'),
        Ground::Forest => ("forest", '%'),
        Ground::Marsh => ("marsh", '"'),
        Ground::Mountain => ("mountain", '^'),
    }
}

/// Puts a mark on a space: the first is what the space is known by, of the others there is a note.
fn put(space: &mut Space, mark: &draw::Mark) {
    let (symbol, letter) = match mark.kind {
        MarkKind::Capital => ("capital", '*'),
        MarkKind::City => ("city", 'o'),
        MarkKind::Fortress => ("fortress", '#'),
        MarkKind::Base => ("base", 'b'),
        MarkKind::Star => ("star", '+'),
    };
    let label: Option<Text> = (!mark.label.is_empty()).then(|| mark.label.clone().into());
    match &space.mark {
        None => space.mark = Some(Mark { symbol, letter, label }),
        Some(_) => space.notes.push(match label {
            Some(label) => format!("{symbol} {label}").into(),
            None => symbol.into(),
        }),
    }
    match (mark.kind, mark.value) {
        (_, 0) => {}
        (MarkKind::Fortress, level) => space.notes.push(format!("strength {level}").into()),
        (_, value) => space.notes.push(format!("worth {value}").into()),
    }
}

/// Whether a point lies in an area: on a way out of it one crosses its outlines an odd number of times.
fn contains(area: &Area, (x, y): Point) -> bool {
    let crossed = area.rings.iter().flat_map(|ring| sides(ring)).filter(|&((ax, ay), (bx, by))| {
        (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
    });
    crossed.count() % 2 == 1
}

fn sides(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1))
}

/// The pairs of areas that have a piece of border in common, or a strait between them, the lower number first.
fn touching(sheet: &Sheet) -> BTreeSet<(u16, u16)> {
    let key = |(x, y): Point| (x.to_bits(), y.to_bits());
    let pair = |a: u16, b: u16| (a.min(b), a.max(b));
    let mut owners: BTreeMap<_, u16> = BTreeMap::new();
    let mut shores: BTreeMap<_, BTreeSet<u16>> = BTreeMap::new();
    let mut pairs = BTreeSet::new();
    for (area, number) in sheet.areas.iter().zip(0..) {
        for (a, b) in area.rings.iter().flat_map(|ring| sides(ring)) {
            if !area.is_sea {
                shores.entry(key(a)).or_default().insert(number);
            }
            let (a, b) = (key(a), key(b));
            if let Some(other) = owners.insert((a.min(b), a.max(b)), number)
                && other != number
            {
                pairs.insert(pair(number, other));
            }
        }
    }
    let across = |kind| matches!(kind, BorderKind::Strait | BorderKind::Lake);
    for border in sheet.borders.iter().filter(|border| across(border.kind)) {
        let ends = border.line.first().zip(border.line.last());
        let Some((from, to)) = ends.and_then(|(a, b)| shores.get(&key(*a)).zip(shores.get(&key(*b)))) else {
            continue;
        };
        pairs.extend(from.iter().flat_map(|&a| to.iter().map(move |&b| pair(a, b))).filter(|(a, b)| a != b));
    }
    pairs
}

/// What the picture of a sheet shows, and in which levels it can be had.
pub fn picture(sheet: &Sheet) -> Picture {
    let (low, high) = draw::extent(sheet, Detail::Table);
    let (width, height) = (high.0 - low.0, high.1 - low.1);
    let ((west, north), (east, south)) = sheet.corners;
    let longer = (east - west).max(south - north);
    let levels = LEVELS.map(|(detail, density)| {
        let points = detail.points() / longer;
        let pixels = |km: f64| (km * points * f64::from(density)).round() as u32;
        Level {
            points: (width * points).round() as u32,
            width: pixels(width),
            height: pixels(height),
        }
    });
    Picture {
        version: version(sheet),
        left: (low.0 - west) as f32,
        top: (low.1 - north) as f32,
        width: width as f32,
        height: height as f32,
        tile: TILE,
        levels: levels.to_vec(),
    }
}

/// A fingerprint of all that a picture is drawn from: the sheet, and the drawing itself.
fn version(sheet: &Sheet) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(env!("ATLAS_EDITION").as_bytes());
    hasher.update(format!("{sheet:?}").as_bytes());
    hasher.finalize().to_hex()[..16].to_owned()
}
