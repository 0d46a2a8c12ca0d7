//! Ranges: where cells are mountains, crests run from one to the next and branch, with spurs down to the valleys; hills are
//! short ridges that lie much the same way. What is made here are heights; shade and hachures follow from them.

use super::super::grid::Shape;
use super::super::shape::{between, scatter};
use super::super::sheet::Ground;
use super::Cells;
use super::ground::noise;
use crate::survey::Point;

/// A crest, or one of its spurs: the ground falls from it evenly on both sides.
struct Crest {
    ends: [Point; 2],
    /// How high each end is, in points.
    high: [f64; 2],
    /// How far the slope reaches, in points.
    wide: f64,
}

/// How steep mountains and hills are, in metres to a kilometre.
const STEEP: [f64; 2] = [78.0, 40.0];

fn is_high(cells: &Cells, cell: usize) -> bool {
    matches!(cells.grid.cells[cell].ground, Ground::Mountain | Ground::Pass)
}

/// Metres above the ground, on a mesh of so many columns and rows, `step` points apart, the first a step outside the paper.
pub(super) fn heights(cells: &Cells, columns: usize, rows: usize, step: f64) -> Vec<f32> {
    let mut metres = vec![0f32; columns * rows];
    let km = cells.grid.pitch / cells.pitch;
    for (crests, steep) in [mountains(cells), hills(cells)].into_iter().zip(STEEP) {
        for crest in crests {
            crest.raise(&mut metres, columns, rows, step, steep * km);
        }
    }
    metres
}

impl Crest {
    fn raise(&self, metres: &mut [f32], columns: usize, rows: usize, step: f64, steep: f64) {
        let [a, b] = self.ends;
        let range = |a: f64, b: f64, most: usize| {
            let first = ((a.min(b) - self.wide) / step + 1.0).max(0.0) as usize;
            first..(((a.max(b) + self.wide) / step + 2.0).max(0.0) as usize).min(most)
        };
        let (along, down) = (b.0 - a.0, b.1 - a.1);
        let length = (along * along + down * down).max(1e-9);
        for row in range(a.1, b.1, rows) {
            for column in range(a.0, b.0, columns) {
                let at = ((column as f64 - 1.0) * step, (row as f64 - 1.0) * step);
                let share = (((at.0 - a.0) * along + (at.1 - a.1) * down) / length).clamp(0.0, 1.0);
                let (east, south) = (at.0 - a.0 - share * along, at.1 - a.1 - share * down);
                let off = (east * east + south * south).sqrt() / self.wide;
                if off < 1.0 {
                    let high = self.high[0] + share * (self.high[1] - self.high[0]);
                    let there = &mut metres[row * columns + column];
                    *there = there.max((steep * high * (1.0 - off)) as f32);
                }
            }
        }
    }
}

/// Crests from cell to cell, as a tree without rings, and spurs from every summit.
fn mountains(cells: &Cells) -> Vec<Crest> {
    let pitch = cells.pitch;
    let summit = |cell: usize| {
        let jolt = |salt: i64| 0.26 * pitch * (scatter(cell as i64, 17 + salt) - 0.5);
        let (x, y) = cells.centre(cell);
        (x + jolt(0), y + jolt(1))
    };
    let high = |cell: usize| match cells.grid.cells[cell].ground {
        Ground::Pass => 0.2 * pitch,
        _ => pitch * (0.38 + 0.14 * scatter(cell as i64, 23)),
    };
    let mut links: Vec<(usize, usize)> = Vec::new();
    for cell in (0..cells.len()).filter(|&cell| is_high(cells, cell)) {
        let next = cells.around(cell).flatten().filter(|&next| next > cell && is_high(cells, next));
        links.extend(next.map(|next| (cell, next)));
    }
    let chance = |&(a, b): &(usize, usize)| scatter(a as i64, b as i64);
    links.sort_by(|a, b| chance(a).total_cmp(&chance(b)));
    let mut crests = Vec::new();
    let mut roots: Vec<usize> = (0..cells.len()).collect();
    for (a, b) in links {
        let (from, to) = (root(&mut roots, a), root(&mut roots, b));
        if from == to {
            continue;
        }
        roots[from] = to;
        let (start, end) = (summit(a), summit(b));
        let bend = 0.3 * (scatter(b as i64, a as i64 + 7) - 0.5);
        let middle = between(start, end, 0.5);
        let saddle = (middle.0 + bend * (end.1 - start.1), middle.1 - bend * (end.0 - start.0));
        let low = 0.8 * high(a).min(high(b));
        let wide = 0.46 * pitch;
        crests.push(Crest { ends: [start, saddle], high: [high(a), low], wide });
        crests.push(Crest { ends: [saddle, end], high: [low, high(b)], wide });
    }
    let spurs = if cells.grid.shape == Shape::Square { 5 } else { 4 };
    for cell in (0..cells.len()).filter(|&cell| is_high(cells, cell)) {
        let top = summit(cell);
        for spur in 0..spurs {
            let chance = |salt: i64| scatter(cell as i64 * 8 + spur, 41 + salt);
            let turn = std::f64::consts::TAU * (spur as f64 + 0.7 * chance(0)) / spurs as f64;
            let long = pitch * (0.3 + 0.14 * chance(1));
            let foot = (top.0 + long * turn.cos(), top.1 + long * turn.sin());
            crests.push(Crest {
                ends: [top, foot],
                high: [0.85 * high(cell), 0.12 * pitch],
                wide: 0.26 * pitch,
            });
        }
    }
    crests
}

/// The last link of a chain; shortens it on the way.
fn root(roots: &mut [usize], mut at: usize) -> usize {
    while roots[at] != at {
        roots[at] = roots[roots[at]];
        at = roots[at];
    }
    at
}

/// Short ridges, three to a cell.
fn hills(cells: &Cells) -> Vec<Crest> {
    let pitch = cells.pitch;
    let mut crests = Vec::new();
    for cell in (0..cells.len()).filter(|&cell| cells.grid.cells[cell].ground == Ground::Hill) {
        let (x, y) = cells.centre(cell);
        for nth in 0..3 {
            let chance = |salt: i64| scatter(cell as i64 * 4 + nth, 67 + salt);
            let turn = std::f64::consts::TAU * (nth as f64 + 0.6 * chance(0)) / 3.0;
            let middle = (x + 0.27 * pitch * turn.cos(), y + 0.27 * pitch * turn.sin());
            // Ridges of one country lie much the same way.
            let lie =
                std::f64::consts::PI * (1.3 * noise(x / pitch / 5.0, y / pitch / 5.0) + 0.3 * chance(1));
            let half = pitch * (0.07 + 0.08 * chance(2));
            let (east, south) = (half * lie.cos(), half * lie.sin());
            let high = pitch * (0.11 + 0.06 * chance(3));
            crests.push(Crest {
                ends: [(middle.0 - east, middle.1 - south), (middle.0 + east, middle.1 + south)],
                high: [high, 0.8 * high],
                wide: 0.19 * pitch,
            });
        }
    }
    crests
}
