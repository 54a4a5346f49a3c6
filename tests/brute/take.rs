//! Moves that take tokens: of every vector of amounts it is asked whether the rule allows it.

use super::deeds::{Done, divided};
use super::expr::{Result, Scope, Value, no_value};
use super::{Brute, State, below};
use bouton::syntax::tree::{Amount, AmountSet, Amounts, Expr, ExprKind, Selection, Take};
use std::collections::{BTreeMap, BTreeSet};

/// Greater amounts than any heap holds.
const BEYOND: u64 = 60;

type Taken = BTreeMap<usize, i128>;
type Letters = Vec<(String, i128)>;

/// Whether a number is at most a bound, which may be `unlimited`.
pub(super) fn at_most(scope: &Scope<'_>, high: &Expr, one: i128) -> Result<bool> {
    match scope.eval(high)? {
        Value::Unlimited => Ok(true),
        _ => Ok(one <= scope.whole(high)?),
    }
}

/// Each vector of amounts that the heaps hold: what is left, and what is taken from which heap.
fn vectors(heaps: &[u64]) -> impl Iterator<Item = (Vec<u64>, Taken)> {
    below(heaps).into_iter().filter(move |left| left != heaps).map(move |left| {
        let both = heaps.iter().zip(&left).enumerate();
        let taken = both
            .filter(|(_, (before, after))| before > after)
            .map(|(heap, (before, after))| (heap, i128::from(before - after)))
            .collect();
        (left, taken)
    })
}

impl Brute<'_> {
    /// `heap_limit` and `take_limit`.
    pub(super) fn shorthand(&self, state: &State) -> Result<Vec<Vec<u64>>> {
        let scope = Scope { parameters: &self.parameters, ..Scope::default() };
        let limit = |expr: &Option<Expr>| match expr {
            None => Ok(None),
            Some(expr) => match scope.eval(expr)? {
                Value::Unlimited => Ok(None),
                Value::Number(number) => Ok(number.to_whole()),
                _ => no_value("limit"),
            },
        };
        let (most_heaps, most) = (limit(&self.body.heap_limit)?, limit(&self.body.take_limit)?);
        let fits = |taken: &Taken| {
            most_heaps.is_none_or(|limit| taken.len() as i128 <= limit)
                && most.is_none_or(|limit| taken.values().all(|amount| *amount <= limit))
        };
        Ok(vectors(&state.heaps).filter(|(_, taken)| fits(taken)).map(|(left, _)| left).collect())
    }

    pub(super) fn take(&self, take: &Take, state: &State) -> Result<Vec<Done>> {
        let mut found = Vec::new();
        for (left, taken) in vectors(&state.heaps) {
            let Some(letters) = self.allowed(take, state, &taken)? else { continue };
            let touched = taken.keys().next().copied();
            let sum = taken.values().sum::<i128>() as u64;
            let done = Done { heaps: left, taken: sum, touched, letters, ..Done::default() };
            let Some((parts, may)) = &take.then_split else {
                found.push(done);
                continue;
            };
            let heap = touched.expect("a heap is touched");
            for division in self.divisions(parts, done.heaps[heap])? {
                found.push(Done { heaps: divided(&done.heaps, heap, &division), ..done.clone() });
            }
            if *may {
                found.push(done);
            }
        }
        Ok(found)
    }

    /// Whether a choice of heaps is one of those that a rule speaks of; of `every heap where …` all are.
    pub(super) fn may_touch(&self, from: &Selection, state: &State, touched: &BTreeSet<usize>) -> Result<bool> {
        let heaps = &state.heaps;
        let filled: Vec<usize> = (0..heaps.len()).filter(|heap| heaps[*heap] > 0).collect();
        let alone = || if touched.len() == 1 { touched.first().copied() } else { None };
        let constants = Scope { parameters: &self.parameters, ..Scope::default() };
        let count = |expr: &Expr| match constants.eval(expr)? {
            Value::Unlimited => Ok(heaps.len() as i128),
            Value::Number(number) => number.to_whole().ok_or_else(|| super::NoValue("not whole".to_owned())),
            _ => no_value("count"),
        };
        let number = touched.len() as i128;
        Ok(match from {
            Selection::Any | Selection::Every { .. } => true,
            Selection::All { .. } => touched.len() == heaps.len(),
            Selection::Count { low, high } => count(low)? <= number && number <= count(high)?,
            Selection::Largest => {
                alone().is_some_and(|heap| heaps[heap] > 0 && filled.iter().all(|other| heaps[*other] <= heaps[heap]))
            }
            Selection::Smallest => {
                alone().is_some_and(|heap| heaps[heap] > 0 && filled.iter().all(|other| heaps[*other] >= heaps[heap]))
            }
            Selection::First => alone().is_some() && alone().as_ref() == filled.first(),
            Selection::Last => alone().is_some() && alone().as_ref() == filled.last(),
            Selection::Ends => {
                alone().is_some() && (alone().as_ref() == filled.first() || alone().as_ref() == filled.last())
            }
            Selection::Adjacent { low, high, circle } => {
                let length = touched.len();
                let stretch =
                    |start: usize| (start..start + length).map(|at| at % heaps.len()).collect::<BTreeSet<_>>();
                let starts = if *circle { heaps.len() } else { (heaps.len() + 1).saturating_sub(length) };
                count(low)? <= number && number <= count(high)? && (0..starts).any(|start| stretch(start) == *touched)
            }
            Selection::These(named) => {
                if self.number_letter(from, 0).is_some() {
                    return Ok(touched.len() == 1);
                }
                let mut wanted = BTreeSet::new();
                for heap in named {
                    let named = match &heap.kind {
                        ExprKind::Name(name) => self.names.iter().position(|known| known.matches(name)),
                        _ => None,
                    };
                    wanted.insert(match named {
                        Some(heap) => heap,
                        None => (count(heap)? - 1) as usize,
                    });
                }
                *touched == wanted
            }
        })
    }

    /// The letter of `heap i`, with the heap's number.
    pub(super) fn number_letter(&self, from: &Selection, heap: usize) -> Option<(String, i128)> {
        let Selection::These(heaps) = from else { return None };
        let [Expr { kind: ExprKind::Name(name), .. }] = heaps.as_slice() else { return None };
        (name == "i" || !self.means_something(name)).then(|| (name.clone(), heap as i128 + 1))
    }

    /// The letters with which a rule allows to take these amounts, if it does.
    fn allowed(&self, take: &Take, state: &State, taken: &Taken) -> Result<Option<Letters>> {
        let touched: BTreeSet<usize> = taken.keys().copied().collect();
        if !self.may_touch(&take.from.node, state, &touched)? {
            return Ok(None);
        }
        if matches!(take.from.node, Selection::Every { .. }) && !self.is_every(take, state, taken)? {
            return Ok(None);
        }
        let condition = take.condition.as_ref();
        match &take.amounts {
            Amounts::Each(amount) | Amounts::Same(amount) => {
                let first = taken.values().next();
                let mut letters = None;
                for (heap, one) in taken {
                    if matches!(take.amounts, Amounts::Same(_)) && Some(one) != first {
                        return Ok(None);
                    }
                    let Some(found) = self.taken_from(take, amount, state, *heap, *one)? else { return Ok(None) };
                    letters = letters.or(Some(found));
                }
                Ok(letters)
            }
            Amounts::Letters(letters) => {
                if letters.len() != taken.len() {
                    return Ok(None);
                }
                let mut named: Letters =
                    letters.iter().zip(taken.values()).map(|(letter, one)| (letter.node.clone(), *one)).collect();
                let heap = if letters.len() == 1 { taken.keys().next().copied() } else { None };
                named.extend(heap.and_then(|heap| self.number_letter(&take.from.node, heap)));
                let scope = Scope { letters: named.clone(), heap, ..self.scope(state) };
                Ok(condition.map_or(Ok(true), |condition| scope.truth(condition))?.then_some(named))
            }
            Amounts::Total(amount) => {
                let total: i128 = taken.values().sum();
                let heap = if self.is_single(&take.from.node)? { taken.keys().next().copied() } else { None };
                let letters: Letters =
                    heap.and_then(|heap| self.number_letter(&take.from.node, heap)).into_iter().collect();
                let scope = Scope { heap, letters, ..self.scope(state) };
                self.amount_allowed(amount, &scope, total, condition)
            }
        }
    }

    /// Whether a choice of heaps is always of one.
    fn is_single(&self, from: &Selection) -> Result<bool> {
        Ok(match from {
            Selection::Count { high, .. } | Selection::Adjacent { high, .. } => {
                !matches!(high.kind, ExprKind::Unlimited) && self.constant(high)? == 1
            }
            Selection::These(heaps) => heaps.len() == 1,
            Selection::Largest | Selection::Smallest | Selection::First | Selection::Last | Selection::Ends => true,
            Selection::Any | Selection::All { .. } => self.heaps == 1 && !self.may_split(),
            Selection::Every { .. } => false,
        })
    }

    fn may_split(&self) -> bool {
        use bouton::syntax::tree::MoveBody;
        self.body.moves.iter().any(|rule| match &rule.body {
            MoveBody::Split(_) | MoveBody::Scatter(_) => true,
            MoveBody::Take(take) => take.then_split.is_some(),
            _ => false,
        })
    }

    /// Whether the heaps that are touched are all those that `every heap where …` speaks of: those that are not empty and
    /// meet the condition.
    ///
    /// Where the condition speaks of the amount, a heap meets it with the amount that is taken from all, or, where each
    /// heap has its own, with some amount that the rule names, be there so many tokens or not.
    fn is_every(&self, take: &Take, state: &State, taken: &Taken) -> Result<bool> {
        for heap in 0..state.heaps.len() {
            let size = state.heaps[heap];
            if taken.contains_key(&heap) || size == 0 {
                continue;
            }
            let (Amounts::Each(amount) | Amounts::Same(amount)) = &take.amounts else { return Ok(false) };
            let Some(condition) = &take.condition else { return Ok(false) };
            let letter = self.letter(amount);
            let mut of_amount = false;
            condition.walk(&mut |part| of_amount |= matches!(&part.kind, ExprKind::Name(name) if *name == letter));
            let amounts: Vec<i128> = match &take.amounts {
                Amounts::Same(_) => taken.values().copied().take(1).collect(),
                _ if of_amount => {
                    let scope = Scope { heap: Some(heap), ..self.scope(state) };
                    let mut named = Vec::new();
                    for one in 1..=i128::from(BEYOND) {
                        if self.in_set(amount, &scope, one)? {
                            named.push(one);
                        }
                    }
                    named
                }
                _ => vec![0],
            };
            for one in amounts {
                let scope = Scope { heap: Some(heap), letters: vec![(letter.clone(), one)], ..self.scope(state) };
                if scope.truth(condition)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The letters with which so much may be taken from a heap, if it may.
    fn taken_from(
        &self,
        take: &Take,
        amount: &Amount,
        state: &State,
        heap: usize,
        one: i128,
    ) -> Result<Option<Letters>> {
        let letters: Letters = self.number_letter(&take.from.node, heap).into_iter().collect();
        let scope = Scope { heap: Some(heap), letters, ..self.scope(state) };
        let condition = take.condition.as_ref();
        if let Some(letters) = self.amount_allowed(amount, &scope, one, condition)? {
            return Ok(Some(letters));
        }
        let size = state.heaps[heap];
        if !take.or_rest || one != i128::from(size) {
            return Ok(None);
        }
        // All that is left, where the least amount is more.
        let free = match &amount.set {
            AmountSet::Value(value) if self.own_letter(amount).is_none() => {
                !self.free_letters(&[value], &scope).is_empty()
            }
            _ => false,
        };
        let among = |one: u64| match free {
            true => Ok(self.amount_allowed(amount, &scope, i128::from(one), condition)?.is_some()),
            false => self.in_set(amount, &scope, i128::from(one)),
        };
        for less in 1..=size {
            if among(less)? {
                return Ok(None);
            }
        }
        let mut exists = false;
        for more in size + 1..=BEYOND {
            exists |= among(more)?;
        }
        let mut letters = scope.letters.clone();
        letters.push((self.letter(amount), one));
        let inner = Scope { letters: letters.clone(), ..scope.clone() };
        let holds = free || condition.map_or(Ok(true), |condition| inner.truth(condition))?;
        Ok((exists && holds).then_some(letters))
    }

    /// The letter that an amount is, as in `take s from one heap`.
    pub(super) fn own_letter(&self, amount: &Amount) -> Option<String> {
        match &amount.set {
            AmountSet::Value(Expr { kind: ExprKind::Name(name), .. }) if !self.means_something(name) => {
                Some(name.clone())
            }
            _ => None,
        }
    }

    /// The letter that stands for an amount in conditions.
    pub(super) fn letter(&self, amount: &Amount) -> String {
        if let Some(letter) = &amount.letter {
            return letter.node.clone();
        }
        let t_is_taken = self.parameters.iter().any(|(name, _)| name == "t");
        self.own_letter(amount).unwrap_or_else(|| if t_is_taken { "s".to_owned() } else { "t".to_owned() })
    }

    pub(super) fn means_something(&self, name: &str) -> bool {
        ["h", "i", "min", "max", "sum", "nimsum", "phi"].contains(&name)
            || self.initial.contains_key(name)
            || ["prev", "prev_heap"].contains(&name)
            || self.parameters.iter().any(|(parameter, _)| parameter == name)
            || self.names.iter().any(|heap| heap.matches(name))
    }

    pub(super) fn in_set(&self, amount: &Amount, scope: &Scope<'_>, one: i128) -> Result<bool> {
        match &amount.set {
            AmountSet::Any => Ok(true),
            AmountSet::Comprehension(value, conditions) => self.in_comprehension(value, conditions, scope, one),
            AmountSet::Value(value) if self.own_letter(amount).is_none() => {
                if !self.free_letters(&[value], scope).is_empty() {
                    return self.in_comprehension(value, &[], scope, one);
                }
                match scope.eval(value)? {
                    Value::Unlimited => Ok(true),
                    _ => Ok(one == scope.whole(value)?),
                }
            }
            AmountSet::Value(_) => Ok(true),
            AmountSet::Range(low, high) => Ok((scope.whole(low)? <= one) & at_most(scope, high, one)?),
            AmountSet::Set(items) => self.among(items, scope, one),
        }
    }
}
