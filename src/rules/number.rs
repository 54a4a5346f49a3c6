//! The exact numbers of the rule language.
//!
//! A [`Number`] is an integer of any size, a rational, or an element a + b√d of a real quadratic field, with a, b rational and
//! d > 1 not a square. Nothing is rounded: sums, products, comparisons and whole parts are those of mathematics. Two
//! numbers of different quadratic fields, such as √2 and √3, can be compared, but neither added nor multiplied.

mod surd;

pub use surd::floor_of_surd;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use thiserror::Error;

/// The longest numerator or denominator of a result, in bits.
pub const MAX_BITS: u64 = 16_384;

/// Why an operation on numbers has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NumberError {
    /// A division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A sum or product of irrationals whose roots differ.
    #[error("numbers with different square roots cannot be combined exactly")]
    DifferentRoots,
    /// The square root of a negative number.
    #[error("the square root of a negative number")]
    NegativeRoot,
    /// The square root of an irrational.
    #[error("the square root of an irrational number")]
    RootOfIrrational,
    /// A remainder modulo zero or a negative number.
    #[error("the modulus of a remainder must be positive")]
    ModulusNotPositive,
    /// An exponent that is negative or not whole.
    #[error("an exponent must be a whole number, zero or more")]
    BadExponent,
    /// A result with more than [`MAX_BITS`] bits.
    #[error("the number has more than {MAX_BITS} binary digits")]
    TooLarge,
}

/// An exact number: an integer, a rational, or a + b√d.
///
/// # Examples
/// ```
/// use bouton::rules::number::Number;
/// // The whole part of 100 times the golden ratio.
/// let product = Number::from(100).times(&Number::phi()).unwrap();
/// assert_eq!(product.floor(), 161.into());
/// ```
#[derive(Clone, Debug)]
pub struct Number(Form);

/// One form a value: `Small` where it is an integer that fits, `Rational` where it is any other rational.
#[derive(Clone, Debug)]
enum Form {
    Small(i64),
    Rational(Box<BigRational>),
    Quadratic(Box<Quadratic>),
}

/// a + b√d, with b not zero and d > 1 not a square.
///
/// d is free of squares where that is cheap to know; two numbers may thus have different d and still be of one field,
/// which [`scale_to`] finds out.
#[derive(Clone, Debug)]
struct Quadratic {
    a: BigRational,
    b: BigRational,
    d: BigUint,
}

impl Number {
    /// The golden ratio, (1 + √5) / 2.
    pub fn phi() -> Number {
        let half = BigRational::new(1.into(), 2.into());
        Number(Form::Quadratic(Box::new(Quadratic { a: half.clone(), b: half, d: 5u8.into() })))
    }

    /// The natural number `size`, whatever its length.
    pub fn from_biguint(size: &BigUint) -> Number {
        BigInt::from(size.clone()).into()
    }

    /// The sum.
    ///
    /// # Errors
    /// `DifferentRoots`, `TooLarge`.
    pub fn plus(&self, other: &Number) -> Result<Number, NumberError> {
        if let (Form::Small(x), Form::Small(y)) = (&self.0, &other.0)
            && let Some(sum) = x.checked_add(*y)
        {
            return Ok(Number(Form::Small(sum)));
        }
        let (x, y, d) = self.in_one_field(other)?;
        normal(x.0 + y.0, x.1 + y.1, d)
    }

    /// The difference.
    ///
    /// # Errors
    /// `DifferentRoots`, `TooLarge`.
    pub fn minus(&self, other: &Number) -> Result<Number, NumberError> {
        if let (Form::Small(x), Form::Small(y)) = (&self.0, &other.0)
            && let Some(difference) = x.checked_sub(*y)
        {
            return Ok(Number(Form::Small(difference)));
        }
        let (x, y, d) = self.in_one_field(other)?;
        normal(x.0 - y.0, x.1 - y.1, d)
    }

    /// The product.
    ///
    /// # Errors
    /// `DifferentRoots`, `TooLarge`.
    pub fn times(&self, other: &Number) -> Result<Number, NumberError> {
        if let (Form::Small(x), Form::Small(y)) = (&self.0, &other.0)
            && let Some(product) = x.checked_mul(*y)
        {
            return Ok(Number(Form::Small(product)));
        }
        let (x, y, d) = self.in_one_field(other)?;
        let root_squared = whole(&d);
        normal(&x.0 * &y.0 + &x.1 * &y.1 * root_squared, &x.0 * &y.1 + &x.1 * &y.0, d)
    }

    /// The exact quotient.
    ///
    /// # Errors
    /// `DivisionByZero`, `DifferentRoots`, `TooLarge`.
    pub fn over(&self, divisor: &Number) -> Result<Number, NumberError> {
        if divisor.is_zero() {
            return Err(NumberError::DivisionByZero);
        }
        if let (Form::Small(x), Form::Small(y)) = (&self.0, &divisor.0)
            && x.checked_rem(*y) == Some(0)
        {
            return Ok(Number(Form::Small(x / y)));
        }
        let (x, y, d) = self.in_one_field(divisor)?;
        // x / y = x · (conjugate of y) / (norm of y); the norm is not zero, as √d is irrational and y is not zero.
        let root_squared = whole(&d);
        let norm = &y.0 * &y.0 - &y.1 * &y.1 * &root_squared;
        let a = &x.0 * &y.0 - &x.1 * &y.1 * root_squared;
        let b = &x.1 * &y.0 - &x.0 * &y.1;
        normal(a / &norm, b / norm, d)
    }

    /// The remainder `self` - `modulus`·⌊`self` / `modulus`⌋, which is at least zero and less than the modulus.
    ///
    /// # Errors
    /// `ModulusNotPositive`, `DifferentRoots`, `TooLarge`.
    pub fn modulo(&self, modulus: &Number) -> Result<Number, NumberError> {
        if modulus.sign() != Ordering::Greater {
            return Err(NumberError::ModulusNotPositive);
        }
        if let (Form::Small(x), Form::Small(m)) = (&self.0, &modulus.0) {
            return Ok(Number(Form::Small(x.rem_euclid(*m))));
        }
        let times = Number::from(self.over(modulus)?.floor());
        self.minus(&modulus.times(&times)?)
    }

    /// The power; 0 to the power 0 is 1.
    ///
    /// # Errors
    /// `BadExponent` where the exponent is not a whole number >= 0, `TooLarge`.
    pub fn power(&self, exponent: &Number) -> Result<Number, NumberError> {
        let exponent = exponent.to_integer().filter(|e| !e.is_negative()).ok_or(NumberError::BadExponent)?;
        let one = Number::from(1);
        match &self.0 {
            _ if exponent.is_zero() => return Ok(one),
            Form::Small(0 | 1) => return Ok(self.clone()),
            Form::Small(-1) => return Ok(if exponent.is_even() { one } else { self.clone() }),
            _ => {}
        }
        // The height of any other number grows with each factor, at least by that of √2 or the golden ratio: no exponent
        // beyond this limit can succeed, and the squaring below stops at the first number that is too large.
        let mut left = exponent.to_u64().filter(|e| *e <= 8 * MAX_BITS).ok_or(NumberError::TooLarge)?;
        let (mut result, mut square) = (one, self.clone());
        loop {
            if left % 2 == 1 {
                result = result.times(&square)?;
            }
            left /= 2;
            if left == 0 {
                return Ok(result);
            }
            square = square.times(&square)?;
        }
    }

    /// The square root.
    ///
    /// # Errors
    /// `NegativeRoot`, `RootOfIrrational`, `TooLarge`.
    pub fn sqrt(&self) -> Result<Number, NumberError> {
        if self.sign() == Ordering::Less {
            return Err(NumberError::NegativeRoot);
        }
        let value = self.to_rational().ok_or(NumberError::RootOfIrrational)?;
        // √(p/q) = √(pq) / q
        let (outside, inside) = surd::take_out_squares((value.numer() * value.denom()).magnitude());
        let factor = BigRational::new(outside.into(), value.denom().clone());
        if inside.is_one() {
            normal(factor, BigRational::zero(), inside)
        } else {
            normal(BigRational::zero(), factor, inside)
        }
    }

    /// The number with the opposite sign.
    pub fn negated(&self) -> Number {
        match &self.0 {
            Form::Small(x) => (-BigInt::from(*x)).into(),
            Form::Rational(x) => (-x.as_ref()).into(),
            Form::Quadratic(x) => Number(Form::Quadratic(Box::new(Quadratic { a: -&x.a, b: -&x.b, d: x.d.clone() }))),
        }
    }

    /// The number without its sign.
    pub fn absolute(&self) -> Number {
        if self.sign() == Ordering::Less { self.negated() } else { self.clone() }
    }

    /// The largest integer that is not greater.
    pub fn floor(&self) -> BigInt {
        match &self.0 {
            Form::Small(x) => (*x).into(),
            Form::Rational(x) => x.floor().to_integer(),
            Form::Quadratic(x) => {
                let c = x.a.denom().lcm(x.b.denom());
                let p = x.a.numer() * (&c / x.a.denom());
                let q = x.b.numer() * (&c / x.b.denom());
                floor_of_surd(&p, &q, &x.d, &c)
            }
        }
    }

    /// The smallest integer that is not less.
    pub fn ceil(&self) -> BigInt {
        -self.negated().floor()
    }

    /// How the number compares with zero.
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Form::Small(x) => x.cmp(&0),
            Form::Rational(x) => x.numer().cmp(&BigInt::zero()),
            Form::Quadratic(x) => sign_of(&x.a, &x.b, &x.d),
        }
    }

    /// Whether the number is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Form::Small(0))
    }

    /// Whether the number is an integer.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Form::Small(_) => true,
            Form::Rational(x) => x.is_integer(),
            Form::Quadratic(_) => false,
        }
    }

    /// The number as an integer, where it is one.
    pub fn to_integer(&self) -> Option<BigInt> {
        match &self.0 {
            Form::Small(x) => Some((*x).into()),
            Form::Rational(x) if x.is_integer() => Some(x.to_integer()),
            _ => None,
        }
    }

    /// The number as an integer of 64 bits, where it is one.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Form::Small(x) => Some(*x),
            _ => None,
        }
    }

    /// The number as a rational, where it is one.
    pub fn to_rational(&self) -> Option<BigRational> {
        match &self.0 {
            Form::Small(x) => Some(BigRational::from_integer((*x).into())),
            Form::Rational(x) => Some(x.as_ref().clone()),
            Form::Quadratic(_) => None,
        }
    }

    /// Rational part, factor of the root, and square of the root; for a rational the last two are 0 and 1.
    fn parts(&self) -> (BigRational, BigRational, BigUint) {
        match &self.0 {
            Form::Quadratic(x) => (x.a.clone(), x.b.clone(), x.d.clone()),
            Form::Small(x) => (BigRational::from_integer((*x).into()), BigRational::zero(), BigUint::one()),
            Form::Rational(x) => (x.as_ref().clone(), BigRational::zero(), BigUint::one()),
        }
    }

    /// Both numbers as (a, b) for a common √d.
    fn in_one_field(&self, other: &Number) -> Result<(Pair, Pair, BigUint), NumberError> {
        let ((a, b, d), (a2, b2, d2)) = (self.parts(), other.parts());
        if b2.is_zero() {
            return Ok(((a, b), (a2, b2), d));
        }
        if b.is_zero() {
            return Ok(((a, b), (a2, b2), d2));
        }
        let scale = scale_to(&d, &d2).ok_or(NumberError::DifferentRoots)?;
        Ok(((a, b), (a2, b2 * scale), d))
    }
}

/// The factors a and b of a + b√d.
type Pair = (BigRational, BigRational);

/// The rational s with √`other` = s√`d`, where there is one.
fn scale_to(d: &BigUint, other: &BigUint) -> Option<BigRational> {
    if d == other {
        return Some(BigRational::one());
    }
    // √other = √(other·d) / d · √d
    let product = d * other;
    let root = product.sqrt();
    (&root * &root == product).then(|| BigRational::new(root.into(), d.clone().into()))
}

/// The number a + b√d, in its one form.
fn normal(a: BigRational, b: BigRational, d: BigUint) -> Result<Number, NumberError> {
    let too_long = |x: &BigRational| x.numer().bits() > MAX_BITS || x.denom().bits() > MAX_BITS;
    if too_long(&a) || too_long(&b) || d.bits() > MAX_BITS {
        return Err(NumberError::TooLarge);
    }
    Ok(if b.is_zero() { a.into() } else { Number(Form::Quadratic(Box::new(Quadratic { a, b, d }))) })
}

fn whole(d: &BigUint) -> BigRational {
    BigRational::from_integer(d.clone().into())
}

/// How a + b√d compares with zero.
fn sign_of(a: &BigRational, b: &BigRational, d: &BigUint) -> Ordering {
    let (sign_a, sign_b) = (a.cmp(&BigRational::zero()), b.cmp(&BigRational::zero()));
    if sign_a == sign_b || sign_b == Ordering::Equal {
        return sign_a;
    }
    // The signs differ or a is zero: the larger of a² and b²d has its way.
    match (a * a).cmp(&(b * b * whole(d))) {
        Ordering::Greater => sign_a,
        Ordering::Less => sign_b,
        Ordering::Equal => Ordering::Equal,
    }
}

/// How a + b√d + c√e compares with zero, for two different fields.
fn sign_of_two_roots(a: &BigRational, (b, d): (&BigRational, &BigUint), (c, e): (&BigRational, &BigUint)) -> Ordering {
    let (first, second) = (sign_of(a, b, d), c.cmp(&BigRational::zero()));
    if first == second || second == Ordering::Equal {
        return first;
    }
    // The signs differ: compare (a + b√d)² = a² + b²d + 2ab√d with c²e.
    let two = BigRational::from_integer(2.into());
    match sign_of(&(a * a + b * b * whole(d) - c * c * whole(e)), &(two * a * b), d) {
        Ordering::Greater => first,
        Ordering::Less => second,
        Ordering::Equal => Ordering::Equal,
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        match (&self.0, &other.0) {
            (Form::Small(x), Form::Small(y)) => x == y,
            (Form::Rational(x), Form::Rational(y)) => x == y,
            // 1, √d and √e are independent over the rationals for different fields, so that parts and signs decide.
            (Form::Quadratic(x), Form::Quadratic(y)) => x.a == y.a && x.root_part() == y.root_part(),
            _ => false,
        }
    }
}

impl Eq for Number {}

impl Quadratic {
    /// The sign of b√d and its square, which say what it is whatever square factors d has.
    fn root_part(&self) -> (Sign, BigRational) {
        (self.b.numer().sign(), &self.b * &self.b * whole(&self.d))
    }
}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Form::Small(x) => x.hash(state),
            Form::Rational(x) => x.hash(state),
            Form::Quadratic(x) => (&x.a, x.root_part()).hash(state),
        }
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        if let (Form::Small(x), Form::Small(y)) = (&self.0, &other.0) {
            return x.cmp(y);
        }
        let ((a, b, d), (a2, b2, d2)) = (self.parts(), other.parts());
        let rational = &a - &a2;
        if b2.is_zero() {
            return sign_of(&rational, &b, &d);
        }
        if b.is_zero() {
            return sign_of(&rational, &-b2, &d2);
        }
        match scale_to(&d, &d2) {
            Some(scale) => sign_of(&rational, &(b - b2 * scale), &d),
            None => sign_of_two_roots(&rational, (&b, &d), (&-b2, &d2)),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number(Form::Small(value))
    }
}

impl From<BigInt> for Number {
    fn from(value: BigInt) -> Number {
        match value.to_i64() {
            Some(small) => Number(Form::Small(small)),
            None => Number(Form::Rational(Box::new(BigRational::from_integer(value)))),
        }
    }
}

impl From<BigRational> for Number {
    fn from(value: BigRational) -> Number {
        if value.is_integer() { value.to_integer().into() } else { Number(Form::Rational(Box::new(value))) }
    }
}

/// As in the rule language: `7`, `3/2`, `1+2*sqrt(5)`.
impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Form::Quadratic(x) = &self.0 else {
            let (value, ..) = self.parts();
            return write!(out, "{value}");
        };
        if !x.a.is_zero() {
            write!(out, "{}", x.a)?;
        }
        if x.b.is_negative() {
            out.write_str("-")?;
        } else if !x.a.is_zero() {
            out.write_str("+")?;
        }
        let factor = x.b.abs();
        if !factor.is_one() {
            write!(out, "{factor}*")?;
        }
        write!(out, "sqrt({})", x.d)
    }
}

#[cfg(test)]
mod tests;
