//! Alliances in force and on record: made, left, cancelled, run out. Rulebook 9.2, 9.5, 9.6, 11.8.

use engine::Recorder;

use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::state::{Bond, Conquests, Treaty};

impl Treaty {
    /// All who made it, those who have left included.
    pub(crate) fn makers(&self) -> Nations {
        self.members | self.left
    }

    /// Whether it is a Forced Alliance.
    pub(crate) fn is_forced(&self) -> bool {
        self.initiator == Nation::France
    }

    /// Whether its members are Allies.
    pub(crate) fn is_in_force(&self) -> bool {
        matches!(self.state, Bond::Fresh | Bond::Holds)
    }
}

impl Conquests {
    /// Who speaks for an Alliance: whoever initiated it or, if that nation is no longer in it, the member first in the
    /// order (N-9.7-chooser).
    pub(crate) fn spokesman(&self, treaty: &Treaty) -> Nation {
        let present = |nation: &Nation| treaty.members.contains(*nation) && self.order.contains(nation);
        let first = self.order.iter().copied().find(present);
        Some(treaty.initiator).filter(present).or(first).unwrap_or(treaty.initiator)
    }

    /// Makes an Alliance: its members leave those they were in (N-9.2-one-at-a-time, N-9.4-single).
    pub(crate) fn make_treaty(
        &mut self,
        initiator: Nation,
        members: Nations,
        state: Bond,
        log: &mut Recorder<Event>,
    ) {
        self.withdraw(members, log);
        log.record(|| Event::Allied { who: self.party(initiator), members });
        self.treaties.list.push(Treaty { initiator, members, left: Nations::NONE, made: self.turn, state });
    }

    /// A nation leaves its Alliance, which goes on if two members remain (N-9.2-one-at-a-time).
    pub(crate) fn leave_alliance(&mut self, nation: Nation, log: &mut Recorder<Event>) {
        self.withdraw(Nations::from(nation), log);
    }

    /// Whether the same Alliance was prevented in the last turn, so that it cannot be again in this one (N-9.5-not-twice).
    pub(crate) fn was_prevented(&self, treaty: &Treaty) -> bool {
        let prevented = |old: &Treaty| old.state == Bond::Prevented && old.made + 1 == self.turn;
        treaty.made == self.turn
            && self.treaties.list.iter().any(|old| prevented(old) && old.makers() == treaty.makers())
    }

    /// These nations leave the Alliances they are in. One that ends by it cannot be cancelled any more and so counts as
    /// successful; a Forced one has been cancelled by it (9.3, 9.4), as far as it can be.
    fn withdraw(&mut self, nations: Nations, log: &mut Recorder<Event>) {
        for number in 0..self.treaties.list.len() {
            let treaty = self.treaties.list[number];
            let leaving = treaty.members & nations;
            if leaving.is_empty() || !treaty.is_in_force() {
                continue;
            }
            if (treaty.members - leaving).len() >= 2 {
                self.treaties.list[number].members = treaty.members - leaving;
                self.treaties.list[number].left = treaty.left | leaving;
                log.record(|| Event::Left { nations: leaving, members: treaty.members });
                continue;
            }
            if treaty.is_forced() && !self.was_prevented(&treaty) {
                self.cancel_treaty(number, log);
            } else {
                self.confirm_treaty(number);
                self.treaties.list[number].state = Bond::Over;
                log.record(|| Event::AllianceOver { members: treaty.members });
            }
        }
    }

    /// Cancels an Alliance: in the turn it was made it is prevented (N-9.5-successful).
    pub(crate) fn cancel_treaty(&mut self, number: usize, log: &mut Recorder<Event>) {
        let treaty = &mut self.treaties.list[number];
        treaty.state = if treaty.state == Bond::Fresh { Bond::Prevented } else { Bond::Over };
        let members = treaty.members;
        log.record(|| Event::AllianceOver { members });
    }

    /// An Alliance that nobody can cancel any more in this turn is a success of its initiator (N-9.5-successful).
    pub(crate) fn confirm_treaty(&mut self, number: usize) {
        let treaty = &mut self.treaties.list[number];
        if treaty.state == Bond::Fresh {
            treaty.state = Bond::Holds;
            self.feats.successes[treaty.initiator] += 1;
        }
    }

    /// Napoleon has captured a capital: its nation leaves its Alliance and is in a Forced one with him at once, which is
    /// no success (N-11.8-forced, N-11.8-switch, N-11.8-forced-not-successful); not so England (N-11.8-forced-england).
    /// An older forced Ally fights on for him this turn (N-11.8-old-forced).
    pub(crate) fn bind_by_capture(&mut self, victim: Nation, log: &mut Recorder<Event>) {
        if victim == Nation::England || !victim.is_coalition() || !self.order.contains(&victim) {
            return;
        }
        let members = Nations::from(Nation::France).with(victim);
        if self
            .treaties
            .bond(victim)
            .is_some_and(|treaty| treaty.members == members && treaty.made == self.turn)
        {
            return;
        }
        for treaty in self.treaties.list.iter_mut().filter(|treaty| treaty.is_forced()) {
            treaty.state = match treaty.state {
                Bond::Holds if treaty.members != members => Bond::Fading,
                Bond::Fading if treaty.members == members => Bond::Over,
                state => state,
            };
        }
        // A capital that falls twice in a turn leaves one record.
        let turn = self.turn;
        let again =
            |treaty: &Treaty| (treaty.members, treaty.made, treaty.state) == (members, turn, Bond::Over);
        self.treaties.list.retain(|treaty| !again(treaty));
        self.make_treaty(Nation::France, members, Bond::Holds, log);
    }

    /// A turn has begun: Alliances made before the last one are over (N-9.2-duration, N-9.2-expiry). They stay on record
    /// until those who were in them have parted.
    pub(crate) fn forget_treaties(&mut self, log: &mut Recorder<Event>) {
        for number in 0..self.treaties.list.len() {
            let treaty = &mut self.treaties.list[number];
            let lapses = treaty.is_in_force() && treaty.made + 1 < self.turn;
            if !lapses && treaty.state != Bond::Fading {
                continue;
            }
            treaty.state = Bond::Over;
            let members = treaty.members;
            log.record(|| Event::AllianceOver { members });
        }
    }

    /// Those who were in Alliances made before the last turn have parted.
    pub(crate) fn strike_treaties(&mut self) {
        let turn = self.turn;
        self.treaties.list.retain(|treaty| treaty.made + 1 >= turn);
    }
}
