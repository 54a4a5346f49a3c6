//! A move takes from any number of heaps.

use super::figures::CongruenceFigures;
use super::lowered;
use crate::theorem::common::{first_of, to_json};
use crate::theorem::{ClosedForm, Theorem, WinningMoves, sets};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use serde_json::Value;

/// Some heaps; a move takes tokens from one or more of them, as many as there are, and at most m from each.
///
/// Normal play: the P-positions are those whose heaps are all divisible by m + 1. Misere play: those with a single
/// non-empty heap, congruent to 1 modulo m + 1, and those with at least two non-empty heaps and all heaps divisible by
/// m + 1. Without a limit, read m + 1 as a number beyond every heap: the empty position, and the positions with one token.
#[derive(Clone, Debug)]
pub struct AllHeaps {
    limit: Option<BigUint>,
    misere: bool,
}

impl AllHeaps {
    /// Normal play, with at most `limit` tokens from a heap, or any number; none for a limit of 0.
    pub fn normal(limit: Option<BigUint>) -> Option<AllHeaps> {
        AllHeaps::of(limit, false)
    }

    /// Misere play, with at most `limit` tokens from a heap, or any number; none for a limit of 0.
    pub fn misere(limit: Option<BigUint>) -> Option<AllHeaps> {
        AllHeaps::of(limit, true)
    }

    fn of(limit: Option<BigUint>, misere: bool) -> Option<AllHeaps> {
        (limit != Some(BigUint::zero())).then_some(AllHeaps { limit, misere })
    }

    /// m + 1, or without a limit a number larger than every heap and than 1, which does as well.
    fn modulus(&self, position: &[BigUint]) -> BigUint {
        let largest = position.iter().max().cloned().unwrap_or_default();
        self.limit.clone().unwrap_or(largest + 1u8) + 1u8
    }

    /// The winning move of misere play, or several where every heap is at most m.
    fn misere_options(&self, position: &[BigUint], most: usize) -> Vec<Vec<BigUint>> {
        let modulus = self.modulus(position);
        if self.is_p(position) {
            return Vec::new();
        }
        let large: Vec<usize> = (0..position.len()).filter(|i| position[*i] >= modulus).collect();
        let only = |i: usize, size: BigUint| {
            let mut option = vec![BigUint::zero(); position.len()];
            option[i] = size;
            option
        };
        match large.as_slice() {
            // One token is left in a heap, the last heap first, as that is the lexicographic order.
            [] => {
                let nonempty = (0..position.len()).rev().filter(|i| !position[*i].is_zero());
                nonempty.take(most).map(|i| only(i, BigUint::one())).collect()
            }
            // A large heap is at least m + 1, so that it can lose what it has beyond a multiple plus 1.
            [i] => vec![only(*i, &position[*i] - (&position[*i] + &modulus - 1u8) % &modulus)],
            _ => lowered(position, &BigUint::zero(), &modulus).into_iter().collect(),
        }
    }
}

impl Theorem for AllHeaps {
    fn id(&self) -> &'static str {
        if self.misere { "misere-all-heaps" } else { "all-heaps" }
    }

    fn credit(&self) -> &'static str {
        ""
    }

    fn references(&self) -> &'static [&'static str] {
        &[]
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        let modulus = self.modulus(position);
        let all_divisible = position.iter().all(|size| (size % &modulus).is_zero());
        if !self.misere {
            return all_divisible;
        }
        let nonempty: Vec<&BigUint> = position.iter().filter(|size| !size.is_zero()).collect();
        match nonempty.as_slice() {
            [] => false,
            [size] => (*size % &modulus).is_one(),
            _ => all_divisible,
        }
    }

    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        if self.misere {
            return first_of(self.misere_options(position, limit.saturating_add(1)), limit);
        }
        let option = lowered(position, &BigUint::zero(), &self.modulus(position));
        first_of(option.into_iter().filter(|option| option != position).collect(), limit)
    }

    fn closed_form(&self, heaps: usize) -> Option<ClosedForm> {
        let modulus = self.limit.as_ref().map(|limit| limit + 1u8);
        Some(ClosedForm::Formula(sets::all_divisible(heaps, modulus.as_ref(), self.misere)))
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        let target = self.winning_moves(position, 1).options.pop();
        to_json(&CongruenceFigures::new(position, self.limit.as_ref(), target.as_deref()))
    }
}
