use super::super::budget::Budget;
use super::super::decide::{decide, equivalent};
use super::*;
use proptest::prelude::*;

const A: Var = Var(0);
const B: Var = Var(1);

/// An expression in A and B, written down to be evaluated on the one hand and translated on the other.
#[derive(Clone, Debug)]
enum Expression {
    Linear(i64, i64, i64),
    Floor(Box<Expression>, u32),
    Ceil(Box<Expression>, u32),
    Remainder(Box<Expression>, u32),
    Max(Vec<Expression>),
    Min(Vec<Expression>),
    NimSum(Vec<Expression>),
}

impl Expression {
    fn term(&self, terms: &mut Terms) -> Term {
        let all = |terms: &mut Terms, parts: &[Expression]| -> Vec<Term> {
            parts.iter().map(|part| part.term(terms)).collect()
        };
        match self {
            Expression::Linear(a, b, c) => {
                let (a, b) = (Term::variable(A).times(*a), Term::variable(B).times(*b));
                a.plus(&b).plus(&Term::constant(*c))
            }
            Expression::Floor(inner, divisor) => {
                let quotient = inner.term(terms).over(&(*divisor).into()).unwrap();
                terms.floor(&quotient)
            }
            Expression::Ceil(inner, divisor) => {
                let quotient = inner.term(terms).over(&(*divisor).into()).unwrap();
                terms.ceil(&quotient)
            }
            Expression::Remainder(inner, modulus) => {
                let inner = inner.term(terms);
                terms.remainder(&inner, &(*modulus).into()).unwrap()
            }
            Expression::Max(parts) => {
                let parts = all(terms, parts);
                terms.max(&parts).unwrap()
            }
            Expression::Min(parts) => {
                let parts = all(terms, parts);
                terms.min(&parts).unwrap()
            }
            Expression::NimSum(parts) => {
                let parts = all(terms, parts);
                terms.nim_sum(&parts)
            }
        }
    }

    fn value(&self, a: i64, b: i64) -> i64 {
        let values = |parts: &[Expression]| -> Vec<i64> { parts.iter().map(|part| part.value(a, b)).collect() };
        match self {
            Expression::Linear(x, y, z) => x * a + y * b + z,
            Expression::Floor(inner, divisor) => inner.value(a, b).div_euclid(i64::from(*divisor)),
            Expression::Ceil(inner, divisor) => -(-inner.value(a, b)).div_euclid(i64::from(*divisor)),
            Expression::Remainder(inner, modulus) => inner.value(a, b).rem_euclid(i64::from(*modulus)),
            Expression::Max(parts) => values(parts).into_iter().max().unwrap(),
            Expression::Min(parts) => values(parts).into_iter().min().unwrap(),
            Expression::NimSum(parts) => values(parts).into_iter().map(|value| value.max(0)).fold(0, |sum, x| sum ^ x),
        }
    }
}

fn expression() -> impl Strategy<Value = Expression> {
    let leaf = (-2i64..=3, -2i64..=3, -5i64..=5).prop_map(|(a, b, c)| Expression::Linear(a, b, c));
    leaf.prop_recursive(2, 5, 2, |inner| {
        let parts = || proptest::collection::vec(inner.clone(), 1..3);
        let divided = || (inner.clone().prop_map(Box::new), 1u32..5);
        prop_oneof![
            divided().prop_map(|(inner, divisor)| Expression::Floor(inner, divisor)),
            divided().prop_map(|(inner, divisor)| Expression::Ceil(inner, divisor)),
            divided().prop_map(|(inner, modulus)| Expression::Remainder(inner, modulus)),
            parts().prop_map(Expression::Max),
            parts().prop_map(Expression::Min),
            parts().prop_map(Expression::NimSum),
        ]
    })
}

/// Whether `formula`, over A and B, holds for the given values.
fn holds(formula: &Formula, a: i64, b: i64) -> bool {
    let fixed = [(A, a), (B, b)].map(|(variable, value)| Term::variable(variable).equals(&Term::constant(value)));
    let members = fixed.into_iter().chain([formula.clone()]).collect();
    decide(&Formula::And(members), Budget::default()).unwrap().is_some()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn terms_have_the_values_of_their_expressions(left in expression(), right in expression()) {
        let mut terms = Terms::new(2);
        let (one, two) = (left.term(&mut terms), right.term(&mut terms));
        let below = terms.close(one.less(&two));
        let equal = terms.close(one.equals(&two));
        // Closing before or after the negation is the same, as the definitions are met by one value each.
        prop_assert_eq!(equivalent(&terms.close(one.less(&two).negated()), &below.clone().negated(), Budget::default()), Ok(true));
        for (a, b) in [(0, 0), (0, 3), (1, 2), (2, 1), (4, 4), (7, 0), (5, 11), (13, 6)] {
            prop_assert_eq!(holds(&below, a, b), left.value(a, b) < right.value(a, b), "{} {}", a, b);
            prop_assert_eq!(holds(&equal, a, b), left.value(a, b) == right.value(a, b), "{} {}", a, b);
        }
    }
}

#[test]
fn fractions_are_kept_in_lowest_terms() {
    let half = Term::variable(A).over(&2u32.into()).unwrap();
    assert_eq!(half.plus(&half), Term::variable(A));
    assert_eq!(half.minus(&half), Term::constant(0));
    assert_eq!(half.over(&BigUint::ZERO), None);
    assert!(holds(&half.natural(), 4, 0) && !holds(&half.natural(), 3, 0));
    assert!(holds(&half.divisible(&3u32.into()), 6, 0) && !holds(&half.divisible(&3u32.into()), 3, 0));
    // The remainder of 7/2 modulo 3 is 1/2.
    let mut terms = Terms::new(2);
    let remainder = terms.remainder(&half, &3u32.into()).unwrap();
    let equal = terms.close(remainder.times(2).equals(&Term::constant(1)));
    assert!(holds(&equal, 7, 0) && !holds(&equal, 6, 0));
}

#[test]
fn nim_sums_require_natural_operands() {
    let mut terms = Terms::new(2);
    let difference = Term::variable(A).minus(&Term::variable(B));
    terms.nim_sum(&[Term::variable(A), difference.clone()]);
    assert!(holds(&terms.requirements(), 5, 3) && !holds(&terms.requirements(), 3, 5));
    let mut safe = Terms::new(2);
    safe.nim_sum(&[Term::variable(A), Term::variable(B).times(3)]);
    assert_eq!(equivalent(&safe.requirements(), &Formula::True, Budget::default()), Ok(true));
}

#[test]
fn column_sums_are_of_terms_too() {
    let mut terms = Terms::new(2);
    let doubled = Term::variable(B).times(2);
    let columns = terms.column_sums(&[Term::variable(A), doubled], 2);
    let closed = terms.close(columns);
    assert_eq!(
        equivalent(&closed, &Term::variable(A).equals(&Term::variable(B).times(2)), Budget::default()),
        Ok(true)
    );
}

#[test]
fn the_same_operation_has_the_same_variable() {
    let mut terms = Terms::new(2);
    let numbers = [Term::variable(A), Term::variable(B)];
    let reversed = [Term::variable(B), Term::variable(A)];
    assert_eq!(terms.max(&numbers), terms.max(&reversed));
    assert_eq!(terms.max(&[]), None);
    assert_eq!(terms.fresh(), Var(3));
}

#[test]
fn column_sums_of_remainders_need_no_variables_for_them() {
    let mut terms = Terms::new(3);
    let heaps = [A, B, Var(2)].map(Term::variable);
    let mut columns = |moduli: [u32; 3]| {
        let remainders: Vec<Term> =
            heaps.iter().zip(moduli).map(|(heap, modulus)| terms.remainder(heap, &modulus.into()).unwrap()).collect();
        let nim_sum = terms.nim_sum(&remainders).equals(&Term::constant(0));
        let columns = terms.column_sums(&remainders, 2);
        (terms.close(columns), terms.close(nim_sum))
    };
    let (columns_6, nim_sum_6) = columns([6; 3]);
    let variables = vec![A, B, Var(2)];
    assert_eq!(columns_6, Formula::RemainderColumnSums { variables, divisor: 6, modulus: 2 });
    assert_eq!(equivalent(&columns_6, &nim_sum_6, Budget::default()), Ok(true));
    let (mixed, nim_sum_mixed) = columns([6, 5, 6]);
    assert!(matches!(mixed, Formula::Exists(..)));
    assert_eq!(equivalent(&mixed, &nim_sum_mixed, Budget::default()), Ok(true));
}
