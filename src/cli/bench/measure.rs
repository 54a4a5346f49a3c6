//! Runs of whole processes, with what they found.

use super::rows::{Ask, Row};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A run of a program: how long it took, and the number that it found.
pub(super) struct Run {
    pub time: Duration,
    pub found: String,
}

/// What went wrong with a run.
pub(super) enum Trouble {
    /// The program doesn't do this work.
    Unknown,
    /// It failed, or printed something else than expected.
    Failed(String),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Failed(error.to_string())
    }
}

/// That a program can be run at all: it is stopped at once.
pub(super) fn can_run(program: &Path) -> io::Result<()> {
    let mut command = Command::new(program);
    let mut process = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    process.kill()?;
    process.wait().map(drop)
}

/// Runs the hand-written program: it prints the number and the seconds, or exits with status 2.
pub(super) fn baseline(program: &Path, row: &Row) -> Result<Run, Trouble> {
    let start = Instant::now();
    let output = Command::new(program).args(row.baseline.split(' ')).stdin(Stdio::null()).output()?;
    let time = start.elapsed();
    if output.status.code() == Some(2) {
        return Err(Trouble::Unknown);
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    match text.split_whitespace().next() {
        Some(found) if output.status.success() => Ok(Run { time, found: found.to_owned() }),
        _ => Err(Trouble::Failed(format!("{} {}: {}", program.display(), row.baseline, output.status))),
    }
}

/// Runs this program on the rules, library theorems off; reading what it prints counts, adding it up does not.
pub(super) fn own(program: &Path, row: &Row) -> Result<Run, Trouble> {
    let mut command = Command::new(program);
    command.args(["solve", "-", "--no-library", "--quiet", "--max", &row.max.to_string(), "--format", "csv"]);
    command.arg(if row.ask == Ask::Count { "--count" } else { "--grundy" });
    let start = Instant::now();
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    // The rules are few enough for a pipe to hold.
    process.stdin.take().map_or(Ok(()), |mut rules| rules.write_all(row.rules.as_bytes()))?;
    let output = process.wait_with_output()?;
    let time = start.elapsed();
    if !output.status.success() {
        return Err(Trouble::Failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let found = added(&text, row.ask).ok_or_else(|| Trouble::Failed(format!("{}: not as expected", row.baseline)))?;
    Ok(Run { time, found })
}

/// The number that a listing comes to.
fn added(text: &str, ask: Ask) -> Option<String> {
    let mut lines = text.lines().skip(1);
    if ask == Ask::Count {
        return lines.next()?.split(',').nth(1).map(str::to_owned);
    }
    let mut sum = 0u64;
    for line in lines {
        let numbers: Vec<u64> = line.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let weight = |a: u64, b: u64| 31 * a + b + 1;
        sum += match (ask, numbers.as_slice()) {
            (Ask::Sequence, [size, value]) => value * (size + 1),
            // Pairs are listed in ascending order.
            (Ask::Pairs, [a, b, value]) if a == b => value * weight(*a, *b),
            (Ask::Pairs, [a, b, value]) => value * (weight(*a, *b) + weight(*b, *a)),
            _ => return None,
        };
    }
    Some(sum.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listings_are_added_up() {
        assert_eq!(added("max,p_count\n7,42\n", Ask::Count).as_deref(), Some("42"));
        assert_eq!(added("the heap,grundy\n0,0\n1,1\n2,3\n", Ask::Sequence).as_deref(), Some("11"));
        assert_eq!(added("heap 1,heap 2,grundy\n0,0,0\n0,1,1\n1,1,2\n", Ask::Pairs).as_deref(), Some("100"));
        assert_eq!(added("heap 1\nx\n", Ask::Sequence), None);
    }
}
