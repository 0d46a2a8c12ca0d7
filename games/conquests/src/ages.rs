//! The change of Age. Rulebook 14, 8.4.

use engine::{Denied, Recorder};

use crate::action::{Action, not_now};
use crate::event::Event;
use crate::nations::Nation;
use crate::state::Conquests;

impl Conquests {
    /// After the victory check: the next turn, or the change of Age (N-14-when).
    pub(crate) fn after_check(&mut self, log: &mut impl Recorder<Event>) {
        self.next_turn(log);
    }

    pub(crate) fn keeper(&self, _place: u8) -> Option<Nation> {
        None
    }

    pub(crate) fn list_keeping(&self, _nation: Nation, out: &mut Vec<Action>) {
        out.push(Action::Done);
    }

    pub(crate) fn keep_cards(
        &mut self,
        _nation: Nation,
        _place: u8,
        _action: Action,
        _log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        Err(not_now())
    }

    /// The cards of the second Age are dealt (N-14-deal).
    pub(crate) fn begin_second_age(&mut self, log: &mut impl Recorder<Event>) {
        self.next_turn(log);
    }
}
