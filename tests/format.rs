//! Canonical form: what a file says and its comments stay, and formatting twice is formatting once.

use bouton::rules::expr::Value;
use bouton::rules::{Choices, Ruleset, lower, normal_form};
use bouton::source::Source;
use bouton::syntax::{FormatError, format, parse};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The files of a folder of the repository with an ending of rule files, in order.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "game" || ending == "yaml"))
        .collect();
    files.sort();
    files
}

fn source(path: &Path) -> Source {
    Source::read(path).unwrap_or_else(|error| panic!("{error}"))
}

/// Every rule file of the repository without errors.
static SOUND: LazyLock<Vec<Source>> = LazyLock::new(|| {
    ["rules", "tests/data", "tests/data/examples", "tests/data/pairs", "tests/data/format", "tests/data/readme"]
        .into_iter()
        .flat_map(files)
        .map(|path| source(&path))
        .filter(|source| !parse(source).has_errors())
        .collect()
});

/// A tree, or checked rules, without spans, as text.
fn without_spans(tree: &impl std::fmt::Debug) -> String {
    let shown = format!("{tree:?}");
    let mut kept = String::new();
    let mut rest = shown.as_str();
    while let Some((before, after)) = rest.split_once("Span {") {
        kept.push_str(before);
        rest = after.split_once('}').expect("a span is closed").1;
    }
    kept + rest
}

/// The comments of a text without strings that hold comment signs, in order.
fn comments(source: &Source) -> Vec<String> {
    let yaml = source.name.ends_with(".yaml");
    let mut comments = Vec::new();
    for line in source.text.lines() {
        let mut quote = None;
        let mut before = ' ';
        for (at, character) in line.char_indices() {
            match quote {
                Some(open) => quote = Some(open).filter(|open| *open != character),
                None if character == '"' || yaml && character == '\'' && " [{,:(".contains(before) => {
                    quote = Some(character);
                }
                None => {
                    let starts = if yaml {
                        character == '#' && before.is_whitespace()
                    } else {
                        character == '#' || line[at..].starts_with("//")
                    };
                    if starts {
                        comments.push(line[at..].trim_end().to_owned());
                        break;
                    }
                }
            }
            before = character;
        }
    }
    comments
}

/// Formats, and checks what must hold.
fn formatted(source: &Source) -> String {
    let text = match format(source) {
        Ok(text) => text,
        Err(error) => panic!("{}: {error:?}\n{}", source.name, source.text),
    };
    let again = Source::new(source.name.clone(), text.clone());
    assert_eq!(without_spans(&parse(source).file), without_spans(&parse(&again).file), "{}\n{text}", source.name);
    assert_eq!(comments(source), comments(&again), "{}", source.name);
    let twice = format(&again).unwrap_or_else(|error| panic!("{}: {error:?}\n{text}", source.name));
    assert_eq!(text, twice, "{}: formatting twice differs from\n{}", source.name, source.text);
    assert!(text.ends_with('\n') && !text.contains("\n\n\n") && !text.contains(" \n"), "{text}");
    text
}

#[test]
fn meaning_and_comments_stay() {
    assert!(SOUND.len() >= 40, "only {} files", SOUND.len());
    for source in SOUND.iter() {
        formatted(source);
    }
}

#[test]
fn the_shipped_rules_are_in_canonical_form() {
    for path in files("rules") {
        let source = source(&path);
        assert_eq!(format(&source).expect("it is sound"), source.text, "run `bouton fmt {}`", path.display());
    }
}

#[test]
fn files_with_errors_are_refused_with_their_diagnostics() {
    for path in files("tests/data/bad") {
        let source = source(&path);
        match format(&source) {
            Err(FormatError::Errors(diagnostics)) => assert!(!diagnostics.is_empty()),
            other => panic!("{}: {other:?}", path.display()),
        }
    }
}

#[test]
fn ugly_files_become_neat() {
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::glob!("data/format/*", |path| {
            insta::assert_snapshot!(formatted(&source(path)));
        });
    });
}

/// What may stand between two tokens of the rule language.
const GAPS: [&str; 6] = [" ", "\n", "   ", "\n\n\n", " // note\n", "\n  # note, too\n\n"];

/// The text of a sound file of the rule language, cut where white space may stand: behind its tokens.
fn cut(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut inside = false;
    for line in text.lines() {
        let mut characters = line.chars().peekable();
        while let Some(character) = characters.next() {
            inside ^= character == '"';
            if !inside && (character == '#' || character == '/' && characters.peek() == Some(&'/')) {
                break;
            }
            if character.is_whitespace() && !inside {
                pieces.push(String::new());
            } else {
                pieces.last_mut().expect("there is one").push(character);
            }
        }
        pieces.push(String::new());
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// Random expressions as text, with more and with fewer parentheses than needed.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "[0-9]{1,3}",
        "[hkt]".prop_map(String::from),
        Just("prev".to_owned()),
        Just("2k".to_owned()),
        Just("3k^2".to_owned()),
        Just("L[i]".to_owned()),
        Just("unlimited".to_owned()),
        Just("[1, 2][h mod 2+1]".to_owned()),
        Just("mex(a[j], b[j] for j < k, 0 <= j)".to_owned()),
    ];
    leaf.prop_recursive(6, 40, 3, |inner| {
        let operator = prop_oneof![
            Just("+"),
            Just("-"),
            Just("*"),
            Just("/"),
            Just(" mod "),
            Just("^"),
            Just("="),
            Just(" <= "),
            Just("!="),
            Just(" and "),
            Just(" or "),
            Just(" >"),
        ];
        prop_oneof![
            4 => (inner.clone(), operator, inner.clone()).prop_map(|(x, sign, y)| format!("{x}{sign}{y}")),
            2 => inner.clone().prop_map(|x| format!("({x})")),
            1 => inner.clone().prop_map(|x| format!("-{x}")),
            1 => inner.clone().prop_map(|x| format!("not {x}")),
            1 => inner.clone().prop_map(|x| format!("floor({x})")),
            1 => inner.clone().prop_map(|x| format!("2({x})")),
            1 => inner.clone().prop_map(|x| format!("k({x})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(x, y)| format!("({x}) in {{({y}), 4..6}}")),
            1 => (inner.clone(), inner.clone()).prop_map(|(x, y)| format!("({x}) not in 2..({y})")),
            1 => (inner.clone(), inner).prop_map(|(x, y)| format!("max({x}, {y})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn expressions_keep_their_meaning(one in expression(), two in expression()) {
        for source in [
            Source::new("a.game", format!("game {{ keeping {one}, {two} move take any from one heap where {two}, {one} pass, not when {one}, {two} let a = {one} claim: P when {one} or ({two}) claim within {two}: P = (({one}), 1) for {one} > ({two}) | (2, ({two})) }}")),
            Source::new("a.yaml", format!("heaps: 3\nkeeping: >-\n  {one}\nlet:\n  a: '{two}'\n  b: ['{one}', 2]\nmoves:\n  - >-\n    take ({two}) from one heap where {one}, {two}\n")),
        ] {
            if !parse(&source).has_errors() {
                formatted(&source);
            }
        }
    }

    #[test]
    fn white_space_and_comments_between_words_are_put_in_order(
        index in any::<prop::sample::Index>(),
        gaps in prop::collection::vec(0..GAPS.len(), 1..60),
        dense in any::<bool>(),
    ) {
        let games: Vec<&Source> = SOUND.iter().filter(|source| source.name.ends_with(".game")).collect();
        let original = index.get(&games);
        let mut text = String::new();
        for (at, piece) in cut(&original.text).iter().enumerate() {
            text.push_str(piece);
            let gap = gaps[at % gaps.len()];
            text.push_str(if dense || gap % 2 == 0 { GAPS[gap] } else { " " });
        }
        let source = Source::new(original.name.clone(), text);
        // A word that starts a line may be taken for a misspelt statement.
        if !parse(&source).has_errors() {
            prop_assert_eq!(without_spans(&parse(&source).file), without_spans(&parse(original).file));
            formatted(&source);
        }
    }

    #[test]
    fn comments_and_blank_lines_in_yaml_are_put_in_order(
        index in any::<prop::sample::Index>(),
        notes in prop::collection::vec((any::<prop::sample::Index>(), 0usize..4), 1..8),
    ) {
        let files: Vec<&Source> = SOUND.iter().filter(|source| source.name.ends_with(".yaml")).collect();
        let original = index.get(&files);
        let mut lines: Vec<String> = original.text.lines().map(str::to_owned).collect();
        for (number, (at, kind)) in notes.iter().enumerate() {
            let at = at.index(lines.len());
            let indent = lines[at].len() - lines[at].trim_start().len();
            match kind {
                0 => lines[at].push_str(&format!("   # note {number}")),
                1 => lines.insert(at, format!("{}# note {number}", " ".repeat(indent))),
                2 => lines.insert(at, format!("# note {number}")),
                _ => lines.insert(at, String::new()),
            }
        }
        let source = Source::new(original.name.clone(), lines.join("\n"));
        // Inside of a folded text, a note is text.
        let parsed = parse(&source);
        if !parsed.has_errors() && without_spans(&parsed.file) == without_spans(&parse(original).file) {
            let text = format(&source);
            let kept: Vec<String> = (0..notes.len()).map(|number| format!("note {number}")).collect();
            let text = text.unwrap_or_else(|error| panic!("{error:?}\n{}", source.text));
            for note in kept.iter().filter(|note| source.text.contains(note.as_str())) {
                prop_assert!(text.contains(note.as_str()), "{} is lost from\n{}", note, source.text);
            }
            let again = format(&Source::new(original.name.clone(), text.clone()));
            prop_assert_eq!(again.ok(), Some(text));
        }
    }
}

/// What of checked rules a normal form must keep.
fn meaning(rules: &Ruleset) -> String {
    let mut rules = rules.clone();
    rules.moves.iter_mut().for_each(|one| one.name = None);
    let ends = (&rules.keeping, &rules.end, &rules.wins, rules.play);
    without_spans(&(rules.heaps, &rules.heap_names, &rules.parameters, &rules.registers, &rules.moves, ends))
}

#[test]
fn a_normal_form_keeps_the_rules_and_is_its_own() {
    let mut normalised = 0;
    let cases = files("tests/data/cases").into_iter().map(|path| source(&path));
    for source in SOUND.iter().cloned().chain(cases) {
        for game in &parse(&source).file.games {
            let variants = game.variants.iter().map(|one| one.name.node.wordings().next().map(str::to_owned));
            for variant in std::iter::once(None).chain(variants) {
                let choices = Choices { variant, set: Vec::new() };
                let Some(rules) = lower(game, &choices).rules else { continue };
                let normal = normal_form(game, &choices).unwrap_or_else(|| panic!("{}: {choices:?}", source.name));
                let again = parse(&Source::new("normal.game", normal.as_str()));
                let none = Choices::default();
                let lowered = lower(&again.file.games[0], &none).rules.expect("a normal form has no errors");
                assert_eq!(meaning(&lowered), meaning(&rules), "{}: {normal}", source.name);
                assert_eq!(normal_form(&again.file.games[0], &none).as_ref(), Some(&normal), "{}", source.name);
                normalised += 1;
            }
        }
    }
    assert!(normalised > 150, "{normalised}");
}

#[test]
fn a_normal_form_depends_on_the_rules_alone() {
    let normal = |name: &str, text: &str, set: &[(&str, i64)]| {
        let parsed = parse(&Source::new(name, text));
        assert!(!parsed.has_errors(), "{text}");
        let set = set.iter().map(|(name, value)| ((*name).to_owned(), Value::Number((*value).into()))).collect();
        normal_form(&parsed.file.games[0], &Choices { variant: None, set }).expect("rules without errors")
    };
    let plain = normal("a.game", "game \"A\" { heaps 3 move take 1..4 from one heap play misere }", &[]);
    assert_eq!(plain, "game {\n  heaps 3\n  move take 1..4 from one heap\n  play misere\n}\n");
    for (name, text) in [
        (
            "b.game",
            "// B\ngame \"B\" { play misere start (1, 2, 3); move \"x\" take 1..4 coins from one heap heaps 3 }",
        ),
        ("c.yaml", "name: C\nplay: misere\nmoves:\n  - take 1..4 from one heap\nheaps: 3\n"),
    ] {
        assert_eq!(normal(name, text, &[]), plain, "{text}");
    }
    let set = "game { let top = 4 heaps 2 heap_limit 1 take_limit top }";
    assert_eq!(normal("d.game", set, &[]), "game {\n  heaps 2\n  let top = 4\n  heap_limit 1\n  take_limit top\n}\n");
    assert_eq!(
        normal("d.game", set, &[("top", 7), ("K", 2)]),
        "game {\n  heaps 2\n  let top = 7\n  heap_limit 2\n  take_limit top\n}\n"
    );
}
