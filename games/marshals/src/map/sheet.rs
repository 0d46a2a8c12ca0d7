//! The drawn files: one word for each hex, one line for each row, shifted rows set in a little.

use atlas::topology::{Direction, HexGrid, HexId, Id, SideId};

/// A side in a list: the number of a hex, and where on it.
const SIDES: [(Direction, &str); 3] =
    [(Direction::East, "e"), (Direction::SouthEast, "se"), (Direction::SouthWest, "sw")];

/// One word for each hex, in rows.
pub fn write(grid: &HexGrid, mut word: impl FnMut(HexId) -> String) -> String {
    let mut text = String::new();
    for hex in grid.hexes() {
        let name = grid.name(hex);
        let word = word(hex);
        let lead = match (name.column, name.row % 2) {
            (1, 0) => " ".repeat(word.len().div_ceil(2)),
            (1, _) => String::new(),
            _ => " ".to_owned(),
        };
        text += &lead;
        text += &word;
        if grid.neighbour(hex, Direction::East).is_none() {
            text.push('\n');
        }
    }
    text
}

/// Reads what [`write()`] wrote.
///
/// # Panics
/// If there are more or fewer words than hexes.
pub fn read<'t>(grid: &HexGrid, text: &'t str) -> Vec<&'t str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(words.len(), grid.len(), "one word for each hex");
    words
}

/// A set of sides: for each hex a digit, 1 for its east side, 2 for south-east, 4 for south-west, added.
pub fn write_sides(grid: &HexGrid, marked: &[bool]) -> String {
    write(grid, |hex| {
        let bit = |(place, (direction, _)): (usize, &(Direction, &str))| {
            let side = grid.side(hex, *direction).expect("every hex has six sides");
            usize::from(marked[side.index()]) << place
        };
        match SIDES.iter().enumerate().map(bit).sum() {
            0 => ".".to_owned(),
            digit => digit.to_string(),
        }
    })
}

/// Reads what [`write_sides`] wrote.
///
/// # Panics
/// If a word is no such digit.
pub fn read_sides(grid: &HexGrid, text: &str) -> Vec<bool> {
    let mut marked = vec![false; grid.side_count()];
    for (hex, word) in grid.hexes().zip(read(grid, text)) {
        let digit: usize =
            if word == "." { 0 } else { word.parse().expect("a digit for the sides of a hex") };
        for (place, (direction, _)) in SIDES.iter().enumerate() {
            let side = grid.side(hex, *direction).expect("every hex has six sides");
            marked[side.index()] |= digit >> place & 1 == 1;
        }
    }
    marked
}

/// How a side that two hexes share is written in a list: `4532se`.
pub fn side_name(grid: &HexGrid, side: SideId) -> String {
    let (a, b) = grid.hexes_at(side);
    let both = [Some(a), b];
    let named = both.into_iter().flatten().find_map(|hex| {
        let is = |(direction, _): &&(Direction, &str)| grid.side(hex, *direction) == Some(side);
        SIDES.iter().find(is).map(|(_, word)| format!("{}{word}", grid.name(hex)))
    });
    named.expect("a side inside the map is one of these of one of its hexes")
}

/// Reads what [`side_name`] wrote.
pub fn find_side(grid: &HexGrid, name: &str) -> Option<SideId> {
    let (hex, word) = name.split_at_checked(4)?;
    let (direction, _) = SIDES.iter().find(|(_, side)| *side == word)?;
    grid.side(grid.find(hex).ok()?, *direction)
}
