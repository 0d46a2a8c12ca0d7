//! A nation learns to fight in the new way. Rulebook: Army Reform.

use engine::{Denied, Recorder, rule};

use crate::counters::shown_by;
use crate::event::Event;
use crate::forces::Factors;
use crate::ids::{LeaderId, NationId};
use crate::map::Class;
use crate::production::reform_cost;
use crate::staff::Post;
use crate::state::{Country, Marshals};
use crate::wording::words;

/// The first year in which a nation reforms that France has not beaten (M-reform-1).
const UNBEATEN: u16 = 1809;

/// The seasons from defeat to reform, and from its purchase to its end (M-reform-1, M-reform-2).
const A_YEAR: u16 = 6;

/// The factors that come with it (M-reform-6).
const LEVY: u8 = 15;

impl Marshals {
    /// A season begins: whoever has bought Army Reform a year ago has completed it (M-reform-2). Up to 15 unbuilt factors are ready for
    /// mobilization (M-reform-6), and leaders who come with the reform take the place of their earlier counters.
    pub(crate) fn complete_reforms(&mut self, log: &mut Recorder<Event>) {
        for nation in NationId::all() {
            let bought = self.treasury(nation).reforming;
            if bought.is_none_or(|bought| self.date.seasons_since(bought) < A_YEAR) {
                continue;
            }
            self.treasury_mut(nation).reforming = None;
            self.realm_mut(nation).is_reformed = true;
            let unbuilt = &mut self.treasury_mut(shown_by(nation)).unbuilt;
            let levy = Factors::infantry(LEVY.min(unbuilt.infantry));
            *unbuilt -= levy;
            self.treasury_mut(nation).ready += levy;
            promote_reformers(self, nation);
            log.record(|| Event::Reformed(nation));
        }
    }
}

impl Country<'_> {
    /// What Army Reform costs a power now: its production of the season, and half of what it had before (M-cost-15).
    pub(crate) fn price_of_reform(self) -> u16 {
        let income = self.income();
        reform_cost(self.realm(self.nation).balance.saturating_sub(income), income)
    }

    /// Whether a nation may begin with Army Reform.
    pub(crate) fn may_reform(self) -> Result<(), Denied> {
        let deny = |rule, why: String| Err(Denied::new(rule, why));
        let name = self.nation.name();
        if self.nation.class() != Class::Major {
            return deny(rule!("M-reform-7"), words!("{name} is no major power."));
        }
        if self.is_reformed(self.nation) {
            return deny(rule!("M-reform-1"), words!("The army of {name} is reformed."));
        }
        let treasury = self.treasury(self.nation);
        if let Some(date) = treasury.reforming.or(Some(self.date).filter(|_| treasury.orders.reformed)) {
            let why = words!("The reform that {name} has bought in {date} takes a year.");
            return deny(rule!("M-reform-2"), why);
        }
        match self.realm(self.nation).sued {
            Some(sued) if self.date.seasons_since(sued) < A_YEAR => {
                let why = words!("{name} sued for peace in {sued}; it reforms a year later.");
                deny(rule!("M-reform-1"), why)
            }
            None if self.date.year() < UNBEATEN => {
                let why = words!("{name} has not been beaten; it reforms from {UNBEATEN}.");
                deny(rule!("M-reform-1"), why)
            }
            _ => Ok(()),
        }
    }
}

fn promote_reformers(game: &mut Marshals, nation: NationId) {
    let date = game.date;
    let reformers = LeaderId::all().filter(|leader| {
        let line = leader.get();
        line.nation == nation && line.by_reform && line.is_available(date)
    });
    for reformer in reformers.collect::<Vec<_>>() {
        let earlier = reformer.versions().find(|other| game.staff.hex(*other).is_some());
        if let Some(earlier) = earlier.filter(|earlier| *earlier != reformer) {
            let post = game.staff.post(earlier);
            game.staff.send(earlier, Post::Away);
            game.staff.send(reformer, post);
        }
    }
}
