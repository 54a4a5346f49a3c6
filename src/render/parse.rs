//! Reads the neutral markup into its [tree](super::markup).

mod tree;

use super::flanking;
use super::markup::{Block, Div, Line};

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
        tree::blocks(&self.text, self.first_line)
    }
}

#[cfg(test)]
mod tests {
    use super::super::markup::Inline;
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
