//! Spaces by the names people type.

use engine::{Board, Layout, Piece, SpaceRef, Spot, Table};

/// The boards of a game, as a player speaks of them.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    boards: &'static [Board],
}

impl Places {
    /// The places on `boards`.
    pub fn new(boards: &'static [Board]) -> Places {
        Places { boards }
    }

    /// What people call a space.
    pub fn name(self, at: SpaceRef) -> &'static str {
        let space =
            self.boards.get(usize::from(at.board)).and_then(|board| board.spaces.get(usize::from(at.space)));
        space.map_or("?", |space| {
            space.mark.as_ref().and_then(|mark| mark.label.as_deref()).unwrap_or(&space.name)
        })
    }

    /// What a box of a mat gives, in words.
    pub fn given(self, at: SpaceRef) -> String {
        let board = self.boards.get(usize::from(at.board)).filter(|board| board.layout == Layout::Mat);
        let space = board.and_then(|board| board.spaces.get(usize::from(at.space)));
        space.map_or_else(String::new, |space| space.notes.join(", "))
    }

    /// Column and row of a space, on a board of squares.
    pub fn coordinates(self, at: SpaceRef) -> Option<(u16, u16)> {
        match self.boards.get(usize::from(at.board))?.layout {
            Layout::Squares { columns, .. } => Some((at.space % columns, at.space / columns)),
            Layout::Areas | Layout::Mat | Layout::Hexes { .. } => None,
        }
    }

    /// Where a piece is, in words.
    pub fn whereabouts(self, piece: &Piece, table: &Table) -> String {
        match piece.at {
            Spot::Space(at) => self.name(at).to_owned(),
            Spot::Hand { hand } => table
                .hands
                .get(usize::from(hand))
                .map_or_else(|| "beside the board".to_owned(), |h| h.title.to_string()),
            Spot::Inside { piece } => match table.piece(piece) {
                Some(outer) => format!("in {}, {}", outer.name(), self.whereabouts(outer, table)),
                None => "beside the board".to_owned(),
            },
        }
    }

    /// The space a player means: by its name, by what is printed on it, by column and row, or by the beginning of a
    /// name that only one has.
    pub fn find(self, text: &str) -> Option<SpaceRef> {
        let wanted = text.to_lowercase();
        let named = |fits: &dyn Fn(&str) -> bool| -> Vec<SpaceRef> {
            let mut found = Vec::new();
            for (board, sheet) in (0..).zip(self.boards) {
                for (space, entry) in (0..).zip(&sheet.spaces) {
                    let label = entry.mark.as_ref().and_then(|mark| mark.label.as_deref());
                    if fits(&entry.name.to_lowercase())
                        || label.is_some_and(|label| fits(&label.to_lowercase()))
                    {
                        found.push(SpaceRef { board, space });
                    }
                }
            }
            found
        };
        let exact = named(&|name| name == wanted);
        if let Some(at) = exact.first() {
            return Some(*at);
        }
        if let Some(at) = self.by_coordinates(&wanted) {
            return Some(at);
        }
        let begun = if wanted.chars().count() >= 3 && wanted.starts_with(char::is_alphabetic) {
            named(&|name| name.starts_with(&wanted))
        } else {
            Vec::new()
        };
        if begun.is_empty() && wanted.chars().count() >= 3 && wanted.starts_with(char::is_alphabetic) {
            // "Petersburg" is St Petersburg.
            let inside = named(&|name| name.split_whitespace().any(|word| word.starts_with(&wanted)));
            return (inside.len() == 1).then(|| inside[0]);
        }
        (begun.len() == 1).then(|| begun[0])
    }

    /// How far the boards reach, if `text` is column and row of no square on them.
    pub fn beyond(self, text: &str) -> Option<String> {
        let outside = |word: &&str| {
            let number = |digits: &str| digits.trim_start_matches('-').parse::<u64>().is_ok();
            let pair = word.split_once(',').is_some_and(|(column, row)| number(column) && number(row));
            pair && self.by_coordinates(word).is_none()
        };
        let word = text.split_whitespace().find(outside)?;
        let ranges = self.boards.iter().filter_map(|board| match board.layout {
            Layout::Squares { columns, rows } => Some(format!("0,0 to {},{}", columns - 1, rows - 1)),
            Layout::Areas | Layout::Mat | Layout::Hexes { .. } => None,
        });
        let ranges: Vec<String> = ranges.collect();
        (!ranges.is_empty())
            .then(|| format!("There is no square {word}: they go from {}.", ranges.join(" and ")))
    }

    fn by_coordinates(self, text: &str) -> Option<SpaceRef> {
        let (column, row) = text.split_once(',')?;
        let (column, row): (u16, u16) = (column.trim().parse().ok()?, row.trim().parse().ok()?);
        (0..).zip(self.boards).find_map(|(board, sheet)| match sheet.layout {
            Layout::Squares { columns, rows } if column < columns && row < rows => {
                Some(SpaceRef { board, space: row * columns + column })
            }
            _ => None,
        })
    }

    /// A row of spaces, such as `10,6 9,5` or `Paris -> St Petersburg`; nothing if any of it is not a space.
    pub fn path(self, text: &str) -> Option<Vec<SpaceRef>> {
        let words: Vec<&str> =
            text.split_whitespace().filter(|word| !["->", "to", "-"].contains(word)).collect();
        let mut path = Vec::new();
        let mut rest = &words[..];
        while !rest.is_empty() {
            // The longest name first: "St Petersburg" is not a place called St.
            let (length, at) =
                (1..=rest.len().min(4)).rev().find_map(|n| Some((n, self.find(&rest[..n].join(" "))?)))?;
            path.push(at);
            rest = &rest[length..];
        }
        (!path.is_empty()).then_some(path)
    }
}

#[cfg(test)]
mod tests {
    use engine::Game;
    use engine::toy::Skirmish;

    use super::*;

    #[test]
    fn spaces_are_found_by_name_coordinates_and_beginning() {
        let places = Places::new(Skirmish::boards());
        let space = |space| Some(SpaceRef { board: 0, space });
        assert_eq!(places.find("Space 3"), space(3));
        assert_eq!(places.find("3,0"), space(3));
        assert_eq!(places.find("9,0"), None);
        assert_eq!(places.find("spa"), None);
        assert_eq!(places.path("space 3 -> 4,0"), Some(vec![space(3).unwrap(), space(4).unwrap()]));
        assert_eq!(places.path("space 3 nowhere"), None);
        assert_eq!(places.path(""), None);
        assert_eq!(
            places.beyond("3,0 99,99").as_deref(),
            Some("There is no square 99,99: they go from 0,0 to 8,0.")
        );
        assert_eq!((places.beyond("3,0"), places.beyond("a,b")), (None, None));
    }
}
