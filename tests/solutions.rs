//! The solution of every shipped game, in each language and format, as a snapshot; and its LaTeX through a real XeLaTeX.

mod common;

use common::latex::compile_all;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The shipped rule files, in order.
fn rule_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of rule files")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "yaml" || end == "game"))
        .collect();
    files.sort();
    assert!(files.len() >= 30, "the shipped games are found");
    files
}

fn bouton(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_bouton")).args(arguments).output().expect("the command runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} ends with {:?}: {errors}", output.status);
    assert_eq!(errors, "", "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Compares every page with its snapshot, which begins with the rule file; snapshots without a rule file are an error.
fn compare_with_snapshots(to: &str) -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for file in rule_files() {
        let path = file.to_str().expect("a path in UTF-8");
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        for language in ["en", "zh"] {
            let page = bouton(&["explain", path, "--lang", language, "--to", to]);
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path("snapshots/solutions");
            settings.set_prepend_module_to_snapshot(false);
            settings.set_description(std::fs::read_to_string(&file).expect("a rule file"));
            settings.set_omit_expression(true);
            let snapshot = format!("{name}.{language}.{to}");
            settings.bind(|| insta::assert_snapshot!(snapshot.clone(), page));
            pages.push((snapshot, page));
        }
    }
    pages
}

#[test]
fn markdown_pages_are_as_before() {
    compare_with_snapshots("md");
}

#[test]
fn latex_pages_are_as_before_and_compile() {
    let pages = compare_with_snapshots("latex");
    compile_all(&pages);
}

#[test]
fn no_snapshot_is_left_without_its_game() {
    let names: Vec<String> =
        rule_files().iter().map(|file| file.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/solutions");
    for entry in std::fs::read_dir(folder).expect("the folder of snapshots") {
        let file = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        let game = file.split('.').next().expect("a name").to_owned();
        assert!(names.contains(&game), "{file} belongs to no rule file");
    }
}

#[test]
fn two_runs_give_the_same_bytes() {
    let path = rule_files()[0].to_str().expect("a path in UTF-8").to_owned();
    for to in ["md", "latex", "html", "text", "json"] {
        let run = || bouton(&["explain", &path, "--to", to]);
        assert_eq!(run(), run(), "{to}");
    }
}

#[test]
fn every_shipped_game_has_a_start_claims_and_references() {
    for path in rule_files() {
        let source = bouton::source::Source::read(&path).expect("the file is there");
        let parsed = bouton::syntax::parse(&source);
        for game in parsed.file.games {
            let name = path.display();
            assert!(game.body.start.is_some() && !game.claims.is_empty() && !game.references.is_empty(), "{name}");
        }
    }
}
