//! Octal games: how many tokens may be taken, and whether they may be a whole heap, or leave one heap or two.

use super::figures::{DigitFigures, OctalFigures, PeriodFigures};
use super::sequence::Sequence;
use super::{PeriodicGame, big};
use crate::theorem::common::to_json;
use crate::theorem::heap_sum::{self, HeapGame, HeapOptions};
use crate::theorem::nim_family::literature::{GRUNDY, SPRAGUE, WINNING_WAYS};
use crate::theorem::{ClosedForm, HeapValue, Theorem, WinningMoves};
use num_bigint::BigUint;
use num_traits::Zero;
use serde_json::Value;

const GUY_SMITH: &str = "R. K. Guy and C. A. B. Smith, The G-values of various games, Proceedings of the Cambridge \
                         Philosophical Society 52 (1956), 514–526.";

/// The most digits of a code, and the most values that are computed in search of the period.
const MOST_DIGITS: usize = 16;
const MOST_VALUES: usize = 2048;

/// At least so many ways to split a large heap are looked at in search of winning moves.
const SPLITS: usize = 10_000;

const WHOLE: u8 = 1;
const ONE: u8 = 2;
const TWO: u8 = 4;

/// Any number of heaps; the code `0.d₁d₂d₃…` tells the moves. The digit dᵢ is a sum of 1, 2 and 4: with 1, a heap of i
/// tokens may be taken whole; with 2, i tokens may be taken from a larger heap; with 4, i tokens may be taken from a heap
/// and the rest split into two heaps that are not empty. Whoever cannot move loses.
///
/// An option can have one heap more than the position: the two heaps, the smaller one first, stand in the place of the
/// heap that was split. A heap that is taken whole stays in the list as 0.
///
/// # References
///
/// Guy and Smith 1956: if g(h + p) = g(h) for all h with n <= h < 2n + p + k, where k is the number of digits, then for all
/// h >= n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OctalPeriod {
    digits: Vec<u8>,
    sequence: Sequence,
}

impl OctalPeriod {
    /// The game with the code `0.d₁d₂…`, as in `0.77` (Kayles) or `0.137` (Dawson's chess); none where this is no such
    /// code, has no digit other than 0 or more than 16 digits, or where no period is found among the first 2048 values.
    ///
    /// # Complexity
    ///
    /// The square of the number of values times the number of digits.
    pub fn new(code: &str) -> Option<OctalPeriod> {
        let digits = code.strip_prefix("0.").or_else(|| code.strip_prefix('.'))?;
        let digits: Option<Vec<u8>> =
            digits.chars().map(|digit| digit.to_digit(8).and_then(|digit| digit.try_into().ok())).collect();
        let mut digits = digits?;
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.is_empty() || digits.len() > MOST_DIGITS {
            return None;
        }
        let mut values = Vec::new();
        let mut count = 64;
        while count <= MOST_VALUES {
            extend(&mut values, &digits, count);
            if let Some((start, period)) = repetition(&values, digits.len()) {
                values.truncate(2 * start + 2 * period + digits.len());
                return Some(OctalPeriod { digits, sequence: Sequence { values, start, period } });
            }
            count *= 2;
        }
        None
    }

    /// The code, as in `0.77`.
    pub fn code(&self) -> String {
        let digits: String = self.digits.iter().map(u8::to_string).collect();
        format!("0.{digits}")
    }

    /// The first size, at least 1, from which on the values repeat, and the period, both as small as possible.
    pub fn period(&self) -> (usize, usize) {
        (self.sequence.start, self.sequence.period)
    }
}

/// The options of a heap, each as the one or two heaps that are left, the smaller first.
fn options(digits: &[u8], size: usize) -> Vec<Vec<usize>> {
    let mut options = Vec::new();
    for (taken, digit) in (1..=size).zip(digits) {
        let left = size - taken;
        if left == 0 && digit & WHOLE != 0 {
            options.push(vec![0]);
        }
        if left > 0 && digit & ONE != 0 {
            options.push(vec![left]);
        }
        if digit & TWO != 0 {
            options.extend((1..=left / 2).map(|part| vec![part, left - part]));
        }
    }
    options
}

/// Computes values until there are `count`.
fn extend(values: &mut Vec<u32>, digits: &[u8], count: usize) {
    // For each value the last size of which an option has it.
    let mut reached: Vec<usize> = Vec::new();
    while values.len() < count {
        let size = values.len();
        let mut reach = |value: u32| {
            let value = value as usize;
            if value >= reached.len() {
                reached.resize(value + 1, 0);
            }
            reached[value] = size;
        };
        // The same options as above, without a list for each. A heap of 0 has none.
        for (taken, digit) in (1..=size).zip(digits) {
            let left = size - taken;
            if left == 0 && digit & WHOLE != 0 {
                reach(0);
            }
            if left > 0 && digit & ONE != 0 {
                reach(values[left]);
            }
            if digit & TWO != 0 {
                (1..=left / 2).for_each(|part| reach(values[part] ^ values[left - part]));
            }
        }
        let least = reached.iter().position(|last| *last != size || size == 0).unwrap_or(reached.len());
        values.push(least as u32);
    }
}

/// The smallest period p, and the smallest start n >= 1, with g(h + p) = g(h) for all h >= n for which both values are
/// there, if these are enough: 2n + 2p + k values for a code of k digits.
fn repetition(values: &[u32], most: usize) -> Option<(usize, usize)> {
    (1..values.len() / 2).find_map(|period| {
        let broken = (1..values.len() - period).rev().find(|size| values[*size] != values[size + period]);
        let start = broken.map_or(1, |size| size + 1);
        (2 * start + 2 * period + most <= values.len()).then_some((start, period))
    })
}

impl PeriodicGame for OctalPeriod {
    fn sequence(&self) -> &Sequence {
        &self.sequence
    }

    fn all_options(&self, size: usize) -> Vec<Vec<usize>> {
        options(&self.digits, size)
    }

    fn most(&self) -> usize {
        self.digits.len()
    }
}

impl HeapGame for OctalPeriod {
    fn value(&self, size: &BigUint) -> BigUint {
        self.sequence.value(size).into()
    }

    /// The smaller part of a split is looked for among the small numbers. By the proof of the theorem, lowering a large
    /// heap by a period changes no option but in its larger part; so if there is an option of some value, there is one
    /// whose smaller part is at most half of the heap lowered as far as that goes.
    fn options_of_value(&self, size: &BigUint, value: &BigUint, limit: usize) -> HeapOptions {
        let mut found = HeapOptions { options: Vec::new(), complete: true };
        let scanned = (self.sequence.values.len() + self.sequence.period).max(SPLITS);
        for (taken, digit) in (1u32..).zip(&self.digits) {
            let taken = BigUint::from(taken);
            if taken > *size {
                break;
            }
            let left = size - taken;
            if left.is_zero() {
                if digit & WHOLE != 0 && value.is_zero() {
                    found.options.push(vec![left]);
                }
                continue;
            }
            if digit & ONE != 0 && self.value(&left) == *value {
                found.options.push(vec![left.clone()]);
            }
            if digit & TWO == 0 {
                continue;
            }
            for part in 1.. {
                let rest = &left - BigUint::from(part).min(left.clone());
                let part_size = BigUint::from(part);
                if rest < part_size {
                    break;
                }
                if part > scanned || found.options.len() > limit {
                    found.complete = false;
                    break;
                }
                if self.value(&part_size) ^ self.value(&rest) == *value {
                    found.options.push(vec![part_size, rest]);
                }
            }
        }
        found.complete &= found.options.len() <= limit;
        found.options.truncate(limit);
        found
    }

    fn some_option(&self, size: &BigUint) -> Option<Vec<BigUint>> {
        // What is allowed does not depend on the size where it is greater than the number of digits by 2.
        let small = size.clone().min((self.digits.len() + 2).into());
        let lowered = size - &small;
        let small = usize::try_from(small).expect("the number is small");
        let mut option = big(options(&self.digits, small).into_iter().next()?);
        if let Some(last) = option.last_mut() {
            *last += lowered;
        }
        Some(option)
    }
}

impl Theorem for OctalPeriod {
    fn id(&self) -> &'static str {
        "octal-period"
    }

    fn credit(&self) -> &'static str {
        "Guy and Smith, 1956"
    }

    fn references(&self) -> &'static [&'static str] {
        &[GUY_SMITH, SPRAGUE, GRUNDY, WINNING_WAYS]
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        heap_sum::is_p(self, position)
    }

    /// The number of ways to split a heap grows with its size; where a heap is large, only those are listed whose smaller
    /// part is small.
    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        heap_sum::winning_moves(self, position, limit)
    }

    fn heap_value(&self) -> Option<HeapValue> {
        Some(self.sequence.heap_value())
    }

    fn closed_form(&self, heaps: usize) -> Option<ClosedForm> {
        self.sequence.closed_form(heaps)
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        let digit = |(taken, digit): (usize, &u8)| DigitFigures {
            taken,
            digit: *digit,
            whole: digit & WHOLE != 0,
            one: digit & ONE != 0,
            two: digit & TWO != 0,
        };
        to_json(&OctalFigures {
            code: self.code(),
            digits: (1..).zip(&self.digits).map(digit).collect(),
            periodic: PeriodFigures::new(self, position),
        })
    }
}
