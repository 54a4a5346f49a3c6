//! Moves as the theorems of the Nim family list and show them.

use super::columns::{is_p, nim_sum};
use crate::theorem::WinningMoves;
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The values with one of them replaced.
pub(crate) fn replace(values: &[BigUint], index: usize, value: BigUint) -> Vec<BigUint> {
    let mut values = values.to_vec();
    values[index] = value;
    values
}

/// Every way to replace one of the values by another, larger or smaller, so that a P-position of Nim results: the index
/// and the new value. There are at most three for each value.
pub(crate) fn single_changes(values: &[BigUint], misere: bool) -> Vec<(usize, BigUint)> {
    let sum = nim_sum(values);
    let mut changes = Vec::new();
    for (index, value) in values.iter().enumerate() {
        // The new value makes the nim-sum 0 or, where misere play leaves ones only, is 0 or 1.
        let mut candidates = vec![value ^ &sum];
        if misere {
            candidates.extend([BigUint::zero(), BigUint::one()]);
        }
        candidates.sort();
        candidates.dedup();
        candidates.retain(|new| new != value && is_p(&replace(values, index, new.clone()), 1, misere));
        changes.extend(candidates.into_iter().map(|new| (index, new)));
    }
    changes
}

/// The first `limit` options, or one if that is 0, sorted, of options that are all different.
pub(crate) fn collect(options: impl IntoIterator<Item = Vec<BigUint>>, limit: usize) -> WinningMoves {
    let mut options = options.into_iter();
    let mut listed: Vec<_> = options.by_ref().take(limit.max(1)).collect();
    listed.sort();
    WinningMoves { options: listed, complete: options.next().is_none() }
}

/// A move to show where all moves lose, as the position that it leads to: it takes one token, from the first heap whose
/// value is the largest; `None` if no token is left.
pub(crate) fn example(heaps: &[BigUint], values: &[BigUint]) -> Option<Vec<BigUint>> {
    let heap = (0..heaps.len()).filter(|&heap| !heaps[heap].is_zero()).rev().max_by_key(|&heap| &values[heap])?;
    Some(replace(heaps, heap, &heaps[heap] - 1u32))
}
