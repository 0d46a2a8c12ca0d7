//! Takes down which tests prove which rules, so that a binary can tell without the source tree.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../..").canonicalize()?;
    for folder in proofs::folders(&root)? {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    let mut table = String::from("&[\n");
    for (file, proof) in proofs::Tree::read(&root)?.proofs() {
        let (rule, test, path, line) = (&proof.rule, &proof.test, &file.path, proof.line);
        table += &format!("Proof {{ rule: {rule:?}, test: {test:?}, file: {path:?}, line: {line} }},\n");
    }
    table += "]\n";
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("proofs.rs"), table)?;
    Ok(())
}
