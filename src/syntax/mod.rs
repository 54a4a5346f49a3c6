//! TODO

pub mod tree;
