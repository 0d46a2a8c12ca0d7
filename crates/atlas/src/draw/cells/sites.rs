//! Towns with what they have, as one sign in the middle of their cell.

use std::collections::BTreeSet;

use super::super::grid::{Port, Seat, Site, Star, TownPart};
use super::super::lettering::{Cut, Glyph, Word, set};
use super::super::paper::Paper;
use super::super::pen::short;
use super::super::room::Room;
use super::super::shape::Rect;
use super::super::signs::{put, star};
use super::super::style::{GOLD, INK, PAPER, ROOF};
use super::Cells;
use crate::survey::Point;

/// Signs are drawn for a pitch of so many points, and made larger or smaller with it.
const DRAWN_FOR: f64 = 43.0;

/// The highest level of works that has a sign of its own.
const LEVELS: u8 = 5;

/// A town that has found its place.
pub(in super::super) struct Placed {
    /// Its number.
    pub(in super::super) number: usize,
    at: Point,
    pub(in super::super) extent: Rect,
    size: f64,
}

/// Puts every town in the middle of its cell, a little lower than the number printed there.
pub(in super::super) fn place(paper: &Paper, cells: &Cells, room: &mut Room) -> Vec<Placed> {
    let size = (cells.pitch / DRAWN_FOR).max(0.36);
    let mut placed = Vec::new();
    for (number, site) in cells.grid.sites.iter().enumerate() {
        let (x, y) = cells.centre(site.cell);
        let at = (x, y + 0.1 * cells.pitch);
        if !paper.frame().contains(at) {
            continue;
        }
        let (low, high) = reach(site);
        let shift = |by: Point| (at.0 + by.0 * size, at.1 + by.1 * size);
        let extent = Rect { low: shift(low), high: shift(high) };
        room.take(&[extent]);
        placed.push(Placed { number, at, extent, size });
    }
    placed
}

/// How far the sign of a town reaches: up and left, down and right.
fn reach(site: &Site) -> (Point, Point) {
    let left = if site.star.is_some() {
        -13.0
    } else if is_large(site) || site.fort > 0 {
        -7.0
    } else {
        -3.0
    };
    let right = if site.port.is_some() {
        15.0
    } else if is_large(site) || site.fort > 0 {
        7.0
    } else {
        3.0
    };
    let up = match (is_large(site), site.fort > 0) {
        (true, true) => -13.0,
        (true, false) => -10.0,
        (false, true) => -7.0,
        _ => -3.0,
    };
    let down = if site.worth > 0 {
        11.0
    } else if site.fort > 0 {
        8.0
    } else {
        4.0
    };
    ((left, up), (right, down))
}

fn is_large(site: &Site) -> bool {
    site.worth > 0 || site.seat.is_some()
}

/// The word for a level of works.
fn level(fort: u8) -> Word {
    set(&fort.min(9).to_string(), Cut::Roman)
}

/// The signs from which towns are put together, and the glyphs on them.
pub(in super::super) fn define(glyphs: &mut BTreeSet<Glyph>) -> String {
    let mut out = format!(
        "<g id=\"towers\" stroke=\"{INK}\" stroke-width=\".6\" stroke-linejoin=\"round\">\
         <path d=\"M-5.4 2V-3.4H-2V2ZM2 2V-3.4H5.4V2ZM-2 2V-6H2V2Z\" fill=\"{PAPER}\"/>\
         <path d=\"M-5.8-3.4-3.7-6.6-1.9-3.4ZM1.9-3.4 3.7-6.6 5.8-3.4ZM-2.4-6 0-10 2.4-6Z\" fill=\"{ROOF}\"/></g>\
         <g id=\"crown\"><use href=\"#towers\"/><path d=\"M0-9.6V-13.4L3.6-12.4 0-11.3\" fill=\"{ROOF}\" stroke=\"{INK}\" \
         stroke-width=\".7\"/></g>\
         <path id=\"gate\" d=\"M-6.4 3.4H6.4V1.6H-6.4Z\" fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\".6\"/>\
         <circle id=\"dot\" r=\"2.3\" fill=\"{ROOF}\" stroke=\"{PAPER}\" stroke-width=\".7\"/>\
         <path id=\"pearl\" d=\"{}\" fill=\"{ROOF}\" stroke=\"{PAPER}\" stroke-width=\".3\"/>\
         <path id=\"key\" d=\"{}\" fill=\"{ROOF}\" stroke=\"{INK}\" stroke-width=\".6\" stroke-linejoin=\"round\"/>\
         <path id=\"victory\" d=\"{}\" fill=\"{GOLD}\" stroke=\"{INK}\" stroke-width=\".6\" stroke-linejoin=\"round\"/>",
        star(5, 1.9, 0.8),
        star(5, 5.4, 2.2),
        star(5, 5.4, 2.2)
    );
    for fort in 1..=LEVELS {
        let word = level(fort);
        let digits = word.glyphs.iter().map(|((key, number), x, _)| {
            glyphs.insert((*key, *number));
            format!("<use href=\"#{key}{number}\" x=\"{}\"/>", (x * 1000.0).round())
        });
        let digits: String = digits.collect();
        out += &format!(
            "<g id=\"fort{fort}\"><path d=\"{}\" fill=\"{ROOF}\" stroke=\"{INK}\" stroke-width=\".8\" stroke-linejoin=\"round\"/>\
             <circle r=\"3.7\" fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\".5\"/>\
             <g transform=\"translate({} 2.2)scale(.0068)\" fill=\"{INK}\">{digits}</g></g>",
            star(usize::from(fort) + 4, 7.4, 5.0),
            short(-word.width * 3.4)
        );
    }
    out
}

/// The towns.
pub(in super::super) fn draw(cells: &Cells, placed: &[Placed]) -> String {
    let town = |spot: &Placed| town(&cells.grid.sites[spot.number], spot.at, spot.size);
    placed.iter().map(town).collect()
}

/// The sign of a town.
fn town(site: &Site, at: Point, size: f64) -> String {
    let mut out = String::new();
    let mut add = |sign: &str, (x, y): Point, larger: f64| {
        out += &put(sign, (at.0 + x * size, at.1 + y * size), larger * size);
    };
    let towers = if site.seat == Some(Seat::Realm) { "crown" } else { "towers" };
    match (is_large(site), site.fort) {
        (true, 0) => {
            add(towers, (0.0, 0.0), 1.0);
            add("gate", (0.0, 0.0), 1.0);
        }
        (true, _) => add(towers, (0.0, -4.5), 0.95),
        (false, 0) => add("dot", (0.0, 0.0), 1.0),
        _ => {}
    }
    if site.fort > 0 {
        add(&format!("fort{}", site.fort.min(LEVELS)), (0.0, 0.5), 0.92);
    }
    for pearl in 0..site.worth {
        add("pearl", (3.6 * (f64::from(pearl) - f64::from(site.worth - 1) / 2.0), 9.4), 1.0);
    }
    match site.port {
        Some(Port::Major) => add("base", (11.5, 1.0), 0.85),
        Some(Port::Minor) => add("base", (if site.fort > 0 { 10.8 } else { 8.5 }, 1.5), 0.55),
        None => {}
    }
    match site.star {
        Some(Star::Key) => add("key", (-9.0, 1.0), 0.85),
        Some(Star::Victory) => add("victory", (-9.0, 1.0), 0.85),
        None => {}
    }
    out
}

/// A sample for the legend: a town that has but one thing.
pub(in super::super) fn sample(part: TownPart, at: Point) -> String {
    let mut site =
        Site { name: String::new(), cell: 0, seat: None, worth: 0, fort: 0, port: None, star: None };
    let alone = |sign: &str, size: f64| put(sign, at, size);
    match part {
        TownPart::Seat(seat) => site.seat = Some(seat),
        TownPart::Worth => site.worth = 2,
        TownPart::Fort => site.fort = 2,
        TownPart::Place => {}
        TownPart::Port(Port::Major) => return alone("base", 0.95),
        TownPart::Port(Port::Minor) => return alone("base", 0.6),
        TownPart::Star(Star::Key) => return alone("key", 1.0),
        TownPart::Star(Star::Victory) => return alone("victory", 1.0),
    }
    let low = if is_large(&site) { 3.0 } else { 0.0 };
    town(&site, (at.0, at.1 + low), 0.95)
}
