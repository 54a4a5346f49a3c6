//! The pairs of numbers that solve Wythoff's game and Fraenkel's generalisation of it.
//!
//! Every sequence here has the same shape: pairs (a_k, b_k), k = 0, 1, 2, …, where a_k is the smallest natural number in no
//! earlier pair, so that every number lies in exactly one pair, and no two pairs have the same difference b_k - a_k.
//! With α = (2 - t + √(t² + 4)) / 2 and β = α + t:
//!
//! | play | t | a_k | b_k - a_k |
//! |---|---|---|---|
//! | normal | any | ⌊kα⌋ | tk |
//! | misere | 1 | as in normal play, but for the pairs (0, 1) and (2, 2) in place of (0, 0) and (1, 2) | |
//! | misere | 2 and more | ⌊kα + 1/α⌋ | tk + 1 |
//!
//! # References
//! Aviezri S. Fraenkel (1982) for normal play, (1984) for misere play.

use crate::rules::number::floor_of_surd;
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// One of the sequences of pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pairs {
    t: BigUint,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Normal,
    /// Misere play with t = 1.
    MisereOne,
    /// Misere play with t >= 2.
    MisereMore,
}

/// The place of a number in its pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// It is a_k.
    A,
    /// It is b_k, and not a_k.
    B,
}

impl Pairs {
    /// The pairs for `t` >= 1; none for 0.
    pub(crate) fn new(t: BigUint, misere: bool) -> Option<Pairs> {
        let kind = match (misere, t.is_one()) {
            (false, _) => Kind::Normal,
            (true, true) => Kind::MisereOne,
            (true, false) => Kind::MisereMore,
        };
        (!t.is_zero()).then_some(Pairs { t, kind })
    }

    /// The parameter t.
    pub(crate) fn t(&self) -> &BigUint {
        &self.t
    }

    /// The pair with index `k`.
    pub(crate) fn pair(&self, k: &BigUint) -> (BigUint, BigUint) {
        let t = BigInt::from(self.t.clone());
        match self.kind {
            Kind::MisereOne if k.is_zero() => (0u8.into(), 1u8.into()),
            Kind::MisereOne if k.is_one() => (2u8.into(), 2u8.into()),
            Kind::Normal | Kind::MisereOne => {
                // kα = (k(2 - t) + k√(t² + 4)) / 2
                let k = BigInt::from(k.clone());
                let a = natural(floor_of_surd(&(&k * (2 - &t)), &k, &self.discriminant(), &2.into()));
                let b = &a + &self.t * k.magnitude();
                (a, b)
            }
            Kind::MisereMore => {
                // kα + 1/α = ((t - 2)(1 - kt) + (kt + 1)√(t² + 4)) / 2t, as 1/α = (t - 2 + √(t² + 4)) / 2t
                let kt = BigInt::from(k * &self.t);
                let a = floor_of_surd(&((&t - 2) * (1 - &kt)), &(&kt + 1), &self.discriminant(), &(2 * &t));
                let a = natural(a);
                let b = &a + kt.magnitude() + 1u8;
                (a, b)
            }
        }
    }

    /// The index of the pair that holds `x`, and its place there.
    pub(crate) fn locate(&self, x: &BigUint) -> (BigUint, Side) {
        match (self.kind, x.to_u8()) {
            (Kind::MisereOne, Some(0)) => return (0u8.into(), Side::A),
            (Kind::MisereOne, Some(1)) => return (0u8.into(), Side::B),
            (Kind::MisereOne, Some(2)) => return (1u8.into(), Side::A),
            _ => {}
        }
        let k = self.last_up_to(x);
        if self.pair(&k).0 == *x {
            return (k, Side::A);
        }
        // The numbers up to x are those a_i with i <= k and those b_i with i <= j, each once; in normal play the pair
        // (0, 0) counts once, so that x = k + j there, and x + 1 = (k + 1) + (j + 1) in misere play.
        let j = if self.kind == Kind::MisereMore { x - k - 1u8 } else { x - k };
        (j, Side::B)
    }

    /// The largest k with a_k <= `x`, by the formula for a_k.
    fn last_up_to(&self, x: &BigUint) -> BigUint {
        let t = BigInt::from(self.t.clone());
        let next = BigInt::from(x.clone()) + 1;
        let d = self.discriminant();
        natural(match self.kind {
            // kα < x + 1, with 1/α = (t - 2 + √(t² + 4)) / 2t
            Kind::Normal | Kind::MisereOne => floor_of_surd(&(&next * (&t - 2)), &next, &d, &(2 * &t)),
            // k < (x + 1)/α - 1/α², with 1/α² = (t² - 2t + 4 + (t - 2)√(t² + 4)) / 2t²
            Kind::MisereMore => {
                let p = &next * &t * (&t - 2) - (&t * &t - 2 * &t + 4);
                let q = &next * &t - (&t - 2);
                floor_of_surd(&p, &q, &d, &(2 * &t * &t))
            }
        })
    }

    /// The number that makes a pair with `x`.
    pub(crate) fn partner(&self, x: &BigUint) -> BigUint {
        let (k, side) = self.locate(x);
        let (a, b) = self.pair(&k);
        if side == Side::A { b } else { a }
    }

    /// Whether `x` and `y` are a pair, in either order.
    pub(crate) fn is_pair(&self, x: &BigUint, y: &BigUint) -> bool {
        self.partner(x) == *y
    }

    /// The index of the pair whose numbers differ by `difference`.
    pub(crate) fn with_difference(&self, difference: &BigUint) -> Option<BigUint> {
        let k = self.index_below(difference);
        let (a, b) = self.pair(&k);
        (b - a == *difference).then_some(k)
    }

    /// The index of the pair to which both heaps come down from heaps that differ by `difference`: the pair whose own
    /// difference is the largest that is not larger, and the pair (0, 1) from equal heaps where no pair has difference 0.
    pub(crate) fn index_below(&self, difference: &BigUint) -> BigUint {
        match self.kind {
            Kind::Normal => difference / &self.t,
            Kind::MisereOne if *difference <= BigUint::one() => BigUint::one() - difference,
            Kind::MisereOne => difference.clone(),
            Kind::MisereMore if difference.is_zero() => BigUint::zero(),
            Kind::MisereMore => (difference - 1u8) / &self.t,
        }
    }

    /// The pairs (p, q), in this order, with |(`y` - `x`) - (q - p)| < t, p < `x` and q < `y`.
    ///
    /// # Complexity
    /// A few multiplications and square roots of numbers as long as `x` and `y`, however many moves there are.
    pub(crate) fn below_both(&self, x: &BigUint, y: &BigUint) -> Vec<(BigUint, BigUint)> {
        let t = BigInt::from(self.t.clone());
        let difference = BigInt::from(y.clone()) - BigInt::from(x.clone());
        let classes: &[i8] = if self.kind == Kind::Normal { &[0] } else { &[1, -1] };
        let mut wanted = Vec::new();
        for class in classes {
            // Of t numbers in a row exactly one lies in the class: two candidates lie in an interval of 2t - 1.
            let low: BigInt = &difference - &t + 1;
            let first = &low + (BigInt::from(*class) - &low).mod_floor(&t);
            wanted.extend([first.clone(), first + &t]);
        }
        wanted.sort();
        wanted.dedup();
        let limit = &difference + &t;
        let mut found = Vec::new();
        for signed in wanted.into_iter().filter(|signed| *signed < limit) {
            let Some(k) = self.with_difference(signed.magnitude()) else { continue };
            let (a, b) = self.pair(&k);
            let (p, q) = if signed.sign() == Sign::Minus { (b, a) } else { (a, b) };
            if p < *x && q < *y {
                found.push((p, q));
            }
        }
        found
    }

    /// t² + 4
    fn discriminant(&self) -> BigUint {
        &self.t * &self.t + 4u8
    }
}

fn natural(value: BigInt) -> BigUint {
    value.to_biguint().expect("the numbers of the pairs are not negative")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The pairs by their definition.
    fn by_mex(t: u64, misere: bool, count: u64) -> Vec<(u64, u64)> {
        let mut used = BTreeSet::new();
        let mut pairs = Vec::new();
        for k in 0..count {
            let a = (0..).find(|x| !used.contains(x)).unwrap();
            let b = match (misere, t, k) {
                (true, 1, 0) => 1,
                (true, 1, 1) => 2,
                (true, 1, _) | (false, ..) => a + t * k,
                (true, ..) => a + t * k + 1,
            };
            used.extend([a, b]);
            pairs.push((a, b));
        }
        pairs
    }

    #[test]
    fn formulas_agree_with_the_definition() {
        for misere in [false, true] {
            for t in 1..=9u64 {
                let sequence = Pairs::new(t.into(), misere).unwrap();
                for (k, (a, b)) in by_mex(t, misere, 400).into_iter().enumerate() {
                    let k = BigUint::from(k);
                    assert_eq!(sequence.pair(&k), (a.into(), b.into()), "t = {t}, misere = {misere}, k = {k}");
                    assert_eq!(sequence.locate(&a.into()), (k.clone(), Side::A));
                    if a != b {
                        assert_eq!(sequence.locate(&b.into()), (k.clone(), Side::B));
                    }
                    assert_eq!(sequence.partner(&a.into()), b.into());
                    assert_eq!(sequence.partner(&b.into()), a.into());
                    assert_eq!(sequence.with_difference(&(b - a).into()), Some(k));
                }
            }
        }
    }

    #[test]
    fn differences_that_no_pair_has() {
        let sequence = |misere| Pairs::new(3u8.into(), misere).unwrap();
        assert_eq!(sequence(false).with_difference(&4u8.into()), None);
        assert_eq!(sequence(true).with_difference(&0u8.into()), None);
        assert_eq!(sequence(true).with_difference(&3u8.into()), None);
    }

    #[test]
    fn indices_of_a_hundred_digits() {
        for misere in [false, true] {
            for t in [1u64, 2, 3, 1_000_003] {
                let sequence = Pairs::new(t.into(), misere).unwrap();
                let k = BigUint::from(7u8).pow(118);
                let (a, b) = sequence.pair(&k);
                assert_eq!(sequence.locate(&a), (k.clone(), Side::A));
                assert_eq!(sequence.locate(&b), (k.clone(), Side::B));
                assert!(sequence.is_pair(&b, &a) && !sequence.is_pair(&a, &a));
            }
        }
    }

    #[test]
    fn no_pairs_without_t() {
        assert_eq!(Pairs::new(BigUint::zero(), false), None);
    }
}
