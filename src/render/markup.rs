//! The tree of the neutral markup: what a page says, whatever format it is written in.
//!
//! The markup is CommonMark with these additions and limits.
//!
//! - Pipe tables, `$…$` for TeX within a line and `$$…$$` for a formula on lines of its own.
//! - Fenced divs. `::: kind {attribute="text" …}` at the start of a line opens a [block of its own kind](Block::Div), a line
//!   of three or more colons closes the innermost one. Attributes are inline markup themselves. Divs may hold divs; they
//!   can't stand inside lists or quotations.
//! - Emphasis works next to Chinese punctuation, as in `**规则。**桌上有三堆`, where CommonMark doesn't see its end.
//! - A line break within a paragraph is a space, between two Chinese characters nothing.
//! - `<strong>…</strong>` and `<em>…</em>` are emphasis too, `<br>` ends a line, `<span>` means nothing and comments are
//!   dropped: so the Markdown that is written can be read again. There is no other HTML, and there are no images.

/// How a column of a table is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// To the left, also where the table doesn't say.
    Left,
    /// In the centre.
    Center,
    /// To the right.
    Right,
}

/// A run of text and what stands within it.
pub type Line = Vec<Inline>;

/// A block: what stands on lines of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading; level 1 is the page's title.
    Heading {
        /// 1 to 6.
        level: u8,
        /// The text.
        content: Line,
    },
    /// A paragraph.
    Paragraph(Line),
    /// A formula on lines of its own. Where one stands within a paragraph, the paragraph is split.
    Formula {
        /// The TeX.
        tex: String,
        /// Whether the paragraph that it stands in goes on after it.
        goes_on: bool,
    },
    /// A list.
    List {
        /// The first item's number, if the items are numbered.
        start: Option<u64>,
        /// Whether no item is set off by blank lines.
        tight: bool,
        /// The items.
        items: Vec<Vec<Block>>,
    },
    /// A table.
    Table(Table),
    /// A quotation.
    Quote(Vec<Block>),
    /// Lines of code.
    Code {
        /// The language they are in, if it is named.
        language: String,
        /// The lines, each with its line break.
        text: String,
    },
    /// A rule between parts of a text.
    Rule,
    /// A fenced div.
    Div(Div),
}

/// A table; each row has a cell for each column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The columns' alignments.
    pub columns: Vec<Alignment>,
    /// The first row, which says what the columns hold.
    pub head: Vec<Line>,
    /// The other rows.
    pub rows: Vec<Vec<Line>>,
}

/// A block of a kind that formats draw in their own way, such as a theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Div {
    /// The kind: lower-case letters, digits and hyphens.
    pub kind: String,
    /// The attributes in the order given, each name once.
    pub attributes: Vec<(String, Line)>,
    /// What is in it.
    pub body: Vec<Block>,
}

/// What stands within a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Text; two never follow one another.
    Text(String),
    /// TeX for a formula.
    Math(String),
    /// Strong emphasis.
    Strong(Line),
    /// Emphasis.
    Emphasis(Line),
    /// Code.
    Code(String),
    /// A link.
    Link {
        /// Where it leads.
        target: String,
        /// What is shown.
        content: Line,
    },
    /// The end of a line that must end.
    Break,
}

/// The text of a line without its markup; formulas as TeX.
pub fn plain(line: &[Inline]) -> String {
    line.iter()
        .map(|inline| match inline {
            Inline::Text(text) | Inline::Math(text) | Inline::Code(text) => text.clone(),
            Inline::Strong(content) | Inline::Emphasis(content) | Inline::Link { content, .. } => plain(content),
            Inline::Break => " ".to_owned(),
        })
        .collect()
}

/// The character that a piece begins with, if it begins with text.
pub fn first_letter(inline: &Inline) -> Option<char> {
    match inline {
        Inline::Text(text) => text.chars().next(),
        Inline::Strong(content) | Inline::Emphasis(content) | Inline::Link { content, .. } => {
            content.first().and_then(first_letter)
        }
        Inline::Math(_) | Inline::Code(_) | Inline::Break => None,
    }
}

/// The character that a piece ends with, if it ends with text.
pub fn last_letter(inline: &Inline) -> Option<char> {
    match inline {
        Inline::Text(text) => text.chars().next_back(),
        Inline::Strong(content) | Inline::Emphasis(content) | Inline::Link { content, .. } => {
            content.last().and_then(last_letter)
        }
        Inline::Math(_) | Inline::Code(_) | Inline::Break => None,
    }
}

/// Whether a character belongs to Chinese, Japanese or Korean writing, its punctuation and full-width forms included.
pub fn is_cjk(letter: char) -> bool {
    matches!(letter,
        '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{312F}' | '\u{3130}'..='\u{33FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}'
        | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
}
