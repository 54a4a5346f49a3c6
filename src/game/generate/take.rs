//! Moves that take tokens.

use super::{Change, GO_ON, Step, Stop, Walk, whole};
use crate::rules::expr::{Expr, Scope, Slot};
use crate::rules::number::Number;
use crate::rules::trend::Bounds;
use crate::rules::{AmountSet, Amounts, Parts, Selection, Take};

/// What is called with each way to divide tokens.
pub(super) type Divided<'a, W> = &'a mut dyn FnMut(&mut W, &[u64]) -> Step;

impl Walk<'_> {
    pub(super) fn take(&mut self, take: &Take) -> Step {
        if take.from == Selection::Every {
            return self.take_everywhere(take);
        }
        let heaps = self.sizes().len();
        match &take.from {
            Selection::Count { low, high } => {
                let choices: Vec<usize> = (0..heaps).filter(|heap| self.sizes()[*heap] > 0).collect();
                self.take_among(take, &choices, *low, *high)
            }
            from => {
                for support in self.supports(from) {
                    if support.iter().all(|heap| self.sizes()[*heap] > 0)
                        && self.take_among(take, &support, support.len(), support.len())?.is_break()
                    {
                        return Ok(std::ops::ControlFlow::Break(()));
                    }
                }
                GO_ON
            }
        }
    }

    /// The choices of heaps of a selection, each ascending; empty heaps may be among them.
    pub(super) fn supports(&self, from: &Selection) -> Vec<Vec<usize>> {
        let sizes = self.sizes();
        let filled: Vec<usize> = (0..sizes.len()).filter(|heap| sizes[*heap] > 0).collect();
        let with_size = |size: Option<u64>| -> Vec<Vec<usize>> {
            filled.iter().filter(|heap| Some(sizes[**heap]) == size).map(|heap| vec![*heap]).collect()
        };
        match from {
            Selection::Count { low, high } => {
                (*low..=*high).flat_map(|count| crate::rules::removals::choose(sizes.len(), count)).collect()
            }
            Selection::All => vec![(0..sizes.len()).collect()],
            Selection::These(these) => vec![these.clone()],
            Selection::Largest => with_size(filled.iter().map(|heap| sizes[*heap]).max()),
            Selection::Smallest => with_size(filled.iter().map(|heap| sizes[*heap]).min()),
            Selection::First => filled.first().map(|heap| vec![*heap]).into_iter().collect(),
            Selection::Last => filled.last().map(|heap| vec![*heap]).into_iter().collect(),
            Selection::Ends => {
                let mut ends: Vec<Vec<usize>> = filled.first().map(|heap| vec![*heap]).into_iter().collect();
                ends.extend(filled.last().filter(|_| filled.len() > 1).map(|heap| vec![*heap]));
                ends
            }
            Selection::Adjacent { low, high, circle } => adjacent(sizes.len(), *low, *high, *circle),
            Selection::Every => vec![filled],
        }
    }

    fn take_among(&mut self, take: &Take, choices: &[usize], low: usize, high: usize) -> Step {
        let mut taken = Vec::new();
        match &take.amounts {
            Amounts::Each(set) | Amounts::Same(set) => {
                let mut amounts = vec![Vec::new(); self.sizes().len()];
                for heap in choices {
                    amounts[*heap] = self.amounts(set, take.or_rest, *heap)?;
                }
                let same = matches!(take.amounts, Amounts::Same(_));
                self.each(take, &amounts, choices, (low, high, same), &mut taken)
            }
            // So many letters stand for the amounts of no other number of heaps.
            Amounts::Letters(count) if !(low..=high).contains(count) => GO_ON,
            Amounts::Letters(count) => self.letters(take, choices, *count, &mut taken),
            Amounts::Total(set) => self.total(take, set, choices, low, high),
        }
    }

    /// From every heap that is not empty and meets the condition: one of the amounts, or the same from all of them.
    fn take_everywhere(&mut self, take: &Take) -> Step {
        let heaps: Vec<usize> = (0..self.sizes().len()).filter(|heap| self.sizes()[*heap] > 0).collect();
        let set = match &take.amounts {
            Amounts::Each(set) | Amounts::Same(set) => set,
            // Where no single heap is in question the condition chooses none.
            Amounts::Letters(_) | Amounts::Total(_) => return self.take_among(take, &heaps, heaps.len(), heaps.len()),
        };
        let mut amounts = vec![Vec::new(); self.sizes().len()];
        for heap in &heaps {
            amounts[*heap] = self.amounts(set, take.or_rest, *heap)?;
        }
        if let Amounts::Same(_) = &take.amounts {
            let mut values: Vec<u64> = amounts.iter().flatten().copied().collect();
            values.sort_unstable();
            values.dedup();
            for value in values {
                self.tries(1)?;
                let mut taken = Vec::new();
                let mut complete = true;
                for heap in &heaps {
                    if amounts[*heap].contains(&value) {
                        taken.push((*heap, value));
                    } else if self.allowed(Some(*heap), &[whole(value)])? {
                        complete = false;
                    }
                }
                if complete && self.taken(take, &mut taken)?.is_break() {
                    return Ok(std::ops::ControlFlow::Break(()));
                }
            }
            return GO_ON;
        }
        let mut choices = Vec::new();
        for heap in heaps {
            if !amounts[heap].is_empty() {
                choices.push(heap);
            } else if self.is_meant(set, heap)? {
                return GO_ON;
            }
        }
        if choices.is_empty() {
            return GO_ON;
        }
        self.each(take, &amounts, &choices, (choices.len(), choices.len(), false), &mut Vec::new())
    }

    /// Whether a heap from which no amount may be taken meets the condition of `every heap` all the same, so that it
    /// stands in the way. Where the condition speaks of the amount, it does so with some amount that the heap lacks.
    fn is_meant(&mut self, set: &AmountSet, heap: usize) -> Result<bool, Stop> {
        let of_amount = |condition: &Expr| condition.mentions(|slot| slot == Slot::Letter(0));
        if !self.rule.condition.as_ref().is_some_and(of_amount) {
            return Ok(self.allowed(Some(heap), &[whole(0)])?);
        }
        let size = self.sizes()[heap];
        for amount in
            self.members(set, (size.saturating_add(1), size.saturating_mul(4).saturating_add(64)), Some(heap), &[])?
        {
            if self.allowed(Some(heap), &[whole(amount)])? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Visits the move that takes these amounts, for each way to split what is left of a heap.
    fn taken(&mut self, take: &Take, taken: &mut Vec<(usize, u64)>) -> Step {
        let (heap, amount) = taken[0];
        let letters: Vec<Number> = match &take.amounts {
            // Nothing but what is remembered speaks of letters after the move.
            _ if self.rule.then.is_empty() => Vec::new(),
            Amounts::Total(_) => vec![whole(taken.iter().fold(0, |sum, (_, amount)| sum + amount))],
            Amounts::Letters(_) => taken.iter().map(|(_, amount)| whole(*amount)).collect(),
            _ => vec![whole(amount)],
        };
        let whole_heap = take.split.as_ref().is_none_or(|(_, may)| *may);
        if whole_heap {
            // Lent to the change, as there are many moves.
            let change = Change::Take(std::mem::take(taken), Vec::new());
            let step = self.made(&change, &letters, Some(heap))?;
            if let Change::Take(lent, _) = change {
                *taken = lent;
            }
            if step.is_break() {
                return Ok(step);
            }
        }
        let Some((parts, _)) = &take.split else { return GO_ON };
        let rest = self.sizes()[heap] - amount;
        self.divisions(rest, parts, &mut |walk, division| {
            walk.made(&Change::Take(taken.to_vec(), division.to_vec()), &letters, Some(heap))
        })
    }

    /// Visits the ways to divide so many tokens into parts, in every order, until it breaks off.
    pub(super) fn divisions(&mut self, tokens: u64, parts: &Parts, visit: Divided<'_, Self>) -> Step {
        for count in parts.low..=parts.high {
            if self.divide(tokens, count, parts, &mut Vec::new(), visit)?.is_break() {
                return Ok(std::ops::ControlFlow::Break(()));
            }
        }
        GO_ON
    }

    fn divide(
        &mut self,
        left: u64,
        count: usize,
        parts: &Parts,
        before: &mut Vec<u64>,
        visit: Divided<'_, Self>,
    ) -> Step {
        self.tries(1)?;
        let fits = |part: u64, before: &[u64]| {
            let other = |other: &u64| *other != part;
            !(parts.differ && before.contains(&part) || parts.equal && before.iter().any(other))
        };
        if count == 1 {
            if left == 0 || !fits(left, before) {
                return GO_ON;
            }
            before.push(left);
            let step = visit(self, before);
            before.pop();
            return step;
        }
        // Letters tell the parts apart.
        let ascending = self.unordered && !parts.lettered;
        let least = before.last().copied().filter(|_| ascending).unwrap_or(1);
        let most = if ascending { left / count as u64 } else { left.saturating_sub(count as u64 - 1) };
        for part in least..=most {
            // Of equal parts the first decides all others.
            if parts.equal && before.is_empty() && !left.is_multiple_of(count as u64) {
                break;
            }
            let part = if parts.equal { left / count as u64 } else { part };
            if fits(part, before) {
                before.push(part);
                let step = self.divide(left - part, count - 1, parts, before, visit)?;
                before.pop();
                if step.is_break() {
                    return Ok(step);
                }
            }
            if parts.equal {
                break;
            }
        }
        GO_ON
    }

    /// Amounts from at least `low` and at most `high` of the heaps, all the same or each its own.
    fn each(
        &mut self,
        take: &Take,
        amounts: &[Vec<u64>],
        choices: &[usize],
        (low, high, same): (usize, usize, bool),
        taken: &mut Vec<(usize, u64)>,
    ) -> Step {
        self.tries(1)?;
        if taken.len() >= low && !taken.is_empty() && self.taken(take, taken)?.is_break() {
            return Ok(std::ops::ControlFlow::Break(()));
        }
        if taken.len() == high {
            return GO_ON;
        }
        for (at, heap) in choices.iter().enumerate() {
            // With fewer heaps left than are still to be chosen there is nothing to find.
            if taken.len() + choices.len() - at < low {
                break;
            }
            let first = taken.first().map(|(_, amount)| *amount);
            for amount in &amounts[*heap] {
                if same && first.is_some_and(|first| first != *amount) {
                    continue;
                }
                taken.push((*heap, *amount));
                let step = self.each(take, amounts, &choices[at + 1..], (low, high, same), taken)?;
                taken.pop();
                if step.is_break() {
                    return Ok(step);
                }
            }
        }
        GO_ON
    }

    /// Amounts with letters of their own, from so many of the heaps.
    ///
    /// Comparisons in the condition bound the letters: in `take a, b from 2 heaps where a + b = 3` neither is more than 3.
    fn letters(&mut self, take: &Take, choices: &[usize], count: usize, taken: &mut Vec<(usize, u64)>) -> Step {
        let rule = self.rule;
        let bounds = Bounds::of(&rule.condition);
        // Letters that stand for nothing yet stand at 1, their least value.
        let mut letters = vec![whole(1); rule.letters.len().max(count)];
        self.letters_from(take, choices, (count, &bounds), &mut letters, taken)
    }

    fn letters_from(
        &mut self,
        take: &Take,
        choices: &[usize],
        (count, bounds): (usize, &Bounds<'_>),
        letters: &mut Vec<Number>,
        taken: &mut Vec<(usize, u64)>,
    ) -> Step {
        self.tries(1)?;
        let depth = taken.len();
        if depth == count {
            let heap = (count == 1).then(|| taken[0].0);
            if self.allowed(heap, letters)? {
                return self.taken(take, taken);
            }
            return GO_ON;
        }
        let later: Vec<usize> = (depth + 1..count).collect();
        let lasting = bounds.lasting(depth, &later);
        for (at, heap) in choices.iter().enumerate() {
            if depth + choices.len() - at < count {
                break;
            }
            let single = (count == 1).then_some(*heap);
            let mut range = Some((1, self.sizes()[*heap]));
            if later.is_empty() {
                let base = Scope { letters: &[], ..self.scope(single, &[]) };
                range = bounds.narrow(depth, (1, self.sizes()[*heap]), letters, &base);
            }
            let Some((low, high)) = range else {
                // Narrowing has moved the letter, and what lasts is told by its least value.
                letters[depth] = whole(1);
                continue;
            };
            for amount in low..=high {
                self.tries(1)?;
                letters[depth] = whole(amount);
                if lasting.iter().any(|part| part.fails(&self.scope(single, letters))) {
                    break;
                }
                taken.push((*heap, amount));
                let step = self.letters_from(take, &choices[at + 1..], (count, bounds), letters, taken)?;
                taken.pop();
                if step.is_break() {
                    return Ok(step);
                }
            }
            letters[depth] = whole(1);
        }
        GO_ON
    }

    fn total(&mut self, take: &Take, set: &AmountSet, choices: &[usize], low: usize, high: usize) -> Step {
        let all: u64 = choices.iter().fold(0, |sum, heap| sum.saturating_add(self.sizes()[*heap]));
        for total in self.members(set, (1, all), None, &[])? {
            if !self.allowed(None, &[whole(total)])? {
                continue;
            }
            let step = self.parts(take, total, choices, (low, high), &mut Vec::new())?;
            if step.is_break() {
                return Ok(step);
            }
        }
        GO_ON
    }

    /// All ways to take `left` tokens more from at most `high` heaps in all.
    fn parts(
        &mut self,
        take: &Take,
        left: u64,
        choices: &[usize],
        (low, high): (usize, usize),
        taken: &mut Vec<(usize, u64)>,
    ) -> Step {
        self.tries(1)?;
        if left == 0 {
            if taken.len() >= low {
                return self.taken(take, taken);
            }
            return GO_ON;
        }
        if taken.len() == high {
            return GO_ON;
        }
        for (at, heap) in choices.iter().enumerate() {
            for amount in 1..=self.sizes()[*heap].min(left) {
                taken.push((*heap, amount));
                let step = self.parts(take, left - amount, &choices[at + 1..], (low, high), taken)?;
                taken.pop();
                if step.is_break() {
                    return Ok(step);
                }
            }
        }
        GO_ON
    }
}

/// The choices of neighbours in a row, or a circle, of so many heaps.
fn adjacent(heaps: usize, low: usize, high: usize, circle: bool) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for count in low..=high.min(heaps) {
        // A circle has as many stretches of each length as heaps, but only one that is all of it.
        let starts = if circle && count < heaps { heaps } else { heaps - count + 1 };
        for start in 0..starts {
            let mut stretch: Vec<usize> = (start..start + count).map(|heap| heap % heaps).collect();
            stretch.sort_unstable();
            all.push(stretch);
        }
    }
    all
}
