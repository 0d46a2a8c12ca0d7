//! Hits of the combat table, spent in runs. Rulebook "How to Conduct Combat" 3 and 4.
//!
//! Who inflicts them says where they fall, run by run: on leaderless factors one by one, on a group in turn on a factor and on
//! its leader. A group may only be left when its leader has absorbed the last hit (M-combat-20), so a run on it is even, or
//! uses up all hits. No run depends on an earlier one, so a short list is enough: on each target the shortest run and the
//! longest.

use arrayvec::ArrayVec;
use engine::{Denied, rule};
use serde::{Deserialize, Serialize};

use super::layout::{Group, LayOut};
use super::stack::{LEADERS, NATIONS, Stack};
use crate::forces::{Arm, Factors};
use crate::wording::words;

/// How many stacks a side can have in a battle: one in each hex around, and one that comes out of a fort.
pub const STACKS: usize = 7;

/// Arms as an enemy likes to hit them: guns fire after the melee, horse pursues, and both must be built from scratch (M-arms-8).
pub(super) const BY_WORTH: [Arm; 4] = [Arm::Artillery, Arm::Cavalry, Arm::Cossack, Arm::Infantry];

/// All stacks of a side in a battle.
pub type Side = ArrayVec<Stack, STACKS>;

/// A hit on a factor, and one on its leader.
const PAIR: u16 = 2;

/// How many runs a list can have. Seldom are there more than 20.
pub const RUNS: usize = 128;

/// What hits can fall on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// Factors without a leader to save them (M-combat-21).
    Leaderless(Factor),
    /// A leader's group, by its number in the lay-out of the stack (M-combat-19).
    Group {
        /// The number of the stack.
        stack: u8,
        /// The number of the group.
        group: u8,
    },
}

/// A combat factor as an enemy sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Factor {
    /// The number of its stack.
    pub stack: u8,
    /// The number of its contingent there.
    pub contingent: u8,
    /// Its arm.
    pub arm: Arm,
    /// Whether it only stands there and does not fight (M-combat-6).
    pub idle: bool,
}

/// Several hits on one target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Run {
    /// What they fall on.
    pub target: Target,
    /// How many.
    pub hits: u8,
}

/// A stack under fire.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Line {
    /// Groups whose leaders absorb hits; the empty ones are only there for the numbers of the others.
    groups: ArrayVec<Group, LEADERS>,
    /// Factors that nobody saves, by contingent.
    leaderless: ArrayVec<Factors, NATIONS>,
    /// Of those, the ones that do not fight.
    idle: ArrayVec<Factors, NATIONS>,
}

/// A side that takes hits.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Melee {
    lines: ArrayVec<Line, STACKS>,
    left: u16,
}

impl Melee {
    /// These stacks, laid out like this, have to take so many hits. What is more than they can suffer is dropped.
    pub fn new(side: &[Stack], layouts: &[LayOut], hits: u16) -> Melee {
        let lines = side.iter().zip(layouts).map(|(stack, layout)| Line::new(stack, layout)).collect();
        let mut melee = Melee { lines, left: 0 };
        melee.left = hits.min(melee.endurance());
        melee
    }

    /// The same without any leader who saves factors: what an assault on a fort of level 2 kills in the end (M-siege-27).
    pub fn unled(side: &[Stack], factors: u16) -> Melee {
        let lines = side.iter().map(|stack| Line::new(stack, &LayOut::default())).collect();
        let mut melee = Melee { lines, left: 0 };
        melee.left = factors.min(melee.endurance());
        melee
    }

    /// How many hits are still to be spent.
    pub fn left(&self) -> u16 {
        self.left
    }

    /// How many hits they can suffer (M-combat-31).
    pub fn endurance(&self) -> u16 {
        self.lines.iter().map(Line::endurance).sum()
    }

    /// The most that a target can take, and nothing if it is not there.
    fn room(&self, target: Target) -> u16 {
        match target {
            Target::Leaderless(factor) => {
                self.lines.get(usize::from(factor.stack)).map_or(0, |line| line.count(factor))
            }
            Target::Group { stack, group } => {
                let line = self.lines.get(usize::from(stack));
                let group = line.and_then(|line| line.groups.get(usize::from(group)));
                group.map_or(0, |group| 2 * group.led.len() as u16)
            }
        }
    }

    /// The leader of a group, by his number in the stack.
    pub fn leader(&self, stack: u8, group: u8) -> Option<u8> {
        let line = self.lines.get(usize::from(stack))?;
        line.groups.get(usize::from(group)).map(|group| group.leader)
    }

    /// Whether there is nothing to choose: all hits fall on one target, or on everything there is. It does not matter which of several
    /// groups that are alike is hit first, but whether one takes all the hits or several do.
    pub fn is_forced(&self) -> bool {
        let is_one = || match (self.targets().take(2).count(), self.targets().next()) {
            (2, _) => false,
            (_, Some(Target::Group { .. })) => self.left <= PAIR || self.groups() == 1,
            _ => true,
        };
        self.left == self.endurance() || is_one()
    }

    /// How many groups can still be hit.
    fn groups(&self) -> usize {
        self.lines.iter().flat_map(|line| &line.groups).filter(|group| !group.led.is_empty()).count()
    }

    /// Whether a run is legal now.
    ///
    /// # Errors If there are fewer hits, if the target cannot take them, or if a group is left before its leader has absorbed
    /// the last hit.
    pub fn check(&self, run: Run) -> Result<(), Denied> {
        let (hits, room) = (u16::from(run.hits), self.room(run.target));
        if hits == 0 || hits > self.left {
            let why = words!("{} hits are left to spend; this run has {hits}.", self.left);
            return Err(Denied::new(rule!("M-combat-3"), why));
        }
        if hits > room {
            let why = words!("They can suffer {room} hits; this run has {hits}.");
            let rule = match run.target {
                Target::Leaderless(_) => rule!("M-combat-21"),
                Target::Group { .. } => rule!("M-combat-19"),
            };
            return Err(Denied::new(rule, why));
        }
        if matches!(run.target, Target::Group { .. }) && hits % 2 == 1 && hits < self.left {
            let why = words!(
                "The leader absorbs the last hit before others are hit: {} hits, not {hits}.",
                hits + 1
            );
            return Err(Denied::new(rule!("M-combat-20"), why));
        }
        Ok(())
    }

    /// Runs out of which every legal way to spend the hits can be made. Of groups that are alike only the first is named.
    pub fn runs(&self) -> ArrayVec<Run, RUNS> {
        let mut runs = ArrayVec::new();
        for target in self.targets() {
            let most = self.room(target).min(self.left);
            let least = match target {
                Target::Leaderless(_) => 1,
                Target::Group { .. } => most.min(2),
            };
            for hits in [least, most].into_iter().take(if least < most { 2 } else { 1 }) {
                let run = Run { target, hits: hits.min(u8::MAX.into()) as u8 };
                // A list without room for all targets still lets the hits be spent.
                let _ = runs.try_push(run);
            }
        }
        runs
    }

    fn targets(&self) -> impl Iterator<Item = Target> {
        (0..).zip(&self.lines).filter(|_| self.left > 0).flat_map(|(stack, line)| {
            let leaderless = line.factors(stack).map(Target::Leaderless);
            let groups = line.distinct_groups().map(move |group| Target::Group { stack, group });
            leaderless.chain(groups)
        })
    }

    /// Spends a run.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn spend(&mut self, run: Run) -> Result<(), Denied> {
        self.check(run)?;
        match run.target {
            Target::Leaderless(factor) => self.lines[usize::from(factor.stack)].lose(factor, run.hits),
            Target::Group { stack, group } => {
                let group = &mut self.lines[usize::from(stack)].groups[usize::from(group)];
                group.led.drain(..usize::from(run.hits.div_ceil(2)));
            }
        }
        self.left -= u16::from(run.hits);
        Ok(())
    }

    /// Spends all hits so that as many factors fall as can: leaderless ones first, guns and horse before infantry, then group by
    /// group. For whoever need not think about it.
    pub fn spend_all(&mut self) {
        for idle in [false, true] {
            for line in &mut self.lines {
                for pool in if idle { &mut line.idle } else { &mut line.leaderless } {
                    for arm in BY_WORTH {
                        let hits = u16::from(pool[arm]).min(self.left);
                        pool[arm] -= hits as u8;
                        self.left -= hits;
                    }
                }
            }
        }
        for group in self.lines.iter_mut().flat_map(|line| &mut line.groups) {
            let hits = self.left.min(2 * group.led.len() as u16);
            group.led.drain(..usize::from(hits.div_ceil(2)));
            self.left -= hits;
        }
    }

    /// The stacks as the hits have left them.
    pub fn survivors(&self, side: &[Stack]) -> Side {
        let mut survivors: Side = side.iter().cloned().collect();
        for (stack, line) in survivors.iter_mut().zip(&self.lines) {
            for (place, contingent) in stack.contingents.iter_mut().enumerate() {
                contingent.idle = line.idle[place];
                contingent.fights = line.leaderless[place];
            }
            for slot in line.groups.iter().flat_map(|group| &group.led) {
                stack.contingents[usize::from(slot.contingent)].fights[slot.arm] += 1;
            }
        }
        survivors
    }
}

impl Line {
    fn new(stack: &Stack, layout: &LayOut) -> Line {
        let mut line = Line {
            groups: layout.groups.clone(),
            leaderless: stack.contingents.iter().map(|contingent| contingent.fights).collect(),
            idle: stack.contingents.iter().map(|contingent| contingent.idle).collect(),
        };
        for group in &mut line.groups {
            let steady = stack.leaders[usize::from(group.leader)].steady;
            group.led.retain(|slot| steady && stack.contingents[usize::from(slot.contingent)].steady);
        }
        for slot in line.groups.iter().flat_map(|group| &group.led) {
            line.leaderless[usize::from(slot.contingent)][slot.arm] -= 1;
        }
        line
    }

    fn endurance(&self) -> u16 {
        let alone: u16 = self.leaderless.iter().chain(&self.idle).map(|factors| factors.total()).sum();
        let led: usize = self.groups.iter().map(|group| group.led.len()).sum();
        alone + 2 * led as u16
    }

    fn pool(&self, factor: Factor) -> &[Factors] {
        if factor.idle { &self.idle } else { &self.leaderless }
    }

    fn count(&self, factor: Factor) -> u16 {
        self.pool(factor).get(usize::from(factor.contingent)).map_or(0, |factors| factors[factor.arm].into())
    }

    fn lose(&mut self, factor: Factor, count: u8) {
        let pool = if factor.idle { &mut self.idle } else { &mut self.leaderless };
        pool[usize::from(factor.contingent)][factor.arm] -= count;
    }

    /// One leaderless factor of each contingent and arm, fighting or not.
    fn factors(&self, stack: u8) -> impl Iterator<Item = Factor> {
        [false, true].into_iter().flat_map(move |idle| {
            let pool = if idle { &self.idle } else { &self.leaderless };
            (0..).zip(pool).flat_map(move |(contingent, factors)| {
                factors.arms().map(move |(arm, _)| Factor { stack, contingent, arm, idle })
            })
        })
    }

    fn distinct_groups(&self) -> impl Iterator<Item = u8> {
        (0..).zip(&self.groups).filter_map(|(number, group)| {
            let alike = self.groups[..usize::from(number)].iter().any(|other| other.led == group.led);
            (!group.led.is_empty() && !alike).then_some(number)
        })
    }
}
