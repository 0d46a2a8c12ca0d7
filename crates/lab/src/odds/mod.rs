//! Chances worked out, for any game.
//!
//! A [`Process`] says what can happen next and how likely it is. [`exact`] follows everything that can happen, step by step,
//! and merges equal states, so that its answer is exact; it gives up where there are too many. [`sampled`] plays the process out
//! many times instead. [`odds`] is exact if it can be and sampled otherwise, and its [`Method`] says which it was.

mod dice;

use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::hash::{BuildHasherDefault, Hash};

use engine::Chance;

pub use dice::hits;

/// Something that goes on by chance until it is over.
pub trait Process: Clone + Eq + Hash {
    /// Adds everything that can come next, with how likely each is, to `out`; nothing once it is over.
    fn next(&self, out: &mut Vec<(Self, f64)>);
}

/// Chances of different things. The order in which they are added up is always the same, and so is what comes of it, to the
/// last digit.
type Chances<T> = HashMap<T, f64, BuildHasherDefault<DefaultHasher>>;

/// How odds were come by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Everything that can happen was followed.
    Exact,
    /// So many times it was played out.
    Sampled(u32),
}

/// How likely each end of something is.
#[derive(Clone, PartialEq, Debug)]
pub struct Odds<T> {
    /// The ends with their chances, in no order; the chances add up to 1.
    pub ends: Vec<(T, f64)>,
    /// How that was come by.
    pub method: Method,
}

impl<T> Odds<T> {
    /// How likely it is that `holds` of the end.
    pub fn chance(&self, holds: impl Fn(&T) -> bool) -> f64 {
        self.ends.iter().filter(|(end, _)| holds(end)).map(|(_, chance)| chance).sum()
    }

    /// What `of` the end is to be expected.
    pub fn mean(&self, of: impl Fn(&T) -> f64) -> f64 {
        self.ends.iter().map(|(end, chance)| chance * of(end)).sum()
    }

    /// How likely each number is, from 0, that `count` finds in the end.
    pub fn spread(&self, count: impl Fn(&T) -> usize) -> Vec<f64> {
        let mut spread = Vec::new();
        for (end, chance) in &self.ends {
            let number = count(end);
            if spread.len() <= number {
                spread.resize(number + 1, 0.0);
            }
            spread[number] += chance;
        }
        spread
    }
}

impl<T: Eq + Hash> Odds<T> {
    /// The odds of something that follows from the end.
    pub fn map<U: Eq + Hash>(self, of: impl Fn(&T) -> U) -> Odds<U> {
        let mut ends = Chances::default();
        self.ends.iter().for_each(|(end, chance)| *ends.entry(of(end)).or_insert(0.0) += chance);
        Odds { ends: ends.into_iter().collect(), method: self.method }
    }

    /// The odds of not knowing which of several these are: each as likely as the others.
    pub fn among(all: impl IntoIterator<Item = Odds<T>>) -> Option<Odds<T>> {
        let mut ends = Chances::default();
        let mut count = 0;
        for odds in all {
            count += 1;
            odds.ends.into_iter().for_each(|(end, chance)| *ends.entry(end).or_insert(0.0) += chance);
        }
        let ends = ends.into_iter().map(|(end, chance)| (end, chance / f64::from(count))).collect();
        (count > 0).then_some(Odds { ends, method: Method::Sampled(count) })
    }
}

/// The odds, by following everything that can happen; nothing if more than `most` different things could at a time.
pub fn exact<P: Process>(start: P, most: usize) -> Option<Odds<P>> {
    let mut now = Chances::default();
    now.insert(start, 1.0);
    let mut ends: Chances<P> = Chances::default();
    let mut next = Vec::new();
    while !now.is_empty() {
        let mut then = Chances::with_capacity_and_hasher(2 * now.len(), BuildHasherDefault::default());
        for (state, chance) in now {
            next.clear();
            state.next(&mut next);
            if next.is_empty() {
                *ends.entry(state).or_insert(0.0) += chance;
            }
            for (state, share) in next.drain(..) {
                match then.entry(state) {
                    Entry::Occupied(mut known) => *known.get_mut() += chance * share,
                    Entry::Vacant(new) => _ = new.insert(chance * share),
                }
            }
        }
        if then.len() + ends.len() > most {
            return None;
        }
        now = then;
    }
    Some(Odds { ends: ends.into_iter().collect(), method: Method::Exact })
}

/// The odds, by playing it out `count` times.
pub fn sampled<P: Process>(start: &P, count: u32, chance: &mut impl Chance) -> Odds<P> {
    let mut ends: Chances<P> = Chances::default();
    let mut next = Vec::new();
    for _ in 0..count {
        let mut state = start.clone();
        loop {
            next.clear();
            state.next(&mut next);
            let Some(index) = draw(&next, chance) else { break };
            state = next.swap_remove(index).0;
        }
        *ends.entry(state).or_insert(0.0) += 1.0 / f64::from(count);
    }
    Odds { ends: ends.into_iter().collect(), method: Method::Sampled(count) }
}

/// One of several, as often as it is likely.
fn draw<P>(next: &[(P, f64)], chance: &mut impl Chance) -> Option<usize> {
    let mut left = f64::from(chance.fraction());
    for (index, (_, share)) in next.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return Some(index);
        }
    }
    next.len().checked_sub(1)
}

/// The odds: exact unless that would be too much, else sampled.
pub fn odds<P: Process>(start: P, most: usize, count: u32, chance: &mut impl Chance) -> Odds<P> {
    match exact(start.clone(), most) {
        Some(odds) => odds,
        None => sampled(&start, count, chance),
    }
}

#[cfg(test)]
mod tests {
    use engine::Stream;

    use super::*;

    /// A gambler with so much in his purse, who plays for one coin so many times, or until he has nothing.
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    struct Gambler {
        purse: u8,
        games: u8,
    }

    impl Process for Gambler {
        fn next(&self, out: &mut Vec<(Gambler, f64)>) {
            if self.purse > 0 && self.games > 0 {
                let games = self.games - 1;
                out.push((Gambler { purse: self.purse - 1, games }, 0.5));
                out.push((Gambler { purse: self.purse + 1, games }, 0.5));
            }
        }
    }

    #[test]
    fn everything_that_can_happen_is_counted_once() {
        let odds = exact(Gambler { purse: 1, games: 3 }, 100).unwrap();
        assert_eq!(odds.method, Method::Exact);
        // Ruined at once, or after one won and two lost.
        assert_eq!(odds.chance(|end| end.purse == 0), 0.625);
        assert_eq!(odds.chance(|end| end.purse == 4), 0.125);
        assert_eq!(odds.mean(|end| f64::from(end.purse)), 1.0);
        assert_eq!(odds.spread(|end| end.purse.into()), [0.625, 0.0, 0.25, 0.0, 0.125]);
    }

    #[test]
    fn what_is_too_much_is_played_out_instead() {
        let start = Gambler { purse: 10, games: 40 };
        assert_eq!(exact(start.clone(), 5), None);
        let guess = odds(start.clone(), 5, 4000, &mut Stream::from_number(7));
        assert_eq!(guess.method, Method::Sampled(4000));
        let truth = exact(start.clone(), 1000).unwrap();
        let ruined = |odds: &Odds<Gambler>| odds.chance(|end| end.purse == 0);
        assert!((ruined(&guess) - ruined(&truth)).abs() < 0.03);
        assert_eq!(odds(start, 1000, 10, &mut Stream::from_number(7)).method, Method::Exact);
    }

    #[test]
    fn not_knowing_which_is_the_mean_of_all() {
        let with = |purse| exact(Gambler { purse, games: 1 }, 10).unwrap();
        let odds = Odds::among([with(1), with(2)]).unwrap();
        assert_eq!(odds.method, Method::Sampled(2));
        assert_eq!(odds.spread(|end| end.purse.into()), [0.25, 0.25, 0.25, 0.25]);
        assert_eq!(Odds::<Gambler>::among([]), None);
    }
}
