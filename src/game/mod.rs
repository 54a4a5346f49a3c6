//! Positions and moves: what the rules allow at a position.
//!
//! A position is a size for each heap. A move takes from some heaps at least one token each, and what it leaves is an
//! *option* of the position. Two moves that leave the same position are one move for every question that Bouton asks;
//! [`moves`] then gives the one of the earliest rule.

mod generate;
mod position;

pub(crate) use generate::after;
pub use generate::{GameError, MAX_TRIED, for_each_move, moves};
pub use position::{Move, Position};
