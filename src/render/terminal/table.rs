//! Tables whose columns are lined up with spaces.

use super::wrap::{self, width};
use crate::render::latex::fit;
use crate::render::markup::Alignment;

/// A table ready to be written.
pub(super) struct Lines {
    /// The lines of its first row, each with a padded cell for every column.
    pub(super) head: Vec<Vec<String>>,
    /// The lines of the other rows.
    pub(super) rows: Vec<Vec<Vec<String>>>,
    /// A rule as wide as each column.
    pub(super) rules: Vec<String>,
    /// What stands between two columns.
    pub(super) gap: &'static str,
}

/// Gaps between columns, the first that fits is taken.
const GAPS: [&str; 2] = ["  ", " "];

/// Breaks the cells into lines so that the table is no wider than `room`, if that can be, and lines up its columns.
pub(super) fn lines(columns: &[Alignment], head: &[String], rows: &[Vec<String>], room: usize) -> Lines {
    let over_rows = |column: usize, measure: fn(&str) -> usize| {
        let cells = rows.iter().map(Vec::as_slice).chain([head]).filter_map(|row| row.get(column));
        cells.map(|cell| measure(cell)).max().unwrap_or(0)
    };
    let all =
        |measure: fn(&str) -> usize| (0..columns.len()).map(|column| over_rows(column, measure)).collect::<Vec<_>>();
    let (natural, least) = (all(wrap::widest), all(wrap::unbreakable));
    let found = GAPS.into_iter().find_map(|gap| {
        let room = room.saturating_sub(width(gap) * columns.len().saturating_sub(1));
        widths(&natural, &least, room).map(|widths| (gap, widths))
    });
    let (gap, widths) = found.unwrap_or((GAPS[1], least));
    let row = |cells: &[String]| row(cells, &widths, columns);
    Lines {
        head: row(head),
        rows: rows.iter().map(|cells| row(cells)).collect(),
        rules: widths.iter().map(|width| "─".repeat(*width)).collect(),
        gap,
    }
}

/// The widths of the columns in `room`; nothing if that is too little.
fn widths(natural: &[usize], least: &[usize], room: usize) -> Option<Vec<usize>> {
    let real = |widths: &[usize]| widths.iter().map(|width| *width as f64).collect::<Vec<_>>();
    let fitted = fit(&real(natural), &real(least), room as f64)?;
    Some(fitted.iter().zip(natural).map(|(width, natural)| width.map_or(*natural, |width| width as usize)).collect())
}

/// The lines of a row.
fn row(cells: &[String], widths: &[usize], columns: &[Alignment]) -> Vec<Vec<String>> {
    let wrapped: Vec<String> = cells.iter().zip(widths).map(|(cell, width)| wrap::wrap(cell, *width, 0)).collect();
    let height = wrapped.iter().map(|cell| cell.lines().count()).max().unwrap_or(0).max(1);
    let line = |number: usize| {
        let pieces = wrapped.iter().map(|cell| cell.lines().nth(number).unwrap_or_default());
        pieces.zip(widths).zip(columns).map(|((piece, width), alignment)| pad(piece, *width, *alignment)).collect()
    };
    (0..height).map(line).collect()
}

/// The text with spaces around it, `columns` wide.
fn pad(text: &str, columns: usize, alignment: Alignment) -> String {
    let missing = columns.saturating_sub(width(text));
    let before = match alignment {
        Alignment::Left => 0,
        Alignment::Center => missing / 2,
        Alignment::Right => missing,
    };
    format!("{}{text}{}", " ".repeat(before), " ".repeat(missing - before))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(columns: &[Alignment], rows: &[&[&str]], room: usize) -> String {
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect();
        let table = lines(columns, &rows[0], &rows[1..], room);
        let lines = table.head.into_iter().chain([table.rules]).chain(table.rows.into_iter().flatten());
        lines.map(|line| line.join(table.gap).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn columns_are_lined_up_by_width() {
        let columns = [Alignment::Left, Alignment::Right, Alignment::Center];
        let drawn = draw(&columns, &[&["堆", "size", "1"], &["红棋", "3", "*1*"], &["é", "10", ""]], 80);
        assert_eq!(drawn, "堆    size   1\n────  ────  ───\n红棋     3  *1*\né       10");
    }

    #[test]
    fn wide_cells_are_broken_into_lines() {
        let drawn = draw(&[Alignment::Left, Alignment::Left], &[&["a", "b"], &["1", "two or three words"]], 14);
        assert_eq!(drawn, "a  b\n─  ───────────\n1  two or\n   three words");
    }

    #[test]
    fn what_cannot_be_broken_stands_out() {
        let drawn = draw(&[Alignment::Left, Alignment::Left], &[&["a", "b"], &["123456", "123456"]], 8);
        assert_eq!(drawn.lines().last(), Some("123456 123456"));
    }
}
