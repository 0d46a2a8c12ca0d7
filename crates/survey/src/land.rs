//! The land of 1805: what is not sea, cut to the bounds of the atlas. Lakes are not cut out yet.

use anyhow::Result;
use atlas::geography::BOUNDS;
use geo::{
    Area, BooleanOps, BoundingRect, Contains, Coord, Intersects, LineString, MultiPolygon, Orient, Polygon,
    Rect, orient::Direction,
};

use crate::packages::Source;
use crate::plane::Degrees;
use crate::shapefiles;
use crate::waters::Waters;

/// Continents and islands, each with the seas it surrounds.
pub struct Land {
    pub pieces: Vec<Polygon>,
}

impl Land {
    /// Whether a point lies on land or in a lake.
    pub fn contains(&self, (x, y): Degrees) -> bool {
        let point = Coord { x, y };
        let near = |piece: &&Polygon| piece.bounding_rect().is_some_and(|rect| rect.intersects(&point));
        self.pieces.iter().filter(near).any(|piece| piece.contains(&point))
    }
}

/// Cuts the seas of 1805 out of the land, and the land to the bounds.
pub fn build(source: &Source, waters: &Waters) -> Result<Land> {
    let frame = Rect::new(
        (f64::from(BOUNDS.west), f64::from(BOUNDS.south)),
        (f64::from(BOUNDS.east), f64::from(BOUNDS.north)),
    );
    let seas = MultiPolygon::new(waters.seas.iter().map(|sea| polygon(sea)).collect());
    let mut pieces: Vec<Polygon> = Vec::new();
    for source in shapefiles::polygons(&source.natural_earth("land"))? {
        // The rest are small islands that are among the land already.
        if shapefiles::text(&source.fields, "featurecla") != "Land" {
            continue;
        }
        let mut shells: Vec<Polygon> = source.outer.iter().map(|ring| polygon(ring)).collect();
        for hole in source.inner.iter().filter(|hole| !waters.fill(hole)) {
            let hole = polygon(hole);
            let around = shells.iter_mut().filter(|shell| shell.intersects(&hole));
            // The smallest islands of the source have rings without any area, which nothing surrounds.
            if let Some(around) = around.min_by(|a, b| a.unsigned_area().total_cmp(&b.unsigned_area())) {
                around.interiors_push(hole.exterior().clone());
            }
        }
        for shell in shells {
            pieces.extend(cut(shell, &frame, &seas));
        }
    }
    pieces.extend(waters.islands.iter().map(|island| polygon(island)));
    for piece in &mut pieces {
        *piece = piece.orient(Direction::Default);
    }
    pieces.sort_by(|a, b| b.unsigned_area().total_cmp(&a.unsigned_area()));
    Ok(Land { pieces })
}

/// What is left of a piece of land. Most of them are islands far from any change, and keep their points untouched.
fn cut(piece: Polygon, frame: &Rect, seas: &MultiPolygon) -> Vec<Polygon> {
    let Some(rect) = piece.bounding_rect() else { return Vec::new() };
    if !frame.intersects(&rect) {
        return Vec::new();
    }
    let mut left = MultiPolygon::new(vec![piece]);
    if !frame.contains(&rect) {
        left = left.intersection(&frame.to_polygon());
    }
    if seas.iter().any(|sea| sea.bounding_rect().is_some_and(|sea| sea.intersects(&rect))) {
        left = left.difference(seas);
    }
    left.0
}

fn polygon(ring: &[Degrees]) -> Polygon {
    Polygon::new(ring.iter().copied().collect::<LineString>(), Vec::new())
}
