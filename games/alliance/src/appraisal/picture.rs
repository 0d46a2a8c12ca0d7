//! What stands where, counted in one pass over the blocks.

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::Seat;

use super::clash::Mass;
use super::facts::FACTS;
use crate::blocks::{BlockId, Kind};
use crate::places::{PLACES, Place};
use crate::state::{Alliance, ENGAGEMENTS, Phase, Stage};
use crate::states::{STATES, State};

/// Whose blocks they are if no player leads them.
pub(super) const NOBODY: u8 = 7;
/// Whose blocks stand in a place without any.
pub(super) const EMPTY: u8 = 8;
/// No attackers.
const NONE: u8 = u8::MAX;

/// Blocks of one side in one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Force {
    /// Who leads them, or the first of those who do.
    pub(super) holder: u8,
    pub(super) count: u8,
    pub(super) mass: Mass,
    /// What they are worth, in victory points.
    pub(super) worth: f32,
    /// Napoléon is among them.
    pub(super) napoleon: bool,
    /// The fire of armies that are free to go where they are needed, and of fleets, moved or not.
    pub(super) march: f32,
    pub(super) sail: f32,
    /// Armies that can move, and fleets.
    pub(super) armies: Lot,
    pub(super) fleets: Lot,
    /// Those of them that have not moved in the turn under way.
    pub(super) rested_armies: Lot,
    pub(super) rested_fleets: Lot,
}

/// Blocks that can move.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Lot {
    pub(super) count: u8,
    pub(super) hits: f32,
    pub(super) punch: f32,
}

impl Lot {
    pub(super) const NONE: Lot = Lot { count: 0, hits: 0.0, punch: 0.0 };

    fn add(&mut self, hits: f32, punch: f32) {
        self.count += 1;
        self.hits += hits;
        self.punch += punch;
    }

    /// A share of them as a mass.
    pub(super) fn mass(&self, share: f32) -> Mass {
        Mass { hits: self.hits * share, punch: self.punch * share, ..Mass::default() }
    }
}

const NO_MASS: Mass = Mass { hits: 0.0, punch: 0.0, spent: 0.0, late_hits: 0.0, late_punch: 0.0 };

const VACANT: Force = Force {
    holder: EMPTY,
    count: 0,
    mass: NO_MASS,
    worth: 0.0,
    napoleon: false,
    march: 0.0,
    sail: 0.0,
    armies: Lot::NONE,
    fleets: Lot::NONE,
    rested_armies: Lot::NONE,
    rested_fleets: Lot::NONE,
};

/// What stands where.
pub(super) struct Picture {
    /// Who leads each state.
    pub(super) leaders: [u8; STATES],
    /// Who stands in each place, attackers left out.
    pub(super) standing: [Force; PLACES],
    /// Attackers, by battle.
    pub(super) attacking: ArrayVec<(Place, Force), ENGAGEMENTS>,
    slots: [u8; PLACES],
    /// What each player's blocks on the map are worth; last, those of nobody.
    pub(super) armies: [f32; 8],
}

impl Picture {
    pub(super) fn of(game: &Alliance) -> Picture {
        let mut picture = Picture {
            leaders: [NOBODY; STATES],
            standing: [VACANT; PLACES],
            attacking: ArrayVec::new(),
            slots: [NONE; PLACES],
            armies: [0.0; 8],
        };
        for state in State::all() {
            picture.leaders[state.index()] = game.led_by(state).map_or(NOBODY, |seat| seat.0);
        }
        for engagement in &game.engagements {
            picture.slots[engagement.place.index()] = picture.attacking.len() as u8;
            picture.attacking.push((engagement.place, VACANT));
        }
        picture.count(game);
        picture.take_hits(game);
        picture
    }

    fn count(&mut self, game: &Alliance) {
        let facts = &FACTS.blocks;
        let acting = (game.phase == Phase::Actions).then_some(game.turn.seat.0);
        for (number, fact) in facts.iter().enumerate() {
            let Some(place) = game.spots[number].place() else { continue };
            let block = BlockId(number as u8);
            let strength = f32::from(game.strengths[number]);
            let leader = self.leaders[fact.state];
            let worth = fact.body + fact.step * strength;
            self.armies[usize::from(leader)] += worth;
            let slot = self.slots[place.index()];
            let embattled = slot != NONE;
            let force = match embattled && game.attackers.contains(block) {
                true => &mut self.attacking[usize::from(slot)].1,
                false => &mut self.standing[place.index()],
            };
            let hits = strength * fact.hits + fact.spare;
            let punch = strength * if place.is_sea() { fact.sea } else { fact.land };
            force.holder = force.holder.min(leader);
            force.count += 1;
            force.worth += worth;
            force.napoleon |= fact.is_napoleon;
            if embattled && game.reserves.contains(block) {
                force.mass.late_hits += hits;
                force.mass.late_punch += punch;
            } else {
                force.mass.hits += hits;
                force.mass.punch += punch;
                if embattled && game.fight.as_ref().is_some_and(|fight| fight.acted.contains(block)) {
                    force.mass.spent += punch;
                }
            }
            if fact.kind == Kind::Fortress {
                continue;
            }
            let fleet = fact.kind == Kind::Fleet;
            *(if fleet { &mut force.sail } else { &mut force.march }) += strength * fact.land.max(fact.sea);
            if embattled {
                continue;
            }
            (if fleet { &mut force.fleets } else { &mut force.armies }).add(hits, punch);
            let tired = acting == Some(leader)
                && (game.turn.moved.contains(block) || game.turn.levied.contains(block));
            if !tired {
                let lot = if fleet { &mut force.rested_fleets } else { &mut force.rested_armies };
                lot.add(hits, punch);
            }
        }
    }

    /// Hits that have been scored and not been taken yet count as taken.
    fn take_hits(&mut self, game: &Alliance) {
        let Some(fight) = &game.fight else { return };
        let Stage::Hits { side, hits } = fight.stage else { return };
        let slot = self.slots[fight.place.index()];
        let force = match side {
            crate::battle::Side::Attacking if slot != NONE => &mut self.attacking[usize::from(slot)].1,
            _ => &mut self.standing[fight.place.index()],
        };
        let taken = f32::from(hits).min(force.mass.hits);
        if taken > 0.0 {
            let left = 1.0 - taken / force.mass.hits;
            let lost = force.worth * (1.0 - left);
            force.mass.hits -= taken;
            force.mass.punch *= left;
            force.mass.spent *= left;
            force.worth -= lost;
            if force.holder < EMPTY {
                self.armies[usize::from(force.holder)] -= lost;
            }
        }
    }

    #[inline]
    pub(super) fn at(&self, place: Place) -> &Force {
        &self.standing[place.index()]
    }

    /// The attackers in a place, if a battle is to be fought there.
    #[inline]
    pub(super) fn attackers(&self, place: Place) -> Option<&Force> {
        let slot = self.slots[place.index()];
        (slot != NONE).then(|| &self.attacking[usize::from(slot)].1)
    }

    /// Who leads a state.
    #[inline]
    pub(super) fn leader(&self, state: State) -> u8 {
        self.leaders[state.index()]
    }
}

impl Force {
    /// Whether they are enemies of a player, or would be if he came.
    pub(super) fn opposes(&self, game: &Alliance, seat: Seat) -> bool {
        match self.holder {
            EMPTY => false,
            NOBODY => true,
            holder => !game.are_allied(seat, Seat(holder)),
        }
    }
}
