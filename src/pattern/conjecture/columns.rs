//! Sums of binary digits, column by column.

use super::Sample;

/// That a position is a P-position where in every binary column the number of ones is divisible by `divisor`: for 2 that is
/// where the nim-sum is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnSums {
    /// By what the numbers of ones are divisible.
    pub divisor: u64,
    /// The number modulo which the sizes are taken first, if there is one.
    pub modulus: Option<u64>,
    /// Whether positions of sizes 0 and 1 alone are an exception: of them those are P-positions in which the number of ones
    /// leaves the remainder 1.
    pub misere: bool,
}

/// The greatest modulus that is tried.
const MAX_MODULUS: u64 = 32;

impl ColumnSums {
    /// The sums that tell the P-positions of a sample, the simplest first.
    pub(super) fn fitting(sample: &Sample) -> Vec<ColumnSums> {
        let mut found = Vec::new();
        // A modulus shows itself only in sizes that are well beyond it.
        for modulus in std::iter::once(None).chain((2..=MAX_MODULUS.min(sample.max / 3)).map(Some)) {
            for divisor in 2..=sample.heaps as u64 + 1 {
                for misere in [false, true] {
                    let sums = ColumnSums { divisor, modulus, misere };
                    if sample.is_told_by(&mut |sizes| sums.is_p(sizes)) {
                        found.push(sums);
                    }
                }
            }
        }
        found
    }

    /// Whether it says that a position is a P-position.
    pub fn is_p(&self, sizes: &[u64]) -> bool {
        let reduced = |size: &u64| self.modulus.map_or(*size, |modulus| size % modulus);
        let all = sizes.iter().fold(0, |all, size| all | reduced(size));
        if self.misere && all <= 1 {
            return sizes.iter().map(reduced).sum::<u64>() % self.divisor == 1;
        }
        (0..u64::BITS - all.leading_zeros())
            .all(|column| sizes.iter().map(|size| reduced(size) >> column & 1).sum::<u64>() % self.divisor == 0)
    }
}
