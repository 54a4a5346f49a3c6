//! Tame heaps: outcomes of misère sums by numbers that are fickle or firm, and the genus.
//!
//! # Definition
//!
//! Let every move touch one heap, and leave smaller ones. Some heaps are *tame*, and have a *value*: a number that is either
//! *fickle*, and then 0 or 1, or *firm*. The value of a sum of tame heaps is the nim-sum of the numbers, fickle if all of them
//! are and firm if one is not; without any heap it is the fickle 0. The values of heaps are found from the smallest on.
//!
//! A heap without moves is tame, of the value fickle 0. Let h be a heap with moves, E the numbers of the fickle values, and S
//! those of the firm ones, of those options of h that are sums of tame heaps; and let
//!
//! - (a) v(h) be the firm mex of E and S together, if E is empty, or holds both 0 and 1, or S holds both;
//! - (b) v(h) be the fickle 1 − e, if E = {e} and S holds neither 0 nor 1.
//!
//! If neither applies, h is *wild*. Else h is tame, of the value v(h), if each of its other options, in which some heap is wild,
//! *reverts*: has an option that is a sum of tame heaps and of the value v(h). If one does not, h is wild.
//!
//! # Theorem
//!
//! A sum of tame heaps is a P-position in misère play exactly if its value is the firm 0 or the fickle 1: as in misère Nim,
//! whose heaps of 0 and 1 are fickle, and firm if they are larger (the firm 0 is that of two heaps of 2).
//!
//! # Proof
//!
//! By induction along the moves, which come to an end because each puts smaller heaps in the place of one. Let X be a sum of
//! tame heaps. If no move is left all are fickle 0, and X is an N-position, as stated. Now let there be moves.
//!
//! Three things hold of a tame heap h with moves and of the number v. (1) No option that is tame has the same number: in (a) it
//! is a mex; in (b) the numbers of options are e, and those of S, from 2 on. (2) If h is fickle, some option is fickle of
//! the other number. (3) If h is firm, it has an option of each number k < v. Where v ≤ 1 there is no fickle option,
//! since in (a) E is empty then or the mex is 2 at least. Where v ≥ 2, either both the firm 0 and the firm 1 are among the
//! options, or both the fickle 0 and the fickle 1; for if E is empty, S holds all numbers less than v.
//!
//! *Let the value of X be firm 0 or fickle 1; then no option is a P-position.* An option in which a heap is wild comes of a
//! move in a heap h to an option that reverts; the reply to it is a sum of tame heaps with the value of X again, a P-position
//! by induction, so that the option is an N-position. Other options are sums of tame heaps. Their number is not that of X,
//! by (1). So if X is firm 0 an option could be in P only as the fickle 1. Then h was the only firm heap of X, of a number
//! v that is the nim-sum of the others, thus 0 or 1, and by (3) it has no fickle option. If X is fickle 1, an option could
//! be in P only as the firm 0; but by (b) firm options of fickle heaps have numbers from 2 on, and no such nim-sum
//! with 0 or 1 is 0.
//!
//! *Let it be another; then some option is a P-position.* If it is fickle 0, some heap has a move, and by (2) one to the
//! other fickle number, which makes it fickle 1. Let it be firm m with m ≥ 1, and let h be a heap whose number v has the highest
//! binary digit of m, so that k = v ⊕ m, the nim-sum of the others, is less than v.
//! If m ≥ 2, then v ≥ 2, and h is firm. If k ≥ 2 the option of h with number k is firm, and makes X firm 0; so it does if k ≤ 1 and
//! some other heap is firm. If the others are all fickle, their nim-sum k is 0 or 1, and by (3) h can be made firm k, which makes X
//! firm 0, or fickle 1 − k, which makes it fickle 1.
//! If m = 1, let h be a firm heap with an odd number if there is one. Its option with v − 1 is firm, since v − 1 ≥ 2 or v = 1 with
//! no fickle option: X becomes firm 0. If there is none, h is fickle 1, and has moves, since otherwise it would be fickle 0. Its
//! option fickle 0 leaves the firm heap that there is in X, and makes X firm 0. ∎
//!
//! # The genus
//!
//! The *genus* of a game G is written g^{g₀g₁g₂…}: g is its Grundy value in normal play, gₖ that in misère play of G with k
//! heaps of 2 of Nim. From some place on, the digits alternate between two numbers that differ by ⊕ 2, and only the first two
//! of these are written. By the theorem, applied with heaps of Nim beside, the genus of a tame game is 0^{120} (fickle 0), 1^{031}
//! (fickle 1), or n^{n m} with m = n ⊕ 2 (firm n). The converse is false: a game may have such a genus and not be tame, and the
//! genus of a sum with a wild game does not follow from those of its parts. Hence nothing here is decided by a genus: it
//! is written beside the value. That of a wild heap is found where those of all options are, by
//! g₀ = mex g₀′ and gₖ₊₁ = mex {gₖ₊₁′, gₖ, gₖ ⊕ 1}, G′ being the options.
//!
//! # References
//!
//! J. H. Conway, *On Numbers and Games*, 1976, chapter 12; E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways for your
//! Mathematical Plays*, 1982, chapter 13, where options that revert are allowed as here; T. S. Ferguson, *On sums of graph games with
//! last player losing*, International Journal of Game Theory 3 (1974), 159–167: all heaps of subtraction games are tame.

use super::Quotient;
use crate::game::{Position, Search, for_each_move};
use crate::graph::{Budget, ExploreError, Progress};
use crate::rules::Ruleset;
use crate::rules::facts::Facts;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

/// How many digits of a genus are looked at before it is given up that they alternate.
const MOST_DIGITS: usize = 64;

/// The value of a sum of tame heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tame {
    /// Its number, which is the Grundy value in normal play.
    pub number: u32,
    /// Whether it is firm; else it is fickle, and the number is 0 or 1.
    pub firm: bool,
}

impl Tame {
    /// The value without any heap.
    pub const ZERO: Tame = Tame { number: 0, firm: false };

    /// The value of a sum.
    #[must_use]
    pub fn plus(self, other: Tame) -> Tame {
        Tame { number: self.number ^ other.number, firm: self.firm || other.firm }
    }

    /// Whether it is that of the P-positions.
    pub fn is_p(self) -> bool {
        self.number == u32::from(!self.firm)
    }

    /// The genus of a sum with this value.
    pub fn genus(self) -> Genus {
        let digits = match (self.firm, self.number) {
            (false, 0) => vec![1, 2, 0],
            (false, _) => vec![0, 3, 1],
            (true, number) => vec![number, number ^ 2],
        };
        Genus { value: self.number, digits }
    }

    /// The value of a heap whose options, as far as they are tame, have these values, if it is tame; that its other options
    /// revert is not looked at.
    fn of_options(options: &BTreeSet<Tame>) -> Option<Tame> {
        let has = |number, firm| options.contains(&Tame { number, firm });
        let firm = Tame { number: mex(options.iter().map(|one| one.number)), firm: true };
        match (has(0, false), has(1, false), has(0, true), has(1, true)) {
            (true, true, _, _) | (false, false, _, _) | (_, _, true, true) => Some(firm),
            (zero, _, false, false) => Some(Tame { number: u32::from(zero), firm: false }),
            _ => None,
        }
    }
}

/// A genus, which is written as in `2^{20}`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Genus {
    /// The Grundy value in normal play.
    pub value: u32,
    /// The first digits, two at least: after them the last two alternate.
    digits: Vec<u32>,
}

impl Genus {
    /// The Grundy value in misère play with so many heaps of 2 beside.
    pub fn digit(&self, twos: usize) -> u32 {
        let last = self.digits.len() - 1;
        let at = if twos > last { last - (twos - last) % 2 } else { twos };
        self.digits[at]
    }

    /// The genus of a game whose options, one at least, have these.
    fn of_options(options: &BTreeSet<Genus>) -> Option<Genus> {
        // From here on the digits of all options alternate.
        let settled = options.iter().map(|option| option.digits.len()).max()?;
        let mut digits = vec![mex(options.iter().map(|option| option.digit(0)))];
        while digits.len() < settled + MOST_DIGITS {
            let twos = digits.len();
            let last = digits[twos - 1];
            let with = options.iter().map(|option| option.digit(twos));
            digits.push(mex(with.chain([last, last ^ 1])));
            // What comes next depends on the last digit and on whether its place is even.
            if twos >= settled + 2 && digits[twos - 2] == digits[twos] && digits[twos - 1] == digits[twos] ^ 2 {
                while digits.len() > 2 && digits[digits.len() - 3] == digits[digits.len() - 1] {
                    digits.pop();
                }
                return Some(Genus { value: mex(options.iter().map(|option| option.value)), digits });
            }
        }
        None
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.digits.iter().any(|digit| *digit > 9) { "," } else { "" };
        let digits: Vec<String> = self.digits.iter().map(u32::to_string).collect();
        write!(f, "{}^{{{}}}", self.value, digits.join(separator))
    }
}

/// A heap.
#[derive(Clone, Debug)]
enum Heap {
    /// Without moves.
    Ended,
    /// Tame, with moves.
    Tame(Tame),
    /// Wild, with the values of its tame options.
    Wild { options: BTreeSet<Tame>, genus: Option<Genus> },
}

/// The heaps up to a size, tame or wild.
#[derive(Clone, Debug)]
pub struct Genera {
    heaps: Vec<Heap>,
    /// The smallest heap that is tame although some option is not.
    reverting: Option<u64>,
}

impl Genera {
    /// The heaps up to `max` tokens; nothing where the game is not of the kind that has a misère quotient, or has moves
    /// after which a heap is not smaller than before.
    ///
    /// # Errors
    ///
    /// Where a rule has no meaning at a heap, or there are more sizes or moves than the budget allows.
    ///
    /// # Complexity
    ///
    /// Proportional to the moves from single heaps up to that size, times the number of heaps that they leave.
    pub fn new(
        rules: &Ruleset,
        facts: &Facts,
        max: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<Genera>, ExploreError> {
        if !Quotient::serves(rules, facts) {
            return Ok(None);
        }
        let positions = usize::try_from(max).unwrap_or(usize::MAX);
        if let Some(limit) = budget.exceeded(positions, 0, 1) {
            return Err(ExploreError::Budget { positions, moves: 0, limit });
        }
        let mut genera = Genera { heaps: Vec::new(), reverting: None };
        let mut moves = 0;
        for size in 0..=max {
            let Some(options) = genera.options(rules, size, &mut moves)? else { return Ok(None) };
            let heap = genera.heap(options);
            if genera.reverting.is_none() && heap.1 {
                genera.reverting = Some(size);
            }
            genera.heaps.push(heap.0);
            if let Some(limit) = budget.exceeded(genera.heaps.len(), moves, 1) {
                return Err(ExploreError::Budget { positions: genera.heaps.len(), moves, limit });
            }
            if size > 0 && size % 64 == 0 {
                progress.explored(size as usize, max as usize, moves);
            }
        }
        Ok(Some(genera))
    }

    /// The greatest heap, in tokens.
    pub fn max(&self) -> u64 {
        self.heaps.len() as u64 - 1
    }

    /// The value of a heap, if it is tame and not too large.
    pub fn of_heap(&self, size: u64) -> Option<Tame> {
        match self.heaps.get(usize::try_from(size).ok()?)? {
            Heap::Ended => Some(Tame::ZERO),
            Heap::Tame(value) => Some(*value),
            Heap::Wild { .. } => None,
        }
    }

    /// The value of a position, if all its heaps are tame and none is too large.
    pub fn value(&self, sizes: &[u64]) -> Option<Tame> {
        sizes.iter().try_fold(Tame::ZERO, |sum, size| Some(sum.plus(self.of_heap(*size)?)))
    }

    /// The genus of a heap, where it has been found.
    pub fn genus(&self, size: u64) -> Option<Genus> {
        match self.heaps.get(usize::try_from(size).ok()?)? {
            Heap::Wild { genus, .. } => genus.clone(),
            Heap::Ended => Some(Tame::ZERO.genus()),
            Heap::Tame(value) => Some(value.genus()),
        }
    }

    /// The wild heaps, ascending.
    pub fn wild(&self) -> Vec<u64> {
        (0..=self.max()).filter(|size| self.of_heap(*size).is_none()).collect()
    }

    /// The smallest heap that is tame because the options in which a heap is wild revert, if there is one.
    pub fn reverting(&self) -> Option<u64> {
        self.reverting
    }

    /// The options of a heap; nothing where one is not smaller.
    fn options(&self, rules: &Ruleset, size: u64, moves: &mut usize) -> Result<Option<Options>, ExploreError> {
        let mut sizes = vec![0; rules.heaps];
        sizes[0] = size;
        let mut options = Options { genera: Some(BTreeSet::new()), ..Options::default() };
        let mut search = Search { unordered: true, ..Search::default() };
        let smaller = for_each_move(rules, &Position::new(sizes), &mut search, &mut |_, _, option| {
            *moves += 1;
            if option.sizes().iter().any(|left| *left >= size) {
                return ControlFlow::Break(());
            }
            self.add(&mut options, option.sizes());
            ControlFlow::Continue(())
        })?;
        Ok(smaller.is_continue().then_some(options))
    }

    /// Takes an option into account.
    fn add(&self, options: &mut Options, sizes: &[u64]) {
        options.any = true;
        let (mut rest, mut bare) = (Tame::ZERO, true);
        let mut wild: Vec<u64> = Vec::new();
        for size in sizes {
            match &self.heaps[*size as usize] {
                Heap::Ended => {}
                Heap::Tame(value) => {
                    rest = rest.plus(*value);
                    bare = false;
                }
                Heap::Wild { .. } => wild.push(*size),
            }
        }
        let genus = match *wild {
            [] => {
                options.tame.insert(rest);
                Some(rest.genus())
            }
            [one] => {
                options.wild.insert((one, rest));
                if bare { self.genus(one) } else { None }
            }
            _ => {
                // One move makes no more than one of them tame.
                options.beyond = true;
                None
            }
        };
        match genus {
            Some(genus) => options.genera.iter_mut().for_each(|genera| {
                genera.insert(genus.clone());
            }),
            None => options.genera = None,
        }
    }

    /// The heap with these options, and whether it is tame although one of them is not.
    fn heap(&self, options: Options) -> (Heap, bool) {
        if !options.any {
            return (Heap::Ended, false);
        }
        if let Some(value) = Tame::of_options(&options.tame) {
            let reverts = |(wild, rest): &(u64, Tame)| match &self.heaps[*wild as usize] {
                Heap::Wild { options, .. } => options.iter().any(|option| option.plus(*rest) == value),
                Heap::Ended | Heap::Tame(_) => false,
            };
            if !options.beyond && options.wild.iter().all(reverts) {
                return (Heap::Tame(value), !options.wild.is_empty());
            }
        }
        let genus = options.genera.and_then(|genera| Genus::of_options(&genera));
        (Heap::Wild { options: options.tame, genus }, false)
    }
}

/// The options of a heap.
#[derive(Debug, Default)]
struct Options {
    /// Whether there is one.
    any: bool,
    /// The values of those that are sums of tame heaps.
    tame: BTreeSet<Tame>,
    /// Those with one wild heap: that heap, and the value of the others.
    wild: BTreeSet<(u64, Tame)>,
    /// Whether there is one with more wild heaps.
    beyond: bool,
    /// The genera, if those of all options are known.
    genera: Option<BTreeSet<Genus>>,
}

/// The least natural number that is not among these.
fn mex(numbers: impl Iterator<Item = u32>) -> u32 {
    let numbers: BTreeSet<u32> = numbers.collect();
    let missing = numbers.iter().zip(0..).find(|(number, expected)| **number != *expected);
    missing.map_or(numbers.len() as u32, |(_, expected)| expected)
}

#[cfg(test)]
#[path = "genus_tests.rs"]
mod tests;
