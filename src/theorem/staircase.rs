//! Staircase Nim: a move carries tokens down one step of a staircase.

use super::common::{first_of, to_json, written};
use super::heap_sum::BinaryTable;
use super::nim_family::columns::nim_sum;
use super::nim_family::literature::{SIEGEL, WINNING_WAYS};
use super::{ClosedForm, Theorem, WinningMoves};
use crate::logic::formula::{Formula, Var};
use num_bigint::BigUint;
use num_traits::Zero;
use serde::Serialize;
use serde_json::Value;

/// Tokens on the steps 1, 2, …, n of a staircase; a move carries one or more tokens from one step to the step below, from
/// step 1 to the ground, where they stay. Whoever cannot move loses.
///
/// A position holds the numbers of tokens on the steps, step 1 first; a move may make a heap larger. The P-positions are
/// those in which the nim-sum of the odd-numbered steps is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Staircase;

/// The numbers that show the theorem at work.
#[derive(Clone, Debug, Serialize)]
pub struct StaircaseFigures {
    /// Whether no token is left on the stairs.
    pub over: bool,
    /// The nim-sum of the odd-numbered steps, as TeX with letters.
    pub sum: String,
    /// The same with the numbers of the position.
    pub numbers: String,
    /// Its value.
    pub nim_sum: String,
    /// The number of odd-numbered steps.
    pub odd_steps: usize,
    /// Whether the numbers are too long for a table.
    pub large: bool,
    /// The binary table of the odd-numbered steps.
    pub table: Option<BinaryTable>,
    /// The move that is shown: a winning one, or some move where none wins.
    #[serde(rename = "move")]
    pub shown: Option<StepMove>,
    /// The position that the winning move leads to, as written; empty where there is none.
    pub target: String,
}

/// A move down the stairs. Numbers are text, as they can be of any length.
#[derive(Clone, Debug, Serialize)]
pub struct StepMove {
    /// The step that tokens are taken from, counted from 1.
    pub from: usize,
    /// The step below, 0 for the ground.
    pub to: usize,
    /// How many tokens are carried.
    pub amount: String,
    /// The odd-numbered one of the two steps.
    pub odd: usize,
    /// What stands on it before.
    pub before: String,
    /// What stands on it after the move.
    pub after: String,
    /// The position that the move leads to, as written.
    pub leaves: String,
    /// The nim-sum of the odd-numbered steps after the move.
    pub sum_after: String,
}

impl Staircase {
    /// Staircase Nim.
    pub fn new() -> Staircase {
        Staircase
    }
}

/// The heaps that count: those at an odd-numbered step, so with an even index.
fn odd(position: &[BigUint]) -> Vec<BigUint> {
    position.iter().step_by(2).cloned().collect()
}

/// The position in which `amount` tokens have gone down from the step with this index.
fn carried(position: &[BigUint], index: usize, amount: &BigUint) -> Vec<BigUint> {
    let mut option = position.to_vec();
    option[index] -= amount;
    if index > 0 {
        option[index - 1] += amount;
    }
    option
}

/// The winning moves: from which index, and how many tokens. At most one for each step.
fn winning(position: &[BigUint]) -> Vec<(usize, BigUint)> {
    let sum = nim_sum(&odd(position));
    if sum.is_zero() {
        return Vec::new();
    }
    let amount = |index: usize| {
        let counted = index - index % 2;
        let goal = &position[counted] ^ &sum;
        // From an odd step the number on it must fall to the goal; from an even one the step below must rise to it.
        let amount = if index.is_multiple_of(2) {
            difference(&position[counted], &goal)
        } else {
            difference(&goal, &position[counted])
        };
        amount.filter(|amount| *amount <= position[index]).map(|amount| (index, amount))
    };
    (0..position.len()).filter_map(amount).collect()
}

/// `larger` - `smaller` if that is positive.
fn difference(larger: &BigUint, smaller: &BigUint) -> Option<BigUint> {
    (larger > smaller).then(|| larger - smaller)
}

impl StepMove {
    fn new(position: &[BigUint], index: usize, amount: &BigUint) -> StepMove {
        let option = carried(position, index, amount);
        let counted = index - index % 2;
        StepMove {
            from: index + 1,
            to: index,
            amount: amount.to_string(),
            odd: counted + 1,
            before: position[counted].to_string(),
            after: option[counted].to_string(),
            sum_after: nim_sum(&odd(&option)).to_string(),
            leaves: written(&option),
        }
    }
}

impl Theorem for Staircase {
    fn id(&self) -> &'static str {
        "staircase"
    }

    fn credit(&self) -> &'static str {
        ""
    }

    fn references(&self) -> &'static [&'static str] {
        &[WINNING_WAYS, SIEGEL]
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        nim_sum(&odd(position)).is_zero()
    }

    /// At most one move for each step.
    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        let options = winning(position).into_iter().map(|(index, amount)| carried(position, index, &amount)).collect();
        first_of(options, limit)
    }

    fn closed_form(&self, heaps: usize) -> Option<ClosedForm> {
        let variables = (0..heaps).step_by(2).map(Var).collect();
        Some(ClosedForm::Formula(Formula::ColumnSums { variables, modulus: 2 }))
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        let counted = odd(position);
        let winning = winning(position).into_iter().next();
        let some = || (0..position.len()).find(|index| !position[*index].is_zero()).map(|index| (index, 1u8.into()));
        let target = winning.as_ref().map(|(index, amount)| written(&carried(position, *index, amount)));
        let shown = winning.or_else(some).map(|(index, amount)| StepMove::new(position, index, &amount));
        let rows = counted.iter().enumerate().map(|(i, size)| (2 * i, size, size));
        let table = BinaryTable::new(rows.collect());
        to_json(&StaircaseFigures {
            over: position.iter().all(Zero::is_zero),
            sum: joined((1..=position.len()).step_by(2).map(|step| format!("x_{{{step}}}"))),
            numbers: joined(counted.iter().map(BigUint::to_string)),
            nim_sum: nim_sum(&counted).to_string(),
            odd_steps: counted.len(),
            large: table.is_none(),
            table,
            shown,
            target: target.unwrap_or_default(),
        })
    }
}

/// Summands as a nim-sum in TeX.
fn joined(summands: impl Iterator<Item = String>) -> String {
    summands.collect::<Vec<_>>().join(r" \oplus ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::exhaustive::positions;
    use crate::theorem::search;

    fn options(position: &[u64]) -> Vec<Vec<u64>> {
        let mut options = Vec::new();
        for step in 0..position.len() {
            for amount in 1..=position[step] {
                let mut option = position.to_vec();
                option[step] -= amount;
                if step > 0 {
                    option[step - 1] += amount;
                }
                options.push(option);
            }
        }
        options
    }

    #[test]
    fn agrees_with_brute_force() {
        for (steps, max) in [(0, 1), (1, 9), (2, 9), (3, 5), (4, 3), (5, 2)] {
            search::check(&Staircase::new(), &options, positions(steps, max));
        }
    }

    #[test]
    fn agrees_with_the_table() {
        let golden = search::golden("staircase-3");
        let found: Vec<Vec<u64>> = positions(3, golden["max"].as_u64().unwrap())
            .into_iter()
            .filter(|position| Staircase::new().is_p(&search::large(position)))
            .collect();
        assert_eq!(serde_json::json!(found), golden["p_positions"]);
    }

    #[test]
    fn answers_for_large_heaps() {
        let googol = BigUint::from(10u32).pow(100);
        let position = [BigUint::from(3u8), googol.clone(), googol.clone(), googol.clone()];
        let found = Staircase::new().winning_moves(&position, 10);
        // Step 1 rises to the size of step 3, step 3 falls to that of step 1; from step 4 nothing helps.
        let rise = &googol - 3u8;
        let expected = [
            vec![3u8.into(), &googol + &rise, 3u8.into(), googol.clone()],
            vec![googol.clone(), 3u8.into(), googol.clone(), googol],
        ];
        assert_eq!(found, WinningMoves { options: expected.to_vec(), complete: true });
    }

    #[test]
    fn the_formula_says_the_same() {
        for steps in 1..=4 {
            let Some(ClosedForm::Formula(formula)) = Staircase::new().closed_form(steps) else { panic!("a formula") };
            for position in positions(steps, 3) {
                let big = search::large(&position);
                assert_eq!(formula.holds(&|Var(heap)| big[heap].clone()), Some(Staircase::new().is_p(&big)));
            }
        }
    }
}
