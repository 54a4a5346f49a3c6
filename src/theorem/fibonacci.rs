//! Fibonacci Nim: at most twice as many tokens as the move before took.

use super::common::{first_of, is_large, to_json, written};
use super::{ClosedForm, Theorem, WinningMoves};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use serde::Serialize;
use serde_json::Value;

const WHINIHAN: &str = "M. J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963), no. 4, 9–13.";
const ZECKENDORF: &str = "E. Zeckendorf, Représentation des nombres naturels par une somme de nombres de Fibonacci ou de \
                          nombres de Lucas, Bulletin de la Société Royale des Sciences de Liège 41 (1972), 179–182.";

/// One heap; the first move takes one or more tokens but not all of them, every later move at least one and at most twice
/// as many as the move before it.
///
/// A position is `[h]` before the first move, and `[h, q]` afterwards: a heap of h tokens and the number q >= 1 that the last
/// move took. Let z be the smallest of the Fibonacci numbers that sum up to h in Zeckendorf's way, no two of them
/// neighbours. Before the first move the P-positions are h = 0 and the Fibonacci numbers h, in which z = h; afterwards they
/// are those with h = 0 or z > 2q. Winning moves are given as [h - t, t].
///
/// # References
///
/// Whinihan 1963.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FibonacciNim;

/// The numbers that show the theorem at work, as text.
#[derive(Clone, Debug, Serialize)]
pub struct FibonacciFigures {
    /// The heap.
    pub heap: String,
    /// What the last move took; empty before the first move.
    pub previous: String,
    /// Whether the first move has not been made.
    pub opening: bool,
    /// Whether no move is possible.
    pub over: bool,
    /// The largest number that may be taken by the rule, even where the heap is smaller.
    pub allowed: String,
    /// Whether the parts are too long to be written out; `parts` is empty then.
    pub large: bool,
    /// The Fibonacci numbers that sum up to the heap, largest first.
    pub parts: Vec<String>,
    /// How many there are.
    pub count: usize,
    /// The smallest of them; `0` for an empty heap.
    pub smallest: String,
    /// The Fibonacci number before the smallest part in the sequence 1, 2, 3, 5, …; `0` before 1.
    pub below: String,
    /// The smallest part but one; empty where there is none.
    pub second: String,
    /// What is left of the heap after the smallest part is taken.
    pub left: String,
    /// Twice the smallest part, which the opponent may take then.
    pub twice: String,
    /// What is left after a move that takes a single token.
    pub left_of_one: String,
    /// The smallest part of that; `0` for an empty heap.
    pub reply: String,
    /// The position that taking the smallest part leads to, as written; empty where no move wins.
    pub target: String,
}

impl FibonacciNim {
    /// Fibonacci Nim.
    pub fn new() -> FibonacciNim {
        FibonacciNim
    }
}

/// The Fibonacci numbers 1, 2, 3, 5, … up to `most`.
fn fibonacci_up_to(most: &BigUint) -> Vec<BigUint> {
    let mut numbers = Vec::new();
    let (mut one, mut next) = (BigUint::one(), BigUint::from(2u8));
    while one <= *most {
        numbers.push(one.clone());
        (one, next) = (next.clone(), one + next);
    }
    numbers
}

/// Fibonacci numbers, no two of them neighbours in the sequence 1, 2, 3, 5, …, that sum up to `number`; largest first.
fn parts(number: &BigUint) -> Vec<BigUint> {
    let mut rest = number.clone();
    let mut parts = Vec::new();
    for fibonacci in fibonacci_up_to(number).into_iter().rev() {
        if fibonacci <= rest {
            rest -= &fibonacci;
            parts.push(fibonacci);
        }
    }
    parts
}

/// The heap, and the largest number that may be taken from it by the rule; none for a list of another length.
fn read(position: &[BigUint]) -> Option<(&BigUint, BigUint)> {
    match position {
        [heap] => Some((heap, if heap.is_zero() { BigUint::zero() } else { heap - 1u8 })),
        [heap, previous] => Some((heap, previous * 2u8)),
        _ => None,
    }
}

impl Theorem for FibonacciNim {
    fn id(&self) -> &'static str {
        "fibonacci-nim"
    }

    fn credit(&self) -> &'static str {
        "Whinihan, 1963"
    }

    fn references(&self) -> &'static [&'static str] {
        &[WHINIHAN, ZECKENDORF]
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        let Some((heap, allowed)) = read(position) else { return false };
        parts(heap).last().is_none_or(|smallest| *smallest > allowed)
    }

    /// The number taken by a winning move is a sum of the smallest parts: if z(h - t) > 2t, the parts of h are those of
    /// h - t and those of t, as the largest part of t is less than z(h - t)/2, and so no neighbour of z(h - t).
    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        let Some((heap, allowed)) = read(position) else { return first_of(Vec::new(), limit) };
        let mut parts = parts(heap);
        let mut taken = BigUint::zero();
        let mut options = Vec::new();
        while let Some(part) = parts.pop() {
            taken += part;
            if taken > allowed {
                break;
            }
            if parts.last().is_none_or(|next| *next > &taken * 2u8) {
                options.push(vec![heap - &taken, taken.clone()]);
            }
        }
        first_of(options, limit)
    }

    /// None: Fibonacci numbers cannot be said with sums, remainders and binary digits.
    fn closed_form(&self, _heaps: usize) -> Option<ClosedForm> {
        None
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        let Some((heap, allowed)) = read(position) else { return Value::Null };
        let sequence = fibonacci_up_to(heap);
        let found = parts(heap);
        let smallest = found.last().cloned().unwrap_or_default();
        let below = sequence.iter().rev().find(|number| **number < smallest).cloned().unwrap_or_default();
        let left = heap - &smallest;
        let left_of_one = if heap.is_zero() { BigUint::zero() } else { heap - 1u8 };
        let large = is_large([heap, &allowed]);
        let wins = !smallest.is_zero() && smallest <= allowed;
        to_json(&FibonacciFigures {
            heap: heap.to_string(),
            previous: position.get(1).map(BigUint::to_string).unwrap_or_default(),
            opening: position.len() == 1,
            over: heap.is_zero() || allowed.is_zero(),
            allowed: allowed.to_string(),
            large,
            parts: if large { Vec::new() } else { found.iter().map(BigUint::to_string).collect() },
            count: found.len(),
            below: below.to_string(),
            second: found.iter().rev().nth(1).map(BigUint::to_string).unwrap_or_default(),
            twice: (&smallest * 2u8).to_string(),
            reply: parts(&left_of_one).last().map_or_else(|| "0".to_owned(), BigUint::to_string),
            left_of_one: left_of_one.to_string(),
            target: if wins { written(&[left.clone(), smallest.clone()]) } else { String::new() },
            left: left.to_string(),
            smallest: smallest.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::search;

    fn options(position: &[u64]) -> Vec<Vec<u64>> {
        let (heap, most) = match position {
            [heap] => (*heap, heap.saturating_sub(1)),
            _ => (position[0], position[0].min(2 * position[1])),
        };
        (1..=most).map(|taken| vec![heap - taken, taken]).collect()
    }

    #[test]
    fn agrees_with_brute_force() {
        search::check(&FibonacciNim::new(), &options, (0..=60).map(|heap| vec![heap]));
        let later = (0..=60).flat_map(|heap| (1..=35).map(move |previous| vec![heap, previous]));
        search::check(&FibonacciNim::new(), &options, later);
    }

    #[test]
    fn agrees_with_the_table() {
        let golden = search::golden("fibonacci-nim");
        let starts: Vec<u64> = (1..=300).filter(|heap| FibonacciNim::new().is_p(&search::large(&[*heap]))).collect();
        assert_eq!(serde_json::json!(starts), golden["p_starts"]);
    }

    #[test]
    fn answers_for_large_heaps() {
        let googol = BigUint::from(10u32).pow(100);
        let theorem = FibonacciNim::new();
        let found = theorem.winning_moves(std::slice::from_ref(&googol), 1000);
        assert!(found.complete && !found.options.is_empty());
        for option in &found.options {
            assert_eq!(&option[0] + &option[1], googol);
            assert!(theorem.is_p(option));
            // Whatever the opponent takes, an answer is left.
            for taken in [1u8.into(), &option[1] - 1u8, option[1].clone(), &option[1] * 2u8] {
                if taken > BigUint::zero() && taken <= option[0] {
                    let next = [&option[0] - &taken, taken];
                    assert!(!theorem.is_p(&next));
                    assert!(!theorem.winning_moves(&next, 1).options.is_empty());
                }
            }
        }
        let fibonacci = fibonacci_up_to(&googol).pop().unwrap();
        assert!(theorem.is_p(&[fibonacci]));
    }

    #[test]
    fn writes_numbers_in_zeckendorfs_way() {
        let parts = |number: u32| super::parts(&number.into()).iter().map(BigUint::to_string).collect::<Vec<_>>();
        assert_eq!(parts(0), [""; 0]);
        assert_eq!(parts(1), ["1"]);
        assert_eq!(parts(100), ["89", "8", "3"]);
    }

    #[test]
    fn other_lists_are_no_p_positions() {
        assert!(!FibonacciNim::new().is_p(&[]));
        assert_eq!(FibonacciNim::new().figures(&search::large(&[1, 2, 3])), Value::Null);
        assert!(FibonacciNim::new().winning_moves(&[], 5).options.is_empty());
    }
}
