//! The checked game: names, kinds and expressions, and the facts that can be read off the rules.
//!
//! [`lower`] turns a game of the syntax tree into a [`Ruleset`], or says what is wrong with it. [`facts`] reads off what
//! the solvers and theorems need to know.

pub mod boxes;
pub mod claim;
pub mod expr;
pub mod facts;
pub mod known;
pub mod linear;
mod lower;
mod normal;
pub mod number;
pub mod rays;
pub mod removals;
mod resolve;
mod ruleset;
#[cfg(test)]
pub(crate) mod sample;
pub mod shape;
pub mod trend;
pub mod zone;

pub use lower::{Choices, Lowered, MAX_HEAPS, lower};
pub use normal::normal_form;
pub use ruleset::{
    AmountSet, Amounts, Deed, MoveRule, Parts, Place, Register, RegisterKind, Ruleset, Selection, Shift, Take,
};
