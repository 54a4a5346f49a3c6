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
        insta::assert_snapshot!(format!("{name}.tex"), page(language, Format::Latex, false, &markup));
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
