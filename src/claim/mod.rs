//! Claims about a game, decided: refuted by a counterexample, proved by a theorem, or verified up to a size.

pub mod members;
mod verify;

pub use members::FamilyError;
pub use verify::{ClaimError, Claimed, Counterexample, Finding, refute};
