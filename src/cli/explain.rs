//! `bouton explain`.

use super::arguments::Explain;
use super::failure::{Failure, answer_failure};
use super::progress::Line;
use super::{WELL, input, output};
use crate::explain::narrate;
use crate::render::{Format, PageOptions, RenderError, Renderer};
use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};

/// The template of a whole solution.
const TEMPLATE: &str = "solution.md";

pub(super) fn run(options: &Explain) -> Result<u8, Failure> {
    // Reading the templates takes longer than solving a small game, and needs nothing of it.
    thread::scope(|scope| {
        let renderer = options.to.rendered().map(|format| scope.spawn(move || renderer(options, format)));
        explained(options, renderer)
    })
}

/// What comes of the thread that reads the templates.
type Reading<'scope> = ScopedJoinHandle<'scope, Result<Renderer, RenderError>>;

fn renderer(options: &Explain, format: Format) -> Result<Renderer, RenderError> {
    let renderer = Renderer::new(options.page.lang, format, options.page.templates.as_deref())?;
    renderer.prepare(TEMPLATE)?;
    Ok(renderer)
}

fn explained(options: &Explain, renderer: Option<Reading<'_>>) -> Result<u8, Failure> {
    let (source, mut game) = input::game_with_slice(&options.chosen, options.smallest, options.effort.quiet)?;
    let start = input::needed_start(&game, options.start.as_ref())?;
    let budget = options.effort.budget.unwrap_or_default();
    let answer = input::answer(&mut game, &start, &budget, &mut Line::new(options.effort.quiet))
        .map_err(|error| answer_failure(&source, &error))?;
    let document = narrate(&game, &answer, options.page.lang, options.detail.into());
    let target = options.page.output.as_deref();
    match renderer {
        None => {
            let data = serde_json::to_value(&document);
            output::json(target, &data.expect("a document holds text, numbers and lists, which JSON can hold"))?;
        }
        Some(renderer) => {
            let failure = |error: RenderError| Failure::message(error.to_string());
            let renderer = renderer.join().unwrap_or_else(|panic| resume_unwind(panic)).map_err(failure)?;
            let page = PageOptions { fragment: options.page.fragment };
            output::text(target, &renderer.render(TEMPLATE, &document, &page).map_err(failure)?)?;
            // The program ends here, and its memory with it; to give that back piece by piece takes a while.
            std::mem::forget(renderer);
        }
    }
    std::mem::forget((game, answer, document));
    Ok(WELL)
}
