//! `bouton new`.

use super::arguments::{New, RuleForm, Sizes, limit};
use super::failure::Failure;
use super::{WELL, output};
use crate::rules::MAX_HEAPS;
use crate::starter::{Limit, Starter, usual_start};
use num_bigint::BigUint;
use std::io::{self, BufRead, IsTerminal, Write};

/// The questions for what is not given, where there is somebody to answer them.
struct Questions<'a> {
    answers: Option<&'a mut dyn BufRead>,
}

impl Questions<'_> {
    /// The answer to a question, asked again until it can be read; `usual` where nothing is answered.
    fn ask<T>(&mut self, question: &str, usual: T, read: impl Fn(&str) -> Result<T, String>) -> Result<T, Failure> {
        while let Some(answers) = &mut self.answers {
            let mut stderr = io::stderr().lock();
            let _ = write!(stderr, "{question} ");
            let _ = stderr.flush();
            drop(stderr);
            let mut line = String::new();
            let failed = |error: io::Error| Failure::message(format!("cannot read the answer: {error}"));
            if answers.read_line(&mut line).map_err(failed)? == 0 || line.trim().is_empty() {
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
    let mut stdin = io::stdin().lock();
    let asks = !options.yes && io::stdin().is_terminal();
    let starter = starter(options, &mut Questions { answers: asks.then_some(&mut stdin as &mut dyn BufRead) })?;
    let text = match RuleForm::chosen(options.format, target, RuleForm::Yaml) {
        RuleForm::Yaml => starter.yaml(),
        RuleForm::Game => starter.game(),
    };
    output::text(target, &text)?;
    Ok(WELL)
}

/// What the file shall say: as the arguments tell, or the answers to questions.
fn starter(options: &New, questions: &mut Questions<'_>) -> Result<Starter, Failure> {
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
    Ok(Starter { name, heaps, heap_limit, take_limit, misere, start })
}

#[cfg(test)]
mod tests {
    use super::super::arguments::{Arguments, Command};
    use super::*;
    use clap::Parser;

    fn answered(arguments: &[&str], answers: Option<&str>) -> Starter {
        let parsed = Arguments::try_parse_from(["bouton", "new"].iter().chain(arguments)).unwrap();
        let Command::New(options) = parsed.command else { panic!("it is the command `new`") };
        let mut answers = answers.map(str::as_bytes);
        starter(&options, &mut Questions { answers: answers.as_mut().map(|answers| answers as &mut dyn BufRead) })
            .unwrap()
    }

    fn sizes(sizes: &[u32]) -> Vec<BigUint> {
        sizes.iter().copied().map(BigUint::from).collect()
    }

    #[test]
    fn questions_are_asked_until_they_are_answered() {
        let found = answered(&[], Some("Two heaps\n0\nx\n2\n2\n\nperhaps\nlose\n1,2,3\n5,6\n"));
        let wanted = Starter {
            name: "Two heaps".to_owned(),
            heaps: 2,
            heap_limit: Limit::AtMost(2),
            take_limit: Limit::Unlimited,
            misere: true,
            start: sizes(&[5, 6]),
        };
        assert_eq!(found, wanted);
        // What is given is not asked for, and answers may end at any time.
        let found = answered(&["--name", "A", "--start", "4,5", "--misere"], Some("2\n"));
        assert_eq!((found.heaps, found.heap_limit, found.take_limit), (2, Limit::AtMost(2), Limit::Unlimited));
    }

    #[test]
    fn without_answers_the_usual_is_taken() {
        let found = answered(&["--heaps", "1"], None);
        assert_eq!((found.take_limit, found.misere, found.start), (Limit::AtMost(3), false, sizes(&[21])));
        assert_eq!(answered(&[], Some("")), answered(&["--yes"], None));
    }
}
