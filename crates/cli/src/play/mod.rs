//! A game at the terminal: any mix of people and bots, one keyboard.

mod console;
mod menu;
mod places;
mod show;

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use bots::{Bot, Glimpse, Level};
use engine::{Chance, Choice, Game, Seat, Seats, Session, SpaceRef, Stream, Table, Target, Viewer, What};

pub use console::Console;

use crate::args::Who;
use crate::commands::{find_rules, rule_in_full};
use crate::draw;
use crate::style::{BAD, BOLD, DIM, GOOD, KEY, hanging, names_itself, wrapped};
use menu::{Item, Menu, at_space, between, saying, standing};
use places::Places;

const HELP: &str = "  NUMBER           do what stands at that number, or open it
  10,6 9,5         move the piece on the first space to the second; name more to go on (Paris Lyon)
  Lyon             what can be done at a space, or with what stands there
  roll             or any other word of what you want to do
  (Enter)          show the board and the list again

  why Lyon         why you cannot do anything there;  why 10,6 9,5: why that piece cannot go there
  rule C-9.3-one   what a rule says;  rule 9.3: all of a section
  undo             take your last action back, as long as no die, reveal or other player lies between
  undo anyway      take it back though one does, if all at the table agree (bots always do)
  hint             what a greedy bot would do in your place
  log [N]          what happened, the last N lines
  board, legend    the board; what its letters mean
  places           what is marked on the board, and where
  seats, hands     how everybody stands; what lies beside the board
  all              every legal action on a line of its own;  back: the short list again
  pause on|off     whether to stop between the turns of others when you could do something
  as NAME          act for another seat of yours that may do something now
  save FILE        keep the game;  position FILE: keep only the position
  quit             leave";

/// Lines of the log shown when a saved game is taken up again.
const REMINDER: usize = 12;

/// A game being played at the terminal.
pub struct Play<'a, G: Game> {
    session: Session<G>,
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    /// What the bots are called.
    levels: Vec<String>,
    console: Console<'a>,
    places: Places,
    /// For each seat, the first entry whose story it has not been told.
    told: Vec<usize>,
    /// Lines typed ahead: the further steps of a path.
    ahead: VecDeque<String>,
    pauses: bool,
    saved: usize,
}

/// What a player did at the keyboard.
enum Reply {
    /// Chose this one of the legal actions.
    Act(usize),
    /// Changed something else: look again.
    Again,
    /// Let it pass.
    Pass,
    /// Acts for another seat.
    For(Seat),
    /// Leaves.
    Quit,
}

/// All that a player has before him while he decides.
struct Desk<G: Game> {
    seat: Seat,
    actions: Vec<G::Action>,
    choices: Vec<Choice>,
    table: Table,
}

impl<'a, G: Game> Play<'a, G> {
    /// A table for `session` with these players. The same seed seats the same bots.
    pub fn new(session: Session<G>, players: &[Who], console: Console<'a>) -> Play<'a, G> {
        let mut chance = Stream::new(session.setup().seed);
        let seed = u64::from(chance.word()) << 32 | u64::from(chance.word());
        let bot = |(seat, who): (u64, &Who)| match who {
            Who::Human => None,
            Who::Bot(level) => Some(level.build(seed.wrapping_add(seat))),
        };
        let level = |who: &Who| match who {
            Who::Human => "human".to_owned(),
            Who::Bot(level) => level.to_string(),
        };
        Play {
            bots: (0..).zip(players).map(bot).collect(),
            levels: players.iter().map(level).collect(),
            console,
            places: Places::new(G::boards()),
            told: vec![0; players.len()],
            ahead: VecDeque::new(),
            pauses: false,
            saved: session.len(),
            session,
        }
    }

    /// Plays until the game is over or somebody leaves.
    ///
    /// # Errors
    /// If the terminal fails.
    pub fn run(mut self) -> Result<()> {
        self.greet()?;
        let mut last = None;
        loop {
            let to_act = self.session.to_act();
            if to_act.is_empty() {
                return self.finish();
            }
            let bot = to_act.iter().find(|seat| self.bots[seat.index()].is_some());
            let seat = bot.or(to_act.iter().next()).unwrap_or(Seat(0));
            if self.pauses && last != Some(seat) {
                last = Some(seat);
                if self.offer_interjections(seat)? {
                    return self.leave();
                }
                // Whoever had his say may have changed who decides.
                continue;
            }
            last = Some(seat);
            let quits = if bot.is_some() { self.bot_acts(seat)? } else { self.human_acts(seat, false)? };
            if quits {
                return self.leave();
            }
        }
    }

    fn greet(&mut self) -> Result<()> {
        let info = G::info();
        let scenario = info.scenario(&self.session.setup().scenario).map_or("", |scenario| scenario.title);
        writeln!(
            self.console.out,
            "{BOLD}{}{BOLD:#}: {scenario}. Type {KEY}help{KEY:#} at any time.",
            info.title
        )?;
        if !self.session.is_empty() {
            let skip = self.session.log(Viewer::Spectator).len().saturating_sub(REMINDER);
            for line in self.session.log(Viewer::Spectator).into_iter().skip(skip) {
                self.tell(line.seat, &line.text)?;
            }
            self.told.fill(self.session.len() + 1);
        }
        Ok(())
    }

    /// Lets a bot act. Returns whether somebody leaves.
    fn bot_acts(&mut self, seat: Seat) -> Result<bool> {
        let Some(bot) = &mut self.bots[seat.index()] else { return Ok(false) };
        let action = bot.choose(&Glimpse::new(self.session.state(), seat, self.session.len()));
        let name = bot.name();
        self.session.act(seat, &action).with_context(|| format!("{name} at {seat} chose {action:?}"))?;
        if self.bots.iter().all(Option::is_some) {
            self.news(seat, Viewer::Spectator)?;
            self.told.fill(self.session.len() + 1);
        }
        Ok(false)
    }

    /// Asks every human who could do something although nobody waits for him. Returns whether somebody leaves.
    fn offer_interjections(&mut self, next: Seat) -> Result<bool> {
        for seat in self.session.state().may_interject().iter() {
            let human = self.bots.get(seat.index()).is_some_and(Option::is_none);
            if human && seat != next && self.human_acts(seat, true)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Lets a person act once. Returns whether he leaves. `optional` if nobody waits for him.
    fn human_acts(&mut self, mut seat: Seat, mut optional: bool) -> Result<bool> {
        loop {
            let actions = self.session.legal(seat);
            let choices = actions.iter().map(|action| self.session.state().choice(seat, action)).collect();
            let table = self.session.state().view(Viewer::Seat(seat));
            let desk: Desk<G> = Desk { seat, actions, choices, table };
            self.announce(&desk)?;
            if desk.actions.is_empty() {
                if optional {
                    return Ok(false);
                }
                bail!("{seat} must decide, but there is nothing to choose: a fault of {}", G::info().title);
            }
            // What is forced is done at once, unless that would close the way back.
            if let ([action], false, Err(_)) = (&desk.actions[..], optional, self.session.can_undo(seat)) {
                writeln!(self.console.out, "{DIM}Only one thing to do:{DIM:#} {}", desk.choices[0].label)?;
                self.session.act(seat, action)?;
                return Ok(false);
            }
            match self.ask(&desk, optional)? {
                Reply::Act(number) => {
                    self.session.act(seat, &desk.actions[number])?;
                    return Ok(false);
                }
                Reply::Again | Reply::Pass => return Ok(false),
                Reply::For(other) => (seat, optional) = (other, true),
                Reply::Quit => return Ok(true),
            }
        }
    }

    /// Tells a player what happened and where he stands.
    fn announce(&mut self, desk: &Desk<G>) -> Result<()> {
        let seat = desk.seat;
        let first = self.told[seat.index()];
        let entries = self.session.entries();
        let since = entries.get(first.saturating_sub(self.session.origin() + 1)..).unwrap_or_default();
        let returns = since.iter().any(|entry| entry.seat != seat) || first == 0 || self.session.is_empty();
        self.news(seat, Viewer::Seat(seat))?;
        if returns {
            self.show_board(&desk.table)?;
            self.show_seats(&desk.table, Some(seat))?;
        }
        Ok(())
    }

    /// Prints what `seat` has not been told yet.
    fn news(&mut self, seat: Seat, viewer: Viewer) -> Result<()> {
        let from = self.told[seat.index()];
        let lines = self.session.full_log(viewer, from);
        for line in lines.into_iter().filter(|line| !line.undone && line.entry >= from) {
            self.tell(line.line.seat, &line.line.text)?;
        }
        self.told[seat.index()] = self.session.len() + 1;
        Ok(())
    }

    /// Prints a line of the log.
    fn tell(&mut self, seat: Option<Seat>, text: &str) -> Result<()> {
        let name = seat.map(|seat| self.name(seat)).filter(|name| !names_itself(text, name));
        let head = name.map_or_else(|| "  ".to_owned(), |name| format!("  {name}: "));
        writeln!(self.console.out, "{}", hanging(&head, text))?;
        Ok(())
    }

    fn name(&self, seat: Seat) -> String {
        let table = self.session.state().view(Viewer::Spectator);
        table.seats.get(seat.index()).map_or_else(|| seat.to_string(), |sheet| sheet.name.to_string())
    }

    /// Asks until the player has decided something.
    fn ask(&mut self, desk: &Desk<G>, optional: bool) -> Result<Reply> {
        let mut menu = Menu::grouped(&desk.choices, &desk.table, self.places);
        let mut show = self.ahead.is_empty();
        loop {
            if show {
                self.show_prompt(desk, &menu)?;
                if optional {
                    writeln!(self.console.out, "{DIM}     Enter lets it pass.{DIM:#}")?;
                } else if desk.actions.len() == 1 {
                    writeln!(
                        self.console.out,
                        "{DIM}     Enter does it; after that there is no way back.{DIM:#}"
                    )?;
                }
            }
            show = false;
            let line = match self.ahead.pop_front() {
                Some(line) => line,
                None => match self.console.ask("> ")? {
                    Some(line) => line,
                    None => return Ok(Reply::Quit),
                },
            };
            match self.understand(&line, desk, &mut menu, optional)? {
                Understood::Reply(reply) => return Ok(reply),
                Understood::Show => show = true,
                Understood::Told => self.ahead.clear(),
            }
        }
    }

    /// Does what a line says.
    fn understand(
        &mut self,
        line: &str,
        desk: &Desk<G>,
        menu: &mut Menu,
        optional: bool,
    ) -> Result<Understood> {
        if let Ok(number) = line.parse::<usize>() {
            return self.pick_item(number, menu);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_lowercase().as_str() {
            "" if optional => return Ok(Understood::Reply(Reply::Pass)),
            "" if desk.actions.len() == 1 => return Ok(Understood::Reply(Reply::Act(0))),
            "" => {
                self.show_board(&desk.table)?;
                *menu = Menu::grouped(&desk.choices, &desk.table, self.places);
                return Ok(Understood::Show);
            }
            "help" | "?" => writeln!(self.console.out, "{HELP}")?,
            "board" | "map" => self.show_board(&desk.table)?,
            "legend" => {
                for line in
                    G::boards().first().map(|board| draw::legend(board, &desk.table)).unwrap_or_default()
                {
                    writeln!(self.console.out, "{}", wrapped(&line, 2))?;
                }
            }
            "places" => self.show_places()?,
            "hands" | "cards" => self.show_hands(&desk.table)?,
            "seats" => self.show_seats(&desk.table, Some(desk.seat))?,
            "log" => self.show_log(desk.seat, rest)?,
            "why" => self.why(desk, rest)?,
            "rule" | "rules" => self.show_rule(rest)?,
            "hint" => self.hint(desk)?,
            "save" => self.save(rest)?,
            "position" => self.save_position(rest)?,
            "undo" => return self.undo(desk.seat, rest == "anyway"),
            "all" => {
                *menu = Menu::flat(0..desk.choices.len());
                return Ok(Understood::Show);
            }
            "back" => {
                *menu = Menu::grouped(&desk.choices, &desk.table, self.places);
                return Ok(Understood::Show);
            }
            "pause" => {
                self.pauses = rest != "off";
                let what = if self.pauses { "stops" } else { "does not stop" };
                writeln!(self.console.out, "The game {what} between turns when you could do something.")?;
            }
            "as" => return self.act_as(desk.seat, rest),
            "quit" | "exit" | "q" => return Ok(Understood::Reply(Reply::Quit)),
            _ => return self.choose(line, desk, menu),
        }
        Ok(Understood::Told)
    }

    fn pick_item(&mut self, number: usize, menu: &mut Menu) -> Result<Understood> {
        match number.checked_sub(1).and_then(|index| menu.items.get(index)).cloned() {
            Some(Item::One(choice)) => Ok(Understood::Reply(Reply::Act(choice))),
            Some(Item::Group { picks, .. }) => {
                *menu = Menu::flat(picks);
                Ok(Understood::Show)
            }
            None => {
                let last = menu.items.len();
                writeln!(
                    self.console.out,
                    "{BAD}There is no number {number}:{BAD:#} they go from 1 to {last}."
                )?;
                Ok(Understood::Told)
            }
        }
    }

    /// Finds the choice that is meant by spaces or by words.
    fn choose(&mut self, line: &str, desk: &Desk<G>, menu: &mut Menu) -> Result<Understood> {
        let (choices, table) = (&desk.choices, &desk.table);
        let path = self.places.path(line);
        let picks = match path.as_deref() {
            Some([at]) => at_space(choices, table, *at),
            Some([from, to, further @ ..]) => {
                let picks = between(choices, table, *from, *to);
                if !picks.is_empty() {
                    self.walk_on(*to, further);
                }
                picks
            }
            _ => saying(choices, line),
        };
        match picks[..] {
            [only] => Ok(Understood::Reply(Reply::Act(only))),
            [] => {
                match path {
                    Some(path) => self.explain(desk, &path)?,
                    None => writeln!(
                        self.console.out,
                        "{BAD}\"{line}\" is nothing you can do or ask now.{BAD:#} Type {KEY}help{KEY:#} to see what is."
                    )?,
                }
                Ok(Understood::Told)
            }
            _ => {
                self.ahead.clear();
                *menu = Menu::flat(picks);
                Ok(Understood::Show)
            }
        }
    }

    /// Types the further steps of a path ahead.
    fn walk_on(&mut self, mut from: SpaceRef, further: &[SpaceRef]) {
        for &to in further {
            self.ahead.push_back(format!("{} {}", self.places.name(from), self.places.name(to)));
            from = to;
        }
    }

    fn why(&mut self, desk: &Desk<G>, rest: &str) -> Result<()> {
        match self.places.path(rest) {
            Some(path) => self.explain(desk, &path),
            None => {
                writeln!(self.console.out, "Why what? Name a space, or two: why 11,7, or why 10,6 9,5.")?;
                Ok(())
            }
        }
    }

    /// What stands against doing anything at a space, or against moving from one to another.
    fn explain(&mut self, desk: &Desk<G>, path: &[SpaceRef]) -> Result<()> {
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
        let out = &mut self.console.out;
        if targets.is_empty() {
            writeln!(out, "{subject}: nothing stands there that could move.")?;
        } else if reasons.is_empty() {
            let can = match *path {
                [from, to, ..] => !between(&desk.choices, &desk.table, from, to).is_empty(),
                [at] => !at_space(&desk.choices, &desk.table, at).is_empty(),
                [] => false,
            };
            let verdict =
                if can { "nothing stands against it." } else { "there is nothing to be done there now." };
            writeln!(out, "{subject}: {verdict}")?;
        }
        for denied in reasons {
            writeln!(out, "{subject}: {} {DIM}[{}]{DIM:#}", denied.why, denied.rule)?;
        }
        Ok(())
    }

    fn show_rule(&mut self, id: &str) -> Result<()> {
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

    fn show_log(&mut self, seat: Seat, rest: &str) -> Result<()> {
        let count = rest.parse().unwrap_or(20);
        let log = self.session.log(Viewer::Seat(seat));
        let skip = log.len().saturating_sub(count);
        for line in log.into_iter().skip(skip) {
            self.tell(line.seat, &line.text)?;
        }
        Ok(())
    }

    fn hint(&mut self, desk: &Desk<G>) -> Result<()> {
        let mut bot: Box<dyn Bot<G>> = Level::Greedy.build(self.session.len() as u64);
        let action = bot.choose(&Glimpse::new(self.session.state(), desk.seat, self.session.len()));
        let label = self.session.state().choice(desk.seat, &action).label;
        writeln!(self.console.out, "A greedy bot would: {label}")?;
        Ok(())
    }

    /// Takes the last action back; what was forced after it goes back with it.
    fn undo(&mut self, seat: Seat, anyway: bool) -> Result<Understood> {
        let done = match self.session.can_undo(seat) {
            Ok(()) => self.session.undo(seat),
            Err(_) if anyway => match self.before_last_of(seat) {
                Some(entry) => {
                    let others = Seats::first(self.session.setup().seats).without(seat);
                    self.session.undo_by_consent(seat, entry, others)
                }
                None => Err(engine::Refusal::NothingToUndo),
            },
            Err(refusal) => Err(refusal),
        };
        match done {
            Ok(()) => {
                while self.session.legal(seat).len() == 1 && self.session.can_undo(seat).is_ok() {
                    self.session.undo(seat)?;
                }
                Ok(Understood::Reply(Reply::Again))
            }
            Err(refusal) => {
                writeln!(self.console.out, "{refusal}.")?;
                if !anyway && !matches!(refusal, engine::Refusal::NothingToUndo) {
                    writeln!(self.console.out, "If all at the table agree: {KEY}undo anyway{KEY:#}")?;
                }
                Ok(Understood::Told)
            }
        }
    }

    /// How many entries stood before the last real decision of `seat` that still stands.
    fn before_last_of(&self, seat: Seat) -> Option<usize> {
        let origin = self.session.origin();
        let mut count = self.session.len();
        while count > origin {
            let entry = &self.session.entries()[count - origin - 1];
            match entry.what {
                What::Undo { to, .. } => count = to,
                What::Act(_) if entry.seat == seat && self.had_a_choice(seat, count - 1) => {
                    return Some(count - 1);
                }
                What::Act(_) => count -= 1,
            }
        }
        None
    }

    fn had_a_choice(&self, seat: Seat, entries: usize) -> bool {
        let mut actions = Vec::new();
        if let Some(state) = self.session.at(entries) {
            state.actions(seat, &mut actions);
        }
        actions.len() > 1
    }

    fn act_as(&mut self, me: Seat, name: &str) -> Result<Understood> {
        let wanted = name.to_lowercase();
        let may = self.session.to_act().union(self.session.state().may_interject());
        let found = may.iter().filter(|seat| *seat != me && self.bots[seat.index()].is_none()).find(|seat| {
            self.name(*seat).to_lowercase().starts_with(&wanted) || wanted == (seat.0 + 1).to_string()
        });
        match found {
            Some(seat) if !wanted.is_empty() => Ok(Understood::Reply(Reply::For(seat))),
            _ => {
                writeln!(
                    self.console.out,
                    "No other player at this keyboard called \"{name}\" could act now."
                )?;
                Ok(Understood::Told)
            }
        }
    }

    fn save(&mut self, file: &str) -> Result<()> {
        if file.is_empty() {
            writeln!(self.console.out, "Save where? Name a file: save friday.json.")?;
            return Ok(());
        }
        let json = serde_json::to_string(&self.session.save())?;
        if self.write_file(file, &json)? {
            self.saved = self.session.len();
            let id = G::info().id;
            writeln!(
                self.console.out,
                "{GOOD}Saved.{GOOD:#} grognard play {id} --load {file} goes on from here."
            )?;
        }
        Ok(())
    }

    fn save_position(&mut self, file: &str) -> Result<()> {
        if file.is_empty() {
            writeln!(self.console.out, "Write it where? Name a file: position puzzle.json.")?;
            return Ok(());
        }
        let json = serde_json::to_string_pretty(self.session.state())?;
        if self.write_file(file, &json)? {
            let id = G::info().id;
            writeln!(
                self.console.out,
                "{GOOD}Written.{GOOD:#} grognard play {id} --position {file} starts from it."
            )?;
        }
        Ok(())
    }

    /// Writes a file; if that fails, says so and the game goes on.
    fn write_file(&mut self, file: &str, text: &str) -> Result<bool> {
        match fs::write(Path::new(file), text) {
            Ok(()) => Ok(true),
            Err(error) => {
                writeln!(self.console.out, "{BAD}Cannot write {file}:{BAD:#} {error}.")?;
                Ok(false)
            }
        }
    }

    fn leave(&mut self) -> Result<()> {
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

    fn finish(&mut self) -> Result<()> {
        let viewer = self.bots.iter().position(Option::is_none).map(|seat| Seat(seat as u8));
        if let Some(seat) = viewer {
            self.news(seat, Viewer::Seat(seat))?;
        }
        let table = self.session.state().view(Viewer::Spectator);
        self.show_board(&table)?;
        self.show_seats(&table, None)?;
        let Some(outcome) = self.session.outcome() else { return Ok(()) };
        let winners: Vec<String> = outcome.winners.iter().map(|seat| self.name(seat)).collect();
        let text = match &winners[..] {
            [] => "Nobody wins".to_owned(),
            [one] => format!("{one} wins"),
            many => format!("{} win together", many.join(" and ")),
        };
        writeln!(self.console.out, "\n{BOLD}The game is over: {text}{BOLD:#} ({}).", outcome.reason)?;
        self.offer_to_save()
    }

    /// After the end the game can still be looked at and kept.
    fn offer_to_save(&mut self) -> Result<()> {
        loop {
            writeln!(self.console.out, "{DIM}save FILE keeps it for replay; quit leaves.{DIM:#}")?;
            let Some(line) = self.console.ask("> ")? else { return Ok(()) };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match word {
                "save" => self.save(rest.trim())?,
                "position" => self.save_position(rest.trim())?,
                "log" => self.show_log(Seat(0), rest.trim())?,
                "" | "quit" | "exit" | "q" => return Ok(()),
                _ => {}
            }
        }
    }
}

/// What came of a line.
enum Understood {
    /// The player has decided.
    Reply(Reply),
    /// The list is to be shown again.
    Show,
    /// He was told something; nothing else happened.
    Told,
}

#[cfg(test)]
mod tests;
