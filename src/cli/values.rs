//! The Grundy values of all positions up to a size, written as they come.

use super::arguments::{Solve, TableFormat};
use super::failure::{Failure, explore_failure};
use super::progress::Line;
use super::solve::{ENDLESS, heap_name, play_name, quoted};
use super::{WELL, output};
use crate::answer::Game;
use crate::solve::GrundyTable;
use crate::source::Source;
use crate::text::Language;
use serde_json::json;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Writes the values, and where the format lists them the P-positions, whose value is 0.
pub(super) fn run(options: &Solve, source: &Source, game: &Game, max: u64) -> Result<u8, Failure> {
    let budget = options.effort.budget.unwrap_or_default();
    let values = GrundyTable::new(&game.rules, &game.facts, max, &budget, &mut Line::new(options.effort.quiet))
        .map_err(|error| explore_failure(source, &error))?
        .ok_or_else(|| Failure::message(ENDLESS).with_help("leave out --grundy"))?;
    let listing = Listing { game, values: &values };
    output::write(options.output.as_deref(), |out| match options.format {
        TableFormat::Text => listing.text(out),
        TableFormat::Json => listing.json(out),
        TableFormat::Csv => listing.csv(out),
        TableFormat::Bfile => listing.lines(out, |line, sizes, value| {
            push_number(line, sizes[0]);
            line.push(b' ');
            push_number(line, value.into());
            line.push(b'\n');
        }),
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => listing.parquet(out),
    })?;
    Ok(WELL)
}

struct Listing<'a> {
    game: &'a Game,
    values: &'a GrundyTable,
}

impl Listing<'_> {
    /// Writes what `line` makes of each position and its value.
    fn lines(&self, out: &mut dyn Write, mut line: impl FnMut(&mut Vec<u8>, &[u64], u32)) -> io::Result<()> {
        let mut text = Vec::with_capacity(2 * BLOCK);
        let mut written = Ok(());
        let _ = self.values.each(&mut |sizes, value| {
            line(&mut text, sizes, value);
            if text.len() >= BLOCK {
                written = out.write_all(&text);
                text.clear();
            }
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        out.write_all(&text)
    }

    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let names: Vec<String> = (0..self.game.rules.heaps).map(|heap| quoted(&heap_name(self.game, heap))).collect();
        writeln!(out, "{},grundy", names.join(","))?;
        self.lines(out, |line, sizes, value| {
            for size in sizes {
                push_number(line, *size);
                line.push(b',');
            }
            push_number(line, value.into());
            line.push(b'\n');
        })
    }

    #[cfg(feature = "parquet")]
    fn parquet(&self, out: &mut (dyn Write + Send)) -> io::Result<()> {
        let mut names: Vec<String> = (0..self.game.rules.heaps).map(|heap| heap_name(self.game, heap)).collect();
        names.push("grundy".to_owned());
        let mut row = Vec::new();
        super::parquet::write(out, &names, &mut |visit| {
            let _ = self.values.each(&mut |sizes, value| {
                row.clear();
                row.extend_from_slice(sizes);
                row.push(value.into());
                visit(&row)
            });
        })
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let rules = &self.game.rules;
        write!(out, "{}", rules.name.get(Language::En))?;
        if let Some(variant) = &rules.variant {
            write!(out, ", variant {}", variant.get(Language::En))?;
        }
        writeln!(out, " ({} play)", play_name(rules.play))?;
        let order = if self.game.facts.alike && rules.heaps > 1 { ", heaps ascending" } else { "" };
        writeln!(out, "P-positions with heaps up to {}{order}:", self.values.max)?;
        self.lines(out, |line, sizes, value| {
            if value == 0 {
                line.extend_from_slice(b"  (");
                push_list(line, sizes, b", ");
                line.extend_from_slice(b")\n");
            }
        })?;
        writeln!(out, "Grundy values:")?;
        self.lines(out, |line, sizes, value| {
            line.extend_from_slice(b"  (");
            push_list(line, sizes, b", ");
            line.extend_from_slice(b") ");
            push_number(line, value.into());
            line.push(b'\n');
        })
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let rules = &self.game.rules;
        write!(out, "{{\"game\":{}", json!(rules.name.get(Language::En)))?;
        if let Some(variant) = &rules.variant {
            write!(out, ",\"variant\":{}", json!(variant.get(Language::En)))?;
        }
        let order = if self.game.facts.alike { "ascending" } else { "in place" };
        let (heaps, play, max) = (rules.heaps, play_name(rules.play), self.values.max);
        write!(out, ",\"heaps\":{heaps},\"play\":\"{play}\",\"max\":{max},\"order\":\"{order}\",\"p_positions\":[")?;
        let mut first = true;
        self.lines(out, |line, sizes, value| {
            if value == 0 {
                separate(line, &mut first);
                line.push(b'[');
                push_list(line, sizes, b",");
                line.push(b']');
            }
        })?;
        write!(out, "],\"grundy\":[")?;
        let mut first = true;
        self.lines(out, |line, sizes, value| {
            separate(line, &mut first);
            line.extend_from_slice(b"[[");
            push_list(line, sizes, b",");
            line.extend_from_slice(b"],");
            push_number(line, value.into());
            line.push(b']');
        })?;
        writeln!(out, "]}}")
    }
}

/// So many bytes are written at a time.
const BLOCK: usize = 1 << 16;

/// A comma before all elements but the first.
fn separate(line: &mut Vec<u8>, first: &mut bool) {
    if !std::mem::replace(first, false) {
        line.push(b',');
    }
}

fn push_list(line: &mut Vec<u8>, numbers: &[u64], separator: &[u8]) {
    for (at, number) in numbers.iter().enumerate() {
        if at > 0 {
            line.extend_from_slice(separator);
        }
        push_number(line, *number);
    }
}

/// The digits of a number.
fn push_number(line: &mut Vec<u8>, number: u64) {
    let mut digits = [0; 20];
    let (mut first, mut left) = (digits.len(), number);
    loop {
        first -= 1;
        digits[first] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    line.extend_from_slice(&digits[first..]);
}
