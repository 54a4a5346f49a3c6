//! The numbers that show a period at work on one position.

use super::{PeriodicGame, mex};
use crate::theorem::heap_sum::SumFigures;
use num_bigint::BigUint;
use serde::Serialize;

/// The most values that a text lists.
const MOST_LISTED: usize = 400;

/// The longest row of a table of values.
const LONGEST_ROW: usize = 18;

/// What the texts on periods need: the values, their period, and the nim-sum for the position.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodFigures {
    /// The Grundy values of the position and their nim-sum.
    #[serde(flatten)]
    pub sum_of_heaps: SumFigures,
    /// The largest number of tokens that a move takes.
    pub most: usize,
    /// The first size from which on the values repeat.
    pub start: usize,
    /// The period.
    pub period: usize,
    /// The last size before everything has occurred: start + period - 1.
    pub last: usize,
    /// How many values show the period.
    pub computed: usize,
    /// The first and the last size h for which g(h + period) = g(h) has been checked.
    pub checked: [usize; 2],
    /// The values up to `last`, in rows; empty where they are too many.
    pub values: Vec<ValueRow>,
    /// All values that show the period, in rows; empty where they are too many.
    pub all_values: Vec<ValueRow>,
    /// The length of the rows of `values`.
    pub row: usize,
    /// The length of the rows of `all_values`.
    pub long_row: usize,
    /// The sizes before the start whose value is 0.
    pub early_zeros: Vec<usize>,
    /// The remainders modulo the period of the later ones.
    pub zero_remainders: Vec<usize>,
    /// Whether some heap of the position is so large that its value is that of a smaller one.
    pub reduced: bool,
    /// For each heap a small heap of the same value.
    pub representatives: Vec<Representative>,
    /// A small heap with options, to show how values are found.
    pub example: usize,
    /// Its options.
    pub example_options: Vec<OptionValue>,
    /// Its value.
    pub example_value: u32,
}

/// A row of a table of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValueRow {
    /// The size that the first value belongs to.
    pub first: usize,
    /// The values, as text; empty beyond the last one.
    pub values: Vec<String>,
}

/// A heap and a small one of the same value.
#[derive(Clone, Debug, Serialize)]
pub struct Representative {
    /// The size of the heap.
    pub size: String,
    /// The size of the small heap.
    pub small: usize,
    /// The value of both.
    pub value: u32,
}

/// An option of the heap that serves as an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionValue {
    /// The heaps that are left.
    pub heaps: Vec<usize>,
    /// Their value.
    pub value: u32,
}

/// The figures of a subtraction game.
#[derive(Clone, Debug, Serialize)]
pub struct SubtractionFigures {
    /// The numbers that may be taken.
    pub set: Vec<String>,
    /// The values and their period.
    #[serde(flatten)]
    pub periodic: PeriodFigures,
}

/// The figures of an octal game.
#[derive(Clone, Debug, Serialize)]
pub struct OctalFigures {
    /// The code.
    pub code: String,
    /// What the digits allow.
    pub digits: Vec<DigitFigures>,
    /// The values and their period.
    #[serde(flatten)]
    pub periodic: PeriodFigures,
}

/// What a digit allows.
#[derive(Clone, Debug, Serialize)]
pub struct DigitFigures {
    /// The number of tokens that it is about.
    pub taken: usize,
    /// The digit.
    pub digit: u8,
    /// Whether they may be a whole heap.
    pub whole: bool,
    /// Whether they may leave one heap.
    pub one: bool,
    /// Whether they may leave two heaps.
    pub two: bool,
}

impl PeriodFigures {
    pub(super) fn new(game: &impl PeriodicGame, position: &[BigUint]) -> PeriodFigures {
        let sequence = game.sequence();
        let (start, period) = (sequence.start, sequence.period);
        let value = |heaps: &[usize]| heaps.iter().fold(0, |sum, size| sum ^ sequence.value(&(*size).into()));
        let options = |size: usize| -> Vec<OptionValue> {
            let options = game.all_options(size).into_iter();
            options.map(|heaps| OptionValue { value: value(&heaps), heaps }).collect()
        };
        // The smallest heap from which every number of tokens can be taken that may be taken at all.
        let example = game.most() + 1;
        let example_options = options(example);
        let representative = |size: &BigUint| Representative {
            size: size.to_string(),
            small: sequence.representative(size),
            value: sequence.value(size),
        };
        let row = row_length(start + period, period);
        let long_row = row_length(sequence.values.len(), period);
        PeriodFigures {
            sum_of_heaps: SumFigures::new(game, position),
            most: game.most(),
            start,
            period,
            last: start + period - 1,
            computed: sequence.values.len(),
            checked: [start, sequence.values.len() - period - 1],
            values: rows(&sequence.values[..start + period], row),
            all_values: rows(&sequence.values, long_row),
            row,
            long_row,
            early_zeros: sequence.early_zeros(),
            zero_remainders: sequence.zero_remainders(),
            reduced: position.iter().any(|size| *size > BigUint::from(start + period - 1)),
            representatives: position.iter().map(representative).collect(),
            example,
            example_value: mex(example_options.iter().map(|option| option.value)),
            example_options,
        }
    }
}

/// The length of the rows in which so many values are written: a single row if they fit; else a multiple of the period, so
/// that the values of a column are the same, if that makes rows of a good length; else 10.
fn row_length(count: usize, period: usize) -> usize {
    if count <= LONGEST_ROW {
        return count;
    }
    let longest = LONGEST_ROW / period * period;
    if longest >= 6 { longest } else { 10 }
}

fn rows(values: &[u32], length: usize) -> Vec<ValueRow> {
    if values.len() > MOST_LISTED {
        return Vec::new();
    }
    let row = |(index, row): (usize, &[u32])| {
        let mut values: Vec<String> = row.iter().map(u32::to_string).collect();
        values.resize(length, String::new());
        ValueRow { first: index * length, values }
    };
    values.chunks(length).enumerate().map(row).collect()
}
