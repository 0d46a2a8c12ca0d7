//! Where on the globe the hexes lie.

use atlas::projection::{Conic, Projection};
use atlas::topology::{GridError, GridPlan, GridSheet, HexGrid, Orientation, Parity};
use serde::Deserialize;

/// A point: longitude and latitude in degrees, or across and down the sheets in hexes.
pub type Point = (f64, f64);

/// How the sheets were drawn: a cone, a scale, and what was moved from its place.
///
/// A point of the sheets is given in hexes from column 0 and row 0, across and down; rows are 1 apart, columns less.
#[derive(Clone, Debug)]
pub struct Chart {
    conic: Conic,
    drawn: Drawn,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    lon0: f64,
    phi0: f64,
    hex_km: f64,
    origin: Point,
    columns: u16,
    rows: u16,
    #[serde(rename = "bell")]
    bells: Vec<Bell>,
}

/// Pulls that fade alike.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bell {
    height: f64,
    width: f64,
    pulls: Vec<Pull>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pull {
    #[serde(rename = "place")]
    _place: String,
    at: Point,
    by: Point,
}

impl Chart {
    /// Reads `data/grid.toml`.
    pub(super) fn read(text: &str) -> Result<Chart, String> {
        let drawn: Drawn = engine::data::read(text)?;
        Ok(Chart { conic: Conic::new(drawn.lon0, drawn.phi0), drawn })
    }

    /// The hexes of both sheets, in the units of the chart.
    pub(super) fn grid(&self) -> Result<HexGrid, GridError> {
        let sheet = |letter| GridSheet { letter: Some(letter), columns: self.drawn.columns };
        HexGrid::new(&GridPlan {
            orientation: Orientation::FlatTop,
            shifted: Parity::Even,
            sheets: &[sheet('W'), sheet('E')],
            rows: self.drawn.rows,
            origin: (0.0, 0.0),
            pitch: 1.0,
        })
    }

    /// Where a point of the globe would lie if nothing had been moved: right for distances.
    pub fn plain(&self, lon: f64, lat: f64) -> Point {
        let (x, y) = self.conic.forward(lon, lat);
        let Drawn { hex_km, origin, .. } = self.drawn;
        (x / hex_km + origin.0, y / hex_km + origin.1)
    }

    /// Where a point of the globe lies on the sheets.
    pub fn drawn(&self, lon: f64, lat: f64) -> Point {
        self.moved(self.plain(lon, lat))
    }

    /// Kilometres between the flat sides of a hex.
    pub fn hex_km(&self) -> f64 {
        self.drawn.hex_km
    }

    /// Which point of the globe lies there: longitude and latitude.
    pub fn globe(&self, at: Point) -> Point {
        let mut plain = at;
        // Nothing is folded, so a step back by most of the error always comes nearer.
        for _ in 0..100 {
            let moved = self.moved(plain);
            let error = (at.0 - moved.0, at.1 - moved.1);
            plain = (plain.0 + 0.6 * error.0, plain.1 + 0.6 * error.1);
            if error.0.abs() + error.1.abs() < 1e-5 {
                break;
            }
        }
        let Drawn { hex_km, origin, .. } = self.drawn;
        self.conic.inverse((plain.0 - origin.0) * hex_km, (plain.1 - origin.1) * hex_km)
    }

    fn moved(&self, plain: Point) -> Point {
        let mut moved = plain;
        for bell in &self.drawn.bells {
            let fade = -0.5 / (bell.width * bell.width);
            for pull in &bell.pulls {
                let far = (plain.0 - pull.at.0).powi(2) + (plain.1 - pull.at.1).powi(2);
                let exponent = far * fade;
                if exponent > -30.0 {
                    let strength = bell.height * exponent.exp();
                    moved.0 += pull.by.0 * strength;
                    moved.1 += pull.by.1 * strength;
                }
            }
        }
        moved
    }
}

/// The sheets as a plane in kilometres, counted from column 0 and row 0.
impl Projection for Chart {
    fn forward(&self, lon: f64, lat: f64) -> (f64, f64) {
        let (across, down) = self.drawn(lon, lat);
        (across * self.drawn.hex_km, down * self.drawn.hex_km)
    }

    fn inverse(&self, x: f64, y: f64) -> (f64, f64) {
        self.globe((x / self.drawn.hex_km, y / self.drawn.hex_km))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        Chart::read(include_str!("../../data/grid.toml")).unwrap()
    }

    /// The values with which the grid was fitted.
    #[test]
    fn the_fit_is_the_one_that_was_measured() {
        for (lon, lat, plain, drawn) in [
            (2.35, 48.86, (22.2204, 27.6758), (22.512, 27.5703)),
            (16.37, 48.21, (38.5087, 24.6127), (39.4841, 25.3666)),
            (37.62, 55.75, (53.0322, 1.9547), (53.4719, 2.3995)),
            (12.48, 41.89, (37.4045, 36.8562), (37.8924, 36.6208)),
            (-9.14, 38.72, (9.1673, 47.0482), (8.8169, 46.6681)),
            (31.25, 30.06, (71.1764, 45.2916), (63.2136, 48.0102)),
            (18.07, 59.33, (33.2296, 5.2284), (32.2341, 6.7162)),
        ] {
            for (at, expected) in [(chart().plain(lon, lat), plain), (chart().drawn(lon, lat), drawn)] {
                let off: f64 = (at.0 - expected.0).hypot(at.1 - expected.1);
                assert!(off < 2e-4, "{lon} {lat}: {at:?}, not {expected:?}");
            }
        }
    }

    #[test]
    fn every_hex_lies_somewhere_and_back() {
        let chart = chart();
        let grid = chart.grid().unwrap();
        for hex in grid.hexes() {
            let (lon, lat) = chart.globe(grid.centre(hex));
            assert_eq!(grid.hex_at(chart.drawn(lon, lat)), Some(hex), "{}", grid.name(hex));
        }
    }
}
