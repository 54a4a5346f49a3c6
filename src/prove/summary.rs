//! A closed form in one line.

use super::rows::{pairs, rows};
use crate::proof::{Families, Order, SignatureClaim};

/// The most rows that stand in a line.
const MAX_ROWS: usize = 12;

/// The claim in a line, as in `(0, 0, 0), (0, 1, 1) modulo 2, by size`.
pub fn summary(claim: &SignatureClaim) -> String {
    let p = claim.modulus;
    let heaps = claim.heaps;
    if claim.threshold == 0 && claim.closeness == 0 {
        let equal = claim.p_signatures.iter().all(|signature| signature.iter().all(|entry| *entry == signature[0]));
        if equal && claim.p_signatures.len() as u64 == p && heaps > 1 {
            return format!("all congruent modulo {p}");
        }
        if claim.p_signatures == [vec![0; heaps]] {
            return if heaps == 1 { format!("divisible by {p}") } else { format!("all divisible by {p}") };
        }
    }
    let table = rows(claim);
    let shown: Vec<String> = table
        .iter()
        .take(MAX_ROWS)
        .map(|row| {
            let entries: Vec<String> = row.entries.iter().map(i64::to_string).collect();
            let told = pairs(claim).into_iter().zip(&row.differences).filter(|(_, cut)| *cut != "*");
            let cuts: String = told.map(|((i, j), cut)| format!("; x{i} - x{j} {}", comparison(cut))).collect();
            format!("({}{cuts})", entries.join(", "))
        })
        .collect();
    let more = table.len() - shown.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let order = match claim.order {
        _ if heaps == 1 => "",
        Order::Unordered => ", in any order",
        Order::BySize => ", by size",
        Order::InPlace => "",
    };
    let small = if claim.threshold > 0 { format!(" from {} on", claim.threshold) } else { String::new() };
    format!("{}{more} modulo {p}{small}{order}", shown.join(", "))
}

/// `= 1` for `1`, `≥ 2` for `≥2`.
fn comparison(cut: &str) -> String {
    match (cut.strip_prefix('≥'), cut.strip_prefix('≤')) {
        (Some(number), _) => format!("≥ {number}"),
        (_, Some(number)) => format!("≤ {number}"),
        _ => format!("= {cut}"),
    }
}

/// The families in a line, as in `(0, n, n), (1, 2k, 2k + 1)`.
pub fn families_summary(families: &Families) -> String {
    let families = families.families.iter().map(|family| {
        let entries: Vec<String> = family.iter().map(ToString::to_string).collect();
        format!("({})", entries.join(", "))
    });
    families.collect::<Vec<_>>().join(", ")
}
