//! The legend on the sheet: a plate in a corner where nothing is played.

use std::rc::Rc;

use super::areas::Drawn;
use super::frame::tablet;
use super::grid::{Cell, Shore};
use super::label::{Label, Voice};
use super::legend::{SIZE, body, signs_of, words};
use super::lettering::{Cut, Word, set};
use super::paper::Paper;
use super::pen::short;
use super::shape::Rect;
use super::sheet::{BorderKind, Sign};
use crate::survey::Point;

/// How large letters are, in points of a map on the table.
const LETTERS: f64 = 11.0;

/// How high a line is.
const LINE: f64 = 20.0;

/// How large the small drawings are, against those of the legend beside a map.
const SMALL: f64 = 0.78;

/// From the edge of the plate to what is on it.
const MARGIN: f64 = 13.0;

/// From a drawing to its words, and from column to column.
const GAP: f64 = 7.0;

/// In how many places along a side of the map the plate is tried.
const TRIES: usize = 24;

/// Fewer signs need no legend.
const FEWEST: usize = 3;

/// A plate that has found its place.
pub(super) struct Plate {
    pub(super) rect: Rect,
    /// What is explained, and in which words, by columns.
    columns: Vec<Vec<(Sign, String, Rc<Word>)>>,
}

/// Finds room for a plate, in the fewest columns; none if there is no room.
pub(super) fn find(paper: &Paper, areas: &[Drawn], others: &[Rect]) -> Option<Plate> {
    let signs = signs_of(paper.sheet);
    // The names of realms are lettered on the map; where there is no room for all, they are left out first.
    let without: Vec<Sign> = signs.iter().copied().filter(|sign| !matches!(sign, Sign::Realm(_))).collect();
    [signs, without].into_iter().find_map(|signs| with(paper, areas, others, signs))
}

fn with(paper: &Paper, areas: &[Drawn], others: &[Rect], signs: Vec<Sign>) -> Option<Plate> {
    if signs.len() < FEWEST {
        return None;
    }
    let lines: Vec<(Sign, String, Rc<Word>)> = signs
        .into_iter()
        .map(|sign| {
            let words = words(paper.sheet, sign);
            let word = Rc::new(set(&words, Cut::Roman));
            (sign, words, word)
        })
        .collect();
    (1..=4).find_map(|count| {
        let columns: Vec<_> = lines.chunks(lines.len().div_ceil(count)).map(<[_]>::to_vec).collect();
        let size = size(&columns, paper.detail.scale());
        Some(Plate { rect: free(paper, areas, others, size)?, columns })
    })
}

fn width_of(column: &[(Sign, String, Rc<Word>)]) -> f64 {
    let words = column.iter().map(|(.., word)| word.width).fold(0.0, f64::max);
    SIZE.0 * SMALL + GAP + words * LETTERS
}

fn size(columns: &[Vec<(Sign, String, Rc<Word>)>], scale: f64) -> Point {
    let wide: f64 = columns.iter().map(|column| width_of(column) + 2.0 * GAP).sum();
    let high = columns.first().map_or(0, Vec::len) as f64 * LINE;
    ((wide - 2.0 * GAP + 2.0 * MARGIN) * scale, (high + 2.0 * MARGIN) * scale)
}

/// A place along the edges where nothing is covered that matters, the nearest to a corner.
fn free(paper: &Paper, areas: &[Drawn], others: &[Rect], (width, height): Point) -> Option<Rect> {
    let inset = 16.0 * paper.detail.scale();
    let (across, down) = (paper.width - width - 2.0 * inset, paper.height - height - 2.0 * inset);
    if across < width || down < height {
        return None;
    }
    let mut places = Vec::new();
    for i in 0..=TRIES {
        for j in 0..=TRIES {
            let (far_x, far_y) = (i.min(TRIES - i), j.min(TRIES - j));
            if far_x == 0 || far_y == 0 {
                places.push((far_x + far_y, i, j));
            }
        }
    }
    places.sort_unstable();
    let place = |(_, i, j): (usize, usize, usize)| {
        let share = |n: usize| n as f64 / TRIES as f64;
        let low = (inset + across * share(i), inset + down * share(j));
        Rect { low, high: (low.0 + width, low.1 + height) }
    };
    places.into_iter().map(place).find(|rect| is_free(paper, areas, others, *rect))
}

fn is_free(paper: &Paper, areas: &[Drawn], others: &[Rect], rect: Rect) -> bool {
    let scale = paper.detail.scale();
    let wide = rect.grown(8.0 * scale);
    let covered = |at: Point| wide.contains(paper.at(at));
    let sheet = paper.sheet;
    let straits = sheet.borders.iter().filter(|border| border.kind == BorderKind::Strait);
    let land = |cell: &&Cell| cell.in_play && cell.shore != Shore::Water;
    let cells = sheet.grid.iter().flat_map(|grid| grid.cells.iter().filter(land));
    let boxes = sheet.grid.iter().flat_map(|grid| &grid.boxes);
    let half = paper.cells.as_ref().map_or(0.0, |cells| cells.pitch / 2.0);
    let sample = |n: usize, low: f64, long: f64| low + long * n as f64 / 16.0;
    let ground = (0..=16).flat_map(|i| (0..=16).map(move |j| (i, j)));
    let mut ground =
        ground.map(|(i, j)| (sample(i, wide.low.0, wide.width()), sample(j, wide.low.1, wide.height())));
    let lands: Vec<&Drawn> =
        areas.iter().filter(|drawn| !drawn.area.is_sea && drawn.fence.extent().overlaps(&wide)).collect();
    !others.iter().any(|other| other.grown(16.0 * scale).overlaps(&rect))
        && !sheet.areas.iter().any(|area| covered(area.anchor))
        && !sheet.marks.iter().any(|mark| covered(mark.at))
        && !straits.flat_map(|strait| &strait.line).any(|&point| covered(point))
        && !cells.map(|cell| paper.at(cell.centre)).any(|centre| wide.grown(half).contains(centre))
        && !boxes.map(|sea| paper.at(sea.at)).any(|at| rect.grown(2.8 * half).contains(at))
        && !ground.any(|at| lands.iter().any(|land| land.fence.contains(at)))
}

/// The plate; adds its words to the labels.
pub(super) fn draw(paper: &Paper, plate: &Plate, labels: &mut Vec<Label>) -> String {
    let scale = paper.detail.scale();
    let mut out = tablet(plate.rect, scale);
    let mut left = plate.rect.low.0 + MARGIN * scale;
    for column in &plate.columns {
        for (line, (sign, words, word)) in column.iter().enumerate() {
            let middle = plate.rect.low.1 + (MARGIN + (line as f64 + 0.5) * LINE) * scale;
            let small = SMALL * scale;
            out += &format!(
                "<g transform=\"translate({} {})scale({})\">{}</g>",
                short(left),
                short(middle - SIZE.1 * small / 2.0),
                short(small),
                body(paper.sheet, *sign)
            );
            let foot = (left + SIZE.0 * small + GAP * scale, middle + 0.3 * LETTERS * scale);
            labels.push(Label::level(words, word, LETTERS * scale, foot, Voice::Land));
        }
        left += (width_of(column) + 2.0 * GAP) * scale;
    }
    out
}
