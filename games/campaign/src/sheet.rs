//! The board as it is drawn.
//!
//! A square is fifty kilometres wide, so that mountains are as steep as on the other maps; nothing else hangs on it.

use atlas::draw::{
    Arm, Cell, Colour, Earth, Grid, Ground, Hatch, Inscription, MapSheet, Mark, MarkKind, Realm, Rulers,
    Shape, Shore, Sign, Voice,
};
use atlas::survey::Point;

use crate::board::{self, Area, BOARD, Town};
use crate::components::{Country, Kind, Power};
use crate::square::{COLUMNS, ROWS, Square};

/// The side of a square, in kilometres of the sheet.
pub const PITCH: f64 = 50.0;

/// Towns that raise troops, and those that do not (3.1).
const RED: Colour = Colour(176, 52, 44);
const YELLOW: Colour = Colour(232, 190, 76);

/// The board with its countries, towns and the squares on which pieces start.
pub fn sheet() -> MapSheet {
    let corners = ((0.0, 0.0), at(f64::from(COLUMNS), f64::from(ROWS)));
    MapSheet {
        realms: Country::ALL.map(realm).into(),
        marks: marks(),
        grid: Some(grid()),
        inscriptions: inscriptions(),
        lettering: 1.4,
        rulers: rulers(),
        words: words(),
        ..MapSheet::bare("Campaign", Earth::Shores(beyond()), corners)
    }
}

/// Squares to kilometres.
fn at(column: f64, row: f64) -> Point {
    (column * PITCH, row * PITCH)
}

fn middle(square: Square) -> Point {
    at(f64::from(square.column()) + 0.5, f64::from(square.row()) + 0.5)
}

fn realm(country: Country) -> Realm {
    let (colour, hatch) = match country {
        Country::France => (Colour(78, 112, 176), Hatch::Azure),
        Country::Prussia => (Colour(120, 124, 138), Hatch::Sable),
        Country::Russia => (Colour(112, 150, 96), Hatch::Vert),
        Country::Austria => (Colour(240, 226, 176), Hatch::Ermine),
        Country::Italy => (Colour(226, 176, 72), Hatch::Or),
        Country::Spain => (Colour(196, 84, 70), Hatch::Gules),
    };
    Realm { name: country.name().to_owned(), colour, hatch }
}

fn grid() -> Grid {
    Grid {
        shape: Shape::Square,
        pitch: PITCH,
        cells: Square::all().map(cell).collect(),
        zones: Vec::new(),
        rivers: Vec::new(),
        sides: Vec::new(),
        lines: Vec::new(),
        sites: Vec::new(),
        boxes: Vec::new(),
    }
}

fn cell(square: Square) -> Cell {
    let (ground, shore, realm) = match BOARD.ground(square) {
        board::Ground::Sea => (Ground::Clear, Shore::Water, None),
        board::Ground::Land(country) => (Ground::Clear, Shore::Inland, Some(country)),
        board::Ground::Forest => (Ground::Forest, Shore::Inland, None),
        board::Ground::Mountain(_) => (Ground::Mountain, Shore::Inland, None),
    };
    Cell {
        // Columns and rows are counted along the frame.
        name: String::new(),
        centre: middle(square),
        ground,
        shore,
        realm: realm.map(Country::index),
        zone: None,
        in_play: true,
    }
}

/// Where land meets the edge of the board it goes on beyond.
fn beyond() -> Vec<Vec<Point>> {
    let land = Square::all().filter(|&square| BOARD.ground(square) != board::Ground::Sea);
    let (last_column, last_row) = (i32::from(COLUMNS) - 1, i32::from(ROWS) - 1);
    let reach = |place: i32, last: i32| {
        let (low, high) = (f64::from(place), f64::from(place) + 1.0);
        (if place == 0 { low - 2.0 } else { low }, if place == last { high + 2.0 } else { high })
    };
    let on_edge = land.filter(|square| square.column() % last_column == 0 || square.row() % last_row == 0);
    on_edge
        .map(|square| {
            let (left, right) = reach(square.column(), last_column);
            let (top, bottom) = reach(square.row(), last_row);
            vec![at(left, top), at(right, top), at(right, bottom), at(left, bottom)]
        })
        .collect()
}

/// Capitals, towns, and the squares on which pieces start or are raised.
fn marks() -> Vec<Mark> {
    let mark = |kind, at, label: &str, value| Mark { kind, at, label: label.to_owned(), value, area: None };
    let mut marks = Vec::new();
    for power in Power::ALL {
        let base = BOARD.base(power);
        let (x, y) = middle(base.capital.general);
        marks.push(mark(MarkKind::Capital, (x, y + 0.14 * PITCH), &base.name, 3));
        marks.extend(starts(&base.capital).chain(starts(&base.enlistment)).filter_map(|(kind, square)| {
            let is_capital = square == base.capital.general;
            (!is_capital).then(|| mark(MarkKind::Start(arm(kind)), middle(square), "", 0))
        }));
    }
    for town in Town::all() {
        let colour = if town.is_red() { RED } else { YELLOW };
        let kind = MarkKind::Town(colour, town.symbol().map(arm));
        marks.push(mark(kind, middle(town.square()), town.name(), 0));
    }
    marks
}

fn starts(area: &Area) -> impl Iterator<Item = (Kind, Square)> {
    let kinds = [Kind::General, Kind::Infantry, Kind::Cavalry];
    kinds.into_iter().flat_map(|kind| area.places(kind).iter().map(move |&square| (kind, square)))
}

fn arm(kind: Kind) -> Arm {
    match kind {
        Kind::General => Arm::General,
        Kind::Infantry => Arm::Infantry,
        Kind::Cavalry => Arm::Cavalry,
    }
}

/// Ranges and seas.
fn inscriptions() -> Vec<Inscription> {
    let names: [(&str, Voice, &[Point]); 8] = [
        ("Pyrenees", Voice::Range, &[(5.7, 14.5), (8.3, 14.5)]),
        ("Alps", Voice::Range, &[(15.6, 12.5), (20.9, 12.5)]),
        ("Carpathians", Voice::Range, &[(24.9, 12.5), (28.1, 12.5)]),
        ("Atlantic Ocean", Voice::Sea, &[(3.6, 4.8), (5.4, 3.3), (8.6, 1.6)]),
        ("North Sea", Voice::Sea, &[(9.6, 2.6), (12.4, 1.9), (15.6, 1.6)]),
        ("Baltic Sea", Voice::Sea, &[(19.2, 1.9), (22.6, 1.4), (26.4, 1.0)]),
        ("Mediterranean Sea", Voice::Sea, &[(1.6, 23.4), (13.0, 23.5), (24.6, 23.4)]),
        ("Black Sea", Voice::Sea, &[(33.0, 14.8), (33.6, 17.5), (33.9, 21.5)]),
    ];
    let inscription = |(text, voice, course): (&str, Voice, &[Point])| Inscription {
        text: text.to_owned(),
        voice,
        course: course.iter().map(|&(column, row)| at(column, row)).collect(),
    };
    names.map(inscription).into()
}

/// Columns and rows, both from 0 in the north-west.
fn rulers() -> Rulers {
    let count = |until: u16| (0..until).map(|n| ((f64::from(n) + 0.5) * PITCH, n.to_string())).collect();
    Rulers { columns: count(COLUMNS), rows: count(ROWS) }
}

fn words() -> Vec<(Sign, String)> {
    let words = [
        (Sign::Mark(MarkKind::Town(RED, Some(Arm::Infantry))), "Red town, infantry"),
        (Sign::Mark(MarkKind::Town(RED, Some(Arm::Cavalry))), "Red town, cavalry"),
        (Sign::Mark(MarkKind::Town(YELLOW, None)), "Yellow town"),
        (Sign::Mark(MarkKind::Start(Arm::Infantry)), "Infantry starts or enlists"),
        (Sign::Mark(MarkKind::Start(Arm::Cavalry)), "Cavalry starts or enlists"),
        (Sign::Mark(MarkKind::Start(Arm::General)), "A General enlists"),
    ];
    words.map(|(sign, words)| (sign, words.to_owned())).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_on_the_board_is_on_the_sheet() {
        let sheet = sheet();
        let grid = sheet.grid.expect("a board of squares");
        assert_eq!(grid.cells.len(), usize::from(COLUMNS * ROWS));
        let count = |is: &dyn Fn(MarkKind) -> bool| sheet.marks.iter().filter(|mark| is(mark.kind)).count();
        assert_eq!(count(&|kind| kind == MarkKind::Capital), 5);
        assert_eq!(count(&|kind| matches!(kind, MarkKind::Town(RED, Some(_)))), 12);
        assert_eq!(count(&|kind| matches!(kind, MarkKind::Town(YELLOW, None))), 12);
        assert_eq!(count(&|kind| matches!(kind, MarkKind::Start(Arm::Infantry))), 40);
        assert_eq!(count(&|kind| kind == MarkKind::Start(Arm::General)), 5);
        for (cell, square) in grid.cells.iter().zip(Square::all()) {
            assert_eq!(cell.realm, BOARD.country(square).map(Country::index));
            assert_eq!(cell.shore == Shore::Water, BOARD.ground(square) == board::Ground::Sea);
        }
    }
}
