//! Lists in parentheses, as planners write them.

use crate::diagnostics::Diagnostic;
use crate::source::Span;

/// How deep lists may stand in each other.
const MAX_DEPTH: usize = 200;

/// A word or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A word, in lower case.
    Word(String, Span),
    /// A list.
    List(Vec<Form>, Span),
}

impl Form {
    /// Where it stands.
    pub(super) fn span(&self) -> Span {
        match self {
            Form::Word(_, span) | Form::List(_, span) => *span,
        }
    }

    /// The word, if it is one.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Form::Word(word, _) => Some(word),
            Form::List(..) => None,
        }
    }

    /// The first word of a list, and the rest.
    pub(super) fn call(&self) -> Option<(&str, &[Form])> {
        match self {
            Form::List(items, _) => {
                let (head, rest) = items.split_first()?;
                Some((head.word()?, rest))
            }
            Form::Word(..) => None,
        }
    }
}

/// The forms of a text: words in lower case, comments from `;` to the end of the line left out, and a parenthesis that is
/// missing at the very end supplied.
pub(super) fn parse(text: &str) -> Result<Vec<Form>, Box<Diagnostic>> {
    let mut open: Vec<(usize, Vec<Form>)> = Vec::new();
    let mut top = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let start = at;
        match first {
            ';' => at += text[at..].find('\n').unwrap_or(text.len() - at),
            '(' => {
                if open.len() == MAX_DEPTH {
                    let span = Span::new(start, start + 1);
                    return Err(Box::new(Diagnostic::error("syntax", span, "too many lists within one another")));
                }
                open.push((start, Vec::new()));
                at += 1;
            }
            ')' => {
                at += 1;
                let Some((from, items)) = open.pop() else {
                    let span = Span::new(start, at);
                    let problem = Diagnostic::error("syntax", span, "this `)` closes nothing");
                    return Err(Box::new(problem.help("a `(` may be missing before it, or it is one too many")));
                };
                let list = Form::List(items, Span::new(from, at));
                open.last_mut().map_or(&mut top, |(_, items)| items).push(list);
            }
            c if c.is_whitespace() => at += c.len_utf8(),
            _ => {
                let length = text[at..].find(|c: char| c.is_whitespace() || "();".contains(c));
                at += length.unwrap_or(text.len() - at);
                let word = Form::Word(text[start..at].to_lowercase(), Span::new(start, at));
                open.last_mut().map_or(&mut top, |(_, items)| items).push(word);
            }
        }
    }
    if open.len() > 1 {
        let (from, _) = open[open.len() - 1];
        let message = format!("{} parentheses are not closed", open.len());
        let problem = Diagnostic::error("syntax", Span::new(from, from + 1), message).label("the last of them");
        return Err(Box::new(problem.help("only the very last parenthesis may be left out")));
    }
    if let Some((from, items)) = open.pop() {
        top.push(Form::List(items, Span::new(from, text.len())));
    }
    Ok(top)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(form: &Form) -> String {
        match form {
            Form::Word(word, _) => word.clone(),
            Form::List(items, _) => format!("({})", items.iter().map(shown).collect::<Vec<_>>().join(" ")),
        }
    }

    fn read(text: &str) -> Result<String, String> {
        parse(text).map(|forms| forms.iter().map(shown).collect::<Vec<_>>().join(" ")).map_err(|error| error.message)
    }

    #[test]
    fn lists_are_read_with_their_sloppiness() {
        assert_eq!(read("(Define\t(DOMAIN a); note (\n\n (b)(c))").unwrap(), "(define (domain a) (b) (c))");
        assert_eq!(read("(a (b)").unwrap(), "(a (b))");
        assert_eq!(read(" ; nothing").unwrap(), "");
        assert_eq!(read("(a))").unwrap_err(), "this `)` closes nothing");
        assert_eq!(read("(a (b (c").unwrap_err(), "3 parentheses are not closed");
        assert!(read(&"(".repeat(100_000)).is_err());
    }
}
