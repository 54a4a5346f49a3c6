//! The library of known theorems: each gives, for heaps of any size, who wins and how.
//!
//! A theorem is recognised from what the rules allow ([`recognise`]), never from a name. Its statement, its proof and the
//! idea behind it stand in the templates, `templates/<language>/theorem/<id>/`; here stands what can be computed.

pub mod bounded_nim;
mod common;
mod congruence;
mod euclid;
mod fibonacci;
mod greedy;
mod half;
mod heap_sum;
mod lasker;
mod mark;
pub mod moore;
pub mod nim;
pub mod nim_family;
mod period;
mod recognise;
mod sets;
mod staircase;
mod wythoff;

pub use common::HeapRow;
pub use congruence::{AllHeaps, CongruenceFigures, OneHeapSpared};
pub use euclid::{Euclid, EuclidCase, EuclidFigures};
pub use fibonacci::{FibonacciFigures, FibonacciNim};
pub use greedy::{GreedyCase, GreedyFigures, GreedyNim};
pub use half::{HalfFigures, OddPart, TakeHalf};
pub use heap_sum::{BinaryColumn, BinaryRow, BinaryTable, HeapMove, HeapWithValue, SumFigures};
pub use lasker::LaskersNim;
pub use mark::{Mark, MarkFigures, Neighbour};
pub use period::{
    DigitFigures, OctalFigures, OctalPeriod, OptionValue, PeriodFigures, Representative, SubtractionFigures,
    SubtractionPeriod, ValueRow,
};
pub use recognise::{by_period, recognise};
pub use staircase::{Staircase, StaircaseFigures, StepMove};
pub use wythoff::{BoundedWythoff, BoundedWythoffFigures, PairRow, RatioFigures, Wythoff, WythoffCase, WythoffFigures};

use crate::logic::formula::Formula;
use crate::proof::Certificate;
use crate::rules::number::Number;
use num_bigint::BigUint;
use serde_json::Value;
use std::fmt::Debug;

/// A theorem of the library, with the parameters of one game filled in.
pub trait Theorem: Debug + Send + Sync {
    /// The name of its folder of templates, and its name in JSON output.
    fn id(&self) -> &'static str;

    /// Whom to credit, as in `Bouton, 1901`; empty where nobody is to be named.
    fn credit(&self) -> &'static str;

    /// The literature, a full reference an entry.
    fn references(&self) -> &'static [&'static str];

    /// Whether the theorem says something of `position`; the other methods are for such positions.
    fn covers(&self, _position: &[BigUint]) -> bool {
        true
    }

    /// The scope: positions whose smallest heap holds at most so many tokens; nothing where it is all positions.
    fn smallest_at_most(&self) -> Option<u64> {
        None
    }

    /// Whether `position` is a P-position.
    fn is_p(&self, position: &[BigUint]) -> bool;

    /// The winning moves from `position`, as the positions that they lead to: at most `limit` of them, and at least one
    /// where there is one.
    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves;

    /// The P-positions of the game with that many heaps, in a form that other descriptions can be compared with.
    fn closed_form(&self, heaps: usize) -> Option<ClosedForm>;

    /// The Grundy value of a heap, in games for which the theorem decides that: normal play in which a move touches one
    /// heap.
    fn heap_value(&self) -> Option<HeapValue> {
        None
    }

    /// The certificate of its proof, where the program has found it.
    fn certificate(&self) -> Option<&Certificate> {
        None
    }

    /// What the theorem's templates need beside the position: the parameters and the numbers of the table that shows
    /// the idea at work on `position`.
    fn figures(&self, position: &[BigUint]) -> Value;
}

/// A set of positions, described so that its equality with another description can be decided.
#[derive(Clone, Debug)]
pub enum ClosedForm {
    /// The sizes x of which the formula holds, with [`Var`](crate::logic::formula::Var)`(i)` for the i-th heap, counted
    /// from 0.
    Formula(Formula),
    /// The pairs (⌊kα⌋, ⌊kβ⌋) from some k on, in either order, and some others before them. From k = 0 on they are also
    /// those of the recurrence aₖ = mex of all earlier numbers, bₖ = aₖ + tk.
    Pairs {
        /// The first k.
        from: u32,
        /// The pairs before them, smaller number first.
        others: Vec<(u32, u32)>,
        /// The factor α.
        alpha: Number,
        /// The factor β = α + t.
        beta: Number,
        /// The difference t.
        t: BigUint,
    },
}

/// The Grundy value of a single heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapValue {
    /// The heap's size.
    Size,
    /// The heap's size modulo a number.
    Remainder(BigUint),
    /// Values that are listed, and repeat from some size on, perhaps rising each time.
    Repeating(Repeating),
}

/// Values g with g(h + period) = g(h) + saltus for every h >= start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeating {
    /// The values of the sizes below start + period.
    pub values: Vec<u64>,
    /// The first size of which that holds.
    pub start: u64,
    /// The period, at least 1.
    pub period: u64,
    /// By how much the values rise with each period.
    pub saltus: u64,
}

impl Repeating {
    /// The value of a size.
    pub fn value(&self, size: u64) -> u64 {
        let rounds = if size < self.start { 0 } else { (size - self.start) / self.period };
        self.values[(size - rounds * self.period) as usize] + rounds * self.saltus
    }
}

/// Winning moves from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMoves {
    /// The P-positions that they lead to, heaps in place, each once, in lexicographic order.
    pub options: Vec<Vec<BigUint>>,
    /// Whether there are no others.
    pub complete: bool,
}

#[cfg(test)]
mod exhaustive;
#[cfg(test)]
mod other_texts;
#[cfg(test)]
mod search;
#[cfg(test)]
mod texts;
