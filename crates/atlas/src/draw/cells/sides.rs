//! What lies along sides: rivers, mountains, water that nobody crosses, straits, lines with a name.

use super::super::borders::arrow;
use super::super::grid::{SideKind, Stream};
use super::super::paper::Paper;
use super::super::pen::{Pen, short};
use super::super::shape::{Way, between, distance, length, scatter};
use super::super::sheet::Sign;
use super::super::style::{FROST, HACHURE, PAPER, RIVER, ROOF, SEA_INK};
use super::super::water::ribbon;
use super::chain::{course, trails};
use super::natural::Hand;
use super::{Cells, Key};
use crate::survey::Point;

/// How wide a river is at its mouth, in pitches, by its rank.
const MOUTH: [f64; 3] = [0.125, 0.09, 0.066];

/// How wide a river is at its source, in pitches.
const SPRING: f64 = 0.03;

/// Rivers as they are drawn, from source to mouth.
pub(in super::super) fn courses<'a>(paper: &Paper<'a>, cells: &Cells<'a>) -> Vec<(&'a Stream, Vec<Point>)> {
    let hand = Hand { stray: 0.085, right: 0.0, corners: 0.0, round: 2 };
    let mut courses = Vec::new();
    for river in &cells.grid.rivers {
        let sides = river.sides.iter().map(|ends| ends.map(|end| cells.key(paper.at(end))));
        courses.extend(course(sides).into_iter().map(|line| (river, cells.natural(&line, false, hand))));
    }
    courses
}

/// Mountains, rivers, and water that nobody crosses.
pub(in super::super) fn draw(paper: &Paper, cells: &Cells) -> String {
    mountains(paper, cells) + &rivers(paper, cells) + &waters(paper, cells)
}

fn rivers(paper: &Paper, cells: &Cells) -> String {
    let [mut banks, mut waters]: [Pen; 2] = Default::default();
    for (river, course) in courses(paper, cells) {
        let mouth = MOUTH[usize::from(river.rank.clamp(1, 3)) - 1] * cells.pitch;
        let spring = SPRING * cells.pitch;
        let whole = length(&course).max(1.0);
        let half = |walked: f64| (spring + (mouth - spring) * (walked / whole).powf(0.7)).max(0.7) / 2.0;
        waters.ring(&ribbon(&course, half));
        banks.line(&course);
    }
    if waters.is_empty() {
        return String::new();
    }
    format!(
        "<path d=\"{}\" fill=\"none\" stroke=\"{PAPER}\" stroke-opacity=\".55\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>\
         <path d=\"{}\" fill=\"{RIVER}\"/>",
        banks.finish(),
        short(0.17 * cells.pitch),
        waters.finish()
    )
}

/// The sides of a kind, joined to lines.
fn of_kind(paper: &Paper, cells: &Cells, kind: SideKind) -> Vec<Vec<Key>> {
    let sides = cells.grid.sides.iter().filter(|side| side.kind == kind);
    trails(sides.map(|side| side.ends.map(|end| cells.key(paper.at(end)))))
}

/// Mountains between cells.
fn mountains(paper: &Paper, cells: &Cells) -> String {
    let hand = Hand { stray: 0.07, right: 0.0, corners: 0.0, round: 2 };
    let lines = of_kind(paper, cells, SideKind::Mountain);
    let lines: Vec<Vec<Point>> = lines.iter().map(|line| cells.natural(line, false, hand)).collect();
    if lines.is_empty() {
        return String::new();
    }
    format!("<g clip-path=\"url(#on-land)\">{}</g>", crests(&lines, cells.pitch))
}

/// Crests with hachures to both sides, longer and heavier to the south-east.
fn crests(lines: &[Vec<Point>], pitch: f64) -> String {
    let [mut crest, mut hachures]: [Pen; 2] = Default::default();
    let apart = (0.062 * pitch).max(1.5);
    for line in lines {
        crest.line(line);
        let way = Way::new(line);
        for i in 0..(way.length() / apart) as usize {
            let (at, turn) = way.at((i as f64 + 0.5) * apart);
            for side in [1.0, -1.0] {
                let (across, down) = (-turn.sin() * side, turn.cos() * side);
                let dark = across + down > 0.0;
                let chance = scatter((at.0 * 10.0) as i64, (at.1 * 10.0) as i64 + side as i64);
                let long = if dark { 0.21 } else { 0.14 } * (0.65 + 0.7 * chance) * pitch;
                let half = if dark { 0.021 } else { 0.012 } * pitch;
                // Hachures fan out a little, as water would run, and end in a point.
                let lean = 0.4 * (chance - 0.5);
                let foot = (at.0 + (across - down * lean) * long, at.1 + (down + across * lean) * long);
                let along = (turn.cos() * half, turn.sin() * half);
                hachures.ring(&[(at.0 - along.0, at.1 - along.1), (at.0 + along.0, at.1 + along.1), foot]);
            }
        }
    }
    let wide = |share: f64| short((share * pitch).max(0.3));
    format!(
        "<path d=\"{}\" fill=\"none\" stroke=\"{HACHURE}\" stroke-linejoin=\"round\" \
         stroke-linecap=\"round\" stroke-opacity=\".2\" stroke-width=\"{}\"/><path d=\"{}\" fill=\"{HACHURE}\"/>",
        crest.finish(),
        wide(0.3),
        hachures.finish()
    )
}

/// Water that nobody crosses, as a bold line between its cells.
fn waters(paper: &Paper, cells: &Cells) -> String {
    let mut pen = Pen::default();
    for line in of_kind(paper, cells, SideKind::Water) {
        pen.line(&line.into_iter().map(|key| cells.point(key)).collect::<Vec<Point>>());
    }
    if pen.is_empty() {
        return String::new();
    }
    format!(
        "<path d=\"{}\" fill=\"none\" stroke=\"{SEA_INK}\" stroke-width=\"{}\" stroke-opacity=\".8\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\"/>",
        pen.finish(),
        short((0.045 * cells.pitch).max(0.8))
    )
}

/// Arrows over straits.
pub(in super::super) fn straits(paper: &Paper, cells: &Cells) -> String {
    let mut out = String::new();
    for side in cells.grid.sides.iter().filter(|side| side.kind == SideKind::Strait) {
        let [a, b] = side.ends.map(|end| paper.at(end));
        let middle = between(a, b, 0.5);
        let far = distance(a, b).max(1e-9);
        let across = ((b.1 - a.1) / far * 0.27 * cells.pitch, (a.0 - b.0) / far * 0.27 * cells.pitch);
        let (from, to) =
            ((middle.0 - across.0, middle.1 - across.1), (middle.0 + across.0, middle.1 + across.1));
        out += &arrow(from, to, distance(from, to), cells.pitch / 34.0);
    }
    format!(
        "<g fill=\"{ROOF}\" stroke=\"{ROOF}\" stroke-width=\"{}\" stroke-linecap=\"round\">{out}</g>",
        short(0.035 * cells.pitch)
    )
}

/// Lines with a name, as they are drawn.
pub(in super::super) fn named<'a>(paper: &Paper, cells: &Cells<'a>) -> Vec<(&'a str, Vec<Vec<Point>>)> {
    let hand = Hand { stray: 0.0, right: 0.0, corners: 0.0, round: 1 };
    let line = |line: &'a super::super::grid::Line| {
        let sides = line.sides.iter().map(|ends| ends.map(|end| cells.key(paper.at(end))));
        let lines = trails(sides).iter().map(|trail| cells.natural(trail, false, hand)).collect();
        (line.name.as_str(), lines)
    };
    cells.grid.lines.iter().map(line).collect()
}

/// Lines with a name: a broad cold band with a broken line in it.
pub(in super::super) fn named_lines(paper: &Paper, cells: &Cells) -> String {
    let mut pen = Pen::default();
    named(paper, cells).iter().flat_map(|(_, lines)| lines).for_each(|line| pen.line(line));
    if pen.is_empty() {
        return String::new();
    }
    band(&pen.finish(), cells.pitch)
}

/// A broad cold band with a broken line in it.
fn band(line: &str, pitch: f64) -> String {
    let wide = |share: f64| short((share * pitch).max(0.6));
    format!(
        "<g fill=\"none\" stroke=\"{FROST}\" stroke-linejoin=\"round\"><path d=\"{line}\" stroke-opacity=\".3\" stroke-width=\"{}\"/>\
         <path d=\"{line}\" stroke-width=\"{}\" stroke-dasharray=\"{} {}\"/></g>",
        wide(0.17),
        wide(0.05),
        wide(0.24),
        wide(0.14),
    )
}

/// The pitch for which samples are drawn.
const SAMPLE: f64 = 42.0;

/// A sample for the legend.
pub(in super::super) fn sample(sign: Sign, (wide, high): Point) -> String {
    let point = |i: i32| {
        let share = f64::from(i) / 12.0;
        (3.0 + (wide - 6.0) * share, high / 2.0 - 0.09 * high * (share * 6.0).sin())
    };
    let line: Vec<Point> = (0..=12).map(point).collect();
    let mut pen = Pen::default();
    match sign {
        Sign::River => {
            pen.ring(&ribbon(&line, |walked| 0.02 * SAMPLE + 0.04 * SAMPLE * walked / wide));
            format!("<path d=\"{}\" fill=\"{RIVER}\"/>", pen.finish())
        }
        Sign::Side(SideKind::Mountain) => crests(&[line], SAMPLE),
        Sign::Side(SideKind::Strait) => {
            let (a, b) = ((0.2 * wide, high / 2.0), (0.8 * wide, high / 2.0));
            format!(
                "<g fill=\"{ROOF}\" stroke=\"{ROOF}\" stroke-width=\"1.5\">{}</g>",
                arrow(a, b, distance(a, b), 1.2)
            )
        }
        Sign::Side(SideKind::Water) => {
            pen.line(&line);
            format!("<path d=\"{}\" fill=\"none\" stroke=\"{SEA_INK}\" stroke-width=\"2\"/>", pen.finish())
        }
        _ => {
            pen.line(&line);
            band(&pen.finish(), SAMPLE)
        }
    }
}
