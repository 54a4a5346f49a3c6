//! Cases with letters: why finitely many cases, each settled for all values of its letters, prove a claim about all
//! positions.
//!
//! # The games
//!
//! As for [windows](super::window): n heaps, and moves that are a union of [boxes](crate::rules::boxes), some heaps with an
//! interval of amounts for each. All letters stand for natural numbers 0, 1, 2, …; a form c + c₀·k₀ + c₁·k₁ + … is an
//! [`Affine`].
//!
//! # The claim
//!
//! [`Families`] says that, in its scope S, the P-positions are the *members*: the positions of its families, whose entries
//! have no negative constants or coefficients; where the rules treat all heaps alike, members in any order of the heaps.
//! The scope is all positions, or those whose smallest heap holds at most s tokens. No move leaves it, since moves only lower
//! heaps. Let 𝒫 be the set of all members. Two things are shown.
//!
//! * `cases-stable`: from every option of a member some move leads to a member again, except where, in misère play, the option
//!   is terminal; and in misère play no member is terminal.
//! * `cases-absorbing`: every position of S is a member, or some move from it leads to a member, or it is terminal and the play
//!   is misère.
//!
//! # The theorem
//!
//! *The P-positions of S are the members.* First, every member is a P-position, by induction on its number of tokens. Each
//! option y of a member x is terminal in misère play, and hence an N-position, or has an option z that is a member. Every move
//! takes at least one token, so that z has fewer tokens than x and is a P-position by the hypothesis; hence y is an
//! N-position. So all options of x are N-positions. If there are none, play is normal, as members are not terminal in
//! misère play. In both cases x is a P-position. Second, a position of S that is no member has an option that is a
//! member, a P-position, or is terminal in misère play; it is an N-position either way. ∎
//!
//! Members are claimed in S alone, so that each family must lie in it: one of its entries is a number that is at most s.
//!
//! # The cases
//!
//! A *context* is a list of sizes, one a heap, and a list of constraints, all forms in the same letters. It stands for the
//! positions that the sizes are for those values of the letters at which no constraint is negative; the context sees to it
//! that no size is negative there. A tree settles a context:
//!
//! * its inner nodes replace the context by several that together stand for the same positions. Every natural number is m·k + r
//!   for a natural number k and one r < m; it is one of 0, …, b − 1, or b + k; and of two natural numbers j and k, either k
//!   is j + k′, or j is k + 1 + j′. Putting these forms in the place of letters is all that such a node does.
//! * `impossible` names a constraint with a negative constant and no positive coefficient: no values of the letters meet it.
//! * `member` names a family, for each of its entries a heap, and for each of its letters a form without negative numbers, whose
//!   values are natural numbers. Put in the place of the family's letters these forms make each entry *the same form* as
//!   the size of its heap.
//! * `reply` names some heaps and what is left in each; some box is of just these heaps, and each difference
//!   of old and new size lies in the box's interval for all values of the letters: less the low bound it is a form without
//!   negative numbers, and so is the high bound less the difference. The new position is a member, as above; its sizes are therefore
//!   not negative.
//! * `terminal`, in misère play alone: of each box, some heap holds too little for all values of the letters.
//!
//! The trees of `cases-absorbing` settle one context, of all positions of S: where heaps are alike, ascending sizes a₀,
//! a₀ + a₁, a₀ + a₁ + a₂, …, with the constraint s − a₀; where they are not, sizes a₀, a₁, a₂, … ([`all_positions`]).
//! Members of the leaves are allowed. The trees of `cases-stable` settle a context for each family and each box, in this order
//! ([`options`]): the letters of the family, followed by one for each heap of the box whose interval is no single number. Where
//! the interval l ≤ t ≤ u has an end, the letter k says that l + k tokens are taken, with the constraints u − l − k and
//! that the heap's new size is not negative; where l ≤ t has none, it is the size that is left, with the constraint that
//! the amount is at least l. Here leaves may not be members. Where heaps are alike, it is enough to look at members in the
//! order in which the family lists them: exchanging heaps turns moves into moves.
//!
//! A node that speaks of a letter that occurs nowhere, and a family that no leaf of `cases-absorbing` is a member of, are
//! rejected: they would be idle.

use crate::proof::{Affine, CaseTree, Families, Member, letter_name};
use crate::rules::boxes::{AmountBox, Boxes};
use crate::syntax::tree::Play;

/// How deep a tree of cases may be: about as deep as what is written in JSON can be read.
pub const MAX_DEPTH: usize = 40;
/// The greatest modulus or bound by which a letter is told apart.
const MAX_CASES: i64 = 1 << 16;

const TOO_LARGE: &str = "a number exceeds 64 bits";

/// Positions given by forms, for those letters at which no constraint is negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// The size of each heap.
    pub sizes: Vec<Affine>,
    /// Forms that are not negative.
    pub constraints: Vec<Affine>,
}

impl Context {
    /// The context with a form in place of a letter; `None` beyond 64 bits.
    pub fn with(&self, letter: usize, value: &Affine) -> Option<Context> {
        let put = |forms: &[Affine]| forms.iter().map(|form| form.with(letter, value)).collect::<Option<Vec<_>>>();
        Some(Context { sizes: put(&self.sizes)?, constraints: put(&self.constraints)? })
    }

    /// Whether a letter occurs.
    pub fn speaks_of(&self, letter: usize) -> bool {
        self.sizes.iter().chain(&self.constraints).any(|form| form.coefficient(letter) != 0)
    }

    fn in_words(&self) -> String {
        let sizes: Vec<String> = self.sizes.iter().map(Affine::to_string).collect();
        format!("({})", sizes.join(", "))
    }
}

/// The positions of the scope, heaps ascending where they are alike; `None` beyond 64 bits.
pub fn all_positions(claim: &Families, alike: bool) -> Option<Context> {
    let size = |heap: usize| {
        if alike { Affine::new(0, &vec![1; heap + 1]) } else { Affine::of_letter(0, heap, 1) }
    };
    let sizes = (0..claim.heaps).map(size).collect();
    let constraints = match claim.smallest_at_most {
        Some(smallest) => vec![Affine::of_letter(i64::try_from(smallest).ok()?, 0, -1)],
        None => Vec::new(),
    };
    Some(Context { sizes, constraints })
}

/// The options of a family's positions by the moves of a box; `None` beyond 64 bits.
pub fn options(family: &[Affine], moves: &AmountBox) -> Option<Context> {
    let mut context = Context { sizes: family.to_vec(), constraints: Vec::new() };
    let mut next_letter = family.iter().map(|entry| entry.coefficients().len()).max().unwrap_or(0);
    for (heap, amounts) in moves.heaps.iter().zip(&moves.amounts) {
        let size = family.get(*heap)?;
        let low = Affine::constant(i64::try_from(amounts.low).ok()?);
        let most = size.minus(&low)?;
        let room = match amounts.high {
            Some(high) => Some(i64::try_from(high.checked_sub(amounts.low)?).ok()?),
            None => None,
        };
        if room == Some(0) {
            context.sizes[*heap] = most.clone();
            context.constraints.push(most);
            continue;
        }
        let letter = Affine::of_letter(0, next_letter, 1);
        next_letter += 1;
        let rest = most.minus(&letter)?;
        context.sizes[*heap] = if room.is_some() { rest.clone() } else { letter.clone() };
        context.constraints.push(rest);
        if let Some(room) = room {
            context.constraints.push(Affine::constant(room).minus(&letter)?);
        }
    }
    Some(context)
}

/// Checks that from every option of a member some move leads to a member.
///
/// # Errors
///
/// What is wrong with the claim, or the first case that is not settled.
///
/// # Complexity
///
/// Proportional to the size of the trees and the number of boxes.
pub fn stable(boxes: &Boxes, play: Play, claim: &Families, cases: &[CaseTree]) -> Result<(), String> {
    let mut checker = Checker::new(boxes, play, claim, false)?;
    if cases.len() != claim.families.len() * boxes.boxes.len() {
        return Err(format!(
            "there are {} trees of cases, and must be one for each of {} families and {} boxes",
            cases.len(),
            claim.families.len(),
            boxes.boxes.len()
        ));
    }
    let mut trees = cases.iter();
    for (number, family) in claim.families.iter().enumerate() {
        let is_enough =
            |moves: &AmountBox| {
                moves.heaps.iter().zip(&moves.amounts).all(|(heap, amounts)| {
                    family[*heap].constant_part() >= i64::try_from(amounts.low).unwrap_or(i64::MAX)
                })
            };
        if play == Play::Misere && !boxes.boxes.iter().any(is_enough) {
            return Err(format!("family {number} has positions at which no move is certain to be left"));
        }
        for (at, (moves, tree)) in boxes.boxes.iter().zip(trees.by_ref()).enumerate() {
            let context = options(family, moves).ok_or(TOO_LARGE)?;
            checker.settle(&context, tree, 0).map_err(|reason| format!("family {number}, box {at}: {reason}"))?;
        }
    }
    Ok(())
}

/// Checks that every position of the scope is a member or some move from it leads to one.
///
/// # Errors
///
/// What is wrong with the claim, or the first case that is not settled.
///
/// # Complexity
///
/// Proportional to the size of the tree and the number of boxes.
pub fn absorbing(boxes: &Boxes, play: Play, claim: &Families, cases: &CaseTree) -> Result<(), String> {
    let mut checker = Checker::new(boxes, play, claim, true)?;
    let context = all_positions(claim, checker.alike).ok_or(TOO_LARGE)?;
    checker.settle(&context, cases, 0)?;
    match checker.has_members.iter().position(|has| !has) {
        Some(family) => Err(format!("no case is settled as a member of family {family}")),
        None => Ok(()),
    }
}

struct Checker<'a> {
    boxes: &'a Boxes,
    play: Play,
    claim: &'a Families,
    alike: bool,
    /// Whether a position may be settled by being a member.
    members_settle: bool,
    /// For each family, whether some position has been settled as its member.
    has_members: Vec<bool>,
}

impl<'a> Checker<'a> {
    /// The checker for a claim, after its form has been checked.
    fn new(boxes: &'a Boxes, play: Play, claim: &'a Families, members_settle: bool) -> Result<Checker<'a>, String> {
        let alike = boxes.alike();
        if claim.heaps != boxes.heaps {
            return Err(format!("the claim is about {} heaps, and the game has {}", claim.heaps, boxes.heaps));
        }
        if claim.smallest_at_most.is_some() && !alike {
            return Err(
                "the scope is given by the smallest heap, and the rules do not treat all heaps alike".to_owned()
            );
        }
        for (number, family) in claim.families.iter().enumerate() {
            let fault = |what: &str| Err(format!("family {number} {what}"));
            if family.len() != claim.heaps {
                return fault("has not as many entries as there are heaps");
            }
            if !family.iter().all(|entry| entry.is_well_formed() && entry.is_natural()) {
                return fault("has an entry with a negative number, or with a zero at its end");
            }
            let letters = family.iter().map(|entry| entry.coefficients().len()).max().unwrap_or(0);
            if !(0..letters).all(|letter| family.iter().any(|entry| entry.coefficient(letter) > 0)) {
                return fault("leaves out a letter");
            }
            let within = |smallest: u64| {
                let is_small = |entry: &Affine| u64::try_from(entry.constant_part()).is_ok_and(|size| size <= smallest);
                family.iter().any(|entry| entry.is_constant() && is_small(entry))
            };
            if !claim.smallest_at_most.is_none_or(within) {
                return fault("has positions outside the scope");
            }
            if claim.families[..number].contains(family) {
                return fault("is listed twice");
            }
        }
        let has_members = vec![false; claim.families.len()];
        Ok(Checker { boxes, play, claim, alike, members_settle, has_members })
    }

    /// Checks that a tree settles a context.
    fn settle(&mut self, context: &Context, tree: &CaseTree, depth: usize) -> Result<(), String> {
        if depth > MAX_DEPTH {
            return Err(format!("the cases are nested more than {MAX_DEPTH} deep"));
        }
        let settled = match tree {
            CaseTree::Remainder { letter, modulus, cases } => {
                return self.remainder(context, *letter, *modulus, cases, depth);
            }
            CaseTree::Small { letter, bound, cases, rest } => {
                return self.small(context, *letter, *bound, cases, rest, depth);
            }
            CaseTree::Compare { letters, at_most, more } => {
                return self.compare(context, *letters, at_most, more, depth);
            }
            CaseTree::Impossible(constraint) => impossible(context, *constraint),
            CaseTree::Member(_) if !self.members_settle => Err("the position is to have a reply".to_owned()),
            CaseTree::Member(member) => self.member(&context.sizes, member).map(|()| {
                self.has_members[member.family] = true;
            }),
            CaseTree::Reply { leaving, to } => self.reply(context, leaving, to),
            CaseTree::Terminal => self.terminal(context),
        };
        settled.map_err(|reason| format!("{}: {reason}", context.in_words()))
    }

    /// Every natural number is m·k + r for one r below m.
    fn remainder(
        &mut self,
        context: &Context,
        letter: usize,
        modulus: i64,
        cases: &[CaseTree],
        depth: usize,
    ) -> Result<(), String> {
        occurs(context, letter)?;
        if !(2..=MAX_CASES).contains(&modulus) || i64::try_from(cases.len()) != Ok(modulus) {
            return Err(format!("{} cases for the remainders modulo {modulus}", cases.len()));
        }
        for (rest, case) in (0..).zip(cases) {
            let replaced = context.with(letter, &Affine::of_letter(rest, letter, modulus)).ok_or(TOO_LARGE)?;
            self.settle(&replaced, case, depth + 1)?;
        }
        Ok(())
    }

    /// Every natural number is below b or b + k.
    fn small(
        &mut self,
        context: &Context,
        letter: usize,
        bound: i64,
        cases: &[CaseTree],
        rest: &CaseTree,
        depth: usize,
    ) -> Result<(), String> {
        occurs(context, letter)?;
        if !(1..=MAX_CASES).contains(&bound) || i64::try_from(cases.len()) != Ok(bound) {
            return Err(format!("{} cases for the numbers below {bound}", cases.len()));
        }
        for (number, case) in (0..).zip(cases) {
            let replaced = context.with(letter, &Affine::constant(number)).ok_or(TOO_LARGE)?;
            self.settle(&replaced, case, depth + 1)?;
        }
        let replaced = context.with(letter, &Affine::of_letter(bound, letter, 1)).ok_or(TOO_LARGE)?;
        self.settle(&replaced, rest, depth + 1)
    }

    /// Of natural numbers j and k, either k is j + k′ or j is k + 1 + j′.
    fn compare(
        &mut self,
        context: &Context,
        (j, k): (usize, usize),
        at_most: &CaseTree,
        more: &CaseTree,
        depth: usize,
    ) -> Result<(), String> {
        occurs(context, j)?;
        occurs(context, k)?;
        if j == k {
            return Err("a letter is compared with itself".to_owned());
        }
        let sum = Affine::of_letter(0, j, 1).plus(1, &Affine::of_letter(0, k, 1)).ok_or(TOO_LARGE)?;
        let more_sum = sum.plus(1, &Affine::constant(1)).ok_or(TOO_LARGE)?;
        self.settle(&context.with(k, &sum).ok_or(TOO_LARGE)?, at_most, depth + 1)?;
        self.settle(&context.with(j, &more_sum).ok_or(TOO_LARGE)?, more, depth + 1)
    }

    /// The sizes are those of a family, with forms in place of its letters.
    fn member(&self, sizes: &[Affine], member: &Member) -> Result<(), String> {
        let family = self.claim.families.get(member.family).ok_or("there is no such family")?;
        let mut heaps = member.order.clone();
        heaps.sort_unstable();
        if !heaps.into_iter().eq(0..sizes.len()) {
            return Err("the entries are not those of all heaps, each once".to_owned());
        }
        if !self.alike && !member.order.is_sorted() {
            return Err("the rules do not treat all heaps alike, and the heaps are exchanged".to_owned());
        }
        let letters = family.iter().map(|entry| entry.coefficients().len()).max().unwrap_or(0);
        if member.letters.len() != letters {
            return Err(format!("{} forms for {letters} letters", member.letters.len()));
        }
        if let Some(form) = member.letters.iter().find(|form| !form.is_well_formed() || !form.is_natural()) {
            return Err(format!("{form} is put in place of a letter, and may be negative or is not well formed"));
        }
        for (entry, heap) in family.iter().zip(&member.order) {
            let size = entry.with_all(&member.letters).ok_or(TOO_LARGE)?;
            if size != sizes[*heap] {
                return Err(format!("heap {heap} is {}, and the family's entry {size}", sizes[*heap]));
            }
        }
        Ok(())
    }

    /// Some move leads to a member.
    fn reply(&self, context: &Context, leaving: &[(usize, Affine)], to: &Member) -> Result<(), String> {
        let mut sizes = context.sizes.clone();
        let mut taken = Vec::new();
        for (heap, size) in leaving {
            let place = sizes.get_mut(*heap).ok_or("there is no such heap")?;
            taken.push(place.minus(size).ok_or(TOO_LARGE)?);
            *place = size.clone();
        }
        let heaps: Vec<usize> = leaving.iter().map(|(heap, _)| *heap).collect();
        if !self.boxes.boxes.iter().any(|moves| moves.heaps == heaps && is_allowed(moves, &taken)) {
            let amounts: Vec<String> = taken.iter().map(Affine::to_string).collect();
            return Err(format!("it is not shown that {} may be taken from heaps {heaps:?}", amounts.join(", ")));
        }
        self.member(&sizes, to)
    }

    /// No move is left, and who is to move wins.
    fn terminal(&self, context: &Context) -> Result<(), String> {
        if self.play != Play::Misere {
            return Err("who cannot move loses, so that this settles nothing".to_owned());
        }
        let too_few = |heap: usize, low: u64| {
            let most = i64::try_from(low).ok().and_then(|low| Affine::constant(low - 1).minus(&context.sizes[heap]));
            most.is_some_and(|room| room.is_natural())
        };
        let is_excluded =
            |moves: &AmountBox| moves.heaps.iter().zip(&moves.amounts).any(|(heap, all)| too_few(*heap, all.low));
        if self.boxes.boxes.iter().all(is_excluded) { Ok(()) } else { Err("a move may be left".to_owned()) }
    }
}

fn occurs(context: &Context, letter: usize) -> Result<(), String> {
    if context.speaks_of(letter) {
        return Ok(());
    }
    Err(format!("{}: the letter {} does not occur", context.in_words(), letter_name(letter)))
}

/// A constraint that no letters meet.
fn impossible(context: &Context, constraint: usize) -> Result<(), String> {
    match context.constraints.get(constraint) {
        None => Err(format!("there is no constraint {constraint}")),
        Some(form) if form.is_always_negative() => Ok(()),
        Some(form) => Err(format!("{form} need not be negative")),
    }
}

/// Whether amounts, one for each heap of a box, are in its intervals for all letters.
pub fn is_allowed(moves: &AmountBox, taken: &[Affine]) -> bool {
    let number = |bound: u64| i64::try_from(bound).ok().map(Affine::constant);
    moves.amounts.iter().zip(taken).all(|(interval, amount)| {
        let enough = number(interval.low).and_then(|low| amount.minus(&low));
        let not_too_much = match interval.high {
            Some(high) => number(high).and_then(|high| high.minus(amount)),
            None => Some(Affine::constant(0)),
        };
        enough.is_some_and(|room| room.is_natural()) && not_too_much.is_some_and(|room| room.is_natural())
    })
}
