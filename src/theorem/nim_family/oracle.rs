//! What the tests of the Nim family compare with: outcomes found by search, and the tables in `tests/data/golden`.

use crate::theorem::Theorem;
use num_bigint::BigUint;

/// Sizes as big numbers.
pub(crate) fn big(sizes: &[u32]) -> Vec<BigUint> {
    sizes.iter().map(|&size| BigUint::from(size)).collect()
}

/// All positions of so many heaps of at most `max` tokens, in lexicographic order.
fn positions(heaps: usize, max: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for _ in 0..heaps {
        all = all
            .into_iter()
            .flat_map(|start: Vec<u32>| (0..=max).map(move |size| [start.clone(), vec![size]].concat()))
            .collect();
    }
    all
}

/// Compares the theorem, on every position of a box, with a search from the definition of P-positions, for the game in
/// which a move takes 1 to `take_limit` tokens from each of 1 to `heap_limit` heaps.
pub(crate) fn check_against_brute_force(
    theorem: &dyn Theorem,
    heaps: usize,
    max: u32,
    heap_limit: usize,
    take_limit: usize,
    misere: bool,
) {
    let mut kernel: Vec<Vec<u32>> = Vec::new();
    for position in positions(heaps, max) {
        let is_option = |other: &[u32]| {
            let taken: Vec<_> = position.iter().zip(other).filter(|(old, new)| old != new).collect();
            taken.iter().all(|(old, new)| new < old && (*old - *new) as usize <= take_limit)
                && taken.len() <= heap_limit
        };
        // Options come before the position in lexicographic order, so the kernel holds those that are P-positions.
        let winning: Vec<_> = kernel.iter().filter(|other| is_option(other)).map(|other| big(other)).collect();
        let over = position.iter().all(|&size| size == 0);
        let is_p = winning.is_empty() && !(over && misere);
        let heaps = big(&position);
        assert_eq!(theorem.is_p(&heaps), is_p, "{theorem:?} {position:?}");
        let found = theorem.winning_moves(&heaps, usize::MAX);
        assert!(found.complete, "{theorem:?} {position:?}");
        assert_eq!(found.options, winning, "{theorem:?} {position:?}");
        for limit in [0, 1, 2] {
            let some = theorem.winning_moves(&heaps, limit);
            assert_eq!(some.options.len(), winning.len().min(limit.max(1)), "{theorem:?} {position:?}");
            assert_eq!(some.complete, winning.len() <= limit.max(1), "{theorem:?} {position:?}");
            assert!(some.options.is_sorted() && some.options.iter().all(|option| winning.contains(option)));
        }
        check_shown(theorem, &position, is_p, &|other| is_option(other) && other != position, &winning);
        if is_p {
            kernel.push(position);
        }
    }
}

/// The move that the figures show is a legal one, wins where a move wins, and is there unless no move is.
fn check_shown(
    theorem: &dyn Theorem,
    position: &[u32],
    is_p: bool,
    is_move: &dyn Fn(&[u32]) -> bool,
    winning: &[Vec<BigUint>],
) {
    let figures = theorem.figures(&big(position));
    let over = position.iter().all(|&size| size == 0);
    assert_eq!(figures["case"] == "over", over, "{theorem:?} {position:?}");
    assert_eq!(figures["move"].is_null(), over, "{theorem:?} {position:?}");
    if over {
        return;
    }
    let mut left = position.to_vec();
    for take in figures["move"]["takes"].as_array().expect("a list") {
        let number = |key: &str| take[key].as_str().expect("a number").parse::<u32>().expect("a number");
        let heap = take["heap"].as_u64().expect("an index") as usize;
        assert_eq!(number("before"), left[heap]);
        assert_eq!(number("before") - number("amount"), number("after"));
        left[heap] = number("after");
    }
    assert!(is_move(&left), "{theorem:?} {position:?} {left:?}");
    assert!(is_p || winning.contains(&big(&left)), "{theorem:?} {position:?} {left:?}");
    let leaves = format!("({})", left.iter().map(u32::to_string).collect::<Vec<_>>().join(", "));
    assert_eq!(figures["move"]["leaves"], leaves.as_str());
}

/// Compares the theorem with a table of P-positions in `tests/data/golden`.
pub(crate) fn check_against_golden(theorem: &dyn Theorem, name: &str) {
    let path = format!("{}/tests/data/golden/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let table: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let heaps = table["heaps"].as_u64().expect("a number of heaps") as usize;
    let max = table["max"].as_u64().expect("a greatest size") as u32;
    let ascending = positions(heaps, max).into_iter().filter(|position| position.is_sorted());
    let found: Vec<_> = ascending.filter(|position| theorem.is_p(&big(position))).collect();
    assert_eq!(serde_json::json!(found), table["p_positions"], "{name}");
}
