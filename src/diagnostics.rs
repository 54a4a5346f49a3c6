//! Diagnostics as data: what is wrong, where, and what to write instead. Drawn in one place, [`draw`].

use crate::source::{Source, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::collections::BTreeSet;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file can't be used.
    Error,
    /// The file can be used, but does hardly what was meant.
    Warning,
}

/// One finding about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable short name of the kind of finding, as in `unknown-key`.
    pub code: &'static str,
    /// What is wrong, in one phrase.
    pub message: String,
    /// The place to underline and what to say there (may be empty).
    pub label: Option<(Span, String)>,
    /// Other places that matter.
    pub related: Vec<(Span, String)>,
    /// What to write instead, or what else helps.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            label: Some((span, String::new())),
            related: Vec::new(),
            help: Vec::new(),
        }
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// An error about the file as a whole.
    pub fn whole(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { label: None, ..Diagnostic::error(code, Span::default(), message) }
    }

    /// Adds what to say at the underlined place.
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some((_, label)) = &mut self.label {
            *label = text.into();
        }
        self
    }

    /// Adds another place that matters.
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.related.push((span, text.into()));
        self
    }

    /// Adds what to write instead.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Adds a "did you mean" where one of the known words is near the one written.
    pub fn suggest<'a>(self, written: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match nearest(written, known) {
            Some(word) => self.help(format!("did you mean `{word}`?")),
            None => self,
        }
    }
}

/// The known word that is nearest to the one written, if any is near.
///
/// Near is a Damerau–Levenshtein distance of at most a third of the longer word, and at least one.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|word| (strsim::damerau_levenshtein(&written.to_lowercase(), &word.to_lowercase()), word))
        .filter(|(distance, word)| *distance <= (written.chars().count().max(word.chars().count()) / 3).max(1))
        .min()
        .map(|(_, word)| word)
}

/// The widest line, in characters, that is drawn whole.
const WIDTH: usize = 120;
/// How many characters before the underlined place are kept of a wider line.
const KEPT_BEFORE: usize = 60;
/// The most lines between two underlined places that are drawn.
const LINES_BETWEEN: usize = 3;

/// Draws diagnostics for the terminal: each with its code, the place underlined, and what helps.
///
/// Of a place over several lines the first line is drawn, and of very long lines a part around the place, so that the
/// output stays small for any source.
pub fn draw(diagnostics: &[Diagnostic], source: &Source, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut drawn = String::new();
    for diagnostic in diagnostics {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code));
        if let Some((span, label)) = &diagnostic.label {
            let excerpt = Excerpt::new(&source.text, *span, diagnostic.related.iter().map(|(span, _)| *span));
            let mut snippet = Snippet::source(excerpt.text.clone()).line_start(excerpt.first_line + 1);
            snippet = snippet.annotation(AnnotationKind::Primary.span(excerpt.spans[0].range()).label(said(label)));
            for ((_, label), span) in diagnostic.related.iter().zip(&excerpt.spans[1..]) {
                snippet = snippet.annotation(AnnotationKind::Context.span(span.range()).label(said(label)));
            }
            // Where the start of the line is cut off, the snippet can't tell the column.
            group = if excerpt.cut {
                let origin = Origin::path(source.name.as_str()).line(excerpt.line + 1).char_column(excerpt.column + 1);
                group.element(origin).element(snippet)
            } else {
                group.element(snippet.path(source.name.as_str()))
            };
        }
        group = group.elements(diagnostic.help.iter().map(|help| Level::HELP.message(help)));
        drawn.push_str(&renderer.render(&[group]));
        drawn.push_str("\n\n");
    }
    drawn.truncate(drawn.trim_end().len());
    if !drawn.is_empty() {
        drawn.push('\n');
    }
    drawn
}

/// A label, if it says something.
fn said(label: &str) -> Option<&str> {
    (!label.is_empty()).then_some(label)
}

/// The lines of a source around some places, cut to a size fit for drawing.
struct Excerpt {
    text: String,
    /// The number of its first line in the source, from 0.
    first_line: usize,
    /// The places in the excerpt, the main one first.
    spans: Vec<Span>,
    /// The line of the main place in the source, from 0.
    line: usize,
    /// The column of the main place in the source, in characters from 0.
    column: usize,
    /// Whether the start of the main place's line is cut off.
    cut: bool,
}

impl Excerpt {
    fn new(text: &str, main: Span, related: impl Iterator<Item = Span>) -> Excerpt {
        let places: Vec<Place> = [main].into_iter().chain(related).map(|span| Place::new(text, span)).collect();
        let lines: BTreeSet<usize> = places.iter().map(|place| place.line_start).collect();
        let first = lines.first().copied().unwrap_or(0);
        let number = |line_start: usize| text[..line_start].bytes().filter(|byte| *byte == b'\n').count();
        let mut excerpt = Excerpt {
            text: String::new(),
            first_line: number(first),
            spans: vec![Span::default(); places.len()],
            line: number(places[0].line_start),
            column: text[places[0].line_start..places[0].span.start].chars().count(),
            cut: false,
        };
        let mut at_line = excerpt.first_line;
        for line_start in lines {
            // Lines without a place are left empty where there are many of them, as they are not drawn.
            let target = number(line_start);
            let between = target - at_line;
            let before = text[..line_start].lines().rev().take(between.min(LINES_BETWEEN)).collect::<Vec<_>>();
            excerpt.text.push_str(&"\n".repeat(between - before.len()));
            for line in before.into_iter().rev() {
                excerpt.text.extend(line.chars().take(WIDTH));
                excerpt.text.push('\n');
            }
            excerpt.line(text, line_start, &places);
            at_line = target + 1;
        }
        excerpt
    }

    /// Adds a line of the source, and finds the places on it.
    fn line(&mut self, text: &str, line_start: usize, places: &[Place]) {
        let line = text[line_start..].lines().next().unwrap_or("");
        let here = || places.iter().enumerate().filter(move |(_, place)| place.line_start == line_start);
        let mut kept = Span::new(0, line.len());
        if line.chars().take(WIDTH + 1).count() > WIDTH {
            let focus = here().next().map_or(0, |(_, place)| place.span.start - line_start);
            let start = line[..focus].char_indices().rev().take(KEPT_BEFORE).last().map_or(focus, |(at, _)| at);
            let end = line[start..].char_indices().nth(WIDTH).map_or(line.len(), |(at, _)| start + at);
            kept = Span::new(start, end);
        }
        if kept.start > 0 {
            self.cut |= places[0].line_start == line_start;
            self.text.push('…');
        }
        let base = self.text.len();
        self.text.push_str(&line[kept.range()]);
        for (index, place) in here() {
            let inside = |at: usize| base + (at - line_start).clamp(kept.start, kept.end) - kept.start;
            self.spans[index] = Span::new(inside(place.span.start), inside(place.span.end));
        }
        self.text.push_str(if kept.end < line.len() { "…\n" } else { "\n" });
    }
}

/// A place cut to its first line, and where that line starts.
struct Place {
    span: Span,
    line_start: usize,
}

impl Place {
    fn new(text: &str, span: Span) -> Place {
        let boundary = |mut at: usize| {
            at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let line_start = text[..boundary(span.start)].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = line_start + text[line_start..].lines().next().map_or(0, str::len);
        let start = boundary(span.start).min(line_end);
        Place { span: Span::new(start, boundary(span.end).clamp(start, line_end)), line_start }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws one error about the first occurrence of a part of the text.
    fn drawn(text: &str, part: &str) -> String {
        let start = text.find(part).expect("the part is in the text");
        let error = Diagnostic::error("test", Span::new(start, start + part.len()), "wrong").label("here");
        draw(&[error], &Source::new("a.game", text), false)
    }

    #[test]
    fn the_place_is_underlined() {
        assert_eq!(
            drawn("one\ntwo three\n", "three"),
            "error[test]: wrong\n --> a.game:2:5\n  |\n2 | two three\n  |     ^^^^^ here\n"
        );
        let wide = drawn("一二 三\r\n\tx 五\r\n", "五");
        assert!(wide.contains("a.game:2:4"), "{wide}");
        assert!(wide.contains("2 |     x 五\n  |       ^^ here\n"), "{wide}");
    }

    #[test]
    fn the_ends_of_files_can_be_underlined() {
        for text in ["", "abc", "abc\n", "abc\r\n\r\n", "红"] {
            let error = Diagnostic::error("test", Span::new(text.len(), text.len()), "wrong").label("here");
            let drawn = draw(&[error], &Source::new("a.game", text), false);
            assert!(drawn.contains("^ here"), "{text:?}\n{drawn}");
        }
        let outside = Diagnostic::error("test", Span::new(7, 900), "wrong").related(Span::new(1, 2), "and");
        assert!(draw(&[outside], &Source::new("a.game", "红"), false).contains('^'));
    }

    #[test]
    fn long_lines_and_far_places_are_cut() {
        let text = format!("{}x{}\n{}end\n", "红 ".repeat(200_000), "y".repeat(400_000), "\n".repeat(1000));
        let start = text.find('x').expect("x is there");
        let error = Diagnostic::error("test", Span::new(start, start + 1), "wrong")
            .label("here")
            .related(Span::new(text.len() - 4, text.len() - 1), "there");
        let drawn = draw(&[error], &Source::new("a.game", text), false);
        assert!(drawn.len() < 2000, "{}", drawn.len());
        assert!(
            drawn.contains("a.game:1:400001") && drawn.contains("^ here") && drawn.contains("--- there"),
            "{drawn}"
        );
    }

    #[test]
    fn near_places_are_drawn_together_with_help() {
        let text = "a\nb\nc\n";
        let error =
            Diagnostic::error("test", Span::new(4, 5), "wrong").label("again").related(Span::new(0, 1), "first");
        let whole = Diagnostic::whole("more", "and 3 more").help("stop");
        assert_eq!(
            draw(&[error, whole], &Source::new("f", text), false),
            "error[test]: wrong\n --> f:3:1\n  |\n1 | a\n  | - first\n2 | b\n3 | c\n  | ^ again\n\n\
             error[more]: and 3 more\n |\n = help: stop\n"
        );
        assert!(draw(&[], &Source::new("f", text), true).is_empty());
    }
}
