//! Every decision a player can make, and the one way in.

use engine::{Denied, Recorder, Seat, Seats, rule};
use serde::{Deserialize, Serialize};

use crate::board::Town;
use crate::components::{Kind, Power};
use crate::event::Event;
use crate::square::Square;
use crate::state::{Ask, Campaign, Phase};

/// One small decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Take a power (1.1).
    Base(Power),
    /// Start with an extra piece on a red town (17.3.3, 17.5.1).
    Reinforce {
        /// Which town.
        town: Town,
        /// Infantry or cavalry.
        kind: Kind,
    },
    /// Throw the dice (2.1).
    Throw,
    /// Name the piece on a square as the target of this turn's attack (9.3).
    Name(Square),
    /// Move a piece (4).
    Step {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Put the piece on a square to sea (17.4.2).
    Embark(Square),
    /// Land a piece from the sea (17.4.2).
    Land {
        /// What kind of piece.
        kind: Kind,
        /// Where.
        to: Square,
    },
    /// Take the named piece on a square (9).
    Strike(Square),
    /// Try to win over the neutral infantry in a town (17.8).
    Parley(Town),
    /// Put a piece on a square.
    Place(Square),
    /// Take Wellington instead of a piece gained, and put him on a square (17.4.1).
    Wellington(Square),
    /// Give up the piece on a square with a lost town (13.1).
    Forfeit(Square),
    /// Have the first (`false`) or second General (`true`) lead after a defeat (17.3.1, 17.4.1).
    Lead {
        /// Napoleon or Wellington rather than the other.
        second: bool,
    },
    /// Recruit a piece of this kind (15.2).
    Recruit(Kind),
    /// Have the guerrillas remove the piece on a square (17.4.3).
    Ambush(Square),
    /// Go without.
    Decline,
    /// Offer an alliance (7.1).
    Offer(Seat),
    /// Accept an offer (7.1).
    Accept(Seat),
    /// Break an alliance (7.2).
    Break(Seat),
    /// Let an ally into one's countries (7.1).
    Admit(Seat),
    /// Withdraw that consent (7.1).
    Bar(Seat),
    /// Pass control of the piece on a square to an ally (7.1.1).
    Lend {
        /// Where it stands.
        piece: Square,
        /// Who commands it from now on.
        to: Seat,
    },
    /// Take control of the piece on a square back (7.1.1).
    Recall(Square),
    /// Redeploy a piece by one square (17.1).
    Redeploy {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Be done with this part of the turn.
    Done,
}

impl Campaign {
    /// Who must decide now.
    pub(crate) fn deciders(&self) -> Seats {
        if self.ended.is_some() {
            return Seats::NONE;
        }
        let seat = match self.ask {
            Some(ask) => self.asked(ask),
            None if self.phase == Phase::Bases => self.chooser(),
            None => self.turn.seat,
        };
        Seats::from(seat)
    }

    /// Whom a question is put to.
    fn asked(&self, ask: Ask) -> Seat {
        match ask {
            Ask::Extra(power)
            | Ask::Forfeit(_, power)
            | Ask::Gain(_, power)
            | Ask::Plunder(power)
            | Ask::Leader(power)
            | Ask::Recruit(power) => self.seat_of(power),
            Ask::OtherGeneral => self.seat_of(Power::France),
            Ask::Ambush => self.seat_of(Power::Spain),
            Ask::Expel(_, piece) | Ask::Surplus(piece) => self.owner_seat(piece).unwrap_or(self.turn.seat),
        }
    }

    /// Adds every legal action of `seat`.
    pub(crate) fn list(&self, seat: Seat, out: &mut Vec<Action>) {
        if !self.deciders().contains(seat) {
            if self.between_turns().contains(seat) {
                self.reconsiderations(seat, out);
            }
            return;
        }
        if let Some(ask) = self.ask {
            return self.answers(ask, out);
        }
        match self.phase {
            Phase::Bases => out.extend(self.open_bases().map(Action::Base)),
            Phase::Open => {
                out.push(Action::Throw);
                self.reconsiderations(seat, out);
            }
            Phase::Moving => {
                self.nameable(out);
                self.moves(out);
                self.voyages(out);
                self.reconsiderations(seat, out);
                out.push(Action::Done);
            }
            Phase::Attack => {
                self.strikes(out);
                self.parleys(out);
                out.push(Action::Done);
            }
            Phase::Business => {
                self.negotiations(out);
                out.push(Action::Done);
            }
            Phase::Redeployment => {
                self.redeployments(out);
                out.push(Action::Done);
            }
            Phase::Preparation | Phase::Spoils | Phase::Defeats | Phase::Guerrillas => {}
        }
    }

    /// Adds every answer to a question.
    fn answers(&self, ask: Ask, out: &mut Vec<Action>) {
        match ask {
            Ask::Extra(power) => self.extras(power, out),
            Ask::OtherGeneral | Ask::Plunder(_) | Ask::Expel(..) | Ask::Surplus(_) => {
                out.extend(self.placements(ask).iter().map(Action::Place));
            }
            Ask::Forfeit(town, power) => {
                let kind = town.symbol().unwrap_or(Kind::Infantry);
                let doomed = self.nearest_troops(power, kind, town.square());
                out.extend(doomed.iter().filter_map(|piece| self.square(*piece)).map(Action::Forfeit));
            }
            Ask::Gain(town, power) => self.gain_actions(town, power, out),
            Ask::Leader(power) => {
                out.extend(
                    self.leaders(power).iter().map(|piece| Action::Lead { second: piece.is_second() }),
                );
            }
            Ask::Recruit(power) => out.extend(self.recruitable(power).map(Action::Recruit)),
            Ask::Ambush => {
                self.ambushes(out);
                out.push(Action::Decline);
            }
        }
    }

    /// Carries out an action, or says why not.
    pub(crate) fn act(
        &mut self,
        seat: Seat,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        if !self.deciders().contains(seat) {
            self.interject(seat, action, log)?;
            return Ok(());
        }
        if let Some(ask) = self.ask {
            self.answer(ask, action, log)?;
            self.ask = match self.phase {
                Phase::Preparation => self.next_preparation(Some(ask)),
                _ => None,
            };
            if ask == Ask::Ambush {
                self.begin_redeployment(log);
            }
            self.proceed(log);
            return Ok(());
        }
        match (self.phase, action) {
            (Phase::Bases, Action::Base(power)) => {
                self.may_take_base(power)?;
                self.take_base(power, log);
            }
            (Phase::Open, Action::Throw) => self.throw(log),
            (Phase::Moving, Action::Name(square)) => self.name_target(square, log)?,
            (Phase::Moving, Action::Step { from, to }) => self.step(from, to, log)?,
            (Phase::Moving, Action::Embark(from)) => self.embark(from, log)?,
            (Phase::Moving, Action::Land { kind, to }) => self.land(kind, to, log)?,
            (Phase::Attack, Action::Strike(square)) => {
                self.strike(square, log)?;
                self.proceed(log);
            }
            (Phase::Attack, Action::Parley(town)) => {
                self.parley(town, log)?;
                self.proceed(log);
            }
            (Phase::Business, Action::Offer(other)) => self.offer(seat, other, log)?,
            (Phase::Business, Action::Accept(other)) => self.accept(seat, other, log)?,
            (Phase::Business, Action::Lend { piece, to }) => self.lend(piece, to, log)?,
            (Phase::Business, Action::Recall(square)) => self.recall(square, log)?,
            (_, Action::Break(other)) => self.break_alliance(seat, other, log)?,
            (_, Action::Admit(other)) => self.set_consent(seat, other, true, log)?,
            (_, Action::Bar(other)) => self.set_consent(seat, other, false, log)?,
            (Phase::Redeployment, Action::Redeploy { from, to }) => self.redeploy(from, to, log)?,
            (Phase::Moving | Phase::Attack | Phase::Business | Phase::Redeployment, Action::Done) => {
                self.close_phase(log);
            }
            _ => return Err(out_of_order()),
        }
        Ok(())
    }

    /// What a seat may do although another is to decide (7.2).
    fn interject(
        &mut self,
        seat: Seat,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        if !self.between_turns().contains(seat) {
            return Err(Denied::new(rule!("C-0.4-sequence"), "it is not your decision"));
        }
        match action {
            Action::Break(other) => self.break_alliance(seat, other, log),
            Action::Admit(other) => self.set_consent(seat, other, true, log),
            Action::Bar(other) => self.set_consent(seat, other, false, log),
            _ => Err(Denied::new(rule!("C-0.4-sequence"), "it is another player's turn")),
        }
    }

    /// Carries out the answer to a question.
    fn answer(&mut self, ask: Ask, action: Action, log: &mut impl Recorder<Event>) -> Result<(), Denied> {
        match (ask, action) {
            (Ask::Extra(power), Action::Reinforce { town, kind }) => self.reinforce(power, town, kind, log),
            (Ask::Extra(Power::France) | Ask::Ambush, Action::Decline) => Ok(()),
            (Ask::OtherGeneral, Action::Place(square)) => self.place_other_general(square, log),
            (Ask::Forfeit(town, power), Action::Forfeit(square)) => {
                let kind = town.symbol().unwrap_or(Kind::Infantry);
                let doomed = self.nearest_troops(power, kind, town.square());
                let piece = doomed.iter().find(|piece| self.square(**piece) == Some(square)).copied();
                let piece = piece.ok_or_else(|| self.owed(ask))?;
                self.forfeit(piece, town, log);
                Ok(())
            }
            (Ask::Gain(town, power), Action::Place(square)) => self.gain(town, power, square, false, log),
            (Ask::Gain(town, power), Action::Wellington(square)) => self.gain(town, power, square, true, log),
            (Ask::Plunder(power), Action::Place(square)) => {
                self.may_place(ask, square)?;
                if let Some(piece) = self.spare(power, Kind::Infantry) {
                    self.put(piece, square);
                    log.record(|| Event::Placed { piece: self.tag(piece), at: square });
                }
                Ok(())
            }
            (Ask::Expel(_, piece), Action::Place(square)) => {
                self.may_place(ask, square)?;
                self.put(piece, square);
                log.record(|| Event::Expelled { piece: self.tag(piece), to: square });
                Ok(())
            }
            (Ask::Surplus(piece), Action::Place(square)) => {
                self.may_place(ask, square)?;
                self.put(piece, square);
                log.record(|| Event::Placed { piece: self.tag(piece), at: square });
                Ok(())
            }
            (Ask::Leader(power), Action::Lead { second }) => {
                let leader = self.leaders(power).into_iter().find(|piece| piece.is_second() == second);
                self.turn.leader = Some(leader.ok_or_else(out_of_order)?);
                Ok(())
            }
            (Ask::Recruit(power), Action::Recruit(kind)) => {
                if !self.recruitable(power).any(|open| open == kind) {
                    return Err(Denied::new(rule!("C-0.1-limit"), "no such piece is left in the box"));
                }
                self.recruit(power, kind, log);
                self.turn.levies -= 1;
                Ok(())
            }
            (Ask::Ambush, Action::Ambush(square)) => self.ambush(square, log),
            _ => Err(out_of_order()),
        }
    }
}

fn out_of_order() -> Denied {
    Denied::new(rule!("C-0.4-sequence"), "another question comes first")
}
