//! Alliances: made, broken and abused. Rulebook 3.2, 7.
//!
//! Offers, answers, consent and passed control belong to step 3e of one's own turn. An alliance may be broken at any
//! point of one's own turn up to that step, and by anybody between two turns, that is until the dice are thrown;
//! consent may be given or withdrawn then too.

use engine::{Denied, Recorder, Seat, Seats, rule};

use crate::action::Action;
use crate::board::BOARD;
use crate::components::{PieceId, Power};
use crate::event::Event;
use crate::square::Square;
use crate::state::{Campaign, Phase, Recovery, Relation};

impl Campaign {
    /// Whether there is anything to negotiate at this table at all.
    pub(crate) fn may_negotiate(&self) -> Result<(), Denied> {
        if !self.rules.alliances {
            return Err(Denied::new(rule!("C-7.1-make"), "alliances are switched off at this table"));
        }
        if self.seats < 3 {
            return Err(Denied::new(rule!("C-7.1-make"), "with 2 players there is nobody to ally with"));
        }
        Ok(())
    }

    /// What stops `seat` from dealing with `other` at all.
    fn may_deal(&self, seat: Seat, other: Seat) -> Result<(), Denied> {
        self.may_negotiate()?;
        if other == seat || !self.is_alive(other) || !self.is_alive(seat) {
            return Err(Denied::new(rule!("C-7.1-make"), "an alliance takes 2 players who are in the game"));
        }
        Ok(())
    }

    fn may_deal_in_business(&self, seat: Seat, other: Seat) -> Result<(), Denied> {
        self.may_deal(seat, other)?;
        if self.phase() != Phase::Business || self.turn.seat != seat {
            return Err(Denied::new(rule!("C-0.4-business"), "that waits for the end of your own turn"));
        }
        Ok(())
    }

    pub(crate) fn may_offer(&self, seat: Seat, other: Seat) -> Result<(), Denied> {
        self.may_deal_in_business(seat, other)?;
        let denied = |why| Err(Denied::new(rule!("C-7.1-make"), why));
        if self.relation(seat, other) == Relation::Allied {
            return denied("you are allied already");
        }
        if self.diplomacy.offered[seat.index()].contains(other) {
            return denied("your offer is on the table already");
        }
        if self.diplomacy.offered[other.index()].contains(seat) {
            return denied("he has offered you one: accept it");
        }
        if self.turn.settled[seat.index()].contains(other) {
            return denied("you have dealt with him this turn");
        }
        Ok(())
    }

    pub(crate) fn may_accept(&self, seat: Seat, other: Seat) -> Result<(), Denied> {
        self.may_deal_in_business(seat, other)?;
        if !self.diplomacy.offered[other.index()].contains(seat) {
            return Err(Denied::new(rule!("C-7.1-make"), "he has not offered you an alliance"));
        }
        Ok(())
    }

    /// Breaking is open at any point of one's own turn, and to anybody between turns (7.2).
    pub(crate) fn may_break(&self, seat: Seat, other: Seat) -> Result<(), Denied> {
        self.may_deal(seat, other)?;
        if self.relation(seat, other) != Relation::Allied {
            return Err(Denied::new(rule!("C-7.2-break"), "you are not allied"));
        }
        let own_turn = self.turn.seat == seat && matches!(self.phase(), Phase::Moving | Phase::Business);
        if !(own_turn || self.phase() == Phase::Open) {
            return Err(Denied::new(
                rule!("C-7.2-break"),
                "you may break an alliance in your own turn or between turns",
            ));
        }
        Ok(())
    }

    /// Giving (`admit`) or withdrawing consent to enter one's countries (7.1).
    pub(crate) fn may_set_consent(&self, seat: Seat, other: Seat, admit: bool) -> Result<(), Denied> {
        self.may_deal(seat, other)?;
        let denied = |why| Err(Denied::new(rule!("C-7.1-consent"), why));
        if self.relation(seat, other) != Relation::Allied {
            return denied("only an ally needs your leave to enter");
        }
        let business = self.phase() == Phase::Business && self.turn.seat == seat;
        if !(business || self.phase() == Phase::Open) {
            return denied("you may do that at the end of your turn or between turns");
        }
        if self.turn.settled[seat.index()].contains(other) {
            return denied("you have settled that this turn");
        }
        if self.diplomacy.admitted[seat.index()].contains(other) == admit {
            return denied("that is how it stands already");
        }
        Ok(())
    }

    /// Adds what a seat can do about its alliances outside step 3e: break them, change consent.
    pub(crate) fn reconsiderations(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.may_negotiate().is_err() || self.diplomacy.allied[seat.index()].is_empty() {
            return;
        }
        for other in self.diplomacy.allied[seat.index()].iter() {
            if self.may_break(seat, other).is_ok() {
                out.push(Action::Break(other));
            }
            if self.may_set_consent(seat, other, true).is_ok() {
                out.push(Action::Admit(other));
            }
            if self.may_set_consent(seat, other, false).is_ok() {
                out.push(Action::Bar(other));
            }
        }
    }

    /// Adds everything step 3e offers, apart from ending it.
    pub(crate) fn negotiations(&self, out: &mut Vec<Action>) {
        let seat = self.turn.seat;
        self.reconsiderations(seat, out);
        for other in Seat::first(self.seats) {
            if self.may_offer(seat, other).is_ok() {
                out.push(Action::Offer(other));
            }
            if self.may_accept(seat, other).is_ok() {
                out.push(Action::Accept(other));
            }
            for square in self.loan_squares() {
                if self.may_lend(square, other).is_ok() {
                    out.push(Action::Lend { piece: square, to: other });
                }
            }
        }
        for square in self.loan_squares() {
            if self.may_recall(square).is_ok() {
                out.push(Action::Recall(square));
            }
        }
    }

    /// Squares with a piece whose control could be passed or taken back: none without the house rule.
    fn loan_squares(&self) -> impl Iterator<Item = Square> {
        let armies = if self.rules.pass_control && self.may_negotiate().is_ok() {
            self.armies(self.turn.seat).collect()
        } else {
            Vec::new()
        };
        armies.into_iter().flat_map(|power| self.pieces_of(power)).filter_map(|piece| self.square(piece))
    }

    /// What stops the active player from passing control of the piece on `square` to an ally (7.1.1).
    pub(crate) fn may_lend(&self, square: Square, to: Seat) -> Result<(PieceId, Power), Denied> {
        let denied = |why| Denied::new(rule!("C-7.1.1-control"), why);
        if !self.rules.pass_control {
            return Err(denied("passing control is switched off at this table"));
        }
        self.may_deal_in_business(self.turn.seat, to)?;
        if self.relation(self.turn.seat, to) != Relation::Allied {
            return Err(denied("you may lend pieces only to allies"));
        }
        let piece = self
            .piece_on(square)
            .filter(|piece| self.owner_seat(*piece) == Some(self.turn.seat))
            .ok_or_else(|| denied("no piece of yours stands there"))?;
        if self.lent[piece].is_some() {
            return Err(denied("it is lent already"));
        }
        let owner = self.owner(piece).map(|power| self.power(power).recovery);
        if owner == Some(Recovery::Mobilising) || self.is_dormant(piece) {
            return Err(denied("its army is not free to act"));
        }
        let country = BOARD.country(square).ok_or_else(|| denied("it must stand inside a country"))?;
        // Both contribute: the ally must have a piece of his own there.
        let partner = self
            .armies(to)
            .find(|power| {
                self.pieces_of(*power).any(|own| {
                    self.lent[own].is_none()
                        && self.square(own).is_some_and(|at| BOARD.country(at) == Some(country))
                })
            })
            .ok_or_else(|| denied("the ally has no piece of his own in that country"))?;
        Ok((piece, partner))
    }

    /// What stops the active player from taking control of his piece back (7.1.1).
    pub(crate) fn may_recall(&self, square: Square) -> Result<PieceId, Denied> {
        let denied = |why| Denied::new(rule!("C-7.1.1-rescind"), why);
        if self.phase() != Phase::Business {
            return Err(denied("you may take control back at the end of your turn"));
        }
        let piece = self
            .piece_on(square)
            .filter(|piece| self.owner_seat(*piece) == Some(self.turn.seat) && self.lent[*piece].is_some())
            .ok_or_else(|| denied("you have lent no piece there"))?;
        if self.fresh.contains(piece) {
            return Err(denied("you may not take it back before the next full round"));
        }
        Ok(piece)
    }

    pub(crate) fn offer(&mut self, seat: Seat, to: Seat, log: &mut Recorder<Event>) -> Result<(), Denied> {
        self.may_offer(seat, to)?;
        self.diplomacy.offered[seat.index()].insert(to);
        log.record(|| Event::Offered { by: self.party(seat), to: self.party(to) });
        Ok(())
    }

    pub(crate) fn accept(&mut self, seat: Seat, from: Seat, log: &mut Recorder<Event>) -> Result<(), Denied> {
        self.may_accept(seat, from)?;
        self.diplomacy.offered[from.index()].remove(seat);
        self.diplomacy.offered[seat.index()].remove(from);
        self.diplomacy.allied[seat.index()].insert(from);
        self.diplomacy.allied[from.index()].insert(seat);
        log.record(|| Event::Allied { by: self.party(seat), with: self.party(from) });
        Ok(())
    }

    /// Breaks an alliance: consent and passed control end with it, and the former ally gets a clear turn.
    pub(crate) fn break_alliance(
        &mut self,
        seat: Seat,
        other: Seat,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        self.may_break(seat, other)?;
        self.part(seat, other);
        self.diplomacy.banned[seat.index()].insert(other);
        self.turn.settled[seat.index()].insert(other);
        log.record(|| Event::Broken { by: self.party(seat), with: self.party(other) });
        self.note_invasion(log);
        Ok(())
    }

    fn part(&mut self, a: Seat, b: Seat) {
        for (one, other) in [(a, b), (b, a)] {
            self.diplomacy.allied[one.index()].remove(other);
            self.diplomacy.admitted[one.index()].remove(other);
            for piece in PieceId::all() {
                let keeper = self.lent[piece].map(|power| self.seat_of(power));
                if keeper == Some(other) && self.owner_seat(piece) == Some(one) {
                    self.end_loan(piece);
                }
            }
        }
    }

    pub(crate) fn set_consent(
        &mut self,
        seat: Seat,
        other: Seat,
        admit: bool,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        self.may_set_consent(seat, other, admit)?;
        let admitted = &mut self.diplomacy.admitted[seat.index()];
        *admitted = if admit { admitted.with(other) } else { admitted.without(other) };
        self.turn.settled[seat.index()].insert(other);
        log.record(|| Event::Consent { by: self.party(seat), whom: self.party(other), admit });
        Ok(())
    }

    pub(crate) fn lend(&mut self, square: Square, to: Seat, log: &mut Recorder<Event>) -> Result<(), Denied> {
        let (piece, partner) = self.may_lend(square, to)?;
        self.lent[piece] = Some(partner);
        self.fresh.insert(piece);
        log.record(|| Event::Lent { piece: self.tag(piece), to: partner, at: square });
        Ok(())
    }

    pub(crate) fn recall(&mut self, square: Square, log: &mut Recorder<Event>) -> Result<(), Denied> {
        let piece = self.may_recall(square)?;
        self.end_loan(piece);
        log.record(|| Event::Recalled { piece: self.tag(piece), at: square });
        Ok(())
    }

    /// Offers to a player lapse when he ends his turn without accepting.
    pub(crate) fn lapse_offers(&mut self, seat: Seat) {
        self.diplomacy.offered.iter_mut().for_each(|offers| offers.remove(seat));
    }

    /// A seat has had a turn: whoever broke with it may attack it again (7.2).
    pub(crate) fn clear_turn_of(&mut self, seat: Seat) {
        self.diplomacy.banned.iter_mut().for_each(|banned| banned.remove(seat));
    }

    /// Control passed in an earlier round may be taken back from now on (7.1.1).
    pub(crate) fn loans_ripen(&mut self, seat: Seat) {
        let fresh = self.fresh;
        for piece in fresh.iter() {
            if self.owner_seat(piece) == Some(seat) {
                self.fresh.remove(piece);
            }
        }
    }

    /// A seat is out of the game.
    pub(crate) fn leave_diplomacy(&mut self, seat: Seat) {
        for other in Seat::first(self.seats).filter(|other| *other != seat) {
            self.part(seat, other);
            for (a, b) in [(seat, other), (other, seat)] {
                self.diplomacy.offered[a.index()].remove(b);
                self.diplomacy.banned[a.index()].remove(b);
            }
        }
    }

    /// Seats that may break an alliance or change consent although it is not their turn.
    pub(crate) fn between_turns(&self) -> Seats {
        if self.phase() != Phase::Open || self.may_negotiate().is_err() {
            return Seats::NONE;
        }
        Seat::first(self.seats)
            .filter(|seat| *seat != self.turn.seat && !self.diplomacy.allied[seat.index()].is_empty())
            .collect()
    }
}
