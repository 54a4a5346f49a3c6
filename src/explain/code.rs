//! The rules of an octal code, joined where they read as one.
//!
//! A code gives rules one by one: take one token if that empties the heap, take one if some are left, take one and split
//! the rest. Those that speak of the same amount are one sentence, and so are amounts with the same sentence.

use super::rules::PartsInWords;
use crate::rules::expr::{Expr, ExprKind, Slot};
use crate::rules::{Amounts, Deed, MoveRule, Ruleset, Selection};
use crate::syntax::tree::BinaryOp;
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// A heap may be emptied.
const EMPTIED: u32 = 1;
/// A heap may be left smaller.
const LEFT: u32 = 2;
/// What is left of a heap may be split in two.
const IN_TWO: u32 = 4;
/// What is left of a heap may be split in three.
const IN_THREE: u32 = 8;

/// Amounts that a code treats alike.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The first of the rules, counted from 0.
    pub(super) rule: usize,
    /// How many tokens may be taken, ascending; 0 alone where none is taken.
    pub(super) amounts: Vec<u64>,
    /// The digit of the code.
    digit: u32,
}

impl Group {
    /// What must be left of the heap: `any`, `none` or `some`.
    pub(super) fn rest(&self) -> &'static str {
        match (self.digit & (EMPTIED | LEFT), self.digit & (IN_TWO | IN_THREE)) {
            (EMPTIED, 0) => "none",
            (LEFT, _) => "some",
            _ => "any",
        }
    }

    /// Into what the heap, or what is left of it, is divided.
    pub(super) fn parts(&self) -> Option<PartsInWords> {
        if self.digit & (IN_TWO | IN_THREE) == 0 {
            return None;
        }
        Some(PartsInWords {
            low: if self.digit & IN_TWO == 0 { 3 } else { 2 },
            high: if self.digit & IN_THREE == 0 { 2 } else { 3 },
            may: self.digit & LEFT != 0,
            if_any: self.digit & (EMPTIED | LEFT) == EMPTIED,
            differ: false,
            equal: false,
            letters: Vec::new(),
        })
    }
}

/// The rules joined, if they are those of a code; they all stand at its place in the file.
pub(super) fn joined(rules: &Ruleset) -> Option<Vec<Group>> {
    let (first, rest) = rules.moves.split_first()?;
    if rest.is_empty() || rest.iter().any(|rule| rule.span != first.span) {
        return None;
    }
    let mut digits: BTreeMap<u64, (usize, u32)> = BTreeMap::new();
    for (number, rule) in rules.moves.iter().enumerate() {
        let (amount, bit) = digit(rule)?;
        digits.entry(amount).or_insert((number, 0)).1 |= bit;
    }
    let mut groups: Vec<Group> = Vec::new();
    for (amount, (rule, digit)) in digits {
        match groups.iter_mut().find(|group| group.digit == digit && group.amounts != [0]) {
            Some(group) => group.amounts.push(amount),
            None => groups.push(Group { rule, amounts: vec![amount], digit }),
        }
    }
    Some(groups)
}

/// How many tokens a rule of a code takes, and what its digit has for it.
fn digit(rule: &MoveRule) -> Option<(u64, u32)> {
    let one_heap = |from: &Selection| *from == Selection::Count { low: 1, high: 1 };
    let into = |low: usize, high: usize| match (low, high) {
        (2, 2) => Some(IN_TWO),
        (3, 3) => Some(IN_THREE),
        _ => None,
    };
    if rule.first || !rule.then.is_empty() {
        return None;
    }
    match &rule.deed {
        Deed::Split(from, parts) if one_heap(from) && rule.condition.is_none() => {
            Some((0, into(parts.low, parts.high)?))
        }
        Deed::Take(take) if one_heap(&take.from) && !take.or_rest => {
            let Amounts::Each(set) = &take.amounts else { return None };
            let amount = super::amounts::only(Some(set))?.to_integer()?.to_u64()?;
            let bit = match (&take.split, &rule.condition) {
                (Some((parts, false)), None) => into(parts.low, parts.high)?,
                (None, None) => EMPTIED | LEFT,
                (None, Some(condition)) => compared(condition)?,
                _ => return None,
            };
            Some((amount, bit))
        }
        _ => None,
    }
}

/// What a code's condition on the heap's size says.
fn compared(condition: &Expr) -> Option<u32> {
    match &condition.kind {
        ExprKind::Binary(op, x, _) if matches!(x.kind, ExprKind::Slot(Slot::Size)) => match op {
            BinaryOp::Eq => Some(EMPTIED),
            BinaryOp::Gt => Some(LEFT),
            _ => None,
        },
        _ => None,
    }
}
