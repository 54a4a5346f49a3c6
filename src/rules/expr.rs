//! Expressions after names have been resolved, and their values at a position.
//!
//! An expression speaks of the position *before* the move. What it can name is listed in [`Slot`].

use super::number::{Number, NumberError};
use crate::source::Span;
use crate::syntax::tree::BinaryOp;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};
use std::cmp::Ordering;
use thiserror::Error;

/// A checked expression with its place in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where the file says it.
    pub span: Span,
}

/// The shapes of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A value that no position changes.
    Constant(Value),
    /// What the position or the move gives.
    Slot(Slot),
    /// `-x`.
    Neg(Box<Expr>),
    /// `not c`.
    Not(Box<Expr>),
    /// `x + y`, `x < y`, `c and d`, …
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A function of its arguments.
    Call(Function, Vec<Expr>),
    /// `L[i]`, counted from 1.
    Index(Box<Expr>, Box<Expr>),
    /// `x in {1, 4..6}`.
    In(Box<Expr>, Vec<Item>),
    /// `a[k]`: the term of a claim's sequence at an index.
    Term(usize, Box<Expr>),
    /// `mex(a[j], b[j] for j < k)`: the least natural number that no argument takes for a value of the letter (a slot)
    /// from its first index up to, but without, the last expression.
    Mex {
        /// The terms.
        terms: Vec<Expr>,
        /// The letter that runs.
        letter: usize,
        /// The letter's first value.
        from: Box<Expr>,
        /// The first value that the letter does not reach.
        below: Box<Expr>,
    },
}

/// An element of a set.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// One value.
    Value(Expr),
    /// All integers of a range, both ends inside; the high end may be `unlimited`.
    Range(Expr, Expr),
}

/// What an expression can name beside constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// `h`: the size of the heap in question.
    Size,
    /// `i`: the number of the heap in question, from 1.
    Number,
    /// The size of a given heap, counted from 0.
    Heap(usize),
    /// A letter: an amount, or the letter of a family.
    Letter(usize),
    /// What the position remembers beside the heaps: a register, counted from 0.
    Register(usize),
    /// `min`: the size of the smallest heap.
    Min,
    /// `max`: the size of the largest heap.
    Max,
    /// `sum`: the number of all tokens.
    Sum,
    /// `nimsum`: the heap sizes added in binary without carries.
    NimSum,
}

/// The functions of the rule language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// The greatest integer at most x.
    Floor,
    /// The least integer at least x.
    Ceil,
    /// The absolute value.
    Abs,
    /// The least of the arguments.
    Min,
    /// The greatest of the arguments.
    Max,
    /// The square root.
    Sqrt,
    /// The sum in binary without carries.
    NimSum,
    /// The least natural number that is not among the arguments.
    Mex,
    /// The sum of the arguments.
    Sum,
    /// Whether x is the square of an integer.
    IsSquare,
    /// Whether x is a prime number.
    IsPrime,
    /// Whether x is a power of the second argument, whose exponent is a natural number.
    IsPower,
    /// Whether the first argument divides the second.
    Divides,
    /// The greatest common divisor.
    Gcd,
    /// The number of arguments that are above 0.
    Count,
    /// The sum of all arguments but the first, in binary, without carries and digit by digit modulo the first, read in
    /// the base of the first: 0 exactly where in every binary column the number of ones is divisible by it.
    ColumnSum,
}

impl Function {
    /// Every function with the name by which files call it and how many arguments it takes.
    pub const ALL: [(&'static str, Function, std::ops::RangeInclusive<usize>); 16] = [
        ("floor", Function::Floor, 1..=1),
        ("ceil", Function::Ceil, 1..=1),
        ("abs", Function::Abs, 1..=1),
        ("min", Function::Min, 1..=64),
        ("max", Function::Max, 1..=64),
        ("sqrt", Function::Sqrt, 1..=1),
        ("nimsum", Function::NimSum, 1..=64),
        ("mex", Function::Mex, 1..=64),
        ("sum", Function::Sum, 1..=64),
        ("is_square", Function::IsSquare, 1..=1),
        ("is_prime", Function::IsPrime, 1..=1),
        ("is_power", Function::IsPower, 2..=2),
        ("divides", Function::Divides, 2..=2),
        ("gcd", Function::Gcd, 2..=2),
        ("count", Function::Count, 1..=64),
        ("column_sum", Function::ColumnSum, 1..=65),
    ];
}

/// What an expression stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An exact number.
    Number(Number),
    /// A condition's truth.
    Bool(bool),
    /// A list, counted from 1.
    List(Vec<Value>),
    /// No limit: above every number.
    Unlimited,
}

/// The most digits of a number that is given as a setting.
const MAX_SETTING_DIGITS: usize = 10_000;

impl std::fmt::Display for Value {
    /// As a setting is written, where it is one.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Bool(truth) => write!(f, "{truth}"),
            Value::List(values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", values.join(", "))
            }
            Value::Unlimited => f.write_str("unlimited"),
        }
    }
}

impl Value {
    /// The value of a parameter as it is set from outside a file: a whole number, or `unlimited`.
    pub fn of_setting(text: &str) -> Option<Value> {
        if text == "unlimited" {
            return Some(Value::Unlimited);
        }
        let number: BigInt = (text.len() <= MAX_SETTING_DIGITS).then(|| text.parse().ok()).flatten()?;
        Some(Value::Number(Number::from(number)))
    }

    /// What the value is called in messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Number(_) => "a number",
            Value::Bool(_) => "a condition",
            Value::List(_) => "a list",
            Value::Unlimited => "`unlimited`",
        }
    }
}

/// Why an expression has no value at a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct EvalError {
    /// The place of the part that has no value.
    pub span: Span,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with an expression at a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// Arithmetic that has no result.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// A value of another kind than needed.
    #[error("expected {expected}, found {found}")]
    Kind {
        /// What is needed here.
        expected: &'static str,
        /// What stands here.
        found: &'static str,
    },
    /// A number that should be whole isn't.
    #[error("{0} is not a whole number")]
    NotWhole(String),
    /// A list has no such element.
    #[error("there is no element {index} in a list of {length}")]
    NoElement {
        /// The index asked for, from 1.
        index: String,
        /// How many elements there are.
        length: usize,
    },
    /// A recurrence uses a term that is not known before it.
    #[error("{sequence}[{index}] is not known here: a recurrence may use earlier terms alone")]
    NoTerm {
        /// The sequence.
        sequence: String,
        /// The index.
        index: String,
    },
    /// A letter can be raised for ever.
    #[error("nothing bounds {}, so there would be infinitely many moves", letter_in_words(.0))]
    Unbounded(String),
    /// A number too large for what is done with it.
    #[error("{0} is too large here")]
    TooLarge(String),
}

fn letter_in_words(name: &str) -> String {
    // The letters of a set in braces are the set's own, and have no names outside.
    if name.is_empty() { "a letter of this set".to_owned() } else { format!("the letter `{name}`") }
}

/// The values of a claim's sequences, as far as they have been needed.
pub trait Terms {
    /// The term of a sequence at an index.
    ///
    /// # Errors
    ///
    /// Where the recurrence has no value there.
    fn term(&self, sequence: usize, index: &Number) -> Result<Number, Problem>;
}

/// The most values of its letter over which a `mex` runs, and the greatest index of a sequence's term.
pub const MAX_TERMS: u32 = 5_000;

/// What the slots of an expression hold.
#[derive(Clone, Copy, Default)]
pub struct Scope<'a> {
    /// The heap sizes, in tokens.
    pub heaps: &'a [u64],
    /// The heap in question, counted from 0.
    pub heap: Option<usize>,
    /// The registers.
    pub registers: &'a [u64],
    /// The letters.
    pub letters: &'a [Number],
    /// The sequences of a claim.
    pub terms: Option<&'a dyn Terms>,
}

impl Expr {
    /// A constant.
    pub fn constant(value: Value, span: Span) -> Expr {
        Expr { kind: ExprKind::Constant(value), span }
    }

    /// The constant number, if that is what it is.
    pub fn as_number(&self) -> Option<&Number> {
        match &self.kind {
            ExprKind::Constant(Value::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// Whether it is the constant `unlimited`.
    pub fn is_unlimited(&self) -> bool {
        matches!(self.kind, ExprKind::Constant(Value::Unlimited))
    }

    /// Calls `visit` on the expression and all its parts.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match &self.kind {
            ExprKind::Constant(_) | ExprKind::Slot(_) => {}
            ExprKind::Neg(x) | ExprKind::Not(x) | ExprKind::Term(_, x) => x.walk(visit),
            ExprKind::Binary(_, x, y) | ExprKind::Index(x, y) => {
                x.walk(visit);
                y.walk(visit);
            }
            ExprKind::Call(_, arguments) => arguments.iter().for_each(|x| x.walk(visit)),
            ExprKind::In(x, items) => {
                x.walk(visit);
                items.iter().flat_map(Item::parts).for_each(|x| x.walk(visit));
            }
            ExprKind::Mex { terms, from, below, .. } => {
                terms.iter().for_each(|x| x.walk(visit));
                from.walk(visit);
                below.walk(visit);
            }
        }
    }

    /// Whether the expression names a slot that `wanted` holds for.
    pub fn mentions(&self, wanted: impl Fn(Slot) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= matches!(part.kind, ExprKind::Slot(slot) if wanted(slot)));
        found
    }

    /// Whether the expression takes an element of this list.
    pub fn looks_up(&self, list: &Value) -> bool {
        let is_list = |part: &Expr| matches!(&part.kind, ExprKind::Constant(value) if value == list);
        let mut found = false;
        self.walk(&mut |part| found |= matches!(&part.kind, ExprKind::Index(from, _) if is_list(from)));
        found
    }

    /// The value at a position.
    ///
    /// # Errors
    ///
    /// Where a part has no value, as in a division by zero.
    pub fn eval(&self, scope: &Scope<'_>) -> Result<Value, EvalError> {
        let number = |number: Number| Ok(Value::Number(number));
        match &self.kind {
            ExprKind::Constant(value) => Ok(value.clone()),
            ExprKind::Slot(slot) => number(slot.value(scope)),
            ExprKind::Neg(x) => number(x.number(scope)?.negated()),
            ExprKind::Not(x) => Ok(Value::Bool(!x.truth(scope)?)),
            ExprKind::Binary(op, x, y) => self.eval_binary(*op, x, y, scope),
            ExprKind::Call(function, arguments) => self.eval_call(*function, arguments, scope),
            ExprKind::Index(list, index) => {
                let Value::List(elements) = list.eval(scope)? else {
                    return Err(list.problem(Problem::Kind { expected: "a list", found: "something else" }));
                };
                let at = index.whole(scope)?;
                at.to_usize()
                    .and_then(|at| elements.get(at.checked_sub(1)?))
                    .cloned()
                    .ok_or_else(|| index.problem(Problem::NoElement { index: at.to_string(), length: elements.len() }))
            }
            ExprKind::In(x, items) => {
                let wanted = x.number(scope)?;
                for item in items {
                    if item.holds(&wanted, scope)? {
                        return Ok(Value::Bool(true));
                    }
                }
                Ok(Value::Bool(false))
            }
            ExprKind::Term(sequence, index) => {
                let terms = scope.terms.expect("a sequence is only named where its claim gives its terms");
                number(self.located(terms.term(*sequence, &index.number(scope)?))?)
            }
            ExprKind::Mex { terms, letter, from, below } => {
                let mut letters = scope.letters.to_vec();
                if letters.len() <= *letter {
                    letters.resize(*letter + 1, Number::from(0));
                }
                let mut values = Vec::new();
                let mut at = from.whole(scope)?;
                let below = below.whole(scope)?;
                if &below - &at > BigInt::from(MAX_TERMS) {
                    return Err(self.problem(Problem::TooLarge(below.to_string())));
                }
                while at < below {
                    letters[*letter] = Number::from(at.clone());
                    let inner = Scope { letters: &letters, ..*scope };
                    for term in terms {
                        values.push(term.whole(&inner)?);
                    }
                    at += 1;
                }
                number(Number::from(mex(values)))
            }
        }
    }

    /// The value as a number.
    ///
    /// # Errors
    ///
    /// Where it has no value, or one of another kind.
    pub fn number(&self, scope: &Scope<'_>) -> Result<Number, EvalError> {
        // The two commonest shapes without a detour through `Value`.
        match &self.kind {
            ExprKind::Constant(Value::Number(number)) => Ok(number.clone()),
            ExprKind::Slot(slot) => Ok(slot.value(scope)),
            _ => match self.eval(scope)? {
                Value::Number(number) => Ok(number),
                other => Err(self.problem(Problem::Kind { expected: "a number", found: other.kind() })),
            },
        }
    }

    /// The value as a condition's truth.
    ///
    /// # Errors
    ///
    /// Where it has no value, or one of another kind.
    pub fn truth(&self, scope: &Scope<'_>) -> Result<bool, EvalError> {
        match self.eval(scope)? {
            Value::Bool(truth) => Ok(truth),
            other => Err(self.problem(Problem::Kind { expected: "a condition", found: other.kind() })),
        }
    }

    /// The value as an integer.
    ///
    /// # Errors
    ///
    /// Where it has no value, or one that is not whole.
    pub fn whole(&self, scope: &Scope<'_>) -> Result<BigInt, EvalError> {
        self.integer(&self.number(scope)?)
    }

    /// A number that this expression has given, as an integer.
    fn integer(&self, number: &Number) -> Result<BigInt, EvalError> {
        number.to_integer().ok_or_else(|| self.problem(Problem::NotWhole(number.to_string())))
    }

    fn problem(&self, problem: Problem) -> EvalError {
        EvalError { span: self.span, problem }
    }

    fn located<T, E: Into<Problem>>(&self, result: Result<T, E>) -> Result<T, EvalError> {
        result.map_err(|problem| self.problem(problem.into()))
    }

    fn eval_binary(&self, op: BinaryOp, x: &Expr, y: &Expr, scope: &Scope<'_>) -> Result<Value, EvalError> {
        let truth = |truth: bool| Ok(Value::Bool(truth));
        match op {
            BinaryOp::And => truth(x.truth(scope)? && y.truth(scope)?),
            BinaryOp::Or => truth(x.truth(scope)? || y.truth(scope)?),
            BinaryOp::Eq => truth(self.compare(x, y, scope)? == Ordering::Equal),
            BinaryOp::Ne => truth(self.compare(x, y, scope)? != Ordering::Equal),
            BinaryOp::Lt => truth(self.compare(x, y, scope)? == Ordering::Less),
            BinaryOp::Le => truth(self.compare(x, y, scope)? != Ordering::Greater),
            BinaryOp::Gt => truth(self.compare(x, y, scope)? == Ordering::Greater),
            BinaryOp::Ge => truth(self.compare(x, y, scope)? != Ordering::Less),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod | BinaryOp::Pow => {
                let (x, y) = (x.number(scope)?, y.number(scope)?);
                let result = match op {
                    BinaryOp::Add => x.plus(&y),
                    BinaryOp::Sub => x.minus(&y),
                    BinaryOp::Mul => x.times(&y),
                    BinaryOp::Div => x.over(&y),
                    BinaryOp::Mod => x.modulo(&y),
                    _ => x.power(&y),
                };
                Ok(Value::Number(self.located(result)?))
            }
        }
    }

    fn compare(&self, x: &Expr, y: &Expr, scope: &Scope<'_>) -> Result<Ordering, EvalError> {
        match (x.eval(scope)?, y.eval(scope)?) {
            (Value::Number(x), Value::Number(y)) => Ok(x.cmp(&y)),
            (Value::Unlimited, Value::Unlimited) => Ok(Ordering::Equal),
            (Value::Unlimited, Value::Number(_)) => Ok(Ordering::Greater),
            (Value::Number(_), Value::Unlimited) => Ok(Ordering::Less),
            (Value::Number(_) | Value::Unlimited, other) => {
                Err(y.problem(Problem::Kind { expected: "a number", found: other.kind() }))
            }
            (other, _) => Err(x.problem(Problem::Kind { expected: "a number", found: other.kind() })),
        }
    }

    fn eval_call(&self, function: Function, arguments: &[Expr], scope: &Scope<'_>) -> Result<Value, EvalError> {
        let number = |number: Number| Ok(Value::Number(number));
        let numbers = || arguments.iter().map(|argument| argument.number(scope)).collect::<Result<Vec<_>, _>>();
        let wholes = || arguments.iter().map(|argument| argument.whole(scope)).collect::<Result<Vec<_>, _>>();
        match function {
            Function::Floor => number(Number::from(arguments[0].number(scope)?.floor())),
            Function::Ceil => number(Number::from(arguments[0].number(scope)?.ceil())),
            Function::Abs => number(arguments[0].number(scope)?.absolute()),
            Function::Min | Function::Max => {
                let wanted = if function == Function::Min { Ordering::Less } else { Ordering::Greater };
                let mut best: Option<Number> = None;
                // `unlimited` is no number, but the least of it and a number is the number.
                let mut unlimited = false;
                for argument in arguments {
                    match argument.eval(scope)? {
                        Value::Unlimited => unlimited = true,
                        Value::Number(value) => {
                            if best.as_ref().is_none_or(|best| value.cmp(best) == wanted) {
                                best = Some(value);
                            }
                        }
                        other => {
                            return Err(argument.problem(Problem::Kind { expected: "a number", found: other.kind() }));
                        }
                    }
                }
                match best {
                    Some(best) if !(unlimited && function == Function::Max) => number(best),
                    _ => Ok(Value::Unlimited),
                }
            }
            Function::Sqrt => number(self.located(arguments[0].number(scope)?.sqrt())?),
            Function::NimSum => {
                let mut sum = BigUint::zero();
                for argument in arguments {
                    sum ^= natural(argument, argument.whole(scope)?)?;
                }
                number(Number::from(BigInt::from(sum)))
            }
            Function::Mex => number(Number::from(mex(wholes()?))),
            Function::Sum => {
                let mut sum = Number::from(0);
                for value in numbers()? {
                    sum = self.located(sum.plus(&value))?;
                }
                number(sum)
            }
            Function::IsSquare => {
                let x = arguments[0].whole(scope)?;
                Ok(Value::Bool(x.to_biguint().is_some_and(|x| x.sqrt().pow(2) == x)))
            }
            Function::IsPrime => {
                let x = arguments[0].number(scope)?;
                // Such numbers without a detour through integers of any size.
                if let Some(x) = x.to_i64().filter(|x| *x < 1 << 40) {
                    return Ok(Value::Bool(u64::try_from(x).is_ok_and(is_prime)));
                }
                let x = arguments[0].integer(&x)?;
                match x.to_biguint() {
                    None => Ok(Value::Bool(false)),
                    Some(_) => Err(arguments[0].problem(Problem::TooLarge(x.to_string()))),
                }
            }
            Function::IsPower => {
                let (x, base) = (arguments[0].whole(scope)?, arguments[1].whole(scope)?);
                if base < BigInt::from(2) {
                    return Err(arguments[1].problem(Problem::Kind { expected: "a base of at least 2", found: "less" }));
                }
                let mut power = BigInt::one();
                while power < x {
                    power *= &base;
                }
                Ok(Value::Bool(power == x))
            }
            Function::Divides => {
                let (divisor, x) = (arguments[0].whole(scope)?, arguments[1].whole(scope)?);
                Ok(Value::Bool(if divisor.is_zero() { x.is_zero() } else { (x % divisor).is_zero() }))
            }
            Function::Gcd => {
                let values = wholes()?;
                number(Number::from(num_integer::Integer::gcd(&values[0], &values[1])))
            }
            Function::ColumnSum => {
                let Some(modulus) = wholes()?[0].to_u32().filter(|modulus| *modulus >= 2) else {
                    return Err(
                        arguments[0].problem(Problem::Kind { expected: "a modulus of at least 2", found: "another" })
                    );
                };
                let mut sizes = Vec::new();
                for argument in &arguments[1..] {
                    sizes.push(natural(argument, argument.whole(scope)?)?);
                }
                let width = sizes.iter().map(BigUint::bits).max().unwrap_or(0);
                let mut sum = BigUint::zero();
                for column in (0..width).rev() {
                    let ones = sizes.iter().filter(|size| size.bit(column)).count();
                    sum = sum * modulus + ones % modulus as usize;
                }
                number(Number::from(BigInt::from(sum)))
            }
            Function::Count => {
                let above = numbers()?.iter().filter(|value| value.sign() == Ordering::Greater).count();
                number(Number::from(BigInt::from(above)))
            }
        }
    }
}

impl Item {
    /// The expressions of the element.
    pub fn parts(&self) -> impl Iterator<Item = &Expr> {
        let (first, second) = match self {
            Item::Value(x) => (x, None),
            Item::Range(low, high) => (low, Some(high)),
        };
        std::iter::once(first).chain(second)
    }

    fn holds(&self, wanted: &Number, scope: &Scope<'_>) -> Result<bool, EvalError> {
        match self {
            Item::Value(x) => Ok(x.number(scope)? == *wanted),
            Item::Range(low, high) => Ok(wanted.to_integer().is_some()
                && *wanted >= low.number(scope)?
                && match high.eval(scope)? {
                    Value::Unlimited => true,
                    _ => *wanted <= high.number(scope)?,
                }),
        }
    }
}

impl Slot {
    fn value(self, scope: &Scope<'_>) -> Number {
        let size = |size: u64| Number::from(BigInt::from(size));
        match self {
            Slot::Size => size(scope.heaps[scope.heap.expect("a heap is in question")]),
            Slot::Number => size(scope.heap.expect("a heap is in question") as u64 + 1),
            Slot::Heap(heap) => size(scope.heaps[heap]),
            Slot::Letter(letter) => scope.letters[letter].clone(),
            Slot::Register(register) => size(scope.registers[register]),
            Slot::Min => size(scope.heaps.iter().copied().min().unwrap_or(0)),
            Slot::Max => size(scope.heaps.iter().copied().max().unwrap_or(0)),
            Slot::Sum => {
                let sum = scope.heaps.iter().fold(BigInt::zero(), |sum, size| sum + size);
                Number::from(sum)
            }
            Slot::NimSum => size(scope.heaps.iter().fold(0, |sum, size| sum ^ size)),
        }
    }
}

/// The least natural number that is not among the values.
pub fn mex(mut values: Vec<BigInt>) -> BigInt {
    values.sort();
    let mut least = BigInt::zero();
    for value in values {
        if value == least {
            least += 1;
        }
    }
    least
}

fn natural(place: &Expr, value: BigInt) -> Result<BigUint, EvalError> {
    value
        .to_biguint()
        .ok_or_else(|| place.problem(Problem::Kind { expected: "a natural number", found: "a negative one" }))
}

fn is_prime(x: u64) -> bool {
    x >= 2 && (2..).take_while(|d| d * d <= x).all(|d| !x.is_multiple_of(d))
}
