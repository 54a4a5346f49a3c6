//! Claims as formulas over all natural numbers, where they can be stated as such.

use crate::logic::formula::{Formula, Var};
use crate::logic::term::{Term, Terms};
use crate::rules::claim::{Claim, ClaimBody, Family};
use crate::rules::expr::{Expr, ExprKind, Function, Item, Slot, Value};
use crate::rules::number::Number;
use crate::rules::removals::permutations;
use crate::syntax::tree::BinaryOp;
use crate::theorem::HeapValue;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

/// A claim about P-positions as formulas whose free variables are the heaps, `Var(0)`, `Var(1)`, ….
#[derive(Debug)]
pub struct Translation {
    /// Where the claim speaks: heaps ascending, where they are alike and the claim names none, and the claim's condition.
    pub within: Formula,
    /// The positions that it claims to be P-positions.
    pub claimed: Formula,
    /// What has to hold wherever the claim speaks, for the formulas to say the same as the claim.
    pub required: Formula,
}

/// The most heaps whose orders are tried one by one.
const MAX_ORDERED: usize = 4;

/// The claim as formulas; nothing for one that is not about P-positions or that this arithmetic cannot express.
///
/// Where the heaps are `alike`, the entries of a family stand for heaps in any order.
pub fn translate(claim: &Claim, heaps: usize, alike: bool) -> Option<Translation> {
    let ascending = alike && !claim.names_heaps();
    let letters = match &claim.body {
        ClaimBody::Families(families) => families.iter().map(|family| family.letters.len()).max().unwrap_or(0),
        _ => 0,
    };
    let mut translator =
        Translator { terms: Terms::new(heaps + letters), heaps, alike, ascending, letters_from: heaps };
    let mut within = Vec::new();
    if ascending {
        within.extend((1..heaps).map(|heap| translator.heap(heap - 1).at_most(&translator.heap(heap))));
    }
    if let Some(condition) = &claim.within {
        within.push(translator.closed_condition(condition)?);
    }
    let claimed = match &claim.body {
        ClaimBody::When(condition) => translator.closed_condition(condition)?,
        ClaimBody::Families(families) => {
            let members: Option<Vec<Formula>> = families.iter().map(|family| translator.family(family)).collect();
            Formula::Or(members?)
        }
        ClaimBody::Grundy(_) | ClaimBody::Period(_) => return None,
    };
    Some(Translation { within: Formula::And(within), claimed, required: translator.terms.requirements() })
}

/// The claimed Grundy value of a heap of `Var(0)` tokens and the condition that it is the given one; nothing for other
/// claims or where this arithmetic cannot express it.
pub(super) fn translate_value(claim: &Claim, value: &HeapValue) -> Option<Formula> {
    let ClaimBody::Grundy(claimed) = &claim.body else { return None };
    if claim.within.is_some() {
        return None;
    }
    let mut translator = Translator { terms: Terms::new(1), heaps: 1, alike: true, ascending: true, letters_from: 0 };
    let claimed = translator.number(claimed)?;
    let size = translator.heap(0);
    let actual = match value {
        HeapValue::Size => size,
        HeapValue::Remainder(modulus) => translator.terms.remainder(&size, modulus)?,
        HeapValue::Repeating(_) => return None,
    };
    let same = translator.terms.close(claimed.equals(&actual));
    Some(Formula::And(vec![same, translator.terms.requirements()]))
}

struct Translator {
    terms: Terms,
    heaps: usize,
    alike: bool,
    /// Whether the heaps stand in ascending order.
    ascending: bool,
    letters_from: usize,
}

impl Translator {
    fn heap(&self, heap: usize) -> Term {
        Term::variable(Var(heap))
    }

    fn all_heaps(&self) -> Vec<Term> {
        (0..self.heaps).map(|heap| self.heap(heap)).collect()
    }

    fn letter(&self, letter: usize) -> Var {
        Var(self.letters_from + letter)
    }

    fn closed_condition(&mut self, condition: &Expr) -> Option<Formula> {
        let open = self.condition(condition)?;
        Some(self.terms.close(open))
    }

    /// There are letters for which the entries are the heaps, in some order where heaps are alike.
    fn family(&mut self, family: &Family) -> Option<Formula> {
        if !family.sequences.is_empty() {
            return None;
        }
        let entries: Vec<Term> = family.entries.iter().map(|entry| self.number(entry)).collect::<Option<_>>()?;
        let orders = if self.alike {
            if self.heaps > MAX_ORDERED {
                return None;
            }
            permutations(self.heaps)
        } else {
            vec![(0..self.heaps).collect()]
        };
        let matches = orders
            .iter()
            .map(|order| {
                let equal = |(entry, heap): (&Term, &usize)| entry.equals(&Term::variable(Var(*heap)));
                Formula::And(entries.iter().zip(order).map(equal).collect())
            })
            .collect();
        let mut members = vec![Formula::Or(matches)];
        for condition in &family.conditions {
            members.push(self.condition(condition)?);
        }
        let closed = self.terms.close(Formula::And(members));
        let letters = family.free_letters().into_iter().map(|letter| self.letter(letter));
        Some(Formula::exists(letters, closed))
    }

    fn condition(&mut self, expr: &Expr) -> Option<Formula> {
        match &expr.kind {
            ExprKind::Constant(Value::Bool(true)) => Some(Formula::True),
            ExprKind::Constant(Value::Bool(false)) => Some(Formula::False),
            ExprKind::Not(x) => Some(self.condition(x)?.negated()),
            ExprKind::Binary(BinaryOp::And, x, y) => Some(Formula::And(vec![self.condition(x)?, self.condition(y)?])),
            ExprKind::Binary(BinaryOp::Or, x, y) => Some(Formula::Or(vec![self.condition(x)?, self.condition(y)?])),
            ExprKind::Binary(op, x, y) => self.comparison(*op, x, y),
            ExprKind::In(x, items) => {
                let x = self.number(x)?;
                let mut any = Vec::new();
                for item in items {
                    any.push(match item {
                        Item::Value(value) => x.equals(&self.number(value)?),
                        Item::Range(low, high) => {
                            let mut members = vec![self.number(low)?.at_most(&x), x.divisible(&BigUint::one())];
                            if !high.is_unlimited() {
                                members.push(x.at_most(&self.number(high)?));
                            }
                            Formula::And(members)
                        }
                    });
                }
                Some(Formula::Or(any))
            }
            ExprKind::Call(Function::Divides, arguments) => {
                let divisor = whole(&arguments[0])?;
                Some(self.number(&arguments[1])?.divisible(&divisor))
            }
            _ => None,
        }
    }

    fn comparison(&mut self, op: BinaryOp, x: &Expr, y: &Expr) -> Option<Formula> {
        // A nim-sum that is 0 is a condition on columns, and needs no term of its own.
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            let is_zero = |expr: &Expr| expr.as_number() == Some(&Number::from(0));
            let sum = if is_zero(y) { Some(x) } else { is_zero(x).then_some(y) };
            if let Some(operands) = sum.and_then(|sum| self.column_operands(sum)) {
                let (operands, modulus): (Vec<Term>, u32) = operands?;
                let zero = self.terms.column_sums(&operands, modulus);
                return Some(if op == BinaryOp::Eq { zero } else { zero.negated() });
            }
        }
        let (x, y) = (self.number(x)?, self.number(y)?);
        Some(match op {
            BinaryOp::Eq => x.equals(&y),
            BinaryOp::Ne => x.equals(&y).negated(),
            BinaryOp::Lt => x.less(&y),
            BinaryOp::Le => x.at_most(&y),
            BinaryOp::Gt => y.less(&x),
            BinaryOp::Ge => y.at_most(&x),
            _ => return None,
        })
    }

    /// The operands of a sum of binary columns and what the columns are counted modulo: nothing where the expression is
    /// none, `Some(None)` where an operand is not expressible.
    fn column_operands(&mut self, expr: &Expr) -> Option<Option<(Vec<Term>, u32)>> {
        match &expr.kind {
            ExprKind::Slot(Slot::NimSum) => Some(Some((self.all_heaps(), 2))),
            ExprKind::Call(Function::NimSum, arguments) => Some(self.numbers(arguments).map(|terms| (terms, 2))),
            ExprKind::Call(Function::ColumnSum, arguments) => {
                let modulus = whole(&arguments[0]).and_then(|modulus| modulus.to_u32());
                Some(modulus.and_then(|modulus| Some((self.numbers(&arguments[1..])?, modulus))))
            }
            _ => None,
        }
    }

    fn numbers(&mut self, arguments: &[Expr]) -> Option<Vec<Term>> {
        arguments.iter().map(|argument| self.number(argument)).collect()
    }

    fn number(&mut self, expr: &Expr) -> Option<Term> {
        match &expr.kind {
            ExprKind::Constant(Value::Number(number)) => {
                let ratio = number.to_rational()?;
                Term::constant(ratio.numer().clone()).over(ratio.denom().magnitude())
            }
            ExprKind::Slot(slot) => self.slot(*slot),
            ExprKind::Neg(x) => Some(self.number(x)?.times(-1)),
            ExprKind::Binary(BinaryOp::Add, x, y) => Some(self.number(x)?.plus(&self.number(y)?)),
            ExprKind::Binary(BinaryOp::Sub, x, y) => Some(self.number(x)?.minus(&self.number(y)?)),
            ExprKind::Binary(BinaryOp::Mul, x, y) => match (x.as_number(), y.as_number()) {
                (Some(factor), _) => self.scaled(factor, y),
                (_, Some(factor)) => self.scaled(factor, x),
                _ => None,
            },
            ExprKind::Binary(BinaryOp::Div, x, y) => self.number(x)?.over(&whole(y)?),
            ExprKind::Binary(BinaryOp::Mod, x, y) => {
                let (x, modulus) = (self.number(x)?, whole(y)?);
                self.terms.remainder(&x, &modulus)
            }
            ExprKind::Call(function, arguments) => {
                let values = self.numbers(arguments)?;
                match function {
                    Function::Floor => Some(self.terms.floor(&values[0])),
                    Function::Ceil => Some(self.terms.ceil(&values[0])),
                    Function::Abs => self.terms.max(&[values[0].clone(), values[0].times(-1)]),
                    Function::Min => self.terms.min(&values),
                    Function::Max => self.terms.max(&values),
                    Function::NimSum => Some(self.terms.nim_sum(&values)),
                    Function::Sum => Some(values.iter().fold(Term::constant(0), |sum, value| sum.plus(value))),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn scaled(&mut self, factor: &Number, x: &Expr) -> Option<Term> {
        let ratio = factor.to_rational()?;
        self.number(x)?.times(ratio.numer().clone()).over(ratio.denom().magnitude())
    }

    fn slot(&mut self, slot: Slot) -> Option<Term> {
        match slot {
            Slot::Heap(heap) => Some(self.heap(heap)),
            Slot::Letter(letter) => Some(Term::variable(self.letter(letter))),
            Slot::Min if self.ascending => Some(self.heap(0)),
            Slot::Max if self.ascending => Some(self.heap(self.heaps - 1)),
            Slot::Min => {
                let heaps = self.all_heaps();
                self.terms.min(&heaps)
            }
            Slot::Max => {
                let heaps = self.all_heaps();
                self.terms.max(&heaps)
            }
            Slot::Sum => Some(self.all_heaps().iter().fold(Term::constant(0), |sum, heap| sum.plus(heap))),
            Slot::NimSum => {
                let heaps = self.all_heaps();
                Some(self.terms.nim_sum(&heaps))
            }
            Slot::Size | Slot::Number | Slot::Register(_) => None,
        }
    }
}

/// A constant that is a natural number above 0.
fn whole(expr: &Expr) -> Option<BigUint> {
    let value = expr.as_number()?.to_integer()?.to_biguint()?;
    (value != BigUint::ZERO).then_some(value)
}
