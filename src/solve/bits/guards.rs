//! Guards: what a rule asks of heaps that it does not touch, taken out of the rule.
//!
//! Moves of a rule with a guard exist only from positions at which the guard holds; what is left of the rule looks at the
//! heaps that it touches alone. A choice of heaps by their sizes becomes choices of given heaps, each with a guard of its
//! own.

use super::compile::{Obstacle, supports};
use super::condition::Condition;
use super::written;
use crate::rules::expr::{Expr, ExprKind, Function, Item, Slot, Value};
use crate::rules::number::Number;
use crate::rules::trend::trend;
use crate::rules::{AmountSet, Amounts, Deed, MoveRule, Ruleset, Selection, Take};
use crate::source::Span;
use crate::syntax::tree::BinaryOp;

/// The most parts of one condition, beside those that always must hold, that look at other heaps.
const MAX_ASIDE: usize = 4;
/// The most heaps of which every choice is looked at by itself.
const MAX_EVERY: usize = 6;

/// A rule that looks at no heap that it does not touch, and what must hold for its moves.
pub(super) struct Guarded {
    pub rule: MoveRule,
    /// What must hold at positions from which it is applied.
    pub guard: Option<Condition>,
    /// Where the amount is tied to other heaps: the only heap that is touched, and what must hold for the amount, of which
    /// the rule itself says nothing.
    pub tied: Option<(usize, Condition)>,
}

/// Rules with guards that together are the same as one rule.
///
/// # Errors
///
/// Where the rule can't be divided in this way.
pub(super) fn guarded(rules: &Ruleset, rule: &MoveRule, max: usize) -> Result<Vec<Guarded>, Obstacle> {
    if !matches!(rule.deed, Deed::Take(_) | Deed::Replace(..) | Deed::Written { .. }) {
        return Err(Obstacle::Deed);
    }
    let mut all = Vec::new();
    for Choice { rule, needs } in choices(rules.heaps, rule)? {
        for Choice { mut rule, needs } in divided(rules.heaps, rule, needs)? {
            own_heap(rules.heaps, &mut rule);
            let mut guard = None;
            for need in needs {
                let need = Condition::of(&need, rules.heaps, max, None).ok_or(Obstacle::Condition)?;
                guard = Some(Condition::and(guard, need));
            }
            let is_written = matches!(rule.deed, Deed::Written { .. });
            if is_written || !rule.expressions().any(|part| part.mentions(looks_aside)) {
                all.push(Guarded { rule, guard, tied: None });
                continue;
            }
            for mut rule in for_each_choice(rules.heaps, rule)? {
                own_heap(rules.heaps, &mut rule);
                let aside = rule.expressions().any(|part| part.mentions(looks_aside));
                let tied = match aside {
                    true => Some(tied(rules.heaps, max, &mut rule).ok_or(Obstacle::OtherHeaps)?),
                    false => None,
                };
                all.push(Guarded { rule, guard: guard.clone(), tied });
            }
        }
    }
    Ok(all)
}

/// What a rule that takes from a single heap says of the amount: with the heap, and taken out of the rule.
fn tied(heaps: usize, max: usize, rule: &mut MoveRule) -> Option<(usize, Condition)> {
    let Deed::Take(Take { amounts, from: Selection::These(these), or_rest: false, split: None }) = &mut rule.deed
    else {
        return None;
    };
    let [heap] = these.as_slice() else { return None };
    let mut all: Vec<Expr> = rule.condition.iter().cloned().collect();
    let set = match amounts {
        Amounts::Each(AmountSet::Any) | Amounts::Same(AmountSet::Any) | Amounts::Letters(1) => None,
        Amounts::Each(AmountSet::Items(items)) | Amounts::Same(AmountSet::Items(items)) => Some(items.as_slice()),
        Amounts::Each(AmountSet::Values { value, letters, conditions })
        | Amounts::Same(AmountSet::Values { value, letters, conditions }) => {
            let [letter] = letters.as_slice() else { return None };
            let unit = unit(value, *letter).filter(|unit| Condition::is_natural(unit, heaps, max, *heap))?;
            // Else the search for the letter's values may have no end, which is no move but an error.
            if !trend(value, *letter).never_falls() {
                return None;
            }
            all.extend(multiples(unit, *letter, conditions)?);
            None
        }
        _ => return None,
    };
    if set.is_some_and(|items| items.iter().flat_map(Item::parts).any(|part| part.mentions(is_letter))) {
        return None;
    }
    let condition = Condition::of_amount(&all, set, heaps, max, *heap)?;
    let heap = *heap;
    *amounts = Amounts::Each(AmountSet::Any);
    rule.condition = None;
    Some((heap, condition))
}

/// The number of which a value is a multiple, by a letter.
fn unit(value: &Expr, letter: usize) -> Option<&Expr> {
    let ExprKind::Binary(BinaryOp::Mul, one, other) = &value.kind else { return None };
    let is_factor = |part: &Expr| part.kind == ExprKind::Slot(Slot::Letter(letter));
    let (_, unit) = [(one, other), (other, one)].into_iter().find(|(factor, _)| is_factor(factor))?;
    (!unit.mentions(is_letter)).then_some(unit)
}

/// What must hold for an amount that is a multiple of a unit, by a factor for which conditions hold that compare it.
fn multiples(unit: &Expr, letter: usize, conditions: &[Expr]) -> Option<Vec<Expr>> {
    let amount = || slot(Slot::Letter(0));
    let divides = ExprKind::Call(Function::Divides, vec![unit.clone(), amount()]);
    let mut all = vec![joined(BinaryOp::Ge, unit.clone(), whole(1)), expr(divides)];
    for part in conditions {
        all.push(of_multiple(part, unit, letter)?);
    }
    Some(all)
}

/// What a condition on a factor says of the multiple: with a unit of at least 1, the factor and a bound compare as their
/// multiples do.
fn of_multiple(condition: &Expr, unit: &Expr, letter: usize) -> Option<Expr> {
    if !condition.mentions(|slot| slot == Slot::Letter(letter)) {
        return Some(condition.clone());
    }
    let again = |part: &Expr| of_multiple(part, unit, letter);
    let times = |part: &Expr| match part.kind {
        ExprKind::Slot(Slot::Letter(one)) if one == letter => Some(slot(Slot::Letter(0))),
        _ if part.mentions(is_letter) => None,
        _ => Some(joined(BinaryOp::Mul, part.clone(), unit.clone())),
    };
    match &condition.kind {
        ExprKind::Not(part) => Some(expr(ExprKind::Not(Box::new(again(part)?)))),
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), x, y) => Some(joined(*op, again(x)?, again(y)?)),
        ExprKind::Binary(op, x, y) if op.is_comparison() => Some(joined(*op, times(x)?, times(y)?)),
        _ => None,
    }
}

/// A rule, and what else must hold for its moves: all of this.
struct Choice {
    rule: MoveRule,
    needs: Vec<Expr>,
}

fn looks_aside(slot: Slot) -> bool {
    matches!(slot, Slot::Heap(_) | Slot::Min | Slot::Max | Slot::Sum | Slot::NimSum | Slot::Register(_))
}

fn is_letter(slot: Slot) -> bool {
    matches!(slot, Slot::Letter(_))
}

fn of_own_heap(slot: Slot) -> bool {
    matches!(slot, Slot::Size | Slot::Number)
}

/// The heaps from which a rule takes, where it says so.
fn selection(rule: &mut MoveRule) -> Option<&mut Selection> {
    match &mut rule.deed {
        Deed::Take(Take { from, .. }) | Deed::Replace(from, _) => Some(from),
        _ => None,
    }
}

/// The rule for heaps that are given where the sizes choose them.
fn choices(heaps: usize, rule: &MoveRule) -> Result<Vec<Choice>, Obstacle> {
    let mut rule = rule.clone();
    let same = |rule: MoveRule| Ok(vec![Choice { rule, needs: Vec::new() }]);
    let Some(from) = selection(&mut rule).map(|from| from.clone()) else { return same(rule) };
    if from == Selection::Every {
        return every(heaps, &rule);
    }
    let is_by_size =
        matches!(from, Selection::Largest | Selection::Smallest | Selection::First | Selection::Last | Selection::Ends);
    if heaps == 1 || !is_by_size {
        return same(rule);
    }
    let mut all = Vec::new();
    for heap in 0..heaps {
        let others = || (0..heaps).filter(|other| *other != heap);
        let empty = |other: usize| joined(BinaryOp::Eq, size(other), whole(0));
        let first = || all_of((0..heap).map(empty).collect());
        let last = || all_of((heap + 1..heaps).map(empty).collect());
        let chosen = match from {
            Selection::Largest => joined(BinaryOp::Eq, size(heap), slot(Slot::Max)),
            Selection::Smallest => all_of(
                others().map(|other| either(empty(other), joined(BinaryOp::Ge, size(other), size(heap)))).collect(),
            ),
            Selection::First => first(),
            Selection::Last => last(),
            _ => either(first(), last()),
        };
        let mut rule = rule.clone();
        selection(&mut rule).into_iter().for_each(|from| *from = Selection::These(vec![heap]));
        all.push(Choice { rule, needs: vec![chosen, joined(BinaryOp::Ge, size(heap), whole(1))] });
    }
    Ok(all)
}

/// The rule for every choice of heaps that can be all those that are not empty and meet its condition.
fn every(heaps: usize, rule: &MoveRule) -> Result<Vec<Choice>, Obstacle> {
    let Deed::Take(take) = &rule.deed else { return Err(Obstacle::Deed) };
    // With letters for several amounts, or a total, the condition chooses no heaps.
    let chooses = matches!(take.amounts, Amounts::Each(_) | Amounts::Same(_));
    let condition = rule.condition.as_ref().filter(|_| chooses);
    if condition.is_some_and(|condition| condition.mentions(is_letter)) {
        return Err(Obstacle::OtherHeaps);
    }
    if heaps > MAX_EVERY {
        return Err(Obstacle::TooMany);
    }
    let mut all = Vec::new();
    for chosen in 1usize..1 << heaps {
        let these: Vec<usize> = (0..heaps).filter(|heap| chosen >> heap & 1 == 1).collect();
        let needs = (0..heaps).map(|heap| {
            let filled = joined(BinaryOp::Ge, size(heap), whole(1));
            let meant = match condition {
                Some(condition) => both(filled, of_heap(condition, heap)),
                None => filled,
            };
            if these.contains(&heap) { meant } else { expr(ExprKind::Not(Box::new(meant))) }
        });
        let needs = needs.collect();
        let mut rule = rule.clone();
        if chooses {
            rule.condition = None;
        }
        selection(&mut rule).into_iter().for_each(|from| *from = Selection::These(these.clone()));
        all.push(Choice { rule, needs });
    }
    Ok(all)
}

/// The rule with what its conditions say of other heaps taken out.
fn divided(heaps: usize, mut rule: MoveRule, needs: Vec<Expr>) -> Result<Vec<Choice>, Obstacle> {
    // What looks aside and speaks of no amount must hold whatever is taken.
    let own = own_when_written(&rule);
    let aside_of = |slot: Slot| looks_aside(slot) && Some(slot) != own;
    let mut aside = Vec::new();
    let mut left = Vec::new();
    for part in rule.condition.take().into_iter().flat_map(conjuncts) {
        let apart = part.mentions(aside_of) && !part.mentions(is_letter);
        if apart { &mut aside } else { &mut left }.push(part);
    }
    let is_mixed = left.iter().any(|part| part.mentions(aside_of));
    rule.condition = (!left.is_empty()).then(|| all_of(left));
    if let Deed::Take(Take { amounts, or_rest: false, .. }) = &mut rule.deed {
        if let Amounts::Each(set) | Amounts::Same(set) | Amounts::Total(set) = amounts {
            lifted(set, &mut aside);
        }
    } else if let Deed::Replace(_, set) = &mut rule.deed {
        lifted(set, &mut aside);
    }
    let mut cases = Vec::new();
    rule.condition.iter().for_each(|condition| collect(condition, &aside_of, &mut cases));
    let by_heap = aside.iter().chain(&cases).any(|part| part.mentions(of_own_heap));
    if aside.is_empty() && !is_mixed {
        return Ok(vec![Choice { rule, needs }]);
    }
    let mut all = Vec::new();
    for mut rule in if by_heap { for_each_choice(heaps, rule)? } else { vec![rule] } {
        let in_question = heaps_in_question(&mut rule);
        let mut needs = needs.clone();
        for part in &aside {
            match part.mentions(of_own_heap) {
                false => needs.push(part.clone()),
                true => needs.extend(in_question.iter().map(|heap| of_heap(part, *heap))),
            }
        }
        all.extend(by_cases(Choice { rule, needs }, &in_question, &cases)?);
    }
    Ok(all)
}

/// The heap that a move which is written out changes and may look at, since it is the only one and gives no amounts that
/// are the same for all sizes.
fn own_when_written(rule: &MoveRule) -> Option<Slot> {
    let Deed::Written { becomes, .. } = &rule.deed else { return None };
    let [(heap, _)] = becomes.as_slice() else { return None };
    let without_condition = MoveRule { condition: None, ..rule.clone() };
    (!written::is_of_vectors(&without_condition)).then_some(Slot::Heap(*heap))
}

/// The conditions of a set of values that look aside and speak of no letter, taken out of it.
fn lifted(set: &mut AmountSet, aside: &mut Vec<Expr>) {
    if let AmountSet::Values { conditions, .. } = set {
        let parts = std::mem::take(conditions).into_iter().flat_map(conjuncts);
        let (out, left) = parts.partition(|part: &Expr| part.mentions(looks_aside) && !part.mentions(is_letter));
        *conditions = left;
        aside.extend(Vec::from_iter::<Vec<Expr>>(out));
    }
}

/// A rule for each choice of heaps that it allows.
fn for_each_choice(heaps: usize, mut rule: MoveRule) -> Result<Vec<MoveRule>, Obstacle> {
    let Some(from) = selection(&mut rule) else { return Ok(vec![rule]) };
    let Some(all) = supports(from, heaps)? else { return Err(Obstacle::OtherHeaps) };
    let one = |these: Vec<usize>| {
        let mut rule = rule.clone();
        selection(&mut rule).into_iter().for_each(|from| *from = Selection::These(these.clone()));
        rule
    };
    Ok(all.into_iter().map(one).collect())
}

/// The heaps for each of which the condition is asked, where they are given.
fn heaps_in_question(rule: &mut MoveRule) -> Vec<usize> {
    let single = matches!(&rule.deed, Deed::Take(Take { amounts: Amounts::Letters(_) | Amounts::Total(_), .. }));
    match selection(rule) {
        Some(Selection::These(these)) if !single || these.len() == 1 => these.clone(),
        _ => Vec::new(),
    }
}

/// The rule for each case of what the rest of its condition says of other heaps.
fn by_cases(Choice { rule, needs }: Choice, in_question: &[usize], aside: &[Expr]) -> Result<Vec<Choice>, Obstacle> {
    if aside.len() > MAX_ASIDE {
        return Err(Obstacle::TooMany);
    }
    if in_question.len() != 1 && aside.iter().any(|part| part.mentions(of_own_heap)) {
        return Err(Obstacle::OtherHeaps);
    }
    let case = |case: usize| {
        let (mut rule, mut needs) = (rule.clone(), needs.clone());
        for (at, part) in aside.iter().enumerate() {
            let here = in_question.first().map_or_else(|| part.clone(), |heap| of_heap(part, *heap));
            needs.push(if case >> at & 1 == 1 { here } else { expr(ExprKind::Not(Box::new(here))) });
        }
        let known = |part: &Expr| {
            let at = aside.iter().position(|one| one == part)?;
            Some(ExprKind::Constant(Value::Bool(case >> at & 1 == 1)))
        };
        rule.condition.iter_mut().for_each(|condition| *condition = replaced(condition, &known));
        Choice { rule, needs }
    };
    Ok((0..1usize << aside.len()).map(case).collect())
}

/// The largest parts of a condition that are conditions themselves, look aside and speak of no letter.
fn collect(condition: &Expr, aside: &dyn Fn(Slot) -> bool, found: &mut Vec<Expr>) {
    if !condition.mentions(aside) {
        return;
    }
    if !condition.mentions(is_letter) {
        if !found.contains(condition) {
            found.push(condition.clone());
        }
        return;
    }
    match &condition.kind {
        ExprKind::Not(x) => collect(x, aside, found),
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, x, y) => {
            collect(x, aside, found);
            collect(y, aside, found);
        }
        _ => {}
    }
}

/// Speaks of the heap that a rule touches as its own, where that is what it names.
fn own_heap(heaps: usize, rule: &mut MoveRule) {
    let these = match selection(rule) {
        Some(Selection::These(these)) if these.len() == 1 => these[0],
        Some(_) if heaps == 1 => 0,
        _ => return,
    };
    let own = move |slot: Slot| match slot {
        Slot::Heap(heap) => heap == these,
        Slot::Min | Slot::Max | Slot::Sum | Slot::NimSum => heaps == 1,
        _ => false,
    };
    // Where no single heap is in question there is none to speak of.
    if matches!(&rule.deed, Deed::Take(Take { amounts: Amounts::Total(_), .. })) {
        return;
    }
    let known = |part: &Expr| match part.kind {
        ExprKind::Slot(slot) if own(slot) => Some(ExprKind::Slot(Slot::Size)),
        _ => None,
    };
    each_expression(rule, &mut |part| *part = replaced(part, &known));
}

fn each_expression(rule: &mut MoveRule, change: &mut dyn FnMut(&mut Expr)) {
    let set = match &mut rule.deed {
        Deed::Take(Take { amounts: Amounts::Each(set) | Amounts::Same(set) | Amounts::Total(set), .. })
        | Deed::Replace(_, set) => Some(set),
        _ => None,
    };
    match set {
        Some(AmountSet::Items(items)) => items.iter_mut().for_each(|item| match item {
            Item::Value(value) => change(value),
            Item::Range(low, high) => {
                change(low);
                change(high);
            }
        }),
        Some(AmountSet::Values { value, conditions, .. }) => {
            change(value);
            conditions.iter_mut().for_each(&mut *change);
        }
        Some(AmountSet::Any) | None => {}
    }
    rule.condition.iter_mut().for_each(change);
}

/// What a condition says of a given heap.
fn of_heap(condition: &Expr, heap: usize) -> Expr {
    replaced(condition, &|part| match part.kind {
        ExprKind::Slot(Slot::Size) => Some(ExprKind::Slot(Slot::Heap(heap))),
        ExprKind::Slot(Slot::Number) => Some(whole(heap as i64 + 1).kind),
        _ => None,
    })
}

/// The parts of which all must hold.
fn conjuncts(condition: Expr) -> Vec<Expr> {
    match condition.kind {
        ExprKind::Binary(BinaryOp::And, x, y) => conjuncts(*x).into_iter().chain(conjuncts(*y)).collect(),
        kind => vec![Expr { kind, span: condition.span }],
    }
}

/// An expression with parts of it replaced.
fn replaced(whole: &Expr, by: &dyn Fn(&Expr) -> Option<ExprKind>) -> Expr {
    let again = |part: &Expr| replaced(part, by);
    let boxed = |part: &Expr| Box::new(replaced(part, by));
    let kind = by(whole).unwrap_or_else(|| match &whole.kind {
        kind @ (ExprKind::Constant(_) | ExprKind::Slot(_)) => kind.clone(),
        ExprKind::Neg(x) => ExprKind::Neg(boxed(x)),
        ExprKind::Not(x) => ExprKind::Not(boxed(x)),
        ExprKind::Binary(op, x, y) => ExprKind::Binary(*op, boxed(x), boxed(y)),
        ExprKind::Call(function, arguments) => ExprKind::Call(*function, arguments.iter().map(again).collect()),
        ExprKind::Index(list, index) => ExprKind::Index(boxed(list), boxed(index)),
        ExprKind::In(x, items) => {
            let item = |item: &Item| match item {
                Item::Value(value) => Item::Value(again(value)),
                Item::Range(low, high) => Item::Range(again(low), again(high)),
            };
            ExprKind::In(boxed(x), items.iter().map(item).collect())
        }
        ExprKind::Term(sequence, index) => ExprKind::Term(*sequence, boxed(index)),
        ExprKind::Mex { terms, letter, from, below } => ExprKind::Mex {
            terms: terms.iter().map(again).collect(),
            letter: *letter,
            from: boxed(from),
            below: boxed(below),
        },
    });
    Expr { kind, span: whole.span }
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn slot(slot: Slot) -> Expr {
    expr(ExprKind::Slot(slot))
}

fn size(heap: usize) -> Expr {
    slot(Slot::Heap(heap))
}

fn whole(value: i64) -> Expr {
    expr(ExprKind::Constant(Value::Number(Number::from(value))))
}

fn joined(op: BinaryOp, x: Expr, y: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(x), Box::new(y)))
}

fn both(x: Expr, y: Expr) -> Expr {
    joined(BinaryOp::And, x, y)
}

fn either(x: Expr, y: Expr) -> Expr {
    joined(BinaryOp::Or, x, y)
}

/// That all of these hold.
fn all_of(parts: Vec<Expr>) -> Expr {
    parts.into_iter().reduce(both).unwrap_or_else(|| expr(ExprKind::Constant(Value::Bool(true))))
}
