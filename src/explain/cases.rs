//! The solution of one start as a proof by cases: P-positions that settle it, each with its moves and replies.
//!
//! A set S of positions *settles* a start when the start is in S or some move leads from it into S, and from every
//! position that a move from a member of S leaves, either the game is over and won by the player to move, or some move
//! leads back into S. Where play ends, whoever keeps moving into S wins: it is never the player who moves into S that is
//! left in the losing place at the end. Members of such a set are P-positions, and any winning strategy gives such a set; a
//! smallest one makes the shortest proof.
//!
//! That play ends has to be seen. Where every move takes tokens it is plain. Elsewhere the set is listed in such an order
//! that each reply leads further down the list. Where the move graph has no circles, any set can be listed so; where it
//! has, only replies that bring the end nearer are taken: those whose remoteness is below that of the position before the
//! move that they answer. From a P-position with the remoteness r every move leads to an N-position with at most r - 1,
//! and the quickest reply to a P-position with at most r - 2.

use super::moves::{MoveInWords, Teller};
use super::notation::{at_start, tokens_fall};
use crate::answer::{Answer, Game};
use crate::game::{Position, is_ended, moves};
use crate::graph::{MoveGraph, Vertex};
use crate::solve::{Outcome, Solution};
use crate::text::Language;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};

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
    /// The positions of the set, from the largest to the smallest total, or in such an order that each reply leads further
    /// down.
    pub cases: Vec<Case>,
    /// Whether no smaller set settles the start.
    pub smallest: bool,
    /// Whether cases that differ only in the order of heaps are joined.
    pub joined: bool,
    /// Whether some move ends the game, and loses it.
    pub ending_moves: bool,
}

/// One position of the set.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// The position, as in `(2, 5, 7)`.
    pub position: String,
    /// Its moves, each with a reply; empty where the game is over.
    pub rows: Vec<CaseRow>,
    /// Whether the game is over there by a rule of its own, be moves left or not.
    pub ended: bool,
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
    let rules = &game.rules;
    let start = at_start(rules, &answer.position)?;
    let vertex = graph.find(&start)?;
    if solution.outcome(vertex) == Outcome::Draw {
        return None;
    }
    let teller = Teller::new(game, language);
    let order = graph.options_first();
    let (set, smallest) = settle(graph, solution, vertex)?;
    let in_set = |position: &Position| graph.find(position).filter(|vertex| set.contains(vertex));
    let entry = match solution.outcome(vertex) {
        Outcome::N => {
            let entry = moves(rules, &start, usize::MAX).ok()?.into_iter().find(|one| in_set(&one.to).is_some())?;
            Some(teller.a_move(&start, &entry))
        }
        _ => None,
    };
    let mut members: Vec<Vertex> = set.iter().copied().collect();
    match &order {
        _ if tokens_fall(rules) => members.sort_by_key(|vertex| {
            let position = graph.position(*vertex);
            (std::cmp::Reverse(position.total()), position)
        }),
        Some(order) => members.sort_by_key(|vertex| order.iter().rev().position(|known| known == vertex)),
        None => members.sort_by_key(|vertex| (std::cmp::Reverse(solution.remoteness(*vertex)), *vertex)),
    }
    let mut cases = Vec::new();
    let mut rows_left = MAX_ROWS;
    for member in members {
        let position = graph.position(member);
        let serves = |reply: Vertex| order.is_some() || solution.remoteness(reply) < solution.remoteness(member);
        let mut rows = Vec::new();
        let mut seen = BTreeSet::new();
        for first in moves(rules, position, usize::MAX).ok()? {
            if !seen.insert(graph.find(&first.to)?) {
                continue;
            }
            let mut replies = moves(rules, &first.to, usize::MAX).ok()?.into_iter();
            let reply = replies.find(|one| in_set(&one.to).is_some_and(serves));
            rows.push(CaseRow {
                first: teller.a_move(position, &first),
                reply: reply.map(|reply| teller.a_move(&first.to, &reply)),
            });
        }
        rows_left = rows_left.checked_sub(rows.len())?;
        let ended = rows.is_empty() && is_ended(rules, position).ok()?;
        cases.push(Case { position: teller.position(position), rows, ended });
    }
    Some(CaseProof {
        entry,
        smallest,
        joined: game.facts.alike && (rules.heaps > 1 || rules.heaps_vary()),
        ending_moves: cases.iter().flat_map(|case| &case.rows).any(|row| row.reply.is_none()),
        cases,
    })
}

/// A set that settles the start, and whether it is known to be a smallest one.
///
/// # Complexity
///
/// At most twice [`MAX_STEPS`] steps, each proportional to the moves from the members of the set.
fn settle(graph: &MoveGraph, solution: &Solution, start: Vertex) -> Option<(BTreeSet<Vertex>, bool)> {
    let endless = graph.options_first().is_none();
    let mut search = Search { graph, solution, endless, replies: HashMap::new(), best: None, steps: 0 };
    if solution.outcome(start) == Outcome::P {
        search.extend(&mut vec![start]);
    } else {
        let entries = search.replies(start).to_vec();
        for entry in entries {
            search.extend(&mut vec![entry]);
        }
    }
    let smallest = search.steps <= MAX_STEPS && !endless;
    Some((search.best?.into_iter().collect(), smallest))
}

struct Search<'a> {
    graph: &'a MoveGraph,
    solution: &'a Solution,
    /// Whether the graph has circles, so that replies must bring the end nearer.
    endless: bool,
    /// The replies to the positions that have been looked at, which come again and again.
    replies: HashMap<Vertex, Vec<Vertex>>,
    best: Option<Vec<Vertex>>,
    steps: usize,
}

impl Search<'_> {
    /// The P-positions among the options of an N-position, the quickest to win first.
    fn replies(&mut self, vertex: Vertex) -> &[Vertex] {
        self.replies.entry(vertex).or_insert_with(|| {
            let mut replies: Vec<Vertex> =
                self.graph.options(vertex).filter(|option| self.solution.outcome(*option) == Outcome::P).collect();
            replies.sort_by_key(|reply| self.solution.remoteness(*reply));
            replies
        })
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
        let (graph, solution, endless) = (self.graph, self.solution, self.endless);
        for member in members.iter() {
            for option in graph.options(*member) {
                let before = solution.remoteness(*member);
                let replies = self.replies(option);
                // The quickest stand first.
                let serving = if endless {
                    replies.partition_point(|reply| solution.remoteness(*reply) < before)
                } else {
                    replies.len()
                };
                let replies = &replies[..serving];
                if replies.is_empty() || hardest.as_ref().is_some_and(|known| replies.len() >= known.len()) {
                    continue;
                }
                if !replies.iter().any(|reply| members.contains(reply)) {
                    hardest = Some(replies.to_vec());
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

#[cfg(test)]
mod tests {
    use super::super::sample::{OPEN, answer, game, starts};
    use super::*;
    use crate::explain::tex;
    use crate::syntax::tree::Play;

    /// Rules of many kinds beside those that only take: what positions remember, heaps that come and go, ends and winners
    /// of their own, and play that can go on for ever.
    const OTHER: [&str; 15] = [
        "heaps 1 move take 1..2 from one heap, then may split it in 2",
        "heaps 1 move split one heap in 2 where parts differ play misere",
        "heaps 2 move take any from one heap move split one heap in 2",
        "heaps 3 move move 1 from one heap to another non-empty heap move take 1..2 from one heap",
        "heaps 2 move merge 2 heaps move take 2 from one heap play misere",
        "heaps 2 move replace one heap by x in {h - 1, floor(h/2)}",
        "heaps 2 move take 1..2 from one heap each player may pass once",
        "heaps 2 move take 1..2 from one heap pass, not when sum = 0 play misere",
        "heaps a, b move with k >= 1 where b - k >= a + k: a := a + k, b := b - k end when b - a <= 1",
        "heaps a, b move: a := b, b := a move take any from heap a",
        "heaps a, b keeping a <= b + 1 move take 1..3 from one heap end when b = 1 play misere",
        "heaps 1 first move take 1..h-1 from one heap move take 1..2*prev from one heap",
        "heaps 1 move take 1..3 from one heap where t != prev play misere",
        "heaps 2 move take 1..2 from one heap tally mod 2 the player to move wins when own mod 2 = 0",
        "heaps 2 remember c = 0 mod 3 move take 1 from one heap then c := c + 1 move move 1 from one heap to another where c = 1",
    ];

    /// Every reply leads from a position of the set to one further down the list, or from where the winner has won; at the
    /// end of the list the loser has lost. So play ends, and well for the winner.
    #[test]
    fn replies_lead_down_the_list_until_the_game_is_won() {
        let mut proofs = 0;
        for rules in OTHER {
            let game = game(rules);
            for start in starts(&game, 6).into_iter().filter(|start| crate::game::is_kept(&game.rules, start).unwrap())
            {
                let answer = answer(&game, start.sizes());
                let Some(proof) = by_cases(&game, &answer, Language::En) else {
                    let over = moves(&game.rules, &start, usize::MAX).unwrap().is_empty();
                    assert!(over || answer.outcome == Outcome::Draw, "{rules} {start}");
                    continue;
                };
                proofs += 1;
                let teller = Teller::new(&game, Language::En);
                let (graph, _) = answer.explored.as_ref().unwrap();
                let named: std::collections::BTreeMap<String, &Position> = (0..graph.len())
                    .map(|vertex| (teller.position(graph.position(vertex)), graph.position(vertex)))
                    .collect();
                let options = |position: &Position| moves(&game.rules, position, usize::MAX).unwrap();
                let place = |text: &str| {
                    let vertex = graph.find(&read_one(&named, &game, text));
                    proof.cases.iter().position(|case| graph.find(named[&case.position]) == vertex)
                };
                match &proof.entry {
                    Some(entry) => {
                        assert!(answer.outcome == Outcome::N && place(&entry.to).is_some(), "{rules} {start}")
                    }
                    None => {
                        assert!(place(&teller.position(&at_start(&game.rules, &start.to_big()).unwrap())).is_some())
                    }
                }
                for (at, case) in proof.cases.iter().enumerate() {
                    let position = named[&case.position];
                    let reached: BTreeSet<_> = options(position).iter().map(|one| graph.find(&one.to)).collect();
                    let listed: BTreeSet<_> =
                        case.rows.iter().map(|row| graph.find(&read_one(&named, &game, &row.first.to))).collect();
                    assert_eq!((reached, case.rows.len()), (listed.clone(), listed.len()), "{rules} {start}: {case:?}");
                    if case.rows.is_empty() {
                        assert!(!crate::game::wins_when_over(&game.rules, position).unwrap(), "{rules} {start}");
                    }
                    for row in &case.rows {
                        let left = read_one(&named, &game, &row.first.to);
                        match &row.reply {
                            Some(reply) => {
                                assert!(place(&reply.to).is_some_and(|next| next > at), "{rules} {start}: {row:?}");
                                let to = graph.find(&read_one(&named, &game, &reply.to));
                                assert!(options(&left).iter().any(|one| graph.find(&one.to) == to), "{rules} {start}");
                            }
                            None => {
                                assert!(options(&left).is_empty(), "{rules} {start}");
                                assert!(crate::game::wins_when_over(&game.rules, &left).unwrap(), "{rules} {start}");
                            }
                        }
                    }
                }
            }
        }
        assert!(proofs > 300, "{proofs}");
    }

    /// The position of a graph that a text names, in whatever order its heaps stand where that does not matter.
    fn read_one(named: &std::collections::BTreeMap<String, &Position>, game: &Game, text: &str) -> Position {
        let known = named.get(text).map(|position| (*position).clone());
        known.unwrap_or_else(|| {
            let inside = text.trim_matches(['(', ')']);
            let (sizes, rest) = inside.split_once("; ").unwrap_or((inside, ""));
            let numbers = |text: &str| text.split(", ").filter_map(|one| one.parse().ok()).collect::<Vec<u64>>();
            let registers = if rest.is_empty() { game.rules.initial_registers() } else { numbers(rest) };
            Position::new(numbers(sizes)).with_registers(&registers)
        })
    }

    /// Whether keeping to the positions of `set` wins for the player who leaves them, by play alone.
    fn wins_by_keeping_to(game: &Game, start: &Position, set: &[Position]) -> bool {
        let options = |position: &Position| -> Vec<Position> {
            moves(&game.rules, position, usize::MAX).unwrap().into_iter().map(|one| canonical(game, one.to)).collect()
        };
        let inside = |position: &Position| set.contains(position);
        let over_wins = game.rules.play == Play::Misere;
        let start = canonical(game, start.clone());
        let begins = inside(&start) || options(&start).iter().any(inside);
        begins
            && set.iter().all(|member| {
                let first = options(member);
                // A player who cannot move has lost in normal play.
                (!first.is_empty() || !over_wins)
                    && first.iter().all(|left| {
                        let replies = options(left);
                        if replies.is_empty() { over_wins } else { replies.iter().any(inside) }
                    })
            })
    }

    /// The starts in which a move is possible.
    fn playable(game: &Game, max: u64) -> Vec<Position> {
        let mut all = starts(game, max);
        all.retain(|start| !moves(&game.rules, start, usize::MAX).unwrap().is_empty());
        all
    }

    fn canonical(game: &Game, position: Position) -> Position {
        if game.facts.alike { position.ascending() } else { position }
    }

    fn found(game: &Game, answer: &Answer) -> Option<(Vec<Position>, bool)> {
        let (graph, solution) = answer.explored.as_ref()?;
        let (set, smallest) = settle(graph, solution, graph.find(&Position::from_big(&answer.position)?)?)?;
        let set = set.into_iter().map(|vertex| canonical(game, graph.position(vertex).clone())).collect();
        Some((set, smallest))
    }

    #[test]
    fn the_set_settles_every_start() {
        for rules in OPEN {
            let game = game(rules);
            assert!(game.theorem().is_none(), "{rules}");
            for start in playable(&game, 6) {
                let (set, _) = found(&game, &answer(&game, start.sizes())).unwrap();
                assert!(wins_by_keeping_to(&game, &start, &set), "{rules} {start}: {set:?}");
                // The set belongs to the winner: the start is in it only if the player to move loses.
                let outcome = answer(&game, start.sizes()).outcome;
                assert_eq!(set.contains(&canonical(&game, start.clone())), outcome == Outcome::P, "{rules} {start}");
            }
        }
    }

    #[test]
    fn no_smaller_set_settles_the_start() {
        let mut checked = 0;
        for rules in OPEN {
            let game = game(rules);
            for start in playable(&game, 4) {
                let answer = answer(&game, start.sizes());
                let (graph, _) = answer.explored.as_ref().unwrap();
                let all: Vec<Position> =
                    (0..graph.len()).map(|vertex| canonical(&game, graph.position(vertex).clone())).collect();
                if all.len() > 11 {
                    continue;
                }
                let (set, smallest) = found(&game, &answer).unwrap();
                assert!(smallest, "{rules} {start}");
                let least = (1_u32..1 << all.len())
                    .filter(|chosen| {
                        let set: Vec<Position> =
                            (0..all.len()).filter(|at| chosen >> at & 1 == 1).map(|at| all[at].clone()).collect();
                        wins_by_keeping_to(&game, &start, &set)
                    })
                    .map(u32::count_ones)
                    .min();
                assert_eq!(least, Some(set.len() as u32), "{rules} {start}");
                checked += 1;
            }
        }
        assert!(checked > 40, "{checked}");
    }

    #[test]
    fn a_game_that_is_over_needs_no_proof_when_it_is_won() {
        let game = game(OPEN[1]);
        assert!(by_cases(&game, &answer(&game, &[1]), Language::En).is_none());
    }

    #[test]
    fn every_move_of_a_case_is_answered() {
        for rules in OPEN {
            let game = game(rules);
            for start in playable(&game, 5) {
                let answer = answer(&game, start.sizes());
                let proof = by_cases(&game, &answer, Language::En).unwrap();
                assert_eq!(proof.entry.is_some(), answer.outcome == Outcome::N);
                let set: Vec<&str> = proof.cases.iter().map(|case| case.position.as_str()).collect();
                for case in &proof.cases {
                    let position = read(&case.position);
                    let mut expected: Vec<Position> = moves(&game.rules, &position, usize::MAX)
                        .unwrap()
                        .into_iter()
                        .map(|one| canonical(&game, one.to))
                        .collect();
                    expected.sort();
                    expected.dedup();
                    let mut listed: Vec<Position> =
                        case.rows.iter().map(|row| canonical(&game, read(&row.first.to))).collect();
                    listed.sort();
                    assert_eq!(listed, expected, "{rules} {start}");
                    for row in &case.rows {
                        let left = read(&row.first.to);
                        match &row.reply {
                            Some(reply) => {
                                let to = canonical(&game, read(&reply.to));
                                assert!(set.contains(&tex::position(&to.to_big()).as_str()), "{rules} {start}");
                                let options = moves(&game.rules, &left, usize::MAX).unwrap();
                                assert!(options.iter().any(|one| one.to == read(&reply.to)), "{rules} {start}");
                            }
                            None => {
                                assert!(moves(&game.rules, &left, usize::MAX).unwrap().is_empty(), "{rules} {start}")
                            }
                        }
                    }
                }
            }
        }
    }

    /// The position that a text such as `(1, 2)` or `5` names.
    fn read(text: &str) -> Position {
        let sizes = text.trim_matches(['(', ')']).split(", ").map(|size| size.parse().unwrap());
        Position::new(sizes.collect::<Vec<u64>>())
    }
}
