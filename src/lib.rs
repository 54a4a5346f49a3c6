//! Bouton.
pub mod diagnostics;
pub mod rules;
pub mod source;
pub mod syntax;
pub mod text;
pub mod theorem;
