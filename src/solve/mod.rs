//! Who wins: outcomes, the kernel, Grundy values and winning moves, computed on the move graph; for
//! games that are sums of their heaps, also from the Grundy values of single heaps; where options stand on few lines, Grundy
//! values of all positions up to a size along these lines; and outcomes of all positions up to a size, in tables of bits,
//! where moves only make heaps smaller, or pass, and look at other heaps by conditions on the position alone.
//!
//! In a graph of positions a player who cannot move has lost (normal play) or won (misère play). A *P-position* is one
//! from which the player who has just moved wins, an *N-position* one from which the next player wins; where neither
//! can force an end the position is a *draw*. In normal play the P-positions of a graph without circles are its
//! *kernel*: no move leads from one to another, and from every other position some move leads to one.

pub mod bits;
mod dense;
mod endless;
mod grundy;
mod heaps;
mod lines;
mod number_set;
mod outcome;
mod plan;
mod sequence;
mod table;
mod values;

pub use dense::DenseTable;
pub use endless::round;
pub use grundy::grundy;
pub use heaps::{HeapMethod, HeapValues};
pub use outcome::{Outcome, Solution, solve};
pub use plan::{Considered, Plan, Way};
pub use sequence::Period;
pub use table::{Prepared, Table, Wanted, box_size, positions_up_to};
pub use values::Values;
