//! Claims that Grundy values repeat, against values that are known for heaps of every size.

use super::verify::{Counterexample, Finding};
use crate::rules::claim::Period;
use crate::theorem::{HeapValue, Repeating};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// Remainders up to this modulus are looked through one by one for a counterexample.
const MOST_REMAINDERS: u64 = 100_000;

/// Whether the values repeat as claimed, and where first they do not; nothing where that is not decided.
///
/// With values that repeat with period P from N on, and perhaps rise, the difference g(h + p) - g(h) repeats with period P
/// from N on, so that it is what is claimed for all h >= q if it is for q <= h < max(q, N) + P.
pub(super) fn compare(claim: Period, value: &HeapValue, heaps: usize) -> Option<Result<(), Counterexample>> {
    let repeating = match value {
        HeapValue::Size => Repeating { values: vec![0], start: 0, period: 1, saltus: 1 },
        HeapValue::Remainder(modulus) => {
            if claim.saltus == 0 && (BigUint::from(claim.period) % modulus).is_zero() {
                return Some(Ok(()));
            }
            let period = modulus.to_u64().filter(|modulus| *modulus <= MOST_REMAINDERS)?;
            Repeating { values: (0..period).collect(), start: 0, period, saltus: 0 }
        }
        HeapValue::Repeating(repeating) => repeating.clone(),
    };
    let end = claim.from.max(repeating.start) + repeating.period;
    let wrong =
        (claim.from..end).find(|size| repeating.value(size + claim.period) != repeating.value(*size) + claim.saltus);
    Some(match wrong {
        None => Ok(()),
        Some(size) => {
            let mut position = vec![BigUint::zero(); heaps];
            if let Some(last) = position.last_mut() {
                *last = BigUint::from(size + claim.period);
            }
            Err(Counterexample {
                position,
                claimed: Finding::Grundy((repeating.value(size) + claim.saltus).to_string()),
                actual: Finding::Grundy(repeating.value(size + claim.period).to_string()),
                winning_move: None,
            })
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(period: u64, saltus: u64, from: u64, value: &HeapValue) -> bool {
        compare(Period { period, saltus, from }, value, 1).expect("it is decided").is_ok()
    }

    /// Every claim with small numbers against a long stretch of the values.
    #[test]
    fn claims_are_decided_as_a_long_stretch_shows() {
        let values = [
            HeapValue::Size,
            HeapValue::Remainder(4u32.into()),
            HeapValue::Repeating(Repeating { values: vec![0, 1, 2, 4, 3], start: 1, period: 4, saltus: 4 }),
            HeapValue::Repeating(Repeating { values: vec![3, 0, 1, 1, 0], start: 2, period: 3, saltus: 0 }),
        ];
        for value in &values {
            let of = |size: u64| match value {
                HeapValue::Size => size,
                HeapValue::Remainder(_) => size % 4,
                HeapValue::Repeating(repeating) => repeating.value(size),
            };
            let mut held = 0;
            for period in 1..=9 {
                for saltus in 0..=9 {
                    for from in 0..=7 {
                        let wanted = (from..200).all(|size| of(size + period) == of(size) + saltus);
                        assert_eq!(holds(period, saltus, from, value), wanted, "{period} {saltus} {from} {value:?}");
                        held += usize::from(wanted);
                    }
                }
            }
            assert!(held > 0, "{value:?}");
        }
    }

    #[test]
    fn large_moduli_are_decided_where_they_divide() {
        let value = HeapValue::Remainder(BigUint::from(10u32).pow(30));
        assert_eq!(compare(Period { period: 7, saltus: 0, from: 0 }, &value, 1), None);
    }
}
