//! The sets of P-positions of the theorems as formulas, so that claims can be compared with them.
//!
//! Each function states again what the theorem's membership test computes; the tests compare the two.

use crate::logic::formula::{Formula, Linear, Var};
use crate::logic::term::{Term, Terms};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

fn heaps(count: usize) -> Vec<Var> {
    (0..count).map(Var).collect()
}

fn sum(variables: &[Var], constant: i64) -> Linear {
    Linear::sum(variables.iter().map(|variable| (1, *variable)), constant)
}

/// x ≤ 1.
fn at_most_one(x: Var) -> Formula {
    Formula::AtMostZero(Linear::sum([(1, x)], -1))
}

/// x ≡ r modulo p.
fn congruent(x: Var, r: &BigUint, p: &BigUint) -> Formula {
    let negative = -num_bigint::BigInt::from(r.clone());
    Formula::Divisible(Linear::sum([(1, x)], negative), p.clone())
}

/// Nim and Moore's Nim with heap limit K: columns divisible by K + 1; in misère play, where no heap is above 1, the
/// number of ones is 1 modulo K + 1.
pub(super) fn columns(count: usize, heap_limit: usize, misere: bool) -> Option<Formula> {
    let variables = heaps(count);
    let modulus = u32::try_from(heap_limit + 1).ok()?;
    let good = Formula::ColumnSums { variables: variables.clone(), modulus };
    if !misere {
        return Some(good);
    }
    let small = Formula::And(variables.iter().map(|x| at_most_one(*x)).collect());
    let ones = Formula::Divisible(sum(&variables, -1), modulus.into());
    Some(Formula::Or(vec![Formula::And(vec![small.clone(), ones]), Formula::And(vec![small.negated(), good])]))
}

/// Bounded Nim: the remainders modulo m + 1 are a P-position of Nim.
pub(super) fn remainder_columns(count: usize, modulus: &BigUint, misere: bool) -> Option<Formula> {
    let variables = heaps(count);
    let divisor = modulus.to_u32()?;
    let good = Formula::RemainderColumnSums { variables: variables.clone(), divisor, modulus: 2 };
    if !misere {
        return Some(good);
    }
    let one = BigUint::one();
    let zero = BigUint::ZERO;
    let small = Formula::And(
        variables
            .iter()
            .map(|x| Formula::Or(vec![congruent(*x, &zero, modulus), congruent(*x, &one, modulus)]))
            .collect(),
    );
    // Where every remainder is 0 or 1, their sum is the number of ones.
    let mut terms = Terms::new(count);
    let mut ones = Term::constant(-1);
    for x in &variables {
        ones = ones.plus(&terms.remainder(&Term::variable(*x), modulus)?);
    }
    let odd = terms.close(ones.divisible(&BigUint::from(2u8)));
    Some(Formula::Or(vec![Formula::And(vec![small.clone(), odd]), Formula::And(vec![small.negated(), good])]))
}

/// Any number of heaps a move: all heaps divisible by m + 1 (empty, without limit); in misère play a heap that is left
/// alone is 1 modulo m + 1 (is 1), and the empty position is none.
pub(super) fn all_divisible(count: usize, modulus: Option<&BigUint>, misere: bool) -> Formula {
    let variables = heaps(count);
    let is = |x: Var, r: u8| match modulus {
        Some(p) => congruent(x, &BigUint::from(r), p),
        None => Formula::IsZero(Linear::sum([(1, x)], -i64::from(r))),
    };
    let all = Formula::And(variables.iter().map(|x| is(*x, 0)).collect());
    if !misere {
        return all;
    }
    let empty = |x: Var| Formula::IsZero(Linear::variable(x));
    let alone = |x: Var| Formula::And(variables.iter().filter(|y| **y != x).map(|y| empty(*y)).collect());
    // At most one heap is not empty: for some heap all others are.
    let few = Formula::Or(variables.iter().map(|x| alone(*x)).collect());
    let single = Formula::Or(variables.iter().map(|x| Formula::And(vec![alone(*x), is(*x, 1)])).collect());
    Formula::Or(vec![single, Formula::And(vec![few.negated(), all])])
}

/// One heap spared: all heaps congruent modulo m + 1 (equal, without limit); in misère play, where the smallest heap is
/// 0 or 1 modulo m + 1, not so if at most one heap is larger: then the remainders are 0 and 1, and the position where
/// all heaps are equal is none.
pub(super) fn all_congruent(count: usize, modulus: Option<&BigUint>, misere: bool) -> Formula {
    let variables = heaps(count);
    let difference = |x: Var, y: Var, constant: i64| Linear::sum([(1, x), (-1, y)], constant);
    let same = |x: Var, y: Var| match modulus {
        Some(p) => Formula::Divisible(difference(x, y, 0), p.clone()),
        None => Formula::IsZero(difference(x, y, 0)),
    };
    let all = Formula::And(variables.windows(2).map(|two| same(two[0], two[1])).collect());
    if !misere {
        return all;
    }
    let is = |x: Var, r: u8| match modulus {
        Some(p) => congruent(x, &BigUint::from(r), p),
        None => Formula::IsZero(Linear::sum([(1, x)], -i64::from(r))),
    };
    let others = |x: Var| variables.iter().copied().filter(move |y| *y != x).collect::<Vec<_>>();
    // `x` is larger than the others, which are equal; or all are equal.
    let apart = |x: Var| {
        let rest = others(x);
        let mut members: Vec<Formula> =
            rest.windows(2).map(|two| Formula::IsZero(difference(two[0], two[1], 0))).collect();
        members.extend(rest.first().map(|y| Formula::AtMostZero(difference(*y, x, 0))));
        Formula::And(members)
    };
    let special = |x: Var| {
        let low = others(x).first().map_or(x, |y| *y);
        Formula::And(vec![apart(x), Formula::Or(vec![is(low, 0), is(low, 1)])])
    };
    let few = Formula::Or(variables.iter().map(|x| special(*x)).collect());
    let good = |x: Var| {
        let low = others(x).first().map_or(x, |y| *y);
        let remainders =
            Formula::Or(vec![Formula::And(vec![is(low, 0), is(x, 1)]), Formula::And(vec![is(low, 1), is(x, 0)])]);
        let larger = Formula::AtMostZero(difference(low, x, 1));
        Formula::And(vec![apart(x), larger, remainders])
    };
    let single = Formula::Or(variables.iter().map(|x| good(*x)).collect());
    Formula::Or(vec![single, Formula::And(vec![few.negated(), all])])
}

/// Two heaps whose remainders are one of the pairs, in either order.
pub(super) fn remainder_pairs(pairs: &[(BigUint, BigUint)], modulus: &BigUint) -> Formula {
    let is =
        |(r, s): (&BigUint, &BigUint)| Formula::And(vec![congruent(Var(0), r, modulus), congruent(Var(1), s, modulus)]);
    Formula::Or(pairs.iter().flat_map(|(r, s)| [is((r, s)), is((s, r))]).collect())
}

#[cfg(test)]
mod tests {
    use super::super::bounded_nim::BoundedNim;
    use super::super::moore::Moore;
    use super::super::nim::Nim;
    use super::super::{AllHeaps, BoundedWythoff, ClosedForm, OneHeapSpared, Theorem};
    use crate::logic::budget::Budget;
    use crate::logic::decide::decide;
    use crate::logic::formula::{Formula, Linear, Var};
    use crate::solve::positions_up_to;
    use num_bigint::{BigInt, BigUint};

    /// The formula and the membership test agree on every position of a box.
    fn agree(theorem: &dyn Theorem, heaps: usize, max: u64) {
        let Some(ClosedForm::Formula(formula)) = theorem.closed_form(heaps) else {
            panic!("{} has a formula", theorem.id());
        };
        for position in positions_up_to(heaps, max, false) {
            let sizes = position.to_big();
            let held = formula.holds(&|Var(heap)| sizes[heap].clone()).unwrap_or_else(|| {
                let fixed = sizes
                    .iter()
                    .enumerate()
                    .map(|(heap, size)| Formula::IsZero(Linear::sum([(1, Var(heap))], -BigInt::from(size.clone()))));
                let at = Formula::And(fixed.chain([formula.clone()]).collect());
                decide(&at, Budget::default()).expect("a small decision").is_some()
            });
            assert_eq!(held, theorem.is_p(&sizes), "{} at {position}", theorem.id());
        }
    }

    #[test]
    fn formulas_say_what_the_membership_tests_compute() {
        for n in 1..=3 {
            agree(&Nim::normal(), n, 7);
            agree(&Nim::misere(), n, 7);
            for m in 1..=4u32 {
                agree(&BoundedNim::normal(BigUint::from(m)), n, 7);
                agree(&BoundedNim::misere(BigUint::from(m)), n, 5);
            }
        }
        for k in 2..=3 {
            agree(&Moore::normal(k), 4, 4);
            agree(&Moore::misere(k), 4, 4);
        }
        for limit in [None, Some(BigUint::from(1u8)), Some(BigUint::from(2u8)), Some(BigUint::from(3u8))] {
            for n in 2..=3 {
                for theorem in [AllHeaps::normal(limit.clone()), AllHeaps::misere(limit.clone())].into_iter().flatten()
                {
                    agree(&theorem, n, 7);
                }
                let spared = [OneHeapSpared::normal(limit.clone()), OneHeapSpared::misere(limit.clone())];
                for theorem in spared.into_iter().flatten() {
                    agree(&theorem, n, 9);
                }
            }
        }
        for m in 2..=5u32 {
            let both = [BoundedWythoff::normal(BigUint::from(m)), BoundedWythoff::misere(BigUint::from(m))];
            for theorem in both.into_iter().flatten() {
                agree(&theorem, 2, 14);
            }
        }
    }
}
