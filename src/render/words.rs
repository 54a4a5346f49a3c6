//! The words that formats put around a text, such as the names of theorems: `templates/<language>/words.json`.

use super::RenderError;
use super::templates::Sources;
use crate::text::Language;
use serde_json::{Map, Value};

/// The words of one language.
pub(crate) struct Words {
    words: Map<String, Value>,
}

impl Words {
    /// Reads the language's file.
    pub(crate) fn read(sources: &Sources, language: Language) -> Result<Words, RenderError> {
        let (file, text) = sources.file(&format!("{}/words.json", language.code()));
        let fail = |line, message: String| RenderError { file: Some(file.to_owned()), line, message };
        let words: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| fail(Some(error.line()), error.to_string()))?;
        match words.iter().find(|(_, word)| !word.is_string()) {
            Some((key, _)) => Err(fail(None, format!("the word for `{key}` should be a string"))),
            None => Ok(Words { words }),
        }
    }

    /// The word for a kind of block, as in `Theorem` for `theorem`.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.words.get(key).and_then(Value::as_str)
    }

    /// All of them, for templates.
    pub(crate) fn all(&self) -> &Map<String, Value> {
        &self.words
    }

    /// Their keys.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.words.keys().map(String::as_str)
    }
}
