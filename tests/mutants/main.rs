//! Files that are almost rule files: the shipped ones and those of the tests, with bytes, words and statements changed,
//! taken out, or mixed with those of others. Whatever a file holds, the program answers it, soon and within its memory,
//! and every place that it underlines lies in the file.
//!
//! `BOUTON_CASES` says how many files are tried, `BOUTON_SEED` from which on.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "what a long run has met is worth telling")]

#[path = "../brute/mod.rs"]
mod brute;
mod examine;
mod mutate;

use brute::generate::Dice;
use examine::{Depth, Examiner};
use mutate::Corpus;
use std::collections::BTreeMap;
use std::env;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn from_env(name: &str, otherwise: u64) -> u64 {
    env::var(name).ok().map_or(otherwise, |value| value.parse().expect("a number"))
}

/// No file may take longer than this, in seconds of work; `BOUTON_SECONDS` changes it.
const LIMIT: u64 = 60;
/// The most memory, in kibibytes, that the whole run may ever take.
const MEMORY: u64 = 1 << 20;

/// What is being looked at, and since when.
type Current = Arc<Mutex<Option<(u64, String, Duration)>>>;

/// The time that this process has worked, where the system tells; elsewhere, the time since it began.
fn worked(began: Instant) -> Duration {
    let work = || {
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        // The 14th and 15th fields, in hundredths of a second, behind a name in parentheses.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
        Some(Duration::from_millis(10 * ticks))
    };
    work().unwrap_or_else(|| began.elapsed())
}

/// Ends the run where a file takes too long or too much memory: nothing else can.
fn watch(current: &Current, began: Instant) {
    let current = Arc::clone(current);
    let limit = Duration::from_secs(from_env("BOUTON_SECONDS", LIMIT));
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(100));
            let now = current.lock().expect("no case panics while it holds this");
            let Some((case, text, since)) = now.as_ref() else { continue };
            let what = if worked(began).saturating_sub(*since) > limit {
                "takes too long"
            } else if peak_memory().is_some_and(|peak| peak > MEMORY) {
                "takes too much memory"
            } else {
                continue;
            };
            eprintln!("case {case} {what}:\n{text}");
            std::process::exit(1);
        }
    });
}

/// The most memory that this process has had, in kibibytes, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn whatever_a_file_holds_is_answered() {
    let (cases, seed) = (from_env("BOUTON_CASES", 600), from_env("BOUTON_SEED", 0));
    let corpus = Corpus::read();
    let mut examiner = Examiner::new();
    let current: Current = Arc::default();
    let began = Instant::now();
    watch(&current, began);
    let mut reached: BTreeMap<Depth, u64> = BTreeMap::new();
    for case in seed..seed + cases {
        let (name, bytes) = corpus.mutant(&mut Dice::new(case));
        let shown = format!("{name}\n{}", String::from_utf8_lossy(&bytes));
        *current.lock().expect("no case panics while it holds this") = Some((case, shown.clone(), worked(began)));
        let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| examiner.examine(&name, &bytes)));
        match found {
            Ok(depth) => *reached.entry(depth).or_insert(0) += 1,
            Err(_) => panic!("case {case}; run it alone with BOUTON_SEED={case} BOUTON_CASES=1\n{shown}"),
        }
    }
    *current.lock().expect("no case panics while it holds this") = None;
    println!("{cases} files: {reached:?}");
    // The files are of no use where all of them are refused at once, or none is.
    for depth in [Depth::Unread, Depth::Unparsed, Depth::Unsound, Depth::Explained] {
        assert!(cases < 600 || reached.contains_key(&depth), "{reached:?}");
    }
}
