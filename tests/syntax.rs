//! The front end on whole files: the examples, the two forms side by side, bad files, limits, and mutilated files.

use bouton::diagnostics::{Diagnostic, draw};
use bouton::source::{Source, Span};
use bouton::syntax::tree::{Amounts, ClaimBody, MoveBody, Selection};
use bouton::syntax::{Parsed, parse};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The files of a folder of test data, in order of their names.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    files.sort();
    files
}

/// A file under its bare name.
fn source(path: &Path) -> Source {
    let source = Source::read(path).expect("the file can be read");
    let name = path.file_name().expect("it is a file").to_string_lossy();
    Source::new(name, source.text)
}

fn parse_text(name: &str, text: &str) -> Parsed {
    parse(&Source::new(name, text))
}

/// A tree without its spans, as text.
fn without_spans(parsed: &Parsed) -> String {
    let shown = format!("{:#?}", parsed.file);
    let mut lines = Vec::new();
    let mut inside = false;
    for line in shown.lines() {
        inside |= line.trim_end().ends_with("Span {");
        if !inside {
            lines.push(line);
        }
        inside &= !line.trim_start().starts_with('}');
    }
    lines.join("\n")
}

/// Every place that a diagnostic names.
fn spans(diagnostic: &Diagnostic) -> impl Iterator<Item = Span> {
    diagnostic.label.iter().chain(&diagnostic.related).map(|(span, _)| *span)
}

/// Checks what holds for any source: places are inside of it and on the borders of characters, and drawing is small.
fn check_places(source: &Source) -> Parsed {
    let parsed = parse(source);
    for span in parsed.diagnostics.iter().flat_map(spans) {
        assert!(source.text.get(span.range()).is_some(), "{span:?} in {:?}", source.text);
    }
    for game in &parsed.file.games {
        assert!(source.text.get(game.span.range()).is_some(), "{:?} in {:?}", game.span, source.text);
    }
    assert!(parsed.diagnostics.len() <= 21);
    assert!(draw(&parsed.diagnostics, source, false).len() < 100_000);
    parsed
}

#[test]
fn the_examples_parse() {
    for path in files("examples").iter().filter(|path| !path.ends_with("zoo.game")) {
        let source = source(path);
        let parsed = parse(&source);
        assert!(parsed.diagnostics.is_empty(), "{}", draw(&parsed.diagnostics, &source, false));
        assert_eq!(parsed.file.games.len(), 1);
    }
}

#[test]
fn the_zoo_parses() {
    let source = source(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/examples/zoo.game"));
    let parsed = parse(&source);
    assert!(parsed.diagnostics.is_empty(), "{}", draw(&parsed.diagnostics, &source, false));
    assert_eq!(parsed.file.games.len(), 18);
}

#[test]
fn both_forms_give_the_same_tree() {
    let games: Vec<PathBuf> =
        files("pairs").into_iter().filter(|path| path.extension().is_some_and(|end| end == "game")).collect();
    assert_eq!(games.len(), 4);
    for path in games {
        let (game, yaml) = (source(&path), source(&path.with_extension("yaml")));
        let (from_game, from_yaml) = (parse(&game), parse(&yaml));
        assert!(from_game.diagnostics.is_empty(), "{}", draw(&from_game.diagnostics, &game, false));
        assert!(from_yaml.diagnostics.is_empty(), "{}", draw(&from_yaml.diagnostics, &yaml, false));
        let different = without_spans(&from_game)
            .lines()
            .zip(without_spans(&from_yaml).lines())
            .position(|(left, right)| left != right);
        assert_eq!(without_spans(&from_game), without_spans(&from_yaml), "{}: line {different:?}", path.display());
    }
}

#[test]
fn line_ends_and_byte_order_marks_change_nothing() {
    for path in files("pairs").into_iter().chain(files("examples")) {
        let plain = source(&path);
        let marked = Source::new(plain.name.clone(), format!("\u{FEFF}{}", plain.text.replace('\n', "\r\n")));
        assert_eq!(without_spans(&parse(&plain)), without_spans(&parse(&marked)), "{}", path.display());
    }
}

#[test]
fn line_breaks_change_nothing() {
    for path in files("pairs").into_iter().chain(files("examples")) {
        let plain = source(&path);
        if !plain.name.ends_with(".game") {
            continue;
        }
        let lines = plain.text.lines().map(|line| line.split("//").next().and_then(|line| line.split('#').next()));
        let joined = lines.map(Option::unwrap_or_default).collect::<Vec<_>>().join(" ");
        // Every second piece is the inside of a string.
        let broken: Vec<String> = joined
            .split('"')
            .enumerate()
            .map(|(index, piece)| if index % 2 == 0 { piece.replace(' ', "\n") } else { piece.to_owned() })
            .collect();
        for text in [joined.clone(), broken.join("\"")] {
            let other = parse(&Source::new(plain.name.clone(), text));
            assert!(without_spans(&parse(&plain)) == without_spans(&other), "{}: {other:?}", path.display());
        }
    }
}

#[test]
fn every_kind_of_move_has_its_own_body() {
    let kinds = |text: &str| {
        let parsed = parse_text("a.game", &format!("game {{ heaps a, b {text} }}"));
        assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
        parsed.file.games[0].body.moves.clone()
    };
    let body = |text: &str| kinds(text).remove(0).body;
    assert!(matches!(body("move take 1 from heap a"), MoveBody::Take(_)));
    assert!(matches!(body("move move 1 from heap a to heap b"), MoveBody::Shift(shift) if shift.from.is_some()));
    assert!(matches!(body("move move 1 from one heap to another"), MoveBody::Shift(shift) if shift.from.is_none()));
    assert!(matches!(body("move split one heap into x, y"), MoveBody::Split(split) if split.parts.letters.len() == 2));
    assert!(matches!(body("move merge 2 heaps where a > 1"), MoveBody::Merge(merge) if merge.condition.is_some()));
    assert!(matches!(body("move replace heap a by x where x < h"), MoveBody::Replace(_)));
    assert!(matches!(body("move replace one heap by 0..4 smaller heaps where parts differ, h > 2"),
        MoveBody::Scatter(scatter) if scatter.parts.differ && scatter.condition.is_some()));
    assert!(matches!(body("move pass"), MoveBody::Pass(pass) if pass.times.is_none() && !pass.each_player));
    assert!(matches!(body("each player may pass twice"), MoveBody::Pass(pass) if pass.each_player));
    let MoveBody::Written(written) = body("move with 1 <= k < a, l in 1..2, m where b > l: a := k, b := m") else {
        panic!("it is written out");
    };
    let letters: Vec<(&str, bool)> =
        written.letters.iter().map(|(letter, set)| (letter.node.as_str(), set.is_some())).collect();
    assert_eq!(letters, [("k", false), ("l", true), ("m", false)]);
    assert_eq!(written.becomes.len(), 2);
    let moves = kinds(
        "first move take 1 from one heap move split one heap in 2 heaps move replace one heap by 2 smaller heaps pass once then c := 1",
    );
    assert_eq!(
        moves.iter().map(|one| (one.first, one.then.len())).collect::<Vec<_>>(),
        [(true, 0), (false, 0), (false, 0), (false, 1)]
    );
}

#[test]
fn every_heap_with_a_condition_is_the_heaps_that_meet_it() {
    for (heaps, condition, expected) in [
        ("every heap", "", Selection::All { both: false }),
        ("every heap", "where h > 1", Selection::Every { non_empty: false }),
        ("each heap", "where h > 1", Selection::Every { non_empty: false }),
        ("all heaps", "where h > 1", Selection::All { both: false }),
        ("every non-empty heap", "", Selection::Every { non_empty: true }),
        ("the largest heap", "where h > 1", Selection::Largest),
        ("either end", "", Selection::Ends),
    ] {
        let parsed = parse_text("a.game", &format!("game {{ move take 1 from {heaps} {condition} }}"));
        let MoveBody::Take(take) = &parsed.file.games[0].body.moves[0].body else { panic!("it takes") };
        assert_eq!(take.from.node, expected, "{heaps} {condition}");
    }
}

/// The names in a tree with their places, read off its text for debugging, which holds every node.
fn names_with_places(parsed: &Parsed) -> Vec<(String, Span)> {
    let shown = format!("{:?}", parsed.file);
    shown
        .split("Name(\"")
        .skip(1)
        .filter_map(|rest| {
            let (name, rest) = rest.split_once("\"), span: Span { start: ")?;
            let (start, rest) = rest.split_once(", end: ")?;
            let (end, _) = rest.split_once(' ')?;
            Some((name.to_owned(), Span::new(start.parse().ok()?, end.parse().ok()?)))
        })
        .collect()
}

#[test]
fn names_stand_where_the_tree_says() {
    let mut checked = 0;
    for path in files("pairs").into_iter().chain(files("examples")) {
        let plain = source(&path);
        let other = format!("\u{FEFF}{}", plain.text.replace('\n', "\r\n"));
        for source in [plain.clone(), Source::new(plain.name.clone(), other)] {
            for (name, span) in names_with_places(&parse(&source)) {
                assert_eq!(source.text.get(span.range()), Some(name.as_str()), "{} {span:?}", source.name);
                checked += 1;
            }
        }
    }
    assert!(checked > 300, "only {checked} names were found");
}

#[test]
fn bad_files_are_explained() {
    let bad = files("bad").len();
    assert!(bad >= 95, "only {bad} bad files");
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::glob!("data/bad/*", |path| {
            let source = source(path);
            let parsed = check_places(&source);
            assert!(parsed.has_errors(), "{} has no error", path.display());
            insta::assert_snapshot!(draw(&parsed.diagnostics, &source, false));
        });
    });
    let snapshots = files("../snapshots");
    let of_bad_files = |path: &&PathBuf| path.to_string_lossy().contains("bad_files_are_explained@");
    assert_eq!(snapshots.iter().filter(of_bad_files).count(), bad, "a snapshot without its file");
}

#[test]
fn places_inside_yaml_texts_are_places_in_the_file() {
    for (text, written) in [
        ("moves: [take any form one heap]", "form"),
        ("moves:\n  - 'take any from one heap where it''s ''x'", "''"),
        ("name: 红\nmoves: \"t\\u0061ke any \\\n   form one heap\"", "form"),
        ("moves: >-\n  take any\n  from one\n\n  haep\n", "haep"),
        ("moves:\r\n  - |\r\n    take any\r\n      from 红 one\r\n", "one"),
        ("x: &y take 1 form one heap\nmoves: *y", "form"),
        ("moves: &y >\n  take 1 form\n  one heap\n", "form"),
        ("moves:\n  - take 1\n    from one\n    hep", "hep"),
    ] {
        let source = Source::new("a.yaml", text);
        let parsed = check_places(&source);
        let found: Vec<&str> = parsed.diagnostics.iter().flat_map(spans).map(|span| &text[span.range()]).collect();
        assert!(found.contains(&written), "{text}: {found:?}");
    }
}

#[test]
fn conditions_and_sequences_go_to_the_families_they_are_about() {
    let text = "game { claim P = (0, n) for n > 1 | (k, m) | (2r, a[r]) for k >= 1, r >= m, m2 > 1 \
                where a[r] = b[r] + 1, b[r] = r, c[r] = 2 | (5, 6) }";
    let parsed = parse_text("a.game", text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let ClaimBody::Families(families) = &parsed.file.games[0].claims[0].body else { panic!("families") };
    let told: Vec<(Vec<&str>, Vec<&str>)> = families
        .iter()
        .map(|family| {
            let conditions = family.conditions.iter().map(|condition| &text[condition.span.range()]).collect();
            (conditions, family.sequences.iter().map(|sequence| sequence.name.node.as_str()).collect())
        })
        .collect();
    let expected = [
        (vec!["n > 1"], vec![]),
        (vec!["k >= 1", "r >= m", "m2 > 1"], vec![]),
        (vec!["r >= m", "m2 > 1"], vec!["a", "b"]),
        (vec![], vec![]),
    ];
    assert_eq!(told, expected);
}

#[test]
fn selections_and_amounts_are_told_apart() {
    let parsed = parse_text("a.game", "game { heaps 2 move take s from one heap move take 2 from both heaps }");
    let takes: Vec<_> = parsed.file.games[0]
        .body
        .moves
        .iter()
        .map(|one| {
            let MoveBody::Take(take) = &one.body else { panic!("it takes") };
            take
        })
        .collect();
    assert!(matches!(takes[0].from.node, Selection::Count { .. }) && matches!(takes[0].amounts, Amounts::Each(_)));
    assert_eq!(takes[1].from.node, Selection::All { both: true });
}

#[test]
fn large_and_deep_files_are_refused_quickly_on_a_small_stack() {
    let wide = |open: &str, close: &str, count: usize| format!("{}1{}", open.repeat(count), close.repeat(count));
    let in_game = |expr: &str| format!("game \"x\" {{ heaps 1 claim: P when {expr} }}");
    let in_yaml = |expr: &str| format!("heaps: 1\nclaims:\n  - losing when: {expr}\n");
    let mut sources = Vec::new();
    for expr in [
        wide("(", ")", 50_000),
        wide("[", "]", 50_000),
        wide("f(", ")", 63),
        wide("(", ")", 63),
        wide("floor(1+(", "))", 31),
        format!("{}h", "not ".repeat(50_000)),
        format!("{}h", "-".repeat(50_000)),
        format!("h{}", "^h".repeat(50_000)),
        format!("h{}", "+h".repeat(20_000)),
        format!("h{}", "[1]".repeat(20_000)),
        format!("h{}", "=h".repeat(20_000)),
        "9".repeat(1_000_000),
        format!("h in {{{}}}", "1,".repeat(40_000)),
    ] {
        sources.push(Source::new("a.game", in_game(&expr)));
        sources.push(Source::new("a.yaml", in_yaml(&format!("'{expr}'"))));
        sources.push(Source::new("a.yaml", in_yaml(&expr)));
    }
    sources.push(Source::new("a.game", "game \"x\" {".repeat(50_000)));
    sources.push(Source::new("a.game", "{".repeat(50_000)));
    sources.push(Source::new("a.game", format!("game {{ variant {}", "{ variant ".repeat(50_000))));
    sources.push(Source::new("a.game", format!("game {{ {} }}", "heaps 1 play normal ".repeat(20_000))));
    sources.push(Source::new("a.yaml", "{a: ".repeat(50_000)));
    sources.push(Source::new("a.yaml", "- ".repeat(50_000)));
    sources.push(Source::new("a.yaml", "? ".repeat(50_000)));
    sources.push(Source::new(
        "a.yaml",
        (0..10_000).map(|depth| format!("{}a:\n", " ".repeat(depth % 300))).collect::<String>(),
    ));
    sources.push(Source::new("a.yaml", format!("start: [{}]", "1,".repeat(200_000))));
    let bomb: String =
        ('b'..='z').map(|c| format!("{c}: &{c} [{}]\n", format!("*{},", (c as u8 - 1) as char).repeat(9))).collect();
    sources.push(Source::new("a.yaml", format!("a: &a [1]\n{bomb}")));
    sources.push(Source::new("a.yaml", "a: &a [*a]\n"));

    let run = move || {
        for source in sources {
            let start = Instant::now();
            let parsed = check_places(&source);
            let taken = start.elapsed();
            let shown: String = source.text.chars().take(40).collect();
            assert!(taken < Duration::from_secs(10), "{shown} took {taken:?}");
            assert!(parsed.has_errors() || source.text.len() < 1000, "{shown} has no error");
        }
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run).expect("a thread starts");
    thread.join().expect("no file overflows the stack");
}

/// The text of every example, pair and small bad file, with its name.
static CORPUS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    ["examples", "pairs", "bad"]
        .into_iter()
        .flat_map(files)
        .map(|path| source(&path))
        .filter(|source| source.text.len() < 4000)
        .map(|source| (source.name, source.text))
        .collect()
});

/// Pieces that make texts bad in interesting ways.
const PIECES: [&str; 61] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "\\",
    "\n",
    "\t",
    "\r\n",
    " ",
    "",
    "红",
    "|",
    ">-\n",
    "&a ",
    "*a",
    "!t ",
    "---\n",
    ": ",
    ":",
    "#",
    "//",
    ",",
    "..",
    "=",
    "for",
    "where",
    "game ",
    "move ",
    "heaps",
    "variant \"x\" {",
    "- ",
    "? ",
    "\u{FEFF}",
    "\u{0}",
    "é\u{301}",
    "9",
    ":= ",
    "then ",
    "then may split it in 2 ",
    "pass ",
    "split one heap in 2 ",
    "merge ",
    "replace one heap by x ",
    "smaller heaps ",
    "with k >= 1 ",
    "parts differ ",
    "to another heap ",
    "end when ",
    "wins when ",
    "keeping ",
    "tally ",
    "remember c = 0 ",
    "octal ",
    "first ",
    "each player may ",
    "or all that is left ",
    "2 adjacent heaps in a circle ",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutilated_files_neither_panic_nor_misplace(
        index in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, 0..PIECES.len()), 1..5),
    ) {
        let (name, text) = index.get(&CORPUS);
        let mut characters: Vec<char> = text.chars().collect();
        for (at, removed, piece) in edits {
            let at = at.index(characters.len() + 1);
            let end = (at + removed).min(characters.len());
            characters.splice(at..end, PIECES[piece].chars());
        }
        let text: String = characters.into_iter().collect();
        check_places(&Source::new(name.clone(), text.clone()));
        check_places(&Source::new("<stdin>", text));
    }

    #[test]
    fn any_text_is_survived(text in "\\PC{0,200}") {
        check_places(&Source::new("a.game", text.clone()));
        check_places(&Source::new("a.yaml", text.clone()));
        check_places(&Source::new("a.game", format!("game {{ move {text} }}")));
    }
}
