//! Colours for the keys by which games name them.

use anstyle::{Ansi256Color, Color};

/// The colours of a piece or a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tint {
    /// Its face.
    pub face: &'static str,
    /// What is written on it.
    pub ink: &'static str,
    /// Its face on a terminal.
    pub cell: Color,
    /// What is written on it on a terminal.
    pub cell_ink: Color,
}

const fn tint(face: &'static str, ink: &'static str, cell: u8, cell_ink: u8) -> Tint {
    Tint {
        face,
        ink,
        cell: Color::Ansi256(Ansi256Color(cell)),
        cell_ink: Color::Ansi256(Ansi256Color(cell_ink)),
    }
}

/// The colours for a tint's key.
pub fn of_tint(key: &str) -> Tint {
    match key {
        "blue" | "france" => tint("#34558b", "#f4ecd8", 25, 231),
        "black" | "prussia" => tint("#33302e", "#f4ecd8", 236, 231),
        "green" | "russia" => tint("#3d6b3f", "#f4ecd8", 22, 231),
        "white" | "austria" => tint("#f7f2e4", "#33302e", 255, 16),
        "red" | "spain" | "britain" => tint("#a5302b", "#f4ecd8", 124, 231),
        "yellow" | "italy" => tint("#d8a62c", "#33302e", 178, 16),
        _ => tint("#8d8677", "#fdf8ea", 244, 16),
    }
}

/// What is strewn over a ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// Nothing.
    Bare,
    /// Waves; everything else meets it in a coast.
    Water,
    /// Trees.
    Trees,
    /// Peaks.
    Peaks,
}

/// How a ground looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ground {
    /// Its wash of colour.
    pub wash: &'static str,
    /// What grows or stands there.
    pub cover: Cover,
    /// Its colour on a terminal.
    pub cell: Color,
}

/// The look of a ground's key. A key is a kind of ground, with more after a dash: `mountain-alps`, `land-france`.
pub fn of_ground(key: &str) -> Ground {
    let ground = |wash, cover, cell| Ground { wash, cover, cell: Color::Ansi256(Ansi256Color(cell)) };
    match key.split_once('-').unwrap_or((key, "")) {
        ("sea" | "water" | "lake" | "ocean", _) => ground("#c7d6d3", Cover::Water, 110),
        ("forest" | "wood", _) => ground("#c3cd9f", Cover::Trees, 108),
        ("mountain" | "mountains", _) => ground("#d5c3a5", Cover::Peaks, 137),
        (_, "france") => ground("#cdd6ea", Cover::Bare, 189),
        (_, "prussia") => ground("#d9d7cd", Cover::Bare, 251),
        (_, "russia") => ground("#d5e0bf", Cover::Bare, 194),
        (_, "austria") => ground("#f5edd2", Cover::Bare, 230),
        (_, "italy") => ground("#f0d9b4", Cover::Bare, 223),
        (_, "spain") => ground("#efcfc4", Cover::Bare, 224),
        _ => ground("#ece2c6", Cover::Bare, 187),
    }
}
