//! Expressions, with fractions of machine numbers.

use bouton::syntax::tree::{BinaryOp, Expr, ExprKind, SetItem};
use bouton::text::Text;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ratio(pub(crate) i128, pub(crate) i128);

/// What an expression stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Number(Ratio),
    Truth(bool),
    List(Vec<Value>),
    Unlimited,
}

/// An expression without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoValue(pub(crate) String);

pub(crate) type Result<T> = std::result::Result<T, NoValue>;

pub(crate) fn no_value<T>(why: &str) -> Result<T> {
    Err(NoValue(why.to_owned()))
}

impl Ratio {
    pub(crate) fn new(over: i128, under: i128) -> Ratio {
        let divisor = gcd(over, under).max(1);
        let sign = if under < 0 { -1 } else { 1 };
        Ratio(sign * over / divisor, sign * under / divisor)
    }

    pub(crate) fn whole(value: i128) -> Ratio {
        Ratio(value, 1)
    }

    fn plus(self, other: Ratio) -> Ratio {
        Ratio::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn negative(self) -> Ratio {
        Ratio(-self.0, self.1)
    }

    fn times(self, other: Ratio) -> Ratio {
        Ratio::new(self.0 * other.0, self.1 * other.1)
    }

    fn over(self, other: Ratio) -> Result<Ratio> {
        if other.0 == 0 { no_value("division by zero") } else { Ok(Ratio::new(self.0 * other.1, self.1 * other.0)) }
    }

    fn floor(self) -> i128 {
        self.0.div_euclid(self.1)
    }

    pub(crate) fn to_whole(self) -> Option<i128> {
        (self.1 == 1).then_some(self.0)
    }

    fn compare(self, other: Ratio) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// What the names of an expression mean at one place.
#[derive(Clone, Default)]
pub(crate) struct Scope<'a> {
    pub(crate) heaps: &'a [u64],
    pub(crate) names: &'a [Text],
    pub(crate) parameters: &'a [(String, Value)],
    pub(crate) letters: Vec<(String, i128)>,
    pub(crate) heap: Option<usize>,
    /// What the position remembers.
    pub(crate) memory: Option<&'a BTreeMap<String, u64>>,
}

impl Scope<'_> {
    fn name(&self, name: &str) -> Result<Value> {
        let number = |value: i128| Ok(Value::Number(Ratio::whole(value)));
        if let Some((_, value)) = self.letters.iter().find(|(letter, _)| letter == name) {
            return number(*value);
        }
        if let Some((_, value)) = self.parameters.iter().find(|(known, _)| known == name) {
            return Ok(value.clone());
        }
        if let Some(value) = self.memory.and_then(|memory| memory.get(name)) {
            return number(i128::from(*value));
        }
        if let Some(at) = self.names.iter().position(|known| known.matches(name)) {
            return number(i128::from(self.heaps[at]));
        }
        let sizes = || self.heaps.iter().map(|size| i128::from(*size));
        match (name, self.heap) {
            ("h", Some(heap)) => number(i128::from(self.heaps[heap])),
            ("h", None) if self.heaps.len() == 1 => number(i128::from(self.heaps[0])),
            ("i", Some(heap)) => number(heap as i128 + 1),
            ("min", _) => number(sizes().min().unwrap_or(0)),
            ("max", _) => number(sizes().max().unwrap_or(0)),
            ("sum", _) => number(sizes().sum()),
            ("nimsum", _) => number(sizes().fold(0, |sum, size| sum ^ size)),
            _ => no_value(&format!("`{name}` means nothing here")),
        }
    }

    pub(crate) fn eval(&self, expr: &Expr) -> Result<Value> {
        let number = |value: Ratio| Ok(Value::Number(value));
        match &expr.kind {
            ExprKind::Int(value) => {
                number(Ratio::whole(i128::try_from(value).map_err(|_| NoValue("huge".to_owned()))?))
            }
            ExprKind::Name(name) => self.name(name),
            ExprKind::Unlimited => Ok(Value::Unlimited),
            ExprKind::Neg(x) => number(self.number(x)?.negative()),
            ExprKind::Not(x) => Ok(Value::Truth(!self.truth(x)?)),
            ExprKind::Binary(BinaryOp::And, x, y) => Ok(Value::Truth(self.truth(x)? && self.truth(y)?)),
            ExprKind::Binary(BinaryOp::Or, x, y) => Ok(Value::Truth(self.truth(x)? || self.truth(y)?)),
            ExprKind::Binary(op, x, y) => self.binary(*op, x, y),
            ExprKind::Chain(operands, operators) => {
                let mut holds = true;
                for (pair, op) in operands.windows(2).zip(operators) {
                    holds = holds && self.binary(*op, &pair[0], &pair[1])? == Value::Truth(true);
                }
                Ok(Value::Truth(holds))
            }
            ExprKind::Call(function, arguments, _) => self.call(&function.node, arguments),
            ExprKind::Index(list, index) => {
                let Value::List(elements) = self.eval(list)? else { return no_value("no list") };
                let at = self.whole(index)?;
                let found = usize::try_from(at - 1).ok().and_then(|at| elements.get(at).cloned());
                found.ok_or_else(|| NoValue("no such element".to_owned()))
            }
            ExprKind::List(elements) => {
                Ok(Value::List(elements.iter().map(|element| self.eval(element)).collect::<Result<_>>()?))
            }
            ExprKind::In(x, items) => {
                let x = self.number(x)?;
                for item in items {
                    let inside = match item {
                        SetItem::Value(value) => self.number(value)? == x,
                        SetItem::Range(low, high) => {
                            x.to_whole().is_some()
                                && x.compare(self.number(low)?) != Ordering::Less
                                && match self.eval(high)? {
                                    Value::Unlimited => true,
                                    _ => x.compare(self.number(high)?) != Ordering::Greater,
                                }
                        }
                    };
                    if inside {
                        return Ok(Value::Truth(true));
                    }
                }
                Ok(Value::Truth(false))
            }
        }
    }

    pub(crate) fn number(&self, expr: &Expr) -> Result<Ratio> {
        match self.eval(expr)? {
            Value::Number(value) => Ok(value),
            other => no_value(&format!("{other:?} is no number")),
        }
    }

    pub(crate) fn truth(&self, expr: &Expr) -> Result<bool> {
        match self.eval(expr)? {
            Value::Truth(truth) => Ok(truth),
            other => no_value(&format!("{other:?} is no condition")),
        }
    }

    pub(crate) fn whole(&self, expr: &Expr) -> Result<i128> {
        self.number(expr)?.to_whole().ok_or_else(|| NoValue("not whole".to_owned()))
    }

    fn binary(&self, op: BinaryOp, x: &Expr, y: &Expr) -> Result<Value> {
        let (left, right) = (self.eval(x)?, self.eval(y)?);
        let order = match (&left, &right) {
            (Value::Number(x), Value::Number(y)) => x.compare(*y),
            (Value::Unlimited, Value::Unlimited) => Ordering::Equal,
            (Value::Unlimited, Value::Number(_)) => Ordering::Greater,
            (Value::Number(_), Value::Unlimited) => Ordering::Less,
            _ => return no_value("kinds"),
        };
        let holds = match op {
            BinaryOp::Eq => order == Ordering::Equal,
            BinaryOp::Ne => order != Ordering::Equal,
            BinaryOp::Lt => order == Ordering::Less,
            BinaryOp::Le => order != Ordering::Greater,
            BinaryOp::Gt => order == Ordering::Greater,
            BinaryOp::Ge => order != Ordering::Less,
            _ => {
                let (Value::Number(x), Value::Number(y)) = (left, right) else { return no_value("kinds") };
                return self.arithmetic(op, x, y).map(Value::Number);
            }
        };
        Ok(Value::Truth(holds))
    }

    fn arithmetic(&self, op: BinaryOp, x: Ratio, y: Ratio) -> Result<Ratio> {
        match op {
            BinaryOp::Add => Ok(x.plus(y)),
            BinaryOp::Sub => Ok(x.plus(y.negative())),
            BinaryOp::Mul => Ok(x.times(y)),
            BinaryOp::Div => x.over(y),
            BinaryOp::Mod if y.0 > 0 => Ok(x.plus(y.times(Ratio::whole(x.over(y)?.floor())).negative())),
            BinaryOp::Mod => no_value("modulus"),
            BinaryOp::Pow => match y.to_whole() {
                Some(exponent @ 0..=20) => Ok((0..exponent).fold(Ratio::whole(1), |power, _| power.times(x))),
                Some(exponent @ 21..=100) if x == Ratio::whole(2) => Ok(Ratio::whole(1 << exponent)),
                _ => no_value("exponent"),
            },
            _ => unreachable!("comparisons and connectives are dealt with before"),
        }
    }

    fn call(&self, function: &str, arguments: &[Expr]) -> Result<Value> {
        let number = |value: i128| Ok(Value::Number(Ratio::whole(value)));
        let wholes = || arguments.iter().map(|argument| self.whole(argument)).collect::<Result<Vec<i128>>>();
        match function {
            "floor" => number(self.number(&arguments[0])?.floor()),
            "ceil" => number(-self.number(&arguments[0])?.negative().floor()),
            "abs" => {
                let x = self.number(&arguments[0])?;
                Ok(Value::Number(if x.0 < 0 { x.negative() } else { x }))
            }
            "min" | "max" => {
                let values = arguments.iter().map(|argument| self.eval(argument)).collect::<Result<Vec<Value>>>()?;
                let unlimited = values.contains(&Value::Unlimited);
                let numbers = values.iter().filter_map(|value| match value {
                    Value::Number(number) => Some(*number),
                    _ => None,
                });
                let best = if function == "min" {
                    numbers.min_by(|x, y| x.compare(*y))
                } else if unlimited {
                    None
                } else {
                    numbers.max_by(|x, y| x.compare(*y))
                };
                Ok(best.map_or(Value::Unlimited, Value::Number))
            }
            "sum" => {
                let mut sum = Ratio::whole(0);
                for argument in arguments {
                    sum = sum.plus(self.number(argument)?);
                }
                Ok(Value::Number(sum))
            }
            "nimsum" => {
                let values = wholes()?;
                if values.iter().any(|value| *value < 0) {
                    return no_value("negative");
                }
                number(values.into_iter().fold(0, |sum, value| sum ^ value))
            }
            "mex" => {
                let values = wholes()?;
                number((0..).find(|value| !values.contains(value)).expect("the list ends"))
            }
            "count" => {
                let mut count = 0;
                for argument in arguments {
                    count += i128::from(self.number(argument)?.0 > 0);
                }
                number(count)
            }
            "gcd" => {
                let values = wholes()?;
                number(gcd(values[0], values[1]))
            }
            "is_square" => {
                let x = self.whole(&arguments[0])?;
                Ok(Value::Truth((0..).take_while(|root| root * root <= x).any(|root| root * root == x)))
            }
            "is_prime" => {
                let x = self.whole(&arguments[0])?;
                Ok(Value::Truth(x >= 2 && (2..x).all(|divisor| x % divisor != 0)))
            }
            "is_power" => {
                let values = wholes()?;
                let mut powers = std::iter::successors(Some(1), |power| Some(power * values[1]));
                Ok(Value::Truth(powers.find(|power| *power >= values[0]) == Some(values[0])))
            }
            "divides" => {
                let values = wholes()?;
                Ok(Value::Truth(if values[0] == 0 { values[1] == 0 } else { values[1] % values[0] == 0 }))
            }
            _ => no_value(&format!("no function `{function}` here")),
        }
    }
}
