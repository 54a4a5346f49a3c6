//! Formulas in rows: `aligned`, `cases`, `array` and their like.

use super::super::wrap::width;
use super::atoms::TIED;

/// The environments that are known, and how they are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// Pairs of columns that meet at a sign.
    Aligned,
    /// Rows behind a brace.
    Cases,
    /// Columns beside one another.
    Array,
}

impl Rows {
    /// The environment of this name.
    pub(super) fn named(name: &str) -> Option<Rows> {
        match name.trim_end_matches('*') {
            "aligned" | "align" | "alignedat" | "split" | "gathered" | "gather" | "multline" => Some(Rows::Aligned),
            "cases" => Some(Rows::Cases),
            "array" | "matrix" | "smallmatrix" => Some(Rows::Array),
            _ => None,
        }
    }

    /// The rows below one another, or in one line if not `display`.
    pub(super) fn set(self, rows: &[Vec<String>], display: bool) -> String {
        if !display {
            let row =
                |row: &Vec<String>| row.iter().filter(|cell| !cell.is_empty()).cloned().collect::<Vec<_>>().join(" ");
            return rows.iter().map(row).collect::<Vec<_>>().join("; ");
        }
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns)
            .map(|column| rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max().unwrap_or(0))
            .collect();
        let mut out = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            let mut line = String::new();
            if self == Rows::Cases {
                line.push_str(brace(number, rows.len()));
            }
            for (column, cell) in row.iter().enumerate() {
                let right = self == Rows::Aligned && column % 2 == 0 && columns > 1;
                if column > 0 {
                    line.push_str(&TIED.repeat(if self == Rows::Aligned && !right { 1 } else { 2 }));
                }
                let room = TIED.repeat(widths[column] - width(cell));
                line.push_str(&if right { format!("{room}{cell}") } else { format!("{cell}{room}") });
            }
            out.push(line.trim_end().replace(' ', TIED));
        }
        out.join("\n")
    }
}

/// The piece of a large brace that stands in a row.
fn brace(row: usize, rows: usize) -> &'static str {
    match row {
        _ if rows == 1 => "{\u{A0}",
        0 => "⎧\u{A0}",
        _ if row == rows - 1 => "⎩\u{A0}",
        _ if row == (rows - 1) / 2 => "⎨\u{A0}",
        _ => "⎪\u{A0}",
    }
}
