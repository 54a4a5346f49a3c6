//! Quotients against published ones, and against outcomes from the moves.

use super::*;
use crate::graph::{Budget, MoveGraph};
use crate::rules::sample;
use crate::solve::{Outcome, solve};
use proptest::prelude::*;

fn rules(text: &str) -> Ruleset {
    sample::rules(&format!("{text} play misere"))
}

fn quotient(text: &str, max: u64) -> Quotient {
    let rules = rules(text);
    Quotient::new(&rules, &Facts::of(&rules), max, &Limits::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn published_quotients() {
    for (text, max, order, portion) in [
        // Plambeck and Siegel 2008: the quotients of misère Nim, T₀, T₁, T₂, T₃.
        ("heaps 1 move take any from one heap", 0, 1, 0),
        ("heaps 1 move take any from one heap", 1, 2, 1),
        ("heaps 1 move take any from one heap", 2, 6, 2),
        ("heaps 1 move take any from one heap", 3, 6, 2),
        ("heaps 1 move take any from one heap", 4, 10, 2),
        ("heaps 1 move take any from one heap", 7, 10, 2),
        ("heaps 1 move take any from one heap", 8, 18, 2),
        // Plambeck 2005 and Plambeck and Siegel 2008: 0.123.
        ("heaps 1 octal \"0.123\"", 30, 20, 5),
        // Plambeck and Siegel 2008: Kayles.
        ("heaps 1 octal \"0.77\"", 60, 40, 9),
    ] {
        let found = quotient(text, max);
        assert_eq!((found.order(), found.p_portion().len()), (order, portion), "{text} up to {max}");
    }
}

/// Plambeck and Siegel 2008: in 0.123 the values of heaps repeat after five tokens.
#[test]
fn values_repeat_as_published() {
    let found = quotient("heaps 1 octal \"0.123\"", 40);
    for size in 5..=35 {
        assert_eq!(found.value(size), found.value(size + 5), "{size}");
    }
}

/// What holds of every quotient.
fn is_sound(text: &str, found: &Quotient) {
    let order = found.order();
    let elements = 0..order;
    assert!(!found.is_p(0), "{text}: no move is left at the identity");
    for one in elements.clone() {
        assert_eq!(found.value_of(found.heaps_of(one)), Some(one), "{text}");
        assert_eq!(found.product(0, one), one);
        for other in elements.clone() {
            assert_eq!(found.product(one, other), found.product(other, one), "{text}");
            let differ =
                elements.clone().any(|m| found.is_p(found.product(one, m)) != found.is_p(found.product(other, m)));
            assert_eq!(differ, one != other, "{text}: {one} and {other} are told apart");
        }
    }
    let presentation = found.presentation();
    let of = |exponents: &[u32]| {
        let powers = exponents.iter().zip(&presentation.generators);
        powers.fold(0, |product, (count, generator)| (0..*count).fold(product, |at, _| found.product(at, *generator)))
    };
    for (element, form) in presentation.forms.iter().enumerate() {
        assert_eq!(of(form), element, "{text}");
    }
    for relation in &presentation.relations {
        assert_eq!(of(&relation.product), of(&relation.form), "{text}");
        assert_ne!(relation.product, relation.form);
    }
    // The forms are just the products that no relation makes shorter.
    for form in &presentation.forms {
        for at in 0..form.len() {
            let mut longer = form.clone();
            longer[at] += 1;
            let known = presentation.forms.contains(&longer);
            let reducible = presentation
                .relations
                .iter()
                .any(|relation| relation.product.iter().zip(&longer).all(|(one, other)| one <= other));
            assert_ne!(known, reducible, "{text}: {longer:?}");
        }
    }
}

/// Compares the outcomes of all positions of so many heaps with those of the move graph.
fn outcomes_agree(text: &str, found: &Quotient, heaps: usize) {
    let rules = rules(text);
    let facts = Facts::of(&rules);
    let positions: Vec<_> = crate::solve::positions_up_to(heaps, found.max, true).collect();
    let graph = MoveGraph::explore(&rules, &facts, positions.clone(), &Budget::default(), &mut ());
    let graph = graph.expect("it is small");
    let solution = solve(&graph);
    for position in positions {
        let vertex = graph.find(&position).expect("it is in the graph");
        let value = found.value_of(position.sizes()).expect("no heap is too large");
        assert_eq!(found.is_p(value), solution.outcome(vertex) == Outcome::P, "{text} at {position}");
    }
}

#[test]
fn outcomes_are_those_of_the_graph() {
    for (text, max, heaps) in [
        ("heaps 4 move take any from one heap", 5, 4),
        ("heaps 4 move take 1..3 from one heap", 8, 4),
        ("heaps 4 move take {1, 3, 4} from one heap", 8, 4),
        ("heaps 4 octal \"0.77\"", 8, 4),
        ("heaps 4 octal \"0.123\"", 8, 4),
        ("heaps 3 octal \"0.07\"", 11, 3),
        ("heaps 3 move split one heap in 2 where parts differ", 10, 3),
        ("heaps 3 move take 1 from one heap move split one heap in 2..3", 7, 3),
        ("heaps 3 move take s where is_square(s) from one heap", 9, 3),
        ("heaps 3 move replace one heap by floor(h/2) move take 1 from one heap", 6, 3),
    ] {
        let found = quotient(text, max);
        is_sound(text, &found);
        outcomes_agree(text, &found, heaps);
    }
}

/// Larger heaps may tell apart what smaller ones do not, but never the other way round.
#[test]
fn quotients_become_finer() {
    let text = "heaps 1 octal \"0.77\"";
    let mut before: Option<Quotient> = None;
    for max in 0..=14 {
        let now = quotient(text, max);
        if let Some(before) = &before {
            for one in 0..max {
                for other in 0..one {
                    assert!(now.value(one) != now.value(other) || before.value(one) == before.value(other));
                }
            }
        }
        before = Some(now);
    }
}

#[test]
fn other_games_have_none() {
    for (text, play) in [
        ("heaps 2 move take any from each of 1..2 heaps", "misere"),
        ("heaps 2 move take any from one heap", "normal"),
        ("heaps a, b move take any from heap a move take 1 from heap b", "misere"),
    ] {
        let mut rules = rules(text);
        if play == "normal" {
            rules.play = Play::Normal;
        }
        let found = Quotient::new(&rules, &Facts::of(&rules), 3, &Limits::default());
        assert_eq!(found.err(), Some(QuotientError::OtherGame), "{text}");
    }
    let grows = rules("heaps 1 move replace one heap by x in {h - 1, h + 1} where x <= 3");
    let found = Quotient::new(&grows, &Facts::of(&grows), 3, &Limits::default());
    assert!(matches!(found, Err(QuotientError::NotSmaller { .. })));
}

#[test]
fn limits_are_kept_to() {
    let rules = rules("heaps 1 octal \"0.77\"");
    let facts = Facts::of(&rules);
    for (limits, limit) in [
        (Limits { elements: 10, ..Limits::default() }, Limit::Elements(10)),
        (Limits { positions: 50, ..Limits::default() }, Limit::Positions(50)),
        (Limits { pairs: 20, ..Limits::default() }, Limit::Pairs(20)),
        (Limits { moves: 100, ..Limits::default() }, Limit::Moves(100)),
    ] {
        let Err(QuotientError::TooLarge { limit: found, size }) = Quotient::new(&rules, &facts, 30, &limits) else {
            panic!("{limit} is reached");
        };
        assert_eq!(found, limit);
        // What is known up to the size before is found within the same limits.
        assert!(Quotient::new(&rules, &facts, size - 1, &limits).is_ok());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_octal_code(code in "[04]\\.[0-7]{0,2}[1-7]", max in 3u64..8) {
        let text = format!("heaps 3 octal \"{code}\"");
        let rules = rules(&text);
        let limits = Limits { elements: 120, positions: 200_000, pairs: 20_000, ..Limits::default() };
        if let Ok(found) = Quotient::new(&rules, &Facts::of(&rules), max, &limits) {
            is_sound(&text, &found);
            outcomes_agree(&text, &found, 3);
        }
    }

    #[test]
    fn any_subtraction_set(set in prop::collection::btree_set(1u64..9, 1..5), max in 3u64..9) {
        let set: Vec<String> = set.iter().map(u64::to_string).collect();
        let text = format!("heaps 4 move take {{{}}} from one heap", set.join(", "));
        let found = quotient(&text, max);
        is_sound(&text, &found);
        outcomes_agree(&text, &found, 4);
    }
}
