//! Removals as rays: from a position, the options on a line.
//!
//! A *ray* has an offset o and a direction e, a vector of zeros and ones. The options of x on it are x − o − s·e for
//! s = 0, 1, 2, …, without an end or so many of them, as far as no heap is below 0. Taking any number from one heap is a
//! ray along its axis; taking the same number from two heaps is one along the diagonal; amounts whose difference is less
//! than t are 2t − 1 of them side by side.

use super::boxes::{Interval, amounts_zone, interval, intervals};
use super::removals::{Removals, choose};
use super::zone::{Zone, same_points};
use num_traits::ToPrimitive;

/// The most rays that stand for the moves of a game.
const MAX_RAYS: usize = 256;

/// Options on a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ray {
    /// What the first option has less than the position, heap by heap.
    pub offset: Vec<u64>,
    /// The heaps, counted from 0, ascending, from which each further option has a token less.
    pub along: Vec<usize>,
    /// How many options there are; `None` for no end but that of the heaps.
    pub count: Option<u64>,
}

impl Ray {
    /// The rays that together hold the options of all moves; nothing where no moderate number of them does.
    pub fn all(removals: &Removals) -> Option<Vec<Ray>> {
        let heaps = removals.heaps();
        let mut rays = Vec::new();
        for (given, count, independent, zones) in removals.families() {
            let choices = match given {
                Some(these) => vec![these.to_vec()],
                None => choose(heaps, count),
            };
            let mut lines = Vec::new();
            if independent {
                for product in intervals(zones, count)? {
                    lines.extend(of_box(&product)?);
                }
            } else {
                for zone in zones.iter().filter(|zone| !zone.is_empty()) {
                    lines.extend(of_zone(zone, count)?);
                }
            }
            if choices.len().saturating_mul(lines.len()) + rays.len() > MAX_RAYS {
                return None;
            }
            for chosen in &choices {
                for line in &lines {
                    let mut offset = vec![0; heaps];
                    chosen.iter().zip(&line.offset).for_each(|(heap, amount)| offset[*heap] = *amount);
                    let along = line.along.iter().map(|at| chosen[*at]).collect();
                    rays.push(Ray { offset, along, count: line.count });
                }
            }
        }
        rays.sort();
        rays.dedup();
        Some(rays)
    }
}

/// The rays of a box of amounts, one for each of the chosen heaps: along the heap with the most amounts.
fn of_box(amounts: &[Interval]) -> Option<Vec<Ray>> {
    let size = |one: &Interval| one.high.map_or(u64::MAX, |high| high.saturating_add(1).saturating_sub(one.low));
    let (along, longest) = amounts.iter().enumerate().max_by_key(|(_, one)| size(one))?;
    let mut offsets: Vec<Vec<u64>> = vec![Vec::new()];
    for (heap, one) in amounts.iter().enumerate() {
        let all = if heap == along { one.low..=one.low } else { one.low..=one.high? };
        if size(one) == 0 || (heap != along && size(one).saturating_mul(offsets.len() as u64) > MAX_RAYS as u64) {
            return if size(one) == 0 { Some(Vec::new()) } else { None };
        }
        offsets = all
            .flat_map(|amount| offsets.iter().map(move |offset| offset.iter().copied().chain([amount]).collect()))
            .collect();
    }
    let count = longest.high.map(|_| size(longest));
    Some(offsets.into_iter().map(|offset| Ray { offset, along: vec![along], count }).collect())
}

/// The rays of a zone over (t₁, …, t_k, h₁, …, h_k) that bounds amounts and their differences alone.
fn of_zone(zone: &Zone, count: usize) -> Option<Vec<Ray>> {
    let amounts: Vec<Interval> = (1..=count).map(|at| interval(zone, at)).collect::<Option<_>>()?;
    let plain = amounts_zone(&amounts);
    if same_points(std::slice::from_ref(zone), std::slice::from_ref(&plain)) {
        return of_box(&amounts);
    }
    let mut bounded = plain;
    for (one, other) in (1..=count).flat_map(|one| (1..=count).map(move |other| (one, other))) {
        if one != other
            && let Some(bound) = zone.bound(one, other)
        {
            bounded = bounded.with(one, other, bound);
        }
    }
    if !same_points(std::slice::from_ref(zone), &[bounded]) {
        return None;
    }
    // By how much each amount exceeds the first.
    let bound = |one: usize, other: usize| zone.bound(one, other).and_then(|bound| bound.to_i64());
    let mut excesses: Vec<Vec<i64>> = vec![vec![0]];
    for at in 2..=count {
        let (high, low) = (bound(at, 1)?, -bound(1, at)?);
        if usize::try_from(high.checked_sub(low)?.max(0)).ok()?.saturating_mul(excesses.len()) > MAX_RAYS {
            return None;
        }
        let fits = |excess: &[i64], next: i64| {
            excess.iter().enumerate().all(|(before, other)| {
                bound(at, before + 1).is_none_or(|bound| next - other <= bound)
                    && bound(before + 1, at).is_none_or(|bound| other - next <= bound)
            })
        };
        excesses = excesses
            .iter()
            .flat_map(|excess| (low..=high).map(move |next| (excess, next)))
            .filter(|(excess, next)| fits(excess, *next))
            .map(|(excess, next)| excess.iter().copied().chain([next]).collect())
            .collect();
    }
    let mut rays = Vec::new();
    for excess in excesses {
        // The first amount at which all are within their bounds, and the last.
        let mut first = 0;
        let mut last = i64::MAX;
        for (interval, more) in amounts.iter().zip(&excess) {
            first = first.max(i64::try_from(interval.low).ok()?.checked_sub(*more)?);
            if let Some(high) = interval.high {
                last = last.min(i64::try_from(high).ok()?.checked_sub(*more)?);
            }
        }
        if first > last {
            continue;
        }
        let offset = excess.iter().map(|more| Some(first.checked_add(*more)? as u64)).collect::<Option<_>>()?;
        let count = (last < i64::MAX).then(|| (last - first) as u64 + 1);
        rays.push(Ray { offset, along: (0..excess.len()).collect(), count });
    }
    Some(rays)
}
