//! A position, and a move from one.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::fmt;

/// The size of each heap, in tokens, in the game's order of heaps; and, behind them, what else later moves depend on.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    values: Box<[u64]>,
    heaps: usize,
}

/// What a move does to the heaps, which are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Takes from heaps, ascending, each with the amount; the rest of the only one may be split into parts.
    Take(Vec<(usize, u64)>, Vec<u64>),
    /// Moves tokens: from, to, how many.
    Shift(usize, usize, u64),
    /// Splits a heap into parts.
    Split(usize, Vec<u64>),
    /// Joins heaps into the first of them.
    Merge(Vec<usize>),
    /// Gives heaps new sizes.
    Become(Vec<(usize, u64)>),
    /// Puts smaller heaps in place of a heap, counted from 0, or none.
    Scatter(usize, Vec<u64>),
    /// Leaves them as they are.
    Pass,
}

/// A move: what it does, and the position that it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which rule allows it, counted from 0 in the file's order.
    pub rule: usize,
    /// What it does to the heaps.
    pub change: Change,
    /// The position that it leaves, heaps in place.
    pub to: Position,
}

impl Position {
    /// The position with these sizes and nothing beside them.
    pub fn new(sizes: impl Into<Box<[u64]>>) -> Position {
        let values: Box<[u64]> = sizes.into();
        Position { heaps: values.len(), values }
    }

    /// The position with these values: the sizes of so many heaps, and behind them the registers.
    pub(super) fn with_registers_behind(values: Vec<u64>, heaps: usize) -> Position {
        Position { values: values.into(), heaps }
    }

    /// The position with the same heaps and these registers.
    pub fn with_registers(self, registers: &[u64]) -> Position {
        if registers.is_empty() && self.registers().is_empty() {
            return self;
        }
        let values: Vec<u64> = self.sizes().iter().chain(registers).copied().collect();
        Position { values: values.into(), heaps: self.heaps }
    }

    /// The position with these sizes, unless one of them is beyond what a graph can hold.
    pub fn from_big(sizes: &[BigUint]) -> Option<Position> {
        sizes.iter().map(ToPrimitive::to_u64).collect::<Option<Vec<_>>>().map(Position::new)
    }

    /// The sizes.
    pub fn sizes(&self) -> &[u64] {
        &self.values[..self.heaps]
    }

    /// What later moves depend on beside the sizes.
    pub fn registers(&self) -> &[u64] {
        &self.values[self.heaps..]
    }

    /// The sizes as integers of any size.
    pub fn to_big(&self) -> Vec<BigUint> {
        self.sizes().iter().map(|size| BigUint::from(*size)).collect()
    }

    /// The position with its heaps in ascending order.
    pub fn ascending(mut self) -> Position {
        self.values[..self.heaps].sort_unstable();
        self
    }

    /// The position without its empty heaps, but for one if there are no others.
    pub fn without_empty_heaps(self) -> Position {
        if !self.sizes().contains(&0) || self.heaps == 1 {
            return self;
        }
        let mut sizes: Vec<u64> = self.sizes().iter().copied().filter(|size| *size > 0).collect();
        if sizes.is_empty() {
            sizes.push(0);
        }
        Position::new(sizes).with_registers(self.registers())
    }

    /// The greatest heap, in tokens; 0 without heaps.
    pub fn largest(&self) -> u64 {
        self.sizes().iter().copied().max().unwrap_or(0)
    }

    /// All tokens.
    pub fn total(&self) -> u128 {
        self.sizes().iter().map(|size| u128::from(*size)).sum()
    }

    /// The key by which counterexamples are the smaller the earlier: largest heap, then total, then order.
    pub fn magnitude(&self) -> (u64, u128, &[u64]) {
        (self.largest(), self.total(), self.sizes())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (at, size) in self.sizes().iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{size}")?;
        }
        for (at, register) in self.registers().iter().enumerate() {
            write!(f, "{}{register}", if at == 0 { "; " } else { ", " })?;
        }
        f.write_str(")")
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
