//! Removals whose amounts do not depend on the sizes of the heaps: unions of boxes of amounts.
//!
//! A *box* is a choice of heaps with an interval of amounts for each. The moves that it allows take from every chosen heap
//! an amount of its interval, none more than the heap holds. What removes one of finitely many vectors is such a union, and
//! so are Nim, Moore's Nim and whatever bounds amounts by constants; Wythoff's game is none, since the two amounts of its
//! second kind of move depend on each other without an end.

use super::removals::{Removals, choose};
use super::zone::{Zone, same_points};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::ops::ControlFlow;

/// The most boxes that stand for the moves of a game.
const MAX_BOXES: usize = 40_000;

/// The amounts from one heap: at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interval {
    /// The least amount, in tokens.
    pub low: u64,
    /// The greatest amount; `None` for no limit.
    pub high: Option<u64>,
}

/// A choice of heaps and an interval of amounts for each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AmountBox {
    /// The heaps, counted from 0, ascending.
    pub heaps: Vec<usize>,
    /// The amounts, an interval for each of the heaps.
    pub amounts: Vec<Interval>,
}

/// The moves of a game as a union of boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boxes {
    /// How many heaps the game has.
    pub heaps: usize,
    /// The boxes; two of them may have moves in common.
    pub boxes: Vec<AmountBox>,
}

impl Interval {
    /// Whether an amount is in the interval.
    pub fn holds(&self, amount: u64) -> bool {
        self.low <= amount && self.high.is_none_or(|high| amount <= high)
    }
}

impl Boxes {
    /// The moves of these removals as boxes; nothing where they are no finite union of boxes of moderate size.
    pub fn of(removals: &Removals) -> Option<Boxes> {
        let heaps = removals.heaps();
        let mut boxes = Vec::new();
        for (heaps_of_choice, count, independent, zones) in removals.families() {
            let choices = match heaps_of_choice {
                Some(these) => vec![these.to_vec()],
                None => choose(heaps, count),
            };
            let products = if independent { intervals(zones, count)? } else { joint(zones, count)? };
            if choices.len().saturating_mul(products.len()) + boxes.len() > MAX_BOXES {
                return None;
            }
            for chosen in choices {
                for amounts in &products {
                    boxes.push(AmountBox { heaps: chosen.clone(), amounts: amounts.clone() });
                }
            }
        }
        boxes.sort();
        boxes.dedup();
        Some(Boxes { heaps, boxes })
    }

    /// The greatest number from which on a larger amount is allowed just where it is: the greatest of all bounds.
    pub fn greatest_bound(&self) -> u64 {
        let bounds = self.boxes.iter().flat_map(|one| &one.amounts).map(|amounts| amounts.high.unwrap_or(amounts.low));
        bounds.max().unwrap_or(0)
    }

    /// The greatest number of heaps that one move can take any amounts from.
    pub fn most_unbounded(&self) -> usize {
        let unbounded = |one: &AmountBox| one.amounts.iter().filter(|amounts| amounts.high.is_none()).count();
        self.boxes.iter().map(unbounded).max().unwrap_or(0)
    }

    /// Whether the boxes are the same however the heaps are exchanged: it is enough to look at neighbours.
    pub fn alike(&self) -> bool {
        (1..self.heaps).all(|at| {
            let swapped = |heap: usize| match heap {
                heap if heap == at => at - 1,
                heap if heap == at - 1 => at,
                heap => heap,
            };
            self.boxes.iter().all(|one| {
                let mut pairs: Vec<_> =
                    one.heaps.iter().map(|heap| swapped(*heap)).zip(one.amounts.iter().copied()).collect();
                pairs.sort();
                let (heaps, amounts) = pairs.into_iter().unzip();
                self.boxes.binary_search(&AmountBox { heaps, amounts }).is_ok()
            })
        })
    }

    /// Whether taking these amounts, one for each heap, is a move from these sizes.
    pub fn allows(&self, sizes: &[u64], taken: &[u64]) -> bool {
        sizes.iter().zip(taken).all(|(size, amount)| amount <= size)
            && self.boxes.iter().any(|one| {
                let mut chosen = one.heaps.iter().zip(&one.amounts).peekable();
                taken.iter().enumerate().all(|(heap, amount)| match chosen.peek() {
                    Some((at, interval)) if **at == heap => {
                        let fits = interval.holds(*amount);
                        chosen.next();
                        fits
                    }
                    _ => *amount == 0,
                })
            })
    }

    /// Whether there is no move from these sizes.
    pub fn is_terminal(&self, sizes: &[u64]) -> bool {
        !self.boxes.iter().any(|one| one.heaps.iter().zip(&one.amounts).all(|(heap, all)| all.low <= sizes[*heap]))
    }

    /// Shows the options of a position one by one, until told to stop; an option of several moves may come several times.
    ///
    /// # Complexity
    ///
    /// Proportional to the number of moves.
    pub fn each_option(&self, sizes: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut option = sizes.to_vec();
        for one in &self.boxes {
            one.each_option(0, sizes, &mut option, visit)?;
        }
        ControlFlow::Continue(())
    }
}

impl AmountBox {
    fn each_option(
        &self,
        at: usize,
        sizes: &[u64],
        option: &mut Vec<u64>,
        visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some((heap, amounts)) = self.heaps.get(at).zip(self.amounts.get(at)) else { return visit(option) };
        let size = sizes[*heap];
        for amount in amounts.low..=amounts.high.unwrap_or(size).min(size) {
            option[*heap] = size - amount;
            let flow = self.each_option(at + 1, sizes, option, visit);
            option[*heap] = size;
            flow?;
        }
        ControlFlow::Continue(())
    }
}

/// For zones over (t, h) that say only what t may be: all products of `count` of their intervals.
pub(super) fn intervals(zones: &[Zone], count: usize) -> Option<Vec<Vec<Interval>>> {
    let mut each = Vec::new();
    for zone in zones {
        each.push(interval(zone, 1)?);
        if !same_points(std::slice::from_ref(zone), &[amounts_zone(&each[each.len() - 1..])]) {
            return None;
        }
    }
    let mut products: Vec<Vec<Interval>> = vec![Vec::new()];
    for _ in 0..count {
        products = products
            .iter()
            .flat_map(|product| each.iter().map(|one| product.iter().copied().chain([*one]).collect()))
            .collect();
        if products.len() > MAX_BOXES {
            return None;
        }
    }
    Some(products)
}

/// For zones over (t₁, …, t_k, h₁, …, h_k) that say only what the amounts may be: intervals where the amounts do not depend
/// on each other, and otherwise single vectors.
fn joint(zones: &[Zone], count: usize) -> Option<Vec<Vec<Interval>>> {
    let mut products = Vec::new();
    for zone in zones {
        let amounts: Vec<Interval> = (1..=count).map(|at| interval(zone, at)).collect::<Option<_>>()?;
        if same_points(std::slice::from_ref(zone), &[amounts_zone(&amounts)]) {
            products.push(amounts);
            continue;
        }
        let mut vectors: Vec<Vec<Interval>> = vec![Vec::new()];
        for interval in &amounts {
            let (low, high) = (interval.low, interval.high?);
            if (high - low).saturating_mul(vectors.len() as u64) > MAX_BOXES as u64 {
                return None;
            }
            vectors = vectors
                .iter()
                .flat_map(|vector| {
                    (low..=high).map(|amount| {
                        vector.iter().copied().chain([Interval { low: amount, high: Some(amount) }]).collect()
                    })
                })
                .collect();
        }
        // The vectors of the zone, and with each of them all sizes that are large enough.
        vectors.retain(|vector| !zone.clone().and(&amounts_zone(vector)).is_empty());
        if !vectors.iter().all(|vector| amounts_zone(vector).within(zone)) {
            return None;
        }
        products.extend(vectors);
    }
    Some(products)
}

/// The bounds on the variable with this number, counted from 1.
pub(super) fn interval(zone: &Zone, at: usize) -> Option<Interval> {
    let low = (-zone.bound(0, at)?).to_u64()?.max(1);
    let high = match zone.bound(at, 0) {
        Some(bound) => Some(bound.to_u64()?),
        None => None,
    };
    Some(Interval { low, high })
}

/// The zone over (t₁, …, t_k, h₁, …, h_k) of these amounts from heaps that hold as many.
pub(super) fn amounts_zone(amounts: &[Interval]) -> Zone {
    let count = amounts.len();
    let mut zone = Zone::all(2 * count);
    for (at, interval) in amounts.iter().enumerate() {
        zone = zone.with(0, at + 1, &-BigInt::from(interval.low)).with(at + 1, count + at + 1, &BigInt::from(0));
        if let Some(high) = interval.high {
            zone = zone.with(at + 1, 0, &BigInt::from(high));
        }
    }
    zone
}
