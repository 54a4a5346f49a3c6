//! Outcomes of sums of heaps in misère play, from the moves.

use super::Limit;
use super::heaps::{Heaps, Word, sum};
use super::verify::Machine;
use indexmap::IndexMap;

/// What is known of the outcomes of words.
#[derive(Debug)]
pub(super) struct Outcomes<'a> {
    heaps: &'a Heaps,
    known: IndexMap<Word, bool>,
    limit: usize,
}

impl<'a> Outcomes<'a> {
    pub(super) fn new(heaps: &'a Heaps, limit: usize) -> Outcomes<'a> {
        Outcomes { heaps, known: IndexMap::new(), limit }
    }

    /// A word whose outcome is known and told wrongly by a table, among the words in its letters; the words that were known
    /// before the others are the smaller ones.
    pub(super) fn told_wrongly(&self, machine: &Machine) -> Option<Word> {
        let in_letters = |word: &Word| word.last().is_none_or(|last| *last < machine.letters);
        let wrong = |(word, is_p): &(&Word, &bool)| in_letters(word) && machine.is_p(word) != **is_p;
        self.known.iter().find(wrong).map(|(word, _)| word.clone())
    }

    /// Whether a word is a P-position; `proved` answers for words in its letters.
    pub(super) fn is_p(&mut self, word: &[usize], proved: Option<&Machine>) -> Result<bool, Limit> {
        // The letters ascend.
        match (word.last(), proved) {
            // No move is left, which wins in misère play.
            (None, _) => return Ok(false),
            (Some(last), Some(machine)) if *last < machine.letters => return Ok(machine.is_p(word)),
            _ => {}
        }
        if let Some(known) = self.known.get(word) {
            return Ok(*known);
        }
        let heaps = self.heaps;
        let mut is_p = true;
        'moves: for (at, letter) in word.iter().enumerate() {
            if at > 0 && word[at - 1] == *letter {
                continue;
            }
            let rest = [&word[..at], &word[at + 1..]].concat();
            for option in heaps.options(*letter) {
                if self.is_p(&sum(&rest, option), proved)? {
                    is_p = false;
                    break 'moves;
                }
            }
        }
        if self.known.len() >= self.limit {
            return Err(Limit::Positions(self.limit));
        }
        self.known.insert(word.to_vec(), is_p);
        Ok(is_p)
    }
}
