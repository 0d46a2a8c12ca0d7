//! The files that the survey writes: a letter or two for each hex, a line for each river.

use std::fmt::Write;

use atlas::topology::{Direction, HexGrid, HexId, SideId};

use super::{Land, Terrain};

const LETTERS: [(Terrain, char); 9] = [
    (Terrain::Sea, '~'),
    (Terrain::Lake, 'o'),
    (Terrain::Clear, 'c'),
    (Terrain::Hill, 'h'),
    (Terrain::Mountain, 'm'),
    (Terrain::Pass, 'p'),
    (Terrain::Forest, 'f'),
    (Terrain::Marsh, 'w'),
    (Terrain::Desert, 'd'),
];

const SIDES: [(Direction, &str); 6] = [
    (Direction::North, "N"),
    (Direction::NorthEast, "NE"),
    (Direction::SouthEast, "SE"),
    (Direction::South, "S"),
    (Direction::SouthWest, "SW"),
    (Direction::NorthWest, "NW"),
];

/// The letter of a hex: a capital on the coast.
pub(crate) fn letter(land: Land) -> char {
    let (_, letter) = LETTERS.iter().find(|(terrain, _)| *terrain == land.terrain).expect("each has one");
    if land.coastal { letter.to_ascii_uppercase() } else { *letter }
}

/// What a letter means.
pub(crate) fn land(letter: char) -> Option<Land> {
    let (terrain, _) = LETTERS.iter().find(|(_, known)| *known == letter.to_ascii_lowercase())?;
    Some(Land { terrain: *terrain, coastal: letter.is_ascii_uppercase() })
}

/// Writes a word for each hex, a row of the map to a line, with a gap between the sheets.
pub(crate) fn rows(grid: &HexGrid, word: impl Fn(HexId) -> String) -> String {
    let mut lines: Vec<String> = Vec::new();
    for hex in grid.hexes() {
        let name = grid.name(hex);
        let row = usize::from(name.row) - 1;
        lines.resize(lines.len().max(row + 1), String::new());
        if name.sheet == Some('E') && name.column == 1 {
            lines[row].push(' ');
        }
        lines[row] += &word(hex);
    }
    lines.iter().fold(String::new(), |text, line| text + line + "\n")
}

/// Reads words of `length` letters, one for each hex.
pub(crate) fn words<'t>(
    grid: &HexGrid,
    file: &str,
    text: &'t str,
    length: usize,
) -> Result<Vec<&'t str>, String> {
    let sheets: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    let word = |hex| {
        let name = grid.name(hex);
        let sheet = usize::from(name.sheet == Some('E'));
        let start = (usize::from(name.column) - 1) * length;
        let line = sheets.get(usize::from(name.row) - 1)?.get(sheet)?;
        line.get(start..start + length)
    };
    grid.hexes()
        .map(|hex| word(hex).ok_or_else(|| format!("{file}: nothing for {}", grid.name(hex))))
        .collect()
}

/// How a side is written: the hex west or south of it and the direction in which it lies.
pub(crate) fn side_name(grid: &HexGrid, side: SideId) -> String {
    let (hex, _) = grid.hexes_at(side);
    let (_, word) = SIDES
        .iter()
        .find(|(direction, _)| grid.side(hex, *direction) == Some(side))
        .expect("a side is a side of its hex");
    format!("{}{word}", grid.name(hex))
}

/// The side of that name.
pub(crate) fn side(grid: &HexGrid, name: &str) -> Result<SideId, String> {
    let unknown = || format!("there is no side {name:?}");
    let (hex, word) = name.split_at_checked(5).ok_or_else(unknown)?;
    let hex = grid.find(hex).map_err(|error| error.to_string())?;
    let (direction, _) = SIDES.iter().find(|(_, known)| *known == word).ok_or_else(unknown)?;
    grid.side(hex, *direction).ok_or_else(unknown)
}

/// Writes lines of a heading and the names of sides.
pub(crate) fn lists<'l>(grid: &HexGrid, lists: impl Iterator<Item = (String, &'l [SideId])>) -> String {
    let mut text = String::new();
    for (heading, sides) in lists {
        let names: Vec<String> = sides.iter().map(|side| side_name(grid, *side)).collect();
        writeln!(text, "{heading}: {}", names.join(" ")).expect("strings can always be written to");
    }
    text
}

/// Reads lines of a heading and the names of sides.
pub(crate) fn read_lists<'t>(grid: &HexGrid, text: &'t str) -> Result<Vec<(&'t str, Vec<SideId>)>, String> {
    let line = |line: &'t str| {
        let (heading, names) = line.split_once(": ").ok_or_else(|| format!("{line:?} has no heading"))?;
        let sides: Result<Vec<SideId>, String> = names.split(' ').map(|name| side(grid, name)).collect();
        Ok((heading, sides?))
    };
    text.lines().map(line).collect()
}
