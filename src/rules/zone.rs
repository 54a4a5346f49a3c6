//! Zones: sets of integer points given by bounds on variables and on differences of two of them.
//!
//! A zone over variables v₁, …, v_k is the set of integer points with v_i − v_j ≤ c_ij for some bounds c_ij (or none),
//! where v₀ stands for the constant 0, so that bounds on single variables are among them. The matrix of the c_ij is
//! *closed* when no bound can be sharpened by adding two others; for integer bounds the closed matrix of a non-empty
//! zone has every bound attained, so that inclusion of zones is comparison of bounds. The difference of two zones is a
//! finite union of zones: for each bound of the second, the points of the first that break it and keep those before it.
//! Hence equality of finite unions of zones is decided exactly.
//!
//! # References
//!
//! A. Miné, *A new numerical abstract domain based on difference-bound matrices*, PADO 2001, LNCS 2053, 155–172.

use num_bigint::BigInt;
use num_traits::Zero;

/// A set of integer points given by difference bounds; always closed, or known to be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    variables: usize,
    /// `bounds[i * (variables + 1) + j]` bounds v_i − v_j from above; `None` is no bound.
    bounds: Vec<Option<BigInt>>,
    empty: bool,
}

impl Zone {
    /// All integer points of that many variables.
    pub fn all(variables: usize) -> Zone {
        let size = variables + 1;
        let mut bounds = vec![None; size * size];
        for i in 0..size {
            bounds[i * size + i] = Some(BigInt::zero());
        }
        Zone { variables, bounds, empty: false }
    }

    /// How many variables the points have.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Whether no point is in the zone.
    pub fn is_empty(&self) -> bool {
        self.empty
    }

    /// The bound on v_i − v_j from above, where variable 0 is the constant 0 and v_i the `i`-th variable, from 1.
    pub fn bound(&self, i: usize, j: usize) -> Option<&BigInt> {
        self.bounds[i * (self.variables + 1) + j].as_ref()
    }

    /// The points of the zone with v_i − v_j ≤ `bound`; variables count from 1, and 0 is the constant 0.
    ///
    /// # Complexity
    ///
    /// The square of the number of variables.
    pub fn with(mut self, i: usize, j: usize, bound: &BigInt) -> Zone {
        let size = self.variables + 1;
        if self.empty || self.bound(i, j).is_some_and(|known| known <= bound) {
            return self;
        }
        // A closed matrix stays closed when each path is tried through the new bound.
        if self.bound(j, i).is_some_and(|back| (back + bound) < BigInt::zero()) {
            self.empty = true;
            return self;
        }
        for a in 0..size {
            let Some(to_i) = self.bounds[a * size + i].clone() else { continue };
            for b in 0..size {
                let Some(from_j) = &self.bounds[j * size + b] else { continue };
                let path = &to_i + bound + from_j;
                let slot = &mut self.bounds[a * size + b];
                if slot.as_ref().is_none_or(|known| *known > path) {
                    *slot = Some(path);
                }
            }
        }
        self
    }

    /// The points that are in both zones.
    pub fn and(mut self, other: &Zone) -> Zone {
        debug_assert_eq!(self.variables, other.variables, "zones over the same variables");
        if other.empty {
            return other.clone();
        }
        let size = self.variables + 1;
        for i in 0..size {
            for j in 0..size {
                if i != j
                    && let Some(bound) = other.bound(i, j)
                {
                    self = self.with(i, j, bound);
                }
            }
        }
        self
    }

    /// Whether a point is in the zone.
    pub fn holds(&self, point: &[&BigInt]) -> bool {
        debug_assert_eq!(self.variables, point.len(), "a value for each variable");
        let zero = BigInt::zero();
        let value = |i: usize| if i == 0 { &zero } else { point[i - 1] };
        let within = |i: usize, j: usize| self.bound(i, j).is_none_or(|bound| value(i) - value(j) <= *bound);
        !self.empty && (0..=self.variables).all(|i| (0..=self.variables).all(|j| within(i, j)))
    }

    /// Whether every point of this zone is in `other`.
    pub fn within(&self, other: &Zone) -> bool {
        self.empty
            || (!other.empty
                && self.bounds.iter().zip(&other.bounds).all(|(own, wanted)| match (own, wanted) {
                    (_, None) => true,
                    (None, Some(_)) => false,
                    (Some(own), Some(wanted)) => own <= wanted,
                }))
    }

    /// The points of this zone that are not in `other`, as zones without common points.
    pub fn without(&self, other: &Zone) -> Vec<Zone> {
        if other.empty || self.clone().and(other).is_empty() {
            return if self.empty { Vec::new() } else { vec![self.clone()] };
        }
        let mut left = Vec::new();
        let mut kept = self.clone();
        let size = self.variables + 1;
        for i in 0..size {
            for j in 0..size {
                if i == j {
                    continue;
                }
                let Some(bound) = other.bound(i, j) else { continue };
                // v_i − v_j > bound, that is v_j − v_i ≤ −bound − 1.
                let outside = kept.clone().with(j, i, &(-bound - 1));
                if !outside.is_empty() {
                    left.push(outside);
                }
                kept = kept.with(i, j, bound);
            }
        }
        left
    }

    /// The zone over the variables of both, with no bound between those of one and those of the other; this zone's
    /// variables come first.
    pub fn product(&self, other: &Zone) -> Zone {
        let mut joined = Zone::all(self.variables + other.variables);
        joined.empty = self.empty || other.empty;
        let place = |zone: usize, variable: usize| match (zone, variable) {
            (_, 0) => 0,
            (0, variable) => variable,
            (_, variable) => self.variables + variable,
        };
        for (number, zone) in [self, other].into_iter().enumerate() {
            for i in 0..=zone.variables {
                for j in 0..=zone.variables {
                    if i != j
                        && let Some(bound) = zone.bound(i, j)
                    {
                        joined = joined.with(place(number, i), place(number, j), bound);
                    }
                }
            }
        }
        joined
    }
}

/// Whether every point of the first union of zones is in the second.
pub fn covered(zones: &[Zone], by: &[Zone]) -> bool {
    zones.iter().all(|zone| {
        let mut left = vec![zone.clone()];
        left.retain(|part| !part.is_empty());
        for cover in by {
            left = left.iter().flat_map(|part| part.without(cover)).collect();
        }
        left.is_empty()
    })
}

/// Whether two unions of zones hold the same points.
pub fn same_points(one: &[Zone], other: &[Zone]) -> bool {
    covered(one, other) && covered(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn zone(bounds: &[(usize, usize, i64)]) -> Zone {
        bounds.iter().fold(Zone::all(2), |zone, (i, j, bound)| zone.with(*i, *j, &BigInt::from(*bound)))
    }

    fn holds(zone: &Zone, point: [i64; 2]) -> bool {
        let value = |i: usize| if i == 0 { 0 } else { point[i - 1] };
        !zone.is_empty()
            && (0..3).all(|i| {
                (0..3).all(|j| zone.bound(i, j).is_none_or(|bound| BigInt::from(value(i) - value(j)) <= *bound))
            })
    }

    fn bounds() -> impl Strategy<Value = Vec<(usize, usize, i64)>> {
        prop::collection::vec(
            (0..3usize, 0..3usize, -3..5i64).prop_filter("a loop bounds nothing", |(i, j, _)| i != j),
            0..6,
        )
    }

    proptest! {
        #[test]
        fn operations_agree_with_points(one in bounds(), other in bounds()) {
            let (a, b) = (zone(&one), zone(&other));
            let both = a.clone().and(&b);
            let rest = a.without(&b);
            let raw = |list: &[(usize, usize, i64)], point: [i64; 2]| {
                let value = |i: usize| if i == 0 { 0 } else { point[i - 1] };
                list.iter().all(|(i, j, bound)| value(*i) - value(*j) <= *bound)
            };
            for x in -12..=12 {
                for y in -12..=12 {
                    let point = [x, y];
                    prop_assert_eq!(holds(&a, point), raw(&one, point));
                    prop_assert_eq!(holds(&both, point), raw(&one, point) && raw(&other, point));
                    let parts = rest.iter().filter(|part| holds(part, point)).count();
                    prop_assert_eq!(parts, usize::from(raw(&one, point) && !raw(&other, point)));
                }
            }
            prop_assert!(covered(std::slice::from_ref(&a), &[b.clone(), rest.first().cloned().unwrap_or(b.clone())]) || rest.len() > 1);
            if both.is_empty() { prop_assert!(a.is_empty() || b.is_empty() || !rest.is_empty()); }
        }
    }

    #[test]
    fn a_range_is_the_union_of_its_parts() {
        let whole = zone(&[(0, 1, -1), (1, 0, 7)]);
        let low = zone(&[(0, 1, -1), (1, 0, 3)]);
        let high = zone(&[(0, 1, -4), (1, 0, 7)]);
        assert!(same_points(std::slice::from_ref(&whole), &[low.clone(), high.clone()]));
        let gap = zone(&[(0, 1, -5), (1, 0, 7)]);
        assert!(!same_points(&[whole], &[low, gap]));
    }
}
