//! Supply for battles. Rulebook "Attack Supply Sources", "Defensive Supply Sources", "Supply in Remote Areas".

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use engine::{Denied, Recorder};

use super::Event;
use crate::combat::{self, NATIONS};
use crate::event::Event as Told;
use crate::field::{Force, Stance};
use crate::forces::{Arm, Factors};
use crate::ids::NationId;
use crate::state::Marshals;

/// The troops of a stack that a power feeds.
#[derive(Clone, Copy)]
struct Mess {
    power: NationId,
    /// Who of them has most factors.
    nation: NationId,
    /// How many they are.
    factors: u16,
}

impl Marshals {
    /// How well so many defenders of a hex are supplied, and how many of them (M-supply-6, M-supply-24).
    pub(crate) fn defence_supply(&self, hex: HexId, factors: u16) -> (combat::Supply, u16) {
        let nation = self.battle().map(|battle| battle.nation);
        let attacked = |other: NationId| nation.is_some_and(|nation| self.are_enemies(nation, other));
        let Some(defender) = fed_by(self, hex, attacked) else { return (combat::Supply::Full, factors) };
        match self.served(Event::Defend, defender, hex, factors) {
            Some(served) if served < factors => (combat::Supply::Partial, served),
            Some(served) => (combat::Supply::Full, served),
            None => (combat::Supply::None, factors),
        }
    }

    /// Whether so many factors of a nation in a hex have the supply for an attack (M-supply-3, M-supply-15).
    ///
    /// # Errors
    /// If they can trace to no supply unit or depot.
    pub(crate) fn may_supply_attack(&self, nation: NationId, hex: HexId, factors: u16) -> Result<(), Denied> {
        match self.served(Event::Attack, nation, hex, factors) {
            Some(_) => Ok(()),
            None => self.provision(Event::Attack, nation, hex, factors).map(|_| ()),
        }
    }

    /// Whether all these troops in a hex have the supply for an attack, power by power.
    ///
    /// # Errors
    /// If those of one power can trace to no supply unit or depot.
    pub(crate) fn may_supply_all(
        &self,
        hex: HexId,
        troops: impl IntoIterator<Item = (NationId, Factors)>,
    ) -> Result<(), Denied> {
        let mut messes = messes(self, troops).into_iter();
        messes.try_for_each(|mess| self.may_supply_attack(mess.nation, hex, mess.factors))
    }

    /// The attackers of a battle burn what it takes, stack by stack and power by power. Whoever is not served stands by (M-supply-4,
    /// M-supply-23, M-supply-25). Those who come out of a fort have burned what was inside.
    pub(crate) fn supply_attack(&mut self, log: &mut Recorder<Told>) {
        for hex in self.engagement().attacking_hexes() {
            if self.engagement().attackers_stand(hex) == Stance::Inside {
                continue;
            }
            let attackers = self.forces.at(hex).iter().filter(|force| force.muster.record.attacks());
            for mess in messes(self, attackers.map(|force| (force.muster.nation, force.factors))) {
                let served = feed_fight(self, Event::Attack, mess.nation, hex, mess.factors, log);
                stand_by(self, hex, mess.power, mess.factors.saturating_sub(served));
            }
        }
    }

    /// A battle begins: the defender burns what it takes (M-supply-5, M-supply-24).
    pub(crate) fn burn_for_defence(&mut self, target: HexId, attacker: NationId, log: &mut Recorder<Told>) {
        let Some(defender) = fed_by(self, target, |other| self.are_enemies(attacker, other)) else { return };
        let factors = self.forces.open(target, |other| self.are_enemies(attacker, other)).total();
        feed_fight(self, Event::Defend, defender, target, factors, log);
    }
}

/// Whose supplies feed the units of some nations in a hex: those of the largest contingent.
fn fed_by(game: &Marshals, hex: HexId, of: impl Fn(NationId) -> bool) -> Option<NationId> {
    let here = game.forces.at(hex).iter().filter(|force| of(force.muster.nation));
    let open = here.filter(|force| force.muster.stance == Stance::Open && !force.factors.is_empty());
    let mut nations: Vec<NationId> = open.map(|force| force.muster.nation).collect();
    nations.dedup();
    nations.into_iter().max_by_key(|nation| {
        (game.forces.open(hex, |other| other == *nation).total(), std::cmp::Reverse(*nation))
    })
}

/// Who of these troops eat together: each power feeds its own and those of its clients (M-loc-13).
fn messes(game: &Marshals, troops: impl IntoIterator<Item = (NationId, Factors)>) -> ArrayVec<Mess, NATIONS> {
    let mut contingents: ArrayVec<(NationId, u16), NATIONS> = ArrayVec::new();
    for (nation, factors) in troops {
        match contingents.iter_mut().find(|(other, _)| *other == nation) {
            Some((_, count)) => *count += factors.total(),
            None => contingents.push((nation, factors.total())),
        }
    }
    let mut messes: ArrayVec<Mess, NATIONS> = ArrayVec::new();
    // The first of a power is the largest.
    contingents.sort_by_key(|(nation, count)| (std::cmp::Reverse(*count), *nation));
    for (nation, factors) in contingents.into_iter().filter(|(_, count)| *count > 0) {
        let power = game.commands(nation);
        match messes.iter_mut().find(|mess| mess.power == power) {
            Some(mess) => mess.factors += factors,
            None => messes.push(Mess { power, nation, factors }),
        }
    }
    messes
}

/// So many factors that a power feeds in a hex do not attack: infantry first.
fn stand_by(game: &mut Marshals, hex: HexId, power: NationId, mut count: u16) {
    let fed = |force: &&Force| force.muster.record.attacks() && game.commands(force.muster.nation) == power;
    let attackers: Vec<Force> = game.forces.at(hex).iter().filter(fed).copied().collect();
    for arm in Arm::ALL {
        for force in attackers.iter().rev() {
            let idle = u16::from(force.factors[arm]).min(count);
            if idle > 0 {
                let record = force.muster.record.after_standing_by();
                game.forces
                    .shift(force.muster, Factors::of(arm, idle as u8), |muster| muster.record = record);
                count -= idle;
            }
        }
    }
}

/// Troops in a hex burn what a fight takes, and show what they live on (M-intel-7); says how many are served.
fn feed_fight(
    game: &mut Marshals,
    event: Event,
    nation: NationId,
    at: HexId,
    factors: u16,
    log: &mut Recorder<Told>,
) -> u16 {
    let supply = game.provision(event, nation, at, factors).ok();
    let from = supply.as_ref().map(|supply| supply.base.line.end());
    log.record(|| Told::Fed { nation, at, from });
    if let Some(supply) = &supply {
        game.burn(nation, supply);
    }
    supply.map_or(0, |supply| supply.served)
}
