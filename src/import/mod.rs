//! Games in the planning-style format, turned into rule files.
//!
//! In benchmarks of work on synthesising winning strategies a game is a planning domain: objects are heaps, actions have
//! integer parameters, a condition, and assignments made all at once. [`import`] writes such a game as a rule file with its
//! moves written out. What the rule language says otherwise is translated exactly:
//!
//! - a conditional assignment makes an action into several moves, one for each way in which the conditions may hold;
//! - parameters may be negative, letters may not: a parameter that nothing keeps from being negative stands in two moves;
//! - letters run over a range that is read off the conditions, so that no value is missed. Where there is none, that is an
//!   error.
//!
//! # References
//!
//! K. Wu and others, *Synthesizing strategies for impartial games*, IJCAI 2020.

mod bounds;
mod domain;
mod sexpr;
mod write;

use crate::diagnostics::Diagnostic;
use crate::source::Source;

/// The form of the rule file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The rule language.
    Game,
    /// YAML.
    Yaml,
}

/// A game that has been imported.
#[derive(Debug)]
pub struct Imported {
    /// The rule file.
    pub text: String,
    /// What the user should know about the translation.
    pub warnings: Vec<Diagnostic>,
}

/// Turns a planning domain into a rule file.
///
/// # Errors
///
/// What is wrong with the file, in its order.
pub fn import(source: &Source, misere: bool, form: Form) -> Result<Imported, Vec<Diagnostic>> {
    let forms = sexpr::parse(&source.text).map_err(|error| vec![*error])?;
    let domain = domain::read(&forms)?;
    write::rule_file(&domain, misere, form)
}

#[cfg(test)]
mod tests;
