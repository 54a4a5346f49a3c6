//! Text and formulas as GitHub, mdBook (with mdbook-katex) and pandoc read them in Markdown.
//!
//! Text has a backslash before each character that could mean something; a dollar sign also stands in a `<span>`, by which
//! GitHub knows that it begins no formula. Two further rules cover what Markdown can't say directly:
//!
//! - Emphasis whose stars CommonMark would not recognise (`**规则。**桌上`), or that stands next to other stars or inside
//!   them, is written with `<strong>` or `<em>`.
//! - GitHub takes `$` for the start of a formula only after a space (or where the text begins), and for its end only if no
//!   letter or digit follows; so a space is put there if there is none.
//!
//! # Formulas
//!
//! GitHub reads Markdown before it looks for formulas, mdbook-katex the other way round. Only TeX that means the same in
//! both is written:
//!
//! | TeX | becomes | since GitHub would |
//! |---|---|---|
//! | `\{`, `\}` | `\lbrace`, `\rbrace` | drop the backslash |
//! | `\,` `\:` `\;` `\!` | `\thinspace` `\medspace` `\thickspace` `\negthinspace` | drop the backslash |
//! | `\\` | `\cr` | drop one backslash |
//! | `\` before `\|`, or `\|` alone | `\Vert`, `\vert` | end the cell of a table |
//! | `<`, `>` | `\lt`, `\gt` | see an HTML tag |
//! | `*` | `\ast` | see emphasis |
//! | `_` after anything but a letter or digit | `_` and a space | see emphasis |
//! | `](` | `] (` | see a link |
//! | `~` | `\ ` | see text struck out |

use super::markup::is_cjk;

/// `text` as Markdown; `start` tells whether it begins a block, where more characters have a meaning, and `after` is the
/// character that follows.
pub(super) fn text(text: &str, start: bool, after: char) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    let mut letters = text.char_indices().peekable();
    while let Some((index, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let first = start && index == 0;
        let special = match letter {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '|' | '~' | '#' => true,
            '&' => next.is_some_and(|next| next.is_ascii_alphanumeric() || next == '#'),
            // mdBook includes files by `{{#include …}}`.
            '{' => matches!(next, Some('{' | '#')),
            '!' => next.is_none() && after == '[',
            '>' | '+' | '-' | '=' => first,
            // pandoc knows fenced divs too.
            ':' => first && text.starts_with(":::"),
            '.' | ')' => start && index > 0 && text[..index].bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        match letter {
            '$' => escaped.push_str("<span>\\$</span>"),
            _ if special => escaped.extend(['\\', letter]),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Code between as many backticks as it takes.
pub(super) fn code(code: &str, in_table: bool) -> String {
    let code = if in_table { code.replace('|', "\\|") } else { code.to_owned() };
    let ticks = fence(&code, 1);
    let space = if code.starts_with(['`', ' ']) || code.ends_with(['`', ' ']) { " " } else { "" };
    format!("{ticks}{space}{code}{space}{ticks}")
}

/// Backticks, at least `least`, more than stand together in `code`.
pub(super) fn fence(code: &str, least: usize) -> String {
    let longest = code.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(least.max(longest + 1))
}

/// The target of a link, in angle brackets if it needs them.
pub(super) fn target(target: &str) -> String {
    if target.is_empty() || target.contains([' ', '(', ')', '<', '>', '\\', '*', '_', '`', '$', '[', ']']) {
        let escaped: String = target
            .chars()
            .flat_map(|letter| matches!(letter, '<' | '>' | '\\').then_some('\\').into_iter().chain([letter]))
            .collect();
        format!("<{escaped}>")
    } else {
        target.to_owned()
    }
}

/// TeX that survives in Markdown, as the module's table says.
pub(super) fn math(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len() + 8);
    let mut letters = tex.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('{') => word(&mut out, "lbrace", &mut letters),
                Some('}') => word(&mut out, "rbrace", &mut letters),
                Some(',') => word(&mut out, "thinspace", &mut letters),
                Some(':') => word(&mut out, "medspace", &mut letters),
                Some(';') => word(&mut out, "thickspace", &mut letters),
                Some('!') => word(&mut out, "negthinspace", &mut letters),
                Some('\\') => word(&mut out, "cr", &mut letters),
                Some('|') => word(&mut out, "Vert", &mut letters),
                Some(other) => {
                    out.extend(['\\', other]);
                    while let Some(more) =
                        letters.next_if(|next| other.is_ascii_alphabetic() && next.is_ascii_alphabetic())
                    {
                        out.push(more);
                    }
                }
                None => out.push('\\'),
            },
            '|' => word(&mut out, "vert", &mut letters),
            '<' => word(&mut out, "lt", &mut letters),
            '>' => word(&mut out, "gt", &mut letters),
            '*' => word(&mut out, "ast", &mut letters),
            '~' => out.push_str("\\ "),
            '_' => {
                let word = out.chars().next_back().is_some_and(char::is_alphanumeric);
                out.push('_');
                if !word && letters.peek().is_some_and(|next| !next.is_whitespace()) {
                    out.push(' ');
                }
            }
            '(' if out.ends_with(']') => out.push_str(" ("),
            _ if letter.is_whitespace() => out.push(' '),
            _ => out.push(letter),
        }
    }
    // A formula on lines of its own must not look like a list, a heading or a quotation.
    match out.trim() {
        line if line.starts_with(['-', '+', '=', '#']) => format!("{{}}{line}"),
        line => line.to_owned(),
    }
}

/// Adds the command `\name`, with a space after it where letters follow.
fn word(out: &mut String, name: &str, letters: &mut std::iter::Peekable<std::str::Chars>) {
    out.push('\\');
    out.push_str(name);
    if letters.peek().is_some_and(char::is_ascii_alphabetic) {
        out.push(' ');
    }
}

/// Whether stars around `inner`, between the characters `before` and `after`, are emphasis by CommonMark's rules.
///
/// Which characters count as punctuation differs a little between programs: the answer is yes only if it is for all.
pub(super) fn flanks(before: char, inner: &str, after: char) -> bool {
    let (Some(first), Some(last)) = (inner.chars().next(), inner.chars().next_back()) else { return false };
    let outside = |letter: char| letter.is_whitespace() || letter.is_ascii_punctuation();
    let side = |outer: char, inner: char| {
        outer != '*' && inner != '*' && !inner.is_whitespace() && (inner.is_alphanumeric() || outside(outer))
    };
    side(before, first) && side(after, last)
}

/// Whether a space must stand between `$` and the character after it.
pub(super) fn needs_space(after: char) -> bool {
    after.is_alphanumeric() || after == '_' || after == '$'
}

/// The columns that a text takes in a font of fixed width.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(|letter| if is_cjk(letter) { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_survive() {
        for (tex, expected) in [
            ("\\{a, b\\}", "\\lbrace a, b\\rbrace"),
            ("|x| \\le 2", "\\vert x\\vert \\le 2"),
            ("a < b > c", "a \\lt b \\gt c"),
            ("a<b", "a\\lt b"),
            ("x_1 + y_{2}", "x_1 + y_{2}"),
            ("(b)_2 + (c)_{1}", "(b)_ 2 + (c)_ {1}"),
            ("\\sum_{i}\\alpha_1", "\\sum_{i}\\alpha_1"),
            ("a*b", "a\\ast b"),
            ("[1](2)", "[1] (2)"),
            ("\\begin{cases} 1 & a \\\\ 2 & b \\end{cases}", "\\begin{cases} 1 & a \\cr 2 & b \\end{cases}"),
            ("a\\,b\\;c", "a\\thinspace b\\thickspace c"),
            ("- x", "{}- x"),
            ("\\lfloor x \\rfloor", "\\lfloor x \\rfloor"),
        ] {
            assert_eq!(math(tex), expected);
        }
    }

    #[test]
    fn text_has_few_backslashes() {
        assert_eq!(text("3 red, 5 white (and 7 black).", true, ' '), "3 red, 5 white (and 7 black).");
        assert_eq!(text("1. a", true, ' '), "1\\. a");
        assert_eq!(text("1. a", false, ' '), "1. a");
        assert_eq!(text("AT&T &amp; {{#include x}}", false, ' '), "AT\\&T \\&amp; \\{\\{\\#include x}}");
    }

    #[test]
    fn code_has_enough_backticks() {
        assert_eq!(code("a|b", false), "`a|b`");
        assert_eq!(code("a|b", true), "`a\\|b`");
        assert_eq!(code("`x``", false), "``` `x`` ```");
    }

    #[test]
    fn stars_are_used_where_they_work() {
        assert!(flanks(' ', "规则。", ' '));
        assert!(flanks('\n', "定理", '（'));
        assert!(!flanks('\n', "规则。", '桌'));
        assert!(!flanks('把', "“余数”", '相'));
        assert!(!flanks('*', "a", ' '));
    }
}
