//! The command: arguments, input, output and exit status. All else is in the library, which neither reads nor prints.

mod arguments;
mod bench;
mod check;
mod compare;
mod explain;
mod failure;
mod fmt;
mod generate;
mod graph;
mod import;
mod input;
mod lines;
mod new;
mod output;
#[cfg(feature = "parquet")]
mod parquet;
mod play;
mod progress;
mod prove;
mod quotient;
mod rules;
mod schema;
mod solve;
mod sweep;
mod verify;

pub use arguments::command;

use arguments::{Arguments, Command};
use clap::Parser;
use clap::error::{ContextKind, ErrorKind};
use failure::Failure;
use std::error::Error;
use std::process::ExitCode;

/// All went well.
const WELL: u8 = 0;
/// A claim is refuted, or a file is not in canonical form.
const REFUTED: u8 = 1;
/// The input or the call is wrong.
const WRONG: u8 = 2;

/// A value that one of our own readers has refused, told in its words.
fn wrong_value(error: &clap::Error) -> Option<Failure> {
    let said = error.source()?.to_string();
    let (argument, value) = (error.get(ContextKind::InvalidArg)?, error.get(ContextKind::InvalidValue)?);
    let argument = argument.to_string();
    let argument = argument.split_whitespace().next().unwrap_or_default();
    let shown: String = value.to_string().chars().take(60).collect();
    let cut = if shown.len() < value.to_string().len() { "…" } else { "" };
    (error.kind() == ErrorKind::ValueValidation)
        .then(|| Failure::message(format!("in {argument} {shown}{cut}: {said}")))
}

/// Runs the command with the arguments of the process.
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are asked for, and go to standard output; all else is a wrong call.
            let status = if error.use_stderr() { WRONG } else { WELL };
            match wrong_value(&error) {
                Some(failure) => failure.print(),
                None => {
                    let _ = error.print();
                }
            }
            return ExitCode::from(status);
        }
    };
    let result = match &arguments.command {
        Command::Explain(options) => explain::run(options),
        Command::Solve(options) => solve::run(options),
        Command::Check(options) => check::run(options),
        Command::Prove(options) => prove::run(options),
        Command::Verify(options) => verify::run(options),
        Command::Compare(options) => compare::run(options),
        Command::Graph(options) => graph::run(options),
        Command::New(options) => new::run(options),
        Command::Import(options) => import::run(options),
        Command::Play(options) => play::run(options),
        Command::Fmt(options) => fmt::run(options),
        Command::Schema(options) => schema::run(options),
        Command::Rules(options) => rules::run(options),
        Command::Bench(options) => bench::run(options),
        Command::Completions(options) => generate::completions(options),
        Command::Man => generate::man(),
    };
    match result {
        Ok(status) => ExitCode::from(status),
        Err(Failure::Closed) => ExitCode::from(WELL),
        Err(failure) => {
            failure.print();
            ExitCode::from(WRONG)
        }
    }
}
