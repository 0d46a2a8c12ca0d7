//! How long an army's reach and a supply line take on a grid of 84 by 54 hexes. Both must stay below 50 µs.

use std::hint::black_box;

use atlas::topology::{
    Allowance, ArraySet, Barriers, Chain, GridPlan, GridSheet, HexGrid, HexId, Id, Orientation, Parity,
    Paths, SideId, Step, words_for,
};
use criterion::{Criterion, criterion_group, criterion_main};

type Hexes = ArraySet<HexId, { words_for(84 * 54) }>;

/// Europe as far as a search can tell: mixed ground, rivers, and enemies strewn over it.
struct Ground {
    grid: HexGrid,
    cost: Vec<u8>,
    river: Vec<bool>,
    enemy: Hexes,
    zones: Hexes,
    friends: Hexes,
}

impl Ground {
    fn new() -> Ground {
        let sheets =
            [GridSheet { letter: Some('W'), columns: 42 }, GridSheet { letter: Some('E'), columns: 42 }];
        let plan = GridPlan {
            orientation: Orientation::FlatTop,
            shifted: Parity::Even,
            sheets: &sheets,
            rows: 54,
            origin: (0.0, 0.0),
            pitch: 62.4,
        };
        let grid = HexGrid::new(&plan).unwrap();
        let mut seed = 1805u32;
        let mut chance = |of: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % of
        };
        let cost = (0..grid.len()).map(|_| [1, 1, 1, 2, 2, 3][chance(6) as usize]).collect();
        let river = (0..grid.side_count()).map(|_| chance(13) == 0).collect();
        let enemy: Hexes = grid.hexes().filter(|_| chance(100) == 0).collect();
        let zones = enemy.iter().flat_map(|hex| grid.within(hex, 1)).collect();
        let friends: Hexes = grid.hexes().filter(|_| chance(50) == 0).collect();
        Ground { grid, cost, river, enemy, zones, friends: friends - enemy }
    }

    fn march(&self, to: HexId, side: SideId) -> Step {
        let cost = self.cost[to.index()] + u8::from(self.river[side.index()]);
        match (self.enemy.contains(to), self.zones.contains(to)) {
            (true, _) => Step::Closed,
            (_, true) => Step::Stop(cost),
            _ => Step::Go(cost),
        }
    }

    fn barriers(&self) -> Barriers<'_, HexId, [u64; words_for(84 * 54)]> {
        Barriers { enemy: &self.enemy, controlled: &self.zones, friends: &self.friends }
    }
}

fn topology(criterion: &mut Criterion) {
    let ground = Ground::new();
    let grid = &ground.grid;
    let mut paths = Paths::new(grid.len());
    let mut chain = Chain::new(grid.len());
    let from = grid.find("W4027").unwrap();
    let far = Hexes::EMPTY.with(grid.find("W2627").unwrap());
    let every_seventh = |hex: &HexId| {
        let name = grid.name(*hex);
        name.column.is_multiple_of(7) && name.row.is_multiple_of(7)
    };
    let depots: Hexes = grid.hexes().filter(every_seventh).collect();

    for points in [6, 12, 24] {
        criterion.bench_function(&format!("reach of an army of {points} points"), |bencher| {
            bencher.iter(|| {
                let allowance = Allowance::points(points);
                paths
                    .reach(grid, black_box(from), allowance, |_, to, side| ground.march(to, side))
                    .spaces()
                    .len()
            });
        });
    }
    criterion.bench_function("reach without limit or enemy", |bencher| {
        bencher.iter(|| {
            let cost = |_, to: HexId, _| Some(ground.cost[to.index()]);
            paths.reach(grid, black_box(from), Allowance::UNLIMITED, cost).spaces().len()
        });
    });
    criterion.bench_function("supply line to the nearest of 84 depots", |bencher| {
        bencher.iter(|| {
            let counts = |_, to: HexId, _| Some(1 + u8::from(ground.cost[to.index()] == 3));
            let way = paths.supply_line(
                grid,
                black_box(from),
                &depots,
                &ground.barriers(),
                Allowance::points(8),
                counts,
            );
            way.map(|way| way.cost)
        });
    });
    criterion.bench_function("supply line to a source 14 hexes away", |bencher| {
        bencher.iter(|| {
            let counts = |_, to: HexId, _| Some(1 + u8::from(ground.cost[to.index()] == 3));
            let way = paths.supply_line(
                grid,
                black_box(from),
                &far,
                &ground.barriers(),
                Allowance::points(30),
                counts,
            );
            way.map(|way| way.cost).unwrap()
        });
    });
    criterion.bench_function("supply line to a source that cannot be reached in 8 points", |bencher| {
        bencher.iter(|| {
            let counts = |_, to: HexId, _| Some(1 + u8::from(ground.cost[to.index()] == 3));
            let way = paths.supply_line(
                grid,
                black_box(from),
                &far,
                &ground.barriers(),
                Allowance::points(8),
                counts,
            );
            way.is_none()
        });
    });
    criterion.bench_function("chain of 84 depots", |bencher| {
        bencher.iter(|| {
            let barriers = ground.barriers();
            chain.link(&mut paths, grid, &far, &depots, Allowance::points(12), |_, to, _| barriers.open(to));
            assert!(chain.linked().len() > 40);
        });
    });
}

criterion_group!(benches, topology);
criterion_main!(benches);
