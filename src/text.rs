//! Text in the languages that Bouton writes: names that a rule file gives once, or once a language.

use serde::Serialize;

/// A language that solutions are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    En,
    /// Chinese, in simplified characters.
    Zh,
}

impl Language {
    /// Every language, in the order in which they are listed.
    pub const ALL: [Language; 2] = [Language::En, Language::Zh];

    /// The code by which rule files, templates and the command line name the language.
    pub fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Zh => "zh",
        }
    }

    /// The language with the given code, if there is one.
    pub fn from_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }
}

/// A name or phrase that a rule file gives, either one for all languages or one for each.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Text {
    common: Option<String>,
    by_language: Vec<(Language, String)>,
}

impl Text {
    /// One wording for all languages.
    pub fn common(wording: impl Into<String>) -> Text {
        Text { common: Some(wording.into()), by_language: Vec::new() }
    }

    /// A wording for each of some languages; of two for the same language the first counts.
    pub fn by_language(wordings: impl IntoIterator<Item = (Language, String)>) -> Text {
        let mut by_language: Vec<(Language, String)> = Vec::new();
        for (language, wording) in wordings {
            if by_language.iter().all(|(known, _)| *known != language) {
                by_language.push((language, wording));
            }
        }
        by_language.sort_by_key(|(language, _)| *language);
        Text { common: None, by_language }
    }

    /// The wording in `language`; where the file gives none, the common one, the English one, or any.
    pub fn get(&self, language: Language) -> &str {
        let given = |wanted: Language| {
            self.by_language.iter().find(|(known, _)| *known == wanted).map(|(_, wording)| wording.as_str())
        };
        given(language)
            .or(self.common.as_deref())
            .or_else(|| given(Language::En))
            .or_else(|| self.by_language.first().map(|(_, wording)| wording.as_str()))
            .unwrap_or("")
    }

    /// The wording for all languages, if there is one.
    pub fn common_wording(&self) -> Option<&str> {
        self.common.as_deref()
    }

    /// The wordings of single languages, in the order of [`Language::ALL`].
    pub fn by_languages(&self) -> impl Iterator<Item = (Language, &str)> {
        self.by_language.iter().map(|(language, wording)| (*language, wording.as_str()))
    }

    /// Whether `name` is one of the wordings, in any language and without regard to case.
    pub fn matches(&self, name: &str) -> bool {
        self.wordings().any(|wording| wording.eq_ignore_ascii_case(name))
    }

    /// All wordings, the common one first.
    pub fn wordings(&self) -> impl Iterator<Item = &str> {
        self.common.as_deref().into_iter().chain(self.by_language.iter().map(|(_, wording)| wording.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_language_falls_back() {
        let text = Text::by_language([(Language::Zh, "红".to_owned())]);
        assert_eq!(text.get(Language::Zh), "红");
        assert_eq!(text.get(Language::En), "红");
        assert_eq!(Text::common("red").get(Language::Zh), "red");
        assert!(Text::common("Bounded Nim").matches("bounded nim"));
    }
}
