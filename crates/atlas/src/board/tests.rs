//! Boards of small sheets.

use std::sync::Arc;

use engine::{Layout, Pointing};

use super::*;
use crate::draw::{
    Area, Border, BorderKind, Cell, Colour, Earth, Grid, Hatch, Mark, MarkKind, Port, Realm, Seat, Shape,
    Shore, Site, Zone,
};
use crate::projection::Conic;

fn bare(corners: (Point, Point)) -> MapSheet {
    let mut sheet = MapSheet::bare("Trial", Earth::Globe(Arc::new(Conic::europe())), corners);
    sheet.realms = vec![Realm { name: "Baden".to_owned(), colour: Colour(200, 180, 90), hatch: Hatch::Or }];
    sheet
}

fn area(name: &str, is_sea: bool, (x, y): Point, (width, height): Point) -> Area {
    Area {
        name: name.to_owned(),
        is_sea,
        rings: vec![vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)]],
        anchor: (x + width / 2.0, y + height / 2.0),
        ground: Ground::Clear,
        realm: (!is_sea).then_some(0),
    }
}

/// Two lands with a sea between them, over which there is a strait.
fn lands() -> MapSheet {
    let mut sheet = bare(((-100.0, -50.0), (200.0, 50.0)));
    sheet.areas = vec![
        area("West", false, (-100.0, -50.0), (100.0, 100.0)),
        area("Channel", true, (0.0, -50.0), (100.0, 100.0)),
        area("East", false, (100.0, -50.0), (100.0, 100.0)),
    ];
    let mark = |kind, at, label: &str, value| Mark {
        kind,
        at,
        label: label.to_owned(),
        value,
        // An anchor lies on the water.
        area: (kind == MarkKind::Base).then_some(0),
    };
    sheet.marks = vec![
        mark(MarkKind::City, (-50.0, 10.0), "Paris", 3),
        mark(MarkKind::Base, (10.0, 10.0), "", 0),
        mark(MarkKind::Fortress, (150.0, 0.0), "Ulm", 2),
    ];
    sheet
}

#[test]
fn an_area_is_a_space_with_what_is_on_it_and_beside_it() {
    let board = board(&lands());
    assert_eq!((board.width, board.height, board.layout), (300.0, 100.0, Layout::Areas));
    let [west, channel, east] = &board.spaces[..] else { panic!("{:?}", board.spaces) };
    assert_eq!((west.centre, west.rings[0].len(), west.ground), ((50.0, 50.0), 4, engine::Ground::Clear));
    assert!(west.rings[0].contains(&(0.0, 0.0)), "{:?}", west.rings);
    assert_eq!((channel.ground, &channel.land, &channel.mark), (engine::Ground::Sea, &None, &None));
    assert_eq!(west.land.as_deref(), Some("Baden"));
    let mark = west.mark.as_ref().unwrap();
    assert_eq!((mark.site, mark.label.as_deref()), (engine::Site::City, None));
    assert_eq!(west.notes, ["city Paris worth 3", "naval base"]);
    assert_eq!(east.notes, ["fortress Ulm of strength 2"]);
    assert_eq!([&west.touches, &channel.touches, &east.touches], [&vec![1], &vec![0, 2], &vec![1]]);
}

#[test]
fn a_strait_is_a_way_as_well() {
    let mut sheet = lands();
    sheet.borders = vec![Border { kind: BorderKind::Strait, line: vec![(0.0, -50.0), (100.0, -50.0)] }];
    assert_eq!(board(&sheet).spaces[0].touches, [1, 2]);
}

#[test]
fn the_picture_shows_the_board_and_its_frame() {
    let picture = board(&lands()).picture.unwrap();
    assert!(picture.left < 0.0 && picture.top < 0.0);
    assert!((picture.width + 2.0 * picture.left - 300.0).abs() < 0.01, "{picture:?}");
    assert!((picture.height + 2.0 * picture.top - 100.0).abs() < 0.01, "{picture:?}");
    assert!(picture.levels.is_sorted_by_key(|level| level.points));
    // The smallest is a single tile.
    assert!(picture.levels[0].width <= u32::from(TILE) && picture.levels[0].height <= u32::from(TILE));
    for level in &picture.levels {
        let ratio = level.width as f32 / level.height as f32;
        assert!((ratio / (picture.width / picture.height) - 1.0).abs() < 0.01, "{level:?}");
    }
}

#[test]
fn every_other_picture_has_another_version() {
    let version = |sheet: &MapSheet| picture(sheet, 1.0).version;
    let (sheet, mut other) = (lands(), lands());
    assert_eq!(version(&sheet), version(&lands()));
    other.marks[0].value = 4;
    assert_ne!(version(&sheet), version(&other));
}

#[test]
fn a_game_measures_its_board_as_it_likes() {
    let sheet = lands();
    let mut own = board(&sheet);
    (own.width, own.height, own.picture) = (3.0, 1.0, None);
    let (laid, plain) = (with_picture(&own, &sheet).picture.unwrap(), picture(&sheet, 1.0));
    assert!((laid.width * 100.0 - plain.width).abs() < 0.01 && (laid.left * 100.0 - plain.left).abs() < 0.01);
    assert_eq!((laid.levels, laid.version), (plain.levels, plain.version));
}

#[test]
fn a_cell_is_a_space_without_an_outline() {
    let mut sheet = bare(((0.0, 0.0), (150.0, 100.0)));
    let cell = |name: &str, x: f64, shore, in_play| Cell {
        name: name.to_owned(),
        centre: (x, 50.0),
        ground: Ground::Hill,
        shore,
        realm: Some(0),
        zone: Some(0),
        in_play,
    };
    let site = Site {
        name: "Breisach".to_owned(),
        cell: 1,
        seat: Some(Seat::Province),
        worth: 2,
        fort: 1,
        port: Some(Port::Minor),
        star: None,
    };
    sheet.grid = Some(Grid {
        shape: Shape::PointedHex,
        pitch: 45.0,
        cells: vec![
            cell("0101", 30.0, Shore::Inland, true),
            cell("0201", 75.0, Shore::Coast, true),
            cell("0301", 120.0, Shore::Water, false),
        ],
        zones: vec![Zone { name: "Breisgau".to_owned(), is_sea: false }],
        rivers: vec![],
        sides: vec![],
        lines: vec![],
        sites: vec![site],
        boxes: vec![],
    });
    let board = board(&sheet);
    assert_eq!(board.layout, Layout::Hexes { pointing: Pointing::Up, pitch: 45.0 });
    assert!(board.spaces.iter().all(|space| space.rings.is_empty() && space.touches.is_empty()));
    assert_eq!(board.spaces[0].ground, engine::Ground::Hill);
    assert_eq!(
        (board.spaces[2].ground, &board.spaces[2].notes[..]),
        (engine::Ground::Sea, &["Breisgau".into(), "out of play".into()][..])
    );
    let town = &board.spaces[1];
    let mark = town.mark.as_ref().unwrap();
    assert_eq!(
        (mark.site, mark.label.as_deref(), town.land.as_deref()),
        (engine::Site::City, Some("Breisach"), Some("Baden"))
    );
    assert_eq!(
        town.notes,
        ["Breisgau", "capital of its province", "worth 2", "fortress of level 1", "minor port"]
    );
    // The outline follows from the middle: neighbours have two corners in common.
    let corners = |space: usize| board.rings(space).remove(0);
    let near = |a: &(f32, f32), b: &(f32, f32)| (a.0 - b.0).hypot(a.1 - b.1) < 0.01;
    let shared = corners(0).iter().filter(|a| corners(1).iter().any(|b| near(a, b))).count();
    assert_eq!((corners(0).len(), shared), (6, 2));
}
