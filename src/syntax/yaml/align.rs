//! Where each character of a YAML scalar's value stands in the file.
//!
//! Quotes, escapes, folding and indentation change nothing but white space and escapes: the other characters of the
//! value stand in the file in the same order. So value and file are walked side by side; a character of the value that
//! is no white space is found by skipping white space in the file.

use crate::source::Span;
use saphyr_parser::ScalarStyle;

/// For each byte of `value` the stretch of the file that its character was written as.
///
/// `raw` is how the file writes the scalar, anchor and quotes included, and starts at the offset `base`.
pub(super) fn align(raw: &str, base: usize, value: &str, style: ScalarStyle) -> Vec<Span> {
    let mut at = content_start(raw, style);
    let mut table = Vec::with_capacity(value.len());
    for character in value.chars() {
        let span = loop {
            let Some(unit) = unit(&raw[at..], style) else { break Span::new(at, at) };
            let here = Span::new(at, at + unit.length);
            let folded = |written: char| character.is_whitespace() && written.is_whitespace();
            if unit.means.is_some_and(|written| written == character || folded(written)) {
                at = here.end;
                break here;
            }
            if character.is_whitespace() && unit.means.is_some() {
                break Span::new(at, at);
            }
            at = here.end;
        };
        let span = Span::new(base + span.start, base + span.end);
        table.extend(std::iter::repeat_n(span, character.len_utf8()));
    }
    table
}

/// Where the content starts: behind an anchor, the header of a block scalar, and the quote.
fn content_start(raw: &str, style: ScalarStyle) -> usize {
    let mut at = 0;
    if raw.starts_with('&') {
        at = raw.find(char::is_whitespace).unwrap_or(raw.len());
        at += raw[at..].len() - raw[at..].trim_start().len();
        if matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
            at += raw[at..].find('\n').map_or(0, |newline| newline + 1);
        }
    }
    match style {
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted if raw[at..].starts_with(['\'', '"']) => at + 1,
        _ => at,
    }
}

/// A character as the file writes it: how many bytes long, and which character is meant, if any.
struct Unit {
    length: usize,
    means: Option<char>,
}

/// The unit that `raw` starts with.
fn unit(raw: &str, style: ScalarStyle) -> Option<Unit> {
    let first = raw.chars().next()?;
    match (style, first) {
        (ScalarStyle::SingleQuoted, '\'') if raw.starts_with("''") => Some(Unit { length: 2, means: Some('\'') }),
        (ScalarStyle::DoubleQuoted, '\\') => Some(escape(raw)),
        _ => Some(Unit { length: first.len_utf8(), means: Some(first) }),
    }
}

/// The escape that `raw` starts with.
fn escape(raw: &str) -> Unit {
    let Some(second) = raw[1..].chars().next() else { return Unit { length: 1, means: None } };
    let hex = |digits: usize| {
        let number = raw.get(2..2 + digits).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        Unit { length: raw.len().min(2 + digits), means: number.and_then(char::from_u32) }
    };
    let plain = |means: char| Unit { length: 1 + second.len_utf8(), means: Some(means) };
    match second {
        // A backslash at the end of a line joins it to the next, without the white space that this one starts with.
        '\n' | '\r' => Unit { length: 1 + raw[1..].len() - raw[1..].trim_start().len(), means: None },
        'x' => hex(2),
        'u' => hex(4),
        'U' => hex(8),
        '0' => plain('\0'),
        'a' => plain('\u{7}'),
        'b' => plain('\u{8}'),
        't' => plain('\t'),
        'n' => plain('\n'),
        'v' => plain('\u{B}'),
        'f' => plain('\u{C}'),
        'r' => plain('\r'),
        'e' => plain('\u{1B}'),
        'N' => plain('\u{85}'),
        '_' => plain('\u{A0}'),
        'L' => plain('\u{2028}'),
        'P' => plain('\u{2029}'),
        other => plain(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands in `raw` for the first occurrence of `part` in `value`.
    fn found<'r>(raw: &'r str, value: &str, style: ScalarStyle, part: &str) -> &'r str {
        let table = align(raw, 0, value, style);
        assert_eq!(table.len(), value.len());
        let start = value.find(part).expect("the part is in the value");
        &raw[table[start].start..table[start + part.len() - 1].end]
    }

    #[test]
    fn parts_of_scalars_are_found_in_the_file() {
        use ScalarStyle::{DoubleQuoted, Folded, Literal, Plain, SingleQuoted};
        assert_eq!(found("\"a \\u003c\\n b\"", "a <\n b", DoubleQuoted, "<"), "\\u003c");
        assert_eq!(found("\"a \\\n   bc\"", "a bc", DoubleQuoted, "bc"), "bc");
        assert_eq!(found("'it''s 红 here'", "it's 红 here", SingleQuoted, "红"), "红");
        assert_eq!(found("'it''s'", "it's", SingleQuoted, "'"), "''");
        assert_eq!(found("a\n\n   b  c", "a\nb  c", Plain, "b"), "b");
        assert_eq!(found("foo\n  bar\n\n  baz\n", "foo bar\nbaz", Folded, "bar\nbaz"), "bar\n\n  baz");
        assert_eq!(found("x\n    y\n", "x\n  y\n", Literal, "y"), "y");
        assert_eq!(found("&anchor\n 'abc'", "abc", SingleQuoted, "b"), "b");
    }

    #[test]
    fn a_value_that_does_not_fit_still_gives_places_inside() {
        let table = align("abc", 5, "xyz\n", ScalarStyle::Plain);
        assert!(table.iter().all(|span| span.start >= 5 && span.end <= 8));
    }
}
