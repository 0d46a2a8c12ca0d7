//! Shores that agree with the cells: a cell of water shows no land, an inland cell no sea, and land that one can walk over holds
//! together.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::single::SingleFloatOverlay;

use super::super::grid::{Shore, SideKind};
use super::super::shape::{between, scatter, turned};
use super::super::water::ribbon;
use super::chain::trails;
use super::natural::Hand;
use super::{Cells, Key, outlines};
use crate::survey::{Point, smooth};

/// Half the width of water that parts two cells, in pitches.
const CHANNEL: f64 = 0.075;

/// How far the land of a coastal cell reaches from its middle at least, in pitches.
const HEART: f64 = 0.24;

/// Half the width of the land over which one walks from cell to cell, in pitches.
const NECK: f64 = 0.13;

type Contour = Vec<[f64; 2]>;

/// Takes the shores of nature, which run clockwise but for those of lakes, to those of the cells; `at` takes kilometres to
/// points. Where there is no nature the shores are drawn with a freer hand.
pub(in super::super) fn shores(
    cells: &Cells,
    is_made_up: bool,
    shores: &[Vec<Point>],
    at: impl Fn(Point) -> Point,
    is_land: impl Fn(Point) -> bool,
) -> Vec<Vec<Point>> {
    let outline = |class: Shore, right: f64| {
        let hand = match is_made_up {
            true => Hand { stray: 0.13, right, corners: 0.36, round: 2 },
            false => Hand { stray: 0.055, right, corners: 0.0, round: 1 },
        };
        let rings = outlines(cells, |cell| (cells.grid.cells[cell].shore == class).then_some(()));
        let rings = rings.into_values().flatten();
        rings.map(move |ring| contour(cells.natural(&ring, true, hand))).collect::<Vec<Contour>>()
    };
    let key = |end: Point| cells.key(at(end));
    let wet = cells.grid.sides.iter().filter(|side| side.kind != SideKind::Mountain);
    let wet: Vec<[Key; 2]> = wet.map(|side| side.ends.map(key)).collect();
    let mut land: Vec<Contour> = shores.iter().cloned().map(contour).collect();
    // Where the sea's outline draws back, the land must reach.
    let reach = if is_made_up { -0.45 } else { -0.07 };
    land.extend(outline(Shore::Inland, reach));
    land.extend(necks(cells, &wet, is_land).into_iter().map(|ring| contour(turned(ring, true))));
    let mut water = outline(Shore::Water, -0.035);
    for line in trails(wet) {
        let course = cells.natural(&line, false, Hand { stray: 0.05, right: 0.0, corners: 0.0, round: 1 });
        water.push(contour(turned(ribbon(&course, |_| CHANNEL * cells.pitch), true)));
    }
    let shapes = land.overlay(&water, OverlayRule::Difference, FillRule::NonZero);
    let rings = shapes.into_iter().flatten();
    rings.map(|ring| ring.into_iter().map(|[x, y]| (x, y)).collect()).collect()
}

/// Land about the middle of coastal cells, and from middle to middle where one can walk, wherever nature has none.
fn necks(cells: &Cells, wet: &[[Key; 2]], is_land: impl Fn(Point) -> bool) -> Vec<Vec<Point>> {
    let mut wet: Vec<[Key; 2]> = wet.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    wet.sort_unstable();
    let walked = |cell: usize| cells.grid.cells[cell].in_play && !cells.is_water(cell);
    let mut out = Vec::new();
    for (cell, data) in cells.grid.cells.iter().enumerate() {
        if data.shore != Shore::Coast || !walked(cell) {
            continue;
        }
        let middle = cells.centre(cell);
        let heart = blob(middle, HEART * cells.pitch, cell as i64);
        if !heart.iter().all(|&point| is_land(point)) {
            out.push(heart);
        }
        for ([a, b], next) in cells.sides(cell).zip(cells.around(cell)) {
            let Some(next) = next.filter(|&next| walked(next)) else { continue };
            if wet.binary_search(&[a.min(b), a.max(b)]).is_ok() {
                continue;
            }
            let there = cells.centre(next);
            let across = ((there.1 - middle.1) * NECK, (middle.0 - there.0) * NECK);
            let side = |at: Point, by: f64| (at.0 + across.0 * by, at.1 + across.1 * by);
            // Half of the way; the other half is the neighbour's, unless that is inland.
            let far = between(middle, there, 0.62);
            let neck = [side(middle, 1.0), side(far, 0.8), side(far, -0.8), side(middle, -1.0)];
            let tries = [0.15, 0.22, 0.29, 0.36, 0.43, 0.5].map(|share| between(middle, there, share));
            if !tries.iter().all(|&point| [0.9, 0.0, -0.9].iter().all(|&by| is_land(side(point, by)))) {
                out.push(neck.into());
            }
        }
    }
    out
}

/// A ring that is nearly round.
fn blob(middle: Point, radius: f64, seed: i64) -> Vec<Point> {
    let corner = |i: i64| {
        let turn = std::f64::consts::TAU * i as f64 / 9.0;
        let far = radius * (0.82 + 0.36 * scatter(seed, i));
        (middle.0 + far * turn.cos(), middle.1 + far * turn.sin())
    };
    smooth(&(0..9).map(corner).collect::<Vec<Point>>(), true, 1)
}

fn contour(ring: Vec<Point>) -> Contour {
    ring.into_iter().map(|(x, y)| [x, y]).collect()
}
