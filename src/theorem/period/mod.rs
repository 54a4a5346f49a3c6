//! Games whose Grundy values repeat: the values of finitely many heaps show that they go on repeating for all sizes.
//!
//! For subtraction games with a finite set ([`SubtractionPeriod`]) and for octal games ([`OctalPeriod`]) there is a number
//! of values after which a repetition that has been seen so far must continue.

mod figures;
mod octal;
mod sequence;
mod subtraction;

pub use figures::{
    DigitFigures, OctalFigures, OptionValue, PeriodFigures, Representative, SubtractionFigures, ValueRow,
};
pub use octal::OctalPeriod;
pub use subtraction::SubtractionPeriod;

use super::heap_sum::HeapGame;
use num_bigint::BigUint;

/// A game whose values are periodic.
trait PeriodicGame: HeapGame {
    /// The values that have been computed, and their period.
    fn sequence(&self) -> &sequence::Sequence;

    /// All options of a small heap, each the sizes of the heaps that are left.
    fn all_options(&self, size: usize) -> Vec<Vec<usize>>;

    /// The largest number of tokens that a move takes.
    fn most(&self) -> usize;
}

/// The least number that is not among `values`.
fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let mut values: Vec<u32> = values.into_iter().collect();
    values.sort_unstable();
    values.dedup();
    (0u32..).zip(&values).find(|(expected, value)| expected != *value).map_or(values.len() as u32, |(least, _)| least)
}

fn big(values: Vec<usize>) -> Vec<BigUint> {
    values.into_iter().map(BigUint::from).collect()
}

#[cfg(test)]
mod tests;
