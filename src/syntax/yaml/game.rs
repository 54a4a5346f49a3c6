//! Values to games: the keys, what each may hold, and the texts inside, parsed by the grammar.

use super::keys;
use super::node::{Node, ScalarKind, Value};
use crate::diagnostics::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::expression::Builder;
use crate::syntax::grammar::{self, Rule};
use crate::syntax::problems::{Problems, clip};
use crate::syntax::tree::{Body, Expr, ExprKind, File, Game, Heaps, Let, Move, Register, Variant};
use crate::syntax::{scan, statement};
use crate::text::{Language, Text};
use pest::iterators::{Pair, Pairs};

/// What users write in place of keys.
const SYNONYMS: [(&str, &str); 9] = [
    ("move", "moves"),
    ("first move", "first moves"),
    ("end", "end when"),
    ("end if", "end when"),
    ("ends when", "end when"),
    ("winner", "wins when"),
    ("wins", "wins when"),
    ("wins if", "wins when"),
    ("keep", "keeping"),
];

/// The games of a file's documents.
pub(super) fn file(documents: &[Node], problems: &Problems) -> File {
    let reader = Reader { problems };
    let mut file = File::default();
    if documents.iter().all(Node::is_null) && problems.is_empty() {
        problems.push(crate::syntax::empty_file());
    }
    for document in documents.iter().filter(|document| !document.is_null()) {
        match reader.games_key(document) {
            Some(games) => file.games.extend(games.iter().filter_map(|game| reader.game(game))),
            None => file.games.extend(reader.game(document)),
        }
    }
    file
}

/// Reads values into the tree.
#[derive(Clone, Copy)]
pub(super) struct Reader<'p> {
    pub(super) problems: &'p Problems,
}

impl Reader<'_> {
    /// The list under `games`, where that is the document's only key.
    fn games_key<'n, 'a>(self, document: &'n Node<'a>) -> Option<&'n [Node<'a>]> {
        let Value::Map(entries) = &document.value else { return None };
        match entries.as_slice() {
            [(key, Node { value: Value::List(games), .. })] if key.text() == "games" => Some(games),
            _ => None,
        }
    }

    fn game(self, node: &Node) -> Option<Game> {
        let Value::Map(entries) = &node.value else {
            let diagnostic = self.wrong_type(node, "the keys of a game");
            return self.problems.fail(if node.text().trim_start().starts_with("game") {
                diagnostic.help("a file in the rule language has a name that ends with `.game`")
            } else if node.text().contains(':') {
                diagnostic.help("a key is followed by `:` and a space: `heaps: 3`")
            } else {
                diagnostic.help("write for example `heaps: 3` and `heap_limit: 1`, each on a line of its own")
            });
        };
        let mut game = Game {
            name: None,
            body: Body::default(),
            variants: Vec::new(),
            claims: Vec::new(),
            references: Vec::new(),
            span: node.span,
        };
        for (key, value) in entries {
            match key.text() {
                "name" => game.name = self.text(value),
                "claims" => game.claims = self.items(value, |item| self.claim(item)),
                "variants" => game.variants = self.variants(value),
                "references" => game.references = self.items(value, |item| self.reference(item)),
                word if keys::kind(keys::body(), word).is_some() => self.body_entry(&mut game.body, key, value),
                _ => self.unknown_key(key, &keys::names(&keys::GAME), "a game"),
            }
        }
        Some(game)
    }

    /// Reads one key of a game or variant.
    fn body_entry(self, body: &mut Body, key: &Node, value: &Node) {
        match key.text() {
            "heaps" => body.heaps = self.heaps(value),
            "let" => body.lets = self.lets(value),
            "heap_limit" => body.heap_limit = self.number(value),
            "take_limit" => body.take_limit = self.number(value),
            "moves" => body.moves.extend(self.items(value, |item| self.move_(item))),
            "first moves" => {
                let first = self.items(value, |item| self.move_(item)).into_iter();
                body.moves.extend(first.map(|one| Move { first: true, ..one }));
            }
            "octal" => {
                let code = self.plain_text(value, "a code such as `\"0.77\"`");
                body.octal = code.and_then(|code| statement::octal_code(&code, value.span, self.problems));
            }
            "keeping" => body.keeping = self.condition(value),
            "end when" => body.end = self.condition(value),
            "wins when" => body.wins = self.condition(value),
            "tally" => {
                let what = "a number, or `exact`";
                body.tally = self.parse(value, Rule::tally_text, what, |b, pairs| b.tally(pairs, value.span));
            }
            "remember" => body.remembered = self.registers(value),
            "play" => {
                let what = "`normal` or `misere`";
                body.play = self.parse(value, Rule::play_text, what, |b, pairs| b.play(&part(pairs, Rule::play)?));
            }
            _ => body.start = self.start(value),
        }
    }

    /// The keys and values of a mapping of words.
    pub(super) fn unknown_key(self, key: &Node, known: &[&str], owner: &str) {
        let word = key.text();
        if key.scalar().is_none() {
            self.problems.push(Diagnostic::error("wrong-type", key.span, "a key is a word").label("this is none"));
            return;
        }
        let listed: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
        let diagnostic = Diagnostic::error("unknown-key", key.span, format!("{owner} has no key `{}`", clip(word)));
        let diagnostic = match SYNONYMS.iter().find(|(written, meant)| *written == word && known.contains(meant)) {
            Some((_, meant)) => diagnostic.help(format!("did you mean `{meant}`?")),
            None if word == "pass" && known.contains(&"moves") => {
                diagnostic.help("a pass is a move: write `- pass once` among the `moves`")
            }
            None => diagnostic.suggest(word, known.iter().copied()),
        };
        self.problems.push(diagnostic.help(format!("{owner} may have {}", listed.join(", "))));
    }

    /// The error that a value is of the wrong kind.
    fn wrong_type(self, node: &Node, expected: &str) -> Diagnostic {
        let first_line = first_line(node);
        Diagnostic::error("wrong-type", first_line, format!("expected {expected}, found {}", node.described()))
    }

    /// Parses the text of a scalar by a rule.
    pub(super) fn parse<T>(
        self,
        node: &Node,
        rule: Rule,
        expected: &str,
        build: impl Fn(Builder, Pairs<Rule>) -> Option<T>,
    ) -> Option<T> {
        let scalar = match node.scalar() {
            Some(scalar) if !matches!(scalar.kind, ScalarKind::Null | ScalarKind::Bool) => scalar,
            _ => return self.problems.fail(self.wrong_type(node, expected)),
        };
        let text = &scalar.fragment.text;
        if scalar.kind == ScalarKind::Number && text.contains(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return self.problems.fail(
                Diagnostic::error("wrong-type", node.span, format!("`{}` is not a way to write a number", clip(text)))
                    .help("write numbers in decimal digits"),
            );
        }
        if text.trim().is_empty() {
            return self.problems.fail(Diagnostic::error(
                "wrong-type",
                node.span,
                format!("expected {expected}, found an empty text"),
            ));
        }
        let tokens = scan::checked_tokens(&scalar.fragment, self.problems)?;
        let pairs = grammar::parse(rule, &scalar.fragment, &tokens, self.problems)?;
        build(Builder { fragment: &scalar.fragment, tokens: &tokens, problems: self.problems }, pairs)
    }

    /// The items of a list; a value that is no list stands for a list of itself.
    fn items<T>(self, node: &Node, read: impl Fn(&Node) -> Option<T>) -> Vec<T> {
        match &node.value {
            Value::List(items) => items.iter().filter_map(read).collect(),
            _ => read(node).into_iter().collect(),
        }
    }

    /// A text, or one a language.
    pub(super) fn text(self, node: &Node) -> Option<Spanned<Text>> {
        match &node.value {
            Value::Scalar(scalar) if scalar.kind != ScalarKind::Null => {
                Some(Spanned::new(Text::common(scalar.fragment.text.clone()), node.span))
            }
            Value::Map(entries) => {
                let mut wordings: Vec<(Language, String)> = Vec::new();
                for (key, value) in entries {
                    let language = statement::language(key.text(), key.span, self.problems)?;
                    wordings.push((language, self.plain_text(value, "a text")?));
                }
                Some(Spanned::new(Text::by_language(wordings), node.span))
            }
            _ => {
                let expected = "a text, or a text for each language";
                self.problems.fail(
                    self.wrong_type(node, expected)
                        .help("write for example `name: Nim` or `name: {en: Nim, zh: 尼姆}`"),
                )
            }
        }
    }

    fn plain_text(self, node: &Node, expected: &str) -> Option<String> {
        match node.scalar() {
            Some(scalar) if scalar.kind != ScalarKind::Null => Some(scalar.fragment.text.clone().into_owned()),
            _ => self.problems.fail(self.wrong_type(node, expected)),
        }
    }

    fn reference(self, node: &Node) -> Option<Spanned<String>> {
        Some(Spanned::new(self.plain_text(node, "a reference such as `\"Bouton, 1901\"`")?, node.span))
    }

    /// An expression: a scalar, or a list.
    fn value(self, node: &Node) -> Option<Expr> {
        if let Value::List(items) = &node.value {
            return Some(Expr { kind: ExprKind::List(self.numbers(items)?), span: node.span });
        }
        let what = "a number, `unlimited` or a list of numbers";
        self.parse(node, Rule::value_text, what, |b, pairs| b.expression(part(pairs, Rule::expression)?))
    }

    pub(super) fn condition(self, node: &Node) -> Option<Expr> {
        let what = "a condition such as `min <= 1`";
        self.parse(node, Rule::condition_text, what, |b, pairs| b.expression(part(pairs, Rule::expression)?))
    }

    fn number(self, node: &Node) -> Option<Expr> {
        self.parse(node, Rule::number_text, "a number", |b, pairs| b.expression(part(pairs, Rule::arithmetic)?))
    }

    /// The numbers of a list; each is read, also after one that is wrong.
    fn numbers(self, items: &[Node]) -> Option<Vec<Expr>> {
        let numbers: Vec<Option<Expr>> = items.iter().map(|item| self.number(item)).collect();
        numbers.into_iter().collect()
    }

    fn lets(self, node: &Node) -> Vec<Let> {
        let Value::Map(entries) = &node.value else {
            self.problems.push(
                self.wrong_type(node, "parameters").help("write for example `let: {K: 2, m: unlimited, L: [2, 3, 5]}`"),
            );
            return Vec::new();
        };
        let entry = |(key, value): &(Node, Node)| {
            let name = self
                .parse(key, Rule::name_text, "a parameter's name", |b, pairs| Some(b.name(&part(pairs, Rule::name)?)));
            let value = self.value(value);
            Some(Let { name: name?, value: value? })
        };
        entries.iter().filter_map(entry).collect()
    }

    fn registers(self, node: &Node) -> Vec<Register> {
        let Value::Map(entries) = &node.value else {
            self.problems
                .push(self.wrong_type(node, "registers").help("write for example `remember: {c: 0, d: 0 mod 3}`"));
            return Vec::new();
        };
        let entry = |(key, value): &(Node, Node)| {
            let name = self
                .parse(key, Rule::name_text, "a register's name", |b, pairs| Some(b.name(&part(pairs, Rule::name)?)))?;
            self.parse(value, Rule::register_text, "the value at the start", |b, pairs| {
                b.register_value(name.clone(), part(pairs, Rule::register_value)?)
            })
        };
        entries.iter().filter_map(entry).collect()
    }

    fn heaps(self, node: &Node) -> Option<Spanned<Heaps>> {
        let names = match &node.value {
            Value::List(items) => items.iter().map(|item| self.text(item)).collect::<Option<_>>()?,
            Value::Map(entries) => self.heaps_by_language(node, entries)?,
            Value::Scalar(_) => {
                return self.parse(node, Rule::heaps_text, "a number of heaps or their names", |b, pairs| {
                    b.heaps(part(pairs, Rule::heaps)?)
                });
            }
        };
        Some(Spanned::new(Heaps::Named(names), node.span))
    }

    /// `heaps: {en: [red, white], zh: [红, 白]}`.
    fn heaps_by_language(self, node: &Node, entries: &[(Node, Node)]) -> Option<Vec<Spanned<Text>>> {
        let mut wordings: Vec<Vec<(Language, String)>> = Vec::new();
        let mut spans: Vec<Span> = Vec::new();
        for (at, (key, value)) in entries.iter().enumerate() {
            let language = statement::language(key.text(), key.span, self.problems)?;
            let Value::List(names) = &value.value else {
                return self.problems.fail(self.wrong_type(value, "a list of names"));
            };
            if at > 0 && names.len() != wordings.len() {
                let message = format!("{} names here, but {} in the language before", names.len(), wordings.len());
                return self.problems.fail(Diagnostic::error("wrong-type", first_line(value), message));
            }
            wordings.resize(names.len(), Vec::new());
            spans.resize(names.len(), node.span);
            for (index, name) in names.iter().enumerate() {
                wordings[index].push((language, self.plain_text(name, "a name")?));
                spans[index] = if at == 0 { name.span } else { spans[index] };
            }
        }
        Some(
            wordings.into_iter().zip(spans).map(|(words, span)| Spanned::new(Text::by_language(words), span)).collect(),
        )
    }

    fn start(self, node: &Node) -> Option<Spanned<Vec<Expr>>> {
        if let Value::List(items) = &node.value {
            return Some(Spanned::new(self.numbers(items)?, node.span));
        }
        let what = "a size for each heap, such as `[3, 5, 7]`";
        self.parse(node, Rule::start_text, what, |b, pairs| b.start(part(pairs, Rule::start)?))
    }

    fn move_(self, node: &Node) -> Option<Move> {
        let Value::Map(entries) = &node.value else { return self.move_text(node, node.span) };
        let found = entries.iter().find(|(key, _)| matches!(key.text(), "move" | "first"));
        let mut found = match found {
            Some((key, text)) => Move { first: key.text() == "first", ..self.move_text(text, node.span)? },
            None => {
                return self.problems.fail(
                    Diagnostic::error("missing-key", first_line(node), "this move does not say what it does")
                        .help("write for example `- {name: one heap, move: take any from one heap}`"),
                );
            }
        };
        let mut seen = None;
        for (key, value) in entries {
            match (key.text(), seen) {
                ("name", _) => found.name = self.text(value),
                ("move" | "first", None) => seen = Some(key.span),
                ("move" | "first", Some(first)) => self.problems.push(
                    Diagnostic::error("duplicate-key", key.span, "a move is either a `move` or a `first` one")
                        .label("said again")
                        .related(first, "first said here"),
                ),
                _ => self.unknown_key(key, &keys::names(&keys::MOVE), "a move"),
            }
        }
        Some(found)
    }

    /// What a move does, as a text.
    fn move_text(self, node: &Node, span: Span) -> Option<Move> {
        let what = "a move such as `take 1..3 from one heap`";
        self.parse(node, Rule::move_text, what, |b, pairs| b.move_text(part(pairs, Rule::move_body)?, span))
    }

    fn variants(self, node: &Node) -> Vec<Variant> {
        match &node.value {
            Value::Map(entries) => entries
                .iter()
                .filter_map(|(key, value)| {
                    let name = self.text(key)?;
                    Some(Variant { name, body: self.variant_body(value, false)?, span: key.span.to(value.span) })
                })
                .collect(),
            Value::List(items) => items.iter().filter_map(|item| self.variant_item(item)).collect(),
            Value::Scalar(_) => {
                let diagnostic = self.wrong_type(node, "variants, each with its name");
                self.problems.push(diagnostic.help("write for example `variants: {misere: {play: misere}}`"));
                Vec::new()
            }
        }
    }

    /// A variant of a list, which says its name under `name`.
    fn variant_item(self, node: &Node) -> Option<Variant> {
        let name = match &node.value {
            Value::Map(entries) => entries.iter().find(|(key, _)| key.text() == "name"),
            _ => None,
        };
        let Some((_, name)) = name else {
            return self.problems.fail(
                Diagnostic::error("missing-key", first_line(node), "a variant in a list says its `name`")
                    .help("write for example `- {name: misere, play: misere}`"),
            );
        };
        Some(Variant { name: self.text(name)?, body: self.variant_body(node, true)?, span: node.span })
    }

    fn variant_body(self, node: &Node, named: bool) -> Option<Body> {
        let mut body = Body::default();
        match &node.value {
            Value::Map(entries) => {
                for (key, value) in entries.iter().filter(|(key, _)| !(named && key.text() == "name")) {
                    if keys::kind(keys::body(), key.text()).is_some() {
                        self.body_entry(&mut body, key, value);
                    } else {
                        self.unknown_key(key, &keys::names(keys::body()), "a variant");
                    }
                }
            }
            _ if node.is_null() => {}
            _ => {
                let diagnostic = self.wrong_type(node, "the keys of a variant");
                return self.problems.fail(diagnostic.help("write for example `{play: misere}`"));
            }
        }
        Some(body)
    }
}

/// The first pair of a rule.
pub(super) fn part<'t>(mut pairs: Pairs<'t, Rule>, rule: Rule) -> Option<Pair<'t, Rule>> {
    pairs.find(|pair| pair.as_rule() == rule)
}

/// The place of a value, for long ones just of their first key or item.
pub(super) fn first_line(node: &Node) -> Span {
    match &node.value {
        Value::Scalar(_) => node.span,
        Value::List(items) => items.first().map_or(node.span, |item| Span::new(node.span.start, first_line(item).end)),
        Value::Map(entries) => entries.first().map_or(node.span, |(key, _)| Span::new(node.span.start, key.span.end)),
    }
}
