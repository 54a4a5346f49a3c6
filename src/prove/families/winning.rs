//! All winning moves from a position: the ways to reach a family by a move.

use super::{ByFamilies, Case, value};
use crate::proof::Affine;
use crate::rules::boxes::AmountBox;
use crate::rules::removals::permutations;
use crate::theorem::WinningMoves;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{CheckedSub, ToPrimitive, Zero};
use std::collections::BTreeSet;

/// The most partial matches of families that are looked at.
const MAX_MATCHES: usize = 200_000;
/// The most heaps whose orders are all tried.
const MAX_HEAPS: usize = 6;

/// A family, some of whose entries are known.
struct Match<'a> {
    family: &'a [Affine],
    /// The heap of each entry.
    order: &'a [usize],
    /// The sizes of all heaps after the move, where they are known.
    sizes: Vec<Option<BigUint>>,
    letters: Vec<Option<BigUint>>,
}

struct Search<'a> {
    position: &'a [BigUint],
    moves: &'a AmountBox,
    found: BTreeSet<Vec<BigUint>>,
    left: usize,
    limit: usize,
    complete: bool,
}

impl ByFamilies {
    /// The winning moves from a position of the scope: the one that the proof names, and what else leads to a family.
    pub(super) fn all_winning(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        let Case::Reply(named, ..) = self.case(position) else {
            return WinningMoves { options: Vec::new(), complete: true };
        };
        let mut found = BTreeSet::from([named.clone()]);
        let mut complete = limit > 1;
        if limit > 1 {
            let heaps = position.len();
            let orders = match self.alike {
                true if heaps > MAX_HEAPS => {
                    complete = false;
                    Vec::new()
                }
                true => permutations(heaps),
                false => vec![(0..heaps).collect()],
            };
            let mut left = MAX_MATCHES;
            for moves in &self.boxes.boxes {
                let mut search = Search { position, moves, found: BTreeSet::new(), left, limit, complete: true };
                for family in &self.claim().families {
                    for order in &orders {
                        search.family(family, order);
                    }
                }
                complete &= search.complete;
                left = search.left;
                found.extend(search.found);
            }
        }
        debug_assert!(found.iter().all(|option| self.covers_and_loses(option)), "winning moves lead to families");
        complete &= found.len() <= limit;
        let mut options: Vec<Vec<BigUint>> = found.into_iter().collect();
        if options.len() > limit {
            options.retain(|option| *option != named);
            options.truncate(limit.saturating_sub(1));
            options.push(named);
            options.sort();
        }
        WinningMoves { options, complete }
    }

    fn covers_and_loses(&self, position: &[BigUint]) -> bool {
        matches!(self.case(position), Case::Member(..))
    }
}

impl Search<'_> {
    fn family(&mut self, family: &[Affine], order: &[usize]) {
        let letters = family.iter().map(|entry| entry.coefficients().len()).max().unwrap_or(0);
        let known = |(heap, size): (usize, &BigUint)| (!self.moves.heaps.contains(&heap)).then(|| size.clone());
        let sizes = self.position.iter().enumerate().map(known).collect();
        self.complete(Match { family, order, sizes, letters: vec![None; letters] });
    }

    /// All ways to choose what is still open.
    fn complete(&mut self, mut one: Match<'_>) {
        if self.left == 0 || self.found.len() > self.limit {
            self.complete = false;
            return;
        }
        self.left -= 1;
        if !one.solve() {
            return;
        }
        let Some(letter) = one.letters.iter().position(Option::is_none) else { return self.add(&one) };
        // A heap with few allowed amounts, or else a letter with few values.
        let mut choices: Vec<(BigUint, Option<usize>, BigUint)> = Vec::new();
        for (heap, amounts) in self.moves.heaps.iter().zip(&self.moves.amounts) {
            let at = one.order.iter().position(|chosen| chosen == heap);
            if one.sizes[*heap].is_some() || !at.is_some_and(|at| one.is_open(at)) {
                continue;
            }
            let Some(most) = self.position[*heap].checked_sub(&BigUint::from(amounts.low)) else { return };
            let least = match amounts.high {
                Some(high) => self.position[*heap].checked_sub(&BigUint::from(high)).unwrap_or_default(),
                None => BigUint::ZERO,
            };
            choices.push((&most - &least, Some(*heap), least));
        }
        let bounds = one.family.iter().zip(one.order).filter_map(|(entry, heap)| {
            let coefficient = entry.coefficient(letter).unsigned_abs();
            (coefficient > 0).then(|| &self.position[*heap] / coefficient)
        });
        choices.extend(bounds.min().map(|most| (most, None, BigUint::ZERO)));
        let Some((span, heap, least)) = choices.into_iter().min() else { return };
        let Some(span) = span.to_usize().filter(|span| *span <= self.left) else {
            self.complete = false;
            return;
        };
        for step in 0..=span {
            let mut closed =
                Match { family: one.family, order: one.order, sizes: one.sizes.clone(), letters: one.letters.clone() };
            match heap {
                Some(heap) => closed.sizes[heap] = Some(&least + step),
                None => closed.letters[letter] = Some(BigUint::from(step)),
            }
            self.complete(closed);
        }
    }

    /// Adds the position that is found, if the move is allowed.
    fn add(&mut self, one: &Match<'_>) {
        let letters: Vec<BigUint> = one.letters.iter().cloned().map(Option::unwrap_or_default).collect();
        let mut option = self.position.to_vec();
        for (entry, heap) in one.family.iter().zip(one.order) {
            option[*heap] = value(entry, &letters);
        }
        let allowed = self.moves.heaps.iter().zip(&self.moves.amounts).all(|(heap, amounts)| {
            self.position[*heap].checked_sub(&option[*heap]).is_some_and(|taken| {
                taken >= amounts.low.into() && amounts.high.is_none_or(|high| taken <= high.into())
            })
        });
        if allowed {
            self.found.insert(option);
        }
    }
}

impl Match<'_> {
    fn is_open(&self, at: usize) -> bool {
        let open = |(letter, number): (usize, &i64)| *number != 0 && self.letters[letter].is_none();
        self.family[at].coefficients().iter().enumerate().any(open)
    }

    /// Solves the equations with one unknown letter until there are none; whether none of the equations fails.
    fn solve(&mut self) -> bool {
        loop {
            let mut solved = false;
            for (entry, heap) in self.family.iter().zip(self.order) {
                let Some(size) = &self.sizes[*heap] else { continue };
                let mut known = BigUint::from(entry.constant_part().unsigned_abs());
                let mut unknown = Vec::new();
                for (letter, number) in entry.coefficients().iter().enumerate().filter(|(_, number)| **number != 0) {
                    match &self.letters[letter] {
                        Some(value) => known += value * number.unsigned_abs(),
                        None => unknown.push((letter, number.unsigned_abs())),
                    }
                }
                let Some(rest) = size.checked_sub(&known) else { return false };
                match unknown[..] {
                    [] if !rest.is_zero() => return false,
                    [(letter, coefficient)] => {
                        let (quotient, remainder) = rest.div_rem(&BigUint::from(coefficient));
                        if !remainder.is_zero() {
                            return false;
                        }
                        self.letters[letter] = Some(quotient);
                        solved = true;
                    }
                    _ => {}
                }
            }
            if !solved {
                return true;
            }
        }
    }
}
