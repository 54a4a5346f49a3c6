//! Whole numbers along a row: one for each size of the last heap.
//!
//! Most numbers that conditions speak of are linear in the last heap but for a few bends, and then a row of them is a few
//! pieces, and where a comparison holds a few stretches of bits. Others are listed one by one.

use super::words;
use std::cmp::Ordering;

/// A number for each place of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// The same everywhere.
    Constant(i64),
    /// Pieces on each of which the number is linear; the first from place 0.
    Pieces(Vec<Piece>),
    /// Each by itself.
    Listed(Vec<i64>),
}

/// Where a number is linear: up to the next piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    from: usize,
    /// The number at `from`.
    value: i64,
    /// By how much it grows from place to place; 0 in a piece of one place.
    slope: i64,
}

/// For which signs of a number a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Signs {
    /// Below 0.
    pub below: bool,
    /// For 0 itself.
    pub zero: bool,
    /// Above 0.
    pub above: bool,
}

impl Signs {
    /// Whether the sign of a number is among them.
    pub(super) fn hold(self, number: i64) -> bool {
        match number.cmp(&0) {
            Ordering::Less => self.below,
            Ordering::Equal => self.zero,
            Ordering::Greater => self.above,
        }
    }
}

/// What two numbers are on a stretch on which both are linear: value and slope.
struct Common {
    from: usize,
    length: usize,
    one: (i64, i64),
    other: (i64, i64),
}

impl Common {
    fn set_where_divides(&self, row: &mut [u64]) {
        let length = self.length as i64;
        let mut set = |place: i64| row[(self.from + place as usize) / 64] |= 1 << ((self.from + place as usize) % 64);
        match (self.one, self.other) {
            ((divisor, 0), (number, 0)) => {
                if divides(divisor, number) {
                    words::set_between(row, self.from, self.from + self.length);
                }
            }
            ((divisor, 0), (number, slope @ (1 | -1))) if divisor != 0 => {
                let first = (-number * slope).rem_euclid(divisor.abs());
                (first..length).step_by(divisor.unsigned_abs() as usize).for_each(set);
            }
            ((divisor, slope @ (1 | -1)), (number, 0))
                if number != 0 && number.unsigned_abs().isqrt() < length as u64 =>
            {
                let number = number.abs();
                let small = (1..=number.isqrt()).filter(|small| number % small == 0);
                small.flat_map(|small| [small, -small, number / small, -(number / small)]).for_each(|wanted| {
                    let place = (wanted - divisor) * slope;
                    if (0..length).contains(&place) {
                        set(place);
                    }
                });
            }
            ((divisor, by), (number, slope)) => {
                (0..length).filter(|place| divides(divisor + place * by, number + place * slope)).for_each(set);
            }
        }
    }
}

/// Whether a number is a multiple of another; 0 is the only multiple of 0.
fn divides(divisor: i64, number: i64) -> bool {
    if divisor == 0 { number == 0 } else { number.checked_rem(divisor).unwrap_or(0) == 0 }
}

impl Values {
    /// The places of the row themselves, counted from `first`.
    pub(super) fn places(first: usize, count: usize) -> Values {
        Values::Pieces(vec![Piece { from: 0, value: first as i64, slope: i64::from(count > 1) }])
    }

    /// All numbers, one by one.
    fn list(&self, count: usize) -> Vec<i64> {
        match self {
            Values::Constant(value) => vec![*value; count],
            Values::Listed(values) => values.clone(),
            Values::Pieces(pieces) => {
                let mut all = Vec::with_capacity(count);
                for (at, piece) in pieces.iter().enumerate() {
                    let end = pieces.get(at + 1).map_or(count, |next| next.from);
                    all.extend((0..(end - piece.from) as i64).map(|place| piece.value + place * piece.slope));
                }
                all
            }
        }
    }

    fn pieces(&self) -> Option<&[Piece]> {
        match self {
            Values::Pieces(pieces) => Some(pieces),
            _ => None,
        }
    }

    /// `self + factor · other`.
    pub(super) fn plus(&self, factor: i64, other: &Values, count: usize) -> Values {
        if let (Values::Constant(one), Values::Constant(other)) = (self, other) {
            return Values::Constant(one + factor * other);
        }
        self.by_pieces(other, count, |both, new| {
            let (one, other) = (both.one, both.other);
            new.push(piece(both.from, both.length, one.0 + factor * other.0, one.1 + factor * other.1));
            true
        })
        .unwrap_or_else(|| self.one_by_one(other, count, |one, other| one + factor * other))
    }

    /// The product.
    pub(super) fn times(&self, other: &Values, count: usize) -> Values {
        if let (Values::Constant(one), Values::Constant(other)) = (self, other) {
            return Values::Constant(one * other);
        }
        self.by_pieces(other, count, |both, new| {
            let (one, other) = (both.one, both.other);
            if one.1 != 0 && other.1 != 0 {
                return false;
            }
            new.push(piece(both.from, both.length, one.0 * other.0, one.0 * other.1 + one.1 * other.0));
            true
        })
        .unwrap_or_else(|| self.one_by_one(other, count, |one, other| one * other))
    }

    /// The lesser of the two, or the greater one.
    pub(super) fn extreme(&self, least: bool, other: &Values, count: usize) -> Values {
        let choose = |one: i64, other: i64| if least { one.min(other) } else { one.max(other) };
        if let (Values::Constant(one), Values::Constant(other)) = (self, other) {
            return Values::Constant(choose(*one, *other));
        }
        self.by_pieces(other, count, |both, new| {
            // The first is wanted where this is at most 0.
            let sign = if least { 1 } else { -1 };
            let (value, slope) = (sign * (both.one.0 - both.other.0), sign * (both.one.1 - both.other.1));
            let (first, second) = if value <= 0 { (both.one, both.other) } else { (both.other, both.one) };
            let bend = match (value <= 0, slope.cmp(&0)) {
                (true, Ordering::Greater) => (-value).div_euclid(slope) + 1,
                (false, Ordering::Less) => (value - slope - 1).div_euclid(-slope),
                _ => both.length as i64,
            };
            let bend = usize::try_from(bend).unwrap_or(usize::MAX).min(both.length);
            new.push(piece(both.from, bend, first.0, first.1));
            if bend < both.length {
                let value = second.0 + bend as i64 * second.1;
                new.push(piece(both.from + bend, both.length - bend, value, second.1));
            }
            true
        })
        .unwrap_or_else(|| self.one_by_one(other, count, choose))
    }

    /// The floor of the number over a positive divisor.
    pub(super) fn floor(&self, divisor: i64, count: usize) -> Values {
        self.divided(divisor, count, |value| value.div_euclid(divisor), |slope| slope / divisor)
    }

    /// The remainder by a positive divisor.
    pub(super) fn remainder(&self, divisor: i64, count: usize) -> Values {
        self.divided(divisor, count, |value| value.rem_euclid(divisor), |_| 0)
    }

    fn divided(&self, divisor: i64, count: usize, of: impl Fn(i64) -> i64, slope: impl Fn(i64) -> i64) -> Values {
        match self {
            Values::Constant(value) => Values::Constant(of(*value)),
            Values::Pieces(pieces) if pieces.iter().all(|piece| piece.slope % divisor == 0) => {
                let new = |piece: &Piece| Piece { value: of(piece.value), slope: slope(piece.slope), ..*piece };
                Values::Pieces(pieces.iter().map(new).collect())
            }
            _ => Values::Listed(self.list(count).into_iter().map(of).collect()),
        }
    }

    /// Sets the bits of the places where this number divides another; the row is empty.
    ///
    /// # Complexity
    ///
    /// On a stretch on which one of the numbers is constant and the other grows or falls by 1: for a constant divisor, as
    /// many steps as it has multiples there; for a constant multiple, no more than twice its square root.
    pub(super) fn set_where_divides(&self, other: &Values, count: usize, row: &mut [u64]) {
        let by_pieces = self.by_pieces(other, count, |both, _| {
            both.set_where_divides(row);
            true
        });
        if by_pieces.is_none() {
            let (one, other) = (self.list(count), other.list(count));
            set_if(one.into_iter().zip(other).map(|(one, other)| divides(one, other)), row);
        }
    }

    /// What a function of two numbers gives.
    pub(super) fn one_by_one(&self, other: &Values, count: usize, of: impl Fn(i64, i64) -> i64) -> Values {
        match (self, other) {
            (Values::Constant(one), Values::Constant(other)) => Values::Constant(of(*one, *other)),
            _ => {
                let (one, other) = (self.list(count), other.list(count));
                Values::Listed(one.into_iter().zip(other).map(|(one, other)| of(one, other)).collect())
            }
        }
    }

    /// New pieces where both numbers are linear, stretch by stretch, as long as that is possible.
    fn by_pieces(
        &self,
        other: &Values,
        count: usize,
        mut of: impl FnMut(&Common, &mut Vec<Piece>) -> bool,
    ) -> Option<Values> {
        let constant = |values: &Values| match values {
            Values::Constant(value) => vec![Piece { from: 0, value: *value, slope: 0 }],
            _ => Vec::new(),
        };
        let (constant_one, constant_other) = (constant(self), constant(other));
        let ones = self.pieces().unwrap_or(&constant_one);
        let others = other.pieces().unwrap_or(&constant_other);
        if ones.is_empty() || others.is_empty() {
            return None;
        }
        let (mut one, mut two, mut from, mut new) = (0, 0, 0, Vec::with_capacity(ones.len() + others.len()));
        while from < count {
            let next = |pieces: &[Piece], at: usize| pieces.get(at + 1).map_or(count, |piece| piece.from);
            let (end_one, end_two) = (next(ones, one), next(others, two));
            let end = end_one.min(end_two);
            let here = |piece: &Piece| (piece.value + (from - piece.from) as i64 * piece.slope, piece.slope);
            let both = Common { from, length: end - from, one: here(&ones[one]), other: here(&others[two]) };
            if !of(&both, &mut new) {
                return None;
            }
            one += usize::from(end == end_one);
            two += usize::from(end == end_two);
            from = end;
        }
        Some(Values::Pieces(new))
    }

    /// Sets the bits of the places where the number has one of these signs; the row is empty.
    pub(super) fn set_where(&self, signs: Signs, count: usize, row: &mut [u64]) {
        match self {
            Values::Constant(value) => {
                if signs.hold(*value) {
                    words::set_between(row, 0, count);
                }
            }
            Values::Listed(values) => set_if(values.iter().map(|value| signs.hold(*value)), row),
            Values::Pieces(pieces) => {
                for (at, piece) in pieces.iter().enumerate() {
                    let end = pieces.get(at + 1).map_or(count, |next| next.from);
                    piece.set_where(signs, end - piece.from, row);
                }
            }
        }
    }

    /// Sets the bits of the places where something holds for the number; the row is empty.
    pub(super) fn set_if(&self, count: usize, row: &mut [u64], holds: impl Fn(i64) -> bool) {
        match self {
            Values::Constant(value) => {
                if holds(*value) {
                    words::set_between(row, 0, count);
                }
            }
            _ => set_if(self.list(count).into_iter().map(holds), row),
        }
    }
}

fn set_if(truths: impl Iterator<Item = bool>, row: &mut [u64]) {
    truths.enumerate().for_each(|(at, truth)| row[at / 64] |= u64::from(truth) << (at % 64));
}

fn piece(from: usize, length: usize, value: i64, slope: i64) -> Piece {
    Piece { from, value, slope: if length > 1 { slope } else { 0 } }
}

impl Piece {
    fn set_where(&self, signs: Signs, length: usize, row: &mut [u64]) {
        let mut set = |wanted: bool, low: i64, high: i64| {
            let (low, high) = (low.clamp(0, length as i64) as usize, high.clamp(0, length as i64) as usize);
            if wanted && low < high {
                words::set_between(row, self.from + low, self.from + high);
            }
        };
        if self.slope == 0 {
            return set(signs.hold(self.value), 0, length as i64);
        }
        let (value, slope, before, after) = match self.slope > 0 {
            true => (self.value, self.slope, signs.below, signs.above),
            false => (-self.value, -self.slope, signs.above, signs.below),
        };
        // Negative before the first of these, 0 up to the second, and then positive.
        let zero = (slope - 1 - value).div_euclid(slope);
        let positive = (-value).div_euclid(slope) + 1;
        set(before, 0, zero);
        set(signs.zero, zero, positive);
        set(after, positive, length as i64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(row: &[u64]) -> Vec<usize> {
        (0..64 * row.len()).filter(|bit| row[bit / 64] >> (bit % 64) & 1 == 1).collect()
    }

    /// Numbers with bends, steps and lists, beside what they are place by place.
    fn samples(count: usize) -> Vec<(Values, Vec<i64>)> {
        let place = Values::places(3, count);
        let mut all = vec![place.clone(), Values::Constant(7), Values::Constant(-2), Values::Constant(0)];
        all.push(Values::Constant(40).plus(-3, &place, count));
        all.push(place.extreme(true, &Values::Constant(9), count));
        all.push(place.extreme(false, &Values::Constant(20).plus(-1, &place, count), count));
        all.push(place.one_by_one(&Values::Constant(5), count, |one, other| one ^ other));
        all.push(place.plus(1, &place, count).floor(2, count));
        all.push(Values::Constant(60));
        all.push(Values::Constant(11).plus(-1, &place, count));
        all.into_iter().map(|values| (values.clone(), values.list(count))).collect()
    }

    #[test]
    fn arithmetic_is_that_of_each_place() {
        for count in [1, 2, 13, 70] {
            for (one, ones) in samples(count) {
                for (other, others) in samples(count) {
                    let check = |found: Values, of: &dyn Fn(i64, i64) -> i64| {
                        let wanted: Vec<i64> = ones.iter().zip(&others).map(|(x, y)| of(*x, *y)).collect();
                        assert_eq!(found.list(count), wanted, "{one:?} {other:?}");
                    };
                    check(one.plus(-2, &other, count), &|x, y| x - 2 * y);
                    check(one.times(&other, count), &|x, y| x * y);
                    check(one.extreme(true, &other, count), &|x, y| x.min(y));
                    check(one.extreme(false, &other, count), &|x, y| x.max(y));
                }
                let check = |found: Values, of: &dyn Fn(i64) -> i64| {
                    assert_eq!(found.list(count), ones.iter().map(|x| of(*x)).collect::<Vec<_>>(), "{one:?}");
                };
                check(one.floor(3, count), &|x| x.div_euclid(3));
                check(one.remainder(3, count), &|x| x.rem_euclid(3));
            }
        }
    }

    #[test]
    fn comparisons_hold_where_they_hold() {
        for count in [1, 2, 13, 70] {
            for (values, list) in samples(count) {
                for (other, others) in samples(count) {
                    let mut row = vec![0; 2];
                    values.set_where_divides(&other, count, &mut row);
                    let wanted: Vec<usize> = (0..count).filter(|at| divides(list[*at], others[*at])).collect();
                    assert_eq!(bits(&row), wanted, "{values:?} divides {other:?}");
                }
                for signs in 0..8 {
                    let signs = Signs { below: signs & 1 > 0, zero: signs & 2 > 0, above: signs & 4 > 0 };
                    for less in [-5, 0, 3, 9, 17] {
                        let mut row = vec![0; 2];
                        values.plus(-1, &Values::Constant(less), count).set_where(signs, count, &mut row);
                        let wanted: Vec<usize> = (0..count).filter(|at| signs.hold(list[*at] - less)).collect();
                        assert_eq!(bits(&row), wanted, "{values:?} {signs:?} {less}");
                    }
                }
            }
        }
    }
}
