//! Combat on land and at sea. Rulebook 11.

use engine::{Denied, Recorder};
use serde::{Deserialize, Serialize};

use crate::action::{Action, not_now};
use crate::areas::Area;
use crate::event::Event;
use crate::nations::Nation;
use crate::state::{Conquests, Phase};

/// A combat being fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Battle {
    pub(crate) area: Area,
}

impl Conquests {
    /// All movement is over (N-5-all-move-first).
    pub(crate) fn begin_combats(&mut self, _log: &mut impl Recorder<Event>) {
        self.phase = Phase::Combat(0);
    }

    /// Who chooses the next combat: the attacker that is next in the order (N-11-order).
    pub(crate) fn chooser(&self, _place: u8) -> Option<Nation> {
        None
    }

    pub(crate) fn list_combats(&self, _nation: Nation, out: &mut Vec<Action>) {
        out.push(Action::Done);
    }

    pub(crate) fn choose_combat(
        &mut self,
        _nation: Nation,
        _action: Action,
        _log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        Err(not_now())
    }

    /// Who decides in a combat.
    pub(crate) fn commander(&self, _battle: &Battle) -> Option<Nation> {
        None
    }

    pub(crate) fn list_battle(&self, _battle: &Battle, _nation: Nation, out: &mut Vec<Action>) {
        out.push(Action::Done);
    }

    pub(crate) fn act_in_battle(
        &mut self,
        _nation: Nation,
        _action: Action,
        _log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        Err(not_now())
    }

    /// What follows in a combat without a decision.
    pub(crate) fn go_on_with_battle(&mut self, _log: &mut impl Recorder<Event>) {
        self.battle = None;
    }
}
