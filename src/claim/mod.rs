//! Claims about the P-positions of a game, and whether they are true.

pub mod automaton;
pub mod budget;
pub mod conditions;
pub mod decide;
pub mod formula;
pub mod term;
pub mod witness;
