//! Claims that decide a position by remainders, small sizes and small differences.
//!
//! With a modulus p, a threshold q and a closeness c, the *entry* e(x) of a size x is x itself below q, and otherwise the
//! number of q, …, q + p − 1 that is congruent to it modulo p. The *signature* of a position is the list of its entries,
//! followed, where c > 0, by its differences cut off at −c and c.

use serde::{Deserialize, Serialize};

/// The entries of a position, followed by its differences.
pub type Signature = Vec<i64>;

/// In which order the entries of a signature stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// By the entries themselves: the sizes' order is not part of the signature.
    Unordered,
    /// By size, the smallest first.
    BySize,
    /// As the heaps stand.
    InPlace,
}

/// The claim that the P-positions are those with certain signatures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignatureClaim {
    /// How many heaps there are.
    pub heaps: usize,
    /// The modulus p, at least 1.
    pub modulus: u64,
    /// The threshold q: smaller sizes stand for themselves.
    pub threshold: u64,
    /// The closeness c: larger differences are not told apart.
    pub closeness: u64,
    /// The order of the entries.
    pub order: Order,
    /// The signatures of the P-positions, ascending.
    pub p_signatures: Vec<Signature>,
}

impl SignatureClaim {
    /// The entry of a size.
    pub fn entry(&self, size: u64) -> u64 {
        if size < self.threshold { size } else { self.threshold + (size - self.threshold) % self.modulus }
    }

    /// The signature of a position, whose sizes stand in ascending order unless the order is [`Order::InPlace`].
    ///
    /// In place all differences x_i − x_j with i < j follow the entries, in the order (1, 2), (1, 3), …, (2, 3), …;
    /// by size only those of neighbours, which give the others; without order none.
    pub fn signature(&self, sizes: &[u64]) -> Signature {
        let mut signature = Signature::new();
        self.write_signature(sizes, &mut signature);
        signature
    }

    /// Writes the signature of a position into a list that is emptied first.
    pub fn write_signature(&self, sizes: &[u64], signature: &mut Signature) {
        signature.clear();
        signature.extend(sizes.iter().map(|size| i64::try_from(self.entry(*size)).unwrap_or(i64::MAX)));
        if self.order == Order::Unordered {
            signature.sort_unstable();
        }
        if self.closeness == 0 {
            return;
        }
        match self.order {
            Order::Unordered => {}
            Order::BySize => {
                for pair in sizes.windows(2) {
                    signature.push(self.cut(pair[1], pair[0]));
                }
            }
            Order::InPlace => {
                for (at, size) in sizes.iter().enumerate() {
                    for other in &sizes[at + 1..] {
                        signature.push(self.cut(*size, *other));
                    }
                }
            }
        }
    }

    /// x − y, cut off at −c and c.
    fn cut(&self, x: u64, y: u64) -> i64 {
        let cut = x.abs_diff(y).min(self.closeness);
        let cut = i64::try_from(cut).unwrap_or(i64::MAX);
        if x >= y { cut } else { -cut }
    }

    /// Whether the claim says that a position, as for [`SignatureClaim::signature`], is a P-position.
    pub fn holds(&self, sizes: &[u64]) -> bool {
        self.p_signatures.binary_search(&self.signature(sizes)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(modulus: u64, threshold: u64, closeness: u64, order: Order) -> SignatureClaim {
        SignatureClaim { heaps: 3, modulus, threshold, closeness, order, p_signatures: Vec::new() }
    }

    #[test]
    fn entries_are_small_sizes_and_remainders() {
        let claim = claim(3, 2, 0, Order::InPlace);
        let entries: Vec<u64> = (0..9).map(|size| claim.entry(size)).collect();
        assert_eq!(entries, [0, 1, 2, 3, 4, 2, 3, 4, 2]);
    }

    #[test]
    fn differences_follow_the_entries() {
        assert_eq!(claim(2, 0, 0, Order::Unordered).signature(&[1, 2, 5]), [0, 1, 1]);
        assert_eq!(claim(2, 0, 2, Order::BySize).signature(&[1, 2, 5]), [1, 0, 1, 1, 2]);
        assert_eq!(claim(2, 0, 1, Order::InPlace).signature(&[5, 2, 5]), [1, 0, 1, 1, 0, -1]);
    }
}
