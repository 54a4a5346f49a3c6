//! The numbers that show the pairs at work on one position.

use super::pairs::{Pairs, Side};
use super::ratios::RatioFigures;
use crate::theorem::common::{is_large, written};
use num_bigint::BigUint;
use num_traits::Zero;
use serde::Serialize;
use std::collections::BTreeSet;

/// How many pairs stand at the head of every table of pairs, and in the statement.
const HEAD: u64 = 6;

/// The figures of the Wythoff theorems whose removals have no limit.
///
/// Numbers are text, as they can be of any length; positions are as written, heaps in place.
#[derive(Clone, Debug, Serialize)]
pub struct WythoffFigures {
    /// t and the irrationals that belong to it.
    #[serde(flatten)]
    pub ratios: RatioFigures,
    /// The first pairs.
    pub first: Vec<PairRow>,
    /// Whether the numbers are too long for a table; `pairs` is empty then.
    pub large: bool,
    /// The pairs around those that matter for the position, with gaps.
    pub pairs: Vec<PairRow>,
    /// The smaller heap.
    pub smaller: String,
    /// The larger heap, or the other one where both are equal.
    pub larger: String,
    /// larger - smaller
    pub difference: String,
    /// Which argument of the proof fits the position.
    pub case: WythoffCase,
    /// The pair that holds the smaller heap.
    pub own: PairRow,
    /// The pair that the winning move of this argument leads to; `own` where there is none.
    pub goal: PairRow,
    /// The position that this winning move leads to, as written; empty where there is none.
    pub target: String,
    /// What it takes from the smaller heap.
    pub from_smaller: String,
    /// What it takes from the larger heap.
    pub from_larger: String,
}

/// A row of a table of pairs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PairRow {
    /// The index.
    pub k: String,
    /// The smaller number of the pair.
    pub a: String,
    /// The larger number of the pair.
    pub b: String,
    /// b - a
    pub difference: String,
    /// Whether the text speaks of this pair.
    pub marked: bool,
    /// Whether pairs are left out before this row.
    pub gap: bool,
}

/// The argument that settles a position, with x <= y for its heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WythoffCase {
    /// The position is a pair.
    Pair,
    /// Both heaps are empty, and this is no pair.
    Empty,
    /// x = a_k and y > b_k: the larger heap comes down to b_k.
    DownToB,
    /// x = b_k, k such that a_k < b_k: the larger heap comes down to a_k.
    DownToA,
    /// x = a_k and y < b_k: both heaps come down to an earlier pair.
    Both,
}

impl PairRow {
    pub(super) fn new(pairs: &Pairs, k: &BigUint) -> PairRow {
        let (a, b) = pairs.pair(k);
        PairRow {
            k: k.to_string(),
            difference: (&b - &a).to_string(),
            a: a.to_string(),
            b: b.to_string(),
            marked: false,
            gap: false,
        }
    }
}

impl WythoffFigures {
    pub(super) fn new(pairs: &Pairs, x: &BigUint, y: &BigUint) -> WythoffFigures {
        let (small, big) = if x <= y { (x, y) } else { (y, x) };
        let (own, case, target) = settle(pairs, small, big);
        let goal = match &target {
            Some((p, _)) => pairs.locate(p).0,
            None => own.clone(),
        };
        let (p, q) = target.clone().unwrap_or((small.clone(), big.clone()));
        let in_place = if x <= y { [p.clone(), q.clone()] } else { [q.clone(), p.clone()] };
        let t = pairs.t();
        let large = is_large([big, t, &pairs.pair(&own).1]);
        WythoffFigures {
            ratios: RatioFigures::new(t),
            first: (0..HEAD).map(|k| PairRow::new(pairs, &k.into())).collect(),
            large,
            pairs: if large { Vec::new() } else { rows(pairs, &own, &goal) },
            smaller: small.to_string(),
            larger: big.to_string(),
            difference: (big - small).to_string(),
            case,
            own: PairRow::new(pairs, &own),
            goal: PairRow::new(pairs, &goal),
            target: target.map(|_| written(&in_place)).unwrap_or_default(),
            from_smaller: (small - p).to_string(),
            from_larger: (big - q).to_string(),
        }
    }
}

/// The index of the pair that holds `x`, the argument that fits (x, y) with x <= y, and the pair it moves to, in the order
/// of the heaps.
pub(super) fn settle(pairs: &Pairs, x: &BigUint, y: &BigUint) -> (BigUint, WythoffCase, Option<(BigUint, BigUint)>) {
    let (k, side) = pairs.locate(x);
    let (a, b) = pairs.pair(&k);
    if pairs.is_pair(x, y) {
        return (k, WythoffCase::Pair, None);
    }
    if y.is_zero() {
        return (k, WythoffCase::Empty, None);
    }
    match side {
        Side::B => (k, WythoffCase::DownToA, Some((x.clone(), a))),
        Side::A if *y > b => (k, WythoffCase::DownToB, Some((x.clone(), b))),
        Side::A => (k, WythoffCase::Both, Some(pairs.pair(&pairs.index_below(&(y - x))))),
    }
}

/// The first pairs, and those around the two that matter.
fn rows(pairs: &Pairs, own: &BigUint, goal: &BigUint) -> Vec<PairRow> {
    let mut indices: BTreeSet<BigUint> = (0..HEAD).map(BigUint::from).collect();
    for k in [own, goal] {
        indices.extend([k.clone(), k + 1u8]);
        indices.extend((!k.is_zero()).then(|| k - 1u8));
    }
    let mut next = BigUint::zero();
    let mut rows = Vec::new();
    for k in indices {
        let gap = k != next;
        next = &k + 1u8;
        rows.push(PairRow { marked: k == *own || k == *goal, gap, ..PairRow::new(pairs, &k) });
    }
    rows
}
