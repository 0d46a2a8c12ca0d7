//! Lines to walk along.

use super::Point;

pub(crate) fn distance(a: Point, b: Point) -> f64 {
    square(a, b).sqrt()
}

/// The square of the distance, where that is enough.
pub(crate) fn square(a: Point, b: Point) -> f64 {
    let (x, y) = (a.0 - b.0, a.1 - b.1);
    x * x + y * y
}

pub(crate) fn between(a: Point, b: Point, share: f64) -> Point {
    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
}

/// How far along the straight line between two points a third one is nearest, from 0 to 1.
pub(crate) fn share(p: Point, a: Point, b: Point) -> f64 {
    let along = (b.0 - a.0, b.1 - a.1);
    let length = along.0 * along.0 + along.1 * along.1;
    let share = if length > 0.0 { ((p.0 - a.0) * along.0 + (p.1 - a.1) * along.1) / length } else { 0.0 };
    share.clamp(0.0, 1.0)
}

/// A line to walk along.
pub(crate) struct Way<'a> {
    line: &'a [Point],
    /// How far along each point lies.
    along: Vec<f64>,
}

impl<'a> Way<'a> {
    pub(crate) fn new(line: &'a [Point]) -> Way<'a> {
        let mut walked = 0.0;
        let steps = line.windows(2).map(|pair| {
            walked += distance(pair[0], pair[1]);
            walked
        });
        Way { line, along: [0.0].into_iter().chain(steps).collect() }
    }

    pub(crate) fn length(&self) -> f64 {
        self.along.last().copied().unwrap_or(0.0)
    }

    /// Where one is after `walked`, and in which direction one walks, in radians.
    pub(crate) fn at(&self, walked: f64) -> (Point, f64) {
        let i = self.along.partition_point(|&along| along <= walked).clamp(1, self.line.len().max(2) - 1);
        let (Some(&a), Some(&b)) = (self.line.get(i - 1), self.line.get(i)) else {
            return (self.line.first().copied().unwrap_or_default(), 0.0);
        };
        let span = self.along[i] - self.along[i - 1];
        let share = if span > 0.0 { (walked - self.along[i - 1]) / span } else { 0.0 };
        (between(a, b, share), (b.1 - a.1).atan2(b.0 - a.0))
    }

    /// How far the line is from a point, and how far along it comes nearest.
    pub(crate) fn nearest(&self, to: Point) -> (f64, f64) {
        let mut best = (f64::INFINITY, 0.0);
        for (pair, along) in self.line.windows(2).zip(self.along.windows(2)) {
            let (a, b) = (pair[0], pair[1]);
            let share = share(to, a, b);
            let far = square(to, between(a, b, share));
            if far < best.0 {
                best = (far, along[0] + (along[1] - along[0]) * share);
            }
        }
        (best.0.sqrt(), best.1)
    }

    /// The line from one place along it to another, backward if that lies before.
    pub(crate) fn stretch(&self, from: f64, to: f64) -> Vec<Point> {
        let (low, high) = (from.min(to), from.max(to));
        let inner = self.line.iter().zip(&self.along).filter(|(_, along)| (low..=high).contains(*along));
        let ends = (self.at(low).0, self.at(high).0);
        let mut stretch: Vec<Point> =
            [ends.0].into_iter().chain(inner.map(|(&point, _)| point)).chain([ends.1]).collect();
        if from > to {
            stretch.reverse();
        }
        stretch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walking_along() {
        let line = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)];
        let way = Way::new(&line);
        assert_eq!(way.length(), 20.0);
        assert_eq!(way.at(15.0).0, (10.0, 5.0));
        assert_eq!(Way::new(&[]).at(1.0).0, (0.0, 0.0));
    }
}
