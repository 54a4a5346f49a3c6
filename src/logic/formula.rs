//! Formulas about natural numbers in Büchi's arithmetic of base 2: linear conditions, congruences, and conditions on
//! binary digits, joined by "and", "or", "not" and "there is".
//!
//! Whether such a formula holds for some numbers, or two of them for the same numbers, can be decided
//! ([`decide`](super::decide)). All variables stand for natural numbers; the coefficients are integers.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// A variable, which stands for a natural number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub usize);

/// A sum of integer multiples of variables and an integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Linear {
    coefficients: BTreeMap<Var, BigInt>,
    constant: BigInt,
}

impl Linear {
    /// An integer.
    pub fn constant(value: impl Into<BigInt>) -> Linear {
        Linear { coefficients: BTreeMap::new(), constant: value.into() }
    }

    /// A variable.
    pub fn variable(variable: Var) -> Linear {
        Linear { coefficients: BTreeMap::from([(variable, BigInt::one())]), constant: BigInt::zero() }
    }

    /// The sum of the given multiples of variables and of `constant`; a variable may occur more than once.
    pub fn sum<C: Into<BigInt>>(terms: impl IntoIterator<Item = (C, Var)>, constant: impl Into<BigInt>) -> Linear {
        let start = Linear::constant(constant);
        terms.into_iter().fold(start, |sum, (coefficient, variable)| {
            sum.plus(&Linear::variable(variable).times(&coefficient.into()))
        })
    }

    /// The sum of `self` and `other`.
    pub fn plus(&self, other: &Linear) -> Linear {
        let mut sum = self.clone();
        for (variable, coefficient) in &other.coefficients {
            *sum.coefficients.entry(*variable).or_default() += coefficient;
        }
        sum.coefficients.retain(|_, coefficient| !coefficient.is_zero());
        sum.constant += &other.constant;
        sum
    }

    /// `self` less `other`.
    pub fn minus(&self, other: &Linear) -> Linear {
        self.plus(&other.times(&BigInt::from(-1)))
    }

    /// `self` times `factor`.
    pub fn times(&self, factor: &BigInt) -> Linear {
        if factor.is_zero() {
            return Linear::default();
        }
        let coefficients = self.coefficients.iter().map(|(variable, value)| (*variable, value * factor)).collect();
        Linear { coefficients, constant: &self.constant * factor }
    }

    /// The variables whose coefficient is not zero, ascending, with their coefficients.
    pub fn coefficients(&self) -> impl Iterator<Item = (Var, &BigInt)> {
        self.coefficients.iter().map(|(variable, coefficient)| (*variable, coefficient))
    }

    /// The constant summand.
    pub fn constant_part(&self) -> &BigInt {
        &self.constant
    }

    /// The greatest common divisor of the coefficients and the constant, zero where all are zero.
    pub(super) fn content(&self) -> BigInt {
        self.coefficients.values().fold(self.constant.clone(), |divisor, value| divisor.gcd(value)).abs()
    }

    /// `self` divided by `divisor`, which must divide the coefficients and the constant.
    pub(super) fn divided(&self, divisor: &BigInt) -> Linear {
        let coefficients = self.coefficients.iter().map(|(variable, value)| (*variable, value / divisor)).collect();
        Linear { coefficients, constant: &self.constant / divisor }
    }

    /// Whether no coefficient is negative, nor the constant, so that no value is.
    pub(super) fn is_evidently_natural(&self) -> bool {
        !self.constant.is_negative() && self.coefficients.values().all(|coefficient| !coefficient.is_negative())
    }

    /// The value where `value` gives those of the variables.
    pub fn evaluate(&self, value: &impl Fn(Var) -> BigUint) -> BigInt {
        self.coefficients.iter().fold(self.constant.clone(), |sum, (variable, coefficient)| {
            sum + coefficient * BigInt::from(value(*variable))
        })
    }
}

/// A condition on natural numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Always true.
    True,
    /// Never true.
    False,
    /// The sum is zero.
    IsZero(Linear),
    /// The sum is zero or negative.
    AtMostZero(Linear),
    /// The sum is divisible by the number; by 0 only 0 is.
    Divisible(Linear, BigUint),
    /// In every binary column the number of ones among `variables` is divisible by `modulus`: for 2, their nim-sum is
    /// zero; for K + 1, Moore's condition. A variable that occurs twice counts twice. Modulus 0 allows no ones at all.
    ColumnSums {
        /// The numbers that are written one below the other.
        variables: Vec<Var>,
        /// What divides the number of ones of each column.
        modulus: u32,
    },
    /// As [`Formula::ColumnSums`], of the remainders of the variables modulo `divisor` in place of the variables. Divisor
    /// 0 leaves a number as it is.
    RemainderColumnSums {
        /// The numbers whose remainders are written one below the other.
        variables: Vec<Var>,
        /// The number by which they are divided.
        divisor: u32,
        /// What divides the number of ones of each column.
        modulus: u32,
    },
    /// The other is false.
    Not(Box<Formula>),
    /// All are true.
    And(Vec<Formula>),
    /// At least one is true.
    Or(Vec<Formula>),
    /// For some natural number in the variable's place the formula is true.
    Exists(Var, Box<Formula>),
}

impl Formula {
    /// `left = right`.
    pub fn equal(left: &Linear, right: &Linear) -> Formula {
        Formula::IsZero(left.minus(right))
    }

    /// `left <= right`.
    pub fn at_most(left: &Linear, right: &Linear) -> Formula {
        Formula::AtMostZero(left.minus(right))
    }

    /// `left < right`.
    pub fn less(left: &Linear, right: &Linear) -> Formula {
        Formula::AtMostZero(left.minus(right).plus(&Linear::constant(1)))
    }

    /// The nim-sum of `operands` is `result`.
    pub fn nim_sum_is(operands: &[Var], result: Var) -> Formula {
        let variables = operands.iter().copied().chain([result]).collect();
        Formula::ColumnSums { variables, modulus: 2 }
    }

    /// For some natural numbers in the places of `variables` the formula is true.
    pub fn exists(variables: impl IntoIterator<Item = Var>, formula: Formula) -> Formula {
        variables.into_iter().fold(formula, |inner, variable| Formula::Exists(variable, Box::new(inner)))
    }

    /// The negation.
    pub fn negated(self) -> Formula {
        match self {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// The variables on whose values the truth of the formula may depend, ascending.
    pub fn free_variables(&self) -> BTreeSet<Var> {
        match self {
            Formula::True | Formula::False => BTreeSet::new(),
            Formula::IsZero(sum) | Formula::AtMostZero(sum) | Formula::Divisible(sum, _) => {
                sum.coefficients.keys().copied().collect()
            }
            Formula::ColumnSums { variables, .. } | Formula::RemainderColumnSums { variables, .. } => {
                variables.iter().copied().collect()
            }
            Formula::Not(inner) => inner.free_variables(),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().flat_map(Formula::free_variables).collect(),
            Formula::Exists(variable, inner) => {
                let mut free = inner.free_variables();
                free.remove(variable);
                free
            }
        }
    }

    /// Whether the formula is true where `value` gives the values of the variables; `None` where a "there is" stands in
    /// the way of a direct answer.
    pub fn holds(&self, value: &impl Fn(Var) -> BigUint) -> Option<bool> {
        let numbers = |variables: &[Var]| variables.iter().map(|variable| value(*variable)).collect::<Vec<_>>();
        Some(match self {
            Formula::True => true,
            Formula::False => false,
            Formula::IsZero(sum) => sum.evaluate(value).is_zero(),
            Formula::AtMostZero(sum) => !sum.evaluate(value).is_positive(),
            Formula::Divisible(sum, modulus) => {
                let sum = sum.evaluate(value);
                if modulus.is_zero() { sum.is_zero() } else { (sum % BigInt::from(modulus.clone())).is_zero() }
            }
            Formula::ColumnSums { variables, modulus } => column_sums_vanish(&numbers(variables), *modulus),
            Formula::RemainderColumnSums { variables, divisor: 0, modulus } => {
                column_sums_vanish(&numbers(variables), *modulus)
            }
            Formula::RemainderColumnSums { variables, divisor, modulus } => {
                let remainders: Vec<_> = numbers(variables).into_iter().map(|number| number % *divisor).collect();
                column_sums_vanish(&remainders, *modulus)
            }
            Formula::Not(inner) => !inner.holds(value)?,
            Formula::And(parts) => {
                let truths: Option<Vec<bool>> = parts.iter().map(|part| part.holds(value)).collect();
                truths?.into_iter().all(|truth| truth)
            }
            Formula::Or(parts) => {
                let truths: Option<Vec<bool>> = parts.iter().map(|part| part.holds(value)).collect();
                truths?.into_iter().any(|truth| truth)
            }
            Formula::Exists(..) => return None,
        })
    }
}

/// Whether the number of ones in every binary column of `numbers` is divisible by `modulus`, or zero where that is 0.
fn column_sums_vanish(numbers: &[BigUint], modulus: u32) -> bool {
    let columns = numbers.iter().map(BigUint::bits).max().unwrap_or(0);
    (0..columns).all(|column| {
        let ones = numbers.iter().filter(|number| number.bit(column)).count();
        divides(modulus, ones)
    })
}

/// Whether `divisor` divides `number`; 0 divides 0 alone.
pub(super) fn divides(divisor: u32, number: usize) -> bool {
    if divisor == 0 { number == 0 } else { (number as u64).is_multiple_of(u64::from(divisor)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Var = Var(0);
    const Y: Var = Var(1);

    fn at(values: &[u32]) -> impl Fn(Var) -> BigUint {
        let values: Vec<BigUint> = values.iter().map(|value| BigUint::from(*value)).collect();
        move |variable| values[variable.0].clone()
    }

    #[test]
    fn sums_collect_their_terms() {
        let sum = Linear::sum([(2, X), (3, Y), (-2, X)], 5);
        assert_eq!(sum.coefficients().collect::<Vec<_>>(), [(Y, &BigInt::from(3))]);
        assert_eq!(sum.evaluate(&at(&[9, 4])), BigInt::from(17));
        assert_eq!(sum.times(&BigInt::zero()), Linear::default());
    }

    #[test]
    fn a_bound_variable_is_not_free() {
        let formula = Formula::exists([Y], Formula::equal(&Linear::variable(X), &Linear::sum([(2, Y)], 0)));
        assert_eq!(formula.free_variables(), BTreeSet::from([X]));
        assert_eq!(formula.holds(&at(&[4, 2])), None);
    }

    #[test]
    fn digits_are_compared_in_columns() {
        let moore = Formula::ColumnSums { variables: vec![X, X, Y], modulus: 3 };
        assert_eq!(moore.holds(&at(&[6, 6])), Some(true));
        assert_eq!(moore.holds(&at(&[6, 5])), Some(false));
        let bounded = Formula::RemainderColumnSums { variables: vec![X, Y], divisor: 4, modulus: 2 };
        assert_eq!(bounded.holds(&at(&[7, 3])), Some(true));
        assert_eq!(bounded.holds(&at(&[6, 3])), Some(false));
        let none = Formula::ColumnSums { variables: vec![X, Y], modulus: 0 };
        assert_eq!((none.holds(&at(&[0, 0])), none.holds(&at(&[1, 1]))), (Some(true), Some(false)));
    }

    #[test]
    fn congruences_count_below_zero_too() {
        let formula = Formula::Divisible(Linear::sum([(-1, X)], 1), BigUint::from(3u32));
        assert_eq!(formula.holds(&at(&[4])), Some(true));
        assert_eq!(formula.holds(&at(&[5])), Some(false));
    }
}
