//! Games that the literature knows, recognised from what the rules allow: not from the words of the rules, nor the names of
//! the heaps.

mod shapes;

use super::facts::Facts;
use super::removals::Removals;
use super::ruleset::Ruleset;
use super::shape::octal_code;
use crate::syntax::tree::Play;
use num_bigint::BigUint;

/// A game of the literature, whatever its wording, in normal or misere play as the rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnownGame {
    /// A move takes from each of 1 to `touched` heaps at least one token, and at most `limit` if there is a limit.
    Each {
        /// The most heaps that a move touches, usually called K.
        touched: usize,
        /// The most tokens that it takes from each, usually called m.
        limit: Option<BigUint>,
    },
    /// Two heaps; a move takes any amount from one, or a from one and b from the other with |a − b| < t; all amounts are at
    /// most `limit` if there is a limit.
    Wythoff {
        /// t, at least 1.
        t: BigUint,
        /// The most tokens that a move takes from each heap.
        limit: Option<BigUint>,
    },
    /// A move takes an amount of a finite set, ascending, from one heap.
    Subtraction {
        /// The set.
        set: Vec<usize>,
    },
    /// A taking-and-breaking game.
    Octal {
        /// Its code, as in `0.77`.
        code: String,
    },
    /// Euclid's game: of two heaps, the larger loses a positive multiple of the smaller, until one is empty.
    Euclid,
    /// Fibonacci Nim: one heap, first any number but all, then at most twice what was taken before.
    Fibonacci,
    /// Staircase Nim: any number of tokens goes from a heap to the one before it, or away from the first.
    Staircase,
    /// Lasker's Nim: any number from a heap, or a heap split in two.
    Lasker,
    /// Greedy Nim: any number from a largest heap.
    Greedy,
    /// At most half of a heap.
    Half,
    /// Mark: a single heap of h tokens becomes one of h − 1 or ⌊h/2⌋.
    Mark,
}

/// The largest element of a subtraction set that is looked for.
const LARGEST_REMOVAL: usize = 500;

/// What the game is in the literature, if it is there.
pub fn known_game(rules: &Ruleset, facts: &Facts) -> Option<KnownGame> {
    let Some(removals) = &facts.removals else { return shapes::known(rules, facts) };
    // A limit on single heaps is the limit of every game of removals that has a name.
    let limit = removals.single_heap_limit().ok()?;
    let touched = removals.most_heaps();
    if removals.is_each(touched, limit.as_ref()) {
        return Some(KnownGame::Each { touched, limit: limit.and_then(|limit| limit.to_biguint()) });
    }
    if let Some(difference) = removals.pair_difference() {
        let t = difference + 1;
        if removals.is_wythoff(&t, limit.as_ref()) {
            return Some(KnownGame::Wythoff { t: t.to_biguint()?, limit: limit.and_then(|limit| limit.to_biguint()) });
        }
    }
    removals.subtraction_set(LARGEST_REMOVAL).map(|set| KnownGame::Subtraction { set })
}

/// The game as one whose heaps' Grundy values have a period, if it is one: by its subtraction set or its octal code.
pub fn periodic_game(rules: &Ruleset) -> Option<KnownGame> {
    if rules.play != Play::Normal || !rules.is_plain() || rules.moves.iter().any(|rule| rule.first) {
        return None;
    }
    let set = Removals::of(rules).and_then(|removals| removals.subtraction_set(LARGEST_REMOVAL));
    set.map(|set| KnownGame::Subtraction { set }).or_else(|| octal_code(rules).map(|code| KnownGame::Octal { code }))
}
