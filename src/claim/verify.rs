//! A claim against a solved table: the smallest position that contradicts it, if any.

use super::members::{self, FamilyError};
use crate::game::{GameError, Move, Position, moves};
use crate::rules::Ruleset;
use crate::rules::claim::{Claim, ClaimBody, Period};
use crate::rules::expr::{EvalError, Expr, Scope};
use crate::rules::number::Number;
use crate::solve::{Outcome, Table, positions_up_to};
use num_bigint::{BigInt, BigUint};
use std::collections::BTreeSet;
use thiserror::Error;

/// What a claim says of a position, or what is true of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Who wins.
    Outcome(Outcome),
    /// The Grundy value.
    Grundy(String),
}

/// A position at which a claim is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The position.
    pub position: Vec<BigUint>,
    /// What the claim says of it.
    pub claimed: Finding,
    /// What is true of it.
    pub actual: Finding,
    /// The position that a winning move leaves, where the claim takes an N-position for a P-position.
    pub winning_move: Option<Vec<BigUint>>,
}

/// Why a claim cannot be compared with a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClaimError {
    /// The positions of a family cannot be listed.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// A condition or value has no meaning at some position.
    #[error("at {position}: {error}")]
    Eval {
        /// The position.
        position: Position,
        /// What is wrong, and where.
        error: EvalError,
    },
    /// The moves from the counterexample cannot be listed.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The table holds too small heaps to tell anything about a period.
    #[error("heaps of at least {needed} tokens are needed to see this period, and the table ends at {max}")]
    TooSmall {
        /// The greatest heap that is needed.
        needed: u64,
        /// The greatest heap of the table.
        max: u64,
    },
    /// Grundy values are not defined in misère play, nor where play can go on for ever.
    #[error("this game has no Grundy values: they are defined for normal play that always ends")]
    NoGrundy,
}

/// What a claim says of the outcomes of positions.
pub struct Claimed<'a> {
    claim: &'a Claim,
    alike: bool,
    members: Option<BTreeSet<Position>>,
}

impl<'a> Claimed<'a> {
    /// Prepares a claim about outcomes for positions with heaps up to `max` tokens; nothing for a claim about Grundy
    /// values. Where the heaps are `alike`, the positions of families stand for heaps in any order.
    ///
    /// # Errors
    ///
    /// Where the positions of a family cannot be listed.
    pub fn new(claim: &'a Claim, max: u64, alike: bool) -> Result<Option<Claimed<'a>>, ClaimError> {
        let members = match &claim.body {
            ClaimBody::Grundy(_) | ClaimBody::Period(_) => return Ok(None),
            ClaimBody::When(_) => None,
            ClaimBody::Families(families) => {
                let mut all = BTreeSet::new();
                for family in families {
                    let positions = members::positions(family, max)?;
                    all.extend(positions.into_iter().map(|one| if alike { one.ascending() } else { one }));
                }
                Some(all)
            }
        };
        Ok(Some(Claimed { claim, alike, members }))
    }

    /// The outcome that the claim gives to a position; nothing where it does not speak of it.
    ///
    /// # Errors
    ///
    /// Where a condition has no meaning at the position.
    pub fn outcome(&self, position: &Position) -> Result<Option<Outcome>, ClaimError> {
        if let Some(within) = &self.claim.within
            && !holds(within, position)?
        {
            return Ok(None);
        }
        let is_p = match (&self.claim.body, &self.members) {
            (ClaimBody::When(condition), _) => holds(condition, position)?,
            (_, Some(members)) if self.alike => members.contains(&position.clone().ascending()),
            (_, Some(members)) => members.contains(position),
            _ => return Ok(None),
        };
        Ok(Some(if is_p { Outcome::P } else { Outcome::N }))
    }
}

fn holds(condition: &Expr, position: &Position) -> Result<bool, ClaimError> {
    let scope = Scope { heaps: position.sizes(), ..Scope::default() };
    condition.truth(&scope).map_err(|error| ClaimError::Eval { position: position.clone(), error })
}

/// The smallest position of the table at which the claim is wrong: by largest heap, then total, then order.
///
/// # Errors
///
/// Where the claim cannot be compared with the table.
///
/// # Complexity
///
/// Proportional to the positions of the table and the combinations of the claim's letters.
pub fn refute(rules: &Ruleset, table: &Table, claim: &Claim) -> Result<Option<Counterexample>, ClaimError> {
    match Claimed::new(claim, table.max, table.alike())? {
        Some(claimed) => refute_outcomes(rules, table, &claimed),
        None => match &claim.body {
            ClaimBody::Period(period) => refute_period(rules, table, claim, *period),
            _ => refute_grundy(rules, table, claim),
        },
    }
}

fn refute_outcomes(
    rules: &Ruleset,
    table: &Table,
    claimed: &Claimed<'_>,
) -> Result<Option<Counterexample>, ClaimError> {
    let mut smallest: Option<(Position, Outcome, Outcome)> = None;
    let ascending = table.alike() && !claimed.claim.names_heaps();
    for position in positions_up_to(rules.heaps, table.max, ascending) {
        // Of positions that the rules do not keep to nothing is claimed.
        if !table.holds(&position) {
            continue;
        }
        let Some(said) = claimed.outcome(&position)? else { continue };
        let actual = table.outcome(&position);
        let smaller = smallest.as_ref().is_none_or(|(known, ..)| position.magnitude() < known.magnitude());
        if said != actual && smaller {
            smallest = Some((position, said, actual));
        }
    }
    let Some((position, said, actual)) = smallest else { return Ok(None) };
    let winning_move = match (said, actual) {
        (Outcome::P, Outcome::N) => {
            let wins = |one: &Move| table.holds(&one.to) && table.outcome(&one.to) == Outcome::P;
            moves(rules, &position, usize::MAX)?.into_iter().find(wins).map(|one| one.to.to_big())
        }
        _ => None,
    };
    let (claimed, actual) = (Finding::Outcome(said), Finding::Outcome(actual));
    Ok(Some(Counterexample { position: position.to_big(), claimed, actual, winning_move }))
}

fn refute_grundy(rules: &Ruleset, table: &Table, claim: &Claim) -> Result<Option<Counterexample>, ClaimError> {
    let ClaimBody::Grundy(value) = &claim.body else { return Ok(None) };
    if rules.play != crate::syntax::tree::Play::Normal || rules.wins.is_some() {
        return Err(ClaimError::NoGrundy);
    }
    let values = table.values().ok_or(ClaimError::NoGrundy)?;
    for size in 0..=table.max {
        // The heap stands alone; where heaps differ, in each place in turn.
        let alike = table.alike() && !claim.names_heaps();
        let places = if alike { rules.heaps - 1..rules.heaps } else { 0..rules.heaps };
        for place in places {
            let mut sizes = vec![0; rules.heaps];
            sizes[place] = size;
            let position = Position::new(sizes);
            if let Some(within) = &claim.within
                && !holds(within, &position)?
            {
                continue;
            }
            let letters = [Number::from(BigInt::from(size))];
            let scope = Scope { heaps: position.sizes(), letters: &letters, ..Scope::default() };
            let said = value.number(&scope).map_err(|error| ClaimError::Eval { position: position.clone(), error })?;
            // A heap alone may be a position that the rules do not keep to.
            let Some(actual) = values.of(&position) else { continue };
            let actual = Number::from(BigInt::from(actual));
            if said != actual {
                return Ok(Some(Counterexample {
                    position: position.to_big(),
                    claimed: Finding::Grundy(said.to_string()),
                    actual: Finding::Grundy(actual.to_string()),
                    winning_move: None,
                }));
            }
        }
    }
    Ok(None)
}

impl Period {
    /// The greatest heap that a table needs for two whole periods.
    pub fn needed(&self) -> u64 {
        self.from + 2 * self.period
    }
}

/// The smallest size from which a period is wrong: the position holds the heap that is one period larger.
fn refute_period(
    rules: &Ruleset,
    table: &Table,
    claim: &Claim,
    period: Period,
) -> Result<Option<Counterexample>, ClaimError> {
    if rules.play != crate::syntax::tree::Play::Normal || rules.wins.is_some() {
        return Err(ClaimError::NoGrundy);
    }
    let values = table.values().ok_or(ClaimError::NoGrundy)?;
    // A heap stands alone; where heaps differ, in each place in turn.
    let alike = table.alike() && !claim.names_heaps();
    let places = if alike { rules.heaps - 1..rules.heaps } else { 0..rules.heaps };
    let alone = |size: u64, place: usize| {
        let mut sizes = vec![0; rules.heaps];
        sizes[place] = size;
        Position::new(sizes)
    };
    for size in period.from..=table.max.saturating_sub(period.period) {
        for place in places.clone() {
            let (smaller, larger) = (alone(size, place), alone(size + period.period, place));
            if let Some(within) = &claim.within
                && !holds(within, &smaller)?
            {
                continue;
            }
            let (Some(before), Some(behind)) = (values.of(&smaller), values.of(&larger)) else {
                continue;
            };
            let said = u64::from(before) + period.saltus;
            if said != u64::from(behind) {
                return Ok(Some(Counterexample {
                    position: larger.to_big(),
                    claimed: Finding::Grundy(said.to_string()),
                    actual: Finding::Grundy(behind.to_string()),
                    winning_move: None,
                }));
            }
        }
    }
    Ok(None)
}
