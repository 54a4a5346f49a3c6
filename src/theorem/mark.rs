//! Mark: a move takes one token, or halves the heap.

use super::common::{first_of, to_json, written};
use super::{ClosedForm, Theorem, WinningMoves};
use crate::logic::formula::{Formula, Linear, Var};
use num_bigint::BigUint;
use num_traits::Zero;
use serde::Serialize;
use serde_json::Value;

const FRAENKEL_2011: &str = "A. S. Fraenkel, Aperiodic subtraction games, Electronic Journal of Combinatorics 18(2) (2011), \
                             P19.";
const FRAENKEL_2012: &str =
    "A. S. Fraenkel, The vile, dopey, evil and odious game players, Discrete Mathematics 312 (2012), 42–46.";

/// One heap; a move brings a heap of h >= 1 tokens to h - 1 or to ⌊h/2⌋. Whoever cannot move loses.
///
/// The P-positions are 0 and the numbers whose binary form ends with an odd number of zeros.
///
/// # References
///
/// Fraenkel 2011.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark;

/// The numbers that show the theorem at work, as text.
#[derive(Clone, Debug, Serialize)]
pub struct MarkFigures {
    /// The heap.
    pub heap: String,
    /// Whether the numbers are too long to be written in binary; the binary forms are empty then.
    pub large: bool,
    /// The heap in binary.
    pub binary: String,
    /// The number of zeros at the end of the binary form; 0 for an empty heap.
    pub zeros: u64,
    /// One token less.
    pub less: Neighbour,
    /// Half of the heap.
    pub half: Neighbour,
    /// The position that the winning move leads to, as written; empty where there is none.
    pub target: String,
}

/// A number that a move leads to.
#[derive(Clone, Debug, Serialize)]
pub struct Neighbour {
    /// The number.
    pub heap: String,
    /// The number in binary.
    pub binary: String,
    /// The number of zeros at the end of its binary form; 0 for an empty heap.
    pub zeros: u64,
    /// Whether it is a P-position.
    pub p: bool,
}

impl Mark {
    /// Mark.
    pub fn new() -> Mark {
        Mark
    }
}

fn is_p(heap: &BigUint) -> bool {
    heap.trailing_zeros().is_none_or(|zeros| zeros % 2 == 1)
}

/// The two numbers that a move leads to; none from an empty heap.
fn options(heap: &BigUint) -> Option<[BigUint; 2]> {
    (!heap.is_zero()).then(|| [heap - 1u8, heap / 2u8])
}

/// The heap is empty, or its binary form ends with an odd number j of zeros.
///
/// The nim-sum of h and h - 1 has ones in the last j + 1 columns. A number w whose nim-sum with 2w is that has a one in the
/// last column, then ones in every other column, and none in the highest of the j + 1; so there is such a w exactly if
/// j + 1 is even.
fn formula(heap: Var) -> Formula {
    let [less, ones, alternating, shifted] = [1, 2, 3, 4].map(|offset| Var(heap.0 + offset));
    let successor = Linear::variable(less).plus(&Linear::constant(1));
    let twice = Linear::sum([(2, alternating)], 0);
    let odd = Formula::And(vec![
        Formula::equal(&Linear::variable(heap), &successor),
        Formula::nim_sum_is(&[heap, less], ones),
        Formula::equal(&Linear::variable(shifted), &twice),
        Formula::nim_sum_is(&[alternating, shifted], ones),
    ]);
    let nonempty = Formula::exists([less, ones, alternating, shifted], odd);
    Formula::Or(vec![Formula::IsZero(Linear::variable(heap)), nonempty])
}

impl Neighbour {
    fn new(heap: &BigUint, large: bool) -> Neighbour {
        Neighbour {
            heap: heap.to_string(),
            binary: if large { String::new() } else { heap.to_str_radix(2) },
            zeros: heap.trailing_zeros().unwrap_or(0),
            p: is_p(heap),
        }
    }
}

impl Theorem for Mark {
    fn id(&self) -> &'static str {
        "mark"
    }

    fn credit(&self) -> &'static str {
        "Fraenkel, 2011"
    }

    fn references(&self) -> &'static [&'static str] {
        &[FRAENKEL_2011, FRAENKEL_2012]
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        matches!(position, [heap] if is_p(heap))
    }

    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        let [heap] = position else { return first_of(Vec::new(), limit) };
        let winning = options(heap).into_iter().flatten().filter(is_p);
        first_of(winning.map(|left| vec![left]).collect(), limit)
    }

    fn closed_form(&self, heaps: usize) -> Option<ClosedForm> {
        (heaps == 1).then(|| ClosedForm::Formula(formula(Var(0))))
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        let [heap] = position else { return Value::Null };
        let large = heap.bits() > 40;
        let [less, half] = options(heap).unwrap_or_default();
        let target = options(heap).into_iter().flatten().rev().find(is_p).map(|left| written(&[left]));
        to_json(&MarkFigures {
            heap: heap.to_string(),
            large,
            binary: if large { String::new() } else { heap.to_str_radix(2) },
            zeros: heap.trailing_zeros().unwrap_or(0),
            less: Neighbour::new(&less, large),
            half: Neighbour::new(&half, large),
            target: target.unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::search;

    #[test]
    fn agrees_with_brute_force() {
        let options = |position: &[u64]| match position[0] {
            0 => Vec::new(),
            heap => vec![vec![heap - 1], vec![heap / 2]],
        };
        search::check(&Mark::new(), &options, (0..=600).map(|heap| vec![heap]));
    }

    #[test]
    fn answers_for_large_heaps() {
        let googol = BigUint::from(10u32).pow(100);
        // 10^100 ends with 100 zeros in binary, and its half with 99.
        assert_eq!(Mark::new().winning_moves(std::slice::from_ref(&googol), 5).options, [vec![&googol / 2u8]]);
        assert!(Mark::new().is_p(&[&googol * 2u8]));
        assert!(Mark::new().is_p(&[&googol * 2u8 + 2u8]));
        assert_eq!(Mark::new().winning_moves(&[&googol + 3u8], 5).options, [vec![&googol + 2u8]]);
    }

    #[test]
    fn the_formula_says_the_same() {
        let Some(ClosedForm::Formula(formula)) = Mark::new().closed_form(1) else { panic!("a formula") };
        for heap in (0..70).chain([512, 1 << 20, 1 << 31]) {
            search::check_formula(&Mark::new(), &formula, &[heap]);
        }
        assert!(Mark::new().closed_form(2).is_none());
    }

    #[test]
    fn other_numbers_of_heaps_are_no_p_positions() {
        assert!(!Mark::new().is_p(&search::large(&[2, 2])));
        assert_eq!(Mark::new().figures(&[]), Value::Null);
        assert!(Mark::new().winning_moves(&[], 5).options.is_empty());
    }
}
