//! How the map is made: what is said of it by hand, carried out on the geography of the atlas.

mod claims;
mod ground;
mod rivers;
mod terrain;

use std::collections::{HashMap, HashSet};

use atlas::geography::{Geography, europe};
use atlas::topology::{HexGrid, HexId, Id, SideId};

use self::claims::{Seed, grow};
use self::ground::Ground;
use self::rivers::Traced;
use crate::map::{self, Chart, Land, Map, NOTHING, Plan, Point, Terrain};

/// The files of the survey, and what it could not settle.
pub struct Survey {
    /// Names and texts of the files.
    pub files: [(&'static str, String); 4],
    /// What must be settled by hand.
    pub faults: Vec<String>,
}

/// Surveys the whole map.
pub fn survey() -> Result<Survey, String> {
    let (chart, grid, plan) = Map::plan()?;
    let mut surveyor = Surveyor {
        geography: europe(),
        chart: &chart,
        grid: &grid,
        plan: &plan,
        towns: HashSet::new(),
        lands: Vec::new(),
        ways: HashMap::new(),
        faults: Vec::new(),
    };
    surveyor.find_towns()?;
    let ground = surveyor.ground();
    surveyor.lands(&ground)?;
    surveyor.ways(&ground)?;
    let rivers = surveyor.rivers()?;
    let areas = surveyor.areas(&rivers)?;
    Ok(Survey {
        files: [
            ("terrain.txt", map::rows(&grid, |hex| map::letter(surveyor.land(hex)).to_string())),
            ("areas.txt", map::rows(&grid, |hex| areas[hex.index()].clone())),
            ("shores.txt", surveyor.shores()),
            (
                "rivers.txt",
                map::lists(&grid, rivers.iter().map(|(name, sides)| (name.clone(), sides.as_slice()))),
            ),
        ],
        faults: surveyor.faults,
    })
}

struct Surveyor<'p> {
    geography: &'static Geography,
    chart: &'p Chart,
    grid: &'p HexGrid,
    plan: &'p Plan,
    towns: HashSet<HexId>,
    lands: Vec<Land>,
    /// What lies in the way between two hexes of land: a strait by name, or just water.
    ways: HashMap<SideId, Option<&'p str>>,
    faults: Vec<String>,
}

impl<'p> Surveyor<'p> {
    fn find(&self, hex: &str) -> Result<HexId, String> {
        self.grid.find(hex).map_err(|error| error.to_string())
    }

    fn land(&self, hex: HexId) -> Land {
        self.lands[hex.index()]
    }

    fn is_dry(&self, hex: HexId) -> bool {
        self.land(hex).terrain.is_land()
    }

    fn hex_at(&self, (lon, lat): Point) -> Option<HexId> {
        self.grid.hex_at(self.chart.drawn(lon, lat))
    }

    fn find_towns(&mut self) -> Result<(), String> {
        for town in &self.plan.towns {
            let hex = self.find(&town.hex)?;
            self.towns.insert(hex);
            if let Some(at) = town.at {
                let shown = self.hex_at(at);
                if shown != Some(hex) {
                    let shown = shown.map(|hex| self.grid.name(hex).to_string());
                    self.faults.push(format!("{} is in {}, but shown in {shown:?}", town.name, town.hex));
                }
            }
        }
        Ok(())
    }

    /// A correction of what is right already may be a mistake.
    fn needless(&mut self, hex: &str) {
        self.faults.push(format!("the correction of {hex} changes nothing"));
    }

    fn ground(&self) -> Ground {
        let mut ground = Ground::new(self.geography, self.chart, self.grid);
        for strait in &self.plan.straits {
            ground.cut(&self.on_sheet(&strait.line));
        }
        for closed in &self.plan.closed {
            let outline = self.on_sheet(&closed.outline);
            ground.close(|at| holds(&outline, at));
        }
        ground
    }

    fn on_sheet(&self, line: &[Point]) -> Vec<Point> {
        line.iter().map(|(lon, lat)| self.chart.drawn(*lon, *lat)).collect()
    }

    fn lands(&mut self, ground: &Ground) -> Result<(), String> {
        let printed: HashSet<HexId> =
            self.plan.printed.iter().map(|printed| self.find(&printed.hex)).collect::<Result<_, _>>()?;
        for hex in self.grid.hexes() {
            let (is_town, is_printed) = (self.towns.contains(&hex), printed.contains(&hex));
            self.lands.push(terrain::survey(ground, hex, is_town, is_printed));
        }
        self.touch_the_sea();
        self.cover()?;
        for correction in &self.plan.corrections.terrain {
            let hex = self.find(&correction.hex)?;
            let land = map::land(correction.letter);
            let land = land.ok_or_else(|| format!("what is {:?}?", correction.letter))?;
            if self.land(hex) == land {
                self.needless(&correction.hex);
            }
            self.lands[hex.index()] = land;
        }
        self.touch_the_sea();
        Ok(())
    }

    /// Land beside a hex of sea has a coast, however little of it.
    fn touch_the_sea(&mut self) {
        for hex in self.grid.hexes().filter(|hex| self.is_dry(*hex)).collect::<Vec<_>>() {
            let sea = |beside: HexId| self.land(beside).terrain == Terrain::Sea;
            if self.grid.neighbours(hex).any(sea) {
                self.lands[hex.index()].coastal = true;
            }
        }
    }

    fn cover(&mut self) -> Result<(), String> {
        for cover in &self.plan.covers {
            let Some(Land { terrain, .. }) = map::land(cover.letter) else {
                return Err(format!("what is {:?}?", cover.letter));
            };
            let outline = self.on_sheet(&cover.outline);
            let mut covers = false;
            for hex in self.grid.hexes() {
                let over = match self.land(hex).terrain {
                    Terrain::Clear => true,
                    Terrain::Hill => terrain != Terrain::Marsh,
                    _ => false,
                };
                if over && !self.towns.contains(&hex) && holds(&outline, self.grid.centre(hex)) {
                    self.lands[hex.index()].terrain = terrain;
                    covers = true;
                }
            }
            if !covers {
                self.faults.push(format!("the {} covers no hex", cover.name));
            }
        }
        for pass in &self.plan.passes {
            match self.hex_at(pass.at).filter(|hex| self.land(*hex).terrain == Terrain::Mountain) {
                Some(hex) => self.lands[hex.index()].terrain = Terrain::Pass,
                None => self.faults.push(format!("the {} leads through no mountain", pass.name)),
            }
        }
        Ok(())
    }

    /// Finds the sides between two hexes of land over which there is no land.
    fn ways(&mut self, ground: &Ground) -> Result<(), String> {
        let straits: Vec<(&'p str, Vec<Point>)> = self
            .plan
            .straits
            .iter()
            .filter(|strait| strait.ferry)
            .map(|strait| (strait.name.as_str(), self.on_sheet(&strait.line)))
            .collect();
        for side in (0..self.grid.side_count()).map(SideId::from_index) {
            let (hex, Some(beyond)) = self.grid.hexes_at(side) else { continue };
            if self.is_dry(hex) && self.is_dry(beyond) && !ground.joined(hex, beyond) {
                let [a, b] = self.grid.ends(side);
                let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
                let near = straits.iter().map(|(name, line)| (rivers::distance(middle, line), *name));
                let near = near.filter(|(far, _)| *far < 0.5).min_by(|a, b| a.0.total_cmp(&b.0));
                self.ways.insert(side, near.map(|(_, name)| name));
            }
        }
        for correction in &self.plan.corrections.side {
            let side = map::side(self.grid, &format!("{}{}", correction.hex, correction.side))?;
            let was_open = if correction.open {
                self.ways.remove(&side).is_none()
            } else {
                self.ways.insert(side, None).is_none()
            };
            if was_open == correction.open {
                self.needless(&correction.hex);
            }
        }
        Ok(())
    }

    fn shores(&self) -> String {
        let mut lists: Vec<(String, Vec<SideId>)> = vec![("water".to_owned(), Vec::new())];
        for strait in &self.plan.straits {
            lists.push((strait.name.clone(), Vec::new()));
        }
        let mut sides: Vec<SideId> = self.ways.keys().copied().collect();
        sides.sort();
        for side in sides {
            let heading = self.ways[&side].unwrap_or("water");
            let list = lists.iter_mut().find(|(name, _)| name == heading);
            list.expect("each strait has a list").1.push(side);
        }
        lists.retain(|(_, sides)| !sides.is_empty());
        map::lists(self.grid, lists.iter().map(|(name, sides)| (name.clone(), sides.as_slice())))
    }

    fn rivers(&self) -> Result<Vec<Traced>, String> {
        let dry = |hex: HexId| self.is_dry(hex);
        let wet = |hex: HexId| !self.is_dry(hex) || self.land(hex).coastal;
        rivers::trace(self.geography, self.chart, self.grid, self.plan, dry, wet)
    }

    /// Two letters for each hex.
    fn areas(&mut self, rivers: &[Traced]) -> Result<Vec<String>, String> {
        let ranks: HashMap<&str, u8> =
            self.plan.rivers.iter().map(|river| (river.name.as_str(), river.rank)).collect();
        let rivers: HashMap<SideId, u8> = rivers
            .iter()
            .flat_map(|(name, sides)| sides.iter().map(|side| (*side, ranks[name.as_str()])))
            .collect();
        let over_land = |_: HexId, to: HexId, side: SideId| {
            if !self.is_dry(to) || self.ways.contains_key(&side) {
                return None;
            }
            let river = match rivers.get(&side) {
                Some(1) => 5,
                Some(_) => 3,
                None => 0,
            };
            let steep = matches!(self.land(to).terrain, Terrain::Mountain | Terrain::Pass);
            Some(10 + river + if steep { 6 } else { 0 })
        };
        let provinces = grow(self.grid, &self.province_seeds()?, over_land);
        let over_water = |_: HexId, to: HexId, _: SideId| match self.land(to) {
            Land { terrain: Terrain::Sea, .. } => Some(10),
            Land { coastal: true, .. } => Some(25),
            _ => None,
        };
        let seas = grow(self.grid, &self.sea_seeds(), over_water);
        let mut areas: Vec<String> = Vec::new();
        let mut faults = Vec::new();
        for hex in self.grid.hexes() {
            let code = match self.land(hex).terrain {
                Terrain::Sea => seas[hex.index()].map(|sea| &self.plan.seas[sea].code),
                Terrain::Lake => None,
                _ => provinces[hex.index()].map(|province| &self.plan.provinces[province].code),
            };
            if code.is_none() && self.land(hex).terrain != Terrain::Lake {
                faults.push((hex, self.chart.globe(self.grid.centre(hex))));
            }
            areas.push(code.map_or(NOTHING, String::as_str).to_owned());
        }
        for correction in &self.plan.corrections.area {
            let hex = self.find(&correction.hex)?;
            faults.retain(|(fault, _)| *fault != hex);
            if areas[hex.index()] == correction.code {
                self.needless(&correction.hex);
            }
            areas[hex.index()] = correction.code.clone();
        }
        for (hex, (lon, lat)) in faults {
            self.faults.push(format!("{} at {lon:.2} {lat:.2} belongs to nothing", self.grid.name(hex)));
        }
        Ok(areas)
    }

    fn province_seeds(&self) -> Result<Vec<Seed>, String> {
        let mut seeds = Vec::new();
        for (claimant, province) in self.plan.provinces.iter().enumerate() {
            let towns = self.plan.towns.iter().filter(|town| town.province == province.name);
            let towns: Vec<HexId> = towns.map(|town| self.find(&town.hex)).collect::<Result<_, _>>()?;
            let also = province.also.iter().filter_map(|at| self.hex_at(*at));
            // A town is its own province's, whatever else is said.
            let also = also.filter(|hex| self.is_dry(*hex) && !self.towns.contains(hex));
            let hexes = towns.into_iter().chain(also);
            seeds.extend(hexes.map(|hex| Seed { claimant, hex, reach: province.reach }));
        }
        Ok(seeds)
    }

    fn sea_seeds(&self) -> Vec<Seed> {
        let seas = self.plan.seas.iter().enumerate();
        let points = seas.flat_map(|(claimant, sea)| sea.at.iter().map(move |at| (claimant, *at)));
        let hexes = points.filter_map(|(claimant, at)| Some((claimant, self.hex_at(at)?)));
        hexes.map(|(claimant, hex)| Seed { claimant, hex, reach: None }).collect()
    }
}

/// Whether a ring holds a point.
fn holds(ring: &[Point], at: Point) -> bool {
    let sides = (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]));
    let crossed = sides.filter(|(a, b)| {
        (a.1 > at.1) != (b.1 > at.1) && at.0 < a.0 + (at.1 - a.1) / (b.1 - a.1) * (b.0 - a.0)
    });
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_are_what_the_survey_makes() {
        let survey = survey().unwrap();
        for (name, text) in &survey.files {
            let committed = std::fs::read_to_string(format!("{}/data/{name}", env!("CARGO_MANIFEST_DIR")));
            assert!(
                committed.unwrap() == *text,
                "{name} is stale: cargo run -p nations --example survey-nations"
            );
        }
        assert_eq!(survey.faults, [""; 0]);
    }
}
