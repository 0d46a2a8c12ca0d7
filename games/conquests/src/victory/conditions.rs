//! Automatic victories. Rulebook 13.2.1, 13.2.2.
//!
//! All levels asked for are exceeded, not only reached (N-13.2-strict).

use crate::areas::{Area, AreaSet};
use crate::nations::{Nation, Nations, Side};
use crate::state::{Conquests, EndReason};

fn paris() -> Area {
    Area::capital(Nation::France)
}

impl Conquests {
    fn is_above(&self, side: Side, society: u8) -> bool {
        self.tracks.society_of(side) > society
    }

    fn has_morale_above(&self, nations: Nations, level: u8) -> bool {
        nations.iter().all(|nation| self.tracks.morale[nation] > level)
    }

    fn controls_all(&self, nation: Nation, areas: impl IntoIterator<Item = Area>) -> bool {
        areas.into_iter().all(|area| self.controls(nation, area))
    }

    /// How many neutral capitals such nations control.
    pub(crate) fn neutral_capitals_of(&self, nations: Nations) -> u8 {
        let held = |area: &Area| self.controller(*area).is_some_and(|nation| nations.contains(nation));
        Area::neutral_capitals().iter().filter(|area| held(area)).count() as u8
    }

    /// The nations of the Coalition in Paris; none counts while the French are there, nor one that is Napoleon's Ally.
    fn in_paris(&self) -> Nations {
        let present = self.forces.present(paris());
        match present.contains(Nation::France) {
            true => Nations::NONE,
            false => present - self.treaties.friends(Nation::France),
        }
    }

    /// Whether one nation of the Coalition has won by itself.
    pub(super) fn wins_alone(&self, nation: Nation) -> bool {
        if !nation.is_coalition() {
            return false;
        }
        let (society, morale, capitals) = if self.rules.campaign { (8, 7, 4) } else { (6, 5, 3) };
        // N-13.2.1-single-paris; N-13.2.2-single-paris asks for the check before, too.
        let held = !self.rules.campaign || self.control.paris_held == Some(nation);
        let in_paris = self.controls(nation, paris())
            && held
            && self.is_above(Side::Coalition, society)
            && self.has_morale_above(nation.into(), morale);
        // N-13.2.1-single-neutral, N-13.2.2-single-neutral.
        in_paris || self.neutral_capitals_of(nation.into()) >= capitals
    }

    /// How the Coalition has won together, if it has.
    pub(super) fn coalition_victory(&self) -> Option<EndReason> {
        let strategic = if self.rules.campaign { self.many_in_paris() } else { self.several_in_paris() };
        // N-13.2.1-coalition-neutral, N-13.2.2-coalition-neutral.
        let (capitals, society, morale) = if self.rules.campaign { (4, 10, 8) } else { (3, 7, 6) };
        let tactical = self.neutral_capitals_of(Nations::COALITION) >= capitals
            && self.is_above(Side::Coalition, society)
            && self.has_morale_above(self.in_play() & Nations::COALITION, morale);
        match (strategic, tactical) {
            (true, _) => Some(EndReason::CoalitionStrategic),
            (false, true) => Some(EndReason::CoalitionTactical),
            (false, false) => None,
        }
    }

    /// N-13.2.1-coalition-paris.
    fn several_in_paris(&self) -> bool {
        self.in_paris().len() >= 2
            && self.is_above(Side::Coalition, 7)
            && self.has_morale_above(self.in_play() & Nations::COALITION, 6)
    }

    /// The fewer nations of good Morale stand in Paris, the more is asked of Society (N-13.2.2-four-paris,
    /// N-13.2.2-three-paris, N-13.2.2-two-paris).
    fn many_in_paris(&self) -> bool {
        let ready = |morale: u8| {
            self.in_paris().iter().filter(|nation| self.tracks.morale[*nation] > morale).count() as u8
        };
        [(4, 8, 7), (3, 9, 8), (2, 10, 9)].into_iter().any(|(nations, society, morale)| {
            self.is_above(Side::Coalition, society) && ready(morale) >= nations
        })
    }

    /// How Napoleon has won, if he has.
    pub(super) fn french_victory(&self) -> Option<EndReason> {
        let (strategic, tactical) = match self.rules.campaign {
            true => (self.conquers_europe(), self.holds_france(11, 12) || self.rules_neutrals(4)),
            false => (self.takes_a_capital(), self.holds_france(6, 9) || self.rules_neutrals(3)),
        };
        match (strategic, tactical) {
            (true, _) => Some(EndReason::NapoleonStrategic),
            (false, true) => Some(EndReason::NapoleonTactical),
            (false, false) => None,
        }
    }

    fn is_french(&self, areas: impl IntoIterator<Item = Area>) -> bool {
        self.controls_all(Nation::France, areas)
    }

    fn has_french_levels(&self, society: u8, morale: u8) -> bool {
        self.is_above(Side::France, society) && self.has_morale_above(Nation::France.into(), morale)
    }

    /// N-13.2.1-nap-capital, N-13.2.1-nap-london.
    fn takes_a_capital(&self) -> bool {
        let [madrid, rome, ..] = Area::neutral_capitals();
        let french = |area: Area| self.controls(Nation::France, area);
        let one = Nations::COALITION.iter().any(|nation| french(Area::capital(nation)));
        let south = one && (french(madrid) || french(rome)) && self.has_french_levels(7, 9);
        let north = french(Area::capital(Nation::England)) && self.is_above(Side::France, 7);
        french(paris()) && (south || north)
    }

    /// N-13.2.2-nap-moscow, N-13.2.2-nap-german, N-13.2.2-nap-england.
    fn conquers_europe(&self) -> bool {
        let [madrid, rome, ..] = Area::neutral_capitals();
        let [berlin, vienna, moscow] = [Nation::Prussia, Nation::Austria, Nation::Russia].map(Area::capital);
        let east = self.is_french([moscow]) && (self.is_french([berlin]) || self.is_french([vienna]));
        let german = self.is_french([berlin, vienna, rome, madrid]);
        let british = self.is_french(Area::great_britain().iter());
        self.is_french([paris()]) && (east || german || british) && self.is_above(Side::France, 7)
    }

    /// N-13.2.1-nap-france, N-13.2.2-nap-france.
    fn holds_france(&self, society: u8, morale: u8) -> bool {
        let france = Area::homeland(Nation::France) - AreaSet::from(Area::corsica());
        self.is_french(france.iter()) && self.has_french_levels(society, morale)
    }

    /// N-13.2.1-nap-neutral, N-13.2.2-nap-neutral.
    fn rules_neutrals(&self, capitals: u8) -> bool {
        self.is_french([paris()])
            && self.neutral_capitals_of(Nation::France.into()) >= capitals
            && self.has_french_levels(7, 9)
    }
}
