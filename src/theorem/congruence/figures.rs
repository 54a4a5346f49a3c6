//! The numbers that show the remainders at work on one position.

use crate::theorem::common::{HeapRow, heap_rows, is_large, written};
use num_bigint::BigUint;
use num_traits::Zero;
use serde::Serialize;

/// The figures of the theorems about remainders. Numbers are text, as they can be of any length.
#[derive(Clone, Debug, Serialize)]
pub struct CongruenceFigures {
    /// Whether a move takes at most m from a heap; where not, m and modulus are empty.
    pub limited: bool,
    /// m, the most that a heap loses.
    pub m: String,
    /// m + 1
    pub modulus: String,
    /// Whether the numbers are too long for a table.
    pub large: bool,
    /// The rows of the table, heaps in place.
    pub heaps: Vec<HeapRow>,
    /// The remainders as a position: `(3, 1, 0)`.
    pub remainders: String,
    /// The smallest heap.
    pub smallest: String,
    /// Its remainder.
    pub smallest_remainder: String,
    /// Whether this is 0 or 1.
    pub smallest_remainder_low: bool,
    /// 1 less this remainder, where it is 0 or 1; else 0.
    pub opposite: String,
    /// Whether all heaps are congruent.
    pub congruent: bool,
    /// How many heaps are larger than the smallest.
    pub larger: usize,
    /// How many heaps are not empty.
    pub nonempty: usize,
    /// How many heaps hold at least m + 1 tokens; 0 where there is no limit.
    pub beyond: usize,
    /// The number of tokens in all.
    pub total: String,
    /// The position that the winning move of the illustration leads to, as written; empty where there is none.
    pub target: String,
    /// The same facts about that position; those of the position itself where there is no such move.
    pub target_larger: usize,
    /// How many of its heaps are not empty.
    pub target_nonempty: usize,
    /// Whether all its heaps are congruent.
    pub target_congruent: bool,
    /// Its smallest heap.
    pub target_smallest: String,
    /// The remainder of its smallest heap.
    pub target_remainder: String,
    /// Its largest heap.
    pub target_largest: String,
    /// The remainder of its largest heap.
    pub target_largest_remainder: String,
}

impl CongruenceFigures {
    pub(super) fn new(position: &[BigUint], limit: Option<&BigUint>, target: Option<&[BigUint]>) -> CongruenceFigures {
        let after = target.unwrap_or(position);
        // Beyond every heap, so that each is its own remainder.
        let beyond_all = position.iter().max().cloned().unwrap_or_default() + 2u8;
        let modulus = limit.map_or(beyond_all, |limit| limit + 1u8);
        let shown = |number: &BigUint| if limit.is_some() { number.to_string() } else { String::new() };
        let remainders: Vec<BigUint> = position.iter().map(|size| size % &modulus).collect();
        let smallest = least(position);
        let remainder = &smallest % &modulus;
        let largest_after = after.iter().max().cloned().unwrap_or_default();
        CongruenceFigures {
            limited: limit.is_some(),
            m: limit.map(BigUint::to_string).unwrap_or_default(),
            modulus: shown(&modulus),
            large: is_large(position.iter().chain(limit)),
            heaps: heap_rows(position, after, &modulus),
            remainders: written(&remainders),
            smallest_remainder: remainder.to_string(),
            smallest_remainder_low: remainder <= BigUint::from(1u8),
            opposite: if remainder.is_zero() { "1" } else { "0" }.to_owned(),
            congruent: remainders.iter().all(|other| *other == remainder),
            larger: position.iter().filter(|size| **size > smallest).count(),
            nonempty: position.iter().filter(|size| !size.is_zero()).count(),
            beyond: if limit.is_some() { position.iter().filter(|size| **size >= modulus).count() } else { 0 },
            total: position.iter().sum::<BigUint>().to_string(),
            target: target.map(written).unwrap_or_default(),
            target_larger: after.iter().filter(|size| **size > least(after)).count(),
            target_nonempty: after.iter().filter(|size| !size.is_zero()).count(),
            target_congruent: after.iter().all(|size| size % &modulus == least(after) % &modulus),
            target_smallest: least(after).to_string(),
            target_remainder: (least(after) % &modulus).to_string(),
            target_largest_remainder: (&largest_after % &modulus).to_string(),
            target_largest: largest_after.to_string(),
            smallest: smallest.to_string(),
        }
    }
}

fn least(position: &[BigUint]) -> BigUint {
    position.iter().min().cloned().unwrap_or_default()
}
