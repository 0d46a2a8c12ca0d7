//! To whom areas belong: hatching along the edge of each realm, so that colour is not alone.

use std::collections::HashSet;

use super::areas::Drawn;
use super::paper::Paper;
use super::pen::{Pen, short};
use super::sheet::Area;
use crate::survey::Point;

/// How far from the edge hatching reaches, in points.
const REACH: f64 = 8.5;

/// How far apart its lines are.
const APART: f64 = 4.2;

/// How strong it is.
const STRENGTH: f64 = 0.5;

/// The hatching of every realm; `areas` have been defined as `#area` with their numbers.
pub(super) fn hatching(paper: &Paper, areas: &[Drawn]) -> String {
    let weight = paper.detail.weight();
    let (mut defs, mut out) = (String::new(), String::new());
    for (number, realm) in paper.sheet.realms.iter().enumerate() {
        let own = areas.iter().enumerate().filter(|(_, drawn)| drawn.area.realm == Some(number));
        let own: Vec<(usize, &Drawn)> = own.filter(|(_, drawn)| !drawn.area.is_sea).collect();
        let mut pen = Pen::default();
        for edge in edges(&own.iter().map(|(_, drawn)| drawn.area).collect::<Vec<&Area>>()) {
            let edge: Vec<Point> = edge.into_iter().map(|point| paper.at(point)).collect();
            paper.line(&edge).iter().for_each(|piece| pen.line(piece));
        }
        if pen.is_empty() {
            continue;
        }
        let shapes: String = own.iter().map(|(i, _)| format!("<use href=\"#area{i}\"/>")).collect();
        defs += &realm.hatch.define(&format!("hatch{number}"), realm.colour, APART * weight);
        defs += &format!("<clipPath id=\"realm{number}\">{shapes}</clipPath>");
        out += &format!(
            "<path clip-path=\"url(#realm{number})\" d=\"{}\" stroke=\"url(#hatch{number})\"/>",
            pen.finish()
        );
    }
    format!(
        "<defs>{defs}</defs><g clip-path=\"url(#on-land)\" fill=\"none\" stroke-width=\"{}\" stroke-opacity=\"{STRENGTH}\" \
         stroke-linejoin=\"round\">{out}</g>",
        short(2.0 * REACH * weight)
    )
}

/// The lines around areas taken together: those of their sides that no two of them share.
fn edges(areas: &[&Area]) -> Vec<Vec<Point>> {
    let key = |a: Point, b: Point| [a.0, a.1, b.0, b.1].map(f64::to_bits);
    let rings = || areas.iter().flat_map(|area| &area.rings).filter(|ring| ring.len() > 2);
    let next = |ring: &[Point], i: usize| ring[(i + 1) % ring.len()];
    let sides: HashSet<[u64; 4]> =
        rings().flat_map(|ring| (0..ring.len()).map(move |i| key(ring[i], next(ring, i)))).collect();
    let mut edges = Vec::new();
    for ring in rings() {
        let count = ring.len();
        let is_edge = |i: usize| {
            let (a, b) = (ring[i % count], next(ring, i % count));
            !sides.contains(&key(b, a))
        };
        // Begin where an edge begins; a ring that is all edge begins anywhere.
        let start = (0..count).find(|&i| is_edge(i + 1) && !is_edge(i)).map_or(0, |i| i + 1);
        let mut edge: Vec<Point> = Vec::new();
        for i in start..start + count {
            if is_edge(i) {
                if edge.is_empty() {
                    edge.push(ring[i % count]);
                }
                edge.push(next(ring, i % count));
            } else if !edge.is_empty() {
                edges.push(std::mem::take(&mut edge));
            }
        }
        edges.extend((!edge.is_empty()).then_some(edge));
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::super::sheet::Ground;
    use super::*;

    #[test]
    fn a_side_that_two_areas_share_is_no_edge() {
        let square = |x: f64| Area {
            name: String::new(),
            is_sea: false,
            rings: vec![vec![(x, 0.0), (x + 1.0, 0.0), (x + 1.0, 1.0), (x, 1.0)]],
            anchor: (x + 0.5, 0.5),
            ground: Ground::Clear,
            realm: Some(0),
        };
        let [a, b, far] = [square(0.0), square(1.0), square(7.0)];
        let found = edges(&[&a, &b, &far]);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0], [(1.0, 1.0), (0.0, 1.0), (0.0, 0.0), (1.0, 0.0)]);
        assert_eq!(found[2].len(), 5);
    }
}
