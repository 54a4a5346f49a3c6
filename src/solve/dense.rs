//! The outcomes of all positions up to a size, for moves that are a union of boxes of amounts.
//!
//! Positions are visited so that options come before what they are options of. One that is not marked is a P-position, and
//! marks every position from which a move leads to it. P-positions are few, so that this costs little more than a look at
//! each position.

use crate::rules::boxes::Boxes;
use crate::syntax::tree::Play;
use fixedbitset::FixedBitSet;

/// The outcomes of the positions with heaps up to a size.
#[derive(Debug)]
pub struct DenseTable {
    heaps: usize,
    side: u64,
    ascending: bool,
    /// `binomials[i][x]` is the number of choices of i + 1 out of x + i.
    binomials: Vec<Vec<usize>>,
    p: FixedBitSet,
}

impl DenseTable {
    /// How many positions a table has; `None` where that is beyond any table.
    pub fn size(heaps: usize, max: u64, ascending: bool) -> Option<usize> {
        let mut size = 1u128;
        for at in 0..heaps as u128 {
            size = if ascending {
                size.checked_mul(u128::from(max) + 1 + at)? / (at + 1)
            } else {
                size.checked_mul(u128::from(max) + 1)?
            };
        }
        usize::try_from(size).ok()
    }

    /// Solves the positions with heaps up to `max`: each once in ascending order where `ascending`, for boxes that treat
    /// all heaps alike.
    ///
    /// # Panics
    ///
    /// Where [`DenseTable::size`] gives none.
    ///
    /// # Complexity
    ///
    /// The number of positions, and for each P-position the number of moves that lead to it.
    pub fn new(boxes: &Boxes, play: Play, max: u64, ascending: bool) -> DenseTable {
        let size = DenseTable::size(boxes.heaps, max, ascending).expect("the table is not beyond reason");
        let side = max + 1;
        let mut binomials = vec![vec![0usize; side as usize + 1]; boxes.heaps];
        for (at, row) in binomials.iter_mut().enumerate() {
            for x in 1..=side {
                // C(x + at, at + 1)
                row[x as usize] = (0..=at as u128).fold(1u128, |c, i| c * (u128::from(x) + i) / (i + 1)) as usize;
            }
        }
        let mut table =
            DenseTable { heaps: boxes.heaps, side, ascending, binomials, p: FixedBitSet::with_capacity(size) };
        let mut marked = FixedBitSet::with_capacity(size);
        let mut sizes = vec![0u64; boxes.heaps];
        let mut raised = sizes.clone();
        let mut sorted = sizes.clone();
        for index in 0..size {
            let is_won = marked.contains(index) || (play == Play::Misere && boxes.is_terminal(&sizes));
            let is_p = !is_won;
            if is_p {
                table.p.insert(index);
                raised.copy_from_slice(&sizes);
                for one in &boxes.boxes {
                    table.mark(&one.heaps, &one.amounts, &sizes, &mut raised, &mut sorted, &mut marked);
                }
            }
            table.advance(&mut sizes);
        }
        table
    }

    fn mark(
        &self,
        heaps: &[usize],
        amounts: &[crate::rules::boxes::Interval],
        sizes: &[u64],
        raised: &mut [u64],
        sorted: &mut [u64],
        marked: &mut FixedBitSet,
    ) {
        let (Some((heap, heaps)), Some((interval, amounts))) = (heaps.split_first(), amounts.split_first()) else {
            return;
        };
        let room = self.side - 1 - sizes[*heap];
        let high = interval.high.unwrap_or(room).min(room);
        if heaps.is_empty() && self.ascending {
            if let Some(times) = high.checked_sub(interval.low) {
                raised[*heap] = sizes[*heap] + interval.low;
                sorted.copy_from_slice(raised);
                self.mark_rising(raised[*heap], times, sorted, marked);
            }
            raised[*heap] = sizes[*heap];
            return;
        }
        for amount in interval.low..=high {
            raised[*heap] = sizes[*heap] + amount;
            if heaps.is_empty() {
                marked.insert(self.index(raised));
            } else {
                self.mark(heaps, amounts, sizes, raised, sorted, marked);
            }
        }
        raised[*heap] = sizes[*heap];
    }

    /// Marks the positions that come of these sizes, in whatever order, when one of them rises by one so many times.
    fn mark_rising(&self, size: u64, times: u64, sizes: &mut [u64], marked: &mut FixedBitSet) {
        sizes.sort_unstable();
        let mut at = sizes.iter().position(|other| *other == size).expect("the size is one of them");
        let mut index = self.index(sizes);
        marked.insert(index);
        for _ in 0..times {
            // Of equal sizes the last can rise, and the order stays.
            while sizes.get(at + 1) == Some(&sizes[at]) {
                at += 1;
            }
            let choices = &self.binomials[at][sizes[at] as usize..];
            index += choices[1] - choices[0];
            sizes[at] += 1;
            marked.insert(index);
        }
    }

    /// The next position; after the last, the first.
    fn advance(&self, sizes: &mut [u64]) {
        for at in 0..self.heaps {
            let limit = match sizes.get(at + 1) {
                Some(next) if self.ascending => *next,
                _ => self.side - 1,
            };
            if sizes[at] < limit {
                sizes[at] += 1;
                // The smallest position with these later sizes: zeros before.
                sizes[..at].fill(0);
                return;
            }
        }
        sizes.fill(0);
    }

    fn index(&self, sizes: &[u64]) -> usize {
        if self.ascending {
            sizes.iter().zip(&self.binomials).map(|(size, row)| row[*size as usize]).sum()
        } else {
            sizes.iter().rev().fold(0, |index, size| index * self.side as usize + *size as usize)
        }
    }

    /// The greatest heap.
    pub fn max(&self) -> u64 {
        self.side - 1
    }

    /// Whether positions stand in ascending order.
    pub fn ascending(&self) -> bool {
        self.ascending
    }

    /// Whether a position, in ascending order where the table is, is a P-position.
    ///
    /// # Panics
    ///
    /// Where a heap is larger than the table's.
    pub fn is_p(&self, sizes: &[u64]) -> bool {
        self.p.contains(self.index(sizes))
    }

    /// Shows every position with whether it is a P-position, options first, until `visit` says no.
    pub fn each(&self, visit: &mut dyn FnMut(&[u64], bool) -> bool) {
        let mut sizes = vec![0u64; self.heaps];
        for index in 0..self.p.len() {
            if !visit(&sizes, self.p.contains(index)) {
                return;
            }
            self.advance(&mut sizes);
        }
    }
}
