//! How values and conditions change while a letter grows: where a search over letters may stop.
//!
//! A letter stands for natural numbers, and a search raises it from some number on. If the value of an expression never
//! falls while the letter grows, then no later value is smaller than the present one; if both sides of `x <= y` are such
//! that x never falls and y never rises, then the comparison, once false, stays false. What is said here holds for all
//! natural numbers as letters, heaps and registers; where nothing can be said, nothing is.

use super::expr::{Expr, ExprKind, Function, Item, Scope, Slot, Value};
use super::number::Number;
use crate::syntax::tree::BinaryOp;
use num_bigint::BigInt;
use std::cmp::Ordering;

/// How the value of an expression changes while a letter grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    /// It stays as it is.
    Same,
    /// It never falls.
    Up,
    /// It never rises.
    Down,
    /// It may do either.
    Either,
}

impl Trend {
    fn flipped(self) -> Trend {
        match self {
            Trend::Up => Trend::Down,
            Trend::Down => Trend::Up,
            other => other,
        }
    }

    fn and(self, other: Trend) -> Trend {
        match (self, other) {
            (Trend::Same, other) | (other, Trend::Same) => other,
            (one, other) if one == other => one,
            _ => Trend::Either,
        }
    }

    /// Whether the value never falls.
    pub fn never_falls(self) -> bool {
        matches!(self, Trend::Same | Trend::Up)
    }

    /// Whether the value never rises.
    pub fn never_rises(self) -> bool {
        matches!(self, Trend::Same | Trend::Down)
    }
}

/// How the value of an expression changes while a letter grows and everything else stays as it is.
pub fn trend(expr: &Expr, letter: usize) -> Trend {
    let of = |x: &Expr| trend(x, letter);
    if !expr.mentions(|slot| slot == Slot::Letter(letter)) {
        return Trend::Same;
    }
    match &expr.kind {
        ExprKind::Slot(_) => Trend::Up,
        ExprKind::Neg(x) => of(x).flipped(),
        ExprKind::Binary(BinaryOp::Add, x, y) => of(x).and(of(y)),
        ExprKind::Binary(BinaryOp::Sub, x, y) => of(x).and(of(y).flipped()),
        ExprKind::Binary(BinaryOp::Mul, x, y) => match (of(x), of(y)) {
            (Trend::Same, other) => scaled(other, x),
            (other, Trend::Same) => scaled(other, y),
            (one, other) if is_natural(x) && is_natural(y) => one.and(other),
            _ => Trend::Either,
        },
        ExprKind::Binary(BinaryOp::Div, x, y) => match y.as_number().map(Number::sign) {
            Some(Ordering::Greater) => of(x),
            Some(Ordering::Less) => of(x).flipped(),
            _ => Trend::Either,
        },
        ExprKind::Binary(BinaryOp::Pow, x, y) => match (x.as_number(), y.as_number()) {
            // The exponent grows, on a base of at least 1.
            (Some(base), _) if *base >= Number::from(1) => of(y),
            (_, Some(exponent)) if exponent.sign() == Ordering::Greater && is_natural(x) => of(x),
            _ => Trend::Either,
        },
        ExprKind::Call(Function::Floor | Function::Ceil | Function::Min | Function::Max | Function::Sum, arguments) => {
            arguments.iter().map(of).fold(Trend::Same, Trend::and)
        }
        _ => Trend::Either,
    }
}

/// The base of an expression that is a power, neither base nor exponent of which falls as this letter rises: from where the
/// base is at least 1, the power never falls.
pub fn power_that_may_rise(expr: &Expr, letter: usize) -> Option<&Expr> {
    let ExprKind::Binary(BinaryOp::Pow, base, exponent) = &expr.kind else { return None };
    let rises = trend(base, letter).never_falls() && trend(exponent, letter).never_falls();
    rises.then_some(&**base)
}

/// The trend of a product with a factor that stays as it is.
fn scaled(of: Trend, factor: &Expr) -> Trend {
    match factor.as_number().map(Number::sign) {
        Some(Ordering::Less) => of.flipped(),
        _ if is_natural(factor) => of,
        _ => Trend::Either,
    }
}

/// Whether the value is surely at least 0.
fn is_natural(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(Value::Number(number)) => number.sign() != Ordering::Less,
        ExprKind::Slot(_) => true,
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Pow, x, y) => {
            is_natural(x) && is_natural(y)
        }
        ExprKind::Binary(BinaryOp::Mod, ..) => true,
        ExprKind::Call(Function::Abs | Function::Gcd | Function::NimSum | Function::Count, _) => true,
        ExprKind::Call(Function::Floor | Function::Ceil | Function::Min | Function::Max | Function::Sum, arguments) => {
            arguments.iter().all(is_natural)
        }
        _ => false,
    }
}

/// A part of a condition, all parts of which must hold: `x <= y` or `x < y`.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The smaller side; 0 where there is none.
    x: Option<&'a Expr>,
    /// Whether the smaller side is the opposite of x.
    opposite: bool,
    /// The greater side.
    y: &'a Expr,
    /// Whether the two sides must differ.
    strict: bool,
}

/// The parts of conditions that compare numbers; what else they say is left out.
#[derive(Clone, Debug, Default)]
pub struct Bounds<'a>(Vec<Part<'a>>);

impl<'a> Bounds<'a> {
    /// What conditions say in comparisons.
    pub fn of(conditions: impl IntoIterator<Item = &'a Expr>) -> Bounds<'a> {
        let mut bounds = Bounds::default();
        conditions.into_iter().for_each(|condition| bounds.add(condition));
        bounds
    }

    /// The parts that do not speak of a letter.
    pub fn without(mut self, letter: usize) -> Bounds<'a> {
        let speaks = |expr: &Expr| expr.mentions(|slot| slot == Slot::Letter(letter));
        self.0.retain(|part| !speaks(part.y) && !part.x.is_some_and(speaks));
        self
    }

    /// Adds that a number is at least 0.
    pub fn add_natural(&mut self, value: &'a Expr) {
        self.0.push(Part { x: None, opposite: false, y: value, strict: false });
    }

    fn add(&mut self, condition: &'a Expr) {
        if let ExprKind::In(x, items) = &condition.kind
            && let [Item::Value(most) | Item::Range(_, most)] = items.as_slice()
        {
            self.at_most(x, most, false);
        }
        let ExprKind::Binary(op, x, y) = &condition.kind else { return };
        match op {
            BinaryOp::And => {
                self.add(x);
                self.add(y);
            }
            BinaryOp::Lt | BinaryOp::Le => self.at_most(x, y, *op == BinaryOp::Lt),
            BinaryOp::Gt | BinaryOp::Ge => self.at_most(y, x, *op == BinaryOp::Gt),
            BinaryOp::Eq => {
                self.at_most(x, y, false);
                self.at_most(y, x, false);
            }
            _ => {}
        }
    }

    fn at_most(&mut self, x: &'a Expr, y: &'a Expr, strict: bool) {
        if x.is_unlimited() || y.is_unlimited() {
            return;
        }
        match &x.kind {
            // Neither a number nor its opposite is more than the greater side.
            ExprKind::Call(Function::Abs, arguments) => {
                let inner = Some(&arguments[0]);
                self.0.extend([false, true].map(|opposite| Part { x: inner, opposite, y, strict }));
            }
            // The greatest of several numbers is at most y where each of them is.
            ExprKind::Call(Function::Max, arguments) if !arguments.iter().any(Expr::is_unlimited) => {
                arguments.iter().for_each(|argument| self.at_most(argument, y, strict));
            }
            _ => self.0.push(Part { x: Some(x), opposite: false, y, strict }),
        }
    }

    /// The parts that, once false, stay false while the letter grows, whatever values the later letters have beside
    /// their least ones.
    pub fn lasting(&self, letter: usize, later: &[usize]) -> Vec<Part<'a>> {
        let lasts = |part: &Part<'_>| {
            std::iter::once(&letter)
                .chain(later)
                .all(|one| part.smaller(*one).never_falls() && part.greater(*one).never_rises())
        };
        self.0.iter().copied().filter(lasts).collect()
    }

    /// Of the numbers from `low` to `high` for a letter, those outside of which some part is false; nothing where there
    /// are none. The other letters stand at their values, and this one may be changed.
    ///
    /// # Complexity
    ///
    /// Proportional to the number of parts, times the logarithm of the range.
    pub fn narrow(
        &self,
        letter: usize,
        (mut low, mut high): (u64, u64),
        letters: &mut [Number],
        base: &Scope<'_>,
    ) -> Option<(u64, u64)> {
        for part in &self.0 {
            if low > high {
                return None;
            }
            let mut fails_at = |value: u64| {
                letters[letter] = Number::from(BigInt::from(value));
                part.fails(&Scope { letters, ..*base })
            };
            let (x, y) = (part.smaller(letter), part.greater(letter));
            if x == Trend::Same && y == Trend::Same {
                continue;
            }
            if x.never_falls() && y.never_rises() {
                // Once false it stays false: the last number at which it is not is looked for.
                if fails_at(low) {
                    return None;
                }
                let (mut fine, mut most) = (low, high);
                while fine < most {
                    let middle = most - (most - fine) / 2;
                    if fails_at(middle) { most = middle - 1 } else { fine = middle }
                }
                high = fine;
            } else if x.never_rises() && y.never_falls() {
                if fails_at(high) {
                    return None;
                }
                let (mut least, mut fine) = (low, high);
                while least < fine {
                    let middle = least + (fine - least) / 2;
                    if fails_at(middle) { least = middle + 1 } else { fine = middle }
                }
                low = fine;
            }
        }
        (low <= high).then_some((low, high))
    }
}

impl Part<'_> {
    fn smaller(&self, letter: usize) -> Trend {
        let of = self.x.map_or(Trend::Same, |x| trend(x, letter));
        if self.opposite { of.flipped() } else { of }
    }

    fn greater(&self, letter: usize) -> Trend {
        trend(self.y, letter)
    }

    /// Whether the part speaks of a letter, so that it may come to be false while the letter grows.
    pub fn speaks_of(&self, letter: usize) -> bool {
        let speaks = |expr: &Expr| expr.mentions(|slot| slot == Slot::Letter(letter));
        speaks(self.y) || self.x.is_some_and(speaks)
    }

    /// Whether the part has a value, and it is false.
    pub fn fails(&self, scope: &Scope<'_>) -> bool {
        let x = match self.x {
            None => Ok(Number::from(0)),
            Some(x) if self.opposite => x.number(scope).map(|x| x.negated()),
            Some(x) => x.number(scope),
        };
        let (Ok(x), Ok(y)) = (x, self.y.number(scope)) else { return false };
        match x.cmp(&y) {
            Ordering::Less => false,
            Ordering::Equal => self.strict,
            Ordering::Greater => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn letter(slot: usize) -> Expr {
        Expr { kind: ExprKind::Slot(Slot::Letter(slot)), span: Span::default() }
    }

    fn number(value: i64) -> Expr {
        Expr::constant(Value::Number(Number::from(value)), Span::default())
    }

    fn binary(op: BinaryOp, x: Expr, y: Expr) -> Expr {
        Expr { kind: ExprKind::Binary(op, Box::new(x), Box::new(y)), span: Span::default() }
    }

    fn call(function: Function, x: Expr) -> Expr {
        Expr { kind: ExprKind::Call(function, vec![x]), span: Span::default() }
    }

    #[test]
    fn trends_are_those_of_the_values() {
        use BinaryOp::{Add, Div, Mod, Mul, Pow, Sub};
        let cases = [
            (binary(Mul, letter(0), letter(0)), Trend::Up),
            (binary(Sub, number(9), letter(0)), Trend::Down),
            (binary(Mul, number(-2), letter(0)), Trend::Down),
            (binary(Add, letter(0), letter(1)), Trend::Up),
            (binary(Sub, letter(0), letter(0)), Trend::Either),
            (binary(Pow, number(2), letter(0)), Trend::Up),
            (binary(Pow, letter(1), letter(0)), Trend::Either),
            (binary(Div, letter(0), number(-3)), Trend::Down),
            (binary(Mul, call(Function::Floor, binary(Div, letter(1), number(2))), letter(0)), Trend::Up),
            (binary(Mul, binary(Div, letter(1), number(-2)), letter(0)), Trend::Either),
            (binary(Mod, letter(0), number(3)), Trend::Either),
            (call(Function::Floor, binary(Div, letter(0), number(2))), Trend::Up),
            (call(Function::Abs, binary(Sub, letter(0), number(5))), Trend::Either),
            (binary(Mul, binary(Sub, letter(0), number(3)), binary(Sub, letter(0), number(3))), Trend::Either),
            (letter(1), Trend::Same),
        ];
        for (expr, wanted) in &cases {
            assert_eq!(trend(expr, 0), *wanted, "{expr:?}");
            // The values do what is said of them.
            let at = |value: i64| {
                let letters = [Number::from(value), Number::from(2)];
                expr.number(&Scope { letters: &letters, ..Scope::default() }).expect("a value")
            };
            let pairs = (0..20).map(|value| at(value).cmp(&at(value + 1)));
            match wanted {
                Trend::Same => assert!(pairs.into_iter().all(|order| order == Ordering::Equal)),
                Trend::Up => assert!(pairs.into_iter().all(|order| order != Ordering::Greater)),
                Trend::Down => assert!(pairs.into_iter().all(|order| order != Ordering::Less)),
                Trend::Either => {}
            }
        }
    }

    #[test]
    fn a_letter_is_narrowed_to_where_the_comparisons_hold() {
        use BinaryOp::{Add, Eq, Le, Lt, Sub};
        let conditions = [
            binary(Eq, binary(Add, letter(0), letter(1)), number(7)),
            binary(Eq, binary(Sub, letter(0), letter(1)), number(3)),
            binary(Lt, call(Function::Abs, binary(Sub, letter(0), letter(1))), number(2)),
            binary(Le, letter(1), letter(0)),
            binary(Lt, letter(0), number(0)),
        ];
        for condition in &conditions {
            for second in 0..9 {
                let mut letters = vec![Number::from(0), Number::from(second)];
                let holds = |value: u64| {
                    let letters = [Number::from(value as i64), Number::from(second)];
                    condition.truth(&Scope { letters: &letters, ..Scope::default() }).expect("a truth")
                };
                let wanted: Vec<u64> = (0..=20).filter(|value| holds(*value)).collect();
                let found = Bounds::of([condition]).narrow(0, (0, 20), &mut letters, &Scope::default());
                let found: Vec<u64> = found.map_or(Vec::new(), |(low, high)| (low..=high).collect());
                assert_eq!(found, wanted, "{condition:?} with {second}");
            }
        }
    }

    #[test]
    fn what_lasts_depends_on_the_later_letters_too() {
        use BinaryOp::{Add, Le, Sub};
        let sum = binary(Le, binary(Add, letter(0), letter(1)), number(7));
        let difference = binary(Le, binary(Sub, letter(0), letter(1)), number(7));
        assert_eq!(Bounds::of([&sum]).lasting(0, &[1]).len(), 1);
        assert_eq!(Bounds::of([&difference]).lasting(0, &[]).len(), 1);
        assert_eq!(Bounds::of([&difference]).lasting(0, &[1]).len(), 0);
    }
}
