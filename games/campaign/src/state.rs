//! The state of a game: where everything stands and whose turn it is.

use arrayvec::ArrayVec;
use engine::{By, Denied, Dice, Seat, Seats, rule};
use serde::{Deserialize, Serialize};

use crate::board::{BOARD, TOWNS, Town};
use crate::components::{Country, Kind, MINORS, PIECES, PieceId, PieceSet, Power};
use crate::options::Rules;
use crate::square::{Mask, Square};
use crate::steps::{Question, Sequence};

/// The most players there can be.
pub(crate) const PLAYERS: usize = 5;

/// A game of Campaign.
///
/// It is written as `position` says. Recorded games depend on the order of fields, here and in every part of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Campaign {
    pub(crate) rules: Rules,
    pub(crate) seats: u8,
    #[serde(with = "engine::by::whole")]
    pub(crate) powers: By<Power, PowerState, 5>,
    /// Where each piece is.
    #[serde(rename = "pieces", with = "engine::by::unusual")]
    pub(crate) at: By<PieceId, Place, PIECES>,
    /// The squares with a piece: follows from `at`, kept because every step asks for it.
    #[serde(skip)]
    pub(crate) occupied: Mask,
    /// Who leads the infantry of the minor powers; nobody while it is neutral (17.8).
    pub(crate) minors: [Option<Power>; MINORS as usize],
    /// Pieces whose control has been passed, and to whom (7.1.1).
    #[serde(with = "engine::by::sparse")]
    pub(crate) lent: By<PieceId, Option<Power>, PIECES>,
    /// Those of them that cannot be taken back yet.
    #[serde(with = "atlas::topology::as_list")]
    pub(crate) fresh: PieceSet,
    /// Infantry that has just landed in a wood and steps out of it for one pip (17.4.2).
    #[serde(with = "atlas::topology::as_list")]
    pub(crate) ashore: PieceSet,
    /// Who holds each town card.
    #[serde(with = "engine::by::sparse")]
    pub(crate) cards: By<Town, Option<Power>, TOWNS>,
    pub(crate) diplomacy: Diplomacy,
    pub(crate) wellington: Wellington,
    /// Spain is only partly active (17.9).
    pub(crate) partial: bool,
    pub(crate) turn: Turn,
    /// Where the sequence of play stands, and what somebody owes before it goes on.
    pub(crate) sequence: Sequence,
    pub(crate) dice: Dice,
    pub(crate) ended: Option<End>,
}

/// A power in this game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct PowerState {
    /// Who leads it.
    pub(crate) seat: Option<Seat>,
    pub(crate) status: Status,
    pub(crate) recovery: Recovery,
    /// Who captured its Capital.
    pub(crate) capital_to: Option<Seat>,
}

/// Whether a power is in the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Status {
    /// Not a base in this game.
    Absent,
    /// Set up, but neutral and inviolate (Congress of Vienna).
    Neutral,
    /// Playing.
    Active,
    /// Eliminated.
    Out,
}

/// What a power whose General was captured has still to go through.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Recovery {
    /// Nothing.
    Ready,
    /// It misses its next turn (11.1).
    Misses,
    /// It has missed a turn and may not be attacked until it has played the next (11.1).
    Shielded,
    /// It has to mobilise (16).
    Mobilising,
}

/// Where a piece is: a square, or one of the places beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "Spot", from = "Spot")]
pub(crate) struct Place(u16);

/// A place, written out.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Spot {
    Sea,
    Waiting,
    Aside,
    On(Square),
}

impl Place {
    /// Not in play, may come into play.
    pub(crate) const BOX: Place = Place(u16::MAX);
    /// At sea (17.4.2).
    pub(crate) const SEA: Place = Place(u16::MAX - 1);
    /// Waiting for a free square of the Enlistment area (15.3).
    pub(crate) const WAITING: Place = Place(u16::MAX - 2);
    /// A General set aside, or a piece that never comes back.
    pub(crate) const ASIDE: Place = Place(u16::MAX - 3);

    #[inline]
    pub(crate) fn square(self) -> Option<Square> {
        Square::from_bits(self.0)
    }
}

impl Default for Place {
    fn default() -> Place {
        Place::BOX
    }
}

impl From<Spot> for Place {
    fn from(spot: Spot) -> Place {
        match spot {
            Spot::Sea => Place::SEA,
            Spot::Waiting => Place::WAITING,
            Spot::Aside => Place::ASIDE,
            Spot::On(square) => square.into(),
        }
    }
}

/// Pieces in the box are not written.
impl From<Place> for Spot {
    fn from(place: Place) -> Spot {
        match place {
            Place::SEA => Spot::Sea,
            Place::WAITING => Spot::Waiting,
            Place::ASIDE => Spot::Aside,
            place => Spot::On(place.square().expect("whatever is written stands somewhere")),
        }
    }
}

impl From<Square> for Place {
    fn from(square: Square) -> Place {
        Place(square.to_bits())
    }
}

/// Alliances, offers, consent and bans between seats (7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Diplomacy {
    /// Whom each seat is allied with.
    pub(crate) allied: [Seats; PLAYERS],
    /// To whom each seat has offered an alliance.
    pub(crate) offered: [Seats; PLAYERS],
    /// Whom each seat lets into its countries.
    pub(crate) admitted: [Seats; PLAYERS],
    /// Whom each seat may not attack yet, having broken an alliance.
    pub(crate) banned: [Seats; PLAYERS],
}

/// Wellington (17.4.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Wellington {
    /// May still be called.
    Awaited,
    /// Was not called when he could be.
    Declined,
    /// Has been called.
    Called,
}

/// Where the sequence of play stands (0.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Players choose their powers.
    Bases,
    /// Extra pieces and second Generals find their squares.
    Preparation,
    /// Between two turns: the dice are not thrown yet.
    Open,
    /// Step 1.
    Moving,
    /// Step 2.
    Attack,
    /// Steps 3a to 3c.
    Spoils,
    /// Step 3d.
    Defeats,
    /// Step 3e.
    Business,
    /// Step 3f.
    Guerrillas,
    /// Step 4.
    Redeployment,
}

/// A town that was captured this turn and is still to be settled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Spoil {
    pub(crate) town: Town,
    pub(crate) captor: Power,
    /// Who held the card.
    pub(crate) from: Option<Power>,
    /// The former holder has given up his piece.
    pub(crate) forfeited: bool,
}

/// Why the piece in hand may not go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Halt {
    /// It has entered a controlled square (12.1).
    Controlled,
    /// A General has entered a town (5.1).
    Town,
}

/// The fronts on which one piece each may be attacked under 9.3.1: the six countries, and the wilds.
pub(crate) const FRONTS: usize = 7;

/// The turn under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) round: u16,
    /// Who began the game: a round ends before his turn.
    pub(crate) first: Seat,
    pub(crate) seat: Seat,
    /// The army that moves.
    pub(crate) power: Power,
    /// The army each seat moved last (C-1.1-alternate).
    pub(crate) last_army: [Option<Power>; PLAYERS],
    pub(crate) throw: [u8; 2],
    pub(crate) pips: u8,
    /// The piece that is being moved and has not been let go (9.6).
    pub(crate) in_hand: Option<PieceId>,
    /// How many moves it has made.
    pub(crate) moves: u8,
    pub(crate) halt: Option<Halt>,
    /// Pieces that have been moved this turn; in redeployment, that have been redeployed.
    #[serde(with = "atlas::topology::as_list")]
    pub(crate) moved: PieceSet,
    /// Which of Wellington and the Spanish General has moved (17.4.1).
    pub(crate) spanish_general: Option<PieceId>,
    /// The piece named for attack on each front; without 9.3.1 only one is named in all.
    pub(crate) targets: [Option<PieceId>; FRONTS],
    /// Fronts where the attack has been made.
    pub(crate) fought: u8,
    /// Pieces beaten this turn.
    #[serde(with = "atlas::topology::as_list")]
    pub(crate) beaten: PieceSet,
    pub(crate) spoils: ArrayVec<Spoil, 8>,
    /// The power being put back on its feet: its pieces have been lifted from the board.
    pub(crate) lifted: bool,
    /// Its leader has been chosen.
    pub(crate) leader: Option<PieceId>,
    /// Recruits of a kind of its choice it may still take.
    pub(crate) levies: u8,
    /// Redeployments left.
    pub(crate) redeployments: u8,
    /// With whom each seat has broken, or settled its consent, this turn.
    pub(crate) settled: [Seats; PLAYERS],
}

impl Turn {
    /// The first turn, of nobody yet.
    pub(crate) fn new() -> Turn {
        Turn {
            round: 1,
            first: Seat(0),
            seat: Seat(0),
            power: Power::France,
            last_army: [None; PLAYERS],
            throw: [0; 2],
            pips: 0,
            in_hand: None,
            moves: 0,
            halt: None,
            moved: PieceSet::EMPTY,
            spanish_general: None,
            targets: [None; FRONTS],
            fought: 0,
            beaten: PieceSet::EMPTY,
            spoils: ArrayVec::new_const(),
            lifted: false,
            leader: None,
            levies: 0,
            redeployments: 0,
            settled: [Seats::NONE; PLAYERS],
        }
    }

    /// The next turn, of `power`.
    pub(crate) fn next(&self, seat: Seat, power: Power) -> Turn {
        let mut last_army = self.last_army;
        last_army[seat.index()] = Some(power);
        Turn { round: self.round, first: self.first, seat, power, last_army, ..Turn::new() }
    }
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct End {
    pub(crate) winners: Seats,
    pub(crate) reason: EndReason,
}

/// The ways a game can end (0.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// The winner has captured the Capitals of all opponents.
    Capitals,
    /// The winner holds enough foreign towns.
    Towns,
    /// Everybody else is eliminated.
    LastLeft,
    /// The time agreed upon is over.
    TimeLimit,
}

impl EndReason {
    pub(crate) fn key(self) -> &'static str {
        match self {
            EndReason::Capitals => "capitals",
            EndReason::Towns => "towns",
            EndReason::LastLeft => "last-left",
            EndReason::TimeLimit => "time-limit",
        }
    }
}

/// What stands between two seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Relation {
    Same,
    Allied,
    Hostile,
}

impl Campaign {
    /// Where the sequence of play stands.
    pub(crate) fn phase(&self) -> Phase {
        self.sequence.phase()
    }

    /// What somebody owes before the phase goes on.
    pub(crate) fn owed(&self) -> Option<Question> {
        self.sequence.owed()
    }

    pub(crate) fn power(&self, power: Power) -> &PowerState {
        &self.powers[power]
    }

    pub(crate) fn power_mut(&mut self, power: Power) -> &mut PowerState {
        &mut self.powers[power]
    }

    #[inline]
    pub(crate) fn is_active(&self, power: Power) -> bool {
        self.power(power).status == Status::Active
    }

    /// The seat that leads `power`.
    ///
    /// # Panics
    /// If nobody does: only asked of powers in play.
    #[inline]
    pub(crate) fn seat_of(&self, power: Power) -> Seat {
        self.power(power).seat.expect("a power in play has a player")
    }

    /// The powers a seat leads that are still in the game.
    pub(crate) fn armies(&self, seat: Seat) -> impl Iterator<Item = Power> {
        Power::ALL
            .into_iter()
            .filter(move |power| self.is_active(*power) && self.power(*power).seat == Some(seat))
    }

    pub(crate) fn is_alive(&self, seat: Seat) -> bool {
        self.armies(seat).next().is_some()
    }

    /// Seats still in the game.
    pub(crate) fn alive(&self) -> Seats {
        Seat::first(self.seats).filter(|seat| self.is_alive(*seat)).collect()
    }

    /// Whether a country belongs to a seat: it led the power based there at the start (C-0.3-own).
    pub(crate) fn is_home(&self, country: Country, seat: Seat) -> bool {
        country.power().is_some_and(|power| self.power(power).seat == Some(seat))
    }

    /// Who leads a piece; nobody leads a neutral one.
    #[inline]
    pub(crate) fn owner(&self, piece: PieceId) -> Option<Power> {
        match piece.as_minor() {
            Some(number) => self.minors[number],
            None => piece.set_owner(),
        }
    }

    pub(crate) fn owner_seat(&self, piece: PieceId) -> Option<Seat> {
        self.owner(piece).and_then(|power| self.power(power).seat)
    }

    /// The pieces a power leads, on the board or not.
    pub(crate) fn pieces_of(&self, power: Power) -> impl Iterator<Item = PieceId> {
        let minors =
            (0..MINORS).filter(move |n| self.minors[usize::from(*n)] == Some(power)).map(PieceId::minor);
        PieceId::set(power).chain(minors)
    }

    #[inline]
    pub(crate) fn place(&self, piece: PieceId) -> Place {
        self.at[piece]
    }

    #[inline]
    pub(crate) fn square(&self, piece: PieceId) -> Option<Square> {
        self.place(piece).square()
    }

    /// The piece on a square.
    pub(crate) fn piece_on(&self, square: Square) -> Option<PieceId> {
        if !self.occupied.has(square) {
            return None;
        }
        // Without an early exit, so that it is one sweep over 208 bytes.
        let place = Place::from(square);
        let mut found = u8::MAX;
        for (number, at) in self.at.iter().enumerate() {
            if *at == place {
                found = number as u8;
            }
        }
        (found != u8::MAX).then_some(PieceId(found))
    }

    /// Puts a piece somewhere, lifting it from where it was.
    pub(crate) fn put(&mut self, piece: PieceId, place: impl Into<Place>) {
        if let Some(square) = self.square(piece) {
            self.occupied.remove(square);
        }
        let place = place.into();
        if let Some(square) = place.square() {
            debug_assert!(!self.occupied.has(square), "two pieces on {square}");
            self.occupied.insert(square);
        }
        self.at[piece] = place;
    }

    /// Infantry and cavalry of a power, wherever they are (C-0.3-dead-troops, C-17.4.2-safe).
    pub(crate) fn troops(&self, power: Power) -> impl Iterator<Item = PieceId> {
        self.pieces_of(power).filter(|piece| {
            piece.kind() != Kind::General && !matches!(self.place(*piece), Place::BOX | Place::ASIDE)
        })
    }

    /// A piece of this kind that may still come into play (C-0.1-limit).
    pub(crate) fn spare(&self, power: Power, kind: Kind) -> Option<PieceId> {
        let in_play = self.troops(power).filter(|piece| piece.kind() == kind).count();
        if in_play >= usize::from(crate::components::TROOPS_OF_A_KIND) {
            return None;
        }
        PieceId::troops(power, kind).find(|piece| self.place(*piece) == Place::BOX)
    }

    /// Whether an infantry is marked as Guard (17.3.2, 17.5.2).
    #[inline]
    pub(crate) fn is_guard(&self, piece: PieceId) -> bool {
        self.rules.guards
            && (piece == PieceId::guard(Power::France) || piece == PieceId::guard(Power::Russia))
    }

    /// Takes a beaten piece off the board: back to its box, or for good (C-9.5-remove, C-17.3.2-lost).
    pub(crate) fn remove(&mut self, piece: PieceId) {
        let gone_for_good = self.is_guard(piece) || piece.as_minor().is_some();
        self.put(piece, if gone_for_good { Place::ASIDE } else { Place::BOX });
        if let Some(number) = piece.as_minor() {
            self.minors[number] = None;
        }
        self.end_loan(piece);
        self.ashore.remove(piece);
    }

    /// Control of a piece goes back to its owner.
    pub(crate) fn end_loan(&mut self, piece: PieceId) {
        self.lent[piece] = None;
        self.fresh.remove(piece);
    }

    /// What stands between two seats.
    #[inline]
    pub(crate) fn relation(&self, a: Seat, b: Seat) -> Relation {
        if a == b {
            Relation::Same
        } else if self.diplomacy.allied[a.index()].contains(b) {
            Relation::Allied
        } else {
            Relation::Hostile
        }
    }

    /// Whether a piece on the board belongs to an enemy of `seat`: neutrals are nobody's enemy.
    pub(crate) fn is_hostile(&self, piece: PieceId, seat: Seat) -> bool {
        self.owner(piece).is_some_and(|power| {
            self.is_active(power) && self.relation(seat, self.seat_of(power)) == Relation::Hostile
        })
    }

    /// A piece at home in a Spain that is only partly active takes no part (17.9.1).
    #[inline]
    pub(crate) fn is_dormant(&self, piece: PieceId) -> bool {
        self.partial
            && self.owner(piece) == Some(Power::Spain)
            && self.square(piece).is_some_and(|square| BOARD.land_of(Country::Spain).has(square))
    }

    /// The power that commands a piece: its owner, or the ally control was passed to.
    #[inline]
    pub(crate) fn commander(&self, piece: PieceId) -> Option<Power> {
        self.lent[piece].or_else(|| self.owner(piece))
    }

    /// The pieces the active army commands (7.1, 7.1.1).
    pub(crate) fn commanded(&self) -> impl Iterator<Item = PieceId> {
        let power = self.turn.power;
        let own = self.pieces_of(power).filter(|piece| self.lent[*piece].is_none());
        // Passing control is rare: without the house rule nothing is looked at.
        let loans = if self.rules.pass_control { PIECES as u8 } else { 0 };
        own.chain((0..loans).map(PieceId).filter(move |piece| self.lent[*piece] == Some(power)))
    }

    /// Whether the active player may give orders to a piece at all.
    #[inline]
    pub(crate) fn may_command(&self, piece: PieceId) -> Result<(), Denied> {
        if self.commander(piece) == Some(self.turn.power) {
            return Ok(());
        }
        if self.lent[piece].is_some() && self.owner_seat(piece) == Some(self.turn.seat) {
            return Err(Denied::new(rule!("C-7.1.1-control"), "you have lent it to an ally"));
        }
        if self.owner_seat(piece) == Some(self.turn.seat) {
            return Err(Denied::new(rule!("C-1.1-alternate"), "your other army moves this turn"));
        }
        Err(Denied::new(rule!("C-7.1-own-pieces"), "it is not your piece"))
    }

    /// What a piece counts in attack (9.1, 17.3.1).
    pub(crate) fn attack_value(&self, piece: PieceId) -> u8 {
        if self.rules.napoleon && piece == PieceId::second(Power::France) { 2 } else { 1 }
    }

    /// What a piece counts in defence (9.1, 17.3.1, 17.3.2, 17.4.1).
    pub(crate) fn defence_value(&self, piece: PieceId) -> u8 {
        if piece.kind() != Kind::General {
            return 1 + u8::from(self.is_guard(piece));
        }
        match piece.set_owner() {
            Some(Power::Spain) if piece.is_second() => 3,
            Some(Power::Spain) if self.wellington == Wellington::Called => 1,
            _ => 2,
        }
    }

    /// Town cards of a power.
    pub(crate) fn towns_of(&self, power: Power) -> impl Iterator<Item = Town> {
        Town::all().filter(move |town| self.cards[*town] == Some(power))
    }

    /// Town cards of a seat outside its own countries (C-0.3-eight, C-0.3-own).
    pub(crate) fn foreign_towns(&self, seat: Seat) -> usize {
        self.armies(seat)
            .flat_map(|power| self.towns_of(power))
            .filter(|town| !self.is_home(town.country(), seat))
            .count()
    }

    /// All town cards of a seat (C-0.3-time).
    pub(crate) fn town_cards(&self, seat: Seat) -> usize {
        self.armies(seat).flat_map(|power| self.towns_of(power)).count()
    }
}
