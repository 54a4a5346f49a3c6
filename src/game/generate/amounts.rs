//! The amounts that a rule allows, and other sets of numbers in rules.

use super::{Stop, Walk, whole};
use crate::rules::AmountSet;
use crate::rules::expr::{EvalError, Expr, Item, Problem, Scope, Slot};
use crate::rules::number::Number;
use crate::rules::trend::{Bounds, Part, Trend, power_that_may_rise, trend};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::ops::RangeInclusive;

/// Letters that never stop at a bound are tried up to this many times what there is, and a few more.
const STRETCH: u64 = 4;
/// How many more.
const MORE: u64 = 256;
/// A letter that is still allowed among so many last ones is allowed for ever.
const LAST: u64 = 64;
/// How far letters are tried of which a condition says that they end somewhere.
const FAR: u64 = 1 << 20;

/// Up to what letters are tried, where nothing shows before that greater ones do not matter.
pub(super) struct Reach {
    /// The greatest letter.
    pub last: u64,
}

impl Reach {
    /// From so many tokens, with what must hold and, once false, stays false.
    pub(super) fn new(tokens: u64, lasting: &[Part<'_>], letter: usize) -> Reach {
        let near = tokens.saturating_mul(STRETCH).saturating_add(MORE);
        let ends = lasting.iter().any(|part| part.speaks_of(letter));
        Reach { last: if ends { near.max(FAR) } else { near } }
    }

    /// Whether a letter that is allowed is so near the end that it seems to be allowed for ever.
    pub(super) fn is_endless(&self, letter: u64) -> bool {
        letter.saturating_add(LAST) > self.last
    }
}

impl Walk<'_> {
    /// The amounts that may be taken from a heap, ascending, each once.
    pub(super) fn amounts(&mut self, set: &AmountSet, or_rest: bool, heap: usize) -> Result<Vec<u64>, Stop> {
        let size = self.sizes()[heap];
        let mut amounts = self.members(set, (1, size), Some(heap), &[])?;
        if amounts.is_empty() && or_rest && size > 0 && self.is_more_than(set, size, heap)? {
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

    /// Whether a set, which holds no amount up to `size`, holds a greater one.
    fn is_more_than(&mut self, set: &AmountSet, size: u64, heap: usize) -> Result<bool, Stop> {
        match set {
            AmountSet::Any => Ok(false),
            AmountSet::Items(items) => {
                let placeholder = [whole(0)];
                let scope = self.scope(Some(heap), &placeholder);
                for item in items {
                    let high = match item {
                        Item::Value(value) | Item::Range(_, value) => value,
                    };
                    let is_range = match item {
                        Item::Value(_) => true,
                        Item::Range(low, _) => high.is_unlimited() || low.whole(&scope)? <= high.whole(&scope)?,
                    };
                    if is_range && (high.is_unlimited() || high.whole(&scope)? > BigInt::from(size)) {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            AmountSet::Values { .. } => {
                // The values go on above any size; where they are few, a stretch shows one.
                let beyond = size.saturating_mul(STRETCH).saturating_add(LAST);
                Ok(!self.members(set, (size.saturating_add(1), beyond), Some(heap), &[])?.is_empty())
            }
        }
    }

    /// The members of a set from `least` to `most`, ascending, each once. `known`: the rule's letters, as far as they are
    /// known already; the set may speak of them.
    pub(super) fn members(
        &mut self,
        set: &AmountSet,
        (least, most): (u64, u64),
        heap: Option<usize>,
        known: &[Number],
    ) -> Result<Vec<u64>, Stop> {
        let mut members = Vec::new();
        let numbers = || {
            let mut numbers = known.to_vec();
            numbers.resize(self.rule.letters.len().max(1), whole(0));
            numbers
        };
        match set {
            AmountSet::Any => {
                self.tries(most.saturating_sub(least))?;
                return Ok((least..=most).collect());
            }
            AmountSet::Items(items) => {
                let mut ranges = Vec::new();
                {
                    let numbers = numbers();
                    let scope = self.scope(heap, &numbers);
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
                let mut numbers = numbers();
                // The amount, which conditions may speak of, is not known before all letters are.
                let bounds = Bounds::of(conditions).without(0);
                let letters = Letter::each_of(value, letters, conditions, &bounds);
                let (within, bounds) =
                    (least..=most, (Number::from(BigInt::from(least)), Number::from(BigInt::from(most))));
                let values = Values { value, conditions, within, bounds, heap };
                self.values(&values, &letters, &mut numbers, &mut members)?;
            }
        }
        members.sort_unstable();
        members.dedup();
        Ok(members)
    }

    /// The values of an expression for all natural numbers as letters, as far as they lie within the bounds; whether
    /// the conditions held for any.
    ///
    /// A letter is raised until the conditions, or the value, show that no greater one can matter. Where they never do
    /// within the letters that are tried, the values must be the same for all of them: then raising it further changes
    /// nothing.
    fn values(
        &mut self,
        values: &Values<'_>,
        letters: &[Letter<'_>],
        numbers: &mut Vec<Number>,
        members: &mut Vec<u64>,
    ) -> Result<bool, Stop> {
        let Some((letter, rest)) = letters.split_first() else {
            // Conditions may speak of the amount too, which is letter 0.
            if values.speak_of_amount() {
                numbers[0] = Number::from(values.value.whole(&self.scope(values.heap, numbers))?);
            }
            let scope = self.scope(values.heap, numbers);
            for condition in values.conditions {
                if !condition.truth(&scope)? {
                    return Ok(false);
                }
            }
            let amount = values.value.whole(&scope)?;
            members.extend(amount.to_u64().filter(|amount| values.within.contains(amount)));
            return Ok(true);
        };
        let at = letter.number;
        let (least, most) = &values.bounds;
        let mut first: Option<Number> = None;
        let (mut changed, mut held, mut endless) = (false, false, false);
        let reach = Reach::new(*values.within.end(), &letter.lasting, at);
        for number in 0..=reach.last {
            self.tries(1)?;
            numbers[at] = whole(number);
            let scope = self.scope(values.heap, numbers);
            if letter.lasting.iter().any(|part| part.fails(&scope)) {
                break;
            }
            // Where the conditions leave a letter out, the expression need have no value.
            if let Some(now) = values.value.number(&scope).ok().filter(Number::is_integer) {
                let grows = || letter.grows || letter.power.is_some_and(|base| is_at_least_1(base, &scope));
                if (now > *most && grows()) || (letter.shrinks && now < *least) {
                    break;
                }
                changed |= first.get_or_insert_with(|| now.clone()) != &now;
            }
            // What the conditions say of this letter and those before it is known before the others run.
            let mut possible = true;
            for condition in &letter.known {
                possible = possible && condition.truth(&self.scope(values.heap, numbers))?;
            }
            if !possible {
                continue;
            }
            let holds = self.values(values, rest, numbers, members)?;
            held |= holds;
            endless |= holds && reach.is_endless(number);
        }
        numbers[at] = whole(0);
        if changed && endless {
            let name = self.rule.letters.get(at).cloned().unwrap_or_default();
            return Err(Stop::Rule(EvalError { span: values.value.span, problem: Problem::Unbounded(name) }));
        }
        Ok(held)
    }
}

/// The values of an expression with letters, of which those within bounds are wanted.
struct Values<'a> {
    value: &'a Expr,
    conditions: &'a [Expr],
    within: RangeInclusive<u64>,
    /// The least and the greatest value that is wanted, once more.
    bounds: (Number, Number),
    heap: Option<usize>,
}

/// A letter of such an expression, with what is known of it whatever the numbers are.
struct Letter<'a> {
    /// Which letter it is.
    number: usize,
    /// Whether the value never falls while this letter and later ones grow.
    grows: bool,
    /// Whether it never rises.
    shrinks: bool,
    /// The base of a power that never falls while this letter, which is the last, grows from where the base is at least 1.
    power: Option<&'a Expr>,
    /// What must hold and, once false, stays false.
    lasting: Vec<Part<'a>>,
    /// The conditions that speak of this letter, and of none that comes later.
    known: Vec<&'a Expr>,
}

impl<'a> Letter<'a> {
    /// The letters of an expression with these conditions.
    fn each_of(value: &'a Expr, letters: &[usize], conditions: &'a [Expr], bounds: &Bounds<'a>) -> Vec<Letter<'a>> {
        let about = |(at, letter): (usize, &usize)| {
            let rest = &letters[at + 1..];
            let trends: Vec<Trend> = letters[at..].iter().map(|letter| trend(value, *letter)).collect();
            let of_this = |condition: &&Expr| {
                let later = |slot: Slot| matches!(slot, Slot::Letter(other) if other == 0 || rest.contains(&other));
                !rest.is_empty()
                    && condition.mentions(|slot| slot == Slot::Letter(*letter))
                    && !condition.mentions(later)
            };
            Letter {
                number: *letter,
                grows: trends.iter().all(|trend| trend.never_falls()),
                shrinks: trends.iter().all(|trend| trend.never_rises()),
                power: power_that_may_rise(value, *letter).filter(|_| rest.is_empty()),
                lasting: bounds.lasting(*letter, rest),
                known: conditions.iter().filter(of_this).collect(),
            }
        };
        letters.iter().enumerate().map(about).collect()
    }
}

fn is_at_least_1(base: &Expr, scope: &Scope<'_>) -> bool {
    base.number(scope).is_ok_and(|base| base >= Number::from(1))
}

impl Values<'_> {
    /// Whether the conditions speak of the amount, and the value does not.
    fn speak_of_amount(&self) -> bool {
        let is_amount = |slot: Slot| slot == Slot::Letter(0);
        !self.value.mentions(is_amount) && self.conditions.iter().any(|condition| condition.mentions(is_amount))
    }
}
