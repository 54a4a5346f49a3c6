//! Rule files in canonical form: what they say stays, and how they say it becomes the same for all.
//!
//! A file is printed from its syntax tree. Comments go where they stand, between the statements and parts of
//! statements around them. What the tree does not tell is kept as the author chose it where readers care: parentheses,
//! blank lines (at most one), games and variants in one line, in YAML the order of keys and lists in brackets. A
//! statement is written in one way: `where` behind `from`, one `let` a parameter, `2k` for a numeral times a letter.
//!
//! The result is parsed again and compared with the original before it is given out.

mod claims;
mod game;
mod layout;
mod moves;
mod writer;
mod yaml;

use super::spans::same;
use super::tree::{File, Game};
use super::{Form, Parsed, parse};
use crate::diagnostics::Diagnostic;
use crate::source::Source;
use thiserror::Error;
use writer::Comment;

/// Why a file was not formatted.
#[derive(Clone, Debug, Error)]
pub enum FormatError {
    /// The file has errors.
    #[error("the file has errors")]
    Errors(Vec<Diagnostic>),
    /// The text that would be written says something else, or lacks a comment: a fault of the printer.
    #[error("formatting would change {what} of the file, so it is left as it is; please report this")]
    Changed {
        /// What would change.
        what: &'static str,
    },
}

/// A rule file in canonical form.
///
/// # Errors
///
/// Where the file has errors, and where the result would not mean the same.
///
/// # Examples
///
/// ```
/// use bouton::source::Source;
///
/// let source = Source::new("nim.game", "game \"Nim\" { heaps 3; // three\n move takes any coins from one heap }");
/// assert!(bouton::syntax::format(&source).is_err());
/// let source = Source::new("nim.game", "game \"Nim\" { heaps 3; // three\n move take any coins from one heap }");
/// assert_eq!(
///     bouton::syntax::format(&source).unwrap(),
///     "game \"Nim\" {\n  heaps 3  // three\n  move take any from one heap\n}\n"
/// );
/// ```
pub fn format(source: &Source) -> Result<String, FormatError> {
    let parsed = parse(source);
    if parsed.has_errors() {
        return Err(FormatError::Errors(parsed.diagnostics));
    }
    let form = super::form(source);
    let mut text = printed(form, source, &parsed)?;
    // Where comments stand in the midst of statements, the places that they are put in may be others than those that they
    // are then read from, until they have settled.
    for _ in 0..MOST_ROUNDS {
        // The result is in the same form under any name.
        let name = if form == Form::RuleLanguage { "formatted.game" } else { "formatted.yaml" };
        let again = Source::new(name, text.clone());
        let reparsed = parse(&again);
        if reparsed.has_errors() || !same(&parsed.file, &reparsed.file) {
            return Err(FormatError::Changed { what: "the meaning" });
        }
        if comments(form, &source.text) != comments(form, &text) {
            return Err(FormatError::Changed { what: "the comments" });
        }
        let next = printed(form, &again, &reparsed)?;
        if next == text {
            break;
        }
        text = next;
    }
    Ok(text)
}

/// A game in the rule language: its statements without comments and blank lines, each kind in its place whatever the order
/// and the form in which the author gave them.
///
/// # Errors
///
/// Where the result would not mean the same, a fault of the printer.
pub fn print_game(game: &Game) -> Result<String, FormatError> {
    let text = game::print(game);
    let parsed = parse(&Source::new("printed.game", text.as_str()));
    let file = File { games: vec![game.clone()] };
    if parsed.has_errors() || !same(&parsed.file, &file) {
        return Err(FormatError::Changed { what: "the meaning" });
    }
    Ok(text)
}

/// How often a text is printed at most.
const MOST_ROUNDS: usize = 10;

fn printed(form: Form, source: &Source, parsed: &Parsed) -> Result<String, FormatError> {
    match form {
        Form::RuleLanguage => Ok(game::format(&source.text, &parsed.file)),
        Form::Yaml => yaml::format(&source.text).ok_or(FormatError::Changed { what: "the meaning" }),
    }
}

/// The comments of a text, in order.
fn comments(form: Form, text: &str) -> Vec<String> {
    let found: Vec<Comment> = match form {
        Form::RuleLanguage => game::comments(text),
        Form::Yaml => yaml::comments(text),
    };
    found.into_iter().map(|comment| comment.text).collect()
}
