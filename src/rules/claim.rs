//! Claims of a rule file after names have been resolved.

use super::expr::{Expr, ExprKind, Slot};
use super::resolve::{Names, Resolver};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::syntax::tree;
use crate::text::Text;
use num_traits::ToPrimitive;

/// A statement about which positions are P-positions, or about Grundy values, that a file makes.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The name, if the file gives one.
    pub name: Option<Text>,
    /// The condition on positions outside of which the claim says nothing.
    pub within: Option<Expr>,
    /// What is claimed.
    pub body: ClaimBody,
    /// Where the file says it.
    pub span: Span,
}

/// What a claim says.
#[derive(Clone, Debug, PartialEq)]
pub enum ClaimBody {
    /// The P-positions are those of the families.
    Families(Vec<Family>),
    /// The P-positions are those that meet the condition.
    When(Expr),
    /// The Grundy value of one heap, whose size is letter 0.
    Grundy(Expr),
    /// The Grundy values of one heap repeat.
    Period(Period),
}

/// A claim that the Grundy values g of one heap repeat: g(h + period) = g(h) + saltus for every h >= from, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The period, at least 1.
    pub period: u64,
    /// By how much the values rise with each period.
    pub saltus: u64,
    /// The first size of which it holds.
    pub from: u64,
}

/// The largest number that a claim of a period may hold.
const MOST: u64 = 1_000_000_000;

/// Positions with letters in them: those whose entries are the heap sizes for some natural numbers as letters.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// The letters, by slot; a slot with an empty name is used inside a `mex` alone.
    pub letters: Vec<String>,
    /// The size of each heap.
    pub entries: Vec<Expr>,
    /// What holds for the letters.
    pub conditions: Vec<Expr>,
    /// The sequences that the entries use.
    pub sequences: Vec<Sequence>,
    /// Where the file says it.
    pub span: Span,
}

/// A sequence given by a recurrence.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    /// The name.
    pub name: String,
    /// The slot of the index letter.
    pub index: usize,
    /// The term at the index.
    pub value: Expr,
}

/// Lowers a claim, or gives `None` after diagnostics.
pub(super) fn lower_claim(claim: &tree::Claim, names: Names<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<Claim> {
    let mut positions = Resolver::positions(names);
    let within = claim.within.as_ref().map(|condition| positions.condition(condition));
    let body = match &claim.body {
        tree::ClaimBody::When(condition) => positions.condition(condition).map(ClaimBody::When),
        tree::ClaimBody::Families(families) => {
            let lowered: Vec<Option<Family>> =
                families.iter().map(|family| lower_family(family, names, &mut positions.diagnostics)).collect();
            lowered.into_iter().collect::<Option<_>>().map(ClaimBody::Families)
        }
        tree::ClaimBody::Grundy(letter, value) => {
            // The value speaks of one heap of that size, whichever it is and whatever else there is.
            let mut resolver = Resolver::constants(names);
            resolver.letters.push(letter.node.clone());
            let value = resolver.number(value);
            positions.diagnostics.append(&mut resolver.diagnostics);
            value.map(ClaimBody::Grundy)
        }
        tree::ClaimBody::Period(period) => {
            lower_period(period, names, &mut positions.diagnostics).map(ClaimBody::Period)
        }
    };
    diagnostics.append(&mut positions.diagnostics);
    let within = match within {
        None => None,
        Some(condition) => Some(condition?),
    };
    Some(Claim { name: claim.name.as_ref().map(|name| name.node.clone()), within, body: body?, span: claim.span })
}

fn lower_period(period: &tree::Period, names: Names<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<Period> {
    let mut resolver = Resolver::constants(names);
    let mut number = |expr: Option<&tree::Expr>, least: u64| {
        let Some(expr) = expr else { return Some(0) };
        let value = resolver.integer(expr)?;
        let found = value.to_u64().filter(|value| (least..=MOST).contains(value));
        if found.is_none() {
            let message = format!("this must be a number from {least} to {MOST}, not {value}");
            resolver.diagnostics.push(Diagnostic::error("period", expr.span, message));
        }
        found
    };
    let values = (number(Some(&period.period), 1), number(period.saltus.as_ref(), 0), number(period.from.as_ref(), 0));
    diagnostics.append(&mut resolver.diagnostics);
    Some(Period { period: values.0?, saltus: values.1?, from: values.2? })
}

fn lower_family(family: &tree::Family, names: Names<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<Family> {
    let sequences = family.sequences.iter().map(|sequence| sequence.name.node.clone()).collect();
    let mut resolver = Resolver::family(names, sequences);
    if family.entries.len() != names.heaps {
        let message = format!(
            "a position of this game has {}, not {}",
            plural(names.heaps, "entry", "entries"),
            family.entries.len()
        );
        resolver.diagnostics.push(Diagnostic::error("wrong-length", family.span, message));
    }
    let entries: Vec<Option<Expr>> = family.entries.iter().map(|entry| resolver.number(entry)).collect();
    let conditions: Vec<Option<Expr>> = family.conditions.iter().map(|one| resolver.condition(one)).collect();
    let mut lowered = Vec::new();
    for sequence in &family.sequences {
        // The index letter of a recurrence is its own, even where the entries use the same name.
        let index = resolver.letters.len();
        resolver.letters.push(sequence.index.node.clone());
        let value = resolver.number(&sequence.value);
        resolver.letters[index] = String::new();
        lowered.push(value.map(|value| Sequence { name: sequence.name.node.clone(), index, value }));
    }
    let failed = !resolver.diagnostics.is_empty();
    diagnostics.append(&mut resolver.diagnostics);
    if failed {
        return None;
    }
    Some(Family {
        letters: resolver.letters,
        entries: entries.into_iter().collect::<Option<_>>()?,
        conditions: conditions.into_iter().collect::<Option<_>>()?,
        sequences: lowered.into_iter().collect::<Option<_>>()?,
        span: family.span,
    })
}

impl Claim {
    /// Whether the claim speaks of single heaps, so that it may say different things of positions that differ in the
    /// order of heaps alone.
    pub fn names_heaps(&self) -> bool {
        let condition = match &self.body {
            ClaimBody::When(condition) => Some(condition),
            ClaimBody::Families(_) | ClaimBody::Grundy(_) | ClaimBody::Period(_) => None,
        };
        let by_heap = |part: &Expr| part.mentions(|slot| matches!(slot, Slot::Heap(_)));
        condition.into_iter().chain(&self.within).any(by_heap)
    }
}

impl Family {
    /// The letters that the entries and conditions use, by slot, without those that belong to a sequence or a `mex`.
    pub fn free_letters(&self) -> Vec<usize> {
        let mut used = Vec::new();
        for part in self.entries.iter().chain(&self.conditions) {
            part.walk(&mut |part| {
                if let ExprKind::Slot(Slot::Letter(letter)) = part.kind
                    && !self.letters[letter].is_empty()
                    && !used.contains(&letter)
                {
                    used.push(letter);
                }
            });
        }
        used.sort_unstable();
        used
    }
}

/// `1 heap`, `2 heaps`.
pub(super) fn plural(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("{count} {one}") } else { format!("{count} {many}") }
}
