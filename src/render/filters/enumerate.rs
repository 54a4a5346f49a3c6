//! Lists within a sentence.

use crate::text::Language;

/// Joins `items` by commas and, before the last, by `with`, which is `and` or `or`.
///
/// # Errors
///
/// If `with` is another word.
pub(super) fn enumerate(items: &[String], with: &str, language: Language) -> Result<String, String> {
    let (comma, last) = match (language, with) {
        (Language::En, "and") => (", ", " and "),
        (Language::En, "or") => (", ", " or "),
        (Language::Zh, "and") => ("、", "和"),
        (Language::Zh, "or") => ("、", "或"),
        _ => return Err(format!("`enumerate` joins with `and` or `or`, not with `{with}`")),
    };
    Ok(match items {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., end] => {
            let before = before.join(comma);
            match language {
                Language::En => format!("{before}{last}{end}"),
                // A space stands between Chinese and other letters.
                Language::Zh => {
                    let space = |letter: Option<char>| match letter {
                        Some(letter) if letter.is_ascii() => " ",
                        _ => "",
                    };
                    format!("{before}{}{last}{}{end}", space(before.chars().last()), space(end.chars().next()))
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(items: &[&str], with: &str, language: Language) -> String {
        enumerate(&items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>(), with, language).unwrap()
    }

    #[test]
    fn lists_of_each_length() {
        assert_eq!(list(&[], "and", Language::En), "");
        assert_eq!(list(&["a"], "and", Language::En), "a");
        assert_eq!(list(&["a", "b"], "or", Language::En), "a or b");
        assert_eq!(list(&["a", "b", "c"], "and", Language::En), "a, b and c");
        assert_eq!(list(&["红", "白", "黑"], "and", Language::Zh), "红、白和黑");
        assert_eq!(list(&["$a$", "$b$"], "or", Language::Zh), "$a$ 或 $b$");
    }
}
