//! Proofs by cases with letters: conjectured families, and the search for the trees of cases.
//!
//! Whatever is found here goes through [`check::cases`](crate::check::cases), so that the search may be as free as it likes.
//! It tries all trees of a small depth and takes the one with the fewest lines; where there is none, it decides for the
//! split that settles most, and goes on from there.

mod settle;

use super::Effort;
use crate::check::cases::{Context, MAX_DEPTH, all_positions, options};
use crate::pattern::families::{conjecture, fits};
use crate::proof::{Affine, CaseTree, Families, Step};
use crate::rules::boxes::Boxes;
use crate::solve::DenseTable;
use crate::syntax::tree::Play;
use num_integer::Integer;
use settle::Settler;

/// The depth to which all trees are tried.
const FULL_DEPTH: usize = 3;
/// The most contexts that are looked at for one such trial, for one tree, and for all trees of a proof.
const MAX_TRIAL: usize = 20_000;
const MAX_CONTEXTS: usize = 60_000;
const MAX_ALL_CONTEXTS: usize = 400_000;
/// The most comparisons with positions of families.
const MAX_COMPARISONS: usize = 300_000_000;
/// The most trees of a proof: one for each family and box.
const MAX_TREES: usize = 20_000;
/// The greatest bound to which a constraint may hold a letter for all its values to be listed.
const MAX_LISTED: i64 = 128;
/// The greatest bound that is tried where nothing forces one.
const MAX_BOUND: i64 = 8;
/// The most positions of the tables in which families are looked for, and compared.
const SMALL_TABLE: usize = 30_000;
const LARGE_TABLE: usize = 600_000;
/// The greatest heaps of these tables.
const SMALL_SIDE: u64 = 72;
const LARGE_SIDE: u64 = 400;

/// Looks for families with letters that are the P-positions, of the given scope or of all positions, and proves them.
///
/// The scope is given by the greatest size of the smallest heap; it needs rules that treat all heaps alike. Nothing comes
/// back where no families fit, or where they could not be proved.
pub fn find(boxes: &Boxes, play: Play, smallest_at_most: Option<u64>, effort: Effort) -> Option<(Families, Vec<Step>)> {
    let table = |positions: usize, side: u64| {
        let positions = positions.min(effort.positions);
        let max = super::window::largest_side(boxes.heaps, positions, boxes.alike()).min(side);
        DenseTable::new(boxes, play, max, boxes.alike())
    };
    let claim = conjecture(&table(SMALL_TABLE, SMALL_SIDE), boxes.heaps, smallest_at_most)?;
    if !fits(&claim, &table(LARGE_TABLE, LARGE_SIDE)) {
        return None;
    }
    prove(boxes, play, claim)
}

/// The claim, without families whose positions are those of others, and the steps that prove it, where the search finds them.
pub fn prove(boxes: &Boxes, play: Play, mut claim: Families) -> Option<(Families, Vec<Step>)> {
    loop {
        let steps = steps(boxes, play, &claim)?;
        let mut has_members = vec![false; claim.families.len()];
        if let Some(Step::CasesAbsorbing { cases }) = steps.last() {
            mark_members(cases, &mut has_members);
        }
        if !has_members.contains(&false) {
            return Some((claim, steps));
        }
        let mut has_members = has_members.into_iter();
        claim.families.retain(|_| has_members.next() == Some(true));
    }
}

/// Marks the families of which some case is a member.
fn mark_members(tree: &CaseTree, has_members: &mut [bool]) {
    match tree {
        CaseTree::Remainder { cases, .. } => cases.iter().for_each(|case| mark_members(case, has_members)),
        CaseTree::Small { cases, rest, .. } => {
            cases.iter().chain([&**rest]).for_each(|case| mark_members(case, has_members));
        }
        CaseTree::Compare { at_most, more, .. } => {
            mark_members(at_most, has_members);
            mark_members(more, has_members);
        }
        CaseTree::Member(member) => has_members[member.family] = true,
        CaseTree::Impossible(_) | CaseTree::Reply { .. } | CaseTree::Terminal => {}
    }
}

/// The steps that prove a claim, where the search finds them.
pub fn steps(boxes: &Boxes, play: Play, claim: &Families) -> Option<Vec<Step>> {
    if claim.heaps != boxes.heaps || claim.families.len().saturating_mul(boxes.boxes.len()) > MAX_TREES {
        return None;
    }
    let settler = Settler::new(boxes, play, &claim.families);
    let mut search = Search::new(&settler, claim, true);
    let absorbing = search.tree(&all_positions(claim, boxes.alike())?)?;
    let mut search = Search::new(&settler, claim, false);
    let mut stable = Vec::new();
    for family in &claim.families {
        for moves in &boxes.boxes {
            stable.push(search.tree(&options(family, moves)?)?);
        }
    }
    Some(vec![Step::CasesStable { cases: stable }, Step::CasesAbsorbing { cases: absorbing }])
}

struct Search<'a> {
    settler: &'a Settler<'a>,
    members_settle: bool,
    /// A common multiple of all coefficients of the families.
    modulus: i64,
    /// The greatest constant of the families.
    reach: i64,
    /// How many contexts may still be looked at: in this trial, for this tree, and for all trees.
    trial: usize,
    left: usize,
    left_of_all: usize,
}

/// A way to tell cases apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Split {
    Remainder(usize, i64),
    Compare(usize, usize),
    Small(usize, i64),
}

/// What a reader has to go through, in tenths of a line.
fn cost(leaf: &CaseTree) -> u64 {
    if matches!(leaf, CaseTree::Impossible(_)) { 1 } else { 10 }
}

/// What a split adds to that.
const SPLIT_COST: u64 = 2;

impl<'a> Search<'a> {
    fn new(settler: &'a Settler<'a>, claim: &Families, members_settle: bool) -> Search<'a> {
        let entries = || claim.families.iter().flatten();
        let coefficients = entries().flat_map(Affine::coefficients).filter(|number| **number != 0);
        let modulus = coefficients.fold(1i64, |modulus, number| {
            let gcd = modulus.gcd(number);
            modulus.checked_mul(number / gcd).filter(|multiple| *multiple <= MAX_LISTED).unwrap_or(modulus)
        });
        let reach = entries().map(Affine::constant_part).max().unwrap_or(0);
        let left_of_all = MAX_ALL_CONTEXTS.min(MAX_COMPARISONS / settler.comparisons().max(1));
        Search { settler, members_settle, modulus, reach, trial: 0, left: 0, left_of_all }
    }

    /// The tree that settles a context.
    fn tree(&mut self, context: &Context) -> Option<CaseTree> {
        let most = MAX_CONTEXTS.min(self.left_of_all);
        self.left = most;
        let tree = self.close(context, 0);
        self.left_of_all -= most - self.left;
        tree
    }

    fn close(&mut self, context: &Context, depth: usize) -> Option<CaseTree> {
        if depth + 2 * FULL_DEPTH >= MAX_DEPTH {
            return None;
        }
        if let Some(leaf) = self.leaf(context) {
            return Some(leaf);
        }
        if let Some(split) = forced(context) {
            let branches = branches(context, split)?;
            let trees = branches.iter().map(|branch| self.close(branch, depth + 1)).collect::<Option<_>>()?;
            return Some(node(split, trees));
        }
        for fuel in 1..=FULL_DEPTH {
            self.trial = MAX_TRIAL;
            if let Some((tree, _)) = self.best(context, fuel, u64::MAX) {
                return Some(tree);
            }
        }
        let split = self.most_settled(context)?;
        let branches = branches(context, split)?;
        let trees = branches.iter().map(|branch| self.close(branch, depth + 1)).collect::<Option<_>>()?;
        Some(node(split, trees))
    }

    fn leaf(&mut self, context: &Context) -> Option<CaseTree> {
        self.left = self.left.checked_sub(1)?;
        self.settler.leaf(context, self.members_settle)
    }

    /// The cheapest tree that settles a context with so many splits one in another, if it costs less than `limit`.
    fn best(&mut self, context: &Context, fuel: usize, limit: u64) -> Option<(CaseTree, u64)> {
        self.trial = self.trial.checked_sub(1)?;
        if let Some(leaf) = self.leaf(context) {
            let cost = cost(&leaf);
            return (cost < limit).then_some((leaf, cost));
        }
        if let Some(split) = forced(context) {
            return self.by_split(context, split, fuel, limit);
        }
        let fuel = fuel.checked_sub(1)?;
        let mut best = None;
        let mut limit = limit;
        for split in self.splits(context) {
            if let Some((tree, cost)) = self.by_split(context, split, fuel, limit) {
                limit = cost;
                best = Some((tree, cost));
            }
        }
        best
    }

    fn by_split(&mut self, context: &Context, split: Split, fuel: usize, limit: u64) -> Option<(CaseTree, u64)> {
        let mut sum = SPLIT_COST;
        let mut trees = Vec::new();
        // The last case is the one that is hardest to settle, so that the others are tried in vain least often.
        for branch in branches(context, split)?.iter().rev() {
            let (tree, cost) = self.best(branch, fuel, limit.checked_sub(sum)?)?;
            sum += cost;
            trees.push(tree);
        }
        trees.reverse();
        (sum < limit).then(|| (node(split, trees), sum))
    }

    /// The split of which most cases can be settled soon.
    fn most_settled(&mut self, context: &Context) -> Option<Split> {
        let mut best: Option<(u64, Split)> = None;
        let splits = self.splits(context);
        for split in splits.iter().copied() {
            let branches = branches(context, split)?;
            let count = branches.len() as u64;
            let mut settled = 0;
            for (at, branch) in branches.iter().enumerate() {
                self.trial = MAX_TRIAL;
                if self.best(branch, 1, u64::MAX).is_none() {
                    continue;
                }
                // Single numbers are few among all.
                settled += match split {
                    Split::Small(..) if at + 1 < branches.len() => 200 / (count - 1),
                    Split::Small(..) => 800,
                    _ => 1000 / count,
                };
            }
            if best.is_none_or(|(known, _)| settled > known) {
                best = Some((settled, split));
            }
        }
        // Where nothing but single numbers can be settled, remainders are what is missing.
        let remainder = splits.iter().find(|split| matches!(split, Split::Remainder(..)));
        match (best, remainder) {
            (Some((..=200, _)), Some(remainder)) => Some(*remainder),
            (best, _) => best.map(|(_, split)| split),
        }
    }

    /// The splits that may help.
    fn splits(&self, context: &Context) -> Vec<Split> {
        let forms = || context.sizes.iter().chain(&context.constraints);
        let letters: Vec<usize> = (0..letters(context)).filter(|letter| context.speaks_of(*letter)).collect();
        let mut splits = Vec::new();
        for letter in &letters {
            let coefficients = context.sizes.iter().map(|size| size.coefficient(*letter)).filter(|number| *number != 0);
            let needed = coefficients.fold(1i64, |lcm, number| lcm.lcm(&(self.modulus / self.modulus.gcd(&number))));
            splits.extend(
                (2..=needed).rev().filter(|modulus| needed % modulus == 0).map(|one| Split::Remainder(*letter, one)),
            );
        }
        let differences: Vec<Affine> = (0..context.sizes.len())
            .flat_map(|one| (0..one).filter_map(move |other| context.sizes[one].minus(&context.sizes[other])))
            .collect();
        for j in &letters {
            for k in &letters {
                let comparable = |form: &Affine| {
                    form.coefficient(*j) != 0 && form.coefficient(*j).checked_neg() == Some(form.coefficient(*k))
                };
                if j != k && context.constraints.iter().chain(&differences).any(comparable) {
                    splits.push(Split::Compare(*j, *k));
                }
            }
        }
        for letter in letters {
            // Far from where the families begin, single numbers make no difference.
            let mut with_letter = context.sizes.iter().filter(|size| size.coefficient(letter) != 0).peekable();
            let is_far = |size: &Affine| size.constant_part() > self.reach + 2 * self.modulus;
            if with_letter.peek().is_some() && with_letter.all(is_far) {
                continue;
            }
            let least =
                forms().map(|form| form.coefficient(letter).abs()).filter(|number| *number > 0).min().unwrap_or(1);
            let most = (self.reach / least + 1).min(MAX_BOUND);
            splits.extend((1..=most).map(|bound| Split::Small(letter, bound)));
        }
        splits
    }
}

/// The split by all values of a letter that a constraint bounds.
fn forced(context: &Context) -> Option<Split> {
    let bound = |form: &Affine| {
        let coefficients = form.coefficients();
        let letter = coefficients.iter().position(|number| *number < 0)?;
        if coefficients.iter().any(|number| *number > 0) || form.constant_part() < 0 {
            return None;
        }
        let bound = form.constant_part() / coefficients[letter].checked_neg()? + 1;
        (bound <= MAX_LISTED).then_some(Split::Small(letter, bound))
    };
    context.constraints.iter().find_map(bound)
}

/// How many letters there are, used or not.
fn letters(context: &Context) -> usize {
    let forms = context.sizes.iter().chain(&context.constraints);
    forms.map(|form| form.coefficients().len()).max().unwrap_or(0)
}

/// The contexts into which a split divides one; `None` beyond 64 bits.
fn branches(context: &Context, split: Split) -> Option<Vec<Context>> {
    match split {
        Split::Remainder(letter, modulus) => {
            (0..modulus).map(|rest| context.with(letter, &Affine::of_letter(rest, letter, modulus))).collect()
        }
        Split::Small(letter, bound) => {
            let mut all: Vec<Context> =
                (0..bound).map(|number| context.with(letter, &Affine::constant(number))).collect::<Option<_>>()?;
            all.push(context.with(letter, &Affine::of_letter(bound, letter, 1))?);
            Some(all)
        }
        Split::Compare(j, k) => {
            let sum = Affine::of_letter(0, j, 1).plus(1, &Affine::of_letter(0, k, 1))?;
            let more = sum.plus(1, &Affine::constant(1))?;
            Some(vec![context.with(k, &sum)?, context.with(j, &more)?])
        }
    }
}

/// The node of a split.
///
/// # Panics
///
/// Where the trees are not as many as the split has cases.
fn node(split: Split, mut trees: Vec<CaseTree>) -> CaseTree {
    let mut last = || Box::new(trees.pop().expect("a tree for each case"));
    match split {
        Split::Remainder(letter, modulus) => CaseTree::Remainder { letter, modulus, cases: trees },
        Split::Small(letter, bound) => {
            let rest = last();
            CaseTree::Small { letter, bound, cases: trees, rest }
        }
        Split::Compare(j, k) => {
            let more = last();
            CaseTree::Compare { letters: (j, k), at_most: last(), more }
        }
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod mutations;
