//! What the README and the transcripts of the commands show is what the commands do.

use trycmd::TestCases;

fn cases() -> TestCases {
    let cases = TestCases::new();
    cases.register_bin("cat", std::path::Path::new("/bin/cat"));
    cases.register_bin("head", std::path::Path::new("/usr/bin/head"));
    cases
}

#[test]
fn the_readme_is_true() {
    cases().case("README.md");
}

#[test]
fn transcripts_are_as_before() {
    cases().case("tests/commands/*.md").case("tests/commands/*/*.toml");
}

/// What the command prints when all is well.
fn bouton(arguments: &[&str]) -> String {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_bouton")).args(arguments).output().expect("a run");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn completions_and_the_manual_page_know_every_command() {
    let commands: Vec<String> =
        bouton::cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect();
    assert!(commands.len() >= 7, "{commands:?}");
    let man = bouton(&["man"]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = bouton(&["completions", shell]);
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell} completes {command}");
            assert!(man.contains(command.as_str()), "the manual page tells of {command}");
        }
    }
    // A page for `man` begins with its title and names each option once it is described.
    assert!(man.contains(".TH bouton") && man.contains("budget"), "{}", &man[..man.len().min(400)]);
}

#[test]
fn games_that_keep_to_different_positions_are_compared_where_both_do() {
    let text = bouton(&["compare", "tests/data/kept.game", "--max", "3", "--to", "json"]);
    let found: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    // In the variant (0, 2) and (1, 1) do not exist, so that from (0, 3) one token or all can be taken.
    assert_eq!(found["games"][1]["positions"], 8, "{text}");
    assert!(!found["differences"][0]["shared"].as_array().expect("a list").contains(&serde_json::json!([1, 1])));
}
