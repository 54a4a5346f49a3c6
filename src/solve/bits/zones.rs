//! From zones of amounts and sizes to the blocks of moves that they allow.
//!
//! A zone over (t₁, …, t_k, h₁, …, h_k) that says of the sizes no more than tᵢ ≤ hᵢ is given by bounds on amounts and on
//! differences of two. Where the differences say nothing, the amounts are independent. Where they do, let a *step* be a
//! vector of zeros and ones by which every point of the zone can be raised without leaving it, and a *base* a point from
//! which no step can be subtracted inside the zone. Every point is a base with steps on top: subtract steps as long as that
//! stays inside. There are finitely many bases. For let all finite bounds be at most c in absolute value, and let some point
//! have a gap larger than c between its amounts, 0 counted among them. No bound ties an amount above the gap to one below
//! it from above; so raising all above the gap is a step, and lowering them by one breaks no bound, since the differences
//! across the gap stay at least c. So a base has no gap larger than c, and none of its amounts is above k·c.

use super::moves::{Amounts, Block, Part, Vectors};
use crate::rules::zone::{Zone, same_points};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// The most vectors that are tried to find the bases of a zone.
const MAX_TRIED: usize = 4 << 20;
/// The most vectors, or chains of vectors, that stand for one block.
pub(super) const MAX_VECTORS: usize = 2048;

/// The bounds on amounts and their differences: `bounds[i][j]` bounds v_i − v_j from above, where v_0 is the constant 0.
struct Bounds(Vec<Vec<Option<i64>>>);

/// The moves of a zone that says which amounts may be taken from these heaps, none of which holds more than `max`: `None`
/// where it says more of the sizes than that they are at least the amounts, or takes too many vectors; `Some(None)`
/// where the heaps are too small for any move.
pub(super) fn part(heaps: &[usize], zone: &Zone, max: usize) -> Option<Option<Part>> {
    let k = heaps.len();
    let mut amounts = Zone::all(2 * k);
    let mut bounds = Bounds(vec![vec![None; k + 1]; k + 1]);
    for i in 0..=k {
        for j in 0..=k {
            if i == j {
                continue;
            }
            if let Some(bound) = zone.bound(i, j) {
                amounts = amounts.with(i, j, bound);
                bounds.0[i][j] = Some(bound.to_i64()?);
            }
        }
    }
    for at in 1..=k {
        amounts = amounts.with(0, at, &BigInt::from(-1)).with(at, k + at, &BigInt::from(0));
    }
    if zone.is_empty() {
        return Some(None);
    }
    if !same_points(std::slice::from_ref(zone), &[amounts]) {
        return None;
    }
    let mut blocks = Vec::new();
    for group in bounds.groups() {
        let block = match group.as_slice() {
            [one] => bounds
                .interval(*one, max)
                .map(|interval| Block::One { heap: heaps[*one - 1], amounts: Amounts::Fixed(vec![interval]) }),
            _ => {
                let vectors = bounds.vectors(&group, max)?;
                let some = vectors.bases().next().is_some();
                some.then(|| Block::Linked { heaps: group.iter().map(|at| heaps[at - 1]).collect(), vectors })
            }
        };
        let Some(block) = block else { return Some(None) };
        blocks.push(block);
    }
    blocks.sort_by_key(Block::first);
    Some(Some(Part { guard: None, tied: None, blocks }))
}

impl Bounds {
    fn low(&self, at: usize) -> i64 {
        self.0[0][at].map_or(1, |bound| -bound)
    }

    /// The amounts from one heap, if there are any up to `max`.
    fn interval(&self, at: usize, max: usize) -> Option<(usize, Option<usize>)> {
        let low = usize::try_from(self.low(at)).ok().filter(|low| *low <= max)?;
        let high = self.0[at][0].map(|high| usize::try_from(high).unwrap_or(0)).filter(|high| *high < max);
        high.is_none_or(|high| high >= low).then_some((low, high))
    }

    /// The amounts, counted from 1, in groups: in different groups nothing but the bounds on single amounts is said.
    fn groups(&self) -> Vec<Vec<usize>> {
        let k = self.0.len() - 1;
        let mut group: Vec<usize> = (0..=k).collect();
        for i in 1..=k {
            for j in 1..=k {
                let implied = self.0[i][0].map(|high| high - self.low(j));
                let tied = self.0[i][j].is_some_and(|bound| implied.is_none_or(|implied| bound < implied));
                if i != j && tied {
                    let (from, to) = (group[j], group[i]);
                    group.iter_mut().filter(|one| **one == from).for_each(|one| *one = to);
                }
            }
        }
        let mut groups: Vec<Vec<usize>> = (1..=k).map(|one| (1..=k).filter(|at| group[*at] == one).collect()).collect();
        groups.retain(|members| !members.is_empty());
        groups
    }

    fn vectors(&self, group: &[usize], max: usize) -> Option<Vectors> {
        let steps = self.steps(group);
        let largest = self.0.iter().flatten().flatten().map(|bound| bound.unsigned_abs() as usize).max().unwrap_or(0);
        let bound = if steps.is_empty() { max } else { max.min(largest.saturating_mul(group.len()).max(1)) };
        let ranges: Vec<(usize, usize)> = group
            .iter()
            .map(|at| {
                let high = self.0[*at][0].map_or(bound, |high| bound.min(usize::try_from(high).unwrap_or(0)));
                (usize::try_from(self.low(*at)).unwrap_or(1).max(1), high)
            })
            .collect();
        let tried = ranges.iter().try_fold(1usize, |all, (low, high)| all.checked_mul((high + 1).saturating_sub(*low)));
        if tried.is_none_or(|tried| tried > MAX_TRIED) {
            return None;
        }
        let inside = |vector: &[i64]| {
            let value = |at: usize| if at == 0 { 0 } else { vector[at - 1] };
            let places = || std::iter::once((0, 0)).chain(group.iter().enumerate().map(|(at, one)| (at + 1, *one)));
            places().all(|(a, i)| places().all(|(b, j)| self.0[i][j].is_none_or(|bound| value(a) - value(b) <= bound)))
                && vector.iter().all(|amount| *amount >= 1)
        };
        let moved = |vector: &[usize], by: i64, step: &dyn Fn(usize) -> usize| -> Vec<i64> {
            vector.iter().enumerate().map(|(at, amount)| *amount as i64 + by * step(at) as i64).collect()
        };
        let one = |_: usize| 1;
        let (mut bases, mut chains) = (Vec::new(), Vec::new());
        let mut vector: Vec<usize> = ranges.iter().map(|(low, _)| *low).collect();
        if ranges.iter().any(|(low, high)| low > high) {
            return Some(Vectors::Chains(chains));
        }
        loop {
            if inside(&moved(&vector, 0, &one)) {
                if steps.is_empty() {
                    if !inside(&moved(&vector, -1, &one)) {
                        let length = (1..).take(max).take_while(|by| inside(&moved(&vector, *by, &one))).count() + 1;
                        chains.push((vector.clone(), length.min(max)));
                    }
                } else if !steps.iter().any(|step| inside(&moved(&vector, -1, &|at| step[at]))) {
                    bases.push(vector.clone());
                }
                if bases.len().max(chains.len()) > MAX_VECTORS {
                    return None;
                }
            }
            let Some(at) = (0..vector.len()).rev().find(|at| vector[*at] < ranges[*at].1) else { break };
            vector[at] += 1;
            for later in at + 1..vector.len() {
                vector[later] = ranges[later].0;
            }
        }
        Some(if steps.is_empty() { Vectors::Chains(chains) } else { Vectors::Cone { bases, steps } })
    }

    /// The vectors of zeros and ones by which every point can be raised.
    fn steps(&self, group: &[usize]) -> Vec<Vec<usize>> {
        let mut steps = Vec::new();
        for choice in 1usize..1 << group.len() {
            let step: Vec<usize> = (0..group.len()).map(|at| choice >> at & 1).collect();
            let of = |at: usize| group.iter().position(|one| *one == at).map_or(0, |at| step[at]);
            let places = || std::iter::once(0).chain(group.iter().copied());
            if places().all(|i| places().all(|j| self.0[i][j].is_none() || i == j || of(i) <= of(j))) {
                steps.push(step);
            }
        }
        steps
    }
}
