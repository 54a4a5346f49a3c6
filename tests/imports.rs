//! The direction of imports: data flows one way through the modules, and no module imports one that comes after it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules in the order in which data flows through them; each may import itself and those before it.
const ORDER: [&str; 26] = [
    "source",
    "text",
    "diagnostics",
    "import",
    "starter",
    "syntax",
    "rules",
    "game",
    "proof",
    "check",
    "graph",
    "solve",
    "quotient",
    "logic",
    "pattern",
    "theorem",
    "prove",
    "answer",
    "claim",
    "explain",
    "compare",
    "render",
    "play",
    "pipeline",
    "cli",
    "main",
];

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The module at the top of the crate that a file belongs to.
fn module(path: &Path) -> String {
    let inside = path.strip_prefix(source_folder()).expect("the file is in the folder");
    let first = inside.components().next().expect("it has a name").as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// The modules at the top of the crate that a text names, by `crate::…`, `bouton::…` or `use crate::{…}`.
///
/// Comments are left out: they may point anywhere.
fn named(text: &str) -> BTreeSet<String> {
    let code: String = text.lines().map(|line| format!("{}\n", line.split("//").next().unwrap_or(""))).collect();
    let mut found = BTreeSet::new();
    for start in ["crate::", "bouton::"] {
        for (at, _) in code.match_indices(start) {
            // `crate` in `pub(in crate::x)` counts too; `$crate` and longer names do not.
            if code[..at].ends_with(|before: char| before.is_alphanumeric() || "_$".contains(before)) {
                continue;
            }
            let rest = &code[at + start.len()..];
            match rest.strip_prefix('{') {
                None => {
                    found.insert(word(rest));
                }
                Some(group) => found.extend(members(group)),
            }
        }
    }
    found
}

fn word(text: &str) -> String {
    text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The first words of the members of a group in braces, which may hold groups.
fn members(group: &str) -> Vec<String> {
    let mut depth = 0;
    let mut found = vec![word(group)];
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => found.push(word(&group[at + 1..])),
            _ => {}
        }
    }
    found.retain(|word| !word.is_empty());
    found
}

/// The imports of a file that run back: into a module that comes after its own.
fn running_back(own: &str, text: &str) -> Vec<String> {
    let place = |name: &str| ORDER.iter().position(|known| *known == name);
    let own_place = place(own).unwrap_or_else(|| panic!("`{own}` has no place in the order of modules"));
    named(text)
        .into_iter()
        .filter(|name| {
            let name_place = place(name).unwrap_or_else(|| panic!("`{name}` is no module, but {own} names it"));
            name_place > own_place
        })
        .collect()
}

#[test]
fn no_import_runs_back() {
    let mut files = Vec::new();
    rust_files(&source_folder(), &mut files);
    let mut wrong = Vec::new();
    let mut modules = BTreeSet::new();
    for path in &files {
        let own = module(path);
        if own == "lib" {
            continue;
        }
        let text = fs::read_to_string(path).expect("the file can be read");
        for name in running_back(&own, &text) {
            wrong.push(format!("{}: {own} imports {name}", path.display()));
        }
        modules.insert(own);
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    let ordered: BTreeSet<String> = ORDER.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(modules, ordered, "the order names the modules that there are");
}

#[test]
fn imports_are_found_in_every_form() {
    let found = |text: &str| named(text).into_iter().collect::<Vec<_>>();
    assert_eq!(found("use crate::rules::{Choices, lower};"), ["rules"]);
    assert_eq!(found("use crate::{game::{Move, moves}, solve,\n    text as t};"), ["game", "solve", "text"]);
    assert_eq!(found("let x = crate::solve::grundy(&crate::graph::empty());"), ["graph", "solve"]);
    assert_eq!(found("pub(in crate::render) fn f() {} // crate::cli::run"), ["render"]);
    assert_eq!(found("fn main() { bouton::cli::run() }"), ["cli"]);
    assert_eq!(found("$crate::x; mycrate::y; //! [`crate::claim`]"), Vec::<String>::new());
    assert_eq!(running_back("rules", "use crate::solve::Table; use crate::syntax::tree;"), ["solve"]);
    assert!(running_back("cli", "use crate::solve::Table;").is_empty());
}
