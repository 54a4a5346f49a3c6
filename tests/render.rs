//! Pages in every language and format: snapshots, and LaTeX that a real XeLaTeX compiles without a complaint.

mod common;

use bouton::render::{Format, PageOptions, Renderer};
use bouton::text::Language;
use common::latex;
use std::fs;
use std::path::{Path, PathBuf};

/// The sample pages in neutral markup, `tests/render/NAME.LANGUAGE.md`, with their languages.
fn samples() -> Vec<(String, Language, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/render");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let language = Language::from_code(name.rsplit('.').next().unwrap()).unwrap();
            (name, language, fs::read_to_string(path).unwrap())
        })
        .collect()
}

fn page(language: Language, format: Format, fragment: bool, markup: &str) -> String {
    Renderer::new(language, format, None).unwrap().page(markup, &PageOptions { fragment }).unwrap()
}

#[test]
fn pages_look_as_they_did() {
    for (name, language, markup) in samples() {
        insta::assert_snapshot!(format!("{name}.md"), page(language, Format::Markdown, false, &markup));
        insta::assert_snapshot!(format!("{name}.html"), page(language, Format::Html, false, &markup));
        insta::assert_snapshot!(format!("{name}.tex"), page(language, Format::Latex, false, &markup));
        insta::assert_snapshot!(format!("{name}.txt"), page(language, Format::Text, false, &markup));
    }
}

#[test]
fn documents_compile() {
    let documents: Vec<_> = samples()
        .into_iter()
        .map(|(name, language, markup)| (name, page(language, Format::Latex, false, &markup)))
        .collect();
    assert!(documents.len() >= 4);
    latex::compile_all(&documents);
}

/// The comment at the top of a fragment is all that the document around it must have.
#[test]
fn fragments_compile_with_the_preamble_that_they_ask_for() {
    let documents: Vec<_> = samples()
        .into_iter()
        .map(|(name, language, markup)| {
            let fragment = page(language, Format::Latex, true, &markup);
            let comment = fragment.lines().take_while(|line| line.starts_with('%')).skip(1);
            let preamble: Vec<_> = comment.map(|line| line.strip_prefix("% ").unwrap_or("")).collect();
            let wider = "\\usepackage[margin=20mm]{geometry}\\emergencystretch=3em\n";
            let preamble = preamble.join("\n");
            (name, format!("\\PassOptionsToPackage{{quiet}}{{fontspec}}\\documentclass{{book}}\n{wider}{preamble}\n\\begin{{document}}\n{fragment}\\end{{document}}\n"))
        })
        .collect();
    latex::compile_all(&documents);
}

/// Names that LaTeX, Markdown or templates could take for something else.
const NAMES: [&str; 40] = [
    "\\input{secret}",
    "\\",
    "%",
    "100%",
    "$",
    "$x$",
    "$$",
    "a_b^c",
    "~",
    "{",
    "}",
    "{}",
    "}{",
    "#1",
    "&",
    "a & b \\\\ c",
    "\\\\[2pt]",
    "[",
    "]",
    "[x]",
    "*",
    "\"",
    "``q''",
    "'",
    "--",
    "---",
    "<<a>>",
    "?`",
    "!`",
    ",,",
    "|",
    "<script>",
    "`",
    ":::",
    "::: proof",
    "\\end{document}",
    "^^5c",
    "^^M",
    "\\verb|x|",
    "{{ name }}",
];

/// Names in other alphabets, with joined emoji and with marks that turn the direction of writing.
const FOREIGN_NAMES: [&str; 8] =
    ["红棋", "Привет", "שלום עולם", "مرحبا", "👩‍👩‍👧‍👦 🎲", "\u{202e}abc\u{202c}", "Ångström – “ſ”", "e\u{301} ℵ₀ ≤ ∞"];

fn names() -> Vec<String> {
    use proptest::strategy::{Strategy, ValueTree};
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let random = (0..60).map(|_| "[ -~]{1,12}".new_tree(&mut runner).unwrap().current());
    NAMES.iter().chain(&FOREIGN_NAMES).map(|name| (*name).to_owned()).chain(random).collect()
}

/// A page with a name in every place that a name may stand in.
fn page_with(name: &str) -> String {
    let name = bouton::render::escape::literal(name);
    format!(
        "## {name}\n\n{name} in **bold {name}** and *{name}*.\n\n- {name}\n- x\n\n| {name} | a |\n|---|--:|\n| {name} | b |\n| {name} | {name} |\n\n\
         ::: theorem {{credit=\"{name}\" status=\"{name}\"}}\n{name}\n:::\n\n"
    )
}

#[test]
fn names_of_all_kinds_compile() {
    let markup: String = names().iter().map(|name| page_with(name)).collect();
    let documents: Vec<_> = Language::ALL
        .into_iter()
        .map(|language| (language.code().to_owned(), page(language, Format::Latex, false, &markup)))
        .collect();
    latex::compile_all(&documents);
}

#[test]
fn names_are_printed_as_they_are() {
    let markup: String = NAMES.iter().map(|name| format!("- ({})\n", bouton::render::escape::literal(name))).collect();
    let pdf = latex::compile(&page(Language::En, Format::Latex, false, &markup)).unwrap();
    // A PDF knows no difference between apostrophes and closing quotation marks.
    let printed = pdf.text().replace('’', "'");
    for name in NAMES {
        assert!(printed.contains(&format!("({name})")), "{name} in\n{printed}");
    }
}

/// Few and many columns and rows, with formulas that can't be broken into lines and text that can.
#[test]
fn every_size_of_table_fits_its_page() {
    let mut markup = String::new();
    for (columns, rows) in [(1, 1), (2, 40), (12, 30), (40, 3), (60, 2)] {
        let line = |cell: &str| format!("|{}\n", format!(" {cell} |").repeat(columns));
        markup += &format!("{}{}{}\n", line("head"), line(":-:").replace(' ', ""), line("$10^{100}$").repeat(rows));
    }
    let text = "an explanation that goes on for some time and says little";
    for columns in 2..6 {
        let line = |cell: &str| format!("| $(10, 20, 30)$ |{}\n", format!(" {cell} |").repeat(columns));
        for rows in [2, 30] {
            markup += &format!(
                "{}{}{}\n",
                line("head"),
                line("---").replace("$(10, 20, 30)$", "---"),
                line(text).repeat(rows)
            );
        }
    }
    let documents =
        Language::ALL.map(|language| (language.code().to_owned(), page(language, Format::Latex, false, &markup)));
    latex::compile_all(&documents);
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn error(folder: &tempfile::TempDir, language: Language, format: Format, markup: &str) -> String {
    let result = Renderer::new(language, format, Some(folder.path()))
        .and_then(|renderer| renderer.page(markup, &PageOptions::default()));
    let error = result.unwrap_err().to_string();
    error.replace(folder.path().to_str().unwrap(), "DIR").replace('\\', "/")
}

#[test]
fn a_user_may_replace_single_files() {
    let own = folder(&[
        ("en/words.json", "{\"proof\": \"Why\", \"after_name\": \": \"}"),
        ("format/markdown/strong.md", "__{{ body }}__"),
        ("format/markdown/div/box.md", "[{{ body }}]"),
        ("README.md", "notes"),
        (".git/config", ""),
    ]);
    let renderer = Renderer::new(Language::En, Format::Markdown, Some(own.path())).unwrap();
    let markup = "::: proof\nIt is **so**.\n:::\n\n::: box\nx\n:::\n";
    let page = renderer.page(markup, &PageOptions::default()).unwrap();
    assert_eq!(page, "**Why**: It is __so__. ∎\n\n[x]\n");
    // The other language still has its own words.
    let page =
        Renderer::new(Language::Zh, Format::Markdown, Some(own.path())).unwrap().page(markup, &PageOptions::default());
    assert!(page.unwrap().starts_with("**证明**"));
}

#[test]
fn a_file_that_replaces_nothing_is_an_error() {
    let said = |name| error(&folder(&[(name, "")]), Language::En, Format::Markdown, "");
    let nothing = "this file replaces no template and none includes it";
    assert_eq!(said("en/word.json"), format!("DIR/en/word.json: {nothing}; did you mean `en/words.json`?"));
    assert_eq!(
        said("format/latex/theorem/proof.tex"),
        format!("DIR/format/latex/theorem/proof.tex: {nothing}; did you mean `format/latex/div/proof.tex`?")
    );
    assert!(said("words.json").ends_with("did you mean `en/words.json`?"));
    assert!(said("fr/nothing.md").contains(nothing));
}

#[test]
fn a_file_that_the_users_own_template_includes_has_a_use() {
    let own = folder(&[
        ("format/latex/document.tex", "<% include \"mine.tex\" %>"),
        ("format/latex/mine.tex", "[<< body >>]"),
    ]);
    let page = Renderer::new(Language::En, Format::Latex, Some(own.path())).unwrap().page("x", &PageOptions::default());
    assert_eq!(page.unwrap(), "[x]\n");
}

#[test]
fn mistakes_in_a_users_templates_are_placed() {
    let strong = |text| error(&folder(&[("format/markdown/strong.md", text)]), Language::En, Format::Markdown, "**a**");
    assert!(strong("x\n{{ body ").starts_with("DIR/format/markdown/strong.md:2: "), "{}", strong("x\n{{ body "));
    assert!(strong("x\n\n{{ bdy }}").starts_with("DIR/format/markdown/strong.md:3: "));
    assert!(strong("{{ body | nothing }}").starts_with("DIR/format/markdown/strong.md:1: Unknown filter `nothing`"));
    assert!(strong("\n{{ body | number }}").starts_with("DIR/format/markdown/strong.md:2: `a` is not an integer"));
    let words = |text| error(&folder(&[("en/words.json", text)]), Language::En, Format::Markdown, "");
    assert!(words("{\n  \"proof\": \n}").starts_with("DIR/en/words.json:3: "));
    assert!(words("{\"proof\": 1}").starts_with("DIR/en/words.json: "));
}

#[test]
fn mistakes_in_the_markup_are_placed() {
    let said = |markup| error(&folder(&[]), Language::En, Format::Markdown, markup);
    assert_eq!(said("a\n\n::: proof\nb\n"), "line 3: `::: proof` is never closed by a line of `:::`");
    assert!(said("::: theorm\nb\n:::\n").ends_with("did you mean `theorem`?"));
    let missing = Renderer::new(Language::En, Format::Latex, Some(Path::new("no such folder"))).map(drop).unwrap_err();
    assert!(missing.to_string().starts_with("no such folder: can't be read"));
}

#[test]
fn the_same_page_is_written_each_time() {
    for (name, language, markup) in samples() {
        for format in Format::ALL {
            assert_eq!(page(language, format, false, &markup), page(language, format, false, &markup), "{name}");
        }
    }
}

/// In HTML no name may open a tag: beside the page's own tags there is only text, and that is the names.
#[test]
fn names_are_text_in_html() {
    for name in names() {
        let markup = format!("- ({})\n", bouton::render::escape::literal(&name));
        let page = page(Language::En, Format::Html, true, &markup);
        let item = page.split_once("<li><p>").unwrap().1.split_once("</p></li>").unwrap().0;
        assert!(!item.contains(['<', '>', '"']), "{name}: {item}");
        let shown = item.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(&shown), format!("({})", words(&name)).replace("( ", "(").replace(" )", ")"));
    }
}
