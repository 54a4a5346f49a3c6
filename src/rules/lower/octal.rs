//! Octal codes as rules.
//!
//! In a taking-and-breaking game with the code d₀.d₁d₂d₃…, the digit d_k is a sum of powers of two, one for each number
//! of heaps into which what is left of a heap may be divided when k tokens are taken from it: 1 for none (the heap is
//! taken whole), 2 for one, 4 for two, and, in hexadecimal codes, 8 for three. d₀ speaks of moves that take nothing.
//!
//! # References
//!
//! R. K. Guy and C. A. B. Smith, *The G-values of various games*, Proceedings of the Cambridge Philosophical Society 52
//! (1956), 514–526.

use super::Lowering;
use super::registers::within;
use crate::diagnostics::Diagnostic;
use crate::rules::expr::{Expr, ExprKind, Item, Slot, Value};
use crate::rules::number::Number;
use crate::rules::ruleset::{AmountSet, Amounts, Deed, MoveRule, Parts, Selection, Take};
use crate::source::{Span, Spanned};
use crate::syntax::tree::BinaryOp;

/// The most digits of a code.
const MAX_DIGITS: usize = 64;

impl Lowering {
    /// The rules of a code, or `None` after a diagnostic.
    pub(super) fn octal(&mut self, code: &Spanned<String>) -> Option<Vec<MoveRule>> {
        let span = code.span;
        let text = code.node.trim();
        let (before, after) = text.split_once('.').unwrap_or((text, ""));
        let before = if before.is_empty() { "0" } else { before };
        let digits: Vec<char> = before.chars().chain(after.chars()).collect();
        let form = "a code is written like `0.77`, `4.07` or `0.1337`, with digits from 0 to 9 and A to F";
        if before.chars().count() != 1 || after.is_empty() || digits.len() > MAX_DIGITS {
            self.diagnostics.push(Diagnostic::error("octal", span, "this is no octal code").help(form));
            return None;
        }
        let mut rules = Vec::new();
        for (taken, digit) in digits.iter().enumerate() {
            let Some(value) = digit.to_digit(16) else {
                let message = format!("`{digit}` is no digit of an octal code");
                self.diagnostics.push(Diagnostic::error("octal", within(span, taken), message).help(form));
                return None;
            };
            if taken == 0 && value & 3 != 0 {
                let message = "the digit before the point speaks of moves that take nothing: it is 0, 4, 8 or C";
                self.diagnostics.push(Diagnostic::error("octal", span, message));
                return None;
            }
            rules.extend(digit_rules(taken as i64, value, span));
        }
        if rules.is_empty() {
            self.diagnostics.push(Diagnostic::warning("dead-move", span, "this code allows no move"));
        }
        Some(rules)
    }
}

/// The rules of the digit for moves that take `taken` tokens.
fn digit_rules(taken: i64, digit: u32, span: Span) -> Vec<MoveRule> {
    let number = |value: i64| Expr::constant(Value::Number(Number::from(value)), span);
    let size = |op: BinaryOp| {
        let size = Expr { kind: ExprKind::Slot(Slot::Size), span };
        Expr { kind: ExprKind::Binary(op, Box::new(size), Box::new(number(taken))), span }
    };
    let one_heap = || Selection::Count { low: 1, high: 1 };
    let rule = |deed: Deed, condition: Option<Expr>| MoveRule {
        name: None,
        first: false,
        deed,
        letters: vec!["t".to_owned()],
        condition,
        then: Vec::new(),
        span,
    };
    let take = |split: Option<(Parts, bool)>| {
        let amounts = Amounts::Each(AmountSet::Items(vec![Item::Value(number(taken))]));
        Deed::Take(Take { amounts, from: one_heap(), or_rest: false, split })
    };
    let parts = |count: usize| Parts { low: count, high: count, differ: false, equal: false, lettered: false };
    let mut rules = Vec::new();
    if taken > 0 {
        match digit & 3 {
            1 => rules.push(rule(take(None), Some(size(BinaryOp::Eq)))),
            2 => rules.push(rule(take(None), Some(size(BinaryOp::Gt)))),
            3 => rules.push(rule(take(None), None)),
            _ => {}
        }
    }
    for (bit, count) in [(4, 2), (8, 3)] {
        if digit & bit != 0 {
            let deed =
                if taken == 0 { Deed::Split(one_heap(), parts(count)) } else { take(Some((parts(count), false))) };
            rules.push(rule(deed, None));
        }
    }
    rules
}
