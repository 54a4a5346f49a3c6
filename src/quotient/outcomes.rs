//! Outcomes of sums of heaps in misère play: from the moves, or presumed from what is known of smaller heaps.

use super::Limit;
use super::heaps::{Heaps, Word, sum};
use super::verify::Machine;
use std::collections::HashMap;

/// Outcomes of words in the letters that are proved, and in one more.
#[derive(Debug)]
pub(super) struct Outcomes<'a> {
    heaps: &'a Heaps,
    limit: usize,
    /// The outcomes that are known from the moves.
    known: HashMap<Word, bool>,
    /// The table of the letters before the new one, which is verified.
    proved: Option<Machine>,
    /// Whether the letters before the new one may be replaced by what is of the same value without it.
    presuming: bool,
    /// For each element of the proved table a word of the fewest tokens.
    smallest: Vec<Word>,
    /// Presumed outcomes, by how often the new letter is there and the value of the rest.
    presumed: HashMap<(usize, usize), bool>,
}

impl<'a> Outcomes<'a> {
    pub(super) fn new(heaps: &'a Heaps, limit: usize) -> Outcomes<'a> {
        Outcomes {
            heaps,
            limit,
            known: HashMap::new(),
            proved: None,
            presuming: false,
            smallest: Vec::new(),
            presumed: HashMap::new(),
        }
    }

    /// Takes a verified table for the letters before the next one, with a word of the fewest tokens for each element.
    pub(super) fn rest_on(&mut self, machine: Machine, smallest: Vec<Word>) {
        self.proved = Some(machine);
        self.smallest = smallest;
    }

    /// The verified table, if there is one.
    pub(super) fn proved(&self) -> Option<&Machine> {
        self.proved.as_ref()
    }

    /// From now on, whether outcomes with the new letter are presumed.
    ///
    /// Words of the same value without the new letter are then taken for the same beside it, which is often so, but need
    /// not be. What is learnt from presumed outcomes must be verified, as it is anyway.
    pub(super) fn presume(&mut self, presuming: bool) {
        self.presuming = presuming && self.proved.is_some();
        self.presumed.clear();
    }

    /// Whether a word is a P-position.
    pub(super) fn is_p(&mut self, word: &[usize]) -> Result<bool, Limit> {
        // No move is left, which wins in misère play.
        let Some(last) = word.last() else { return Ok(false) };
        if let Some(machine) = &self.proved {
            if *last < machine.letters {
                return Ok(machine.is_p(word));
            }
            if self.presuming {
                let rest = word.partition_point(|letter| *letter < machine.letters);
                let value = machine.element(&word[..rest]);
                return Ok(self.presumed(word.len() - rest, value));
            }
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
                if self.is_p(&sum(&rest, option))? {
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

    /// The presumed outcome of so many new letters beside a value: that beside a word of the fewest tokens. Its options have
    /// fewer, so that this comes to an end.
    fn presumed(&mut self, count: usize, value: usize) -> bool {
        let Some(machine) = &self.proved else { return false };
        if count == 0 {
            return machine.in_p[value];
        }
        if let Some(known) = self.presumed.get(&(count, value)) {
            return *known;
        }
        let mut options: Vec<(usize, usize)> = Vec::new();
        for option in self.heaps.options(machine.letters) {
            options.push((count - 1, option.iter().fold(value, |at, letter| machine.next(at, *letter))));
        }
        let word = &self.smallest[value];
        for (at, letter) in word.iter().enumerate() {
            let rest = [&word[..at], &word[at + 1..]].concat();
            let rest = machine.element(&rest);
            for option in self.heaps.options(*letter) {
                options.push((count, option.iter().fold(rest, |at, letter| machine.next(at, *letter))));
            }
        }
        options.sort_unstable();
        options.dedup();
        let is_p = !options.into_iter().any(|(count, value)| self.presumed(count, value));
        self.presumed.insert((count, value), is_p);
        is_p
    }
}
