//! The Grundy values of one heap, size by size.
//!
//! A move takes one of the amounts t that the rules allow from a heap of h tokens, and divides what is left, h − t, into
//! parts, or not. The value g(h) is the mex of the nim-sums of the parts' values. What the moves of a heap are is read off
//! the rules once (`compile`): amounts that settle, as nearly all do, are kept as stretches, whose values are counted as a
//! window that moves along with h; others are found at each size by the rules' own generator.
//!
//! - What h − t can be divided into depends on h − t alone: the values of the divisions of each number of tokens are found
//!   once (`pairs`, `parts`), for however many amounts.
//! - Divisions in two go through the rare heaps of a sparse space alone, where there is one (`pairs`), and for many sizes
//!   at once, on a second thread (`block`).
//! - Where a theorem proves that the values repeat, no more are computed (`period`).

mod block;
mod compile;
mod pairs;
mod parts;
mod period;

use super::number_set::NumberSet;
use compile::{Amounts, HeapMoves, Into};
use pairs::{Pairs, Space};
use parts::Many;
pub use period::Period;

use crate::game::Allowance;
use crate::graph::{Budget, ExploreError, Progress};
use crate::rules::Ruleset;

/// Stretches of at most so many amounts are looked at one by one.
const SHORT: u64 = 3;

/// The values of a heap.
#[derive(Debug)]
pub(super) struct Sequence {
    values: Vec<u32>,
    period: Option<Period>,
    rare: Option<usize>,
}

impl Sequence {
    /// The values of heaps up to `max` in a place; nothing where the moves are not told by amounts.
    ///
    /// # Errors
    ///
    /// Where more must be tried than the budget allows.
    pub(super) fn new(
        rules: &Ruleset,
        place: usize,
        max: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<Sequence>, ExploreError> {
        // Where a heap can be divided, sizes are kept in half a word.
        let (Ok(moves), Ok(_)) = (HeapMoves::new(rules, place, max), u32::try_from(max)) else { return Ok(None) };
        let allowance = Allowance::new(budget.tries_of_heaps());
        Solver::new(&moves, max, allowance).run(progress).map_err(|size| ExploreError::values(size, budget))
    }

    /// The value of a heap, if it is known.
    pub(super) fn value(&self, size: u64) -> Option<u32> {
        let at = usize::try_from(size).ok();
        if let Some(value) = at.and_then(|at| self.values.get(at)) {
            return Some(*value);
        }
        let period = self.period?;
        let beyond = (size - period.start as u64) % period.length as u64;
        Some(self.values[period.start + beyond as usize])
    }

    /// The period, if one is proved.
    pub(super) fn period(&self) -> Option<Period> {
        self.period
    }

    /// How many heaps were rare in the sparse space, if one was used.
    pub(super) fn rare(&self) -> Option<usize> {
        self.rare
    }
}

/// The values of the heaps that amounts of one stretch leave, counted while the stretch moves along.
struct Window {
    /// The first and the last amount.
    amounts: (u64, u64),
    counts: Vec<u32>,
    values: NumberSet,
}

impl Window {
    /// Moves along to the next size, whose smaller heaps have these values.
    fn move_to(&mut self, size: u64, values: &[u32]) {
        let (low, high) = self.amounts;
        if size >= low {
            let value = values[(size - low) as usize];
            if self.counts.len() <= value as usize {
                self.counts.resize(value as usize + 1, 0);
            }
            self.counts[value as usize] += 1;
            self.values.insert(value);
        }
        if size > high {
            let value = values[(size - high - 1) as usize];
            self.counts[value as usize] -= 1;
            if self.counts[value as usize] == 0 {
                self.values.remove(value);
            }
        }
    }
}

struct Solver<'a> {
    moves: &'a HeapMoves,
    max: u64,
    values: Vec<u32>,
    /// For each kind of move to one heap, a window for each long stretch of its amounts.
    windows: Vec<Vec<Window>>,
    space: Space,
    pairs: Vec<Pairs>,
    many: Option<Many>,
    /// The values of the options.
    union: NumberSet,
    /// The numbers of tokens that can be divided in two, with the place in `pairs`.
    divided: Vec<(usize, usize)>,
    /// For each place in `pairs`: the last size whose options were asked for the divisions of so many tokens.
    asked: Vec<Vec<usize>>,
    /// How many amounts and stretches have been looked at.
    looked: usize,
    /// How many amounts and divisions may still be tried one by one.
    allowance: Allowance,
}

impl<'a> Solver<'a> {
    fn new(moves: &'a HeapMoves, max: u64, allowance: Allowance) -> Solver<'a> {
        let windows = moves.kinds.iter().map(|kind| match (&kind.amounts, kind.into) {
            (Amounts::Settled { late, .. }, Into::One) => late
                .iter()
                .filter(|(low, high)| high - low >= SHORT)
                .map(|amounts| Window { amounts: *amounts, counts: Vec::new(), values: NumberSet::default() })
                .collect(),
            _ => Vec::new(),
        });
        let mut pairs: Vec<Pairs> = Vec::new();
        let mut most = 0;
        for kind in &moves.kinds {
            match kind.into {
                Into::Parts { count: 2, differ, equal: false } if pairs.iter().all(|one| one.differ() != differ) => {
                    pairs.push(Pairs::new(differ));
                }
                Into::Parts { count, differ: false, equal: false } if count > 2 => most = most.max(count),
                _ => {}
            }
        }
        Solver {
            asked: vec![Vec::new(); pairs.len()],
            windows: windows.collect(),
            moves,
            max,
            values: Vec::new(),
            space: Space::default(),
            pairs,
            many: (most > 0).then(|| Many::new(most)),
            union: NumberSet::default(),
            divided: Vec::new(),
            looked: 0,
            allowance,
        }
    }

    /// The values; nothing where the moves are not told by amounts. If too much must be tried, the size at which that is so.
    fn run(mut self, progress: &mut dyn Progress) -> Result<Option<Sequence>, u64> {
        let shape = period::shape(self.moves);
        let reach = self.moves.settled().and_then(|settled| usize::try_from(settled).ok());
        let mut period = None;
        for size in 0..=self.max {
            let value = self.next(size);
            if self.allowance.is_spent() {
                return Err(size);
            }
            let Some(value) = value else { return Ok(None) };
            self.values.push(value);
            let count = self.values.len();
            if !self.pairs.is_empty() {
                self.space.learn(&self.values);
                if let Some(old) = reach.and_then(|reach| (count - 1).checked_sub(reach)) {
                    self.pairs.iter_mut().for_each(|pairs| pairs.forget(old));
                }
            }
            if count >= 64 && count.is_power_of_two() {
                period = shape.and_then(|shape| period::find(&self.values, shape));
                if period.is_some() {
                    break;
                }
                progress.explored(count, self.max as usize, self.looked);
            } else if count.is_multiple_of(1024) {
                progress.explored(count, self.max as usize, self.looked);
            }
        }
        let rare = self.space.rare();
        Ok(Some(Sequence { values: self.values, period, rare }))
    }

    /// The value of the next size.
    fn next(&mut self, size: u64) -> Option<u32> {
        self.union.clear();
        self.divided.clear();
        let moves = self.moves;
        for (at, kind) in moves.kinds.iter().enumerate() {
            for window in &mut self.windows[at] {
                window.move_to(size, &self.values);
            }
            if let Some(amounts) = kind.amounts.listed(size, &mut self.allowance).ok()? {
                for amount in amounts {
                    self.leave(size.checked_sub(amount)?, kind.into);
                }
                continue;
            }
            let Amounts::Settled { late, .. } = &kind.amounts else { continue };
            for window in &self.windows[at] {
                self.union.join(&window.values);
            }
            self.looked += late.len();
            for (low, high) in late {
                if *low > size {
                    break;
                }
                if kind.into != Into::One || high - low < SHORT {
                    for amount in *low..=size.min(*high) {
                        self.leave(size - amount, kind.into);
                    }
                }
            }
        }
        self.looked += self.divided.len();
        Some(pairs::mex(&mut self.union, &self.divided, &mut self.pairs, &self.space))
    }

    /// Puts in the values of what is made of so many tokens, all of them at once.
    fn leave(&mut self, tokens: u64, into: Into) {
        let tokens = tokens as usize;
        match into {
            Into::One => self.union.insert(self.values[tokens]),
            Into::Parts { count, equal: true, .. } => {
                parts::equal(tokens, count, &self.values).into_iter().for_each(|value| self.union.insert(value));
            }
            Into::Parts { count: 2, differ, .. } => {
                let Some(place) = self.pairs.iter().position(|pairs| pairs.differ() == differ) else { return };
                let asked = &mut self.asked[place];
                if asked.len() <= tokens {
                    asked.resize(tokens + 1, usize::MAX);
                }
                if std::mem::replace(&mut asked[tokens], self.values.len()) != self.values.len() {
                    self.divided.push((place, tokens));
                    self.union.join(self.pairs[place].prepare(tokens, &self.values, &self.space));
                }
            }
            Into::Parts { count, differ: true, .. } => {
                parts::differing(tokens, (count, 1), 0, &self.values, &mut self.union, &mut self.allowance);
            }
            Into::Parts { count, .. } => {
                if let Some(many) = &mut self.many {
                    self.union.join(many.of(tokens, count, &self.values));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
