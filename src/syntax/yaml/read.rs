//! YAML text to values with places; the one module that knows the YAML libraries.
//!
//! Two readers go over the text. serde_yaml says what the values are: which scalars are numbers, truth values or
//! nothing. It keeps no places and would silently drop a doubled key, so saphyr-parser's events say where each value
//! stands, and the two trees are laid on one another; where they differ, the text is refused. The text of a number is
//! kept as written, since neither reader's numbers are exact.
//!
//! The events come first: they are read one by one, so that what would grow without bound (nesting, aliases of aliases)
//! stops there.

use super::align::align;
use super::node::{Node, Scalar, ScalarKind, Value};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::syntax::MAX_NESTING;
use crate::syntax::fragment::Fragment;
use crate::syntax::problems::Problems;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError};
use serde::de::{Deserialize, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// The most values in a file, aliases followed.
const MAX_VALUES: usize = 100_000;

/// The most brackets that may be open at once before YAML is read at all, which takes long where they are many.
const MAX_OPEN_BRACKETS: usize = 500;

/// The documents of a YAML text; `None` where it can't be read, which is then among the problems.
pub(super) fn read<'a>(text: &'a str, problems: &Problems) -> Option<Vec<Node<'a>>> {
    if let Some(at) = too_many_brackets(text) {
        return problems.fail(too_deep(Span::new(at, at + 1)));
    }
    let offsets = Offsets::new(text);
    let mut documents = places(text, &offsets, problems)?;
    let mut shapes = Vec::new();
    for document in serde_yaml::Deserializer::from_str(text) {
        match Shape::deserialize(document) {
            Ok(shape) => shapes.push(shape),
            Err(error) => {
                let at = error.location().map_or(0, |location| offsets.byte(location.index()));
                return problems.fail(refused(text, at, &error.to_string()));
            }
        }
    }
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

/// Byte offsets of characters, by which saphyr-parser counts.
struct Offsets {
    /// The offset of each character and of the end; `None` where characters are bytes.
    of_characters: Option<Vec<usize>>,
    length: usize,
}

impl Offsets {
    fn new(text: &str) -> Offsets {
        let of_characters =
            (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).chain([text.len()]).collect());
        Offsets { of_characters, length: text.len() }
    }

    fn byte(&self, character: usize) -> usize {
        match &self.of_characters {
            Some(offsets) => offsets.get(character).copied().unwrap_or(self.length),
            None => character.min(self.length),
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

/// The values of each document with their places; what kind a scalar is is not known yet.
fn places<'a>(text: &'a str, offsets: &Offsets, problems: &Problems) -> Option<Vec<Node<'a>>> {
    let mut documents = Vec::new();
    let mut open: Vec<Open<'a>> = Vec::new();
    let mut anchors: HashMap<usize, Node<'a>> = HashMap::new();
    let mut values = 0;
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        let (event, place) = match event {
            Ok((event, span)) => (event, offsets.span(span)),
            Err(error) => return problems.fail(scan_error(text, offsets, &error, &open)),
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
                let node = scalar(text, place, &value, style);
                if anchor > 0 {
                    anchors.insert(anchor, node.clone());
                }
                node
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(done) = open.pop() else { continue };
                let anchor = done.anchor;
                let node = close(text, done, place, problems);
                if anchor > 0 {
                    anchors.insert(anchor, node.clone());
                }
                node
            }
            Event::Alias(anchor) => match anchors.get(&anchor) {
                Some(node) if values + node.size <= MAX_VALUES => node.clone(),
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

/// A scalar with its place; `place` covers its anchor and quotes, too.
fn scalar<'a>(text: &'a str, place: Span, value: &str, style: ScalarStyle) -> Node<'a> {
    let raw = &text[place.range()];
    let trimmed = Span::new(place.start, place.start + raw.trim_end().len());
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
    Node { value: Value::Scalar(Scalar { fragment, kind }), span: trimmed, size: 1 }
}

/// A list or mapping that ends at `end`, with doubled keys reported and left out.
fn close<'a>(text: &str, done: Open<'a>, end: Span, problems: &Problems) -> Node<'a> {
    let start = done.start.start;
    let flow = text[end.start..].starts_with([']', '}']) && text[done.start.range()].contains(['[', '{']);
    let last = done.items.iter().map(|item| item.span.end).max().unwrap_or(start);
    let span = Span::new(start, if flow { end.start + 1 } else { last.max(start) });
    if !done.is_map {
        return Node { value: Value::List(done.items), span, size: done.size };
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
    Node { value: Value::Map(entries), span, size: done.size }
}

/// A value as serde_yaml reads it, without the text of what is no text.
#[derive(Debug)]
enum Shape {
    Null,
    Bool,
    Number,
    Text(String),
    List(Vec<Shape>),
    Map(Vec<(Shape, Shape)>),
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

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shape, D::Error> {
        deserializer.deserialize_any(ShapeVisitor)
    }
}

/// Builds a [`Shape`] from whatever comes.
struct ShapeVisitor;

impl<'de> Visitor<'de> for ShapeVisitor {
    type Value = Shape;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("any YAML value")
    }

    fn visit_unit<E>(self) -> Result<Shape, E> {
        Ok(Shape::Null)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Shape, E> {
        Ok(Shape::Bool)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Shape, E> {
        Ok(Shape::Number)
    }

    fn visit_i128<E>(self, _: i128) -> Result<Shape, E> {
        Ok(Shape::Number)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Shape, E> {
        Ok(Shape::Number)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Shape, E> {
        Ok(Shape::Number)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Shape, E> {
        Ok(Shape::Number)
    }

    fn visit_str<E>(self, text: &str) -> Result<Shape, E> {
        Ok(Shape::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Shape, A::Error> {
        let mut shapes = Vec::new();
        while let Some(shape) = access.next_element()? {
            shapes.push(shape);
        }
        Ok(Shape::List(shapes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Shape, A::Error> {
        let mut shapes = Vec::new();
        while let Some(entry) = access.next_entry()? {
            shapes.push(entry);
        }
        Ok(Shape::Map(shapes))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Shape, A::Error> {
        // A tagged value: refused before, by its event.
        let (_, content) = access.variant::<Shape>()?;
        content.newtype_variant()
    }
}

/// The error for what serde_yaml refuses and saphyr-parser does not.
fn refused(text: &str, at: usize, message: &str) -> Diagnostic {
    let span = character_at(text, at);
    let message = message.split(" at line ").next().unwrap_or(message);
    Diagnostic::error("yaml", span, format!("this is not valid YAML: {message}"))
}

/// The span of the character at a byte offset; empty at the end of a line.
fn character_at(text: &str, at: usize) -> Span {
    let length =
        text[at..].chars().next().filter(|character| !matches!(character, '\n' | '\r')).map_or(0, char::len_utf8);
    Span::new(at, at + length)
}

/// The error for what saphyr-parser refuses, with what most likely is the cause.
fn scan_error(text: &str, offsets: &Offsets, error: &ScanError, open: &[Open]) -> Diagnostic {
    let at = offsets.byte(error.marker().index());
    let info = error.info();
    let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[line_start..].lines().next().unwrap_or("");
    let indent = &line[..line.len() - line.trim_start().len()];
    if let Some(tab) = indent.find('\t') {
        let span = Span::new(line_start + tab, line_start + tab + 1);
        return Diagnostic::error("yaml", span, "a tab in the indentation")
            .help("YAML indents with spaces: put spaces in place of the tab");
    }
    let span = character_at(text, at);
    let unclosed = open.last().filter(|open| text[open.start.range()].starts_with(['[', '{']));
    if let Some(unclosed) = unclosed {
        let bracket = &text[unclosed.start.start..unclosed.start.start + 1];
        let closing = if bracket == "[" { "]" } else { "}" };
        let bracket_span = Span::new(unclosed.start.start, unclosed.start.start + 1);
        return Diagnostic::error("yaml", bracket_span, format!("`{bracket}` is not closed"))
            .label(format!("the `{closing}` or a `,` that belongs to it is missing"))
            .related(span, "the YAML can't be read on from here");
    }
    let quote = text[at..].chars().next().filter(|character| matches!(character, '"' | '\''));
    if let (Some(quote), true) = (quote, info.contains("quoted scalar")) {
        return Diagnostic::error("yaml", span, "this text is not closed")
            .label(format!("the closing `{quote}` is missing"));
    }
    let diagnostic = Diagnostic::error("yaml", span, format!("this is not valid YAML: {info}"));
    if info.contains("mapping values are not allowed") {
        let before = line[..at - line_start].trim_start();
        if before.contains(": ") {
            return Diagnostic::error("yaml", span, "a second `:` on a line")
                .label("YAML takes this for another key")
                .help("put a text that holds `: ` in quotes");
        }
        return Diagnostic::error("yaml", span, "this key is not expected here").help(
            "keys of one mapping start in the same column, each on a line of its own, with a space after the `:`",
        );
    }
    if info.contains("did not find expected key") || info.contains("did not find expected '-' indicator") {
        return Diagnostic::error("yaml", span, "this line does not fit to the lines above it")
            .help("the items of one list or mapping start in the same column");
    }
    if info.contains("unknown anchor") {
        return Diagnostic::error("yaml", span, "this alias stands for nothing")
            .help("a text that starts with `*` stands in quotes");
    }
    let first = text[at..].chars().next();
    match first {
        Some(character @ ('@' | '`' | '%' | '|' | '>')) => {
            diagnostic.help(format!("a text that starts with `{character}` stands in quotes"))
        }
        _ => diagnostic,
    }
}
