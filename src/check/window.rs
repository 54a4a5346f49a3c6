//! Finite windows: why looking at finitely many positions proves a claim about all of them.
//!
//! # The games
//!
//! n heaps; the moves are a union of [boxes](crate::rules::boxes): a box names some heaps and for each an interval of amounts
//! l ≤ t ≤ u, or l ≤ t without an end, and allows to take from each of these heaps an amount of its interval. Let M be the
//! greatest of all bounds (u where there is one, otherwise l), and k the greatest number of intervals without an end in one
//! box; for rules that remove one of finitely many vectors, k = 0.
//!
//! # The claim
//!
//! A [`SignatureClaim`] decides a position by its signature, with modulus p, threshold q and closeness c. Let
//! g = max(c, q) + p and
//!
//! > W = M + (k + 1)·g.
//!
//! # The lemma
//!
//! *Let a position x have a gap of at least W: its heaps fall into lower ones, possibly none, and upper ones, at least one,
//! and every upper size exceeds every lower one by at least W; where there are no lower ones, every size is at least W. Let
//! x′ be x with p tokens less in every upper heap. Then x and x′ have the same signature, and the signatures of the options
//! of x are those of the options of x′.*
//!
//! Proof. Call a lowering of all numbers above a gap by p a *shift*, and let G be the length of the gap, from the greatest
//! number below it, or 0, to the least above it. If G ≥ g, a shift changes no signature: a number above is at least
//! g ≥ q + p, so that its entry stays the same; a difference across is at least c + p before and at least c after, and cut
//! off at c both times; the others do not change; and the order by size stays, or numbers become equal across the gap where
//! p = G, q = c = 0, and then their entries are equal too. With x itself, since W ≥ g, the first part is shown.
//!
//! Let y be an option of x, by a box in which the amount t_i is taken from heap i. Let a be the greatest lower size (or 0),
//! and b the least upper one, so that b − a ≥ W. A lower heap ends at or below a. An upper heap that loses an amount of an
//! interval with an end loses at most M, and ends at or above b − M. So in the stretch from a to b − M, of length at least
//! (k + 1)·g, at most k numbers of y lie, those of upper heaps from which the box takes amounts without an end. They cut the
//! stretch into at most k + 1 parts, and one of these has length at least g: a gap of y, and the shift of y at this gap is
//! a position y′ with the same signature. It is an option of x′: heaps above the gap are upper ones, since they end above a;
//! they have p tokens less in y′ than in y, as they have in x′, and lose the same amounts. Lower heaps are the same in x
//! and x′, and in y and y′. What remains are upper heaps that end below the gap: they end at the same size in y and y′, and
//! t_i − p tokens are taken instead of t_i. This is allowed: the amount has no end, and t_i ≥ b − (b − M − g) = M + g, so
//! that t_i − p ≥ M, which is at least the interval's low bound l.
//!
//! Conversely let y′ be an option of x′, and b′ = b − p the least upper size of x′. In the stretch from a to b′ − M, of
//! length at least (k + 1)·g − p, there are again at most k numbers, and one of the parts has at least the length g − p:
//! for (k + 1)·g − p ≥ (k + 1)(g − p). Raise all numbers above it by p. Since g − p = max(c, q), a number above is at least
//! q before and after, and a difference across is at least c before and after: the signature stays the same. As before the
//! result is an option of x; the upper heaps that end below the gap lose t_i + p tokens in place of t_i, an amount without
//! an end. ∎
//!
//! # The theorem
//!
//! *If the claim has both properties of [`check`](crate::check) at all positions without a gap of W, it has them at all
//! positions.* By induction on the number of tokens: a position x with such a gap has them if x′ has, since both say the
//! same of x and x′: which signatures the position and its options have, and whether there are options. The positions
//! without such a gap are those whose smallest size, and whose differences of neighbours in size order, are below W. There
//! are W^n of them in ascending order, and each in at most n! orders of the heaps.
//!
//! The bound is sharper than looking at all positions with heaps below n·W, which contain them.
//!
//! That amounts from several heaps do not depend on each other is needed. In Wythoff's game, say with a third heap, the
//! options of (x, y, z) by equal amounts from x and y reach x − z = 0 and y = 0 together exactly where y = x − z, which a
//! signature does not see.
//!
//! # References
//!
//! For k = 0 and one heap this is the well-known periodicity of subtraction games (S. W. Golomb, *A mathematical
//! investigation of games of "take-away"*, Journal of Combinatorial Theory 1, 1966, 443–458), with an explicit bound.

use crate::proof::{HeapChange, Order, Replies, Signature, SignatureClaim};
use crate::rules::boxes::Boxes;
use crate::rules::removals::permutations;
use crate::syntax::tree::Play;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The most numbers and the greatest number that a claim may hold: beyond them nothing is tried.
const MAX_BOUND: u64 = 1 << 30;

/// W for a claim; `None` where the numbers are beyond reason.
pub fn window(boxes: &Boxes, claim: &SignatureClaim) -> Option<u64> {
    let gap = claim.closeness.max(claim.threshold).checked_add(claim.modulus)?;
    let parts = boxes.most_unbounded() as u64 + 1;
    gap.checked_mul(parts)?.checked_add(boxes.greatest_bound()).filter(|window| *window <= MAX_BOUND)
}

/// How many positions the window holds, each looked at once.
pub fn visits(boxes: &Boxes, claim: &SignatureClaim) -> u128 {
    let Some(window) = window(boxes, claim) else { return 0 };
    let ascending = u128::from(window).checked_pow(claim.heaps as u32);
    let orders = match claim.order {
        Order::InPlace => (1..=claim.heaps as u128).product(),
        _ => 1,
    };
    ascending.and_then(|count| count.checked_mul(orders)).unwrap_or(u128::MAX)
}

/// Checks that no move leads from a claimed position to a claimed one, and, in misère play, that no claimed position is
/// terminal.
///
/// # Errors
///
/// What is wrong with the claim, or the first position for which it fails.
///
/// # Complexity
///
/// The positions of the window and the moves from the claimed ones among them.
pub fn stable(boxes: &Boxes, play: Play, claim: &SignatureClaim, stated: u64) -> Result<(), String> {
    let window = well_formed(boxes, claim, stated)?;
    let mut seen = vec![false; claim.p_signatures.len()];
    let mut signature = Signature::new();
    let mut option_signature = Signature::new();
    let mut sorted = Vec::new();
    each_position(claim, window, &mut |sizes| {
        claim.write_signature(sizes, &mut signature);
        let Ok(at) = claim.p_signatures.binary_search(&signature) else { return Ok(()) };
        seen[at] = true;
        if play == Play::Misere && boxes.is_terminal(sizes) {
            return Err(format!(
                "{sizes:?} is claimed as a P-position, and play ends there, won by the player to move"
            ));
        }
        let mut found = None;
        let _ = boxes.each_option(sizes, &mut |option| {
            in_order(claim, option, &mut sorted);
            claim.write_signature(&sorted, &mut option_signature);
            if claim.p_signatures.binary_search(&option_signature).is_ok() {
                found = Some(option.to_vec());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        match found {
            Some(option) => Err(format!("{sizes:?} and its option {option:?} are both claimed as P-positions")),
            None => Ok(()),
        }
    })?;
    match seen.iter().position(|seen| !seen) {
        Some(at) => Err(format!("no position has the signature {:?}", claim.p_signatures[at])),
        None => Ok(()),
    }
}

/// Checks that from every position that is not claimed one of the named moves leads to a claimed one; in misère play that is
/// not asked where play ends.
///
/// # Errors
///
/// What is wrong with the claim or the moves, or the first position for which none of them serves.
///
/// # Complexity
///
/// The positions of the window, and the moves named for each.
pub fn absorbing(
    boxes: &Boxes,
    play: Play,
    claim: &SignatureClaim,
    stated: u64,
    replies: &[Replies],
) -> Result<(), String> {
    let window = well_formed(boxes, claim, stated)?;
    let mut named: BTreeMap<&Signature, (&[Vec<HeapChange>], Vec<bool>)> = BTreeMap::new();
    for one in replies {
        if named.insert(&one.signature, (&one.moves, vec![false; one.moves.len()])).is_some() {
            return Err(format!("the signature {:?} is listed twice", one.signature));
        }
    }
    let mut signature = Signature::new();
    let mut sorted = Vec::new();
    each_position(claim, window, &mut |sizes| {
        claim.write_signature(sizes, &mut signature);
        if claim.p_signatures.binary_search(&signature).is_ok() || (play == Play::Misere && boxes.is_terminal(sizes)) {
            return Ok(());
        }
        let Some((moves, used)) = named.get_mut(&signature) else {
            return Err(format!("no move is named for {sizes:?}, which is not claimed as a P-position"));
        };
        for (at, changes) in moves.iter().enumerate() {
            let Some(taken) = taken(sizes, changes) else { continue };
            if !boxes.allows(sizes, &taken) {
                continue;
            }
            let option: Vec<u64> = sizes.iter().zip(&taken).map(|(size, amount)| size - amount).collect();
            in_order(claim, &option, &mut sorted);
            if claim.holds(&sorted) {
                used[at] = true;
                return Ok(());
            }
        }
        Err(format!("none of the moves named for {sizes:?} leads to a claimed position"))
    })?;
    for (signature, (_, used)) in named {
        if used.is_empty() || used.contains(&false) {
            return Err(format!("a move is named for the signature {signature:?}, and never needed"));
        }
    }
    Ok(())
}

/// What a move takes from each heap; `None` where it would take from an empty heap, take nothing or the like.
pub fn taken(sizes: &[u64], changes: &[HeapChange]) -> Option<Vec<u64>> {
    let mut taken = vec![0; sizes.len()];
    for change in changes {
        let (heap, amount) = match *change {
            HeapChange::Take { heap, tokens } => (heap, tokens),
            HeapChange::Leave { heap, tokens } => (heap, sizes.get(heap)?.checked_sub(tokens)?),
            HeapChange::Match { heap, other, more } => {
                (heap, sizes.get(heap)?.checked_sub(sizes.get(other)?.checked_add(more)?)?)
            }
        };
        let slot = taken.get_mut(heap)?;
        if *slot != 0 || amount == 0 {
            return None;
        }
        *slot = amount;
    }
    Some(taken)
}

/// Checks that the claim can be one about the game, and gives the window.
fn well_formed(boxes: &Boxes, claim: &SignatureClaim, stated: u64) -> Result<u64, String> {
    if claim.heaps != boxes.heaps {
        return Err(format!("the claim is about {} heaps, and the game has {}", claim.heaps, boxes.heaps));
    }
    if claim.modulus == 0 {
        return Err("the modulus is 0".to_owned());
    }
    if claim.order == Order::Unordered && claim.closeness > 0 {
        return Err("differences need an order of the heaps".to_owned());
    }
    if claim.order != Order::InPlace && !boxes.alike() {
        return Err("the rules do not treat all heaps alike, and the claim does".to_owned());
    }
    if !claim.p_signatures.is_sorted_by(|one, next| one < next) {
        return Err("the signatures are not in ascending order, each once".to_owned());
    }
    let window = window(boxes, claim).ok_or("the numbers of the claim are too large")?;
    if stated != window {
        return Err(format!("the window is {stated}, and must be {window}"));
    }
    Ok(window)
}

/// Writes a position's sizes in the order in which the claim reads them.
pub fn in_order(claim: &SignatureClaim, sizes: &[u64], ordered: &mut Vec<u64>) {
    ordered.clear();
    ordered.extend_from_slice(sizes);
    if claim.order != Order::InPlace {
        ordered.sort_unstable();
    }
}

/// Shows every position of the window: in ascending order, or in every order of the heaps where that matters.
///
/// # Errors
///
/// The first that `visit` gives.
pub fn each_position(
    claim: &SignatureClaim,
    window: u64,
    visit: &mut dyn FnMut(&[u64]) -> Result<(), String>,
) -> Result<(), String> {
    let heaps = claim.heaps;
    let mut steps = vec![0u64; heaps];
    let mut ascending = vec![0u64; heaps];
    let orders = match claim.order {
        Order::InPlace => permutations(heaps),
        _ => vec![(0..heaps).collect()],
    };
    let mut placed = vec![0u64; heaps];
    loop {
        let mut sum = 0;
        for (size, step) in ascending.iter_mut().zip(&steps) {
            sum += step;
            *size = sum;
        }
        for order in &orders {
            // Equal sizes may be exchanged without a new position: only the order that keeps them ascending counts.
            let repeats = (1..heaps).any(|at| ascending[at] == ascending[at - 1] && order[at] < order[at - 1]);
            if repeats {
                continue;
            }
            for (at, heap) in order.iter().enumerate() {
                placed[*heap] = ascending[at];
            }
            visit(&placed)?;
        }
        let Some(at) = steps.iter().rposition(|step| step + 1 < window) else { return Ok(()) };
        steps[at] += 1;
        steps[at + 1..].fill(0);
    }
}
