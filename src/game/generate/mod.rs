//! The moves that the rules allow at a position.

mod amounts;
mod deeds;
mod take;

use super::position::{Change, Move, Position};
use crate::rules::expr::{EvalError, Expr, Problem, Scope};
use crate::rules::number::Number;
use crate::rules::{Amounts, Deed, MoveRule, RegisterKind, Ruleset, Selection};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use thiserror::Error;

/// Why the moves at a position cannot be listed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// A rule has no meaning at the position.
    #[error("at {position}: {error}")]
    Rule {
        /// The position.
        position: Position,
        /// What is wrong, and where in the file.
        error: EvalError,
    },
    /// There are more moves than the caller wants to see.
    #[error("{position} has more than {limit} moves")]
    TooMany {
        /// The position.
        position: Position,
        /// The limit.
        limit: usize,
    },
    /// There are more amounts to try than can be tried.
    #[error("at {position} there are too many moves to try one by one")]
    TooLarge {
        /// The position.
        position: Position,
    },
}

/// The most amounts and combinations of amounts that are tried at a position.
pub const MAX_TRIED: u64 = 5_000_000;

/// The moves at a position, one for each position that can be reached, in lexicographic order of those.
///
/// # Errors
///
/// Where a rule has no meaning there, or more than `limit` moves lead from it.
///
/// # Complexity
///
/// Proportional to the number of moves, times its logarithm.
pub fn moves(rules: &Ruleset, position: &Position, limit: usize) -> Result<Vec<Move>, GameError> {
    moves_to(rules, position, limit, &mut |_| true)
}

/// The moves to positions that are wanted, as [`moves`] lists them; the others count against the limit too.
///
/// # Errors
///
/// As for [`moves`].
pub fn moves_to(
    rules: &Ruleset,
    position: &Position,
    limit: usize,
    wanted: &mut dyn FnMut(&Position) -> bool,
) -> Result<Vec<Move>, GameError> {
    let mut found: BTreeMap<Position, Move> = BTreeMap::new();
    let (mut left, mut search) = (limit, Search::default());
    let complete = for_each_move(rules, position, &mut search, &mut |rule, change, to| {
        if left == 0 {
            return ControlFlow::Break(());
        }
        left -= 1;
        if wanted(&to) {
            found.entry(to.clone()).or_insert_with(|| Move { rule, change: change.clone(), to });
        }
        ControlFlow::Continue(())
    })?;
    match complete {
        ControlFlow::Continue(()) => Ok(found.into_values().collect()),
        ControlFlow::Break(()) => Err(GameError::TooMany { position: position.clone(), limit }),
    }
}

/// Whether the game is over at a position by `end when`, moves or not.
///
/// # Errors
///
/// Where the condition has no meaning there.
pub fn is_ended(rules: &Ruleset, position: &Position) -> Result<bool, GameError> {
    holds(rules, rules.end.as_ref(), position, false)
}

/// Whether a position is one that the rules keep to.
///
/// # Errors
///
/// Where the condition has no meaning there.
pub fn is_kept(rules: &Ruleset, position: &Position) -> Result<bool, GameError> {
    holds(rules, rules.keeping.as_ref(), position, true)
}

/// Whether the player to move wins a game that is over at a position.
///
/// # Errors
///
/// Where the rules' condition has no meaning there.
pub fn wins_when_over(rules: &Ruleset, position: &Position) -> Result<bool, GameError> {
    let by_play = rules.play == crate::syntax::tree::Play::Misere;
    holds(rules, rules.wins.as_ref(), position, by_play)
}

fn holds(rules: &Ruleset, condition: Option<&Expr>, position: &Position, otherwise: bool) -> Result<bool, GameError> {
    let Some(condition) = condition else { return Ok(otherwise) };
    // A position given without registers has them as at the start.
    let initial = rules.initial_registers();
    let registers = if position.registers().is_empty() { &initial } else { position.registers() };
    let scope = Scope { heaps: position.sizes(), registers, ..Scope::default() };
    condition.truth(&scope).map_err(|error| GameError::Rule { position: position.clone(), error })
}

/// How moves are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// How many amounts and combinations of amounts may still be tried.
    pub left: u64,
    /// Whether the parts of a heap are wanted in ascending order alone, as where positions are put in order anyway.
    pub unordered: bool,
}

impl Default for Search {
    /// Everything, up to [`MAX_TRIED`].
    fn default() -> Search {
        Search { left: MAX_TRIED, unordered: false }
    }
}

/// What several searches may try together.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    left: u64,
    spent: bool,
}

impl Allowance {
    /// So many tries.
    pub fn new(tries: u64) -> Allowance {
        Allowance { left: tries, spent: false }
    }

    /// Runs a search, which may try no more than is left nor than any search may, and counts off what it tried.
    ///
    /// # Errors
    ///
    /// Those of the search.
    pub fn search<T>(&mut self, run: impl FnOnce(&mut Search) -> Result<T, GameError>) -> Result<T, GameError> {
        let most = MAX_TRIED.min(self.left);
        let mut search = Search { left: most, ..Search::default() };
        let found = run(&mut search);
        self.left -= most - search.left;
        self.spent |= most < MAX_TRIED && matches!(found, Err(GameError::TooLarge { .. }));
        found
    }

    /// Counts a single try; whether it may be made.
    pub fn one(&mut self) -> bool {
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => self.spent = true,
        }
        !self.spent
    }

    /// Whether something could not be tried.
    pub fn is_spent(&self) -> bool {
        self.spent
    }
}

/// What is called with the rule, what it does, and the position that is left.
pub type Visit<'a> = &'a mut dyn FnMut(usize, &Change, Position) -> ControlFlow<()>;

/// Calls `visit` for each way in which a rule can be applied, rule by rule, until it breaks off.
///
/// As many amounts and combinations of amounts as the search has left are tried, and those that were are counted off.
///
/// # Errors
///
/// Where a rule has no meaning at the position, or there is too much to try.
pub fn for_each_move(
    rules: &Ruleset,
    position: &Position,
    search: &mut Search,
    visit: Visit<'_>,
) -> Result<ControlFlow<()>, GameError> {
    let with_registers;
    let position = if position.registers().len() == rules.registers.len() {
        position
    } else {
        with_registers = position.clone().with_registers(&rules.initial_registers());
        &with_registers
    };
    if is_ended(rules, position)? {
        return Ok(ControlFlow::Continue(()));
    }
    let begun = rules.registers.iter().position(|register| register.kind == RegisterKind::Begun);
    let at_first = begun.is_some_and(|register| position.registers()[register] == 0);
    for (number, rule) in rules.moves.iter().enumerate() {
        // Where there are rules for the first move, they and the others hold at different times.
        if begun.is_some() && rule.first != at_first {
            continue;
        }
        let mut walk = Walk { rules, rule, position, number, visit, left: search.left, unordered: search.unordered };
        let step = walk.run();
        search.left = walk.left;
        match step {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => return Ok(ControlFlow::Break(())),
            Err(stop) => return Err(stop.at(position)),
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The amounts, ascending, that may be taken from one heap, where the only rule takes from one heap, divides nothing, and no
/// condition on positions has a say; nothing where the rules are others. The moves themselves are not made, so this is
/// quick.
///
/// # Errors
///
/// As for [`for_each_move`].
pub fn amounts_of(
    rules: &Ruleset,
    position: &Position,
    heap: usize,
    search: &mut Search,
) -> Result<Option<Vec<u64>>, GameError> {
    let [rule] = rules.moves.as_slice() else { return Ok(None) };
    let Deed::Take(take) = &rule.deed else { return Ok(None) };
    let from_it = match &take.from {
        Selection::Count { low: 1, high: 1 } => true,
        Selection::These(these) => *these == [heap],
        _ => false,
    };
    let (true, true, None, Amounts::Each(set) | Amounts::Same(set)) =
        (from_it, rules.is_plain(), &take.split, &take.amounts)
    else {
        return Ok(None);
    };
    if position.sizes()[heap] == 0 {
        return Ok(Some(Vec::new()));
    }
    let visit: Visit<'_> = &mut |_, _, _| ControlFlow::Continue(());
    let mut walk = Walk { rules, rule, position, number: 0, visit, left: search.left, unordered: false };
    let amounts = walk.amounts(set, take.or_rest, heap);
    search.left = walk.left;
    match amounts {
        Ok(amounts) => Ok(Some(amounts)),
        Err(stop) => Err(stop.at(position)),
    }
}

/// What ends the walk through a rule's applications before its time.
enum Stop {
    Rule(EvalError),
    TooLarge,
}

impl Stop {
    fn at(self, position: &Position) -> GameError {
        let position = position.clone();
        match self {
            Stop::Rule(error) => GameError::Rule { position, error },
            Stop::TooLarge => GameError::TooLarge { position },
        }
    }
}

impl From<EvalError> for Stop {
    fn from(error: EvalError) -> Stop {
        Stop::Rule(error)
    }
}

/// The applications of one rule at one position.
struct Walk<'a> {
    rules: &'a Ruleset,
    rule: &'a MoveRule,
    position: &'a Position,
    number: usize,
    visit: Visit<'a>,
    /// How much may still be tried.
    left: u64,
    /// Whether parts are wanted in ascending order alone.
    unordered: bool,
}

type Step = Result<ControlFlow<()>, Stop>;

/// Nothing more to do here, and no reason to break off.
const GO_ON: Step = Ok(ControlFlow::Continue(()));

impl Walk<'_> {
    /// Counts what is tried.
    fn tries(&mut self, count: u64) -> Result<(), Stop> {
        self.left = self.left.checked_sub(count).ok_or(Stop::TooLarge)?;
        Ok(())
    }

    fn run(&mut self) -> Step {
        match &self.rule.deed {
            Deed::Take(take) => self.take(take),
            Deed::Shift(shift) => self.shift(shift),
            Deed::Split(from, parts) => self.split(from, parts),
            Deed::Merge(count) => self.merge(*count),
            Deed::Replace(from, set) => self.replace(from, set),
            Deed::Scatter(from, parts) => self.scatter(from, parts),
            Deed::Pass(register) => self.pass(*register),
            Deed::Written { sets, becomes } => self.written(sets, becomes),
        }
    }

    fn sizes(&self) -> &[u64] {
        self.position.sizes()
    }

    fn scope<'b>(&'b self, heap: Option<usize>, letters: &'b [Number]) -> Scope<'b> {
        let registers = self.position.registers();
        Scope { heaps: self.position.sizes(), registers, heap, letters, terms: None }
    }

    fn allowed(&self, heap: Option<usize>, letters: &[Number]) -> Result<bool, EvalError> {
        match &self.rule.condition {
            None => Ok(true),
            Some(condition) => condition.truth(&self.scope(heap, letters)),
        }
    }

    /// Visits the move, unless the position that it leaves is not one that the rules keep to.
    fn made(&mut self, change: &Change, letters: &[Number], heap: Option<usize>) -> Step {
        let mut values = changed(self.sizes(), change, self.position.registers().len());
        let heaps = values.len();
        self.add_registers_after(change, letters, heap, &mut values)?;
        let to = Position::with_registers_behind(values, heaps);
        if let Some(keeping) = &self.rules.keeping {
            let scope = Scope { heaps: to.sizes(), registers: to.registers(), ..Scope::default() };
            if !keeping.truth(&scope)? {
                return GO_ON;
            }
        }
        Ok((self.visit)(self.number, change, to))
    }

    /// Adds the registers after a move, from the point of view of the player who moves next, to the sizes after it.
    fn add_registers_after(
        &self,
        change: &Change,
        letters: &[Number],
        heap: Option<usize>,
        values: &mut Vec<u64>,
    ) -> Result<(), EvalError> {
        let old = self.position.registers();
        if old.is_empty() {
            return Ok(());
        }
        let heaps = values.len();
        let (taken, touched) = match change {
            Change::Take(taken, _) => (
                taken.iter().fold(0u64, |sum, (_, amount)| sum.saturating_add(*amount)),
                taken.first().map(|(heap, _)| *heap),
            ),
            Change::Shift(from, _, amount) => (*amount, Some(*from)),
            Change::Split(heap, _) | Change::Scatter(heap, _) => (0, Some(*heap)),
            Change::Merge(heaps) => (0, heaps.first().copied()),
            Change::Become(heaps) => (0, heaps.first().map(|(heap, _)| *heap)),
            Change::Pass => (0, None),
        };
        // Tokens that go from a heap to another are not taken from the game.
        let tallied = if matches!(change, Change::Shift(..)) { 0 } else { taken };
        let find = |wanted: fn(&RegisterKind) -> bool| {
            self.rules.registers.iter().position(|register| wanted(&register.kind)).map(|at| old[at])
        };
        let reduced = |value: u64, modulus: Option<u64>| modulus.map_or(value, |modulus| value % modulus);
        let passed = *change == Change::Pass;
        // A pass that may be made any number of times is none of those that are counted.
        let counted = u64::from(matches!(self.rule.deed, Deed::Pass(Some(_))));
        for (register, value) in self.rules.registers.iter().zip(old) {
            values.push(match register.kind {
                RegisterKind::Previous if passed => *value,
                RegisterKind::Previous => taken,
                RegisterKind::PreviousHeap => touched.map_or(*value, |heap| heap as u64 + 1),
                // The players change places.
                RegisterKind::Own(_) => find(|kind| matches!(kind, RegisterKind::Other(_))).unwrap_or(0),
                RegisterKind::Other(modulus) => {
                    let own = find(|kind| matches!(kind, RegisterKind::Own(_))).unwrap_or(0);
                    reduced(own.saturating_add(tallied), modulus)
                }
                RegisterKind::Passes => value - counted,
                RegisterKind::OwnPasses => find(|kind| *kind == RegisterKind::OtherPasses).unwrap_or(0),
                RegisterKind::OtherPasses => find(|kind| *kind == RegisterKind::OwnPasses).unwrap_or(0) - counted,
                RegisterKind::Begun => 1,
                RegisterKind::Remembered(_) => *value,
            });
        }
        for (register, value) in &self.rule.then {
            let RegisterKind::Remembered(modulus) = self.rules.registers[*register].kind else { continue };
            let whole = value.whole(&self.scope(heap, letters))?;
            let whole = match modulus {
                Some(modulus) => num_integer::Integer::mod_floor(&whole, &BigInt::from(modulus)),
                None => whole,
            };
            values[heaps + *register] = whole.to_u64().ok_or_else(|| EvalError {
                span: value.span,
                problem: Problem::NotWhole(format!("what is remembered, {whole},")),
            })?;
        }
        Ok(())
    }
}

/// The sizes after a change, with room for so many registers behind them.
fn changed(sizes: &[u64], change: &Change, registers: usize) -> Vec<u64> {
    let mut new = Vec::with_capacity(sizes.len() + registers);
    new.extend_from_slice(sizes);
    let divide = |new: &mut Vec<u64>, heap: usize, parts: &[u64]| {
        if let Some((first, rest)) = parts.split_first() {
            new[heap] = *first;
            new.splice(heap + 1..heap + 1, rest.iter().copied());
        }
    };
    match change {
        Change::Take(taken, parts) => {
            for (heap, amount) in taken {
                new[*heap] -= amount;
            }
            if let Some((heap, _)) = taken.first() {
                divide(&mut new, *heap, parts);
            }
        }
        Change::Shift(from, to, amount) => {
            new[*from] -= amount;
            new[*to] = new[*to].saturating_add(*amount);
        }
        Change::Split(heap, parts) => divide(&mut new, *heap, parts),
        Change::Scatter(heap, parts) => {
            new[*heap] = 0;
            divide(&mut new, *heap, parts);
        }
        Change::Merge(heaps) => {
            let sum = heaps.iter().fold(0u64, |sum, heap| sum.saturating_add(sizes[*heap]));
            for heap in heaps {
                new[*heap] = 0;
            }
            if let Some(first) = heaps.first() {
                new[*first] = sum;
            }
        }
        Change::Become(heaps) => {
            for (heap, size) in heaps {
                new[*heap] = *size;
            }
        }
        Change::Pass => {}
    }
    new
}

fn whole(amount: u64) -> Number {
    i64::try_from(amount).map_or_else(|_| Number::from(BigInt::from(amount)), Number::from)
}
