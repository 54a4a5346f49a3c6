//! Proofs by the period of Grundy values.

use crate::check::period::{digits, needed};
use crate::proof::{PeriodicValues, Step};
use crate::rules::Ruleset;

/// The greatest heap whose value is looked at.
const MAX_SIZES: usize = 4096;

/// The claim that the values of single heaps are periodic, and its proof; nothing where no period shows.
///
/// # Complexity
///
/// Where heaps are split, the square of the number of values times that of digits.
pub(super) fn find(rules: &Ruleset) -> Option<(PeriodicValues, Vec<Step>)> {
    let digits = digits(rules).ok()?;
    let mut values: Vec<u32> = Vec::new();
    let mut count = 64;
    while count <= MAX_SIZES {
        extend(&mut values, &digits, count);
        // The shortest period that the second half of the values has.
        for period in 1..=count / 4 {
            let repeats = values.iter().zip(&values[period..]).rev().take_while(|(one, next)| one == next).count();
            let preperiod = count - period - repeats;
            let claim = PeriodicValues {
                preperiod: preperiod as u64,
                period: period as u64,
                values: values[..preperiod + period].to_vec(),
            };
            if let Some(computed) = needed(&digits, &claim).filter(|needed| (*needed as usize) < count) {
                return Some((claim, vec![Step::Period { computed }]));
            }
        }
        count *= 2;
    }
    None
}

/// Computes values until there are so many.
fn extend(values: &mut Vec<u32>, digits: &[u8], count: usize) {
    let mut seen: Vec<usize> = Vec::new();
    for size in values.len()..count {
        let mut see = |value: u32| {
            let at = value as usize;
            if seen.len() <= at {
                seen.resize(at + 1, usize::MAX);
            }
            seen[at] = size;
        };
        for (taken, digit) in (1..=size).zip(digits) {
            let left = size - taken;
            if (digit & 1 != 0 && left == 0) || (digit & 2 != 0 && left > 0) {
                see(values[left]);
            }
            if digit & 4 != 0 {
                (1..=left / 2).for_each(|part| see(values[part] ^ values[left - part]));
            }
        }
        let mex = (0..).find(|value| seen.get(*value) != Some(&size)).unwrap_or(0);
        values.push(mex as u32);
    }
}
