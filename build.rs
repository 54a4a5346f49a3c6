//! Lists the files under `templates/` and `rules/` for the program to carry within itself.
//!
//! Cargo watches the whole folders, so that a file which is added, changed or removed is taken at the next build.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    for folder in ["templates", "rules"] {
        println!("cargo:rerun-if-changed={folder}");
        embed(folder)?;
    }
    Ok(())
}

/// Writes a table of the names and texts of the files under a folder.
fn embed(folder: &str) -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo names the package's folder")).join(folder);
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    // What stands beside the rule files explains them.
    files.retain(|file| folder != "rules" || file.extension().is_none_or(|ending| ending != "md"));
    files.sort();
    let mut table = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&root).expect("the files are under the folder");
        let name: Vec<_> = name.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        writeln!(table, "    ({:?}, include_str!({:?})),", name.join("/"), file).expect("a string takes all");
    }
    table.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo names a folder for results"));
    fs::write(out.join(format!("{folder}.rs")), table)
}

/// Adds every file under `folder`, hidden ones left out.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
            continue;
        }
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
