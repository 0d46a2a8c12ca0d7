//! What somebody has to settle before anything else goes on: a unit to be placed, a unit to be named.

use engine::{Denied, Recorder, rule};
use serde::{Deserialize, Serialize};

use crate::action::{Action, not_now};
use crate::areas::{Area, AreaSet};
use crate::event::Event;
use crate::nations::Nation;
use crate::state::Conquests;
use crate::troops::{Kind, Troops};

/// Something that a nation has to settle first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Errand {
    /// A unit won on a track is placed in a land that the nation controls (N-8.3-unit-place).
    Place {
        /// Whose.
        nation: Nation,
        /// Of which kind.
        kind: Kind,
    },
    /// A unit of this arm becomes one of the Guard (N-15-old-guard-track).
    Convert {
        /// Infantry or cavalry.
        arm: Kind,
    },
    /// A unit of a side is given up for want of Society (N-8.4-threshold-choice).
    GiveUp {
        /// Who chooses it.
        by: Nation,
        /// Of which kind.
        kind: Kind,
        /// Where the corps stands that it is part of.
        at: Option<Area>,
    },
}

impl Errand {
    /// Who settles it.
    pub(crate) fn nation(self) -> Nation {
        match self {
            Errand::Place { nation, .. } => nation,
            Errand::Convert { .. } => Nation::France,
            Errand::GiveUp { by, .. } => by,
        }
    }
}

impl Conquests {
    /// Hands a nation an errand, unless there is nothing to settle.
    pub(crate) fn send(&mut self, errand: Errand, log: &mut impl Recorder<Event>) {
        let mut answers = Vec::new();
        self.list_errand(&errand, &mut answers);
        if answers.is_empty() {
            log.record(|| Event::Forfeited { who: self.party(errand.nation()) });
        } else {
            self.errands.push(errand);
        }
    }

    pub(crate) fn list_errand(&self, errand: &Errand, out: &mut Vec<Action>) {
        match *errand {
            Errand::Place { nation, kind } => {
                out.extend(self.rooms_for(nation, kind).iter().map(|at| Action::Place { kind, at }));
            }
            Errand::Convert { arm } => {
                out.extend(self.convertible(arm).iter().map(|at| Action::Convert { kind: arm, at }));
            }
            Errand::GiveUp { by, kind, at } => self.list_forfeits(by, kind, at, out),
        }
    }

    pub(crate) fn act_on_errand(
        &mut self,
        errand: Errand,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        match (errand, action) {
            (Errand::Place { nation, kind }, Action::Place { kind: placed, at }) if placed == kind => {
                if !self.rooms_for(nation, kind).contains(at) {
                    let why = "a unit won on a track appears in a land that you control";
                    return Err(Denied::new(rule!("N-8.3-unit-place"), why));
                }
                self.put(nation, Troops::one(kind), at);
                log.record(|| Event::Raised { who: self.party(nation), kind, at });
            }
            (Errand::Convert { arm }, Action::Convert { kind, at }) if kind == arm => {
                if !self.convertible(arm).contains(at) {
                    let why = "a unit on the map, where no combat is pending, becomes one of the Guard";
                    return Err(Denied::new(rule!("N-15-old-guard-track"), why));
                }
                self.convert(arm, at, log);
            }
            (Errand::GiveUp { by, kind, at }, _) => self.give_up(by, (kind, at), action, log)?,
            _ => return Err(not_now()),
        }
        self.errands.remove(0);
        self.drop_void_errands(log);
        Ok(())
    }

    /// Errands that can no longer be settled: the counter is gone, or the land.
    fn drop_void_errands(&mut self, log: &mut impl Recorder<Event>) {
        while let Some(errand) = self.errands.first() {
            let mut answers = Vec::new();
            self.list_errand(errand, &mut answers);
            if !answers.is_empty() {
                return;
            }
            let nation = errand.nation();
            self.errands.remove(0);
            log.record(|| Event::Forfeited { who: self.party(nation) });
        }
    }

    /// Where a unit won on a track can appear: nowhere if the Contingent has none (N-3.1-contingent-empty).
    fn rooms_for(&self, nation: Nation, kind: Kind) -> AreaSet {
        if self.contingent(nation).count(kind) == 0 {
            return AreaSet::EMPTY;
        }
        self.domain(nation)
    }

    /// Where a French unit of an arm can become one of the Guard.
    pub(crate) fn convertible(&self, arm: Kind) -> AreaSet {
        let guard = arm.guard().expect("infantry or cavalry");
        if self.contingent(Nation::France).count(guard) == 0 {
            return AreaSet::EMPTY;
        }
        let stands =
            |land: &Area| self.troops(Nation::France, *land).count(arm) > 0 && !self.is_disputed(*land);
        Area::lands().filter(stands).collect()
    }

    /// Has a French unit become one of the Guard; the unit goes back to the Contingent (N-15-grognard-pool).
    pub(crate) fn convert(&mut self, arm: Kind, at: Area, log: &mut impl Recorder<Event>) {
        let guard = arm.guard().expect("infantry or cavalry");
        self.put(Nation::France, Troops::one(guard), at);
        self.take(Nation::France, Troops::one(arm), at);
        log.record(|| Event::Converted { arm, at });
    }
}
