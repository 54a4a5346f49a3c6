//! What has been proved, as a theorem like those of the library.

use super::families::ByFamilies;
use super::figures::Shown;
use crate::check::Checked;
use crate::check::window::{in_order, taken, window};
use crate::logic::formula::{Formula, Linear, Var};
use crate::proof::{Certificate, Claim, Order, PeriodicValues, Replies, SignatureClaim, Step};
use crate::rules::boxes::Boxes;
use crate::rules::removals::{Removals, permutations};
use crate::syntax::tree::Play;
use crate::theorem::{ClosedForm, HeapValue, Repeating, Theorem, WinningMoves};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde_json::Value;
use std::ops::ControlFlow;

/// The most conjunctions of a formula for a closed form.
const MAX_CONJUNCTIONS: usize = 3000;
/// The most moves that are looked at to find winning ones.
const MAX_MOVES: usize = 1 << 20;

/// The theorem that a checked certificate proves.
pub fn theorem_of(checked: Checked) -> Option<Box<dyn Theorem>> {
    match &checked.certificate().claim {
        Claim::Signatures(claim) => {
            let boxes = Removals::of(checked.rules()).as_ref().and_then(Boxes::of)?;
            let window = window(&boxes, claim)?;
            Some(Box::new(BySignature { claim: claim.clone(), boxes, window, checked }))
        }
        Claim::PeriodicValues(claim) => {
            // The library's theorems about the same games work out moves and texts; the certificate stands for the proof,
            // so that both must say the same.
            let theorem = crate::theorem::by_period(checked.rules())?;
            let Some(HeapValue::Repeating(known)) = theorem.heap_value() else { return None };
            agree(claim, &known).then(|| Box::new(ByPeriod { theorem, checked }) as Box<dyn Theorem>)
        }
        Claim::Families(_) => Some(Box::new(ByFamilies::of(checked)?)),
        Claim::Outcome(_) | Claim::Cited(_) => None,
    }
}

/// Whether a claim and known values are the same for all sizes: from where both repeat, it is enough to compare as many as the
/// product of the periods.
fn agree(claim: &PeriodicValues, known: &Repeating) -> bool {
    let both = claim.preperiod.max(known.start) + claim.period * known.period;
    known.saltus == 0 && (0..both).all(|size| claim.value(size).map(u64::from) == Some(known.value(size)))
}

/// The periodic values of one heap, proved here.
#[derive(Debug)]
struct ByPeriod {
    theorem: Box<dyn Theorem>,
    checked: Checked,
}

impl Theorem for ByPeriod {
    fn id(&self) -> &'static str {
        self.theorem.id()
    }

    fn credit(&self) -> &'static str {
        self.theorem.credit()
    }

    fn references(&self) -> &'static [&'static str] {
        self.theorem.references()
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        self.theorem.is_p(position)
    }

    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        self.theorem.winning_moves(position, limit)
    }

    fn closed_form(&self, heaps: usize) -> Option<ClosedForm> {
        self.theorem.closed_form(heaps)
    }

    fn heap_value(&self) -> Option<HeapValue> {
        self.theorem.heap_value()
    }

    fn certificate(&self) -> Option<&Certificate> {
        Some(self.checked.certificate())
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        self.theorem.figures(position)
    }
}

/// A closed form by signatures, proved by a finite window.
#[derive(Debug)]
struct BySignature {
    claim: SignatureClaim,
    boxes: Boxes,
    window: u64,
    checked: Checked,
}

impl BySignature {
    fn replies(&self) -> &[Replies] {
        let of_step = |step: &'_ Step| matches!(step, Step::WindowAbsorbing { .. });
        match self.checked.certificate().steps.iter().find(|step| of_step(step)) {
            Some(Step::WindowAbsorbing { replies, .. }) => replies,
            _ => &[],
        }
    }

    /// A position without large gaps that has the same signature and the same moves, for the purposes of the claim: large
    /// gaps are closed by multiples of the modulus, the more the lower heaps are.
    fn lowered(&self, position: &[BigUint]) -> Vec<u64> {
        let mut by_size: Vec<usize> = (0..position.len()).collect();
        by_size.sort_by_key(|heap| &position[*heap]);
        let mut lowered = vec![0u64; position.len()];
        let (mut before, mut lowered_before) = (BigUint::from(0u32), 0u64);
        for heap in by_size {
            let gap = &position[heap] - &before;
            let small = match gap.to_u64() {
                Some(small) if small < self.window => small,
                _ => {
                    let modulus = self.claim.modulus;
                    let excess: BigUint = (&gap - self.window) / modulus + 1u32;
                    (gap - excess * modulus).to_u64().expect("what is left is below the window")
                }
            };
            before = position[heap].clone();
            lowered_before += small;
            lowered[heap] = lowered_before;
        }
        lowered
    }

    fn holds(&self, sizes: &[u64]) -> bool {
        let mut ordered = Vec::new();
        in_order(&self.claim, sizes, &mut ordered);
        self.claim.holds(&ordered)
    }

    /// The amounts of a winning move that the certificate names.
    fn named_move(&self, sizes: &[u64]) -> Option<Vec<u64>> {
        let mut by_size: Vec<usize> = (0..sizes.len()).collect();
        if self.claim.order != Order::InPlace {
            by_size.sort_by_key(|heap| sizes[*heap]);
        }
        let ordered: Vec<u64> = by_size.iter().map(|heap| sizes[*heap]).collect();
        let signature = self.claim.signature(&ordered);
        let replies = self.replies().iter().find(|one| one.signature == signature)?;
        replies.moves.iter().find_map(|changes| {
            let amounts = taken(&ordered, changes).filter(|amounts| self.boxes.allows(&ordered, amounts))?;
            let mut in_place = vec![0; sizes.len()];
            for (heap, amount) in by_size.iter().zip(amounts) {
                in_place[*heap] = amount;
            }
            let option: Vec<u64> = sizes.iter().zip(&in_place).map(|(size, amount)| size - amount).collect();
            self.holds(&option).then_some(in_place)
        })
    }
}

impl Theorem for BySignature {
    fn id(&self) -> &'static str {
        "window"
    }

    fn credit(&self) -> &'static str {
        ""
    }

    fn references(&self) -> &'static [&'static str] {
        &[]
    }

    fn is_p(&self, position: &[BigUint]) -> bool {
        self.holds(&self.lowered(position))
    }

    fn winning_moves(&self, position: &[BigUint], limit: usize) -> WinningMoves {
        let none = WinningMoves { options: Vec::new(), complete: true };
        if self.is_p(position) {
            return none;
        }
        let lowered = self.lowered(position);
        let leave = |taken: &[u64]| -> Option<Vec<BigUint>> {
            position
                .iter()
                .zip(taken)
                .map(|(size, amount)| (*size >= BigUint::from(*amount)).then(|| size - amount))
                .collect()
        };
        let unchanged = lowered.iter().zip(position).all(|(low, size)| BigUint::from(*low) == *size);
        // Moves of bounded amounts are the same from the lowered position; of others several may become the same.
        let mut options: Vec<Vec<BigUint>> = Vec::new();
        let bounded = self.boxes.most_unbounded() == 0;
        let mut looked_at = 0;
        let mut complete = bounded || unchanged;
        let _ = self.boxes.each_option(&lowered, &mut |option| {
            looked_at += 1;
            if looked_at > MAX_MOVES {
                complete = false;
                return ControlFlow::Break(());
            }
            if self.holds(option) {
                if bounded {
                    let taken: Vec<u64> = lowered.iter().zip(option).map(|(size, left)| size - left).collect();
                    options.extend(leave(&taken));
                } else {
                    options.extend(self.raised(position, &lowered, option));
                }
            }
            ControlFlow::Continue(())
        });
        if options.is_empty() && bounded {
            options.extend(self.named_move(&lowered).and_then(|taken| leave(&taken)));
        }
        options.sort();
        options.dedup();
        complete &= options.len() <= limit;
        options.truncate(limit);
        WinningMoves { options, complete }
    }

    fn closed_form(&self, heaps: usize) -> Option<ClosedForm> {
        formula(&self.claim, heaps).map(ClosedForm::Formula)
    }

    fn certificate(&self) -> Option<&Certificate> {
        Some(self.checked.certificate())
    }

    fn figures(&self, position: &[BigUint]) -> Value {
        let shown = Shown {
            claim: &self.claim,
            boxes: &self.boxes,
            window: self.window,
            replies: self.replies(),
            winning: self.winning_moves(position, 1).options.into_iter().next(),
            misere: self.checked.rules().play == Play::Misere,
        };
        shown.figures(position)
    }
}

impl BySignature {
    /// The option of a position that is to it as `option` is to the lowered position, by the lemma of
    /// [`window`](crate::check::window): at each gap that was closed, what stands above a gap of the option inside it is
    /// raised by as much as the gap was closed.
    fn raised(&self, position: &[BigUint], lowered: &[u64], option: &[u64]) -> Option<Vec<BigUint>> {
        let mut by_size: Vec<usize> = (0..position.len()).collect();
        by_size.sort_by_key(|heap| &position[*heap]);
        let least = self.claim.closeness.max(self.claim.threshold);
        let mut raised: Vec<BigUint> = option.iter().map(|size| BigUint::from(*size)).collect();
        for (at, heap) in by_size.iter().enumerate() {
            let below = at.checked_sub(1).map(|at| by_size[at]);
            let (low, low_before) = match below {
                Some(below) => (lowered[below], position[below].clone()),
                None => (0, BigUint::from(0u32)),
            };
            let closed = (&position[*heap] - low_before) - BigUint::from(lowered[*heap] - low);
            if closed == BigUint::from(0u32) {
                continue;
            }
            let high = lowered[*heap].checked_sub(self.boxes.greatest_bound())?;
            let mut marks: Vec<u64> = option.iter().copied().filter(|size| (low..high).contains(size)).collect();
            marks.extend([low, high]);
            marks.sort_unstable();
            let cut = marks.windows(2).find(|pair| pair[1] - pair[0] >= least.max(1)).map(|pair| pair[0])?;
            for (size, own) in raised.iter_mut().zip(option) {
                if *own > cut {
                    *size += &closed;
                }
            }
        }
        Some(raised)
    }
}

/// The claim as a formula; nothing where it would be too long.
fn formula(claim: &SignatureClaim, heaps: usize) -> Option<Formula> {
    let arrangements = match claim.order {
        Order::InPlace => vec![(0..heaps).collect()],
        _ if (1..=heaps).product::<usize>() > MAX_CONJUNCTIONS => return None,
        _ => permutations(heaps),
    };
    if arrangements.len().saturating_mul(claim.p_signatures.len()) > MAX_CONJUNCTIONS {
        return None;
    }
    let mut parts = Vec::new();
    for arrangement in &arrangements {
        for signature in &claim.p_signatures {
            parts.push(Formula::And(conditions(claim, signature, arrangement)));
        }
    }
    Some(Formula::Or(parts))
}

/// That the heaps, those of `arrangement` in its order, have a signature.
fn conditions(claim: &SignatureClaim, signature: &[i64], arrangement: &[usize]) -> Vec<Formula> {
    let heaps = arrangement.len();
    let less = |constant: i64, x: usize, y: usize| {
        // constant + x − y ≤ 0
        Formula::AtMostZero(Linear::sum([(1, Var(x)), (-1, Var(y))], constant))
    };
    let mut all = Vec::new();
    for (heap, entry) in arrangement.iter().zip(signature) {
        if *entry < claim.threshold as i64 {
            all.push(Formula::IsZero(Linear::sum([(1, Var(*heap))], -entry)));
            continue;
        }
        if claim.threshold > 0 {
            all.push(Formula::AtMostZero(Linear::sum([(-1, Var(*heap))], claim.threshold as i64)));
        }
        all.push(Formula::Divisible(Linear::sum([(1, Var(*heap))], -entry), BigUint::from(claim.modulus)));
    }
    // x_i − x_j is `cut`, or beyond it where it is cut off.
    let mut difference = |i: usize, j: usize, cut: i64| {
        let closeness = claim.closeness as i64;
        if cut == closeness {
            all.push(less(closeness, j, i));
        } else if cut == -closeness {
            all.push(less(closeness, i, j));
        } else {
            all.push(Formula::IsZero(Linear::sum([(1, Var(i)), (-1, Var(j))], -cut)));
        }
    };
    let mut cuts = signature[heaps..].iter();
    match claim.order {
        Order::Unordered => {}
        Order::BySize => {
            for pair in arrangement.windows(2) {
                difference(pair[1], pair[0], cuts.next().copied().unwrap_or(0));
            }
        }
        Order::InPlace if claim.closeness > 0 => {
            for (at, i) in arrangement.iter().enumerate() {
                for j in &arrangement[at + 1..] {
                    difference(*i, *j, cuts.next().copied().unwrap_or(0));
                }
            }
        }
        Order::InPlace => {}
    }
    all
}
