//! `bouton check`.

use super::arguments::{Check, ReportFormat};
use super::failure::{Failure, explore_failure, rule_failure};
use super::progress::Line;
use super::solve::{in_plain as plain, move_text, number, position};
use super::{REFUTED, WELL, input, output};
use crate::answer::Game;
use crate::claim::{
    CaseProver, ClaimError, Counterexample, ExactScope, FamilyError, Finding, Grounds, Verdict, decide_with,
    exact_scope,
};
use crate::diagnostics::Diagnostic;
use crate::explain::moves::Teller;
use crate::explain::plain::text as in_plain;
use crate::game::{Position, moves};
use crate::graph::{Budget, ExploreError};
use crate::pipeline::Rejected;
use crate::rules::Choices;
use crate::rules::claim::{Claim, ClaimBody};
use crate::solve::{Outcome, Prepared, Table, Wanted, box_size};
use crate::source::Source;
use crate::text::Language;
use num_bigint::BigUint;
use serde_json::{Value, json};
use std::io::Write;

/// The most moves among which that of a counterexample is looked for.
const MOST_MOVES: usize = 100_000;

/// A game with the verdict on each of its claims.
struct Checked {
    game: Game,
    verdicts: Vec<Verdict>,
    /// For each claim that is refuted, where it holds, if that is known.
    scopes: Vec<Option<ExactScope>>,
}

pub(super) fn run(options: &Check) -> Result<u8, Failure> {
    let mut checked = Vec::new();
    for file in &options.files {
        let parsed = input::parse(file)?;
        let loaded = parsed.load(options.game.as_deref(), &Choices::default())?;
        input::warn(&loaded, options.effort.quiet);
        for game in loaded.games {
            checked.push(check(&loaded.source, game, options)?);
        }
    }
    let refuted = checked.iter().flat_map(|one| &one.verdicts).any(|one| matches!(one, Verdict::Refuted(_)));
    match options.format {
        ReportFormat::Json => {
            let games: Vec<Value> = checked.iter().map(Checked::json).collect();
            output::json(None, &json!({ "games": games }))?;
        }
        ReportFormat::Text => output::write(None, |out| {
            for one in &checked {
                one.text(out)?;
            }
            Ok(())
        })?,
    }
    Ok(if refuted { REFUTED } else { WELL })
}

/// The most positions of a table whose size is chosen here.
const CHOSEN_SIZE: u128 = 25_000;
/// The greatest heap of such a table.
const CHOSEN_MAX: u64 = 150;

/// The size up to which claims are compared with a table when none is asked for.
fn chosen_max(game: &Game) -> u64 {
    let fits = |max: &u64| {
        box_size(game.rules.heaps, *max, game.facts.alike).is_some_and(|positions| positions <= CHOSEN_SIZE)
    };
    (1..=CHOSEN_MAX).take_while(fits).last().unwrap_or(1)
}

/// The most positions of a table that is made larger for the claim of a period.
const PERIOD_SIZE: u128 = 1_000_000;

/// The greatest heap that the claims of periods need to be seen, where such a table is soon solved.
fn needed(game: &Game) -> u64 {
    let claims = game.rules.claims.iter();
    claims
        .filter_map(|claim| match &claim.body {
            ClaimBody::Period(period) => Some(period.needed()),
            _ => None,
        })
        .filter(|max| {
            box_size(game.rules.heaps, *max, game.facts.alike).is_some_and(|positions| positions <= PERIOD_SIZE)
        })
        .max()
        .unwrap_or(0)
}

/// How much memory such a table may take, in bytes.
const CHOSEN_BYTES: usize = 128 << 20;

/// The table with which claims are compared: of the size that is asked for, or else as large as is soon solved.
fn solved(game: &Game, options: &Check) -> Result<Table, ExploreError> {
    let of_values = |claim: &Claim| matches!(claim.body, ClaimBody::Grundy(_) | ClaimBody::Period(_));
    let wanted = if game.rules.claims.iter().any(of_values) { Wanted::Grundy } else { Wanted::Outcomes };
    let table = |max: u64, budget: &Budget| {
        Prepared::new(&game.rules, &game.facts, max, wanted, budget).run(budget, &mut Line::new(options.effort.quiet))
    };
    if let Some(max) = options.max {
        return table(max, &options.effort.budget.unwrap_or_default());
    }
    let budget = options.effort.budget.unwrap_or(Budget { bytes: CHOSEN_BYTES, ..Budget::default() });
    let mut max = chosen_max(game).max(needed(game));
    loop {
        match table(max, &budget) {
            // A claim may still follow from a theorem, for which a table of any size will do.
            Err(error) if error.is_by_size() && max > 0 => max /= 2,
            other => return other,
        }
    }
}

fn check(source: &Source, mut game: Game, options: &Check) -> Result<Checked, Failure> {
    if game.rules.claims.is_empty() {
        return Ok(Checked { game, verdicts: Vec::new(), scopes: Vec::new() });
    }
    if options.no_library {
        game.theorems.clear();
    }
    game.seek_proof(input::QUICK);
    let table = solved(&game, options).map_err(|error| explore_failure(source, &error))?;
    let origin = input::normal_form(&game)?.clone();
    let mut prover = CaseProver::new(&game, origin);
    let mut verdicts = Vec::new();
    let mut scopes = Vec::new();
    for claim in &game.rules.claims {
        let failed = |error: ClaimError| claim_failure(source, claim, &error);
        let verdict = decide_with(&game, &table, claim, &mut prover).map_err(failed)?;
        scopes.push(match verdict {
            Verdict::Refuted(_) => exact_scope(&game, &table, claim, &mut prover).map_err(failed)?,
            _ => None,
        });
        verdicts.push(verdict);
    }
    Ok(Checked { game, verdicts, scopes })
}

fn claim_failure(source: &Source, claim: &Claim, error: &ClaimError) -> Failure {
    let at = |span, message: String, help: Option<&str>| {
        let diagnostic = Diagnostic::error("claim", span, message);
        let diagnostic = match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        };
        Failure::Rejected(Box::new(Rejected { source: source.clone(), diagnostics: vec![diagnostic] }))
    };
    match error {
        ClaimError::Family(FamilyError::Eval(error)) => rule_failure(source, error, "for some values of the letters"),
        ClaimError::Family(FamilyError::Unbounded { span, .. }) => at(
            *span,
            error.to_string(),
            Some("use each letter in an entry that grows with it, or bound it, as in `for 1 <= k <= 5`"),
        ),
        ClaimError::Family(FamilyError::TooMany { span }) => at(*span, error.to_string(), Some("try a smaller --max")),
        ClaimError::Eval { position, error } => rule_failure(source, error, &format!("at the position {position}")),
        ClaimError::Game(error) => Failure::message(error.to_string()),
        ClaimError::TooSmall { needed, .. } => {
            at(claim.span, error.to_string(), Some(&format!("try a larger table: --max {needed}")))
        }
        ClaimError::NoGrundy => at(claim.span, error.to_string(), None),
    }
}

impl Checked {
    fn claim_name(&self, number: usize) -> String {
        match &self.game.rules.claims[number].name {
            Some(name) => name.get(Language::En).to_owned(),
            None => format!("claim {}", number + 1),
        }
    }

    fn json(&self) -> Value {
        let claims: Vec<Value> = self
            .verdicts
            .iter()
            .enumerate()
            .map(|(number, verdict)| {
                let (status, by, max, counterexample) = match verdict {
                    Verdict::Proved { by } => ("proved", json!(by.name()), Value::Null, Value::Null),
                    Verdict::Verified { max } => ("verified", Value::Null, json!(max), Value::Null),
                    Verdict::Refuted(found) => ("refuted", Value::Null, Value::Null, counterexample(found)),
                };
                let mut claim = json!({
                    "name": self.claim_name(number),
                    "status": status,
                    "by": by,
                    "max": max,
                    "counterexample": counterexample,
                });
                if let Some(scope) = &self.scopes[number] {
                    claim["holds"] = json!({
                        "smallest_at_most": scope.smallest_at_most,
                        "by": scope.by.name(),
                        "fails_at": position(&scope.fails_at),
                    });
                }
                claim
            })
            .collect();
        json!({ "game": self.game.rules.name.get(Language::En), "claims": claims })
    }

    fn text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}", self.game.rules.name.get(Language::En))?;
        if self.verdicts.is_empty() {
            writeln!(out, "  The rules are sound; the file makes no claims.")?;
        }
        for (number, verdict) in self.verdicts.iter().enumerate() {
            let name = self.claim_name(number);
            match verdict {
                Verdict::Proved { by } => writeln!(out, "  proved    {name}: for all sizes, {}", grounds(by))?,
                Verdict::Verified { max } => writeln!(out, "  verified  {name}: for all heaps up to {max}")?,
                Verdict::Refuted(found) => {
                    writeln!(out, "  refuted   {name}: first fails at {}", plain(&found.position))?;
                    writeln!(out, "            {}", self.reason(found))?;
                    if let Some(scope) = &self.scopes[number] {
                        writeln!(out, "            {}", holds(scope, found))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The winning move of a counterexample in words; heaps that are split are told by the move itself.
    fn winning_text(&self, from: &[BigUint], to: &[BigUint]) -> String {
        let form = |sizes: &[BigUint]| {
            let mut sizes = sizes.to_vec();
            if self.game.facts.without_empty {
                sizes.retain(|size| *size > BigUint::ZERO);
                sizes.sort();
            }
            sizes
        };
        let made = Position::from_big(from).filter(|_| self.game.rules.heaps_vary()).and_then(|from| {
            let all = moves(&self.game.rules, &from, MOST_MOVES).ok()?;
            let made = all.into_iter().find(|one| form(&one.to.to_big()) == form(to))?;
            Some(in_plain(&Teller::new(&self.game, Language::En).a_move(&from, &made)))
        });
        made.unwrap_or_else(|| move_text(&self.game, from, to))
    }

    /// What a counterexample shows.
    fn reason(&self, found: &Counterexample) -> String {
        match (&found.claimed, &found.actual) {
            (Finding::Grundy(claimed), Finding::Grundy(actual)) => {
                format!("claimed Grundy value {claimed}, but it is {actual}")
            }
            (Finding::Outcome(Outcome::P), _) => match &found.winning_move {
                Some(to) => format!(
                    "claimed to be a P-position, but {}, leaving {}, wins",
                    self.winning_text(&found.position, to),
                    plain(to)
                ),
                None if found.actual == Finding::Outcome(Outcome::Draw) => {
                    "claimed to be a P-position, but neither player can force a win".to_owned()
                }
                None => "claimed to be a P-position, but the player to move wins".to_owned(),
            },
            _ => "claimed to be an N-position, but no move wins".to_owned(),
        }
    }
}

/// What a claim follows from.
fn grounds(by: &Grounds) -> String {
    match by {
        Grounds::Theorem(name) => format!("by the theorem {name}"),
        Grounds::Cases(_) => "by cases with letters".to_owned(),
    }
}

/// Where a claim holds that is refuted.
fn holds(scope: &ExactScope, found: &Counterexample) -> String {
    let where_true = match scope.smallest_at_most {
        0 => "while some heap is empty".to_owned(),
        most => format!("while the smallest heap is at most {most}"),
    };
    let then = match scope.fails_at == found.position {
        true => String::new(),
        false => format!("; no longer at {}", plain(&scope.fails_at)),
    };
    format!("proved to be true {where_true}, {}{then}", grounds(&scope.by))
}

fn counterexample(found: &Counterexample) -> Value {
    let finding = |finding: &Finding| match finding {
        Finding::Outcome(outcome) => json!(outcome),
        Finding::Grundy(value) => value.parse().map_or_else(|_| json!(value), |value| number(&value)),
    };
    json!({
        "position": position(&found.position),
        "claimed": finding(&found.claimed),
        "outcome": finding(&found.actual),
        "winning_move": found.winning_move.as_ref().map(|to| position(to)),
    })
}
