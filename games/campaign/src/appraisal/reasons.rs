//! What a position is worth to a player, in words.

use engine::{Motive, Seat};

use super::{Judge, Outlook};
use crate::state::Phase;

impl Judge<'_> {
    /// What the worth of the position to `seat` is made of, in rounds: those that bring it nearer to victory than it was at the
    /// start count for it, those that it or others may lose or gain against or for it.
    pub(crate) fn motives(&self, seat: Seat) -> Vec<Motive> {
        if self.ended.is_some() || self.phase() == Phase::Bases || !self.is_alive(seat) {
            return Vec::new();
        }
        let outlooks = self.outlooks(self.alive());
        let mut motives = Vec::new();
        let mut add = |about: String, worth: f32| {
            if worth.abs() > 0.01 {
                motives.push(Motive { about: about.into(), worth });
            }
        };
        let own: &Outlook = &outlooks[seat.index()];
        add("the race for foreign towns".into(), -own.race.length());
        add("troops in the field".into(), -own.troops);
        add("the hold on the home country".into(), -own.losses);
        add("the safety of the Capital".into(), -own.capitals);
        add("alliances".into(), -own.alliances);
        for threat in own.threats.iter().flatten() {
            add(format!("the safety of {}", self.tag(threat.to).name()), -threat.cost);
        }
        let others = self.alive().without(seat);
        for other in others.iter() {
            let share = 1.0 / f32::from(others.len());
            let Outlook { race, troops, losses, capitals, .. } = outlooks[other.index()];
            let name = self.seat_name(other);
            add(format!("the delay of {name}"), share * race.length());
            add(format!("the losses of {name}"), share * (troops + losses + capitals));
            for threat in outlooks[other.index()].threats.iter().flatten() {
                add(format!("the threat to {}", self.tag(threat.to).name()), share * threat.cost);
            }
        }
        motives
    }
}
