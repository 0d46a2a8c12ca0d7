use engine::Recorder;

use crate::event::Event;
use crate::state::{Conquests, FrigateId};
use crate::troops::Troops;

impl Conquests {
    pub(crate) fn sink(&mut self, frigate: FrigateId, _log: &mut impl Recorder<Event>) {
        self.frigate_mut(frigate).at = None;
        self.frigate_mut(frigate).cargo = Troops::NONE;
    }
}
