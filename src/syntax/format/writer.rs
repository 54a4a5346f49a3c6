//! Statements as pieces: expressions, with the comments that stand in the midst of them.

use super::layout::Piece;
use crate::source::Span;
use crate::syntax::spans::same;
use crate::syntax::tree::{BinaryOp, Binder, Expr, ExprKind, SetItem};
use crate::text::Text;

/// How tightly an expression binds, from loosest to tightest; the same order as the parser's.
mod level {
    pub(super) const OR: u8 = 1;
    pub(super) const AND: u8 = 2;
    pub(super) const NOT: u8 = 3;
    pub(super) const COMPARISON: u8 = 4;
    pub(super) const SUM: u8 = 5;
    pub(super) const PRODUCT: u8 = 6;
    pub(super) const COEFFICIENT: u8 = 7;
    pub(super) const NEGATIVE: u8 = 8;
    pub(super) const POWER: u8 = 9;
    pub(super) const OPERAND: u8 = 10;
}

/// Where lines end, the sooner the lower.
pub(super) mod ends {
    pub(in crate::syntax::format) const BODY: usize = 1;
    pub(in crate::syntax::format) const PART: usize = 2;
    pub(in crate::syntax::format) const CLAUSE: usize = 3;
    pub(in crate::syntax::format) const OR: usize = 4;
    pub(in crate::syntax::format) const AND: usize = 5;
    pub(in crate::syntax::format) const ITEM: usize = 6;
}

/// A comment of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comment {
    pub(super) span: Span,
    pub(super) text: String,
}

/// Writes one statement.
pub(super) struct Writer<'a> {
    pub(super) pieces: Vec<Piece>,
    /// The comments that stand inside of the statement and are not written yet.
    comments: &'a [Comment],
    /// How many brackets are open.
    depth: usize,
}

impl<'a> Writer<'a> {
    /// A writer of a statement that has these comments inside.
    pub(super) fn new(comments: &'a [Comment]) -> Writer<'a> {
        Writer { pieces: Vec::new(), comments, depth: 0 }
    }

    /// The pieces, and where the first comment starts that is not among them.
    pub(super) fn finish(self) -> (Vec<Piece>, Option<usize>) {
        (self.pieces, self.comments.first().map(|comment| comment.span.start))
    }

    pub(super) fn text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.pieces.push(Piece::Text(text.to_owned())),
        }
    }

    /// A place where the line may end, before what starts at `next` in the file.
    pub(super) fn end(&mut self, level: usize, next: usize) {
        self.comments_before(next);
        self.pieces.push(Piece::Break(level + 3 * self.depth));
    }

    /// The comments before a place of the file.
    fn comments_before(&mut self, place: usize) {
        while let Some((first, rest)) = self.comments.split_first().filter(|(first, _)| first.span.start < place) {
            self.pieces.push(Piece::Comment(first.text.clone()));
            self.comments = rest;
        }
    }

    /// A condition, or any other expression, that stands alone.
    pub(super) fn condition(&mut self, expr: &Expr) {
        self.expr(expr, 0, false);
    }

    /// A condition that stands beside others that `and` joins.
    pub(super) fn conjunct(&mut self, expr: &Expr) {
        self.part(expr, level::NOT, false);
    }

    /// A number that stands alone.
    pub(super) fn number(&mut self, expr: &Expr) {
        self.expr(expr, level::SUM, false);
    }

    /// A number among others: without spaces around signs, unless words are in it.
    pub(super) fn tight(&mut self, expr: &Expr) {
        self.expr(expr, level::SUM, !has_words(expr));
    }

    /// A number before a `mod` that is not its own.
    fn initial(&mut self, expr: &Expr) {
        let mut has_mod = false;
        expr.walk(&mut |part| has_mod |= matches!(part.kind, ExprKind::Binary(BinaryOp::Mod, ..)));
        self.expr(expr, if has_mod && level_of(expr) < level::OPERAND { level::OPERAND } else { level::SUM }, false);
    }

    /// What a register is at the start, and what its values are reduced by.
    pub(super) fn register(&mut self, initial: &Expr, modulus: Option<&Expr>) {
        self.initial(initial);
        if let Some(modulus) = modulus {
            self.text(" mod ");
            self.number(modulus);
        }
    }

    /// Things with commas between them.
    pub(super) fn list<T>(&mut self, items: &[T], start: impl Fn(&T) -> usize, write: impl Fn(&mut Writer<'a>, &T)) {
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.text(",");
                self.end(ends::ITEM, start(item));
            }
            write(self, item);
        }
    }

    /// Conditions with commas between them.
    pub(super) fn conditions(&mut self, conditions: &[Expr]) {
        self.list(conditions, |one| one.span.start, |writer, one| writer.condition(one));
    }

    /// Something in brackets.
    fn inside(&mut self, open: &str, close: &str, write: impl FnOnce(&mut Writer<'a>)) {
        self.text(open);
        self.depth += 1;
        write(self);
        self.depth -= 1;
        self.text(close);
    }

    /// An expression where at least `least` is needed, in parentheses if it binds more loosely.
    fn expr(&mut self, expr: &Expr, least: u8, tight: bool) {
        if level_of(expr) < least {
            return self.inside("(", ")", |writer| writer.bare(expr, false));
        }
        self.bare(expr, tight);
    }

    /// A part of a larger expression; parentheses that the author wrote around it are kept.
    fn part(&mut self, expr: &Expr, least: u8, tight: bool) {
        self.expr(expr, if in_parentheses(expr) { level::OPERAND } else { least }, tight);
    }

    fn bare(&mut self, expr: &Expr, tight: bool) {
        match &expr.kind {
            ExprKind::Int(value) => self.text(&value.to_string()),
            ExprKind::Name(name) => self.text(name),
            ExprKind::Unlimited => self.text("unlimited"),
            ExprKind::Neg(x) => {
                self.text("-");
                let least = if is_coefficient(x) { level::COEFFICIENT } else { level::POWER };
                self.part(x, least, tight);
            }
            ExprKind::Not(x) => match &x.kind {
                ExprKind::In(of, items) => {
                    self.part(of, level::SUM, tight);
                    self.text(" not in ");
                    self.membership(items);
                }
                _ => {
                    self.text("not ");
                    self.part(x, level::NOT, tight);
                }
            },
            ExprKind::Binary(op, x, y) => self.binary(expr, *op, x, y, tight),
            ExprKind::Chain(operands, ops) => {
                for (at, operand) in operands.iter().enumerate() {
                    if at > 0 {
                        self.text(&format!(" {} ", sign(ops[at - 1])));
                    }
                    self.part(operand, level::SUM, tight);
                }
            }
            ExprKind::Call(name, arguments, binder) => {
                self.text(&name.node);
                self.inside("(", ")", |writer| {
                    writer.conditions(arguments);
                    if let Some(Binder { conditions }) = binder.as_deref() {
                        writer.text(if arguments.is_empty() { "for " } else { " for " });
                        writer.conditions(conditions);
                    }
                });
            }
            ExprKind::Index(x, index) => {
                self.part(x, level::OPERAND, tight);
                self.inside("[", "]", |writer| writer.tight(index));
            }
            ExprKind::List(items) => self.inside("[", "]", |writer| {
                writer.list(items, |item| item.span.start, |writer, item| writer.tight(item));
            }),
            ExprKind::In(x, items) => {
                self.part(x, level::SUM, tight);
                self.text(" in ");
                self.membership(items);
            }
        }
    }

    fn binary(&mut self, whole: &Expr, op: BinaryOp, x: &Expr, y: &Expr, tight: bool) {
        if is_coefficient(whole) {
            self.bare(x, tight);
            return self.part(y, level::POWER, tight);
        }
        let (left, right) = match op {
            BinaryOp::Or => (level::OR, level::AND),
            BinaryOp::And => (level::AND, level::NOT),
            BinaryOp::Add | BinaryOp::Sub => (level::SUM, level::PRODUCT),
            // `n/2k` is n/(2k), and better written so.
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => (level::PRODUCT, level::NEGATIVE),
            BinaryOp::Pow => (level::OPERAND, level::POWER),
            _ => (level::SUM, level::SUM),
        };
        self.part(x, left, tight);
        match op {
            BinaryOp::Or => self.end(ends::OR, y.span.start),
            BinaryOp::And => self.end(ends::AND, y.span.start),
            _ => {}
        }
        match op {
            BinaryOp::Or => self.text("or "),
            BinaryOp::And => self.text("and "),
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Pow => self.text(sign(op)),
            BinaryOp::Add | BinaryOp::Sub if tight => self.text(sign(op)),
            _ => self.text(&format!(" {} ", sign(op))),
        }
        self.part(y, right, tight);
    }

    /// What follows `in`: a range, or a set in braces.
    pub(super) fn membership(&mut self, items: &[SetItem]) {
        match items {
            [SetItem::Range(low, high)] => self.range(low, high),
            _ => self.set(items),
        }
    }

    /// A set in braces.
    pub(super) fn set(&mut self, items: &[SetItem]) {
        self.inside("{", "}", |writer| {
            let start = |item: &SetItem| match item {
                SetItem::Value(value) => value.span.start,
                SetItem::Range(low, _) => low.span.start,
            };
            writer.list(items, start, |writer, item| match item {
                SetItem::Value(value) => writer.tight(value),
                SetItem::Range(low, high) => writer.range(low, high),
            });
        });
    }

    /// A set in braces that is said by a value and conditions.
    pub(super) fn comprehension(&mut self, value: &Expr, conditions: &[Expr]) {
        self.inside("{", "}", |writer| {
            writer.tight(value);
            writer.text(" for ");
            writer.conditions(conditions);
        });
    }

    /// `1..3`.
    pub(super) fn range(&mut self, low: &Expr, high: &Expr) {
        self.tight(low);
        self.text("..");
        self.tight(high);
    }

    /// `2`, or `1..3`.
    pub(super) fn count(&mut self, low: &Expr, high: &Expr) {
        if same(low, high) { self.tight(low) } else { self.range(low, high) }
    }

    /// A position: `(0, n, n)`.
    pub(super) fn position(&mut self, entries: &[Expr]) {
        self.inside("(", ")", |writer| {
            writer.list(entries, |entry| entry.span.start, |writer, entry| writer.tight(entry));
        });
    }

    /// A text in quotes, or one a language.
    pub(super) fn name(&mut self, name: &Text) {
        self.text(&name_text(name));
    }
}

/// A text in quotes, or one a language.
pub(super) fn name_text(name: &Text) -> String {
    match name.common_wording() {
        Some(common) => string(common),
        None => {
            let wordings: Vec<String> = name
                .by_languages()
                .map(|(language, wording)| format!("{}: {}", language.code(), string(wording)))
                .collect();
            format!("{{{}}}", wordings.join(", "))
        }
    }
}

/// A string of the rule language.
pub(super) fn string(text: &str) -> String {
    let mut written = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\t' => written.push_str("\\t"),
            other => written.push(other),
        }
    }
    written.push('"');
    written
}

/// The elements of a row of conditions that `and` joins from the left.
pub(super) fn joined(condition: &Expr) -> Vec<&Expr> {
    let mut elements = Vec::new();
    let mut rest = condition;
    while let ExprKind::Binary(BinaryOp::And, left, right) = &rest.kind {
        elements.push(&**right);
        rest = left;
    }
    elements.push(rest);
    elements.reverse();
    elements
}

/// Whether the author put the expression, an operation, into parentheses.
fn in_parentheses(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(_, first, _) | ExprKind::In(first, _) => expr.span.start < first.span.start,
        ExprKind::Chain(operands, _) => expr.span.start < operands[0].span.start,
        _ => false,
    }
}

/// Whether a product is written as a numeral against a letter: `2k`, `2k^2`.
fn is_coefficient(expr: &Expr) -> bool {
    let is_letter = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(name) if name.chars().count() == 1);
    let ExprKind::Binary(BinaryOp::Mul, x, y) = &expr.kind else { return false };
    matches!(x.kind, ExprKind::Int(_))
        && match &y.kind {
            ExprKind::Binary(BinaryOp::Pow, base, _) => is_letter(base) && !in_parentheses(y),
            _ => is_letter(y),
        }
}

fn level_of(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Binary(op, ..) => match op {
            BinaryOp::Or => level::OR,
            BinaryOp::And => level::AND,
            BinaryOp::Add | BinaryOp::Sub => level::SUM,
            BinaryOp::Mul if is_coefficient(expr) => level::COEFFICIENT,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => level::PRODUCT,
            BinaryOp::Pow => level::POWER,
            _ => level::COMPARISON,
        },
        ExprKind::Not(x) if matches!(x.kind, ExprKind::In(..)) => level::COMPARISON,
        ExprKind::Not(_) => level::NOT,
        ExprKind::Chain(..) | ExprKind::In(..) => level::COMPARISON,
        ExprKind::Neg(_) => level::NEGATIVE,
        _ => level::OPERAND,
    }
}

/// Whether a number has words between its signs, outside of brackets, which make spaces around the signs needed.
fn has_words(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Mod, ..) => true,
        ExprKind::Binary(op, x, y) if !op.is_comparison() => has_words(x) || has_words(y),
        ExprKind::Neg(x) => has_words(x),
        _ => false,
    }
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Or => "or",
        BinaryOp::And => "and",
        BinaryOp::Eq => "=",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Mod => "mod",
        BinaryOp::Pow => "^",
    }
}
