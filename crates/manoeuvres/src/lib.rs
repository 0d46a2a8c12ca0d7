//! Manoeuvres: a game for tests only, as large as the largest there will be.
//!
//! Five powers have two hundred counters each, in fifty stacks, on the 8,372 hexes of the map of Napoleon and his Marshals. In a
//! turn a player makes up to a hundred actions: he takes a stack in hand, leaves counters behind, goes on hex by hex, and
//! attacks whom he meets. How strong a counter is only its owner knows. After the last round whoever has most counters
//! left wins.

mod map;
mod plans;
mod view;

use engine::{
    Board, Chance, Choice, Currency, Denied, Dice, Game, Info, Keyed, Layer, Ledger, Line, OptionKind,
    OptionSpec, Outcome, Overlay, PieceKey, Plans, Recorder, Scenario, Seat, SeatRange, Seats, Setup,
    SetupError, SpaceRef, Table, Target, Verb, Viewer, rule,
};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

pub use map::HEXES;
use map::{Hex, neighbours};

/// How many counters a power has.
pub const COUNTERS: usize = 200;

/// How many stand together at the start.
const STACK: usize = 4;

/// How many may.
const ROOM: usize = 8;

/// So many actions make a turn.
pub const ACTIONS: u8 = 100;

/// How far a stack goes.
const POINTS: u8 = 6;

/// A counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
pub struct Counter(pub u16);

impl Counter {
    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn owner(self) -> Seat {
        Seat((self.index() / COUNTERS) as u8)
    }
}

impl Keyed for Counter {
    const FAMILY: u8 = 1;

    fn number(&self) -> u32 {
        self.0.into()
    }

    fn numbered(number: u32) -> Option<Counter> {
        u16::try_from(number).ok().map(Counter)
    }
}

/// What is known of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Unit {
    /// Where it stands; nothing once it is lost.
    at: Option<Hex>,
    steps: u8,
    moved: bool,
}

/// The stack that is in hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Force {
    at: Hex,
    counters: Vec<Counter>,
    points: u8,
}

/// The state of the manoeuvres.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Manoeuvres {
    seats: u8,
    rounds: u8,
    round: u8,
    turn: Seat,
    /// Actions left in the turn.
    left: u8,
    force: Option<Force>,
    units: Vec<Unit>,
    dice: Dice,
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Take in hand what stands here.
    Take(u16),
    /// Leave this counter behind.
    Leave(Counter),
    /// Go to this hex, or attack it.
    Step(u16),
    /// Go no further.
    Halt,
    /// End the turn.
    EndTurn,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A turn begins.
    Turn(Seat),
    /// So many counters went from one hex to the next.
    Went(Seat, u8, u16, u16),
    /// One side attacked another: the dice, and whether the attackers won.
    Fought(Seat, u16, [u8; 2], bool),
    /// So many counters of a side fell back.
    FellBack(Seat, u8, u16, u16),
    /// A counter was lost.
    Lost(Counter, u16),
    /// All rounds are over.
    Over,
}

static LEDGER: LazyLock<Ledger> = LazyLock::new(|| {
    let rules = [
        ("M-1-turn", "Players take turns of up to a hundred actions."),
        ("M-2-take", "A player takes in hand what has not moved."),
        ("M-2-leave", "At least one counter goes on."),
        ("M-3-step", "A stack goes to adjacent land, six hexes at most."),
        ("M-3-room", "Eight counters at most stand in a hex."),
        ("M-4-attack", "Whoever enters a hex of others attacks."),
    ];
    let entry = |(id, text): &(&str, &str)| {
        format!("[[rule]]\nid = '{id}'\nsection = '{}'\ntext = '{text}'\n", &id[2..3])
    };
    Ledger::parse(&rules.iter().map(entry).collect::<String>()).expect("the ledger is sound")
});

static INFO: LazyLock<Info> = LazyLock::new(|| Info {
    id: "manoeuvres",
    title: "Manoeuvres",
    blurb: "A thousand counters on 8,372 hexes.",
    revision: 1,
    seats: SeatRange::new(2, 5),
    scenarios: vec![Scenario {
        id: "field",
        title: "The field",
        blurb: "All over Europe.",
        seats: SeatRange::new(2, 5),
        defaults: vec![],
    }],
    options: vec![OptionSpec {
        id: "rounds",
        title: "Rounds",
        help: "How many.",
        group: "Rules",
        rule: None,
        kind: OptionKind::Number { min: 1, max: 4 },
        default: 1.into(),
        needs: vec![],
        excludes: vec![],
    }],
    presets: vec![],
    orders: vec![],
    layers: vec![Layer::Control],
    glossary: Vec::new(),
    ledger: &LEDGER,
});

impl Manoeuvres {
    fn unit(&self, counter: Counter) -> Unit {
        self.units[counter.index()]
    }

    /// The counters of a hex. All belong to one player.
    fn at(&self, hex: Hex) -> impl Iterator<Item = Counter> + '_ {
        self.counters().filter(move |counter| self.unit(*counter).at == Some(hex))
    }

    fn counters(&self) -> impl Iterator<Item = Counter> + use<> {
        (0..self.units.len() as u16).map(Counter)
    }

    fn holder(&self, hex: Hex) -> Option<Seat> {
        self.at(hex).next().map(Counter::owner)
    }

    /// What a player has left.
    fn alive(&self, seat: Seat) -> impl Iterator<Item = Counter> + '_ {
        self.counters().filter(move |counter| counter.owner() == seat && self.unit(*counter).at.is_some())
    }

    fn steps_left(&self, seat: Seat) -> u32 {
        self.alive(seat).map(|counter| u32::from(self.unit(counter).steps)).sum()
    }

    fn is_over(&self) -> bool {
        self.round == self.rounds
    }

    fn in_turn(&self, seat: Seat) -> Result<(), Denied> {
        if self.is_over() || self.turn != seat {
            return Err(Denied::new(rule!("M-1-turn"), "it is not your turn"));
        }
        Ok(())
    }

    fn in_hand(&self, seat: Seat) -> Result<&Force, Denied> {
        self.in_turn(seat)?;
        self.force.as_ref().ok_or_else(|| Denied::new(rule!("M-2-take"), "take a stack in hand first"))
    }

    fn may_take(&self, seat: Seat, hex: Hex) -> Result<(), Denied> {
        self.in_turn(seat)?;
        if self.force.is_some() {
            return Err(Denied::new(rule!("M-2-take"), "there is a stack in hand already"));
        }
        if !self.at(hex).any(|counter| counter.owner() == seat && !self.unit(counter).moved) {
            return Err(Denied::new(rule!("M-2-take"), "nothing of yours that can move stands there"));
        }
        Ok(())
    }

    fn may_leave(&self, seat: Seat, counter: Counter) -> Result<(), Denied> {
        let force = self.in_hand(seat)?;
        if !force.counters.contains(&counter) {
            return Err(Denied::new(rule!("M-2-leave"), "that counter is not in hand"));
        }
        if force.counters.len() == 1 {
            return Err(Denied::new(rule!("M-2-leave"), "it is the last one: halt instead"));
        }
        Ok(())
    }

    fn may_step(&self, seat: Seat, to: Hex) -> Result<(), Denied> {
        let force = self.in_hand(seat)?;
        if force.points == 0 {
            return Err(Denied::new(rule!("M-3-step"), format!("it has gone {POINTS} hexes already")));
        }
        if !neighbours(force.at).contains(&to) {
            return Err(Denied::new(rule!("M-3-step"), "a stack goes to adjacent land"));
        }
        match self.holder(to) {
            Some(holder) if holder != seat => Ok(()),
            _ => self.has_room(to, force.counters.len()),
        }
    }

    fn has_room(&self, hex: Hex, more: usize) -> Result<(), Denied> {
        let here = self.at(hex).count();
        if here + more > ROOM {
            let why = format!("{here} stand there, and {more} more would be over {ROOM}");
            return Err(Denied::new(rule!("M-3-room"), why));
        }
        Ok(())
    }

    fn allowed(&self, seat: Seat, action: Action) -> Result<(), Denied> {
        match action {
            Action::Take(hex) => self.may_take(seat, Hex(hex)),
            Action::Leave(counter) => self.may_leave(seat, counter),
            Action::Step(hex) => self.may_step(seat, Hex(hex)),
            Action::Halt => self.in_hand(seat).map(|_| ()),
            Action::EndTurn => self.in_turn(seat),
        }
    }

    fn halt(&mut self) {
        if let Some(force) = self.force.take() {
            for counter in force.counters {
                self.units[counter.index()].moved = true;
            }
        }
    }

    fn end_turn(&mut self, log: &mut Recorder<Event>) {
        self.halt();
        self.units.iter_mut().for_each(|unit| unit.moved = false);
        self.turn = Seat((self.turn.0 + 1) % self.seats);
        self.left = ACTIONS;
        if self.turn == Seat(0) {
            self.round += 1;
        }
        match self.is_over() {
            true => log.record(|| Event::Over),
            false => log.record(|| Event::Turn(self.turn)),
        }
    }

    fn go(&mut self, counters: &[Counter], to: Hex) {
        for counter in counters {
            self.units[counter.index()].at = Some(to);
        }
    }

    fn step(&mut self, seat: Seat, to: Hex, log: &mut Recorder<Event>) {
        let Some(force) = self.force.clone() else { return };
        if self.holder(to).is_some_and(|holder| holder != seat) {
            return self.attack(seat, &force, to, log);
        }
        self.go(&force.counters, to);
        log.record(|| Event::Went(seat, force.counters.len() as u8, force.at.0, to.0));
        self.force = Some(Force { at: to, points: force.points - 1, ..force });
    }

    fn attack(&mut self, seat: Seat, force: &Force, to: Hex, log: &mut Recorder<Event>) {
        let enemies: Vec<Counter> = self.at(to).collect();
        let owner = enemies[0].owner();
        let steps = |counters: &[Counter]| counters.iter().map(|one| self.unit(*one).steps).sum::<u8>();
        let strength = [steps(&force.counters), steps(&enemies)];
        let dice = [self.dice.die(6), self.dice.die(6)];
        let won = strength[0] + dice[0] > strength[1] + dice[1];
        log.record(|| Event::Fought(seat, to.0, dice, won));
        let beaten = if won { &enemies } else { &force.counters };
        for counter in beaten {
            let unit = &mut self.units[counter.index()];
            unit.steps -= 1;
            if unit.steps == 0 {
                let at = unit.at.take().map_or(0, |hex| hex.0);
                log.record(|| Event::Lost(*counter, at));
            }
        }
        if won {
            self.fall_back(owner, to, log);
            self.go(&force.counters, to);
            log.record(|| Event::Went(seat, force.counters.len() as u8, force.at.0, to.0));
        }
        let left = force.counters.iter().filter(|one| self.unit(**one).at.is_some()).copied().collect();
        self.force = Some(Force { at: if won { to } else { force.at }, counters: left, points: 0 });
        self.halt();
    }

    /// Whoever is beaten makes room, or is lost.
    fn fall_back(&mut self, owner: Seat, from: Hex, log: &mut Recorder<Event>) {
        let beaten: Vec<Counter> = self.at(from).collect();
        if beaten.is_empty() {
            return;
        }
        let free = |hex: &&Hex| {
            self.holder(**hex).is_none_or(|holder| holder == owner)
                && self.has_room(**hex, beaten.len()).is_ok()
        };
        match neighbours(from).iter().find(free).copied() {
            Some(to) => {
                self.go(&beaten, to);
                log.record(|| Event::FellBack(owner, beaten.len() as u8, from.0, to.0));
            }
            None => {
                for counter in beaten {
                    self.units[counter.index()].at = None;
                    log.record(|| Event::Lost(counter, from.0));
                }
            }
        }
    }
}

impl Game for Manoeuvres {
    type Action = Action;
    type Event = Event;

    fn info() -> &'static Info {
        &INFO
    }

    fn boards() -> &'static [Board] {
        map::boards()
    }

    fn new(setup: &Setup, log: &mut Recorder<Event>) -> Result<Manoeuvres, SetupError> {
        let settings = INFO.resolve(setup)?;
        let mut dice = Dice::new(settings.seed);
        let mut hexes: Vec<Hex> = map::land().collect();
        dice.shuffle(&mut hexes);
        let counters = COUNTERS * usize::from(settings.seats);
        // Every fourth has one step, so that some are lost at once.
        let mut steps: Vec<u8> = (0..counters).map(|nth| 1 + (nth % 4) as u8).collect();
        dice.shuffle(&mut steps);
        let unit = |(nth, steps)| Unit { at: Some(hexes[nth / STACK]), steps, moved: false };
        let game = Manoeuvres {
            seats: settings.seats,
            rounds: settings.values.number("rounds") as u8,
            round: 0,
            turn: Seat(0),
            left: ACTIONS,
            force: None,
            units: steps.into_iter().enumerate().map(unit).collect(),
            dice,
        };
        log.record(|| Event::Turn(Seat(0)));
        Ok(game)
    }

    fn to_act(&self) -> Seats {
        if self.is_over() { Seats::NONE } else { self.turn.into() }
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.in_turn(seat).is_err() {
            return;
        }
        match &self.force {
            None => {
                let ready = |counter: &Counter| counter.owner() == seat && !self.unit(*counter).moved;
                let mut hexes: Vec<Hex> =
                    self.counters().filter(ready).filter_map(|counter| self.unit(counter).at).collect();
                hexes.sort_unstable();
                hexes.dedup();
                out.extend(hexes.into_iter().map(|hex| Action::Take(hex.0)));
            }
            Some(force) => {
                let steps = neighbours(force.at).iter().map(|hex| Action::Step(hex.0));
                let leaves = force.counters.iter().map(|counter| Action::Leave(*counter));
                out.extend(steps.chain(leaves).filter(|action| self.allowed(seat, *action).is_ok()));
                out.push(Action::Halt);
            }
        }
        out.push(Action::EndTurn);
    }

    fn apply(&mut self, seat: Seat, action: &Action, log: &mut Recorder<Event>) -> Result<(), Denied> {
        self.allowed(seat, *action)?;
        self.left -= 1;
        match *action {
            Action::Take(hex) => {
                let ready = |counter: &Counter| !self.unit(*counter).moved;
                let counters = self.at(Hex(hex)).filter(ready).collect();
                self.force = Some(Force { at: Hex(hex), counters, points: POINTS });
            }
            Action::Leave(counter) => {
                if let Some(force) = &mut self.force {
                    force.counters.retain(|other| *other != counter);
                }
            }
            Action::Step(hex) => self.step(seat, Hex(hex), log),
            Action::Halt => self.halt(),
            Action::EndTurn => self.left = 0,
        }
        if self.left == 0 {
            self.end_turn(log);
        }
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| {
            let left = |seat: Seat| self.alive(seat).count() as i32;
            let scores: Vec<i32> = Seat::first(self.seats).map(left).collect();
            let best = scores.iter().max().copied();
            let winners = Seat::first(self.seats).filter(|seat| Some(scores[seat.index()]) == best).collect();
            Outcome { winners, reason: "rounds".into(), scores }
        })
    }

    fn view(&self, viewer: Viewer) -> Table {
        self.table(viewer)
    }

    fn layer(&self, _viewer: Viewer, _layer: Layer) -> Vec<Overlay> {
        self.control()
    }

    fn choice(&self, seat: Seat, action: &Action) -> Choice {
        let first = |hex: Hex| self.at(hex).find(|counter| !self.unit(*counter).moved);
        match *action {
            Action::Take(hex) => {
                let target = first(Hex(hex))
                    .map_or(Target::Button, |counter| Target::Piece { piece: PieceKey::of(&counter) });
                Choice::new(Verb::Select, "Take the stack in hand", target)
            }
            Action::Leave(counter) => Choice::new(
                Verb::Deselect,
                "Leave this counter behind",
                Target::Piece { piece: PieceKey::of(&counter) },
            ),
            Action::Step(hex) => {
                let at = Target::Space(map::space(Hex(hex)));
                match self.holder(Hex(hex)).is_some_and(|holder| holder != seat) {
                    true => Choice::new(Verb::Attack, "Attack", at).sealing(),
                    false => Choice::new(Verb::Move, "Go here", at).costing(1, Currency::Mp),
                }
            }
            Action::Halt => Choice::button(Verb::Done, "Halt"),
            Action::EndTurn => Choice::button(Verb::EndTurn, "End the turn"),
        }
    }

    fn tell(event: &Event, _viewer: Viewer) -> Option<Line> {
        Some(view::line(event))
    }

    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        let verdict = match target {
            Target::Button => Ok(()),
            Target::Space(_) if self.force.is_some() && self.is_planned(seat, target) => Ok(()),
            Target::Space(at) => self.may_step(seat, Hex(at.space)),
            Target::Piece { piece } | Target::Move { piece, .. } => match piece.get::<Counter>() {
                Some(counter) if counter.index() < self.units.len() => match self.unit(counter).at {
                    Some(_) if self.may_leave(seat, counter).is_ok() => Ok(()),
                    Some(at) => self.may_take(seat, at),
                    None => Ok(()),
                },
                _ => Ok(()),
            },
        };
        verdict.err().into_iter().collect()
    }

    fn determinize(&self, seat: Seat, chance: &mut impl Chance) -> Manoeuvres {
        let mut world = self.clone();
        let hidden = |counter: &Counter| counter.owner() != seat && self.unit(*counter).at.is_some();
        let mut steps: Vec<u8> =
            self.counters().filter(hidden).map(|counter| self.unit(counter).steps).collect();
        steps.sort_unstable();
        chance.shuffle(&mut steps);
        for (counter, steps) in self.counters().filter(hidden).zip(steps) {
            world.units[counter.index()].steps = steps;
        }
        world.dice.reseed(chance);
        world
    }

    /// What a player has left, against the strongest of the others: counters, which win, and steps, which keep them.
    fn appraise(&self, seat: Seat) -> f32 {
        if let Some(outcome) = self.outcome() {
            return outcome.share(seat);
        }
        let left = |seat: Seat| -> u32 {
            let own = &self.units[COUNTERS * seat.index()..COUNTERS * (seat.index() + 1)];
            own.iter().filter(|unit| unit.at.is_some()).map(|unit| 4 + u32::from(unit.steps)).sum()
        };
        let others = Seat::first(self.seats).filter(|&other| other != seat);
        let (own, rival) = (left(seat) as f32, others.map(left).max().unwrap_or(0) as f32);
        (0.5 + 8.0 * (own / (own + rival).max(1.0) - 0.5)).clamp(0.0, 1.0)
    }

    fn plans(&self, seat: Seat, out: &mut Plans<Action>) {
        self.stack_plans(seat, out);
    }

    fn plan_choices(&self, seat: Seat, plan: &[Action]) -> Vec<Choice> {
        self.stack_plan_choices(seat, plan)
    }

    fn prior(&self, seat: Seat, action: &Action) -> f32 {
        self.action_prior(seat, *action)
    }

    fn plan_prior(&self, seat: Seat, plan: &[Action]) -> f32 {
        self.stack_plan_prior(seat, plan)
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn check(&self) -> Result<(), String> {
        if !INFO.seats.contains(self.seats) || self.units.len() != COUNTERS * usize::from(self.seats) {
            return Err("there are not two hundred counters a seat".to_owned());
        }
        if self.turn.0 >= self.seats || self.round > self.rounds || self.left > ACTIONS {
            return Err("turn, round or actions are out of range".to_owned());
        }
        let mut hexes = vec![(0, None); HEXES];
        for counter in self.counters() {
            let unit = self.unit(counter);
            let Some(Hex(hex)) = unit.at else { continue };
            let Some((count, owner)) = hexes.get_mut(usize::from(hex)) else {
                return Err(format!("{counter:?} stands on no hex"));
            };
            *count += 1;
            if *count > ROOM || owner.replace(counter.owner()).is_some_and(|other| other != counter.owner()) {
                return Err(format!("too many, or enemies, stand on hex {hex}"));
            }
            if !(1..=4).contains(&unit.steps) {
                return Err(format!("{counter:?} has {} steps", unit.steps));
            }
        }
        Ok(())
    }
}

/// A hex as a space of the board.
pub(crate) fn space(hex: u16) -> SpaceRef {
    map::space(Hex(hex))
}
