//! What a player can still do in his turn: the best attack, or the best march.
//!
//! An attack takes many small actions before it is worth anything. What it will be worth is counted beforehand, a little
//! less for each block that has not gone yet, so that each action of it looks better than none.

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::Seat;

use super::clash::{self, Likely, Mass, ROUNDS};
use super::facts::FACTS;
use super::picture::{EMPTY, Force, Lot, NOBODY};
use super::{Appraisal, FEAR, Fields, NEARNESS};
use crate::places::{Crossing, Link, Place, Room};
use crate::state::{PLAYERS, Phase, Standing};
use crate::states::State;

/// What an action point is worth.
const POINT: f32 = 0.085;
/// What is taken off for each block that has not gone yet.
const HASTE: f32 = 0.012;

/// How much of what can be done in the next turn counts against what can be done now.
const LATER: f32 = 0.95;
/// Action points in a turn that has not begun.
const USUAL: u8 = 3;

/// When something is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    /// In the turn under way, by blocks that have not moved yet.
    Now,
    /// In the next.
    Later,
}

/// Blocks that could go over one border.
#[derive(Clone, Copy, Debug)]
struct Column {
    lot: Lot,
    share: f32,
    cost: u8,
    /// What it leaves behind unguarded.
    exposure: f32,
}

impl Appraisal<'_> {
    /// What the best thing that a player can do will bring, in this turn or the next. As it counts in either case, nobody does
    /// something foolish just because his turn would otherwise be over.
    pub(super) fn plans(&self, seat: Seat, fields: &Fields) -> f32 {
        let later = LATER * self.plan(seat, fields, When::Later);
        if self.game.phase == Phase::Actions && self.game.turn.seat == seat && self.game.fight.is_none() {
            return later.max(self.plan(seat, fields, When::Now));
        }
        later
    }

    fn plan(&self, seat: Seat, fields: &Fields, when: When) -> f32 {
        let mut best: f32 = 0.0;
        for place in Place::all() {
            let force = self.view.at(place);
            let attackers = self.view.attackers(place);
            if force.holder == seat.0 && attackers.is_none() {
                best = best.max(self.march(seat, place, force, fields, when));
            }
            let open = match attackers {
                Some(attackers) => attackers.holder == seat.0 && when == When::Now,
                None => force.count > 0 && self.is_prey(seat, place, force),
            };
            if open {
                best = best.max(self.attack(seat, place, force, attackers, when));
            }
        }
        best
    }

    /// Armies or fleets that can go.
    fn lot(&self, force: &Force, fleets: bool, when: When) -> Lot {
        match (fleets, when) {
            (false, When::Now) => force.rested_armies,
            (false, When::Later) => force.armies,
            (true, When::Now) => force.rested_fleets,
            (true, When::Later) => force.fleets,
        }
    }

    /// Action points and gold for it.
    fn means(&self, when: When) -> u8 {
        if when == When::Now { self.game.budget() } else { USUAL }
    }

    /// What it costs to set a group in motion.
    fn fare(&self, place: Place, when: When) -> u8 {
        u8::from(when == When::Later || self.game.turn.group != Some(place))
    }

    /// Whether a player would attack there at all: not the land of an empire that is with nobody.
    fn is_prey(&self, seat: Seat, place: Place, force: &Force) -> bool {
        match force.holder {
            NOBODY => place.home().is_some_and(|home| !home.is_empire() && !self.goes_with_empire(home)),
            _ => force.opposes(self.game, seat),
        }
    }

    /// A minor that goes with an empire nobody plays: who attacks it has that empire against him.
    pub(super) fn goes_with_empire(&self, state: State) -> bool {
        matches!(self.game.standings[state.index()], Standing::With(_))
    }

    /// What an attack will bring, over what it brings with those who are there.
    fn attack(&self, seat: Seat, place: Place, defenders: &Force, there: Option<&Force>, when: When) -> f32 {
        let mut columns = ArrayVec::<Column, 16>::new();
        for link in place.links() {
            if let Some(column) = self.column(seat, *link, when)
                && !columns.is_full()
            {
                columns.push(column);
            }
        }
        if columns.is_empty() {
            return 0.0;
        }
        columns.sort_unstable_by(|a, b| (b.lot.punch * b.share).total_cmp(&(a.lot.punch * a.share)));
        let (mut mass, mut worth) = there.map_or((Mass::default(), 0.0), |force| (force.mass, force.worth));
        let gain = |mass: &Mass, worth: f32| {
            self.gain(place, defenders, worth, clash::foresee(mass, &defenders.mass, ROUNDS, true))
        };
        let now = if there.is_some() { gain(&mass, worth) } else { 0.0 };
        let (mut best, mut costs, mut means) = (0.0f32, 0.0, self.means(when));
        for column in &columns {
            if column.cost > means {
                continue;
            }
            means -= column.cost;
            let count = column.share * f32::from(column.lot.count);
            costs += f32::from(column.cost) * POINT * self.point() + HASTE * count + column.exposure;
            let coming = column.lot.mass(column.share);
            // The first border is the main attack; whoever comes over others is late.
            let joins = if mass.hits > 0.0 { coming.late(1.0) } else { coming };
            mass.add(&joins, 1.0);
            worth += 0.21 * coming.punch + 0.03 * coming.hits;
            best = best.max(gain(&mass, worth) - now - costs);
        }
        best
    }

    /// Who could come over a border.
    fn column(&self, seat: Seat, link: Link, when: When) -> Option<Column> {
        let from = self.view.at(link.to);
        if from.holder != seat.0 || self.view.attackers(link.to).is_some() {
            return None;
        }
        let fleets = match link.crossing {
            Crossing::Land(_) => false,
            Crossing::Coast { base: false } => return None,
            _ => true,
        };
        let lot = self.lot(from, fleets, when);
        if lot.count == 0 {
            return None;
        }
        let (limit, _) = self.game.limit(link.crossing, false);
        let crossed = self.game.turn.crossed.iter().find(|crossed| crossed.border == link.border);
        let crossed = crossed.filter(|_| when == When::Now).map_or(0, |crossed| crossed.all);
        let room = limit.saturating_sub(crossed);
        let share = (f32::from(room) / f32::from(lot.count)).min(1.0);
        let bare = from.count == lot.count && share >= 1.0;
        let exposure = if bare { self.exposure(seat, link.to) } else { 0.0 };
        (room > 0).then_some(Column { lot, share, cost: self.fare(link.to, when), exposure })
    }

    /// What a battle brings who attacks, with what it costs the other.
    fn gain(&self, place: Place, defenders: &Force, worth: f32, likely: Likely) -> f32 {
        let lasting = 0.25 + 0.75 * self.season;
        let killed = defenders.worth * (1.0 - likely.defenders) * 0.85;
        let lost = worth * (1.0 - likely.attackers);
        likely.win * self.prize(place) + lasting * (0.8 * killed - lost)
    }

    /// What a place brings who takes it, with what it costs the other.
    fn prize(&self, place: Place) -> f32 {
        let Some(number) = FACTS.prize_at[place.index()] else { return 0.05 };
        let prize = &FACTS.prizes[usize::from(number)];
        let (keeper, _) = self.keepers[usize::from(number)];
        let theirs = if usize::from(keeper) < PLAYERS { 0.8 * self.rate(keeper, prize) } else { 0.0 };
        prize.value * (0.5 + theirs)
    }

    /// What the best march of a group will bring.
    fn march(&self, seat: Seat, place: Place, force: &Force, fields: &Fields, when: When) -> f32 {
        let lots = [false, true].map(|fleets| self.lot(force, fleets, when));
        if lots[0].count + lots[1].count == 0 {
            return 0.0;
        }
        let cost = match self.fare(place, when) {
            0 => 0.0,
            fare if fare > self.means(when) => return 0.0,
            _ => POINT * self.point() + HASTE,
        };
        let mut best = [0.0f32; 2];
        for link in place.links() {
            let fleets = match link.crossing {
                Crossing::Land(_) => false,
                Crossing::Sea | Crossing::Narrows(_) | Crossing::Coast { base: true } => true,
                Crossing::Coast { base: false } => continue,
            };
            let lot = &lots[usize::from(fleets)];
            if lot.count == 0 || !self.takes_in(seat, link.to) {
                continue;
            }
            let field = if fleets { &fields.fleets } else { &fields.armies };
            let nearer = field[link.to.index()] - field[place.index()];
            let gain = NEARNESS * lot.punch * nearer + self.windfall(seat, link.to);
            best[usize::from(fleets)] = best[usize::from(fleets)].max(gain);
        }
        0.9 * (best[0] + best[1]) - cost - self.exposure(seat, place)
    }

    /// What it costs to leave a city with enemies around.
    fn exposure(&self, seat: Seat, place: Place) -> f32 {
        let Some(number) = FACTS.prize_at[place.index()] else { return 0.0 };
        let prize = &FACTS.prizes[usize::from(number)];
        let (keeper, risk) = self.keepers[usize::from(number)];
        if keeper != seat.0 || risk <= 0.0 {
            return 0.0;
        }
        FEAR * (0.9 - risk).max(0.0) * prize.value * self.rate(keeper, prize)
    }

    /// Whether a player's blocks can go there without a battle, and without having anybody against them.
    fn takes_in(&self, seat: Seat, to: Place) -> bool {
        let there = self.view.at(to);
        if self.view.attackers(to).is_some() {
            return false;
        }
        match there.holder {
            EMPTY => to.home().is_none_or(|home| self.view.leader(home) != NOBODY),
            holder if holder == seat.0 => match to.room() {
                Room::Blocks(most) => there.count < most,
                Room::Island => there.count < 2,
                Room::Sea => true,
            },
            _ => false,
        }
    }

    /// What is to be had for the taking.
    fn windfall(&self, seat: Seat, to: Place) -> f32 {
        match FACTS.prize_at[to.index()] {
            Some(number) if self.view.at(to).count == 0 => {
                let (keeper, _) = self.keepers[usize::from(number)];
                if self.are_friends(seat.0, keeper) { 0.0 } else { self.prize(to) }
            }
            _ => 0.0,
        }
    }
}
