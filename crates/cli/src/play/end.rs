//! Keeping, leaving and finishing a game.

use std::fs;
use std::path::Path;

use anyhow::Result;
use engine::{Game, SavedGame, Seat, Viewer};

use super::Play;
use crate::mistake::plainly;
use crate::style::{BAD, BOLD, DIM, GOOD, KEY, verdict};

const HELP_AFTER: &str = "  board, legend    the board; what its letters mean
  places           what is marked on the board, and where
  seats, hands     how everybody stands; what lies beside the board
  log [N]          what happened, the last N lines
  rule C-9.3-one   what a rule says;  rule 9.3: all of a section
  save FILE        keep the game for replay;  position FILE: keep only the position
  quit             leave";

impl<G: Game> Play<'_, G> {
    pub(super) fn save(&mut self, file: &str) -> Result<()> {
        if file.is_empty() {
            writeln!(self.console.out, "Save where? Name a file: save friday.json.")?;
            return Ok(());
        }
        let saved = SavedGame { players: self.levels.clone(), ..self.session.save() };
        let json = serde_json::to_string(&saved)?;
        if self.write_file(file, &json)? {
            self.saved = self.session.len();
            let (id, file) = (G::info().id, quoted(file));
            let how = if self.session.outcome().is_some() {
                format!("grognard replay {file} tells its story.")
            } else {
                format!("grognard play {id} --load {file} goes on from here.")
            };
            writeln!(self.console.out, "{GOOD}Saved.{GOOD:#} {how}")?;
        }
        Ok(())
    }

    pub(super) fn save_position(&mut self, file: &str) -> Result<()> {
        if file.is_empty() {
            writeln!(self.console.out, "Write it where? Name a file: position puzzle.json.")?;
            return Ok(());
        }
        let json = serde_json::to_string_pretty(self.session.state())?;
        if self.write_file(file, &json)? {
            let (id, file) = (G::info().id, quoted(file));
            writeln!(
                self.console.out,
                "{GOOD}Written.{GOOD:#} grognard play {id} --position {file} starts from it."
            )?;
        }
        Ok(())
    }

    /// Writes a file; if that fails, says so and the game goes on.
    pub(super) fn write_file(&mut self, file: &str, text: &str) -> Result<bool> {
        match fs::write(Path::new(file), text) {
            Ok(()) => Ok(true),
            Err(error) => {
                writeln!(self.console.out, "{BAD}Cannot write {file}:{BAD:#} {}.", plainly(&error))?;
                Ok(false)
            }
        }
    }

    pub(super) fn leave(&mut self) -> Result<()> {
        let id = G::info().id;
        if self.saved == self.session.len() {
            writeln!(self.console.out, "\nUntil next time.")?;
        } else {
            writeln!(
                self.console.out,
                "\nThe game ends here and is not saved. Next time, type {KEY}save FILE{KEY:#} before you leave;\n\
                 grognard play {id} --load FILE goes on with it."
            )?;
        }
        Ok(())
    }

    pub(super) fn finish(&mut self) -> Result<()> {
        let viewer = self.bots.iter().position(Option::is_none).map(|seat| Seat(seat as u8));
        if let Some(seat) = viewer {
            self.news(seat, Viewer::Seat(seat))?;
        }
        let table = self.session.state().view(Viewer::Spectator);
        self.show_board(&table)?;
        self.show_seats(&table, None)?;
        let Some(outcome) = self.session.outcome() else { return Ok(()) };
        let names: Vec<String> = table.seats.iter().map(|sheet| sheet.name.to_string()).collect();
        writeln!(self.console.out, "\n{BOLD}The game is over: {}.{BOLD:#}", verdict(&outcome, &names))?;
        let viewer = viewer.map_or(Viewer::Spectator, Viewer::Seat);
        self.look_back(viewer)
    }

    /// After the end the game can still be looked at and kept.
    pub(super) fn look_back(&mut self, viewer: Viewer) -> Result<()> {
        let table = self.session.state().view(viewer);
        writeln!(
            self.console.out,
            "{DIM}save FILE keeps it for replay; log, board and more: help; quit leaves.{DIM:#}"
        )?;
        loop {
            let Some(line) = self.line()? else { return Ok(()) };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            let rest = rest.trim();
            match word.to_lowercase().as_str() {
                "save" => self.save(rest)?,
                "position" => self.save_position(rest)?,
                "log" => self.show_log(viewer, rest)?,
                "help" | "?" => writeln!(self.console.out, "{HELP_AFTER}")?,
                "board" | "map" => self.show_board(&table)?,
                "legend" => self.show_legend(&table)?,
                "places" => self.show_places()?,
                "hands" | "cards" => self.show_hands(&table)?,
                "seats" => self.show_seats(&table, None)?,
                "rule" | "rules" => self.show_rule(rest)?,
                "undo" => writeln!(self.console.out, "The game is over: there is no way back from its end.")?,
                "" => {}
                _ => writeln!(
                    self.console.out,
                    "The game is over; \"{line}\" is nothing to ask now. {KEY}help{KEY:#} shows what is."
                )?,
            }
        }
    }

    /// Whether a player who wants to leave may: at a terminal he is asked once if the game is not saved.
    pub(super) fn may_leave(&mut self) -> Result<bool> {
        if self.leaving || self.saved == self.session.len() || !self.console.is_terminal() {
            return Ok(true);
        }
        self.leaving = true;
        writeln!(
            self.console.out,
            "The game is not saved. {KEY}save FILE{KEY:#} keeps it; {KEY}quit{KEY:#} once more leaves without."
        )?;
        Ok(false)
    }
}

/// A file's name as a shell takes it.
pub(super) fn quoted(file: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./:\\".contains(letter);
    if file.chars().all(plain) { file.to_owned() } else { format!("\"{file}\"") }
}
