//! Reads the neutral markup into its [tree](super::markup).

use super::flanking;
use super::markup::{Alignment, Block, Div, Inline, Line, Table, first_letter, is_cjk, last_letter};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};
use std::iter::Peekable;
use std::ops::Range;

/// Text that isn't correct markup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkupError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// Reads a page.
///
/// # Errors
///
/// If a fenced div is not closed, closed twice or badly opened, and if there is HTML or an image.
pub fn parse(text: &str) -> Result<Vec<Block>, MarkupError> {
    read(&flanking::mark(text))
}

/// Reads a page in which stars are emphasis only where CommonMark takes them for it, or [marks](flanking) help it.
pub(super) fn read(text: &str) -> Result<Vec<Block>, MarkupError> {
    let mut open: Vec<(usize, Div)> = Vec::new();
    let mut top = Vec::new();
    let mut chunk = Chunk { first_line: 1, text: String::new() };
    let mut code_fence: Option<&str> = None;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let fail = |message: String| MarkupError { line: number, message };
        let trimmed = line.trim();
        match code_fence {
            Some(fence) if trimmed.starts_with(fence) => code_fence = None,
            Some(_) => {}
            None => code_fence = ["```", "~~~"].into_iter().find(|fence| trimmed.starts_with(fence)),
        }
        if code_fence.is_some() || !trimmed.starts_with(":::") {
            chunk.text += line;
            chunk.text.push('\n');
            continue;
        }
        if line.starts_with([' ', '\t']) {
            return Err(fail(format!("`{trimmed}` must stand at the start of the line")));
        }
        let done = std::mem::replace(&mut chunk, Chunk { first_line: number + 1, text: String::new() });
        open.last_mut().map_or(&mut top, |(_, div)| &mut div.body).extend(done.blocks()?);
        let rest = trimmed.trim_start_matches(':').trim();
        if !rest.is_empty() {
            open.push((number, opening(rest, number)?));
        } else if let Some((_, div)) = open.pop() {
            open.last_mut().map_or(&mut top, |(_, outer)| &mut outer.body).push(Block::Div(div));
        } else {
            return Err(fail("this `:::` closes nothing".to_owned()));
        }
    }
    if let Some((line, div)) = open.pop() {
        return Err(MarkupError { line, message: format!("`::: {}` is never closed by a line of `:::`", div.kind) });
    }
    top.extend(chunk.blocks()?);
    Ok(top)
}

/// Reads what follows the colons of a div's first line: its kind, and its attributes in braces.
fn opening(text: &str, line: usize) -> Result<Div, MarkupError> {
    let fail = |message: String| MarkupError { line, message };
    let (kind, mut rest) = match text.split_once(|letter: char| letter.is_whitespace() || letter == '{') {
        Some((kind, _)) => (kind, text[kind.len()..].trim()),
        None => (text, ""),
    };
    if kind.is_empty()
        || !kind.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
    {
        return Err(fail(format!("a word such as `theorem` should follow `:::`, not `{text}`")));
    }
    let mut attributes: Vec<(String, Line)> = Vec::new();
    if !rest.is_empty() {
        rest = rest
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'))
            .ok_or_else(|| fail(format!("the attributes of `::: {kind}` should stand in braces, not `{rest}`")))?
            .trim();
    }
    while !rest.is_empty() {
        let malformed = || fail(format!("an attribute should look like name=\"text\", not `{rest}`"));
        let (name, value) = rest.split_once("=\"").ok_or_else(malformed)?;
        let end = closing_quote(value).ok_or_else(malformed)?;
        if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'))
        {
            return Err(malformed());
        }
        if attributes.iter().any(|(known, _)| known == name) {
            return Err(fail(format!("the attribute `{name}` is given twice")));
        }
        let blocks = Chunk { first_line: line, text: value[..end].to_owned() }.blocks()?;
        let content = match <[Block; 1]>::try_from(blocks) {
            Ok([Block::Paragraph(content)]) => content,
            Err(blocks) if blocks.is_empty() => Vec::new(),
            _ => return Err(fail(format!("the attribute `{name}` should be a line of text"))),
        };
        attributes.push((name.to_owned(), content));
        rest = value[end + 1..].trim_start();
    }
    Ok(Div { kind: kind.to_owned(), attributes, body: Vec::new() })
}

/// Where the next quotation mark without a backslash is.
fn closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().find_map(|(index, letter)| {
        let closes = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        closes.then_some(index)
    })
}

/// Lines without divs.
struct Chunk {
    first_line: usize,
    text: String,
}

impl Chunk {
    fn blocks(self) -> Result<Vec<Block>, MarkupError> {
        let options = Options::ENABLE_TABLES | Options::ENABLE_MATH;
        let events = Parser::new_ext(&self.text, options).into_offset_iter();
        Tree { events: events.peekable(), text: &self.text, first_line: self.first_line }.blocks()
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Inline {
        Inline::Text(text.to_owned())
    }

    fn strong(content: &str) -> Inline {
        Inline::Strong(vec![text(content)])
    }

    fn line(markup: &str) -> Line {
        match parse(markup).unwrap().as_slice() {
            [Block::Paragraph(line)] => line.clone(),
            blocks => panic!("one paragraph is wanted: {blocks:?}"),
        }
    }

    #[test]
    fn emphasis_next_to_chinese_punctuation() {
        assert_eq!(line("**规则。**三人"), [strong("规则。"), text("三人")]);
        assert_eq!(line("**定理**（Bouton，1901）"), [strong("定理"), text("（Bouton，1901）")]);
        assert_eq!(line("把**“余数”**相加"), [text("把"), strong("“余数”"), text("相加")]);
        assert_eq!(line("甲**（乙）**丙**丁。**戊").len(), 5);
        assert_eq!(line("甲*“乙”*丙"), [text("甲"), Inline::Emphasis(vec![text("“乙”")]), text("丙")]);
        assert_eq!(line("共**$n$**堆"), [text("共"), Inline::Strong(vec![Inline::Math("n".to_owned())]), text("堆")]);
    }

    #[test]
    fn lines_are_joined() {
        assert_eq!(line("one\ntwo"), [text("one two")]);
        assert_eq!(line("一\n二"), [text("一二")]);
        assert_eq!(line("一\n$n$"), [text("一 "), Inline::Math("n".to_owned())]);
        assert_eq!(line("**一**\n**二**"), [strong("一"), strong("二")]);
    }

    #[test]
    fn formulas_split_paragraphs() {
        let blocks = parse("so\n$$\na\n= b\n$$\nand").unwrap();
        let formula = Block::Formula { tex: "a\n= b".to_owned(), goes_on: true };
        assert_eq!(blocks, [Block::Paragraph(vec![text("so")]), formula, Block::Paragraph(vec![text("and")])]);
    }

    #[test]
    fn divs_nest_and_have_attributes() {
        let markup = "::: theorem {credit=\"a \\\"b\\\" *c*\" status=\"\"}\nx\n\n:::: proof\ny\n::::\n\nz\n:::\n";
        let blocks = parse(markup).unwrap();
        let [Block::Div(theorem)] = blocks.as_slice() else { panic!("{blocks:?}") };
        assert_eq!(theorem.kind, "theorem");
        let credit = vec![text("a \"b\" "), Inline::Emphasis(vec![text("c")])];
        assert_eq!(theorem.attributes, [("credit".to_owned(), credit), ("status".to_owned(), vec![])]);
        let proof = Div { kind: "proof".to_owned(), attributes: vec![], body: vec![Block::Paragraph(vec![text("y")])] };
        assert_eq!(theorem.body[1], Block::Div(proof));
        assert_eq!(theorem.body.len(), 3);
    }

    #[test]
    fn divs_in_code_are_code() {
        assert_eq!(parse("```\n::: theorem\n```\n").unwrap().len(), 1);
    }

    #[test]
    fn mistakes_are_placed() {
        for (markup, line, part) in [
            ("a\n\n::: theorem\nb\n", 3, "`::: theorem` is never closed"),
            ("a\n:::\n", 2, "closes nothing"),
            ("a\n\n  ::: theorem\n", 3, "start of the line"),
            ("::: Theorem\n:::\n", 1, "a word such as `theorem`"),
            ("::: theorem credit=x\n:::\n", 1, "in braces"),
            ("::: theorem {credit=x}\n:::\n", 1, "name=\"text\""),
            ("::: theorem {a=\"x\" a=\"y\"}\n:::\n", 1, "given twice"),
            ("::: theorem {a=\"# x\"}\n:::\n", 1, "a line of text"),
            ("a\n\n::: proof\nb\n\nc <b>d</b>\n:::\n", 6, "HTML"),
            ("a\n\n<div>\n", 3, "HTML"),
            ("a ![b](c)\n", 1, "images"),
            ("# a $$b$$\n", 1, "can't stand here"),
            ("a <strong>b\n", 1, "never closed by `</strong>`"),
            ("a </em> b\n", 1, "closes nothing"),
            ("- </em> b\n", 1, "closes nothing"),
        ] {
            let error = parse(markup).unwrap_err();
            assert!(error.line == line && error.message.contains(part), "{markup:?}: {error:?}");
        }
    }

    #[test]
    fn comments_are_dropped() {
        assert_eq!(line("a<!-- b --> c"), [text("a c")]);
        assert_eq!(parse("<!-- a\nb -->\n\nc\n").unwrap(), [Block::Paragraph(vec![text("c")])]);
    }
}
