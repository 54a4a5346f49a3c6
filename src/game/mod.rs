//! Positions and moves: what the rules allow at a position.
//!
//! A position is a size for each heap, and what else later moves depend on: its registers. A move takes tokens, or moves,
//! splits or merges heaps, and what it leaves is an *option* of the position. Two moves that leave the same position are one move for every question that Bouton asks;
//! [`moves`] then gives the one of the earliest rule.

mod generate;
mod position;

pub use generate::{
    Allowance, GameError, MAX_TRIED, Search, Visit, amounts_of, for_each_move, is_ended, is_kept, moves, moves_to,
    wins_when_over,
};
pub use position::{Change, Move, Position};
