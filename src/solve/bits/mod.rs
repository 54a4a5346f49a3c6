//! The outcomes of all positions of a fixed number of heaps up to a size, one bit a position.
//!
//! A row holds the positions that differ in the last heap alone, in machine words; rows come in an order in which options
//! come before what they are options of. What reaches a P-position by moves that touch other heaps is known for a whole row
//! at once, from rows before it (see `program`); then the row is resolved from its smallest position on: one from which no
//! P-position is reached is a P-position itself. Large tables are computed by several threads, each a slab of rows at a time
//! (see `front`).
//!
//! Moves only make heaps smaller, and what they take does not depend on the heaps that they leave alone. What a rule asks of
//! those beside is its *guard*: a condition on the position, which is taken out of the rule (see `guards`) and becomes a row
//! of bits by which what the moves reach is masked (see `judge`). So are the rules' conditions on which positions there are,
//! where the game is over, and who wins then. An amount from a single heap may also be tied to other heaps; then the masks
//! are made amount by amount.
//!
//! Passes that both players share make a table for each number of passes that may be left: in a row, a pass leads to the same
//! row when a pass is less.

mod compile;
mod condition;
mod front;
mod guards;
mod judge;
mod layout;
mod moves;
mod program;
mod run;
mod values;
mod words;
mod written;
mod zones;

pub use compile::{Obstacle, compile};
pub use condition::Condition;
pub use moves::{Amounts, Block, MoveSet, Part, Vectors};

use crate::syntax::tree::Play;
use judge::Judge;
use layout::Layout;
use program::Program;
use run::{Ends, Machine};

/// The most heaps that are put in ascending order.
const MAX_ASCENDING: usize = 6;
/// The most threads that compute a table: slabs that wait for one another give work to few.
const MAX_THREADS: usize = 16;
/// With fewer words to join for all rows, one thread is sooner done than several are started.
const MANY_WORDS: usize = 3 << 18;

/// The outcomes of the positions with heaps up to a size.
#[derive(Debug)]
pub struct BitTable {
    layout: Layout,
    words: usize,
    /// The rows of P-positions, for each number of passes that may be left.
    p: Vec<Vec<u64>>,
    /// Which positions there are, where not all are.
    kept: Option<Condition>,
}

/// A table that has not been computed yet.
#[derive(Debug)]
pub struct BitTask {
    layout: Layout,
    /// How the table is computed with no pass left; then, with passes, how it is with any that are left.
    stages: Vec<Stage>,
    passes: usize,
    threads: usize,
}

/// How a table is computed.
#[derive(Debug)]
struct Stage {
    moves: MoveSet,
    play: Play,
    program: Program,
}

impl Stage {
    fn new(moves: MoveSet, play: Play, ascending: bool) -> Option<Stage> {
        let any_move = judge::asks_for_moves(&moves, play);
        let program = Program::new(&moves, ascending, any_move)?;
        Some(Stage { moves, play, program })
    }

    fn machine<'a>(&'a self, layout: &'a Layout, threads: usize) -> Machine<'a> {
        let judge = Judge::new(&self.moves, self.play, &self.program);
        Machine::new(layout, &self.program, judge, threads)
    }

    /// Where a position has no move, if that must be known and the amounts tell.
    fn ends(&self) -> Option<Ends> {
        (self.play == Play::Misere && self.moves.is_plain()).then(|| Ends::new(&self.moves))
    }
}

impl BitTask {
    /// The task to compute the outcomes for these moves. Where the heaps are alike only ascending positions are computed.
    ///
    /// # Errors
    ///
    /// Where the table is beyond what a machine counts, or needs too many rows for each position.
    pub fn new(moves: MoveSet, play: Play, alike: bool) -> Result<BitTask, Obstacle> {
        let ascending = alike && (2..=MAX_ASCENDING).contains(&moves.heaps);
        let layout = Layout::new(moves.heaps - 1, moves.max, ascending).ok_or(Obstacle::TooLarge)?;
        let passes = moves.passes;
        let without = (passes > 0).then(|| moves.without_passes());
        let stages = without.into_iter().chain([moves]).map(|moves| Stage::new(moves, play, ascending));
        let stages = stages.collect::<Option<Vec<Stage>>>().ok_or(Obstacle::TooMany)?;
        let threads = stages.last().map_or(1, |stage| threads(&layout, &stage.program));
        Ok(BitTask { layout, stages, passes, threads })
    }

    /// The memory that the table takes while it is computed, in bytes; nothing where that is more than a machine counts.
    pub fn bytes(&self) -> Option<usize> {
        let before = self.layout.rows().checked_mul(words::words(self.layout.max) * 8)?.checked_mul(self.passes)?;
        run::bytes(&self.layout, &self.stages.last()?.program, self.threads)?.checked_add(before)
    }

    /// Whether conditions on positions have a say beside the amounts.
    pub fn conditions(&self) -> bool {
        self.stages.iter().any(|stage| !stage.moves.is_plain())
    }

    /// How many passes there are.
    pub fn passes(&self) -> usize {
        self.passes
    }

    /// How many positions are computed; nothing where they are more than a machine counts.
    pub fn positions(&self) -> Option<usize> {
        self.layout.rows().checked_mul(self.layout.max + 1)?.checked_mul(self.passes.checked_add(1)?)
    }

    /// Whether only positions in ascending order are computed.
    pub fn ascending(&self) -> bool {
        self.layout.ascending
    }

    /// Computes the table. `progress` hears now and then how many positions are done.
    ///
    /// # Complexity
    ///
    /// The number of positions divided by the bits of a machine word, times a number that depends on the kinds of move but,
    /// for fixed amounts, not on how many there are.
    pub fn run(&self, progress: &mut dyn FnMut(usize)) -> BitTable {
        let machines = self.stages.iter().map(|stage| (stage.machine(&self.layout, self.threads), stage.ends()));
        let machines: Vec<(Machine<'_>, Option<Ends>)> = machines.collect();
        let mut p: Vec<Vec<u64>> = Vec::new();
        for left in 0..=self.passes {
            let before = left * self.layout.rows();
            let done = &mut |rows| progress((before + rows) * (self.layout.max + 1));
            let (machine, ends) = &machines[left.min(1)];
            p.push(machine.run(ends.as_ref(), p.last().map(Vec::as_slice), done));
        }
        let (layout, kept) = (self.layout.clone(), self.stages[0].moves.kept.clone());
        BitTable { words: words::words(layout.max), layout, p, kept }
    }
}

impl BitTable {
    /// The greatest heap.
    pub fn max(&self) -> u64 {
        self.layout.max as u64
    }

    /// Whether the table holds a position: no heap is larger than its greatest, and the rules keep to it. `left`: how many
    /// passes are left, where that is another number than at the start.
    pub fn holds(&self, sizes: &[u64], left: Option<u64>) -> bool {
        let within = left.is_none_or(|left| left < self.p.len() as u64)
            && sizes.len() == self.layout.places + 1
            && sizes.iter().all(|size| *size <= self.max());
        within
            && self.kept.as_ref().is_none_or(|kept| {
                let sizes: Vec<usize> = sizes.iter().map(|size| *size as usize).collect();
                sizes.split_last().is_some_and(|(last, prefix)| kept.holds(prefix, *last))
            })
    }

    /// Whether a position is a P-position. `left`: how many passes are left, where that is another number than at the start.
    ///
    /// # Panics
    ///
    /// Where it has another number of heaps, a heap is larger than the table's, or there are not so many passes.
    pub fn is_p(&self, sizes: &[u64], left: Option<u64>) -> bool {
        assert_eq!(sizes.len(), self.layout.places + 1, "a position of the table has its number of heaps");
        let mut sizes: Vec<usize> = sizes.iter().map(|size| *size as usize).collect();
        assert!(sizes.iter().all(|size| *size <= self.layout.max), "a position of the table has no larger heap");
        if self.layout.ascending {
            sizes.sort_unstable();
        }
        let (last, prefix) = sizes.split_last().expect("there is a heap");
        let p = left.map_or(self.at_start(), |left| &self.p[left as usize]);
        p[self.layout.row(prefix) * self.words + last / 64] >> (last % 64) & 1 == 1
    }

    /// The rows of P-positions when no pass has been made.
    fn at_start(&self) -> &[u64] {
        self.p.last().expect("there is a table for no pass")
    }

    fn row(&self, prefix: &[usize]) -> &[u64] {
        let at = self.layout.row(prefix) * self.words;
        &self.at_start()[at..at + self.words]
    }

    /// A place from which to go through the P-positions.
    pub fn cursor(&self, ascending: bool) -> Cursor {
        Cursor::new(self, ascending)
    }

    /// How many P-positions there are: in ascending order, and in every order.
    ///
    /// # Complexity
    ///
    /// The number of words of the table, times the number of heaps.
    pub fn count(&self) -> Count {
        let mut prefix = vec![0; self.layout.places];
        let mut count = Count { ascending: 0, every_order: 0 };
        loop {
            let row = self.row(&prefix);
            let all: u64 = row.iter().map(|word| u64::from(word.count_ones())).sum();
            if prefix.is_sorted() {
                let least = prefix.last().copied().unwrap_or(0);
                let from = row[least / 64] >> (least % 64) << (least % 64);
                let above: u64 =
                    row[least / 64 + 1..].iter().chain([&from]).map(|word| u64::from(word.count_ones())).sum();
                count.ascending += above;
                if self.layout.ascending {
                    let equal = row[least / 64] >> (least % 64) & 1;
                    let orders = |last: usize| orders(prefix.iter().chain([&last]));
                    let found = equal * orders(least) + (above - equal) * orders(least + 1);
                    count.every_order += u128::from(found);
                }
            }
            if !self.layout.ascending {
                count.every_order += u128::from(all);
            }
            if !self.layout.advance(&mut prefix) {
                return count;
            }
        }
    }
}

/// With how many threads a table is computed: with all that the machine runs at once, if it is worth their start.
fn threads(layout: &Layout, program: &Program) -> usize {
    let rows: usize = program.rules.iter().map(program::Rule::work).sum();
    let words = layout.rows().saturating_mul(words::words(layout.max)).saturating_mul(rows);
    // A slab of two heaps is a single row, and waits for the one before it.
    if layout.places < 2 || words < MANY_WORDS {
        return 1;
    }
    std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS)
}

/// How many positions there are of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Those with heaps in ascending order.
    pub ascending: u64,
    /// All.
    pub every_order: u128,
}

/// In how many orders these sizes, which ascend, can stand; for no more heaps than are put in ascending order.
fn orders<'a>(sizes: impl Iterator<Item = &'a usize>) -> u64 {
    let (mut orders, mut run, mut before) = (1, 0, None);
    for (at, size) in sizes.enumerate() {
        run = if before == Some(size) { run + 1 } else { 1 };
        orders = orders * (at as u64 + 1) / run;
        before = Some(size);
    }
    orders
}

/// A place among the P-positions of a table, in lexicographic order.
#[derive(Debug)]
pub struct Cursor {
    position: Vec<u64>,
    prefix: Vec<usize>,
    ascending: bool,
    /// The number of the row; of a word in it; and what is left of that.
    row: usize,
    word: usize,
    left: u64,
    /// Whether all rows are through.
    over: bool,
}

impl Cursor {
    fn new(table: &BitTable, ascending: bool) -> Cursor {
        let places = table.layout.places;
        let (position, prefix) = (vec![0; places + 1], vec![0; places]);
        Cursor { position, prefix, ascending, row: 0, word: 0, left: table.at_start()[0], over: false }
    }

    /// The next P-position.
    pub fn next(&mut self, table: &BitTable) -> Option<&[u64]> {
        while !self.over {
            if self.left != 0 {
                let bit = self.left.trailing_zeros() as usize;
                self.left &= self.left - 1;
                *self.position.last_mut().expect("there is a heap") = (self.word * 64 + bit) as u64;
                return Some(&self.position);
            }
            if self.word + 1 < table.words {
                self.word += 1;
                self.left = table.at_start()[self.row * table.words + self.word];
            } else {
                self.advance(table);
            }
        }
        None
    }

    /// The first word of the next row that is asked for.
    fn advance(&mut self, table: &BitTable) {
        let max = table.layout.max;
        let Some(at) = (0..self.prefix.len()).rev().find(|at| self.prefix[*at] < max) else {
            self.over = true;
            return;
        };
        self.prefix[at] += 1;
        let least = if self.ascending { self.prefix[at] } else { 0 };
        self.prefix[at + 1..].fill(least);
        self.position.iter_mut().zip(&self.prefix).for_each(|(to, from)| *to = *from as u64);
        self.row = if table.layout.ascending && !self.prefix.is_sorted() {
            let mut sorted = self.prefix.clone();
            sorted.sort_unstable();
            table.layout.row(&sorted)
        } else {
            table.layout.row(&self.prefix)
        };
        self.word = least / 64;
        self.left = table.at_start()[self.row * table.words + self.word] >> (least % 64) << (least % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::facts::Facts;
    use crate::rules::sample::rules;

    fn task(text: &str, max: usize) -> BitTask {
        let rules = rules(text);
        let alike = Facts::of(&rules).alike;
        BitTask::new(compile(&rules, max).expect("a move set"), rules.play, alike).expect("a task")
    }

    #[test]
    fn any_number_of_threads_computes_the_same_table() {
        let games = [
            ("heaps 3 move take any from one heap play misere", 70),
            ("heaps 3 move take 1..3 from each of 1..2 heaps", 30),
            ("heaps 4 move take 1..2 from each of 1..2 heaps play misere", 15),
            ("heaps 4 move take any from each of 1..2 heaps", 13),
            ("heaps 3 move take s from one heap where is_square(s)", 66),
            ("heaps 3 move take 1..floor(h/2) from one heap", 40),
            ("heaps 4 move take 1..2 from each of 1..2 adjacent heaps", 9),
            ("heaps 3 move take 1..i from one heap move take the same any from 2 heaps", 20),
            ("heaps 2 move take 1..4 from one heap", 30),
            ("heaps 1 move take 1..4 from one heap", 30),
            ("heaps 3 move take any from the largest heap end when min = 1 play misere", 34),
            (
                "heaps 3 move take 1..min from one heap move take 1 from one heap keeping max < 2*min + 9 play misere",
                30,
            ),
            ("heaps 3 move take any from each of 1..2 heaps where max > 2*min wins when sum mod 3 = 1", 30),
            ("heaps 3 move take any from one heap pass 2 times, not when min = 0 play misere", 34),
        ];
        for (text, max) in games {
            let mut task = task(text, max);
            assert_eq!(task.threads, 1, "{text}");
            let alone = task.run(&mut |_| {}).p;
            for threads in [2, 3, 7, 100] {
                task.threads = threads;
                assert_eq!(task.run(&mut |_| {}).p, alone, "{text} with {threads} threads");
            }
        }
    }

    /// What may be left of a heap.
    type Left = fn(u32) -> Vec<u32>;

    /// The P-positions of three heaps from each of at most `count` of which a move leaves one of these sizes, one by one.
    fn by_definition(left: Left, count: usize, max: usize) -> Vec<bool> {
        let side = max + 1;
        let left: Vec<Vec<u32>> = (0..=max as u32).map(left).collect();
        let mut p = vec![false; side.pow(3)];
        for at in 0..p.len() {
            let sizes = [at / side / side, at / side % side, at % side];
            let reached = (1usize..8).filter(|chosen| chosen.count_ones() as usize <= count).any(|chosen| {
                let rests = |heap: usize| match chosen >> heap & 1 {
                    0 => vec![sizes[heap]],
                    _ => left[sizes[heap]].iter().map(|rest| *rest as usize).collect(),
                };
                let (first, second, third) = (rests(0), rests(1), rests(2));
                let row = |x: &usize, y: &usize| (x * side + y) * side;
                first.iter().any(|x| second.iter().any(|y| third.iter().any(|z| p[row(x, y) + z])))
            });
            p[at] = !reached;
        }
        p
    }

    #[test]
    fn stretches_that_depend_on_the_size_are_joined_by_windows() {
        let lefts: [Left; 4] = [
            |h| (2..h).collect(),
            |h| (0..h).filter(|rest| *rest >= h / 3).collect(),
            |h| (0..h).filter(|rest| *rest <= h / 2 || rest + 2 >= h).collect(),
            |h| (0..h).filter(|rest| h % 2 == 1 || *rest + 9 < h).collect(),
        ];
        for (number, left) in lefts.into_iter().enumerate() {
            for (count, max) in [(1, 75), (2, 34)] {
                let amounts = Amounts::of_sizes((0..=max as u32).map(left).collect());
                assert!(matches!(amounts, Amounts::BySize(_)));
                let one = |heap| Block::One { heap, amounts: amounts.clone() };
                let choices = (1..=count).flat_map(|count| crate::rules::removals::choose(3, count));
                let part =
                    |heaps: Vec<usize>| Part { guard: None, tied: None, blocks: heaps.into_iter().map(one).collect() };
                let parts = choices.map(part).collect();
                let moves = MoveSet { heaps: 3, max, parts, passes: 0, kept: None, ended: None, wins: None };
                let wanted = by_definition(left, count, max);
                for alike in [true, false] {
                    let task = BitTask::new(moves.clone(), Play::Normal, alike).expect("a task");
                    let windows = task.stages[0].program.rules.iter().any(|rule| match rule {
                        program::Rule::BySize { rows, .. } => {
                            let mut sets = rows.iter().flatten().map(|(set, _)| set);
                            let first = sets.next();
                            sets.any(|set| Some(set) != first)
                        }
                        _ => false,
                    });
                    assert!(windows || max < 40, "windows serve where they are worth their rows");
                    let table = task.run(&mut |_| {});
                    for (at, wanted) in wanted.iter().enumerate() {
                        let side = max + 1;
                        let sizes = [at / side / side, at / side % side, at % side].map(|size| size as u64);
                        assert_eq!(
                            table.is_p(&sizes, None),
                            *wanted,
                            "{sizes:?}, rule {number}, {count} heaps, {alike}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn large_tables_take_all_threads() {
        let task = task("heaps 3 move take s from one heap where is_square(s)", 255);
        assert_eq!(task.threads, std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS));
    }
}
