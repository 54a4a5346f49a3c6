//! `bouton fmt`.

use super::arguments::Fmt;
use super::failure::Failure;
use super::{REFUTED, WELL, WRONG, input, output};
use crate::pipeline::Rejected;
use crate::source::Source;
use crate::syntax::{FormatError, format};
use std::path::Path;

pub(super) fn run(options: &Fmt) -> Result<u8, Failure> {
    let mut status = WELL;
    for file in &options.files {
        // A file with errors keeps no other from its form.
        let of_file = match one(file, options.check) {
            Err(Failure::Closed) => return Err(Failure::Closed),
            Err(failure) => {
                failure.print();
                WRONG
            }
            Ok(status) => status,
        };
        status = status.max(of_file);
    }
    Ok(status)
}

/// Formats a file, or tells that it is not in canonical form.
fn one(file: &Path, check: bool) -> Result<u8, Failure> {
    let source = input::read(file)?;
    let text = formatted(&source)?;
    let stdin = file == Path::new("-");
    if check {
        if text == source.text {
            return Ok(WELL);
        }
        output::text(None, &format!("{} is not in canonical form\n", source.name))?;
        return Ok(REFUTED);
    }
    if stdin {
        output::text(None, &text)?;
    } else if text != source.text {
        // A link stays one: what it leads to is rewritten.
        let target = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        output::text(Some(&target), &text)?;
    }
    Ok(WELL)
}

fn formatted(source: &Source) -> Result<String, Failure> {
    format(source).map_err(|error| match error {
        FormatError::Errors(diagnostics) => {
            Failure::Rejected(Box::new(Rejected { source: source.clone(), diagnostics }))
        }
        FormatError::Changed { .. } => Failure::message(format!("{}: {error}", source.name)),
    })
}
