//! The rows of a table, one after the other; where they are many, a slab for each thread at a time.

use super::front::Front;
use super::judge::{Judge, Rows};
use super::layout::Layout;
use super::moves::{Amounts, Block, MoveSet};
use super::program::{NodeId, Program, Rule, Term, rank};
use super::words::{self, any_between, first, last_word, or_raised, or_window, set_from};
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where the rows of a set are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// All of them.
    All,
    /// Those of so many slabs, the latest.
    Slabs(usize),
    /// For each thread the latest alone.
    One,
}

/// What it takes to compute a table.
#[derive(Debug)]
pub(super) struct Machine<'a> {
    layout: &'a Layout,
    program: &'a Program,
    words: usize,
    kept: Vec<Kept>,
    /// By set and slab, what is added to the number of a row, wrapping around, for its place among the rows that are kept.
    moved: Vec<Vec<usize>>,
    last_alone: LastAlone,
    judge: Option<Judge<'a>>,
    threads: usize,
}

/// The rows of a set that are kept. Threads write to them at the same time, each in its own slab, and read what others have
/// published as finished: see [`Front`].
type Store = Vec<AtomicU64>;

/// Where a thread stands.
#[derive(Clone)]
struct Place {
    thread: usize,
    prefix: Vec<usize>,
    /// The number of its row, and its slab.
    row: usize,
    slab: usize,
    scratch: Vec<usize>,
}

/// What is known before.
#[derive(Clone, Copy)]
struct Given<'a> {
    ends: Option<&'a Ends>,
    pass_less: Option<&'a [u64]>,
}

/// Rows that are written over again and again.
struct Buffers {
    row: Vec<u64>,
    gathered: Vec<u64>,
    stretch: Vec<u64>,
}

/// What can be reached in the same row.
#[derive(Debug)]
pub(super) enum LastAlone {
    /// Nothing.
    Nothing,
    /// Every smaller size.
    All,
    /// By taking one of these amounts, which are the bits of a row; its words up to the last that is not empty, and one more.
    Fixed(Vec<u64>),
    /// For each size the bits of those from which it can be reached.
    BySize(Vec<u64>),
}

impl<'a> Machine<'a> {
    /// What computes a table with so many threads; with a judge where conditions on positions have a say.
    pub(super) fn new(
        layout: &'a Layout,
        program: &'a Program,
        judge: Option<Judge<'a>>,
        threads: usize,
    ) -> Machine<'a> {
        let (words, kept) = (words::words(layout.max), kept(layout, program, threads));
        let moved = |kept: &Kept| match kept {
            Kept::Slabs(slabs) => {
                let place = |slab: usize| (slab % slabs * layout.slab()).wrapping_sub(layout.before_slab(slab));
                (0..=layout.max).map(place).collect()
            }
            Kept::All => vec![0; layout.max + 1],
            Kept::One => Vec::new(),
        };
        let moved = kept.iter().map(moved).collect();
        let last_alone = match judge {
            Some(_) => LastAlone::Nothing,
            None => last_alone(&program.moves[0].last_alone, layout.max),
        };
        Machine { layout, program, words, kept, moved, last_alone, judge, threads }
    }

    /// The P-positions: their rows one after the other. In misère play a position without a move is none. `pass_less`: the
    /// P-positions when a pass is less, if one is left.
    pub(super) fn run(
        &self,
        ends: Option<&Ends>,
        pass_less: Option<&[u64]>,
        progress: &mut dyn FnMut(usize),
    ) -> Vec<u64> {
        let given = Given { ends, pass_less };
        let zeros = |words: usize| -> Store { std::iter::repeat_with(AtomicU64::default).take(words).collect() };
        let room = |kept: &Kept| room(*kept, self.layout, self.threads).expect("the memory has been counted");
        let mut stores: Vec<Store> = self.kept.iter().map(|kept| zeros(room(kept))).collect();
        let front = Front::new(self.threads);
        std::thread::scope(|scope| {
            for thread in 1..self.threads {
                let (stores, front) = (&stores, &front);
                scope.spawn(move || self.slabs(thread, stores, given, front, &mut |_| {}));
            }
            self.slabs(0, &stores, given, &front, progress);
        });
        stores.swap_remove(0).into_iter().map(AtomicU64::into_inner).collect()
    }

    /// The slabs of one thread: every so many-th.
    fn slabs(&self, thread: usize, stores: &[Store], given: Given<'_>, front: &Front, progress: &mut dyn FnMut(usize)) {
        let buffer = || vec![0u64; self.words];
        let mut buffers = Buffers { row: buffer(), gathered: buffer(), stretch: buffer() };
        let places = self.layout.places;
        let mut worker = front.worker(thread);
        for slab in (thread..self.layout.slabs()).step_by(self.threads) {
            let mut at = Place {
                thread,
                prefix: self.layout.first(slab),
                row: self.layout.before_slab(slab),
                slab,
                scratch: vec![0; 2 * places],
            };
            let before = slab.checked_sub(1).map(|slab| self.layout.before_slab(slab));
            let first = at.row;
            while at.slab == slab {
                // A row looks back in its own slab, and in those before it no further on.
                if let Some(before) = before {
                    worker.wait((before + at.row - first).min(first - 1));
                }
                self.row(&mut at, stores, given, &mut buffers);
                at.row += 1;
                worker.finished(at.row);
                if at.row.is_multiple_of(4096) {
                    progress(at.row);
                }
                if !self.layout.advance(&mut at.prefix) {
                    break;
                }
                at.slab = self.layout.slab_of(&at.prefix);
            }
            worker.publish();
        }
    }

    /// The rows of all sets at one prefix.
    fn row(&self, at: &mut Place, stores: &[Store], given: Given<'_>, buffers: &mut Buffers) {
        for node in &self.program.order {
            buffers.row.fill(0);
            match &self.program.rules[*node] {
                Rule::Position => self.position(at, stores, given.ends, buffers),
                Rule::Kept => {
                    let judge = self.judge.as_ref().expect("where conditions have no say every position is kept to");
                    judge.kept(&at.prefix, &mut buffers.row);
                }
                Rule::PassLess => {
                    let p = given.pass_less.expect("a pass is left");
                    buffers.row.copy_from_slice(&p[at.row * self.words..(at.row + 1) * self.words]);
                }
                Rule::Or { terms, fill } => {
                    for term in terms {
                        self.add(term, at, stores, &mut buffers.row);
                    }
                    if let (true, Some(low)) = (*fill, first(&buffers.row)) {
                        set_from(&mut buffers.row, low);
                    }
                }
                Rule::BySize { place, rows } => {
                    let size = at.prefix[*place];
                    for (node, rest) in &rows[size] {
                        let back = [(*place, size - *rest as usize)];
                        self.add_smaller(*node, &back, 0, at, stores, &mut buffers.row);
                    }
                }
            }
            let place = self.place(*node, at.row, at.slab, at.thread);
            let kept = &stores[*node][place..place + self.words];
            kept.iter().zip(&buffers.row).for_each(|(to, from)| to.store(*from, Ordering::Relaxed));
        }
    }

    /// Where a row stands among those of its set, in words.
    fn place(&self, node: NodeId, row: usize, slab: usize, thread: usize) -> usize {
        match self.kept[node] {
            Kept::One => thread * apart(self.words, self.threads),
            _ => self.moved[node][slab].wrapping_add(row) * self.words,
        }
    }

    fn add(&self, term: &Term, at: &mut Place, stores: &[Store], row: &mut [u64]) {
        if term.back.is_empty() {
            let place = self.place(term.node, at.row, at.slab, at.thread);
            or_raised(row, &stores[term.node][place..place + self.words], term.up);
        } else {
            self.add_smaller(term.node, &term.back, term.up, at, stores, row);
        }
    }

    /// Adds the row of a set at the prefix with so much less in some places, if there is so much, raised.
    fn add_smaller(
        &self,
        node: NodeId,
        back: &[(usize, usize)],
        up: usize,
        at: &mut Place,
        stores: &[Store],
        row: &mut [u64],
    ) {
        let mut number = at.row;
        let mut in_order = true;
        for (place, amount) in back {
            let size = at.prefix[*place];
            let Some(rest) = size.checked_sub(*amount) else { return };
            number -= self.layout.fall(*place, size, rest);
            // Where the place before falls too, it is known to be in order only when it has been looked at.
            in_order = in_order && (*place == 0 || at.prefix[*place - 1] <= rest);
        }
        let slowest = if self.layout.ascending { at.prefix.len() - 1 } else { 0 };
        let (node, place) = if in_order || !self.layout.ascending {
            let fallen = back.iter().find(|(place, _)| *place == slowest).map_or(0, |(_, amount)| *amount);
            (node, self.place(node, number, at.slab - fallen, at.thread))
        } else {
            self.find(node, back, at)
        };
        match row {
            [one] if up < 64 => *one |= stores[node][place].load(Ordering::Relaxed) << up,
            _ => or_raised(row, &stores[node][place..place + self.words], up),
        }
    }

    /// The set and the place where the row of a prefix stands that may not be in order.
    fn find(&self, node: NodeId, back: &[(usize, usize)], at: &mut Place) -> (NodeId, usize) {
        let (sorted, order) = at.scratch.split_at_mut(at.prefix.len());
        sorted.copy_from_slice(&at.prefix);
        back.iter().for_each(|(place, amount)| sorted[*place] -= amount);
        order.iter_mut().enumerate().for_each(|(at, one)| *one = at);
        for at in 1..sorted.len() {
            let mut down = at;
            while down > 0 && sorted[down - 1] > sorted[down] {
                sorted.swap(down - 1, down);
                order.swap(down - 1, down);
                down -= 1;
            }
        }
        let node = self.program.permuted[node][rank(order)];
        (node, self.place(node, self.layout.row(sorted), self.layout.slab_of(sorted), at.thread))
    }

    /// The row of P-positions.
    fn position(
        &self,
        at: &Place,
        stores: &[Store],
        ends: Option<&Ends>,
        Buffers { row, gathered, stretch }: &mut Buffers,
    ) {
        let here = |node: NodeId| {
            let place = self.place(node, at.row, at.slab, at.thread);
            &stores[node][place..place + self.words]
        };
        if let Some(judge) = &self.judge {
            let there = RefCell::new(at.clone());
            let less = |node: NodeId, place: usize, amount: usize, row: &mut [u64]| {
                self.add_smaller(node, &[(place, amount)], 0, &mut there.borrow_mut(), stores, row);
            };
            let rows = Rows { here: &|node, row| or_raised(row, here(node), 0), less: &less };
            return judge.decide(&at.prefix, &rows, row);
        }
        // First the N-positions: what reaches a P-position of another row, and in misère play what has no move.
        let moves = &self.program.moves[0];
        for (amounts, nodes) in &moves.with_last {
            gathered.fill(0);
            nodes.iter().for_each(|node| or_raised(gathered, here(*node), 0));
            take_from_last(amounts, gathered, row, stretch);
        }
        for node in &moves.reach {
            or_raised(row, here(*node), 0);
        }
        if let Some(ends) = ends {
            ends.add(&at.prefix, row, gathered);
        }
        // What is undecided now is a P-position unless another one is reached in the row: so the least one always is.
        match &self.last_alone {
            LastAlone::Nothing => row.iter_mut().for_each(|word| *word = !*word),
            LastAlone::All => {
                let least = row.iter().position(|word| *word != u64::MAX).map(|at| (at, row[at].trailing_ones()));
                row.fill(0);
                if let Some((at, bit)) = least {
                    row[at] = 1 << bit;
                }
            }
            LastAlone::Fixed(amounts) => {
                gathered.fill(0);
                for at in 0..row.len() {
                    while row[at] != u64::MAX {
                        let bit = row[at].trailing_ones() as usize;
                        gathered[at] |= 1 << bit;
                        row[at] |= 1 << bit;
                        or_raised(&mut row[at..], amounts, bit);
                    }
                }
                row.copy_from_slice(gathered);
            }
            LastAlone::BySize(origins) => {
                gathered.fill(0);
                let size = self.words;
                for at in 0..row.len() {
                    while row[at] != u64::MAX {
                        let bit = row[at].trailing_ones() as usize;
                        gathered[at] |= 1 << bit;
                        row[at] |= 1 << bit;
                        let z = at * 64 + bit;
                        if z > self.layout.max {
                            break;
                        }
                        row[at..]
                            .iter_mut()
                            .zip(&origins[z * size + at..(z + 1) * size])
                            .for_each(|(to, from)| *to |= from);
                    }
                }
                row.copy_from_slice(gathered);
            }
        }
        row[self.words - 1] &= last_word(self.layout.max);
    }
}

/// Sets what the bits of `source` give when amounts are added to the last heap.
pub(super) fn take_from_last(amounts: &Amounts, source: &[u64], target: &mut [u64], stretch: &mut [u64]) {
    let Some(least) = first(source) else { return };
    match amounts {
        Amounts::Fixed(intervals) => {
            for (low, high) in intervals {
                match high {
                    None => set_from(target, least + low),
                    Some(high) if low == high => or_raised(target, source, *low),
                    Some(high) => {
                        stretch.fill(0);
                        or_window(stretch, source, *low, *high);
                        or_raised(target, stretch, 0);
                    }
                }
            }
        }
        Amounts::BySize(left) => {
            for (size, rests) in left.iter().enumerate() {
                if rests.iter().any(|(low, high)| any_between(source, *low as usize, *high as usize)) {
                    target[size / 64] |= 1 << (size % 64);
                }
            }
        }
    }
}

/// What taking such amounts from the last heap alone reaches.
pub(super) fn last_alone(all: &[Amounts], max: usize) -> LastAlone {
    let words = words::words(max);
    if all.iter().any(|amounts| *amounts == Amounts::Fixed(vec![(1, None)])) {
        return LastAlone::All;
    }
    if all.is_empty() {
        return LastAlone::Nothing;
    }
    let (mut fixed, mut taken_nothing, mut stretch) = (vec![0u64; words], vec![0u64; words], vec![0u64; words]);
    taken_nothing[0] = 1;
    let mut by_size: Option<Vec<u64>> = None;
    for amounts in all {
        match amounts {
            Amounts::Fixed(intervals) => {
                take_from_last(&Amounts::Fixed(intervals.clone()), &taken_nothing, &mut fixed, &mut stretch)
            }
            Amounts::BySize(left) => {
                let origins = by_size.get_or_insert_with(|| vec![0; (max + 1) * words]);
                for (size, rests) in left.iter().enumerate().take(max + 1) {
                    for rest in rests.iter().flat_map(|(low, high)| *low as usize..=*high as usize) {
                        origins[rest * words + size / 64] |= 1 << (size % 64);
                    }
                }
            }
        }
    }
    match by_size {
        Some(mut origins) => {
            for (rest, row) in origins.chunks_mut(words).enumerate() {
                or_raised(row, &fixed, rest);
            }
            LastAlone::BySize(origins)
        }
        None => {
            fixed[words - 1] &= last_word(max);
            let used = fixed.iter().rposition(|word| *word != 0).map_or(0, |at| at + 1);
            // One word more, into which bits are carried.
            fixed.truncate(used + 1);
            LastAlone::Fixed(fixed)
        }
    }
}

/// The memory that a table takes while it is computed, in bytes; nothing where it is more than a machine counts.
pub(super) fn bytes(layout: &Layout, program: &Program, threads: usize) -> Option<usize> {
    let add = |all: usize, kept: &Kept| all.checked_add(room(*kept, layout, threads)?);
    let rows = kept(layout, program, threads).iter().try_fold(0usize, add)?;
    let is_by_size = |amounts: &Amounts| matches!(amounts, Amounts::BySize(_));
    let tables = program.moves.iter().filter(|reached| reached.last_alone.iter().any(is_by_size)).count();
    let origins = words::words(layout.max).checked_mul(layout.max + 1)?.checked_mul(tables)?;
    rows.checked_add(origins)?.checked_mul(8)
}

/// Where the rows of each set are kept.
fn kept(layout: &Layout, program: &Program, threads: usize) -> Vec<Kept> {
    let kept = program.depth.iter().enumerate().map(|(node, depth)| {
        let back = depth.as_ref().map(|depth| match layout.ascending {
            true => depth.iter().copied().max().unwrap_or(0),
            false => depth.first().copied().unwrap_or(0),
        });
        match back {
            _ if node == 0 => Kept::All,
            None => Kept::One,
            // Threads stand in different slabs, and the first of them looks back from its own.
            Some(back) if back.saturating_add(threads) <= layout.max => Kept::Slabs(back + threads),
            Some(_) => Kept::All,
        }
    });
    kept.collect()
}

/// How many words the rows of a set take that are kept.
fn room(kept: Kept, layout: &Layout, threads: usize) -> Option<usize> {
    match kept {
        Kept::All => layout.rows().checked_mul(words::words(layout.max)),
        Kept::Slabs(slabs) => layout.slab().checked_mul(slabs)?.checked_mul(words::words(layout.max)),
        Kept::One => threads.checked_mul(apart(words::words(layout.max), threads)),
    }
}

/// How far rows of so many words that several threads write stand apart, in words, so that they have no line of the cache in common.
fn apart(words: usize, threads: usize) -> usize {
    if threads == 1 { words } else { words.next_multiple_of(8) + 8 }
}

/// Where a position has no move.
#[derive(Debug)]
pub(super) struct Ends {
    parts: Vec<EndPart>,
    max: usize,
}

#[derive(Debug)]
struct EndPart {
    /// From each of these heaps of the prefix something must be there to take, by its size.
    ones: Vec<(usize, Vec<bool>)>,
    /// For each block of linked heaps one of these vectors must be there, an amount for each heap of the game.
    linked: Vec<Vec<Vec<usize>>>,
    /// The sizes of the last heap from which something can be taken; every size where it is not asked.
    last: Option<Vec<u64>>,
}

impl Ends {
    pub(super) fn new(moves: &MoveSet) -> Ends {
        let (places, max) = (moves.heaps - 1, moves.max);
        let part = |part: &super::moves::Part| {
            let mut found = EndPart { ones: Vec::new(), linked: Vec::new(), last: None };
            for block in &part.blocks {
                match block {
                    Block::One { heap, amounts } if *heap == places => {
                        let mut bits = vec![0u64; words::words(max)];
                        (0..=max).filter(|size| amounts.any(*size)).for_each(|z| bits[z / 64] |= 1 << (z % 64));
                        found.last = Some(bits);
                    }
                    Block::One { heap, amounts } => {
                        found.ones.push((*heap, (0..=max).map(|size| amounts.any(size)).collect()));
                    }
                    Block::Linked { heaps, vectors } => {
                        let spread = |base: &[usize]| {
                            let mut all = vec![0; moves.heaps];
                            heaps.iter().zip(base).for_each(|(heap, amount)| all[*heap] = *amount);
                            all
                        };
                        found.linked.push(vectors.bases().map(spread).collect());
                    }
                }
            }
            found
        };
        let mut parts: Vec<EndPart> = moves.parts.iter().map(part).collect();
        parts.sort_by_key(|part| part.last.is_some());
        Ends { parts, max }
    }

    /// Adds the positions of a row that have no move.
    fn add(&self, prefix: &[usize], row: &mut [u64], with_move: &mut [u64]) {
        let places = prefix.len();
        with_move.fill(0);
        let full = |row: &[u64]| {
            let (last, others) = row.split_last().expect("a row has words");
            others.iter().all(|word| *word == u64::MAX) && last & last_word(self.max) == last_word(self.max)
        };
        for part in &self.parts {
            if !part.ones.iter().all(|(place, any)| any[prefix[*place]]) {
                continue;
            }
            // From which size of the last heap on each block has a vector that is there.
            let least = part.linked.iter().try_fold(0, |least, bases| {
                let fits = |base: &&Vec<usize>| prefix.iter().zip(*base).all(|(size, amount)| amount <= size);
                bases.iter().filter(fits).map(|base| base[places]).min().map(|one| one.max(least))
            });
            let Some(least) = least else { continue };
            match &part.last {
                None => set_from(with_move, least),
                Some(last) => with_move.iter_mut().zip(last).for_each(|(to, from)| *to |= from),
            }
            if full(with_move) {
                return;
            }
        }
        row.iter_mut().zip(with_move).for_each(|(to, with)| *to |= !*with);
    }
}
