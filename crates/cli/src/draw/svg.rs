//! A map for the eye.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use engine::{Board, Facing, Layout, Look, Mark, Overlay, Piece, Space, SpaceRef, Spot, Table};

use super::palette::{Cover, of_ground, of_tint};

/// How wide the map is drawn, without its frame.
const WIDTH: f32 = 1190.0;
const MARGIN: f32 = 46.0;
const STRIP: f32 = 30.0;
const INK: &str = "#4a3b2a";
const PAPER: &str = "#f3e9d0";
const SERIF: &str = "Georgia,'Times New Roman','DejaVu Serif',serif";

/// Draws board number `number` with what lies on it.
pub fn svg(board: &Board, number: u8, table: &Table, title: &str) -> String {
    let mut out = String::new();
    Map::new(board, number, table, title).draw(&mut out).expect("a string takes any text");
    out
}

type Point = (f32, f32);

/// An edge, and the spaces on its sides.
struct Edge {
    from: Point,
    to: Point,
    spaces: Vec<usize>,
}

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
            Layout::Areas | Layout::Hexes { .. } => {
                let mut areas: Vec<f32> =
                    outlines.iter().map(|rings| rings.iter().map(|ring| area(ring)).sum()).collect();
                areas.sort_by(f32::total_cmp);
                areas.get(areas.len() / 2).copied().unwrap_or(1.0).sqrt()
            }
        };
        Map { board, number, table, title, scale, cell, outlines }
    }

    fn height(&self) -> f32 {
        self.board.height * self.scale
    }

    fn draw(&self, out: &mut String) -> fmt::Result {
        let (width, height) = (WIDTH + 2.0 * MARGIN, self.height() + 2.0 * MARGIN + self.strips());
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"{:.1} {:.1} {width:.1} {height:.1}\" font-family=\"{SERIF}\" role=\"img\">",
            -MARGIN, -MARGIN
        )?;
        writeln!(out, "<title>{}</title>", escaped(self.title))?;
        self.glyphs(out)?;
        self.frame(out, width, height)?;
        writeln!(out, "<g clip-path=\"url(#edge)\">")?;
        self.grounds(out)?;
        self.compass(out)?;
        self.borders(out)?;
        self.names_of_lands(out)?;
        self.overlays(out)?;
        for (space, mark) in self.marks() {
            self.mark(out, self.centre(space), mark)?;
        }
        writeln!(out, "</g>")?;
        self.pieces(out)?;
        self.labels(out)?;
        self.key(out)?;
        self.sheets(out)?;
        writeln!(out, "</svg>")
    }

    /// Drawings that are used many times, each in a square from -1 to 1.
    fn glyphs(&self, out: &mut String) -> fmt::Result {
        writeln!(
            out,
            r##"<defs>
<clipPath id="edge"><rect width="{WIDTH:.1}" height="{:.1}"/></clipPath>
<pattern id="waves" width="26" height="14" patternUnits="userSpaceOnUse"><path d="M2 5q3-3 6 0t6 0M15 12q3-3 6 0t6 0" fill="none" stroke="#7f9aa0" stroke-width=".7" opacity=".55"/></pattern>
<g id="tree"><path d="M0 .95V.3" stroke="#4b4a2c" stroke-width=".16"/><path d="M0-.95C.5-.5.65-.1.55.2.4.55-.4.55-.55.2-.65-.1-.5-.5 0-.95z" fill="#7d9157" stroke="#4b5a33" stroke-width=".1"/></g>
<g id="peak"><path d="M-1 .8-.1-.9 1 .8z" fill="#b39a78" stroke="#6b5640" stroke-width=".1" stroke-linejoin="round"/><path d="M-.1-.9 1 .8H.25L.1.2.3-.1z" fill="#8f7757"/><path d="M-.1-.9-.42-.28-.15-.4 0-.2.2-.42z" fill="#fbf6ea"/></g>
<g id="rose" stroke="#5d7479" stroke-width=".015" stroke-linejoin="round"><circle r=".62" fill="none"/><circle r=".66" fill="none"/><path d="M.5-.5.1 0 .5.5 0 .1-.5.5-.1 0-.5-.5 0-.1z" fill="#dfe6da"/><path d="M0-1 .16-.16 1 0 .16.16 0 1-.16.16-1 0-.16-.16z" fill="#eef0e2"/><path d="M0-1V0L.16-.16zM1 0H0L.16.16zM0 1V0L-.16.16zM-1 0H0L-.16-.16z" fill="#5d7479"/><text y="-1.06" font-size=".26" text-anchor="middle" fill="#5d7479" stroke="none">N</text></g>
<g id="infantry" fill="none"><path d="M-.8-.55H.8V.55H-.8zM-.8-.55.8.55M.8-.55-.8.55"/></g>
<g id="cavalry" fill="none"><path d="M-.8-.55H.8V.55H-.8zM.8-.55-.8.55"/></g>
<g id="artillery" fill="none"><path d="M-.8-.55H.8V.55H-.8z"/><circle r=".2"/></g>
<g id="fleet" fill="none"><path d="M0-.7V.6M-.4-.4H.4M-.7.1Q-.6.7 0 .7T.7.1"/></g>
<g id="general"><path stroke-linejoin="round" d="M0-.85.22-.26.84-.24.35.15.53.75 0 .39-.53.75-.35.15-.84-.24-.22-.26z"/></g>
</defs>"##,
            self.height()
        )
    }

    /// Paper, title, double rule, and the numbers of columns and rows.
    fn frame(&self, out: &mut String, width: f32, height: f32) -> fmt::Result {
        let map = self.height();
        writeln!(
            out,
            "<rect x=\"{0:.1}\" y=\"{0:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{PAPER}\"/>",
            -MARGIN
        )?;
        writeln!(
            out,
            "<text x=\"{:.1}\" y=\"-22\" text-anchor=\"middle\" font-size=\"19\" letter-spacing=\"4\" fill=\"{INK}\">{}</text>",
            WIDTH / 2.0,
            escaped(&self.title.to_uppercase())
        )?;
        for (gap, stroke) in [(1.0, 1.2), (16.0, 2.4)] {
            writeln!(
                out,
                "<rect x=\"{0:.1}\" y=\"{0:.1}\" width=\"{1:.1}\" height=\"{2:.1}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"{stroke}\"/>",
                -gap,
                WIDTH + 2.0 * gap,
                map + 2.0 * gap
            )?;
        }
        let Layout::Squares { columns, rows } = self.board.layout else { return Ok(()) };
        writeln!(out, "<g font-size=\"9.5\" text-anchor=\"middle\" fill=\"{INK}\">")?;
        for column in 0..columns {
            let x = (f32::from(column) + 0.5) * self.scale;
            writeln!(out, "<text x=\"{x:.1}\" y=\"-5.5\">{column}</text>")?;
            writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\">{column}</text>", map + 11.5)?;
        }
        for row in 0..rows {
            let y = (f32::from(row) + 0.5) * self.scale + 3.4;
            writeln!(out, "<text x=\"-8.5\" y=\"{y:.1}\">{row}</text>")?;
            writeln!(out, "<text x=\"{:.1}\" y=\"{y:.1}\">{row}</text>", WIDTH + 8.5)?;
        }
        writeln!(out, "</g>")
    }

    /// Water with lines along the coast, washes of colour, trees and peaks.
    fn grounds(&self, out: &mut String) -> fmt::Result {
        let sea = of_ground("sea").wash;
        writeln!(out, "<rect width=\"{WIDTH:.1}\" height=\"{:.1}\" fill=\"{sea}\"/>", self.height())?;
        writeln!(out, "<rect width=\"{WIDTH:.1}\" height=\"{:.1}\" fill=\"url(#waves)\"/>", self.height())?;
        let mut washes: BTreeMap<&str, String> = BTreeMap::new();
        for (space, rings) in self.board.spaces.iter().zip(&self.outlines) {
            let ground = of_ground(space.ground);
            if ground.cover != Cover::Water {
                path(washes.entry(ground.wash).or_default(), rings)?;
            }
        }
        let coast = self.edges(|a, b| is_water(a) != b.is_some_and(is_water) && b.is_some());
        for (stroke, opacity) in [(0.62, 0.18), (0.40, 0.25), (0.20, 0.4)] {
            writeln!(
                out,
                "<path d=\"{coast}\" fill=\"none\" stroke=\"#6f929a\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\" stroke-linecap=\"round\" opacity=\"{opacity}\"/>",
                stroke * self.cell
            )?;
        }
        for (wash, d) in &washes {
            writeln!(out, "<path d=\"{d}\" fill=\"{wash}\" stroke=\"{wash}\" stroke-width=\".6\"/>")?;
        }
        let grid = self.edges(|a, b| !is_water(a) && b.is_some_and(|b| !is_water(b)));
        writeln!(
            out,
            "<path d=\"{grid}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\".5\" opacity=\".28\"/>"
        )?;
        for (number, space) in self.board.spaces.iter().enumerate() {
            match of_ground(space.ground).cover {
                Cover::Trees => self.strew(out, "tree", number, space, &TREES)?,
                Cover::Peaks => self.strew(out, "peak", number, space, &PEAKS)?,
                Cover::Bare | Cover::Water => {}
            }
        }
        writeln!(
            out,
            "<path d=\"{coast}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.5\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
        )
    }

    /// Puts a glyph into a space a few times, a little differently in each.
    fn strew(
        &self,
        out: &mut String,
        glyph: &str,
        number: usize,
        space: &Space,
        places: &[(f32, f32, f32)],
    ) -> fmt::Result {
        let (x, y) = self.centre(space);
        for (nth, (dx, dy, size)) in places.iter().enumerate() {
            let jitter =
                |salt: usize| ((number * 7 + nth * 5 + salt * 3) * 2_654_435 % 1000) as f32 / 1000.0 - 0.5;
            let (x, y) = (x + (dx + 0.1 * jitter(1)) * self.cell, y + (dy + 0.08 * jitter(2)) * self.cell);
            let size = size * (1.0 + 0.2 * jitter(3)) * self.cell;
            writeln!(
                out,
                "<use href=\"#{glyph}\" transform=\"translate({x:.1} {y:.1}) scale({size:.2})\"/>"
            )?;
        }
        Ok(())
    }

    /// A compass rose where the open water is widest, if there is room.
    fn compass(&self, out: &mut String) -> fmt::Result {
        let Layout::Squares { columns, rows } = self.board.layout else { return Ok(()) };
        let (columns, rows) = (usize::from(columns), usize::from(rows));
        // The side of the largest square of water that ends at each space, built from those left of and above it.
        let mut sides = vec![0usize; columns * rows];
        for (number, space) in self.board.spaces.iter().enumerate().take(columns * rows) {
            let (column, row) = (number % columns, number / columns);
            sides[number] = match (is_water(space), column > 0 && row > 0) {
                (false, _) => 0,
                (true, false) => 1,
                (true, true) => {
                    1 + sides[number - 1].min(sides[number - columns]).min(sides[number - columns - 1])
                }
            };
        }
        let Some((end, &side)) = sides.iter().enumerate().rev().max_by_key(|(_, side)| **side) else {
            return Ok(());
        };
        if side < 4 {
            return Ok(());
        }
        let middle = |end: usize| (end as f32 + 1.0 - side as f32 / 2.0) * self.scale;
        let (x, y) = (middle(end % columns), middle(end / columns));
        writeln!(
            out,
            "<g transform=\"translate({x:.1} {y:.1}) scale({:.2})\"><use href=\"#rose\"/></g>",
            1.9 * self.cell
        )
    }

    /// Lines between lands.
    fn borders(&self, out: &mut String) -> fmt::Result {
        let open = |space: &Space| space.land.is_some();
        let borders = self.edges(|a, b| b.is_some_and(|b| open(a) && open(b) && a.land != b.land));
        writeln!(
            out,
            "<path d=\"{borders}\" fill=\"none\" stroke=\"#8c2f28\" stroke-width=\"2\" stroke-dasharray=\"7 3 2 3\" opacity=\".8\"/>"
        )
    }

    /// The names of the lands, large and pale, under everything that matters.
    fn names_of_lands(&self, out: &mut String) -> fmt::Result {
        let mut lands: BTreeMap<&str, Vec<&Space>> = BTreeMap::new();
        for space in &self.board.spaces {
            if let Some(land) = space.land.as_deref() {
                lands.entry(land).or_default().push(space);
            }
        }
        for (land, spaces) in lands {
            let (x, y) = self.room_for(land.chars().count(), &spaces);
            let y = y + 0.35 * LETTER * self.cell;
            writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" font-size=\"{:.1}\" letter-spacing=\"{:.1}\" font-style=\"italic\" fill=\"{INK}\" opacity=\".3\">{}</text>",
                LETTER * self.cell,
                0.4 * self.cell,
                escaped(&capitalised(land))
            )?;
        }
        Ok(())
    }

    /// Where a name of so many letters stands best: in the longest row of spaces without marks, if it does not fit
    /// nearer to the middle.
    fn room_for(&self, letters: usize, spaces: &[&Space]) -> Point {
        let count = spaces.len().max(1) as f32;
        let middle = spaces
            .iter()
            .map(|space| self.centre(space))
            .fold((0.0, 0.0), |sum, at| (sum.0 + at.0 / count, sum.1 + at.1 / count));
        let labels: Vec<Point> = self
            .marks()
            .filter(|(_, mark)| mark.label.is_some())
            .map(|(space, _)| self.centre(space))
            .collect();
        let lettered = |at: Point| {
            labels.iter().any(|label| {
                let (dx, dy) = ((at.0 - label.0) / self.cell, (at.1 - label.1) / self.cell);
                dx.abs() < 1.6 && (-0.2..1.2).contains(&dy)
            })
        };
        let mut free: Vec<Point> = spaces
            .iter()
            .filter(|space| space.mark.is_none())
            .map(|space| self.centre(space))
            .filter(|at| !lettered(*at))
            .collect();
        free.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
        let wanted = letters as f32 * self.cell;
        let beside =
            |a: &Point, b: &Point| (a.1 - b.1).abs() < 0.1 * self.cell && (b.0 - a.0).abs() < 1.3 * self.cell;
        let runs = free.chunk_by(beside).map(|run| {
            let (first, last) = (run[0], run[run.len() - 1]);
            let at = ((first.0 + last.0) / 2.0, first.1);
            let short = (wanted - (last.0 - first.0 + self.cell)).max(0.0);
            (4.0 * short + (at.0 - middle.0).hypot(at.1 - middle.1), at)
        });
        runs.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(middle, |(_, at)| at)
    }

    fn overlays(&self, out: &mut String) -> fmt::Result {
        for overlay in &self.table.overlays {
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

    fn marks(&self) -> impl Iterator<Item = (&'a Space, &'a Mark)> {
        self.board.spaces.iter().filter_map(|space| Some((space, space.mark.as_ref()?)))
    }

    /// What is printed on a space: a Capital, a town in its colour, a place to start on, or just a letter.
    fn mark(&self, out: &mut String, (x, y): Point, mark: &Mark) -> fmt::Result {
        let size = self.cell / 2.0;
        let words: Vec<&str> = mark.symbol.split('-').collect();
        let troop = words.iter().find(|word| TROOPS.contains(word));
        writeln!(out, "<g transform=\"translate({x:.1} {y:.1}) scale({size:.2})\">")?;
        match words[0] {
            "capital" => writeln!(
                out,
                "<rect x=\"-.86\" y=\"-.86\" width=\"1.72\" height=\"1.72\" rx=\".2\" fill=\"#e7c15a\" stroke=\"{INK}\" stroke-width=\".12\"/><use href=\"#general\" fill=\"{INK}\" transform=\"scale(.74)\"/>"
            )?,
            "town" => {
                let fill = if words.contains(&"red") { "#c0463c" } else { "#edcb57" };
                writeln!(out, "<circle r=\".7\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\".12\"/>")?;
                if let Some(troop) = troop {
                    writeln!(
                        out,
                        "<use href=\"#{troop}\" stroke=\"#fff7e6\" stroke-width=\".2\" transform=\"scale(.52)\"/>"
                    )?;
                }
            }
            _ => match troop {
                Some(troop) => writeln!(
                    out,
                    "<use href=\"#{troop}\" stroke=\"{INK}\" fill=\"none\" stroke-width=\".1\" opacity=\".33\" transform=\"scale(.62)\"/>"
                )?,
                None => writeln!(
                    out,
                    "<text y=\".3\" font-size=\".9\" text-anchor=\"middle\" fill=\"{INK}\" opacity=\".6\">{}</text>",
                    escaped(&mark.letter.to_string())
                )?,
            },
        }
        writeln!(out, "</g>")
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

    /// The lettering of what is printed, over everything.
    fn labels(&self, out: &mut String) -> fmt::Result {
        writeln!(
            out,
            "<g text-anchor=\"middle\" fill=\"#2b2118\" stroke=\"{PAPER}\" stroke-opacity=\".85\" stroke-linejoin=\"round\" paint-order=\"stroke\">"
        )?;
        for (space, mark) in self.marks() {
            let Some(label) = mark.label.as_deref() else { continue };
            let (x, y) = self.centre(space);
            let (size, weight) =
                if mark.symbol.starts_with("capital") { (0.42, "bold") } else { (0.35, "normal") };
            writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" font-weight=\"{weight}\" stroke-width=\"{:.1}\">{}</text>",
                y + 0.72 * self.cell,
                size * self.cell,
                0.1 * self.cell,
                escaped(label)
            )?;
        }
        writeln!(out, "</g>")
    }

    /// The height of what stands under the map.
    fn strips(&self) -> f32 {
        (self.table.seats.len() + 1) as f32 * STRIP
    }

    /// What the marks mean, in the words of their keys.
    fn key(&self, out: &mut String) -> fmt::Result {
        let mut kinds: Vec<&Mark> = Vec::new();
        for (_, mark) in self.marks() {
            if !kinds.iter().any(|other| other.symbol == mark.symbol) {
                kinds.push(mark);
            }
        }
        kinds.sort_by_key(|mark| mark.symbol);
        let y = self.height() + 36.0;
        let mut x = 14.0;
        for mark in kinds {
            self.mark(out, (x, y), mark)?;
            let words = mark.symbol.replace('-', " ");
            writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"12\" font-style=\"italic\" fill=\"{INK}\">{}</text>",
                x + 0.62 * self.cell,
                y + 4.0,
                escaped(&words)
            )?;
            x += 1.5 * self.cell + 6.2 * words.len() as f32;
        }
        Ok(())
    }

    /// What lies before each seat, under the map.
    fn sheets(&self, out: &mut String) -> fmt::Result {
        for (nth, sheet) in self.table.seats.iter().enumerate() {
            let y = self.height() + 46.0 + (nth + 1) as f32 * STRIP;
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
            writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"15\" font-weight=\"bold\">{}</text>",
                x + 4.0,
                escaped(&sheet.name)
            )?;
            let gauges = sheet.gauges.iter().map(|gauge| format!("{}: {}", gauge.name, gauge.value));
            let facts: Vec<String> = gauges.chain(sheet.notes.iter().map(|note| note.to_string())).collect();
            writeln!(
                out,
                "<text x=\"260\" y=\"{y:.1}\" font-size=\"13\">{}</text></g>",
                escaped(&facts.join("   \u{b7}   "))
            )?;
        }
        Ok(())
    }

    fn centre(&self, space: &Space) -> Point {
        (space.centre.0 * self.scale, space.centre.1 * self.scale)
    }

    /// A path of all edges that a space `a` shares with a space `b`, or with nothing, where `wanted(a, b)`.
    fn edges(&self, wanted: impl Fn(&Space, Option<&Space>) -> bool) -> String {
        let mut edges: BTreeMap<[(i32, i32); 2], Edge> = BTreeMap::new();
        let rings = self.outlines.iter().enumerate();
        for (number, points) in rings.flat_map(|(number, rings)| rings.iter().map(move |ring| (number, ring)))
        {
            for (&from, &to) in points.iter().zip(points.iter().cycle().skip(1)) {
                let mut key = [rounded(from), rounded(to)];
                key.sort_unstable();
                edges.entry(key).or_insert(Edge { from, to, spaces: Vec::new() }).spaces.push(number);
            }
        }
        let mut d = String::new();
        let mut pen = None;
        for Edge { from, to, spaces } in edges.values() {
            let space = |nth: usize| spaces.get(nth).map(|&number| &self.board.spaces[number]);
            if space(0).is_some_and(|a| wanted(a, space(1))) {
                // A line that goes on needs no new start.
                if pen != Some(rounded(*from)) {
                    let _ = write!(d, "M{:.1} {:.1}", from.0, from.1);
                }
                let _ = write!(d, "L{:.1} {:.1}", to.0, to.1);
                pen = Some(rounded(*to));
            }
        }
        d
    }
}

/// How high the names of lands are, against a space.
const LETTER: f32 = 1.05;

const TREES: [(f32, f32, f32); 4] =
    [(-0.24, -0.2, 0.2), (0.2, -0.24, 0.18), (-0.02, 0.1, 0.22), (0.3, 0.22, 0.17)];
const PEAKS: [(f32, f32, f32); 2] = [(-0.18, -0.1, 0.28), (0.16, 0.14, 0.32)];
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
                "<use href=\"#general\" fill=\"{fill}\" transform=\"translate(.1 .2) scale(.78)\"/>"
            )?;
        }
        Some(symbol) => writeln!(
            out,
            "<use href=\"#{symbol}\" stroke=\"{}\" stroke-width=\".15\" transform=\"translate(.08 .36) scale(.8)\"/>",
            tint.ink
        )?,
        None => {
            let face = look.label.as_deref().or(look.symbol).unwrap_or_default();
            let word: String = face.chars().take(6).collect();
            writeln!(
                out,
                "<text y=\".62\" font-size=\".62\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
                tint.ink,
                escaped(&word)
            )?;
        }
    }
    writeln!(
        out,
        "<text x=\"-.82\" y=\"-.28\" font-size=\".74\" font-weight=\"bold\" fill=\"{}\">{}</text>",
        tint.ink,
        escaped(&look.letter.to_string())
    )
}

fn is_water(space: &Space) -> bool {
    of_ground(space.ground).cover == Cover::Water
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

/// A point as whole tenths, so that the edges of neighbours meet.
fn rounded((x, y): Point) -> (i32, i32) {
    ((x * 10.0).round() as i32, (y * 10.0).round() as i32)
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
