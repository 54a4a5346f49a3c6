//! The `bouton` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    bouton::cli::run()
}
