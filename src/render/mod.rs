//! From a template and what it speaks of to a page of Markdown, LaTeX, HTML or plain text.
//!
//! # The two steps
//!
//! A *prose template* (`templates/<language>/solution.md` and its like) is filled in by tera. What comes out is a small
//! neutral markup, the same for every format: CommonMark with pipe tables, `$…$` and `$$…$$` for TeX, and fenced divs
//!
//! ```text
//! ::: theorem {credit="Bouton, 1901" status="proved for every number of heaps and every size"}
//! body
//! :::
//! ```
//!
//! [`markup`] defines its tree of blocks and inlines, [`parse`] reads it. Then the *format's templates*
//! (`templates/format/<format>/`), one for each kind of block and inline, write the tree out.
//!
//! # What a prose template may use
//!
//! - `{{ name }}` comes out as that literal text, whatever it holds: [`escape`] says how. Numbers and positions such as
//!   `(3, 5, 7)` are left as they are, so that they can stand inside `$…$`.
//! - Numbers of any size as they come: a page shortens those of more than 15 digits, in text and in formulas.
//! - The filters of [`filters`], which know the language.
//! - `{% include "rules.md" %}`: names are relative to the language's folder. A name may hold variables in braces, as in
//!   `{% include "theorem/{theorem.id}/idea.md" %}`: the template that is meant depends on their values.
//!
//! # A folder of the user's own
//!
//! A folder laid out like `templates/` may replace any of its files, and hold as few of them as it likes. A file that
//! replaces none and that none includes is an error, as it would have no effect.

pub mod error;
pub mod escape;
pub mod filters;
pub mod markup;
pub mod parse;

mod flanking;
mod html;
mod latex;
mod markdown;
mod shorten;
mod templates;
mod terminal;
mod words;
mod write;

#[cfg(test)]
mod properties;

pub use error::RenderError;

use crate::text::Language;
use serde::Serialize;
use std::path::Path;
use templates::{Sources, Templates};
use words::Words;

/// A format that pages are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Markdown as GitHub, mdBook (with mdbook-katex) and pandoc read it.
    Markdown,
    /// LaTeX for XeLaTeX.
    Latex,
    /// HTML with MathML, a page that needs no other file.
    Html,
    /// Plain text for a terminal, formulas in Unicode.
    Text,
}

impl Format {
    /// Every format, in the order in which they are listed.
    pub const ALL: [Format; 4] = [Format::Markdown, Format::Latex, Format::Html, Format::Text];

    /// The name of the format's folder of templates.
    pub fn folder(self) -> &'static str {
        match self {
            Format::Markdown => "markdown",
            Format::Latex => "latex",
            Format::Html => "html",
            Format::Text => "text",
        }
    }

    /// How the names of the format's templates end.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Format::Markdown => "md",
            Format::Latex => "tex",
            Format::Html => "html",
            Format::Text => "txt",
        }
    }
}

/// How a page is to be laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageOptions {
    /// A piece to be included in a larger document rather than a document of its own. In LaTeX that is one without
    /// preamble, which says in a comment what the including document's preamble needs.
    pub fragment: bool,
}

/// Writes pages in one language and one format.
pub struct Renderer {
    prose: Templates,
    format_templates: Templates,
    words: Words,
    format: Format,
    language: Language,
}

impl Renderer {
    /// A renderer with the program's own templates, or with those of the folder `user` where it has them.
    ///
    /// # Errors
    ///
    /// If a template can't be read or isn't correct, or if a file of the user's replaces nothing.
    pub fn new(language: Language, format: Format, user: Option<&Path>) -> Result<Renderer, RenderError> {
        Renderer::with(&Sources::load(user)?, language, format)
    }

    fn with(sources: &Sources, language: Language, format: Format) -> Result<Renderer, RenderError> {
        let words = Words::read(sources, language)?;
        Ok(Renderer {
            prose: sources.prose(language)?,
            format_templates: sources.format(format, language, &words)?,
            words,
            format,
            language,
        })
    }

    /// Parses what a prose template needs whatever it is filled in with, so that this is done when it is rendered; without
    /// this, all is parsed then.
    ///
    /// # Errors
    ///
    /// If one of these templates isn't correct.
    pub fn prepare(&self, template: &str) -> Result<(), RenderError> {
        self.prose.parse_for(template, None)
    }

    /// Fills in the prose template named `template` (relative to the language's folder, as in `solution.md`).
    ///
    /// # Errors
    ///
    /// If there is no such template, if it asks for something that `context` doesn't have, if `context` is no object, or if
    /// what it gives isn't correct markup.
    pub fn render(
        &self,
        template: &str,
        context: &impl Serialize,
        options: &PageOptions,
    ) -> Result<String, RenderError> {
        let markup = self.prose(template, context)?;
        self.page(&markup, options).map_err(|error| match (&error.file, error.line) {
            (Some(_), _) => error,
            (None, Some(line)) => RenderError {
                file: Some(self.prose.file(template)),
                line: None,
                message: format!("line {line} of what this template gives: {}", error.message),
            },
            (None, None) => RenderError { file: Some(self.prose.file(template)), ..error },
        })
    }

    /// Writes a page that is given in the [neutral markup](markup).
    ///
    /// # Errors
    ///
    /// If the markup isn't correct; the error then has no file, and the line is the markup's.
    pub fn page(&self, markup: &str, options: &PageOptions) -> Result<String, RenderError> {
        let fail =
            |error: parse::MarkupError| RenderError { file: None, line: Some(error.line), message: error.message };
        let mut blocks = parse::parse(markup).map_err(fail)?;
        shorten::blocks(&mut blocks, self.language);
        write::Writer::new(&self.format_templates, &self.words, self.format).page(&blocks, options)
    }

    /// What the prose template gives, in the neutral markup.
    ///
    /// # Errors
    ///
    /// If there is no such template, or if it asks for something that `context` doesn't have.
    pub fn prose(&self, template: &str, context: &impl Serialize) -> Result<String, RenderError> {
        self.prose.render(template, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// Renders a template that the user has written.
    fn render(template: &str, context: &Value) -> Result<String, String> {
        let mut sources = Sources::load(None).unwrap();
        sources.add("en/sample.md", "own/en/sample.md", template);
        let renderer = Renderer::with(&sources, Language::En, Format::Latex).map_err(|error| error.to_string())?;
        let page = renderer.render("sample.md", context, &PageOptions { fragment: true });
        page.map_err(|error| error.to_string())
    }

    #[test]
    fn a_template_is_filled_in_and_written() {
        let template =
            "::: proof\n{{ labels | enumerate | initial }}: ${{ start | tex }}$, ${{ big | number }}$.\n:::\n";
        let context = json!({"labels": ["red_1", "blue"], "start": ["3", "5"], "big": format!("1{}", "0".repeat(99))});
        let page = render(template, &context).unwrap();
        assert!(page.ends_with("\\begin{proof}\nRed\\_1 and blue: $(3, 5)$, $10^{99}$.\n\\end{proof}\n"), "{page}");
    }

    #[test]
    fn mistakes_name_the_template() {
        let said = |template| render(template, &json!({"n": 1})).unwrap_err();
        assert!(said("a\n\n{{ m }}\n").starts_with("own/en/sample.md:3: "));
        assert_eq!(
            said("{% for i in range(end=3) %}\n\n{% endfor %}::: proof\n"),
            "own/en/sample.md: line 7 of what this template gives: `::: proof` is never closed by a line of `:::`"
        );
        assert_eq!(
            said("::: prof\na\n:::\n"),
            "own/en/sample.md: `::: prof` has no name in words.json and no template `div/prof.tex`; did you mean `proof`?"
        );
    }
}
