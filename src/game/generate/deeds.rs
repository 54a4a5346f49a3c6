//! Moves other than taking: between heaps, splits, merges, replacements, passes, and moves written out.

use super::amounts::Reach;
use super::{Change, GO_ON, Step, Walk, whole};
use crate::rules::expr::{EvalError, Expr, Problem, Slot};
use crate::rules::number::Number;
use crate::rules::removals::choose;
use crate::rules::trend::Bounds;
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
                let most = self.sizes()[from];
                for amount in self.members(&shift.amounts, (1, most), Some(from), &letters)? {
                    self.tries(1)?;
                    letters[0] = whole(amount);
                    if self.allowed(Some(from), &letters)?
                        && self.made(&Change::Shift(from, to, amount), &letters, Some(from))?.is_break()
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
                let step = self.divisions(self.sizes()[heap], parts, &mut |walk, division| {
                    let letters: Vec<Number> =
                        if parts.lettered { division.iter().map(|part| whole(*part)).collect() } else { Vec::new() };
                    if !walk.allowed(Some(heap), &letters)? {
                        return GO_ON;
                    }
                    walk.made(&Change::Split(heap, division.to_vec()), &letters, Some(heap))
                })?;
                if step.is_break() {
                    return Ok(step);
                }
            }
        }
        GO_ON
    }

    pub(super) fn merge(&mut self, count: usize) -> Step {
        for heaps in choose(self.sizes().len(), count) {
            self.tries(1)?;
            let filled = heaps.iter().all(|heap| self.sizes()[*heap] > 0);
            if filled && self.allowed(None, &[])? && self.made(&Change::Merge(heaps), &[], None)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        GO_ON
    }

    pub(super) fn replace(&mut self, from: &Selection, set: &AmountSet) -> Step {
        for support in self.supports(from) {
            for heap in support {
                if self.replace_one(heap, set)?.is_break() {
                    return Ok(ControlFlow::Break(()));
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
                    if self.made(&Change::Scatter(heap, smaller), &[], Some(heap))?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        GO_ON
    }

    fn replace_one(&mut self, heap: usize, set: &AmountSet) -> Step {
        let size = self.sizes()[heap];
        let rule = self.rule;
        let speaks_of_size = |condition: &&Expr| condition.mentions(|slot| slot == Slot::Letter(0));
        if *set == AmountSet::Any && rule.condition.iter().any(|condition| speaks_of_size(&condition)) {
            let lasting = Bounds::of(&rule.condition).lasting(0, &[]);
            let reach = Reach::new(self.tokens().saturating_add(size), &lasting, 0);
            let mut letters = [whole(0)];
            for new in 0..=reach.last {
                self.tries(1)?;
                letters[0] = whole(new);
                if lasting.iter().any(|part| part.fails(&self.scope(Some(heap), &letters))) {
                    break;
                }
                if new == size || !self.allowed(Some(heap), &letters)? {
                    continue;
                }
                if reach.is_endless(new) {
                    let name = rule.letters.first().cloned().unwrap_or_default();
                    return Err(EvalError { span: rule.span, problem: Problem::Unbounded(name) }.into());
                }
                if self.made(&Change::Become(vec![(heap, new)]), &letters, Some(heap))?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            return GO_ON;
        }
        // Any size at all is any smaller one: a heap that grows is said by a set or a condition.
        let most = if *set == AmountSet::Any { size } else { u64::MAX >> 1 };
        for new in self.members(set, (0, most), Some(heap), &[])? {
            self.tries(1)?;
            let letters = [whole(new)];
            if new != size
                && self.allowed(Some(heap), &letters)?
                && self.made(&Change::Become(vec![(heap, new)]), &letters, Some(heap))?.is_break()
            {
                return Ok(ControlFlow::Break(()));
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

    /// All tokens.
    fn tokens(&self) -> u64 {
        self.sizes().iter().fold(0, |sum, size| sum.saturating_add(*size))
    }

    pub(super) fn pass(&mut self, register: Option<usize>) -> Step {
        let left = register.is_none_or(|register| self.position.registers()[register] > 0);
        if left && self.allowed(None, &[])? { self.made(&Change::Pass, &[], None) } else { GO_ON }
    }

    pub(super) fn written(&mut self, sets: &[AmountSet], becomes: &[(usize, Expr)]) -> Step {
        let mut letters = vec![whole(0); sets.len()];
        let mut bounds = Bounds::of(&self.rule.condition);
        becomes.iter().for_each(|(_, size)| bounds.add_natural(size));
        self.written_from(0, (sets, becomes, &bounds), &mut letters).map(|(step, _)| step)
    }

    /// Tries all values of the letters from the `depth`-th on; also tells whether any of them gave a move.
    fn written_from(
        &mut self,
        depth: usize,
        (sets, becomes, bounds): (&[AmountSet], &[(usize, Expr)], &Bounds<'_>),
        letters: &mut Vec<Number>,
    ) -> Result<(ControlFlow<()>, bool), super::Stop> {
        self.tries(1)?;
        let Some(set) = sets.get(depth) else { return self.become_all(becomes, letters) };
        let bounded = *set != AmountSet::Any;
        // Letters with sets of their own may not begin at 0, and then say nothing of later ones.
        let later: Vec<usize> = (depth + 1..sets.len()).collect();
        let from_zero = later.iter().all(|letter| sets[*letter] == AmountSet::Any);
        let lasting = if from_zero { bounds.lasting(depth, &later) } else { Vec::new() };
        let reach = Reach::new(self.tokens(), &lasting, depth);
        let values = if bounded { self.members(set, (0, u64::MAX >> 1), None, letters)? } else { Vec::new() };
        let mut values: Box<dyn Iterator<Item = u64>> =
            if bounded { Box::new(values.into_iter()) } else { Box::new(0..=reach.last) };
        let mut any = false;
        for value in values.by_ref() {
            letters[depth] = whole(value);
            self.tries(1)?;
            if lasting.iter().any(|part| part.fails(&self.scope(None, letters))) {
                break;
            }
            let (step, found) = self.written_from(depth + 1, (sets, becomes, bounds), letters)?;
            any |= found;
            if step.is_break() {
                return Ok((step, any));
            }
            if found && !bounded && reach.is_endless(value) {
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
        Ok((self.made(&Change::Become(sizes), letters, None)?, true))
    }
}
