//! All winning moves of Moore's Nim, found digit by digit.
//!
//! From the leftmost column to the right, each row either keeps its digit or, once, turns a one into a zero; from there on
//! it is *lowered* and its digits are free. At most K rows may be lowered, and each column must get the wanted number of
//! ones modulo K + 1. Inside a column the counts that can still be reached are all numbers between a least and a greatest
//! one, so a digit is tried only if the column can be completed; and by the construction in the proof of Moore's theorem
//! ([`super::columns::repair`]) every completed column can be followed by the next. So the search never runs into a dead
//! end, and its cost is that of the moves it finds.

use super::columns::{modulus, width};
use num_bigint::BigUint;

/// The positions that moves from an N-position lead to with the wanted number of ones in every column, in the order in
/// which the columns, from left to right, show zeros before ones.
///
/// # Complexity
///
/// For n heaps of b binary digits, O(b n²) for each position.
pub(crate) struct Repairs<'a> {
    values: &'a [BigUint],
    heap_limit: usize,
    /// The number of ones that each column shall have, modulo K + 1.
    wanted: usize,
    columns: usize,
    /// For each row the number of columns, counted from the left, after which it is free.
    free_after: Vec<Option<usize>>,
    lowered: usize,
    /// The ones in each column so far.
    ones: Vec<usize>,
    digits: Vec<Digit>,
    started: bool,
}

/// A digit that the search has set.
#[derive(Clone, Copy)]
struct Digit {
    one: bool,
    lowers: bool,
}

impl<'a> Repairs<'a> {
    /// The moves after which every column is good.
    pub(crate) fn balancing(values: &'a [BigUint], heap_limit: usize) -> Repairs<'a> {
        let columns = usize::try_from(width(values)).expect("fewer digits than the memory has bits");
        Repairs::new(values, heap_limit, 0, columns, vec![None; values.len()])
    }

    /// The moves after which no value is above 1 and the number of ones is 1 modulo K + 1; at most K values may be above
    /// 1 before. Those must all be lowered, to 0 or 1: rows that are free in the only column which is left.
    pub(crate) fn leaving_ones(values: &'a [BigUint], heap_limit: usize) -> Repairs<'a> {
        let free = values.iter().map(|value| (value.bits() > 1).then_some(0)).collect();
        Repairs::new(values, heap_limit, 1, 1, free)
    }

    fn new(
        values: &'a [BigUint],
        heap_limit: usize,
        wanted: usize,
        columns: usize,
        free_after: Vec<Option<usize>>,
    ) -> Repairs<'a> {
        let lowered = free_after.iter().flatten().count();
        let (ones, digits) = (vec![0; columns], Vec::with_capacity(columns * values.len()));
        Repairs { values, heap_limit, wanted, columns, free_after, lowered, ones, digits, started: false }
    }

    /// The column, counted from the left, and the row of the next digit.
    fn place(&self) -> (usize, usize) {
        (self.digits.len() / self.values.len(), self.digits.len() % self.values.len())
    }

    fn is_free(&self, column: usize, row: usize) -> bool {
        self.free_after[row].is_some_and(|after| after <= column)
    }

    fn old_digit(&self, column: usize, row: usize) -> bool {
        self.values[row].bit((self.columns - 1 - column) as u64)
    }

    /// Sets the next digit, if the rules allow it and the column can be completed.
    fn set(&mut self, one: bool) -> bool {
        let (column, row) = self.place();
        let free = self.is_free(column, row);
        let old = self.old_digit(column, row);
        let lowers = !free && old && !one;
        if (!free && one && !old) || (lowers && self.lowered >= self.heap_limit) {
            return false;
        }
        self.digits.push(Digit { one, lowers });
        self.ones[column] += usize::from(one);
        if lowers {
            self.lowered += 1;
            self.free_after[row] = Some(column + 1);
        }
        if self.can_complete(column, row + 1) {
            return true;
        }
        self.unset();
        false
    }

    /// Takes the last digit back and returns it.
    fn unset(&mut self) -> Option<Digit> {
        let digit = self.digits.pop()?;
        let (column, row) = self.place();
        self.ones[column] -= usize::from(digit.one);
        if digit.lowers {
            self.lowered -= 1;
            self.free_after[row] = None;
        }
        Some(digit)
    }

    /// Whether the rows from `row` on can bring the column to the wanted count.
    fn can_complete(&self, column: usize, row: usize) -> bool {
        let rest = row..self.values.len();
        let free = rest.clone().filter(|&row| self.is_free(column, row)).count();
        let kept = rest.filter(|&row| !self.is_free(column, row) && self.old_digit(column, row)).count();
        let least = self.ones[column] + kept - kept.min(self.heap_limit - self.lowered);
        let greatest = self.ones[column] + kept + free;
        let modulus = modulus(self.heap_limit);
        let short = (self.wanted + modulus - least % modulus) % modulus;
        least.saturating_add(short) <= greatest
    }

    /// Goes back to the last zero that can be a one instead, and makes it one.
    fn turn_back(&mut self) -> bool {
        while let Some(digit) = self.unset() {
            if !digit.one && self.set(true) {
                return true;
            }
        }
        false
    }

    fn found(&self) -> Vec<BigUint> {
        let mut position = vec![BigUint::ZERO; self.values.len()];
        for (place, digit) in self.digits.iter().enumerate() {
            if digit.one {
                let column = self.columns - 1 - place / self.values.len();
                position[place % self.values.len()].set_bit(column as u64, true);
            }
        }
        position
    }
}

impl Iterator for Repairs<'_> {
    type Item = Vec<BigUint>;

    fn next(&mut self) -> Option<Vec<BigUint>> {
        if std::mem::replace(&mut self.started, true) && !self.turn_back() {
            return None;
        }
        while self.digits.len() < self.columns * self.values.len() {
            if !self.set(false) && !self.set(true) && !self.turn_back() {
                return None;
            }
        }
        Some(self.found())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn big(values: &[u32]) -> Vec<BigUint> {
        values.iter().map(|&value| BigUint::from(value)).collect()
    }

    #[test]
    fn finds_the_moves_of_nim() {
        let values = big(&[3, 5, 7]);
        let found: Vec<_> = Repairs::balancing(&values, 1).collect();
        assert_eq!(found, [big(&[2, 5, 7]), big(&[3, 4, 7]), big(&[3, 5, 6])]);
    }

    #[test]
    fn finds_how_to_leave_ones() {
        let values = big(&[1, 5, 1, 0]);
        let found: Vec<_> = Repairs::leaving_ones(&values, 2).collect();
        assert_eq!(found, [big(&[0, 0, 1, 0]), big(&[1, 0, 0, 0])]);
    }
}
