//! The state of a game: where every block stands, who is with whom, and whose turn it is.

use std::fmt;

use arrayvec::ArrayVec;
use engine::{Dice, Seat, Seats};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::battle::Side;
use crate::blocks::{BlockId, BlockSet};
use crate::by::{ByBlock, ByEmpire, BySeat, ByState};
use crate::cards::{Card, Cards, Leader};
use crate::control::States;
use crate::options::Rules;
use crate::places::{BorderId, PLACES, Place, PlaceSet};
use crate::solitaire::Solo;
use crate::states::State;

/// The most players there can be.
pub(crate) const PLAYERS: usize = 7;

/// A game of Alliance.
///
/// It is written as `position` says. Recorded games depend on the order of fields, here and in every part of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Alliance {
    pub(crate) rules: Rules,
    /// The empire each seat leads.
    pub(crate) empires: ArrayVec<State, PLAYERS>,
    /// With whom every state is.
    #[serde(with = "engine::by::whole")]
    pub(crate) standings: ByState<Standing>,
    pub(crate) blocks: Blocks,
    /// Blocks that are on the attacking side where they stand.
    pub(crate) attackers: BlockSet,
    /// Blocks that join their battle only in round 2 (7.23).
    pub(crate) reserves: BlockSet,
    /// Blocks that came over sea to invade this game turn (8.5).
    pub(crate) invaders: BlockSet,
    /// Battles to be fought this game turn, in the order in which they were opened.
    pub(crate) engagements: ArrayVec<Engagement, ENGAGEMENTS>,
    /// Battles that are fought before anything else goes on.
    pub(crate) urgent: PlaceSet,
    /// Places where blocks stand side by side only because the set-up has put them there (A-12.S-1812).
    #[serde(serialize_with = "as_said")]
    pub(crate) billets: PlaceSet,
    /// Who has eliminated blocks of each empire this game turn.
    pub(crate) slayers: ByEmpire<Seats>,
    /// States that were defeated this game turn.
    pub(crate) fallen: States,
    /// Empires that were defeated and have not recovered (A-9.2-again).
    pub(crate) beaten: States,
    /// Napoléon has been eliminated (A-7.71-napoleon).
    pub(crate) napoleon_fallen: bool,
    /// Cities of defeated players that count for the conqueror while he holds them (A-3.4-player-ally).
    pub(crate) spoils: PlaceSet,
    pub(crate) treasuries: BySeat<u16>,
    pub(crate) hands: BySeat<Hand>,
    /// Cards that have been played this year and lie open.
    #[serde(with = "atlas::topology::as_list")]
    pub(crate) spent: Cards,
    pub(crate) pacts: Pacts,
    pub(crate) talk: Talk,
    /// What the solo player has won.
    pub(crate) solo: Solo,
    pub(crate) year: u16,
    /// The game turn of the year, from 1; the fourth is Winter.
    pub(crate) game_turn: u8,
    pub(crate) phase: Phase,
    pub(crate) turn: Turn,
    /// The battle being fought.
    pub(crate) fight: Option<Fight>,
    pub(crate) dice: Dice,
    pub(crate) ended: Option<End>,
}

/// What is known of every block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Blocks {
    /// Where each is.
    pub(crate) spots: ByBlock<Spot>,
    /// The steps of each; of one in a pool, those with which it was last in play.
    pub(crate) strengths: ByBlock<u8>,
    /// From where each came into the battle it is in, this game turn; of a fleet in a naval base, from which sea.
    pub(crate) origins: ByBlock<Origin>,
}

/// The most battles there can be at a time: one for each two blocks, and never more than places to fight in.
pub(crate) const ENGAGEMENTS: usize = 48;

/// Games that were saved under revision 1 do not say what this is, and hashes of the first edition tell that others do.
fn as_said<S: Serializer>(set: &PlaceSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_some(set)
}

/// With whom a state is (3.6, 4.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Standing {
    /// A player leads it.
    Player(Seat),
    /// It is allied to a player, who leads it.
    Ally(Seat),
    /// A minor that goes with an empire which nobody plays.
    With(State),
    /// With nobody.
    Neutral,
    /// Invaded, and nobody came to its help: it defends itself (A-4.32-none).
    Alone,
}

/// The numbers a spot can have.
pub(crate) const SPOTS: usize = 256;

/// Where a block is: a place, or one of the places beside the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Spot(u8);

impl Spot {
    /// In its pool, upright: it can be built.
    pub(crate) const READY: Spot = Spot(u8::MAX);
    /// In its pool, face-up: it stands up next Winter (7.7).
    pub(crate) const DOWN: Spot = Spot(u8::MAX - 1);

    #[inline]
    pub(crate) fn place(self) -> Option<Place> {
        (usize::from(self.0) < PLACES).then_some(Place(self.0))
    }

    #[inline]
    pub(crate) fn is(self, place: Place) -> bool {
        self.0 == place.0
    }

    /// The number of the place; beside the map, one that no place has.
    #[inline]
    pub(crate) fn number(self) -> u8 {
        self.0
    }
}

impl From<Place> for Spot {
    #[inline]
    fn from(place: Place) -> Spot {
        Spot(place.0)
    }
}

/// From where a block came, if it matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Origin(u8);

impl Origin {
    /// It was there.
    pub(crate) const NONE: Origin = Origin(u8::MAX);

    /// The number of the place; of none, one that no place has.
    #[inline]
    pub(crate) fn number(self) -> u8 {
        self.0
    }

    #[inline]
    pub(crate) fn place(self) -> Option<Place> {
        (usize::from(self.0) < PLACES).then_some(Place(self.0))
    }
}

impl From<Place> for Origin {
    #[inline]
    fn from(place: Place) -> Origin {
        Origin(place.0)
    }
}

/// A battle that has been opened and not been fought yet (4.31).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Engagement {
    pub(crate) place: Place,
    /// Who opened it.
    pub(crate) by: Seat,
    /// The border of the main attack; none where the opponents were there already.
    pub(crate) main: Option<BorderId>,
}

/// What a player holds in his hand and before him (3.0, 3.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Hand {
    /// Cards still to be played this year.
    #[serde(with = "atlas::topology::as_list")]
    pub(crate) cards: Cards,
    /// The card put aside this year.
    pub(crate) aside: Option<Card>,
    /// The card of this game turn; hidden until everybody has played one.
    pub(crate) played: Option<Card>,
    /// Its event has been used (3.3).
    pub(crate) used: bool,
}

/// What stands between the players (6.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Pacts {
    /// Whom each seat is allied with.
    pub(crate) allied: BySeat<Seats>,
    /// Those of them that everybody knows of (A-6.2-secret).
    pub(crate) open: BySeat<Seats>,
    /// Whom of its allies each seat lets in.
    pub(crate) admitted: BySeat<Seats>,
    /// Until the end of which year each seat is bound to its conquerors (9.21).
    pub(crate) bound: BySeat<Option<Bond>>,
}

/// What players are saying to each other (6.2, 6.21).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Talk {
    /// To whom the player who has the word has proposed something already.
    pub(crate) asked: Seats,
    /// What is being put together, or waits for an answer.
    pub(crate) proposal: Option<Proposal>,
}

/// A proposal of one player to another: both what is given and what is wanted for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Proposal {
    /// Who opened the talk.
    pub(crate) opener: Seat,
    /// Who proposes.
    pub(crate) from: Seat,
    /// Who answers.
    pub(crate) to: Seat,
    pub(crate) given: Packet,
    pub(crate) wanted: Packet,
    /// They are allied from then on.
    pub(crate) alliance: bool,
    /// Whoever opened the talk surrenders to the other (6.21).
    pub(crate) surrender: bool,
    /// It waits for an answer.
    pub(crate) sent: bool,
    /// How many counter-offers there have been.
    pub(crate) counters: u8,
}

/// What passes from one player to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Packet {
    pub(crate) gold: u16,
    pub(crate) regions: PlaceSet,
}

/// An alliance forced by defeat (9.21).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Bond {
    /// The conqueror; several, if others have defeated the same player again before it ends.
    #[serde(deserialize_with = "conquerors")]
    pub(crate) to: Seats,
    /// It may be broken after the Winter of this year.
    pub(crate) until: u16,
}

/// Games that were saved under revision 1 name one conqueror, by number.
fn conquerors<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seats, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        One(Seat),
        Several(Seats),
    }
    if !deserializer.is_human_readable() {
        return Seats::deserialize(deserializer);
    }
    Written::deserialize(deserializer).map(|written| match written {
        Written::One(seat) => Seats::from(seat),
        Written::Several(seats) => seats,
    })
}

/// Where the sequence of play stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phase {
    /// Everybody puts a card aside (3.0).
    Discard,
    /// Everybody plays a card face-down (3.1).
    Cards,
    /// Whoever has played the highest leader may bid (6.1).
    Bid,
    /// The others may match the bid, one after the other.
    Match(Bid),
    /// The bid is decided, and what follows from it is fought at once (6.13).
    Decided,
    /// Player turns (3.2).
    Actions,
    /// Battles are chosen and fought (7.1), beginning with the choice of the player so far down the order.
    Battles(u8),
    /// All battles are fought and defeats dealt with; what follows from those is fought at once.
    Close,
    /// Players disband blocks, one after the other (3.5).
    Disband(u8),
    /// Players negotiate until all are done (6.2).
    Talks(Seats),
}

/// A diplomatic bid (6.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Bid {
    /// Who opened it.
    pub(crate) by: Seat,
    pub(crate) target: State,
    /// What everybody pays who rolls.
    pub(crate) gold: u8,
    /// Who rolls.
    pub(crate) rolling: Seats,
    /// Who has been asked.
    pub(crate) asked: Seats,
}

/// A player's turn under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) seat: Seat,
    /// Action points left.
    pub(crate) points: u8,
    /// Gold that has been spent (3.4).
    pub(crate) spent: u8,
    /// The group being moved.
    pub(crate) group: Option<Place>,
    /// The block on the march.
    pub(crate) march: Option<March>,
    /// Blocks that have moved.
    pub(crate) moved: BlockSet,
    /// Blocks that have been raised or built.
    pub(crate) levied: BlockSet,
    /// Seas that were crossed by a sea move: a fleet stays in each (8.4).
    pub(crate) held: PlaceSet,
    /// Seas and naval bases that have been friendly since the turn began (8.4).
    pub(crate) secure: PlaceSet,
    /// How many blocks have crossed each border into battle (4.2).
    pub(crate) crossed: Crossings,
    /// The border that a leader's event has widened (3.3).
    pub(crate) widened: Option<BorderId>,
    /// This turn's invasion (8.5).
    pub(crate) landing: Option<Landing>,
}

/// An invasion from the sea (8.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Landing {
    pub(crate) place: Place,
    /// From which sea.
    pub(crate) sea: Place,
    /// Blocks that have landed so far.
    pub(crate) blocks: u8,
}

/// How many blocks have crossed which borders.
pub(crate) type Crossings = ArrayVec<Crossed, 32>;

/// How many blocks have crossed a border into battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Crossed {
    pub(crate) border: BorderId,
    pub(crate) all: u8,
    /// Those that are not Russian (11.12).
    pub(crate) foreign: u8,
}

/// A block on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct March {
    pub(crate) block: BlockId,
    /// Steps taken.
    pub(crate) steps: u8,
    /// It must stop where it is (3.2).
    pub(crate) halted: bool,
}

/// A battle being fought (7).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Fight {
    pub(crate) place: Place,
    pub(crate) round: u8,
    pub(crate) stage: Stage,
    /// Blocks that have had their turn this round.
    pub(crate) acted: BlockSet,
    /// From where each side has come: the attackers first.
    pub(crate) ways: [PlaceSet; 2],
    /// A fortress with half a hit, of each side (7.32).
    pub(crate) cracked: [Option<BlockId>; 2],
    /// How many blocks have left over each border this round, for each player.
    pub(crate) left: ArrayVec<(Seat, Crossed), 32>,
    /// Empires whose attackers fight on in the next round (7.61), one bit each.
    pub(crate) extended: u8,
    /// Leaders' events that are used in round 1, each with the block it touches once that is chosen (3.3).
    pub(crate) events: ArrayVec<(Leader, Option<BlockId>), 5>,
    /// Who decides for blocks that no player leads.
    pub(crate) steward: Seat,
    /// Whose blocks pursue, and where to: one entry for each step spent on it (7.62).
    pub(crate) pursuits: ArrayVec<(State, Place), 8>,
}

/// Where a battle stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stage {
    /// A player may use his leader's event, one after the other.
    Events(Seats),
    /// The owner of the enemy block that an event touches chooses it.
    Victim(Seat),
    /// The next block acts.
    Fire,
    /// Hits are taken by a side.
    Hits {
        /// Which side.
        side: Side,
        /// How many are left.
        hits: u8,
    },
    /// HQs may extend the battle, by empire.
    Extend(u8),
    /// The victors regroup and pursue, one player after the other.
    Aftermath(Seats),
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct End {
    pub(crate) winners: Seats,
    pub(crate) reason: EndReason,
    pub(crate) scores: [i16; PLAYERS],
}

/// The ways a game can end (10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// The last Winter is over.
    Years,
    /// Britain, France or Russia has been defeated.
    Defeat,
    /// Napoléon is dead.
    Napoleon,
    /// The solo player has played all his cards.
    Solitaire,
}

impl EndReason {
    pub(crate) fn key(self) -> &'static str {
        match self {
            EndReason::Years => "years",
            EndReason::Defeat => "defeat",
            EndReason::Napoleon => "napoleon",
            EndReason::Solitaire => "solitaire",
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndReason::Years => "the last Winter is over",
            EndReason::Defeat => "a great power is defeated",
            EndReason::Napoleon => "Napoléon has fallen",
            EndReason::Solitaire => "all cards are played",
        })
    }
}
