//! Games in which remainders modulo m + 1 decide: a move takes from several heaps, at most m from each.
//!
//! Two families: a move may take from all heaps at once ([`AllHeaps`]), or from all heaps but one ([`OneHeapSpared`]).

mod all_heaps;
mod figures;
mod one_spared;

pub use all_heaps::AllHeaps;
pub use figures::CongruenceFigures;
pub use one_spared::OneHeapSpared;

use num_bigint::BigUint;

/// The option in which every heap comes down by less than `modulus` to the remainder of `goal`; none where a heap is too
/// small for that.
fn lowered(position: &[BigUint], goal: &BigUint, modulus: &BigUint) -> Option<Vec<BigUint>> {
    position.iter().map(|size| lowered_heap(size, goal, modulus)).collect()
}

/// The largest number up to `size` that is congruent to `goal`.
fn lowered_heap(size: &BigUint, goal: &BigUint, modulus: &BigUint) -> Option<BigUint> {
    let excess = (size + modulus - goal % modulus) % modulus;
    (excess <= *size).then(|| size - excess)
}

#[cfg(test)]
mod tests;
