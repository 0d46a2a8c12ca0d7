//! A state as JSON that a person can read and write, and the test whether a state can be.

use engine::{Game, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

use crate::board::{BOARD, Town};
use crate::components::{Kind, PieceId, Power, TROOPS_OF_A_KIND};
use crate::square::Mask;
use crate::state::{Campaign, Phase, Place, Recovery, Relation, Status};

impl Serialize for Campaign {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Campaign::serialize(self, serializer)
    }
}

/// What is read is checked.
impl<'de> Deserialize<'de> for Campaign {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Campaign, D::Error> {
        let mut game = Campaign::deserialize(deserializer)?;
        game.occupied = PieceId::all().filter_map(|piece| game.square(piece)).collect();
        check(&game).map_err(de::Error::custom)?;
        Ok(game)
    }
}

/// A state in today's shape: in older ones what is asked stands beside the phase, not with it.
pub(crate) fn restore(state: &Value) -> Result<Campaign, String> {
    let mut state = state.clone();
    if let Some(fields) = state.as_object_mut().filter(|fields| !fields.contains_key("sequence")) {
        let sequence = ["phase", "ask"].iter().filter_map(|name| fields.remove_entry(*name)).collect();
        fields.insert("sequence".to_owned(), Value::Object(sequence));
    }
    <Campaign as Deserialize>::deserialize(state).map_err(|error| error.to_string())
}

/// Says what is wrong unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

/// Whether the state is one that can be.
pub(crate) fn check(game: &Campaign) -> Result<(), String> {
    ensure!((2..=5).contains(&game.seats), "{} seats", game.seats);
    game.audit_powers()?;
    game.audit_pieces()?;
    game.audit_diplomacy()?;
    game.audit_turn()
}

impl Campaign {
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
        for (town, holder) in Town::all().filter_map(|town| Some((town, self.cards[town]?))) {
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
            if let (Some(keeper), Some(owner)) = (self.lent[piece], owner) {
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
                self.lent[piece].is_none() || owner.is_some(),
                "a neutral piece is in somebody's control"
            );
            ensure!(!self.fresh.contains(piece) || self.lent[piece].is_some(), "control was never passed");
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
