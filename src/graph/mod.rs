//! The move graph: the positions that can be reached, with an edge from each to each of its options.
//!
//! The graph is explored breadth first from its roots, so that equal rules give equal graphs. Where the rules treat all
//! heaps alike, positions that differ in the order of heaps alone are one vertex, the one with heaps ascending. The
//! types of petgraph stay inside this module: the rest of the program counts positions from 0 ([`Vertex`]).

mod budget;
mod draw;

pub use budget::{BITS_A_POSITION, Budget, Limit, Progress};
pub use draw::dot;

use crate::game::{GameError, MAX_TRIED, Position, Search, for_each_move, wins_when_over};
use crate::rules::Ruleset;
use crate::rules::facts::Facts;
use indexmap::IndexSet;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::HashSet;
use std::ops::ControlFlow;
use thiserror::Error;

/// The number of a position in its graph, counted from 0 in the order of exploration.
pub type Vertex = usize;

/// Positions and the moves between them.
#[derive(Debug)]
pub struct MoveGraph {
    graph: DiGraph<(), ()>,
    /// With a hash that is quick for a few numbers, as every move is looked up.
    positions: IndexSet<Position, foldhash::fast::RandomState>,
    shape: Shape,
    /// The positions without options in which the player to move has won.
    won_when_over: HashSet<Vertex>,
    /// How many positions have been looked at for moves: all, once explored.
    explored: usize,
    /// How much more may be tried in vain.
    tries_left: u64,
}

/// In what form positions are vertices.
#[derive(Clone, Debug)]
struct Shape {
    /// Heaps ascending.
    alike: bool,
    /// Without empty heaps.
    varying: bool,
    /// The registers of a position that is given without them.
    registers: Vec<u64>,
}

impl Shape {
    fn of(&self, position: Position) -> Position {
        let position = if self.alike { position.ascending() } else { position };
        let position = if self.varying { position.without_empty_heaps() } else { position };
        if position.registers().is_empty() { position.with_registers(&self.registers) } else { position }
    }

    /// Whether a position is in this form already.
    fn fits(&self, position: &Position) -> bool {
        (!self.alike || position.sizes().is_sorted())
            && (!self.varying || !position.sizes().contains(&0))
            && (self.registers.is_empty() || !position.registers().is_empty())
    }
}

/// Sorts a list and leaves each element once.
fn sort_once_each<T: Ord>(list: &mut Vec<T>) {
    list.sort_unstable();
    list.dedup();
}

/// Why a graph could not be explored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExploreError {
    /// A rule has no meaning at some position.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The graph outgrew its budget.
    #[error("the move graph has more than {positions} positions and {moves} moves, beyond the budget of {limit}")]
    Budget {
        /// The positions found when it was ended.
        positions: usize,
        /// The moves found when it was ended.
        moves: usize,
        /// The limit that was reached.
        limit: Limit,
    },
    /// The rules allow few of the many amounts that must be tried.
    #[error(
        "few of the amounts that must be tried give a move: {tried} were tried in vain at {positions} positions, beyond the budget of {limit}"
    )]
    Tries {
        /// The positions looked at when it was ended.
        positions: usize,
        /// How many amounts, and combinations of amounts, were tried in vain.
        tried: u64,
        /// The limit: so much less may be tried the less memory there is.
        limit: Limit,
    },
    /// Finding the values of heaps takes too long.
    #[error(
        "to find the values of heaps of up to {size} tokens, {tried} amounts and divisions were tried, beyond the budget of {limit}"
    )]
    Values {
        /// The size at which it was ended, in tokens.
        size: u64,
        /// How much was tried.
        tried: u64,
        /// The limit: so much less may be tried the less memory there is.
        limit: Limit,
    },
    /// There are more positions up to a size than the budget allows.
    #[error("there are {} positions with heaps up to {max}, beyond the budget of {limit}", counted(*.positions))]
    Box {
        /// The greatest heap, in tokens.
        max: u64,
        /// How many positions there are, unless they are beyond what a machine counts.
        positions: Option<u128>,
        /// The limit.
        limit: Limit,
    },
}

impl ExploreError {
    /// Whether a smaller graph could be explored.
    pub fn is_by_size(&self) -> bool {
        match self {
            ExploreError::Game(GameError::Rule { .. }) => false,
            ExploreError::Game(GameError::TooMany { .. } | GameError::TooLarge { .. }) => true,
            ExploreError::Budget { .. }
            | ExploreError::Tries { .. }
            | ExploreError::Values { .. }
            | ExploreError::Box { .. } => true,
        }
    }
}

fn counted(positions: Option<u128>) -> String {
    positions.map_or_else(|| "more than 10^38".to_owned(), |positions| positions.to_string())
}

impl ExploreError {
    /// That the values of heaps took too much to find, at this size.
    pub(crate) fn values(size: u64, budget: &Budget) -> ExploreError {
        ExploreError::Values { size, tried: budget.tries_of_heaps(), limit: Limit::Bytes(budget.bytes) }
    }
}

impl MoveGraph {
    /// Explores everything that can be reached from the roots.
    ///
    /// # Errors
    ///
    /// Where a rule has no meaning at a position, or the graph outgrows the budget.
    ///
    /// # Complexity
    ///
    /// Proportional to the number of moves between the positions found, times the number of heaps.
    pub fn explore(
        rules: &Ruleset,
        facts: &Facts,
        roots: impl IntoIterator<Item = Position>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<MoveGraph, ExploreError> {
        let mut graph = MoveGraph {
            graph: DiGraph::new(),
            positions: IndexSet::default(),
            shape: Shape { alike: facts.alike, varying: facts.without_empty, registers: rules.initial_registers() },
            won_when_over: HashSet::new(),
            explored: 0,
            tries_left: budget.tries(),
        };
        graph.explore_more(rules, roots, budget, progress)?;
        Ok(graph)
    }

    /// Explores everything that can be reached from more roots, of the same rules and within the same budget; positions
    /// that are known keep their numbers.
    ///
    /// # Errors
    ///
    /// As for [`MoveGraph::explore`]; after an error the graph lacks moves, and serves for nothing.
    pub fn explore_more(
        &mut self,
        rules: &Ruleset,
        roots: impl IntoIterator<Item = Position>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<(), ExploreError> {
        for root in roots {
            self.vertex(root);
            self.within(budget, rules.heaps)?;
        }
        let shape = self.shape.clone();
        // The options that have a vertex, as most do, and those that get one.
        let (mut known, mut fresh): (Vec<Vertex>, Vec<Position>) = (Vec::new(), Vec::new());
        while self.explored < self.positions.len() {
            let next = self.explored;
            let position = self.positions[next].clone();
            let known_moves = self.graph.edge_count();
            // A single position can have too many moves for the budget, so the list is cut off before it grows.
            let most = budget.options_left(known_moves, rules.heaps);
            // Positions that are one are listed once before there are too many of them.
            let (mut visits, mut tidy) = (0u64, 1 << 16);
            // What is tried in vain counts against the budget, what gives moves does not.
            let allowed = MAX_TRIED.min(self.tries_left.saturating_add(most as u64));
            let mut search = Search { left: allowed, unordered: shape.alike };
            let positions = &self.positions;
            let complete = for_each_move(rules, &position, &mut search, &mut |_, _, option| {
                visits += 1;
                let option = shape.of(option);
                match positions.get_index_of(&option) {
                    Some(vertex) => known.push(vertex),
                    None => fresh.push(option),
                }
                if known.len() + fresh.len() >= tidy {
                    sort_once_each(&mut known);
                    sort_once_each(&mut fresh);
                    tidy = (2 * (known.len() + fresh.len())).max(1 << 16);
                }
                if known.len() + fresh.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            self.tries_left = match self.tries_left.checked_sub((allowed - search.left).saturating_sub(visits)) {
                Some(tries_left) => tries_left,
                None => {
                    return Err(ExploreError::Tries {
                        positions: next + 1,
                        tried: budget.tries(),
                        limit: Limit::Bytes(budget.bytes),
                    });
                }
            };
            let complete = complete?;
            if complete.is_break() {
                return Err(ExploreError::Budget {
                    positions: self.positions.len(),
                    moves: known_moves + known.len() + fresh.len(),
                    limit: Limit::Bytes(budget.bytes),
                });
            }
            sort_once_each(&mut known);
            sort_once_each(&mut fresh);
            if known.is_empty() && fresh.is_empty() && wins_when_over(rules, &position)? {
                self.won_when_over.insert(next);
            }
            // petgraph lists neighbours from the last edge to the first, so the last option is added first.
            known.extend(fresh.drain(..).rev().map(|option| self.vertex_in_form(option)));
            known.sort_unstable_by(|one, other| self.positions[*other].cmp(&self.positions[*one]));
            for to in known.drain(..) {
                self.graph.add_edge(NodeIndex::new(next), NodeIndex::new(to), ());
            }
            self.within(budget, rules.heaps)?;
            self.explored += 1;
            // The first position may take long by itself.
            if self.explored == 1 || self.explored.is_multiple_of(4096) {
                progress.explored(self.explored, self.positions.len(), self.graph.edge_count());
            }
        }
        Ok(())
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// How many moves there are, those that leave the same position counted once.
    pub fn moves(&self) -> usize {
        self.graph.edge_count()
    }

    /// Whether positions that differ in the order of heaps alone are one.
    pub fn alike(&self) -> bool {
        self.shape.alike
    }

    /// Whether the player to move has won at a position without options.
    pub fn is_won_when_over(&self, vertex: Vertex) -> bool {
        self.won_when_over.contains(&vertex)
    }

    /// The position of a vertex.
    pub fn position(&self, vertex: Vertex) -> &Position {
        &self.positions[vertex]
    }

    /// The vertex of a position, in whatever order its heaps stand where the rules treat them alike; a position given
    /// without registers has them as at the start.
    pub fn find(&self, position: &Position) -> Option<Vertex> {
        if self.shape.fits(position) {
            return self.positions.get_index_of(position);
        }
        self.positions.get_index_of(&self.shape.of(position.clone()))
    }

    /// The options of a vertex, in lexicographic order of their positions.
    pub fn options(&self, vertex: Vertex) -> impl Iterator<Item = Vertex> {
        self.graph.neighbors(NodeIndex::new(vertex)).map(NodeIndex::index)
    }

    /// The vertices that have a move to this one.
    pub fn origins(&self, vertex: Vertex) -> impl Iterator<Item = Vertex> {
        self.graph.neighbors_directed(NodeIndex::new(vertex), petgraph::Direction::Incoming).map(NodeIndex::index)
    }

    /// The vertices in an order in which each comes after all its options; nothing where play can go round in circles.
    ///
    /// # Complexity
    ///
    /// Proportional to positions and moves.
    pub fn options_first(&self) -> Option<Vec<Vertex>> {
        let mut order = petgraph::algo::toposort(&self.graph, None).ok()?;
        order.reverse();
        Some(order.into_iter().map(NodeIndex::index).collect())
    }

    fn vertex(&mut self, position: Position) -> Vertex {
        self.vertex_in_form(self.shape.of(position))
    }

    /// The vertex of a position that is in the form of vertices already.
    fn vertex_in_form(&mut self, position: Position) -> Vertex {
        let (vertex, new) = self.positions.insert_full(position);
        if new {
            self.graph.add_node(());
        }
        vertex
    }

    fn within(&self, budget: &Budget, heaps: usize) -> Result<(), ExploreError> {
        match budget.exceeded(self.positions.len(), self.graph.edge_count(), heaps) {
            None => Ok(()),
            Some(limit) => {
                Err(ExploreError::Budget { positions: self.positions.len(), moves: self.graph.edge_count(), limit })
            }
        }
    }
}
