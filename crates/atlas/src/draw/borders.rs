//! Borders, each drawn as it is crossed.

use super::paper::Paper;
use super::pen::{Pen, short};
use super::shape::{Way, between, distance, scatter};
use super::sheet::{Border, BorderKind};
use super::signs::put;
use super::style::{FORD, HACHURE, INK, PAPER, REED, ROOF, SEA_INK};
use super::woods::Woods;
use crate::survey::Point;

/// All borders that are lines on land or sea.
pub(super) fn draw(paper: &Paper) -> String {
    let weight = paper.detail.weight();
    let (mut land, mut sea) = (String::new(), String::new());
    let kinds = [
        BorderKind::River,
        BorderKind::RiverFrozen,
        BorderKind::Clear,
        BorderKind::Narrow,
        BorderKind::Forest,
        BorderKind::Marsh,
        BorderKind::Mountain,
        BorderKind::Lake,
        BorderKind::Sea,
    ];
    for kind in kinds {
        let lines: Vec<Vec<Point>> = paper
            .sheet
            .borders
            .iter()
            .filter(|border| border.kind == kind)
            .flat_map(|border| {
                let line: Vec<Point> = border.line.iter().map(|&point| paper.at(point)).collect();
                paper.line(&line)
            })
            .collect();
        if !lines.is_empty() {
            let out = if kind == BorderKind::Sea { &mut sea } else { &mut land };
            *out += &one_kind(kind, &lines, weight);
        }
    }
    format!(
        "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"><g clip-path=\"url(#on-land)\">{land}</g>{sea}</g>"
    )
}

/// A border as it looks on the table, at a line in points.
pub(super) fn sample(border: &Border) -> String {
    let line = &border.line;
    let drawing = match (border.kind, line.first(), line.last()) {
        (BorderKind::Strait, Some(&a), Some(&b)) => arrows(&arrow(a, b, distance(a, b), 1.0), 1.0),
        (kind, ..) => one_kind(kind, std::slice::from_ref(line), 1.0),
    };
    format!("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{drawing}</g>")
}

fn one_kind(kind: BorderKind, lines: &[Vec<Point>], weight: f64) -> String {
    let stroke = |colour: &str, width: f64, more: &str| {
        let mut pen = Pen::default();
        lines.iter().for_each(|line| pen.line(line));
        format!(
            "<path d=\"{}\" stroke=\"{colour}\" stroke-width=\"{}\"{more}/>",
            pen.finish(),
            short(width * weight)
        )
    };
    let dashes =
        |on: f64, off: f64| format!(" stroke-dasharray=\"{} {}\"", short(on * weight), short(off * weight));
    let line = stroke(INK, 0.9, &dashes(6.0, 3.2));
    let river = stroke(PAPER, 6.4, " stroke-opacity=\".6\"")
        + &stroke(FORD, 5.0, " stroke-opacity=\".5\"")
        + &stroke(FORD, 2.4, "");
    match kind {
        BorderKind::Clear => line,
        BorderKind::Narrow => stroke(INK, 1.2, "") + &stroke(ROOF, 4.0, " stroke-opacity=\".45\""),
        BorderKind::Forest => {
            let mut woods = Woods::default();
            walk(lines, 6.5 * weight, |at, turn| {
                let seed = ((at.0 * 8.0) as i64, (at.1 * 8.0) as i64);
                // To both sides of the line, and on it.
                let aside = 3.4 * weight * (scatter(seed.0, seed.1 + 3) - 0.5);
                woods.plant((at.0 - turn.sin() * aside, at.1 + turn.cos() * aside), 3.5 * weight, seed);
            });
            line + &woods.finish()
        }
        BorderKind::Marsh => {
            stroke(REED, 0.8, &dashes(3.0, 4.0))
                + &every(lines, 13.0 * weight, |at, _| put("tuft", at, 0.95 * weight))
        }
        BorderKind::River => river,
        BorderKind::RiverFrozen => {
            let mut ticks = Pen::default();
            walk(lines, 9.0 * weight, |at, turn| {
                let (across, down) = (-turn.sin() * 3.2 * weight, turn.cos() * 3.2 * weight);
                ticks.line(&[(at.0 - across, at.1 - down), (at.0 + across, at.1 + down)]);
            });
            river
                + &format!(
                    "<path d=\"{}\" stroke=\"#fff\" stroke-width=\"{}\"/>",
                    ticks.finish(),
                    short(1.3 * weight)
                )
        }
        BorderKind::Mountain => stroke(HACHURE, 1.1, "") + &teeth(lines, weight),
        BorderKind::Lake => stroke(FORD, 1.4, &dashes(1.0, 3.0)),
        BorderKind::Sea => stroke(SEA_INK, 0.9, &(dashes(0.4, 4.2) + " stroke-opacity=\".8\"")),
        BorderKind::Strait | BorderKind::Coast => String::new(),
    }
}

/// Hachures to both sides of a crest, longer and heavier to the south-east.
fn teeth(lines: &[Vec<Point>], weight: f64) -> String {
    let mut pens: [Pen; 2] = Default::default();
    walk(lines, 2.6 * weight, |at, turn| {
        for side in [1.0, -1.0] {
            let (across, down) = (-turn.sin() * side, turn.cos() * side);
            let dark = across + down > 0.0;
            let long = if dark { 6.6 } else { 4.4 } * weight;
            pens[usize::from(dark)].line(&[at, (at.0 + across * long, at.1 + down * long)]);
        }
    });
    let [light, dark] = pens.map(Pen::finish);
    format!(
        "<path d=\"{light}\" stroke=\"{HACHURE}\" stroke-width=\"{}\"/><path d=\"{dark}\" stroke=\"{HACHURE}\" stroke-width=\"{}\"/>",
        short(0.7 * weight),
        short(1.1 * weight)
    )
}

fn every(lines: &[Vec<Point>], apart: f64, mut sign: impl FnMut(Point, f64) -> String) -> String {
    let mut out = String::new();
    walk(lines, apart, |at, turn| out += &sign(at, turn));
    out
}

/// Walks along every line and stops at equal steps, half a step from its ends.
fn walk(lines: &[Vec<Point>], apart: f64, mut stop: impl FnMut(Point, f64)) {
    for line in lines {
        let way = Way::new(line);
        let stops = (way.length() / apart).round().max(1.0);
        let step = way.length() / stops;
        for i in 0..stops as usize {
            let (at, turn) = way.at((i as f64 + 0.5) * step);
            stop(at, turn);
        }
    }
}

/// Arrows over straits, drawn above the shore.
pub(super) fn straits(paper: &Paper) -> String {
    let weight = paper.detail.weight();
    let mut out = String::new();
    for border in paper.sheet.borders.iter().filter(|border| border.kind == BorderKind::Strait) {
        let (Some(&a), Some(&b)) = (border.line.first(), border.line.last()) else { continue };
        let (a, b) = (paper.at(a), paper.at(b));
        let far = distance(a, b);
        if far > 0.0 && (paper.frame().contains(a) || paper.frame().contains(b)) {
            out += &arrow(a, b, far, weight);
        }
    }
    arrows(&out, weight)
}

fn arrows(arrows: &str, weight: f64) -> String {
    format!(
        "<g fill=\"{ROOF}\" stroke=\"{ROOF}\" stroke-width=\"{}\" stroke-linecap=\"round\">{arrows}</g>",
        short(1.5 * weight)
    )
}

/// An arrow from shore to shore.
pub(super) fn arrow(a: Point, b: Point, far: f64, weight: f64) -> String {
    let (along, down) = (((b.0 - a.0) / far, (b.1 - a.1) / far), (-(b.1 - a.1) / far, (b.0 - a.0) / far));
    let head = (5.0 * weight).min(far / 2.0);
    let mut shaft = Pen::default();
    shaft.line(&[between(a, b, head * 0.8 / far), between(b, a, head * 0.8 / far)]);
    let mut heads = Pen::default();
    for (tip, way) in [(a, 1.0), (b, -1.0)] {
        let back = (tip.0 + along.0 * head * way, tip.1 + along.1 * head * way);
        let wide = head * 0.55;
        heads.ring(&[
            tip,
            (back.0 + down.0 * wide, back.1 + down.1 * wide),
            (back.0 - down.0 * wide, back.1 - down.1 * wide),
        ]);
    }
    format!("<path d=\"{}\" fill=\"none\"/><path d=\"{}\" stroke=\"none\"/>", shaft.finish(), heads.finish())
}
