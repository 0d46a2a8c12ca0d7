//! Boards of hexes and squares.

use engine::{Layout, Mark, Pointing, Space, Text};

use super::{ground, place};
use crate::draw::{Cell, Grid, MapSheet, Port, Seat, Shape, Shore, Site, Star};

/// One space for each cell, with the towns in it.
pub(super) fn spaces(sheet: &MapSheet, grid: &Grid) -> (Layout, Vec<Space>) {
    let mut spaces: Vec<Space> = grid.cells.iter().map(|cell| space(sheet, grid, cell)).collect();
    for site in &grid.sites {
        if let Some(space) = spaces.get_mut(site.cell) {
            put(space, site);
        }
    }
    let ((west, north), (east, south)) = sheet.corners;
    let count = |length: f64| (length / grid.pitch).round() as u16;
    let pitch = grid.pitch as f32;
    let layout = match grid.shape {
        Shape::FlatHex => Layout::Hexes { pointing: Pointing::Sideways, pitch },
        Shape::PointedHex => Layout::Hexes { pointing: Pointing::Up, pitch },
        Shape::Square => Layout::Squares { columns: count(east - west), rows: count(south - north) },
    };
    (layout, spaces)
}

fn space(sheet: &MapSheet, grid: &Grid, cell: &Cell) -> Space {
    let (ground, letter) = ground(cell.shore == Shore::Water, cell.ground);
    let zone = cell.zone.and_then(|zone| grid.zones.get(zone));
    let mut notes: Vec<Text> = zone.map(|zone| zone.name.clone().into()).into_iter().collect();
    if !cell.in_play {
        notes.push("out of play".into());
    }
    Space {
        name: cell.name.clone(),
        centre: place(sheet, cell.centre),
        rings: Vec::new(),
        touches: Vec::new(),
        ground,
        tint: None,
        letter,
        land: cell.realm.and_then(|realm| sheet.realms.get(realm)).map(|realm| realm.name.clone().into()),
        symbol: None,
        mark: None,
        notes,
    }
}

/// Puts a town on its space: the first gives it its name, of the others there is a note.
fn put(space: &mut Space, site: &Site) {
    let (sign, letter) = match site {
        Site { seat: Some(Seat::Realm), .. } => (engine::Site::Capital, '*'),
        Site { worth: 1.., .. } | Site { seat: Some(Seat::Province), .. } => (engine::Site::City, 'o'),
        Site { fort: 1.., .. } => (engine::Site::Fortress, '#'),
        Site { port: Some(_), .. } => (engine::Site::Port, 'b'),
        _ => (engine::Site::Town, ','),
    };
    match &space.mark {
        None => space.mark = Some(Mark { site: sign, letter, label: Some(site.name.clone().into()) }),
        Some(_) => space.notes.push(format!("{} {}", sign.title().to_lowercase(), site.name).into()),
    }
    let words = [
        (site.seat == Some(Seat::Province)).then(|| "capital of its province".into()),
        (site.worth > 0).then(|| format!("worth {}", site.worth).into()),
        (site.fort > 0).then(|| format!("fortress of level {}", site.fort).into()),
        site.port.map(|port| match port {
            Port::Major => "port for fleets".into(),
            Port::Minor => "minor port".into(),
        }),
        site.star.map(|star| match star {
            Star::Key => "key to its country".into(),
            Star::Victory => "counts for victory".into(),
        }),
    ];
    space.notes.extend(words.into_iter().flatten());
}
