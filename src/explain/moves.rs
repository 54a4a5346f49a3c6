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
    let step = |number: usize, made: Option<MoveInWords>, position: &Position| -> Option<Step> {
        Some(Step {
            number,
            first: number % 2 == 1,
            made,
            is_p: solution.outcome(graph.find(position)?) == Outcome::P,
            columns: Vec::new(),
            position: tex::position(&position.to_big()),
        })
    };
    let mut steps = vec![step(0, None, &position)?];
    let mut passed = vec![position.clone()];
    loop {
        let next = match solution.outcome(graph.find(&position)?) {
            Outcome::N => quickest_win(game, &position, graph, solution),
            _ => longest_delay(game, &position, graph, solution),
        };
        let Some(next) = next else { break };
        let made = between(&game.rules, &position, &next.to, language);
        position = next.to;
        passed.push(position.clone());
        steps.push(step(steps.len(), Some(made), &position)?);
    }
    // The columns of a single row are of no use.
    let columned = theorem.filter(|_| game.rules.heaps > 1);
    let names = columned.map(|theorem| load_columns(theorem, &passed, &mut steps)).unwrap_or_default();
    let length = solution.remoteness(start);
    let gap = (steps.len() > MAX_GAME).then(|| {
        let left_out = steps.len() - 2 * GAME_ENDS;
        steps.drain(GAME_ENDS..steps.len() - GAME_ENDS);
        (left_out, GAME_ENDS)
    });
    let first_wins = solution.outcome(start) == Outcome::N;
    Some(Line { steps, gap, length, columns: names, first_wins })
}

/// Gives each step the loads of the columns of a theorem's binary table, where it has one, and returns the columns' place
/// values: those of the widest table, as remainders can grow in the course of a game. Other tables lack columns on the
/// left, which hold no ones.
fn load_columns(theorem: &dyn Theorem, passed: &[Position], steps: &mut [Step]) -> Vec<String> {
    let figures: Vec<Value> = passed.iter().map(|position| theorem.figures(&position.to_big())).collect();
    let Some(widest) = figures.iter().max_by_key(|figures| columns(figures).len()) else { return Vec::new() };
    let width = columns(widest).len();
    for (step, figures) in steps.iter_mut().zip(&figures) {
        let loads = columns(figures).iter().filter_map(|column| column.get("ones")?.as_u64().map(|ones| ones as usize));
        let missing = width - columns(figures).len();
        step.columns = std::iter::repeat_n(0, missing).chain(loads).collect();
    }
    columns(widest).iter().filter_map(|column| column.get("power")?.as_str().map(str::to_owned)).collect()
}

fn columns(figures: &Value) -> &[Value] {
    figures.pointer("/table/columns").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::super::sample::{OPEN, answer, game, starts};
    use super::*;

    const KNOWN: [&str; 3] = [
        "heaps 3 move take any from one heap play misere",
        "heaps 3 heap_limit 2",
        "heaps 2 move take 1..2 from one heap",
    ];

    #[test]
    fn a_move_says_what_it_takes() {
        let named = game("heaps red, white move take any from each of 1..2 heaps");
        let sizes = |sizes: &[u64]| Position::new(sizes).to_big();
        let made = in_words(&named.rules, &sizes(&[3, 5]), &sizes(&[2, 4]), Language::En);
        assert_eq!((made.same_from_all, made.to.as_str(), made.taken.len()), (true, "(2, 4)", 2));
        let made = in_words(&named.rules, &sizes(&[3, 5]), &sizes(&[3, 0]), Language::En);
        let [taken] = made.taken.as_slice() else { panic!("{made:?}") };
        assert_eq!((taken.heap, taken.name.as_deref(), taken.amount.as_str()), (2, Some("white"), "5"));
        assert_eq!((taken.one, taken.all, made.same_from_all), (false, true, false));
        let single = game("heaps 1 move take 1..3 from one heap");
        let made = in_words(&single.rules, &sizes(&[8]), &sizes(&[7]), Language::En);
        assert_eq!((made.to.as_str(), made.taken[0].one, made.same_from_all), ("7", true, false));
    }

    /// Each move of a game played out is legal, the winner leaves only P-positions, and it lasts as long as foretold.
    #[test]
    fn games_are_played_well() {
        for rules in OPEN.iter().chain(&KNOWN) {
            let game = game(rules);
            for start in starts(&game, 4) {
                let answer = answer(&game, start.sizes());
                let line = played_out(&game, &answer, Language::En).unwrap();
                assert_eq!(line.gap, None);
                assert_eq!(line.steps.len() as u32, line.length + 1, "{rules} {start}");
                assert_eq!(line.first_wins, answer.outcome == Outcome::N);
                for two in line.steps.windows(2) {
                    assert_ne!(two[0].is_p, two[1].is_p, "{rules} {start}: from P to N and from N to P");
                    let from = read(&two[0].position);
                    let options = moves(&game.rules, &from, usize::MAX).unwrap();
                    assert!(options.iter().any(|one| one.to == read(&two[1].position)), "{rules} {start}");
                    assert_eq!(two[1].columns.len(), line.columns.len());
                }
                let last = read(&line.steps.last().unwrap().position);
                assert!(moves(&game.rules, &last, usize::MAX).unwrap().is_empty(), "{rules} {start}");
            }
        }
    }

    #[test]
    fn columns_are_those_of_the_widest_table() {
        // The remainders modulo 4 are 0 and 1 at the start, and 3 later.
        let game = game("heaps 2 move take 1..3 from one heap");
        let line = played_out(&game, &answer(&game, &[4, 5]), Language::En).unwrap();
        assert_eq!(line.columns, ["2", "1"]);
        for step in &line.steps {
            let position = read(&step.position);
            let ones = |bit: u64| position.sizes().iter().filter(|size| *size & bit != 0).count();
            assert_eq!(step.columns, [ones(2), ones(1)], "{}", step.position);
        }
        assert!(line.steps[0].columns[0] == 0 && line.steps.iter().any(|step| step.columns[0] > 0));
    }

    #[test]
    fn a_long_game_has_a_gap() {
        let game = game("heaps 1 move take s in {1, 2, 4} from one heap");
        let line = played_out(&game, &answer(&game, &[90]), Language::En).unwrap();
        let (left_out, before) = line.gap.unwrap();
        assert_eq!(line.steps.len() + left_out, line.length as usize + 1);
        assert_eq!(line.steps[before].number, line.steps[before - 1].number + 1 + left_out);
    }

    /// With the winning moves, the losing ones are all there are; and each reply leaves a P-position.
    #[test]
    fn losing_moves_are_complete_and_refuted() {
        for rules in OPEN.iter().chain(&KNOWN) {
            let game = game(rules);
            for start in starts(&game, 4) {
                let answer = answer(&game, start.sizes());
                let (graph, solution) = answer.explored.as_ref().unwrap();
                let replies = losing_moves(&game, &answer, Language::En).unwrap();
                let key = |position: Position| if game.facts.alike { position.ascending() } else { position };
                let mut listed: Vec<Position> = replies.rows.iter().map(|row| key(read(&row.first.to))).collect();
                listed.extend(answer.winning.iter().map(|to| key(Position::from_big(to).unwrap())));
                listed.sort();
                listed.dedup();
                let all = moves(&game.rules, &start, usize::MAX).unwrap();
                let mut expected: Vec<Position> = all.into_iter().map(|one| key(one.to)).collect();
                expected.sort();
                expected.dedup();
                assert_eq!(listed, expected, "{rules} {start}");
                for row in &replies.rows {
                    let left = read(&row.first.to);
                    match &row.reply {
                        Some(reply) => {
                            let vertex = graph.find(&read(&reply.to)).unwrap();
                            assert_eq!(solution.outcome(vertex), Outcome::P, "{rules} {start}");
                        }
                        None => assert!(moves(&game.rules, &left, usize::MAX).unwrap().is_empty(), "{rules} {start}"),
                    }
                }
            }
        }
    }

    #[test]
    fn many_moves_are_cut_off() {
        let game = game("heaps 2 move take any from one heap");
        let replies = losing_moves(&game, &answer(&game, &[80, 81]), Language::En).unwrap();
        assert_eq!((replies.rows.len(), replies.rows.len() + replies.left_out), (MAX_FIRST_MOVES, 160));
    }

    /// The position that a text such as `(1, 2)` or `5` names.
    fn read(text: &str) -> Position {
        let sizes = text.trim_matches(['(', ')']).split(", ").map(|size| size.parse().unwrap());
        Position::new(sizes.collect::<Vec<u64>>())
    }
}
