//! Emphasis next to Chinese punctuation.
//!
//! CommonMark sees no end of emphasis in `**规则。**桌上有`, since punctuation stands before the stars and a letter after
//! them, and no beginning in `把**“余数”**相加`; Chinese has no spaces that would make it clear. Before the text is parsed, a
//! [mark](MARK) that counts as a letter is put between the stars and the punctuation; the parser takes the marks out of
//! the text again.

/// The mark: a private-use character, which no text may contain.
pub(super) const MARK: char = '\u{E000}';

/// `markup` with marks where stars would not be taken for emphasis.
///
/// Stars open if a character other than a space follows, unless stars of the same number are open: then they close if
/// a character other than a space stands before. Code, formulas and escaped characters are passed over.
pub(super) fn mark(markup: &str) -> String {
    let mut marked = String::with_capacity(markup.len());
    let mut open: Vec<usize> = Vec::new();
    let mut before = '\n';
    let mut rest = markup;
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '\\' => letter.len_utf8() + rest[1..].chars().next().map_or(0, char::len_utf8),
            '`' => span(rest, '`'),
            '$' => span(rest, '$'),
            '*' => rest.len() - rest.trim_start_matches('*').len(),
            _ => letter.len_utf8(),
        };
        let (piece, tail) = rest.split_at(length);
        let after = tail.chars().next().unwrap_or('\n');
        if letter == '*' {
            match open.iter().position(|stars| *stars == length) {
                Some(at) if !before.is_whitespace() => {
                    open.truncate(at);
                    if !before.is_alphanumeric() && !after.is_whitespace() {
                        marked.push(MARK);
                    }
                    marked.push_str(piece);
                }
                _ => {
                    marked.push_str(piece);
                    if !after.is_whitespace() {
                        open.push(length);
                        if !after.is_alphanumeric() && after != '\\' && !before.is_whitespace() {
                            marked.push(MARK);
                        }
                    }
                }
            }
        } else {
            marked.push_str(piece);
        }
        // Emphasis ends with its paragraph, and with its cell.
        if (letter == '\n' && tail.trim_start_matches([' ', '\t']).starts_with('\n')) || letter == '|' {
            open.clear();
        }
        before = piece.chars().next_back().unwrap_or(before);
        rest = tail;
    }
    marked
}

/// The length of the code or formula at the start of `text`, up to its closing delimiter; without one, the delimiter's.
fn span(text: &str, delimiter: char) -> usize {
    let length = text.len() - text.trim_start_matches(delimiter).len();
    let (opening, mut rest) = text.split_at(length);
    while let Some(at) = rest.find(delimiter) {
        if rest[..at].contains("\n\n") {
            break;
        }
        let run = rest[at..].len() - rest[at..].trim_start_matches(delimiter).len();
        rest = &rest[at + run..];
        if run == opening.len() {
            return text.len() - rest.len();
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_only_where_they_help() {
        assert_eq!(mark("**定理**（Bouton，1901）"), "**定理**（Bouton，1901）");
        assert_eq!(mark("**规则。**三人"), "**规则。\u{E000}**三人");
        assert_eq!(mark("把**“余数”**相加"), "把**\u{E000}“余数”\u{E000}**相加");
        assert_eq!(mark("a **b.** c"), "a **b.** c");
        assert_eq!(mark("* item\n* **x**"), "* item\n* **x**");
    }

    #[test]
    fn code_formulas_and_escapes_are_passed_over() {
        for text in ["甲`**。`乙**", "甲$a**。$乙", "甲\\*\\*。乙", "a * b * c", "``a ` **b``"] {
            assert_eq!(mark(text), text);
        }
    }
}
