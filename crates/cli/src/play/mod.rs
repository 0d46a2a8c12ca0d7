//! A game at the terminal: any mix of people and bots, one keyboard.

mod console;
mod menu;
mod places;
mod show;

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use bots::{Bot, Glimpse, Level};
use engine::{
    Chance, Choice, Game, LogLine, SavedGame, Seat, Seats, Session, SpaceRef, Stream, Table, Target, Viewer,
    What,
};

use console::Asked;
pub use console::Console;

use crate::args::Who;
use crate::commands::{find_rules, rule_in_full};
use crate::mistake::plainly;
use crate::style::{BAD, BOLD, DIM, GOOD, KEY, hanging, names_itself, verdict, wrapped};
use menu::{Item, Menu, at_space, between, saying, standing};
use places::Places;

const HELP: &str = "  NUMBER           do what stands at that number, or open it
  10,6 9,5         move the piece on the first space to the second; name more to go on (Paris Lyon)
  Lyon             list what can be done at a space, or with what stands there
  roll             or any other words of what you want to do, in any order
  (Enter)          show the board and the list again

  why Lyon         what you can do there, or why nothing;  why 10,6 9,5: why that piece cannot go there
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
  quit             leave; if the game is not saved, you are asked once
  Ctrl-C           drop the line you are typing; twice in a row leaves at once";

const HELP_AFTER: &str = "  board, legend    the board; what its letters mean
  places           what is marked on the board, and where
  seats, hands     how everybody stands; what lies beside the board
  log [N]          what happened, the last N lines
  rule C-9.3-one   what a rule says;  rule 9.3: all of a section
  save FILE        keep the game for replay;  position FILE: keep only the position
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
    /// How many entries the last save holds.
    saved: usize,
    /// How many entries there were at the start.
    loaded: usize,
    /// The entries that the program made by itself, because there was only one thing to do.
    forced: BTreeSet<usize>,
    /// Whether the last line was `quit`, and the answer a question.
    leaving: bool,
    /// Whether it was said that the window is too narrow.
    warned: bool,
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
        Play {
            bots: (0..).zip(players).map(bot).collect(),
            levels: players.iter().map(Who::to_string).collect(),
            console,
            places: Places::new(G::boards()),
            told: vec![0; players.len()],
            ahead: VecDeque::new(),
            pauses: false,
            saved: session.len(),
            loaded: session.len(),
            forced: BTreeSet::new(),
            leaving: false,
            warned: false,
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
        let who = self.name(seat);
        let Some(bot) = &mut self.bots[seat.index()] else { return Ok(false) };
        let name = bot.name();
        // The others are done before one could read it.
        let slow = self.levels[seat.index()].starts_with("search");
        if slow {
            self.console.thinking(&who)?;
        }
        let action = bot.choose(&Glimpse::new(self.session.state(), seat, self.session.len()));
        if slow {
            self.console.thought(&who)?;
        }
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
                self.forced.insert(self.session.len());
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
        let origin = self.session.origin();
        // Who has not heard of something need not hear that it was taken back.
        let unheard = |entry: usize| {
            let recorded = entry.checked_sub(origin + 1).and_then(|index| self.session.entries().get(index));
            matches!(recorded.map(|entry| &entry.what), Some(What::Undo { to, .. }) if *to + 1 >= from)
        };
        let heard = |line: &LogLine| !line.undone && line.entry >= from && !unheard(line.entry);
        for line in lines.into_iter().filter(heard).collect::<Vec<_>>() {
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
                    writeln!(self.console.out, "{DIM}     Enter does it; undo goes a step back.{DIM:#}")?;
                }
            }
            let ahead = self.ahead.pop_front();
            let walking = ahead.is_some();
            let Some(line) = ahead.map_or_else(|| self.line(), |line| Ok(Some(line)))? else {
                return Ok(Reply::Quit);
            };
            match self.understand(&line, desk, &mut menu, optional)? {
                Understood::Reply(reply) => return Ok(reply),
                Understood::Show => show = true,
                Understood::Told => {
                    self.ahead.clear();
                    // Whoever is stopped on his way is shown where he stands.
                    show = walking;
                }
            }
        }
    }

    /// What the player types; nothing if he leaves.
    fn line(&mut self) -> Result<Option<String>> {
        let mut interrupted = false;
        loop {
            match self.console.ask("> ")? {
                Asked::Line(line) => {
                    let quits = ["quit", "exit", "q"].contains(&line.to_lowercase().as_str());
                    if !quits {
                        self.leaving = false;
                        return Ok(Some(line));
                    }
                    if self.may_leave()? {
                        return Ok(None);
                    }
                }
                Asked::Interrupted if interrupted => return Ok(None),
                Asked::Interrupted => {
                    interrupted = true;
                    writeln!(self.console.out, "{DIM}Ctrl-C once more leaves.{DIM:#}")?;
                    continue;
                }
                Asked::End => {
                    if self.may_leave()? {
                        return Ok(None);
                    }
                }
            }
            interrupted = false;
        }
    }

    /// Whether a player who wants to leave may: at a terminal he is asked once if the game is not saved.
    fn may_leave(&mut self) -> Result<bool> {
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
        let word = word.to_lowercase();
        if !rest.is_empty() && LONE.contains(&word.as_str()) && saying(&desk.choices, line).is_empty() {
            writeln!(self.console.out, "\"{word}\" stands alone; I do not know what \"{rest}\" is to mean.")?;
            return Ok(Understood::Told);
        }
        match word.as_str() {
            "" if optional => return Ok(Understood::Reply(Reply::Pass)),
            "" if desk.actions.len() == 1 => return Ok(Understood::Reply(Reply::Act(0))),
            "" => {
                self.show_board(&desk.table)?;
                *menu = Menu::grouped(&desk.choices, &desk.table, self.places);
                return Ok(Understood::Show);
            }
            "help" | "?" => writeln!(self.console.out, "{HELP}")?,
            "board" | "map" => self.show_board(&desk.table)?,
            "legend" => self.show_legend(&desk.table)?,
            "places" => self.show_places()?,
            "hands" | "cards" => self.show_hands(&desk.table)?,
            "seats" => self.show_seats(&desk.table, Some(desk.seat))?,
            "log" => self.show_log(Viewer::Seat(desk.seat), rest)?,
            "why" => self.why(desk, rest)?,
            "rule" | "rules" => self.show_rule(rest)?,
            "hint" => self.hint(desk)?,
            "save" => self.save(rest)?,
            "position" => self.save_position(rest)?,
            "undo" if !["", "anyway"].contains(&rest) => {
                writeln!(
                    self.console.out,
                    "It is {KEY}undo{KEY:#} or {KEY}undo anyway{KEY:#}, not \"{line}\"."
                )?;
            }
            "undo" => return self.undo(desk.seat, rest == "anyway"),
            "all" => {
                *menu = Menu::flat(0..desk.choices.len());
                return Ok(Understood::Show);
            }
            "back" => {
                *menu = Menu::grouped(&desk.choices, &desk.table, self.places);
                return Ok(Understood::Show);
            }
            "pause" if !["", "on", "off"].contains(&rest) => {
                writeln!(
                    self.console.out,
                    "It is {KEY}pause on{KEY:#} or {KEY}pause off{KEY:#}, not \"{line}\"."
                )?;
            }
            "pause" => {
                self.pauses = rest != "off";
                let what = if self.pauses { "stops" } else { "does not stop" };
                writeln!(self.console.out, "The game {what} between turns when you could do something.")?;
            }
            "as" => return self.act_as(desk.seat, rest),
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
        // A place alone is a question: what can be done there is listed, be it one thing.
        let asks = path.as_ref().is_some_and(|path| path.len() == 1);
        match picks[..] {
            [only] if !asks => Ok(Understood::Reply(Reply::Act(only))),
            [] => {
                match path {
                    Some(path) => self.explain(desk, &path)?,
                    None if self.places.beyond(line).is_some() => {
                        writeln!(self.console.out, "{}", self.places.beyond(line).unwrap_or_default())?;
                    }
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

    fn show_log(&mut self, viewer: Viewer, rest: &str) -> Result<()> {
        let Ok(count) = (if rest.is_empty() { Ok(20) } else { rest.parse() }) else {
            writeln!(self.console.out, "How many lines? \"{rest}\" is no number: log 30.")?;
            return Ok(());
        };
        let log = self.session.log(viewer);
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

    /// Takes back the last action that `seat` decided; what the program did by itself after it goes back with it.
    fn undo(&mut self, seat: Seat, anyway: bool) -> Result<Understood> {
        let done = match self.undone_freely(seat) {
            Err(_) if anyway => match self.before_last_of(seat) {
                Some(entry) => {
                    let others = Seats::first(self.session.setup().seats).without(seat);
                    self.session.undo_by_consent(seat, entry, others)
                }
                None => Err(engine::Refusal::NothingToUndo),
            },
            done => done.map(|session| self.session = session),
        };
        match done {
            Ok(()) => Ok(Understood::Reply(Reply::Again)),
            Err(refusal) => {
                writeln!(self.console.out, "{refusal}.")?;
                if !anyway && !matches!(refusal, engine::Refusal::NothingToUndo) {
                    writeln!(self.console.out, "If all at the table agree: {KEY}undo anyway{KEY:#}")?;
                }
                Ok(Understood::Told)
            }
        }
    }

    /// The game without the last action that `seat` decided, if the way back is free as far as that.
    fn undone_freely(&self, seat: Seat) -> Result<Session<G>, engine::Refusal> {
        self.session.can_undo(seat)?;
        let mut session = self.session.clone();
        loop {
            let last = last_standing(&session);
            session.undo(seat)?;
            if !last.is_some_and(|entry| self.was_forced(seat, entry)) {
                return Ok(session);
            }
        }
    }

    /// How many entries stood before the last decision of `seat` that still stands.
    fn before_last_of(&self, seat: Seat) -> Option<usize> {
        let origin = self.session.origin();
        let mut count = self.session.len();
        while count > origin {
            let entry = &self.session.entries()[count - origin - 1];
            match entry.what {
                What::Undo { to, .. } => count = to,
                What::Act(_) if entry.seat == seat && !self.was_forced(seat, count) => {
                    return Some(count - 1);
                }
                What::Act(_) => count -= 1,
            }
        }
        None
    }

    /// Whether the program made an entry of `seat` by itself. Of a game taken up again that is not known: there, it is
    /// what left no choice.
    fn was_forced(&self, seat: Seat, entry: usize) -> bool {
        self.forced.contains(&entry) || entry <= self.loaded && !self.had_a_choice(seat, entry - 1)
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

    fn save_position(&mut self, file: &str) -> Result<()> {
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
    fn write_file(&mut self, file: &str, text: &str) -> Result<bool> {
        match fs::write(Path::new(file), text) {
            Ok(()) => Ok(true),
            Err(error) => {
                writeln!(self.console.out, "{BAD}Cannot write {file}:{BAD:#} {}.", plainly(&error))?;
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
        let names: Vec<String> = table.seats.iter().map(|sheet| sheet.name.to_string()).collect();
        writeln!(self.console.out, "\n{BOLD}The game is over: {}.{BOLD:#}", verdict(&outcome, &names))?;
        let viewer = viewer.map_or(Viewer::Spectator, Viewer::Seat);
        self.look_back(viewer)
    }

    /// After the end the game can still be looked at and kept.
    fn look_back(&mut self, viewer: Viewer) -> Result<()> {
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
}

/// Words that stand alone.
const LONE: [&str; 14] = [
    "help", "?", "board", "map", "legend", "places", "hands", "cards", "seats", "hint", "all", "back",
    "quit", "exit",
];

/// The last entry that led to the state of `session`.
fn last_standing<G: Game>(session: &Session<G>) -> Option<usize> {
    let origin = session.origin();
    let mut count = session.len();
    while count > origin {
        match session.entries()[count - origin - 1].what {
            What::Undo { to, .. } => count = to,
            What::Act(_) => return Some(count),
        }
    }
    None
}

/// A file's name as a shell takes it.
fn quoted(file: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./:\\".contains(letter);
    if file.chars().all(plain) { file.to_owned() } else { format!("\"{file}\"") }
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
