//! A closed form by families with letters as a theorem: who wins and how, read off the certificate's cases.

mod display;
mod figures;
mod lines;
mod winning;

use crate::check::Checked;
use crate::check::cases::Context;
use crate::proof::{Affine, CaseTree, Certificate, Claim, Families, Step};
use crate::rules::boxes::Boxes;
use crate::rules::removals::Removals;
use crate::syntax::tree::Play;
use crate::theorem::{ClosedForm, Theorem, WinningMoves};
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use serde_json::Value;

/// Families with letters, proved by cases.
#[derive(Debug)]
pub(super) struct ByFamilies {
    boxes: Boxes,
    alike: bool,
    /// The proof as it is printed, the same for all positions.
    lines: lines::Lines,
    checked: Checked,
}

/// What the cases of a proof say about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Case {
    /// It is one of a family, for these values of its letters.
    Member(usize, Vec<BigUint>),
    /// A move leads to this position of a family, heaps in place, for these values of its letters.
    Reply(Vec<BigUint>, usize, Vec<BigUint>),
    /// Play has ended, and the player to move wins.
    Terminal,
}

impl ByFamilies {
    /// The theorem of a checked certificate, where that is about families.
    pub(super) fn of(checked: Checked) -> Option<ByFamilies> {
        let boxes = Removals::of(checked.rules()).as_ref().and_then(Boxes::of)?;
        let alike = boxes.alike();
        let Claim::Families(claim) = &checked.certificate().claim else { return None };
        let (stable, absorbing) = trees(checked.certificate())?;
        let lines = lines::Lines::of(claim, &boxes, stable, absorbing)?;
        Some(ByFamilies { boxes, alike, lines, checked })
    }

    fn claim(&self) -> &Families {
        match &self.checked.certificate().claim {
            Claim::Families(claim) => claim,
            _ => unreachable!("a theorem by families is made of a claim about families"),
        }
    }

    fn is_misere(&self) -> bool {
        self.checked.rules().play == Play::Misere
    }

    /// The case of the proof that a position of the scope falls under.
    pub(super) fn case(&self, position: &[BigUint]) -> Case {
        let (_, tree) = trees(self.checked.certificate()).expect("the proof has both parts");
        let mut by_size: Vec<usize> = (0..position.len()).collect();
        let mut letters: Vec<BigUint> = position.to_vec();
        if self.alike {
            by_size.sort_by_key(|heap| &position[*heap]);
            let mut before = BigUint::ZERO;
            for (letter, heap) in letters.iter_mut().zip(&by_size) {
                *letter = &position[*heap] - &before;
                before = position[*heap].clone();
            }
        }
        let (leaf, letters) = leaf_at(tree, letters);
        let values = |forms: &[Affine]| forms.iter().map(|form| value(form, &letters)).collect::<Vec<_>>();
        match leaf {
            CaseTree::Member(member) => Case::Member(member.family, values(&member.letters)),
            CaseTree::Reply { leaving, to } => {
                let mut option = position.to_vec();
                for (heap, size) in leaving {
                    option[by_size[*heap]] = value(size, &letters);
                }
                Case::Reply(option, to.family, values(&to.letters))
            }
            _ => Case::Terminal,
        }
    }
}

/// The two parts of a proof by cases.
fn trees(certificate: &Certificate) -> Option<(&[CaseTree], &CaseTree)> {
    let mut parts = (None, None);
    for step in &certificate.steps {
        match step {
            Step::CasesStable { cases } => parts.0 = Some(cases.as_slice()),
            Step::CasesAbsorbing { cases } => parts.1 = Some(cases),
            _ => {}
        }
    }
    parts.0.zip(parts.1)
}

/// The leaf of a tree that these values of the letters come to, and the values there.
fn leaf_at(tree: &CaseTree, mut letters: Vec<BigUint>) -> (&CaseTree, Vec<BigUint>) {
    let mut tree = tree;
    loop {
        tree = match tree {
            CaseTree::Remainder { letter, modulus, cases } => {
                let modulus = BigUint::from(modulus.unsigned_abs());
                let rest = (&letters[*letter] % &modulus).to_usize().expect("a remainder is small");
                letters[*letter] /= modulus;
                &cases[rest]
            }
            CaseTree::Small { letter, bound, cases, rest } => {
                let small = letters[*letter].to_usize().and_then(|number| cases.get(number));
                letters[*letter] =
                    if small.is_some() { BigUint::ZERO } else { &letters[*letter] - bound.unsigned_abs() };
                small.unwrap_or(rest)
            }
            CaseTree::Compare { letters: (j, k), at_most, more } => {
                if letters[*j] <= letters[*k] {
                    letters[*k] = &letters[*k] - &letters[*j];
                    at_most
                } else {
                    letters[*j] = &letters[*j] - &letters[*k] - 1u32;
                    more
                }
            }
            leaf => return (leaf, letters),
        };
    }
}

/// The value of a form that is not negative.
fn value(form: &Affine, letters: &[BigUint]) -> BigUint {
    let mut sum = BigInt::from(form.constant_part());
    for (coefficient, letter) in form.coefficients().iter().zip(letters) {
        sum += BigInt::from(letter.clone()) * *coefficient;
    }
    sum.to_biguint().expect("sizes and letters are not negative where the checker has found that")
}

/// Shows the leaves of a tree with their contexts, and what stands there in the place of each of the first letters.
fn each_leaf(
    context: &Context,
    values: &[Affine],
    tree: &CaseTree,
    visit: &mut dyn FnMut(&Context, &[Affine], &CaseTree),
) -> Option<()> {
    let mut branch = |changes: &[(usize, Affine)], tree: &CaseTree| -> Option<()> {
        let mut context = context.clone();
        let mut values = values.to_vec();
        for (letter, form) in changes {
            context = context.with(*letter, form)?;
            values = values.iter().map(|one| one.with(*letter, form)).collect::<Option<_>>()?;
        }
        each_leaf(&context, &values, tree, visit)
    };
    match tree {
        CaseTree::Remainder { letter, modulus, cases } => {
            for (rest, case) in (0..).zip(cases) {
                branch(&[(*letter, Affine::of_letter(rest, *letter, *modulus))], case)?;
            }
        }
        CaseTree::Small { letter, bound, cases, rest } => {
            for (number, case) in (0..).zip(cases) {
                branch(&[(*letter, Affine::constant(number))], case)?;
            }
            branch(&[(*letter, Affine::of_letter(*bound, *letter, 1))], rest)?;
        }
        CaseTree::Compare { letters: (j, k), at_most, more } => {
            let sum = Affine::of_letter(0, *j, 1).plus(1, &Affine::of_letter(0, *k, 1))?;
            branch(&[(*k, sum.clone())], at_most)?;
            branch(&[(*j, sum.plus(1, &Affine::constant(1))?)], more)?;
        }
        leaf => visit(context, values, leaf),
    }
    Some(())
}

impl Theorem for ByFamilies {
    fn id(&self) -> &'static str {
        "families"
    }

    fn credit(&self) -> &'static str {
        ""
    }

    fn references(&self) -> &'static [&'static str] {
        &[]
    }

    fn covers(&self, position: &[BigUint]) -> bool {
        let smallest = position.iter().min();
        position.len() == self.claim().heaps
            && self.claim().smallest_at_most.is_none_or(|most| smallest.is_some_and(|size| *size <= most.into()))
    }

    fn smallest_at_most(&self) -> Option<u64> {
        self.claim().smallest_at_most
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        matches!(self.case(position), Case::Member(..))
    }

    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        self.all_winning(position, limit)
    }

    fn closed_form(&self, _heaps: usize) -> Option<ClosedForm> {
        None
    }

    fn certificate(&self) -> Option<&Certificate> {
        Some(self.checked.certificate())
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        self.shown(position)
    }
}

#[cfg(test)]
mod tests;
