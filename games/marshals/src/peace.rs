//! Who sues for peace, and what comes of it in a scenario. Rulebook: Sue for Peace.
//!
//! No treaty is made: whoever sues leaves the war (`NOTES.md`).

use atlas::topology::HexId;
use engine::{Denied, Recorder, rule};

use crate::counters::shown_by;
use crate::event::Event;
use crate::field::Force;
use crate::forces::Factors;
use crate::ids::{LeaderId, NationId, PlaceId};
use crate::morale::{BROKEN, WAVERING};
use crate::nations::Side;
use crate::scenarios::Part;
use crate::scenarios::special::Special;
use crate::staff::Post;
use crate::state::{Country, Marshals};
use crate::wording::words;

/// The French cities that are to be lost before France sues for the first time (M-sue-4).
const LAST_CITIES: [&str; 3] = ["Lyon", "Paris", "Lille"];

impl Marshals {
    /// Has every power sue for peace that must.
    pub(crate) fn settle_peace(&mut self, log: &mut Recorder<Event>) {
        for power in &self.scenario().power {
            if self.country(power.nation).must_sue() {
                self.sue(power.nation, log);
            }
        }
    }

    /// A power leaves the war with its clients: its troops go home, its land is open to all. The game ends if it was the last of its
    /// side, or if the scenario says so.
    pub(crate) fn sue(&mut self, nation: NationId, log: &mut Recorder<Event>) {
        self.stand_down(log);
        let side = self.side(nation);
        let date = self.date;
        self.realm_mut(nation).sued = Some(date);
        log.record(|| Event::Sued(nation));
        for other in NationId::all() {
            let goes = other == nation || self.realm(other).patron == Some(nation);
            if goes && self.side(other) == side {
                self.realm_mut(other).part = Some(Part::Open);
                self.send_home(other);
                self.free_captives_of(other);
            }
        }
        self.settle_all(log);
        let fights =
            |side: Side| self.scenario().power.iter().any(|power| self.side(power.nation) == Some(side));
        if self.country(nation).is_last_surrender() || Side::ALL.into_iter().any(|side| !fights(side)) {
            self.finish(log);
        }
    }

    /// All that a nation has on the map goes home.
    pub(crate) fn send_home(&mut self, nation: NationId) {
        self.leave_from(nation, |_, _| true);
    }

    /// What a nation has in the hexes chosen leaves the map: its factors can be mobilized again.
    pub(crate) fn leave_from(&mut self, nation: NationId, from: impl Fn(&Marshals, HexId) -> bool) {
        let own = self.forces.iter().filter(|force| force.muster.nation == nation);
        let forces: Vec<Force> = own.filter(|force| from(self, force.muster.hex)).copied().collect();
        let leaders: Vec<LeaderId> = self
            .staff
            .in_play()
            .filter(|(leader, _)| leader.get().nation == nation)
            .filter(|(leader, _)| self.staff.hex(*leader).is_some_and(|hex| from(self, hex)))
            .map(|(leader, _)| leader)
            .collect();
        for force in forces {
            self.forces.remove(force.muster);
            self.treasury_mut(nation).ready += force.factors;
            self.treasury_mut(shown_by(nation)).unbuilt_supply += force.supply + force.depots;
        }
        for leader in leaders {
            self.staff.send(leader, Post::Away);
            self.staff.rest(|other| other == leader);
        }
    }
}

impl Country<'_> {
    /// The production cities at home of a nation.
    pub(crate) fn home_cities(self) -> impl Iterator<Item = PlaceId> {
        self.home_places().iter().filter(|home| home.is_city).map(|home| home.place)
    }

    /// Whether enemies of a nation have combat units in its home.
    pub(crate) fn is_invaded(self) -> bool {
        self.forces.iter().any(|force| {
            !force.factors.is_empty()
                && self.are_enemies(force.muster.nation, self.nation)
                && self.home(force.muster.hex) == Some(self.nation)
        })
    }

    /// Whether a power at war must sue for peace: at morale 1, or without a production city (M-sue-1). Britain never must; France not
    /// the first time while it holds one of its last cities (M-sue-4); Russia not with enemies on its soil while it holds a city
    /// (M-sue-6).
    pub(crate) fn must_sue(self) -> bool {
        if !self.has_morale(self.nation)
            || self.side(self.nation).is_none()
            || self.nation == NationId::BRITAIN
        {
            return false;
        }
        let has_lost_its_cities = has_lost_its_cities(self.game, self.nation);
        if self.realm(self.nation).morale > BROKEN && !has_lost_its_cities {
            return false;
        }
        match self.nation {
            NationId::FRANCE if !self.is_last_surrender() => {
                let mut last = LAST_CITIES.into_iter().filter_map(PlaceId::find);
                !last.any(|city| holds_city(self.game, self.nation, city))
            }
            NationId::RUSSIA => has_lost_its_cities || !self.is_invaded(),
            _ => true,
        }
    }

    /// Whether this scenario is about the last surrender of a nation, which ends it.
    pub(crate) fn is_last_surrender(self) -> bool {
        let is_last = |special: &Special| matches!(special, Special::LastSurrender { nation: of } if *of == self.nation);
        self.scenario().special.iter().any(is_last)
    }

    /// Whether a power may sue for peace of its own will: at morale 2 or less (M-sue-1).
    pub(crate) fn may_sue(self) -> Result<(), Denied> {
        let name = self.nation.name();
        if !self.has_morale(self.nation) || self.side(self.nation).is_none() {
            return Err(Denied::new(rule!("M-sue-1"), words!("{name} is no power at war.")));
        }
        let morale = self.realm(self.nation).morale;
        if morale > WAVERING {
            let why = words!("{name} sues for peace at a morale of {WAVERING} or less; it has {morale}.");
            return Err(Denied::new(rule!("M-sue-1"), why));
        }
        Ok(())
    }

    /// The combat factors of a side, and of its enemies, in the home of a nation: those in forts count, too (M-nm-30).
    pub(crate) fn at_home(self) -> (u16, u16) {
        let here = || self.forces.iter().filter(|force| self.home(force.muster.hex) == Some(self.nation));
        let own: Factors =
            here().filter(|force| force.muster.nation == self.nation).map(|force| force.factors).sum();
        let enemies: Factors = here()
            .filter(|force| self.are_enemies(force.muster.nation, self.nation))
            .map(|force| force.factors)
            .sum();
        (own.total(), enemies.total())
    }
}

/// Whether a nation controls none of its production cities, though it has some.
fn has_lost_its_cities(game: &Marshals, nation: NationId) -> bool {
    let mut cities = game.country(nation).home_cities().peekable();
    cities.peek().is_some() && cities.all(|city| game.control.get(city.hex()) != Some(nation))
}

fn holds_city(game: &Marshals, nation: NationId, city: PlaceId) -> bool {
    game.control.get(city.hex()) == Some(nation)
}
