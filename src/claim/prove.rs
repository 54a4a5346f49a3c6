//! Claims against the theorems of the library, for heaps of every size.

use super::translate::{translate, translate_value};
use crate::logic::budget::Budget;
use crate::logic::decide::{decide, difference};
use crate::logic::formula::{Formula, Linear, Var};
use crate::rules::claim::{Claim, ClaimBody, Family};
use crate::rules::expr::{Expr, ExprKind, Function, Slot};
use crate::rules::number::Number;
use crate::solve::Outcome;
use crate::syntax::tree::BinaryOp;
use crate::theorem::{ClosedForm, Theorem};
use num_bigint::BigUint;

/// What a theorem says of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ByTheorem {
    /// The claim follows from it.
    Follows,
    /// The claim is wrong at this position, the smallest such; and what it says there.
    Contradicts(Vec<BigUint>, Outcome),
    /// The claim could not be compared with it.
    Open,
}

/// Compares a claim with a theorem that covers the game, for heaps of every size.
pub fn compare(claim: &Claim, theorem: &dyn Theorem, heaps: usize, alike: bool) -> ByTheorem {
    if let ClaimBody::Grundy(_) | ClaimBody::Period(_) = &claim.body {
        let everywhere = theorem.heap_value().and_then(|value| translate_value(claim, &value));
        let fails = everywhere.map(|formula| decide(&formula.negated(), Budget::default()));
        return if matches!(fails, Some(Ok(None))) { ByTheorem::Follows } else { ByTheorem::Open };
    }
    match theorem.closed_form(heaps) {
        Some(ClosedForm::Formula(formula)) => compare_formulas(claim, &formula, heaps, alike, Scope::default()),
        Some(ClosedForm::Pairs { from, others, alpha, beta, t }) => match &claim.body {
            ClaimBody::Families(families) => {
                let (single, lettered): (Vec<&Family>, Vec<&Family>) =
                    families.iter().partition(|family| family.free_letters().is_empty());
                let follows = constant_pairs(&single) == Some(others) && is_pairs(&lettered, from, &alpha, &beta, &t);
                if follows { ByTheorem::Follows } else { ByTheorem::Open }
            }
            _ => ByTheorem::Open,
        },
        None => ByTheorem::Open,
    }
}

/// Which positions are compared.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scope {
    /// The theorem speaks only of positions whose smallest heap holds at most so many tokens.
    pub(super) known: Option<u64>,
    /// The claim is to be compared only for such positions.
    pub(super) asked: Option<u64>,
}

/// Compares a claim with the condition for P-positions, for heaps of every size.
pub(super) fn compare_formulas(claim: &Claim, theorem: &Formula, heaps: usize, alike: bool, scope: Scope) -> ByTheorem {
    let Some(translation) = translate(claim, heaps, alike) else { return ByTheorem::Open };
    let mut within = vec![translation.within];
    within.extend(scope.asked.map(|most| smallest_at_most(heaps, most)));
    let within = Formula::And(within);
    let none = |formula: Formula| matches!(decide(&formula, Budget::default()), Ok(None));
    if !none(Formula::And(vec![within.clone(), translation.required.negated()])) {
        return ByTheorem::Open;
    }
    if let Some(most) = scope.known
        && !none(Formula::And(vec![within.clone(), smallest_at_most(heaps, most).negated()]))
    {
        return ByTheorem::Open;
    }
    match difference(&within, &translation.claimed, theorem, Budget::default()) {
        Ok(None) => ByTheorem::Follows,
        Ok(Some(difference)) => {
            // A heap of which neither formula speaks may have any size; 0 is the smallest.
            let size = |heap: usize| difference.witness.get(&Var(heap)).cloned().unwrap_or_default();
            let claimed = if difference.first_holds { Outcome::P } else { Outcome::N };
            ByTheorem::Contradicts((0..heaps).map(size).collect(), claimed)
        }
        Err(_) => ByTheorem::Open,
    }
}

/// The least size of the smallest heap, at most `most`, at most which the claim says it is; nothing where it may be more.
pub(super) fn scope_of(claim: &Claim, heaps: usize, alike: bool, most: u64) -> Option<u64> {
    let within = translate(claim, heaps, alike)?.within;
    (0..=most).find(|size| {
        let beyond = Formula::And(vec![within.clone(), smallest_at_most(heaps, *size).negated()]);
        matches!(decide(&beyond, Budget::default()), Ok(None))
    })
}

/// The condition that the smallest heap holds at most so many tokens.
fn smallest_at_most(heaps: usize, most: u64) -> Formula {
    let most = Linear::constant(most);
    Formula::Or((0..heaps).map(|heap| Formula::at_most(&Linear::variable(Var(heap)), &most)).collect())
}

/// The pairs of families without letters, smaller number first, in order.
fn constant_pairs(families: &[&Family]) -> Option<Vec<(u32, u32)>> {
    let mut pairs = Vec::new();
    for family in families {
        let size = |entry: &Expr| u32::try_from(entry.as_number()?.to_i64()?).ok();
        let [first, second] = family.entries.as_slice() else { return None };
        if !family.conditions.is_empty() {
            return None;
        }
        let (first, second) = (size(first)?, size(second)?);
        pairs.push((first.min(second), first.max(second)));
    }
    pairs.sort_unstable();
    pairs.dedup();
    Some(pairs)
}

/// Whether the families are the pairs (⌊kα⌋, ⌊kβ⌋), k = from, from + 1, …, or, from 0 on, those of the recurrence that
/// gives them.
fn is_pairs(families: &[&Family], from: u32, alpha: &Number, beta: &Number, t: &BigUint) -> bool {
    let [family] = families else { return false };
    let letters = family.free_letters();
    let ([letter], [first, second]) = (letters.as_slice(), family.entries.as_slice()) else {
        return false;
    };
    // The letter starts where the largest of its lower bounds says, and nothing else is asked of it.
    let bounds: Option<Vec<i64>> = family.conditions.iter().map(|condition| lower_bound(condition, *letter)).collect();
    let Some(bounds) = bounds else { return false };
    if bounds.into_iter().fold(0, i64::max) != i64::from(from) {
        return false;
    }
    let multiples = [first, second].map(|entry| floored_multiple(entry, *letter));
    if let [Some(first), Some(second)] = &multiples {
        return (first, second) == (alpha, beta) || (first, second) == (beta, alpha);
    }
    from == 0 && is_recurrence(family, *letter, t)
}

/// The least value that a condition such as `k >= 1` leaves to the letter k; nothing for a condition of another kind.
fn lower_bound(condition: &Expr, letter: usize) -> Option<i64> {
    let ExprKind::Binary(op, x, y) = &condition.kind else { return None };
    let is_letter = |expr: &Expr| matches!(expr.kind, ExprKind::Slot(Slot::Letter(it)) if it == letter);
    let whole = |expr: &Expr| expr.as_number()?.to_i64();
    match op {
        BinaryOp::Ge if is_letter(x) => whole(y),
        BinaryOp::Gt if is_letter(x) => whole(y)?.checked_add(1),
        BinaryOp::Le if is_letter(y) => whole(x),
        BinaryOp::Lt if is_letter(y) => whole(x)?.checked_add(1),
        _ => None,
    }
}

/// The factor c of an entry that is ⌊ck⌋ for the letter k: as it stands, or as ⌊c₁k⌋ + c₂k with c₂ whole.
fn floored_multiple(entry: &Expr, letter: usize) -> Option<Number> {
    match &entry.kind {
        ExprKind::Call(Function::Floor, arguments) => multiple(&arguments[0], letter),
        ExprKind::Binary(BinaryOp::Add, x, y) => {
            let (floored, rest) = match floored_multiple(x, letter) {
                Some(floored) => (floored, multiple(y, letter)?),
                None => (floored_multiple(y, letter)?, multiple(x, letter)?),
            };
            rest.to_integer()?;
            floored.plus(&rest).ok()
        }
        _ => None,
    }
}

/// The factor c of an expression that is ck for the letter k.
fn multiple(expr: &Expr, letter: usize) -> Option<Number> {
    match &expr.kind {
        ExprKind::Slot(Slot::Letter(it)) if *it == letter => Some(Number::from(1)),
        ExprKind::Binary(BinaryOp::Mul, x, y) => match (x.as_number(), y.as_number()) {
            (Some(factor), _) => multiple(y, letter)?.times(factor).ok(),
            (_, Some(factor)) => multiple(x, letter)?.times(factor).ok(),
            _ => None,
        },
        ExprKind::Binary(BinaryOp::Div, x, y) => multiple(x, letter)?.over(y.as_number()?).ok(),
        ExprKind::Binary(BinaryOp::Add, x, y) => multiple(x, letter)?.plus(&multiple(y, letter)?).ok(),
        ExprKind::Binary(BinaryOp::Sub, x, y) => multiple(x, letter)?.minus(&multiple(y, letter)?).ok(),
        _ => None,
    }
}

/// `(a[k], b[k])` with a[k] = mex(a[j], b[j] for j < k) and b[k] = a[k] + t·k.
fn is_recurrence(family: &Family, letter: usize, t: &BigUint) -> bool {
    let term_at = |expr: &Expr, wanted: usize| match &expr.kind {
        ExprKind::Term(sequence, index) => match index.kind {
            ExprKind::Slot(Slot::Letter(it)) if it == wanted => Some(*sequence),
            _ => None,
        },
        _ => None,
    };
    let (Some(first), Some(second)) = (term_at(&family.entries[0], letter), term_at(&family.entries[1], letter)) else {
        return false;
    };
    if first == second || family.sequences.len() != 2 {
        return false;
    }
    let is_mex = |number: usize, other: usize| {
        let sequence = &family.sequences[number];
        let ExprKind::Mex { terms, letter: runs, from, below } = &sequence.value.kind else { return false };
        let mut named: Vec<Option<usize>> = terms.iter().map(|term| term_at(term, *runs)).collect();
        named.sort_unstable();
        let mut wanted = vec![Some(number), Some(other)];
        wanted.sort_unstable();
        named == wanted
            && from.as_number() == Some(&Number::from(0))
            && matches!(below.kind, ExprKind::Slot(Slot::Letter(it)) if it == sequence.index)
    };
    let is_shifted = |number: usize, other: usize| {
        let sequence = &family.sequences[number];
        let ExprKind::Binary(BinaryOp::Add, x, y) = &sequence.value.kind else { return false };
        let fits = |term: &Expr, rest: &Expr| {
            term_at(term, sequence.index) == Some(other)
                && multiple(rest, sequence.index) == Some(Number::from_biguint(t))
        };
        fits(x, y) || fits(y, x)
    };
    (is_mex(first, second) && is_shifted(second, first)) || (is_mex(second, first) && is_shifted(first, second))
}
