//! The language in which scenarios say what wins, what earns points and what sets off an event.
//!
//! A condition is about the state of a game, which comes with the rules; what is here can be read and checked.

use std::fmt;

use atlas::topology::{HexId, SideId};
use serde::Deserialize;

use super::land::Holdings;
use crate::calendar::Date;
use crate::ids::{LeaderId, NationId, PlaceId};
use crate::map::MAP;
use crate::nations::Side;

/// Something that is so or is not.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// All of these.
    All(Vec<Condition>),
    /// At least one of these.
    Any(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
    /// A nation has sued for peace, not later than `by`.
    Sued {
        /// Which.
        nation: NationId,
        /// By when; at any time if there is none.
        by: Option<Date>,
    },
    /// Somebody controls places.
    Holds(Holds),
    /// The morale of a nation is within bounds.
    Morale(Morale),
    /// A side leads by victory points.
    PointsLead {
        /// Which.
        side: Side,
        /// By how many at least.
        points: u8,
    },
    /// A side has no stack in an area.
    NoStack {
        /// Which.
        side: Side,
        /// Where.
        area: Area,
        /// Only stacks with a leader count.
        #[serde(default)]
        led: bool,
        /// Only stacks in supply count.
        #[serde(default)]
        in_supply: bool,
    },
    /// A side has fewer factors in an area than this.
    FactorsBelow {
        /// Which.
        side: Side,
        /// Where.
        area: Area,
        /// How many would be enough.
        factors: u8,
    },
    /// A leader is at a place.
    LeaderAt {
        /// Who.
        leader: LeaderId,
        /// Where.
        place: PlaceId,
    },
    /// A side has entered the hex of a place.
    Entered {
        /// Which.
        side: Side,
        /// Where.
        place: PlaceId,
    },
}

/// Who controls which places.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holds {
    /// A nation itself.
    pub nation: Option<NationId>,
    /// Anybody of a side.
    pub side: Option<Side>,
    /// The places.
    pub places: Vec<PlaceId>,
    /// How many of them; all if it is not said.
    pub at_least: Option<u8>,
    /// Only with units in supply.
    #[serde(default)]
    pub in_supply: bool,
}

/// Bounds of the morale of a nation.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Morale {
    /// Which.
    pub nation: NationId,
    /// The lower bound.
    pub at_least: Option<u8>,
    /// The upper bound.
    pub at_most: Option<u8>,
}

impl Condition {
    /// The conditions in this one, itself first.
    pub fn parts(&self) -> Vec<&Condition> {
        let inner: Vec<&Condition> = match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().collect(),
            Condition::Not(part) => vec![part],
            _ => Vec::new(),
        };
        std::iter::once(self).chain(inner.into_iter().flat_map(Condition::parts)).collect()
    }
}

/// "Paris", "Dresden and Leipzig", "2 of Konigsberg, Danzig and Stettin".
fn listed(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

impl fmt::Display for Condition {
    /// As a clause: "Austria has sued for peace".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |parts: &[Condition], word: &str| {
            parts.iter().map(Condition::to_string).collect::<Vec<_>>().join(word)
        };
        match self {
            Condition::All(parts) => f.write_str(&joined(parts, ", and ")),
            Condition::Any(parts) => f.write_str(&joined(parts, ", or ")),
            Condition::Not(part) => write!(f, "it is not so that {part}"),
            Condition::Sued { nation, by: None } => write!(f, "{} has sued for peace", nation.name()),
            Condition::Sued { nation, by: Some(by) } => {
                write!(f, "{} has sued for peace by {by}", nation.name())
            }
            Condition::Holds(holds) => holds.fmt(f),
            Condition::Morale(Morale { nation, at_least, at_most }) => {
                write!(f, "the morale of {} is", nation.name())?;
                at_least.iter().try_for_each(|least| write!(f, " {least} or more"))?;
                at_most.iter().try_for_each(|most| write!(f, " {most} or less"))
            }
            Condition::PointsLead { side, points } => {
                write!(f, "{} leads by {points} victory points", side.name())
            }
            Condition::NoStack { side, area, led, in_supply } => {
                let led = if *led { " led" } else { "" };
                let fed = if *in_supply { " in supply" } else { "" };
                write!(f, "{} has no{led} stack{fed} {area}", side.name())
            }
            Condition::FactorsBelow { side, area, factors } => {
                write!(f, "{} has fewer than {factors} factors {area}", side.name())
            }
            Condition::LeaderAt { leader, place } => write!(f, "{} is at {}", leader.name(), place.name()),
            Condition::Entered { side, place } => write!(f, "{} has entered {}", side.name(), place.name()),
        }
    }
}

impl fmt::Display for Holds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = self.nation.map(NationId::name).or(self.side.map(Side::name)).unwrap_or("somebody");
        let places: Vec<&str> = self.places.iter().map(|place| place.name()).collect();
        let fed = if self.in_supply { " in supply" } else { "" };
        match self.at_least {
            Some(least) => write!(f, "{who} holds {least} of {}{fed}", listed(&places)),
            None => write!(f, "{who} holds {}{fed}", listed(&places)),
        }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Area::EastOfPlace(place) => write!(f, "east of {}", place.name()),
            Area::EastOfRiver(river) => write!(f, "east of the {river}"),
            Area::WestOfRiver(river) => write!(f, "west of the {river}"),
            Area::HomeOf(nations) => {
                let names: Vec<&str> = nations.iter().map(|nation| nation.name()).collect();
                write!(f, "in {}", listed(&names))
            }
        }
    }
}

/// A part of the map.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Area {
    /// Hexes farther east than a place.
    EastOfPlace(PlaceId),
    /// Hexes on the eastern side of a river.
    EastOfRiver(String),
    /// Hexes on its western side.
    WestOfRiver(String),
    /// The homes of these nations when the scenario begins.
    HomeOf(Vec<NationId>),
}

impl Area {
    /// Whether a hex lies in it.
    pub fn contains(&self, hex: HexId, holdings: &Holdings) -> bool {
        match self {
            Area::EastOfPlace(place) => MAP.grid.centre(hex).0 > MAP.grid.centre(place.hex()).0,
            Area::EastOfRiver(river) => is_east_of(hex, river) == Some(true),
            Area::WestOfRiver(river) => is_east_of(hex, river) == Some(false),
            Area::HomeOf(nations) => holdings.get(hex).is_some_and(|holding| nations.contains(&holding.home)),
        }
    }
}

/// Whether a hex lies east of a river, if there is such a river: where its row, or the nearest one that the river touches, meets it.
/// Where the river runs along a row its middle counts.
fn is_east_of(hex: HexId, river: &str) -> Option<bool> {
    let river = MAP.rivers.iter().find(|other| other.name == river)?;
    let row = |hex: HexId| MAP.grid.name(hex).row;
    let far = |side: &SideId| {
        let (a, b) = MAP.grid.hexes_at(*side);
        [Some(a), b].into_iter().flatten().map(|end| row(end).abs_diff(row(hex))).min()
    };
    let nearest = river.sides.iter().filter_map(far).min()?;
    let (mut sum, mut count) = (0.0, 0.0);
    for side in river.sides.iter().filter(|side| far(side) == Some(nearest)) {
        let (a, b) = MAP.grid.hexes_at(*side);
        let other = b.unwrap_or(a);
        sum += f64::midpoint(MAP.grid.centre(a).0, MAP.grid.centre(other).0);
        count += 1.0;
    }
    Some(MAP.grid.centre(hex).0 > sum / count)
}

/// What earns victory points.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Score {
    /// Each star of cities under control at the end.
    Stars {
        /// Which cities.
        of: Cities,
        /// The side that scores; either, if none is named.
        side: Option<Side>,
        /// For each star.
        points: u8,
    },
    /// Each enemy who has been forced to sue for peace.
    Sued {
        /// For each.
        points: u8,
    },
    /// Each national military leader or army commander taken.
    Captured {
        /// For each.
        points: u8,
    },
    /// Each point of morale at the end above a mark, of every major power.
    Morale {
        /// Of this one only.
        nation: Option<NationId>,
        /// The mark.
        above: u8,
        /// For each point.
        points: u8,
    },
    /// Any of these places at the end.
    Places {
        /// Who scores.
        side: Side,
        /// Which.
        places: Vec<PlaceId>,
        /// Once.
        points: u8,
    },
    /// Each of these places at the end.
    EachPlace {
        /// Who scores.
        side: Side,
        /// Which.
        places: Vec<PlaceId>,
        /// For each.
        points: u8,
    },
    /// Factors in play at the end.
    Factors {
        /// Whose.
        side: Side,
        /// How many make a step.
        per: u8,
        /// For each step.
        points: u8,
    },
    /// Guerrillas and Cossacks in play at the end.
    Irregulars {
        /// For each.
        points: u8,
    },
    /// Forts held at the end.
    Forts {
        /// By whom.
        side: Side,
        /// Only those that are not the home of this nation.
        outside: Option<NationId>,
        /// Only those that are besieged.
        #[serde(default)]
        besieged: bool,
        /// For each.
        points: u8,
    },
}

/// Cities that are worth points.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cities {
    /// Home cities of enemies.
    EnemyHome,
    /// Home cities of enemies and of their clients.
    EnemyHomeOrClient,
    /// Home cities of a nation.
    Home(NationId),
    /// These.
    Cities(Vec<PlaceId>),
}
