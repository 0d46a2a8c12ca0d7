//! Whether a combat is certain to be lost, before the defender moves. Rulebook 9.4, 11.2.

use atlas::topology::Id;

use crate::areas::Area;
use crate::combat::strength::luck;
use crate::forces::morale_edge;
use crate::movement::Mover;
use crate::movement::price::{Force, nations_of};
use crate::nations::{Nation, Nations};
use crate::state::Conquests;
use crate::troops::Arms;

impl Conquests {
    /// Whether Napoleon would have units of his forced Ally attack in vain (N-9.4-no-suicide).
    pub(super) fn is_hopeless(&self, mover: &Mover, force: &Force, to: Area) -> bool {
        let forced = mover.forced();
        if forced.is_empty() || (nations_of(force) & forced).is_empty() {
            return false;
        }
        let defends = self.attackers[to.index()].is_some_and(|attacker| !mover.friends.contains(attacker));
        let enemies = self.present(to) - mover.friends;
        if defends || enemies.is_empty() && !self.is_garrisoned(to) {
            return false;
        }
        let ours = (self.present(to) & mover.friends) | nations_of(force);
        let all = |nation: Nation| self.troops(nation, to) + force[nation.index()];
        let arms = ours.iter().fold(Arms::default(), |arms, nation| arms.with(nation, all(nation)));
        let (edge, other_edge) = self.morale_edges(ours, enemies);
        let attack = arms.strength() + self.frigates_beside(mover.friends, to) + edge;
        let backers = enemies.iter().next().map_or(Nations::NONE, |enemy| self.friends(enemy));
        let defence = self.arms(enemies, to).strength() + self.frigates_beside(backers, to) + other_edge;
        attack as i8 + luck(6, false) < defence as i8 + self.works_strength(enemies, to)
    }

    /// Whether the same holds of a combat at sea.
    pub(super) fn is_hopeless_at_sea(&self, mover: &Mover, enemies: Nations, sea: Area) -> bool {
        let ours = self.present(sea) & mover.friends;
        if (ours & mover.forced()).is_empty() {
            return false;
        }
        let strength = |nations: Nations| {
            2 * nations.iter().map(|nation| self.fleet(nation, sea).count() as u8).sum::<u8>()
        };
        let (edge, other_edge) = self.morale_edges(ours, enemies);
        let (attack, defence) = (strength(ours) + edge, strength(enemies) + other_edge);
        attack as i8 + luck(6, true) < defence as i8
    }

    /// What Morale is worth to either side; a garrison has none (N-11.2-morale, N-11.7-garrison-combat).
    fn morale_edges(&self, ours: Nations, enemies: Nations) -> (u8, u8) {
        if enemies.is_empty() {
            return (0, 0);
        }
        let (own, other) = (self.best_morale(ours), self.best_morale(enemies));
        (morale_edge(own, other), morale_edge(other, own))
    }

    /// How many frigates can support nations in a land (N-11.2-naval-support).
    pub(crate) fn frigates_beside(&self, nations: Nations, land: Area) -> u8 {
        let seas = land.seas_beside();
        let fleet =
            |nation: Nation| seas.iter().map(move |sea| self.fleet(nation, sea).count() as u8).sum::<u8>();
        nations.iter().map(fleet).sum()
    }
}
