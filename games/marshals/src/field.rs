//! Forces on the map: what each nation has in each hex. Rulebook: Counter Types, Stacking.
//!
//! Factors are counted, not named. What they did in a turn is remembered for them: factors with different records are different forces,
//! and those that are put together are one (M-move-18).

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use serde::{Deserialize, Serialize};

use crate::forces::{Arm, Factors};
use crate::ids::NationId;

/// How many forces there can be.
pub(crate) const FORCES: usize = 320;

/// In how many battles of a turn factors can have fought: in none, in one or in two (M-move-6).
const FIGHTS: usize = 3;

/// Whether factors stand in the open or inside the fort of their hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    /// In the open.
    Open,
    /// Inside the fort.
    Inside,
}

/// What factors have done in the turn of their side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Record {
    /// Nothing yet.
    Fresh,
    /// They are on the march.
    Marching,
    /// They have moved.
    Moved,
    /// They have gone along the line of communications: they defend, and do nothing else (M-loc-26).
    Forwarded,
    /// They are on the march to the guns, after a march of their own.
    Trailing,
    /// They take part in an attack, and can move when it is over: they have marched to the guns before their own march.
    Called,
    /// They take part in an attack, and have moved.
    Engaged,
    /// They attack a nation that Napoleon has split off, and have moved.
    Apart,
    /// The same, and they can move when it is over.
    Lent,
    /// They defend against a nation that Napoleon has split off.
    Facing,
}

impl Record {
    /// Whether they take part in an attack.
    #[inline]
    pub fn attacks(self) -> bool {
        matches!(self, Record::Called | Record::Engaged | Record::Apart | Record::Lent)
    }

    /// What they have done if they take no part in an attack after all.
    pub(crate) fn after_standing_by(self) -> Record {
        match self {
            Record::Called | Record::Lent => Record::Fresh,
            Record::Engaged | Record::Apart => Record::Moved,
            other => other,
        }
    }

    /// Whether they are on the march.
    #[inline]
    pub fn marches(self) -> bool {
        matches!(self, Record::Marching | Record::Trailing)
    }
}

/// What tells a force from others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Muster {
    /// Where it is.
    pub hex: HexId,
    /// Whose it is.
    pub nation: NationId,
    /// How it stands there.
    pub stance: Stance,
    /// What it has done.
    pub record: Record,
    /// In how many battles of the turn it has fought.
    pub fights: u8,
}

/// Factors, supply units and depots of a nation in a hex with the same record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Force {
    /// What tells it from others.
    pub muster: Muster,
    /// Its combat factors.
    pub factors: Factors,
    /// Its supply units.
    pub supply: u8,
    /// Its depots.
    pub depots: u8,
}

impl Force {
    /// Whether it stands in the open and fights.
    #[inline]
    pub fn is_in_the_open(&self) -> bool {
        self.muster.stance == Stance::Open && !self.factors.is_empty()
    }

    fn is_nothing(&self) -> bool {
        self.factors.is_empty() && self.supply == 0 && self.depots == 0
    }
}

/// All forces on the map, hex by hex.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Forces(ArrayVec<Force, FORCES>);

impl Forces {
    /// Those in a hex.
    #[inline]
    pub fn at(&self, hex: HexId) -> &[Force] {
        let first = self.0.partition_point(|force| force.muster.hex < hex);
        let rest = &self.0[first..];
        let count = rest.iter().take_while(|force| force.muster.hex == hex).count();
        &rest[..count]
    }

    /// Those in hexes with numbers from one to another.
    pub(crate) fn between(&self, first: HexId, last: HexId) -> &[Force] {
        let first = self.0.partition_point(|force| force.muster.hex < first);
        let rest = &self.0[first..];
        &rest[..rest.partition_point(|force| force.muster.hex <= last)]
    }

    /// All of them, hex by hex.
    pub fn iter(&self) -> impl Iterator<Item = &Force> {
        self.0.iter()
    }

    /// The factors of a nation with one record, however often they have fought.
    pub fn factors(&self, muster: Muster) -> Factors {
        self.at(muster.hex)
            .iter()
            .filter(|force| force.muster.is_like(muster))
            .map(|force| force.factors)
            .sum()
    }

    /// The factors of this very force.
    pub(crate) fn factors_of(&self, muster: Muster) -> Factors {
        let found = self.at(muster.hex).iter().find(|force| force.muster == muster);
        found.map_or(Factors::NONE, |force| force.factors)
    }

    /// Takes factors from this very force, which has them.
    pub(crate) fn take_of(&mut self, muster: Muster, factors: Factors) {
        self.change(muster, |force| force.factors -= factors);
    }

    /// Adds to a force, or makes it.
    ///
    /// # Panics
    /// If there are more forces than counters could ever show.
    pub fn put(&mut self, muster: Muster, factors: Factors) {
        self.change(muster, |force| force.factors += factors);
    }

    /// Adds supply units and depots to a force, or makes it.
    pub fn store(&mut self, muster: Muster, supply: u8, depots: u8) {
        self.change(muster, |force| {
            force.supply += supply;
            force.depots += depots;
        });
    }

    /// Takes supply units and depots from a force that has them.
    pub(crate) fn unstore(&mut self, muster: Muster, supply: u8, depots: u8) {
        self.change(muster, |force| {
            force.supply -= supply;
            force.depots -= depots;
        });
    }

    /// Takes factors from a force that has them, first those that have fought least.
    pub fn take(&mut self, muster: Muster, factors: Factors) {
        self.draw(muster, factors);
    }

    /// Gives factors of a force another record, or another place.
    pub fn shift(&mut self, muster: Muster, factors: Factors, rewrite: impl Fn(&mut Muster)) {
        for (mut drawn, factors) in self.draw(muster, factors) {
            rewrite(&mut drawn);
            self.put(drawn, factors);
        }
    }

    /// Takes factors from a force, told by how often they have fought.
    fn draw(&mut self, muster: Muster, mut factors: Factors) -> ArrayVec<(Muster, Factors), FIGHTS> {
        let like: ArrayVec<(Muster, Factors), FIGHTS> = self
            .at(muster.hex)
            .iter()
            .filter(|force| force.muster.is_like(muster))
            .map(|force| (force.muster, force.factors))
            .take(FIGHTS)
            .collect();
        let mut drawn = ArrayVec::new();
        for (muster, there) in like {
            let taken = there.at_most(factors);
            if !taken.is_empty() {
                self.change(muster, |force| force.factors -= taken);
                factors -= taken;
                drawn.push((muster, taken));
            }
        }
        assert!(factors.is_empty(), "{factors} more are taken than there are");
        drawn
    }

    /// Thins out what is chosen in a hex, so that so much of it is left.
    pub(crate) fn thin(&mut self, hex: HexId, left: Factors, which: impl Fn(Muster) -> bool) {
        let there: ArrayVec<(Muster, Factors), FORCES> = self
            .at(hex)
            .iter()
            .filter(|force| which(force.muster))
            .map(|force| (force.muster, force.factors))
            .collect();
        let all: Factors = there.iter().map(|(_, factors)| *factors).sum();
        let mut lost = all - left;
        for (muster, factors) in there.into_iter().rev() {
            let taken = factors.at_most(lost);
            if !taken.is_empty() {
                self.change(muster, |force| force.factors -= taken);
                lost -= taken;
            }
        }
    }

    /// Takes a whole force away.
    pub(crate) fn remove(&mut self, muster: Muster) {
        self.0.retain(|force| force.muster != muster);
    }

    fn change(&mut self, muster: Muster, with: impl FnOnce(&mut Force)) {
        let place = self.0.partition_point(|force| force.muster < muster);
        if self.0.get(place).is_none_or(|force| force.muster != muster) {
            self.0.insert(place, Force { muster, factors: Factors::NONE, supply: 0, depots: 0 });
        }
        with(&mut self.0[place]);
        if self.0[place].is_nothing() {
            self.0.remove(place);
        }
    }

    /// Gives all of `which` another hex or record, and puts together what then is the same.
    pub(crate) fn rewrite(&mut self, which: impl Fn(&Force) -> bool, rewrite: impl Fn(&mut Muster)) {
        let chosen: ArrayVec<Force, FORCES> = self.0.iter().filter(|force| which(force)).copied().collect();
        self.0.retain(|force| !which(force));
        for force in chosen {
            let mut muster = force.muster;
            rewrite(&mut muster);
            self.put(muster, force.factors);
            if force.supply > 0 || force.depots > 0 {
                self.store(muster, force.supply, force.depots);
            }
        }
    }

    /// What stands in the open in a hex and fights, of the nations chosen.
    pub fn open(&self, hex: HexId, of: impl Fn(NationId) -> bool) -> Factors {
        self.of_stance(hex, Stance::Open, of)
    }

    /// What is inside the fort of a hex, of the nations chosen.
    pub fn inside(&self, hex: HexId, of: impl Fn(NationId) -> bool) -> Factors {
        self.of_stance(hex, Stance::Inside, of)
    }

    fn of_stance(&self, hex: HexId, stance: Stance, of: impl Fn(NationId) -> bool) -> Factors {
        let here = self.at(hex).iter().filter(|force| force.muster.stance == stance);
        here.filter(|force| of(force.muster.nation)).map(|force| force.factors).sum()
    }

    /// The forces on the march; they are in one hex.
    pub fn marching(&self) -> impl Iterator<Item = &Force> {
        self.0.iter().filter(|force| force.muster.record.marches())
    }
}

impl Muster {
    /// What stands in the open and has done nothing yet.
    pub fn fresh(hex: HexId, nation: NationId) -> Muster {
        Muster { hex, nation, stance: Stance::Open, record: Record::Fresh, fights: 0 }
    }

    /// Whether it is the same but for how often it has fought.
    #[inline]
    fn is_like(self, other: Muster) -> bool {
        self == Muster { fights: self.fights, ..other }
    }

    /// The same with another record.
    #[must_use]
    pub fn with(self, record: Record) -> Muster {
        Muster { record, ..self }
    }

    /// The same elsewhere in its hex.
    #[must_use]
    pub fn standing(self, stance: Stance) -> Muster {
        Muster { stance, ..self }
    }
}

/// The arms in the order in which a leader takes them along.
pub(crate) fn by_choice(is_cavalry: bool) -> [Arm; 4] {
    match is_cavalry {
        true => [Arm::Cavalry, Arm::Cossack, Arm::Infantry, Arm::Artillery],
        false => Arm::ALL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_with_the_same_record_are_one_force() {
        let mut forces = Forces::default();
        let (here, there) = (HexId(7), HexId(3));
        let muster = Muster::fresh(here, NationId::FRANCE);
        forces.put(muster, Factors::infantry(3));
        forces.put(muster, Factors::new(1, 1, 0));
        forces.put(muster.with(Record::Moved), Factors::infantry(2));
        forces.put(Muster::fresh(there, NationId::AUSTRIA), Factors::infantry(1));
        assert_eq!(forces.iter().count(), 3);
        assert_eq!(forces.factors(muster), Factors::new(4, 1, 0));
        assert_eq!(forces.open(here, |_| true), Factors::new(6, 1, 0));
        forces.rewrite(|force| force.muster.hex == here, |muster| muster.record = Record::Fresh);
        assert_eq!(forces.factors(muster), Factors::new(6, 1, 0));
        forces.take(muster, Factors::new(6, 1, 0));
        assert_eq!(forces.at(here), []);
        assert_eq!(size_of::<Force>(), 12);
    }
}
