//! Lines: where a long statement is broken, and where comments behind statements stand.

use unicode_width::UnicodeWidthStr;

/// The width that lines keep to where they can, in columns.
pub(super) const WIDTH: usize = 100;

/// A piece of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text that stays together.
    Text(String),
    /// A space, or the end of a line; the lower the number, the sooner a line ends here.
    Break(usize),
    /// A comment, which ends its line.
    Comment(String),
}

/// The pieces in one line; nothing where they hold a comment.
pub(super) fn one_line(pieces: &[Piece]) -> Option<String> {
    let mut line = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => line.push_str(text),
            Piece::Break(_) => line.push(' '),
            Piece::Comment(_) => return None,
        }
    }
    Some(line)
}

/// A line: what it says, indentation included, and the comment behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) code: String,
    pub(super) comment: Option<String>,
}

impl Line {
    /// A line without a comment.
    pub(super) fn new(indent: usize, code: &str) -> Line {
        Line { code: format!("{}{code}", " ".repeat(indent)), comment: None }
    }
}

/// The columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// Lays out the pieces of a statement: in one line where that is short enough; else each line ends at the outermost
/// break that it can reach, the last of several, and further lines are indented by `more`.
pub(super) fn lines(pieces: &[Piece], indent: usize, more: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut rest = pieces;
    let mut margin = indent;
    while !rest.is_empty() {
        let end = line_end(rest, WIDTH.saturating_sub(margin));
        let mut line = Line::new(margin, &one_line(&rest[..end]).unwrap_or_default());
        rest = &rest[end..];
        match rest.first() {
            Some(Piece::Comment(comment)) => {
                line.comment = Some(comment.clone());
                rest = &rest[1..];
                if let Some(Piece::Break(_)) = rest.first() {
                    rest = &rest[1..];
                }
            }
            Some(_) => rest = &rest[1..],
            None => {}
        }
        lines.push(comment_alone(line));
        margin = indent + more;
    }
    lines
}

/// A line of only a comment, as code.
fn comment_alone(line: Line) -> Line {
    match line {
        Line { code, comment: Some(comment) } if code.trim().is_empty() => {
            Line { code: format!("{code}{comment}"), comment: None }
        }
        Line { code, comment } => Line { code: code.trim_end().to_owned(), comment },
    }
}

/// How many of the pieces stand in the first line of `room` columns.
fn line_end(pieces: &[Piece], room: usize) -> usize {
    let comment = pieces.iter().position(|piece| matches!(piece, Piece::Comment(_))).unwrap_or(pieces.len());
    let mut used = 0;
    let mut best: Option<(usize, usize)> = None;
    for (at, piece) in pieces[..comment].iter().enumerate() {
        match piece {
            Piece::Text(text) => used += width(text),
            Piece::Break(level) => {
                let better = best.is_none_or(|(known, _)| *level <= known);
                if at > 0 && (used <= room && better || best.is_none()) {
                    best = Some((*level, at));
                }
                used += 1;
            }
            Piece::Comment(_) => {}
        }
        if used > room && best.is_some() {
            break;
        }
    }
    match best {
        Some((_, at)) if used > room => at,
        _ => comment,
    }
}

/// The lines as a text: comments behind lines that follow each other stand in one column, and no two blank lines follow
/// each other.
pub(super) fn text(lines: &[Line]) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < lines.len() {
        let group = lines[at..].iter().take_while(|line| line.comment.is_some()).count();
        let column = lines[at..at + group].iter().map(|line| width(&line.code)).max().unwrap_or(0) + 2;
        for line in &lines[at..at + group] {
            text.push_str(&line.code);
            text.push_str(&" ".repeat(column - width(&line.code)));
            text.push_str(line.comment.as_deref().unwrap_or_default());
            text.push('\n');
        }
        at += group;
        if let Some(line) = lines.get(at).filter(|line| line.comment.is_none()) {
            let blank = line.code.trim().is_empty();
            if !(blank && (text.is_empty() || text.ends_with("\n\n"))) {
                text.push_str(line.code.trim_end());
                text.push('\n');
            }
            at += 1;
        }
    }
    while text.ends_with("\n\n") {
        text.pop();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (at, word) in text.split(' ').enumerate() {
            if at > 0 {
                pieces.push(Piece::Break(if word == "|" { 1 } else { 2 }));
            }
            pieces.push(match word.strip_prefix("//") {
                Some(_) => Piece::Comment(word.to_owned()),
                None => Piece::Text(word.to_owned()),
            });
        }
        pieces
    }

    #[test]
    fn long_lines_end_at_the_outermost_break() {
        let word = "x".repeat(30);
        let text = format!("{word} {word} | {word} {word} | {word}");
        let laid: Vec<String> = lines(&pieces(&text), 2, 4).into_iter().map(|line| line.code).collect();
        assert_eq!(laid, [format!("  {word} {word}"), format!("      | {word} {word}"), format!("      | {word}")]);
        assert_eq!(lines(&pieces("a | b"), 2, 4), [Line::new(2, "a | b")]);
    }

    #[test]
    fn comments_end_lines_and_stand_in_a_column() {
        let mut laid = lines(&pieces("aaa //one b //two c"), 0, 2);
        laid.push(Line::default());
        laid.push(Line::default());
        laid.push(Line::new(0, "d"));
        assert_eq!(text(&laid), "aaa  //one\n  b  //two\n  c\n\nd\n");
    }
}
