//! A game at the terminal: any mix of people and bots, one keyboard.

mod answers;
mod back;
mod console;
mod end;
mod menu;
mod places;
mod routes;
mod show;
mod words;

use std::collections::{BTreeSet, VecDeque};

use anyhow::{Context, Result, bail};
use bots::{Bot, Means, Observation};
use engine::{
    Chance, Choice, Game, LogLine, PieceKey, Plans, Seat, Session, SpaceRef, Stream, Table, Viewer, What,
};

use console::Asked;
pub use console::Console;

use crate::args::Who;
use crate::style::{BOLD, DIM, KEY, hanging, names_itself};
use menu::Menu;
use places::Places;
use words::Understood;

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
    /// The entries that the program made by itself, because there was only one thing to do or they belong to the one before.
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
    /// Sends pieces somewhere together, over these spaces.
    Route { pieces: Vec<PieceKey>, way: Vec<SpaceRef> },
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
    /// What each choice after those of single actions does.
    plans: Vec<Vec<G::Action>>,
    /// How all of them show.
    choices: Vec<Choice>,
    table: Table,
}

impl<'a, G: Game> Play<'a, G> {
    /// A table for `session` with these players. The same seed seats the same bots.
    pub fn new(session: Session<G>, players: &[Who], console: Console<'a>) -> Play<'a, G> {
        let mut chance = Stream::new(session.setup().seed);
        let seed = u64::from(chance.word()) << 32 | u64::from(chance.word());
        let threads = std::thread::available_parallelism().map_or(1, Into::into);
        let means = Means { threads, ..Means::default() };
        let bot = |(seat, who): (u64, &Who)| match who {
            Who::Human => None,
            Who::Bot(level) => Some(level.build_with(seed.wrapping_add(seat), means)),
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
                self.tell(line.seat, &line.in_full())?;
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
        let action = bot.choose(&Observation::new(self.session.state(), seat, self.session.len()));
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
            let state = self.session.state();
            let mut choices: Vec<Choice> = actions.iter().map(|action| state.choice(seat, action)).collect();
            let (mut offered, mut plans) = (Plans::new(), Vec::new());
            state.plans(seat, &mut offered);
            for plan in offered.iter() {
                let shown = state.plan_choices(seat, plan);
                plans.extend(shown.iter().map(|_| plan.to_vec()));
                choices.extend(shown);
            }
            let table = state.view(Viewer::Seat(seat));
            let desk: Desk<G> = Desk { seat, actions, plans, choices, table };
            self.announce(&desk)?;
            if desk.actions.is_empty() {
                if optional {
                    return Ok(false);
                }
                bail!("{seat} must decide, but there is nothing to choose: a fault of {}", G::info().title);
            }
            // What is forced is done at once, unless that would close the way back.
            if let (Some(action), false) = (self.session.forced(seat), optional) {
                writeln!(self.console.out, "{DIM}Only one thing to do:{DIM:#} {}", desk.choices[0].label)?;
                self.session.act(seat, &action)?;
                self.forced.insert(self.session.len());
                return Ok(false);
            }
            match self.ask(&desk, optional)? {
                Reply::Act(number) => {
                    self.carry_out(&desk, number)?;
                    return Ok(false);
                }
                Reply::Route { pieces, way } => {
                    let first = self.session.len() + 1;
                    self.session.act_route(desk.seat, &pieces, &way)?;
                    // The whole way goes back together.
                    self.forced.extend(first + 1..=self.session.len());
                    return Ok(false);
                }
                Reply::Again | Reply::Pass => return Ok(false),
                Reply::For(other) => (seat, optional) = (other, true),
                Reply::Quit => return Ok(true),
            }
        }
    }

    /// Does what was chosen: an action, or a plan that goes back together.
    fn carry_out(&mut self, desk: &Desk<G>, number: usize) -> Result<()> {
        let plan = number.checked_sub(desk.actions.len()).and_then(|number| desk.plans.get(number));
        let actions = plan.map_or_else(|| &desk.actions[number..=number], |plan| &plan[..]);
        for (nth, action) in actions.iter().enumerate() {
            self.session.act(desk.seat, action)?;
            if nth > 0 {
                self.forced.insert(self.session.len());
            }
        }
        Ok(())
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
            self.tell(line.line.seat, &line.line.in_full())?;
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
}

#[cfg(test)]
mod tests;
