//! What a user asked for that cannot be.

use std::error::Error;
use std::path::Path;
use std::{fmt, io};

/// What went wrong, told in one sentence, with a way out.
#[derive(Debug)]
pub struct Mistake {
    what: String,
    hint: String,
    code: u8,
}

impl Mistake {
    /// A mistake on the command line: what is wrong, and what to try instead. The program ends with code 2.
    pub fn new(what: impl fmt::Display, hint: impl Into<String>) -> Mistake {
        Mistake { what: what.to_string(), hint: hint.into(), code: 2 }
    }

    /// Something that was asked for rightly and failed, such as a file that is not there. The program ends with code 1.
    pub fn failure(what: impl fmt::Display, hint: impl Into<String>) -> Mistake {
        Mistake { code: 1, ..Mistake::new(what, hint) }
    }

    /// A file that cannot be read or written (`verb`).
    pub fn file(verb: &str, path: &Path, error: &io::Error) -> Mistake {
        let hint = match error.kind() {
            io::ErrorKind::NotFound if verb == "write" => {
                "there is no such folder; make it first, or name another"
            }
            io::ErrorKind::NotFound => {
                "there is no such file; look at the name, and at the folder you are in"
            }
            io::ErrorKind::PermissionDenied => {
                "you are not allowed to; choose another place, or mend its permissions"
            }
            io::ErrorKind::IsADirectory => "that is a folder; name a file in it",
            io::ErrorKind::InvalidData => "it does not hold text; is it the right file?",
            _ => "look at the name, and whether there is room",
        };
        Mistake::failure(format!("cannot {verb} {}: {}", path.display(), plainly(error)), hint)
    }

    /// What the program ends with.
    pub fn code(&self) -> u8 {
        self.code
    }

    /// What to try instead.
    pub fn hint(&self) -> &str {
        &self.hint
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Error for Mistake {}

/// What the system says, without its number.
pub fn plainly(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_lowercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

/// What the argument parser says, in one sentence with a hint below it.
pub fn unparsed(error: &clap::Error) -> Mistake {
    let text = error.render().to_string();
    let usage = text.lines().find_map(|line| line.strip_prefix("Usage: ")).unwrap_or("grognard");
    let is_word = |word: &&str| word.starts_with(|first: char| first.is_ascii_lowercase());
    let command: Vec<&str> = usage.split_whitespace().take_while(is_word).collect();
    let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    let said =
        text.lines().take_while(|line| !line.starts_with("Usage: ") && !line.trim().starts_with("tip: "));
    let said: Vec<&str> =
        said.map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("For more")).collect();
    let said = said.join(" ");
    let help = format!("`{} --help` shows what can be said", command.join(" "));
    let hint = tip.map_or_else(|| help.clone(), |tip| format!("{tip}; {help}"));
    Mistake::new(said.strip_prefix("error: ").unwrap_or(&said), hint)
}

/// Of `known`, the one that was probably meant.
pub fn nearest<'a>(asked: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let asked = asked.to_lowercase();
    let distances = known.into_iter().map(|id| (strsim::damerau_levenshtein(&id.to_lowercase(), &asked), id));
    let (distance, id) = distances.min()?;
    (distance <= id.len() / 2).then_some(id)
}
