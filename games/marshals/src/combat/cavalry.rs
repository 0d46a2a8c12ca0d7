//! Cavalry leaders. Rulebook "Cavalry Commanders", "How to Conduct Combat" 1.

use engine::{Denied, rule};

use crate::forces::Factors;
use crate::wording::words;

/// Whether a CAV leader with these factors rides in cavalry mode: one to three, at most two of infantry, no artillery (M-lead-19,
/// M-lead-20).
pub fn in_cavalry_mode(factors: Factors) -> bool {
    (1..=3).contains(&factors.total()) && factors.infantry <= 2 && factors.artillery == 0
}

/// Whether a CAV leader with these factors may retreat before combat (M-combat-8): who can catch him is the attacking CAV
/// leader with the highest initiative, if there is one.
///
/// # Errors
/// If he is not in cavalry mode, if such a leader is quicker, or if enemy zones of control pin him.
pub fn may_retreat_before_combat(
    factors: Factors,
    initiative: u8,
    hunter: Option<u8>,
    pinned: bool,
) -> Result<(), Denied> {
    if !in_cavalry_mode(factors) {
        let why = words!(
            "A cavalry leader slips away with three factors, two of them infantry and no artillery; he has {factors}."
        );
        return Err(Denied::new(rule!("M-combat-8"), why));
    }
    if let Some(hunter) = hunter.filter(|hunter| *hunter > initiative) {
        let why = words!("An attacking cavalry leader has initiative {hunter}, his is {initiative}.");
        return Err(Denied::new(rule!("M-combat-8"), why));
    }
    if pinned {
        return Err(Denied::new(rule!("M-combat-8"), "Enemy zones of control pin him in place."));
    }
    Ok(())
}
