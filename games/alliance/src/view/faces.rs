//! The faces of blocks and cards. Rulebook 2.1, 3.2, 3.3.

use engine::{Facing, Form, Gauge, Look, Piece, PieceRef, Seat, Spot as At, Steps, Text};

use super::{CARDS, HIDDEN_CARDS, Laid};
use crate::blocks::{BlockId, Kind};
use crate::cards::{Card, Leader};
use crate::state::{Alliance, Phase, Spot, Standing};

/// A card as it is laid on the table.
pub(super) struct Dealt {
    pub(super) card: Card,
    pub(super) seat: Seat,
    /// What tells it from others of the seat, as long as it is hidden.
    pub(super) nth: u16,
    pub(super) hand: u8,
    pub(super) shown: bool,
    /// It was put aside for the year.
    pub(super) aside: bool,
}

impl Alliance {
    /// What everybody can see of a block, whatever it is.
    pub(super) fn marks(&self, block: BlockId) -> [bool; 4] {
        [
            self.attackers.contains(block),
            self.reserves.contains(block),
            self.turn.moved.contains(block),
            self.turn.levied.contains(block),
        ]
    }

    /// A block as it stands or lies.
    pub(super) fn face(&self, block: BlockId, seen: bool) -> Look {
        let printed = block.printed();
        let [attacking, reserve, moved, levied] = self.marks(block);
        let in_hand = self.turn.march.is_some_and(|march| march.block == block && !march.halted);
        let badges = [
            // Told to those alone who see the block: what cannot be told apart bears the same marks.
            (seen && in_hand && self.phase == Phase::Actions, "in-hand"),
            (attacking, "attacking"),
            (reserve, "reserve"),
            (moved, "moved"),
            (levied, "levied"),
            (self.spots[usize::from(block.0)] == Spot::DOWN, "waiting"),
        ];
        Look {
            symbol: seen.then(|| symbol(block)),
            figures: if seen { vec![Gauge::new("fire", printed.fire.to_string())] } else { Vec::new() },
            steps: seen.then(|| Steps {
                now: self.strength(block),
                least: block.least(),
                most: printed.steps,
            }),
            label: seen.then(|| lettering(&printed.name).into()),
            facing: self.facing(block, seen),
            badges: Look::badges(badges),
            ..Look::plain(Form::Block, block.state().tint(), block.state().letter())
        }
    }

    /// Blocks that somebody leads stand, but for those in the battle that is being fought and those that wait in a pool
    /// (A-2.2.1-fog, A-7.1-oneby).
    fn facing(&self, block: BlockId, seen: bool) -> Facing {
        if !seen {
            return Facing::Hidden;
        }
        let led = matches!(self.standing(block.state()), Standing::Player(_) | Standing::Ally(_));
        let spot = self.spots[usize::from(block.0)];
        let tipped = spot == Spot::DOWN
            || self
                .fight
                .as_ref()
                .is_some_and(|fight| spot.is(fight.place) && !self.reserves.contains(block));
        if led && !tipped { Facing::Upright } else { Facing::Open }
    }

    pub(super) fn piece(&self, Laid { block, id, seen }: Laid, at: At) -> Piece {
        let name = match seen {
            true => block.to_string(),
            false => format!("{} block", block.state().adjective()),
        };
        Piece { id, at, name: name.into(), look: self.face(block, seen) }
    }

    pub(super) fn card(&self, dealt: Dealt) -> Piece {
        let Dealt { card, seat, nth, hand, shown, aside } = dealt;
        let face = card.face();
        let at = At::Hand { hand };
        let played = &self.hands[seat.index()];
        let used = shown && played.used && played.played == Some(card);
        let back = Look {
            facing: Facing::Hidden,
            badges: Look::badges([(aside, "aside"), (used, "used")]),
            ..Look::plain(Form::Card, "card", ' ')
        };
        if !shown {
            let id = PieceRef(HIDDEN_CARDS + 8 * u16::from(seat.0) + nth);
            return Piece { id, at, name: "A card".into(), look: back };
        }
        let points = if face.empire == self.empire(seat) { 4 } else { 3 };
        let look = Look {
            tint: face.empire.tint(),
            letter: face.empire.letter(),
            symbol: card.leader().map(|_| "general"),
            figures: vec![
                Gauge::new("number", card.number().to_string()),
                Gauge::new("action points", points.to_string()),
            ],
            label: Some(face.name.as_str().into()),
            text: card.leader().map(|leader| event(leader).into()),
            facing: Facing::Open,
            ..back
        };
        let name: Text = format!("Card {card}, of {}", face.empire).into();
        Piece { id: PieceRef(CARDS + u16::from(card.number())), at, name, look }
    }
}

/// The drawing on a block.
fn symbol(block: BlockId) -> &'static str {
    match block.kind() {
        Kind::Hq => "general",
        Kind::Infantry if block.printed().name.starts_with("Guerrilla") => "guerrilla",
        Kind::Infantry => "infantry",
        Kind::Cavalry => "cavalry",
        Kind::Artillery => "artillery",
        Kind::Fortress => "fortress",
        Kind::Fleet => "fleet",
    }
}

/// A name as it fits on a block: what is in brackets, else all of it without the sign for a number.
fn lettering(name: &str) -> String {
    match name.split_once('(') {
        Some((_, inner)) => inner.trim_end_matches(')').to_owned(),
        None => name.replace('#', ""),
    }
}

/// What a leader card allows besides its action points (3.3).
fn event(leader: Leader) -> &'static str {
    match leader {
        Leader::AlpineGuide => "Alpine guide: one mountain border takes one block more.",
        Leader::ReverseSlope => "Reverse slope: an enemy artillery block fires at -1 in round 1.",
        Leader::GrandBattery => "Grand battery: one artillery block fires at +1 in round 1.",
        Leader::Talleyrand => "Diplomacy: +2 on your roll.",
        Leader::Panic => "Panic: an enemy infantry block does not fire in round 1.",
        Leader::BridgeCapture => "Bridge capture: one river border takes one block more.",
        Leader::BayonetCharge => "Bayonet charge: one infantry block fires at +1 in round 1.",
        Leader::CavalryCharge => "Cavalry charge: one cavalry block fires at +1 in round 1.",
    }
}
