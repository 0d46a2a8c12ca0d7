//! What `play` shows: the board, how everybody stands, what lies beside the board, what is to be decided.

use std::collections::BTreeMap;

use anyhow::Result;
use engine::{Battle, Game, Gauge, Mark, Overlay, Piece, Seat, Sheet, SpaceRef, Spot, Table, Text};

use super::menu::Menu;
use super::{Desk, Play};
use crate::draw;
use crate::style::{BAD, BOLD, DIM, columns, hanging, names_itself, wrapped};

impl<G: Game> Play<'_, G> {
    pub(super) fn show_board(&mut self, table: &Table) -> Result<()> {
        self.warn_if_narrow()?;
        for (number, board) in (0..).zip(G::boards()) {
            if let Some(text) = draw::text(board, number, table) {
                write!(self.console.out, "\n{text}")?;
                continue;
            }
            writeln!(self.console.out, "\n{BOLD}{}{BOLD:#}", board.title)?;
            for (name, says) in draw::listing(board, number, table) {
                writeln!(self.console.out, "{}", hanging(&format!("  {name}: "), &says))?;
            }
        }
        let standing = table.overlays.iter().filter(|overlay| overlay.pieces.is_empty());
        let standing: Vec<Overlay> = standing.cloned().collect();
        for (says, spaces) in self.overlaid(table, &standing) {
            writeln!(self.console.out, "{}", hanging(&format!("  {says}: "), &spaces))?;
        }
        Ok(())
    }

    pub(super) fn show_legend(&mut self, table: &Table) -> Result<()> {
        for board in G::boards().iter().take(1) {
            for line in draw::legend(board, table) {
                writeln!(self.console.out, "{}", wrapped(&line, 2))?;
            }
        }
        Ok(())
    }

    /// Says once that the window is too narrow for a board.
    fn warn_if_narrow(&mut self) -> Result<()> {
        let needed = G::boards().iter().filter_map(draw::text_width).max().unwrap_or(0);
        if let (false, Some(columns)) = (self.warned, columns().filter(|&columns| columns < needed)) {
            self.warned = true;
            writeln!(
                self.console.out,
                "{BAD}This window is too narrow for the board:{BAD:#} it needs {needed} columns, and there are {columns}."
            )?;
        }
        Ok(())
    }

    pub(super) fn show_seats(&mut self, table: &Table, me: Option<Seat>) -> Result<()> {
        let width = table.seats.iter().map(|sheet| sheet.name.chars().count()).max().unwrap_or(0);
        let bots = self.levels.iter().map(|level| level.chars().count()).max().unwrap_or(0);
        for sheet in &table.seats {
            let marker = if Some(sheet.seat) == me { '>' } else { ' ' };
            let who = self.levels.get(sheet.seat.index()).map_or("", String::as_str);
            let head = format!("{marker} {:<width$} {who:<bots$}  ", sheet.name);
            writeln!(self.console.out, "{}", hanging(&head, &facts(sheet)))?;
            for part in &sheet.parts {
                let said = figures(&part.gauges, &part.notes).join("; ");
                writeln!(self.console.out, "{}", hanging(&format!("    {}: ", part.name), &said))?;
            }
        }
        for line in tracks(table) {
            writeln!(self.console.out, "  {line}")?;
        }
        for register in &table.registers {
            for entry in &register.entries {
                let head = format!("  {}: ", register.title);
                writeln!(
                    self.console.out,
                    "{}",
                    hanging(&head, &format!("{}, {}", entry.name, entry.value))
                )?;
            }
        }
        Ok(())
    }

    /// What is marked on the boards by name, land by land.
    pub(super) fn show_places(&mut self) -> Result<()> {
        let mut lands: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (number, board) in (0..).zip(G::boards()) {
            for (space, entry) in (0..).zip(&board.spaces) {
                if let Some(Mark { label: Some(label), site, .. }) = &entry.mark {
                    let at = self.places.coordinates(SpaceRef { board: number, space });
                    let at = at.map(|(column, row)| format!("{column},{row} ")).unwrap_or_default();
                    let text = format!("{label} ({at}{})", site.title().to_lowercase());
                    lands.entry(entry.land.as_deref().unwrap_or("Elsewhere")).or_default().push(text);
                }
            }
        }
        for (land, places) in lands {
            writeln!(self.console.out, "{}", hanging(&format!("  {land:<10}"), &places.join(", ")))?;
        }
        Ok(())
    }

    pub(super) fn show_hands(&mut self, table: &Table) -> Result<()> {
        for (number, hand) in (0..).zip(&table.hands) {
            let inside = table.pieces.iter().filter(|piece| piece.at == Spot::Hand { hand: number });
            let (told, named): (Vec<&Piece>, Vec<&Piece>) =
                inside.partition(|piece| !piece.print.tabs.is_empty());
            let names: Vec<String> = named.iter().map(|piece| draw::with_inside(table, piece)).collect();
            if !names.is_empty() {
                writeln!(self.console.out, "{}", hanging(&format!("  {}: ", hand.title), &names.join(", ")))?;
            } else if !told.is_empty() {
                writeln!(self.console.out, "  {}:", hand.title)?;
            }
            for piece in told {
                let tabs = piece.print.tabs.iter().map(|tab| format!("{}: {}", tab.title, tab.text));
                let tabs = tabs.collect::<Vec<_>>().join("; ");
                writeln!(self.console.out, "{}", hanging(&format!("    {}: ", piece.name()), &tabs))?;
            }
        }
        Ok(())
    }

    /// What decides a battle, where that is added up: both sides, and what comes of each throw.
    fn show_odds(&mut self, battle: &Battle) -> Result<()> {
        if battle.outlook.is_empty() {
            return Ok(());
        }
        writeln!(self.console.out, "\n{BOLD}{}{BOLD:#}", battle.title)?;
        for side in &battle.sides {
            let lines = side.factors.iter();
            let lines: Vec<String> = lines
                .map(|factor| format!("{} {:+} ({})", factor.what, factor.points, factor.rule))
                .collect();
            let sum: i32 = side.factors.iter().map(|factor| factor.points).sum();
            writeln!(
                self.console.out,
                "{}",
                hanging(&format!("  {}, {sum} SP: ", side.title), &lines.join(", "))
            )?;
        }
        for throw in &battle.outlook {
            writeln!(self.console.out, "  die {}: {}", throw.name, throw.value)?;
        }
        Ok(())
    }

    pub(super) fn show_prompt(&mut self, desk: &Desk<G>, menu: &Menu) -> Result<()> {
        if let Some(battle) = &desk.table.battle {
            self.show_odds(battle)?;
        }
        let left: Vec<String> =
            desk.table.prompt.gauges.iter().map(|gauge| format!("{} {}", gauge.name, gauge.value)).collect();
        let left =
            if left.is_empty() { String::new() } else { format!(" {DIM}({}){DIM:#}", left.join(", ")) };
        let name = self.name(desk.seat);
        let text = &desk.table.prompt.text;
        let head = if names_itself(text, &name) { String::new() } else { format!("{BOLD}{name}{BOLD:#}: ") };
        writeln!(self.console.out, "\n{head}{text}{left}")?;
        for line in menu.lines(&desk.choices, self.places) {
            writeln!(self.console.out, "{line}")?;
        }
        Ok(())
    }
}

/// Tracks in words, those with several markers in one line.
fn tracks(table: &Table) -> Vec<String> {
    let mut lines: Vec<(&str, String)> = Vec::new();
    for track in &table.tracks {
        let end = track.end.map(|end| format!(" of {end}")).unwrap_or_default();
        let told = match &track.marker {
            None => format!("{}{end}", track.at),
            Some(marker) => format!("{} {}", marker.name, track.at),
        };
        match lines.iter_mut().find(|(title, _)| *title == track.title) {
            Some((_, line)) => *line += &format!(", {told}"),
            None => lines.push((&track.title, told)),
        }
    }
    lines.into_iter().map(|(title, line)| format!("{title}: {line}")).collect()
}

/// What lies before a seat, in words.
fn facts(sheet: &Sheet) -> String {
    let out = (!sheet.alive).then(|| "out of the game".to_owned());
    out.into_iter().chain(figures(&sheet.gauges, &sheet.notes)).collect::<Vec<_>>().join("; ")
}

/// Figures and remarks, each in words.
fn figures(gauges: &[Gauge], notes: &[Text]) -> Vec<String> {
    let gauges = gauges.iter().map(|gauge| format!("{} {}", gauge.name, gauge.value));
    gauges.chain(notes.iter().map(|note| note.trim_end_matches('.').to_owned())).collect()
}
