//! The values from amounts against those from the rules' own generator, and against the move graph.

use super::Sequence;
use crate::game::{Position, Search, for_each_move};
use crate::graph::Budget;
use crate::rules::facts::Facts;
use crate::rules::sample::rules;
use crate::rules::{Choices, Ruleset, lower};
use crate::solve::{HeapMethod, HeapValues};
use crate::source::Source;
use crate::syntax;
use proptest::prelude::*;
use std::ops::ControlFlow;

/// The values of the heaps in a place, from the definition, for rules whose moves make heaps smaller.
fn by_moves(rules: &Ruleset, place: usize, max: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for size in 0..=max {
        let mut sizes = vec![0; rules.heaps];
        sizes[place] = size;
        let mut seen = vec![false; 1 << 12];
        let visited = for_each_move(rules, &Position::new(sizes), &mut Search::default(), &mut |_, _, option| {
            let value = option.sizes().iter().fold(0, |sum, left| sum ^ values[*left as usize]);
            seen[value as usize] = true;
            ControlFlow::Continue(())
        });
        assert!(visited.is_ok());
        values.push(seen.iter().position(|seen| !seen).expect("values are small") as u32);
    }
    values
}

fn sequence(rules: &Ruleset, place: usize, max: u64) -> Option<Sequence> {
    Sequence::new(rules, place, max, &Budget::default(), &mut ()).expect("it is within the budget")
}

/// Compares the values of every heap up to `max`; the sequence, which must be there.
fn agrees(text: &str, max: u64) -> Vec<Sequence> {
    let rules = rules(text);
    let facts = Facts::of(&rules);
    assert!(HeapValues::serve(&rules, &facts), "{text} is a sum of heaps");
    let places = if facts.alike { 1 } else { rules.heaps };
    (0..places)
        .map(|place| {
            let sequence = sequence(&rules, place, max);
            let sequence = sequence.unwrap_or_else(|| panic!("amounts tell the moves of {text}"));
            for (size, value) in by_moves(&rules, place, max).into_iter().enumerate() {
                assert_eq!(sequence.value(size as u64), Some(value), "{text}: place {place}, heap {size}");
            }
            sequence
        })
        .collect()
}

#[test]
fn amounts_of_every_kind() {
    for (text, max) in [
        ("heaps 1 move take any from one heap", 200),
        ("heaps 3 move take 1..5 from one heap", 200),
        ("heaps 2 move take 3..9 from one heap move take 12 from one heap", 300),
        ("heaps 1 move take s where is_square(s) from one heap", 300),
        ("heaps 1 move take {2^k for k >= 0} from one heap", 200),
        ("heaps 1 move take d where divides(d, h) from one heap", 100),
        ("heaps 1 move take any from one heap where t <= h/2", 150),
        ("heaps 1 move take 1..3 from one heap where h > 2*t", 150),
        ("heaps 1 move take 1..3 from one heap where h mod 2 = 0 or t = 1", 150),
        ("heaps 1 move take 4..6 or the rest from one heap", 150),
        ("heaps a, b move take any from heap a move take 2..3 from heap b where h != 7", 100),
        ("heaps 2 let L = [2, 3] move take 1..L[i] from one heap", 100),
        ("heaps 1 move replace one heap by floor(h/2)", 100),
        ("heaps 1 move replace one heap by x in {h - 1, floor(h/2)}", 100),
        ("heaps 1 move replace one heap by any", 100),
        ("heaps 1 move replace one heap by 0..1 smaller heaps where h mod 3 = 1", 60),
        ("heaps 1 move replace one heap by 1 smaller heap", 60),
    ] {
        agrees(text, max);
    }
}

#[test]
fn divisions_of_every_kind() {
    for (text, max) in [
        ("heaps 1 move split one heap in 2", 150),
        ("heaps 1 move split one heap in 2 where parts differ", 300),
        ("heaps 1 move split one heap in 2..3 where parts differ", 60),
        ("heaps 1 move split one heap in 3 where parts equal move take 1 from one heap", 60),
        ("heaps 1 move split one heap in 2..4 where parts equal move take 1..2 from one heap", 60),
        ("heaps 1 move split one heap in 3", 60),
        ("heaps 1 move split one heap in 2..4", 30),
        ("heaps 1 move split one heap in 2 where h mod 3 = 1 move take 2 from one heap", 120),
        ("heaps 1 move take any from one heap, then may split it in 2", 60),
        ("heaps 1 move take 1..2 from one heap, then split it in 3", 50),
        ("heaps 1 move take 1 from one heap where h > 4, then may split it in 2..3", 40),
        ("heaps 1 octal \"4.16\"", 150),
        ("heaps 1 octal \"0.A\"", 60),
        ("heaps 1 octal \"4.0B\"", 40),
    ] {
        agrees(text, max);
    }
}

/// Octal games of which no period shows, or a late one, far enough for a sparse space to be used.
#[test]
fn the_sparse_space_changes_nothing() {
    let mut used = 0;
    for (text, max) in [
        ("heaps 1 octal \"0.6\"", 2100),
        ("heaps 1 octal \"0.36\"", 1300),
        ("heaps 1 octal \"0.16\"", 1300),
        ("heaps 1 octal \"0.106\"", 1300),
        ("heaps 1 octal \"4.3\"", 700),
        ("heaps 1 move split one heap in 2 where parts differ", 1500),
        ("heaps 1 move split one heap in 2 where parts differ move split one heap in 2 where h mod 5 = 2", 900),
    ] {
        let sequence = &agrees(text, max)[0];
        used += usize::from(sequence.rare().is_some());
    }
    assert!(used >= 2, "{used}");
}

/// The values of a heap from the definition, where a move takes one of these amounts and leaves one heap or two, which are
/// not empty; or two alone, which must differ.
fn by_pairs(amounts: &[usize], differ: bool, max: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    let mut seen = vec![0; 1 << 12];
    for size in 0..=max {
        for left in amounts.iter().filter_map(|amount| size.checked_sub(*amount)).filter(|left| *left > 0) {
            if !differ {
                seen[values[left] as usize] = size;
            }
            let half = if differ { (left - 1) / 2 } else { left / 2 };
            for part in 1..=half {
                seen[(values[part] ^ values[left - part]) as usize] = size;
            }
        }
        values.push(seen.iter().position(|seen| size == 0 || *seen != size).expect("values are small") as u32);
    }
    values
}

/// Far enough for rare heaps to be gone through ahead, and for the mask to change meanwhile.
#[test]
fn far_values_are_those_of_the_definition() {
    for (text, amounts, differ) in [
        ("heaps 1 move split one heap in 2 where parts differ", &[0][..], true),
        ("heaps 1 octal \"0.6\"", &[1], false),
        ("heaps 1 octal \"0.066\"", &[2, 3], false),
    ] {
        let sequence = sequence(&rules(text), 0, 17_000).expect("amounts tell the moves");
        assert!(sequence.rare().is_some(), "{text} has a sparse space");
        for (size, value) in by_pairs(amounts, differ, 17_000).into_iter().enumerate() {
            assert_eq!(sequence.value(size as u64), Some(value), "{text}: heap {size}");
        }
    }
}

#[test]
fn periods_are_the_published_ones() {
    // Winning Ways, chapter 4, table 6: the games, where their last exception stands, and their periods.
    for (code, start, length) in
        [("0.77", 71, 12), ("0.07", 53, 34), ("0.137", 52, 34), ("0.156", 3479, 349), ("0.055", 259, 148)]
    {
        let rules = rules(&format!("heaps 1 octal \"{code}\""));
        let sequence = sequence(&rules, 0, 1 << 20).expect("amounts tell the moves");
        let period = sequence.period().expect("it is found");
        assert_eq!(period.length, length, "{code}");
        assert!(period.start <= start + 1, "{code}: {period:?}");
    }
    // Any size at all is answered.
    let rules = rules("heaps 1 octal \"0.77\"");
    let values = HeapValues::new(&rules, &Facts::of(&rules), 100_000, &Default::default(), &mut ());
    let values = values.expect("it is small").expect("it is a sum of heaps");
    assert!(matches!(values.methods().next(), Some(HeapMethod::Period(_))));
    assert_eq!(values.of_heap(0, 12_000_000_000_000), values.of_heap(0, 1200));
}

/// Every shipped game that is a sum of heaps, in all its variants.
#[test]
fn shipped_games() {
    let mut compared = 0;
    for entry in std::fs::read_dir("rules").expect("the rules are shipped") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_none_or(|extension| extension != "game" && extension != "yaml") {
            continue;
        }
        let source = Source::read(&path).expect("the file can be read");
        for game in &syntax::parse(&source).file.games {
            let names = game.variants.iter().filter_map(|variant| variant.name.node.wordings().next());
            for variant in std::iter::once(None).chain(names.map(|name| Some(name.to_owned()))) {
                let lowered = lower(game, &Choices { variant, ..Choices::default() });
                let rules = lowered.rules.expect("shipped rules are sound");
                if !HeapValues::serve(&rules, &Facts::of(&rules)) {
                    continue;
                }
                let sequence = sequence(&rules, 0, 60);
                let sequence = sequence.unwrap_or_else(|| panic!("amounts tell the moves of {}", path.display()));
                for (size, value) in by_moves(&rules, 0, 60).into_iter().enumerate() {
                    assert_eq!(sequence.value(size as u64), Some(value), "{}: heap {size}", path.display());
                }
                compared += 1;
            }
        }
    }
    assert!(compared >= 10, "{compared}");
}

/// What amounts cannot tell is left to the generator.
#[test]
fn other_moves_are_listed() {
    let rules = rules("heaps 1 move replace one heap by 0..2 smaller heaps");
    assert!(sequence(&rules, 0, 5).is_none());
    let values = HeapValues::new(&rules, &Facts::of(&rules), 5, &Default::default(), &mut ());
    let values = values.expect("it is small").expect("it is a sum of heaps");
    assert_eq!(values.methods().next(), Some(HeapMethod::Moves));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_subtraction_set(set in prop::collection::btree_set(1u64..30, 1..7), max in 50u64..260) {
        let set: Vec<String> = set.iter().map(u64::to_string).collect();
        agrees(&format!("heaps 2 move take {{{}}} from one heap", set.join(", ")), max);
    }

    #[test]
    fn any_hexadecimal_code(code in "[04]\\.[0-9A-F]{1,2}[1-9A-F]", max in 20u64..60) {
        agrees(&format!("heaps 1 octal \"{code}\""), max);
    }

    #[test]
    fn any_octal_code(code in "[04]\\.[0-7]{1,4}", max in 60u64..420) {
        if code.contains(['1', '2', '3', '4', '5', '6', '7']) {
            agrees(&format!("heaps 1 octal \"{code}\""), max);
        }
    }

    #[test]
    fn any_mixture(
        low in 1u64..6, width in 0u64..8, slope in 1u64..4, remainder in 0u64..3, parts in 2usize..4, equal in 0usize..3,
        max in 20u64..70
    ) {
        let parts = format!("{parts}{}", ["", " where parts differ", " where parts equal"][equal]);
        agrees(&format!(
            "heaps 1 move take {low}..{} from one heap where h >= {slope}*t + 2 move take t where divides(t, h) from one \
             heap where h mod 3 = {remainder} move split one heap in {parts}", low + width), max);
    }
}
