//! Lines made lighter and smoother, their ends left where they are.

use super::Point;

/// Takes out the points that matter least: those that make a triangle smaller than `least` with their neighbours, the
/// smallest first.
pub fn thin(points: &[Point], closed: bool, least: f64) -> Vec<Point> {
    let fewest = if closed { 4 } else { 2 };
    let mut points = points.to_vec();
    loop {
        let count = points.len();
        let inner = if closed { 0..count } else { 1..count.saturating_sub(1) };
        let smallest = inner
            .map(|index| (triangle(&points, index), index))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        match smallest {
            Some((size, index)) if size < least && count > fewest => drop(points.remove(index)),
            _ => return points,
        }
    }
}

/// The size of the triangle of a point and its neighbours, all the way round.
fn triangle(points: &[Point], index: usize) -> f64 {
    let count = points.len();
    let (a, b, c) = (points[(index + count - 1) % count], points[index], points[(index + 1) % count]);
    ((b.0 - a.0) * (c.1 - a.1) - (c.0 - a.0) * (b.1 - a.1)).abs() / 2.0
}

/// Cuts every corner `times` over, by a quarter of the way to each neighbour.
pub fn smooth(points: &[Point], closed: bool, times: usize) -> Vec<Point> {
    let mut points = points.to_vec();
    for _ in 0..times {
        if points.len() < 3 {
            return points;
        }
        let mut cut = Vec::with_capacity(2 * points.len());
        let pairs = points.len() - usize::from(!closed);
        if !closed {
            cut.push(points[0]);
        }
        for index in 0..pairs {
            let (a, b) = (points[index], points[(index + 1) % points.len()]);
            let between = |share: f64| (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share);
            if closed || index > 0 {
                cut.push(between(0.25));
            }
            if closed || index + 1 < pairs {
                cut.push(between(0.75));
            }
        }
        if !closed {
            cut.extend(points.last());
        }
        points = cut;
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_stay_and_small_bends_go() {
        let line = [(0.0, 0.0), (1.0, 0.1), (2.0, 0.0), (3.0, 4.0), (4.0, 0.0)];
        let thinned = thin(&line, false, 0.5);
        assert_eq!(thinned, [(0.0, 0.0), (2.0, 0.0), (3.0, 4.0), (4.0, 0.0)]);
        let smoothed = smooth(&thinned, false, 2);
        assert_eq!((smoothed.first(), smoothed.last()), (line.first(), line.last()));
        assert!(smoothed.len() > thinned.len() && smoothed.iter().all(|point| point.1 < 4.0));
    }

    #[test]
    fn a_ring_stays_a_ring() {
        let square = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)];
        assert_eq!(thin(&square, true, 1000.0), square);
        let round = smooth(&square, true, 3);
        assert_eq!(round.len(), 32);
        assert!(round.iter().all(|&(x, y)| (0.0..=8.0).contains(&x) && (0.0..=8.0).contains(&y)));
    }
}
