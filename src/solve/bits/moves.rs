//! What a move takes, as tables of bits need it: a union of products of amounts that do not look at other heaps, each
//! with what must hold for its moves to be there.

use super::condition::Condition;
use std::sync::Arc;

/// The moves of a game with a fixed number of heaps, as far as heaps up to a size show them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveSet {
    /// How many heaps there are.
    pub heaps: usize,
    /// The greatest heap for which the moves are described.
    pub max: usize,
    /// The kinds of move; two of them may have moves in common.
    pub parts: Vec<Part>,
    /// How many passes both players have together.
    pub passes: usize,
    /// Which positions there are, where not all with so many heaps are positions.
    pub kept: Option<Condition>,
    /// Where the game is over although there may be moves.
    pub ended: Option<Condition>,
    /// Where the player to move wins if the game is over; where that is not said, the play decides.
    pub wins: Option<Condition>,
}

/// Moves that take from each of some blocks of heaps, whatever they take from the others. The blocks have no heap in common
/// and stand in the order of their first heaps.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part {
    /// What must hold at a position for the moves to be there, if anything must.
    pub guard: Option<Condition>,
    /// What must hold for the amount, where it is tied to other heaps: the only block is then one heap with any amounts.
    pub tied: Option<Condition>,
    /// The blocks; there are none for a pass.
    pub blocks: Vec<Block>,
}

/// What is taken from one heap, or from several heaps whose amounts depend on each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Block {
    /// One heap.
    One {
        /// The heap, counted from 0.
        heap: usize,
        /// What is taken from it.
        amounts: Amounts,
    },
    /// Several heaps.
    Linked {
        /// The heaps, counted from 0, ascending.
        heaps: Vec<usize>,
        /// What is taken from them.
        vectors: Vectors,
    },
}

/// The amounts that may be taken from a heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Amounts {
    /// Intervals of amounts from low to high, both inside, ascending, not adjacent; the high end of the last may be open.
    Fixed(Vec<(usize, Option<usize>)>),
    /// The sizes that may be left of a heap, by its size: intervals from low to high, both inside, ascending, not adjacent.
    BySize(Arc<Vec<Vec<(u32, u32)>>>),
}

/// The amounts that may be taken from several heaps together, an amount for each: at least 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Vectors {
    /// A base, and on top of it any of the steps, each any number of times.
    Cone {
        /// The bases.
        bases: Vec<Vec<usize>>,
        /// The steps, of zeros and ones.
        steps: Vec<Vec<usize>>,
    },
    /// A base, with one more from each heap up to so many times in all, the base counted.
    Chains(Vec<(Vec<usize>, usize)>),
}

impl MoveSet {
    /// Whether nothing but the amounts decides: no condition on positions, and no pass.
    pub(super) fn is_plain(&self) -> bool {
        let conditions = [&self.kept, &self.ended, &self.wins];
        conditions.iter().all(|one| one.is_none())
            && self.parts.iter().all(|part| part.guard.is_none() && part.tied.is_none() && !part.is_pass())
    }

    /// The moves when no pass is left.
    pub(super) fn without_passes(&self) -> MoveSet {
        let mut moves = self.clone();
        moves.parts.retain(|part| !part.is_pass());
        moves.passes = 0;
        moves
    }
}

impl Part {
    /// Whether nothing is taken.
    pub(super) fn is_pass(&self) -> bool {
        self.blocks.is_empty()
    }
}

impl Block {
    /// The first of its heaps.
    pub fn first(&self) -> usize {
        match self {
            Block::One { heap, .. } => *heap,
            Block::Linked { heaps, .. } => heaps[0],
        }
    }
}

impl Amounts {
    /// The amounts of a set, ascending, from heaps up to `max`.
    pub(super) fn of_set(set: &[usize], max: usize) -> Amounts {
        let mut intervals: Vec<(usize, Option<usize>)> = Vec::new();
        for amount in set {
            match intervals.last_mut() {
                Some((_, Some(high))) if *high + 1 == *amount => *high = *amount,
                _ => intervals.push((*amount, Some(*amount))),
            }
        }
        // A bound that no heap reaches bounds nothing.
        intervals.last_mut().filter(|(_, high)| *high == Some(max)).into_iter().for_each(|(_, high)| *high = None);
        Amounts::Fixed(intervals)
    }

    /// From sizes, ascending, that may be left: as fixed amounts, if they are the same for heaps of every size.
    pub(super) fn of_sizes(left: Vec<Vec<u32>>) -> Amounts {
        let largest = left.len() - 1;
        let set: Vec<usize> = left[largest].iter().rev().map(|rest| largest - *rest as usize).collect();
        let same = |(size, rests): (usize, &Vec<u32>)| {
            let count = set.partition_point(|amount| *amount <= size);
            rests.len() == count && rests.iter().rev().zip(&set).all(|(rest, amount)| *rest as usize + amount == size)
        };
        if left.iter().enumerate().all(same) {
            Amounts::of_set(&set, largest)
        } else {
            Amounts::BySize(Arc::new(left.iter().map(|rests| intervals(rests)).collect()))
        }
    }

    /// Whether anything may be taken from a heap of this size.
    pub(super) fn any(&self, size: usize) -> bool {
        match self {
            Amounts::Fixed(intervals) => intervals.first().is_some_and(|(low, _)| *low <= size),
            Amounts::BySize(left) => !left[size].is_empty(),
        }
    }
}

/// Numbers, ascending, as intervals.
fn intervals(numbers: &[u32]) -> Vec<(u32, u32)> {
    numbers.chunk_by(|one, next| one + 1 == *next).map(|run| (run[0], run[run.len() - 1])).collect()
}

impl Vectors {
    /// The least vectors: from heaps that hold none of these nothing can be taken.
    pub(super) fn bases(&self) -> impl Iterator<Item = &[usize]> {
        let (bases, chains): (&[_], &[_]) = match self {
            Vectors::Cone { bases, .. } => (bases, &[]),
            Vectors::Chains(chains) => (&[], chains),
        };
        bases.iter().chain(chains.iter().map(|(base, _)| base)).map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_that_do_not_depend_on_the_size_are_seen() {
        let squares: Vec<Vec<u32>> =
            (0..30u32).map(|h| (1..=5).map(|k| k * k).filter(|s| *s <= h).map(|s| h - s).rev().collect()).collect();
        let single = |amount: usize| (amount, Some(amount));
        assert_eq!(Amounts::of_sizes(squares), Amounts::Fixed([1, 4, 9, 16, 25].map(single).to_vec()));
        let half: Vec<Vec<u32>> = (0..30u32).map(|h| (h.div_ceil(2)..h).collect()).collect();
        let intervals = (0..30u32).map(|h| if h < 2 { Vec::new() } else { vec![(h.div_ceil(2), h - 1)] }).collect();
        assert_eq!(Amounts::of_sizes(half), Amounts::BySize(Arc::new(intervals)));
        assert_eq!(super::intervals(&[0, 1, 2, 5, 7, 8]), [(0, 2), (5, 5), (7, 8)]);
        assert_eq!(Amounts::of_set(&[1, 2, 3, 5, 8, 9], 9), Amounts::Fixed(vec![(1, Some(3)), single(5), (8, None)]));
    }
}
