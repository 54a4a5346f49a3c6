//! Grundy values of all positions up to a size, by lines.
//!
//! Where the options of a position stand on [rays](crate::rules::rays), the values on each line are kept as a set of bits
//! while the positions are gone through in order: a position adds one value to the set of each ray's line, and its own
//! value is the mex of these few sets together, a machine word at a time. So a move of any amount costs no more than one
//! of a single token.

use super::number_set::NumberSet;
use crate::rules::Ruleset;
use crate::rules::facts::Facts;
use crate::rules::rays::Ray;
use crate::syntax::tree::Play;
use std::ops::ControlFlow;

/// The Grundy values of a box of positions.
#[derive(Debug)]
pub(super) struct Lines {
    values: Vec<u32>,
    heaps: usize,
    side: usize,
    /// Whether values are kept for positions in ascending order alone.
    ascending: bool,
}

/// The rays of the rules, where these values can be found by lines.
pub(super) fn rays(rules: &Ruleset, facts: &Facts) -> Option<Vec<Ray>> {
    if rules.play != Play::Normal || !rules.is_plain() || rules.heaps_vary() {
        return None;
    }
    let rays = Ray::all(facts.removals.as_ref()?)?;
    // Every ray takes something, so that its options come first.
    rays.iter().all(|ray| ray.offset.iter().any(|amount| *amount > 0)).then_some(rays)
}

/// About how much memory the lines of these rays take, in bytes.
pub(super) fn bytes(rays: &[Ray], heaps: usize, side: usize) -> usize {
    let of_ray = |ray: &Ray| {
        let side = if heaps == 0 { 0 } else { side };
        let of_heap = |heap: usize| match ray.along.contains(&heap) {
            true if heap == ray.along[0] => 1,
            true => side.saturating_mul(2),
            false => side,
        };
        let lines = (0..heaps).map(of_heap).fold(1, usize::saturating_mul);
        // A line of n options has values up to the number of all options, and where some go again counts them.
        let values = side.saturating_mul(rays.len());
        let line = size_of::<Line>() + if ray.count.is_some() { values.saturating_mul(4) } else { values / 8 };
        lines.saturating_mul(line)
    };
    rays.iter().map(of_ray).fold(0, usize::saturating_add)
}

/// The lines of one ray.
struct Bundle {
    offset: Vec<usize>,
    along: Vec<usize>,
    /// 1 for each heap along the line, and 0 for the others.
    steps: Vec<usize>,
    count: usize,
    /// How much a heap counts for in the number of a line, and whether as its difference from the first heap along.
    factors: Vec<(usize, bool)>,
    lines: Vec<Line>,
}

/// The values on one line.
#[derive(Clone, Default)]
struct Line {
    values: NumberSet,
    /// So many first words of the set have every number.
    full: usize,
    /// How often each value is there, where values go again.
    counts: Vec<u32>,
    /// The next place on the line whose value has not been added.
    next: usize,
}

impl Bundle {
    fn new(ray: &Ray, heaps: usize, side: usize) -> Bundle {
        let mut factors = vec![(0, false); heaps];
        let mut lines = 1;
        for (heap, factor) in factors.iter_mut().enumerate() {
            let is_along = ray.along.contains(&heap);
            if is_along && heap == ray.along[0] {
                continue;
            }
            *factor = (lines, is_along);
            lines *= if is_along { 2 * side } else { side };
        }
        let whole = |amount: u64| usize::try_from(amount).unwrap_or(usize::MAX);
        Bundle {
            offset: ray.offset.iter().map(|amount| whole(*amount)).collect(),
            along: ray.along.clone(),
            steps: (0..heaps).map(|heap| usize::from(ray.along.contains(&heap))).collect(),
            count: ray.count.map_or(usize::MAX, whole),
            factors,
            lines: vec![Line::default(); lines],
        }
    }

    /// The line of a position, with what is needed of it added and taken away; nothing where there are no such options.
    fn line(&mut self, sizes: &[usize], table: &Lines, at: &mut [usize]) -> Option<&Line> {
        let first = sizes[self.along[0]];
        let mut number = 0;
        let mut place = usize::MAX;
        let mut least = 0;
        for (heap, size) in sizes.iter().enumerate() {
            let (factor, is_along) = self.factors[heap];
            number += factor * if is_along { *size + table.side - first } else { *size };
        }
        for heap in &self.along {
            place = place.min(sizes[*heap]);
        }
        // Places on the line are counted from where its first heap is empty; the position has place `place`.
        for (heap, size) in sizes.iter().enumerate() {
            let offset = self.offset[heap];
            if self.steps[heap] > 0 {
                least = least.max((offset + place).saturating_sub(*size));
            } else if offset > *size {
                return None;
            }
        }
        let line = &mut self.lines[number];
        line.next = line.next.max(least);
        let value = |from: usize, at: &mut [usize]| {
            let back = place - from;
            for (at, ((size, offset), step)) in at.iter_mut().zip(sizes.iter().zip(&self.offset).zip(&self.steps)) {
                *at = size - back * step - offset;
            }
            table.value(at)
        };
        while line.next <= place {
            let new = value(line.next, at);
            line.values.insert(new);
            if self.count < usize::MAX {
                if line.counts.len() <= new as usize {
                    line.counts.resize(new as usize + 1, 0);
                }
                line.counts[new as usize] += 1;
                if let Some(old) = line.next.checked_sub(self.count).filter(|old| *old >= least) {
                    let gone = value(old, at);
                    line.counts[gone as usize] -= 1;
                    if line.counts[gone as usize] == 0 {
                        line.values.remove(gone);
                        line.full = line.full.min(gone as usize / 64);
                    }
                }
            }
            while line.values.words.get(line.full) == Some(&u64::MAX) {
                line.full += 1;
            }
            line.next += 1;
        }
        Some(line)
    }
}

impl Lines {
    /// The values of all positions with heaps up to `max`.
    ///
    /// # Complexity
    ///
    /// Proportional to positions times rays, and to a few machine words each.
    pub(super) fn new(rays: &[Ray], heaps: usize, max: usize, ascending: bool, tell: &mut dyn FnMut(usize)) -> Lines {
        let side = max + 1;
        let mut table = Lines { values: vec![0; side.pow(heaps as u32)], heaps, side, ascending };
        let mut bundles: Vec<Bundle> = rays.iter().map(|ray| Bundle::new(ray, heaps, side)).collect();
        let mut sizes = vec![0; heaps];
        let mut at = vec![0; heaps];
        let mut done = 0;
        loop {
            let mut sets: [&[u64]; MAX_TOGETHER] = [&[]; MAX_TOGETHER];
            let mut others = NumberSet::default();
            let mut full = 0;
            for (number, bundle) in bundles.iter_mut().enumerate() {
                let Some(line) = bundle.line(&sizes, &table, &mut at) else { continue };
                full = full.max(line.full);
                match sets.get_mut(number) {
                    Some(set) => *set = &line.values.words,
                    None => others.join(&line.values),
                }
            }
            let word = |at: usize| {
                let of = |set: &[u64]| set.get(at).copied().unwrap_or(0);
                sets.iter().fold(of(&others.words), |word, set| word | of(set))
            };
            let mut block = full;
            let mut missing = !word(block);
            while missing == 0 {
                block += 1;
                missing = !word(block);
            }
            let value = block as u32 * 64 + missing.trailing_zeros();
            let index = table.index(&sizes);
            table.values[index] = value;
            done += 1;
            if done % (1 << 16) == 0 {
                tell(done);
            }
            if !table.advance(&mut sizes) {
                return table;
            }
        }
    }

    fn index(&self, sizes: &[usize]) -> usize {
        sizes.iter().fold(0, |index, size| index * self.side + size)
    }

    /// The value at a position, whose sizes may be put in order.
    fn value(&self, sizes: &mut [usize]) -> u32 {
        if self.ascending && !sizes.is_sorted() {
            sizes.sort_unstable();
        }
        self.values[self.index(sizes)]
    }

    /// The next position in lexicographic order, if there is one.
    fn advance(&self, sizes: &mut [usize]) -> bool {
        for at in (0..self.heaps).rev() {
            if sizes[at] + 1 < self.side {
                sizes[at] += 1;
                let least = if self.ascending { sizes[at] } else { 0 };
                sizes[at + 1..].fill(least);
                return true;
            }
        }
        false
    }

    /// Shows every position with its value, in lexicographic order, until told to stop.
    pub(super) fn each(&self, visit: &mut dyn FnMut(&[u64], u32) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut sizes = vec![0; self.heaps];
        let mut shown = vec![0; self.heaps];
        loop {
            shown.iter_mut().zip(&sizes).for_each(|(shown, size)| *shown = *size as u64);
            visit(&shown, self.values[self.index(&sizes)])?;
            if !self.advance(&mut sizes) {
                return ControlFlow::Continue(());
            }
        }
    }
}

/// The sets of so many rays are looked at side by side; those of more are joined first.
const MAX_TOGETHER: usize = 8;

#[cfg(test)]
mod tests {
    use crate::game::{Position, moves};
    use crate::rules::rays::Ray;
    use crate::rules::removals::Removals;
    use crate::rules::sample::rules;
    use std::collections::BTreeSet;

    #[test]
    fn the_options_on_the_rays_are_those_of_the_moves() {
        for text in [
            "heaps 2 move take any from one heap",
            "heaps 2 move take any from one heap move take the same any from both heaps",
            "heaps 2 move take 2..4 from one heap move take a, b from both heaps where abs(a - b) < 3",
            "heaps 2 move take a, b from both heaps where abs(a - b) < 2 and a <= 4 and b <= 4",
            "heaps a, b move take 1..3 from heap a move take any from heap b",
            "heaps 3 move take 1..2 from each of 1..2 heaps",
            "heaps 3 move take the same any from 2 heaps move take any from one heap",
            "heaps 3 move take the same any from 3 heaps",
            "heaps 3 heap_limit 2 take_limit 3",
        ] {
            let rules = rules(text);
            let removals = Removals::of(&rules).unwrap_or_else(|| panic!("{text}"));
            let rays = Ray::all(&removals).unwrap_or_else(|| panic!("{text}"));
            for position in crate::solve::positions_up_to(rules.heaps, 6, false) {
                let mut options = BTreeSet::new();
                for ray in &rays {
                    for step in 0..ray.count.unwrap_or(u64::MAX) {
                        let mut sizes = Some(position.sizes().to_vec());
                        for (heap, offset) in ray.offset.iter().enumerate() {
                            let less = offset + if ray.along.contains(&heap) { step } else { 0 };
                            sizes = sizes.and_then(|mut sizes| {
                                sizes[heap] = sizes[heap].checked_sub(less)?;
                                Some(sizes)
                            });
                        }
                        match sizes {
                            Some(sizes) => options.insert(Position::new(sizes)),
                            None => break,
                        };
                    }
                }
                let known = moves(&rules, &position, usize::MAX).expect("the rules have a meaning");
                let known: BTreeSet<Position> = known.into_iter().map(|one| one.to).collect();
                assert_eq!(options, known, "{text} at {position}");
            }
        }
    }

    #[test]
    fn other_moves_are_no_rays() {
        for text in ["heaps 2 move take any from each of 1..2 heaps", "heaps 1 move take 1..h/2 from one heap"] {
            let removals = Removals::of(&rules(text));
            assert!(removals.is_none_or(|removals| Ray::all(&removals).is_none()), "{text}");
        }
    }
}
