//! Greedy Nim: a move takes any number of tokens from a largest heap.

use super::common::{to_json, written};
use super::heap_sum::MOST_OPTIONS;
use super::nim_family::moves::replace;
use super::{ClosedForm, Theorem, WinningMoves};
use crate::logic::formula::{Formula, Linear, Var};
use num_bigint::BigUint;
use num_traits::Zero;
use serde::Serialize;
use serde_json::Value;

const ALBERT_NOWAKOWSKI: &str = "M. H. Albert and R. J. Nowakowski, Nim restrictions, Integers 4 (2004), #G01.";

/// The most heaps for which the P-positions are written as a formula, which has a part for every set of heaps.
const MOST_HEAPS: usize = 6;

/// A move takes one or more tokens from a heap than which none is larger. Whoever takes the last token wins.
///
/// The P-positions are the empty one and those in which an even number of heaps are largest.
///
/// # References
///
/// Albert and Nowakowski 2004.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GreedyNim;

/// The numbers that show the theorem at work.
#[derive(Clone, Debug, Serialize)]
pub struct GreedyFigures {
    /// Which argument of the proof fits the position.
    pub case: GreedyCase,
    /// The size of the largest heaps.
    pub largest: String,
    /// How many heaps are as large as that.
    pub count: usize,
    /// The size of the next smaller heaps; `0` where there are none.
    pub second: String,
    /// How many heaps are as large as that, if it is not 0.
    pub second_count: usize,
    /// The index of the heap that the shown move lowers, from 0.
    pub heap: usize,
    /// What the shown move takes: a winning move, or the taking of the whole heap where none wins.
    pub amount: String,
    /// What it leaves of the heap.
    pub left: String,
    /// The position that the winning move leads to, as written; empty where there is none.
    pub target: String,
}

/// The argument that settles a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GreedyCase {
    /// No token is left.
    Over,
    /// An even number of heaps are largest.
    Even,
    /// An odd number are, and at least three.
    Odd,
    /// One heap is largest, and the others are empty.
    Single,
    /// One heap is largest, and an even number of heaps come next.
    Remove,
    /// One heap is largest, and an odd number of heaps come next.
    Match,
}

/// The two largest sizes in a position, and how often they occur.
struct Top {
    largest: BigUint,
    count: usize,
    second: BigUint,
    second_count: usize,
}

impl GreedyNim {
    /// Greedy Nim.
    pub fn new() -> GreedyNim {
        GreedyNim
    }
}

impl Top {
    fn of(position: &[BigUint]) -> Top {
        let largest = position.iter().max().cloned().unwrap_or_default();
        let second = position.iter().filter(|size| **size < largest).max().cloned().unwrap_or_default();
        let count = |of: &BigUint| position.iter().filter(|size| *size == of && !size.is_zero()).count();
        Top { count: count(&largest), second_count: count(&second), largest, second }
    }

    fn case(&self) -> GreedyCase {
        match (self.count, self.second_count) {
            (0, _) => GreedyCase::Over,
            (count, _) if count.is_multiple_of(2) => GreedyCase::Even,
            (1, 0) => GreedyCase::Single,
            (1, second) if second.is_multiple_of(2) => GreedyCase::Remove,
            (1, _) => GreedyCase::Match,
            _ => GreedyCase::Odd,
        }
    }

    /// The sizes to which a winning move can bring a largest heap: from the first up to, not including, the second.
    fn goals(&self) -> (BigUint, BigUint) {
        match self.case() {
            GreedyCase::Over | GreedyCase::Even => Default::default(),
            GreedyCase::Odd => (BigUint::zero(), self.largest.clone()),
            GreedyCase::Remove => (BigUint::zero(), self.second.clone()),
            // To the second size, which is 0 where there is no other heap.
            GreedyCase::Single | GreedyCase::Match => (self.second.clone(), &self.second + 1u8),
        }
    }
}

impl Theorem for GreedyNim {
    fn id(&self) -> &'static str {
        "greedy-nim"
    }

    fn credit(&self) -> &'static str {
        "Albert and Nowakowski, 2004"
    }

    fn references(&self) -> &'static [&'static str] {
        &[ALBERT_NOWAKOWSKI]
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        Top::of(position).count.is_multiple_of(2)
    }

    /// There can be as many winning moves as there are tokens; at most 10 000 are listed.
    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        let top = Top::of(position);
        let (low, end) = top.goals();
        let limit = limit.clamp(1, MOST_OPTIONS);
        let mut options = Vec::new();
        // In each heap one move more than is asked for, so that it is known whether there are others.
        for heap in (0..position.len()).filter(|heap| position[*heap] == top.largest) {
            let sizes = (0..=limit).map(|more| &low + more).take_while(|size| *size < end);
            options.extend(sizes.map(|size| replace(position, heap, size)));
        }
        super::common::first_of(options, limit)
    }

    fn closed_form(&self, heaps: usize) -> Option<ClosedForm> {
        if heaps > MOST_HEAPS {
            return None;
        }
        let zero = Formula::And((0..heaps).map(|i| Formula::IsZero(Linear::variable(Var(i)))).collect());
        let even = (1u32..1 << heaps).filter(|set| set.count_ones().is_multiple_of(2));
        let parts = even.map(|set| largest_are(heaps, set));
        Some(ClosedForm::Formula(Formula::Or([zero].into_iter().chain(parts).collect())))
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        let top = Top::of(position);
        let case = top.case();
        let heap = position.iter().position(|size| *size == top.largest).unwrap_or(0);
        let (left, _) = top.goals();
        let wins = !matches!(case, GreedyCase::Over | GreedyCase::Even);
        to_json(&GreedyFigures {
            case,
            count: top.count,
            second: top.second.to_string(),
            second_count: top.second_count,
            heap,
            amount: (&top.largest - &left).to_string(),
            target: if wins { written(&replace(position, heap, left.clone())) } else { String::new() },
            left: left.to_string(),
            largest: top.largest.to_string(),
        })
    }
}

/// The heaps of `set` are equal, and larger than all others.
fn largest_are(heaps: usize, set: u32) -> Formula {
    let (inside, outside): (Vec<usize>, Vec<usize>) = (0..heaps).partition(|heap| set >> heap & 1 == 1);
    let size = |heap: usize| Linear::variable(Var(heap));
    let first = size(inside[0]);
    let equal = inside.iter().map(|heap| Formula::equal(&size(*heap), &first));
    let less = outside.iter().map(|heap| Formula::less(&size(*heap), &first));
    Formula::And(equal.chain(less).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::exhaustive::positions;
    use crate::theorem::search;

    fn options(position: &[u64]) -> Vec<Vec<u64>> {
        let largest = position.iter().copied().max().unwrap_or(0);
        let mut options = Vec::new();
        for heap in (0..position.len()).filter(|heap| position[*heap] == largest) {
            for left in 0..largest {
                let mut option = position.to_vec();
                option[heap] = left;
                options.push(option);
            }
        }
        options
    }

    #[test]
    fn agrees_with_brute_force() {
        for (heaps, max) in [(0, 1), (1, 9), (2, 9), (3, 7), (4, 4), (5, 3)] {
            search::check(&GreedyNim::new(), &options, positions(heaps, max));
        }
    }

    #[test]
    fn answers_for_large_heaps() {
        let googol = BigUint::from(10u32).pow(100);
        let half = &googol / 2u8;
        let found = GreedyNim::new().winning_moves(&[half.clone(), googol.clone(), 3u8.into()], 10);
        assert_eq!(found, WinningMoves { options: vec![vec![half.clone(), half, 3u8.into()]], complete: true });
        let found = GreedyNim::new().winning_moves(&[googol.clone(), googol.clone(), googol.clone()], usize::MAX);
        assert!(found.options.len() == MOST_OPTIONS && !found.complete);
        assert!(found.options.iter().all(|option| GreedyNim::new().is_p(option)));
    }

    #[test]
    fn the_formula_says_the_same() {
        for heaps in 1..=4 {
            let Some(ClosedForm::Formula(formula)) = GreedyNim::new().closed_form(heaps) else { panic!("a formula") };
            for position in positions(heaps, 3) {
                let big = search::large(&position);
                assert_eq!(formula.holds(&|Var(heap)| big[heap].clone()), Some(GreedyNim::new().is_p(&big)));
            }
        }
        assert!(GreedyNim::new().closed_form(MOST_HEAPS + 1).is_none());
    }
}
