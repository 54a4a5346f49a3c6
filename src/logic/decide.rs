//! Deciding formulas: whether any natural numbers satisfy one, and whether two are satisfied by the same.
//!
//! Every set of tuples that a [`Formula`] describes is that of the tuples whose binary digits an automaton accepts (Büchi
//! 1960; see the module `automaton` for the construction and the literature). So the questions become whether an
//! automaton accepts anything, which its states answer, and what follows holds for all natural numbers, without a bound.
//!
//! "There is an x" before a conjunction concerns only the members that speak of x: the others can be joined afterwards. So
//! bound variables are eliminated one by one, each time the one whose members are about the fewest variables; this keeps
//! the alphabets small.

use super::automaton::Automaton;
use super::budget::{Budget, Meter, TooLarge};
use super::conditions;
use super::formula::{Formula, Var};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// Values for the free variables of a formula.
pub type Witness = BTreeMap<Var, BigUint>;

/// Numbers for which one of two formulas is true and the other false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Values for the free variables of both formulas.
    pub witness: Witness,
    /// Whether it is the first formula that is true.
    pub first_holds: bool,
}

/// The natural numbers that satisfy `formula`, if there are any: of all those with the least largest value, those with the
/// least total, and of these the first in lexicographic order of the variables.
///
/// # Errors
/// [`TooLarge`] where the budget does not suffice; nothing is known then.
///
/// # Examples
/// ```
/// use bouton::logic::{budget::Budget, decide::decide, formula::{Formula, Linear, Var}};
/// // Two different numbers whose nim-sum is their sum.
/// let (x, y, z) = (Var(0), Var(1), Var(2));
/// let formula = Formula::And(vec![
///     Formula::nim_sum_is(&[x, y], z),
///     Formula::equal(&Linear::sum([(1, x), (1, y)], 0), &Linear::variable(z)),
///     Formula::less(&Linear::constant(0), &Linear::variable(x)),
///     Formula::less(&Linear::variable(x), &Linear::variable(y)),
/// ]);
/// let witness = decide(&formula, Budget::default()).unwrap().unwrap();
/// assert_eq!(witness.into_values().collect::<Vec<_>>(), [1u32.into(), 2u32.into(), 3u32.into()]);
/// ```
pub fn decide(formula: &Formula, budget: Budget) -> Result<Option<Witness>, TooLarge> {
    let mut meter = Meter::new(budget);
    let automaton = build(formula, &mut meter)?;
    let witness = least(&automaton, &formula.free_variables(), &mut meter)?;
    if let Some(witness) = &witness {
        debug_assert_ne!(formula.holds(&|variable| witness[&variable].clone()), Some(false), "a wrong witness");
    }
    Ok(witness)
}

/// The least numbers, in the sense of [`decide`], that satisfy `within` and for which one of `first` and `second` is true and
/// the other false; `None` where there are none, so that within `within` the two are equivalent.
///
/// # Errors
/// [`TooLarge`] where the budget does not suffice; nothing is known then.
pub fn difference(
    within: &Formula,
    first: &Formula,
    second: &Formula,
    budget: Budget,
) -> Result<Option<Difference>, TooLarge> {
    let mut meter = Meter::new(budget);
    let within_set = build(within, &mut meter)?;
    let first_set = build(first, &mut meter)?.conjunction(&within_set, &mut meter)?;
    let second_set = build(second, &mut meter)?.conjunction(&within_set, &mut meter)?;
    if first_set == second_set {
        return Ok(None);
    }
    let only_first = first_set.conjunction(&second_set.clone().complement(), &mut meter)?;
    let only_second = first_set.complement().conjunction(&second_set, &mut meter)?;
    let variables = [within, first, second].into_iter().flat_map(Formula::free_variables).collect();
    let mut differences = Vec::new();
    for (set, first_holds) in [(only_first, true), (only_second, false)] {
        let witness = least(&set, &variables, &mut meter)?;
        differences.extend(witness.map(|witness| Difference { witness, first_holds }));
    }
    Ok(differences.into_iter().min_by_key(|difference| rank(&difference.witness)))
}

/// Whether the same numbers satisfy `first` and `second`.
///
/// # Errors
/// [`TooLarge`] where the budget does not suffice; nothing is known then.
pub fn equivalent(first: &Formula, second: &Formula, budget: Budget) -> Result<bool, TooLarge> {
    Ok(difference(&Formula::True, first, second, budget)?.is_none())
}

/// What the order of witnesses compares: the largest value, the total, the values.
fn rank(witness: &Witness) -> (Option<BigUint>, BigUint, Vec<BigUint>) {
    let values: Vec<BigUint> = witness.values().cloned().collect();
    (values.iter().max().cloned(), values.iter().sum(), values)
}

/// The least tuple of `set`; those of `variables` that it says nothing about are zero.
fn least(set: &Automaton, variables: &BTreeSet<Var>, meter: &mut Meter) -> Result<Option<Witness>, TooLarge> {
    let Some(tuple) = set.least(meter)? else {
        return Ok(None);
    };
    let mut witness: Witness = variables.iter().map(|variable| (*variable, BigUint::ZERO)).collect();
    witness.extend(set.variables().iter().copied().zip(tuple));
    Ok(Some(witness))
}

/// The automaton of the tuples that satisfy `formula`.
fn build(formula: &Formula, meter: &mut Meter) -> Result<Automaton, TooLarge> {
    match formula {
        Formula::True => Ok(Automaton::constant(true)),
        Formula::False => Ok(Automaton::constant(false)),
        Formula::IsZero(sum) => conditions::is_zero(sum, meter),
        Formula::AtMostZero(sum) => conditions::at_most_zero(sum, meter),
        Formula::Divisible(sum, modulus) => conditions::divisible(sum, modulus, meter),
        Formula::ColumnSums { variables, modulus } => conditions::column_sums(variables, *modulus, meter),
        Formula::RemainderColumnSums { variables, divisor, modulus } => {
            conditions::remainder_column_sums(variables, *divisor, *modulus, meter)
        }
        Formula::Not(inner) => Ok(build(inner, meter)?.complement()),
        Formula::And(parts) => conjunction(build_all(parts, meter)?, meter),
        Formula::Or(parts) => disjunction(build_all(parts, meter)?, meter),
        Formula::Exists(variable, inner) => eliminate(BTreeSet::from([*variable]), inner, meter),
    }
}

fn build_all(parts: &[Formula], meter: &mut Meter) -> Result<Vec<Automaton>, TooLarge> {
    parts.iter().map(|part| build(part, meter)).collect()
}

/// The automaton of "there are values for `bound` with `formula`".
fn eliminate(mut bound: BTreeSet<Var>, formula: &Formula, meter: &mut Meter) -> Result<Automaton, TooLarge> {
    match formula {
        Formula::Exists(variable, inner) => {
            bound.insert(*variable);
            eliminate(bound, inner, meter)
        }
        // There is an x with A or B exactly if there is one with A, or there is one with B.
        Formula::Or(parts) => {
            let parts: Result<Vec<_>, _> = parts.iter().map(|part| eliminate(bound.clone(), part, meter)).collect();
            disjunction(parts?, meter)
        }
        _ => {
            let mut members = Vec::new();
            collect_members(formula, &mut members);
            let mut factors = Vec::new();
            for member in members {
                factors.push(build(member, meter)?);
            }
            while let Some(variable) = cheapest(&bound, &factors) {
                bound.remove(&variable);
                let (with, without) = factors.into_iter().partition(|factor| factor.variables().contains(&variable));
                factors = without;
                factors.push(conjunction(with, meter)?.projection(variable, meter)?);
            }
            conjunction(factors, meter)
        }
    }
}

/// The members of a conjunction, and of the conjunctions among these.
fn collect_members<'a>(formula: &'a Formula, members: &mut Vec<&'a Formula>) {
    match formula {
        Formula::And(parts) => parts.iter().for_each(|part| collect_members(part, members)),
        other => members.push(other),
    }
}

/// The variable of `bound` whose factors are about the fewest variables together.
fn cheapest(bound: &BTreeSet<Var>, factors: &[Automaton]) -> Option<Var> {
    bound.iter().copied().min_by_key(|variable| {
        let with = factors.iter().map(Automaton::variables).filter(|variables| variables.contains(variable));
        with.flatten().collect::<BTreeSet<_>>().len()
    })
}

/// The tuples that all of `sets` have, joined in an order that keeps the intermediate results small.
fn conjunction(mut sets: Vec<Automaton>, meter: &mut Meter) -> Result<Automaton, TooLarge> {
    let mut all = Automaton::constant(true);
    while !sets.is_empty() && !all.is_empty() {
        let size = |set: &Automaton| {
            let together: BTreeSet<&Var> = set.variables().iter().chain(all.variables()).collect();
            (together.len(), set.states())
        };
        let best = (0..sets.len()).min_by_key(|index| size(&sets[*index])).unwrap_or(0);
        all = all.conjunction(&sets.swap_remove(best), meter)?;
    }
    Ok(all)
}

/// The tuples that one of `sets` has: those that not all of the complements have.
fn disjunction(sets: Vec<Automaton>, meter: &mut Meter) -> Result<Automaton, TooLarge> {
    Ok(conjunction(sets.into_iter().map(Automaton::complement).collect(), meter)?.complement())
}

#[cfg(test)]
mod tests;
