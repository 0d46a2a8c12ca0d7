//! A position for the eye: a drawn map with the pieces on it.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use atlas::draw::letters;
use engine::{Board, Facing, Layout, Look, Overlay, Piece, Space, SpaceRef, Spot, Table};

use super::palette::of_tint;

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
        glyphs(out)?;
        self.overlays(out)?;
        self.pieces(out)?;
        self.sheets(out, top + map)?;
        writeln!(out, "</svg>")
    }

    fn overlays(&self, out: &mut String) -> fmt::Result {
        for overlay in self.table.overlays.iter().filter(|overlay| overlay.is_standing()) {
            if let Some(tint) = overlay.tint {
                self.flags(out, overlay, tint)?;
                continue;
            }
            let mut d = String::new();
            for at in overlay.spaces.iter().filter(|at| at.board == self.number) {
                if let Some(rings) = self.outlines.get(usize::from(at.space)) {
                    path(&mut d, rings)?;
                }
            }
            writeln!(
                out,
                "<path d=\"{d}\" fill=\"#c8402f\" fill-opacity=\".14\" stroke=\"#c8402f\" stroke-width=\"2\"><title>{}</title></path>",
                escaped(overlay.kind)
            )?;
        }
        Ok(())
    }

    /// A small flag in the upper right corner of each space somebody holds.
    fn flags(&self, out: &mut String, overlay: &Overlay, tint: &str) -> fmt::Result {
        let colours = of_tint(tint);
        for at in overlay.spaces.iter().filter(|at| at.board == self.number) {
            let Some(space) = self.board.spaces.get(usize::from(at.space)) else { continue };
            let (x, y) = self.centre(space);
            let unit = self.cell / 20.0;
            writeln!(
                out,
                "<g transform=\"translate({:.1} {:.1}) scale({unit:.2})\"><path d=\"M5 -9V1\" stroke=\"#3b3226\" \
                 stroke-width=\"1\"/><path d=\"M5 -9h6l-1.5 2 1.5 2h-6z\" fill=\"{}\" stroke=\"#3b3226\" \
                 stroke-width=\".6\"><title>{}</title></path></g>",
                x,
                y,
                colours.face,
                escaped(overlay.kind)
            )?;
        }
        Ok(())
    }

    /// Every piece on this board; those that share a space lie a little aside of each other.
    fn pieces(&self, out: &mut String) -> fmt::Result {
        let mut stacks: BTreeMap<u16, Vec<&Piece>> = BTreeMap::new();
        for piece in &self.table.pieces {
            if let Spot::Space(SpaceRef { board, space }) = piece.at
                && board == self.number
            {
                stacks.entry(space).or_default().push(piece);
            }
        }
        for (space, stack) in stacks {
            let Some(space) = self.board.spaces.get(usize::from(space)) else { continue };
            let (x, y) = self.centre(space);
            for (nth, piece) in stack.iter().enumerate() {
                let aside = (nth as f32 - (stack.len() - 1) as f32 / 2.0) * 0.16 * self.cell;
                writeln!(
                    out,
                    "<g transform=\"translate({:.1} {:.1}) scale({:.2})\"><title>{}</title>",
                    x + aside,
                    y - aside,
                    0.42 * self.cell,
                    escaped(&format!("{}, {}", piece.name, place_name(space)))
                )?;
                counter(out, &piece.look)?;
                writeln!(out, "</g>")?;
            }
        }
        Ok(())
    }

    /// The height of what stands under the map.
    fn strips(&self) -> f32 {
        (self.table.seats.len() as f32 + 0.5) * STRIP
    }

    /// What lies before each seat, under the map.
    fn sheets(&self, out: &mut String, map: f32) -> fmt::Result {
        for (nth, sheet) in self.table.seats.iter().enumerate() {
            let y = map + (nth as f32 + 0.8) * STRIP;
            let mut x = 4.0;
            let opacity = if sheet.alive { 1.0 } else { 0.45 };
            writeln!(out, "<g opacity=\"{opacity}\" fill=\"{INK}\">")?;
            for tint in &sheet.tints {
                let colours = of_tint(tint);
                writeln!(
                    out,
                    "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"18\" height=\"18\" rx=\"3\" fill=\"{}\" stroke=\"{INK}\"/>",
                    y - 14.0,
                    colours.face
                )?;
                x += 24.0;
            }
            writeln!(out, "{}", lettered(&sheet.name, 16.0, (x + 4.0, y)))?;
            let gauges = sheet.gauges.iter().map(|gauge| format!("{}: {}", gauge.name, gauge.value));
            let facts: Vec<String> = gauges.chain(sheet.notes.iter().map(|note| note.to_string())).collect();
            writeln!(out, "{}</g>", lettered(&facts.join("   \u{b7}   "), 14.0, (260.0, y)))?;
        }
        Ok(())
    }

    fn centre(&self, space: &Space) -> Point {
        (space.centre.0 * self.scale, space.centre.1 * self.scale)
    }
}

/// Drawings that are used many times, each in a square from -1 to 1.
fn glyphs(out: &mut String) -> fmt::Result {
    writeln!(
        out,
        r##"<defs>
<g id="arm-infantry" fill="none"><path d="M-.8-.55H.8V.55H-.8zM-.8-.55.8.55M.8-.55-.8.55"/></g>
<g id="arm-cavalry" fill="none"><path d="M-.8-.55H.8V.55H-.8zM.8-.55-.8.55"/></g>
<g id="arm-artillery" fill="none"><path d="M-.8-.55H.8V.55H-.8z"/><circle r=".2"/></g>
<g id="arm-fleet" fill="none"><path d="M0-.7V.6M-.4-.4H.4M-.7.1Q-.6.7 0 .7T.7.1"/></g>
<g id="arm-general"><path stroke-linejoin="round" d="M0-.85.22-.26.84-.24.35.15.53.75 0 .39-.53.75-.35.15-.84-.24-.22-.26z"/></g>
</defs>"##
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

/// Symbols drawn as a star.
const LEADERS: [&str; 3] = ["general", "napoleon", "wellington"];
/// Symbols with a drawing of their own.
const TROOPS: [&str; 5] = ["infantry", "cavalry", "artillery", "fleet", "general"];

/// A counter in a square from -1 to 1: colour, doubled by the letter of whose it is, and the symbol of what it is.
fn counter(out: &mut String, look: &Look) -> fmt::Result {
    let tint = of_tint(look.tint);
    writeln!(
        out,
        "<rect x=\"-.92\" y=\"-.86\" width=\"2\" height=\"2\" rx=\".22\" fill=\"#2b2118\" opacity=\".35\"/><rect x=\"-1\" y=\"-1\" width=\"2\" height=\"2\" rx=\".22\" fill=\"{}\" stroke=\"#2b2118\" stroke-width=\".09\"/>",
        tint.face
    )?;
    if look.facing == Facing::Hidden {
        return Ok(());
    }
    let ring = |colour: &str, width: f32| {
        format!(
            "<rect x=\"-.86\" y=\"-.86\" width=\"1.72\" height=\"1.72\" rx=\".14\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
        )
    };
    for badge in &look.badges {
        match *badge {
            "guard" => writeln!(out, "{}", ring("#e7c15a", 0.13))?,
            "in-hand" => writeln!(out, "{}", ring("#f4ecd8", 0.2))?,
            "target" => writeln!(out, "{}", ring("#e0503c", 0.2))?,
            _ => {}
        }
    }
    let leads = look.symbol.is_some_and(|symbol| LEADERS.contains(&symbol));
    match look.symbol.filter(|symbol| leads || TROOPS.contains(symbol)) {
        Some(symbol) if leads => {
            let fill = if symbol == "general" { tint.ink } else { "#e7c15a" };
            writeln!(
                out,
                "<use href=\"#arm-general\" fill=\"{fill}\" transform=\"translate(.1 .2) scale(.78)\"/>"
            )?;
        }
        Some(symbol) => writeln!(
            out,
            "<use href=\"#arm-{symbol}\" stroke=\"{}\" stroke-width=\".15\" transform=\"translate(.08 .36) scale(.8)\"/>",
            tint.ink
        )?,
        None => {
            let face = look.label.as_deref().or(look.symbol).unwrap_or_default();
            let word: String = face.chars().take(6).collect();
            let (drawing, width) = letters(&word, 0.7);
            writeln!(
                out,
                "<g transform=\"translate({:.2} .62)\" fill=\"{}\">{drawing}</g>",
                -width / 2.0,
                tint.ink
            )?;
        }
    }
    let letter = letters(&look.letter.to_string(), 0.86).0;
    writeln!(out, "<g transform=\"translate(-.82 -.26)\" fill=\"{}\">{letter}</g>", tint.ink)
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
