//! Movement on land and at sea. Rulebook 10.

use engine::{Denied, Recorder};

use crate::action::{Action, not_now};
use crate::event::Event;
use crate::nations::Nation;
use crate::state::{Conquests, Movement, Phase, Traffic};

impl Conquests {
    /// The nation so far down the order moves (N-10-order).
    pub(crate) fn begin_movement(&mut self, place: u8, log: &mut impl Recorder<Event>) {
        if place == 0 {
            for frigate in &mut self.frigates {
                frigate.traffic = Traffic::None;
            }
        }
        self.movement = Movement::default();
        self.phase = Phase::Move(place);
        let nation = self.order[usize::from(place)];
        log.record(|| Event::Moves { who: self.party(nation) });
    }

    pub(crate) fn mover(&self, place: u8) -> Option<Nation> {
        Some(self.movement.asked.unwrap_or(self.order[usize::from(place)]))
    }

    pub(crate) fn list_movement(&self, _nation: Nation, out: &mut Vec<Action>) {
        out.push(Action::Done);
    }

    pub(crate) fn act_in_movement(
        &mut self,
        _nation: Nation,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let Phase::Move(place) = self.phase else { return Err(not_now()) };
        match action {
            Action::Done => self.end_movement(place, log),
            _ => return Err(not_now()),
        }
        Ok(())
    }

    /// A half of a movement point that is left is lost (N-10.1-half); combats at sea may be declared.
    pub(crate) fn end_movement(&mut self, place: u8, _log: &mut impl Recorder<Event>) {
        let nation = self.order[usize::from(place)];
        self.movement.group = None;
        self.points[nation.index()] = self.points[nation.index()] / 2 * 2;
        self.phase = Phase::Challenge(place);
    }

    pub(crate) fn challenger(&self, _place: u8) -> Option<Nation> {
        None
    }

    pub(crate) fn list_challenges(&self, _nation: Nation, out: &mut Vec<Action>) {
        out.push(Action::Done);
    }

    pub(crate) fn challenge(
        &mut self,
        _nation: Nation,
        _place: u8,
        _action: Action,
        _log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        Err(not_now())
    }
}
