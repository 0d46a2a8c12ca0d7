//! Whether a combat is certain to be lost, before the defender moves. Rulebook 9.4, 11.2.

use engine::{Denied, rule};

use crate::areas::Area;
use crate::combat::strength::luck;
use crate::forces::{Force, morale_edge, nations_of};
use crate::movement::Mover;
use crate::movement::price::arms_of;
use crate::nations::{Nation, Nations};
use crate::refusal::Refusal;
use crate::state::Conquests;
use crate::troops::Troops;

impl Conquests {
    /// What Morale is worth to either side; a garrison has none (N-11.2-morale, N-11.7-garrison-combat).
    fn morale_edges(&self, ours: Nations, enemies: Nations) -> (u8, u8) {
        if enemies.is_empty() {
            return (0, 0);
        }
        let (own, other) = (self.tracks.best_morale(ours), self.tracks.best_morale(enemies));
        (morale_edge(own, other), morale_edge(other, own))
    }

    /// How many frigates can support nations in a land (N-11.2-naval-support).
    pub(crate) fn frigates_beside(&self, nations: Nations, land: Area) -> u8 {
        let seas = land.seas_beside();
        let fleet = |nation: Nation| {
            seas.iter().map(move |sea| self.forces.fleet(nation, sea).count() as u8).sum::<u8>()
        };
        nations.iter().map(fleet).sum()
    }
}

impl Mover {
    /// Whether Napoleon would have units of his forced Ally attack in vain (N-9.4-no-suicide).
    #[inline]
    pub(super) fn is_hopeless(&self, game: &Conquests, force: &Force, to: Area) -> bool {
        !self.forced().is_empty() && self.would_fail(game, force, to)
    }

    /// Whether a force with units of the forced Ally would attack in vain.
    fn would_fail(&self, game: &Conquests, force: &Force, to: Area) -> bool {
        if (nations_of(force) & self.forced()).is_empty() {
            return false;
        }
        let defends = game.control.attackers[to].is_some_and(|attacker| !self.friends.contains(attacker));
        let ours = self.side_in(game, to, |there, nation| there + force[nation]);
        !defends && self.is_certain_defeat(game, &ours, game.frigates_beside(self.friends, to), to)
    }

    /// Whether Napoleon may take these units out of an attack of his: those of his forced Ally that stay must not be certain
    /// to lose it (N-9.4-no-suicide).
    pub(super) fn may_forsake<R: Refusal>(
        &self,
        game: &Conquests,
        leaving: &Force,
        from: Area,
    ) -> Result<(), R> {
        self.may_weaken(game, leaving, 0, from)
    }

    /// Whether Napoleon may take a frigate from the coast of an attack of his (N-9.4-no-suicide).
    pub(super) fn may_desert<R: Refusal>(&self, game: &Conquests, sea: Area, to: Area) -> Result<(), R> {
        if self.forced().is_empty() {
            return Ok(());
        }
        let nobody = Force::all(Troops::NONE);
        let coast = sea.lands_beside() - to.lands_beside();
        coast.iter().try_for_each(|land| self.may_weaken(game, &nobody, 1, land))
    }

    /// Whether Napoleon may take units and frigates away from an attack of his.
    #[inline]
    fn may_weaken<R: Refusal>(
        &self,
        game: &Conquests,
        leaving: &Force,
        frigates: u8,
        from: Area,
    ) -> Result<(), R> {
        let attacks = !self.forced().is_empty() && game.control.attackers[from] == Some(self.nation);
        if attacks && self.would_leave_to_defeat(game, leaving, frigates, from) {
            let why = "your forced Ally would be left to certain defeat";
            return Err(Denied::new(rule!("N-9.4-no-suicide"), why).into());
        }
        Ok(())
    }

    /// Whether units of the forced Ally would be certain to lose without those that leave.
    fn would_leave_to_defeat(&self, game: &Conquests, leaving: &Force, frigates: u8, from: Area) -> bool {
        let ours = self.side_in(game, from, |there, nation| there - leaving[nation]);
        let support = game.frigates_beside(self.friends, from) - frigates;
        let involved = !(nations_of(&ours) & self.forced()).is_empty();
        involved && self.is_certain_defeat(game, &ours, support, from)
    }

    /// The mover's side in a land, after a change.
    fn side_in(&self, game: &Conquests, land: Area, change: impl Fn(Troops, Nation) -> Troops) -> Force {
        let mut force = Force::all(Troops::NONE);
        for nation in self.friends.iter() {
            force[nation] = change(game.forces.troops(nation, land), nation);
        }
        force
    }

    /// Whether such a force is certain to lose where it attacks with the support of so many frigates; without an enemy there
    /// is nothing to lose.
    fn is_certain_defeat(&self, game: &Conquests, ours: &Force, support: u8, at: Area) -> bool {
        let enemies = game.forces.present(at) - self.friends;
        if enemies.is_empty() && !game.control.is_garrisoned(at) {
            return false;
        }
        let nations = nations_of(ours);
        let (edge, other_edge) = game.morale_edges(nations, enemies);
        let attack = arms_of(ours, nations).strength() + support + edge;
        let backers = enemies.iter().next().map_or(Nations::NONE, |enemy| game.treaties.friends(enemy));
        let defence =
            game.forces.arms(enemies, at).strength() + game.frigates_beside(backers, at) + other_edge;
        i16::from(attack) + luck(6, false) < i16::from(defence) + game.works_strength(enemies, at)
    }

    /// Whether the same holds of a combat at sea.
    pub(super) fn is_hopeless_at_sea(&self, game: &Conquests, enemies: Nations, sea: Area) -> bool {
        let ours = game.forces.present(sea) & self.friends;
        if (ours & self.forced()).is_empty() {
            return false;
        }
        let strength = |nations: Nations| {
            2 * nations.iter().map(|nation| game.forces.fleet(nation, sea).count() as u8).sum::<u8>()
        };
        let (edge, other_edge) = game.morale_edges(ours, enemies);
        let (attack, defence) = (strength(ours) + edge, strength(enemies) + other_edge);
        i16::from(attack) + luck(6, true) < i16::from(defence)
    }
}
