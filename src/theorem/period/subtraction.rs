//! Subtraction games: a move takes from a heap one of finitely many numbers.

use super::figures::{PeriodFigures, SubtractionFigures};
use super::sequence::Sequence;
use super::{PeriodicGame, mex};
use crate::theorem::common::to_json;
use crate::theorem::heap_sum::{self, HeapGame, HeapOptions};
use crate::theorem::nim_family::literature::{GRUNDY, SIEGEL, SPRAGUE, WINNING_WAYS};
use crate::theorem::{ClosedForm, HeapValue, Theorem, WinningMoves};
use num_bigint::BigUint;
use serde_json::Value;
use std::collections::HashMap;

/// The largest number of the set, and the most values that are computed in search of the period.
const MOST_TAKEN: usize = 500;
const MOST_VALUES: usize = 100_000;

/// Any number of heaps; a move takes from one heap a number of tokens that is in a given finite set. Whoever cannot move
/// loses.
///
/// A Grundy value depends on the `a` values before it only, where `a` is the largest number of the set. So once `a` values
/// in a row have been seen before, in the same order, everything repeats; and as there are only finitely many rows of `a`
/// values, each at most the size of the set, this happens.
///
/// # References
///
/// Berlekamp, Conway and Guy, Winning Ways; Siegel 2013.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubtractionPeriod {
    set: Vec<usize>,
    sequence: Sequence,
}

impl SubtractionPeriod {
    /// The game with this set, whose order and repetitions do not matter; none where the set is empty, or has the element
    /// 0 or one greater than 500, and none where the values do not repeat within the first 100 000.
    ///
    /// # Complexity
    ///
    /// The number of values until they repeat times the size of the set.
    pub fn new(set: &[usize]) -> Option<SubtractionPeriod> {
        let mut set = set.to_vec();
        set.sort_unstable();
        set.dedup();
        let most = *set.last()?;
        if set[0] == 0 || most > MOST_TAKEN {
            return None;
        }
        let sequence = repetition(&set, most)?;
        Some(SubtractionPeriod { set, sequence })
    }

    /// The set, ascending.
    pub fn set(&self) -> &[usize] {
        &self.set
    }

    /// The first size from which on the values repeat, and the period, both as small as possible.
    pub fn period(&self) -> (usize, usize) {
        (self.sequence.start, self.sequence.period)
    }
}

/// The values until the last `most` of them have stood in the same order before.
///
/// The rows of `most` values in succession determine each other, one after another, so that the first row that comes again
/// gives the smallest start and the smallest period.
fn repetition(set: &[usize], most: usize) -> Option<Sequence> {
    let mut values: Vec<u32> = Vec::new();
    // Where rows begin, by a hash of the row.
    let mut rows: HashMap<u64, Vec<usize>> = HashMap::new();
    const BASE: u64 = 0x0100_0000_01b3;
    let top = (1..most).fold(1u64, |power, _| power.wrapping_mul(BASE));
    let mut hash = 0u64;
    while values.len() < MOST_VALUES {
        let size = values.len();
        if size >= most {
            hash = hash.wrapping_sub(top.wrapping_mul(u64::from(values[size - most]) + 1));
        }
        values.push(mex(set.iter().filter(|taken| **taken <= size).map(|taken| values[size - taken])));
        hash = hash.wrapping_mul(BASE).wrapping_add(u64::from(values[size]) + 1);
        if values.len() < most {
            continue;
        }
        let row = values.len() - most;
        let earlier = rows.entry(hash).or_default();
        if let Some(start) = earlier.iter().copied().find(|start| values[*start..start + most] == values[row..]) {
            return Some(Sequence { values, start, period: row - start });
        }
        earlier.push(row);
    }
    None
}

impl PeriodicGame for SubtractionPeriod {
    fn sequence(&self) -> &Sequence {
        &self.sequence
    }

    fn all_options(&self, size: usize) -> Vec<Vec<usize>> {
        self.set.iter().filter(|taken| **taken <= size).map(|taken| vec![size - taken]).collect()
    }

    fn most(&self) -> usize {
        self.set.last().copied().unwrap_or(0)
    }
}

impl HeapGame for SubtractionPeriod {
    fn value(&self, size: &BigUint) -> BigUint {
        self.sequence.value(size).into()
    }

    fn options_of_value(&self, size: &BigUint, value: &BigUint, limit: usize) -> HeapOptions {
        let left = self.set.iter().rev().filter(|taken| BigUint::from(**taken) <= *size).map(|taken| size - *taken);
        let mut options: Vec<_> = left.filter(|left| self.value(left) == *value).map(|left| vec![left]).collect();
        let complete = options.len() <= limit;
        options.truncate(limit);
        HeapOptions { options, complete }
    }

    fn some_option(&self, size: &BigUint) -> Option<Vec<BigUint>> {
        let taken = BigUint::from(self.set[0]);
        (taken <= *size).then(|| vec![size - taken])
    }
}

impl Theorem for SubtractionPeriod {
    fn id(&self) -> &'static str {
        "subtraction-period"
    }

    fn credit(&self) -> &'static str {
        ""
    }

    fn references(&self) -> &'static [&'static str] {
        &[SPRAGUE, GRUNDY, WINNING_WAYS, SIEGEL]
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        heap_sum::is_p(self, position)
    }

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
        to_json(&SubtractionFigures {
            set: self.set.iter().map(usize::to_string).collect(),
            periodic: PeriodFigures::new(self, position),
        })
    }
}
