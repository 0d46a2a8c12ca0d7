//! What is to be drawn, as plain data that a game can build.

use std::fmt;
use std::sync::Arc;

use super::grid::{Grid, SideKind, TownPart};
use super::hatch::Hatch;
use super::label::Voice;
use crate::projection::Projection;
use crate::survey::Point;

/// A sheet: a part of the plane with what a game has put on it. Points are kilometres of the plane, east and south.
#[derive(Clone, Debug)]
pub struct MapSheet {
    /// What stands in the cartouche; none if empty.
    pub title: String,
    /// What lies below everything.
    pub earth: Earth,
    /// The corners in the north-west and the south-east.
    pub corners: (Point, Point),
    /// Those who own land.
    pub realms: Vec<Realm>,
    /// Pieces of land and sea.
    pub areas: Vec<Area>,
    /// What lies between them.
    pub borders: Vec<Border>,
    /// Towns, fortresses, harbours.
    pub marks: Vec<Mark>,
    /// The hexes or squares, if it is a map of them.
    pub grid: Option<Grid>,
    /// Names written along lines: of ranges, say, where the geography has none.
    pub inscriptions: Vec<Inscription>,
    /// How much larger the names beside marks are than on a crowded map.
    pub lettering: f64,
    /// What is counted along the frame.
    pub rulers: Rulers,
    /// What the game says of its signs in the legend, where that is more than what they are called.
    pub words: Vec<(Sign, String)>,
}

/// A name along a line.
#[derive(Clone, PartialEq, Debug)]
pub struct Inscription {
    /// What it says.
    pub text: String,
    /// What it names.
    pub voice: Voice,
    /// The line, from left to right.
    pub course: Vec<Point>,
}

/// What is counted along the frame, each with its place in kilometres.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rulers {
    /// Along the top and the bottom, by how far to the east.
    pub columns: Vec<(f64, String)>,
    /// Along the sides, by how far to the south.
    pub rows: Vec<(f64, String)>,
}

/// Something that the legend explains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// A border.
    Border(BorderKind),
    /// The ground of an area.
    Ground(Ground),
    /// A mark.
    Mark(MarkKind),
    /// An owner, by its number.
    Realm(usize),
    /// A river along the sides of cells.
    River,
    /// What else lies between two cells.
    Side(SideKind),
    /// A line with a name along the sides of cells.
    Line,
    /// A part of the sign of a town in its cell.
    Town(TownPart),
    /// A box at sea.
    SeaBox,
}

impl MapSheet {
    /// A sheet with nothing on it yet.
    pub fn bare(title: &str, earth: Earth, corners: (Point, Point)) -> MapSheet {
        MapSheet {
            title: title.to_owned(),
            earth,
            corners,
            realms: Vec::new(),
            areas: Vec::new(),
            borders: Vec::new(),
            marks: Vec::new(),
            grid: None,
            inscriptions: Vec::new(),
            lettering: 1.0,
            rulers: Rulers::default(),
            words: Vec::new(),
        }
    }
}

/// What lies below everything.
#[derive(Clone, Debug)]
pub enum Earth {
    /// The globe, and how it is laid on the plane.
    Globe(Arc<dyn Projection>),
    /// Land that was made up: its shores, islands and lakes among them. It has no relief, no rivers and no degrees.
    Shores(Vec<Vec<Point>>),
}

/// A piece of land or sea.
#[derive(Clone, PartialEq, Debug)]
pub struct Area {
    /// What it is called.
    pub name: String,
    /// Whether it is a piece of sea.
    pub is_sea: bool,
    /// Its outlines, islands and holes among them; the last point of a ring joins the first.
    pub rings: Vec<Vec<Point>>,
    /// A point inside, far from its borders.
    pub anchor: Point,
    /// What its ground is like.
    pub ground: Ground,
    /// The number of its owner.
    pub realm: Option<usize>,
}

/// An owner of land, known by a colour and, without it, by a hatching.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Realm {
    /// What it is called.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// Its hatching.
    pub hatch: Hatch,
}

/// Red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

impl fmt::Display for Colour {
    /// As it is written in a drawing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// What the ground of an area or a cell is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ground {
    /// Open country, or water.
    #[default]
    Clear,
    /// Woods.
    Forest,
    /// Marshes.
    Marsh,
    /// Mountains.
    Mountain,
    /// A way through mountains.
    Pass,
    /// Hills and other rough ground.
    Hill,
    /// Desert.
    Desert,
}

/// What lies between two areas.
#[derive(Clone, PartialEq, Debug)]
pub struct Border {
    /// How it is drawn.
    pub kind: BorderKind,
    /// Where it runs; over a strait, from shore to shore.
    pub line: Vec<Point>,
}

/// How a border is crossed, and so drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BorderKind {
    /// Over open country.
    Clear,
    /// Through woods.
    Forest,
    /// Over a river.
    River,
    /// Over a river that freezes.
    RiverFrozen,
    /// Over mountains.
    Mountain,
    /// Through a marsh.
    Marsh,
    /// Over narrow water: an arrow from shore to shore.
    Strait,
    /// By one road.
    Narrow,
    /// Over a lake.
    Lake,
    /// From land to sea; the shore itself is drawn anyway.
    Coast,
    /// From sea to sea.
    Sea,
}

/// A sign at a point.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    /// What it is.
    pub kind: MarkKind,
    /// Where it stands.
    pub at: Point,
    /// What is written beside it; nothing if empty.
    pub label: String,
    /// What it is worth, or how strong it is.
    pub value: u8,
    /// The number of the area it belongs to; without one, that in which it lies.
    pub area: Option<usize>,
}

/// What a mark is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MarkKind {
    /// The seat of a government.
    Capital,
    /// A town; the more it is worth, the more towers it has.
    City,
    /// A star fort.
    Fortress,
    /// An anchor: a naval base.
    Base,
    /// A star, with its value beside it.
    Star,
    /// A town as a disc of a colour, with the arm that it raises.
    Town(Colour, Option<Arm>),
    /// Where a piece of an arm begins, pale on the ground.
    Start(Arm),
}

/// An arm of the service.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arm {
    /// Foot.
    Infantry,
    /// Horse.
    Cavalry,
    /// He who commands.
    General,
}
