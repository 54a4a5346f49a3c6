//! The families of a claim as families with letters, where their entries are affine.
//!
//! A family of a file has letters with conditions, and entries that may be negative for some letters. Each becomes families
//! whose letters are any natural numbers and whose entries have no negative numbers, with the same positions: a letter
//! that is at least 1 gives way to k + 1, one of two letters that is the greater to their sum, and a letter that is bounded
//! to each of its values.

use crate::proof::Affine;
use crate::rules::claim::{Claim, ClaimBody, Family};
use crate::rules::expr::Slot;
use crate::rules::linear::{Linear, System, cases, systems};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive};

/// The most families that one becomes.
const MAX_FAMILIES: usize = 200;
/// The most values that a bounded letter has.
const MAX_VALUES: i64 = 64;
/// How many steps one after the other make a family natural.
const MAX_STEPS: usize = 16;

/// A family on its way: the entries, and forms that are not negative.
#[derive(Clone)]
struct Bounded {
    entries: Vec<Affine>,
    constraints: Vec<Affine>,
}

/// The families of a claim; nothing where it is no claim by families or an entry or condition is not affine.
pub fn lower_families(claim: &Claim) -> Option<Vec<Vec<Affine>>> {
    let ClaimBody::Families(families) = &claim.body else { return None };
    let mut lowered = Vec::new();
    for family in families {
        for bounded in bounded(family)? {
            resolve(bounded, MAX_STEPS, &mut lowered)?;
        }
    }
    let mut distinct: Vec<Vec<Affine>> = Vec::new();
    for family in lowered {
        if !distinct.contains(&family) {
            distinct.push(family);
        }
    }
    Some(distinct)
}

/// The sizes of the smallest heap between which a claim speaks, both inclusive; nothing where it is limited in another way.
pub(super) fn smallest_between(claim: &Claim) -> Option<(u64, Option<u64>)> {
    let Some(within) = &claim.within else { return Some((0, None)) };
    let smallest = |slot: Slot| (slot == Slot::Min).then(|| Linear::unknown(0));
    let systems = systems(within, true, &smallest)?;
    let [system] = systems.as_slice() else { return None };
    let (mut low, mut high) = (0, None);
    for form in system {
        // c + a·min ≤ 0
        let (constant, coefficients) = form.whole();
        let [(_, factor)] = coefficients.as_slice() else { return None };
        if factor.is_positive() {
            let bound = (-constant).div_floor(factor).to_u64()?;
            high = Some(high.map_or(bound, |high: u64| high.min(bound)));
        } else {
            let bound = constant.div_ceil(&-factor);
            low = low.max(if bound.is_negative() { 0 } else { bound.to_u64()? });
        }
    }
    Some((low, high))
}

/// A family's positions whose smallest heap holds exactly `size` tokens, as families.
pub(super) fn with_smallest(family: &[Affine], size: u64) -> Option<Vec<Vec<Affine>>> {
    let size = i64::try_from(size).ok()?;
    let mut open = vec![family.to_vec()];
    let mut found = Vec::new();
    while let Some(family) = open.pop() {
        if found.len() + open.len() > MAX_FAMILIES {
            return None;
        }
        let constant = family.iter().filter(|entry| entry.is_constant()).map(Affine::constant_part).min();
        let undecided = family.iter().find(|entry| {
            !entry.is_constant()
                && entry.constant_part() <= size
                && constant.is_none_or(|least| entry.constant_part() < least)
        });
        let Some(entry) = undecided else {
            if constant == Some(size) {
                found.push(compact(&family)?);
            }
            continue;
        };
        let letter = entry.coefficients().iter().position(|number| *number != 0)?;
        for value in [Affine::of_letter(1, letter, 1), Affine::constant(0)] {
            open.push(family.iter().map(|entry| entry.with(letter, &value)).collect::<Option<_>>()?);
        }
    }
    Some(found)
}

/// The cases of a family, each with forms that must not be negative.
fn bounded(family: &Family) -> Option<Vec<Bounded>> {
    if !family.sequences.is_empty() {
        return None;
    }
    let letters = family.free_letters();
    let unknowns = |slot: Slot| match slot {
        Slot::Letter(letter) => letters.iter().position(|one| *one == letter).map(Linear::unknown),
        _ => None,
    };
    let mut all: Vec<(System, Vec<Linear>)> = vec![(Vec::new(), Vec::new())];
    for condition in &family.conditions {
        let systems = systems(condition, true, &unknowns)?;
        all = product(&all, &systems, |(system, entries), more| ([&system[..], more].concat(), entries.clone()))?;
    }
    for entry in &family.entries {
        let forms = cases(entry, &unknowns)?;
        all = product(&all, &forms, |(system, entries), case| {
            let mut entries = entries.clone();
            entries.push(case.form.clone());
            ([&system[..], &case.guard].concat(), entries)
        })?;
    }
    let mut found = Vec::new();
    for (system, entries) in all {
        if !entries.iter().all(Linear::is_whole) {
            return None;
        }
        let entries: Vec<Affine> = entries.iter().map(|entry| affine(entry, 1)).collect::<Option<_>>()?;
        let mut constraints: Vec<Affine> = system.iter().map(|form| affine(form, -1)).collect::<Option<_>>()?;
        constraints.extend(entries.iter().cloned());
        found.push(Bounded { entries, constraints });
    }
    Some(found)
}

fn product<A, B>(all: &[A], more: &[B], join: impl Fn(&A, &B) -> A) -> Option<Vec<A>> {
    let joined: Vec<A> =
        all.iter().flat_map(|one| more.iter().map(|other| join(one, other)).collect::<Vec<_>>()).collect();
    (joined.len() <= MAX_FAMILIES).then_some(joined)
}

/// A form, made whole, times 1 or −1.
fn affine(form: &Linear, sign: i64) -> Option<Affine> {
    let (constant, numbers) = form.whole();
    let number = |number: &BigInt| (number * sign).to_i64();
    let mut coefficients = vec![0; numbers.iter().map(|(letter, _)| letter + 1).max().unwrap_or(0)];
    for (letter, factor) in &numbers {
        coefficients[*letter] = number(factor)?;
    }
    Some(Affine::new(number(&constant)?, &coefficients))
}

/// Adds the families, without constraints, that a bounded one stands for.
fn resolve(bounded: Bounded, steps: usize, found: &mut Vec<Vec<Affine>>) -> Option<()> {
    if bounded.constraints.iter().any(Affine::is_always_negative) {
        return Some(());
    }
    let Some(constraint) = bounded.constraints.iter().find(|form| !form.is_natural()) else {
        found.push(compact(&bounded.entries)?);
        return (found.len() <= MAX_FAMILIES).then_some(());
    };
    let steps = steps.checked_sub(1)?;
    let constant = constraint.constant_part();
    let up = constraint.coefficients().iter().position(|number| *number > 0);
    let down = constraint.coefficients().iter().position(|number| *number < 0);
    let mut values: Vec<(usize, Affine)> = Vec::new();
    match (up, down) {
        // c − d·k − … ≥ 0: few values of k.
        (None, Some(letter)) => {
            let most = constant / constraint.coefficient(letter).checked_neg()?;
            values.extend((0..=most.min(MAX_VALUES)).map(|value| (letter, Affine::constant(value))));
            if most > MAX_VALUES {
                return None;
            }
        }
        // d·k + … ≥ c: k is small, or at least c/d.
        (Some(letter), None) => {
            let least = Integer::div_ceil(&constant.checked_neg()?, &constraint.coefficient(letter));
            let alone = constraint.coefficients().iter().filter(|number| **number != 0).count() == 1;
            if least > MAX_VALUES && !alone {
                return None;
            }
            values.push((letter, Affine::of_letter(least, letter, 1)));
            if !alone {
                values.extend((0..least).map(|value| (letter, Affine::constant(value))));
            }
        }
        (Some(up), Some(down)) => {
            let (one, other) = (constraint.coefficient(up), constraint.coefficient(down).checked_neg()?);
            let common = one.lcm(&other);
            if one != other {
                let letter = if one == common { down } else { up };
                let modulus = common / if one == common { other } else { one };
                if modulus > MAX_VALUES {
                    return None;
                }
                values.extend((0..modulus).map(|rest| (letter, Affine::of_letter(rest, letter, modulus))));
            } else {
                let sum = Affine::of_letter(0, up, 1).plus(1, &Affine::of_letter(0, down, 1))?;
                values.push((up, sum.clone()));
                values.push((down, sum.plus(1, &Affine::constant(1))?));
            }
        }
        (None, None) => return Some(()),
    }
    for (letter, value) in values {
        let put = |forms: &[Affine]| forms.iter().map(|form| form.with(letter, &value)).collect::<Option<Vec<_>>>();
        let replaced = Bounded { entries: put(&bounded.entries)?, constraints: put(&bounded.constraints)? };
        resolve(replaced, steps, found)?;
    }
    Some(())
}

/// The family with its letters numbered without gaps.
fn compact(family: &[Affine]) -> Option<Vec<Affine>> {
    let letters = family.iter().map(|entry| entry.coefficients().len()).max().unwrap_or(0);
    let mut next = 0;
    let values: Vec<Affine> = (0..letters)
        .map(|letter| {
            if family.iter().all(|entry| entry.coefficient(letter) == 0) {
                return Affine::constant(0);
            }
            next += 1;
            Affine::of_letter(0, next - 1, 1)
        })
        .collect();
    family.iter().map(|entry| entry.with_all(&values)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::members;
    use crate::game::Position;
    use crate::pattern::families::positions;
    use crate::rules::{Choices, lower};
    use crate::source::Source;
    use crate::syntax::parse;
    use std::collections::BTreeSet;

    fn claim(text: &str) -> Claim {
        let source = Source::new("test.game", format!("game {{ heaps 3 move take any from one heap claim {text} }}"));
        let rules = lower(&parse(&source).file.games[0], &Choices::default()).rules.expect("a claim without mistakes");
        rules.claims[0].clone()
    }

    #[test]
    fn lowered_families_have_the_same_positions() {
        for text in [
            "P = (0,0,1) | (0,n,n) for n >= 2 | (1,1,1) | (1,2k,2k+1) for k >= 1",
            "P = (2,4k,4k+2) | (2,4k+1,4k+3) for k > 1",
            "P = (2r,2r+4k-2,2r+4k) | (2r+1,2r+4k-1,2r+4k) for r >= 1, k >= 1",
            "P = (a,b,c) for a <= b and b < c",
            "P = (a,b,c) for abs(a - b) <= c, 2 * c <= 3 * b",
            "P = (k, 7 - k, 2k)",
            "P = (n, m, 5) for 2m <= 3n + 1",
            "P = (n, m, m) for n = 2m",
            "P = (k, k + 1, 3) for k in {1, 4..6}",
            "P = (max(a, b), a, b) for a != 2",
            "P = (abs(a - b), a, b)",
            "P = (a - 2, a + b - 5, b)",
            "P = (a, b, 0) for a + b >= 4",
            "P = (1, 2, 3) for 1 = 2",
        ] {
            let claim = claim(text);
            let ClaimBody::Families(families) = &claim.body else { panic!("families") };
            let said: BTreeSet<Position> =
                families.iter().flat_map(|family| members::positions(family, 17).expect("a list")).collect();
            let lowered = lower_families(&claim).unwrap_or_else(|| panic!("{text} is affine"));
            let listed: BTreeSet<Position> =
                lowered.iter().flat_map(|family| positions(family, 17)).map(Position::new).collect();
            assert_eq!(listed, said, "{text}");
            for smallest in 0..6 {
                let parts = lowered.iter().flat_map(|family| with_smallest(family, smallest).expect("few families"));
                let listed: BTreeSet<Position> =
                    parts.flat_map(|family| positions(&family, 17)).map(Position::new).collect();
                let wanted = |one: &&Position| one.sizes().iter().min() == Some(&smallest);
                assert_eq!(listed, said.iter().filter(wanted).cloned().collect(), "{text} at {smallest}");
            }
        }
    }

    #[test]
    fn what_is_not_affine_is_not_lowered() {
        for text in
            ["P = (k * k, k, k)", "P = (n, n, n) for n mod 2 = 1", "P = (floor(n / 2), n, n)", "P when nimsum = 0"]
        {
            assert_eq!(lower_families(&claim(text)), None, "{text}");
        }
    }

    #[test]
    fn scopes_by_the_smallest_heap_are_read() {
        let between = |text: &str| smallest_between(&claim(&format!("within {text}: P = (0,n,n)")));
        assert_eq!(between("min = 2"), Some((2, Some(2))));
        assert_eq!(between("min <= 3"), Some((0, Some(3))));
        assert_eq!(between("2 * min < 5 and min > 0"), Some((1, Some(2))));
        assert_eq!(between("min >= 4"), Some((4, None)));
        assert_eq!(between("max <= 4"), None);
        assert_eq!(between("min = 1 or min = 3"), None);
        assert_eq!(smallest_between(&claim("P = (0,n,n)")), Some((0, None)));
    }
}
