//! Movement, and what stands in its way. Rulebook 2, 4, 12 and the terrain of the board.
//!
//! A move is one small action: one square for a General or infantry, two for cavalry. A piece stays in hand while
//! it goes on; moving another lets it go for the rest of the turn (9.6).

use engine::{Denied, Recorder, rule};

use crate::action::Action;
use crate::board::BOARD;
use crate::components::{Country, Kind, PieceId, Power};
use crate::event::Event;
use crate::options::Congress;
use crate::square::{Mask, Square};
use crate::state::{Campaign, Halt, Recovery, Relation, Status, Wellington};

/// Squares closed to somebody, and why.
pub(crate) struct Bar {
    squares: Mask,
    denied: Denied,
}

/// The board as it lies before one army: what every one of its moves is judged by.
pub(crate) struct Lay {
    /// Squares that are closed or taken.
    pub(crate) shut: Mask,
    /// Squares with a piece of somebody else.
    others: Mask,
    /// Squares that cost double.
    pub(crate) dear: Mask,
}

impl Campaign {
    /// What `power` may not enter, whoever stands there. The first bar that covers a square is the reason given.
    fn bars(&self, power: Power, mut each: impl FnMut(Bar)) {
        let mut bar = |squares, rule, why| each(Bar { squares, denied: Denied::new(rule, why) });
        bar(BOARD.water, rule!("C-0.2-terrain"), "no piece may enter the sea");
        if !self.rules.terrain {
            bar(BOARD.wild, rule!("C-0.2-terrain"), "no piece may enter forest or mountain");
        }
        let seat = self.seat_of(power);
        for other in Power::ALL {
            let state = self.power(other);
            if state.status == Status::Neutral {
                bar(
                    self.inviolate(other),
                    rule!("C-1.1-congress"),
                    "that country is neutral: nobody may enter it",
                );
            }
            if state.status != Status::Active || other == power {
                continue;
            }
            if state.recovery == Recovery::Mobilising {
                let areas = BOARD.base(other).capital.all | BOARD.base(other).enlistment.all;
                bar(
                    areas,
                    rule!("C-16.3-hinder"),
                    "nobody may enter the areas of an army that is mobilising",
                );
            }
            let owner = self.seat_of(other);
            if self.relation(seat, owner) == Relation::Allied
                && !self.diplomacy.admitted[owner.index()].contains(seat)
            {
                bar(
                    *BOARD.land_of(other.home()),
                    rule!("C-7.1-consent"),
                    "your ally has not let you into his country",
                );
            }
        }
        if self.power(power).recovery == Recovery::Mobilising {
            let abroad = !*BOARD.land_of(power.home());
            bar(abroad, rule!("C-16.1-mobilise"), "an army that is mobilising may not leave its country");
        }
        if self.partial && power == Power::Spain {
            let spain = *BOARD.land_of(Country::Spain);
            bar(
                spain,
                rule!("C-17.9.2-force"),
                "the force at sea may not come to Spain before Spain is invaded",
            );
        }
    }

    /// The squares nobody may enter while `power` is neutral: its country, but of Prussia only Berlin's area, the
    /// squares around it and Stettin (1.1 e).
    pub(crate) fn inviolate(&self, power: Power) -> Mask {
        debug_assert!(self.rules.congress != Congress::Off);
        if power != Power::Prussia {
            return *BOARD.land_of(power.home());
        }
        let base = BOARD.base(Power::Prussia);
        let mut closed = base.capital.all | base.ring;
        crate::board::Town::all()
            .filter(|town| town.name() == "Stettin")
            .for_each(|town| closed.insert(town.square()));
        closed
    }

    /// Squares `power` may stand on, whether or not somebody does already.
    pub(crate) fn open_to(&self, power: Power) -> Mask {
        let mut shut = Mask::EMPTY;
        self.bars(power, |bar| shut |= bar.squares);
        !shut
    }

    /// What stops any piece of `power` from entering `square`, if anything.
    pub(crate) fn may_enter(&self, power: Power, square: Square) -> Result<(), Denied> {
        let mut reason = Ok(());
        self.bars(power, |bar| {
            if reason.is_ok() && bar.squares.has(square) {
                reason = Err(bar.denied);
            }
        });
        reason?;
        if self.occupied.has(square) {
            return Err(Denied::new(rule!("C-4.1.2-one"), "another piece stands there"));
        }
        Ok(())
    }

    /// The board as it lies before the active army.
    pub(crate) fn lay(&self) -> Lay {
        let power = self.turn.power;
        let mut shut = self.occupied;
        self.bars(power, |bar| shut |= bar.squares);
        let mut others = self.occupied;
        for square in self.pieces_of(power).filter_map(|piece| self.square(piece)) {
            others.remove(square);
        }
        Lay { shut, others, dear: self.dear(power) }
    }

    /// Squares that cost `power` double (C-0.2-double, C-0.2-mountains, C-17.5.1-steppes, C-17.6.1-eagle).
    pub(crate) fn dear(&self, power: Power) -> Mask {
        let mut dear = Mask::EMPTY;
        if self.rules.terrain {
            dear |= BOARD.dear;
            if self.rules.eagle && power != Power::Austria {
                dear |= BOARD.eagle;
            }
        }
        if self.rules.steppes {
            dear |= BOARD.base(Power::Russia).ring;
        }
        dear
    }

    /// What stops a piece from being moved at all now, wherever to.
    #[inline]
    pub(crate) fn may_move(&self, piece: PieceId) -> Result<(), Denied> {
        self.may_stir(piece)?;
        if !self.turn.moved.contains(piece) {
            return Ok(());
        }
        if self.turn.in_hand != Some(piece) {
            return Err(Denied::new(rule!("C-9.6-touch"), "it has moved, and another piece has moved since"));
        }
        match self.turn.halt {
            Some(Halt::Controlled) => {
                return Err(Denied::new(
                    rule!("C-12.1-zoc"),
                    "it has entered a square that an enemy controls, and must halt",
                ));
            }
            Some(Halt::Town) => {
                return Err(Denied::new(rule!("C-5.1-enter"), "a General who enters a town must halt"));
            }
            None => {}
        }
        if self.rules.three_moves && self.turn.moves >= 3 {
            return Err(Denied::new(
                rule!("C-2.2.1-three"),
                "a piece makes at most 3 moves in a turn; it has made 3",
            ));
        }
        Ok(())
    }

    /// What keeps a piece where it is in this turn, in movement and in redeployment.
    #[inline]
    pub(crate) fn may_stir(&self, piece: PieceId) -> Result<(), Denied> {
        self.may_command(piece)?;
        if self.is_dormant(piece) {
            return Err(Denied::new(
                rule!("C-17.9.1-partial"),
                "Spain has not been invaded: its garrison stands still",
            ));
        }
        self.may_spanish_general_move(piece)
    }

    /// Only one of Wellington and the Spanish General moves in a turn (17.4.1).
    #[inline]
    pub(crate) fn may_spanish_general_move(&self, piece: PieceId) -> Result<(), Denied> {
        let spanish = piece.kind() == Kind::General && piece.set_owner() == Some(Power::Spain);
        if spanish
            && self.wellington == Wellington::Called
            && self.turn.spanish_general.is_some_and(|moved| moved != piece)
        {
            return Err(Denied::new(
                rule!("C-17.4.1-one-moves"),
                "1 Spanish General moves in a turn; the other has",
            ));
        }
        Ok(())
    }

    /// What a move of `piece` to `to` costs, or what stops it. The piece itself must be free to move
    /// ([`Campaign::may_move`]).
    #[inline(always)]
    fn may_step(&self, lay: &Lay, piece: PieceId, from: Square, to: Square) -> Result<u8, Denied> {
        let double = self.may_go(lay, piece, from, to)?;
        let cost = 1 + u8::from(double && !self.ashore.contains(piece));
        if cost > self.turn.pips {
            return Err(Denied::new(rule!("C-8.2-moves"), too_dear(cost, self.turn.pips)));
        }
        Ok(cost)
    }

    /// Whether a move of `piece` to `to` goes over ground that costs double, or what stops it, pips apart.
    #[inline(always)]
    pub(crate) fn may_go(&self, lay: &Lay, piece: PieceId, from: Square, to: Square) -> Result<bool, Denied> {
        let (columns, rows) = (to.column() - from.column(), to.row() - from.row());
        let (far, near) = (columns.abs().max(rows.abs()), columns.abs().min(rows.abs()));
        if to != from && lay.shut.has(to) {
            self.may_enter(self.turn.power, to)?;
        }
        if self.lent[piece].is_some() && BOARD.country(from) != BOARD.country(to) {
            return Err(Denied::new(
                rule!("C-7.1.1-control"),
                "it is lent within one country, and may not leave it",
            ));
        }
        let double = match piece.kind() {
            Kind::General if far == 1 => {
                self.may_slip(lay, from, columns, rows)?;
                lay.dear.has(to)
            }
            Kind::Infantry if far == 1 && near == 1 => {
                self.may_slip(lay, from, columns, rows)?;
                lay.dear.has(to)
            }
            Kind::Cavalry if (far, near) == (2, 0) => {
                let middle = self.may_pass(lay, piece, from, columns / 2, rows / 2)?;
                lay.dear.has(to) || lay.dear.has(middle)
            }
            Kind::Cavalry if (far, near) == (1, 1) => {
                match (self.may_pass(lay, piece, from, columns, 0), self.may_pass(lay, piece, from, 0, rows))
                {
                    (Ok(a), Ok(b)) => lay.dear.has(to) || (lay.dear.has(a) && lay.dear.has(b)),
                    (Ok(middle), Err(_)) | (Err(_), Ok(middle)) => lay.dear.has(to) || lay.dear.has(middle),
                    (Err(denied), Err(_)) => return Err(denied),
                }
            }
            Kind::General => {
                return Err(Denied::new(rule!("C-4.1.1-general"), "a General moves 1 square at a time"));
            }
            Kind::Infantry => {
                return Err(Denied::new(
                    rule!("C-4.1.1-infantry"),
                    "infantry moves 1 square at a time, diagonally",
                ));
            }
            Kind::Cavalry => {
                let why = "cavalry moves 2 squares at a time, along rows and columns";
                return Err(Denied::new(rule!("C-4.1.1-cavalry"), why));
            }
        };
        Ok(double)
    }

    /// No slipping diagonally between two hostile pieces (12.2).
    #[inline(always)]
    fn may_slip(&self, lay: &Lay, from: Square, columns: i32, rows: i32) -> Result<(), Denied> {
        if columns == 0 || rows == 0 || !self.rules.zone_of_control {
            return Ok(());
        }
        let (Some(a), Some(b)) = (from.step(columns, 0), from.step(0, rows)) else { return Ok(()) };
        if !(lay.others.has(a) && lay.others.has(b)) {
            return Ok(());
        }
        let hostile =
            |square| self.piece_on(square).is_some_and(|piece| self.is_hostile(piece, self.turn.seat));
        if hostile(a) && hostile(b) {
            return Err(Denied::new(rule!("C-12.2-line"), "it would slip between 2 enemies"));
        }
        Ok(())
    }

    /// Whether cavalry may ride over the square beside `from`; that square, if so.
    #[inline(always)]
    fn may_pass(
        &self,
        lay: &Lay,
        piece: PieceId,
        from: Square,
        columns: i32,
        rows: i32,
    ) -> Result<Square, Denied> {
        let blocked = || Denied::new(rule!("C-4.1.2-block"), "another piece is in the way");
        let middle = from.step(columns, rows).ok_or_else(blocked)?;
        if self.occupied.has(middle) {
            return Err(blocked());
        }
        if lay.shut.has(middle) {
            self.may_enter(self.turn.power, middle)?;
        }
        if self.lent[piece].is_some() && BOARD.country(from) != BOARD.country(middle) {
            return Err(Denied::new(
                rule!("C-7.1.1-control"),
                "it is lent within one country, and may not leave it",
            ));
        }
        if self.rules.zone_of_control && lay.others.touches(middle) && self.is_controlled(middle) {
            return Err(Denied::new(rule!("C-12.1-zoc"), "an enemy controls the square it would ride over"));
        }
        Ok(middle)
    }

    /// Whether an enemy of the active player could attack a piece on `square` (12.1).
    pub(crate) fn is_controlled(&self, square: Square) -> bool {
        square.neighbours().filter_map(|near| self.piece_on(near)).any(|piece| {
            self.is_hostile(piece, self.turn.seat) && self.may_fight(piece) && self.bears_on(piece, square)
        })
    }

    /// Adds every move of the active army.
    pub(crate) fn moves(&self, out: &mut Vec<Action>) {
        let lay = self.lay();
        for piece in self.commanded() {
            let Some(from) = self.square(piece) else { continue };
            if self.may_move(piece).is_err() {
                continue;
            }
            for to in self.candidates(&lay, piece.kind(), from) {
                if self.may_step(&lay, piece, from, to).is_ok() {
                    out.push(Action::Step { from, to });
                }
            }
        }
    }

    /// Open squares where the geometry of a kind's move could lead.
    pub(crate) fn candidates(&self, lay: &Lay, kind: Kind, from: Square) -> impl Iterator<Item = Square> {
        const GENERAL: [u8; 5] = [0, 0b01110, 0b01010, 0b01110, 0];
        const INFANTRY: [u8; 5] = [0, 0b01010, 0, 0b01010, 0];
        const CAVALRY: [u8; 5] = [0b00100, 0b01010, 0b10001, 0b01010, 0b00100];
        let shape = match kind {
            Kind::General => GENERAL,
            Kind::Infantry => INFANTRY,
            Kind::Cavalry => CAVALRY,
        };
        let shut = lay.shut.window(from);
        let open = |row: usize| u32::from(shape[row] & !shut[row]) << (5 * row);
        let mut rest = (0..5).fold(0, |squares, row| squares | open(row));
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let square = rest.trailing_zeros() as i32;
                rest &= rest - 1;
                from.shifted(square % 5 - 2, square / 5 - 2)
            })
        })
    }

    /// Whether the active player may move the piece on `from` to `to`, and for how many pips.
    pub(crate) fn may_move_to(&self, from: Square, to: Square) -> Result<(PieceId, u8), Denied> {
        let piece = self
            .piece_on(from)
            .ok_or_else(|| Denied::new(rule!("C-7.1-own-pieces"), "no piece of yours stands there"))?;
        self.may_move(piece)?;
        Ok((piece, self.may_step(&self.lay(), piece, from, to)?))
    }

    /// Moves a piece (step 1 of a turn).
    pub(crate) fn step(&mut self, from: Square, to: Square, log: &mut Recorder<Event>) -> Result<(), Denied> {
        let (piece, cost) = self.may_move_to(from, to)?;
        self.put(piece, to);
        self.ashore.remove(piece);
        self.touch(piece, cost);
        log.record(|| Event::Moved { piece: self.tag(piece), from, to });
        self.turn.halt = if self.halts_in_town(piece, to) {
            Some(Halt::Town)
        } else if self.rules.zone_of_control && self.occupied.touches(to) && self.is_controlled(to) {
            Some(Halt::Controlled)
        } else {
            None
        };
        self.note_invasion(log);
        Ok(())
    }

    /// Notes that a piece has made a move of so many pips.
    pub(crate) fn touch(&mut self, piece: PieceId, cost: u8) {
        self.turn.pips -= cost;
        self.turn.moves = if self.turn.in_hand == Some(piece) { self.turn.moves + 1 } else { 1 };
        self.turn.in_hand = Some(piece);
        self.turn.moved.insert(piece);
        self.note_spanish_general(piece);
    }

    pub(crate) fn note_spanish_general(&mut self, piece: PieceId) {
        if piece.kind() == Kind::General && piece.set_owner() == Some(Power::Spain) {
            self.turn.spanish_general = Some(piece);
        }
    }

    /// A General halts in a town whose card his side does not hold (5.1).
    pub(crate) fn halts_in_town(&self, piece: PieceId, square: Square) -> bool {
        piece.kind() == Kind::General
            && BOARD.town(square).is_some_and(|town| {
                let holder = self.cards[town].and_then(|power| self.power(power).seat);
                holder.is_none() || holder != self.owner_seat(piece)
            })
    }
}

/// What a move that costs too much is told: it costs 1 or 2 pips, and there are fewer.
pub(crate) fn too_dear(cost: u8, pips: u8) -> &'static str {
    match (cost, pips) {
        (1, _) => "a move costs 1 pip; none is left",
        (_, 0) => "that move costs 2 pips; none is left",
        _ => "that move costs 2 pips; 1 is left",
    }
}
