//! The answer for one position: who wins, how, and how that is known.
//!
//! Where a theorem of the library covers the game it answers for heaps of any size; where it does not, the move graph is
//! explored. Small positions are answered both ways, and the answers compared.

use crate::game::{GameError, Move, Position, moves, moves_to};
use crate::graph::{Budget, ExploreError, MoveGraph, Progress};
use crate::proof;
use crate::prove::{Effort, Found, Tried, prove, prove_slice, theorem_of};
use crate::quotient::genus::Genera;
use crate::quotient::{Limits, Quotient};
use crate::rules::Ruleset;
use crate::rules::facts::Facts;
use crate::solve::{HeapValues, Outcome, Solution, grundy, solve};
use crate::syntax::tree::Play;
use crate::theorem::{Theorem, recognise};
use num_bigint::BigUint;
use thiserror::Error;

/// The most positions below a start for which a graph is explored although a theorem answers.
const SMALL: u128 = 20_000;
/// The largest heap whose Grundy value is computed although a theorem answers.
const LARGEST_VALUED: u64 = 500;
/// The largest heap whose misère quotient is looked for.
const LARGEST_IN_QUOTIENT: u64 = 500;
/// The most memory, as estimated, for the values of heaps in misère play, which are tried before other ways.
const MOST_FOR_GENERA: usize = 1 << 30;
/// The most winning moves that a theorem is asked for.
pub const MAX_WINNING_MOVES: usize = 1000;

/// A game: its rules, with what can be read off them.
#[derive(Debug)]
pub struct Game {
    /// The rules.
    pub rules: Ruleset,
    /// Facts about them.
    pub facts: Facts,
    /// The theorems of the library that cover the game, the plainest first.
    pub theorems: Vec<Box<dyn Theorem>>,
    /// A theorem about some of the positions alone, where the program has proved one.
    pub slice: Option<Box<dyn Theorem>>,
    /// The rules in normal form, for certificates.
    pub origin: Option<proof::Rules>,
}

/// What has come of the search for a proof.
#[derive(Debug)]
pub enum Sought {
    /// A theorem of the library covers the game, or its rules are not known in normal form.
    Needless,
    /// A theorem that is now one of the game's.
    Theorem,
    /// Nothing; what was tried.
    Nothing(Vec<Tried>),
}

/// How an answer is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// By a theorem of the library.
    Theorem(&'static str),
    /// By solving everything that can be reached: so many positions and moves.
    Graph {
        /// The positions.
        positions: usize,
        /// The moves.
        moves: usize,
    },
    /// By the Grundy values of single heaps up to a size.
    Heaps {
        /// The greatest heap.
        max: u64,
    },
    /// By the fickle and firm values of tame heaps up to a size, in misère play.
    Genus {
        /// The greatest heap.
        max: u64,
    },
    /// By the misère quotient of the heaps up to a size.
    Quotient {
        /// The greatest heap.
        max: u64,
        /// How many elements the quotient has.
        order: usize,
    },
}

/// The answer for a position.
#[derive(Debug)]
pub struct Answer {
    /// The position, a size for each heap.
    pub position: Vec<BigUint>,
    /// Who wins.
    pub outcome: Outcome,
    /// The positions to which winning moves lead, in lexicographic order, each once.
    pub winning: Vec<Vec<BigUint>>,
    /// The winning moves themselves, in the same order, where they have been found one by one.
    pub moves: Option<Vec<Move>>,
    /// Whether these are all of them.
    pub complete: bool,
    /// How it is known.
    pub how: How,
    /// The Grundy value, in normal play, where it has been found and there is one.
    pub grundy: Option<u32>,
    /// What can be reached, and its outcomes, where that has been explored.
    pub explored: Option<(MoveGraph, Solution)>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnswerError {
    /// The graph could not be explored.
    #[error(transparent)]
    Explore(#[from] ExploreError),
    /// No theorem covers the game, and a heap is too large for a graph.
    #[error("no theorem of the library covers this game, and a heap of {digits} digits is beyond any move graph")]
    TooLarge {
        /// How many digits the heap's size has.
        digits: usize,
    },
}

impl AnswerError {
    /// Whether the reason is the size of the position or of what can be reached from it.
    pub fn is_by_size(&self) -> bool {
        match self {
            AnswerError::Explore(error) => error.is_by_size(),
            AnswerError::TooLarge { .. } => true,
        }
    }
}

impl Game {
    /// The game of these rules.
    pub fn new(rules: Ruleset) -> Game {
        let facts = Facts::of(&rules);
        let theorems = recognise(&rules, &facts);
        Game { rules, facts, theorems, slice: None, origin: None }
    }

    /// Looks for a closed form and proves it, where no theorem of the library covers the game. A theorem that can answer
    /// for positions joins the game's.
    ///
    /// # Panics
    ///
    /// Where the checker rejects a proof that was found, which is a mistake in this program.
    pub fn seek_proof(&mut self, effort: Effort) -> Sought {
        let Some(origin) = self.origin.as_ref().filter(|_| self.theorems.is_empty()) else { return Sought::Needless };
        match prove(&self.rules, &self.facts, origin, effort) {
            Ok(Found::Proved(checked)) => {
                self.theorems.extend(theorem_of(*checked));
                Sought::Theorem
            }
            Ok(Found::Nothing(tried)) => Sought::Nothing(tried),
            Err(rejection) => panic!("a proof that was found does not check: {rejection}"),
        }
    }

    /// Looks for the P-positions among those whose smallest heap holds at most so many tokens, and proves them by cases;
    /// whether that has succeeded. For these positions the theorem answers rather than one about the whole game.
    ///
    /// # Panics
    ///
    /// Where the checker rejects a proof that was found, which is a mistake in this program.
    pub fn seek_slice(&mut self, smallest_at_most: u64, effort: Effort) -> bool {
        let Some(origin) = self.origin.as_ref() else { return false };
        let found = prove_slice(&self.rules, &self.facts, origin, smallest_at_most, effort);
        let found = found.unwrap_or_else(|rejection| panic!("a proof that was found does not check: {rejection}"));
        self.slice = found.and_then(theorem_of);
        self.slice.is_some()
    }

    /// The theorem by which the whole game is solved, if there is one.
    pub fn theorem(&self) -> Option<&dyn Theorem> {
        self.theorems.first().map(AsRef::as_ref)
    }

    /// The theorem that answers for a position: one about positions like this, or else about the whole game.
    pub fn theorem_at(&self, position: &[BigUint]) -> Option<&dyn Theorem> {
        self.slice.as_deref().filter(|slice| slice.covers(position)).or_else(|| self.theorem())
    }

    /// The answer for a position.
    ///
    /// # Errors
    ///
    /// Where no theorem covers the game and the graph cannot be explored within the budget, or a rule has no meaning at
    /// some position.
    ///
    /// # Panics
    ///
    /// Where a theorem and the graph disagree, which is a mistake in this program.
    pub fn answer(
        &self,
        position: &[BigUint],
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Answer, AnswerError> {
        let small = Position::from_big(position);
        match (self.theorem_at(position), small) {
            (Some(theorem), small) => {
                let mut answer = by_theorem(theorem, position);
                if !self.rules.registers.is_empty() {
                    // The theorem's positions hold what is remembered behind the heaps.
                    answer.winning.iter_mut().for_each(|option| option.truncate(position.len()));
                }
                if let Some(start) = small.filter(|start| positions_below(start) <= SMALL) {
                    // A theorem answers even where the rules' moves would be too many to list.
                    let small_budget = Budget { positions: SMALL as usize, bytes: 64 << 20 };
                    let explored = match self.by_graph(&start, &small_budget, progress) {
                        Err(error @ AnswerError::Explore(ExploreError::Game(GameError::Rule { .. }))) => {
                            return Err(error);
                        }
                        other => other,
                    };
                    if let Ok(explored) = explored {
                        // Where heaps come and go, or positions hold more than heaps, moves are told in another way.
                        let listed = answer.complete && self.rules.registers.is_empty() && !self.rules.heaps_vary();
                        assert_eq!(
                            (explored.outcome, listed.then_some(&explored.winning)),
                            (answer.outcome, listed.then_some(&answer.winning)),
                            "the theorem `{}` agrees with the move graph at {start}",
                            theorem.id()
                        );
                        answer.winning = explored.winning;
                        answer.moves = explored.moves;
                        answer.complete = true;
                        answer.grundy = explored.grundy;
                        answer.explored = explored.explored;
                    }
                    self.add_heap_values(&start, &small_budget, theorem.id(), &mut answer);
                }
                Ok(answer)
            }
            (None, Some(start)) => self.by_graph_or_heaps(&start, budget, progress),
            (None, None) => {
                let digits = position.iter().map(|size| size.to_string().len()).max().unwrap_or(1);
                Err(AnswerError::TooLarge { digits })
            }
        }
    }

    /// Where moves make new heaps, the graph is soon too large, but not the values of single heaps.
    fn add_heap_values(&self, start: &Position, budget: &Budget, theorem: &str, answer: &mut Answer) {
        if answer.grundy.is_some() || !self.rules.heaps_vary() || start.largest() > LARGEST_VALUED {
            return;
        }
        let values = HeapValues::new(&self.rules, &self.facts, start.largest(), budget, &mut ());
        if let Ok(Some(values)) = values {
            let value = values.value(start);
            let agrees = (value == 0) == (answer.outcome == Outcome::P);
            assert!(agrees, "the theorem `{theorem}` agrees with the Grundy values of heaps at {start}");
            answer.grundy = Some(value);
        }
    }

    /// Far more positions can be reached from a start than there are sizes of heaps, all the more where moves make new ones.
    fn by_graph_or_heaps(
        &self,
        start: &Position,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Answer, AnswerError> {
        let by_values = HeapValues::serve(&self.rules, &self.facts);
        // A quotient takes longer than a graph that is within the budget.
        let by_genus = Quotient::serves(&self.rules, &self.facts)
            && (self.rules.heaps_vary() || positions_below(start) > budget.positions as u128);
        if by_values || by_genus {
            let small = Budget { positions: budget.positions.min(SMALL as usize), bytes: budget.bytes.min(64 << 20) };
            match self.by_graph(start, &small, progress) {
                Err(AnswerError::Explore(error)) if error.is_by_size() => {}
                other => return other,
            }
            if by_values {
                let values = HeapValues::new(&self.rules, &self.facts, start.largest(), budget, progress);
                if let Some(values) = values.map_err(AnswerError::Explore)? {
                    return self.by_heaps(start, &values).map_err(|error| AnswerError::Explore(error.into()));
                }
            } else {
                let small = Budget { bytes: budget.bytes.min(MOST_FOR_GENERA), ..*budget };
                let genera = match Genera::new(&self.rules, &self.facts, start.largest(), &small, progress) {
                    Err(error) if error.is_by_size() => None,
                    other => other?,
                };
                if let Some(genera) = genera {
                    let answer = self.by_genus(start, &genera);
                    if let Some(answer) = answer.map_err(|error| AnswerError::Explore(error.into()))? {
                        return Ok(answer);
                    }
                }
                if start.largest() <= LARGEST_IN_QUOTIENT {
                    let quotient = Quotient::new(&self.rules, &self.facts, start.largest(), &Limits::default());
                    if let Ok(quotient) = quotient {
                        return self.by_quotient(start, &quotient).map_err(|error| AnswerError::Explore(error.into()));
                    }
                }
            }
        }
        self.by_graph(start, budget, progress)
    }

    fn by_heaps(&self, start: &Position, values: &HeapValues) -> Result<Answer, GameError> {
        let value = values.value(start);
        let mut wins = moves(&self.rules, start, usize::MAX)?;
        wins.retain(|one| values.value(&one.to) == 0);
        Ok(Answer {
            position: start.to_big(),
            outcome: if value == 0 { Outcome::P } else { Outcome::N },
            winning: wins.iter().map(|one| one.to.to_big()).collect(),
            moves: Some(wins),
            complete: true,
            how: How::Heaps { max: start.largest() },
            grundy: Some(value),
            explored: None,
        })
    }

    /// The answer, if all heaps are tame and so tell every winning move.
    fn by_genus(&self, start: &Position, genera: &Genera) -> Result<Option<Answer>, GameError> {
        let Some(value) = genera.value(start.sizes()) else { return Ok(None) };
        let mut wins = Vec::new();
        if !value.is_p() {
            for one in moves(&self.rules, start, usize::MAX)? {
                match genera.value(one.to.sizes()) {
                    Some(value) if value.is_p() => wins.push(one),
                    Some(_) => {}
                    // A heap is wild, and who wins is not known.
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(Answer {
            position: start.to_big(),
            outcome: if value.is_p() { Outcome::P } else { Outcome::N },
            winning: wins.iter().map(|one| one.to.to_big()).collect(),
            moves: Some(wins),
            complete: true,
            how: How::Genus { max: genera.max() },
            grundy: None,
            explored: None,
        }))
    }

    fn by_quotient(&self, start: &Position, quotient: &Quotient) -> Result<Answer, GameError> {
        let is_p = |position: &Position| quotient.value_of(position.sizes()).is_some_and(|value| quotient.is_p(value));
        let mut wins = moves(&self.rules, start, usize::MAX)?;
        wins.retain(|one| is_p(&one.to));
        Ok(Answer {
            position: start.to_big(),
            outcome: if is_p(start) { Outcome::P } else { Outcome::N },
            winning: wins.iter().map(|one| one.to.to_big()).collect(),
            moves: Some(wins),
            complete: true,
            how: How::Quotient { max: quotient.max, order: quotient.order() },
            grundy: None,
            explored: None,
        })
    }

    fn by_graph(&self, start: &Position, budget: &Budget, progress: &mut dyn Progress) -> Result<Answer, AnswerError> {
        let graph = MoveGraph::explore(&self.rules, &self.facts, [start.clone()], budget, progress)?;
        let solution = solve(&graph);
        let vertex = graph.find(start).expect("the root of a graph is in it");
        let outcome = solution.outcome(vertex);
        let moves = match outcome {
            Outcome::N => {
                self.winning_moves(start, &graph, &solution).map_err(|error| AnswerError::Explore(error.into()))?
            }
            _ => Vec::new(),
        };
        let grundy = match self.rules.play {
            Play::Normal if self.rules.wins.is_none() => grundy(&graph).map(|values| values[vertex]),
            _ => None,
        };
        Ok(Answer {
            position: start.to_big(),
            outcome,
            winning: moves.iter().map(|one| one.to.to_big()).collect(),
            moves: Some(moves),
            complete: true,
            how: How::Graph { positions: graph.len(), moves: graph.moves() },
            grundy,
            explored: Some((graph, solution)),
        })
    }

    /// The winning moves from a position of an explored graph, in lexicographic order of the positions they leave.
    ///
    /// # Errors
    ///
    /// Where a rule has no meaning at the position.
    pub fn winning_moves(
        &self,
        position: &Position,
        graph: &MoveGraph,
        solution: &Solution,
    ) -> Result<Vec<Move>, crate::game::GameError> {
        moves_to(&self.rules, position, usize::MAX, &mut |to| {
            graph.find(to).is_some_and(|vertex| solution.outcome(vertex) == Outcome::P)
        })
    }
}

fn by_theorem(theorem: &dyn Theorem, position: &[BigUint]) -> Answer {
    let is_p = theorem.is_p(position);
    let winning = theorem.winning_moves(position, MAX_WINNING_MOVES);
    Answer {
        position: position.to_vec(),
        outcome: if is_p { Outcome::P } else { Outcome::N },
        winning: winning.options,
        moves: None,
        complete: winning.complete,
        how: How::Theorem(theorem.id()),
        grundy: None,
        explored: None,
    }
}

/// How many positions have no heap larger than in this one.
fn positions_below(position: &Position) -> u128 {
    position.sizes().iter().fold(1u128, |count, size| count.saturating_mul(u128::from(*size) + 1))
}
