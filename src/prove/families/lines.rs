//! The cases of a proof as the lines of tables.
//!
//! Each line stands for one leaf of a tree of the certificate, or for several that say the same of several remainders. A case
//! of a family's move is told in the family's own letters as far as that goes: where the leaf says that k is p + q + 1 and that
//! 4q is left, a reader is told that 4q is left for q < k.

use super::display::{SIZE_LETTERS, Shown, name, shift};
use super::each_leaf;
use crate::check::cases::{Context, all_positions, options};
use crate::proof::{Affine, CaseTree, Families};
use crate::rules::boxes::{AmountBox, Boxes, Interval};
use serde::Serialize;
use std::collections::BTreeSet;

const FAMILY_LETTERS: [&str; 3] = ["k", "l", "m"];
const MOVE_LETTERS: [&str; 4] = ["r", "s", "t", "u"];
/// The most positions of a line, and the most letters and signs of what it lists in one place: more would not stand side by
/// side on a page.
const MAX_POSITIONS: usize = 2;
const MAX_LISTED: usize = 10;

/// A family as it is printed.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub(super) struct FamilyShown {
    /// A position of it, as TeX.
    pub(super) position: String,
    /// Where the letters begin, as TeX; empty where there are none.
    pub(super) range: String,
    /// The names of the letters, and by how much their values are above those in the certificate.
    #[serde(skip)]
    pub(super) letters: Vec<(String, i64)>,
    /// The first entry, as TeX.
    #[serde(skip)]
    pub(super) first: String,
}

/// What a move does to heaps: to one, in all cases that a line joins, or in a single case to several.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub(super) struct Change {
    /// The heap, counted from 0; where heaps are alike it does not matter.
    pub(super) heap: usize,
    /// What the heap holds, as TeX.
    pub(super) from: String,
    /// What is left, as TeX: for each of the cases that are joined.
    pub(super) to: Vec<String>,
}

/// A line of a table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Line {
    /// For the second table: the positions, as TeX, one for each case.
    pub(super) positions: Vec<String>,
    /// For the first: the move.
    pub(super) moved: Vec<Change>,
    /// What the letters must meet, as TeX, each condition by itself.
    pub(super) conditions: Vec<String>,
    /// The reply or the move; empty where play has ended, and the player to move has won.
    pub(super) reply: Vec<Change>,
    /// The position of a family that it leads to, as TeX: each once.
    pub(super) leaves: Vec<String>,
    /// What must be equal for lines to be joined.
    #[serde(skip)]
    key: Key,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    conditions: Vec<String>,
    heaps: Vec<usize>,
    replies: Vec<usize>,
    /// The smallest heap, or the first, where that is a number; of a position that is no family's.
    first: Option<i64>,
    /// The letters of what is left, and of the position.
    shape: Vec<Vec<i64>>,
}

/// The moves from a family.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Table {
    /// The family.
    pub(super) family: FamilyShown,
    /// Its moves, with replies.
    pub(super) lines: Vec<Line>,
    /// How many cases of the certificate the lines stand for.
    pub(super) cases: usize,
    /// Whether moves are left out that are those of an equal heap.
    pub(super) equal: bool,
}

/// All lines of a proof.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// The families.
    pub(super) families: Vec<FamilyShown>,
    /// The first part: from each family.
    pub(super) tables: Vec<Table>,
    /// The second: from all other positions.
    pub(super) others: Vec<Line>,
    /// How many cases the second part has.
    pub(super) other_cases: usize,
}

impl FamilyShown {
    fn of(entries: &[Affine]) -> Option<FamilyShown> {
        let count = entries.iter().map(|entry| entry.coefficients().len()).max().unwrap_or(0);
        let mut shown = Shown::new(entries.to_vec(), &[]);
        let mut letters = Vec::new();
        for letter in 0..count {
            let least = shift(shown.forms.iter(), letter, false);
            let named = name(&FAMILY_LETTERS, letter, count);
            shown.names[letter] = (named.clone(), least);
            shown.put(letter, &Affine::of_letter(-least, letter, 1))?;
            letters.push((named, least));
        }
        let ranges: Vec<String> = letters.iter().map(|(name, least)| format!("{name}\\ge {least}")).collect();
        let position = position(&shown, &shown.forms);
        let first = shown.forms.first().map_or_else(String::new, |entry| shown.tex(entry));
        Some(FamilyShown { position, range: ranges.join(",\\ "), letters, first })
    }
}

impl Lines {
    /// The lines of a proof; `None` where numbers leave 64 bits.
    pub(super) fn of(claim: &Families, boxes: &Boxes, stable: &[CaseTree], absorbing: &CaseTree) -> Option<Lines> {
        let alike = boxes.alike();
        let families: Vec<FamilyShown> =
            claim.families.iter().map(|family| FamilyShown::of(family)).collect::<Option<_>>()?;
        let teller = Teller { claim };
        let mut tables = Vec::new();
        for ((family, shown), trees) in claim.families.iter().zip(&families).zip(stable.chunks(boxes.boxes.len())) {
            let mut lines: Vec<Line> = Vec::new();
            let mut cases = 0;
            let mut seen: BTreeSet<Vec<(&Affine, Interval)>> = BTreeSet::new();
            let mut equal = false;
            for (moves, tree) in boxes.boxes.iter().zip(trees) {
                let mut kind: Vec<(&Affine, Interval)> =
                    moves.heaps.iter().map(|heap| &family[*heap]).zip(moves.amounts.iter().copied()).collect();
                kind.sort();
                let is_new = seen.insert(kind);
                let mut found = Some(Vec::new());
                let letters = shown.letters.len();
                let values: Vec<Affine> = (0..letters).map(|letter| Affine::of_letter(0, letter, 1)).collect();
                each_leaf(&options(family, moves)?, &values, tree, &mut |context, values, leaf| {
                    if matches!(leaf, CaseTree::Impossible(_)) {
                        return;
                    }
                    cases += 1;
                    let line = teller.family_line(shown, family, moves, context, values, leaf);
                    found = found.take().and_then(|mut found| {
                        found.push(line?);
                        Some(found)
                    });
                })?;
                let found = found?;
                if alike && !is_new {
                    equal |= !found.is_empty();
                    continue;
                }
                let mut of_box: Vec<Line> = Vec::new();
                found.into_iter().for_each(|line| join(&mut of_box, line));
                lines.extend(of_box);
            }
            tables.push(Table { family: shown.clone(), lines, cases, equal });
        }
        let mut found = Some(Vec::new());
        let mut other_cases = 0;
        each_leaf(&all_positions(claim, alike)?, &[], absorbing, &mut |context, _, leaf| {
            if matches!(leaf, CaseTree::Impossible(_) | CaseTree::Member(_)) {
                return;
            }
            other_cases += 1;
            let line = teller.other_line(context, leaf);
            let least: Vec<i64> = context.sizes.iter().map(Affine::constant_part).collect();
            found = found.take().and_then(|mut found| {
                found.push((least, line?));
                Some(found)
            });
        })?;
        // In the order of their smallest positions.
        let mut found = found?;
        found.sort_by(|one, other| one.0.cmp(&other.0));
        let mut others = Vec::new();
        found.into_iter().for_each(|(_, line)| join(&mut others, line));
        Some(Lines { families, tables, others, other_cases })
    }

    /// A position of a family for these values of its letters: the letters as they are printed, with their values.
    pub(super) fn letters(&self, family: usize) -> &[(String, i64)] {
        &self.families[family].letters
    }
}

impl Line {
    /// Whether another line may be joined to it.
    fn has_room(&self, other: &Line) -> bool {
        let length = |changes: &[Change]| changes[0].to.iter().map(|size| size.len() + 1).sum::<usize>();
        let fits = |one: &[Change], other: &[Change]| one.is_empty() || length(one) + length(other) <= MAX_LISTED + 1;
        self.positions.len() < MAX_POSITIONS && fits(&self.moved, &other.moved) && fits(&self.reply, &other.reply)
    }

    /// Whether it stands for several cases.
    pub(super) fn joins(&self) -> bool {
        self.reply.first().is_some_and(|change| change.to.len() > 1)
    }
}

/// Adds a line, joined with one before where one sentence covers both.
fn join(lines: &mut Vec<Line>, line: Line) {
    let single = line.key.heaps.len() <= 1 && line.key.replies.len() == 1;
    let same = lines.iter_mut().find(|one| {
        single
            && one.key == line.key
            && one.has_room(&line)
            && one.reply[0].from == line.reply[0].from
            && one.moved.iter().map(|change| &change.from).eq(line.moved.iter().map(|change| &change.from))
    });
    let Some(one) = same else {
        lines.push(line);
        return;
    };
    let pairs = one.moved.iter_mut().chain(&mut one.reply).zip(line.moved.into_iter().chain(line.reply));
    pairs.for_each(|(change, more)| change.to.extend(more.to));
    one.positions.extend(line.positions);
    for leaves in line.leaves {
        if !one.leaves.contains(&leaves) {
            one.leaves.push(leaves);
        }
    }
}

/// A position as TeX: its sizes, without brackets where it is a single heap.
fn position(shown: &Shown, sizes: &[Affine]) -> String {
    let sizes: Vec<String> = sizes.iter().map(|size| shown.tex(size)).collect();
    if sizes.len() == 1 { sizes.concat() } else { format!("({})", sizes.join(", ")) }
}

struct Teller<'a> {
    claim: &'a Families,
}

impl Teller<'_> {
    /// The position that a member is, in the order of its family where heaps are alike.
    fn leaves(&self, leaf: &CaseTree) -> Option<Vec<Affine>> {
        let CaseTree::Reply { to, .. } = leaf else { return Some(Vec::new()) };
        let family = &self.claim.families[to.family];
        family.iter().map(|entry| entry.with_all(&to.letters)).collect()
    }

    /// The line for a move from a family, and its reply.
    fn family_line(
        &self,
        family_shown: &FamilyShown,
        family: &[Affine],
        moves: &AmountBox,
        context: &Context,
        values: &[Affine],
        leaf: &CaseTree,
    ) -> Option<Line> {
        let heaps = family.len();
        let before: Vec<Affine> = family.iter().map(|entry| entry.with_all(values)).collect::<Option<_>>()?;
        let leaving = leaving(leaf);
        // The forms: before the move, after it, what the reply leaves, where it leads, and the family's letters.
        let mut forms = before;
        forms.extend(context.sizes.iter().cloned());
        forms.extend(leaving.iter().map(|(_, size)| size.clone()));
        let leaves_at = forms.len();
        forms.extend(self.leaves(leaf)?);
        let letters_at = forms.len();
        forms.extend(values.iter().cloned());
        let mut shown = Shown::new(forms, &context.constraints);
        let mut equations = Vec::new();
        let left = |shown: &Shown| -> Vec<Affine> {
            moves.heaps.iter().map(|heap| shown.forms[heaps + heap].clone()).collect()
        };
        for (number, (name, least)) in family_shown.letters.iter().enumerate() {
            let value = shown.forms[letters_at + number].clone();
            let unnamed = shown.unnamed();
            let fit = |letter: &&usize| value.coefficient(**letter) == 1;
            let is_left = |letter: &usize| left(&shown).iter().any(|form| form.coefficient(*letter) != 0);
            let letter = unnamed.iter().filter(fit).find(|letter| !is_left(letter)).or(unnamed.iter().find(fit));
            let Some(letter) = letter.copied() else {
                equations.push((name.clone(), letters_at + number, *least));
                continue;
            };
            // The letter is the family's, less where that begins, less the rest of the value.
            let own = shown.add(name.clone(), *least);
            let rest = value.minus(&Affine::of_letter(0, letter, 1))?;
            let form = Affine::of_letter(-least, own, 1).minus(&rest)?;
            shown.put(letter, &form)?;
        }
        let unnamed = shown.unnamed();
        for (number, letter) in unnamed.iter().copied().enumerate() {
            let least = shift(left(&shown).iter(), letter, true);
            shown.names[letter] = (name(&MOVE_LETTERS, number, unnamed.len()), least);
            shown.put(letter, &Affine::of_letter(-least, letter, 1))?;
        }
        let mut conditions = Vec::new();
        for (name, at, least) in &equations {
            let value = shown.forms[*at].plus(1, &Affine::constant(*least))?;
            conditions.push(format!("{name}={}", shown.tex(&value)));
        }
        let told = |name: &str| family_shown.letters.iter().any(|(known, _)| known == name);
        conditions.extend(shown.conditions(told)?);
        let before = &shown.forms[..heaps];
        let after = &shown.forms[heaps..2 * heaps];
        let moved = moves.heaps.iter().map(|heap| Change {
            heap: *heap,
            from: shown.tex(&before[*heap]),
            to: vec![shown.tex(&after[*heap])],
        });
        let reply = leaving.iter().zip(&shown.forms[2 * heaps..]).map(|((heap, _), size)| Change {
            heap: *heap,
            from: shown.tex(&after[*heap]),
            to: vec![shown.tex(size)],
        });
        let leaves = &shown.forms[leaves_at..letters_at];
        let key = Key {
            conditions: conditions.clone(),
            heaps: moves.heaps.clone(),
            replies: leaving.iter().map(|(heap, _)| *heap).collect(),
            first: None,
            shape: moves.heaps.iter().map(|heap| after[*heap].coefficients().to_vec()).collect(),
        };
        Some(Line {
            positions: Vec::new(),
            moved: moved.collect(),
            conditions,
            reply: reply.collect(),
            leaves: if leaves.is_empty() { Vec::new() } else { vec![position(&shown, leaves)] },
            key,
        })
    }

    /// The line for positions that are of no family.
    fn other_line(&self, context: &Context, leaf: &CaseTree) -> Option<Line> {
        let heaps = context.sizes.len();
        let leaving = leaving(leaf);
        let mut forms = context.sizes.clone();
        forms.extend(leaving.iter().map(|(_, size)| size.clone()));
        let leaves_at = forms.len();
        forms.extend(self.leaves(leaf)?);
        let mut shown = Shown::new(forms, &context.constraints);
        // A size that alone has some letter may be any number from some other on.
        let mut free: Vec<(usize, usize)> = Vec::new();
        for heap in (0..heaps).rev() {
            let only = |letter: &usize| {
                shown.forms[heap].coefficient(*letter) == 1
                    && (0..heaps).all(|other| other == heap || shown.forms[other].coefficient(*letter) == 0)
            };
            if let Some(letter) = shown.unnamed().into_iter().rev().find(only) {
                let own = shown.add(format!("?{heap}"), 0);
                free.push((own, letter));
                let rest = shown.forms[heap].minus(&Affine::of_letter(0, letter, 1))?;
                shown.put(letter, &Affine::of_letter(0, own, 1).minus(&rest)?)?;
            }
        }
        for (number, (own, _)) in free.iter().rev().enumerate() {
            shown.names[*own].0 = name(&SIZE_LETTERS, number, free.len());
        }
        let unnamed = shown.unnamed();
        for (number, letter) in unnamed.iter().copied().enumerate() {
            let least = shift(shown.forms[..heaps].iter(), letter, true);
            shown.names[letter] = (name(&FAMILY_LETTERS, number, unnamed.len()), least);
            shown.put(letter, &Affine::of_letter(-least, letter, 1))?;
        }
        let conditions = shown.conditions(|_| false)?;
        let sizes = &shown.forms[..heaps];
        let reply = leaving.iter().zip(&shown.forms[heaps..]).map(|((heap, _), size)| Change {
            heap: *heap,
            from: shown.tex(&sizes[*heap]),
            to: vec![shown.tex(size)],
        });
        let leaves = &shown.forms[leaves_at..];
        let mut shape: Vec<Vec<i64>> = sizes.iter().map(|size| size.coefficients().to_vec()).collect();
        shape.extend(shown.forms[heaps..leaves_at].iter().map(|size| size.coefficients().to_vec()));
        Some(Line {
            positions: vec![position(&shown, sizes)],
            moved: Vec::new(),
            reply: reply.collect(),
            leaves: if leaves.is_empty() { Vec::new() } else { vec![position(&shown, leaves)] },
            key: Key {
                conditions: conditions.clone(),
                heaps: Vec::new(),
                replies: leaving.iter().map(|(heap, _)| *heap).collect(),
                first: sizes.first().filter(|size| size.is_constant()).map(Affine::constant_part),
                shape,
            },
            conditions,
        })
    }
}

/// What a reply leaves in the heaps that it touches.
fn leaving(leaf: &CaseTree) -> &[(usize, Affine)] {
    match leaf {
        CaseTree::Reply { leaving, .. } => leaving,
        _ => &[],
    }
}
