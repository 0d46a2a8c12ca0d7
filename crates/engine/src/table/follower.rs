//! One viewer who follows a game from action to action.

use super::piece::{places, put};
use super::{Badges, Facing, Patch, Piece, PieceKey, Printed, Spot, Table, Target};

/// A viewer who follows a game: what he sees now, and what has changed since he last looked.
///
/// Pieces that he cannot tell apart are numbered anew in every table that a game makes. A follower keeps their numbers with
/// them for as long as they can be followed: what has not changed keeps its number; what is gone from one place and looks
/// like what has come to another has moved; what is left over is new. All this follows from what the viewer sees and from
/// nothing else, so that the numbers tell him nothing.
#[derive(Clone, Debug)]
pub struct Follower {
    table: Table,
    /// The number that the game gave to each piece that cannot be told apart, and the one that it has here.
    names: Vec<(PieceKey, PieceKey)>,
    /// Where each of them lies among those of the table, in the order in which the game gave them.
    places: Vec<u32>,
    /// The next number that nothing has had yet.
    fresh: u32,
}

impl Follower {
    /// Begins to follow with the table as it is.
    pub fn new(table: Table) -> Follower {
        let unseen = || table.pieces.iter().map(|piece| piece.key).filter(|key| key.is_unseen());
        let fresh = unseen().map(|key| key.number() + 1).max().unwrap_or(0);
        let names: Vec<(PieceKey, PieceKey)> = unseen().map(|key| (key, key)).collect();
        let places = (0..names.len() as u32).collect();
        Follower { table, names, places, fresh }
    }

    /// What the viewer sees.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Looks again; returns what has changed.
    pub fn look(&mut self, mut table: Table) -> Patch<'_> {
        self.rename(&mut table);
        let before = std::mem::replace(&mut self.table, table);
        before.diff(&self.table)
    }

    /// What a target of this table is called by the game.
    pub fn resolve(&self, target: &Target) -> Target {
        let original = |key: PieceKey| {
            let known = self.names.iter().find(|(_, name)| *name == key);
            known.map_or(key, |(original, _)| *original)
        };
        match *target {
            Target::Piece { piece } => Target::Piece { piece: original(piece) },
            Target::Move { piece, to } => Target::Move { piece: original(piece), to },
            Target::Space(_) | Target::Button => target.clone(),
        }
    }

    /// Gives the pieces of a new table that cannot be told apart the numbers they had.
    fn rename(&mut self, table: &mut Table) {
        // They have the highest keys, and so come last.
        let first = table.pieces.partition_point(|piece| !piece.key.is_unseen());
        let old = &self.table.pieces[self.table.pieces.partition_point(|piece| !piece.key.is_unseen())..];
        let new = &mut table.pieces[first..];
        if old.is_empty() && new.is_empty() {
            self.names.clear();
            self.places.clear();
            return;
        }
        // Mostly a few pieces change, and the game lists the others as it did before.
        let before = |at: usize| &old[self.places[at] as usize];
        let most = old.len().min(new.len());
        let start = (0..most).take_while(|&at| is_same(before(at), &new[at])).count();
        let from_end = |back: &usize| is_same(before(old.len() - back), &new[new.len() - back]);
        let end = (1..=most - start).take_while(from_end).count();
        let (middle, last) = (start..new.len() - end, old.len() - end);
        let mut names: Vec<Option<PieceKey>> = vec![None; new.len()];
        for (at, name) in names.iter_mut().enumerate() {
            *name = match at {
                _ if at < middle.start => Some(before(at).key),
                _ if at >= middle.end => Some(before(last + at - middle.end).key),
                _ => None,
            };
        }
        let mut left: Vec<Option<&Piece>> = (start..last).map(|at| Some(before(at))).collect();
        left.sort_unstable_by_key(|piece| piece.map(|piece| piece.key));
        for likeness in [Likeness::Same, Likeness::Here, Likeness::Elsewhere] {
            if names[middle.clone()].iter().all(Option::is_some) {
                break;
            }
            let mut candidates: Vec<(Key, usize)> = Vec::with_capacity(left.len());
            candidates.extend(
                left.iter().enumerate().filter_map(|(at, piece)| Some((likeness.key((*piece)?), at))),
            );
            candidates.sort_unstable();
            let mut wanted: Vec<(Key, usize)> = Vec::with_capacity(middle.len());
            wanted.extend(
                middle.clone().filter(|&at| names[at].is_none()).map(|at| (likeness.key(&new[at]), at)),
            );
            wanted.sort_unstable();
            let mut candidates = candidates.into_iter().peekable();
            for (key, at) in wanted {
                while candidates.next_if(|(other, _)| *other < key).is_some() {}
                let Some((_, found)) = candidates.next_if(|(other, _)| *other == key) else { continue };
                names[at] = left[found].take().map(|piece| piece.key);
            }
        }
        self.names.clear();
        for (piece, name) in new.iter_mut().zip(names) {
            let name = name.unwrap_or_else(|| {
                self.fresh += 1;
                PieceKey::unseen(self.fresh - 1)
            });
            self.names.push((piece.key, name));
            piece.key = name;
        }
        if middle != (start..start) || old.len() != new.len() {
            self.places = places(new);
        }
        if self.names.iter().all(|(original, name)| original == name) {
            return;
        }
        put(new, &mut self.places.clone());
        let names = &self.names;
        let name = |key: &mut PieceKey| {
            if key.is_unseen()
                && let Ok(at) = names.binary_search_by_key(key, |(original, _)| *original)
            {
                *key = names[at].1;
            }
        };
        for piece in &mut table.pieces {
            if let Spot::Inside { piece: outer } = &mut piece.at {
                name(outer);
            }
        }
        for choice in &mut table.choices {
            if let Target::Piece { piece } | Target::Move { piece, .. } = &mut choice.choice.target {
                name(piece);
            }
        }
        for fighter in table.battle.iter_mut().flat_map(|battle| &mut battle.fighters) {
            name(&mut fighter.piece);
        }
        for key in table.overlays.iter_mut().flat_map(|overlay| &mut overlay.pieces) {
            name(key);
        }
    }
}

/// Whether two pieces differ in nothing but their keys.
fn is_same(a: &Piece, b: &Piece) -> bool {
    let Piece { key: _, at, print, facing, badges, steps, count, figures, text } = a;
    (*at, *facing, *badges, *steps, *count) == (b.at, b.facing, b.badges, b.steps, b.count)
        && *print == b.print
        && *figures == b.figures
        && *text == b.text
}

/// How like two pieces that cannot be told apart must be to count as one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Likeness {
    Same,
    Here,
    Elsewhere,
}

/// What two pieces must have in common, in an order.
type Key = (Option<Spot>, u64, Option<(Facing, Badges)>);

impl Likeness {
    fn key(self, piece: &Piece) -> Key {
        let here = (self != Likeness::Elsewhere).then_some(piece.at);
        let marks = (self == Likeness::Same).then_some((piece.facing, piece.badges));
        (here, class(&piece.print), marks)
    }
}

/// A number for what everybody can see of the back of a piece.
fn class(print: &Printed) -> u64 {
    let symbol = print.symbol.map_or(0, |symbol| symbol as u64 + 1);
    ((print.form as u64) << 48)
        | ((print.tint as u64) << 40)
        | (symbol << 32)
        | u64::from(u32::from(print.letter))
}

#[cfg(test)]
mod tests {
    use super::super::{Badge, Form, Print, SpaceRef, Tint};
    use super::*;

    fn block(nth: u32, space: u16, tint: Tint) -> Piece {
        let at = Spot::Space(SpaceRef { board: 0, space });
        Piece {
            facing: Facing::Hidden,
            ..Piece::new(PieceKey::unseen(nth), at, Print::plain("A block", Form::Block, tint, 'B'))
        }
    }

    /// The spaces of the pieces that cannot be told apart, by their keys.
    fn spaces(follower: &Follower) -> Vec<(u32, u16)> {
        let place = |piece: &Piece| match piece.at {
            Spot::Space(at) => (piece.key.number(), at.space),
            at => panic!("{at:?}"),
        };
        follower.table().pieces.iter().map(place).collect()
    }

    /// Games number what cannot be told apart place by place, anew in every table.
    #[test]
    fn what_cannot_be_told_apart_keeps_its_key_on_the_way() {
        let (red, blue) = (Tint::Red, Tint::Blue);
        let mut follower =
            Follower::new(Table::of(vec![block(0, 1, red), block(1, 1, blue), block(2, 5, red)]));
        // A red block goes from 5 to 0, and is now counted first.
        let patch = follower.look(Table::of(vec![block(0, 0, red), block(1, 1, red), block(2, 1, blue)]));
        assert_eq!((patch.gone.len(), patch.pieces.len()), (0, 1));
        assert_eq!(patch.pieces[0].at, Some(Spot::Space(SpaceRef { board: 0, space: 0 })));
        assert_eq!(spaces(&follower), [(0, 1), (1, 1), (2, 0)]);
        // What is clicked is what the game calls it now.
        let clicked = Target::Piece { piece: PieceKey::unseen(2) };
        assert_eq!(follower.resolve(&clicked), Target::Piece { piece: PieceKey::unseen(0) });
        // Another one comes, and has a number that nothing had before; a mark makes no other piece of one.
        let marked = Piece { badges: Badges::NONE.with(Badge::Moved), ..block(0, 0, red) };
        let patch =
            follower.look(Table::of(vec![marked, block(1, 1, red), block(2, 1, red), block(3, 1, blue)]));
        assert_eq!(patch.pieces.iter().map(|piece| piece.key.number()).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(spaces(&follower), [(0, 1), (1, 1), (2, 0), (3, 1)]);
        // One is gone for good, and its number with it.
        follower.look(Table::of(vec![block(0, 1, red), block(1, 1, red), block(2, 1, blue)]));
        follower.look(Table::of(vec![
            block(0, 1, red),
            block(1, 1, red),
            block(2, 1, blue),
            block(3, 9, blue),
        ]));
        assert_eq!(spaces(&follower), [(0, 1), (1, 1), (3, 1), (4, 9)]);
    }

    #[test]
    fn choices_and_fighters_go_by_the_same_keys() {
        let mut follower = Follower::new(Table::of(vec![block(0, 4, Tint::Red), block(1, 7, Tint::Red)]));
        let mut table = Table::of(vec![block(0, 1, Tint::Red), block(1, 4, Tint::Red)]);
        table.overlays =
            vec![crate::Overlay::new(crate::OverlayKind::Reach, []).about(vec![PieceKey::unseen(0)])];
        follower.look(table);
        assert_eq!(spaces(&follower), [(0, 4), (1, 1)]);
        assert_eq!(follower.table().overlays[0].pieces, [PieceKey::unseen(1)]);
    }
}
