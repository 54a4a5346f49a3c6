//! Whole parts of quadratic irrationals, and square factors taken out of roots.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// Factors up to this size are taken out of a root, so that what is left below its cube has no square factor.
const TRIAL_LIMIT: u32 = 10_000;

/// ⌊(p + q√d) / c⌋, exactly, for numbers of any size.
///
/// # Panics
/// Where `c` is not positive.
///
/// # Examples
/// ```
/// use bouton::rules::number::floor_of_surd;
/// use num_bigint::{BigInt, BigUint};
/// // The golden ratio is (1 + √5) / 2, and 7 times it is 11.32…
/// let floor = floor_of_surd(&BigInt::from(7), &BigInt::from(7), &BigUint::from(5u32), &BigInt::from(2));
/// assert_eq!(floor, BigInt::from(11));
/// ```
pub fn floor_of_surd(p: &BigInt, q: &BigInt, d: &BigUint, c: &BigInt) -> BigInt {
    assert!(c.is_positive(), "the denominator of a quadratic irrational is positive");
    // ⌊y / c⌋ = ⌊⌊y⌋ / c⌋ for a whole c > 0, and p is whole: only the whole part of q√d counts.
    let square = q.magnitude() * q.magnitude() * d;
    let root = square.sqrt();
    let floor = if q.is_negative() {
        let is_whole = &root * &root == square;
        -BigInt::from(root) - if is_whole { BigInt::zero() } else { BigInt::one() }
    } else {
        BigInt::from(root)
    };
    (p + floor).div_floor(c)
}

/// Numbers `(s, d)` with s²·d = `n`, s as large as factors up to [`TRIAL_LIMIT`] and a last square show.
///
/// d is 1 exactly where `n` is a square; below the cube of the limit, 10^12, d has no square factor.
pub(super) fn take_out_squares(n: &BigUint) -> (BigUint, BigUint) {
    if n.is_zero() {
        return (BigUint::zero(), BigUint::one());
    }
    let (mut outside, mut inside, mut rest) = (BigUint::one(), BigUint::one(), n.clone());
    for factor in 2..=TRIAL_LIMIT {
        if BigUint::from(factor) * factor > rest {
            break;
        }
        let mut is_odd_power = false;
        while (&rest % factor).is_zero() {
            rest /= factor;
            if is_odd_power {
                outside *= factor;
            }
            is_odd_power = !is_odd_power;
        }
        if is_odd_power {
            inside *= factor;
        }
    }
    // What is left has no small factor; it may be one of those already inside, or a square.
    let root = rest.sqrt();
    if &root * &root == rest { (outside * root, inside) } else { (outside, inside * rest) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn floor(p: i64, q: i64, d: u32, c: i64) -> BigInt {
        floor_of_surd(&p.into(), &q.into(), &d.into(), &c.into())
    }

    #[test]
    fn floors_of_roots_with_either_sign() {
        assert_eq!(floor(0, 1, 2, 1), 1.into());
        assert_eq!(floor(0, -1, 2, 1), (-2).into());
        assert_eq!(floor(0, -1, 4, 1), (-2).into());
        assert_eq!(floor(1, -1, 5, 2), (-1).into());
        assert_eq!(floor(-7, 0, 5, 2), (-4).into());
    }

    #[test]
    fn square_factors_come_out() {
        let taken = |n: u64| take_out_squares(&n.into());
        assert_eq!(taken(0), (0u8.into(), 1u8.into()));
        assert_eq!(taken(1), (1u8.into(), 1u8.into()));
        assert_eq!(taken(72), (6u8.into(), 2u8.into()));
        assert_eq!(taken(45), (3u8.into(), 5u8.into()));
        assert_eq!(taken(10_007 * 10_007), (10_007u32.into(), 1u8.into()));
        assert_eq!(taken(3 * 10_007 * 10_007), (10_007u32.into(), 3u8.into()));
    }

    proptest! {
        #[test]
        fn a_floor_lies_just_below(p in -10_000i64..10_000, q in -10_000i64..10_000, d in 2u32..200, c in 1i64..50) {
            let exact = (p as f64 + q as f64 * f64::from(d).sqrt()) / c as f64;
            prop_assume!((exact - exact.round()).abs() > 1e-6);
            prop_assert_eq!(floor(p, q, d, c), BigInt::from(exact.floor() as i64));
        }

        #[test]
        fn taking_out_squares_keeps_the_value(n in 1u64..1_000_000) {
            let (s, d) = take_out_squares(&n.into());
            prop_assert_eq!(&s * &s * &d, BigUint::from(n));
            for factor in 2u32..1000 {
                prop_assert!(!(&d % (factor * factor)).is_zero());
            }
        }
    }
}
