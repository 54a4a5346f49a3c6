//! The work that is measured: what the hand-written program is asked, and the same as rules.

/// One piece of work.
pub(super) struct Row {
    /// The arguments of the hand-written program; they name the work, too.
    pub baseline: &'static str,
    /// The rules of the game.
    pub rules: &'static str,
    /// The greatest heap.
    pub max: u64,
    /// What is asked, and printed by the hand-written program as one number.
    pub ask: Ask,
    /// At least this many times faster the work should be.
    pub target: f64,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// How many P-positions there are.
    Count,
    /// The Grundy values of one heap: the sum of value times size plus one.
    Sequence,
    /// The Grundy values of two heaps: the sum of value times 31 a + b + 1 over all (a, b).
    Pairs,
}

pub(super) const ROWS: &[Row] = &[
    Row {
        baseline: "km 3 1 0 255 1",
        rules: "game { heaps 3 move take any from one heap play misere }",
        max: 255,
        ask: Ask::Count,
        target: 200.0,
    },
    Row {
        baseline: "km 3 2 0 127",
        rules: "game { heaps 3 move take any from each of 1..2 heaps }",
        max: 127,
        ask: Ask::Count,
        target: 1000.0,
    },
    Row {
        baseline: "km 4 2 0 31",
        rules: "game { heaps 4 move take any from each of 1..2 heaps }",
        max: 31,
        ask: Ask::Count,
        target: 20.0,
    },
    Row {
        baseline: "km 4 2 3 63",
        rules: "game { heaps 4 move take 1..3 from each of 1..2 heaps }",
        max: 63,
        ask: Ask::Count,
        target: 20.0,
    },
    Row {
        baseline: "wythoff 1 2000",
        rules: "game { heaps 2 move take any from one heap move take the same any from both heaps }",
        max: 2000,
        ask: Ask::Count,
        target: 500.0,
    },
    Row {
        baseline: "wythoff 2 600",
        rules: "game { heaps 2 move take any from one heap move take a, b from both heaps where abs(a - b) < 2 }",
        max: 600,
        ask: Ask::Count,
        target: 20.0,
    },
    Row {
        baseline: "squares 3 255",
        rules: "game { heaps 3 move take s from one heap where is_square(s) }",
        max: 255,
        ask: Ask::Count,
        target: 3.0,
    },
    Row {
        baseline: "gwythoff 1000",
        rules: "game { heaps 2 move take any from one heap move take the same any from both heaps }",
        max: 1000,
        ask: Ask::Pairs,
        target: 15.0,
    },
    Row {
        baseline: "kayles 50000",
        rules: "game { heaps 1 octal \"0.77\" }",
        max: 50_000,
        ask: Ask::Sequence,
        target: 20.0,
    },
    Row {
        baseline: "grundys 50000",
        rules: "game { heaps 1 move split one heap in 2 where parts differ }",
        max: 50_000,
        ask: Ask::Sequence,
        target: 3.0,
    },
];
