//! What only Napoleon can do in battle. Rulebook "Other Leader Abilities".

use engine::{Denied, rule};

use super::stack::{NATIONS, Stack};
use crate::forces::Factors;
use crate::ids::NationId;
use crate::wording::words;

/// The first year in which he no longer splits enemies, but fights on (M-lead-47, M-lead-48).
pub(crate) const DECLINE: u16 = 1813;

/// The fewest factors that can face a nation split off (M-lead-47).
pub(crate) const HOLDING: u16 = 4;

/// How many marshals may attack with him when he fights on (M-lead-48).
const COMPANIONS: usize = 2;

/// What is set aside out of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Detachment {
    /// The leaders, a bit for the number of each.
    pub leaders: u16,
    /// The factors of each contingent.
    pub factors: [Factors; NATIONS],
}

impl Detachment {
    /// All units of these nations, and their leaders.
    pub fn of_nation(stack: &Stack, nation: NationId) -> Detachment {
        let mut detachment = Detachment { leaders: 0, factors: [Factors::NONE; NATIONS] };
        for (factors, contingent) in detachment.factors.iter_mut().zip(&stack.contingents) {
            if contingent.nation == nation || contingent.under == nation {
                *factors = contingent.fights;
            }
        }
        for (number, leader) in stack.leaders.iter().enumerate() {
            detachment.leaders |= u16::from(leader.nation == nation) << number;
        }
        detachment
    }

    /// How many factors it has.
    pub fn total(&self) -> u16 {
        self.factors.iter().map(|factors| factors.total()).sum()
    }

    /// The stack in two: what is set aside, and the rest. Idle factors stay with the rest.
    ///
    /// # Errors
    /// If there are not as many.
    pub fn from(&self, stack: &Stack) -> Result<(Stack, Stack), Denied> {
        let (mut apart, mut rest) = (stack.clone(), stack.clone());
        apart.ship = false;
        for (place, taken) in self.factors.iter().enumerate() {
            let Some(contingent) = rest.contingents.get_mut(place) else { break };
            contingent.fights = contingent.fights.checked_sub(*taken).ok_or_else(|| {
                Denied::new(
                    rule!("M-lead-47"),
                    words!("There are {} to split off, not {taken}.", contingent.fights),
                )
            })?;
            apart.contingents[place].fights = *taken;
            apart.contingents[place].idle = Factors::NONE;
        }
        let mut number = 0;
        let mut is_apart = || {
            number += 1;
            self.leaders & 1 << (number - 1) != 0
        };
        apart.leaders.retain(|_| is_apart());
        let mut number = 0;
        rest.leaders.retain(|_| {
            number += 1;
            self.leaders & 1 << (number - 1) == 0
        });
        Ok((apart, rest))
    }
}

/// Whether Napoleon may split off one of so many enemy nations with this detachment (M-lead-47).
///
/// # Errors
/// From 1813 on, against a single nation, or with no leader or fewer than four factors to face it.
pub fn may_split(year: u16, enemies: usize, detachment: &Detachment) -> Result<(), Denied> {
    if year >= DECLINE {
        return Err(Denied::new(rule!("M-lead-47"), "Napoleon no longer splits enemies from 1813 on."));
    }
    if enemies < 2 {
        return Err(Denied::new(rule!("M-lead-47"), "A single nation cannot be split."));
    }
    if detachment.leaders == 0 {
        return Err(Denied::new(rule!("M-lead-47"), "A leader must face the nation that is split off."));
    }
    let factors = detachment.total();
    if factors < HOLDING {
        let why = words!("{HOLDING} factors must face the nation that is split off; these are {factors}.");
        return Err(Denied::new(rule!("M-lead-47"), why));
    }
    Ok(())
}

/// Whether Napoleon may attack although National Morale is 2 or less (M-lead-48).
///
/// # Errors
/// Before 1813, without him, outside territory that France controls, or with more than two marshals.
pub fn may_fight_on(
    year: u16,
    with_napoleon: bool,
    french_ground: bool,
    marshals: usize,
) -> Result<(), Denied> {
    if year < DECLINE {
        return Err(Denied::new(rule!("M-lead-48"), "Napoleon fights on at low morale only from 1813 on."));
    }
    if !with_napoleon {
        return Err(Denied::new(
            rule!("M-lead-48"),
            "At National Morale 2 or less only Napoleon himself attacks.",
        ));
    }
    if !french_ground {
        let why = "At National Morale 2 or less Napoleon attacks only where France controls the ground.";
        return Err(Denied::new(rule!("M-lead-48"), why));
    }
    if marshals > COMPANIONS {
        let why = words!(
            "{COMPANIONS} marshals may attack with Napoleon at National Morale 2 or less; these are {marshals}."
        );
        return Err(Denied::new(rule!("M-lead-48"), why));
    }
    Ok(())
}

/// What France's morale does after a battle in which Napoleon has fought on: a victory over a leader brings 1, whatever was lost
/// (M-lead-49).
pub fn fought_on(change: i8, victorious: bool, enemy_led: bool) -> i8 {
    if victorious && enemy_led { 1 } else { change }
}
