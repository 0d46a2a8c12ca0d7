//! What lands, units, money and the record of a nation are worth.

use super::Outlook;
use super::clash::{against_garrison, foresee};
use super::facts::{FAR, marches, voyages, within_reach};
use crate::appraisal::clash;
use crate::areas::Area;
use crate::by::ByArea;
use crate::errands::Errand;
use crate::nations::{Nation, Nations, Side};
use crate::state::{Bond, FrigateId, Phase};
use crate::troops::{Arms, Kind, Troops};
use crate::victory::points;

/// What the hope of a goal is worth, as a share of the goal one step away.
const HOPE: f32 = 0.42;
/// What a step more leaves of a goal.
const FADING: f32 = 0.62;
/// What it costs to have no capital: pride, and a place for recruits.
const HEARTH: f32 = 3.0;
/// How much of what an enemy could do to units that he can reach is to be feared.
const EXPOSURE: f32 = 0.5;
/// What a victory over them would be worth to him.
const GLORY: f32 = 2.0;
/// What a Morale near to 0 costs, where a nation is eliminated (N-13-eliminated).
const DESPAIR: f32 = 2.0;
/// What is worth more is guarded for its own sake.
const DEAR: f32 = 2.5;

/// What units are worth while the game lasts.
fn muster(troops: Troops) -> f32 {
    let worth = |kind: Kind| match kind {
        Kind::Infantry => 0.62,
        Kind::Cavalry => 0.85,
        Kind::Cannon => 1.0,
        Kind::GuardInfantry => 1.1,
        Kind::GuardCavalry => 1.3,
        Kind::Frigate => 0.45,
    };
    troops.kinds().map(|kind| f32::from(troops.count(kind)) * worth(kind)).sum()
}

impl Outlook<'_> {
    /// What an area brings its holder: points at the end, and money until then (6, 13.2.3).
    fn yields(&self, nation: Nation, area: Area) -> f32 {
        let coin = self.coin() * self.left;
        match area.capital_of() {
            Some(owner) if owner == nation => {
                let scores = if self.game.rules.own_capital_scores { 10.0 } else { 0.0 };
                1.0 + scores + HEARTH + coin
            }
            Some(_) => 11.0 + 5.0 * coin + 2.0,
            None if area.is_neutral_capital() => 6.0 + 2.0 * coin + 0.8 * self.left,
            None if area.is_sea() => coin,
            None => 1.0 + coin,
        }
    }

    /// Lands, as they are held and as combats will leave them.
    pub(super) fn count_lands(&mut self) {
        for land in Area::lands() {
            let present = self.game.forces.present(land);
            if present.is_empty() {
                continue;
            }
            match self.game.control.attackers[land] {
                Some(attacker) => self.count_combat(land, attacker),
                None => {
                    if let Some(holder) = present.only() {
                        self.count_holding(holder, land);
                    } else if let Some(owner) = land.capital_of().filter(|owner| present.contains(*owner)) {
                        self.worth[owner] += HEARTH;
                    }
                }
            }
        }
    }

    /// Seas bring money (N-6-per-area), and may be fought for.
    pub(super) fn count_seas(&mut self) {
        let mut seen = ByArea::all(false);
        for frigate in &self.game.forces.frigates {
            let Some(sea) = frigate.at.filter(|sea| !seen[*sea]) else { continue };
            seen[sea] = true;
            if let Some(attacker) = self.game.control.attackers[sea] {
                self.count_combat(sea, attacker);
            } else if let Some(holder) = self.game.forces.present(sea).only() {
                self.worth[holder] += self.yields(holder, sea);
            }
        }
    }

    /// What a pending combat is likely to bring both sides.
    fn count_combat(&mut self, area: Area, attacker: Nation) {
        let (sides, likely) = clash::forebode(self.game, area, attacker);
        let chances = [likely.win, 1.0 - likely.win];
        for (number, side) in sides.into_iter().enumerate() {
            let holder = if number == 0 { Some(attacker).filter(|own| side.contains(*own)) } else { None };
            let holder = holder.or_else(|| side.only()).or_else(|| side.iter().next());
            let share = if side.len() > 1 { 0.6 } else { 1.0 };
            if let Some(holder) = holder {
                let mut spoils = self.yields(holder, area);
                if number == 0 && area.capital_of().is_some_and(|owner| owner != holder) {
                    spoils += 3.0;
                }
                self.worth[holder] += share * chances[number] * spoils;
            }
            let garrisoned = sides[1].is_empty();
            let glory = if garrisoned { chances[0] } else { 3.0 * likely.counts[number] };
            let spirit = if garrisoned { 0.0 } else { 1.2 * (chances[number] - 0.5) };
            for nation in side.iter() {
                let troops = match area.is_sea() {
                    true => Troops::NONE,
                    false => self.game.forces.troops(nation, area),
                };
                let fleet = if area.is_sea() {
                    1.3 * self.game.forces.fleet(nation, area).count() as f32
                } else {
                    0.0
                };
                let lost = likely.losses[number] * (muster(troops) * (0.3 + 0.7 * self.life()) + fleet);
                self.worth[nation] += glory + spirit - lost;
            }
        }
    }

    /// The strength that each nation can bring to each land, the less the farther it is.
    pub(super) fn count_pressure(&mut self) {
        for nation in self.game.order.iter().copied() {
            for from in Area::lands() {
                let troops = self.game.forces.troops(nation, from);
                if troops.is_empty() {
                    continue;
                }
                let strength = f32::from(Arms::default().with(nation, troops).strength());
                for (to, reach) in within_reach(from) {
                    self.pressure[nation][to] += reach * strength;
                }
            }
        }
    }

    /// Whom the holder of a land has most to fear there, and how much: from 0 to 1.
    fn threat(&self, holder: Nation, land: Area) -> Option<(Nation, f32)> {
        let game = self.game;
        let friends = game.treaties.friends(holder);
        let garrison = i16::from(game.forces.arms(Nations::from(holder), land).strength())
            + game.works_strength(holder.into(), land);
        let mut worst = None;
        for enemy in game.order.iter().copied().filter(|enemy| !friends.contains(*enemy)) {
            let now = self.will_move(enemy) && game.treasury.points[enemy] > 0;
            let weight = match (now, self.left > 0.0) {
                (true, _) => 0.52,
                (false, true) => 0.19,
                (false, false) => continue,
            };
            let force = self.pressure[enemy][land];
            if force < 0.7 {
                continue;
            }
            let hostile = if holder == Nation::France || enemy == Nation::France { 1.0 } else { 0.35 };
            let [edge, other] = clash::edges(game, enemy.into(), holder.into());
            let lead = force + f32::from(edge - other) - f32::from(garrison) + 0.5;
            let risk = weight * hostile / (1.0 + (-lead / 1.5).exp());
            if worst.is_none_or(|(_, most)| risk > most) {
                worst = Some((enemy, risk));
            }
        }
        worst
    }

    /// A land in the hands of one nation. Who stands where a stronger enemy can come offers him a victory, and his units.
    fn count_holding(&mut self, holder: Nation, land: Area) {
        let worth = self.yields(holder, land);
        self.worth[holder] += worth;
        let Some((enemy, risk)) = self.threat(holder, land) else { return };
        let exposed = EXPOSURE * risk;
        let army = muster(self.game.forces.troops(holder, land)) * (0.3 + 0.7 * self.life());
        let fear = if worth > DEAR { risk } else { exposed };
        self.worth[holder] -= fear * worth + exposed * (0.6 + 0.5 * army);
        self.worth[enemy] += exposed * GLORY;
    }

    /// Units, money and movement points.
    pub(super) fn means(&self, nation: Nation) -> f32 {
        let game = self.game;
        let units = game.forces.on_map(nation);
        let frigates = f32::from(units.count(Kind::Frigate));
        let army = muster(units) * (0.12 + 0.88 * self.life());
        let corps = f32::from(points::own_corps(game, nation));
        let money = f32::from(game.treasury.money[nation]);
        let purse = self.coin() * (money.min(14.0) + 0.75 * (money - 14.0).max(0.0));
        let ground = f32::from(units.len()) - frigates;
        let points = f32::from(game.treasury.points[nation]) / 2.0;
        let moves = self.will_move(nation);
        let need = if moves { (1.3 * ground + 2.0 * frigates.min(2.0)).min(16.0) } else { 6.0 };
        let price = match (moves, self.left > 0.0) {
            (true, _) => 0.17,
            (false, true) => 0.1,
            (false, false) => 0.01,
        };
        let marching = price * points.min(need) + 0.02 * (points - need).clamp(0.0, 10.0);
        army + frigates + corps + purse + marching + self.arrivals(nation)
    }

    /// Units that are about to be placed.
    fn arrivals(&self, nation: Nation) -> f32 {
        let coming = |errand: &Errand| match *errand {
            Errand::Place { nation, kind } => (nation, muster(Troops::one(kind)) + 0.3),
            Errand::Gift { nation, .. } => (nation, 0.9),
            Errand::Convert { .. } => (Nation::France, 0.4),
            Errand::Strike { nation, .. } => (nation, 0.8),
            _ => (Nation::France, 0.0),
        };
        let mine = self.game.errands.iter().map(coming).filter(|(whose, _)| *whose == nation);
        mine.map(|(_, worth)| worth * (0.4 + 0.6 * self.life())).sum()
    }

    /// Morale, Society, victories and Alliances.
    pub(super) fn record(&self, nation: Nation) -> f32 {
        let game = self.game;
        let morale = f32::from(game.tracks.morale[nation]);
        let despair = (4.0 - morale).max(0.0);
        let spirit = morale * (1.0 + 0.25 * self.life()) - DESPAIR * despair * despair;
        let society = match nation {
            Nation::France => {
                3.0 * (f32::from(game.tracks.society[Side::France])
                    - f32::from(game.tracks.society[Side::Coalition]))
            }
            _ => 0.0,
        };
        let fame =
            3.0 * f32::from(game.feats.victories[nation]) + 3.0 * f32::from(game.feats.successes[nation]);
        spirit + society + fame + self.ties(nation)
    }

    /// Alliances, those that are being made included.
    fn ties(&self, nation: Nation) -> f32 {
        let game = self.game;
        let mut worth = 0.0;
        if let Some(treaty) = game.treaties.bond(nation) {
            let lasting = 0.5 + 0.5 * self.life();
            worth += lasting
                * match (treaty.is_forced(), nation) {
                    (true, Nation::France) => 2.5,
                    (true, _) => -2.0,
                    (false, _) => 2.2,
                };
        }
        let fresh = game.treaties.list.iter().filter(|treaty| treaty.state == Bond::Fresh);
        worth += 2.3 * fresh.filter(|treaty| treaty.initiator == nation).count() as f32;
        if let Some(parley) = &game.parley
            && parley.initiator == nation
        {
            worth += 1.0;
        }
        worth
    }

    /// What a nation's units can hope to take from where they are: every goal once, no more goals than there are units to
    /// spare.
    pub(super) fn reach(&self, nation: Nation) -> f32 {
        let game = self.game;
        if self.left == 0.0 && !self.will_move(nation) {
            return 0.0;
        }
        let mut stacks: Vec<(Area, i16, u8, bool)> = Vec::with_capacity(24);
        let mut spare = 0;
        for land in Area::lands() {
            let troops = game.forces.troops(nation, land);
            if troops.len() < 2 || game.control.is_disputed(land) {
                continue;
            }
            let strength = i16::from(Arms::default().with(nation, troops).strength()) - 1;
            stacks.push((land, strength, troops.len() - 1, false));
            spare += usize::from(troops.len() - 1);
        }
        for frigate in FrigateId::of(nation) {
            let frigate = game.forces.frigate(frigate);
            if let Some(sea) = frigate.at.filter(|_| !frigate.cargo.is_empty()) {
                let strength = Arms::default().with(nation, frigate.cargo).strength().into();
                stacks.push((sea, strength, frigate.cargo.len(), true));
                spare += usize::from(frigate.cargo.len());
            }
        }
        if stacks.is_empty() {
            return 0.0;
        }
        let mut hopes: Vec<f32> = Vec::with_capacity(64);
        for land in Area::lands() {
            if game.forces.stands_in(nation, land) {
                continue;
            }
            let denies = nation.is_coalition() && land.home() == Some(Nation::France);
            let worth = self.yields(nation, land) + if denies { 1.5 } else { 0.0 };
            let best = stacks.iter().map(|(from, strength, _, afloat)| {
                let steps = if *afloat { voyages(*from, land) } else { marches(*from, land) };
                if steps >= FAR {
                    0.0
                } else {
                    FADING.powi(i32::from(steps) - 1) * self.chance(nation, *strength, land)
                }
            });
            let best = best.fold(0.0, f32::max);
            if best > 0.02 {
                hopes.push(worth * best);
            }
        }
        hopes.sort_unstable_by(|a, b| b.total_cmp(a));
        let eager = if self.will_move(nation) { HOPE } else { 0.6 * HOPE };
        let points = f32::from(game.treasury.points[nation]) / 2.0;
        let means = if self.left > 0.0 || !matches!(game.phase, Phase::Move(_)) {
            1.0
        } else {
            (points / 3.0).min(1.0)
        };
        eager * means * hopes.iter().take(spare).sum::<f32>()
    }

    /// How likely so much strength is to take a land, as it is held now.
    fn chance(&self, nation: Nation, strength: i16, land: Area) -> f32 {
        let game = self.game;
        let present = game.forces.present(land);
        if game.control.is_disputed(land) {
            return 0.0;
        }
        if present.is_empty() {
            return if game.control.is_garrisoned(land) { against_garrison(strength).win } else { 1.0 };
        }
        if !(present & game.treaties.friends(nation)).is_empty() {
            return 0.0;
        }
        let [edge, other] = clash::edges(game, nation.into(), present);
        let defence = i16::from(game.forces.arms(present, land).strength())
            + game.works_strength(present, land)
            + other;
        let likely = foresee(strength + edge, defence, false);
        let will = match (nation, present.contains(Nation::France)) {
            (_, true) => 1.5,
            (Nation::France, _) => 0.9,
            _ => 0.3,
        };
        will * likely.win
    }
}
