//! The positions of a family, up to a size.
//!
//! Letters stand for natural numbers. To list all positions whose heaps hold at most `max` tokens, each letter is raised
//! from 0 until some entry has grown beyond `max` for good. That an entry has grown for good is known where it never
//! falls as letters rise (`Growth`); where no such entry and no condition bounds a letter, the list would not be known to
//! be complete, and there is none.

use crate::game::Position;
use crate::rules::claim::{Family, Sequence};
use crate::rules::expr::{EvalError, Expr, ExprKind, Function, MAX_TERMS, Problem, Scope, Slot, Terms, Value};
use crate::rules::linear::{Linear, systems};
use crate::rules::number::Number;
use crate::source::Span;
use crate::syntax::tree::BinaryOp;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::collections::HashMap;
use thiserror::Error;

/// Why the positions of a family cannot be listed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FamilyError {
    /// An entry or condition has no meaning for some letters.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// Nothing says how far a letter has to be tried.
    #[error("nothing bounds the letter `{letter}`, so its positions cannot be listed completely")]
    Unbounded {
        /// The letter.
        letter: String,
        /// The family.
        span: Span,
    },
    /// There are too many letters to try.
    #[error("the family has too many combinations of letters to try up to this size")]
    TooMany {
        /// The family.
        span: Span,
    },
}

/// The most combinations of letters that are tried.
const MAX_COMBINATIONS: u64 = 5_000_000;

/// The positions of the family whose heaps hold at most `max` tokens.
///
/// # Errors
///
/// Where an entry has no meaning, a letter is not bounded, or there are too many combinations of letters.
///
/// # Complexity
///
/// Proportional to the combinations of letters for which no entry exceeds `max`.
pub fn positions(family: &Family, max: u64) -> Result<BTreeSet<Position>, FamilyError> {
    let sequences = Memo { family, known: RefCell::new(HashMap::new()) };
    let letters = family.free_letters();
    let growths: Vec<Option<Growth>> = family.entries.iter().map(|entry| growth(entry, family)).collect();
    let mut limits = Vec::new();
    for letter in &letters {
        let limit = upper_bound(family, *letter);
        let grows = growths.iter().flatten().any(|growth| growth.letters.contains(letter));
        if limit.is_none() && !grows {
            return Err(FamilyError::Unbounded { letter: family.letters[*letter].clone(), span: family.span });
        }
        limits.push(limit);
    }
    let mut search = Search {
        family,
        max: Number::from(BigInt::from(max)),
        sequences: &sequences,
        letters: &letters,
        limits: &limits,
        falling: growths.iter().map(Option::is_none).collect(),
        values: vec![Number::from(0); family.letters.len()],
        tried: 0,
        found: BTreeSet::new(),
    };
    search.from(0)?;
    Ok(search.found)
}

struct Search<'a> {
    family: &'a Family,
    max: Number,
    sequences: &'a Memo<'a>,
    letters: &'a [usize],
    limits: &'a [Option<BigInt>],
    /// Which entries may fall as letters rise.
    falling: Vec<bool>,
    values: Vec<Number>,
    tried: u64,
    found: BTreeSet<Position>,
}

impl Search<'_> {
    /// Tries all values of the letters from the `depth`-th on.
    fn from(&mut self, depth: usize) -> Result<(), FamilyError> {
        self.tried += 1;
        if self.tried > MAX_COMBINATIONS {
            return Err(FamilyError::TooMany { span: self.family.span });
        }
        let Some(letter) = self.letters.get(depth) else { return self.take() };
        let mut value = BigInt::zero();
        while self.limits[depth].as_ref().is_none_or(|limit| value <= *limit) {
            self.values[*letter] = Number::from(value.clone());
            // The letters still to come are at 0, where entries that never fall are least.
            if self.beyond()? {
                break;
            }
            self.from(depth + 1)?;
            value += 1;
        }
        self.values[*letter] = Number::from(0);
        Ok(())
    }

    /// Whether an entry that never falls is above the greatest size.
    fn beyond(&self) -> Result<bool, FamilyError> {
        for (entry, falling) in self.family.entries.iter().zip(&self.falling) {
            if !falling && entry.number(&self.scope())? > self.max {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn take(&mut self) -> Result<(), FamilyError> {
        for condition in &self.family.conditions {
            if !condition.truth(&self.scope())? {
                return Ok(());
            }
        }
        let mut sizes = Vec::new();
        for entry in &self.family.entries {
            let value = entry.number(&self.scope())?;
            if value < Number::from(0) || value > self.max {
                return Ok(());
            }
            sizes.push(entry.whole(&self.scope())?.to_u64().expect("a size up to the greatest"));
        }
        self.found.insert(Position::new(sizes));
        Ok(())
    }

    fn scope(&self) -> Scope<'_> {
        Scope { heaps: &[], registers: &[], heap: None, letters: &self.values, terms: Some(self.sequences) }
    }
}

/// The terms of a family's sequences, each computed once.
struct Memo<'a> {
    family: &'a Family,
    known: RefCell<HashMap<(usize, Number), Number>>,
}

impl Terms for Memo<'_> {
    fn term(&self, sequence: usize, index: &Number) -> Result<Number, Problem> {
        if let Some(known) = self.known.borrow().get(&(sequence, index.clone())) {
            return Ok(known.clone());
        }
        // Terms are computed from the first on, so that a recurrence never calls itself deeply.
        let Some(last) = index.to_integer().filter(|index| !index.is_negative()) else {
            return Err(Problem::NotWhole(index.to_string()));
        };
        if last > BigInt::from(MAX_TERMS) {
            return Err(Problem::TooLarge(last.to_string()));
        }
        let mut at = BigInt::from(self.known.borrow().keys().filter(|(known, _)| *known == sequence).count());
        while at <= last {
            for (number, definition) in self.family.sequences.iter().enumerate() {
                let place = (number, Number::from(at.clone()));
                if self.known.borrow().contains_key(&place) {
                    continue;
                }
                let value = self.compute(definition, &place.1)?;
                self.known.borrow_mut().insert(place, value);
            }
            at += 1;
        }
        Ok(self.known.borrow()[&(sequence, index.clone())].clone())
    }
}

impl Memo<'_> {
    fn compute(&self, sequence: &Sequence, index: &Number) -> Result<Number, Problem> {
        let mut letters = vec![Number::from(0); self.family.letters.len()];
        letters[sequence.index] = index.clone();
        // A term may use earlier terms, and terms of sequences before it at the same index; those are known by now.
        let known = Known { memo: self };
        let scope = Scope { heaps: &[], registers: &[], heap: None, letters: &letters, terms: Some(&known) };
        sequence.value.number(&scope).map_err(|error| error.problem)
    }
}

/// Only the terms that have been computed already.
struct Known<'a> {
    memo: &'a Memo<'a>,
}

impl Terms for Known<'_> {
    fn term(&self, sequence: usize, index: &Number) -> Result<Number, Problem> {
        self.memo.known.borrow().get(&(sequence, index.clone())).cloned().ok_or_else(|| Problem::NoTerm {
            sequence: self.memo.family.sequences[sequence].name.clone(),
            index: index.to_string(),
        })
    }
}

/// An expression that never falls as letters rise.
struct Growth {
    /// The letters that raise it above every bound, whatever the others are.
    letters: BTreeSet<usize>,
    /// Whether it is never negative.
    natural: bool,
}

/// How an expression grows with the letters; nothing where it may fall, or where that is not known.
fn growth(expr: &Expr, family: &Family) -> Option<Growth> {
    let both = |x: &Expr, y: &Expr| Some((growth(x, family)?, growth(y, family)?));
    match &expr.kind {
        ExprKind::Constant(Value::Number(number)) => {
            Some(Growth { letters: BTreeSet::new(), natural: *number >= Number::from(0) })
        }
        ExprKind::Slot(Slot::Letter(letter)) => Some(Growth { letters: BTreeSet::from([*letter]), natural: true }),
        ExprKind::Binary(BinaryOp::Add, x, y) => {
            let (x, y) = both(x, y)?;
            Some(Growth { letters: &x.letters | &y.letters, natural: x.natural && y.natural })
        }
        ExprKind::Binary(BinaryOp::Sub, x, y) if y.as_number().is_some() => {
            Some(Growth { letters: growth(x, family)?.letters, natural: false })
        }
        ExprKind::Binary(BinaryOp::Mul, x, y) => {
            let (x_growth, y_growth) = both(x, y)?;
            let positive = |factor: &Expr| factor.as_number().is_some_and(|factor| *factor > Number::from(0));
            if positive(x) {
                return Some(y_growth);
            }
            if positive(y) {
                return Some(x_growth);
            }
            (x_growth.natural && y_growth.natural)
                .then(|| Growth { letters: &x_growth.letters & &y_growth.letters, natural: true })
        }
        ExprKind::Binary(BinaryOp::Div, x, y) => {
            let positive = y.as_number().is_some_and(|divisor| *divisor > Number::from(0));
            positive.then(|| growth(x, family)).flatten()
        }
        ExprKind::Binary(BinaryOp::Pow, x, y) => {
            let positive = y.as_number().is_some_and(|exponent| *exponent >= Number::from(1));
            growth(x, family).filter(|growth| positive && growth.natural)
        }
        ExprKind::Call(Function::Floor | Function::Ceil, arguments) => growth(&arguments[0], family),
        ExprKind::Term(sequence, index) => {
            let definition = &family.sequences[*sequence];
            let index = growth(index, family)?;
            rises(*sequence, definition).then_some(Growth { letters: index.letters, natural: true })
        }
        _ => None,
    }
}

/// Whether a sequence is a mex over all its own earlier terms: it then takes each value once and never falls, since the
/// sets of which it is the mex only grow; so its k-th term is at least k.
fn rises(number: usize, sequence: &Sequence) -> bool {
    let ExprKind::Mex { terms, letter, from, below } = &sequence.value.kind else { return false };
    let is_letter = |expr: &Expr, wanted: usize| matches!(expr.kind, ExprKind::Slot(Slot::Letter(it)) if it == wanted);
    from.as_number().is_some_and(|from| *from == Number::from(0))
        && is_letter(below, sequence.index)
        && terms.iter().any(|term| match &term.kind {
            ExprKind::Term(own, index) => *own == number && is_letter(index, *letter),
            _ => false,
        })
}

/// The greatest value that the conditions leave to a letter, if they say one.
fn upper_bound(family: &Family, wanted: usize) -> Option<BigInt> {
    let unknowns = |slot: Slot| match slot {
        Slot::Letter(letter) => Some(Linear::unknown(letter)),
        _ => None,
    };
    let mut least: Option<BigInt> = None;
    for condition in &family.conditions {
        let Some(systems) = systems(condition, true, &unknowns) else { continue };
        // One system alone: each of its inequalities holds.
        let [system] = systems.as_slice() else { continue };
        for form in system {
            let (constant, coefficients) = form.whole();
            if let [(letter, factor)] = coefficients.as_slice()
                && *letter == wanted
                && factor.is_positive()
            {
                let bound = (-constant).div_floor(factor);
                least = Some(least.map_or(bound.clone(), |least| least.min(bound)));
            }
        }
    }
    least
}
