//! Claims about a single start, and strategies that prove them.

use serde::{Deserialize, Serialize};

/// A position: the sizes of the heaps, and what is remembered beside them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The sizes, in tokens.
    pub sizes: Vec<u64>,
    /// What is remembered, in the order of the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub registers: Vec<u64>,
}

/// The claim that one player can force a win from a start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeClaim {
    /// The start.
    pub start: Place,
    /// Who wins.
    pub winner: Winner,
}

/// One of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// Whoever is to move at the start.
    First,
    /// The other player.
    Second,
}

/// A position in which the player to move loses, with an answer to every move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The position.
    pub position: Place,
    /// A number that is greater than those of all positions that the answers lead to.
    pub rank: u64,
    /// Each option, with the position that the answer leads to; without one where the game is over and won there.
    pub replies: Vec<(Place, Option<Place>)>,
}
