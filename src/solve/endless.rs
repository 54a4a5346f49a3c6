//! How play goes on for ever from a draw.

use super::{Outcome, Solution};
use crate::graph::{MoveGraph, Vertex};
use std::collections::{HashMap, HashSet, VecDeque};

/// The most positions from which a round is looked for, and the most that are passed to find one.
const LOOKED_AT: usize = 2_000;

/// Positions through which play can go round for ever from a drawn one: from it on, each by a move of the one before,
/// until one comes again, which is the last. Nothing where the position is no draw, or no round is found near it.
///
/// Every position of the round is a draw, so that neither player loses by it. It is among the shortest near the start.
///
/// # Complexity
///
/// Bounded by a constant number of positions, times their moves.
pub fn round(graph: &MoveGraph, solution: &Solution, start: Vertex) -> Option<Vec<Vertex>> {
    if solution.outcome(start) != Outcome::Draw {
        return None;
    }
    let (mut best, before, mut looked) = (None::<Vec<Vertex>>, reached(graph, solution, start), 0);
    for (vertex, distance) in &before.in_order {
        // From further away no shorter one is found.
        if best.as_ref().is_some_and(|known| distance + 2 > known.len()) || looked > LOOKED_AT {
            break;
        }
        let found = reached(graph, solution, *vertex);
        looked += found.in_order.len().min(64);
        let back = found.in_order.iter().find(|(other, _)| graph.options(*other).any(|option| option == *vertex));
        let Some((last, _)) = back else { continue };
        let mut whole = before.path_to(*vertex);
        whole.extend(found.path_to(*last).into_iter().skip(1));
        whole.push(*vertex);
        if best.as_ref().is_none_or(|known| whole.len() < known.len()) {
            best = Some(whole);
        }
    }
    best
}

/// The draws that are reached from one through draws, nearest first.
struct Reached {
    in_order: Vec<(Vertex, usize)>,
    origins: HashMap<Vertex, Vertex>,
}

fn reached(graph: &MoveGraph, solution: &Solution, from: Vertex) -> Reached {
    let mut found = Reached { in_order: Vec::new(), origins: HashMap::new() };
    let mut known = HashSet::from([from]);
    let mut waiting = VecDeque::from([(from, 0)]);
    while let Some((vertex, distance)) = waiting.pop_front() {
        found.in_order.push((vertex, distance));
        if found.in_order.len() > LOOKED_AT {
            break;
        }
        for option in graph.options(vertex).filter(|option| solution.outcome(*option) == Outcome::Draw) {
            if known.insert(option) {
                found.origins.insert(option, vertex);
                waiting.push_back((option, distance + 1));
            }
        }
    }
    found
}

impl Reached {
    /// The positions from the first to this one.
    fn path_to(&self, vertex: Vertex) -> Vec<Vertex> {
        let mut path: Vec<Vertex> =
            std::iter::successors(Some(vertex), |vertex| self.origins.get(vertex).copied()).collect();
        path.reverse();
        path
    }
}
