//! How large the automata of a decision may grow, and the report that they would grow larger.
//!
//! Whether a formula of Büchi's arithmetic is satisfiable is decidable, but every alternation of "there is" and "not" may
//! raise the size of the automata to a power of two. In place of a bound that is known beforehand there is a budget.

use std::fmt;

/// What a decision may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The number of transitions of one automaton, before it is minimised; memory is about 50 bytes for each.
    pub transitions: usize,
    /// The number of transitions that are computed in all; some millions take a second.
    pub work: u64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { transitions: 1 << 22, work: 1 << 26 }
    }
}

/// What was being built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construction {
    /// The automaton of a linear condition, a congruence, or a condition on columns.
    Condition,
    /// The automaton of two conditions together.
    Conjunction,
    /// The automaton of a condition with "there is" before it.
    Projection,
    /// The smallest automaton that accepts the same.
    Minimisation,
    /// The least solution.
    Witness,
}

impl fmt::Display for Construction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Construction::Condition => "a single condition",
            Construction::Conjunction => "two conditions together",
            Construction::Projection => "a condition with a bound variable",
            Construction::Minimisation => "an automaton that is being minimised",
            Construction::Witness => "the least solution",
        })
    }
}

/// The budget did not suffice; nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too large: the budget was used up at {states} states over {variables} variables, for {construction}")]
pub struct TooLarge {
    /// What was being built.
    pub construction: Construction,
    /// How many states it had by then.
    pub states: usize,
    /// How many variables its words are about.
    pub variables: usize,
}

/// What is left of a budget.
#[derive(Debug)]
pub(super) struct Meter {
    transitions: usize,
    work: u64,
}

impl Meter {
    pub(super) fn new(budget: Budget) -> Meter {
        Meter { transitions: budget.transitions, work: budget.work }
    }

    /// Takes the computing of `transitions` transitions from the budget.
    ///
    /// # Errors
    /// `report` where so much is not left.
    pub(super) fn spend(&mut self, transitions: usize, report: TooLarge) -> Result<(), TooLarge> {
        self.work = self.work.checked_sub(transitions as u64).ok_or(report)?;
        Ok(())
    }

    /// Checks that an automaton may have the size `transitions`.
    ///
    /// # Errors
    /// `report` where it may not.
    pub(super) fn admit(&self, transitions: Option<usize>, report: TooLarge) -> Result<(), TooLarge> {
        match transitions {
            Some(size) if size <= self.transitions => Ok(()),
            _ => Err(report),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spent_is_gone() {
        let report = TooLarge { construction: Construction::Projection, states: 7, variables: 2 };
        let mut meter = Meter::new(Budget { transitions: 10, work: 5 });
        assert_eq!(meter.spend(3, report), Ok(()));
        assert_eq!(meter.spend(3, report), Err(report));
        assert_eq!(meter.admit(Some(10), report), Ok(()));
        assert_eq!(meter.admit(Some(11), report), Err(report));
        assert_eq!(meter.admit(None, report), Err(report));
        assert_eq!(
            report.to_string(),
            "too large: the budget was used up at 7 states over 2 variables, for a condition with a bound variable"
        );
    }
}
