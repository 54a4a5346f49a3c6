//! Games for the tests of this module.

use crate::answer::{Answer, Game};
use crate::game::Position;
use crate::graph::Budget;
use crate::rules::{Choices, lower};
use crate::solve::positions_up_to;
use crate::source::Source;
use crate::syntax::parse;

/// The game with these rules, which stand between the braces of a file.
pub(super) fn game(rules: &str) -> Game {
    let parsed = parse(&Source::new("sample", format!("game \"Sample\" {{ {rules} }}")));
    let lowered = lower(&parsed.file.games[0], &Choices::default());
    Game::new(lowered.rules.unwrap_or_else(|| panic!("{rules}: {:?} {:?}", parsed.diagnostics, lowered.diagnostics)))
}

/// The answer for a start.
pub(super) fn answer(game: &Game, start: &[u64]) -> Answer {
    game.answer(&Position::new(start).to_big(), &Budget::default(), &mut ()).expect("a small graph")
}

/// All starts up to a size, heaps in any order.
pub(super) fn starts(game: &Game, max: u64) -> Vec<Position> {
    positions_up_to(game.rules.heaps, max, false).collect()
}

/// Rules without a theorem, in normal and misere play: heaps alike or not, with tokens that can be left or not.
pub(super) const OPEN: [&str; 9] = [
    "heaps 1 move take s in {1, 3, 4} from one heap play misere",
    "heaps 1 move take s in {2, 5} from one heap play misere",
    "heaps 2 move take s in {1, 3} from one heap play misere",
    "heaps 2 move take 1..floor(h/2) from one heap play misere",
    "heaps 2 move take 2..3 from one heap move take 1 from both heaps play misere",
    "heaps 2 move take 1 from heap 1 move take 1..2 from heap 2 move take 3 from both heaps",
    "heaps 3 move take 1..2 in total from any heaps play misere",
    "heaps 3 move take the same 1..2 from each of 1..2 heaps",
    "heaps 3 let L = [1, 2, 2] move take 1..L[i] from one heap",
];
