//! What cities pay. Rulebook: Production Sources Chart.

use crate::ids::{NationId, PlaceId};
use crate::production::{Source, sources};
use crate::state::Marshals;

impl Marshals {
    /// The production of a power by the cities that it controls now (M-prod-1, M-prod-2).
    pub fn income(&self, nation: NationId) -> u16 {
        let paid = sources().iter().filter(|source| payee(self, source) == Some(nation));
        paid.map(|source| u16::from(source.paid_to(nation))).sum()
    }

    /// Every power collects its production (M-prod-3), those that stand by like those at war.
    pub(crate) fn collect(&mut self) {
        for power in &self.scenario().power {
            if self.is_active(power.nation) {
                let income = self.income(power.nation);
                self.realm_mut(power.nation).balance += income;
            }
        }
    }
}

/// Who is paid by a source now, if anybody is: the power that controls its city, or whose client does. Of two cities one pays, to
/// the nation of the chart if it holds either (M-sources-3).
fn payee(game: &Marshals, source: &Source) -> Option<NationId> {
    let chart = NationId::find(&source.of);
    if source.off_map {
        return chart;
    }
    let cities = source.at.iter().filter_map(|city| PlaceId::find(city));
    let holders: Vec<NationId> =
        cities.filter_map(|city| game.control.get(city.hex())).map(|holder| game.commands(holder)).collect();
    holders.iter().find(|holder| Some(**holder) == chart).or(holders.first()).copied()
}
