use std::sync::Arc;

use super::super::grid::{Cell, Grid, Line, Port, SeaBox, Seat, Side, SideKind, Site, Star, Stream, Zone};
use super::super::paper::Paper;
use super::super::shape::{Way, between, inside};
use super::super::sheet::{Colour, Earth, Ground, MapSheet, Realm};
use super::super::{Detail, Hatch, labels, png, svg};
use super::chain::{course, trails};
use super::*;
use crate::geography::europe;
use crate::projection::Conic;

const SHAPES: [Shape; 3] = [Shape::FlatHex, Shape::PointedHex, Shape::Square];
const DETAILS: [Detail; 3] = [Detail::Overview, Detail::Table, Detail::Close];
const PITCH: f64 = 50.0;
const COLUMNS: usize = 14;
const ROWS: usize = 12;

/// Where cells lie about the west of France and the south of England.
fn centre(shape: Shape, number: usize) -> Point {
    let (west, north) = Conic::europe().forward(-6.0, 52.0);
    let (column, row) = ((number % COLUMNS) as f64, (number / COLUMNS) as f64);
    let odd = |count: f64| if count % 2.0 == 1.0 { 0.5 } else { 0.0 };
    let (x, y) = match shape {
        Shape::FlatHex => (column * LINE, row + odd(column)),
        Shape::PointedHex => (column + odd(row), row * LINE),
        Shape::Square => (column, row),
    };
    (west + x * PITCH, north + y * PITCH)
}

/// Cells over real ground, with some of everything.
fn sheet(shape: Shape) -> MapSheet {
    let conic = Conic::europe();
    let grounds = [
        Ground::Clear,
        Ground::Forest,
        Ground::Marsh,
        Ground::Mountain,
        Ground::Pass,
        Ground::Hill,
        Ground::Desert,
    ];
    let cell = |number: usize| {
        let (x, y) = centre(shape, number);
        let near = [(0.0, 0.0), (0.4, 0.0), (-0.4, 0.0), (0.0, 0.4), (0.0, -0.4)];
        let dry = near.iter().filter(|(dx, dy)| {
            let (lon, lat) = conic.inverse(x + dx * PITCH, y + dy * PITCH);
            europe().is_land(lon, lat)
        });
        let shore = match dry.count() {
            0 | 1 => Shore::Water,
            5 => Shore::Inland,
            _ => Shore::Coast,
        };
        let side = number % COLUMNS / 7;
        Cell {
            name: format!("{:02}{:02}", number % COLUMNS + 1, number / COLUMNS + 1),
            centre: (x, y),
            ground: grounds[number / 2 % grounds.len()],
            shore,
            realm: (shore != Shore::Water).then_some(side),
            zone: Some(if shore == Shore::Water { 2 } else { side }),
            in_play: true,
        }
    };
    let cells: Vec<Cell> = (0..COLUMNS * ROWS).map(cell).collect();
    let realm = |name: &str, colour, hatch| Realm { name: name.into(), colour, hatch };
    let corners = |far: usize| {
        let (a, b) = (centre(shape, 0), centre(shape, far));
        ((a.0 - 0.6 * PITCH, a.1 - 0.6 * PITCH), (b.0 + 0.6 * PITCH, b.1 + 0.6 * PITCH))
    };
    let mut sheet = MapSheet {
        realms: vec![
            realm("Occident", Colour(60, 90, 160), Hatch::Azure),
            realm("Orient", Colour(160, 60, 60), Hatch::Gules),
        ],
        ..MapSheet::bare("Cells", Earth::Globe(Arc::new(conic)), corners(COLUMNS * ROWS - 1))
    };
    let zone = |name: &str, is_sea| Zone { name: name.into(), is_sea };
    let mut grid = Grid {
        shape,
        pitch: PITCH,
        cells,
        zones: vec![zone("Bretagne", false), zone("Orient", false), zone("Manche", true)],
        rivers: Vec::new(),
        sides: Vec::new(),
        lines: Vec::new(),
        sites: Vec::new(),
        boxes: Vec::new(),
    };
    furnish(&mut grid);
    sheet.grid = Some(grid);
    sheet
}

fn furnish(grid: &mut Grid) {
    let land: Vec<usize> =
        (0..grid.cells.len()).filter(|&cell| grid.cells[cell].shore == Shore::Inland).collect();
    let bare = grid.clone();
    let cells = Cells::new(&bare, |point| point, 1.0);
    let ends = |cell: usize, side: usize| cells.sides(cell).nth(side).unwrap().map(|key| cells.point(key));
    let middle = land[land.len() / 2];
    let kinds = [SideKind::Mountain, SideKind::Water, SideKind::Strait];
    grid.sides =
        kinds.iter().enumerate().map(|(i, &kind)| Side { ends: ends(land[4 + 3 * i], 0), kind }).collect();
    grid.rivers = vec![Stream {
        name: "Loire".into(),
        rank: 1,
        sides: (0..3).map(|side| ends(middle, side)).collect(),
    }];
    grid.lines =
        vec![Line { name: "Winter".into(), sides: (0..4).map(|side| ends(land[1], side)).collect() }];
    let site = |number: usize| Site {
        name: format!("Ville {number}"),
        cell: land[number * 5 % land.len()],
        seat: [None, Some(Seat::Realm), Some(Seat::Province)][number % 3],
        worth: (number % 5) as u8,
        fort: (number % 4) as u8,
        port: [None, Some(Port::Minor), Some(Port::Major)][number % 3],
        star: [Some(Star::Key), None, Some(Star::Victory), None][number % 4],
    };
    grid.sites = (0..land.len() / 5).map(site).collect();
    let wet = (0..grid.cells.len()).find(|&cell| grid.cells[cell].shore == Shore::Water).unwrap();
    let at = grid.cells[wet].centre;
    grid.boxes =
        vec![SeaBox { name: "Mer - Nord".into(), at, freezes: true, lanes: vec![], ports: vec![0, 1] }];
}

/// Points of a cell, from its middle so far to its corners and sides.
fn within(cells: &Cells, cell: usize, far: f64) -> Vec<Point> {
    let middle = cells.centre(cell);
    let about = cells.sides(cell).flat_map(|[a, b]| {
        let (a, b) = (cells.point(a), cells.point(b));
        [a, between(a, b, 0.5)].map(|point| between(middle, point, far))
    });
    std::iter::once(middle).chain(about).collect()
}

#[test]
fn a_cell_is_found_by_any_point_in_it() {
    for shape in SHAPES {
        let sheet = sheet(shape);
        let paper = Paper::new(&sheet, europe(), Detail::Table);
        let cells = paper.cells.as_ref().unwrap();
        for cell in 0..cells.len() {
            for at in within(cells, cell, 0.95) {
                assert_eq!(cells.cell_at(at), Some(cell), "{shape:?}");
            }
            for (beyond, side) in cells.around(cell).zip(cells.sides(cell)) {
                let Some(beyond) = beyond else { continue };
                assert!(
                    cells.sides(beyond).any(|[a, b]| [b, a] == side),
                    "{shape:?}: neighbours share a side"
                );
            }
        }
        assert_eq!(cells.cell_at((-500.0, -500.0)), None);
    }
}

#[test]
fn water_shows_no_land_and_inland_no_water() {
    for shape in SHAPES {
        let sheet = sheet(shape);
        for detail in DETAILS {
            let paper = Paper::new(&sheet, europe(), detail);
            let cells = paper.cells.as_ref().unwrap();
            let wet = |side: [Key; 2]| {
                let same = |ends: [Point; 2]| {
                    let [a, b] = ends.map(|end| cells.key(paper.at(end)));
                    [a, b] == side || [b, a] == side
                };
                cells.grid.sides.iter().any(|side| side.kind != SideKind::Mountain && same(side.ends))
            };
            for (cell, data) in cells.grid.cells.iter().enumerate() {
                let is_dry = |at: Point| inside(&paper.shores, at);
                match data.shore {
                    Shore::Water => {
                        assert!(!within(cells, cell, 0.9).into_iter().any(is_dry), "{shape:?} {}", data.name)
                    }
                    Shore::Inland if !cells.sides(cell).any(wet) => {
                        assert!(within(cells, cell, 0.8).into_iter().all(is_dry), "{shape:?} {}", data.name);
                    }
                    _ => assert!(is_dry(cells.centre(cell)), "{shape:?} {}", data.name),
                }
                // Who walks from cell to cell does not get wet feet, unless there is water on the map.
                for (side, beyond) in cells.sides(cell).zip(cells.around(cell)) {
                    let Some(beyond) =
                        beyond.filter(|&beyond| !cells.is_water(beyond) && !cells.is_water(cell))
                    else {
                        continue;
                    };
                    let dry = (1..10).all(|i| {
                        is_dry(between(cells.centre(cell), cells.centre(beyond), f64::from(i) / 10.0))
                    });
                    assert_eq!(
                        dry,
                        !wet(side),
                        "{shape:?} {} and {}",
                        data.name,
                        cells.grid.cells[beyond].name
                    );
                }
            }
        }
    }
}

#[test]
fn pixels_of_water_are_no_land() {
    let mut sheet = sheet(Shape::FlatHex);
    let grid = sheet.grid.as_mut().unwrap();
    (grid.sites, grid.boxes, grid.zones) = (vec![], vec![], vec![]);
    grid.cells.iter_mut().for_each(|cell| (cell.realm, cell.zone, cell.ground) = (None, None, Ground::Clear));
    sheet.title = String::new();
    let picture = png(&svg(&sheet, europe(), Detail::Table), 1000).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(picture)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let (low, high) = super::super::extent(&sheet);
    let red = |(x, y): Point| {
        let column = (x - low.0) / (high.0 - low.0) * f64::from(info.width);
        let row = (y - low.1) / (high.1 - low.1) * f64::from(info.height);
        pixels[(row as usize * info.width as usize + column as usize) * 4]
    };
    let compass =
        |cell: &Cell| cell.name.starts_with("01") || cell.name.ends_with("01") || cell.name.ends_with("12");
    let mut seen = 0;
    for cell in sheet.grid.as_ref().unwrap().cells.iter().filter(|cell| !compass(cell)) {
        seen += 1;
        match cell.shore {
            Shore::Water => assert!(red(cell.centre) <= 0xe2, "{} {:x}", cell.name, red(cell.centre)),
            _ => assert!(red(cell.centre) >= 0xd8 || cell.shore == Shore::Coast, "{}", cell.name),
        }
    }
    assert!(seen > 60);
}

#[test]
fn a_river_runs_along_every_one_of_its_sides() {
    for shape in SHAPES {
        let sheet = sheet(shape);
        let paper = Paper::new(&sheet, europe(), Detail::Close);
        let cells = paper.cells.as_ref().unwrap();
        let drawn = courses(&paper, cells);
        for river in &cells.grid.rivers {
            for &[a, b] in &river.sides {
                for share in [0.0, 0.5, 1.0] {
                    let on = paper.at(between(a, b, share));
                    let far = |(_, line): &(&Stream, Vec<Point>)| Way::new(line).nearest(on).0;
                    let far = drawn.iter().map(far).fold(f64::MAX, f64::min);
                    assert!(far < 0.16 * cells.pitch, "{shape:?}: {far} of {}", cells.pitch);
                }
            }
        }
    }
}

#[test]
fn a_map_of_cells_is_the_same_every_time_and_keeps_its_references() {
    for shape in SHAPES {
        let sheet = sheet(shape);
        for detail in DETAILS {
            let text = svg(&sheet, europe(), detail);
            assert_eq!(text, svg(&sheet, europe(), detail));
            let document = resvg::usvg::roxmltree::Document::parse(&text).unwrap();
            let mut ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
            ids.sort_unstable();
            assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "every name is given once");
            for node in document.descendants() {
                let named = node.attributes().filter_map(|attribute| {
                    let value = attribute.value();
                    value
                        .strip_prefix("url(#")
                        .and_then(|name| name.strip_suffix(')'))
                        .or(value.strip_prefix('#'))
                });
                let colour = |name: &str| name.len() < 7 && name.chars().all(|c| c.is_ascii_hexdigit());
                for name in named.filter(|name| !colour(name)) {
                    assert!(ids.binary_search(&name).is_ok(), "{name}");
                }
            }
            assert!(!text.contains("NaN") && !text.contains("inf\""));
        }
    }
}

#[test]
fn names_on_cells_do_not_overlap() {
    for shape in SHAPES {
        let sheet = sheet(shape);
        for detail in DETAILS {
            let labels = labels(&sheet, europe(), detail);
            assert!(labels.iter().any(|label| label.text == "Mer - Nord"));
            for (i, label) in labels.iter().enumerate() {
                for other in &labels[..i] {
                    let overlap = label.boxes.iter().any(|a| other.boxes.iter().any(|b| a.overlaps(b)));
                    assert!(!overlap, "{shape:?} {detail:?}: {} and {}", label.text, other.text);
                }
            }
        }
        let close = labels(&sheet, europe(), Detail::Close);
        assert_eq!(
            close.iter().filter(|label| label.text == "Orient").count(),
            1,
            "no province is named like its realm"
        );
        let towns = close.iter().filter(|label| label.text.starts_with("Ville")).count();
        assert_eq!(towns, sheet.grid.as_ref().unwrap().sites.len(), "every town is named");
    }
}

#[test]
fn an_outline_runs_around_its_cells_once() {
    let sheet = sheet(Shape::FlatHex);
    let paper = Paper::new(&sheet, europe(), Detail::Table);
    let cells = paper.cells.as_ref().unwrap();
    let middle = COLUMNS * 5 + 5;
    let around: Vec<usize> = cells.around(middle).flatten().collect();
    let one = outlines(cells, |cell| (cell == middle).then_some(()));
    assert_eq!(one[&()][0].len(), 6);
    let ring = outlines(cells, |cell| around.contains(&cell).then_some(()));
    let mut lengths: Vec<usize> = ring[&()].iter().map(Vec::len).collect();
    lengths.sort_unstable();
    assert_eq!(lengths, [6, 18], "a ring of six hexes has a hole");
    let both = |cell: usize| around.contains(&cell) || cell == middle;
    assert_eq!(cells.heart(both), Some(middle));
}

#[test]
fn sides_are_joined_to_lines() {
    let (a, b, c, d) = ((0, 0), (1, 1), (2, 0), (3, 1));
    assert_eq!(course([[b, a], [b, c], [d, c]]), [[a, b, c, d]]);
    assert_eq!(course([[a, b], [c, d]]), [[a, b], [c, d]]);
    let trails = trails([[c, d], [a, b], [b, c]]);
    assert!(trails == [[a, b, c, d]] || trails == [[d, c, b, a]]);
    assert_eq!(
        super::chain::trails([[a, b], [b, c], [c, a]])[0].len(),
        4,
        "a closed line ends where it begins"
    );
}
