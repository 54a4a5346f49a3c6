//! The table of a quotient, learnt from the outcomes of words.

use super::heaps::{Heaps, Word, sum};
use super::outcomes::Outcomes;
use super::verify::Machine;
use super::{Limit, Limits};
use std::collections::HashMap;

/// What has been learnt.
#[derive(Debug)]
pub(super) struct Learner<'a> {
    heaps: &'a Heaps,
    limits: Limits,
    outcomes: Outcomes<'a>,
    /// A word for each element, the empty one first; any two differ in a test.
    words: Vec<Word>,
    /// The test words, the empty one first.
    tests: Vec<Word>,
    /// The outcomes of the tests of words that have been asked for, a bit each, as far as they have been made.
    rows: HashMap<Word, (usize, Vec<u64>)>,
}

impl<'a> Learner<'a> {
    pub(super) fn new(heaps: &'a Heaps, limits: Limits) -> Learner<'a> {
        let outcomes = Outcomes::new(heaps, limits.positions);
        Learner { heaps, limits, outcomes, words: vec![Vec::new()], tests: vec![Vec::new()], rows: HashMap::new() }
    }

    /// The verified table, and a word for each element.
    pub(super) fn done(self) -> (Machine, Vec<Word>) {
        // Without letters there is the empty word alone.
        let nothing = Machine { in_p: vec![false], ..Machine::default() };
        (self.outcomes.proved().cloned().unwrap_or(nothing), self.words)
    }

    /// Finds the quotient of so many letters, that of all but the last being known, and verifies it.
    ///
    /// # Errors
    ///
    /// Where a limit is reached.
    pub(super) fn learn(&mut self, letters: usize) -> Result<(), Limit> {
        let (words, tests) = (self.words.clone(), self.tests.clone());
        // First with outcomes that are presumed, which are soon had; where they mislead, with those that the moves give.
        for presuming in [true, false] {
            self.outcomes.presume(presuming);
            self.rows.clear();
            (self.words, self.tests) = (words.clone(), tests.clone());
            match self.search(letters) {
                Ok(Some(machine)) => {
                    self.take(machine);
                    return Ok(());
                }
                Err(limit) if !presuming => return Err(limit),
                // No table fits what was presumed.
                Ok(None) | Err(_) => {}
            }
        }
        unreachable!("outcomes that the moves give follow from those of the options")
    }

    /// Looks for a table that passes the examination; nothing where the outcomes that are asked for contradict themselves.
    fn search(&mut self, letters: usize) -> Result<Option<Machine>, Limit> {
        loop {
            let mut machine = self.close(letters)?;
            if let Some(disorder) = machine.disorder() {
                let test = self.test_of_order(&machine, disorder)?;
                self.tests.push(test);
                continue;
            }
            let Some(fault) = machine.fault(self.heaps, self.limits.pairs)? else { return Ok(Some(machine)) };
            let fault = self.smaller_fault(&machine, fault);
            let Some(wrong) = self.told_wrongly(&machine, &fault)? else { return Ok(None) };
            let test = self.test_against(&machine, &wrong)?;
            self.tests.push(test);
        }
    }

    /// Rests on a table that has passed the examination, from which now every outcome is known.
    ///
    /// Elements that no sum tells apart become one, words are replaced by those of the fewest tokens, and tests are
    /// chosen that tell any two elements apart.
    fn take(&mut self, machine: Machine) {
        let machine = machine.reduced();
        let smallest = machine.smallest_words(self.heaps);
        let product =
            |one: usize, other: usize| smallest[other].iter().fold(one, |at, letter| machine.next(at, *letter));
        let order = machine.in_p.len();
        // Classes of elements that the tests so far do not tell apart.
        let mut classes: Vec<usize> = machine.in_p.iter().map(|in_p| usize::from(*in_p)).collect();
        let mut count = classes.iter().max().map_or(0, |last| last + 1);
        self.tests = vec![Vec::new()];
        for (test, word) in smallest.iter().enumerate().skip(1) {
            let mut numbers: HashMap<(usize, bool), usize> = HashMap::new();
            let finer: Vec<usize> = (0..order)
                .map(|element| {
                    let next = numbers.len();
                    *numbers.entry((classes[element], machine.in_p[product(element, test)])).or_insert(next)
                })
                .collect();
            if numbers.len() > count {
                (classes, count) = (finer, numbers.len());
                self.tests.push(word.clone());
            }
        }
        self.words = smallest.clone();
        self.outcomes.rest_on(machine, smallest);
    }

    /// A test that tells apart two words that a table takes for one, since the order of two letters makes a difference in
    /// it. One of the two ways leads to an element whose word has another outcome with some test.
    fn test_of_order(
        &mut self,
        machine: &Machine,
        (element, one, other): (usize, usize, usize),
    ) -> Result<Word, Limit> {
        let word = sum(&self.words[element].clone(), &[one, other]);
        for (first, second) in [(one, other), (other, one)] {
            let reached = self.words[machine.next(machine.next(element, first), second)].clone();
            for test in self.tests.clone() {
                if self.is_p(&sum(&word, &test))? != self.is_p(&sum(&reached, &test))? {
                    return Ok(sum(&[second], &test));
                }
            }
        }
        unreachable!("two elements differ in some test")
    }

    fn is_p(&mut self, word: &[usize]) -> Result<bool, Limit> {
        self.outcomes.is_p(word)
    }

    /// The outcomes of a word with all tests.
    fn row(&mut self, word: &Word) -> Result<Vec<u64>, Limit> {
        let (mut made, mut row) = self.rows.remove(word).unwrap_or_default();
        row.resize(self.tests.len().div_ceil(64), 0);
        while made < self.tests.len() {
            let with = sum(word, &self.tests[made]);
            row[made / 64] |= u64::from(self.is_p(&with)?) << (made % 64);
            made += 1;
        }
        self.rows.insert(word.clone(), (made, row.clone()));
        Ok(row)
    }

    /// The table of all elements and letters; adds elements until each has its place in it.
    fn close(&mut self, letters: usize) -> Result<Machine, Limit> {
        let mut elements: HashMap<Vec<u64>, usize> = HashMap::new();
        for element in 0..self.words.len() {
            let row = self.row(&self.words[element].clone())?;
            elements.insert(row, element);
        }
        let mut table = Vec::new();
        let mut element = 0;
        while element < self.words.len() {
            for letter in 0..letters {
                let word = sum(&self.words[element], &[letter]);
                let row = self.row(&word)?;
                let count = elements.len();
                let next = *elements.entry(row).or_insert(count);
                if next == count {
                    if count >= self.limits.elements {
                        return Err(Limit::Elements(self.limits.elements));
                    }
                    self.words.push(word);
                }
                table.push(next);
            }
            element += 1;
        }
        let mut in_p = Vec::new();
        for element in 0..self.words.len() {
            in_p.push(self.is_p(&self.words[element].clone())?);
        }
        Ok(Machine { letters, table, in_p, pairs: 0 })
    }

    /// Of a word whose outcome does not follow from those of its options as the table tells them: a word among these whose
    /// outcome the table tells wrongly. There is one where outcomes are true; presumed ones need not follow either.
    fn told_wrongly(&mut self, machine: &Machine, fault: &Word) -> Result<Option<Word>, Limit> {
        if self.is_p(fault)? != machine.is_p(fault) {
            return Ok(Some(fault.clone()));
        }
        for (at, letter) in fault.iter().enumerate() {
            let rest = [&fault[..at], &fault[at + 1..]].concat();
            for option in self.heaps.options(*letter) {
                let word = sum(&rest, option);
                if self.is_p(&word)? != machine.is_p(&word) {
                    return Ok(Some(word));
                }
            }
        }
        Ok(None)
    }

    /// A word with the same fault, in which as many great heaps as can be are replaced by the words of elements, which are
    /// small: outcomes of great heaps take long to find.
    fn smaller_fault(&self, machine: &Machine, fault: Word) -> Word {
        let mut element = 0;
        let mut smaller = fault.clone();
        for (at, letter) in fault.iter().enumerate().rev() {
            element = machine.next(element, *letter);
            let word = sum(&self.words[element], &fault[..at]);
            if !machine.follows(self.heaps, &word) {
                smaller = word;
            }
        }
        smaller
    }

    /// A test that tells two words apart that the table takes for one, from a word that it tells wrongly.
    ///
    /// Letter by letter the beginning of the word is replaced by the word of its element; somewhere on the way from the word
    /// itself to that of its element the outcome changes, and there the rest is such a test.
    fn test_against(&mut self, machine: &Machine, wrong: &Word) -> Result<Word, Limit> {
        // Great letters come first, so that small ones are left for the test.
        let letters: Word = wrong.iter().rev().copied().collect();
        let truth = self.is_p(wrong)?;
        let mut element = 0;
        for (at, letter) in letters.iter().enumerate() {
            element = machine.next(element, *letter);
            let mut rest = letters[at + 1..].to_vec();
            rest.sort_unstable();
            if self.is_p(&sum(&self.words[element].clone(), &rest))? != truth {
                return Ok(rest);
            }
        }
        unreachable!("the word is told wrongly, so that its element's word has the other outcome")
    }
}
