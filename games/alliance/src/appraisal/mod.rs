//! How good a position looks, for computer players.
//!
//! A player comes to so many victory points as he may expect at the end: his handicap, the cities and stars that he holds or is
//! about to hold, what his blocks, gold and cards can still win, what his armies stand close to; less what is threatened. How
//! likely he is to win follows from what everybody comes to: the farther ahead of each of the others, and the fewer turns are
//! left, the surer. So a leader is everybody's enemy, and the chances of all add up to one. A tenth of the prospects is how
//! many points he is ahead or behind: without it whoever has no chance left would play as it comes.

mod clash;
mod clock;
mod diplomacy;
mod facts;
mod picture;
mod pressure;
mod tally;
mod turn;
mod urge;

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::{Motive, Seat, Seats, Stream};

use crate::places::Place;
use crate::state::{Alliance, ENGAGEMENTS, PLAYERS, Phase};
use crate::states::State;
use clash::{Likely, ROUNDS};
use clock::Clock;
use facts::{FACTS, PRIZES, Prize};
use picture::{EMPTY, Force, NOBODY, Picture};
use tally::{Cause, Parts, Sums, Tally};

/// What France loses with Napoléon: the game.
const NAPOLEON: f32 = 9.0;
/// What it costs to have lost all of one's cities: the game, for a great empire.
const DEFEAT: f32 = 7.0;
/// What the lesser empires start with (10.2).
const HANDICAP: f32 = 5.0;
/// An empire with fewer blocks than this has to fear for itself: with three it is defeated (9.2).
const THIN: u8 = 5;
/// What each block below that costs it.
const THINNING: f32 = 0.4;
/// Who is beaten in defence mostly gets away with some.
const ESCAPING: f32 = 0.85;
/// How far apart players lie at the end, and how much farther four years before, for one to be nearly sure to win.
const SPREAD: (f32, f32) = (0.55, 2.2);
/// How much of a player's prospects is how he stands against the others, in points, whatever his chance to win.
const STANDING: f32 = 0.1;
/// How many points ahead or behind make much of a difference there.
const REACH: f32 = 4.0;
/// Worlds in which a player's motives are looked for.
const WORLDS: u8 = 4;

/// What everybody comes to, and what that is made of.
struct Appraisal<'a, T> {
    game: &'a Alliance,
    clock: Clock,
    view: &'a Picture,
    /// How the battles will go, in the order of the engagements.
    battles: ArrayVec<Likely, ENGAGEMENTS>,
    /// Who holds each prize, battles left aside.
    keepers: ArrayVec<u8, PRIZES>,
    /// What everybody comes to, in victory points.
    sums: Sums,
    /// What that is made of.
    tally: T,
    /// Everybody's chance to win, by what is held; what one is the others' to lose.
    chances: [f32; 8],
    /// Victory points that everybody can count: what is held, and handicaps.
    points: [f32; 8],
    /// Points abroad, which count for half (3.4).
    abroad: [f32; 8],
}

/// What everybody may expect, from 0 (lost) to 1 (won).
pub(crate) fn appraise_each(game: &Alliance) -> [f32; Seats::MAX as usize] {
    let mut values = [0.0; Seats::MAX as usize];
    if let Some(end) = game.ended {
        let share = 1.0 / f32::from(end.winners.len().max(1));
        end.winners.iter().for_each(|seat| values[seat.index()] = share);
    } else if game.rules.solitaire {
        values[0] = game.prospects_alone();
    } else {
        let view = Picture::of(game);
        let appraisal = Appraisal::of(game, &view, ());
        let chances = appraisal.outlooks();
        values[..PLAYERS].copy_from_slice(&chances[..PLAYERS]);
    }
    values
}

/// What a player's prospects are made of, in victory points: as it looks in a few worlds that fit what he knows.
pub(crate) fn motives(game: &Alliance, seat: Seat) -> Vec<Motive> {
    if game.ended.is_some() || game.rules.solitaire {
        return Vec::new();
    }
    let mut chance = Stream::from_number(0);
    let mut parts = Parts { seat, parts: Vec::new() };
    for _ in 0..WORLDS {
        let world = game.player(seat).determinize(&mut chance);
        parts = Appraisal::of(&world, &Picture::of(&world), parts).tally;
    }
    parts.told(game, f32::from(WORLDS))
}

impl Alliance {
    /// The solo player's: points against what was to be expected by now.
    fn prospects_alone(&self) -> f32 {
        let (gained, lost) = self.gains();
        let points = f32::from(self.solo.score) + f32::from(gained) - f32::from(lost);
        1.0 / (1.0 + (-(points - f32::from(self.flipped())) / 4.0).exp())
    }
}

impl<'a, T: Tally> Appraisal<'a, T> {
    fn of(game: &'a Alliance, view: &'a Picture, tally: T) -> Appraisal<'a, T> {
        let mut appraisal = Appraisal {
            game,
            clock: Clock::of(game),
            view,
            battles: ArrayVec::new(),
            keepers: ArrayVec::new(),
            sums: Sums::default(),
            tally,
            chances: [0.0; 8],
            points: [0.0; 8],
            abroad: [0.0; 8],
        };
        appraisal.foresee_battles();
        appraisal.count_prizes();
        appraisal.count_means();
        // From here on everybody knows who is ahead.
        appraisal.chances = appraisal.shares();
        let outlook = appraisal.weigh_threats();
        appraisal.count_homes(&outlook);
        appraisal.count_friends();
        if let Phase::Match(bid) = game.phase {
            appraisal.expect_of_bid(&bid);
        }
        if game.phase == Phase::Actions && game.fight.is_none() {
            appraisal.look_ahead_in_turn(&outlook);
        }
        appraisal
    }

    #[inline]
    fn add(&mut self, seat: u8, cause: Cause, worth: f32) {
        if usize::from(seat) < PLAYERS {
            self.sums.add(seat, cause, worth);
            self.tally.add(seat, cause, worth);
        }
    }

    /// Everybody's chance to win, by what he comes to.
    fn shares(&self) -> [f32; 8] {
        let players = usize::from(self.game.players());
        let mut chances = [0.0; 8];
        if players < 2 {
            return [1.0; 8];
        }
        let scale = 1.0 / (SPREAD.0 + SPREAD.1 * self.clock.season);
        let best = self.sums.0[..players].iter().copied().fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for (chance, sum) in chances.iter_mut().zip(self.sums.0).take(players) {
            *chance = ((sum - best) * scale).exp();
            total += *chance;
        }
        chances.iter_mut().for_each(|chance| *chance /= total);
        chances
    }

    /// What everybody may expect: his chance to win, and a little for every point against the others, so that whoever is far
    /// behind still knows what is good for him.
    fn outlooks(&self) -> [f32; 8] {
        let mut chances = self.shares();
        let players = usize::from(self.game.players());
        let sums = &self.sums.0[..players];
        let total: f32 = sums.iter().sum();
        let others = players.saturating_sub(1).max(1) as f32;
        for (chance, sum) in chances.iter_mut().zip(sums) {
            let lead = sum - (total - sum) / others;
            *chance = (1.0 - STANDING) * *chance + STANDING / (1.0 + (-lead / REACH).exp());
        }
        chances
    }

    /// How much of what another loses is a player's gain: all of it if there is but one other, most of a leader's.
    #[inline]
    fn spite(&self, seat: u8, other: u8) -> f32 {
        self.chances[usize::from(other & 7)] / (1.0 - self.chances[usize::from(seat & 7)]).max(0.02)
    }

    /// Takes what the battles to be fought will cost from what the armies are worth.
    fn foresee_battles(&mut self) {
        for battle in 0..self.view.attacking.len() {
            let attackers = self.view.attacking[battle];
            let defenders = *self.view.at(attackers.place);
            let (rounds, first) = self.rounds_left(attackers.place);
            let likely = clash::foresee(&attackers.mass, &defenders.mass, rounds, first);
            self.battles.push(likely);
            self.lose(&attackers, likely.attackers, 1.0);
            self.lose(&defenders, likely.defenders, ESCAPING);
        }
    }

    /// In how many rounds the attackers still fire, and whether the first of all is among them.
    fn rounds_left(&self, place: Place) -> (u8, bool) {
        match self.game.fight.as_ref().filter(|fight| fight.place == place) {
            None => (ROUNDS, true),
            Some(fight) if fight.round <= ROUNDS => (ROUNDS + 1 - fight.round, fight.round == 1),
            Some(fight) => (u8::from(fight.extended != 0), false),
        }
    }

    fn lose(&mut self, force: &Force, left: f32, share: f32) {
        if force.holder < EMPTY {
            let gone = 1.0 - left;
            let worth = force.worth * gone * share * self.clock.lasting;
            self.add(force.holder, Cause::Battle(force.place), -worth);
            if force.napoleon {
                self.add(force.holder, Cause::Napoleon, -NAPOLEON * gone * gone * gone);
            }
        }
    }

    /// Counts cities and stars as they stand and as battles will leave them.
    fn count_prizes(&mut self) {
        for prize in &FACTS.prizes {
            let keeper = self.keeper(prize);
            self.keepers.push(keeper);
            match self.view.battle(prize.place) {
                Some(battle) => {
                    let win = self.battles[battle].win;
                    let attacker = self.view.attacking[battle].holder;
                    self.credit(attacker, prize, win);
                    self.credit(keeper, prize, 1.0 - win);
                }
                None => self.credit(keeper, prize, 1.0),
            }
        }
    }

    /// Gives a player a share of a prize: the whole worth if it is his homeland, else half (3.4).
    fn credit(&mut self, holder: u8, prize: &Prize, share: f32) {
        if usize::from(holder) >= PLAYERS {
            return;
        }
        let rate = self.rate(holder, prize);
        if rate < 1.0 {
            self.abroad[usize::from(holder)] += share * prize.value;
        }
        let worth = share * prize.value * rate;
        self.points[usize::from(holder)] += worth;
        self.add(holder, Cause::Hold(prize.place), self.clock.holding * worth);
    }

    #[inline]
    fn rate(&self, holder: u8, prize: &Prize) -> f32 {
        match self.game.empires.get(usize::from(holder)) {
            Some(empire) if prize.home == Some(*empire) => 1.0,
            _ => 0.5,
        }
    }

    /// Who holds a prize, battles left aside.
    fn keeper(&self, prize: &Prize) -> u8 {
        let owner = prize.home.map_or(NOBODY, |home| self.view.leader(home));
        match self.view.at(prize.place).holder {
            EMPTY => owner,
            holder if usize::from(owner) < PLAYERS && self.are_friends(owner, holder) => owner,
            holder => holder,
        }
    }

    #[inline]
    fn are_friends(&self, one: u8, other: u8) -> bool {
        one == other
            || (usize::from(one) < PLAYERS
                && usize::from(other) < PLAYERS
                && self.game.pacts.allied[Seat(one)].contains(Seat(other)))
    }

    /// Counts what there is to win more with: handicaps, armies, gold and cards; less what is lost in rounding.
    fn count_means(&mut self) {
        for seat in 0..self.game.players() {
            let empire = self.game.empires[usize::from(seat)];
            if matches!(empire, State::Austria | State::Prussia | State::Spain | State::Turkey) {
                self.points[usize::from(seat)] += HANDICAP;
                self.add(seat, Cause::Handicap, HANDICAP);
            }
            self.add(seat, Cause::Army, self.view.armies[usize::from(seat)] * self.clock.lasting);
            self.add(seat, Cause::Gold, self.purse(Seat(seat)));
            self.add(seat, Cause::Cards, self.hand(Seat(seat)));
            self.add(seat, Cause::Rounding, -self.clock.rounding * odd(self.abroad[usize::from(seat)]));
        }
    }

    /// Whoever has lost most of his homeland, or of his blocks, is close to defeat (9.2).
    fn count_homes(&mut self, outlook: &pressure::Outlook) {
        for seat in 0..self.game.players() {
            let empire = self.game.empires[usize::from(seat)].index();
            let cities = &FACTS.cities[empire];
            let mut lost = 0.0;
            for city in cities {
                let held = self.are_friends(seat, self.keepers[usize::from(*city)]);
                lost += if held { 0.4 * outlook.risks[usize::from(*city)] } else { 1.0 };
            }
            let share: f32 = lost / cities.len().max(1) as f32;
            let thin = f32::from(THIN.saturating_sub(self.view.ranks[empire]));
            self.add(seat, Cause::Empire, -DEFEAT * share * share * share - THINNING * thin);
        }
    }
}

/// What rounding down takes from half of so many points: half a point if they are odd.
fn odd(points: f32) -> f32 {
    let rest = points.rem_euclid(2.0);
    0.5 * (1.0 - (rest - 1.0).abs())
}

/// The cities or stars around a place, and how much of what stands there is felt at each.
pub(crate) fn nearness(place: Place, fleets: bool) -> impl Iterator<Item = (Place, f32)> {
    let near = if fleets { &FACTS.near_fleets } else { &FACTS.near_armies };
    near[place.index()].iter().map(|near| (FACTS.prizes[usize::from(near.prize)].place, near.felt))
}

/// How likely the attackers win at a glance, and how much of them is left: to be held against the exact odds.
#[cfg(test)]
pub(crate) fn glance(fighters: &[crate::odds::Fighter]) -> (f32, f32) {
    let (mut attackers, mut defenders) = (clash::Mass::default(), clash::Mass::default());
    for fighter in fighters {
        let side = if fighter.attacks { &mut attackers } else { &mut defenders };
        let (hits, punch) = fighter.weight();
        side.hits += hits;
        side.punch += punch;
    }
    let likely = clash::foresee(&attackers, &defenders, ROUNDS, true);
    (likely.win, likely.attackers)
}
