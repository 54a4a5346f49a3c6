//! The stages of the program joined: from a file to the games in it, one type a stage.

use crate::answer::Game;
use crate::diagnostics::{Diagnostic, Severity};
use crate::proof;
use crate::rules::{Choices, lower, normal_form};
use crate::source::Source;
use crate::syntax::{self, tree};
use crate::text::Language;

/// A file that has been parsed without errors.
#[derive(Debug)]
pub struct Parsed {
    /// The source, for drawing diagnostics.
    pub source: Source,
    file: tree::File,
    warnings: Vec<Diagnostic>,
}

/// Games that have been checked, with the warnings about them.
#[derive(Debug)]
pub struct Loaded {
    /// The source, for drawing diagnostics.
    pub source: Source,
    /// The games, each once with the choices applied.
    pub games: Vec<Game>,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// Findings that end the pipeline, with the source that they speak of.
#[derive(Debug)]
pub struct Rejected {
    /// The source.
    pub source: Source,
    /// What is wrong, in the file's order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a source.
///
/// # Errors
///
/// What is wrong with it, if anything is.
pub fn parse(source: Source) -> Result<Parsed, Box<Rejected>> {
    let parsed = syntax::parse(&source);
    if parsed.has_errors() {
        let mut diagnostics = parsed.diagnostics;
        diagnostics.extend(beyond_syntax(&parsed.file));
        diagnostics.sort_by_key(|one| one.label.as_ref().map(|(span, _)| *span));
        diagnostics.dedup();
        diagnostics.truncate(MAX_DIAGNOSTICS);
        return Err(Box::new(Rejected { source, diagnostics }));
    }
    Ok(Parsed { source, file: parsed.file, warnings: parsed.diagnostics })
}

/// What else is wrong in a file with errors of syntax, so that one run tells as much as it can.
///
/// What could not be read is not in the tree; that it is missing, or not defined, is no finding of its own.
fn beyond_syntax(file: &tree::File) -> Vec<Diagnostic> {
    let found = file.games.iter().flat_map(|game| lower(game, &Choices::default()).diagnostics);
    found
        .filter(|one| one.severity == Severity::Error)
        .filter(|one| !one.code.starts_with("missing") && !one.code.starts_with("undefined"))
        .collect()
}

/// The most diagnostics that are shown at once.
const MAX_DIAGNOSTICS: usize = 20;

impl Parsed {
    /// The names of the variants of the games that `name` picks.
    pub fn variants(&self, name: Option<&str>) -> Vec<String> {
        let games = self.file.games.iter().filter(|game| name.is_none_or(|name| is_named(game, name)));
        games
            .flat_map(|game| game.variants.iter().map(|variant| variant.name.node.get(Language::En).to_owned()))
            .collect()
    }

    /// Checks the games, or only the one with that name, with the choices applied.
    ///
    /// # Errors
    ///
    /// What is wrong with the rules, if anything is; or that there is no such game.
    pub fn load(&self, name: Option<&str>, choices: &Choices) -> Result<Loaded, Box<Rejected>> {
        let reject = |diagnostics| Box::new(Rejected { source: self.source.clone(), diagnostics });
        let chosen: Vec<&tree::Game> =
            self.file.games.iter().filter(|game| name.is_none_or(|name| is_named(game, name))).collect();
        if let Some(name) = name
            && chosen.is_empty()
        {
            return Err(reject(vec![self.no_such_game(name)]));
        }
        let mut games = Vec::new();
        let mut diagnostics = self.warnings.clone();
        for game in chosen {
            let lowered = lower(game, choices);
            diagnostics.extend(lowered.diagnostics);
            games.extend(lowered.rules.map(|rules| {
                let name = rules.name.get(Language::En).to_owned();
                let origin = normal_form(game, choices).map(|text| proof::Rules::new(name, text));
                Game { origin, ..Game::new(rules) }
            }));
            // A mistake in a variant is found even where another is asked for.
            if choices.variant.is_none() && choices.set.is_empty() {
                for variant in &game.variants {
                    let variant_name = variant.name.node.wordings().next().unwrap_or_default().to_owned();
                    let choices = Choices { variant: Some(variant_name), ..Choices::default() };
                    let found = lower(game, &choices).diagnostics;
                    let known = |one: &Diagnostic| diagnostics.contains(one);
                    let new: Vec<Diagnostic> = found.into_iter().filter(|one| !known(one)).collect();
                    diagnostics.extend(new);
                }
            }
        }
        diagnostics.sort_by_key(|one| one.label.as_ref().map(|(span, _)| *span));
        diagnostics.dedup();
        diagnostics.truncate(MAX_DIAGNOSTICS);
        if diagnostics.iter().any(|one| one.severity == Severity::Error) {
            return Err(reject(diagnostics));
        }
        if games.is_empty() {
            return Err(reject(vec![Diagnostic::whole("no-game", "the file holds no game")]));
        }
        Ok(Loaded { source: self.source.clone(), games, warnings: diagnostics })
    }

    fn no_such_game(&self, name: &str) -> Diagnostic {
        let known: Vec<&str> = self
            .file
            .games
            .iter()
            .filter_map(|game| game.name.as_ref())
            .flat_map(|name| name.node.wordings())
            .collect();
        let diagnostic = Diagnostic::whole("unknown-game", format!("the file holds no game `{name}`"))
            .suggest(name, known.iter().copied());
        if diagnostic.help.is_empty() && !known.is_empty() {
            let list: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            return diagnostic.help(format!("its games are {}", list.join(", ")));
        }
        diagnostic
    }
}

fn is_named(game: &tree::Game, name: &str) -> bool {
    game.name.as_ref().is_some_and(|known| known.node.matches(name))
}
