//! The five domains, and all that a card can say in them. Rulebook 1, 3.6, 17.2.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::areas::AreaSet;
use crate::nations::{Nation, Nations, Side};
use crate::troops::{Kind, Troops};

/// A domain (N-1-domains).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Domain {
    /// Yellow.
    Finance,
    /// Purple.
    Morale,
    /// Pink.
    Society,
    /// Orange.
    Diplomacy,
    /// Red.
    Military,
}

/// How many domains there are.
pub(crate) const DOMAINS: usize = 5;

impl Domain {
    /// All of them.
    pub fn all() -> [Domain; DOMAINS] {
        [Domain::Finance, Domain::Morale, Domain::Society, Domain::Diplomacy, Domain::Military]
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// "Finance".
    pub fn name(self) -> &'static str {
        match self {
            Domain::Finance => "Finance",
            Domain::Morale => "Morale",
            Domain::Society => "Society",
            Domain::Diplomacy => "Diplomacy",
            Domain::Military => "Military",
        }
    }

    /// The colour of its tabs and stripes. It has nothing to do with the colours of the nations.
    pub fn colour(self) -> &'static str {
        match self {
            Domain::Finance => "yellow",
            Domain::Morale => "purple",
            Domain::Society => "pink",
            Domain::Diplomacy => "orange",
            Domain::Military => "red",
        }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Half of the campaign, with cards of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Age {
    /// 1795 to 1804: turns 1 to 3.
    First,
    /// 1805 to 1812: turns 4 to 6.
    Second,
}

impl Age {
    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

/// How long a game lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Length {
    /// Three turns (N-1-short).
    Short,
    /// Six turns (N-1-campaign).
    Campaign,
}

/// What is printed on a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    /// What it is called; without effect.
    pub title: String,
    /// The year of what it tells; without effect.
    pub year: u16,
    /// The Age whose deck it is in.
    pub age: Age,
    /// The side whose deck it is in.
    pub side: Side,
    /// The colour on its back: the domain of one of its tabs.
    pub stripe: Domain,
    /// Whom its losses hit: a card with the symbol of the other side is played against it (N-17.2.2-napoleon, N-17.2.2-coalition).
    pub symbol: Side,
    /// Its three effects, in three domains; a play uses one.
    pub tabs: [Tab; 3],
    /// A line of history; without effect.
    pub note: String,
}

/// One of the effects of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tab {
    /// Its domain.
    pub domain: Domain,
    /// What it does.
    pub effect: Effect,
    /// Who loses by it; nobody named: it is for whoever plays the card.
    pub target: Option<Target>,
    /// The nations that may use it: all, unless some are named.
    pub by: Nations,
}

/// What a tab does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// So much FG more or, for the target, less.
    Money(i8),
    /// So many levels of Morale up or, for the target, down.
    Morale(i8),
    /// So many levels of Society up or, for the target, down.
    Society(i8),
    /// Points for Alliances (N-9.1-points).
    Diplomacy {
        /// The printed points, 1 or 2.
        points: u8,
        /// What can be looked at instead of using the points.
        peek: Option<Peek>,
    },
    /// Units, movement, or help in combat.
    Military(Military),
}

/// What a Diplomacy effect shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Peek {
    /// Napoleon's cards.
    Hand,
    /// The secret objective of one nation of the Coalition.
    Objective,
}

/// Who loses by an effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// A nation of the Coalition that Napoleon names.
    OneCoalition,
    /// The Coalition, which shares one marker of Society.
    Coalition,
    /// This one.
    Nation(Nation),
}

/// A Military effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Military {
    /// What it does first of all.
    pub main: Main,
    /// So many MP can be taken instead.
    pub or_mp: Option<u8>,
    /// So many units of an arm in the combat can become Guard instead.
    pub or_guard: Option<(Kind, u8)>,
    /// What the main effect costs in MP.
    pub cost_mp: u8,
    /// What the main effect costs in FG.
    pub cost: u8,
    /// When a combat effect can be used, its other choices included.
    pub cond: Condition,
}

impl Military {
    /// Whether it is played in combat only.
    #[inline]
    pub fn is_combat(&self) -> bool {
        self.main.is_combat()
    }
}

/// What a Military effect does first of all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Main {
    /// So many MP.
    Mp(u8),
    /// All these units from the National Contingent, for nothing (N-8.6.4-free-units).
    Units(Vec<Gift>),
    /// One unit of each of these kinds from the Enlistment Reserve; some can be declined, the price stays.
    Enlist(Troops),
    /// Up to so many units of an arm, outside combat, become Guard.
    Guard {
        /// Infantry or cavalry.
        kind: Kind,
        /// How many at most.
        count: u8,
    },
    /// One of the nations loses units of one of the kinds in one of the places.
    Lose {
        /// One of each kind that can be chosen.
        kinds: Troops,
        /// Whose they can be.
        nations: Nations,
        /// Where; anywhere, if no place is named.
        places: Option<AreaSet>,
        /// How many.
        count: u8,
    },
    /// In combat: so many SP more.
    Strength(u8),
    /// In combat: Napoleon fights one of his enemies alone, if his Morale is above this (N-17.2.4-division-needs).
    Division {
        /// The level to exceed.
        above: u8,
    },
    /// In combat: the defender goes before it begins, paying the MP.
    RetreatBefore,
    /// In combat: the defender sends the attacker back.
    PushBack,
}

impl Main {
    /// Whether it is played in combat only.
    #[inline]
    pub fn is_combat(&self) -> bool {
        matches!(self, Main::Strength(_) | Main::Division { .. } | Main::RetreatBefore | Main::PushBack)
    }
}

/// Units that a card grants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gift {
    /// What they are.
    pub kind: Kind,
    /// How many.
    pub count: u8,
    /// Where each of them can appear; where free units may, if no place is named (N-17.2.4-free-anywhere).
    pub places: Option<AreaSet>,
}

/// What must hold for a combat effect: all of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Condition {
    /// On land or at sea; either, if not said.
    pub battle: Option<Ground>,
    /// As attacker or defender. That only a defender retreats or pushes back goes without saying, and does not bind the MP that
    /// such a card offers instead.
    pub role: Option<Role>,
    /// One of these is on the other side; it does not matter who, if none is named.
    pub against: Nations,
    /// The combat is in one of these.
    pub places: Option<AreaSet>,
    /// The player's side has a unit of each of these arms.
    pub with: Troops,
    /// The combat is in the player's home.
    pub own_home: bool,
    /// Two nations or more fight on the player's side.
    pub allied: bool,
}

/// Where a combat is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Among ground units.
    Land,
    /// Among frigates.
    Sea,
}

/// A side of a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Who came.
    Attacker,
    /// Who was there.
    Defender,
}

impl Role {
    #[inline]
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[inline]
    pub(crate) fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves N-1-domains
    #[test]
    fn there_are_five_domains_each_of_its_colour() {
        let domains = Domain::all().map(|domain| (domain.name(), domain.colour()));
        let printed = [
            ("Finance", "yellow"),
            ("Morale", "purple"),
            ("Society", "pink"),
            ("Diplomacy", "orange"),
            ("Military", "red"),
        ];
        assert_eq!(domains, printed);
        assert!(Domain::all().into_iter().zip(0..).all(|(domain, number)| domain.index() == number));
    }
}
