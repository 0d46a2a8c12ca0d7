//! What stands where, counted in one pass over the blocks.

use arrayvec::ArrayVec;
use atlas::topology::Id;

use super::clash::Mass;
use super::facts::FACTS;
use crate::battle::Side;
use crate::blocks::{BLOCKS, BlockId, Kind};
use crate::places::{PLACES, Place};
use crate::state::{Alliance, ENGAGEMENTS, PLAYERS, Phase, Stage};
use crate::states::{STATES, State};

/// Whose blocks they are if no player leads them.
pub(super) const NOBODY: u8 = 7;
/// Whose blocks stand in a place without any.
pub(super) const EMPTY: u8 = 8;
/// No force, no battle.
const NONE: u8 = u8::MAX;

/// Blocks of one side in one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Force {
    pub(super) place: Place,
    /// Who leads them, or the first of those who do.
    pub(super) holder: u8,
    pub(super) count: u8,
    /// Napoléon is among them.
    pub(super) napoleon: bool,
    pub(super) mass: Mass,
    /// How much it takes to beat them.
    pub(super) power: f32,
    /// What they are worth, in victory points.
    pub(super) worth: f32,
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
    pub(super) power: f32,
}

impl Lot {
    const NONE: Lot = Lot { count: 0, hits: 0.0, punch: 0.0, power: 0.0 };

    fn add(&mut self, hits: f32, punch: f32, power: f32) {
        self.count += 1;
        self.hits += hits;
        self.punch += punch;
        self.power += power;
    }

    /// A share of them as a mass.
    pub(super) fn mass(&self, share: f32) -> Mass {
        Mass { hits: self.hits * share, punch: self.punch * share, ..Mass::default() }
    }
}

const NO_MASS: Mass = Mass { hits: 0.0, punch: 0.0, spent: 0.0, late_hits: 0.0, late_punch: 0.0 };

const VACANT: Force = Force {
    place: Place(0),
    holder: EMPTY,
    count: 0,
    napoleon: false,
    mass: NO_MASS,
    power: 0.0,
    worth: 0.0,
    armies: Lot::NONE,
    fleets: Lot::NONE,
    rested_armies: Lot::NONE,
    rested_fleets: Lot::NONE,
};

/// What stands where.
pub(super) struct Picture {
    /// Who leads each state.
    leaders: [u8; STATES],
    /// Who stands where, attackers left out.
    pub(super) standing: ArrayVec<Force, BLOCKS>,
    /// Attackers, by battle.
    pub(super) attacking: ArrayVec<Force, ENGAGEMENTS>,
    /// Which of those stand in each place, and which battle is fought there.
    forces: [u8; PLACES],
    battles: [u8; PLACES],
    /// What each player's blocks on the map are worth; last, those of nobody.
    pub(super) armies: [f32; 8],
    /// Blocks of each empire on the map.
    pub(super) ranks: [u8; PLAYERS],
    /// The power of the two strongest blocks of each player that could go aboard and land (8.5).
    pub(super) landings: [[f32; 2]; 8],
}

impl Picture {
    /// Inlined, as it is large and would be copied.
    #[inline(always)]
    pub(super) fn of(game: &Alliance) -> Picture {
        let mut picture = Picture {
            leaders: [NOBODY; STATES],
            standing: ArrayVec::new(),
            attacking: ArrayVec::new(),
            forces: [NONE; PLACES],
            battles: [NONE; PLACES],
            armies: [0.0; 8],
            ranks: [0; PLAYERS],
            landings: [[0.0; 2]; 8],
        };
        picture.take_in(game);
        picture
    }

    fn take_in(&mut self, game: &Alliance) {
        for state in State::all() {
            self.leaders[state.index()] = game.led_by(state).map_or(NOBODY, |seat| seat.0);
        }
        for engagement in &game.engagements {
            self.battles[engagement.place.index()] = self.attacking.len() as u8;
            self.attacking.push(Force { place: engagement.place, ..VACANT });
        }
        self.count(game);
        self.take_hits(game);
    }

    fn count(&mut self, game: &Alliance) {
        let acting = (game.phase == Phase::Actions).then_some(game.turn.seat.0);
        let acted = game.fight.as_ref().map(|fight| &fight.acted);
        for (block, fact) in BlockId::all().zip(&FACTS.blocks) {
            let Some(place) = game.blocks.spots[block].place() else { continue };
            let strength = f32::from(game.blocks.strengths[block]);
            let leader = self.leaders[usize::from(fact.state)];
            let worth = fact.body + fact.step * strength;
            self.armies[usize::from(leader)] += worth;
            if let Some(rank) = self.ranks.get_mut(usize::from(fact.state)) {
                *rank += 1;
            }
            let battle = self.battles[place.index()];
            let embattled = battle != NONE;
            let force = match embattled && game.attackers.contains(block) {
                true => &mut self.attacking[usize::from(battle)],
                false => {
                    let slot = &mut self.forces[place.index()];
                    if *slot == NONE {
                        *slot = self.standing.len() as u8;
                        self.standing.push(Force { place, ..VACANT });
                    }
                    &mut self.standing[usize::from(*slot)]
                }
            };
            let ground = usize::from(place.is_sea());
            let hits = strength * fact.hits + fact.spare;
            let punch = strength * fact.fire[ground];
            let power = strength * fact.power[ground] + 0.3 * fact.spare;
            force.holder = force.holder.min(leader);
            force.count += 1;
            force.worth += worth;
            force.power += power;
            force.napoleon |= fact.is_napoleon;
            if embattled && game.reserves.contains(block) {
                force.mass.late_hits += hits;
                force.mass.late_punch += punch;
            } else {
                force.mass.hits += hits;
                force.mass.punch += punch;
                if embattled && acted.is_some_and(|acted| acted.contains(block)) {
                    force.mass.spent += punch;
                }
            }
            if embattled || fact.kind == Kind::Fortress {
                continue;
            }
            let fleet = fact.kind == Kind::Fleet;
            (if fleet { &mut force.fleets } else { &mut force.armies }).add(hits, punch, power);
            let tired = acting == Some(leader)
                && (game.turn.moved.contains(block) || game.turn.levied.contains(block));
            if !tired {
                let lot = if fleet { &mut force.rested_fleets } else { &mut force.rested_armies };
                lot.add(hits, punch, power);
            }
            if fact.lands && place.is_base() {
                let [first, second] = &mut self.landings[usize::from(leader)];
                let weaker = power.min(*first);
                *first = first.max(power);
                *second = second.max(weaker);
            }
        }
    }

    /// Hits that have been scored and not been taken yet count as taken.
    fn take_hits(&mut self, game: &Alliance) {
        let Some(fight) = &game.fight else { return };
        let Stage::Hits { side, hits } = fight.stage else { return };
        let (battle, slot) = (self.battles[fight.place.index()], self.forces[fight.place.index()]);
        let force = match side {
            Side::Attacking if battle != NONE => &mut self.attacking[usize::from(battle)],
            _ if slot != NONE => &mut self.standing[usize::from(slot)],
            _ => return,
        };
        let taken = f32::from(hits).min(force.mass.hits);
        if taken > 0.0 {
            let left = 1.0 - taken / force.mass.hits;
            let lost = force.worth * (1.0 - left);
            force.mass.hits -= taken;
            force.mass.punch *= left;
            force.mass.spent *= left;
            force.power *= left;
            force.worth -= lost;
            if force.holder < EMPTY {
                self.armies[usize::from(force.holder)] -= lost;
            }
        }
    }

    /// Who stands in a place, attackers left out.
    #[inline]
    pub(super) fn at(&self, place: Place) -> &Force {
        match self.forces[place.index()] {
            NONE => &VACANT,
            slot => &self.standing[usize::from(slot)],
        }
    }

    /// The number of the battle that is to be fought in a place.
    #[inline]
    pub(super) fn battle(&self, place: Place) -> Option<usize> {
        let battle = self.battles[place.index()];
        (battle != NONE).then_some(usize::from(battle))
    }

    /// Who leads a state.
    #[inline]
    pub(super) fn leader(&self, state: State) -> u8 {
        self.leaders[state.index()]
    }
}
