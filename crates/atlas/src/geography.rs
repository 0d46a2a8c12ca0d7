//! Europe, the Mediterranean and western Russia as they were about 1805: land and water, rivers, relief, places.
//!
//! The data is in `data/`, made by `cargo xtask geo`; `data/NOTE.md` says from what. Everything is in degrees,
//! east and north positive.

mod lines;
mod places;
mod ranges;
mod relief;
mod shapes;
mod shores;
pub mod stored;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use places::{Kind, NamedPlace};
pub use ranges::Range;
pub use relief::Relief;
pub use shapes::{Bounds, Lake, Land, Level, Point, River};
pub use shores::Shores;

use lines::Lines;

/// What the atlas covers.
pub const BOUNDS: Bounds = Bounds { west: -13.0, east: 52.0, south: 27.0, north: 66.0 };

/// The base geography, read once.
pub fn europe() -> &'static Geography {
    static EUROPE: LazyLock<Geography> = LazyLock::new(|| {
        let [fine, coarse] =
            stored::levels(include_bytes!("../data/shapes.bin")).expect("the shapes are whole");
        let relief = Relief::from_bytes(include_bytes!("../data/relief.bin")).expect("the relief is whole");
        let places = places::parse(include_str!("../data/places.csv")).expect("the places are well written");
        let ranges = ranges::parse(include_str!("../data/ranges.csv")).expect("the ranges are well written");
        Geography::new(fine, coarse, relief, places, ranges)
    });
    &EUROPE
}

/// Land and water, rivers, relief and places of a part of the world.
#[derive(Debug)]
pub struct Geography {
    /// Shapes for a close look.
    pub fine: Level,
    /// The same for overviews: fewer points, without the smallest islands and lakes.
    pub coarse: Level,
    /// Heights above the sea.
    pub relief: Relief,
    /// Towns, battlefields, islands, seas and regions.
    pub places: Vec<NamedPlace>,
    /// Mountain ranges.
    pub ranges: Vec<Range>,
    shores: Shores,
    coast: Lines,
    courses: Lines,
    by_name: HashMap<String, usize>,
}

/// What one stands on, or swims in.
#[derive(Clone, Copy, Debug)]
pub enum Surface<'a> {
    /// Dry land.
    Land,
    /// A lake.
    Lake(&'a Lake),
    /// The sea, or outside of what is known.
    Sea,
}

impl Geography {
    fn new(
        fine: Level,
        coarse: Level,
        relief: Relief,
        places: Vec<NamedPlace>,
        ranges: Vec<Range>,
    ) -> Geography {
        let shores = Shores::new(&fine, BOUNDS);
        let coast = Lines::new(fine.coast(&BOUNDS));
        let courses = Lines::new(fine.rivers.iter().enumerate().map(|(i, river)| (i, river.points.clone())));
        let by_name = places::names(&places);
        Geography { fine, coarse, relief, places, ranges, shores, coast, courses, by_name }
    }

    /// Whether a point lies on dry land.
    pub fn is_land(&self, lon: f64, lat: f64) -> bool {
        self.shores.is_land(lon, lat)
    }

    /// Land, a lake or the sea.
    pub fn surface(&self, lon: f64, lat: f64) -> Surface<'_> {
        if self.is_land(lon, lat) {
            return Surface::Land;
        }
        match self.fine.lakes.iter().find(|lake| lake.contains(lon, lat)) {
            Some(lake) => Surface::Lake(lake),
            None => Surface::Sea,
        }
    }

    /// Metres above the sea, between the points of the grid by straight lines; 0 at sea.
    pub fn height(&self, lon: f64, lat: f64) -> f64 {
        self.relief.height(lon, lat)
    }

    /// The nearest river, and how many kilometres away it is. Good to a percent or so within a few hundred kilometres.
    ///
    /// # Panics
    /// If the geography has no river.
    pub fn nearest_river(&self, lon: f64, lat: f64) -> (&River, f64) {
        let (river, km) = self.courses.nearest(lon, lat).expect("there are rivers");
        (&self.fine.rivers[river], km)
    }

    /// Kilometres to the shore of the sea; lakes do not count.
    ///
    /// # Panics
    /// If the geography has no coast.
    pub fn coast_km(&self, lon: f64, lat: f64) -> f64 {
        self.coast.nearest(lon, lat).expect("there is a coast").1
    }

    /// The river of that name, by any of its names.
    pub fn river(&self, name: &str) -> Option<&River> {
        self.fine.river(name)
    }

    /// The place of that name: as it is called here, by another name of the time, or by its modern one.
    pub fn town(&self, name: &str) -> Option<&NamedPlace> {
        self.by_name.get(&name.to_lowercase()).map(|&i| &self.places[i])
    }
}
