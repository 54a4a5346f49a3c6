//! Any text as a literal in the neutral markup.
//!
//! tera calls [`escape`] on everything that a prose template inserts with `{{ … }}`. The text may come from a rule file
//! and hold anything at all; read back, the markup gives that text and nothing else, wherever the template put it: at the
//! start of a line, in a heading, in a cell of a table, in an attribute of a div. (Not in code and not inside `$…$`, where
//! Markdown knows no escapes; only [numbers and positions](is_numeric), which are left as they are, belong there.)
//!
//! White space is the exception: each run of it, line breaks included, becomes one space, and none is left at the ends.
//! Control characters count as white space.

use std::io::{self, Write};

/// Writes `text` as a literal in the neutral markup.
///
/// # Errors
///
/// If `out` can't be written to.
pub fn escape(text: &str, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(literal(text).as_bytes())
}

/// `text` as a literal in the neutral markup.
pub fn literal(text: &str) -> String {
    let text = one_line(text);
    if is_numeric(&text) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        // These mean nothing in the markup wherever they stand.
        if letter.is_ascii_punctuation() && !",;?/%'".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// `text` without line breaks and control characters, each run of white space one space.
fn one_line(text: &str) -> String {
    let spaced: String = text
        .chars()
        // The mark by which the parser helps emphasis along is no text.
        .filter(|letter| *letter != super::flanking::MARK)
        .map(|letter| if letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}') { ' ' } else { letter })
        .collect();
    spaced.split([' ', '\t']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whether `text` is made of integers, commas, semicolons and balanced parentheses, as numbers and positions are: `-7`,
/// `(3, 5, 7)`, `(5; 2)`.
///
/// Such text means nothing in the markup: it can't begin a list, which takes a `1)` or a `-` before a space.
pub fn is_numeric(text: &str) -> bool {
    let mut depth = 0;
    let mut before = ' ';
    for (index, letter) in text.char_indices() {
        match letter {
            '0'..='9' | ',' | ';' | ' ' => {}
            '-' => {
                if !matches!(before, ' ' | '(') || !text[index + 1..].starts_with(|next: char| next.is_ascii_digit()) {
                    return false;
                }
            }
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ => return false,
        }
        before = letter;
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_positions_pass_unharmed() {
        for text in ["7", "-7", "(3, 5, 7)", "(0, -1)", "1, 2", "((1, 2), (3, 4))"] {
            assert_eq!(literal(text), text);
        }
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(literal("1) a"), "1\\) a");
        assert_eq!(literal("1)"), "1\\)");
        assert_eq!(literal("- 3"), "\\- 3");
        assert_eq!(literal("a|b$c`d*"), "a\\|b\\$c\\`d\\*");
        assert_eq!(literal("红棋"), "红棋");
    }

    #[test]
    fn white_space_is_folded() {
        assert_eq!(literal("  a\n\n b\u{0}\tc\r\n"), "a b c");
    }
}
