//! How good a position looks, for computer players.
//!
//! The unit is one victory point. A player is worth the cities and stars that he holds or is about to hold, his blocks, his
//! gold and his cards; less what is threatened, more what his armies are close to and what he can still do in his turn. How
//! battles will go is foreseen at a glance (`clash`). What he may expect follows from how far he is ahead of the others.

mod clash;
mod facts;
mod picture;
mod plans;
mod urge;

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::Seat;

use crate::cards::{Card, Leader};
use crate::places::{Crossing, PLACES, Place};
use crate::state::{Alliance, Bid, ENGAGEMENTS, PLAYERS, Packet, Phase};
use crate::states::State;
use clash::{Likely, Mass, ROUNDS};
use facts::{FACTS, Prize};
use picture::{EMPTY, Force, NOBODY, Picture};

/// What a threatened city costs its holder, at most, as a share of its worth; and what it brings whoever threatens it.
const FEAR: f32 = 0.35;
const HOPE: f32 = 0.12;
/// What an army is worth for each hit it scores in a round, near a goal worth a point.
const NEARNESS: f32 = 0.11;
/// What France loses with Napoléon: the game.
const NAPOLEON: f32 = 9.0;
/// What it costs to have lost all of one's cities: the game, for a great empire.
const DEFEAT: f32 = 7.0;
/// Armies that come over a sea that is not watched.
const LANDING: Mass = Mass { hits: 5.0, punch: 2.0, spent: 0.0, late_hits: 0.0, late_punch: 0.0 };
/// The most cities and stars there are.
const PRIZES: usize = 48;

/// How much the best goal near each place promises.
struct Fields {
    armies: [f32; PLACES],
    fleets: [f32; PLACES],
}

/// What everybody is worth, and what that is made of.
struct Appraisal<'a> {
    game: &'a Alliance,
    view: Picture,
    /// How the battles will go, in the order of the engagements.
    battles: ArrayVec<Likely, ENGAGEMENTS>,
    /// Who holds each prize, and how likely he is to lose it soon.
    keepers: ArrayVec<(u8, f32), PRIZES>,
    /// What each player is worth.
    worth: [f32; 8],
    /// How much of the game is left, from 1 to 0.
    season: f32,
}

impl Alliance {
    /// What `seat` may expect, from 0 (lost) to 1 (won).
    pub(crate) fn prospects(&self, seat: Seat) -> f32 {
        if let Some(end) = self.ended {
            return if end.winners.contains(seat) { 1.0 / f32::from(end.winners.len()) } else { 0.0 };
        }
        if self.rules.solitaire {
            return self.prospects_alone();
        }
        let appraisal = Appraisal::of(self);
        let own = appraisal.worth[seat.index()] + appraisal.extras(seat);
        let (mut best, mut sum) = (f32::MIN, 0.0);
        for other in Seat::first(self.players()).filter(|other| *other != seat) {
            let worth = appraisal.worth[other.index()];
            best = best.max(worth);
            sum += worth;
        }
        let others = f32::from(self.players() - 1).max(1.0);
        let lead = if best > f32::MIN { own - 0.6 * best - 0.4 * sum / others } else { own };
        // What is ahead at the end is more certain than what is ahead at the start.
        let scale = 1.3 + 2.7 * appraisal.season;
        0.01 + 0.98 / (1.0 + (-lead / scale).exp())
    }

    /// The solo player's: points against what was to be expected by now.
    fn prospects_alone(&self) -> f32 {
        let (gained, lost) = self.gains();
        let points = f32::from(self.solo.score) + f32::from(gained) - f32::from(lost);
        1.0 / (1.0 + (-(points - f32::from(self.flipped())) / 4.0).exp())
    }

    /// How much of the game is left, from 1 to 0.
    fn season(&self) -> f32 {
        let years = f32::from(self.rules.last_year.saturating_sub(self.year));
        let turns = 4.0 * years + f32::from(4 - self.game_turn.min(4));
        let now = if matches!(self.phase, Phase::Battles(_) | Phase::Close) { 0.0 } else { 1.0 };
        ((turns + now) / 16.0).min(1.0)
    }
}

impl<'a> Appraisal<'a> {
    fn of(game: &'a Alliance) -> Appraisal<'a> {
        let mut appraisal = Appraisal {
            game,
            view: Picture::of(game),
            battles: ArrayVec::new(),
            keepers: ArrayVec::new(),
            worth: [0.0; 8],
            season: game.season(),
        };
        appraisal.foresee_battles();
        let lasting = 0.25 + 0.75 * appraisal.season;
        for (worth, army) in appraisal.worth.iter_mut().zip(appraisal.view.armies) {
            *worth += army * lasting;
        }
        appraisal.count_prizes();
        appraisal.count_homes();
        for seat in Seat::first(game.players()) {
            appraisal.worth[seat.index()] += appraisal.purse(seat) + appraisal.hand(seat);
        }
        if let Phase::Match(bid) = game.phase {
            appraisal.expect_of_bid(&bid);
        }
        appraisal
    }

    /// Takes what the battles to be fought will cost from what the armies are worth.
    fn foresee_battles(&mut self) {
        for slot in 0..self.view.attacking.len() {
            let (place, attackers) = self.view.attacking[slot];
            let defenders = *self.view.at(place);
            let likely = self.foresee(place, &attackers, &defenders);
            self.battles.push(likely);
            self.lose(&attackers, likely.attackers, 1.0);
            // Who is beaten in defence mostly gets away with some.
            self.lose(&defenders, likely.defenders, 0.85);
        }
    }

    fn lose(&mut self, force: &Force, left: f32, share: f32) {
        if force.holder < EMPTY {
            self.view.armies[usize::from(force.holder)] -= force.worth * (1.0 - left) * share;
            if force.napoleon {
                let gone = 1.0 - left;
                self.worth[usize::from(force.holder)] -= NAPOLEON * gone * gone * gone;
            }
        }
    }

    fn foresee(&self, place: Place, attackers: &Force, defenders: &Force) -> Likely {
        let (mut rounds, mut first) = (ROUNDS, true);
        if let Some(fight) = self.game.fight.as_ref().filter(|fight| fight.place == place) {
            first = fight.round == 1;
            rounds = match fight.round {
                round @ 1..=ROUNDS => ROUNDS + 1 - round,
                _ => u8::from(fight.extended != 0),
            };
        }
        clash::foresee(&attackers.mass, &defenders.mass, rounds, first)
    }

    /// Counts cities and stars: as they stand, as battles will leave them, and as they are threatened.
    fn count_prizes(&mut self) {
        for prize in &FACTS.prizes {
            let keeper = self.keeper(prize);
            let (mut risk, mut rival) = (0.0, EMPTY);
            let slot = self.view.attacking.iter().position(|(place, _)| *place == prize.place);
            let share = match slot {
                Some(slot) => {
                    let win = self.battles[slot].win;
                    self.credit(self.view.attacking[slot].1.holder, prize, win);
                    1.0 - win
                }
                None => {
                    (risk, rival) = self.menace(prize, keeper);
                    1.0
                }
            };
            self.credit(keeper, prize, share - FEAR * risk);
            self.credit(rival, prize, HOPE * risk);
            if risk > 0.0 && self.view.at(prize.place).napoleon {
                self.worth[usize::from(keeper)] -= 0.3 * NAPOLEON * risk * risk;
            }
            self.keepers.push((keeper, risk));
        }
    }

    /// Gives a player a share of a prize: the whole worth if it is his homeland, else half (3.4).
    fn credit(&mut self, holder: u8, prize: &Prize, share: f32) {
        if usize::from(holder) < PLAYERS {
            self.worth[usize::from(holder)] += share * prize.value * self.rate(holder, prize);
        }
    }

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

    fn are_friends(&self, one: u8, other: u8) -> bool {
        one == other
            || (usize::from(one) < PLAYERS
                && usize::from(other) < PLAYERS
                && self.game.are_allied(Seat(one), Seat(other)))
    }

    /// How likely a prize is to fall to those who stand around it, and to whom.
    fn menace(&self, prize: &Prize, keeper: u8) -> (f32, u8) {
        if usize::from(keeper) >= PLAYERS {
            return (0.0, EMPTY);
        }
        let mut mass = Mass::default();
        let mut rival = (0.0, EMPTY);
        let mut landing = false;
        for link in prize.place.links() {
            let near = self.view.at(link.to);
            if usize::from(near.holder) >= PLAYERS || self.are_friends(keeper, near.holder) {
                continue;
            }
            let before = mass.punch;
            let lot = match link.crossing {
                Crossing::Land(_) => &near.armies,
                Crossing::Coast { base: false } => &picture::Lot::NONE,
                _ => &near.fleets,
            };
            if lot.count > 0 {
                let (limit, _) = self.game.limit(link.crossing, false);
                mass.add(&lot.mass((f32::from(limit) / f32::from(lot.count)).min(1.0)), 1.0);
            }
            if !landing && link.to.is_sea() && !prize.place.is_sea() && near.fleets.count > 0 {
                landing = true;
                mass.add(&LANDING, 1.0);
            }
            if mass.punch - before > rival.0 {
                rival = (mass.punch - before, near.holder);
            }
        }
        if mass.hits <= 0.0 {
            return (0.0, EMPTY);
        }
        let garrison = self.view.at(prize.place);
        let risk = match garrison.count {
            0 => 0.9,
            _ => clash::foresee(&mass, &garrison.mass, ROUNDS, true).win,
        };
        (risk, rival.1)
    }

    /// Whoever has lost most of his homeland is close to defeat (9.2).
    fn count_homes(&mut self) {
        for seat in 0..self.game.players() {
            let empire = self.game.empires[usize::from(seat)];
            let (mut all, mut lost) = (0.0, 0.0);
            for (prize, (keeper, risk)) in FACTS.prizes.iter().zip(&self.keepers) {
                if prize.home == Some(empire) {
                    all += 1.0;
                    let held = self.are_friends(seat, *keeper);
                    lost += if held { 0.4 * risk } else { 1.0 };
                }
            }
            let share: f32 = lost / f32::max(all, 1.0);
            self.worth[usize::from(seat)] -= DEFEAT * share * share * share;
        }
    }

    /// What gold is worth, with action points that are still to be spent: less and less the more there is, and nothing at the
    /// end.
    fn purse(&self, seat: Seat) -> f32 {
        let points = match self.game.phase {
            Phase::Actions if self.game.turn.seat == seat => f32::from(self.game.turn.points),
            _ => 0.0,
        };
        let gold = f32::from(self.game.treasuries[seat.index()]) + points;
        let worth =
            0.085 * gold.min(6.0) + 0.055 * (gold - 6.0).clamp(0.0, 9.0) + 0.02 * (gold - 15.0).max(0.0);
        worth * self.point()
    }

    /// What an action point is worth against one early in the game.
    fn point(&self) -> f32 {
        (4.0 * self.season).min(1.0)
    }

    /// What cards are worth: an own one has an action point more, a leader can bid (3.2, 3.3).
    fn hand(&self, seat: Seat) -> f32 {
        let hand = &self.game.hands[seat.index()];
        let empire = self.game.empire(seat);
        let worth = |card: Card| {
            let own = if card.face().empire == empire { 0.1 } else { 0.0 };
            let leader = match card.leader() {
                None => 0.0,
                Some(Leader::Talleyrand) => 0.16,
                Some(_) => 0.12,
            };
            0.02 + own + leader + 0.0005 * f32::from(card.number())
        };
        let held: f32 = hand.cards.iter().map(worth).sum();
        // A good card is better played early.
        let played = match self.game.phase {
            Phase::Cards => hand.played.map_or(0.0, |card| 1.15 * worth(card)),
            _ => 0.0,
        };
        held + played
    }

    /// What a bid that is being matched will bring whom (6.13).
    fn expect_of_bid(&mut self, bid: &Bid) {
        let prize = self.state_worth(bid.target);
        let mut chances = [0.0f32; PLAYERS];
        for seat in Seat::first(self.game.players()) {
            let weight = match () {
                _ if bid.rolling.contains(seat) => 1.0,
                _ if bid.asked.contains(seat) => continue,
                _ if self.game.treasuries[seat.index()] >= u16::from(bid.gold) => 0.6,
                _ => continue,
            };
            chances[seat.index()] = weight * (0.4 * f32::from(self.game.player(seat).bonus(bid))).exp();
        }
        // One who rolls alone needs no more than a 7; ties and low rolls change nothing.
        let total: f32 = chances.iter().sum::<f32>() + 0.45;
        let ally = self.view.leader(bid.target);
        for seat in 0..self.game.players() {
            let chance = chances[usize::from(seat)] / total;
            if ally == NOBODY {
                self.worth[usize::from(seat)] += chance * prize;
            } else if seat != ally {
                self.worth[usize::from(ally)] -= chance * prize;
            }
        }
    }

    /// What it is worth to have a state for an ally.
    fn state_worth(&self, state: State) -> f32 {
        let prizes = FACTS.prizes.iter().filter(|prize| prize.home == Some(state));
        let cities: f32 = prizes.map(|prize| 0.5 * prize.value).sum();
        let mut blocks = 0.0;
        for (number, fact) in FACTS.blocks.iter().enumerate() {
            if fact.state == state.index() && self.game.spots[number].place().is_some() {
                blocks += fact.body + fact.step * f32::from(self.game.strengths[number]);
            }
        }
        cities + blocks * (0.25 + 0.75 * self.season)
    }

    /// What only counts for the one who is asked: where his armies stand, what he can still do, his friends.
    fn extras(&self, seat: Seat) -> f32 {
        let fields = self.fields(seat);
        self.nearness(seat, &fields) + self.friends(seat) + self.plans(seat, &fields)
    }

    /// How much the best goal near each place promises a player's armies, and his fleets.
    fn fields(&self, seat: Seat) -> Fields {
        let mut fields = Fields { armies: [0.0; PLACES], fleets: [0.0; PLACES] };
        for ((prize, goal), fading) in FACTS.prizes.iter().zip(self.goals(seat)).zip(&FACTS.fading) {
            let field = if prize.place.is_sea() { &mut fields.fleets } else { &mut fields.armies };
            if goal > 0.02 {
                field.iter_mut().zip(fading).for_each(|(best, fading)| *best = best.max(goal * fading));
            }
        }
        fields
    }

    /// What a player's armies and fleets should go for, by prize.
    fn goals(&self, seat: Seat) -> ArrayVec<f32, PRIZES> {
        let goal = |(prize, (keeper, risk)): (&Prize, &(u8, f32))| {
            let weight = match *keeper {
                keeper if self.are_friends(seat.0, keeper) => 0.5 * risk,
                NOBODY | EMPTY => match prize.home {
                    None => 0.7,
                    Some(home) if home.is_empire() || self.goes_with_empire(home) => 0.05,
                    Some(_) => 0.55,
                },
                keeper => 0.5 + 0.6 * self.rate(keeper, prize),
            };
            weight * prize.value
        };
        FACTS.prizes.iter().zip(&self.keepers).map(goal).collect()
    }

    /// What it is worth that armies and fleets stand close to where they are needed.
    fn nearness(&self, seat: Seat, fields: &Fields) -> f32 {
        let mut worth = 0.0;
        for ((force, army), fleet) in self.view.standing.iter().zip(&fields.armies).zip(&fields.fleets) {
            if force.holder == seat.0 {
                worth += force.march * army + force.sail * fleet;
            }
        }
        // Whoever attacks is where he wanted to go.
        for (place, force) in self.view.attacking.iter().filter(|(_, force)| force.holder == seat.0) {
            worth += force.march * fields.armies[place.index()] + force.sail * fields.fleets[place.index()];
        }
        NEARNESS * worth
    }

    /// What alliances are worth: a friend is good, not too many of them, and not the one who is winning anyway.
    fn friends(&self, seat: Seat) -> f32 {
        let players = self.game.players();
        let pacts = &self.game.pacts;
        let others = Seat::first(players).filter(|other| *other != seat);
        let first = others.max_by(|a, b| self.worth[a.index()].total_cmp(&self.worth[b.index()]));
        let suits =
            |other: Seat| Some(other) != first || self.worth[other.index()] <= self.worth[seat.index()];
        let most = match players {
            0..=2 => 0,
            3..=4 => 1,
            _ => 2,
        };
        let (mut worth, mut count) = (0.0, 0);
        for ally in pacts.allied[seat.index()].iter() {
            count += 1;
            worth += if suits(ally) && count <= most { 0.4 } else { -0.3 };
            // Who is allied lets his friends in.
            worth -= if pacts.admitted[seat.index()].contains(ally) { 0.0 } else { 1.0 };
        }
        worth + self.proposed(seat, |other| suits(other) && count < most)
    }

    /// What it is worth to have a proposal under way: a little if it is for an alliance with somebody who suits, and for
    /// nothing else.
    fn proposed(&self, seat: Seat, suits: impl Fn(Seat) -> bool) -> f32 {
        let Some(open) = self.game.talk.proposal.filter(|open| open.from == seat) else { return 0.0 };
        let plain = open.given == Packet::default() && open.wanted == Packet::default() && !open.surrender;
        match plain && suits(open.to) {
            true => 0.02 + 0.03 * f32::from(u8::from(open.alliance)) + 0.03 * f32::from(u8::from(open.sent)),
            false => -0.2,
        }
    }
}

/// How likely the attackers win at a glance, and how much of them is left: to be held against the exact odds.
#[cfg(test)]
pub(crate) fn glance(fighters: &[crate::odds::Fighter]) -> (f32, f32) {
    let (mut attackers, mut defenders) = (Mass::default(), Mass::default());
    for fighter in fighters {
        let side = if fighter.attacks { &mut attackers } else { &mut defenders };
        let (hits, punch) = fighter.weight();
        side.hits += hits;
        side.punch += punch;
    }
    let likely = clash::foresee(&attackers, &defenders, ROUNDS, true);
    (likely.win, likely.attackers)
}
