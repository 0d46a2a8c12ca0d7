//! What cities pay. Rulebook: Production Sources Chart.

use crate::ids::{NationId, PlaceId};
use crate::production::{Source, sources};
use crate::state::{Country, Marshals};

impl Marshals {
    /// Every power collects its production (M-prod-3), those that stand by like those at war.
    pub(crate) fn collect(&mut self) {
        for power in &self.scenario().power {
            if self.country(power.nation).is_active() {
                let income = self.country(power.nation).income();
                self.realm_mut(power.nation).balance += income;
            }
        }
    }
}

impl Country<'_> {
    /// The production of a power by the cities that it controls now (M-prod-1, M-prod-2).
    pub(crate) fn income(self) -> u16 {
        let paid = sources().iter().filter(|source| payee(self.game, source) == Some(self.nation));
        paid.map(|source| u16::from(source.paid_to(self.nation))).sum()
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
