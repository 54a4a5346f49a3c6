//! Games that a theorem covers, and games that almost are: a theorem that is recognised holds, and those that are shipped
//! are recognised.
//!
//! `BOUTON_CASES` says how many files are tried, `BOUTON_SEED` from which on.

#![allow(clippy::print_stdout, reason = "what a long run has met is worth telling")]

mod brute;

use bouton::source::Source;
use brute::compare::{load, theorems_agree};
use brute::generate::Dice;
use brute::near::FAMILIES;
use brute::{Brute, below};
use std::collections::BTreeMap;
use std::env;

fn from_env(name: &str, otherwise: u64) -> u64 {
    env::var(name).ok().map_or(otherwise, |value| value.parse().expect("a number"))
}

/// The greatest heap of the positions that are compared.
fn size(heaps: usize, splits: bool, unordered: bool) -> u64 {
    match (splits, unordered) {
        (true, true) => [13, 6][heaps - 1],
        (true, false) => [7, 3][heaps - 1],
        (false, _) => [34, 11, 6, 3][heaps - 1],
    }
}

#[test]
fn theorems_that_are_recognised_hold() {
    let (cases, seed) = (from_env("BOUTON_CASES", 400), from_env("BOUTON_SEED", 0));
    let (mut recognised, mut open) = (BTreeMap::new(), BTreeMap::new());
    for case in seed..seed + cases {
        let mut dice = Dice::new(case);
        let family = &FAMILIES[dice.between(0, FAMILIES.len() - 1)];
        let (text, heaps, exact) = family.game(&mut dice);
        let checked = std::panic::catch_unwind(|| {
            let game = load("near.game", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            if exact {
                let known = game.theorems.iter().any(|theorem| theorem.id() == family.theorem);
                assert!(known, "{} covers\n{text}", family.theorem);
            }
            if game.theorems.is_empty() {
                return false;
            }
            let syntax = bouton::syntax::parse(&Source::new("near.game", text.as_str()));
            let mut brute = Brute::new(&syntax.file.games[0]).unwrap_or_else(|error| error.fail(&text));
            let splits = text.contains("split") || text.contains("octal");
            brute.unordered = splits && !text.contains("first");
            let roots = below(&vec![size(heaps, splits, brute.unordered); heaps]);
            let solved = brute.solve(&roots, 100_000).unwrap_or_else(|error| error.fail(&text));
            theorems_agree(&game, &brute, &solved.expect("the box is small"), &roots, &text);
            true
        });
        match checked {
            Ok(true) => *recognised.entry(family.theorem).or_insert(0) += 1,
            Ok(false) => *open.entry(family.theorem).or_insert(0) += 1,
            Err(_) => panic!("case {case}; run it alone with BOUTON_SEED={case} BOUTON_CASES=1\n{text}"),
        }
    }
    println!("recognised: {recognised:?}\nnot: {open:?}");
    // Every family is met in both ways, or else nothing has been tried.
    let names: std::collections::BTreeSet<&str> = FAMILIES.iter().map(|family| family.theorem).collect();
    assert!(
        cases < 400 || (recognised.len() == names.len() && open.len() + 3 >= names.len()),
        "{recognised:?} {open:?}"
    );
}

/// Each shipped game has the theorem that it is there to show.
#[test]
fn shipped_games_are_recognised() {
    let ids = [
        ("bachet.game", "bounded-nim"),
        ("bounded-nim.yaml", "bounded-nim"),
        ("bounded-wythoff.game", "bounded-wythoff"),
        ("any-heaps.game", "all-heaps"),
        ("euclid.game", "euclid"),
        ("fibonacci-nim.game", "fibonacci-nim"),
        ("generalised-wythoff-2.yaml", "generalised-wythoff"),
        ("generalised-wythoff-3.yaml", "generalised-wythoff"),
        ("greedy-nim.game", "greedy-nim"),
        ("half.game", "half"),
        ("kayles.yaml", "octal-period"),
        ("laskers-nim.game", "lasker-nim"),
        ("mark.game", "mark"),
        ("misere-bounded-nim.yaml", "misere-bounded-nim"),
        ("misere-moore.game", "misere-moore"),
        ("misere-nim.game", "misere-nim"),
        ("misere-wythoff.game", "misere-wythoff"),
        ("moore.game", "moore"),
        ("nim.game", "nim"),
        ("one-heap-spared.yaml", "one-heap-spared"),
        ("staircase-nim.game", "staircase"),
        ("subtraction-1-3-4.yaml", "subtraction-period"),
        ("subtraction-2-5.game", "subtraction-period"),
        ("three-colour.yaml", "misere-nim"),
        ("wythoff.game", "wythoff"),
    ];
    for (name, id) in ids {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules").join(name);
        let text = std::fs::read_to_string(path).expect("the file is there");
        let game = load(name, &text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.theorem().map(|theorem| theorem.id()), Some(id), "{name}");
    }
}
