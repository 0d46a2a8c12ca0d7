//! Takes a fingerprint of the drawing, its geography and its letters: a picture drawn by another edition is another picture.

use std::path::{Path, PathBuf};
use std::{fs, io};

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for part in ["src", "data", "Cargo.toml", "../../Cargo.lock"] {
        println!("cargo::rerun-if-changed={part}");
        gather(Path::new(part), &mut files)?;
    }
    files.sort();
    let mut hasher = blake3::Hasher::new();
    for file in files {
        hasher.update(&fs::read(file)?);
    }
    println!("cargo::rustc-env=ATLAS_EDITION={}", hasher.finalize().to_hex());
    Ok(())
}

/// The files in a folder and below it, or the file itself.
fn gather(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        // A crate that is built by itself has no lock file above it.
        if path.exists() {
            files.push(path.to_path_buf());
        }
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        gather(&entry?.path(), files)?;
    }
    Ok(())
}
