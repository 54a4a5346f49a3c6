//! Pairs of two sequences that share out the natural numbers, as in Wythoff's game.
//!
//! # References
//!
//! A. S. Fraenkel, *How to beat your Wythoff games' opponent on three fronts*, American Mathematical Monthly 89 (1982),
//! 353–361.

use super::Sample;
use num_integer::Roots;
use std::collections::BTreeSet;

/// The pairs (⌊kα⌋, ⌊kα⌋ + tk) for k ≥ `from`, with α = (2 − t + √(t² + 4))/2, and some others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorPairs {
    /// The first k.
    pub from: u64,
    /// The difference t that a step of k adds, at least 1.
    pub difference: u64,
    /// The other pairs, smaller number first.
    pub others: Vec<(u64, u64)>,
}

/// Some pairs, and then those of a recurrence: aₖ is the least number that is in no earlier pair, and bₖ = s·aₖ + tk + c, for
/// k = 0, 1, ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MexPairs {
    /// The pairs before them, smaller number first.
    pub others: Vec<(u64, u64)>,
    /// s, at least 1.
    pub factor: u64,
    /// t.
    pub difference: u64,
    /// c.
    pub constant: i64,
}

/// The most pairs that do not follow the rule.
const MAX_OTHERS: usize = 8;
/// The fewest pairs that must follow it.
const MIN_PAIRS: usize = 8;
/// The greatest difference, and the greatest first k.
const MAX_DIFFERENCE: u64 = 32;
/// The greatest factor.
const MAX_FACTOR: u64 = 8;

impl FloorPairs {
    /// The multiples that are the P-positions of a sample, with the fewest others first.
    pub(super) fn fitting(sample: &Sample) -> Vec<FloorPairs> {
        let Some(pairs) = sample.pairs() else { return Vec::new() };
        let mut found = Vec::new();
        for from in 0..=MAX_OTHERS as u64 {
            for difference in 1..=MAX_DIFFERENCE {
                let alone = FloorPairs { from, difference, others: Vec::new() };
                let regular = alone.up_to(sample.max);
                if regular.len() < MIN_PAIRS || !regular.is_subset(&pairs) {
                    continue;
                }
                let others: Vec<(u64, u64)> = pairs.difference(&regular).copied().collect();
                if others.len() <= MAX_OTHERS {
                    found.push(FloorPairs { others, ..alone });
                }
            }
        }
        found.sort_by_key(|one| (one.others.len(), one.from));
        found
    }

    /// The pairs with numbers up to `max`.
    pub fn up_to(&self, max: u64) -> BTreeSet<(u64, u64)> {
        let t = u128::from(self.difference);
        let pair = |k: u64| {
            let k = u128::from(k);
            // ⌊(k(2 − t) + √(k²(t² + 4)))/2⌋; the root is irrational for t ≥ 1, and rounding it down first changes nothing.
            let root = (k * k * (t * t + 4)).sqrt();
            let smaller = (2 * k + root - t * k) / 2;
            Some((u64::try_from(smaller).ok()?, u64::try_from(smaller + t * k).ok()?))
        };
        let regular = (self.from..).map_while(pair).take_while(|(_, larger)| *larger <= max);
        regular.chain(self.others.iter().copied().filter(|(_, larger)| *larger <= max)).collect()
    }
}

impl MexPairs {
    /// The recurrences that give the P-positions of a sample, with the fewest other pairs first.
    pub(super) fn fitting(sample: &Sample) -> Vec<MexPairs> {
        let Some(pairs) = sample.pairs() else { return Vec::new() };
        let listed: Vec<(u64, u64)> = pairs.iter().copied().collect();
        let mut found = Vec::new();
        for before in 0..=MAX_OTHERS.min(listed.len()) {
            let (others, regular) = listed.split_at(before);
            let (Some(first), Some(second)) = (regular.first(), regular.get(1)) else { break };
            if regular.len() < MIN_PAIRS {
                break;
            }
            for factor in 1..=MAX_FACTOR {
                let rest = |pair: &(u64, u64)| pair.1 as i64 - (factor * pair.0) as i64;
                let constant = rest(first);
                let Ok(difference) = u64::try_from(rest(second) - constant) else { continue };
                let recurrence = MexPairs { others: others.to_vec(), factor, difference, constant };
                if difference <= MAX_DIFFERENCE && recurrence.up_to(sample.max) == pairs {
                    found.push(recurrence);
                }
            }
        }
        found
    }

    /// The pairs with numbers up to `max`.
    pub fn up_to(&self, max: u64) -> BTreeSet<(u64, u64)> {
        let mut used: BTreeSet<u64> = self.others.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let mut pairs: BTreeSet<(u64, u64)> = self.others.iter().copied().filter(|(_, b)| *b <= max).collect();
        let mut least = 0;
        for k in 0.. {
            while used.contains(&least) {
                least += 1;
            }
            let larger = i128::from(self.factor) * i128::from(least)
                + i128::from(self.difference) * k
                + i128::from(self.constant);
            // A larger number than the bound comes with all later pairs too, since both terms grow.
            let Some(larger) = u64::try_from(larger).ok().filter(|larger| *larger >= least && *larger <= max) else {
                break;
            };
            pairs.insert((least, larger));
            used.extend([least, larger]);
        }
        pairs
    }
}
