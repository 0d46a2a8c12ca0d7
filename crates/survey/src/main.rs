//! Surveys Europe of 1805: reads public map data, mends it, and writes `crates/atlas/data`.
//!
//! `cargo xtask geo` runs it. The same data gives the same bytes.

mod land;
mod packages;
mod plane;
mod relief;
mod rivers;
mod shapefiles;
mod simplify;
mod waters;

use std::path::Path;

use anyhow::{Context, Result};
use atlas::geography::stored::{self, Level};
use atlas::geography::{BOUNDS, Shores};

use simplify::{Detail, Network};

/// For a close look: what is smaller than this, in square kilometres, is left out.
const FINE: Detail = Detail { bend: 0.25, island: 0.3, lake: 3.0 };
/// For overviews.
const COARSE: Detail = Detail { bend: 12.0, island: 25.0, lake: 120.0 };

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).context("there is no root")?;
    let source = packages::unpacked(&root.join("target/geo"))?;
    let data = root.join("crates/atlas/data");

    let waters = waters::Waters::read(&source)?;
    let land = land::build(&source, &waters)?;
    let rivers = rivers::build(&source, &land)?;
    let mut network = Network::new(&land, &waters.lakes, &rivers);
    let levels: [Level; 2] = [FINE, COARSE].map(|detail| network.simplify(&detail));
    for level in &levels {
        println!("{}", network.tally(level));
    }
    write(&data.join("shapes.bin"), &stored::bytes(&levels))?;

    let [fine, _] = levels;
    let dry = Level { lakes: Vec::new(), ..fine };
    let relief = relief::read(&source, &Shores::new(&dry.shapes(), BOUNDS))?;
    write(&data.join("relief.bin"), &relief.to_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    println!("{}: {} KB", path.file_name().unwrap_or_default().display(), bytes.len() / 1000);
    Ok(())
}
