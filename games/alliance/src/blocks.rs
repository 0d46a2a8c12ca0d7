//! Armies and fleets: the blocks and what is printed on them. Rulebook 2.

use std::fmt;
use std::sync::LazyLock;

use atlas::topology::{ArraySet, Id};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::places::Place;
use crate::states::{STATES, State};

/// Blocks in the box.
pub(crate) const BLOCKS: usize = 130;

atlas::id! {
    /// A block.
    #[derive(Serialize, Deserialize)]
    #[serde(try_from = "u8")]
    pub struct BlockId(u8): Display;
}

impl TryFrom<u8> for BlockId {
    type Error = String;

    fn try_from(number: u8) -> Result<BlockId, String> {
        let known = usize::from(number) < BLOCKS;
        known.then_some(BlockId(number)).ok_or_else(|| format!("there is no block {number}"))
    }
}

engine::describe! { BlockId, engine::describe::ranged("The number of a block.", 0, BLOCKS - 1) }

/// Any number of blocks.
pub type BlockSet = ArraySet<BlockId, 3>;

/// What a block is (2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A leader with his staff.
    Hq,
    /// Crossed muskets.
    Infantry,
    /// Crossed sabres.
    Cavalry,
    /// A cannon.
    Artillery,
    /// A garrison that never moves.
    Fortress,
    /// A warship.
    Fleet,
}

/// In which order blocks act in a round of battle (2.3.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Letter {
    /// First.
    A,
    /// Second.
    B,
    /// Third.
    C,
    /// Last.
    D,
}

/// How well a block shoots: its letter and the highest roll that hits (2.3.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fire {
    /// When it acts.
    pub letter: Letter,
    /// The highest roll that hits.
    pub number: u8,
}

impl fmt::Display for Fire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{}", self.letter, self.number)
    }
}

impl<'de> Deserialize<'de> for Fire {
    /// From "C3".
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fire, D::Error> {
        let text = String::deserialize(deserializer)?;
        let letter = match text.as_bytes().first() {
            Some(b'A') => Letter::A,
            Some(b'B') => Letter::B,
            Some(b'C') => Letter::C,
            Some(b'D') => Letter::D,
            _ => return Err(de::Error::custom(format!("{text:?} has no letter from A to D"))),
        };
        let number = text[1..].parse().map_err(de::Error::custom)?;
        Ok(Fire { letter, number })
    }
}

impl Serialize for Fire {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A block as it is printed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// Whose it is.
    pub state: State,
    /// What it is called; unique among those of its state.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Its strength at full.
    pub steps: u8,
    /// How well it shoots.
    pub fire: Fire,
    /// Where a fortress stands.
    #[serde(default)]
    pub region: Option<Place>,
}

struct Roster {
    blocks: Vec<Block>,
    /// What is asked most of each block, close together.
    states: [State; BLOCKS],
    kinds: [Kind; BLOCKS],
    steps: [u8; BLOCKS],
    /// The blocks of each state.
    by_state: [BlockSet; STATES],
    fleets: BlockSet,
    fortresses: BlockSet,
}

static ROSTER: LazyLock<Roster> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct File {
        block: Vec<Block>,
    }
    let File { block: blocks } =
        engine::data::read(include_str!("../data/blocks.toml")).expect("the blocks are sound");
    let those = |wanted: &dyn Fn(&Block) -> bool| {
        let mut set = BlockSet::EMPTY;
        let found = blocks.iter().enumerate().filter(|(_, block)| wanted(block));
        found.for_each(|(number, _)| _ = set.insert(BlockId::from_index(number)));
        set
    };
    let mut by_state = [BlockSet::EMPTY; STATES];
    for state in State::all() {
        by_state[state.index()] = those(&|block| block.state == state);
    }
    let fleets = those(&|block| block.kind == Kind::Fleet);
    let fortresses = those(&|block| block.kind == Kind::Fortress);
    let states = std::array::from_fn(|block| blocks[block].state);
    let kinds = std::array::from_fn(|block| blocks[block].kind);
    let steps = std::array::from_fn(|block| blocks[block].steps);
    Roster { states, kinds, steps, by_state, fleets, fortresses, blocks }
});

impl BlockId {
    /// Every block.
    pub fn all() -> impl Iterator<Item = BlockId> {
        (0..BLOCKS as u8).map(BlockId)
    }

    /// The blocks of a state.
    pub fn of(state: State) -> BlockSet {
        ROSTER.by_state[state.index()]
    }

    /// Whose colour each block has.
    #[inline]
    pub(crate) fn states() -> &'static [State; BLOCKS] {
        &ROSTER.states
    }

    /// All fleets.
    pub(crate) fn fleets() -> BlockSet {
        ROSTER.fleets
    }

    /// All fortresses.
    pub(crate) fn fortresses() -> BlockSet {
        ROSTER.fortresses
    }

    /// The block of this name, of a state.
    pub fn named(state: State, name: &str) -> Option<BlockId> {
        BlockId::of(state).iter().find(|block| block.printed().name == name)
    }

    /// What is printed on it.
    #[inline]
    pub fn printed(self) -> &'static Block {
        &ROSTER.blocks[self.index()]
    }

    /// Whose colour it has.
    #[inline]
    pub fn state(self) -> State {
        ROSTER.states[self.index()]
    }

    /// What it is.
    #[inline]
    pub fn kind(self) -> Kind {
        ROSTER.kinds[self.index()]
    }

    /// Its strength at full.
    #[inline]
    pub(crate) fn steps(self) -> u8 {
        ROSTER.steps[self.index()]
    }

    #[inline]
    pub(crate) fn is_fleet(self) -> bool {
        self.kind() == Kind::Fleet
    }

    #[inline]
    pub(crate) fn is_fortress(self) -> bool {
        self.kind() == Kind::Fortress
    }

    /// Whether it is the French HQ, whose end is that of the game (A-7.71-napoleon).
    pub(crate) fn is_napoleon(self) -> bool {
        self.kind() == Kind::Hq && self.state() == State::France
    }

    /// The least strength at which it is in play: a fleet has a step without guns (8.2).
    #[inline]
    pub(crate) fn least(self) -> u8 {
        u8::from(!self.is_fleet())
    }
}

impl fmt::Display for BlockId {
    /// "French Inf #3".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let block = self.printed();
        write!(f, "{} {}", block.state.adjective(), block.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed() -> &'static [Block] {
        &ROSTER.blocks
    }

    fn count(wanted: impl Fn(&Block) -> bool) -> usize {
        printed().iter().filter(|block| wanted(block)).count()
    }

    // proves A-12.S-total
    #[test]
    fn the_box_holds_what_the_set_ups_use() {
        assert_eq!(printed().len(), BLOCKS);
        let expected = [12, 18, 24, 13, 20, 13, 12];
        for (empire, blocks) in crate::states::EMPIRES.into_iter().zip(expected) {
            assert_eq!(BlockId::of(empire).len(), blocks, "{empire}");
        }
        assert_eq!(count(|block| !block.state.is_empire()), 18);
        for block in BlockId::all() {
            assert_eq!(BlockId::named(block.state(), &block.printed().name), Some(block), "names are unique");
        }
    }

    // proves A-2.11-hq
    #[test]
    fn every_empire_has_one_hq_and_minors_have_none() {
        for state in State::all() {
            let leaders = count(|block| block.state == state && block.kind == Kind::Hq);
            assert_eq!(leaders, usize::from(state.is_empire()), "{state}");
        }
    }

    // proves A-2.12-infantry, A-2.14-cavalry, A-2.15-artillery, A-2.16-fleets, A-2.3.1-max
    #[test]
    fn ratings_are_within_what_the_rulebook_allows() {
        for block in printed() {
            let Fire { letter, number } = block.fire;
            let (letters, numbers) = match block.kind {
                Kind::Hq => (Letter::B, 1..=4),
                Kind::Infantry => (Letter::C, 1..=4),
                Kind::Cavalry if block.name.starts_with("Cossack") => (Letter::A, 1..=1),
                Kind::Cavalry => (Letter::B, 1..=3),
                Kind::Artillery => (Letter::A, 2..=3),
                Kind::Fortress => (Letter::C, 1..=4),
                Kind::Fleet => (Letter::D, 2..=3),
            };
            assert!(letter == letters && numbers.contains(&number), "{}", block.name);
            let most = if block.kind == Kind::Fleet { 3 } else { 4 };
            assert!((2..=most).contains(&block.steps), "{}: {} steps", block.name, block.steps);
        }
        let guns = |state| count(|block| block.state == state && block.kind == Kind::Artillery);
        let most = crate::states::EMPIRES.map(guns);
        for (empire, owned) in crate::states::EMPIRES.into_iter().zip(most) {
            let strong = matches!(empire, State::France | State::Russia);
            assert_eq!(owned == 2, strong, "{empire} has {owned} artillery blocks");
        }
        let navy = |state: State| -> u32 {
            let fleets = printed().iter().filter(|block| block.state == state && block.kind == Kind::Fleet);
            fleets.map(|fleet| u32::from(fleet.steps) * u32::from(fleet.fire.number)).sum()
        };
        assert!(State::all().all(|state| state == State::Britain || navy(state) < navy(State::Britain)));
    }

    // proves A-2.13-fourstep
    #[test]
    fn a_fortress_names_the_region_whose_fortress_it_is() {
        for block in printed() {
            assert_eq!(block.region.is_some(), block.kind == Kind::Fortress, "{}", block.name);
            if let Some(region) = block.region {
                let site = region.region().expect("fortresses stand on land");
                let town = site.fortress.as_deref().expect("there is a fortress on the map");
                assert_eq!(block.name, format!("Fort ({town})"));
            }
        }
        let double = |block: &&Block| block.kind == Kind::Fortress && block.steps == 4;
        let mut double: Vec<&str> =
            printed().iter().filter(double).map(|block| block.name.trim_start_matches("Fort ")).collect();
        double.sort_unstable();
        let expected = [
            "(Brest)",
            "(Cadiz)",
            "(Danzig)",
            "(Gibraltar)",
            "(Istanbul)",
            "(Magdeburg)",
            "(Mainz)",
            "(Malta)",
            "(Mantua)",
            "(Portsmouth)",
        ];
        assert_eq!(double, expected, "those of a double pentagon have four steps");
        assert!(printed().iter().all(|block| block.kind != Kind::Fortress || (3..=4).contains(&block.steps)));
    }

    // proves A-7.6-napoleon
    #[test]
    fn only_napoleon_has_three_steps() {
        for block in printed().iter().filter(|block| block.kind == Kind::Hq) {
            assert_eq!(block.steps, if block.state == State::France { 3 } else { 2 }, "{}", block.name);
        }
    }
}
