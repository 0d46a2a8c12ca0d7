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
        mover.visit_challenges(self, &mut |_| ControlFlow::Break(())).is_break().then_some(nation)
    }

    pub(crate) fn list_challenges(&self, nation: Nation, out: &mut Vec<Action>) {
        let _ = self.moves_of(nation).visit_challenges(self, &mut |action| {
            out.push(action);
            ControlFlow::Continue(())
        });
        out.push(Action::Done);
    }

    pub(crate) fn challenge(
        &mut self,
        nation: Nation,
        _place: u8,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        match action {
            Action::Challenge { sea, nation: target, all } => {
                let targets = self.moves_of(nation).may_challenge(self, sea, target, all)?;
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

impl Mover {
    fn visit_challenges(
        &self,
        game: &Conquests,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for sea in self.entered(game).iter() {
            for nation in (game.forces.present(sea) - self.friends).iter() {
                for all in [false, true] {
                    if self.may_challenge(game, sea, nation, all).is_ok() {
                        visit(Action::Challenge { sea, nation, all })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The seas that a frigate has entered and not left again in this movement.
    fn entered(&self, game: &Conquests) -> AreaSet {
        let frigates = self.own.iter().flat_map(FrigateId::of).map(|frigate| game.forces.frigate(frigate));
        frigates.filter(|frigate| frigate.sailed).filter_map(|frigate| frigate.at).collect()
    }

    /// Whom a challenge is against, if it is allowed: a nation, or all of its Alliance there (N-10.3-declare).
    fn may_challenge(
        &self,
        game: &Conquests,
        sea: Area,
        nation: Nation,
        all: bool,
    ) -> Result<Nations, Denied> {
        let deny = |why: &'static str| Err(Denied::new(rule!("N-10.3-declare"), why));
        if !self.entered(game).contains(sea) {
            return deny("combat is declared where one of your frigates has come in this movement");
        }
        if self.friends.contains(nation) {
            return Err(Denied::new(rule!("N-9.3-no-combat"), "Allies do not fight each other"));
        }
        let present = game.forces.present(sea);
        if !present.contains(nation) {
            return deny("this nation has no frigate there");
        }
        if game.control.is_disputed(sea) {
            let why = "a combat has been declared there already";
            return Err(Denied::new(rule!("N-10.3-one-engagement"), why));
        }
        let alliance = game.treaties.friends(nation) & present;
        if all && (alliance.len() == 1 || alliance.iter().next() != Some(nation)) {
            return deny("an Alliance is named by the first of its nations there, if there are several");
        }
        let targets = if all { alliance } else { Nations::from(nation) };
        if self.is_hopeless_at_sea(game, targets, sea) {
            let why = "your forced Ally would be certain to lose the combat";
            return Err(Denied::new(rule!("N-9.4-no-suicide"), why));
        }
        Ok(targets)
    }
}
