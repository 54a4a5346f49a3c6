//! A sequence of values that repeats from some place on.

use crate::logic::formula::{Formula, Linear, Var};
use crate::theorem::{ClosedForm, HeapValue, Repeating};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::collections::BTreeSet;

/// The most heaps, and the most different sizes, for which the P-positions are written as a formula.
const MOST_HEAPS: usize = 6;
const MOST_SIZES: usize = 200;

/// Values g(0), g(1), … with g(h + period) = g(h) for all h >= start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sequence {
    /// The computed values, which show the period; more than start + period of them.
    pub(super) values: Vec<u32>,
    /// The first size from which on the values repeat.
    pub(super) start: usize,
    /// The period.
    pub(super) period: usize,
}

impl Sequence {
    /// The smallest size with the same value that is less than start + period, or the size itself if it is less.
    pub(super) fn representative(&self, size: &BigUint) -> usize {
        match size.to_usize() {
            Some(small) if small < self.start + self.period => small,
            _ => {
                let beyond = (size - self.start) % self.period;
                self.start + beyond.to_usize().expect("a remainder is less than the period")
            }
        }
    }

    pub(super) fn value(&self, size: &BigUint) -> u32 {
        self.values[self.representative(size)]
    }

    /// The values, as theorems give them.
    pub(super) fn heap_value(&self) -> HeapValue {
        HeapValue::Repeating(Repeating {
            values: self.values[..self.start + self.period].iter().map(|value| u64::from(*value)).collect(),
            start: self.start as u64,
            period: self.period as u64,
            saltus: 0,
        })
    }

    /// The sizes below the start of the period whose value is 0.
    pub(super) fn early_zeros(&self) -> Vec<usize> {
        (0..self.start).filter(|size| self.values[*size] == 0).collect()
    }

    /// The remainders modulo the period of the later sizes whose value is 0, ascending.
    pub(super) fn zero_remainders(&self) -> Vec<usize> {
        let sizes = self.start..self.start + self.period;
        let remainders: BTreeSet<usize> =
            sizes.filter(|size| self.values[*size] == 0).map(|size| size % self.period).collect();
        remainders.into_iter().collect()
    }

    /// The positions of `heaps` heaps in which the nim-sum of the values is 0; none where the formula would be long.
    pub(super) fn closed_form(&self, heaps: usize) -> Option<ClosedForm> {
        if heaps > MOST_HEAPS || self.start + self.period > MOST_SIZES {
            return None;
        }
        if heaps == 1 {
            return Some(ClosedForm::Formula(self.has_value(Var(0), 0)));
        }
        // For each heap there is a number, its value, and these numbers have nim-sum 0.
        let values: BTreeSet<u32> = self.values.iter().copied().collect();
        let variables: Vec<Var> = (heaps..2 * heaps).map(Var).collect();
        let value_of = |heap: usize| {
            let is = |value: &u32| {
                let named = Linear::sum([(1, variables[heap])], -i64::from(*value));
                Formula::And(vec![Formula::IsZero(named), self.has_value(Var(heap), *value)])
            };
            Formula::Or(values.iter().map(is).collect())
        };
        let mut parts: Vec<Formula> = (0..heaps).map(value_of).collect();
        parts.push(Formula::ColumnSums { variables: variables.clone(), modulus: 2 });
        Some(ClosedForm::Formula(Formula::exists(variables, Formula::And(parts))))
    }

    /// A heap has that value.
    fn has_value(&self, heap: Var, value: u32) -> Formula {
        let minus = |size: usize| Linear::variable(heap).plus(&Linear::constant(-(size as i64)));
        let with = |sizes: std::ops::Range<usize>| sizes.filter(move |size| self.values[*size] == value);
        let early = with(0..self.start).map(|size| Formula::IsZero(minus(size)));
        let late = with(self.start..self.start + self.period).map(|size| {
            let late = Formula::at_most(&Linear::constant(self.start as i64), &Linear::variable(heap));
            Formula::And(vec![late, Formula::Divisible(minus(size), self.period.into())])
        });
        Formula::Or(early.chain(late).collect())
    }
}
