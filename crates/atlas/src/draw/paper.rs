//! The paper a sheet is drawn on: how large, and what of the geography is on it.

use super::cells::{self, Cells};
use super::grid::Shore;
use super::lattice::Lattice;
use super::shape::{Fence, Rect, cut, inside, pieces, thin, thin_ring, turn, turned};
use super::{Detail, Earth, MapSheet};
use crate::geography::{self, Geography, Level, River};
use crate::projection::Projection;
use crate::survey::Point;

/// A sheet of paper. Its points are those of the picture: the map's north-west corner is the origin.
pub(super) struct Paper<'a> {
    pub(super) sheet: &'a MapSheet,
    pub(super) geography: &'a Geography,
    pub(super) detail: Detail,
    /// Whether it is lit by a lamp.
    pub(super) by_night: bool,
    /// Kilometres to a point.
    pub(super) km: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    /// The globe under it; none if the land is made up.
    pub(super) globe: Option<Lattice>,
    /// The cells on it, if it is a map of cells.
    pub(super) cells: Option<Cells<'a>>,
    /// The shores that are seen, clockwise, and of lakes the other way.
    pub(super) shores: Vec<Vec<Point>>,
    /// Lakes that are drawn over the land.
    pub(super) lakes: Vec<Vec<Point>>,
    /// The rivers that are seen, from source to mouth.
    pub(super) courses: Vec<(&'a River, Vec<Point>)>,
}

/// Lines may stray by so many points.
const STRAY: f64 = 0.35;

/// How far beyond the edge things are drawn, so that their ends do not show.
const BEYOND: f64 = 30.0;

impl<'a> Paper<'a> {
    pub(super) fn new(sheet: &'a MapSheet, geography: &'a Geography, detail: Detail) -> Paper<'a> {
        let ((west, north), (east, south)) = sheet.corners;
        let (across, down) = ((east - west).max(1.0), (south - north).max(1.0));
        let km = across.max(down) / detail.points();
        let (width, height) = (across / km, down / km);
        let mut paper = Paper {
            sheet,
            geography,
            detail,
            by_night: false,
            km,
            width,
            height,
            globe: None,
            cells: None,
            shores: Vec::new(),
            lakes: Vec::new(),
            courses: Vec::new(),
        };
        let level = match detail {
            Detail::Overview => &geography.coarse,
            Detail::Table | Detail::Close => &geography.fine,
        };
        match &sheet.earth {
            Earth::Globe(projection) => {
                let plane = |(x, y): Point| (west + x * km, north + y * km);
                paper.globe = Some(Lattice::new(projection, paper.frame().grown(BEYOND), plane));
                paper.shores = paper.shores_of(level, &**projection);
                // On a map of cells rivers run along the sides of cells.
                if sheet.grid.is_none() {
                    paper.courses = paper.courses_of(level, &**projection);
                }
            }
            Earth::Shores(rings) => {
                let ring =
                    |ring: &Vec<Point>| paper.ring(ring.iter().map(|&point| paper.at(point)).collect());
                let drawn: Vec<Vec<Point>> = rings.iter().filter_map(ring).collect();
                let is_lake = |number: usize| {
                    let others = drawn.iter().enumerate().filter(|(other, _)| *other != number);
                    others.filter(|(_, ring)| inside(std::slice::from_ref(ring), drawn[number][0])).count()
                        % 2
                        == 1
                };
                let turned = |(number, ring): (usize, &Vec<Point>)| turned(ring.clone(), !is_lake(number));
                paper.shores = drawn.iter().enumerate().map(turned).collect();
            }
        }
        if let Some(grid) = &sheet.grid {
            let cells = Cells::new(grid, |point| paper.at(point), km);
            paper.settle(cells);
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
        Some(self.at(at.on(&*globe.projection)))
    }

    /// Whether a point of the paper is on land.
    pub(super) fn is_land(&self, at: Point) -> bool {
        let cell = self.cells.as_ref().and_then(|cells| Some(cells.grid.cells[cells.cell_at(at)?].shore));
        match &self.globe {
            _ if cell == Some(Shore::Water) => false,
            _ if cell == Some(Shore::Inland) => true,
            Some(globe) => {
                let (lon, lat) = globe.lon_lat(at);
                self.geography.is_land(lon, lat)
            }
            None => inside(&self.shores, at),
        }
    }

    /// Lets the shores agree with the cells.
    fn settle(&mut self, cells: Cells<'a>) {
        let nature = Fence::new(&self.shores);
        let is_made_up = self.globe.is_none();
        let (at, is_land) = (|point| self.at(point), |point| nature.contains(point));
        let shores = cells::shores(&cells, is_made_up, &self.shores, at, is_land);
        // What is smaller than a cell is no water of the game, but still a lake.
        let small = |ring: &&Vec<Point>| (-0.9 * cells.pitch * cells.pitch..-4.0).contains(&turn(ring));
        self.lakes = self.shores.iter().filter(small).cloned().collect();
        // Crumbs of land and water that cutting has left are no islands and no ponds.
        let cell = cells.pitch * cells.pitch;
        let whole = shores.iter().filter(|ring| !(-0.075 * cell..0.02 * cell).contains(&turn(ring)));
        self.shores = whole.filter_map(|ring| thin_ring(ring, STRAY)).collect();
        self.cells = Some(cells);
    }

    pub(super) fn frame(&self) -> Rect {
        Rect { low: (0.0, 0.0), high: (self.width, self.height) }
    }

    /// Land that the bounds cut goes on beyond them.
    fn shores_of(&self, level: &Level, projection: &dyn Projection) -> Vec<Vec<Point>> {
        let on_paper =
            |point: geography::Point| self.at(projection.forward(point.lon.into(), point.lat.into()));
        let rings = level.lands.iter().flat_map(|land| {
            let holes = land.holes.iter().map(|hole| (hole, false));
            std::iter::once((&land.outline, true)).chain(holes)
        });
        let seen = |(ring, clockwise): (&Vec<geography::Point>, bool)| {
            let ring = self.ring(ring.iter().map(|&point| on_paper(beyond(point))).collect())?;
            Some(turned(ring, clockwise))
        };
        rings.filter_map(seen).collect()
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
