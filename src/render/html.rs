//! Text and formulas in HTML.

use super::RenderError;
use pulldown_latex::config::DisplayMode;
use pulldown_latex::{Parser, RenderConfig, Storage, push_mathml};

/// `text` as HTML, within an element or an attribute.
pub(super) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(letter),
        }
    }
    out
}

/// A formula in MathML, on lines of its own if `display`.
///
/// # Errors
///
/// If the formula isn't correct TeX, or has commands that MathML can't be given for.
pub(super) fn math(tex: &str, display: bool) -> Result<String, RenderError> {
    let fail = |error: String| {
        // The parser draws the place under the formula; its first line says what is wrong.
        let first = error.lines().next().unwrap_or_default().trim().trim_end_matches(':').to_owned();
        let message = format!("the formula `{tex}` can't be written in MathML: {first}");
        RenderError { file: None, line: None, message }
    };
    let storage = Storage::new();
    let plain = tex.replace('<', "\\lt ").replace('>', "\\gt ");
    let events: Result<Vec<_>, _> = Parser::new(&plain, &storage).collect();
    let events = events.map_err(|error| fail(error.to_string()))?;
    let display_mode = if display { DisplayMode::Block } else { DisplayMode::Inline };
    let source = text(tex);
    let config = RenderConfig { display_mode, annotation: Some(&source), ..RenderConfig::default() };
    let mut out = String::new();
    let sound = events.into_iter().map(Ok::<_, std::convert::Infallible>);
    push_mathml(&mut out, sound, config).map_err(|error| fail(error.to_string()))?;
    // The signs themselves are written as they are, which HTML would take for tags.
    for (raw, escaped) in [("><</", ">&lt;</"), (">></", ">&gt;</"), (">&</", ">&amp;</")] {
        out = out.replace(raw, escaped);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(text("<script>\"&'"), "&lt;script&gt;&quot;&amp;'");
    }

    #[test]
    fn formulas_become_mathml() {
        let written = math("x_1 < 2", false).unwrap();
        assert!(written.starts_with("<math"), "{written}");
        assert!(written.contains("<msub>") && written.contains("&lt;"), "{written}");
        assert!(math("a>b \\& c", false).unwrap().contains("<mo>&gt;</mo>"));
        assert!(!math("a<b", false).unwrap().contains("<b"));
        assert!(math("x", true).unwrap().contains("display=\"block\""));
    }

    #[test]
    fn what_texts_of_games_use_can_be_written() {
        for tex in [
            "(3, 5, 7)",
            "10^{100}",
            "3 \\cdot 10^{99} + 7",
            "1234567890\\ldots 1234567890\\text{ (100 digits)}",
            "12\\ldots 34\\text{（共 100 位）}",
            "x_1 \\oplus \\dots \\oplus x_n \\ne 0",
            "x_i \\equiv 0 \\pmod{m+1}",
            "a \\bmod b",
            "\\lfloor n\\varphi \\rfloor",
            "\\lceil x \\rceil",
            "\\{a, b\\}",
            "|x| \\le 2",
            "\\sum_{i=1}^{n} x_i",
            "4k \\to 4r + 1",
            "\\varphi = \\frac{1 + \\sqrt{5}}{2}",
            "\\operatorname{mex} S",
            "\\begin{cases} 1 & a \\\\ 2 & b \\end{cases}",
            "\\begin{aligned} a &= b \\\\ &= c \\end{aligned}",
            "\\mathbb{N}",
            "a \\mid b",
            "x \\in S \\setminus T",
            "\\overline{abc}_2",
        ] {
            let written = math(tex, true).unwrap_or_else(|error| panic!("{error}"));
            assert!(!written.contains("merror"), "{tex}: {written}");
        }
    }

    #[test]
    fn a_bad_formula_is_an_error() {
        let error = math("\\nothing{x}", false).unwrap_err().to_string();
        assert!(error.starts_with("the formula `\\nothing{x}` can't be written in MathML: "), "{error}");
        assert!(math("{", false).is_err());
    }
}
