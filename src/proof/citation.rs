//! Theorems of the literature that a certificate rests on.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A theorem of the literature, applied to a game: the P-positions are those that it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Citation {
    /// The theorem, by the name that the library gives it.
    pub theorem: String,
    /// Its parameters, by their usual letters, as decimal numbers.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, String>,
}
