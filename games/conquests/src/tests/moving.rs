//! Words for tests of movement.

use super::field::{Field, at};
use crate::action::Action;
use crate::nations::Nation;
use crate::state::FrigateId;
use crate::troops::{Kind, Troops};

/// Take a unit along.
pub(super) fn pick(nation: Nation, kind: Kind, land: &str) -> Action {
    Action::Pick { nation, kind, at: at(land) }
}

pub(super) fn march(land: &str) -> Action {
    Action::March(at(land))
}

/// The frigate of a nation that was placed so many frigates after the first.
pub(super) fn frigate(nation: Nation, number: usize) -> FrigateId {
    FrigateId::of(nation).nth(number).expect("there are so many")
}

pub(super) fn sail(frigate: FrigateId, sea: &str) -> Action {
    Action::Sail { frigate, to: at(sea) }
}

pub(super) fn embark(kind: Kind, land: &str, frigate: FrigateId) -> Action {
    Action::Embark { kind, from: at(land), frigate }
}

pub(super) fn land(kind: Kind, frigate: FrigateId, land: &str) -> Action {
    Action::Land { kind, frigate, to: at(land) }
}

/// Declare a combat at sea against one nation, or all of its Alliance.
pub(super) fn challenge(sea: &str, nation: Nation, all: bool) -> Action {
    Action::Challenge { sea: at(sea), nation, all }
}

impl Field {
    /// Takes units of a nation into the group.
    pub(super) fn gather(&mut self, nation: Nation, troops: Troops, land: &str) -> &mut Field {
        for kind in troops.units() {
            self.act(pick(nation, kind, land));
        }
        self
    }

    pub(super) fn march(&mut self, land: &str) -> &mut Field {
        self.act(march(land))
    }

    /// Leaves units of a nation behind.
    pub(super) fn leave(&mut self, nation: Nation, troops: Troops) -> &mut Field {
        for kind in troops.units() {
            self.act(Action::Drop { nation, kind });
        }
        self
    }

    /// The movement points of a nation.
    pub(super) fn mp(&self, nation: Nation) -> f32 {
        f32::from(self.game.treasury.points[nation]) / 2.0
    }

    /// Who attacks there.
    pub(super) fn attacker(&self, area: &str) -> Option<Nation> {
        self.game.control.attackers[at(area)]
    }
}
