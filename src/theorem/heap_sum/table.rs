//! Numbers written in binary, one below the other.

use num_bigint::BigUint;
use serde::Serialize;

/// The widest table, in columns, and the longest, in rows.
const LARGEST: usize = 16;

/// Numbers in binary, with the number of ones in each column.
#[derive(Clone, Debug, Serialize)]
pub struct BinaryTable {
    /// The place values, from the left.
    pub columns: Vec<BinaryColumn>,
    /// The numbers.
    pub rows: Vec<BinaryRow>,
}

/// A column of the table.
#[derive(Clone, Debug, Serialize)]
pub struct BinaryColumn {
    /// The place value.
    pub power: String,
    /// The number of ones.
    pub ones: usize,
    /// Whether this number is odd.
    pub odd: bool,
}

/// A row of the table.
#[derive(Clone, Debug, Serialize)]
pub struct BinaryRow {
    /// The index of the heap, from 0.
    pub heap: usize,
    /// The size of the heap.
    pub size: String,
    /// The number that is written in binary.
    pub value: String,
    /// Its digits, `1` or empty.
    pub bits: Vec<&'static str>,
}

impl BinaryTable {
    /// The table of the rows (index, size, value); none where it would be too large.
    pub(in crate::theorem) fn new(rows: Vec<(usize, &BigUint, &BigUint)>) -> Option<BinaryTable> {
        let width = rows.iter().map(|(_, _, value)| value.bits()).max().unwrap_or(0).max(1);
        // The sizes themselves must fit too.
        let longest = rows.iter().map(|(_, size, _)| size.bits()).max().unwrap_or(0);
        if width > LARGEST as u64 || longest > 40 || rows.len() > LARGEST {
            return None;
        }
        let columns = (0..width).rev().map(|column| {
            let ones = rows.iter().filter(|(_, _, value)| value.bit(column)).count();
            BinaryColumn { power: (1u32 << column).to_string(), ones, odd: !ones.is_multiple_of(2) }
        });
        let row = |(heap, size, value): &(usize, &BigUint, &BigUint)| BinaryRow {
            heap: *heap,
            size: size.to_string(),
            value: value.to_string(),
            bits: (0..width).rev().map(|column| if value.bit(column) { "1" } else { "" }).collect(),
        };
        Some(BinaryTable { columns: columns.collect(), rows: rows.iter().map(row).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Zero;

    #[test]
    fn counts_the_ones() {
        let [five, three, zero] = [5u8, 3, 0].map(BigUint::from);
        let table = BinaryTable::new(vec![(0, &five, &five), (2, &five, &three), (4, &zero, &zero)]).unwrap();
        let ones: Vec<_> =
            table.columns.iter().map(|column| (column.power.as_str(), column.ones, column.odd)).collect();
        assert_eq!(ones, [("4", 1, true), ("2", 1, true), ("1", 2, false)]);
        assert_eq!(table.rows[1].bits, ["", "1", "1"]);
        let wide = BigUint::from(1u8) << 16u8;
        assert!(BinaryTable::new(vec![(0, &wide, &wide)]).is_none());
        assert!(BinaryTable::new(vec![(0, &(BigUint::from(1u8) << 50u8), &BigUint::zero())]).is_none());
    }
}
