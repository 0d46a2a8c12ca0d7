//! Signs: tufts, peaks, towns, forts, anchors, stars. Each is defined once, about its own origin.

use std::f64::consts::PI;

use super::paper::Paper;
use super::pen::{Pen, short};
use super::room::Room;
use super::shape::Rect;
use super::sheet::{Arm, Colour, Ground, MarkKind};
use super::style::{HACHURE, INK, ON_COLOUR, PAPER, REED, ROOF, SEA_INK};
use crate::survey::Point;

/// The definitions of all signs.
pub(super) fn define() -> String {
    definitions().concat()
}

/// The definitions of those signs that a drawing uses.
pub(super) fn define_for(drawing: &str) -> String {
    let is_used = |definition: &String| {
        let id = definition.split('"').nth(1).expect("a definition begins with its name");
        drawing.contains(&format!("href=\"#{id}\""))
    };
    definitions().into_iter().filter(is_used).collect()
}

/// One definition for each sign, beginning with its name.
fn definitions() -> Vec<String> {
    let mut out = vec![
        format!(
            "<path id=\"tuft\" d=\"M-4.5 2H4.5M-2.5 4H3M0 2V-2.6M-1.8 2-3-1.4M1.8 2 3-1.4\" fill=\"none\" stroke=\"{REED}\" \
         stroke-width=\".8\" stroke-linecap=\"round\"/>"
        ),
        format!(
            "<g id=\"peak\" fill=\"none\" stroke=\"{HACHURE}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\
         <path d=\"M0-4.4C1.2-2.6 2.6-.6 5.8 3.6 3.4 3 2 3.6.6 2.6 1.2.4-.6-1.4 0-4.4Z\" fill=\"{HACHURE}\" fill-opacity=\".45\" \
         stroke=\"none\"/><path d=\"M-5.6 3.6C-3.2.8-2-2 0-4.4 1.2-2.6 2.6-.6 5.8 3.6\" stroke-width=\".7\"/>\
         <path d=\"M.7-3 1.4 1.6M1.6-1.8 2.6 2.4M2.6-.4 4 3M-1.6-1.6-1.9.8M-3 .4-3.4 2.2\" stroke-width=\".5\"/></g>"
        ),
        format!(
            "<path id=\"dots\" d=\"M-3.6 2H-3.5M.2-2.4H.3M3.4 1.2H3.5M-.4 3.6H-.3M-3-2H-2.9\" fill=\"none\" stroke=\"{HACHURE}\" \
         stroke-width=\"1\" stroke-linecap=\"round\"/>"
        ),
        format!("<circle id=\"town\" r=\"1.7\" fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\".8\"/>"),
    ];
    for towers in 1..=4 {
        out.push(city(towers));
    }
    out.push(format!(
        "<g id=\"capital\">{}<path d=\"M0-17.6V-13M-1.7-16H1.7\" stroke=\"{INK}\" fill=\"none\"/></g>",
        town(3, 3.4)
    ));
    out.push(format!(
        "<g id=\"fortress\" stroke=\"{INK}\" stroke-linejoin=\"round\"><path d=\"{}\" fill=\"{PAPER}\" stroke-width=\"1.1\"/>\
         <path d=\"{}\" fill=\"{ROOF}\" stroke-width=\".6\"/></g>",
        star(5, 7.2, 3.9),
        star(5, 4.0, 2.4)
    ));
    out.push(format!(
        "<path id=\"base\" d=\"M0-4.4V5.6M-3-2.4H3M-5 1.4C-4.6 4.4-2.4 5.6 0 5.8 2.4 5.6 4.6 4.4 5 1.4M-6.2 2.6-5 1-3.4 2.2M6.2 2.6 5 1 3.4 2.2\
         M0-7A1.3 1.3 0 1 1 0-4.4 1.3 1.3 0 1 1 0-7\" fill=\"none\" stroke=\"{SEA_INK}\" stroke-width=\"1.2\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
    ));
    out.push(format!(
        "<path id=\"star\" d=\"{}\" fill=\"{ROOF}\" stroke=\"{INK}\" stroke-width=\".6\" stroke-linejoin=\"round\"/>",
        star(5, 6.4, 2.6)
    ));
    // These take the ink of what they stand on.
    out.push(
        "<path id=\"infantry\" d=\"M-7-4.6H7V4.6H-7ZL7 4.6M7-4.6-7 4.6\" fill=\"none\" stroke-width=\"1.2\" \
         stroke-linejoin=\"round\"/>"
            .to_owned(),
    );
    out.push(
        "<path id=\"cavalry\" d=\"M-7-4.6H7V4.6H-7ZM7-4.6-7 4.6\" fill=\"none\" stroke-width=\"1.2\" \
         stroke-linejoin=\"round\"/>"
            .to_owned(),
    );
    out.push(format!("<path id=\"general\" d=\"{}\" stroke=\"none\"/>", star(5, 7.6, 3.1)));
    out
}

fn city(towers: usize) -> String {
    format!("<g id=\"city{towers}\">{}</g>", town(towers, 2.6))
}

/// Towers with red roofs behind a ring.
fn town(towers: usize, ring: f64) -> String {
    let mut out = format!("<g stroke=\"{INK}\" stroke-width=\".6\" stroke-linejoin=\"round\">");
    for tower in 0..towers {
        let x = (tower as f64 - (towers - 1) as f64 / 2.0) * 4.0;
        // The middle one is the highest.
        let high = 9.5 - x.abs() * 0.4;
        out += &format!(
            "<path d=\"M{} 0V-{high}H{}V0Z\" fill=\"{PAPER}\"/><path d=\"M{} -{high}L{x}-{}L{}-{high}Z\" fill=\"{ROOF}\"/>",
            x - 1.6,
            x + 1.6,
            x - 2.0,
            high + 3.6,
            x + 2.0,
            high = short(high - 3.0),
        );
    }
    out + &format!(
        "</g><circle r=\"{ring}\" fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\".9\"/><circle r=\"1\" fill=\"{INK}\"/>"
    )
}

/// A star with so many points, the first one up.
pub(super) fn star(points: usize, outer: f64, inner: f64) -> String {
    let corner = |i: usize| {
        let turn = PI * i as f64 / points as f64;
        let radius = if i.is_multiple_of(2) { outer } else { inner };
        (radius * turn.sin(), -radius * turn.cos())
    };
    let mut pen = Pen::default();
    pen.ring(&(0..2 * points).map(corner).collect::<Vec<Point>>());
    pen.finish()
}

/// The sign of a mark that is worth so much, at a point.
pub(super) fn mark(kind: MarkKind, value: u8, at: Point, size: f64) -> String {
    let sign = match kind {
        MarkKind::Capital => "capital".to_owned(),
        MarkKind::City => format!("city{}", value.clamp(1, 4)),
        MarkKind::Fortress => "fortress".to_owned(),
        MarkKind::Base => "base".to_owned(),
        MarkKind::Star => "star".to_owned(),
        MarkKind::Town(colour, raised) => return disc(colour, raised, at, size),
        MarkKind::Start(arm) => {
            return format!(
                "<g fill=\"{INK}\" stroke=\"{INK}\" opacity=\".42\">{}</g>",
                put(of_arm(arm), at, 0.82 * size)
            );
        }
    };
    put(&sign, at, size)
}

/// A town with its arm, in whichever of two inks shows on its colour.
fn disc(colour: Colour, raised: Option<Arm>, at: Point, size: f64) -> String {
    let bright = 2 * u32::from(colour.0) + 5 * u32::from(colour.1) + u32::from(colour.2) > 8 * 128;
    let ink = ON_COLOUR[usize::from(!bright)];
    let arm = raised.map(|arm| put(of_arm(arm), at, 0.66 * size)).unwrap_or_default();
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{colour}\" stroke=\"{INK}\" stroke-width=\"{}\"/>\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{}\"/>\
         <g fill=\"{ink}\" stroke=\"{ink}\">{arm}</g>",
        short(DISC * size),
        short(0.9 * size),
        short((DISC - 1.3) * size),
        short(0.4 * size),
        x = short(at.0),
        y = short(at.1),
    )
}

/// How far the disc of a town reaches.
const DISC: f64 = 7.4;

fn of_arm(arm: Arm) -> &'static str {
    match arm {
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::General => "general",
    }
}

/// The sign that is strewn over a ground; none over open country, and woods are planted tree by tree.
pub(super) fn of_ground(ground: Ground) -> Option<&'static str> {
    match ground {
        Ground::Clear | Ground::Forest => None,
        Ground::Marsh => Some("tuft"),
        Ground::Mountain | Ground::Pass | Ground::Hill => Some("peak"),
        Ground::Desert => Some("dots"),
    }
}

/// A sign at a point.
pub(super) fn put(sign: &str, at: Point, size: f64) -> String {
    format!(
        "<use href=\"#{sign}\" transform=\"translate({} {})scale({})\"/>",
        short(at.0),
        short(at.1),
        short(size)
    )
}

/// A mark that has found its place.
pub(super) struct Placed {
    /// Its number in the sheet.
    pub(super) number: usize,
    pub(super) at: Point,
    pub(super) extent: Rect,
}

/// How far from where they belong marks may stand, in their own widths: beside one another where they would overlap.
const BESIDE: [Point; 9] = [
    (0.0, 0.0),
    (1.1, 0.0),
    (-1.1, 0.0),
    (0.0, 1.1),
    (0.0, -1.3),
    (1.1, 1.0),
    (-1.1, 1.0),
    (1.1, -1.0),
    (-1.1, -1.0),
];

/// How large signs are: in cells, by the cells.
fn size(paper: &Paper) -> f64 {
    paper.cells.as_ref().map_or(paper.detail.weight(), |cells| cells.pitch / IN_A_CELL)
}

/// How wide a cell is in which signs have their own size.
const IN_A_CELL: f64 = 30.0;

/// Finds a place for every mark and takes it; what matters most comes first.
pub(super) fn place(paper: &Paper, room: &mut Room) -> Vec<Placed> {
    let marks = &paper.sheet.marks;
    let mut order: Vec<usize> = (0..marks.len()).collect();
    order.sort_by_key(|&i| (marks[i].kind, u8::MAX - marks[i].value));
    let mut placed = Vec::new();
    for number in order {
        let mark = &marks[number];
        let weight = size(paper);
        let home = paper.at(mark.at);
        if !paper.frame().contains(home) {
            continue;
        }
        let extent = |at: Point| {
            let (low, high) = match mark.kind {
                MarkKind::Capital => ((-7.0, -17.0), (7.0, 4.0)),
                MarkKind::City => {
                    let half = 2.5 + 2.0 * f64::from(mark.value.clamp(1, 4));
                    ((-half, -12.0), (half, 3.5))
                }
                MarkKind::Fortress => ((-7.5, -7.5), (7.5, 7.0)),
                MarkKind::Base => ((-7.0, -7.5), (7.0, 6.5)),
                MarkKind::Star => ((-6.5, -6.5), (6.5, 5.5)),
                MarkKind::Town(..) => ((-DISC, -DISC), (DISC, DISC)),
                MarkKind::Start(_) => ((-6.0, -4.4), (6.0, 4.4)),
            };
            let shift = |by: Point| (at.0 + by.0 * weight, at.1 + by.1 * weight);
            Rect { low: shift(low), high: shift(high) }
        };
        let size = extent((0.0, 0.0));
        let spots = BESIDE.map(|(right, down)| {
            (home.0 + right * size.width().max(15.0 * weight), home.1 + down * size.height())
        });
        let free = spots.into_iter().find(|&at| room.is_free(&[extent(at)])).unwrap_or(home);
        room.take(&[extent(free)]);
        placed.push(Placed { number, at: free, extent: extent(free) });
    }
    placed
}

/// The marks, where they have been placed.
pub(super) fn draw(paper: &Paper, placed: &[Placed]) -> String {
    let mut out = String::new();
    for spot in placed {
        let mark = &paper.sheet.marks[spot.number];
        out += &self::mark(mark.kind, mark.value, spot.at, size(paper));
    }
    out
}
