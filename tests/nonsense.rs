//! The command on input that is wrong, hostile or far too large: it says so, soon, with exit status 2 and nothing on
//! standard output, and never panics.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// No call may take longer, on a slow machine and with a program that is hardly optimised.
const LIMIT: Duration = Duration::from_secs(60);
/// Every command that reads a game.
const COMMANDS: [&str; 5] = ["check", "solve", "explain", "graph", "compare"];

struct Run {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command to its end, or fails where it takes too long.
fn finish(mut command: Command, input: Option<Vec<u8>>) -> Run {
    if input.is_some() {
        command.stdin(Stdio::piped());
    }
    let shown = format!("{command:?}").chars().take(300).collect::<String>();
    let mut child = command.spawn().expect("the program starts");
    if let (Some(input), Some(mut stdin)) = (input, child.stdin.take()) {
        // The program may well stop reading before all is written.
        std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
    }
    let reader = |stream: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut stream) = stream {
                stream.read_to_end(&mut bytes).expect("the stream can be read");
            }
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stdout = reader(child.stdout.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>));
    let stderr = reader(child.stderr.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            break status;
        }
        if start.elapsed() > LIMIT {
            let _ = child.kill();
            panic!("takes too long: {shown}");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let read = |thread: std::thread::JoinHandle<String>| thread.join().expect("the stream can be read");
    let run = Run { status: status.code(), stdout: read(stdout), stderr: read(stderr) };
    assert!(!run.stderr.contains("panicked"), "{shown}\n{}", run.stderr);
    run
}

fn run(args: &[&str]) -> Run {
    finish(command(args), None)
}

/// The call is refused; what is said of it.
#[track_caller]
fn refused(args: &[&str]) -> String {
    let run = run(args);
    let shown: String = args.join(" ").chars().take(300).collect();
    assert_eq!(run.status, Some(2), "{shown}\n{}\n{}", run.stdout, run.stderr);
    assert_eq!(run.stdout, "", "{shown}");
    assert!(run.stderr.contains("error"), "{shown}\n{}", run.stderr);
    run.stderr
}

/// Rule files that are thrown away after the test.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Files {
        Files(tempfile::tempdir().expect("a folder for the test"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a plain path").to_owned()
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.0.path().join(name), text).expect("the file can be written");
        self.path(name)
    }

    /// A game with this body.
    fn game(&self, body: &str) -> String {
        self.write("test.game", format!("game \"test\" {{ {body} }}\n"))
    }
}

/// All of these words are in the text.
#[track_caller]
fn says(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "no `{word}` in\n{text}");
    }
}

#[test]
fn bad_files_are_refused_by_every_command() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bad");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() > 50);
    for file in &files {
        for command in COMMANDS {
            refused(&[command, file.to_str().expect("a plain path")]);
        }
    }
}

#[test]
fn what_is_no_rule_file_is_refused() {
    let files = Files::new();
    let binary: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    let big = files.write("big.game", vec![b' '; 100 << 20]);
    let cases = [
        (files.path("missing.game"), "there is no file"),
        (files.path(""), "can't read"),
        (files.write("binary.game", binary), "can't read"),
        (files.write("zero.yaml", b"heaps: 3\0"), "not a text file"),
        (files.write("latin.game", b"game \"\xe9\" { }"), "UTF-8"),
        (big, "10 MiB"),
        (files.write("empty.game", ""), "no game"),
        (files.write("open.game", "game \"x\" {".repeat(50_000)), "error"),
        (files.write("brackets.game", format!("game \"x\" {{ heaps {}3", "(".repeat(50_000))), "error"),
        (files.write("closed.game", "}".repeat(50_000)), "error"),
        (files.write("deep.yaml", "[".repeat(50_000)), "error"),
        (files.write("map.yaml", "{a: ".repeat(50_000)), "error"),
        (files.write("quotes.game", "\"".repeat(50_001)), "error"),
        (files.write("minus.game", format!("game \"x\" {{ heaps {}3 }}", "-".repeat(50_000))), "error"),
        (
            files.write(
                "not.game",
                format!("game {{ heaps 2 move take 1 from one heap where {} h = 1 }}", "not ".repeat(50_000)),
            ),
            "error",
        ),
        (
            files.write("power.game", format!("game {{ heaps 2{} move take 1 from one heap }}", "^2".repeat(30_000))),
            "error",
        ),
        (files.write("json.yaml", "{\"heaps\": }"), "error"),
    ];
    for (file, word) in &cases {
        for command in COMMANDS {
            let said = refused(&[command, file]);
            says(&said, &[word]);
            assert!(said.len() < 20_000, "{command} says {} bytes of {file}", said.len());
        }
    }
}

#[test]
fn an_alias_bomb_is_refused_soon() {
    let files = Files::new();
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..20 {
        let above = format!("*a{}", level - 1);
        text += &format!("a{level}: &a{level} [{}]\n", [above.as_str(); 9].join(", "));
    }
    refused(&["check", &files.write("bomb.yaml", text)]);
}

#[test]
fn names_that_do_not_exist_are_refused() {
    let files = Files::new();
    let file = files.game("heaps 3 let K = 2 heap_limit K start (1, 2, 3) variant \"misere\" { play misere }");
    says(&refused(&["solve", &file, "--game", "Chess"]), &["Chess"]);
    says(&refused(&["solve", &file, "--variant", "miser"]), &["miser", "did you mean `misere`?"]);
    says(&refused(&["solve", &file, "--variant", "normal"]), &["normal", "misere"]);
    says(&refused(&["solve", &file, "--set", "Q=1"]), &["`Q`", "`K`"]);
    says(&refused(&["solve", &file, "--set", "K=0"]), &["between 1 and 3"]);
    says(&refused(&["solve", &file, "--set", "K=4"]), &["between 1 and 3"]);
    says(&refused(&["solve", &file, "--set", "K=-1"]), &["between 1 and 3"]);
    for set in ["K", "K=", "K=x", "=1", "K=1.5"] {
        refused(&["solve", &file, "--set", set]);
    }
    for wrong in ["", "x", "0", "-1", "5 furlongs"] {
        refused(&["solve", &file, "--budget", wrong]);
    }
    refused(&["explain", &file, "--lang", "tlh"]);
    refused(&["explain", &file, "--to", "pdf"]);
    refused(&["explain", &file, "--detail", "everything"]);
    refused(&["explain", &file, "--templates", &files.path("no such folder")]);
    refused(&["solve", &file, "--format", "xml"]);
    refused(&["solve"]);
    refused(&["check"]);
    refused(&["dance", &file]);
}

#[test]
fn wrong_starts_are_refused() {
    let files = Files::new();
    let file = files.game("heaps 3 move take any from one heap");
    for command in ["solve", "explain", "graph"] {
        says(&refused(&[command, &file]), &["--start"]);
        says(&refused(&[command, &file, "--start", "1,2"]), &["2 heaps", "has 3"]);
        says(&refused(&[command, &file, "--start", "1,2,3,4"]), &["4 heaps", "has 3"]);
        for start in ["--start=1;2;3", "--start=", "--start=a,b,c", "--start=1.5,2,3", "--start=1,,3"] {
            says(&refused(&[command, &file, start]), &["no heap size"]);
        }
        for args in [vec!["--start=-1,2,3"], vec!["--start", "-1,2,3"]] {
            let said = refused(&[&[command, file.as_str()], args.as_slice()].concat());
            assert_eq!(said, "error: in --start -1,2,3: a heap cannot hold -1 tokens\n");
        }
        for start in ["10^5000,1,2", "2^99999999999,1,2", "99999^99999,1,1"] {
            refused(&[command, &file, "--start", start]);
        }
        says(&refused(&[command, &file, "--start", &format!("{},1,2", "9".repeat(1001))]), &["1000 digits"]);
    }
    for start in ["(1, 2)", "(1, 2, -3)", "(1, 2, 1/2)", "(1, 2, x)", "(1, 2, unlimited)", "()"] {
        refused(&["solve", &files.game(&format!("heaps 3 move take any from one heap start {start}"))]);
    }
}

#[test]
fn rules_that_make_no_sense_are_refused() {
    let files = Files::new();
    for body in [
        "heaps 0 move take any from one heap",
        "heaps 1001 move take any from one heap",
        "heaps 10^100 move take any from one heap",
        "heaps 2/3 move take any from one heap",
        "heaps unlimited move take any from one heap",
        "heaps 3",
        "move take any from one heap",
        "heaps 3 heap_limit 0",
        "heaps 3 heap_limit 4",
        "heaps 3 heap_limit 1/2",
        "heaps 3 heap_limit 1 take_limit 0",
        "heaps 3 heap_limit 1 take_limit -2",
        "heaps 3 heap_limit 1 take_limit 3/2",
        "heaps 3 take_limit 3",
        "heaps 3 heap_limit 1 move take any from one heap",
        "heaps 3 move take any from heap 4",
        "heaps 3 move take any from heap 0",
        "heaps 3 move take any from heaps 1, 1",
        "heaps 3 move take any from both heaps",
        "heaps 3 move take any from each of 2..1 heaps",
        "heaps 3 move take a, b from one heap",
        "heaps 3 move take a, a from 2 heaps",
        "heaps 3 move take 1/0 from one heap",
        "heaps 3 move take 10^(10^10) from one heap",
        "heaps 3 let K = K move take any from one heap",
        "heaps 3 let h = 2 move take any from one heap",
        "heaps 3 move take any from one heap where 3",
        "heaps 3 move take any from one heap where h",
        "heaps 3 move take any from one heap where x > 1",
        "heaps 3 move take any in total from any heaps where h > 1",
        "heaps red, red move take any from one heap",
        "heaps 3 move take any from one heap claim P = (1, 2)",
        "heaps 3 move take any from one heap claim P when 7",
        "heaps 3 move take any from one heap claim grundy(h) = max",
    ] {
        let file = files.game(body);
        for command in ["check", "solve"] {
            let said = refused(&[command, &file, "--max", "3"]);
            says(&said, &["test.game"]);
        }
    }
}

#[test]
fn rules_without_a_meaning_at_some_position_are_refused_with_the_position() {
    let files = Files::new();
    let zero = files.game("heaps 2 move take 6/(h-3) from one heap");
    says(&refused(&["solve", &zero, "--max", "4"]), &["division by zero", "(0, 3)", "6/(h-3)"]);
    let half = files.game("heaps 2 move take any from one heap move take h/2 from one heap");
    for command in ["solve", "explain", "graph"] {
        says(&refused(&[command, &half, "--start", "4,5"]), &["not a whole number", "h/2"]);
    }
    let modulus = files.game("heaps 2 move take any from one heap where t mod (h - 2) = 0");
    says(&refused(&["solve", &modulus, "--max", "4"]), &["at the position"]);
    let list = files.game("heaps 2 let L = [1, 2] move take 1..L[h] from one heap");
    says(&refused(&["solve", &list, "--max", "4"]), &["no element 3"]);
    let root = files.game("heaps 2 move take floor(sqrt(h - 5)) from one heap");
    refused(&["solve", &root, "--max", "4"]);
    let claim = files.game("heaps 2 move take any from one heap claim P when 1/max > 0");
    says(&refused(&["check", &claim]), &["division by zero", "(0, 0)"]);
    let claim = files.game("heaps 2 move take any from one heap claim P = (k/2, k)");
    says(&refused(&["check", &claim]), &["not a whole number"]);
}

#[test]
fn what_is_too_large_ends_soon_and_says_what_to_do() {
    let files = Files::new();
    let nim = files.game("heaps 3 move take any from one heap claim P when sum = 3");
    for command in ["solve", "check"] {
        for max in ["1000000000000000000", "18446744073709551615", "100000"] {
            says(&refused(&[command, &nim, "--max", max]), &["positions with heaps up to", "budget", "smaller --max"]);
        }
        refused(&[command, &nim, "--max", "99999999999999999999999999"]);
    }
    let one = files.game("heaps 1 move take 1..3 from one heap");
    says(&refused(&["solve", &one, "--max", "1000000000000000000"]), &["1000000000000000001 positions"]);
    let squares = files.game("heaps 2 move take s where is_square(s) from one heap");
    says(&refused(&["solve", &squares, "--start", "10^18,5"]), &["10000000 positions", "smaller start"]);
    says(
        &refused(&["solve", &squares, "--start", &format!("{},5", "9".repeat(1000))]),
        &["1000 digits", "smaller start"],
    );
    says(&refused(&["graph", &squares, "--start", "10^30,5"]), &["too large to draw"]);
    says(&refused(&["graph", &squares, "--start", "500,500"]), &["budget"]);
    let largest = files.game("heaps 2 move take s where is_square(s) from the largest heap");
    says(&refused(&["solve", &largest, "--start", "500,500", "--budget", "1000"]), &["1000 positions", "--budget"]);
    says(&refused(&["solve", &largest, "--start", "500,500", "--budget", "1MB"]), &["1 MiB", "--budget"]);
    let letters = files.game("heaps 2 move take a, b from both heaps where a * b = 2");
    says(&refused(&["solve", &letters, "--start", "10^9,10^9", "--budget", "1M"]), &["1000000 positions", "--budget"]);
    let by_columns = files.game("heaps 2 move take a, b from both heaps where nimsum(a, b) = 3");
    says(&refused(&["solve", &by_columns, "--start", "10^9,10^9"]), &["too many moves"]);
    let total = files.game("heaps 3 move take {10^9} in total from any heaps");
    says(&refused(&["solve", &total, "--start", "10^9,10^9,10^9"]), &["too many moves"]);
    let many = files.game("heaps 1000 move take 1..2 from each of 1..1000 heaps where h != 7");
    let start = vec!["5"; 1000].join(",");
    says(&refused(&["solve", &many, "--start", &start, "--budget", "100MB"]), &["budget"]);
    says(&refused(&["solve", &many, "--max", "3"]), &["positions with heaps up to 3"]);
}

#[test]
fn claims_that_never_end_are_refused() {
    let files = Files::new();
    for (claim, word) in [
        ("P = (0, 5 - k) for k >= 0", "bounds the letter `k`"),
        ("P = (n - n, n - n)", "bounds the letter `n`"),
        ("P = (k - k, 0) for k <= 10^18", "too many combinations"),
        ("P = (mex(j for j < 10^18), 1)", "too large"),
        ("P = (a[k], a[10^9]) where a[k] = mex(a[j] for j < k)", "too large"),
        ("P = (a[k], k) where a[k] = a[k] + 1", "not known"),
        ("P = (a[k], b[k]) for k <= 5 where a[k] = b[k], b[k] = a[k]", "not known"),
    ] {
        says(&refused(&["check", &files.game(&format!("heaps 2 move take any from one heap claim {claim}"))]), &[word]);
    }
}

/// Where a notion does not exist for a game, that is said.
#[test]
fn grundy_values_that_do_not_exist_are_refused() {
    let files = Files::new();
    let swap = "heaps a, b move: a := b, b := a move take any from heap a";
    for (body, word) in [
        ("heaps 2 move take any from one heap play misere", "this is misère play"),
        ("heaps 2 move take any from one heap wins when sum = 0", "a condition says who wins"),
        (swap, "play always ends"),
    ] {
        let file = files.game(body);
        for extent in [["--start", "1,2"], ["--max", "2"]] {
            says(&refused(&["solve", &file, extent[0], extent[1], "--grundy"]), &[word, "leave out --grundy"]);
        }
    }
    for body in
        ["heaps 2 move take any from one heap play misere claim grundy(h) = h", &format!("{swap} claim grundy(h) = h")]
    {
        says(&refused(&["check", &files.game(body)]), &["no Grundy values"]);
    }
}

/// From a draw some way to play on for ever is shown.
#[test]
fn a_draw_is_shown_by_a_round_of_moves() {
    let files = Files::new();
    let file = files.game("heaps a, b move: a := b, b := a move take any from heap a");
    let run = run(&["solve", &file, "--start", "2,3"]);
    let wanted = [
        "(2, 3) is a draw",
        "Play can go on for ever, for instance so:",
        "change a to 3 and b to 2, leaving (3, 2)",
        "change a to 2 and b to 3, leaving (2, 3), and so on",
    ];
    says(&run.stdout, &wanted);
    // A claim that takes a draw for a P-position is told what it is.
    let claim = files.game("heaps a, b move: a := b, b := a move take any from heap a claim P when a = b");
    let said = finish(command(&["check", &claim]), None);
    assert_eq!(said.status, Some(1));
    says(&said.stdout, &["neither player can force a win"]);
}

/// The winning move that refutes a claim may split a heap.
#[test]
fn a_refuting_move_that_splits_is_told() {
    let files = Files::new();
    let file = files.game("heaps 1 octal \"0.77\" claim P when h mod 3 = 0");
    let said = finish(command(&["check", &file]), None);
    assert_eq!(said.status, Some(1));
    says(
        &said.stdout,
        &["first fails at (3)", "take 1 from the heap of 3 and split the rest into 1 and 1, leaving (1, 1), wins"],
    );
}

#[test]
fn large_games_with_a_theorem_are_answered() {
    let files = Files::new();
    let ok = |args: &[&str], words: &[&str]| {
        let run = run(args);
        assert_eq!(run.status, Some(0), "{}", run.stderr);
        says(&run.stdout, words);
    };
    let start = vec!["5"; 1000].join(",");
    let all = files.game("heaps 1000 move take any from each of 1..1000 heaps claim P when max = 0");
    ok(&["solve", &all, "--start", &start], &["all-heaps", "N-position"]);
    ok(&["explain", &all, "--start", &start], &["1000"]);
    ok(&["check", &all], &["claim 1"]);
    let nim = files.game("heaps 1000 move take any from one heap");
    ok(&["solve", &nim, "--start", &start], &["nim", "P-position"]);
    let huge = files.game("heaps 3 heap_limit 1 take_limit 10^30");
    ok(&["solve", &huge, "--start", "10^31,10^31,5"], &["bounded-nim", "take 5 from heap 1"]);
    ok(&["explain", &huge, "--start", "10^31,10^31,5"], &["10^{30}"]);
    let far = files.game("heaps 2 move take 10^50..10^60 from one heap");
    ok(&["solve", &far, "--start", "9,9"], &["P-position", "1 positions"]);
    ok(&["solve", &far, "--max", "9"], &["(9, 9)"]);
    let four = files.game("heaps 4 move take any from any heaps claim P when sum = 0");
    ok(&["check", &four], &["proved"]);
}

#[test]
fn outputs_that_cannot_be_written_are_told() {
    let files = Files::new();
    let file = files.game("heaps 3 move take any from one heap start (3, 5, 7)");
    for command in ["solve", "explain", "graph"] {
        says(&refused(&[command, &file, "-o", &files.path("no/such/folder.md")]), &["cannot write", "folder.md"]);
        says(&refused(&[command, &file, "-o", "/dev/full"]), &["cannot write /dev/full"]);
        says(&refused(&[command, &file, "-o", &files.path("")]), &["cannot write"]);
    }
    // Nothing half-written is left behind.
    let left = fs::read_dir(files.0.path()).expect("the folder is there").count();
    assert_eq!(left, 1);
}

#[test]
fn a_full_disk_and_a_closed_output_are_told_apart() {
    let files = Files::new();
    let file = files.game("heaps 3 move take any from one heap start (3, 5, 7)");
    for args in [["solve", &file, "--max", "20"], ["explain", &file, "--to", "md"], ["graph", &file, "--to", "dot"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("the device is there");
        let mut full_disk = command(&args);
        full_disk.stdout(full);
        let run = finish(full_disk, None);
        assert_eq!(run.status, Some(2), "{args:?}");
        says(&run.stderr, &["cannot write the output"]);
        // Whoever reads no further, as `head` does, has what it wanted.
        let Output { status, stderr, .. } = Command::new("sh")
            .args(["-c", "\"$0\" \"$@\" | head -n 1 >/dev/null", env!("CARGO_BIN_EXE_bouton")])
            .args(args)
            .output()
            .expect("a shell");
        assert!(status.success());
        assert_eq!(String::from_utf8_lossy(&stderr), "", "{args:?}");
    }
}

/// What Ctrl-C stops leaves nothing behind: the values are many enough to be stopped in their midst.
#[cfg(unix)]
#[test]
fn a_stopped_program_leaves_no_half_file() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("nim.game");
    fs::write(&rules, "game { heaps 3 move take any from one heap }").unwrap();
    let target = folder.path().join("values.csv");
    let is_unfinished = || {
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(".part")).count() == 1
    };
    let arguments = ["solve", rules.to_str().unwrap(), "--max", "3000", "--grundy", "--format", "csv", "--quiet"];
    let arguments = [&arguments[..], &["--budget", "100000M,8GB", "--output", target.to_str().unwrap()]].concat();
    let mut child = command(&arguments).spawn().expect("the program starts");
    let start = Instant::now();
    while !is_unfinished() {
        assert!(start.elapsed() < LIMIT && child.try_wait().unwrap().is_none(), "nothing is being written");
        std::thread::sleep(Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is `kill`");
    assert!(killed.success());
    let status = child.wait().expect("the program can be waited for");
    assert_eq!(status.code(), Some(130));
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["nim.game"]);
}

#[test]
fn standard_input_is_read_and_judged_alike() {
    let good = b"game \"x\" { heaps 2 move take any from one heap start (1, 2) }".to_vec();
    let run = finish(command(&["solve", "-"]), Some(good));
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    for wrong in [b"".to_vec(), b"\xff\xfe".to_vec(), b"game".to_vec(), b"heaps: [".to_vec(), vec![b'x'; 50 << 20]] {
        let run = finish(command(&["solve", "-"]), Some(wrong));
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""));
        says(&run.stderr, &["<stdin>"]);
    }
}
