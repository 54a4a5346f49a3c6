//! The search for proofs: each strategy finds a certificate, and what it finds goes through the checker.

pub mod cases;
mod conjecture;
mod families;
mod figures;
mod period;
mod rows;
mod strategy;
mod summary;
mod theorem;
mod window;

pub use conjecture::{Conjectured, conjecture};
pub use summary::{families_summary, summary};
pub use theorem::theorem_of;

use crate::check::{Checked, Rejection, check, library};
use crate::game::Position;
use crate::graph::{Budget, ExploreError, Progress};
use crate::proof::{Certificate, Claim, FORMAT, Rules, Step};
use crate::rules::Ruleset;
use crate::rules::boxes::Boxes;
use crate::rules::facts::Facts;

/// How much may be spent on a proof.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most positions of a table from which conjectures are taken.
    pub positions: usize,
    /// The most conjectures that are tried to be proved.
    pub attempts: usize,
    /// Whether proofs by cases with letters are tried, which can take long.
    pub cases: bool,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { positions: 2_000_000, attempts: 12, cases: true }
    }
}

/// What a search has come to.
#[derive(Debug)]
pub enum Found {
    /// A closed form with its proof, checked.
    Proved(Box<Checked>),
    /// Nothing; what was tried.
    Nothing(Vec<Tried>),
}

/// A strategy that found nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// Signatures do not apply: the moves are no union of boxes of amounts.
    NotBoxes,
    /// No families with letters were found that cases prove.
    Families,
    /// One heap's Grundy values show no period, or do not decide the game.
    Period,
    /// No signature decides all positions up to a size.
    Signatures {
        /// The greatest heap.
        max: u64,
        /// The greatest modulus that was tried.
        moduli: u64,
        /// How many conjectures fitted the table and could not be proved.
        unproved: usize,
    },
}

/// Looks for a closed form of the game's P-positions and proves it.
///
/// # Errors
///
/// Where the checker rejects what a strategy has found, which is a mistake in this program.
pub fn prove(rules: &Ruleset, facts: &Facts, file: &Rules, effort: Effort) -> Result<Found, Rejection> {
    let mut tried = Vec::new();
    match facts.removals.as_ref().and_then(Boxes::of) {
        None => tried.push(Tried::NotBoxes),
        Some(boxes) => match window::find(&boxes, rules.play, effort) {
            Ok((claim, steps)) => return checked(file, Claim::Signatures(claim), steps),
            Err(failed) => tried.push(failed),
        },
    }
    match period::find(rules) {
        Some((claim, steps)) => return checked(file, Claim::PeriodicValues(claim), steps),
        None => tried.push(Tried::Period),
    }
    if let Some(boxes) = facts.removals.as_ref().and_then(Boxes::of).filter(|_| effort.cases) {
        match cases::find(&boxes, rules.play, None, effort) {
            Some((claim, steps)) => return checked(file, Claim::Families(claim), steps),
            None => tried.push(Tried::Families),
        }
    }
    Ok(Found::Nothing(tried))
}

fn checked(file: &Rules, claim: Claim, steps: Vec<Step>) -> Result<Found, Rejection> {
    let certificate = Certificate { format: FORMAT.to_owned(), rules: file.clone(), claim, steps };
    check(certificate).map(|checked| Found::Proved(Box::new(checked)))
}

/// A certificate that cites the plainest theorem of the literature whose hypotheses the rules meet, checked.
///
/// # Panics
///
/// Where the checker rejects it, which is a mistake in this program.
pub fn cite(rules: &Ruleset, file: &Rules) -> Option<Checked> {
    let citation = library::citations(rules).into_iter().next()?;
    match checked(file, Claim::Cited(citation), vec![Step::Library {}]) {
        Ok(Found::Proved(checked)) => Some(*checked),
        other => panic!("a theorem that covers the game cannot be cited: {other:?}"),
    }
}

/// Proves which positions are P-positions among those whose smallest heap holds at most so many tokens, by cases with
/// letters; nothing where that is not found.
///
/// # Errors
///
/// Where the checker rejects what was found, which is a mistake in this program.
pub fn prove_slice(
    rules: &Ruleset,
    facts: &Facts,
    file: &Rules,
    smallest_at_most: u64,
    effort: Effort,
) -> Result<Option<Checked>, Rejection> {
    let boxes = facts.removals.as_ref().and_then(Boxes::of);
    let found = boxes.and_then(|boxes| cases::find(&boxes, rules.play, Some(smallest_at_most), effort));
    match found.map(|(claim, steps)| checked(file, Claim::Families(claim), steps)).transpose()? {
        Some(Found::Proved(checked)) => Ok(Some(*checked)),
        _ => Ok(None),
    }
}

/// Proves who wins from a start, by exhaustion; nothing where neither player can force a win.
///
/// # Errors
///
/// Where the graph cannot be explored.
///
/// # Panics
///
/// Where the checker rejects the strategy, which is a mistake in this program.
pub fn prove_start(
    rules: &Ruleset,
    facts: &Facts,
    file: &Rules,
    start: &Position,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<Option<Checked>, ExploreError> {
    let found = strategy::find(rules, facts, start, budget, progress)?;
    Ok(found.map(|(claim, steps)| match checked(file, Claim::Outcome(claim), steps) {
        Ok(Found::Proved(checked)) => *checked,
        Ok(Found::Nothing(_)) => unreachable!("what is checked is proved"),
        Err(rejection) => panic!("a strategy that was found does not check: {rejection}"),
    }))
}
