//! Areas: a wash of the owner's colour along their borders, and signs of woods, marshes and mountains in them.

use std::slice;

use super::paper::Paper;
use super::pen::{Pen, short};
use super::room::Room;
use super::shape::{Fence, Rect, distance, inside, scatter};
use super::sheet::{Area, Ground};
use super::signs;
use super::woods::Woods;
use crate::survey::Point;

/// An area on the paper.
pub(super) struct Drawn<'a> {
    pub(super) area: &'a Area,
    pub(super) rings: Vec<Vec<Point>>,
    pub(super) fence: Fence,
    pub(super) anchor: Point,
}

/// The areas that are seen on the paper.
pub(super) fn drawn<'a>(paper: &Paper<'a>) -> Vec<Drawn<'a>> {
    let on_paper = |area: &'a Area| {
        let ring = |ring: &Vec<Point>| paper.ring(ring.iter().map(|&point| paper.at(point)).collect());
        let rings: Vec<Vec<Point>> = area.rings.iter().filter_map(ring).collect();
        let fence = Fence::new(&rings);
        (!rings.is_empty()).then(|| Drawn { area, rings, fence, anchor: paper.at(area.anchor) })
    };
    paper.sheet.areas.iter().filter_map(on_paper).collect()
}

/// How far the strokes of a wash reach from the border, in points, and how strong each is.
const WASH: [(f64, f64); 4] = [(16.0, 0.09), (11.0, 0.12), (6.5, 0.16), (3.0, 0.24)];

/// How strong the colour is inside.
const INSIDE: f64 = 0.2;

/// The colours of the owners: weak inside, stronger towards the border.
pub(super) fn washes(paper: &Paper, areas: &[Drawn]) -> String {
    let owned = areas.iter().enumerate().filter_map(|(i, drawn)| {
        let realm = paper.sheet.realms.get(drawn.area.realm?)?;
        (!drawn.area.is_sea).then_some((i, drawn, realm.colour))
    });
    let (mut shapes, mut washes) = (String::new(), String::new());
    for (number, drawn, colour) in owned {
        let mut pen = Pen::default();
        let seen = drawn.rings.iter().enumerate().filter(|(i, _)| !is_lake(drawn, *i));
        seen.for_each(|(_, ring)| pen.ring(ring));
        shapes += &format!(
            "<path id=\"area{number}\" d=\"{}\" fill-rule=\"evenodd\" clip-rule=\"evenodd\"/>\
             <clipPath id=\"in{number}\"><use href=\"#area{number}\"/></clipPath>",
            pen.finish()
        );
        washes += &format!(
            "<g clip-path=\"url(#in{number})\"><use href=\"#area{number}\" fill=\"{colour}\" fill-opacity=\"{INSIDE}\"/>\
             <g fill=\"none\" stroke=\"{colour}\" stroke-linejoin=\"round\">"
        );
        for (far, strength) in WASH {
            washes += &format!(
                "<use href=\"#area{number}\" stroke-width=\"{}\" stroke-opacity=\"{strength}\"/>",
                short(2.0 * far * paper.detail.weight())
            );
        }
        washes += "</g></g>";
    }
    format!("<defs>{shapes}</defs><g clip-path=\"url(#on-land)\">{washes}</g>")
}

/// Whether a ring is a small hole in another one: a wash around it would be a blot.
fn is_lake(drawn: &Drawn, number: usize) -> bool {
    let ring = &drawn.rings[number];
    let Some(&first) = ring.first() else { return false };
    let extent = Rect::of(ring);
    let others = drawn.rings.iter().enumerate().filter(|(i, _)| *i != number);
    extent.width().max(extent.height()) < LAKE
        && others.map(|(_, other)| other).any(|other| inside(slice::from_ref(other), first))
}

/// A hole that is longer is more than a lake.
const LAKE: f64 = 80.0;

/// From one sign to the next, in points.
const APART: f64 = 17.0;

/// Signs of the ground, sparse, off the anchor, where there is room.
pub(super) fn grounds(paper: &Paper, areas: &[Drawn], room: &mut Room) -> String {
    let weight = paper.detail.weight();
    let apart = APART * weight;
    let (mut out, mut woods) = (String::new(), Woods::default());
    for drawn in areas {
        let ground = drawn.area.ground;
        let sign = signs::of_ground(ground);
        if ground != Ground::Forest && sign.is_none() {
            continue;
        }
        let extent = drawn.fence.extent();
        let lattice = |low: f64, high: f64| (low / apart).floor() as i64..=(high / apart).ceil() as i64;
        for row in lattice(extent.low.1, extent.high.1) {
            for column in lattice(extent.low.0, extent.high.0) {
                let (right, down) = (scatter(column, row), scatter(row + 7919, column));
                let at = ((column as f64 + 1.1 * right) * apart, (row as f64 + 1.1 * down) * apart);
                // Here and there a gap.
                if scatter(column, row + 104_729) < 0.2 {
                    continue;
                }
                let size = Rect::around(at, (5.0 * weight, 5.0 * weight));
                let corners = [size.low, size.high, (size.low.0, size.high.1), (size.high.0, size.low.1)];
                if distance(at, drawn.anchor) > 17.0 * weight
                    && corners.iter().all(|&corner| drawn.fence.contains(corner))
                    && paper.is_land(at)
                    && room.is_free(&[size])
                {
                    room.take(&[size]);
                    let larger = 0.85 + 0.35 * scatter(column + 31, row);
                    match sign {
                        Some(sign) => out += &signs::put(sign, at, larger * weight),
                        None => woods.clump(at, 3.3 * larger * weight, (column, row)),
                    }
                }
            }
        }
    }
    out + &woods.finish()
}
