//! Euclid's game: a move takes a positive multiple of the smaller of two heaps from the larger.

use super::common::{first_of, is_large, to_json, written};
use super::{ClosedForm, Theorem, WinningMoves};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::Zero;
use serde::Serialize;
use serde_json::Value;

const COLE_DAVIE: &str = "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm and a winning strategy for \
                          it, Mathematical Gazette 53 (1969), 354–357.";
const LENGYEL: &str = "T. Lengyel, A Nim-type game and continued fractions, Fibonacci Quarterly 41 (2003), 310–320.";

/// Two heaps; a move takes from the larger a positive multiple of the smaller, as far as that goes. The game is over when
/// a heap is empty, and whoever has emptied it wins. Where both heaps are equal, either may be emptied.
///
/// The P-positions are those with an empty heap, and those with heaps b < a < φb.
///
/// # References
///
/// Cole and Davie 1969.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Euclid;

/// The numbers that show the theorem at work, all as text; a is the larger heap, b the smaller.
#[derive(Clone, Debug, Serialize)]
pub struct EuclidFigures {
    /// Which argument of the proof fits the position.
    pub case: EuclidCase,
    /// Whether the numbers are too long to compute with in a text.
    pub large: bool,
    /// The larger heap a.
    pub larger: String,
    /// The smaller heap b.
    pub smaller: String,
    /// a/b cut off after four decimals; empty if b = 0.
    pub ratio: String,
    /// a² - ab - b², which is positive exactly for a > φb.
    pub form: String,
    /// The quotient q of the division of a by b.
    pub quotient: String,
    /// The remainder r of this division.
    pub remainder: String,
    /// b/r cut off after four decimals; empty if r = 0.
    pub remainder_ratio: String,
    /// b + r
    pub above: String,
    /// (b + r)/b cut off after four decimals.
    pub above_ratio: String,
    /// q - 1, the multiple of b that leads from a to b + r.
    pub quotient_less_one: String,
    /// What the winning move takes; what any move takes where none wins, 0 where there is none.
    pub amount: String,
    /// What is left of a then.
    pub left: String,
    /// a - b, to which a comes down in a P-position with a < φb.
    pub difference: String,
    /// b/(a - b) cut off after four decimals.
    pub difference_ratio: String,
    /// The position that the winning move leads to, as written; empty where there is none.
    pub target: String,
}

/// The argument that settles a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EuclidCase {
    /// A heap is empty.
    Over,
    /// b < a < φb.
    Close,
    /// b divides a, which can be taken whole.
    Multiple,
    /// The winning move goes to b and the remainder.
    Remainder,
    /// The winning move goes to b and b more than the remainder.
    Above,
}

impl Euclid {
    /// Euclid's game.
    pub fn new() -> Euclid {
        Euclid
    }
}

/// a² - ab - b²
fn form(a: &BigUint, b: &BigUint) -> BigInt {
    let (a, b) = (BigInt::from(a.clone()), BigInt::from(b.clone()));
    &a * &a - &a * &b - &b * &b
}

/// Which argument fits a >= b.
fn case(a: &BigUint, b: &BigUint) -> EuclidCase {
    if b.is_zero() {
        return EuclidCase::Over;
    }
    // φ is irrational, so the form is not 0.
    if a > b && form(a, b) < BigInt::zero() {
        return EuclidCase::Close;
    }
    let r = a % b;
    if r.is_zero() {
        EuclidCase::Multiple
    } else if form(b, &r) < BigInt::zero() {
        EuclidCase::Remainder
    } else {
        EuclidCase::Above
    }
}

/// What the only winning move leaves of the larger heap; none where no move wins.
fn lowered(a: &BigUint, b: &BigUint) -> Option<BigUint> {
    match case(a, b) {
        EuclidCase::Over | EuclidCase::Close => None,
        EuclidCase::Multiple | EuclidCase::Remainder => Some(a % b),
        EuclidCase::Above => Some(b + a % b),
    }
}

/// a/b cut off after four decimals; empty for b = 0.
fn ratio(a: &BigUint, b: &BigUint) -> String {
    if b.is_zero() {
        return String::new();
    }
    let (whole, rest) = (a * 10_000u32 / b).div_rem(&10_000u32.into());
    format!("{whole}.{rest:0>4}", rest = rest.to_string())
}

impl Theorem for Euclid {
    fn id(&self) -> &'static str {
        "euclid"
    }

    fn credit(&self) -> &'static str {
        "Cole and Davie, 1969"
    }

    fn references(&self) -> &'static [&'static str] {
        &[COLE_DAVIE, LENGYEL]
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        let [x, y] = position else { return false };
        matches!(case(x.max(y), x.min(y)), EuclidCase::Over | EuclidCase::Close)
    }

    /// At most one move, or two that empty one of two equal heaps.
    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        let [x, y] = position else { return first_of(Vec::new(), limit) };
        let mut options = Vec::new();
        if let Some(left) = lowered(x.max(y), x.min(y)) {
            options.extend((x >= y).then(|| vec![left.clone(), y.clone()]));
            options.extend((x <= y).then(|| vec![x.clone(), left]));
        }
        first_of(options, limit)
    }

    /// None: the ratio φ cannot be said with sums, remainders and binary digits, and the positions are no pairs.
    fn closed_form(&self, _heaps: usize) -> Option<ClosedForm> {
        None
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        let [x, y] = position else { return Value::Null };
        let (a, b) = (x.max(y), x.min(y));
        let case = case(a, b);
        let target = lowered(a, b);
        let (q, r) = if b.is_zero() { Default::default() } else { a.div_rem(b) };
        let left = target.clone().unwrap_or_else(|| a - b);
        let above = b + &r;
        let less_one = if q.is_zero() { BigUint::zero() } else { &q - 1u32 };
        to_json(&EuclidFigures {
            case,
            large: is_large([a]),
            larger: a.to_string(),
            smaller: b.to_string(),
            ratio: ratio(a, b),
            form: form(a, b).to_string(),
            quotient: q.to_string(),
            remainder_ratio: ratio(b, &r),
            remainder: r.to_string(),
            above_ratio: ratio(&above, b),
            above: above.to_string(),
            quotient_less_one: less_one.to_string(),
            amount: (a - &left).to_string(),
            difference: (a - b).to_string(),
            difference_ratio: ratio(b, &(a - b)),
            target: match &target {
                Some(left) if x >= y => written(&[left.clone(), y.clone()]),
                Some(left) => written(&[x.clone(), left.clone()]),
                None => String::new(),
            },
            left: left.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::exhaustive::positions;
    use crate::theorem::search;

    fn options(position: &[u64]) -> Vec<Vec<u64>> {
        let (x, y) = (position[0], position[1]);
        let mut options = Vec::new();
        if x >= y && y > 0 {
            options.extend((1..=x / y).map(|k| vec![x - k * y, y]));
        }
        if y >= x && x > 0 {
            options.extend((1..=y / x).map(|k| vec![x, y - k * x]));
        }
        options
    }

    #[test]
    fn agrees_with_brute_force() {
        search::check(&Euclid::new(), &options, positions(2, 60));
    }

    #[test]
    fn agrees_with_the_table() {
        let golden = search::golden("euclid");
        let max = golden["max"].as_u64().unwrap();
        let found: Vec<Vec<u64>> = positions(2, max)
            .into_iter()
            .filter(|p| p[0] > 0 && p.is_sorted() && Euclid::new().is_p(&search::large(p)))
            .collect();
        assert_eq!(serde_json::json!(found), golden["p_positions"]);
    }

    #[test]
    fn compares_with_the_golden_ratio_exactly() {
        // Neighbours in the Fibonacci sequence have ratios on alternating sides of φ.
        let (mut b, mut a) = (BigUint::from(1u8), BigUint::from(2u8));
        for step in 0..600 {
            let position = [a.clone(), b.clone()];
            assert_eq!(Euclid::new().is_p(&position), step % 2 == 1, "{position:?}");
            let found = Euclid::new().winning_moves(&position, 5);
            assert_eq!(found.options.len(), 1 - step % 2);
            assert!(found.options.iter().all(|option| Euclid::new().is_p(option)));
            (b, a) = (a.clone(), a + b);
        }
    }

    #[test]
    fn answers_for_large_heaps() {
        let googol = BigUint::from(10u32).pow(100);
        let position = [BigUint::from(7u32), googol.clone()];
        // 10^100 leaves the remainder 4 on division by 7, and 7/4 > φ.
        let found = Euclid::new().winning_moves(&position, 5);
        assert_eq!(found.options, [search::large(&[7, 11])]);
        assert_eq!(Euclid::new().winning_moves(&[googol.clone(), googol.clone()], 5).options.len(), 2);
        assert!(Euclid::new().is_p(&[&googol + 1u8, googol]));
    }

    #[test]
    fn other_numbers_of_heaps_are_no_p_positions() {
        assert!(!Euclid::new().is_p(&[]));
        assert_eq!(Euclid::new().figures(&search::large(&[1, 2, 3])), Value::Null);
        assert!(Euclid::new().winning_moves(&search::large(&[1]), 5).options.is_empty());
    }
}
