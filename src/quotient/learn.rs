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
    /// The quotient of the letters before, which is verified.
    proved: Option<Machine>,
}

impl<'a> Learner<'a> {
    pub(super) fn new(heaps: &'a Heaps, limits: Limits) -> Learner<'a> {
        Learner {
            heaps,
            limits,
            outcomes: Outcomes::new(heaps, limits.positions),
            words: vec![Vec::new()],
            tests: vec![Vec::new()],
            rows: HashMap::new(),
            proved: None,
        }
    }

    /// The verified table, and a word for each element.
    pub(super) fn done(self) -> (Machine, Vec<Word>) {
        // Without letters there is the empty word alone.
        let nothing = Machine { in_p: vec![false], ..Machine::default() };
        (self.proved.unwrap_or(nothing), self.words)
    }

    /// Finds the quotient of so many letters, that of all fewer being known, and verifies it.
    ///
    /// # Errors
    ///
    /// Where a limit is reached.
    pub(super) fn learn(&mut self, letters: usize) -> Result<(), Limit> {
        loop {
            let mut machine = self.close(letters)?;
            if let Some((element, one, other)) = machine.disorder() {
                let word = self.words[element].clone();
                // One of the two ways is told wrongly behind some test.
                let (a, b) =
                    (machine.next(machine.next(element, one), other), machine.next(machine.next(element, other), one));
                let differing = self.tests.clone().into_iter();
                for test in differing {
                    let truth = self.is_p(&sum(&sum(&word, &[one, other]), &test))?;
                    let told = |learner: &mut Self, element: usize| {
                        let word = sum(&learner.words[element], &test);
                        learner.is_p(&word)
                    };
                    let (of_a, of_b) = (told(self, a)?, told(self, b)?);
                    if of_a != truth {
                        self.tests.push(sum(&[other], &test));
                        break;
                    }
                    if of_b != truth {
                        self.tests.push(sum(&[one], &test));
                        break;
                    }
                }
                continue;
            }
            // What has been asked along the way may show a mistake already.
            if let Some(wrong) = self.outcomes.told_wrongly(&machine) {
                let test = self.test_against(&machine, &wrong)?;
                self.tests.push(test);
                continue;
            }
            let Some(fault) = machine.fault(self.heaps, self.limits.pairs)? else {
                self.proved = Some(machine);
                return Ok(());
            };
            let fault = self.smaller_fault(&machine, fault);
            let wrong = self.told_wrongly(&machine, &fault)?;
            let test = self.test_against(&machine, &wrong)?;
            self.tests.push(test);
        }
    }

    fn is_p(&mut self, word: &[usize]) -> Result<bool, Limit> {
        self.outcomes.is_p(word, self.proved.as_ref())
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
    /// outcome the table tells wrongly. There is one, since the true outcomes do follow.
    fn told_wrongly(&mut self, machine: &Machine, fault: &Word) -> Result<Word, Limit> {
        if self.is_p(fault)? != machine.is_p(fault) {
            return Ok(fault.clone());
        }
        for (at, letter) in fault.iter().enumerate() {
            let rest = [&fault[..at], &fault[at + 1..]].concat();
            for option in self.heaps.options(*letter) {
                let word = sum(&rest, option);
                if self.is_p(&word)? != machine.is_p(&word) {
                    return Ok(word);
                }
            }
        }
        unreachable!("outcomes follow from those of the options")
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
