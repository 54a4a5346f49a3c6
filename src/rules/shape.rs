//! Predicates on checked rules: what kind of expression or rule something is, piece by piece.

use super::expr::{Expr, ExprKind, Item, Slot, Value};
use super::number::Number;
use super::ruleset::{AmountSet, Amounts, Deed, Ruleset, Selection, Take};
use crate::syntax::tree::BinaryOp;

/// A predicate on expressions.
pub type Test<'a> = &'a dyn Fn(&Expr) -> bool;

/// Whether any one heap is chosen.
pub fn is_one_heap(from: &Selection) -> bool {
    *from == Selection::Count { low: 1, high: 1 }
}

/// Whether an expression is this number.
pub fn is_number(expr: &Expr, wanted: i64) -> bool {
    matches!(&expr.kind, ExprKind::Constant(Value::Number(number)) if *number == Number::from(wanted))
}

/// Whether an expression is this slot.
pub fn is_slot(expr: &Expr, wanted: Slot) -> bool {
    matches!(expr.kind, ExprKind::Slot(slot) if slot == wanted)
}

/// Whether an expression is this operation on two expressions of such kinds.
pub fn is_binary(expr: &Expr, wanted: BinaryOp, left: Test<'_>, right: Test<'_>) -> bool {
    matches!(&expr.kind, ExprKind::Binary(op, x, y) if *op == wanted && left(x) && right(y))
}

/// The most tokens that a move of an octal game takes.
const MAX_TAKEN: usize = 16;

/// The code of a taking-and-breaking game: constant amounts from one heap, of which nothing, one heap or two are left.
pub fn octal_code(rules: &Ruleset) -> Option<String> {
    let mut digits = [0u32; MAX_TAKEN + 1];
    for rule in &rules.moves {
        let Deed::Take(Take { amounts: Amounts::Each(AmountSet::Items(items)), from, or_rest: false, split }) =
            &rule.deed
        else {
            return None;
        };
        if !is_one_heap(from) {
            return None;
        }
        let split_bits = match split {
            None => None,
            Some((parts, may)) if (parts.low, parts.high) == (2, 2) && !parts.differ && !parts.equal => Some(*may),
            Some(_) => return None,
        };
        for item in items {
            let (Item::Value(low) | Item::Range(low, _)) = item;
            let high = match item {
                Item::Value(value) => value,
                Item::Range(_, high) => high,
            };
            let size = |x: &Expr| usize::try_from(x.as_number()?.to_i64()?).ok();
            let amounts = size(low)?.max(1)..=size(high).filter(|high| *high <= MAX_TAKEN)?;
            for taken in amounts {
                let number = |x: &Expr| is_number(x, taken as i64);
                let own = |x: &Expr| is_slot(x, Slot::Size);
                digits[taken] |= match (&rule.condition, split_bits) {
                    (None, None) => 3,
                    (None, Some(true)) => 7,
                    (None, Some(false)) => 4,
                    (Some(condition), None) if is_binary(condition, BinaryOp::Eq, &own, &number) => 1,
                    (Some(condition), None) if is_binary(condition, BinaryOp::Gt, &own, &number) => 2,
                    _ => return None,
                };
            }
        }
    }
    let last = digits.iter().rposition(|digit| *digit != 0)?;
    let digits: String = digits[1..=last].iter().map(|digit| char::from_digit(*digit, 8).unwrap_or('0')).collect();
    Some(format!("0.{digits}"))
}
