//! Misère quotients: sums of heaps in misère play.
//!
//! # The quotient
//!
//! Let every move touch one heap, and leave smaller ones. Positions with heaps of at most N tokens are the sums of heaps
//! 1, …, N: words in these letters whose order does not matter, a free commutative monoid F. Two of them, X and Y, are
//! *indistinguishable* if X + Z and Y + Z have the same outcome for every Z of F. The classes form a commutative monoid, the
//! *misère quotient* of these heaps, and each class holds P-positions alone or none: those that hold some are its
//! *P-portion*. The value of a heap is its class; a position is a P-position exactly if the product of its heaps' values
//! is in the P-portion.
//!
//! # How it is found
//!
//! As a language is learnt from questions about its words (`learn`): there are words, the elements as known so far, and
//! test words, such that the sums of any two elements with the test words differ in the outcome of one of them at least.
//! Each element together with each heap must agree with some element in all tests, or it is a new one. That gives a
//! table s·h of elements and heaps. Where s·g·h and s·h·g are not the same, or `verify` finds a position that the table
//! tells wrongly, a new test word tells two words apart that were one.
//!
//! Heaps are added one by one. With one heap more, outcomes are first presumed from the quotient that is known already
//! (`outcomes`); if no table that passes the examination comes of that, they are asked of the moves themselves.
//!
//! # Why it is right
//!
//! *The table is a monoid.* Since s·g·h = s·h·g, a word leads from the empty one to the same element whatever its order, and
//! with φ(X) for that element the product φ(X)·φ(Y) = φ(X + Y) does not depend on the words chosen.
//!
//! *It tells every outcome.* Let P be the set of elements whose words are P-positions. For all X of F: X is a P-position
//! exactly if φ(X) is in P. By induction on the tokens that holds if, for all X but the empty one (heaps without moves are
//! left out; the empty word is terminal, and an N-position), φ(X) is in P exactly if φ(X′) is in P for no option X′ of X.
//! Let K(X) be the set of the elements m with m·φ(X′) in P for some option X′ of X. What must be compared is whether
//! φ(X) is in P with whether the identity is in K(X). And K(X + h) is known from φ(X) and K(X): an option of X + h is an
//! option of X, and h, or X and an option of h, so that m is in K(X + h) exactly if m·φ(h) is in K(X) or m·φ(X) in K(h). So
//! the pairs (φ(X), K(X)) that positions can have, which are finitely many, are found by adding heap after heap to what is
//! known, and each is looked at: that is an examination of all positions, of any number of heaps.
//!
//! The examination does not depend on where the table has come from.
//!
//! *Nothing is counted twice.* Once every outcome is known, elements that no sum tells apart are made one. Hence the table
//! is the quotient, element by element.
//!
//! The search ends if the quotient is finite: each new test word makes one element more, and from true outcomes there never
//! are more than the quotient has. It may be infinite, or too large; then limits end it, and nothing is said.
//!
//! # References
//!
//! T. E. Plambeck, *Taming the wild in impartial combinatorial games*, Integers 5 (2005), G5; T. E. Plambeck and
//! A. N. Siegel, *Misère quotients for impartial games*, Journal of Combinatorial Theory, Series A 115 (2008), 593–622;
//! D. Angluin, *Learning regular sets from queries and counterexamples*, Information and Computation 75 (1987), 87–106.

pub mod genus;
mod heaps;
mod learn;
mod outcomes;
mod presentation;
mod verify;

pub use presentation::{Presentation, Relation};

use crate::game::GameError;
use crate::rules::Ruleset;
use crate::rules::facts::Facts;
use crate::syntax::tree::Play;
use heaps::Heaps;
use learn::Learner;
use thiserror::Error;

/// An element of a quotient, by its number; 0 is the identity.
pub type Element = usize;

/// How much is spent on a quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most elements.
    pub elements: usize,
    /// The most positions whose outcomes are remembered while it is found.
    pub positions: usize,
    /// The most moves from single heaps.
    pub moves: usize,
    /// The most pairs of an element and a set that are looked at while it is verified.
    pub pairs: usize,
}

impl Default for Limits {
    /// A thousand elements, two million positions and as many moves, 200 000 pairs.
    fn default() -> Limits {
        Limits { elements: 1000, positions: 2_000_000, moves: 2_000_000, pairs: 200_000 }
    }
}

/// Why there is no quotient.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QuotientError {
    /// The game is no sum of heaps that are alike, in misère play.
    #[error(
        "a misère quotient is that of a game in misère play whose every move touches one heap, all heaps being alike"
    )]
    OtherGame,
    /// A heap does not become smaller.
    #[error("a move leaves a heap of {size} with one that is not smaller")]
    NotSmaller {
        /// The size of the heap.
        size: u64,
    },
    /// A rule has no meaning at a heap.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A limit was reached.
    #[error("the quotient of heaps up to {size} is infinite or too large to find: {limit}; that of heaps up to {} is known", size - 1)]
    TooLarge {
        /// The size of the heaps up to which it is not found.
        size: u64,
        /// Which limit it was.
        limit: Limit,
    },
}

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Limit {
    /// On elements.
    #[error("it has more than {0} elements")]
    Elements(usize),
    /// On positions.
    #[error("the outcomes of more than {0} positions are needed")]
    Positions(usize),
    /// On moves.
    #[error("single heaps have more than {0} moves")]
    Moves(usize),
    /// On pairs.
    #[error("more than {0} pairs are to be looked at to verify it")]
    Pairs(usize),
}

/// The misère quotient of the heaps up to a size.
#[derive(Clone, Debug)]
pub struct Quotient {
    /// The greatest heap, in tokens.
    pub max: u64,
    /// The value of each heap, by size from 0.
    values: Vec<Element>,
    /// For each element: whether it is in the P-portion.
    in_p: Vec<bool>,
    /// For each element: heaps whose sum has this value.
    words: Vec<Vec<u64>>,
    /// The product of two elements, row by row.
    products: Vec<u32>,
    presentation: Presentation,
    /// How many pairs were looked at to verify it.
    pub pairs: usize,
}

impl Quotient {
    /// The quotient of the heaps up to `max` tokens, verified.
    ///
    /// # Errors
    ///
    /// Where the game is of another kind, a rule has no meaning, or the quotient is not found within the limits.
    pub fn new(rules: &Ruleset, facts: &Facts, max: u64, limits: &Limits) -> Result<Quotient, QuotientError> {
        if !Quotient::serves(rules, facts) {
            return Err(QuotientError::OtherGame);
        }
        let heaps = Heaps::new(rules, max, limits.moves)?;
        let mut learner = Learner::new(&heaps, *limits);
        for letters in 1..=heaps.letters() {
            learner.learn(letters).map_err(|limit| QuotientError::TooLarge { size: heaps.size(letters - 1), limit })?;
        }
        let (machine, words) = learner.done();
        let order = machine.in_p.len();
        let values: Vec<Element> =
            (0..=max).map(|size| heaps.letter(size).map_or(0, |letter| machine.next(0, letter))).collect();
        let mut products = Vec::with_capacity(order * order);
        for one in 0..order {
            products
                .extend(words.iter().map(|word| word.iter().fold(one, |at, letter| machine.next(at, *letter)) as u32));
        }
        let words = words.iter().map(|word| word.iter().map(|letter| heaps.size(*letter)).collect()).collect();
        let presentation = Presentation::new(&values, order, &products);
        let pairs = machine.pairs;
        Ok(Quotient { max, values, in_p: machine.in_p, words, products, presentation, pairs })
    }

    /// Whether a game is of the kind that has a quotient: a sum of heaps that are alike, in misère play.
    pub fn serves(rules: &Ruleset, facts: &Facts) -> bool {
        facts.one_heap && facts.alike && rules.play == Play::Misere && rules.is_plain()
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.in_p.len()
    }

    /// The elements of the P-portion, ascending.
    pub fn p_portion(&self) -> Vec<Element> {
        (0..self.order()).filter(|element| self.in_p[*element]).collect()
    }

    /// Whether an element is in the P-portion.
    pub fn is_p(&self, element: Element) -> bool {
        self.in_p[element]
    }

    /// The value of a heap, if it is not too large.
    pub fn value(&self, size: u64) -> Option<Element> {
        self.values.get(usize::try_from(size).ok()?).copied()
    }

    /// The product of two elements.
    pub fn product(&self, one: Element, other: Element) -> Element {
        self.products[one * self.order() + other] as usize
    }

    /// The value of a position, if no heap is too large.
    pub fn value_of(&self, sizes: &[u64]) -> Option<Element> {
        sizes.iter().try_fold(0, |product, size| Some(self.product(product, self.value(*size)?)))
    }

    /// The smallest heap with a value, if there is one.
    pub fn heap_of(&self, element: Element) -> Option<u64> {
        self.values.iter().position(|value| *value == element).map(|size| size as u64)
    }

    /// Some heaps whose sum has a value.
    pub fn heaps_of(&self, element: Element) -> &[u64] {
        &self.words[element]
    }

    /// Generators and relations.
    pub fn presentation(&self) -> &Presentation {
        &self.presentation
    }
}

#[cfg(test)]
mod tests;
