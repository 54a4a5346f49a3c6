//! Diagnostics as data: what is wrong, where, and what to write instead. Drawn in one place, [`draw`].

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file can't be used.
    Error,
    /// The file can be used, but does hardly what was meant.
    Warning,
}

/// One finding about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable short name of the kind of finding, as in `unknown-key`.
    pub code: &'static str,
    /// What is wrong, in one phrase.
    pub message: String,
    /// The place to underline and what to say there (may be empty).
    pub label: Option<(Span, String)>,
    /// Other places that matter.
    pub related: Vec<(Span, String)>,
    /// What to write instead, or what else helps.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            label: Some((span, String::new())),
            related: Vec::new(),
            help: Vec::new(),
        }
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// An error about the file as a whole.
    pub fn whole(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { label: None, ..Diagnostic::error(code, Span::default(), message) }
    }

    /// Adds what to say at the underlined place.
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some((_, label)) = &mut self.label {
            *label = text.into();
        }
        self
    }

    /// Adds another place that matters.
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.related.push((span, text.into()));
        self
    }

    /// Adds what to write instead.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Adds a "did you mean" where one of the known words is near the one written.
    pub fn suggest<'a>(self, written: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match nearest(written, known) {
            Some(word) => self.help(format!("did you mean `{word}`?")),
            None => self,
        }
    }
}

/// The known word that is nearest to the one written, if any is near.
///
/// Near is a Damerau–Levenshtein distance of at most a third of the longer word, and at least one.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|word| (strsim::damerau_levenshtein(&written.to_lowercase(), &word.to_lowercase()), word))
        .filter(|(distance, word)| *distance <= (written.chars().count().max(word.chars().count()) / 3).max(1))
        .min()
        .map(|(_, word)| word)
}
