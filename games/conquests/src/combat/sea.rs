//! Combat at sea: frigates that leave or are lost. Rulebook 11, 11.4.

use arrayvec::ArrayVec;
use engine::Recorder;

use super::{Battle, Flight};
use crate::areas::{Area, AreaSet, LANDS};
use crate::by::ByArea;
use crate::errands::Errand;
use crate::event::Event;
use crate::nations::Nation;
use crate::state::{Conquests, FRIGATES, FrigateId};

impl Conquests {
    /// Whether beaten frigates of a nation can go to a sea: it is empty, its own or its Allies' (N-11.4-sea).
    fn is_roadstead(&self, nation: Nation, sea: Area) -> bool {
        (self.forces.present(sea) - self.treaties.friends(nation)).is_empty()
    }

    /// The seas beside that take beaten frigates, closest to their capital.
    pub(super) fn roadsteads(&self, nation: Nation, from: Area) -> AreaSet {
        let beside = from.seas_beside();
        let open = || beside.iter().filter(|sea| self.is_roadstead(nation, *sea));
        let Some(least) = open().map(|sea| sea.steps_to_capital(nation)).min() else {
            return AreaSet::EMPTY;
        };
        open().filter(|sea| sea.steps_to_capital(nation) == least).collect()
    }

    /// The nearest seas that take frigates encircled by others, past as few strangers as possible.
    pub(super) fn sea_flights(&self, nation: Nation, from: Area) -> ArrayVec<Flight, LANDS> {
        let mut flights = ArrayVec::new();
        let mut strangers = ByArea::all(u8::MAX);
        let mut seen = AreaSet::from(from);
        let mut reached = from.seas_beside();
        for sea in reached.iter() {
            strangers[sea] = 0;
        }
        let mut entered = 1;
        while !reached.is_empty() && flights.is_empty() {
            for to in reached.iter().filter(|sea| self.is_roadstead(nation, *sea)) {
                flights.push(Flight { to, entered, strangers: strangers[to] });
            }
            seen = seen | reached;
            let mut next = AreaSet::EMPTY;
            for sea in reached.iter() {
                let hostile = self.forces.present(sea) - self.treaties.friends(nation);
                let frigates: usize = hostile.iter().map(|other| self.forces.fleet(other, sea).count()).sum();
                let past = strangers[sea].saturating_add(frigates as u8);
                for beyond in sea.seas_beside().iter().filter(|beyond| !seen.contains(*beyond)) {
                    strangers[beyond] = strangers[beyond].min(past);
                    next.insert(beyond);
                }
            }
            reached = next;
            entered += 1;
        }
        flights
    }

    /// A frigate is lost; its cargo may land (N-11-cargo).
    pub(super) fn lose_frigate(&mut self, frigate: FrigateId, log: &mut Recorder<Event>) {
        self.send(Errand::Abandon { frigate }, log);
    }
}

impl Battle {
    /// The frigates that have to leave, or of which some are lost; equal ones once.
    pub(super) fn distinct_frigates(&self, game: &Conquests) -> ArrayVec<FrigateId, FRIGATES> {
        let mut found = ArrayVec::<FrigateId, FRIGATES>::new();
        for nation in self.leaving.iter() {
            for frigate in game.forces.fleet(nation, self.area) {
                let cargo = game.forces.frigate(frigate).cargo;
                let alike = |other: &FrigateId| {
                    other.nation() == nation && game.forces.frigate(*other).cargo == cargo
                };
                if !found.iter().any(alike) {
                    found.push(frigate);
                }
            }
        }
        found
    }
}
