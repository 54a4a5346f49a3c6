//! Grundy values of all positions up to a size, by lines.
//!
//! Where the options of a position stand on [rays](crate::rules::rays), the values on each line are kept as a set of bits
//! while the positions are gone through in order: a position adds one value to the set of each ray's line, and its own
//! value is the mex of these few sets together, a machine word at a time. So a move of any amount costs no more than one
//! of a single token.
//!
//! Where heaps are alike only ascending positions are computed, and rays that are alike have their lines in common: take the
//! same amounts from the heaps along a ray and nothing from the others, then its line is known by the sizes of the others,
//! whichever heaps they are, and by the differences between those along it. In lexicographic order the ascending positions
//! of such a line come one step after the other, since each size grows with the place on the line.

use crate::rules::Ruleset;
use crate::rules::facts::Facts;
use crate::rules::rays::Ray;
use crate::syntax::tree::Play;
use std::ops::ControlFlow;

/// After about so many positions it is told how far the table has come.
const OFTEN: usize = 1 << 16;

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
    if rules.play != Play::Normal || !rules.is_plain() || rules.heaps_vary() || rules.heaps == 0 {
        return None;
    }
    let rays = Ray::all(facts.removals.as_ref()?)?;
    // Every ray takes something, so that its options come first.
    rays.iter().all(|ray| ray.offset.iter().any(|amount| *amount > 0)).then_some(rays)
}

/// About how much memory the lines of these rays take, in bytes.
pub(super) fn bytes(rays: &[Ray], heaps: usize, side: usize, ascending: bool) -> usize {
    let plan = Plan::new(rays, heaps, side, ascending);
    let line = plan.words.saturating_mul(8).saturating_add(2 * size_of::<usize>());
    // Where values go again they are counted.
    let counts = plan.words.saturating_mul(64 * size_of::<u32>());
    plan.lines.saturating_mul(line).saturating_add(plan.counted.saturating_mul(counts))
}

/// What lines there are.
struct Plan {
    bundles: Vec<Bundle>,
    /// How many lines there are; on how many of them values are counted; and how many words hold the values of a line.
    lines: usize,
    counted: usize,
    words: usize,
}

/// The lines of one ray.
struct Bundle {
    /// The heaps along the line, and the others from which something is taken, each with what is taken at least: those before
    /// the last heap, and the last one.
    along: Vec<(usize, usize)>,
    along_last: Option<usize>,
    across: Vec<(usize, usize)>,
    across_last: usize,
    /// How many options there are at most.
    count: Option<usize>,
    /// The number of a position's line: a first number, and so many times each size on top, wrapping around; so for the heaps
    /// before the last, and for the last.
    first: usize,
    factors: Vec<usize>,
    factor_last: usize,
    /// Where values are counted, the number of a line's counts, less its own, wrapping around.
    counts: usize,
    /// How much the number of a position falls by what is taken at least, and by each step along the line.
    offset: usize,
    step: usize,
}

/// What rays that are alike have in common: how many heaps are along, what is taken from each at least, and how often.
type Kind = (usize, u64, Option<u64>);

/// The options on a ray from positions that differ in the last heap alone.
struct Here<'a> {
    bundle: &'a Bundle,
    /// The number of the line, without what the last heap adds.
    number: usize,
    /// The least heap along the line before the last; and from those heaps, how much more than its size is taken at least.
    place: usize,
    lacking: isize,
}

impl Plan {
    fn new(rays: &[Ray], heaps: usize, side: usize, ascending: bool) -> Plan {
        let rays: Vec<&Ray> = rays.iter().filter(|ray| ray.offset.iter().all(|amount| whole(*amount) < side)).collect();
        // There are no more values among the options of a position than options, so that the mex is no greater.
        let options = |ray: &&Ray| whole(ray.count.unwrap_or(u64::MAX)).min(side);
        let words = rays.iter().map(options).fold(0, usize::saturating_add) / 64 + 1;
        let mut plan = Plan { bundles: Vec::new(), lines: 0, counted: 0, words };
        let mut known: Vec<(Kind, usize, usize)> = Vec::new();
        for ray in rays {
            let (mut bundle, lines) = Bundle::new(ray, heaps, side, ascending);
            let kind = if ascending { kind(ray) } else { None };
            let (first, counts) = match known.iter().find(|(other, _, _)| Some(*other) == kind) {
                Some((_, first, counts)) => (*first, *counts),
                None => {
                    let new = (plan.lines, plan.counted.wrapping_sub(plan.lines));
                    plan.lines = plan.lines.saturating_add(lines);
                    plan.counted = plan.counted.saturating_add(if ray.count.is_some() { lines } else { 0 });
                    known.extend(kind.map(|kind| (kind, new.0, new.1)));
                    new
                }
            };
            bundle.first = bundle.first.wrapping_add(first);
            bundle.counts = counts;
            plan.bundles.push(bundle);
        }
        plan
    }
}

/// What a ray has in common with those that are alike; nothing where amounts differ, or something is taken from other heaps.
fn kind(ray: &Ray) -> Option<Kind> {
    let amount = ray.offset[*ray.along.first()?];
    let same = |(heap, one): (usize, &u64)| *one == if ray.along.contains(&heap) { amount } else { 0 };
    ray.offset.iter().enumerate().all(same).then_some((ray.along.len(), amount, ray.count))
}

fn whole(amount: u64) -> usize {
    usize::try_from(amount).unwrap_or(usize::MAX)
}

impl Bundle {
    /// The lines of a ray, from the number 0 on, and how many they are.
    fn new(ray: &Ray, heaps: usize, side: usize, ascending: bool) -> (Bundle, usize) {
        let (mut first, mut factors, mut lines) = (0usize, vec![0usize; heaps], 1usize);
        let (along, others): (Vec<usize>, Vec<usize>) = (0..heaps).partition(|heap| ray.along.contains(heap));
        for heap in others {
            factors[heap] = lines;
            lines = lines.saturating_mul(side);
        }
        // Of heaps along the line their differences from the first one say which line it is; in order none is below 0.
        for heap in &along[1..] {
            factors[*heap] = lines;
            factors[along[0]] = factors[along[0]].wrapping_sub(lines);
            if !ascending {
                first = first.wrapping_add(lines.wrapping_mul(side));
            }
            lines = lines.saturating_mul(if ascending { side } else { side.saturating_mul(2) });
        }
        let (last, strides) = (heaps - 1, strides(heaps, side));
        let number = |heap: usize, size: usize| strides[heap].wrapping_mul(size);
        let offset = |heap: usize| whole(ray.offset[heap]);
        let is_along = |heap: &usize| along.contains(heap);
        let with_offset = |heap: usize| (heap, offset(heap));
        let bundle = Bundle {
            along: (0..last).filter(is_along).map(with_offset).collect(),
            along_last: is_along(&last).then(|| offset(last)),
            across: (0..last).filter(|heap| !is_along(heap)).map(with_offset).collect(),
            across_last: if is_along(&last) { 0 } else { offset(last) },
            count: ray.count.map(whole),
            first,
            factor_last: factors[last],
            factors,
            counts: 0,
            offset: (0..heaps).fold(0, |all, heap| all.wrapping_add(number(heap, offset(heap)))),
            step: along.iter().fold(0, |all, heap| all.wrapping_add(number(*heap, 1))),
        };
        (bundle, lines)
    }

    fn here(&self, prefix: &[usize]) -> Option<Here<'_>> {
        if self.across.iter().any(|(heap, offset)| prefix[*heap] < *offset) {
            return None;
        }
        let factors = self.factors.iter().zip(prefix);
        let number = factors.fold(self.first, |number, (factor, size)| number.wrapping_add(factor.wrapping_mul(*size)));
        let place = self.along.iter().map(|(heap, _)| prefix[*heap]).min().unwrap_or(usize::MAX);
        let lacking = |(heap, offset): &(usize, usize)| *offset as isize - prefix[*heap] as isize;
        let lacking = self.along.iter().map(lacking).max().unwrap_or(isize::MIN);
        Some(Here { bundle: self, number, place, lacking })
    }
}

/// How much the number of a position grows with each heap.
fn strides(heaps: usize, side: usize) -> Vec<usize> {
    let mut strides = vec![1usize; heaps];
    for heap in (1..heaps).rev() {
        strides[heap - 1] = strides[heap].wrapping_mul(side);
    }
    strides
}

/// The values on all lines.
struct Sets {
    words: usize,
    bits: Vec<u64>,
    /// By line, how many first words have every number.
    full: Vec<usize>,
    /// By line, the next place whose value has not been added.
    next: Vec<usize>,
    /// How often each value is on a line, where values go again.
    counts: Vec<Vec<u32>>,
}

impl Sets {
    fn new(plan: &Plan) -> Sets {
        Sets {
            words: plan.words,
            bits: vec![0; plan.lines * plan.words],
            full: vec![0; plan.lines],
            next: vec![0; plan.lines],
            counts: vec![Vec::new(); plan.counted],
        }
    }

    /// The line of a position, with what is needed of it added and what is out of reach taken away; nothing where there are no
    /// such options. Positions and their values are those of the table.
    fn line(&mut self, here: &Here, last: usize, position: usize, values: &[u32]) -> Option<usize> {
        let Here { bundle, number, place, lacking } = *here;
        if last < bundle.across_last {
            return None;
        }
        // Places on the line are counted from where one of its heaps is empty; what is left there after the move is the
        // option with that place. The least place is the one where every heap has what is taken at least.
        let (place, lacking) = match bundle.along_last {
            Some(offset) => (place.min(last), lacking.max(offset as isize - last as isize)),
            None => (place, lacking),
        };
        let least = usize::try_from(lacking.saturating_add_unsigned(place)).unwrap_or(0);
        let line = number.wrapping_add(bundle.factor_last.wrapping_mul(last));
        let start = position.wrapping_sub(bundle.offset).wrapping_sub(place.wrapping_mul(bundle.step));
        let value = |place: usize| values[start.wrapping_add(place.wrapping_mul(bundle.step))];
        let mut next = self.next[line].max(least);
        while next <= place {
            let new = value(next);
            match bundle.count {
                None => self.add(line, new),
                Some(count) => {
                    let old = next.checked_sub(count).filter(|old| *old >= least).map(value);
                    self.replace(line, bundle.counts.wrapping_add(line), old, new);
                }
            }
            next += 1;
        }
        self.next[line] = next;
        Some(line)
    }

    fn add(&mut self, line: usize, value: u32) {
        let set = &mut self.bits[line * self.words..(line + 1) * self.words];
        set[value as usize / 64] |= 1 << (value % 64);
        let full = &mut self.full[line];
        while set[*full] == u64::MAX {
            *full += 1;
        }
    }

    fn replace(&mut self, line: usize, counts: usize, old: Option<u32>, new: u32) {
        let counts = &mut self.counts[counts];
        if counts.len() <= new as usize {
            counts.resize(new as usize + 1, 0);
        }
        counts[new as usize] += 1;
        if let Some(old) = old {
            counts[old as usize] -= 1;
            if counts[old as usize] == 0 {
                self.bits[line * self.words + old as usize / 64] &= !(1 << (old % 64));
                self.full[line] = self.full[line].min(old as usize / 64);
            }
        }
        self.add(line, new);
    }

    /// The least number that is on none of these lines.
    fn mex(&self, lines: &[usize]) -> u32 {
        let mut block = lines.iter().map(|line| self.full[*line]).max().unwrap_or(0);
        loop {
            let word = lines.iter().fold(0, |word, line| word | self.bits[line * self.words + block]);
            if word != u64::MAX {
                return block as u32 * 64 + word.trailing_ones();
            }
            block += 1;
        }
    }
}

/// Puts numbers in the order that is next after theirs, lexicographically; whether there is one.
fn next_order(numbers: &mut [usize]) -> bool {
    let Some(at) = numbers.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let above = numbers.iter().rposition(|number| *number > numbers[at]).expect("the next one is greater");
    numbers.swap(at, above);
    numbers[at + 1..].reverse();
    true
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
        let plan = Plan::new(rays, heaps, side, ascending);
        let mut sets = Sets::new(&plan);
        let (mut sizes, mut other, mut lines) = (vec![0; heaps], vec![0; heaps], Vec::new());
        let mut done = 0;
        loop {
            let (least, prefix) = sizes.split_last().expect("rays go along heaps");
            let row = table.index(prefix) * side;
            let here: Vec<Here> = plan.bundles.iter().filter_map(|bundle| bundle.here(prefix)).collect();
            for last in *least..side {
                let position = row + last;
                lines.clear();
                lines.extend(here.iter().filter_map(|here| sets.line(here, last, position, &table.values)));
                let value = sets.mex(&lines);
                table.values[position] = value;
                if ascending {
                    other.copy_from_slice(&sizes);
                    other[heaps - 1] = last;
                    while next_order(&mut other) {
                        let position = table.index(&other);
                        table.values[position] = value;
                    }
                }
            }
            let before = done;
            done += side - least;
            if before / OFTEN != done / OFTEN {
                tell(done);
            }
            sizes[heaps - 1] = max;
            if !table.advance(&mut sizes) {
                return table;
            }
        }
    }

    fn index(&self, sizes: &[usize]) -> usize {
        sizes.iter().fold(0, |index, size| index * self.side + size)
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

    /// The value of a position; nothing where it has another number of heaps, or a larger heap.
    pub(super) fn value(&self, sizes: &[u64]) -> Option<u32> {
        if sizes.len() != self.heaps {
            return None;
        }
        let sizes: Option<Vec<usize>> =
            sizes.iter().map(|size| usize::try_from(*size).ok().filter(|size| *size < self.side)).collect();
        Some(self.values[self.index(&sizes?)])
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
