//! What lands and seas are worth to whoever holds them, contests them or threatens them. Rulebook 6, 11, 13.2.3.

use super::account::Part;
use super::clash;
use super::ways::is_stronghold;
use super::{Outlook, ramp};
use crate::areas::Area;
use crate::nations::{Nation, Nations};
use crate::troops::{Kind, Troops};

/// What it costs to have no capital: pride, and a place for recruits.
const HEARTH: f32 = 3.0;
/// What a foreign capital is worth besides its points and its revenue: Society, and the use of its nation.
const CONQUEST: f32 = 3.0;
/// What the power of a neutral capital brings in each turn to come.
const POWER: f32 = 0.8;
/// What a victory that counts is worth: its points, and a card that is played for it (N-11.3.3-vp).
pub(super) const VICTORY: f32 = 3.8;
/// How much of what an enemy could do to units that he can reach is to be feared.
const EXPOSURE: f32 = 0.5;
/// What is worth more is guarded for its own sake.
const DEAR: f32 = 2.5;
/// How likely an enemy is to come who can, in this turn and in a later one.
const COMING: [f32; 2] = [0.52, 0.19];
/// How much less nations of the Coalition have to fear from each other.
const KINSHIP: f32 = 0.35;
/// Less than this is no threat.
const HARMLESS: f32 = 0.7;

/// What units are worth while the game lasts.
pub(super) fn muster(troops: Troops) -> f32 {
    let count = |kind: Kind| f32::from(troops.count(kind));
    0.62 * count(Kind::Infantry)
        + 0.85 * count(Kind::Cavalry)
        + count(Kind::Cannon)
        + 1.1 * count(Kind::GuardInfantry)
        + 1.3 * count(Kind::GuardCavalry)
}

/// What a frigate is worth while the game lasts, besides its point.
pub(super) const FRIGATE: f32 = 0.45;

/// A nation in a land, or about to come into it.
#[derive(Clone, Copy)]
pub(super) struct Holding {
    pub(super) nation: Nation,
    pub(super) land: Area,
    pub(super) troops: Troops,
    pub(super) strength: u8,
}

/// An enemy who may come, and how likely he is to come and win.
#[derive(Clone, Copy)]
pub(super) struct Threat {
    pub(super) enemy: Nation,
    pub(super) risk: f32,
}

impl Outlook<'_> {
    /// What an area brings its holder: points at the end, and money until then.
    pub(super) fn yields(&self, nation: Nation, area: Area) -> f32 {
        let revenue = self.coin * self.left;
        if !area.is_sea() && !is_stronghold(area) {
            return 1.0 + revenue;
        }
        match area.capital_of() {
            Some(owner) if owner == nation => {
                let scores = if self.game.rules.own_capital_scores { 10.0 } else { 0.0 };
                1.0 + scores + HEARTH + revenue
            }
            Some(_) => 11.0 + 5.0 * revenue + CONQUEST,
            None if area.is_neutral_capital() => 6.0 + 2.0 * revenue + POWER * self.left,
            None if area.is_sea() => revenue,
            None => 1.0 + revenue,
        }
    }

    /// What a land itself adds to its defence by these nations.
    pub(super) fn works(&self, defenders: Nations, land: Area) -> f32 {
        if is_stronghold(land) { f32::from(self.game.works_strength(defenders, land)) } else { 0.0 }
    }

    /// Lands, as they are held and as combats will leave them.
    pub(super) fn count_lands(&mut self) {
        for number in 0..self.situation.armies.len() {
            let army = self.situation.armies[number];
            let land = army.at;
            if land.is_sea() {
                continue;
            }
            let present = self.situation.present[land];
            if let Some(attacker) = self.game.control.attackers[land] {
                // Each combat once: by the first who is there.
                if present.iter().next() == Some(army.nation) {
                    self.count_combat(land, attacker);
                }
            } else if present.len() == 1 {
                let holding =
                    Holding { nation: army.nation, land, troops: army.troops, strength: army.strength };
                self.count_holding(holding);
            } else if land.capital_of() == Some(army.nation) {
                self.account.add(army.nation, Part::Capitals, HEARTH);
            }
        }
    }

    /// Seas bring money (N-6-per-area), and may be fought for.
    pub(super) fn count_seas(&mut self) {
        for sea in Area::seas() {
            let present = self.situation.afloat(sea);
            if let Some(attacker) = self.game.control.attackers[sea] {
                self.count_combat(sea, attacker);
            } else if let Some(holder) = present.only() {
                self.account.add(holder, Part::Lands, self.coin * self.left);
            }
        }
    }

    /// A land in the hands of one nation. Who stands where a stronger enemy can come offers him a victory, and his units.
    fn count_holding(&mut self, holding: Holding) {
        let Holding { nation, land, .. } = holding;
        let part = if land.is_capital() { Part::Capitals } else { Part::Lands };
        self.account.add(nation, part, self.yields(nation, land));
        let Some(threat) = self.threat(holding) else { return };
        let (fear, hope) = self.danger(holding, threat);
        self.account.add(nation, Part::Danger, -fear);
        self.account.add(threat.enemy, Part::Prospects, hope);
    }

    /// What a nation has to fear where an enemy may come, and what he may hope for.
    pub(super) fn danger(&self, holding: Holding, threat: Threat) -> (f32, f32) {
        let exposed = EXPOSURE * threat.risk;
        let worth = self.yields(holding.nation, holding.land);
        let army = muster(holding.troops) * self.service();
        let fear = if worth > DEAR { threat.risk } else { exposed };
        (fear * worth + exposed * (0.6 + 0.5 * army), exposed * 0.55 * VICTORY)
    }

    /// Whom the holder of a land has most to fear there.
    pub(super) fn threat(&self, holding: Holding) -> Option<Threat> {
        let Holding { nation: holder, land, strength, .. } = holding;
        let garrison = f32::from(strength) + self.works(holder.into(), land);
        let mut worst: Option<Threat> = None;
        for enemy in self.game.order.iter().copied() {
            let force = self.situation.pressure[enemy][land];
            if force < HARMLESS || self.situation.allied(holder, enemy) {
                continue;
            }
            let now = self.will_move(enemy) && self.game.treasury.points[enemy] > 0;
            let coming = match (now, self.left > 0.0) {
                (true, _) => COMING[0],
                (false, true) => COMING[1],
                (false, false) => continue,
            };
            let hostile = if holder == Nation::France || enemy == Nation::France { 1.0 } else { KINSHIP };
            let lead = force + self.situation.edge(enemy, holder) - garrison;
            let risk = coming * hostile * ramp(lead + 0.5, 3.0);
            if risk > worst.map_or(0.0, |worst| worst.risk) {
                worst = Some(Threat { enemy, risk });
            }
        }
        worst
    }

    /// What a pending combat is likely to bring both sides.
    fn count_combat(&mut self, area: Area, attacker: Nation) {
        let (sides, likely) = clash::forebode(self.game, &self.situation, area, attacker);
        self.settle_combat(area, attacker, sides, likely);
    }

    /// Adds what a combat is likely to bring both sides.
    fn settle_combat(&mut self, area: Area, attacker: Nation, sides: [Nations; 2], likely: clash::Likely) {
        let chances = [likely.win, 1.0 - likely.win];
        let garrisoned = sides[1].is_empty();
        for (number, side) in sides.into_iter().enumerate() {
            let first = if number == 0 { Some(attacker).filter(|own| side.contains(*own)) } else { None };
            let Some(holder) = first.or_else(|| side.iter().next()) else { continue };
            let share = if side.len() > 1 { 0.6 } else { 1.0 };
            self.account.add(holder, Part::Combats, share * chances[number] * self.yields(holder, area));
            let (glory, spirit) = match garrisoned {
                true => (chances[0], 0.0),
                false => (VICTORY * likely.counts[number], chances[number] - 0.5),
            };
            for nation in side.iter() {
                let force = match area.is_sea() {
                    true => (1.0 + FRIGATE) * f32::from(self.situation.fleet(nation, area)),
                    false => muster(self.game.forces.troops(nation, area)) * self.service(),
                };
                let worth = glory + self.level * spirit - likely.losses[number] * force;
                self.account.add(nation, Part::Combats, worth);
            }
        }
    }
}
