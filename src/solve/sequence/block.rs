//! The common values of divisions in two, for some numbers of tokens at once.
//!
//! One part is a rare heap. For numbers of tokens that follow each other, the other part of each rare heap runs through
//! heaps side by side, so they are found together, as a block. While one block is used, the next is made on a second
//! thread, as far as the values are known by then; what has to do with later ones is few, and left to who uses it.

use super::pairs::Space;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// How many numbers of tokens make a block.
const ROWS: usize = 64;
/// From so many tokens on blocks are made ahead.
const FAR: usize = 4096;

/// Which values there are, for numbers of tokens that follow each other.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The first of the numbers of tokens.
    first: usize,
    /// From which rare heap on, and up to which, they have been gone through.
    rare: (usize, usize),
    /// For the how many-th mask this was.
    epoch: u32,
    /// A row of marks for each number of tokens.
    marks: Vec<u8>,
    room: usize,
}

impl Block {
    /// Goes through the rare heaps for the numbers of tokens from `first` on, as far as all other parts have values.
    fn new(first: usize, differ: bool, values: &[u32], space: &Space) -> Block {
        let room = space.room();
        let mut marks = vec![0; room * ROWS];
        let known = values.len();
        let rare = ((first + ROWS).saturating_sub(known).min(first), first.min(known));
        for (size, value) in space.rare_between(rare) {
            let size = *size as usize;
            let others = &values[first - size..first - size + ROWS];
            let twice = (2 * size).wrapping_sub(first);
            if differ && twice < ROWS {
                mark(&mut marks[..twice * room], room, &others[..twice], *value);
                mark(&mut marks[(twice + 1) * room..], room, &others[twice + 1..], *value);
            } else {
                mark(&mut marks, room, others, *value);
            }
        }
        Block { first, rare, epoch: space.epoch(), marks, room }
    }

    /// The rare heaps that have been gone through: from one size on, and up to another one, which is not among them.
    pub(super) fn rare(&self) -> (usize, usize) {
        self.rare
    }

    /// The row of so many tokens, if there is one for this mask.
    pub(super) fn row(&mut self, tokens: usize, epoch: u32) -> Option<&mut [u8]> {
        let row = tokens.checked_sub(self.first).filter(|row| *row < ROWS && self.epoch == epoch)?;
        self.marks.get_mut(row * self.room..(row + 1) * self.room)
    }
}

/// Marks in each row the value of a rare heap together with another heap.
fn mark(marks: &mut [u8], room: usize, others: &[u32], value: u32) {
    for (marks, other) in marks.chunks_exact_mut(room).zip(others) {
        marks[(other ^ value) as usize & (room - 1)] = 1;
    }
}

/// The blocks of a sequence, each when it is needed.
#[derive(Debug)]
pub(super) struct Blocks {
    differ: bool,
    current: Block,
    ahead: Option<Ahead>,
}

impl Blocks {
    /// Blocks of divisions into parts that must differ, or not.
    pub(super) fn new(differ: bool) -> Blocks {
        Blocks { differ, current: Block::default(), ahead: None }
    }

    /// A block with the row of so many tokens, or one of fewer tokens where they are fewer than those of the last block.
    ///
    /// There must be a sparse space, which knows these values.
    pub(super) fn with(&mut self, tokens: usize, values: &[u32], space: &Space) -> &mut Block {
        let outdated = self.current.epoch != space.epoch() && tokens > ROWS;
        if tokens >= self.current.first + ROWS || outdated {
            let made = self.ahead.as_mut().and_then(Ahead::take);
            let fits = |block: &Block| block.first == tokens && block.epoch == space.epoch();
            self.current = match made.filter(fits) {
                Some(block) => block,
                None => Block::new(tokens, self.differ, values, space),
            };
            if tokens >= FAR {
                self.ahead = self.ahead.take().or_else(|| Ahead::new(self.differ));
                if let Some(ahead) = &mut self.ahead {
                    ahead.ask(tokens + ROWS, values);
                }
            }
        }
        &mut self.current
    }
}

/// A thread that makes blocks before they are needed. It ends with what it serves.
#[derive(Debug)]
struct Ahead {
    /// The first number of tokens of a block, and the values that are new since the last one.
    asks: Sender<(usize, Vec<u32>)>,
    blocks: Receiver<Block>,
    /// How many values the thread knows.
    told: usize,
    /// Whether a block is being made.
    asked: bool,
}

impl Ahead {
    /// Nothing on a machine with one core.
    fn new(differ: bool) -> Option<Ahead> {
        thread::available_parallelism().ok().filter(|cores| cores.get() > 1)?;
        let (asks, asked) = channel::<(usize, Vec<u32>)>();
        let (made, blocks) = channel();
        let work = move || {
            // Who learns the same values chooses the same masks.
            let (mut values, mut space) = (Vec::new(), Space::default());
            for (first, new) in asked {
                for value in new {
                    values.push(value);
                    space.learn(&values);
                }
                if made.send(Block::new(first, differ, &values, &space)).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().spawn(work).ok()?;
        Some(Ahead { asks, blocks, told: 0, asked: false })
    }

    /// Asks for the block from `first` on, given all values that are known.
    fn ask(&mut self, first: usize, values: &[u32]) {
        self.asked = self.asks.send((first, values[self.told..].to_vec())).is_ok();
        self.told = values.len();
    }

    /// The block that was asked for.
    fn take(&mut self) -> Option<Block> {
        if std::mem::take(&mut self.asked) { self.blocks.recv().ok() } else { None }
    }
}
