//! Tests of theorems by exhaustive search, and by chance for heaps too large for that.

use super::Theorem;
use num_bigint::BigUint;
use num_traits::Zero;
use proptest::test_runner::{RngAlgorithm, TestRng};
use serde_json::Value;
use std::collections::HashMap;

/// The options of a position of small heaps.
pub(super) type Options = dyn Fn(&[u64]) -> Vec<Vec<u64>>;

pub(super) fn large(position: &[u64]) -> Vec<BigUint> {
    position.iter().map(|size| BigUint::from(*size)).collect()
}

/// Every position of `n` heaps up to `max`, those with smaller heaps earlier.
pub(super) fn positions(n: usize, max: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        all = all.iter().flat_map(|start| (0..=max).map(move |size| [start.as_slice(), &[size]].concat())).collect();
    }
    all
}

/// Checks outcomes and winning moves of `theorem` at every position of `n` heaps up to `max` against the rules.
pub(super) fn check(theorem: &dyn Theorem, options: &Options, misere: bool, n: usize, max: u64) {
    let mut is_p: HashMap<Vec<u64>, bool> = HashMap::new();
    for position in positions(n, max) {
        let options = options(&position);
        let mut winning: Vec<Vec<u64>> = options.iter().filter(|option| is_p[*option]).cloned().collect();
        winning.sort();
        winning.dedup();
        let p = if options.is_empty() { !misere } else { winning.is_empty() };
        let big = large(&position);
        assert_eq!(theorem.is_p(&big), p, "{theorem:?} at {position:?}");
        let expected: Vec<Vec<BigUint>> = winning.iter().map(|option| large(option)).collect();
        let all = theorem.winning_moves(&big, 1000);
        assert_eq!(all.options, expected, "{theorem:?} from {position:?}");
        assert!(all.complete);
        if winning.len() > 1 {
            let some = theorem.winning_moves(&big, 1);
            assert_eq!(
                (some.options.as_slice(), some.complete),
                (&expected[..1], false),
                "{theorem:?} at {position:?}"
            );
        }
        if position.iter().all(|size| *size <= 13) {
            let shown = theorem.figures(&big)["target"].as_str().unwrap().to_owned();
            let is_shown = |option: &Vec<BigUint>| super::common::written(option) == shown;
            assert!(
                if winning.is_empty() { shown.is_empty() } else { expected.iter().any(is_shown) },
                "{big:?}: {shown}"
            );
        }
        is_p.insert(position, p);
    }
}

/// Checks `theorem` against the P-positions of the file `name` in the golden data.
pub(super) fn check_golden(theorem: &dyn Theorem, name: &str) {
    let path = format!("{}/tests/data/golden/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let golden: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let (n, max) = (golden["heaps"].as_u64().unwrap() as usize, golden["max"].as_u64().unwrap());
    let found: Vec<Vec<u64>> = positions(n, max)
        .into_iter()
        .filter(|position| position.is_sorted() && theorem.is_p(&large(position)))
        .collect();
    assert_eq!(serde_json::to_value(found).unwrap(), golden["p_positions"], "{name}");
}

/// A source of chance that is the same in every run.
pub(super) fn chance() -> TestRng {
    TestRng::deterministic_rng(RngAlgorithm::ChaCha)
}

/// A number below `bound`, which is not 0.
pub(super) fn below(random: &mut TestRng, bound: &BigUint) -> BigUint {
    use proptest::prelude::Rng;
    let mut bytes = vec![0; bound.bits() as usize / 8 + 9];
    random.fill_bytes(&mut bytes);
    BigUint::from_bytes_le(&bytes) % bound
}

/// A number from `low` to `high`, both included.
pub(super) fn between(random: &mut TestRng, low: &BigUint, high: &BigUint) -> BigUint {
    low + below(random, &(high - low + 1u8))
}

/// Checks winning moves from a large N-position, and random moves from the P-positions that they lead to.
///
/// `is_legal` says whether a move leads from the first position to the second; `random_move` makes one from any position
/// but the empty.
pub(super) fn check_large(
    theorem: &dyn Theorem,
    start: &[BigUint],
    is_legal: &dyn Fn(&[BigUint], &[BigUint]) -> bool,
    random_move: &mut dyn FnMut(&[BigUint]) -> Vec<BigUint>,
) {
    let winning = theorem.winning_moves(start, 100);
    assert_eq!(theorem.is_p(start), winning.options.is_empty(), "{theorem:?} at {start:?}");
    assert!(winning.options.is_sorted());
    for option in &winning.options {
        assert!(is_legal(start, option), "{theorem:?} from {start:?} to {option:?}");
        assert!(theorem.is_p(option));
        assert!(theorem.winning_moves(option, 1).options.is_empty());
        for _ in 0..20 {
            if option.iter().all(Zero::is_zero) {
                continue;
            }
            let next = random_move(option);
            assert!(is_legal(option, &next), "the random move from {option:?} to {next:?}");
            assert!(!theorem.is_p(&next), "{theorem:?} from {option:?} to {next:?}");
            // In misere play the empty position is an N-position without moves.
            assert!(next.iter().all(Zero::is_zero) || !theorem.winning_moves(&next, 1).options.is_empty());
        }
    }
}
