//! Terms with remainders, floors, largest and smallest values and nim-sums, for formulas.
//!
//! A [`Term`] is a rational linear combination of variables. What is not linear is given a variable of its own, and a
//! formula that defines it ([`Terms`]): ⌊u/D⌋ = (u - r)/D with r the natural number r < D for which u - r ≡ 0 mod D;
//! the largest of natural numbers is the number that none of them is above and one of them is; for other terms
//! max(s, t) = s + d with d = t - s if that is positive and 0 otherwise; a nim-sum is given by its column sums. Each definition
//! is met by exactly one natural number, whatever the values of the other variables. So "there are values that meet the
//! definitions, and for them A" means the same as "for all values that meet the definitions, A", and [`Terms::close`] may be
//! used inside negations.

use super::formula::{Formula, Linear, Var};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// A rational linear combination of variables: a sum with integer coefficients, divided by a positive integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term {
    numerator: Linear,
    denominator: BigUint,
}

impl Term {
    /// A variable.
    pub fn variable(variable: Var) -> Term {
        Term { numerator: Linear::variable(variable), denominator: BigUint::one() }
    }

    /// An integer.
    pub fn constant(value: impl Into<BigInt>) -> Term {
        Term { numerator: Linear::constant(value), denominator: BigUint::one() }
    }

    /// `numerator / denominator` in lowest terms.
    fn reduced(numerator: Linear, denominator: BigUint) -> Term {
        let divisor = numerator.content().gcd(&BigInt::from(denominator.clone()));
        Term { numerator: numerator.divided(&divisor), denominator: denominator / divisor.magnitude() }
    }

    /// The sum of `self` and `other`.
    pub fn plus(&self, other: &Term) -> Term {
        let (own, others) = (BigInt::from(self.denominator.clone()), BigInt::from(other.denominator.clone()));
        let numerator = self.numerator.times(&others).plus(&other.numerator.times(&own));
        Term::reduced(numerator, &self.denominator * &other.denominator)
    }

    /// `self` less `other`.
    pub fn minus(&self, other: &Term) -> Term {
        self.plus(&other.times(-1))
    }

    /// `self` times `factor`.
    pub fn times(&self, factor: impl Into<BigInt>) -> Term {
        Term::reduced(self.numerator.times(&factor.into()), self.denominator.clone())
    }

    /// `self` divided exactly by `divisor`; `None` where that is zero.
    pub fn over(&self, divisor: &BigUint) -> Option<Term> {
        (!divisor.is_zero()).then(|| Term::reduced(self.numerator.clone(), &self.denominator * divisor))
    }

    /// `self = other`.
    pub fn equals(&self, other: &Term) -> Formula {
        Formula::IsZero(self.minus(other).numerator)
    }

    /// `self <= other`.
    pub fn at_most(&self, other: &Term) -> Formula {
        Formula::AtMostZero(self.minus(other).numerator)
    }

    /// `self < other`.
    pub fn less(&self, other: &Term) -> Formula {
        other.at_most(self).negated()
    }

    /// `self` is an integer multiple of `modulus`; of 0 only 0 is.
    pub fn divisible(&self, modulus: &BigUint) -> Formula {
        Formula::Divisible(self.numerator.clone(), &self.denominator * modulus)
    }

    /// `self` is a natural number.
    pub fn natural(&self) -> Formula {
        Formula::And(vec![Term::constant(0).at_most(self), self.divisible(&BigUint::one())])
    }

    /// The variable that the term is, if it is one.
    fn as_variable(&self) -> Option<Var> {
        let (variable, _) = self.numerator.coefficients().next()?;
        (*self == Term::variable(variable)).then_some(variable)
    }

    fn is_evidently_natural(&self) -> bool {
        self.denominator.is_one() && self.numerator.is_evidently_natural()
    }
}

/// An operation whose value has a variable of its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Operation {
    /// The remainder of the numerator modulo the denominator.
    Remainder(Term),
    /// The term's numerator if it is positive, and 0 otherwise.
    PositivePart(Linear),
    /// The largest of terms that are natural numbers.
    Largest(Vec<Term>),
    /// The smallest of terms that are natural numbers.
    Smallest(Vec<Term>),
    /// The term if it is a natural number, and 0 otherwise.
    Natural(Term),
    /// The nim-sum of the variables.
    NimSum(Vec<Var>),
}

/// The terms of some formulas, with the variables that were introduced for them.
///
/// # Examples
/// ```
/// use bouton::logic::{budget::Budget, decide::decide, formula::{Formula, Var}, term::{Term, Terms}};
/// // The least a < b for which (max - min) mod 3 is the nim-sum, and that is not 1.
/// let (a, b) = (Term::variable(Var(0)), Term::variable(Var(1)));
/// let mut terms = Terms::new(2);
/// let spread = terms.max(&[a.clone(), b.clone()]).unwrap().minus(&terms.min(&[a.clone(), b.clone()]).unwrap());
/// let remainder = terms.remainder(&spread, &3u32.into()).unwrap();
/// let nim_sum = terms.nim_sum(&[a.clone(), b.clone()]);
/// let condition = terms.close(remainder.equals(&nim_sum));
/// let other = terms.close(nim_sum.equals(&Term::constant(1)).negated());
/// let formula = Formula::And(vec![condition, other, a.less(&b)]);
/// let witness = decide(&formula, Budget::default()).unwrap().unwrap();
/// assert_eq!(witness.into_values().collect::<Vec<_>>(), [0u32.into(), 2u32.into()]);
/// ```
#[derive(Clone, Debug)]
pub struct Terms {
    next: usize,
    variables: BTreeMap<Operation, Var>,
    definitions: BTreeMap<Var, Formula>,
    requirements: Vec<Formula>,
}

impl Terms {
    /// No terms yet; the variables from number `first_unused` on are free to be used.
    pub fn new(first_unused: usize) -> Terms {
        let (variables, definitions) = (BTreeMap::new(), BTreeMap::new());
        Terms { next: first_unused, variables, definitions, requirements: Vec::new() }
    }

    /// A variable that no term has.
    pub fn fresh(&mut self) -> Var {
        self.next += 1;
        Var(self.next - 1)
    }

    /// The variable of `operation`, which the first time is defined by what `define` says of it.
    fn variable(&mut self, operation: Operation, define: impl FnOnce(&Term) -> Formula) -> Var {
        if let Some(variable) = self.variables.get(&operation) {
            return *variable;
        }
        let variable = self.fresh();
        self.variables.insert(operation, variable);
        self.definitions.insert(variable, define(&Term::variable(variable)));
        variable
    }

    /// The largest integer that is not above `term`.
    pub fn floor(&mut self, term: &Term) -> Term {
        if term.denominator.is_one() {
            return term.clone();
        }
        let (numerator, denominator) = (&term.numerator, &term.denominator);
        let remainder = self.variable(Operation::Remainder(term.clone()), |remainder| {
            Formula::And(vec![
                remainder.less(&Term { numerator: Linear::constant(denominator.clone()), denominator: BigUint::one() }),
                Formula::Divisible(numerator.minus(&remainder.numerator), denominator.clone()),
            ])
        });
        Term::reduced(numerator.minus(&Linear::variable(remainder)), denominator.clone())
    }

    /// The smallest integer that is not below `term`.
    pub fn ceil(&mut self, term: &Term) -> Term {
        self.floor(&term.times(-1)).times(-1)
    }

    /// `term` less the largest integer multiple of `modulus` that is not above it; `None` where `modulus` is zero.
    pub fn remainder(&mut self, term: &Term, modulus: &BigUint) -> Option<Term> {
        let quotient = self.floor(&term.over(modulus)?);
        Some(term.minus(&quotient.times(modulus.clone())))
    }

    /// The largest of `terms`; `None` where there are none.
    pub fn max(&mut self, terms: &[Term]) -> Option<Term> {
        self.extreme(terms, Operation::Largest, |term, largest| term.at_most(largest), Terms::larger)
    }

    /// The smallest of `terms`; `None` where there are none.
    pub fn min(&mut self, terms: &[Term]) -> Option<Term> {
        self.extreme(
            terms,
            Operation::Smallest,
            |term, smallest| smallest.at_most(term),
            |terms, left, right| left.plus(right).minus(&terms.larger(left, right)),
        )
    }

    /// Of natural numbers, that of which `bounds` is true for all; of other terms, two at a time, what `of_two` says.
    fn extreme(
        &mut self,
        terms: &[Term],
        operation: fn(Vec<Term>) -> Operation,
        bounds: fn(&Term, &Term) -> Formula,
        of_two: fn(&mut Terms, &Term, &Term) -> Term,
    ) -> Option<Term> {
        let mut terms = terms.to_vec();
        terms.sort();
        terms.dedup();
        if terms.len() > 1 && terms.iter().all(Term::is_evidently_natural) {
            let variable = self.variable(operation(terms.clone()), |extreme| {
                let mut members: Vec<Formula> = terms.iter().map(|term| bounds(term, extreme)).collect();
                members.push(Formula::Or(terms.iter().map(|term| term.equals(extreme)).collect()));
                Formula::And(members)
            });
            return Some(Term::variable(variable));
        }
        let (first, others) = terms.split_first()?;
        Some(others.iter().fold(first.clone(), |extreme, term| of_two(self, &extreme, term)))
    }

    /// The larger of two terms, which may be negative or no integers.
    fn larger(&mut self, left: &Term, right: &Term) -> Term {
        let excess = right.minus(left);
        let whole = Term { numerator: excess.numerator.clone(), denominator: BigUint::one() };
        let zero = Term::constant(0);
        let part = self.variable(Operation::PositivePart(excess.numerator), |part| {
            Formula::Or(vec![
                Formula::And(vec![zero.less(&whole), part.equals(&whole)]),
                Formula::And(vec![whole.at_most(&zero), part.equals(&zero)]),
            ])
        });
        left.plus(&Term { numerator: Linear::variable(part), denominator: excess.denominator })
    }

    /// The nim-sum of `operands`. It is defined for natural numbers; [`Terms::requirements`] then says that they are, and
    /// an operand that is not counts as 0.
    pub fn nim_sum(&mut self, operands: &[Term]) -> Term {
        let operands = self.digits(operands);
        let result = self.variable(Operation::NimSum(operands.clone()), |result| {
            let result = result.as_variable().into_iter();
            Formula::ColumnSums { variables: operands.into_iter().chain(result).collect(), modulus: 2 }
        });
        Term::variable(result)
    }

    /// In every binary column the number of ones among `operands` is divisible by `modulus`; for modulus 2, their nim-sum is
    /// zero. As for [`Terms::nim_sum`], the operands are required to be natural.
    pub fn column_sums(&mut self, operands: &[Term], modulus: u32) -> Formula {
        let variables = self.digits(operands);
        match self.common_divisor(&variables) {
            Some((variables, divisor)) => Formula::RemainderColumnSums { variables, divisor, modulus },
            None => Formula::ColumnSums { variables, modulus },
        }
    }

    /// If `remainders` are remainders of variables, all modulo the same number, these variables and that number. Their
    /// columns can then be spoken of without variables for the remainders, which are many more to be eliminated.
    fn common_divisor(&self, remainders: &[Var]) -> Option<(Vec<Var>, u32)> {
        let divided = |remainder: &Var| {
            self.variables.iter().find_map(|(operation, variable)| match operation {
                Operation::Remainder(Term { numerator, denominator }) if variable == remainder => {
                    let whole = Term { numerator: numerator.clone(), denominator: BigUint::one() };
                    Some((whole.as_variable()?, denominator.to_u32()?))
                }
                _ => None,
            })
        };
        let divided: Option<Vec<(Var, u32)>> = remainders.iter().map(divided).collect();
        let (variables, divisors): (Vec<Var>, Vec<u32>) = divided?.into_iter().unzip();
        let divisor = *divisors.first()?;
        divisors.iter().all(|other| *other == divisor).then_some((variables, divisor))
    }

    /// For each of `operands` a variable that has its value, so that it can be said what digits it has.
    fn digits(&mut self, operands: &[Term]) -> Vec<Var> {
        operands
            .iter()
            .map(|operand| {
                operand.as_variable().unwrap_or_else(|| {
                    let natural = operand.natural();
                    if !operand.is_evidently_natural() && !self.requirements.contains(&natural) {
                        self.requirements.push(natural.clone());
                    }
                    self.variable(Operation::Natural(operand.clone()), |digits| {
                        Formula::Or(vec![
                            Formula::And(vec![natural.clone(), digits.equals(operand)]),
                            Formula::And(vec![natural.negated(), digits.equals(&Term::constant(0))]),
                        ])
                    })
                })
            })
            .collect()
    }

    /// What must hold so that every operand of a nim-sum or column sum is a natural number, closed.
    pub fn requirements(&self) -> Formula {
        self.close(Formula::And(self.requirements.clone()))
    }

    /// `formula` with the definitions of all variables that its terms were given, these bound. Terms may be used again in
    /// other formulas, which are closed by themselves.
    pub fn close(&self, formula: Formula) -> Formula {
        let mut open: Vec<Var> = formula.free_variables().into_iter().collect();
        let mut used = BTreeSet::new();
        let mut members = Vec::new();
        while let Some(variable) = open.pop() {
            if let Some(definition) = self.definitions.get(&variable)
                && used.insert(variable)
            {
                open.extend(definition.free_variables());
                members.push(definition.clone());
            }
        }
        if used.is_empty() {
            return formula;
        }
        members.push(formula);
        Formula::exists(used, Formula::And(members))
    }
}

#[cfg(test)]
mod tests;
