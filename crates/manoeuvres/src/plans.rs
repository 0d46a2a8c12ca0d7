//! Plans: a stack goes to attack what is in its reach or, if nothing is, nearer to the enemy; and how likely that is.

use engine::{Choice, Currency, PieceKey, Plans, Seat, Target, Verb};

use crate::map::{self, Hex, neighbours};
use crate::{Action, COUNTERS, Counter, HEXES, Manoeuvres, POINTS, ROOM};

/// How many enemies a stack has plans against, the nearest.
const TARGETS: usize = 2;

/// How far off an enemy may be for a stack to go to meet him.
const SIGHT: u8 = 3 * POINTS;

/// What a counter of somebody else is taken to be worth: how strong it is only its owner knows.
const EXPECTED_STEPS: f32 = 2.5;

/// Who stands on a hex, and how many.
#[derive(Clone, Copy, Default)]
struct Occupied {
    owner: u8,
    count: u8,
}

/// A stack that can set out.
struct Start {
    at: Hex,
    counters: usize,
    points: u8,
    /// Whether it must be taken in hand first.
    take: bool,
}

/// What is known of the hexes around the stacks: filled for one stack after the other, without allocating anew.
struct Reach {
    /// The last stack that came this way, by its number from 1.
    seen: Vec<u16>,
    /// Where it came from, and how far it had gone.
    from: Vec<(Hex, u8)>,
    queue: Vec<Hex>,
}

impl Reach {
    /// The hexes that lead to one from where a stack sets out, without the latter.
    fn way(&self, to: Hex) -> Vec<Hex> {
        let mut way = Vec::new();
        let mut at = to;
        while self.from[usize::from(at.0)].1 > 0 {
            way.push(at);
            at = self.from[usize::from(at.0)].0;
        }
        way.reverse();
        way
    }
}

impl Manoeuvres {
    /// What stacks can do at one go.
    pub(crate) fn stack_plans(&self, seat: Seat, out: &mut Plans<Action>) {
        if self.in_turn(seat).is_err() {
            return;
        }
        let mut hexes = vec![Occupied::default(); HEXES];
        for counter in self.counters() {
            if let Some(Hex(hex)) = self.unit(counter).at {
                let occupied = &mut hexes[usize::from(hex)];
                *occupied = Occupied { owner: counter.owner().0, count: occupied.count + 1 };
            }
        }
        let mut reach =
            Reach { seen: vec![0; HEXES], from: vec![(Hex(0), 0); HEXES], queue: Vec::with_capacity(HEXES) };
        for (number, start) in self.starts(seat).iter().enumerate() {
            self.plans_from(seat, start, number as u16 + 1, &hexes, &mut reach, out);
        }
    }

    /// The stack in hand, or all that can be taken in hand.
    fn starts(&self, seat: Seat) -> Vec<Start> {
        if let Some(force) = &self.force {
            let (at, counters, points) = (force.at, force.counters.len(), force.points);
            return vec![Start { at, counters, points, take: false }];
        }
        let ready = self.own(seat).filter(|counter| !self.unit(*counter).moved);
        let mut hexes: Vec<Hex> = ready.filter_map(|counter| self.unit(counter).at).collect();
        hexes.sort_unstable();
        let start = |stack: &[Hex]| Start { at: stack[0], counters: stack.len(), points: POINTS, take: true };
        hexes.chunk_by(|a, b| a == b).map(start).collect()
    }

    /// Adds what one stack can do: it goes hex by hex, where there is room, to the nearest enemies.
    fn plans_from(
        &self,
        seat: Seat,
        start: &Start,
        number: u16,
        hexes: &[Occupied],
        reach: &mut Reach,
        out: &mut Plans<Action>,
    ) {
        let index = |hex: Hex| usize::from(hex.0);
        reach.queue.clear();
        reach.queue.push(start.at);
        reach.seen[index(start.at)] = number;
        reach.from[index(start.at)] = (start.at, 0);
        let (mut next, mut found) = (0, 0);
        while let Some(&at) = reach.queue.get(next) {
            next += 1;
            let gone = reach.from[index(at)].1;
            if gone >= SIGHT || (gone >= start.points && found > 0) {
                return;
            }
            for &to in neighbours(at) {
                if reach.seen[index(to)] == number {
                    continue;
                }
                reach.seen[index(to)] = number;
                reach.from[index(to)] = (at, gone + 1);
                let there = hexes[index(to)];
                if there.count > 0 && there.owner != seat.0 {
                    self.add_plan(start, &reach.way(to), out);
                    found += 1;
                    if found == TARGETS || gone >= start.points {
                        return;
                    }
                } else if usize::from(there.count) + start.counters <= ROOM {
                    reach.queue.push(to);
                }
            }
        }
    }

    /// A plan to go this way: to its end, where the enemy stands, or as far as the stack can.
    fn add_plan(&self, start: &Start, way: &[Hex], out: &mut Plans<Action>) {
        let steps = way.iter().take(start.points.into()).map(|hex| Action::Step(hex.0));
        let halts = way.len() > start.points.into();
        let take = start.take.then_some(Action::Take(start.at.0));
        let length = usize::from(start.take) + steps.len() + usize::from(halts);
        if steps.len() > 0 && (2..=usize::from(self.left)).contains(&length) {
            out.push(take.into_iter().chain(steps).chain(halts.then_some(Action::Halt)));
        }
    }

    /// How a plan shows: on the hex where it leads, for the first counter of the stack.
    pub(crate) fn stack_plan_choices(&self, seat: Seat, plan: &[Action]) -> Vec<Choice> {
        let Some((to, steps)) = destination(plan) else { return Vec::new() };
        let target = match (plan.first(), &self.force) {
            (Some(&Action::Take(hex)), _) => {
                let mut own = self.own(seat);
                let first = own.find(|one| self.unit(*one).at == Some(Hex(hex)) && !self.unit(*one).moved);
                let Some(first) = first else { return Vec::new() };
                Target::Move { piece: PieceKey::of(&first), to: map::space(to) }
            }
            _ => Target::Space(map::space(to)),
        };
        let name = map::name(to.0);
        vec![
            match self.holder(to).is_some_and(|holder| holder != seat) {
                true => Choice::new(Verb::Attack, format!("Go and attack {name}"), target).sealing(),
                false => Choice::new(Verb::Move, format!("March to {name}"), target),
            }
            .costing(steps, Currency::Mp),
        ]
    }

    /// Whether a click on `target` makes a plan.
    pub(crate) fn is_planned(&self, seat: Seat, target: &Target) -> bool {
        let mut plans = Plans::new();
        self.stack_plans(seat, &mut plans);
        let mut choices = plans.iter().flat_map(|plan| self.stack_plan_choices(seat, plan));
        choices.any(|choice| choice.target == *target)
    }

    /// A strong stack attacks, a weak one does not; to march comes after.
    pub(crate) fn stack_plan_prior(&self, seat: Seat, plan: &[Action]) -> f32 {
        let Some((to, _)) = destination(plan) else { return 1.0 };
        let from = match (plan.first(), &self.force) {
            (Some(&Action::Take(hex)), _) => Hex(hex),
            (_, Some(force)) => force.at,
            _ => return 1.0,
        };
        match plan.last() {
            Some(Action::Halt) => 0.5,
            _ => self.attack_prior(seat, from, to),
        }
    }

    /// How likely a sensible player is to take an action by itself.
    pub(crate) fn action_prior(&self, seat: Seat, action: Action) -> f32 {
        match action {
            // Where it can go at one go is planned.
            Action::Take(_) => 0.1,
            Action::Leave(_) => 0.02,
            Action::EndTurn => 0.005,
            Action::Halt => 0.2,
            Action::Step(hex) => {
                let attacks = self.holder(Hex(hex)).is_some_and(|holder| holder != seat);
                match &self.force {
                    Some(force) if attacks => self.attack_prior(seat, force.at, Hex(hex)),
                    _ => 0.3,
                }
            }
        }
    }

    /// How likely a stack is to attack: four times the square of its chances, about.
    fn attack_prior(&self, seat: Seat, from: Hex, to: Hex) -> f32 {
        let here = self.own(seat).filter(|counter| self.unit(*counter).at == Some(from));
        let own: u8 = here.map(|counter| self.unit(counter).steps).sum();
        let enemy = EXPECTED_STEPS * self.at(to).count() as f32;
        // Two dice lie within five of each other.
        let chances = (0.45 + (f32::from(own) - enemy) / 10.0).clamp(0.05, 1.0);
        4.0 * chances * chances
    }

    fn own(&self, seat: Seat) -> impl Iterator<Item = Counter> + use<> {
        let first = COUNTERS as u16 * u16::from(seat.0);
        (first..first + COUNTERS as u16).map(Counter)
    }
}

/// Where a plan leads, and in how many steps.
fn destination(plan: &[Action]) -> Option<(Hex, u16)> {
    let steps = plan.iter().filter_map(|action| match action {
        Action::Step(hex) => Some(Hex(*hex)),
        _ => None,
    });
    let count = steps.clone().count() as u16;
    steps.last().map(|hex| (hex, count))
}
