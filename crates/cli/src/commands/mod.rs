//! One module per command.

mod backup;
mod bench;
mod games;
mod ladder;
mod map;
mod play;
mod replay;
mod rules;
mod serve;
mod sim;

pub use backup::backup;
pub use bench::bench;
pub use games::games;
pub use ladder::ladder;
pub use map::map;
pub use play::play;
pub use replay::replay;
pub use rules::{find as find_rules, in_full as rule_in_full, rules};
pub use serve::serve;
pub use sim::sim;

use std::io::{self, Write};

use serde::Serialize;

/// Writes something as JSON for people and programs.
fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
