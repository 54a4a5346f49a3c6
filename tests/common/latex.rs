//! Compiles LaTeX with a real XeLaTeX and reads its log.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// Overfull lines that stick out by no more than this are let pass, in points.
const OVERFULL: f64 = 5.0;

/// A document that was compiled without a complaint.
pub(crate) struct Pdf {
    folder: tempfile::TempDir,
}

impl Pdf {
    /// The text in it, as `pdftotext` finds it.
    pub(crate) fn text(&self) -> String {
        let output = run(Command::new("pdftotext").args(["-layout", "page.pdf", "-"]), self.folder.path());
        String::from_utf8_lossy(&output.1).into_owned()
    }
}

/// Compiles a complete document.
///
/// # Errors
///
/// What is wrong with it: an error, a warning, a character that the fonts lack, a line that sticks out too far.
///
/// # Panics
///
/// If there is no XeLaTeX.
pub(crate) fn compile(source: &str) -> Result<Pdf, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("page.tex"), source).expect("the folder can be written to");
    let mut log = String::new();
    // Tables that may break over pages take a second run, or a third, to learn their widths.
    for _ in 0..4 {
        let (success, output) = run(
            Command::new("xelatex").args([
                "-interaction=nonstopmode",
                "-halt-on-error",
                "-file-line-error",
                "page.tex",
            ]),
            folder.path(),
        );
        log = fs::read(folder.path().join("page.log")).map_or_else(
            |_| String::from_utf8_lossy(&output).into_owned(),
            |bytes| String::from_utf8_lossy(&bytes).into_owned(),
        );
        if !success {
            let start = log.lines().position(|line| line.contains("page.tex:") || line.starts_with('!')).unwrap_or(0);
            let excerpt: Vec<_> = log.lines().skip(start).take(12).collect();
            return Err(format!("XeLaTeX fails:\n{}", excerpt.join("\n")));
        }
        if !log.contains("Rerun") {
            break;
        }
    }
    let found = complaints(&log);
    if found.is_empty() { Ok(Pdf { folder }) } else { Err(found.join("\n")) }
}

/// Compiles several documents, two at a time, and fails with all that is wrong with any.
pub(crate) fn compile_all(sources: &[(String, String)]) {
    let next = Mutex::new(sources.iter());
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some((name, source)) = next.lock().expect("no thread panics with it").next() else { break };
                    if let Err(message) = compile(source) {
                        failures.lock().expect("no thread panics with it").push(format!("{name}: {message}"));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no thread panics with it");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// The lines of a log that complain.
pub(crate) fn complaints(log: &str) -> Vec<String> {
    // TeX breaks the lines of its log after 79 characters: the start of a line is enough to know a complaint by.
    let complains = |line: &str| {
        line.contains("Warning:")
            || line.starts_with("Missing character:")
            || line.starts_with("Overfull \\hbox (") && overfull(line).is_none_or(|points| points > OVERFULL)
    };
    log.lines().filter(|line| complains(line)).map(str::to_owned).collect()
}

/// By how many points a line sticks out: `Overfull \hbox (12.3pt too wide) …`.
fn overfull(line: &str) -> Option<f64> {
    line.strip_prefix("Overfull \\hbox (")?.split_once("pt too wide")?.0.parse().ok()
}

/// Runs a program of TeX Live or Poppler, and returns whether it succeeded and what it printed.
fn run(command: &mut Command, folder: &Path) -> (bool, Vec<u8>) {
    let output = command
        .current_dir(folder)
        // Lines of the log as long as they come.
        .env("max_print_line", "2000")
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| {
            let program = command.get_program().to_string_lossy().into_owned();
            panic!("{program} can't be run ({error}): `bash tests/run.sh` installs what the tests need, and runs them")
        });
    (output.status.success(), output.stdout)
}
