//! Maps of areas: regions and seas with typed borders between them.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use thiserror::Error;

use super::{Graph, Id};

/// Areas and the borders between them, each of a type `B` that the game defines.
///
/// Ids follow the order in which the areas are named; neighbours come lowest first.
#[derive(Clone, Debug)]
pub struct AreaGraph<I, B> {
    names: Box<[Box<str>]>,
    by_name: Box<[I]>,
    leaving: Table<I, B>,
    /// Only if some borders go one way.
    entering: Option<Table<I, B>>,
}

/// The borders of all areas in one array, those of each area in a row.
#[derive(Clone, Debug)]
struct Table<I, B> {
    starts: Box<[u32]>,
    neighbours: Box<[I]>,
    borders: Box<[B]>,
}

impl<I: Id, B> Table<I, B> {
    /// From borders sorted by the area they start from.
    fn new(areas: usize, sorted: impl Iterator<Item = ((I, I), B)>) -> Table<I, B> {
        let mut starts = vec![0u32; areas + 1];
        let (mut neighbours, mut borders) = (Vec::new(), Vec::new());
        for ((from, to), border) in sorted {
            starts[from.index() + 1] += 1;
            neighbours.push(to);
            borders.push(border);
        }
        for area in 0..areas {
            starts[area + 1] += starts[area];
        }
        Table { starts: starts.into(), neighbours: neighbours.into(), borders: borders.into() }
    }

    #[inline]
    fn of(&self, area: I) -> Range<usize> {
        self.starts[area.index()] as usize..self.starts[area.index() + 1] as usize
    }
}

/// What is wrong with a list of borders.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BorderError {
    /// A border of an area that is not on the map.
    #[error("there is no area {0:?}")]
    Unknown(String),
    /// Two areas of the same name.
    #[error("{0:?} is the name of two areas")]
    SameName(String),
    /// A border of an area with itself.
    #[error("{0:?} borders on itself")]
    Itself(String),
    /// A border listed twice, with two types.
    #[error("the border from {from:?} to {to:?} is {first} and {second}")]
    Twice {
        /// One side.
        from: String,
        /// The other side.
        to: String,
        /// Its type, as listed first.
        first: String,
        /// Its type, as listed again.
        second: String,
    },
    /// More areas than ids.
    #[error("{0} areas are too many")]
    TooMany(usize),
}

/// An [`AreaGraph`] being made.
pub struct AreaGraphBuilder<I, B> {
    names: Box<[Box<str>]>,
    by_name: Box<[I]>,
    borders: BTreeMap<(I, I), B>,
}

impl<I: Id, B: Clone + PartialEq + fmt::Debug> AreaGraphBuilder<I, B> {
    /// Adds a border that can be crossed both ways. Listing it again, in whatever order, changes nothing.
    pub fn border(&mut self, a: &str, b: &str, border: B) -> Result<&mut Self, BorderError> {
        self.one_way(a, b, border.clone())?.one_way(b, a, border)
    }

    /// Adds a border that can be crossed from `from` to `to`. The way back, if there is one, may be of another type.
    pub fn one_way(&mut self, from: &str, to: &str, border: B) -> Result<&mut Self, BorderError> {
        let find = |name: &str| {
            find(&self.names, &self.by_name, name).ok_or_else(|| BorderError::Unknown(name.to_owned()))
        };
        let pair = (find(from)?, find(to)?);
        if pair.0 == pair.1 {
            return Err(BorderError::Itself(from.to_owned()));
        }
        if let Some(first) = self.borders.get(&pair).filter(|first| **first != border) {
            return Err(BorderError::Twice {
                from: from.to_owned(),
                to: to.to_owned(),
                first: format!("{first:?}"),
                second: format!("{border:?}"),
            });
        }
        self.borders.insert(pair, border);
        Ok(self)
    }

    /// The map.
    pub fn build(self) -> AreaGraph<I, B> {
        let areas = self.names.len();
        let symmetric =
            self.borders.iter().all(|((a, b), border)| self.borders.get(&(*b, *a)) == Some(border));
        let entering = (!symmetric).then(|| {
            let turned: BTreeMap<_, _> =
                self.borders.iter().map(|((a, b), border)| ((*b, *a), border.clone())).collect();
            Table::new(areas, turned.into_iter())
        });
        let leaving = Table::new(areas, self.borders.into_iter());
        AreaGraph { names: self.names, by_name: self.by_name, leaving, entering }
    }
}

impl<I: Id, B> AreaGraph<I, B> {
    /// A map of these areas, without borders yet. The first gets id 0.
    pub fn builder<'n>(
        names: impl IntoIterator<Item = &'n str>,
    ) -> Result<AreaGraphBuilder<I, B>, BorderError> {
        let names: Box<[Box<str>]> = names.into_iter().map(Box::from).collect();
        if names.len() > I::ROOM.min(usize::from(u16::MAX)) {
            return Err(BorderError::TooMany(names.len()));
        }
        let mut by_name: Box<[I]> = (0..names.len()).map(I::from_index).collect();
        by_name.sort_by_key(|id| &names[id.index()]);
        if let Some(pair) = by_name.windows(2).find(|pair| names[pair[0].index()] == names[pair[1].index()]) {
            return Err(BorderError::SameName(names[pair[0].index()].to_string()));
        }
        Ok(AreaGraphBuilder { names, by_name, borders: BTreeMap::new() })
    }

    /// How many areas there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no area at all.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All areas, lowest first.
    pub fn areas(&self) -> impl DoubleEndedIterator<Item = I> + use<I, B> {
        (0..self.names.len()).map(I::from_index)
    }

    /// The name of an area.
    pub fn name(&self, area: I) -> &str {
        &self.names[area.index()]
    }

    /// The area of this name.
    pub fn find(&self, name: &str) -> Option<I> {
        find(&self.names, &self.by_name, name)
    }

    /// The areas one can go to from `area`, lowest first.
    #[inline]
    pub fn neighbours(&self, area: I) -> &[I] {
        &self.leaving.neighbours[self.leaving.of(area)]
    }

    /// The borders to [`Self::neighbours`], in the same order.
    #[inline]
    pub fn borders(&self, area: I) -> &[B] {
        &self.leaving.borders[self.leaving.of(area)]
    }

    /// The areas one can go to from `area` over borders that `pass`.
    pub fn neighbours_over(&self, area: I, mut pass: impl FnMut(&B) -> bool) -> impl Iterator<Item = I> {
        let borders = self.neighbours(area).iter().zip(self.borders(area));
        borders.filter(move |(_, border)| pass(border)).map(|(neighbour, _)| *neighbour)
    }

    /// The border one crosses from `from` to `to`, if they touch.
    #[inline]
    pub fn border(&self, from: I, to: I) -> Option<&B> {
        let index = self.neighbours(from).binary_search(&to).ok()?;
        Some(&self.borders(from)[index])
    }

    /// Whether every border can be crossed both ways and is the same both ways.
    pub fn is_symmetric(&self) -> bool {
        self.entering.is_none()
    }
}

impl<I: Id, B: Clone + PartialEq + fmt::Debug> AreaGraph<I, B> {
    /// A map of these areas with these borders, all of them to be crossed both ways.
    pub fn new<'n>(
        names: impl IntoIterator<Item = &'n str>,
        borders: impl IntoIterator<Item = (&'n str, &'n str, B)>,
    ) -> Result<AreaGraph<I, B>, BorderError> {
        let mut builder = Self::builder(names)?;
        for (a, b, border) in borders {
            builder.border(a, b, border)?;
        }
        Ok(builder.build())
    }

    /// The same areas with only those borders that `pass`.
    pub fn filtered(&self, mut pass: impl FnMut(I, I, &B) -> bool) -> AreaGraph<I, B> {
        let mut borders = BTreeMap::new();
        for from in self.areas() {
            for (to, border) in self.neighbours(from).iter().zip(self.borders(from)) {
                if pass(from, *to, border) {
                    borders.insert((from, *to), border.clone());
                }
            }
        }
        AreaGraphBuilder { names: self.names.clone(), by_name: self.by_name.clone(), borders }.build()
    }
}

impl<I: Id, B: Copy> Graph for AreaGraph<I, B> {
    type Id = I;
    type Over = B;

    fn spaces(&self) -> usize {
        self.len()
    }

    fn exists(&self, id: I) -> bool {
        id.index() < self.len()
    }

    #[inline]
    fn leaving(&self, from: I) -> impl Iterator<Item = (I, B)> {
        self.neighbours(from).iter().copied().zip(self.borders(from).iter().copied())
    }

    #[inline]
    fn entering(&self, to: I) -> impl Iterator<Item = (I, B)> {
        let table = self.entering.as_ref().unwrap_or(&self.leaving);
        let range = table.of(to);
        table.neighbours[range.clone()].iter().copied().zip(table.borders[range].iter().copied())
    }
}

fn find<I: Id>(names: &[Box<str>], by_name: &[I], name: &str) -> Option<I> {
    let index = by_name.binary_search_by(|id| (*names[id.index()]).cmp(name)).ok()?;
    Some(by_name[index])
}
