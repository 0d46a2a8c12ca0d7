//! Draws the board: what each hex and hexside is, from the atlas, the data written by hand, and the corrections to both.

mod land;
mod ridges;
mod rivers;
mod sites;

use std::path::Path;

use atlas::projection::Conic;
use atlas::topology::{HexGrid, HexId, Id, SideId};
use marshals::map::grid::{conic, grid};
use marshals::map::{Remote, SOURCES, Sources, sheet};

use land::Lands;

/// The board being drawn.
struct Board {
    grid: HexGrid,
    conic: Conic,
    sources: &'static Sources,
    sites: Vec<HexId>,
    /// The land each hex belongs to, if it is land.
    lands: Vec<Option<u16>>,
    /// The region of each land hex.
    regions: Vec<Option<usize>>,
    /// A letter for each hex.
    terrain: Vec<char>,
}

fn main() -> std::io::Result<()> {
    let (grid, conic, sources) = (grid(), conic(), &*SOURCES);
    let lands = Lands::new(&grid, &conic, &sources.narrows);
    let sites = sites::sites(&grid, &conic, &lands, sources);
    let mut board = Board {
        lands: grid.hexes().map(|hex| lands.main(hex)).collect(),
        regions: vec![None; grid.len()],
        terrain: vec!['~'; grid.len()],
        grid,
        conic,
        sources,
        sites,
    };
    board.settle(&lands);
    board.claim(&lands);
    board.grow_woods(&lands);
    board.correct_hexes();
    let grid = &board.grid;
    let sides = || (0..grid.side_count()).map(SideId::from_index);
    let mut seas: Vec<bool> = sides().map(|side| board.is_sea(&lands, side)).collect();
    let mut mountains: Vec<bool> = sides()
        .map(|side| {
            board.is_between_lands(side)
                && (board.is_range(side) || ridges::is_mountain(grid, &board.conic, side))
        })
        .collect();
    let mut shunned = Vec::new();
    for change in &sources.corrections.sides {
        let [a, b] = [0, 1].map(|end| board.hex(&change.between[end]));
        let side = grid.side_between(a, b).expect("a corrected side lies between neighbours");
        let number = side.index();
        seas[number] = change.sea.unwrap_or(seas[number]);
        mountains[number] = change.mountain.unwrap_or(mountains[number]);
        shunned.extend(change.dry.then_some(side));
    }
    let ground = rivers::Ground {
        is_land: |hex| board.is_land(hex),
        is_sea: |hex: HexId| board.terrain[hex.index()] == '~',
        shunned: |side| shunned.contains(&side),
    };
    let rivers = rivers::rivers(grid, &board.conic, &ground);

    write("terrain.txt", &sheet::write(grid, |hex| board.terrain[hex.index()].to_string()))?;
    write("regions.txt", &sheet::write(grid, |hex| board.region_code(hex)))?;
    write("weather.txt", &sheet::write(grid, |hex| board.weather(hex).to_string()))?;
    write("mountains.txt", &sheet::write_sides(grid, &mountains))?;
    write("sea_sides.txt", &sheet::write_sides(grid, &seas))?;
    write("rivers.txt", &board.list_rivers(&rivers))?;
    write("places.txt", &board.list_places())?;
    board.report();
    Ok(())
}

fn write(file: &str, text: &str) -> std::io::Result<()> {
    std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("data/board").join(file), text)
}

impl Board {
    /// A hex by its number or a place in it.
    fn hex(&self, name: &str) -> HexId {
        let place = self.sources.place(name).map(|place| self.sites[place]);
        place.unwrap_or_else(|| self.grid.find(name).expect("a hex or a place"))
    }

    fn is_land(&self, hex: HexId) -> bool {
        !matches!(self.terrain[hex.index()], '~' | '-')
    }

    fn is_between_lands(&self, side: SideId) -> bool {
        let (a, b) = self.grid.hexes_at(side);
        self.is_land(a) && b.is_some_and(|b| self.is_land(b))
    }

    /// Whether mountains run along the border that a side is part of.
    fn is_range(&self, side: SideId) -> bool {
        let region = |hex: HexId| self.regions[hex.index()].map(|region| &self.sources.regions[region].name);
        let (a, b) = self.grid.hexes_at(side);
        let Some((a, b)) = region(a).zip(b.and_then(region)) else { return false };
        let parts = |[one, other]: &[String; 2]| (a == one && b == other) || (a == other && b == one);
        self.sources.corrections.ranges.iter().any(|range| parts(&range.regions))
    }

    /// Whether a side between two land hexes is sea.
    fn is_sea(&self, lands: &Lands, side: SideId) -> bool {
        let (a, b) = self.grid.hexes_at(side);
        let Some(b) = b.filter(|_| self.is_between_lands(side)) else { return false };
        match (self.lands[a.index()], self.lands[b.index()]) {
            (Some(a), Some(b)) => a != b || !lands.is_dry(&self.grid, side, a),
            _ => true,
        }
    }

    /// Where a place is, there is its land.
    fn settle(&mut self, lands: &Lands) {
        for (place, site) in self.sources.places.iter().zip(&self.sites) {
            self.lands[site.index()] = lands.of(place.lon, place.lat);
        }
    }

    /// Gives every land hex to the region with the nearest point on the same land; land without any is sea.
    fn claim(&mut self, lands: &Lands) {
        let mut points: Vec<(u16, (f64, f64), usize)> = Vec::new();
        let mut add = |lon: f64, lat: f64, at: (f64, f64), region: usize| {
            if let Some(land) = lands.of(lon, lat) {
                points.push((land, at, region));
            }
        };
        for (number, region) in self.sources.regions.iter().enumerate() {
            for [lon, lat] in &region.points {
                add(*lon, *lat, self.conic.forward(*lon, *lat), number);
            }
        }
        for (place, site) in self.sources.places.iter().zip(&self.sites) {
            let region = self.sources.region(&place.region).expect("a place lies in a region");
            self.regions[site.index()] = Some(region);
            if !self.sources.regions[region].enclave {
                add(place.lon, place.lat, self.conic.forward(place.lon, place.lat), region);
            }
        }
        for hex in self.grid.hexes() {
            let Some(land) = self.lands[hex.index()] else { continue };
            let (x, y) = self.grid.centre(hex);
            let km = |at: (f64, f64)| (at.0 - x).hypot(at.1 - y);
            let near = points.iter().filter(|point| point.0 == land);
            let nearest = near.min_by(|a, b| km(a.1).total_cmp(&km(b.1))).map(|point| point.2);
            let region = self.regions[hex.index()].or(nearest);
            self.regions[hex.index()] = region;
        }
        for line in &self.sources.corrections.lines {
            let region = self.sources.region(&line.region).expect("a region");
            let hexes: Vec<HexId> = self.grid.line(self.hex(&line.from), self.hex(&line.to)).collect();
            let elsewhere = |hex: &HexId| {
                let place = self.sites.iter().position(|site| site == hex);
                place.is_some_and(|place| self.sources.places[place].region != line.region)
            };
            let hexes: Vec<HexId> = hexes.into_iter().filter(|hex| !elsewhere(hex)).collect();
            hexes.into_iter().for_each(|hex| self.regions[hex.index()] = Some(region));
        }
    }

    fn grow_woods(&mut self, lands: &Lands) {
        let line = |points: &[[f64; 2]]| -> Vec<(f64, f64)> {
            points.iter().map(|[lon, lat]| self.conic.forward(*lon, *lat)).collect()
        };
        let woods: Vec<(f64, Vec<(f64, f64)>)> =
            self.sources.woods.iter().map(|wood| (wood.km, line(&wood.points))).collect();
        for hex in self.grid.hexes() {
            let Some(region) = self.regions[hex.index()] else { continue };
            let centre = self.grid.centre(hex);
            let wooded = woods.iter().any(|(km, line)| rivers::to_line(centre, line) <= *km);
            let letter = match (self.sources.regions[region].nation.is_none(), wooded) {
                (true, _) => '-',
                (_, true) => 'w',
                _ => 'c',
            };
            self.terrain[hex.index()] =
                if lands.has_shore(hex) { letter.to_ascii_uppercase() } else { letter };
        }
        // The last hex before the sea has a shore, however little of the sea is in it.
        for hex in self.grid.hexes() {
            if self.is_land(hex) && self.grid.neighbours(hex).any(|next| self.terrain[next.index()] == '~') {
                self.terrain[hex.index()].make_ascii_uppercase();
            }
        }
    }

    fn correct_hexes(&mut self) {
        for change in &self.sources.corrections.hexes {
            let hex = self.hex(&change.hex);
            if let Some(letter) = change.terrain {
                self.terrain[hex.index()] = letter;
            }
            if let Some(region) = &change.region {
                self.regions[hex.index()] = self.sources.region(region);
            }
        }
    }

    fn region_code(&self, hex: HexId) -> String {
        match self.regions[hex.index()].filter(|_| self.terrain[hex.index()] != '~') {
            Some(region) => self.sources.regions[region].code.clone(),
            None => "..".to_owned(),
        }
    }

    /// 0 south of line 1 and in Iberia, and so on; the sea freezes only beyond line 3, and land is never beyond it.
    fn weather(&self, hex: HexId) -> u8 {
        let region = self.regions[hex.index()].map(|region| &self.sources.regions[region]);
        if region.is_some_and(|region| region.remote == Some(Remote::Iberia)) {
            return 0;
        }
        let (x, y) = self.grid.centre(hex);
        let (lon, lat) = self.conic.inverse(x, y);
        let most = if self.terrain[hex.index()] == '~' { 3 } else { 2 };
        let beyond = self.sources.weather.iter().filter(|line| line.line <= most && line.beyond(lon, lat));
        beyond.map(|line| line.line).max().unwrap_or(0)
    }

    fn list_rivers(&self, rivers: &[(String, Vec<SideId>)]) -> String {
        let line = |(name, sides): &(String, Vec<SideId>)| {
            let sides: Vec<String> = sides.iter().map(|side| sheet::side_name(&self.grid, *side)).collect();
            format!("{name}: {}\n", sides.join(" "))
        };
        rivers.iter().map(line).collect()
    }

    fn list_places(&self) -> String {
        let places = self.sources.places.iter().zip(&self.sites);
        places.map(|(place, site)| format!("{} {}\n", self.grid.name(*site), place.name)).collect()
    }

    /// Says which places are not in the hex they lie in.
    fn report(&self) {
        for (place, site) in self.sources.places.iter().zip(&self.sites) {
            let home = self.grid.hex_at(self.conic.forward(place.lon, place.lat));
            if home != Some(*site) {
                let home = home.map_or_else(|| "nowhere".to_owned(), |home| self.grid.name(home).to_string());
                println!("{} is moved from {home} to {}", place.name, self.grid.name(*site));
            }
        }
    }
}
