//! Outcomes by retrograde analysis.

use crate::graph::{MoveGraph, Vertex};
use fixedbitset::FixedBitSet;
use serde::Serialize;
use std::collections::VecDeque;
use std::fmt;

/// Who wins from a position when both play well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Outcome {
    /// The previous player wins: whoever is to move loses.
    P,
    /// The next player wins.
    N,
    /// Neither can force a win: play goes on for ever.
    #[serde(rename = "draw")]
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::P => "P",
            Outcome::N => "N",
            Outcome::Draw => "draw",
        })
    }
}

/// The outcome of every position of a graph.
#[derive(Clone, Debug)]
pub struct Solution {
    outcomes: Vec<Outcome>,
    remoteness: Vec<u32>,
}

/// Solves every position of the graph.
///
/// A position without options has the outcome that the play gives it. A position with an option P is N; one whose
/// options are all N is P; what is never decided so is a draw. The remoteness is decided along the way: positions are
/// reached in the order of their remoteness, since each waits for the first P among its options or the last N.
///
/// # Complexity
///
/// Proportional to positions and moves.
///
/// # References
///
/// C. A. B. Smith, *Graphs and composite games*, Journal of Combinatorial Theory 1 (1966), 51–81.
pub fn solve(graph: &MoveGraph) -> Solution {
    let count = graph.len();
    let mut outcomes = vec![Outcome::Draw; count];
    let mut remoteness = vec![0; count];
    let mut undecided_options: Vec<usize> = (0..count).map(|vertex| graph.options(vertex).count()).collect();
    let mut decided: VecDeque<Vertex> = VecDeque::new();
    for vertex in 0..count {
        if undecided_options[vertex] == 0 {
            outcomes[vertex] = if graph.is_won_when_over(vertex) { Outcome::N } else { Outcome::P };
            decided.push_back(vertex);
        }
    }
    let mut is_decided = FixedBitSet::with_capacity(count);
    decided.iter().for_each(|vertex| is_decided.insert(*vertex));
    while let Some(vertex) = decided.pop_front() {
        for origin in graph.origins(vertex) {
            if is_decided.contains(origin) {
                continue;
            }
            let outcome = match outcomes[vertex] {
                Outcome::P => Outcome::N,
                _ => {
                    undecided_options[origin] -= 1;
                    if undecided_options[origin] > 0 {
                        continue;
                    }
                    Outcome::P
                }
            };
            outcomes[origin] = outcome;
            remoteness[origin] = remoteness[vertex] + 1;
            is_decided.insert(origin);
            decided.push_back(origin);
        }
    }
    Solution { outcomes, remoteness }
}

impl Solution {
    /// The outcome of a vertex.
    pub fn outcome(&self, vertex: Vertex) -> Outcome {
        self.outcomes[vertex]
    }

    /// How many moves the game lasts when the winner hurries and the loser delays; without meaning for a draw.
    pub fn remoteness(&self, vertex: Vertex) -> u32 {
        self.remoteness[vertex]
    }

    /// The P-positions, as a set of vertices; in normal play without draws, the kernel of the graph.
    pub fn p_positions(&self) -> FixedBitSet {
        let mut kernel = FixedBitSet::with_capacity(self.outcomes.len());
        for (vertex, outcome) in self.outcomes.iter().enumerate() {
            if *outcome == Outcome::P {
                kernel.insert(vertex);
            }
        }
        kernel
    }
}
