//! Spain at sea: Britannia rules the waves, and the start before Trafalgar. Rulebook 17.4.2, 17.9.

use engine::{Denied, Recorder, rule};

use crate::action::Action;
use crate::board::BOARD;
use crate::components::{Country, Kind, PieceId, Power};
use crate::event::Event;
use crate::square::{Mask, Square};
use crate::state::{Campaign, Place, Recovery, Relation};

impl Campaign {
    /// Pieces of a kind Spain has at sea.
    pub(crate) fn at_sea(&self, kind: Kind) -> impl Iterator<Item = PieceId> {
        self.pieces_of(Power::Spain)
            .filter(move |piece| piece.kind() == kind && self.place(*piece) == Place::SEA)
    }

    /// How many pieces of a kind may be at sea together: one infantry, or the force of 17.9.2.
    fn sea_room(&self, kind: Kind) -> usize {
        match (self.partial, kind) {
            (false, Kind::Infantry) | (true, Kind::General | Kind::Cavalry) => 1,
            (true, Kind::Infantry) => 2,
            (false, _) => 0,
        }
    }

    /// Whether the active army has ships.
    fn may_sail(&self) -> Result<(), Denied> {
        if !self.rules.britannia || self.turn.power != Power::Spain {
            return Err(Denied::new(rule!("C-0.2-terrain"), "no piece may enter the sea"));
        }
        if self.power(Power::Spain).recovery == Recovery::Mobilising {
            let why = "an army that is mobilising may not leave its country";
            return Err(Denied::new(rule!("C-16.1-mobilise"), why));
        }
        if self.turn.pips == 0 {
            return Err(Denied::new(rule!("C-8.2-moves"), crate::movement::too_dear(1, 0)));
        }
        Ok(())
    }

    /// What stops the piece on `from` from putting to sea.
    pub(crate) fn may_embark(&self, from: Square) -> Result<PieceId, Denied> {
        let denied = |why| Denied::new(rule!("C-17.4.2-embark"), why);
        self.may_sail()?;
        let piece = self
            .piece_on(from)
            .filter(|piece| self.owner(*piece) == Some(Power::Spain))
            .ok_or_else(|| denied("only Spain's own pieces may put to sea"))?;
        self.may_move(piece)?;
        if self.sea_room(piece.kind()) == 0 {
            return Err(denied("only infantry may put to sea"));
        }
        if !BOARD.coast.has(from) {
            return Err(denied("it does not stand on the coast"));
        }
        let afloat: usize = if self.partial {
            self.at_sea(piece.kind()).count()
        } else {
            self.pieces_of(Power::Spain).filter(|piece| self.place(*piece) == Place::SEA).count()
        };
        if afloat >= self.sea_room(piece.kind()) {
            return Err(denied(match self.sea_room(piece.kind()) {
                1 => "1 such piece may be at sea; 1 is",
                _ => "2 infantry may be at sea; 2 are",
            }));
        }
        Ok(piece)
    }

    /// Squares where a piece at sea may land, if nobody stood there (17.4.2).
    pub(crate) fn landing_squares(&self) -> Mask {
        (BOARD.coast & !*BOARD.land_of(Country::France)) | BOARD.woodland
    }

    /// What stops a piece of this kind at sea from landing on `to`.
    pub(crate) fn may_land(&self, kind: Kind, to: Square) -> Result<PieceId, Denied> {
        let denied = |why| Denied::new(rule!("C-17.4.2-land"), why);
        self.may_sail()?;
        let mut afloat = self.at_sea(kind);
        let piece = afloat
            .find(|piece| !self.turn.moved.contains(*piece))
            .ok_or_else(|| denied("no such piece has been at sea since an earlier turn"))?;
        self.may_spanish_general_move(piece)?;
        if !self.landing_squares().has(to) {
            return Err(denied("it may land on a coast outside France, or in a wood on Prussia's shore"));
        }
        // Woodland is open to a landing even where forest is closed to movement.
        match self.may_enter(Power::Spain, to) {
            Err(closed) if closed.rule == "C-0.2-terrain" && !self.occupied.has(to) => {}
            other => other?,
        }
        Ok(piece)
    }

    /// Adds embarkations and landings.
    pub(crate) fn voyages(&self, out: &mut Vec<Action>) {
        if self.may_sail().is_err() {
            return;
        }
        for from in self.pieces_of(Power::Spain).filter_map(|piece| self.square(piece)) {
            if self.may_embark(from).is_ok() {
                out.push(Action::Embark(from));
            }
        }
        for kind in [Kind::General, Kind::Infantry, Kind::Cavalry] {
            if self.at_sea(kind).any(|piece| !self.turn.moved.contains(piece)) {
                let squares = self.landing_squares();
                let landings = squares.iter().filter(|to| self.may_land(kind, *to).is_ok());
                out.extend(landings.map(|to| Action::Land { kind, to }));
            }
        }
    }

    pub(crate) fn embark(&mut self, from: Square, log: &mut Recorder<Event>) -> Result<(), Denied> {
        let piece = self.may_embark(from)?;
        self.put(piece, Place::SEA);
        self.ashore.remove(piece);
        self.touch(piece, 1);
        self.turn.in_hand = None;
        log.record(|| Event::Embarked { piece: self.tag(piece), from });
        Ok(())
    }

    pub(crate) fn land(&mut self, kind: Kind, to: Square, log: &mut Recorder<Event>) -> Result<(), Denied> {
        let piece = self.may_land(kind, to)?;
        self.put(piece, to);
        if BOARD.woodland.has(to) {
            self.ashore.insert(piece);
        }
        self.touch(piece, 1);
        self.turn.in_hand = None;
        log.record(|| Event::Landed { piece: self.tag(piece), to });
        Ok(())
    }

    /// When an enemy's piece has entered Spain before Trafalgar, Spain is fully active at once: the force at sea
    /// comes home, and four infantry and four cavalry stand at Lisbon with the General (17.9.1, 17.9.2).
    pub(crate) fn note_invasion(&mut self, log: &mut Recorder<Event>) {
        if !self.partial || !self.is_active(Power::Spain) {
            return;
        }
        let seat = self.seat_of(Power::Spain);
        let spain = *BOARD.land_of(Country::Spain);
        let invaded = PieceId::all().any(|piece| {
            self.square(piece).is_some_and(|square| spain.has(square))
                && self.owner_seat(piece).is_some_and(|owner| self.relation(owner, seat) == Relation::Hostile)
        });
        if !invaded {
            return;
        }
        self.partial = false;
        log.record(|| Event::Invaded);
        for piece in PieceId::set(Power::Spain).filter(|piece| is_of_the_force(*piece)) {
            if self.place(piece) != Place::ASIDE {
                self.end_loan(piece);
                self.ashore.remove(piece);
                self.put(piece, Place::BOX);
            }
        }
        // Where an ally's piece stands on a starting square, the nearest empty one has to do.
        let capital = &BOARD.base(Power::Spain).capital;
        let general = PieceId::general(Power::Spain);
        if self.place(general) == Place::BOX
            && let Some(square) = self.nearest_empty(capital.general, spain).iter().next()
        {
            self.put(general, square);
        }
        for kind in Kind::TROOPS {
            while self.troops(Power::Spain).filter(|piece| piece.kind() == kind).count() < 4 {
                let starting: Mask = capital.places(kind).iter().copied().collect();
                let free = self.nearest_empty(capital.general, starting);
                let free = if free.is_empty() { self.nearest_empty(capital.general, spain) } else { free };
                let (Some(piece), Some(square)) = (self.spare(Power::Spain, kind), free.iter().next()) else {
                    break;
                };
                self.put(piece, square);
            }
        }
    }
}

/// Infantry and cavalry of the garrison before Trafalgar (17.9.1).
pub(crate) const GARRISON: [(Kind, u8); 2] = [(Kind::Infantry, 3), (Kind::Cavalry, 2)];
/// Infantry and cavalry of the force at sea (17.9.2).
pub(crate) const FORCE: [(Kind, u8); 2] = [(Kind::Infantry, 2), (Kind::Cavalry, 1)];

/// Whether a piece belongs to the force that starts at sea: the General, and the troops numbered after the
/// garrison.
fn is_of_the_force(piece: PieceId) -> bool {
    piece == PieceId::general(Power::Spain)
        || GARRISON.iter().zip(FORCE).any(|((kind, garrison), (_, force))| {
            (*garrison..garrison + force).any(|number| piece == PieceId::troop(Power::Spain, *kind, number))
        })
}
