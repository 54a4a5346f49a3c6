//! Plain text for the terminal: every formula that the program's texts hold comes out in Unicode, lines fit, and nothing
//! steers the terminal.

use bouton::explain::{Detail, narrate};
use bouton::graph::Budget;
use bouton::pipeline;
use bouton::render::{Format, PageOptions, Renderer};
use bouton::rules::Choices;
use bouton::source::Source;
use bouton::text::Language;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use unicode_width::UnicodeWidthStr;

/// The files under a folder of the project with one of these extensions, in order.
fn files(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|own| extensions.iter().any(|known| own == *known)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The text without `open … close`, each replaced by `with`.
fn without(text: &str, open: &str, close: &str, with: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, inner)) = rest.split_once(open) {
        out += before;
        out += with;
        rest = inner.split_once(close).unwrap_or_else(|| panic!("{open} is not closed in {text}")).1;
    }
    out + rest
}

/// Fails where a formula was not understood: then its TeX, which has dollar signs, is shown.
fn check_formulas(page: &str, about: &str) {
    for line in page.lines() {
        assert!(!line.contains(['$', '\\']), "{about}: {line}");
        for group in ["_{", "^{", "{}"] {
            assert!(!line.contains(group), "{about}: {line}");
        }
    }
}

/// Fails where a line is too wide, unless it is a row of a table or a single word.
fn check_widths(page: &str, about: &str) {
    for block in page.split("\n\n") {
        if block.lines().any(|line| !line.is_empty() && line.trim().chars().all(|letter| matches!(letter, '─' | ' ')))
        {
            continue;
        }
        for line in block.lines().filter(|line| line.width() > 80) {
            let word = line.trim().trim_start_matches("- ");
            assert!(!word.contains(' '), "{about}: {line}");
        }
    }
}

#[test]
fn every_formula_of_the_templates_comes_out_in_unicode() {
    let renderer = Renderer::new(Language::En, Format::Text, None).unwrap();
    let mut count = 0;
    for file in files("templates/en", &["md"]).into_iter().chain(files("templates/zh", &["md"])) {
        let template = fs::read_to_string(&file).unwrap();
        let plain = without(&without(&without(&template, "{#", "#}", ""), "{{", "}}", "7"), "{%", "%}", " ");
        // Every second piece stands between dollar signs.
        for tex in plain.replace("$$", "$").split('$').skip(1).step_by(2) {
            let page = renderer.page(&format!("${}$\n", tex.trim()), &PageOptions::default()).unwrap();
            check_formulas(&page, &format!("{}: {tex}", file.display()));
            count += 1;
        }
    }
    assert!(count > 500, "{count}");
}

/// Every solution of the rule files, in every language.
#[test]
fn solutions_are_plain_text() {
    let googol = BigUint::from(10_u32).pow(100);
    let renderers: BTreeMap<&str, Renderer> =
        Language::ALL.map(|language| (language.code(), Renderer::new(language, Format::Text, None).unwrap())).into();
    let mut theorems = BTreeSet::new();
    let expressions = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/expressions.game");
    for file in files("rules", &["yaml", "game"]).into_iter().chain([expressions]) {
        let source = Source::read(&file).unwrap();
        let loaded = pipeline::parse(source).unwrap().load(None, &Choices::default()).unwrap();
        for game in &loaded.games {
            let heaps = game.rules.heaps;
            let small = (3_u32..).step_by(2).take(heaps).map(BigUint::from).collect();
            let mut starts = vec![game.rules.start.clone().unwrap_or(small)];
            if let Some(theorem) = game.theorem() {
                theorems.insert(theorem.id());
                starts.push((1..=heaps).map(|heap| &googol / heap + heap).collect());
                starts.push((1..=heaps).map(BigUint::from).collect());
            }
            for start in starts {
                let budget = "60000".parse::<Budget>().unwrap();
                let Ok(answer) = game.answer(&start, &budget, &mut ()) else { continue };
                for language in Language::ALL {
                    let document = serde_json::to_value(narrate(game, &answer, language, Detail::Proof)).unwrap();
                    let page =
                        renderers[language.code()].render("solution.md", &document, &PageOptions::default()).unwrap();
                    let about = format!("{} {start:?} {language:?}", file.display());
                    check_formulas(&page, &about);
                    check_widths(&page, &about);
                    assert!(!page.lines().any(|line| line.ends_with(char::is_whitespace)), "{about}");
                }
            }
        }
    }
    assert!(theorems.len() >= 8, "{theorems:?}");
}

/// Names that would move the cursor, ring the bell, set the title or turn the direction of writing.
#[test]
fn names_do_not_steer_the_terminal() {
    let names =
        ["\u{1b}[31mred", "\u{9b}2J", "\u{1b}]0;title\u{7}", "a\rb", "\u{8}\u{7f}", "\u{202e}abc", "\u{2066}x\u{200f}"];
    for name in names {
        for written in [name.to_owned(), bouton::render::escape::literal(name)] {
            let markup = format!(
                "# a {written}\n\n{written} `x{written}` $x{written}$ [a{written}](https://a.org/{written})\n\n- b {written}\n\n\
                 | a {written} |\n|---|\n| {written} |\n\n```\n{written}\n```\n\n::: theorem {{credit=\"{written}\"}}\n{written}\n:::\n"
            );
            let page = Renderer::new(Language::En, Format::Text, None).unwrap().page(&markup, &PageOptions::default());
            let page = page.unwrap();
            let steers =
                |letter: char| letter.is_control() && letter != '\n' || "\u{202e}\u{2066}\u{200f}".contains(letter);
            assert!(!page.contains(steers), "{page:?}");
        }
    }
}

#[test]
fn a_user_may_replace_the_templates_of_plain_text() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("format/text/div")).unwrap();
    fs::write(folder.path().join("format/text/heading.txt"), "{{ body | underline(with=\"+\") }}").unwrap();
    fs::write(folder.path().join("format/text/div/box.txt"), "{{ body | wrap(width=5) }}{{ room }}").unwrap();
    let renderer = Renderer::new(Language::Zh, Format::Text, Some(folder.path())).unwrap();
    let page = renderer.page("# 甲 $x_1$\n\n::: box\n甲 乙 丙\n:::\n", &PageOptions::default()).unwrap();
    assert_eq!(page, "甲 x₁\n+++++\n\n甲 乙\n丙80\n");
}

/// Fails on what the checks above are for.
#[test]
fn the_checks_find_faults() {
    for page in ["a $x$", "a\\b", "2^{k}"] {
        assert!(std::panic::catch_unwind(|| check_formulas(page, "")).is_err(), "{page}");
    }
    assert!(std::panic::catch_unwind(|| check_widths(&"ab ".repeat(40), "")).is_err());
    check_widths(&"ab".repeat(60), "");
}
