//! The moves from a single heap, read off the rules once: which amounts, and what becomes of the rest.

use crate::game::{Allowance, GameError, Position, Search, amounts_of, for_each_move};
use crate::rules::boxes::Boxes;
use crate::rules::expr::{Expr, Scope, Slot};
use crate::rules::linear::{Linear, systems};
use crate::rules::removals::Removals;
use crate::rules::{AmountSet, Deed, MoveRule, Parts, Ruleset, Selection};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive};
use std::ops::ControlFlow;

/// The greatest size up to which amounts that settle later are listed size by size.
const MAX_EARLY: u64 = 4096;

/// What moves there are from one heap of any size.
#[derive(Debug)]
pub(super) struct HeapMoves {
    pub(super) kinds: Vec<Kind>,
}

/// Moves that take one of a set of amounts, 0 among them where a heap is only divided, and do the same with the rest.
#[derive(Debug)]
pub(super) struct Kind {
    pub(super) amounts: Amounts,
    pub(super) into: Into,
}

/// What becomes of the rest of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Into {
    /// One heap, perhaps empty.
    One,
    /// So many heaps, none of them empty.
    Parts { count: usize, differ: bool, equal: bool },
}

/// The amounts at each size of the heap.
#[derive(Debug)]
pub(super) enum Amounts {
    /// From some size on always the same, as far as the heap holds them.
    Settled {
        /// The amounts at the sizes before.
        early: Vec<Vec<u64>>,
        /// The amounts later, in stretches from the first amount to the last, ascending; listed as far as any size that is
        /// solved holds them.
        late: Vec<(u64, u64)>,
        /// An amount that none exceeds, whatever the size.
        most: Option<u64>,
    },
    /// Found anew at each size.
    BySize(Source),
}

/// Where the amounts of a size are found.
#[derive(Debug)]
pub(super) enum Source {
    /// The moves of these rules, which take the amounts and divide nothing.
    Rules { rules: Box<Ruleset>, place: usize },
    /// A heap is divided, or emptied, or replaced by any smaller one that is not empty, where a condition holds.
    Condition { condition: Expr, place: usize, heaps: usize, smaller: bool, none: bool },
    /// All that leave a heap that is not empty.
    Smaller,
}

/// Why the moves are not told by amounts.
#[derive(Debug)]
pub(super) enum Refusal {
    /// A rule has no meaning somewhere, or there is too much to try, or a heap does not get smaller.
    Moves,
    /// Moves of another kind.
    Kind,
}

impl From<GameError> for Refusal {
    fn from(_: GameError) -> Refusal {
        Refusal::Moves
    }
}

impl HeapMoves {
    /// The moves from a heap in a place, for heaps up to `max`.
    ///
    /// # Errors
    ///
    /// Where they are not of the kind that amounts tell, or a rule has no meaning.
    pub(super) fn new(rules: &Ruleset, place: usize, max: u64) -> Result<HeapMoves, Refusal> {
        let mut kinds = Vec::new();
        for rule in &rules.moves {
            add(rules, rule, place, max, &mut kinds)?;
        }
        Ok(HeapMoves { kinds })
    }

    /// A size above which the amounts are always the same, none of them greater; `None` where there is no such.
    pub(super) fn settled(&self) -> Option<u64> {
        let mut all = 0;
        for kind in &self.kinds {
            match &kind.amounts {
                Amounts::Settled { early, most: Some(most), .. } => all = all.max(*most).max(early.len() as u64),
                _ => return None,
            }
        }
        Some(all)
    }
}

impl Amounts {
    /// The amounts at a size that are not told by stretches: those before the amounts settle, or found at the size.
    ///
    /// What may still be tried is counted off.
    pub(super) fn listed(&self, size: u64, allowance: &mut Allowance) -> Result<Option<Vec<u64>>, Refusal> {
        match self {
            Amounts::Settled { early, .. } => Ok(usize::try_from(size).ok().and_then(|at| early.get(at)).cloned()),
            Amounts::BySize(source) => source.amounts(size, allowance).map(Some),
        }
    }
}

impl Source {
    fn amounts(&self, size: u64, allowance: &mut Allowance) -> Result<Vec<u64>, Refusal> {
        match self {
            Source::Smaller => Ok((1..size).collect()),
            // Nothing can be divided, or put in place of nothing: the condition is not even asked.
            Source::Condition { smaller, none, .. } if size < if *smaller || *none { 1 } else { 2 } => Ok(Vec::new()),
            Source::Condition { condition, place, heaps, smaller, none } => {
                let mut sizes = vec![0; *heaps];
                sizes[*place] = size;
                let scope = Scope { heaps: &sizes, heap: Some(*place), ..Scope::default() };
                if !condition.truth(&scope).map_err(|_| Refusal::Moves)? {
                    return Ok(Vec::new());
                }
                Ok(match (smaller, none) {
                    (false, false) => vec![0],
                    (false, true) => vec![size],
                    (true, false) => (1..size).collect(),
                    (true, true) => (1..=size).collect(),
                })
            }
            Source::Rules { rules, place } => taken(rules, *place, size, allowance),
        }
    }
}

/// The amounts by which the moves of rules that divide nothing make a heap smaller, ascending.
fn taken(rules: &Ruleset, place: usize, size: u64, allowance: &mut Allowance) -> Result<Vec<u64>, Refusal> {
    allowance.search(|search| amounts_by(rules, place, size, search))?.ok_or(Refusal::Moves)
}

/// The same by a search; nothing where some move does not make the heap smaller.
fn amounts_by(rules: &Ruleset, place: usize, size: u64, search: &mut Search) -> Result<Option<Vec<u64>>, GameError> {
    let mut sizes = vec![0; rules.heaps];
    sizes[place] = size;
    let position = Position::new(sizes);
    if let Some(amounts) = amounts_of(rules, &position, place, search)? {
        return Ok(Some(amounts));
    }
    let mut amounts = Vec::new();
    let smaller = for_each_move(rules, &position, search, &mut |_, _, option| {
        let left = option.sizes()[place];
        if left >= size {
            return ControlFlow::Break(());
        }
        amounts.push(size - left);
        ControlFlow::Continue(())
    })?;
    amounts.sort_unstable();
    amounts.dedup();
    Ok(smaller.is_continue().then_some(amounts))
}

/// Adds the kinds of move that a rule allows from a heap in a place.
fn add(rules: &Ruleset, rule: &MoveRule, place: usize, max: u64, kinds: &mut Vec<Kind>) -> Result<(), Refusal> {
    let is_of_place = |from: &Selection| match from {
        Selection::Count { low: 1, high: 1 } => Ok(true),
        Selection::These(these) if these.len() == 1 => Ok(these[0] == place),
        _ => Err(Refusal::Kind),
    };
    if rule.first || !rule.then.is_empty() {
        return Err(Refusal::Kind);
    }
    match &rule.deed {
        Deed::Take(take) => {
            if !is_of_place(&take.from)? {
                return Ok(());
            }
            let (parts, whole) = match &take.split {
                None => (None, true),
                Some((parts, may)) => (Some(parts), *may),
            };
            let mut plain = rule.clone();
            if let Deed::Take(take) = &mut plain.deed {
                take.split = None;
            }
            let alone = |deed: MoveRule| Ruleset { moves: vec![deed], ..rules.clone() };
            if whole {
                kinds.push(Kind { amounts: amounts(alone(plain.clone()), place, max)?, into: Into::One });
            }
            // Letters for the parts could not be spoken of: a condition is asked of the amount alone.
            for into in parts.map_or_else(Vec::new, kinds_of) {
                kinds.push(Kind { amounts: amounts(alone(plain.clone()), place, max)?, into });
            }
            Ok(())
        }
        Deed::Split(from, parts) => {
            if !is_of_place(from)? {
                return Ok(());
            }
            if parts.lettered && rule.condition.is_some() {
                return Err(Refusal::Kind);
            }
            for into in kinds_of(parts) {
                let amounts = match &rule.condition {
                    None => Amounts::Settled { early: Vec::new(), late: vec![(0, 0)], most: Some(0) },
                    Some(condition) => when(rules, condition, place, (false, false)),
                };
                kinds.push(Kind { amounts, into });
            }
            Ok(())
        }
        Deed::Replace(from, set) => {
            if !is_of_place(from)? {
                return Ok(());
            }
            let amounts = if *set == AmountSet::Any && rule.condition.is_none() {
                every()
            } else {
                let rules = Ruleset { moves: vec![rule.clone()], ..rules.clone() };
                Amounts::BySize(Source::Rules { rules: Box::new(rules), place })
            };
            kinds.push(Kind { amounts, into: Into::One });
            Ok(())
        }
        Deed::Scatter(from, parts) => {
            if !is_of_place(from)? {
                return Ok(());
            }
            if parts.high > 1 {
                return Err(Refusal::Kind);
            }
            let (smaller, none) = (parts.high == 1, parts.low == 0);
            let amounts = match (&rule.condition, smaller, none) {
                (Some(condition), ..) => when(rules, condition, place, (smaller, none)),
                (None, true, true) => every(),
                (None, true, false) => Amounts::BySize(Source::Smaller),
                // A heap goes, as a whole.
                (None, false, _) => return Err(Refusal::Kind),
            };
            kinds.push(Kind { amounts, into: Into::One });
            Ok(())
        }
        Deed::Shift(_) | Deed::Merge(_) | Deed::Pass(_) | Deed::Written { .. } => Err(Refusal::Kind),
    }
}

fn every() -> Amounts {
    Amounts::Settled { early: Vec::new(), late: vec![(1, u64::MAX)], most: None }
}

fn when(rules: &Ruleset, condition: &Expr, place: usize, (smaller, none): (bool, bool)) -> Amounts {
    Amounts::BySize(Source::Condition { condition: condition.clone(), place, heaps: rules.heaps, smaller, none })
}

fn kinds_of(parts: &Parts) -> Vec<Into> {
    (parts.low..=parts.high)
        .map(|count| match count {
            1 => Into::One,
            _ => Into::Parts { count, differ: parts.differ, equal: parts.equal },
        })
        .collect()
}

/// The amounts of rules of one move that takes from one heap and divides nothing.
fn amounts(rules: Ruleset, place: usize, max: u64) -> Result<Amounts, Refusal> {
    let rule = &rules.moves[0];
    let Deed::Take(take) = &rule.deed else { return Err(Refusal::Kind) };
    let of_size = |part: &Expr| part.mentions(|slot| slot == Slot::Size);
    let set = take.amounts.set();
    let set_is_fixed = set.is_none_or(|set| !set.expressions().into_iter().any(of_size));
    let most = greatest(&rules);
    // Above which size the condition no longer minds it.
    let settled = match &rule.condition {
        Some(condition) if of_size(condition) => most.and_then(|most| settles(condition, most)),
        _ => Some(0),
    };
    let Some(mut settled) = settled.filter(|settled| set_is_fixed && *settled < MAX_EARLY) else {
        return Ok(Amounts::BySize(Source::Rules { rules: Box::new(rules), place }));
    };
    if set.is_none_or(|set| *set == AmountSet::Any) && rule.condition.is_none() {
        return Ok(every());
    }
    let largest = most.unwrap_or(max).min(max).max(settled + 1);
    let mut allowance = Allowance::new(u64::MAX);
    let all = taken(&rules, place, largest, &mut allowance)?;
    if take.or_rest {
        // A heap that holds less than the least amount may be emptied.
        let Some(least) = all.first().filter(|least| **least < MAX_EARLY && **least < largest) else {
            return Ok(Amounts::BySize(Source::Rules { rules: Box::new(rules), place }));
        };
        settled = settled.max(*least);
    }
    let early = if settled == 0 {
        Vec::new()
    } else {
        (0..=settled).map(|size| taken(&rules, place, size, &mut allowance)).collect::<Result<_, _>>()?
    };
    let mut late: Vec<(u64, u64)> = Vec::new();
    for amount in all {
        match late.last_mut() {
            Some((_, last)) if *last + 1 == amount => *last = amount,
            _ => late.push((amount, amount)),
        }
    }
    Ok(Amounts::Settled { early, late, most })
}

/// An amount that none of the rules' moves exceeds at any size, where one shows.
fn greatest(rules: &Ruleset) -> Option<u64> {
    let Deed::Take(take) = &rules.moves[0].deed else { return None };
    if let Some(AmountSet::Items(items)) = take.amounts.set() {
        let ends: Option<Vec<u64>> = items
            .iter()
            .map(|item| item.parts().last().and_then(Expr::as_number).and_then(|end| end.to_i64()?.to_u64()))
            .collect();
        if let Some(ends) = ends.filter(|_| !take.or_rest) {
            return Some(ends.into_iter().max().unwrap_or(0));
        }
    }
    let boxes = Boxes::of(&Removals::of(rules)?)?;
    boxes
        .boxes
        .iter()
        .flat_map(|one| &one.amounts)
        .map(|amounts| amounts.high)
        .try_fold(0, |most, high| Some(most.max(high?)))
}

/// A size of the heap above which a condition has the same truth at all sizes, for each amount up to `most`.
///
/// The condition is a union of systems of inequalities αh + βt + γ ≤ 0; where α is not 0 and h > (|β|·most + |γ|)/|α|,
/// the sign is that of α.
fn settles(condition: &Expr, most: u64) -> Option<u64> {
    let unknowns = |slot: Slot| match slot {
        Slot::Letter(0) => Some(Linear::unknown(1)),
        Slot::Size => Some(Linear::unknown(2)),
        _ => None,
    };
    let mut settled = 0;
    for form in systems(condition, true, &unknowns)?.iter().flatten() {
        let (constant, coefficients) = form.whole();
        let of =
            |unknown: usize| coefficients.iter().find(|(known, _)| *known == unknown).map(|(_, factor)| factor.abs());
        if let Some(factor) = of(2) {
            let rest = of(1).map_or_else(Default::default, |other| other * most) + constant.abs();
            settled = settled.max(rest.div_ceil(&factor).to_u64()?);
        }
    }
    Some(settled)
}
