//! Morale and Society: markers, levels and what they bring. Rulebook 8.3, 8.4, 16.

use engine::Recorder;
use serde::{Deserialize, Serialize};

use crate::by::{ByNation, BySide};
use crate::errands::Errand;
use crate::event::Event;
use crate::nations::{Nation, Nations, Side};
use crate::state::Conquests;
use crate::tables::{Bonus, MORALE_TOP, SOCIETY_TOP, morale_bonus, morale_start, society_bonus};

/// The markers of Morale and Society.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tracks {
    pub(crate) morale: ByNation<u8>,
    /// The levels of the Morale track whose bonus has been earned, one bit each.
    pub(crate) earned_morale: ByNation<u32>,
    pub(crate) society: BySide<u8>,
    /// The levels of the Society track whose bonus has been earned, one bit each.
    pub(crate) earned_society: BySide<u16>,
}

impl Conquests {
    /// Moves a nation's Morale; every level entered for the first time brings its bonus (N-8.3-track-bonus), those below
    /// the start on the way down (N-8.3-low-levels).
    pub(crate) fn shift_morale(&mut self, nation: Nation, by: i8, log: &mut Recorder<Event>) {
        let from = self.tracks.morale[nation];
        let to = from.saturating_add_signed(by).min(MORALE_TOP);
        if to == from {
            return;
        }
        self.tracks.morale[nation] = to;
        log.record(|| Event::Morale { who: self.party(nation), from, to });
        let mut level = from;
        while level != to {
            level = if to > level { level + 1 } else { level - 1 };
            let pays = if level < morale_start(nation) { self.rules.low_levies } else { to > from };
            if !pays || self.tracks.earned_morale[nation] >> level & 1 == 1 {
                continue;
            }
            if let Some(bonus) = morale_bonus(nation, level) {
                self.tracks.earned_morale[nation] |= 1 << level;
                self.reward(nation, bonus, log);
            }
        }
    }

    /// Moves a side's Society, for a nation that gets the bonus of every level entered for the first time
    /// (N-8.4-bonus-owner); Prussia gets those of the Coalition, too (N-8.4-prussia).
    pub(crate) fn shift_society(
        &mut self,
        side: Side,
        by: i8,
        for_whom: Option<Nation>,
        log: &mut Recorder<Event>,
    ) {
        let from = self.tracks.society[side];
        let to = from.saturating_add_signed(by).min(SOCIETY_TOP);
        if to == from {
            return;
        }
        self.tracks.society[side] = to;
        log.record(|| Event::Society { side, from, to });
        for level in from + 1..=to {
            if self.tracks.earned_society[side] >> level & 1 == 1 {
                continue;
            }
            let Some(bonus) = society_bonus(side, level) else { continue };
            let Some(nation) = for_whom else { continue };
            self.tracks.earned_society[side] |= 1 << level;
            self.reward(nation, bonus, log);
            let prussia = Nation::Prussia;
            if side == Side::Coalition && nation != prussia && self.order.contains(&prussia) {
                self.reward(prussia, bonus, log);
            }
        }
    }

    /// Gives a nation a bonus of a track.
    fn reward(&mut self, nation: Nation, bonus: Bonus, log: &mut Recorder<Event>) {
        match bonus {
            Bonus::Unit(kind) => self.send(Errand::Place { nation, kind }, log),
            Bonus::Guard(arm) => self.send(Errand::Convert { arm }, log),
            Bonus::Money(money) => self.pay_out(nation, money, log),
            Bonus::Mp(points) => self.grant_points(nation, points, log),
            Bonus::Morale(levels) => self.shift_morale(nation, levels as i8, log),
        }
    }

    /// Money from the bank.
    pub(crate) fn pay_out(&mut self, nation: Nation, money: u8, log: &mut Recorder<Event>) {
        self.treasury.money[nation] += u16::from(money);
        log.record(|| Event::Gained { who: self.party(nation), money: i16::from(money) });
    }

    /// Movement points for nothing.
    pub(crate) fn grant_points(&mut self, nation: Nation, points: u8, log: &mut Recorder<Event>) {
        self.treasury.points[nation] += 2 * u16::from(points);
        log.record(|| Event::Points { who: self.party(nation), points });
    }

    /// What something costs, paid to the bank: the nation has it (N-3.2-bank).
    pub(crate) fn pay(&mut self, nation: Nation, money: u8, log: &mut Recorder<Event>) {
        self.treasury.money[nation] -= u16::from(money);
        log.record(|| Event::Paid { who: self.party(nation), money });
    }

    /// Movement points paid: the nation has them.
    pub(crate) fn spend_points(&mut self, nation: Nation, points: u8, log: &mut Recorder<Event>) {
        self.treasury.points[nation] -= 2 * u16::from(points);
        log.record(|| Event::PaidPoints { who: self.party(nation), points });
    }

    /// Money to the bank: as much as there is (N-8.2-loss-floor).
    pub(crate) fn fine(&mut self, nation: Nation, money: u8, log: &mut Recorder<Event>) -> u8 {
        let paid = self.treasury.money[nation].min(money.into());
        self.treasury.money[nation] -= paid;
        log.record(|| Event::Gained { who: self.party(nation), money: -(paid as i16) });
        paid as u8
    }
}

impl Tracks {
    /// The Morale of a nation.
    pub fn morale_of(&self, nation: Nation) -> u8 {
        self.morale[nation]
    }

    /// The highest Morale among nations (N-11.2-allies).
    pub(crate) fn best_morale(&self, nations: Nations) -> u8 {
        nations.iter().map(|nation| self.morale[nation]).max().unwrap_or(0)
    }

    /// The level of Society that counts for a nation: that of its side (N-13.2-society-whose).
    pub fn society_of(&self, side: Side) -> u8 {
        self.society[side]
    }
}
