//! All moves from a position, whatever they do.

use super::expr::{Result, Scope, no_value};
use super::{Brute, State};
use bouton::syntax::tree::{
    Amount, AmountSet, Expr, ExprKind, Merge, Move, MoveBody, Parts, Pass, Replace, Scatter, SetItem, Shift, Split,
    Target, Written,
};
use std::collections::BTreeSet;

/// Letters that nothing bounds are tried up to this number.
const LETTERS: i128 = 60;
/// Why nothing is said of a game that remembers ever greater numbers.
pub(super) const TOO_LARGE: &str = "too large a number is remembered";
/// The letters of moves that are written out.
const WRITTEN: u64 = 30;
/// The sizes that a heap may be given.
const SIZES: u64 = 60;

/// What a move does, and what its rule may speak of when it says what is remembered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Done {
    pub(crate) heaps: Vec<u64>,
    /// How many tokens leave the game.
    pub(crate) taken: u64,
    /// How many go from one heap to another.
    pub(crate) moved: u64,
    /// The first heap that is touched.
    pub(crate) touched: Option<usize>,
    pub(crate) passed: bool,
    pub(crate) letters: Vec<(String, i128)>,
}

impl Brute<'_> {
    /// The positions that a move leads to.
    pub(crate) fn moves(&self, state: &State) -> Result<BTreeSet<State>> {
        let mut found = BTreeSet::new();
        if let Some(end) = &self.body.end
            && self.scope(state).truth(end)?
        {
            return Ok(found);
        }
        if let Some(code) = &self.body.octal {
            for heaps in octal(&code.node, &state.heaps) {
                found.insert(State { heaps, memory: state.memory.clone() });
            }
        } else if self.body.moves.is_empty() {
            for heaps in self.shorthand(state)? {
                found.insert(State { heaps, memory: state.memory.clone() });
            }
        }
        let begun = state.memory.get("begun");
        for rule in &self.body.moves {
            if begun.is_some_and(|begun| (*begun == 0) != rule.first) {
                continue;
            }
            for done in self.deeds(rule, state)? {
                let next = State { memory: self.memory_after(rule, state, &done)?, heaps: done.heaps };
                found.insert(next);
            }
        }
        let mut kept = BTreeSet::new();
        for next in found {
            if self.is_kept(&next)? {
                kept.insert(next);
            }
        }
        Ok(kept)
    }

    fn deeds(&self, rule: &Move, state: &State) -> Result<Vec<Done>> {
        match &rule.body {
            MoveBody::Take(take) => self.take(take, state),
            MoveBody::Shift(shift) => self.shift(shift, state),
            MoveBody::Split(split) => self.split(split, state),
            MoveBody::Scatter(scatter) => self.scatter(scatter, state),
            MoveBody::Merge(merge) => self.merge(merge, state),
            MoveBody::Replace(replace) => self.replace(replace, state),
            MoveBody::Pass(pass) => self.pass(pass, state),
            MoveBody::Written(written) => self.written(written, state),
        }
    }

    /// What is remembered after a move, as the player who moves next sees it.
    fn memory_after(&self, rule: &Move, state: &State, done: &Done) -> Result<std::collections::BTreeMap<String, u64>> {
        let old = &state.memory;
        let mut new = old.clone();
        if old.contains_key("prev") && !done.passed {
            new.insert("prev".to_owned(), done.taken + done.moved);
        }
        if let (true, Some(heap)) = (old.contains_key("prev_heap"), done.touched) {
            new.insert("prev_heap".to_owned(), heap as u64 + 1);
        }
        if let Some(tally) = &self.body.tally {
            let mut mine = old["own"] + done.taken;
            if let Some(modulus) = &tally.node {
                mine %= self.constant(modulus)? as u64;
            }
            new.insert("own".to_owned(), old["other"]);
            new.insert("other".to_owned(), mine);
        }
        // Passes without a limit are not counted.
        let limited = |body: &MoveBody| matches!(body, MoveBody::Pass(Pass { times: Some(_), .. }));
        let passed = u64::from(limited(&rule.body));
        if let Some(passes) = old.get("passes") {
            new.insert("passes".to_owned(), passes - passed);
        }
        if let Some(passes) = old.get("own_passes") {
            new.insert("own_passes".to_owned(), old["other_passes"]);
            new.insert("other_passes".to_owned(), passes - passed);
        }
        if old.contains_key("begun") {
            new.insert("begun".to_owned(), 1);
        }
        for assignment in &rule.then {
            let scope = Scope { heap: done.touched, letters: done.letters.clone(), ..self.scope(state) };
            let mut value = scope.whole(&assignment.value)?;
            let register = self.body.remembered.iter().find(|register| register.name.node == assignment.name.node);
            if let Some(modulus) = register.and_then(|register| register.modulus.as_ref()) {
                value = value.rem_euclid(self.constant(modulus)?);
            }
            let Ok(value) = u64::try_from(value) else { return no_value(TOO_LARGE) };
            new.insert(assignment.name.node.clone(), value);
        }
        Ok(new)
    }

    /// The letter for the number of a heap, where an expression that names a heap is one.
    fn heap_letter(&self, heap: &Expr) -> Option<String> {
        match &heap.kind {
            ExprKind::Name(name) if name == "i" || !self.means_something(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// Whether an expression that names a heap means this one.
    fn is_heap(&self, named: &Expr, heap: usize, scope: &Scope<'_>) -> Result<bool> {
        if let ExprKind::Name(name) = &named.kind
            && let Some(known) = self.names.iter().position(|known| known.matches(name))
        {
            return Ok(known == heap);
        }
        Ok(scope.whole(named)? == heap as i128 + 1)
    }

    fn shift(&self, shift: &Shift, state: &State) -> Result<Vec<Done>> {
        let mut found = Vec::new();
        let count = state.heaps.len();
        for (from, to) in (0..count).flat_map(|from| (0..count).map(move |to| (from, to))) {
            if from == to {
                continue;
            }
            let mut letters = Vec::new();
            let letter_of_from = shift.from.as_ref().and_then(|heap| self.heap_letter(heap));
            letters.extend(letter_of_from.iter().map(|letter| (letter.clone(), from as i128 + 1)));
            let mut letter_of_to = None;
            if let Target::Heap(heap) = &shift.to {
                letter_of_to = self.heap_letter(heap);
                letters.extend(letter_of_to.iter().map(|letter| (letter.clone(), to as i128 + 1)));
            }
            let scope = Scope { heap: Some(from), letters: letters.clone(), ..self.scope(state) };
            if let (Some(heap), None) = (&shift.from, &letter_of_from)
                && !self.is_heap(heap, from, &scope)?
            {
                continue;
            }
            match &shift.to {
                Target::Another { non_empty: true } if state.heaps[to] == 0 => continue,
                Target::Heap(heap) if letter_of_to.is_none() && !self.is_heap(heap, to, &scope)? => continue,
                _ => {}
            }
            for amount in 1..=state.heaps[from] {
                let Some(letters) =
                    self.amount_allowed(&shift.amount, &scope, amount.into(), shift.condition.as_ref())?
                else {
                    continue;
                };
                let mut heaps = state.heaps.clone();
                heaps[from] -= amount;
                heaps[to] += amount;
                found.push(Done { heaps, moved: amount, touched: Some(from), letters, ..Done::default() });
            }
        }
        Ok(found)
    }

    fn split(&self, split: &Split, state: &State) -> Result<Vec<Done>> {
        let mut found = Vec::new();
        for heap in 0..state.heaps.len() {
            if !self.may_touch(&split.from.node, state, &BTreeSet::from([heap]))? {
                continue;
            }
            for parts in self.divisions(&split.parts, state.heaps[heap])? {
                let mut letters: Vec<(String, i128)> = self.number_letter(&split.from.node, heap).into_iter().collect();
                let named = split.parts.letters.iter().zip(&parts);
                letters.extend(named.map(|(letter, part)| (letter.node.clone(), i128::from(*part))));
                let scope = Scope { heap: Some(heap), letters: letters.clone(), ..self.scope(state) };
                if split.condition.as_ref().map_or(Ok(true), |condition| scope.truth(condition))? {
                    let heaps = divided(&state.heaps, heap, &parts);
                    found.push(Done { heaps, touched: Some(heap), letters, ..Done::default() });
                }
            }
        }
        Ok(found)
    }

    /// A heap makes way for smaller ones, in ascending order.
    fn scatter(&self, scatter: &Scatter, state: &State) -> Result<Vec<Done>> {
        let mut found = Vec::new();
        let (low, high) = (self.constant(&scatter.parts.low)?, self.constant(&scatter.parts.high)?);
        for heap in 0..state.heaps.len() {
            let size = state.heaps[heap];
            if size == 0 || !self.may_touch(&scatter.from.node, state, &BTreeSet::from([heap]))? {
                continue;
            }
            let letters: Vec<(String, i128)> = self.number_letter(&scatter.from.node, heap).into_iter().collect();
            let scope = Scope { heap: Some(heap), letters: letters.clone(), ..self.scope(state) };
            if !scatter.condition.as_ref().map_or(Ok(true), |condition| scope.truth(condition))? {
                continue;
            }
            for count in low..=high {
                for row in super::below(&vec![size - 1; count as usize]) {
                    let ascending = row.windows(2).all(|pair| pair[0] <= pair[1]);
                    let differ = row.windows(2).all(|pair| pair[0] < pair[1]);
                    let equal = row.windows(2).all(|pair| pair[0] == pair[1]);
                    let wanted = (differ || !scatter.parts.differ) && (equal || !scatter.parts.equal);
                    if ascending && wanted && !row.contains(&0) {
                        let parts = if row.is_empty() { vec![0] } else { row };
                        let heaps = divided(&state.heaps, heap, &parts);
                        found.push(Done { heaps, touched: Some(heap), letters: letters.clone(), ..Done::default() });
                    }
                }
            }
        }
        Ok(found)
    }

    /// All ways to write a number of tokens as a row of parts.
    pub(super) fn divisions(&self, parts: &Parts, tokens: u64) -> Result<Vec<Vec<u64>>> {
        let (low, high) = (self.constant(&parts.low)?, self.constant(&parts.high)?);
        let mut all = Vec::new();
        for count in low..=high {
            for row in super::below(&vec![tokens; count as usize]) {
                let equal = |one: usize, other: usize| row[one] == row[other];
                let pairs = || (0..row.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
                let differ = !pairs().any(|(one, other)| equal(one, other));
                let alike = pairs().all(|(one, other)| equal(one, other));
                let whole = row.iter().sum::<u64>() == tokens && row.iter().all(|part| *part > 0);
                if whole && (differ || !parts.differ) && (alike || !parts.equal) {
                    all.push(row);
                }
            }
        }
        Ok(all)
    }

    fn merge(&self, merge: &Merge, state: &State) -> Result<Vec<Done>> {
        let mut found = Vec::new();
        let wanted = self.constant(&merge.count)?;
        for chosen in subsets(state.heaps.len()) {
            let sizes: Vec<u64> = chosen.iter().map(|heap| state.heaps[*heap]).collect();
            if chosen.len() as i128 != wanted || sizes.contains(&0) {
                continue;
            }
            if merge.condition.as_ref().map_or(Ok(true), |condition| self.scope(state).truth(condition))? {
                let mut heaps = state.heaps.clone();
                chosen.iter().for_each(|heap| heaps[*heap] = 0);
                let first = *chosen.first().expect("two heaps or more");
                heaps[first] = sizes.iter().sum();
                found.push(Done { heaps, touched: Some(first), ..Done::default() });
            }
        }
        Ok(found)
    }

    fn replace(&self, replace: &Replace, state: &State) -> Result<Vec<Done>> {
        let mut found = Vec::new();
        for heap in 0..state.heaps.len() {
            if !self.may_touch(&replace.from.node, state, &BTreeSet::from([heap]))? {
                continue;
            }
            let letters = self.number_letter(&replace.from.node, heap).into_iter().collect();
            let scope = Scope { heap: Some(heap), letters, ..self.scope(state) };
            for new in 0..=SIZES {
                if new == state.heaps[heap] {
                    continue;
                }
                let mut by = replace.by.clone();
                if by.letter.is_none() && self.own_letter(&by).is_none() {
                    by.letter = Some(bouton::source::Spanned::new("x".to_owned(), by.span));
                }
                if let Some(letters) = self.amount_allowed(&by, &scope, new.into(), replace.condition.as_ref())? {
                    let mut heaps = state.heaps.clone();
                    heaps[heap] = new;
                    found.push(Done { heaps, touched: Some(heap), letters, ..Done::default() });
                }
            }
        }
        Ok(found)
    }

    fn pass(&self, pass: &Pass, state: &State) -> Result<Vec<Done>> {
        let register = if pass.each_player { "own_passes" } else { "passes" };
        let left = pass.times.is_none() || state.memory[register] > 0;
        let allowed = pass.condition.as_ref().map_or(Ok(true), |condition| self.scope(state).truth(condition))?;
        let done = Done { heaps: state.heaps.clone(), passed: true, ..Done::default() };
        Ok(if left && allowed { vec![done] } else { Vec::new() })
    }

    fn written(&self, written: &Written, state: &State) -> Result<Vec<Done>> {
        let mut found = Vec::new();
        for values in super::below(&vec![WRITTEN; written.letters.len()]) {
            let named = written.letters.iter().zip(&values);
            let letters: Vec<(String, i128)> =
                named.clone().map(|((letter, _), value)| (letter.node.clone(), i128::from(*value))).collect();
            let mut allowed = true;
            for (at, ((_, set), value)) in named.enumerate() {
                if let Some(items) = set {
                    // A set may speak of the letters before it.
                    let scope = Scope { letters: letters[..at].to_vec(), ..self.scope(state) };
                    allowed = allowed && self.among(items, &scope, i128::from(*value))?;
                }
            }
            let scope = Scope { letters: letters.clone(), ..self.scope(state) };
            if !allowed || !written.condition.as_ref().map_or(Ok(true), |condition| scope.truth(condition))? {
                continue;
            }
            let mut heaps = state.heaps.clone();
            let mut touched = None;
            let mut natural = true;
            for one in &written.becomes {
                let named = self.names.iter().position(|name| name.matches(&one.name.node));
                let heap = named.unwrap_or(0);
                match u64::try_from(scope.whole(&one.value)?) {
                    Ok(size) => {
                        if size != state.heaps[heap] {
                            touched = touched.or(Some(heap));
                        }
                        heaps[heap] = size;
                    }
                    Err(_) => natural = false,
                }
            }
            if natural {
                found.push(Done { heaps, touched, letters, ..Done::default() });
            }
        }
        Ok(found)
    }

    /// Whether an amount is one that the rule allows, and with which letters.
    pub(super) fn amount_allowed(
        &self,
        amount: &Amount,
        scope: &Scope<'_>,
        one: i128,
        condition: Option<&Expr>,
    ) -> Result<Option<Vec<(String, i128)>>> {
        let mut letters = scope.letters.clone();
        letters.push((self.letter(amount), one));
        // In `take k*min from … where k >= 1` the letter k is any for which everything holds.
        if let AmountSet::Value(value) = &amount.set
            && self.own_letter(amount).is_none()
        {
            let free = self.free_letters(&[value], scope);
            if !free.is_empty() {
                for values in below_letters(free.len()) {
                    let mut letters = letters.clone();
                    letters.extend(free.iter().cloned().zip(values));
                    let inner = Scope { letters: letters.clone(), ..scope.clone() };
                    if inner.whole(value)? == one && condition.map_or(Ok(true), |condition| inner.truth(condition))? {
                        return Ok(Some(letters));
                    }
                }
                return Ok(None);
            }
        }
        let inner = Scope { letters: letters.clone(), ..scope.clone() };
        let allowed =
            self.in_set(amount, scope, one)? && condition.map_or(Ok(true), |condition| inner.truth(condition))?;
        Ok(allowed.then_some(letters))
    }

    /// The letters of expressions that nothing defines.
    pub(super) fn free_letters(&self, exprs: &[&Expr], scope: &Scope<'_>) -> Vec<String> {
        let mut letters: Vec<String> = Vec::new();
        for expr in exprs {
            expr.walk(&mut |part| {
                if let ExprKind::Name(name) = &part.kind {
                    let known = self.means_something(name) || scope.letters.iter().any(|(letter, _)| letter == name);
                    if !known && !letters.contains(name) {
                        letters.push(name.clone());
                    }
                }
            });
        }
        letters
    }

    pub(super) fn in_comprehension(
        &self,
        value: &Expr,
        conditions: &[Expr],
        scope: &Scope<'_>,
        one: i128,
    ) -> Result<bool> {
        let all: Vec<&Expr> = std::iter::once(value).chain(conditions).collect();
        let free = self.free_letters(&all, scope);
        for values in below_letters(free.len()) {
            let mut letters = scope.letters.clone();
            letters.extend(free.iter().cloned().zip(values));
            let inner = Scope { letters, ..scope.clone() };
            let mut holds = inner.whole(value)? == one;
            for condition in conditions {
                holds = holds && inner.truth(condition)?;
            }
            if holds {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a number is one of those in braces.
    pub(super) fn among(&self, items: &[SetItem], scope: &Scope<'_>, one: i128) -> Result<bool> {
        let mut inside = false;
        for item in items {
            inside |= match item {
                SetItem::Value(value) => one == scope.whole(value)?,
                SetItem::Range(low, high) => (scope.whole(low)? <= one) & super::take::at_most(scope, high, one)?,
            };
        }
        Ok(inside)
    }
}

/// All values of so many letters that are tried.
fn below_letters(count: usize) -> Vec<Vec<i128>> {
    let most = if count <= 1 { LETTERS } else { LETTERS / 3 };
    let all = super::below(&vec![most as u64; count]);
    all.into_iter().map(|values| values.into_iter().map(i128::from).collect()).collect()
}

/// All choices of some heaps.
fn subsets(heaps: usize) -> Vec<BTreeSet<usize>> {
    (1..1 << heaps).map(|bits: usize| (0..heaps).filter(|heap| bits >> heap & 1 == 1).collect()).collect()
}

/// The heaps with one of them divided, its parts in its place.
pub(super) fn divided(heaps: &[u64], heap: usize, parts: &[u64]) -> Vec<u64> {
    let (before, after) = (&heaps[..heap], &heaps[heap + 1..]);
    [before, parts, after].concat()
}

/// The moves of a taking-and-breaking game: the digit d_k speaks of taking k tokens, and holds 1 where nothing may be
/// left, 2 where one heap, 4 where two, 8 where three.
fn octal(code: &str, heaps: &[u64]) -> Vec<Vec<u64>> {
    let (before, after) = code.split_once('.').expect("a code has a point");
    let before = if before.is_empty() { "0" } else { before };
    let mut found = Vec::new();
    for (taken, digit) in before.chars().chain(after.chars()).enumerate() {
        let digit = digit.to_digit(16).expect("a digit");
        for heap in 0..heaps.len() {
            let Some(rest) = heaps[heap].checked_sub(taken as u64) else { continue };
            for count in 0..4 {
                if digit >> count & 1 == 0 || (taken == 0 && count < 2) {
                    continue;
                }
                let rows = super::below(&vec![rest; count]);
                let rows = rows.into_iter().filter(|row| row.iter().sum::<u64>() == rest && !row.contains(&0));
                // Where a heap is taken whole its place stays empty.
                let rows = rows.map(|row| if row.is_empty() { vec![0] } else { row });
                found.extend(rows.filter(|_| count > 0 || taken > 0).map(|row| divided(heaps, heap, &row)));
            }
        }
    }
    found
}
