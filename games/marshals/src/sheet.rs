//! The map as it is drawn.

use std::sync::Arc;

use atlas::draw::{
    Cell, Colour, Earth, Grid, Ground, Hatch, Line, MapSheet, Port, Realm, SeaBox, Seat, Shape, Shore, Side,
    SideKind, Sign, Site, Stream, TownPart, Zone,
};
use atlas::geography::europe;
use atlas::survey::Point;
use atlas::topology::{HexId, Id, SideId};

use crate::map::grid::{PITCH, conic};
use crate::map::{Class, MAP, Nation, Terrain, Weather};
use crate::spelling::printed;

/// The powers, in the colours of their units.
const POWERS: [(&str, Colour); 8] = [
    ("France", Colour(78, 112, 176)),
    ("Britain", Colour(196, 72, 62)),
    ("Prussia", Colour(106, 112, 130)),
    ("Austria", Colour(226, 200, 110)),
    ("Russia", Colour(98, 142, 84)),
    ("Spain", Colour(224, 160, 60)),
    ("Sweden", Colour(96, 150, 178)),
    ("Ottoman Empire", Colour(146, 158, 84)),
];

/// The others, in turn.
const OTHERS: [Colour; 6] = [
    Colour(178, 122, 92),
    Colour(138, 104, 150),
    Colour(110, 156, 140),
    Colour(190, 112, 128),
    Colour(168, 148, 96),
    Colour(120, 128, 176),
];

/// The map with its hexes, rivers, mountains, towns, sea boxes and weather lines.
pub fn sheet() -> MapSheet {
    MapSheet {
        realms: MAP.sources.nations.iter().enumerate().map(realm).collect(),
        grid: Some(grid()),
        words: words(),
        ..MapSheet::bare("Napoleon and his Marshals", Earth::Globe(Arc::new(conic())), corners())
    }
}

/// What the signs mean in this game.
fn words() -> Vec<(Sign, String)> {
    let words = [
        (Sign::Ground(Ground::Forest), "Woods and marshes"),
        (Sign::Side(SideKind::Mountain), "Mountain hexside"),
        (Sign::Side(SideKind::Water), "Sea hexside, never crossed by land"),
        (Sign::Side(SideKind::Strait), "Strait that armies cross"),
        (Sign::Town(TownPart::Worth), "Production city, a star for each point"),
        (Sign::Town(TownPart::Place), "Reference city"),
        (Sign::Town(TownPart::Fort), "Fort, with its level"),
        (Sign::Town(TownPart::Port(Port::Major)), "Construction port"),
        (Sign::Town(TownPart::Port(Port::Minor)), "Port"),
        (Sign::Line, "Weather line"),
    ];
    words.map(|(sign, words)| (sign, words.to_owned())).into()
}

/// A little more than the hexes take.
fn corners() -> (Point, Point) {
    let centres = MAP.grid.hexes().map(|hex| MAP.grid.centre(hex));
    let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    for (x, y) in centres {
        (low, high) = ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)));
    }
    ((low.0 - PITCH / 4.0, low.1 - PITCH / 4.0), (high.0 + PITCH / 4.0, high.1 + PITCH / 4.0))
}

fn grid() -> Grid {
    Grid {
        shape: Shape::PointedHex,
        pitch: PITCH,
        cells: MAP.grid.hexes().map(cell).collect(),
        zones: MAP
            .sources
            .regions
            .iter()
            .map(|region| Zone { name: region.name.clone(), is_sea: false })
            .collect(),
        rivers: MAP
            .rivers
            .iter()
            .map(|river| Stream {
                name: printed(&river.name).to_owned(),
                rank: europe().river(&river.name).map_or(3, |river| river.rank),
                sides: river.sides.iter().map(|&side| MAP.grid.ends(side)).collect(),
            })
            .collect(),
        sides: sides().flat_map(marked).collect(),
        lines: lines(),
        sites: MAP
            .sources
            .places
            .iter()
            .map(|place| {
                let port = match (place.builds_ships, MAP.sources.is_port(&place.name)) {
                    (true, _) => Some(Port::Major),
                    (_, true) => Some(Port::Minor),
                    _ => None,
                };
                let is_capital =
                    MAP.sources.nations.iter().any(|nation| nation.capitals.contains(&place.name));
                Site {
                    name: printed(&place.name).to_owned(),
                    cell: MAP.site(&place.name).map_or(0, |hex| hex.index()),
                    seat: is_capital.then_some(Seat::Realm),
                    worth: place.stars,
                    fort: place.fort,
                    port,
                    star: None,
                }
            })
            .collect(),
        boxes: boxes(),
    }
}

fn cell(hex: HexId) -> Cell {
    let terrain = MAP.terrain(hex);
    let nation = MAP.nation(hex).map(|nation| &nation.name);
    let region = MAP.region(hex).map(|region| &region.name);
    Cell {
        name: MAP.grid.name(hex).to_string(),
        centre: MAP.grid.centre(hex),
        ground: if terrain == Terrain::Woods { Ground::Forest } else { Ground::Clear },
        shore: match terrain {
            Terrain::Sea => Shore::Water,
            // Outside the theatres the land is as nature made it.
            Terrain::OffMap => Shore::Coast,
            _ if MAP.is_coastal(hex) => Shore::Coast,
            _ => Shore::Inland,
        },
        realm: nation.and_then(|name| MAP.sources.nations.iter().position(|nation| nation.name == *name)),
        zone: region.and_then(|name| MAP.sources.region(name)),
        in_play: MAP.is_land(hex),
    }
}

fn realm((number, nation): (usize, &'static Nation)) -> Realm {
    let power = POWERS.iter().find(|(name, _)| *name == nation.name);
    let colour = power.map_or(OTHERS[number % OTHERS.len()], |(_, colour)| *colour);
    // An open land has no government whose name could stand there.
    let name = if nation.class == Class::Open { "" } else { printed(&nation.name) }.to_owned();
    Realm { name, colour, hatch: Hatch::ALL[number % Hatch::ALL.len()] }
}

fn sides() -> impl Iterator<Item = SideId> {
    (0..MAP.grid.side_count()).map(SideId::from_index)
}

/// What is to be drawn along a side.
fn marked(side: SideId) -> impl Iterator<Item = Side> {
    let ends = MAP.grid.ends(side);
    let what = MAP.side(side);
    let kinds =
        [(what.mountain, SideKind::Mountain), (what.sea, SideKind::Water), (what.strait, SideKind::Strait)];
    kinds.into_iter().filter(|(there, _)| *there).map(move |(_, kind)| Side { ends, kind })
}

/// The weather lines, between hexes of the map on whose two sides winter is not the same.
fn lines() -> Vec<Line> {
    let parts = |line: Weather| {
        sides().filter(move |&side| {
            let (a, b) = MAP.grid.hexes_at(side);
            let Some(b) = b else { return false };
            // Armies freeze on land; only line 3 is about the sea.
            let counts =
                |hex| if line == Weather::Ice { MAP.terrain(hex) == Terrain::Sea } else { MAP.is_land(hex) };
            (MAP.weather(a) >= line) != (MAP.weather(b) >= line) && counts(a) && counts(b)
        })
    };
    let named = [
        (Weather::Middle, "Weather line 1"),
        (Weather::North, "Weather line 2"),
        (Weather::Ice, "Weather line 3"),
    ];
    let line = |(weather, name): (Weather, &str)| Line {
        name: name.to_owned(),
        sides: parts(weather).map(|side| MAP.grid.ends(side)).collect(),
    };
    named.into_iter().map(line).collect()
}

fn boxes() -> Vec<SeaBox> {
    let seas = &MAP.sources.boxes;
    let numbers = |names: &[String]| {
        names.iter().filter_map(|name| seas.iter().position(|sea| sea.name == *name)).collect()
    };
    let sea = |sea: &crate::map::SeaBox| SeaBox {
        name: sea.name.clone(),
        at: conic().forward(sea.at[0], sea.at[1]),
        freezes: sea.freezes,
        lanes: numbers(&sea.lanes),
        ports: sea.ports.iter().filter_map(|port| MAP.sources.place(port)).collect(),
    };
    seas.iter().map(sea).collect()
}

#[cfg(test)]
mod tests {
    use atlas::draw::{self, Detail};

    use super::*;

    #[test]
    fn everything_on_the_map_is_on_the_sheet() {
        let sheet = sheet();
        let grid = sheet.grid.unwrap();
        assert_eq!(grid.cells.len(), MAP.grid.len());
        assert_eq!(
            grid.cells.iter().filter(|cell| cell.in_play).count(),
            MAP.grid.hexes().filter(|hex| MAP.is_land(*hex)).count()
        );
        assert!(grid.cells.iter().all(|cell| cell.in_play == cell.realm.is_some()));
        for (site, place) in grid.sites.iter().zip(&MAP.sources.places) {
            assert_eq!(grid.cells[site.cell].name, MAP.grid.name(MAP.site(&place.name).unwrap()).to_string());
            assert_eq!((site.worth, site.fort), (place.stars, place.fort));
            assert_eq!(
                site.port.is_some(),
                place.builds_ships || MAP.sources.is_port(&place.name),
                "{}",
                place.name
            );
        }
        assert_eq!(grid.sites.len(), MAP.sources.places.len());
        let count = |kind| grid.sides.iter().filter(|side| side.kind == kind).count();
        assert_eq!(count(SideKind::Mountain), sides().filter(|side| MAP.side(*side).mountain).count());
        assert_eq!(count(SideKind::Water), sides().filter(|side| MAP.side(*side).sea).count());
        assert_eq!(count(SideKind::Strait), sides().filter(|side| MAP.side(*side).strait).count());
        let wet: usize = MAP.rivers.iter().map(|river| river.sides.len()).sum();
        assert_eq!(grid.rivers.iter().map(|river| river.sides.len()).sum::<usize>(), wet);
        assert!(grid.lines.iter().all(|line| !line.sides.is_empty()));
    }

    #[test]
    fn sea_boxes_are_printed_on_water_with_all_their_lanes() {
        let grid = sheet().grid.unwrap();
        for (sea, printed) in MAP.sources.boxes.iter().zip(&grid.boxes) {
            let hex = MAP.grid.hex_at(printed.at).unwrap_or_else(|| panic!("{} is off the map", sea.name));
            assert_eq!(MAP.terrain(hex), Terrain::Sea, "{}", sea.name);
            assert_eq!(
                (printed.lanes.len(), printed.ports.len()),
                (sea.lanes.len(), sea.ports.len()),
                "{}",
                sea.name
            );
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
                (land(a) && land(b)).then(|| (a, b, MAP.can_cross(side) && !MAP.side(side).strait))
            })
            .collect();
        let middle = |(a, b, _): &(HexId, HexId, bool)| {
            let (a, b) = (MAP.grid.centre(*a), MAP.grid.centre(*b));
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
