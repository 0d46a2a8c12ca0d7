//! The race for towns: how many turns a player needs until he holds as many foreign ones as win the game (0.3).
//!
//! Each General goes for the town he reaches first, then from there for the next; a player's armies take turns.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use engine::Seat;

use super::Judge;
use super::field::{Army, Field, Stand, TownState};
use crate::board::{BOARD, TOWNS, Town};
use crate::components::{Kind, PieceId, Power};
use crate::square::{Mask, NUMBERS, Square};
use crate::state::{Phase, Recovery, Relation};

/// A place nobody gets to.
const NEVER: u8 = 63;

/// Moves a General needs over open land from each square to each town, then to each Capital.
static MARCHES: LazyLock<Vec<[u8; TOWNS + 5]>> = LazyLock::new(|| {
    let towns = Town::all().map(Town::square);
    let capitals = Power::ALL.into_iter().map(|power| BOARD.base(power).capital.general);
    let mut marches = vec![[NEVER; TOWNS + 5]; usize::from(NUMBERS)];
    for (number, goal) in towns.chain(capitals).enumerate() {
        marches[goal.index()][number] = 0;
        let mut edge = vec![goal];
        for moves in 1..NEVER {
            let mut next = Vec::new();
            for near in
                edge.iter().flat_map(|square| square.neighbours()).filter(|near| BOARD.land.has(*near))
            {
                let known = &mut marches[near.index()][number];
                if *known == NEVER {
                    *known = moves;
                    next.push(near);
                }
            }
            edge = next;
        }
    }
    marches
});

/// How many turns a General takes on average for so many moves, if he gets all pips of each throw.
const TURNS: [f32; 128] = {
    let mut turns = [0.0; 128];
    let mut moves = 1;
    while moves < turns.len() {
        let mut sum = 0.0;
        let mut pips = 2;
        while pips <= 12 && pips < moves {
            let ways = if pips <= 7 { pips - 1 } else { 13 - pips };
            sum += ways as f32 * turns[moves - pips];
            pips += 1;
        }
        turns[moves] = 1.0 + sum / 36.0;
        moves += 1;
    }
    turns
};

/// So many moves later a town falls in which somebody else's piece stands: it has to be beaten first.
const BLOCKED: i8 = 9;
/// A piece of one's own has to get out of the way.
const CROWDED: i8 = 1;
/// So many moves more are worth making for a town that another player needs for his own victory.
const ROBBERY: i8 = 2;
/// How many towns ahead the way is looked for, and what each later one takes.
const LOOK_AHEAD: usize = 4;
const LATER_TOWN: f32 = 1.3;
/// How much more the rounds to the next town count.
const NEXT_TOWN: f32 = 0.5;
/// Turns it costs a General if nobody makes way for him.
const HEMMED_IN: f32 = 0.4;
/// What each move costs that a General could make at once but has not made, in turns.
const UNSURE: f32 = 0.05;
/// Rounds that each town takes for which nobody can see a way.
const OUT_OF_REACH: f32 = 4.0;

/// A town or Capital that a General can go for.
#[derive(Clone, Copy)]
struct Goal {
    /// Its number among [`MARCHES`].
    number: u8,
    /// Moves it takes beyond the way to it.
    extra: i8,
}

/// A General on his way.
struct Runner {
    power: Power,
    square: Square,
    /// When he can move next, in rounds from now.
    clock: f32,
    period: f32,
    /// The moves he can make at once, if it is his turn.
    at_hand: Option<u8>,
    /// The goal he reaches first, by its place in the list, and when.
    next: Option<(usize, f32)>,
}

/// How a player's race stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Race {
    /// Rounds until he wins by towns, if nobody hinders him.
    pub(super) rounds: f32,
    /// The first town he captures, and in how many rounds.
    pub(super) first: Option<(Town, f32)>,
}

impl Race {
    /// The rounds to victory, of which those to the next town are the surest and count for more.
    pub(super) fn length(&self) -> f32 {
        self.rounds + NEXT_TOWN * self.first.map_or(OUT_OF_REACH, |(_, rounds)| rounds)
    }
}

impl Judge<'_> {
    /// How the race of `seat` stands.
    pub(super) fn race(&self, field: &Field, seat: Seat) -> Race {
        let marches = &MARCHES[..];
        let mut needed = self.towns_to_win();
        let mut goals: ArrayVec<Goal, TOWNS> = ArrayVec::new();
        for (number, town) in field.towns.iter().enumerate().filter(|(_, town)| town.home != Some(seat)) {
            if town.holder == Some(seat) {
                needed = needed.saturating_sub(1);
            } else if field.is_open(*town, seat) {
                goals.push(Goal { number: number as u8, extra: self.extra_moves(*town, seat) });
            }
        }
        let mut runners: ArrayVec<Runner, 10> = ArrayVec::new();
        for army in field.of_seat(seat) {
            self.add_runners(field, army, &mut runners);
        }
        let mut race = Race { rounds: 0.0, first: None };
        for runner in &mut runners {
            runner.look(marches, &goals, self.rules.three_moves);
            runner.leave(marches, &goals, &field.free);
        }
        for found in 0..needed {
            if found == LOOK_AHEAD {
                race.rounds += LATER_TOWN * (needed - found) as f32;
                break;
            }
            let fastest = runners
                .iter()
                .enumerate()
                .filter_map(|(number, runner)| Some((number, runner.next?)))
                .min_by(|(_, (_, a)), (_, (_, b))| a.total_cmp(b));
            let Some((number, (at, arrival))) = fastest else {
                race.rounds += OUT_OF_REACH * (needed - found) as f32;
                break;
            };
            let goal = goals.swap_remove(at);
            let town = Town(goal.number);
            race.rounds = arrival;
            race.first.get_or_insert((town, arrival));
            let power = runners[number].power;
            for (other, runner) in runners.iter_mut().enumerate() {
                if other == number {
                    runner.square = town.square();
                }
                if runner.power == power {
                    runner.clock = arrival + runner.period;
                    runner.at_hand = None;
                }
                // The last goal of the list has taken the place of the one that is gone.
                let moved = runner.next.is_some_and(|(goal, _)| goal == at || goal == goals.len());
                if runner.power == power || moved {
                    runner.look(marches, &goals, self.rules.three_moves);
                }
            }
        }
        race
    }

    /// How many moves a town takes beyond the way to it, for who stands in it and whom it is taken from.
    fn extra_moves(&self, town: TownState, seat: Seat) -> i8 {
        let blocked = town.occupant.map_or(0, |piece| self.in_the_way(piece, seat));
        let robs = town.holder.is_some() && town.holder != town.home;
        blocked - if robs { ROBBERY } else { 0 }
    }

    fn add_runners(&self, field: &Field, army: &Army, runners: &mut ArrayVec<Runner, 10>) {
        let players = f32::from(field.players);
        let mut clock = f32::from(army.turns) / players;
        let moving = self.turn.power == army.power && matches!(self.phase(), Phase::Moving | Phase::Attack);
        if moving && army.is_free() {
            clock = 0.0;
        }
        match army.recovery {
            Recovery::Ready | Recovery::Shielded => {}
            Recovery::Misses => clock += army.period,
            Recovery::Mobilising => clock += army.period * self.turns_to_mobilise(army.power),
        }
        let free = army.is_free();
        for general in army.generals() {
            let square = if free { general.square } else { BOARD.base(army.power).capital.general };
            let at_hand = (moving && free).then(|| self.moves_at_hand(general));
            let Army { power, period, .. } = *army;
            runners.push(Runner { power, square, clock, period, at_hand, next: None });
        }
    }

    /// How many moves a General of the active army can still make in this turn.
    fn moves_at_hand(&self, general: &Stand) -> u8 {
        let let_go = self.turn.moved.contains(general.piece) && self.turn.in_hand != Some(general.piece);
        let halted = self.turn.in_hand == Some(general.piece) && self.turn.halt.is_some();
        if self.phase() != Phase::Moving || let_go || halted {
            return 0;
        }
        let made = if self.turn.in_hand == Some(general.piece) { self.turn.moves } else { 0 };
        let most = if self.rules.three_moves { 3u8.saturating_sub(made) } else { u8::MAX };
        self.turn.pips.min(most)
    }

    /// How many more moves a town takes because of whoever stands in it.
    fn in_the_way(&self, piece: PieceId, seat: Seat) -> i8 {
        let mobilises = |power| self.power(power).recovery == Recovery::Mobilising;
        match self.owner_seat(piece) {
            Some(owner) if owner == seat && piece.kind() == Kind::General => 0,
            Some(owner) if owner == seat => CROWDED,
            _ if self.owner(piece).is_some_and(mobilises) => 2 * CROWDED,
            _ => BLOCKED,
        }
    }

    /// About how far a General of `seat` on `square` is from something to capture, in moves; for priors, so without a look at
    /// what stands in the way.
    pub(super) fn way_to_go(&self, square: Square, seat: Seat) -> u8 {
        let friend = |power: Power| {
            self.power(power).seat.is_some_and(|other| self.relation(seat, other) != Relation::Hostile)
        };
        let wanted =
            |town: &Town| !self.is_home(town.country(), seat) && !self.cards[*town].is_some_and(friend);
        let ways = &MARCHES[square.index()];
        let far = |town: Town| {
            let blocked = self.occupied.has(town.square()) && town.square() != square;
            ways[town.index()] + if blocked { BLOCKED as u8 } else { 0 }
        };
        Town::all().filter(wanted).map(far).min().unwrap_or(NEVER)
    }
}

impl Runner {
    /// Finds the goal he reaches first.
    fn look(&mut self, marches: &[[u8; TOWNS + 5]], goals: &[Goal], three_moves: bool) {
        let turns = |moves: u8| match three_moves {
            true => f32::from(moves.div_ceil(3)),
            false => TURNS[usize::from(moves)],
        };
        let ways = &marches[self.square.index()];
        let mut best: Option<(usize, u8)> = None;
        for (at, goal) in goals.iter().enumerate() {
            let way = ways[usize::from(goal.number)];
            let moves = if way == 0 { 0 } else { way.saturating_add_signed(goal.extra) };
            if best.is_none_or(|(_, least)| moves < least) {
                best = Some((at, moves));
            }
        }
        self.next = best.filter(|(_, moves)| *moves < NEVER).map(|(at, moves)| {
            let rounds = match self.at_hand {
                // Moves that are made are surer than those that can still be made.
                Some(now) if moves <= now => self.period * UNSURE * f32::from(moves),
                Some(now) => self.period * (turns(moves - now) + UNSURE * f32::from(now)),
                None => self.period * (turns(moves.max(1)) - 1.0),
            };
            (at, self.clock + rounds)
        });
    }

    /// Adds what it takes to set out at all, where somebody stands on every square that leads nearer to the goal.
    fn leave(&mut self, marches: &[[u8; TOWNS + 5]], goals: &[Goal], free: &Mask) {
        let Some((at, arrival)) = &mut self.next else { return };
        let goal = usize::from(goals[*at].number);
        let way = marches[self.square.index()][goal];
        let nearer = |near: Square| marches[near.index()][goal] < way && free.has(near);
        if way > 1 && !self.square.neighbours().any(nearer) {
            *arrival += HEMMED_IN * self.period;
        }
    }
}

/// Moves a General needs from a square to a town, over open land that is empty.
pub(crate) fn far_from(town: Town, from: Square) -> u8 {
    MARCHES[from.index()][town.index()]
}

/// Moves a General needs from a square to a Capital, over open land that is empty.
pub(super) fn way_to_capital(power: Power, from: Square) -> u8 {
    MARCHES[from.index()][TOWNS + power.index()]
}
