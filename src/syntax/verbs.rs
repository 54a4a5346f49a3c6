//! The verbs of moves: what a move with each looks like, and what is said where a move has none.

use super::fragment::Fragment;
use super::problems::clip;
use super::scan::{Token, TokenKind};
use crate::diagnostics::{Diagnostic, nearest};

/// The words that the body of a move may start with, and an example of each.
const VERBS: [(&str, &str); 8] = [
    ("take", "take 1..3 from one heap"),
    ("move", "move any from heap i to heap i-1 where i >= 2"),
    ("split", "split one heap in 2 where parts differ"),
    ("merge", "merge 2 heaps"),
    ("replace", "replace one heap by x where x < h"),
    ("pass", "pass once, not when sum = 0"),
    ("each", "each player may pass once"),
    ("with", "with k >= 1 where b >= k: a := a + k, b := b - k"),
];

/// What the body of a move may also start with: words that the grammar knows in order to say what is meant.
const OTHERS: [(&str, &str); 30] = [
    ("every", "each"),
    ("takes", "take"),
    ("remove", "take"),
    ("removes", "take"),
    ("subtract", "take"),
    ("moves", "move"),
    ("transfer", "move"),
    ("transfers", "move"),
    ("shift", "move"),
    ("shifts", "move"),
    ("carry", "move"),
    ("put", "move"),
    ("splits", "split"),
    ("divide", "split"),
    ("divides", "split"),
    ("break", "split"),
    ("cut", "split"),
    ("merges", "merge"),
    ("combine", "merge"),
    ("combines", "merge"),
    ("join", "merge"),
    ("joins", "merge"),
    ("unite", "merge"),
    ("replaces", "replace"),
    ("change", "replace"),
    ("turn", "replace"),
    ("passes", "pass"),
    ("skip", "pass"),
    ("skips", "pass"),
    ("where", "with"),
];

/// The index of the token that the body of a move starts with, behind `first`, `move`, a name and a colon.
pub(super) fn body_start(text: &str, tokens: &[Token], from: usize) -> usize {
    let word = |index: usize| tokens.get(index).map_or("", |token| &text[token.start..token.end]);
    let mut at = from;
    if word(at) == "first" {
        at += 1;
    }
    at += 1;
    match tokens.get(at).map(|token| token.kind) {
        Some(TokenKind::String) => at += 1,
        Some(TokenKind::Open('{')) if word(at + 2) == ":" => {
            while at < tokens.len() && word(at) != "}" {
                at += 1;
            }
            at += 1;
        }
        _ => {}
    }
    if word(at) == ":" { at + 1 } else { at }
}

/// The error of a move whose body starts, at the token `start`, with no verb; `None` where it has one.
pub(super) fn missing_verb(fragment: &Fragment, tokens: &[Token], start: usize) -> Option<Diagnostic> {
    let text = |token: &Token| &fragment.text[token.start..token.end];
    let first = tokens.get(start)?;
    let has = |word: &str| tokens[start..].iter().any(|token| text(token) == word);
    let word = text(first);
    let known = VERBS.iter().chain(&OTHERS).any(|(verb, _)| *verb == word);
    if known || has(":=") || (first.kind == TokenKind::Word && has("=") && !has("from")) {
        return None;
    }
    let span = fragment.span(first.start, first.end);
    let verbs = "a move starts with `take`, `move`, `split`, `merge`, `replace`, `pass` or `with`";
    let amounts = first.kind != TokenKind::Word || matches!(word, "any" | "the" | "same") || word.chars().count() == 1;
    if amounts && has("from") {
        let verb = if has("to") { "move" } else { "take" };
        let mut rest = String::new();
        for token in &tokens[start..] {
            if text(token) == "from" {
                break;
            }
            let gap = token.kind == TokenKind::Word || rest.ends_with(char::is_alphabetic);
            rest.push_str(if gap && !rest.is_empty() { " " } else { "" });
            rest.push_str(text(token));
        }
        let message = format!("this move does not say what is done with `{}`", clip(&rest));
        return Some(
            Diagnostic::error("syntax", span, message)
                .label(format!("`{verb}` is missing before this"))
                .help(format!("write `{verb} {} from …`", clip(&rest)))
                .help(verbs),
        );
    }
    let diagnostic = Diagnostic::error("syntax", span, format!("no move starts with `{}`", clip(word)));
    let near = nearest(word, VERBS.iter().map(|(verb, _)| *verb));
    let near = near.and_then(|near| VERBS.iter().find(|(verb, _)| *verb == near));
    Some(match near {
        Some((verb, example)) => {
            diagnostic.help(format!("did you mean `{verb}`?")).help(format!("write for example `{example}`"))
        }
        None => diagnostic.help(verbs),
    })
}

/// The verb that the body of a move has at the token `start`, in the form that the language has.
pub(super) fn verb(fragment: &Fragment, tokens: &[Token], start: usize) -> Option<&'static str> {
    let word = tokens.get(start).map(|token| &fragment.text[token.start..token.end])?;
    let meant = OTHERS.iter().find(|(other, _)| *other == word).map(|(_, verb)| *verb);
    VERBS.iter().map(|(verb, _)| *verb).find(|verb| *verb == meant.unwrap_or(word))
}

/// What a move with the verb looks like.
pub(super) fn example(verb: &str) -> Option<&'static str> {
    VERBS.iter().find(|(known, _)| *known == verb).map(|(_, example)| *example)
}
