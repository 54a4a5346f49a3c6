//! Periods known from the literature, and games compared with search.

use super::{OctalPeriod, PeriodicGame, SubtractionPeriod, mex};
use crate::theorem::exhaustive::positions;
use crate::theorem::heap_sum::HeapGame;
use crate::theorem::{ClosedForm, Theorem, search};
use num_bigint::BigUint;
use num_traits::Zero;

fn subtraction(set: &[usize]) -> SubtractionPeriod {
    SubtractionPeriod::new(set).unwrap_or_else(|| panic!("{set:?} has a period"))
}

fn octal(code: &str) -> OctalPeriod {
    OctalPeriod::new(code).unwrap_or_else(|| panic!("{code} has a period"))
}

/// The options of a heap of an octal game, said once more from the definition.
fn heap_options(code: &str, size: u64) -> Vec<Vec<u64>> {
    let digits: Vec<u32> = code.strip_prefix("0.").unwrap().chars().map(|digit| digit.to_digit(8).unwrap()).collect();
    let mut options = Vec::new();
    for (i, digit) in (1..).zip(digits) {
        if digit % 2 == 1 && size == i {
            options.push(vec![0]);
        }
        if digit / 2 % 2 == 1 && size > i {
            options.push(vec![size - i]);
        }
        if digit / 4 == 1 {
            options.extend((1..size).filter(|a| size > i + a && 2 * a + i <= size).map(|a| vec![a, size - i - a]));
        }
    }
    options
}

fn in_place(position: &[u64], index: usize, heaps: &[u64]) -> Vec<u64> {
    [&position[..index], heaps, &position[index + 1..]].concat()
}

#[test]
fn subtraction_games_agree_with_brute_force() {
    for set in [&[1][..], &[2], &[1, 2, 3], &[1, 3, 4], &[2, 5], &[2, 4, 7], &[3, 5, 8], &[1, 4, 9, 16]] {
        let options = |position: &[u64]| -> Vec<Vec<u64>> {
            let heaps = position.iter().enumerate();
            heaps
                .flat_map(|(index, size)| {
                    let taken = set.iter().filter(|taken| **taken as u64 <= *size);
                    taken.map(move |taken| in_place(position, index, &[size - *taken as u64]))
                })
                .collect()
        };
        for (heaps, max) in [(0, 1), (1, 60), (2, 19), (3, 7)] {
            search::check(&subtraction(set), &options, positions(heaps, max));
        }
    }
}

#[test]
fn octal_games_agree_with_brute_force() {
    // Kayles, Dawson's Kayles and chess, and games with digits of all kinds.
    for code in ["0.77", "0.07", "0.137", "0.3", "0.17", "0.15", "0.34", "0.54", "0.72", "0.45", "0.0103"] {
        let options = |position: &[u64]| -> Vec<Vec<u64>> {
            let heaps = position.iter().enumerate();
            heaps
                .flat_map(|(index, size)| {
                    heap_options(code, *size).into_iter().map(move |heaps| in_place(position, index, &heaps))
                })
                .collect()
        };
        for (heaps, max) in [(0, 1), (1, 11), (2, 6), (3, 3)] {
            search::check(&octal(code), &options, positions(heaps, max));
        }
    }
}

#[test]
fn periods_are_those_of_the_literature() {
    for (set, expected) in
        [(&[1, 2, 3][..], (0, 4)), (&[1, 3, 4], (0, 7)), (&[2, 5], (0, 7)), (&[2, 4, 7], (8, 3)), (&[7], (0, 14))]
    {
        assert_eq!(subtraction(set).period(), expected, "{set:?}");
    }
    // Winning Ways, chapter 4: the periods of Kayles, Dawson's Kayles and Dawson's chess.
    for (code, expected) in [("0.77", (71, 12)), ("0.07", (53, 34)), ("0.137", (52, 34)), ("0.3", (1, 2))] {
        assert_eq!(octal(code).period(), expected, "{code}");
    }
}

/// The values of sizes far beyond those that show the period, from the definition.
#[test]
fn the_values_go_on_repeating() {
    for code in ["0.77", "0.07", "0.137", "0.3", "0.17", "0.34", "0.45"] {
        let theorem = octal(code);
        let mut values: Vec<u32> = Vec::new();
        for size in 0..500u64 {
            let options = heap_options(code, size);
            let reached = options.iter().map(|heaps| heaps.iter().fold(0, |sum, heap| sum ^ values[*heap as usize]));
            values.push(mex(reached));
            assert_eq!(theorem.value(&size.into()), values[size as usize].into(), "{code} {size}");
        }
    }
    for set in [&[2, 4, 7][..], &[1, 5, 9, 22], &[3, 10, 11], &[4, 6, 13]] {
        let theorem = subtraction(set);
        let mut values: Vec<u32> = Vec::new();
        for size in 0..2000usize {
            values.push(mex(set.iter().filter(|taken| **taken <= size).map(|taken| values[size - taken])));
            assert_eq!(theorem.value(&size.into()), values[size].into(), "{set:?} {size}");
        }
    }
}

#[test]
fn agrees_with_the_tables() {
    let sequences = search::golden("grundy-sequences");
    type ValueOf = Box<dyn Fn(&BigUint) -> BigUint>;
    let games: [(&str, ValueOf); 5] = [
        ("subtraction {1,3,4}", Box::new(|size| subtraction(&[1, 3, 4]).value(size))),
        ("subtraction {2,5}", Box::new(|size| subtraction(&[5, 2, 2]).value(size))),
        ("subtraction {1,2,3}", Box::new(|size| subtraction(&[1, 2, 3]).value(size))),
        ("kayles: take 1 or 2, then may split the rest in two", Box::new(|size| octal("0.77").value(size))),
        ("dawson's kayles: take 2, then may split the rest in two", Box::new(|size| octal("0.07").value(size))),
    ];
    for (name, value_of) in games {
        for (size, value) in sequences[name].as_array().unwrap().iter().enumerate() {
            assert_eq!(value_of(&size.into()), value.as_u64().unwrap().into(), "{name} {size}");
        }
    }
    for set in [&[1, 3, 4][..], &[2, 4, 7], &[2, 5], &[1, 4, 9, 16]] {
        let name: Vec<String> = set.iter().map(usize::to_string).collect();
        let golden = search::golden(&format!("subtraction-{}-2-normal", name.join("-")));
        let theorem = subtraction(set);
        let found: Vec<Vec<u64>> = positions(2, golden["max"].as_u64().unwrap())
            .into_iter()
            .filter(|position| position.is_sorted() && theorem.is_p(&search::large(position)))
            .collect();
        assert_eq!(serde_json::json!(found), golden["p_positions"]);
    }
}

#[test]
fn answers_for_large_heaps() {
    let googol = BigUint::from(10u32).pow(100);
    for extra in 0..15u8 {
        let position = [&googol + extra, BigUint::from(10u32).pow(99), 7u8.into()];
        let kayles = octal("0.77");
        let found = kayles.winning_moves(&position, 20);
        assert_eq!(kayles.is_p(&position), found.options.is_empty());
        for option in &found.options {
            assert!(kayles.is_p(option));
            let (before, after): (BigUint, BigUint) = (position.iter().sum(), option.iter().sum());
            assert!(before.clone() - 2u8 <= after && after < before);
        }
        let theorem = subtraction(&[2, 4, 7]);
        let found = theorem.winning_moves(&position, 20);
        assert_eq!(theorem.is_p(&position), found.options.is_empty());
        assert!(found.complete && found.options.iter().all(|option| theorem.is_p(option)));
    }
}

#[test]
fn the_formulas_say_the_same() {
    let theorems: [Box<dyn Theorem>; 3] =
        [Box::new(subtraction(&[2, 4, 7])), Box::new(subtraction(&[1, 3, 4])), Box::new(octal("0.3"))];
    for theorem in &theorems {
        for (heaps, max) in [(1, 25), (2, 9)] {
            let Some(ClosedForm::Formula(formula)) = theorem.closed_form(heaps) else { panic!("a formula") };
            for position in positions(heaps, max) {
                search::check_formula(theorem.as_ref(), &formula, &position);
            }
        }
    }
}

#[test]
fn refuses_what_is_no_such_game() {
    assert!(SubtractionPeriod::new(&[]).is_none());
    assert!(SubtractionPeriod::new(&[0, 1]).is_none());
    assert!(SubtractionPeriod::new(&[1, 501]).is_none());
    for code in ["", "0", "0.", "0.0", "77", "0.8", "4.3", "0.7a", "0.00000000000000001"] {
        assert!(OctalPeriod::new(code).is_none(), "{code}");
    }
    // 0.16 has the period 149 459, and no period is known of 0.6.
    assert!(OctalPeriod::new("0.6").is_none());
    assert!(OctalPeriod::new("0.16").is_none());
    assert_eq!(octal("0.770").code(), "0.77");
    assert!(octal("0.77").some_option(&BigUint::zero()).is_none());
    assert_eq!(octal("0.77").most(), 2);
}
