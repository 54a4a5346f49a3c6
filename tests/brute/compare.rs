//! What the program says of a game beside what brute force says.

use super::{Brute, Solved, State};
use bouton::answer::Game;
use bouton::diagnostics::draw;
use bouton::game::Position;
use bouton::pipeline;
use bouton::rules::Choices;
use bouton::solve::Outcome;
use bouton::source::Source;
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// The only game of a file, or what is wrong with it.
pub(crate) fn load(name: &str, text: &str) -> Result<Game, String> {
    let fail = |rejected: Box<pipeline::Rejected>| draw(&rejected.diagnostics, &rejected.source, false);
    let parsed = pipeline::parse(Source::new(name, text)).map_err(fail)?;
    let mut loaded = parsed.load(None, &Choices::default()).map_err(fail)?;
    Ok(loaded.games.remove(0))
}

/// A position of brute force as the program has it.
pub(crate) fn position(game: &Game, state: &State) -> Position {
    let registers: Vec<u64> = game
        .rules
        .registers
        .iter()
        .map(|register| *state.memory.get(&register.name).unwrap_or_else(|| panic!("{} is remembered", register.name)))
        .collect();
    assert_eq!(registers.len(), state.memory.len(), "{:?}", state.memory);
    Position::new(state.heaps.clone()).with_registers(&registers)
}

/// The heaps of a position that are not empty, in ascending order.
pub(crate) fn filled(sizes: &[BigUint]) -> Vec<BigUint> {
    let mut sizes: Vec<BigUint> = sizes.iter().filter(|size| **size > BigUint::ZERO).cloned().collect();
    sizes.sort();
    sizes
}

/// The theorems that cover a game agree with brute force at all positions.
pub(crate) fn theorems_agree(game: &Game, brute: &Brute<'_>, solved: &Solved, roots: &[Vec<u64>], text: &str) {
    for theorem in &game.theorems {
        for position in roots {
            let start = brute.start(position);
            let Some(outcome) = solved.outcomes.get(&start) else {
                panic!("{} covers a game that does not keep to {position:?}\n{text}", theorem.id());
            };
            let sizes: Vec<BigUint> = position.iter().map(|size| BigUint::from(*size)).collect();
            assert_eq!(theorem.is_p(&sizes), *outcome == Outcome::P, "{} at {position:?} in\n{text}", theorem.id());
            let winning = theorem.winning_moves(&sizes, usize::MAX);
            let varies = game.rules.heaps_vary();
            let tidy = |mut sizes: Vec<BigUint>| {
                sizes.truncate(if varies { sizes.len() } else { position.len() });
                if varies { filled(&sizes) } else { sizes }
            };
            let found: BTreeSet<_> = winning.options.into_iter().map(tidy).collect();
            let wins = solved.options[&start].iter().filter(|option| solved.outcomes[option] == Outcome::P);
            let wanted: BTreeSet<_> =
                wins.map(|option| tidy(option.heaps.iter().map(|size| BigUint::from(*size)).collect())).collect();
            if winning.complete {
                assert_eq!(found, wanted, "{}: winning moves at {position:?} in\n{text}", theorem.id());
            } else {
                assert!(found.is_subset(&wanted), "{}: winning moves at {position:?} in\n{text}", theorem.id());
                assert_eq!(found.is_empty(), wanted.is_empty(), "{} at {position:?} in\n{text}", theorem.id());
            }
        }
    }
}
