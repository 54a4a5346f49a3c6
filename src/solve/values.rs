//! The Grundy values of the positions of a table.

use super::lines::Lines;
use super::table::Known;
use super::{HeapValues, Table, grundy};
use crate::game::Position;
use crate::graph::MoveGraph;
use std::ops::ControlFlow;

/// The Grundy values of the positions of a table.
#[derive(Debug)]
pub struct Values<'a> {
    table: &'a Table,
    by: By<'a>,
}

/// What the values are read from.
#[derive(Debug)]
enum By<'a> {
    /// The game is a sum, and this is each heap for itself.
    Heaps(&'a HeapValues),
    Lines(&'a Lines),
    /// The move graph, with the value of each vertex.
    Graph(&'a MoveGraph, Vec<u32>),
}

impl<'a> Values<'a> {
    pub(super) fn of_table(table: &'a Table) -> Option<Values<'a>> {
        let by = match &table.known {
            Known::Heaps(values) => By::Heaps(values),
            Known::Lines(lines) => By::Lines(lines),
            Known::Graph(graph, _) => By::Graph(graph, grundy(graph)?),
            Known::Bits(_) => return None,
        };
        Some(Values { table, by })
    }

    /// The value of a position of the table, its heaps in any order where the rules treat them alike; nothing for others.
    pub fn of(&self, position: &Position) -> Option<u32> {
        match &self.by {
            By::Heaps(values) => self.table.holds(position).then(|| values.value(position)),
            By::Lines(lines) => lines.value(position.sizes()),
            By::Graph(graph, values) => graph.find(position).map(|vertex| values[vertex]),
        }
    }

    /// Shows every position with its value, in the order of [`Table::positions`], until told to stop.
    pub fn each(&self, visit: &mut dyn FnMut(&[u64], u32) -> ControlFlow<()>) -> ControlFlow<()> {
        match &self.by {
            By::Lines(lines) => lines.each(visit),
            By::Heaps(values) if self.table.heaps == 1 => {
                (0..=self.table.max).try_for_each(|size| visit(&[size], values.nim_sum(&[size])))
            }
            _ => self.table.positions().try_for_each(|position| match self.of(&position) {
                Some(value) => visit(position.sizes(), value),
                None => ControlFlow::Continue(()),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::graph::{Budget, ExploreError};
    use crate::rules::facts::Facts;
    use crate::rules::sample::rules;
    use crate::solve::{Outcome, Prepared, Wanted, Way, positions_up_to};
    use proptest::prelude::*;
    use std::ops::ControlFlow;

    /// Compares all values with those of the move graph; how they were found, and the word on it.
    fn agrees(text: &str, max: u64) -> (Way, String) {
        let rules = rules(text);
        let facts = Facts::of(&rules);
        let budget = Budget::default();
        let prepared = Prepared::new(&rules, &facts, max, Wanted::Grundy, &budget);
        let table = prepared.run(&budget, &mut ()).expect("it is small");
        let found = table.values().expect("play ends");
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
            assert_eq!(found.of(&position), Some(value), "{text}");
            let reversed = crate::game::Position::new(position.sizes().iter().rev().copied().collect::<Vec<_>>());
            assert!(!facts.alike || found.of(&reversed) == Some(value), "{text} at {reversed}");
            assert_eq!(table.outcome(&position) == Outcome::P, value == 0, "{text}");
            assert_eq!(value, known[graph.find(&position).expect("it is there")], "{text} at {position}");
        }
        assert!(table.p_positions().eq(table.positions().filter(|position| found.of(position) == Some(0))), "{text}");
        assert_eq!(found.of(&crate::game::Position::new(vec![max + 1; rules.heaps])), None, "{text}");
        let taken = prepared.plan().taken();
        (taken.way, taken.reason.clone())
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
            let (way, reason) = agrees(text, max);
            assert_eq!(way, Way::Lines, "{text}");
            assert!(reason.contains(&format!(" {rays} lines")), "{text}: {reason}");
        }
    }

    #[test]
    fn other_games_have_values_too() {
        for (text, max, wanted) in [
            ("heaps 2 move take any from each of 1..2 heaps", 9, Way::Graph),
            ("heaps 2 move take any from the largest heap", 9, Way::Graph),
            (
                "heaps 2 move replace one heap by h + 1 where h < 5 and h mod 2 = 0 move take 3 from one heap",
                9,
                Way::Graph,
            ),
            ("heaps 3 move take 1..2 from one heap", 7, Way::HeapValues),
            ("heaps a, b move take 1..2 from heap a move take any from heap b", 7, Way::HeapValues),
        ] {
            assert_eq!(agrees(text, max).0, wanted, "{text}");
        }
    }

    #[test]
    fn a_budget_is_kept_to() {
        let rules = rules("heaps 2 move take any from one heap move take the same any from both heaps");
        let facts = Facts::of(&rules);
        for budget in [Budget { positions: 10, ..Budget::default() }, Budget { bytes: 1000, ..Budget::default() }] {
            let found = Prepared::new(&rules, &facts, 100, Wanted::Grundy, &budget).run(&budget, &mut ());
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
