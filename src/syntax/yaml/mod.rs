//! The YAML form: a file's documents as a tree of values with their places, and the games they describe.
//!
//! [`read`] gives the tree of values, [`game`] and [`claim`] the games; [`align`] tells where the characters of a scalar stand in the
//! file, so that also an error inside a folded or escaped text is underlined where the user wrote it.

mod align;
mod claim;
mod fault;
pub(super) mod game;
pub(super) mod keys;
pub(super) mod node;
pub(super) mod read;
mod schema;
mod shape;

pub use schema::schema;

use super::problems::Problems;
use super::tree::File;

/// Parses a YAML file.
pub(super) fn parse(text: &str, problems: &Problems) -> File {
    let documents = read::read(text, problems).unwrap_or_default();
    game::file(&documents, problems)
}
