//! A map for the terminal: two characters a square.
//!
//! Colour is laid over letters that say the same, so that nothing is lost where there is none: an empty square shows
//! the letter of its ground and of what is printed on it, a piece the letter of its owner and of its kind.

use std::collections::{BTreeMap, BTreeSet};

use anstyle::Style;
use engine::{Board, Layout, Piece, Print, Space, SpaceRef, Spot, Stack, Table};

use super::palette::{of_ground, of_tint};
use crate::style::DIM;

/// Draws board number `number` with what lies on it; nothing if it is not made of squares.
pub fn text(board: &Board, number: u8, table: &Table) -> Option<String> {
    let Layout::Squares { columns, rows } = board.layout else { return None };
    // Whose something is, is said elsewhere: a terminal only underlines what stands out for the moment.
    let momentary =
        table.overlays.iter().filter(|overlay| overlay.pieces.is_empty() && overlay.tint.is_none());
    let marked: BTreeSet<SpaceRef> = momentary.flat_map(|overlay| overlay.spaces.iter()).collect();
    let stacks: BTreeMap<SpaceRef, Stack> =
        table.stacks().into_iter().map(|stack| (stack.at, stack)).collect();
    let mut text = header(columns);
    for row in 0..rows {
        text += &format!("{DIM}{row:>3}{DIM:#} ");
        for column in 0..columns {
            let at = SpaceRef { board: number, space: row * columns + column };
            let Some(space) = board.spaces.get(usize::from(at.space)) else { continue };
            text += &cell(space, stacks.get(&at), marked.contains(&at));
        }
        text += &format!(" {DIM}{row}{DIM:#}\n");
    }
    text += &header(columns);
    Some(text)
}

/// What lies on a board that cannot be drawn, line by line: a name and what it says. Of a map the spaces on which something
/// stands, of a mat every column with what its boxes give.
pub fn listing(board: &Board, number: u8, table: &Table) -> Vec<(String, String)> {
    let standing = |space: usize| {
        let at = Spot::Space(SpaceRef { board: number, space: space as u16 });
        named(table, at).join(", ")
    };
    let mut lines: Vec<(String, String)> = Vec::new();
    for (space, entry) in board.spaces.iter().enumerate() {
        let pieces = standing(space);
        if board.layout != Layout::Mat {
            lines.extend((!pieces.is_empty()).then(|| (entry.name.clone(), pieces)));
            continue;
        }
        let column = entry.land.as_deref().unwrap_or_default();
        let taken = if pieces.is_empty() { String::new() } else { format!(" [{pieces}]") };
        let nth = entry.name.strip_prefix(column).unwrap_or(&entry.name).trim();
        let said = format!("{nth} ({}){taken}", entry.notes.join(", "));
        match lines.last_mut().filter(|(title, _)| title == column) {
            Some((_, line)) => *line += &format!("; {said}"),
            None => lines.push((column.to_owned(), said)),
        }
    }
    lines
}

/// How many columns of the terminal a board takes; nothing if it is not made of squares.
pub fn text_width(board: &Board) -> Option<usize> {
    match board.layout {
        Layout::Squares { columns, rows } => {
            let number = rows.saturating_sub(1).to_string().len();
            Some("    ".len() + 2 * usize::from(columns) + " ".len() + number)
        }
        Layout::Areas | Layout::Mat | Layout::Hexes { .. } => None,
    }
}

/// The numbers of the columns, tens above units.
fn header(columns: u16) -> String {
    let line = |digit: &dyn Fn(u16) -> String| -> String { (0..columns).map(digit).collect() };
    let tens = line(&|column| {
        if column % 10 == 0 && column > 0 { format!("{:<2}", column / 10) } else { "  ".into() }
    });
    let units = line(&|column| format!("{:<2}", column % 10));
    let tens = if columns > 10 { format!("    {DIM}{tens}{DIM:#}\n") } else { String::new() };
    format!("{tens}    {DIM}{units}{DIM:#}\n")
}

/// What is in one place by name, each with what is inside of it.
pub fn named(table: &Table, at: Spot) -> Vec<String> {
    table.pieces.iter().filter(|piece| piece.at == at).map(|piece| with_inside(table, piece)).collect()
}

/// A piece by name, with what is inside of it: "Ney's army (3 French infantry, French cavalry)".
pub fn with_inside(table: &Table, piece: &Piece) -> String {
    match &named(table, Spot::Inside { piece: piece.key })[..] {
        [] => piece.name().into_owned(),
        inside => format!("{} ({})", piece.name(), inside.join(", ")),
    }
}

fn cell(space: &Space, stack: Option<&Stack>, marked: bool) -> String {
    let ground = Style::new().bg_color(Some(of_ground(space.ground, space.tint))).fg_color(Some(INK));
    let top = stack.and_then(|stack| stack.commander.or(stack.pieces.first().copied()).zip(Some(stack)));
    let (letters, style) = match top {
        None => {
            let mark = space.mark.as_ref().map_or(' ', |mark| mark.letter);
            (format!("{}{mark}", space.letter), if space.mark.is_some() { ground.bold() } else { ground })
        }
        Some((piece, stack)) => {
            let (face, ink) = of_tint(piece.print.tint);
            let style = Style::new().bg_color(Some(face)).fg_color(Some(ink)).bold();
            let count = stack.pieces.len();
            let kind = if count == 1 { kind(&piece.print) } else { digit(count) };
            (format!("{}{kind}", piece.print.letter), style)
        }
    };
    let style = if marked { style.underline() } else { style };
    format!("{style}{letters}{style:#}")
}

/// Dark enough for every ground.
const INK: anstyle::Color = anstyle::Color::Ansi256(anstyle::Ansi256Color(236));

/// One letter for what a piece is.
fn kind(print: &Print) -> char {
    print.symbol.map_or(' ', |symbol| symbol.glyph().letter)
}

fn digit(count: usize) -> char {
    char::from_digit(count as u32, 10).unwrap_or('+')
}

/// What the letters mean: grounds, marks and pieces.
pub fn legend(board: &Board, table: &Table) -> Vec<String> {
    let mut grounds = BTreeMap::new();
    let mut marks = BTreeMap::new();
    for space in &board.spaces {
        let ground = || vec![space.land.as_deref().unwrap_or(space.ground.title()).to_owned()];
        grounds.entry(space.letter).or_insert_with(ground);
        if let Some(mark) = &space.mark {
            let kinds: &mut Vec<String> = marks.entry(mark.letter).or_default();
            let kind = mark.site.title().to_owned();
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    let mut pieces = BTreeMap::new();
    for piece in table.stacks().into_iter().flat_map(|stack| stack.pieces) {
        let letters = format!("{}{}", piece.print.letter, kind(&piece.print));
        pieces.entry(letters).or_insert_with(|| piece.print.name.to_string());
    }
    let line = |entries: Vec<String>| entries.join(", ");
    let of = |map: BTreeMap<char, Vec<String>>| {
        line(map.into_iter().map(|(letter, kinds)| format!("{letter} {}", kinds.join(" or "))).collect())
    };
    vec![
        format!("Ground, first letter of a square: {}", of(grounds)),
        format!("Printed on it, second letter: {}", of(marks)),
        format!(
            "Pieces: {}",
            line(pieces.into_iter().map(|(letters, what)| format!("{letters} {what}")).collect())
        ),
    ]
}

#[cfg(test)]
mod tests {
    use engine::toy::Skirmish;
    use engine::{Game, Recorder, Seed, Setup, Viewer};

    use super::*;

    #[test]
    fn a_line_of_squares_shows_its_piece_between_its_numbers() {
        let setup = Setup::new("field", 2, Seed::from_number(1));
        let table = Skirmish::new(&setup, &mut Recorder::silent()).unwrap().view(Viewer::Spectator);
        let board = &Skirmish::boards()[0];
        let drawn = anstream::adapter::strip_str(&text(board, 0, &table).unwrap()).to_string();
        assert_eq!(drawn, "    0 1 2 3 4 5 6 7 8 \n  0 . . . . Mm. . . .  0\n    0 1 2 3 4 5 6 7 8 \n");
        assert_eq!(text_width(board), drawn.lines().map(str::len).max());
        assert!(legend(board, &table)[2].starts_with("Pieces: Mm The marker"));
    }
}
