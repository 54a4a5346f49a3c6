//! `bouton new`.

use super::arguments::{New, RuleForm, Sizes, limit};
use super::failure::Failure;
use super::{WELL, output};
use crate::rules::MAX_HEAPS;
use crate::starter::{Limit, Starter, usual_start};
use num_bigint::BigUint;
use std::io::{self, BufRead, IsTerminal, Write};

/// The questions for what is not given, where there is somebody to answer them.
struct Questions {
    asks: bool,
}

impl Questions {
    /// The answer to a question, asked again until it can be read; `usual` where nothing is answered.
    fn ask<T>(&self, question: &str, usual: T, read: impl Fn(&str) -> Result<T, String>) -> Result<T, Failure> {
        while self.asks {
            let mut stderr = io::stderr().lock();
            let _ = write!(stderr, "{question} ");
            let _ = stderr.flush();
            drop(stderr);
            let mut line = String::new();
            let failed = |error: io::Error| Failure::message(format!("cannot read the answer: {error}"));
            if io::stdin().lock().read_line(&mut line).map_err(failed)? == 0 || line.trim().is_empty() {
                break;
            }
            match read(line.trim()) {
                Ok(answer) => return Ok(answer),
                Err(problem) => {
                    let _ = writeln!(io::stderr(), "{problem}");
                }
            }
        }
        Ok(usual)
    }
}

fn heaps(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if (1..=MAX_HEAPS).contains(&count) => Ok(count),
        _ => Err(format!("write a number of heaps from 1 to {MAX_HEAPS}")),
    }
}

fn start(text: &str, heaps: usize) -> Result<Vec<BigUint>, String> {
    let Sizes(sizes) = super::arguments::sizes(text)?;
    if sizes.len() == heaps { Ok(sizes) } else { Err(format!("write {heaps} sizes with commas between them")) }
}

pub(super) fn run(options: &New) -> Result<u8, Failure> {
    let target = options.output.as_deref();
    if let Some(file) = target
        && file.exists()
    {
        let failure = Failure::message(format!("there is a file {} already", file.display()));
        return Err(failure.with_help("choose another name, or remove it first"));
    }
    let questions = Questions { asks: !options.yes && io::stdin().is_terminal() };
    let name = match &options.name {
        Some(name) => name.clone(),
        None => questions.ask("The name of the game [My game]:", "My game".to_owned(), |text| Ok(text.to_owned()))?,
    };
    let given_heaps = options.start.as_ref().map(|Sizes(sizes)| sizes.len());
    let heaps = match (options.heaps, given_heaps) {
        (Some(count), _) => heaps(&count.to_string()).map_err(Failure::message)?,
        (None, Some(count)) => count,
        (None, None) => questions.ask("How many heaps? [3]", 3, heaps)?,
    };
    let heap_limit = match options.heap_limit {
        Some(limit) => limit,
        None if heaps == 1 => Limit::AtMost(1),
        None => questions.ask("From at most how many heaps may a move take? [1]", Limit::AtMost(1), limit)?,
    };
    if let Limit::AtMost(most) = heap_limit
        && most > heaps as u64
    {
        let plural = if heaps == 1 { "heap" } else { "heaps" };
        return Err(Failure::message(format!("a move cannot take from {most} heaps of a game of {heaps} {plural}"))
            .with_help("give a smaller --heap-limit, or more --heaps"));
    }
    let take_limit = match options.take_limit {
        Some(limit) => limit,
        None => {
            let (usual, shown) = if heaps == 1 { (Limit::AtMost(3), "3") } else { (Limit::Unlimited, "unlimited") };
            let question = format!("At most how many tokens may it take from each heap? [{shown}]");
            questions.ask(&question, usual, limit)?
        }
    };
    let misere = options.misere
        || questions.ask("Does whoever takes the last token win or lose? [win]", false, |text| match text {
            "win" | "wins" => Ok(false),
            "lose" | "loses" => Ok(true),
            _ => Err("write win or lose".to_owned()),
        })?;
    let start = match &options.start {
        Some(Sizes(sizes)) if sizes.len() == heaps => sizes.clone(),
        Some(Sizes(sizes)) => {
            return Err(Failure::message(format!("--start gives {} sizes, but --heaps {heaps}", sizes.len())));
        }
        None => {
            let usual = usual_start(heaps);
            let shown = usual.iter().map(BigUint::to_string).collect::<Vec<_>>().join(",");
            questions.ask(&format!("The sizes at the start? [{shown}]"), usual, |text| start(text, heaps))?
        }
    };
    let starter = Starter { name, heaps, heap_limit, take_limit, misere, start };
    let text = match RuleForm::chosen(options.format, target, RuleForm::Yaml) {
        RuleForm::Yaml => starter.yaml(),
        RuleForm::Game => starter.game(),
    };
    output::text(target, &text)?;
    Ok(WELL)
}
