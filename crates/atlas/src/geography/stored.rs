//! How shapes are laid out in `data/shapes.bin`, which `cargo xtask geo` writes.
//!
//! Points are thousandths of a degree, each as the step from the one before, in as few bytes as the step needs. The
//! outline of a lake is written once; the hole it leaves in the land is put back when it is read.

use serde::{Deserialize, Serialize};

use super::shapes::{self, inside};

/// Steps to a degree: about 100 metres each.
pub const PER_DEGREE: f64 = 1000.0;

/// A point in thousandths of a degree: east, north.
pub type Spot = (i32, i32);

/// Shapes at one level of detail.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Level {
    /// Continents and islands.
    pub lands: Vec<Land>,
    /// Lakes.
    pub lakes: Vec<Lake>,
    /// Rivers.
    pub rivers: Vec<River>,
}

/// A continent or an island.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Land {
    /// Its outer shore.
    pub outline: Line,
    /// Seas that it surrounds.
    pub seas: Vec<Line>,
}

/// A lake.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lake {
    /// Its name.
    pub name: Option<String>,
    /// Its shore.
    pub outline: Line,
}

/// A river.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct River {
    /// Its name.
    pub name: String,
    /// Its other names.
    pub also: Vec<String>,
    /// 1 great, 2 middling, 3 small.
    pub rank: u8,
    /// The river it joins.
    pub into: Option<String>,
    /// Its course, from source to mouth.
    pub course: Line,
}

/// A line, as steps from point to point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line(Vec<Spot>);

impl Line {
    /// The line through these points.
    pub fn new(spots: &[Spot]) -> Line {
        let mut at = (0, 0);
        let step = |&spot: &Spot| {
            let step = (spot.0 - at.0, spot.1 - at.1);
            at = spot;
            step
        };
        Line(spots.iter().map(step).collect())
    }

    fn points(&self) -> Vec<shapes::Point> {
        let mut at = (0, 0);
        let degrees = |number: i32| (f64::from(number) / PER_DEGREE) as f32;
        let walk = |&(east, north): &Spot| {
            at = (at.0 + east, at.1 + north);
            shapes::Point { lon: degrees(at.0), lat: degrees(at.1) }
        };
        self.0.iter().map(walk).collect()
    }
}

/// The bytes of a fine and a coarse level.
pub fn bytes(levels: &[Level; 2]) -> Vec<u8> {
    postcard::to_allocvec(levels).expect("plain data can be written")
}

/// Reads a fine and a coarse level.
pub fn levels(bytes: &[u8]) -> Result<[shapes::Level; 2], postcard::Error> {
    let levels: [Level; 2] = postcard::from_bytes(bytes)?;
    Ok(levels.map(Level::shapes))
}

impl Level {
    /// The shapes: lakes are cut out of the lands they lie in, and know the islands in them.
    pub fn shapes(self) -> shapes::Level {
        let mut lands: Vec<shapes::Land> = self.lands.iter().map(Land::shape).collect();
        let lake = |lake: Lake| shapes::Lake {
            name: lake.name,
            outline: lake.outline.points(),
            islands: Vec::new(),
        };
        let mut lakes: Vec<shapes::Lake> = self.lakes.into_iter().map(lake).collect();
        for lake in &mut lakes {
            let islands = lands.iter().filter(|land| holds(&lake.outline, &land.outline));
            lake.islands = islands.map(|land| land.outline.clone()).collect();
            let around = lands.iter_mut().filter(|land| holds(&land.outline, &lake.outline));
            if let Some(around) = around.min_by(|a, b| width(&a.outline).total_cmp(&width(&b.outline))) {
                around.holes.push(lake.outline.clone());
            }
        }
        shapes::Level { lands, lakes, rivers: self.rivers.into_iter().map(River::shape).collect() }
    }
}

impl Land {
    fn shape(&self) -> shapes::Land {
        shapes::Land { outline: self.outline.points(), holes: self.seas.iter().map(Line::points).collect() }
    }
}

impl River {
    fn shape(self) -> shapes::River {
        let River { name, also, rank, into, course } = self;
        shapes::River { name, also, rank, into, points: course.points() }
    }
}

/// Whether `inner` lies in `outer`. Rings do not cross, but may touch: so not one point is asked, but several.
fn holds(outer: &[shapes::Point], inner: &[shapes::Point]) -> bool {
    let step = inner.len().div_ceil(5);
    let asked = inner.iter().step_by(step);
    let within = asked.clone().filter(|point| inside(outer, f64::from(point.lon), f64::from(point.lat)));
    2 * within.count() > asked.count()
}

fn width(ring: &[shapes::Point]) -> f32 {
    let lons = ring.iter().map(|point| point.lon);
    lons.clone().fold(f32::MIN, f32::max) - lons.fold(f32::MAX, f32::min)
}
