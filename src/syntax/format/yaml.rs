//! YAML files: the layout of mappings and lists, and what their texts say in the words of the rule language.
//!
//! Keys and items keep their order, and mappings and lists in brackets stay so where they fit in a line.

use super::game::heaps;
use super::layout::{self, Line, Piece, WIDTH, one_line, width};
use super::writer::{Comment, Writer};
use crate::source::{Span, Spanned};
use crate::syntax::expression::Builder;
use crate::syntax::fragment::Fragment;
use crate::syntax::grammar::{self, Rule};
use crate::syntax::problems::Problems;
use crate::syntax::scan;
use crate::syntax::tree::{ClaimBody, Expr, Play};
use crate::syntax::yaml::keys::{self, Kind};
use crate::syntax::yaml::node::{Node, Reference, Scalar, ScalarKind, Value};
use crate::syntax::yaml::read;
use pest::iterators::{Pair, Pairs};

/// By how much what a value holds is indented.
const INDENT: usize = 2;

/// A YAML file in canonical form, if it can be read.
pub(super) fn format(text: &str) -> Option<String> {
    let documents = read::read(text, &Problems::default())?;
    let mut page = Page::new(text, &documents);
    for (number, document) in documents.iter().filter(|document| !document.is_null()).enumerate() {
        page.start_document(document.span.start, number == 0);
        page.comments(document.span.start, 0);
        page.value(document, document_owner(document), 0, "");
    }
    page.comments(text.len(), 0);
    Some(layout::text(&page.lines))
}

/// The comments of a YAML text, in order.
pub(super) fn comments(text: &str) -> Vec<Comment> {
    let documents = read::read(text, &Problems::default()).unwrap_or_default();
    comments_around(text, &scalars(&documents))
}

/// The comments outside of scalars, whose places are in order.
fn comments_around(text: &str, scalars: &[Span]) -> Vec<Comment> {
    let mut comments = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        let starts_comment = |(at, _): &(usize, &str)| {
            let place = line_start + at;
            let inside = scalars.partition_point(|span| span.start <= place);
            let inside = inside > 0 && scalars[inside - 1].end > place;
            !inside && line[..*at].chars().next_back().is_none_or(char::is_whitespace)
        };
        if let Some((at, _)) = line.match_indices('#').find(starts_comment) {
            let comment = line[at..].trim_end();
            let start = line_start + at;
            comments.push(Comment { span: Span::new(start, start + comment.len()), text: comment.to_owned() });
        }
        line_start += line.len();
    }
    comments
}

/// The places of all scalars that are written out, in order.
fn scalars(nodes: &[Node]) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut open: Vec<&Node> = nodes.iter().collect();
    while let Some(node) = open.pop() {
        match (&node.reference, &node.value) {
            (Some(Reference::Alias(_, place)), _) => spans.push(*place),
            (_, Value::Scalar(_)) => spans.push(node.span),
            (_, Value::List(items)) => open.extend(items),
            (_, Value::Map(entries)) => open.extend(entries.iter().flat_map(|(key, value)| [key, value])),
        }
    }
    spans.sort_unstable();
    spans
}

/// What a value is, by which what is in it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// A mapping of `games` to a list of them.
    Games,
    Game,
    /// The rules of a variant.
    Variant,
    /// What stands behind a key of this kind.
    Of(Kind),
    /// An item of a list behind a key of this kind.
    Item(Kind),
    /// Plain text.
    Plain,
}

fn document_owner(document: &Node) -> Owner {
    match &document.value {
        Value::Map(entries) if entries.len() == 1 && entries[0].0.text() == "games" => Owner::Games,
        _ => Owner::Game,
    }
}

impl Owner {
    /// What stands behind a key.
    fn entry(self, key: &str) -> Owner {
        let kind = match self {
            Owner::Games => return Owner::Games,
            Owner::Game => keys::kind(&keys::GAME, key),
            Owner::Variant if key == "name" => Some(Kind::Text),
            Owner::Variant => keys::kind(keys::body(), key),
            Owner::Item(Kind::Moves) => keys::kind(&keys::MOVE, key),
            Owner::Item(Kind::Claims) => keys::kind(&keys::CLAIM, key),
            Owner::Of(Kind::Parameters) => Some(Kind::Value),
            Owner::Of(Kind::Registers) => Some(Kind::Register),
            Owner::Of(Kind::Variants) => return Owner::Variant,
            _ => None,
        };
        kind.map_or(Owner::Plain, Owner::Of)
    }

    /// What an item of a list is.
    fn item(self) -> Owner {
        match self {
            Owner::Games => Owner::Game,
            Owner::Of(Kind::Variants) => Owner::Variant,
            Owner::Of(kind @ (Kind::Moves | Kind::Claims)) => Owner::Item(kind),
            Owner::Of(Kind::Value | Kind::Position) => Owner::Of(Kind::Number),
            _ => Owner::Plain,
        }
    }

    /// The kind of the text of a scalar.
    fn scalar(self) -> Option<Kind> {
        match self {
            Owner::Of(kind) | Owner::Item(kind) => Some(kind),
            _ => None,
        }
    }
}

/// The lines that have been written.
struct Page<'a> {
    text: &'a str,
    lines: Vec<Line>,
    /// The comments that have not been written.
    comments: Vec<Comment>,
    scalars: Vec<Span>,
    /// The places of all comments.
    all_comments: Vec<Span>,
    /// The line of the source in which what was written last ends.
    line: Option<usize>,
    /// The place of the source up to which values are written.
    at: usize,
    /// How many lines there were when a block was opened last.
    opened: usize,
}

impl<'a> Page<'a> {
    fn new(text: &'a str, documents: &[Node]) -> Page<'a> {
        let scalars = scalars(documents);
        let mut comments = comments_around(text, &scalars);
        let all_comments = comments.iter().map(|comment| comment.span).collect();
        comments.reverse();
        Page { text, lines: Vec::new(), comments, scalars, all_comments, line: None, at: 0, opened: 0 }
    }

    /// The number of the line that holds a place.
    fn line(&self, place: usize) -> usize {
        self.text.as_bytes()[..place].iter().filter(|byte| **byte == b'\n').count()
    }

    /// Whether there is a comment between two places.
    fn has_comment(&self, from: usize, to: usize) -> bool {
        self.comments.iter().any(|comment| (from..to).contains(&comment.span.start))
    }

    /// The next comment, if it starts before a place.
    fn next_comment(&mut self, to: usize) -> Option<Comment> {
        self.comments.pop_if(|comment| comment.span.start < to)
    }

    /// The column of a place.
    fn column(&self, place: usize) -> usize {
        place - self.text[..place].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// Where the dash before an item stands; in brackets, where the item does.
    fn dash(&self, item: usize) -> usize {
        let in_comment = |place: usize| self.all_comments.iter().any(|span| span.range().contains(&place));
        let before = self.text[self.at.min(item)..item].match_indices('-').map(|(at, _)| self.at + at);
        before.into_iter().find(|place| !in_comment(*place)).unwrap_or(item)
    }

    /// Whether something stands before a place on its line.
    fn is_behind(&self, place: usize) -> bool {
        !self.text[place - self.column(place)..place].trim().is_empty()
    }

    /// Writes the comments up to a place.
    fn comments(&mut self, to: usize, indent: usize) {
        while let Some(comment) = self.next_comment(to) {
            self.comment(comment, indent);
        }
    }

    fn comment(&mut self, comment: Comment, indent: usize) {
        let line = self.line(comment.span.start);
        let behind = self.is_behind(comment.span.start);
        match self.lines.last_mut() {
            Some(last) if behind && last.comment.is_none() && !last.code.trim_start().starts_with('#') => {
                last.comment = Some(comment.text);
            }
            _ => {
                self.blank(line);
                self.lines.push(Line::new(indent, &comment.text));
            }
        }
        self.reach(line);
    }

    /// The comments behind the last entry of a mapping or list that are indented like its entries.
    fn last_comments(&mut self, from: usize, column: usize, indent: usize) {
        let next = self.scalars.partition_point(|span| span.start < from);
        let next = self.scalars.get(next).map_or(self.text.len(), |span| span.start);
        let is_last = |page: &Page, comment: &Comment| {
            comment.span.start < next
                && (page.is_behind(comment.span.start) || page.column(comment.span.start) >= column)
        };
        while let Some(comment) = self.comments.pop() {
            if !is_last(self, &comment) {
                self.comments.push(comment);
                return;
            }
            self.comment(comment, indent);
        }
    }

    /// A blank line, if the source has one before this line; none where a block starts.
    fn blank(&mut self, line: usize) {
        if self.lines.len() > self.opened && self.line.is_some_and(|before| line > before + 1) {
            self.lines.push(Line::default());
        }
    }

    /// The line before a document, which the first does without, and the comments before it.
    fn start_document(&mut self, next: usize, is_first: bool) {
        let from = self.scalars.iter().rev().find(|span| span.start < next).map_or(0, |span| span.end);
        let marker = match self.text[from..next].rfind("\n---") {
            Some(at) => from + at + 1,
            None if is_first && self.text.starts_with("---") => 0,
            None => return,
        };
        self.comments(marker, 0);
        if !is_first {
            self.blank(self.line(marker));
            self.lines.push(Line::new(0, "---"));
        }
        self.reach(self.line(marker));
    }

    /// Notes the line of the source up to which all is written.
    fn reach(&mut self, line: usize) {
        self.line = self.line.max(Some(line));
    }

    /// Writes a value behind `head`: what stands on its line before it, indented by `indent`.
    fn value(&mut self, node: &Node, owner: Owner, indent: usize, head: &str) {
        let Span { start, end } = written_place(node);
        let head = match node.reference {
            Some(Reference::Anchor(name)) => format!("{head} &{name}"),
            _ => head.to_owned(),
        };
        let room = WIDTH.saturating_sub(indent + width(&head) + 1);
        let line = if self.has_comment(start, end) { None } else { inline(self.text, node, owner, false) };
        let folds = match &node.value {
            Value::Scalar(scalar) => owner.scalar().is_some_and(|kind| pieces(scalar, kind).is_some()),
            _ => true,
        };
        match (line, &node.value) {
            (Some(line), _) if width(&line) <= room || !folds => {
                let whole = format!("{head} {line}");
                self.lines.push(Line::new(indent, whole.trim()));
            }
            (_, Value::Scalar(scalar)) => self.folded(scalar, owner, indent, &head, start, end),
            (_, Value::List(items)) => {
                let inside = self.open(&head, indent);
                let mut first = None;
                for item in items {
                    let dash = self.dash(written_place(item).start);
                    first.get_or_insert(dash);
                    self.comments(dash, inside);
                    self.blank(self.line(dash));
                    self.reach(self.line(dash));
                    self.comments(written_place(item).start, inside);
                    self.entry(item, owner.item(), inside, "-");
                }
                self.close(items.last(), first.filter(|_| indent > 0 || !head.is_empty()), inside);
            }
            (_, Value::Map(entries)) => {
                let inside = self.open(&head, indent);
                for (key, value) in entries {
                    self.comments(key.span.start, inside);
                    self.blank(self.line(key.span.start));
                    self.reach(self.line(key.span.start));
                    self.at = self.at.max(key.span.end);
                    let name = format!("{}:", scalar_text(key, key.text(), false));
                    self.entry(value, owner.entry(key.text()), inside, &name);
                }
                let first = entries.first().map(|(key, _)| key.span.start);
                self.close(
                    entries.last().map(|(_, value)| value),
                    first.filter(|_| indent > 0 || !head.is_empty()),
                    inside,
                );
            }
        }
        self.reach(self.line(end.saturating_sub(1).max(start)));
        self.at = self.at.max(end);
    }

    /// The line before a block, if something stands on it; the indentation of the block.
    fn open(&mut self, head: &str, indent: usize) -> usize {
        if head.is_empty() {
            return indent;
        }
        self.lines.push(Line::new(indent, head));
        self.opened = self.lines.len();
        indent + INDENT
    }

    /// Writes the comments that belong to the end of a block.
    fn close(&mut self, last: Option<&Node>, first: Option<usize>, indent: usize) {
        if let (Some(last), Some(first)) = (last, first) {
            let end = written_place(last).end;
            self.reach(self.line(end.saturating_sub(1)));
            self.last_comments(end, self.column(first), indent);
        }
    }

    /// An entry of a mapping or list. The first key of a mapping in a list stands on the line of the dash.
    fn entry(&mut self, node: &Node, owner: Owner, indent: usize, head: &str) {
        let block = matches!(&node.value, Value::Map(entries) if !entries.is_empty());
        let plain = node.reference.is_none();
        let before = self.lines.len();
        self.value(node, owner, indent, head);
        if head == "-" && block && plain && self.lines[before].code.trim() == "-" {
            let dash = self.lines.remove(before);
            let line = &mut self.lines[before];
            // A comment behind the dash, or between it and the first key, stands above.
            if dash.comment.is_some() || line.code.trim_start().starts_with('#') {
                self.lines.insert(before, dash);
            } else {
                line.code.replace_range(indent..=indent, "-");
            }
        }
    }

    /// A text that is too long for its line: folded, which takes it from its quotes.
    fn folded(&mut self, scalar: &Scalar, owner: Owner, indent: usize, head: &str, start: usize, end: usize) {
        let mut header = Line::new(indent, format!("{head} >-").trim());
        // A comment cannot stand behind folded text, only behind what starts it.
        let line = self.line(end.saturating_sub(1).max(start));
        while let Some(comment) = self.comments.pop() {
            let place = comment.span.start;
            if place >= start && (self.line(place) != line || !self.is_behind(place)) {
                self.comments.push(comment);
                break;
            }
            match header.comment {
                None => header.comment = Some(comment.text),
                Some(_) => self.lines.push(Line::new(indent, &comment.text)),
            }
        }
        self.lines.push(header);
        let pieces = owner.scalar().and_then(|kind| pieces(scalar, kind)).unwrap_or_default();
        let inside = if head.is_empty() { indent } else { indent + INDENT };
        self.lines.extend(layout::lines(&pieces, inside, 0));
    }
}

/// The place of a value, or of the alias that stands for it.
fn written_place(node: &Node) -> Span {
    match node.reference {
        Some(Reference::Alias(_, place)) => place,
        _ => node.span,
    }
}

/// A value in one line: a scalar, or what the author wrote in brackets; nothing where that can't be.
fn inline(text: &str, node: &Node, owner: Owner, flow: bool) -> Option<String> {
    if let Some(Reference::Alias(name, _)) = node.reference {
        return Some(format!("*{name}"));
    }
    let start = text.get(node.span.start..).unwrap_or_default();
    let start = match start.strip_prefix('&') {
        Some(anchor) => anchor.trim_start_matches(|one: char| !one.is_whitespace()).trim_start(),
        None => start,
    };
    match &node.value {
        Value::Scalar(scalar) => {
            let canonical = owner.scalar().and_then(|kind| pieces(scalar, kind));
            let said = canonical.as_deref().and_then(one_line);
            Some(match said {
                Some(number) if number.bytes().all(|byte| byte.is_ascii_digit()) => number,
                Some(said) => scalar_text(node, &said, flow),
                None if owner == Owner::Of(Kind::Code) => quoted(&scalar.fragment.text),
                None => scalar_text(node, &scalar.fragment.text, flow),
            })
        }
        Value::List(items) if start.starts_with('[') || items.is_empty() => {
            let items: Option<Vec<String>> =
                items.iter().map(|item| anchored(item, inline(text, item, owner.item(), true)?)).collect();
            Some(format!("[{}]", items?.join(", ")))
        }
        Value::Map(entries) if start.starts_with('{') || entries.is_empty() => {
            let entries: Option<Vec<String>> = entries
                .iter()
                .map(|(key, value)| {
                    let name = scalar_text(key, key.text(), true);
                    let said = anchored(value, inline(text, value, owner.entry(key.text()), true)?)?;
                    Some(format!("{name}: {said}").trim_end().to_owned())
                })
                .collect();
            Some(format!("{{{}}}", entries?.join(", ")))
        }
        _ => None,
    }
}

/// A value with its anchor.
fn anchored(node: &Node, said: String) -> Option<String> {
    Some(match node.reference {
        Some(Reference::Anchor(name)) => format!("&{name} {said}"),
        _ => said,
    })
}

/// What a scalar says in canonical form; nothing where its text stays as it is.
fn pieces(scalar: &Scalar, kind: Kind) -> Option<Vec<Piece>> {
    let fragment = &scalar.fragment;
    // A comment inside of a text would be lost.
    if !super::game::comments(&fragment.text).is_empty() {
        return None;
    }
    let number = |rule: Rule, part: Rule| parsed(fragment, rule, |b, pairs| b.expression(find(pairs, part)?));
    let mut writer = Writer::new(&[]);
    match kind {
        Kind::Number => writer.number(&number(Rule::number_text, Rule::arithmetic)?),
        Kind::Value => writer.condition(&number(Rule::value_text, Rule::expression)?),
        Kind::Condition => writer.condition(&number(Rule::condition_text, Rule::expression)?),
        Kind::Heaps => {
            let said = parsed(fragment, Rule::heaps_text, |b, pairs| b.heaps(find(pairs, Rule::heaps)?))?;
            heaps(&mut writer, &said.node);
        }
        Kind::Moves | Kind::Move => {
            let span = fragment.whole();
            let said = parsed(fragment, Rule::move_text, |b, pairs| b.move_text(find(pairs, Rule::move_body)?, span))?;
            writer.move_text(&said);
        }
        Kind::Claims => {
            let said = parsed(fragment, Rule::claim_text, |b, pairs| b.claim_body(find(pairs, Rule::claim_body)?))?;
            writer.claim_body(&said);
        }
        Kind::Families => writer.families(&parsed(fragment, Rule::families_text, |b, pairs| b.families(pairs))?),
        Kind::Grundy => match parsed(fragment, Rule::grundy_text, |b, pairs| b.grundy_text(pairs))? {
            ClaimBody::Grundy(letter, value) if letter.node == "h" => writer.condition(&value),
            said => writer.claim_body(&said),
        },
        Kind::Period => match parsed(fragment, Rule::period_text, |b, pairs| b.period_text(pairs))? {
            ClaimBody::Period(period) => writer.period(&period),
            said => writer.claim_body(&said),
        },
        Kind::Tally => {
            let said = |b: Builder, pairs: Pairs<Rule>| b.tally(pairs, Span::default());
            match parsed(fragment, Rule::tally_text, said)? {
                Spanned { node: Some(modulus), .. } => writer.number(&modulus),
                Spanned { node: None, .. } => writer.text("exact"),
            }
        }
        Kind::Register => {
            let name = || Spanned::new(String::new(), Span::default());
            let said = |b: Builder, pairs: Pairs<Rule>| b.register_value(name(), find(pairs, Rule::register_value)?);
            let said = parsed(fragment, Rule::register_text, said)?;
            writer.register(&said.initial, said.modulus.as_ref());
        }
        Kind::Play => match parsed(fragment, Rule::play_text, |b, pairs| b.play(&find(pairs, Rule::play)?))?.node {
            Play::Normal => writer.text("normal"),
            Play::Misere => writer.text("misere"),
        },
        Kind::Position => {
            let said: Spanned<Vec<Expr>> =
                parsed(fragment, Rule::start_text, |b, pairs| b.start(find(pairs, Rule::start)?))?;
            writer.position(&said.node);
        }
        Kind::Text | Kind::Code | Kind::References | Kind::Parameters | Kind::Registers | Kind::Variants => {
            return None;
        }
    }
    Some(writer.finish().0)
}

/// What a text says by a rule of the grammar.
fn parsed<T>(fragment: &Fragment, rule: Rule, build: impl Fn(Builder, Pairs<Rule>) -> Option<T>) -> Option<T> {
    let problems = Problems::default();
    let tokens = scan::checked_tokens(fragment, &problems)?;
    let pairs = grammar::parse(rule, fragment, &tokens, &problems)?;
    build(Builder { fragment, tokens: &tokens, problems: &problems }, pairs)
}

/// The first pair of a rule.
fn find<'t>(mut pairs: Pairs<'t, Rule>, rule: Rule) -> Option<Pair<'t, Rule>> {
    pairs.find(|pair| pair.as_rule() == rule)
}

/// A scalar as YAML writes it in one line, without quotes where it needs none.
fn scalar_text(node: &Node, said: &str, flow: bool) -> String {
    let kind = node.scalar().map_or(ScalarKind::Text, |scalar| scalar.kind);
    if kind != ScalarKind::Text && said == node.text() {
        return said.to_owned();
    }
    if !needs_quotes(said, flow) {
        return said.to_owned();
    }
    let controls = said.chars().any(char::is_control);
    if !controls && said.contains(['"', '\\']) && !said.contains('\'') {
        return format!("'{said}'");
    }
    quoted(said)
}

/// A text in double quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            other if other.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(other))),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// Whether YAML would take a text for something else without quotes.
fn needs_quotes(text: &str, flow: bool) -> bool {
    const WORDS: [&str; 9] = ["null", "~", "true", "false", "yes", "no", "on", "off", ".nan"];
    let special = |first: char| "-?:,[]{}#&*!|>'\"%@`=".contains(first);
    text.is_empty()
        || text.trim() != text
        || text.chars().any(char::is_control)
        || text.starts_with(special)
        || text.contains(": ")
        || text.ends_with(':')
        || text.contains(" #")
        || (flow && text.contains([',', '[', ']', '{', '}', ':']))
        || WORDS.contains(&text.to_lowercase().as_str())
        || text.starts_with("...")
        || is_like_a_number(text)
}

/// Whether a text could be taken for a number.
fn is_like_a_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-', '.']);
    digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.chars().all(|one| one.is_ascii_alphanumeric() || "._+-:".contains(one))
        && (text.parse::<f64>().is_ok() || digits.starts_with('0') || text.contains(':'))
        || digits.eq_ignore_ascii_case("inf")
}
