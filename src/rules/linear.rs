//! Expressions as linear forms by cases, and conditions as unions of systems of linear inequalities.
//!
//! `abs(a - b) < t`, `s <= min(h, 3)` and the like are no linear forms, but each is one on either side of a linear
//! inequality. An expression becomes a list of cases, a form with the inequalities under which it is the value; a
//! condition becomes a list of systems of inequalities, one of which holds exactly when the condition does. What isn't
//! of that kind (products of unknowns, remainders, whole parts) gives nothing.

use super::expr::{Expr, ExprKind, Function, Item, Slot, Value};
use crate::syntax::tree::BinaryOp;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// The most cases that an expression may fall into.
const MAX_CASES: usize = 64;

/// A linear form c + Σ aᵥ·v over unknowns that are numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The constant.
    pub constant: BigRational,
    /// The coefficients that are not zero.
    pub coefficients: BTreeMap<usize, BigRational>,
}

/// A form, and the inequalities (each form at most 0) under which it is the expression's value.
#[derive(Clone, Debug)]
pub struct Case {
    /// Forms that are at most 0.
    pub guard: Vec<Linear>,
    /// The value.
    pub form: Linear,
}

/// Inequalities that hold together: each form is at most 0.
pub type System = Vec<Linear>;

impl Linear {
    /// The constant form.
    pub fn constant(value: impl Into<BigInt>) -> Linear {
        Linear { constant: BigRational::from(value.into()), coefficients: BTreeMap::new() }
    }

    /// The form that is one unknown.
    pub fn unknown(unknown: usize) -> Linear {
        Linear { constant: BigRational::zero(), coefficients: BTreeMap::from([(unknown, BigRational::one())]) }
    }

    /// The sum of this form and `factor` times the other.
    pub fn plus(&self, factor: &BigRational, other: &Linear) -> Linear {
        let mut sum = self.clone();
        sum.constant += factor * &other.constant;
        for (unknown, coefficient) in &other.coefficients {
            *sum.coefficients.entry(*unknown).or_insert_with(BigRational::zero) += factor * coefficient;
        }
        sum.coefficients.retain(|_, coefficient| !coefficient.is_zero());
        sum
    }

    /// This form without the other.
    pub fn minus(&self, other: &Linear) -> Linear {
        self.plus(&-BigRational::one(), other)
    }

    /// The form times a number.
    pub fn times(&self, factor: &BigRational) -> Linear {
        Linear::constant(0).plus(factor, self)
    }

    /// Whether the form is whole for all whole unknowns.
    pub fn is_whole(&self) -> bool {
        self.constant.is_integer() && self.coefficients.values().all(BigRational::is_integer)
    }

    /// The least positive multiple of the form with whole coefficients: its constant and its coefficients.
    pub fn whole(&self) -> (BigInt, Vec<(usize, BigInt)>) {
        let scale = self.coefficients.values().fold(self.constant.denom().clone(), |scale, x| scale.lcm(x.denom()));
        let whole = |x: &BigRational| (x * BigRational::from(scale.clone())).to_integer();
        (whole(&self.constant), self.coefficients.iter().map(|(unknown, x)| (*unknown, whole(x))).collect())
    }
}

/// The form that a slot stands for, where it stands for one.
pub type Unknowns<'a> = &'a dyn Fn(Slot) -> Option<Linear>;

/// The expression as a linear form by cases.
pub fn cases(expr: &Expr, unknowns: Unknowns<'_>) -> Option<Vec<Case>> {
    let found = match &expr.kind {
        ExprKind::Constant(Value::Number(number)) => {
            let constant = number.to_rational()?;
            vec![Case { guard: Vec::new(), form: Linear { constant, coefficients: BTreeMap::new() } }]
        }
        ExprKind::Slot(slot) => vec![Case { guard: Vec::new(), form: unknowns(*slot)? }],
        ExprKind::Neg(x) => map(cases(x, unknowns)?, |form| form.times(&-BigRational::one())),
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), x, y) => {
            let factor = if *op == BinaryOp::Add { BigRational::one() } else { -BigRational::one() };
            pairs(&cases(x, unknowns)?, &cases(y, unknowns)?)
                .map(|(x, y)| Case { guard: joined(&x.guard, &y.guard), form: x.form.plus(&factor, &y.form) })
                .collect()
        }
        ExprKind::Binary(BinaryOp::Mul, x, y) => {
            let (x, y) = (cases(x, unknowns)?, cases(y, unknowns)?);
            let (factor, form) = match (constant_of(&x), constant_of(&y)) {
                (Some(factor), _) => (factor, y),
                (None, Some(factor)) => (factor, x),
                (None, None) => return None,
            };
            map(form, |form| form.times(&factor))
        }
        ExprKind::Binary(BinaryOp::Div, x, y) => {
            let divisor = constant_of(&cases(y, unknowns)?).filter(|divisor| !divisor.is_zero())?;
            map(cases(x, unknowns)?, |form| form.times(&divisor.recip()))
        }
        ExprKind::Call(Function::Abs, arguments) => cases(&arguments[0], unknowns)?
            .into_iter()
            .flat_map(|Case { guard, form }| {
                let negative = form.times(&-BigRational::one());
                // Where the form is 0 both cases hold, and they agree.
                [
                    Case { guard: joined(&guard, std::slice::from_ref(&negative)), form: form.clone() },
                    Case { guard: joined(&guard, std::slice::from_ref(&form)), form: negative.clone() },
                ]
            })
            .collect(),
        ExprKind::Call(function @ (Function::Min | Function::Max), arguments) => {
            let mut best: Option<Vec<Case>> = None;
            for argument in arguments {
                if argument.is_unlimited() && *function == Function::Min {
                    continue;
                }
                let next = cases(argument, unknowns)?;
                best = Some(match best {
                    None => next,
                    Some(best) => pairs(&best, &next)
                        .flat_map(|(x, y)| {
                            let guard = joined(&x.guard, &y.guard);
                            let (x_less, y_less) = (x.form.minus(&y.form), y.form.minus(&x.form));
                            let (on_x, on_y) =
                                if *function == Function::Min { (x_less, y_less) } else { (y_less, x_less) };
                            [
                                Case { guard: joined(&guard, &[on_x]), form: x.form.clone() },
                                Case { guard: joined(&guard, &[on_y]), form: y.form.clone() },
                            ]
                        })
                        .collect(),
                });
                if best.as_ref().is_some_and(|best| best.len() > MAX_CASES) {
                    return None;
                }
            }
            best?
        }
        _ => return None,
    };
    (found.len() <= MAX_CASES).then_some(found)
}

/// The condition (or, unless `holds`, its negation) as a union of systems of inequalities between whole numbers.
///
/// That all unknowns are whole is used: x < y is x + 1 ≤ y once coefficients are whole.
pub fn systems(expr: &Expr, holds: bool, unknowns: Unknowns<'_>) -> Option<Vec<System>> {
    let found = match &expr.kind {
        ExprKind::Constant(Value::Bool(truth)) => {
            if *truth == holds {
                vec![Vec::new()]
            } else {
                Vec::new()
            }
        }
        ExprKind::Not(x) => systems(x, !holds, unknowns)?,
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), x, y) => {
            let (x, y) = (systems(x, holds, unknowns)?, systems(y, holds, unknowns)?);
            if (*op == BinaryOp::And) == holds {
                x.iter().flat_map(|x| y.iter().map(|y| joined(x, y))).collect()
            } else {
                [x, y].concat()
            }
        }
        ExprKind::Binary(op, x, y) => comparison(*op, x, y, holds, unknowns)?,
        ExprKind::In(x, items) => {
            let mut any: Vec<System> = Vec::new();
            let mut none: Vec<System> = vec![Vec::new()];
            for item in items {
                let inside = in_item(x, item, true, unknowns)?;
                let outside = in_item(x, item, false, unknowns)?;
                any.extend(inside);
                none = none.iter().flat_map(|one| outside.iter().map(|two| joined(one, two))).collect();
                if none.len() > MAX_CASES {
                    return None;
                }
            }
            if holds { any } else { none }
        }
        _ => return None,
    };
    (found.len() <= MAX_CASES).then_some(found)
}

/// The systems in which a form is one of an item's values (or, unless `holds`, isn't).
pub fn in_item(x: &Expr, item: &Item, holds: bool, unknowns: Unknowns<'_>) -> Option<Vec<System>> {
    match item {
        Item::Value(value) => comparison(BinaryOp::Eq, x, value, holds, unknowns),
        Item::Range(low, high) => {
            let above = comparison(BinaryOp::Ge, x, low, holds, unknowns)?;
            if high.is_unlimited() {
                return Some(above);
            }
            let below = comparison(BinaryOp::Le, x, high, holds, unknowns)?;
            Some(if holds {
                above.iter().flat_map(|x| below.iter().map(|y| joined(x, y))).collect()
            } else {
                [above, below].concat()
            })
        }
    }
}

fn comparison(op: BinaryOp, x: &Expr, y: &Expr, holds: bool, unknowns: Unknowns<'_>) -> Option<Vec<System>> {
    let op = if holds { op } else { negated(op)? };
    match (x.is_unlimited(), y.is_unlimited()) {
        (false, false) => {}
        (true, true) => return Some(truth(matches!(op, BinaryOp::Eq | BinaryOp::Le | BinaryOp::Ge))),
        (true, false) => return Some(truth(matches!(op, BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Ne))),
        (false, true) => return Some(truth(matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Ne))),
    }
    let mut found = Vec::new();
    for (x, y) in pairs(&cases(x, unknowns)?, &cases(y, unknowns)?) {
        let guard = joined(&x.guard, &y.guard);
        let (up, down) = (x.form.minus(&y.form), y.form.minus(&x.form));
        let more: &[&[Linear]] = match op {
            BinaryOp::Le => &[std::slice::from_ref(&up)],
            BinaryOp::Ge => &[std::slice::from_ref(&down)],
            BinaryOp::Lt => &[&[strict(&up)]],
            BinaryOp::Gt => &[&[strict(&down)]],
            BinaryOp::Eq => &[&[up, down]],
            BinaryOp::Ne => &[&[strict(&up)], &[strict(&down)]],
            _ => return None,
        };
        found.extend(more.iter().map(|more| joined(&guard, more)));
    }
    Some(found)
}

/// The form that is at most 0 exactly where `form` is below 0, for whole unknowns.
fn strict(form: &Linear) -> Linear {
    let (constant, coefficients) = form.whole();
    Linear {
        constant: BigRational::from(constant + 1),
        coefficients: coefficients.into_iter().map(|(unknown, x)| (unknown, BigRational::from(x))).collect(),
    }
}

fn negated(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        _ => return None,
    })
}

fn truth(holds: bool) -> Vec<System> {
    if holds { vec![Vec::new()] } else { Vec::new() }
}

fn constant_of(cases: &[Case]) -> Option<BigRational> {
    match cases {
        [Case { guard, form }] if guard.is_empty() && form.coefficients.is_empty() => Some(form.constant.clone()),
        _ => None,
    }
}

fn map(cases: Vec<Case>, change: impl Fn(&Linear) -> Linear) -> Vec<Case> {
    cases.into_iter().map(|Case { guard, form }| Case { guard, form: change(&form) }).collect()
}

fn pairs<'a>(xs: &'a [Case], ys: &'a [Case]) -> impl Iterator<Item = (&'a Case, &'a Case)> {
    xs.iter().flat_map(move |x| ys.iter().map(move |y| (x, y)))
}

fn joined(one: &[Linear], other: &[Linear]) -> System {
    one.iter().chain(other).cloned().collect()
}
