//! The P-positions up to a size, as far as a table of them helps.

use super::tex;
use crate::answer::Game;
use crate::game::Position;
use crate::graph::Budget;
use crate::solve::{Prepared, Table, Wanted, Way, box_size, positions_up_to};
use serde::Serialize;

/// The most P-positions that are printed.
const MOST: usize = 40;
/// The most positions that are looked at to find them.
const MOST_TRIED: u128 = 30_000;
/// A table for more heaps than this would be hard to read.
const MOST_HEAPS: usize = 6;
/// The most memory that solving them may take, in bytes, which bounds the moves.
const MOST_BYTES: usize = 16 << 20;
/// The greatest heap that is looked at.
const LARGEST: u64 = 60;

/// A table of P-positions.
#[derive(Clone, Debug, Serialize)]
pub struct PositionTable {
    /// All P-positions with heaps up to so many tokens are listed.
    pub max: u64,
    /// Whether they are listed with heaps ascending, each once.
    pub ascending: bool,
    /// The P-positions, grouped by their first heap where there are three heaps or more.
    pub groups: Vec<Group>,
    /// How many they are.
    pub count: usize,
}

/// P-positions with the same first heap.
#[derive(Clone, Debug, Serialize)]
pub struct Group {
    /// The first heap, or nothing where positions are not grouped.
    pub first: Option<u64>,
    /// The positions, as in `(2, 5, 7)`.
    pub positions: Vec<String>,
}

/// The P-positions up to the greatest size at which they still fit a page.
///
/// # Complexity
///
/// Sizes grow by half until the P-positions no longer fit, so that little more is solved than is printed. Where that takes
/// a move graph, one graph grows, and a size at which they should just no longer fit is tried before the next step.
pub fn table(game: &Game) -> Option<PositionTable> {
    let heaps = game.rules.heaps;
    if heaps > MOST_HEAPS {
        return None;
    }
    let ascending = game.facts.alike;
    // Of a single heap there are so few positions that the largest table takes less than all smaller ones together.
    if heaps == 1
        && let Some(found) = p_positions(game, LARGEST, &mut None)
    {
        return Some(fitting(found, LARGEST, ascending, heaps));
    }
    let mut max = 1;
    let mut solved = None;
    let mut known: Option<(Vec<Position>, u64)> = None;
    let mut between = None;
    while max <= LARGEST && box_size(heaps, max, ascending).is_some_and(|size| size <= MOST_TRIED) {
        if let Some(size) = between.filter(|size| solved.is_some() && *size < max) {
            let Some(found) = p_positions(game, size, &mut solved) else { break };
            if found.len() > MOST {
                known = Some((found, size));
                break;
            }
        }
        let Some(found) = p_positions(game, max, &mut solved) else { break };
        let count = found.len();
        between = known.as_ref().and_then(|(before, size)| full_at((before.len(), *size), (count, max)));
        known = Some((found, max));
        if count > MOST {
            break;
        }
        max = if max == LARGEST { max + 1 } else { (max + max / 2 + 1).min(LARGEST) };
    }
    let (found, max) = known?;
    Some(fitting(found, max, ascending, heaps))
}

/// The size at which there are more P-positions than fit, if they go on growing as between two sizes.
fn full_at((count_before, before): (usize, u64), (count, max): (usize, u64)) -> Option<u64> {
    let grown = count.checked_sub(count_before).filter(|grown| *grown > 0)?;
    let missing = (MOST + 1).saturating_sub(count) as u64;
    Some(max + (missing * (max - before)).div_ceil(grown as u64))
}

/// All P-positions with heaps up to a size, unless solving them is too much work; a table that takes a move graph grows from
/// one size to the next.
fn p_positions(game: &Game, max: u64, solved: &mut Option<Table>) -> Option<Vec<Position>> {
    let budget = Budget { positions: MOST_TRIED as usize, bytes: MOST_BYTES };
    let prepared = Prepared::new(&game.rules, &game.facts, max, Wanted::Outcomes, &budget);
    match game.theorem() {
        Some(theorem) if prepared.plan().taken().way != Way::BitTable => Some(
            positions_up_to(game.rules.heaps, max, game.facts.alike)
                .filter(|one| theorem.is_p(&one.to_big()))
                .collect(),
        ),
        _ if prepared.plan().taken().way == Way::Graph => {
            match solved {
                Some(table) => table.grow(&game.rules, &game.facts, max, &budget, &mut ()).ok()?,
                None => *solved = Some(prepared.run(&budget, &mut ()).ok()?),
            }
            Some(solved.as_ref()?.p_positions().collect())
        }
        _ => Some(prepared.run(&budget, &mut ()).ok()?.p_positions().collect()),
    }
}

/// The listing up to the greatest size at which it still fits.
fn fitting(all: Vec<Position>, most: u64, ascending: bool, heaps: usize) -> PositionTable {
    let mut by_size: Vec<u64> = all.iter().map(Position::largest).collect();
    by_size.sort_unstable();
    // The size of the first position that no longer fits bounds the table.
    let max = by_size.get(MOST).map_or(most, |size| size.saturating_sub(1)).max(1);
    let kept: Vec<&Position> = all.iter().filter(|one| one.largest() <= max).collect();
    let text = |position: &Position| tex::position(&position.to_big());
    let mut groups: Vec<Group> = Vec::new();
    for position in &kept {
        let first = (heaps > 2).then(|| position.sizes()[0]);
        match groups.last_mut() {
            Some(group) if group.first == first => group.positions.push(text(position)),
            _ => groups.push(Group { first, positions: vec![text(position)] }),
        }
    }
    PositionTable { max, ascending: ascending && heaps > 1, count: kept.len(), groups }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{OPEN, answer, game};
    use super::*;
    use crate::solve::Outcome;

    #[test]
    fn the_table_lists_all_p_positions_up_to_its_size() {
        let known = ["heaps 3 move take any from one heap", "heaps 2 move take 1..2 from one heap play misere"];
        for rules in OPEN.iter().chain(&known) {
            let game = game(rules);
            let table = table(&game).unwrap();
            let listed: Vec<&String> = table.groups.iter().flat_map(|group| &group.positions).collect();
            assert!(listed.len() == table.count && table.count <= MOST, "{rules}");
            assert!(table.max > 2, "{rules}: {}", table.max);
            for position in positions_up_to(game.rules.heaps, table.max.min(7), table.ascending) {
                let is_p = answer(&game, position.sizes()).outcome == Outcome::P;
                let text = tex::position(&position.to_big());
                assert_eq!(listed.contains(&&text), is_p, "{rules} {text}");
            }
        }
    }

    #[test]
    fn positions_are_grouped_by_their_first_heap() {
        let table = table(&game("heaps 3 move take any from one heap")).unwrap();
        for group in &table.groups {
            let first = format!("({},", group.first.unwrap());
            assert!(group.positions.iter().all(|position| position.starts_with(&first)), "{group:?}");
        }
        assert!(super::table(&game("heaps 8 move take any from one heap")).is_none());
    }
}
