//! A map for the terminal: two characters a square.
//!
//! Colour is laid over letters that say the same, so that nothing is lost where there is none: an empty square shows
//! the letter of its ground and of what is printed on it, a piece the letter of its owner and of its kind.

use std::collections::BTreeMap;

use anstyle::Style;
use engine::{Board, Layout, Look, Piece, Space, SpaceRef, Spot, Table};

use super::palette::{of_ground, of_tint};
use crate::style::DIM;

/// Draws board number `number` with what lies on it; nothing if it is not made of squares.
pub fn text(board: &Board, number: u8, table: &Table) -> Option<String> {
    let Layout::Squares { columns, rows } = board.layout else { return None };
    // Whose something is, is said elsewhere: a terminal only underlines what stands out for the moment.
    let standing = table.overlays.iter().filter(|overlay| overlay.is_standing());
    let momentary = standing.filter(|overlay| overlay.tint.is_none());
    let marked: Vec<SpaceRef> = momentary.flat_map(|overlay| overlay.spaces.clone()).collect();
    let mut text = header(columns);
    for row in 0..rows {
        text += &format!("{DIM}{row:>3}{DIM:#} ");
        for column in 0..columns {
            let at = SpaceRef { board: number, space: row * columns + column };
            let Some(space) = board.spaces.get(usize::from(at.space)) else { continue };
            let pieces: Vec<&Piece> =
                table.pieces.iter().filter(|piece| piece.at == Spot::Space(at)).collect();
            text += &cell(space, &pieces, marked.contains(&at));
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
        let names = table.pieces.iter().filter(|piece| piece.at == at).map(|piece| piece.name.as_ref());
        names.collect::<Vec<&str>>().join(", ")
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

fn cell(space: &Space, pieces: &[&Piece], marked: bool) -> String {
    let ground = Style::new().bg_color(Some(of_ground(space.ground))).fg_color(Some(INK));
    let (letters, style) = match pieces {
        [] => {
            let mark = space.mark.as_ref().map_or(' ', |mark| mark.letter);
            (format!("{}{mark}", space.letter), if space.mark.is_some() { ground.bold() } else { ground })
        }
        [piece, others @ ..] => {
            let tint = of_tint(piece.look.tint);
            let style = Style::new().bg_color(Some(tint.cell)).fg_color(Some(tint.cell_ink)).bold();
            let kind = if others.is_empty() { kind(&piece.look) } else { digit(pieces.len()) };
            (format!("{}{kind}", piece.look.letter), style)
        }
    };
    let style = if marked { style.underline() } else { style };
    format!("{style}{letters}{style:#}")
}

/// Dark enough for every ground.
const INK: anstyle::Color = anstyle::Color::Ansi256(anstyle::Ansi256Color(236));

/// One letter for what a piece is: small for what there are many of, an exclamation mark for what leads.
fn kind(look: &Look) -> char {
    match look.symbol {
        Some("general") => '!',
        Some(symbol) => symbol.chars().next().unwrap_or('?'),
        None => ' ',
    }
}

fn digit(count: usize) -> char {
    char::from_digit(count as u32, 10).unwrap_or('+')
}

/// What the letters mean: grounds, marks and pieces.
pub fn legend(board: &Board, table: &Table) -> Vec<String> {
    let mut grounds = BTreeMap::new();
    let mut marks = BTreeMap::new();
    for space in &board.spaces {
        let ground = || vec![space.land.as_deref().unwrap_or(space.ground).replace('-', " ")];
        grounds.entry(space.letter).or_insert_with(ground);
        if let Some(mark) = &space.mark {
            let kinds: &mut Vec<String> = marks.entry(mark.letter).or_default();
            let kind = mark.symbol.replace('-', " ");
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    let mut pieces = BTreeMap::new();
    for piece in table.pieces.iter().filter(|piece| matches!(piece.at, Spot::Space(_))) {
        let letters = format!("{}{}", piece.look.letter, kind(&piece.look));
        pieces.entry(letters).or_insert_with(|| piece.name.to_string());
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
    use engine::{Game, Seed, Setup, Silent, Viewer};

    use super::*;

    #[test]
    fn a_line_of_squares_shows_its_piece_between_its_numbers() {
        let setup = Setup::new("field", 2, Seed::from_number(1));
        let table = Skirmish::new(&setup, &mut Silent).unwrap().view(Viewer::Spectator);
        let board = &Skirmish::boards()[0];
        let drawn = anstream::adapter::strip_str(&text(board, 0, &table).unwrap()).to_string();
        assert_eq!(drawn, "    0 1 2 3 4 5 6 7 8 \n  0 . . . . M . . . .  0\n    0 1 2 3 4 5 6 7 8 \n");
        assert_eq!(text_width(board), drawn.lines().map(str::len).max());
        assert!(legend(board, &table)[2].starts_with("Pieces: M  The marker"));
    }
}
