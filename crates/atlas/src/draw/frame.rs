//! What surrounds a map: the frame with its degrees, the cartouche, the compass and the scale.
//!
//! All of it grows with the paper, so that it stands at the same place of the plane at every detail.

use std::collections::BTreeSet;
use std::f64::consts::PI;
use std::rc::Rc;

use super::Rect;
use super::areas::Drawn;
use super::grid::{Cell, Shore};
use super::label::{Label, Voice};
use super::lattice::Lattice;
use super::lettering::{Cut, Glyph, set};
use super::paper::Paper;
use super::pen::{Pen, short};
use super::plate::{self, Plate};
use super::room::Room;
use super::shape::between;
use super::style::{INK, PAPER, ROOF};
use crate::survey::Point;

/// How wide the frame is, in points of a map on the table.
pub(super) const BAND: f64 = 32.0;

/// How wide its scale of degrees is.
const DEGREES: f64 = 7.0;

/// Where the cartouche and the compass stand.
pub(super) struct Furniture {
    pub(super) cartouche: Option<Rect>,
    pub(super) compass: Option<Point>,
    pub(super) plate: Option<Plate>,
}

/// How far the compass reaches, in points of a map on the table.
const COMPASS: f64 = 46.0;

/// Finds room for cartouche and compass: where there is sea and nothing else. If there is room left, for a legend.
pub(super) fn furnish(paper: &Paper, areas: &[Drawn], room: &mut Room) -> Furniture {
    let scale = paper.detail.scale();
    let title = set(&paper.sheet.title, Cut::Roman).spaced(0.12);
    let size = (title.width * 32.0 * scale + 70.0 * scale, 104.0 * scale);
    let cartouche = (!paper.sheet.title.is_empty()).then(|| stand(paper, size, None)).flatten();
    let across = 2.0 * COMPASS * scale;
    let compass = stand(paper, (across, across), cartouche);
    let mut taken = Vec::from_iter(cartouche.into_iter().chain(compass));
    let plate = plate::find(paper, areas, &taken);
    taken.extend(plate.as_ref().map(|plate| plate.rect));
    room.take(&taken);
    Furniture { cartouche, compass: compass.map(|rect| between(rect.low, rect.high, 0.5)), plate }
}

/// The place along the edges that covers the least land, and no anchor or mark.
fn stand(paper: &Paper, (width, height): Point, other: Option<Rect>) -> Option<Rect> {
    let inset = 16.0 * paper.detail.scale();
    let (across, down) = (paper.width - width - 2.0 * inset, paper.height - height - 2.0 * inset);
    if across < width || down < height {
        return None;
    }
    let mut best: Option<(f64, Rect)> = None;
    for i in 0..=8 {
        for j in 0..=8 {
            if i % 8 != 0 && j % 8 != 0 {
                continue;
            }
            let low = (inset + across * f64::from(i) / 8.0, inset + down * f64::from(j) / 8.0);
            let rect = Rect { low, high: (low.0 + width, low.1 + height) };
            if other.is_some_and(|other| other.grown(inset).overlaps(&rect)) {
                continue;
            }
            let cost = cost(paper, rect);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, rect));
            }
        }
    }
    best.map(|(_, rect)| rect)
}

fn cost(paper: &Paper, rect: Rect) -> f64 {
    let mut land = 0;
    for i in 0..=10 {
        for j in 0..=6 {
            let (right, down) = (f64::from(i) / 10.0, f64::from(j) / 6.0);
            let at = (rect.low.0 + rect.width() * right, rect.low.1 + rect.height() * down);
            land += i32::from(paper.is_land(at));
        }
    }
    let covered = |at: Point| rect.grown(6.0 * paper.detail.scale()).contains(paper.at(at));
    let anchors = paper.sheet.areas.iter().filter(|area| covered(area.anchor)).count();
    let marks = paper.sheet.marks.iter().filter(|mark| covered(mark.at)).count();
    let grid = paper.sheet.grid.iter();
    let cells = |cell: &&Cell| cell.shore != Shore::Water && cell.in_play && covered(cell.centre);
    let cells = grid.clone().flat_map(|grid| grid.cells.iter().filter(cells)).count();
    let boxes = grid.flat_map(|grid| grid.boxes.iter().filter(|sea| covered(sea.at))).count();
    f64::from(land) + 200.0 * (anchors + marks + boxes) as f64 + 20.0 * cells as f64
}

/// Frame, cartouche and compass; adds the glyphs they are lettered with.
pub(super) fn draw(paper: &Paper, furniture: &Furniture, glyphs: &mut BTreeSet<Glyph>) -> String {
    let mut labels = Vec::new();
    let mut out = neat_line(paper, &mut labels);
    if let Some(rect) = furniture.cartouche {
        out += &cartouche(paper, rect, &mut labels);
    }
    if let Some(plate) = &furniture.plate {
        out += &plate::draw(paper, plate, &mut labels);
    }
    if let Some(at) = furniture.compass {
        out += &compass(paper, at, &mut labels);
    }
    out += &format!("<g fill=\"{INK}\">");
    for label in labels {
        out += &label.draw();
        glyphs.extend(label.glyphs());
    }
    out + "</g>"
}

/// A word centred about a point of its line.
fn centred(text: &str, cut: Cut, spacing: f64, size: f64, at: Point) -> Label {
    let word = Rc::new(set(text, cut).spaced(spacing));
    Label::level(text, &word, size, (at.0 - word.width * size / 2.0, at.1), Voice::Land)
}

/// One side of the map: where it begins and ends, what is counted along it, and which way is out.
struct Side {
    from: Point,
    to: Point,
    /// Longitudes rather than latitudes.
    meridians: bool,
    out: Point,
}

/// The frame with its scale of degrees.
fn neat_line(paper: &Paper, labels: &mut Vec<Label>) -> String {
    let scale = paper.detail.scale();
    let (w, h) = (paper.width, paper.height);
    let (band, degrees) = (BAND * scale, DEGREES * scale);
    let frame = |grow: f64, width: f64| {
        let rect = paper.frame().grown(grow);
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" stroke-width=\"{}\"/>",
            short(rect.low.0),
            short(rect.low.1),
            short(rect.width()),
            short(rect.height()),
            short(width * scale)
        )
    };
    let outer = paper.frame().grown(band);
    let mut hole = Pen::default();
    for rect in [outer, paper.frame()] {
        hole.ring(&[rect.low, (rect.high.0, rect.low.1), rect.high, (rect.low.0, rect.high.1)]);
    }
    let sides = [
        Side { from: (0.0, 0.0), to: (w, 0.0), meridians: true, out: (0.0, -1.0) },
        Side { from: (0.0, h), to: (w, h), meridians: true, out: (0.0, 1.0) },
        Side { from: (0.0, 0.0), to: (0.0, h), meridians: false, out: (-1.0, 0.0) },
        Side { from: (w, 0.0), to: (w, h), meridians: false, out: (1.0, 0.0) },
    ];
    let mut dark = Pen::default();
    if let Some(globe) = &paper.globe {
        for side in &sides {
            scale_of_degrees(paper, globe, side, &mut dark, labels);
        }
    }
    for side in &sides {
        ruler(paper, side, &mut dark, labels);
    }
    format!(
        "<path d=\"{}\" fill=\"{PAPER}\" fill-rule=\"evenodd\"/><path d=\"{}\" fill=\"{INK}\"/>\
         <g fill=\"none\" stroke=\"{INK}\">{}{}{}{}</g>",
        hole.finish(),
        dark.finish(),
        frame(0.0, 1.0),
        frame(degrees, 0.8),
        frame(band - 9.0 * scale, 0.6),
        frame(band - 6.0 * scale, 2.4),
    )
}

/// A bar that is dark over every other degree, numbered at every fifth.
fn scale_of_degrees(paper: &Paper, globe: &Lattice, side: &Side, dark: &mut Pen, labels: &mut Vec<Label>) {
    let scale = paper.detail.scale();
    let wide = DEGREES * scale;
    let degree = |share: f64| {
        let (lon, lat) = globe.lon_lat(between(side.from, side.to, share));
        if side.meridians { lon } else { lat }
    };
    const STEPS: usize = 600;
    let mut cuts = vec![(0.0, degree(0.0).floor())];
    for step in 1..=STEPS {
        let (a, b) = ((step - 1) as f64 / STEPS as f64, step as f64 / STEPS as f64);
        let (low, high) = (degree(a), degree(b));
        if low.floor() != high.floor() {
            let line = low.floor().max(high.floor());
            cuts.push((a + (b - a) * ((line - low) / (high - low)).clamp(0.0, 1.0), high.floor()));
            if line.rem_euclid(5.0) == 0.0 {
                let at = between(side.from, side.to, cuts[cuts.len() - 1].0);
                labels.extend(number(paper, side, line, at, wide + 7.0 * scale));
            }
        }
    }
    cuts.push((1.0, 0.0));
    for pair in cuts.windows(2) {
        if pair[0].1.rem_euclid(2.0) == 0.0 {
            let (a, b) = (between(side.from, side.to, pair[0].0), between(side.from, side.to, pair[1].0));
            let shift = |p: Point, by: f64| (p.0 + side.out.0 * by, p.1 + side.out.1 * by);
            let (near, far) = (wide * 0.3, wide * 0.72);
            dark.ring(&[shift(a, near), shift(b, near), shift(b, far), shift(a, far)]);
        }
    }
}

/// A bar that is dark along every other column or row, each with its name.
fn ruler(paper: &Paper, side: &Side, dark: &mut Pen, labels: &mut Vec<Label>) {
    let scale = paper.detail.scale();
    let rulers = &paper.sheet.rulers;
    let counted = if side.meridians { &rulers.columns } else { &rulers.rows };
    let apart = counted.windows(2).map(|pair| pair[1].0 - pair[0].0).fold(f64::INFINITY, f64::min);
    let half = if apart.is_finite() { apart / paper.km / 2.0 } else { 0.0 };
    for (i, (km, name)) in counted.iter().enumerate() {
        let along = match side.meridians {
            true => (paper.at((*km, 0.0)).0, side.from.1),
            false => (side.from.0, paper.at((0.0, *km)).1),
        };
        let shift = |by: f64, out: f64| match side.meridians {
            true => (along.0 + by, along.1 + side.out.1 * out),
            false => (along.0 + side.out.0 * out, along.1 + by),
        };
        let (near, far) = (DEGREES * scale * 0.3, DEGREES * scale * 0.72);
        if i % 2 == 0 {
            dark.ring(&[shift(-half, near), shift(half, near), shift(half, far), shift(-half, far)]);
        }
        let (size, at) = (11.0 * scale, shift(0.0, (DEGREES + 7.0) * scale));
        labels.push(centred(name, Cut::Italic, 0.0, size, (at.0, at.1 + 0.3 * size)));
    }
}

/// The number of a degree beside the frame, unless it stands too near a corner.
fn number(paper: &Paper, side: &Side, degree: f64, at: Point, away: f64) -> Option<Label> {
    let size = 10.0 * paper.detail.scale();
    let clear = 2.0 * size;
    let along = if side.meridians { (at.0, paper.width) } else { (at.1, paper.height) };
    if along.0 < clear || along.0 > along.1 - clear {
        return None;
    }
    let foot = (at.0 + side.out.0 * away, at.1 + side.out.1 * away + 0.3 * size);
    Some(centred(&format!("{}°", degree.abs()), Cut::Italic, 0.0, size, foot))
}

/// The title in a double frame, with the scale below it.
fn cartouche(paper: &Paper, rect: Rect, labels: &mut Vec<Label>) -> String {
    let scale = paper.detail.scale();
    let middle = (rect.low.0 + rect.high.0) / 2.0;
    let down = if paper.globe.is_some() { 42.0 } else { 62.0 };
    let size = if paper.globe.is_some() { 26.0 } else { 32.0 };
    labels.push(centred(
        &paper.sheet.title,
        Cut::Roman,
        0.12,
        size * scale,
        (middle, rect.low.1 + down * scale),
    ));
    if paper.globe.is_none() {
        // Made-up land has no kilometres.
        return tablet(rect, scale);
    }
    tablet(rect, scale) + &scale_bar(paper, (middle, rect.low.1 + 66.0 * scale), rect.width() * 0.68, labels)
}

/// A double frame on paper.
pub(super) fn tablet(rect: Rect, scale: f64) -> String {
    let mut out = String::new();
    for (grow, width, fill) in [(0.0, 2.0, PAPER), (-4.0 * scale, 0.7, "none")] {
        let rect = rect.grown(grow);
        // Corners cut in, as on an engraved tablet.
        let notch = 9.0 * scale;
        let (l, t, r, b) = (rect.low.0, rect.low.1, rect.high.0, rect.high.1);
        out += &format!(
            "<path d=\"M{} {t}H{}A{n} {n} 0 0 0 {r} {}V{}A{n} {n} 0 0 0 {} {b}H{}A{n} {n} 0 0 0 {l} {}V{}A{n} {n} 0 0 0 {} {t}Z\" \
             fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"{}\"/>",
            short(l + notch),
            short(r - notch),
            short(t + notch),
            short(b - notch),
            short(r - notch),
            short(l + notch),
            short(b - notch),
            short(t + notch),
            short(l + notch),
            short(width * scale),
            n = short(notch),
            l = short(l),
            t = short(t),
            r = short(r),
            b = short(b),
        );
    }
    out
}

/// A bar of round kilometres, at most so long.
fn scale_bar(paper: &Paper, top: Point, most: f64, labels: &mut Vec<Label>) -> String {
    let scale = paper.detail.scale();
    let rounds = [1000.0, 600.0, 400.0, 300.0, 200.0, 100.0, 60.0, 40.0, 20.0, 10.0, 6.0, 4.0, 2.0];
    let Some(km) = rounds.into_iter().find(|km| km / paper.km <= most) else { return String::new() };
    let long = km / paper.km;
    let (left, high) = (top.0 - long / 2.0, 4.0 * scale);
    let mut out = format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\"{}\"/>",
        short(left),
        short(top.1),
        short(long),
        short(high),
        short(0.7 * scale)
    );
    for part in [0.0, 2.0] {
        out += &format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{INK}\"/>",
            short(left + long * part / 4.0),
            short(top.1),
            short(long / 4.0),
            short(high)
        );
    }
    let foot = top.1 + 15.0 * scale;
    for (part, text) in [(0.0, "0".to_owned()), (0.5, (km / 2.0).to_string()), (1.0, format!("{km} km"))] {
        labels.push(centred(&text, Cut::Italic, 0.0, 10.0 * scale, (left + long * part, foot)));
    }
    out
}

/// A compass of eight points, turned to true north where it stands.
fn compass(paper: &Paper, at: Point, labels: &mut Vec<Label>) -> String {
    let scale = paper.detail.scale();
    let north = paper.globe.as_ref().map_or(0.0, |globe| globe.north(at));
    let (mut light, mut dark) = (Pen::default(), Pen::default());
    let tip = |turn: f64, far: f64| (at.0 + far * turn.sin(), at.1 - far * turn.cos());
    for (far, waist, offset) in [(24.0, 6.0, 0.25), (34.0, 7.5, 0.0)] {
        for quarter in 0..4 {
            let turn = north + PI * (f64::from(quarter) / 2.0 + offset);
            let (far, waist) = (far * scale, waist * scale);
            light.ring(&[at, tip(turn - PI / 4.0, waist), tip(turn, far)]);
            dark.ring(&[at, tip(turn + PI / 4.0, waist), tip(turn, far)]);
        }
    }
    let top = tip(north, 41.0 * scale);
    labels.push(centred("N", Cut::Roman, 0.0, 12.0 * scale, (top.0, top.1 + 4.0 * scale)));
    format!(
        "<g stroke=\"{INK}\" stroke-width=\"{}\" stroke-linejoin=\"round\"><circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\"/>\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\"/><path d=\"{}\" fill=\"{PAPER}\"/><path d=\"{}\" fill=\"{INK}\"/>\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{ROOF}\"/></g>",
        short(0.6 * scale),
        short(20.0 * scale),
        short(17.5 * scale),
        light.finish(),
        dark.finish(),
        short(2.6 * scale),
        x = short(at.0),
        y = short(at.1),
    )
}
