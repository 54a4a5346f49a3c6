use super::super::formula::Linear;
use super::super::term::{Term, Terms};
use super::*;
use proptest::prelude::*;

const A: Var = Var(0);
const B: Var = Var(1);
const C: Var = Var(2);
const K: Var = Var(3);
const R: Var = Var(4);

fn set(formula: &Formula) -> Automaton {
    build(formula, &mut Meter::new(Budget::default())).unwrap()
}

fn witness(values: &[u32]) -> Witness {
    values.iter().enumerate().map(|(index, value)| (Var(index), BigUint::from(*value))).collect()
}

/// All triples with entries up to `bound`, in the order of witnesses.
fn triples(bound: u32) -> Vec<Witness> {
    let side = bound + 1;
    let triple = |code| witness(&[code % side, code / side % side, code / side / side]);
    let mut triples: Vec<Witness> = (0..side.pow(3)).map(triple).collect();
    triples.sort_by_cached_key(rank);
    triples
}

fn linear() -> impl Strategy<Value = Linear> {
    let terms = proptest::collection::vec((-4i64..=4, (0usize..3).prop_map(Var)), 1..4);
    (terms, -12i64..=12).prop_map(|(terms, constant)| Linear::sum(terms, constant))
}

/// Formulas without bound variables, over A, B and C.
fn formula() -> impl Strategy<Value = Formula> {
    let variables = || proptest::collection::vec((0usize..3).prop_map(Var), 1..4);
    let leaf = prop_oneof![
        2 => linear().prop_map(Formula::IsZero),
        3 => linear().prop_map(Formula::AtMostZero),
        2 => (linear(), 0u32..9).prop_map(|(sum, modulus)| Formula::Divisible(sum, modulus.into())),
        3 => (variables(), 0u32..5).prop_map(|(variables, modulus)| Formula::ColumnSums { variables, modulus }),
        1 => (variables(), 0u32..8, 2u32..4).prop_map(|(variables, divisor, modulus)| {
            Formula::RemainderColumnSums { variables, divisor, modulus }
        }),
        1 => prop_oneof![Just(Formula::True), Just(Formula::False)],
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(Formula::negated),
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Formula::And),
            proptest::collection::vec(inner, 0..4).prop_map(Formula::Or),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn automata_agree_with_direct_evaluation(formula in formula()) {
        let automaton = set(&formula);
        let mut least = None;
        for triple in triples(7) {
            let value = |variable: Var| triple[&variable].clone();
            let holds = formula.holds(&value).unwrap();
            prop_assert_eq!(automaton.accepts(value), holds, "{:?}", triple);
            if holds && least.is_none() {
                let free = formula.free_variables();
                // What does not matter is zero in the least, so that it is the same without it.
                least = Some(triple.into_iter().filter(|(variable, _)| free.contains(variable)).collect::<Witness>());
            }
        }
        let found = decide(&formula, Budget::default()).unwrap();
        match (&least, &found) {
            (None, Some(witness)) => {
                prop_assert!(witness.values().any(|value| *value > BigUint::from(7u32)));
                let zero = BigUint::ZERO;
                let value = |variable: Var| witness.get(&variable).unwrap_or(&zero).clone();
                prop_assert_eq!(formula.holds(&value), Some(true));
            }
            _ => prop_assert_eq!(&least, &found),
        }
    }

    #[test]
    fn bound_variables_are_tried_out(formula in formula(), bound in (0u32..4, 0u32..3, 0u32..6)) {
        let limit = Linear::sum([(bound.0, A), (bound.1, B)], bound.2);
        let bounded = Formula::And(vec![formula.clone(), Formula::at_most(&Linear::variable(C), &limit)]);
        let some = set(&Formula::exists([C], bounded.clone()));
        let implied = Formula::Or(vec![formula.clone().negated(), Formula::less(&limit, &Linear::variable(C))]);
        let failing = set(&Formula::exists([C], implied.negated()));
        prop_assert_eq!(&some, &failing);
        for a in 0..7u32 {
            for b in 0..7u32 {
                let value = |c: u32| move |variable: Var| BigUint::from([a, b, c][variable.0]);
                let expected = (0..=bound.0 * a + bound.1 * b + bound.2).any(|c| formula.holds(&value(c)).unwrap());
                prop_assert_eq!(some.accepts(value(0)), expected, "{} {}", a, b);
            }
        }
    }

    #[test]
    fn differences_are_the_least(first in formula(), second in formula()) {
        let found = difference(&Formula::True, &first, &second, Budget::default()).unwrap();
        let truths = |triple: &Witness| {
            let value = |variable: Var| triple.get(&variable).cloned().unwrap_or_default();
            (first.holds(&value).unwrap(), second.holds(&value).unwrap())
        };
        if let Some(difference) = &found {
            let (one, two) = truths(&difference.witness);
            prop_assert!(one != two && one == difference.first_holds);
        }
        let least = triples(6).into_iter().find(|triple| truths(triple).0 != truths(triple).1);
        match (least, found) {
            (Some(mut least), Some(found)) => {
                // What does not matter is zero in the least.
                least.retain(|variable, _| found.witness.contains_key(variable));
                prop_assert_eq!(least, found.witness);
            }
            (Some(least), None) => prop_assert!(false, "{:?} was overlooked", least),
            (None, Some(found)) => prop_assert!(rank(&found.witness).0 > Some(BigUint::from(6u32))),
            (None, None) => {}
        }
    }
}

fn sum(terms: &[(i64, Var)], constant: i64) -> Linear {
    Linear::sum(terms.iter().copied(), constant)
}

fn number(value: i64) -> Linear {
    Linear::constant(value)
}

/// `A = a` and `B = b` and `C = c`, for some K and R that are at least 1.
fn family(a: Linear, b: Linear, c: Linear) -> Formula {
    let entries = [(A, a), (B, b), (C, c)].map(|(entry, sum)| Formula::equal(&Linear::variable(entry), &sum));
    let positive = [K, R].map(|letter| Formula::at_most(&number(1), &Linear::variable(letter)));
    Formula::exists([K, R], Formula::And(entries.into_iter().chain(positive).collect()))
}

/// The P-positions of misere Nim with three heaps.
fn misere_nim() -> Formula {
    let large = [A, B, C].map(|heap| Formula::at_most(&number(2), &Linear::variable(heap))).to_vec();
    let some_large = Formula::Or(large);
    let nim_sum_zero = Formula::ColumnSums { variables: vec![A, B, C], modulus: 2 };
    let odd = Formula::Divisible(sum(&[(1, A), (1, B), (1, C)], 1), 2u32.into());
    Formula::Or(vec![
        Formula::And(vec![some_large.clone(), nim_sum_zero]),
        Formula::And(vec![some_large.negated(), odd]),
    ])
}

/// `A <= B <= C`.
fn ascending() -> Formula {
    Formula::And(vec![
        Formula::at_most(&Linear::variable(A), &Linear::variable(B)),
        Formula::at_most(&Linear::variable(B), &Linear::variable(C)),
    ])
}

fn smallest_is(smallest: i64) -> Formula {
    Formula::And(vec![ascending(), Formula::equal(&Linear::variable(A), &number(smallest))])
}

#[test]
fn misere_nim_with_a_small_smallest_heap_has_its_families() {
    let k = |factor, constant| sum(&[(factor, K)], constant);
    let families: [(i64, Vec<Formula>); 4] = [
        (0, vec![family(number(0), k(1, 1), k(1, 1)), family(number(0), number(0), number(1))]),
        (1, vec![family(number(1), k(2, 0), k(2, 1)), family(number(1), number(1), number(1))]),
        (2, vec![family(number(2), k(4, 0), k(4, 2)), family(number(2), k(4, 1), k(4, 3))]),
        (3, vec![family(number(3), k(4, 0), k(4, 3)), family(number(3), k(4, 1), k(4, 2))]),
    ];
    for (smallest, families) in families {
        let claim = Formula::Or(families.clone());
        let found = difference(&smallest_is(smallest), &claim, &misere_nim(), Budget::default());
        assert_eq!(found, Ok(None), "{smallest}");
        // Without its second family the claim is wrong.
        let part = families[0].clone();
        let found = difference(&smallest_is(smallest), &part, &misere_nim(), Budget::default()).unwrap().unwrap();
        let expected: [&[u32]; 4] = [&[0, 0, 1], &[1, 1, 1], &[2, 5, 7], &[3, 5, 6]];
        assert_eq!(found, Difference { witness: witness(expected[smallest as usize]), first_holds: false });
    }
}

#[test]
fn a_wrong_formula_for_misere_nim_fails_first_at_4_6_8() {
    let letters = |r, k, constant| sum(&[(r, R), (k, K)], constant);
    let claim = Formula::Or(vec![
        family(number(0), number(0), number(1)),
        family(number(0), letters(0, 1, 1), letters(0, 1, 1)),
        family(number(1), number(1), number(1)),
        family(number(1), letters(0, 2, 0), letters(0, 2, 1)),
        family(letters(2, 0, 0), letters(2, 4, -2), letters(2, 4, 0)),
        family(letters(2, 0, 0), letters(2, 4, -1), letters(2, 4, 1)),
        family(letters(2, 0, 1), letters(2, 4, -2), letters(2, 4, 1)),
        family(letters(2, 0, 1), letters(2, 4, -1), letters(2, 4, 0)),
    ]);
    let found = difference(&ascending(), &claim, &misere_nim(), Budget::default()).unwrap();
    assert_eq!(found, Some(Difference { witness: witness(&[4, 6, 8]), first_holds: true }));
}

#[test]
fn a_number_and_its_double_have_no_carry_if_no_two_ones_are_adjacent() {
    let n = Term::variable(A);
    let mut terms = Terms::new(1);
    let nim_sum = terms.nim_sum(&[n.clone(), n.times(2)]);
    let automaton = set(&terms.close(nim_sum.equals(&n.times(3))));
    let members: Vec<u32> = (0..1 << 10).filter(|n| automaton.accepts(|_| BigUint::from(*n))).collect();
    assert_eq!(members, (0..1 << 10).filter(|n| n & (n >> 1) == 0).collect::<Vec<u32>>());
    // Project Euler, problem 301: below 2^k there are as many as the (k + 2)th Fibonacci number.
    assert_eq!(members.len(), 144);
}

#[test]
fn identities_hold_for_all_numbers() {
    let budget = Budget::default();
    // In three numbers the columns have 0 or 3 ones exactly if the numbers are equal (Moore's Nim, K = 2, three heaps).
    let moore = Formula::ColumnSums { variables: vec![A, B, C], modulus: 3 };
    let same = [B, C].map(|heap| Formula::equal(&Linear::variable(A), &Linear::variable(heap)));
    assert_eq!(equivalent(&moore, &Formula::And(same.to_vec()), budget), Ok(true));
    // Two remainders have the nim-sum zero exactly if they are equal.
    let bounded = Formula::RemainderColumnSums { variables: vec![A, B], divisor: 12, modulus: 2 };
    let congruent = Formula::Divisible(sum(&[(1, A), (-1, B)], 0), 12u32.into());
    assert_eq!(equivalent(&bounded, &congruent, budget), Ok(true));
    // A nim-sum is at most the sum, and congruent to it modulo 2.
    let nim = Formula::nim_sum_is(&[A, B], C);
    let parity = Formula::Divisible(sum(&[(1, A), (1, B), (1, C)], 0), 2u32.into());
    let at_most = Formula::at_most(&Linear::variable(C), &sum(&[(1, A), (1, B)], 0));
    assert_eq!(decide(&Formula::And(vec![nim, Formula::And(vec![parity, at_most]).negated()]), budget), Ok(None));
    // Whatever C is, there is a number above it; none is above all.
    let above = Formula::less(&Linear::variable(A), &Linear::variable(B));
    let unbounded = Formula::exists([A], Formula::exists([B], above.clone()).negated()).negated();
    assert_eq!(decide(&unbounded, budget), Ok(Some(Witness::new())));
    assert_eq!(decide(&Formula::exists([B], Formula::exists([A], above.negated()).negated()), budget), Ok(None));
}

#[test]
fn a_frobenius_number_is_found() {
    // 43 is the largest that is no sum of sixes, nines and twenties.
    let sums = Formula::exists([B, C, K], Formula::IsZero(sum(&[(6, B), (9, C), (20, K), (-1, A)], 0)));
    let above = |bound| Formula::at_most(&number(bound), &Linear::variable(A));
    let found = decide(&Formula::And(vec![sums.clone().negated(), above(38)]), Budget::default());
    assert_eq!(found, Ok(Some(witness(&[43]))));
    assert_eq!(decide(&Formula::And(vec![sums.negated(), above(44)]), Budget::default()), Ok(None));
}

#[test]
fn witnesses_may_have_a_hundred_digits() {
    let googol = num_bigint::BigInt::from(10).pow(100);
    let formula = Formula::And(vec![
        Formula::less(&Linear::constant(googol.clone()), &Linear::variable(A)),
        Formula::Divisible(Linear::variable(A), 7u32.into()),
        Formula::nim_sum_is(&[A], B),
    ]);
    let found = decide(&formula, Budget::default()).unwrap().unwrap();
    // 10^100 ≡ 4 mod 7.
    assert_eq!(found[&A], googol.magnitude() + 3u32);
    assert_eq!(found[&A], found[&B]);
}

#[test]
fn a_small_budget_is_reported() {
    let large = Formula::IsZero(sum(&[(1_000_003, A), (-999_983, B)], 0));
    let report = decide(&large, Budget { transitions: 1000, work: 10_000 }).unwrap_err();
    assert_eq!(report.construction, super::super::budget::Construction::Condition);
    assert!(report.states > 100 && report.variables == 2);
    let many = Formula::ColumnSums { variables: (0..100).map(Var).collect(), modulus: 2 };
    assert!(decide(&many, Budget::default()).is_err());
    let work = decide(&misere_nim(), Budget { transitions: 1000, work: 100 });
    assert!(work.is_err());
}
