//! What units, money, movement points and the record of a nation are worth.

use super::Outlook;
use super::account::Part;
use super::lands::{FRIGATE, muster};
use crate::errands::Errand;
use crate::nations::{Nation, Side};
use crate::state::Bond;
use crate::troops::{Kind, Troops, most_corps};

/// What a Morale near to 0 costs, where a nation is eliminated (N-13-eliminated).
const DESPAIR: f32 = 2.0;
/// Below this it begins to.
const SHAKEN: f32 = 4.0;
/// More money than this is hard to spend in a turn.
const PLENTY: f32 = 14.0;
/// What an Alliance is worth to its members, a Forced one to Napoleon and to his victim.
const ALLIANCE: f32 = 2.2;
const FORCED: [f32; 2] = [2.5, -2.0];
/// What an Alliance promises its initiator that can still be cancelled.
const FRESH: f32 = 2.3;

impl Outlook<'_> {
    /// Units, money and movement points.
    pub(super) fn count_means(&mut self, nation: Nation) {
        let game = self.game;
        let units = self.situation.units[nation];
        let frigates = f32::from(units.count(Kind::Frigate));
        let corps = f32::from(self.situation.corps[nation].min(most_corps(nation)));
        let army = muster(units) * (0.12 + 0.88 * self.life);
        self.account.add(nation, Part::Army, army + corps + self.arrivals(nation));
        self.account.add(nation, Part::Fleet, frigates * (1.0 + FRIGATE * (0.12 + 0.88 * self.life)));
        let money = f32::from(game.treasury.money[nation]);
        let purse = money.min(PLENTY) + 0.75 * (money - PLENTY).max(0.0);
        self.account.add(nation, Part::Money, self.coin * purse);
        let ground = f32::from(units.len()) - frigates;
        let points = f32::from(game.treasury.points[nation]) / 2.0;
        let moves = self.will_move(nation);
        let need = if moves { (1.3 * ground + 2.0 * frigates.min(2.0)).min(16.0) } else { 6.0 };
        let marching = self.mile_of(moves) * points.min(need) + 0.02 * (points - need).clamp(0.0, 10.0);
        self.account.add(nation, Part::Points, marching);
    }

    /// What a movement point is worth to a nation that has still to move in this turn, or not.
    pub(super) fn mile_of(&self, moves: bool) -> f32 {
        match (moves, self.left > 0.0) {
            (true, _) => self.mile,
            (false, true) => 0.1,
            (false, false) => 0.01,
        }
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
        mine.map(|(_, worth)| worth * (0.4 + 0.6 * self.life)).sum()
    }

    /// Morale, Society, victories and Alliances.
    pub(super) fn count_record(&mut self, nation: Nation) {
        let game = self.game;
        let morale = f32::from(game.tracks.morale[nation]);
        let despair = (SHAKEN - morale).max(0.0);
        self.account.add(nation, Part::Morale, morale * self.level - DESPAIR * despair * despair);
        if nation == Nation::France {
            let level = |side| f32::from(game.tracks.society[side]);
            self.account.add(nation, Part::Society, 3.0 * (level(Side::France) - level(Side::Coalition)));
        }
        let won = f32::from(game.feats.victories[nation] + game.feats.successes[nation]);
        self.account.add(nation, Part::Fame, 3.0 * won);
        self.account.add(nation, Part::Alliances, self.ties(nation));
    }

    /// Alliances, those that are being made included.
    fn ties(&self, nation: Nation) -> f32 {
        let game = self.game;
        let mut worth = 0.0;
        if let Some(treaty) = game.treaties.bond(nation) {
            let lasting = 0.5 + 0.5 * self.life;
            worth += lasting
                * match (treaty.is_forced(), nation) {
                    (true, Nation::France) => FORCED[0],
                    (true, _) => FORCED[1],
                    (false, _) => ALLIANCE,
                };
        }
        let fresh = game.treaties.list.iter().filter(|treaty| treaty.state == Bond::Fresh);
        worth += FRESH * fresh.filter(|treaty| treaty.initiator == nation).count() as f32;
        let offers = game.parley.is_some_and(|parley| parley.initiator == nation);
        worth + if offers { 1.0 } else { 0.0 }
    }
}
