//! Proofs by cases with letters: families of positions and trees of cases.

use serde::{Deserialize, Serialize};

/// The claim that the P-positions of a scope are those of certain families.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Families {
    /// How many heaps there are.
    pub heaps: usize,
}

/// A tree of cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum CaseTree {}
