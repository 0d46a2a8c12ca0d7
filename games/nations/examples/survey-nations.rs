//! Makes the text files of `data/` from what is said by hand and from the geography of the atlas.

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let survey = nations::survey::survey()?;
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    for (name, text) in &survey.files {
        std::fs::write(data.join(name), text)?;
        println!("{name}: {} lines", text.lines().count());
    }
    for fault in &survey.faults {
        println!("to be settled by hand: {fault}");
    }
    Ok(())
}
