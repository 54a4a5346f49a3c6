//! How a case can be settled at once: as a member of a family, or by a reply that leads to one.

use crate::check::cases::{Context, is_allowed};
use crate::proof::{Affine, CaseTree, Member};
use crate::rules::boxes::{AmountBox, Boxes};
use crate::syntax::tree::Play;
use std::collections::BTreeMap;

/// The most amounts from one heap that are tried where nothing else says what is left of it.
const MAX_AMOUNTS: u64 = 64;

/// What is done with a move: what it leaves, what it takes, and the member that it leads to.
type Visit<'a> = dyn FnMut(Vec<Affine>, &[Affine], Member) + 'a;

/// What settles cases of a claim.
pub(super) struct Settler<'a> {
    families: &'a [Vec<Affine>],
    play: Play,
    boxes: &'a Boxes,
    alike: bool,
    /// The boxes by the heaps that they are of, those of few heaps first.
    by_heaps: Vec<(&'a [usize], Vec<&'a AmountBox>)>,
}

/// What is known of a position that might be a member: an entry's heap, and the forms in place of letters.
#[derive(Clone)]
struct Partial {
    order: Vec<usize>,
    letters: Vec<Option<Affine>>,
}

/// A position, and the heaps that a move may touch.
struct Target<'a> {
    heaps: &'a [usize],
    boxes: &'a [&'a AmountBox],
    sizes: &'a [Affine],
    /// The sizes of the other heaps.
    known: &'a [Option<&'a Affine>],
}

/// What an equation between an entry and a size has come to.
enum Solved {
    Yes,
    No,
    /// It holds several unknown letters.
    Later,
}

impl<'a> Settler<'a> {
    pub(super) fn new(boxes: &'a Boxes, play: Play, families: &'a [Vec<Affine>]) -> Settler<'a> {
        let mut by_heaps: BTreeMap<(usize, &[usize]), Vec<&AmountBox>> = BTreeMap::new();
        for one in &boxes.boxes {
            by_heaps.entry((one.heaps.len(), &one.heaps)).or_default().push(one);
        }
        let by_heaps = by_heaps.into_iter().map(|((_, heaps), boxes)| (heaps, boxes)).collect();
        Settler { families, play, boxes, alike: boxes.alike(), by_heaps }
    }

    /// About how many positions of families are compared with one that is to be settled.
    pub(super) fn comparisons(&self) -> usize {
        let orders = if self.alike { (1..=self.boxes.heaps).fold(1usize, usize::saturating_mul) } else { 1 };
        self.families.len().saturating_mul(orders).saturating_mul(self.by_heaps.len() + 1)
    }

    /// The leaf that settles a context, where there is one; as a member only where that is allowed.
    pub(super) fn leaf(&self, context: &Context, members_settle: bool) -> Option<CaseTree> {
        if let Some(constraint) = context.constraints.iter().position(Affine::is_always_negative) {
            return Some(CaseTree::Impossible(constraint));
        }
        if members_settle && let Some(member) = self.member(&context.sizes) {
            return Some(CaseTree::Member(member));
        }
        if self.play == Play::Misere && self.is_terminal(&context.sizes) {
            return Some(CaseTree::Terminal);
        }
        self.reply(&context.sizes)
    }

    fn is_terminal(&self, sizes: &[Affine]) -> bool {
        self.boxes.boxes.iter().all(|one| {
            one.heaps.iter().zip(&one.amounts).any(|(heap, amounts)| {
                sizes[*heap].is_constant() && sizes[*heap].constant_part() < i64::try_from(amounts.low).unwrap_or(0)
            })
        })
    }

    fn member(&self, sizes: &[Affine]) -> Option<Member> {
        let known: Vec<Option<&Affine>> = sizes.iter().map(Some).collect();
        let mut found = None;
        self.each_match(&known, &mut |family, partial| {
            if found.is_none() {
                let letters: Option<Vec<Affine>> = partial.letters.iter().cloned().collect();
                found = letters.map(|letters| Member { family, order: partial.order.clone(), letters });
            }
        });
        found
    }

    /// The reply of the fewest heaps, and of these the one whose amounts are simplest.
    fn reply(&self, sizes: &[Affine]) -> Option<CaseTree> {
        let mut best: Option<(u64, CaseTree)> = None;
        let mut touched = 0;
        for (heaps, boxes) in &self.by_heaps {
            if best.is_some() && heaps.len() > touched {
                break;
            }
            touched = heaps.len();
            let known: Vec<Option<&Affine>> =
                sizes.iter().enumerate().map(|(heap, size)| (!heaps.contains(&heap)).then_some(size)).collect();
            self.each_match(&known, &mut |family, partial| {
                let target = Target { heaps, boxes, sizes, known: &known };
                self.complete(family, partial.clone(), &target, &mut |leaving, taken, to| {
                    let weight = taken.iter().map(weight).sum();
                    if best.as_ref().is_none_or(|(known, _)| weight < *known) {
                        let leaving = heaps.iter().copied().zip(leaving).collect();
                        best = Some((weight, CaseTree::Reply { leaving, to }));
                    }
                });
            });
        }
        best.map(|(_, reply)| reply)
    }

    /// All ways in which a family's entries are the sizes that are known.
    fn each_match(&self, sizes: &[Option<&Affine>], visit: &mut dyn FnMut(usize, &Partial)) {
        for (number, family) in self.families.iter().enumerate() {
            let letters = family.iter().map(|entry| entry.coefficients().len()).max().unwrap_or(0);
            let start = Partial { order: Vec::new(), letters: vec![None; letters] };
            self.extend(family, sizes, start, &mut |partial| visit(number, partial));
        }
    }

    fn extend(&self, family: &[Affine], sizes: &[Option<&Affine>], partial: Partial, visit: &mut dyn FnMut(&Partial)) {
        let at = partial.order.len();
        if at == family.len() {
            let mut partial = partial;
            if solve_all(family, sizes, &mut partial) {
                visit(&partial);
            }
            return;
        }
        let heaps = if self.alike { 0..sizes.len() } else { at..at + 1 };
        for heap in heaps {
            if partial.order.contains(&heap) {
                continue;
            }
            let mut longer = partial.clone();
            longer.order.push(heap);
            let fits =
                sizes[heap].is_none_or(|size| !matches!(solve(&family[at], size, &mut longer.letters), Solved::No));
            if fits {
                self.extend(family, sizes, longer, visit);
            }
        }
    }

    /// All ways to choose what is still open of a match so that the touched heaps are left with allowed sizes.
    fn complete(&self, number: usize, mut partial: Partial, target: &Target<'_>, visit: &mut Visit<'_>) {
        let family = &self.families[number];
        if !solve_all(family, target.known, &mut partial) {
            return;
        }
        let is_open = |entry: &&Affine| {
            let open = |(letter, coefficient): (usize, &i64)| *coefficient != 0 && partial.letters[letter].is_none();
            entry.coefficients().iter().enumerate().any(open)
        };
        let open: Vec<usize> = (0..family.len()).filter(|at| is_open(&&family[*at])).collect();
        if let Some(at) =
            open.iter().copied().find(|at| target.heaps.contains(&partial.order[*at])).or(open.first().copied())
        {
            let heap = partial.order[at];
            for amount in amounts(heap, target.boxes) {
                let Some(size) = target.sizes[heap].plus(-1, &Affine::constant(amount)) else { continue };
                let mut closed = partial.clone();
                if matches!(solve(&family[at], &size, &mut closed.letters), Solved::Yes) {
                    self.complete(number, closed, target, visit);
                }
            }
            let mut closed = partial;
            let open = (0..closed.letters.len())
                .rev()
                .find(|letter| closed.letters[*letter].is_none() && family[at].coefficient(*letter) != 0);
            let Some(letter) = open else { return };
            closed.letters[letter] = Some(Affine::constant(0));
            self.complete(number, closed, target, visit);
            return;
        }
        let Some(letters) = partial.letters.into_iter().collect::<Option<Vec<Affine>>>() else { return };
        let mut leaving = Vec::new();
        let mut taken = Vec::new();
        for heap in target.heaps {
            let Some(at) = partial.order.iter().position(|one| one == heap) else { return };
            let Some(size) = family[at].with_all(&letters) else { return };
            let Some(amount) = target.sizes[*heap].minus(&size) else { return };
            leaving.push(size);
            taken.push(amount);
        }
        if target.boxes.iter().any(|one| is_allowed(one, &taken)) {
            visit(leaving, &taken, Member { family: number, order: partial.order, letters });
        }
    }
}

/// The amounts that are tried from a heap.
fn amounts(heap: usize, boxes: &[&AmountBox]) -> Vec<i64> {
    let mut amounts = Vec::new();
    for one in boxes {
        let Some(at) = one.heaps.iter().position(|chosen| *chosen == heap) else { continue };
        let interval = one.amounts[at];
        let last = interval.low.saturating_add(MAX_AMOUNTS).min(interval.high.unwrap_or(u64::MAX));
        amounts.extend((interval.low..=last).filter_map(|amount| i64::try_from(amount).ok()));
    }
    amounts.sort_unstable();
    amounts.dedup();
    amounts
}

/// How hard an amount is to read: letters, then numbers.
fn weight(amount: &Affine) -> u64 {
    let numbers = amount.coefficients().iter().map(|number| number.unsigned_abs());
    let letters = numbers.fold(0u64, |sum, number| sum.saturating_add(number.saturating_mul(1 << 20)));
    letters.saturating_add(amount.constant_part().unsigned_abs())
}

/// Solves the equations that have one unknown letter, until there are none; no, where some equation does not hold.
fn solve_all(family: &[Affine], sizes: &[Option<&Affine>], partial: &mut Partial) -> bool {
    loop {
        let known = partial.letters.iter().flatten().count();
        let mut open = false;
        for (entry, heap) in family.iter().zip(&partial.order) {
            let Some(size) = sizes[*heap] else { continue };
            match solve(entry, size, &mut partial.letters) {
                Solved::Yes => {}
                Solved::No => return false,
                Solved::Later => open = true,
            }
        }
        if !open || partial.letters.iter().flatten().count() == known {
            return true;
        }
    }
}

/// Solves entry = size for the letter of the entry that is not known, if it is only one.
fn solve(entry: &Affine, size: &Affine, letters: &mut [Option<Affine>]) -> Solved {
    let mut rest = match size.minus(&Affine::constant(entry.constant_part())) {
        Some(rest) => rest,
        None => return Solved::No,
    };
    let mut unknown = None;
    for (letter, coefficient) in entry.coefficients().iter().enumerate() {
        if *coefficient == 0 {
            continue;
        }
        match &letters[letter] {
            Some(value) => match rest.plus(-coefficient, value) {
                Some(less) => rest = less,
                None => return Solved::No,
            },
            None if unknown.is_none() => unknown = Some((letter, *coefficient)),
            None => return Solved::Later,
        }
    }
    let Some((letter, coefficient)) = unknown else {
        return if rest == Affine::constant(0) { Solved::Yes } else { Solved::No };
    };
    let divides = |number: &i64| *number >= 0 && number % coefficient == 0;
    if !divides(&rest.constant_part()) || !rest.coefficients().iter().all(divides) {
        return Solved::No;
    }
    let quotients: Vec<i64> = rest.coefficients().iter().map(|number| number / coefficient).collect();
    letters[letter] = Some(Affine::new(rest.constant_part() / coefficient, &quotients));
    Solved::Yes
}
