//! Land and sea: the shore with its waterlines, and rivers.

use super::paper::Paper;
use super::pen::{Pen, short};
use super::shape::{cut, distance, length};
use super::style::{LAND, RIVER, SEA, SHORE, WATERLINE};
use crate::survey::Point;

/// How far from the shore the waterlines run, in points, and how strong they are, the farthest first.
const WATERLINES: [(f64, f64); 5] = [(13.5, 0.25), (10.0, 0.38), (7.0, 0.52), (4.4, 0.68), (2.2, 0.85)];

/// The definition of the land, as `#land`, and as a place to draw in, `#on-land`.
pub(super) fn define(paper: &Paper) -> String {
    let mut pen = Pen::default();
    paper.shores.iter().for_each(|shore| pen.ring(shore));
    format!(
        "<path id=\"land\" d=\"{}\" fill-rule=\"evenodd\" clip-rule=\"evenodd\"/>\
         <clipPath id=\"on-land\"><use href=\"#land\"/></clipPath>",
        pen.finish()
    )
}

/// Sea, waterlines, lanes and land, with lakes as seas of their own.
pub(super) fn draw(paper: &Paper, lanes: &str) -> String {
    let frame = paper.frame();
    let mut out = format!(
        "<rect width=\"{}\" height=\"{}\" fill=\"{SEA}\"/><g fill=\"none\" stroke-linejoin=\"round\">",
        short(frame.width()),
        short(frame.height())
    );
    for (far, strength) in WATERLINES {
        let far = far * paper.detail.weight();
        // A line beside the shore is what a broad stroke leaves of a broader one.
        for (width, colour, strength) in [(2.0 * far + 1.1, WATERLINE, strength), (2.0 * far - 0.1, SEA, 1.0)]
        {
            out += &format!(
                "<use href=\"#land\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-opacity=\"{strength}\"/>",
                short(width)
            );
        }
    }
    out += &format!("</g>{lanes}<use href=\"#land\" fill=\"{LAND}\"/>");
    out
}

/// Lakes that are drawn over the land.
pub(super) fn lakes(paper: &Paper) -> String {
    let mut pen = Pen::default();
    paper.lakes.iter().for_each(|ring| pen.ring(ring));
    if pen.is_empty() {
        return String::new();
    }
    format!(
        "<path d=\"{}\" fill=\"{SEA}\" stroke=\"{WATERLINE}\" stroke-width=\"{}\" clip-path=\"url(#on-land)\"/>",
        pen.finish(),
        short(0.7 * paper.detail.weight())
    )
}

/// The shoreline itself, over what is drawn on the land.
pub(super) fn shore(paper: &Paper) -> String {
    format!(
        "<use href=\"#land\" fill=\"none\" stroke=\"{SHORE}\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
        short(paper.detail.weight())
    )
}

/// How wide a river is at its mouth, in points, by its rank.
const MOUTH: [f64; 3] = [2.6, 1.8, 1.1];

/// How wide a river is at its source.
const SPRING: f64 = 0.4;

/// Rivers, growing from source to mouth.
pub(super) fn rivers(paper: &Paper) -> String {
    let weight = paper.detail.weight();
    let mut out = format!("<g fill=\"{RIVER}\" clip-path=\"url(#on-land)\">");
    let mut pen = Pen::default();
    for (river, course) in &paper.courses {
        if river.rank > paper.detail.rivers() {
            continue;
        }
        let mouth = MOUTH[usize::from(river.rank.clamp(1, 3)) - 1] * weight;
        let whole = length(course).max(1.0);
        let ribbon = ribbon(course, |walked| {
            let share = (walked / whole).powf(0.7);
            (SPRING + (mouth - SPRING).max(0.0) * share) / 2.0
        });
        pen.ring(&cut(&ribbon, paper.frame().grown(20.0)));
    }
    if !pen.is_empty() {
        out += &format!("<path d=\"{}\"/>", pen.finish());
    }
    out + "</g>"
}

/// A line made as wide on either side as `half` says, by how far along one is.
pub(super) fn ribbon(line: &[Point], half: impl Fn(f64) -> f64) -> Vec<Point> {
    let mut walked = 0.0;
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (i, &at) in line.iter().enumerate() {
        let (before, after) = (line[i.saturating_sub(1)], line[(i + 1).min(line.len() - 1)]);
        if i > 0 {
            walked += distance(before, at);
        }
        let (dx, dy) = (after.0 - before.0, after.1 - before.1);
        let scale = half(walked) / dx.hypot(dy).max(1e-9);
        left.push((at.0 - dy * scale, at.1 + dx * scale));
        right.push((at.0 + dy * scale, at.1 - dx * scale));
    }
    right.reverse();
    left.extend(right);
    left
}
