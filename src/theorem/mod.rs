//! The library of known theorems: each gives, for heaps of any size, who wins and how.
//!
//! A theorem is recognised from what the rules allow ([`recognise`]), never from a name. Its statement, its proof and the
//! idea behind it stand in the templates, `templates/<language>/theorem/<id>/`; here stands what can be computed.

mod common;
mod congruence;
mod wythoff;

pub use common::HeapRow;
pub use congruence::{AllHeaps, CongruenceFigures, OneHeapSpared};
pub use wythoff::{BoundedWythoff, BoundedWythoffFigures, PairRow, RatioFigures, Wythoff, WythoffCase, WythoffFigures};

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

    /// Whether `position` is a P-position.
    fn is_p(&self, position: &[BigUint]) -> bool;

    /// The winning moves from `position`, as the positions that they lead to: at most `limit` of them, and at least one
    /// where there is one.
    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves;

    /// What the theorem's templates need beside the position: the parameters and the numbers of the table that shows
    /// the idea at work on `position`.
    fn figures(&self, position: &[BigUint]) -> Value;
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
mod texts;
