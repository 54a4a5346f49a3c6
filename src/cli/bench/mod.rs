//! `bouton bench`: this program beside one that is written by hand for fixed games.

mod measure;
mod rows;

use super::arguments::{Bench, BenchFormat};
use super::failure::Failure;
use super::{REFUTED, WELL, output};
use measure::{Run, Trouble};
use rows::{ROWS, Row};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// What came of one piece of work.
struct Measured {
    row: &'static Row,
    /// The best times of this program and of the other one.
    own: Result<Run, String>,
    other: Result<Run, String>,
}

pub(super) fn run(options: &Bench) -> Result<u8, Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure::message(format!("cannot find this program's own file: {error}")))?;
    let wanted = |row: &&Row| options.only.as_ref().is_none_or(|part| row.baseline.contains(part.as_str()));
    let rows: Vec<&Row> = ROWS.iter().filter(wanted).collect();
    if rows.is_empty() {
        let known: Vec<&str> = ROWS.iter().map(|row| row.baseline).collect();
        return Err(
            Failure::message("no row has this in its name").with_help(format!("the rows are: {}", known.join(", ")))
        );
    }
    for baseline in &options.baseline {
        measure::can_run(baseline)
            .map_err(|error| Failure::message(format!("cannot run {}: {error}", baseline.display())))?;
    }
    let mut all = Vec::new();
    for row in rows {
        let other = best(options.repeat, || {
            let mut last = Err(Trouble::Unknown);
            for baseline in &options.baseline {
                last = measure::baseline(baseline, row);
                if !matches!(last, Err(Trouble::Unknown)) {
                    break;
                }
            }
            last
        });
        let own = best(options.repeat, || measure::own(Path::new(&program), row));
        all.push(Measured { row, own, other });
    }
    match options.format {
        BenchFormat::Json => {
            output::json(None, &json!({ "rows": all.iter().map(Measured::json).collect::<Vec<_>>() }))?
        }
        BenchFormat::Md => output::text(None, &table(&all, true))?,
        BenchFormat::Text => output::text(None, &table(&all, false))?,
    }
    Ok(if all.iter().any(Measured::differs) { REFUTED } else { WELL })
}

/// The quickest of several runs.
fn best(repeat: u32, mut run: impl FnMut() -> Result<Run, Trouble>) -> Result<Run, String> {
    let mut best: Option<Run> = None;
    for _ in 0..repeat {
        let one = run().map_err(|trouble| match trouble {
            Trouble::Unknown => "unknown to the baseline".to_owned(),
            Trouble::Failed(message) => message,
        })?;
        if best.as_ref().is_none_or(|best| one.time < best.time) {
            best = Some(one);
        }
    }
    best.ok_or_else(|| "not run".to_owned())
}

impl Measured {
    fn both(&self) -> Option<(&Run, &Run)> {
        Some((self.own.as_ref().ok()?, self.other.as_ref().ok()?))
    }

    /// Whether the two programs have found different numbers.
    fn differs(&self) -> bool {
        self.both().is_some_and(|(own, other)| own.found != other.found)
    }

    fn ratio(&self) -> Option<f64> {
        let (own, other) = self.both()?;
        Some(other.time.as_secs_f64() / own.time.as_secs_f64())
    }

    fn verdict(&self) -> String {
        match (&self.own, &self.other, self.ratio()) {
            (Ok(own), Ok(other), _) if own.found != other.found => {
                format!("THE RESULTS DIFFER: {} here, {} there", own.found, other.found)
            }
            (Err(message), ..) | (_, Err(message), _) => message.clone(),
            (.., Some(ratio)) if ratio >= self.row.target => "reached".to_owned(),
            _ => "missed".to_owned(),
        }
    }

    fn json(&self) -> Value {
        let seconds = |run: &Result<Run, String>| run.as_ref().ok().map(|run| run.time.as_secs_f64());
        json!({
            "work": self.row.baseline,
            "seconds": seconds(&self.own),
            "baseline_seconds": seconds(&self.other),
            "ratio": self.ratio(),
            "target": self.row.target,
            "result": self.own.as_ref().ok().map(|run| &run.found),
            "baseline_result": self.other.as_ref().ok().map(|run| &run.found),
            "verdict": self.verdict(),
        })
    }
}

/// The rows as a table, in columns or with the bars of Markdown.
fn table(all: &[Measured], bars: bool) -> String {
    let time = |run: &Result<Run, String>| run.as_ref().map_or("-".to_owned(), |run| milliseconds(run.time));
    let mut rows = vec![["work", "bouton", "baseline", "ratio", "target", "verdict"].map(str::to_owned)];
    rows.extend(all.iter().map(|one| {
        let ratio = one.ratio().map_or("-".to_owned(), |ratio| format!("{ratio:.1}"));
        let target = format!("{}", one.row.target);
        [one.row.baseline.to_owned(), time(&one.own), time(&one.other), ratio, target, one.verdict()]
    }));
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..6).map(width).collect();
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(at, (cell, width))| match at {
                0 | 5 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            })
            .collect();
        let line = if bars { format!("| {} |", cells.join(" | ")) } else { cells.join("  ") };
        let _ = writeln!(text, "{}", line.trim_end());
        if bars && number == 0 {
            text.push_str("|:--|--:|--:|--:|--:|:--|\n");
        }
    }
    text
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}
