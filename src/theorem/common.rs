//! What the theorems of this library say in the same way: positions, lists of winning moves, numbers too long for a table.

use super::WinningMoves;
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::Value;

/// Numbers with more digits than this are told in words rather than put into a table.
const TABLE_DIGITS: usize = 12;

/// The position as it is written: `(3, 5, 7)`.
pub(super) fn written(position: &[BigUint]) -> String {
    let sizes: Vec<String> = position.iter().map(BigUint::to_string).collect();
    format!("({})", sizes.join(", "))
}

/// Whether some number of `sizes` is too long for a table.
pub(super) fn is_large<'a>(sizes: impl IntoIterator<Item = &'a BigUint>) -> bool {
    let limit = BigUint::from(10u8).pow(TABLE_DIGITS as u32);
    sizes.into_iter().any(|size| *size >= limit)
}

/// The winning moves among `options`, cut off at `limit` (one is always kept), each once and in order.
pub(super) fn first_of(mut options: Vec<Vec<BigUint>>, limit: usize) -> WinningMoves {
    options.sort();
    options.dedup();
    let complete = options.len() <= limit.max(1);
    options.truncate(limit.max(1));
    WinningMoves { options, complete }
}

/// The figures as JSON.
pub(super) fn to_json(figures: &impl Serialize) -> Value {
    serde_json::to_value(figures).expect("figures hold text, numbers and lists, which JSON can hold")
}

/// How many tokens each heap loses from `position` to `option`, which is nowhere larger.
pub(super) fn taken(position: &[BigUint], option: &[BigUint]) -> Vec<BigUint> {
    position.iter().zip(option).map(|(before, after)| before - after).collect()
}

/// One heap in a table of remainders. Numbers are text, as they can be of any length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeapRow {
    /// Its size.
    pub size: String,
    /// The size modulo m + 1; the size itself where a move may take any number.
    pub remainder: String,
    /// What the winning move takes from it; 0 where there is no such move.
    pub take: String,
    /// What is left of it.
    pub left: String,
    /// What is left, modulo m + 1.
    pub left_remainder: String,
}

/// The rows of a table of remainders for a move from `position` to `after`.
pub(super) fn heap_rows(position: &[BigUint], after: &[BigUint], modulus: &BigUint) -> Vec<HeapRow> {
    let row = |(size, left): (&BigUint, &BigUint)| HeapRow {
        size: size.to_string(),
        remainder: (size % modulus).to_string(),
        take: (size - left).to_string(),
        left: left.to_string(),
        left_remainder: (left % modulus).to_string(),
    };
    position.iter().zip(after).map(row).collect()
}
