//! `bouton prove --sweep`: the general game for many parameters, side by side.

use super::arguments::{Prove, ProveFormat};
use super::failure::Failure;
use super::prove::{conjecture, effort, tried_text};
use super::{WELL, output};
use crate::answer::{Game, Sought};
use crate::pipeline;
use crate::proof::Claim;
use crate::prove::{self, Effort, families_summary, summary};
use crate::rules::{Choices, MAX_HEAPS};
use crate::source::Source;
use crate::theorem::Theorem;
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// The parameters of one game of a sweep.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Parameters {
    n: usize,
    #[serde(rename = "K")]
    touched: usize,
    #[serde(rename = "m")]
    most: Option<u64>,
    play: String,
}

/// A row of the result.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    #[serde(flatten)]
    parameters: Parameters,
    /// `proved`, `conjectured` or `none found`.
    status: String,
    /// By what, where it is proved.
    by: String,
    /// The closed form, or what was tried.
    closed_form: String,
    /// How many bytes the certificate has, where there is one.
    certificate: usize,
}

pub(super) fn run(ranges: &str, options: &Prove) -> Result<u8, Failure> {
    let all = parameters(ranges).map_err(|wrong| {
        Failure::message(format!("--sweep: {wrong}"))
            .with_help("write it like \"n=3..5, K=1..n-1, m=1..4, play=normal,misere\"")
    })?;
    let mut known = match &options.resume {
        Some(file) => resumed(file)?,
        None => BTreeMap::new(),
    };
    let bar = if options.quiet { ProgressBar::hidden() } else { ProgressBar::new(all.len() as u64) };
    if let Ok(style) = ProgressStyle::with_template("{elapsed} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    let mut rows = Vec::new();
    for one in all {
        bar.set_message(format!("n={} K={} m={} {}", one.n, one.touched, most(&one), one.play));
        let row = match known.remove(&one) {
            Some(row) => row,
            None => {
                let row = search(&one, options)?;
                if let Some(file) = &options.resume {
                    append(file, &row)?;
                }
                row
            }
        };
        rows.push(row);
        bar.inc(1);
    }
    bar.finish_and_clear();
    match options.format {
        ProveFormat::Json => output::json(None, &json!({ "sweep": rows }))?,
        ProveFormat::Text | ProveFormat::Md => output::text(None, &markdown(&rows))?,
        ProveFormat::Latex => output::text(None, &latex(&rows))?,
        ProveFormat::Csv => output::text(None, &csv(&rows))?,
    }
    Ok(WELL)
}

/// Looks for the closed form of one game.
fn search(one: &Parameters, options: &Prove) -> Result<Row, Failure> {
    let text = format!(
        "game \"General\" {{ heaps {} heap_limit {} take_limit {} play {} }}",
        one.n,
        one.touched,
        most(one),
        one.play
    );
    let loaded = pipeline::parse(Source::new("general.game", text))?.load(None, &Choices::default())?;
    let mut game: Game =
        loaded.games.into_iter().next().ok_or_else(|| Failure::message("the general game is a game"))?;
    let library = std::mem::take(&mut game.theorems);
    let sought = game.seek_proof(Effort { cases: one.n <= MAX_BY_CASES, ..effort(options) });
    let row = |status: &str, by: &str, closed_form: String, certificate: usize| Row {
        parameters: one.clone(),
        status: status.to_owned(),
        by: by.to_owned(),
        closed_form,
        certificate,
    };
    let library = library.first().filter(|_| !options.no_library);
    let cited = |theorem: &dyn Theorem| match theorem.credit() {
        "" => theorem.id().to_owned(),
        credit => format!("{} ({credit})", theorem.id()),
    };
    if let Some(certificate) = game.theorem().and_then(Theorem::certificate) {
        let size = serde_json::to_string(certificate).map_or(0, |text| text.len());
        let (method, closed_form) = match &certificate.claim {
            Claim::Signatures(claim) => ("finite window", summary(claim)),
            Claim::Families(families) => ("cases with letters", families_summary(families)),
            _ => ("finite window", String::new()),
        };
        let by = match library {
            Some(theorem) => format!("{method}; also {}", cited(theorem.as_ref())),
            None => method.to_owned(),
        };
        return Ok(row("proved", &by, closed_form, size));
    }
    if let Some(theorem) = library {
        return Ok(row("proved", &cited(theorem.as_ref()), "by the library's theorem".to_owned(), 0));
    }
    let tried: Vec<String> = match &sought {
        Sought::Nothing(tried) => tried.iter().map(tried_text).collect(),
        Sought::Needless | Sought::Theorem => Vec::new(),
    };
    match prove::conjecture(&game.rules, &game.facts, effort(options)) {
        Some(found) => {
            let by = format!("agrees with all positions up to {}", found.tested_up_to);
            Ok(row("conjectured", &by, conjecture(&game, &found, options.lang)?, 0))
        }
        None => Ok(row("none found", "", tried.join("; "), 0)),
    }
}

fn most(one: &Parameters) -> String {
    one.most.map_or_else(|| "unlimited".to_owned(), |most| most.to_string())
}

/// The rows that an earlier run has written.
fn resumed(file: &Path) -> Result<BTreeMap<Parameters, Row>, Failure> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(Failure::message(format!("cannot read {}: {error}", file.display()))),
    };
    let mut known = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        // The last line may have been cut off.
        match serde_json::from_str::<Row>(line) {
            Ok(row) => {
                known.insert(row.parameters.clone(), row);
            }
            Err(_) if number + 1 == text.lines().count() => {}
            Err(error) => {
                let message = format!("{}, line {}: {error}", file.display(), number + 1);
                return Err(Failure::message(message).with_help("name a file that an earlier sweep has written"));
            }
        }
    }
    // What was cut off goes, so that the next line stands by itself.
    let whole: String =
        known.values().map(|row| format!("{}\n", serde_json::to_string(row).unwrap_or_default())).collect();
    output::text(Some(file), &whole)?;
    Ok(known)
}

fn append(file: &Path, row: &Row) -> Result<(), Failure> {
    let line = serde_json::to_string(row).expect("a row is text and numbers");
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(file)
        .and_then(|mut file| writeln!(file, "{line}"))
        .map_err(|error| Failure::message(format!("cannot write {}: {error}", file.display())))
}

/// The games of `n=3..5, K=1..n-1, m=1..4, play=normal,misere`, in that order.
fn parameters(text: &str) -> Result<Vec<Parameters>, String> {
    let mut given: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut last = None;
    for part in text.split(',').map(str::trim) {
        match part.split_once('=') {
            Some((name, value)) => {
                let name = name.trim();
                if !["n", "K", "m", "play"].contains(&name) {
                    return Err(format!("there is no parameter `{name}`; there are n, K, m and play"));
                }
                if given.insert(name, vec![value.trim()]).is_some() {
                    return Err(format!("`{name}` is given twice"));
                }
                last = Some(name);
            }
            None => match last.and_then(|name| given.get_mut(name)) {
                Some(values) if !part.is_empty() => values.push(part),
                _ => return Err(format!("`{part}` belongs to no parameter")),
            },
        }
    }
    let values = |name: &str| given.get(name).cloned().ok_or_else(|| format!("`{name}` is missing"));
    let plays = given.get("play").cloned().unwrap_or_else(|| vec!["normal"]);
    if let Some(wrong) = plays.iter().find(|play| !["normal", "misere"].contains(play)) {
        return Err(format!("`{wrong}` is no way to play; write normal or misere"));
    }
    let mut all = Vec::new();
    for n in numbers(&values("n")?, 0)? {
        if !(1..=MAX_SWEPT.min(MAX_HEAPS) as u64).contains(&n) {
            return Err(format!("n={n}: a sweep is for 1 to {MAX_SWEPT} heaps"));
        }
        for touched in numbers(&values("K")?, n)? {
            if touched == 0 || touched > n {
                continue;
            }
            for most in limits(&values("m")?, n)? {
                for play in &plays {
                    let play = (*play).to_owned();
                    all.push(Parameters { n: n as usize, touched: touched as usize, most, play });
                }
            }
        }
    }
    if all.is_empty() {
        return Err("these ranges hold no game".to_owned());
    }
    if all.len() > MAX_GAMES {
        return Err(format!("these ranges hold more than {MAX_GAMES} games"));
    }
    Ok(all)
}

/// The most heaps for which proofs by cases are tried.
const MAX_BY_CASES: usize = 2;
/// The most heaps of a sweep.
const MAX_SWEPT: usize = 12;
/// The most games of a sweep.
const MAX_GAMES: usize = 10_000;
/// The greatest amount of a sweep.
const MAX_AMOUNT: u64 = 1000;

fn limits(values: &[&str], n: u64) -> Result<Vec<Option<u64>>, String> {
    let mut all = Vec::new();
    for value in values {
        if *value == "unlimited" {
            all.push(None);
        } else {
            all.extend(numbers(&[value], n)?.into_iter().filter(|most| *most > 0).map(Some));
        }
    }
    Ok(all)
}

/// The numbers of values and ranges, whose ends may be `n`, `n-1` and the like.
fn numbers(values: &[&str], n: u64) -> Result<Vec<u64>, String> {
    let number = |text: &str| -> Result<u64, String> {
        let text = text.trim();
        let wrong = || format!("`{text}` is no number up to {MAX_AMOUNT}");
        let found = match text.strip_prefix('n') {
            Some("") if n > 0 => Some(n),
            Some(rest) if n > 0 => match (rest.trim().strip_prefix('-'), rest.trim().strip_prefix('+')) {
                (Some(less), _) => less.trim().parse().ok().map(|less: u64| n.saturating_sub(less)),
                (_, Some(more)) => more.trim().parse().ok().and_then(|more: u64| n.checked_add(more)),
                _ => None,
            },
            _ => text.parse().ok(),
        };
        found.filter(|found| *found <= MAX_AMOUNT).ok_or_else(wrong)
    };
    let mut all = Vec::new();
    for value in values {
        match value.split_once("..") {
            Some((low, high)) => all.extend(number(low)?..=number(high)?),
            None => all.push(number(value)?),
        }
    }
    Ok(all)
}

/// What a row says, column by column.
fn cells(row: &Row) -> [String; 7] {
    let one = &row.parameters;
    let texts = [&one.play, &row.status, &row.closed_form, &row.by].map(String::clone);
    let [play, status, closed_form, by] = texts;
    [one.n.to_string(), one.touched.to_string(), most(one), play, status, closed_form, by]
}

fn markdown(rows: &[Row]) -> String {
    let head = "| n | K | m | play | status | closed form of the P-positions | by |\n|--:|--:|--:|:--|:--|:--|:--|\n";
    let lines = rows.iter().map(|row| format!("| {} |\n", cells(row).join(" | ")));
    head.to_owned() + &lines.collect::<String>()
}

fn latex(rows: &[Row]) -> String {
    let head = "\\begin{longtable}{rrrlllp{0.2\\textwidth}}\n\
                $n$ & $K$ & $m$ & play & status & closed form of the P-positions & by \\\\\n\\hline\n\\endhead\n";
    let escaped = |text: String| match text.as_str() {
        "unlimited" => "$\\infty$".to_owned(),
        text => {
            let text = text.replace('≥', "$\\ge$").replace('≤', "$\\le$");
            text.replace('&', "\\&").replace('%', "\\%").replace('_', "\\_")
        }
    };
    let lines = rows.iter().map(|row| format!("{} \\\\\n", cells(row).map(escaped).join(" & ")));
    head.to_owned() + &lines.collect::<String>() + "\\end{longtable}\n"
}

fn csv(rows: &[Row]) -> String {
    let head = "n,K,m,play,status,closed form,by,certificate bytes\n";
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let lines = rows.iter().map(|row| {
        let [n, touched, most, play, status, closed_form, by] = cells(row);
        let (closed_form, by) = (quoted(&closed_form), quoted(&by));
        format!("{n},{touched},{most},{play},{status},{closed_form},{by},{}\n", row.certificate)
    });
    head.to_owned() + &lines.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let all = parameters("n=3..4, K=1..n-1, m=1,unlimited, play=normal,misere").unwrap();
        assert_eq!(all.len(), (2 + 3) * 2 * 2);
        assert_eq!(all[0], Parameters { n: 3, touched: 1, most: Some(1), play: "normal".to_owned() });
        assert_eq!(all[3], Parameters { n: 3, touched: 1, most: None, play: "misere".to_owned() });
        assert_eq!(parameters("n=3, K=n, m=2").unwrap().len(), 1);
    }

    #[test]
    fn wrong_ranges_are_told() {
        for (text, part) in [
            ("n=3, K=1", "`m` is missing"),
            ("x=3", "no parameter `x`"),
            ("n=3, n=4, K=1, m=1", "twice"),
            ("3", "belongs to no parameter"),
            ("n=a, K=1, m=1", "no number"),
            ("n=0, K=1, m=1", "1 to 12 heaps"),
            ("n=3, K=2..1, m=1", "no game"),
            ("n=3, K=1, m=1, play=both", "way to play"),
            ("n=1..12, K=1..n, m=1..1000", "more than"),
            ("n=3, K=1, m=99999999999999999999", "no number"),
        ] {
            let wrong = parameters(text).unwrap_err();
            assert!(wrong.contains(part), "{text}: {wrong}");
        }
    }
}
