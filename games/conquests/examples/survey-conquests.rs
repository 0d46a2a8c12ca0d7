//! Draws the outlines of lands and seas into `data/outlines.bin`, and says where they are not as the map tells.
//!
//! With `--check` it only says whether the file is what the map gives; with `--look FILE.svg` it also makes a plain picture.

use std::path::Path;

use atlas::projection::Conic;
use conquests::map::MAP;

/// Where less fits, in kilometres, it is said.
const TIGHT: f64 = 35.0;

fn main() -> std::io::Result<()> {
    let survey = MAP.survey();
    survey.faults.iter().for_each(|fault| println!("{fault}"));
    let plan = MAP.plan(&Conic::europe());
    for (area, number) in plan.areas.iter().zip(0..).filter(|&(_, number)| survey.room(number) < TIGHT) {
        println!("{} has room for {:.0} km", area.name, survey.room(number));
    }
    let (bytes, file) = (survey.to_bytes(), Path::new(env!("CARGO_MANIFEST_DIR")).join("data/outlines.bin"));
    println!("{} areas, {} faults, {} bytes", survey.anchors.len(), survey.faults.len(), bytes.len());
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--check"] if std::fs::read(&file)? == bytes => Ok(()),
        ["--check"] => Err(std::io::Error::other("the file holds other outlines: draw them again")),
        ["--look", picture] => {
            std::fs::write(picture, survey.sketch(&plan))?;
            std::fs::write(&file, bytes)
        }
        _ => std::fs::write(&file, bytes),
    }
}
