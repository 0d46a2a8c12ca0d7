//! Rules of a single scenario: each a hook with its numbers, for the chapter that it belongs to.

use serde::Deserialize;

use super::conditions::{Area, Condition};
use crate::calendar::Date;
use crate::ids::{LeaderId, NationId, PlaceId, RegionId, SeaBoxId};
use crate::nations::Side;

/// A rule of a single scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Special {
    /// Ships neither move nor fight.
    NoShips,
    /// A side controls sea boxes, whatever ships there are.
    SeaControl {
        /// Which.
        side: Side,
        /// The boxes.
        boxes: Vec<SeaBoxId>,
    },
    /// A side may pass through land that is closed to it otherwise.
    Passage {
        /// Which.
        side: Side,
        /// Where.
        regions: Vec<RegionId>,
    },
    /// Entering the hexes of a neutral in an operational turn earns the other side points.
    Trespass {
        /// The neutral.
        nation: NationId,
        /// Who enters.
        by: Side,
        /// So often it is free.
        free: u8,
        /// For each time more.
        points: u8,
    },
    /// A nation may not enter a part of another before a date.
    Bar {
        /// Who.
        nation: NationId,
        /// Which part.
        area: Area,
        /// Of whose home.
        within: NationId,
        /// When the bar falls.
        before: Date,
    },
    /// Points at a date, if something holds then.
    Award {
        /// To whom.
        to: Side,
        /// How many.
        points: u8,
        /// At the end of this turn.
        at: Date,
        /// If what.
        when: Condition,
    },
    /// A neutral enters the war.
    Entry {
        /// Who.
        nation: NationId,
        /// Where.
        side: Side,
        /// When.
        at: Date,
    },
    /// A nation changes sides with its troops, at the end of the turn in which something holds, or at a date.
    Defection {
        /// Who.
        nation: NationId,
        /// Whose client it becomes.
        under: NationId,
        /// When something holds.
        when: Condition,
        /// At the latest.
        at: Option<Date>,
    },
    /// A nation ceases to be.
    Dissolution {
        /// Which.
        nation: NationId,
        /// At the end of the turn in which this holds.
        when: Condition,
    },
    /// Either side may call an armistice: nobody enters hexes that an enemy controls.
    Armistice {
        /// After this turn.
        after: Date,
        /// It lasts through this turn.
        until: Date,
    },
    /// A nation builds in few places only.
    Builds {
        /// Which.
        nation: NationId,
        /// These places.
        places: Vec<PlaceId>,
        /// And forts that are not besieged.
        in_forts: bool,
    },
    /// The mobilization box empties free of cost, a factor at each home production city and fort in a turn.
    FreeMobilization {
        /// Whose.
        nation: NationId,
        /// Through this turn.
        until: Date,
    },
    /// Guerrillas rise, one at each place.
    Rising {
        /// For whom.
        nation: NationId,
        /// When.
        at: Date,
        /// Where.
        places: Vec<PlaceId>,
    },
    /// Guerrillas of a nation appear some turns after enemies have entered it.
    Resistance {
        /// Whose.
        nation: NationId,
        /// How many.
        guerrillas: u8,
        /// How many operational turns later.
        after: u8,
    },
    /// Leaders make a strategic move in a turn, and can be activated from the next.
    Ride {
        /// From where.
        place: PlaceId,
        /// Who.
        leaders: Vec<LeaderId>,
        /// When.
        at: Date,
    },
    /// A power may call the expeditionary corps of another.
    Expedition {
        /// Whose corps.
        nation: NationId,
        /// Who calls and controls it.
        under: NationId,
        /// Who leads it.
        leader: LeaderId,
        /// Where it appears.
        place: PlaceId,
        /// Its factors.
        infantry: u8,
        /// From when.
        from: Date,
    },
    /// Expeditionary corps can be called home by their nations.
    Recall {
        /// Who leads them.
        leaders: Vec<LeaderId>,
        /// If what.
        when: Condition,
        /// From when.
        from: Date,
    },
    /// A leader may leave the army.
    Leave {
        /// Who.
        leader: LeaderId,
        /// From when.
        from: Date,
    },
    /// A power leads any number of factors of its clients, anywhere.
    NoClientLimits {
        /// Which.
        nation: NationId,
    },
    /// Forts with enough besiegers before them are besieged when the scenario begins.
    SiegesAtStart,
    /// A nation need not sue for peace while it holds any of these.
    FightsOnHolding {
        /// Which.
        nation: NationId,
        /// The places.
        places: Vec<PlaceId>,
    },
    /// The game ends when a nation sues for peace.
    LastSurrender {
        /// Which.
        nation: NationId,
    },
}

impl Special {
    /// The dates it names.
    pub fn dates(&self) -> Vec<Date> {
        match self {
            Special::Bar { before: date, .. }
            | Special::Award { at: date, .. }
            | Special::Entry { at: date, .. }
            | Special::FreeMobilization { until: date, .. }
            | Special::Rising { at: date, .. }
            | Special::Ride { at: date, .. }
            | Special::Expedition { from: date, .. }
            | Special::Recall { from: date, .. }
            | Special::Leave { from: date, .. } => vec![*date],
            Special::Defection { at, .. } => at.iter().copied().collect(),
            Special::Armistice { after, until } => vec![*after, *until],
            _ => Vec::new(),
        }
    }

    /// The condition it waits for.
    pub fn when(&self) -> Option<&Condition> {
        match self {
            Special::Award { when, .. }
            | Special::Defection { when, .. }
            | Special::Dissolution { when, .. }
            | Special::Recall { when, .. } => Some(when),
            _ => None,
        }
    }

    /// The part of the map it is about.
    pub fn area(&self) -> Option<&Area> {
        match self {
            Special::Bar { area, .. } => Some(area),
            _ => None,
        }
    }
}
