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
