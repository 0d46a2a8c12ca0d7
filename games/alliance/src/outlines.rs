//! The outlines of regions and seas, drawn once by `examples/survey-alliance.rs` and kept in `data/outlines.bin`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use atlas::geography::europe;
use atlas::projection::Conic;
use atlas::survey::{Arc, Course, Point, Survey};

use crate::map::{BorderKind, MAP};

/// The outlines, by the numbers of [`crate::map::Map::numbers`], in kilometres of the plane of
/// [`atlas::projection::Conic::europe`]. Where a border is a river, it runs in the river's bed.
pub static OUTLINES: LazyLock<Survey> = LazyLock::new(|| {
    let mut survey = surveyed();
    let beds = Beds::new();
    let towns = MAP.regions.iter().flat_map(|region| region.city.iter().chain(&region.fortress));
    let towns = towns.filter_map(|name| europe().town(name));
    let towns = towns.map(|town| town.at.on(&beds.conic));
    let fixed: Vec<Point> = survey.anchors.iter().flatten().copied().chain(towns).collect();
    survey.partition.follow(|arc| beds.of(arc), &fixed);
    survey
});

/// The outlines as they were surveyed.
fn surveyed() -> Survey {
    Survey::from_bytes(include_bytes!("../data/outlines.bin")).expect("the outlines are sound")
}

/// The rivers that are borders.
struct Beds {
    conic: Conic,
    rivers: Vec<(&'static str, Course)>,
    /// For pairs of regions with a river between them, its name.
    borders: BTreeMap<(u16, u16), Option<&'static str>>,
}

impl Beds {
    fn new() -> Beds {
        let conic = Conic::europe();
        let rivers = europe().fine.rivers.iter().map(|river| {
            let points = river.points.iter().map(|at| at.on(&conic));
            (river.name.as_str(), Course { rank: river.rank, points: points.collect() })
        });
        let numbers = MAP.numbers();
        let is_river = |kind| matches!(kind, BorderKind::River | BorderKind::RiverFrozen);
        let borders = MAP.borders.iter().filter(|border| is_river(border.kind)).map(|border| {
            let (a, b) = (numbers[border.a.as_str()], numbers[border.b.as_str()]);
            let river = border.name.as_deref().and_then(|name| name.split(" (").next());
            (
                (a.min(b), a.max(b)),
                river.and_then(|name| europe().river(name)).map(|river| river.name.as_str()),
            )
        });
        Beds { conic, rivers: rivers.collect(), borders: borders.collect() }
    }

    /// The rivers a border may follow: the one it is named after; any, if that is none of the atlas.
    fn of(&self, arc: &Arc) -> Vec<&Course> {
        let pair = arc.left.zip(arc.right).map(|(a, b)| (a.min(b), a.max(b)));
        let Some(name) = pair.and_then(|pair| self.borders.get(&pair)) else { return Vec::new() };
        let rivers = self.rivers.iter().filter(|(river, _)| name.is_none_or(|name| name == *river));
        rivers.map(|(_, course)| course).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use atlas::survey::{AreaNumber, Ring, TOGETHER};

    use super::*;

    /// The least length of a border between two regions, in kilometres.
    const BORDER: f64 = 25.0;

    /// The least length of a shore, or of a passage from sea to sea, in kilometres.
    const SHORE: f64 = 8.0;

    /// The least radius that fits a region at its anchor, in kilometres.
    const ROOM: f64 = 28.0;

    /// The least radius that fits a sea at its anchor, in kilometres.
    const SEA_ROOM: f64 = 33.0;

    /// What is smaller by nature, and what fits there.
    const SMALL: [(&str, f64); 5] =
        [("Gibraltar", 8.0), ("Malta", 5.0), ("Majorca", 20.0), ("Corfu", 6.0), ("Rhodes", 12.0)];

    /// How far a coast made smooth may stray from the true one, in kilometres.
    const STRAY: f64 = 6.0;

    fn is_region(area: AreaNumber) -> bool {
        usize::from(area) < MAP.regions.len()
    }

    /// Whether an area holds a point, or one a little off.
    fn nearly_holds(area: AreaNumber, (x, y): Point) -> bool {
        let ways = (0..8).map(|way| f64::from(way) * std::f64::consts::FRAC_PI_4);
        let around = ways.map(|way| (x + STRAY * way.cos(), y + STRAY * way.sin()));
        OUTLINES.holds(area, (x, y)) || around.into_iter().any(|point| OUTLINES.holds(area, point))
    }

    /// Who lies on the other side of a ring.
    fn beyond(ring: &Ring) -> BTreeSet<Option<AreaNumber>> {
        let sides = ring.arcs.iter().map(|&(arc, back)| (&OUTLINES.partition.arcs[arc], back));
        sides.map(|(arc, back)| if back { arc.left } else { arc.right }).collect()
    }

    #[test]
    fn every_listed_border_is_a_shared_edge_and_nothing_else_touches() {
        let (names, planned) = (MAP.names().collect::<Vec<_>>(), MAP.plan(&Conic::europe()).touching);
        let contacts = OUTLINES.partition.contacts();
        let named = |(a, b): &(u16, u16)| (names[usize::from(*a)], names[usize::from(*b)]);
        let touching: BTreeSet<_> = contacts.keys().map(named).collect();
        assert_eq!(touching, planned.iter().map(named).collect());
        for (pair, &length) in &contacts {
            let least = if is_region(pair.0) && is_region(pair.1) { BORDER } else { SHORE };
            assert!(length >= least, "{:?} touch for {length} km", named(pair));
        }
    }

    #[test]
    fn coasts_are_those_of_the_atlas() {
        let conic = Conic::europe();
        // Where straits are drawn wider than they are, and at the edge of the map.
        let (astray, points) = OUTLINES.coasts_astray(&MAP.plan(&conic), &conic, 8.0);
        assert!(points > 5000 && 50 * astray < points, "{astray} of {points}");
    }

    #[test]
    fn strangers_do_not_even_share_a_corner() {
        assert!(OUTLINES.partition.corners().len() > 200);
        assert_eq!(OUTLINES.strangers(&MAP.plan(&Conic::europe())), []);
    }

    #[test]
    fn every_area_has_its_points_and_an_anchor_in_its_main_part() {
        let conic = Conic::europe();
        let plan = MAP.plan(&conic);
        assert_eq!((OUTLINES.anchors.len(), OUTLINES.partition.rings.len()), (133, 133));
        for (number, area) in (0..).zip(&plan.areas) {
            let lost = area.points.iter().filter(|&&point| !nearly_holds(number, point));
            let lost: Vec<(f64, f64)> = lost.map(|point| conic.inverse(point.0, point.1)).collect();
            assert!(lost.is_empty(), "{} has lost {lost:?}", area.name);
            let (room, least) = (OUTLINES.room(number), if area.is_sea { SEA_ROOM } else { ROOM });
            let small = SMALL.iter().find(|(name, _)| *name == area.name).map(|(_, room)| *room);
            assert!(room >= small.unwrap_or(least), "{} has room for {room:.1} km only", area.name);
            let ground = OUTLINES.partition.ground(&OUTLINES.partition.rings[&number][0]);
            let least = if area.is_sea { 10_000.0 } else { 200.0 };
            assert!(ground > least, "{} has {ground} km2", area.name);
        }
    }

    #[test]
    fn regions_are_in_one_piece_but_for_islands() {
        let (conic, partition) = (Conic::europe(), &OUTLINES.partition);
        let mut exclaves = Vec::new();
        for (&area, rings) in partition.rings.iter().filter(|(area, _)| is_region(**area)) {
            for ring in rings[1..].iter().filter(|ring| partition.ground(ring) > 0.0) {
                if beyond(ring).into_iter().flatten().any(is_region) {
                    let (x, y) = partition.outline(ring)[0];
                    exclaves.push((&MAP.regions[usize::from(area)].name, conic.inverse(x, y)));
                }
            }
        }
        assert_eq!(exclaves, []);
    }

    #[test]
    fn towns_lie_in_their_regions_and_bases_on_their_seas() {
        let (conic, numbers, contacts) = (Conic::europe(), MAP.numbers(), OUTLINES.partition.contacts());
        for region in &MAP.regions {
            let number = numbers[region.name.as_str()];
            for name in region.city.iter().chain(&region.fortress).chain(&region.port) {
                let town = europe().town(name).unwrap_or_else(|| panic!("no town is called {name}"));
                let at = town.at.on(&conic);
                let strangers = (0..MAP.regions.len() as u16).filter(|&other| other != number);
                assert!(nearly_holds(number, at), "{name} lies outside {}", region.name);
                assert_eq!(strangers.filter(|&other| OUTLINES.holds(other, at)).count(), 0, "{name}");
            }
            for sea in &region.opens {
                assert!(contacts[&(number, numbers[sea.as_str()])] >= SHORE, "{} and {sea}", region.name);
            }
        }
    }

    #[test]
    fn no_land_is_left_open_but_what_lies_beyond() {
        const STEP: f64 = 5.0;
        let (conic, frame) = (Conic::europe(), MAP.frame);
        let column = |x: f64| ((x - frame.west) / STEP).round() as usize;
        let row = |y: f64| ((y - frame.north) / STEP).round() as usize;
        let (columns, rows) = (column(frame.east), row(frame.south));
        let middle = |column, row| (frame.west + column as f64 * STEP, frame.north + row as f64 * STEP);
        let mut open = vec![vec![true; columns]; rows];
        // Along each row an area begins or ends wherever its outline crosses.
        for area in 0..OUTLINES.anchors.len() as u16 {
            let mut ends: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
            for ring in OUTLINES.outlines(area) {
                for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                    let (from, to) = (a.1.min(b.1), a.1.max(b.1));
                    let first = ((from - frame.north) / STEP).ceil().max(0.0) as usize;
                    for row in (first..rows).take_while(|&row| middle(0, row).1 < to) {
                        let share = (middle(0, row).1 - a.1) / (b.1 - a.1);
                        ends.entry(row).or_default().push(a.0 + share * (b.0 - a.0));
                    }
                }
            }
            for (row, mut ends) in ends {
                ends.sort_by(f64::total_cmp);
                for pair in ends.chunks_exact(2) {
                    let inside =
                        (0..columns).filter(|&column| (pair[0]..pair[1]).contains(&middle(column, 0).0));
                    inside.for_each(|column| open[row][column] = false);
                }
            }
        }
        // What is wide: the middles of squares of three by three that are open land.
        let is_open_land = |(row, column): (usize, usize)| {
            let (x, y) = middle(column, row);
            let (lon, lat) = conic.inverse(x, y);
            open[row][column] && europe().is_land(lon, lat)
        };
        let square = |row: usize, column: usize| {
            (row - 1..row + 2).flat_map(move |row| (column - 1..column + 2).map(move |column| (row, column)))
        };
        let inner = (1..rows - 1).flat_map(|row| (1..columns - 1).map(move |column| (row, column)));
        let mut wide: BTreeSet<(usize, usize)> =
            inner.filter(|&(row, column)| square(row, column).all(is_open_land)).collect();
        let places = MAP.beyond.iter().map(|land| conic.forward(land.lon, land.lat));
        let mut listed: BTreeSet<(usize, usize)> = places.map(|(x, y)| (row(y), column(x))).collect();
        let mut unlisted = Vec::new();
        while let Some(first) = wide.pop_first() {
            let (mut patch, mut next) = (vec![first], 0);
            while let Some(&(row, column)) = patch.get(next) {
                next += 1;
                patch.extend(square(row, column).filter(|place| wide.remove(place)));
            }
            let before = listed.len();
            listed.retain(|place| !patch.contains(place));
            if listed.len() == before {
                let (x, y) = middle(first.1, first.0);
                unlisted.push(conic.inverse(x, y));
            }
        }
        assert_eq!((unlisted, listed), (vec![], BTreeSet::new()));
    }

    #[test]
    fn a_river_border_runs_in_its_river_and_near_where_it_was_surveyed() {
        let (survey, beds) = (surveyed(), Beds::new());
        // Kilometres of borders that were surveyed beside their rivers, and of those that now run in them.
        let (mut beside, mut within) = (0.0, 0.0);
        for (arc, before) in OUTLINES.partition.arcs.iter().zip(&survey.partition.arcs) {
            let rivers = beds.of(arc);
            if rivers.is_empty() {
                assert_eq!(arc, before);
                continue;
            }
            let far = arc.points.iter().map(|&at| to_line(at, &before.points)).fold(0.0, f64::max);
            assert!(far <= TOGETHER, "{far} km from where it was surveyed");
            let near = |line: &[Point], limit: f64| {
                let steps = line
                    .windows(2)
                    .filter(|step| rivers.iter().any(|river| to_line(step[0], &river.points) < limit));
                steps.map(|step| (step[0].0 - step[1].0).hypot(step[0].1 - step[1].1)).sum::<f64>()
            };
            beside += near(&before.points, TOGETHER);
            within += near(&arc.points, 2.0);
        }
        assert!(within > 0.8 * beside, "{within:.0} of {beside:.0} km");
    }

    fn to_line(at: Point, line: &[Point]) -> f64 {
        let legs = line.windows(2).map(|leg| {
            let along = (leg[1].0 - leg[0].0, leg[1].1 - leg[0].1);
            let length = (along.0 * along.0 + along.1 * along.1).max(f64::EPSILON);
            let share = ((at.0 - leg[0].0) * along.0 + (at.1 - leg[0].1) * along.1) / length;
            let share = share.clamp(0.0, 1.0);
            (at.0 - leg[0].0 - along.0 * share).hypot(at.1 - leg[0].1 - along.1 * share)
        });
        legs.fold(f64::INFINITY, f64::min)
    }
}
