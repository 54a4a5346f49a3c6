//! All positions up to a size.

use super::{HeapValues, Outcome, Solution, grundy, solve};
use crate::game::{Position, is_kept};
use crate::graph::{Budget, ExploreError, MoveGraph, Progress};
use crate::rules::Ruleset;
use crate::rules::facts::Facts;

/// The outcomes of all positions whose heaps hold at most so many tokens.
#[derive(Debug)]
pub struct Table {
    /// The greatest heap, in tokens.
    pub max: u64,
    heaps: usize,
    alike: bool,
    known: Known,
}

/// With more positions than these, a sum of heaps is solved by its heaps.
const MANY: u128 = 20_000;

/// How the outcomes are known.
#[derive(Debug)]
enum Known {
    /// By the graph of the positions and all that can be reached from them.
    Graph(Box<MoveGraph>, Solution),
    /// By the Grundy values of single heaps: where moves make new heaps, far more positions can be reached than asked for;
    /// and where there are many positions, single heaps are sooner solved.
    Heaps(HeapValues),
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
    /// Proportional to the number of moves from these positions; in a sum of heaps, where moves make new heaps or there are
    /// many positions, to the number of moves from single heaps.
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
        let table = |known| Table { max, heaps: rules.heaps, alike: facts.alike, known };
        if (rules.heaps_vary() || positions.is_none_or(|positions| positions > MANY))
            && let Some(values) = HeapValues::new(rules, facts, max, budget, progress)?
        {
            return Ok(table(Known::Heaps(values)));
        }
        let mut roots = Vec::new();
        for position in positions_up_to(rules.heaps, max, facts.alike) {
            if is_kept(rules, &position)? {
                roots.push(position);
            }
        }
        let graph = MoveGraph::explore(rules, facts, roots, budget, progress)?;
        let solution = solve(&graph);
        Ok(table(Known::Graph(Box::new(graph), solution)))
    }

    /// Whether the table holds a position: no heap is larger than its greatest, and the rules keep to it.
    pub fn holds(&self, position: &Position) -> bool {
        match &self.known {
            Known::Graph(graph, _) => graph.find(position).is_some(),
            Known::Heaps(values) => values.holds(position),
        }
    }

    /// Whether positions that differ in the order of heaps alone are one.
    pub fn alike(&self) -> bool {
        self.alike
    }

    /// The graph that was explored, if one was.
    pub fn graph(&self) -> Option<&MoveGraph> {
        match &self.known {
            Known::Graph(graph, _) => Some(graph),
            Known::Heaps(_) => None,
        }
    }

    /// How long play lasts from a position of the table when the winner hurries and the loser delays, where the graph was
    /// explored; see [`Solution::remoteness`].
    pub fn remoteness(&self, position: &Position) -> Option<u32> {
        match &self.known {
            Known::Graph(graph, solution) => graph.find(position).map(|vertex| solution.remoteness(vertex)),
            Known::Heaps(_) => None,
        }
    }

    /// Whether play can go on for ever.
    pub fn is_endless(&self) -> bool {
        self.graph().is_some_and(|graph| graph.options_first().is_none())
    }

    /// The outcome of a position of the table.
    ///
    /// # Panics
    ///
    /// Where the table does not hold the position: see [`Table::holds`].
    pub fn outcome(&self, position: &Position) -> Outcome {
        match &self.known {
            Known::Graph(graph, solution) => {
                solution.outcome(graph.find(position).expect("the table holds all positions up to its size"))
            }
            Known::Heaps(values) if values.value(position) == 0 => Outcome::P,
            Known::Heaps(_) => Outcome::N,
        }
    }

    /// The positions of the table, heaps ascending where the rules treat them alike, in lexicographic order.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let heaps = self.heaps;
        positions_up_to(heaps, self.max, self.alike).filter(|position| self.holds(position))
    }

    /// The P-positions of the table, in the order of [`Table::positions`].
    pub fn p_positions(&self) -> impl Iterator<Item = Position> {
        self.positions().filter(|position| self.outcome(position) == Outcome::P)
    }

    /// The Grundy values of the positions, in the order of [`Table::positions`]; nothing where there are none.
    pub fn grundy(&self) -> Option<Vec<(Position, u32)>> {
        let (graph, values) = match &self.known {
            Known::Graph(graph, _) => (graph, grundy(graph)?),
            Known::Heaps(values) => {
                return Some(self.positions().map(|at| (values.value(&at), at)).map(turned).collect());
            }
        };
        let value =
            |position: &Position| values[graph.find(position).expect("the table holds all positions up to its size")];
        Some(self.positions().map(|at| (value(&at), at)).map(turned).collect())
    }
}

fn turned((value, position): (u32, Position)) -> (Position, u32) {
    (position, value)
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
