//! The Grundy values of all positions up to a size, in the fastest way that serves.

use super::heaps::{HeapMethod, HeapValues};
use super::lines::{Lines, bytes, rays};
use super::{Table, box_size, positions_up_to};
use crate::graph::{Budget, ExploreError, Limit, Progress};
use crate::rules::Ruleset;
use crate::rules::facts::Facts;
use std::ops::ControlFlow;

/// The Grundy values of all positions whose heaps hold at most so many tokens.
#[derive(Debug)]
pub struct GrundyTable {
    /// The greatest heap, in tokens.
    pub max: u64,
    heaps: usize,
    alike: bool,
    known: Known,
}

/// How the values are known.
#[derive(Debug)]
enum Known {
    /// The game is a sum, and this is each heap for itself.
    Heaps(HeapValues),
    /// The options stand on rays, so many.
    Lines(Lines, usize),
    /// By the move graph.
    Graph(Vec<(crate::game::Position, u32)>),
}

/// How the values of a table have been found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GrundyMethod {
    /// Heap by heap.
    Heaps(Vec<HeapMethod>),
    /// By lines, for so many rays of options.
    Lines(usize),
    /// On the move graph.
    Graph,
}

impl GrundyTable {
    /// The values of all positions with heaps up to `max` tokens; nothing where play can go on for ever.
    ///
    /// For normal play that ends where no move is left.
    ///
    /// # Errors
    ///
    /// Where a rule has no meaning at a position, or the table outgrows the budget.
    ///
    /// # Complexity
    ///
    /// For a sum of heaps that of [`HeapValues::new`]; where the options of positions stand on lines, proportional to
    /// positions times lines; otherwise to the number of moves.
    pub fn new(
        rules: &Ruleset,
        facts: &Facts,
        max: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Option<GrundyTable>, ExploreError> {
        let heaps = rules.heaps;
        let table = |known| GrundyTable { max, heaps, alike: facts.alike, known };
        if let Some(values) = HeapValues::new(rules, facts, max, budget, progress)? {
            return Ok(Some(table(Known::Heaps(values))));
        }
        let whole = |count: Option<u128>| count.and_then(|count| usize::try_from(count).ok()).unwrap_or(usize::MAX);
        let listed = box_size(heaps, max, facts.alike);
        let side = usize::try_from(max).unwrap_or(usize::MAX).saturating_add(1);
        if let Some(rays) = rays(rules, facts).filter(|rays| bytes(rays, heaps, side, facts.alike) <= budget.bytes) {
            let stored = whole(box_size(heaps, max, false)).saturating_mul(size_of::<u32>());
            let limit = if whole(listed) > budget.positions {
                Some(Limit::Positions(budget.positions))
            } else {
                (stored > budget.bytes).then_some(Limit::Bytes(budget.bytes))
            };
            if let Some(limit) = limit {
                return Err(ExploreError::Box { max, positions: listed, limit });
            }
            let all = whole(listed);
            let lines =
                Lines::new(&rays, heaps, max as usize, facts.alike, &mut |done| progress.explored(done, all, 0));
            return Ok(Some(table(Known::Lines(lines, rays.len()))));
        }
        let graph = Table::new(rules, facts, max, budget, progress)?;
        Ok(graph.grundy().map(|values| table(Known::Graph(values))))
    }

    /// How the values have been found.
    pub fn method(&self) -> GrundyMethod {
        match &self.known {
            Known::Heaps(values) => GrundyMethod::Heaps(values.methods().collect()),
            Known::Lines(_, rays) => GrundyMethod::Lines(*rays),
            Known::Graph(_) => GrundyMethod::Graph,
        }
    }

    /// Shows every position with its value, heaps ascending where the rules treat them alike, in lexicographic order, until
    /// told to stop.
    pub fn each(&self, visit: &mut dyn FnMut(&[u64], u32) -> ControlFlow<()>) -> ControlFlow<()> {
        match &self.known {
            Known::Lines(lines, _) => lines.each(visit),
            Known::Heaps(values) if self.heaps == 1 => {
                (0..=self.max).try_for_each(|size| visit(&[size], values.nim_sum(&[size])))
            }
            Known::Heaps(values) => positions_up_to(self.heaps, self.max, self.alike)
                .try_for_each(|position| visit(position.sizes(), values.value(&position))),
            Known::Graph(values) => values.iter().try_for_each(|(position, value)| visit(position.sizes(), *value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::sample::rules;
    use proptest::prelude::*;

    /// Compares all values with those of the move graph; how they were found.
    fn agrees(text: &str, max: u64) -> GrundyMethod {
        let rules = rules(text);
        let facts = Facts::of(&rules);
        let found = GrundyTable::new(&rules, &facts, max, &Budget::default(), &mut ());
        let found = found.expect("it is small").expect("play ends");
        let mut values = Vec::new();
        let told = found.each(&mut |sizes, value| {
            values.push((crate::game::Position::new(sizes), value));
            ControlFlow::Continue(())
        });
        assert!(told.is_continue());
        let graph = crate::graph::MoveGraph::explore(
            &rules,
            &facts,
            positions_up_to(rules.heaps, max, facts.alike),
            &Budget::default(),
            &mut (),
        );
        let graph = graph.expect("it is small");
        let known = crate::solve::grundy(&graph).expect("play ends");
        let listed: Vec<_> = positions_up_to(rules.heaps, max, facts.alike).collect();
        assert_eq!(values.len(), listed.len(), "{text}");
        for ((position, value), wanted) in values.into_iter().zip(listed) {
            assert_eq!(position, wanted, "{text}");
            assert_eq!(value, known[graph.find(&position).expect("it is there")], "{text} at {position}");
        }
        found.method()
    }

    #[test]
    fn values_by_lines_are_those_of_the_graph() {
        for (text, max, rays) in [
            ("heaps 2 move take any from one heap move take the same any from both heaps", 40, 3),
            ("heaps 2 move take any from one heap move take a, b from both heaps where abs(a - b) < 3", 24, 7),
            ("heaps 2 move take any from one heap move take a, b from both heaps where a - b in 0..2", 20, 5),
            (
                "heaps a, b move take 2..4 from heap a move take any from heap b move take the same 1..3 from both heaps",
                24,
                3,
            ),
            ("heaps 3 move take any from one heap move take the same any from 2 heaps", 9, 6),
            ("heaps 3 move take any from one heap move take the same any from 3 heaps", 9, 4),
            ("heaps 3 heap_limit 2 take_limit 2", 9, 9),
            (
                "heaps 2 move take t where t >= 3 from one heap move take a, b from both heaps where a = b and a >= 2",
                24,
                3,
            ),
        ] {
            assert_eq!(agrees(text, max), GrundyMethod::Lines(rays), "{text}");
        }
    }

    #[test]
    fn other_games_have_values_too() {
        assert_eq!(agrees("heaps 2 move take any from each of 1..2 heaps", 9), GrundyMethod::Graph);
        assert_eq!(agrees("heaps 2 move take any from the largest heap", 9), GrundyMethod::Graph);
        assert!(matches!(agrees("heaps 3 move take 1..2 from one heap", 7), GrundyMethod::Heaps(_)));
    }

    #[test]
    fn a_budget_is_kept_to() {
        let rules = rules("heaps 2 move take any from one heap move take the same any from both heaps");
        let facts = Facts::of(&rules);
        for budget in [Budget { positions: 10, ..Budget::default() }, Budget { bytes: 1000, ..Budget::default() }] {
            let found = GrundyTable::new(&rules, &facts, 100, &budget, &mut ());
            assert!(matches!(found, Err(ExploreError::Box { .. })));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_rays(
            low in 1u64..4, width in 0u64..5, least in 1u64..4, most in 3u64..9, below in 0i64..3, above in 0i64..3,
            endless in any::<bool>(), unlike in any::<bool>(), max in 8u64..18
        ) {
            let first = if unlike {
                format!("heaps a, b move take {low}..{} from heap a move take any from heap b", low + width)
            } else {
                format!("heaps 2 move take {low}..{} from one heap", low + width)
            };
            let bound = if endless { String::new() } else { format!(" and a <= {most} and b <= {most}") };
            agrees(&format!(
                "{first} move take a, b from both heaps where a - b <= {above} and b - a <= {below} and a >= {least}{bound}"
            ), max);
        }

        #[test]
        fn any_general_game(heaps in 2usize..4, touched in 1usize..4, most in 1u64..5, max in 3u64..7) {
            agrees(&format!("heaps {heaps} heap_limit {} take_limit {most}", touched.min(heaps)), max);
        }
    }
}
