//! Proofs by exhaustion: a strategy from one start, read off the solved graph.

use crate::game::{GameError, Position, moves};
use crate::graph::{Budget, ExploreError, MoveGraph, Progress};
use crate::proof::{Line, OutcomeClaim, Place, Step, Winner};
use crate::rules::Ruleset;
use crate::rules::facts::Facts;
use crate::solve::{Outcome, Solution, solve};
use std::collections::{BTreeMap, BTreeSet};

/// The claim about a start and the strategy that proves it; nothing where neither player can force a win.
///
/// # Errors
///
/// Where the graph cannot be explored.
///
/// # Complexity
///
/// The moves of the graph below the start.
pub(super) fn find(
    rules: &Ruleset,
    facts: &Facts,
    start: &Position,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<Option<(OutcomeClaim, Vec<Step>)>, ExploreError> {
    let start = start.clone().with_registers(&rules.initial_registers());
    let graph = MoveGraph::explore(rules, facts, [start.clone()], budget, progress)?;
    let solution = solve(&graph);
    let book = Book { rules, graph: &graph, solution: &solution };
    let (outcome, _) = book.outcome(&start);
    let (winner, first) = match outcome {
        Outcome::Draw => return Ok(None),
        Outcome::P => (Winner::Second, Some(start.clone())),
        Outcome::N => (Winner::First, book.best_answer(&start)?),
    };
    let mut lines: BTreeMap<Place, Line> = BTreeMap::new();
    let mut open: BTreeSet<Position> = first.into_iter().collect();
    while let Some(position) = open.pop_first() {
        let mut replies = Vec::new();
        for option in moves(rules, &position, usize::MAX)? {
            let answer = book.best_answer(&option.to)?;
            replies.push((place(&option.to), answer.as_ref().map(place)));
            open.extend(answer.filter(|answer| !lines.contains_key(&place(answer))));
        }
        let rank = u64::from(book.outcome(&position).1);
        lines.insert(place(&position), Line { position: place(&position), rank, replies });
    }
    let claim = OutcomeClaim { start: place(&start), winner };
    Ok(Some((claim, vec![Step::Strategy { lines: lines.into_values().collect() }])))
}

struct Book<'a> {
    rules: &'a Ruleset,
    graph: &'a MoveGraph,
    solution: &'a Solution,
}

impl Book<'_> {
    /// The outcome and remoteness of a position of the graph.
    fn outcome(&self, position: &Position) -> (Outcome, u32) {
        let vertex = self.graph.find(position).expect("all that can be reached is in the graph");
        (self.solution.outcome(vertex), self.solution.remoteness(vertex))
    }

    /// The option that wins soonest, the first of these; none where the game is over.
    fn best_answer(&self, position: &Position) -> Result<Option<Position>, GameError> {
        let options = moves(self.rules, position, usize::MAX)?.into_iter().map(|one| one.to);
        let lost = options.filter_map(|option| match self.outcome(&option) {
            (Outcome::P, remoteness) => Some((remoteness, option)),
            _ => None,
        });
        Ok(lost.min().map(|(_, option)| option))
    }
}

fn place(position: &Position) -> Place {
    Place { sizes: position.sizes().to_vec(), registers: position.registers().to_vec() }
}
