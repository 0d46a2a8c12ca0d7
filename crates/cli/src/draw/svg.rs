//! A position for the eye: a drawn map with the pieces on it.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use atlas::draw::letters;
use engine::{
    Badges, Board, Colours, Facing, Form, Gauge, Layout, Overlay, OverlayKind, Part, Piece, Space, Stack,
    Symbol, Table, Text, Tint,
};

/// How wide the board is drawn, without its frame.
const WIDTH: f32 = 1190.0;
const STRIP: f32 = 30.0;
const INK: &str = "#3a2f25";
const PAPER: &str = "#f6eed8";

/// Draws board number `number` with what lies on it; `ground` is its picture, drawn.
pub fn svg(ground: &str, board: &Board, number: u8, table: &Table, title: &str) -> String {
    let mut out = String::new();
    Map::new(board, number, table, title).draw(ground, &mut out).expect("a string takes any text");
    out
}

type Point = (f32, f32);

struct Map<'a> {
    board: &'a Board,
    number: u8,
    table: &'a Table,
    title: &'a str,
    /// Length of a board's unit on paper.
    scale: f32,
    /// The size of an ordinary space on paper: all that is drawn into a space is measured by it.
    cell: f32,
    /// The rings of each space.
    outlines: Vec<Vec<Vec<Point>>>,
}

impl<'a> Map<'a> {
    fn new(board: &'a Board, number: u8, table: &'a Table, title: &'a str) -> Map<'a> {
        let scale = WIDTH / board.width;
        let on_paper = |ring: Vec<Point>| ring.iter().map(|(x, y)| (x * scale, y * scale)).collect();
        let outlines: Vec<Vec<Vec<Point>>> = (0..board.spaces.len())
            .map(|space| board.rings(space).into_iter().map(on_paper).collect())
            .collect();
        let cell = match board.layout {
            Layout::Squares { .. } => scale,
            Layout::Areas | Layout::Mat | Layout::Hexes { .. } => {
                let mut areas: Vec<f32> =
                    outlines.iter().map(|rings| rings.iter().map(|ring| area(ring)).sum()).collect();
                areas.sort_by(f32::total_cmp);
                areas.get(areas.len() / 2).copied().unwrap_or(1.0).sqrt()
            }
        };
        Map { board, number, table, title, scale, cell, outlines }
    }

    fn draw(&self, ground: &str, out: &mut String) -> fmt::Result {
        let (left, top, wide, high) = match &self.board.picture {
            Some(picture) => (picture.left, picture.top, picture.width, picture.height),
            None => (0.0, 0.0, self.board.width, self.board.height),
        };
        let [left, top, width, map] = [left, top, wide, high].map(|length| length * self.scale);
        let height = map + self.strips();
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"{left:.1} {top:.1} {width:.1} {height:.1}\" role=\"img\">"
        )?;
        writeln!(out, "<title>{}</title>", escaped(self.title))?;
        writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{PAPER}\"/>"
        )?;
        // The ground is a picture of its own, as wide as its frame.
        let points: f32 = attribute(ground, "width").and_then(|width| width.parse().ok()).unwrap_or(width);
        writeln!(
            out,
            "<g transform=\"translate({left:.2} {top:.2}) scale({:.5})\">{ground}</g>",
            width / points
        )?;
        self.drawings(out)?;
        self.overlays(out)?;
        self.stacks(out)?;
        self.sheets(out, top + map)?;
        writeln!(out, "</svg>")
    }

    /// The drawings that are used many times, in the colours of those who use them, and the backs of hidden pieces.
    fn drawings(&self, out: &mut String) -> fmt::Result {
        let drawn =
            self.table.pieces.iter().filter_map(|piece| Some((piece.print.symbol?, piece.print.tint)));
        let tints: BTreeSet<Tint> = self.table.pieces.iter().map(|piece| piece.print.tint).collect();
        writeln!(out, "<defs>")?;
        for (symbol, tint) in drawn.collect::<BTreeSet<(Symbol, Tint)>>() {
            writeln!(
                out,
                "<g id=\"{}\">{}</g>",
                id(symbol, tint),
                parts(symbol.glyph().parts, tint.colours())
            )?;
        }
        for tint in tints {
            let Colours { ink, hatch, .. } = tint.colours();
            writeln!(
                out,
                "<pattern id=\"back-{tint:?}\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\" \
                 patternTransform=\"scale({})\"><path d=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{}\" \
                 stroke-linecap=\"round\" opacity=\".55\"/></pattern>",
                hatch.tile, hatch.lines, hatch.width
            )?;
        }
        writeln!(out, "</defs>")
    }

    fn overlays(&self, out: &mut String) -> fmt::Result {
        for overlay in self.table.overlays.iter().filter(|overlay| overlay.pieces.is_empty()) {
            if let (OverlayKind::Held, Some(tint)) = (overlay.kind, overlay.tint) {
                self.flags(out, overlay, tint)?;
                continue;
            }
            let mut d = String::new();
            for at in overlay.spaces.iter().filter(|at| at.board == self.number) {
                if let Some(rings) = self.outlines.get(usize::from(at.space)) {
                    path(&mut d, rings)?;
                }
            }
            let colour = overlay.tint.map_or_else(|| colour(overlay.kind), |tint| tint.colours().face);
            writeln!(
                out,
                "<path d=\"{d}\" fill=\"{colour}\" fill-opacity=\".14\" stroke=\"{colour}\" stroke-width=\"2\"><title>{}</title></path>",
                escaped(overlay.kind.title())
            )?;
        }
        Ok(())
    }

    /// A small flag in the upper right corner of each space somebody holds.
    fn flags(&self, out: &mut String, overlay: &Overlay, tint: Tint) -> fmt::Result {
        let colours = tint.colours();
        let flag = parts(colours.flag, colours);
        for at in overlay.spaces.iter().filter(|at| at.board == self.number) {
            let Some(space) = self.board.spaces.get(usize::from(at.space)) else { continue };
            let (x, y) = self.centre(space);
            let unit = self.cell / 20.0;
            writeln!(
                out,
                "<g transform=\"translate({x:.1} {y:.1}) scale({unit:.2})\"><title>{}</title><path d=\"M5 -9.4V1\" stroke=\"{INK}\" \
                 stroke-width=\"1\" stroke-linecap=\"round\"/><g transform=\"translate(8.4 -7) scale(2.1)\">{flag}</g><path \
                 d=\"M5.25 -9.1h6.3v4.2h-6.3z\" fill=\"none\" stroke=\"{INK}\" stroke-width=\".4\"/></g>",
                escaped(overlay.kind.title())
            )?;
        }
        Ok(())
    }

    /// Everything that stands on this board: of each stack a few pieces, whoever commands in front, and what all are in short.
    fn stacks(&self, out: &mut String) -> fmt::Result {
        for stack in self.table.stacks().iter().filter(|stack| stack.at.board == self.number) {
            let Some(space) = self.board.spaces.get(usize::from(stack.at.space)) else { continue };
            let (x, y) = self.centre(space);
            let shown = fan(stack);
            let size = if shown.len() > 1 { 0.36 } else { 0.42 } * self.cell;
            writeln!(out, "<g><title>{}</title>", escaped(&told(stack, space)))?;
            for (nth, piece) in shown.iter().enumerate() {
                let aside = (nth as f32 - (shown.len() - 1) as f32 / 2.0) * 0.16 * self.cell;
                writeln!(
                    out,
                    "<g transform=\"translate({:.1} {:.1}) scale({size:.2})\">",
                    x + aside,
                    y - aside
                )?;
                counter(out, piece)?;
                writeln!(out, "</g>")?;
            }
            if stack.pieces.len() > 1 {
                writeln!(
                    out,
                    "<g transform=\"translate({x:.1} {:.1}) scale({:.2})\">",
                    y + 0.52 * self.cell,
                    0.2 * self.cell
                )?;
                summary(out, stack)?;
                writeln!(out, "</g>")?;
            }
            writeln!(out, "</g>")?;
        }
        Ok(())
    }

    /// The height of what stands under the map.
    fn strips(&self) -> f32 {
        let lines: usize = self.table.seats.iter().map(|sheet| 1 + sheet.parts.len()).sum();
        (lines as f32 + 0.5) * STRIP
    }

    /// What lies before each seat, under the map: a line for it, and one for each power that has figures of its own.
    fn sheets(&self, out: &mut String, map: f32) -> fmt::Result {
        let mut y = map + 0.8 * STRIP;
        for sheet in &self.table.seats {
            let opacity = if sheet.alive { 1.0 } else { 0.45 };
            writeln!(out, "<g opacity=\"{opacity}\" fill=\"{INK}\">")?;
            strip(out, &sheet.tints, &sheet.name, &facts(&sheet.gauges, &sheet.notes), (4.0, y))?;
            y += STRIP;
            for part in &sheet.parts {
                strip(out, &[part.tint], &part.name, &facts(&part.gauges, &part.notes), (28.0, y))?;
                y += STRIP;
            }
            writeln!(out, "</g>")?;
        }
        Ok(())
    }

    fn centre(&self, space: &Space) -> Point {
        (space.centre.0 * self.scale, space.centre.1 * self.scale)
    }
}

/// A line under the map: flags, a name and figures.
fn strip(out: &mut String, tints: &[Tint], name: &str, facts: &str, (mut x, y): Point) -> fmt::Result {
    for tint in tints {
        let colours = tint.colours();
        writeln!(
            out,
            "<g transform=\"translate({:.1} {:.1}) scale(8)\">{}<path d=\"M-1.5-1h3v2h-3z\" fill=\"none\" stroke=\"{INK}\" \
             stroke-width=\".12\"/></g>",
            x + 12.0,
            y - 5.0,
            parts(colours.flag, colours)
        )?;
        x += 30.0;
    }
    writeln!(out, "{}", lettered(name, 16.0, (x + 4.0, y)))?;
    writeln!(out, "{}", lettered(facts, 14.0, (260.0, y)))
}

fn facts(gauges: &[Gauge], notes: &[Text]) -> String {
    let gauges = gauges.iter().map(|gauge| format!("{}: {}", gauge.name, gauge.value));
    gauges.chain(notes.iter().map(Text::to_string)).collect::<Vec<_>>().join("   \u{b7}   ")
}

fn id(symbol: Symbol, tint: Tint) -> String {
    format!("{symbol:?}-{tint:?}")
}

/// The parts of a drawing in these colours.
fn parts(parts: &[Part], colours: &Colours) -> String {
    let paint = |Part { d, fill, stroke, width }: &Part| {
        let colour = |paint: engine::Paint| paint.colour(colours).unwrap_or("none");
        let line = match stroke.is_none() {
            true => String::new(),
            false => format!(
                " stroke=\"{}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
                colour(*stroke)
            ),
        };
        format!("<path d=\"{d}\" fill=\"{}\"{line}/>", colour(*fill))
    };
    parts.iter().map(paint).collect()
}

/// The colour of a mark that is nobody's.
fn colour(kind: OverlayKind) -> &'static str {
    match kind {
        OverlayKind::Battle | OverlayKind::Target | OverlayKind::CutOff | OverlayKind::Threat => "#c8402f",
        OverlayKind::Held | OverlayKind::Neutral => "#8d8677",
        OverlayKind::Group | OverlayKind::Reach | OverlayKind::Zone => "#34558b",
        OverlayKind::Supplied | OverlayKind::Line => "#3d6b3f",
        OverlayKind::Guns => "#8a5a12",
    }
}

/// The pieces of a stack that are drawn, from the back to the front: few, and whoever commands in front.
fn fan<'t>(stack: &Stack<'t>) -> Vec<&'t Piece> {
    const SHOWN: usize = 3;
    let key = stack.commander.map(|piece| piece.key);
    let others = stack.pieces.iter().copied().filter(|piece| Some(piece.key) != key);
    let mut shown: Vec<&Piece> = stack.commander.into_iter().chain(others).take(SHOWN).collect();
    shown.reverse();
    shown
}

/// What stands on a space, in words.
fn told(stack: &Stack, space: &Space) -> String {
    let names: Vec<Text> = stack.pieces.iter().map(|piece| piece.name()).collect();
    format!("{}, {}", names.join(", "), place_name(space))
}

/// How many stand in a stack, and how strong they are as far as that is known.
fn summary(out: &mut String, stack: &Stack) -> fmt::Result {
    let strength = match (stack.strength, stack.is_known) {
        (0, _) => String::new(),
        (strength, true) => format!(" \u{b7} {strength}"),
        (strength, false) => format!(" \u{b7} {strength}+"),
    };
    let (drawing, width) = letters(&format!("{}{strength}", stack.pieces.len()), 1.1);
    let half = width / 2.0 + 0.45;
    writeln!(
        out,
        "<rect x=\"{:.2}\" y=\"-.75\" width=\"{:.2}\" height=\"1.5\" rx=\".7\" fill=\"{PAPER}\" stroke=\"{INK}\" \
         stroke-width=\".14\"/><g transform=\"translate({:.2} .38)\" fill=\"{INK}\">{drawing}</g>",
        -half,
        2.0 * half,
        -width / 2.0
    )
}

/// Words from a point on.
fn lettered(words: &str, size: f32, (x, y): Point) -> String {
    format!("<g transform=\"translate({x:.1} {y:.1})\">{}</g>", letters(words, f64::from(size)).0)
}

/// An attribute of the first element of a drawing.
fn attribute<'d>(drawing: &'d str, name: &str) -> Option<&'d str> {
    let tag = &drawing[..drawing.find('>')?];
    tag.split(&format!(" {name}=\"")).nth(1)?.split('"').next()
}

/// A piece in a square from -1 to 1: colour, doubled by the letter of whose it is; what it is, what it has and what it bears.
fn counter(out: &mut String, piece: &Piece) -> fmt::Result {
    let print = &piece.print;
    let Colours { face, ink, .. } = *print.tint.colours();
    let round = match print.form {
        Form::Block => 0.1,
        Form::Counter => 0.22,
        Form::Card => 0.14,
        Form::Token => 1.0,
    };
    writeln!(
        out,
        "<rect x=\"-.92\" y=\"-.86\" width=\"2\" height=\"2\" rx=\"{round}\" fill=\"#2b2118\" opacity=\".35\"/><rect x=\"-1\" y=\"-1\" width=\"2\" height=\"2\" rx=\"{round}\" fill=\"{face}\" stroke=\"#2b2118\" stroke-width=\".07\"/>"
    )?;
    if piece.facing == Facing::Hidden {
        writeln!(
            out,
            "<rect x=\"-.9\" y=\"-.9\" width=\"1.8\" height=\"1.8\" rx=\"{round}\" fill=\"url(#back-{:?})\"/>",
            print.tint
        )?;
        return initial(out, piece);
    }
    match print.symbol {
        Some(symbol) => writeln!(
            out,
            "<use href=\"#{}\" transform=\"translate(.08 .08) scale(.8)\"/>",
            id(symbol, print.tint)
        )?,
        None => {
            let word: String = print.label.as_deref().unwrap_or_default().chars().take(6).collect();
            let (drawing, width) = letters(&word, 0.7);
            writeln!(
                out,
                "<g transform=\"translate({:.2} .62)\" fill=\"{ink}\">{drawing}</g>",
                -width / 2.0
            )?;
        }
    }
    initial(out, piece)?;
    let strength = piece.strength().filter(|_| piece.steps.is_some() || piece.count.is_some());
    if let Some(strength) = strength {
        chip(out, &strength.to_string(), (0.68, 0.68), piece.print.tint)?;
    }
    badges(out, piece.badges)
}

/// The letter of whose a piece is, in its upper left corner.
fn initial(out: &mut String, piece: &Piece) -> fmt::Result {
    chip(out, &piece.print.letter.to_string(), (-0.7, -0.68), piece.print.tint)
}

/// A letter or a number on a small field of the face's colour.
fn chip(out: &mut String, word: &str, (x, y): Point, tint: Tint) -> fmt::Result {
    let Colours { face, ink, .. } = *tint.colours();
    let (drawing, width) = letters(word, 0.56);
    let half = (width / 2.0 + 0.08).max(0.24);
    writeln!(
        out,
        "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\".5\" rx=\".2\" fill=\"{face}\"/><g transform=\"translate({:.2} \
         {:.2})\" fill=\"{ink}\">{drawing}</g>",
        f64::from(x) - half,
        y - 0.25,
        2.0 * half,
        f64::from(x) - width / 2.0,
        y + 0.2
    )
}

/// The marks of a piece, from its upper right corner down.
fn badges(out: &mut String, badges: Badges) -> fmt::Result {
    for (nth, badge) in badges.iter().take(3).enumerate() {
        writeln!(
            out,
            "<g transform=\"translate(.8 {:.2}) scale(.26)\"><title>{}</title>{}</g>",
            0.5f32.mul_add(nth as f32, -0.8),
            escaped(badge.title()),
            parts(badge.glyph().parts, &Colours::MAP)
        )?;
    }
    Ok(())
}

/// What people call a space.
fn place_name(space: &Space) -> &str {
    space.mark.as_ref().and_then(|mark| mark.label.as_deref()).unwrap_or(&space.name)
}

fn area(points: &[Point]) -> f32 {
    let sides = points.iter().zip(points.iter().cycle().skip(1));
    sides.map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f32>().abs() / 2.0
}

fn path(d: &mut String, rings: &[Vec<Point>]) -> fmt::Result {
    for ring in rings {
        for (nth, (x, y)) in ring.iter().enumerate() {
            write!(d, "{}{x:.1} {y:.1}", if nth == 0 { 'M' } else { 'L' })?;
        }
        d.write_char('Z')?;
    }
    Ok(())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
