//! The armies in the field: gathered once, so that whatever is asked of a position need not look for pieces again.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use engine::Seat;

use super::Judge;
use crate::board::{BOARD, TOWNS, Town};
use crate::components::{Kind, PieceId, Power, SET};
use crate::square::{Mask, Square};
use crate::state::{Campaign, PLAYERS, Phase, Place, Recovery, Relation, Status};

/// A piece on the board.
#[derive(Clone, Copy)]
pub(super) struct Stand {
    pub(super) piece: PieceId,
    pub(super) kind: Kind,
    pub(super) square: Square,
}

/// More pieces than an army can have.
const MOST: usize = 32;

/// An army in play.
pub(super) struct Army {
    pub(super) power: Power,
    pub(super) seat: Seat,
    pub(super) recovery: Recovery,
    /// Its pieces on the board, without those that are beaten.
    pub(super) stands: ArrayVec<Stand, MOST>,
    /// Their columns and rows, for counting those that are near something; what is not filled is far from everything.
    columns: [u8; MOST],
    rows: [u8; MOST],
    /// Its troops, wherever they are.
    pub(super) troops: u8,
    /// How many turns of anybody begin before its next one; none if that is about to begin.
    pub(super) turns: u8,
    /// How many turns lie between two of its own, counted in those of its player.
    pub(super) period: f32,
}

/// A town, to whom it matters.
#[derive(Clone, Copy)]
pub(super) struct TownState {
    /// Who holds its card.
    pub(super) holder: Option<Seat>,
    /// Whose country it lies in.
    pub(super) home: Option<Seat>,
    /// Who stands in it.
    pub(super) occupant: Option<PieceId>,
    /// Nobody may enter it (1.1 e).
    inviolate: bool,
}

/// Where each town lies: its square and its country's power.
static SITES: LazyLock<[(Square, Option<Power>); TOWNS]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let town = Town(number as u8);
        (town.square(), town.country().power())
    })
});

/// All armies in play, and what they fight for.
pub(super) struct Field {
    pub(super) armies: ArrayVec<Army, 5>,
    pub(super) towns: [TownState; TOWNS],
    /// How many players are in the game.
    pub(super) players: u8,
    /// Open land without a piece.
    pub(super) free: Mask,
    /// Whose enemies each player is, as bits.
    enemies: [u8; PLAYERS],
    /// Whose countries are closed to each player, as bits.
    closed: [u8; PLAYERS],
}

impl Field {
    pub(super) fn of(game: &Campaign) -> Field {
        let alive = game.alive();
        let players = alive.len();
        let mut armies = ArrayVec::new();
        for power in Power::ALL.into_iter().filter(|power| game.is_active(*power)) {
            armies.push(game.judge().muster(power, players));
        }
        let (mut enemies, mut closed) = ([0; PLAYERS], [0; PLAYERS]);
        for seat in alive.iter() {
            for other in alive.without(seat).iter() {
                let (at, bit) = (usize::from(seat.0), 1 << other.0);
                match game.relation(seat, other) {
                    Relation::Hostile => enemies[at] |= bit,
                    _ if game.diplomacy.admitted[other.index()].contains(seat) => {}
                    _ => closed[at] |= bit,
                }
            }
        }
        let towns = std::array::from_fn(|number| {
            let (square, country) = SITES[number];
            let leader = |power: Power| game.power(power).seat;
            let neutral = country.filter(|power| game.power(*power).status == Status::Neutral);
            TownState {
                holder: game.cards[Town(number as u8)].and_then(leader),
                home: country.and_then(leader),
                occupant: game.piece_on(square),
                inviolate: neutral.is_some_and(|power| game.inviolate(power).has(square)),
            }
        });
        Field { armies, towns, players, free: BOARD.land & !game.occupied, enemies, closed }
    }

    /// Whether two players may harm each other.
    #[inline]
    pub(super) fn are_enemies(&self, a: Seat, b: Seat) -> bool {
        self.enemies[usize::from(a.0)] >> b.0 & 1 != 0
    }

    /// Whether `seat` may take a town at all: from nobody or an enemy, in a country that is not closed to it.
    #[inline]
    pub(super) fn is_open(&self, town: TownState, seat: Seat) -> bool {
        let closed = |home: Seat| self.closed[usize::from(seat.0)] >> home.0 & 1 != 0;
        !town.inviolate
            && town.holder.is_none_or(|holder| self.are_enemies(seat, holder))
            && !town.home.is_some_and(closed)
    }

    /// The army of a power.
    pub(super) fn army(&self, power: Power) -> Option<&Army> {
        self.armies.iter().find(|army| army.power == power)
    }

    /// The armies of a player.
    pub(super) fn of_seat(&self, seat: Seat) -> impl Iterator<Item = &Army> {
        self.armies.iter().filter(move |army| army.seat == seat)
    }
}

impl Army {
    /// Whether it can do anything but gather.
    pub(super) fn is_free(&self) -> bool {
        self.recovery != Recovery::Mobilising
    }

    /// How many of its pieces are at most so many squares away.
    pub(super) fn count_near(&self, square: Square, most: u8) -> u8 {
        let (column, row) = (square.column() as u8, square.row() as u8);
        let mut near = 0;
        for (c, r) in self.columns.iter().zip(&self.rows) {
            near += u8::from(c.abs_diff(column).max(r.abs_diff(row)) <= most);
        }
        near
    }

    /// Its Generals on the board.
    pub(super) fn generals(&self) -> impl Iterator<Item = &Stand> {
        self.stands.iter().filter(|stand| stand.kind == Kind::General)
    }
}

impl Judge<'_> {
    fn muster(&self, power: Power, players: u8) -> Army {
        let mut stands: ArrayVec<Stand, MOST> = ArrayVec::new();
        let (mut columns, mut rows) = ([u8::MAX; MOST], [u8::MAX; MOST]);
        let mut troops = 0;
        let mut add = |piece: PieceId| {
            let place = self.place(piece);
            if matches!(place, Place::BOX | Place::ASIDE) || self.turn.beaten.contains(piece) {
                return;
            }
            let kind = piece.kind();
            troops += u8::from(kind != Kind::General);
            if let Some(square) = place.square().filter(|_| !self.is_dormant(piece)) {
                columns[stands.len()] = square.column() as u8;
                rows[stands.len()] = square.row() as u8;
                stands.push(Stand { piece, kind, square });
            }
        };
        let first = power as u8 * SET;
        (first..first + SET).map(PieceId).for_each(&mut add);
        let minors = self.minors.iter().enumerate().filter(|(_, leader)| **leader == Some(power));
        minors.for_each(|(number, _)| add(PieceId::minor(number as u8)));
        let seat = self.seat_of(power);
        let (turns, period) = self.turns_until(power, seat, players);
        let recovery = self.power(power).recovery;
        Army { power, seat, recovery, stands, columns, rows, troops, turns, period }
    }

    /// How many turns of anybody begin before the next one of `power`, and how many of its player's turns it waits each time.
    fn turns_until(&self, power: Power, seat: Seat, players: u8) -> (u8, f32) {
        let after = |other: Power| match self.turn.last_army[seat.index()] {
            Some(last) => (other.index() + 4 - last.index()) % 5,
            None => other.index(),
        };
        let (mut earlier, mut armies) = (0, 0u8);
        for other in self.armies(seat) {
            armies += 1;
            earlier += u8::from(after(other) < after(power));
        }
        let period = f32::from(armies);
        if seat != self.turn.seat {
            let between = (1..self.seats)
                .map(|ahead| Seat((self.turn.seat.0 + ahead) % self.seats))
                .take_while(|other| *other != seat)
                .filter(|other| self.is_alive(*other))
                .count() as u8;
            return (1 + between + earlier * players, period);
        }
        let now = power == self.turn.power && self.phase() == Phase::Open;
        (if now { 0 } else { (earlier + 1) * players }, period)
    }
}
