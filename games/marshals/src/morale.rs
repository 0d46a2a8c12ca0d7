//! National morale. Rulebook: National Morale.

use engine::Recorder;

use crate::combat::morale::shifted;
use crate::event::Event;
use crate::ids::NationId;
use crate::state::{Country, Marshals};

/// At this morale a nation must sue for peace, and at the next it may (M-sue-1).
pub(crate) const BROKEN: u8 = 1;
pub(crate) const WAVERING: u8 = 2;

impl Marshals {
    /// Whether a nation has a morale of its own: the powers of the scenario have (M-spain-26).
    pub fn has_morale(&self, nation: NationId) -> bool {
        self.scenario().power(nation).is_some()
    }

    /// The morale that counts for a nation's units: its own if it is a power, else that of whoever controls it.
    pub fn morale(&self, nation: NationId) -> u8 {
        self.realm(self.commands(nation)).morale
    }

    /// Raises or lowers the morale of a power; nobody else's changes. It never leaves its range (M-nm-1). Whoever falls to 1 sues for
    /// peace before anything else happens (M-nm-32): the step that comes to the top sees to that.
    pub(crate) fn change_morale(&mut self, nation: NationId, by: i8, log: &mut Recorder<Event>) {
        if !self.has_morale(nation) || self.realm(nation).sued.is_some() {
            return;
        }
        let from = self.realm(nation).morale;
        let to = shifted(from, by);
        if from != to {
            self.realm_mut(nation).morale = to;
            if nation == NationId::BRITAIN {
                self.heed_british_morale();
            }
            log.record(|| Event::Morale { nation, from, to });
        }
    }
}

impl Country<'_> {
    /// The powers at war with a nation.
    pub(crate) fn opponents(self) -> impl Iterator<Item = NationId> {
        let powers = self.scenario().power.iter().map(|power| power.nation);
        powers.filter(move |power| self.are_enemies(*power, self.nation))
    }
}
