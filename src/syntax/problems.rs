//! The diagnostics found so far, shared by the parts of the front end.

use crate::diagnostics::Diagnostic;
use std::cell::RefCell;

/// The most diagnostics that one run gives, before the last, which tells how many more there are.
const MAX_DIAGNOSTICS: usize = 20;

/// A growing list of diagnostics that several places add to.
#[derive(Debug, Default)]
pub(super) struct Problems(RefCell<Vec<Diagnostic>>);

impl Problems {
    /// Adds a diagnostic.
    pub(super) fn push(&self, diagnostic: Diagnostic) {
        self.0.borrow_mut().push(diagnostic);
    }

    /// Whether nothing is wrong so far.
    pub(super) fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// Adds an error, and gives `None` for what could not be parsed.
    pub(super) fn fail<T>(&self, diagnostic: Diagnostic) -> Option<T> {
        self.push(diagnostic);
        None
    }

    /// The diagnostics in source order, at most [`MAX_DIAGNOSTICS`] and one that counts the rest.
    pub(super) fn into_vec(self) -> Vec<Diagnostic> {
        let mut diagnostics = self.0.into_inner();
        diagnostics.sort_by_key(|diagnostic| diagnostic.label.as_ref().map(|(span, _)| span.start));
        diagnostics.dedup();
        let more = diagnostics.len().saturating_sub(MAX_DIAGNOSTICS);
        if more > 0 {
            diagnostics.truncate(MAX_DIAGNOSTICS);
            diagnostics.push(Diagnostic::whole("more", format!("and {more} more")));
        }
        diagnostics
    }
}

/// A piece of the user's text, cut to a length fit for a message.
pub(super) fn clip(text: &str) -> String {
    if text.chars().count() > 30 {
        format!("{}…", text.chars().take(29).collect::<String>())
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    #[test]
    fn diagnostics_come_in_source_order_and_not_too_many() {
        let problems = Problems::default();
        for start in (0..25).rev() {
            problems.push(Diagnostic::error("x", Span::new(start, start + 1), "wrong"));
        }
        let diagnostics = problems.into_vec();
        assert_eq!(diagnostics.len(), 21);
        assert_eq!(diagnostics[0].label.as_ref().map(|(span, _)| span.start), Some(0));
        assert_eq!(diagnostics[20].message, "and 5 more");
    }
}
