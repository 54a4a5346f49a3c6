//! Which theorems of the library cover a game, from the removals that its rules allow.

mod shapes;

use crate::rules::Ruleset;
use crate::rules::facts::Facts;
use crate::rules::removals::Removals;
use crate::rules::shape::octal_code;
use crate::syntax::tree::Play;
use crate::theorem::bounded_nim::BoundedNim;
use crate::theorem::moore::Moore;
use crate::theorem::nim::Nim;
use crate::theorem::{AllHeaps, BoundedWythoff, OctalPeriod, OneHeapSpared, SubtractionPeriod, Theorem, Wythoff};
use num_bigint::{BigInt, BigUint};
use num_traits::One;

/// The theorems of the library that cover the game, the plainest first.
///
/// Only the set of allowed removals and the kind of play matter: not the words of the rules, nor the names of the heaps,
/// nor moves that others already allow.
pub fn recognise(rules: &Ruleset, facts: &Facts) -> Vec<Box<dyn Theorem>> {
    let Some(removals) = &facts.removals else { return shapes::recognise(rules, facts).into_iter().collect() };
    // A limit on single heaps is the limit of every game in the library.
    let Ok(limit) = removals.single_heap_limit() else { return Vec::new() };
    let misere = rules.play == Play::Misere;
    let touched = removals.most_heaps();
    if removals.is_each(touched, limit.as_ref()) {
        let limit = limit.and_then(|limit| limit.to_biguint());
        each(rules.heaps, touched, limit, misere)
    } else {
        let found = pairs(removals, limit, misere);
        if found.is_empty() && !misere { subtraction(removals) } else { found }
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
fn pairs(removals: &Removals, limit: Option<BigInt>, misere: bool) -> Vec<Box<dyn Theorem>> {
    let Some(difference) = removals.pair_difference() else { return Vec::new() };
    let t: BigInt = difference + BigInt::one();
    if !removals.is_wythoff(&t, limit.as_ref()) {
        return Vec::new();
    }
    let Some(t) = t.to_biguint() else { return Vec::new() };
    let theorem = match (limit.and_then(|limit| limit.to_biguint()), misere) {
        (None, false) => Wythoff::generalised(t).map(|theorem| Box::new(theorem) as Box<dyn Theorem>),
        (None, true) => Wythoff::misere_generalised(t).map(|theorem| Box::new(theorem) as Box<dyn Theorem>),
        (Some(limit), false) if t.is_one() => {
            BoundedWythoff::normal(limit).map(|theorem| Box::new(theorem) as Box<dyn Theorem>)
        }
        (Some(limit), true) if t.is_one() => {
            BoundedWythoff::misere(limit).map(|theorem| Box::new(theorem) as Box<dyn Theorem>)
        }
        _ => None,
    };
    theorem.into_iter().collect()
}

/// The largest element of a subtraction set that is looked for.
const LARGEST_REMOVAL: usize = 500;

/// A finite set of amounts, from one heap, by the period of the values.
fn subtraction(removals: &Removals) -> Vec<Box<dyn Theorem>> {
    let set = removals.subtraction_set(LARGEST_REMOVAL);
    let theorem = set.and_then(|set| SubtractionPeriod::new(&set));
    theorem.map(|theorem| Box::new(theorem) as Box<dyn Theorem>).into_iter().collect()
}

/// The library's theorem on a game that is solved by the period of one heap's Grundy values, in whatever form it is known.
pub fn by_period(rules: &Ruleset) -> Option<Box<dyn Theorem>> {
    let found = Removals::of(rules).and_then(|removals| subtraction(&removals).into_iter().next());
    found.or_else(|| {
        let theorem = octal_code(rules).and_then(|code| OctalPeriod::new(&code))?;
        Some(Box::new(theorem))
    })
}
