use super::*;
use crate::theorem::Theorem;
use crate::theorem::exhaustive::{between, chance, check, check_golden, check_large, large};
use num_traits::Zero;
use proptest::prelude::Rng;

/// The options where a move takes at most `m` from each of at most `k` heaps.
fn options(k: usize, m: Option<u64>) -> impl Fn(&[u64]) -> Vec<Vec<u64>> {
    move |position| {
        let mut found = vec![(Vec::new(), 0)];
        for size in position {
            found = found
                .iter()
                .flat_map(|(start, changed)| {
                    (0..=m.unwrap_or(*size).min(*size))
                        .map(move |t| ([start.as_slice(), &[size - t]].concat(), changed + usize::from(t > 0)))
                })
                .collect();
        }
        found.into_iter().filter(|(_, changed)| (1..=k).contains(changed)).map(|(option, _)| option).collect()
    }
}

const LIMITS: [Option<u64>; 6] = [Some(1), Some(2), Some(3), Some(4), Some(5), None];

fn limit(m: Option<u64>) -> Option<BigUint> {
    m.map(BigUint::from)
}

#[test]
fn all_heaps_against_exhaustive_search() {
    for m in LIMITS {
        for (n, max) in [(1, 30), (2, 14), (3, 7), (4, 3)] {
            check(&AllHeaps::normal(limit(m)).unwrap(), &options(n, m), false, n, max);
            check(&AllHeaps::misere(limit(m)).unwrap(), &options(n, m), true, n, max);
        }
    }
}

#[test]
fn one_heap_spared_against_exhaustive_search() {
    for m in LIMITS {
        for (n, max) in [(2, 18), (3, 8), (4, 4)] {
            check(&OneHeapSpared::normal(limit(m)).unwrap(), &options(n - 1, m), false, n, max);
            check(&OneHeapSpared::misere(limit(m)).unwrap(), &options(n - 1, m), true, n, max);
        }
    }
}

#[test]
fn golden_positions() {
    check_golden(&AllHeaps::normal(limit(Some(3))).unwrap(), "bounded-moore-2-K2-m3-normal");
    check_golden(&AllHeaps::misere(limit(Some(3))).unwrap(), "bounded-moore-2-K2-m3-misere");
    for m in 1..=3 {
        let (normal, misere) = (OneHeapSpared::normal(limit(Some(m))), OneHeapSpared::misere(limit(Some(m))));
        check_golden(&normal.unwrap(), &format!("bounded-moore-3-K2-m{m}-normal"));
        check_golden(&misere.unwrap(), &format!("bounded-moore-3-K2-m{m}-misere"));
    }
    check_golden(&OneHeapSpared::normal(limit(Some(2))).unwrap(), "bounded-moore-4-K3-m2-normal");
    check_golden(&OneHeapSpared::misere(limit(Some(2))).unwrap(), "bounded-moore-4-K3-m2-misere");
    for (n, k) in [(3, 2), (4, 3)] {
        check_golden(&OneHeapSpared::normal(None).unwrap(), &format!("moore-{n}-K{k}-normal"));
        check_golden(&OneHeapSpared::misere(None).unwrap(), &format!("moore-{n}-K{k}-misere"));
    }
}

#[test]
fn heaps_of_many_digits() {
    let mut random = chance();
    let huge = BigUint::from(10u8).pow(100);
    for round in 0..240u32 {
        let n = 2 + round as usize % 4;
        let m = [Some(BigUint::from(1 + round % 7)), Some(&huge / (round + 2)), None][round as usize % 3].clone();
        let spared = round % 2;
        let k = n - spared as usize;
        let theorems: [Box<dyn Theorem>; 2] = if spared == 1 {
            [Box::new(OneHeapSpared::normal(m.clone()).unwrap()), Box::new(OneHeapSpared::misere(m.clone()).unwrap())]
        } else {
            [Box::new(AllHeaps::normal(m.clone()).unwrap()), Box::new(AllHeaps::misere(m.clone()).unwrap())]
        };
        let within =
            |before: &BigUint, after: &BigUint| after <= before && m.as_ref().is_none_or(|m| before - after <= *m);
        let is_legal = |before: &[BigUint], after: &[BigUint]| {
            let changed = before.iter().zip(after).filter(|(x, y)| x != y).count();
            (1..=k).contains(&changed) && before.iter().zip(after).all(|(x, y)| within(x, y))
        };
        let mut start: Vec<BigUint> = (0..n).map(|_| between(&mut random, &BigUint::zero(), &huge)).collect();
        if round % 5 == 0 {
            start[0] = BigUint::from(round % 3);
        }
        let mut random_move = |position: &[BigUint]| {
            let mut option = position.to_vec();
            let nonempty: Vec<usize> = (0..n).filter(|i| !position[*i].is_zero()).collect();
            let sure = nonempty[random.next_u32() as usize % nonempty.len()];
            let mut left = k;
            for i in std::iter::once(sure).chain((0..n).filter(|i| *i != sure)) {
                if left == 0 || position[i].is_zero() || (i != sure && random.next_u32().is_multiple_of(2)) {
                    continue;
                }
                left -= 1;
                let most = m.clone().unwrap_or(position[i].clone()).min(position[i].clone());
                option[i] -= between(&mut random, &1u8.into(), &most);
            }
            option
        };
        for theorem in theorems {
            check_large(theorem.as_ref(), &start, &is_legal, &mut random_move);
        }
    }
}

#[test]
fn many_winning_moves_are_cut_off() {
    let theorem = AllHeaps::misere(Some(5u8.into())).unwrap();
    let start = large(&[5; 40]);
    let some = theorem.winning_moves(&start, 3);
    assert_eq!((some.options.len(), some.complete), (3, false));
    assert_eq!(theorem.winning_moves(&start, 40).options.len(), 40);
    assert!(theorem.winning_moves(&start, 40).complete);
}

#[test]
fn no_theorem_without_moves() {
    let zero = Some(BigUint::zero());
    assert!(AllHeaps::normal(zero.clone()).is_none() && AllHeaps::misere(zero.clone()).is_none());
    assert!(OneHeapSpared::normal(zero.clone()).is_none() && OneHeapSpared::misere(zero).is_none());
}
