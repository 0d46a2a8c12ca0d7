//! Reading shapefiles.

use std::path::Path;

use anyhow::{Context, Result, bail};
use shapefile::dbase::{FieldValue, Record};
use shapefile::{PolygonRing, Shape};

use crate::plane::Degrees;

/// A ring of a polygon, without its repeated last point.
pub type Ring = Vec<Degrees>;

/// A polygon: its outer rings, then the holes in them.
pub struct Polygon {
    pub outer: Vec<Ring>,
    pub inner: Vec<Ring>,
    pub fields: Record,
}

/// A line in parts.
pub struct Polyline {
    pub parts: Vec<Vec<Degrees>>,
    pub fields: Record,
}

/// All polygons of a file; records without a shape are skipped.
pub fn polygons(path: &Path) -> Result<Vec<Polygon>> {
    let mut polygons = Vec::new();
    for record in records(path)? {
        let (shape, fields) = record;
        match shape {
            Shape::NullShape => {}
            Shape::Polygon(polygon) => {
                let (mut outer, mut inner) = (Vec::new(), Vec::new());
                for ring in polygon.rings() {
                    let mut points: Ring = ring.points().iter().map(|p| (p.x, p.y)).collect();
                    points.pop_if(|last| points_equal(last, ring.points()));
                    match ring {
                        PolygonRing::Outer(_) => outer.push(points),
                        PolygonRing::Inner(_) => inner.push(points),
                    }
                }
                polygons.push(Polygon { outer, inner, fields });
            }
            other => bail!("{} has a {} among its polygons", path.display(), other.shapetype()),
        }
    }
    Ok(polygons)
}

fn points_equal(last: &Degrees, points: &[shapefile::Point]) -> bool {
    points.len() > 1 && points.first().is_some_and(|first| (first.x, first.y) == *last)
}

/// All lines of a file; records without a shape are skipped.
pub fn polylines(path: &Path) -> Result<Vec<Polyline>> {
    let mut lines = Vec::new();
    for (shape, fields) in records(path)? {
        match shape {
            Shape::NullShape => {}
            Shape::Polyline(line) => {
                let parts =
                    line.parts().iter().map(|part| part.iter().map(|p| (p.x, p.y)).collect()).collect();
                lines.push(Polyline { parts, fields });
            }
            other => bail!("{} has a {} among its lines", path.display(), other.shapetype()),
        }
    }
    Ok(lines)
}

fn records(path: &Path) -> Result<Vec<(Shape, Record)>> {
    let what = || format!("cannot read {}", path.display());
    let mut reader = shapefile::Reader::from_path(path).with_context(what)?;
    reader.iter_shapes_and_records().collect::<Result<_, _>>().with_context(what)
}

/// The text of a field, without blanks around it; empty if there is none.
pub fn text<'a>(fields: &'a Record, name: &str) -> &'a str {
    match fields.get(name) {
        Some(FieldValue::Character(Some(text))) => text.trim(),
        _ => "",
    }
}

/// The number in a field.
pub fn number(fields: &Record, name: &str) -> Option<f64> {
    match fields.get(name) {
        Some(FieldValue::Numeric(number)) => *number,
        Some(FieldValue::Integer(number)) => Some(f64::from(*number)),
        Some(FieldValue::Double(number)) => Some(*number),
        _ => None,
    }
}
