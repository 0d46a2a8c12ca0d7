//! How a stack is laid out: which factors stand under which leader, and in which order they can be hit. Rulebook "How to Conduct
//! Combat" 2.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use engine::{Denied, rule};
use serde::{Deserialize, Serialize};

use super::reckoning::{Record, What};
use super::stack::{HIGHEST, LEADERS, NATIONS, Share, Stack, Strength};
use crate::forces::{Arm, Factors};
use crate::wording::words;

/// A factor under a leader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Slot {
    /// The number of its contingent in the stack.
    pub contingent: u8,
    /// Its arm.
    pub arm: Arm,
}

/// A leader and the factors that he protects, the first to be hit in front (M-combat-22).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Group {
    /// The leader's number in the stack.
    pub leader: u8,
    /// His factors.
    pub led: ArrayVec<Slot, HIGHEST>,
}

/// A stack laid out for battle. What is in no group is leaderless (M-combat-2).
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct LayOut {
    /// The leaders that count.
    pub groups: ArrayVec<Group, LEADERS>,
}

/// The arms in the order in which they deserve shelter: guns and horse can only be built from scratch (M-arms-8).
const DEAREST: [Arm; 3] = [Arm::Artillery, Arm::Cavalry, Arm::Cossack];

impl LayOut {
    /// The strongest leaders filled first; guns and horse behind infantry, spread over the largest groups.
    pub fn canonical(stack: &Stack) -> LayOut {
        let mut shares = stack.shares();
        shares.sort_by_key(|(_, share)| Reverse(size(share)));
        shares.retain(|(_, share)| size(share) > 0);
        let mut groups: ArrayVec<Group, LEADERS> =
            shares.iter().map(|(leader, _)| Group { leader: *leader, led: ArrayVec::new() }).collect();
        for arm in DEAREST {
            for (place, contingent) in stack.contingents.iter().enumerate() {
                for _ in 0..contingent.fights[arm] {
                    let room = (0..groups.len()).filter(|group| shares[*group].1[place] > 0);
                    let Some(group) = room.min_by_key(|group| groups[*group].led.len()) else { break };
                    shares[group].1[place] -= 1;
                    groups[group].led.push(Slot { contingent: place as u8, arm });
                }
            }
        }
        for (group, (_, share)) in groups.iter_mut().zip(&shares) {
            for (place, count) in share.iter().enumerate() {
                for _ in 0..*count {
                    group.led.push(Slot { contingent: place as u8, arm: Arm::Infantry });
                }
            }
            group.led.reverse();
        }
        LayOut { groups }
    }

    /// The factors of each contingent that stand under a leader.
    pub fn led(&self) -> [Factors; NATIONS] {
        let mut led = [Factors::NONE; NATIONS];
        for slot in self.groups.iter().flat_map(|group| &group.led) {
            led[usize::from(slot.contingent)][slot.arm] += 1;
        }
        led
    }

    /// What the stack is worth like this.
    pub fn strength(&self, stack: &Stack) -> Strength {
        let (mut leaders, mut absorbs) = (0, 0);
        for group in &self.groups {
            let steady = stack.leaders[usize::from(group.leader)].steady;
            for slot in &group.led {
                leaders += 1;
                absorbs += u16::from(steady && stack.contingents[usize::from(slot.contingent)].steady);
            }
        }
        Strength { leaders, absorbs, ship: stack.ship_value(leaders), ..stack.strength() }
    }

    /// Writes down what the stack is worth like this, part by part.
    pub fn reckon(&self, stack: &Stack, record: &mut impl Record) -> Strength {
        let strength = self.strength(stack);
        record.line(What::Factors, strength.factors, rule!("M-combat-1"));
        for group in &self.groups {
            let commander = &stack.leaders[usize::from(group.leader)];
            record.line(What::Leader(commander.leader), group.led.len() as u16, rule!("M-combat-10"));
        }
        if strength.ship > 0 {
            record.line(What::Ship, strength.ship, rule!("M-bombard-1"));
        }
        record.line(What::Value, strength.value(), rule!("M-combat-1"));
        strength
    }

    /// Whether the stack may be laid out like this.
    ///
    /// # Errors
    /// If a leader or a factor is there twice or not at all, if a leader has more factors than his value or some that he may not
    /// lead, or if more leaders count than may.
    pub fn check(&self, stack: &Stack) -> Result<(), Denied> {
        let mut lent = [0; NATIONS];
        for (place, group) in self.groups.iter().enumerate() {
            let Some(commander) = stack.leaders.get(usize::from(group.leader)) else {
                return Err(Denied::new(rule!("M-combat-10"), "That leader is not in the stack."));
            };
            if self.groups[..place].iter().any(|other| other.leader == group.leader) {
                return Err(Denied::new(rule!("M-combat-10"), "A leader has one group."));
            }
            if group.led.len() > usize::from(commander.value) {
                let why = words!(
                    "This leader protects {} factors; {} are laid out.",
                    commander.value,
                    group.led.len()
                );
                return Err(Denied::new(rule!("M-combat-2"), why));
            }
            for slot in &group.led {
                let contingent = stack.contingents.get(usize::from(slot.contingent));
                let Some(contingent) = contingent.filter(|contingent| commander.leads(contingent)) else {
                    return Err(Denied::new(
                        rule!("M-combat-12"),
                        "A leader leads factors of his own nation and its clients.",
                    ));
                };
                lent[usize::from(slot.contingent)] += u8::from(commander.borrows(contingent));
            }
        }
        for ((contingent, led), lent) in stack.contingents.iter().zip(self.led()).zip(lent) {
            if !contingent.fights.contains(led) {
                let why = words!("There are {} to lay out, not {led}.", contingent.fights);
                return Err(Denied::new(rule!("M-combat-10"), why));
            }
            if lent > contingent.lent {
                let why = words!(
                    "Leaders of another nation may lead {} of them here, not {lent}.",
                    contingent.lent
                );
                return Err(Denied::new(rule!("M-stack-19"), why));
            }
        }
        stack
            .check_leaders(self.groups.iter().filter(|group| !group.led.is_empty()).map(|group| group.leader))
    }
}

fn size(share: &Share) -> u16 {
    share.iter().map(|count| u16::from(*count)).sum()
}
