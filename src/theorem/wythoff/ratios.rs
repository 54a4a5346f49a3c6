//! The irrationals α and β of the pairs, as they are written.

use crate::rules::number::floor_of_surd;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use serde::Serialize;

/// t, α = (2 - t + √(t² + 4)) / 2 and β = α + t, and what their theory needs.
///
/// Numbers are text, as they can be of any length.
#[derive(Clone, Debug, Serialize)]
pub struct RatioFigures {
    /// The parameter t: from both heaps, amounts that differ by less than t.
    pub t: String,
    /// Whether t is 1, so that both heaps lose the same.
    pub same: bool,
    /// α as TeX.
    pub alpha: String,
    /// β as TeX.
    pub beta: String,
    /// The equation of which α is the positive root, as TeX.
    pub equation: String,
    /// t² + 4, whose root α holds.
    pub discriminant: String,
    /// Two squares in a row between which t² + 4 lies, with the numbers they are squares of.
    pub between: [String; 4],
    /// α cut off after four decimals.
    pub alpha_decimal: String,
    /// t - 2, the coefficient in the equation where t >= 2; 0 else.
    pub middle: String,
}

impl RatioFigures {
    /// The figures for `t` >= 1.
    pub(super) fn new(t: &BigUint) -> RatioFigures {
        let root = Radicals { t: t.clone().into() };
        let discriminant = t * t + 4u8;
        RatioFigures {
            t: t.to_string(),
            same: t.is_one(),
            alpha: root.halved(&(2 - &root.t)),
            beta: root.halved(&(2 + &root.t)),
            equation: root.equation(),
            between: between_squares(&discriminant),
            discriminant: discriminant.to_string(),
            alpha_decimal: root.decimal(&(2 - &root.t)),
            middle: if t.is_one() { "0".to_owned() } else { (t - 2u8).to_string() },
        }
    }
}

/// r², r, (r + 1)², r + 1 for the r with r² <= n < (r + 1)².
fn between_squares(n: &BigUint) -> [String; 4] {
    let (low, high) = (n.sqrt(), n.sqrt() + 1u8);
    [(&low * &low).to_string(), low.to_string(), (&high * &high).to_string(), high.to_string()]
}

/// Writes the irrationals of one t.
struct Radicals {
    t: BigInt,
}

impl Radicals {
    /// α² + (t - 2)α = t, in its simplest form.
    fn equation(&self) -> String {
        let t = &self.t;
        if *t == 1.into() {
            r"\alpha^2=\alpha+1".to_owned()
        } else if *t == 2.into() {
            r"\alpha^2=2".to_owned()
        } else if *t == 3.into() {
            r"\alpha^2+\alpha=3".to_owned()
        } else {
            format!(r"\alpha^2+{}\alpha={t}", t - 2)
        }
    }

    /// (p + √(t² + 4)) / 2, where p is even if t is.
    fn halved(&self, p: &BigInt) -> String {
        let discriminant: BigInt = &self.t * &self.t + 4;
        if self.t.is_even() {
            sum(&(p / 2), &(discriminant / 4))
        } else {
            format!(r"\frac{{{}}}{{2}}", sum(p, &discriminant))
        }
    }

    /// (p + √(t² + 4)) / 2, cut off after four decimals.
    fn decimal(&self, p: &BigInt) -> String {
        let d = self.t.magnitude() * self.t.magnitude() + 4u8;
        let digits = floor_of_surd(&(p * 10_000), &10_000.into(), &d, &2.into());
        let (whole, rest) = digits.div_mod_floor(&10_000.into());
        format!("{whole}.{rest:0>4}", rest = rest.to_string())
    }
}

/// p + √d as TeX, a positive part first.
fn sum(p: &BigInt, d: &BigInt) -> String {
    if p.is_zero() {
        format!(r"\sqrt{{{d}}}")
    } else if p.is_negative() {
        format!(r"\sqrt{{{d}}}-{}", p.magnitude())
    } else {
        format!(r"{p}+\sqrt{{{d}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(t: u32) -> [String; 4] {
        let figures = RatioFigures::new(&t.into());
        [figures.alpha, figures.beta, figures.equation, figures.alpha_decimal]
    }

    #[test]
    fn irrationals_are_written_simply() {
        assert_eq!(written(1), [r"\frac{1+\sqrt{5}}{2}", r"\frac{3+\sqrt{5}}{2}", r"\alpha^2=\alpha+1", "1.6180"]);
        assert_eq!(written(2), [r"\sqrt{2}", r"2+\sqrt{2}", r"\alpha^2=2", "1.4142"]);
        assert_eq!(written(3), [r"\frac{\sqrt{13}-1}{2}", r"\frac{5+\sqrt{13}}{2}", r"\alpha^2+\alpha=3", "1.3027"]);
        assert_eq!(written(4), [r"\sqrt{5}-1", r"3+\sqrt{5}", r"\alpha^2+2\alpha=4", "1.2360"]);
    }

    #[test]
    fn the_root_lies_between_two_integers() {
        assert_eq!(RatioFigures::new(&3u8.into()).between, ["9", "3", "16", "4"]);
    }
}
