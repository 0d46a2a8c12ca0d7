//! Placing advisors. Rulebook 7.

use engine::{Denied, Recorder, rule};
use serde::{Deserialize, Serialize};

use crate::action::{Action, not_now};
use crate::areas::Area;
use crate::by::ByNation;
use crate::event::Event;
use crate::nations::Nation;
use crate::state::{Conquests, Phase};
use crate::tables::{SPACES, Zone};

/// Advisors that every nation places (N-3.1-order-advisor).
const ROUNDS: u8 = 3;

/// Advisors that Napoleon places after that.
const MORE: u8 = 2;

/// Where advisors stand, and what they have brought about.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Council {
    /// Whose advisor stands on each space, zone by zone.
    pub(crate) spaces: [Option<Nation>; SPACES],
    /// Napoleon has two advisors in the Military zone, and the second has not been resolved (N-8.6.1-napoleon-bonus).
    pub(crate) two_staffs: bool,
    /// Where each nation enlists in this turn whose capital is lost (N-8.6.2-capital-lost).
    pub(crate) refuges: ByNation<Option<Area>>,
}

impl Conquests {
    /// Who places the next advisor, if he finds room (N-7-rounds).
    pub(crate) fn adviser(&self, placed: u8) -> Option<Nation> {
        let nation = self.next_adviser(placed)?;
        Zone::all().into_iter().any(|zone| self.may_advise_in(nation, zone)).then_some(nation)
    }

    pub(crate) fn next_adviser(&self, placed: u8) -> Option<Nation> {
        let nations = self.order.len() as u8;
        if placed < ROUNDS * nations {
            return Some(self.order[usize::from(placed % nations)]);
        }
        let extra = placed < ROUNDS * nations + MORE;
        self.order.iter().copied().find(|nation| extra && *nation == Nation::France)
    }

    /// One who found no room keeps his advisor (N-7-no-space); after the last the advisors are resolved.
    pub(crate) fn after_advice(&mut self, placed: u8, log: &mut Recorder<Event>) {
        match self.next_adviser(placed) {
            Some(_) => self.phase = Phase::Advisors(placed + 1),
            None => self.resolve_after(Zone::Initiative, 0, log),
        }
    }

    fn may_advise_in(&self, nation: Nation, zone: Zone) -> bool {
        self.council.advisors(nation, zone) < most(nation, zone) && self.council.zone(zone).contains(&None)
    }

    pub(crate) fn list_advice(&self, nation: Nation, out: &mut Vec<Action>) {
        for zone in Zone::all().into_iter().filter(|zone| self.may_advise_in(nation, *zone)) {
            for (space, advisor) in (0..).zip(self.council.zone(zone)) {
                if advisor.is_none() {
                    out.push(Action::Advise { zone, space });
                }
            }
        }
    }

    pub(crate) fn advise(
        &mut self,
        nation: Nation,
        placed: u8,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let Action::Advise { zone, space } = action else {
            return Err(match action {
                Action::Done => {
                    Denied::new(rule!("N-7-mandatory"), "an advisor must be placed while there is room")
                }
                _ => not_now(),
            });
        };
        if space >= zone.spaces() {
            return Err(Denied::new(rule!("N-7-spaces"), "there is no such space"));
        }
        if self.council.advisor(zone, space).is_some() {
            return Err(Denied::new(rule!("N-7-empty-space"), "an advisor stands there already"));
        }
        if self.council.advisors(nation, zone) >= most(nation, zone) {
            return Err(Denied::new(rule!("N-7-one-per-zone"), "your advisor is in that zone already"));
        }
        self.council.set_advisor(zone, space, Some(nation));
        self.phase = Phase::Advisors(placed + 1);
        log.record(|| Event::Advised { who: self.party(nation), zone, space });
        Ok(())
    }
}

/// Advisors that a nation places in a turn (N-7-rounds).
pub(crate) fn advisors_of(nation: Nation) -> usize {
    usize::from(if nation == Nation::France { ROUNDS + MORE } else { ROUNDS })
}

/// Advisors that a nation can have in a zone (N-7-one-per-zone).
fn most(nation: Nation, zone: Zone) -> usize {
    if nation == Nation::France && zone == Zone::Military { 2 } else { 1 }
}

impl Council {
    /// Whose advisors stand on the spaces of a zone.
    #[inline]
    pub(crate) fn zone(&self, zone: Zone) -> &[Option<Nation>] {
        &self.spaces[zone.first()..][..zone.spaces().into()]
    }

    /// Whose advisor stands on a space.
    #[inline]
    pub(crate) fn advisor(&self, zone: Zone, space: u8) -> Option<Nation> {
        self.spaces[zone.first() + usize::from(space)]
    }

    /// Puts an advisor on a space, or takes him away.
    pub(crate) fn set_advisor(&mut self, zone: Zone, space: u8, advisor: Option<Nation>) {
        self.spaces[zone.first() + usize::from(space)] = advisor;
    }

    /// How many advisors a nation has in a zone.
    pub(crate) fn advisors(&self, nation: Nation, zone: Zone) -> usize {
        self.zone(zone).iter().filter(|advisor| **advisor == Some(nation)).count()
    }
}
