//! Periods of Grundy values: why finitely many values prove all of them.
//!
//! # The games
//!
//! A move touches one heap, whichever: it takes t ≤ k tokens, where for each t the *digit* d_t says what may be left of the
//! heap. The digit is a sum of 1, if nothing may be left; 2, if one heap that is not empty may; 4, if two may. A game whose
//! moves take an amount of a finite set from a heap has the digits 3 and 0. Play is normal, so that a position is a
//! P-position where the nim-sum of the Grundy values g of its heaps is 0 (Sprague 1935, Grundy 1939), and
//!
//! > g(h) = mex { values of the options of a heap of h },
//!
//! where the value of two heaps is their nim-sum.
//!
//! # The theorem
//!
//! *Let values v(0), v(1), … satisfy v(h + p) = v(h) for h ≥ n, and let v(h) = g(h) for all h ≤ C, where*
//!
//! > C = n + p + k *if no digit has a 4, and* C = 2n + 2p + k *otherwise.*
//!
//! *Then v(h) = g(h) for all h.*
//!
//! Proof, by induction on h > C: heaps of h and of h − p tokens have options of the same values; then
//! g(h) = g(h − p) = v(h − p) = v(h). Both are larger than k, so that no move takes a whole heap, and for one heap that is
//! left: h − t and h − p − t are at least n, and below h, where g is known to be v; so they have the same value. For two
//! heaps a ≤ b left of h, a + b = h − t ≥ 2n + 2p + 1, so that b ≥ n + p + 1 (for 2b ≥ 2n + 2p + 1), and a, b − p are
//! heaps, not empty, that can be left of h − p, of the same value. And if a ≤ b are left of h − p, then
//! a + b ≥ 2n + p + 1, so that b ≥ n + 1, and a, b + p can be left of h, of the same value, since b + p < h. ∎
//!
//! # References
//!
//! R. K. Guy and C. A. B. Smith, *The G-values of various games*, Proceedings of the Cambridge Philosophical Society 52
//! (1956), 514–526.

use crate::proof::PeriodicValues;
use crate::rules::Ruleset;
use crate::rules::boxes::Boxes;
use crate::rules::removals::Removals;
use crate::rules::shape::octal_code;
use crate::syntax::tree::Play;

/// The greatest heap whose value is computed.
const MAX_COMPUTED: u64 = 1 << 16;

/// The digits d₁, d₂, … of the rules.
///
/// # Errors
///
/// Where the rules are no such game in normal play.
pub fn digits(rules: &Ruleset) -> Result<Vec<u8>, String> {
    if rules.play != Play::Normal
        || !rules.is_plain()
        || rules.moves.iter().any(|rule| rule.first || !rule.then.is_empty())
    {
        return Err("Grundy values decide normal play in which nothing is remembered".to_owned());
    }
    let subtraction = || {
        let boxes = Removals::of(rules).as_ref().and_then(Boxes::of).filter(Boxes::alike)?;
        let mut digits = vec![0; usize::try_from(boxes.greatest_bound()).ok()?];
        for one in &boxes.boxes {
            let ([_], [amounts]) = (one.heaps.as_slice(), one.amounts.as_slice()) else { return None };
            digits.get_mut(amounts.low as usize - 1..amounts.high? as usize)?.fill(3);
        }
        Some(digits)
    };
    let octal = || -> Option<Vec<u8>> {
        let code = octal_code(rules)?;
        code.strip_prefix("0.")?.chars().map(|digit| digit.to_digit(8).map(|digit| digit as u8)).collect()
    };
    octal().or_else(subtraction).ok_or_else(|| "the moves are not told by digits".to_owned())
}

/// C, the size up to which values must be right.
pub fn needed(digits: &[u8], claim: &PeriodicValues) -> Option<u64> {
    let once = claim.preperiod.checked_add(claim.period)?;
    let splits = digits.iter().any(|digit| digit & 4 != 0);
    let twice = if splits { once.checked_mul(2)? } else { once };
    twice.checked_add(digits.len() as u64)
}

/// Checks that the values are right up to a size, and that this size is large enough for the theorem.
///
/// # Errors
///
/// What is wrong with the claim, or the first heap whose value is not right.
///
/// # Complexity
///
/// For digits without a 4 the size times the number of digits; otherwise the square of the size times that.
pub fn values(rules: &Ruleset, claim: &PeriodicValues, computed: u64) -> Result<(), String> {
    let digits = digits(rules)?;
    if claim.period == 0 {
        return Err("the period is 0".to_owned());
    }
    if claim.preperiod.checked_add(claim.period) != Some(claim.values.len() as u64) {
        return Err("there must be a value for each heap below preperiod + period".to_owned());
    }
    let needed = needed(&digits, claim).ok_or("the numbers of the claim are too large")?;
    if computed < needed {
        return Err(format!("the values are computed up to {computed}, and must be up to {needed}"));
    }
    if computed > MAX_COMPUTED {
        return Err(format!("values are computed up to {MAX_COMPUTED} at most"));
    }
    let value = |size: u64| claim.value(size).ok_or_else(|| format!("there is no value for a heap of {size}"));
    for size in 0..=computed {
        let mut options = Vec::new();
        each_option(&digits, size, &mut |one, other| {
            options.push(value(one)? ^ value(other)?);
            Ok(())
        })?;
        options.sort_unstable();
        options.dedup();
        let own = value(size)?;
        if options.binary_search(&own).is_ok() {
            return Err(format!("a heap of {size} and one of its options both have the value {own}"));
        }
        if options.partition_point(|option| *option < own) != own as usize {
            return Err(format!("a heap of {size} has not an option of each value below {own}"));
        }
    }
    Ok(())
}

/// Shows what may be left of a heap, as two heaps of which one or both may be empty.
fn each_option(digits: &[u8], size: u64, visit: &mut dyn FnMut(u64, u64) -> Result<(), String>) -> Result<(), String> {
    for (taken, digit) in (1..=size).zip(digits) {
        let left = size - taken;
        if (digit & 1 != 0 && left == 0) || (digit & 2 != 0 && left > 0) {
            visit(left, 0)?;
        }
        if digit & 4 != 0 {
            for part in 1..=left / 2 {
                visit(part, left - part)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_follow_the_digits() {
        let options = |digits: &[u8], size: u64| {
            let mut found = Vec::new();
            each_option(digits, size, &mut |one, other| {
                found.push((one, other));
                Ok(())
            })
            .unwrap();
            found
        };
        assert_eq!(options(&[7, 7], 4), [(3, 0), (1, 2), (2, 0), (1, 1)]);
        assert_eq!(options(&[1, 3], 1), [(0, 0)]);
        assert_eq!(options(&[1, 3], 2), [(0, 0)]);
        assert_eq!(options(&[0, 2], 3), [(1, 0)]);
    }
}
