//! Finite automata that read the binary digits of several numbers at once.
//!
//! # Definition
//! Let v_1 < … < v_k be variables. A *letter* is a column of k binary digits, digit i for v_i; a word of letters, the least
//! significant digits first, is a tuple (x_1, …, x_k) of natural numbers, the empty word (0, …, 0). Writing zeros behind a
//! word changes no number, so every tuple has many words, and an automaton says something about tuples only if it accepts
//! all words of a tuple or none. Every automaton here is deterministic and complete and keeps
//!
//! > (Z) a state accepts if and only if the state accepts that the letter of zeros leads to from it,
//!
//! which is that property, stated for each state. So the automaton stands for the set of the tuples whose words it accepts.
//!
//! # Constructions
//! - *Complement*: accept where it did not. (Z) is kept.
//! - *Conjunction*: pairs of states, accepting where both do. Each automaton reads the digits of its own variables. (Z) is
//!   kept.
//! - *Projection*, for "there is an x_i": the digits of x_i are guessed, and the subset construction follows all guesses at
//!   once: a state is a set S of states, from which a letter without x_i leads to all states to which the letter with
//!   x_i's digit 0 or 1 leads from a state of S. The guessed x_i may have more digits than all other numbers. So S accepts
//!   if from a state of S a word of any length, zero for all variables but x_i, leads to an accepting state. (Z) is kept: if
//!   S accepts by a word that is not empty, the state after its first letter is in the next set S', and S' accepts by the
//!   rest; if it does by the empty word, the accepting state has an accepting one behind it by (Z), and that is in S'. And
//!   if S' accepts by a word, S accepts by that word and one letter before it.
//! - *Minimisation* (Moore 1956): states are told apart by what they accept, then again and again by the classes that
//!   letters lead to, until nothing new is told apart. States left together accept the same words, states told apart
//!   do not. States are then numbered in the order in which a search from the start meets them, letters ascending. The
//!   smallest automaton of a set of words is unique up to the names of its states. Variables whose digits never make a
//!   difference are left out. So two automata are equal as data exactly if they stand for the same condition.
//!
//! # Complexity
//! With s states and k variables there are s·2^k transitions. A conjunction has at most the product of the numbers of
//! states, a projection at most 2^s states; a round of minimisation goes through all transitions once, and there are at
//! most s rounds. All of it is counted against a [`Budget`](super::budget::Budget).
//!
//! # References
//! - J. R. Büchi, Weak second-order arithmetic and finite automata, Zeitschrift für mathematische Logik und Grundlagen der
//!   Mathematik 6 (1960), 66–92.
//! - E. F. Moore, Gedanken-experiments on sequential machines, Automata Studies, Princeton (1956), 129–153.
//! - V. Bruyère, G. Hansel, C. Michaux, R. Villemaire, Logic and p-recognizable sets of integers, Bulletin of the Belgian
//!   Mathematical Society 1 (1994), 191–238.
//! - J. Shallit, The Logical Approach to Automatic Sequences, Cambridge (2022).

use super::budget::{Construction, Meter, TooLarge};
use super::formula::Var;
use num_bigint::BigInt;
#[cfg(test)]
use num_bigint::BigUint;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// A deterministic, complete automaton with the property (Z) of the module's documentation. State 0 is the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Automaton {
    /// Ascending; digit i of a letter, counted from the least significant, belongs to variable i.
    variables: Vec<Var>,
    accepting: Vec<bool>,
    /// Where letter a leads from state s, at index s·2^k + a.
    transitions: Vec<u32>,
}

/// What tells the states of an automaton apart while it is being built.
pub(super) trait Label: Clone + Eq + Hash {
    /// How much room it takes, and how long a step from it.
    fn size(&self) -> usize {
        1
    }
}

impl Label for BigInt {
    fn size(&self) -> usize {
        // Long numbers take long to multiply.
        let words = usize::try_from(self.bits() / 64).unwrap_or(usize::MAX);
        words.saturating_mul(words).saturating_add(1)
    }
}
impl Label for u32 {}
#[cfg(test)]
impl Label for usize {}
impl Label for () {}
impl<T: Label, U: Label> Label for (T, U) {
    fn size(&self) -> usize {
        self.0.size().max(self.1.size())
    }
}
impl<T: Label> Label for Option<T> {
    fn size(&self) -> usize {
        self.as_ref().map_or(1, T::size)
    }
}
impl Label for Vec<u32> {
    fn size(&self) -> usize {
        self.len().max(1)
    }
}

impl Automaton {
    /// The automaton of all tuples, or of none, over no variables.
    pub(super) fn constant(accepting: bool) -> Automaton {
        Automaton { variables: Vec::new(), accepting: vec![accepting], transitions: vec![0] }
    }

    /// Follows `step` from `start` to all labels that it reaches, and minimises.
    ///
    /// `step` is given a label and a letter; together with `accepts` it must have the property (Z).
    ///
    /// # Errors
    /// [`TooLarge`] where the budget does not suffice.
    pub(super) fn explore<L: Label>(
        variables: Vec<Var>,
        start: L,
        construction: Construction,
        meter: &mut Meter,
        mut step: impl FnMut(&L, usize) -> L,
        accepts: impl Fn(&L) -> bool,
    ) -> Result<Automaton, TooLarge> {
        debug_assert!(variables.is_sorted());
        let report = |states| TooLarge { construction, states, variables: variables.len() };
        let letters = u32::try_from(variables.len()).ok().and_then(|count| 1usize.checked_shl(count));
        meter.admit(letters, report(0))?;
        let letters = letters.unwrap_or(1);
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut labels = vec![start];
        let mut room = 0;
        let mut transitions = Vec::new();
        let mut state = 0;
        while state < labels.len() {
            meter.spend(labels[state].size().saturating_mul(letters), report(labels.len()))?;
            room += letters + labels[state].size();
            meter.admit(Some(room), report(labels.len()))?;
            for letter in 0..letters {
                let label = step(&labels[state], letter);
                let new = labels.len();
                transitions.push(*numbers.entry(label).or_insert_with_key(|label| {
                    labels.push(label.clone());
                    new as u32
                }));
            }
            state += 1;
        }
        let accepting = labels.iter().map(accepts).collect();
        Automaton { variables, accepting, transitions }.minimised(meter)
    }

    /// The variables whose digits it reads, ascending.
    pub(super) fn variables(&self) -> &[Var] {
        &self.variables
    }

    /// The number of states.
    pub(super) fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The number of letters.
    pub(super) fn letters(&self) -> usize {
        1 << self.variables.len()
    }

    /// Whether words that end in `state` are accepted.
    pub(super) fn accepts_in(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    /// Where `letter` leads from `state`.
    pub(super) fn next(&self, state: u32, letter: usize) -> u32 {
        self.transitions[state as usize * self.letters() + letter]
    }

    /// Whether it accepts no tuple. (It is minimal, so that then it has a single state.)
    pub(super) fn is_empty(&self) -> bool {
        self.accepting == [false]
    }

    /// Whether it accepts the tuple in which each variable has the value that `value` gives.
    #[cfg(test)]
    pub(super) fn accepts(&self, value: impl Fn(Var) -> BigUint) -> bool {
        let numbers: Vec<BigUint> = self.variables.iter().map(|variable| value(*variable)).collect();
        let digits = numbers.iter().map(BigUint::bits).max().unwrap_or(0);
        let end = (0..digits).fold(0, |state, place| {
            let bits = numbers.iter().enumerate().map(|(track, number)| usize::from(number.bit(place)) << track);
            self.next(state, bits.sum())
        });
        self.accepts_in(end)
    }

    /// The tuples that it does not accept.
    pub(super) fn complement(mut self) -> Automaton {
        for accepting in &mut self.accepting {
            *accepting = !*accepting;
        }
        self
    }

    /// The state from which nothing is accepted, if there is one.
    fn dead(&self) -> Option<u32> {
        let letters = self.letters();
        let stays = |state: usize| (0..letters).all(|letter| self.next(state as u32, letter) == state as u32);
        (0..self.states()).find(|state| !self.accepting[*state] && stays(*state)).map(|state| state as u32)
    }

    /// The tuples that both accept, over the variables of both.
    ///
    /// # Errors
    /// [`TooLarge`] where the budget does not suffice.
    pub(super) fn conjunction(&self, other: &Automaton, meter: &mut Meter) -> Result<Automaton, TooLarge> {
        let both: BTreeSet<Var> = self.variables.iter().chain(&other.variables).copied().collect();
        let variables: Vec<Var> = both.into_iter().collect();
        // Where both variables and letters are many, the explored automaton is refused; so must these tables be.
        let report = TooLarge { construction: Construction::Conjunction, states: 0, variables: variables.len() };
        meter.admit(u32::try_from(variables.len()).ok().and_then(|count| 1usize.checked_shl(count)), report)?;
        let own = letters_within(&self.variables, &variables);
        let others = letters_within(&other.variables, &variables);
        let (dead, other_dead) = (self.dead(), other.dead());
        // All pairs with a state from which nothing is accepted are one.
        let pair = |one: u32, two: u32| (Some(one) != dead && Some(two) != other_dead).then_some((one, two));
        Automaton::explore(
            variables,
            pair(0, 0),
            Construction::Conjunction,
            meter,
            |label, letter| {
                label.and_then(|(one, two)| pair(self.next(one, own[letter]), other.next(two, others[letter])))
            },
            |label| label.is_some_and(|(one, two)| self.accepts_in(one) && other.accepts_in(two)),
        )
    }

    /// The tuples of the other variables that are accepted with some number for `variable`.
    ///
    /// # Errors
    /// [`TooLarge`] where the budget does not suffice.
    pub(super) fn projection(&self, variable: Var, meter: &mut Meter) -> Result<Automaton, TooLarge> {
        let Ok(track) = self.variables.binary_search(&variable) else {
            return Ok(self.clone());
        };
        let mut variables = self.variables.clone();
        variables.remove(track);
        let digit = 1 << track;
        let dead = self.dead();
        let accepting = self.accepting_before(&[0, digit]);
        let low = digit - 1;
        Automaton::explore(
            variables,
            Vec::from_iter((dead != Some(0)).then_some(0)),
            Construction::Projection,
            meter,
            |label: &Vec<u32>, letter| {
                let without = (letter & low) | ((letter & !low) << 1);
                let mut next: Vec<u32> = label
                    .iter()
                    .flat_map(|state| [self.next(*state, without), self.next(*state, without | digit)])
                    .filter(|state| Some(*state) != dead)
                    .collect();
                next.sort_unstable();
                next.dedup();
                next
            },
            |label| label.iter().any(|state| accepting[*state as usize]),
        )
    }

    /// Which states reach an accepting one by a word of `letters`, which may be empty.
    fn accepting_before(&self, letters: &[usize]) -> Vec<bool> {
        let mut before = vec![Vec::new(); self.states()];
        for state in 0..self.states() {
            for letter in letters {
                before[self.next(state as u32, *letter) as usize].push(state);
            }
        }
        let mut found = self.accepting.clone();
        let mut queue: Vec<usize> = (0..self.states()).filter(|state| found[*state]).collect();
        while let Some(state) = queue.pop() {
            for previous in &before[state] {
                if !found[*previous] {
                    found[*previous] = true;
                    queue.push(*previous);
                }
            }
        }
        found
    }

    /// The smallest automaton that accepts the same, its states numbered as a search from the start meets them, without
    /// variables that make no difference.
    fn minimised(&self, meter: &mut Meter) -> Result<Automaton, TooLarge> {
        let report = TooLarge {
            construction: Construction::Minimisation,
            states: self.states(),
            variables: self.variables.len(),
        };
        let letters = self.letters();
        let mut class: Vec<u32> = self.accepting.iter().map(|accepting| u32::from(*accepting)).collect();
        let mut count = class.iter().collect::<BTreeSet<_>>().len();
        loop {
            meter.spend(self.transitions.len(), report)?;
            let mut classes: HashMap<Vec<u32>, u32> = HashMap::new();
            let finer: Vec<u32> = (0..self.states())
                .map(|state| {
                    let row = &self.transitions[state * letters..(state + 1) * letters];
                    let seen = [class[state]].into_iter().chain(row.iter().map(|next| class[*next as usize]));
                    let new = classes.len() as u32;
                    *classes.entry(seen.collect()).or_insert(new)
                })
                .collect();
            // The new classes lie within the old ones, so that equal numbers mean equal classes.
            let finer_count = classes.len();
            class = finer;
            if finer_count == count {
                return Ok(self.merged(&class, count).without_idle_variables());
            }
            count = finer_count;
        }
    }

    /// The automaton of the `count` classes of states, numbered as a search from the start meets them.
    fn merged(&self, class: &[u32], count: usize) -> Automaton {
        let letters = self.letters();
        let mut numbers: Vec<Option<u32>> = vec![None; count];
        numbers[class[0] as usize] = Some(0);
        // One state of each class, in the order of their numbers.
        let mut members = vec![0];
        let mut transitions = Vec::new();
        let mut at = 0;
        while at < members.len() {
            for letter in 0..letters {
                let next = self.next(members[at], letter);
                let number = *numbers[class[next as usize] as usize].get_or_insert_with(|| {
                    members.push(next);
                    members.len() as u32 - 1
                });
                transitions.push(number);
            }
            at += 1;
        }
        let accepting = members.iter().map(|state| self.accepts_in(*state)).collect();
        Automaton { variables: self.variables.clone(), accepting, transitions }
    }

    /// The automaton without the variables whose digits make no difference. A search from the start, letters ascending,
    /// meets the states in the same order, as it meets each first by a letter without these variables' ones.
    fn without_idle_variables(self) -> Automaton {
        let idle = |track: usize| {
            let digit = 1 << track;
            self.transitions.iter().enumerate().all(|(index, next)| *next == self.transitions[index & !digit])
        };
        let kept: Vec<usize> = (0..self.variables.len()).filter(|track| !idle(*track)).collect();
        let variables: Vec<Var> = kept.iter().map(|track| self.variables[*track]).collect();
        let wide = |letter: usize| kept.iter().enumerate().map(|(own, track)| (letter >> own & 1) << track).sum();
        let wide: Vec<usize> = (0..1 << variables.len()).map(wide).collect();
        let states = 0..self.states() as u32;
        let transitions = states.flat_map(|state| wide.iter().map(move |letter| (state, *letter)));
        let transitions = transitions.map(|(state, letter)| self.next(state, letter)).collect();
        Automaton { variables, accepting: self.accepting, transitions }
    }
}

/// For each letter over `all`, the letter over `some` with the same digits; `some` is a part of `all`.
fn letters_within(some: &[Var], all: &[Var]) -> Vec<usize> {
    let tracks: Vec<usize> = all.iter().enumerate().filter(|(_, v)| some.contains(v)).map(|(track, _)| track).collect();
    let part = |letter: usize| tracks.iter().enumerate().map(|(own, track)| (letter >> track & 1) << own).sum();
    (0..1 << all.len()).map(part).collect()
}

#[cfg(test)]
mod tests;
