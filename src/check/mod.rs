//! The checker of certificates.
//!
//! It reads the rules and the proof, and nothing else: neither what solves games, nor what guesses closed forms, nor what
//! finds proofs. What it accepts is a [`Checked`], and there is no other way to get one.
//!
//! # What is to be shown
//!
//! A claim names a set 𝒫 of positions. Every move lowers the total number of tokens, so that play ends and the set of
//! P-positions is determined by two properties, and 𝒫 is that set once it has both:
//!
//! * **stable**: no move leads from a position of 𝒫 to a position of 𝒫; and in misère play no position of 𝒫 is terminal;
//! * **absorbing**: from every position outside 𝒫 some move leads to one of 𝒫; in misère play that is not asked of terminal
//!   positions.
//!
//! For, by induction on the total, a position of 𝒫 has only options outside 𝒫, which the player who gets them wins, and a
//! position outside 𝒫 has an option in 𝒫, or is a terminal position that wins. Each family of inference rules proves these
//! two for a kind of claim: [`window`] for signatures, by a finite window; [`cases`] for families with letters, by cases.
//! [`period`] proves Grundy values of single heaps, and [`strategy`] the outcome of one start, in any game whatever. What
//! [`library`] checks is not proved here but cited, and every account of such a certificate must say so.
//!
//! # Cost
//!
//! [`visits`] says beforehand how much must be looked at; the time is proportional to it.

pub mod cases;
pub mod library;
pub mod period;
pub mod strategy;
pub mod window;

use crate::proof::{CaseTree, Certificate, Claim, FORMAT, Step};
use crate::rules::boxes::Boxes;
use crate::rules::removals::Removals;
use crate::rules::{Choices, Ruleset, lower, normal_form};
use crate::source::Source;
use crate::syntax::parse;
use std::fmt::{self, Display};

/// A certificate that has been checked, with the rules that it is about.
#[derive(Debug)]
pub struct Checked {
    certificate: Certificate,
    rules: Ruleset,
}

impl Checked {
    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }
}

/// Why a certificate is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The step at fault, counted from 1, and its inference rule; nothing where it is no step.
    pub step: Option<(usize, &'static str)>,
    /// What is wrong.
    pub reason: String,
}

impl Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some((number, rule)) => write!(f, "step {number} ({rule}): {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for Rejection {}

/// What a step's rule is called in messages and in the certificate.
pub fn rule_name(step: &Step) -> &'static str {
    match step {
        Step::WindowStable { .. } => "window-stable",
        Step::WindowAbsorbing { .. } => "window-absorbing",
        Step::CasesStable { .. } => "cases-stable",
        Step::CasesAbsorbing { .. } => "cases-absorbing",
        Step::Period { .. } => "period",
        Step::Library {} => "library",
        Step::Strategy { .. } => "strategy",
    }
}

/// Reads a certificate from JSON.
///
/// # Errors
///
/// What is wrong with the text: no JSON, a part that is missing or unknown, a number beyond 64 bits.
pub fn read(text: &str) -> Result<Certificate, Rejection> {
    serde_json::from_str(text)
        .map_err(|error| Rejection { step: None, reason: format!("this is no certificate: {error}") })
}

/// Checks a certificate.
///
/// # Errors
///
/// The first step that does not hold, or what else is wrong.
///
/// # Complexity
///
/// Proportional to [`visits`].
pub fn check(certificate: Certificate) -> Result<Checked, Rejection> {
    let rules = read_rules(&certificate)?;
    let fault = |reason: String| Rejection { step: None, reason };
    let needed = visits_of(&rules, &certificate);
    if needed > MAX_VISITS {
        return Err(fault(format!("{needed} positions would have to be looked at, and at most {MAX_VISITS} are")));
    }
    let mut shown = Vec::new();
    for (at, step) in certificate.steps.iter().enumerate() {
        let property = check_step(&rules, &certificate.claim, step)
            .map_err(|reason| Rejection { step: Some((at + 1, rule_name(step))), reason })?;
        if shown.contains(&property) {
            let reason = "an earlier step has shown this".to_owned();
            return Err(Rejection { step: Some((at + 1, rule_name(step))), reason });
        }
        shown.push(property);
    }
    let needed: &[Property] = match certificate.claim {
        Claim::Signatures(_) | Claim::Families(_) => &[Property::Stable, Property::Absorbing],
        Claim::PeriodicValues(_) => &[Property::Values],
        Claim::Outcome(_) => &[Property::Outcome],
        Claim::Cited(_) => &[Property::Cited],
    };
    for property in needed {
        if !shown.contains(property) {
            return Err(fault(format!("no step shows that {}", property.in_words())));
        }
    }
    Ok(Checked { certificate, rules })
}

/// The most positions that a check may look at.
pub const MAX_VISITS: u128 = 1 << 33;

/// How many positions the checker will look at, some of them with all their moves.
///
/// # Errors
///
/// What is wrong with the certificate's rules.
pub fn visits(certificate: &Certificate) -> Result<u128, Rejection> {
    read_rules(certificate).map(|rules| visits_of(&rules, certificate))
}

fn visits_of(rules: &Ruleset, certificate: &Certificate) -> u128 {
    let of_step = |step: &Step| match (&certificate.claim, step) {
        (Claim::Signatures(claim), Step::WindowStable { .. } | Step::WindowAbsorbing { .. }) => {
            boxes(rules).map_or(0, |boxes| window::visits(&boxes, claim))
        }
        (Claim::PeriodicValues(_), Step::Period { computed }) => u128::from(*computed),
        (Claim::Outcome(_), Step::Strategy { lines }) => strategy::visits(lines),
        (_, Step::CasesStable { cases }) => cases.iter().map(CaseTree::size).sum(),
        (_, Step::CasesAbsorbing { cases }) => cases.size(),
        _ => 1,
    };
    certificate.steps.iter().map(of_step).fold(0, u128::saturating_add)
}

/// What a step has shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Property {
    Stable,
    Absorbing,
    Values,
    Outcome,
    Cited,
}

impl Property {
    fn in_words(self) -> &'static str {
        match self {
            Property::Stable => "no move leads from a claimed position to a claimed one",
            Property::Absorbing => "from every other position some move leads to a claimed one",
            Property::Values => "the values are right",
            Property::Outcome => "the start is won",
            Property::Cited => "the rules meet the theorem's hypotheses",
        }
    }
}

fn check_step(rules: &Ruleset, claim: &Claim, step: &Step) -> Result<Property, String> {
    match (claim, step) {
        (Claim::Signatures(claim), Step::WindowStable { window }) => {
            window::stable(&boxes(rules)?, rules.play, claim, *window).map(|()| Property::Stable)
        }
        (Claim::Signatures(claim), Step::WindowAbsorbing { window, replies }) => {
            window::absorbing(&boxes(rules)?, rules.play, claim, *window, replies).map(|()| Property::Absorbing)
        }
        (Claim::Families(claim), Step::CasesStable { cases: trees }) => {
            cases::stable(&boxes(rules)?, rules.play, claim, trees).map(|()| Property::Stable)
        }
        (Claim::Families(claim), Step::CasesAbsorbing { cases: tree }) => {
            cases::absorbing(&boxes(rules)?, rules.play, claim, tree).map(|()| Property::Absorbing)
        }
        (Claim::PeriodicValues(claim), Step::Period { computed }) => {
            period::values(rules, claim, *computed).map(|()| Property::Values)
        }
        (Claim::Outcome(claim), Step::Strategy { lines }) => {
            strategy::outcome(rules, claim, lines).map(|()| Property::Outcome)
        }
        (Claim::Cited(citation), Step::Library {}) => library::cited(rules, citation).map(|()| Property::Cited),
        _ => Err("this rule says nothing about such a claim".to_owned()),
    }
}

/// The moves as boxes.
fn boxes(rules: &Ruleset) -> Result<Boxes, String> {
    Removals::of(rules)
        .as_ref()
        .and_then(Boxes::of)
        .ok_or_else(|| "the moves of this game are no union of boxes of amounts".to_owned())
}

/// The rules of a certificate, after their digest has been compared.
fn read_rules(certificate: &Certificate) -> Result<Ruleset, Rejection> {
    let fault = |reason: String| Rejection { step: None, reason };
    if certificate.format != FORMAT {
        return Err(fault(format!("the format is `{}`, and must be `{FORMAT}`", certificate.format)));
    }
    let rules = &certificate.rules;
    if !rules.is_sealed() {
        return Err(fault("the digest is not that of the rules".to_owned()));
    }
    let parsed = parse(&Source::new("certificate.game", rules.text.as_str()));
    let [game] = parsed.file.games.as_slice() else {
        return Err(fault("the rules are not those of one game".to_owned()));
    };
    let choices = Choices::default();
    let lowered = lower(game, &choices).rules.filter(|_| !parsed.has_errors());
    let lowered = lowered.ok_or_else(|| fault("the rules have errors".to_owned()))?;
    if normal_form(game, &choices).as_ref() != Some(&rules.text) {
        return Err(fault("the rules are not in their normal form".to_owned()));
    }
    Ok(lowered)
}
