//! Positions as text, and expressions of the rule language as TeX.

use super::number::number;
use crate::rules::expr::{Expr, ExprKind, Function, Item, Slot, Value};
use crate::rules::number::Number;
use crate::syntax::tree::BinaryOp;
use crate::text::Language;
use num_bigint::BigUint;
use num_traits::Zero;

/// A position as text: `(3, 5, 7)`, or just `20` for a single heap. Templates make TeX of it with the filter `tex`.
pub fn position(sizes: &[BigUint]) -> String {
    match sizes {
        [size] => size.to_string(),
        _ => format!("({})", sizes.iter().map(BigUint::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// The size of the heap in question, in formulas.
pub const SIZE: &str = "h";
/// The number of the heap in question.
pub const NUMBER: &str = "i";
/// The size of the smallest heap.
pub const SMALLEST: &str = "x_{\\min}";
/// The size of the largest heap.
pub const LARGEST: &str = "x_{\\max}";
/// The number of all tokens.
pub const SUM: &str = "\\Sigma";
/// The nim-sum of all heaps.
pub const NIM_SUM: &str = "x_{\\oplus}";

/// How tightly an operator binds; an operand that binds less tightly gets brackets.
fn tightness(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => 1,
        BinaryOp::And => 2,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 4,
        BinaryOp::Add | BinaryOp::Sub => 5,
        BinaryOp::Mul | BinaryOp::Mod => 6,
        BinaryOp::Div => 8,
        BinaryOp::Pow => 9,
    }
}

const NOT: u8 = 3;
const NEGATIVE: u8 = 5;
const ATOM: u8 = 10;

/// What an expression's letters and heaps are called.
pub struct Names<'a> {
    /// The letters, by slot.
    pub letters: &'a [String],
    /// The heaps, as TeX.
    pub heap: &'a dyn Fn(usize) -> String,
    /// What a position remembers, as TeX.
    pub register: &'a dyn Fn(usize) -> String,
    /// The parameters, whose names stand for their lists.
    pub parameters: &'a [(String, Value)],
    /// The language of words such as `and`.
    pub language: Language,
}

/// An expression in TeX.
pub fn expression(expr: &Expr, names: &Names<'_>) -> String {
    write(expr, names).0
}

/// A set's element in TeX.
pub fn item(item: &Item, names: &Names<'_>) -> String {
    match item {
        Item::Value(value) => expression(value, names),
        Item::Range(low, high) if high.is_unlimited() => {
            let first = expression(low, names);
            format!("{first}, \\dots")
        }
        Item::Range(low, high) => format!("{}, \\dots, {}", expression(low, names), expression(high, names)),
    }
}

fn write(expr: &Expr, names: &Names<'_>) -> (String, u8) {
    let part = |part: &Expr, least: u8| {
        let (text, tight) = write(part, names);
        if tight < least { format!("({text})") } else { text }
    };
    let word = |en: &str, zh: &str| {
        let word = if names.language == Language::En { en } else { zh };
        format!("\\text{{{}}}", if names.language == Language::En { format!(" {word} ") } else { word.to_owned() })
    };
    let list = |arguments: &[Expr]| {
        arguments.iter().map(|argument| expression(argument, names)).collect::<Vec<_>>().join(", ")
    };
    match &expr.kind {
        ExprKind::Constant(value) => constant(value, names.language),
        ExprKind::Slot(slot) => {
            let text = match slot {
                Slot::Size => SIZE.to_owned(),
                Slot::Number => NUMBER.to_owned(),
                Slot::Heap(heap) => (names.heap)(*heap),
                Slot::Letter(letter) => names.letters.get(*letter).cloned().unwrap_or_default(),
                Slot::Min => SMALLEST.to_owned(),
                Slot::Max => LARGEST.to_owned(),
                Slot::Sum => SUM.to_owned(),
                Slot::NimSum => NIM_SUM.to_owned(),
                Slot::Register(register) => (names.register)(*register),
            };
            (text, ATOM)
        }
        ExprKind::Neg(x) => (format!("-{}", part(x, 6)), NEGATIVE),
        ExprKind::Not(x) if negation(x).is_some() => {
            negation(x).map_or_else(|| (String::new(), ATOM), |x| write(&x, names))
        }
        ExprKind::Not(x) => (format!("{}{}", word("not", "非"), part(x, ATOM)), NOT),
        ExprKind::Binary(op, x, y) => {
            let tight = tightness(*op);
            let text = match op {
                BinaryOp::Or => format!("{}{}{}", part(x, tight), word("or", "或"), part(y, tight)),
                BinaryOp::And if chained(x, y).is_some() => {
                    let (sign, end) = chained(x, y).unwrap_or(("", y));
                    format!("{} {sign} {}", part(x, tight), part(end, 5))
                }
                BinaryOp::And => format!("{}{}{}", part(x, tight), word("and", "且"), part(y, tight)),
                BinaryOp::Eq if parity(x, y).is_some() => {
                    let (of, odd) = parity(x, y).unwrap_or((x, false));
                    let word = if odd { word("is odd", " 是奇数") } else { word("is even", " 是偶数") };
                    format!("{}{}", part(of, tight), word.replace(" }", "}"))
                }
                BinaryOp::Eq => format!("{} = {}", part(x, tight), part(y, tight)),
                BinaryOp::Ne => format!("{} \\ne {}", part(x, tight), part(y, tight)),
                BinaryOp::Lt => format!("{} < {}", part(x, tight), part(y, tight)),
                BinaryOp::Le => format!("{} \\le {}", part(x, tight), part(y, tight)),
                BinaryOp::Gt => format!("{} > {}", part(x, tight), part(y, tight)),
                BinaryOp::Ge => format!("{} \\ge {}", part(x, tight), part(y, tight)),
                BinaryOp::Add => format!("{} + {}", part(x, tight), part(y, tight)),
                BinaryOp::Sub => format!("{} - {}", part(x, tight), part(y, tight + 1)),
                BinaryOp::Mul => product(&part(x, tight), &part(y, tight + 1)),
                BinaryOp::Mod => format!("{} \\bmod {}", part(x, tight), part(y, tight + 1)),
                BinaryOp::Div => quotient(&expression(x, names), &expression(y, names)),
                BinaryOp::Pow => format!("{}^{{{}}}", part(x, ATOM), expression(y, names)),
            };
            (text, tight)
        }
        ExprKind::Call(function, arguments) => {
            let one = || expression(&arguments[0], names);
            let text = match function {
                Function::Floor => format!("\\lfloor {} \\rfloor", one()),
                Function::Ceil => format!("\\lceil {} \\rceil", one()),
                Function::Abs => format!("\\lvert {} \\rvert", one()),
                Function::Sqrt => format!("\\sqrt{{{}}}", one()),
                Function::Min => format!("\\min({})", list(arguments)),
                Function::Max => format!("\\max({})", list(arguments)),
                Function::Gcd => format!("\\gcd({})", list(arguments)),
                Function::Mex => format!("\\operatorname{{mex}}\\{{{}\\}}", list(arguments)),
                Function::NimSum => operands(arguments, names, " \\oplus "),
                Function::Sum => operands(arguments, names, " + "),
                Function::ColumnSum => {
                    let sum = operands(&arguments[1..], names, " \\oplus ");
                    format!("({sum})_{{{}}}", one())
                }
                Function::Count => format!("\\#\\{{{}\\}}", list(arguments)),
                Function::Divides => {
                    format!("{} \\mid {}", part(&arguments[0], ATOM), part(&arguments[1], ATOM))
                }
                Function::IsSquare => format!("{}{}", one(), word("is a square", " 是完全平方数")),
                Function::IsPrime => format!("{}{}", one(), word("is prime", " 是素数")),
                Function::IsPower => {
                    let base = expression(&arguments[1], names);
                    format!("{}{}{base}{}", one(), word("is a power of", "是"), word("", "的幂"))
                }
            };
            let tight = match function {
                Function::NimSum | Function::Sum => 5,
                Function::Divides | Function::IsSquare | Function::IsPrime | Function::IsPower => 4,
                _ => ATOM,
            };
            (text, tight)
        }
        ExprKind::Index(list, index) => (format!("{}_{{{}}}", list_name(list, names), expression(index, names)), ATOM),
        ExprKind::In(x, items) => {
            let items: Vec<String> = items.iter().map(|one| item(one, names)).collect();
            (format!("{} \\in \\{{{}\\}}", part(x, 5), items.join(", ")), 4)
        }
        ExprKind::Term(sequence, index) => {
            (format!("{}_{{{}}}", sequence_name(*sequence), expression(index, names)), ATOM)
        }
        ExprKind::Mex { terms, below, .. } => {
            (format!("\\operatorname{{mex}}\\{{{} : j < {}\\}}", list(terms), expression(below, names)), ATOM)
        }
    }
}

fn sequence_name(sequence: usize) -> char {
    char::from(b'a' + (sequence % 26) as u8)
}

fn operands(arguments: &[Expr], names: &Names<'_>, sign: &str) -> String {
    let parts: Vec<String> = arguments
        .iter()
        .map(|argument| {
            let (text, tight) = write(argument, names);
            if tight < 6 { format!("({text})") } else { text }
        })
        .collect();
    parts.join(sign)
}

/// `h/2`, or a fraction where the parts are longer.
fn quotient(x: &str, y: &str) -> String {
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if plain(x) && plain(y) && y.len() == 1 { format!("{x}/{y}") } else { format!("\\frac{{{x}}}{{{y}}}") }
}

/// The comparison that holds where this one does not.
fn negation(comparison: &Expr) -> Option<Expr> {
    let ExprKind::Binary(op, x, y) = &comparison.kind else { return None };
    let (op, y) = match op {
        BinaryOp::Eq => match parity(x, y) {
            Some((_, odd)) => {
                let other = Value::Number(Number::from(if odd { 0 } else { 1 }));
                (BinaryOp::Eq, Box::new(Expr::constant(other, y.span)))
            }
            None => (BinaryOp::Ne, y.clone()),
        },
        BinaryOp::Ne => (BinaryOp::Eq, y.clone()),
        BinaryOp::Lt => (BinaryOp::Ge, y.clone()),
        BinaryOp::Le => (BinaryOp::Gt, y.clone()),
        BinaryOp::Gt => (BinaryOp::Le, y.clone()),
        BinaryOp::Ge => (BinaryOp::Lt, y.clone()),
        _ => return None,
    };
    Some(Expr { kind: ExprKind::Binary(op, x.clone(), y), span: comparison.span })
}

/// The sign of a comparison.
fn sign(op: BinaryOp) -> Option<&'static str> {
    match op {
        BinaryOp::Eq => Some("="),
        BinaryOp::Lt => Some("<"),
        BinaryOp::Le => Some("\\le"),
        BinaryOp::Gt => Some(">"),
        BinaryOp::Ge => Some("\\ge"),
        _ => None,
    }
}

/// In `a >= b and b >= c`, what goes on the chain `a >= b` that comes before: the sign and its right side.
fn chained<'e>(x: &Expr, y: &'e Expr) -> Option<(&'static str, &'e Expr)> {
    let ExprKind::Binary(op, middle, end) = &y.kind else { return None };
    let last = match &x.kind {
        ExprKind::Binary(BinaryOp::And, before, last) => {
            chained(before, last)?;
            last
        }
        _ => x,
    };
    let ExprKind::Binary(known, left, shared) = &last.kind else { return None };
    let rising = |op: BinaryOp| matches!(op, BinaryOp::Lt | BinaryOp::Le);
    let falling = |op: BinaryOp| matches!(op, BinaryOp::Gt | BinaryOp::Ge);
    let both = |of: &dyn Fn(BinaryOp) -> bool| of(*known) && of(*op);
    let plain = parity(left, shared).is_none() && parity(middle, end).is_none();
    (shared == middle && plain && (both(&rising) || both(&falling))).then_some((sign(*op)?, end))
}

/// What `x mod 2 = 0` and `x mod 2 = 1` say is even or odd, and whether it is odd.
fn parity<'e>(x: &'e Expr, y: &Expr) -> Option<(&'e Expr, bool)> {
    let ExprKind::Binary(BinaryOp::Mod, of, modulus) = &x.kind else { return None };
    let is = |part: &Expr, value: i64| part.as_number().is_some_and(|number| *number == Number::from(value));
    let odd = is(y, 1);
    (is(modulus, 2) && (odd || is(y, 0))).then_some((of, odd))
}

/// The name of a list: the parameter's that holds it, or else the list itself.
fn list_name(list: &Expr, names: &Names<'_>) -> String {
    let parameter = match &list.kind {
        ExprKind::Constant(value) => names.parameters.iter().find(|(_, known)| known == value),
        _ => None,
    };
    parameter.map_or_else(|| expression(list, names), |(name, _)| name.clone())
}

/// `2k`, `3 \cdot 4`.
fn product(x: &str, y: &str) -> String {
    if x == y && x.len() == 1 && x.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return format!("{x}^{{2}}");
    }
    let command = x.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if y.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        format!("{x} \\cdot {y}")
    } else if command.len() < x.len() && command.ends_with('\\') && y.starts_with(|c: char| c.is_ascii_alphabetic()) {
        // A letter would become part of the command's name.
        format!("{x} {y}")
    } else {
        format!("{x}{y}")
    }
}

/// A constant in TeX, and how tightly it binds.
pub(super) fn constant(value: &Value, language: Language) -> (String, u8) {
    match value {
        Value::Number(value) => exact(value, language),
        Value::Bool(true) => ("\\text{true}".to_owned(), ATOM),
        Value::Bool(false) => ("\\text{false}".to_owned(), ATOM),
        Value::List(values) => {
            let values: Vec<String> = values.iter().map(|value| constant(value, language).0).collect();
            (format!("({})", values.join(", ")), ATOM)
        }
        Value::Unlimited => ("\\infty".to_owned(), ATOM),
    }
}

fn exact(value: &Number, language: Language) -> (String, u8) {
    if let Some(whole) = value.to_integer() {
        let text = number(&whole.magnitude().to_string(), language);
        // A long number may come out as a product or a sum.
        let tight = if text.contains([' ', '^']) { 5 } else { ATOM };
        return if whole.sign() == num_bigint::Sign::Minus { (format!("-{text}"), NEGATIVE) } else { (text, tight) };
    }
    if *value == Number::phi() {
        return ("\\varphi".to_owned(), ATOM);
    }
    if let Some(ratio) = value.to_rational() {
        let sign = if *ratio.numer() < num_bigint::BigInt::zero() { "-" } else { "" };
        let text = format!("{sign}\\frac{{{}}}{{{}}}", ratio.numer().magnitude(), ratio.denom());
        return (text, if sign.is_empty() { 8 } else { NEGATIVE });
    }
    // a + b√d, as the number prints it.
    let text = value.to_string().replace('*', " ");
    let mut tex = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("sqrt(") {
        let end = rest[at..].find(')').map_or(rest.len(), |end| at + end);
        tex.push_str(&rest[..at]);
        tex.push_str(&format!("\\sqrt{{{}}}", &rest[at + 5..end]));
        rest = rest.get(end + 1..).unwrap_or("");
    }
    tex.push_str(rest);
    (tex, 5)
}

#[cfg(test)]
mod tests {
    use super::super::sample::game;
    use super::*;
    use crate::rules::AmountSet;

    /// The greatest amount of a game's first move, and its condition.
    fn written(rules: &str, language: Language) -> (String, String) {
        let game = game(rules);
        let rule = &game.rules.moves[0];
        let heap = |heap: usize| format!("x_{{{}}}", heap + 1);
        let register = |register: usize| format!("m_{{{}}}", register + 1);
        let parameters = &game.rules.parameters;
        let names = Names { letters: &rule.letters, heap: &heap, register: &register, parameters, language };
        let amount = match rule.take().and_then(|take| take.amounts.set()) {
            Some(AmountSet::Items(items)) => items.iter().map(|one| item(one, &names)).collect::<Vec<_>>().join("; "),
            _ => String::new(),
        };
        (amount, rule.condition.as_ref().map(|condition| expression(condition, &names)).unwrap_or_default())
    }

    fn amount(amount: &str) -> String {
        written(&format!("heaps 2 let L = [2, 3] let m = 3 move take {amount} from one heap"), Language::En).0
    }

    fn condition(condition: &str) -> String {
        written(&format!("heaps 2 move take t from one heap where {condition}"), Language::En).1
    }

    #[test]
    fn amounts() {
        for (text, tex) in [
            ("1..floor(h/2)", "1, \\dots, \\lfloor h/2 \\rfloor"),
            ("{1, 3, h - 1}", "1; 3; h - 1"),
            ("1..m*h", "1, \\dots, 3h"),
            ("h*2", "h \\cdot 2"),
            ("1..L[i]", "1, \\dots, L_{i}"),
            ("3..unlimited", "3, \\dots"),
            ("floor((h + 1)/2)", "\\lfloor \\frac{h + 1}{2} \\rfloor"),
            ("floor(phi*h)", "\\lfloor \\varphi h \\rfloor"),
            ("1..10^20", "1, \\dots, 10^{20}"),
            ("ceil(sqrt(h))", "\\lceil \\sqrt{h} \\rceil"),
        ] {
            assert_eq!(amount(text), tex, "{text}");
        }
    }

    #[test]
    fn brackets_stand_where_they_are_needed() {
        for (text, tex) in [
            ("t - (h - 1) > 0", "t - (h - 1) > 0"),
            ("t - h - 1 < 0", "t - h - 1 < 0"),
            ("2*(t + 1) = h", "2(t + 1) = h"),
            ("(t + 1)^2 <= h", "(t + 1)^{2} \\le h"),
            ("1 <= t < h", "1 \\le t < h"),
            ("h > t > 1 and h mod 2 = 0", "h > t > 1\\text{ and }h\\text{ is even}"),
            ("t < h and t > 1", "t < h\\text{ and }t > 1"),
            ("not t = 2", "t \\ne 2"),
            ("not h mod 2 = 0 or not t < 3", "h\\text{ is odd}\\text{ or }t \\ge 3"),
            ("not (t = 1 or t = 2) and h > 1", "\\text{ not }(t = 1\\text{ or }t = 2)\\text{ and }h > 1"),
            ("t mod 2 = 1", "t\\text{ is odd}"),
            ("(t + h) mod 2 = 0", "t + h\\text{ is even}"),
            ("t mod 3 = 0", "t \\bmod 3 = 0"),
            ("t in {1, 3..5}", "t \\in \\{1, 3, \\dots, 5\\}"),
            ("t != min(h, 2)", "t \\ne \\min(h, 2)"),
            ("t < min or t > max - sum", "t < x_{\\min}\\text{ or }t > x_{\\max} - \\Sigma"),
        ] {
            assert_eq!(condition(text), tex, "{text}");
        }
    }

    #[test]
    fn words_are_in_the_language() {
        let rules = "heaps 2 move take t from one heap where h mod 2 = 0 and t > 1";
        assert_eq!(written(rules, Language::Zh).1, "h\\text{ 是偶数}\\text{且}t > 1");
    }

    #[test]
    fn positions() {
        let sizes = |sizes: &[u32]| sizes.iter().map(|size| BigUint::from(*size)).collect::<Vec<_>>();
        assert_eq!(position(&sizes(&[3, 0, 7])), "(3, 0, 7)");
        assert_eq!(position(&sizes(&[20])), "20");
    }
}
