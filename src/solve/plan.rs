//! Which way a table is solved, and why: chosen by the facts of the rules.

use std::fmt;

/// A way to solve all positions up to a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// One bit a position, a row of machine words at a time: see [`bits`](super::bits).
    BitTable,
    /// By the Grundy values of single heaps: see [`HeapValues`](super::HeapValues).
    HeapValues,
    /// Grundy values by the lines on which the options of positions stand: a few machine words hold what is taken on each.
    Lines,
    /// By the graph of positions and moves: see [`solve`](super::solve()).
    Graph,
}

/// A way with the word on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Considered {
    /// The way.
    pub way: Way,
    /// Whether it is the one that is taken.
    pub taken: bool,
    /// Why, or why not, in a few words.
    pub reason: String,
}

/// The ways to solve a table, the fastest first, down to the one that is taken and those behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// All of them; one is taken.
    pub ways: Vec<Considered>,
}

impl Way {
    /// The name by which output speaks of it.
    pub fn id(self) -> &'static str {
        match self {
            Way::BitTable => "bit-table",
            Way::HeapValues => "heap-values",
            Way::Lines => "lines",
            Way::Graph => "graph",
        }
    }
}

impl Plan {
    /// The way that is taken.
    ///
    /// # Panics
    ///
    /// Where none is, which no plan is made without.
    pub fn taken(&self) -> &Considered {
        self.ways.iter().find(|one| one.taken).expect("a plan takes one way")
    }

    /// Adds the word on a way, which is taken if it serves and none before it has.
    pub(super) fn consider(&mut self, way: Way, serves: Result<String, String>) {
        let before = self.ways.iter().any(|one| one.taken);
        let taken = serves.is_ok() && !before;
        let reason = match serves {
            Ok(_) if before => "a faster way serves".to_owned(),
            Ok(reason) | Err(reason) => reason,
        };
        self.ways.push(Considered { way, taken, reason });
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for one in &self.ways {
            writeln!(f, "{}: {}: {}", one.way.id(), if one.taken { "yes" } else { "no" }, one.reason)?;
        }
        Ok(())
    }
}
