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

/// The colour of a ground on a terminal. A key is a kind of ground, with more after a dash: `mountain-alps`, `land-france`.
pub fn of_ground(key: &str) -> Color {
    let cell = match key.split_once('-').unwrap_or((key, "")) {
        ("sea" | "water" | "lake" | "ocean", _) => 110,
        ("forest" | "wood", _) => 108,
        ("mountain" | "mountains", _) => 137,
        (_, "france") => 189,
        (_, "prussia") => 251,
        (_, "russia") => 194,
        (_, "austria") => 230,
        (_, "italy") => 223,
        (_, "spain") => 224,
        _ => 187,
    };
    Color::Ansi256(Ansi256Color(cell))
}
