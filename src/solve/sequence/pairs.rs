//! The values of what is divided in two, by the sparse space.
//!
//! Let φ(v) be the parity of the ones that the binary form of v has in common with a fixed mask. φ(u ⊕ v) = φ(u) + φ(v)
//! modulo 2, where ⊕ is the nim-sum. Values with φ = 0, the *sparse space*, are closed under ⊕; call a heap *rare* if its
//! value is sparse, and the other values *common*. Then the value of two heaps is common exactly if one of them is rare and
//! the other is not. So all common values of the divisions of s tokens are found by going through the rare heaps alone.
//! Let c be the least common value that is missing among the options of a heap. Their mex is at most c; it is c unless one
//! of the finitely many sparse values below c is missing too, which is looked for among all other divisions until each has
//! been found, or no division is left. So the mex is exact, whatever the mask; the mask decides alone how long it takes.
//! The one is chosen for which the fewest heaps so far are rare.
//!
//! # References
//!
//! E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways for your Mathematical Plays*, chapter 4; A. Flammenkamp,
//! *Lange Perioden in Subtraktions-Spielen*, Bielefeld, 1997.

use super::block::Blocks;
use crate::solve::number_set::NumberSet;

/// How many divisions are looked at for each missing value before it is asked again what is still missing.
const STRETCH: usize = 12;
/// How many divisions are compared with one value at a time.
const SEARCHED: usize = 256;
/// So few missing values are looked for one by one.
const FEW: usize = 8;
/// From so many heaps on a mask is looked for.
const ENOUGH: usize = 256;
/// The greatest number of binary digits of values for which masks are compared.
const MAX_DIGITS: u32 = 14;
/// There are fewer values than this where there is a mask.
const MOST: usize = 1 << MAX_DIGITS;
/// Where more than one heap in so many is rare, a sparse space is not worth it.
const RARE: usize = 6;

/// The sparse space, if there is a good one, and the rare heaps.
#[derive(Debug, Default)]
pub(super) struct Space {
    mask: Option<u32>,
    /// The rare heaps that are not empty, ascending, and their values.
    rare: Vec<(u32, u32)>,
    /// How often the mask has changed.
    epoch: u32,
    /// A power of two above all values.
    room: usize,
    /// Which of the first 64 numbers are common.
    common: u64,
    /// The values, and once more from the last to the first, behind room for those to come: so that both parts of the
    /// divisions of some tokens are read forwards.
    forwards: Vec<u16>,
    backwards: Vec<u16>,
}

impl Space {
    /// Takes note of the value of the next size.
    pub(super) fn learn(&mut self, values: &[u32]) {
        let (size, value) = (values.len() - 1, values[values.len() - 1]);
        self.room = self.room.max(64).max((value as usize + 1).next_power_of_two());
        if values.len() >= ENOUGH && values.len().is_power_of_two() {
            self.choose(values);
        } else if self.mask.is_some() {
            if self.room > MOST {
                self.mask = None;
                return;
            }
            let last = self.backwards.len() - 1;
            self.forwards.push(value as u16);
            self.backwards[last - size] = value as u16;
            if self.is_sparse(value) {
                self.rare.push((size as u32, value));
            }
        }
    }

    fn is_sparse(&self, value: u32) -> bool {
        self.mask.is_some_and(|mask| is_sparse(mask, value))
    }

    /// For the how many-th time the mask has been chosen.
    pub(super) fn epoch(&self) -> u32 {
        self.epoch
    }

    /// A power of two above all values.
    pub(super) fn room(&self) -> usize {
        self.room
    }

    /// How many heaps are rare, if there is a sparse space.
    pub(super) fn rare(&self) -> Option<usize> {
        self.mask.map(|_| self.rare.len())
    }

    /// The rare heaps from one size on, and up to another one, which is not among them.
    pub(super) fn rare_between(&self, (low, high): (usize, usize)) -> &[(u32, u32)] {
        let before = |bound: usize| self.rare.partition_point(|(size, _)| (*size as usize) < bound);
        &self.rare[before(low).min(before(high))..before(high)]
    }

    /// The values of both parts of the divisions of so many tokens whose smaller part is above `low` and at most `high`.
    fn parts(&self, tokens: usize, (low, high): (usize, usize)) -> (&[u16], &[u16]) {
        let first = self.backwards.len() - 1 - tokens;
        (&self.forwards[low + 1..=high], &self.backwards[first + low + 1..=first + high])
    }

    /// Chooses the mask for which the fewest heaps are rare.
    ///
    /// Of the heaps of value v, let there be n(v). Σ n(v)·(−1)^φ(v) is the number of rare heaps less that of the others; for
    /// all masks at once these sums are the Walsh–Hadamard transform of n.
    fn choose(&mut self, values: &[u32]) {
        self.epoch += 1;
        self.mask = None;
        self.rare.clear();
        let digits = self.room.trailing_zeros();
        if digits > MAX_DIGITS {
            return;
        }
        let mut sums = vec![0i64; self.room];
        values[1..].iter().for_each(|value| sums[*value as usize] += 1);
        for digit in 0..digits {
            let step = 1usize << digit;
            for block in (0..self.room).step_by(2 * step) {
                for at in block..block + step {
                    let (one, other) = (sums[at], sums[at + step]);
                    sums[at] = one + other;
                    sums[at + step] = one - other;
                }
            }
        }
        let heaps = values.len() as i64 - 1;
        let best = (1..sums.len()).min_by_key(|mask| sums[*mask]).unwrap_or(0);
        let rare = (heaps + sums[best]) / 2;
        if rare as usize * RARE <= values.len() {
            self.mask = Some(best as u32);
            self.common = (0..64).fold(0, |word, bit| word | u64::from(!is_sparse(best as u32, bit)) << bit);
            let rare = values.iter().enumerate().skip(1).filter(|(_, value)| is_sparse(best as u32, **value));
            self.rare.extend(rare.map(|(size, value)| (size as u32, *value)));
            self.forwards = values.iter().map(|value| *value as u16).collect();
            // The next mask is chosen before there are more.
            self.backwards = vec![0; values.len()];
            self.backwards.extend(self.forwards.iter().rev());
        }
    }

    /// The numbers of a word's 64 that are common: those from 64·`at` on.
    fn common(&self, at: usize) -> u64 {
        let Some(mask) = self.mask else { return u64::MAX };
        if is_sparse(mask, at as u32 * 64) { self.common } else { !self.common }
    }
}

fn is_sparse(mask: u32, value: u32) -> bool {
    (mask & value).count_ones().is_multiple_of(2)
}

/// The divisions in two parts, of equal ones too unless they must differ.
#[derive(Debug)]
pub(super) struct Pairs {
    differ: bool,
    /// What has been found of the divisions of each number of tokens.
    found: Vec<Option<Found>>,
    marks: Vec<u8>,
    blocks: Blocks,
}

#[derive(Debug)]
struct Found {
    values: NumberSet,
    /// The common values are all there since the mask was chosen for the so many-th time; `None` where all values are.
    epoch: Option<u32>,
    /// The divisions whose smaller part is above this have been looked at.
    above: usize,
    /// Values of which it is known that no division has them.
    absent: Vec<u16>,
}

impl Pairs {
    pub(super) fn new(differ: bool) -> Pairs {
        Pairs { differ, found: Vec::new(), marks: Vec::new(), blocks: Blocks::new(differ) }
    }

    /// Whether the parts must differ.
    pub(super) fn differ(&self) -> bool {
        self.differ
    }

    /// The greatest smaller part of so many tokens.
    fn half(&self, tokens: usize) -> usize {
        if self.differ { tokens.saturating_sub(1) / 2 } else { tokens / 2 }
    }

    /// Finds the common values of the divisions of so many tokens, all values where there is no sparse space, and gives
    /// what is known.
    pub(super) fn prepare(&mut self, tokens: usize, values: &[u32], space: &Space) -> &NumberSet {
        if self.found.len() <= tokens {
            self.found.resize_with(tokens + 1, || None);
        }
        let half = self.half(tokens);
        let mut found = self.found[tokens].take().unwrap_or(Found {
            values: NumberSet::default(),
            epoch: Some(u32::MAX),
            above: half,
            absent: Vec::new(),
        });
        if found.epoch.is_some_and(|epoch| epoch != space.epoch || space.mask.is_none()) {
            let room = space.room;
            self.marks.resize(room.max(MOST), 0);
            if space.mask.is_some() {
                let mut rest = vec![(0, tokens)];
                let block = self.blocks.with(tokens, values, space);
                let done = block.rare();
                if let Some(row) = block.row(tokens, space.epoch) {
                    gather(row, &mut found.values);
                    rest = vec![(0, done.0), (done.1, tokens)];
                }
                let marks = &mut self.marks[..room];
                for (size, value) in rest.into_iter().flat_map(|bounds| space.rare_between(bounds)) {
                    let other = tokens - *size as usize;
                    if !(self.differ && other == *size as usize) {
                        marks[(values[other] ^ value) as usize & (room - 1)] = 1;
                    }
                }
                found.epoch = Some(space.epoch);
            } else {
                mark(&mut self.marks[..room], tokens, found.above, values);
                (found.above, found.epoch) = (0, None);
            }
            gather(&mut self.marks[..room], &mut found.values);
        }
        &self.found[tokens].insert(found).values
    }

    /// Looks at so many more divisions; whether there were any.
    fn advance(&mut self, tokens: usize, stretch: usize, space: &Space) -> bool {
        let Some(found) = self.found.get_mut(tokens).and_then(Option::as_mut) else { return false };
        if found.above == 0 {
            return false;
        }
        let low = found.above.saturating_sub(stretch);
        let (ones, others) = space.parts(tokens, (low, found.above));
        if let Some(marks) = self.marks.first_chunk_mut::<MOST>() {
            for (one, other) in ones.iter().zip(others) {
                marks[usize::from(one ^ other) % MOST] = 1;
            }
        }
        gather(&mut self.marks[..space.room], &mut found.values);
        found.above = low;
        if low == 0 {
            found.epoch = None;
        }
        true
    }

    /// Whether some division that has not been looked at has a value.
    fn search(&mut self, tokens: usize, wanted: u32, space: &Space) -> bool {
        let Some(found) = self.found.get_mut(tokens).and_then(Option::as_mut) else { return false };
        let wanted = wanted as u16;
        if found.above == 0 || found.absent.contains(&wanted) {
            return false;
        }
        let (ones, others) = space.parts(tokens, (0, found.above));
        for (ones, others) in ones.rchunks(SEARCHED).zip(others.rchunks(SEARCHED)) {
            // Without a way out, so that many are compared at a time.
            let hit = ones.iter().zip(others).fold(false, |hit, (one, other)| hit | (one ^ other == wanted));
            if hit {
                found.values.insert(u32::from(wanted));
                return true;
            }
        }
        found.absent.push(wanted);
        false
    }

    /// What is known of so many tokens.
    fn known(&self, tokens: usize) -> Option<&NumberSet> {
        self.found.get(tokens)?.as_ref().map(|found| &found.values)
    }

    /// Forgets what was found of so many tokens.
    pub(super) fn forget(&mut self, tokens: usize) {
        if let Some(found) = self.found.get_mut(tokens) {
            *found = None;
        }
    }
}

/// Marks the values of the divisions whose smaller part is not empty and at most `high`.
fn mark(marks: &mut [u8], tokens: usize, high: usize, values: &[u32]) {
    let room = marks.len();
    let others = values[tokens - high..].iter().take(high).rev();
    for (one, other) in values.iter().skip(1).zip(others) {
        marks[(one ^ other) as usize & (room - 1)] = 1;
    }
}

/// Moves what is marked to a set.
fn gather(marks: &mut [u8], set: &mut NumberSet) {
    if set.words.len() < marks.len() / 64 {
        set.words.resize(marks.len() / 64, 0);
    }
    for (word, block) in set.words.iter_mut().zip(marks.chunks_exact_mut(64)) {
        for (at, eight) in block.chunks_exact_mut(8).enumerate() {
            let bytes = u64::from_le_bytes(eight.try_into().expect("these are eight bytes"));
            // The lowest bits of the eight bytes side by side.
            *word |= (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * at);
            eight.fill(0);
        }
    }
}

/// The mex of the values in `union` and of all divisions of the given numbers of tokens, each with its place in `pairs`.
///
/// `union` must hold what [`Pairs::prepare`] has given for each of them.
pub(super) fn mex(union: &mut NumberSet, divided: &[(usize, usize)], pairs: &mut [Pairs], space: &Space) -> u32 {
    if space.mask.is_none() {
        return union.mex();
    }
    // The least common value that is missing, and which sparse ones are missing below.
    let mut common = union.words.len() as u32 * 64;
    while space.is_sparse(common) {
        common += 1;
    }
    for (at, word) in union.words.iter().enumerate() {
        let missing = !word & space.common(at);
        if missing != 0 {
            common = at as u32 * 64 + missing.trailing_zeros();
            break;
        }
    }
    let blocks = common as usize / 64;
    let below = (1u64 << (common % 64)) - 1;
    let missing = |union: &NumberSet, at: usize| {
        let missing = union.words.get(at).map_or(u64::MAX, |word| !word);
        if at == blocks { missing & below } else { missing }
    };
    // Rounds over all the divisions, as long as much is missing.
    let mut looked = true;
    while looked {
        let count: usize = (0..=blocks).map(|at| missing(union, at).count_ones() as usize).sum();
        if count <= FEW {
            break;
        }
        looked = false;
        for (place, tokens) in divided {
            looked |= pairs[*place].advance(*tokens, STRETCH * count, space);
            let known = pairs[*place].known(*tokens).map_or(&[][..], |known| &known.words);
            union.words.iter_mut().zip(known).take(blocks + 1).for_each(|(word, more)| *word |= more);
        }
    }
    for at in 0..=blocks {
        let mut left = missing(union, at);
        while left != 0 {
            let value = at as u32 * 64 + left.trailing_zeros();
            left &= left - 1;
            if !divided.iter().any(|(place, tokens)| pairs[*place].search(*tokens, value, space)) {
                return value;
            }
        }
    }
    common
}
