//! A piece of text to parse, and where each byte of it stands in the file.
//!
//! In the rule language a piece is a stretch of the file itself. In YAML it is the value of a scalar, which escapes,
//! quotes, folding and indentation keep from being a stretch of the file, so that each byte has a span of its own.

use crate::source::Span;
use std::borrow::Cow;

/// A piece of text with its place in the file.
#[derive(Clone, Debug)]
pub(super) struct Fragment<'a> {
    /// The text.
    pub(super) text: Cow<'a, str>,
    place: Place,
}

/// Where the bytes of a fragment stand.
#[derive(Clone, Debug)]
enum Place {
    /// They are the bytes of the file from this offset on.
    Offset(usize),
    /// For each byte the stretch of the file that its character was written as, and the place behind the last.
    Table(Vec<Span>, usize),
}

impl<'a> Fragment<'a> {
    /// The stretch `span` of the file.
    pub(super) fn stretch(file: &'a str, span: Span) -> Fragment<'a> {
        Fragment { text: Cow::Borrowed(&file[span.range()]), place: Place::Offset(span.start) }
    }

    /// A text whose byte at index i was written at `table[i]`, and that ends at `end`.
    pub(super) fn written(text: String, table: Vec<Span>, end: usize) -> Fragment<'a> {
        debug_assert_eq!(text.len(), table.len(), "each byte has its place");
        Fragment { text: Cow::Owned(text), place: Place::Table(table, end) }
    }

    /// Where the bytes from `start` up to but without `end` stand in the file.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        match &self.place {
            Place::Offset(base) => Span::new(base + start, base + end),
            Place::Table(table, behind) => {
                let at = |index: usize| table.get(index).map_or(*behind, |span| span.start);
                if start < end {
                    Span::new(table[start].start, table[end - 1].end)
                } else if start > 0 && start == table.len() {
                    Span::new(table[start - 1].end, table[start - 1].end)
                } else {
                    Span::new(at(start), at(start))
                }
            }
        }
    }

    /// The whole piece without white space around it.
    pub(super) fn whole(&self) -> Span {
        let trimmed = self.text.trim();
        let start = self.text.len() - self.text.trim_start().len();
        self.span(start, start + trimmed.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_of_written_text_cover_the_escapes() {
        // The file holds `"a\u0062c"`.
        let table = vec![Span::new(1, 2), Span::new(2, 8), Span::new(8, 9)];
        let fragment = Fragment::written("abc".to_owned(), table, 9);
        assert_eq!(fragment.span(1, 2), Span::new(2, 8));
        assert_eq!(fragment.span(0, 3), Span::new(1, 9));
        assert_eq!(fragment.span(3, 3), Span::new(9, 9));
    }

    #[test]
    fn the_whole_leaves_white_space_out() {
        let fragment = Fragment::stretch("xx  a b \n", Span::new(2, 9));
        assert_eq!(fragment.whole(), Span::new(4, 7));
    }
}
