//! A table of patterns for a closed form by signatures, as short as it can be.

use crate::proof::{Order, SignatureClaim};
use serde::Serialize;
use std::collections::BTreeSet;

/// A row of the table of P-positions: an entry for each heap, and the differences; `*` for any.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row {
    /// The entries.
    pub(super) entries: Vec<i64>,
    /// The differences: a number, `≥` or `≤` and a number, or `*`.
    pub(super) differences: Vec<String>,
}

/// The pairs of heaps whose differences a signature holds, counted from 1, the greater one first where heaps are sorted.
pub(super) fn pairs(claim: &SignatureClaim) -> Vec<(usize, usize)> {
    let heaps = claim.heaps;
    match claim.order {
        _ if claim.closeness == 0 => Vec::new(),
        Order::Unordered => Vec::new(),
        Order::BySize => (1..heaps).map(|at| (at + 1, at)).collect(),
        Order::InPlace => (1..=heaps).flat_map(|i| (i + 1..=heaps).map(move |j| (i, j))).collect(),
    }
}

/// The rows for the claimed signatures; a difference that may be any is not told.
pub(super) fn rows(claim: &SignatureClaim) -> Vec<Row> {
    let heaps = claim.heaps;
    let mut left: BTreeSet<Vec<Option<i64>>> =
        claim.p_signatures.iter().map(|signature| signature.iter().copied().map(Some).collect()).collect();
    for (column, (i, j)) in pairs(claim).into_iter().enumerate() {
        let mut merged: BTreeSet<Vec<Option<i64>>> = BTreeSet::new();
        for row in &left {
            let with = |cut: i64| {
                let mut other = row.clone();
                other[heaps + column] = Some(cut);
                other
            };
            let entry = |heap: usize| row[heap - 1].unwrap_or(0);
            let possible = possible_differences(claim, entry(i), entry(j));
            let mut row = row.clone();
            if possible.len() > 1 && possible.iter().all(|cut| left.contains(&with(*cut))) || possible.len() == 1 {
                row[heaps + column] = None;
            }
            merged.insert(row);
        }
        left = merged;
    }
    left.into_iter()
        .map(|row| Row {
            entries: row[..heaps].iter().map(|entry| entry.unwrap_or(0)).collect(),
            differences: row[heaps..]
                .iter()
                .map(|cut| cut.map_or_else(|| "*".to_owned(), |cut| told(claim, cut)))
                .collect(),
        })
        .collect()
}

/// The differences, cut off, that sizes with these entries can have.
fn possible_differences(claim: &SignatureClaim, one: i64, other: i64) -> BTreeSet<i64> {
    let closeness = claim.closeness as i64;
    let span = claim.threshold + 2 * claim.modulus + claim.closeness;
    let sizes = |entry: i64| (0..=span).filter(move |size| claim.entry(*size) as i64 == entry);
    let mut found = BTreeSet::new();
    for x in sizes(one) {
        for y in sizes(other) {
            let difference = x as i64 - y as i64;
            if claim.order == Order::InPlace || difference >= 0 {
                found.insert(difference.clamp(-closeness, closeness));
            }
        }
    }
    found
}

/// A difference as it is told: `≥` or `≤` where it is cut off.
pub(super) fn told(claim: &SignatureClaim, cut: i64) -> String {
    let closeness = claim.closeness as i64;
    match cut {
        cut if cut == closeness => format!("≥{cut}"),
        cut if cut == -closeness => format!("≤{cut}"),
        cut => cut.to_string(),
    }
}
