//! `bouton import`.

use super::arguments::{Import, RuleForm};
use super::failure::Failure;
use super::{WELL, input, output};
use crate::diagnostics;
use crate::import::{Form, Imported, import};
use crate::pipeline::Rejected;
use std::io::{IsTerminal, Write};

pub(super) fn run(options: &Import) -> Result<u8, Failure> {
    let source = input::read(&options.file)?;
    let target = options.output.as_deref();
    let form = match RuleForm::chosen(options.format, target, RuleForm::Game) {
        RuleForm::Game => Form::Game,
        RuleForm::Yaml => Form::Yaml,
    };
    match import(&source, options.misere, form) {
        Err(diagnostics) => Err(Failure::Rejected(Box::new(Rejected { source, diagnostics }))),
        Ok(Imported { text, warnings }) => {
            if !options.quiet && !warnings.is_empty() {
                let mut stderr = std::io::stderr().lock();
                let color = stderr.is_terminal();
                let _ = write!(stderr, "{}", diagnostics::draw(&warnings, &source, color));
            }
            output::text(target, &text)?;
            Ok(WELL)
        }
    }
}
