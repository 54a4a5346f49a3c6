//! What ends a command with exit status 2, and how it is told.

use crate::answer::AnswerError;
use crate::diagnostics::{self, Diagnostic};
use crate::game::GameError;
use crate::graph::ExploreError;
use crate::pipeline::Rejected;
use crate::rules::expr::EvalError;
use crate::source::Source;
use std::io::{IsTerminal, Write};

/// Why a command could not do its work.
#[derive(Debug)]
pub(super) enum Failure {
    /// Findings about a file.
    Rejected(Box<Rejected>),
    /// Anything else, with what may help.
    Message {
        /// What is wrong.
        message: String,
        /// What may help.
        help: Option<String>,
    },
    /// Whoever read the output has gone, as `head` does; nothing is wrong.
    Closed,
}

impl Failure {
    /// A failure with nothing to say but the message.
    pub(super) fn message(message: impl Into<String>) -> Failure {
        Failure::Message { message: message.into(), help: None }
    }

    /// The same with what may help.
    pub(super) fn with_help(self, help: impl Into<String>) -> Failure {
        match self {
            Failure::Message { message, .. } => Failure::Message { message, help: Some(help.into()) },
            other => other,
        }
    }

    /// Tells it on standard error.
    pub(super) fn print(&self) {
        let mut stderr = std::io::stderr().lock();
        let _ = match self {
            Failure::Rejected(rejected) => {
                let color = stderr.is_terminal();
                write!(stderr, "{}", diagnostics::draw(&rejected.diagnostics, &rejected.source, color))
            }
            Failure::Message { message, help: None } => writeln!(stderr, "error: {message}"),
            Failure::Message { message, help: Some(help) } => writeln!(stderr, "error: {message}\nhelp: {help}"),
            Failure::Closed => Ok(()),
        };
    }
}

impl From<Box<Rejected>> for Failure {
    fn from(rejected: Box<Rejected>) -> Failure {
        Failure::Rejected(rejected)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Failure::Closed
        } else {
            Failure::message(format!("cannot write the output: {error}"))
        }
    }
}

/// The failure of an evaluation at a position, underlined in the file.
pub(super) fn rule_failure(source: &Source, error: &EvalError, context: &str) -> Failure {
    let diagnostic = Diagnostic::error("no-value", error.span, format!("{} {context}", error.problem));
    Failure::Rejected(Box::new(Rejected { source: source.clone(), diagnostics: vec![diagnostic] }))
}

/// The failure to explore a graph.
pub(super) fn explore_failure(source: &Source, error: &ExploreError) -> Failure {
    match error {
        ExploreError::Game(GameError::Rule { position, error }) => {
            rule_failure(source, error, &format!("at the position {position}"))
        }
        ExploreError::Game(error) => {
            Failure::message(error.to_string()).with_help("try a smaller start or a smaller --max")
        }
        ExploreError::Budget { .. }
        | ExploreError::Tries { .. }
        | ExploreError::Values { .. }
        | ExploreError::Box { .. } => Failure::message(error.to_string())
            .with_help("try a smaller start or a smaller --max, or allow more with --budget, as in --budget 50M,8GB"),
    }
}

/// The failure to answer a position.
pub(super) fn answer_failure(source: &Source, error: &AnswerError) -> Failure {
    match error {
        AnswerError::Explore(error) => explore_failure(source, error),
        AnswerError::TooLarge { .. } => {
            Failure::message(error.to_string()).with_help("try a smaller start, to see how the game goes")
        }
    }
}
