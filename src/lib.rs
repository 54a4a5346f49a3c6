//! Bouton.
pub mod claim;
pub mod diagnostics;
pub mod source;
pub mod syntax;
pub mod text;
pub mod theorem;
