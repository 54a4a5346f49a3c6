//! `bouton verify`.

use super::arguments::{ReportFormat, Verify};
use super::failure::Failure;
use super::{REFUTED, WELL, input, output};
use crate::check::{self, Rejection};
use crate::proof::{Certificate, Claim};
use crate::rules::Choices;
use serde_json::{Value, json};
use std::path::Path;

/// The verdict on one certificate.
struct Verdict {
    file: String,
    result: Result<Accepted, Rejection>,
}

/// What an accepted certificate says.
struct Accepted {
    game: String,
    claim: &'static str,
    /// The theorem that it rests on without a proof.
    cited: Option<String>,
    steps: usize,
    visits: u128,
}

pub(super) fn run(options: &Verify) -> Result<u8, Failure> {
    let wanted = options.rules.as_ref().map(|file| normal_forms(file, options)).transpose()?;
    let verdicts = options.files.iter().map(|file| verify(file, wanted.as_deref())).collect::<Result<Vec<_>, _>>()?;
    match options.format {
        ReportFormat::Json => {
            let all: Vec<Value> = verdicts.iter().map(Verdict::json).collect();
            output::json(None, &json!({ "certificates": all }))?;
        }
        ReportFormat::Text => {
            output::write(None, |out| verdicts.iter().try_for_each(|one| writeln!(out, "{}", one.text())))?;
        }
    }
    Ok(if verdicts.iter().all(|one| one.result.is_ok()) { WELL } else { REFUTED })
}

/// The normal forms of the games of a rule file and of their variants.
fn normal_forms(file: &Path, options: &Verify) -> Result<Vec<String>, Failure> {
    let parsed = input::parse(file)?;
    let variants = std::iter::once(None).chain(parsed.variants(None).into_iter().map(Some));
    let mut forms = Vec::new();
    for variant in variants {
        let choices = Choices { variant, set: options.set.clone() };
        // With several games, not each of them has each variant.
        match parsed.load(None, &choices) {
            Ok(loaded) => forms.extend(loaded.games.into_iter().filter_map(|game| Some(game.origin?.text))),
            Err(rejected) if choices.variant.is_none() => return Err(rejected.into()),
            Err(_) => {}
        }
    }
    Ok(forms)
}

fn verify(file: &Path, wanted: Option<&[String]>) -> Result<Verdict, Failure> {
    let source = input::read(file)?;
    let result = check::read(&source.text).and_then(|certificate| {
        let visits = check::visits(&certificate)?;
        let (claim, steps) = (claim_name(&certificate), certificate.steps.len());
        let checked = check::check(certificate)?;
        if wanted.is_some_and(|wanted| !wanted.contains(&checked.certificate().rules.text)) {
            let reason = "it is right, but about other rules than those of the rule file".to_owned();
            return Err(Rejection { step: None, reason });
        }
        let cited = match &checked.certificate().claim {
            Claim::Cited(citation) => Some(citation.theorem.clone()),
            _ => None,
        };
        Ok(Accepted { game: checked.certificate().rules.name.clone(), claim, cited, steps, visits })
    });
    Ok(Verdict { file: source.name, result })
}

fn claim_name(certificate: &Certificate) -> &'static str {
    match certificate.claim {
        Claim::Signatures(_) => "P-positions by signatures",
        Claim::Families(_) => "P-positions by families",
        Claim::PeriodicValues(_) => "periodic Grundy values",
        Claim::Outcome(_) => "the outcome of one start",
        Claim::Cited(_) => "P-positions by a cited theorem",
    }
}

impl Verdict {
    fn text(&self) -> String {
        match &self.result {
            Ok(Accepted { claim, game, cited: Some(theorem), .. }) => format!(
                "{}: checked: {claim}: the rules of {game} meet the hypotheses of `{theorem}`, which is not proved here",
                self.file
            ),
            Ok(accepted) => format!(
                "{}: checked: {} of {}, {} step{}, {} positions or cases looked at",
                self.file,
                accepted.claim,
                accepted.game,
                accepted.steps,
                if accepted.steps == 1 { "" } else { "s" },
                accepted.visits
            ),
            Err(rejection) => format!("{}: REJECTED: {rejection}", self.file),
        }
    }

    fn json(&self) -> Value {
        match &self.result {
            Ok(accepted) => json!({
                "file": self.file,
                "status": "checked",
                "game": accepted.game,
                "claim": accepted.claim,
                "cited": accepted.cited,
                "steps": accepted.steps,
                "visits": u64::try_from(accepted.visits).unwrap_or(u64::MAX),
            }),
            Err(rejection) => json!({
                "file": self.file,
                "status": "rejected",
                "step": rejection.step.map(|(number, _)| number),
                "rule": rejection.step.map(|(_, rule)| rule),
                "reason": rejection.reason,
            }),
        }
    }
}
