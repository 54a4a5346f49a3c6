//! Long integers made short wherever they stand, in text or in formulas, as the filters `number` and `tex` make them.
//!
//! Texts about positions of any size insert numbers as they come. What [`number`] writes of one is TeX, so that a number
//! in running text becomes a formula; within a formula a sum such as `10^{99} + 7` gets brackets where it stands beside
//! another operator.

use super::markup::{Block, Inline, Line};
use crate::explain::number::number;
use crate::text::Language;

/// Integers of up to so many digits are left as they are.
const SHORT: usize = 15;

/// Shortens the integers in blocks. Code and what links show is left alone.
pub(super) fn blocks(blocks: &mut [Block], language: Language) {
    for block in blocks {
        match block {
            Block::Heading { content, .. } | Block::Paragraph(content) => line(content, language),
            Block::Formula { tex, .. } => *tex = formula(tex, language),
            Block::List { items, .. } => items.iter_mut().for_each(|item| self::blocks(item, language)),
            Block::Table(table) => {
                table.head.iter_mut().chain(table.rows.iter_mut().flatten()).for_each(|cell| line(cell, language));
            }
            Block::Quote(body) => self::blocks(body, language),
            Block::Div(div) => {
                div.attributes.iter_mut().for_each(|(_, text)| line(text, language));
                self::blocks(&mut div.body, language);
            }
            Block::Code { .. } | Block::Rule => {}
        }
    }
}

fn line(content: &mut Line, language: Language) {
    let mut short = Line::with_capacity(content.len());
    for mut inline in content.drain(..) {
        match &mut inline {
            Inline::Text(text) if has_long_number(text) => {
                split(text, language, &mut short);
                continue;
            }
            Inline::Math(tex) => *tex = formula(tex, language),
            Inline::Strong(inner) | Inline::Emphasis(inner) => line(inner, language),
            Inline::Text(_) | Inline::Code(_) | Inline::Link { .. } | Inline::Break => {}
        }
        short.push(inline);
    }
    *content = short;
}

/// The runs of digits in a text that are longer than [`SHORT`], as the places where they begin and end.
fn long_numbers(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        match (letter.is_ascii_digit(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                if at - from > SHORT {
                    found.push((from, at));
                }
                start = None;
            }
            _ => {}
        }
    }
    found
}

fn has_long_number(text: &str) -> bool {
    !long_numbers(text).is_empty()
}

/// Text whose long numbers become formulas, unless they are part of a word.
fn split(text: &str, language: Language, line: &mut Line) {
    let mut done = 0;
    for (start, end) in long_numbers(text) {
        let in_word = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '/' | '_' | '.' | '-');
        let follows_word = text[..start].ends_with(in_word);
        let leads_word = text[end..].starts_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '_');
        if follows_word || leads_word {
            continue;
        }
        if start > done {
            line.push(Inline::Text(text[done..start].to_owned()));
        }
        line.push(Inline::Math(number(&text[start..end], language)));
        done = end;
    }
    if done < text.len() {
        line.push(Inline::Text(text[done..].to_owned()));
    }
}

/// A formula whose long numbers are short.
fn formula(tex: &str, language: Language) -> String {
    let mut short = String::with_capacity(tex.len());
    let mut done = 0;
    for (start, end) in long_numbers(tex) {
        short.push_str(&tex[done..start]);
        let written = number(&tex[start..end], language);
        let is_sum = written.contains(" + ") || written.contains(" - ");
        let open = |text: &str, marks: &[&str]| text.is_empty() || marks.iter().any(|mark| text.ends_with(mark));
        let before = open(tex[..start].trim_end(), &["(", ",", "=", "{", "<", "\\lt", "\\le", "\\ne"]);
        let after = tex[end..].trim_start();
        let after = after.is_empty()
            || [")", ",", "=", "}", ".", "<", "\\lt", "\\le", "\\ne", "\\qquad"]
                .iter()
                .any(|mark| after.starts_with(mark));
        if is_sum && !(before && after) {
            short.push_str(&format!("({written})"));
        } else {
            short.push_str(&written);
        }
        done = end;
    }
    short.push_str(&tex[done..]);
    short
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    fn shortened(markup: &str) -> Vec<Block> {
        let mut parsed = parse(markup).unwrap();
        blocks(&mut parsed, Language::En);
        parsed
    }

    fn long(digits: &str) -> String {
        format!("1{}{digits}", "0".repeat(40 - digits.len()))
    }

    #[test]
    fn numbers_in_text_become_formulas() {
        let text = format!("It takes {} tokens, not 12345 or a{}.", long("7"), long(""));
        let expected = format!("It takes $10^{{40}} + 7$ tokens, not 12345 or a{}.", long(""));
        assert_eq!(shortened(&text), parse(&expected).unwrap());
    }

    #[test]
    fn numbers_in_formulas_keep_their_meaning() {
        let formula = |tex: &str| formula(tex, Language::En);
        assert_eq!(formula(&format!("({}, 7)", long("7"))), "(10^{40} + 7, 7)");
        assert_eq!(formula(&format!("{} \\oplus 2 = 5", long("7"))), "(10^{40} + 7) \\oplus 2 = 5");
        assert_eq!(formula(&format!("{}q + r", long(""))), "10^{40}q + r");
        assert_eq!(formula(&format!("x - {}", long("7"))), "x - (10^{40} + 7)");
        assert_eq!(formula("x_{123} + 123456789012345"), "x_{123} + 123456789012345");
    }

    #[test]
    fn every_place_is_reached() {
        let number = long("");
        let markup = |number: &str| {
            format!(
                "# A {number}\n\n::: proof\n**{number}**\n\n1. {number}\n\n| {number} |\n|---|\n| {number} |\n:::\n\n\
                 > {number}\n\n$$\n{}\n$$\n",
                number.trim_matches('$')
            )
        };
        assert_eq!(shortened(&markup(&number)), parse(&markup("$10^{40}$")).unwrap());
        let kept = format!("`{number}` [{number}](https://example.org/)");
        assert_eq!(shortened(&kept), parse(&kept).unwrap());
    }
}
