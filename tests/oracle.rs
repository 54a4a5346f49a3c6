//! Random rule files, solved by the program and by brute force.
//!
//! `BOUTON_CASES` says how many files are tried, `BOUTON_SEED` from which on.

#![allow(clippy::print_stdout, reason = "what a long run has met is worth telling")]

mod brute;

use bouton::answer::Game;
use bouton::graph::Budget;
use bouton::solve::{Outcome, Table};
use bouton::source::Source;
use bouton::syntax::tree::Play;
use brute::compare::{load, position, theorems_agree};
use brute::generate::{Dice, RuleFile};
use brute::{Brute, Solved, State, below};
use num_bigint::BigUint;
use std::env;

fn from_env(name: &str, otherwise: u64) -> u64 {
    env::var(name).ok().map_or(otherwise, |value| value.parse().expect("a number"))
}

/// The greatest heap of the positions that are compared.
fn size(heaps: usize) -> u64 {
    [13, 7, 4, 3][heaps - 1]
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
    let grundy = table.values().expect("play ends");
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
        if let Some(value) = grundy.of(&at) {
            assert_eq!(value, brute.grundy(position).expect("known"), "the Grundy value of {at} in\n{text}");
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
    assert_eq!(grundy_checked, all.len());
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

/// The greatest heap of the positions from which games of all forms are solved.
fn size_of_forms(file: &RuleFile) -> u64 {
    let splits = file.moves.iter().chain(&file.firsts).any(|rule| rule.contains("split"))
        || file.items.iter().any(|(item, _)| *item == "octal");
    if splits { [8, 4, 2, 2][file.heaps - 1] } else { [11, 5, 3, 2][file.heaps - 1] }
}

/// The limits of the program: a game that is small by brute force is small for it too.
const BUDGET: Budget = Budget { positions: 20_000, bytes: 64 << 20 };
/// The most positions that brute force looks at.
const MOST: usize = 4000;

/// Compares what the program says of a file of any forms with brute force; the theorem by which it is covered, if any,
/// or `None` where the game is too large.
fn check_forms(file: &RuleFile) -> Option<&'static str> {
    let text = file.game();
    let game = load("random.game", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let syntax = bouton::syntax::parse(&Source::new("random.game", text.as_str()));
    let brute = Brute::new(&syntax.file.games[0]).unwrap_or_else(|error| error.fail(&text));
    let max = size_of_forms(file);
    let roots = below(&vec![max; file.heaps]);
    let solved = brute.solve(&roots, MOST).unwrap_or_else(|error| error.fail(&text))?;
    let table = Table::new(&game.rules, &game.facts, max, &BUDGET, &mut ());
    let table = table.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let known = |state: &State| position(&game, state);
    let tidy = |position: bouton::game::Position| {
        let position = if game.facts.alike { position.ascending() } else { position };
        if game.facts.without_empty { position.without_empty_heaps() } else { position }
    };
    let mut tidied: std::collections::BTreeMap<_, (&State, _)> = std::collections::BTreeMap::new();
    for (state, options) in &solved.options {
        let at = known(state);
        let moves = bouton::game::moves(&game.rules, &at, usize::MAX).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let found: Vec<_> = moves.into_iter().map(|one| one.to).collect();
        let mut wanted: Vec<_> = options.iter().map(known).collect();
        wanted.sort();
        assert_eq!(found, wanted, "the options of {at} in\n{text}");
        // Positions that the program takes for one have the same outcome and value.
        let outcome = solved.outcomes[state];
        let value = solved.grundy.get(state).copied();
        let (other, same) = *tidied.entry(tidy(at.clone())).or_insert((state, (outcome, value)));
        assert_eq!(same, (outcome, value), "{at} and {} in\n{text}", known(other));
        // A sum of heaps is known by its heaps alone; all other tables hold whatever can be reached.
        if table.graph().is_some() {
            assert!(table.holds(&at), "{at} can be reached in\n{text}");
        }
        if table.holds(&at) {
            assert_eq!(table.outcome(&at), outcome, "the outcome of {at} in\n{text}");
        }
        if game.facts.one_heap {
            let touched = options.iter().all(|option| {
                option.heaps.len() != state.heaps.len()
                    || option.heaps.iter().zip(&state.heaps).filter(|(x, y)| x != y).count() == 1
            });
            assert!(touched, "one heap a move at {at} in\n{text}");
        }
    }
    for position in &roots {
        let start = brute.start(position);
        let kept = solved.options.contains_key(&start);
        assert!(kept || !table.holds(&known(&start)) || game.facts.alike, "{position:?} in\n{text}");
    }
    let values = table.values();
    let ends = solved.grundy.len() == solved.options.len();
    assert_eq!(values.is_some(), ends, "whether play always ends in\n{text}");
    if let Some(values) = values {
        for at in table.positions() {
            let value = values.of(&at).expect("each position has a value");
            if let Some(wanted) = solved.grundy.get(&brute.start(at.sizes())) {
                assert_eq!(value, *wanted, "the Grundy value of {at} in\n{text}");
            }
        }
    }
    for position in roots.iter().rev().step_by(roots.len() / 7 + 1) {
        answer_of_forms(&game, &brute, &solved, position, &text);
    }
    theorems_agree(&game, &brute, &solved, &roots, &text);
    same_in_yaml(file, &game, &table);
    Some(game.theorem().map_or("none", |theorem| theorem.id()))
}

fn answer_of_forms(game: &Game, brute: &Brute<'_>, solved: &Solved, position: &[u64], text: &str) {
    let start = brute.start(position);
    let Some(outcome) = solved.outcomes.get(&start) else { return };
    let sizes: Vec<BigUint> = position.iter().map(|size| BigUint::from(*size)).collect();
    let answer = game.answer(&sizes, &BUDGET, &mut ()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(answer.outcome, *outcome, "the answer at {position:?} in\n{text}");
    assert!(answer.complete);
    let mut wanted: Vec<bouton::game::Position> = match outcome {
        Outcome::N => solved.options[&start]
            .iter()
            .filter(|option| solved.outcomes[option] == Outcome::P)
            .map(|option| brute::compare::position(game, option))
            .collect(),
        _ => Vec::new(),
    };
    wanted.sort();
    let moves: Vec<_> = answer.moves.expect("it was explored").into_iter().map(|one| one.to).collect();
    assert_eq!(moves, wanted, "the winning moves at {position:?} in\n{text}");
    let defined = game.rules.play == Play::Normal && game.rules.wins.is_none();
    let value = solved.grundy.get(&start).copied().filter(|_| defined);
    assert_eq!(answer.grundy, value, "the Grundy value at {position:?} in\n{text}");
}

#[test]
fn rules_of_all_forms_are_solved_as_by_brute_force() {
    let (cases, seed) = (from_env("BOUTON_CASES", 150), from_env("BOUTON_SEED", 0));
    let (mut covered, mut failed) = (std::collections::BTreeMap::new(), Vec::new());
    let mut too_large = 0;
    let keep_on = env::var("BOUTON_KEEP_ON").is_ok();
    for case in seed..seed + cases {
        let file = RuleFile::of_all_forms(&mut Dice::new(case));
        match std::panic::catch_unwind(|| check_forms(&file)) {
            Ok(Some(id)) => *covered.entry(id).or_insert(0) += 1,
            Ok(None) => too_large += 1,
            Err(_) if keep_on => failed.push(case),
            Err(_) => panic!("case {case}; run it alone with BOUTON_SEED={case} BOUTON_CASES=1"),
        }
    }
    println!("{cases} files, {too_large} of them too large, covered by theorems: {covered:?}");
    assert!(failed.is_empty(), "cases {failed:?}; run each alone with BOUTON_SEED=… BOUTON_CASES=1");
    assert!(too_large * 10 <= cases + 10, "{too_large} of {cases} files are too large");
}
