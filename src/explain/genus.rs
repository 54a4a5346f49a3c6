//! The values of a start's tame heaps in misère play.

use crate::answer::{Answer, Game, How};
use crate::game::Position;
use crate::graph::Budget;
use crate::quotient::genus::Genera;
use serde::Serialize;

/// The values of the start's heaps, which decide who wins.
#[derive(Clone, Debug, Serialize)]
pub struct GenusInWords {
    /// The greatest heap whose value has been found.
    pub max: u64,
    /// Whether all heaps up to it are tame.
    pub all_tame: bool,
    /// Whether some heap is tame only because options with wild heaps revert.
    pub reverting: bool,
    /// The start's heaps, each size once.
    pub heaps: Vec<TameHeap>,
    /// The nim-sum of the numbers of the start's heaps.
    pub number: u32,
    /// Whether one of them is firm.
    pub firm: bool,
    /// Whether that is so of P-positions.
    pub is_p: bool,
}

/// A tame heap.
#[derive(Clone, Debug, Serialize)]
pub struct TameHeap {
    /// The size.
    pub size: u64,
    /// Its number.
    pub number: u32,
    /// Whether it is firm.
    pub firm: bool,
    /// Its genus, in TeX.
    pub genus: String,
}

/// The values of the start's heaps, where the answer rests on them.
pub fn of_start(game: &Game, answer: &Answer) -> Option<GenusInWords> {
    let How::Genus { max } = answer.how else { return None };
    let start = Position::from_big(&answer.position)?;
    // They have been found before.
    let budget = Budget { positions: usize::MAX, bytes: usize::MAX };
    let genera = Genera::new(&game.rules, &game.facts, max, &budget, &mut ()).ok()??;
    let value = genera.value(start.sizes())?;
    let mut sizes: Vec<u64> = start.sizes().to_vec();
    sizes.sort_unstable();
    sizes.dedup();
    let heap = |size: u64| {
        let value = genera.of_heap(size)?;
        Some(TameHeap { size, number: value.number, firm: value.firm, genus: value.genus().to_string() })
    };
    Some(GenusInWords {
        max,
        all_tame: genera.wild().is_empty(),
        reverting: genera.reverting().is_some(),
        heaps: sizes.into_iter().filter_map(heap).collect(),
        number: value.number,
        firm: value.firm,
        is_p: value.is_p(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::sample::{answer, game};
    use super::*;
    use crate::solve::Outcome;

    #[test]
    fn values_tell_the_outcome() {
        // In 0.312 a heap of 2 is firm 2, and from 5 on heaps are firm 0 and firm 1 in turn.
        let game = game("heaps 4 octal \"0.312\" play misere");
        for (start, number, is_p) in [([201, 203, 303, 205], 0, true), ([201, 202, 303, 2], 3, false)] {
            let answer = answer(&game, &start);
            assert_eq!(answer.how, How::Genus { max: 303 });
            let told = of_start(&game, &answer).expect("the heaps are tame");
            assert_eq!((told.is_p, told.number, told.firm), (is_p, number, true));
            assert_eq!(is_p, answer.outcome == Outcome::P);
            assert_eq!((told.heaps.len(), told.all_tame, told.reverting), (4, false, true));
            assert_eq!(answer.winning.is_empty(), is_p);
        }
        assert!(of_start(&game, &answer(&game, &[5, 6, 7, 8])).is_none());
    }
}
