//! How text is set. On a terminal some words stand out; where there is none, or `NO_COLOR` is set, the output drops
//! all of that.

use anstyle::{AnsiColor, Style};

/// Headings and names.
pub const BOLD: Style = Style::new().bold();
/// What is there for completeness.
pub const DIM: Style = Style::new().dimmed();
/// Numbers and words to type.
pub const KEY: Style = AnsiColor::Cyan.on_default().bold();
/// What went well.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// What went wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();

/// How wide text is set.
pub const WIDTH: usize = 96;

/// `text` in lines of at most [`WIDTH`], each indented by `indent` spaces.
pub fn wrapped(text: &str, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let options = textwrap::Options::new(WIDTH).initial_indent(&margin).subsequent_indent(&margin);
    textwrap::fill(text, options)
}

/// `text` behind `head`, further lines indented as far as `head` is long.
pub fn hanging(head: &str, text: &str) -> String {
    let margin = " ".repeat(head.chars().count());
    let options = textwrap::Options::new(WIDTH).initial_indent(head).subsequent_indent(&margin);
    textwrap::fill(text, options)
}

/// `text`, cut off where it gets longer than `most` characters.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most.saturating_sub(3)).chain("...".chars()).collect(),
        None => text.to_owned(),
    }
}

/// Whether a sentence says by itself who it is about: a seat of several powers is named by any of them.
pub fn names_itself(text: &str, name: &str) -> bool {
    name.split(" and ").any(|part| text.contains(part))
}
