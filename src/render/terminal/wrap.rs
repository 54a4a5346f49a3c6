//! Lines that are broken to fit a width, in columns of the terminal.
//!
//! A line may end at a space, and beside a Chinese character: not before a closing mark, not after an opening one, and
//! not within a dash or an ellipsis of two characters. What can't be broken may stand out over the width.

use crate::render::markup::is_cjk;
use unicode_width::UnicodeWidthStr;

/// Marks that don't begin a line.
const CLOSING: &str = "。，、；：？！）》〉」』】〕〗”’…—～·％,.;:?!)]}%∎";

/// Marks that don't end a line.
const OPENING: &str = "（《〈「『【〔〖“‘([{";

/// The columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// The columns of the widest line.
pub(super) fn widest(text: &str) -> usize {
    text.lines().map(width).max().unwrap_or(0)
}

/// The columns of the widest piece that can't be broken.
pub(super) fn unbreakable(text: &str) -> usize {
    text.lines().flat_map(pieces).map(|piece| width(piece.trim_end_matches(' '))).max().unwrap_or(0)
}

/// The text with no line over `limit` columns, as far as it can be broken; lines that are begun get `hanging` spaces.
pub(super) fn wrap(text: &str, limit: usize, hanging: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut current = String::new();
        for piece in pieces(line) {
            let begun = !current.trim_start_matches(' ').is_empty();
            if begun && width(&current) + width(piece.trim_end_matches(' ')) > limit {
                let next = " ".repeat(hanging);
                lines.push(std::mem::replace(&mut current, next));
            }
            current.push_str(piece);
        }
        lines.push(current);
    }
    lines.iter().map(|line| line.trim_end_matches(' ')).collect::<Vec<_>>().join("\n")
}

/// The pieces of a line between which it may be broken, each with the spaces after it.
fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut before = None;
        let end = rest.char_indices().find_map(|(at, letter)| {
            let breaks = before.is_some_and(|before| may_break(before, letter))
                && !rest[..at].trim_start_matches(' ').is_empty();
            before = Some(letter);
            breaks.then_some(at)
        });
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some(piece)
    })
}

/// Whether a line may end between two characters.
fn may_break(before: char, after: char) -> bool {
    match (before, after) {
        (_, ' ' | '\u{A0}') | ('\u{A0}', _) => false,
        (' ', _) => true,
        _ if CLOSING.contains(after) || OPENING.contains(before) => false,
        // Marks that join or stand on other characters have no width.
        _ => (is_cjk(before) || is_cjk(after)) && width(after.encode_utf8(&mut [0; 4])) > 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn english_is_broken_at_spaces() {
        assert_eq!(wrap("take one or more", 8, 0), "take one\nor more");
        assert_eq!(wrap("take one or more", 7, 2), "take\n  one\n  or\n  more");
        assert_eq!(wrap("  a unbreakable b", 5, 0), "  a\nunbreakable\nb");
        assert_eq!(wrap("a (3,\u{A0}5,\u{A0}7) b", 5, 0), "a\n(3,\u{A0}5,\u{A0}7)\nb");
        assert_eq!(wrap("a\n\nb c", 1, 0), "a\n\nb\nc");
    }

    #[test]
    fn chinese_is_broken_between_characters() {
        assert_eq!(wrap("轮到走的一方必败。", 8, 0), "轮到走的\n一方必\n败。");
        assert_eq!(wrap("甲（乙丙）丁", 4, 0), "甲\n（乙\n丙）\n丁");
        assert_eq!(wrap("把“余数”相加", 6, 0), "把“余\n数”相\n加");
        assert_eq!(wrap("胜局——负局", 7, 0), "胜局——\n负局");
        assert_eq!(wrap("取 3 枚棋子", 7, 0), "取 3 枚\n棋子");
        assert_eq!(width("三色棋 (3, 5)"), 13);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Nothing is lost but spaces, nothing that can be broken is too wide, and what is wrapped stays as it is.
        #[test]
        fn lines_fit(text in "[a-c三堆。，（）“” \u{A0}\u{301}🎲é]{0,60}", limit in 1_usize..20) {
            let wrapped = wrap(&text, limit, 0);
            let visible = |text: &str| text.replace([' ', '\n'], "");
            prop_assert_eq!(visible(&wrapped), visible(&text));
            for line in wrapped.lines() {
                prop_assert!(width(line) <= limit || width(line.trim_start_matches(' ')) <= unbreakable(&text), "{line:?} in {wrapped:?}");
            }
            prop_assert_eq!(wrap(&wrapped, limit, 0), wrapped);
        }
    }
}
