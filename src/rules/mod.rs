//! The checked game: names, types, expressions, and the facts that can be read off the rules.

pub mod number;
