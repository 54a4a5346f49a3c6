//! The solution of one start as a proof by cases: P-positions that settle it, each with its moves and replies.
//!
//! A set S of positions *settles* a start when the start is in S or some move leads from it into S, and from every
//! position that a move from a member of S leaves, either the game is over and won by the player to move, or some move
//! leads back into S. Whoever keeps moving into S wins: every move takes tokens, so play ends, and it is never the player
//! who moves into S that is left in the losing place at the end. Members of such a set are P-positions, and any winning
//! strategy gives such a set; a smallest one makes the shortest proof.

use super::moves::{MoveInWords, in_words};
use super::tex;
use crate::answer::{Answer, Game};
use crate::game::{Position, moves};
use crate::graph::{MoveGraph, Vertex};
use crate::solve::{Outcome, Solution};
use crate::text::Language;
use serde::Serialize;
use std::collections::BTreeSet;

/// The most steps of the search for a smallest set.
const MAX_STEPS: usize = 40_000;
/// The most members of a set that is printed.
const MAX_CASES: usize = 60;
/// The most rows of all tables together.
const MAX_ROWS: usize = 400;

/// A proof by cases.
#[derive(Clone, Debug, Serialize)]
pub struct CaseProof {
    /// The move by which the first player enters the set; nothing where the start is in it.
    pub entry: Option<MoveInWords>,
    /// The positions of the set, from the largest to the smallest total.
    pub cases: Vec<Case>,
    /// Whether no smaller set settles the start.
    pub smallest: bool,
    /// Whether cases that differ only in the order of heaps are joined.
    pub joined: bool,
}

/// One position of the set.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// The position, as in `(2, 5, 7)`.
    pub position: String,
    /// Its moves, each with a reply; empty where no move is left.
    pub rows: Vec<CaseRow>,
}

/// A move from a position of the set, and the reply.
#[derive(Clone, Debug, Serialize)]
pub struct CaseRow {
    /// The move.
    pub first: MoveInWords,
    /// The reply; nothing where the move has ended the game, and lost it.
    pub reply: Option<MoveInWords>,
}

/// The proof for the answer's start, where its graph has been explored and the proof bears printing.
pub fn by_cases(game: &Game, answer: &Answer, language: Language) -> Option<CaseProof> {
    let (graph, solution) = answer.explored.as_ref()?;
    let start = Position::from_big(&answer.position)?;
    let vertex = graph.find(&start)?;
    if solution.outcome(vertex) == Outcome::Draw {
        return None;
    }
    let (set, smallest) = settle(graph, solution, vertex)?;
    let in_set = |position: &Position| graph.find(position).is_some_and(|vertex| set.contains(&vertex));
    let words = |from: &Position, to: &Position| in_words(&game.rules, &from.to_big(), &to.to_big(), language);
    let entry = match solution.outcome(vertex) {
        Outcome::N => {
            let entry = moves(&game.rules, &start, usize::MAX).ok()?.into_iter().find(|one| in_set(&one.to))?;
            Some(words(&start, &entry.to))
        }
        _ => None,
    };
    let mut members: Vec<&Position> = set.iter().map(|vertex| graph.position(*vertex)).collect();
    members.sort_by_key(|position| (std::cmp::Reverse(position.total()), *position));
    let mut cases = Vec::new();
    let mut rows_left = MAX_ROWS;
    for position in members {
        let mut rows = Vec::new();
        let mut seen = BTreeSet::new();
        for first in moves(&game.rules, position, usize::MAX).ok()? {
            if !seen.insert(graph.find(&first.to)?) {
                continue;
            }
            let reply = moves(&game.rules, &first.to, usize::MAX).ok()?.into_iter().find(|one| in_set(&one.to));
            rows.push(CaseRow {
                first: words(position, &first.to),
                reply: reply.map(|reply| words(&first.to, &reply.to)),
            });
        }
        rows_left = rows_left.checked_sub(rows.len())?;
        cases.push(Case { position: tex::position(&position.to_big()), rows });
    }
    Some(CaseProof { entry, cases, smallest, joined: game.facts.alike && game.rules.heaps > 1 })
}

/// A set that settles the start, and whether it is known to be a smallest one.
///
/// # Complexity
///
/// At most [`MAX_STEPS`] steps, each proportional to the moves from the members of the set.
fn settle(graph: &MoveGraph, solution: &Solution, start: Vertex) -> Option<(BTreeSet<Vertex>, bool)> {
    let mut search = Search { graph, solution, best: None, steps: 0 };
    if solution.outcome(start) == Outcome::P {
        search.extend(&mut vec![start]);
    } else {
        let entries = search.replies(start);
        for entry in entries {
            search.extend(&mut vec![entry]);
        }
    }
    let smallest = search.steps <= MAX_STEPS;
    Some((search.best?.into_iter().collect(), smallest))
}

struct Search<'a> {
    graph: &'a MoveGraph,
    solution: &'a Solution,
    best: Option<Vec<Vertex>>,
    steps: usize,
}

impl Search<'_> {
    /// The P-positions among the options of an N-position, the quickest to win first.
    fn replies(&self, vertex: Vertex) -> Vec<Vertex> {
        let mut replies: Vec<Vertex> =
            self.graph.options(vertex).filter(|option| self.solution.outcome(*option) == Outcome::P).collect();
        replies.sort_by_key(|reply| self.solution.remoteness(*reply));
        replies
    }

    /// Looks for the smallest set that settles its members and holds these.
    fn extend(&mut self, members: &mut Vec<Vertex>) {
        self.steps += 1;
        let most = self.best.as_ref().map_or(MAX_CASES, |best| best.len() - 1);
        if members.len() > most || (self.steps > MAX_STEPS && self.best.is_some()) || self.steps > 2 * MAX_STEPS {
            return;
        }
        // The position without a reply that has the fewest possible ones.
        let mut hardest: Option<Vec<Vertex>> = None;
        for member in members.iter() {
            for option in self.graph.options(*member) {
                let replies = self.replies(option);
                if replies.is_empty() || replies.iter().any(|reply| members.contains(reply)) {
                    continue;
                }
                if hardest.as_ref().is_none_or(|known| replies.len() < known.len()) {
                    hardest = Some(replies);
                }
            }
        }
        let Some(replies) = hardest else {
            self.best = Some(members.clone());
            return;
        };
        for reply in replies {
            members.push(reply);
            self.extend(members);
            members.pop();
        }
    }
}
