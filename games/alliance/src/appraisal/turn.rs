//! What the player whose turn it is can still do: the best attack, the best help in a battle, or the best march.
//!
//! An attack takes many small actions before it is worth anything. What it will be worth is counted beforehand, a little
//! less for each block that has not gone yet, so that each action of it looks better than none.

use arrayvec::ArrayVec;

use super::clash::{self, Likely, Mass, ROUNDS};
use super::facts::{FACTS, RELIEF};
use super::picture::{EMPTY, Force, Lot, NOBODY};
use super::pressure::Outlook;
use super::tally::{Cause, Tally};
use super::{Appraisal, ESCAPING};
use crate::places::{Crossing, Link, Place, Room};
use crate::state::PLAYERS;

/// What an action point is worth.
const POINT: f32 = 0.12;
/// What is taken off for each block that has not gone yet.
const HASTE: f32 = 0.012;
/// How much of what can be done counts before it is done.
const SURE: f32 = 0.93;
/// What it brings to take a place that is worth nothing.
const GROUND: f32 = 0.05;

/// Blocks that could go over one border.
#[derive(Clone, Copy, Debug)]
struct Column {
    lot: Lot,
    share: f32,
    cost: u8,
    /// What it leaves behind unguarded.
    exposure: f32,
}

impl<T: Tally> Appraisal<'_, T> {
    /// Counts the best thing that is still to be done in the turn under way.
    pub(super) fn look_ahead_in_turn(&mut self, outlook: &Outlook) {
        let (seat, means) = (self.game.turn.seat.0, self.game.budget());
        self.count_surplus(seat);
        let (mut best, mut where_to) = (0.0, None);
        let mut consider = |worth: f32, place: Place| {
            if worth > best {
                (best, where_to) = (worth, Some(place));
            }
        };
        for force in &self.view.standing {
            let place = force.place;
            match self.view.battle(place) {
                Some(battle) => consider(self.reinforce(seat, force, battle, outlook, means), place),
                None if force.holder == seat => {
                    let (worth, to) = self.march(seat, force, outlook, means);
                    consider(worth, to);
                }
                None if self.is_prey(seat, force) => {
                    consider(self.attack(seat, force, outlook, means), place);
                }
                None => {}
            }
        }
        if let Some(place) = where_to {
            self.add(seat, Cause::Turn(place), SURE * best);
        }
    }

    /// What it costs to set a group in motion.
    fn fare(&self, place: Place) -> u8 {
        u8::from(self.game.turn.group != Some(place))
    }

    /// Whether a player would attack there at all: not the land of an empire that is with nobody.
    fn is_prey(&self, seat: u8, force: &Force) -> bool {
        match force.holder {
            NOBODY => {
                let home = force.place.home();
                home.is_some_and(|home| !home.is_empire() && !self.goes_with_empire(home))
            }
            holder => !self.are_friends(seat, holder),
        }
    }

    /// Everybody who can come to a place over its borders, the strongest first.
    fn columns(&self, seat: u8, place: Place, outlook: &Outlook) -> ArrayVec<Column, 16> {
        let mut columns = ArrayVec::<Column, 16>::new();
        for link in place.links() {
            if let Some(column) = self.column(seat, *link, outlook)
                && !columns.is_full()
            {
                columns.push(column);
            }
        }
        if columns.len() > 1 {
            columns.sort_unstable_by(|a, b| (b.lot.punch * b.share).total_cmp(&(a.lot.punch * a.share)));
        }
        columns
    }

    /// Who could come over a border.
    fn column(&self, seat: u8, link: Link, outlook: &Outlook) -> Option<Column> {
        let from = self.view.at(link.to);
        if from.holder != seat || self.view.battle(link.to).is_some() {
            return None;
        }
        let fleets = match link.crossing {
            Crossing::Land(_) => false,
            Crossing::Coast { base: false } => return None,
            _ => true,
        };
        let lot = if fleets { from.rested_fleets } else { from.rested_armies };
        if lot.count == 0 {
            return None;
        }
        let (limit, _) = self.game.limit(link.crossing, false);
        let crossed = self.game.turn.crossed.iter().find(|crossed| crossed.border == link.border);
        let room = limit.saturating_sub(crossed.map_or(0, |crossed| crossed.all));
        if room == 0 {
            return None;
        }
        let share = (f32::from(room) / f32::from(lot.count)).min(1.0);
        let exposure = self.exposure(outlook, from, lot.power * share);
        Some(Column { lot, share, cost: self.fare(link.to), exposure })
    }

    /// What it costs to take so much power out of an own city that is threatened.
    fn exposure(&self, outlook: &Outlook, from: &Force, power: f32) -> f32 {
        let here = FACTS.prize_at[usize::from(from.place.0)];
        let aim = outlook.aims.iter().find(|aim| Some(aim.prize) == here);
        aim.map_or(0.0, |aim| -aim.gain(-power / RELIEF))
    }

    /// What an attack will bring.
    fn attack(&self, seat: u8, defenders: &Force, outlook: &Outlook, means: u8) -> f32 {
        let columns = self.columns(seat, defenders.place, outlook);
        let prize = self.prize(seat, defenders.place);
        // What is hoped for already comes true then.
        let here = FACTS.prize_at[usize::from(defenders.place.0)];
        let hope = outlook.aims.iter().find(|aim| Some(aim.prize) == here).map_or(0.0, |aim| aim.hope());
        let worth_of = |mass: &Mass, worth: f32| {
            let likely = clash::foresee(mass, &defenders.mass, ROUNDS, true);
            self.gain(seat, prize, defenders, worth, likely) - hope
        };
        self.best_of(&columns, means, Mass::default(), 0.0, worth_of)
    }

    /// What it will bring to join a battle on one's own side.
    fn reinforce(&self, seat: u8, defenders: &Force, battle: usize, outlook: &Outlook, means: u8) -> f32 {
        let attackers = &self.view.attacking[battle];
        let attacks = attackers.holder == seat;
        if !attacks && defenders.holder != seat {
            return 0.0;
        }
        let columns = self.columns(seat, defenders.place, outlook);
        if columns.is_empty() {
            return 0.0;
        }
        let place = defenders.place;
        let worth_of = |mass: &Mass, worth: f32| match attacks {
            true => {
                let likely = clash::foresee(mass, &defenders.mass, ROUNDS, true);
                self.gain(seat, self.prize(seat, place), defenders, worth, likely)
            }
            false => {
                let likely = clash::foresee(&attackers.mass, mass, ROUNDS, true);
                let likely = Likely {
                    win: 1.0 - likely.win,
                    attackers: likely.defenders,
                    defenders: likely.attackers,
                };
                self.gain(seat, self.prize(seat, place), attackers, worth, likely)
            }
        };
        let own = if attacks { attackers } else { defenders };
        let before = worth_of(&own.mass, own.worth);
        self.best_of(&columns, means, own.mass, own.worth, |mass, worth| worth_of(mass, worth) - before)
    }

    /// What the best number of columns brings, with those who are there already.
    fn best_of(
        &self,
        columns: &[Column],
        mut means: u8,
        mut mass: Mass,
        mut worth: f32,
        worth_of: impl Fn(&Mass, f32) -> f32,
    ) -> f32 {
        let (mut best, mut costs) = (0.0f32, 0.0);
        for column in columns {
            if column.cost > means {
                continue;
            }
            means -= column.cost;
            let count = column.share * f32::from(column.lot.count);
            costs += f32::from(column.cost) * POINT * self.clock.point + HASTE * count + column.exposure;
            let coming = column.lot.mass(column.share);
            // The first border is the main attack; whoever comes over others is late.
            let joins = if mass.hits > 0.0 { coming.late(1.0) } else { coming };
            mass.add(&joins, 1.0);
            worth += 0.084 * coming.punch + 0.012 * coming.hits;
            best = best.max(worth_of(&mass, worth) - costs);
        }
        best
    }

    /// What a battle brings a player, with what it costs the other.
    fn gain(&self, seat: u8, prize: f32, others: &Force, worth: f32, likely: Likely) -> f32 {
        let killed = others.worth * (1.0 - likely.defenders) * ESCAPING;
        let lost = worth * (1.0 - likely.attackers);
        let spite = if usize::from(others.holder) < PLAYERS { self.spite(seat, others.holder) } else { 0.3 };
        likely.win * prize + self.clock.lasting * (spite * killed - lost)
    }

    /// What a place brings who takes it, with what it costs the other.
    fn prize(&self, seat: u8, place: Place) -> f32 {
        match FACTS.prize_at[usize::from(place.0)] {
            None => GROUND,
            Some(number) => {
                let prize = &FACTS.prizes[usize::from(number)];
                let keeper = self.keepers[usize::from(number)];
                match self.view.battle(place) {
                    Some(battle) if keeper == seat => {
                        let other = self.view.attacking[battle].holder;
                        self.clock.holding * prize.value * (1.0 + 0.5 * self.spite(seat, other))
                    }
                    _ => self.worth_taking(seat, prize, keeper),
                }
            }
        }
    }

    /// What the best march of a group will bring, and where it leads.
    fn march(&self, seat: u8, force: &Force, outlook: &Outlook, means: u8) -> (f32, Place) {
        let lots = [force.rested_armies, force.rested_fleets];
        let none = (0.0, force.place);
        let fare = self.fare(force.place);
        if lots[0].count + lots[1].count == 0 || fare > means {
            return none;
        }
        let (mut best, mut to) = ([0.0f32; 2], force.place);
        for link in force.place.links() {
            let fleets = match link.crossing {
                Crossing::Land(_) => false,
                Crossing::Sea | Crossing::Narrows(_) | Crossing::Coast { base: true } => true,
                Crossing::Coast { base: false } => continue,
            };
            let lot = &lots[usize::from(fleets)];
            let room = self.room_for(seat, link.to);
            if lot.count == 0 || room == 0 {
                continue;
            }
            let power = lot.power * (f32::from(room) / f32::from(lot.count)).min(1.0);
            let mut gain = self.windfall(seat, link.to);
            for aim in &outlook.aims {
                let felt = &FACTS.felt[usize::from(aim.prize)];
                let nearer = felt[usize::from(link.to.0)] - felt[usize::from(force.place.0)];
                if nearer != 0.0 && FACTS.prizes[usize::from(aim.prize)].place.is_sea() == fleets {
                    gain += aim.gain(power * nearer);
                }
            }
            if gain > best[usize::from(fleets)] {
                best[usize::from(fleets)] = gain;
                to = link.to;
            }
        }
        let cost = f32::from(fare) * (POINT * self.clock.point + HASTE);
        (0.9 * (best[0] + best[1]) - cost, to)
    }

    /// How many of a player's blocks can go there without a battle, and without having anybody against them.
    fn room_for(&self, seat: u8, to: Place) -> u8 {
        let there = self.view.at(to);
        if self.view.battle(to).is_some() {
            return 0;
        }
        let open = match there.holder {
            EMPTY => to.home().is_none_or(|home| self.view.leader(home) != NOBODY),
            holder => holder == seat,
        };
        let most = match to.room() {
            Room::Blocks(most) => most,
            Room::Island => 2,
            Room::Sea => u8::MAX,
        };
        if open { most.saturating_sub(there.count) } else { 0 }
    }

    /// Whoever is too many where he stands is lost at the end of the turn (1.4).
    fn count_surplus(&mut self, seat: u8) {
        for number in 0..self.view.standing.len() {
            let force = &self.view.standing[number];
            let Room::Blocks(most) = force.place.room() else { continue };
            let surplus = force.count.saturating_sub(most);
            if surplus > 0 && force.holder == seat && self.view.battle(force.place).is_none() {
                let worth = 2.5 * force.worth * f32::from(surplus) / f32::from(force.count);
                self.add(seat, Cause::Army, -worth);
            }
        }
    }

    /// What is to be had for the taking.
    fn windfall(&self, seat: u8, to: Place) -> f32 {
        match FACTS.prize_at[usize::from(to.0)] {
            Some(number) if self.view.at(to).count == 0 => {
                let keeper = self.keepers[usize::from(number)];
                if self.are_friends(seat, keeper) { 0.0 } else { self.prize(seat, to) }
            }
            _ => 0.0,
        }
    }
}
