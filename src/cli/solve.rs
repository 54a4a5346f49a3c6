//! `bouton solve`.

use super::arguments::{Solve, TableFormat};
use super::failure::{Failure, answer_failure, explore_failure};
use super::progress::Line;
use super::{WELL, input, output};
use crate::answer::{Answer, Game, How};
use crate::explain::moves::{Teller, in_words, round_of_moves};
use crate::explain::plain;
use crate::game::Position;
use crate::solve::{Outcome, Table};
use crate::syntax::tree::Play;
use crate::text::Language;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// What has been found out.
struct Found {
    game: Game,
    answer: Option<Answer>,
    table: Option<Table>,
    grundy: Option<Vec<(Position, u32)>>,
}

pub(super) fn run(options: &Solve) -> Result<u8, Failure> {
    let (source, mut game) = input::game_with_slice(&options.chosen, options.smallest, options.effort.quiet)?;
    let budget = options.effort.budget.unwrap_or_default();
    let listed = matches!(options.format, TableFormat::Csv | TableFormat::Bfile);
    if listed && options.max.is_none() {
        return Err(Failure::message("this format lists positions up to a size").with_help("say which, as in --max 20"));
    }
    if listed && options.start.is_some() {
        return Err(Failure::message("this format lists positions, and has no place for the answer of one start")
            .with_help("leave out --start, or use --format json"));
    }
    let wants_start = !listed && (options.start.is_some() || options.max.is_none());
    let answer = if wants_start {
        let start = input::needed_start(&game, options.start.as_ref())?;
        let answer = input::answer(&mut game, &start, &budget, &mut Line::new(options.effort.quiet));
        Some(answer.map_err(|error| answer_failure(&source, &error))?)
    } else {
        None
    };
    let table = match options.max {
        None => None,
        Some(max) => {
            let table = Table::new(&game.rules, &game.facts, max, &budget, &mut Line::new(options.effort.quiet));
            Some(table.map_err(|error| explore_failure(&source, &error))?)
        }
    };
    let grundy = match (&table, options.grundy) {
        (_, true) if game.rules.play == Play::Misere => {
            return Err(Failure::message("Grundy values are defined for normal play, and this is misère play")
                .with_help("leave out --grundy, or choose a variant in normal play"));
        }
        (_, true) if game.rules.wins.is_some() => {
            return Err(Failure::message(
                "Grundy values are defined where the player who cannot move loses, and here a condition says who wins",
            )
            .with_help("leave out --grundy"));
        }
        (Some(table), true) => {
            Some(table.grundy().ok_or_else(|| Failure::message(ENDLESS).with_help("leave out --grundy"))?)
        }
        (None, true) if answer.as_ref().is_some_and(can_go_on) => {
            return Err(Failure::message(ENDLESS).with_help("leave out --grundy"));
        }
        (None, true) if answer.as_ref().is_some_and(|answer| answer.grundy.is_none()) => {
            return Err(Failure::message("the Grundy value of this start is not known: its move graph is too large")
                .with_help("give a smaller --start"));
        }
        _ => None,
    };
    let found = Found { game, answer, table, grundy };
    let target = options.output.as_deref();
    match options.format {
        TableFormat::Json => output::json(target, &found.json())?,
        TableFormat::Text => output::write(target, |out| found.text(out, options.grundy))?,
        TableFormat::Csv => output::write(target, |out| found.csv(out))?,
        TableFormat::Bfile => {
            if found.game.rules.heaps != 1 {
                return Err(Failure::message(format!(
                    "a b-file lists one number a line, and a position of this game has {}",
                    found.game.rules.heaps
                ))
                .with_help("use --format csv or json"));
            }
            output::write(target, |out| found.bfile(out))?;
        }
    }
    Ok(WELL)
}

/// Why there are no Grundy values although play is normal.
const ENDLESS: &str =
    "this game has no Grundy values: they are defined where play always ends, and here it can go on for ever";

/// Whether play from an explored start can go on for ever.
fn can_go_on(answer: &Answer) -> bool {
    answer.explored.as_ref().is_some_and(|(graph, _)| graph.options_first().is_none())
}

/// A natural number as JSON: a number, or text above what every reader holds exactly.
pub(super) fn number(value: &BigUint) -> Value {
    match value.to_u64() {
        Some(small) if small <= 1 << 53 => json!(small),
        _ => json!(value.to_string()),
    }
}

/// A position as JSON.
pub(super) fn position(sizes: &[BigUint]) -> Value {
    Value::Array(sizes.iter().map(number).collect())
}

/// A position as plain text.
pub(super) fn in_plain(sizes: &[BigUint]) -> String {
    let sizes: Vec<String> = sizes.iter().map(BigUint::to_string).collect();
    format!("({})", sizes.join(", "))
}

/// The name of a heap in plain text.
pub(super) fn heap_name(game: &Game, heap: usize) -> String {
    match game.rules.heap_name(heap) {
        Some(name) => name.get(Language::En).to_owned(),
        None if game.rules.heaps == 1 => "the heap".to_owned(),
        None => format!("heap {}", heap + 1),
    }
}

/// A move in plain text: `take 1 from red`.
pub(super) fn move_text(game: &Game, from: &[BigUint], to: &[BigUint]) -> String {
    plain::text(&in_words(&game.rules, from, to, Language::En))
}

/// The winning moves of an answer in plain text, in their order.
pub(super) fn winning_texts(game: &Game, answer: &Answer) -> Vec<String> {
    Teller::new(game, Language::En).every_winning(answer).iter().map(plain::text).collect()
}

pub(super) fn play_name(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal",
        Play::Misere => "misere",
    }
}

impl Found {
    fn json(&self) -> Value {
        let rules = &self.game.rules;
        let mut object = Map::new();
        object.insert("game".to_owned(), json!(rules.name.get(Language::En)));
        if let Some(variant) = &rules.variant {
            object.insert("variant".to_owned(), json!(variant.get(Language::En)));
        }
        object.insert("heaps".to_owned(), json!(rules.heaps));
        object.insert("play".to_owned(), json!(play_name(rules.play)));
        if let Some(answer) = &self.answer {
            let moves: Vec<Value> = answer
                .winning
                .iter()
                .zip(winning_texts(&self.game, answer))
                .map(|(to, text)| json!({"position": position(to), "move": text}))
                .collect();
            let mut start = Map::new();
            start.insert("position".to_owned(), position(&answer.position));
            start.insert("outcome".to_owned(), json!(answer.outcome));
            start.insert("grundy".to_owned(), json!(answer.grundy));
            start.insert("winning_moves".to_owned(), Value::Array(moves));
            if !answer.complete {
                start.insert("more_winning_moves".to_owned(), json!(true));
            }
            start.insert("how".to_owned(), json!(how(&answer.how)));
            object.insert("start".to_owned(), Value::Object(start));
        }
        if let Some(table) = &self.table {
            object.insert("max".to_owned(), json!(table.max));
            object.insert("order".to_owned(), json!(self.order()));
            let positions: Vec<Value> = table.p_positions().map(|one| json!(one.sizes())).collect();
            object.insert("p_positions".to_owned(), Value::Array(positions));
        }
        if let Some(grundy) = &self.grundy {
            let values: Vec<Value> = grundy.iter().map(|(at, value)| json!([at.sizes(), value])).collect();
            object.insert("grundy".to_owned(), Value::Array(values));
        }
        Value::Object(object)
    }

    fn order(&self) -> &'static str {
        if self.game.facts.alike { "ascending" } else { "in place" }
    }

    fn text(&self, out: &mut dyn Write, with_grundy: bool) -> io::Result<()> {
        let rules = &self.game.rules;
        write!(out, "{}", rules.name.get(Language::En))?;
        if let Some(variant) = &rules.variant {
            write!(out, ", variant {}", variant.get(Language::En))?;
        }
        writeln!(out, " ({} play)", play_name(rules.play))?;
        if let Some(answer) = &self.answer {
            self.answer_text(out, answer, with_grundy)?;
        }
        if let Some(table) = &self.table {
            let order = if self.game.facts.alike && rules.heaps > 1 { ", heaps ascending" } else { "" };
            writeln!(out, "P-positions with heaps up to {}{order}:", table.max)?;
            for one in table.p_positions() {
                writeln!(out, "  {one}")?;
            }
        }
        if let Some(grundy) = &self.grundy {
            writeln!(out, "Grundy values:")?;
            for (at, value) in grundy {
                writeln!(out, "  {at} {value}")?;
            }
        }
        Ok(())
    }

    fn answer_text(&self, out: &mut dyn Write, answer: &Answer, with_grundy: bool) -> io::Result<()> {
        let verdict = match answer.outcome {
            Outcome::P => "a P-position: the player to move loses.",
            Outcome::N => "an N-position: the player to move wins.",
            Outcome::Draw => "a draw: neither player can force a win.",
        };
        writeln!(out, "{} is {verdict}", in_plain(&answer.position))?;
        if let (Some(value), true) = (answer.grundy, with_grundy) {
            writeln!(out, "Its Grundy value is {value}.")?;
        }
        for (to, text) in answer.winning.iter().zip(winning_texts(&self.game, answer)) {
            writeln!(out, "  {text}, leaving {}", in_plain(to))?;
        }
        if let Some(round) = round_of_moves(&self.game, answer, Language::En) {
            writeln!(out, "  Play can go on for ever, for instance so:")?;
            for (number, (made, to)) in round.iter().enumerate() {
                let again = if number + 1 == round.len() { ", and so on" } else { "" };
                writeln!(out, "  {}, leaving {to}{again}", plain::text(made))?;
            }
        }
        if !answer.complete {
            writeln!(out, "  and more")?;
        }
        if answer.outcome == Outcome::N && answer.winning.is_empty() {
            writeln!(out, "  The game is over: no move is left, which wins in misère play.")?;
        }
        writeln!(out, "Known by {}.", how(&answer.how))
    }

    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(table) = &self.table else { return Ok(()) };
        let names: Vec<String> = (0..self.game.rules.heaps).map(|heap| quoted(&heap_name(&self.game, heap))).collect();
        write!(out, "{}", names.join(","))?;
        match &self.grundy {
            None => {
                writeln!(out)?;
                for one in table.p_positions() {
                    writeln!(out, "{}", row(&one))?;
                }
            }
            Some(grundy) => {
                writeln!(out, ",grundy")?;
                for (at, value) in grundy {
                    writeln!(out, "{},{value}", row(at))?;
                }
            }
        }
        Ok(())
    }

    fn bfile(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(table) = &self.table else { return Ok(()) };
        match &self.grundy {
            Some(grundy) => {
                for (at, value) in grundy {
                    writeln!(out, "{} {value}", at.sizes()[0])?;
                }
            }
            None => {
                for (number, at) in table.p_positions().enumerate() {
                    writeln!(out, "{} {}", number + 1, at.sizes()[0])?;
                }
            }
        }
        Ok(())
    }
}

fn how(how: &How) -> String {
    match how {
        How::Theorem(id) => format!("the theorem {id}"),
        How::Heaps { max } => format!("the Grundy values of single heaps up to {max}"),
        How::Graph { positions, moves } => format!("solving all {positions} positions ({moves} moves)"),
    }
}

fn row(position: &Position) -> String {
    position.sizes().iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// A field of a CSV line.
fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
