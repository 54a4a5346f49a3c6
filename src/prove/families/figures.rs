//! What the texts about families with letters need.

use super::lines::{FamilyShown, Line, Table};
use super::{ByFamilies, Case};
use crate::proof::Affine;
use crate::rules::boxes::AmountBox;
use num_bigint::BigUint;
use num_integer::Integer;
use serde::Serialize;
use serde_json::Value;

/// The most lines of the first table, and of the second, that a page bears.
const MAX_LINES: usize = 64;
const MAX_OTHERS: usize = 40;

/// The figures of a closed form by families.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FamiliesFigures<'a> {
    /// The families, those together that have the same first entry and whose letters begin at the same numbers.
    pub(super) groups: Vec<Group>,
    /// How many families there are.
    pub(super) family_count: usize,
    /// Whether some family has letters.
    pub(super) lettered: bool,
    /// Whether the theorem is about some positions alone.
    pub(super) scoped: bool,
    /// Their scope: the greatest size of the smallest heap.
    pub(super) smallest: u64,
    /// The number by which sizes are to be divided; 1 for none.
    pub(super) modulus: u64,
    /// Whether the rules treat all heaps alike.
    pub(super) alike: bool,
    /// Whether play is misère.
    pub(super) misere: bool,
    /// What the proof says of the position; nothing where it is outside the scope.
    pub(super) own: Option<Own>,
    /// The moves from each family with their replies, as many as a page bears.
    pub(super) tables: &'a [Table],
    /// The families whose moves are left out.
    pub(super) left_out: Vec<FamilyShown>,
    /// How many cases these are.
    pub(super) left_out_cases: usize,
    /// The moves from all other positions, as many as a page bears.
    pub(super) others: &'a [Line],
    /// How many lines of these are left out.
    pub(super) others_left_out: usize,
    /// How many cases the certificate tells apart.
    pub(super) cases: usize,
    /// Whether some line joins several cases.
    pub(super) joined: bool,
}

/// Families with the same first entry whose letters begin at the same numbers.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Group {
    /// Their positions, as TeX.
    positions: Vec<String>,
    /// Where the letters begin, as TeX.
    range: String,
    #[serde(skip)]
    first: String,
}

/// What the proof says of a position.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Own {
    /// Whether no move is possible.
    over: bool,
    /// The position that the winning move leads to; empty where there is none.
    target: String,
    /// The family, of the position itself or of that one; nothing where play has ended.
    family: Option<FamilyShown>,
    /// The values of its letters, as TeX.
    values: Vec<String>,
}

impl ByFamilies {
    /// The figures for the texts about a position.
    pub(super) fn shown(&self, position: &[BigUint]) -> Value {
        use crate::theorem::Theorem;
        let claim = self.claim();
        let lines = &self.lines;
        let mut room = MAX_LINES;
        let fitting = lines.tables.iter().position(|table| {
            let fits = table.lines.len() <= room;
            room = room.saturating_sub(table.lines.len());
            !fits
        });
        let (tables, left_out) =
            lines.tables.split_at(fitting.unwrap_or(lines.tables.len()).max(1).min(lines.tables.len()));
        let others = &lines.others[..lines.others.len().min(MAX_OTHERS)];
        let coefficients = claim.families.iter().flatten().flat_map(Affine::coefficients);
        let lcm = |lcm: u64, number: &i64| if *number == 0 { lcm } else { lcm.lcm(&number.unsigned_abs()) };
        let mut groups: Vec<Group> = Vec::new();
        for family in &lines.families {
            match groups.last_mut() {
                Some(group) if group.range == family.range && group.first == family.first => {
                    group.positions.push(family.position.clone())
                }
                _ => {
                    let (range, first) = (family.range.clone(), family.first.clone());
                    groups.push(Group { positions: vec![family.position.clone()], range, first });
                }
            }
        }
        let figures = FamiliesFigures {
            groups,
            family_count: claim.families.len(),
            lettered: lines.families.iter().any(|family| !family.letters.is_empty()),
            scoped: claim.smallest_at_most.is_some(),
            smallest: claim.smallest_at_most.unwrap_or(0),
            modulus: coefficients.fold(1, lcm),
            alike: self.alike && claim.heaps > 1,
            misere: self.is_misere(),
            own: self.covers(position).then(|| self.own(position)),
            tables,
            left_out: left_out.iter().map(|table| table.family.clone()).collect(),
            left_out_cases: left_out.iter().map(|table| table.cases).sum(),
            others,
            others_left_out: lines.others.len() - others.len(),
            cases: lines.tables.iter().map(|table| table.cases).sum::<usize>() + lines.other_cases,
            joined: lines.tables.iter().flat_map(|table| &table.lines).chain(others).any(Line::joins),
        };
        serde_json::to_value(figures).unwrap_or_default()
    }

    fn own(&self, position: &[BigUint]) -> Own {
        let possible = |moves: &AmountBox| {
            moves.heaps.iter().zip(&moves.amounts).all(|(heap, amounts)| position[*heap] >= amounts.low.into())
        };
        let over = !self.boxes.boxes.iter().any(possible);
        let values = |family: usize, letters: &[BigUint]| {
            let shown = self.lines.letters(family).iter().zip(letters);
            shown.map(|((name, least), value)| format!("{name}={}", value + least.unsigned_abs())).collect()
        };
        match self.case(position) {
            Case::Member(family, letters) => Own {
                over,
                target: String::new(),
                family: Some(self.lines.families[family].clone()),
                values: values(family, &letters),
            },
            Case::Reply(option, family, letters) => {
                let sizes: Vec<String> = option.iter().map(BigUint::to_string).collect();
                Own {
                    over,
                    target: if sizes.len() == 1 { sizes.concat() } else { format!("({})", sizes.join(", ")) },
                    family: Some(self.lines.families[family].clone()),
                    values: values(family, &letters),
                }
            }
            Case::Terminal => Own { over, target: String::new(), family: None, values: Vec::new() },
        }
    }
}
