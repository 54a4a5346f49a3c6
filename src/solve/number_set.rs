//! Sets of small numbers, a bit each.

/// A set of natural numbers, which grows as it needs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NumberSet {
    pub(super) words: Vec<u64>,
}

impl NumberSet {
    /// Puts a number in.
    pub(super) fn insert(&mut self, number: u32) {
        let at = number as usize / 64;
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        self.words[at] |= 1 << (number % 64);
    }

    /// Takes a number out.
    pub(super) fn remove(&mut self, number: u32) {
        if let Some(word) = self.words.get_mut(number as usize / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    #[cfg(test)]
    pub(super) fn contains(&self, number: u32) -> bool {
        self.words.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Takes every number out, and keeps the room.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Puts all numbers of another set in.
    pub(super) fn join(&mut self, other: &NumberSet) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Puts x ⊕ `number` in for every x of another set, where ⊕ is the nim-sum.
    pub(super) fn join_shifted(&mut self, other: &NumberSet, number: u32) {
        let blocks = number as usize / 64;
        for (at, word) in other.words.iter().enumerate() {
            if *word == 0 {
                continue;
            }
            let at = at ^ blocks;
            if at >= self.words.len() {
                self.words.resize(at + 1, 0);
            }
            self.words[at] |= shifted(*word, number % 64);
        }
    }

    /// The least number that is not in the set.
    pub(super) fn mex(&self) -> u32 {
        for (at, word) in self.words.iter().enumerate() {
            if *word != u64::MAX {
                return at as u32 * 64 + word.trailing_ones();
            }
        }
        self.words.len() as u32 * 64
    }
}

/// The word whose bit x ⊕ `number` is bit x of the given one: neighbouring blocks of 2^i bits change places for each bit i
/// of the number.
fn shifted(mut word: u64, number: u32) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, low) in LOW.iter().enumerate() {
        if number >> bit & 1 == 1 {
            word = (word & low) << (1 << bit) | (word >> (1 << bit) & low);
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_is_the_nim_sum() {
        let mut set = NumberSet::default();
        let members = [0u32, 1, 5, 63, 64, 130, 200];
        members.iter().for_each(|member| set.insert(*member));
        for number in 0..300 {
            let mut moved = NumberSet::default();
            moved.join_shifted(&set, number);
            for x in 0..600 {
                assert_eq!(moved.contains(x), members.contains(&(x ^ number)), "{x} {number}");
            }
        }
    }

    #[test]
    fn the_mex_is_the_least_that_is_missing() {
        let mut set = NumberSet::default();
        assert_eq!(set.mex(), 0);
        for number in 0..130 {
            set.insert(number);
            assert_eq!(set.mex(), number + 1);
        }
        set.remove(64);
        assert_eq!(set.mex(), 64);
    }
}
