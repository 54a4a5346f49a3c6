//! Conjectures by signatures: remainders of the heaps, with exceptions for small heaps and for close ones.

use crate::proof::{Order, SignatureClaim};
use crate::solve::DenseTable;
use std::collections::HashMap;

/// The kind of a signature: what it tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The modulus p.
    pub modulus: u64,
    /// The threshold q.
    pub threshold: u64,
    /// The closeness c.
    pub closeness: u64,
    /// The order of the entries.
    pub order: Order,
}

/// The conjectures that fit a table, the simplest first.
#[derive(Debug)]
pub struct SignatureSearch {
    shapes: Vec<Shape>,
    at: usize,
}

/// The most shapes that are tried.
const MAX_MODULUS: u64 = 160;
/// The greatest threshold that is tried with several heaps.
const MAX_THRESHOLD: u64 = 16;
/// The greatest closeness that is tried.
const MAX_CLOSENESS: u64 = 6;

impl SignatureSearch {
    /// The search for signatures that decide the positions of a table.
    ///
    /// A shape is tried only where the table is so large that every size from the threshold on occurs with two others that
    /// are congruent to it.
    pub fn new(table: &DenseTable, heaps: usize) -> SignatureSearch {
        let max = table.max();
        let mut shapes = Vec::new();
        let thresholds = if heaps == 1 { max / 2 } else { MAX_THRESHOLD };
        for modulus in 1..=MAX_MODULUS.max(if heaps == 1 { max / 2 } else { 0 }) {
            for threshold in 0..=thresholds {
                if threshold + 3 * modulus > max + 1 {
                    break;
                }
                if !table.ascending() {
                    let closest = if heaps > 1 { MAX_CLOSENESS } else { 0 };
                    shapes.extend((0..=closest).map(|closeness| Shape {
                        modulus,
                        threshold,
                        closeness,
                        order: Order::InPlace,
                    }));
                    continue;
                }
                shapes.push(Shape { modulus, threshold, closeness: 0, order: Order::Unordered });
                if heaps > 1 {
                    shapes.extend((0..=MAX_CLOSENESS).map(|closeness| Shape {
                        modulus,
                        threshold,
                        closeness,
                        order: Order::BySize,
                    }));
                }
            }
        }
        shapes.retain(|shape| shape.threshold + 2 * shape.modulus + shape.closeness <= max);
        shapes.sort_by_key(Shape::complexity);
        SignatureSearch { shapes, at: 0 }
    }

    /// The next conjecture that fits the whole table.
    pub fn next(&mut self, table: &DenseTable, heaps: usize) -> Option<SignatureClaim> {
        while let Some(shape) = self.shapes.get(self.at) {
            self.at += 1;
            if let Some(claim) = fit(*shape, table, heaps) {
                return Some(claim);
            }
        }
        None
    }

    /// How many shapes have been tried.
    pub fn tried(&self) -> usize {
        self.at
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

/// The claim of this shape that fits the table, if there is one.
///
/// # Complexity
///
/// At most the number of positions; less where two positions with the same signature differ.
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
