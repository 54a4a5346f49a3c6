//! YAML text to values with places.
//!
//! Two readers go over the text. serde_yaml (in [`super::shape`]) says what the values are: which scalars are numbers, truth values or
//! nothing. It keeps no places and would silently drop a doubled key, so saphyr-parser's events say where each value
//! stands, and the two trees are laid on one another; where they differ, the text is refused. The text of a number is
//! kept as written, since neither reader's numbers are exact.
//!
//! The events come first: they are read one by one, so that what would grow without bound (nesting, aliases of aliases)
//! stops there.

use super::align::align;
use super::fault;
use super::node::{Node, Reference, Scalar, ScalarKind, Value};
use super::shape::{Shape, shapes};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::syntax::MAX_NESTING;
use crate::syntax::fragment::Fragment;
use crate::syntax::problems::Problems;
use saphyr_parser::{Event, Parser, ScalarStyle};
use std::collections::{BTreeMap, HashMap};

/// The most values in a file, aliases followed.
const MAX_VALUES: usize = 100_000;

/// The most brackets that may be open at once before YAML is read at all, which takes long where they are many.
const MAX_OPEN_BRACKETS: usize = 500;

/// The documents of a YAML text; `None` where it can't be read, which is then among the problems.
pub(in crate::syntax) fn read<'a>(text: &'a str, problems: &Problems) -> Option<Vec<Node<'a>>> {
    if let Some(at) = too_many_brackets(text) {
        return problems.fail(too_deep(Span::new(at, at + 1)));
    }
    // A byte order mark counts as a column for the readers, and would put the first key out of line with the others.
    let content = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let offsets = Offsets::new(text, text.len() - content.len());
    let mut documents = places(text, content, &offsets, problems)?;
    let shapes = match shapes(content) {
        Ok(shapes) => shapes,
        Err((character, message)) => return problems.fail(fault::refused(text, offsets.byte(character), &message)),
    };
    // A text of comments alone is no document for one reader, and an empty one for the other.
    let agreed = match (documents.is_empty(), shapes.as_slice()) {
        (true, [] | [Shape::Null]) => true,
        _ => {
            documents.len() == shapes.len()
                && documents.iter_mut().zip(&shapes).all(|(node, shape)| settle(node, shape))
        }
    };
    if agreed {
        return Some(documents);
    }
    problems.fail(
        Diagnostic::whole("yaml", "this YAML can be read in more than one way")
            .help("put texts in quotes, and write one key a line"),
    )
}

/// Where more brackets are open than any rule file has.
fn too_many_brackets(text: &str) -> Option<usize> {
    let mut open = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        if open > MAX_OPEN_BRACKETS {
            return Some(at);
        }
    }
    None
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error("too-deep", span, format!("values stand inside one another more than {MAX_NESTING} deep"))
}

/// Byte offsets of characters, by which both readers count.
struct Offsets {
    /// The offset of each character and of the end; `None` where characters are bytes.
    of_characters: Option<Vec<usize>>,
    start: usize,
    length: usize,
}

impl Offsets {
    /// The offsets in `text` of what the readers count from `start` on.
    fn new(text: &str, start: usize) -> Offsets {
        let indices = || text[start..].char_indices().map(|(at, _)| start + at);
        let of_characters = (!text.is_ascii()).then(|| indices().chain([text.len()]).collect());
        Offsets { of_characters, start, length: text.len() }
    }

    fn byte(&self, character: usize) -> usize {
        match &self.of_characters {
            Some(offsets) => offsets.get(character).copied().unwrap_or(self.length),
            None => (self.start + character).min(self.length),
        }
    }

    fn span(&self, span: saphyr_parser::Span) -> Span {
        let (start, end) = (self.byte(span.start.index()), self.byte(span.end.index()));
        Span::new(start, end.max(start))
    }
}

/// A list or mapping that is being read.
struct Open<'a> {
    start: Span,
    anchor: usize,
    is_map: bool,
    items: Vec<Node<'a>>,
    size: usize,
}

/// The values of each document in `content`, the end of `text`, with their places; the kinds of scalars are not known
/// yet.
fn places<'a>(text: &'a str, content: &'a str, offsets: &Offsets, problems: &Problems) -> Option<Vec<Node<'a>>> {
    let mut documents = Vec::new();
    let mut open: Vec<Open<'a>> = Vec::new();
    let mut anchors: HashMap<usize, Node<'a>> = HashMap::new();
    let mut values = 0;
    let mut parser = Parser::new_from_str(content);
    while let Some(event) = parser.next_event() {
        let (event, place) = match event {
            Ok((event, span)) => (event, offsets.span(span)),
            Err(error) => {
                let at = offsets.byte(error.marker().index());
                let around = open.last().map(|open| open.start);
                return problems.fail(fault::scan_error(text, at, error.info(), around));
            }
        };
        let node = match event {
            Event::Scalar(.., Some(_)) | Event::SequenceStart(_, Some(_)) | Event::MappingStart(_, Some(_)) => {
                let end = text[place.start..].find(char::is_whitespace).map_or(text.len(), |at| place.start + at);
                return problems.fail(
                    Diagnostic::error("yaml", Span::new(place.start, end), "tags are not part of a rule file")
                        .help("leave out what starts with `!`, or put the text in quotes"),
                );
            }
            Event::SequenceStart(anchor, None) | Event::MappingStart(anchor, None) => {
                if open.len() == MAX_NESTING {
                    return problems.fail(too_deep(Span::new(place.start, place.start)));
                }
                let is_map = matches!(event, Event::MappingStart(..));
                open.push(Open { start: place, anchor, is_map, items: Vec::new(), size: 1 });
                continue;
            }
            Event::Scalar(value, style, anchor, None) => {
                let mut node = scalar(text, place, &value, style);
                if anchor > 0 {
                    node.reference = anchor_before(text, node.span).map(Reference::Anchor);
                    anchors.insert(anchor, node.clone());
                }
                node
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(done) = open.pop() else { continue };
                let anchor = done.anchor;
                let mut node = close(text, done, place, problems);
                if anchor > 0 {
                    node.reference = anchor_before(text, node.span).map(Reference::Anchor);
                    anchors.insert(anchor, node.clone());
                }
                node
            }
            Event::Alias(anchor) => match anchors.get(&anchor) {
                Some(node) if values + node.size <= MAX_VALUES => {
                    let name = text[place.range()].trim_start_matches('*');
                    Node { reference: Some(Reference::Alias(name, place)), ..node.clone() }
                }
                Some(_) => return problems.fail(too_many(place).help("write out what the aliases stand for")),
                None => {
                    let message = "an alias stands inside of the value that it stands for";
                    return problems.fail(Diagnostic::error("yaml", place, message));
                }
            },
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {
                continue;
            }
        };
        values += if matches!(node.value, Value::Scalar(_)) { 1 } else { node.size };
        if values > MAX_VALUES {
            return problems.fail(too_many(Span::new(place.start, place.start)));
        }
        match open.last_mut() {
            Some(parent) => {
                parent.size += node.size;
                parent.items.push(node);
            }
            None => documents.push(node),
        }
    }
    Some(documents)
}

fn too_many(span: Span) -> Diagnostic {
    Diagnostic::error("too-large", span, format!("this file holds more than {MAX_VALUES} values"))
        .label("the limit is passed here")
}

/// The name in `&name` that a value starts with, or that stands before it.
fn anchor_before(text: &str, span: Span) -> Option<&str> {
    let start = match text[span.start..].starts_with('&') {
        true => span.start,
        false => text[..span.start].rfind('&')?,
    };
    text[start + 1..].split(char::is_whitespace).next()
}

/// A scalar with its place; `place` covers its anchor and quotes, too.
fn scalar<'a>(text: &'a str, place: Span, value: &str, style: ScalarStyle) -> Node<'a> {
    let raw = &text[place.range()];
    let length = match style {
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => quoted_length(raw),
        _ => None,
    };
    let trimmed = Span::new(place.start, place.start + length.unwrap_or(raw.trim_end().len()));
    let inside = match style {
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted if trimmed.end - trimmed.start >= 2 => {
            Span::new(trimmed.start + 1, trimmed.end - 1)
        }
        _ => trimmed,
    };
    let fragment = if text.get(inside.range()) == Some(value) {
        Fragment::stretch(text, inside)
    } else {
        Fragment::written(value.to_owned(), align(raw, place.start, value, style), trimmed.end)
    };
    let kind = if style == ScalarStyle::Plain && value.is_empty() { ScalarKind::Null } else { ScalarKind::Text };
    Node { value: Value::Scalar(Scalar { fragment, kind }), span: trimmed, size: 1, reference: None }
}

/// How long a text in quotes is, with what stands before it; the reader takes a comment behind it for a part of it.
fn quoted_length(raw: &str) -> Option<usize> {
    let start = raw.find(['"', '\''])?;
    let quote = raw[start..].chars().next()?;
    let mut characters = raw[start + 1..].char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        match character {
            '\\' if quote == '"' => drop(characters.next()),
            '\'' if quote == '\'' && next == Some('\'') => drop(characters.next()),
            _ if character == quote => return Some(start + 1 + at + 1),
            _ => {}
        }
    }
    None
}

/// A list or mapping that ends at `end`, with doubled keys reported and left out.
fn close<'a>(text: &str, done: Open<'a>, end: Span, problems: &Problems) -> Node<'a> {
    let start = done.start.start;
    let flow = text[end.start..].starts_with([']', '}']) && text[done.start.range()].contains(['[', '{']);
    let last = done.items.iter().map(|item| item.span.end).max().unwrap_or(start);
    let span = Span::new(start, if flow { end.start + 1 } else { last.max(start) });
    if !done.is_map {
        return Node { value: Value::List(done.items), span, size: done.size, reference: None };
    }
    let mut entries: Vec<(Node, Node)> = Vec::with_capacity(done.items.len() / 2);
    let mut first_places: BTreeMap<String, Span> = BTreeMap::new();
    let mut items = done.items.into_iter();
    while let (Some(key), Some(value)) = (items.next(), items.next()) {
        if key.scalar().is_some() {
            if let Some(first) = first_places.get(key.text()) {
                problems.push(
                    Diagnostic::error("duplicate-key", key.span, format!("the key `{}` is given twice", key.text()))
                        .label("given again")
                        .related(*first, "first given here"),
                );
            } else {
                first_places.insert(key.text().to_owned(), key.span);
            }
        }
        entries.push((key, value));
    }
    Node { value: Value::Map(entries), span, size: done.size, reference: None }
}

/// Sets the kinds of scalars from what serde_yaml read; whether the two readers agree.
fn settle(node: &mut Node, shape: &Shape) -> bool {
    match (&mut node.value, shape) {
        (Value::Scalar(scalar), Shape::Text(text)) => {
            scalar.kind = ScalarKind::Text;
            *text == scalar.fragment.text
        }
        (Value::Scalar(scalar), kind @ (Shape::Null | Shape::Bool | Shape::Number)) => {
            scalar.kind = match kind {
                Shape::Null => ScalarKind::Null,
                Shape::Bool => ScalarKind::Bool,
                _ => ScalarKind::Number,
            };
            true
        }
        (Value::List(nodes), Shape::List(shapes)) => {
            nodes.len() == shapes.len() && nodes.iter_mut().zip(shapes).all(|(node, shape)| settle(node, shape))
        }
        (Value::Map(nodes), Shape::Map(shapes)) => {
            nodes.len() == shapes.len()
                && nodes.iter_mut().zip(shapes).all(|((key, value), (key_shape, value_shape))| {
                    settle(key, key_shape) && settle(value, value_shape)
                })
        }
        _ => false,
    }
}
