//! The amounts that a rule allows, and other sets of numbers in rules.

use super::{Stop, Walk, whole};
use crate::rules::AmountSet;
use crate::rules::expr::{EvalError, Expr, Item, Problem, Slot};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Letters of amounts that never stop at a bound are tried up to this many times the bound, and a few more.
const STRETCH: u64 = 4;

impl Walk<'_> {
    /// The amounts that may be taken from a heap, ascending, each once.
    pub(super) fn amounts(&mut self, set: &AmountSet, or_rest: bool, heap: usize) -> Result<Vec<u64>, Stop> {
        let size = self.sizes()[heap];
        let mut amounts = self.members(set, 1, size, Some(heap))?;
        if amounts.is_empty() && or_rest && size > 0 && self.least_exceeds(set, size, heap)? {
            amounts.push(size);
        }
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

    /// Whether every amount of the set is more than the heap holds.
    fn least_exceeds(&mut self, set: &AmountSet, size: u64, heap: usize) -> Result<bool, Stop> {
        let AmountSet::Items(items) = set else { return Ok(false) };
        let placeholder = [whole(0)];
        let scope = self.scope(Some(heap), &placeholder);
        for item in items {
            let (Item::Value(low) | Item::Range(low, _)) = item;
            if !low.is_unlimited() && low.whole(&scope)? <= BigInt::from(size) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The members of a set from `least` to `most`, ascending, each once.
    pub(super) fn members(
        &mut self,
        set: &AmountSet,
        least: u64,
        most: u64,
        heap: Option<usize>,
    ) -> Result<Vec<u64>, Stop> {
        let mut members = Vec::new();
        match set {
            AmountSet::Any => {
                self.tries(most.saturating_sub(least))?;
                return Ok((least..=most).collect());
            }
            AmountSet::Items(items) => {
                let mut ranges = Vec::new();
                {
                    let placeholder = vec![whole(0); self.rule.letters.len().max(1)];
                    let scope = self.scope(heap, &placeholder);
                    let bound = |expr: &Expr| -> Result<BigInt, EvalError> {
                        if expr.is_unlimited() { Ok(BigInt::from(most)) } else { expr.whole(&scope) }
                    };
                    for item in items {
                        let (low, high) = match item {
                            Item::Value(value) => (bound(value)?, bound(value)?),
                            Item::Range(low, high) => (bound(low)?, bound(high)?),
                        };
                        let low = low.max(BigInt::from(least)).to_u64();
                        let high = high.min(BigInt::from(most)).to_u64();
                        if let (Some(low), Some(high)) = (low, high) {
                            ranges.push(low..=high);
                        }
                    }
                }
                for range in ranges.into_iter().filter(|range| !range.is_empty()) {
                    self.tries(range.end() - range.start() + 1)?;
                    members.extend(range);
                }
            }
            AmountSet::Values { value, letters, conditions } => {
                let mut numbers = vec![whole(0); self.rule.letters.len()];
                self.values(value, letters, conditions, (least, most), heap, &mut numbers, &mut members)?;
            }
        }
        members.sort_unstable();
        members.dedup();
        Ok(members)
    }

    /// The values of an expression for all natural numbers as letters, as far as they lie within the bounds.
    ///
    /// A letter is raised until the value exceeds the upper bound. Where it never does within the letters that are
    /// tried, the values must be the same for all of them: then raising it further changes nothing.
    #[allow(clippy::too_many_arguments)]
    fn values(
        &mut self,
        value: &Expr,
        letters: &[usize],
        conditions: &[Expr],
        (least, most): (u64, u64),
        heap: Option<usize>,
        numbers: &mut Vec<crate::rules::number::Number>,
        members: &mut Vec<u64>,
    ) -> Result<(), Stop> {
        let Some((letter, rest)) = letters.split_first() else {
            let scope = self.scope(heap, numbers);
            for condition in conditions {
                if !condition.truth(&scope)? {
                    return Ok(());
                }
            }
            let amount = value.whole(&scope)?;
            if let Some(amount) = amount.to_u64().filter(|amount| (least..=most).contains(amount)) {
                members.push(amount);
            }
            return Ok(());
        };
        // What holds for this letter and those before it alone is known before the others run.
        let known = |condition: &&Expr| {
            condition.mentions(|slot| slot == Slot::Letter(*letter))
                && !condition.mentions(|slot| matches!(slot, Slot::Letter(other) if rest.contains(&other)))
        };
        let known: Vec<&Expr> = conditions.iter().filter(known).collect();
        let last = most.saturating_mul(STRETCH).saturating_add(64);
        let mut first: Option<BigInt> = None;
        let mut changed = false;
        for number in 0..=last {
            self.tries(1)?;
            numbers[*letter] = whole(number);
            let now = value.whole(&self.scope(heap, numbers))?;
            if now > BigInt::from(most) && rest.is_empty() {
                numbers[*letter] = whole(0);
                return Ok(());
            }
            changed |= first.get_or_insert_with(|| now.clone()) != &now;
            let mut holds = true;
            for condition in &known {
                holds = holds && condition.truth(&self.scope(heap, numbers))?;
            }
            if holds && (now <= BigInt::from(most) || !rest.is_empty()) {
                self.values(value, rest, conditions, (least, most), heap, numbers, members)?;
            }
            if now > BigInt::from(most) {
                numbers[*letter] = whole(0);
                return Ok(());
            }
        }
        numbers[*letter] = whole(0);
        if changed {
            let name = self.rule.letters.get(*letter).cloned().unwrap_or_default();
            return Err(Stop::Rule(EvalError { span: value.span, problem: Problem::Unbounded(name) }));
        }
        Ok(())
    }
}
