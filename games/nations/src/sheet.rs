//! The map as it is drawn: both sheets as one picture, with the owners of 1805.

use std::sync::Arc;

use atlas::draw::{
    self, Cell, Colour, Earth, Grid, Ground, Hatch, MapSheet, Realm, Shape, Shore, SideKind, Sign, Site,
    Stream, TownPart, Zone,
};
use atlas::survey::Point;
use atlas::topology::{HexId, Id, SideId};

use crate::map::{Area, MAP, Port, Seat, Star, Terrain, Town, Way};

/// The major powers, in the colours of their units.
const POWERS: [(&str, Colour); 7] = [
    ("France", Colour(78, 112, 176)),
    ("Britain", Colour(196, 72, 62)),
    ("Prussia", Colour(106, 112, 130)),
    ("Austria", Colour(226, 200, 110)),
    ("Russia", Colour(98, 142, 84)),
    ("Spain", Colour(224, 160, 60)),
    ("Turkey", Colour(146, 158, 84)),
];

/// The minor ones, in turn.
const MINORS: [Colour; 6] = [
    Colour(178, 122, 92),
    Colour(138, 104, 150),
    Colour(110, 156, 140),
    Colour(190, 112, 128),
    Colour(168, 148, 96),
    Colour(120, 128, 176),
];

/// Both sheets with their hexes, rivers, towns, provinces and sea zones.
pub fn sheet() -> MapSheet {
    let owners = owners();
    let realms = owners.iter().enumerate().map(|(number, owner)| {
        let power = POWERS.iter().find(|(name, _)| name == owner);
        let colour = power.map_or(MINORS[number % MINORS.len()], |(_, colour)| *colour);
        Realm { name: (*owner).to_owned(), colour, hatch: Hatch::ALL[number % Hatch::ALL.len()] }
    });
    let provinces = MAP.provinces.iter().map(|province| Zone { name: province.name.clone(), is_sea: false });
    let seas = MAP.seas.iter().map(|sea| Zone { name: sea.name.clone(), is_sea: true });
    let rivers = MAP.rivers.iter().map(|river| Stream {
        name: river.name.clone(),
        rank: river.rank,
        sides: river.sides.iter().map(|&side| ends(side)).collect(),
    });
    let grid = Grid {
        shape: Shape::FlatHex,
        pitch: MAP.chart.hex_km(),
        cells: MAP.grid.hexes().map(|hex| cell(hex, &owners)).collect(),
        zones: provinces.chain(seas).collect(),
        rivers: rivers.collect(),
        sides: sides().filter_map(side).collect(),
        lines: Vec::new(),
        sites: MAP.towns.iter().map(site).collect(),
        boxes: Vec::new(),
    };
    MapSheet {
        realms: realms.collect(),
        grid: Some(grid),
        words: words(),
        ..MapSheet::bare("Nations in Arms", Earth::Globe(Arc::new(MAP.chart.clone())), corners())
    }
}

/// What the signs mean in this game.
fn words() -> Vec<(Sign, String)> {
    let words = [
        (Sign::Ground(Ground::Hill), "Hills, rough ground"),
        (Sign::Ground(Ground::Mountain), "High mountains"),
        (Sign::Ground(Ground::Pass), "Pass"),
        (Sign::Side(SideKind::Water), "Open water"),
        (Sign::Side(SideKind::Strait), "Strait with a ferry"),
        (Sign::Town(TownPart::Seat(draw::Seat::Realm)), "Capital"),
        (Sign::Town(TownPart::Fort), "Fortress, with its level"),
        (Sign::Town(TownPart::Port(draw::Port::Major)), "Major port"),
        (Sign::Town(TownPart::Port(draw::Port::Minor)), "Minor port"),
        (Sign::Town(TownPart::Star(draw::Star::Key)), "Key hex"),
        (Sign::Town(TownPart::Star(draw::Star::Victory)), "Victory hex"),
    ];
    words.map(|(sign, words)| (sign, words.to_owned())).into()
}

/// Kilometres of the plane, from the chart's hexes.
fn km((across, down): Point) -> Point {
    (across * MAP.chart.hex_km(), down * MAP.chart.hex_km())
}

/// A little less than the hexes take, so that no gap shows at the edge.
fn corners() -> (Point, Point) {
    let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    for (x, y) in MAP.grid.hexes().map(|hex| km(MAP.grid.centre(hex))) {
        (low, high) = ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)));
    }
    let rim = MAP.chart.hex_km() * 0.52;
    ((low.0 - rim, low.1 - rim), (high.0 + rim, high.1 + rim))
}

/// All who own a province in 1805, in the order of the provinces.
fn owners() -> Vec<&'static str> {
    let mut owners: Vec<&str> = Vec::new();
    for province in &MAP.provinces {
        if !owners.contains(&province.owner_1805.as_str()) {
            owners.push(&province.owner_1805);
        }
    }
    owners
}

fn cell(hex: HexId, owners: &[&str]) -> Cell {
    let land = MAP.land(hex);
    let (realm, zone) = match MAP.area(hex) {
        Area::Province(province) => {
            let owner = &MAP.provinces[province.index()].owner_1805;
            (owners.iter().position(|known| known == owner), Some(province.index()))
        }
        Area::Sea(sea) => (None, Some(MAP.provinces.len() + sea.index())),
        Area::Nothing => (None, None),
    };
    Cell {
        name: MAP.grid.name(hex).to_string(),
        centre: km(MAP.grid.centre(hex)),
        ground: match land.terrain {
            Terrain::Sea | Terrain::Lake | Terrain::Clear => Ground::Clear,
            Terrain::Hill => Ground::Hill,
            Terrain::Mountain => Ground::Mountain,
            Terrain::Pass => Ground::Pass,
            Terrain::Forest => Ground::Forest,
            Terrain::Marsh => Ground::Marsh,
            Terrain::Desert => Ground::Desert,
        },
        shore: match land.terrain {
            Terrain::Sea | Terrain::Lake => Shore::Water,
            _ if land.coastal => Shore::Coast,
            _ => Shore::Inland,
        },
        realm,
        zone,
        in_play: land.terrain != Terrain::Lake,
    }
}

fn sides() -> impl Iterator<Item = SideId> {
    (0..MAP.grid.side_count()).map(SideId::from_index)
}

fn ends(side: SideId) -> [Point; 2] {
    MAP.grid.ends(side).map(km)
}

fn side(side: SideId) -> Option<draw::Side> {
    let kind = match MAP.side(side).way {
        Way::Land => return None,
        Way::Strait => SideKind::Strait,
        Way::Water => SideKind::Water,
    };
    Some(draw::Side { ends: ends(side), kind })
}

fn site(town: &Town) -> Site {
    Site {
        name: town.name.clone(),
        cell: MAP.hex_of(town).index(),
        seat: town.seat.map(|seat| match seat {
            Seat::State => draw::Seat::Realm,
            Seat::Province => draw::Seat::Province,
        }),
        worth: 0,
        fort: town.fortress,
        port: town.port.map(|port| match port {
            Port::Minor => draw::Port::Minor,
            Port::Major => draw::Port::Major,
        }),
        star: town.star.map(|star| match star {
            Star::Key => draw::Star::Key,
            Star::Victory => draw::Star::Victory,
        }),
    }
}

#[cfg(test)]
mod tests {
    use atlas::draw::Detail;
    use atlas::geography::europe;

    use super::*;

    #[test]
    fn everything_on_the_map_is_on_the_sheet() {
        let grid = sheet().grid.unwrap();
        assert_eq!(grid.cells.len(), MAP.grid.len());
        for (cell, hex) in grid.cells.iter().zip(MAP.grid.hexes()) {
            assert_eq!(cell.realm.is_some(), MAP.province(hex).is_some(), "{}", cell.name);
            assert_eq!(cell.shore == Shore::Water, !MAP.land(hex).terrain.is_land(), "{}", cell.name);
            let zone = cell.zone.map(|zone| grid.zones[zone].name.as_str());
            let province = MAP.province(hex).map(|province| MAP.provinces[province.index()].name.as_str());
            assert_eq!(
                zone,
                province.or(MAP.sea(hex).map(|sea| MAP.seas[sea.index()].name.as_str())),
                "{}",
                cell.name
            );
        }
        assert_eq!(grid.sites.len(), MAP.towns.len());
        for (site, town) in grid.sites.iter().zip(&MAP.towns) {
            assert_eq!((grid.cells[site.cell].name.as_str(), site.fort), (town.hex.as_str(), town.fortress));
            assert_eq!(
                (site.port.is_some(), site.star.is_some()),
                (town.port.is_some(), town.star.is_some())
            );
        }
        let count = |kind| grid.sides.iter().filter(|side| side.kind == kind).count();
        assert_eq!(count(SideKind::Water), sides().filter(|side| MAP.side(*side).way == Way::Water).count());
        assert_eq!(
            count(SideKind::Strait),
            sides().filter(|side| MAP.side(*side).way == Way::Strait).count()
        );
        let wet: usize = MAP.rivers.iter().map(|river| river.sides.len()).sum();
        assert_eq!(grid.rivers.iter().map(|river| river.sides.len()).sum::<usize>(), wet);
    }

    #[test]
    fn towns_lie_where_the_globe_has_them() {
        let Earth::Globe(projection) = sheet().earth else { panic!("the map is of the globe") };
        for town in MAP.printed.iter().filter_map(|printed| printed.town.as_ref()) {
            let (x, y) = projection.forward(town.1.0, town.1.1);
            let (lon, lat) = projection.inverse(x, y);
            assert!((lon - town.1.0).abs() < 1e-3 && (lat - town.1.1).abs() < 1e-3, "{}", town.0);
        }
    }

    #[test]
    fn the_picture_shows_what_is_played() {
        let sheet = sheet();
        let cells = &sheet.grid.as_ref().unwrap().cells;
        let ways: Vec<(HexId, HexId, bool)> = sides()
            .filter_map(|side| {
                let (a, b) = MAP.grid.hexes_at(side);
                let b = b?;
                let land =
                    |hex: HexId| cells[hex.index()].in_play && cells[hex.index()].shore != Shore::Water;
                (land(a) && land(b)).then(|| (a, b, MAP.joined(a, b)))
            })
            .collect();
        let middle = |(a, b, _): &(HexId, HexId, bool)| {
            let (a, b) = (km(MAP.grid.centre(*a)), km(MAP.grid.centre(*b)));
            ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
        };
        for detail in Detail::ALL {
            let centres: Vec<Point> = cells.iter().map(|cell| cell.centre).collect();
            for (cell, dry) in cells.iter().zip(draw::land_at(&sheet, europe(), detail, &centres)) {
                assert!(dry == (cell.shore != Shore::Water) || !cell.in_play, "{detail:?}: {}", cell.name);
            }
            let middles: Vec<Point> = ways.iter().map(middle).collect();
            for ((a, b, walked), dry) in ways.iter().zip(draw::land_at(&sheet, europe(), detail, &middles)) {
                assert_eq!(dry, *walked, "{detail:?}: {} and {}", MAP.grid.name(*a), MAP.grid.name(*b));
            }
        }
    }
}
