//! Conjectures: closed forms that fit what has been solved.
//!
//! A conjecture is never presented as more than that. [`prove`](crate::prove) tries to make a theorem of it.

pub mod conjecture;
pub mod families;
mod signature;

pub use signature::SignatureSearch;
