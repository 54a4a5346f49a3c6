//! The rule language's frame: games, variants and their braces, and where each statement starts and ends.
//!
//! Statements need no separator, as each starts with a word of its own. They are told apart by these words before any
//! of them is parsed, so that an error in one leaves the others readable, and a bracket that is not closed does not
//! swallow the rest of the file.

use super::expression::Builder;
use super::fragment::Fragment;
use super::grammar::{self, Rule};
use super::problems::{Problems, clip};
use super::scan::{self, Token, TokenKind, partner};
use super::starts::{STATEMENTS, SYNONYMS, quoted};
use super::tree::{Body, File, Game, Variant};
use crate::diagnostics::Diagnostic;
use crate::source::{Span, Spanned};
use crate::text::Text;
use pest::iterators::{Pair, Pairs};

/// Parses a file of the rule language.
pub(super) fn parse(text: &str, problems: &Problems) -> File {
    let mut frame = Frame { text, tokens: scan::tokens(text), at: 0, problems };
    let mut file = File::default();
    if frame.tokens.is_empty() {
        problems.push(super::empty_file());
    }
    while let Some(token) = frame.peek() {
        if frame.is_mark(token, ";") {
            frame.at += 1;
        } else if frame.is_word(frame.at, "game") {
            match frame.game() {
                Some(game) => file.games.push(game),
                None => frame.skip_to_game(),
            }
        } else {
            frame.stray_outside();
        }
    }
    file
}

/// A walk over the tokens of a file.
pub(super) struct Frame<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    problems: &'a Problems,
}

/// What stands between the braces of a game or variant.
#[derive(Default)]
struct Block {
    body: Body,
    variants: Vec<Variant>,
    claims: Vec<super::tree::Claim>,
    references: Vec<Spanned<String>>,
}

impl<'a> Frame<'a> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    pub(super) fn word(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |token| &self.text[token.start..token.end])
    }

    pub(super) fn is_word(&self, index: usize, word: &str) -> bool {
        self.word(index) == word && self.tokens[index].kind == TokenKind::Word
    }

    fn is_mark(&self, token: Token, mark: &str) -> bool {
        token.kind == TokenKind::Mark && &self.text[token.start..token.end] == mark
    }

    /// The stretch of the file from the token at `from` up to but without the one at `to`.
    fn stretch(&self, from: usize, to: usize) -> Span {
        let start = self.tokens[from].start;
        Span::new(start, if to > from { self.tokens[to - 1].end } else { start })
    }

    /// Reports what stands where a game should start, and skips to the next game.
    fn stray_outside(&mut self) {
        let from = self.at;
        self.skip_to_game();
        let first = self.tokens[from];
        let span = Span::new(first.start, first.end);
        let found = self.word(from);
        let diagnostic = if first.kind == TokenKind::Close('}') {
            Diagnostic::error("unclosed", span, "`}` closes nothing").label("the game before it is closed already")
        } else if STATEMENTS.contains(&found) {
            Diagnostic::error("syntax", span, format!("`{found}` stands outside of a game"))
                .help("put the statements of a game inside `game \"name\" { … }`")
        } else {
            Diagnostic::error("syntax", span, format!("expected `game`, found `{}`", clip(found)))
                .suggest(found, ["game"])
                .help(
                    "a file of the rule language holds games: `game \"Nim\" { heaps 3  move take any from one heap }`",
                )
        };
        self.problems.push(diagnostic);
    }

    /// Goes to the next game, or to the end.
    fn skip_to_game(&mut self) {
        while self.at < self.tokens.len() && !self.is_word(self.at, "game") {
            self.at += 1;
        }
    }

    /// A game, from its word `game` to its closing brace.
    fn game(&mut self) -> Option<Game> {
        let from = self.at;
        let name = self.header(Rule::game_header)?;
        let block = self.block(from, true);
        let Block { body, variants, claims, references } = block;
        Some(Game { name, body, variants, claims, references, span: self.stretch(from, self.at) })
    }

    /// A variant, from its word `variant` to its closing brace.
    fn variant(&mut self) -> Option<Variant> {
        let from = self.at;
        let name = self.header(Rule::variant_header)?;
        let block = self.block(from, false);
        Some(Variant { name: name?, body: block.body, span: self.stretch(from, self.at) })
    }

    /// The word and name before an opening brace, which is left behind; `None` where there is no brace.
    fn header(&mut self, rule: Rule) -> Option<Option<Spanned<Text>>> {
        let from = self.at;
        self.at += 1;
        if self.opens_translations() {
            self.skip_brackets();
        }
        while self.peek().is_some_and(|token| token.kind != TokenKind::Open('{')) && !self.starts_statement(from) {
            if self.is_word(self.at, "game") {
                break;
            }
            self.at += 1;
        }
        let parse = |builder: Builder, pairs: Pairs<Rule>| builder.title(pairs);
        let name = self.parse(rule, from, self.at, parse);
        if self.peek().is_some_and(|token| token.kind == TokenKind::Open('{')) {
            self.at += 1;
            return Some(name);
        }
        if self.tokens[from..self.at].iter().any(|token| token.kind == TokenKind::OpenString) {
            // The brace is in the string, whose closing quote is missing.
            return None;
        }
        let end = self.tokens[self.at - 1].end;
        let word = self.word(from);
        self.problems.fail(
            Diagnostic::error("syntax", Span::new(end, end), format!("expected `{{` after the name of the {word}"))
                .label("missing here")
                .help(format!("a {word} is written `{word} \"name\" {{ … }}`")),
        )
    }

    /// Whether a text in several languages starts here: `{en: "red", zh: "红"}`.
    fn opens_translations(&self) -> bool {
        self.peek().is_some_and(|token| token.kind == TokenKind::Open('{'))
            && self.tokens.get(self.at + 1).is_some_and(|token| token.kind == TokenKind::Word)
            && self.tokens.get(self.at + 2).is_some_and(|token| self.is_mark(*token, ":"))
    }

    /// Goes behind the bracket that closes the one here, or to the end.
    fn skip_brackets(&mut self) {
        let mut depth = 0usize;
        while let Some(token) = self.peek() {
            self.at += 1;
            match token.kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// The statements up to the closing brace, which is left behind; the opening one has just been passed.
    fn block(&mut self, header: usize, in_game: bool) -> Block {
        let brace = self.tokens[self.at - 1];
        let mut block = Block::default();
        loop {
            match self.peek() {
                Some(token) if token.kind == TokenKind::Close('}') => {
                    self.at += 1;
                    return block;
                }
                Some(token) if self.is_mark(token, ";") => self.at += 1,
                Some(_) if !self.is_word(self.at, "game") => self.statement(&mut block, in_game),
                next => {
                    let what = self.word(header);
                    let message = format!("the `{{` of this {what} is not closed");
                    let mut diagnostic = Diagnostic::error("unclosed", Span::new(brace.start, brace.end), message)
                        .label("the `}` that belongs to it is missing");
                    if let Some(next) = next {
                        let span = Span::new(next.start, next.end);
                        diagnostic = diagnostic.related(span, "before the next game starts");
                    }
                    self.problems.push(diagnostic);
                    return block;
                }
            }
        }
    }

    /// Parses the statement that starts here into the block.
    fn statement(&mut self, block: &mut Block, in_game: bool) {
        let from = self.at;
        let word = self.word(from);
        if word == "variant" && in_game {
            block.variants.extend(self.variant());
            return;
        }
        let known =
            self.tokens[from].kind == TokenKind::Word && (STATEMENTS.contains(&word) || self.starts_with_two(from));
        self.skip_statement();
        let to = self.at;
        let span = self.stretch(from, to);
        let start = Span::new(span.start, self.tokens[from].end);
        if !known {
            self.unknown_statement(from, to);
            return;
        }
        if !in_game && matches!(word, "claim" | "references" | "variant") {
            self.problems.push(
                Diagnostic::error("syntax", start, format!("`{word}` stands inside of a variant"))
                    .help(format!("a variant holds rules only: {}", quoted(&STATEMENTS[..15]))),
            );
            return;
        }
        self.known_statement(block, word, from, to);
    }

    /// Parses a statement by its rule.
    fn known_statement(&mut self, block: &mut Block, word: &str, from: usize, to: usize) {
        let span = self.stretch(from, to);
        let body = &mut block.body;
        match word {
            "heaps" => {
                let heaps = self.parse(Rule::heaps_statement, from, to, |b, pairs| b.heaps(part(pairs, Rule::heaps)?));
                self.once(&mut body.heaps, heaps, |heaps| heaps.span, word, span);
            }
            "let" => body
                .lets
                .extend(self.parse(Rule::let_statement, from, to, |b, pairs| b.lets(pairs)).into_iter().flatten()),
            "heap_limit" => {
                let limit = self.parse(Rule::heap_limit_statement, from, to, limit);
                self.once(&mut body.heap_limit, limit, |limit| limit.span, word, span);
            }
            "take_limit" => {
                let limit = self.parse(Rule::take_limit_statement, from, to, limit);
                self.once(&mut body.take_limit, limit, |limit| limit.span, word, span);
            }
            "move" | "first" => {
                body.moves.extend(self.parse(Rule::move_statement, from, to, |b, pairs| b.move_statement(pairs, span)))
            }
            "pass" | "each" | "every" => {
                body.moves.extend(self.parse(Rule::pass_statement, from, to, |b, pairs| b.move_parts(pairs, span)));
            }
            "keeping" => {
                let keeping = self.parse(Rule::keeping_statement, from, to, |b, pairs| b.stated(pairs));
                self.once(&mut body.keeping, keeping, |keeping| keeping.span, word, span);
            }
            "end" => {
                let end = self.parse(Rule::end_statement, from, to, |b, pairs| b.stated(pairs));
                self.once(&mut body.end, end, |end| end.span, word, span);
            }
            "wins" | "the" => {
                let wins = self.parse(Rule::wins_statement, from, to, |b, pairs| b.stated(pairs));
                self.once(&mut body.wins, wins, |wins| wins.span, word, span);
            }
            "tally" => {
                let tally = self.parse(Rule::tally_statement, from, to, |b, pairs| b.tally_statement(pairs, span));
                self.once(&mut body.tally, tally, |tally| tally.span, word, span);
            }
            "remember" => body.remembered.extend(
                self.parse(Rule::remember_statement, from, to, |b, pairs| b.registers(pairs)).into_iter().flatten(),
            ),
            "octal" => {
                let code = |b: Builder, mut pairs: Pairs<Rule>| b.octal(pairs.nth(1)?);
                let octal = self.parse(Rule::octal_statement, from, to, code);
                self.once(&mut body.octal, octal, |octal| octal.span, word, span);
            }
            "play" => {
                let play = self.parse(Rule::play_statement, from, to, |b, pairs| b.play(&part(pairs, Rule::play)?));
                self.once(&mut body.play, play, |play| play.span, word, span);
            }
            "start" => {
                let start = self.parse(Rule::start_statement, from, to, |b, pairs| b.start(part(pairs, Rule::start)?));
                self.once(&mut body.start, start, |start| start.span, word, span);
            }
            "claim" => {
                block
                    .claims
                    .extend(self.parse(Rule::claim_statement, from, to, |b, pairs| b.claim_statement(pairs, span)));
            }
            _ => {
                let references = self.parse(Rule::references_statement, from, to, |b, pairs| {
                    pairs
                        .filter(|pair| pair.as_rule() == Rule::string)
                        .map(|pair| Some(Spanned::new(b.string(&pair)?, b.span(&pair))))
                        .collect::<Option<Vec<_>>>()
                });
                block.references.extend(references.into_iter().flatten());
            }
        }
    }

    /// Keeps what a statement says that may stand once; says so where it stands twice.
    fn once<T>(&self, place: &mut Option<T>, value: Option<T>, at: impl Fn(&T) -> Span, word: &str, span: Span) {
        let Some(value) = value else { return };
        let place_of_word = Span::new(span.start, span.start + word.len());
        let word = if word == "the" { "wins" } else { word };
        let help = match word {
            "keeping" => "join them by `and`, or put one into a `variant`",
            "end" | "wins" => "join them by `or` or `and`, or put one into a `variant`",
            _ => "leave one of them out, or put it into a `variant`",
        };
        match place {
            Some(first) => self.problems.push(
                Diagnostic::error("duplicate-statement", place_of_word, format!("{} is said twice", quoted(&[word])))
                    .label("said again")
                    .related(at(first), "first said here")
                    .help(help),
            ),
            None => *place = Some(value),
        }
    }

    /// Reports a statement that starts with an unknown word.
    fn unknown_statement(&self, from: usize, to: usize) {
        let token = self.tokens[from];
        let span = Span::new(token.start, token.end);
        let word = self.word(from);
        let fragment = Fragment::stretch(self.text, self.stretch(from, to));
        if token.kind != TokenKind::Word && scan::checked_tokens(&fragment, self.problems).is_none() {
            return;
        }
        let diagnostic =
            Diagnostic::error("unknown-statement", span, format!("no statement starts with `{}`", clip(word)));
        let diagnostic = match SYNONYMS.iter().find(|(written, _)| *written == word) {
            Some((_, meant)) => diagnostic.help(format!("did you mean `{meant}`?")),
            None => diagnostic.suggest(word, STATEMENTS),
        };
        self.problems.push(diagnostic.help(format!("a statement starts with {}", quoted(&STATEMENTS))));
    }

    /// Parses the tokens from `from` up to but without `to` by a rule, and builds what they say.
    fn parse<T>(
        &self,
        rule: Rule,
        from: usize,
        to: usize,
        build: impl Fn(Builder, Pairs<Rule>) -> Option<T>,
    ) -> Option<T> {
        let fragment = Fragment::stretch(self.text, self.stretch(from, to));
        let tokens = scan::checked_tokens(&fragment, self.problems)?;
        let pairs = grammar::parse(rule, &fragment, &tokens, self.problems)?;
        build(Builder { fragment: &fragment, tokens: &tokens, problems: self.problems }, pairs)
    }

    /// Goes to where the statement that starts here ends: the next statement, a `;`, or the block's closing brace.
    fn skip_statement(&mut self) {
        let from = self.at;
        self.at += 1;
        let mut open: Vec<char> = Vec::new();
        while let Some(token) = self.peek() {
            if self.starts_statement(from) || self.is_word(self.at, "game") {
                return;
            }
            match token.kind {
                TokenKind::Open(bracket) => open.push(bracket),
                TokenKind::Close('}') if open.iter().rev().all(|opened| *opened != '{') => return,
                TokenKind::Close(bracket) => while open.pop().is_some_and(|opened| partner(opened) != bracket) {},
                TokenKind::Mark if open.is_empty() && self.is_mark(token, ";") => return,
                _ => {}
            }
            self.at += 1;
        }
    }
}

/// The first pair of a rule.
fn part<'t>(mut pairs: Pairs<'t, Rule>, rule: Rule) -> Option<Pair<'t, Rule>> {
    pairs.find(|pair| pair.as_rule() == rule)
}

/// The number of a limit.
fn limit(builder: Builder, pairs: Pairs<Rule>) -> Option<super::tree::Expr> {
    builder.expression(part(pairs, Rule::arithmetic)?)
}
