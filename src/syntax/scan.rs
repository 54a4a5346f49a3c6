//! The words, numerals, strings and marks of a text, found before it is parsed.
//!
//! Two things are done with them: the rule language's games and statements are told apart (`blocks`), and what would
//! make parsing slow or unbounded, or its messages poor, is refused: brackets that are not closed or too many inside
//! one another, numerals with too many digits, characters that mean nothing.

use super::MAX_NESTING;
use super::fragment::Fragment;
use super::problems::Problems;
use crate::diagnostics::Diagnostic;

/// The most digits of a numeral.
const MAX_DIGITS: usize = 10_000;

/// The most bytes of one statement, or of one text in YAML that is parsed.
const MAX_LENGTH: usize = 100_000;

/// A word, numeral, string or mark, from its first byte up to but without `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    Numeral,
    String,
    /// A string without its closing quote; it ends with its line.
    OpenString,
    Open(char),
    Close(char),
    Mark,
    /// A character that no text of the language has outside of strings and comments.
    Stray(char),
}

/// Marks of more than one character, longest first.
const MARKS: [&str; 17] =
    ["...", "..=", "..<", "..", "<=", ">=", "!=", "==", "<>", "~=", "/=", "=<", "=>", "&&", "||", "**", ":="];

/// The tokens of a text, in order, without comments.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if is_space(first) {
            at += first.len_utf8();
            continue;
        } else if first == '#' || rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        } else if is_letter(first) {
            rest.find(|c| !is_letter(c) && !char::is_ascii_digit(&c)).unwrap_or(rest.len())
        } else if first.is_ascii_digit() {
            rest.find(|c| !char::is_ascii_digit(&c)).unwrap_or(rest.len())
        } else if first == '"' {
            string_length(rest).unwrap_or_else(|| rest.lines().next().unwrap_or(rest).trim_end().len())
        } else if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
            mark.len()
        } else {
            first.len_utf8()
        };
        let kind = match first {
            _ if is_letter(first) => TokenKind::Word,
            '0'..='9' => TokenKind::Numeral,
            '"' if string_length(rest).is_some() => TokenKind::String,
            '"' => TokenKind::OpenString,
            '(' | '[' | '{' => TokenKind::Open(first),
            ')' | ']' | '}' => TokenKind::Close(first),
            '+' | '-' | '−' | '*' | '×' | '·' | '/' | '^' | '=' | '≠' | '<' | '≤' | '⩽' | '>' | '≥' | '⩾' => {
                TokenKind::Mark
            }
            ',' | ':' | ';' | '|' | '.' | '…' | '!' | '%' | '&' => TokenKind::Mark,
            _ if length > 1 && first.is_ascii() => TokenKind::Mark,
            _ => TokenKind::Stray(first),
        };
        tokens.push(Token { kind, start: at, end: at + length });
        at += length;
    }
    tokens
}

/// Whether the grammar takes the character for white space.
fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n' | '\u{FEFF}' | '\u{A0}' | '\u{3000}')
}

/// Whether a name may start with the character.
fn is_letter(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

/// The length of the string that the text starts with, if its closing quote stands on the same line.
fn string_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The tokens of a fragment, or `None` where something is wrong with them, which is then among the problems.
///
/// After this, brackets are matched and at most [`MAX_NESTING`] deep.
pub(super) fn checked_tokens(fragment: &Fragment, problems: &Problems) -> Option<Vec<Token>> {
    if fragment.text.len() > MAX_LENGTH {
        let message = format!("this is too long: more than {MAX_LENGTH} bytes");
        problems.push(Diagnostic::error("too-long", fragment.span(0, 1), message).label("starts here"));
        return None;
    }
    let tokens = tokens(&fragment.text);
    let wrong = tokens.iter().filter(|token| !check_token(**token, fragment, problems)).count();
    let brackets = check_brackets(&tokens, fragment, problems);
    (wrong == 0 && brackets).then_some(tokens)
}

/// Reports what is wrong with a single token; whether nothing is.
fn check_token(token: Token, fragment: &Fragment, problems: &Problems) -> bool {
    let span = fragment.span(token.start, token.end);
    match token.kind {
        TokenKind::Numeral if token.end - token.start > MAX_DIGITS => {
            let message =
                format!("this numeral has {} digits; at most {MAX_DIGITS} are allowed", token.end - token.start);
            problems.push(Diagnostic::error("too-large", span, message));
            false
        }
        TokenKind::OpenString => {
            problems.push(
                Diagnostic::error("unterminated-string", span, "this string is not closed")
                    .label("the closing `\"` is missing on this line"),
            );
            false
        }
        TokenKind::Stray(character) => {
            let shown = if character.is_control() {
                format!("the control character U+{:04X}", u32::from(character))
            } else {
                format!("`{character}`")
            };
            let diagnostic = Diagnostic::error("stray-character", span, format!("{shown} means nothing here"));
            problems.push(match meant_instead(character) {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            });
            false
        }
        _ => true,
    }
}

/// What someone who typed the character is likely to have meant.
fn meant_instead(character: char) -> Option<String> {
    let plain = match character {
        '（' => "(",
        '）' => ")",
        '［' | '【' => "[",
        '］' | '】' => "]",
        '｛' => "{",
        '｝' => "}",
        '，' | '、' => ",",
        '：' => ":",
        '；' => ";",
        '＝' => "=",
        '＜' => "<",
        '＞' => ">",
        '＋' => "+",
        '｜' => "|",
        '“' | '”' | '„' | '「' | '」' | '＂' | '\'' | '‘' | '’' | '`' => {
            return Some("names and references stand in straight double quotes: `\"name\"`".to_owned());
        }
        '–' | '—' | '－' => "-",
        '÷' => "/",
        '²' => "^2",
        '³' => "^3",
        '√' => "sqrt(…)",
        '∞' => "unlimited",
        '⊕' => "nimsum",
        '∈' => "in",
        '∧' => "and",
        '∨' => "or",
        '¬' => "not",
        '⌊' | '⌋' => "floor(…)",
        '⌈' | '⌉' => "ceil(…)",
        _ => return None,
    };
    Some(format!("write `{plain}` instead"))
}

/// Reports brackets without a partner and brackets too deep inside one another; whether there are none.
fn check_brackets(tokens: &[Token], fragment: &Fragment, problems: &Problems) -> bool {
    let mut open: Vec<(char, Token)> = Vec::new();
    for token in tokens {
        let span = fragment.span(token.start, token.end);
        match token.kind {
            TokenKind::Open(bracket) if open.len() == MAX_NESTING => {
                let message = format!("`{bracket}` stands inside more than {MAX_NESTING} other brackets");
                problems.push(Diagnostic::error("too-deep", span, message));
                return false;
            }
            TokenKind::Open(bracket) => open.push((bracket, *token)),
            TokenKind::Close(bracket) => match open.pop() {
                Some((opened, _)) if partner(opened) == bracket => {}
                Some((opened, at)) => {
                    let message = format!("`{opened}` is closed by `{bracket}`");
                    problems.push(
                        Diagnostic::error("unclosed", span, message)
                            .label(format!("expected `{}`", partner(opened)))
                            .related(fragment.span(at.start, at.end), "opened here"),
                    );
                    return false;
                }
                None => {
                    let message = format!("`{bracket}` closes nothing");
                    problems.push(Diagnostic::error("unclosed", span, message).label("nothing is open here"));
                    return false;
                }
            },
            _ => {}
        }
    }
    let Some((bracket, token)) = open.pop() else { return true };
    problems.push(
        Diagnostic::error("unclosed", fragment.span(token.start, token.end), format!("`{bracket}` is not closed"))
            .label(format!("the `{}` that belongs to it is missing", partner(bracket))),
    );
    false
}

/// The bracket that closes an opening one.
pub(super) fn partner(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        tokens(text).into_iter().map(|token| (token.kind, &text[token.start..token.end])).collect()
    }

    #[test]
    fn words_numerals_and_marks_are_told_apart() {
        use TokenKind::{Close, Mark, Numeral, Open, String, Word};
        assert_eq!(
            kinds("1..2k<=红 \"a\\\"b\" (x) // end\n# end\n"),
            [
                (Numeral, "1"),
                (Mark, ".."),
                (Numeral, "2"),
                (Word, "k"),
                (Mark, "<="),
                (Word, "红"),
                (String, "\"a\\\"b\""),
                (Open('('), "("),
                (Word, "x"),
                (Close(')'), ")"),
            ]
        );
        assert_eq!(kinds("\"ab\r\ncd"), [(TokenKind::OpenString, "\"ab"), (Word, "cd")]);
        assert_eq!(kinds("²"), [(TokenKind::Stray('²'), "²")]);
    }

    #[test]
    fn what_is_refused_is_reported_at_its_place() {
        for (text, code) in [
            ("(1, 2", "unclosed"),
            ("(1]", "unclosed"),
            ("1)", "unclosed"),
            ("a ？", "stray-character"),
            (&"(".repeat(50_000), "too-deep"),
            (&"1".repeat(10_001), "too-large"),
            (&" ".repeat(100_001), "too-long"),
        ] {
            let problems = Problems::default();
            let fragment = Fragment::stretch(text, crate::source::Span::new(0, text.len()));
            assert!(checked_tokens(&fragment, &problems).is_none(), "{code}");
            assert_eq!(problems.into_vec().first().map(|diagnostic| diagnostic.code), Some(code));
        }
    }
}
