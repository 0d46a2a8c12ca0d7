//! How text is set. On a terminal some words stand out; where there is none, or `NO_COLOR` is set, the output drops
//! all of that.

use std::io::{self, IsTerminal};

use anstyle::{AnsiColor, Style};
use engine::Outcome;

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

/// The widest that text is set.
const WIDEST: usize = 96;

/// How many columns the terminal has, if there is one.
pub fn columns() -> Option<usize> {
    let stdout = io::stdout();
    let size = if stdout.is_terminal() { terminal_size::terminal_size_of(stdout) } else { None };
    size.map(|(width, _)| usize::from(width.0)).filter(|&width| width > 0)
}

/// How wide text is set.
fn width() -> usize {
    columns().map_or(WIDEST, |columns| columns.clamp(40, WIDEST))
}

/// Text breaks between words only: an id such as `C-9.3-one` stays whole.
fn fill(text: &str, first: &str, further: &str) -> String {
    let options = textwrap::Options::new(width())
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .initial_indent(first)
        .subsequent_indent(further);
    textwrap::fill(text, options)
}

/// `text` in lines that fit, each indented by `indent` spaces.
pub fn wrapped(text: &str, indent: usize) -> String {
    let margin = " ".repeat(indent);
    fill(text, &margin, &margin)
}

/// `text` behind `head`, further lines indented as far as `head` is long.
pub fn hanging(head: &str, text: &str) -> String {
    fill(text, head, &" ".repeat(head.chars().count().min(width() / 2)))
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

/// Who won and how, in words. `names` are those of the seats.
pub fn verdict(outcome: &Outcome, names: &[String]) -> String {
    let winners: Vec<&str> =
        outcome.winners.iter().filter_map(|seat| names.get(seat.index())).map(String::as_str).collect();
    let who = match &winners[..] {
        [] => "nobody wins".to_owned(),
        all if all.len() == names.len() => "a draw".to_owned(),
        // A seat of several powers is many too.
        [one] if !one.contains(" and ") => format!("{one} wins"),
        [one] => format!("{one} win"),
        many => format!("{} win together", many.join(" and ")),
    };
    format!("{who} ({})", outcome.reason.replace('-', " "))
}

#[cfg(test)]
mod tests {
    use engine::Seats;

    use super::*;

    #[test]
    fn the_end_is_told_in_words() {
        let names = ["France and Austria", "Russia", "Spain"].map(str::to_owned);
        let end = |winners: &[u8]| {
            let winners =
                winners.iter().fold(Seats::NONE, |seats, &seat| seats.union(engine::Seat(seat).into()));
            verdict(&Outcome { winners, reason: "time-limit".into(), scores: Vec::new() }, &names)
        };
        assert_eq!(end(&[0]), "France and Austria win (time limit)");
        assert_eq!(end(&[1]), "Russia wins (time limit)");
        assert_eq!(end(&[1, 2]), "Russia and Spain win together (time limit)");
        assert_eq!(end(&[0, 1, 2]), "a draw (time limit)");
        assert_eq!(end(&[]), "nobody wins (time limit)");
    }

    #[test]
    fn lines_do_not_break_inside_an_id() {
        let text = format!("{} [C-9.3-one]", "word ".repeat(17));
        assert!(wrapped(&text, 2).contains("[C-9.3-one]"));
    }
}
