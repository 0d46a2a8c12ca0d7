//! To whom cells belong: bands of colour inside the borders, hatched so that colour is not alone, and the borders themselves.

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

/// Colours of the owners.
pub(in super::super) fn washes(paper: &Paper, cells: &Cells) -> String {
    let rings = outlines(cells, |cell| cells.grid.cells[cell].realm.filter(|_| !cells.is_water(cell)));
    let (mut shapes, mut washes) = (String::new(), String::new());
    for (number, rings) in rings {
        let mut pen = Pen::default();
        for ring in rings {
            pen.ring(&ring.into_iter().map(|key| cells.point(key)).collect::<Vec<_>>());
        }
        let Some(realm) = paper.sheet.realms.get(number) else { continue };
        let colour = realm.colour;
        shapes += &format!(
            "<path id=\"held{number}\" d=\"{}\"/><clipPath id=\"in-held{number}\"><use href=\"#held{number}\" clip-rule=\"evenodd\"/></clipPath>{}",
            pen.finish(),
            realm.hatch.define(&format!("hatch{number}"), colour, (APART * cells.pitch).max(2.4)),
        );
        washes += &format!(
            "<g clip-path=\"url(#in-held{number})\"><use href=\"#held{number}\" fill=\"{colour}\" fill-opacity=\"{INSIDE}\"/>\
             <g fill=\"none\" stroke=\"{colour}\" stroke-linejoin=\"round\">"
        );
        for (far, strength) in BANDS {
            washes += &format!(
                "<use href=\"#held{number}\" stroke-width=\"{}\" stroke-opacity=\"{strength}\"/>",
                short(2.0 * far * cells.pitch)
            );
        }
        washes += &format!(
            "</g><use href=\"#held{number}\" fill=\"none\" stroke=\"url(#hatch{number})\" stroke-opacity=\".5\" stroke-width=\"{}\"/></g>",
            short(2.0 * HATCHED * cells.pitch)
        );
    }
    format!("<defs>{shapes}</defs><g clip-path=\"url(#on-land)\">{washes}</g>")
}

/// Borders: of realms broken by points, of provinces and sea zones dotted.
pub(in super::super) fn borders(cells: &Cells) -> String {
    let [mut realms, mut provinces, mut seas]: [Vec<[Key; 2]>; 3] = Default::default();
    for (cell, data) in cells.grid.cells.iter().enumerate() {
        for (side, beyond) in cells.sides(cell).zip(cells.around(cell)) {
            let Some(beyond) = beyond.filter(|&beyond| beyond > cell) else { continue };
            let other = &cells.grid.cells[beyond];
            match (cells.is_water(cell), cells.is_water(beyond)) {
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
