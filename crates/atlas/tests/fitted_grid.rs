//! The projection against a printed hex grid whose fit is known: 125 towns with their hex and the distance by which
//! the fit misses its centre.

use atlas::projection::Conic;

/// Kilometres between the flat sides of a hex, and where the origin of the plane falls, in hexes.
const HEX_KM: f64 = 62.3782;
const ORIGIN: (f64, f64) = (6.9802, 32.4417);
/// Columns of the western sheet; the eastern one goes on from there.
const WEST: u32 = 42;

fn cone() -> Conic {
    Conic::new(-10.6974, 46.8992)
}

/// Where a place falls on the sheets, in hexes from their upper left corner.
fn on_sheet(lon: f64, lat: f64) -> (f64, f64) {
    let (x, y) = cone().forward(lon, lat);
    (x / HEX_KM + ORIGIN.0, y / HEX_KM + ORIGIN.1)
}

/// The centre of a hex: columns stand 0.866 apart, even ones half a hex lower.
fn centre(column: u32, row: u32) -> (f64, f64) {
    let lower = if column.is_multiple_of(2) { 0.5 } else { 0.0 };
    (0.75_f64.sqrt() * f64::from(column), f64::from(row) + lower)
}

#[test]
fn every_town_misses_its_hex_by_what_the_fit_says() {
    let text = include_str!("fitted_grid.csv");
    let towns = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let mut count = 0;
    for line in towns {
        let fields: Vec<&str> = line.split(',').collect();
        let [place, sheet, column, row, lon, lat, residual] = fields[..] else { panic!("{line}") };
        let column: u32 = column.parse::<u32>().unwrap() + if sheet == "E" { WEST } else { 0 };
        let (u, v) = on_sheet(lon.parse().unwrap(), lat.parse().unwrap());
        let (cu, cv) = centre(column, row.parse().unwrap());
        let (miss, said) = ((u - cu).hypot(v - cv), residual.parse::<f64>().unwrap());
        assert!((miss - said).abs() <= 0.0051, "{place} misses by {miss:.4}, not by {said}");
        count += 1;
    }
    assert_eq!(count, 125);
}

#[test]
fn check_values() {
    for (place, lon, lat, u, v) in [
        ("Paris", 2.35, 48.86, 22.2204, 27.6758),
        ("Vienna", 16.37, 48.21, 38.5087, 24.6127),
        ("Moscow", 37.62, 55.75, 53.0322, 1.9547),
        ("Rome", 12.48, 41.89, 37.4045, 36.8562),
        ("Lisbon", -9.14, 38.72, 9.1673, 47.0482),
        ("Cairo", 31.25, 30.06, 71.1764, 45.2916),
        ("Stockholm", 18.07, 59.33, 33.2296, 5.2284),
    ] {
        let (a, b) = on_sheet(lon, lat);
        assert!((a - u).abs() < 1e-4 && (b - v).abs() < 1e-4, "{place} falls on {a:.4} {b:.4}");
        let (back_lon, back_lat) = cone().inverse((u - ORIGIN.0) * HEX_KM, (v - ORIGIN.1) * HEX_KM);
        assert!((back_lon - lon).abs() < 1e-3 && (back_lat - lat).abs() < 1e-3, "{place}");
    }
}
