//! Statements without claims and moves: heaps, parameters, plays, starts, texts, and what is kept in memory.

use super::expression::{Builder, both};
use super::grammar::Rule;
use super::problems::{Problems, clip};
use super::tree::{Expr, ExprKind, Heaps, Let, Play, Register};
use crate::diagnostics::Diagnostic;
use crate::source::{Span, Spanned};
use crate::text::{Language, Text};
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

    /// The conditions of `keeping`, `end when` or `wins when`, joined.
    pub(super) fn stated(&self, pairs: Pairs<Rule>) -> Option<Expr> {
        let mut conditions = Vec::new();
        for pair in pairs {
            match pair.as_rule() {
                Rule::wrong_when => self.did_you_mean(&pair, "when"),
                Rule::wrong_wins => self.did_you_mean(&pair, "wins when"),
                Rule::expression => conditions.push(self.expression(pair)),
                _ => {}
            }
        }
        conditions.into_iter().collect::<Option<Vec<_>>>()?.into_iter().reduce(both)
    }

    /// What tallies are counted modulo; the inner `None` for exact ones.
    pub(super) fn tally(&self, pairs: Pairs<Rule>, span: Span) -> Option<Spanned<Option<Expr>>> {
        let mut modulus = None;
        for pair in pairs {
            match pair.as_rule() {
                Rule::wrong_mod => self.did_you_mean(&pair, "mod"),
                Rule::arithmetic => modulus = Some(self.expression(pair)?),
                _ => {}
            }
        }
        Some(Spanned::new(modulus, span))
    }

    /// The registers of one `remember`.
    pub(super) fn registers(&self, pairs: Pairs<Rule>) -> Option<Vec<Register>> {
        pairs.filter(|pair| pair.as_rule() == Rule::register).map(|pair| self.register(pair)).collect()
    }

    fn register(&self, pair: Pair<Rule>) -> Option<Register> {
        let mut parts = pair.into_inner();
        let name = self.name(&parts.next()?);
        let sign = parts.next()?;
        if sign.as_rule() == Rule::wrong_assign {
            self.did_you_mean(&sign, "=");
        }
        self.register_value(name, parts.next()?)
    }

    /// `0`, `0 mod 3`.
    pub(super) fn register_value(&self, name: Spanned<String>, pair: Pair<Rule>) -> Option<Register> {
        let mut initial = None;
        let mut modulus = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::wrong_mod => self.did_you_mean(&part, "mod"),
                Rule::initial => initial = Some(self.expression(part)?),
                Rule::arithmetic => modulus = Some(self.expression(part)?),
                _ => {}
            }
        }
        Some(Register { name, initial: initial?, modulus })
    }

    /// The code of `octal "0.77"`.
    pub(super) fn octal(&self, pair: Pair<Rule>) -> Option<Spanned<String>> {
        let span = self.span(&pair);
        if pair.as_rule() == Rule::wrong_code {
            return self.problems.fail(
                Diagnostic::error("syntax", span, "the code of a game stands in quotes")
                    .help(format!("write `octal \"{}\"`", clip(pair.as_str().trim()))),
            );
        }
        octal_code(self.string(&pair)?, span, self.problems)
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
}

/// A code such as `0.77`, if it is one: a point, and at least one digit from 0 to F behind it; before it nothing, 0 or
/// 4.
pub(super) fn octal_code(code: String, span: Span, problems: &Problems) -> Option<Spanned<String>> {
    let digits = code.split_once('.').filter(|(before, _)| matches!(*before, "" | "0" | "4")).map(|(_, digits)| digits);
    if digits.is_some_and(|digits| !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_hexdigit())) {
        return Some(Spanned::new(code, span));
    }
    problems.fail(
        Diagnostic::error("octal-code", span, format!("`{}` is not the code of a game", clip(&code)))
            .label("expected digits behind a point")
            .help(
                "write for example \"0.77\" (Kayles) or \"4.7\": digits from 0 to F, before the point 0, 4 or nothing",
            ),
    )
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

/// `start [3, 5]` means `start (3, 5)`.
fn flat(mut sizes: Vec<Expr>) -> Vec<Expr> {
    match sizes.pop() {
        Some(Expr { kind: ExprKind::List(list), .. }) if sizes.is_empty() => list,
        last => sizes.into_iter().chain(last).collect(),
    }
}
