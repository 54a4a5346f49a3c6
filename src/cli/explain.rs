//! `bouton explain`.

use super::arguments::Explain;
use super::failure::{Failure, answer_failure};
use super::progress::Line;
use super::{WELL, input, output};
use crate::explain::narrate;
use crate::render::{PageOptions, Renderer};

pub(super) fn run(options: &Explain) -> Result<u8, Failure> {
    let (source, mut game) = input::game_with_slice(&options.chosen, options.smallest, options.effort.quiet)?;
    let start = input::needed_start(&game, options.start.as_ref())?;
    let budget = options.effort.budget.unwrap_or_default();
    let answer = input::answer(&mut game, &start, &budget, &mut Line::new(options.effort.quiet))
        .map_err(|error| answer_failure(&source, &error))?;
    let document = narrate(&game, &answer, options.page.lang, options.detail.into());
    let target = options.page.output.as_deref();
    match options.to.rendered() {
        None => {
            let data = serde_json::to_value(&document);
            output::json(target, &data.expect("a document holds text, numbers and lists, which JSON can hold"))?;
        }
        Some(format) => {
            let page = PageOptions { fragment: options.page.fragment };
            let text = Renderer::new(options.page.lang, format, options.page.templates.as_deref())
                .and_then(|renderer| renderer.render("solution.md", &document, &page))
                .map_err(|error| Failure::message(error.to_string()))?;
            output::text(target, &text)?;
        }
    }
    Ok(WELL)
}
