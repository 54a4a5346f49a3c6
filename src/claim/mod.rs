//! Claims about the P-positions of a game, and whether they are true.

mod automaton;
pub mod budget;
mod conditions;
pub mod decide;
pub mod formula;
pub mod term;
mod witness;
