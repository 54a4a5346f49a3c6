//! Periods of the values of a heap, by the theorem of Guy and Smith.
//!
//! *Let the amounts be the same at all sizes above k, none of them greater than k, and let what is left of a heap be divided
//! into at most c parts, c ≥ 1, in every way. Let g(h + p) = g(h) for n ≤ h and h + p ≤ C, where C = c(n + p) + k. Then
//! g(h + p) = g(h) for all h ≥ n.*
//!
//! Proof, by induction on h > C: heaps of h and of h − p tokens have options of the same values, so that g(h) = g(h − p).
//! Both are larger than k, so that the amounts are the same, and no move takes the whole heap. Let h be left with j ≤ c parts
//! of h − t ≥ c(n + p) + 1 tokens together. The largest has at least n + p + 1; with p tokens less it is a heap that is not
//! empty, of at least n + 1 tokens, of the same value, and the parts are a division of h − p − t. And if h − p is left with j
//! parts of h − p − t ≥ cn + 1 tokens, the largest has at least n + 1, and with p more it has the same value and is a part
//! of h − t. ∎
//!
//! Where parts must differ, or be equal, the changed parts need not, and the theorem says nothing.
//!
//! # References
//!
//! R. K. Guy and C. A. B. Smith, *The G-values of various games*, Proceedings of the Cambridge Philosophical Society 52
//! (1956), 514–526.

use super::compile::{HeapMoves, Into};

/// A proved period: the value of a heap of h ≥ `start` tokens is that of h + `length`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The size from which on the values repeat.
    pub start: usize,
    /// After how many tokens they do.
    pub length: usize,
    /// The size up to which the values have been computed, which proves all others.
    pub computed: usize,
}

/// What the theorem needs to know of the moves: k and c.
pub(super) fn shape(moves: &HeapMoves) -> Option<(usize, usize)> {
    let settled = usize::try_from(moves.settled()?).ok()?;
    let mut parts = 1;
    for kind in &moves.kinds {
        match kind.into {
            Into::One => {}
            Into::Parts { count, differ: false, equal: false } => parts = parts.max(count),
            Into::Parts { .. } => return None,
        }
    }
    Some((settled, parts))
}

/// The shortest period that the values prove.
///
/// # Complexity
///
/// Proportional to the number of values.
pub(super) fn find(values: &[u32], (settled, parts): (usize, usize)) -> Option<Period> {
    let count = values.len();
    // The theorem asks for more than this many values, whatever the period is.
    if settled.saturating_add(parts) >= count {
        return None;
    }
    let common = common_with_start(&values.iter().rev().collect::<Vec<_>>());
    for length in 1..=count / parts {
        let repeats = common.get(length).copied().unwrap_or(0);
        let start = count - length - repeats;
        let needed = (start + length).checked_mul(parts)?.checked_add(settled)?;
        if needed < count {
            return Some(Period { start, length, computed: needed });
        }
    }
    None
}

/// For each place of a list, how many elements from there on are the same as from its start; all of them at the start.
fn common_with_start<T: PartialEq>(list: &[T]) -> Vec<usize> {
    let mut common = vec![list.len(); list.len()];
    // The stretch that begins at `from`, is the same as the start, and reaches furthest: up to `to`.
    let (mut from, mut to) = (0, 0);
    for at in 1..list.len() {
        let known = if at < to { common[at - from].min(to - at) } else { 0 };
        let more = list[at + known..].iter().zip(&list[known..]).take_while(|(one, other)| one == other).count();
        common[at] = known + more;
        if at + common[at] > to {
            (from, to) = (at, at + common[at]);
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_common_with_the_start_is_all_that_is(list in prop::collection::vec(0u8..2, 0..40)) {
            for (at, common) in common_with_start(&list).into_iter().enumerate() {
                prop_assert_eq!(common, list[at..].iter().zip(&list).take_while(|(one, other)| one == other).count());
            }
        }
    }
}
