//! Single heaps as letters, with their options as words.

use super::{Limit, QuotientError};
use crate::game::{Position, Search, for_each_move};
use crate::rules::Ruleset;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Heaps by their letters, in ascending order: the sum of them.
pub(super) type Word = Vec<usize>;

/// The heaps up to a size. Heaps without moves are left out, and heaps with the same options share a letter, since they
/// are the same game.
#[derive(Debug)]
pub(super) struct Heaps {
    letters: Vec<Option<usize>>,
    sizes: Vec<u64>,
    options: Vec<Vec<Word>>,
}

impl Heaps {
    /// The heaps up to `max`.
    ///
    /// # Errors
    ///
    /// Where a rule has no meaning, a heap does not become smaller, or there are more than `most` moves.
    pub(super) fn new(rules: &Ruleset, max: u64, most: usize) -> Result<Heaps, QuotientError> {
        let mut heaps = Heaps { letters: Vec::new(), sizes: Vec::new(), options: Vec::new() };
        let mut known: BTreeMap<Vec<Word>, usize> = BTreeMap::new();
        let mut left = most;
        for size in 0..=max {
            let mut sizes = vec![0; rules.heaps];
            sizes[0] = size;
            let mut options: Vec<Word> = Vec::new();
            let mut search = Search { unordered: true, ..Search::default() };
            let smaller = for_each_move(rules, &Position::new(sizes), &mut search, &mut |_, _, option| {
                if option.sizes().iter().any(|left| *left >= size) {
                    return ControlFlow::Break(());
                }
                let mut word: Word = option.sizes().iter().filter_map(|left| heaps.letter(*left)).collect();
                word.sort_unstable();
                options.push(word);
                left = left.saturating_sub(1);
                if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            if left == 0 {
                return Err(QuotientError::TooLarge { size, limit: Limit::Moves(most) });
            }
            if smaller.is_break() {
                return Err(QuotientError::NotSmaller { size });
            }
            options.sort_unstable();
            options.dedup();
            if options.is_empty() {
                heaps.letters.push(None);
                continue;
            }
            let next = heaps.options.len();
            let letter = *known.entry(options.clone()).or_insert(next);
            if letter == next {
                heaps.options.push(options);
                heaps.sizes.push(size);
            }
            heaps.letters.push(Some(letter));
        }
        Ok(heaps)
    }

    /// How many letters there are.
    pub(super) fn letters(&self) -> usize {
        self.sizes.len()
    }

    /// The letter of a heap, unless it has no moves.
    pub(super) fn letter(&self, size: u64) -> Option<usize> {
        self.letters.get(usize::try_from(size).ok()?).copied().flatten()
    }

    /// The smallest heap with a letter.
    pub(super) fn size(&self, letter: usize) -> u64 {
        self.sizes[letter]
    }

    /// The options of a heap.
    pub(super) fn options(&self, letter: usize) -> &[Word] {
        &self.options[letter]
    }
}

/// The sum of two words.
pub(super) fn sum(one: &[usize], other: &[usize]) -> Word {
    let mut word = [one, other].concat();
    word.sort_unstable();
    word
}
