//! `bouton solve`.

use super::arguments::{Solve, TableFormat};
use super::failure::{Failure, answer_failure, explore_failure};
use super::lines::{self, push_list, push_number};
use super::progress::Line;
use super::{WELL, input, output, quotient};
use crate::answer::{Answer, Game, How};
use crate::explain::moves::{Teller, in_words, round_of_moves};
use crate::explain::plain;
use crate::solve::{Outcome, Plan, Prepared, Table, Values, Wanted};
use crate::syntax::tree::Play;
use crate::text::Language;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// What has been found out.
struct Found<'a> {
    game: &'a Game,
    answer: Option<Answer>,
    table: Option<&'a Table>,
    /// The Grundy values, where they are asked for.
    values: Option<Values<'a>>,
}

pub(super) fn run(options: &Solve) -> Result<u8, Failure> {
    // A table needs no proof, only the answer of a start does.
    let wants_table_alone = options.max.is_some() && options.start.is_none();
    let (source, mut game) = match wants_table_alone {
        true => input::game_as_it_stands(&options.chosen, options.effort.quiet)?,
        false => input::game_with_slice(&options.chosen, options.smallest, options.effort.quiet)?,
    };
    if options.quotient {
        return quotient::run(options, &source, &game);
    }
    let budget = options.effort.budget.unwrap_or_default();
    let listed = options.format.is_list();
    if listed && options.max.is_none() {
        return Err(Failure::message("this format lists positions up to a size").with_help("say which, as in --max 20"));
    }
    if listed && options.start.is_some() {
        return Err(Failure::message("this format lists positions, and has no place for the answer of one start")
            .with_help("leave out --start, or use --format json"));
    }
    if options.format == TableFormat::Bfile && game.rules.heaps != 1 {
        return Err(Failure::message(format!(
            "a b-file lists one number a line, and a position of this game has {}",
            game.rules.heaps
        ))
        .with_help("use --format csv or json"));
    }
    if options.grundy && game.rules.play == Play::Misere {
        return Err(Failure::message("Grundy values are defined for normal play, and this is misère play")
            .with_help("leave out --grundy, or choose a variant in normal play"));
    }
    if options.grundy && game.rules.wins.is_some() {
        return Err(Failure::message(
            "Grundy values are defined where the player who cannot move loses, and here a condition says who wins",
        )
        .with_help("leave out --grundy"));
    }
    let wanted = if options.grundy { Wanted::Grundy } else { Wanted::Outcomes };
    if let (true, Some(max)) = (options.plan, options.max) {
        let prepared = Prepared::new(&game.rules, &game.facts, max, wanted, &budget);
        return tell_plan(options, &game, prepared.plan(), max);
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
            let prepared = Prepared::new(&game.rules, &game.facts, max, wanted, &budget);
            let table = prepared.run(&budget, &mut Line::new(options.effort.quiet));
            Some(table.map_err(|error| explore_failure(&source, &error))?)
        }
    };
    let values = match (&table, options.grundy) {
        (Some(table), true) => {
            Some(table.values().ok_or_else(|| Failure::message(ENDLESS).with_help("leave out --grundy"))?)
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
    let found = Found { game: &game, answer, table: table.as_ref(), values };
    let target = options.output.as_deref();
    if let (true, Some(table)) = (options.count, found.table) {
        return found.count(options, table);
    }
    match options.format {
        TableFormat::Json => output::write(target, |out| found.json(out))?,
        TableFormat::Text => output::write(target, |out| found.text(out, options.grundy))?,
        TableFormat::Csv => output::write(target, |out| found.csv(out))?,
        TableFormat::Bfile => {
            output::write(target, |out| found.bfile(out))?;
        }
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => output::write(target, |out| found.parquet(out))?,
    }
    Ok(WELL)
}

/// Tells in which way a table would be solved.
fn tell_plan(options: &Solve, game: &Game, plan: &Plan, max: u64) -> Result<u8, Failure> {
    let target = options.output.as_deref();
    match options.format {
        TableFormat::Json => {
            let mut object = named(game);
            let way =
                |one: &crate::solve::Considered| json!({"way": one.way.id(), "taken": one.taken, "reason": one.reason});
            object.insert("max".to_owned(), json!(max));
            object.insert("plan".to_owned(), plan.ways.iter().map(way).collect());
            output::json(target, &Value::Object(object))?;
        }
        TableFormat::Text => output::text(target, &plan.to_string())?,
        _ => {
            return Err(Failure::message("a plan has no form in this format").with_help("use --format text or json"));
        }
    }
    Ok(WELL)
}

/// The head of an answer as JSON: which game it is about.
fn named(game: &Game) -> Map<String, Value> {
    let rules = &game.rules;
    let mut object = Map::new();
    object.insert("game".to_owned(), json!(rules.name.get(Language::En)));
    if let Some(variant) = &rules.variant {
        object.insert("variant".to_owned(), json!(variant.get(Language::En)));
    }
    object.insert("heaps".to_owned(), json!(rules.heaps));
    object.insert("play".to_owned(), json!(play_name(rules.play)));
    object
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

impl Found<'_> {
    /// How many P-positions there are: in every order of the heaps, and where they are alike also in ascending order.
    fn count(&self, options: &Solve, table: &Table) -> Result<u8, Failure> {
        let target = options.output.as_deref();
        let (all, listed) = (table.p_count(), table.p_listed());
        let ascending = self.game.facts.alike && self.game.rules.heaps > 1;
        match options.format {
            TableFormat::Json => {
                let mut object = named(self.game);
                object.insert("max".to_owned(), json!(table.max));
                object.insert("p_count".to_owned(), number(&all));
                if ascending {
                    object.insert("p_count_ascending".to_owned(), number(&BigUint::from(listed)));
                }
                output::json(target, &Value::Object(object))?;
            }
            TableFormat::Text => {
                let ascending = if ascending { format!("; heaps ascending: {listed}") } else { String::new() };
                output::text(target, &format!("P-positions with heaps up to {}: {all}{ascending}\n", table.max))?;
            }
            TableFormat::Csv => output::text(target, &format!("max,p_count\n{},{all}\n", table.max))?,
            _ => {
                return Err(Failure::message("a count is no list").with_help("use --format text, json or csv"));
            }
        }
        Ok(WELL)
    }

    /// One object, of which the lists are written as they come.
    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut object = named(self.game);
        if let Some(answer) = &self.answer {
            let moves: Vec<Value> = answer
                .winning
                .iter()
                .zip(winning_texts(self.game, answer))
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
        if let Some(table) = self.table {
            object.insert("max".to_owned(), json!(table.max));
            object.insert("order".to_owned(), json!(self.order()));
        }
        let head = Value::Object(object).to_string();
        out.write_all(head.strip_suffix('}').unwrap_or(&head).as_bytes())?;
        if let Some(table) = self.table {
            out.write_all(b",\"p_positions\":[")?;
            let mut separator: &[u8] = b"[";
            p_positions(table, out, &mut |line, sizes| {
                line.extend_from_slice(std::mem::replace(&mut separator, b",["));
                push_list(line, sizes, b",");
                line.push(b']');
            })?;
            out.write_all(b"]")?;
        }
        if let Some(values) = &self.values {
            out.write_all(b",\"grundy\":[")?;
            let mut separator: &[u8] = b"[[";
            each_value(values, out, |line, sizes, value| {
                line.extend_from_slice(std::mem::replace(&mut separator, b",[["));
                push_list(line, sizes, b",");
                line.extend_from_slice(b"],");
                push_number(line, value.into());
                line.push(b']');
            })?;
            out.write_all(b"]")?;
        }
        out.write_all(b"}\n")
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
        if let Some(table) = self.table {
            let order = if self.game.facts.alike && rules.heaps > 1 { ", heaps ascending" } else { "" };
            writeln!(out, "P-positions with heaps up to {}{order}:", table.max)?;
            p_positions(table, out, &mut |line, sizes| {
                line.extend_from_slice(b"  (");
                push_list(line, sizes, b", ");
                line.extend_from_slice(b")\n");
            })?;
        }
        if let Some(values) = &self.values {
            writeln!(out, "Grundy values:")?;
            each_value(values, out, |line, sizes, value| {
                line.extend_from_slice(b"  (");
                push_list(line, sizes, b", ");
                line.extend_from_slice(b") ");
                push_number(line, value.into());
                line.push(b'\n');
            })?;
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
        for (to, text) in answer.winning.iter().zip(winning_texts(self.game, answer)) {
            writeln!(out, "  {text}, leaving {}", in_plain(to))?;
        }
        if let Some(round) = round_of_moves(self.game, answer, Language::En) {
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
            writeln!(out, "  The game is over: the player to move has won.")?;
        }
        writeln!(out, "Known by {}.", how(&answer.how))
    }

    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(table) = self.table else { return Ok(()) };
        let names: Vec<String> = (0..self.game.rules.heaps).map(|heap| quoted(&heap_name(self.game, heap))).collect();
        write!(out, "{}", names.join(","))?;
        match &self.values {
            None => {
                writeln!(out)?;
                p_positions(table, out, &mut |line, sizes| {
                    push_list(line, sizes, b",");
                    line.push(b'\n');
                })?;
            }
            Some(values) => {
                writeln!(out, ",grundy")?;
                each_value(values, out, |line, sizes, value| {
                    for size in sizes {
                        push_number(line, *size);
                        line.push(b',');
                    }
                    push_number(line, value.into());
                    line.push(b'\n');
                })?;
            }
        }
        Ok(())
    }

    #[cfg(feature = "parquet")]
    fn parquet(&self, out: &mut (dyn Write + Send)) -> io::Result<()> {
        let Some(table) = self.table else { return Ok(()) };
        let mut names: Vec<String> = (0..self.game.rules.heaps).map(|heap| heap_name(self.game, heap)).collect();
        let Some(values) = &self.values else {
            return super::parquet::write(out, &names, &mut |visit| {
                let _ = table.each_p_position(visit);
            });
        };
        names.push("grundy".to_owned());
        let mut row = Vec::new();
        super::parquet::write(out, &names, &mut |visit| {
            let _ = values.each(&mut |sizes, value| {
                row.clear();
                row.extend_from_slice(sizes);
                row.push(value.into());
                visit(&row)
            });
        })
    }

    fn bfile(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(table) = self.table else { return Ok(()) };
        match &self.values {
            Some(values) => each_value(values, out, |line, sizes, value| {
                push_list(line, &[sizes[0], value.into()], b" ");
                line.push(b'\n');
            })?,
            None => {
                let mut number = 0;
                p_positions(table, out, &mut |line, sizes| {
                    number += 1;
                    push_list(line, &[number, sizes[0]], b" ");
                    line.push(b'\n');
                })?;
            }
        }
        Ok(())
    }
}

fn how(how: &How) -> String {
    match how {
        How::Theorem(id) => format!("the theorem {id}"),
        How::Heaps { max } => format!("the Grundy values of single heaps up to {max}"),
        How::Genus { max } => format!("the fickle and firm values of tame heaps up to {max}"),
        How::Quotient { max, order } => {
            format!("the misère quotient of all heaps up to {max}, which has {order} elements")
        }
        How::Graph { positions, moves } => format!("solving all {positions} positions ({moves} moves)"),
    }
}

/// Writes what `tell` says of each P-position of a table.
fn p_positions(table: &Table, out: &mut dyn Write, tell: &mut dyn FnMut(&mut Vec<u8>, &[u64])) -> io::Result<()> {
    lines::write(out, |line| {
        let _ = table.each_p_position(&mut |sizes| line(&mut |text| tell(text, sizes)));
    })
}

/// Writes what `tell` says of each position and its Grundy value.
fn each_value(
    values: &Values<'_>,
    out: &mut dyn Write,
    mut tell: impl FnMut(&mut Vec<u8>, &[u64], u32),
) -> io::Result<()> {
    lines::write(out, |line| {
        let _ = values.each(&mut |sizes, value| line(&mut |text| tell(text, sizes, value)));
    })
}

/// A field of a CSV line.
pub(super) fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
