//! `bouton rules`, and the shipped games that other commands point to.

use super::arguments::Rules;
use super::failure::Failure;
use super::{WELL, output};
use crate::diagnostics::nearest;
use std::path::Path;

/// The shipped rule files: names within the folder `rules/`, and texts.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// A game that comes with the program.
pub(super) struct Shipped {
    /// The name to ask for it by: the file's name without its ending.
    pub(super) name: &'static str,
    /// The file's name.
    pub(super) file: &'static str,
    /// The file's text.
    pub(super) text: &'static str,
}

impl Shipped {
    /// All of them, by name.
    pub(super) fn all() -> impl Iterator<Item = Shipped> {
        EMBEDDED.iter().map(|(file, text)| Shipped { name: stem(file), file, text })
    }

    /// The game that a name means: with or without the file's ending or folder, in whatever case.
    pub(super) fn find(name: &str) -> Option<Shipped> {
        let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let wanted = stem(last);
        Shipped::all()
            .find(|one| one.file.eq_ignore_ascii_case(last))
            .or_else(|| Shipped::all().find(|one| one.name.eq_ignore_ascii_case(wanted)))
    }

    /// The game whose name is nearest to one that means none.
    pub(super) fn near(name: &str) -> Option<&'static str> {
        nearest(stem(name), Shipped::all().map(|one| one.name))
    }

    /// What the game is, in one line: the comment at the top of the file.
    pub(super) fn summary(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches(['/', '#', ' '])
    }
}

fn stem(file: &str) -> &str {
    let ending =
        [".yaml", ".yml", ".game"].into_iter().find(|ending| file.len() > ending.len() && file.ends_with(ending));
    ending.map_or(file, |ending| &file[..file.len() - ending.len()])
}

/// What helps where a file does not exist, if a shipped game may have been meant.
pub(super) fn missing_file_help(file: &Path) -> Option<String> {
    let name = file.to_string_lossy();
    let last = name.rsplit(['/', '\\']).next().unwrap_or(&name);
    match Shipped::find(last) {
        Some(one) => Some(format!("the shipped game can be had by `bouton rules {} > {}`", one.name, one.file)),
        None => Shipped::near(last)
            .map(|near| format!("did you mean the shipped game `{near}`? It can be had by `bouton rules {near}`")),
    }
}

pub(super) fn run(options: &Rules) -> Result<u8, Failure> {
    let Some(name) = &options.name else {
        let width = Shipped::all().map(|one| one.name.len()).max().unwrap_or(0);
        output::write(None, |out| {
            for one in Shipped::all() {
                writeln!(out, "{:width$}  {}", one.name, one.summary())?;
            }
            Ok(())
        })?;
        return Ok(WELL);
    };
    let Some(one) = Shipped::find(name) else {
        let failure = Failure::message(format!("there is no shipped game `{name}`"));
        return Err(match Shipped::near(name) {
            Some(near) => failure.with_help(format!("did you mean `{near}`?")),
            None => failure.with_help("`bouton rules` lists them"),
        });
    };
    output::text(options.output.as_deref(), one.text)?;
    Ok(WELL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_shipped_game_has_a_name_of_its_own_and_says_what_it_is() {
        let names: BTreeSet<&str> = Shipped::all().map(|one| one.name).collect();
        assert_eq!(names.len(), Shipped::all().count());
        assert!(names.contains("nim") && names.contains("three-colour"));
        for one in Shipped::all() {
            let comment = one.text.starts_with("// ") || one.text.starts_with("# ");
            assert!(comment && one.summary().ends_with('.') && one.summary().len() <= 110, "{}", one.file);
        }
    }

    #[test]
    fn names_are_found_with_and_without_their_endings() {
        for name in ["nim", "Nim", "nim.game", "rules/nim.game", "nim.yaml"] {
            assert_eq!(Shipped::find(name).map(|one| one.file), Some("nim.game"), "{name}");
        }
        assert!(Shipped::find("chess").is_none());
        assert_eq!(Shipped::near("wythof"), Some("wythoff"));
        assert_eq!(Shipped::near("chess"), None);
    }
}
