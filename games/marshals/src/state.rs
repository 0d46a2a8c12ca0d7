//! The state of a game: where everything stands, whose it is, and what is asked.

use std::ops::Deref;

use arrayvec::ArrayVec;
use atlas::topology::{ArraySet, HexId, Id};
use engine::steps::Stack;
use engine::{Dice, Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::battle::Battle;
use crate::boxes::Boxes;
use crate::britain::Whitehall;
use crate::calendar::Date;
use crate::control::Control;
use crate::field::Forces;
use crate::ground::LandSet;
use crate::ids::{LeaderId, NationId};
use crate::intrinsic::Levies;
use crate::nations::Side;
use crate::options::Optional;
use crate::questions::Question;
use crate::scenarios::{Level, Part, SCENARIOS, Scenario};
use crate::siege::Sieges;
use crate::stacking::Mixed;
use crate::staff::Staff;
use crate::strategy::arrivals::Placed;
use crate::strategy::orders::Decrees;
use crate::strategy::reckoning::Annals;
use crate::supply::toll::{Hunger, Tolls};
use crate::treasury::Treasury;

/// How many nations there can be.
pub(crate) const NATIONS: usize = 36;

atlas::id! {
    /// A scenario, by its number in the order of their years.
    pub struct ScenarioId(u8);
}

impl ScenarioId {
    /// Every scenario.
    pub fn all() -> impl DoubleEndedIterator<Item = ScenarioId> {
        (0..SCENARIOS.len()).map(ScenarioId::from_index)
    }

    /// What is known of it.
    pub fn get(self) -> &'static Scenario {
        &SCENARIOS[self.index()]
    }

    /// "ulm-1805".
    pub fn key(self) -> &'static str {
        &self.get().id
    }
}

engine::by_name!(ScenarioId, "scenario", ScenarioId::key);

atlas::id! {
    /// A reinforcement or a withdrawal of a scenario, by its number.
    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct EntryId(u8);
}

/// What has come into play, or gone.
pub type Entries = ArraySet<EntryId, 1>;

/// What a nation is and has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Realm {
    /// What part it takes; none if it is nowhere.
    pub part: Option<Part>,
    /// Who controls it, if somebody does.
    pub patron: Option<NationId>,
    /// Whether it has completed Army Reform.
    pub is_reformed: bool,
    /// Whether it is a power with morale, production and command of its own.
    pub is_power: bool,
    /// Its national morale.
    pub morale: u8,
    /// Its balance of production points.
    pub balance: u16,
    /// The command points that it has bought for each operational turn of the season.
    pub command: u8,
    /// Those that are left in this turn.
    pub points: u8,
    /// When it sued for peace, if it did.
    pub sued: Option<Date>,
}

/// A game of Napoleon and his Marshals.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Marshals {
    pub(crate) scenario: ScenarioId,
    pub(crate) players: u8,
    /// The optional rules that are played.
    pub(crate) optional: Optional,
    /// The operational turn.
    pub(crate) date: Date,
    pub(crate) forces: Forces,
    pub(crate) staff: Staff,
    pub(crate) control: Control,
    pub(crate) boxes: Boxes,
    /// The battle that is declared or being fought.
    pub(crate) battle: Option<Box<Battle>>,
    /// The sieges.
    pub(crate) sieges: Sieges,
    pub(crate) realms: ArrayVec<Realm, NATIONS>,
    /// What nations keep off the map.
    pub(crate) treasuries: ArrayVec<Treasury, NATIONS>,
    /// Supply units burned in this operational turn, which cover what is burned for round them, with whose they were.
    pub(crate) spent: ArrayVec<(NationId, HexId), 24>,
    /// Hexes that seats live on until their next turn.
    pub(crate) foraged: ArrayVec<(Seat, HexId), 48>,
    /// Hexes that are eaten bare this year.
    pub(crate) depleted: LandSet,
    /// Units that had no source of supply in their last turns.
    pub(crate) hunger: Hunger,
    /// What is to be lost without a battle, and waits for its owner's choice.
    pub(crate) tolls: Tolls,
    /// What is decreed in this strategic turn, in secret.
    pub(crate) decrees: Decrees,
    /// Where factors have been placed in the turn of a seat.
    pub(crate) placed: Placed,
    /// Where a retreat has brought a nation to those with whom it may not stay.
    pub(crate) mixed: Mixed,
    /// How many points have been paid for the works of Torres Vedras.
    pub(crate) works: u8,
    /// How many depots the seat whose turn it is has destroyed by order in it.
    pub(crate) razed: u8,
    /// How often somebody has entered a neutral's land in this turn.
    pub(crate) trespasses: u8,
    /// Whether there is an armistice.
    pub(crate) armistice: bool,
    /// What keeps Britain from the continent.
    pub(crate) whitehall: Whitehall,
    /// The intrinsic defences.
    pub(crate) levies: Levies,
    /// The last battles of each power on each map.
    pub(crate) annals: Annals,
    /// Points that the scenario has awarded, by side.
    pub(crate) awards: [i16; 2],
    /// The reinforcements of the scenario that have come.
    pub(crate) arrived: Entries,
    /// The leaders of the scenario who have gone.
    pub(crate) withdrawn: Entries,
    pub(crate) steps: Stack<Question>,
    pub(crate) dice: Dice,
    /// Whether the game is over.
    pub(crate) is_over: bool,
    /// The level of victory that was reached, if it is over and one was.
    pub(crate) verdict: Option<Level>,
}

/// Who moves, fights and hides together: a side, or a nation that is on none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Party {
    On(Side),
    Apart(NationId),
}

impl Marshals {
    /// The scenario that is played.
    pub fn scenario(&self) -> &'static Scenario {
        self.scenario.get()
    }

    /// The operational turn.
    pub fn date(&self) -> Date {
        self.date
    }

    /// The forces on the map.
    pub fn forces(&self) -> &Forces {
        &self.forces
    }

    /// The leaders.
    pub fn staff(&self) -> &Staff {
        &self.staff
    }

    /// What a nation is and has.
    #[inline]
    pub fn realm(&self, nation: NationId) -> &Realm {
        &self.realms[nation.index()]
    }

    pub(crate) fn realm_mut(&mut self, nation: NationId) -> &mut Realm {
        &mut self.realms[nation.index()]
    }

    /// The side of a nation, if it is on one.
    #[inline]
    pub fn side(&self, nation: NationId) -> Option<Side> {
        match self.realm(nation).part {
            Some(Part::On(side)) => Some(side),
            _ => None,
        }
    }

    /// With whom a nation moves and fights.
    #[inline]
    pub(crate) fn party(&self, nation: NationId) -> Party {
        self.side(nation).map_or(Party::Apart(nation), Party::On)
    }

    /// Whether two nations are at war.
    #[inline]
    pub fn are_enemies(&self, a: NationId, b: NationId) -> bool {
        matches!((self.side(a), self.side(b)), (Some(a), Some(b)) if a != b)
    }

    /// Whether two nations are on the same side, or are one.
    #[inline]
    pub fn are_friends(&self, a: NationId, b: NationId) -> bool {
        self.party(a) == self.party(b)
    }

    /// Whose command points move a nation's units: its own if it is a power, else its patron's.
    pub fn commands(&self, nation: NationId) -> NationId {
        let realm = self.realm(nation);
        if realm.is_power { nation } else { realm.patron.unwrap_or(nation) }
    }

    /// The seats that know all of a nation's stacks.
    pub(crate) fn confidants(&self, nation: NationId) -> Seats {
        Seat::first(self.players).filter(|seat| self.player(*seat).knows(nation)).collect()
    }

    /// The leader with the highest rank, and the best combat value among equals (M-intel-4).
    pub(crate) fn top_of(&self, leaders: impl Iterator<Item = LeaderId>) -> Option<LeaderId> {
        leaders.min_by_key(|leader| {
            let line = leader.get();
            let rank = self.general(*leader).rank() as u8;
            (line.is_admiral(), rank, std::cmp::Reverse(line.combat), *leader)
        })
    }

    /// Whether a hex is on the map and land.
    pub(crate) fn is_land(hex: HexId) -> bool {
        crate::ground::LandId::of(hex).is_some()
    }
}

impl Player<'_> {
    /// Whether a seat knows all of a nation's stacks: those of its own side are open to it, and all if nothing is hidden
    /// (M-intel-11).
    pub(crate) fn knows(self, nation: NationId) -> bool {
        if self.optional.open || self.seat(nation) == Some(self.seat) {
            return true;
        }
        let side = self.side(nation);
        side.is_some()
            && NationId::all().any(|own| self.seat(own) == Some(self.seat) && self.side(own) == side)
    }
}

/// A player, and the game he plays: what he may order, and what he knows.
#[derive(Clone, Copy)]
pub(crate) struct Player<'a> {
    pub(crate) game: &'a Marshals,
    pub(crate) seat: Seat,
}

/// A nation, and the game it is in: what it has at home, what it can pay for, how it stands the war.
#[derive(Clone, Copy)]
pub(crate) struct Country<'a> {
    pub(crate) game: &'a Marshals,
    pub(crate) nation: NationId,
}

/// A leader, and the game he serves in: his rank, and what he commands.
#[derive(Clone, Copy)]
pub(crate) struct General<'a> {
    pub(crate) game: &'a Marshals,
    pub(crate) leader: LeaderId,
}

/// A battle that is declared or being fought, and the game around it.
#[derive(Clone, Copy)]
pub(crate) struct Engagement<'a> {
    pub(crate) game: &'a Marshals,
    pub(crate) battle: &'a Battle,
}

impl Marshals {
    /// The player of a seat.
    #[inline]
    pub(crate) fn player(&self, seat: Seat) -> Player<'_> {
        Player { game: self, seat }
    }

    /// A nation of this game.
    #[inline]
    pub(crate) fn country(&self, nation: NationId) -> Country<'_> {
        Country { game: self, nation }
    }

    /// A leader of this game.
    #[inline]
    pub(crate) fn general(&self, leader: LeaderId) -> General<'_> {
        General { game: self, leader }
    }

    /// The battle that is declared or being fought. Asked only where there is one.
    #[inline]
    pub(crate) fn engagement(&self) -> Engagement<'_> {
        Engagement { game: self, battle: self.fray() }
    }
}

macro_rules! part_of_the_game {
    ($($view:ident),+) => {
        $(impl Deref for $view<'_> {
            type Target = Marshals;

            fn deref(&self) -> &Marshals {
                self.game
            }
        })+
    };
}

part_of_the_game!(Player, Country, General, Engagement);
