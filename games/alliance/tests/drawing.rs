//! The map as it is drawn: small enough to be sent, and drawn fast enough to be waited for.

use std::io::Write;
use std::time::{Duration, Instant};

use alliance::sheet;
use atlas::draw::{Detail, svg};
use atlas::geography::europe;
use flate2::{Compression, write::GzEncoder};

#[test]
fn every_detail_is_small() {
    let sheet = sheet();
    for detail in Detail::ALL {
        let text = svg(&sheet, europe(), detail);
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(text.as_bytes()).unwrap();
        let packed = packed.finish().unwrap().len();
        assert!(text.len() < 3_000_000, "{detail:?}: {} bytes", text.len());
        assert!(packed < 1_000_000, "{detail:?}: {packed} bytes packed");
    }
}

/// 300 ms with optimisation; without, five times that.
const LONGEST: Duration = Duration::from_millis(if cfg!(debug_assertions) { 1500 } else { 300 });

#[test]
fn every_detail_is_quick() {
    let sheet = sheet();
    // The geography is read once, and not counted.
    svg(&sheet, europe(), Detail::Overview);
    for detail in Detail::ALL {
        let once = || {
            let start = Instant::now();
            svg(&sheet, europe(), detail);
            start.elapsed()
        };
        // Whatever else the machine does, one of ten times it is left in peace.
        let times: Vec<Duration> = (0..10).map(|_| once()).collect();
        assert!(times.iter().min() < Some(&LONGEST), "{detail:?}: {times:?}");
    }
}
