//! How good a position looks, for computer players.
//!
//! The unit is one town. A side is worth its towns and troops, what its Generals are about to capture, and during
//! its own turn the attack it is preparing; what a player may expect follows from how far his side is ahead.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use engine::Seat;

use crate::action::Action;
use crate::battle::bears_from;
use crate::board::{BOARD, TOWNS, Town};
use crate::components::{Kind, PieceId, Power};
use crate::square::{Mask, NUMBERS, Square};
use crate::state::{Campaign, Phase, Place, Recovery, Relation, Status};

/// A place nobody gets to.
const NEVER: u8 = u8::MAX;

/// Steps a General needs over open land from each square to each town, then to each Capital.
static MARCHES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let towns = Town::all().map(Town::square);
    let capitals = Power::ALL.into_iter().map(|power| BOARD.base(power).capital.general);
    towns.chain(capitals).map(marches_to).collect()
});

fn marches_to(goal: Square) -> Vec<u8> {
    let mut steps = vec![NEVER; usize::from(NUMBERS)];
    let mut edge = vec![goal];
    steps[goal.index()] = 0;
    for step in 1.. {
        let mut next = Vec::new();
        for near in edge.iter().flat_map(|square| square.neighbours()).filter(|near| BOARD.land.has(*near)) {
            let known = &mut steps[near.index()];
            if *known == NEVER {
                *known = step;
                next.push(near);
            }
        }
        if next.is_empty() {
            return steps;
        }
        edge = next;
    }
    steps
}

/// How much of a goal's worth is left so many steps away: a turn brings a General about seven.
static FADING: LazyLock<[f32; 64]> = LazyLock::new(|| {
    std::array::from_fn(|steps| if steps == 63 { 0.0 } else { (-(steps as f32) / 7.0).exp() })
});

/// What a captured General costs his side: his army is out of play for several turns.
const GENERAL: f32 = 1.8;
/// What a troop piece is worth.
const TROOP: f32 = 0.35;
/// What an enemy Capital is worth.
const CAPITAL: f32 = 3.0;
/// What it costs to lose a power.
const ELIMINATION: f32 = 4.0;

/// The places a seat's Generals may go for, with what each is worth: towns, then Capitals.
type Goals = [f32; TOWNS + 5];

impl Campaign {
    /// What `seat` may expect, from 0 (lost) to 1 (won).
    pub(crate) fn prospects(&self, seat: Seat) -> f32 {
        if let Some(end) = self.ended {
            return if end.winners.contains(seat) { 1.0 / f32::from(end.winners.len()) } else { 0.0 };
        }
        if !self.is_alive(seat) {
            return if self.phase() == Phase::Bases { 0.5 } else { 0.0 };
        }
        let own = self.worth(seat);
        let (mut best, mut sum, mut count) = (f32::MIN, 0.0, 0.0f32);
        for other in Seat::first(self.seats).filter(|other| *other != seat && self.is_alive(*other)) {
            let worth = self.worth(other);
            best = best.max(worth);
            sum += worth;
            count += 1.0;
        }
        if count == 0.0 {
            return 0.98;
        }
        let lead = own - 0.6 * best - 0.4 * sum / count;
        // Never quite 0 or 1 while the game goes on.
        0.01 + 0.98 / (1.0 + (-0.32 * lead).exp())
    }

    /// What a side is worth, in towns.
    fn worth(&self, seat: Seat) -> f32 {
        let goals = self.goals(seat);
        let mut worth = 0.0;
        for power in Power::ALL.into_iter().filter(|power| self.power(*power).seat == Some(seat)) {
            if self.power(power).status == Status::Out {
                worth -= ELIMINATION;
                continue;
            }
            worth += self.army_worth(power, &goals);
        }
        let foreign = self.foreign_towns(seat) as f32;
        worth += self.town_cards(seat) as f32 * 1.1;
        worth += foreign * foreign / self.towns_to_win() as f32 * 0.5;
        // An ally does not strike; whoever breaks his word is trusted less.
        worth += 0.4 * f32::from(self.diplomacy.allied[seat.index()].len());
        worth -= 0.5 * f32::from(self.diplomacy.banned[seat.index()].len());
        if self.turn.seat == seat {
            worth += self.attack_worth();
        }
        worth
    }

    /// What `seat` can gain where: towns its enemies or nobody hold, and Capitals that are ripe to fall.
    fn goals(&self, seat: Seat) -> Goals {
        let mut goals = [0.0; TOWNS + 5];
        for town in Town::all() {
            let holder = self.cards[town.index()];
            let neutral = town.country().power().filter(|power| self.power(*power).status == Status::Neutral);
            let open = match holder {
                None => !neutral.is_some_and(|power| self.inviolate(power).has(town.square())),
                Some(power) => self.power(power).seat.is_some_and(|other| {
                    other != seat && !self.diplomacy.allied[seat.index()].contains(other)
                }),
            };
            if open {
                let red = f32::from(u8::from(town.is_red() && self.rules.standard));
                let robs = if holder.is_some() { 0.5 } else { 0.0 };
                let worth = 1.0 + (0.3 + robs) * red + robs;
                goals[town.index()] = if self.is_blocked(town.square(), seat) { 0.4 * worth } else { worth };
            }
        }
        for power in Power::ALL.into_iter().filter(|power| self.is_active(*power)) {
            let owner = self.seat_of(power);
            let lost = |town: Town| {
                self.cards[town.index()]
                    .and_then(|holder| self.power(holder).seat)
                    .is_some_and(|s| s != owner)
            };
            if owner != seat && self.power(power).capital_to.is_none() && Town::of(power.home()).all(lost) {
                goals[TOWNS + power.index()] = CAPITAL;
            }
        }
        goals
    }

    /// Whether somebody keeps the Generals of `seat` out of a square: anybody but one of them, and but an army that
    /// should be mobilising instead.
    fn is_blocked(&self, square: Square, seat: Seat) -> bool {
        self.piece_on(square).is_some_and(|piece| {
            let own_general = piece.kind() == Kind::General && self.owner_seat(piece) == Some(seat);
            let leaves =
                self.owner(piece).is_some_and(|power| self.power(power).recovery == Recovery::Mobilising);
            !own_general && !leaves
        })
    }

    fn army_worth(&self, power: Power, goals: &Goals) -> f32 {
        let mobilising = self.power(power).recovery == Recovery::Mobilising;
        let prey = self.prey(power);
        let mut worth = 0.0;
        for piece in self.pieces_of(power) {
            let place = self.place(piece);
            if matches!(place, Place::BOX | Place::ASIDE) {
                continue;
            }
            let beaten = self.turn.beaten.contains(piece);
            match piece.kind() {
                Kind::General if beaten => worth -= GENERAL,
                Kind::General if mobilising => {}
                Kind::General => {
                    worth += place.square().map_or(0.2, |square| self.general_worth(square, goals))
                }
                _ if beaten => {}
                _ => {
                    worth += TROOP + 0.1 * f32::from(u8::from(self.is_guard(piece)));
                    if let Some(square) = place.square().filter(|_| !mobilising) {
                        worth += self.menace(square, &prey);
                    }
                }
            }
        }
        match self.power(power).recovery {
            Recovery::Ready => {}
            Recovery::Misses => worth -= 0.8,
            Recovery::Shielded => worth -= 0.2,
            Recovery::Mobilising => worth -= 1.0 + self.way_to_mobilise(power),
        }
        worth
    }

    /// The enemy Generals whom an army could go for.
    fn prey(&self, power: Power) -> ArrayVec<Square, 10> {
        let seat = self.seat_of(power);
        Power::ALL
            .into_iter()
            .filter(|other| self.is_active(*other) && self.power(*other).recovery == Recovery::Ready)
            .filter(|other| self.relation(seat, self.seat_of(*other)) == Relation::Hostile)
            .flat_map(|other| [PieceId::general(other), PieceId::second(other)])
            .filter_map(|general| self.square(general))
            .collect()
    }

    /// What a troop piece is worth for standing near an enemy General: a little, so that armies seek each other.
    fn menace(&self, square: Square, prey: &[Square]) -> f32 {
        let near = prey.iter().map(|general| general.distance(square)).min();
        near.map_or(0.0, |steps| 0.08 * FADING[steps.clamp(1, 63) as usize])
    }

    /// What a General is about to capture: the best goal near him, and a little of the next best.
    fn general_worth(&self, square: Square, goals: &Goals) -> f32 {
        let (mut best, mut next) = (0.0f32, 0.0f32);
        for (goal, worth) in goals.iter().enumerate().filter(|(_, worth)| **worth > 0.0) {
            let promise = worth * FADING[usize::from(MARCHES[goal][square.index()].min(63))];
            if promise > best {
                (best, next) = (promise, best);
            } else {
                next = next.max(promise);
            }
        }
        0.7 * best + 0.25 * next
    }

    /// What is still to be done until an army has mobilised: the way of each piece to a free starting square of its
    /// kind, around whatever stands in between.
    fn way_to_mobilise(&self, power: Power) -> f32 {
        let capital = &BOARD.base(power).capital;
        let free = *BOARD.land_of(power.home()) & !self.occupied;
        let mut way = 0.0;
        for kind in [Kind::General, Kind::Infantry, Kind::Cavalry] {
            let places: Mask = capital.places(kind).iter().copied().collect();
            let mut astray: ArrayVec<Square, 16> = self
                .pieces_of(power)
                .filter(|piece| piece.kind() == kind)
                .filter_map(|piece| self.square(piece))
                .filter(|square| !places.has(*square))
                .take(16)
                .collect();
            // Whoever stands on another kind's square is in the way.
            way += 0.15 * astray.iter().filter(|square| capital.all.has(**square)).count() as f32;
            let mut reached = places & free;
            if reached.is_empty() && kind != Kind::General {
                continue;
            }
            let mut pips = 0;
            while !astray.is_empty() && pips < 24 {
                pips += 1;
                let next = one_move_from(kind, reached, free);
                astray.retain(|square| {
                    let arrives = next.has(*square);
                    way += if arrives { 0.1 + 0.05 * pips as f32 } else { 0.0 };
                    !arrives
                });
                let grown = reached | (next & free);
                if grown == reached {
                    break;
                }
                reached = grown;
            }
            way += 1.0 * astray.len() as f32;
        }
        way
    }

    /// What the active player's named targets promise.
    fn attack_worth(&self) -> f32 {
        if self.phase() != Phase::Moving {
            return 0.0;
        }
        let mut worth = 0.0;
        for target in self.turn.targets.iter().flatten() {
            worth += match self.pips_to_take(*target) {
                Some(pips) if pips <= self.turn.pips => {
                    // Sure once everybody is in place; until then the way can turn out to be barred.
                    self.prize(*target) * (0.85 - 0.05 * f32::from(pips))
                }
                _ => -0.05,
            };
        }
        worth
    }

    fn prize(&self, target: PieceId) -> f32 {
        if target.kind() == Kind::General { GENERAL } else { TROOP }
    }

    /// About how many pips the active army needs until it could take a target: nothing if it cannot at all. Pieces in
    /// the way are not looked at.
    fn pips_to_take(&self, target: PieceId) -> Option<u8> {
        let square = self.square(target)?;
        if self.may_take(target).is_ok() {
            return Some(0);
        }
        // Free squares beside the target, corners and sides.
        let mut free: [Option<Square>; 8] = [None; 8];
        for (slot, near) in free.iter_mut().zip(square.neighbours()) {
            *slot = (BOARD.land.has(near) && !self.occupied.has(near)).then_some(near);
        }
        let mut need = i32::from(self.defence_value(target)) + 1;
        let mut costs: [u8; 24] = [NEVER; 24];
        let mut known = 0;
        for piece in self.pieces_of(self.turn.power) {
            let Some(from) = self.square(piece) else { continue };
            if self.bears_on(piece, square) {
                need -= i32::from(self.attack_value(piece));
            } else if !self.turn.moved.contains(piece) || self.turn.in_hand == Some(piece) {
                let cost = free
                    .iter()
                    .flatten()
                    .filter(|to| bears_from(piece.kind(), **to, square))
                    .filter_map(|to| ride(piece.kind(), from, *to))
                    .min();
                if let Some(cost) = cost.filter(|cost| *cost <= 12) {
                    costs[known] = cost;
                    known += 1;
                }
            }
        }
        // Supporters have to be met too: by about one more piece each.
        if self.rules.standard && self.owner(target).is_some() {
            let supporters = square.neighbours().filter_map(|near| self.piece_on(near));
            need += supporters.filter(|piece| self.is_hostile(*piece, self.turn.seat)).count() as i32;
        }
        if need <= 0 {
            // Enough bear on it, but a supporter is not met: one more move may do.
            return Some(3);
        }
        let need = need as usize;
        if need > known {
            return None;
        }
        costs[..known].sort_unstable();
        Some(costs[..need].iter().fold(0u8, |sum, cost| sum.saturating_add(*cost)))
    }

    /// How likely a sensible player is to do this.
    pub(crate) fn inclination(&self, seat: Seat, action: Action) -> f32 {
        match action {
            Action::Name(square) => {
                self.piece_on(square).map_or(0.0, |target| match self.pips_to_take(target) {
                    Some(pips) if pips <= self.turn.pips => 6.0 * self.prize(target),
                    _ => 0.01,
                })
            }
            Action::Step { from, to } | Action::Redeploy { from, to } => self.urge_to_move(seat, from, to),
            Action::Strike(_) => 20.0,
            Action::Parley(_) => 5.0,
            Action::Done if self.phase() == Phase::Moving && self.turn.pips > 0 => 0.2,
            Action::Accept(_) | Action::Admit(_) => 0.3,
            Action::Bar(_) | Action::Break(_) | Action::Decline | Action::Embark(_) => 0.1,
            Action::Offer(_) => 0.05,
            Action::Lend { .. } | Action::Recall(_) => 0.02,
            _ => 1.0,
        }
    }

    fn urge_to_move(&self, seat: Seat, from: Square, to: Square) -> f32 {
        let Some(piece) = self.piece_on(from) else { return 0.0 };
        let mobilising = self.power(self.turn.power).recovery == Recovery::Mobilising;
        if mobilising {
            let capital = BOARD.base(self.turn.power).capital.general;
            let home = BOARD.base(self.turn.power).capital.places(piece.kind());
            return match (home.contains(&from), home.contains(&to)) {
                (true, _) => 0.05,
                (false, true) => 8.0,
                _ if to.distance(capital) < from.distance(capital) => 2.0,
                _ => 0.3,
            };
        }
        if piece.kind() == Kind::General {
            let goals = self.goals(seat);
            let gain = self.general_worth(to, &goals) - self.general_worth(from, &goals);
            return if gain > 0.0 { 2.0 + 30.0 * gain } else { 0.1 };
        }
        let mut urge: f32 = 0.15;
        for target in self.turn.targets.iter().flatten().filter_map(|target| self.square(*target)) {
            let (before, after) =
                (bears_from(piece.kind(), from, target), bears_from(piece.kind(), to, target));
            if after && !before {
                urge = 6.0;
            } else if before && !after {
                urge = 0.02;
            } else if to.distance(target) < from.distance(target) && from.distance(target) < 10 {
                urge = urge.max(1.0);
            }
        }
        urge
    }
}

/// Where pieces of a kind come from that get into `goal` with one move over `free` squares.
fn one_move_from(kind: Kind, goal: Mask, free: Mask) -> Mask {
    match kind {
        Kind::General => goal.sides() | goal.corners(),
        Kind::Infantry => goal.corners(),
        Kind::Cavalry => (goal.sides() & free).sides(),
    }
}

/// About how many pips a piece of this kind needs between two squares of empty, open land.
fn ride(kind: Kind, from: Square, to: Square) -> Option<u8> {
    let (columns, rows) = ((from.column() - to.column()).abs(), (from.row() - to.row()).abs());
    let pips = match kind {
        Kind::General => columns.max(rows),
        Kind::Infantry if (columns + rows) % 2 == 0 => columns.max(rows),
        Kind::Cavalry if (columns + rows) % 2 == 0 => (columns + rows) / 2,
        _ => return None,
    };
    u8::try_from(pips).ok()
}
