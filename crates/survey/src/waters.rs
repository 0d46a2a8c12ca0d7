//! Inland waters: which are lakes, which were sea or dry in 1805, and what they are called.

use std::collections::HashSet;

use anyhow::{Context, Result};
use atlas::geography::BOUNDS;
use serde::Deserialize;

use crate::packages::Source;
use crate::plane::Degrees;
use crate::shapefiles::{self, Ring};

/// A lake as it was in 1805.
pub struct Lake {
    pub name: Option<String>,
    pub outline: Ring,
}

/// The waters that land surrounds.
pub struct Waters {
    pub lakes: Vec<Lake>,
    /// Waters that were part of the sea.
    pub seas: Vec<Ring>,
    /// Islands that are land no more by themselves.
    pub islands: Vec<Ring>,
    /// Every point of every inland water of the source, as bits.
    points: HashSet<(u64, u64)>,
}

/// `data/waters.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mended {
    water: Vec<Water>,
    lake: Vec<Missing>,
    sea: Vec<Patch>,
    island: Vec<Missing>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Water {
    at: Degrees,
    is: Is,
    name: Option<String>,
    #[serde(rename = "why")]
    _why: String,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Is {
    Land,
    Lake,
    Sea,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Missing {
    name: String,
    #[serde(rename = "why")]
    _why: String,
    outline: Ring,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Patch {
    #[serde(rename = "why")]
    _why: String,
    outline: Ring,
}

struct Inland {
    is: Is,
    name: Option<String>,
    rings: Vec<Ring>,
}

impl Waters {
    /// Reads the inland waters and mends them.
    pub fn read(source: &Source) -> Result<Waters> {
        let mended: Mended =
            toml::from_str(include_str!("../data/waters.toml")).context("data/waters.toml")?;
        let mut inland = inland(source)?;
        for water in mended.water {
            let smallest = inland
                .iter_mut()
                .filter(|inland| holds(&inland.rings[0], water.at))
                .min_by(|a, b| extent(&a.rings[0]).total_cmp(&extent(&b.rings[0])));
            let found = smallest.with_context(|| format!("there is no water at {:?}", water.at))?;
            found.is = water.is;
            found.name = water.name.or(found.name.take());
        }
        let points = inland.iter().flat_map(|water| water.rings.iter().flatten().map(bits)).collect();
        let (mut lakes, mut seas, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        for Inland { is, name, mut rings } in inland {
            let outline = rings.swap_remove(0);
            match is {
                Is::Land => {}
                Is::Sea => seas.push(outline),
                // Some lakes are there twice.
                Is::Lake if !seen.insert(bits(&outline[0])) => {}
                Is::Lake => lakes.push(Lake { name, outline }),
            }
        }
        lakes.extend(
            mended.lake.into_iter().map(|lake| Lake { name: Some(lake.name), outline: lake.outline }),
        );
        seas.extend(mended.sea.into_iter().map(|sea| sea.outline));
        let islands = mended.island.into_iter().map(|island| island.outline).collect();
        Ok(Waters { lakes, seas, islands, points })
    }

    /// Whether a hole in the land is, or borders on, an inland water, and not a sea like the Caspian.
    pub fn fill(&self, hole: &[Degrees]) -> bool {
        hole.iter().any(|point| self.points.contains(&bits(point)))
    }
}

/// The inland waters of the source that lie in the bounds, as the source names them; its reservoirs are land.
fn inland(source: &Source) -> Result<Vec<Inland>> {
    let mut inland = Vec::new();
    for polygon in shapefiles::polygons(&source.natural_earth("ocean"))? {
        let kind = shapefiles::text(&polygon.fields, "featurec_2");
        let inside = |ring: &Ring| ring.iter().all(|&(lon, lat)| BOUNDS.contain(lon, lat));
        if kind.is_empty() || !polygon.outer.iter().all(inside) {
            continue;
        }
        let is = if kind == "Reservoir" { Is::Land } else { Is::Lake };
        let name = shapefiles::text(&polygon.fields, "name");
        let name = (!name.is_empty()).then(|| name.to_owned());
        for outer in polygon.outer {
            inland.push(Inland { is, name: name.clone(), rings: vec![outer] });
        }
    }
    Ok(inland)
}

/// Whether the bounding box of a ring holds a point.
fn holds(ring: &Ring, at: Degrees) -> bool {
    let ((west, east), (south, north)) = sides(ring);
    (west..=east).contains(&at.0) && (south..=north).contains(&at.1)
}

fn extent(ring: &Ring) -> f64 {
    let ((west, east), (south, north)) = sides(ring);
    (east - west) * (north - south)
}

fn sides(ring: &Ring) -> ((f64, f64), (f64, f64)) {
    let range = |get: fn(&Degrees) -> f64| {
        let values = ring.iter().map(get);
        values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    };
    (range(|point| point.0), range(|point| point.1))
}

fn bits(point: &Degrees) -> (u64, u64) {
    (point.0.to_bits(), point.1.to_bits())
}
