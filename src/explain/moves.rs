//! Moves as data for a sentence, and the tables of moves that a solution shows.

use super::notation::{Notation, at_start};
use super::tex;
use crate::answer::{Answer, Game};
use crate::game::{Change, Move, Position, moves};
use crate::graph::{MoveGraph, Vertex};
use crate::rules::Ruleset;
use crate::solve::{Outcome, Solution};
use crate::text::Language;
use crate::theorem::Theorem;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// The most rows of a table of first moves.
const MAX_FIRST_MOVES: usize = 60;
/// A game with more moves than this is printed with a gap.
const MAX_GAME: usize = 24;
/// The most positions of a round that is printed.
const MAX_ROUND: usize = 12;
/// How many moves are printed before and after the gap.
const GAME_ENDS: usize = 10;

/// A move: what it does, and what it leaves.
#[derive(Clone, Debug, Serialize)]
pub struct MoveInWords {
    /// `take`, `shift`, `split`, `scatter`, `merge`, `become` or `pass`.
    pub kind: &'static str,
    /// What it takes from each heap that it touches.
    pub taken: Vec<Taken>,
    /// Whether it takes the same amount from all heaps of the game, of which there are at least two.
    pub same_from_all: bool,
    /// The heap that is split or replaced, the heaps that are joined, or the heap that gives tokens and the one that receives them.
    pub heaps: Vec<HeapRef>,
    /// How many tokens go from a heap to another.
    pub amount: String,
    /// The parts into which a heap, or the rest of it, is split; the smaller heaps that take its place.
    pub parts: Vec<String>,
    /// The heaps that get new sizes.
    pub becomes: Vec<NewSize>,
    /// The position that it leaves, as in `(2, 5, 7)`.
    pub to: String,
}

/// How a text speaks of a heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeapRef {
    /// The heap's number, from 1.
    pub number: usize,
    /// The heap's name, or nothing.
    pub name: Option<String>,
    /// Its size, where heaps go by their sizes.
    pub of: Option<String>,
    /// Whether there are several heaps of that size.
    pub several: bool,
    /// Whether it is the only one that is not empty.
    pub only: bool,
    /// Whether the game has no other.
    pub alone: bool,
}

/// What a move takes from one heap.
#[derive(Clone, Debug, Serialize)]
pub struct Taken {
    /// The heap.
    pub heap: HeapRef,
    /// How many tokens, in decimal digits.
    pub amount: String,
    /// Whether that is one.
    pub one: bool,
    /// Whether the heap is empty afterwards.
    pub all: bool,
}

/// A heap that gets a new size.
#[derive(Clone, Debug, Serialize)]
pub struct NewSize {
    /// The heap.
    pub heap: HeapRef,
    /// Its size before.
    pub before: String,
    /// Its size afterwards.
    pub after: String,
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

/// Puts the moves of a game into words.
pub struct Teller<'a> {
    game: &'a Game,
    notation: Notation,
    language: Language,
}

impl<'a> Teller<'a> {
    /// For the moves of this game.
    pub fn new(game: &'a Game, language: Language) -> Teller<'a> {
        Teller { game, notation: Notation::of(game), language }
    }

    /// A position as text.
    pub fn position(&self, position: &Position) -> String {
        self.notation.position(position)
    }

    /// A move from a position, as data for a sentence.
    pub fn a_move(&self, from: &Position, made: &Move) -> MoveInWords {
        let heap = |heap: usize| self.heap(from, heap);
        let text = |parts: &[u64]| {
            let mut parts = parts.to_vec();
            if self.notation.is_unordered() {
                parts.sort_unstable();
            }
            parts.iter().map(u64::to_string).collect()
        };
        let mut told = MoveInWords {
            kind: "pass",
            taken: Vec::new(),
            same_from_all: false,
            heaps: Vec::new(),
            amount: String::new(),
            parts: Vec::new(),
            becomes: Vec::new(),
            to: self.position(&made.to),
        };
        match &made.change {
            Change::Take(taken, parts) => {
                told.kind = "take";
                let of = |(at, amount): &(usize, u64)| Taken {
                    heap: heap(*at),
                    one: *amount == 1,
                    amount: amount.to_string(),
                    all: from.sizes()[*at] == *amount,
                };
                told.taken = taken.iter().map(of).collect();
                let same = told.taken.windows(2).all(|two| two[0].amount == two[1].amount);
                told.same_from_all = same && taken.len() > 1 && taken.len() == from.sizes().len();
                told.parts = text(parts);
            }
            Change::Shift(giver, receiver, amount) => {
                told.kind = "shift";
                told.heaps = vec![heap(*giver), heap(*receiver)];
                told.amount = amount.to_string();
            }
            Change::Split(at, parts) => {
                told.kind = "split";
                told.heaps = vec![heap(*at)];
                told.parts = text(parts);
            }
            Change::Scatter(at, parts) => {
                told.kind = "scatter";
                told.heaps = vec![heap(*at)];
                told.parts = text(parts);
            }
            Change::Merge(heaps) => {
                told.kind = "merge";
                told.heaps = heaps.iter().map(|at| heap(*at)).collect();
            }
            Change::Become(heaps) => {
                told.kind = "become";
                let of = |(at, after): &(usize, u64)| NewSize {
                    heap: heap(*at),
                    before: from.sizes()[*at].to_string(),
                    after: after.to_string(),
                };
                told.becomes = heaps.iter().map(of).collect();
            }
            Change::Pass => {}
        }
        told
    }

    /// How a text speaks of a heap of a position.
    fn heap(&self, position: &Position, heap: usize) -> HeapRef {
        let size = position.sizes()[heap];
        let filled = position.sizes().iter().filter(|size| **size > 0).count();
        HeapRef {
            number: heap + 1,
            name: self.game.rules.heap_name(heap).map(|name| name.get(self.language).to_owned()),
            of: self.notation.is_unordered().then(|| size.to_string()),
            several: position.sizes().iter().filter(|other| **other == size).count() > 1,
            only: self.notation.is_unordered() && filled == 1,
            alone: position.sizes().len() == 1,
        }
    }

    /// The answer's winning moves, up to so many; of those that leave the same heaps in another order, where the number of
    /// heaps varies and their order does not matter, one.
    pub fn winning(&self, answer: &Answer, most: usize) -> Vec<MoveInWords> {
        let mut seen = BTreeSet::new();
        let all = self.every_winning(answer).into_iter();
        all.filter(|one| !self.notation.is_unordered() || seen.insert(one.to.clone())).take(most).collect()
    }

    /// The answer's winning moves, in their order.
    pub fn every_winning(&self, answer: &Answer) -> Vec<MoveInWords> {
        let rules = &self.game.rules;
        match (&answer.moves, at_start(rules, &answer.position)) {
            (Some(moves), Some(start)) => moves.iter().map(|one| self.a_move(&start, one)).collect(),
            _ => {
                let told = |to: &Vec<BigUint>| in_words(rules, &answer.position, to, self.language);
                answer.winning.iter().map(told).collect()
            }
        }
    }

    /// Of moves that leave the same heaps in another order, where heaps go by their sizes, one.
    pub(super) fn distinct<'m>(&self, moves: &'m [Move]) -> Vec<&'m Move> {
        let mut seen = BTreeSet::new();
        let form = |one: &Move| one.to.clone().ascending().without_empty_heaps();
        moves.iter().filter(|one| !self.notation.is_unordered() || seen.insert(form(one))).collect()
    }
}

/// The move from one position to another, by their difference, as data for a sentence: what it takes, moves, or else
/// changes. Where there are more heaps afterwards, several stand in the place of one, and the others as before.
pub fn in_words(rules: &Ruleset, from: &[BigUint], to: &[BigUint], language: Language) -> MoveInWords {
    let heap = |heap: usize| {
        let name = rules.heap_name(heap).map(|name| name.get(language).to_owned());
        let varies = rules.heaps_vary();
        HeapRef {
            number: heap + 1,
            name,
            of: varies.then(|| from[heap].to_string()),
            several: from.iter().filter(|other| **other == from[heap]).count() > 1,
            only: varies && from.iter().filter(|size| !size.is_zero()).count() == 1,
            alone: from.len() == 1,
        }
    };
    let mut told = MoveInWords {
        kind: "take",
        taken: Vec::new(),
        same_from_all: false,
        heaps: Vec::new(),
        amount: String::new(),
        parts: Vec::new(),
        becomes: Vec::new(),
        to: tex::position(to),
    };
    if let Some((divided, parts)) = divided(from, to) {
        let left: BigUint = parts.iter().sum();
        told.parts = parts.iter().map(BigUint::to_string).collect();
        if left < from[divided] {
            let amount = &from[divided] - left;
            told.taken =
                vec![Taken { heap: heap(divided), one: amount.is_one(), amount: amount.to_string(), all: false }];
        } else {
            told.kind = if left == from[divided] { "split" } else { "scatter" };
            told.heaps = vec![heap(divided)];
        }
        return told;
    }
    let changed: Vec<usize> = (0..from.len().min(to.len())).filter(|heap| from[*heap] != to[*heap]).collect();
    if changed.iter().all(|heap| from[*heap] > to[*heap]) {
        let taken = |at: &usize| {
            let amount = &from[*at] - &to[*at];
            Taken { heap: heap(*at), one: amount.is_one(), amount: amount.to_string(), all: to[*at].is_zero() }
        };
        told.taken = changed.iter().map(taken).collect();
        let same = told.taken.windows(2).all(|two| two[0].amount == two[1].amount);
        told.same_from_all = same && changed.len() > 1 && changed.len() == from.len();
        return told;
    }
    if let [one, other] = changed.as_slice() {
        let (giver, receiver) = if from[*one] > to[*one] { (*one, *other) } else { (*other, *one) };
        if from[giver] > to[giver] && &from[giver] + &from[receiver] == &to[giver] + &to[receiver] {
            told.kind = "shift";
            told.heaps = vec![heap(giver), heap(receiver)];
            told.amount = (&from[giver] - &to[giver]).to_string();
            return told;
        }
    }
    told.kind = "become";
    let new = |at: &usize| NewSize { heap: heap(*at), before: from[*at].to_string(), after: to[*at].to_string() };
    told.becomes = changed.iter().map(new).collect();
    told
}

/// The heap in whose place several stand, and these, where there are more heaps afterwards and the others stand as before.
fn divided<'p>(from: &[BigUint], to: &'p [BigUint]) -> Option<(usize, &'p [BigUint])> {
    let more = to.len().checked_sub(from.len()).filter(|more| *more > 0)?;
    let stands = |heap: &usize| from[..*heap] == to[..*heap] && from[heap + 1..] == to[heap + 1 + more..];
    let heap = (0..from.len()).find(stands)?;
    Some((heap, &to[heap..=heap + more]))
}

/// The first moves that lose from the answer's position, each with a winning reply.
///
/// Nothing where the graph has not been explored and the moves are too many to list.
pub fn losing_moves(game: &Game, answer: &Answer, language: Language) -> Option<Replies> {
    let start = at_start(&game.rules, &answer.position)?;
    let (graph, solution) = answer.explored.as_ref()?;
    let teller = Teller::new(game, language);
    let mut rows = Vec::new();
    let mut left_out = 0;
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    let mut joined = false;
    for first in moves(&game.rules, &start, usize::MAX).ok()? {
        let vertex = graph.find(&first.to)?;
        if solution.outcome(vertex) != Outcome::N {
            continue;
        }
        if !seen.insert(vertex) {
            joined = true;
            continue;
        }
        if rows.len() == MAX_FIRST_MOVES {
            left_out += 1;
            continue;
        }
        let reply = quickest_win(game, &first.to, graph, solution);
        rows.push(Reply {
            first: teller.a_move(&start, &first),
            reply: reply.map(|reply| teller.a_move(&first.to, &reply)),
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
    let theorem = game.theorem_at(&answer.position);
    let teller = Teller::new(game, language);
    let mut position = at_start(&game.rules, &answer.position)?;
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
            position: teller.position(position),
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
        let made = teller.a_move(&position, &next);
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

/// Positions through which play goes round for ever from a draw: from the start on, until one comes again.
///
/// From a draw the player to move has a move to another, and none that wins. The last of the positions is the one that
/// comes again.
pub fn round(game: &Game, answer: &Answer, language: Language) -> Option<Vec<String>> {
    let (graph, _) = answer.explored.as_ref()?;
    let teller = Teller::new(game, language);
    let passed = round_of(game, answer)?;
    (passed.len() <= MAX_ROUND).then(|| passed.iter().map(|vertex| teller.position(graph.position(*vertex))).collect())
}

fn round_of(game: &Game, answer: &Answer) -> Option<Vec<Vertex>> {
    let (graph, solution) = answer.explored.as_ref()?;
    crate::solve::round(graph, solution, graph.find(&at_start(&game.rules, &answer.position)?)?)
}

/// The moves by which play goes round for ever from a draw, each with the position that it leaves, heaps in place.
pub fn round_of_moves(game: &Game, answer: &Answer, language: Language) -> Option<Vec<(MoveInWords, Position)>> {
    let (graph, _) = answer.explored.as_ref()?;
    let teller = Teller::new(game, language);
    let mut position = at_start(&game.rules, &answer.position)?;
    let mut steps = Vec::new();
    for vertex in round_of(game, answer)?.into_iter().skip(1) {
        let all = moves(&game.rules, &position, usize::MAX).ok()?;
        let made = all.into_iter().find(|one| graph.find(&one.to) == Some(vertex))?;
        steps.push((teller.a_move(&position, &made), made.to.clone()));
        position = made.to;
    }
    Some(steps)
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
        let heap = (taken.heap.number, taken.heap.name.as_deref());
        assert_eq!((heap, taken.amount.as_str()), ((2, Some("white")), "5"));
        assert_eq!((taken.one, taken.all, made.same_from_all), (false, true, false));
        let single = game("heaps 1 move take 1..3 from one heap");
        let made = in_words(&single.rules, &sizes(&[8]), &sizes(&[7]), Language::En);
        assert_eq!((made.to.as_str(), made.taken[0].one, made.same_from_all), ("7", true, false));
        let row = game("heaps 2 move take 1..2 from one heap, then may split it in 2");
        let made = in_words(&row.rules, &sizes(&[5, 83]), &sizes(&[5, 38, 43]), Language::En);
        assert_eq!(
            (made.kind, made.taken[0].amount.as_str(), made.parts.as_slice()),
            ("take", "2", &["38".to_owned(), "43".to_owned()][..])
        );
        assert_eq!(made.taken[0].heap.of.as_deref(), Some("83"));
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
