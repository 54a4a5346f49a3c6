//! Files of the rule language: games and their statements, a line each, with the comments between them.

use super::layout::{self, Line, WIDTH, one_line};
use super::writer::{Comment, Writer, name_text, string};
use crate::source::{Span, Spanned};
use crate::syntax::grammar;
use crate::syntax::scan::{Token, TokenKind, tokens};
use crate::syntax::tree::{Body, Claim, Expr, File, Game, Heaps, Let, Move, Play, Register, Variant};
use crate::text::Text;

/// By how much what stands in braces is indented.
const INDENT: usize = 2;
/// By how much the further lines of a statement are indented.
const MORE: usize = 2;

/// A file of the rule language in canonical form; `text` is what the tree was parsed from.
pub(super) fn format(text: &str, file: &File) -> String {
    let printer = Printer::new(text);
    let mut page = Page { printer: &printer, lines: Vec::new(), line: None, at: 0 };
    for game in &file.games {
        page.item(&Item::Game(game), 0);
    }
    page.comments(text.len(), 0);
    layout::text(&page.lines)
}

/// A game without comments and blank lines, its statements in the order of [`statements`].
pub(super) fn print(game: &Game) -> String {
    let printer = Printer::new("");
    let mut lines = Vec::new();
    print_block(&header("game", game.name.as_ref()), &statements_of_game(game), &printer, 0, &mut lines);
    layout::text(&lines)
}

fn print_block(head: &str, items: &[Item], printer: &Printer, indent: usize, lines: &mut Vec<Line>) {
    lines.push(Line::new(indent, head));
    for item in items {
        match item {
            Item::Variant(variant) => {
                let head = header("variant", Some(&variant.name));
                print_block(&head, &statements(&variant.body, []), printer, indent + INDENT, lines);
            }
            _ => {
                let mut writer = Writer::new(&[]);
                item.write(&mut writer, printer);
                lines.extend(layout::lines(&writer.finish().0, indent + INDENT, MORE));
            }
        }
    }
    lines.push(Line::new(indent, "}"));
}

/// The comments of a text of the rule language, in order.
pub(super) fn comments(text: &str) -> Vec<Comment> {
    let tokens = tokens(text);
    let starts = std::iter::once(0).chain(tokens.iter().map(|token| token.end));
    let ends = tokens.iter().map(|token| token.start).chain([text.len()]);
    let mut comments = Vec::new();
    for (start, end) in starts.zip(ends) {
        let mut at = start;
        while let Some(found) = text[at..end].find(['/', '#']).map(|found| at + found) {
            let length = text[found..end].find('\n').unwrap_or(end - found);
            let comment = text[found..found + length].trim_end();
            comments.push(Comment { span: Span::new(found, found + comment.len()), text: comment.to_owned() });
            at = found + length;
        }
    }
    comments
}

/// What stands in a game or a file, in whatever order.
enum Item<'t> {
    Game(&'t Game),
    Variant(&'t Variant),
    Heaps(&'t Spanned<Heaps>),
    Let(&'t Let),
    HeapLimit(&'t Expr),
    TakeLimit(&'t Expr),
    Move(&'t Move),
    Play(&'t Spanned<Play>),
    Start(&'t Spanned<Vec<Expr>>),
    Keeping(&'t Expr),
    End(&'t Expr),
    Wins(&'t Expr),
    Tally(&'t Spanned<Option<Expr>>),
    Register(&'t Register),
    Octal(&'t Spanned<String>),
    Claim(&'t Claim),
    Reference(&'t Spanned<String>),
}

impl Item<'_> {
    /// A part of the item that ends where the item ends; it may start later.
    fn span(&self) -> Span {
        match self {
            Item::Game(game) => game.span,
            Item::Variant(variant) => variant.span,
            Item::Heaps(heaps) => heaps.span,
            Item::Let(one) => one.name.span.to(one.value.span),
            Item::HeapLimit(expr)
            | Item::TakeLimit(expr)
            | Item::Keeping(expr)
            | Item::End(expr)
            | Item::Wins(expr) => expr.span,
            Item::Move(one) => one.span,
            Item::Play(play) => play.span,
            Item::Start(start) => start.span,
            Item::Tally(tally) => tally.span,
            Item::Register(register) => {
                register.name.span.to(register.modulus.as_ref().unwrap_or(&register.initial).span)
            }
            Item::Octal(code) => code.span,
            Item::Claim(claim) => claim.span,
            Item::Reference(reference) => reference.span,
        }
    }

    /// Writes the item as a statement; games and variants are written by their parts.
    fn write(&self, writer: &mut Writer, printer: &Printer) {
        match self {
            Item::Game(_) | Item::Variant(_) => {}
            Item::Heaps(found) => {
                writer.text("heaps ");
                heaps(writer, &found.node);
            }
            Item::Let(one) => {
                writer.text(&format!("let {} = ", one.name.node));
                writer.condition(&one.value);
            }
            Item::HeapLimit(limit) => {
                writer.text("heap_limit ");
                writer.number(limit);
            }
            Item::TakeLimit(limit) => {
                writer.text("take_limit ");
                writer.number(limit);
            }
            Item::Move(one) => {
                let name = one.name.as_ref().map_or(one.span.start, |name| name.span.end);
                writer.move_statement(one, printer.next_token(name));
            }
            Item::Play(play) => writer.text(match play.node {
                Play::Normal => "play normal",
                Play::Misere => "play misere",
            }),
            Item::Start(start) => {
                writer.text("start ");
                writer.position(&start.node);
            }
            Item::Keeping(condition) => {
                writer.text("keeping ");
                writer.condition(condition);
            }
            Item::End(condition) => {
                writer.text("end when ");
                writer.condition(condition);
            }
            Item::Wins(condition) => {
                writer.text("wins when ");
                writer.condition(condition);
            }
            Item::Tally(tally) => {
                writer.text("tally");
                if let Some(modulus) = &tally.node {
                    writer.text(" mod ");
                    writer.number(modulus);
                }
            }
            Item::Register(register) => {
                writer.text(&format!("remember {} = ", register.name.node));
                writer.register(&register.initial, register.modulus.as_ref());
            }
            Item::Octal(code) => writer.text(&format!("octal {}", string(&code.node))),
            Item::Claim(claim) => writer.claim_statement(claim),
            Item::Reference(reference) => writer.text(&format!("references {}", string(&reference.node))),
        }
    }
}

/// The items of a body, in source order with what a game has besides.
fn items<'t>(body: &'t Body, others: impl IntoIterator<Item = Item<'t>>) -> Vec<Item<'t>> {
    let mut items = statements(body, others);
    items.sort_by_key(|item| item.span());
    items
}

/// The items of a body, kind by kind, and behind them what a game has besides.
fn statements<'t>(body: &'t Body, others: impl IntoIterator<Item = Item<'t>>) -> Vec<Item<'t>> {
    let Body { heaps, lets, heap_limit, take_limit, moves, play, start, keeping, end, wins, tally, remembered, octal } =
        body;
    let mut items: Vec<Item> = heaps.iter().map(Item::Heaps).collect();
    items.extend(lets.iter().map(Item::Let));
    items.extend(tally.iter().map(Item::Tally));
    items.extend(remembered.iter().map(Item::Register));
    items.extend(heap_limit.iter().map(Item::HeapLimit));
    items.extend(take_limit.iter().map(Item::TakeLimit));
    items.extend(octal.iter().map(Item::Octal));
    items.extend(moves.iter().map(Item::Move));
    items.extend(keeping.iter().map(Item::Keeping));
    items.extend(end.iter().map(Item::End));
    items.extend(play.iter().map(Item::Play));
    items.extend(wins.iter().map(Item::Wins));
    items.extend(start.iter().map(Item::Start));
    items.extend(others);
    items
}

/// What a game has besides its body.
fn others(game: &Game) -> impl Iterator<Item = Item<'_>> {
    let variants = game.variants.iter().map(Item::Variant);
    let claims = game.claims.iter().map(Item::Claim);
    variants.chain(claims).chain(game.references.iter().map(Item::Reference))
}

fn game_items(game: &Game) -> Vec<Item<'_>> {
    items(&game.body, others(game))
}

fn statements_of_game(game: &Game) -> Vec<Item<'_>> {
    statements(&game.body, others(game))
}

/// How many heaps there are, or their names.
pub(super) fn heaps(writer: &mut Writer, heaps: &Heaps) {
    match heaps {
        Heaps::Count(count) => writer.number(count),
        // A single name without quotes would be a number.
        Heaps::Named(names) => {
            let bare = |name: &Text| names.len() > 1 && name.common_wording().is_some_and(grammar::is_name);
            writer.list(
                names,
                |name| name.span.start,
                |writer, name| match name.node.common_wording() {
                    Some(word) if bare(&name.node) => writer.text(word),
                    _ => writer.name(&name.node),
                },
            );
        }
    }
}

/// The word, name and brace that a block starts with.
fn header(word: &str, name: Option<&Spanned<Text>>) -> String {
    match name {
        Some(name) => format!("{word} {} {{", name_text(&name.node)),
        None => format!("{word} {{"),
    }
}

/// The text that is formatted, and what is in it besides the tree.
struct Printer<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    comments: Vec<Comment>,
    line_starts: Vec<usize>,
}

impl<'a> Printer<'a> {
    fn new(text: &'a str) -> Printer<'a> {
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Printer { text, tokens: tokens(text), comments: comments(text), line_starts }
    }

    /// The number of the line that holds the byte at `place`.
    fn line(&self, place: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= place)
    }

    /// The comments from one place up to another.
    fn comments(&self, from: usize, to: usize) -> &[Comment] {
        let index = |place: usize| self.comments.partition_point(|comment| comment.span.start < place);
        &self.comments[index(from)..index(to.max(from))]
    }

    /// Where the first token behind `place` starts that separates nothing.
    fn next_token(&self, place: usize) -> usize {
        let first = self.tokens.partition_point(|token| token.start < place);
        self.tokens[first..]
            .iter()
            .find(|token| !matches!(&self.text[token.start..token.end], ";" | ","))
            .map_or(self.text.len(), |token| token.start)
    }

    /// The opening brace of the block of a game or variant.
    fn brace(&self, span: Span, name: Option<&Spanned<Text>>) -> usize {
        let from = name.map_or(span.start, |name| name.span.end);
        let first = self.tokens.partition_point(|token| token.start < from);
        self.tokens[first..].iter().find(|token| token.kind == TokenKind::Open('{')).map_or(from, |token| token.start)
    }

    /// A block in one line, where the author has written it so and it is short enough.
    fn block_in_line(&self, span: Span, head: &str, items: &[Item]) -> Option<String> {
        if !self.comments(span.start, span.end).is_empty() || self.text[span.range()].contains('\n') {
            return None;
        }
        let mut statements = Vec::new();
        for item in items {
            statements.push(match item {
                Item::Variant(variant) => {
                    let head = header("variant", Some(&variant.name));
                    self.block_in_line(variant.span, &head, &self::items(&variant.body, []))?
                }
                _ => {
                    let mut writer = Writer::new(&[]);
                    item.write(&mut writer, self);
                    one_line(&writer.finish().0)?
                }
            });
        }
        Some(if items.is_empty() { format!("{head}}}") } else { format!("{head} {} }}", statements.join("  ")) })
    }
}

/// The lines that have been written.
struct Page<'p, 'a> {
    printer: &'p Printer<'a>,
    lines: Vec<Line>,
    /// The line of the source in which what was written last ends; nothing at the start of a block.
    line: Option<usize>,
    /// The place of the source up to which all is written.
    at: usize,
}

impl Page<'_, '_> {
    /// The comments up to a place, each in a line of its own but for one that stands behind something.
    fn comments(&mut self, to: usize, indent: usize) {
        let printer = self.printer;
        for comment in printer.comments(self.at, to) {
            let line = printer.line(comment.span.start);
            let behind =
                printer.text[..comment.span.start].rsplit('\n').next().is_some_and(|rest| !rest.trim().is_empty());
            match self.lines.last_mut() {
                Some(last) if behind && last.comment.is_none() && !is_comment(last) && !last.code.is_empty() => {
                    last.comment = Some(comment.text.clone());
                }
                _ => {
                    self.blank(line);
                    self.lines.push(Line::new(indent, &comment.text));
                }
            }
            self.line = Some(line);
        }
        self.at = self.at.max(to);
    }

    /// A blank line, if the source has one before this line.
    fn blank(&mut self, line: usize) {
        if self.line.is_some_and(|before| line > before + 1) {
            self.lines.push(Line::default());
        }
    }

    fn item(&mut self, item: &Item, indent: usize) {
        let printer = self.printer;
        let start = printer.next_token(self.at);
        self.comments(start, indent);
        self.blank(printer.line(start));
        let end = item.span().end;
        match item {
            Item::Game(game) => self.block("game", game.name.as_ref(), game.span, &game_items(game), indent),
            Item::Variant(variant) => {
                self.block("variant", Some(&variant.name), variant.span, &items(&variant.body, []), indent);
            }
            _ => {
                let mut writer = Writer::new(printer.comments(start, end));
                item.write(&mut writer, printer);
                let (pieces, left) = writer.finish();
                self.lines.extend(layout::lines(&pieces, indent, MORE));
                self.at = left.unwrap_or(end);
                self.line = Some(printer.line(self.at.saturating_sub(1)));
                self.comments(end, indent);
            }
        }
        self.at = end;
        self.line = self.line.max(Some(printer.line(end.saturating_sub(1))));
    }

    /// A game or variant.
    fn block(&mut self, word: &str, name: Option<&Spanned<Text>>, span: Span, items: &[Item], indent: usize) {
        let head = header(word, name);
        if let Some(line) =
            self.printer.block_in_line(span, &head, items).filter(|line| layout::width(line) + indent <= WIDTH)
        {
            self.lines.push(Line::new(indent, &line));
            return;
        }
        self.at = span.start;
        let brace = self.printer.brace(span, name);
        let inside = self.printer.comments(span.start, brace).to_vec();
        self.lines.push(Line::new(indent, &head));
        // What stands between the word and the brace comes behind the brace.
        for comment in inside {
            match self.lines.last_mut() {
                Some(last) if last.comment.is_none() && !is_comment(last) => last.comment = Some(comment.text),
                _ => self.lines.push(Line::new(indent + INDENT, &comment.text)),
            }
        }
        self.at = brace + 1;
        self.line = None;
        for item in items {
            self.item(item, indent + INDENT);
        }
        self.comments(span.end - 1, indent + INDENT);
        self.lines.push(Line::new(indent, "}"));
    }
}

/// Whether a line holds nothing but a comment.
fn is_comment(line: &Line) -> bool {
    line.code.trim_start().starts_with(['/', '#'])
}
