//! A decision procedure for statements about all natural numbers: linear arithmetic with remainders and sums of binary
//! digits in columns, decided by finite automata that read numbers in binary.

mod automaton;
pub mod budget;
mod conditions;
pub mod decide;
pub mod formula;
pub mod term;
mod witness;
