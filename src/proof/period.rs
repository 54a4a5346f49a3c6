//! Claims about the Grundy values of one heap.

use serde::{Deserialize, Serialize};

/// The claim that the Grundy value of a heap of h tokens is `values[h]`, and, from `preperiod + period` on, that of
/// h − `period` tokens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeriodicValues {
    /// The size from which on the values repeat.
    pub preperiod: u64,
    /// After how many tokens they do, at least 1.
    pub period: u64,
    /// The values of heaps of 0, 1, …, preperiod + period − 1 tokens.
    pub values: Vec<u32>,
}

impl PeriodicValues {
    /// The value of a heap; `None` where the list of values is too short for the claim.
    pub fn value(&self, size: u64) -> Option<u32> {
        let at = if size < self.preperiod {
            size
        } else {
            self.preperiod + (size - self.preperiod).checked_rem(self.period)?
        };
        self.values.get(usize::try_from(at).ok()?).copied()
    }
}
