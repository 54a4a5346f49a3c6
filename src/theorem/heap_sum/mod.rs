//! Games in which a move changes a single heap: each heap has a Grundy value, and the nim-sum of these values decides.

mod table;

pub use table::{BinaryColumn, BinaryRow, BinaryTable};

use super::WinningMoves;
use super::common::{first_of, written};
use super::nim_family::columns::nim_sum;
use num_bigint::BigUint;
use num_traits::Zero;
use serde::Serialize;

/// At most so many options of one heap are listed.
pub(super) const MOST_OPTIONS: usize = 10_000;

/// The moves in a single heap. A move puts one or more heaps in the place of one.
pub(super) trait HeapGame {
    /// The Grundy value of a heap.
    fn value(&self, size: &BigUint) -> BigUint;

    /// The options of a heap that have the value `value`: at most `limit` of them, at least one where there is one (if
    /// `limit` is not 0), and whether these are all. An option of several heaps has them in ascending order.
    fn options_of_value(&self, size: &BigUint, value: &BigUint, limit: usize) -> HeapOptions;

    /// Some option of a heap; none where it has none.
    fn some_option(&self, size: &BigUint) -> Option<Vec<BigUint>>;
}

/// Options of one heap.
pub(super) struct HeapOptions {
    pub(super) options: Vec<Vec<BigUint>>,
    /// Whether there are no others that were asked for.
    pub(super) complete: bool,
}

fn values(game: &impl HeapGame, heaps: &[BigUint]) -> Vec<BigUint> {
    heaps.iter().map(|size| game.value(size)).collect()
}

/// The position with heaps in the place of one.
fn replaced(position: &[BigUint], index: usize, heaps: &[BigUint]) -> Vec<BigUint> {
    [&position[..index], heaps, &position[index + 1..]].concat()
}

pub(super) fn is_p(game: &impl HeapGame, position: &[BigUint]) -> bool {
    nim_sum(&values(game, position)).is_zero()
}

/// The moves after which the nim-sum of the values is 0.
pub(super) fn winning_moves(game: &impl HeapGame, position: &[BigUint], limit: usize) -> WinningMoves {
    let values = values(game, position);
    let sum = nim_sum(&values);
    if sum.is_zero() {
        return first_of(Vec::new(), limit);
    }
    let most = limit.max(1).saturating_add(1);
    let mut options = Vec::new();
    let mut complete = true;
    for (index, size) in position.iter().enumerate() {
        let found = game.options_of_value(size, &(&values[index] ^ &sum), most);
        complete &= found.complete;
        options.extend(found.options.iter().map(|heaps| replaced(position, index, heaps)));
    }
    let listed = first_of(options, limit);
    WinningMoves { complete: complete && listed.complete, ..listed }
}

/// The numbers that show Grundy values at work on one position. Numbers are text, as they can be of any length.
#[derive(Clone, Debug, Serialize)]
pub struct SumFigures {
    /// Whether no move is left.
    pub over: bool,
    /// The letters of the heaps, as in `x_1, x_2`.
    pub letters: String,
    /// The nim-sum of the values, as TeX with letters.
    pub sum: String,
    /// The same with the values of the position.
    pub numbers: String,
    /// The nim-sum.
    pub nim_sum: String,
    /// The sizes with their values.
    pub heaps: Vec<HeapWithValue>,
    /// Whether the numbers are too long for a table.
    pub large: bool,
    /// The binary table of the values.
    pub table: Option<BinaryTable>,
    /// The move that is shown: a winning one, or some move where none wins.
    #[serde(rename = "move")]
    pub shown: Option<HeapMove>,
    /// The position that the winning move leads to, as written; empty where there is none.
    pub target: String,
}

/// A heap and its Grundy value.
#[derive(Clone, Debug, Serialize)]
pub struct HeapWithValue {
    /// The size.
    pub size: String,
    /// The value.
    pub value: String,
}

/// A move in one heap.
#[derive(Clone, Debug, Serialize)]
pub struct HeapMove {
    /// The index of the heap, from 0.
    pub heap: usize,
    /// Its size.
    pub before: String,
    /// The heaps that take its place, one or two.
    pub after: Vec<HeapWithValue>,
    /// How many tokens are taken; `0` for a heap that is only split.
    pub amount: String,
    /// The value of the heap.
    pub value_before: String,
    /// The nim-sum of the values of the heaps that take its place.
    pub value_after: String,
    /// The nim-sum of all values after the move.
    pub sum_after: String,
    /// The position that the move leads to, as written.
    pub leaves: String,
}

impl SumFigures {
    pub(super) fn new(game: &impl HeapGame, position: &[BigUint]) -> SumFigures {
        let values = values(game, position);
        let sum = nim_sum(&values);
        let found = position.iter().enumerate().find_map(|(index, size)| {
            let goal = &values[index] ^ &sum;
            let options = if sum.is_zero() { Vec::new() } else { game.options_of_value(size, &goal, 1).options };
            Some((index, options.into_iter().next()?))
        });
        let target = found.as_ref().map(|(index, heaps)| written(&replaced(position, *index, heaps)));
        let some = || {
            let option = |index: usize| Some((index, game.some_option(&position[index])?));
            (0..position.len()).find_map(option)
        };
        let shown = found.or_else(some).map(|(index, heaps)| HeapMove::new(game, position, index, &heaps));
        let table = BinaryTable::new(position.iter().zip(&values).enumerate().map(|(i, (x, v))| (i, x, v)).collect());
        SumFigures {
            over: shown.is_none(),
            letters: letters(position.len(), ", ", |x| x),
            sum: letters(position.len(), r" \oplus ", |x| format!("g({x})")),
            numbers: values.iter().map(BigUint::to_string).collect::<Vec<_>>().join(r" \oplus "),
            nim_sum: sum.to_string(),
            heaps: position.iter().map(|size| HeapWithValue::new(game, size)).collect(),
            large: table.is_none(),
            table,
            shown,
            target: target.unwrap_or_default(),
        }
    }
}

impl HeapWithValue {
    fn new(game: &impl HeapGame, size: &BigUint) -> HeapWithValue {
        HeapWithValue { size: size.to_string(), value: game.value(size).to_string() }
    }
}

impl HeapMove {
    fn new(game: &impl HeapGame, position: &[BigUint], index: usize, heaps: &[BigUint]) -> HeapMove {
        let left: BigUint = heaps.iter().sum();
        let option = replaced(position, index, heaps);
        HeapMove {
            heap: index,
            before: position[index].to_string(),
            after: heaps.iter().map(|size| HeapWithValue::new(game, size)).collect(),
            amount: (&position[index] - left).to_string(),
            value_before: game.value(&position[index]).to_string(),
            value_after: nim_sum(&values(game, heaps)).to_string(),
            sum_after: nim_sum(&values(game, &option)).to_string(),
            leaves: written(&option),
        }
    }
}

/// The letters x_1, …, x_n, each as `write` has it.
fn letters(n: usize, separator: &str, write: impl Fn(String) -> String) -> String {
    let letter = |i: usize| write(format!("x_{{{i}}}"));
    match n {
        0..=4 => (1..=n).map(letter).collect::<Vec<_>>().join(separator),
        _ => [letter(1), letter(2), r"\dots".to_owned(), letter(n)].join(separator),
    }
}
