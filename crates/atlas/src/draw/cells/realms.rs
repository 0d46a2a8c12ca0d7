//! To whom cells belong: bands of colour inside the borders, hatched so that colour is not alone, and the borders themselves.

use std::collections::BTreeMap;

use super::super::grid::Shape;
use super::super::paper::Paper;
use super::super::pen::{Pen, short};
use super::super::style::{INK, SEA_INK};
use super::chain::trails;
use super::{Cells, Key, outlines};

/// How far bands reach inside, in pitches, and how strong each is.
const BANDS: [(f64, f64); 3] = [(0.44, 0.13), (0.27, 0.16), (0.13, 0.26)];

/// How strong the colour is inside.
const INSIDE: f64 = 0.15;

/// How far hatching reaches inside, in pitches.
const HATCHED: f64 = 0.2;

/// How far apart the lines of a hatching are, in pitches.
const APART: f64 = 0.085;

/// How strong the colour is on land that a freely drawn shore has won from the sea.
const WON: f64 = 0.42;

/// Colours of the owners.
pub(in super::super) fn washes(paper: &Paper, cells: &Cells) -> String {
    let realm = |cell: usize| cells.grid.cells[cell].realm.filter(|_| !cells.is_water(cell));
    let mut edges = edges(cells, realm);
    let (mut shapes, mut washes, mut won) = (String::new(), String::new(), String::new());
    for (number, rings) in outlines(cells, realm) {
        let Some(realm) = paper.sheet.realms.get(number) else { continue };
        let [mut held, mut edge]: [Pen; 2] = Default::default();
        let point = |key: Key| cells.point(key);
        rings.into_iter().for_each(|ring| held.ring(&ring.into_iter().map(point).collect::<Vec<_>>()));
        let lines = trails(edges.remove(&number).unwrap_or_default());
        lines.into_iter().for_each(|line| edge.line(&line.into_iter().map(point).collect::<Vec<_>>()));
        let colour = realm.colour;
        shapes += &format!(
            "<path id=\"held{number}\" d=\"{}\"/><path id=\"edge{number}\" d=\"{}\"/>\
             <clipPath id=\"in-held{number}\"><use href=\"#held{number}\" clip-rule=\"evenodd\"/></clipPath>{}",
            held.finish(),
            edge.finish(),
            realm.hatch.define(&format!("hatch{number}"), colour, (APART * cells.pitch).max(2.4)),
        );
        won += &format!("<use href=\"#edge{number}\" stroke=\"{colour}\"/>");
        washes += &format!(
            "<g clip-path=\"url(#in-held{number})\"><use href=\"#held{number}\" fill=\"{colour}\" fill-opacity=\"{INSIDE}\"/>\
             <g fill=\"none\" stroke=\"{colour}\" stroke-linejoin=\"round\" stroke-linecap=\"round\">"
        );
        for (far, strength) in BANDS {
            washes += &format!(
                "<use href=\"#edge{number}\" stroke-width=\"{}\" stroke-opacity=\"{strength}\"/>",
                short(2.0 * far * cells.pitch)
            );
        }
        washes += &format!(
            "</g><use href=\"#edge{number}\" fill=\"none\" stroke=\"url(#hatch{number})\" stroke-opacity=\".5\" stroke-width=\"{}\"/></g>",
            short(2.0 * HATCHED * cells.pitch)
        );
    }
    if paper.globe.is_none() {
        let mut water = Pen::default();
        let rings = outlines(cells, |cell| cells.is_water(cell).then_some(())).into_values().flatten();
        rings.for_each(|ring| water.ring(&ring.into_iter().map(|key| cells.point(key)).collect::<Vec<_>>()));
        shapes += &format!(
            "<clipPath id=\"shallows\"><path d=\"{}\" clip-rule=\"evenodd\"/></clipPath>",
            water.finish()
        );
        washes += &format!(
            "<g clip-path=\"url(#shallows)\" fill=\"none\" stroke-width=\"{}\" stroke-opacity=\"{WON}\">{won}</g>",
            short(0.9 * cells.pitch)
        );
    }
    format!("<defs>{shapes}</defs><g clip-path=\"url(#on-land)\">{washes}</g>")
}

/// The sides where realms end; the edge of the map is none.
fn edges(cells: &Cells, realm: impl Fn(usize) -> Option<usize>) -> BTreeMap<usize, Vec<[Key; 2]>> {
    let mut edges: BTreeMap<usize, Vec<[Key; 2]>> = BTreeMap::new();
    for cell in 0..cells.len() {
        let Some(own) = realm(cell) else { continue };
        for (side, beyond) in cells.sides(cell).zip(cells.around(cell)) {
            if beyond.is_some_and(|beyond| realm(beyond) != Some(own)) {
                edges.entry(own).or_default().push(side);
            }
        }
    }
    edges
}

/// Borders: of realms broken by points, of provinces and sea zones dotted.
pub(in super::super) fn borders(cells: &Cells) -> String {
    let is_square = cells.grid.shape == Shape::Square;
    let [mut realms, mut provinces, mut seas]: [Vec<[Key; 2]>; 3] = Default::default();
    for (cell, data) in cells.grid.cells.iter().enumerate() {
        for (side, beyond) in cells.sides(cell).zip(cells.around(cell)) {
            let Some(beyond) = beyond.filter(|&beyond| beyond > cell) else { continue };
            let other = &cells.grid.cells[beyond];
            match (cells.is_water(cell), cells.is_water(beyond)) {
                // Woods and mountains between squares are border enough.
                (false, false) if is_square && (data.realm.is_none() || other.realm.is_none()) => {}
                (false, false) if data.realm != other.realm => realms.push(side),
                (false, false) if data.zone != other.zone => provinces.push(side),
                (true, true) if data.zone != other.zone && data.in_play && other.in_play => seas.push(side),
                _ => {}
            }
        }
    }
    let line = |sides: Vec<[Key; 2]>, ink: &str, width: f64, dashes: &[f64]| {
        let mut pen = Pen::default();
        for trail in trails(sides) {
            pen.line(&trail.into_iter().map(|key| cells.point(key)).collect::<Vec<_>>());
        }
        let dashes: Vec<String> = dashes.iter().map(|dash| short(dash * cells.pitch)).collect();
        match pen.is_empty() {
            true => String::new(),
            false => format!(
                "<path d=\"{}\" stroke=\"{ink}\" stroke-width=\"{}\" stroke-dasharray=\"{}\"/>",
                pen.finish(),
                short((width * cells.pitch).max(0.5)),
                dashes.join(" ")
            ),
        }
    };
    format!(
        "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"><g clip-path=\"url(#on-land)\">{}{}</g>{}</g>",
        line(provinces, INK, 0.034, &[0.01, 0.085]),
        line(realms, INK, 0.05, &[0.2, 0.11, 0.01, 0.11]),
        line(seas, SEA_INK, 0.045, &[0.12, 0.12]),
    )
}
