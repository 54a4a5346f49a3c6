//! Long integers in TeX, shortened so that a line holds them.

use crate::text::Language;

/// Numbers of up to so many digits are always written out.
const ALWAYS_WRITTEN_OUT: usize = 15;

/// Numbers of more digits than this are shortened, even where only by leaving digits out.
const WRITTEN_OUT: usize = 40;

/// How many digits are shown at each end of a number from which digits are left out.
const SHOWN: usize = 10;

/// How many digits the parts of a sum such as `3 \cdot 10^{99} + 7` may have.
const PART: usize = 6;

/// TeX for the integer with these decimal digits, which may follow a minus sign.
///
/// An integer of more than 15 digits that is near a multiple of a power of ten is written as `10^{100}`,
/// `3 \cdot 10^{99} + 7` or `10^{100} - 1`; any other of more than 40 digits shows its first and last digits and says how
/// many there are. What is written is exact in the first case.
pub fn number(digits: &str, language: Language) -> String {
    if let Some(positive) = digits.strip_prefix('-') {
        return format!("-{}", number(positive, language));
    }
    if digits.len() <= ALWAYS_WRITTEN_OUT {
        return digits.to_owned();
    }
    if let Some(sum) = near_power(digits) {
        return sum;
    }
    if digits.len() <= WRITTEN_OUT {
        return digits.to_owned();
    }
    let (first, last) = (&digits[..SHOWN], &digits[digits.len() - SHOWN..]);
    let count = match language {
        Language::En => format!("\\text{{ ({} digits)}}", digits.len()),
        Language::Zh => format!("\\text{{（共 {} 位）}}", digits.len()),
    };
    format!("{first}\\ldots {last}{count}")
}

/// The integer as `c \cdot 10^{k} + r` or `c \cdot 10^{k} - r`, with few digits in `c` and `r`, if it can be written so.
fn near_power(digits: &str) -> Option<String> {
    let power = |factor: &str, exponent: usize| match factor {
        "1" => format!("10^{{{exponent}}}"),
        _ => format!("{factor} \\cdot 10^{{{exponent}}}"),
    };
    // Leading digits, a run of zeros or nines, and an end of at most PART digits.
    for run in ['0', '9'] {
        for end in 0..=PART {
            let (front, rest) = digits.split_at(digits.len() - end);
            let head = front.trim_end_matches(run);
            let exponent = digits.len() - head.len();
            if head.len() > PART || exponent - end <= ALWAYS_WRITTEN_OUT - PART {
                continue;
            }
            let rest: u64 = if rest.is_empty() { 0 } else { rest.parse().ok()? };
            let factor: u64 = if head.is_empty() { 0 } else { head.parse().ok()? };
            return Some(match run {
                '0' if rest == 0 => power(head, exponent),
                '0' => format!("{} + {rest}", power(head, exponent)),
                _ => {
                    let missing = 10_u64.pow(u32::try_from(end).expect("end is at most PART")) - rest;
                    format!("{} - {missing}", power(&(factor + 1).to_string(), exponent))
                }
            });
        }
    }
    None
}

/// TeX for a text of integers, commas, semicolons and parentheses, each integer shortened; `None` if there is anything else in it.
pub fn numbers_within(text: &str, language: Language) -> Option<String> {
    let mut tex = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        match letter {
            '0'..='9' => {
                let end = rest.find(|next: char| !next.is_ascii_digit()).unwrap_or(rest.len());
                tex += &number(&rest[..end], language);
                rest = &rest[end..];
            }
            ',' | ';' | ' ' | '(' | ')' | '-' => {
                tex.push(letter);
                rest = &rest[1..];
            }
            _ => return None,
        }
    }
    Some(tex)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    fn english(digits: &str) -> String {
        number(digits, Language::En)
    }

    fn ten_to(exponent: u32) -> BigInt {
        BigInt::from(10).pow(exponent)
    }

    #[test]
    fn short_numbers_are_written_out() {
        for digits in ["0", "7", "1000000", "100000000000000", "12345678901234567890", "-5"] {
            assert_eq!(english(digits), digits);
        }
    }

    #[test]
    fn powers_of_ten_and_their_neighbours() {
        for (value, expected) in [
            (ten_to(15), "10^{15}"),
            (ten_to(100), "10^{100}"),
            (-ten_to(100), "-10^{100}"),
            (ten_to(99) * 3, "3 \\cdot 10^{99}"),
            (ten_to(99) + 7, "10^{99} + 7"),
            (ten_to(99) * 12 + 1234, "12 \\cdot 10^{99} + 1234"),
            (ten_to(100) - 1, "10^{100} - 1"),
            (ten_to(100) * 3 - 25, "3 \\cdot 10^{100} - 25"),
            (ten_to(100) - 1_000_000, "10^{100} - 1000000"),
        ] {
            assert_eq!(english(&value.to_string()), expected);
        }
    }

    #[test]
    fn what_is_written_as_a_sum_is_exact() {
        for exponent in [15_u32, 16, 20, 41, 100] {
            for factor in [1_i64, 2, 9, 10, 99, 100, 999_999, 1_000_000] {
                for rest in [-1_000_001_i64, -1_000_000, -999_999, -10, -1, 0, 1, 9, 99_999, 999_999, 1_000_000] {
                    let value = ten_to(exponent) * factor + rest;
                    let Some(sum) = near_power(&value.to_string()) else { continue };
                    let (product, rest) = match sum.rsplit_once(" + ").or_else(|| sum.rsplit_once(" - ")) {
                        Some((product, rest)) if sum.contains(" - ") => (product, -rest.parse::<BigInt>().unwrap()),
                        Some((product, rest)) => (product, rest.parse().unwrap()),
                        None => (sum.as_str(), BigInt::from(0)),
                    };
                    let (factor, power) = product.split_once(" \\cdot ").unwrap_or(("1", product));
                    let exponent = power.trim_start_matches("10^{").trim_end_matches('}').parse().unwrap();
                    assert_eq!(factor.parse::<BigInt>().unwrap() * ten_to(exponent) + rest, value, "{sum}");
                }
            }
        }
    }

    #[test]
    fn other_long_numbers_lose_their_middle() {
        let digits = "1234567890".repeat(10);
        assert_eq!(english(&digits), "1234567890\\ldots 1234567890\\text{ (100 digits)}");
        assert!(number(&digits, Language::Zh).ends_with("\\text{（共 100 位）}"));
    }

    #[test]
    fn positions_keep_their_shape() {
        let position = format!("(1{}, 5, 7)", "0".repeat(100));
        assert_eq!(numbers_within(&position, Language::En).unwrap(), "(10^{100}, 5, 7)");
        assert_eq!(numbers_within("(3, x)", Language::En), None);
    }
}
