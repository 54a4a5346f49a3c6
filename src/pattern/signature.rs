//! Conjectures by signatures: remainders of the heaps, with exceptions for small heaps and for close ones.
//!
//! Let x be a position and x⁺ the same with p tokens more in all heaps from some size a on, where the next smaller size is
//! a − d. A signature with modulus p, threshold q and closeness c takes the two for the same where a ≥ q and d ≥ c; so
//! whenever just one of them is a P-position, q > a or c > d is needed. One look at each position of a table gives, for a
//! modulus, the least closeness that goes with each threshold.

use crate::proof::{Order, SignatureClaim};
use crate::solve::DenseTable;
use std::collections::HashMap;

/// The kind of a signature: what it tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Shape {
    modulus: u64,
    threshold: u64,
    closeness: u64,
    order: Order,
}

/// The conjectures that fit a table, the simplest first.
#[derive(Debug)]
pub struct SignatureSearch {
    shapes: Vec<Shape>,
    at: usize,
    moduli: u64,
}

/// The greatest modulus that is tried for several heaps.
const MAX_MODULUS: u64 = 400;
/// The greatest threshold that is tried for several heaps.
const MAX_THRESHOLD: u64 = 24;
/// The greatest closeness that is tried.
const MAX_CLOSENESS: u64 = 8;

impl SignatureSearch {
    /// The search for signatures that decide the positions of a table of games with so many heaps.
    ///
    /// A modulus and a threshold are tried only where every larger size occurs in the table with two others that are
    /// congruent to it.
    ///
    /// # Complexity
    ///
    /// For each modulus at most the number of positions times that of heaps; most moduli fail after a few positions.
    pub fn new(table: &DenseTable, heaps: usize) -> SignatureSearch {
        let max = table.max();
        let (moduli, thresholds) =
            if heaps == 1 { (max / 2, max / 2) } else { (MAX_MODULUS.min(max / 2), MAX_THRESHOLD.min(max / 2)) };
        let mut shapes = Vec::new();
        for modulus in 1..=moduli {
            let least = |threshold: u64| threshold + 3 * modulus <= max + 1;
            if !least(0) {
                break;
            }
            let (alone, order) = match table.ascending() {
                true => (Order::Unordered, Order::BySize),
                false => (Order::InPlace, Order::InPlace),
            };
            if let Some(threshold) = each_alone(table, heaps, modulus, thresholds)
                && least(threshold)
            {
                shapes.push(Shape { modulus, threshold, closeness: 0, order: alone });
            }
            if heaps == 1 {
                continue;
            }
            let Some(needed) = ordered(table, heaps, modulus, thresholds) else { continue };
            let mut known = u64::MAX;
            for (threshold, closeness) in (0..).zip(needed) {
                if closeness < known && closeness <= MAX_CLOSENESS && least(threshold + closeness) {
                    shapes.push(Shape { modulus, threshold, closeness, order });
                    known = closeness;
                }
            }
        }
        shapes.sort_by_key(Shape::complexity);
        SignatureSearch { shapes, at: 0, moduli }
    }

    /// The next conjecture that fits the whole table.
    ///
    /// # Complexity
    ///
    /// The number of positions, for each kind of signature that is looked at.
    pub fn next(&mut self, table: &DenseTable, heaps: usize) -> Option<SignatureClaim> {
        while let Some(shape) = self.shapes.get(self.at) {
            self.at += 1;
            if let Some(claim) = fit(*shape, table, heaps) {
                return Some(claim);
            }
        }
        None
    }

    /// The greatest modulus that was tried.
    pub fn moduli(&self) -> u64 {
        self.moduli
    }
}

impl Shape {
    /// What a reader has to keep in mind: the modulus first, and exceptions for more than they are worth.
    fn complexity(&self) -> (u64, u64, u64, u64) {
        let order = match self.order {
            Order::Unordered => 0,
            Order::InPlace | Order::BySize => 1,
        };
        let sum = self.modulus + 2 * self.threshold + 2 * self.closeness + order;
        (sum, self.threshold, self.closeness, order)
    }
}

/// The least threshold from which on each heap alone may be raised by the modulus; `None` where it is above the greatest.
fn each_alone(table: &DenseTable, heaps: usize, modulus: u64, greatest: u64) -> Option<u64> {
    let mut needed = 0;
    let mut raised = vec![0; heaps];
    table.each(&mut |sizes, is_p| {
        for heap in 0..heaps {
            if sizes[heap] < needed || sizes[heap] + modulus > table.max() {
                continue;
            }
            raised.copy_from_slice(sizes);
            raised[heap] += modulus;
            if table.ascending() {
                restore_order(&mut raised, heap);
            }
            if table.is_p(&raised) != is_p {
                needed = sizes[heap] + 1;
            }
        }
        needed <= greatest
    });
    (needed <= greatest).then_some(needed)
}

/// Puts sizes in ascending order of which this one alone may be too large for its place.
fn restore_order(sizes: &mut [u64], raised: usize) {
    let mut at = raised;
    while at + 1 < sizes.len() && sizes[at] > sizes[at + 1] {
        sizes.swap(at, at + 1);
        at += 1;
    }
}

/// For each threshold up to the greatest, the least closeness that goes with it, or `u64::MAX`; `None` where none does.
fn ordered(table: &DenseTable, heaps: usize, modulus: u64, greatest: u64) -> Option<Vec<u64>> {
    // In place, equal heaps that are raised one without the other are always told apart.
    let mut needed = vec![u64::from(!table.ascending()); greatest as usize + 1];
    let mut raised = vec![0; heaps];
    let mut by_size: Vec<usize> = (0..heaps).collect();
    let mut possible = true;
    table.each(&mut |sizes, is_p| {
        if !table.ascending() {
            by_size.sort_by_key(|heap| sizes[*heap]);
        }
        if sizes[by_size[heaps - 1]] + modulus > table.max() {
            // In an ascending table the largest heap never falls from here on.
            return !table.ascending();
        }
        raised.copy_from_slice(sizes);
        for at in (0..heaps).rev() {
            let size = sizes[by_size[at]];
            raised[by_size[at]] += modulus;
            // What is raised now are the heaps from place `at` on.
            let gap = if at == 0 { u64::MAX - 1 } else { size - sizes[by_size[at - 1]] };
            if gap < needed[size.min(greatest) as usize] {
                continue;
            }
            if table.is_p(&raised) != is_p {
                for needed in &mut needed[..=size.min(greatest) as usize] {
                    *needed = (*needed).max(gap + 1);
                }
                possible = needed[greatest as usize] <= MAX_CLOSENESS;
            }
        }
        possible
    });
    possible.then_some(needed)
}

/// The claim of this shape that fits the table, if there is one.
fn fit(shape: Shape, table: &DenseTable, heaps: usize) -> Option<SignatureClaim> {
    let mut claim = SignatureClaim {
        heaps,
        modulus: shape.modulus,
        threshold: shape.threshold,
        closeness: shape.closeness,
        order: shape.order,
        p_signatures: Vec::new(),
    };
    let mut known: HashMap<Vec<i64>, bool> = HashMap::new();
    let mut signature = Vec::new();
    let mut fits = true;
    table.each(&mut |sizes, is_p| {
        claim.write_signature(sizes, &mut signature);
        match known.get(&signature) {
            Some(outcome) => fits = *outcome == is_p,
            None => {
                known.insert(signature.clone(), is_p);
            }
        }
        fits
    });
    if !fits {
        return None;
    }
    claim.p_signatures = known.into_iter().filter(|(_, is_p)| *is_p).map(|(signature, _)| signature).collect();
    claim.p_signatures.sort();
    Some(claim)
}
