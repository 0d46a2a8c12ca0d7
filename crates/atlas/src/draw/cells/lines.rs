//! The outlines of cells, and the numbers printed in them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::grid::Shape;
use super::super::lettering::{Cut, Glyph, RISE, Word, set};
use super::super::pen::{Pen, short};
use super::super::shape::Rect;
use super::super::style::{CELL, SEA_INK};
use super::Cells;
use crate::survey::Point;

/// The outlines of cells in which pieces can be, fainter at sea.
pub(in super::super) fn draw(cells: &Cells) -> String {
    let plays = |cell: usize| cells.grid.cells[cell].in_play;
    let mut pens: [Pen; 2] = Default::default();
    for cell in (0..cells.len()).filter(|&cell| plays(cell)) {
        // Two cells share a side; the first one draws it. What it draws in one go is one line.
        let mut last = None;
        for ([from, to], beyond) in cells.sides(cell).zip(cells.around(cell)) {
            let beyond = beyond.filter(|&beyond| plays(beyond));
            if beyond.is_some_and(|beyond| beyond < cell) {
                last = None;
                continue;
            }
            let wet = cells.is_water(cell) && beyond.is_none_or(|beyond| cells.is_water(beyond));
            let pen = &mut pens[usize::from(wet)];
            if last != Some(wet) {
                pen.lift_to(cells.point(from));
            }
            pen.line_to(cells.point(to));
            last = Some(wet);
        }
    }
    let [land, sea] = pens.map(Pen::finish);
    let width = short((0.017 * cells.pitch).clamp(0.3, 1.0));
    // Small cells would drown in their outlines.
    let strong = (0.02 * cells.pitch + 0.15).min(0.6);
    format!(
        "<g fill=\"none\" stroke-width=\"{width}\"><path d=\"{land}\" stroke=\"{CELL}\" stroke-opacity=\"{}\"/>\
         <path d=\"{sea}\" stroke=\"{SEA_INK}\" stroke-opacity=\"{}\"/></g>",
        short(strong),
        short(0.5 * strong)
    )
}

/// Numbers are printed in cells at least so wide, in points.
const LEGIBLE: f64 = 36.0;

/// The numbers of cells. Each is made of two parts, which are set once: `W26` and `27`.
pub(in super::super) struct Numbers {
    /// Where they stand.
    pub(in super::super) boxes: Vec<Rect>,
    parts: BTreeMap<String, Word>,
    places: Vec<(String, Point)>,
    size: f64,
}

impl Numbers {
    pub(in super::super) fn new(cells: &Cells) -> Numbers {
        let size = 0.135 * cells.pitch;
        let mut numbers = Numbers { boxes: Vec::new(), parts: BTreeMap::new(), places: Vec::new(), size };
        if cells.pitch < LEGIBLE {
            return numbers;
        }
        let down = match cells.grid.shape {
            Shape::FlatHex | Shape::Square => -0.5 * cells.pitch + (0.25 + RISE) * size,
            Shape::PointedHex => -0.36 * cells.pitch,
        };
        for (number, cell) in cells.grid.cells.iter().enumerate().filter(|(_, cell)| cell.in_play) {
            let cut = cell.name.char_indices().rev().nth(1).map_or(0, |(at, _)| at);
            let parts = [&cell.name[..cut], &cell.name[cut..]];
            let widths = parts.map(|part| numbers.word(part).width * size);
            let (x, y) = cells.centre(number);
            let left = x - (widths[0] + widths[1]) / 2.0;
            for (part, x) in parts.into_iter().zip([left, left + widths[0]]) {
                if !part.is_empty() {
                    numbers.places.push((part.to_owned(), (x, y + down)));
                }
            }
            let low = (left, y + down - RISE * size);
            numbers.boxes.push(Rect { low, high: (left + widths[0] + widths[1], y + down) });
        }
        numbers
    }

    fn word(&mut self, part: &str) -> &Word {
        self.parts.entry(part.to_owned()).or_insert_with(|| set(part, Cut::Roman))
    }

    pub(in super::super) fn glyphs(&self) -> BTreeSet<Glyph> {
        self.parts.values().flat_map(|word| word.glyphs.iter().map(|(glyph, ..)| *glyph)).collect()
    }

    pub(in super::super) fn draw(&self) -> String {
        let mut out = String::new();
        if self.places.is_empty() {
            return out;
        }
        out += "<defs>";
        let ids: BTreeMap<&str, usize> =
            self.parts.keys().zip(0..).map(|(part, id)| (part.as_str(), id)).collect();
        for (part, word) in &self.parts {
            out += &format!(
                "<g id=\"n{}\"><g transform=\"scale({:.4})\">",
                ids[part.as_str()],
                self.size / 1000.0
            );
            for ((key, number), x, _) in &word.glyphs {
                out += &format!("<use href=\"#{key}{number}\" x=\"{}\"/>", (x * 1000.0).round());
            }
            out += "</g></g>";
        }
        out += &format!("</defs><g fill=\"{CELL}\">");
        for (part, (x, y)) in &self.places {
            out += &format!("<use href=\"#n{}\" x=\"{x:.1}\" y=\"{y:.1}\"/>", ids[part.as_str()]);
        }
        out + "</g>"
    }
}
