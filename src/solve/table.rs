//! All positions up to a size.

use super::bits::{self, BitTable, BitTask, Obstacle};
use super::lines::{self, Lines};
use super::plan::{Plan, Way};
use super::values::Values;
use super::{HeapValues, Outcome, Solution, solve};
use crate::game::{Position, is_kept};
use crate::graph::{Budget, ExploreError, Limit, MoveGraph, Progress};
use crate::rules::Ruleset;
use crate::rules::facts::Facts;
use crate::rules::rays::Ray;
use crate::syntax::tree::Play;
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// The outcomes of all positions whose heaps hold at most so many tokens.
#[derive(Debug)]
pub struct Table {
    /// The greatest heap, in tokens.
    pub max: u64,
    pub(super) heaps: usize,
    alike: bool,
    pub(super) known: Known,
}

/// A table of a single heap with more sizes is long.
const LONG: u64 = 1_000;
/// With more positions than these, a sum of heaps is solved by its heaps.
const MANY: u128 = 20_000;

/// Up to this size it is seen beforehand whether moves make heaps smaller.
const SMALL: u64 = 16;

/// How the outcomes are known.
#[derive(Debug)]
pub(super) enum Known {
    /// By the graph of the positions and all that can be reached from them.
    Graph(Box<MoveGraph>, Solution),
    /// By the Grundy values of single heaps: where moves make new heaps, far more positions can be reached than asked for;
    /// and where there are many positions, single heaps are sooner solved.
    Heaps(HeapValues),
    /// By Grundy values that were found by lines.
    Lines(Lines),
    /// By a bit for each position, where outcomes alone were asked for.
    Bits(BitTable),
}

/// What is wanted of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Outcomes.
    Outcomes,
    /// Outcomes, and Grundy values where there are any.
    Grundy,
}

/// A table that is about to be solved, with the way in which that is done.
#[derive(Debug)]
pub struct Prepared<'a> {
    rules: &'a Ruleset,
    facts: &'a Facts,
    max: u64,
    plan: Plan,
    bits: Option<BitTask>,
    rays: Option<Vec<Ray>>,
}

impl<'a> Prepared<'a> {
    /// Chooses the way to solve all positions with heaps up to `max` tokens.
    ///
    /// # Complexity
    ///
    /// For moves whose amounts depend on the size of their heap, the number of amounts that are tried at single heaps, up to a
    /// limit; for conditions on positions, their length, which is limited too; else little.
    pub fn new(rules: &'a Ruleset, facts: &'a Facts, max: u64, wanted: Wanted, budget: &Budget) -> Prepared<'a> {
        let mut plan = Plan { ways: Vec::new() };
        let bits = match wanted {
            Wanted::Outcomes if by_values(rules, facts, max) => {
                Err("a single heap is sooner solved by its values".to_owned())
            }
            Wanted::Outcomes => bit_task(rules, facts, max, budget),
            Wanted::Grundy => Err("Grundy values are asked for, and it holds outcomes alone".to_owned()),
        };
        let word = |task: &BitTask| {
            format!(
                "heaps only get smaller, and {}; {} positions{}, {} bytes",
                match (task.passes(), task.conditions()) {
                    (1.., _) => "what else matters is conditions on the position and how many passes are left",
                    (0, true) => "what else matters is conditions on the position",
                    (0, false) => "moves look at no heap that they do not touch",
                },
                task.positions().unwrap_or(usize::MAX),
                if task.ascending() { ", heaps ascending" } else { "" },
                task.bytes().unwrap_or(usize::MAX)
            )
        };
        plan.consider(Way::BitTable, bits.as_ref().map(word).map_err(Clone::clone));
        let by_heaps = heap_values_serve(rules, facts, max, wanted).map(|word| {
            let too_large = heaps_within(rules, facts, max, budget).err();
            word + &too_large.map(|error| format!(", but {error}")).unwrap_or_default()
        });
        plan.consider(Way::HeapValues, by_heaps);
        let rays = (wanted == Wanted::Grundy).then(|| lines_serve(rules, facts, max, budget));
        if let Some(rays) = &rays {
            let word = |rays: &Vec<Ray>| format!("the options of a position stand on {} lines", rays.len());
            plan.consider(Way::Lines, rays.as_ref().map(word).map_err(Clone::clone));
        }
        let too_large = within(rules, facts, max, budget).err().map(|error| format!(", but {error}"));
        plan.consider(Way::Graph, Ok(format!("it serves for all rules{}", too_large.unwrap_or_default())));
        Prepared { rules, facts, max, plan, bits: bits.ok(), rays: rays.and_then(Result::ok) }
    }

    /// The way that is chosen.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Solves the table.
    ///
    /// # Errors
    ///
    /// Where a rule has no meaning at a position, or the table outgrows the budget.
    pub fn run(&self, budget: &Budget, progress: &mut dyn Progress) -> Result<Table, ExploreError> {
        let (rules, facts, max) = (self.rules, self.facts, self.max);
        let table = |known| Table { max, heaps: rules.heaps, alike: facts.alike, known };
        let way = self.plan.taken().way;
        if let (Way::BitTable, Some(task)) = (way, &self.bits) {
            let all = task.positions().unwrap_or(usize::MAX);
            return Ok(table(Known::Bits(task.run(&mut |done| progress.explored(done, all, 0)))));
        }
        if way == Way::HeapValues {
            heaps_within(rules, facts, max, budget)?;
            // A heap that grows is met only when its moves are listed.
            if let Some(values) = HeapValues::new(rules, facts, max, budget, progress)? {
                return Ok(table(Known::Heaps(values)));
            }
        }
        if let (Way::Lines, Some(rays)) = (way, &self.rays) {
            let (_, all) = positions(rules, facts, max);
            let tell = &mut |done| progress.explored(done, all, 0);
            return Ok(table(Known::Lines(Lines::new(rays, rules.heaps, max as usize, facts.alike, tell))));
        }
        Table::new(rules, facts, max, budget, progress)
    }
}

/// How many positions there are with heaps up to `max`, where a machine counts them; and, for budgets, as far as it does.
fn positions(rules: &Ruleset, facts: &Facts, max: u64) -> (Option<u128>, usize) {
    let positions = box_size(rules.heaps, max, facts.alike);
    (positions, positions.and_then(|positions| usize::try_from(positions).ok()).unwrap_or(usize::MAX))
}

/// The error that a table breaks a limit, if it does.
fn refused(max: u64, positions: Option<u128>, limit: Option<Limit>) -> Result<(), ExploreError> {
    limit.map_or(Ok(()), |limit| Err(ExploreError::Box { max, positions, limit }))
}

/// That there are no more positions than the budget allows.
fn within(rules: &Ruleset, facts: &Facts, max: u64, budget: &Budget) -> Result<(), ExploreError> {
    let (positions, counted) = positions(rules, facts, max);
    refused(max, positions, budget.exceeded(counted, 0, rules.heaps))
}

/// That there are no more positions than the budget allows where each is told by the values of its heaps.
fn heaps_within(rules: &Ruleset, facts: &Facts, max: u64, budget: &Budget) -> Result<(), ExploreError> {
    let (positions, counted) = positions(rules, facts, max);
    refused(max, positions, budget.exceeded_by_bits(Some(counted), Some(0)))
}

fn bit_task(rules: &Ruleset, facts: &Facts, max: u64, budget: &Budget) -> Result<BitTask, String> {
    let largest = usize::try_from(max).map_err(|_| Obstacle::TooLarge.to_string())?;
    // A table that is too large need not be described first; it holds no fewer positions than these.
    let least = box_size(rules.heaps, max, facts.alike).and_then(|positions| usize::try_from(positions).ok());
    if let Some(limit) = budget.exceeded_by_bits(least, least.map(|positions| positions / 8)) {
        return Err(format!("it would be beyond the budget of {limit}"));
    }
    let moves = bits::compile(rules, largest).map_err(|obstacle| obstacle.to_string())?;
    let task = BitTask::new(moves, rules.play, facts.alike).map_err(|obstacle| obstacle.to_string())?;
    match budget.exceeded_by_bits(task.positions(), task.bytes()) {
        None => Ok(task),
        Some(limit) => Err(format!("it would be beyond the budget of {limit}")),
    }
}

/// Whether the game is one of a single heap, up to a size at which its values are sooner found than its moves listed.
fn by_values(rules: &Ruleset, facts: &Facts, max: u64) -> bool {
    rules.heaps == 1 && max > LONG && HeapValues::serve(rules, facts)
}

/// Whether the game is a sum of heaps that is sooner solved heap by heap.
fn heap_values_serve(rules: &Ruleset, facts: &Facts, max: u64, wanted: Wanted) -> Result<String, String> {
    let many = wanted == Wanted::Grundy
        || by_values(rules, facts, max)
        || box_size(rules.heaps, max, facts.alike).is_none_or(|positions| positions > MANY);
    let refusals = [
        (!facts.one_heap, "some move touches more than one heap, or depends on more"),
        (rules.play != Play::Normal, "misère play is not decided by nim-sums"),
        (rules.heaps_vary() && !facts.alike, "new heaps have no place of their own"),
        (!rules.heaps_vary() && !many, "the positions are few"),
    ];
    if let Some((_, reason)) = refusals.into_iter().find(|(refused, _)| *refused) {
        return Err(reason.to_owned());
    }
    // Heaps that grow mostly do so when they are small; a rule without a meaning is told when the table is solved.
    let small = HeapValues::new(rules, facts, max.min(SMALL), &Budget::default(), &mut ());
    match small {
        Ok(None) => Err("some move leaves a heap that is no smaller".to_owned()),
        _ => Ok("every move touches one heap alone, so that the game is a sum".to_owned()),
    }
}

/// The lines on which options stand, if the values are found by them.
fn lines_serve(rules: &Ruleset, facts: &Facts, max: u64, budget: &Budget) -> Result<Vec<Ray>, String> {
    let Some(rays) = lines::rays(rules, facts) else {
        return Err("the options of a position do not stand on lines".to_owned());
    };
    let listed = box_size(rules.heaps, max, facts.alike);
    if listed.is_none_or(|listed| listed > budget.positions as u128) {
        return Err(format!("it would be beyond the budget of {}", Limit::Positions(budget.positions)));
    }
    let side = usize::try_from(max).unwrap_or(usize::MAX).saturating_add(1);
    let values = box_size(rules.heaps, max, false).and_then(|all| usize::try_from(all).ok()).unwrap_or(usize::MAX);
    let bytes = values.saturating_mul(size_of::<u32>());
    if bytes.saturating_add(lines::bytes(&rays, rules.heaps, side, facts.alike)) > budget.bytes {
        return Err(format!("it would be beyond the budget of {}", Limit::Bytes(budget.bytes)));
    }
    Ok(rays)
}

impl Table {
    /// Solves all positions with heaps up to `max` tokens on the move graph, whatever would be faster; where moves make new
    /// heaps, by single heaps if these tell.
    ///
    /// # Errors
    ///
    /// Where a rule has no meaning at a position, or the table outgrows the budget.
    ///
    /// # Complexity
    ///
    /// Proportional to the number of moves from these positions; in a sum of heaps where moves make new ones, to the number of
    /// moves from single heaps.
    pub fn new(
        rules: &Ruleset,
        facts: &Facts,
        max: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Table, ExploreError> {
        within(rules, facts, max, budget)?;
        let table = |known| Table { max, heaps: rules.heaps, alike: facts.alike, known };
        if rules.heaps_vary()
            && let Some(values) = HeapValues::new(rules, facts, max, budget, progress)?
        {
            return Ok(table(Known::Heaps(values)));
        }
        let mut roots = Vec::new();
        for position in positions_up_to(rules.heaps, max, facts.alike) {
            if is_kept(rules, &position)? {
                roots.push(position);
            }
        }
        let graph = MoveGraph::explore(rules, facts, roots, budget, progress)?;
        let solution = solve(&graph);
        Ok(table(Known::Graph(Box::new(graph), solution)))
    }

    /// Makes the table one of all positions with heaps up to `max` tokens, which is no less than before. A graph that was
    /// explored is explored further, within the same budget.
    ///
    /// # Errors
    ///
    /// As for [`Table::new`]; after an error the table serves for nothing.
    pub fn grow(
        &mut self,
        rules: &Ruleset,
        facts: &Facts,
        max: u64,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<(), ExploreError> {
        let Known::Graph(graph, solution) = &mut self.known else {
            *self = Table::new(rules, facts, max, budget, progress)?;
            return Ok(());
        };
        within(rules, facts, max, budget)?;
        let mut roots = Vec::new();
        for position in positions_up_to(rules.heaps, max, facts.alike) {
            if position.largest() > self.max && is_kept(rules, &position)? {
                roots.push(position);
            }
        }
        graph.explore_more(rules, roots, budget, progress)?;
        *solution = solve(graph);
        self.max = max;
        Ok(())
    }

    /// Whether the table holds a position: no heap is larger than its greatest, and the rules keep to it.
    pub fn holds(&self, position: &Position) -> bool {
        match &self.known {
            Known::Graph(graph, _) => graph.find(position).is_some(),
            Known::Heaps(values) => position.sizes().iter().all(|size| *size <= self.max) && values.holds(position),
            Known::Lines(lines) => lines.value(position.sizes()).is_some(),
            Known::Bits(table) => table.holds(position.sizes(), passes_left(position)),
        }
    }

    /// Whether positions that differ in the order of heaps alone are one.
    pub fn alike(&self) -> bool {
        self.alike
    }

    /// The graph that was explored, if one was.
    pub fn graph(&self) -> Option<&MoveGraph> {
        match &self.known {
            Known::Graph(graph, _) => Some(graph),
            Known::Heaps(_) | Known::Lines(_) | Known::Bits(_) => None,
        }
    }

    /// How long play lasts from a position of the table when the winner hurries and the loser delays, where the graph was
    /// explored; see [`Solution::remoteness`].
    pub fn remoteness(&self, position: &Position) -> Option<u32> {
        match &self.known {
            Known::Graph(graph, solution) => graph.find(position).map(|vertex| solution.remoteness(vertex)),
            Known::Heaps(_) | Known::Lines(_) | Known::Bits(_) => None,
        }
    }

    /// Whether play can go on for ever.
    pub fn is_endless(&self) -> bool {
        self.graph().is_some_and(|graph| graph.options_first().is_none())
    }

    /// The outcome of a position of the table.
    ///
    /// # Panics
    ///
    /// Where the table does not hold the position: see [`Table::holds`].
    pub fn outcome(&self, position: &Position) -> Outcome {
        match &self.known {
            Known::Graph(graph, solution) => {
                solution.outcome(graph.find(position).expect("the table holds all positions up to its size"))
            }
            Known::Heaps(values) if values.value(position) == 0 => Outcome::P,
            Known::Lines(lines) if lines.value(position.sizes()) == Some(0) => Outcome::P,
            Known::Bits(table) if table.is_p(position.sizes(), passes_left(position)) => Outcome::P,
            Known::Heaps(_) | Known::Lines(_) | Known::Bits(_) => Outcome::N,
        }
    }

    /// The positions of the table, heaps ascending where the rules treat them alike, in lexicographic order.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let heaps = self.heaps;
        positions_up_to(heaps, self.max, self.alike).filter(|position| self.holds(position))
    }

    /// The P-positions of the table, in the order of [`Table::positions`].
    pub fn p_positions(&self) -> Box<dyn Iterator<Item = Position> + '_> {
        match &self.known {
            Known::Bits(table) => {
                let mut cursor = table.cursor(self.alike);
                Box::new(std::iter::from_fn(move || cursor.next(table).map(Position::new)))
            }
            _ => Box::new(self.positions().filter(|position| self.outcome(position) == Outcome::P)),
        }
    }

    /// Shows the P-positions of the table in the order of [`Table::positions`], until told to stop.
    pub fn each_p_position(&self, visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        match &self.known {
            Known::Bits(table) => {
                let mut cursor = table.cursor(self.alike);
                while let Some(position) = cursor.next(table) {
                    visit(position)?;
                }
                ControlFlow::Continue(())
            }
            Known::Lines(lines) => lines.each(&mut |sizes, value| match value {
                0 => visit(sizes),
                _ => ControlFlow::Continue(()),
            }),
            Known::Graph(..) | Known::Heaps(_) => self.p_positions().try_for_each(|position| visit(position.sizes())),
        }
    }

    /// How many P-positions there are in the order of [`Table::positions`].
    pub fn p_listed(&self) -> u128 {
        match &self.known {
            Known::Bits(table) if self.alike => u128::from(table.count().ascending),
            Known::Bits(table) => table.count().every_order,
            _ => self.p_positions().count() as u128,
        }
    }

    /// How many P-positions the table has, with heaps in every order, where the number of heaps is fixed.
    pub fn p_count(&self) -> BigUint {
        let counted = |position: Position| {
            if self.alike { orders(position.sizes()) } else { BigUint::from(1u8) }
        };
        match &self.known {
            Known::Bits(table) => BigUint::from(table.count().every_order),
            _ => self.p_positions().map(counted).sum(),
        }
    }

    /// The Grundy values of the positions; nothing where there are none, or outcomes alone were asked for.
    pub fn values(&self) -> Option<Values<'_>> {
        Values::of_table(self)
    }
}

/// How many passes are left at a position of a table of bits, where it doesn't have as many as at the start.
fn passes_left(position: &Position) -> Option<u64> {
    position.registers().first().copied()
}

/// In how many orders these sizes, which ascend, can stand.
fn orders(sizes: &[u64]) -> BigUint {
    let (mut orders, mut run) = (BigUint::from(1u8), 0usize);
    for (at, size) in sizes.iter().enumerate() {
        run = if at > 0 && sizes[at - 1] == *size { run + 1 } else { 1 };
        orders = orders * (at + 1) / run;
    }
    orders
}

/// The positions with heaps up to `max` tokens, in lexicographic order; only ascending ones if asked.
pub fn positions_up_to(heaps: usize, max: u64, ascending: bool) -> impl Iterator<Item = Position> {
    let mut next = Some(vec![0; heaps]);
    std::iter::from_fn(move || {
        let current = next.take()?;
        if let Some(at) = (0..heaps).rev().find(|at| current[*at] < max) {
            let mut sizes = current.clone();
            let grown = sizes[at] + 1;
            for (place, size) in sizes.iter_mut().enumerate().skip(at) {
                *size = if place == at || ascending { grown } else { 0 };
            }
            next = Some(sizes);
        }
        Some(Position::new(current))
    })
}

/// How many positions have heaps up to `max` tokens; `None` beyond what a machine counts.
pub fn box_size(heaps: usize, max: u64, ascending: bool) -> Option<u128> {
    let base = u128::from(max) + 1;
    if !ascending {
        return base.checked_pow(u32::try_from(heaps).ok()?);
    }
    // Multisets: (max + heaps) choose heaps.
    (1..=heaps as u128).try_fold(1u128, |count, k| Some(count.checked_mul(base - 1 + k)? / k))
}
