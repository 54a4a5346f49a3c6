//! Lasker's Nim: a move takes tokens from a heap, or splits a heap in two.

use super::common::to_json;
use super::heap_sum::{self, HeapGame, HeapOptions, MOST_OPTIONS, SumFigures};
use super::nim_family::literature::{GRUNDY, SPRAGUE, WINNING_WAYS};
use super::{ClosedForm, HeapValue, Repeating, Theorem, WinningMoves};
use crate::logic::formula::{Formula, Linear, Var};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use serde_json::Value;
use std::collections::BTreeSet;

const LASKER: &str = "E. Lasker, Brettspiele der Völker, Scherl, Berlin, 1931.";

/// Any number of heaps; a move takes one or more tokens from one heap, or splits a heap into two that are not empty.
/// Whoever takes the last token wins.
///
/// The Grundy values are g(4k + 1) = 4k + 1, g(4k + 2) = 4k + 2, g(4k + 3) = 4k + 4, g(4k + 4) = 4k + 3, g(0) = 0.
///
/// An option can have one heap more than the position: the two parts, the smaller one first, stand in the place of the
/// heap that was split. A heap that is taken whole stays in the list as 0.
///
/// # References
///
/// Lasker 1931.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaskersNim;

impl LaskersNim {
    /// Lasker's Nim.
    pub fn new() -> LaskersNim {
        LaskersNim
    }
}

/// The parts a = 4x + s of a heap with g(a) = 4x + r, as (r, s, least x): a = 4x + 1 and 4x + 2 have their own value,
/// a = 4x - 1 has the value 4x, and a = 4x + 4 the value 4x + 3.
const PARTS: [(u8, i8, u8); 4] = [(1, 1, 0), (2, 2, 0), (0, -1, 1), (3, 4, 0)];

/// The pairs of non-empty heaps, the smaller first, with sum `size` and nim-sum of the values `value`; at most `limit`, and
/// whether these are all.
fn splits(size: &BigUint, value: &BigUint, limit: usize) -> (BTreeSet<(BigUint, BigUint)>, bool) {
    let mut found = BTreeSet::new();
    let last = value.mod_floor(&4u8.into()).to_u8().unwrap_or(0);
    let rest = value / 4u8;
    for (r, s, least) in PARTS {
        for (other_r, other_s, other_least) in PARTS {
            if r ^ other_r != last {
                continue;
            }
            // size = 4(x + y) + s + t, with x ⊕ y = rest
            let Some(sum) = quarter(size, s + other_s) else { continue };
            for (x, y) in Summands::new(&sum, &rest) {
                if x < least.into() || y < other_least.into() {
                    continue;
                }
                let (a, b) = (part(&x, s), part(&y, other_s));
                found.insert(if a <= b { (a, b) } else { (b, a) });
                if found.len() > limit {
                    found.pop_last();
                    return (found, false);
                }
            }
        }
    }
    (found, true)
}

/// (size - shift)/4 if that is a natural number.
fn quarter(size: &BigUint, shift: i8) -> Option<BigUint> {
    let magnitude = BigUint::from(shift.unsigned_abs());
    let rest = if shift >= 0 { (*size >= magnitude).then(|| size - &magnitude)? } else { size + magnitude };
    let (quotient, remainder) = rest.div_rem(&4u8.into());
    remainder.is_zero().then_some(quotient)
}

/// 4x + shift
fn part(x: &BigUint, shift: i8) -> BigUint {
    let sized = x * 4u8;
    if shift >= 0 { sized + shift.unsigned_abs() } else { sized - shift.unsigned_abs() }
}

/// The pairs x, y with given sum N and nim-sum V: both have the ones of (N - V)/2, and each one of V is in one of them.
struct Summands {
    common: BigUint,
    /// The places of the ones of V, ascending.
    places: Vec<u64>,
    /// Bit i says whether x has the i-th of them.
    next: Option<BigUint>,
}

impl Summands {
    fn new(sum: &BigUint, nim_sum: &BigUint) -> Summands {
        let common = if sum >= nim_sum { sum - nim_sum } else { 1u8.into() };
        let possible = common.is_even() && ((&common / 2u8) & nim_sum).is_zero();
        Summands {
            common: common / 2u8,
            places: (0..nim_sum.bits()).filter(|place| nim_sum.bit(*place)).collect(),
            next: possible.then(BigUint::zero),
        }
    }
}

impl Iterator for Summands {
    type Item = (BigUint, BigUint);

    fn next(&mut self) -> Option<(BigUint, BigUint)> {
        let choice = self.next.take()?;
        let (mut x, mut y) = (self.common.clone(), self.common.clone());
        for (index, place) in self.places.iter().enumerate() {
            if choice.bit(index as u64) { x.set_bit(*place, true) } else { y.set_bit(*place, true) }
        }
        let following = choice + 1u8;
        self.next = (following.bits() <= self.places.len() as u64).then_some(following);
        Some((x, y))
    }
}

impl HeapGame for LaskersNim {
    /// g exchanges 4k + 3 and 4k + 4.
    fn value(&self, size: &BigUint) -> BigUint {
        match size.mod_floor(&4u8.into()).to_u8() {
            Some(3) => size + 1u8,
            Some(0) if !size.is_zero() => size - 1u8,
            _ => size.clone(),
        }
    }

    fn options_of_value(&self, size: &BigUint, value: &BigUint, limit: usize) -> HeapOptions {
        let limit = limit.min(MOST_OPTIONS);
        // As g(g(h)) = h, the one heap of this value has g(value) tokens.
        let lowered = self.value(value);
        let mut options: Vec<Vec<BigUint>> = (lowered < *size).then(|| vec![lowered]).into_iter().collect();
        let (pairs, complete) = splits(size, value, limit);
        options.extend(pairs.into_iter().map(|(a, b)| vec![a, b]));
        HeapOptions { options, complete }
    }

    fn some_option(&self, size: &BigUint) -> Option<Vec<BigUint>> {
        (!size.is_zero()).then(|| vec![size - 1u8])
    }
}

impl Theorem for LaskersNim {
    fn id(&self) -> &'static str {
        "lasker-nim"
    }

    fn credit(&self) -> &'static str {
        "Lasker, 1931"
    }

    fn references(&self) -> &'static [&'static str] {
        &[LASKER, SPRAGUE, GRUNDY, WINNING_WAYS]
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        heap_sum::is_p(self, position)
    }

    /// The number of ways to split a heap grows with its size; at most 10 000 are listed for each heap.
    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        heap_sum::winning_moves(self, position, limit)
    }

    fn closed_form(&self, heaps: usize) -> Option<ClosedForm> {
        Some(ClosedForm::Formula(formula(heaps)))
    }

    fn heap_value(&self) -> Option<HeapValue> {
        Some(HeapValue::Repeating(Repeating { values: vec![0, 1, 2, 4, 3], start: 1, period: 4, saltus: 4 }))
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        to_json(&SumFigures::new(self, position))
    }
}

/// The values of the heaps have nim-sum 0, with a variable for each value.
fn formula(heaps: usize) -> Formula {
    let value_is = |heap: usize| {
        let size = Linear::variable(Var(heap));
        let value = Linear::variable(Var(heaps + heap));
        let shifted = |by: i64| Formula::equal(&value, &size.plus(&Linear::constant(by)));
        let remainder = |r: i64| Formula::Divisible(size.plus(&Linear::constant(-r)), 4u8.into());
        let zero = Formula::IsZero(size.clone());
        let same = Formula::And(vec![Formula::Or(vec![zero.clone(), remainder(1), remainder(2)]), shifted(0)]);
        let up = Formula::And(vec![remainder(3), shifted(1)]);
        let down = Formula::And(vec![remainder(0), zero.negated(), shifted(-1)]);
        Formula::Or(vec![same, up, down])
    };
    let values: Vec<Var> = (heaps..2 * heaps).map(Var).collect();
    let mut parts: Vec<Formula> = (0..heaps).map(value_is).collect();
    parts.push(Formula::ColumnSums { variables: values.clone(), modulus: 2 });
    Formula::exists(values, Formula::And(parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::exhaustive::positions;
    use crate::theorem::search;

    fn options(position: &[u64]) -> Vec<Vec<u64>> {
        let mut options = Vec::new();
        for (index, size) in position.iter().enumerate() {
            let with = |heaps: &[u64]| [&position[..index], heaps, &position[index + 1..]].concat();
            options.extend((0..*size).map(|left| with(&[left])));
            options.extend((1..=size / 2).map(|part| with(&[part, size - part])));
        }
        options
    }

    #[test]
    fn agrees_with_brute_force() {
        for (heaps, max) in [(0, 1), (1, 8), (2, 5), (3, 3)] {
            search::check(&LaskersNim::new(), &options, positions(heaps, max));
        }
    }

    /// The values of single heaps, from the definition.
    #[test]
    fn values_are_least_excluded_numbers() {
        let mut values: Vec<u64> = Vec::new();
        for size in 0..200 {
            let taken = values.iter().copied();
            let split = (1..=size / 2).map(|part| values[part] ^ values[size - part]);
            let reached: BTreeSet<u64> = taken.chain(split).collect();
            let value = (0..).find(|value| !reached.contains(value)).unwrap();
            assert_eq!(LaskersNim::new().value(&size.into()), value.into());
            values.push(value);
        }
    }

    #[test]
    fn finds_every_split() {
        let value = |size: u64| LaskersNim::new().value(&size.into());
        for size in 0..70u64 {
            for wanted in 0..80u64 {
                let expected: Vec<(BigUint, BigUint)> = (1..=size / 2)
                    .filter(|part| value(*part) ^ value(size - part) == wanted.into())
                    .map(|part| (part.into(), (size - part).into()))
                    .collect();
                let (found, complete) = splits(&size.into(), &wanted.into(), 1000);
                assert!(complete);
                assert_eq!(found.into_iter().collect::<Vec<_>>(), expected, "{size} {wanted}");
            }
        }
    }

    #[test]
    fn answers_for_large_heaps() {
        let googol = BigUint::from(10u32).pow(100);
        for extra in 0..8u8 {
            let position = [&googol + extra, BigUint::from(10u32).pow(99), 7u8.into()];
            let found = LaskersNim::new().winning_moves(&position, 50);
            assert!(!found.options.is_empty());
            for option in &found.options {
                assert!(LaskersNim::new().is_p(option));
                let (before, after): (BigUint, BigUint) = (position.iter().sum(), option.iter().sum());
                assert!(if option.len() == 4 { before == after } else { after < before });
                assert!(option.len() == 3 || option.iter().all(|size| !size.is_zero()));
            }
        }
        // Only a split leads from 4k + 3 to the value 4k + 3.
        let position = [&googol + 3u8, &googol + 4u8];
        let found = LaskersNim::new().winning_moves(&position, 1);
        assert!(LaskersNim::new().is_p(&found.options[0]));
    }

    #[test]
    fn the_formula_says_the_same() {
        for (heaps, max) in [(1, 9), (2, 9), (3, 4)] {
            let formula = formula(heaps);
            positions(heaps, max)
                .iter()
                .for_each(|position| search::check_formula(&LaskersNim::new(), &formula, position));
        }
    }
}
