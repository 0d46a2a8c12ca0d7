//! The map as it is drawn is small enough to be sent.

use std::io::Write;

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
