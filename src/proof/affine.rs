//! Affine forms: a constant and integer multiples of letters that stand for natural numbers.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};

/// A form c + c₀·k₀ + c₁·k₁ + …, written as the list c, c₀, c₁, … without zeros at the end.
///
/// The letters k₀, k₁, … stand for natural numbers 0, 1, 2, …. All arithmetic is exact: where a number would leave 64 bits,
/// there is no result.
///
/// # Examples
///
/// ```
/// use bouton::proof::Affine;
/// let size = Affine::new(2, &[4]);
/// assert_eq!(size.to_string(), "4a + 2");
/// assert_eq!(size.with(0, &Affine::new(1, &[0, 1])), Some(Affine::new(6, &[0, 4])));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Affine(Vec<i64>);

impl Affine {
    /// The form with this constant and these coefficients of the letters 0, 1, ….
    pub fn new(constant: i64, coefficients: &[i64]) -> Affine {
        let mut numbers = vec![constant];
        numbers.extend_from_slice(coefficients);
        while numbers.len() > 1 && numbers.last() == Some(&0) {
            numbers.pop();
        }
        Affine(numbers)
    }

    /// A number.
    pub fn constant(number: i64) -> Affine {
        Affine(vec![number])
    }

    /// `constant` and a multiple of one letter.
    pub fn of_letter(constant: i64, letter: usize, coefficient: i64) -> Affine {
        let mut coefficients = vec![0; letter + 1];
        coefficients[letter] = coefficient;
        Affine::new(constant, &coefficients)
    }

    /// Whether the form is written as it must be: with a constant, and without a zero as the last coefficient.
    pub fn is_well_formed(&self) -> bool {
        !self.0.is_empty() && (self.0.len() == 1 || self.0.last() != Some(&0))
    }

    /// The constant.
    pub fn constant_part(&self) -> i64 {
        self.0.first().copied().unwrap_or(0)
    }

    /// The coefficients of the letters 0, 1, … up to the last that occurs.
    pub fn coefficients(&self) -> &[i64] {
        self.0.get(1..).unwrap_or_default()
    }

    /// The coefficient of a letter.
    pub fn coefficient(&self, letter: usize) -> i64 {
        self.coefficients().get(letter).copied().unwrap_or(0)
    }

    /// Whether no letter occurs.
    pub fn is_constant(&self) -> bool {
        self.coefficients().iter().all(|coefficient| *coefficient == 0)
    }

    /// Whether no number in the form is negative, so that no value is, whatever the letters.
    pub fn is_natural(&self) -> bool {
        self.0.iter().all(|number| *number >= 0)
    }

    /// Whether the constant is negative and no coefficient positive, so that every value is negative.
    pub fn is_always_negative(&self) -> bool {
        self.constant_part() < 0 && self.coefficients().iter().all(|coefficient| *coefficient <= 0)
    }

    /// This form and `factor` times another; `None` beyond 64 bits.
    pub fn plus(&self, factor: i64, other: &Affine) -> Option<Affine> {
        let length = self.coefficients().len().max(other.coefficients().len());
        let sum = |one: i64, two: i64| one.checked_add(factor.checked_mul(two)?);
        let coefficients: Option<Vec<i64>> =
            (0..length).map(|letter| sum(self.coefficient(letter), other.coefficient(letter))).collect();
        Some(Affine::new(sum(self.constant_part(), other.constant_part())?, &coefficients?))
    }

    /// This form without another; `None` beyond 64 bits.
    pub fn minus(&self, other: &Affine) -> Option<Affine> {
        self.plus(-1, other)
    }

    /// This form with another in place of a letter, which may hold the letter itself; `None` beyond 64 bits.
    pub fn with(&self, letter: usize, value: &Affine) -> Option<Affine> {
        let coefficient = self.coefficient(letter);
        let mut rest = self.clone();
        if let Some(place) = rest.0.get_mut(letter + 1) {
            *place = 0;
        }
        rest.plus(coefficient, value)
    }

    /// This form with others in place of all letters, one for each; `None` beyond 64 bits, or where one is missing.
    pub fn with_all(&self, values: &[Affine]) -> Option<Affine> {
        let mut sum = Affine::constant(self.constant_part());
        for (letter, coefficient) in self.coefficients().iter().enumerate() {
            if *coefficient != 0 {
                sum = sum.plus(*coefficient, values.get(letter)?)?;
            }
        }
        Some(sum)
    }
}

/// What a letter is called in messages: a, b, …, z, and from then on by number.
pub fn letter_name(letter: usize) -> String {
    match u8::try_from(letter) {
        Ok(letter) if letter < 26 => char::from(b'a' + letter).to_string(),
        _ => format!("k{letter}"),
    }
}

impl Display for Affine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        let letters = self.coefficients().iter().enumerate().map(|(letter, number)| (*number, letter_name(letter)));
        for (number, name) in letters.chain([(self.constant_part(), String::new())]) {
            if number == 0 {
                continue;
            }
            match (first, number < 0) {
                (true, true) => f.write_str("-")?,
                (true, false) => {}
                (false, true) => f.write_str(" - ")?,
                (false, false) => f.write_str(" + ")?,
            }
            match number.unsigned_abs() {
                1 if !name.is_empty() => f.write_str(&name)?,
                number => write!(f, "{number}{name}")?,
            }
            first = false;
        }
        if first { f.write_str("0") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_put_in_place_of_letters() {
        let form = Affine::new(2, &[4, -1]);
        assert_eq!(form.with(1, &Affine::new(1, &[1, 1])), Some(Affine::new(1, &[3, -1])));
        assert_eq!(form.with(5, &Affine::constant(9)), Some(form.clone()));
        assert_eq!(
            form.with_all(&[Affine::constant(1), Affine::of_letter(0, 2, 3)]),
            Some(Affine::new(6, &[0, 0, -3]))
        );
        assert_eq!(form.with_all(&[Affine::constant(1)]), None);
    }

    #[test]
    fn nothing_leaves_64_bits() {
        let large = Affine::new(i64::MAX, &[i64::MAX]);
        assert_eq!(large.plus(1, &Affine::constant(1)), None);
        assert_eq!(large.plus(2, &large), None);
        assert_eq!(large.with(0, &Affine::of_letter(0, 0, 2)), None);
        assert_eq!(Affine::constant(0).minus(&Affine::constant(i64::MIN)), None);
    }

    #[test]
    fn forms_are_written_as_people_do() {
        let written: Vec<String> =
            [Affine::new(0, &[]), Affine::new(-3, &[1, 0, -2]), Affine::new(0, &[-1]), Affine::new(5, &[])]
                .iter()
                .map(Affine::to_string)
                .collect();
        assert_eq!(written, ["0", "a - 2c - 3", "-a", "5"]);
        let read: Affine = serde_json::from_str("[2,4,0]").unwrap();
        assert!(!read.is_well_formed() && Affine::new(2, &[4, 0]).is_well_formed());
    }
}
