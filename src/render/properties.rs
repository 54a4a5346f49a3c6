//! Properties of pages: any text comes out as it is, and the Markdown that is written reads as the same tree.

use super::markup::{Alignment, Block, Div, Inline, Line, Table, plain};
use super::{Format, PageOptions, Renderer, escape, markdown, parse, terminal, write};
use crate::text::Language;
use proptest::prelude::*;
use std::sync::LazyLock;
use unicode_width::UnicodeWidthStr;

static PLAIN: LazyLock<Renderer> = LazyLock::new(|| Renderer::new(Language::En, Format::Text, None).unwrap());
static ENGLISH: LazyLock<Renderer> = LazyLock::new(|| Renderer::new(Language::En, Format::Markdown, None).unwrap());

/// Writes Markdown and reads it again, by CommonMark's rules alone.
fn again(blocks: &[Block]) -> Result<Vec<Block>, String> {
    let writer = write::Writer::new(&ENGLISH.format_templates, &ENGLISH.words, Format::Markdown);
    let page = writer.page(blocks, &PageOptions::default()).map_err(|error| error.to_string())?;
    parse::read(&page).map_err(|error| format!("{error:?} in\n{page}"))
}

/// Text of the characters that Markdown, LaTeX and Chinese make difficult.
fn difficult() -> impl Strategy<Value = String> {
    let letter = prop_oneof![
        4 => proptest::char::range(' ', '~'),
        2 => proptest::sample::select("三堆。，“”（）：；…—ab12 *_$`|\\<&[!".chars().collect::<Vec<_>>()),
        1 => proptest::sample::select("🎲שلéЖ\u{301}\u{200d}\u{a0}\u{3000}ﬁ\u{2028}\n\t\u{0}\u{7f}\u{e000}".chars().collect::<Vec<_>>()),
    ];
    let whole = [
        "1. a",
        "1)",
        "- a",
        "+",
        "# a",
        "#",
        "> a",
        "```",
        "~~~",
        "---",
        "===",
        ":::",
        "::: proof",
        "|a|b|",
        "|---|",
        "$x$",
        "$$x$$",
        "`x`",
        "**a**",
        "__a__",
        "_a_",
        "*",
        "<script>alert(1)</script>",
        "<!-- a",
        "<b>",
        "&amp;",
        "&#35;",
        "[a](b)",
        "[a]: b",
        "![a](b)",
        "https://a.b",
        "\\input{x}",
        "\\",
        "a\\",
        "%",
        "{{ a }}",
        "{% a %}",
        "{{#include x}}",
        "\r\n",
        " ",
        "",
        "[^1]",
        "a\n\n# b",
        "    a",
        "\"",
        "a\" b=\"c",
        "}",
        "(3, 5, 7)",
        "-7",
        "a * b * c",
        "~~a~~",
        "[ ] a",
        "<strong>",
        "</em>",
        "<br>",
    ];
    prop_oneof![3 => proptest::collection::vec(letter, 0..12).prop_map(String::from_iter), 1 => proptest::sample::select(whole.to_vec()).prop_map(str::to_owned)]
}

/// What is left of a text when it is made one line.
fn folded(text: &str) -> String {
    let space = |letter: char| letter.is_control() || letter == ' ' || matches!(letter, '\u{2028}' | '\u{2029}');
    let visible: String = text.chars().filter(|letter| *letter != '\u{e000}').collect();
    visible.split(space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Formulas that lines hold.
const FORMULAS: &[&str] = &["x_1", "(3, 5, 7)", "a \\oplus b", "\\{a\\} < |b|", "(b)_2 * x_{3}", "a \\\\ b"];

fn inlines() -> impl Strategy<Value = Line> {
    let math = proptest::sample::select(FORMULAS);
    let leaf = prop_oneof![
        4 => difficult().prop_map(|text| Inline::Text(folded(&text))),
        1 => difficult().prop_map(|text| Inline::Code(folded(&text))),
        2 => math.prop_map(|tex| Inline::Math(tex.to_owned())),
    ];
    let nested = leaf.prop_recursive(3, 16, 4, |inner| {
        let content = proptest::collection::vec(inner, 1..4);
        prop_oneof![
            content.clone().prop_map(Inline::Strong),
            content.clone().prop_map(Inline::Emphasis),
            content.prop_map(|content| Inline::Link { target: "https://example.org/a_(b)".to_owned(), content }),
        ]
    });
    proptest::collection::vec(nested, 1..5)
}

/// The form of a line that doesn't depend on how it was put together: texts joined, no links within links, nothing empty,
/// no spaces at its ends or around formulas, formulas as Markdown has them.
fn normal(line: &[Inline], in_link: bool) -> Line {
    let mut out: Line = Vec::new();
    for inline in line {
        let pieces = match inline {
            Inline::Text(text) => vec![Inline::Text(text.clone())],
            Inline::Code(code) if code.trim().is_empty() => vec![],
            Inline::Code(code) => vec![Inline::Code(code.clone())],
            Inline::Math(tex) => vec![Inline::Math(markdown::math(tex))],
            Inline::Strong(content) => kept(Inline::Strong, normal(content, in_link)),
            Inline::Emphasis(content) => kept(Inline::Emphasis, normal(content, in_link)),
            Inline::Link { content, .. } if in_link => normal(content, true),
            Inline::Link { target, content } => {
                kept(|content| Inline::Link { target: target.clone(), content }, normal(content, true))
            }
            Inline::Break => vec![Inline::Break],
        };
        for piece in pieces {
            match (out.last_mut(), piece) {
                (Some(Inline::Text(before)), Inline::Text(text)) => before.push_str(&text),
                (_, piece) => out.push(piece),
            }
        }
    }
    for index in 0..out.len() {
        let formula =
            |at: Option<usize>| at.and_then(|at| out.get(at)).is_none_or(|near| matches!(near, Inline::Math(_)));
        let (before, after) = (formula(index.checked_sub(1)), formula(Some(index + 1)));
        if let Inline::Text(text) = &mut out[index] {
            let mut trimmed = text.as_str();
            if before {
                trimmed = trimmed.trim_start_matches(' ');
            }
            if after {
                trimmed = trimmed.trim_end_matches(' ');
            }
            *text = trimmed.to_owned();
        }
    }
    out.retain(|inline| !matches!(inline, Inline::Text(text) if text.is_empty()));
    out
}

fn kept(wrap: impl Fn(Line) -> Inline, content: Line) -> Line {
    if content.is_empty() { vec![] } else { vec![wrap(content)] }
}

fn normal_blocks(blocks: &[Block]) -> Vec<Block> {
    let block = |block: &Block| match block {
        Block::Paragraph(line) => Block::Paragraph(normal(line, false)),
        Block::Heading { level, content } => Block::Heading { level: *level, content: normal(content, false) },
        Block::List { start, tight, items } => {
            Block::List { start: *start, tight: *tight, items: items.iter().map(|item| normal_blocks(item)).collect() }
        }
        Block::Table(table) => {
            let row = |row: &Vec<Line>| row.iter().map(|cell| normal(cell, false)).collect::<Vec<_>>();
            let rows = table.rows.iter().map(row).collect();
            Block::Table(Table { columns: table.columns.clone(), head: row(&table.head), rows })
        }
        Block::Quote(blocks) => Block::Quote(normal_blocks(blocks)),
        other => other.clone(),
    };
    blocks.iter().map(block).filter(|block| !matches!(block, Block::Paragraph(line) if line.is_empty())).collect()
}

/// A page around some lines: each in every place that a line may stand in.
fn page(line: &Line, other: &Line) -> Vec<Block> {
    let paragraph = |line: &Line| Block::Paragraph(line.clone());
    vec![
        Block::Heading { level: 2, content: line.clone() },
        paragraph(line),
        Block::List { start: None, tight: true, items: vec![vec![paragraph(line)], vec![paragraph(other)]] },
        Block::Quote(vec![paragraph(line), paragraph(other)]),
        Block::List {
            start: Some(9),
            tight: false,
            items: vec![vec![paragraph(line), paragraph(other)], vec![paragraph(other)]],
        },
        Block::Table(Table {
            columns: vec![Alignment::Left, Alignment::Center],
            head: vec![line.clone(), other.clone()],
            rows: vec![vec![other.clone(), line.clone()]],
        }),
        Block::Code { language: "text".to_owned(), text: format!("{}\n", plain(line)) },
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is written in Markdown says what the tree says.
    #[test]
    fn markdown_is_read_as_it_was_meant(line in inlines(), other in inlines()) {
        let (line, other) = (normal(&line, false), normal(&other, false));
        prop_assume!(!line.is_empty() && !other.is_empty());
        let blocks = page(&line, &other);
        let read = again(&blocks).map_err(TestCaseError::fail)?;
        prop_assert_eq!(normal_blocks(&read), normal_blocks(&blocks));
    }

    /// Plain text holds every text, in lines that fit where they can be broken, and nothing that steers the terminal.
    #[test]
    fn plain_text_fits_its_page(line in inlines(), other in inlines()) {
        let mut blocks = page(&line, &other);
        let writer = || write::Writer::new(&PLAIN.format_templates, &PLAIN.words, Format::Text);
        let written = writer().page(&blocks, &PageOptions::default()).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(writer().page(&blocks, &PageOptions::default()).unwrap(), written.clone());
        prop_assert!(!written.contains(|letter: char| letter.is_control() && letter != '\n'), "{written:?}");
        let visible = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
        for text in line.iter().chain(&other) {
            if let Inline::Text(text) = text {
                let text: String = text.chars().filter(|letter| *letter != '\u{2028}').collect();
                prop_assert!(visible(&written).contains(&visible(&text)), "{text:?} in {written}");
            }
        }
        blocks.retain(|block| !matches!(block, Block::Table(_) | Block::Code { .. }));
        let written = writer().page(&blocks, &PageOptions::default()).unwrap();
        let texts = plain(&line) + &plain(&other);
        for line in written.lines() {
            // A short formula is not broken.
            let formulas = FORMULAS.iter().map(|tex| terminal::math(tex, false).replace('\u{a0}', " "));
            let tied = formulas.fold(line.to_owned(), |line, formula| line.replace(&formula, &formula.replace(' ', "")));
            let breaks = tied.trim_start().trim_start_matches(|letter| "- 90.1".contains(letter)).contains(' ');
            // In the page it can't be told from other spaces that no line is broken at this one.
            let breaks = breaks && !texts.contains('\u{a0}');
            prop_assert!(line.width() <= 80 || !breaks, "{line:?}");
        }
    }

    /// Any text that a template inserts is that text, in the tree and in the Markdown.
    #[test]
    fn inserted_text_is_literal(name in difficult()) {
        let literal = escape::literal(&name);
        let expected = folded(&name);
        let markup = format!(
            "# {literal}\n\n{literal}\n\nA {literal}, **b {literal} c**.\n\n- {literal}\n- x\n\n| a | {literal} |\n|---|---|\n| {literal} | b |\n\n\
             ::: theorem {{credit=\"{literal}\"}}\n{literal}\n:::\n"
        );
        let blocks = parse::parse(&markup).map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
        let mut expected_blocks = vec![
            Block::Heading { level: 1, content: text(&expected) },
            Block::Paragraph(text(&expected)),
            Block::Paragraph(vec![
                Inline::Text(format!("A {expected}, ")),
                Inline::Strong(text(&format!("b {expected} c").replace("  ", " "))),
                Inline::Text(".".to_owned()),
            ]),
            Block::List {
                start: None,
                tight: true,
                items: vec![vec![Block::Paragraph(text(&expected))], vec![Block::Paragraph(text("x"))]],
            },
            Block::Table(Table {
                columns: vec![Alignment::Left; 2],
                head: vec![text("a"), text(&expected)],
                rows: vec![vec![text(&expected), text("b")]],
            }),
            Block::Div(Div {
                kind: "theorem".to_owned(),
                attributes: vec![("credit".to_owned(), text(&expected))],
                body: vec![Block::Paragraph(text(&expected))],
            }),
        ];
        prop_assume!(!expected.is_empty());
        prop_assert_eq!(&blocks, &expected_blocks);
        // Markdown has no divs.
        expected_blocks.pop();
        let read = again(&expected_blocks).map_err(TestCaseError::fail)?;
        prop_assert_eq!(normal_blocks(&read), normal_blocks(&expected_blocks));
    }
}

fn text(text: &str) -> Line {
    if text.is_empty() { vec![] } else { vec![Inline::Text(text.to_owned())] }
}
