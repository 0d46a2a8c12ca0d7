//! Who may come into a hex, and what happens to whom he finds there. Rulebook: Enemy Zone of Control Stops Movement, Control.

use arrayvec::ArrayVec;
use atlas::topology::{HexId, Id};
use engine::{Denied, Recorder, rule};

use crate::control::around;
use crate::event::{Event, hex_name};
use crate::field::Stance;
use crate::ground::Way;
use crate::ids::{LeaderId, NationId};
use crate::map::MAP;
use crate::scenarios::Part;
use crate::scenarios::special::Special;
use crate::specials::counts_trespass;
use crate::staff::Post;
use crate::state::{Marshals, NATIONS};
use crate::wording::words;

/// What an enemy zone of control adds to the price of a hex (M-zoc-6).
pub(super) const ZONE: u8 = 1;

impl Marshals {
    /// Whether a nation's troops may come from one hex into another.
    pub(crate) fn may_come(&self, nation: NationId, from: HexId, to: HexId) -> Result<(), Denied> {
        let stranger = |force: &&crate::field::Force| {
            force.is_in_the_open() && !self.are_friends(force.muster.nation, nation)
        };
        if self.forces.at(to).iter().any(|force| stranger(&force)) {
            let why = words!("Troops of others stand at {}.", hex_name(to));
            return Err(Denied::new(rule!("M-move-17"), why));
        }
        self.may_pass(nation, from, to)
    }

    /// Whether the land is open to a nation's troops on their way from one hex into another, whoever stands there.
    pub(crate) fn may_pass(&self, nation: NationId, from: HexId, to: HexId) -> Result<(), Denied> {
        may_trespass(self, nation, to)?;
        self.keeps_armistice(nation, to)?;
        passes_bars(self, nation, from, to)
    }

    /// What a step costs a nation in all.
    pub(crate) fn price_of(&self, nation: NationId, way: &Way) -> u8 {
        self.step_price(way) + if self.is_covered(nation, way.to) { ZONE } else { 0 }
    }

    /// Whether an enemy zone of control covers a hex.
    pub(crate) fn is_covered(&self, nation: NationId, hex: HexId) -> bool {
        self.side(nation).is_some_and(|side| self.is_in_zone(side.enemy(), hex))
    }

    /// Troops have come into a hex: leaders of the enemy who are alone there get away.
    pub(crate) fn sweep(&mut self, nation: NationId, hex: HexId, log: &mut Recorder<Event>) {
        let Some(side) = self.side(nation) else { return };
        let enemies: [bool; 64] = std::array::from_fn(|number| {
            let other = NationId(number as u8);
            number < self.realms.len() && self.side(other) == Some(side.enemy())
        });
        let is_enemy = |nation: NationId| enemies[usize::from(nation.0)];
        let alone: ArrayVec<LeaderId, 32> = self
            .staff
            .at(hex, Stance::Open)
            .filter(|leader| is_enemy(leader.get().nation))
            .take(32)
            .collect();
        for leader in alone {
            let refuge = self.refuge(leader, hex);
            self.staff.send(leader, refuge.map_or(Post::Away, Post::Open));
            log.record(|| Event::Displaced(leader, refuge));
            // He may lead those whom he has found.
            self.settle_control(refuge.into_iter().flat_map(around), log);
        }
    }

    /// The nearest stack of friends to which a leader gets away.
    fn refuge(&self, leader: LeaderId, from: HexId) -> Option<HexId> {
        let nation = leader.get().nation;
        let friends = self
            .forces
            .iter()
            .filter(|force| force.is_in_the_open() && self.are_friends(force.muster.nation, nation));
        friends.map(|force| force.muster.hex).min_by_key(|hex| (MAP.grid.distance(from, *hex), *hex))
    }
}

/// Answers for many hexes of a position whether their land is open to a nation's troops ([`Marshals::may_pass`]).
pub(crate) struct OpenLand<'g> {
    game: &'g Marshals,
    nation: NationId,
    /// Whether all that counts is whose land it is: the scenario knows no bars and no passage.
    by_holder: bool,
    known: [Option<bool>; NATIONS],
}

impl<'g> OpenLand<'g> {
    /// The land that is open to a nation.
    pub(crate) fn to(game: &'g Marshals, nation: NationId) -> OpenLand<'g> {
        let is_local = |special: &Special| matches!(special, Special::Passage { .. } | Special::Bar { .. });
        let by_holder = !game.scenario().special.iter().any(is_local);
        OpenLand { game, nation, by_holder, known: [None; NATIONS] }
    }

    /// Whether the way from one hex into another is open, whoever stands there.
    pub(crate) fn lets_pass(&mut self, from: HexId, to: HexId) -> bool {
        let may_pass = || self.game.may_pass(self.nation, from, to).is_ok();
        match self.game.control.get(to).filter(|_| self.by_holder) {
            Some(holder) => *self.known[holder.index()].get_or_insert_with(may_pass),
            None => may_pass(),
        }
    }
}

/// Whether the land is open to a nation: not that of neutrals, nor of those who take no part.
fn may_trespass(game: &Marshals, nation: NationId, to: HexId) -> Result<(), Denied> {
    let Some(holder) = game.control.get(to) else {
        return Err(Denied::new(rule!("M-map-3"), "Armies march on land."));
    };
    let Some(side) = game.side(nation) else {
        if game.are_friends(holder, nation) || game.realm(holder).patron == Some(nation) {
            return Ok(());
        }
        let why = words!("{} is at peace and stays on its own land.", nation.name());
        return Err(Denied::new(rule!("M-move-16"), why));
    };
    let passes = |special: &Special| match special {
        Special::Passage { side: whose, regions } => {
            *whose == side && MAP.region_id(to).is_some_and(|region| regions.contains(&region))
        }
        _ => false,
    };
    if game.lends_a_corps(holder) && game.are_enemies(holder, nation) {
        let why = words!("{} has only sent a corps; {} is closed.", holder.name(), hex_name(to));
        return Err(Denied::new(rule!("M-lead-35"), why));
    }
    let special = &game.scenario().special;
    let counts = |special: &Special| counts_trespass(special, side, holder);
    match game.realm(holder).part {
        Some(Part::Neutral) if special.iter().any(counts) => Ok(()),
        Some(Part::Neutral | Part::Closed) | None if !game.scenario().special.iter().any(passes) => {
            let why = words!("{} belongs to {}, which is not at war.", hex_name(to), holder.name());
            Err(Denied::new(rule!("M-lead-35"), why))
        }
        _ => Ok(()),
    }
}

/// Whether no bar of the scenario keeps a nation out. Whoever is beyond it may go on.
fn passes_bars(game: &Marshals, nation: NationId, from: HexId, to: HexId) -> Result<(), Denied> {
    let holdings = game.scenario().holdings();
    let barred = game.scenario().special.iter().any(|special| match special {
        Special::Bar { nation: whom, area, within, before } => {
            let inside = |hex| game.home(hex) == Some(*within) && area.contains(hex, holdings);
            *whom == nation && game.date < *before && inside(to) && !inside(from)
        }
        _ => false,
    });
    if !barred {
        return Ok(());
    }
    let why = words!("The scenario bars {} from {} for now.", nation.name(), hex_name(to));
    Err(Denied::new(rule!("M-lead-35"), why))
}
