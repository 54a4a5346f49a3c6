//! Rows of bits in machine words: bit z of a row stands for the position whose last heap holds z tokens.

use std::sync::atomic::{AtomicU64, Ordering};

/// A machine word that can be read.
pub(super) trait Word {
    /// Its bits.
    fn bits(&self) -> u64;
}

impl Word for u64 {
    fn bits(&self) -> u64 {
        *self
    }
}

impl Word for AtomicU64 {
    fn bits(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }
}

/// How many words hold the bits from 0 to `max`.
pub(super) fn words(max: usize) -> usize {
    max / 64 + 1
}

/// The bits of the last word of a row from 0 to `max`.
pub(super) fn last_word(max: usize) -> u64 {
    u64::MAX >> (63 - max % 64)
}

/// Sets in `target` the bits of `source`, each raised by `up`; what is raised beyond the row is lost.
pub(super) fn or_raised<W: Word>(target: &mut [u64], source: &[W], up: usize) {
    let (whole, part) = (up / 64, up % 64);
    if whole >= target.len() {
        return;
    }
    let target = &mut target[whole..];
    if part == 0 {
        target.iter_mut().zip(source).for_each(|(to, from)| *to |= from.bits());
        return;
    }
    let mut carried = 0;
    for (to, from) in target.iter_mut().zip(source) {
        let from = from.bits();
        *to |= from << part | carried;
        carried = from >> (64 - part);
    }
}

/// The same where row and source are one; the amount is at least 1.
pub(super) fn raise_onto_itself(row: &mut [u64], up: usize) {
    let (whole, part) = (up / 64, up % 64);
    for at in (whole..row.len()).rev() {
        let mut bits = row[at - whole] << part;
        if part > 0 && at > whole {
            bits |= row[at - whole - 1] >> (64 - part);
        }
        row[at] |= bits;
    }
}

/// The least bit that is set.
pub(super) fn first(row: &[u64]) -> Option<usize> {
    row.iter().position(|word| *word != 0).map(|at| at * 64 + row[at].trailing_zeros() as usize)
}

/// Whether some bit from `low` to `high` is set.
pub(super) fn any_between(row: &[u64], low: usize, high: usize) -> bool {
    let (from, to) = (low / 64, high / 64);
    let of = |at: usize| {
        let word = if at == from { row[at] >> (low % 64) << (low % 64) } else { row[at] };
        if at == to { word & last_word(high) } else { word }
    };
    (from..=to).any(|at| of(at) != 0)
}

/// Sets all bits from `low` on.
pub(super) fn set_from(row: &mut [u64], low: usize) {
    if let Some(word) = row.get_mut(low / 64) {
        *word |= u64::MAX << (low % 64);
        row[low / 64 + 1..].fill(u64::MAX);
    }
}

/// Sets the bits from `low` up to, but without, `high`, which is within the row and above `low`.
pub(super) fn set_between(row: &mut [u64], low: usize, high: usize) {
    let (first, last) = (low / 64, (high - 1) / 64);
    let (from, to) = (u64::MAX << (low % 64), last_word(high - 1));
    if first == last {
        row[first] |= from & to;
    } else {
        row[first] |= from;
        row[first + 1..last].fill(u64::MAX);
        row[last] |= to;
    }
}

/// Sets in `target`, which is empty, what the bits of `source` give when each is raised by every amount from `low` to `high`.
pub(super) fn or_window(target: &mut [u64], source: &[u64], low: usize, high: usize) {
    or_raised(target, source, low);
    // Ever longer windows: raised by half of what is there, until all is there.
    let length = high - low + 1;
    let mut done = 1;
    while done < length {
        let step = done.min(length - done);
        raise_onto_itself(target, step);
        done += step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(bits: &[usize]) -> Vec<u64> {
        let mut row = vec![0; 4];
        bits.iter().for_each(|bit| row[bit / 64] |= 1 << (bit % 64));
        row
    }

    fn bits(row: &[u64]) -> Vec<usize> {
        (0..64 * row.len()).filter(|bit| row[bit / 64] >> (bit % 64) & 1 == 1).collect()
    }

    #[test]
    fn raised_bits_are_where_they_belong() {
        let some = [0, 1, 5, 62, 63, 64, 100, 127, 128, 190, 255];
        for up in [0, 1, 2, 63, 64, 65, 127, 128, 200, 255, 256, 300] {
            let wanted: Vec<usize> = some.iter().map(|bit| bit + up).filter(|bit| *bit < 256).collect();
            let mut target = row(&[]);
            or_raised(&mut target, &row(&some), up);
            assert_eq!(bits(&target), wanted, "{up}");
            if up > 0 {
                let mut both: Vec<usize> = wanted.iter().chain(&some).copied().collect();
                both.sort_unstable();
                both.dedup();
                let mut target = row(&some);
                raise_onto_itself(&mut target, up);
                assert_eq!(bits(&target), both, "{up}");
            }
        }
    }

    #[test]
    fn windows_hold_every_amount() {
        for (low, high) in [(1, 1), (1, 2), (2, 4), (1, 5), (3, 70), (64, 64), (60, 200), (1, 255)] {
            let source = [0, 7, 150];
            let mut wanted: Vec<usize> =
                source.iter().flat_map(|bit| (low..=high).map(move |up| bit + up)).filter(|bit| *bit < 256).collect();
            wanted.sort_unstable();
            wanted.dedup();
            let mut target = row(&[]);
            or_window(&mut target, &row(&source), low, high);
            assert_eq!(bits(&target), wanted, "{low}..{high}");
        }
    }

    #[test]
    fn ends_of_rows_are_known() {
        assert_eq!((words(0), words(63), words(64)), (1, 1, 2));
        assert_eq!((last_word(0), last_word(63), last_word(65)), (1, u64::MAX, 3));
        let mut from = row(&[3]);
        set_from(&mut from, 130);
        assert_eq!((first(&from), bits(&from).len()), (Some(3), 127));
        set_from(&mut from, 256);
        for (low, high) in [(0, 1), (3, 64), (63, 65), (64, 128), (5, 250), (255, 256)] {
            let mut between = row(&[]);
            set_between(&mut between, low, high);
            assert_eq!(bits(&between), (low..high).collect::<Vec<_>>());
        }
        assert_eq!(first(&row(&[])), None);
        let some = row(&[3, 64, 130]);
        for (low, high) in
            [(0, 2), (0, 3), (3, 3), (4, 63), (4, 64), (64, 64), (65, 129), (65, 255), (130, 130), (131, 255)]
        {
            assert_eq!(
                any_between(&some, low, high),
                [3, 64, 130].iter().any(|bit| (low..=high).contains(bit)),
                "{low} {high}"
            );
        }
    }
}
