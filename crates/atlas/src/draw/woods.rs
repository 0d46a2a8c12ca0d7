//! Woods: small trees, broad or slender, each a little different, lit from the north-west.

use std::collections::BTreeMap;

use super::pen::{Pen, short};
use super::shape::scatter;
use super::style::{CROWN, CROWN_DARK, LEAF};
use crate::survey::Point;

/// Trees on their way to paper.
#[derive(Default)]
pub(super) struct Woods {
    /// By where they stand, so that a tile has only its own to print.
    groves: BTreeMap<(i64, i64), Grove>,
    /// The size of the last tree: lines are as heavy as trees are large.
    size: f64,
}

/// How far a grove reaches, in points.
const GROVE: f64 = 120.0;

/// The trees of one part of the paper: as few paths as there are inks.
#[derive(Default)]
struct Grove {
    /// Trunks, and the shade they throw on the ground.
    feet: Pen,
    /// Crowns in the light, and those that stand darker.
    crowns: [Pen; 2],
    shades: Pen,
}

/// A broad crown of four lobes, each by its handle and its end; it begins on the left.
const BROAD: [(Point, Point); 5] = [
    ((-0.5, -0.2), (0.0, -0.56)),
    ((-0.02, -0.68), (0.6, -0.58)),
    ((0.6, -0.08), (0.6, 0.56)),
    ((0.46, 0.26), (0.02, 0.6)),
    ((-0.6, 0.24), (-1.22, -0.02)),
];

/// Where no light falls on it.
const BROAD_SHADE: [(Point, Point); 4] = [
    ((0.42, 0.1), (0.42, 0.46)),
    ((0.4, 0.3), (0.02, 0.62)),
    ((-0.3, 0.14), (-0.56, 0.12)),
    ((0.44, -0.4), (0.12, -1.2)),
];

/// A slender crown: a fir or a poplar.
const SLENDER: [(Point, Point); 3] =
    [((0.26, -0.5), (0.44, -1.56)), ((0.2, 1.06), (0.44, 1.56)), ((-0.44, 0.16), (-0.88, 0.0))];

const SLENDER_SHADE: [(Point, Point); 2] = [((0.2, 1.06), (0.44, 1.56)), ((-0.2, 0.1), (-0.4, 0.08))];

impl Woods {
    /// Plants a tree of about so many points, its foot a little below `at`; `seed` says which.
    pub(super) fn plant(&mut self, at: Point, size: f64, seed: (i64, i64)) {
        let chance = |salt: i64| scatter(seed.0 * 8 + salt, seed.1 + 31 * salt);
        self.size = size;
        let grown = size * (0.78 + 0.44 * chance(1));
        // Broader or narrower than the next one.
        let broad = grown * (0.88 + 0.3 * chance(2));
        let by = |(x, y): Point| (x * broad, y * grown);
        let to = |x: f64, y: f64| (at.0 + x * broad, at.1 + y * grown);
        let bows = |bows: &[(Point, Point)]| -> Vec<(Point, Point)> {
            bows.iter().map(|&(handle, end)| (by(handle), by(end))).collect()
        };
        let grove =
            self.groves.entry(((at.0 / GROVE).floor() as i64, (at.1 / GROVE).floor() as i64)).or_default();
        let crown = &mut grove.crowns[usize::from(chance(3) < 0.35)];
        if chance(4) < 0.3 {
            crown.bows(to(-0.44, 0.3), &bows(&SLENDER));
            grove.shades.bows(to(0.0, -1.26), &bows(&SLENDER_SHADE));
        } else {
            crown.bows(to(-0.6, 0.16), &bows(&BROAD));
            grove.shades.bows(to(0.08, -0.9), &bows(&BROAD_SHADE));
        }
        grove.feet.line(&[to(0.0, 0.25), to(0.0, 0.68), to(0.72, 0.68)]);
    }

    /// Plants three or four trees close together.
    pub(super) fn clump(&mut self, at: Point, size: f64, seed: (i64, i64)) {
        let places = [(-0.15, -0.75), (-0.95, 0.1), (0.8, -0.05), (0.05, 0.75)];
        let last = if scatter(seed.0 + 5, seed.1) < 0.5 { 3 } else { 4 };
        for (nth, (right, down)) in places.into_iter().take(last).enumerate() {
            let jolt = |salt| 0.4 * (scatter(seed.0 + salt, seed.1 * 5 + nth as i64) - 0.5);
            let to = (at.0 + (right + jolt(0)) * size, at.1 + (down + jolt(1)) * size);
            self.plant(to, size, (seed.0 * 5 + nth as i64, seed.1));
        }
    }

    pub(super) fn finish(self) -> String {
        if self.groves.is_empty() {
            return String::new();
        }
        let thin = short((0.15 * self.size).max(0.22));
        let groves: String = self.groves.into_values().map(Grove::finish).collect();
        format!("<g stroke-width=\"{thin}\" stroke-linejoin=\"round\">{groves}</g>")
    }
}

impl Grove {
    fn finish(self) -> String {
        let crowns = self.crowns.map(Pen::finish).into_iter().zip([CROWN, CROWN_DARK]);
        let crowns = crowns.filter(|(path, _)| !path.is_empty());
        let crowns =
            crowns.map(|(path, fill)| format!("<path d=\"{path}\" fill=\"{fill}\" stroke=\"{LEAF}\"/>"));
        format!(
            "<path d=\"{}\" fill=\"none\" stroke=\"{LEAF}\"/>{}<path d=\"{}\" fill=\"{LEAF}\" fill-opacity=\".6\"/>",
            self.feet.finish(),
            crowns.collect::<String>(),
            self.shades.finish()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_neighbours_are_the_same_tree_but_each_is_always_itself() {
        let tree = |seed| {
            let mut woods = Woods::default();
            woods.plant((50.0, 50.0), 10.0, seed);
            woods.finish()
        };
        assert_eq!(tree((3, 4)), tree((3, 4)));
        assert_ne!(tree((3, 4)), tree((4, 4)));
        assert_ne!(tree((3, 4)), tree((3, 5)));
        assert_eq!(Woods::default().finish(), "");
    }
}
