//! The misère quotient of the heaps up to a size.

use super::arguments::{Solve, TableFormat};
use super::failure::Failure;
use super::solve::{play_name, position};
use super::{WELL, input, output};
use crate::answer::Game;
use crate::game::Position;
use crate::quotient::genus::Genera;
use crate::quotient::{Element, Limits, Presentation, Quotient, QuotientError};
use crate::source::Source;
use crate::text::Language;
use serde_json::{Value, json};
use std::fmt::Write;

/// Finds the quotient and writes it.
pub(super) fn run(options: &Solve, _source: &Source, game: &Game) -> Result<u8, Failure> {
    if options.format.is_list() {
        return Err(
            Failure::message("a misère quotient has no form in this format").with_help("use --format text or json")
        );
    }
    if !Quotient::serves(&game.rules, &game.facts) {
        return Err(Failure::message(QuotientError::OtherGame.to_string())
            .with_help("leave out --quotient, or choose a variant in misère play"));
    }
    let start = match (&options.start, options.max) {
        (None, Some(_)) => None,
        (start, _) => Some(input::needed_start(game, start.as_ref())?),
    };
    let largest = start.as_ref().map(|start| {
        Position::from_big(start).map(|start| start.largest()).ok_or_else(|| {
            Failure::message("a heap of the start is too large for its quotient").with_help("give a smaller --start")
        })
    });
    let max = match largest.transpose()? {
        Some(largest) => largest.max(options.max.unwrap_or(0)),
        None => options.max.unwrap_or(0),
    };
    let mut limits = Limits::default();
    if let Some(budget) = options.effort.budget {
        limits.positions = budget.positions;
    }
    let quotient = Quotient::new(&game.rules, &game.facts, max, &limits).map_err(|error| {
        let help = match &error {
            QuotientError::TooLarge { size, .. } => {
                format!("give a smaller size, as in --max {}", size.saturating_sub(1))
            }
            _ => "leave out --quotient".to_owned(),
        };
        Failure::message(error.to_string()).with_help(help)
    })?;
    let budget = options.effort.budget.unwrap_or_default();
    let genera = Genera::new(&game.rules, &game.facts, max, &budget, &mut ());
    let genera = genera.map_err(|error| Failure::message(error.to_string()))?;
    let genera = genera.expect("a game with a quotient is a sum of heaps that become smaller");
    let told = Told { game, quotient: &quotient, genera: &genera, start: start.as_deref() };
    let target = options.output.as_deref();
    if options.format == TableFormat::Json {
        output::json(target, &told.json())?;
    } else {
        output::text(target, &told.text())?;
    }
    Ok(WELL)
}

struct Told<'a> {
    game: &'a Game,
    quotient: &'a Quotient,
    genera: &'a Genera,
    start: Option<&'a [num_bigint::BigUint]>,
}

impl Told<'_> {
    fn form(&self, element: Element) -> String {
        Presentation::text(&self.quotient.presentation().forms[element])
    }

    fn start_value(&self) -> Option<Element> {
        self.quotient.value_of(Position::from_big(self.start?)?.sizes())
    }

    /// Whether a heap is wild, or else fickle or firm.
    fn kind(&self, size: u64) -> &'static str {
        match self.genera.of_heap(size) {
            None => "wild",
            Some(value) if value.firm => "firm",
            Some(_) => "fickle",
        }
    }

    /// The generators with the smallest heap of each.
    fn generators(&self) -> Vec<(String, u64)> {
        let elements = self.quotient.presentation().generators.iter().enumerate();
        elements.filter_map(|(at, one)| Some((Presentation::name(at), self.quotient.heap_of(*one)?))).collect()
    }

    /// Plain text that is Markdown as well.
    fn text(&self) -> String {
        let (quotient, rules) = (self.quotient, &self.game.rules);
        let (max, order) = (quotient.max, quotient.order());
        let portion: Vec<String> = quotient.p_portion().into_iter().map(|element| self.form(element)).collect();
        let mut text = format!("# {}: the misère quotient of heaps up to {max}\n\n", rules.name.get(Language::En));
        let relations: Vec<String> = quotient
            .presentation()
            .relations
            .iter()
            .map(|one| format!("{} = {}", Presentation::text(&one.product), Presentation::text(&one.form)))
            .collect();
        let generators: Vec<String> =
            self.generators().iter().map(|(name, size)| format!("{name} (a heap of {size})")).collect();
        let _ = write!(
            text,
            "Order: {order}\n\n\
             Known: proved for sums of any number of heaps of at most {max} tokens, by an examination of {} pairs of an \
             element and a set; nothing is said of larger heaps.\n\n\
             Generators: {}\n\n\
             Relations: {}\n\n\
             P-portion ({}): {}\n\n",
            quotient.pairs,
            listed(&generators),
            listed(&relations),
            portion.len(),
            listed(&portion)
        );
        if let (Some(start), Some(value)) = (self.start, self.start_value()) {
            let verdict = if quotient.is_p(value) { "in" } else { "not in" };
            let outcome = if quotient.is_p(value) { "P-position" } else { "N-position" };
            let start = super::solve::in_plain(start);
            let value = self.form(value);
            let article = if outcome == "P-position" { "a" } else { "an" };
            let _ =
                write!(text, "Start: {start} has the value {value}, {verdict} the P-portion: {article} {outcome}\n\n");
        }
        let wild: Vec<String> = self.genera.wild().iter().map(u64::to_string).collect();
        let _ = match wild.len() {
            0 => write!(text, "Tame: all heaps up to {max}\n\n"),
            _ => write!(text, "Tame: all heaps up to {max} but {}\n\n", wild.join(", ")),
        };
        text.push_str("| heap | value | genus | kind |\n|--:|:--|:--|:--|\n");
        for size in 0..=max {
            if let Some(value) = quotient.value(size) {
                let genus = self.genera.genus(size).map(|genus| genus.to_string()).unwrap_or_default();
                let _ = writeln!(text, "| {size} | {} | {genus} | {} |", self.form(value), self.kind(size));
            }
        }
        text
    }

    fn json(&self) -> Value {
        let (quotient, rules) = (self.quotient, &self.game.rules);
        let presentation = quotient.presentation();
        let generators: Vec<Value> =
            self.generators().into_iter().map(|(name, heap)| json!({"name": name, "heap": heap})).collect();
        let relations: Vec<Value> = presentation
            .relations
            .iter()
            .map(|one| json!([Presentation::text(&one.product), Presentation::text(&one.form)]))
            .collect();
        let elements: Vec<Value> = (0..quotient.order())
            .map(|one| json!({"value": self.form(one), "heaps": quotient.heaps_of(one), "p": quotient.is_p(one)}))
            .collect();
        let values: Vec<Value> =
            (0..=quotient.max).filter_map(|size| Some(json!([size, self.form(quotient.value(size)?)]))).collect();
        let genera: Vec<Value> = (0..=quotient.max)
            .map(|size| {
                let genus = self.genera.genus(size).map(|genus| genus.to_string());
                json!({"heap": size, "kind": self.kind(size), "genus": genus})
            })
            .collect();
        let mut object = json!({
            "game": rules.name.get(Language::En),
            "play": play_name(rules.play),
            "max": quotient.max,
            "status": "proved",
            "scope": format!("sums of any number of heaps of at most {} tokens", quotient.max),
            "order": quotient.order(),
            "p_count": quotient.p_portion().len(),
            "generators": generators,
            "relations": relations,
            "elements": elements,
            "values": values,
            "pairs": quotient.pairs,
            "all_tame": self.genera.wild().is_empty(),
            "genera": genera,
        });
        if let (Some(start), Some(value)) = (self.start, self.start_value()) {
            let outcome = if quotient.is_p(value) { "P" } else { "N" };
            object["start"] = json!({"position": position(start), "value": self.form(value), "outcome": outcome});
        }
        object
    }
}

fn listed(parts: &[String]) -> String {
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}
