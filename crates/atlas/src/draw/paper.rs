//! The paper a sheet is drawn on: how large, and what of the geography is on it.

use super::shape::{Rect, cut, pieces, thin, thin_ring};
use super::{Detail, Sheet};
use crate::geography::{self, Geography, Level};
use crate::survey::Point;

/// A sheet of paper. Its points are those of the picture: the map's north-west corner is the origin.
pub(super) struct Paper<'a> {
    pub(super) sheet: &'a Sheet,
    pub(super) geography: &'a Geography,
    pub(super) detail: Detail,
    /// Kilometres to a point.
    pub(super) km: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Lines may stray by so many points.
const STRAY: f64 = 0.35;

/// How far beyond the edge things are drawn, so that their ends do not show.
const BEYOND: f64 = 30.0;

impl<'a> Paper<'a> {
    pub(super) fn new(sheet: &'a Sheet, geography: &'a Geography, detail: Detail) -> Paper<'a> {
        let ((west, north), (east, south)) = sheet.corners;
        let (across, down) = ((east - west).max(1.0), (south - north).max(1.0));
        let km = across.max(down) / detail.points();
        Paper { sheet, geography, detail, km, width: across / km, height: down / km }
    }

    /// From kilometres of the plane to points of the paper.
    pub(super) fn at(&self, (x, y): Point) -> Point {
        let (west, north) = self.sheet.corners.0;
        ((x - west) / self.km, (y - north) / self.km)
    }

    pub(super) fn globe(&self, at: geography::Point) -> Point {
        self.at(self.sheet.conic.forward(at.lon.into(), at.lat.into()))
    }

    /// Longitude and latitude of a point of the paper.
    pub(super) fn lon_lat(&self, (x, y): Point) -> Point {
        let (west, north) = self.sheet.corners.0;
        self.sheet.conic.inverse(west + x * self.km, north + y * self.km)
    }

    pub(super) fn frame(&self) -> Rect {
        Rect { low: (0.0, 0.0), high: (self.width, self.height) }
    }

    pub(super) fn level(&self) -> &'a Level {
        match self.detail {
            Detail::Overview => &self.geography.coarse,
            Detail::Table | Detail::Close => &self.geography.fine,
        }
    }

    /// A ring of the globe as it is seen on the paper. Land that the bounds cut goes on beyond them.
    pub(super) fn shore(&self, ring: &[geography::Point]) -> Option<Vec<Point>> {
        self.ring(ring.iter().map(|&point| self.globe(beyond(point))).collect())
    }

    /// A ring of the paper as it is seen.
    pub(super) fn ring(&self, ring: Vec<Point>) -> Option<Vec<Point>> {
        if !Rect::of(&ring).overlaps(&self.frame().grown(BEYOND)) {
            return None;
        }
        thin_ring(&cut(&ring, self.frame().grown(BEYOND)), STRAY)
    }

    /// A line of the paper as it is seen.
    pub(super) fn line(&self, line: &[Point]) -> Vec<Vec<Point>> {
        pieces(line, self.frame().grown(BEYOND)).iter().map(|piece| thin(piece, STRAY)).collect()
    }
}

/// How many degrees land goes on where the geography ends.
const ON: f32 = 12.0;

fn beyond(point: geography::Point) -> geography::Point {
    let push = |at: f32, low: f32, high: f32| match at {
        at if at <= low => at - ON,
        at if at >= high => at + ON,
        at => at,
    };
    let bounds = geography::BOUNDS;
    geography::Point {
        lon: push(point.lon, bounds.west, bounds.east),
        lat: push(point.lat, bounds.south, bounds.north),
    }
}
