//! Text in LaTeX, and how wide tables are.
//!
//! Every character comes out as itself. `\otherscript{…}` stands around characters that Latin Modern and the Chinese fonts
//! don't have, such as Cyrillic letters; the preamble defines it. Characters that can't be seen, such as those that join
//! emoji or turn the direction of writing, are left out.

use super::markup::{Inline, Table, is_cjk};

/// A space between two Chinese characters.
const CHINESE_SPACE: &str = "\\enspace{}";

/// Text in LaTeX that follows a Chinese character.
pub(super) fn after_chinese(text: String) -> String {
    match text.strip_prefix(' ') {
        Some(rest) if rest.starts_with(is_cjk) => format!("{CHINESE_SPACE}{rest}"),
        _ => text,
    }
}

/// Formulas with more characters than this may break after their commas.
const LONG_FORMULA: usize = 60;

/// Integers with more digits than this are written in groups of three, between which they may break.
const LONG_NUMBER: usize = 15;

/// A formula as LaTeX that can be broken where it is long: TeX itself breaks neither lists nor numbers.
pub(super) fn math(tex: &str) -> String {
    let tex = if tex.len() > LONG_FORMULA { tex.replace(", ", ",\\allowbreak ") } else { tex.to_owned() };
    let mut out = String::with_capacity(tex.len());
    let mut rest = tex.as_str();
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let end = rest[start..].find(|letter: char| !letter.is_ascii_digit()).map_or(rest.len(), |end| start + end);
        out.push_str(&rest[..start]);
        for (at, digit) in rest[start..end].chars().enumerate() {
            let left = end - start - at;
            if at > 0 && left % 3 == 0 && end - start > LONG_NUMBER {
                out.push_str("\\,\\allowbreak ");
            }
            out.push(digit);
        }
        rest = &rest[end..];
    }
    out + rest
}

/// `text` as LaTeX.
pub(super) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut other = false;
    let mut before = ' ';
    let mut letters = text.chars().filter(|letter| !is_invisible(*letter)).peekable();
    while let Some(letter) = letters.next() {
        let outside = !letter.is_ascii() && !in_latin_modern(letter) && !is_cjk(letter);
        if outside != other {
            out.push_str(if outside { "\\otherscript{" } else { "}" });
            other = outside;
        }
        match letter {
            '\\' => out.push_str("\\textbackslash{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '{' | '}' | '%' | '$' | '&' | '#' | '_' => out.extend(['\\', letter]),
            // These could be taken for an argument of what stands before.
            '[' | ']' | '*' => out.extend(['{', letter, '}']),
            '\u{A0}' => out.push('~'),
            // Between two Chinese characters a space is left out unless it is told to stay.
            ' ' if is_cjk(before) && letters.peek().is_some_and(|next| is_cjk(*next)) => out.push_str(CHINESE_SPACE),
            // Two of these would become one sign, as in a dash.
            '-' | ',' | '<' | '>' | '\'' if letter == before => out.extend(['\\', '/', letter]),
            _ => out.push(letter),
        }
        before = letter;
    }
    if other {
        out.push('}');
    }
    out
}

/// Lines of code, each on a line of its own, spaces kept.
pub(super) fn code_lines(code: &str) -> Vec<String> {
    code.lines().map(|line| text(line).replace(' ', "~")).collect()
}

/// The target of a link.
pub(super) fn target(target: &str) -> String {
    let mut out = String::new();
    for byte in target.bytes() {
        match byte {
            b'%' | b'#' | b'&' | b'_' => out.extend(['\\', char::from(byte)]),
            b'!'..=b'~' if !b"\\{}^`\"<>|$~()".contains(&byte) => out.push(char::from(byte)),
            _ => out += &format!("\\%{byte:02X}"),
        }
    }
    out
}

fn in_latin_modern(letter: char) -> bool {
    match letter {
        '\u{138}' | '\u{149}' | '\u{166}' | '\u{167}' => false,
        '\u{A0}'..='\u{17F}' => true,
        '\u{2013}' | '\u{2014}' | '\u{2018}'..='\u{201A}' | '\u{201C}'..='\u{201E}' => true,
        '\u{2020}'..='\u{2022}' | '\u{2026}' | '\u{2030}' | '\u{20AC}' | '\u{2122}' => true,
        _ => false,
    }
}

/// Characters that show nothing: joiners, selectors of variants, marks of direction, tags.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}')
}

/// How wide the lines of a page are, in ems of its text; what the page's layout gives is a little more.
const LINE: f64 = 37.0;

/// The space between two columns, in ems.
const GAP: f64 = 1.15;

/// Tables of more rows may be broken over pages.
const LONG: usize = 14;

/// How a table is set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    /// The size of its letters: `normalsize`, `small`, `footnotesize` or `scriptsize`.
    pub(super) size: &'static str,
    /// For each column the part of the line's width that it takes if its text is to be broken into lines.
    pub(super) widths: Vec<Option<f64>>,
    /// Whether it may be broken over pages.
    pub(super) long: bool,
}

/// Finds the largest letters and the widths of columns with which a table fits.
pub(super) fn layout(table: &Table) -> Layout {
    let columns = table.columns.len();
    let over_rows = |column: usize, measure: fn(&[Inline]) -> f64| {
        let cells = std::iter::once(&table.head).chain(&table.rows).filter_map(|row| row.get(column));
        cells.map(|cell| measure(cell)).fold(0.0, f64::max)
    };
    let natural: Vec<f64> = (0..columns).map(|column| over_rows(column, width)).collect();
    let least: Vec<f64> = (0..columns).map(|column| over_rows(column, unbreakable)).collect();
    let long = table.rows.len() > LONG;
    for (size, scale) in [("normalsize", 1.0), ("small", 0.92), ("footnotesize", 0.84), ("scriptsize", 0.74)] {
        let room = LINE / scale - GAP * (columns.max(1) - 1) as f64;
        if let Some(widths) = fit(&natural, &least, room) {
            let share = |width: f64| (width / (LINE / scale) * 1000.0).floor() / 1000.0;
            return Layout { size, widths: widths.into_iter().map(|width| width.map(share)).collect(), long };
        }
    }
    Layout { size: "scriptsize", widths: vec![None; columns], long }
}

/// Shares out `room`: narrow columns keep their natural width (`None`), the others share what is left.
pub(super) fn fit(natural: &[f64], least: &[f64], room: f64) -> Option<Vec<Option<f64>>> {
    if natural.iter().sum::<f64>() <= room {
        return Some(vec![None; natural.len()]);
    }
    let mut order: Vec<usize> = (0..natural.len()).collect();
    order.sort_by(|one, other| natural[*one].total_cmp(&natural[*other]));
    let mut widths = vec![None; natural.len()];
    let mut left = room;
    for (done, column) in order.iter().enumerate() {
        let share = left / (natural.len() - done) as f64;
        if natural[*column] > share {
            // This one and all after it are wide: each gets what it can't do without, and a part of the rest.
            let wide = &order[done..];
            let spare = left - wide.iter().map(|column| least[*column]).sum::<f64>();
            if spare < 0.0 {
                return None;
            }
            let wish: f64 = wide.iter().map(|column| natural[*column] - least[*column]).sum();
            for column in wide {
                let part = if wish > 0.0 { (natural[*column] - least[*column]) / wish } else { 0.0 };
                widths[*column] = Some(least[*column] + spare * part);
            }
            return Some(widths);
        }
        left -= natural[*column];
    }
    Some(widths)
}

/// About how wide a line is, in ems.
fn width(line: &[Inline]) -> f64 {
    line.iter().map(inline_width).sum()
}

fn inline_width(inline: &Inline) -> f64 {
    match inline {
        Inline::Text(text) => text.chars().map(letter_width).sum(),
        Inline::Math(tex) => math_width(tex),
        Inline::Code(code) => code.chars().map(|letter| if is_cjk(letter) { 1.0 } else { 0.53 }).sum(),
        Inline::Strong(content) => width(content) * 1.15,
        Inline::Emphasis(content) | Inline::Link { content, .. } => width(content),
        Inline::Break => 0.0,
    }
}

/// About how wide the widest piece is that can't be broken into lines.
fn unbreakable(line: &[Inline]) -> f64 {
    let mut widest: f64 = 0.0;
    let mut run = 0.0;
    for inline in line {
        match inline {
            Inline::Text(text) => {
                for letter in text.chars() {
                    if letter == ' ' || is_cjk(letter) {
                        run = 0.0;
                    }
                    run += letter_width(letter);
                    widest = widest.max(run);
                }
            }
            Inline::Strong(content) | Inline::Emphasis(content) | Inline::Link { content, .. } => {
                widest = widest.max(unbreakable(content) * 1.15 + run);
                run = if content.iter().any(|inline| matches!(inline, Inline::Text(text) if text.contains(' '))) {
                    0.0
                } else {
                    run + width(content)
                };
            }
            Inline::Break => run = 0.0,
            _ => {
                run += inline_width(inline);
                widest = widest.max(run);
            }
        }
    }
    widest
}

fn letter_width(letter: char) -> f64 {
    match letter {
        _ if is_cjk(letter) => 1.0,
        'i' | 'j' | 'l' | '.' | ',' | ';' | ':' | '\'' | '|' | '!' => 0.3,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '—' => 0.9,
        ' ' | '(' | ')' | '[' | ']' | '-' | '/' | 'f' | 't' | 'r' | 's' | 'I' => 0.4,
        'A'..='Z' | '+' | '=' | '<' | '>' => 0.75,
        _ => 0.53,
    }
}

/// About how wide a formula is, in ems: commands count by what they usually show.
fn math_width(tex: &str) -> f64 {
    let mut total = 0.0;
    let mut letters = tex.chars().peekable();
    let mut small = 1.0;
    while let Some(letter) = letters.next() {
        total += small
            * match letter {
                '\\' => {
                    let mut name = String::new();
                    while let Some(next) = letters.next_if(char::is_ascii_alphabetic) {
                        name.push(next);
                    }
                    match name.as_str() {
                        "" => {
                            letters.next();
                            0.3
                        }
                        "text" | "mathrm" | "mathbf" | "left" | "right" | "begin" | "end" | "frac" => 0.0,
                        "le" | "ge" | "leq" | "geq" | "equiv" | "to" | "oplus" | "cdot" | "in" | "ne" => 1.3,
                        "ldots" | "dots" | "cdots" | "pmod" | "bmod" | "mod" => 1.8,
                        _ => 0.8,
                    }
                }
                '^' | '_' => {
                    small = 0.75;
                    0.0
                }
                '}' => {
                    small = 1.0;
                    0.0
                }
                '{' | ' ' => 0.0,
                '+' | '-' | '=' | '<' | '>' => 1.3,
                ',' => 0.45,
                _ => letter_width(letter).max(0.4),
            };
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::markup::Alignment;

    #[test]
    fn long_formulas_may_break() {
        assert_eq!(math("(3, 5, 7) + 123456"), "(3, 5, 7) + 123456");
        assert_eq!(
            math("1234567890123456q"),
            "1\\,\\allowbreak 234\\,\\allowbreak 567\\,\\allowbreak 890\\,\\allowbreak 123\\,\\allowbreak 456q"
        );
        let list = vec!["12"; 20].join(", ");
        assert_eq!(math(&list), vec!["12"; 20].join(",\\allowbreak "));
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(text("50% of a_b & {c}"), "50\\% of a\\_b \\& \\{c\\}");
        assert_eq!(text("\\input{x}"), "\\textbackslash{}input\\{x\\}");
        assert_eq!(text("--"), "-\\/-");
        assert_eq!(text("甲 乙 b"), "甲\\enspace{}乙 b");
        assert_eq!(after_chinese(" 甲".to_owned()), "\\enspace{}甲");
        assert_eq!(text("[x] *"), "{[}x{]} {*}");
        assert_eq!(text("红 Привет, é"), "红 \\otherscript{Привет}, é");
    }

    #[test]
    fn links_are_escaped() {
        assert_eq!(target("https://a.org/x%20y#z{"), "https://a.org/x\\%20y\\#z\\%7B");
    }

    fn table(cells: &[&str], rows: usize) -> Table {
        let row: Vec<_> = cells.iter().map(|cell| vec![Inline::Text((*cell).to_owned())]).collect();
        Table { columns: vec![Alignment::Left; cells.len()], head: row.clone(), rows: vec![row; rows] }
    }

    #[test]
    fn small_tables_keep_their_widths() {
        let layout = layout(&table(&["move", "player", "takes"], 3));
        assert_eq!(layout, Layout { size: "normalsize", widths: vec![None; 3], long: false });
    }

    #[test]
    fn wide_columns_are_broken_into_lines() {
        let words = "several words that are to be broken into lines ".repeat(4);
        let layout = layout(&table(&["1", &words, &words], 40));
        assert!(layout.long);
        assert_eq!(layout.size, "normalsize");
        assert_eq!(layout.widths[0], None);
        let sum: f64 = layout.widths.iter().flatten().sum();
        assert!((0.8..1.0).contains(&sum), "{sum}");
    }

    #[test]
    fn unbreakable_columns_shrink_the_letters() {
        let digits = "1".repeat(35);
        assert_ne!(layout(&table(&[&digits, &digits], 3)).size, "normalsize");
    }
}
