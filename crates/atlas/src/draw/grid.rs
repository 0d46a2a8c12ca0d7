//! Maps of hexes or squares, as plain data that a game can build.

use super::sheet::Ground;
use crate::survey::Point;

/// A map of cells. Everything that has a number is known by its place in its list.
#[derive(Clone, PartialEq, Debug)]
pub struct Grid {
    /// What its cells look like.
    pub shape: Shape,
    /// From the middle of a cell to that of the next one over a side, in kilometres.
    pub pitch: f64,
    /// The cells.
    pub cells: Vec<Cell>,
    /// Provinces and sea zones.
    pub zones: Vec<Zone>,
    /// Rivers along sides.
    pub rivers: Vec<Stream>,
    /// What else lies between two cells.
    pub sides: Vec<Side>,
    /// Lines with a name that run along sides.
    pub lines: Vec<Line>,
    /// Towns with what they have.
    pub sites: Vec<Site>,
    /// Boxes for ships.
    pub boxes: Vec<SeaBox>,
}

/// What a cell looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A hex with a flat top.
    FlatHex,
    /// A hex with a pointed top.
    PointedHex,
    /// A square.
    Square,
}

/// A hex or a square.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// Its number or name, as it is printed in it.
    pub name: String,
    /// Its middle.
    pub centre: Point,
    /// What its ground is like.
    pub ground: Ground,
    /// Whether it is land, water or both.
    pub shore: Shore,
    /// The number of its owner among the realms of the sheet.
    pub realm: Option<usize>,
    /// The number of its province or sea zone.
    pub zone: Option<usize>,
    /// Whether pieces can be there; if not, it is drawn without its outline.
    pub in_play: bool,
}

/// Whether a cell is land, water or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shore {
    /// Land all over, but for small lakes.
    Inland,
    /// Land with a shore.
    Coast,
    /// Sea, or a lake.
    Water,
}

/// A province or a sea zone.
#[derive(Clone, PartialEq, Debug)]
pub struct Zone {
    /// What it is called.
    pub name: String,
    /// Whether it is sea.
    pub is_sea: bool,
}

/// A river along sides.
#[derive(Clone, PartialEq, Debug)]
pub struct Stream {
    /// What it is called.
    pub name: String,
    /// 1 for a great river, 2 for a large one, 3 for a lesser one.
    pub rank: u8,
    /// The sides it runs along, from source to mouth, each by its ends.
    pub sides: Vec<[Point; 2]>,
}

/// A side with something in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Side {
    /// Its ends.
    pub ends: [Point; 2],
    /// What lies there.
    pub kind: SideKind,
}

/// What lies between two cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SideKind {
    /// Mountains.
    Mountain,
    /// Water that nobody crosses.
    Water,
    /// Narrow water that can be crossed: an arrow.
    Strait,
}

/// A line with a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// What it is called.
    pub name: String,
    /// The sides it runs along, in any order, each by its ends.
    pub sides: Vec<[Point; 2]>,
}

/// A town, with what it has.
#[derive(Clone, PartialEq, Debug)]
pub struct Site {
    /// What it is called.
    pub name: String,
    /// The number of its cell.
    pub cell: usize,
    /// What it is the capital of.
    pub seat: Option<Seat>,
    /// What it is worth; an open place is worth nothing.
    pub worth: u8,
    /// The level of its works; 0 if it has none.
    pub fort: u8,
    /// Its harbour.
    pub port: Option<Port>,
    /// The star in its cell.
    pub star: Option<Star>,
}

/// What the sign of a town is put together from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TownPart {
    /// It is the capital of something.
    Seat(Seat),
    /// It is worth something.
    Worth,
    /// It is but a place.
    Place,
    /// It has works.
    Fort,
    /// It has a harbour.
    Port(Port),
    /// It has a star.
    Star(Star),
}

impl Site {
    /// Whether its sign has this part.
    pub fn has(&self, part: TownPart) -> bool {
        match part {
            TownPart::Seat(seat) => self.seat == Some(seat),
            TownPart::Worth => self.worth > 0,
            TownPart::Place => self.worth == 0 && self.seat.is_none() && self.fort == 0,
            TownPart::Fort => self.fort > 0,
            TownPart::Port(port) => self.port == Some(port),
            TownPart::Star(star) => self.star == Some(star),
        }
    }
}

/// What a town is the capital of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// A realm.
    Realm,
    /// A province.
    Province,
}

/// A harbour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Port {
    /// For trade and landings.
    Minor,
    /// For fleets: an anchor.
    Major,
}

/// A star, by what it stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Star {
    /// Red: a key to the country.
    Key,
    /// Gold: it counts for victory.
    Victory,
}

/// A box at sea.
#[derive(Clone, PartialEq, Debug)]
pub struct SeaBox {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub at: Point,
    /// Whether it can freeze.
    pub freezes: bool,
    /// The numbers of the boxes to which lanes lead.
    pub lanes: Vec<usize>,
    /// The numbers of the sites to which lanes lead.
    pub ports: Vec<usize>,
}
