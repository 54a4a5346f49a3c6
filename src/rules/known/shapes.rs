//! Games beyond plain removals, recognised by the shape of their rules.
//!
//! Such rules have no normal form in which all wordings of a game could be compared. What is compared are the checked rules
//! piece by piece, so that a game written in an unusual way may go unrecognised; but a game that is recognised allows exactly the moves that the
//! literature gives it.

use super::KnownGame;
use crate::rules::expr::{Expr, ExprKind, Function, Item, Slot};
use crate::rules::facts::Facts;
use crate::rules::shape::{Test, is_binary, is_number, is_one_heap, is_slot, octal_code};
use crate::rules::{AmountSet, Amounts, Deed, MoveRule, Place, RegisterKind, Ruleset, Selection, Take};
use crate::syntax::tree::{BinaryOp, Play};

/// The game of such a shape, if it is one; all of them are in normal play.
pub(super) fn known(rules: &Ruleset, facts: &Facts) -> Option<KnownGame> {
    if rules.play != Play::Normal || rules.keeping.is_some() || rules.wins.is_some() {
        return None;
    }
    if is_euclid(rules) {
        return Some(KnownGame::Euclid);
    }
    if is_fibonacci(rules) {
        return Some(KnownGame::Fibonacci);
    }
    if !rules.is_plain() || rules.moves.iter().any(|rule| rule.first || !rule.then.is_empty()) {
        return None;
    }
    if is_staircase(rules) {
        Some(KnownGame::Staircase)
    } else if is_lasker(rules) {
        Some(KnownGame::Lasker)
    } else if is_greedy(rules) {
        Some(KnownGame::Greedy)
    } else if is_half(rules) {
        Some(KnownGame::Half)
    } else if facts.one_heap && is_mark(rules) {
        Some(KnownGame::Mark)
    } else {
        octal_code(rules).map(|code| KnownGame::Octal { code })
    }
}

/// Two heaps; a positive multiple of the smaller from the larger; over when a heap is empty.
fn is_euclid(rules: &Ruleset) -> bool {
    let [rule] = rules.moves.as_slice() else { return false };
    let Some(take) = rule.take() else { return false };
    let multiple = match take.amounts.set() {
        Some(AmountSet::Values { value, letters, conditions }) => {
            let [letter] = letters.as_slice() else { return false };
            is_product(value, &|x| is_slot(x, Slot::Letter(*letter)), &is_smaller)
                && conditions.iter().all(|condition| is_at_least(condition, Slot::Letter(*letter), 1))
                && rule.condition.is_none()
        }
        Some(AmountSet::Any) => match &rule.condition {
            Some(Expr { kind: ExprKind::Call(Function::Divides, arguments), .. }) => {
                is_smaller(&arguments[0]) && is_slot(&arguments[1], Slot::Letter(0))
            }
            Some(Expr { kind: ExprKind::Binary(BinaryOp::Eq, x, y), .. }) => {
                is_number(y, 0) && is_binary(x, BinaryOp::Mod, &|x| is_slot(x, Slot::Letter(0)), &is_smaller)
            }
            _ => false,
        },
        _ => false,
    };
    // With an empty heap no positive multiple is left to take, so that the end need not be said.
    let over = rules.end.as_ref().is_none_or(|end| match &end.kind {
        ExprKind::Binary(BinaryOp::Eq, x, y) => {
            (is_smaller(x) && is_number(y, 0)) || (is_smaller(y) && is_number(x, 0))
        }
        _ => false,
    });
    rules.heaps == 2
        && rules.registers.is_empty()
        && matches!(take.amounts, Amounts::Each(_))
        && take.from == Selection::Largest
        && multiple
        && over
}

/// One heap; first any number but all, then at most twice what was taken before.
fn is_fibonacci(rules: &Ruleset) -> bool {
    let [one, other] = rules.moves.as_slice() else { return false };
    let (first, later) = if one.first { (one, other) } else { (other, one) };
    let plain = |rule: &MoveRule| rule.then.is_empty() && rule.condition.is_none();
    let registers: Vec<RegisterKind> = rules.registers.iter().map(|register| register.kind).collect();
    let Some(previous) = registers.iter().position(|kind| *kind == RegisterKind::Previous) else { return false };
    let all_but_one = |x: &Expr| is_binary(x, BinaryOp::Sub, &|x| is_slot(x, Slot::Size), &|x| is_number(x, 1));
    let twice = |x: &Expr| is_product(x, &|x| is_number(x, 2), &|x| is_slot(x, Slot::Register(previous)));
    rules.heaps == 1
        && rules.end.is_none()
        && registers.len() == 2
        && registers.contains(&RegisterKind::Begun)
        && first.first
        && !later.first
        && plain(first)
        && plain(later)
        && taken_from_one(first).is_some_and(|set| is_range_from_one(set, &all_but_one))
        && taken_from_one(later).is_some_and(|set| is_range_from_one(set, &twice))
}

/// Any number from a heap to the heap before it; any number from the first heap.
fn is_staircase(rules: &Ruleset) -> bool {
    let [one, other] = rules.moves.as_slice() else { return false };
    let is_step = |rule: &MoveRule| {
        let Deed::Shift(shift) = &rule.deed else { return false };
        let Place::Letter(letter) = shift.from else { return false };
        let below = |x: &Expr| is_binary(x, BinaryOp::Sub, &|x| is_slot(x, Slot::Letter(letter)), &|x| is_number(x, 1));
        shift.amounts == AmountSet::Any
            && !shift.onto_tokens
            && matches!(&shift.to, Place::Number(number) if below(number))
            // Heap 0 does not exist, so that a condition that leaves it out says nothing more.
            && rule.condition.as_ref().is_none_or(|condition| is_at_least(condition, Slot::Letter(letter), 2))
    };
    let is_ground = |rule: &MoveRule| {
        rule.take().is_some_and(|take| {
            take.from == Selection::These(vec![0])
                && matches!(take.amounts, Amounts::Each(AmountSet::Any) | Amounts::Same(AmountSet::Any))
                && rule.condition.is_none()
        })
    };
    (is_step(one) && is_ground(other)) || (is_step(other) && is_ground(one))
}

/// Any number from a heap, or a heap split in two.
fn is_lasker(rules: &Ruleset) -> bool {
    let [one, other] = rules.moves.as_slice() else { return false };
    let is_taking =
        |rule: &MoveRule| taken_from_one(rule).is_some_and(|set| *set == AmountSet::Any) && rule.condition.is_none();
    let is_split = |rule: &MoveRule| match &rule.deed {
        Deed::Split(from, parts) => {
            is_one_heap(from)
                && (parts.low, parts.high) == (2, 2)
                && !parts.differ
                && !parts.equal
                && rule.condition.is_none()
        }
        _ => false,
    };
    (is_taking(one) && is_split(other)) || (is_taking(other) && is_split(one))
}

/// Any number from a largest heap.
fn is_greedy(rules: &Ruleset) -> bool {
    let [rule] = rules.moves.as_slice() else { return false };
    rule.condition.is_none()
        && rule.take().is_some_and(|take| {
            take.from == Selection::Largest
                && matches!(take.amounts, Amounts::Each(AmountSet::Any) | Amounts::Same(AmountSet::Any))
        })
}

/// At most half of a heap.
fn is_half(rules: &Ruleset) -> bool {
    let [rule] = rules.moves.as_slice() else { return false };
    let half = |x: &Expr| match &x.kind {
        ExprKind::Call(Function::Floor, arguments) => {
            is_binary(&arguments[0], BinaryOp::Div, &|x| is_slot(x, Slot::Size), &|x| is_number(x, 2))
        }
        _ => false,
    };
    rule.condition.is_none() && taken_from_one(rule).is_some_and(|set| is_range_from_one(set, &half))
}

/// A heap of h becomes h − 1 or ⌊h/2⌋; a single heap.
fn is_mark(rules: &Ruleset) -> bool {
    let half = |x: &Expr| match &x.kind {
        ExprKind::Call(Function::Floor, arguments) => {
            is_binary(&arguments[0], BinaryOp::Div, &|x| is_slot(x, Slot::Size), &|x| is_number(x, 2))
        }
        _ => false,
    };
    let less = |x: &Expr| is_binary(x, BinaryOp::Sub, &|x| is_slot(x, Slot::Size), &|x| is_number(x, 1));
    // (one less is allowed, half is allowed), for each rule; anything else is neither.
    let mut allowed = (false, false);
    for rule in &rules.moves {
        if rule.condition.is_some() {
            return false;
        }
        match &rule.deed {
            Deed::Replace(from, AmountSet::Items(items)) if is_one_heap(from) => {
                for item in items {
                    match item {
                        Item::Value(value) if less(value) => allowed.0 = true,
                        Item::Value(value) if half(value) => allowed.1 = true,
                        _ => return false,
                    }
                }
            }
            _ => match taken_from_one(rule) {
                Some(AmountSet::Items(items)) => match items.as_slice() {
                    [Item::Value(value)] if is_number(value, 1) => allowed.0 = true,
                    _ => return false,
                },
                _ => return false,
            },
        }
    }
    rules.heaps == 1 && allowed == (true, true)
}

/// The amounts of a rule that takes from any one heap.
fn taken_from_one(rule: &MoveRule) -> Option<&AmountSet> {
    let Deed::Take(Take { amounts: Amounts::Each(set) | Amounts::Same(set), from, or_rest: false, split: None }) =
        &rule.deed
    else {
        return None;
    };
    is_one_heap(from).then_some(set)
}

/// `1..x` with an end that is wanted, alone.
fn is_range_from_one(set: &AmountSet, end: &dyn Fn(&Expr) -> bool) -> bool {
    match set {
        AmountSet::Items(items) => match items.as_slice() {
            [Item::Range(low, high)] => is_number(low, 1) && end(high),
            _ => false,
        },
        _ => false,
    }
}

/// The size of the smaller of two heaps.
fn is_smaller(expr: &Expr) -> bool {
    is_slot(expr, Slot::Min)
}

/// A product of the two, in either order.
fn is_product(expr: &Expr, one: Test<'_>, other: Test<'_>) -> bool {
    is_binary(expr, BinaryOp::Mul, one, other) || is_binary(expr, BinaryOp::Mul, other, one)
}

/// `x >= least` for a whole x that is the slot, in any wording.
fn is_at_least(condition: &Expr, slot: Slot, least: i64) -> bool {
    let own = |x: &Expr| is_slot(x, slot);
    is_binary(condition, BinaryOp::Ge, &own, &|y| is_number(y, least))
        || is_binary(condition, BinaryOp::Gt, &own, &|y| is_number(y, least - 1))
        || is_binary(condition, BinaryOp::Le, &|x| is_number(x, least), &own)
        || is_binary(condition, BinaryOp::Lt, &|x| is_number(x, least - 1), &own)
}
