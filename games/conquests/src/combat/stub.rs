use engine::Recorder;

use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::state::{Bond, Conquests, FrigateId, Treaty};
use crate::troops::Troops;

impl Conquests {
    pub(crate) fn bind_by_capture(&mut self, victim: Nation, _log: &mut impl Recorder<Event>) {
        if victim == Nation::England {
            return;
        }
        for treaty in &mut self.treaties {
            treaty.members.remove(victim);
            if treaty.members.contains(Nation::France) || treaty.members.len() < 2 {
                treaty.state = Bond::Over;
            }
        }
        let members = Nations::from(Nation::France).with(victim);
        self.treaties.push(Treaty {
            initiator: Nation::France,
            members,
            made: self.turn,
            state: Bond::Holds,
        });
    }

    pub(crate) fn sink(&mut self, frigate: FrigateId, _log: &mut impl Recorder<Event>) {
        self.frigate_mut(frigate).at = None;
        self.frigate_mut(frigate).cargo = Troops::NONE;
    }
}
