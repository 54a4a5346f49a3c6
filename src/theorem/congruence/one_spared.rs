//! A move takes from any number of heaps but not from all.

use super::figures::CongruenceFigures;
use super::{lowered, lowered_heap};
use crate::theorem::common::{first_of, to_json};
use crate::theorem::{ClosedForm, Theorem, WinningMoves, sets};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use serde_json::Value;

const MOORE: &str = "E. H. Moore, A generalization of the game called Nim, Annals of Mathematics (2) 11 (1910), 93–94.";
const GURVICH_HO: &str = "V. Gurvich and N. B. Ho, Slow k-Nim, arXiv:1508.05777 (2015).";

/// n >= 2 heaps; a move takes tokens from at least one heap and at most n - 1, and at most m from each.
///
/// Normal play: the P-positions are those whose heaps are all congruent modulo m + 1. Misere play: let a be the smallest
/// heap, r its remainder and g the number of heaps larger than a; the P-positions are those with
///
/// - r >= 2, and all heaps congruent to r; or
/// - r <= 1, g = 1, and the larger heap congruent to 1 - r; or
/// - r <= 1, g >= 2, and all heaps congruent to r.
///
/// Without a limit, read m + 1 as a number beyond every heap.
#[derive(Clone, Debug)]
pub struct OneHeapSpared {
    limit: Option<BigUint>,
    misere: bool,
}

impl OneHeapSpared {
    /// Normal play, with at most `limit` tokens from a heap, or any number; none for a limit of 0.
    pub fn normal(limit: Option<BigUint>) -> Option<OneHeapSpared> {
        OneHeapSpared::of(limit, false)
    }

    /// Misere play, with at most `limit` tokens from a heap, or any number; none for a limit of 0.
    pub fn misere(limit: Option<BigUint>) -> Option<OneHeapSpared> {
        OneHeapSpared::of(limit, true)
    }

    fn of(limit: Option<BigUint>, misere: bool) -> Option<OneHeapSpared> {
        (limit != Some(BigUint::zero())).then_some(OneHeapSpared { limit, misere })
    }

    /// m + 1, or without a limit a number larger than every heap and than 2, which does as well.
    fn modulus(&self, position: &[BigUint]) -> BigUint {
        let largest = position.iter().max().cloned().unwrap_or_default();
        self.limit.clone().unwrap_or(largest + 2u8) + 1u8
    }

    /// The winning move that the proof makes from an N-position; none where there is no move.
    fn illustration(&self, position: &[BigUint]) -> Option<Vec<BigUint>> {
        let modulus = self.modulus(position);
        let least = position.iter().min()?;
        let remainder = least % &modulus;
        if self.is_p(position) || (self.misere && position.iter().all(Zero::is_zero)) {
            return None;
        }
        let long: Vec<usize> = (0..position.len()).filter(|i| position[*i] >= least + &modulus).collect();
        if !self.misere || remainder > BigUint::one() || long.len() >= 2 {
            return lowered(position, least, &modulus);
        }
        let with = |index: usize, size: BigUint, rest: BigUint| {
            let mut option = vec![rest; position.len()];
            option[index] = size;
            Some(option)
        };
        let find = |size: &BigUint| position.iter().position(|other| other == size);
        if let [index] = long.as_slice() {
            let size = lowered_heap(&position[*index], &(BigUint::one() - remainder), &modulus)?;
            return with(*index, size, least.clone());
        }
        let limit = &modulus - 1u8;
        match position.iter().position(|size| size > least) {
            None if remainder.is_one() => with(0, least.clone(), least - 1u8),
            None => with(0, least.clone(), least - limit),
            Some(larger) if remainder.is_zero() => with(larger, least + 1u8, least.clone()),
            Some(_) => match find(&(least + limit)) {
                Some(opposite) => with(opposite, position[opposite].clone(), least.clone()),
                None => with(find(least)?, least.clone(), least - 1u8),
            },
        }
    }

    /// Whether a move leads from `position` to `option`.
    fn is_move(&self, position: &[BigUint], option: &[BigUint], modulus: &BigUint) -> bool {
        let within = |(before, after): (&BigUint, &BigUint)| after <= before && before - after < *modulus;
        let changed = position.iter().zip(option).filter(|(before, after)| before != after).count();
        (1..position.len()).contains(&changed) && position.iter().zip(option).all(within)
    }

    /// Positions among which are all P-positions that one move reaches: about three for each heap.
    fn candidates(&self, position: &[BigUint], modulus: &BigUint) -> Vec<Vec<BigUint>> {
        // All heaps congruent: as one heap is spared, to the remainder of one of them.
        let mut found: Vec<Vec<BigUint>> =
            position.iter().filter_map(|size| lowered(position, size, modulus)).collect();
        if self.misere {
            for odd in 0..position.len() {
                self.add_lone_heap(position, modulus, odd, &mut found);
            }
        }
        found
    }

    /// The candidates of misere play in which the heap with index `odd` is larger than the others, and they are equal.
    fn add_lone_heap(&self, position: &[BigUint], modulus: &BigUint, odd: usize, found: &mut Vec<Vec<BigUint>>) {
        let others = position.iter().enumerate().filter(|(i, _)| *i != odd).map(|(_, size)| size);
        let Some(least) = others.min() else { return };
        let mut add = |rest: &BigUint, size: BigUint| {
            let mut option = vec![rest.clone(); position.len()];
            option[odd] = size;
            found.push(option);
        };
        let opposite = |size: &BigUint| {
            let remainder = size % modulus;
            (remainder <= BigUint::one()).then(|| BigUint::one() - remainder)
        };
        // Either one of the other heaps is spared, the smallest of them, or the odd heap is.
        if let Some(size) = opposite(least).and_then(|goal| lowered_heap(&position[odd], &goal, modulus)) {
            add(least, size);
        }
        if let Some(goal) = opposite(&position[odd])
            && !least.is_zero()
            && let Some(rest) = lowered_heap(&(least - 1u8), &goal, modulus)
        {
            add(&rest, position[odd].clone());
        }
    }
}

impl Theorem for OneHeapSpared {
    fn id(&self) -> &'static str {
        if self.misere { "misere-one-heap-spared" } else { "one-heap-spared" }
    }

    fn credit(&self) -> &'static str {
        if self.limit.is_none() { "Moore, 1910" } else { "" }
    }

    fn references(&self) -> &'static [&'static str] {
        if self.limit.is_none() { &[MOORE] } else { &[GURVICH_HO] }
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        let modulus = self.modulus(position);
        let Some(least) = position.iter().min() else { return false };
        let remainder = least % &modulus;
        let congruent = position.iter().all(|size| size % &modulus == remainder);
        if !self.misere || remainder > BigUint::one() {
            return congruent;
        }
        let larger: Vec<&BigUint> = position.iter().filter(|size| *size > least).collect();
        match larger.as_slice() {
            [] => false,
            [size] => *size % &modulus == BigUint::one() - remainder,
            _ => congruent,
        }
    }

    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        if position.is_empty() || self.is_p(position) {
            return first_of(Vec::new(), limit);
        }
        let modulus = self.modulus(position);
        let mut options = self.candidates(position, &modulus);
        options.retain(|option| self.is_move(position, option, &modulus) && self.is_p(option));
        first_of(options, limit)
    }

    fn closed_form(&self, heaps: usize) -> Option<ClosedForm> {
        let modulus = self.limit.as_ref().map(|limit| limit + 1u8);
        Some(ClosedForm::Formula(sets::all_congruent(heaps, modulus.as_ref(), self.misere)))
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        let target = self.illustration(position);
        to_json(&CongruenceFigures::new(position, self.limit.as_ref(), target.as_deref()))
    }
}
