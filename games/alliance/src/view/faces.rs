//! The faces of blocks and cards. Rulebook 2.1, 3.2, 3.3.

use std::sync::LazyLock;

use atlas::topology::Id;
use engine::{
    Badge, Badges, Facing, Form, Gauge, Keyed, Piece, PieceKey, Print, Printed, Seat, Spot as At, Steps,
    Symbol, Tint,
};

use super::{Laid, Seen, Unseen};
use crate::blocks::{BLOCKS, BlockId, Kind};
use crate::cards::{CARDS, Card, Leader};
use crate::state::{Phase, Spot, Standing};
use crate::states::State;

impl Keyed for BlockId {
    const FAMILY: u8 = 0;

    fn number(&self) -> u32 {
        self.0.into()
    }

    fn numbered(number: u32) -> Option<BlockId> {
        u8::try_from(number).ok().filter(|&number| usize::from(number) < BLOCKS).map(BlockId)
    }
}

impl Keyed for Card {
    const FAMILY: u8 = 1;

    fn number(&self) -> u32 {
        Card::number(*self).into()
    }

    fn numbered(number: u32) -> Option<Card> {
        u8::try_from(number).ok().filter(|&number| number <= CARDS).and_then(Card::numbered)
    }
}

/// What is printed on every block.
static BLOCK_FACES: LazyLock<Vec<Print>> = LazyLock::new(|| {
    let face = |block: BlockId| {
        let printed = block.printed();
        Print {
            symbol: Some(symbol(block)),
            figures: vec![Gauge::new("fire", printed.fire.to_string())].into(),
            rank: if block.kind() == Kind::Hq { printed.steps } else { 0 },
            label: Some(lettering(&printed.name).into()),
            ..Print::plain(block.to_string(), Form::Block, block.state().tint(), block.state().letter())
        }
    };
    BlockId::all().map(face).collect()
});

/// The backs of the blocks of every state.
static BLOCK_BACKS: LazyLock<Vec<Print>> = LazyLock::new(|| {
    let back = |state: State| {
        Print::plain(format!("{} block", state.adjective()), Form::Block, state.tint(), state.letter())
    };
    State::all().map(back).collect()
});

/// What is printed on every card.
static CARD_FACES: LazyLock<Vec<Print>> = LazyLock::new(|| {
    let face = |card: Card| {
        let (face, number) = (card.face(), Card::number(card));
        Print {
            symbol: card.leader().map(|_| Symbol::General),
            figures: vec![Gauge::number("number", number.into())].into(),
            label: Some(face.name.as_str().into()),
            text: card.leader().map(|leader| event(leader).into()),
            ..Print::plain(
                format!("Card {card}, of {}", face.empire),
                Form::Card,
                face.empire.tint(),
                face.empire.letter(),
            )
        }
    };
    Card::all().map(face).collect()
});

static CARD_BACK: LazyLock<Print> = LazyLock::new(|| Print::plain("A card", Form::Card, Tint::Card, ' '));

/// What a block is called: "French Inf #3".
pub(crate) fn name_of(block: BlockId) -> &'static str {
    &BLOCK_FACES[block.index()].name
}

/// A card as it is laid on the table.
pub(super) struct Dealt {
    pub(super) card: Card,
    pub(super) seat: Seat,
    pub(super) hand: u8,
    pub(super) shown: bool,
    /// It was put aside for the year.
    pub(super) aside: bool,
}

impl Seen<'_> {
    /// What everybody can see of a block, whatever it is.
    pub(super) fn marks(&self, block: BlockId) -> Badges {
        Badges::of([
            (self.attackers.contains(block), Badge::Attacking),
            (self.reserves.contains(block), Badge::Reserve),
            (self.turn.moved.contains(block), Badge::Moved),
            (self.turn.levied.contains(block), Badge::Levied),
            (self.blocks.spots[block] == Spot::DOWN, Badge::Waiting),
        ])
    }

    /// Blocks that somebody leads stand, but for those in the battle that is being fought and those that wait in a pool
    /// (A-2.2.1-fog, A-7.1-oneby).
    fn facing(&self, block: BlockId) -> Facing {
        let led = matches!(self.standing(block.state()), Standing::Player(_) | Standing::Ally(_));
        let spot = self.blocks.spots[block];
        let tipped = spot == Spot::DOWN
            || self
                .fight
                .as_ref()
                .is_some_and(|fight| spot.is(fight.place) && !self.reserves.contains(block));
        if led && !tipped { Facing::Upright } else { Facing::Open }
    }

    /// A block as it stands or lies.
    pub(super) fn piece(&self, &Laid { block, key, seen }: &Laid, at: At) -> Piece {
        let badges = self.marks(block);
        if !seen {
            let back = Printed::Fixed(&BLOCK_BACKS[block.state().index()]);
            return Piece { badges, facing: Facing::Hidden, ..Piece::new(key, at, back) };
        }
        // Told to those alone who see the block: what cannot be told apart bears the same marks.
        let in_hand = self.turn.march.is_some_and(|march| march.block == block && !march.halted);
        let badges = match in_hand && self.phase == Phase::Actions {
            true => badges.with(Badge::InHand),
            false => badges,
        };
        let steps = Steps { now: self.strength(block), least: block.least(), most: block.steps() };
        Piece {
            badges,
            steps: Some(steps),
            facing: self.facing(block),
            ..Piece::new(key, at, Printed::Fixed(&BLOCK_FACES[block.index()]))
        }
    }

    pub(super) fn card(&self, dealt: Dealt, unseen: &mut Unseen) -> Piece {
        let Dealt { card, seat, hand, shown, aside } = dealt;
        let at = At::Hand { hand };
        if !shown {
            let back = Printed::Fixed(&CARD_BACK);
            return Piece { facing: Facing::Hidden, ..Piece::new(unseen.next(), at, back) };
        }
        let played = &self.hands[seat];
        let used = played.used && played.played == Some(card);
        let points = if card.face().empire == self.empire(seat) { 4 } else { 3 };
        Piece {
            badges: Badges::of([(aside, Badge::Aside), (used, Badge::Used)]),
            figures: vec![Gauge::number("action points", points)],
            ..Piece::new(PieceKey::of(&card), at, Printed::Fixed(&CARD_FACES[card.index()]))
        }
    }
}

/// The drawing on a block.
fn symbol(block: BlockId) -> Symbol {
    match (block.kind(), block.state()) {
        (Kind::Hq, State::France) => Symbol::Napoleon,
        (Kind::Hq, State::Britain) => Symbol::Wellington,
        (Kind::Hq, _) => Symbol::General,
        (Kind::Infantry, _) if block.printed().name.starts_with("Guerrilla") => Symbol::Guerrilla,
        (Kind::Infantry, _) => Symbol::Infantry,
        (Kind::Cavalry, _) => Symbol::Cavalry,
        (Kind::Artillery, _) => Symbol::Artillery,
        (Kind::Fortress, _) => Symbol::Fortress,
        (Kind::Fleet, _) => Symbol::Fleet,
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
        Leader::AlpineGuide => "Alpine Guide: one more block may cross one mountain border into battle.",
        Leader::ReverseSlope => "Reverse Slope: an enemy artillery block fires at -1 in round 1.",
        Leader::GrandBattery => "Grand Battery: one of your artillery blocks fires at +1 in round 1.",
        Leader::Talleyrand => "Talleyrand: +2 on your diplomacy roll.",
        Leader::Panic => "Panic: an enemy infantry block does not fire in round 1.",
        Leader::BridgeCapture => "Bridge Capture: one more block may cross one river into battle.",
        Leader::BayonetCharge => "Bayonet Charge: one of your infantry blocks fires at +1 in round 1.",
        Leader::CavalryCharge => "Cavalry Charge: one of your cavalry blocks fires at +1 in round 1.",
    }
}
