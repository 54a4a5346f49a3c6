//! Small numbers in words.

use crate::text::Language;

const ENGLISH: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const ENGLISH_ORDINALS: [&str; 13] = [
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];
const CHINESE: [&str; 13] = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"];

/// The number in words up to twelve, in digits above. A Chinese 2 before a measure word (`measured`) is 两.
pub(super) fn in_words(digits: &str, measured: bool, language: Language) -> String {
    let words = match language {
        Language::En => &ENGLISH,
        Language::Zh if measured && digits == "2" => return "两".to_owned(),
        Language::Zh => &CHINESE,
    };
    small(digits).map_or_else(|| digits.to_owned(), |number| words[number].to_owned())
}

/// The place in an order that the number names.
pub(super) fn ordinal(digits: &str, language: Language) -> String {
    match (language, small(digits)) {
        (Language::Zh, _) => format!("第 {digits}"),
        (Language::En, Some(number)) => ENGLISH_ORDINALS[number].to_owned(),
        (Language::En, None) => {
            let teen = digits.len() > 1 && digits.as_bytes()[digits.len() - 2] == b'1';
            let ending = match digits.as_bytes().last() {
                Some(b'1') if !teen => "st",
                Some(b'2') if !teen => "nd",
                Some(b'3') if !teen => "rd",
                _ => "th",
            };
            format!("{digits}{ending}")
        }
    }
}

/// The number, if there are words for it.
fn small(digits: &str) -> Option<usize> {
    digits.parse().ok().filter(|number| *number < ENGLISH.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_at_twelve() {
        assert_eq!(in_words("12", false, Language::En), "twelve");
        assert_eq!(in_words("13", false, Language::En), "13");
        assert_eq!(in_words("2", false, Language::Zh), "二");
        assert_eq!(in_words("2", true, Language::Zh), "两");
        assert_eq!(in_words("12", true, Language::Zh), "十二");
        assert_eq!(in_words("-3", false, Language::En), "-3");
    }

    #[test]
    fn english_ordinals() {
        for (digits, expected) in [
            ("1", "first"),
            ("12", "twelfth"),
            ("13", "13th"),
            ("21", "21st"),
            ("22", "22nd"),
            ("103", "103rd"),
            ("111", "111th"),
        ] {
            assert_eq!(ordinal(digits, Language::En), expected);
        }
    }
}
