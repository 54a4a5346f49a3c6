//! Proofs by finite windows: a conjecture by signatures from a table, and for each signature the moves that win.

use super::{Effort, Tried};
use crate::check::window::{each_position, in_order, taken, visits, window};
use crate::pattern::SignatureSearch;
use crate::proof::{HeapChange, Order, Replies, Signature, SignatureClaim, Step};
use crate::rules::boxes::Boxes;
use crate::solve::DenseTable;
use crate::syntax::tree::Play;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The most positions of a window that a proof may look at.
const MAX_VISITS: u128 = 50_000_000;
/// The sizes of tables, in positions, one after the other, each as far as the effort allows.
const TABLES: [usize; 5] = [300, 4_000, 40_000, 400_000, usize::MAX];

/// The claim that the window proves, and the steps.
///
/// # Errors
///
/// What was tried in vain.
pub(super) fn find(boxes: &Boxes, play: Play, effort: Effort) -> Result<(SignatureClaim, Vec<Step>), Tried> {
    let ascending = boxes.alike();
    let mut failed = Tried::Signatures { max: 0, moduli: 0, unproved: 0 };
    let mut refuted: Vec<SignatureClaim> = Vec::new();
    let mut last = 0;
    for positions in TABLES {
        let max = largest_side(boxes.heaps, positions.min(effort.positions), ascending);
        if max <= last {
            continue;
        }
        last = max;
        let table = DenseTable::new(boxes, play, max, ascending);
        let mut search = SignatureSearch::new(&table, boxes.heaps);
        let mut unproved = 0;
        while unproved < effort.attempts {
            let Some(claim) = search.next(&table, boxes.heaps) else { break };
            if refuted.contains(&claim) || visits(boxes, &claim) > MAX_VISITS {
                continue;
            }
            match steps(boxes, play, &claim) {
                Some(steps) => return Ok((claim, steps)),
                None => {
                    unproved += 1;
                    refuted.push(claim);
                }
            }
        }
        failed = Tried::Signatures { max, moduli: search.moduli(), unproved };
    }
    Err(failed)
}

/// The greatest heap of a table with at most so many positions.
pub(super) fn largest_side(heaps: usize, positions: usize, ascending: bool) -> u64 {
    let fits = |max: u64| DenseTable::size(heaps, max, ascending).is_some_and(|size| size <= positions);
    // A single heap's period shows soon.
    let most = if heaps == 1 { 2_000 } else { 1 << 16 };
    let (mut low, mut high) = (1u64, most);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if fits(middle) { low = middle } else { high = middle - 1 }
    }
    low
}

/// The steps that prove a claim, if it is true and the window shows it.
pub(super) fn steps(boxes: &Boxes, play: Play, claim: &SignatureClaim) -> Option<Vec<Step>> {
    let window = window(boxes, claim)?;
    let mut named: BTreeMap<Signature, Vec<Vec<HeapChange>>> = BTreeMap::new();
    let mut scratch = Vec::new();
    let mut is_claimed = |sizes: &[u64]| {
        in_order(claim, sizes, &mut scratch);
        claim.holds(&scratch)
    };
    let walked = each_position(claim, window, &mut |sizes| {
        if is_claimed(sizes) {
            let mut stable = !(play == Play::Misere && boxes.is_terminal(sizes));
            let _ = boxes.each_option(sizes, &mut |option| {
                stable = stable && !is_claimed(option);
                if stable { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            return if stable { Ok(()) } else { Err(String::new()) };
        }
        if play == Play::Misere && boxes.is_terminal(sizes) {
            return Ok(());
        }
        let moves = named.entry(claim.signature(sizes)).or_default();
        let serves = |changes: &Vec<HeapChange>, is_claimed: &mut dyn FnMut(&[u64]) -> bool| {
            let Some(taken) = taken(sizes, changes) else { return false };
            let option = |()| -> Vec<u64> { sizes.iter().zip(&taken).map(|(size, amount)| size - amount).collect() };
            boxes.allows(sizes, &taken) && is_claimed(&option(()))
        };
        if moves.iter().any(|changes| serves(changes, &mut is_claimed)) {
            return Ok(());
        }
        match best_option(boxes, sizes, &mut is_claimed) {
            Some(option) => {
                moves.push(describe(boxes, claim, sizes, &option));
                Ok(())
            }
            None => Err(String::new()),
        }
    });
    walked.ok()?;
    let replies = named.into_iter().map(|(signature, moves)| Replies { signature, moves }).collect();
    Some(vec![Step::WindowStable { window }, Step::WindowAbsorbing { window, replies }])
}

/// The option that is claimed and easiest to tell: of few heaps and few tokens.
fn best_option(boxes: &Boxes, sizes: &[u64], is_claimed: &mut dyn FnMut(&[u64]) -> bool) -> Option<Vec<u64>> {
    let mut best: Option<((usize, u64), Vec<u64>)> = None;
    let _ = boxes.each_option(sizes, &mut |option| {
        let touched = sizes.iter().zip(option).filter(|(before, after)| before != after).count();
        let total: u64 = sizes.iter().zip(option).map(|(before, after)| before - after).sum();
        let key = (touched, total);
        if best.as_ref().is_none_or(|(known, _)| key < *known) && is_claimed(option) {
            best = Some((key, option.to_vec()));
        }
        ControlFlow::Continue(())
    });
    best.map(|(_, option)| option)
}

/// A move in words that serve for many positions of the same signature.
fn describe(boxes: &Boxes, claim: &SignatureClaim, sizes: &[u64], option: &[u64]) -> Vec<HeapChange> {
    let small = boxes.greatest_bound() + claim.modulus;
    let mut changes = Vec::new();
    for (heap, (before, after)) in sizes.iter().zip(option).enumerate() {
        let tokens = before - after;
        if tokens == 0 {
            continue;
        }
        let near = (0..sizes.len()).find(|other| {
            *other != heap
                && option[*other] == sizes[*other]
                && (sizes[*other]..=sizes[*other] + claim.closeness).contains(after)
        });
        changes.push(match near {
            _ if tokens <= small => HeapChange::Take { heap, tokens },
            Some(other) if claim.order != Order::Unordered || claim.closeness > 0 => {
                HeapChange::Match { heap, other, more: after - sizes[other] }
            }
            _ if *after < claim.threshold + claim.modulus => HeapChange::Leave { heap, tokens: *after },
            _ => HeapChange::Take { heap, tokens },
        });
    }
    changes
}
