//! Who could take what: the power of armies and fleets, as it is felt at every city and every star around them.
//!
//! Power is hits a round times hits that can be taken, under a root, so that it adds up. It is felt in full one step away and less
//! with each step; what is felt from several sides gathers. Against what stands there it says how likely a prize is to fall.

use arrayvec::ArrayVec;

use super::facts::{Around, FACTS, Near, PRIZES, Prize, RELIEF};
use super::picture::{Lot, NOBODY};
use super::tally::{Cause, Tally};
use super::{Appraisal, NAPOLEON};
use crate::state::{PLAYERS, Phase, Standing};
use crate::states::State;

/// What a threatened city costs its holder, at most, as a share of its worth.
const FEAR: f32 = 0.6;
/// What the best thing within reach is worth to a player against having it; and the second best, and the third.
const HOPES: [f32; 3] = [0.32, 0.16, 0.08];
/// How much of the power that could land is felt on a coast (8.5).
const LANDING: f32 = 0.7;
/// What a neutral minor brings beside its city: its block.
const MINOR: f32 = 0.15;

/// How everything lies.
pub(super) struct Outlook {
    /// How likely each prize is to be lost by whoever holds it.
    pub(super) risks: [f32; PRIZES],
    /// What the player whose turn it is has most in mind: to take, and to keep.
    pub(super) aims: ArrayVec<Aim, 6>,
}

/// A prize that the player whose turn it is wants to take or to keep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub(super) prize: u8,
    /// He holds it.
    keeps: bool,
    /// What attacks it, or would, and what guards it.
    power: f32,
    guard: f32,
    /// How likely it falls as things stand.
    fall: f32,
    /// What it is worth if it is sure to fall: to him, or to be feared.
    worth: f32,
}

impl Aim {
    /// What it brings to have so much more power felt there.
    pub(super) fn gain(&self, power: f32) -> f32 {
        match self.keeps {
            true => {
                let guard = (self.guard + RELIEF * power).max(0.0);
                self.worth * (self.fall - success(self.power, guard))
            }
            false => {
                let more = (self.power + power).max(0.0);
                self.worth * (success(more, self.guard) - self.fall)
            }
        }
    }

    /// What is hoped for now.
    pub(super) fn hope(&self) -> f32 {
        if self.keeps { 0.0 } else { self.worth * self.fall }
    }
}

/// The power of each player that is felt at each prize.
type Felt = [[f32; 8]; PRIZES];

impl<T: Tally> Appraisal<'_, T> {
    /// Counts what everybody has to fear and to hope for.
    pub(super) fn weigh_threats(&mut self) -> Outlook {
        let felt = self.feel();
        let players = self.game.players();
        let acting = if self.game.phase == Phase::Actions { self.game.turn.seat.0 } else { NOBODY };
        let mut risks = [0.0; PRIZES];
        let mut guards = [0.0; PRIZES];
        let mut designs = [[(0.0, 0); 3]; 8];
        let mut fears = [(0.0, 0, 0.0); 3];
        for (number, prize) in FACTS.prizes.iter().enumerate() {
            let keeper = self.keepers[number];
            if self.view.battle(prize.place).is_some() || (keeper == NOBODY && self.is_sheltered(prize)) {
                continue;
            }
            let relief = if usize::from(keeper) < PLAYERS { felt[number][usize::from(keeper)] } else { 0.0 };
            let guard = self.view.at(prize.place).power + RELIEF * relief;
            guards[number] = guard;
            let (mut risk, mut power) = (0.0, 0.0);
            for seat in 0..players {
                let own = felt[number][usize::from(seat)];
                if own <= 0.05 || self.are_friends(seat, keeper) {
                    continue;
                }
                let fall = success(own, guard) * self.clock.time[usize::from(seat)];
                let worth = self.worth_taking(seat, prize, keeper);
                note(&mut designs[usize::from(seat)], (fall * worth, number as u8));
                if fall > risk {
                    (risk, power) = (fall, own);
                }
            }
            if usize::from(keeper) < PLAYERS && risk > 0.0 {
                risks[number] = risk;
                let worth = FEAR * self.clock.holding * prize.value * self.rate(keeper, prize);
                self.add(keeper, Cause::Safety(prize.place), -worth * risk);
                if self.view.at(prize.place).napoleon {
                    self.add(keeper, Cause::Napoleon, -0.3 * NAPOLEON * risk * risk);
                }
                if keeper == acting {
                    note(&mut fears, (worth * risk, number as u8, power));
                }
            }
        }
        for seat in 0..players {
            for ((worth, number), share) in designs[usize::from(seat)].into_iter().zip(HOPES) {
                let place = FACTS.prizes[usize::from(number)].place;
                self.add(seat, Cause::Design(place), share * worth);
            }
        }
        let mut aims = ArrayVec::new();
        let time = self.clock.time[usize::from(acting)];
        for ((promise, number), share) in designs[usize::from(acting)].into_iter().zip(HOPES) {
            if promise > 0.0 {
                let (prize, keeper) = (&FACTS.prizes[usize::from(number)], self.keepers[usize::from(number)]);
                let (power, guard) =
                    (felt[usize::from(number)][usize::from(acting)], guards[usize::from(number)]);
                let worth = share * time * self.worth_taking(acting, prize, keeper);
                let fall = success(power, guard);
                aims.push(Aim { prize: number, keeps: false, power, guard, fall, worth });
            }
        }
        for (promise, number, power) in fears {
            if promise > 0.0 {
                let prize = &FACTS.prizes[usize::from(number)];
                let worth = FEAR * self.clock.holding * prize.value * self.rate(acting, prize);
                let guard = guards[usize::from(number)];
                let fall = success(power, guard);
                aims.push(Aim { prize: number, keeps: true, power, guard, fall, worth });
            }
        }
        Outlook { risks, aims }
    }

    /// What armies and fleets make felt around them.
    fn feel(&self) -> Felt {
        let mut felt = [[0.0; 8]; PRIZES];
        let mut landed = [0u8; PRIZES];
        let press = |felt: &mut Felt, near: &[Near], lot: &Lot, holder: usize| {
            for near in near {
                let share = match near.limit {
                    limit if lot.count > limit => f32::from(limit) / f32::from(lot.count),
                    _ => 1.0,
                };
                felt[usize::from(near.prize)][holder] += lot.power * near.felt * share;
            }
        };
        for force in &self.view.standing {
            let holder = usize::from(force.holder);
            if holder >= PLAYERS || self.view.battle(force.place).is_some() {
                continue;
            }
            let place = usize::from(force.place.0);
            // Whoever stands in a city guards it, and is not felt there a second time.
            let outside = |near: &'static Around| {
                let here = FACTS.prize_at[place]
                    .is_some_and(|here| near.first().is_some_and(|near| near.prize == here));
                &near[usize::from(here)..]
            };
            if force.armies.count > 0 {
                press(&mut felt, outside(&FACTS.near_armies[place]), &force.armies, holder);
            }
            if force.fleets.count > 0 {
                press(&mut felt, outside(&FACTS.near_fleets[place]), &force.fleets, holder);
                let [first, second] = self.view.landings[holder];
                for coast in &FACTS.coasts[place] {
                    let coast = usize::from(*coast);
                    if landed[coast] >> holder & 1 == 0 {
                        landed[coast] |= 1 << holder;
                        felt[coast][holder] += LANDING * (first + second);
                    }
                }
            }
        }
        felt
    }

    /// Land of an empire that is with nobody, or of a minor that goes with one: whoever attacks it has all of that against him.
    pub(super) fn is_sheltered(&self, prize: &Prize) -> bool {
        prize.home.is_some_and(|home| home.is_empire() || self.goes_with_empire(home))
    }

    /// A minor that goes with an empire nobody plays.
    pub(super) fn goes_with_empire(&self, state: State) -> bool {
        matches!(self.game.standings[state], Standing::With(_))
    }

    /// What it is worth to a player to take a prize from whoever holds it.
    pub(super) fn worth_taking(&self, seat: u8, prize: &Prize, keeper: u8) -> f32 {
        let own = self.rate(seat, prize);
        let value = self.clock.holding * prize.value;
        if usize::from(keeper) < PLAYERS {
            return value * (own + self.rate(keeper, prize) * self.spite(seat, keeper));
        }
        value * own + if prize.home.is_some() { MINOR } else { 0.0 }
    }
}

/// How likely something is to fall to so much power that is guarded by so much.
fn success(power: f32, guard: f32) -> f32 {
    let ratio = power / (guard + 0.25);
    let square = ratio * ratio;
    let fourth = square * square;
    0.85 * fourth / (fourth + 11.0) + 0.1 * (0.4 * ratio).min(1.0)
}

/// What is sorted by what it promises.
trait Promising: Copy {
    fn promise(&self) -> f32;
}

impl Promising for (f32, u8) {
    fn promise(&self) -> f32 {
        self.0
    }
}

impl Promising for (f32, u8, f32) {
    fn promise(&self) -> f32 {
        self.0
    }
}

/// Keeps the best three.
fn note<P: Promising>(best: &mut [P; 3], mut next: P) {
    for one in best {
        if next.promise() > one.promise() {
            std::mem::swap(one, &mut next);
        }
    }
}
