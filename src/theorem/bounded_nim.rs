//! Bounded Nim: a move takes at least one and at most m tokens from one heap.
//!
//! With r_i for the remainder of the i-th heap modulo m + 1, a position is a P-position exactly when (r_1, …, r_n) is one
//! of Nim, in normal play as in misere play: a move changes exactly one remainder, since no number from 1 to m is
//! divisible by m + 1, and every move of Nim on the remainders is a move here.
//!
//! For m = 1 this says that in normal play an even number of tokens loses, and in misere play an odd one.

use super::nim_family::columns::{is_p, repair};
use super::nim_family::figures::{Move, Subject};
use super::nim_family::literature::{BOUTON, CONWAY, GRUNDY, SIEGEL, SPRAGUE, WINNING_WAYS};
use super::nim_family::moves;
use super::{ClosedForm, HeapValue, Theorem, WinningMoves, sets};
use num_bigint::BigUint;
use num_traits::Zero;
use serde_json::Value;

/// The theorem on Nim with at most m tokens a move, in normal or misere play, for any number of heaps.
///
/// # References
///
/// In normal play it follows from the theory of Sprague 1935 and Grundy 1939, a heap's Grundy value being its remainder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundedNim {
    take_limit: BigUint,
    misere: bool,
}

impl BoundedNim {
    /// Whoever takes the last token wins; a move takes at most `take_limit` tokens.
    ///
    /// # Panics
    ///
    /// If `take_limit` is 0.
    pub fn normal(take_limit: BigUint) -> BoundedNim {
        assert!(!take_limit.is_zero(), "a move takes at least one token");
        BoundedNim { take_limit, misere: false }
    }

    /// Whoever takes the last token loses; a move takes at most `take_limit` tokens.
    ///
    /// # Panics
    ///
    /// If `take_limit` is 0.
    pub fn misere(take_limit: BigUint) -> BoundedNim {
        BoundedNim { misere: true, ..BoundedNim::normal(take_limit) }
    }

    fn remainders(&self, position: &[BigUint]) -> Vec<BigUint> {
        let modulus = &self.take_limit + 1u32;
        position.iter().map(|heap| heap % &modulus).collect()
    }

    /// What is left of a heap with the given remainder after the move that makes its remainder `wanted`, another number
    /// from 0 to m; `None` if the heap is too small.
    fn lower_to(&self, heap: &BigUint, remainder: &BigUint, wanted: &BigUint) -> Option<BigUint> {
        if wanted < remainder {
            Some(heap - (remainder - wanted))
        } else if *heap > self.take_limit {
            Some(heap - (&self.take_limit + 1u32 - (wanted - remainder)))
        } else {
            None
        }
    }

    /// The winning move of the proof, as the position that it leads to; `None` for a P-position and where nothing is left.
    fn repair(&self, position: &[BigUint], remainders: &[BigUint]) -> Option<Vec<BigUint>> {
        if self.is_p(position) {
            return None;
        }
        if let Some(repair) = repair(remainders, 1, self.misere) {
            let lowered = position.iter().zip(remainders).zip(&repair.values);
            return Some(lowered.map(|((heap, remainder), wanted)| heap - (remainder - wanted)).collect());
        }
        // Misere play with all heaps divisible by m + 1: taking m tokens leaves the remainder 1.
        let heap = position.iter().position(|heap| !heap.is_zero())?;
        Some(moves::replace(position, heap, &position[heap] - &self.take_limit))
    }
}

impl Theorem for BoundedNim {
    fn id(&self) -> &'static str {
        if self.misere { "misere-bounded-nim" } else { "bounded-nim" }
    }

    fn credit(&self) -> &'static str {
        if self.misere { "" } else { "Sprague, 1935; Grundy, 1939" }
    }

    fn references(&self) -> &'static [&'static str] {
        if self.misere {
            &[BOUTON, WINNING_WAYS, SIEGEL]
        } else {
            &[BOUTON, SPRAGUE, GRUNDY, CONWAY, WINNING_WAYS, SIEGEL]
        }
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        is_p(&self.remainders(position), 1, self.misere)
    }

    /// At most n moves in normal play.
    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        let remainders = self.remainders(position);
        let mut options: Vec<_> = moves::single_changes(&remainders, self.misere)
            .into_iter()
            .filter(|(_, wanted)| *wanted <= self.take_limit)
            .filter_map(|(heap, wanted)| {
                let left = self.lower_to(&position[heap], &remainders[heap], &wanted)?;
                Some(moves::replace(position, heap, left))
            })
            .collect();
        options.sort();
        moves::collect(options, limit)
    }

    fn closed_form(&self, heaps: usize) -> Option<ClosedForm> {
        sets::remainder_columns(heaps, &(&self.take_limit + 1u32), self.misere).map(ClosedForm::Formula)
    }

    fn heap_value(&self) -> Option<HeapValue> {
        // A heap of h and another of g <= m tokens, from which any number may be taken, are a P-position exactly where
        // g = h mod (m + 1).
        (!self.misere).then(|| HeapValue::Remainder(&self.take_limit + 1u32))
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        let remainders = self.remainders(position);
        let shown = match self.repair(position, &remainders) {
            Some(option) => Some(option),
            None if self.is_p(position) => moves::example(position, &remainders),
            None => None,
        };
        let shown = shown.map(|option| Move { values: self.remainders(&option), option, steps: Vec::new() });
        let take_limit = Some(&self.take_limit);
        Subject { heap_limit: 1, take_limit, misere: self.misere, heaps: position, values: &remainders }
            .figures(shown)
            .to_json()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::nim_family::oracle::{big, check_against_brute_force, check_against_golden};

    fn both(take_limit: u32) -> [BoundedNim; 2] {
        [BoundedNim::normal(BigUint::from(take_limit)), BoundedNim::misere(BigUint::from(take_limit))]
    }

    #[test]
    fn agrees_with_brute_force() {
        for take_limit in 1..=6 {
            for (heaps, max) in [(1, 20), (2, 12), (3, 9), (4, 5), (5, 3)] {
                for theorem in both(take_limit) {
                    let limit = take_limit as usize;
                    check_against_brute_force(&theorem, heaps, max, 1, limit, theorem.misere);
                }
            }
        }
    }

    #[test]
    fn agrees_with_the_tables() {
        for take_limit in 1..=4 {
            let [normal, misere] = both(take_limit);
            check_against_golden(&normal, &format!("bounded-nim-3-m{take_limit}-normal"));
            check_against_golden(&misere, &format!("bounded-nim-3-m{take_limit}-misere"));
        }
    }

    #[test]
    fn answers_for_large_heaps() {
        let googol = BigUint::from(10u32).pow(100);
        let [normal, misere] = [BoundedNim::normal(googol.clone()), BoundedNim::misere(googol.clone())];
        let position = [&googol * 3u32 + 5u32, BigUint::from(2u32)];
        // The remainders modulo 10^100 + 1 are 2 and 2.
        assert!(normal.is_p(&position) && misere.is_p(&position));
        let found = normal.winning_moves(&[position[0].clone(), BigUint::from(9u32)], 10);
        assert!(found.complete);
        assert_eq!(found.options.len(), 2);
        assert!(found.options.contains(&position.to_vec()));
    }

    #[test]
    fn shows_remainders() {
        let [normal, misere] = both(3);
        let figures = normal.figures(&big(&[7, 9]));
        assert_eq!((&figures["m"], &figures["modulus"]), (&Value::from("3"), &Value::from("4")));
        assert_eq!(figures["table"]["rows"][0]["size"], "7");
        assert_eq!(figures["table"]["rows"][0]["value"], "3");
        assert_eq!(figures["move"]["leaves"], "(5, 9)");
        assert_eq!(figures["move"]["takes"][0]["value_after"], "1");
        let figures = misere.figures(&big(&[4, 8]));
        assert_eq!(figures["case"], "ones");
        assert_eq!(figures["zeros"], 2);
        assert_eq!(figures["move"]["leaves"], "(1, 8)");
        let figures = normal.figures(&big(&[4, 8]));
        assert_eq!(figures["move"]["takes"][0]["value_after"], "3");
        assert_eq!(figures["move"]["column"], "2");
    }
}
