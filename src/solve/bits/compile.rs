//! From checked rules to the moves as tables of bits need them, or the reason why they have no such form.

use super::condition::Condition;
use super::guards::{Guarded, guarded};
use super::moves::{Amounts, Block, MoveSet, Part, Vectors};
use super::written;
use super::zones::{self, MAX_VECTORS};
use crate::game::{GameError, Position, Search, amounts_of, for_each_move};
use crate::rules::expr::{Expr, Slot};
use crate::rules::removals::{Removals, choose};
use crate::rules::{self, AmountSet, Deed, MoveRule, RegisterKind, Ruleset, Selection, Take};
use std::fmt;
use std::ops::ControlFlow;

/// The most parts of a move set.
const MAX_PARTS: usize = 4096;
/// The greatest heap for which amounts are listed size by size: tables of single heaps then hold the square of the sizes.
const MAX_BY_SIZE: usize = 1 << 15;
/// How many amounts are tried to find what may be left of the heaps in a place.
const MAX_TRIED: u64 = 1 << 26;
/// The most sizes that are listed as what may be left of heaps.
const MAX_LISTED: usize = 8 << 20;

/// Why rules have no table of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Positions hold more than heaps and a number of passes.
    Memory,
    /// The number of heaps can change.
    HeapsVary,
    /// A condition on positions may have no meaning, or is not made of fractions of whole numbers.
    Condition,
    /// The amounts that a rule allows depend on heaps that it does not touch.
    OtherHeaps,
    /// A rule does something else than making heaps smaller.
    Deed,
    /// The amounts from several heaps depend on each other in a way that is no finite union of cones and chains.
    Amounts,
    /// A rule has no meaning for some size.
    NoValue,
    /// The moves are too many to be described.
    TooMany,
    /// The positions are more than a machine counts.
    TooLarge,
}

impl From<GameError> for Obstacle {
    fn from(error: GameError) -> Obstacle {
        match error {
            GameError::Rule { .. } => Obstacle::NoValue,
            _ => Obstacle::TooMany,
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Obstacle::Memory => "positions hold more than heaps and passes that both players share",
            Obstacle::HeapsVary => "the number of heaps can change",
            Obstacle::Condition => "a condition on positions is not made of fractions of whole numbers alone",
            Obstacle::OtherHeaps => "amounts depend on heaps that a move does not touch",
            Obstacle::Deed => "a move does something else than taking",
            Obstacle::Amounts => "the amounts from several heaps depend on each other or on the sizes",
            Obstacle::NoValue => "a rule has no meaning for some size",
            Obstacle::TooMany => "the moves are too many to be described",
            Obstacle::TooLarge => "the positions are more than a machine counts",
        })
    }
}

/// The moves from heaps up to `max`.
///
/// # Errors
///
/// The reason why the rules have no such form.
pub fn compile(rules: &Ruleset, max: usize) -> Result<MoveSet, Obstacle> {
    let passes = passes(rules).ok_or(Obstacle::Memory)?;
    let refusals = [(rules.heaps_vary(), Obstacle::HeapsVary), (u32::try_from(max).is_err(), Obstacle::TooLarge)];
    if let Some((_, obstacle)) = refusals.into_iter().find(|(refused, _)| *refused) {
        return Err(obstacle);
    }
    // The only heap may go by `h` in conditions on positions.
    let heap = (rules.heaps == 1).then_some(0);
    let condition = |expr: &Option<Expr>| match expr {
        None => Ok(None),
        Some(expr) => Condition::of(expr, rules.heaps, max, heap).map(Some).ok_or(Obstacle::Condition),
    };
    let mut parts = Vec::new();
    for rule in &rules.moves {
        if let Deed::Pass(Some(_)) = rule.deed {
            if passes > 0 {
                parts.push(Part { guard: condition(&rule.condition)?, tied: None, blocks: Vec::new() });
            }
            continue;
        }
        for Guarded { rule, guard, tied } in guarded(rules, rule, max)? {
            match tied {
                Some((heap, tied)) => {
                    let any = Amounts::Fixed(vec![(1, None)]);
                    parts.push(Part { guard, tied: Some(tied), blocks: vec![Block::One { heap, amounts: any }] });
                }
                None => {
                    let found = Compiler { rules, rule: &rule, max }.parts()?;
                    parts.extend(found.into_iter().map(|part| Part { guard: guard.clone(), ..part }));
                }
            }
            if parts.len() > MAX_PARTS {
                return Err(Obstacle::TooMany);
            }
        }
    }
    parts.sort();
    parts.dedup();
    let (kept, ended, wins) = (condition(&rules.keeping)?, condition(&rules.end)?, condition(&rules.wins)?);
    Ok(MoveSet { heaps: rules.heaps, max, parts, passes, kept, ended, wins })
}

/// How many passes both players have together, if positions hold nothing else beside the heaps, and rules don't ask for it.
fn passes(rules: &Ruleset) -> Option<usize> {
    let [register] = rules.registers.as_slice() else { return rules.registers.is_empty().then_some(0) };
    let conditions = [&rules.keeping, &rules.end, &rules.wins].into_iter().flatten();
    let mut all = rules.moves.iter().flat_map(MoveRule::expressions).chain(conditions);
    let asked = all.any(|part| part.mentions(|slot| matches!(slot, Slot::Register(_))));
    (register.kind == RegisterKind::Passes && !asked).then(|| usize::try_from(register.initial).ok())?
}

struct Compiler<'a> {
    rules: &'a Ruleset,
    rule: &'a MoveRule,
    max: usize,
}

impl Compiler<'_> {
    fn parts(&self) -> Result<Vec<Part>, Obstacle> {
        let from = match &self.rule.deed {
            Deed::Take(take) => &take.from,
            Deed::Replace(from, _) => from,
            Deed::Written { .. } => return self.written(),
            _ => return Err(Obstacle::Deed),
        };
        let Some(supports) = supports(from, self.rules.heaps)? else { return Err(Obstacle::OtherHeaps) };
        if let Some(parts) = self.by_zones() {
            return Ok(parts);
        }
        let mut parts = Vec::new();
        let (single, several): (Vec<_>, Vec<_>) = supports.into_iter().partition(|support| support.len() == 1);
        let (is_each, is_same) = match &self.rule.deed {
            Deed::Take(Take { amounts: rules::Amounts::Each(_), .. }) => (true, false),
            Deed::Take(Take { amounts: rules::Amounts::Same(_), .. }) => (false, true),
            _ => (false, false),
        };
        // Where several heaps are touched, and each amount by its own heap's size alone, the rule is a product.
        let mut by_heap: Vec<Option<Amounts>> = vec![None; self.rules.heaps];
        let products = if is_each { several.as_slice() } else { &[] };
        let by_one = if is_each || is_same { several.as_slice() } else { &[] };
        for heap in single.iter().chain(by_one).flatten() {
            if by_heap[*heap].is_none() {
                by_heap[*heap] = Some(self.amounts(*heap, &by_heap)?);
            }
        }
        for support in single.iter().chain(products) {
            let amounts = |heap: &usize| by_heap[*heap].clone().expect("every heap of the choice has its amounts");
            let blocks: Vec<Block> =
                support.iter().map(|heap| Block::One { heap: *heap, amounts: amounts(heap) }).collect();
            let some = |block: &Block| match block {
                Block::One { amounts, .. } => (0..=self.max).any(|size| amounts.any(size)),
                Block::Linked { .. } => true,
            };
            if blocks.iter().all(some) {
                parts.push(Part { guard: None, tied: None, blocks });
            }
        }
        if !is_each {
            for support in several {
                let bases = if is_same { self.same(&support, &by_heap)? } else { self.vectors(&support)? };
                if !bases.is_empty() {
                    let chains = Vectors::Chains(bases.into_iter().map(|base| (base, 1)).collect());
                    parts.push(Part {
                        guard: None,
                        tied: None,
                        blocks: vec![Block::Linked { heaps: support, vectors: chains }],
                    });
                }
            }
        }
        Ok(parts)
    }

    /// The rule by itself, for a choice of heaps where one is given.
    fn alone(&self, these: Option<&[usize]>) -> Ruleset {
        let mut rule = self.rule.clone();
        if let Some(these) = these {
            match &mut rule.deed {
                Deed::Take(Take { from, .. }) | Deed::Replace(from, _) => *from = Selection::These(these.to_vec()),
                _ => {}
            }
        }
        Ruleset {
            moves: vec![rule],
            registers: Vec::new(),
            claims: Vec::new(),
            start: None,
            keeping: None,
            end: None,
            wins: None,
            ..self.rules.clone()
        }
    }

    /// As a move that is written out: from one heap by its size, or vectors that no size changes.
    fn written(&self) -> Result<Vec<Part>, Obstacle> {
        let alone = self.alone(None);
        if written::is_of_vectors(self.rule) {
            let mut found: Vec<Vec<usize>> = Vec::new();
            let largest = vec![self.max as u64; self.rules.heaps];
            self.each_option(&alone, largest, &mut Search::default(), &mut |option| {
                let smaller = option.iter().all(|size| *size <= self.max as u64);
                if smaller {
                    found.push(option.iter().map(|size| self.max - *size as usize).collect());
                }
                smaller && found.last().is_some_and(|vector| vector.iter().any(|amount| *amount > 0))
            })?;
            return written::parts(found, self.max).ok_or(Obstacle::TooMany);
        }
        let Some(heap) = written::only_heap(self.rule) else { return Err(Obstacle::Deed) };
        let amounts = self.by_size(&alone, heap)?;
        let some = (0..=self.max).any(|size| amounts.any(size));
        Ok(some
            .then(|| Part { guard: None, tied: None, blocks: vec![Block::One { heap, amounts }] })
            .into_iter()
            .collect())
    }

    /// As removals that are unions of zones.
    fn by_zones(&self) -> Option<Vec<Part>> {
        let removals = Removals::of(&self.alone(None))?;
        let mut parts = Vec::new();
        for (given, count, independent, zones) in removals.families() {
            let supports = given.map_or_else(|| choose(self.rules.heaps, count), |given| vec![given.to_vec()]);
            for support in supports {
                if independent {
                    parts.extend(self.product(&support, zones)?);
                } else {
                    for zone in zones {
                        parts.extend(zones::part(&support, zone, self.max)?);
                    }
                }
                if parts.len() > MAX_PARTS {
                    return None;
                }
            }
        }
        Some(parts)
    }

    /// From each heap of a choice an amount in the union of zones over (t, h).
    fn product(&self, support: &[usize], zones: &[rules::zone::Zone]) -> Option<Option<Part>> {
        let mut intervals = Vec::new();
        for zone in zones {
            let Some(part) = zones::part(&[0], zone, self.max)? else { continue };
            for block in part.blocks {
                let Block::One { amounts: Amounts::Fixed(found), .. } = block else { return None };
                intervals.extend(found);
            }
        }
        if intervals.is_empty() {
            return Some(None);
        }
        let amounts = Amounts::Fixed(merged(intervals));
        let blocks = support.iter().map(|heap| Block::One { heap: *heap, amounts: amounts.clone() }).collect();
        Some(Some(Part { guard: None, tied: None, blocks }))
    }

    /// What may be taken from one heap, by trying all its sizes; only the largest where the rule does not look at them.
    fn amounts(&self, heap: usize, known: &[Option<Amounts>]) -> Result<Amounts, Obstacle> {
        let by_number = self.rule.expressions().any(|part| part.mentions(|slot| slot == Slot::Number));
        if let Some(known) = known.iter().flatten().next().filter(|_| !by_number) {
            return Ok(known.clone());
        }
        let alone = self.alone(Some(&[heap]));
        let is_value = |set: Option<&AmountSet>| matches!(set, Some(AmountSet::Values { .. }));
        let of_any_size = match &self.rule.deed {
            Deed::Take(take) => {
                !take.or_rest
                    && !is_value(take.amounts.set())
                    && !self.rule.expressions().any(|part| part.mentions(|slot| slot == Slot::Size))
            }
            _ => false,
        };
        if of_any_size {
            let left = self.left(&alone, heap, self.max, &mut Search::default())?;
            let set: Vec<usize> = left.iter().rev().map(|rest| self.max - *rest as usize).collect();
            return Ok(Amounts::of_set(&set, self.max));
        }
        self.by_size(&alone, heap)
    }

    /// What may be taken from one heap, by trying all its sizes.
    fn by_size(&self, alone: &Ruleset, heap: usize) -> Result<Amounts, Obstacle> {
        if self.max > MAX_BY_SIZE {
            return Err(Obstacle::TooMany);
        }
        let (mut all, mut listed) = (Vec::with_capacity(self.max + 1), 0);
        let mut search = Search { left: MAX_TRIED, ..Search::default() };
        for size in 0..=self.max {
            let one = self.left(alone, heap, size, &mut search)?;
            listed += one.len();
            if listed > MAX_LISTED {
                return Err(Obstacle::TooMany);
            }
            all.push(one);
        }
        Ok(Amounts::of_sizes(all))
    }

    /// The sizes, ascending, that the rule may leave of a heap.
    fn left(&self, alone: &Ruleset, heap: usize, size: usize, search: &mut Search) -> Result<Vec<u32>, Obstacle> {
        let mut sizes = vec![0; self.rules.heaps];
        sizes[heap] = size as u64;
        let position = Position::new(sizes.as_slice());
        if let Some(amounts) = amounts_of(alone, &position, heap, search)? {
            return Ok(amounts.iter().rev().map(|amount| (size as u64 - amount) as u32).collect());
        }
        let mut left: Vec<u32> = Vec::new();
        self.each_option(alone, sizes, search, &mut |option| {
            left.push(option[heap] as u32);
            option[heap] < size as u64
        })?;
        left.sort_unstable();
        left.dedup();
        Ok(left)
    }

    /// The same amount from several heaps: one that may be taken from each of them, whatever its size.
    fn same(&self, support: &[usize], by_heap: &[Option<Amounts>]) -> Result<Vec<Vec<usize>>, Obstacle> {
        let mut common: Option<Vec<usize>> = None;
        for heap in support {
            let Some(Amounts::Fixed(intervals)) = &by_heap[*heap] else { return Err(Obstacle::Amounts) };
            let amounts = intervals.iter().flat_map(|(low, high)| *low..=high.unwrap_or(self.max));
            common = Some(match common {
                None => amounts.collect(),
                Some(known) => amounts.filter(|amount| known.binary_search(amount).is_ok()).collect(),
            });
        }
        let common = common.unwrap_or_default();
        if common.len() > MAX_VECTORS {
            return Err(Obstacle::TooMany);
        }
        Ok(common.into_iter().map(|amount| vec![amount; support.len()]).collect())
    }

    /// The amounts that may be taken from several heaps, where the rule does not look at their sizes.
    fn vectors(&self, support: &[usize]) -> Result<Vec<Vec<usize>>, Obstacle> {
        let Deed::Take(take) = &self.rule.deed else { return Err(Obstacle::Deed) };
        let by_size = |part: &Expr| part.mentions(|slot| matches!(slot, Slot::Size | Slot::Number));
        let is_value = matches!(take.amounts.set(), Some(AmountSet::Values { .. }));
        // How far the letters of a set are tried depends on the sizes, too.
        if take.or_rest || is_value || self.rule.expressions().any(by_size) {
            return Err(Obstacle::Amounts);
        }
        let mut sizes = vec![0; self.rules.heaps];
        support.iter().for_each(|heap| sizes[*heap] = self.max as u64);
        let mut found: Vec<Vec<usize>> = Vec::new();
        let limit = MAX_VECTORS;
        self.each_option(&self.alone(Some(support)), sizes, &mut Search::default(), &mut |option| {
            found.push(support.iter().map(|heap| self.max - option[*heap] as usize).collect());
            found.len() <= limit
        })?;
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Shows all options of a position; it is an obstacle if one is not as wanted.
    fn each_option(
        &self,
        alone: &Ruleset,
        sizes: Vec<u64>,
        search: &mut Search,
        wanted: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Result<(), Obstacle> {
        let is_take = matches!(self.rule.deed, Deed::Take(_));
        let all = for_each_move(alone, &Position::new(sizes), search, &mut |_, _, option| {
            if wanted(option.sizes()) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match all {
            Ok(ControlFlow::Continue(())) => Ok(()),
            Ok(ControlFlow::Break(())) if is_take => Err(Obstacle::TooMany),
            Ok(ControlFlow::Break(())) => Err(Obstacle::Deed),
            Err(error) => Err(Obstacle::from(error)),
        }
    }
}

/// The choices of heaps that a selection allows whatever their sizes; nothing where the sizes decide.
pub(super) fn supports(from: &Selection, heaps: usize) -> Result<Option<Vec<Vec<usize>>>, Obstacle> {
    let mut all = match from {
        Selection::These(these) => vec![these.clone()],
        Selection::Count { low, high } => {
            let counts = (*low).max(1)..=*high;
            if counts.clone().fold(0, |all: usize, count| all.saturating_add(choices(heaps, count))) > MAX_PARTS {
                return Err(Obstacle::TooMany);
            }
            counts.flat_map(|count| choose(heaps, count)).collect()
        }
        Selection::Adjacent { low, high, circle } => {
            let mut all = Vec::new();
            for count in (*low).max(1)..=(*high).min(heaps) {
                let starts = if *circle { heaps } else { heaps - count + 1 };
                all.extend((0..starts).map(|start| (start..start + count).map(|heap| heap % heaps).collect()));
            }
            all
        }
        // In a game of one heap it is that heap.
        Selection::Largest | Selection::Smallest | Selection::First | Selection::Last | Selection::Ends
            if heaps == 1 =>
        {
            vec![vec![0]]
        }
        _ => return Ok(None),
    };
    all.iter_mut().for_each(|support: &mut Vec<usize>| support.sort_unstable());
    all.sort();
    all.dedup();
    Ok(Some(all))
}

/// In how many ways so many of the heaps can be chosen; more than there can be parts where they are very many.
fn choices(heaps: usize, count: usize) -> usize {
    let fewer = count.min(heaps.saturating_sub(count));
    (0..fewer).try_fold(1usize, |ways, i| Some(ways.checked_mul(heaps - i)? / (i + 1))).unwrap_or(usize::MAX)
}

/// Intervals of amounts without overlaps.
fn merged(mut intervals: Vec<(usize, Option<usize>)>) -> Vec<(usize, Option<usize>)> {
    intervals.sort_by_key(|(low, _)| *low);
    let mut merged: Vec<(usize, Option<usize>)> = Vec::new();
    for (low, high) in intervals {
        match merged.last_mut() {
            Some((_, None)) => {}
            Some((_, Some(last))) if low <= *last + 1 => match high {
                Some(high) => *last = high.max(*last),
                None => merged.last_mut().expect("one is there").1 = None,
            },
            _ => merged.push((low, high)),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Choices, lower};
    use crate::source::Source;
    use crate::syntax;

    fn compiled(text: &str, max: usize) -> Result<MoveSet, Obstacle> {
        let source = Source::new("test.game", format!("game \"test\" {{ {text} }}"));
        let parsed = syntax::parse(&source);
        let lowered = lower(&parsed.file.games[0], &Choices::default());
        compile(&lowered.rules.unwrap_or_else(|| panic!("{text}: {:?}", lowered.diagnostics)), max)
    }

    fn one(heap: usize, intervals: &[(usize, Option<usize>)]) -> Block {
        Block::One { heap, amounts: Amounts::Fixed(intervals.to_vec()) }
    }

    #[test]
    fn moves_are_described_by_what_they_take() {
        let parts = |text: &str| compiled(text, 30).unwrap_or_else(|obstacle| panic!("{text}: {obstacle}")).parts;
        let nim = vec![
            Part { guard: None, tied: None, blocks: vec![one(0, &[(1, None)])] },
            Part { guard: None, tied: None, blocks: vec![one(1, &[(1, None)])] },
        ];
        assert_eq!(parts("heaps 2 move take any from one heap"), nim);
        // However it is worded, and where a bound is beyond every heap.
        assert_eq!(parts("heaps 2 move take t from one heap where t <= 30"), nim);
        assert_eq!(parts("heaps 2 move take any from heap 1 move take 1..h from heap 2"), nim);
        let wythoff = parts("heaps 2 move take the same any from both heaps");
        let diagonal = Vectors::Cone { bases: vec![vec![1, 1]], steps: vec![vec![1, 1]] };
        assert_eq!(
            wythoff,
            [Part { guard: None, tied: None, blocks: vec![Block::Linked { heaps: vec![0, 1], vectors: diagonal }] }]
        );
        let bounded = parts("heaps 2 move take the same 2..5 from both heaps");
        let chain = Vectors::Chains(vec![(vec![2, 2], 4)]);
        assert_eq!(
            bounded,
            [Part { guard: None, tied: None, blocks: vec![Block::Linked { heaps: vec![0, 1], vectors: chain }] }]
        );
        let squares = [1, 4, 9, 16, 25].map(|square| (square, Some(square)));
        assert_eq!(
            parts("heaps 1 move take s from one heap where is_square(s)"),
            [Part { guard: None, tied: None, blocks: vec![one(0, &squares)] }]
        );
    }

    #[test]
    fn what_is_too_much_is_refused_at_once() {
        for text in ["heaps 40 move take 1 from each of 1..20 heaps", "heaps 1000 move take any from any heaps"] {
            assert_eq!(compiled(text, 5), Err(Obstacle::TooMany), "{text}");
        }
    }
}
