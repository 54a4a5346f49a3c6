//! How large a graph may grow, and the word about how far it has got.

use std::fmt;
use std::str::FromStr;

/// The limits of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most positions.
    pub positions: usize,
    /// The most memory for positions and moves, in bytes, as estimated from their numbers.
    pub bytes: usize,
}

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A number of positions.
    Positions(usize),
    /// An amount of memory, in bytes.
    Bytes(usize),
}

/// Hears how far a long exploration has got.
pub trait Progress {
    /// So many positions have been looked at, of so many found, with so many moves between them.
    fn explored(&mut self, done: usize, found: usize, moves: usize);
}

/// Hears nothing.
impl Progress for () {
    fn explored(&mut self, _done: usize, _found: usize, _moves: usize) {}
}

/// Bytes for each move: one edge of the graph.
const MOVE_BYTES: usize = 24;
/// What trying an amount counts for: it takes no memory, but time.
const TRY_BYTES: usize = 16;
/// How many times as much may be tried at single heaps, which are not put together.
const TRIES_OF_HEAPS: u64 = 4;
/// Bytes for each position beside its heaps: a vertex, its hash and its place in the table.
const POSITION_BYTES: usize = 72;

/// For how many positions of a table of bits one position of a graph stands, which takes more memory than so many bits.
pub const BITS_A_POSITION: usize = 512;

impl Budget {
    /// How many options of one position can be listed beside the moves that are known.
    pub fn options_left(&self, moves: usize, heaps: usize) -> usize {
        self.bytes.saturating_sub(moves.saturating_mul(MOVE_BYTES)) / (POSITION_BYTES + 8 * heaps)
    }

    /// How many amounts and combinations of amounts may be tried that give no move.
    pub fn tries(&self) -> u64 {
        (self.bytes / TRY_BYTES) as u64
    }

    /// How many amounts and divisions may be tried to find the values of single heaps, where each takes little.
    pub fn tries_of_heaps(&self) -> u64 {
        self.tries().saturating_mul(TRIES_OF_HEAPS)
    }

    /// The limit that so many positions and moves break, if any.
    pub fn exceeded(&self, positions: usize, moves: usize, heaps: usize) -> Option<Limit> {
        let bytes =
            positions.saturating_mul(POSITION_BYTES + 8 * heaps).saturating_add(moves.saturating_mul(MOVE_BYTES));
        if positions > self.positions {
            Some(Limit::Positions(self.positions))
        } else if bytes > self.bytes {
            Some(Limit::Bytes(self.bytes))
        } else {
            None
        }
    }
}

impl Budget {
    /// The limit that a table of so many positions, one bit each, breaks with the memory that it takes: a position of a
    /// graph counts as much as [`BITS_A_POSITION`] of the table.
    pub fn exceeded_by_bits(&self, positions: Option<usize>, bytes: Option<usize>) -> Option<Limit> {
        let within = |number: Option<usize>, most: usize| number.is_some_and(|number| number <= most);
        if !within(positions, self.positions.saturating_mul(BITS_A_POSITION)) {
            Some(Limit::Positions(self.positions))
        } else if !within(bytes, self.bytes) {
            Some(Limit::Bytes(self.bytes))
        } else {
            None
        }
    }
}

impl Default for Budget {
    /// Ten million positions, two gibibytes.
    fn default() -> Budget {
        Budget { positions: 10_000_000, bytes: 2 << 30 }
    }
}

/// A number of positions such as `500000` or `20M`, an amount of memory such as `512MB` or `4GB`, or both with a comma.
impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Budget, String> {
        let mut budget = Budget::default();
        let (mut positions, mut bytes) = (false, false);
        for part in text.split(',').map(str::trim) {
            let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            let (number, unit) = part.split_at(digits);
            let wrong = || {
                format!("`{part}` is neither a number of positions (500000, 20M) nor an amount of memory (512MB, 4GB)")
            };
            let number: usize = number.parse().map_err(|_| wrong())?;
            let (factor, memory) = match unit.trim().to_ascii_lowercase().as_str() {
                "" => (1, false),
                "k" => (1_000, false),
                "m" => (1_000_000, false),
                "kb" | "kib" => (1 << 10, true),
                "mb" | "mib" => (1 << 20, true),
                "gb" | "gib" | "g" => (1 << 30, true),
                _ => return Err(wrong()),
            };
            let value = number.checked_mul(factor).filter(|value| *value > 0).ok_or_else(wrong)?;
            let seen = if memory { &mut bytes } else { &mut positions };
            if std::mem::replace(seen, true) {
                return Err(format!("`{text}` gives two limits of the same kind"));
            }
            if memory {
                budget.bytes = value;
            } else {
                budget.positions = value;
            }
        }
        Ok(budget)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Positions(count) => write!(f, "{count} positions"),
            Limit::Bytes(bytes) if bytes.is_multiple_of(1 << 20) => write!(f, "{} MiB", bytes >> 20),
            Limit::Bytes(bytes) => write!(f, "{bytes} bytes"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_count_less_than_positions() {
        let budget = Budget { positions: 10, bytes: 1000 };
        assert_eq!(budget.exceeded_by_bits(Some(5120), Some(1000)), None);
        assert_eq!(budget.exceeded_by_bits(Some(5121), Some(0)), Some(Limit::Positions(10)));
        assert_eq!(budget.exceeded_by_bits(Some(1), Some(1001)), Some(Limit::Bytes(1000)));
        assert_eq!(budget.exceeded_by_bits(None, Some(1)), Some(Limit::Positions(10)));
    }

    #[test]
    fn budgets_are_read_as_positions_or_memory() {
        assert_eq!("20M".parse(), Ok(Budget { positions: 20_000_000, ..Budget::default() }));
        assert_eq!("4GB, 500".parse(), Ok(Budget { positions: 500, bytes: 4 << 30 }));
        for wrong in ["", "x", "5 furlongs", "0", "1,2", "-3", "99999999999999999999"] {
            assert!(wrong.parse::<Budget>().is_err(), "{wrong}");
        }
    }
}
