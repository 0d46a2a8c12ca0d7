//! The state of a game: who stands where, who holds what, and who decides what next.
//!
//! At any time exactly one nation decides; what it decides is on top of the stack (`questions`).

use engine::steps::Stack;
use std::fmt;

use arrayvec::ArrayVec;
use engine::{Dice, Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::advisors::Council;
use crate::areas::{Area, AreaSet};
use crate::by::ByNation;
use crate::card_table::CardTable;
use crate::combat::Battle;
use crate::control::Control;
use crate::errands::Errand;
use crate::event::Party;
use crate::forces::{Force, Forces};
use crate::military::Purchase;
use crate::nations::{NATIONS, Nation, Nations};
use crate::options::Rules;
use crate::parley::{Objections, Parley};
use crate::questions::Question;
use crate::tables::Zone;
use crate::tracks::Tracks;
use crate::treasury::Treasury;
use crate::treaties::Treaties;
use crate::troops::Troops;
use crate::victory::Feats;

/// The most players there can be.
pub(crate) const PLAYERS: usize = 5;

/// A game of Napoleon's Conquests.
///
/// Recorded games depend on the order of fields, here and in every part of it: a state is hashed as they follow each other.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Conquests {
    pub(crate) rules: Rules,
    pub(crate) players: u8,
    pub(crate) forces: Forces,
    pub(crate) treasury: Treasury,
    pub(crate) tracks: Tracks,
    pub(crate) feats: Feats,
    /// The nations in play, in the order of this turn.
    pub(crate) order: ArrayVec<Nation, NATIONS>,
    pub(crate) turn: u8,
    pub(crate) phase: Phase,
    pub(crate) council: Council,
    pub(crate) cards: CardTable,
    pub(crate) treaties: Treaties,
    pub(crate) control: Control,
    pub(crate) movement: Movement,
    /// What is asked.
    pub(crate) stack: Stack<Question>,
    pub(crate) battle: Option<Battle>,
    pub(crate) parley: Option<Parley>,
    pub(crate) objections: Objections,
    pub(crate) errands: ArrayVec<Errand, ERRANDS>,
    pub(crate) dice: Dice,
    pub(crate) ended: Option<End>,
}

/// The most Alliances that can be made in two turns.
pub(crate) const TREATIES: usize = 20;

/// The most errands there can be at a time.
pub(crate) const ERRANDS: usize = 24;

/// All frigates of all nations.
pub(crate) const FRIGATES: usize = 32;

/// A frigate with what it carries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Frigate {
    /// Where it is; nowhere if it is in the Reserve or the Contingent.
    pub(crate) at: Option<Area>,
    /// Ground units aboard, of its own nation (N-10.3-capacity).
    pub(crate) cargo: Troops,
    /// What it has done with troops in this turn, when former Allies parted and in movement (N-10.3-no-both).
    pub(crate) traffic: Traffic,
    /// It has come to where it is in the movement under way (N-10.3-declare).
    pub(crate) sailed: bool,
}

/// What a frigate has done with troops in this turn, before the combats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Traffic {
    /// Nothing.
    #[default]
    None,
    /// It has taken units aboard.
    Embarked,
    /// It has landed units.
    Landed,
}

atlas::id! {
    /// A frigate, by number: those of a nation stand together.
    #[derive(Serialize, Deserialize)]
    pub struct FrigateId(u8): Display;
}

engine::describe! { FrigateId, engine::describe::ranged("The number of a frigate.", 0, FRIGATES - 1) }

/// An Alliance, or a Forced one (9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Treaty {
    pub(crate) initiator: Nation,
    /// France and its victim in a Forced Alliance.
    pub(crate) members: Nations,
    /// Those who were in it and have left it for another.
    pub(crate) left: Nations,
    /// The turn in which it was made.
    pub(crate) made: u8,
    pub(crate) state: Bond,
}

/// What has become of an Alliance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Bond {
    /// Made, and it can still be cancelled before it counts as successful.
    Fresh,
    /// In force.
    Holds,
    /// A Forced Alliance that another one has replaced in the combats of this turn (N-11.8-old-forced).
    Fading,
    /// Cancelled in the turn it was made.
    Prevented,
    /// Cancelled later, left by its members, replaced by another or run out.
    Over,
}

/// Where the turn stands (5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phase {
    /// Units of the start are placed, by the nation so far down the order (4.2).
    Deploy(u8),
    /// Advisors are placed; so many have been, or found no room (7).
    Advisors(u8),
    /// The advisor on a space is resolved (8).
    Resolve(Zone, u8, Step),
    /// The power of a neutral capital is used, by its place on the track (8.5).
    Powers(u8),
    /// New Allies give or show cards: the nation so far down the order, which has served these (9.2).
    Exchange {
        /// Its place.
        place: u8,
        /// Allies that have got or seen a card of it.
        served: Nations,
    },
    /// Former Allies part (9.7).
    Separate,
    /// The nation so far down the order moves (10).
    Move(u8),
    /// It may declare combats at sea (10.3).
    Challenge(u8),
    /// Combats are chosen and fought, by the nation so far down the order (11).
    Combat(u8),
    /// Whoever has kept an advisor for nothing may buy a card (N-8-buy-unused-combat).
    Idle(u8),
    /// Cards of the first Age are kept, by the nation so far down the order (14).
    Keep(u8),
}

/// Where the resolution of an advisor stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Step {
    /// Units and movement points are bought (8.6.2).
    Purchase(Purchase),
    /// A card may be played or bought, or in Diplomacy an Alliance made or cancelled.
    Card,
    /// All is done; what it has set in motion is settled before the next advisor is resolved.
    Over,
    /// In Diplomacy: an attempt came to nothing; a card can still be bought (N-9.3-fail-free).
    Tried,
    /// In Diplomacy: Napoleon has cancelled an Alliance and can cancel more (N-9.5-napoleon).
    Cancelled,
}

/// The movement of a nation under way (10).
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Movement {
    /// The group on the march.
    pub(crate) group: Option<Group>,
    /// Where the price of an Overrun or of refusing combat has been paid (N-10.2-overrun-once).
    pub(crate) forced: AreaSet,
    /// Allies that lend their units for mixed corps (N-9.2-mixed-corps-move).
    pub(crate) lent: Nations,
    /// Allies that do not.
    pub(crate) refused: Nations,
    /// An Ally that is being asked to.
    pub(crate) asked: Option<Nation>,
}

/// Units that move together, by nation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Group {
    pub(crate) at: Area,
    pub(crate) troops: Force,
    pub(crate) pace: Pace,
}

/// How far a group has come (N-10.1-regroup).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Pace {
    /// It has not marched yet.
    Forming,
    /// It has just entered its land, and units can be left behind.
    Arrived,
    /// Others have joined it there.
    Joined,
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct End {
    pub(crate) winners: Nations,
    pub(crate) reason: EndReason,
    pub(crate) scores: ByNation<i16>,
}

/// The ways a game can end (13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// Napoleon is eliminated.
    NapoleonOut,
    /// All nations of the Coalition are eliminated.
    CoalitionOut,
    /// One nation of the Coalition has met a strategic condition of its own.
    LoneStrategic,
    /// The Coalition has met a strategic condition.
    CoalitionStrategic,
    /// The Coalition has met a tactical condition.
    CoalitionTactical,
    /// Napoleon has met a strategic condition.
    NapoleonStrategic,
    /// Napoleon has met a tactical condition.
    NapoleonTactical,
    /// The last turn is over: points decide.
    Points,
}

impl EndReason {
    pub(crate) fn key(self) -> &'static str {
        match self {
            EndReason::NapoleonOut => "napoleon-eliminated",
            EndReason::CoalitionOut => "coalition-eliminated",
            EndReason::LoneStrategic => "lone-strategic",
            EndReason::CoalitionStrategic => "coalition-strategic",
            EndReason::CoalitionTactical => "coalition-tactical",
            EndReason::NapoleonStrategic => "napoleon-strategic",
            EndReason::NapoleonTactical => "napoleon-tactical",
            EndReason::Points => "points",
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndReason::NapoleonOut => "Napoleon is eliminated",
            EndReason::CoalitionOut => "the Coalition is eliminated",
            EndReason::LoneStrategic => "a strategic victory of one nation",
            EndReason::CoalitionStrategic => "a strategic victory of the Coalition",
            EndReason::CoalitionTactical => "a tactical victory of the Coalition",
            EndReason::NapoleonStrategic => "a strategic victory of Napoleon",
            EndReason::NapoleonTactical => "a tactical victory of Napoleon",
            EndReason::Points => "the last turn is over",
        })
    }
}

impl fmt::Display for FrigateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} frigate {}", self.nation().adjective(), self.number())
    }
}

impl FrigateId {
    /// All frigates of a nation.
    pub(crate) fn of(nation: Nation) -> impl DoubleEndedIterator<Item = FrigateId> {
        let (first, count) = match nation {
            Nation::France => (0, 10),
            Nation::England => (10, 10),
            Nation::Prussia => (20, 4),
            Nation::Austria => (24, 4),
            Nation::Russia => (28, 4),
        };
        (first..first + count).map(FrigateId)
    }

    /// Its number among those of its nation, from 1.
    pub(crate) fn number(self) -> usize {
        FrigateId::of(self.nation()).position(|frigate| frigate == self).unwrap_or(0) + 1
    }

    /// Whose it is.
    pub(crate) fn nation(self) -> Nation {
        match self.0 {
            0..10 => Nation::France,
            10..20 => Nation::England,
            20..24 => Nation::Prussia,
            24..28 => Nation::Austria,
            _ => Nation::Russia,
        }
    }
}

impl Conquests {
    /// The seat that plays a nation (N-2-five, N-2-four, N-2-three, N-2-two).
    pub(crate) fn seat(&self, nation: Nation) -> Seat {
        let seats: &[u8; NATIONS] = match self.players {
            2 => &[0, 1, 1, 1, 1],
            3 => &[0, 1, 1, 2, 2],
            4 => &[0, 1, 3, 2, 3],
            _ => &[0, 1, 2, 3, 4],
        };
        Seat(seats[nation.index()])
    }

    /// The units of all nations.
    pub fn forces(&self) -> &Forces {
        &self.forces
    }

    /// The markers of Morale and Society.
    pub fn tracks(&self) -> &Tracks {
        &self.tracks
    }

    /// Money and movement points.
    pub fn treasury(&self) -> &Treasury {
        &self.treasury
    }

    /// Who is with whom.
    pub fn treaties(&self) -> &Treaties {
        &self.treaties
    }

    /// A nation and who plays it.
    pub(crate) fn party(&self, nation: Nation) -> Party {
        Party { seat: self.seat(nation), nation }
    }

    /// The nations that a seat plays.
    pub(crate) fn nations(&self, seat: Seat) -> Nations {
        Nation::all().filter(|nation| self.seat(*nation) == seat).collect()
    }

    /// The seats of these nations.
    pub(crate) fn seats(&self, nations: Nations) -> Seats {
        nations.iter().map(|nation| self.seat(nation)).collect()
    }

    /// The nations in play.
    #[inline]
    pub fn in_play(&self) -> Nations {
        self.order.iter().copied().collect()
    }
}
