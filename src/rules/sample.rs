//! Rules from a few words, for tests.

use super::{Choices, Ruleset, lower};
use crate::source::Source;
use crate::syntax;

/// The checked rules of a game with this body.
#[track_caller]
pub(crate) fn rules(text: &str) -> Ruleset {
    let source = Source::new("test.game", format!("game \"test\" {{ {text} }}"));
    let parsed = syntax::parse(&source);
    let lowered = lower(&parsed.file.games[0], &Choices::default());
    lowered.rules.unwrap_or_else(|| panic!("{text}: {:?}", lowered.diagnostics))
}
