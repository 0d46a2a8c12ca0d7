//! Diplomatic bids, and neutrals that are invaded. Rulebook 4.32, 6.1.

use engine::{Chance, Denied, Recorder, Seat, Seats, rule};

use crate::action::Action;
use crate::cards::Leader;
use crate::control::States;
use crate::event::{Event, Party};
use crate::places::Place;
use crate::state::{Alliance, Bid, Phase, Standing};
use crate::states::State;

/// The most gold in a bid (A-6.1-cost).
const MOST: u8 = 3;

/// A roll below this changes nothing (A-6.13-win).
const LEAST: u8 = 7;

impl Alliance {
    /// A seat with the empire it leads, for the log.
    pub(crate) fn party(&self, seat: Seat) -> Party {
        Party { seat, empire: self.empire(seat) }
    }

    /// Who may open a bid this game turn: whoever has played the highest leader (A-6.1-highest).
    pub(crate) fn bidder(&self) -> Option<Seat> {
        self.order().find(|seat| self.hands[seat.index()].played.is_some_and(|card| card.leader().is_some()))
    }

    /// Who is asked next whether he matches a bid: the others, the highest card first (A-6.1-match).
    pub(crate) fn matcher(&self, bid: &Bid) -> Option<Seat> {
        self.order().find(|seat| *seat != bid.by && !bid.asked.contains(*seat))
    }

    /// What stops the player with the highest leader from bidding for a state, if anything.
    fn may_bid(&self, seat: Seat, target: State, gold: u8) -> Result<(), Denied> {
        match self.standings[target.index()] {
            Standing::Player(_) => {
                return Err(Denied::new(
                    rule!("A-6.1-cost"),
                    "a player leads that empire: nobody can bid for it",
                ));
            }
            _ if self.led_by(target) == Some(seat) => {
                return Err(Denied::new(rule!("A-6.11-own"), "it is with you already"));
            }
            _ => {}
        }
        if !(1..=MOST).contains(&gold) {
            return Err(Denied::new(rule!("A-6.1-cost"), "a bid is 1, 2 or 3 gold"));
        }
        if self.treasuries[seat.index()] < u16::from(gold) {
            return Err(Denied::new(rule!("A-6.1-cost"), "you do not have that much gold"));
        }
        Ok(())
    }

    pub(crate) fn list_bids(&self, seat: Seat, out: &mut Vec<Action>) {
        for target in State::all() {
            for gold in 1..=MOST {
                if self.may_bid(seat, target, gold).is_ok() {
                    out.push(Action::Bid { target, gold });
                }
            }
        }
        out.push(Action::Done);
    }

    /// Opens a bid.
    pub(crate) fn bid(
        &mut self,
        seat: Seat,
        target: State,
        gold: u8,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        self.may_bid(seat, target, gold)?;
        self.treasuries[seat.index()] -= u16::from(gold);
        let who = self.party(seat);
        log.record(|| Event::Bid { who, target, gold });
        let rolling = Seats::from(seat);
        self.go_on_matching(Bid { by: seat, target, gold, rolling, asked: Seats::NONE }, log);
        Ok(())
    }

    /// Nobody bids this game turn.
    pub(crate) fn pass_bid(&mut self, seat: Seat, log: &mut impl Recorder<Event>) -> Result<(), Denied> {
        let who = self.party(seat);
        log.record(|| Event::NoBid { who });
        self.begin_actions(log);
        Ok(())
    }

    pub(crate) fn list_match(&self, seat: Seat, bid: &Bid, out: &mut Vec<Action>) {
        if self.treasuries[seat.index()] >= u16::from(bid.gold) {
            out.push(Action::Match);
        }
        out.push(Action::Done);
    }

    /// Matches a bid.
    pub(crate) fn match_bid(
        &mut self,
        seat: Seat,
        bid: Bid,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        if self.treasuries[seat.index()] < u16::from(bid.gold) {
            return Err(Denied::new(rule!("A-6.1-match"), "you do not have that much gold"));
        }
        self.treasuries[seat.index()] -= u16::from(bid.gold);
        let (who, gold) = (self.party(seat), bid.gold);
        log.record(|| Event::Matched { who, gold });
        self.go_on_matching(Bid { rolling: bid.rolling.with(seat), asked: bid.asked.with(seat), ..bid }, log);
        Ok(())
    }

    /// Lets a bid pass.
    pub(crate) fn pass_match(
        &mut self,
        seat: Seat,
        bid: Bid,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let who = self.party(seat);
        log.record(|| Event::Declined { who, gold: bid.gold });
        self.go_on_matching(Bid { asked: bid.asked.with(seat), ..bid }, log);
        Ok(())
    }

    /// Asks the next, or rolls. Whoever has not the gold is not asked, unless that would give it away. What comes of it is
    /// fought out before the first player's turn (A-6.13-battles).
    fn go_on_matching(&mut self, mut bid: Bid, log: &mut impl Recorder<Event>) {
        while let Some(next) = self.matcher(&bid) {
            if self.rules.hidden_treasuries || self.treasuries[next.index()] >= u16::from(bid.gold) {
                self.phase = Phase::Match(bid);
                return;
            }
            bid.asked.insert(next);
        }
        self.decide_bid(bid, log);
        self.phase = Phase::Decided;
        self.go_on(log);
    }

    /// What a player adds to his roll (6.12, A-3.3-talleyrand).
    pub(crate) fn bonus(&self, seat: Seat, bid: &Bid) -> u8 {
        let initiative = u8::from(seat == bid.by);
        let cities = if bid.target.is_empire() { self.friendly_cities(seat, bid.target) } else { 0 };
        let leader = self.hands[seat.index()].played.and_then(|card| card.leader());
        let talleyrand = if leader == Some(Leader::Talleyrand) { 2 } else { 0 };
        initiative + cities + talleyrand
    }

    /// The worth of an empire's victory cities that are friendly to a player (A-6.12-cities).
    fn friendly_cities(&self, seat: Seat, empire: State) -> u8 {
        let lay = self.lay(seat);
        let homeland = Place::homeland(empire);
        let cities = homeland.iter().filter(|place| place.is_city());
        let friendly = cities.filter(|city| lay.friendly.contains(*city));
        friendly.map(Place::value).sum()
    }

    /// Rolls for a bid and carries out the result (6.13).
    fn decide_bid(&mut self, bid: Bid, log: &mut impl Recorder<Event>) {
        let mut best: Option<(u8, Seat)> = None;
        let mut tied = false;
        for seat in self.order().filter(|seat| bid.rolling.contains(*seat)) {
            let roll = self.dice.die(6) + self.dice.die(6);
            let total = roll + self.bonus(seat, &bid);
            let who = self.party(seat);
            log.record(|| Event::Rolled { who, roll, total });
            match best {
                Some((most, _)) if most > total => {}
                Some((most, _)) if most == total => tied = true,
                _ => (best, tied) = (Some((total, seat)), false),
            }
        }
        let winner = best.filter(|(total, _)| *total >= LEAST && !tied).map(|(_, seat)| seat);
        let Some(winner) = winner.filter(|winner| self.led_by(bid.target) != Some(*winner)) else {
            log.record(|| Event::Unmoved { target: bid.target });
            return;
        };
        // A minor that goes with an empire is first of all parted from it (A-6.13-shift).
        let neutral = matches!(self.standing(bid.target), Standing::Neutral | Standing::Alone);
        let standing = if neutral { Standing::Ally(winner) } else { Standing::Neutral };
        self.change(bid.target, standing, winner, log);
    }

    /// Rouses those of these states that are still neutral: one may have drawn in another. Who is with whom is settled before
    /// anybody turns on anybody.
    pub(crate) fn rouse_all(&mut self, states: States, invader: Seat, log: &mut impl Recorder<Event>) {
        let mut roused = States::NONE;
        for state in states.iter() {
            if self.standing(state) == Standing::Neutral {
                roused.insert(self.rouse(state, invader, log));
            }
        }
        self.part_former_friends(&[(roused, invader)], log);
    }

    /// A neutral state is invaded: somebody who is not allied to the invader comes to its help (4.32). The state that he leads
    /// from then on.
    fn rouse(&mut self, state: State, invader: Seat, log: &mut impl Recorder<Event>) -> State {
        // A minor takes the empire it goes with along, and the reverse (A-4.32-trigger).
        let state = match self.standings[state.index()] {
            Standing::With(empire) => empire,
            _ => state,
        };
        let by = self.party(invader);
        log.record(|| Event::Roused { state, by });
        let mut rolling: Seats =
            Seat::first(self.players()).filter(|seat| !self.are_allied(*seat, invader)).collect();
        // Ties are rolled again among the tied (A-4.32-roll).
        while rolling.len() > 1 {
            let mut best = (0, Seats::NONE);
            for seat in rolling.iter() {
                let roll = self.dice.die(6) + self.dice.die(6);
                let who = self.party(seat);
                log.record(|| Event::Rolled { who, roll, total: roll });
                match roll.cmp(&best.0) {
                    std::cmp::Ordering::Greater => best = (roll, Seats::from(seat)),
                    std::cmp::Ordering::Equal => best.1.insert(seat),
                    std::cmp::Ordering::Less => {}
                }
            }
            rolling = best.1;
        }
        let standing = rolling.iter().next().map_or(Standing::Alone, Standing::Ally);
        self.turn_to(state, standing, log);
        state
    }

    /// Changes how a state stands, and has it fight former friends at once. `cause` is the player by whose doing it changes.
    pub(crate) fn change(
        &mut self,
        state: State,
        standing: Standing,
        cause: Seat,
        log: &mut impl Recorder<Event>,
    ) {
        self.turn_to(state, standing, log);
        self.part_former_friends(&[(state.into(), cause)], log);
    }

    /// Changes how a state stands. Where several change at a time, all of them do before their blocks part.
    pub(crate) fn turn_to(&mut self, state: State, standing: Standing, log: &mut impl Recorder<Event>) {
        self.standings[state.index()] = standing;
        // What was hidden is shown when it turns neutral, and the reverse (A-6.13-faceup, A-6.13-upright).
        log.reveal();
        let to = self.led_by(state).map(|seat| self.party(seat));
        log.record(|| Event::Turned { state, to });
    }
}
