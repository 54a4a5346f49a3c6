//! Lines of numbers, written as they come and many at a time.

use std::io::{self, Write};
use std::ops::ControlFlow;

/// So many bytes are written at a time.
const BLOCK: usize = 1 << 16;

/// Writes what `each` gives to its `tell`: lines, each added to what has not been written yet.
///
/// # Errors
///
/// Where nothing more can be written; `each` is told to stop.
pub(super) fn write(
    out: &mut dyn Write,
    each: impl FnOnce(&mut dyn FnMut(&mut dyn FnMut(&mut Vec<u8>)) -> ControlFlow<()>),
) -> io::Result<()> {
    let mut text = Vec::with_capacity(2 * BLOCK);
    let mut written = Ok(());
    each(&mut |tell| {
        tell(&mut text);
        if text.len() >= BLOCK {
            written = out.write_all(&text);
            text.clear();
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    out.write_all(&text)
}

/// Adds numbers in decimal, with something between them.
pub(super) fn push_list(line: &mut Vec<u8>, numbers: &[u64], between: &[u8]) {
    for (at, number) in numbers.iter().enumerate() {
        if at > 0 {
            line.extend_from_slice(between);
        }
        push_number(line, *number);
    }
}

/// Adds a number in decimal.
pub(super) fn push_number(line: &mut Vec<u8>, number: u64) {
    // Room for the longest number is added, and cut off again: so its length is known beforehand.
    let count = number.checked_ilog10().map_or(1, |log| log as usize + 1);
    let end = line.len() + count;
    line.extend_from_slice(&[0; 20]);
    let mut left = number;
    for digit in line[end - count..end].iter_mut().rev() {
        *digit = b'0' + (left % 10) as u8;
        left /= 10;
    }
    line.truncate(end);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_decimal() {
        let mut line = Vec::new();
        push_list(&mut line, &[0, 7, 10, u64::MAX], b", ");
        assert_eq!(line, b"0, 7, 10, 18446744073709551615");
    }

    #[test]
    fn lines_come_in_order_and_end_where_nothing_can_be_written() {
        let count = 100_000;
        let mut out = Vec::new();
        write(&mut out, |line| {
            let _ = (0..count).try_for_each(|number| {
                line(&mut |text| {
                    push_number(text, number);
                    text.push(b'\n');
                })
            });
        })
        .unwrap();
        let expected: String = (0..count).map(|number| format!("{number}\n")).collect();
        assert!(out == expected.as_bytes());
        let mut small = [0; 10];
        let mut told = 0;
        let written = write(&mut &mut small[..], |line| {
            while line(&mut |text| text.extend_from_slice(&[b'x'; 100])).is_continue() {
                told += 1;
            }
        });
        assert!(written.is_err() && told < 1000, "{told}");
    }
}
