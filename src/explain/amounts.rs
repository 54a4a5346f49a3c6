//! How many tokens a move takes, as data for a sentence.

use super::tex::{self, Names};
use crate::rules::AmountSet;
use crate::rules::expr::{Expr, ExprKind, Item, Slot};
use crate::rules::number::Number;
use crate::syntax::tree::BinaryOp;
use serde::Serialize;

/// How many tokens a move takes.
#[derive(Clone, Debug, Serialize)]
pub struct AmountInWords {
    /// `any`, `exactly`, `upto`, `between`, `atleast`, `set`, `squares`, `primes`, `powers` (of the greatest amount),
    /// `multiple` (of it), `range`, `formula`, or `form` (the values of a formula for letters that run).
    pub kind: &'static str,
    /// The least amount, as TeX.
    pub low: String,
    /// The greatest amount, as TeX.
    pub high: String,
    /// The amounts of a set, as TeX.
    pub values: Vec<String>,
    /// Whether the greatest amount is 1.
    pub one: bool,
    /// Whether the amounts are more than plain digits, and belong inside a formula.
    pub math: bool,
    /// The letters of a formula that run over the natural numbers.
    pub letters: Vec<String>,
    /// What holds for them, as TeX, or nothing.
    pub condition: Option<String>,
    /// The amounts as a set, as TeX.
    pub set: String,
}

impl AmountInWords {
    fn as_set(&self) -> String {
        let inside = match self.kind {
            "any" => "1, 2, \\dots".to_owned(),
            "upto" | "between" | "range" => format!("{}, \\dots, {}", self.low, self.high),
            "atleast" => format!("{}, \\dots", self.low),
            "set" => self.values.join(", "),
            _ => self.high.clone(),
        };
        format!("\\{{{inside}\\}}")
    }
}

/// An amount of which no numbers are told.
pub(super) fn plain(kind: &'static str) -> AmountInWords {
    AmountInWords {
        kind,
        low: String::new(),
        high: String::new(),
        values: Vec::new(),
        one: false,
        math: false,
        letters: Vec::new(),
        condition: None,
        set: String::new(),
    }
}

/// These amounts, ascending.
pub(super) fn of_numbers(amounts: &[u64]) -> AmountInWords {
    let text = |amount: &u64| amount.to_string();
    let (low, high) = (amounts.first().map_or_else(String::new, text), amounts.last().map_or_else(String::new, text));
    let in_a_row = amounts.windows(2).all(|two| two[1] == two[0] + 1);
    match amounts {
        [only] => AmountInWords { one: *only == 1, low, high, ..plain("exactly") },
        [1, ..] if in_a_row => AmountInWords { low, high, ..plain("upto") },
        [_, _, _, ..] if in_a_row => AmountInWords { low, high, ..plain("between") },
        _ => AmountInWords { values: amounts.iter().map(text).collect(), ..plain("set") },
    }
}

/// The powers of a base, as TeX.
pub(super) fn powers(base: String) -> AmountInWords {
    let first = match base.parse::<u64>() {
        Ok(number @ 2..=100) => vec!["1".to_owned(), base.clone(), (number * number).to_string()],
        _ => Vec::new(),
    };
    AmountInWords { high: base, values: first, ..plain("powers") }
}

/// Whether the set has the amount 1 everywhere.
pub(super) fn allow_one(set: &AmountSet) -> bool {
    let one = Number::from(1);
    match set {
        AmountSet::Any => true,
        AmountSet::Values { .. } => false,
        AmountSet::Items(items) => items.iter().any(|item| match item {
            Item::Value(value) => value.as_number() == Some(&one),
            Item::Range(low, high) => {
                low.as_number().is_some_and(|low| *low <= one)
                    && (high.is_unlimited() || high.as_number().is_some_and(|high| *high >= one))
            }
        }),
    }
}

/// The only amount of a set, if it is a constant.
pub(super) fn only(set: Option<&AmountSet>) -> Option<&Number> {
    match set {
        Some(AmountSet::Items(items)) => match items.as_slice() {
            [Item::Value(value)] => value.as_number(),
            _ => None,
        },
        _ => None,
    }
}

/// The least amount of a set, where it stands at the beginning or all amounts are constants.
pub(super) fn least(set: &AmountSet) -> Option<&Expr> {
    let AmountSet::Items(items) = set else { return None };
    let lows: Vec<&Expr> = items
        .iter()
        .map(|item| match item {
            Item::Value(low) | Item::Range(low, _) => low,
        })
        .collect();
    match lows.as_slice() {
        [only] => Some(only),
        several if several.iter().all(|low| low.as_number().is_some()) => several.iter().copied().min_by(|x, y| {
            let order = x.as_number().partial_cmp(&y.as_number());
            order.unwrap_or(std::cmp::Ordering::Equal)
        }),
        _ => None,
    }
}

/// A set of amounts, and the expressions that its text shows as formulas.
pub(super) fn in_words(set: &AmountSet, names: &Names<'_>) -> (AmountInWords, Vec<Expr>) {
    let mut amount = worded(set, names);
    let plain = |text: &String| text.bytes().all(|byte| byte.is_ascii_digit());
    amount.math = ![&amount.low, &amount.high].into_iter().chain(&amount.values).all(plain);
    amount.set = amount.as_set();
    let shown = if amount.kind == "squares" { Vec::new() } else { set.expressions().into_iter().cloned().collect() };
    (amount, shown)
}

fn worded(set: &AmountSet, names: &Names<'_>) -> AmountInWords {
    let items = match set {
        AmountSet::Any => return plain("any"),
        AmountSet::Values { value, letters, conditions } => return formula(value, letters, conditions, names),
        AmountSet::Items(items) => items,
    };
    let is_one = |expr: &Expr| expr.as_number().and_then(|number| number.to_i64()) == Some(1);
    match items.as_slice() {
        [Item::Value(value)] => {
            let high = tex::expression(value, names);
            let kind = if value.as_number().is_some() { "exactly" } else { "formula" };
            AmountInWords { low: high.clone(), high, one: is_one(value), ..plain(kind) }
        }
        [Item::Range(low, high)] if high.is_unlimited() => {
            if is_one(low) {
                return plain("any");
            }
            AmountInWords { low: tex::expression(low, names), ..plain("atleast") }
        }
        [Item::Range(low, high)] => {
            let (low_text, high_text) = (tex::expression(low, names), tex::expression(high, names));
            let constant = low.as_number().is_some() && high.as_number().is_some();
            let integer = |end: &Expr| end.as_number().and_then(|number| number.to_i64());
            if let (Some(low), Some(high)) = (integer(low), integer(high))
                && low > 1
                && high == low + 1
            {
                return AmountInWords { values: vec![low_text, high_text], ..plain("set") };
            }
            let kind = match (constant, is_one(low)) {
                (true, true) if is_one(high) => "exactly",
                (true, true) => "upto",
                (true, false) => "between",
                (false, _) => "range",
            };
            AmountInWords { low: low_text, high: high_text, one: is_one(high), ..plain(kind) }
        }
        items => {
            let values = items.iter().map(|item| tex::item(item, names)).collect();
            AmountInWords { values, ..plain("set") }
        }
    }
}

/// The values of a formula for natural numbers as letters: squares, multiples, or what the formula says.
fn formula(value: &Expr, letters: &[usize], conditions: &[Expr], names: &Names<'_>) -> AmountInWords {
    let is_letter =
        |part: &Expr, letter: usize| matches!(part.kind, ExprKind::Slot(Slot::Letter(known)) if known == letter);
    // Amounts are at least 1, so that a letter that is a factor is, too.
    let is = |part: &Expr, number: i64| part.as_number() == Some(&Number::from(number));
    let is_positive = |condition: &Expr, letter: usize| match &condition.kind {
        ExprKind::Binary(BinaryOp::Ge, x, y) => is_letter(x, letter) && (is(y, 1) || is(y, 0)),
        ExprKind::Binary(BinaryOp::Gt, x, y) => is_letter(x, letter) && is(y, 0),
        _ => false,
    };
    if let [letter] = letters
        && conditions.iter().all(|condition| is_positive(condition, *letter))
    {
        let own = |part: &Expr| part.mentions(|slot| slot == Slot::Letter(*letter));
        match &value.kind {
            ExprKind::Binary(BinaryOp::Mul, x, y) if is_letter(x, *letter) && is_letter(y, *letter) => {
                return plain("squares");
            }
            ExprKind::Binary(BinaryOp::Pow, x, y) if is_letter(x, *letter) && is(y, 2) => return plain("squares"),
            ExprKind::Binary(BinaryOp::Mul, x, y) if is_letter(x, *letter) && !own(y) => {
                return AmountInWords { high: tex::expression(y, names), ..plain("multiple") };
            }
            ExprKind::Binary(BinaryOp::Mul, x, y) if is_letter(y, *letter) && !own(x) => {
                return AmountInWords { high: tex::expression(x, names), ..plain("multiple") };
            }
            _ => {}
        }
    }
    let name = |letter: &usize| names.letters.get(*letter).cloned().unwrap_or_default();
    let conditions: Vec<String> = conditions.iter().map(|condition| tex::expression(condition, names)).collect();
    AmountInWords {
        high: tex::expression(value, names),
        letters: letters.iter().map(name).collect(),
        condition: (!conditions.is_empty()).then(|| conditions.join(", \\; ")),
        ..plain("form")
    }
}
