//! The moves that the rules allow at a position.

use super::position::{Move, Position};
use crate::rules::expr::{EvalError, Expr, Item, Scope};
use crate::rules::number::Number;
use crate::rules::{AmountSet, Amounts, MoveRule, Ruleset, Selection};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use thiserror::Error;

/// Why the moves at a position cannot be listed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// A rule has no meaning at the position.
    #[error("at {position}: {error}")]
    Rule {
        /// The position.
        position: Position,
        /// What is wrong, and where in the file.
        error: EvalError,
    },
    /// There are more moves than the caller wants to see.
    #[error("{position} has more than {limit} moves")]
    TooMany {
        /// The position.
        position: Position,
        /// The limit.
        limit: usize,
    },
    /// There are more amounts and choices of heaps to try than [`MAX_TRIED`].
    #[error("{position} has too many moves to list them: more than {MAX_TRIED} amounts and choices of heaps to try")]
    TooLarge {
        /// The position.
        position: Position,
    },
}

/// The most amounts and choices of heaps that are tried at one position, whether the rules allow them or not.
pub const MAX_TRIED: u64 = 10_000_000;

/// The moves at a position, one for each position that can be reached, in lexicographic order of those.
///
/// # Errors
///
/// Where a rule has no meaning there, or more than `limit` moves lead from it.
///
/// # Complexity
///
/// Proportional to the number of moves, times its logarithm.
pub fn moves(rules: &Ruleset, position: &Position, limit: usize) -> Result<Vec<Move>, GameError> {
    let mut found: BTreeMap<Position, Move> = BTreeMap::new();
    let mut left = limit;
    let complete = for_each_move(rules, position, &mut |rule, taken| {
        if left == 0 {
            return ControlFlow::Break(());
        }
        left -= 1;
        let to = after(position, taken);
        found.entry(to.clone()).or_insert_with(|| Move { rule, taken: taken.to_vec(), to });
        ControlFlow::Continue(())
    })?;
    match complete {
        ControlFlow::Continue(()) => Ok(found.into_values().collect()),
        ControlFlow::Break(()) => Err(GameError::TooMany { position: position.clone(), limit }),
    }
}

/// The position that is left when the amounts are taken from the heaps.
pub(crate) fn after(position: &Position, taken: &[(usize, u64)]) -> Position {
    let mut sizes = position.sizes().to_vec();
    for (heap, amount) in taken {
        sizes[*heap] -= amount;
    }
    Position::new(sizes)
}

/// What is called with the rule and what is taken.
type Visit<'a> = &'a mut dyn FnMut(usize, &[(usize, u64)]) -> ControlFlow<()>;

/// Calls `visit` for each way in which a rule can be applied, rule by rule, until it breaks off.
///
/// # Errors
///
/// Where a rule has no meaning at the position, or there is too much to try.
pub fn for_each_move(rules: &Ruleset, position: &Position, visit: Visit<'_>) -> Result<ControlFlow<()>, GameError> {
    let mut left = MAX_TRIED;
    for (number, rule) in rules.moves.iter().enumerate() {
        let mut walk = Walk { rule, position, number, visit, left };
        match walk.run() {
            Ok(ControlFlow::Continue(())) => left = walk.left,
            Ok(ControlFlow::Break(())) => return Ok(ControlFlow::Break(())),
            Err(Stop::Rule(error)) => return Err(GameError::Rule { position: position.clone(), error }),
            Err(Stop::TooLarge) => return Err(GameError::TooLarge { position: position.clone() }),
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// What ends the walk through a rule's applications before its time.
enum Stop {
    Rule(EvalError),
    TooLarge,
}

impl From<EvalError> for Stop {
    fn from(error: EvalError) -> Stop {
        Stop::Rule(error)
    }
}

/// The applications of one rule at one position.
struct Walk<'a> {
    rule: &'a MoveRule,
    position: &'a Position,
    number: usize,
    visit: Visit<'a>,
    /// How much may still be tried.
    left: u64,
}

type Step = Result<ControlFlow<()>, Stop>;

impl Walk<'_> {
    /// Counts what is tried.
    fn tries(&mut self, count: u64) -> Result<(), Stop> {
        self.left = self.left.checked_sub(count).ok_or(Stop::TooLarge)?;
        Ok(())
    }

    fn run(&mut self) -> Step {
        let heaps = self.position.sizes().len();
        let non_empty: Vec<usize> = (0..heaps).filter(|heap| self.position.sizes()[*heap] > 0).collect();
        let (choices, low, high) = match &self.rule.from {
            Selection::Count { low, high } => (non_empty, *low, *high),
            Selection::These(heaps) => {
                if heaps.iter().any(|heap| !non_empty.contains(heap)) {
                    return Ok(ControlFlow::Continue(()));
                }
                (heaps.clone(), heaps.len(), heaps.len())
            }
        };
        let mut taken = Vec::with_capacity(high);
        match &self.rule.amounts {
            Amounts::Each(set) => {
                let mut amounts = vec![Vec::new(); heaps];
                for heap in &choices {
                    amounts[*heap] = self.amounts(set, *heap)?;
                }
                self.each(&amounts, &choices, low, high, &mut taken)
            }
            Amounts::Same(set) => {
                let mut amounts = vec![Vec::new(); heaps];
                for heap in &choices {
                    amounts[*heap] = self.amounts(set, *heap)?;
                }
                self.same(&amounts, &choices, low, high, &mut taken)
            }
            Amounts::Letters(count) => self.letters(&choices, *count, &mut taken),
            Amounts::Total(set) => self.total(set, &choices, low, high),
        }
    }

    fn scope<'b>(&'b self, heap: Option<usize>, letters: &'b [Number]) -> Scope<'b> {
        Scope { heaps: self.position.sizes(), heap, letters, terms: None }
    }

    fn allowed(&self, heap: Option<usize>, letters: &[Number]) -> Result<bool, EvalError> {
        match &self.rule.condition {
            None => Ok(true),
            Some(condition) => condition.truth(&self.scope(heap, letters)),
        }
    }

    /// The amounts that may be taken from a heap, ascending, each once.
    fn amounts(&mut self, set: &AmountSet, heap: usize) -> Result<Vec<u64>, Stop> {
        let size = self.position.sizes()[heap];
        let mut amounts = self.members(set, size, Some(heap))?;
        if self.rule.condition.is_some() {
            let mut kept = Vec::new();
            for amount in amounts {
                if self.allowed(Some(heap), &[whole(amount)])? {
                    kept.push(amount);
                }
            }
            amounts = kept;
        }
        Ok(amounts)
    }

    /// The members of a set from 1 to `most`, ascending, each once.
    fn members(&mut self, set: &AmountSet, most: u64, heap: Option<usize>) -> Result<Vec<u64>, Stop> {
        let AmountSet::Items(items) = set else {
            self.tries(most)?;
            return Ok((1..=most).collect());
        };
        let placeholder = [whole(0)];
        let scope = self.scope(heap, &placeholder);
        let bound = |expr: &Expr| -> Result<BigInt, EvalError> {
            if expr.is_unlimited() { Ok(BigInt::from(most)) } else { expr.whole(&scope) }
        };
        let mut ranges = Vec::new();
        for item in items {
            let (low, high) = match item {
                Item::Value(value) => (bound(value)?, bound(value)?),
                Item::Range(low, high) => (bound(low)?, bound(high)?),
            };
            let low = low.max(BigInt::from(1)).to_u64();
            let high = high.min(BigInt::from(most)).to_u64();
            if let (Some(low), Some(high)) = (low, high) {
                ranges.push(low..=high);
            }
        }
        let mut members = Vec::new();
        for range in ranges.into_iter().filter(|range| !range.is_empty()) {
            self.tries(range.end() - range.start() + 1)?;
            members.extend(range);
        }
        members.sort_unstable();
        members.dedup();
        Ok(members)
    }

    fn each(
        &mut self,
        amounts: &[Vec<u64>],
        choices: &[usize],
        low: usize,
        high: usize,
        taken: &mut Vec<(usize, u64)>,
    ) -> Step {
        self.tries(1)?;
        if taken.len() >= low && !taken.is_empty() && (self.visit)(self.number, taken).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if taken.len() == high {
            return Ok(ControlFlow::Continue(()));
        }
        for (at, heap) in choices.iter().enumerate() {
            // With fewer heaps left than are still to be chosen there is nothing to find.
            if taken.len() + choices.len() - at < low {
                break;
            }
            for amount in &amounts[*heap] {
                taken.push((*heap, *amount));
                let step = self.each(amounts, &choices[at + 1..], low, high, taken)?;
                taken.pop();
                if step.is_break() {
                    return Ok(step);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn same(
        &mut self,
        amounts: &[Vec<u64>],
        choices: &[usize],
        low: usize,
        high: usize,
        taken: &mut Vec<(usize, u64)>,
    ) -> Step {
        self.tries(1)?;
        if taken.len() >= low && !taken.is_empty() && (self.visit)(self.number, taken).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if taken.len() == high {
            return Ok(ControlFlow::Continue(()));
        }
        for (at, heap) in choices.iter().enumerate() {
            if taken.len() + choices.len() - at < low {
                break;
            }
            let first = taken.first().map(|(_, amount)| *amount);
            for amount in &amounts[*heap] {
                if first.is_some_and(|first| first != *amount) {
                    continue;
                }
                taken.push((*heap, *amount));
                let step = self.same(amounts, &choices[at + 1..], low, high, taken)?;
                taken.pop();
                if step.is_break() {
                    return Ok(step);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn letters(&mut self, choices: &[usize], count: usize, taken: &mut Vec<(usize, u64)>) -> Step {
        self.tries(1)?;
        if taken.len() == count {
            let letters: Vec<Number> = taken.iter().map(|(_, amount)| whole(*amount)).collect();
            let heap = (count == 1).then(|| taken[0].0);
            if self.allowed(heap, &letters)? {
                return Ok((self.visit)(self.number, taken));
            }
            return Ok(ControlFlow::Continue(()));
        }
        for (at, heap) in choices.iter().enumerate() {
            if taken.len() + choices.len() - at < count {
                break;
            }
            for amount in 1..=self.position.sizes()[*heap] {
                taken.push((*heap, amount));
                let step = self.letters(&choices[at + 1..], count, taken)?;
                taken.pop();
                if step.is_break() {
                    return Ok(step);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn total(&mut self, set: &AmountSet, choices: &[usize], low: usize, high: usize) -> Step {
        let all: u64 = choices.iter().fold(0, |sum, heap| sum.saturating_add(self.position.sizes()[*heap]));
        for total in self.members(set, all, None)? {
            if !self.allowed(None, &[whole(total)])? {
                continue;
            }
            let step = self.parts(total, choices, low, high, &mut Vec::new())?;
            if step.is_break() {
                return Ok(step);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// All ways to take `left` tokens more from at most `high` heaps in all.
    fn parts(&mut self, left: u64, choices: &[usize], low: usize, high: usize, taken: &mut Vec<(usize, u64)>) -> Step {
        self.tries(1)?;
        if left == 0 {
            if taken.len() >= low {
                return Ok((self.visit)(self.number, taken));
            }
            return Ok(ControlFlow::Continue(()));
        }
        if taken.len() == high {
            return Ok(ControlFlow::Continue(()));
        }
        for (at, heap) in choices.iter().enumerate() {
            for amount in 1..=self.position.sizes()[*heap].min(left) {
                taken.push((*heap, amount));
                let step = self.parts(left - amount, &choices[at + 1..], low, high, taken)?;
                taken.pop();
                if step.is_break() {
                    return Ok(step);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn whole(amount: u64) -> Number {
    Number::from(BigInt::from(amount))
}
