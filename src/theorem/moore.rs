//! Moore's Nim: a move takes any number of tokens, at least one, from each of 1 to K heaps.
//!
//! Write the heaps in binary, one under another. In normal play the P-positions are those in which the number of ones in
//! every column is divisible by K + 1. In misere play they are the same as long as some heap has at least 2 tokens, and
//! among the others those in which the number of heaps of 1 token is 1 modulo K + 1.

use super::nim_family::columns::{Tally, is_p, repair};
use super::nim_family::figures::{Move, Subject};
use super::nim_family::literature::{BOUTON, MOORE, SIEGEL, WINNING_WAYS};
use super::nim_family::moves;
use super::nim_family::repairs::Repairs;
use super::{ClosedForm, Theorem, WinningMoves, sets};
use num_bigint::BigUint;
use serde_json::Value;

/// Moore's theorem on Nim with moves in up to K heaps, in normal or misere play, for any number of heaps.
///
/// # References
///
/// Moore 1910, for normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moore {
    heap_limit: usize,
    misere: bool,
}

impl Moore {
    /// Whoever takes the last token wins; a move takes from at most `heap_limit` heaps.
    ///
    /// # Panics
    ///
    /// If `heap_limit` is 0.
    pub fn normal(heap_limit: usize) -> Moore {
        assert!(heap_limit >= 1, "a move takes from at least one heap");
        Moore { heap_limit, misere: false }
    }

    /// Whoever takes the last token loses; a move takes from at most `heap_limit` heaps.
    ///
    /// # Panics
    ///
    /// If `heap_limit` is 0.
    pub fn misere(heap_limit: usize) -> Moore {
        Moore { misere: true, ..Moore::normal(heap_limit) }
    }
}

impl Theorem for Moore {
    fn id(&self) -> &'static str {
        if self.misere { "misere-moore" } else { "moore" }
    }

    fn credit(&self) -> &'static str {
        if self.misere { "" } else { "Moore, 1910" }
    }

    fn references(&self) -> &'static [&'static str] {
        &[MOORE, BOUTON, WINNING_WAYS, SIEGEL]
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        is_p(position, self.heap_limit, self.misere)
    }

    /// Where there are more than `limit` moves, the one that the proof constructs is among those listed.
    ///
    /// # Complexity
    ///
    /// O(b n²) for each move listed, for n heaps of b binary digits.
    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        let Some(constructed) = repair(position, self.heap_limit, self.misere) else {
            return WinningMoves { options: Vec::new(), complete: true };
        };
        // The cases exclude each other. With more than K heaps above 1 one of them stays, so that the columns decide;
        // with at most K the columns cannot all be good and one of these heaps stay, so that only ones must be left.
        let others = if self.misere && Tally::of(position).more <= self.heap_limit {
            Repairs::leaving_ones(position, self.heap_limit)
        } else {
            Repairs::balancing(position, self.heap_limit)
        };
        let constructed = constructed.values;
        moves::collect(std::iter::once(constructed.clone()).chain(others.filter(|other| *other != constructed)), limit)
    }

    fn closed_form(&self, heaps: usize) -> Option<ClosedForm> {
        sets::columns(heaps, self.heap_limit, self.misere).map(ClosedForm::Formula)
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        let shown = match repair(position, self.heap_limit, self.misere) {
            Some(repair) => Some(Move { option: repair.values.clone(), values: repair.values, steps: repair.steps }),
            None if self.is_p(position) => moves::example(position, position).map(|option| Move {
                values: option.clone(),
                option,
                steps: Vec::new(),
            }),
            None => None,
        };
        Subject {
            heap_limit: self.heap_limit,
            take_limit: None,
            misere: self.misere,
            heaps: position,
            values: position,
        }
        .figures(shown)
        .to_json()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::nim_family::oracle::{big, check_against_brute_force, check_against_golden};

    #[test]
    fn agrees_with_brute_force() {
        for heap_limit in 1..=4 {
            for (heaps, max) in [(1, 12), (2, 9), (3, 7), (4, 4), (5, 3)] {
                let [normal, misere] = [Moore::normal(heap_limit), Moore::misere(heap_limit)];
                check_against_brute_force(&normal, heaps, max, heap_limit, usize::MAX, false);
                check_against_brute_force(&misere, heaps, max, heap_limit, usize::MAX, true);
            }
        }
    }

    #[test]
    fn agrees_with_the_tables() {
        for (heaps, heap_limit) in [(3, 2), (4, 2), (4, 3), (5, 2)] {
            check_against_golden(&Moore::normal(heap_limit), &format!("moore-{heaps}-K{heap_limit}-normal"));
            check_against_golden(&Moore::misere(heap_limit), &format!("moore-{heaps}-K{heap_limit}-misere"));
        }
    }

    #[test]
    fn answers_for_many_large_heaps() {
        let googol = BigUint::from(10u32).pow(100);
        let position: Vec<_> = (1..=30u32).map(|i| &googol / i).collect();
        for heap_limit in [1, 2, 7, 28, 29] {
            for theorem in [Moore::normal(heap_limit), Moore::misere(heap_limit)] {
                let found = theorem.winning_moves(&position, 20);
                assert!(!found.options.is_empty());
                // With n = K + 1 heaps, all must be brought to the size of the smallest.
                assert_eq!(found.complete, heap_limit == 1 || heap_limit == 29, "{heap_limit}");
                for option in &found.options {
                    assert!(theorem.is_p(option));
                    let changed = option.iter().zip(&position).filter(|(new, old)| new != old).count();
                    assert!((1..=heap_limit).contains(&changed));
                    assert!(option.iter().zip(&position).all(|(new, old)| new <= old));
                }
            }
        }
    }

    #[test]
    fn a_limit_of_heaps_beyond_all_heaps_lets_every_move_win_at_once() {
        let found = Moore::normal(usize::MAX).winning_moves(&big(&[5, 9]), 10);
        assert_eq!(found, WinningMoves { options: vec![big(&[0, 0])], complete: true });
    }

    #[test]
    fn shows_the_construction() {
        let figures = Moore::normal(2).figures(&big(&[3, 5, 7, 9]));
        assert_eq!((&figures["K"], &figures["modulus"]), (&Value::from(2), &Value::from("3")));
        assert_eq!(figures["nim_sum"], Value::Null);
        assert_eq!(
            figures["table"]["columns"][0],
            serde_json::json!({
                "power": "8", "ones": 1, "remainder": 1, "spoiled": true
            })
        );
        assert_eq!(figures["move"]["leaves"], "(3, 5, 7, 6)");
        assert_eq!(figures["move"]["ones_after"], serde_json::json!([0, 3, 3, 3]));
        assert_eq!(
            figures["move"]["steps"][1],
            serde_json::json!({
                "power": "4", "ones": 2, "remainder": 2, "free": 1, "lowered": [], "filled": [3]
            })
        );
    }
}
