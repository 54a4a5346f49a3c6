//! The automata of the single conditions: linear ones, congruences, and those on columns of binary digits.
//!
//! Each reads the numbers x_i from the least significant digit: x_i = 2·y_i + d_i, with d_i the digit read and y_i what
//! is still to come. Its state is the condition that the y_i must meet, which has the same form as the one on the x_i; it
//! accepts where zeros meet that condition. So property (Z) of [`automaton`](super::automaton) holds: y_i = 0 meets a
//! condition exactly if it meets that left after a digit 0.
//!
//! - Σ a_i x_i + c = 0: with s = Σ a_i d_i + c it says 2·Σ a_i y_i + s = 0. So s must be even, and Σ a_i y_i + s/2 = 0.
//! - Σ a_i x_i + c ≤ 0: it says Σ a_i y_i ≤ -s/2, and as the left side is an integer, Σ a_i y_i + ⌈s/2⌉ ≤ 0.
//! - Σ a_i x_i + c ≡ 0 mod q: it says 2·Σ a_i y_i + s ≡ 0 mod q. If q is odd, 2 has the inverse (q + 1)/2, and it says
//!   Σ a_i y_i + s·(q + 1)/2 ≡ 0 mod q. If q is even, s must be even, and Σ a_i y_i + s/2 ≡ 0 mod q/2.
//! - Column sums: the column read must meet the condition, and the columns to come the same.
//! - Column sums of remainders modulo p = 2^e·o with o odd: as x mod p = 2^e·(⌊x/2^e⌋ mod o) + x mod 2^e, the first e columns
//!   are those of the numbers themselves, and the others those of the remainders modulo o of the numbers that are
//!   read from then on. For these, the state is the power of 2 modulo o that the next digit counts for and the remainders so far.
//!
//! # Complexity
//! Absolute values in the linear cases stay below |c| + Σ |a_i|, those after log |c| steps below Σ |a_i| + 1: so there are
//! about that many states. A congruence has at most 2q, remainders of n numbers about e + o^n times
//! the order of 2 modulo o, which is below o.

use super::automaton::Automaton;
use super::budget::{Construction, Meter, TooLarge};
use super::formula::{Linear, Var, divides};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;

/// The variables of `sum`, and for each letter over them the sum of the coefficients of its ones.
fn letter_sums(sum: &Linear, meter: &Meter) -> Result<(Vec<Var>, Vec<BigInt>), TooLarge> {
    let (variables, coefficients): (Vec<Var>, Vec<&BigInt>) = sum.coefficients().unzip();
    let report = TooLarge { construction: Construction::Condition, states: 0, variables: variables.len() };
    meter.admit(u32::try_from(variables.len()).ok().and_then(|count| 1usize.checked_shl(count)), report)?;
    let mut sums = vec![BigInt::zero()];
    for coefficient in coefficients {
        let with: Vec<BigInt> = sums.iter().map(|sum| sum + coefficient).collect();
        sums.extend(with);
    }
    Ok((variables, sums))
}

/// The automaton of `sum = 0`.
pub(super) fn is_zero(sum: &Linear, meter: &mut Meter) -> Result<Automaton, TooLarge> {
    let (variables, sums) = letter_sums(sum, meter)?;
    Automaton::explore(
        variables,
        Some(sum.constant_part().clone()),
        Construction::Condition,
        meter,
        |label, letter| {
            let sum = label.as_ref()? + &sums[letter];
            sum.is_even().then(|| sum / 2)
        },
        |label| label.as_ref().is_some_and(BigInt::is_zero),
    )
}

/// The automaton of `sum <= 0`.
pub(super) fn at_most_zero(sum: &Linear, meter: &mut Meter) -> Result<Automaton, TooLarge> {
    let (variables, sums) = letter_sums(sum, meter)?;
    let two = BigInt::from(2);
    Automaton::explore(
        variables,
        sum.constant_part().clone(),
        Construction::Condition,
        meter,
        |label, letter| (label + &sums[letter]).div_ceil(&two),
        |label| !label.is_positive(),
    )
}

/// The automaton of `sum ≡ 0 mod modulus`, of `sum = 0` where the modulus is 0.
pub(super) fn divisible(sum: &Linear, modulus: &BigUint, meter: &mut Meter) -> Result<Automaton, TooLarge> {
    if modulus.is_zero() {
        return is_zero(sum, meter);
    }
    let (variables, sums) = letter_sums(sum, meter)?;
    let modulus = BigInt::from(modulus.clone());
    Automaton::explore(
        variables,
        Some((sum.constant_part().mod_floor(&modulus), modulus)),
        Construction::Condition,
        meter,
        |label, letter| {
            let (rest, modulus) = label.as_ref()?;
            let sum: BigInt = rest + &sums[letter];
            if modulus.is_odd() {
                let half: BigInt = (modulus + 1) / 2;
                Some(((sum * half).mod_floor(modulus), modulus.clone()))
            } else if sum.is_even() {
                let modulus: BigInt = modulus / 2;
                Some(((sum / 2u32).mod_floor(&modulus), modulus))
            } else {
                None
            }
        },
        |label| label.as_ref().is_some_and(|(rest, _)| rest.is_zero()),
    )
}

/// The different variables among `variables`, ascending, and how often each occurs.
fn multiplicities(variables: &[Var]) -> (Vec<Var>, Vec<usize>) {
    let mut counts = BTreeMap::new();
    for variable in variables {
        *counts.entry(*variable).or_insert(0) += 1;
    }
    counts.into_iter().unzip()
}

/// The number of ones in `letter`, each counted as often as `counts` says.
fn ones(letter: usize, counts: &[usize]) -> usize {
    counts.iter().enumerate().map(|(track, count)| (letter >> track & 1) * count).sum()
}

/// The automaton of the tuples in which the number of ones in every column is divisible by `modulus`.
pub(super) fn column_sums(variables: &[Var], modulus: u32, meter: &mut Meter) -> Result<Automaton, TooLarge> {
    let (variables, counts) = multiplicities(variables);
    Automaton::explore(
        variables,
        Some(()),
        Construction::Condition,
        meter,
        |label, letter| label.filter(|()| divides(modulus, ones(letter, &counts))),
        Option::is_some,
    )
}

/// The automaton of the tuples whose remainders modulo `divisor` have, in every column, a number of ones that is divisible
/// by `modulus`.
pub(super) fn remainder_column_sums(
    variables: &[Var],
    divisor: u32,
    modulus: u32,
    meter: &mut Meter,
) -> Result<Automaton, TooLarge> {
    if divisor == 0 {
        return column_sums(variables, modulus, meter);
    }
    let (variables, counts) = multiplicities(variables);
    let columns = divisor.trailing_zeros();
    let odd = divisor >> columns;
    let product = |left: u32, right: u32| (u64::from(left) * u64::from(right) % u64::from(odd)) as u32;
    let sum = |left: u32, right: u32| ((u64::from(left) + u64::from(right)) % u64::from(odd)) as u32;
    // The columns that are still those of the numbers themselves, the power of 2, the remainders; empty once spoilt.
    let mut start = vec![columns, 1 % odd];
    start.resize(2 + variables.len(), 0);
    Automaton::explore(
        variables,
        start,
        Construction::Condition,
        meter,
        |label, letter| {
            let [columns, power, remainders @ ..] = &label[..] else {
                return Vec::new();
            };
            if *columns > 0 {
                let meets = divides(modulus, ones(letter, &counts));
                return if meets { [&[columns - 1, *power], remainders].concat() } else { Vec::new() };
            }
            let digits = remainders
                .iter()
                .enumerate()
                .map(|(track, remainder)| if letter >> track & 1 == 1 { sum(*remainder, *power) } else { *remainder });
            [0, product(*power, 2)].into_iter().chain(digits).collect()
        },
        |label| {
            let highest = label.iter().skip(2).max().map_or(0, |highest| u32::BITS - highest.leading_zeros());
            let ones = |column: u32| -> usize {
                label.iter().skip(2).zip(&counts).map(|(rest, count)| (rest >> column & 1) as usize * count).sum()
            };
            !label.is_empty() && (0..highest).all(|column| divides(modulus, ones(column)))
        },
    )
}

#[cfg(test)]
mod tests {
    use super::super::budget::Budget;
    use super::super::formula::Formula;
    use super::*;

    const X: Var = Var(0);
    const Y: Var = Var(1);
    const Z: Var = Var(2);

    fn meter() -> Meter {
        Meter::new(Budget::default())
    }

    /// Compares `automaton` with `formula` on all triples with entries up to 17.
    fn compare(automaton: &Automaton, formula: &Formula) {
        for code in 0..18u32.pow(3) {
            let numbers = [code % 18, code / 18 % 18, code / 324].map(BigUint::from);
            let value = |variable: Var| numbers[variable.0].clone();
            assert_eq!(Some(automaton.accepts(value)), formula.holds(&value), "{formula:?} {numbers:?}");
        }
    }

    #[test]
    fn linear_conditions_are_followed_through_carries() {
        for (a, b, c, constant) in [(1, 1, -1, 0), (2, -3, 1, 5), (-1, -1, -2, 20), (3, 5, -7, -11), (1, -2, 4, -33)] {
            let sum = Linear::sum([(a, X), (b, Y), (c, Z)], constant);
            compare(&is_zero(&sum, &mut meter()).unwrap(), &Formula::IsZero(sum.clone()));
            compare(&at_most_zero(&sum, &mut meter()).unwrap(), &Formula::AtMostZero(sum));
        }
    }

    #[test]
    fn congruences_are_followed_for_odd_and_even_moduli() {
        for modulus in [0u32, 2, 3, 4, 6, 7, 12] {
            let sum = Linear::sum([(1, X), (-5, Y), (13, Z)], -4);
            let modulus = BigUint::from(modulus);
            let automaton = divisible(&sum, &modulus, &mut meter()).unwrap();
            compare(&automaton, &Formula::Divisible(sum, modulus));
        }
        let one = divisible(&Linear::sum([(1, X)], 0), &BigUint::from(1u32), &mut meter()).unwrap();
        assert_eq!(one.states(), 1);
    }

    #[test]
    fn columns_are_added() {
        for modulus in 0..5 {
            let variables = vec![X, Y, Z, Y];
            let automaton = column_sums(&variables, modulus, &mut meter()).unwrap();
            compare(&automaton, &Formula::ColumnSums { variables, modulus });
        }
    }

    #[test]
    fn columns_of_remainders_are_added() {
        for (divisor, modulus) in [(0, 2), (1, 2), (2, 2), (3, 2), (5, 2), (6, 2), (8, 2), (12, 2), (7, 3), (4, 0)] {
            let variables = vec![X, Y, Z];
            let automaton = remainder_column_sums(&variables, divisor, modulus, &mut meter());
            // Every number has the remainder 0 modulo 1; all other divisors tell tuples apart.
            assert_eq!(automaton.as_ref().unwrap().states() == 1, divisor == 1);
            compare(&automaton.unwrap(), &Formula::RemainderColumnSums { variables, divisor, modulus });
        }
        // A power of two needs as many states as columns, however large; 63 with four heaps is refused.
        let four = [X, Y, Z, Var(3)];
        assert!(remainder_column_sums(&four, 64, 2, &mut meter()).unwrap().states() < 10);
        let small = Budget { transitions: 1 << 16, work: 1 << 20 };
        assert!(remainder_column_sums(&four, 63, 2, &mut Meter::new(small)).is_err());
    }

    #[test]
    fn large_constants_take_few_states() {
        let googol = BigInt::from(10).pow(100);
        let automaton = is_zero(&Linear::sum([(1, X)], -googol.clone()), &mut meter()).unwrap();
        assert!(automaton.states() < 400);
        assert!(automaton.accepts(|_| googol.magnitude().clone()));
        assert!(!automaton.accepts(|_| googol.magnitude() + 1u32));
    }
}
