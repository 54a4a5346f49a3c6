//! What the texts about a closed form by signatures need.

use super::rows::{Row, pairs, rows, told};
use crate::check::window::visits;
use crate::proof::{HeapChange, Order, Replies, Signature, SignatureClaim};
use crate::rules::boxes::Boxes;
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::Value;

/// The most rows of a table that a page bears.
const MAX_ROWS: usize = 40;

/// What is shown, before it is put in figures.
pub(super) struct Shown<'a> {
    pub(super) claim: &'a SignatureClaim,
    pub(super) boxes: &'a Boxes,
    pub(super) window: u64,
    pub(super) replies: &'a [Replies],
    /// The position that a winning move leads to, if there is one.
    pub(super) winning: Option<Vec<BigUint>>,
    pub(super) misere: bool,
}

/// The figures of a closed form by signatures.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WindowFigures {
    /// The modulus p.
    pub(super) modulus: u64,
    /// The threshold q.
    pub(super) threshold: u64,
    /// q + p − 1, the greatest entry.
    pub(super) greatest: u64,
    /// The closeness c.
    pub(super) closeness: u64,
    /// `unordered`, `by-size` or `in-place`.
    pub(super) order: Order,
    /// `divisible`: all heaps are; `congruent`: all heaps are to each other; `single`: one heap, by its remainder; `table`.
    pub(super) kind: &'static str,
    /// For a single heap: the sizes below the threshold that lose.
    pub(super) small: Vec<u64>,
    /// For a single heap: the remainders that lose from the threshold on.
    pub(super) remainders: Vec<u64>,
    /// Whether the entries are told as even and odd.
    pub(super) parity: bool,
    /// The rows of the table, where they are not too many.
    pub(super) rows: Vec<Row>,
    /// How many rows there are.
    pub(super) row_count: usize,
    /// The pairs of heaps, counted from 1, whose difference the columns behind the entries tell.
    pub(super) differences: Vec<(usize, usize)>,
    /// The heaps of the position as the claim reads them, with their entries.
    pub(super) own: Vec<OwnHeap>,
    /// Its differences, cut off.
    pub(super) own_differences: Vec<String>,
    /// The position that the winning move of the illustration leads to, as written; empty where there is none.
    pub(super) target: String,
    /// W
    pub(super) window: u64,
    /// max(c, q) + p
    pub(super) gap: u64,
    /// The greatest bound of an amount.
    pub(super) bound: u64,
    /// How many heaps lose amounts without a bound in one move.
    pub(super) unbounded: usize,
    /// How many positions have been looked at.
    pub(super) looked_at: String,
    /// The winning moves for each signature, where these are not too many.
    pub(super) replies: Vec<Reply>,
    /// Whether several moves are named for one of them.
    pub(super) several: bool,
    /// For how many signatures moves are named.
    pub(super) reply_count: usize,
    /// Whether play is misère.
    pub(super) misere: bool,
}

/// A heap of the position.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OwnHeap {
    /// Its size.
    pub(super) size: String,
    /// Its entry.
    pub(super) entry: String,
}

/// The moves named for a signature.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Reply {
    /// The signature.
    pub(super) row: Row,
    /// The moves, each a change of some heaps, counted from 1.
    pub(super) moves: Vec<Vec<Change>>,
}

/// What a move does to a heap.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Change {
    /// The heap, counted from 1.
    pub(super) heap: usize,
    /// `take`, `leave` or `match`.
    pub(super) how: &'static str,
    /// How many tokens.
    pub(super) tokens: u64,
    /// For `match`, the other heap, counted from 1; else 0.
    pub(super) other: usize,
}

impl Shown<'_> {
    pub(super) fn figures(&self, position: &[BigUint]) -> Value {
        let claim = self.claim;
        let (kind, small, remainders) = self.kind();
        let rows = rows(claim);
        let own = self.own(position);
        let row_count = rows.len();
        let sizes = |position: &[BigUint]| {
            let sizes: Vec<String> = position.iter().map(BigUint::to_string).collect();
            if sizes.len() == 1 { sizes.concat() } else { format!("({})", sizes.join(", ")) }
        };
        let figures = WindowFigures {
            modulus: claim.modulus,
            threshold: claim.threshold,
            greatest: claim.threshold + claim.modulus - 1,
            closeness: claim.closeness,
            order: claim.order,
            kind,
            small,
            remainders,
            parity: claim.modulus == 2 && claim.threshold == 0,
            rows: if row_count <= MAX_ROWS { rows } else { Vec::new() },
            row_count,
            differences: pairs(self.claim),
            own_differences: self.own_differences(position),
            own,
            target: self.winning.as_deref().map_or_else(String::new, sizes),
            window: self.window,
            gap: claim.closeness.max(claim.threshold) + claim.modulus,
            bound: self.boxes.greatest_bound(),
            unbounded: self.boxes.most_unbounded(),
            looked_at: visits(self.boxes, claim).to_string(),
            replies: if self.replies.len() <= MAX_ROWS {
                self.replies.iter().map(|one| self.reply(one)).collect()
            } else {
                Vec::new()
            },
            several: self.replies.iter().any(|one| one.moves.len() > 1),
            reply_count: self.replies.len(),
            misere: self.misere,
        };
        serde_json::to_value(figures).unwrap_or_default()
    }

    fn kind(&self) -> (&'static str, Vec<u64>, Vec<u64>) {
        let claim = self.claim;
        let natural = |entry: &i64| u64::try_from(*entry).unwrap_or(0);
        if claim.heaps == 1 && !claim.p_signatures.is_empty() {
            let (small, large): (Vec<u64>, Vec<u64>) = claim
                .p_signatures
                .iter()
                .map(|signature| natural(&signature[0]))
                .partition(|entry| *entry < claim.threshold);
            let mut remainders: Vec<u64> = large.into_iter().map(|entry| entry % claim.modulus).collect();
            remainders.sort_unstable();
            let kind = if claim.threshold == 0 && remainders == [0] { "divisible" } else { "single" };
            return (kind, small, remainders);
        }
        if claim.threshold == 0 && claim.closeness == 0 {
            let equal = |signature: &Signature| signature.iter().all(|entry| *entry == signature[0]);
            if claim.p_signatures.iter().all(equal) {
                if claim.p_signatures.len() as u64 == claim.modulus {
                    return ("congruent", Vec::new(), Vec::new());
                }
                if claim.p_signatures == [vec![0; claim.heaps]] {
                    return ("divisible", Vec::new(), Vec::new());
                }
            }
        }
        ("table", Vec::new(), Vec::new())
    }

    fn ordered(&self, position: &[BigUint]) -> Vec<BigUint> {
        let mut sizes = position.to_vec();
        if self.claim.order != Order::InPlace {
            sizes.sort();
        }
        sizes
    }

    fn own(&self, position: &[BigUint]) -> Vec<OwnHeap> {
        let claim = self.claim;
        let entry = |size: &BigUint| {
            let threshold = BigUint::from(claim.threshold);
            if *size < threshold { size.clone() } else { &threshold + (size - &threshold) % claim.modulus }
        };
        self.ordered(position)
            .iter()
            .map(|size| OwnHeap { size: size.to_string(), entry: entry(size).to_string() })
            .collect()
    }

    fn own_differences(&self, position: &[BigUint]) -> Vec<String> {
        let sizes = self.ordered(position);
        let closeness = BigUint::from(self.claim.closeness);
        pairs(self.claim)
            .into_iter()
            .map(|(i, j)| {
                let (x, y) = (&sizes[i - 1], &sizes[j - 1]);
                let (sign, difference) = if x >= y { (1, x - y) } else { (-1, y - x) };
                let cut = i64::try_from(difference.min(closeness.clone())).unwrap_or(i64::MAX);
                told(self.claim, sign * cut)
            })
            .collect()
    }

    fn reply(&self, replies: &Replies) -> Reply {
        let heaps = self.claim.heaps;
        let change = |change: &HeapChange| match *change {
            HeapChange::Take { heap, tokens } => Change { heap: heap + 1, how: "take", tokens, other: 0 },
            HeapChange::Leave { heap, tokens } => Change { heap: heap + 1, how: "leave", tokens, other: 0 },
            HeapChange::Match { heap, other, more } => {
                Change { heap: heap + 1, how: "match", tokens: more, other: other + 1 }
            }
        };
        Reply {
            row: Row {
                entries: replies.signature[..heaps].to_vec(),
                differences: replies.signature[heaps..].iter().map(|cut| told(self.claim, *cut)).collect(),
            },
            moves: replies.moves.iter().map(|moves| moves.iter().map(change).collect()).collect(),
        }
    }
}
