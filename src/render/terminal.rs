//! Pages of plain text for a terminal: lines of 80 columns, tables lined up, [formulas](formula) in Unicode.
//!
//! The templates of this format have these filters; widths are columns of the terminal, of which a Chinese character takes
//! two.
//!
//! | filter | gives |
//! |---|---|
//! | `wrap(width=72)` | the text in lines no wider than that; with `hanging=2` those that are begun are indented |
//! | `underline(with="=")` | the text with a line of that sign under it |
//! | `end(with="∎", width=72)` | the text with that mark at the right end of its last line, or below if there is no room |

mod formula;
mod table;
mod wrap;

use super::markup::{Alignment, is_cjk};
use serde_json::{Value, json};
use tera::{Kwargs, State, Tera, TeraResult};

/// How wide a page is.
pub(super) const COLUMNS: usize = 80;

/// Room never becomes less than this, however deep a text is nested.
pub(super) const LEAST: usize = 24;

/// A quotation is indented so far on each side.
pub(super) const QUOTE: usize = 4;

/// What stands in a div is indented so far.
pub(super) const DIV: usize = 2;

/// Formulas up to this width are not broken within a line.
const KEPT: usize = 24;

/// Makes the filters known to `tera`.
pub(super) fn register(tera: &mut Tera) {
    tera.register_filter("wrap", |text: &str, arguments: Kwargs, _: &State| -> TeraResult<String> {
        let hanging = arguments.get::<usize>("hanging")?.unwrap_or(0);
        Ok(wrap::wrap(text, arguments.must_get("width")?, hanging.min(COLUMNS)))
    });
    tera.register_filter("underline", |text: &str, arguments: Kwargs, _: &State| -> TeraResult<String> {
        let sign = arguments.must_get::<&str>("with")?;
        Ok(format!("{text}\n{}", sign.repeat(wrap::widest(text))))
    });
    tera.register_filter("end", |text: &str, arguments: Kwargs, _: &State| -> TeraResult<String> {
        let mark = arguments.must_get::<&str>("with")?;
        let room = arguments.must_get::<usize>("width")?.min(1000).saturating_sub(wrap::width(mark));
        let last = wrap::width(text.rsplit('\n').next().unwrap_or_default());
        Ok(match room.checked_sub(last) {
            Some(missing) if missing > 0 => format!("{text}{}{mark}", " ".repeat(missing)),
            _ => format!("{text}\n{}{mark}", " ".repeat(room)),
        })
    });
}

/// Text without characters that would steer the terminal or turn the direction of writing.
pub(super) fn text(text: &str) -> String {
    text.chars().filter(|letter| !steers(*letter)).collect()
}

/// Control characters, among them the one that begins escape sequences, and invisible marks of direction and tags.
fn steers(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{AD}' | '\u{61C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}

/// A formula in Unicode, or its TeX in dollar signs if that can't be.
pub(super) fn math(tex: &str, display: bool) -> String {
    let sign = if display { "$$" } else { "$" };
    let written = match formula::formula(tex, display) {
        Ok(written) => written,
        Err(formula::Unknown(_)) => format!("{sign}{}{sign}", tex.split_whitespace().collect::<Vec<_>>().join(" ")),
    };
    let written: Vec<String> = written.split('\n').map(text).collect();
    let written = written.join("\n");
    if !display && wrap::width(&written) <= KEPT { written.replace(' ', "\u{A0}") } else { written }
}

/// Puts a piece after what has been written, of which one is a formula.
///
/// A space stands between a formula and a Chinese character, and none between it and a Chinese punctuation mark.
pub(super) fn append_beside_formula(out: &mut String, piece: &str) {
    let mark = |letter: Option<char>| letter.is_some_and(|letter| is_cjk(letter) && !letter.is_alphanumeric());
    let letter = |letter: Option<char>| letter.is_some_and(|letter| is_cjk(letter) && letter.is_alphanumeric());
    let (before, after) = (out.trim_end_matches(' '), piece.trim_start_matches(' '));
    let (last, first) = (before.chars().next_back(), after.chars().next());
    if mark(last) || mark(first) {
        out.truncate(before.len());
        out.push_str(after);
    } else {
        let spaced = before.len() < out.len() || after.len() < piece.len();
        if (letter(last) || letter(first)) && !spaced && !out.is_empty() && !piece.is_empty() {
            out.push(' ');
        }
        out.push_str(piece);
    }
}

/// The signs before the items of a list, all of the same width.
pub(super) fn markers(start: Option<u64>, items: usize) -> Vec<String> {
    let Some(start) = start else { return vec!["  - ".to_owned(); items] };
    let number = |item: usize| start.saturating_add(item as u64);
    let numbers: Vec<String> = (0..items).map(|item| format!("{}. ", number(item))).collect();
    let widest = numbers.iter().map(String::len).max().unwrap_or(0);
    numbers.into_iter().map(|marker| format!("  {marker:>widest$}")).collect()
}

/// What the table's template gets.
pub(super) fn table(columns: &[Alignment], head: &[String], rows: &[Vec<String>], room: usize) -> Value {
    let lines = table::lines(columns, head, rows, room);
    json!({"head": lines.head, "rows": lines.rows, "rules": lines.rules, "gap": lines.gap})
}

/// The page as it is printed: no space at the end of a line, and none but plain ones.
pub(super) fn finish(page: &str) -> String {
    let lines: Vec<String> = page.lines().map(|line| line.trim_end().replace('\u{A0}', " ")).collect();
    format!("{}\n", lines.join("\n").trim_matches('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(text("\u{1b}[31mred\u{7}\u{9b}2J\u{202e}x\r\n"), "[31mred2Jx");
        assert_eq!(text("红 é 👩‍👧"), "红 é 👩‍👧");
        assert_eq!(math("x\u{1b}_1", false), "x₁");
    }

    #[test]
    fn formulas_keep_their_distance_from_chinese() {
        let joined = |first: &str, second: &str| {
            let mut out = first.to_owned();
            append_beside_formula(&mut out, second);
            out
        };
        assert_eq!(joined("设", "x"), "设 x");
        assert_eq!(joined("x", "为"), "x 为");
        assert_eq!(joined("设 ", "x"), "设 x");
        assert_eq!(joined("设， ", "x"), "设，x");
        assert_eq!(joined("x", " 。"), "x。");
        assert_eq!(joined("x", "."), "x.");
        assert_eq!(joined("", "x"), "x");
    }

    #[test]
    fn unknown_formulas_are_shown_as_they_are() {
        assert_eq!(math("\\nothing{x}  y", false), "$\\nothing{x}\u{A0}y$");
        assert_eq!(math("{", true), "$${$$");
    }

    #[test]
    fn the_items_of_a_list_stand_below_one_another() {
        assert_eq!(markers(Some(9), 2), ["   9. ", "  10. "]);
        assert_eq!(markers(None, 1), ["  - "]);
        assert_eq!(markers(Some(u64::MAX), 1).len(), 1);
    }
}
