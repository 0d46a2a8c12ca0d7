//! Draws the outlines of lands and seas into `data/outlines.bin`, and says where they are not as the map tells.
//!
//! With `--check` it only says whether the file is what the map gives; with `--look FILE.svg` it also makes a plain picture.

use std::path::Path;

use atlas::projection::Conic;
use conquests::map::MAP;

fn main() -> std::io::Result<()> {
    let (survey, plan) = (MAP.survey(), MAP.plan(&Conic::europe()));
    print!("{}", survey.report(&plan));
    let (bytes, file) = (survey.to_bytes(), Path::new(env!("CARGO_MANIFEST_DIR")).join("data/outlines.bin"));
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
