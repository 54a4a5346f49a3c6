//! Statements without claims: heaps, parameters, plays, starts, texts and moves.

use super::expression::Builder;
use super::grammar::Rule;
use super::problems::{Problems, clip};
use super::tree::{
    Amount, AmountSet, Amounts, BinaryOp, Expr, ExprKind, Heaps, Let, Move, MoveBody, Play, Selection, SetItem, Take,
};
use crate::diagnostics::Diagnostic;
use crate::source::{Span, Spanned};
use crate::text::{Language, Text};
use num_bigint::BigUint;
use pest::iterators::{Pair, Pairs};

impl Builder<'_> {
    /// The heaps of `heaps 3` or `heaps red, white`.
    pub(super) fn heaps(&self, pair: Pair<Rule>) -> Option<Spanned<Heaps>> {
        let span = self.span(&pair);
        let inner = pair.into_inner().next()?;
        let heaps = match inner.as_rule() {
            Rule::arithmetic => Heaps::Count(self.expression(inner)?),
            _ => Heaps::Named(
                inner
                    .into_inner()
                    .filter(|part| part.as_rule() != Rule::comma)
                    .map(|part| match part.as_rule() {
                        Rule::heap_name => self.heap_name(part.into_inner().next()?),
                        _ => self.heap_name(part),
                    })
                    .collect::<Option<_>>()?,
            ),
        };
        Some(Spanned::new(heaps, span))
    }

    fn heap_name(&self, pair: Pair<Rule>) -> Option<Spanned<Text>> {
        match pair.as_rule() {
            Rule::name => Some(Spanned::new(Text::common(pair.as_str()), self.span(&pair))),
            _ => self.text(pair),
        }
    }

    /// The parameters of one `let`.
    pub(super) fn lets(&self, pairs: Pairs<Rule>) -> Option<Vec<Let>> {
        pairs.filter(|pair| pair.as_rule() == Rule::parameter).map(|pair| self.parameter(pair)).collect()
    }

    fn parameter(&self, pair: Pair<Rule>) -> Option<Let> {
        let mut parts = pair.into_inner();
        let name = self.name(&parts.next()?);
        let sign = parts.next()?;
        if sign.as_rule() == Rule::wrong_assign {
            self.did_you_mean(&sign, "=");
        }
        Some(Let { name, value: self.expression(parts.next()?)? })
    }

    /// `normal` or `misere`.
    pub(super) fn play(&self, pair: &Pair<Rule>) -> Option<Spanned<Play>> {
        let span = self.span(pair);
        match pair.as_str() {
            "normal" => Some(Spanned::new(Play::Normal, span)),
            "misere" | "misère" => Some(Spanned::new(Play::Misere, span)),
            other => self.problems.fail(
                Diagnostic::error("unknown-play", span, format!("`{other}` is no way to play"))
                    .label("expected `normal` or `misere`")
                    .suggest(other, ["normal", "misere"])
                    .help("`normal`: whoever moves last wins; `misere`: whoever moves last loses"),
            ),
        }
    }

    /// The sizes of a start.
    pub(super) fn start(&self, pair: Pair<Rule>) -> Option<Spanned<Vec<Expr>>> {
        let span = self.span(&pair);
        let first = pair.clone().into_inner().next()?;
        let sizes = if first.as_rule() == Rule::position { self.arithmetics(first) } else { self.arithmetics(pair) }?;
        Some(Spanned::new(flat(sizes), span))
    }

    /// The expressions directly inside a pair.
    pub(super) fn arithmetics(&self, pair: Pair<Rule>) -> Option<Vec<Expr>> {
        pair.into_inner()
            .filter(|part| matches!(part.as_rule(), Rule::expression | Rule::arithmetic))
            .map(|part| self.expression(part))
            .collect()
    }

    /// A text: a string, or one a language.
    pub(super) fn text(&self, pair: Pair<Rule>) -> Option<Spanned<Text>> {
        let span = self.span(&pair);
        let inner = pair.into_inner().next()?;
        if inner.as_rule() == Rule::string {
            return Some(Spanned::new(Text::common(self.string(&inner)?), span));
        }
        let mut wordings: Vec<(Language, String)> = Vec::new();
        for part in inner.into_inner().filter(|part| part.as_rule() == Rule::translation) {
            let mut parts = part.into_inner();
            let code = parts.next()?;
            let language = language(code.as_str(), self.span(&code), self.problems)?;
            let wording = self.string(&parts.nth(1)?)?;
            if wordings.iter().any(|(known, _)| *known == language) {
                let message = format!("the language `{}` is given twice", language.code());
                return self.problems.fail(Diagnostic::error("duplicate-key", self.span(&code), message));
            }
            wordings.push((language, wording));
        }
        Some(Spanned::new(Text::by_language(wordings), span))
    }

    /// The value of a string: `\"`, `\\`, `\n` and `\t` are its escapes.
    pub(super) fn string(&self, pair: &Pair<Rule>) -> Option<String> {
        let raw = pair.as_str();
        let inside = &raw[1..raw.len() - 1];
        let mut value = String::with_capacity(inside.len());
        let mut characters = inside.char_indices();
        while let Some((at, character)) = characters.next() {
            if character != '\\' {
                value.push(character);
                continue;
            }
            match characters.next() {
                Some((_, quoted @ ('"' | '\\'))) => value.push(quoted),
                Some((_, 'n')) => value.push('\n'),
                Some((_, 't')) => value.push('\t'),
                other => {
                    let start = pair.as_span().start() + 1 + at;
                    let end = start + 1 + other.map_or(0, |(_, character)| character.len_utf8());
                    return self.problems.fail(
                        Diagnostic::error(
                            "unknown-escape",
                            self.fragment.span(start, end),
                            "unknown escape in a string",
                        )
                        .help(r#"a string may hold `\"`, `\\`, `\n` and `\t`; write `\\` for a backslash"#),
                    );
                }
            }
        }
        Some(value)
    }

    /// What `game` or `variant` is followed by: a text in quotes.
    pub(super) fn title(&self, pairs: Pairs<Rule>) -> Option<Spanned<Text>> {
        for pair in pairs {
            match pair.as_rule() {
                Rule::text => return self.text(pair),
                Rule::bare_title => {
                    let title = pair.as_str().trim();
                    return self.problems.fail(
                        Diagnostic::error("syntax", self.span(&pair), "names of games and variants stand in quotes")
                            .help(format!("write `\"{title}\"`")),
                    );
                }
                _ => {}
            }
        }
        None
    }

    /// A move, without its word `move` and its name.
    pub(super) fn move_body(&self, pair: Pair<Rule>) -> Option<MoveBody> {
        let inner = pair.into_inner().next()?;
        if inner.as_rule() == Rule::take {
            return self.take(inner).map(MoveBody::Take);
        }
        let word = inner.into_inner().next()?;
        let what = match word.as_str() {
            "move" => "moving tokens from a heap to another",
            "split" => "splitting heaps",
            "merge" => "merging heaps",
            "replace" => "replacing heaps",
            "pass" => "passing",
            _ => "writing a move out with letters",
        };
        self.problems.not_yet(self.span(&word), what)
    }

    fn take(&self, pair: Pair<Rule>) -> Option<Take> {
        let mut amounts = None;
        let mut from = None;
        let mut condition: Option<Expr> = None;
        // Each part is built, also after one that went wrong, so that all errors are told at once.
        let mut complete = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::wrong_take => self.did_you_mean(&part, "take"),
                Rule::amounts => amounts = self.amounts(part),
                Rule::selection => from = self.selection(part),
                Rule::where_clause => match self.where_clause(part) {
                    Some(conditions) => condition = condition.into_iter().chain(conditions).reduce(both),
                    None => complete = false,
                },
                Rule::later_then => {
                    let word = part.into_inner().find(|part| part.as_rule() == Rule::kw_then)?;
                    return self.problems.not_yet(self.span(&word), "a second part of a move after `then`");
                }
                _ => {}
            }
        }
        let take = Take { amounts: amounts?, from: from?, condition, or_rest: false, then_split: None };
        complete.then_some(take)
    }

    fn where_clause(&self, pair: Pair<Rule>) -> Option<Vec<Expr>> {
        for word in pair.clone().into_inner().filter(|part| part.as_rule() == Rule::wrong_where) {
            self.did_you_mean(&word, if word.as_str() == "unless" { "where not" } else { "where" });
        }
        self.arithmetics(pair)
    }

    fn amounts(&self, pair: Pair<Rule>) -> Option<Amounts> {
        let inner = pair.into_inner().next()?;
        let span = self.span(&inner);
        match inner.as_rule() {
            Rule::same => {
                let parts = || inner.clone().into_inner();
                if let Some(noise) = parts().find(|part| part.as_rule() == Rule::noise_amount) {
                    let span = self.span(&noise);
                    return Some(Amounts::Same(Amount { letter: None, set: AmountSet::Any, span }));
                }
                self.amount(parts().find(|part| part.as_rule() == Rule::amount)?).map(Amounts::Same)
            }
            Rule::letters => {
                let letters = inner.into_inner().filter(|part| part.as_rule() == Rule::name);
                Some(Amounts::Letters(letters.map(|part| self.name(&part)).collect()))
            }
            Rule::wrong_amounts => self.problems.fail(
                Diagnostic::error("did-you-mean", span, "several amounts stand in braces")
                    .help(format!("write `{{{}}}`", inner.as_str().trim())),
            ),
            _ => {
                let total = inner.clone().into_inner().any(|part| part.as_rule() == Rule::in_total);
                let amount = self.amount(inner.into_inner().find(|part| part.as_rule() == Rule::amount)?)?;
                Some(if total { Amounts::Total(amount) } else { Amounts::Each(amount) })
            }
        }
    }

    fn amount(&self, pair: Pair<Rule>) -> Option<Amount> {
        let span = self.span(&pair);
        let inner = pair.into_inner().next()?;
        let (letter, set) = match inner.as_rule() {
            Rule::lettered => {
                let mut parts = inner.into_inner();
                let letter = self.name(&parts.next()?);
                (Some(letter), parts.last()?)
            }
            _ => (None, inner),
        };
        let set = match set.as_rule() {
            Rule::any_amount => AmountSet::Any,
            _ => {
                let inner = set.into_inner().next()?;
                match inner.as_rule() {
                    Rule::set => AmountSet::Set(self.set(inner)?),
                    _ => match self.set_item(inner)? {
                        SetItem::Range(low, high) => AmountSet::Range(low, high),
                        SetItem::Value(value) => AmountSet::Value(value),
                    },
                }
            }
        };
        Some(Amount { letter, set, span })
    }

    fn selection(&self, pair: Pair<Rule>) -> Option<Spanned<Selection>> {
        let span = self.span(&pair);
        let inner = pair.into_inner().next()?;
        let part = |rule: Rule| inner.clone().into_inner().find(|part| part.as_rule() == rule);
        if let Some(word) = part(Rule::wrong_heap) {
            self.did_you_mean(&word, if word.as_str().ends_with('s') { "heaps" } else { "heap" });
        }
        let selection = match inner.as_rule() {
            Rule::one_heap => Selection::Count { low: one(span), high: one(span) },
            Rule::wrong_a_heap => {
                self.did_you_mean(&part(Rule::kw_a)?, "one");
                Selection::Count { low: one(span), high: one(span) }
            }
            Rule::each_heap | Rule::all_heaps => Selection::All { both: false },
            Rule::both_heaps => Selection::All { both: true },
            Rule::any_heaps => {
                if let Some(word) = part(Rule::heap_word_one) {
                    self.problems.push(
                        Diagnostic::error("did-you-mean", span, "`any heap` could mean one heap or several")
                            .label("ambiguous")
                            .help(format!("did you mean `one {}` or `any {0}s`?", word.as_str())),
                    );
                }
                Selection::Any
            }
            Rule::listed_heaps => Selection::These(self.arithmetics(inner)?),
            Rule::bare_heaps => {
                let heaps = inner.as_str().trim();
                let word = if heaps.contains(',') { "heaps" } else { "heap" };
                return self.problems.fail(
                    Diagnostic::error("did-you-mean", span, "the word `heap` is missing")
                        .help(format!("write `{word} {heaps}`")),
                );
            }
            Rule::later_heaps => return self.problems.not_yet(span, "choosing heaps in this way"),
            _ => match self.set_item(part(Rule::count)?)? {
                SetItem::Range(low, high) => Selection::Count { low, high },
                SetItem::Value(value) => Selection::Count { low: value.clone(), high: value },
            },
        };
        Some(Spanned::new(selection, span))
    }

    /// A move with its name.
    pub(super) fn move_statement(&self, pairs: Pairs<Rule>, span: Span) -> Option<Move> {
        let mut name = None;
        let mut body = None;
        for pair in pairs {
            match pair.as_rule() {
                Rule::text => name = Some(self.text(pair)?),
                Rule::move_body => body = self.move_body(pair),
                _ => {}
            }
        }
        Some(Move { name, first: false, body: body?, then: Vec::new(), span })
    }
}

/// The language with a code; where there is none, that goes to the problems.
pub(super) fn language(code: &str, span: Span, problems: &Problems) -> Option<Language> {
    if let Some(language) = Language::from_code(code) {
        return Some(language);
    }
    problems.fail(
        Diagnostic::error("unknown-language", span, format!("unknown language `{}`", clip(code)))
            .label("expected `en` or `zh`")
            .suggest(code, Language::ALL.map(Language::code)),
    )
}

/// `a and b`.
fn both(left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Binary(BinaryOp::And, Box::new(left), Box::new(right)), span }
}

/// The number 1, which `one heap` says at this place.
fn one(span: Span) -> Expr {
    Expr { kind: ExprKind::Int(BigUint::from(1u8)), span }
}

/// `start [3, 5]` means `start (3, 5)`.
fn flat(mut sizes: Vec<Expr>) -> Vec<Expr> {
    match sizes.pop() {
        Some(Expr { kind: ExprKind::List(list), .. }) if sizes.is_empty() => list,
        last => sizes.into_iter().chain(last).collect(),
    }
}
