//! How long the map takes to draw, from the sheet to its text, at every detail; the aim is 300 ms.

use std::hint::black_box;

use atlas::draw::{Detail, labels, svg};
use atlas::geography::europe;
use criterion::{Criterion, criterion_group, criterion_main};

fn drawing(bench: &mut Criterion) {
    let sheet = alliance::sheet();
    let mut group = bench.benchmark_group("map of Alliance");
    group.sample_size(20);
    for detail in Detail::ALL {
        group.bench_function(format!("{detail:?}"), |bench| {
            bench.iter(|| svg(black_box(&sheet), europe(), detail));
        });
        group.bench_function(format!("{detail:?}, what stands where"), |bench| {
            bench.iter(|| labels(black_box(&sheet), europe(), detail));
        });
    }
    group.finish();
}

criterion_group!(benches, drawing);
criterion_main!(benches);
