//! Moves as data for a sentence, and the tables of moves that a solution shows.

use super::tex;
use crate::answer::{Answer, Game};
use crate::game::{Move, Position, moves};
use crate::graph::MoveGraph;
use crate::rules::Ruleset;
use crate::solve::{Outcome, Solution};
use crate::text::Language;
use crate::theorem::Theorem;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use serde::Serialize;
use serde_json::Value;

/// The most rows of a table of first moves.
const MAX_FIRST_MOVES: usize = 60;
/// A game with more moves than this is printed with a gap.
const MAX_GAME: usize = 24;
/// How many moves are printed before and after the gap.
const GAME_ENDS: usize = 10;

/// A move: what it takes, and what it leaves.
#[derive(Clone, Debug, Serialize)]
pub struct MoveInWords {
    /// What it takes from each heap that it touches.
    pub taken: Vec<Taken>,
    /// Whether it takes the same amount from all heaps of the game, of which there are at least two.
    pub same_from_all: bool,
    /// The position that it leaves, as in `(2, 5, 7)`.
    pub to: String,
}

/// What a move takes from one heap.
#[derive(Clone, Debug, Serialize)]
pub struct Taken {
    /// The heap's number, from 1.
    pub heap: usize,
    /// The heap's name, or nothing.
    pub name: Option<String>,
    /// How many tokens, in decimal digits.
    pub amount: String,
    /// Whether that is one.
    pub one: bool,
    /// Whether the heap is empty afterwards.
    pub all: bool,
}

/// A first move that loses, and a reply.
#[derive(Clone, Debug, Serialize)]
pub struct Reply {
    /// The first move.
    pub first: MoveInWords,
    /// A winning reply; nothing where the first move has ended the game, and lost it.
    pub reply: Option<MoveInWords>,
}

/// The first moves that lose, each with a reply.
#[derive(Clone, Debug, Serialize)]
pub struct Replies {
    /// The moves and replies, in the order of the positions that the moves leave.
    pub rows: Vec<Reply>,
    /// How many more there are.
    pub left_out: usize,
    /// Whether moves that differ only by exchanging equal heaps are listed once.
    pub joined: bool,
}

/// A game played out.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// The moves, beginning with the position at the start.
    pub steps: Vec<Step>,
    /// How many moves stand between the steps before and after the gap, and how many steps stand before it.
    pub gap: Option<(usize, usize)>,
    /// How many moves the game lasts.
    pub length: u32,
    /// What the loads of the columns are called, for theorems that show them; see [`Step::columns`].
    pub columns: Vec<String>,
    /// Whether the player who moves first wins.
    pub first_wins: bool,
}

/// A position of a game played out, and the move that led to it.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The number of the move; 0 for the start.
    pub number: usize,
    /// Whether the player who began the game made the move.
    pub first: bool,
    /// The move; nothing for the start.
    pub made: Option<MoveInWords>,
    /// The position, as in `(2, 5, 7)`.
    pub position: String,
    /// Whether it is a P-position.
    pub is_p: bool,
    /// The number of ones in each column of the binary table, for theorems that have one.
    pub columns: Vec<usize>,
}

/// The move from one position to another, as data for a sentence.
pub fn in_words(rules: &Ruleset, from: &[BigUint], to: &[BigUint], language: Language) -> MoveInWords {
    let taken: Vec<Taken> = from
        .iter()
        .zip(to)
        .enumerate()
        .filter(|(_, (before, after))| before != after)
        .map(|(heap, (before, after))| {
            let amount = before - after;
            Taken {
                heap: heap + 1,
                name: rules.heap_name(heap).map(|name| name.get(language).to_owned()),
                one: amount.is_one(),
                amount: amount.to_string(),
                all: after.is_zero(),
            }
        })
        .collect();
    let same =
        taken.len() == from.len() && taken.len() > 1 && taken.windows(2).all(|two| two[0].amount == two[1].amount);
    MoveInWords { same_from_all: same, to: tex::position(to), taken }
}

fn between(rules: &Ruleset, from: &Position, to: &Position, language: Language) -> MoveInWords {
    in_words(rules, &from.to_big(), &to.to_big(), language)
}

/// The first moves that lose from the answer's position, each with a winning reply.
///
/// Nothing where the graph has not been explored and the moves are too many to list.
pub fn losing_moves(game: &Game, answer: &Answer, language: Language) -> Option<Replies> {
    let start = Position::from_big(&answer.position)?;
    let (graph, solution) = answer.explored.as_ref()?;
    let mut rows = Vec::new();
    let mut left_out = 0;
    let mut seen: Vec<Position> = Vec::new();
    let mut joined = false;
    for first in moves(&game.rules, &start, usize::MAX).ok()? {
        let vertex = graph.find(&first.to)?;
        if solution.outcome(vertex) == Outcome::P {
            continue;
        }
        if game.facts.alike {
            let key = first.to.clone().ascending();
            if seen.contains(&key) {
                joined = true;
                continue;
            }
            seen.push(key);
        }
        if rows.len() == MAX_FIRST_MOVES {
            left_out += 1;
            continue;
        }
        let reply = quickest_win(game, &first.to, graph, solution);
        rows.push(Reply {
            first: between(&game.rules, &start, &first.to, language),
            reply: reply.map(|reply| between(&game.rules, &first.to, &reply.to, language)),
        });
    }
    Some(Replies { rows, left_out, joined })
}

/// The winning move after which the game ends soonest, the first of several.
pub fn quickest_win(game: &Game, position: &Position, graph: &MoveGraph, solution: &Solution) -> Option<Move> {
    let wins = game.winning_moves(position, graph, solution).ok()?;
    wins.into_iter().min_by_key(|one| graph.find(&one.to).map(|vertex| solution.remoteness(vertex)))
}

/// The move after which the game lasts longest, the last of several, so that the loser takes as little as may be.
fn longest_delay(game: &Game, position: &Position, graph: &MoveGraph, solution: &Solution) -> Option<Move> {
    let all = moves(&game.rules, position, usize::MAX).ok()?;
    all.into_iter().max_by_key(|one| graph.find(&one.to).map(|vertex| solution.remoteness(vertex)))
}

/// A game played out from the answer's position: the winner hurries, the loser resists as long as possible.
pub fn played_out(game: &Game, answer: &Answer, language: Language) -> Option<Line> {
    let (graph, solution) = answer.explored.as_ref()?;
    let theorem = game.theorem();
    let mut position = Position::from_big(&answer.position)?;
    let start = graph.find(&position)?;
    if solution.outcome(start) == Outcome::Draw {
        return None;
    }
    // The columns of a single row are of no use.
    let columned = theorem.filter(|_| game.rules.heaps > 1);
    let names = columned.map(|theorem| column_names(theorem, &position)).unwrap_or_default();
    let step = |number: usize, made: Option<MoveInWords>, position: &Position| -> Option<Step> {
        Some(Step {
            number,
            first: number % 2 == 1,
            made,
            is_p: solution.outcome(graph.find(position)?) == Outcome::P,
            columns: theorem.map(|theorem| column_loads(theorem, position, names.len())).unwrap_or_default(),
            position: tex::position(&position.to_big()),
        })
    };
    let mut steps = vec![step(0, None, &position)?];
    loop {
        let next = match solution.outcome(graph.find(&position)?) {
            Outcome::N => quickest_win(game, &position, graph, solution),
            _ => longest_delay(game, &position, graph, solution),
        };
        let Some(next) = next else { break };
        let made = between(&game.rules, &position, &next.to, language);
        position = next.to;
        steps.push(step(steps.len(), Some(made), &position)?);
    }
    let length = solution.remoteness(start);
    let gap = (steps.len() > MAX_GAME).then(|| {
        let left_out = steps.len() - 2 * GAME_ENDS;
        steps.drain(GAME_ENDS..steps.len() - GAME_ENDS);
        (left_out, GAME_ENDS)
    });
    let first_wins = solution.outcome(start) == Outcome::N;
    Some(Line { steps, gap, length, columns: names, first_wins })
}

/// The place values of the columns of a theorem's binary table at a position, where it has one.
fn column_names(theorem: &dyn Theorem, position: &Position) -> Vec<String> {
    let figures = theorem.figures(&position.to_big());
    columns(&figures).iter().filter_map(|column| column.get("power")?.as_str().map(str::to_owned)).collect()
}

/// The number of ones in each column; columns that a smaller position no longer has hold none.
fn column_loads(theorem: &dyn Theorem, position: &Position, width: usize) -> Vec<usize> {
    if width == 0 {
        return Vec::new();
    }
    let figures = theorem.figures(&position.to_big());
    let loads: Vec<usize> =
        columns(&figures).iter().filter_map(|column| column.get("ones")?.as_u64().map(|ones| ones as usize)).collect();
    let missing = width.saturating_sub(loads.len());
    std::iter::repeat_n(0, missing).chain(loads).collect()
}

fn columns(figures: &Value) -> &[Value] {
    figures.pointer("/table/columns").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
