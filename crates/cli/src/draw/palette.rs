//! Colours on a terminal.

use anstyle::{Ansi256Color, Color};
use engine::{Ground, Tint};

const fn of(cell: u8) -> Color {
    Color::Ansi256(Ansi256Color(cell))
}

/// The face of a piece and what is written on it.
pub fn of_tint(tint: Tint) -> (Color, Color) {
    let colours = tint.colours();
    (of(colours.cell), of(colours.cell_ink))
}

/// The ground of a space, in the pale colour of whoever's land it is where it is open.
pub fn of_ground(ground: Ground, land: Option<Tint>) -> Color {
    of(match (ground, land) {
        (Ground::Sea, _) => 110,
        (Ground::Forest, _) => 108,
        (Ground::Marsh, _) => 151,
        (Ground::Mountain, _) => 137,
        (Ground::Hill | Ground::Pass, _) => 180,
        (Ground::Desert, _) => 222,
        (Ground::Clear | Ground::Box, None | Some(Tint::Card)) => 187,
        (Ground::Clear | Ground::Box, Some(land)) => match land {
            Tint::Blue => 189,
            Tint::Black | Tint::Grey => 251,
            Tint::Green => 194,
            Tint::White => 230,
            Tint::Yellow | Tint::Orange => 223,
            Tint::Red | Tint::Pink => 224,
            Tint::Brown => 181,
            Tint::Purple => 183,
            Tint::Card => 187,
        },
    })
}
