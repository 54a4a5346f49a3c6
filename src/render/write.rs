//! Writes a page's tree in a format, by the format's templates.
//!
//! Each kind of block and inline has a template, which gets what is in it ready written, so that nothing is escaped there.
//! Besides, each template knows `language` (`en`, `zh`) and `words` (of the language's `words.json`), and in plain text `room`,
//! the columns that there are for it.
//!
//! | template | gets |
//! |---|---|
//! | `heading` | `level` (1 to 6), `body` |
//! | `paragraph` | `body` |
//! | `formula` | `tex` (in HTML: MathML, in plain text: Unicode) |
//! | `list` | `ordered`, `start`, `tight`, `items`, `markers` (what plain text puts before each) |
//! | `table` | `columns` (each `alignment`: `left`, `center`, `right`; `width`: its part of the line, or null; `dashes`), `head`, `rows`, `size`, `long`; in plain text `head` and `rows` (of lines of padded cells), `rules` (of each column), `gap` |
//! | `quote` | `body` |
//! | `code_block` | `lines`, `language_of_code`, `fence` |
//! | `rule` | |
//! | `strong`, `emphasis` | `body`, `flanking` (whether Markdown's stars work here), `in_table` |
//! | `code` | `body` |
//! | `math` | `tex` (as in `formula`) |
//! | `link` | `body`, `target` |
//! | `break` | `in_table` |
//! | `div/KIND`, `div` for other kinds | `kind`, `name` (of the kind), the attributes, `body`; `lead` (the first paragraph, if it begins with one), `rest` (what follows), `open_end` (whether it ends with a paragraph); an attribute that isn't given is empty if it is `credit`, `status` or `title` |
//! | `document`, `fragment` | `title` (without markup), `body`, `preamble`, `kinds` (of divs in it), `chinese`, `other_script` and `links` (whether it has such), `standalone` |
//! | `preamble` (LaTeX) | as `document`, without `preamble` |

use super::markup::{Alignment, Block, Div, Inline, Line, Table, is_cjk, last_letter, plain};
use super::templates::Templates;
use super::words::Words;
use super::{Format, PageOptions, RenderError, html, latex, markdown, terminal};
use crate::diagnostics::nearest;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};

/// Attributes that templates may name although a div doesn't have them.
const OPTIONAL_ATTRIBUTES: [&str; 3] = ["credit", "status", "title"];

/// Columns of Markdown tables are lined up as long as no cell is wider than this.
const LINED_UP: usize = 32;

/// Writes one page.
pub(super) struct Writer<'a> {
    templates: &'a Templates,
    words: &'a Words,
    format: Format,
    kinds: RefCell<BTreeSet<String>>,
    /// The formulas that have been written within a text, each with what it became.
    formulas: RefCell<HashMap<String, String>>,
    /// How many columns there are for what is being written.
    room: Cell<usize>,
}

/// What stands around a line, as far as Markdown cares.
#[derive(Clone, Copy)]
struct Around {
    /// The character before.
    before: char,
    /// The character after.
    after: char,
    /// Whether it begins a block.
    start: bool,
    /// Whether it stands in a table.
    in_table: bool,
    /// Whether it stands within emphasis.
    emphasised: bool,
}

impl Around {
    const BLOCK: Around = Around { before: '\n', after: '\n', start: true, in_table: false, emphasised: false };
    const CELL: Around = Around { before: ' ', after: ' ', start: false, in_table: true, emphasised: false };
}

impl<'a> Writer<'a> {
    pub(super) fn new(templates: &'a Templates, words: &'a Words, format: Format) -> Writer<'a> {
        let (kinds, formulas) = (RefCell::default(), RefCell::default());
        Writer { templates, words, format, kinds, formulas, room: Cell::new(terminal::COLUMNS) }
    }

    /// The whole page.
    pub(super) fn page(&self, blocks: &[Block], options: &PageOptions) -> Result<String, RenderError> {
        let body = self.blocks(blocks)?;
        let title = blocks.iter().find_map(|block| match block {
            Block::Heading { level: 1, content } => Some(plain(content)),
            _ => None,
        });
        let title = title.unwrap_or_default();
        let mut context = json!({
            "title": self.text(&title, Around::CELL),
            "kinds": self.kinds.borrow().iter().collect::<Vec<_>>(),
            "chinese": body.chars().any(is_cjk),
            "other_script": body.contains("\\otherscript{"),
            "standalone": !options.fragment,
            "links": body.contains("\\href{"),
        });
        if self.format == Format::Latex {
            context["preamble"] = json!(self.fill("preamble", &context)?.trim_end());
        }
        context["body"] = json!(body);
        let page = self.fill(if options.fragment { "fragment" } else { "document" }, &context)?;
        if self.format == Format::Text {
            return Ok(terminal::finish(&page));
        }
        Ok(format!("{}\n", page.trim_end()))
    }

    /// Writes what is to be indented by so many columns.
    fn indented<T>(&self, columns: usize, write: impl FnOnce() -> T) -> T {
        let room = self.room.get();
        self.room.set(room.saturating_sub(columns).max(terminal::LEAST));
        let written = write();
        self.room.set(room);
        written
    }

    /// Blocks one after another.
    fn blocks(&self, blocks: &[Block]) -> Result<String, RenderError> {
        let mut out = String::new();
        for (index, block) in blocks.iter().enumerate() {
            if index > 0 {
                out.push_str(self.between(&blocks[index - 1], block));
            }
            out.push_str(self.block(block)?.trim_end_matches('\n'));
        }
        Ok(out)
    }

    /// What parts two blocks.
    fn between(&self, before: &Block, after: &Block) -> &'static str {
        match (self.format, before, after) {
            // A blank line would begin a paragraph.
            (Format::Latex, Block::Paragraph(_), Block::Formula { .. })
            | (Format::Latex, Block::Formula { goes_on: true, .. }, _) => "\n",
            (Format::Markdown, Block::List { start: one, .. }, Block::List { start: other, .. })
                if one.is_some() == other.is_some() =>
            {
                "\n\n<!-- -->\n\n"
            }
            _ => "\n\n",
        }
    }

    fn block(&self, block: &Block) -> Result<String, RenderError> {
        match block {
            Block::Heading { level, content } => {
                let body = self.line(content, Around { start: false, ..Around::BLOCK })?;
                self.fill("heading", &json!({"level": level, "body": body}))
            }
            Block::Paragraph(content) => self.fill("paragraph", &json!({"body": self.line(content, Around::BLOCK)?})),
            Block::Formula { tex, .. } => self.fill("formula", &json!({"tex": self.tex(tex, true)?})),
            Block::List { start, tight, items } => {
                let markers = terminal::markers(*start, items.len());
                let items = self.indented(markers.first().map_or(0, String::len), || {
                    items.iter().map(|item| self.item(item, *tight)).collect::<Result<Vec<_>, _>>()
                })?;
                let context = json!({
                    "ordered": start.is_some(), "start": start.unwrap_or(1), "tight": tight, "items": items,
                    "markers": markers,
                });
                self.fill("list", &context)
            }
            Block::Table(table) => self.table(table),
            Block::Quote(blocks) => {
                let body = self.indented(2 * terminal::QUOTE, || self.blocks(blocks))?;
                self.fill("quote", &json!({"body": body}))
            }
            Block::Code { language, text } => {
                let lines = match self.format {
                    Format::Markdown => text.lines().map(str::to_owned).collect(),
                    Format::Latex => latex::code_lines(text),
                    Format::Html => text.lines().map(html::text).collect(),
                    Format::Text => text.lines().map(terminal::text).collect(),
                };
                let fence = markdown::fence(text, 3);
                self.fill("code_block", &json!({"lines": lines, "language_of_code": language, "fence": fence}))
            }
            Block::Rule => self.fill("rule", &json!({})),
            Block::Div(div) => self.div(div),
        }
    }

    /// An item of a list; in a tight one no blank line parts a text from a list below it.
    fn item(&self, blocks: &[Block], tight: bool) -> Result<String, RenderError> {
        match blocks {
            [first @ Block::Paragraph(_), rest @ ..] if tight && matches!(rest, [Block::List { .. }, ..]) => {
                Ok(format!("{}\n{}", self.block(first)?.trim_end(), self.blocks(rest)?))
            }
            _ => self.blocks(blocks),
        }
    }

    fn table(&self, table: &Table) -> Result<String, RenderError> {
        let row =
            |cells: &Vec<Line>| cells.iter().map(|cell| self.line(cell, Around::CELL)).collect::<Result<Vec<_>, _>>();
        let mut head = row(&table.head)?;
        let mut rows = table.rows.iter().map(row).collect::<Result<Vec<_>, _>>()?;
        if self.format == Format::Text {
            return self.fill("table", &terminal::table(&table.columns, &head, &rows, self.room.get()));
        }
        let layout = latex::layout(table);
        let mut columns = Vec::new();
        for (column, alignment) in table.columns.iter().enumerate() {
            let mut cells: Vec<&mut String> =
                std::iter::once(&mut head).chain(&mut rows).filter_map(|row| row.get_mut(column)).collect();
            let mut widest = 3;
            if self.format == Format::Markdown {
                widest = cells.iter().map(|cell| markdown::width(cell)).max().unwrap_or(0).clamp(3, LINED_UP);
                cells.iter_mut().for_each(|cell| pad(cell, widest, *alignment));
            }
            columns.push(json!({
                "alignment": match alignment {
                    Alignment::Left => "left",
                    Alignment::Center => "center",
                    Alignment::Right => "right",
                },
                "width": layout.widths[column],
                "dashes": "-".repeat(widest - 2),
            }));
        }
        let context = json!({"columns": columns, "head": head, "rows": rows, "size": layout.size, "long": layout.long});
        self.fill("table", &context)
    }

    fn div(&self, div: &Div) -> Result<String, RenderError> {
        let own = format!("div/{}", div.kind);
        let template = if self.templates.contains(&self.file(&own)) { own.as_str() } else { "div" };
        let name = match self.words.get(&div.kind) {
            Some(name) => name,
            None if template == own => "",
            None => {
                let message =
                    format!("`::: {}` has no name in words.json and no template `{}`", div.kind, self.file(&own));
                let help = nearest(&div.kind, self.words.keys()).map(|near| format!("; did you mean `{near}`?"));
                return Err(RenderError { file: None, line: None, message: message + &help.unwrap_or_default() });
            }
        };
        self.kinds.borrow_mut().insert(div.kind.clone());
        let (lead, rest) = match div.body.split_first() {
            Some((Block::Paragraph(lead), rest)) => (self.line(lead, Around { start: false, ..Around::CELL })?, rest),
            _ => (String::new(), div.body.as_slice()),
        };
        let inside = |blocks: &[Block]| self.indented(terminal::DIV, || self.blocks(blocks));
        let mut context = json!({
            "kind": div.kind,
            "name": name,
            "body": inside(&div.body)?,
            "lead": lead,
            "rest": inside(rest)?,
            "open_end": matches!(div.body.last(), Some(Block::Paragraph(_))),
        });
        for attribute in OPTIONAL_ATTRIBUTES {
            context[attribute] = json!("");
        }
        for (name, content) in &div.attributes {
            context[name] = json!(self.line(content, Around { in_table: false, ..Around::CELL })?);
        }
        self.fill(template, &context)
    }

    /// Inlines one after another.
    fn line(&self, line: &[Inline], around: Around) -> Result<String, RenderError> {
        let mut out = String::new();
        for (index, inline) in line.iter().enumerate() {
            let here = Around {
                before: out.chars().next_back().unwrap_or(around.before),
                after: line.get(index + 1).map_or(around.after, first_letter),
                start: around.start && (out.is_empty() || out.ends_with('\n')),
                ..around
            };
            let mut piece = self.inline(inline, here)?;
            if self.format == Format::Latex && index > 0 && last_letter(&line[index - 1]).is_some_and(is_cjk) {
                piece = latex::after_chinese(piece);
            }
            let formula = |inline: &Inline| matches!(inline, Inline::Math(_));
            if self.format == Format::Text && index > 0 && (formula(inline) || formula(&line[index - 1])) {
                terminal::append_beside_formula(&mut out, &piece);
                continue;
            }
            if self.format == Format::Markdown {
                let formula_before = index > 0 && matches!(line[index - 1], Inline::Math(_));
                let letter = piece.chars().next().unwrap_or(' ');
                let space_before = index > 0 && matches!(inline, Inline::Math(_)) && !here.before.is_whitespace();
                // Backticks that meet would be taken for more of the same.
                if out.ends_with('`') && letter == '`' {
                    out.push_str("<span></span>");
                }
                if space_before || (formula_before && markdown::needs_space(letter)) {
                    out.push(' ');
                }
            }
            out += &piece;
        }
        Ok(out)
    }

    fn inline(&self, inline: &Inline, around: Around) -> Result<String, RenderError> {
        // What stands inside stars.
        let inside = Around { before: '*', after: '*', start: false, emphasised: true, ..around };
        let written = match inline {
            Inline::Text(text) => return Ok(self.text(text, around)),
            Inline::Math(tex) => return self.formula(tex),
            Inline::Strong(content) | Inline::Emphasis(content) => {
                let body = self.line(content, inside)?;
                let flanking = !around.emphasised && markdown::flanks(around.before, &body, around.after);
                let template = if matches!(inline, Inline::Strong(_)) { "strong" } else { "emphasis" };
                self.fill(template, &json!({"body": body, "flanking": flanking, "in_table": around.in_table}))
            }
            Inline::Code(code) => {
                let body = match self.format {
                    Format::Markdown => markdown::code(code, around.in_table),
                    Format::Latex => latex::text(code),
                    Format::Html => html::text(code),
                    Format::Text => terminal::text(code),
                };
                self.fill("code", &json!({"body": body}))
            }
            Inline::Link { target, content } => {
                let body = self.line(content, Around { before: '[', after: ']', start: false, ..around })?;
                let target = match self.format {
                    Format::Markdown => markdown::target(target),
                    Format::Latex => latex::target(target),
                    Format::Html => html::text(target),
                    Format::Text => terminal::text(target),
                };
                self.fill("link", &json!({"body": body, "target": target}))
            }
            Inline::Break => return self.fill("break", &json!({"in_table": around.in_table})),
        };
        Ok(written?.trim_end_matches('\n').to_owned())
    }

    /// A formula in a text, of which a page has many that are the same.
    fn formula(&self, tex: &str) -> Result<String, RenderError> {
        if let Some(known) = self.formulas.borrow().get(tex) {
            return Ok(known.clone());
        }
        let written = self.fill("math", &json!({"tex": self.tex(tex, false)?}))?.trim_end_matches('\n').to_owned();
        // In a terminal the template is told how much room there is, which is not the same everywhere.
        if self.format != Format::Text {
            self.formulas.borrow_mut().insert(tex.to_owned(), written.clone());
        }
        Ok(written)
    }

    fn text(&self, text: &str, around: Around) -> String {
        match self.format {
            Format::Markdown => markdown::text(text, around.start, around.after),
            Format::Latex => latex::text(text),
            Format::Html => html::text(text),
            Format::Text => terminal::text(text),
        }
    }

    fn tex(&self, tex: &str, display: bool) -> Result<String, RenderError> {
        Ok(match self.format {
            Format::Markdown => markdown::math(tex),
            Format::Latex => latex::math(tex),
            Format::Html => html::math(tex, display)?,
            Format::Text => terminal::math(tex, display),
        })
    }

    /// The file of the template for a kind of block or inline.
    fn file(&self, kind: &str) -> String {
        format!("{kind}.{}", self.format.extension())
    }

    /// Fills in a template of the format.
    fn fill(&self, template: &str, context: &Value) -> Result<String, RenderError> {
        if self.format == Format::Text {
            let mut context = context.clone();
            context["room"] = json!(self.room.get());
            return self.templates.render(&self.file(template), &context);
        }
        self.templates.render(&self.file(template), context)
    }
}

/// Fills a cell up with spaces.
fn pad(cell: &mut String, width: usize, alignment: Alignment) {
    let missing = width.saturating_sub(markdown::width(cell));
    let before = match alignment {
        Alignment::Left => 0,
        Alignment::Center => missing / 2,
        Alignment::Right => missing,
    };
    *cell = format!("{}{cell}{}", " ".repeat(before), " ".repeat(missing - before));
}

/// The character with which an inline begins in Markdown, as far as its neighbours care.
fn first_letter(inline: &Inline) -> char {
    match inline {
        Inline::Text(text) => text.chars().next().unwrap_or(' '),
        Inline::Math(_) => '$',
        Inline::Strong(_) | Inline::Emphasis(_) => '*',
        Inline::Code(_) => '`',
        Inline::Link { .. } => '[',
        Inline::Break => '\n',
    }
}
