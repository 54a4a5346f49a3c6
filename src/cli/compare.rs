//! `bouton compare`.

use super::arguments::Compare;
use super::failure::{Failure, answer_failure, explore_failure};
use super::progress::Line;
use super::solve::{play_name, position, winning_texts};
use super::{WELL, input, output};
use crate::compare::{CompareError, Comparison, chosen_max, compare};
use crate::game::Position;
use crate::render::{PageOptions, Renderer};
use crate::rules::Choices;
use crate::source::Source;
use crate::text::Language;
use serde_json::{Value, json};

pub(super) fn run(options: &Compare) -> Result<u8, Failure> {
    let mut games = Vec::new();
    let mut sources: Vec<Source> = Vec::new();
    for file in &options.files {
        let parsed = input::parse(file)?;
        let choices = Choices { variant: None, set: options.set.clone() };
        let loaded = parsed.load(options.game.as_deref(), &choices)?;
        input::warn(&loaded, options.effort.quiet);
        let variants = parsed.variants(options.game.as_deref());
        games.extend(loaded.games);
        for variant in variants {
            let choices = Choices { variant: Some(variant), set: options.set.clone() };
            games.extend(parsed.load(options.game.as_deref(), &choices)?.games);
        }
        sources.push(loaded.source);
    }
    for game in &mut games {
        let effort = input::with_cases(game);
        game.seek_proof(effort);
    }
    if games.len() < 2 {
        return Err(Failure::message("there is only one game to compare")
            .with_help("give several files, or a file whose game has variants"));
    }
    let start = options.start.as_ref().map(|sizes| sizes.0.as_slice());
    if let Some(start) = start
        && games.iter().all(|game| game.rules.heaps != start.len())
    {
        return Err(Failure::message(format!("--start gives {} heaps, which no game has", start.len())));
    }
    let max = options.max.unwrap_or_else(|| chosen_max(&games));
    let budget = options.effort.budget.unwrap_or_default();
    let comparison = compare(games, start, max, &budget, &mut Line::new(options.effort.quiet))
        .map_err(|error| failure(&sources, &error))?;
    let target = options.page.output.as_deref();
    match options.to.rendered() {
        None => output::json(target, &json(&comparison))?,
        Some(format) => {
            let data = serde_json::to_value(comparison.page(options.page.lang))
                .expect("a page holds text, numbers and lists, which JSON can hold");
            let page = PageOptions { fragment: options.page.fragment };
            let text = Renderer::new(options.page.lang, format, options.page.templates.as_deref())
                .and_then(|renderer| renderer.render("comparison.md", &data, &page))
                .map_err(|error| Failure::message(error.to_string()))?;
            output::text(target, &text)?;
        }
    }
    Ok(WELL)
}

/// The failure of a comparison; a rule that has no meaning is underlined where there is one file alone.
fn failure(sources: &[Source], error: &CompareError) -> Failure {
    let [source] = sources else { return Failure::message(error.to_string()) };
    match error {
        CompareError::Answer(error) => answer_failure(source, error),
        CompareError::Explore(error) => explore_failure(source, error),
    }
}

fn json(comparison: &Comparison) -> Value {
    let positions = |list: &[Position]| -> Vec<Value> { list.iter().map(|one| json!(one.sizes())).collect() };
    let games: Vec<Value> = comparison
        .contestants
        .iter()
        .map(|one| {
            let rules = &one.game.rules;
            let start = one.answer.as_ref().map(|answer| {
                let moves: Vec<Value> = answer
                    .winning
                    .iter()
                    .zip(winning_texts(&one.game, answer))
                    .map(|(to, text)| json!({"position": position(to), "move": text}))
                    .collect();
                json!({
                    "position": position(&answer.position),
                    "outcome": answer.outcome,
                    "grundy": answer.grundy,
                    "winning_moves": moves,
                })
            });
            let listed: Vec<Position> = one.table.p_positions().collect();
            json!({
                "game": rules.name.get(Language::En),
                "variant": rules.variant.as_ref().map(|name| name.get(Language::En)),
                "heaps": rules.heaps,
                "play": play_name(rules.play),
                "theorem": one.game.theorem().map(|theorem| json!({"id": theorem.id(), "status": "proved"})),
                "start": start,
                "order": if one.game.facts.alike { "ascending" } else { "in place" },
                "positions": one.table.positions().count(),
                "p_positions": positions(&listed),
            })
        })
        .collect();
    let differences: Vec<Value> = comparison
        .differences
        .iter()
        .map(|one| {
            json!({
                "games": [one.games.0, one.games.1],
                "order": if one.ascending { "ascending" } else { "in place" },
                "shared": positions(&one.shared),
                "only_first": positions(&one.only_first),
                "only_second": positions(&one.only_second),
                "first_difference": one.first_difference.as_ref().map(|(position, first, second)| {
                    json!({"position": position.sizes(), "outcomes": [first, second]})
                }),
            })
        })
        .collect();
    json!({"max": comparison.max, "games": games, "differences": differences})
}
