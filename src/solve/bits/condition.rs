//! Conditions on positions, by which tables of bits are masked: a row of them at a time.
//!
//! A condition is taken only where it has a meaning at every position, so that evaluating it can't fail: it is made of
//! fractions of whole numbers, divided by constants alone, and no number comes near the limits of a machine word.

use super::values::{Signs, Values};
use super::words;
use crate::rules::expr::{Expr, ExprKind, Function, Item, Slot, Value};
use crate::rules::number::Number;
use crate::source::Span;
use crate::syntax::tree::BinaryOp;
use num_integer::Integer;
use num_traits::ToPrimitive;
use std::cell::Cell;

/// The greatest absolute value of a number in a condition.
const MAX_VALUE: i128 = 1 << 60;
/// The greatest number that is asked whether it is prime, or a square.
const MAX_TESTED: i128 = 1 << 40;
/// The greatest exponent.
const MAX_EXPONENT: usize = 16;
/// The most parts of a condition, of which each row takes its time for each.
const MAX_PARTS: usize = 2048;

/// A condition on positions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition(Truth);

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Truth {
    Always(bool),
    /// The sign of a number.
    Sign(Signs, Whole),
    Both(Box<Truth>, Box<Truth>),
    Either(Box<Truth>, Box<Truth>),
    Not(Box<Truth>),
    Divides(Whole, Whole),
    Square(Whole),
    Prime(Whole),
    /// Whether the number is a power of the base, which is at least 2.
    Power(Whole, i64),
}

/// A whole number at each position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Whole {
    Constant(i64),
    /// The size of a heap, counted from 0.
    Heap(usize),
    /// The amount that is taken.
    Amount,
    /// The first plus a constant times the second.
    Plus(Box<Whole>, i64, Box<Whole>),
    Times(Box<Whole>, Box<Whole>),
    /// With an exponent of at least 1.
    Power(Box<Whole>, usize),
    Least(Box<Whole>, Box<Whole>),
    Greatest(Box<Whole>, Box<Whole>),
    /// Divided by a positive constant, rounded down.
    Floor(Box<Whole>, i64),
    /// The remainder by a positive constant.
    Remainder(Box<Whole>, i64),
    NimSum(Box<Whole>, Box<Whole>),
    Gcd(Box<Whole>, Box<Whole>),
}

impl Condition {
    /// The condition that an expression is, for positions with so many heaps, none larger than `max`, and the heap in
    /// question if there is one; nothing where it is not made of what conditions are made of.
    pub(super) fn of(expr: &Expr, heaps: usize, max: usize, heap: Option<usize>) -> Option<Condition> {
        Reader::new(heaps, max, heap, false).truth(expr).map(Condition)
    }

    /// Whether an expression surely is a natural number at all positions.
    pub(super) fn is_natural(expr: &Expr, heaps: usize, max: usize, heap: usize) -> bool {
        let reader = Reader::new(heaps, max, Some(heap), false);
        reader.number(expr).and_then(Fraction::natural).is_some()
    }

    /// The condition that expressions, all of which must hold, and a set in which the amount must be, are on positions and
    /// the amount that is taken, which is letter 0.
    pub(super) fn of_amount(
        exprs: &[Expr],
        set: Option<&[Item]>,
        heaps: usize,
        max: usize,
        heap: usize,
    ) -> Option<Condition> {
        let reader = Reader::new(heaps, max, Some(heap), true);
        let mut truth = Truth::Always(true);
        if let Some(items) = set {
            // The ends of ranges must be whole numbers, or the rule has no meaning.
            let is_whole =
                |bound: &Expr| bound.is_unlimited() || reader.number(bound).is_some_and(|one| one.divisor == 1);
            if !items.iter().flat_map(Item::parts).all(is_whole) {
                return None;
            }
            let amount = Expr { kind: ExprKind::Slot(Slot::Letter(0)), span: Span::default() };
            truth = reader.in_items(&amount, items)?;
        }
        for expr in exprs {
            truth = Truth::Both(Box::new(truth), Box::new(reader.truth(expr)?));
        }
        Some(Condition(truth))
    }

    /// Where the condition holds in a row: the positions with this prefix.
    ///
    /// # Complexity
    ///
    /// For what is linear in the last heap but for some bends, proportional to the bends and the words of the row; else to
    /// the positions of the row.
    pub(super) fn row(&self, prefix: &[usize], max: usize) -> Vec<u64> {
        self.row_with(prefix, max, 0)
    }

    /// Where the condition holds in a row for an amount that is taken from a heap of the prefix.
    pub(super) fn row_with(&self, prefix: &[usize], max: usize, amount: usize) -> Vec<u64> {
        let amount = Values::Constant(amount as i64);
        let mut row = Row { prefix, first: 0, count: max + 1, amount }.truth(&self.0);
        row[max / 64] &= words::last_word(max);
        row
    }

    /// Where the condition holds in a row above a size of the last heap, which is less than `max` and to which the last heap
    /// falls: bit 0 is one more than that size.
    pub(super) fn row_above(&self, prefix: &[usize], max: usize, size: usize) -> Vec<u64> {
        let count = max - size;
        let mut row = Row { prefix, first: size + 1, count, amount: Values::places(1, count) }.truth(&self.0);
        row.resize(words::words(max), 0);
        row
    }

    /// Whether the condition holds at a position.
    pub(super) fn holds(&self, prefix: &[usize], last: usize) -> bool {
        Row { prefix, first: last, count: 1, amount: Values::Constant(0) }.truth(&self.0)[0] & 1 == 1
    }

    /// That both hold; the first always where it is none.
    pub(super) fn and(one: Option<Condition>, other: Condition) -> Condition {
        match one {
            None => other,
            Some(one) => Condition(Truth::Both(Box::new(one.0), Box::new(other.0))),
        }
    }
}

/// A number over a positive constant, with bounds on the number.
struct Fraction {
    whole: Whole,
    low: i128,
    high: i128,
    divisor: i64,
}

/// A whole number with bounds, if it keeps to the limits.
fn bounded(whole: Whole, low: i128, high: i128, divisor: i64) -> Option<Fraction> {
    (low >= -MAX_VALUE && high <= MAX_VALUE).then_some(Fraction { whole, low, high, divisor })
}

impl Fraction {
    fn constant(value: i64) -> Option<Fraction> {
        bounded(Whole::Constant(value), value.into(), value.into(), 1)
    }

    /// As a whole number, where it surely is one.
    fn whole(self) -> Option<Fraction> {
        (self.divisor == 1).then_some(self)
    }

    fn natural(self) -> Option<Fraction> {
        self.whole().filter(|one| one.low >= 0)
    }

    fn scaled(self, factor: i64) -> Option<Fraction> {
        if factor == 1 { Some(self) } else { self.times(Fraction::constant(factor)?) }
    }

    fn times(self, other: Fraction) -> Option<Fraction> {
        let ends = [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high];
        let (low, high) = (*ends.iter().min()?, *ends.iter().max()?);
        let divisor = self.divisor.checked_mul(other.divisor)?;
        let whole = match (self.whole, other.whole) {
            (Whole::Constant(one), Whole::Constant(other)) => Whole::Constant(one.checked_mul(other)?),
            (one, other) => Whole::Times(Box::new(one), Box::new(other)),
        };
        bounded(whole, low, high, divisor)
    }

    fn power(self, exponent: usize) -> Option<Fraction> {
        let is_constant = matches!(self.whole, Whole::Constant(_));
        // The bounds are those of the product.
        let factor = || {
            let whole = if is_constant { self.whole.clone() } else { Whole::Amount };
            bounded(whole, self.low, self.high, self.divisor)
        };
        let product = (0..exponent).try_fold(Fraction::constant(1)?, |power, _| power.times(factor()?))?;
        let whole =
            if is_constant || exponent == 0 { product.whole } else { Whole::Power(Box::new(self.whole), exponent) };
        bounded(whole, product.low, product.high, product.divisor)
    }

    /// Both over the same divisor.
    fn alike(self, other: Fraction) -> Option<(Fraction, Fraction)> {
        if self.divisor == other.divisor {
            return Some((self, other));
        }
        let (one, two) = (self.divisor, other.divisor);
        Some((self.scaled(two)?.over(two)?, other.scaled(one)?.over(one)?))
    }

    /// With the divisor times so much.
    fn over(mut self, times: i64) -> Option<Fraction> {
        self.divisor = self.divisor.checked_mul(times)?;
        Some(self)
    }

    fn plus(self, factor: i64, other: Fraction) -> Option<Fraction> {
        let (one, other) = self.alike(other)?;
        let factor_wide = i128::from(factor);
        let ends = [factor_wide * other.low, factor_wide * other.high];
        let (low, high) = (one.low + ends[0].min(ends[1]), one.high + ends[0].max(ends[1]));
        let whole = match (one.whole, other.whole) {
            (Whole::Constant(one), Whole::Constant(other)) => {
                Whole::Constant(one.checked_add(other.checked_mul(factor)?)?)
            }
            (one, Whole::Constant(0)) => one,
            (one, other) => Whole::Plus(Box::new(one), factor, Box::new(other)),
        };
        bounded(whole, low, high, one.divisor)
    }

    fn extreme(self, least: bool, other: Fraction) -> Option<Fraction> {
        let (one, other) = self.alike(other)?;
        let divisor = one.divisor;
        let (first, second) = (Box::new(one.whole), Box::new(other.whole));
        match least {
            true => bounded(Whole::Least(first, second), one.low.min(other.low), one.high.min(other.high), divisor),
            false => bounded(Whole::Greatest(first, second), one.low.max(other.low), one.high.max(other.high), divisor),
        }
    }

    fn floor(self) -> Option<Fraction> {
        if self.divisor == 1 {
            return Some(self);
        }
        let by = i128::from(self.divisor);
        let whole = Whole::Floor(Box::new(self.whole), self.divisor);
        bounded(whole, self.low.div_euclid(by), self.high.div_euclid(by), 1)
    }
}

/// What reads expressions.
struct Reader {
    heaps: usize,
    max: i128,
    heap: Option<usize>,
    /// Whether there is an amount to speak of.
    amount: bool,
    /// How many parts may still be read; some parts of an expression are needed more than once.
    left: Cell<usize>,
}

impl Reader {
    fn new(heaps: usize, max: usize, heap: Option<usize>, amount: bool) -> Reader {
        Reader { heaps, max: max as i128, heap, amount, left: Cell::new(MAX_PARTS) }
    }

    /// Counts a part that is read; nothing where there are too many.
    fn part(&self) -> Option<()> {
        self.left.set(self.left.get().checked_sub(1)?);
        Some(())
    }

    fn truth(&self, expr: &Expr) -> Option<Truth> {
        self.part()?;
        let boxed = |expr: &Expr| self.truth(expr).map(Box::new);
        Some(match &expr.kind {
            ExprKind::Constant(Value::Bool(truth)) => Truth::Always(*truth),
            ExprKind::Not(x) => Truth::Not(boxed(x)?),
            ExprKind::Binary(BinaryOp::And, x, y) => Truth::Both(boxed(x)?, boxed(y)?),
            ExprKind::Binary(BinaryOp::Or, x, y) => Truth::Either(boxed(x)?, boxed(y)?),
            ExprKind::Binary(op, x, y) => self.compared(*op, x, y)?,
            ExprKind::In(x, items) => self.in_items(x, items)?,
            ExprKind::Call(Function::IsSquare, arguments) => Truth::Square(self.tested(&arguments[0])?),
            ExprKind::Call(Function::IsPrime, arguments) => Truth::Prime(self.tested(&arguments[0])?),
            ExprKind::Call(Function::IsPower, arguments) => match self.number(&arguments[1])?.whole()?.whole {
                Whole::Constant(base) if base >= 2 => Truth::Power(self.tested(&arguments[0])?, base),
                _ => return None,
            },
            ExprKind::Call(Function::Divides, arguments) => {
                let whole = |at: usize| self.number(&arguments[at])?.whole().map(|one| one.whole);
                Truth::Divides(whole(0)?, whole(1)?)
            }
            _ => return None,
        })
    }

    /// A whole number that is not too large for tests that take their time.
    fn tested(&self, expr: &Expr) -> Option<Whole> {
        self.number(expr)?.whole().filter(|one| one.high < MAX_TESTED).map(|one| one.whole)
    }

    fn compared(&self, op: BinaryOp, x: &Expr, y: &Expr) -> Option<Truth> {
        let signs = |below: bool, zero: bool, above: bool| Some(Signs { below, zero, above });
        let signs = match op {
            BinaryOp::Eq => signs(false, true, false),
            BinaryOp::Ne => signs(true, false, true),
            BinaryOp::Lt => signs(true, false, false),
            BinaryOp::Le => signs(true, true, false),
            BinaryOp::Gt => signs(false, false, true),
            BinaryOp::Ge => signs(false, true, true),
            _ => None,
        }?;
        Some(match self.number(x)?.plus(-1, self.number(y)?)?.whole {
            Whole::Constant(difference) => Truth::Always(signs.hold(difference)),
            difference => Truth::Sign(signs, difference),
        })
    }

    fn in_items(&self, x: &Expr, items: &[Item]) -> Option<Truth> {
        let mut all = items.iter().map(|item| self.in_item(x, item));
        let Some(first) = all.next() else { return Some(Truth::Always(false)) };
        all.try_fold(first?, |any, next| Some(Truth::Either(Box::new(any), Box::new(next?))))
    }

    fn in_item(&self, x: &Expr, item: &Item) -> Option<Truth> {
        match item {
            Item::Value(value) => self.compared(BinaryOp::Eq, x, value),
            Item::Range(low, high) => {
                // Only whole numbers are in a range.
                self.number(x)?.whole()?;
                let above = self.compared(BinaryOp::Ge, x, low)?;
                if high.is_unlimited() {
                    return Some(above);
                }
                Some(Truth::Both(Box::new(above), Box::new(self.compared(BinaryOp::Le, x, high)?)))
            }
        }
    }

    fn number(&self, expr: &Expr) -> Option<Fraction> {
        self.part()?;
        match &expr.kind {
            ExprKind::Constant(Value::Number(number)) => constant(number),
            ExprKind::Slot(slot) => self.slot(*slot),
            ExprKind::Neg(x) => Fraction::constant(0)?.plus(-1, self.number(x)?),
            ExprKind::Binary(op, x, y) => self.binary(*op, x, y),
            ExprKind::Call(function, arguments) => self.call(*function, arguments),
            ExprKind::Index(list, index) => {
                let ExprKind::Constant(Value::List(elements)) = &list.kind else { return None };
                let Whole::Constant(at) = self.number(index)?.whole()?.whole else { return None };
                match elements.get(usize::try_from(at).ok()?.checked_sub(1)?)? {
                    Value::Number(number) => constant(number),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn slot(&self, slot: Slot) -> Option<Fraction> {
        let heap = |heap: usize| bounded(Whole::Heap(heap), 0, self.max, 1);
        let all = |of: &dyn Fn(Fraction, Fraction) -> Option<Fraction>| {
            (1..self.heaps).try_fold(heap(0)?, |all, next| of(all, heap(next)?))
        };
        match slot {
            Slot::Size => heap(self.heap?),
            Slot::Number => Fraction::constant(self.heap? as i64 + 1),
            Slot::Heap(one) => heap(one),
            Slot::Min => all(&|all, next| all.extreme(true, next)),
            Slot::Max => all(&|all, next| all.extreme(false, next)),
            Slot::Sum => all(&|all, next| all.plus(1, next)),
            Slot::NimSum => all(&nim_sum),
            // Whatever it is, no more than a heap holds is taken.
            Slot::Letter(0) if self.amount => bounded(Whole::Amount, 0, self.max, 1),
            Slot::Letter(_) | Slot::Register(_) => None,
        }
    }

    fn binary(&self, op: BinaryOp, x: &Expr, y: &Expr) -> Option<Fraction> {
        let (x, y) = (self.number(x)?, self.number(y)?);
        match (op, &y.whole) {
            (BinaryOp::Add, _) => x.plus(1, y),
            (BinaryOp::Sub, _) => x.plus(-1, y),
            (BinaryOp::Mul, _) => x.times(y),
            (BinaryOp::Div, Whole::Constant(by)) if *by != 0 => {
                let by = if *by > 0 { *by } else { by.checked_neg()? };
                let turned = if y.high < 0 { Fraction::constant(0)?.plus(-1, x)? } else { x };
                turned.scaled(y.divisor)?.over(by)
            }
            (BinaryOp::Mod, Whole::Constant(by)) if *by > 0 && y.divisor == 1 => {
                bounded(Whole::Remainder(Box::new(x.whole()?.whole), *by), 0, i128::from(*by) - 1, 1)
            }
            (BinaryOp::Pow, Whole::Constant(exponent)) if y.divisor == 1 => {
                let exponent = usize::try_from(*exponent).ok().filter(|exponent| *exponent <= MAX_EXPONENT)?;
                x.power(exponent)
            }
            _ => None,
        }
    }

    fn call(&self, function: Function, arguments: &[Expr]) -> Option<Fraction> {
        let number = |at: usize| self.number(&arguments[at]);
        let negative = |x: Fraction| Fraction::constant(0)?.plus(-1, x);
        let fold = |of: &dyn Fn(Fraction, Fraction) -> Option<Fraction>| {
            // The least of a number and no limit is the number.
            let numbers = arguments.iter().filter(|one| function != Function::Min || !one.is_unlimited());
            let mut numbers = numbers.map(|one| self.number(one));
            let first = numbers.next()??;
            numbers.try_fold(first, |all, next| of(all, next?))
        };
        match function {
            Function::Floor => number(0)?.floor(),
            Function::Ceil => negative(negative(number(0)?)?.floor()?),
            Function::Abs => number(0)?.extreme(false, negative(number(0)?)?),
            Function::Min => fold(&|one, other| one.extreme(true, other)),
            Function::Max => fold(&|one, other| one.extreme(false, other)),
            Function::Sum => fold(&|one, other| one.plus(1, other)),
            Function::NimSum if arguments.len() == 1 => number(0)?.natural(),
            Function::NimSum => fold(&nim_sum),
            Function::Gcd => {
                let (one, other) = (number(0)?.whole()?, number(1)?.whole()?);
                let high = [one.low, one.high, other.low, other.high].into_iter().map(i128::abs).max()?;
                bounded(Whole::Gcd(Box::new(one.whole), Box::new(other.whole)), 0, high, 1)
            }
            Function::Count => {
                let zero = Fraction::constant(0);
                (0..arguments.len()).try_fold(zero?, |count, at| {
                    // A fraction is above 0 where what stands over its divisor is: 1, then, and else 0.
                    let over = Fraction { divisor: 1, ..number(at)? };
                    let one = over.extreme(true, Fraction::constant(1)?)?.extreme(false, Fraction::constant(0)?)?;
                    count.plus(1, one)
                })
            }
            _ => None,
        }
    }
}

fn constant(number: &Number) -> Option<Fraction> {
    let rational = number.to_rational()?;
    Fraction::constant(rational.numer().to_i64()?)?.over(rational.denom().to_i64()?)
}

fn nim_sum(one: Fraction, other: Fraction) -> Option<Fraction> {
    let (one, other) = (one.natural()?, other.natural()?);
    // Below the next power of 2: bounds are far below the limits of the machine.
    let high = one.high.max(other.high).unsigned_abs().saturating_add(1).next_power_of_two() as i128 - 1;
    bounded(Whole::NimSum(Box::new(one.whole), Box::new(other.whole)), 0, high, 1)
}

/// The positions with one prefix and so many sizes of the last heap, from the first on.
struct Row<'a> {
    prefix: &'a [usize],
    first: usize,
    count: usize,
    /// What is taken, where there is something to speak of.
    amount: Values,
}

impl Row<'_> {
    fn truth(&self, truth: &Truth) -> Vec<u64> {
        let mut row = vec![0u64; words::words(self.count - 1)];
        let with = |one: &Truth, other: &Truth, of: fn(u64, u64) -> u64| {
            let (mut one, other) = (self.truth(one), self.truth(other));
            one.iter_mut().zip(other).for_each(|(one, other)| *one = of(*one, other));
            one
        };
        match truth {
            Truth::Always(true) => row.fill(u64::MAX),
            Truth::Always(false) => {}
            Truth::Sign(signs, number) => self.number(number).set_where(*signs, self.count, &mut row),
            Truth::Both(one, other) => return with(one, other, |one, other| one & other),
            Truth::Either(one, other) => return with(one, other, |one, other| one | other),
            Truth::Not(one) => {
                row = self.truth(one);
                row.iter_mut().for_each(|word| *word = !*word);
            }
            Truth::Divides(divisor, number) => {
                self.number(divisor).set_where_divides(&self.number(number), self.count, &mut row);
            }
            Truth::Square(number) => self
                .number(number)
                .set_if(self.count, &mut row, |x| u64::try_from(x).is_ok_and(|x| x.isqrt().pow(2) == x)),
            Truth::Prime(number) => self.number(number).set_if(self.count, &mut row, is_prime),
            Truth::Power(number, base) => self.number(number).set_if(self.count, &mut row, |x| {
                let mut left = x;
                while left > 1 && left % base == 0 {
                    left /= base;
                }
                left == 1
            }),
        }
        row
    }

    fn number(&self, number: &Whole) -> Values {
        let count = self.count;
        match number {
            Whole::Constant(value) => Values::Constant(*value),
            Whole::Heap(heap) => match self.prefix.get(*heap) {
                Some(size) => Values::Constant(*size as i64),
                None => Values::places(self.first, count),
            },
            Whole::Amount => self.amount.clone(),
            Whole::Plus(one, factor, other) => self.number(one).plus(*factor, &self.number(other), count),
            Whole::Times(one, other) => self.number(one).times(&self.number(other), count),
            Whole::Power(one, exponent) => {
                let one = self.number(one);
                (1..*exponent).fold(one.clone(), |power, _| power.times(&one, count))
            }
            Whole::Least(one, other) => self.number(one).extreme(true, &self.number(other), count),
            Whole::Greatest(one, other) => self.number(one).extreme(false, &self.number(other), count),
            Whole::Floor(one, divisor) => self.number(one).floor(*divisor, count),
            Whole::Remainder(one, divisor) => self.number(one).remainder(*divisor, count),
            Whole::NimSum(one, other) => self.number(one).one_by_one(&self.number(other), count, |x, y| x ^ y),
            Whole::Gcd(one, other) => self.number(one).one_by_one(&self.number(other), count, |x, y| x.gcd(&y)),
        }
    }
}

fn is_prime(x: i64) -> bool {
    x >= 2 && (2..).take_while(|d| d * d <= x).all(|d| x % d != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::expr::Scope;
    use crate::rules::sample::rules;

    /// Conditions, with the number of heaps.
    const CONDITIONS: &[(usize, &str)] = &[
        (1, "h mod 3 = 1"),
        (1, "h/2 + 1/3 > 2"),
        (1, "h/(0 - 2) < 0 - 3"),
        (1, "is_prime(h) or h in {4, 6..7, 9..unlimited}"),
        (2, "max - 2*min <= 3"),
        (2, "ceil(max/3) = floor((min + 1)/2)"),
        (2, "nimsum >= 3 and nimsum(min, max, 1) != 2"),
        (2, "gcd(min, max) = 1"),
        (2, "divides(min, max)"),
        (2, "is_square(min + max) or is_power(max, 2)"),
        (2, "min*max > 10"),
        (2, "(min - 2)^2 < max"),
        (2, "(max/2 - min)^3 < max^2 - 2^3 and 5^0 = 1"),
        (2, "abs(min - 4) + abs(max - 7) <= 3"),
        (2, "count(min, max - 3, min - max) = 2"),
        (3, "sum = 2*max"),
        (3, "max(min, 3, sum - max) < min(max, unlimited)"),
        (3, "not (sum mod 4 in {1, 3})"),
        (3, "-min/3 + max/2 > sum/4"),
    ];

    #[test]
    fn rows_hold_what_the_expression_says() {
        let max = 11;
        for (heaps, text) in CONDITIONS {
            let rules = rules(&format!("heaps {heaps} move take any from one heap end when {text}"));
            let expr = rules.end.as_ref().expect("it is there");
            let heap = (*heaps == 1).then_some(0);
            let condition = Condition::of(expr, *heaps, max, heap).unwrap_or_else(|| panic!("{text}"));
            let (mut some, mut all) = (false, true);
            for position in crate::solve::positions_up_to(*heaps, max as u64, false) {
                let scope = Scope { heaps: position.sizes(), heap, ..Scope::default() };
                let wanted = expr.truth(&scope).expect("it has a meaning");
                let sizes: Vec<usize> = position.sizes().iter().map(|size| *size as usize).collect();
                let (last, prefix) = sizes.split_last().expect("there is a heap");
                assert_eq!(condition.row(prefix, max)[0] >> last & 1 == 1, wanted, "{text} at {position}");
                assert_eq!(condition.holds(prefix, *last), wanted, "{text} at {position}");
                some |= wanted;
                all &= wanted;
            }
            assert!(some && !all, "{text} tells positions apart");
        }
    }

    #[test]
    fn what_may_have_no_meaning_is_no_condition() {
        let nested = |times: usize| (0..times).fold("max mod 2".to_owned(), |inner, _| format!("abs({inner})"));
        for text in [
            &format!("{} = 1", nested(30)),
            "max/min > 2",
            "max mod min = 0",
            "nimsum(min - 3, 1) = 0",
            "max < phi*min",
            "sqrt(max) > 2",
        ] {
            let rules = rules(&format!("heaps 2 move take any from one heap end when {text}"));
            assert_eq!(Condition::of(rules.end.as_ref().expect("it is there"), 2, 20, None), None, "{text}");
        }
    }
}
