//! Take-away games played by brute force, straight from the syntax tree.
//!
//! Everything here is written without a look at how the program does it: expressions are evaluated with fractions of
//! machine numbers, moves are found by asking of *every* vector of amounts whether some rule allows it, and outcomes by
//! recursion. It shares the parser and nothing else.
#![allow(dead_code, unreachable_pub, reason = "each test program includes it and uses a part")]

pub(crate) mod generate;

use bouton::source::Spanned;
use bouton::syntax::tree::{
    Amount, AmountSet, Amounts, BinaryOp, Expr, ExprKind, Heaps, MoveBody, Play, Selection, SetItem, Take,
};
use bouton::syntax::tree::{Body, Game};
use bouton::text::Text;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

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

type Result<T> = std::result::Result<T, NoValue>;

fn no_value<T>(why: &str) -> Result<T> {
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

/// A game as its file says it, with everything that has been found out about it.
pub(crate) struct Brute<'a> {
    pub(crate) heaps: usize,
    names: Vec<Text>,
    parameters: Vec<(String, Value)>,
    body: &'a Body,
    pub(crate) play: Play,
    options: HashMap<Vec<u64>, BTreeSet<Vec<u64>>>,
    is_p: HashMap<Vec<u64>, bool>,
    grundy: HashMap<Vec<u64>, u32>,
}

impl<'a> Brute<'a> {
    /// The game, without a variant.
    pub(crate) fn new(game: &'a Game) -> Result<Brute<'a>> {
        let body = &game.body;
        let mut parameters: Vec<(String, Value)> = Vec::new();
        for one in &body.lets {
            let value = Scope { parameters: &parameters, ..Scope::default() }.eval(&one.value)?;
            parameters.push((one.name.node.clone(), value));
        }
        let Some(Spanned { node: heaps, .. }) = &body.heaps else { return no_value("no heaps") };
        let (heaps, names) = match heaps {
            Heaps::Count(count) => {
                let count = Scope { parameters: &parameters, ..Scope::default() }.whole(count)?;
                (count as usize, Vec::new())
            }
            Heaps::Named(names) => (names.len(), names.iter().map(|name| name.node.clone()).collect()),
        };
        let play = body.play.as_ref().map_or(Play::Normal, |play| play.node);
        let (options, is_p, grundy) = (HashMap::new(), HashMap::new(), HashMap::new());
        Ok(Brute { heaps, names, parameters, body, play, options, is_p, grundy })
    }

    fn scope<'s>(&'s self, position: &'s [u64]) -> Scope<'s> {
        Scope { heaps: position, names: &self.names, parameters: &self.parameters, ..Scope::default() }
    }

    /// The value of a condition at a position.
    pub(crate) fn holds(&self, position: &[u64], condition: &Expr) -> Result<bool> {
        self.scope(position).truth(condition)
    }

    /// The parameters and names as they mean something in a claim, where letters may stand too.
    pub(crate) fn scope_with<'s>(&'s self, position: &'s [u64], letters: &[(String, i128)]) -> Scope<'s> {
        Scope { letters: letters.to_vec(), ..self.scope(position) }
    }

    /// The positions that a move leads to.
    pub(crate) fn options(&mut self, position: &[u64]) -> Result<BTreeSet<Vec<u64>>> {
        if let Some(known) = self.options.get(position) {
            return Ok(known.clone());
        }
        let mut found = BTreeSet::new();
        for left in below(position) {
            if left != position && self.allowed(position, &left)? {
                found.insert(left);
            }
        }
        self.options.insert(position.to_vec(), found.clone());
        Ok(found)
    }

    pub(crate) fn is_p(&mut self, position: &[u64]) -> Result<bool> {
        if let Some(known) = self.is_p.get(position) {
            return Ok(*known);
        }
        let options = self.options(position)?;
        let mut is_p = !options.is_empty() || self.play == Play::Normal;
        for option in options {
            is_p = is_p && !self.is_p(&option)?;
        }
        self.is_p.insert(position.to_vec(), is_p);
        Ok(is_p)
    }

    /// The options that are P-positions.
    pub(crate) fn winning(&mut self, position: &[u64]) -> Result<Vec<Vec<u64>>> {
        let mut winning = Vec::new();
        for option in self.options(position)? {
            if self.is_p(&option)? {
                winning.push(option);
            }
        }
        Ok(winning)
    }

    pub(crate) fn grundy(&mut self, position: &[u64]) -> Result<u32> {
        if let Some(known) = self.grundy.get(position) {
            return Ok(*known);
        }
        let mut values = BTreeSet::new();
        for option in self.options(position)? {
            values.insert(self.grundy(&option)?);
        }
        let value = (0..).find(|value| !values.contains(value)).expect("a set of options ends");
        self.grundy.insert(position.to_vec(), value);
        Ok(value)
    }

    /// Whether some rule allows the move.
    fn allowed(&self, from: &[u64], to: &[u64]) -> Result<bool> {
        let taken: BTreeMap<usize, i128> = from
            .iter()
            .zip(to)
            .enumerate()
            .filter(|(_, (before, after))| before > after)
            .map(|(heap, (before, after))| (heap, i128::from(before - after)))
            .collect();
        if self.body.moves.is_empty() {
            return self.shorthand(&taken);
        }
        // Without a look at the other rules no mistake in one of them would be seen.
        let mut allowed = false;
        for rule in &self.body.moves {
            let MoveBody::Take(take) = &rule.body else { continue };
            allowed |= self.rule(take, from, &taken)?;
        }
        Ok(allowed)
    }

    fn shorthand(&self, taken: &BTreeMap<usize, i128>) -> Result<bool> {
        let scope = Scope { parameters: &self.parameters, ..Scope::default() };
        let limit = |expr: &Option<Expr>| match expr {
            None => Ok(None),
            Some(expr) => match scope.eval(expr)? {
                Value::Unlimited => Ok(None),
                Value::Number(number) => Ok(number.to_whole()),
                _ => no_value("limit"),
            },
        };
        let (most_heaps, most) = (limit(&self.body.heap_limit)?, limit(&self.body.take_limit)?);
        Ok(most_heaps.is_none_or(|limit| taken.len() as i128 <= limit)
            && most.is_none_or(|limit| taken.values().all(|amount| *amount <= limit)))
    }

    fn rule(&self, take: &Take, from: &[u64], taken: &BTreeMap<usize, i128>) -> Result<bool> {
        let constants = Scope { names: &self.names, parameters: &self.parameters, ..Scope::default() };
        let count = |expr: &Expr| match constants.eval(expr)? {
            Value::Unlimited => Ok(self.heaps as i128),
            Value::Number(number) => number.to_whole().ok_or_else(|| NoValue("not whole".to_owned())),
            _ => no_value("count"),
        };
        let touched = taken.len() as i128;
        let (fits, single) = match &take.from.node {
            Selection::Largest
            | Selection::Smallest
            | Selection::First
            | Selection::Last
            | Selection::Ends
            | Selection::Adjacent { .. }
            | Selection::Every { .. } => panic!("the random files hold no such choices of heaps"),
            Selection::Any => (true, self.heaps == 1),
            Selection::All { .. } => (taken.len() == self.heaps, self.heaps == 1),
            Selection::Count { low, high } => {
                let (low, high) = (count(low)?, count(high)?);
                (low <= touched && touched <= high, high == 1)
            }
            Selection::These(heaps) => {
                let mut wanted = BTreeSet::new();
                for heap in heaps {
                    let named = match &heap.kind {
                        ExprKind::Name(name) => self.names.iter().position(|known| known.matches(name)),
                        _ => None,
                    };
                    wanted.insert(match named {
                        Some(heap) => heap,
                        None => (count(heap)? - 1) as usize,
                    });
                }
                (taken.keys().copied().collect::<BTreeSet<_>>() == wanted, wanted.len() == 1)
            }
        };
        if !fits {
            return Ok(false);
        }
        let condition = |scope: &Scope<'_>| match &take.condition {
            None => Ok(true),
            Some(condition) => scope.truth(condition),
        };
        match &take.amounts {
            Amounts::Each(amount) => {
                for (heap, one) in taken {
                    if !self.one_heap(amount, from, *heap, *one, &condition)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Amounts::Same(amount) => {
                let first = taken.values().next();
                for (heap, one) in taken {
                    if Some(one) != first || !self.one_heap(amount, from, *heap, *one, &condition)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Amounts::Letters(letters) => {
                let named =
                    letters.iter().zip(taken.values()).map(|(letter, one)| (letter.node.clone(), *one)).collect();
                let heap = if letters.len() == 1 { taken.keys().next().copied() } else { None };
                condition(&Scope { letters: named, heap, ..self.scope(from) })
            }
            Amounts::Total(amount) => {
                let total: i128 = taken.values().sum();
                let heap = if single { taken.keys().next().copied() } else { None };
                let scope = Scope { heap, ..self.scope(from) };
                let letters = vec![(self.letter(amount), total)];
                Ok(self.in_set(amount, &scope, total)? && condition(&Scope { letters, ..scope })?)
            }
        }
    }

    /// Whether the amount may be taken from the heap.
    fn one_heap(
        &self,
        amount: &Amount,
        from: &[u64],
        heap: usize,
        one: i128,
        condition: &dyn Fn(&Scope<'_>) -> Result<bool>,
    ) -> Result<bool> {
        let scope = Scope { heap: Some(heap), ..self.scope(from) };
        let letters = vec![(self.letter(amount), one)];
        Ok(self.in_set(amount, &scope, one)? && condition(&Scope { letters, ..scope })?)
    }

    /// The letter that stands for an amount in conditions.
    fn letter(&self, amount: &Amount) -> String {
        if let Some(letter) = &amount.letter {
            return letter.node.clone();
        }
        match &amount.set {
            AmountSet::Comprehension(..) => panic!("the random files hold no such amounts"),
            AmountSet::Value(Expr { kind: ExprKind::Name(name), .. }) if !self.means_something(name) => name.clone(),
            _ if self.parameters.iter().any(|(name, _)| name == "t") => "s".to_owned(),
            _ => "t".to_owned(),
        }
    }

    fn means_something(&self, name: &str) -> bool {
        let known = ["h", "i", "min", "max", "sum", "nimsum", "phi"].contains(&name);
        known
            || self.parameters.iter().any(|(parameter, _)| parameter == name)
            || self.names.iter().any(|heap| heap.matches(name))
    }

    fn in_set(&self, amount: &Amount, scope: &Scope<'_>, one: i128) -> Result<bool> {
        let at_most = |high: &Expr| match scope.eval(high)? {
            Value::Unlimited => Ok(true),
            _ => Ok(one <= scope.whole(high)?),
        };
        match &amount.set {
            AmountSet::Comprehension(..) => panic!("the random files hold no such amounts"),
            AmountSet::Any => Ok(true),
            AmountSet::Value(Expr { kind: ExprKind::Name(name), .. }) if !self.means_something(name) => Ok(true),
            AmountSet::Value(value) => match scope.eval(value)? {
                Value::Unlimited => Ok(true),
                _ => Ok(one == scope.whole(value)?),
            },
            AmountSet::Range(low, high) => Ok((scope.whole(low)? <= one) & at_most(high)?),
            AmountSet::Set(items) => {
                let mut inside = false;
                for item in items {
                    inside |= match item {
                        SetItem::Value(value) => one == scope.whole(value)?,
                        SetItem::Range(low, high) => (scope.whole(low)? <= one) & at_most(high)?,
                    };
                }
                Ok(inside)
            }
        }
    }
}

/// All positions with no heap larger than in the given one, itself among them.
pub(crate) fn below(position: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for size in position {
        all = all
            .iter()
            .flat_map(|sizes: &Vec<u64>| {
                (0..=*size).map(move |left| sizes.iter().copied().chain([left]).collect::<Vec<u64>>())
            })
            .collect();
    }
    all
}
