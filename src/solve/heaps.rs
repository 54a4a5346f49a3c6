//! Grundy values of single heaps, for games that are sums of their heaps.
//!
//! Where every move changes one heap alone, a position is the sum of its heaps, and its Grundy value is the nim-sum of
//! theirs. So a table of single heaps answers for every position with heaps up to its size, however many heaps moves
//! make of one: a heap's value is the mex, over its moves, of the nim-sums of the heaps that each leaves.

use super::sequence::{Period, Sequence};
use crate::game::{Allowance, GameError, Position, Search, for_each_move};
use crate::graph::{Budget, ExploreError, Progress};
use crate::rules::Ruleset;
use crate::rules::facts::Facts;
use crate::syntax::tree::Play;
use std::ops::ControlFlow;

/// The Grundy values of single heaps up to a size, or of all heaps where a period is proved.
#[derive(Debug)]
pub struct HeapValues {
    /// The values by size: of any heap, where all are alike, and else of each heap in its place.
    places: Vec<Values>,
}

/// The values of one heap.
#[derive(Debug)]
enum Values {
    /// From the amounts that the rules allow.
    Sequence(Sequence),
    /// From the moves as the rules' generator gives them.
    Listed(Vec<u32>),
}

/// How the values of a heap have been found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapMethod {
    /// Size by size, and a period is proved: the values of all sizes are known.
    Period(Period),
    /// Size by size, from the amounts that the rules allow; where heaps are divided in two by a sparse space, with so many
    /// rare heaps.
    Amounts {
        /// The number of rare heaps.
        rare: Option<usize>,
    },
    /// Size by size, move by move.
    Moves,
}

impl HeapValues {
    /// The values of heaps up to `max` tokens; nothing where the game is no sum of heaps, is not in normal play, or has
    /// moves after which a heap is not smaller than before.
    ///
    /// # Errors
    ///
    /// Where a rule has no meaning at a position, or there are more sizes or moves than the budget allows.
    ///
    /// # Complexity
    ///
    /// Where amounts tell the moves: for each size the number of stretches of amounts, and where heaps are divided in two the
    /// number of rare heaps, or of all smaller ones if there is no sparse space. For other moves, proportional to the moves
    /// from single heaps up to that size, times the number of heaps that they leave.
    ///
    /// # References
    ///
    /// R. K. Guy and C. A. B. Smith, *The G-values of various games*, Proceedings of the Cambridge Philosophical Society 52
    /// (1956), 514–526.
    pub fn new(
        rules: &Ruleset,
        facts: &Facts,
        max: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<HeapValues>, ExploreError> {
        if !HeapValues::serve(rules, facts) {
            return Ok(None);
        }
        let count = if facts.alike { 1 } else { rules.heaps };
        let positions = usize::try_from(max).unwrap_or(usize::MAX).saturating_mul(count);
        if let Some(limit) = budget.exceeded(positions, 0, 1) {
            return Err(ExploreError::Budget { positions, moves: 0, limit });
        }
        let mut places = Vec::new();
        for place in 0..count {
            places.push(match Sequence::new(rules, place, max, budget, progress)? {
                Some(sequence) => Values::Sequence(sequence),
                None => match listed(rules, place, max, budget, progress)? {
                    Some(values) => Values::Listed(values),
                    None => return Ok(None),
                },
            });
        }
        Ok(Some(HeapValues { places }))
    }

    /// Whether a game is a sum of heaps that have Grundy values, if its moves make heaps smaller.
    pub fn serve(rules: &Ruleset, facts: &Facts) -> bool {
        // New heaps have no place of their own, so that a heap's place must not matter where there are any.
        facts.one_heap && rules.play == Play::Normal && (!rules.heaps_vary() || facts.alike)
    }

    /// The Grundy value of a position.
    ///
    /// # Panics
    ///
    /// Where a heap is larger than the greatest for which there is a value.
    pub fn value(&self, position: &Position) -> u32 {
        self.nim_sum(position.sizes())
    }

    /// The Grundy value of a position with these heaps.
    ///
    /// # Panics
    ///
    /// Where a heap is larger than the greatest for which there is a value.
    pub fn nim_sum(&self, sizes: &[u64]) -> u32 {
        let of = |(place, size): (usize, &u64)| self.of_heap(place, *size).expect("the heaps have values");
        sizes.iter().enumerate().map(of).fold(0, |sum, value| sum ^ value)
    }

    /// Whether all heaps of a position are within the sizes that have values.
    pub fn holds(&self, position: &Position) -> bool {
        position.sizes().iter().enumerate().all(|(place, size)| self.of_heap(place, *size).is_some())
    }

    /// The value of a heap in a place, counted from 0, where it is known.
    pub fn of_heap(&self, place: usize, size: u64) -> Option<u32> {
        match &self.places[place.min(self.places.len() - 1)] {
            Values::Sequence(sequence) => sequence.value(size),
            Values::Listed(values) => values.get(usize::try_from(size).ok()?).copied(),
        }
    }

    /// How the values have been found, for each place of a heap, or once where all heaps are alike.
    pub fn methods(&self) -> impl Iterator<Item = HeapMethod> {
        self.places.iter().map(|values| match values {
            Values::Sequence(sequence) => match sequence.period() {
                Some(period) => HeapMethod::Period(period),
                None => HeapMethod::Amounts { rare: sequence.rare() },
            },
            Values::Listed(_) => HeapMethod::Moves,
        })
    }
}

/// The values of the heaps in a place, up to `max`, move by move.
fn listed(
    rules: &Ruleset,
    place: usize,
    max: u64,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<Option<Vec<u32>>, ExploreError> {
    let mut values = Vec::new();
    let mut moves = 0;
    let mut allowance = Allowance::new(budget.tries_of_heaps());
    for size in 0..=max {
        let value = allowance.search(|search| value(rules, &values, place, size, search, &mut moves));
        if allowance.is_spent() {
            return Err(ExploreError::values(size, budget));
        }
        let Some(value) = value? else { return Ok(None) };
        values.push(value);
        if let Some(limit) = budget.exceeded(values.len(), moves, 1) {
            return Err(ExploreError::Budget { positions: values.len(), moves, limit });
        }
        if size > 0 && size % 64 == 0 {
            progress.explored(size as usize, max as usize, moves);
        }
    }
    Ok(Some(values))
}

/// The value of a heap that stands alone in its place; nothing where some heap after a move is not smaller.
fn value(
    rules: &Ruleset,
    values: &[u32],
    place: usize,
    size: u64,
    search: &mut Search,
    moves: &mut usize,
) -> Result<Option<u32>, GameError> {
    let mut sizes = vec![0; rules.heaps];
    sizes[place] = size;
    let mut options: Vec<u32> = Vec::new();
    let smaller = for_each_move(rules, &Position::new(sizes), search, &mut |_, _, option| {
        *moves += 1;
        if option.sizes().iter().any(|other| *other >= size) {
            return ControlFlow::Break(());
        }
        // Other heaps are empty, and new ones stand in for them where all are alike.
        options.push(option.sizes().iter().fold(0, |sum, left| sum ^ values[*left as usize]));
        ControlFlow::Continue(())
    })?;
    if smaller.is_break() {
        return Ok(None);
    }
    options.sort_unstable();
    options.dedup();
    let missing = options.iter().zip(0..).find(|(value, expected)| **value != *expected).map(|(_, expected)| expected);
    Ok(Some(missing.unwrap_or(options.len() as u32)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::MoveGraph;
    use crate::rules::sample::rules;
    use crate::solve::{grundy, positions_up_to};

    fn values(text: &str, max: u64) -> Option<HeapValues> {
        let rules = rules(text);
        HeapValues::new(&rules, &Facts::of(&rules), max, &Budget::default(), &mut ()).expect("it is small")
    }

    #[test]
    fn values_are_those_of_the_move_graph() {
        for (text, max) in [
            ("heaps 1 move split one heap in 2 where parts differ", 14),
            ("heaps 2 move take any from one heap move split one heap in 2..3", 5),
            ("heaps 2 move take 1..2 from one heap, then may split it in 2", 7),
            ("heaps 1 octal \"4.1627\"", 9),
            ("heaps 1 move replace one heap by 0..4 smaller heaps where parts differ", 5),
            ("heaps 2 move replace one heap by 0..2 smaller heaps", 3),
            (
                "heaps 2 move replace one heap by 1..3 smaller heaps where parts equal, h > 2 move take 1 from one heap",
                4,
            ),
            ("heaps 3 move take s where is_square(s) from one heap", 6),
            ("heaps 2 let L = [2, 3] move take 1..L[i] from one heap", 7),
            ("heaps a, b move take any from heap a move take 1..2 from heap b", 6),
            ("heaps 2 move replace one heap by floor(h/2)", 9),
        ] {
            let rules = rules(text);
            let facts = Facts::of(&rules);
            let found = values(text, max).unwrap_or_else(|| panic!("{text} is a sum of heaps"));
            let positions: Vec<Position> = positions_up_to(rules.heaps, max, facts.alike).collect();
            let graph = MoveGraph::explore(&rules, &facts, positions.clone(), &Budget::default(), &mut ());
            let graph = graph.expect("it is small");
            let known = grundy(&graph).expect("play ends");
            for position in positions {
                let vertex = graph.find(&position).expect("it is in the graph");
                assert_eq!(found.value(&position), known[vertex], "{text} at {position}");
            }
        }
    }

    #[test]
    fn other_games_have_no_values_of_heaps() {
        for text in [
            "heaps 2 move take any from one heap play misere",
            "heaps 2 move take any from each of 1..2 heaps",
            "heaps 2 move take any from the largest heap",
            "heaps 2 move take 1..min from one heap",
            "heaps 2 move take any from one heap end when sum = 1",
            "heaps 2 move take any from one heap pass once",
            "heaps 1 move take any from one heap where t != prev",
            "heaps 2 move move any from one heap to another",
            // A heap that grows, from tokens or from none.
            "heaps 1 move replace one heap by x in {h - 1, h + 1} where x <= 3",
            "heaps 2 move replace one heap by 3",
        ] {
            assert!(values(text, 5).is_none(), "{text}");
        }
    }

    #[test]
    fn a_budget_is_kept_to() {
        let rules = rules("heaps 1 move take any from one heap");
        let small = Budget { positions: 10, ..Budget::default() };
        let found = HeapValues::new(&rules, &Facts::of(&rules), 20, &small, &mut ());
        assert!(matches!(found, Err(ExploreError::Budget { .. })));
    }

    /// Whether amounts are tried one by one, parts are, or moves are listed.
    #[test]
    fn a_budget_limits_what_is_tried() {
        for text in [
            "heaps 1 move take t from one heap where divides(t, h)",
            "heaps 1 move split one heap in 4 where parts differ",
            "heaps 1 move take t from one heap where divides(t, h) move split one heap in a, b where divides(a, b)",
        ] {
            let rules = rules(text);
            let facts = Facts::of(&rules);
            let small = Budget { bytes: 100_000, ..Budget::default() };
            let found = HeapValues::new(&rules, &facts, 400, &small, &mut ());
            assert!(matches!(found, Err(ExploreError::Values { size: 40.., .. })), "{text}: {found:?}");
            let found = HeapValues::new(&rules, &facts, 60, &Budget::default(), &mut ());
            assert!(matches!(found, Ok(Some(_))), "{text}");
        }
    }
}
