//! Whether a table of elements and heaps tells the outcome of every position: an examination that leaves none out.

use super::Limit;
use super::heaps::{Heaps, Word, sum};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// A table of elements and letters, with the P-portion.
#[derive(Clone, Debug, Default)]
pub(super) struct Machine {
    /// How many letters there are.
    pub(super) letters: usize,
    /// The element that an element becomes with a letter, element by element.
    pub(super) table: Vec<usize>,
    /// Whether an element is in the P-portion.
    pub(super) in_p: Vec<bool>,
    /// How many pairs were looked at to verify it.
    pub(super) pairs: usize,
}

impl Machine {
    /// The element that an element becomes with a letter.
    pub(super) fn next(&self, element: usize, letter: usize) -> usize {
        self.table[element * self.letters + letter]
    }

    /// The element of a word.
    pub(super) fn element(&self, word: &[usize]) -> usize {
        word.iter().fold(0, |element, letter| self.next(element, *letter))
    }

    /// Whether the table says that a word is a P-position.
    pub(super) fn is_p(&self, word: &[usize]) -> bool {
        self.in_p[self.element(word)]
    }

    /// Whether the outcome of a word, as the table tells it, follows from those of its options.
    pub(super) fn follows(&self, heaps: &Heaps, word: &[usize]) -> bool {
        let wins = word.iter().enumerate().any(|(at, letter)| {
            let rest = [&word[..at], &word[at + 1..]].concat();
            heaps.options(*letter).iter().any(|option| self.is_p(&sum(&rest, option)))
        });
        word.is_empty() || self.is_p(word) != wins
    }

    /// An element and two letters whose order makes a difference.
    pub(super) fn disorder(&self) -> Option<(usize, usize, usize)> {
        for element in 0..self.in_p.len() {
            for one in 0..self.letters {
                for other in 0..one {
                    if self.next(self.next(element, one), other) != self.next(self.next(element, other), one) {
                        return Some((element, one, other));
                    }
                }
            }
        }
        None
    }

    /// A word whose outcome, as the table tells it, does not follow from those of its options; nothing where there is none
    /// among all words.
    ///
    /// The letters must commute. See the [module](super) for why this looks at every position.
    ///
    /// # Errors
    ///
    /// Where there are more pairs than the limit.
    pub(super) fn fault(&mut self, heaps: &Heaps, limit: usize) -> Result<Option<Word>, Limit> {
        let order = self.in_p.len();
        // The elements m with m·φ(o) in P for some option o of the letter: K of the letter itself.
        let own: Vec<Vec<bool>> = (0..self.letters)
            .map(|letter| {
                let reaches = |element: usize| {
                    heaps
                        .options(letter)
                        .iter()
                        .any(|option| self.in_p[option.iter().fold(element, |at, letter| self.next(at, *letter))])
                };
                (0..order).map(reaches).collect()
            })
            .collect();
        // Letters of the same value whose options reach the same do the same.
        let mut kinds: Vec<usize> = Vec::new();
        for letter in 0..self.letters {
            let same = |kind: &usize| self.next(0, *kind) == self.next(0, letter) && own[*kind] == own[letter];
            if !kinds.iter().any(same) {
                kinds.push(letter);
            }
        }
        // The product of any two elements, by way of a word of the second.
        let words = self.words();
        let product = |one: usize, other: usize| words[other].iter().fold(one, |at, letter| self.next(at, *letter));
        // For each kind and each element x, the elements m with m·x in K of the kind.
        let moved: Vec<Vec<Vec<u64>>> = kinds
            .iter()
            .map(|kind| (0..order).map(|x| bits((0..order).map(|m| own[*kind][product(m, x)]))).collect())
            .collect();
        // The pairs that have been found; where each comes from, and by which letter. The empty word comes first.
        let mut pairs: Vec<(usize, Vec<u64>)> = vec![(0, vec![0; order.div_ceil(64)])];
        let mut origins: Vec<(usize, usize)> = vec![(0, 0)];
        let mut found: HashMap<(usize, Vec<u64>), usize> = HashMap::new();
        let mut at = 0;
        while at < pairs.len() {
            for (number, letter) in kinds.iter().enumerate() {
                let (element, reached) = &pairs[at];
                let next = self.next(*element, *letter);
                let mut set = moved[number][*element].clone();
                for m in 0..order {
                    let with = self.next(m, *letter);
                    set[m / 64] |= (reached[with / 64] >> (with % 64) & 1) << (m % 64);
                }
                let wins = set[0] & 1 == 1;
                let pair = (next, set);
                if found.contains_key(&pair) {
                    continue;
                }
                if pairs.len() >= limit {
                    return Err(Limit::Pairs(limit));
                }
                found.insert(pair.clone(), pairs.len());
                pairs.push(pair);
                origins.push((at, *letter));
                if self.in_p[next] == wins {
                    let mut word = Vec::new();
                    let mut back = pairs.len() - 1;
                    while back != 0 {
                        word.push(origins[back].1);
                        back = origins[back].0;
                    }
                    word.sort_unstable();
                    return Ok(Some(word));
                }
            }
            at += 1;
        }
        self.pairs = pairs.len() - 1;
        Ok(None)
    }

    /// A shortest word of each element.
    fn words(&self) -> Vec<Word> {
        self.best_words(&|_| 1)
    }

    /// A word of the fewest tokens of each element.
    pub(super) fn smallest_words(&self, heaps: &Heaps) -> Vec<Word> {
        self.best_words(&|letter| heaps.size(letter))
    }

    /// For each element, a word for which the sum of its letters' weights is least.
    fn best_words(&self, weight: &dyn Fn(usize) -> u64) -> Vec<Word> {
        let mut words: Vec<Option<Word>> = vec![None; self.in_p.len()];
        let mut queue = BinaryHeap::from([Reverse((0, Word::new()))]);
        while let Some(Reverse((total, word))) = queue.pop() {
            let element = self.element(&word);
            if words[element].is_some() {
                continue;
            }
            for letter in 0..self.letters {
                if words[self.next(element, letter)].is_none() {
                    queue.push(Reverse((total + weight(letter), sum(&word, &[letter]))));
                }
            }
            words[element] = Some(word);
        }
        words.into_iter().map(|word| word.expect("every element is that of a word")).collect()
    }

    /// The table in which elements that no sum tells apart are one.
    ///
    /// Classes are made finer until each letter leads from all elements of a class to one class.
    pub(super) fn reduced(&self) -> Machine {
        let order = self.in_p.len();
        let mut classes: Vec<usize> = vec![0; order];
        let mut count = 0;
        loop {
            let mut numbers: HashMap<Vec<usize>, usize> = HashMap::new();
            let mut finer = Vec::with_capacity(order);
            for element in 0..order {
                let mut key = vec![usize::from(self.in_p[element]), classes[element]];
                key.extend((0..self.letters).map(|letter| classes[self.next(element, letter)]));
                let next = numbers.len();
                finer.push(*numbers.entry(key).or_insert(next));
            }
            classes = finer;
            if numbers.len() == count {
                break;
            }
            count = numbers.len();
        }
        let mut reduced = Machine { letters: self.letters, pairs: self.pairs, ..Machine::default() };
        for element in 0..order {
            // Classes are numbered in the order of their first elements.
            if classes[element] == reduced.in_p.len() {
                reduced.in_p.push(self.in_p[element]);
                reduced.table.extend((0..self.letters).map(|letter| classes[self.next(element, letter)]));
            }
        }
        reduced
    }
}

fn bits(members: impl Iterator<Item = bool>) -> Vec<u64> {
    let mut words = Vec::new();
    for (at, member) in members.enumerate() {
        if at % 64 == 0 {
            words.push(0);
        }
        if let Some(word) = words.last_mut() {
            *word |= u64::from(member) << (at % 64);
        }
    }
    words
}
