//! Tests of theorems by search from the rules, for moves that may also enlarge heaps or add some, in normal play.

use super::Theorem;
use super::common::written;
use crate::logic::budget::Budget;
use crate::logic::decide::decide;
use crate::logic::formula::{Formula, Linear, Var};
use num_bigint::{BigInt, BigUint};
use std::collections::HashMap;

/// The options of a position of small heaps.
pub(super) type Options = dyn Fn(&[u64]) -> Vec<Vec<u64>>;

pub(super) fn large(position: &[u64]) -> Vec<BigUint> {
    position.iter().map(|size| BigUint::from(*size)).collect()
}

/// The positions found to be P-positions or not.
pub(super) type Known = HashMap<Vec<u64>, bool>;

/// Whether `position` is a P-position, from the definition.
pub(super) fn is_p(options: &Options, position: &[u64], known: &mut Known) -> bool {
    if let Some(p) = known.get(position) {
        return *p;
    }
    let p = options(position).iter().all(|option| !is_p(options, option, known));
    known.insert(position.to_vec(), p);
    p
}

/// Checks outcomes, winning moves and the winning move in the figures at each of `positions`.
pub(super) fn check(theorem: &dyn Theorem, options: &Options, positions: impl IntoIterator<Item = Vec<u64>>) {
    let mut known = Known::new();
    for position in positions {
        let mut winning = options(&position);
        winning.retain(|option| is_p(options, option, &mut known));
        winning.sort();
        winning.dedup();
        let big = large(&position);
        assert_eq!(theorem.is_p(&big), winning.is_empty(), "{theorem:?} at {position:?}");
        let expected: Vec<Vec<BigUint>> = winning.iter().map(|option| large(option)).collect();
        let all = theorem.winning_moves(&big, 1000);
        assert_eq!(all.options, expected, "{theorem:?} from {position:?}");
        assert!(all.complete, "{theorem:?} from {position:?}");
        for limit in 0..3 {
            let some = theorem.winning_moves(&big, limit);
            let most = limit.max(1);
            assert_eq!(some.options.len(), expected.len().min(most), "{theorem:?} from {position:?}");
            assert_eq!(some.complete, expected.len() <= most, "{theorem:?} from {position:?}");
            assert!(some.options.is_sorted() && some.options.iter().all(|option| expected.contains(option)));
        }
        let figures = theorem.figures(&big);
        let target = figures["target"].as_str().expect("the figures name the position that the shown move leads to");
        let is_target = |option: &Vec<BigUint>| written(option) == target;
        assert!(
            if expected.is_empty() { target.is_empty() } else { expected.iter().any(is_target) },
            "{theorem:?} shows {target} from {position:?}"
        );
    }
}

/// Checks that the formula for the P-positions holds at `position` exactly if it is one.
pub(super) fn check_formula(theorem: &dyn Theorem, formula: &Formula, position: &[u64]) {
    let sizes = position.iter().enumerate();
    let fixed = sizes.map(|(heap, size)| Formula::IsZero(Linear::sum([(1, Var(heap))], -BigInt::from(*size))));
    let at = Formula::And(fixed.chain([formula.clone()]).collect());
    let held = decide(&at, Budget::default()).expect("a small decision").is_some();
    assert_eq!(held, theorem.is_p(&large(position)), "{theorem:?} at {position:?}");
}

/// The file `name` in the golden data.
pub(super) fn golden(name: &str) -> serde_json::Value {
    let path = format!("{}/tests/data/golden/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("a golden file")).expect("JSON")
}
