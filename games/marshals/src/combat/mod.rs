//! The arithmetic of land combat, without the state of a game. Rulebook "How to Conduct Combat", "Leaders' Effects on Combat",
//! "Artillery and Cavalry in Combat", "Forts and Combat", "Sieges".
//!
//! A battle goes through these modules in order. A hex full of units is a [`Stack`]; its owner lays it out (`layout`), which
//! makes its [`Strength`]. Both sides' hits come out of `exchange` by way of the combat table (`table`); `reckoning` keeps the
//! lines of that for the table on the screen. Hits are spent in runs (`hits`), guns fire (`fire`), the rest is compared
//! (`verdict`), horse pursues (`fire`), losses are placed (`losses`) and felt (`morale`). Forts, cavalry leaders and Napoleon
//! have their own ways. `outlook` plays a whole battle at once for bots.

pub mod cavalry;
mod exchange;
mod fire;
pub mod fort;
mod hits;
mod layout;
pub mod losses;
pub mod morale;
pub mod napoleon;
mod outlook;
mod reckoning;
mod stack;
pub mod table;
#[cfg(test)]
mod tests;
mod verdict;

pub use exchange::{
    Approach, AssaultRules, Exchange, Hexside, Onset, Site, Supply, Weather, Works, account, exchange,
};
pub use fire::{Mark, Marks, destroy, factors, fires, kill, marks, pursues};
pub use hits::{Factor, Melee, RUNS, Run, STACKS, Side, Target};
pub use layout::{Group, LayOut, Slot};
pub use outlook::{Battle, Outlook, Prospect};
pub use reckoning::{Account, Line, Reckoning, Record, What};
pub use stack::{Commander, Contingent, HIGHEST, LEADERS, NATIONS, Stack, Strength};
pub use verdict::{Verdict, verdict};

use serde::{Deserialize, Serialize};

/// The part a side has in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The phasing side.
    Attacker,
    /// The other.
    Defender,
}
