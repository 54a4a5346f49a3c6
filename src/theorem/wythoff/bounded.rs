//! Wythoff's game in which no heap loses more than m tokens in a move.

use super::figures::{PairRow, settle};
use super::pairs::Pairs;
use super::ratios::RatioFigures;
use super::{BEATTY, FRAENKEL_1984, WYTHOFF};
use crate::theorem::common::{HeapRow, first_of, heap_rows, is_large, taken, to_json, written};
use crate::theorem::{ClosedForm, Theorem, WinningMoves, sets};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use serde::Serialize;
use serde_json::Value;

/// So many pairs of remainders are listed at most.
const LISTED: usize = 12;

/// Wythoff's game with removals of at most m: 1..m tokens from one heap, or the same 1..m from both; normal or misere play.
///
/// A position is a P-position exactly where its remainders modulo m + 1 are a pair of Wythoff's game with the same play.
/// In misere play this holds for m >= 2 only.
#[derive(Clone, Debug)]
pub struct BoundedWythoff {
    pairs: Pairs,
    limit: BigUint,
    misere: bool,
}

impl BoundedWythoff {
    /// Normal play with removals up to `limit`; none for 0.
    pub fn normal(limit: BigUint) -> Option<BoundedWythoff> {
        BoundedWythoff::of(limit, false, 1)
    }

    /// Misere play with removals up to `limit`; none for 0 and 1.
    ///
    /// With removals of 1, this is the game in which one token may be taken from each of any heaps, see
    /// [`AllHeaps`](crate::theorem::AllHeaps).
    pub fn misere(limit: BigUint) -> Option<BoundedWythoff> {
        BoundedWythoff::of(limit, true, 2)
    }

    fn of(limit: BigUint, misere: bool, least: u8) -> Option<BoundedWythoff> {
        let pairs = Pairs::new(BigUint::one(), misere)?;
        (limit >= least.into()).then_some(BoundedWythoff { pairs, limit, misere })
    }

    fn modulus(&self) -> BigUint {
        &self.limit + 1u8
    }

    fn remainders(&self, x: &BigUint, y: &BigUint) -> (BigUint, BigUint) {
        (x % self.modulus(), y % self.modulus())
    }

    /// The P-positions that one move reaches, heaps in place; at most four.
    fn options(&self, x: &BigUint, y: &BigUint) -> Vec<Vec<BigUint>> {
        let modulus = self.modulus();
        let (r, s) = self.remainders(x, y);
        // What a heap loses where its remainder goes from `from` to `to`.
        let loss = |from: &BigUint, to: &BigUint| (from + &modulus - to) % &modulus;
        let mut options = Vec::new();
        let mut add = |from_x: BigUint, from_y: BigUint| {
            if from_x <= *x && from_y <= *y && !(from_x.is_zero() && from_y.is_zero()) {
                options.push(vec![x - from_x, y - from_y]);
            }
        };
        let (beside_r, beside_s) = (self.pairs.partner(&r), self.pairs.partner(&s));
        if beside_r <= self.limit {
            add(BigUint::zero(), loss(&s, &beside_r));
        }
        if beside_s <= self.limit {
            add(loss(&r, &beside_s), BigUint::zero());
        }
        // The same from both keeps the difference modulo m + 1, which is that of a pair one way round or the other.
        for (ahead, difference) in [(false, loss(&s, &r)), (true, loss(&r, &s))] {
            let Some(k) = self.pairs.with_difference(&difference) else { continue };
            let (a, b) = self.pairs.pair(&k);
            if b <= self.limit {
                let amount = loss(&r, if ahead { &b } else { &a });
                add(amount.clone(), amount);
            }
        }
        options
    }
}

impl Theorem for BoundedWythoff {
    fn id(&self) -> &'static str {
        if self.misere { "misere-bounded-wythoff" } else { "bounded-wythoff" }
    }

    fn credit(&self) -> &'static str {
        if self.misere { "after Fraenkel, 1984" } else { "after Wythoff, 1907" }
    }

    fn references(&self) -> &'static [&'static str] {
        if self.misere { &[WYTHOFF, FRAENKEL_1984, BEATTY] } else { &[WYTHOFF, BEATTY] }
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        let [x, y] = position else { return false };
        let (r, s) = self.remainders(x, y);
        self.pairs.is_pair(&r, &s)
    }

    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        match position {
            [x, y] => first_of(self.options(x, y), limit),
            _ => first_of(Vec::new(), limit),
        }
    }

    fn closed_form(&self, _heaps: usize) -> Option<ClosedForm> {
        // With a large limit there are too many pairs to list.
        let limit = self.limit.to_u32().filter(|limit| *limit <= 64)?;
        let sizes = || (0..=limit).map(BigUint::from);
        let pairs: Vec<_> = sizes()
            .flat_map(|r| sizes().map(move |s| (r.clone(), s)))
            .filter(|(r, s)| r <= s && self.pairs.is_pair(r, s))
            .collect();
        Some(ClosedForm::Formula(sets::remainder_pairs(&pairs, &(&self.limit + 1u8))))
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        match position {
            [x, y] => to_json(&self.figures_for(x, y)),
            _ => Value::Null,
        }
    }
}

/// The figures of the theorems on Wythoff's game with bounded removals. Numbers are text.
#[derive(Clone, Debug, Serialize)]
pub struct BoundedWythoffFigures {
    /// The irrationals that belong to t = 1.
    #[serde(flatten)]
    pub ratios: RatioFigures,
    /// m, the most that a heap loses.
    pub m: String,
    /// m + 1
    pub modulus: String,
    /// The pairs with both numbers at most m, up to twelve.
    pub first: Vec<PairRow>,
    /// Whether there are more of them.
    pub more: bool,
    /// Whether the numbers are too long for a table.
    pub large: bool,
    /// The rows of the table, heaps in place.
    pub heaps: Vec<HeapRow>,
    /// The remainders as a position: `(3, 5)`.
    pub remainders: String,
    /// Whether both heaps are empty.
    pub empty: bool,
    /// Whether both remainders are 0.
    pub both_divisible: bool,
    /// The position that the first winning move leads to, as written; empty where there is none.
    pub target: String,
    /// The remainders of this position, as written.
    pub target_remainders: String,
    /// The amounts of that move that are not zero, each once.
    pub amounts: Vec<String>,
    /// Whether that move takes from both heaps.
    pub takes_both: bool,
}

impl BoundedWythoff {
    /// The winning move that the proof makes from an N-position with a token left.
    fn illustration(&self, x: &BigUint, y: &BigUint) -> Option<Vec<BigUint>> {
        let (r, s) = self.remainders(x, y);
        if self.misere && r.is_zero() && s.is_zero() {
            // A heap that is not empty comes down to the remainder 1.
            let mut option = vec![x.clone(), y.clone()];
            let full = option.iter().position(|size| !size.is_zero())?;
            option[full] -= &self.limit;
            return Some(option);
        }
        let (low, high) = if r <= s { (&r, &s) } else { (&s, &r) };
        let (p, q) = settle(&self.pairs, low, high).2?;
        let (after_x, after_y) = if r <= s { (p, q) } else { (q, p) };
        Some(vec![x - (r - after_x), y - (s - after_y)])
    }

    fn figures_for(&self, x: &BigUint, y: &BigUint) -> BoundedWythoffFigures {
        let modulus = self.modulus();
        let (r, s) = self.remainders(x, y);
        let options = first_of(self.options(x, y), usize::MAX).options;
        let target = self.illustration(x, y).filter(|_| !options.is_empty());
        let position = [x.clone(), y.clone()];
        let after = target.clone().unwrap_or_else(|| position.to_vec());
        let amounts = taken(&position, &after);
        let mut listed: Vec<PairRow> = Vec::new();
        let mut k = BigUint::zero();
        while listed.len() <= LISTED && self.pairs.pair(&k).1 <= self.limit {
            listed.push(PairRow::new(&self.pairs, &k));
            k += 1u8;
        }
        let more = listed.len() > LISTED;
        listed.truncate(LISTED);
        let mut different: Vec<String> = amounts.iter().filter(|a| !a.is_zero()).map(BigUint::to_string).collect();
        let takes_both = different.len() == 2;
        different.dedup();
        BoundedWythoffFigures {
            ratios: RatioFigures::new(self.pairs.t()),
            m: self.limit.to_string(),
            modulus: modulus.to_string(),
            first: listed,
            more,
            large: is_large([x, y, &self.limit]),
            heaps: heap_rows(&position, &after, &modulus),
            remainders: written(&[r.clone(), s.clone()]),
            empty: x.is_zero() && y.is_zero(),
            both_divisible: r.is_zero() && s.is_zero(),
            target: target.as_deref().map(written).unwrap_or_default(),
            target_remainders: written(&after.iter().map(|left| left % &modulus).collect::<Vec<_>>()),
            amounts: different,
            takes_both,
        }
    }
}
