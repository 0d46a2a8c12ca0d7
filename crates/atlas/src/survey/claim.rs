//! Who gets which cell.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::{AreaNumber, Cell, Point, Raster};

/// A point from which an area is claimed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Claim {
    /// The area.
    pub area: AreaNumber,
    /// The point.
    pub at: Point,
    /// How far the claim goes at most, in kilometres over easy ground.
    pub reach: Option<f64>,
    /// How much later it starts than the others, in the same measure: it gets less.
    pub handicap: f64,
}

/// A kilometre over easy ground is counted in so many parts.
const PARTS: f64 = 16.0;

/// So much dearer, in parts, a way may be than the cheapest and still be tried, should that one not be free in the end.
const PATIENCE: u64 = 24 * 16;

/// A claim that lies on a cell it cannot hold is moved to the nearest it can, no farther than so many cells.
const STRAY: usize = 400;

/// What claims are bound by.
pub struct Law<'a, T> {
    /// Whether an area may hold such ground.
    pub may_hold: &'a dyn Fn(AreaNumber, &T) -> bool,
    /// Whether two areas may touch.
    pub may_meet: &'a dyn Fn(AreaNumber, AreaNumber) -> bool,
    /// How many times dearer than easy ground it is to enter a cell.
    pub dear: &'a dyn Fn(&T) -> f64,
}

/// Lets every claim spread over the cells that are not held yet, each by the cheapest way. A cell where two would touch
/// that may not stays open for a third. Gives the claims that found no cell at all.
pub fn claim<T>(
    ground: &Raster<T>,
    held: &mut Raster<Option<AreaNumber>>,
    claims: &[Claim],
    law: &Law<'_, T>,
) -> Vec<Claim> {
    let mut price = ground.map(|_, _| u64::MAX);
    let mut queue = BinaryHeap::new();
    let mut lost = Vec::new();
    for (number, one) in claims.iter().enumerate() {
        match settle(ground, one, law.may_hold) {
            Some(cell) => {
                let start = (one.handicap * PARTS) as u64;
                queue.push(Reverse((start, number, ground.index(cell))));
            }
            None => lost.push(*one),
        }
    }
    while let Some(Reverse((spent, number, index))) = queue.pop() {
        let (one, cell) = (&claims[number], ground.cell(index));
        let strangers = |held: &Raster<Option<AreaNumber>>| {
            let mut around = held.around(cell).filter_map(|(other, _)| *held.get(other));
            around.any(|other| other != one.area && !(law.may_meet)(one.area, other))
        };
        if held.get(cell).is_some() || strangers(held) {
            continue;
        }
        held.set(cell, Some(one.area));
        for (next, corner) in ground.around(cell) {
            let value = ground.get(next);
            if held.get(next).is_some() || !(law.may_hold)(one.area, value) {
                continue;
            }
            let way = ground.step() * if corner { std::f64::consts::SQRT_2 } else { 1.0 };
            let spent = spent + (way * (law.dear)(value) * PARTS) as u64;
            let in_reach = one.reach.is_none_or(|reach| spent as f64 <= (reach + one.handicap) * PARTS);
            // Whoever comes first may have to leave the cell to another.
            if in_reach && spent < price.get(next).saturating_add(PATIENCE) {
                price.set(next, spent.min(*price.get(next)));
                queue.push(Reverse((spent, number, ground.index(next))));
            }
        }
    }
    lost
}

/// The nearest cell that a claim can hold.
fn settle<T>(ground: &Raster<T>, one: &Claim, may_hold: &dyn Fn(AreaNumber, &T) -> bool) -> Option<Cell> {
    let first = ground.at(one.at)?;
    let (mut seen, mut queue) = (vec![first], VecDeque::from([first]));
    while let Some(cell) = queue.pop_front() {
        if may_hold(one.area, ground.get(cell)) {
            return Some(cell);
        }
        for (next, _) in ground.around(cell) {
            if seen.len() < STRAY && !seen.contains(&next) {
                seen.push(next);
                queue.push_back(next);
            }
        }
    }
    None
}

/// Takes every patch that is smaller than `least` cells from its area, unless `keep` says that it stays: an island, say. It goes to
/// the neighbour it has the longest border with of those that `may_inherit` it, or else to nobody.
pub fn tidy(
    held: &mut Raster<Option<AreaNumber>>,
    least: usize,
    keep: impl Fn(&Raster<Option<AreaNumber>>, &[Cell]) -> bool,
    may_inherit: impl Fn(&Raster<Option<AreaNumber>>, &[Cell], AreaNumber) -> bool,
) {
    let mut seen = held.map(|_, _| false);
    for start in held.cells() {
        if *seen.get(start) || held.get(start).is_none() {
            continue;
        }
        let area = *held.get(start);
        let (mut patch, mut borders) = (vec![start], Vec::<(AreaNumber, usize)>::new());
        seen.set(start, true);
        let mut next = 0;
        while let Some(&cell) = patch.get(next) {
            next += 1;
            for (other, corner) in held.around(cell) {
                if corner {
                    continue;
                }
                match *held.get(other) {
                    found if found == area && *seen.get(other) => {}
                    found if found == area => {
                        seen.set(other, true);
                        patch.push(other);
                    }
                    Some(neighbour) => match borders.iter_mut().find(|(of, _)| *of == neighbour) {
                        Some((_, sides)) => *sides += 1,
                        None => borders.push((neighbour, 1)),
                    },
                    None => {}
                }
            }
        }
        if patch.len() < least && !keep(held, &patch) {
            let heirs = borders.iter().filter(|(of, _)| may_inherit(held, &patch, *of));
            let heir = heirs.max_by_key(|(of, sides)| (*sides, Reverse(*of))).map(|&(heir, _)| heir);
            patch.into_iter().for_each(|cell| held.set(cell, heir));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strip of land with a river in the middle column and sea at the east end.
    fn strip() -> Raster<char> {
        let ground = |(x, _): Point| match x as u32 {
            20 => '~',
            35.. => ' ',
            _ => '.',
        };
        Raster::new((0.0, 0.0), (40.0, 5.0), 1.0, ground)
    }

    fn at(area: AreaNumber, x: f64) -> Claim {
        Claim { area, at: (x, 2.5), reach: None, handicap: 0.0 }
    }

    fn claimed_by(
        claims: &[Claim],
        may_meet: &dyn Fn(AreaNumber, AreaNumber) -> bool,
    ) -> Raster<Option<AreaNumber>> {
        let law = Law {
            may_hold: &|_, ground| *ground != ' ',
            may_meet,
            dear: &|ground| if *ground == '~' { 9.0 } else { 1.0 },
        };
        let mut held = strip().map(|_, _| None);
        assert_eq!(claim(&strip(), &mut held, claims, &law), []);
        held
    }

    fn claimed(claims: &[Claim]) -> Raster<Option<AreaNumber>> {
        claimed_by(claims, &|_, _| true)
    }

    fn row(held: &Raster<Option<AreaNumber>>) -> String {
        let row = held.cells().filter(|cell| cell.row == 2);
        row.map(|cell| held.get(cell).map_or('-', |area| char::from(b'0' + area as u8))).collect()
    }

    #[test]
    fn areas_meet_at_the_river_and_end_at_the_sea() {
        let held = claimed(&[at(1, 10.5), at(2, 25.5)]);
        assert!(row(&held).starts_with(&"1".repeat(20)) && row(&held).ends_with(&("2".repeat(14) + "-----")));
    }

    #[test]
    fn a_claim_in_the_sea_goes_ashore_and_one_far_out_is_lost() {
        assert!(row(&claimed(&[at(3, 37.5)])).starts_with(&"3".repeat(35)));
        let law = Law { may_hold: &|_, _| false, may_meet: &|_, _| true, dear: &|_| 1.0 };
        let mut held = strip().map(|_, _| None);
        assert_eq!(claim(&strip(), &mut held, &[at(3, 37.5)], &law), [at(3, 37.5)]);
    }

    #[test]
    fn strangers_stay_apart_and_a_third_comes_between() {
        let strangers = |a: AreaNumber, b: AreaNumber| (a.min(b), a.max(b)) != (1, 2);
        let apart = claimed_by(&[at(1, 5.5), at(2, 15.5)], &strangers);
        assert!(row(&apart).contains("1-2"), "{}", row(&apart));
        let late = Claim { handicap: 2.0, at: (10.5, 0.5), ..at(3, 0.0) };
        let between = claimed_by(&[at(1, 5.5), at(2, 15.5), late], &strangers);
        for cell in between.cells() {
            let around = between.around(cell).filter_map(|(other, _)| *between.get(other));
            let strange = around.filter(|&other| between.get(cell).is_some_and(|own| !strangers(own, other)));
            assert_eq!(strange.count(), 0);
        }
        assert!(row(&between).contains('3'));
    }

    #[test]
    fn reach_and_handicap_make_an_area_small() {
        let near = Claim { reach: Some(3.0), ..at(1, 10.5) };
        assert_eq!(row(&claimed(&[near, at(2, 25.5)])).matches('1').count(), 7);
        let late = Claim { handicap: 10.0, ..at(1, 10.5) };
        assert!(row(&claimed(&[late, at(2, 18.5)])).matches('1').count() < 12);
    }

    #[test]
    fn a_small_patch_goes_to_its_neighbour_unless_it_is_kept() {
        let mut held = claimed(&[at(1, 10.5)]);
        held.set(Cell { column: 5, row: 2 }, Some(2));
        let (mut kept, before) = (held.clone(), held.clone());
        tidy(&mut kept, 4, |_, _| true, |_, _, _| true);
        assert_eq!(kept, before);
        tidy(&mut kept, 4, |_, _| false, |_, _, _| false);
        assert!(row(&kept).starts_with("11111-11"), "nobody may have it");
        tidy(&mut held, 4, |_, _| false, |_, _, _| true);
        assert!(row(&held).starts_with("11111111"));
    }
}
