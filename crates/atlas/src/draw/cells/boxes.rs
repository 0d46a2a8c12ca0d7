//! Boxes at sea, and the lanes between them and their ports.

use std::rc::Rc;

use super::super::label::{Label, Voice};
use super::super::lettering::{Cut, set};
use super::super::paper::Paper;
use super::super::pen::{Pen, short};
use super::super::room::Room;
use super::super::shape::{Rect, between};
use super::super::style::{FROST, PAPER, SEA_INK};
use super::Cells;
use crate::survey::Point;

/// A box that has found its place.
pub(in super::super) struct Placed {
    rect: Rect,
    freezes: bool,
    /// Its name, in it.
    pub(in super::super) label: Option<Label>,
}

/// Takes the room for every box.
pub(in super::super) fn place(paper: &Paper, cells: &Cells, room: &mut Room) -> Vec<Placed> {
    let size = (0.3 * cells.pitch).max(4.2);
    let mut placed = Vec::new();
    for sea in &cells.grid.boxes {
        let at = paper.at(sea.at);
        let lines: Vec<&str> = sea.name.split(" - ").collect();
        let words: Vec<_> = lines.iter().map(|line| Rc::new(set(line, Cut::Italic).spaced(0.03))).collect();
        let wide = words.iter().map(|word| word.width * size).fold(0.0, f64::max);
        let high = lines.len() as f64 * 1.05 * size;
        let half = (
            (wide / 2.0 + 0.6 * size).max(1.05 * cells.pitch),
            (high / 2.0 + 0.3 * size).max(0.48 * cells.pitch),
        );
        let rect = Rect::around(at, half);
        let mut label: Option<Label> = None;
        for (i, word) in words.iter().enumerate() {
            let down = (i as f64 - (lines.len() - 1) as f64 / 2.0) * 1.05 + 0.26;
            let start = (at.0 - word.width * size / 2.0, at.1 + down * size);
            let line = Label::level(&sea.name, word, size, start, Voice::Sea);
            label = Some(match label {
                Some(above) => above.with(line),
                None => line,
            });
        }
        room.take(&[rect]);
        placed.push(Placed { rect, freezes: sea.freezes, label });
    }
    placed
}

/// Lanes from box to box and from box to port; they are drawn below the land.
pub(in super::super) fn lanes(paper: &Paper, cells: &Cells) -> String {
    let [mut open, mut ports]: [Pen; 2] = Default::default();
    let boxes = &cells.grid.boxes;
    for (number, sea) in boxes.iter().enumerate() {
        let at = paper.at(sea.at);
        for &other in
            sea.lanes.iter().filter(|&&other| other > number || !boxes[other].lanes.contains(&number))
        {
            open.line(&bow(at, paper.at(boxes[other].at), 0.06));
        }
        for &port in &sea.ports {
            ports.line(&bow(at, cells.centre(cells.grid.sites[port].cell), 0.04));
        }
    }
    if open.is_empty() && ports.is_empty() {
        return String::new();
    }
    let wide = |share: f64| short((share * cells.pitch).max(0.4));
    format!(
        "<g fill=\"none\" stroke=\"{SEA_INK}\" stroke-linecap=\"round\"><path d=\"{}\" stroke-width=\"{}\" stroke-opacity=\".8\"/>\
         <path d=\"{}\" stroke-width=\"{}\" stroke-dasharray=\"{} {}\" stroke-opacity=\".6\"/></g>",
        open.finish(),
        wide(0.06),
        ports.finish(),
        wide(0.035),
        wide(0.1),
        wide(0.1)
    )
}

/// A slightly bent way from one point to another.
fn bow(a: Point, b: Point, bend: f64) -> Vec<Point> {
    let point = |i: i32| {
        let share = f64::from(i) / 8.0;
        let off = 4.0 * bend * share * (1.0 - share);
        let at = between(a, b, share);
        (at.0 + (b.1 - a.1) * off, at.1 - (b.0 - a.0) * off)
    };
    (0..=8).map(point).collect()
}

/// The boxes themselves; what freezes has a cold edge.
pub(in super::super) fn draw(cells: &Cells, placed: &[Placed]) -> String {
    let mut out = String::new();
    let rect = |rect: Rect, fill: &str, ink: &str, width: f64| {
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"{}\"/>",
            short(rect.low.0),
            short(rect.low.1),
            short(rect.width()),
            short(rect.height()),
            short(0.16 * cells.pitch),
            short((width * cells.pitch).max(0.4))
        )
    };
    for spot in placed {
        out += &rect(spot.rect, PAPER, SEA_INK, 0.05);
        let inner = spot.rect.grown(-0.07 * cells.pitch);
        out += &match spot.freezes {
            true => rect(inner, "none", FROST, 0.06),
            false => rect(inner, "none", SEA_INK, 0.018),
        };
    }
    out
}

/// A sample for the legend.
pub(in super::super) fn sample((wide, high): Point) -> String {
    format!(
        "<path d=\"M1 {1}H{0}\" stroke=\"{SEA_INK}\" stroke-width=\"2\" stroke-opacity=\".8\"/>\
         <rect x=\"{2}\" y=\"{3}\" width=\"{4}\" height=\"{5}\" rx=\"3\" fill=\"{PAPER}\" stroke=\"{SEA_INK}\" stroke-width=\"1.4\"/>",
        short(wide - 1.0),
        short(high / 2.0),
        short(0.26 * wide),
        short(0.24 * high),
        short(0.48 * wide),
        short(0.52 * high),
    )
}
