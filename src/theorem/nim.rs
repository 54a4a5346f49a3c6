//! Nim: a move takes any number of tokens, at least one, from one heap.
//!
//! In normal play the P-positions are those with nim-sum 0. In misere play they are those with nim-sum 0 and some heap of
//! at least 2 tokens, and those with an odd number of heaps of 1 token and no larger heap.

use super::nim_family::columns::{is_p, repair};
use super::nim_family::figures::{Move, Subject};
use super::nim_family::literature::{BOUTON, CONWAY, SIEGEL, WINNING_WAYS};
use super::nim_family::moves;
use super::{ClosedForm, HeapValue, Theorem, WinningMoves, sets};
use num_bigint::BigUint;
use serde_json::Value;

/// Bouton's theorem on Nim, in normal or misere play, for any number of heaps.
///
/// # References
///
/// Bouton 1901, for both kinds of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nim {
    misere: bool,
}

impl Nim {
    /// Whoever takes the last token wins.
    pub fn normal() -> Nim {
        Nim { misere: false }
    }

    /// Whoever takes the last token loses.
    pub fn misere() -> Nim {
        Nim { misere: true }
    }
}

impl Theorem for Nim {
    fn id(&self) -> &'static str {
        if self.misere { "misere-nim" } else { "nim" }
    }

    fn credit(&self) -> &'static str {
        "Bouton, 1901"
    }

    fn references(&self) -> &'static [&'static str] {
        &[BOUTON, CONWAY, WINNING_WAYS, SIEGEL]
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        is_p(position, 1, self.misere)
    }

    /// At most n moves in normal play.
    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        let mut options: Vec<_> = moves::single_changes(position, self.misere)
            .into_iter()
            .filter(|(heap, size)| *size < position[*heap])
            .map(|(heap, size)| moves::replace(position, heap, size))
            .collect();
        options.sort();
        moves::collect(options, limit)
    }

    fn closed_form(&self, heaps: usize) -> Option<ClosedForm> {
        sets::columns(heaps, 1, self.misere).map(ClosedForm::Formula)
    }

    fn heap_value(&self) -> Option<HeapValue> {
        // A heap of h and another of g tokens are a P-position exactly for g = h.
        (!self.misere).then_some(HeapValue::Size)
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        let shown = match repair(position, 1, self.misere) {
            Some(repair) => Some(repair.values),
            None if self.is_p(position) => moves::example(position, position),
            None => None,
        };
        let shown = shown.map(|option| Move { values: option.clone(), option, steps: Vec::new() });
        Subject { heap_limit: 1, take_limit: None, misere: self.misere, heaps: position, values: position }
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
        for (heaps, max) in [(1, 12), (2, 12), (3, 8), (4, 5), (5, 3)] {
            check_against_brute_force(&Nim::normal(), heaps, max, 1, usize::MAX, false);
            check_against_brute_force(&Nim::misere(), heaps, max, 1, usize::MAX, true);
        }
    }

    #[test]
    fn agrees_with_the_tables() {
        for heaps in [3, 4] {
            check_against_golden(&Nim::normal(), &format!("nim-{heaps}-normal"));
            check_against_golden(&Nim::misere(), &format!("nim-{heaps}-misere"));
        }
    }

    #[test]
    fn answers_for_large_heaps() {
        let googol = BigUint::from(10u32).pow(100);
        let position = [googol.clone(), BigUint::from(10u32).pow(99), BigUint::from(7u32)];
        let found = Nim::normal().winning_moves(&position, 10);
        assert!(found.complete);
        assert_eq!(found.options, [vec![&position[1] ^ &position[2], position[1].clone(), position[2].clone()]]);
        assert!(Nim::misere().is_p(&found.options[0]));
        assert!(Nim::misere().is_p(&[googol.clone(), googol]));
    }

    #[test]
    fn shows_the_repair_of_an_odd_column() {
        let figures = Nim::normal().figures(&big(&[3, 5, 7]));
        assert_eq!(figures["case"], "table");
        assert_eq!(figures["nim_sum"], "1");
        assert_eq!(figures["table"]["columns"][2]["spoiled"], true);
        assert_eq!(figures["table"]["columns"][2]["ones"], 3);
        assert_eq!(figures["table"]["rows"][1]["bits"], serde_json::json!(["1", "", "1"]));
        assert_eq!(figures["move"]["takes"][0]["heap"], 0);
        assert_eq!(figures["move"]["takes"][0]["amount"], "1");
        assert_eq!(figures["move"]["leaves"], "(2, 5, 7)");
        assert_eq!(figures["move"]["column"], "1");
        assert_eq!(figures["move"]["ones_after"], serde_json::json!([2, 2, 2]));
    }

    #[test]
    fn shows_how_a_move_spoils_a_column() {
        let figures = Nim::normal().figures(&big(&[4, 0, 4]));
        assert_eq!(figures["move"]["leaves"], "(3, 0, 4)");
        assert_eq!(figures["move"]["column"], "4");
        assert_eq!(figures["move"]["column_ones"], 2);
        assert_eq!(figures["move"]["column_ones_after"], 1);
    }

    #[test]
    fn tells_the_cases_of_misere_play_apart() {
        let case = |heaps: &[u32]| Nim::misere().figures(&big(heaps))["case"].clone();
        assert_eq!(case(&[0, 0]), "over");
        assert_eq!(case(&[1, 1, 0]), "ones");
        assert_eq!(case(&[1, 7, 1]), "endgame");
        assert_eq!(case(&[2, 2, 0]), "table");
        assert_eq!(case(&[2, 3, 0]), "table");
        assert_eq!(Nim::misere().figures(&big(&[1, 7, 1]))["move"]["leaves"], "(1, 1, 1)");
        assert_eq!(Nim::misere().figures(&big(&[0, 0]))["move"], Value::Null);
    }

    #[test]
    fn leaves_out_a_large_table() {
        let figures = Nim::normal().figures(&[BigUint::from(10u32).pow(100), BigUint::from(7u32)]);
        assert_eq!(figures["large"], true);
        assert_eq!(figures["table"], Value::Null);
        assert_eq!(figures["move"]["column"], "2^{332}");
        assert_eq!(figures["move"]["leaves"], "(7, 7)");
    }
}
