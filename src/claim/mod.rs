//! Claims about a game, decided: refuted by a counterexample, proved by a theorem, or verified up to a size.
//!
//! [`decide`] compares a claim with a solved table first. What the table doesn't refute is compared with the theorem that
//! covers the game, for heaps of every size: a claim may follow from it, or fail beyond the table.

pub mod members;
mod period;
mod prove;
mod translate;
mod verify;

pub use members::FamilyError;
pub use prove::{ByTheorem, compare};
pub use translate::{Translation, translate};
pub use verify::{ClaimError, Claimed, Counterexample, Finding, refute};

use crate::answer::Game;
use crate::rules::claim::{Claim, ClaimBody};
use crate::solve::{Outcome, Table};

/// What is known of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for all sizes, since it follows from a theorem of the library.
    Proved {
        /// The theorem's name.
        by: &'static str,
    },
    /// It holds for all heaps up to so many tokens; beyond that nothing is known.
    Verified {
        /// The greatest heap.
        max: u64,
    },
    /// It is wrong.
    Refuted(Counterexample),
}

/// Decides a claim of a game.
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
                    Some(Ok(())) => return Ok(Verdict::Proved { by: theorem.id() }),
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
            ByTheorem::Follows => return Ok(Verdict::Proved { by: theorem.id() }),
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
