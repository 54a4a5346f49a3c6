//! Names looked up and kinds checked: from an expression of the syntax tree to one that can be evaluated.

use super::expr::{Expr, ExprKind, Function, Item, Scope, Slot, Value};
use super::number::Number;
use crate::diagnostics::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::tree::{self, BinaryOp};
use crate::text::Text;
use num_bigint::BigInt;

/// What an expression stands for, as far as it matters for what may be done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number.
    Number,
    /// A condition.
    Bool,
    /// A list.
    List,
    /// `unlimited`.
    Unlimited,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Number => "a number",
            Kind::Bool => "a condition",
            Kind::List => "a list",
            Kind::Unlimited => "`unlimited`",
        }
    }

    fn of(value: &Value) -> Kind {
        match value {
            Value::Number(_) => Kind::Number,
            Value::Bool(_) => Kind::Bool,
            Value::List(_) => Kind::List,
            Value::Unlimited => Kind::Unlimited,
        }
    }
}

/// What the names of a game stand for everywhere in it.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    /// The parameters.
    pub parameters: &'a [(String, Value)],
    /// The heaps' names, if they have any.
    pub heap_names: Option<&'a [Text]>,
    /// How many heaps there are.
    pub heaps: usize,
}

/// Resolves the expressions of one place: a move, a family, a condition on positions.
pub(super) struct Resolver<'a> {
    names: Names<'a>,
    /// The letters, by slot.
    pub letters: Vec<String>,
    /// The sequences of a claim, by number.
    pub sequences: Vec<String>,
    /// Whether a heap is in question, so that `h` and `i` mean something.
    one_heap: bool,
    /// Whether positions are in question, so that heaps and `min`, `max`, `sum`, `nimsum` mean something.
    positions: bool,
    /// Whether a name that nothing defines becomes a letter.
    free_letters: bool,
    /// What was found wrong.
    pub diagnostics: Vec<Diagnostic>,
}

type Resolved = Option<(Expr, Kind)>;

impl<'a> Resolver<'a> {
    /// For expressions without any position, as in a parameter's value.
    pub(super) fn constants(names: Names<'a>) -> Resolver<'a> {
        Resolver {
            names,
            letters: Vec::new(),
            sequences: Vec::new(),
            one_heap: false,
            positions: false,
            free_letters: false,
            diagnostics: Vec::new(),
        }
    }

    /// For conditions on positions.
    pub(super) fn positions(names: Names<'a>) -> Resolver<'a> {
        Resolver { positions: true, ..Resolver::constants(names) }
    }

    /// For the expressions of a move with these letters; `one_heap` says whether `h` and `i` mean something.
    pub(super) fn a_move(names: Names<'a>, letters: Vec<String>, one_heap: bool) -> Resolver<'a> {
        Resolver { letters, one_heap, ..Resolver::positions(names) }
    }

    /// For families of positions, where any name that nothing defines is a letter.
    pub(super) fn family(names: Names<'a>, sequences: Vec<String>) -> Resolver<'a> {
        Resolver { sequences, free_letters: true, ..Resolver::constants(names) }
    }

    /// Whether the name means something here without becoming a letter.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.look_up(name).is_some()
    }

    /// A number, or `None` after a diagnostic.
    pub(super) fn number(&mut self, expr: &tree::Expr) -> Option<Expr> {
        self.of_kind(expr, &[Kind::Number])
    }

    /// A number or `unlimited`, or `None` after a diagnostic.
    pub(super) fn bound(&mut self, expr: &tree::Expr) -> Option<Expr> {
        self.of_kind(expr, &[Kind::Number, Kind::Unlimited])
    }

    /// A condition, or `None` after a diagnostic.
    pub(super) fn condition(&mut self, expr: &tree::Expr) -> Option<Expr> {
        self.of_kind(expr, &[Kind::Bool])
    }

    /// A constant of any kind, or `None` after a diagnostic.
    pub(super) fn value(&mut self, expr: &tree::Expr) -> Option<Value> {
        let (resolved, _) = self.resolve(expr)?;
        match resolved.kind {
            ExprKind::Constant(value) => Some(value),
            _ => {
                let message = "this has no fixed value";
                self.diagnostics.push(Diagnostic::error("not-constant", expr.span, message));
                None
            }
        }
    }

    /// A constant integer, or `None` after a diagnostic.
    pub(super) fn integer(&mut self, expr: &tree::Expr) -> Option<BigInt> {
        let value = self.value(expr)?;
        let whole = match &value {
            Value::Number(number) => number.to_integer(),
            _ => None,
        };
        if whole.is_none() {
            let found = match &value {
                Value::Number(number) => number.to_string(),
                other => other.kind().to_owned(),
            };
            let message = format!("expected a whole number, found {found}");
            self.diagnostics.push(Diagnostic::error("not-whole", expr.span, message));
        }
        whole
    }

    fn of_kind(&mut self, expr: &tree::Expr, wanted: &[Kind]) -> Option<Expr> {
        let (resolved, kind) = self.resolve(expr)?;
        if wanted.contains(&kind) {
            return Some(resolved);
        }
        let message = format!("expected {}, found {}", wanted[0].name(), kind.name());
        let mut diagnostic = Diagnostic::error("wrong-kind", expr.span, message);
        if wanted[0] == Kind::Bool && kind == Kind::Number {
            diagnostic = diagnostic.help("a condition compares two things, as in `h mod 2 = 0`");
        }
        self.diagnostics.push(diagnostic);
        None
    }

    /// Resolves an expression of any kind, or gives `None` after a diagnostic.
    ///
    /// What does not depend on the position is computed here, so that a constant division by zero is found at once.
    pub(super) fn resolve(&mut self, expr: &tree::Expr) -> Resolved {
        let (kind, of) = self.resolve_kind(expr)?;
        let resolved = Expr { kind, span: expr.span };
        if matches!(resolved.kind, ExprKind::Constant(_)) {
            return Some((resolved, of));
        }
        let mut fixed = true;
        resolved.walk(&mut |part| {
            fixed &= !matches!(part.kind, ExprKind::Slot(_) | ExprKind::Term(..) | ExprKind::Mex { .. });
        });
        if !fixed {
            return Some((resolved, of));
        }
        match resolved.eval(&Scope::default()) {
            Ok(value) => {
                let of = Kind::of(&value);
                Some((Expr::constant(value, expr.span), of))
            }
            Err(error) => {
                self.diagnostics.push(Diagnostic::error("no-value", error.span, error.problem.to_string()));
                None
            }
        }
    }

    fn resolve_kind(&mut self, expr: &tree::Expr) -> Option<(ExprKind, Kind)> {
        let constant = |value: Value| {
            let kind = Kind::of(&value);
            Some((ExprKind::Constant(value), kind))
        };
        match &expr.kind {
            tree::ExprKind::Int(value) => constant(Value::Number(Number::from_biguint(value))),
            tree::ExprKind::Unlimited => constant(Value::Unlimited),
            tree::ExprKind::Name(name) => self.name(name, expr.span),
            tree::ExprKind::Neg(x) => Some((ExprKind::Neg(Box::new(self.number(x)?)), Kind::Number)),
            tree::ExprKind::Not(x) => Some((ExprKind::Not(Box::new(self.condition(x)?)), Kind::Bool)),
            tree::ExprKind::Binary(op, x, y) => self.binary(*op, x, y),
            tree::ExprKind::Chain(operands, comparisons) => {
                let mut whole: Option<Expr> = None;
                for (pair, op) in operands.windows(2).zip(comparisons) {
                    let (kind, _) = self.binary(*op, &pair[0], &pair[1])?;
                    let next = Expr { kind, span: pair[0].span.to(pair[1].span) };
                    whole = Some(match whole {
                        None => next,
                        Some(before) => {
                            let span = before.span.to(next.span);
                            Expr { kind: ExprKind::Binary(BinaryOp::And, Box::new(before), Box::new(next)), span }
                        }
                    });
                }
                Some((whole?.kind, Kind::Bool))
            }
            tree::ExprKind::Call(function, arguments, binder) => self.call(function, arguments, binder.as_deref()),
            tree::ExprKind::Index(list, index) => {
                if let tree::ExprKind::Name(name) = &list.kind
                    && let Some(sequence) = self.sequences.iter().position(|known| known == name)
                {
                    return Some((ExprKind::Term(sequence, Box::new(self.number(index)?)), Kind::Number));
                }
                let list = self.of_kind(list, &[Kind::List])?;
                let index = self.number(index)?;
                Some((ExprKind::Index(Box::new(list), Box::new(index)), Kind::Number))
            }
            tree::ExprKind::List(elements) => {
                let mut values = Vec::new();
                for element in elements {
                    values.push(self.value(element)?);
                }
                constant(Value::List(values))
            }
            tree::ExprKind::In(x, items) => {
                let x = self.number(x)?;
                Some((ExprKind::In(Box::new(x), self.items(items)?), Kind::Bool))
            }
        }
    }

    /// The elements of a set in braces.
    pub(super) fn items(&mut self, items: &[tree::SetItem]) -> Option<Vec<Item>> {
        let resolved: Vec<Option<Item>> = items
            .iter()
            .map(|item| match item {
                tree::SetItem::Value(x) => Some(Item::Value(self.number(x)?)),
                tree::SetItem::Range(low, high) => {
                    let low = self.number(low);
                    let high = self.bound(high);
                    Some(Item::Range(low?, high?))
                }
            })
            .collect();
        resolved.into_iter().collect()
    }

    fn binary(&mut self, op: BinaryOp, x: &tree::Expr, y: &tree::Expr) -> Option<(ExprKind, Kind)> {
        let (operands, result) = match op {
            BinaryOp::And | BinaryOp::Or => (&[Kind::Bool][..], Kind::Bool),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                (&[Kind::Number, Kind::Unlimited][..], Kind::Bool)
            }
            _ => (&[Kind::Number][..], Kind::Number),
        };
        let (x, y) = (self.of_kind(x, operands), self.of_kind(y, operands));
        Some((ExprKind::Binary(op, Box::new(x?), Box::new(y?)), result))
    }

    fn call(
        &mut self,
        name: &Spanned<String>,
        arguments: &[tree::Expr],
        binder: Option<&tree::Binder>,
    ) -> Option<(ExprKind, Kind)> {
        let Some((_, function, count)) = Function::ALL.into_iter().find(|(known, ..)| *known == name.node) else {
            let message = format!("there is no function `{}`", name.node);
            let diagnostic = Diagnostic::error("unknown-function", name.span, message)
                .suggest(&name.node, Function::ALL.iter().map(|(known, ..)| *known));
            self.diagnostics.push(diagnostic);
            return None;
        };
        if let Some(binder) = binder {
            return self.mex(name, function, arguments, binder);
        }
        if !count.contains(&arguments.len()) {
            let wanted = if count.end() == count.start() {
                format!("{}", count.start())
            } else {
                format!("at least {}", count.start())
            };
            let message = format!(
                "`{}` takes {wanted} argument{}, not {}",
                name.node,
                if wanted == "1" { "" } else { "s" },
                arguments.len()
            );
            self.diagnostics.push(Diagnostic::error("argument-count", name.span, message));
            return None;
        }
        let wanted: &[Kind] = match function {
            Function::Min | Function::Max => &[Kind::Number, Kind::Unlimited],
            _ => &[Kind::Number],
        };
        let resolved: Vec<Option<Expr>> = arguments.iter().map(|argument| self.of_kind(argument, wanted)).collect();
        let resolved: Vec<Expr> = resolved.into_iter().collect::<Option<_>>()?;
        let mut resolved = resolved;
        if function == Function::ColumnSum && resolved.len() == 1 && self.positions {
            // Of all heaps, where none are named.
            let heap = |heap| Expr { kind: ExprKind::Slot(Slot::Heap(heap)), span: name.span };
            resolved.extend((0..self.names.heaps).map(heap));
        }
        let result = match function {
            Function::IsSquare | Function::IsPrime | Function::IsPower | Function::Divides => Kind::Bool,
            _ => Kind::Number,
        };
        Some((ExprKind::Call(function, resolved), result))
    }

    /// `mex(a[j], b[j] for j < k)`.
    fn mex(
        &mut self,
        name: &Spanned<String>,
        function: Function,
        arguments: &[tree::Expr],
        binder: &tree::Binder,
    ) -> Option<(ExprKind, Kind)> {
        let form = "the form is `mex(a[j], b[j] for j < k)`, or `for 1 <= j < k`";
        let bounds = (function == Function::Mex).then(|| binder_bounds(binder)).flatten();
        let Some((letter, from, below)) = bounds else {
            let message = format!("`{}` cannot run over these values", name.node);
            self.diagnostics.push(Diagnostic::error("bad-binder", name.span, message).help(form));
            return None;
        };
        let below = self.number(below)?;
        let from = match from {
            Some(from) => self.number(from)?,
            None => Expr::constant(Value::Number(Number::from(0)), name.span),
        };
        // The letter is known inside the call alone; its slot is not used again.
        let slot = self.letters.len();
        self.letters.push(letter.to_owned());
        let terms: Vec<Option<Expr>> = arguments.iter().map(|argument| self.number(argument)).collect();
        self.letters[slot] = String::new();
        let terms = terms.into_iter().collect::<Option<Vec<_>>>()?;
        Some((ExprKind::Mex { terms, letter: slot, from: Box::new(from), below: Box::new(below) }, Kind::Number))
    }

    fn name(&mut self, name: &str, span: Span) -> Option<(ExprKind, Kind)> {
        if let Some(found) = self.look_up(name) {
            return Some(found);
        }
        if self.free_letters && name.chars().count() <= 2 {
            self.letters.push(name.to_owned());
            return Some((ExprKind::Slot(Slot::Letter(self.letters.len() - 1)), Kind::Number));
        }
        let mut diagnostic = match name {
            "h" | "i" if self.positions => Diagnostic::error(
                "no-single-heap",
                span,
                format!("`{name}` speaks of one heap, and here several are in question"),
            ),
            _ => Diagnostic::error("undefined-name", span, format!("`{name}` is not defined"))
                .suggest(name, self.known_names().iter().map(String::as_str)),
        };
        if diagnostic.help.is_empty() && diagnostic.code == "undefined-name" {
            diagnostic = diagnostic.help(format!("define it with `let {name} = …`"));
        }
        self.diagnostics.push(diagnostic);
        None
    }

    fn look_up(&self, name: &str) -> Option<(ExprKind, Kind)> {
        let slot = |slot: Slot| Some((ExprKind::Slot(slot), Kind::Number));
        if let Some(letter) = self.letters.iter().rposition(|known| known == name) {
            return slot(Slot::Letter(letter));
        }
        if let Some((_, value)) = self.names.parameters.iter().find(|(known, _)| known == name) {
            return Some((ExprKind::Constant(value.clone()), Kind::of(value)));
        }
        if name == "phi" {
            return Some((ExprKind::Constant(Value::Number(Number::phi())), Kind::Number));
        }
        if self.one_heap {
            match name {
                "h" => return slot(Slot::Size),
                "i" => return slot(Slot::Number),
                _ => {}
            }
        }
        if self.positions {
            let heap = self.names.heap_names.and_then(|names| names.iter().position(|known| known.matches(name)));
            if let Some(heap) = heap {
                return slot(Slot::Heap(heap));
            }
            match name {
                "min" => return slot(Slot::Min),
                "max" => return slot(Slot::Max),
                "sum" => return slot(Slot::Sum),
                "nimsum" => return slot(Slot::NimSum),
                // A single heap may go by `h` in conditions on positions too.
                "h" if self.names.heaps == 1 => return slot(Slot::Heap(0)),
                _ => {}
            }
        }
        None
    }

    fn known_names(&self) -> Vec<String> {
        let mut known: Vec<String> = self.letters.iter().filter(|letter| !letter.is_empty()).cloned().collect();
        known.extend(self.names.parameters.iter().map(|(name, _)| name.clone()));
        if self.positions {
            known.extend(["min", "max", "sum", "nimsum"].map(str::to_owned));
            known.extend(
                self.names.heap_names.unwrap_or_default().iter().flat_map(|name| name.wordings().map(str::to_owned)),
            );
        }
        known.push("phi".to_owned());
        known.push("unlimited".to_owned());
        // A single letter is near every other one; suggesting it helps nobody.
        known.retain(|name| name.chars().count() > 1);
        known
    }
}

/// The letter of a binder, its first value if it is said, and the first value that it does not reach.
fn binder_bounds(binder: &tree::Binder) -> Option<(&str, Option<&tree::Expr>, &tree::Expr)> {
    let [condition] = binder.conditions.as_slice() else { return None };
    fn letter(expr: &tree::Expr) -> Option<&str> {
        match &expr.kind {
            tree::ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }
    match &condition.kind {
        tree::ExprKind::Binary(BinaryOp::Lt, x, below) => Some((letter(x)?, None, below)),
        tree::ExprKind::Chain(operands, comparisons) => match (operands.as_slice(), comparisons.as_slice()) {
            ([from, x, below], [BinaryOp::Le, BinaryOp::Lt]) => Some((letter(x)?, Some(from), below)),
            _ => None,
        },
        _ => None,
    }
}
