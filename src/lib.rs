//! Bouton.
pub mod answer;
pub mod claim;
pub mod cli;
pub mod compare;
pub mod diagnostics;
pub mod explain;
pub mod game;
pub mod graph;
pub mod logic;
pub mod pipeline;
pub mod render;
pub mod rules;
pub mod solve;
pub mod source;
pub mod syntax;
pub mod text;
pub mod theorem;
