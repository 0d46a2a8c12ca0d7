//! How shapes are laid out in `data/shapes.bin`, which `cargo xtask geo` writes.
//!
//! Points are thousandths of a degree, each as the step from the one before, in as few bytes as the step needs. The
//! outline of a lake is written once; the hole it leaves in the land is put back when it is read.

use serde::{Deserialize, Serialize};

use super::shapes::{self, Bounds, inside};

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
        let boxes: Vec<Bounds> = lands.iter().map(|land| Bounds::around(&land.outline)).collect();
        for lake in &mut lakes {
            let shore = Bounds::around(&lake.outline);
            let islands = lands.iter().zip(&boxes).filter(|(_, island)| shore.hold(island));
            let islands = islands.filter(|(land, _)| holds(&lake.outline, &land.outline));
            lake.islands = islands.map(|(land, _)| land.outline.clone()).collect();
            let around = lands.iter_mut().zip(&boxes).filter(|(_, around)| around.hold(&shore));
            let around = around.filter(|(land, _)| holds(&land.outline, &lake.outline));
            let smallest = around.min_by(|(_, a), (_, b)| (a.east - a.west).total_cmp(&(b.east - b.west)));
            if let Some((land, _)) = smallest {
                land.holes.push(lake.outline.clone());
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

/// Whether `inner` lies in `outer`. Rings do not cross, but may touch: so a third point decides if two disagree.
fn holds(outer: &[shapes::Point], inner: &[shapes::Point]) -> bool {
    let held = |i: usize| inside(outer, f64::from(inner[i].lon), f64::from(inner[i].lat));
    let (a, b) = (held(0), held(inner.len() / 3));
    if a == b { a } else { held(inner.len() * 2 / 3) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(west: i32, south: i32, side: i32) -> Line {
        Line::new(&[(west, south), (west + side, south), (west + side, south + side), (west, south + side)])
    }

    fn level() -> Level {
        let land = |outline| Land { outline, seas: Vec::new() };
        Level {
            lands: vec![
                land(square(0, 0, 9000)),
                land(square(3000, 3000, 1000)),
                land(square(20000, 0, 1000)),
            ],
            lakes: vec![Lake { name: Some("Middle".into()), outline: square(2000, 2000, 4000) }],
            rivers: Vec::new(),
        }
    }

    #[test]
    fn a_lake_is_cut_out_of_its_land_and_knows_its_islands() {
        let [shapes, _] = levels(&bytes(&[level(), Level::default()])).unwrap();
        assert_eq!(shapes.lands[0].holes, [shapes.lakes[0].outline.clone()]);
        assert!(shapes.lands[1].holes.is_empty() && shapes.lands[2].holes.is_empty());
        assert_eq!(shapes.lakes[0].islands, [shapes.lands[1].outline.clone()]);
        assert_eq!(shapes.lands[1].outline[2], shapes::Point { lon: 4.0, lat: 4.0 });
    }

    #[test]
    fn broken_bytes_are_noticed() {
        let bytes = bytes(&[level(), level()]);
        assert!(levels(&bytes[..bytes.len() - 1]).is_err());
    }
}
