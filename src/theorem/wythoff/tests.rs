use super::*;
use crate::theorem::exhaustive::{between, chance, check, check_golden, check_large};
use num_traits::{One, Zero};
use proptest::prelude::Rng;
use proptest::test_runner::TestRng;

/// The options of the game with parameter `t` in which no heap loses more than `m`.
fn options(t: u64, m: u64) -> impl Fn(&[u64]) -> Vec<Vec<u64>> {
    move |position| {
        let (x, y) = (position[0], position[1]);
        let mut found: Vec<Vec<u64>> = (1..=x.min(m)).map(|a| vec![x - a, y]).collect();
        found.extend((1..=y.min(m)).map(|b| vec![x, y - b]));
        for a in 1..=x.min(m) {
            found.extend((1..=y.min(m)).filter(|b| a.abs_diff(*b) < t).map(|b| vec![x - a, y - b]));
        }
        found
    }
}

fn normal(t: u64) -> Wythoff {
    Wythoff::generalised(t.into()).unwrap()
}

fn misere(t: u64) -> Wythoff {
    Wythoff::misere_generalised(t.into()).unwrap()
}

#[test]
fn any_removals_against_exhaustive_search() {
    for t in 1..=6 {
        check(&normal(t), &options(t, u64::MAX), false, 2, 26);
        check(&misere(t), &options(t, u64::MAX), true, 2, 26);
    }
    check(&Wythoff::normal(), &options(1, u64::MAX), false, 2, 45);
    check(&Wythoff::misere(), &options(1, u64::MAX), true, 2, 45);
}

#[test]
fn bounded_removals_against_exhaustive_search() {
    for m in 1..=12u64 {
        let max = if m % 4 == 0 { 60 } else { 30 };
        check(&BoundedWythoff::normal(m.into()).unwrap(), &options(1, m), false, 2, max);
        match BoundedWythoff::misere(m.into()) {
            Some(theorem) => check(&theorem, &options(1, m), true, 2, max),
            None => assert_eq!(m, 1),
        }
    }
}

#[test]
fn golden_positions() {
    for t in 1..=3 {
        check_golden(&normal(t), &format!("wythoff-t{t}-normal"));
        check_golden(&misere(t), &format!("wythoff-t{t}-misere"));
    }
    check_golden(&BoundedWythoff::normal(4u8.into()).unwrap(), "wythoff-m4-normal");
    check_golden(&BoundedWythoff::misere(4u8.into()).unwrap(), "wythoff-m4-misere");
}

/// Checks a game with parameter `t` and removals up to `m` from random starts and from those just beside P-positions.
fn check_games(theorem: &dyn Theorem, t: &BigUint, m: &BigUint, size: &BigUint, random: &mut TestRng) {
    let is_legal = |before: &[BigUint], after: &[BigUint]| {
        if before.iter().zip(after).any(|(x, y)| y > x || x - y > *m) {
            return false;
        }
        let (a, b) = (&before[0] - &after[0], &before[1] - &after[1]);
        let apart = if a > b { &a - &b } else { &b - &a };
        (a.is_zero() != b.is_zero()) || (!a.is_zero() && apart < *t)
    };
    for round in 0..12 {
        let x = between(random, &BigUint::zero(), size);
        let y = if round % 3 == 0 {
            &x + between(random, &BigUint::zero(), &10u8.into())
        } else {
            between(random, &x, size)
        };
        let start = if round % 2 == 0 { [x, y] } else { [y, x] };
        let mut random_move = |position: &[BigUint]| {
            let most = |size: &BigUint| size.min(m).clone();
            let (mut x, mut y) = (position[0].clone(), position[1].clone());
            let kind = if x.is_zero() {
                1
            } else if y.is_zero() {
                0
            } else {
                random.next_u32() % 3
            };
            if kind == 2 {
                let a = between(random, &1u8.into(), &most(&x).min(most(&y)));
                let high = (&a + t - 1u8).min(most(&y));
                let low = if a > *t { &a - t + 1u8 } else { BigUint::one() };
                y -= between(random, &low, &high);
                x -= a;
            } else if kind == 1 {
                y -= between(random, &1u8.into(), &most(&y));
            } else {
                x -= between(random, &1u8.into(), &most(&x));
            }
            vec![x, y]
        };
        check_large(theorem, &start, &is_legal, &mut random_move);
    }
}

#[test]
fn heaps_of_many_digits() {
    let mut random = chance();
    let size = BigUint::from(10u8).pow(100);
    for t in [BigUint::one(), 2u8.into(), 3u8.into(), 17u8.into(), BigUint::from(10u8).pow(40)] {
        for theorem in [Wythoff::generalised(t.clone()).unwrap(), Wythoff::misere_generalised(t.clone()).unwrap()] {
            check_games(&theorem, &t, &size, &size, &mut random);
        }
    }
    for m in [2u8.into(), 3u8.into(), 100u8.into(), BigUint::from(10u8).pow(50)] {
        for theorem in [BoundedWythoff::normal(m.clone()).unwrap(), BoundedWythoff::misere(m.clone()).unwrap()] {
            check_games(&theorem, &BigUint::one(), &m, &size, &mut random);
        }
    }
}

#[test]
fn no_theorem_without_moves() {
    assert!(Wythoff::generalised(BigUint::zero()).is_none());
    assert!(Wythoff::misere_generalised(BigUint::zero()).is_none());
    assert!(BoundedWythoff::normal(BigUint::zero()).is_none());
}

#[test]
fn other_numbers_of_heaps_are_no_p_positions() {
    assert!(!Wythoff::normal().is_p(&[]));
    assert!(Wythoff::normal().winning_moves(&vec![BigUint::one(); 3], 5).options.is_empty());
    assert_eq!(BoundedWythoff::normal(3u8.into()).unwrap().figures(&[]), Value::Null);
}
