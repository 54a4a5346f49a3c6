//! What bounds a parameter: read off conditions that are linear in it.

use super::domain::{Comparison, Cond, Num, Var};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

/// A sum of variables with factors, and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) factors: BTreeMap<Var, BigInt>,
    pub(super) constant: BigInt,
}

impl Linear {
    /// The number as a sum, if it is one.
    pub(super) fn of(number: &Num) -> Option<Linear> {
        Some(match number {
            Num::Value(value) => Linear { factors: BTreeMap::new(), constant: value.clone() },
            Num::Var(var) => Linear { factors: BTreeMap::from([(*var, BigInt::one())]), constant: BigInt::zero() },
            Num::Add(a, b) => Linear::of(a)?.plus(&Linear::of(b)?, &BigInt::one()),
            Num::Sub(a, b) => Linear::of(a)?.plus(&Linear::of(b)?, &-BigInt::one()),
            Num::Mul(a, b) => {
                let (a, b) = (Linear::of(a)?, Linear::of(b)?);
                let zero = Linear { factors: BTreeMap::new(), constant: BigInt::zero() };
                match (a.factors.is_empty(), b.factors.is_empty()) {
                    (true, _) => zero.plus(&b, &a.constant),
                    (_, true) => zero.plus(&a, &b.constant),
                    _ => return None,
                }
            }
        })
    }

    /// The sum of this and so many times another.
    fn plus(mut self, other: &Linear, times: &BigInt) -> Linear {
        for (var, factor) in &other.factors {
            *self.factors.entry(*var).or_default() += factor * times;
        }
        self.factors.retain(|_, factor| !factor.is_zero());
        self.constant += &other.constant * times;
        self
    }

    fn factor(&self, var: Var) -> BigInt {
        self.factors.get(&var).cloned().unwrap_or_default()
    }

    fn without(&self, var: Var) -> Linear {
        let mut rest = self.clone();
        rest.factors.remove(&var);
        rest
    }

    fn minus_one(mut self) -> Linear {
        self.constant -= BigInt::one();
        self
    }

    /// Whether no parameter is in it.
    fn of_objects(&self) -> bool {
        self.factors.keys().all(|var| matches!(var, Var::Object(_)))
    }
}

/// The sums that a condition makes at least 0; none where it is not linear, or is a choice.
pub(super) fn at_least_zero(condition: &Cond) -> Vec<Linear> {
    let (op, a, b) = match condition {
        Cond::Compare(op, a, b) => (*op, a, b),
        Cond::Not(inner) => match &**inner {
            Cond::Compare(op, a, b) => (op.negated(), a, b),
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let (Some(a), Some(b)) = (Linear::of(a), Linear::of(b)) else { return Vec::new() };
    let minus = -BigInt::one();
    let over = a.clone().plus(&b, &minus);
    let under = b.plus(&a, &minus);
    match op {
        Comparison::Ge => vec![over],
        Comparison::Gt => vec![over.minus_one()],
        Comparison::Le => vec![under],
        Comparison::Lt => vec![under.minus_one()],
        Comparison::Eq => vec![over, under],
        Comparison::Ne => Vec::new(),
    }
}

/// What parameters are known to lie between.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    /// The greatest known lower bound.
    low: BTreeMap<Var, BigInt>,
    /// An upper bound, by the sizes of the objects; a constant one where there is one. The second number divides the
    /// first, which is rounded down.
    high: BTreeMap<Var, (Linear, BigInt)>,
}

/// How often bounds are carried from one parameter to another.
const ROUNDS: usize = 6;

impl Bounds {
    /// What follows from sums that are at least 0, where objects are never negative.
    pub(super) fn of(sums: &[Linear]) -> Bounds {
        let mut bounds = Bounds::default();
        for _ in 0..ROUNDS {
            for sum in sums {
                for (var, factor) in &sum.factors {
                    if !matches!(var, Var::Parameter(_)) {
                        continue;
                    }
                    if factor.is_positive() {
                        bounds.raise(sum, *var, factor);
                    } else {
                        bounds.lower(sum, *var, &-factor);
                    }
                }
            }
        }
        bounds
    }

    /// factor · var ≥ −(the rest), and the rest is at most what its constant upper bounds make it.
    fn raise(&mut self, sum: &Linear, var: Var, factor: &BigInt) {
        let rest = sum.without(var);
        let mut most = rest.constant.clone();
        for (other, times) in &rest.factors {
            let bound = if times.is_negative() { self.lowest(*other) } else { self.constant_high(*other) };
            let Some(bound) = bound else { return };
            most += times * bound;
        }
        let low = Integer::div_ceil(&-most, factor);
        if self.low.get(&var).is_none_or(|known| *known < low) {
            self.low.insert(var, low);
        }
    }

    /// factor · var ≤ the rest, in which parameters are replaced by their bounds.
    fn lower(&mut self, sum: &Linear, var: Var, factor: &BigInt) {
        let mut rest = sum.without(var);
        let parameters: Vec<Var> =
            rest.factors.keys().copied().filter(|var| matches!(var, Var::Parameter(_))).collect();
        for other in parameters {
            let times = rest.factor(other);
            let by = if times.is_negative() {
                match self.low.get(&other) {
                    Some(low) => Linear { factors: BTreeMap::new(), constant: low.clone() },
                    None => return,
                }
            } else {
                match self.high.get(&other) {
                    Some((high, divisor)) if divisor.is_one() => high.clone(),
                    _ => return,
                }
            };
            rest = rest.without(other).plus(&by, &times);
        }
        debug_assert!(rest.of_objects());
        let constant = |(high, _): &(Linear, BigInt)| high.factors.is_empty();
        let new = (rest, factor.clone());
        let better = match self.high.get(&var) {
            None => true,
            Some(known) if constant(known) && constant(&new) => {
                Integer::div_floor(&new.0.constant, &new.1) < Integer::div_floor(&known.0.constant, &known.1)
            }
            Some(known) => constant(&new) && !constant(known),
        };
        if better {
            self.high.insert(var, new);
        }
    }

    /// The greatest known lower bound; objects are never negative.
    fn lowest(&self, var: Var) -> Option<BigInt> {
        match var {
            Var::Object(_) => Some(BigInt::zero()),
            Var::Parameter(_) => self.low.get(&var).cloned(),
        }
    }

    fn constant_high(&self, var: Var) -> Option<BigInt> {
        let (high, divisor) = self.high.get(&var)?;
        high.factors.is_empty().then(|| Integer::div_floor(&high.constant, divisor))
    }

    /// The greatest known lower bound of a parameter.
    pub(super) fn low(&self, parameter: usize) -> Option<&BigInt> {
        self.low.get(&Var::Parameter(parameter))
    }

    /// An upper bound of a parameter: a sum over objects, and what it is divided by.
    pub(super) fn high(&self, parameter: usize) -> Option<&(Linear, BigInt)> {
        self.high.get(&Var::Parameter(parameter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(var: Var) -> Num {
        Num::Var(var)
    }
    fn value(value: i64) -> Num {
        Num::Value(BigInt::from(value))
    }
    const K: Var = Var::Parameter(0);
    const L: Var = Var::Parameter(1);
    const X: Var = Var::Object(0);

    #[test]
    fn bounds_are_carried_over() {
        let twice = Num::Mul(Box::new(value(2)), Box::new(var(L)));
        let conditions = [
            Cond::Compare(Comparison::Gt, var(K), value(0)),
            Cond::Compare(Comparison::Eq, var(K), twice),
            Cond::Compare(Comparison::Ge, var(X), var(K)),
        ];
        let sums: Vec<Linear> = conditions.iter().flat_map(at_least_zero).collect();
        let bounds = Bounds::of(&sums);
        assert_eq!((bounds.low(0), bounds.low(1)), (Some(&BigInt::from(2)), Some(&BigInt::from(1))));
        let x = Linear::of(&var(X)).unwrap();
        assert_eq!(bounds.high(0), Some(&(x.clone(), BigInt::from(1))));
        assert_eq!(bounds.high(1), Some(&(x, BigInt::from(2))));
    }

    #[test]
    fn constants_are_preferred_and_choices_bound_nothing() {
        let conditions = [
            Cond::Compare(Comparison::Le, var(K), var(X)),
            Cond::Not(Box::new(Cond::Compare(Comparison::Ge, var(K), value(4)))),
            Cond::Or(vec![Cond::Compare(Comparison::Ge, var(K), value(1))]),
        ];
        let sums: Vec<Linear> = conditions.iter().flat_map(at_least_zero).collect();
        let bounds = Bounds::of(&sums);
        assert_eq!(bounds.low(0), None);
        assert_eq!(bounds.high(0).map(|(high, _)| high.constant.clone()), Some(BigInt::from(3)));
    }
}
