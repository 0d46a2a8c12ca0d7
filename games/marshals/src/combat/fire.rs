//! Guns after the melee, horse after the victory. Rulebook "Artillery and Cavalry in Combat".

use arrayvec::ArrayVec;
use engine::{Denied, rule};
use serde::{Deserialize, Serialize};

use super::hits::{BY_WORTH, Factor, STACKS};
use super::stack::{NATIONS, Stack};
use crate::forces::Factors;
use crate::wording::words;

/// What guns can destroy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// A factor of any arm, led or not (M-arms-3).
    Factor(Factor),
    /// A ship that takes part, which counts as artillery (M-bombard-3).
    Ship {
        /// The number of its stack.
        stack: u8,
    },
}

/// How many marks a side can offer: of each stack and nation four arms that fight or not, and a ship.
pub type Marks = ArrayVec<Mark, { STACKS * (NATIONS * 8 + 1) }>;

/// Whether a side fires: one of its guns has survived the melee, or a ship takes part (M-arms-2, M-bombard-3).
#[inline]
pub fn fires(side: &[Stack]) -> bool {
    side.iter()
        .any(|stack| stack.ship || stack.contingents.iter().any(|contingent| contingent.fights.artillery > 0))
}

/// Whether a side that attacked pursues: some of its horse has survived (M-arms-5).
#[inline]
pub fn pursues(side: &[Stack]) -> bool {
    side.iter().flat_map(|stack| &stack.contingents).any(|contingent| contingent.fights.mounted() > 0)
}

/// What an enemy's guns can fire at (M-arms-2).
pub fn marks(side: &[Stack]) -> Marks {
    let mut marks = factors(side).map(Mark::Factor).collect::<Marks>();
    let ships = (0..).zip(side).filter(|(_, stack)| stack.ship);
    marks.extend(ships.map(|(stack, _)| Mark::Ship { stack }));
    marks
}

/// One factor of each stack, contingent and arm, fighting or not: what guns or horse can choose from.
pub fn factors(side: &[Stack]) -> impl Iterator<Item = Factor> {
    (0..).zip(side).flat_map(|(stack, units)| {
        (0..).zip(&units.contingents).flat_map(move |(contingent, units)| {
            [(false, units.fights), (true, units.idle)].into_iter().flat_map(move |(idle, factors)| {
                factors.arms().map(move |(arm, _)| Factor { stack, contingent, arm, idle })
            })
        })
    })
}

/// Destroys a mark.
///
/// # Errors
/// If it is not there.
pub fn destroy(side: &mut [Stack], mark: Mark) -> Result<(), Denied> {
    match mark {
        Mark::Factor(factor) => kill(side, factor),
        Mark::Ship { stack } => match side.get_mut(usize::from(stack)) {
            Some(stack) if stack.ship => {
                stack.ship = false;
                Ok(())
            }
            _ => Err(Denied::new(rule!("M-bombard-3"), "No ship takes part there.")),
        },
    }
}

/// Kills a factor.
///
/// # Errors
/// If it is not there.
pub fn kill(side: &mut [Stack], factor: Factor) -> Result<(), Denied> {
    let contingent = side
        .get_mut(usize::from(factor.stack))
        .and_then(|stack| stack.contingents.get_mut(usize::from(factor.contingent)));
    let gone = || Denied::new(rule!("M-arms-2"), words!("There is no {} to lose there.", factor.arm));
    let contingent = contingent.ok_or_else(gone)?;
    let factors = if factor.idle { &mut contingent.idle } else { &mut contingent.fights };
    *factors = factors.checked_sub(Factors::of(factor.arm, 1)).ok_or_else(gone)?;
    Ok(())
}

/// What is fired at by whoever need not think about it: a gun, else horse, else infantry, and rather what fights.
pub(super) fn dearest(side: &[Stack]) -> Option<Factor> {
    let worth = |arm| BY_WORTH.iter().position(|other| *other == arm);
    factors(side).min_by_key(|factor| (factor.idle, worth(factor.arm)))
}
