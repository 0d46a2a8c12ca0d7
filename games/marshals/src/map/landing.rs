//! Where one may land from a sea box (M-invasion-11).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use atlas::topology::HexId;

use super::{Map, SeaBox, Terrain};

/// How far from a box's only port on a coast one may land.
const ALONE: u16 = 2;

/// How many hexes longer the way may be past a port at the head of a fjord.
const FJORD: u16 = 6;

impl Map {
    /// The coastal hexes on which one may land from a sea box: on each of its coasts from one port to the other and one hex beyond
    /// either; round a single port, two hexes to each side.
    pub fn landings(&self, sea: &SeaBox) -> BTreeSet<HexId> {
        let ports: Vec<HexId> = sea.ports.iter().map(|port| self.mouth(port)).collect();
        let stretches = sea.coasts.iter().map(|[from, to]| (self.mouth(from), self.mouth(to)));
        stretches.flat_map(|(from, to)| self.stretch(from, to, &ports)).collect()
    }

    /// The coast from one port to another, past those of `ports` that lie on the way.
    fn stretch(&self, from: HexId, to: HexId, ports: &[HexId]) -> BTreeSet<HexId> {
        let there = self.along_shore(from);
        if from == to {
            return there.into_iter().filter(|(_, steps)| *steps <= ALONE).map(|(hex, _)| hex).collect();
        }
        let back = self.along_shore(to);
        let length = there[&to];
        let detour = |hex: HexId| Some(there.get(&hex)? + back.get(&hex)? - length);
        let mut stretch: BTreeSet<HexId> = between(&there, &back).collect();
        for &port in ports.iter().filter(|port| detour(**port).is_some_and(|more| more <= FJORD)) {
            let on = self.along_shore(port);
            stretch.extend(between(&there, &on).chain(between(&on, &back)));
        }
        // A bay that the shortest way cuts off lies between the ports as well, if it is on the same waters.
        let waters: BTreeSet<HexId> = stretch.iter().flat_map(|hex| self.waters(*hex)).collect();
        let in_bay =
            |hex: &HexId| detour(*hex) == Some(1) && self.waters(*hex).any(|sea| waters.contains(&sea));
        stretch.extend(there.keys().copied().filter(in_bay));
        for (end, far) in [(from, &back), (to, &there)] {
            stretch.extend(self.shore(end).filter(|hex| far.get(hex) == Some(&(length + 1))));
        }
        stretch
    }

    fn waters(&self, hex: HexId) -> impl Iterator<Item = HexId> {
        self.grid.neighbours(hex).filter(|beside| self.terrain(*beside) == Terrain::Sea)
    }

    /// The coast at a port: its own hex, or if that lies up a river the nearest one on the sea.
    fn mouth(&self, port: &str) -> HexId {
        let port = self.site(port).expect("sea paths lead to places");
        let near = (0..=4).flat_map(|far| self.grid.within(port, far));
        near.into_iter().find(|hex| self.is_coastal(*hex)).unwrap_or(port)
    }

    /// How many hexes along the shore it is from one to every other.
    fn along_shore(&self, from: HexId) -> BTreeMap<HexId, u16> {
        let (mut steps, mut open) = (BTreeMap::from([(from, 0)]), VecDeque::from([from]));
        while let Some(here) = open.pop_front() {
            let next = steps[&here] + 1;
            for hex in self.shore(here) {
                steps.entry(hex).or_insert_with(|| {
                    open.push_back(hex);
                    next
                });
            }
        }
        steps
    }

    /// The next hexes on the shore of the same land: over a side that ends in water, be it the mouth of a river.
    fn shore(&self, hex: HexId) -> impl Iterator<Item = HexId> {
        let wet = |hex: HexId| self.terrain(hex) == Terrain::Sea || self.is_coastal(hex);
        self.grid.neighbours(hex).filter(move |next| {
            let mut beside = self.grid.neighbours(hex).filter(|beside| self.grid.adjacent(*beside, *next));
            self.is_coastal(*next) && self.lands.joined(hex, *next) && beside.any(wet)
        })
    }
}

/// The hexes on the shortest ways between two, by the steps from either.
fn between(from: &BTreeMap<HexId, u16>, to: &BTreeMap<HexId, u16>) -> impl Iterator<Item = HexId> {
    let sum = |hex: HexId| Some(from[&hex] + to.get(&hex)?);
    let least = from.keys().filter_map(|hex| sum(*hex)).min();
    from.keys().copied().filter(move |hex| sum(*hex).is_some_and(|steps| Some(steps) == least))
}
