//! From a sheet to a board: what any client needs to lay pieces on the map and to find what is pointed at.
//!
//! A board is measured in kilometres of the plane, from the north-western corner of the map.

mod areas;
mod cells;
mod outlines;

use engine::{Board, Level, Picture, Sign};

use crate::draw::{self, Detail, Ground, MapSheet};
use crate::survey::Point;

/// The side of a tile of the picture, in pixels.
pub const TILE: u16 = 512;

/// What a picture can be had in: as which detail it is drawn, and how many pixels a point has.
///
/// Half the pixels are for a picture that fits into one tile, twice as many for screens that have two to a point, and for
/// views between two details.
pub const LEVELS: [(Detail, f64); 8] = [
    (Detail::Overview, 0.48),
    (Detail::Overview, 1.0),
    (Detail::Overview, 2.0),
    (Detail::Table, 1.0),
    (Detail::Table, 2.0),
    (Detail::Close, 1.0),
    (Detail::Close, 2.0),
    (Detail::Close, 4.0),
];

/// The board of a sheet: one space for each of its cells if it has a grid, else for each of its areas.
pub fn board(sheet: &MapSheet) -> Board {
    let ((west, north), (east, south)) = sheet.corners;
    let (layout, spaces) = match &sheet.grid {
        Some(grid) => cells::spaces(sheet, grid),
        None => areas::spaces(sheet),
    };
    Board {
        title: sheet.title.clone().into(),
        width: (east - west) as f32,
        height: (south - north) as f32,
        layout,
        picture: Some(picture(sheet, 1.0)),
        legend: legend(sheet),
        spaces,
    }
}

/// The board of a game with the picture of its sheet below it.
pub fn with_picture(board: &Board, sheet: &MapSheet) -> Board {
    let ((west, _), (east, _)) = sheet.corners;
    let picture = picture(sheet, f64::from(board.width) / (east - west));
    Board { picture: Some(picture), legend: legend(sheet), ..board.clone() }
}

fn legend(sheet: &MapSheet) -> Vec<Sign> {
    let entries = draw::legend(sheet).into_iter();
    entries.map(|entry| Sign { words: entry.words.into(), drawing: entry.drawing }).collect()
}

/// Where a point of the plane lies on the board, to a tenth of a kilometre.
fn place(sheet: &MapSheet, (x, y): Point) -> (f32, f32) {
    let (west, north) = sheet.corners.0;
    let short = |value: f64| ((value * 10.0).round() / 10.0) as f32;
    (short(x - west), short(y - north))
}

/// The ground as clients know it, and a letter.
fn ground(is_water: bool, ground: Ground) -> (engine::Ground, char) {
    match ground {
        _ if is_water => (engine::Ground::Sea, '~'),
        Ground::Clear => (engine::Ground::Clear, '.'),
        Ground::Forest => (engine::Ground::Forest, '%'),
        Ground::Marsh => (engine::Ground::Marsh, '"'),
        Ground::Mountain => (engine::Ground::Mountain, '^'),
        Ground::Pass => (engine::Ground::Pass, '='),
        Ground::Hill => (engine::Ground::Hill, 'n'),
        Ground::Desert => (engine::Ground::Desert, ':'),
    }
}

/// What the picture of a sheet shows on a board with so many units to a kilometre, and in which levels it can be had.
fn picture(sheet: &MapSheet, unit: f64) -> Picture {
    let (low, high) = draw::extent(sheet);
    let (width, height) = (high.0 - low.0, high.1 - low.1);
    let ((west, north), (east, south)) = sheet.corners;
    let longer = (east - west).max(south - north);
    let levels = LEVELS.map(|(detail, density)| {
        let points = detail.points() / longer;
        let pixels = |km: f64| (km * points * density).round() as u32;
        Level { points: (width * points).round() as u32, width: pixels(width), height: pixels(height) }
    });
    Picture {
        version: version(sheet),
        left: ((low.0 - west) * unit) as f32,
        top: ((low.1 - north) * unit) as f32,
        width: (width * unit) as f32,
        height: (height * unit) as f32,
        tile: TILE,
        levels: levels.to_vec(),
    }
}

/// A fingerprint of all that a picture is drawn from: the sheet, and the drawing itself.
fn version(sheet: &MapSheet) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(env!("ATLAS_EDITION").as_bytes());
    hasher.update(format!("{sheet:?}").as_bytes());
    hasher.finalize().to_hex()[..16].to_owned()
}

#[cfg(test)]
mod tests;
