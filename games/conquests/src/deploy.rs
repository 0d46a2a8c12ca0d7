//! Placing the units of the start. Rulebook 4.2.

use engine::{Denied, Recorder, rule};

use crate::action::{Action, not_now};
use crate::areas::{Area, AreaSet};
use crate::event::Event;
use crate::nations::Nation;
use crate::state::Conquests;
use crate::tables::start;
use crate::troops::{Kind, Troops};

impl Conquests {
    /// Who places units of the start, if he has any left (N-4.2-deploy-order).
    pub(crate) fn deployer(&self, place: u8) -> Option<Nation> {
        let nation = self.order[usize::from(place)];
        (!self.to_deploy(nation).is_empty()).then_some(nation)
    }

    /// What a nation still has to place.
    pub(crate) fn to_deploy(&self, nation: Nation) -> Troops {
        start(nation).missing_in(self.forces.on_map(nation))
    }

    /// Where a unit of the start can be placed (N-4.2-france, N-4.2-england, N-4.2-continental). England has one infantry
    /// for Malta and one frigate beside it, and one frigate for the Irish Sea.
    fn deployable(&self, nation: Nation, kind: Kind) -> AreaSet {
        match (nation, kind) {
            (Nation::France, Kind::Frigate) => {
                let coast = Area::homeland(nation)
                    .iter()
                    .fold(AreaSet::EMPTY, |seas, land| seas | land.seas_beside());
                coast & Area::mediterranean()
            }
            (Nation::England, Kind::Frigate) => match self.forces.fleet(nation, Area::irish_sea()).next() {
                None => AreaSet::from(Area::irish_sea()),
                Some(_) => Area::malta().seas_beside(),
            },
            (Nation::England, _) => match self.forces.stands_in(nation, Area::malta()) {
                false => AreaSet::from(Area::malta()),
                true => Area::great_britain(),
            },
            _ => Area::homeland(nation),
        }
    }

    pub(crate) fn list_deployment(&self, nation: Nation, out: &mut Vec<Action>) {
        // One kind after the other: the order does not matter.
        let kind = self.to_deploy(nation).kinds().next().expect("a unit is left");
        out.extend(self.deployable(nation, kind).iter().map(|at| Action::Place { kind, at }));
    }

    pub(crate) fn deploy(
        &mut self,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let Action::Place { kind, at } = action else { return Err(not_now()) };
        if self.to_deploy(nation).kinds().next() != Some(kind) {
            return Err(Denied::new(
                rule!("N-4.2-deploy-order"),
                "units of the start are placed kind by kind",
            ));
        }
        if !self.deployable(nation, kind).contains(at) {
            let rule = match nation {
                Nation::France => rule!("N-4.2-france"),
                Nation::England => rule!("N-4.2-england"),
                _ => rule!("N-4.2-continental"),
            };
            return Err(Denied::new(rule, format!("that {kind} cannot begin in {at}")));
        }
        match kind {
            Kind::Frigate => self.forces.launch(nation, at),
            _ => self.put(nation, Troops::one(kind), at),
        }
        log.record(|| Event::Raised { who: self.party(nation), kind, at });
        Ok(())
    }
}
