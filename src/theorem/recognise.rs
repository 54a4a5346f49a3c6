//! Which theorems of the library cover a game, from what the literature knows it as.

use crate::rules::Ruleset;
use crate::rules::facts::Facts;
use crate::rules::known::{KnownGame, known_game, periodic_game};
use crate::syntax::tree::Play;
use crate::theorem::bounded_nim::BoundedNim;
use crate::theorem::moore::Moore;
use crate::theorem::nim::Nim;
use crate::theorem::{
    AllHeaps, BoundedWythoff, Euclid, FibonacciNim, GreedyNim, LaskersNim, Mark, OctalPeriod, OneHeapSpared, Staircase,
    SubtractionPeriod, TakeHalf, Theorem, Wythoff,
};
use num_bigint::BigUint;
use num_traits::One;

/// The theorems of the library that cover the game, the plainest first.
///
/// Only what the rules allow and the kind of play matter: not the words of the rules, nor the names of the heaps, nor moves
/// that others already allow.
pub fn recognise(rules: &Ruleset, facts: &Facts) -> Vec<Box<dyn Theorem>> {
    let misere = rules.play == Play::Misere;
    match known_game(rules, facts) {
        None => Vec::new(),
        Some(KnownGame::Each { touched, limit }) => each(rules.heaps, touched, limit, misere),
        Some(KnownGame::Wythoff { t, limit }) => pairs(t, limit, misere).into_iter().collect(),
        // Grundy values decide normal play alone.
        Some(_) if misere => Vec::new(),
        Some(game) => normal(&game).into_iter().collect(),
    }
}

/// Games in which a move takes from each of 1 to K heaps at least one token, and at most m if there is a limit.
fn each(heaps: usize, touched: usize, limit: Option<BigUint>, misere: bool) -> Vec<Box<dyn Theorem>> {
    let mut found: Vec<Box<dyn Theorem>> = Vec::new();
    if touched == 1 {
        found.push(match (limit, misere) {
            (None, false) => Box::new(Nim::normal()),
            (None, true) => Box::new(Nim::misere()),
            (Some(limit), false) => Box::new(BoundedNim::normal(limit)),
            (Some(limit), true) => Box::new(BoundedNim::misere(limit)),
        });
        return found;
    }
    if touched == heaps {
        let theorem = if misere { AllHeaps::misere(limit.clone()) } else { AllHeaps::normal(limit.clone()) };
        found.extend(theorem.map(|theorem| Box::new(theorem) as Box<dyn Theorem>));
        return found;
    }
    if touched + 1 == heaps {
        let theorem = if misere { OneHeapSpared::misere(limit.clone()) } else { OneHeapSpared::normal(limit.clone()) };
        found.extend(theorem.map(|theorem| Box::new(theorem) as Box<dyn Theorem>));
    }
    if limit.is_none() {
        found.push(Box::new(if misere { Moore::misere(touched) } else { Moore::normal(touched) }));
    }
    found
}

/// Wythoff's game, its generalisation, and Wythoff's game with bounded removals.
fn pairs(t: BigUint, limit: Option<BigUint>, misere: bool) -> Option<Box<dyn Theorem>> {
    fn boxed(theorem: impl Theorem + 'static) -> Box<dyn Theorem> {
        Box::new(theorem)
    }
    match (limit, misere) {
        (None, false) => Wythoff::generalised(t).map(boxed),
        (None, true) => Wythoff::misere_generalised(t).map(boxed),
        (Some(limit), false) if t.is_one() => BoundedWythoff::normal(limit).map(boxed),
        (Some(limit), true) if t.is_one() => BoundedWythoff::misere(limit).map(boxed),
        _ => None,
    }
}

/// Games that the library knows in normal play alone.
fn normal(game: &KnownGame) -> Option<Box<dyn Theorem>> {
    Some(match game {
        KnownGame::Each { .. } | KnownGame::Wythoff { .. } => return None,
        KnownGame::Subtraction { set } => Box::new(SubtractionPeriod::new(set)?),
        KnownGame::Octal { code } => Box::new(OctalPeriod::new(code)?),
        KnownGame::Euclid => Box::new(Euclid::new()),
        KnownGame::Fibonacci => Box::new(FibonacciNim::new()),
        KnownGame::Staircase => Box::new(Staircase::new()),
        KnownGame::Lasker => Box::new(LaskersNim::new()),
        KnownGame::Greedy => Box::new(GreedyNim::new()),
        KnownGame::Half => Box::new(TakeHalf::new()),
        KnownGame::Mark => Box::new(Mark::new()),
    })
}

/// The library's theorem on a game that is solved by the period of one heap's Grundy values, in whatever form it is known.
pub fn by_period(rules: &Ruleset) -> Option<Box<dyn Theorem>> {
    periodic_game(rules).and_then(|game| normal(&game))
}
