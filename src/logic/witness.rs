//! The least tuple that an automaton accepts.
//!
//! # Definition
//! Of two tuples that is less whose largest entry is less; where these are equal, whose total is; where these are equal
//! too, that which comes first in lexicographic order.
//!
//! # Method
//! Let L be the length of the shortest accepted word. As the automaton reads least significant digits first and accepts
//! all words of a tuple or none, the least tuple has a word of length L, and its largest entry M has L digits. So look at
//! the accepted words of length L. Let R_j be the set of the states that words of length j lead to from the start, and go
//! back from the accepting states of R_L, most significant digits first. At place j, the digit of M is 0 if some continuation
//! exists with which no entry gets above M, and 1 otherwise. A continuation is a state of R_j from which a word leads on to
//! acceptance, together with the set of *tight* entries, whose digits read are those of M: a tight entry must not have a 1
//! where M has a 0, and is tight no longer if it has a 0 where M has a 1. That a state lies in R_j says that
//! there are digits for the places below j, which complete the continuation to an accepted word.
//!
//! Of the continuations with the same state and the same tight entries only that is kept whose higher digits are least by
//! (total, lexicographic order): whatever is added below is the same for all of them, and adds the same to
//! both sides of each comparison.
//!
//! # Complexity
//! Finding L takes at most L·s·2^k transitions for s states and k variables, going back at most L·s·4^k.

use super::automaton::Automaton;
use super::budget::{Construction, Meter, TooLarge};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// The higher digits of a tuple: its total, and its entries.
type Digits = (BigUint, Vec<BigUint>);

/// The best continuations, by state and set of tight entries.
type Continuations = BTreeMap<(u32, usize), Digits>;

impl Automaton {
    /// The least tuple that is accepted, in the order of the variables, if any is.
    ///
    /// # Errors
    /// [`TooLarge`] where the budget does not suffice.
    pub(super) fn least(&self, meter: &mut Meter) -> Result<Option<Vec<BigUint>>, TooLarge> {
        if self.is_empty() {
            return Ok(None);
        }
        let levels = self.levels(meter)?;
        let entries = self.variables().len();
        let nothing = (BigUint::ZERO, vec![BigUint::ZERO; entries]);
        let (last, lower) = levels.split_last().expect("the word of length 0 leads to the start");
        let accepting = last.iter().filter(|state| self.accepts_in(**state));
        let all = self.letters() - 1;
        let mut continuations: Continuations = accepting.map(|state| ((*state, all), nothing.clone())).collect();
        for level in lower.iter().rev() {
            let zero = self.continue_below(level, &continuations, false, meter)?;
            continuations =
                if zero.is_empty() { self.continue_below(level, &continuations, true, meter)? } else { zero };
        }
        Ok(continuations.into_values().min().map(|(_, tuple)| tuple))
    }

    /// For each length up to that of the shortest accepted word, the states that words of that length lead to.
    fn levels(&self, meter: &mut Meter) -> Result<Vec<BTreeSet<u32>>, TooLarge> {
        let mut levels = vec![BTreeSet::from([0])];
        let mut level = &levels[0];
        while !level.iter().any(|state| self.accepts_in(*state)) {
            meter.spend(level.len() * self.letters(), self.too_large())?;
            let next = level.iter().flat_map(|state| (0..self.letters()).map(|letter| self.next(*state, letter)));
            let next = next.collect();
            levels.push(next);
            level = &levels[levels.len() - 1];
        }
        Ok(levels)
    }

    /// The continuations with one digit more, which leads from a state of `level`, where the largest entry has the digit
    /// `one` there.
    fn continue_below(
        &self,
        level: &BTreeSet<u32>,
        continuations: &Continuations,
        one: bool,
        meter: &mut Meter,
    ) -> Result<Continuations, TooLarge> {
        let mut longer = Continuations::new();
        for state in level {
            for letter in 0..self.letters() {
                let next = self.next(*state, letter);
                for ((_, tight), (total, tuple)) in continuations.range((next, 0)..=(next, usize::MAX)) {
                    meter.spend(1, self.too_large())?;
                    if !one && tight & letter != 0 {
                        continue;
                    }
                    let tight = if one { tight & letter } else { *tight };
                    let digits = tuple.iter().enumerate().map(|(entry, high)| high * 2u32 + (letter >> entry & 1));
                    let new = (total * 2u32 + letter.count_ones(), digits.collect());
                    let best = longer.entry((*state, tight)).or_insert_with(|| new.clone());
                    if new < *best {
                        *best = new;
                    }
                }
            }
            meter.spend(self.letters(), self.too_large())?;
        }
        Ok(longer)
    }

    fn too_large(&self) -> TooLarge {
        TooLarge { construction: Construction::Witness, states: self.states(), variables: self.variables().len() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::budget::Budget;
    use super::super::conditions::{at_most_zero, is_zero};
    use super::super::formula::{Linear, Var};
    use super::*;

    const X: Var = Var(0);
    const Y: Var = Var(1);

    fn least(automaton: &Automaton) -> Option<Vec<BigUint>> {
        automaton.least(&mut Meter::new(Budget::default())).unwrap()
    }

    fn numbers(numbers: &[u32]) -> Option<Vec<BigUint>> {
        Some(numbers.iter().map(|number| BigUint::from(*number)).collect())
    }

    #[test]
    fn the_largest_entry_comes_first_then_the_total_then_the_order() {
        let mut meter = Meter::new(Budget::default());
        let at_least = |terms: &[(i64, Var)], bound: i64, meter: &mut Meter| {
            let sum = Linear::sum(terms.iter().map(|(coefficient, variable)| (-coefficient, *variable)), bound);
            at_most_zero(&sum, meter).unwrap()
        };
        // x + y >= 7: (3, 4) before (4, 3), and both before (0, 7), whose largest entry is larger.
        assert_eq!(least(&at_least(&[(1, X), (1, Y)], 7, &mut meter)), numbers(&[3, 4]));
        // 3x + y >= 12: the largest entry is at least 3, and then y = 3.
        assert_eq!(least(&at_least(&[(3, X), (1, Y)], 12, &mut meter)), numbers(&[3, 3]));
        // 5x + y >= 17: with largest entry 3, the total is least for y = 2.
        assert_eq!(least(&at_least(&[(5, X), (1, Y)], 17, &mut meter)), numbers(&[3, 2]));
        // 2x = y + 9: x = y = 9 has largest entry 9, but (5, 1) has 5.
        let equation = is_zero(&Linear::sum([(2, X), (-1, Y)], -9), &mut meter).unwrap();
        assert_eq!(least(&equation), numbers(&[5, 1]));
    }

    #[test]
    fn sentences_have_the_empty_witness() {
        assert_eq!(least(&Automaton::constant(true)), Some(Vec::new()));
        assert_eq!(least(&Automaton::constant(false)), None);
    }

    #[test]
    fn zero_is_a_witness_without_digits() {
        let mut meter = Meter::new(Budget::default());
        let equation = is_zero(&Linear::sum([(1, X), (-2, Y)], 0), &mut meter).unwrap();
        assert_eq!(least(&equation), numbers(&[0, 0]));
    }
}
