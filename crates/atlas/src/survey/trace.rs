//! From cells to borders and outlines.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{AreaNumber, Cell, Point, Raster};

/// A border between two areas, or between an area and nobody's ground: from one place where three meet to the next, or all
/// the way round.
#[derive(Clone, PartialEq, Debug)]
pub struct Arc {
    /// The area to the left of whoever walks along it.
    pub left: Option<AreaNumber>,
    /// The area to the right.
    pub right: Option<AreaNumber>,
    /// Its points. If it is closed, the last is not the first again.
    pub points: Vec<Point>,
    /// Whether it goes all the way round.
    pub closed: bool,
}

impl Arc {
    /// How long it is.
    pub fn length(&self) -> f64 {
        let steps = self.points.windows(2).map(|pair| distance(pair[0], pair[1])).sum::<f64>();
        match (self.closed, self.points.first(), self.points.last()) {
            (true, Some(&first), Some(&last)) => steps + distance(last, first),
            _ => steps,
        }
    }
}

/// One line around an area, or around a hole in it: arcs in order, each forward or backward, the area always to the left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ring {
    /// The arcs, by number, and whether each is walked backward.
    pub arcs: Vec<(usize, bool)>,
}

/// A plane cut into areas.
#[derive(Clone, PartialEq, Debug)]
pub struct Partition {
    /// Every border, once.
    pub arcs: Vec<Arc>,
    /// The rings of each area, the one around the most ground first.
    pub rings: BTreeMap<AreaNumber, Vec<Ring>>,
}

/// A corner of cells.
type Corner = (u32, u32);

/// East, south, west, north.
const STEPS: [(i64, i64); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// A piece of border as it was walked.
struct Walk {
    arc: Arc,
    from: Corner,
    to: Corner,
    /// The directions of its first and its last step.
    ends: (usize, usize),
}

impl Partition {
    /// Traces the borders of the areas that hold the cells.
    pub fn trace(held: &Raster<Option<AreaNumber>>) -> Partition {
        let lattice = Lattice { held };
        let mut walked = HashSet::new();
        let mut walks = Vec::new();
        for (round, node) in [(0, true), (1, false)] {
            for corner in lattice.corners() {
                // First the borders between places where three meet; what is left then goes all the way round.
                if round == 0 && lattice.is_node(corner) != node {
                    continue;
                }
                for way in 0..4 {
                    if lattice.is_border(corner, way) && !walked.contains(&lattice.side(corner, way)) {
                        walks.push(lattice.walk(corner, way, &mut walked));
                    }
                }
            }
        }
        let rings = rings(&walks);
        let mut partition = Partition { arcs: walks.into_iter().map(|walk| walk.arc).collect(), rings };
        partition.order_rings();
        partition
    }

    /// The same with every border made smooth. Its ends must stay where they are.
    pub fn smoothed(mut self, mut smooth: impl FnMut(&Arc) -> Vec<Point>) -> Partition {
        for arc in &mut self.arcs {
            arc.points = smooth(arc);
        }
        self
    }

    /// The points of a ring; the last is not the first again.
    pub fn outline(&self, ring: &Ring) -> Vec<Point> {
        let mut outline: Vec<Point> = Vec::new();
        for &(number, backward) in &ring.arcs {
            let points = &self.arcs[number].points;
            let keep = if self.arcs[number].closed { points.len() } else { points.len().saturating_sub(1) };
            match backward {
                false => outline.extend(&points[..keep]),
                true => outline.extend(points.iter().rev().take(keep)),
            }
        }
        outline
    }

    /// How long the border between two areas is, for every pair that touches, the lower number first.
    pub fn contacts(&self) -> BTreeMap<(AreaNumber, AreaNumber), f64> {
        let mut contacts = BTreeMap::new();
        for arc in &self.arcs {
            if let (Some(left), Some(right)) = (arc.left, arc.right) {
                *contacts.entry((left.min(right), left.max(right))).or_insert(0.0) += arc.length();
            }
        }
        contacts
    }

    /// The areas that meet in each place where borders end.
    pub fn corners(&self) -> Vec<BTreeSet<AreaNumber>> {
        // Outlines are kept to a tenth of a kilometre.
        let place = |(x, y): Point| ((x * 10.0).round() as i64, (y * 10.0).round() as i64);
        let mut corners: BTreeMap<(i64, i64), BTreeSet<AreaNumber>> = BTreeMap::new();
        for arc in self.arcs.iter().filter(|arc| !arc.closed) {
            for &end in arc.points.first().into_iter().chain(arc.points.last()) {
                corners.entry(place(end)).or_default().extend(arc.left.into_iter().chain(arc.right));
            }
        }
        corners.into_values().collect()
    }

    /// How much ground a ring goes around; less than nothing for a hole.
    pub fn ground(&self, ring: &Ring) -> f64 {
        let outline = self.outline(ring);
        let next = outline.iter().cycle().skip(1);
        // The area lies to the left and south is down, so a ring around ground turns against the clock.
        -outline.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>() / 2.0
    }

    fn order_rings(&mut self) {
        let mut all = std::mem::take(&mut self.rings);
        for rings in all.values_mut() {
            rings.sort_by(|a, b| self.ground(b).total_cmp(&self.ground(a)));
        }
        self.rings = all;
    }
}

/// The corners of cells and the sides between them.
struct Lattice<'a> {
    held: &'a Raster<Option<AreaNumber>>,
}

impl Lattice<'_> {
    fn corners(&self) -> impl Iterator<Item = Corner> + use<> {
        let (columns, rows) = (self.held.columns(), self.held.rows());
        (0..=rows).flat_map(move |row| (0..=columns).map(move |column| (column, row)))
    }

    fn holder(&self, column: i64, row: i64) -> Option<AreaNumber> {
        let inside = (0..i64::from(self.held.columns())).contains(&column)
            && (0..i64::from(self.held.rows())).contains(&row);
        inside.then(|| *self.held.get(Cell { column: column as u32, row: row as u32 })).flatten()
    }

    /// Who lies to the left and to the right of a step.
    fn beside(&self, (column, row): Corner, way: usize) -> (Option<AreaNumber>, Option<AreaNumber>) {
        let (column, row) = (i64::from(column), i64::from(row));
        let [north_west, north_east, south_east, south_west] =
            [(-1, -1), (0, -1), (0, 0), (-1, 0)].map(|(east, south)| self.holder(column + east, row + south));
        match way {
            0 => (north_east, south_east),
            1 => (south_east, south_west),
            2 => (south_west, north_west),
            _ => (north_west, north_east),
        }
    }

    fn is_border(&self, corner: Corner, way: usize) -> bool {
        let (left, right) = self.beside(corner, way);
        left != right
    }

    fn is_node(&self, corner: Corner) -> bool {
        !matches!((0..4).filter(|&way| self.is_border(corner, way)).count(), 0 | 2)
    }

    fn step(&self, (column, row): Corner, way: usize) -> Corner {
        let (east, south) = STEPS[way];
        ((i64::from(column) + east) as u32, (i64::from(row) + south) as u32)
    }

    /// The side between two corners, the same from either end.
    fn side(&self, corner: Corner, way: usize) -> (Corner, Corner) {
        let other = self.step(corner, way);
        (corner.min(other), corner.max(other))
    }

    /// Walks along a border to the next place where three meet, or all the way round.
    fn walk(&self, from: Corner, first: usize, walked: &mut HashSet<(Corner, Corner)>) -> Walk {
        let (left, right) = self.beside(from, first);
        let point = |corner: Corner| self.held.corner(corner.0, corner.1);
        let halfway = |a: Corner, b: Corner| {
            let (a, b) = (point(a), point(b));
            ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
        };
        let starts_at_node = self.is_node(from);
        let (mut points, mut corner, mut way) = (Vec::new(), from, first);
        if starts_at_node {
            points.push(point(from));
        }
        loop {
            walked.insert(self.side(corner, way));
            let next = self.step(corner, way);
            // Through the middles of sides, so that stairs become slopes.
            points.push(halfway(corner, next));
            corner = next;
            if self.is_node(corner) || corner == from {
                break;
            }
            let back = (way + 2) % 4;
            let onward = (0..4).find(|&way| way != back && self.is_border(corner, way));
            let Some(onward) = onward else { break };
            way = onward;
        }
        let closed = !starts_at_node;
        if !closed {
            points.push(point(corner));
        }
        Walk { arc: Arc { left, right, points, closed }, from, to: corner, ends: (first, way) }
    }
}

/// What leaves a corner with an area to its left: the way it leaves by, the border, whether backward.
type Leaving = (usize, usize, bool);

/// Links borders into rings.
fn rings(walks: &[Walk]) -> BTreeMap<AreaNumber, Vec<Ring>> {
    let mut rings: BTreeMap<AreaNumber, Vec<Ring>> = BTreeMap::new();
    let mut leaving: HashMap<(AreaNumber, Corner), Vec<Leaving>> = HashMap::new();
    for (number, walk) in walks.iter().enumerate() {
        for (area, backward) in [(walk.arc.left, false), (walk.arc.right, true)] {
            let Some(area) = area else { continue };
            if walk.arc.closed {
                rings.entry(area).or_default().push(Ring { arcs: vec![(number, backward)] });
                continue;
            }
            let (corner, way) =
                if backward { (walk.to, (walk.ends.1 + 2) % 4) } else { (walk.from, walk.ends.0) };
            leaving.entry((area, corner)).or_default().push((way, number, backward));
        }
    }
    let mut used = HashSet::new();
    for (number, walk) in walks.iter().enumerate().filter(|(_, walk)| !walk.arc.closed) {
        for (area, backward) in [(walk.arc.left, false), (walk.arc.right, true)] {
            let Some(area) = area else { continue };
            let (mut arcs, mut now) = (Vec::new(), (number, backward));
            while used.insert(now) {
                arcs.push(now);
                let walk = &walks[now.0];
                let (corner, way) =
                    if now.1 { (walk.from, (walk.ends.0 + 2) % 4) } else { (walk.to, walk.ends.1) };
                // As far to the left as can be: where an area touches itself at a corner, its parts stay apart.
                let left_first = |leaves: &usize| (leaves + 4 - (way + 3) % 4) % 4;
                let next = leaving.get(&(area, corner)).into_iter().flatten();
                let Some(&(_, number, backward)) = next.min_by_key(|(leaves, ..)| left_first(leaves)) else {
                    break;
                };
                now = (number, backward);
            }
            if !arcs.is_empty() {
                rings.entry(area).or_default().push(Ring { arcs });
            }
        }
    }
    rings
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Areas from a drawing, a letter for each cell; a dot is nobody's.
    fn drawn(lines: &[&str]) -> Raster<Option<AreaNumber>> {
        let (width, height) = (lines[0].len() as f64, lines.len() as f64);
        Raster::new((0.0, 0.0), (width, height), 1.0, |(x, y)| {
            let letter = lines[y as usize].as_bytes()[x as usize];
            (letter != b'.').then(|| u16::from(letter - b'a'))
        })
    }

    fn ground_of(partition: &Partition, area: AreaNumber) -> Vec<f64> {
        partition.rings[&area].iter().map(|ring| partition.ground(ring)).collect()
    }

    #[test]
    fn three_countries_share_their_borders() {
        let partition = Partition::trace(&drawn(&["aaaabb", "aaaabb", "aaccbb", "..cc.."]));
        let contacts = partition.contacts();
        assert_eq!(contacts.keys().collect::<Vec<_>>(), [&(0, 1), &(0, 2), &(1, 2)]);
        for (left, right) in partition.arcs.iter().map(|arc| (arc.left, arc.right)) {
            assert_ne!(left, right);
        }
        for area in 0..3 {
            assert_eq!(partition.rings[&area].len(), 1, "area {area} is in one piece");
        }
        // What the cut corners of one area lose, another gains.
        let total: f64 = (0..3).map(|area| ground_of(&partition, area)[0]).sum();
        assert!((18.0..20.5).contains(&total), "{total}");
    }

    #[test]
    fn an_island_in_a_lake_is_a_ring_in_a_hole() {
        let partition = Partition::trace(&drawn(&["aaaaa", "abbba", "abcba", "abbba", "aaaaa"]));
        assert_eq!(ground_of(&partition, 2).len(), 1);
        let lake = ground_of(&partition, 1);
        assert!(lake.len() == 2 && lake[0] > 7.0 && lake[1] < 0.0, "{lake:?}");
        assert_eq!(partition.arcs.iter().filter(|arc| arc.closed).count(), 3);
    }

    #[test]
    fn parts_that_touch_at_a_corner_stay_apart() {
        let partition = Partition::trace(&drawn(&["ab", "ba"]));
        for area in 0..2 {
            let ground = ground_of(&partition, area);
            assert!(ground.len() == 2 && ground.iter().all(|&ground| ground > 0.4), "{ground:?}");
        }
    }

    #[test]
    fn every_side_of_a_random_map_is_walked_once_on_each_side() {
        let mut state = 7u32;
        let held = Raster::new((0.0, 0.0), (30.0, 20.0), 1.0, |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let area = (state >> 24) % 4;
            (area > 0).then_some(area as u16)
        });
        let partition = Partition::trace(&held);
        let mut uses: HashMap<(usize, bool), usize> = HashMap::new();
        for (area, rings) in &partition.rings {
            for &(number, backward) in rings.iter().flat_map(|ring| &ring.arcs) {
                *uses.entry((number, backward)).or_default() += 1;
                let arc = &partition.arcs[number];
                assert_eq!(if backward { arc.right } else { arc.left }, Some(*area));
            }
        }
        assert!(uses.values().all(|&count| count == 1));
        let sides = partition.arcs.iter().flat_map(|arc| [arc.left, arc.right]).flatten().count();
        assert_eq!(uses.len(), sides);
    }
}
