//! Combats declared at sea. Rulebook 10.3, 11.

use std::ops::ControlFlow;

use engine::{Denied, Recorder, rule};

use crate::action::{Action, not_now};
use crate::areas::{Area, AreaSet};
use crate::event::Event;
use crate::movement::Mover;
use crate::nations::{Nation, Nations};
use crate::state::{Conquests, FRIGATES, FrigateId};

impl Conquests {
    /// The nation whose movement is over, if it can challenge anybody.
    pub(crate) fn challenger(&self, place: u8) -> Option<Nation> {
        let nation = self.order[usize::from(place)];
        let mover = self.moves_of(nation);
        self.visit_challenges(&mover, &mut |_| ControlFlow::Break(())).is_break().then_some(nation)
    }

    pub(crate) fn list_challenges(&self, nation: Nation, out: &mut Vec<Action>) {
        let _ = self.visit_challenges(&self.moves_of(nation), &mut |action| {
            out.push(action);
            ControlFlow::Continue(())
        });
        out.push(Action::Done);
    }

    fn visit_challenges(
        &self,
        mover: &Mover,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for sea in self.entered(mover).iter() {
            for nation in (self.forces.present(sea) - mover.friends).iter() {
                for all in [false, true] {
                    if self.may_challenge(mover, sea, nation, all).is_ok() {
                        visit(Action::Challenge { sea, nation, all })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The seas that a frigate has entered and not left again in this movement.
    fn entered(&self, mover: &Mover) -> AreaSet {
        let frigates = mover.own.iter().flat_map(FrigateId::of).map(|frigate| self.forces.frigate(frigate));
        frigates.filter(|frigate| frigate.sailed).filter_map(|frigate| frigate.at).collect()
    }

    /// Whom a challenge is against, if it is allowed: a nation, or all of its Alliance there (N-10.3-declare).
    fn may_challenge(&self, mover: &Mover, sea: Area, nation: Nation, all: bool) -> Result<Nations, Denied> {
        let deny = |why: &'static str| Err(Denied::new(rule!("N-10.3-declare"), why));
        if !self.entered(mover).contains(sea) {
            return deny("combat is declared where one of your frigates has come in this movement");
        }
        if mover.friends.contains(nation) {
            return Err(Denied::new(rule!("N-9.3-no-combat"), "Allies do not fight each other"));
        }
        let present = self.forces.present(sea);
        if !present.contains(nation) {
            return deny("this nation has no frigate there");
        }
        if self.control.is_disputed(sea) {
            let why = "a combat has been declared there already";
            return Err(Denied::new(rule!("N-10.3-one-engagement"), why));
        }
        let alliance = self.treaties.friends(nation) & present;
        if all && (alliance.len() == 1 || alliance.iter().next() != Some(nation)) {
            return deny("an Alliance is named by the first of its nations there, if there are several");
        }
        let targets = if all { alliance } else { Nations::from(nation) };
        if self.is_hopeless_at_sea(mover, targets, sea) {
            let why = "your forced Ally would be certain to lose the combat";
            return Err(Denied::new(rule!("N-9.4-no-suicide"), why));
        }
        Ok(targets)
    }

    pub(crate) fn challenge(
        &mut self,
        nation: Nation,
        _place: u8,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        match action {
            Action::Challenge { sea, nation: target, all } => {
                let targets = self.may_challenge(&self.moves_of(nation), sea, target, all)?;
                self.control.attackers[sea] = Some(nation);
                self.control.set_challenged(sea, targets);
                log.record(|| Event::Challenged { who: self.party(nation), sea, targets });
                Ok(())
            }
            Action::Done => {
                for frigate in &mut self.forces.frigates {
                    frigate.sailed = false;
                }
                Ok(())
            }
            _ => Err(not_now()),
        }
    }

    /// Frigates that have come to a combat declared before join their Allies in it (N-10.3-who-fights).
    pub(super) fn join_engagements(&mut self) {
        for frigate in (0..FRIGATES as u8).map(FrigateId) {
            let ship = *self.forces.frigate(frigate);
            let Some(sea) = ship.at.filter(|sea| ship.sailed && self.control.is_disputed(*sea)) else {
                continue;
            };
            let nation = frigate.nation();
            let challenged = self.control.challenged(sea);
            if !(challenged & self.treaties.friends(nation)).is_empty() {
                self.control.set_challenged(sea, challenged.with(nation));
            }
        }
    }
}
