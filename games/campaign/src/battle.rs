//! Attack and defence. Rulebook 9, 10, 14.
//!
//! A target is named before the first move. After the moves the attack succeeds if the attackers in position
//! outweigh the target and, in the Standard game, engage every piece that supports it; each attacker counts
//! against one enemy only.

use std::fmt;

use arrayvec::ArrayVec;
use engine::{Denied, Recorder, Seat, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::board::BOARD;
use crate::components::{Kind, PieceId, Power};
use crate::event::Event;
use crate::square::Square;
use crate::state::{Campaign, FRONTS, Phase, Recovery, Relation, Status};

impl Campaign {
    /// Whether a piece takes any part in fighting: not while its army mobilises or lies dormant, nor at sea.
    pub(crate) fn may_fight(&self, piece: PieceId) -> bool {
        let mobilising =
            self.owner(piece).is_some_and(|power| self.power(power).recovery == Recovery::Mobilising);
        self.square(piece).is_some() && !mobilising && !self.is_dormant(piece)
    }

    /// Whether a piece stands so that one square along its own line of movement would reach `square` (9.2).
    pub(crate) fn bears_on(&self, piece: PieceId, square: Square) -> bool {
        self.square(piece).is_some_and(|from| bears_from(piece.kind(), from, square))
    }

    /// What stops the active player from attacking a piece, position apart.
    pub(crate) fn may_attack(&self, piece: PieceId) -> Result<(), Denied> {
        if self.power(self.turn.power).recovery == Recovery::Mobilising {
            return Err(Denied::new(rule!("C-16.1-mobilise"), "an army that is mobilising may not attack"));
        }
        let Some(square) = self.square(piece) else {
            return Err(Denied::new(rule!("C-17.4.2-safe"), "it is not on the board"));
        };
        let Some(power) = self.owner(piece) else { return Ok(()) };
        if self.power(power).status == Status::Neutral {
            return Err(Denied::new(rule!("C-1.1-congress"), "neutral powers may not be attacked"));
        }
        let seat = self.seat_of(power);
        match self.relation(self.turn.seat, seat) {
            Relation::Same => return Err(Denied::new(rule!("C-7.1-noattack"), "it is your own piece")),
            Relation::Allied => return Err(Denied::new(rule!("C-7.1-noattack"), "it is your ally's piece")),
            Relation::Hostile => {}
        }
        self.may_harm(self.turn.seat, seat)?;
        match self.power(power).recovery {
            Recovery::Ready => {}
            Recovery::Misses | Recovery::Shielded => {
                let why = "an army whose General was captured may not be attacked before it has played again";
                return Err(Denied::new(rule!("C-11.1-miss"), why));
            }
            Recovery::Mobilising => {
                return Err(Denied::new(
                    rule!("C-16.3-immune"),
                    "an army that is mobilising may not be attacked",
                ));
            }
        }
        let shelter = Power::ALL.into_iter().find(|other| BOARD.base(*other).capital.all.has(square));
        if shelter
            .is_some_and(|other| self.is_active(other) && self.power(other).recovery == Recovery::Mobilising)
        {
            let why = "nobody may attack the Capital area of an army that is mobilising";
            return Err(Denied::new(rule!("C-16.3-immune"), why));
        }
        Ok(())
    }

    /// Whether `seat` is free to harm `other`: not in the clear turn after breaking an alliance (7.2).
    pub(crate) fn may_harm(&self, seat: Seat, other: Seat) -> Result<(), Denied> {
        if self.diplomacy.banned[seat.index()].contains(other) {
            let why = "a former ally has 1 clear turn after you break with him";
            return Err(Denied::new(rule!("C-7.2-clear-turn"), why));
        }
        Ok(())
    }

    /// The front a square lies on: its country, or the wilds (9.3.1).
    pub(crate) fn front(square: Square) -> usize {
        BOARD.country(square).map_or(FRONTS - 1, |country| country.index())
    }

    /// Whether the active player may name the piece on `square` as his target now.
    pub(crate) fn may_name(&self, square: Square) -> Result<PieceId, Denied> {
        let piece = self
            .piece_on(square)
            .ok_or_else(|| Denied::new(rule!("C-9.3-declare"), "there is no piece to attack"))?;
        self.may_name_any(Self::front(square))?;
        self.may_attack(piece)?;
        Ok(piece)
    }

    /// Whether a target may still be named on a front.
    fn may_name_any(&self, front: usize) -> Result<(), Denied> {
        if !self.turn.moved.is_empty() {
            return Err(Denied::new(rule!("C-9.3-declare"), "attacks are announced before the first move"));
        }
        if self.rules.fronts {
            if self.turn.targets[front].is_some() {
                return Err(Denied::new(
                    rule!("C-9.3.1-fronts"),
                    "1 piece may be attacked in each country; an attack is announced there",
                ));
            }
        } else if self.turn.targets.iter().any(Option::is_some) {
            return Err(Denied::new(
                rule!("C-9.3-one"),
                "1 piece may be attacked in a turn; an attack is announced",
            ));
        }
        Ok(())
    }

    /// Adds every target that may be named.
    pub(crate) fn nameable(&self, out: &mut Vec<Action>) {
        if (0..FRONTS).all(|front| self.may_name_any(front).is_err()) {
            return;
        }
        for piece in PieceId::all() {
            if let Some(square) = self.square(piece)
                && self.may_attack(piece).is_ok()
                && self.may_name_any(Self::front(square)).is_ok()
            {
                out.push(Action::Name(square));
            }
        }
    }

    pub(crate) fn name_target(&mut self, square: Square, log: &mut Recorder<Event>) -> Result<(), Denied> {
        let piece = self.may_name(square)?;
        self.turn.targets[Self::front(square)] = Some(piece);
        log.record(|| Event::Named { by: self.turn.power, piece: self.tag(piece), at: square });
        Ok(())
    }

    /// The pieces that support a target (14.1): its own side's on the eight squares around it. A piece whose player
    /// is allied to both sides stands aside.
    fn supporters(&self, target: PieceId, square: Square) -> ArrayVec<PieceId, 8> {
        let Some(seat) = self.owner_seat(target).filter(|_| self.rules.standard) else {
            return ArrayVec::new();
        };
        square
            .neighbours()
            .filter_map(|near| self.piece_on(near))
            .filter(|piece| {
                self.may_fight(*piece)
                    && self.owner_seat(*piece).is_some_and(|owner| {
                        self.relation(owner, seat) != Relation::Hostile
                            && self.relation(owner, self.turn.seat) == Relation::Hostile
                    })
            })
            .collect()
    }

    /// Whether `attacker` counts in the active player's attack against the piece `enemy` on `square` (9.2, 9.4).
    fn counts_against(&self, attacker: PieceId, enemy: PieceId, square: Square) -> bool {
        let Some(seat) = self.owner_seat(attacker) else { return false };
        let active = self.turn.seat;
        let side = self.relation(active, seat);
        if side == Relation::Hostile || !self.may_fight(attacker) || !self.bears_on(attacker, square) {
            return false;
        }
        // An ally does not fight his own ally, nor a former one in the clear turn.
        side == Relation::Same
            || self.owner_seat(enemy).is_none_or(|enemy_seat| {
                self.relation(seat, enemy_seat) == Relation::Hostile
                    && self.may_harm(seat, enemy_seat).is_ok()
            })
    }

    /// What stops the active player's attack on `target` from succeeding as the pieces stand now.
    pub(crate) fn may_take(&self, target: PieceId) -> Result<(), Denied> {
        self.may_attack(target)?;
        self.shortfall(target).map_or(Ok(()), |lacks| Err(lacks.denied()))
    }

    /// Whether those of the active player's side who bear on a target outweigh it, its supporters apart (9.1).
    pub(crate) fn is_outweighed(&self, target: PieceId) -> bool {
        !matches!(self.shortfall(target), Some(Shortfall::Strength { .. }))
    }

    /// What the active player's attack on a piece on the board lacks as the pieces stand now, if anything.
    pub(crate) fn shortfall(&self, target: PieceId) -> Option<Shortfall> {
        let square = self.square(target)?;
        let supporters = self.supporters(target, square);
        // The target must be outweighed, every supporter met.
        let mut enemies: ArrayVec<(PieceId, Square, u8), 9> = ArrayVec::new();
        enemies.push((target, square, self.defence_value(target) + 1));
        enemies.extend(
            supporters
                .iter()
                .filter_map(|piece| Some((*piece, self.square(*piece)?, self.defence_value(*piece)))),
        );
        let mut attackers: ArrayVec<Attacker, 32> = ArrayVec::new();
        let mut own = false;
        for piece in PieceId::all() {
            let Some(from) = self.square(piece) else { continue };
            if from.distance(square) > 2 {
                continue;
            }
            let bears = enemies.iter().enumerate().fold(0u16, |bears, (number, (enemy, at, _))| {
                bears | u16::from(self.counts_against(piece, *enemy, *at)) << number
            });
            if bears != 0 {
                own |= bears & 1 != 0 && self.owner_seat(piece) == Some(self.turn.seat);
                attackers.push(Attacker { bears, value: self.attack_value(piece) });
            }
        }
        let weight: u8 = attackers.iter().filter(|attacker| attacker.bears & 1 != 0).map(|a| a.value).sum();
        if weight < enemies[0].2 {
            return Some(Shortfall::Strength { bear: weight, needed: enemies[0].2 });
        }
        if !own {
            return Some(Shortfall::Own);
        }
        let needs: ArrayVec<u8, 9> = enemies.iter().map(|enemy| enemy.2).collect();
        (!can_engage(&needs, &attackers)).then(|| Shortfall::Support {
            ready: attackers.iter().map(|attacker| attacker.value).sum(),
            needed: needs.iter().sum(),
            supporters: supporters.len() as u8,
        })
    }

    /// Tells of every attack that was announced and comes to nothing (step 2 of a turn).
    pub(crate) fn tell_failures(&self, log: &mut Recorder<Event>) {
        for target in self.turn.targets.iter().flatten().copied() {
            if let Some(at) = self.square(target)
                && !self.turn.beaten.contains(target)
                && self.may_attack(target).is_ok()
                && self.may_fight_on(Self::front(at)).is_ok()
                && let Some(lacks) = self.shortfall(target)
            {
                let by = self.turn.power;
                log.record(|| Event::Failed { by, piece: self.tag(target), at, lacks });
            }
        }
    }

    /// What stops the active player from carrying out the attack he named on `square`.
    pub(crate) fn may_strike(&self, square: Square) -> Result<PieceId, Denied> {
        let target = self.turn.targets[Self::front(square)]
            .filter(|piece| self.square(*piece) == Some(square))
            .ok_or_else(|| Denied::new(rule!("C-9.3-declare"), "no attack on that piece was announced"))?;
        self.may_fight_on(Self::front(square))?;
        self.may_take(target)?;
        Ok(target)
    }

    /// Whether the attack on a front is still to be made (9.3, 9.3.1).
    pub(crate) fn may_fight_on(&self, front: usize) -> Result<(), Denied> {
        if self.rules.fronts && self.turn.fought & (1 << front) != 0 {
            return Err(Denied::new(
                rule!("C-9.3.1-fronts"),
                "1 attack may be made in each country; it has been made there",
            ));
        }
        if !self.rules.fronts && self.turn.fought != 0 {
            return Err(Denied::new(rule!("C-9.3-one"), "1 attack may be made in a turn; it has been made"));
        }
        Ok(())
    }

    /// Adds every attack that would succeed now (step 2 of a turn).
    pub(crate) fn strikes(&self, out: &mut Vec<Action>) {
        for square in self.turn.targets.iter().flatten().filter_map(|piece| self.square(*piece)) {
            if self.may_strike(square).is_ok() {
                out.push(Action::Strike(square));
            }
        }
    }

    pub(crate) fn strike(&mut self, square: Square, log: &mut Recorder<Event>) -> Result<(), Denied> {
        debug_assert_eq!(self.phase(), Phase::Attack);
        let target = self.may_strike(square)?;
        self.turn.fought |= 1 << Self::front(square);
        self.turn.beaten.insert(target);
        let tints =
            [Some(self.turn.power), self.owner(target)].map(|power| power.map(|power| self.tint(power)));
        log.record(|| Event::Taken { by: self.turn.power, piece: self.tag(target), at: square, tints });
        Ok(())
    }
}

/// What an attack lacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shortfall {
    /// Pieces in position (9.1, 9.2).
    Strength {
        /// What bears on the target; Napoleon counts 2.
        bear: u8,
        /// What it takes.
        needed: u8,
    },
    /// A piece of the attacker's own (9.4).
    Own,
    /// Pieces to engage those that support the target (14.1.1).
    Support {
        /// What is in position, against the target or its supporters.
        ready: u8,
        /// What it takes against all of them.
        needed: u8,
        /// How many support it.
        supporters: u8,
    },
}

impl Shortfall {
    fn denied(self) -> Denied {
        let rule = match self {
            Shortfall::Strength { bear: 0, .. } => rule!("C-9.2-position"),
            Shortfall::Strength { .. } => rule!("C-9.1-superior"),
            Shortfall::Own => rule!("C-9.4-mixed"),
            Shortfall::Support { .. } => rule!("C-14.1.1-engage"),
        };
        Denied::new(rule, self.to_string())
    }
}

impl fmt::Display for Shortfall {
    /// "1 of 2 pieces bears on it".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Shortfall::Strength { bear: 1, needed } => write!(f, "1 of {needed} pieces bears on it"),
            Shortfall::Strength { bear, needed } => write!(f, "{bear} of {needed} pieces bear on it"),
            Shortfall::Own => f.write_str("none of the attackers is yours"),
            Shortfall::Support { ready, needed, supporters } => {
                let support = if supporters == 1 { "piece supports" } else { "pieces support" };
                match ready < needed {
                    true => {
                        write!(f, "{supporters} {support} it; {ready} of {needed} attackers are in position")
                    }
                    false => write!(f, "{supporters} {support} it; not all of them can be engaged"),
                }
            }
        }
    }
}

/// Whether a piece of this kind on `from` bears on `square`: infantry at a corner, cavalry at a side, a General at
/// either (9.2).
#[inline]
pub(crate) fn bears_from(kind: Kind, from: Square, square: Square) -> bool {
    let (columns, rows) = ((from.column() - square.column()).abs(), (from.row() - square.row()).abs());
    match kind {
        Kind::General => columns.max(rows) == 1,
        Kind::Infantry => (columns, rows) == (1, 1),
        Kind::Cavalry => columns + rows == 1,
    }
}

/// A piece in position: which enemies it bears on (bit 0 is the target), and its value.
struct Attacker {
    bears: u16,
    value: u8,
}

/// Whether the attackers can be shared out so that each enemy meets what it needs, each attacker used once
/// (14.1.1).
fn can_engage(needs: &[u8], attackers: &[Attacker]) -> bool {
    // Only Napoleon counts more than 1: he is tried against each enemy, the others are matched.
    let Some(strong) = attackers.iter().position(|attacker| attacker.value > 1) else {
        return can_match(needs, attackers.iter().map(|attacker| attacker.bears).collect());
    };
    let rest: ArrayVec<u16, 32> =
        attackers.iter().enumerate().filter(|(number, _)| *number != strong).map(|(_, a)| a.bears).collect();
    (0..needs.len()).filter(|enemy| attackers[strong].bears & (1 << enemy) != 0).any(|enemy| {
        let mut needs: ArrayVec<u8, 9> = needs.iter().copied().collect();
        needs[enemy] = needs[enemy].saturating_sub(attackers[strong].value);
        can_match(&needs, rest.clone())
    })
}

/// Matches attackers of value 1 to what is needed, by augmenting paths.
fn can_match(needs: &[u8], attackers: ArrayVec<u16, 32>) -> bool {
    // Against whom each attacker is used.
    let mut used: [Option<usize>; 32] = [None; 32];
    fn find(enemy: usize, attackers: &[u16], used: &mut [Option<usize>; 32], seen: &mut u32) -> bool {
        for (number, bears) in attackers.iter().enumerate() {
            if bears & (1 << enemy) == 0 || *seen & (1 << number) != 0 {
                continue;
            }
            *seen |= 1 << number;
            if used[number].is_none_or(|other| other != enemy && find(other, attackers, used, seen)) {
                used[number] = Some(enemy);
                return true;
            }
        }
        false
    }
    needs
        .iter()
        .enumerate()
        .all(|(enemy, need)| (0..*need).all(|_| find(enemy, &attackers, &mut used, &mut 0)))
}
