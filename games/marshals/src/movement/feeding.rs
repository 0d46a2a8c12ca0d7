//! What a march lives on. Rulebook: Supply, Supply in Remote Areas, Movement Attrition in Poor Weather.

use atlas::topology::{BoxSet, HexId};
use engine::{Denied, rule};

use super::Marching;
use crate::field::{Record, Stance};
use crate::ground::LandId;
use crate::ids::NationId;
use crate::map::MAP;
use crate::march::FORAGING;
use crate::nations::NationSet;
use crate::state::Marshals;
use crate::supply::attrition::{is_deadly, winter_march};
use crate::supply::forage::may_forage;
use crate::supply::toll::{Cause, Toll};
use crate::supply::{Area, Commissariat, Event, distinct, terms};
use crate::wording::words;

/// What a march lives on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Feeding {
    /// The nations of the place it set out from whose units can trace to no source (M-supply-14).
    hungry: NationSet,
    /// Whether basic supply has been burned for it, or is by what others burned round it (M-supply-22).
    burned: bool,
    /// Whether it forages before it sets out (M-supply-9).
    pub(super) foraged: bool,
    /// The nations whose units live on a hex that others have foraged.
    grazing: NationSet,
    /// For how many turns on end the hungriest of its units had no source.
    hunger: u8,
    /// The most factors that it has had in the poor weather of the north, away from home.
    exposed: u16,
}

impl Feeding {
    /// Who can trace to a source where a march sets out, as `has_store` knows it of a nation's units there, forage left out.
    pub(super) fn at(
        game: &Marshals,
        hex: HexId,
        nation: NationId,
        has_store: &mut dyn FnMut(NationId, HexId) -> bool,
    ) -> Feeding {
        let burned = game.country(nation).is_covered_by_burned(hex);
        let mut feeding = Feeding {
            hungry: NationSet::EMPTY,
            burned,
            foraged: false,
            grazing: NationSet::EMPTY,
            hunger: 0,
            exposed: 0,
        };
        let mut last = None;
        let camp = game.quarters_in(nation, hex);
        let camps = |force: &&crate::field::Force| force.muster.stance == camp && !force.factors.is_empty();
        for force in game.forces.at(hex).iter().filter(camps) {
            let other = force.muster.nation;
            if game.are_friends(nation, other) && last.replace(other) != Some(other) {
                feeding.judge(game, hex, other, has_store(other, hex));
            }
        }
        feeding
    }

    /// A nation's units are judged where they join.
    fn judge(&mut self, game: &Marshals, hex: HexId, nation: NationId, has_store: bool) {
        match game.country(nation).draws_on_forage(hex) {
            _ if has_store => {}
            true => {
                self.grazing.insert(nation);
            }
            false => {
                self.hungry.insert(nation);
            }
        }
    }
}

impl Marching {
    /// Whether basic supply is to be burned for full movement: by six factors or more in remote country that is not their home
    /// (M-supply-22).
    fn is_to_burn(self, game: &Marshals) -> bool {
        let at_home =
            self.contingents(game).iter().all(|(nation, _)| game.home(self.origin) == Some(*nation));
        terms(Event::Move, Area::of(self.origin), self.factors(game).total(), at_home).burned > 0
    }

    /// Whether it moves at half its rate (M-supply-22, M-move-8).
    pub(super) fn is_halved(self, game: &Marshals) -> bool {
        if self.feeding.foraged {
            return false;
        }
        let is_hungry =
            self.contingents(game).iter().any(|(nation, _)| self.feeding.hungry.contains(*nation));
        is_hungry || !self.feeding.burned && !self.grazes(game) && self.is_to_burn(game)
    }

    /// Whether any of it lives on land that was foraged before, by itself or by others.
    fn grazes(self, game: &Marshals) -> bool {
        self.contingents(game).iter().any(|(nation, _)| self.feeding.grazing.contains(*nation))
    }

    /// What its rate is with or without supply (M-move-8, M-supply-9).
    pub(super) fn rate(self, game: &Marshals, full: u8) -> u8 {
        match (self.feeding.foraged, self.is_halved(game)) {
            (false, true) => full / 2,
            (false, false) if !self.grazes(game) => full,
            _ => full.saturating_sub(FORAGING),
        }
    }

    /// Whether it is in supply, in a word.
    pub(super) fn supply_gauge(self, game: &Marshals) -> &'static str {
        match (self.feeding.foraged, self.is_halved(game)) {
            (false, true) => "none",
            (false, false) if !self.grazes(game) => "full",
            _ => "from the land",
        }
    }

    /// Whether it can forage before it sets out: for want of supply, or to leave nothing to others (M-supply-14).
    pub(super) fn may_forage(self, game: &Marshals) -> Result<(), Denied> {
        let deny = |why: &str| Err(Denied::new(rule!("M-supply-14"), why.to_owned()));
        if self.steps > 0 || self.feeding.foraged {
            return deny("A stack forages once, before it sets out.");
        }
        let full = self.full(game);
        if full < FORAGING {
            let why = words!("A forage takes {FORAGING} movement factors; the stack has {full}.");
            return Err(Denied::new(rule!("M-supply-9"), why));
        }
        game.may_forage_at(self.hex)
    }

    pub(super) fn forage(mut self, game: &mut Marshals) -> Marching {
        let seat = self.seat(game);
        if !game.foraged.contains(&(seat, self.hex)) && !game.foraged.is_full() {
            game.foraged.push((seat, self.hex));
        }
        self.feeding.foraged = true;
        self
    }

    /// Whether it can burn basic supply before it sets out.
    pub(super) fn may_burn(self, game: &Marshals) -> Result<(), Denied> {
        if self.steps > 0 || self.feeding.burned || self.feeding.foraged || !self.is_to_burn(game) {
            let why = "Six factors or more burn basic supply in remote country, before they set out.";
            return Err(Denied::new(rule!("M-supply-22"), why));
        }
        game.provision(Event::Move, self.nation, self.hex, self.factors(game).total()).map(|_| ())
    }

    pub(super) fn burn(mut self, game: &mut Marshals) -> Result<Marching, Denied> {
        let supply = game.provision(Event::Move, self.nation, self.hex, self.factors(game).total())?;
        game.burn(self.nation, &supply);
        self.feeding.burned = true;
        Ok(self)
    }

    /// Units of a nation join: how long they had no source, and whether they have one now.
    pub(crate) fn fed(mut self, game: &Marshals, nation: NationId) -> Marching {
        self.feeding.hunger = self.feeding.hunger.max(game.hunger.of(nation, self.hex));
        if self.hex != self.origin && !self.contingents(game).iter().any(|(own, _)| *own == nation) {
            let has_store = game.has_store(nation, self.hex);
            self.feeding.judge(game, self.hex, nation, has_store);
        }
        self
    }

    /// It has come into a hex.
    pub(super) fn feel(mut self, game: &Marshals) -> Marching {
        let at_home = self.contingents(game).iter().all(|(nation, _)| game.home(self.hex) == Some(*nation));
        if is_deadly(self.hex, game.date, at_home) {
            self.feeding.exposed = self.feeding.exposed.max(self.factors(game).total());
        }
        self
    }

    /// The march is over, in a halt or an attack: its hunger stays with its units, and winter takes its toll.
    pub(super) fn arrive(self, game: &mut Marshals) -> Option<Toll> {
        for (nation, _) in self.contingents(game) {
            self.bring_hunger(game, nation);
        }
        self.winter_toll(game)
    }

    /// Units of a nation stay where the march is, with its hunger.
    pub(super) fn bring_hunger(self, game: &mut Marshals, nation: NationId) {
        game.hunger.add(nation, self.hex, self.feeding.hunger);
    }

    /// What a march through the winter of the north costs: a factor for every five that have been there, unless each five have a
    /// source of their own where it ends (M-weather-7). Who is left behind on the way is counted, too.
    fn winter_toll(self, game: &Marshals) -> Option<Toll> {
        let factors = self.feeding.exposed;
        if factors == 0 {
            return None;
        }
        let found = Commissariat::of(game, self.nation).sources(self.hex, factors);
        let sources = distinct(&found) + u16::from(self.feeding.foraged);
        let left = winter_march(factors, sources);
        (left > 0).then(|| Toll {
            hex: self.hex,
            nation: None,
            seat: self.seat(game),
            left,
            cause: Cause::Winter,
        })
    }
}

impl Marshals {
    /// Whether a hex can be foraged by those who stand there.
    pub(crate) fn may_forage_at(&self, hex: HexId) -> Result<(), Denied> {
        let set = |hexes: &mut dyn Iterator<Item = HexId>| {
            let mut set: BoxSet<HexId> = BoxSet::with_room(MAP.grid.len());
            set.extend(hexes);
            set
        };
        let units = set(&mut std::iter::once(hex).filter(|hex| {
            let fights = |force: &crate::field::Force| {
                !force.factors.is_empty()
                    && (force.muster.stance == Stance::Open || force.muster.record == Record::Marching)
            };
            self.forces.at(*hex).iter().any(fights)
        }));
        let depleted = set(&mut self.depleted.iter().map(LandId::hex));
        may_forage(hex, &units, &depleted)
    }
}
