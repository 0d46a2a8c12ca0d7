//! Heights from ETOPO5, with its land put where it belongs.

use anyhow::{Context, Result, anyhow};
use atlas::geography::{BOUNDS, Relief, Shores};
use netcdf3::FileReader;

use crate::packages::Source;

/// Grid points per degree of the source; the first is at longitude 0, latitude -90.
const PER_DEGREE: f64 = 12.0;
/// Points along a parallel and along a meridian.
const ALONG: usize = 4320;
/// Where the heights of the land belong, measured from where the source has them: degrees east and north.
const OFF: (f64, f64) = (0.12, -0.04);

/// Cuts the grid to the bounds. The grid is moved, not its heights, so that peaks stay as high as they are. What lies
/// below the sea, and the sea itself, is 0.
pub fn read(source: &Source, land: &Shores) -> Result<Relief> {
    let path = source.etopo5();
    let what = |error: netcdf3::error::ReadError| anyhow!("{error:?}");
    let mut file = FileReader::open(&path).map_err(what).with_context(|| path.display().to_string())?;
    let heights = file.read_var("ROSE").map_err(what).context("the heights cannot be read")?;
    let heights = heights.get_f32().context("the heights are not numbers")?;

    let steps = |degrees: f64| (degrees * PER_DEGREE).round() as i64;
    let (west, east) = (steps(f64::from(BOUNDS.west)) - 2, steps(f64::from(BOUNDS.east)));
    let (south, north) = (steps(f64::from(BOUNDS.south)), steps(f64::from(BOUNDS.north)) + 1);
    let mut relief = Relief {
        west: west as f64 / PER_DEGREE + OFF.0,
        north: north as f64 / PER_DEGREE + OFF.1,
        per_degree: PER_DEGREE,
        columns: (east - west + 1) as usize,
        metres: Vec::new(),
    };
    for row in (south..=north).rev() {
        for column in west..=east {
            let at = (row + steps(90.0)) as usize * ALONG + column.rem_euclid(ALONG as i64) as usize;
            let (lon, lat) = (column as f64 / PER_DEGREE + OFF.0, row as f64 / PER_DEGREE + OFF.1);
            relief.metres.push(if near_land(land, lon, lat) { heights[at].max(0.0) as i16 } else { 0 });
        }
    }
    Ok(relief)
}

/// Whether there is land at a grid point, or between it and its neighbours.
fn near_land(land: &Shores, lon: f64, lat: f64) -> bool {
    let half = 0.5 / PER_DEGREE;
    let around = [(0.0, 0.0), (half, 0.0), (-half, 0.0), (0.0, half), (0.0, -half)];
    around.iter().any(|&(east, north)| land.is_land(lon + east, lat + north))
}
