//! Games from the text of a rule file.

use bouton::proof::Rules;
use bouton::rules::{Choices, Ruleset, lower, normal_form};
use bouton::source::Source;
use bouton::syntax::parse;

/// The checked rules of the only game of a text in the rule language.
pub(crate) fn rules(source: &str) -> Ruleset {
    let parsed = parse(&Source::new("sample.game", source));
    let lowered = lower(&parsed.file.games[0], &Choices::default());
    lowered.rules.unwrap_or_else(|| panic!("{source}: {:?} {:?}", parsed.diagnostics, lowered.diagnostics))
}

/// The same text as the rules of a certificate.
pub(crate) fn origin(source: &str) -> Rules {
    let parsed = parse(&Source::new("sample.game", source));
    let text = normal_form(&parsed.file.games[0], &Choices::default()).unwrap_or_else(|| panic!("{source}"));
    Rules::new("sample".to_owned(), text)
}
