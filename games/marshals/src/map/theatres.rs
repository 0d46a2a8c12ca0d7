//! The maps into which the board is divided (M-map-8). The printed ones are lost; this division goes by regions.

use atlas::topology::HexId;
use serde::{Deserialize, Serialize};

use super::{Map, Remote};
use crate::ids::NationId;

/// One of the maps, on which units rally, losses are counted and a Coalition military leader commands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theatre {
    /// Spain, Portugal and Gibraltar.
    Iberia,
    /// Russia, Finland, Sweden and Norway.
    North,
    /// The Ottoman Empire and the Ionian Islands.
    SouthEast,
    /// All other land.
    Central,
}

impl Map {
    /// The map on which a hex of land lies.
    pub fn theatre(&self, hex: HexId) -> Option<Theatre> {
        let region = self.region_id(hex)?;
        let theatre = match (region.get().remote, region.name()) {
            (Some(Remote::Iberia), _) => Theatre::Iberia,
            (Some(Remote::Ottoman), _) | (_, "Ionian Islands") => Theatre::SouthEast,
            (_, "Finland" | "Sweden" | "Norway") => Theatre::North,
            _ if region.nation() == Some(NationId::RUSSIA) => Theatre::North,
            _ => Theatre::Central,
        };
        Some(theatre)
    }
}
