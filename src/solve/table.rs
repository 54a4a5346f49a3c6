//! All positions up to a size.

use super::{Outcome, Solution, grundy, solve};
use crate::game::{Position, is_kept};
use crate::graph::{Budget, ExploreError, MoveGraph, Progress};
use crate::rules::Ruleset;
use crate::rules::facts::Facts;

/// The outcomes of all positions whose heaps hold at most so many tokens.
#[derive(Debug)]
pub struct Table {
    /// The graph of these positions and what can be reached from them.
    pub graph: MoveGraph,
    /// Its outcomes.
    pub solution: Solution,
    /// The greatest heap, in tokens.
    pub max: u64,
    heaps: usize,
}

impl Table {
    /// Solves all positions with heaps up to `max` tokens.
    ///
    /// # Errors
    ///
    /// Where a rule has no meaning at a position, or the table outgrows the budget.
    ///
    /// # Complexity
    ///
    /// Proportional to the number of moves from these positions.
    pub fn new(
        rules: &Ruleset,
        facts: &Facts,
        max: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Table, ExploreError> {
        let positions = box_size(rules.heaps, max, facts.alike);
        let counted = positions.and_then(|positions| usize::try_from(positions).ok()).unwrap_or(usize::MAX);
        if let Some(limit) = budget.exceeded(counted, 0, rules.heaps) {
            return Err(ExploreError::Box { max, positions, limit });
        }
        let mut roots = Vec::new();
        for position in positions_up_to(rules.heaps, max, facts.alike) {
            if is_kept(rules, &position)? {
                roots.push(position);
            }
        }
        let graph = MoveGraph::explore(rules, facts, roots, budget, progress)?;
        let solution = solve(&graph);
        Ok(Table { graph, solution, max, heaps: rules.heaps })
    }

    /// Whether the table holds a position: no heap is larger than its greatest, and the rules keep to it.
    pub fn holds(&self, position: &Position) -> bool {
        self.graph.find(position).is_some()
    }

    /// The outcome of a position of the table.
    ///
    /// # Panics
    ///
    /// Where the table does not hold the position: see [`Table::holds`].
    pub fn outcome(&self, position: &Position) -> Outcome {
        let vertex = self.graph.find(position).expect("the table holds all positions up to its size");
        self.solution.outcome(vertex)
    }

    /// The positions of the table, heaps ascending where the rules treat them alike, in lexicographic order.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let heaps = self.heaps;
        positions_up_to(heaps, self.max, self.graph.alike()).filter(|position| self.graph.find(position).is_some())
    }

    /// The P-positions of the table, in the order of [`Table::positions`].
    pub fn p_positions(&self) -> impl Iterator<Item = Position> {
        self.positions().filter(|position| self.outcome(position) == Outcome::P)
    }

    /// The Grundy values of the positions, in the order of [`Table::positions`]; nothing where there are none.
    pub fn grundy(&self) -> Option<Vec<(Position, u32)>> {
        let values = grundy(&self.graph)?;
        let value = |position: &Position| {
            values[self.graph.find(position).expect("the table holds all positions up to its size")]
        };
        Some(self.positions().map(|position| (value(&position), position)).map(|(value, at)| (at, value)).collect())
    }
}

/// The positions with heaps up to `max` tokens, in lexicographic order; only ascending ones if asked.
pub fn positions_up_to(heaps: usize, max: u64, ascending: bool) -> impl Iterator<Item = Position> {
    let mut next = Some(vec![0; heaps]);
    std::iter::from_fn(move || {
        let current = next.take()?;
        if let Some(at) = (0..heaps).rev().find(|at| current[*at] < max) {
            let mut sizes = current.clone();
            let grown = sizes[at] + 1;
            for (place, size) in sizes.iter_mut().enumerate().skip(at) {
                *size = if place == at || ascending { grown } else { 0 };
            }
            next = Some(sizes);
        }
        Some(Position::new(current))
    })
}

/// How many positions have heaps up to `max` tokens; `None` beyond what a machine counts.
pub fn box_size(heaps: usize, max: u64, ascending: bool) -> Option<u128> {
    let base = u128::from(max) + 1;
    if !ascending {
        return base.checked_pow(u32::try_from(heaps).ok()?);
    }
    // Multisets: (max + heaps) choose heaps.
    (1..=heaps as u128).try_fold(1u128, |count, k| Some(count.checked_mul(base - 1 + k)? / k))
}
