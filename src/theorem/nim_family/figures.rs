//! The numbers that the texts of the Nim family show: one shape for all its theorems, so that their templates can share
//! the table.
//!
//! A number that may be large is a string of decimal digits. A place value is TeX: `4`, or `2^{332}` where it would be
//! long. Heaps are counted from 0, as an index into the template's `labels`.

use super::columns::{self, Tally};
use num_bigint::BigUint;
use num_traits::Zero;
use serde::Serialize;

/// Tables have at most so many columns and rows.
const LARGEST_TABLE: usize = 12;

/// What a theorem of the Nim family shows of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// From at most how many heaps a move takes.
    #[serde(rename = "K")]
    pub heap_limit: usize,
    /// At most how many tokens a move takes from a heap; `None` where there is no limit.
    #[serde(rename = "m")]
    pub take_limit: Option<String>,
    /// K + 1, by which the ones in a good column can be divided; in bounded Nim m + 1, by which the heaps are divided.
    pub modulus: String,
    /// Formulas for this number of heaps.
    pub tex: Tex,
    /// Which part of the theorem speaks of the position.
    pub case: Case,
    /// The nim-sum of the heaps, in bounded Nim of their remainders; `None` in Moore's Nim.
    pub nim_sum: Option<String>,
    /// The number of tokens.
    pub total: String,
    /// The values: the heaps, in bounded Nim their remainders, as in `(3, 1, 2)`.
    pub values: String,
    /// How many values (heaps, in bounded Nim their remainders) are 0.
    pub zeros: usize,
    /// How many values are 1.
    pub ones: usize,
    /// How many values are at least 2.
    pub more: usize,
    /// Whether the table would have too many rows or columns to be printed.
    pub large: bool,
    /// The values in binary; `None` if the table is too large or no value is above 0.
    pub table: Option<Table>,
    /// A move: from an N-position the winning one that the proof constructs, from a P-position an example; `None` if
    /// there is none.
    #[serde(rename = "move")]
    pub shown: Option<Shown>,
}

/// Formulas in TeX for a number of heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tex {
    /// `x_1, x_2, x_3`.
    pub heaps: String,
    /// `r_1, r_2, r_3`.
    pub remainders: String,
    /// `x_1 \oplus x_2 \oplus x_3`.
    pub heap_sum: String,
    /// `r_1 \oplus r_2 \oplus r_3`.
    pub remainder_sum: String,
}

/// The parts of the theorems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Case {
    /// No token is left.
    Over,
    /// The columns of the table decide, and a winning move makes them good.
    Table,
    /// Misere play, with at least one and at most K values above 1: the winning move leaves ones only.
    Endgame,
    /// Misere play, with no value above 1: the number of ones decides.
    Ones,
}

/// Values in binary, one under another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// The columns, from left to right.
    pub columns: Vec<Column>,
    /// A row for each heap.
    pub rows: Vec<Row>,
}

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its place value.
    pub power: String,
    /// The number of ones in it.
    pub ones: usize,
    /// That number modulo K + 1.
    pub remainder: usize,
    /// Whether it is not divisible by K + 1.
    pub spoiled: bool,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Which heap.
    pub heap: usize,
    /// Its size.
    pub size: String,
    /// The number written in binary: the size, in bounded Nim its remainder.
    pub value: String,
    /// `1` or, for a zero, nothing, in each column.
    pub bits: Vec<&'static str>,
}

/// A move and what it does to the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// What it takes, from each heap that it touches.
    pub takes: Vec<Take>,
    /// The position that it leads to, as in `(2, 5, 7)`.
    pub leaves: String,
    /// Whether no token is left there.
    pub ends: bool,
    /// The place value of the leftmost column that the move spoils or mends; empty where no column matters.
    pub column: String,
    /// The ones in that column before the move.
    pub column_ones: usize,
    /// The ones in that column after the move.
    pub column_ones_after: usize,
    /// The ones in each column of the table after the move; empty if there is no table.
    pub ones_after: Vec<usize>,
    /// How many values are 1 after the move.
    pub ones_left: usize,
    /// How Moore's construction finds the move, a column an entry; empty in the other theorems.
    pub steps: Vec<Step>,
}

/// What a move takes from one heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Take {
    /// Which heap.
    pub heap: usize,
    /// Its size before.
    pub before: String,
    /// Its size after.
    pub after: String,
    /// How many tokens are taken.
    pub amount: String,
    /// The number in the table before: the size or its remainder.
    pub value_before: String,
    /// The number in the table after.
    pub value_after: String,
}

/// What Moore's construction does in one column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The place value of the column.
    pub power: String,
    /// The ones in it in the rows that have not been lowered before.
    pub ones: usize,
    /// That number modulo K + 1.
    pub remainder: usize,
    /// How many rows have been lowered before.
    pub free: usize,
    /// The heaps that are lowered here.
    pub lowered: Vec<usize>,
    /// The heaps lowered before that get a one here.
    pub filled: Vec<usize>,
}

impl Figures {
    /// The figures as templates read them.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("structs of strings, numbers and lists have a JSON form")
    }
}

/// A move to show.
pub(crate) struct Move {
    /// The position that it leads to.
    pub(crate) option: Vec<BigUint>,
    /// The numbers in the table of that position.
    pub(crate) values: Vec<BigUint>,
    /// How Moore's construction finds it.
    pub(crate) steps: Vec<columns::Step>,
}

/// What the figures of the Nim family start from.
pub(crate) struct Subject<'a> {
    pub(crate) heap_limit: usize,
    pub(crate) take_limit: Option<&'a BigUint>,
    pub(crate) misere: bool,
    pub(crate) heaps: &'a [BigUint],
    /// The numbers in the table.
    pub(crate) values: &'a [BigUint],
}

impl Subject<'_> {
    /// The figures, with a move to show if there is one.
    pub(crate) fn figures(&self, shown: Option<Move>) -> Figures {
        let tally = Tally::of(self.values);
        let after = shown.as_ref().map_or(&[][..], |shown| &shown.values);
        let width = columns::width(self.values).max(columns::width(after));
        let large = width > LARGEST_TABLE as u64 || self.values.len() > LARGEST_TABLE;
        let has_table = !large && width > 0;
        let modulus = match self.take_limit {
            Some(limit) => (limit + 1u32).to_string(),
            None => columns::modulus(self.heap_limit).to_string(),
        };
        Figures {
            heap_limit: self.heap_limit,
            take_limit: self.take_limit.map(BigUint::to_string),
            modulus,
            tex: Tex::of(self.heaps.len()),
            case: self.case(tally),
            nim_sum: (self.heap_limit == 1).then(|| columns::nim_sum(self.values).to_string()),
            total: self.heaps.iter().sum::<BigUint>().to_string(),
            values: position(self.values),
            zeros: tally.zero,
            ones: tally.one,
            more: tally.more,
            large,
            table: has_table.then(|| self.table(width)),
            shown: shown.map(|shown| self.shown(shown, if has_table { width } else { 0 })),
        }
    }

    fn case(&self, tally: Tally) -> Case {
        if self.heaps.iter().all(Zero::is_zero) {
            Case::Over
        } else if self.misere && tally.more == 0 {
            Case::Ones
        } else if self.misere && tally.more <= self.heap_limit {
            Case::Endgame
        } else {
            Case::Table
        }
    }

    fn table(&self, width: u64) -> Table {
        let modulus = columns::modulus(self.heap_limit);
        let columns = (0..width).rev().map(|column| {
            let ones = columns::ones(self.values, column);
            Column { power: power(column), ones, remainder: ones % modulus, spoiled: !ones.is_multiple_of(modulus) }
        });
        let rows = self.heaps.iter().zip(self.values).enumerate().map(|(heap, (size, value))| Row {
            heap,
            size: size.to_string(),
            value: value.to_string(),
            bits: (0..width).rev().map(|column| if value.bit(column) { "1" } else { "" }).collect(),
        });
        Table { columns: columns.collect(), rows: rows.collect() }
    }

    fn shown(&self, shown: Move, width: u64) -> Shown {
        let Move { option, values: after, steps } = shown;
        let takes = (0..self.heaps.len()).filter(|&heap| option[heap] != self.heaps[heap]).map(|heap| Take {
            heap,
            before: self.heaps[heap].to_string(),
            after: option[heap].to_string(),
            amount: (&self.heaps[heap] - &option[heap]).to_string(),
            value_before: self.values[heap].to_string(),
            value_after: after[heap].to_string(),
        });
        // From an N-position the move mends the leftmost bad column, from a P-position it spoils the leftmost one.
        let column =
            columns::leftmost_bad(self.values, self.heap_limit).or(columns::leftmost_bad(&after, self.heap_limit));
        let modulus = columns::modulus(self.heap_limit);
        let steps = steps.into_iter().map(|step| Step {
            power: power(step.column),
            ones: step.ones,
            remainder: step.ones % modulus,
            free: step.free,
            lowered: step.lowered,
            filled: step.filled,
        });
        Shown {
            takes: takes.collect(),
            leaves: position(&option),
            ends: option.iter().all(Zero::is_zero),
            column: column.map_or_else(String::new, power),
            column_ones: column.map_or(0, |column| columns::ones(self.values, column)),
            column_ones_after: column.map_or(0, |column| columns::ones(&after, column)),
            ones_after: (0..width).rev().map(|column| columns::ones(&after, column)).collect(),
            ones_left: Tally::of(&after).one,
            steps: steps.collect(),
        }
    }
}

impl Tex {
    fn of(heaps: usize) -> Tex {
        let join = |letter: &str, separator: &str| match heaps {
            0..=4 => (1..=heaps).map(|i| format!("{letter}_{i}")).collect::<Vec<_>>().join(separator),
            5..=9 => format!("{letter}_1{separator}{letter}_2{separator}\\dots{separator}{letter}_{heaps}"),
            _ => format!("{letter}_1{separator}{letter}_2{separator}\\dots{separator}{letter}_{{{heaps}}}"),
        };
        Tex {
            heaps: join("x", ", "),
            remainders: join("r", ", "),
            heap_sum: join("x", " \\oplus "),
            remainder_sum: join("r", " \\oplus "),
        }
    }
}

/// 2^`column` in TeX, in digits where they are few.
fn power(column: u64) -> String {
    if column <= LARGEST_TABLE as u64 { (1u64 << column).to_string() } else { format!("2^{{{column}}}") }
}

/// A position as texts write it.
fn position(heaps: &[BigUint]) -> String {
    format!("({})", heaps.iter().map(BigUint::to_string).collect::<Vec<_>>().join(", "))
}
