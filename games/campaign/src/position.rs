//! A state as JSON that a person can read and write, and the test whether a state can be.

use std::collections::BTreeMap;

use atlas::topology::Id;
use engine::{Dice, Game, Seat};
use serde::{Deserialize, Serialize};

use crate::board::{BOARD, TOWNS, Town};
use crate::components::{Kind, MINORS, PIECES, PieceId, PieceSet, Power, TROOPS_OF_A_KIND};
use crate::options::Rules;
use crate::square::{Mask, Square};
use crate::state::{
    Campaign, Diplomacy, End, Phase, Place, PowerState, Recovery, Relation, Status, Turn, Wellington,
};
use crate::steps::{Question, Sequence};

/// A state, written out.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    rules: Rules,
    seats: u8,
    powers: BTreeMap<Power, PowerState>,
    /// Every piece that is not in its box, with its place: a square, `sea`, `waiting` or `aside`.
    pieces: BTreeMap<PieceId, Spot>,
    /// Who leads the infantry of the minor powers.
    minors: [Option<Power>; MINORS as usize],
    lent: BTreeMap<PieceId, Power>,
    #[serde(with = "atlas::topology::as_list")]
    fresh: PieceSet,
    #[serde(with = "atlas::topology::as_list")]
    ashore: PieceSet,
    /// Who holds each town card; neutral ones are left out.
    cards: BTreeMap<Town, Power>,
    diplomacy: Diplomacy,
    wellington: Wellington,
    partial: bool,
    turn: Turn,
    phase: Phase,
    ask: Option<Question>,
    dice: Dice,
    ended: Option<End>,
}

/// A place other than the box.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Spot {
    Sea,
    Waiting,
    Aside,
    On(Square),
}

impl From<Campaign> for Position {
    fn from(game: Campaign) -> Position {
        let spot = |piece: PieceId| match game.place(piece) {
            Place::BOX => None,
            Place::SEA => Some(Spot::Sea),
            Place::WAITING => Some(Spot::Waiting),
            Place::ASIDE => Some(Spot::Aside),
            place => place.square().map(Spot::On),
        };
        let (phase, ask) = (game.phase(), game.owed());
        Position {
            rules: game.rules,
            seats: game.seats,
            powers: Power::ALL.into_iter().map(|power| (power, *game.power(power))).collect(),
            pieces: PieceId::all().filter_map(|piece| Some((piece, spot(piece)?))).collect(),
            minors: game.minors,
            lent: PieceId::all().filter_map(|piece| Some((piece, game.lent[piece.index()]?))).collect(),
            fresh: game.fresh,
            ashore: game.ashore,
            cards: Town::all().filter_map(|town| Some((town, game.cards[town.index()]?))).collect(),
            diplomacy: game.diplomacy,
            wellington: game.wellington,
            partial: game.partial,
            turn: game.turn,
            phase,
            ask,
            dice: game.dice,
            ended: game.ended,
        }
    }
}

impl TryFrom<Position> for Campaign {
    type Error = String;

    fn try_from(position: Position) -> Result<Campaign, String> {
        let mut at = [Place::BOX; PIECES];
        let mut occupied = Mask::EMPTY;
        for (piece, spot) in position.pieces {
            at[piece.index()] = match spot {
                Spot::Sea => Place::SEA,
                Spot::Waiting => Place::WAITING,
                Spot::Aside => Place::ASIDE,
                Spot::On(square) if occupied.has(square) => {
                    return Err(format!("two pieces stand on {square}"));
                }
                Spot::On(square) => {
                    occupied.insert(square);
                    square.into()
                }
            };
        }
        let mut lent = [None; PIECES];
        position.lent.iter().for_each(|(piece, power)| lent[piece.index()] = Some(*power));
        let mut cards = [None; TOWNS];
        position.cards.iter().for_each(|(town, power)| cards[town.index()] = Some(*power));
        let powers = Power::ALL.map(|power| position.powers.get(&power).copied());
        if powers.iter().any(Option::is_none) {
            return Err("each of the five powers must be listed".to_owned());
        }
        if let Some(Question::Phase(phase)) = position.ask {
            return Err(format!("a phase is no question: {phase:?}"));
        }
        let game = Campaign {
            rules: position.rules,
            seats: position.seats,
            powers: powers.map(|power| power.expect("none is missing")),
            at,
            occupied,
            minors: position.minors,
            lent,
            fresh: position.fresh,
            ashore: position.ashore,
            cards,
            diplomacy: position.diplomacy,
            wellington: position.wellington,
            partial: position.partial,
            turn: position.turn,
            sequence: Sequence::new(position.phase, position.ask),
            dice: position.dice,
            ended: position.ended,
        };
        game.audit()?;
        Ok(game)
    }
}

/// Says what is wrong unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

impl Campaign {
    /// Whether the state is one that can be.
    pub(crate) fn audit(&self) -> Result<(), String> {
        ensure!((2..=5).contains(&self.seats), "{} seats", self.seats);
        self.audit_powers()?;
        self.audit_pieces()?;
        self.audit_diplomacy()?;
        self.audit_turn()
    }

    fn audit_powers(&self) -> Result<(), String> {
        for power in Power::ALL {
            let state = self.power(power);
            let led = matches!(state.status, Status::Active | Status::Out);
            ensure!(state.seat.is_some() == led, "{power} is {:?} but led by {:?}", state.status, state.seat);
            ensure!(state.seat.is_none_or(|seat| seat.0 < self.seats), "{power} is led from no seat");
            ensure!(
                state.capital_to.is_none_or(|seat| seat.0 < self.seats),
                "{power}: Capital taken by nobody"
            );
        }
        for (town, holder) in Town::all().filter_map(|town| Some((town, self.cards[town.index()]?))) {
            ensure!(self.is_active(holder), "{holder} holds {town} but is not in the game");
        }
        Ok(())
    }

    fn audit_pieces(&self) -> Result<(), String> {
        let mut occupied = Mask::EMPTY;
        let mut ground = BOARD.land;
        if self.rules.terrain {
            ground |= BOARD.wild;
        } else if self.rules.britannia {
            ground |= BOARD.woodland;
        }
        for piece in PieceId::all() {
            let owner = self.owner(piece);
            let place = self.place(piece);
            if let Some(square) = place.square() {
                ensure!(!occupied.has(square), "two pieces stand on {square}");
                ensure!(ground.has(square), "a piece stands on {square}, where none can");
                occupied.insert(square);
            }
            let in_play = !matches!(place, Place::BOX | Place::ASIDE);
            if in_play && let Some(owner) = owner {
                let in_game = matches!(self.power(owner).status, Status::Active | Status::Neutral);
                ensure!(in_game, "{owner} is not in the game but has a piece in play");
            }
            if place == Place::SEA {
                ensure!(self.rules.britannia && owner == Some(Power::Spain), "only Spain puts to sea");
            }
            if place == Place::WAITING && !self.turn.lifted {
                let enlisted = self.rules.standard && owner.is_some_and(|power| self.is_active(power));
                ensure!(enlisted, "a piece waits although there is no Enlistment area to wait for");
            }
            if let (Some(keeper), Some(owner)) = (self.lent[piece.index()], owner) {
                ensure!(
                    self.rules.pass_control && place.square().is_some(),
                    "control of a piece in no place was passed"
                );
                ensure!(
                    self.is_active(keeper) && self.is_active(owner),
                    "control was passed by or to nobody"
                );
                let allied = self.relation(self.seat_of(keeper), self.seat_of(owner)) == Relation::Allied;
                ensure!(allied, "control was passed to no ally");
            }
            ensure!(
                self.lent[piece.index()].is_none() || owner.is_some(),
                "a neutral piece is in somebody's control"
            );
            ensure!(
                !self.fresh.contains(piece) || self.lent[piece.index()].is_some(),
                "control was never passed"
            );
        }
        ensure!(occupied == self.occupied, "the occupied squares are out of step");
        for power in Power::ALL.into_iter().filter(|power| self.is_active(*power)) {
            for kind in Kind::TROOPS {
                let count = self.troops(power).filter(|piece| piece.kind() == kind).count();
                ensure!(count <= usize::from(TROOPS_OF_A_KIND), "{power} has {count} {kind}");
            }
            let started = !matches!(self.phase(), Phase::Bases | Phase::Preparation);
            let generals = [PieceId::general(power), PieceId::second(power)];
            let led = generals.iter().any(|piece| !matches!(self.place(*piece), Place::BOX | Place::ASIDE));
            ensure!(led || !started, "{power} has no General");
            if self.power(power).recovery == Recovery::Mobilising {
                let home = BOARD.land_of(power.home());
                let gathered =
                    self.pieces_of(power).filter_map(|piece| self.square(piece)).all(|s| home.has(s));
                ensure!(gathered, "{power} mobilises with pieces abroad");
            }
        }
        Ok(())
    }

    fn audit_diplomacy(&self) -> Result<(), String> {
        let seats = |index: usize| {
            let d = &self.diplomacy;
            [d.allied[index], d.offered[index], d.admitted[index], d.banned[index]]
        };
        for seat in (0..5).map(Seat) {
            let known = seats(seat.index()).into_iter().flat_map(|set| set.iter().collect::<Vec<_>>());
            for other in known {
                let alive =
                    seat.0 < self.seats && other != seat && self.is_alive(seat) && self.is_alive(other);
                ensure!(alive, "{seat} deals with {other}");
            }
            for other in self.diplomacy.allied[seat.index()].iter() {
                ensure!(
                    self.diplomacy.allied[other.index()].contains(seat),
                    "{seat} is allied to {other} alone"
                );
                ensure!(self.rules.alliances && self.seats > 2, "there are no alliances at this table");
            }
            for other in self.diplomacy.admitted[seat.index()].iter() {
                ensure!(self.relation(seat, other) == Relation::Allied, "{seat} lets in {other}, no ally");
            }
        }
        Ok(())
    }

    fn audit_turn(&self) -> Result<(), String> {
        let turn = &self.turn;
        ensure!(turn.first.0 < self.seats && turn.seat.0 < self.seats, "no such seat has the turn");
        ensure!(
            turn.pips <= turn.throw[0] + turn.throw[1] && turn.throw.iter().all(|die| *die <= 6),
            "pips without a throw"
        );
        ensure!(
            turn.in_hand.is_none_or(|piece| turn.moved.contains(piece)),
            "the piece in hand has not moved"
        );
        ensure!(
            turn.beaten.iter().all(|piece| piece.as_minor().is_some() || self.owner(piece).is_some()),
            "nobody was beaten"
        );
        ensure!(
            self.rules.time_limit == 0 || turn.round <= self.rules.time_limit,
            "round {} is past the time limit",
            turn.round
        );
        if matches!(self.phase(), Phase::Bases | Phase::Preparation) {
            return Ok(());
        }
        if self.ended.is_none() {
            ensure!(
                self.power(turn.power).seat == Some(turn.seat),
                "{} does not lead {}",
                turn.seat,
                turn.power
            );
            let decides = self.to_act().iter().all(|seat| self.is_alive(seat));
            ensure!(decides, "somebody who is out of the game must decide");
            let listed = !self.alive().is_empty();
            ensure!(listed, "nobody is left, yet the game goes on");
        }
        if let Some(end) = self.ended {
            ensure!(end.winners.iter().all(|seat| self.is_alive(seat)), "a player who is out has won");
        }
        Ok(())
    }
}
