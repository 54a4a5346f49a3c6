//! Claims about a game, decided: refuted by a counterexample, proved by a theorem, or verified up to a size.
//!
//! [`decide`] compares a claim with a solved table first. What the table doesn't refute is compared with the theorem that
//! covers the game, for heaps of every size: a claim may follow from it, or fail beyond the table. Where no theorem of the
//! library does, [`decide_with`] looks for one that can be proved by cases with letters, about all positions or about those
//! of which the claim speaks. Of a claim that is wrong because it speaks of too much, [`exact_scope`] tells where it holds.

mod by_cases;
mod lower;
pub mod members;
mod period;
mod prove;
mod translate;
mod verify;

pub use by_cases::{CaseProver, CaseTheorem, MAX_SCOPE};
pub use lower::lower_families;
pub use members::FamilyError;
pub use prove::{ByTheorem, compare};
pub use translate::{Translation, translate};
pub use verify::{ClaimError, Claimed, Counterexample, Finding, refute};

use crate::answer::Game;
use crate::game::Position;
use crate::rules::claim::{Claim, ClaimBody};
use crate::solve::{Outcome, Table, positions_up_to};
use crate::theorem::ClosedForm;
use num_bigint::BigUint;
use prove::{Scope, compare_formulas, scope_of};
use std::rc::Rc;

/// What is known of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for all sizes.
    Proved {
        /// What it follows from.
        by: Grounds,
    },
    /// It holds for all heaps up to so many tokens; beyond that nothing is known.
    Verified {
        /// The greatest heap.
        max: u64,
    },
    /// It is wrong.
    Refuted(Counterexample),
}

/// What a claim follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grounds {
    /// A theorem of the library, by its name.
    Theorem(&'static str),
    /// A theorem proved by cases with letters, which has been checked.
    Cases(Rc<CaseTheorem>),
}

impl Grounds {
    /// The theorem's name, or that of the method.
    pub fn name(&self) -> &'static str {
        match self {
            Grounds::Theorem(name) => name,
            Grounds::Cases(_) => "cases",
        }
    }
}

/// Where a claim holds that is wrong elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactScope {
    /// It holds for positions, of those that it speaks of, whose smallest heap holds at most so many tokens.
    pub smallest_at_most: u64,
    /// What that follows from.
    pub by: Grounds,
    /// A position whose smallest heap holds one more and at which it is wrong, the first in the order of the table.
    pub fails_at: Vec<BigUint>,
}

/// Decides a claim of a game by a table and the theorems of the library.
///
/// # Errors
///
/// Where the claim has no meaning at some position, or its positions cannot be listed.
pub fn decide(game: &Game, table: &Table, claim: &Claim) -> Result<Verdict, ClaimError> {
    if let Some(counterexample) = refute(&game.rules, table, claim)? {
        return Ok(Verdict::Refuted(counterexample));
    }
    if let ClaimBody::Period(claimed) = &claim.body {
        if claim.within.is_none() {
            for theorem in &game.theorems {
                let value = theorem.heap_value();
                match value.and_then(|value| period::compare(*claimed, &value, game.rules.heaps)) {
                    Some(Ok(())) => return Ok(Verdict::Proved { by: Grounds::Theorem(theorem.id()) }),
                    Some(Err(counterexample)) => return Ok(Verdict::Refuted(counterexample)),
                    None => {}
                }
            }
        }
        if table.max < claimed.needed() {
            return Err(ClaimError::TooSmall { needed: claimed.needed(), max: table.max });
        }
        return Ok(Verdict::Verified { max: table.max });
    }
    for theorem in &game.theorems {
        match compare(claim, theorem.as_ref(), game.rules.heaps, game.facts.alike) {
            ByTheorem::Follows => return Ok(Verdict::Proved { by: Grounds::Theorem(theorem.id()) }),
            ByTheorem::Contradicts(position, claimed) => {
                let actual = if theorem.is_p(&position) { Outcome::P } else { Outcome::N };
                let winning_move = theorem.winning_moves(&position, 1).options.into_iter().next();
                return Ok(Verdict::Refuted(Counterexample {
                    position,
                    claimed: Finding::Outcome(claimed),
                    actual: Finding::Outcome(actual),
                    winning_move: winning_move.filter(|_| claimed == Outcome::P),
                }));
            }
            ByTheorem::Open => {}
        }
    }
    Ok(Verdict::Verified { max: table.max })
}

/// Decides a claim as [`decide`] does, and where no theorem of the library does, by one that is proved by cases with letters.
///
/// # Errors
///
/// As for [`decide`].
pub fn decide_with(
    game: &Game,
    table: &Table,
    claim: &Claim,
    prover: &mut CaseProver<'_>,
) -> Result<Verdict, ClaimError> {
    let verdict = decide(game, table, claim)?;
    if !matches!(verdict, Verdict::Verified { .. }) || matches!(claim.body, ClaimBody::Grundy(_)) {
        return Ok(verdict);
    }
    let (heaps, alike) = (game.rules.heaps, game.facts.alike);
    let asked = if alike { scope_of(claim, heaps, alike, MAX_SCOPE) } else { None };
    let scopes = if asked.is_some() { vec![asked, None] } else { vec![None] };
    for known in scopes {
        let Some(theorem) = prover.theorem(known) else { continue };
        let compared = compare_formulas(claim, &theorem.formula(alike), heaps, alike, Scope { known, asked: None });
        if compared == ByTheorem::Follows {
            return Ok(Verdict::Proved { by: Grounds::Cases(theorem) });
        }
    }
    Ok(verdict)
}

/// The scope, by the smallest heap, in which a refuted claim about P-positions holds, if that can be proved.
///
/// # Errors
///
/// As for [`decide`].
pub fn exact_scope(
    game: &Game,
    table: &Table,
    claim: &Claim,
    prover: &mut CaseProver<'_>,
) -> Result<Option<ExactScope>, ClaimError> {
    let (heaps, alike) = (game.rules.heaps, game.facts.alike);
    let Some(claimed) = Claimed::new(claim, table.max, alike)? else { return Ok(None) };
    if !alike || heaps < 2 {
        return Ok(None);
    }
    let mut first: Option<(u64, Position)> = None;
    for position in positions_up_to(heaps, table.max, !claim.names_heaps()) {
        let smallest = position.sizes().iter().copied().min().unwrap_or(0);
        if first.as_ref().is_some_and(|(known, _)| smallest >= *known) || !table.holds(&position) {
            continue;
        }
        if claimed.outcome(&position)?.is_some_and(|said| said != table.outcome(&position)) {
            first = Some((smallest, position));
        }
    }
    let Some((fails, position)) = first else { return Ok(None) };
    let Some(smallest_at_most) = fails.checked_sub(1) else { return Ok(None) };
    let found = |by: Grounds| Some(ExactScope { smallest_at_most, by, fails_at: position.to_big() });
    let asked = Some(smallest_at_most);
    for theorem in &game.theorems {
        let Some(ClosedForm::Formula(formula)) = theorem.closed_form(heaps) else { continue };
        let compared = compare_formulas(claim, &formula, heaps, alike, Scope { known: None, asked });
        if compared == ByTheorem::Follows {
            return Ok(found(Grounds::Theorem(theorem.id())));
        }
    }
    if smallest_at_most > MAX_SCOPE {
        return Ok(None);
    }
    let Some(theorem) = prover.theorem(asked) else { return Ok(None) };
    let compared = compare_formulas(claim, &theorem.formula(alike), heaps, alike, Scope { known: asked, asked });
    Ok(if compared == ByTheorem::Follows { found(Grounds::Cases(theorem)) } else { None })
}
