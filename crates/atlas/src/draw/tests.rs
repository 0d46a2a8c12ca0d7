use std::sync::{Arc, LazyLock};

use resvg::usvg::roxmltree::Document;

use super::*;
use crate::geography::europe;
use crate::projection::Conic;

/// France and Germany in squares of four degrees, with a border and a mark of every kind.
static SQUARES: LazyLock<MapSheet> = LazyLock::new(|| {
    let conic = Conic::europe();
    let at = |lon: f64, lat: f64| conic.forward(lon, lat);
    let grounds = [Ground::Clear, Ground::Forest, Ground::Marsh, Ground::Mountain];
    let kinds = [
        BorderKind::Clear,
        BorderKind::Forest,
        BorderKind::River,
        BorderKind::RiverFrozen,
        BorderKind::Mountain,
        BorderKind::Marsh,
        BorderKind::Strait,
        BorderKind::Narrow,
        BorderKind::Lake,
        BorderKind::Coast,
        BorderKind::Sea,
    ];
    let (mut areas, mut borders) = (Vec::new(), Vec::new());
    for column in 0..4 {
        for row in 0..3 {
            let number = column * 3 + row;
            let (west, south) = (column as f64 * 4.0 - 2.0, row as f64 * 3.0 + 43.0);
            areas.push(Area {
                name: format!("Département N° {number}"),
                is_sea: false,
                rings: vec![vec![
                    at(west, south),
                    at(west + 4.0, south),
                    at(west + 4.0, south + 3.0),
                    at(west, south + 3.0),
                ]],
                anchor: at(west + 2.0, south + 1.5),
                ground: grounds[number % 4],
                realm: (number % 4).checked_sub(1),
            });
            let line = vec![at(west, south), at(west + 2.0, south + 0.2), at(west + 4.0, south)];
            borders.push(Border { kind: kinds[number % kinds.len()], line });
        }
    }
    let marks = [
        (MarkKind::Capital, "Paris", 2.35, 48.86, 3),
        (MarkKind::City, "Orléans", 1.9, 47.9, 1),
        (MarkKind::Fortress, "Paris", 2.35, 48.86, 1),
        (MarkKind::Base, "", 2.35, 48.86, 0),
        (MarkKind::Star, "", -1.0, 45.0, 2),
        (MarkKind::City, "Far <away>", 60.0, 60.0, 1),
    ];
    let marks = marks.map(|(kind, label, lon, lat, value)| Mark {
        kind,
        at: at(lon, lat),
        label: label.into(),
        value,
        area: None,
    });
    let corners = (at(-3.0, 53.0), at(15.0, 42.0));
    let realms = [("Français", Hatch::Azure), ("Deutsche", Hatch::Sable), ("<Others>", Hatch::Rings)];
    let realms = realms.map(|(name, hatch)| Realm { name: name.into(), colour: Colour(40, 80, 160), hatch });
    let earth = Earth::Globe(Arc::new(conic));
    let bare = MapSheet::bare("Français & Deutsche <1805>", earth, corners);
    MapSheet { realms: realms.into(), areas, borders, marks: marks.into(), ..bare }
});

fn bare(corners: (Point, Point)) -> MapSheet {
    MapSheet::bare("", Earth::Globe(Arc::new(Conic::europe())), corners)
}

fn whole_europe() -> MapSheet {
    let mut sheet = bare(((-2200.0, -1700.0), (2600.0, 2000.0)));
    sheet.title = "Europa".into();
    sheet
}

#[test]
fn the_same_sheet_gives_the_same_bytes() {
    let draw = || svg(&SQUARES, europe(), Detail::Table);
    assert_eq!(draw(), draw());
}

#[test]
fn every_drawing_is_well_formed_and_every_reference_is_kept() {
    for sheet in [&*SQUARES, &whole_europe()] {
        for detail in Detail::ALL {
            let text = svg(sheet, europe(), detail);
            let document = Document::parse(&text).unwrap();
            let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
            let mut once = ids.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), ids.len(), "every name is given once");
            let kept = |name: &str| once.binary_search(&name).is_ok();
            for node in document.descendants() {
                let is_name = |name: &str| ["id", "href"].contains(&name);
                for attribute in node.attributes().filter(|attribute| !is_name(attribute.name())) {
                    let value = attribute.value();
                    assert!(!value.contains("NaN") && !value.contains("inf"), "{}", attribute.name());
                }
                if let Some(name) = node.attribute("href").and_then(|href| href.strip_prefix('#')) {
                    assert!(kept(name), "{name}");
                }
                if let Some(place) = node.attribute("clip-path") {
                    assert!(kept(place.trim_start_matches("url(#").trim_end_matches(')')), "{place}");
                }
            }
        }
    }
}

#[test]
fn labels_lie_on_the_paper_and_do_not_overlap() {
    for sheet in [&*SQUARES, &whole_europe()] {
        for detail in Detail::ALL {
            let labels = labels(sheet, europe(), detail);
            assert!(labels.len() > 10);
            let paper = Paper::new(sheet, europe(), detail);
            for (i, label) in labels.iter().enumerate() {
                assert!(label.boxes.iter().all(|rect| paper.frame().encloses(rect)), "{}", label.text);
                for other in &labels[..i] {
                    let overlap = label.boxes.iter().any(|a| other.boxes.iter().any(|b| a.overlaps(b)));
                    assert!(!overlap, "{} and {}", label.text, other.text);
                }
            }
        }
    }
}

#[test]
fn an_area_is_lettered_inside_or_with_a_leader() {
    let paper = Paper::new(&SQUARES, europe(), Detail::Table);
    let labels = labels(&SQUARES, europe(), Detail::Table);
    for drawn in areas::drawn(&paper) {
        let label = labels.iter().find(|label| label.text == drawn.area.name).expect("every area is named");
        let inside =
            label.boxes.iter().all(|rect| drawn.fence.contains(rect.low) && drawn.fence.contains(rect.high));
        assert!(inside || label.leader.is_some(), "{}", label.text);
    }
}

#[test]
fn ranges_and_lakes_are_named_along_themselves() {
    let sheet = whole_europe();
    let labels = labels(&sheet, europe(), Detail::Close);
    let find =
        |name: &str| labels.iter().find(|label| label.text == name).unwrap_or_else(|| panic!("no {name}"));
    let paper = Paper::new(&sheet, europe(), Detail::Close);
    for range in europe().ranges.iter().filter(|range| range.rank == 1) {
        let course: Vec<Point> = range.course.iter().map(|&at| paper.place(at).unwrap()).collect();
        if !course.iter().all(|&point| paper.frame().contains(point)) {
            continue;
        }
        let label = find(&range.name);
        assert_eq!(label.voice, Voice::Range);
        let way = shape::Way::new(&course);
        for rect in &label.boxes {
            let middle = shape::between(rect.low, rect.high, 0.5);
            assert!(way.nearest(middle).0 < 110.0 / paper.km, "{}", range.name);
        }
    }
    assert_eq!(find("Lake Geneva").voice, Voice::River);
}

#[test]
fn nearer_means_more_names() {
    let count = |detail| labels(&whole_europe(), europe(), detail).len();
    assert!(count(Detail::Overview) < count(Detail::Table));
    assert!(count(Detail::Table) < count(Detail::Close));
}

#[test]
fn a_name_is_written_once_for_a_town_and_its_fort() {
    let labels = labels(&SQUARES, europe(), Detail::Table);
    assert_eq!(labels.iter().filter(|label| label.text == "Paris").count(), 1);
    assert!(labels.iter().all(|label| !label.text.contains("away")), "what is off the sheet is not lettered");
}

#[test]
fn whole_europe_is_small() {
    let sheet = whole_europe();
    for detail in Detail::ALL {
        let text = svg(&sheet, europe(), detail);
        assert!(text.len() < 3_000_000, "{detail:?}: {} bytes", text.len());
    }
}

#[test]
fn an_empty_sheet_is_a_picture_too() {
    for corners in [((0.0, 0.0), (0.0, 0.0)), ((-9000.0, 0.0), (-8990.0, 5.0)), ((0.0, 0.0), (300.0, 200.0))]
    {
        let text = svg(&bare(corners), europe(), Detail::Overview);
        assert!(png(&text, 200).unwrap().starts_with(b"\x89PNG"));
    }
}

#[test]
fn the_legend_explains_what_is_there_and_nothing_else() {
    let mut sheet = SQUARES.clone();
    sheet.words = vec![(Sign::Border(BorderKind::River), "River: 3 < 4".into())];
    sheet.borders.retain(|border| border.kind != BorderKind::Marsh);
    let entries = legend(&sheet);
    let find = |sign| entries.iter().find(|entry| entry.sign == sign);
    assert_eq!(find(Sign::Border(BorderKind::River)).unwrap().words, "River: 3 < 4");
    assert_eq!(find(Sign::Realm(2)).unwrap().words, "<Others>");
    assert!(find(Sign::Mark(MarkKind::Star)).is_some() && find(Sign::Ground(Ground::Mountain)).is_some());
    assert_eq!(find(Sign::Border(BorderKind::Marsh)), None);
    assert_eq!(find(Sign::Ground(Ground::Desert)), None);
    for entry in &entries {
        assert!(!entry.words.is_empty());
        let document = Document::parse(&entry.drawing).unwrap();
        let kept = |name: &str| document.descendants().any(|node| node.attribute("id") == Some(name));
        let hrefs = document.descendants().filter_map(|node| node.attribute("href"));
        hrefs.for_each(|href| assert!(kept(href.trim_start_matches('#')), "{href}"));
        assert!(png(&entry.drawing, 92).unwrap().starts_with(b"\x89PNG"));
    }
    assert_eq!(legend(&bare(((0.0, 0.0), (300.0, 200.0)))), []);
}

#[test]
fn the_legend_stands_where_there_is_room() {
    let plate = |sheet: &MapSheet| {
        let paper = Paper::new(sheet, europe(), Detail::Table);
        let areas = areas::drawn(&paper);
        let furniture = frame::furnish(&paper, &areas, &mut room::Room::default());
        furniture.plate.map(|plate| plate.rect)
    };
    let mut narrow = SQUARES.clone();
    narrow.corners = (SQUARES.areas[2].anchor, SQUARES.areas[9].anchor);
    assert_eq!(plate(&narrow), None, "the land is everywhere");
    let mut wide = SQUARES.clone();
    wide.corners.0.0 -= 900.0;
    let rect = plate(&wide).expect("there is room in the west");
    let paper = Paper::new(&wide, europe(), Detail::Table);
    assert!(paper.frame().encloses(&rect));
    for drawn in areas::drawn(&paper) {
        let corners = [rect.low, rect.high, (rect.low.0, rect.high.1), (rect.high.0, rect.low.1)];
        assert!(!corners.iter().any(|&corner| drawn.fence.contains(corner)) && !rect.contains(drawn.anchor));
    }
}

/// A continent of squares: a ring of land around a lake, with woods and two realms, counted along the frame.
fn squares() -> MapSheet {
    const SIDE: usize = 9;
    let cell = |i: usize| {
        let (column, row) = (i % SIDE, i / SIDE);
        let is_sea = column == 0 || row == 0 || row == SIDE - 1 || (3..5).contains(&column) && row == 4;
        Cell {
            name: String::new(),
            centre: (column as f64 * 50.0 + 25.0, row as f64 * 50.0 + 25.0),
            ground: if row == 2 { Ground::Forest } else { Ground::Clear },
            shore: if is_sea { Shore::Water } else { Shore::Inland },
            realm: (!is_sea && row != 2).then_some(usize::from(column > 4)),
            zone: None,
            in_play: true,
        }
    };
    let grid = Grid {
        shape: Shape::Square,
        pitch: 50.0,
        cells: (0..SIDE * SIDE).map(cell).collect(),
        zones: Vec::new(),
        rivers: Vec::new(),
        sides: Vec::new(),
        lines: Vec::new(),
        sites: Vec::new(),
        boxes: Vec::new(),
    };
    let count = || (0..SIDE).map(|n| (n as f64 * 50.0 + 25.0, format!("{n}"))).collect();
    let mark = |kind, at, label: &str| Mark { kind, at, label: label.into(), value: 0, area: None };
    MapSheet {
        realms: SQUARES.realms[..2].to_vec(),
        marks: vec![
            mark(MarkKind::Town(Colour(176, 52, 44), Some(Arm::Cavalry)), (125.0, 325.0), "Ville"),
            mark(MarkKind::Start(Arm::Infantry), (325.0, 325.0), ""),
        ],
        inscriptions: vec![Inscription {
            text: "Oceanus".into(),
            voice: Voice::Sea,
            course: vec![(60.0, 25.0), (400.0, 25.0)],
        }],
        rulers: Rulers { columns: count(), rows: count() },
        grid: Some(grid),
        ..MapSheet::bare("", Earth::Shores(Vec::new()), ((0.0, 0.0), (450.0, 450.0)))
    }
}

#[test]
fn made_up_shores_never_leave_their_half_of_a_square() {
    let sheet = squares();
    for detail in Detail::ALL {
        let paper = Paper::new(&sheet, europe(), detail);
        let is_dry = |at: Point| shape::inside(&paper.shores, at);
        for cell in &sheet.grid.as_ref().unwrap().cells {
            for (right, down) in
                [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.7, 0.7), (-0.7, 0.7)]
            {
                let at = paper.at((cell.centre.0 + 12.5 * right, cell.centre.1 + 12.5 * down));
                assert_eq!(is_dry(at), cell.shore != Shore::Water, "{detail:?} {:?}", cell.centre);
            }
        }
    }
}

#[test]
fn columns_and_rows_are_counted_and_names_written_where_the_sheet_says() {
    let sheet = squares();
    let text = svg(&sheet, europe(), Detail::Table);
    assert!(png(&text, 200).unwrap().starts_with(b"\x89PNG"));
    let labels = labels(&sheet, europe(), Detail::Table);
    let find = |name: &str| labels.iter().find(|label| label.text == name);
    assert_eq!(find("Oceanus").unwrap().voice, Voice::Sea);
    assert!(find("Ville").is_some());
    // Every column and row stands on two sides; the frame's own numbers are its only other use of digits.
    let mut plain = sheet.clone();
    plain.rulers = Rulers::default();
    let count = |text: &str| text.matches("<g transform").count();
    assert_eq!(count(&text), count(&svg(&plain, europe(), Detail::Table)) + 36);
    let legend: Vec<Sign> = legend(&sheet).into_iter().map(|entry| entry.sign).collect();
    assert!(legend.contains(&Sign::Ground(Ground::Forest)) && legend.contains(&Sign::Realm(1)));
}

#[test]
fn what_surrounds_the_map_stands_still() {
    for sheet in [&*SQUARES, &whole_europe()] {
        let (low, high) = extent(sheet);
        for detail in Detail::ALL {
            let paper = Paper::new(sheet, europe(), detail);
            let text = svg(sheet, europe(), detail);
            let document = Document::parse(&text).unwrap();
            let view = document.root_element().attribute("viewBox").unwrap();
            let view: Vec<f64> = view.split(' ').map(|number| number.parse().unwrap()).collect();
            let shown =
                [paper.at(low), (paper.at(high).0 - paper.at(low).0, paper.at(high).1 - paper.at(low).1)];
            for (written, meant) in view.iter().zip([shown[0].0, shown[0].1, shown[1].0, shown[1].1]) {
                assert!((written - meant).abs() < 0.02, "{detail:?}: {written} {meant}");
            }
            let stands = |detail| {
                let paper = Paper::new(sheet, europe(), detail);
                let areas = areas::drawn(&paper);
                let furniture = frame::furnish(&paper, &areas, &mut room::Room::default());
                let cartouche = furniture.cartouche.expect("there is a title");
                let stands = [cartouche.low, cartouche.high, furniture.compass.expect("there is room")];
                stands.map(|(x, y)| (x * paper.km, y * paper.km))
            };
            for (a, b) in stands(detail).into_iter().zip(stands(Detail::Table)) {
                assert!(shape::distance(a, b) < 0.01, "{detail:?}: {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn pixels_show_what_is_drawn() {
    let sheet = whole_europe();
    let picture = png(&svg(&sheet, europe(), Detail::Overview), 500).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(picture)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.width, 500);
    let (west_north, east_south) = extent(&sheet);
    let at = |lon: f64, lat: f64| {
        let (x, y) = Conic::europe().forward(lon, lat);
        let column = (x - west_north.0) / (east_south.0 - west_north.0) * f64::from(info.width);
        let row = (y - west_north.1) / (east_south.1 - west_north.1) * f64::from(info.height);
        let start = (row as usize * info.width as usize + column as usize) * 4;
        pixels[start..start + 3].to_vec()
    };
    // The open sea is the sea's colour, a plain is lighter than it.
    assert_eq!(at(18.3, 35.2), [0xdf, 0xdc, 0xc6]);
    assert!(at(21.6, 46.9)[0] > 0xe4, "{:?}", at(21.6, 46.9));
}

#[test]
fn what_is_no_drawing_is_no_picture() {
    assert!(matches!(png("<svg", 100), Err(PngError::Drawing(_))));
    let text = svg(&bare(((0.0, 0.0), (100.0, 100.0))), europe(), Detail::Overview);
    assert!(matches!(png(&text, 0), Err(PngError::Size)));
}
