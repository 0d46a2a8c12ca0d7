//! Small numbers for what the game has many of. They are written by name for people, by number in compact forms.

use atlas::topology::{HexId, Id};

use crate::map::{MAP, Region, SOURCES, SeaBox};
use crate::spelling::printed;

atlas::id! {
    /// A nation, by its number in the list of nations (`data/regions.toml`).
    pub struct NationId(u8);
}

atlas::id! {
    /// A leader, by his number in the list of leaders. A man with several counters has several.
    pub struct LeaderId(u8);
}

atlas::id! {
    /// A city, fort or port, by its number in the list of places.
    pub struct PlaceId(u16);
}

atlas::id! {
    /// A region, by its number in the list of regions.
    pub struct RegionId(u8);
}

atlas::id! {
    /// A sea box, by its number in the list of boxes.
    pub struct SeaBoxId(u8);
}

impl PlaceId {
    /// Every place.
    pub fn all() -> impl DoubleEndedIterator<Item = PlaceId> {
        (0..SOURCES.places.len()).map(PlaceId::from_index)
    }

    /// What is known of it.
    pub fn get(self) -> &'static crate::map::Place {
        &SOURCES.places[self.index()]
    }

    /// "Olmütz".
    pub fn name(self) -> &'static str {
        printed(&self.get().name)
    }

    /// What the data know it by: "Olmutz".
    pub fn key(self) -> &'static str {
        &self.get().name
    }

    /// The place of this name, by any of its names.
    pub fn find(name: &str) -> Option<PlaceId> {
        SOURCES.place(name).map(PlaceId::from_index)
    }

    /// The hex it lies in.
    pub fn hex(self) -> HexId {
        MAP.sites()[self.index()]
    }
}

engine::by_name!(PlaceId, "place", PlaceId::key);

impl RegionId {
    /// Every region.
    pub fn all() -> impl DoubleEndedIterator<Item = RegionId> {
        (0..SOURCES.regions.len()).map(RegionId::from_index)
    }

    /// What is known of it.
    pub fn get(self) -> &'static Region {
        &SOURCES.regions[self.index()]
    }

    /// "Left Bank of the Rhine".
    pub fn name(self) -> &'static str {
        &self.get().name
    }

    /// The nation it belongs to at the start of 1805; none off the map.
    pub fn nation(self) -> Option<NationId> {
        NationId::find(self.get().nation.as_deref()?)
    }
}

engine::by_name!(RegionId, "region", RegionId::name);

impl SeaBoxId {
    /// Every sea box.
    pub fn all() -> impl DoubleEndedIterator<Item = SeaBoxId> {
        (0..SOURCES.boxes.len()).map(SeaBoxId::from_index)
    }

    /// What is known of it.
    pub fn get(self) -> &'static SeaBox {
        &SOURCES.boxes[self.index()]
    }

    /// "Gulf of Cadiz".
    pub fn name(self) -> &'static str {
        &self.get().name
    }
}

engine::by_name!(SeaBoxId, "sea box", SeaBoxId::name);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_regions_and_boxes_are_written_by_name() {
        assert!(PlaceId::all().all(|place| PlaceId::find(place.key()) == Some(place)));
        assert!(PlaceId::all().all(|place| MAP.site(place.key()) == Some(place.hex())));
        let ulm: PlaceId = serde_json::from_str("\"Ulm\"").unwrap();
        assert_eq!((ulm.name(), MAP.place(ulm.hex()).map(|place| place.name.as_str())), ("Ulm", Some("Ulm")));
        let error = serde_json::from_str::<RegionId>("\"Ruritania\"").unwrap_err().to_string();
        assert!(error.starts_with("there is no region called \"Ruritania\""), "{error}");
        let tyrol: RegionId = serde_json::from_str("\"Tyrol\"").unwrap();
        assert_eq!((tyrol.nation(), tyrol.get().code.as_str()), (Some(NationId::AUSTRIA), "ty"));
        let channel: SeaBoxId = serde_json::from_str("\"English Channel\"").unwrap();
        assert!(channel.get().ports.iter().any(|port| port == "Dunkirk"));
    }
}
