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

/// Runs `bouton fmt` with the arguments and standard input; its exit status, standard output and standard error.
fn fmt(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .arg("fmt")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a run");
    child.stdin.take().expect("an input").write_all(input.as_bytes()).expect("it is read");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn fmt_rewrites_sound_files_and_leaves_others_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let write = |name: &str, text: &str| std::fs::write(path(name), text).expect("it is written");
    let read = |name: &str| std::fs::read_to_string(path(name)).expect("it is there");
    let (ugly, neat, bad) = (
        "game {heaps 1 // one\nmove take 1 from one heap}",
        "game {\n  heaps 1  // one\n  move take 1 from one heap\n}\n",
        "game { heaps }",
    );
    write("ugly.game", ugly);
    write("bad.game", bad);
    write("neat.game", neat);
    let names = ["bad.game", "ugly.game", "neat.game"].map(|name| path(name).display().to_string());
    let all: Vec<&str> = names.iter().map(String::as_str).collect();

    let (status, out, _) = fmt(&["--check", all[1], all[2]], "");
    assert_eq!((status, out), (Some(1), format!("{} is not in canonical form\n", all[1])));
    assert_eq!(read("ugly.game"), ugly, "a check rewrites nothing");

    let (status, out, err) = fmt(&all, "");
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.contains("error[syntax]") && err.contains("bad.game"), "{err}");
    assert_eq!([read("bad.game"), read("ugly.game"), read("neat.game")], [bad, neat, neat].map(str::to_owned));
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("it can be read").collect();
    assert_eq!(left.len(), 3, "nothing half-written is left behind");

    assert_eq!(fmt(&["-"], ugly), (Some(0), neat.to_owned(), String::new()));
    assert_eq!(fmt(&["--check", "-"], ugly).0, Some(1));
    assert_eq!(fmt(&["--check", "-"], neat), (Some(0), String::new(), String::new()));
    assert_eq!(fmt(&["-"], "heaps: 2\nheap_limit:   1\n").1, "heaps: 2\nheap_limit: 1\n");
}
