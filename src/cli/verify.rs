//! `bouton verify`.

use super::arguments::{ReportFormat, Verify};
use super::failure::Failure;
use super::{REFUTED, WELL, input, output};
use crate::check::{self, Rejection};
use crate::proof::{Certificate, Claim};
use crate::text::Language;
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
    steps: usize,
    visits: u128,
}

pub(super) fn run(options: &Verify) -> Result<u8, Failure> {
    let verdicts = options.files.iter().map(|file| verify(file)).collect::<Result<Vec<_>, _>>()?;
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

fn verify(file: &Path) -> Result<Verdict, Failure> {
    let source = input::read(file)?;
    let result = check::read(&source.text).and_then(|certificate| {
        let visits = check::visits(&certificate)?;
        let (claim, steps) = (claim_name(&certificate), certificate.steps.len());
        let checked = check::check(certificate)?;
        Ok(Accepted { game: checked.rules().name.get(Language::En).to_owned(), claim, steps, visits })
    });
    Ok(Verdict { file: source.name, result })
}

fn claim_name(certificate: &Certificate) -> &'static str {
    match certificate.claim {
        Claim::Signatures(_) => "P-positions by signatures",
        Claim::Families(_) => "P-positions by families",
        Claim::PeriodicValues(_) => "periodic Grundy values",
        Claim::Outcome(_) => "the outcome of one start",
    }
}

impl Verdict {
    fn text(&self) -> String {
        match &self.result {
            Ok(accepted) => format!(
                "{}: checked: {} of {}, {} steps, {} positions or cases looked at",
                self.file, accepted.claim, accepted.game, accepted.steps, accepted.visits
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
