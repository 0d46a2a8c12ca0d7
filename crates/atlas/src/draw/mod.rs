//! Drawing: from a sheet to a picture in the manner of a copper-engraved map of 1805.
//!
//! [`svg`] is a pure function: the same sheet gives the same text, byte for byte. Letters are outlines, so that the
//! picture looks the same wherever it is shown. [`png`] turns that text into pixels.

mod areas;
mod borders;
mod cells;
mod engraving;
mod frame;
mod grid;
mod hatch;
mod label;
mod labels;
mod lattice;
mod legend;
mod lettering;
mod paper;
mod pen;
mod plate;
mod realms;
mod relief;
mod room;
mod shape;
mod sheet;
mod signs;
mod style;
mod surveyed;
mod water;
mod woods;

#[cfg(test)]
mod tests;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

pub use engraving::{Engraving, Part, jpeg};
pub use grid::{
    Cell, Grid, Line, Port, SeaBox, Seat, Shape, Shore, Side, SideKind, Site, Star, Stream, TownPart, Zone,
};
pub use hatch::Hatch;
pub use label::{Label, Voice};
pub use legend::{Entry, legend};
pub use lettering::letters;
pub use shape::Rect;
pub(crate) use shape::thin;
pub use sheet::{
    Area, Arm, Border, BorderKind, Colour, Earth, Ground, Inscription, MapSheet, Mark, MarkKind, Realm,
    Rulers, Sign,
};

use crate::geography::Geography;
use crate::survey::Point;
use paper::Paper;
use pen::{escape, short};

/// From how near a sheet is looked at, and so what is drawn and lettered on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Detail {
    /// The whole sheet on a small screen.
    Overview,
    /// The whole sheet on a table.
    Table,
    /// A part of the sheet, close up.
    Close,
}

impl Detail {
    /// Every detail, from afar to near.
    pub const ALL: [Detail; 3] = [Detail::Overview, Detail::Table, Detail::Close];

    /// How long the longer side of the map is, in points.
    pub fn points(self) -> f64 {
        match self {
            Detail::Overview => 1000.0,
            Detail::Table => 2000.0,
            Detail::Close => 4000.0,
        }
    }

    /// How much heavier lines and signs are than on the table.
    fn weight(self) -> f64 {
        match self {
            Detail::Overview => 0.6,
            Detail::Table => 1.0,
            Detail::Close => 1.45,
        }
    }

    /// How much larger the whole map is than on the table.
    fn scale(self) -> f64 {
        self.points() / Detail::Table.points()
    }

    /// The least rank of a river that is drawn.
    fn rivers(self) -> u8 {
        match self {
            Detail::Overview => 2,
            Detail::Table | Detail::Close => 3,
        }
    }
}

/// What of the plane the whole picture shows, its frame included: the corners in the north-west and the south-east, in
/// kilometres. It is the same at every detail.
pub fn extent(sheet: &MapSheet) -> (Point, Point) {
    let ((west, north), (east, south)) = sheet.corners;
    let (across, down) = ((east - west).max(1.0), (south - north).max(1.0));
    let band = frame::BAND * across.max(down) / Detail::Table.points();
    ((west - band, north - band), (west + across + band, north + down + band))
}

/// The labels of a sheet, where they have found room, the most important first.
pub fn labels(sheet: &MapSheet, geography: &Geography, detail: Detail) -> Vec<Label> {
    Plan::new(&Paper::new(sheet, geography, detail)).labels
}

/// Whether points of the plane are drawn as land.
pub fn land_at(sheet: &MapSheet, geography: &Geography, detail: Detail, points: &[Point]) -> Vec<bool> {
    let paper = Paper::new(sheet, geography, detail);
    let land = shape::Fence::new(&paper.shores);
    points.iter().map(|&point| land.contains(paper.at(point))).collect()
}

/// What stands where.
struct Plan<'a> {
    areas: Vec<areas::Drawn<'a>>,
    furniture: frame::Furniture,
    marks: Vec<signs::Placed>,
    towns: Vec<Point>,
    labels: Vec<Label>,
    grounds: String,
    cells: Option<cells::Plan>,
}

impl<'a> Plan<'a> {
    fn new(paper: &Paper<'a>) -> Plan<'a> {
        let mut room = room::Room::default();
        let areas = areas::drawn(paper);
        let furniture = frame::furnish(paper, &areas, &mut room);
        let marks = signs::place(paper, &mut room);
        let (mut labels, mut towns) = (Vec::new(), Vec::new());
        let cells = paper.cells.as_ref().map(|cells| {
            let mut plan = cells::Plan::new(paper, cells, &mut room);
            labels = labels::place_on_cells(paper, cells, &plan, &marks, &mut room);
            plan.grow(paper, cells, &room);
            plan
        });
        if cells.is_none() {
            (labels, towns) = labels::place(paper, &areas, &marks, &mut room);
        }
        let grounds = areas::grounds(paper, &areas, &mut room);
        Plan { areas, furniture, marks, towns, labels, grounds, cells }
    }
}

/// Draws a sheet.
pub fn svg(sheet: &MapSheet, geography: &Geography, detail: Detail) -> String {
    draw(sheet, &Paper::new(sheet, geography, detail))
}

/// Draws a sheet in the colours of the night.
pub fn svg_by_night(sheet: &MapSheet, geography: &Geography, detail: Detail) -> String {
    let paper = Paper { by_night: true, ..Paper::new(sheet, geography, detail) };
    style::by_night(&draw(sheet, &paper))
}

fn draw(sheet: &MapSheet, paper: &Paper) -> String {
    let detail = paper.detail;
    let plan = Plan::new(paper);
    let band = frame::BAND * detail.scale();
    let (width, height) = (short(paper.width + 2.0 * band), short(paper.height + 2.0 * band));
    let mut glyphs: std::collections::BTreeSet<_> = plan.labels.iter().flat_map(Label::glyphs).collect();
    let frame = frame::draw(paper, &plan.furniture, &mut glyphs);
    let cells = paper.cells.as_ref().zip(plan.cells.as_ref());
    let layers = cells.map(|(cells, plan)| plan.draw(paper, cells, &mut glyphs)).unwrap_or_default();
    let parts = [
        water::draw(paper, &layers.lanes),
        relief::draw(paper),
        areas::washes(paper, &plan.areas),
        realms::hatching(paper, &plan.areas),
        plan.grounds,
        layers.ground,
        borders::draw(paper),
        water::rivers(paper),
        water::shore(paper),
        layers.signs,
        borders::straits(paper),
        plan.towns.iter().map(|&at| signs::put("town", at, detail.weight())).collect(),
        signs::draw(paper, &plan.marks),
        labels::draw(paper, &plan.labels),
    ];
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {width} {height}\" width=\"{width}\" height=\"{height}\">\
         <title>{}</title><defs>{}{}{}{}<clipPath id=\"map\"><rect width=\"{}\" height=\"{}\"/></clipPath></defs>\
         <g clip-path=\"url(#map)\">{}</g>{frame}</svg>\n",
        short(-band),
        short(-band),
        escape(&sheet.title),
        water::define(paper),
        signs::define(),
        layers.defs,
        lettering::define(&glyphs),
        short(paper.width),
        short(paper.height),
        parts.concat(),
    )
}

/// Why there is no picture.
#[derive(Debug)]
pub enum PngError {
    /// The text is no drawing.
    Drawing(resvg::usvg::Error),
    /// No pixels, or too many.
    Size,
    /// The pixels could not be packed.
    Packing(String),
}

impl std::fmt::Display for PngError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PngError::Drawing(error) => write!(f, "no drawing: {error}"),
            PngError::Size => write!(f, "no picture is that small or large"),
            PngError::Packing(error) => write!(f, "the picture cannot be packed: {error}"),
        }
    }
}

impl std::error::Error for PngError {}

/// A drawing as a picture so many pixels wide.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(PngError::Drawing)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Packing(error.to_string()))
}
