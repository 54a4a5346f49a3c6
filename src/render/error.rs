//! What can go wrong with a template.

use std::fmt;

/// A template that can't be used, or a file that can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderError {
    /// The template's file: a path within the user's folder, or `templates/…` for one of the program's own.
    pub file: Option<String>,
    /// The line in that file, counted from 1.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for RenderError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(out, "{file}:{line}: {}", self.message),
            (Some(file), None) => write!(out, "{file}: {}", self.message),
            (None, Some(line)) => write!(out, "line {line}: {}", self.message),
            (None, None) => write!(out, "{}", self.message),
        }
    }
}

impl std::error::Error for RenderError {}

/// Where and what a tera error is about: the template's name, the line, and the message.
pub(crate) struct Located {
    pub(crate) template: Option<String>,
    pub(crate) line: Option<usize>,
    pub(crate) message: String,
}

/// Takes a tera error apart.
///
/// An error inside a template for which `generated` holds is placed where that template was included.
pub(crate) fn locate(error: &tera::Error, generated: impl Fn(&str) -> bool) -> Located {
    use tera::ErrorKind::{CircularExtend, CircularInclude, MissingParent, Msg, RenderingError, SyntaxError};
    match error.kind() {
        SyntaxError(report) | RenderingError(report) => {
            let caller = generated(report.filename()).then(|| called_from(&error.to_string())).flatten();
            let (template, line) = caller.unwrap_or_else(|| (report.filename().to_owned(), report.span().start_line));
            Located { template: Some(template), line: Some(line), message: report.message().to_owned() }
        }
        CircularExtend { tpl, .. } | CircularInclude { tpl, .. } => {
            Located { template: Some(tpl.clone()), line: None, message: error.to_string() }
        }
        MissingParent { current, parent } => Located {
            template: Some(current.clone()),
            line: None,
            message: format!("there is no template `{parent}` to extend"),
        },
        Msg(message) => {
            first_report(message).unwrap_or_else(|| Located { template: None, line: None, message: message.clone() })
        }
        _ => Located { template: None, line: None, message: error.to_string() },
    }
}

/// The first of the reports that tera joins into one text when names can't be resolved:
/// `error: Unknown filter …`, and below it `--> template:line:column`.
fn first_report(text: &str) -> Option<Located> {
    let mut lines = text.lines();
    let message = lines.next()?.strip_prefix("error: ")?.to_owned();
    let (template, line) = place(lines.next()?.trim_start().strip_prefix("--> ")?)?;
    Some(Located { template: Some(template), line: Some(line), message })
}

/// The place of the innermost include in a report: `note: called from template:line:column`.
fn called_from(report: &str) -> Option<(String, usize)> {
    report.lines().find_map(|line| place(line.strip_prefix("note: called from ")?))
}

/// Splits `template:line:column`.
fn place(text: &str) -> Option<(String, usize)> {
    let mut parts = text.rsplitn(3, ':');
    parts.next()?;
    let line = parts.next()?.parse().ok()?;
    Some((parts.next()?.to_owned(), line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_shown_with_its_place() {
        let error =
            RenderError { file: Some("my/en/solution.md".to_owned()), line: Some(12), message: "no".to_owned() };
        assert_eq!(error.to_string(), "my/en/solution.md:12: no");
        assert_eq!(RenderError { line: None, ..error.clone() }.to_string(), "my/en/solution.md: no");
        assert_eq!(RenderError { file: None, ..error.clone() }.to_string(), "line 12: no");
        assert_eq!(RenderError { file: None, line: None, ..error }.to_string(), "no");
    }

    #[test]
    fn the_kinds_of_tera_errors_are_located() {
        let locate_first = |templates: Vec<(&str, &str)>| {
            let error = tera::Tera::default().add_raw_templates(templates).unwrap_err();
            let located = locate(&error, |_| false);
            (located.template.unwrap_or_default(), located.line, located.message)
        };
        let unknown = locate_first(vec![("a.md", "x\n\n{{ x | nothing }}")]);
        assert_eq!(unknown, ("a.md".to_owned(), Some(3), "Unknown filter `nothing`".to_owned()));
        let syntax = locate_first(vec![("b.md", "x\n{% if %}")]);
        assert_eq!((syntax.0.as_str(), syntax.1), ("b.md", Some(2)));
        let circle = locate_first(vec![("c.md", "{% include \"c.md\" %}")]);
        assert_eq!((circle.0.as_str(), circle.1), ("c.md", None));
    }
}
