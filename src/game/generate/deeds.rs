//! Moves other than taking: between heaps, splits, merges, replacements, passes, and moves written out.

use super::{Change, GO_ON, Step, Walk, whole};
use crate::rules::expr::{EvalError, Expr, Problem};
use crate::rules::number::Number;
use crate::rules::removals::choose;
use crate::rules::{AmountSet, Parts, Place, Selection, Shift};
use num_traits::ToPrimitive;
use std::ops::ControlFlow;

impl Walk<'_> {
    pub(super) fn shift(&mut self, shift: &Shift) -> Step {
        let heaps = self.sizes().len();
        for from in 0..heaps {
            if self.sizes()[from] == 0 {
                continue;
            }
            for to in 0..heaps {
                if to == from || (shift.onto_tokens && self.sizes()[to] == 0) {
                    continue;
                }
                // Letters that number heaps stand behind the amount's.
                let mut letters = vec![whole(0); self.rule.letters.len().max(1)];
                for (place, heap) in [(&shift.from, from), (&shift.to, to)] {
                    if let Place::Letter(letter) = place {
                        letters[*letter] = whole(heap as u64 + 1);
                    }
                }
                if !self.is_place(&shift.from, from, from, &letters)?
                    || !self.is_place(&shift.to, to, from, &letters)?
                {
                    continue;
                }
                for amount in self.members(&shift.amounts, 1, self.sizes()[from], Some(from))? {
                    self.tries(1)?;
                    letters[0] = whole(amount);
                    if self.allowed(Some(from), &letters)?
                        && self.made(Change::Shift(from, to, amount), &letters, Some(from))?.is_break()
                    {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        GO_ON
    }

    /// Whether a heap is one that a place speaks of; `giver` is the heap that `i` numbers.
    fn is_place(&self, place: &Place, heap: usize, giver: usize, letters: &[Number]) -> Result<bool, EvalError> {
        match place {
            Place::Any | Place::Letter(_) => Ok(true),
            Place::Number(number) => {
                let number = number.whole(&self.scope(Some(giver), letters))?;
                Ok(number.to_usize() == Some(heap + 1))
            }
        }
    }

    pub(super) fn split(&mut self, from: &Selection, parts: &Parts) -> Step {
        for support in self.supports(from) {
            for heap in support {
                for division in self.divisions(self.sizes()[heap], parts)? {
                    let letters: Vec<Number> =
                        if parts.lettered { division.iter().map(|part| whole(*part)).collect() } else { Vec::new() };
                    if self.allowed(Some(heap), &letters)?
                        && self.made(Change::Split(heap, division), &letters, Some(heap))?.is_break()
                    {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        GO_ON
    }

    pub(super) fn merge(&mut self, count: usize) -> Step {
        for heaps in choose(self.sizes().len(), count) {
            self.tries(1)?;
            let filled = heaps.iter().all(|heap| self.sizes()[*heap] > 0);
            if filled && self.allowed(None, &[])? && self.made(Change::Merge(heaps), &[], None)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        GO_ON
    }

    pub(super) fn replace(&mut self, from: &Selection, set: &AmountSet) -> Step {
        for support in self.supports(from) {
            for heap in support {
                let size = self.sizes()[heap];
                // What is not bounded by the set itself is bounded by the heap: a heap that grows is said by a set.
                let most = if *set == AmountSet::Any { size } else { u64::MAX >> 1 };
                for new in self.members(set, 0, most, Some(heap))? {
                    self.tries(1)?;
                    let letters = [whole(new)];
                    if new != size
                        && self.allowed(Some(heap), &letters)?
                        && self.made(Change::Become(vec![(heap, new)]), &letters, Some(heap))?.is_break()
                    {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        GO_ON
    }

    pub(super) fn scatter(&mut self, from: &Selection, parts: &Parts) -> Step {
        for support in self.supports(from) {
            for heap in support {
                let size = self.sizes()[heap];
                if size == 0 || !self.allowed(Some(heap), &[])? {
                    continue;
                }
                let mut all = Vec::new();
                self.smaller(size, parts, &mut Vec::new(), &mut all)?;
                for smaller in all {
                    if self.made(Change::Scatter(heap, smaller), &[], Some(heap))?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        GO_ON
    }

    /// The choices of heaps smaller than `size`, each ascending, that begin with those chosen.
    fn smaller(
        &mut self,
        size: u64,
        parts: &Parts,
        chosen: &mut Vec<u64>,
        all: &mut Vec<Vec<u64>>,
    ) -> Result<(), super::Stop> {
        self.tries(1)?;
        if chosen.len() >= parts.low {
            all.push(chosen.clone());
        }
        if chosen.len() == parts.high {
            return Ok(());
        }
        let next = match chosen.last() {
            None => 1..=size - 1,
            Some(last) if parts.differ => last + 1..=size - 1,
            Some(last) if parts.equal => *last..=*last,
            Some(last) => *last..=size - 1,
        };
        for one in next {
            chosen.push(one);
            self.smaller(size, parts, chosen, all)?;
            chosen.pop();
        }
        Ok(())
    }

    pub(super) fn pass(&mut self, register: Option<usize>) -> Step {
        let left = register.is_none_or(|register| self.position.registers()[register] > 0);
        if left && self.allowed(None, &[])? { self.made(Change::Pass, &[], None) } else { GO_ON }
    }

    pub(super) fn written(&mut self, sets: &[AmountSet], becomes: &[(usize, Expr)]) -> Step {
        let mut letters = vec![whole(0); sets.len()];
        self.written_from(0, sets, becomes, &mut letters).map(|(step, _)| step)
    }

    /// Tries all values of the letters from the `depth`-th on; also tells whether any of them gave a move.
    fn written_from(
        &mut self,
        depth: usize,
        sets: &[AmountSet],
        becomes: &[(usize, Expr)],
        letters: &mut Vec<Number>,
    ) -> Result<(ControlFlow<()>, bool), super::Stop> {
        self.tries(1)?;
        let Some(set) = sets.get(depth) else { return self.become_all(becomes, letters) };
        let total: u64 = self.sizes().iter().fold(0, |sum, size| sum.saturating_add(*size));
        let bounded = *set != AmountSet::Any;
        // A letter that nothing bounds is tried a little beyond all tokens; if it still gives moves there, it always may.
        let most = if bounded { u64::MAX >> 1 } else { total.saturating_mul(2).saturating_add(8) };
        let mut any = false;
        for value in self.members(set, 0, most, None)? {
            letters[depth] = whole(value);
            let (step, found) = self.written_from(depth + 1, sets, becomes, letters)?;
            any |= found;
            if step.is_break() {
                return Ok((step, any));
            }
            if found && !bounded && value == most {
                let span = becomes.first().map_or(self.rule.span, |(_, size)| size.span);
                let name = self.rule.letters.get(depth).cloned().unwrap_or_default();
                return Err(EvalError { span, problem: Problem::Unbounded(name) }.into());
            }
        }
        letters[depth] = whole(0);
        Ok((ControlFlow::Continue(()), any))
    }

    fn become_all(
        &mut self,
        becomes: &[(usize, Expr)],
        letters: &[Number],
    ) -> Result<(ControlFlow<()>, bool), super::Stop> {
        let nothing = (ControlFlow::Continue(()), false);
        if !self.allowed(None, letters)? {
            return Ok(nothing);
        }
        let mut sizes = Vec::new();
        for (heap, size) in becomes {
            let size = size.whole(&self.scope(None, letters))?;
            match size.to_u64() {
                Some(size) => sizes.push((*heap, size)),
                None => return Ok(nothing),
            }
        }
        sizes.retain(|(heap, size)| self.sizes()[*heap] != *size);
        Ok((self.made(Change::Become(sizes), letters, None)?, true))
    }
}
