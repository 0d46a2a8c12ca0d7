//! Answers to questions: why, which rule, what happened, what to do.

use anyhow::Result;
use bots::{Bot, Budget, Level, Observation};
use engine::{Game, Layer, Overlay, SpaceRef, Table, Target, Viewer};

use super::menu::{at_space, between, standing};
use super::{Desk, Play};
use crate::commands::{find_rules, rule_in_full};
use crate::style::{hanging, wrapped};

/// How hard a bot thinks about a hint.
const HINT: Budget = Budget::Iterations(1500);

impl<G: Game> Play<'_, G> {
    pub(super) fn why(&mut self, desk: &Desk<G>, rest: &str) -> Result<()> {
        match self.places.path(rest) {
            Some(path) => self.explain(desk, &path),
            None => {
                if let Some(beyond) = self.places.beyond(rest) {
                    writeln!(self.console.out, "{beyond}")?;
                    return Ok(());
                }
                writeln!(self.console.out, "Why what? Name a space, or two: why 11,7, or why 10,6 9,5.")?;
                Ok(())
            }
        }
    }

    /// What stands against doing anything at a space, or against moving from one to another.
    pub(super) fn explain(&mut self, desk: &Desk<G>, path: &[SpaceRef]) -> Result<()> {
        let places = self.places;
        let (targets, subject) = match *path {
            [from, to, ..] => {
                let moves = standing(&desk.table, from).map(|piece| Target::Move { piece, to });
                (moves.collect::<Vec<_>>(), format!("{} to {}", places.name(from), places.name(to)))
            }
            [at] => {
                let pieces: Vec<_> = standing(&desk.table, at).map(|piece| Target::Piece { piece }).collect();
                let targets = if pieces.is_empty() { vec![Target::Space(at)] } else { pieces };
                (targets, places.name(at).to_owned())
            }
            [] => return Ok(()),
        };
        let mut reasons = Vec::new();
        for target in &targets {
            for denied in self.session.state().explain(desk.seat, target) {
                if !reasons.contains(&denied) {
                    reasons.push(denied);
                }
            }
        }
        let can = match *path {
            [from, to, ..] => between(&desk.choices, &desk.table, from, to),
            [at] => at_space(&desk.choices, &desk.table, at),
            [] => Vec::new(),
        };
        let out = &mut self.console.out;
        if !can.is_empty() {
            let labels: Vec<&str> = can.iter().map(|&pick| desk.choices[pick].label.as_ref()).collect();
            writeln!(out, "{}", wrapped(&format!("{subject}: you can: {}", labels.join("; ")), 0))?;
        } else if targets.is_empty() {
            writeln!(out, "{subject}: nothing stands there that could move.")?;
        } else if reasons.is_empty() {
            writeln!(out, "{subject}: there is nothing to be done there now.")?;
        }
        for denied in reasons {
            writeln!(out, "{}", wrapped(&format!("{subject}: {} [{}]", denied.why, denied.rule), 0))?;
        }
        Ok(())
    }

    /// What would probably come of a battle in a space, or of one opened from another.
    pub(super) fn odds(&mut self, desk: &Desk<G>, rest: &str) -> Result<()> {
        let targets: Vec<Target> = match self.places.path(rest).as_deref() {
            Some(&[from, to, ..]) => {
                standing(&desk.table, from).map(|piece| Target::Move { piece, to }).collect()
            }
            Some(&[at]) => vec![Target::Space(at)],
            _ => {
                writeln!(
                    self.console.out,
                    "The odds of what? Name a space, or two: odds Lyon, or odds Paris Lyon."
                )?;
                return Ok(());
            }
        };
        let forecast = targets.iter().find_map(|target| self.session.state().forecast(desk.seat, target));
        let Some(forecast) = forecast else {
            writeln!(self.console.out, "There is nothing to foretell about that.")?;
            return Ok(());
        };
        for line in forecast.lines {
            writeln!(self.console.out, "{}", wrapped(&line, 0))?;
        }
        Ok(())
    }

    /// Lays a layer over the map, in words; without its name, lists what there is.
    pub(super) fn show_layer(&mut self, viewer: Viewer, name: &str) -> Result<()> {
        let wanted = name.to_lowercase();
        let begins = |layer: &&Layer| {
            let mut words = layer.title().split_whitespace().map(str::to_lowercase);
            layer.title().to_lowercase().starts_with(&wanted) || words.any(|word| word.starts_with(&wanted))
        };
        let layers = &G::info().layers;
        let Some(layer) = layers.iter().find(begins).filter(|_| !wanted.is_empty()) else {
            let titles: Vec<String> = layers.iter().map(|layer| layer.title().to_lowercase()).collect();
            let said = match &titles[..] {
                [] => "This game has no layers.".to_owned(),
                titles => format!("Which layer? There is {}: layer {}.", titles.join(", "), titles[0]),
            };
            writeln!(self.console.out, "{said}")?;
            return Ok(());
        };
        let state = self.session.state();
        let lines = self.overlaid(&state.view(viewer), &state.layer(viewer, *layer));
        if lines.is_empty() {
            writeln!(self.console.out, "{}: nothing to show now.", layer.title())?;
        }
        for (says, spaces) in lines {
            writeln!(self.console.out, "{}", hanging(&format!("  {says}: "), &spaces))?;
        }
        Ok(())
    }

    /// What marks over spaces say, and where. Those that are about single pieces are named with them.
    pub(super) fn overlaid(&self, table: &Table, overlays: &[Overlay]) -> Vec<(String, String)> {
        let said = |overlay: &Overlay| {
            let whose = overlay.tint.and_then(|tint| {
                let parts = table.seats.iter().flat_map(|sheet| &sheet.parts);
                let part = parts.clone().find(|part| part.tint == tint).map(|part| part.name.to_string());
                let sheet = table.seats.iter().find(|sheet| sheet.tints.contains(&tint));
                part.or_else(|| sheet.map(|sheet| sheet.name.to_string()))
            });
            let pieces = overlay.pieces.iter().filter_map(|key| Some(table.piece(*key)?.name().into_owned()));
            let about: Vec<String> = whose.into_iter().chain(pieces).collect();
            let title = overlay.kind.title();
            let says =
                if about.is_empty() { title.to_owned() } else { format!("{title} ({})", about.join(", ")) };
            let spaces: Vec<&str> = overlay.spaces.iter().map(|at| self.places.name(at)).collect();
            (says, spaces.join(", "))
        };
        overlays.iter().filter(|overlay| !overlay.spaces.is_empty()).map(said).collect()
    }

    pub(super) fn show_rule(&mut self, id: &str) -> Result<()> {
        if id.is_empty() {
            writeln!(self.console.out, "Which rule? Name its id, or a section: rule 9.3.")?;
            return Ok(());
        }
        match find_rules(G::info(), id) {
            Ok(rules) => {
                for rule in rules {
                    write!(self.console.out, "{}", rule_in_full(rule))?;
                }
            }
            Err(mistake) => writeln!(self.console.out, "{mistake}; {}", mistake.hint())?,
        }
        Ok(())
    }

    pub(super) fn show_log(&mut self, viewer: Viewer, rest: &str) -> Result<()> {
        let Ok(count) = (if rest.is_empty() { Ok(20) } else { rest.parse() }) else {
            writeln!(self.console.out, "How many lines? \"{rest}\" is no number: log 30.")?;
            return Ok(());
        };
        let log = self.session.log(viewer);
        let skip = log.len().saturating_sub(count);
        for line in log.into_iter().skip(skip) {
            self.tell(line.seat, &line.in_full())?;
        }
        Ok(())
    }

    pub(super) fn hint(&mut self, desk: &Desk<G>) -> Result<()> {
        let seed = self.session.len() as u64;
        let mut bot: Box<dyn Bot<G>> = Level::search(HINT).build(seed);
        let observation = Observation::new(self.session.state(), desk.seat, self.session.len());
        let hint = bots::hint(&mut *bot, &observation, seed);
        let label = self.session.state().choice(desk.seat, &hint.actions[0]).label;
        match hint.why() {
            Some(why) => writeln!(self.console.out, "I would: {label}, {why}.")?,
            None => writeln!(self.console.out, "I would: {label}.")?,
        }
        Ok(())
    }
}
