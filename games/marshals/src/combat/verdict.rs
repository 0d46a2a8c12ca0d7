//! Who has won, and who retreats. Rulebook "How to Conduct Combat" 5 and 6.

use serde::{Deserialize, Serialize};

use super::Role;
use super::stack::Stack;

/// How a battle ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// The combat value of what is left of the attackers.
    pub attack_value: u16,
    /// The combat value of what is left of the defender.
    pub defence_value: u16,
    /// Who has won.
    pub victor: Role,
    /// Whether the defender must retreat.
    pub retreat: bool,
}

/// Judges a battle by what melee and artillery have left of both sides, rearranged at will and without terrain, weather and
/// supply (M-combat-33).
///
/// A defender without a leader cannot hold his hex, be he ever so strong (M-combat-35). Who `stands` need not retreat: units
/// inside a fort (M-siege-25), outside Cadiz and Gibraltar (M-fort-12), of the Coalition at Torres Vedras (M-fort-10).
pub fn verdict(attackers: &[Stack], defender: &Stack, stands: bool) -> Verdict {
    let attack_value = attackers.iter().map(|stack| stack.final_value(Role::Attacker)).sum();
    let defence_value = defender.final_value(Role::Defender);
    let driven_off = defender.leaders.is_empty() && !stands && attack_value > 0;
    let victor = if attack_value > defence_value || driven_off { Role::Attacker } else { Role::Defender };
    let retreat = victor == Role::Attacker && !stands && !defender.all().is_empty();
    Verdict { attack_value, defence_value, victor, retreat }
}
