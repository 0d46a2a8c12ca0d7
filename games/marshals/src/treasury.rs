//! What a nation keeps off the map: counters that are not built, the box of those ready for mobilization, and what has been paid
//! for. Rulebook: Production, Mobilization and Demobilization.

use atlas::topology::Id;
use serde::{Deserialize, Serialize};

use crate::calendar::Date;
use crate::forces::Factors;
use crate::ids::NationId;
use crate::scenarios::Scenario;
use crate::scenarios::special::Special;
use crate::state::Marshals;
use crate::strategy::orders::Orders;

/// What a nation keeps off the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Treasury {
    /// Factors that can be built. Those of nations without counters of their own are with the nation that shows them.
    pub unbuilt: Factors,
    /// Supply units that can be built.
    pub unbuilt_supply: u8,
    /// The Ready for Mobilization box (M-mob-1).
    pub ready: Factors,
    /// Those in it whom the scenario has called up free of cost, for a time.
    pub free: Factors,
    /// What was built in this strategic turn and is ready from the next (M-prod-10).
    pub fresh: Factors,
    /// What is mobilized and has not been placed (M-mob-6).
    pub called: Factors,
    /// Supply units that are built and have not been placed.
    pub supply: u8,
    /// Replacement points of this season (M-prod-13).
    pub replacements: u8,
    /// Factors that an open replacement point still brings in this turn (M-prod-14).
    pub replacing: u8,
    /// Factors that were replaced in this turn (M-prod-29).
    pub replaced: u8,
    /// What is ordered in this strategic turn, in secret.
    pub orders: Orders,
    /// Infantry built and replaced in this year (M-limits-1).
    pub raised: u16,
    /// Whether that has cost morale in this year (M-limits-2).
    pub fined: bool,
    /// Infantry that has gone along its line of communications in this turn (M-loc-25).
    pub by_line: u8,
    /// Factors that have starved in this turn (M-attr-5).
    pub starved: u16,
    /// When factors were last demobilized (M-mob-17).
    pub demobilized: Option<Date>,
    /// Factors disbanded in this season (M-reinf-6).
    pub disbanded: u8,
    /// Factors of intrinsic defences raised in this year (M-intrinsic-9).
    pub levied: u8,
    /// When Army Reform was bought, if it is under way (M-reform-2).
    pub reforming: Option<Date>,
    /// Whether national morale has been raised in this year (M-nm-31).
    pub heartened: bool,
    /// How many marks of strategic losses have been passed in this season: none, half, three fifths (M-nm-28).
    pub shaken: u8,
}

/// What a nation has off the map when a scenario begins.
pub(crate) fn treasury(scenario: &Scenario, nation: NationId) -> Treasury {
    let unbuilt = scenario.unbuilt(nation);
    let waiting = scenario.mobilization_box.iter().filter(|waiting| waiting.nation == nation);
    let ready = waiting.map(|waiting| Factors::infantry(waiting.infantry)).sum();
    let is_free = scenario
        .special
        .iter()
        .any(|special| matches!(special, Special::FreeMobilization { nation: of, .. } if *of == nation));
    Treasury {
        unbuilt: unbuilt.land(),
        unbuilt_supply: unbuilt.supply,
        ready,
        free: if is_free { ready } else { Factors::NONE },
        ..Treasury::default()
    }
}

impl Marshals {
    /// What a nation keeps off the map.
    pub fn treasury(&self, nation: NationId) -> &Treasury {
        &self.treasuries[nation.index()]
    }

    pub(crate) fn treasury_mut(&mut self, nation: NationId) -> &mut Treasury {
        &mut self.treasuries[nation.index()]
    }
}
