//! Bouton.
pub mod diagnostics;
pub mod render;
pub mod source;
pub mod syntax;
pub mod text;
pub mod theorem;
