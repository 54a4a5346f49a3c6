//! Binary columns: the arithmetic that Nim, bounded Nim and Moore's Nim share.
//!
//! Write some numbers in binary, one under another. For a heap limit K (the number of rows that one move may lower),
//! call a column *good* if the number of ones in it is divisible by K + 1, and the numbers *balanced* if every column is
//! good. For K = 1 this says that the nim-sum is 0. In normal play the balanced positions are the P-positions; in misere
//! play they are, as long as some number is at least 2, and among the others those with a number of ones that leaves the
//! remainder 1 modulo K + 1.
//!
//! The numbers are the heaps themselves in Nim and Moore's Nim, and their remainders modulo m + 1 in bounded Nim.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The number of columns: the number of binary digits of the largest value.
pub(crate) fn width(values: &[BigUint]) -> u64 {
    values.iter().map(BigUint::bits).max().unwrap_or(0)
}

/// How many of the values have a one in the column of 2^`column`.
pub(crate) fn ones(values: &[BigUint], column: u64) -> usize {
    values.iter().filter(|value| value.bit(column)).count()
}

/// The sum without carries of the binary digits.
pub(crate) fn nim_sum(values: &[BigUint]) -> BigUint {
    values.iter().fold(BigUint::zero(), |sum, value| sum ^ value)
}

/// The leftmost column in which the number of ones is not divisible by K + 1, if there is one.
pub(crate) fn leftmost_bad(values: &[BigUint], heap_limit: usize) -> Option<u64> {
    let modulus = modulus(heap_limit);
    (0..width(values)).rev().find(|&column| !ones(values, column).is_multiple_of(modulus))
}

/// K + 1. No position has as many heaps as `usize::MAX`, so that the saturated value decides alike.
pub(crate) fn modulus(heap_limit: usize) -> usize {
    heap_limit.saturating_add(1)
}

/// How many values are 0, 1, and larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) zero: usize,
    pub(crate) one: usize,
    pub(crate) more: usize,
}

impl Tally {
    pub(crate) fn of(values: &[BigUint]) -> Tally {
        let zero = values.iter().filter(|value| value.is_zero()).count();
        let one = values.iter().filter(|value| value.is_one()).count();
        Tally { zero, one, more: values.len() - zero - one }
    }
}

/// Whether the values are a P-position of Moore's Nim with heap limit K = `heap_limit` >= 1.
pub(crate) fn is_p(values: &[BigUint], heap_limit: usize, misere: bool) -> bool {
    let tally = Tally::of(values);
    if misere && tally.more == 0 {
        return tally.one % modulus(heap_limit) == 1;
    }
    leftmost_bad(values, heap_limit).is_none()
}

/// A way to lower at most K values so that a P-position results, as the proofs construct it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repair {
    /// The values afterwards.
    pub(crate) values: Vec<BigUint>,
    /// What was done in each column from the leftmost bad one on; empty in misere play where only ones are left.
    pub(crate) steps: Vec<Step>,
}

/// What the construction does in one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The column is that of 2^`column`.
    pub(crate) column: u64,
    /// The number of ones in the rows that have not been lowered before.
    pub(crate) ones: usize,
    /// How many rows have been lowered before.
    pub(crate) free: usize,
    /// The rows that are lowered here, a one in them becoming a zero.
    pub(crate) lowered: Vec<usize>,
    /// The rows lowered before that get a one here.
    pub(crate) filled: Vec<usize>,
}

/// The winning move that the proofs construct for an N-position of Moore's Nim; `None` for a P-position, and where in
/// misere play nothing is left.
pub(crate) fn repair(values: &[BigUint], heap_limit: usize, misere: bool) -> Option<Repair> {
    let tally = Tally::of(values);
    if is_p(values, heap_limit, misere) || tally.one + tally.more == 0 {
        None
    } else if misere && tally.more <= heap_limit {
        Some(Repair { values: leave_ones(values, heap_limit, tally), steps: Vec::new() })
    } else {
        Some(balance(values, heap_limit))
    }
}

/// Lowers at most K values so that every column becomes good, from the leftmost bad column to the right. A row in which a
/// one has become a zero is smaller whatever follows, so that its further digits are free.
fn balance(values: &[BigUint], heap_limit: usize) -> Repair {
    let modulus = modulus(heap_limit);
    let mut result = values.to_vec();
    let mut free: Vec<usize> = Vec::new();
    let mut steps = Vec::new();
    let columns = leftmost_bad(values, heap_limit).map_or(0, |column| column + 1);
    for column in (0..columns).rev() {
        let fixed_ones: Vec<usize> =
            (0..values.len()).filter(|i| !free.contains(i) && values[*i].bit(column)).collect();
        let excess = fixed_ones.len() % modulus;
        let missing = if excess == 0 { 0 } else { modulus - excess };
        for &i in &free {
            result[i].set_bit(column, false);
        }
        let mut step =
            Step { column, ones: fixed_ones.len(), free: free.len(), lowered: Vec::new(), filled: Vec::new() };
        if missing <= free.len() {
            step.filled = free[..missing].to_vec();
        } else {
            step.lowered = fixed_ones[..excess].to_vec();
        }
        for &i in &step.filled {
            result[i].set_bit(column, true);
        }
        for &i in &step.lowered {
            result[i].set_bit(column, false);
        }
        free.extend(&step.lowered);
        steps.push(step);
    }
    Repair { values: result, steps }
}

/// In misere play, with at most K values above 1: lowers all of these to 0 or 1 and if need be some ones to 0, so that
/// the number of ones that remain is 1 modulo K + 1.
fn leave_ones(values: &[BigUint], heap_limit: usize, tally: Tally) -> Vec<BigUint> {
    let least = tally.one.saturating_sub(heap_limit - tally.more);
    let modulus = modulus(heap_limit);
    let wanted = (least..=tally.one + tally.more).find(|count| count % modulus == 1).unwrap_or(1);
    let mut raised = wanted.saturating_sub(tally.one);
    let mut emptied = tally.one.saturating_sub(wanted);
    let mut result = values.to_vec();
    for value in &mut result {
        if value.is_zero() {
            continue;
        } else if !value.is_one() {
            *value = BigUint::from(u8::from(raised > 0));
            raised = raised.saturating_sub(1);
        } else if emptied > 0 {
            value.set_zero();
            emptied -= 1;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn big(values: &[u32]) -> Vec<BigUint> {
        values.iter().map(|&value| BigUint::from(value)).collect()
    }

    #[test]
    fn counts_ones_from_the_right() {
        let values = big(&[3, 5, 7]);
        assert_eq!(width(&values), 3);
        assert_eq!([2, 1, 0].map(|column| ones(&values, column)), [2, 2, 3]);
        assert_eq!(nim_sum(&values), BigUint::from(1u32));
        assert_eq!(leftmost_bad(&values, 1), Some(0));
        assert_eq!(leftmost_bad(&values, 2), Some(2));
        assert_eq!(width(&[]), 0);
    }

    #[test]
    fn repairs_as_the_proof_says() {
        let repair = repair(&big(&[3, 5, 7, 9]), 2, false).expect("an N-position");
        assert_eq!(repair.values, big(&[3, 5, 7, 6]));
        let steps: Vec<_> = repair
            .steps
            .iter()
            .map(|step| (step.column, step.ones, step.free, &step.lowered[..], &step.filled[..]))
            .collect();
        assert_eq!(
            steps,
            [
                (3, 1, 0, &[3usize][..], &[][..]),
                (2, 2, 1, &[][..], &[3][..]),
                (1, 2, 1, &[][..], &[3][..]),
                (0, 3, 1, &[][..], &[][..]),
            ]
        );
    }

    #[test]
    fn every_repair_is_a_move_to_a_p_position() {
        for heap_limit in 1..=4 {
            for code in 0..6u32.pow(5) {
                let values = big(&(0..5).map(|i| code / 6u32.pow(i) % 6).collect::<Vec<_>>());
                for misere in [false, true] {
                    let Some(repair) = repair(&values, heap_limit, misere) else { continue };
                    let changed = values.iter().zip(&repair.values).filter(|(old, new)| old != new).count();
                    assert!((1..=heap_limit).contains(&changed), "{values:?}");
                    assert!(values.iter().zip(&repair.values).all(|(old, new)| new <= old), "{values:?}");
                    assert!(is_p(&repair.values, heap_limit, misere), "{values:?} K={heap_limit} {misere}");
                }
            }
        }
    }
}
