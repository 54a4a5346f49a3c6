//! Files and places in them: a source text with its name, and spans of bytes in it.

use std::ops::Range;

/// A stretch of a source text, as byte offsets: `start` is inside, `end` is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset behind the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to but without `end`.
    pub fn new(start: usize, end: usize) -> Span {
        debug_assert!(start <= end, "a span ends where it starts or later");
        Span { start, end }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The span as a range for slicing.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A value with the place where the file says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub node: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Ties a value to its place.
    pub fn new(node: T, span: Span) -> Spanned<T> {
        Spanned { node, span }
    }
}

/// The text of a rule file together with the name to show for it.
#[derive(Clone, Debug)]
pub struct Source {
    /// The path as the user gave it, or `<stdin>`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// A source with the given name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }
}
