//! How the rows of a table follow from earlier ones.
//!
//! Let P be the set of P-positions. For a set B of vectors of amounts let T_B be the set of positions from which taking some
//! vector of B leads into P. T_B is computed row by row beside P, for products of sets of vectors one factor after the
//! other, and each by a fixed number of earlier rows, whatever amounts B holds:
//!
//! - any amount from `low` on, along a direction d: T(x) = S(x − low·d) ∪ T(x − d);
//! - a stretch of amounts along d: with D₀ = S and D_{k+1}(x) = D_k(x) ∪ D_k(x − 2^k·d), two of the D_k;
//! - stretches that depend on the size of the heap: a few rows of W₀ = S and of W_{k+1}(x) = ∪ W_k(x − j·8^k·d), j = 0, …, 7;
//! - a cone: all S(x − base), and all T(x − step).
//!
//! To tell which positions have a move at all, the same sets are computed with K, the positions that the rules keep to, in
//! the place of P. Guards of moves mask rows of T_B only where these go into P, at the positions from which the moves start;
//! so T_B itself does not depend on them.
//!
//! Where heaps are alike only prefixes in ascending order have rows. Then T_B at any prefix is T_{πB} at the prefix that π
//! puts in ascending order, since neither P nor K changes when heaps are exchanged.

use super::condition::Condition;
use super::moves::{Amounts, Block, MoveSet, Part, Vectors};
use crate::rules::removals::permutations;
use std::collections::{BTreeMap, HashMap};

/// With so many amounts or fewer, each is looked up by itself.
const FEW: usize = 3;
/// Windows for stretches that depend on sizes are so many times as long as the next shorter ones.
const WIDER: usize = 8;
/// The most sets of positions beside P that are kept.
const MAX_NODES: usize = 2048;

/// One factor of a product: what is taken along one axis, or from linked heaps.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Factor {
    /// Nothing is taken, but P has all positions that the rules keep to in its place: the first of the factors.
    Kept,
    /// Nothing is taken, and P when a pass is less is in its place: the only factor.
    PassLess,
    /// From one heap of the prefix.
    One(usize, Amounts),
    /// Vectors over all heaps of the game, with zeros at those that are not touched.
    Linked(Vectors),
}

/// What stands on top of the factors, to compute others from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Helper {
    /// From 0 to `length` − 1 times this vector, from `parts` shorter windows.
    Window { direction: Vec<usize>, length: usize, parts: usize },
    /// Any number of times this vector.
    Run(Vec<usize>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    factors: Vec<Factor>,
    helper: Option<Helper>,
}

/// A set of positions of which rows are kept; number 0 is P itself.
pub(super) type NodeId = usize;

/// A row that goes into another: of that set, at the prefix with so much less, raised by so much.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub node: NodeId,
    /// The places of the prefix with less, and how much less; none where it is a row of the prefix itself.
    pub back: Vec<(usize, usize)>,
    pub up: usize,
}

/// How the row of a set is found.
#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// The P-positions: what reaches none of the others.
    Position,
    /// The positions that the rules keep to.
    Kept,
    /// The P-positions when a pass is less.
    PassLess,
    /// The union of other rows; then, perhaps, everything above what is there.
    Or { terms: Vec<Term>, fill: bool },
    /// The union of rows of sets at prefixes in which one heap has another size, listed for its size.
    BySize { place: usize, rows: Vec<Vec<(NodeId, u32)>> },
}

/// How all rows are found.
#[derive(Debug)]
pub(super) struct Program {
    /// The rules of the sets, P first.
    pub rules: Vec<Rule>,
    /// The sets in an order in which rows of the same prefix come before those that they go into.
    pub order: Vec<NodeId>,
    /// How far back rows of each set are looked up, in each place; nothing where only the row of the prefix itself is.
    pub depth: Vec<Option<Vec<usize>>>,
    /// How P-positions are reached: the moves that are always there first, then those of each guard.
    pub moves: Vec<Reached>,
    /// How positions that the rules keep to are reached, in the same way, where it matters which positions have a move and
    /// the amounts alone don't tell.
    pub any_move: Option<Vec<Reached>>,
    /// `permuted[node][p]` is the set for exchanged heaps, by the number of the permutation; empty where heaps stay in place.
    pub permuted: Vec<Vec<NodeId>>,
}

/// How positions of a set are reached by the moves with one guard.
#[derive(Debug, Default)]
pub(super) struct Reached {
    /// What must hold for these moves.
    pub guard: Option<Condition>,
    /// What is reached from a row with the last heap as it is.
    pub reach: Vec<NodeId>,
    /// What is reached by taking such amounts from the last heap and moving into one of the sets with the rest.
    pub with_last: Vec<(Amounts, Vec<NodeId>)>,
    /// What may be taken from the last heap alone.
    pub last_alone: Vec<Amounts>,
    /// The set of positions that are reached.
    pub target: NodeId,
    /// Heaps of the prefix from which amounts may be taken for which a condition holds.
    pub tied: Vec<(usize, Condition)>,
    /// The conditions for amounts from the last heap.
    pub tied_last: Vec<Condition>,
}

struct Builder {
    places: usize,
    keys: Vec<Key>,
    ids: HashMap<Key, NodeId>,
    rules: Vec<Option<Rule>>,
}

impl Program {
    /// The program for these moves; nothing where it would keep too many sets. `any_move`: whether it is to tell which
    /// positions have a move.
    pub(super) fn new(moves: &MoveSet, ascending: bool, any_move: bool) -> Option<Program> {
        let places = moves.heaps - 1;
        let mut builder = Builder { places, keys: Vec::new(), ids: HashMap::new(), rules: Vec::new() };
        builder.node(Vec::new(), None);
        let reached = builder.reached(moves, None)?;
        let any_move = match any_move {
            true => Some(builder.reached(moves, Some(Factor::Kept))?),
            false => None,
        };
        let permuted = if ascending && places > 1 { builder.close()? } else { Vec::new() };
        let rules: Vec<Rule> = builder.rules.into_iter().map(|rule| rule.expect("every set has its rule")).collect();
        let mut needed: Vec<NodeId> = reached.iter().flat_map(Reached::nodes).collect();
        for reached in any_move.iter().flatten() {
            needed.extend(reached.nodes().chain([reached.target]));
        }
        let order = order(&rules, &needed);
        let mut depth = depth(&rules, places, &permuted);
        for reached in any_move.iter().flatten().filter(|reached| !reached.tied.is_empty()) {
            depth[reached.target] = Some(vec![usize::MAX; places]);
        }
        Some(Program { rules, order, depth, moves: reached, any_move, permuted })
    }
}

impl Reached {
    fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.reach.iter().chain(self.with_last.iter().flat_map(|(_, nodes)| nodes)).copied()
    }
}

impl Rule {
    /// About how many rows go into one of this set.
    pub(super) fn work(&self) -> usize {
        match self {
            Rule::Position | Rule::Kept | Rule::PassLess => 1,
            Rule::Or { terms, .. } => terms.len(),
            Rule::BySize { rows, .. } => rows.iter().map(Vec::len).sum::<usize>() / rows.len().max(1),
        }
    }
}

impl Builder {
    /// How P-positions, or what a factor has in their place, are reached.
    fn reached(&mut self, moves: &MoveSet, base: Option<Factor>) -> Option<Vec<Reached>> {
        let target = self.node(base.iter().cloned().collect(), None);
        let mut all = vec![Reached { target, ..Reached::default() }];
        for part in &moves.parts {
            let at = all.iter().position(|one| one.guard == part.guard).unwrap_or_else(|| {
                all.push(Reached { guard: part.guard.clone(), target, ..Reached::default() });
                all.len() - 1
            });
            self.add(part, moves.heaps, base.clone(), &mut all[at]);
            if self.keys.len() > MAX_NODES {
                return None;
            }
        }
        Some(all)
    }

    fn add(&mut self, part: &Part, heaps: usize, base: Option<Factor>, all: &mut Reached) {
        if let Some(tied) = &part.tied {
            match part.blocks[0].first() {
                heap if heap == self.places => all.tied_last.push(tied.clone()),
                heap => all.tied.push((heap, tied.clone())),
            }
            return;
        }
        let (mut factors, mut last) = (Vec::new(), None);
        for block in &part.blocks {
            match block {
                Block::One { heap, amounts } if *heap == self.places => last = Some(amounts.clone()),
                Block::One { heap, amounts } => factors.push(Factor::One(*heap, amounts.clone())),
                Block::Linked { heaps: linked, vectors } => {
                    factors.push(Factor::Linked(spread(vectors, linked, heaps)))
                }
            }
        }
        if let (true, Some(amounts)) = (factors.is_empty(), &last) {
            all.last_alone.push(amounts.clone());
            return;
        }
        if part.is_pass() {
            factors.push(base.unwrap_or(Factor::PassLess));
        } else {
            factors.extend(base);
        }
        let node = self.node(factors, None);
        match last {
            None => all.reach.push(node),
            Some(amounts) => match all.with_last.iter_mut().find(|(known, _)| *known == amounts) {
                Some((_, nodes)) => nodes.push(node),
                None => all.with_last.push((amounts, vec![node])),
            },
        }
    }

    /// The number of the set with these factors, with the rules of all sets that it needs.
    fn node(&mut self, mut factors: Vec<Factor>, helper: Option<Helper>) -> NodeId {
        factors.sort();
        let key = Key { factors, helper };
        if let Some(known) = self.ids.get(&key) {
            return *known;
        }
        let id = self.keys.len();
        self.ids.insert(key.clone(), id);
        self.keys.push(key.clone());
        self.rules.push(None);
        let rule = self.rule(id, key);
        self.rules[id] = Some(rule);
        id
    }

    fn rule(&mut self, id: NodeId, key: Key) -> Rule {
        let Key { mut factors, helper } = key;
        match helper {
            Some(Helper::Run(direction)) => {
                let source = self.node(factors, None);
                let terms = vec![self.term(source, &vec![0; direction.len()]), self.term(id, &direction)];
                Rule::Or { terms, fill: false }
            }
            Some(Helper::Window { direction, length, parts }) => {
                let short = length / parts;
                let part = self.window(factors, &direction, short, parts);
                let terms = (0..parts).map(|times| self.term(part, &scaled(&direction, times * short))).collect();
                Rule::Or { terms, fill: false }
            }
            None => match factors.pop() {
                None => Rule::Position,
                Some(Factor::Kept) => Rule::Kept,
                Some(Factor::PassLess) => Rule::PassLess,
                Some(Factor::One(place, Amounts::BySize(left))) => self.by_size(factors, place, &left),
                Some(Factor::One(place, Amounts::Fixed(intervals))) => self.intervals(id, factors, place, &intervals),
                Some(Factor::Linked(vectors)) => self.linked(id, factors, &vectors),
            },
        }
    }

    fn intervals(
        &mut self,
        id: NodeId,
        factors: Vec<Factor>,
        place: usize,
        intervals: &[(usize, Option<usize>)],
    ) -> Rule {
        let mut direction = vec![0; self.places + 1];
        direction[place] = 1;
        let mut terms = Vec::new();
        for (low, high) in intervals {
            let base = scaled(&direction, *low);
            match high {
                Some(high) => self.stretch(&factors, &base, &direction, high - low + 1, &mut terms),
                None if intervals.len() == 1 => {
                    let source = self.node(factors.clone(), None);
                    terms.extend([self.term(source, &base), self.term(id, &direction)]);
                }
                None => {
                    let run = self.node(factors.clone(), Some(Helper::Run(direction.clone())));
                    terms.push(self.term(run, &base));
                }
            }
        }
        Rule::Or { terms, fill: false }
    }

    fn linked(&mut self, id: NodeId, factors: Vec<Factor>, vectors: &Vectors) -> Rule {
        let (mut terms, mut fill) = (Vec::new(), false);
        match vectors {
            Vectors::Cone { bases, steps } => {
                let source = self.node(factors, None);
                terms.extend(bases.iter().map(|base| self.term(source, base)));
                for step in steps {
                    if step[..self.places].iter().all(|amount| *amount == 0) {
                        fill = true;
                    } else {
                        terms.push(self.term(id, step));
                    }
                }
            }
            Vectors::Chains(chains) => {
                for (base, length) in chains {
                    let direction: Vec<usize> = base.iter().map(|amount| usize::from(*amount > 0)).collect();
                    self.stretch(&factors, base, &direction, *length, &mut terms);
                }
            }
        }
        Rule::Or { terms, fill }
    }

    /// The rows of a set at so many places, from a base on in a direction.
    fn stretch(
        &mut self,
        factors: &[Factor],
        base: &[usize],
        direction: &[usize],
        length: usize,
        terms: &mut Vec<Term>,
    ) {
        let at =
            |times: usize| -> Vec<usize> { base.iter().zip(direction).map(|(base, one)| base + times * one).collect() };
        if length <= FEW {
            let source = self.node(factors.to_vec(), None);
            terms.extend((0..length).map(|times| self.term(source, &at(times))));
            return;
        }
        let k = length.ilog2();
        let doubled = self.window(factors.to_vec(), direction, 1 << k, 2);
        terms.push(self.term(doubled, base));
        if length > 1 << k {
            terms.push(self.term(doubled, &at(length - (1 << k))));
        }
    }

    /// The set from which some number of steps from 0 to `length` − 1 leads into that of the factors; a power of `parts`.
    fn window(&mut self, factors: Vec<Factor>, direction: &[usize], length: usize, parts: usize) -> NodeId {
        let window = (length > 1).then(|| Helper::Window { direction: direction.to_vec(), length, parts });
        self.node(factors, window)
    }

    /// From sizes that may be left of a heap: row by row, or by windows where stretches are long.
    fn by_size(&mut self, factors: Vec<Factor>, place: usize, left: &[Vec<(u32, u32)>]) -> Rule {
        let lengths = || left.iter().flatten().map(|(low, high)| (high - low) as usize + 1);
        let longest = lengths().max().unwrap_or(1);
        let windows: Vec<usize> = std::iter::successors(Some(1), |length| Some(length * WIDER))
            .take_while(|length| *length <= longest)
            .collect();
        let widest = |length: usize| windows.partition_point(|window| *window <= length) - 1;
        let looked_up: usize = lengths().map(|length| length.div_ceil(windows[widest(length)])).sum();
        let by_windows = looked_up + (windows.len() - 1) * WIDER * left.len() < lengths().sum();
        let mut direction = vec![0; self.places + 1];
        direction[place] = 1;
        let sets: Vec<NodeId> = windows
            .iter()
            .take(if by_windows { windows.len() } else { 1 })
            .map(|length| self.window(factors.clone(), &direction, *length, WIDER))
            .collect();
        let rows = |(low, high): &(u32, u32)| {
            let at = if by_windows { widest((high - low) as usize + 1) } else { 0 };
            let (set, window) = (sets[at], windows[at] as u32);
            // A window reaches down from its row; the last one may overlap the one before it.
            let tops = (0..=(high - low) / window).map(|times| high - times * window);
            let lowest = low + window - 1;
            tops.map(|top| (set, top.max(lowest))).collect::<Vec<_>>()
        };
        let rows = left.iter().map(|intervals| {
            let mut rows: Vec<(NodeId, u32)> = intervals.iter().flat_map(rows).collect();
            rows.dedup();
            rows
        });
        Rule::BySize { place, rows: rows.collect() }
    }

    fn term(&self, node: NodeId, vector: &[usize]) -> Term {
        let prefix = vector[..self.places].iter().copied().enumerate();
        Term { node, back: prefix.filter(|(_, amount)| *amount > 0).collect(), up: vector[self.places] }
    }

    /// All sets for all orders of the heaps before the last; nothing where they are too many.
    fn close(&mut self) -> Option<Vec<Vec<NodeId>>> {
        let orders = permutations(self.places);
        let mut ranked = vec![Vec::new(); orders.len()];
        orders.into_iter().for_each(|order| {
            let rank = rank(&order);
            ranked[rank] = order;
        });
        let mut permuted: Vec<Vec<NodeId>> = Vec::new();
        while permuted.len() < self.keys.len() {
            let key = self.keys[permuted.len()].clone();
            let mut row = Vec::with_capacity(ranked.len());
            for order in &ranked {
                let factors = key.factors.iter().map(|factor| factor.exchanged(order)).collect();
                let helper = key.helper.as_ref().map(|helper| helper.exchanged(order));
                row.push(self.node(factors, helper));
            }
            permuted.push(row);
            if self.keys.len() > MAX_NODES {
                return None;
            }
        }
        Some(permuted)
    }
}

/// A vector with the heaps before the last in another order: what stood at `order[j]` stands at j.
fn exchanged(vector: &[usize], order: &[usize]) -> Vec<usize> {
    order.iter().map(|at| vector[*at]).chain(vector[order.len()..].iter().copied()).collect()
}

impl Factor {
    fn exchanged(&self, order: &[usize]) -> Factor {
        match self {
            Factor::Kept => Factor::Kept,
            Factor::PassLess => Factor::PassLess,
            Factor::One(place, amounts) => {
                let place = order.iter().position(|at| at == place).expect("an order names every place");
                Factor::One(place, amounts.clone())
            }
            Factor::Linked(Vectors::Cone { bases, steps }) => {
                let all = |vectors: &[Vec<usize>]| {
                    let mut all: Vec<Vec<usize>> = vectors.iter().map(|one| exchanged(one, order)).collect();
                    all.sort_unstable();
                    all
                };
                Factor::Linked(Vectors::Cone { bases: all(bases), steps: all(steps) })
            }
            Factor::Linked(Vectors::Chains(chains)) => {
                let mut chains: Vec<(Vec<usize>, usize)> =
                    chains.iter().map(|(base, length)| (exchanged(base, order), *length)).collect();
                chains.sort_unstable();
                Factor::Linked(Vectors::Chains(chains))
            }
        }
    }
}

impl Helper {
    fn exchanged(&self, order: &[usize]) -> Helper {
        match self {
            Helper::Window { direction, length, parts } => {
                Helper::Window { direction: exchanged(direction, order), length: *length, parts: *parts }
            }
            Helper::Run(direction) => Helper::Run(exchanged(direction, order)),
        }
    }
}

/// The number of an order of places among all orders, lexicographically.
pub(super) fn rank(order: &[usize]) -> usize {
    let mut rank = 0;
    for (at, one) in order.iter().enumerate() {
        let smaller = order[at + 1..].iter().filter(|later| *later < one).count();
        rank = rank * (order.len() - at) + smaller;
    }
    rank
}

fn scaled(direction: &[usize], times: usize) -> Vec<usize> {
    direction.iter().map(|one| one * times).collect()
}

/// Vectors over some heaps as vectors over all, in a fixed order.
fn spread(vectors: &Vectors, heaps: &[usize], all: usize) -> Vectors {
    let one = |vector: &Vec<usize>| {
        let mut spread = vec![0; all];
        heaps.iter().zip(vector).for_each(|(heap, amount)| spread[*heap] = *amount);
        spread
    };
    let sorted = |vectors: &[Vec<usize>]| {
        let mut all: Vec<Vec<usize>> = vectors.iter().map(one).collect();
        all.sort_unstable();
        all
    };
    match vectors {
        Vectors::Cone { bases, steps } => Vectors::Cone { bases: sorted(bases), steps: sorted(steps) },
        Vectors::Chains(chains) => {
            let mut chains: Vec<_> = chains.iter().map(|(base, length)| (one(base), *length)).collect();
            chains.sort_unstable();
            Vectors::Chains(chains)
        }
    }
}

/// The sets whose row at a prefix is needed before this one's.
fn needed_here(rule: &Rule, reached: &[NodeId]) -> Vec<NodeId> {
    match rule {
        Rule::Position => reached.to_vec(),
        Rule::Or { terms, .. } => terms.iter().filter(|term| term.back.is_empty()).map(|term| term.node).collect(),
        Rule::Kept | Rule::PassLess | Rule::BySize { .. } => Vec::new(),
    }
}

fn order(rules: &[Rule], reached: &[NodeId]) -> Vec<NodeId> {
    let (mut order, mut seen) = (Vec::with_capacity(rules.len()), vec![false; rules.len()]);
    // No set needs itself: a move takes at least one token, so that what P needs has other prefixes behind it.
    let mut open: Vec<(NodeId, bool)> = (0..rules.len()).rev().map(|node| (node, false)).collect();
    while let Some((node, done)) = open.pop() {
        if done {
            order.push(node);
        } else if !std::mem::replace(&mut seen[node], true) {
            open.push((node, true));
            open.extend(needed_here(&rules[node], reached).into_iter().map(|needed| (needed, false)));
        }
    }
    order
}

fn depth(rules: &[Rule], places: usize, permuted: &[Vec<NodeId>]) -> Vec<Option<Vec<usize>>> {
    let mut depth: Vec<Option<Vec<usize>>> = vec![None; rules.len()];
    let mut look = |node: NodeId, back: &[usize]| {
        let known = depth[node].get_or_insert_with(|| vec![0; places]);
        known.iter_mut().zip(back).for_each(|(known, back)| *known = (*known).max(*back));
    };
    for rule in rules {
        match rule {
            Rule::Position | Rule::Kept | Rule::PassLess => {}
            Rule::Or { terms, .. } => terms.iter().filter(|term| !term.back.is_empty()).for_each(|term| {
                let mut back = vec![0; places];
                term.back.iter().for_each(|(place, amount)| back[*place] = *amount);
                look(term.node, &back);
                // With heaps in another order the rows of other sets are looked up.
                let most = vec![back.iter().copied().max().unwrap_or(0); places];
                permuted.get(term.node).into_iter().flatten().for_each(|node| look(*node, &most));
            }),
            Rule::BySize { place, rows } => {
                let mut most: BTreeMap<NodeId, usize> = BTreeMap::new();
                for (size, rows) in rows.iter().enumerate() {
                    for (node, rest) in rows {
                        let most = most.entry(*node).or_default();
                        *most = (*most).max(size - *rest as usize);
                    }
                }
                for (node, most) in most {
                    let back: Vec<usize> = (0..places).map(|at| if at == *place { most } else { 0 }).collect();
                    look(node, &back);
                    permuted.get(node).into_iter().flatten().for_each(|node| look(*node, &vec![most; places]));
                }
            }
        }
    }
    depth
}
