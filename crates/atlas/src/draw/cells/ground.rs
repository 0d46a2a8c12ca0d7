//! What the ground of cells is like: washes, woods, tufts and dots, and land that rises where cells are mountains.

use super::super::grid::{Shape, Shore};
use super::super::paper::Paper;
use super::super::pen::{Pen, short};
use super::super::room::Room;
use super::super::shape::{Rect, between, scatter};
use super::super::sheet::Ground;
use super::super::style::{CANOPY, HACHURE, INK, PAPER, REED, SAND};
use super::super::woods::Woods;
use super::natural::Hand;
use super::{Cells, outlines, ridges};
use crate::survey::Point;

/// Grounds that are drawn as one where they touch.
fn kind(cells: &Cells, cell: usize) -> Option<Ground> {
    let data = &cells.grid.cells[cell];
    match data.ground {
        Ground::Clear => None,
        Ground::Pass => Some(Ground::Mountain),
        _ if data.shore == Shore::Water => None,
        ground => Some(ground),
    }
}

/// The colours of grounds, and how strong they are.
const PATCHES: [(Ground, &str, f64); 5] = [
    (Ground::Desert, SAND, 0.4),
    (Ground::Hill, HACHURE, 0.09),
    (Ground::Mountain, HACHURE, 0.2),
    (Ground::Marsh, REED, 0.2),
    (Ground::Forest, CANOPY, 0.42),
];

/// Soft patches of colour under woods, marshes, deserts, hills and mountains.
pub(in super::super) fn washes(cells: &Cells) -> String {
    let corners = if cells.grid.shape == Shape::Square { 0.12 } else { 0.0 };
    let hand = Hand { stray: 0.09, right: 0.02, corners, round: 2 };
    let mut out = String::from("<g clip-path=\"url(#on-land)\">");
    for (ground, colour, strength) in PATCHES {
        let rings = outlines(cells, |cell| (kind(cells, cell) == Some(ground)).then_some(()));
        let mut pen = Pen::default();
        rings.into_values().flatten().for_each(|ring| pen.ring(&cells.natural(&ring, true, hand)));
        if !pen.is_empty() {
            out += &format!(
                "<path d=\"{}\" fill=\"{colour}\" fill-opacity=\"{strength}\" fill-rule=\"evenodd\"/>",
                pen.finish()
            );
        }
    }
    out + "</g>"
}

/// Trees, tufts, dots and roads over passes, where names and towns leave room.
pub(in super::super) fn signs(paper: &Paper, cells: &Cells, rooms: [&Room; 2]) -> String {
    let size = (0.1 * cells.pitch).max(2.3);
    let mut signs = Signs { size, ..Signs::default() };
    for (step, ground) in [(2.35, Ground::Forest), (3.4, Ground::Marsh), (1.7, Ground::Desert)] {
        let step = step * size;
        for row in 0..=(paper.height / step) as i64 {
            for column in 0..=(paper.width / step) as i64 {
                let (right, down) = (scatter(column, row), scatter(row + 7919, column));
                let at = ((column as f64 + 0.7 * right) * step, (row as f64 + 0.6 * down) * step);
                // Here and there woods have a clearing.
                let open = noise(at.0 / (0.55 * cells.pitch), at.1 / (0.55 * cells.pitch));
                if ground == Ground::Forest && open < 0.3 {
                    continue;
                }
                let Some(cell) = cells.cell_at(at).filter(|&cell| kind(cells, cell) == Some(ground)) else {
                    continue;
                };
                let room_for = Rect::around(at, (1.1 * size, 1.1 * size));
                // Nothing grows in the sea, or over the edge into a neighbour of another kind.
                let stays = [(-1.0, 0.0), (1.0, 0.0), (0.0, 0.8)].iter().all(|(x, y)| {
                    let near = cells.cell_at((at.0 + x * size, at.1 + y * size));
                    near == Some(cell) || near.is_some_and(|near| kind(cells, near) == Some(ground))
                });
                if stays && rooms.iter().all(|room| room.is_free(&[room_for])) && paper.is_land(at) {
                    signs.put(ground, at, (column, row));
                }
            }
        }
    }
    signs.finish() + &passes(cells)
}

#[derive(Default)]
struct Signs {
    size: f64,
    woods: Woods,
    reeds: Pen,
    dots: Pen,
}

impl Signs {
    fn put(&mut self, ground: Ground, at: Point, seed: (i64, i64)) {
        let size = self.size;
        let chance = scatter(seed.0 + 31, seed.1);
        let to = |x: f64, y: f64| (at.0 + x * size, at.1 + y * size);
        match ground {
            Ground::Forest => self.woods.plant(at, 1.15 * size, seed),
            Ground::Marsh => {
                self.reeds.line(&[to(-1.2, 0.4), to(1.2, 0.4)]);
                self.reeds.line(&[to(0.0, 0.4), to(0.0, -0.7)]);
                self.reeds.line(&[to(-0.5, 0.4), to(-0.8, -0.4)]);
                self.reeds.line(&[to(0.5, 0.4), to(0.8, -0.4)]);
                if chance < 0.5 {
                    self.reeds.line(&[to(-0.6, 0.9), to(0.9, 0.9)]);
                }
            }
            _ => self.dots.line(&[at, (at.0 + 0.1, at.1)]),
        }
    }

    fn finish(self) -> String {
        let mut out = String::new();
        if !self.reeds.is_empty() {
            out += &format!(
                "<path d=\"{}\" fill=\"none\" stroke=\"{REED}\" stroke-width=\"{}\"/>",
                self.reeds.finish(),
                short((0.16 * self.size).max(0.3))
            );
        }
        out += &self.woods.finish();
        if !self.dots.is_empty() {
            out += &format!(
                "<path d=\"{}\" fill=\"none\" stroke=\"{HACHURE}\" stroke-opacity=\".7\" stroke-width=\"{}\" stroke-linecap=\"round\"/>",
                self.dots.finish(),
                short((0.26 * self.size).max(0.5))
            );
        }
        out
    }
}

/// A sample for the legend.
pub(in super::super) fn sample(ground: Ground, (wide, high): Point) -> String {
    let like = if ground == Ground::Pass { Ground::Mountain } else { ground };
    let patch = PATCHES.iter().find(|(known, ..)| *known == like);
    let mut out = patch.map_or_else(String::new, |(_, colour, strength)| {
        format!(
            "<rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" fill=\"{colour}\" fill-opacity=\"{strength}\"/>",
            short(wide - 1.0),
            short(high - 1.0)
        )
    });
    let mut signs = Signs { size: 5.2, ..Signs::default() };
    let mut slopes = Pen::default();
    for i in 0..12 {
        let (column, row) = (f64::from(i % 6), f64::from(i / 6));
        let chance = scatter(i.into(), 5);
        let at = (wide * (column + 0.3 + 0.4 * chance) / 6.0, high * (row + 0.55) / 2.0);
        match like {
            Ground::Mountain | Ground::Hill => {
                let long = if like == Ground::Mountain { 6.0 } else { 3.0 } * (0.7 + 0.6 * chance);
                slopes
                    .line(&[(at.0 - 0.2 * long, at.1 - 0.6 * long), (at.0 + 0.3 * long, at.1 + 0.6 * long)]);
            }
            Ground::Forest | Ground::Marsh if i % 3 != 0 => {}
            _ => signs.put(like, at, (i.into(), 5)),
        }
    }
    if !slopes.is_empty() {
        let heavy = if like == Ground::Mountain { "1.2" } else { ".7" };
        out += &format!("<path d=\"{}\" stroke=\"{HACHURE}\" stroke-width=\"{heavy}\"/>", slopes.finish());
    }
    if ground == Ground::Pass {
        let mut pen = Pen::default();
        let course = [0.0, 0.25, 0.5, 0.75, 1.0]
            .map(|share| (wide * share, high * (0.5 + 0.25 * (share * 6.3).sin())));
        pen.line(&crate::survey::smooth(&course, false, 2));
        let road = pen.finish();
        out += &format!(
            "<g fill=\"none\"><path d=\"{road}\" stroke=\"{INK}\" stroke-width=\"4\"/><path d=\"{road}\" stroke=\"{PAPER}\" stroke-width=\"2.4\"/></g>"
        );
    }
    out + &signs.finish()
}

/// Roads through mountains, from the side where they are lowest to the one across.
fn passes(cells: &Cells) -> String {
    let mut road = Pen::default();
    for cell in (0..cells.len()).filter(|&cell| cells.grid.cells[cell].ground == Ground::Pass) {
        let beyond: Vec<Option<usize>> = cells.around(cell).collect();
        let high = |next: Option<usize>| match next.map(|next| cells.grid.cells[next].ground) {
            Some(Ground::Mountain) => 3,
            Some(Ground::Pass | Ground::Hill) | None => 1,
            Some(_) => 0,
        };
        let half = beyond.len() / 2;
        let way = (0..half).min_by_key(|&side| high(beyond[side]) + high(beyond[side + half]));
        let sides: Vec<_> = cells.sides(cell).collect();
        if let Some(way) = way {
            let gate = |side: usize| between(cells.point(sides[side][0]), cells.point(sides[side][1]), 0.5);
            let (from, to, middle) = (gate(way), gate(way + half), cells.centre(cell));
            let bend = |share: f64, by: f64| {
                let at = between(from, to, share);
                (at.0 + by * (to.1 - from.1), at.1 - by * (to.0 - from.0))
            };
            let course = [from, bend(0.3, 0.09), middle, bend(0.7, -0.09), to];
            road.line(&crate::survey::smooth(&course, false, 2));
        }
    }
    if road.is_empty() {
        return String::new();
    }
    let wide = |share: f64| short((share * cells.pitch).max(0.6));
    format!(
        "<defs><path id=\"passes\" d=\"{}\"/></defs><g fill=\"none\"><use href=\"#passes\" stroke=\"{INK}\" stroke-width=\"{}\"/>\
         <use href=\"#passes\" stroke=\"{PAPER}\" stroke-width=\"{}\"/></g>",
        road.finish(),
        wide(0.1),
        wide(0.06),
    )
}

/// Heights on a grid of so many columns, `step` points apart, the first a step outside the paper.
pub(in super::super) struct Field<'f> {
    pub(in super::super) metres: &'f mut [f32],
    pub(in super::super) columns: usize,
    pub(in super::super) step: f64,
}

/// Lets the land rise where cells are hills or mountains, and lie low where they are not.
pub(in super::super) fn raise(cells: &Cells, field: Field) {
    // Where mountains are sides of cells, the land between them is drawn as nature made it, but faintly.
    let high = cells.grid.cells.iter().any(|cell| cell.ground == Ground::Mountain);
    let low = if high { 0.1 } else { 0.45 };
    let rows = field.metres.len() / field.columns;
    let step = cells.pitch / 4.0;
    let count = |steps: usize| (steps as f64 * field.step / step) as usize + 3;
    let (columns, lines) = (count(field.columns), count(rows));
    let mut mesh: Vec<[f32; 2]> = (0..columns * lines)
        .map(|i| {
            let at = ((i % columns) as f64 * step - field.step, (i / columns) as f64 * step - field.step);
            match cells.cell_at(at).map(|cell| cells.grid.cells[cell].ground) {
                Some(Ground::Mountain | Ground::Pass) => [0.3, 1.0],
                Some(Ground::Hill) => [0.25, 1.0],
                Some(_) => [low, 0.0],
                None => [0.5, 0.0],
            }
        })
        .collect();
    soften(&mut mesh, columns);
    let ridges = ridges::heights(cells, field.columns, rows, field.step);
    for (i, metres) in field.metres.iter_mut().enumerate() {
        let at =
            ((i % field.columns) as f64 * field.step / step, (i / field.columns) as f64 * field.step / step);
        let (column, line) = (at.0 as usize, at.1 as usize);
        let (right, down) = ((at.0 - column as f64) as f32, (at.1 - line as f64) as f32);
        let corner = line * columns + column;
        let mix = |of: usize| {
            let upper = mesh[corner][of] * (1.0 - right) + mesh[corner + 1][of] * right;
            let lower = mesh[corner + columns][of] * (1.0 - right) + mesh[corner + columns + 1][of] * right;
            upper * (1.0 - down) + lower * down
        };
        let (keep, add) = (mix(0), mix(1));
        *metres *= keep;
        if add > 0.02 {
            // Gullies and knolls.
            let rough = 0.8 + 0.4 * noise(1.1 * at.0, 1.1 * at.1) as f32;
            *metres += add * rough * ridges[i];
        }
    }
}

/// Blurs a mesh a little.
fn soften(mesh: &mut [[f32; 2]], columns: usize) {
    for stride in [1, columns] {
        let before = mesh.to_vec();
        for i in stride..mesh.len() - stride {
            for of in 0..2 {
                mesh[i][of] = (before[i - stride][of] + 2.0 * before[i][of] + before[i + stride][of]) / 4.0;
            }
        }
    }
}

/// A smooth landscape between 0 and 1.
pub(super) fn noise(x: f64, y: f64) -> f64 {
    let (column, row) = (x.floor(), y.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (right, down) = (ease(x - column), ease(y - row));
    let at = |dx: i64, dy: i64| scatter(column as i64 + dx, row as i64 + dy + 977);
    let upper = at(0, 0) * (1.0 - right) + at(1, 0) * right;
    let lower = at(0, 1) * (1.0 - right) + at(1, 1) * right;
    upper * (1.0 - down) + lower * down
}
