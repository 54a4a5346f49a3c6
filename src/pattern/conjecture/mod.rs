//! Conjectures beyond what the program can prove: sums of binary digits, pairs of multiples of irrational numbers and of
//! recurrences, and values that repeat.
//!
//! Each is read off a small [`Sample`] and is no more than a description of it, until a much larger one has been compared;
//! and even then it is a conjecture.

mod columns;
mod pairs;
mod values;

pub use columns::ColumnSums;
pub use pairs::{FloorPairs, MexPairs};
pub use values::RepeatingValues;

use crate::proof::{Order, SignatureClaim};
use std::collections::BTreeSet;

/// The P-positions of all positions up to a size.
#[derive(Clone, Debug)]
pub struct Sample {
    /// How many heaps there are.
    pub heaps: usize,
    /// The greatest heap.
    pub max: u64,
    /// Whether positions are listed with heaps ascending.
    pub ascending: bool,
    /// The P-positions.
    pub p_positions: BTreeSet<Vec<u64>>,
}

/// What the P-positions may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conjecture {
    /// Those with certain signatures.
    Signatures(SignatureClaim),
    /// Those whose sums of binary digits are divisible.
    ColumnSums(ColumnSums),
    /// Those of two heaps that are multiples of irrational numbers, rounded down.
    FloorPairs(FloorPairs),
    /// Those of two heaps that a recurrence gives.
    MexPairs(MexPairs),
    /// Those in which the nim-sum of the heaps' Grundy values is 0; what is conjectured are the values.
    Values(RepeatingValues),
}

impl Conjecture {
    /// The descriptions of these kinds that fit a sample, the simplest first.
    ///
    /// # Complexity
    ///
    /// A few hundred descriptions, most of which fail after a few positions of the sample.
    pub fn fitting(sample: &Sample) -> Vec<Conjecture> {
        let columns = ColumnSums::fitting(sample).into_iter().map(Conjecture::ColumnSums);
        let floors = FloorPairs::fitting(sample).into_iter().map(Conjecture::FloorPairs);
        let recurrences = MexPairs::fitting(sample).into_iter().map(Conjecture::MexPairs);
        columns.chain(floors).chain(recurrences).collect()
    }

    /// Whether the conjecture is right for all positions of a sample.
    pub fn fits(&self, sample: &Sample) -> bool {
        match self {
            Conjecture::Signatures(claim) => sample.is_told_by(&mut |sizes| {
                let mut ordered = sizes.to_vec();
                if claim.order != Order::InPlace {
                    ordered.sort_unstable();
                }
                claim.holds(&ordered)
            }),
            Conjecture::ColumnSums(columns) => sample.is_told_by(&mut |sizes| columns.is_p(sizes)),
            Conjecture::FloorPairs(pairs) => sample.pairs() == Some(pairs.up_to(sample.max)),
            Conjecture::MexPairs(pairs) => sample.pairs() == Some(pairs.up_to(sample.max)),
            Conjecture::Values(values) => {
                sample.is_told_by(&mut |sizes| sizes.iter().fold(0, |sum, size| sum ^ values.value(*size)) == 0)
            }
        }
    }
}

impl Sample {
    /// Whether a predicate is true of the P-positions, and of no others.
    pub fn is_told_by(&self, is_p: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        let mut sizes = vec![0; self.heaps];
        loop {
            if is_p(&sizes) != self.p_positions.contains(&sizes) {
                return false;
            }
            let Some(at) = (0..self.heaps).rev().find(|at| sizes[*at] < self.max) else { return true };
            sizes[at] += 1;
            let least = if self.ascending { sizes[at] } else { 0 };
            sizes[at + 1..].fill(least);
        }
    }

    /// The P-positions of two heaps that are alike, the smaller heap first.
    fn pairs(&self) -> Option<BTreeSet<(u64, u64)>> {
        if self.heaps != 2 || !self.ascending {
            return None;
        }
        Some(self.p_positions.iter().map(|sizes| (sizes[0], sizes[1])).collect())
    }
}

#[cfg(test)]
mod tests;
