//! Random rule files, solved by the program and by brute force.
//!
//! `BOUTON_CASES` says how many files are tried, `BOUTON_SEED` from which on.

#![allow(clippy::print_stdout, reason = "what a long run has met is worth telling")]

mod brute;

use bouton::answer::Game;
use bouton::diagnostics::draw;
use bouton::graph::Budget;
use bouton::pipeline;
use bouton::rules::Choices;
use bouton::solve::{Outcome, Table};
use bouton::source::Source;
use bouton::syntax::tree::Play;
use brute::generate::{Dice, RuleFile};
use brute::{Brute, below};
use num_bigint::BigUint;
use std::env;

fn from_env(name: &str, otherwise: u64) -> u64 {
    env::var(name).ok().map_or(otherwise, |value| value.parse().expect("a number"))
}

/// The greatest heap of the positions that are compared.
fn size(heaps: usize) -> u64 {
    [13, 7, 4, 3][heaps - 1]
}

fn load(name: &str, text: &str) -> Result<Game, String> {
    let fail = |rejected: Box<pipeline::Rejected>| draw(&rejected.diagnostics, &rejected.source, false);
    let parsed = pipeline::parse(Source::new(name, text)).map_err(fail)?;
    let mut loaded = parsed.load(None, &Choices::default()).map_err(fail)?;
    Ok(loaded.games.remove(0))
}

/// Compares everything that the program says of a file with brute force; the theorem by which it is covered, if any.
fn check(file: &RuleFile) -> Option<&'static str> {
    let text = file.game();
    let game = load("random.game", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let syntax = bouton::syntax::parse(&Source::new("random.game", text.as_str()));
    let mut brute = Brute::new(&syntax.file.games[0]).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let max = size(file.heaps);
    let table = Table::new(&game.rules, &game.facts, max, &Budget::default(), &mut ());
    let table = table.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let brute_says = |error| -> bool { panic!("{error:?}\n{text}") };
    let all = below(&vec![max; file.heaps]);
    let grundy = table.grundy().expect("play ends");
    let mut grundy_checked = 0;
    for position in &all {
        let at = bouton::game::Position::new(position.clone());
        let is_p = brute.is_p(position).unwrap_or_else(brute_says);
        let wanted = if is_p { Outcome::P } else { Outcome::N };
        assert_eq!(table.outcome(&at), wanted, "the outcome of {at} in\n{text}");
        let moves = bouton::game::moves(&game.rules, &at, usize::MAX).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let options: Vec<Vec<u64>> = moves.iter().map(|one| one.to.sizes().to_vec()).collect();
        let wanted: Vec<Vec<u64>> = brute.options(position).expect("known").into_iter().collect();
        assert_eq!(options, wanted, "the options of {at} in\n{text}");
        if game.facts.one_heap {
            let one = |option: &Vec<u64>| option.iter().zip(position).filter(|(x, y)| x != y).count() == 1;
            assert!(wanted.iter().all(one), "one heap a move at {at} in\n{text}");
        }
        if game.facts.alike {
            for first in 1..file.heaps {
                let swap = |sizes: &[u64]| {
                    let mut sizes = sizes.to_vec();
                    sizes.swap(first - 1, first);
                    sizes
                };
                let mut swapped: Vec<Vec<u64>> = wanted.iter().map(|option| swap(option)).collect();
                swapped.sort();
                let there: Vec<Vec<u64>> = brute.options(&swap(position)).expect("known").into_iter().collect();
                assert_eq!(swapped, there, "heaps are alike at {at} in\n{text}");
            }
        }
        if let Some((_, value)) = grundy.iter().find(|(known, _)| *known == at) {
            assert_eq!(*value, brute.grundy(position).expect("known"), "the Grundy value of {at} in\n{text}");
            grundy_checked += 1;
        }
        for theorem in &game.theorems {
            let sizes = at.to_big();
            assert_eq!(theorem.is_p(&sizes), is_p, "{} at {at} in\n{text}", theorem.id());
            let winning = theorem.winning_moves(&sizes, usize::MAX);
            let wanted: Vec<Vec<BigUint>> = big(&brute.winning(position).expect("known"));
            if winning.complete {
                assert_eq!(winning.options, wanted, "{}: winning moves at {at} in\n{text}", theorem.id());
            } else {
                assert!(winning.options.iter().all(|one| wanted.contains(one)), "{} at {at} in\n{text}", theorem.id());
            }
        }
    }
    assert_eq!(grundy_checked, grundy.len());
    answers(&game, &mut brute, &all, &text);
    same_in_yaml(file, &game, &table);
    game.theorem().map(|theorem| theorem.id())
}

fn big(positions: &[Vec<u64>]) -> Vec<Vec<BigUint>> {
    positions.iter().map(|sizes| sizes.iter().map(|size| BigUint::from(*size)).collect()).collect()
}

/// The answer for the largest position, and for one in the middle.
fn answers(game: &Game, brute: &mut Brute<'_>, all: &[Vec<u64>], text: &str) {
    for position in [&all[all.len() - 1], &all[all.len() * 3 / 5]] {
        let start: Vec<BigUint> = position.iter().map(|size| BigUint::from(*size)).collect();
        let answer = game.answer(&start, &Budget::default(), &mut ()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let is_p = brute.is_p(position).expect("known");
        assert_eq!(answer.outcome == Outcome::P, is_p, "the answer at {position:?} in\n{text}");
        assert!(answer.complete);
        let wanted = if is_p { Vec::new() } else { big(&brute.winning(position).expect("known")) };
        assert_eq!(answer.winning, wanted, "the winning moves at {position:?} in\n{text}");
        let grundy = (game.rules.play == Play::Normal).then(|| brute.grundy(position).expect("known"));
        assert_eq!(answer.grundy, grundy, "the Grundy value at {position:?} in\n{text}");
    }
}

/// The YAML form gives the same.
fn same_in_yaml(file: &RuleFile, game: &Game, table: &Table) {
    let text = file.yaml();
    let other = load("random.yaml", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let same = Table::new(&other.rules, &other.facts, table.max, &Budget::default(), &mut ());
    let same = same.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(table.p_positions().eq(same.p_positions()), "the forms differ:\n{text}");
    let size = |table: &Table| table.graph().map(|graph| (graph.len(), graph.moves()));
    assert_eq!(size(table), size(&same), "{text}");
    let ids = |game: &Game| game.theorems.iter().map(|theorem| format!("{theorem:?}")).collect::<Vec<_>>();
    assert_eq!(ids(game), ids(&other), "{text}");
    assert_eq!((game.facts.alike, game.facts.one_heap), (other.facts.alike, other.facts.one_heap), "{text}");
    assert_eq!(game.rules.parameters, other.rules.parameters, "{text}");
}

#[test]
fn random_rules_are_solved_as_by_brute_force() {
    let (cases, seed) = (from_env("BOUTON_CASES", 400), from_env("BOUTON_SEED", 0));
    let mut covered = std::collections::BTreeMap::new();
    for case in seed..seed + cases {
        let file = RuleFile::random(&mut Dice::new(case));
        let theorem = std::panic::catch_unwind(|| check(&file));
        match theorem {
            Ok(Some(id)) => *covered.entry(id).or_insert(0) += 1,
            Ok(None) => {}
            Err(_) => panic!("case {case}; run it alone with BOUTON_SEED={case} BOUTON_CASES=1"),
        }
    }
    // The files are of no use where none is covered by a theorem, or few of the theorems are met.
    assert!(cases < 300 || covered.len() >= 10, "{covered:?}");
    println!("{cases} files, covered by theorems: {covered:?}");
}
