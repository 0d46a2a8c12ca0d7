//! Capturing towns and Capitals, and the troops that come and go with red towns. Rulebook 5, 6, 13.

use arrayvec::ArrayVec;
use engine::{Chance, Denied, Recorder, rule};

use crate::action::Action;
use crate::board::{BOARD, Town};
use crate::components::{Kind, PieceId, Power};
use crate::event::Event;
use crate::square::{Mask, Square};
use crate::state::{Ask, Campaign, Place, Recovery, Relation, Spoil, Status, Wellington};

impl Campaign {
    /// What stops a General of `captor` who stands in `town` from capturing it (5.1).
    pub(crate) fn may_capture(&self, captor: Power, town: Town) -> Result<(), Denied> {
        self.may_conquer(captor)?;
        let neutral = town.country().power().filter(|power| self.power(*power).status == Status::Neutral);
        if neutral.is_some_and(|power| self.inviolate(power).has(town.square())) {
            return Err(Denied::new(
                rule!("C-1.1-congress"),
                "the towns of a neutral power may not be captured",
            ));
        }
        let Some(holder) = self.cards[town.index()] else { return Ok(()) };
        let (seat, other) = (self.seat_of(captor), self.seat_of(holder));
        match self.relation(seat, other) {
            Relation::Same => Err(Denied::new(rule!("C-3.1-claim"), "you hold its card already")),
            Relation::Allied => Err(Denied::new(rule!("C-5.1-ally"), "an ally holds its card")),
            Relation::Hostile => self.may_harm(seat, other),
        }
    }

    /// A mobilising army captures nothing (16.1).
    fn may_conquer(&self, captor: Power) -> Result<(), Denied> {
        if self.power(captor).recovery == Recovery::Mobilising {
            return Err(Denied::new(rule!("C-16.1-mobilise"), "an army that is mobilising captures nothing"));
        }
        Ok(())
    }

    /// What stops a General of `captor` who stands on the Capital of `power` from capturing it (6.1).
    pub(crate) fn may_capture_capital(&self, captor: Power, power: Power) -> Result<(), Denied> {
        self.may_conquer(captor)?;
        let (seat, owner) = (self.seat_of(captor), self.seat_of(power));
        match self.relation(seat, owner) {
            Relation::Hostile => self.may_harm(seat, owner)?,
            _ => return Err(Denied::new(rule!("C-7.1-noattack"), "it is not an enemy's Capital")),
        }
        if self.power(power).capital_to.is_some() {
            return Err(Denied::new(rule!("C-6.2-lisbon"), "it has fallen before"));
        }
        match self.power(power).recovery {
            Recovery::Ready => {}
            Recovery::Mobilising => {
                let why = "the Capital of an army that is mobilising cannot be captured";
                return Err(Denied::new(rule!("C-16.3-immune"), why));
            }
            _ => {
                let why = "an army whose General was captured may not be attacked before it has played again";
                return Err(Denied::new(rule!("C-11.1-miss"), why));
            }
        }
        let lost = |town: Town| {
            self.cards[town.index()]
                .and_then(|holder| self.power(holder).seat)
                .is_some_and(|holder| holder != owner)
        };
        let in_other_hands = Town::of(power.home()).filter(|town| lost(*town)).count();
        if in_other_hands < 4 {
            let are = if in_other_hands == 1 { "is" } else { "are" };
            let why = format!(
                "a Capital falls while all 4 towns of its country are in other hands; {in_other_hands} {are}"
            );
            return Err(Denied::new(rule!("C-6.1-condition"), why));
        }
        Ok(())
    }

    /// Step 3b: every General of the active army who stands in a town or on a Capital captures what he may.
    pub(crate) fn capture(&mut self, log: &mut impl Recorder<Event>) {
        let generals: ArrayVec<(PieceId, Square), 8> = self
            .commanded()
            .filter(|piece| piece.kind() == Kind::General)
            .filter_map(|piece| Some((piece, self.square(piece)?)))
            .take(8)
            .collect();
        for &(general, square) in &generals {
            let Some(captor) = self.owner(general) else { continue };
            if let Some(town) = BOARD.town(square)
                && self.may_capture(captor, town).is_ok()
            {
                let from = self.cards[town.index()].replace(captor);
                self.turn.spoils.push(Spoil { town, captor, from, forfeited: false });
                log.record(|| Event::TownTaken { by: captor, town, from });
            }
        }
        for &(general, square) in &generals {
            let Some(captor) = self.owner(general) else { continue };
            if let Some(power) = BOARD.capital_at(square)
                && self.is_active(power)
                && self.may_capture_capital(captor, power).is_ok()
            {
                self.take_capital(captor, power, log);
            }
        }
    }

    /// The power is out of the game at once, unless Lisbon's die saves it (6.1, 6.2).
    fn take_capital(&mut self, captor: Power, power: Power, log: &mut impl Recorder<Event>) {
        let seat = self.seat_of(captor);
        self.power_mut(power).capital_to = Some(seat);
        log.record(|| Event::CapitalTaken { by: captor, power });
        if self.rules.lisbon && power == Power::Spain {
            let die = self.dice.die(6);
            log.record(|| Event::LisbonDie { die });
            if die == 6 {
                return;
            }
        }
        self.eliminate(power, log);
    }

    /// Whether 13.1 gives and takes troops for this town: in the Standard game, and not where a minor power's
    /// infantry stood instead (17.8).
    fn raises_troops(&self, town: Town) -> Option<Kind> {
        town.symbol().filter(|_| self.rules.standard && self.minor_of(town).is_none())
    }

    /// Step 3c: settles captured towns one by one. Returns a decision somebody owes, if there is one.
    pub(crate) fn next_spoil(&mut self, log: &mut impl Recorder<Event>) -> Option<Ask> {
        while let Some(spoil) = self.turn.spoils.first().copied() {
            let Spoil { town, captor, from, forfeited } = spoil;
            if !forfeited {
                self.turn.spoils[0].forfeited = true;
                if let Some(loser) = from.filter(|loser| self.is_active(*loser))
                    && let Some(kind) = self.raises_troops(town)
                {
                    let doomed = self.nearest_troops(loser, kind, town.square());
                    match doomed.as_slice() {
                        [] => {}
                        [piece] => self.forfeit(*piece, town, log),
                        _ => return Some(Ask::Forfeit(town, loser)),
                    }
                }
            }
            self.turn.spoils.remove(0);
            if !self.is_active(captor) {
                continue;
            }
            if self.minor_of(town).is_some() {
                self.defect(town, captor, log);
            } else if let Some(kind) = self.raises_troops(town) {
                if self.spare(captor, kind).is_some() && !self.gain_squares(town, captor).is_empty() {
                    return Some(Ask::Gain(town, captor));
                }
            } else if self.rules.plunder && !town.is_red() {
                let die = self.dice.die(6);
                log.record(|| Event::Plunder { power: captor, town, die });
                if die == 6 && self.spare(captor, Kind::Infantry).is_some() {
                    return Some(Ask::Plunder(captor));
                }
            }
        }
        None
    }

    /// The pieces of a kind (or, lacking that kind, of the other) that are nearest to a lost town (13.1). Pieces at
    /// sea are farther than any on the board, and waiting ones go last of all.
    pub(crate) fn nearest_troops(&self, loser: Power, kind: Kind, town: Square) -> ArrayVec<PieceId, 16> {
        let has_kind = self.troops(loser).any(|piece| piece.kind() == kind);
        let far = |piece: PieceId| match self.place(piece) {
            Place::SEA => 1_000,
            Place::WAITING => 2_000,
            place => place.square().map_or(3_000, |square| square.distance(town)),
        };
        let candidates = || self.troops(loser).filter(|piece| !has_kind || piece.kind() == kind);
        let Some(least) = candidates().map(far).min() else { return ArrayVec::new() };
        let nearest = candidates().filter(|piece| far(*piece) == least);
        // Beside the board pieces of one kind are all alike.
        nearest.take(if least >= 1_000 { 1 } else { 16 }).collect()
    }

    pub(crate) fn forfeit(&mut self, piece: PieceId, town: Town, log: &mut impl Recorder<Event>) {
        log.record(|| Event::Lost { piece: self.tag(piece), town, at: self.square(piece) });
        self.remove(piece);
    }

    /// Empty squares beside a town that `captor` could enter (13.1).
    pub(crate) fn gain_squares(&self, town: Town, captor: Power) -> Mask {
        let beside: Mask = town.square().neighbours().collect();
        beside & self.open_to(captor) & !self.occupied
    }

    /// Whether Spain may take Wellington instead of the piece it gains (17.4.1).
    pub(crate) fn may_call_wellington(&self, captor: Power) -> Result<(), Denied> {
        let denied = |why| Err(Denied::new(rule!("C-17.4.1-wellington"), why));
        if !self.rules.wellington || captor != Power::Spain {
            return denied("only Spain may call Wellington, where that rule is in use");
        }
        match self.wellington {
            Wellington::Awaited => Ok(()),
            Wellington::Declined => denied("he could be called only for the first piece gained"),
            Wellington::Called => denied("he has come already"),
        }
    }

    /// Squares where an infantry won by plunder may be placed (17.2).
    pub(crate) fn plunder_squares(&self, power: Power) -> Mask {
        let base = BOARD.base(power);
        let area = base.capital.all & !self.occupied;
        if area.is_empty() { self.nearest_empty(base.capital.general, BOARD.land) } else { area }
    }

    /// The empty squares of `within` that are nearest to `from`.
    pub(crate) fn nearest_empty(&self, from: Square, within: Mask) -> Mask {
        let empty = within & !self.occupied;
        let least = empty.iter().map(|square| square.distance(from)).min();
        empty.iter().filter(|square| Some(square.distance(from)) == least).collect()
    }

    /// Adds the ways to place the piece gained with a town.
    pub(crate) fn gain_actions(&self, town: Town, captor: Power, out: &mut Vec<Action>) {
        let squares = self.gain_squares(town, captor);
        out.extend(squares.iter().map(Action::Place));
        if self.may_call_wellington(captor).is_ok() {
            out.extend(squares.iter().map(Action::Wellington));
        }
    }

    /// Places the piece gained with a town, or Wellington in its stead.
    pub(crate) fn gain(
        &mut self,
        town: Town,
        captor: Power,
        square: Square,
        wellington: bool,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        self.may_place(Ask::Gain(town, captor), square)?;
        let kind = town.symbol().filter(|_| !wellington);
        let piece = match kind {
            Some(kind) => self
                .spare(captor, kind)
                .ok_or_else(|| Denied::new(rule!("C-0.1-limit"), "no such piece is left in the box"))?,
            None => {
                self.may_call_wellington(captor)?;
                PieceId::second(Power::Spain)
            }
        };
        if captor == Power::Spain && self.wellington == Wellington::Awaited {
            self.wellington = if wellington { Wellington::Called } else { Wellington::Declined };
        }
        self.put(piece, square);
        log.record(|| Event::Gained { piece: self.tag(piece), town, at: square });
        Ok(())
    }
}
