//! Where the row of a prefix stands. A *prefix* is the sizes of all heaps but the last; its row holds a bit for each size of
//! the last heap.

/// The prefixes of a table, in an order in which smaller sizes come first.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// How many heaps a prefix has.
    pub places: usize,
    /// The greatest heap.
    pub max: usize,
    /// Whether only prefixes in ascending order have a row.
    pub ascending: bool,
    /// `steps[i][x]` is what a heap of size x adds to the number of the row in place i: a multiple of a stride, or in
    /// ascending order the number of choices of i + 1 out of x + i.
    steps: Vec<Vec<usize>>,
}

impl Layout {
    /// The prefixes of `places` heaps up to `max`; nothing where they are more than a machine counts.
    pub(super) fn new(places: usize, max: usize, ascending: bool) -> Option<Layout> {
        let step = |at: usize, x: usize| {
            let count = if ascending {
                // C(x + at, at + 1)
                (0..=at as u128).try_fold(1u128, |count, i| Some(count.checked_mul(x as u128 + i)? / (i + 1)))
            } else {
                let later = u32::try_from(places - 1 - at).ok()?;
                (max as u128 + 1).checked_pow(later).and_then(|stride| stride.checked_mul(x as u128))
            };
            usize::try_from(count?).ok()
        };
        // The greatest step first, to see whether it can be counted before many are.
        let slowest = if ascending { places.checked_sub(1) } else { Some(0) };
        if let Some(at) = slowest.filter(|_| places > 0) {
            step(at, max + 1)?;
        }
        let steps = (0..places).map(|at| (0..=max + 1).map(|x| step(at, x)).collect()).collect::<Option<_>>()?;
        Some(Layout { places, max, ascending, steps })
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        if self.places == 0 { 1 } else { self.before_slab(self.max + 1) }
    }

    /// How many slabs there are.
    pub(super) fn slabs(&self) -> usize {
        if self.places == 0 { 1 } else { self.max + 1 }
    }

    /// The first prefix of a slab.
    pub(super) fn first(&self, slab: usize) -> Vec<usize> {
        let mut prefix = vec![0; self.places];
        let slowest = if self.ascending { prefix.last_mut() } else { prefix.first_mut() };
        slowest.into_iter().for_each(|size| *size = slab);
        prefix
    }

    /// The largest number of rows in one slab.
    pub(super) fn slab(&self) -> usize {
        if self.places == 0 { 1 } else { self.before_slab(self.max + 1) - self.before_slab(self.max) }
    }

    /// How many rows stand before a slab. A *slab* is the rows that have the slowest size in common: the largest of ascending
    /// prefixes, the first of others.
    pub(super) fn before_slab(&self, slab: usize) -> usize {
        match (self.places, self.ascending) {
            (0, _) => 0,
            (places, true) => self.steps[places - 1][slab],
            (_, false) => self.steps[0][slab],
        }
    }

    /// The slab of a prefix.
    pub(super) fn slab_of(&self, prefix: &[usize]) -> usize {
        let slowest = if self.ascending { prefix.last() } else { prefix.first() };
        slowest.copied().unwrap_or(0)
    }

    /// The number of the row of a prefix, which is in ascending order where the layout is.
    pub(super) fn row(&self, prefix: &[usize]) -> usize {
        prefix.iter().zip(&self.steps).map(|(size, steps)| steps[*size]).sum()
    }

    /// By how much the number of the row falls when the size in a place falls.
    pub(super) fn fall(&self, place: usize, from: usize, to: usize) -> usize {
        let steps = &self.steps[place];
        steps[from] - steps[to]
    }

    /// The prefix whose row comes next; whether there is one.
    pub(super) fn advance(&self, prefix: &mut [usize]) -> bool {
        if self.ascending {
            for at in 0..self.places {
                if prefix[at] < prefix.get(at + 1).copied().unwrap_or(self.max) {
                    prefix[at] += 1;
                    prefix[..at].fill(0);
                    return true;
                }
            }
        } else {
            for at in (0..self.places).rev() {
                if prefix[at] < self.max {
                    prefix[at] += 1;
                    prefix[at + 1..].fill(0);
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_numbered_in_order() {
        for ascending in [false, true] {
            for (places, max) in [(0, 4), (1, 5), (2, 6), (3, 4), (4, 3)] {
                let layout = Layout::new(places, max, ascending).expect("small");
                let mut prefix = vec![0; places];
                let mut row = 0;
                loop {
                    assert_eq!(layout.row(&prefix), row, "{prefix:?}");
                    let slab = layout.slab_of(&prefix);
                    assert!(places == 0 || (layout.before_slab(slab)..layout.before_slab(slab + 1)).contains(&row));
                    row += 1;
                    if !layout.advance(&mut prefix) {
                        break;
                    }
                }
                assert!(layout.rows() == row, "{places} {max}");
            }
        }
    }
}
