//! Diplomatic bids, and neutrals that are invaded. Rulebook 4.32, 6.1.

use arrayvec::ArrayVec;
use engine::{Chance, Denied, Odds, Recorder, Seat, Seats, rule};

use crate::action::Action;
use crate::cards::Leader;
use crate::control::{Player, States};
use crate::event::{Event, Party};
use crate::places::Place;
use crate::state::{Alliance, Bid, PLAYERS, Phase, Standing};
use crate::states::State;

/// The most gold in a bid (A-6.1-cost).
const MOST: u8 = 3;

/// A roll below this changes nothing (A-6.13-win).
const LEAST: u8 = 7;

/// What a player has rolled, and what that comes to with his bonuses.
#[derive(Clone, Copy)]
struct Roll {
    seat: Seat,
    dice: [u8; 2],
    total: u8,
}

/// Who has rolled more than all others, and enough.
fn winner_of(rolls: &[Roll], least: u8) -> Option<Seat> {
    let most = rolls.iter().map(|roll| roll.total).max().filter(|most| *most >= least)?;
    let mut best = rolls.iter().filter(|roll| roll.total == most);
    best.next().filter(|_| best.next().is_none()).map(|roll| roll.seat)
}

/// How many throws of two dice, of 36, come to so much.
fn ways(sum: u8) -> u64 {
    match sum {
        2..=7 => u64::from(sum) - 1,
        8..=12 => 13 - u64::from(sum),
        _ => 0,
    }
}

impl Alliance {
    /// A seat with the empire it leads, for the log.
    pub(crate) fn party(&self, seat: Seat) -> Party {
        Party { seat, empire: self.empire(seat) }
    }

    /// Who may open a bid this game turn: whoever has played the highest leader (A-6.1-highest).
    pub(crate) fn bidder(&self) -> Option<Seat> {
        self.order().find(|seat| self.hands[*seat].played.is_some_and(|card| card.leader().is_some()))
    }

    /// Who is asked next whether he matches a bid: the others, the highest card first (A-6.1-match).
    pub(crate) fn matcher(&self, bid: &Bid) -> Option<Seat> {
        self.order().find(|seat| *seat != bid.by && !bid.asked.contains(*seat))
    }

    /// Opens a bid.
    pub(crate) fn bid(
        &mut self,
        seat: Seat,
        target: State,
        gold: u8,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        self.player(seat).may_bid(target, gold)?;
        self.treasuries[seat] -= u16::from(gold);
        let who = self.party(seat);
        log.record(|| Event::Bid { who, target, gold });
        let rolling = Seats::from(seat);
        self.go_on_matching(Bid { by: seat, target, gold, rolling, asked: Seats::NONE }, log);
        Ok(())
    }

    /// Nobody bids this game turn.
    pub(crate) fn pass_bid(&mut self, seat: Seat, log: &mut Recorder<Event>) -> Result<(), Denied> {
        let who = self.party(seat);
        log.record(|| Event::NoBid { who });
        self.begin_actions(log);
        Ok(())
    }

    /// Matches a bid.
    pub(crate) fn match_bid(
        &mut self,
        seat: Seat,
        bid: Bid,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        if self.treasuries[seat] < u16::from(bid.gold) {
            return Err(Denied::new(rule!("A-6.1-match"), "you do not have that much gold"));
        }
        self.treasuries[seat] -= u16::from(bid.gold);
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
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let who = self.party(seat);
        log.record(|| Event::Declined { who, gold: bid.gold });
        self.go_on_matching(Bid { asked: bid.asked.with(seat), ..bid }, log);
        Ok(())
    }

    /// Asks the next, or rolls. Whoever has not the gold is not asked, unless that would give it away. What comes of it is
    /// fought out before the first player's turn (A-6.13-battles).
    fn go_on_matching(&mut self, mut bid: Bid, log: &mut Recorder<Event>) {
        while let Some(next) = self.matcher(&bid) {
            if self.rules.hidden_treasuries || self.treasuries[next] >= u16::from(bid.gold) {
                self.phase = Phase::Match(bid);
                return;
            }
            bid.asked.insert(next);
        }
        self.decide_bid(bid, log);
        self.phase = Phase::Decided;
        self.go_on(log);
    }

    /// Rolls for a bid and carries out the result (6.13).
    fn decide_bid(&mut self, bid: Bid, log: &mut Recorder<Event>) {
        let mut rolls: ArrayVec<Roll, PLAYERS> = ArrayVec::new();
        for seat in self.order().filter(|seat| bid.rolling.contains(*seat)) {
            let dice = [self.dice.die(6), self.dice.die(6)];
            rolls.push(Roll { seat, dice, total: dice[0] + dice[1] + self.player(seat).bonus(&bid) });
        }
        self.tell_rolls(&rolls, LEAST, log);
        let winner = winner_of(&rolls, LEAST);
        let Some(winner) = winner.filter(|winner| self.led_by(bid.target) != Some(*winner)) else {
            log.record(|| Event::Unmoved { target: bid.target });
            return;
        };
        // A minor that goes with an empire is first of all parted from it (A-6.13-shift).
        let neutral = matches!(self.standing(bid.target), Standing::Neutral | Standing::Alone);
        let standing = if neutral { Standing::Ally(winner) } else { Standing::Neutral };
        self.change(bid.target, standing, winner, log);
    }

    /// Tells what everybody has rolled, and what it would have taken for each as the others did.
    fn tell_rolls(&self, rolls: &[Roll], least: u8, log: &mut Recorder<Event>) {
        for (nth, Roll { seat, dice, total }) in rolls.iter().copied().enumerate() {
            let others = rolls.iter().enumerate().filter(|(other, _)| *other != nth);
            let least = others.map(|(_, other)| other.total + 1).fold(least, u8::max);
            let who = self.party(seat);
            log.record(|| Event::Rolled { who, dice, total, least });
        }
    }

    /// Rouses those of these states that are still neutral: one may have drawn in another. Who is with whom is settled before
    /// anybody turns on anybody.
    pub(crate) fn rouse_all(&mut self, states: States, invader: Seat, log: &mut Recorder<Event>) {
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
    fn rouse(&mut self, state: State, invader: Seat, log: &mut Recorder<Event>) -> State {
        // A minor takes the empire it goes with along, and the reverse (A-4.32-trigger).
        let state = match self.standings[state] {
            Standing::With(empire) => empire,
            _ => state,
        };
        let by = self.party(invader);
        log.record(|| Event::Roused { state, by });
        let mut rolling: Seats =
            Seat::first(self.players()).filter(|seat| !self.are_allied(*seat, invader)).collect();
        // Ties are rolled again among the tied (A-4.32-roll).
        while rolling.len() > 1 {
            let mut rolls: ArrayVec<Roll, PLAYERS> = ArrayVec::new();
            for seat in rolling.iter() {
                let dice = [self.dice.die(6), self.dice.die(6)];
                rolls.push(Roll { seat, dice, total: dice[0] + dice[1] });
            }
            self.tell_rolls(&rolls, 0, log);
            let most = rolls.iter().map(|roll| roll.total).max();
            rolling = rolls.iter().filter(|roll| Some(roll.total) == most).map(|roll| roll.seat).collect();
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
        log: &mut Recorder<Event>,
    ) {
        self.turn_to(state, standing, log);
        self.part_former_friends(&[(state.into(), cause)], log);
    }

    /// Changes how a state stands. Where several change at a time, all of them do before their blocks part.
    pub(crate) fn turn_to(&mut self, state: State, standing: Standing, log: &mut Recorder<Event>) {
        self.standings[state] = standing;
        // What was hidden is shown when it turns neutral, and the reverse (A-6.13-faceup, A-6.13-upright).
        log.reveal();
        let to = self.led_by(state).map(|seat| self.party(seat));
        log.record(|| Event::Turned { state, to });
    }
}

impl Player<'_> {
    /// What stops the player with the highest leader from bidding for a state, if anything.
    fn may_bid(&self, target: State, gold: u8) -> Result<(), Denied> {
        match self.standings[target] {
            Standing::Player(_) => {
                return Err(Denied::new(
                    rule!("A-6.1-cost"),
                    "a player leads that empire: nobody can bid for it",
                ));
            }
            _ if self.led_by(target) == Some(self.seat) => {
                return Err(Denied::new(rule!("A-6.11-own"), "it is with you already"));
            }
            _ => {}
        }
        if !(1..=MOST).contains(&gold) {
            return Err(Denied::new(rule!("A-6.1-cost"), "a bid is 1, 2 or 3 gold"));
        }
        if self.treasuries[self.seat] < u16::from(gold) {
            return Err(Denied::new(rule!("A-6.1-cost"), "you do not have that much gold"));
        }
        Ok(())
    }

    pub(crate) fn list_bids(&self, out: &mut Vec<Action>) {
        for target in State::all() {
            for gold in 1..=MOST {
                if self.may_bid(target, gold).is_ok() {
                    out.push(Action::Bid { target, gold });
                }
            }
        }
        out.push(Action::Done);
    }

    pub(crate) fn list_match(&self, bid: &Bid, out: &mut Vec<Action>) {
        if self.treasuries[self.seat] >= u16::from(bid.gold) {
            out.push(Action::Match);
        }
        out.push(Action::Done);
    }

    /// What a player adds to his roll (6.12, A-3.3-talleyrand).
    pub(crate) fn bonus(&self, bid: &Bid) -> u8 {
        let initiative = u8::from(self.seat == bid.by);
        let cities = if bid.target.is_empire() { self.friendly_cities(bid.target) } else { 0 };
        let leader = self.hands[self.seat].played.and_then(|card| card.leader());
        let talleyrand = if leader == Some(Leader::Talleyrand) { 2 } else { 0 };
        initiative + cities + talleyrand
    }

    /// The worth of an empire's victory cities that are friendly to a player (A-6.12-cities).
    fn friendly_cities(&self, empire: State) -> u8 {
        let lay = self.lay(self.seat);
        let homeland = Place::homeland(empire);
        let cities = homeland.iter().filter(|place| place.is_city());
        let friendly = cities.filter(|city| lay.friendly.contains(*city));
        friendly.map(Place::value).sum()
    }

    /// The chance that a bid comes out as `seat` wants it, who rolls for it, if nobody else does; nothing where that depends on what
    /// others keep secret.
    fn odds_of_bid(&self, bid: &Bid) -> Option<Odds> {
        let rivals = bid.rolling.without(self.seat);
        // Whose cities are friendly to others may be known to them alone (A-6.2-secret).
        if self.rules.secret_alliances && bid.target.is_empire() && !rivals.is_empty() {
            return None;
        }
        let bonuses: ArrayVec<(Seat, u8), PLAYERS> =
            bid.rolling.iter().map(|other| (other, self.player(other).bonus(bid))).collect();
        // How many of 36 throws come to just so much, and to less.
        let exactly = |bonus: u8, total: u8| ways(total.saturating_sub(bonus));
        let below = |bonus: u8, total: u8| (0..total).map(|less| exactly(bonus, less)).sum::<u64>();
        let wins = |seat: Seat| -> u64 {
            let own: u8 = bonuses.iter().filter(|(who, _)| *who == seat).map(|(_, bonus)| *bonus).sum();
            let others = || bonuses.iter().filter(|(who, _)| *who != seat);
            let won = |total| {
                exactly(own, total) * others().map(|(_, bonus)| below(*bonus, total)).product::<u64>()
            };
            (LEAST..=12 + own).map(won).sum()
        };
        let of = bid.rolling.iter().map(|_| 36).product();
        let target = bid.target;
        let alone = self.matcher(&Bid { asked: bid.asked.with(self.seat), ..*bid }).is_none();
        let others = match (alone, rivals.is_empty()) {
            (true, _) => "",
            (false, true) => ", if nobody matches the bid",
            (false, false) => ", if nobody else matches the bid",
        };
        // Whoever has it already keeps it unless another wins it.
        let (hits, aim) = match self.standing(target) {
            _ if self.led_by(target) == Some(self.seat) => {
                (of - rivals.iter().map(wins).sum::<u64>(), format!("to keep {target}"))
            }
            Standing::Neutral | Standing::Alone => (wins(self.seat), format!("to win {target} over")),
            _ => (wins(self.seat), format!("to turn {target} neutral")),
        };
        Some(Odds { hits, of, goal: format!("{aim}{others}").into() })
    }

    /// The odds of what is bid by an action, as far as they can be known.
    pub(crate) fn odds_of_bidding(&self, action: Action) -> Option<Odds> {
        let bid = match (action, self.phase) {
            (Action::Bid { target, gold }, Phase::Bid) => {
                Bid { by: self.seat, target, gold, rolling: self.seat.into(), asked: Seats::NONE }
            }
            (Action::Match, Phase::Match(bid)) => Bid { rolling: bid.rolling.with(self.seat), ..bid },
            _ => return None,
        };
        self.odds_of_bid(&bid)
    }
}
