//! What cities pay. Rulebook: Production Sources Chart.

use std::sync::LazyLock;

use atlas::topology::HexId;

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
        let paid = PAYERS.iter().filter(|payer| payer.pays(self.game) == Some(self.nation));
        paid.map(|payer| u16::from(payer.source.paid_to(self.nation))).sum()
    }
}

/// A source, and what it goes by.
struct Payer {
    source: &'static Source,
    /// The nation of the chart.
    chart: Option<NationId>,
    cities: Vec<HexId>,
}

static PAYERS: LazyLock<Vec<Payer>> = LazyLock::new(|| {
    let payer = |source: &'static Source| Payer {
        source,
        chart: NationId::find(&source.of),
        cities: source.at.iter().filter_map(|city| PlaceId::find(city)).map(PlaceId::hex).collect(),
    };
    sources().iter().map(payer).collect()
});

impl Payer {
    /// Whom it pays now, if anybody: the power that controls its city, or whose client does. Of two cities one pays, to the nation of
    /// the chart if it holds either (M-sources-3).
    fn pays(&self, game: &Marshals) -> Option<NationId> {
        if self.source.off_map {
            return self.chart;
        }
        let holders = || {
            let holders = self.cities.iter().filter_map(|city| game.control.get(*city));
            holders.map(|holder| game.commands(holder))
        };
        holders().find(|holder| Some(*holder) == self.chart).or_else(|| holders().next())
    }
}
