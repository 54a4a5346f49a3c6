//! The errors of YAML itself in the user's words, with what most likely is the cause.

use crate::diagnostics::Diagnostic;
use crate::source::Span;

/// The error for what serde_yaml refuses and saphyr-parser does not.
pub(super) fn refused(text: &str, at: usize, message: &str) -> Diagnostic {
    let span = character_at(text, at);
    let message = message.split(" at line ").next().unwrap_or(message);
    Diagnostic::error("yaml", span, format!("this is not valid YAML: {message}"))
}

/// The span of the character at a byte offset; empty at the end of a line.
fn character_at(text: &str, at: usize) -> Span {
    let length =
        text[at..].chars().next().filter(|character| !matches!(character, '\n' | '\r')).map_or(0, char::len_utf8);
    Span::new(at, at + length)
}

/// The colon of the line before the one that starts at `line_start`, where it follows a key and has no space after it.
fn colon_without_space(text: &str, line_start: usize) -> Option<usize> {
    let line = text[..line_start].lines().next_back()?;
    let colon = line.find(':')?;
    let is_key = line[..colon].trim().chars().all(|c| c.is_alphanumeric() || c == '_');
    let offset = text[..line_start].trim_end_matches(['\n', '\r']).len() - line.trim_end_matches('\r').len();
    (is_key && line[colon + 1..].starts_with(|c: char| !c.is_whitespace())).then_some(offset + colon)
}

/// The error for what saphyr-parser refuses at a byte offset; `around` is where the list or mapping around it starts.
pub(super) fn scan_error(text: &str, at: usize, info: &str, around: Option<Span>) -> Diagnostic {
    let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[line_start..].lines().next().unwrap_or("");
    let indent = &line[..line.len() - line.trim_start().len()];
    if let Some(tab) = indent.find('\t') {
        let span = Span::new(line_start + tab, line_start + tab + 1);
        return Diagnostic::error("yaml", span, "a tab in the indentation")
            .help("YAML indents with spaces: put spaces in place of the tab");
    }
    let span = character_at(text, at);
    let flow_ends = ["expected ','", "':' indicator", "misplaced bracket", "unexpected end", "invalid indentation"];
    let unclosed = around
        .filter(|open| text[open.range()].starts_with(['[', '{']))
        .filter(|_| flow_ends.iter().any(|words| info.contains(words)));
    if let Some(unclosed) = unclosed {
        let bracket = &text[unclosed.start..unclosed.start + 1];
        let closing = if bracket == "[" { "]" } else { "}" };
        let bracket_span = Span::new(unclosed.start, unclosed.start + 1);
        return Diagnostic::error("yaml", bracket_span, format!("`{bracket}` is not closed"))
            .label(format!("the `{closing}` or a `,` that belongs to it is missing"))
            .related(span, "the YAML can't be read on from here");
    }
    let quote = text[at..].chars().next().filter(|character| matches!(character, '"' | '\''));
    if let (Some(quote), true) = (quote, info.contains("quoted scalar")) {
        return Diagnostic::error("yaml", span, "this text is not closed")
            .label(format!("the closing `{quote}` is missing"));
    }
    let diagnostic = Diagnostic::error("yaml", span, format!("this is not valid YAML: {info}"));
    if info.contains("mapping values are not allowed") {
        let before = line[..at - line_start].trim_start();
        if before.contains(": ") {
            return Diagnostic::error("yaml", span, "a second `:` on a line")
                .label("YAML takes this for another key")
                .help("put a text that holds `: ` in quotes");
        }
        if let Some(colon) = colon_without_space(text, line_start) {
            return Diagnostic::error("yaml", Span::new(colon, colon + 1), "a space is missing after this `:`");
        }
        let key = Span::new(at - before.len(), at);
        return Diagnostic::error("yaml", key, "this key is not expected here").help(
            "keys of one mapping start in the same column, each on a line of its own, with a space after the `:`",
        );
    }
    if info.contains("did not find expected key") || info.contains("did not find expected '-' indicator") {
        return Diagnostic::error("yaml", span, "this line does not fit to the lines above it")
            .help("the items of one list or mapping start in the same column");
    }
    if info.contains("unknown anchor") {
        return Diagnostic::error("yaml", span, "this alias stands for nothing")
            .help("a text that starts with `*` stands in quotes");
    }
    let first = text[at..].chars().next();
    match first {
        Some(character @ ('@' | '`' | '%' | '|' | '>')) => {
            diagnostic.help(format!("a text that starts with `{character}` stands in quotes"))
        }
        _ => diagnostic,
    }
}
