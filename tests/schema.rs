//! The JSON Schema of the YAML form: what is shipped is valid by it, and what is wrong by its shape is not.

use bouton::source::Source;
use bouton::syntax::{parse, schema};
use serde::Deserialize;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn yaml_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "yaml"))
        .collect();
    files.sort();
    files
}

/// The documents of a file as JSON; nothing where YAML itself can't be read.
fn documents(path: &Path) -> Option<Vec<Value>> {
    let text = fs::read_to_string(path).expect("the file can be read");
    serde_yaml::Deserializer::from_str(&text).map(|document| Value::deserialize(document).ok()).collect()
}

fn validator() -> jsonschema::Validator {
    let schema = schema();
    assert!(jsonschema::meta::is_valid(&schema), "the schema is a schema");
    jsonschema::validator_for(&schema).expect("the schema can be used")
}

#[test]
fn sound_files_are_valid() {
    let validator = validator();
    let mut seen = 0;
    let files =
        ["rules", "tests/data/examples", "tests/data/pairs", "tests/data/format"].into_iter().flat_map(yaml_files);
    // A game of this file has no moves, which only the parser allows.
    for path in files.filter(|path| !path.ends_with("pairs/moves.yaml")) {
        assert!(!parse(&Source::read(&path).expect("it can be read")).has_errors());
        for document in documents(&path).expect("it is YAML") {
            let errors: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{}: {errors:?}", path.display());
            seen += 1;
        }
    }
    assert!(seen >= 12, "only {seen} documents");
}

/// These have the right shape: a key stands twice, of which a validator sees one, and two moves are wrong in their texts.
const WRONG_INSIDE: [&str; 3] = ["duplicate-key.yaml", "move-plain.yaml", "move-quoted.yaml"];

#[test]
fn files_of_the_wrong_shape_are_not() {
    let validator = validator();
    let mut valid = Vec::new();
    let mut invalid = Vec::new();
    for path in yaml_files("tests/data/bad") {
        let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
        match documents(&path) {
            None => {}
            Some(documents) if documents.iter().all(|document| validator.is_valid(document)) => valid.push(name),
            Some(_) => invalid.push(name),
        }
    }
    assert_eq!(valid, WRONG_INSIDE);
    for name in ["unknown-key.yaml", "claim-keys.yaml", "keys-of-the-rest.yaml", "wrong-types.yaml", "variants.yaml"] {
        assert!(invalid.iter().any(|one| one == name), "{name} is valid");
    }
}
