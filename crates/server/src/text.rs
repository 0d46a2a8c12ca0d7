//! What people write: names and letters, without characters that hide or turn around what they say.

use std::fmt;

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::props::{
    DefaultIgnorableCodePoint, EmojiModifier, ExtendedPictographic, GeneralCategory as Category,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use thiserror::Error;

/// The longest name of a person, in characters.
pub const LONGEST_NAME: usize = 40;

/// So many marks may stand on one letter: more than any language needs, and too few to cover the lines around.
const MOST_MARKS: usize = 4;

/// Joins emoji to one, and asks for its coloured form.
const JOINER: char = '\u{200d}';
const COLOURED: char = '\u{fe0f}';

/// A braille pattern without dots: a symbol by its category, but nobody sees it.
const BLANK_PATTERN: char = '\u{2800}';

/// Why a character is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Nobody sees it, or it hides or turns around what stands beside it.
    Invisible,
    /// It is a mark on top of as many others as there may be, or on nothing.
    Mark,
    /// It means nothing, or something only to those who have agreed on it.
    Meaningless,
    /// It is a blank or a new line where there can be none.
    Blank,
}

/// A character that is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub struct BadCharacter {
    character: char,
    /// Where it stands: how many characters come before it.
    at: usize,
    fault: Fault,
}

impl fmt::Display for BadCharacter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadCharacter { character, at, fault } = *self;
        let why = match fault {
            Fault::Invisible => "is invisible or changes how the text around it reads",
            Fault::Mark => "is one mark too many, or stands on no letter",
            Fault::Meaningless => "has no meaning in Unicode",
            Fault::Blank => "is a blank other than a plain space",
        };
        write!(f, "character {} (U+{:04X}) {why}", at + 1, u32::from(character))
    }
}

/// Why a name is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadName {
    /// It is too short or too long.
    #[error("A name has from 1 to {LONGEST_NAME} characters; this one has {0}.")]
    Length(usize),
    /// There are blanks before or after it.
    #[error("A name begins and ends without a blank.")]
    Blanks,
    /// It holds something that no name does.
    #[error("A name cannot be taken: {0}.")]
    Character(#[from] BadCharacter),
}

/// The name of a person as it is kept: what looks the same is written the same (NFC).
///
/// # Errors
/// If it cannot be taken.
pub fn name(text: &str) -> Result<String, BadName> {
    let name = ComposingNormalizerBorrowed::new_nfc().normalize(text);
    check(&name, Kind::Name)?;
    let length = name.chars().count();
    if !(1..=LONGEST_NAME).contains(&length) {
        return Err(BadName::Length(length));
    }
    if name.starts_with(' ') || name.ends_with(' ') {
        return Err(BadName::Blanks);
    }
    Ok(name.into_owned())
}

/// Whether a text of several lines can be taken as it is.
///
/// # Errors
/// The first character that stands against it.
pub fn lines(text: &str) -> Result<(), BadCharacter> {
    check(text, Kind::Lines)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Name,
    Lines,
}

fn check(text: &str, kind: Kind) -> Result<(), BadCharacter> {
    let mut marks = 0;
    // Whether a mark can stand here, and whether an emoji is just complete.
    let (mut base, mut emoji) = (false, false);
    let mut characters = text.chars().enumerate().peekable();
    while let Some((at, character)) = characters.next() {
        let category = CodePointMapData::<Category>::new().get(character);
        let is_mark =
            matches!(category, Category::NonspacingMark | Category::EnclosingMark | Category::SpacingMark);
        marks = if is_mark { marks + 1 } else { 0 };
        let next_is_emoji = characters.peek().is_some_and(|&(_, next)| is_pictographic(next));
        let fault = match character {
            '\n' | '\t' if kind == Kind::Lines => None,
            COLOURED if kind == Kind::Lines && emoji && marks == 1 => None,
            JOINER if kind == Kind::Lines && emoji && next_is_emoji => None,
            _ if is_hidden(character) => Some(Fault::Invisible),
            _ if is_mark && (marks > MOST_MARKS || !base) => Some(Fault::Mark),
            _ => fault(category, kind, character),
        };
        if let Some(fault) = fault {
            return Err(BadCharacter { character, at, fault });
        }
        base = is_mark || !character.is_whitespace();
        let goes_on =
            matches!(character, COLOURED) || CodePointSetData::new::<EmojiModifier>().contains(character);
        emoji = is_pictographic(character) || emoji && goes_on;
    }
    Ok(())
}

fn is_pictographic(character: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(character)
}

fn is_hidden(character: char) -> bool {
    character == BLANK_PATTERN || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character)
}

fn fault(category: Category, kind: Kind, character: char) -> Option<Fault> {
    match category {
        Category::Control | Category::Format | Category::LineSeparator | Category::ParagraphSeparator => {
            Some(Fault::Invisible)
        }
        Category::PrivateUse | Category::Unassigned | Category::Surrogate => Some(Fault::Meaningless),
        Category::SpaceSeparator if kind == Kind::Name && character != ' ' => Some(Fault::Blank),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_people_are_taken() {
        for good in
            ["Michel Ney", "Łukasz", "Багратион", "拿破仑", "Nguyễn", "محمد", "नेपोलियन", "O'Brien-7", "Ney ★"]
        {
            assert_eq!(name(good).as_deref(), Ok(good));
        }
        // The same name, however it was typed.
        assert_eq!(name("Rene\u{301}").as_deref(), Ok("René"));
    }

    #[test]
    fn names_that_hide_something_are_not() {
        for (bad, code) in [
            ("Ney\u{202e}yeN", "U+202E"),
            ("Ney\u{2066}", "U+2066"),
            ("N\u{200b}ey", "U+200B"),
            ("N\u{200d}ey", "U+200D"),
            ("\u{feff}Ney", "U+FEFF"),
            ("Ney\u{e0041}", "U+E0041"),
            ("Ney\u{ad}", "U+00AD"),
            ("Ney\u{fe0f}", "U+FE0F"),
            ("Ney\u{e0100}", "U+E0100"),
            ("\u{3164}", "U+3164"),
            ("\u{2800}", "U+2800"),
            ("Ney\u{34f}", "U+034F"),
            ("Ney\nDavout", "U+000A"),
            ("Ney\u{0}", "U+0000"),
            ("Ney\u{85}", "U+0085"),
            ("Ney\u{2028}", "U+2028"),
            ("Ney\u{e000}", "U+E000"),
            ("Ney\u{378}", "U+0378"),
            ("Ney\u{fffe}", "U+FFFE"),
            ("Ney\u{10ffff}", "U+10FFFF"),
            ("Ney\u{3000}Davout", "U+3000"),
            ("Ney\u{a0}", "U+00A0"),
            ("\u{301}Ney", "U+0301"),
            ("Q\u{301}\u{302}\u{303}\u{304}\u{305}", "U+0305"),
        ] {
            let refusal = name(bad).unwrap_err().to_string();
            assert!(refusal.contains(code), "{bad:?}: {refusal}");
        }
        assert_eq!(name(""), Err(BadName::Length(0)));
        assert_eq!(name(&"x".repeat(41)), Err(BadName::Length(41)));
        assert_eq!(
            (name(" Ney"), name("Ney "), name(" ")),
            (Err(BadName::Blanks), Err(BadName::Blanks), Err(BadName::Blanks))
        );
    }

    #[test]
    fn letters_have_lines_and_emoji() {
        for good in [
            "Sire,\n\n\tthe Guard dies.\n",
            "No\u{a0}: non !",
            "❤\u{fe0f} 👨\u{200d}👩\u{200d}👧 🤷🏽\u{200d}♂\u{fe0f}",
            "שָׁלוֹם",
        ] {
            assert_eq!(lines(good), Ok(()), "{good}");
        }
        for (bad, code) in [
            ("a\u{200d}b", "U+200D"),
            ("👨\u{200d}", "U+200D"),
            ("👨\u{200d}x", "U+200D"),
            ("a\u{fe0f}", "U+FE0F"),
            ("❤\u{fe0f}\u{fe0f}", "U+FE0F"),
            ("a\rb", "U+000D"),
            ("\u{202e}a", "U+202E"),
            ("a \u{301}", "U+0301"),
        ] {
            let refusal = lines(bad).unwrap_err().to_string();
            assert!(refusal.contains(code), "{bad:?}: {refusal}");
        }
        assert_eq!(
            lines("ab\u{202e}c").unwrap_err().to_string(),
            "character 3 (U+202E) is invisible or changes how the text around it reads"
        );
    }
}
