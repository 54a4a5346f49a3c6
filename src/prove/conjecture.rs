//! Conjectures for games whose closed form is not proved: found in a small table, and compared with a much larger one.

use super::window::largest_side;
use super::{Effort, summary};
use crate::graph::Budget;
use crate::pattern::SignatureSearch;
use crate::pattern::conjecture::{ColumnSums, Conjecture, FloorPairs, MexPairs, RepeatingValues, Sample};
use crate::rules::Ruleset;
use crate::rules::boxes::Boxes;
use crate::rules::facts::Facts;
use crate::solve::{DenseTable, HeapValues, Outcome, Prepared, Wanted, Way, box_size};
use serde_json::{Value, json};

/// A description of the P-positions that is right as far as it has been compared, and not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conjectured {
    /// What is conjectured.
    pub conjecture: Conjecture,
    /// The greatest heap of the positions in which it was found.
    pub found_up_to: u64,
    /// The greatest heap of the positions with which it agrees.
    pub tested_up_to: u64,
}

/// The most positions of a sample in which conjectures are found.
const FOUND_IN: usize = 3_000;
/// The smallest greatest heap of a sample in which a pattern shows.
const SMALLEST: u64 = 6;
/// The most positions of a sample whose outcomes need a move graph.
const GRAPH: usize = 30_000;
/// The most conjectures by signatures that are compared with the larger sample.
const MAX_SIGNATURES: usize = 20;
/// The greatest heaps whose values are looked at, and compared.
const VALUES: [u64; 2] = [200, 1_000];

/// The most values that a text lists.
const MAX_LISTED: usize = 400;

impl Conjectured {
    /// What the templates need that put it in words.
    pub fn figures(&self) -> Value {
        match &self.conjecture {
            Conjecture::Signatures(claim) => json!({ "kind": "signatures", "summary": summary(claim) }),
            Conjecture::ColumnSums(ColumnSums { divisor, modulus, misere }) => {
                json!({ "kind": "column-sums", "divisor": divisor, "modulus": modulus, "misere": misere })
            }
            Conjecture::FloorPairs(FloorPairs { from, difference, others }) => {
                json!({ "kind": "floor-pairs", "from": from, "difference": difference, "others": others })
            }
            Conjecture::MexPairs(MexPairs { others, factor, difference, constant }) => json!({
                "kind": "mex-pairs", "others": others, "factor": factor, "difference": difference, "constant": constant,
            }),
            Conjecture::Values(RepeatingValues { preperiod, period, saltus, values }) => {
                let listed: &[u32] = if values.len() <= MAX_LISTED { values } else { &[] };
                json!({
                    "kind": "values", "preperiod": preperiod, "period": period, "saltus": saltus, "values": listed,
                })
            }
        }
    }
}

/// The simplest description of the P-positions that is found in a small table and right in a much larger one; none for games
/// that remember anything, or in which play need not end.
///
/// # Complexity
///
/// That of two tables, the larger one with at most as many positions as the effort allows.
pub fn conjecture(rules: &Ruleset, facts: &Facts, effort: Effort) -> Option<Conjectured> {
    if !rules.registers.is_empty() {
        return None;
    }
    let [small, large] = VALUES;
    let of_heaps = |max: u64| -> Option<Vec<u32>> {
        let values = HeapValues::new(rules, facts, max, &Budget::default(), &mut ()).ok()??;
        (0..=max).map(|size| values.of_heap(0, size)).collect()
    };
    // Values of each heap for itself, where places matter, are no single sequence.
    if let Some(values) = of_heaps(small).filter(|_| facts.alike) {
        let fitting = RepeatingValues::fitting(&values)?;
        let agrees = of_heaps(large)?.iter().zip(0..).all(|(value, size)| fitting.value(size) == *value);
        let conjecture = in_digits(&fitting).map_or(Conjecture::Values(fitting), Conjecture::ColumnSums);
        return agrees.then_some(Conjectured { conjecture, found_up_to: small, tested_up_to: large });
    }
    let in_table = |positions: usize| largest_side(rules.heaps, positions, facts.alike);
    let (small, mut large) = (in_table(FOUND_IN), in_table(effort.positions));
    let fast =
        Prepared::new(rules, facts, large, Wanted::Outcomes, &Budget::default()).plan().taken().way != Way::Graph;
    if !fast {
        large = large.min(in_table(GRAPH));
    }
    let small = small.min(large / 2);
    if small < SMALLEST {
        return None;
    }
    let found_in = sample(rules, facts, small)?;
    let mut fitting = Conjecture::fitting(&found_in);
    if let Some(boxes) = facts.removals.as_ref().and_then(Boxes::of) {
        let table = DenseTable::new(&boxes, rules.play, small, boxes.alike());
        let mut search = SignatureSearch::new(&table, boxes.heaps);
        let signatures = std::iter::from_fn(|| search.next(&table, boxes.heaps)).take(MAX_SIGNATURES);
        fitting.splice(0..0, signatures.map(Conjecture::Signatures));
    }
    if fitting.is_empty() {
        return None;
    }
    let compared_with = sample(rules, facts, large)?;
    let conjecture = fitting.into_iter().find(|one| one.fits(&compared_with))?;
    Some(Conjectured { conjecture, found_up_to: small, tested_up_to: large })
}

/// Values that are the sizes themselves, or their remainders, as sums of binary digits.
fn in_digits(values: &RepeatingValues) -> Option<ColumnSums> {
    let RepeatingValues { preperiod, period, saltus, values } = values;
    let in_order = *preperiod == 0 && values.iter().zip(0..).all(|(value, size)| *value == size);
    let modulus = match (*period, *saltus) {
        (1, 1) => None,
        (period, 0) if period > 1 => Some(period),
        _ => return None,
    };
    in_order.then_some(ColumnSums { divisor: 2, modulus, misere: false })
}

/// The P-positions with heaps up to a size; nothing where there are too many positions, not all of them can occur, or play
/// need not end.
fn sample(rules: &Ruleset, facts: &Facts, max: u64) -> Option<Sample> {
    let budget = Budget::default();
    let table = Prepared::new(rules, facts, max, Wanted::Outcomes, &budget).run(&budget, &mut ()).ok()?;
    if table.graph().is_some() {
        let mut count: u128 = 0;
        for position in table.positions() {
            if table.outcome(&position) == Outcome::Draw {
                return None;
            }
            count += 1;
        }
        if box_size(rules.heaps, max, facts.alike) != Some(count) {
            return None;
        }
    }
    let p_positions = table.p_positions().map(|position| position.sizes().to_vec()).collect();
    Some(Sample { heaps: rules.heaps, max, ascending: facts.alike, p_positions })
}
