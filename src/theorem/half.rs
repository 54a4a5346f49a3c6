//! Take at most half: a move takes at least one token and at most half of a heap.

use super::common::to_json;
use super::heap_sum::{self, HeapGame, HeapOptions, SumFigures};
use super::nim_family::literature::{GRUNDY, SPRAGUE};
use super::{ClosedForm, Theorem, WinningMoves};
use crate::logic::formula::{Formula, Linear, Var};
use num_bigint::BigUint;
use num_integer::Integer;
use serde::Serialize;
use serde_json::Value;

const LEVINE: &str = "L. Levine, Fractal sequences and restricted Nim, Ars Combinatoria 80 (2006), 113–127.";

/// Any number of heaps; a move takes from one heap of h tokens at least 1 and at most ⌊h/2⌋. So a heap of one token is
/// stuck; whoever cannot move loses.
///
/// The Grundy value of h is v, where h + 1 = 2^j(2v + 1): g(2k) = k and g(2k + 1) = g(k).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakeHalf;

/// The figures of [`TakeHalf`].
#[derive(Clone, Debug, Serialize)]
pub struct HalfFigures {
    /// Grundy values and the nim-sum.
    #[serde(flatten)]
    pub sum_of_heaps: SumFigures,
    /// For each heap how its value comes about.
    pub factors: Vec<OddPart>,
}

/// How h + 1 is divided by 2 until that goes no further.
#[derive(Clone, Debug, Serialize)]
pub struct OddPart {
    /// h
    pub size: String,
    /// h + 1
    pub next: String,
    /// The exponent j in h + 1 = 2^j·u with odd u.
    pub exponent: u64,
    /// u
    pub odd: String,
    /// (u - 1)/2, the value.
    pub value: String,
}

impl TakeHalf {
    /// Take at most half.
    pub fn new() -> TakeHalf {
        TakeHalf
    }
}

/// The odd number u with h + 1 = 2^j·u, and j.
fn odd_part(size: &BigUint) -> (BigUint, u64) {
    let next = size + 1u8;
    let exponent = next.trailing_zeros().unwrap_or(0);
    (next >> exponent, exponent)
}

impl HeapGame for TakeHalf {
    fn value(&self, size: &BigUint) -> BigUint {
        odd_part(size).0 / 2u8
    }

    /// At most one: the options are the sizes from h - ⌊h/2⌋ to h - 1, and the numbers of value v are the 2^j(2v + 1) - 1,
    /// of which each is more than twice the one before.
    fn options_of_value(&self, size: &BigUint, value: &BigUint, _limit: usize) -> HeapOptions {
        let mut next: BigUint = value * 2u8 + 1u8;
        let lowest: BigUint = size.div_ceil(&2u8.into()) + 1u8;
        while next < lowest {
            next <<= 1u8;
        }
        let options = if next <= *size { vec![vec![next - 1u8]] } else { Vec::new() };
        HeapOptions { options, complete: true }
    }

    fn some_option(&self, size: &BigUint) -> Option<Vec<BigUint>> {
        (*size >= 2u8.into()).then(|| vec![size - 1u8])
    }
}

impl Theorem for TakeHalf {
    fn id(&self) -> &'static str {
        "half"
    }

    fn credit(&self) -> &'static str {
        ""
    }

    fn references(&self) -> &'static [&'static str] {
        &[LEVINE, SPRAGUE, GRUNDY]
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        heap_sum::is_p(self, position)
    }

    /// At most one move for each heap.
    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        heap_sum::winning_moves(self, position, limit)
    }

    /// For one heap h: h + 1 is a power of 2, that is, h and h + 1 have no binary column with ones in common. For more
    /// heaps none: division by a power of 2 that depends on the heap cannot be said with sums, remainders and digits.
    fn closed_form(&self, heaps: usize) -> Option<ClosedForm> {
        let [heap, next, sum] = [0, 1, 2].map(Var);
        let one = Linear::constant(1);
        let formula = Formula::And(vec![
            Formula::equal(&Linear::variable(next), &Linear::variable(heap).plus(&one)),
            Formula::equal(&Linear::variable(sum), &Linear::sum([(2, heap)], 1)),
            Formula::nim_sum_is(&[heap, next], sum),
        ]);
        (heaps == 1).then(|| ClosedForm::Formula(Formula::exists([next, sum], formula)))
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        let factor = |size: &BigUint| {
            let (odd, exponent) = odd_part(size);
            OddPart {
                size: size.to_string(),
                next: (size + 1u8).to_string(),
                exponent,
                value: (&odd / 2u8).to_string(),
                odd: odd.to_string(),
            }
        };
        to_json(&HalfFigures {
            sum_of_heaps: SumFigures::new(self, position),
            factors: position.iter().map(factor).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::exhaustive::positions;
    use crate::theorem::search;

    fn options(position: &[u64]) -> Vec<Vec<u64>> {
        let mut options = Vec::new();
        for heap in 0..position.len() {
            for taken in 1..=position[heap] / 2 {
                let mut option = position.to_vec();
                option[heap] -= taken;
                options.push(option);
            }
        }
        options
    }

    #[test]
    fn agrees_with_brute_force() {
        for (heaps, max) in [(0, 1), (1, 70), (2, 24), (3, 9), (4, 5)] {
            search::check(&TakeHalf::new(), &options, positions(heaps, max));
        }
    }

    #[test]
    fn agrees_with_the_tables() {
        let golden = search::golden("half-2-normal");
        let found: Vec<Vec<u64>> = positions(2, golden["max"].as_u64().unwrap())
            .into_iter()
            .filter(|position| position.is_sorted() && TakeHalf::new().is_p(&search::large(position)))
            .collect();
        assert_eq!(serde_json::json!(found), golden["p_positions"]);
        let sequences = search::golden("grundy-sequences");
        let known = sequences["half: take 1..floor(h/2)"].as_array().unwrap();
        for (size, value) in known.iter().enumerate() {
            assert_eq!(TakeHalf::new().value(&size.into()), value.as_u64().unwrap().into());
        }
    }

    #[test]
    fn the_formula_says_the_same() {
        let Some(ClosedForm::Formula(formula)) = TakeHalf::new().closed_form(1) else { panic!("a formula") };
        for heap in (0..70).chain([(1 << 20) - 1, 1 << 20, (1 << 31) - 1]) {
            search::check_formula(&TakeHalf::new(), &formula, &[heap]);
        }
        assert!(TakeHalf::new().closed_form(2).is_none());
    }

    #[test]
    fn answers_for_large_heaps() {
        let googol = BigUint::from(10u32).pow(100);
        let position = [googol.clone(), BigUint::from(10u32).pow(99), 7u8.into()];
        let found = TakeHalf::new().winning_moves(&position, 10);
        assert!(found.complete && !found.options.is_empty());
        for option in &found.options {
            assert!(TakeHalf::new().is_p(option));
            let changed: Vec<usize> = (0..3).filter(|heap| option[*heap] != position[*heap]).collect();
            assert_eq!(changed.len(), 1);
            let (before, after) = (&position[changed[0]], &option[changed[0]]);
            assert!(after < before && after * 2u8 >= *before);
        }
        assert!(TakeHalf::new().is_p(&[(BigUint::from(1u8) << 400u16) - 1u8, BigUint::ZERO]));
    }
}
