//! Conjectures by families with letters: P-positions that go on with constant steps.
//!
//! A position is told by *steps*: its smallest size and the differences of neighbours in ascending order where the rules
//! treat all heaps alike, and otherwise its sizes. Suppose that for each step, from some threshold q on, a position is a
//! P-position exactly where it is one with d more in that step. Then each P-position is one of finitely many with steps
//! below q + d, with a multiple of d added to some of those steps that are at least q: families, in which (2, 4k, 4k + 2)
//! shows itself by the steps 2, 4k − 2, 2. What holds for a table so far is joined into as few families as can be.

use crate::proof::{Affine, Families};
use crate::solve::DenseTable;
use std::collections::BTreeSet;

/// The greatest threshold that is tried.
const MAX_THRESHOLD: u64 = 24;
/// The greatest distance after which positions may repeat.
const MAX_DISTANCE: u64 = 24;
/// The most families that are a conjecture worth reading.
const MAX_FAMILIES: usize = 60;

/// A family by its steps: where each begins, and by how much it grows with its letter; 0 where it does not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Raw(Vec<(u64, u64)>);

/// The fewest families found that are the P-positions of a table, in the scope of positions whose smallest heap holds at
/// most so many tokens, or of all positions.
///
/// # Complexity
///
/// The positions of the table, and its P-positions for each threshold and distance that is tried.
pub fn conjecture(table: &DenseTable, heaps: usize, smallest_at_most: Option<u64>) -> Option<Families> {
    if smallest_at_most.is_some() && !table.ascending() {
        return None;
    }
    let mut found: BTreeSet<Vec<u64>> = BTreeSet::new();
    table.each(&mut |sizes, is_p| {
        if is_p && smallest_at_most.is_none_or(|smallest| sizes[0] <= smallest) {
            found.insert(steps(sizes, table.ascending()));
        }
        true
    });
    let bound =
        |step: &[u64]| if table.ascending() { step.iter().sum() } else { step.iter().copied().max().unwrap_or(0) };
    let mut rhythms = Vec::new();
    for step in 0..heaps {
        let rhythm = match smallest_at_most {
            Some(smallest) if step == 0 => (smallest + 1, 0),
            _ => rhythm(&found, step, table.max(), &bound)?,
        };
        rhythms.push(rhythm);
    }
    // Each combination of beginnings must be seen in the table.
    let ends: Vec<u64> = rhythms.iter().map(|(threshold, distance)| threshold + distance).collect();
    if bound(&ends) > table.max() + 1 {
        return None;
    }
    let first = found.iter().filter(|steps| steps.iter().zip(&ends).all(|(step, end)| step < end));
    let mut families: Vec<Raw> = first
        .map(|steps| {
            let with_growth = |(step, (threshold, distance)): (&u64, &(u64, u64))| {
                (*step, if step >= threshold { *distance } else { 0 })
            };
            Raw(steps.iter().zip(&rhythms).map(with_growth).collect())
        })
        .collect();
    join(&mut families);
    if families.len() > MAX_FAMILIES {
        return None;
    }
    let families = families.iter().map(|family| entries(family, table.ascending())).collect::<Option<_>>()?;
    Some(Families { heaps, smallest_at_most, families })
}

/// Whether a claim is right for all positions of a table.
///
/// # Complexity
///
/// The positions of the table, and the positions of the families up to its size.
pub fn fits(claim: &Families, table: &DenseTable) -> bool {
    let mut members: BTreeSet<Vec<u64>> = BTreeSet::new();
    for family in &claim.families {
        for mut sizes in positions(family, table.max()) {
            if table.ascending() {
                sizes.sort_unstable();
            }
            members.insert(sizes);
        }
    }
    let mut right = true;
    table.each(&mut |sizes, is_p| {
        let in_scope = claim.smallest_at_most.is_none_or(|most| sizes.iter().min().is_some_and(|least| *least <= most));
        right = !in_scope || members.contains(sizes) == is_p;
        right
    });
    right
}

/// The positions of a family whose heaps hold at most `max` tokens, in the order of the letters; families whose entries hold
/// negative numbers have none.
pub fn positions(family: &[Affine], max: u64) -> Vec<Vec<u64>> {
    let letters = family.iter().map(|entry| entry.coefficients().len()).max().unwrap_or(0);
    let mut found = Vec::new();
    if family.iter().all(Affine::is_natural) {
        let start: Option<Vec<u64>> =
            family.iter().map(|entry| u64::try_from(entry.constant_part()).ok().filter(|size| *size <= max)).collect();
        if let Some(sizes) = start {
            each_letter(family, letters, 0, sizes, max, &mut found);
        }
    }
    found
}

fn each_letter(family: &[Affine], letters: usize, letter: usize, sizes: Vec<u64>, max: u64, found: &mut Vec<Vec<u64>>) {
    if letter == letters {
        found.push(sizes);
        return;
    }
    let growth: Vec<u64> = family.iter().map(|entry| entry.coefficient(letter).unsigned_abs()).collect();
    let mut sizes = sizes;
    while sizes.iter().all(|size| *size <= max) {
        each_letter(family, letters, letter + 1, sizes.clone(), max, found);
        if growth.iter().all(|growth| *growth == 0) {
            return;
        }
        for (size, growth) in sizes.iter_mut().zip(&growth) {
            *size = size.saturating_add(*growth);
        }
    }
}

fn steps(sizes: &[u64], ascending: bool) -> Vec<u64> {
    if !ascending {
        return sizes.to_vec();
    }
    let mut before = 0;
    sizes.iter().map(|size| size - std::mem::replace(&mut before, *size)).collect()
}

/// The least threshold and distance after which P-positions repeat in one step.
fn rhythm(found: &BTreeSet<Vec<u64>>, step: usize, max: u64, bound: &dyn Fn(&[u64]) -> u64) -> Option<(u64, u64)> {
    let mut pairs: Vec<(u64, u64)> = (0..=MAX_THRESHOLD)
        .flat_map(|threshold| (1..=MAX_DISTANCE).map(move |distance| (threshold, distance)))
        .collect();
    pairs.retain(|(threshold, distance)| threshold + 3 * distance <= max);
    pairs.sort_by_key(|(threshold, distance)| (threshold + distance, *distance));
    let mut other = Vec::new();
    pairs.into_iter().find(|(threshold, distance)| {
        found.iter().filter(|steps| steps[step] >= *threshold).all(|steps| {
            other.clone_from(steps);
            other[step] += distance;
            if bound(&other) <= max && !found.contains(&other) {
                return false;
            }
            other[step] = steps[step];
            match steps[step].checked_sub(*distance).filter(|less| less >= threshold) {
                Some(less) => {
                    other[step] = less;
                    found.contains(&other)
                }
                None => true,
            }
        })
    })
}

/// Joins families into fewer, until none can be joined.
fn join(families: &mut Vec<Raw>) {
    loop {
        families.sort();
        families.dedup();
        let all = families.clone();
        families.retain(|family| !all.iter().any(|other| other != family && other.holds(family)));
        let steps = families.first().map_or(0, |family| family.0.len());
        let joined =
            (0..steps).rev().find_map(|step| families.iter().find_map(|family| joined(families, family, step)));
        match joined {
            Some(joined) => families.push(joined),
            None => return,
        }
    }
}

/// A larger family of which this one, in one step, is the beginning, where all the rest is there.
fn joined(families: &[Raw], family: &Raw, step: usize) -> Option<Raw> {
    let (begin, growth) = family.0[step];
    let with = |begin: u64, growth: u64| {
        let mut other = family.clone();
        other.0[step] = (begin, growth);
        other
    };
    if growth == 0 {
        // A single position just before a family that goes on.
        return families.iter().find_map(|other| {
            let (next, growth) = other.0[step];
            (growth > 0 && begin.checked_add(growth) == Some(next) && with(next, growth) == *other)
                .then(|| with(begin, growth))
        });
    }
    // All remainders of a smaller distance.
    (1..growth).filter(|less| growth % less == 0).find_map(|less| {
        let all = (0..growth / less).all(|count| families.contains(&with(begin + count * less, growth)));
        all.then(|| with(begin, less))
    })
}

impl Raw {
    /// Whether all positions of another family are in this one.
    fn holds(&self, other: &Raw) -> bool {
        self.0.iter().zip(&other.0).all(|((begin, growth), (other_begin, other_growth))| match growth {
            0 => begin == other_begin && *other_growth == 0,
            growth => other_begin >= begin && (other_begin - begin) % growth == 0 && other_growth % growth == 0,
        })
    }
}

/// The entries of a family.
fn entries(family: &Raw, ascending: bool) -> Option<Vec<Affine>> {
    let mut sum = Affine::constant(0);
    let mut letters = 0;
    let mut entries = Vec::new();
    for (begin, growth) in &family.0 {
        let mut step = Affine::constant(i64::try_from(*begin).ok()?);
        if *growth > 0 {
            step = step.plus(1, &Affine::of_letter(0, letters, i64::try_from(*growth).ok()?))?;
            letters += 1;
        }
        sum = if ascending { sum.plus(1, &step)? } else { step };
        entries.push(sum.clone());
    }
    Some(entries)
}
