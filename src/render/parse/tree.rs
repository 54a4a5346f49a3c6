//! Builds the tree of lines without divs from the events of pulldown-cmark.

use super::MarkupError;
use crate::render::flanking;
use crate::render::markup::{Alignment, Block, Inline, Line, Table, first_letter, is_cjk, last_letter};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};
use std::iter::Peekable;
use std::ops::Range;

/// The blocks of a text that begins on the given line of its page.
pub(super) fn blocks(text: &str, first_line: usize) -> Result<Vec<Block>, MarkupError> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH;
    let events = Parser::new_ext(text, options).into_offset_iter();
    Tree { events: events.peekable(), text, first_line }.blocks()
}

/// Builds the tree from the events.
struct Tree<'a, E: Iterator<Item = (Event<'a>, Range<usize>)>> {
    events: Peekable<E>,
    text: &'a str,
    first_line: usize,
}

/// What stands within a line while it is read: formulas on lines of their own are taken out later.
enum Piece {
    Inline(Inline),
    Formula(String),
}

impl<'a, E: Iterator<Item = (Event<'a>, Range<usize>)>> Tree<'a, E> {
    /// The blocks up to the end of what holds them, which is taken as well.
    fn blocks(&mut self) -> Result<Vec<Block>, MarkupError> {
        let mut blocks = Vec::new();
        while let Some((event, range)) = self.events.peek() {
            match event {
                Event::End(_) => {
                    self.events.next();
                    break;
                }
                Event::Start(tag) if is_block(tag) => {
                    let (tag, range) = (tag.clone(), range.clone());
                    self.events.next();
                    self.block(tag, range, &mut blocks)?;
                }
                Event::Rule => {
                    self.events.next();
                    blocks.push(Block::Rule);
                }
                Event::InlineHtml(html) if html.starts_with("</") && html.as_ref() != "</span>" => {
                    let (message, range) = (format!("`{html}` closes nothing"), range.clone());
                    return Err(self.fail(&range, message));
                }
                _ => {
                    // Items of tight lists hold text without a paragraph around it.
                    let pieces = self.pieces()?;
                    split(pieces, &mut blocks);
                }
            }
        }
        Ok(blocks)
    }

    /// The block that `tag` begins.
    fn block(&mut self, tag: Tag<'a>, range: Range<usize>, blocks: &mut Vec<Block>) -> Result<(), MarkupError> {
        match tag {
            Tag::Paragraph => {
                let pieces = self.line()?;
                split(pieces, blocks);
            }
            Tag::Heading { level, .. } => {
                let content = self.inlines(&range)?;
                blocks.push(Block::Heading { level: level as u8, content });
            }
            Tag::BlockQuote(_) => {
                let inner = self.blocks()?;
                blocks.push(Block::Quote(inner));
            }
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    CodeBlockKind::Fenced(language) => language.into_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                let text = self.raw();
                blocks.push(Block::Code { language, text });
            }
            Tag::HtmlBlock => {
                let text = self.raw();
                self.refuse_html(&text, &range)?;
            }
            Tag::List(start) => {
                let mut items = Vec::new();
                let mut tight = true;
                while let Some((Event::Start(Tag::Item), _)) = self.events.next() {
                    tight &= !matches!(self.events.peek(), Some((Event::Start(Tag::Paragraph), _)));
                    items.push(self.blocks()?);
                }
                blocks.push(Block::List { start, tight, items });
            }
            Tag::Table(columns) => blocks.push(Block::Table(self.table(&columns)?)),
            other => return Err(self.fail(&range, format!("{other:?} is not part of the markup"))),
        }
        Ok(())
    }

    fn table(&mut self, columns: &[pulldown_cmark::Alignment]) -> Result<Table, MarkupError> {
        let columns = columns.iter().map(|alignment| match alignment {
            pulldown_cmark::Alignment::Center => Alignment::Center,
            pulldown_cmark::Alignment::Right => Alignment::Right,
            _ => Alignment::Left,
        });
        let mut table = Table { columns: columns.collect(), head: Vec::new(), rows: Vec::new() };
        while let Some((Event::Start(tag), _)) = self.events.next() {
            let mut cells = Vec::new();
            while let Some((Event::Start(Tag::TableCell), range)) = self.events.next() {
                cells.push(self.inlines(&range)?);
            }
            match tag {
                Tag::TableHead => table.head = cells,
                _ => table.rows.push(cells),
            }
        }
        Ok(table)
    }

    /// The text up to the end of what holds it, as it stands.
    fn raw(&mut self) -> String {
        let mut text = String::new();
        for (event, _) in self.events.by_ref() {
            match event {
                Event::End(_) => break,
                Event::Text(piece) | Event::Html(piece) => text += &piece,
                _ => {}
            }
        }
        unmarked(&text)
    }

    /// The line up to the end of what holds it, without formulas on lines of their own.
    fn inlines(&mut self, range: &Range<usize>) -> Result<Line, MarkupError> {
        let pieces = self.pieces()?;
        match self.events.next() {
            Some((Event::InlineHtml(html), html_range)) => {
                Err(self.fail(&html_range, format!("`{html}` closes nothing")))
            }
            _ => self.without_formulas(pieces, range),
        }
    }

    fn without_formulas(&self, pieces: Vec<Piece>, range: &Range<usize>) -> Result<Line, MarkupError> {
        let inline = |piece| match piece {
            Piece::Inline(inline) => Ok(inline),
            Piece::Formula(_) => Err(self.fail(range, "a `$$…$$` formula can't stand here; write `$…$`".to_owned())),
        };
        pieces.into_iter().map(inline).collect()
    }

    /// The line up to the end of what holds it, which is taken as well.
    fn line(&mut self) -> Result<Vec<Piece>, MarkupError> {
        let pieces = self.pieces()?;
        match self.events.next() {
            Some((Event::InlineHtml(html), range)) => Err(self.fail(&range, format!("`{html}` closes nothing"))),
            _ => Ok(pieces),
        }
    }

    /// The line up to the end of what holds it, or up to the next block.
    fn pieces(&mut self) -> Result<Vec<Piece>, MarkupError> {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut soft_break = false;
        while let Some((event, range)) = self.events.peek() {
            let ends = match event {
                Event::End(_) | Event::Rule => true,
                Event::Start(tag) => is_block(tag),
                Event::InlineHtml(html) => matches!(html.as_ref(), "</strong>" | "</em>"),
                _ => false,
            };
            if ends {
                break;
            }
            let (event, range) = (event.clone(), range.clone());
            self.events.next();
            let inline = match event {
                Event::Text(text) => Inline::Text(unmarked(&text)),
                Event::Code(text) => Inline::Code(unmarked(&text)),
                Event::InlineMath(tex) => Inline::Math(one_line(&unmarked(&tex))),
                Event::DisplayMath(tex) => {
                    pieces.push(Piece::Formula(unmarked(tex.trim())));
                    soft_break = false;
                    continue;
                }
                Event::Start(Tag::Strong) => Inline::Strong(self.inlines(&range)?),
                Event::Start(Tag::Emphasis) => Inline::Emphasis(self.inlines(&range)?),
                Event::Start(Tag::Link { dest_url, .. }) => {
                    Inline::Link { target: dest_url.into_string(), content: self.inlines(&range)? }
                }
                Event::SoftBreak => {
                    soft_break = true;
                    continue;
                }
                Event::HardBreak => Inline::Break,
                Event::InlineHtml(html) => match html.as_ref() {
                    "<strong>" => Inline::Strong(self.tagged("</strong>", &range)?),
                    "<em>" => Inline::Emphasis(self.tagged("</em>", &range)?),
                    "<br>" => Inline::Break,
                    "<span>" | "</span>" => continue,
                    _ => {
                        self.refuse_html(&html, &range)?;
                        continue;
                    }
                },
                Event::Start(Tag::Image { .. }) => {
                    return Err(self.fail(&range, "images are not part of the markup".to_owned()));
                }
                other => return Err(self.fail(&range, format!("{other:?} is not part of the markup"))),
            };
            if soft_break {
                soft_break = false;
                join(&mut pieces, &inline);
            }
            push(&mut pieces, inline);
        }
        Ok(pieces)
    }

    /// The line up to an HTML tag.
    fn tagged(&mut self, closing: &str, range: &Range<usize>) -> Result<Line, MarkupError> {
        let pieces = self.pieces()?;
        match self.events.next() {
            Some((Event::InlineHtml(html), _)) if html.as_ref() == closing => self.without_formulas(pieces, range),
            _ => Err(self.fail(range, format!("this is never closed by `{closing}`"))),
        }
    }

    fn refuse_html(&self, html: &str, range: &Range<usize>) -> Result<(), MarkupError> {
        let html = html.trim();
        let comment = html.starts_with("<!--") && html.ends_with("-->");
        if comment { Ok(()) } else { Err(self.fail(range, format!("HTML is not part of the markup: `{html}`"))) }
    }

    fn fail(&self, range: &Range<usize>, message: String) -> MarkupError {
        MarkupError { line: self.first_line + self.text[..range.start].matches('\n').count(), message }
    }
}

/// Adds an inline, two texts becoming one.
fn push(pieces: &mut Vec<Piece>, inline: Inline) {
    match (pieces.last_mut(), inline) {
        (_, Inline::Text(text)) if text.is_empty() => {}
        (Some(Piece::Inline(Inline::Text(before))), Inline::Text(text)) => before.push_str(&text),
        (_, inline) => pieces.push(Piece::Inline(inline)),
    }
}

/// Adds what a line break before `next` stands for.
fn join(pieces: &mut Vec<Piece>, next: &Inline) {
    let before = match pieces.last() {
        Some(Piece::Inline(before)) => last_letter(before),
        Some(Piece::Formula(_)) | None => return,
    };
    let chinese = |letter: Option<char>| letter.is_some_and(is_cjk);
    if !(chinese(before) && chinese(first_letter(next))) {
        push(pieces, Inline::Text(" ".to_owned()));
    }
}

/// Turns a line into paragraphs and the formulas between them.
fn split(pieces: Vec<Piece>, blocks: &mut Vec<Block>) {
    let mut line: Line = Vec::new();
    let paragraph = |line: &mut Line, blocks: &mut Vec<Block>| {
        let mut line = std::mem::take(line);
        if let Some(Inline::Text(text)) = line.first_mut() {
            *text = text.trim_start_matches(' ').to_owned();
        }
        if let Some(Inline::Text(text)) = line.last_mut() {
            *text = text.trim_end_matches(' ').to_owned();
        }
        line.retain(|inline| !matches!(inline, Inline::Text(text) if text.is_empty()));
        if !line.is_empty() {
            blocks.push(Block::Paragraph(line));
        }
    };
    let last = pieces.len().saturating_sub(1);
    for (index, piece) in pieces.into_iter().enumerate() {
        match piece {
            Piece::Inline(inline) => line.push(inline),
            Piece::Formula(tex) => {
                paragraph(&mut line, blocks);
                blocks.push(Block::Formula { tex, goes_on: index < last });
            }
        }
    }
    paragraph(&mut line, blocks);
}

/// The text without the marks that were put into it.
fn unmarked(text: &str) -> String {
    text.chars().filter(|letter| *letter != flanking::MARK).collect()
}

fn one_line(tex: &str) -> String {
    tex.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_block(tag: &Tag) -> bool {
    !matches!(
        tag,
        Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::Image { .. }
    )
}
