//! Moves that are written out, such as `a := a - k, b := b - 2k`, as what they take.

use super::moves::{Amounts, Block, Part, Vectors};
use super::zones::MAX_VECTORS;
use crate::rules::expr::{Expr, ExprKind, Item, Slot};
use crate::rules::{AmountSet, Deed, MoveRule};
use crate::syntax::tree::BinaryOp;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Whether a rule takes vectors of amounts that are the same whatever the sizes: every new size is the old one less a sum
/// of letters and constants, and the condition speaks of letters alone.
pub(super) fn is_of_vectors(rule: &MoveRule) -> bool {
    let Deed::Written { sets, becomes } = &rule.deed else { return false };
    let not_letter = |slot: Slot| !matches!(slot, Slot::Letter(_));
    let bounded = bounded(sets, &|_| false);
    let is_sum = |(heap, size): &(usize, Expr)| amount(*heap, size).is_some_and(|amount| is_sum(amount, &bounded));
    becomes.iter().all(is_sum)
        && ends_in_time(sets, becomes, &bounded)
        && !rule.condition.iter().any(|condition| condition.mentions(not_letter))
}

/// Which letters have sets of their own that look at nothing but what may be looked at.
fn bounded(sets: &[AmountSet], may: &dyn Fn(Slot) -> bool) -> Vec<bool> {
    let looks = |part: &Expr| part.mentions(|slot| !may(slot));
    let is_bounded = |set: &AmountSet| match set {
        AmountSet::Items(items) => !items.iter().flat_map(Item::parts).any(looks),
        _ => false,
    };
    sets.iter().map(is_bounded).collect()
}

/// Whether the search for the values of letters ends by itself at every position: each has a set of its own, or some heap
/// gives at least as much as the letter is.
fn ends_in_time(sets: &[AmountSet], becomes: &[(usize, Expr)], bounded: &[bool]) -> bool {
    let taken = |letter: usize| {
        becomes
            .iter()
            .filter_map(|(heap, size)| amount(*heap, size))
            .any(|amount| is_sum(amount, bounded) && amount.mentions(|slot| slot == Slot::Letter(letter)))
    };
    (0..sets.len()).all(|letter| bounded[letter] || (sets[letter] == AmountSet::Any && taken(letter)))
}

/// What the new size of a heap is less than the old one.
fn amount(heap: usize, size: &Expr) -> Option<&Expr> {
    match &size.kind {
        ExprKind::Binary(BinaryOp::Sub, from, amount) if from.kind == ExprKind::Slot(Slot::Heap(heap)) => Some(amount),
        _ => None,
    }
}

/// Whether an amount is a sum of natural constants and letters, perhaps times positive constants; letters with sets of their
/// own, which are bounded, may stand in any way.
fn is_sum(amount: &Expr, bounded: &[bool]) -> bool {
    let positive = |x: &Expr| x.as_number().is_some_and(|x| x.sign() == Ordering::Greater && x.to_integer().is_some());
    let free = |slot: Slot| !matches!(slot, Slot::Letter(letter) if bounded[letter]);
    if !amount.mentions(free) {
        return true;
    }
    match &amount.kind {
        ExprKind::Slot(Slot::Letter(_)) => true,
        ExprKind::Binary(BinaryOp::Add, x, y) => is_sum(x, bounded) && is_sum(y, bounded),
        ExprKind::Binary(BinaryOp::Mul, x, y) => positive(x) && is_sum(y, bounded) || positive(y) && is_sum(x, bounded),
        _ => false,
    }
}

/// The heap, if it is one, that a rule changes and the only one that it looks at.
pub(super) fn only_heap(rule: &MoveRule) -> Option<usize> {
    let Deed::Written { sets, becomes } = &rule.deed else { return None };
    let [(heap, _)] = becomes.as_slice() else { return None };
    let own = |slot: Slot| slot == Slot::Heap(*heap);
    let other = |slot: Slot| !matches!(slot, Slot::Letter(_)) && !own(slot);
    let looks_aside = rule.expressions().any(|part| part.mentions(other));
    (!looks_aside && ends_in_time(sets, becomes, &bounded(sets, &own))).then_some(*heap)
}

/// The parts that take these vectors, an amount for each heap, some of them above 0; nothing where they are too many.
pub(super) fn parts(mut vectors: Vec<Vec<usize>>, max: usize) -> Option<Vec<Part>> {
    vectors.sort_unstable();
    vectors.dedup();
    let mut by_support: BTreeMap<Vec<usize>, Vec<Vec<usize>>> = BTreeMap::new();
    for vector in vectors {
        let support: Vec<usize> = (0..vector.len()).filter(|heap| vector[*heap] > 0).collect();
        let amounts = support.iter().map(|heap| vector[*heap]).collect();
        by_support.entry(support).or_default().push(amounts);
    }
    let mut parts = Vec::new();
    for (support, vectors) in by_support {
        let block = match support.as_slice() {
            [heap] => {
                let set: Vec<usize> = vectors.iter().map(|vector| vector[0]).collect();
                Block::One { heap: *heap, amounts: Amounts::of_set(&set, max) }
            }
            _ => Block::Linked { heaps: support, vectors: Vectors::Chains(chains(&vectors)?) },
        };
        parts.push(Part { guard: None, tied: None, blocks: vec![block] });
    }
    Some(parts)
}

/// Vectors, in order, as chains in which one more is taken from each heap.
fn chains(vectors: &[Vec<usize>]) -> Option<Vec<(Vec<usize>, usize)>> {
    let raised = |vector: &[usize], by: usize| -> Vec<usize> { vector.iter().map(|amount| amount + by).collect() };
    let is_there = |vector: &[usize]| vectors.binary_search_by(|one| one.as_slice().cmp(vector)).is_ok();
    let mut chains = Vec::new();
    for vector in vectors {
        let lowered: Vec<usize> = vector.iter().map(|amount| amount - 1).collect();
        if !is_there(&lowered) {
            let length = (1..).take_while(|by| is_there(&raised(vector, *by))).count() + 1;
            chains.push((vector.clone(), length));
        }
        if chains.len() > MAX_VECTORS {
            return None;
        }
    }
    Some(chains)
}
