//! A position, and a move from one.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::fmt;

/// The size of each heap, in tokens, in the game's order of heaps.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position(Box<[u64]>);

/// A move: what is taken, and the position that it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which rule allows it, counted from 0 in the file's order.
    pub rule: usize,
    /// The heaps that it touches, counted from 0 and ascending, each with the amount taken from it.
    pub taken: Vec<(usize, u64)>,
    /// The position that it leaves, heaps in place.
    pub to: Position,
}

impl Position {
    /// The position with these sizes.
    pub fn new(sizes: impl Into<Box<[u64]>>) -> Position {
        Position(sizes.into())
    }

    /// The position with these sizes, unless one of them is beyond what a graph can hold.
    pub fn from_big(sizes: &[BigUint]) -> Option<Position> {
        sizes.iter().map(ToPrimitive::to_u64).collect::<Option<Vec<_>>>().map(Position::new)
    }

    /// The sizes.
    pub fn sizes(&self) -> &[u64] {
        &self.0
    }

    /// The sizes as integers of any size.
    pub fn to_big(&self) -> Vec<BigUint> {
        self.0.iter().map(|size| BigUint::from(*size)).collect()
    }

    /// The position with its heaps in ascending order.
    pub fn ascending(mut self) -> Position {
        self.0.sort_unstable();
        self
    }

    /// The greatest heap, in tokens; 0 without heaps.
    pub fn largest(&self) -> u64 {
        self.0.iter().copied().max().unwrap_or(0)
    }

    /// All tokens.
    pub fn total(&self) -> u128 {
        self.0.iter().map(|size| u128::from(*size)).sum()
    }

    /// The key by which counterexamples are the smaller the earlier: largest heap, then total, then order.
    pub fn magnitude(&self) -> (u64, u128, &[u64]) {
        (self.largest(), self.total(), &self.0)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (at, size) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{size}")?;
        }
        f.write_str(")")
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
