//! How long all positions up to a size take: `cargo bench`. `bouton bench` measures whole processes beside a program
//! written by hand.

#![allow(missing_docs, reason = "criterion's macros write functions")]

use bouton::answer::Game;
use bouton::graph::Budget;
use bouton::pipeline;
use bouton::rules::Choices;
use bouton::solve::{Prepared, Wanted};
use bouton::source::Source;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// Rules of each form that tables of bits serve, with sizes that double.
const TABLES: [(&str, &str, [u64; 3]); 6] = [
    ("misere nim", "heaps 3 move take any from one heap play misere", [63, 127, 255]),
    ("moore", "heaps 4 move take any from each of 1..2 heaps", [15, 31, 63]),
    ("both bounded", "heaps 4 move take 1..3 from each of 1..2 heaps", [15, 31, 63]),
    ("wythoff", "heaps 2 move take any from one heap move take the same any from both heaps", [500, 1000, 2000]),
    ("squares", "heaps 3 move take s from one heap where is_square(s)", [63, 127, 255]),
    ("half", "heaps 3 move take 1..floor(h/2) from one heap", [63, 127, 255]),
];

fn game(rules: &str) -> Game {
    let parsed = pipeline::parse(Source::new("bench.game", format!("game {{ {rules} }}")));
    let loaded = parsed.and_then(|parsed| parsed.load(None, &Choices::default()));
    loaded.unwrap_or_else(|rejected| panic!("{rules}: {:?}", rejected.diagnostics)).games.remove(0)
}

fn tables(criterion: &mut Criterion) {
    let budget = Budget::default();
    for (name, rules, sizes) in TABLES {
        let game = game(rules);
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for max in sizes {
            group.bench_with_input(BenchmarkId::from_parameter(max), &max, |bencher, max| {
                bencher.iter(|| {
                    let prepared = Prepared::new(&game.rules, &game.facts, *max, Wanted::Outcomes, &budget);
                    black_box(prepared.run(&budget, &mut ()).map(|table| table.p_count()))
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, tables);
criterion_main!(benches);
