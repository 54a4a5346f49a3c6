//! `bouton graph`.

use super::arguments::{DrawingFormat, Graph};
use super::failure::{Failure, explore_failure};
use super::progress::Line;
use super::{WELL, input, output};
use crate::game::Position;
use crate::graph::{Budget, MoveGraph, dot};
use crate::solve::solve;
use crate::text::Language;

/// The most positions that are drawn unless more are asked for: no picture of so many is of use.
const MOST_DRAWN: usize = 10_000;

pub(super) fn run(options: &Graph) -> Result<u8, Failure> {
    let (source, game) = input::game(&options.chosen, options.effort.quiet)?;
    let start = input::needed_start(&game, options.start.as_ref())?;
    let start = Position::from_big(&start)
        .ok_or_else(|| Failure::message("the start is too large to draw").with_help("give a smaller --start"))?;
    let budget = options.effort.budget.unwrap_or(Budget { positions: MOST_DRAWN, ..Budget::default() });
    let graph = MoveGraph::explore(&game.rules, &game.facts, [start], &budget, &mut Line::new(options.effort.quiet))
        .map_err(|error| explore_failure(&source, &error))?;
    let kernel = solve(&graph).p_positions();
    let DrawingFormat::Dot = options.to;
    let title = game.rules.name.get(Language::En);
    let drawing = dot(&graph, title, &|vertex| kernel.contains(vertex), options.winning_only);
    output::text(options.output.as_deref(), &drawing)?;
    Ok(WELL)
}
