//! What stands in one place, in short.

use std::collections::BTreeMap;

use super::{Piece, PieceKey, SpaceRef, Spot, Table, Tint};

/// What stands on one space, in short: for whoever draws it as one piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stack<'t> {
    /// Where.
    pub at: SpaceRef,
    /// What stands there, what is inside of it included.
    pub pieces: Vec<&'t Piece>,
    /// Whose it is, whoever has most first.
    pub tints: Vec<Tint>,
    /// How strong all together are, as far as the viewer knows.
    pub strength: u32,
    /// Whether that is all: the strength of some may not be known.
    pub is_known: bool,
    /// Who commands.
    pub commander: Option<&'t Piece>,
}

impl Table {
    /// Where a piece stands in the end: the space of whatever it is inside of.
    pub fn space_of(&self, key: PieceKey) -> Option<SpaceRef> {
        let mut piece = self.piece(key)?;
        // Nothing is inside of more pieces than there are.
        for _ in 0..self.pieces.len() {
            match piece.at {
                Spot::Space(at) => return Some(at),
                Spot::Hand { .. } => return None,
                Spot::Inside { piece: outer } => piece = self.piece(outer)?,
            }
        }
        None
    }

    /// Everything that stands on spaces, space by space.
    pub fn stacks(&self) -> Vec<Stack<'_>> {
        let mut spaces: BTreeMap<SpaceRef, Vec<&Piece>> = BTreeMap::new();
        for piece in &self.pieces {
            if let Some(at) = self.space_of(piece.key) {
                spaces.entry(at).or_default().push(piece);
            }
        }
        spaces.into_iter().map(|(at, pieces)| Stack::of(at, pieces)).collect()
    }
}

impl<'t> Stack<'t> {
    fn of(at: SpaceRef, pieces: Vec<&'t Piece>) -> Stack<'t> {
        let mut counts: Vec<(Tint, usize)> = Vec::new();
        for piece in &pieces {
            match counts.iter_mut().find(|(tint, _)| *tint == piece.print.tint) {
                Some((_, count)) => *count += 1,
                None => counts.push((piece.print.tint, 1)),
            }
        }
        counts.sort_by_key(|(tint, count)| (usize::MAX - count, *tint));
        let leaders = pieces.iter().filter(|piece| piece.print.rank > 0);
        Stack {
            at,
            tints: counts.into_iter().map(|(tint, _)| tint).collect(),
            strength: pieces.iter().filter_map(|piece| piece.strength()).sum(),
            is_known: pieces.iter().all(|piece| piece.strength().is_some() || piece.print.rank > 0),
            commander: leaders.rev().max_by_key(|piece| piece.print.rank).copied(),
            pieces,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Form, Print};
    use super::*;

    #[test]
    fn an_army_in_a_fortress_counts_where_the_fortress_stands() {
        let at = SpaceRef { board: 0, space: 4 };
        let piece = |nth, at, tint, strength, rank| {
            let print = Print { strength, rank, ..Print::plain("piece", Form::Counter, tint, 'x') };
            Piece::new(PieceKey::unseen(nth), at, print)
        };
        let inside = |nth| Spot::Inside { piece: PieceKey::unseen(nth) };
        let table = Table::of(vec![
            piece(3, inside(2), Tint::Blue, Some(5), 0),
            piece(1, Spot::Space(at), Tint::Red, None, 0),
            piece(2, inside(1), Tint::Blue, None, 3),
            piece(4, Spot::Hand { hand: 0 }, Tint::Blue, Some(9), 9),
        ]);
        let stacks = table.stacks();
        let [stack] = &stacks[..] else { panic!("{stacks:?}") };
        assert_eq!((stack.at, stack.pieces.len(), stack.strength, stack.is_known), (at, 3, 5, false));
        assert_eq!(stack.tints, [Tint::Blue, Tint::Red]);
        assert_eq!(stack.commander.map(|piece| piece.key), Some(PieceKey::unseen(2)));
        assert_eq!(table.space_of(PieceKey::unseen(4)), None);
    }
}
