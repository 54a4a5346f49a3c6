//! Wythoff's game and its relatives: two heaps; a move takes from one heap, or from both amounts that are equal or nearly so.
//!
//! All are solved by a sequence of pairs, see [`pairs`]: the P-positions are the pairs, or, where a move takes at most m,
//! the positions whose remainders modulo m + 1 are a pair.

mod bounded;
mod figures;
mod pairs;
mod ratios;

pub use bounded::{BoundedWythoff, BoundedWythoffFigures};
pub use figures::{PairRow, WythoffCase, WythoffFigures};
pub use ratios::RatioFigures;

use super::common::{first_of, to_json};
use super::{ClosedForm, Theorem, WinningMoves};
use crate::rules::number::Number;
use num_bigint::BigUint;
use num_traits::One;
use pairs::Pairs;
use serde_json::Value;

const WYTHOFF: &str =
    "W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde (2) 7 (1907), 199–202.";
const BEATTY: &str =
    "S. Beatty, Problem 3173, American Mathematical Monthly 33 (1926), 159; solutions, 34 (1927), 159–160.";
const FRAENKEL_1982: &str = "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, American Mathematical Monthly 89 (1982), 353–361.";
const FRAENKEL_1984: &str = "A. S. Fraenkel, Wythoff games, continued fractions, cedar trees and Fibonacci searches, Theoretical Computer Science 29 (1984), 49–73.";

/// Wythoff's game and Fraenkel's generalisation of it, in normal or misere play.
///
/// Two heaps; a move takes one or more tokens from one heap, or a >= 1 from one and b >= 1 from the other with
/// |a - b| < t. With t = 1 this is Wythoff's game, in which both heaps lose the same.
#[derive(Clone, Debug)]
pub struct Wythoff {
    pairs: Pairs,
    misere: bool,
}

impl Wythoff {
    /// Wythoff's game, normal play.
    pub fn normal() -> Wythoff {
        Wythoff::of(Pairs::new(BigUint::one(), false), false).expect("t is 1")
    }

    /// Wythoff's game, misere play.
    pub fn misere() -> Wythoff {
        Wythoff::of(Pairs::new(BigUint::one(), true), true).expect("t is 1")
    }

    /// Fraenkel's generalisation in normal play; none for `t` = 0.
    pub fn generalised(t: BigUint) -> Option<Wythoff> {
        Wythoff::of(Pairs::new(t, false), false)
    }

    /// Fraenkel's generalisation in misere play; none for `t` = 0.
    pub fn misere_generalised(t: BigUint) -> Option<Wythoff> {
        Wythoff::of(Pairs::new(t, true), true)
    }

    fn of(pairs: Option<Pairs>, misere: bool) -> Option<Wythoff> {
        Some(Wythoff { pairs: pairs?, misere })
    }
}

impl Theorem for Wythoff {
    fn id(&self) -> &'static str {
        match (self.misere, self.pairs.t().is_one()) {
            (false, true) => "wythoff",
            (false, false) => "generalised-wythoff",
            (true, true) => "misere-wythoff",
            (true, false) => "misere-generalised-wythoff",
        }
    }

    fn credit(&self) -> &'static str {
        match (self.misere, self.pairs.t().is_one()) {
            (false, true) => "Wythoff, 1907",
            (false, false) => "Fraenkel, 1982",
            (true, _) => "Fraenkel, 1984",
        }
    }

    fn references(&self) -> &'static [&'static str] {
        match (self.misere, self.pairs.t().is_one()) {
            (false, true) => &[WYTHOFF, BEATTY],
            (false, false) => &[FRAENKEL_1982, WYTHOFF, BEATTY],
            (true, _) => &[FRAENKEL_1984, WYTHOFF, BEATTY],
        }
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        matches!(position, [x, y] if self.pairs.is_pair(x, y))
    }

    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        let [x, y] = position else { return first_of(Vec::new(), limit) };
        first_of(options(&self.pairs, x, y), limit)
    }

    fn closed_form(&self, _heaps: usize) -> Option<ClosedForm> {
        // In misere play with t = 1 the first two pairs are others; with t >= 2 no pair is that of normal play.
        let (from, others) = match (self.misere, self.pairs.t().is_one()) {
            (false, _) => (0, Vec::new()),
            (true, true) => (2, vec![(0, 1), (2, 2)]),
            (true, false) => return None,
        };
        // α = (2 - t + √(t² + 4))/2
        let t = Number::from_biguint(self.pairs.t());
        let four = Number::from(4);
        let root = t.times(&t).and_then(|square| square.plus(&four)).and_then(|sum| sum.sqrt()).ok()?;
        let alpha =
            Number::from(2).minus(&t).and_then(|rest| rest.plus(&root)).and_then(|twice| twice.over(&Number::from(2)));
        let alpha = alpha.ok()?;
        let beta = alpha.plus(&t).ok()?;
        Some(ClosedForm::Pairs { from, others, alpha, beta, t: self.pairs.t().clone() })
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        match position {
            [x, y] => to_json(&WythoffFigures::new(&self.pairs, x, y)),
            _ => Value::Null,
        }
    }
}

/// The pairs that one move reaches from (`x`, `y`), heaps in place; at most four.
fn options(pairs: &Pairs, x: &BigUint, y: &BigUint) -> Vec<Vec<BigUint>> {
    let (beside_x, beside_y) = (pairs.partner(x), pairs.partner(y));
    let mut options: Vec<Vec<BigUint>> = pairs.below_both(x, y).into_iter().map(|(p, q)| vec![p, q]).collect();
    if beside_x < *y {
        options.push(vec![x.clone(), beside_x]);
    }
    if beside_y < *x {
        options.push(vec![beside_y, y.clone()]);
    }
    options
}

#[cfg(test)]
mod tests;
