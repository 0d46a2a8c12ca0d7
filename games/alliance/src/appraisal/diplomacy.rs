//! Gold, cards, bids and alliances.

use engine::Seat;

use super::Appraisal;
use super::facts::FACTS;
use super::picture::NOBODY;
use super::tally::{Cause, Tally};
use crate::blocks::BlockId;
use crate::cards::{Card, Leader};
use crate::state::{Alliance, Bid, PLAYERS, Packet, Phase, Standing};
use crate::states::State;

/// What gold is worth: the first pieces, those after them, and the rest. No more than three are spent in a turn (3.4).
const GOLD: [(f32, f32); 3] = [(6.0, 0.127), (9.0, 0.082), (f32::MAX, 0.03)];
/// What it is worth at the end, where it breaks ties (10.1).
const TIE: f32 = 0.03;
/// What a card is worth; what one of the own empire adds, which has an action point more (3.2), and a leader (3.3).
const CARD: f32 = 0.02;
const OWN_CARD: f32 = 0.1;
const LEADER: f32 = 0.1;
/// How much of a state's worth a leader in hand promises, if there is gold for a bid.
const BIDDING: f32 = 0.25;
/// A good card is better played early.
const EARLY: f32 = 1.15;
/// What an alliance is worth with somebody who suits: enough that nobody breaks it for a raid. What it costs with a rival.
const ALLY: f32 = 1.0;
const RIVAL: f32 = 0.5;
/// A friend who gets ahead is a rival only from so many points on.
const LOYALTY: f32 = 1.0;

impl<T: Tally> Appraisal<'_, T> {
    /// What gold is worth, with action points that are still to be spent: less and less the more there is.
    pub(super) fn purse(&self, seat: Seat) -> f32 {
        let points = match self.game.phase {
            Phase::Actions if self.game.turn.seat == seat => f32::from(self.game.turn.points),
            _ => 0.0,
        };
        let gold = f32::from(self.game.treasuries[seat]) + points;
        let (mut rest, mut worth) = (gold, 0.0);
        for (most, each) in GOLD {
            worth += each * rest.min(most);
            rest = (rest - most).max(0.0);
        }
        worth * self.clock.point + TIE * gold.min(20.0) * (1.0 - self.clock.point)
    }

    /// What cards are worth.
    pub(super) fn hand(&self, seat: Seat) -> f32 {
        let hand = &self.game.hands[seat];
        if hand.cards.is_empty() && hand.played.is_none() {
            return 0.0;
        }
        let empire = self.game.empire(seat);
        let bidding = match self.game.treasuries[seat] {
            0 => 0.0,
            gold => self.best_bid(seat) * BIDDING * f32::from(gold.min(3)) / 3.0,
        };
        let worth = |card: Card| {
            let own = if card.face().empire == empire { OWN_CARD } else { 0.0 };
            let leader = match card.leader() {
                None => 0.0,
                Some(Leader::Talleyrand) => LEADER + 1.5 * bidding,
                Some(_) => LEADER + bidding,
            };
            CARD + own + leader + 0.0005 * f32::from(card.number())
        };
        let held: f32 = hand.cards.iter().map(worth).sum();
        let played = match self.game.phase {
            Phase::Cards => hand.played.map_or(0.0, |card| EARLY * worth(card)),
            _ => 0.0,
        };
        self.clock.point * (held + played)
    }

    /// What the best state is worth that a player could bid for.
    fn best_bid(&self, seat: Seat) -> f32 {
        let mut best: f32 = 0.0;
        for state in State::all() {
            let worth = match self.game.standings[state] {
                Standing::Player(_) | Standing::With(_) => continue,
                Standing::Ally(owner) if owner == seat => continue,
                // It would be neutral first.
                Standing::Ally(_) => 0.5 * charm(state),
                Standing::Neutral | Standing::Alone => charm(state),
            };
            best = best.max(worth);
        }
        best
    }

    /// What a bid that is being matched will bring whom (6.13).
    pub(super) fn expect_of_bid(&mut self, bid: &Bid) {
        let prize = self.state_worth(bid.target);
        let mut chances = [0.0f32; PLAYERS];
        for seat in Seat::first(self.game.players()) {
            let weight = match () {
                _ if bid.rolling.contains(seat) => 1.0,
                _ if bid.asked.contains(seat) => continue,
                _ if self.game.treasuries[seat] >= u16::from(bid.gold) => 0.6,
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
                self.add(seat, Cause::Bid(bid.target), chance * prize);
            } else if seat != ally {
                self.add(ally, Cause::Bid(bid.target), -chance * prize);
            }
        }
    }

    /// What it is worth to have a state for an ally.
    fn state_worth(&self, state: State) -> f32 {
        let prizes = FACTS.prizes.iter().filter(|prize| prize.home == Some(state));
        let cities: f32 = prizes.map(|prize| 0.5 * prize.value).sum();
        let mut blocks = 0.0;
        for (block, fact) in BlockId::all().zip(&FACTS.blocks) {
            if usize::from(fact.state) == state.index() && self.game.blocks.spots[block].place().is_some() {
                blocks += fact.body + fact.step * f32::from(self.game.blocks.strengths[block]);
            }
        }
        cities + blocks * self.clock.lasting
    }

    /// What alliances are worth: a friend is good, not too many of them, and not one of those who are winning.
    pub(super) fn count_friends(&mut self) {
        let most = self.game.most_friends();
        for seat in Seat::first(self.game.players()) {
            let mut count = 0;
            for ally in self.game.pacts.allied[seat].iter() {
                count += 1;
                let suits = count <= most && !self.is_rival(ally, seat, LOYALTY);
                let admits = self.game.pacts.admitted[seat].contains(ally);
                // Who is allied lets his friends in.
                let worth = if suits { ALLY } else { -RIVAL } - if admits { 0.0 } else { 1.0 };
                self.add(seat.0, Cause::Pact(ally), worth);
            }
            self.count_proposal(seat);
        }
    }

    /// Whether somebody belongs to those who are ahead and have to be stopped: he has more points than this player, and is not
    /// the last of the others: against whoever leads, those behind hold together.
    fn is_rival(&self, other: Seat, seat: Seat, by: f32) -> bool {
        let points = &self.points[..usize::from(self.game.players())];
        let theirs = points[other.index()];
        let others = || points.iter().enumerate().filter(|(third, _)| *third != seat.index());
        let ahead = others().filter(|(_, third)| **third > theirs).count();
        theirs > points[seat.index()] + by && ahead + 1 < others().count()
    }

    /// What it is worth to have a proposal under way: a little if it is for an alliance that suits both, and for nothing else.
    fn count_proposal(&mut self, seat: Seat) {
        let Some(open) = self.game.talk.proposal.filter(|open| open.from == seat) else { return };
        let plain = open.given == Packet::default() && open.wanted == Packet::default() && !open.surrender;
        let free = |seat: Seat| self.game.pacts.allied[seat].len() < self.game.most_friends();
        let suits = !self.is_rival(open.to, seat, 0.0) && !self.is_rival(seat, open.to, 0.0);
        let worth = match plain && suits && free(seat) && free(open.to) {
            true => 0.02 + 0.03 * f32::from(u8::from(open.alliance)) + 0.03 * f32::from(u8::from(open.sent)),
            false => -0.2,
        };
        self.add(seat.0, Cause::Pact(open.to), worth);
    }
}

impl Alliance {
    /// How many allies a player wants: none at all if there is but one other.
    pub(super) fn most_friends(&self) -> u8 {
        match self.players() {
            0..=2 => 0,
            3..=4 => 1,
            _ => 2,
        }
    }
}

/// What a state is worth at first sight: its cities, and an army if it is an empire.
fn charm(state: State) -> f32 {
    if state.is_empire() { 3.0 } else { 0.7 }
}
