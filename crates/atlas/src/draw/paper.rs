//! The paper a sheet is drawn on: how large, and what of the geography is on it.

use super::lattice::Lattice;
use super::shape::{Rect, cut, inside, pieces, thin, thin_ring};
use super::{Detail, Earth, Sheet};
use crate::geography::{self, Geography, Level, River};
use crate::projection::Projection;
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
    /// The globe under it; none if the land is made up.
    pub(super) globe: Option<Lattice>,
    /// The shores that are seen, of lakes too.
    pub(super) shores: Vec<Vec<Point>>,
    /// The rivers that are seen, from source to mouth.
    pub(super) courses: Vec<(&'a River, Vec<Point>)>,
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
        let (width, height) = (across / km, down / km);
        let (globe, shores, courses) = (None, Vec::new(), Vec::new());
        let mut paper = Paper { sheet, geography, detail, km, width, height, globe, shores, courses };
        let level = match detail {
            Detail::Overview => &geography.coarse,
            Detail::Table | Detail::Close => &geography.fine,
        };
        match &sheet.earth {
            Earth::Globe(projection) => {
                let plane = |(x, y): Point| (west + x * km, north + y * km);
                paper.globe = Some(Lattice::new(projection, paper.frame().grown(BEYOND), plane));
                paper.shores = paper.shores_of(level, &**projection);
                paper.courses = paper.courses_of(level, &**projection);
            }
            Earth::Shores(rings) => {
                let ring =
                    |ring: &Vec<Point>| paper.ring(ring.iter().map(|&point| paper.at(point)).collect());
                paper.shores = rings.iter().filter_map(ring).collect();
            }
        }
        paper
    }

    /// From kilometres of the plane to points of the paper.
    pub(super) fn at(&self, (x, y): Point) -> Point {
        let (west, north) = self.sheet.corners.0;
        ((x - west) / self.km, (y - north) / self.km)
    }

    /// Where a place of the globe lies, if it is the globe that lies under the paper.
    pub(super) fn place(&self, at: geography::Point) -> Option<Point> {
        let globe = self.globe.as_ref()?;
        Some(self.at(globe.projection.forward(at.lon.into(), at.lat.into())))
    }

    /// Whether a point of the paper is on land.
    pub(super) fn is_land(&self, at: Point) -> bool {
        match &self.globe {
            Some(globe) => {
                let (lon, lat) = globe.lon_lat(at);
                self.geography.is_land(lon, lat)
            }
            None => inside(&self.shores, at),
        }
    }

    pub(super) fn frame(&self) -> Rect {
        Rect { low: (0.0, 0.0), high: (self.width, self.height) }
    }

    /// Land that the bounds cut goes on beyond them.
    fn shores_of(&self, level: &Level, projection: &dyn Projection) -> Vec<Vec<Point>> {
        let on_paper =
            |point: geography::Point| self.at(projection.forward(point.lon.into(), point.lat.into()));
        let rings = level.lands.iter().flat_map(|land| std::iter::once(&land.outline).chain(&land.holes));
        rings
            .filter_map(|ring| self.ring(ring.iter().map(|&point| on_paper(beyond(point))).collect()))
            .collect()
    }

    fn courses_of(&self, level: &'a Level, projection: &dyn Projection) -> Vec<(&'a River, Vec<Point>)> {
        let seen = self.frame().grown(BEYOND);
        let on_paper =
            |point: geography::Point| self.at(projection.forward(point.lon.into(), point.lat.into()));
        let course = |river: &'a River| {
            let course: Vec<Point> = river.points.iter().map(|&point| on_paper(point)).collect();
            Rect::of(&course).overlaps(&seen).then(|| (river, thin(&course, STRAY)))
        };
        level.rivers.iter().filter_map(course).collect()
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
