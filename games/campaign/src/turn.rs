//! The sequence of play and the end of the game. Rulebook 0.3, 0.4, 2, 8.

use engine::{Chance, Recorder, Seat, Seats};

use crate::board::BOARD;
use crate::components::{PieceId, Power};
use crate::event::Event;
use crate::square::Mask;
use crate::state::{Campaign, End, EndReason, Phase, Recovery, Status};

/// The faces of an average die (C-2.1.1-average).
const AVERAGE: [u8; 6] = [2, 3, 3, 4, 4, 5];

impl Campaign {
    /// Throws the dice for movement (2.1).
    pub(crate) fn throw(&mut self, log: &mut impl Recorder<Event>) {
        let mut die = || {
            let face = self.dice.die(6);
            if self.rules.average_dice { AVERAGE[usize::from(face) - 1] } else { face }
        };
        let throw = [die(), die()];
        self.turn.throw = throw;
        self.turn.pips = throw[0] + throw[1];
        self.phase = Phase::Moving;
        log.record(|| Event::Thrown { power: self.turn.power, dice: throw });
    }

    /// The active player is done with a part of his turn.
    pub(crate) fn close_phase(&mut self, log: &mut impl Recorder<Event>) {
        match self.phase {
            Phase::Moving => {
                self.turn.in_hand = None;
                self.phase = Phase::Attack;
            }
            Phase::Attack => self.close_attack(log),
            Phase::Business => {
                self.lapse_offers(self.turn.seat);
                self.phase = Phase::Guerrillas;
            }
            Phase::Redeployment => self.end_turn(log),
            _ => {}
        }
        self.proceed(log);
    }

    /// Steps 3a and 3b: the beaten are removed, towns and Capitals captured.
    fn close_attack(&mut self, log: &mut impl Recorder<Event>) {
        self.tell_failures(log);
        self.remove_beaten(log);
        self.capture(log);
        self.phase = Phase::Spoils;
    }

    /// Goes on with everything that needs no decision, up to the next one that does.
    pub(crate) fn proceed(&mut self, log: &mut impl Recorder<Event>) {
        while self.ended.is_none() && self.ask.is_none() {
            match self.phase {
                Phase::Bases | Phase::Open | Phase::Moving | Phase::Business | Phase::Redeployment => return,
                Phase::Preparation => self.start_turn(self.turn.first, log),
                Phase::Attack => {
                    let mut open = Vec::new();
                    self.strikes(&mut open);
                    self.parleys(&mut open);
                    if !open.is_empty() {
                        return;
                    }
                    self.close_attack(log);
                }
                Phase::Spoils => match self.next_spoil(log) {
                    Some(ask) => self.ask = Some(ask),
                    None => {
                        self.eliminate_the_spent(log);
                        self.phase = Phase::Defeats;
                    }
                },
                Phase::Defeats => match self.next_defeat(log) {
                    Some(ask) => self.ask = Some(ask),
                    None => {
                        self.phase = if self.alive().len() <= 1 {
                            self.finish_if_alone(log);
                            Phase::Guerrillas
                        } else if self.may_negotiate().is_ok() && self.is_alive(self.turn.seat) {
                            Phase::Business
                        } else {
                            Phase::Guerrillas
                        };
                    }
                },
                Phase::Guerrillas => self.close_business(log),
            }
        }
    }

    /// Step 3f, the test of victory at the end of step 3, and step 4.
    fn close_business(&mut self, log: &mut impl Recorder<Event>) {
        if self.is_active(self.turn.power) {
            self.ask = self.throw_for_guerrillas(log);
        }
        self.phase = Phase::Redeployment;
        if self.ask.is_none() {
            self.begin_redeployment(log);
        }
    }

    /// The test of victory, then redeployment where it is in use.
    pub(crate) fn begin_redeployment(&mut self, log: &mut impl Recorder<Event>) {
        self.test_victory(log);
        if self.ended.is_some() {
            return;
        }
        if self.rules.redeployment && self.is_active(self.turn.power) {
            self.throw_for_redeployment(log);
        } else {
            self.end_turn(log);
        }
    }

    /// The turn is over; the next player in order is up.
    fn end_turn(&mut self, log: &mut impl Recorder<Event>) {
        let (seat, power) = (self.turn.seat, self.turn.power);
        if self.is_active(power) {
            self.recover(power, log);
        }
        self.clear_turn_of(seat);
        self.pass_on(log);
    }

    /// Finds the next seat in order; after the last of a round the time limit is looked at (C-0.3-time).
    fn pass_on(&mut self, log: &mut impl Recorder<Event>) {
        let seats = self.seats;
        let place = |seat: Seat| (seat.0 + seats - self.turn.first.0) % seats;
        let here = place(self.turn.seat);
        let next = (1..=seats)
            .map(|ahead| Seat((self.turn.seat.0 + ahead) % seats))
            .find(|seat| self.is_alive(*seat))
            .unwrap_or(self.turn.seat);
        if place(next) <= here {
            if self.rules.time_limit > 0 && self.turn.round >= self.rules.time_limit {
                self.finish_on_time(log);
                return;
            }
            self.turn.round += 1;
            log.record(|| Event::Round { round: self.turn.round });
        }
        self.start_turn(next, log);
    }

    /// The next of a seat's armies is up (1.1 c); one that must miss a turn misses it (11.1).
    fn start_turn(&mut self, seat: Seat, log: &mut impl Recorder<Event>) {
        let after = |power: Power| match self.turn.last_army[seat.index()] {
            Some(last) => (power.index() + 4 - last.index()) % 5,
            None => power.index(),
        };
        let Some(power) = self.armies(seat).min_by_key(|power| after(*power)) else { return };
        self.turn = self.turn.next(seat, power);
        self.loans_ripen(seat);
        self.phase = Phase::Open;
        if self.power(power).recovery == Recovery::Misses {
            self.power_mut(power).recovery = Recovery::Shielded;
            log.record(|| Event::Missed { power });
            self.pass_on(log);
            return;
        }
        self.enter_waiting(power);
    }

    /// Whether the active player has won (0.3). Tested at the end of step 3.
    fn test_victory(&mut self, log: &mut impl Recorder<Event>) {
        let seat = self.turn.seat;
        if !self.is_alive(seat) {
            return;
        }
        let opponents =
            || Power::ALL.into_iter().filter(|power| self.power(*power).seat.is_some_and(|s| s != seat));
        let all_capitals = opponents().all(|power| {
            self.power(power).status == Status::Out || self.power(power).capital_to == Some(seat)
        });
        let captured_all = opponents().all(|power| self.power(power).capital_to == Some(seat));
        let reason = if captured_all || (all_capitals && self.alive().len() > 1) {
            EndReason::Capitals
        } else if self.alive().len() == 1 {
            EndReason::LastLeft
        } else if self.foreign_towns(seat) >= self.towns_to_win() {
            EndReason::Towns
        } else {
            return;
        };
        self.finish(Seats::from(seat), reason, log);
    }

    /// Foreign towns that win the game (C-0.3-eight, C-0.3-ten, C-0.3-six).
    pub(crate) fn towns_to_win(&self) -> usize {
        match self.seats {
            3 => 10,
            5 => 6,
            _ => 8,
        }
    }

    /// At most one player is left.
    fn finish_if_alone(&mut self, log: &mut impl Recorder<Event>) {
        if self.alive().contains(self.turn.seat) {
            self.test_victory(log);
        } else {
            self.finish(self.alive(), EndReason::LastLeft, log);
        }
    }

    /// The time is up: most town cards win, home towns included; a tie is shared.
    fn finish_on_time(&mut self, log: &mut impl Recorder<Event>) {
        let best = self.alive().iter().map(|seat| self.town_cards(seat)).max();
        let winners = self.alive().iter().filter(|seat| Some(self.town_cards(*seat)) == best).collect();
        self.finish(winners, EndReason::TimeLimit, log);
    }

    fn finish(&mut self, winners: Seats, reason: EndReason, log: &mut impl Recorder<Event>) {
        self.ended = Some(End { winners, reason });
        self.ask = None;
        log.record(|| Event::Ended {
            winners: winners.iter().map(|seat| self.party(seat)).collect(),
            reason,
        });
    }

    /// Squares for a piece that finds no starting square: the empty ones of its country nearest to the Capital.
    pub(crate) fn surplus_squares(&self, piece: PieceId) -> Mask {
        let Some(power) = self.owner(piece) else { return Mask::EMPTY };
        let base = BOARD.base(power);
        let home = *BOARD.land_of(power.home()) & !base.capital.all;
        let near = self.nearest_empty(base.capital.general, home);
        if near.is_empty() { self.nearest_empty(base.capital.general, BOARD.land) } else { near }
    }
}
