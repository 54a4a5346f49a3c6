use super::super::budget::Budget;
use super::*;

const X: Var = Var(0);
const Y: Var = Var(1);

fn meter() -> Meter {
    Meter::new(Budget::default())
}

/// The automaton of x = 2·y, by the last digit of y; `None` is the state from which nothing is accepted.
fn double() -> Automaton {
    Automaton::explore(
        vec![X, Y],
        Some(0u32),
        Construction::Condition,
        &mut meter(),
        |label, letter| label.and_then(|carry| (letter as u32 & 1 == carry).then_some(letter as u32 >> 1)),
        |label| *label == Some(0),
    )
    .unwrap()
}

fn accepts(automaton: &Automaton, x: u32, y: u32) -> bool {
    automaton.accepts(|variable| BigUint::from([x, y][variable.0]))
}

#[test]
fn digits_are_read_from_the_least_significant() {
    let double = double();
    assert_eq!(double.states(), 3);
    for x in 0..20 {
        for y in 0..20 {
            assert_eq!(accepts(&double, x, y), x == 2 * y, "{x} {y}");
        }
    }
}

#[test]
fn a_bound_number_may_be_the_longest() {
    // "There is an x with x = 2·y" holds for every y, and x has one digit more.
    let every = double().projection(X, &mut meter()).unwrap();
    assert_eq!(every, Automaton::constant(true));
    let even = double().projection(Y, &mut meter()).unwrap();
    assert_eq!((accepts(&even, 14, 0), accepts(&even, 15, 0)), (true, false));
}

#[test]
fn equal_sets_have_equal_automata() {
    let double = double();
    let twice = double.conjunction(&double, &mut meter()).unwrap();
    assert_eq!(twice, double);
    assert!(double.conjunction(&double.clone().complement(), &mut meter()).unwrap().is_empty());
    assert_eq!(double.clone().complement().complement(), double);
}

#[test]
fn variables_that_make_no_difference_are_left_out() {
    let even = double().projection(Y, &mut meter()).unwrap();
    let all = [Var(7), X, Y, Var(3)].iter().fold(even.clone(), |set, variable| {
        let either = |label: &u32, _: usize| *label;
        let idle = Automaton::explore(vec![*variable], 0, Construction::Condition, &mut meter(), either, |_| true);
        set.conjunction(&idle.unwrap(), &mut meter()).unwrap()
    });
    assert_eq!(all, even);
    // Of three numbers the second is even, the others are anything.
    let second = Automaton::explore(
        vec![X, Y, Var(2)],
        0,
        Construction::Condition,
        &mut meter(),
        |label: &u32, letter| if *label == 0 { 1 + (letter as u32 >> 1 & 1) } else { *label },
        |label| *label < 2,
    );
    assert_eq!((second.unwrap().transitions, even.transitions.clone()), (even.transitions, vec![1, 2, 1, 1, 2, 2]));
}

#[test]
fn what_grows_too_large_is_refused() {
    let small = Budget { transitions: 100, work: 1000 };
    let binary = |label: &BigInt, letter: usize| label * 2 + letter;
    let refused =
        Automaton::explore(vec![X], BigInt::from(1), Construction::Condition, &mut Meter::new(small), binary, |_| true);
    assert!(refused.is_err_and(|report| report.states > 10 && report.variables == 1));
    let wide = (0..200).map(Var).collect();
    let refused = Automaton::explore(wide, 0, Construction::Condition, &mut meter(), |label: &u32, _| *label, |_| true);
    assert!(refused.is_err());
}
