//! Take-away games played by brute force, straight from the syntax tree.
//!
//! Everything here is written without a look at how the program does it: expressions are evaluated with fractions of
//! machine numbers, moves are found by trying *everything* that a move of the kind could do and asking whether the rule
//! allows it, and outcomes by going over all positions until nothing changes. It shares the parser and nothing else.
#![allow(dead_code, unreachable_pub, reason = "each test program includes it and uses a part")]

pub(crate) mod compare;
pub(crate) mod conditioned;
mod deeds;
pub(crate) mod expr;
pub(crate) mod forms;
pub(crate) mod generate;
pub(crate) mod near;
mod take;

use bouton::solve::Outcome;
use bouton::source::Spanned;
use bouton::syntax::tree::{Body, Expr, Game, Heaps, MoveBody, Play};
use bouton::text::Text;
use expr::{NoValue, Result, Scope, Value, no_value};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The most choices of amounts at a position that are looked at.
const VECTORS: u64 = 200_000;

/// A position: the heaps in their row, and what is remembered beside them, by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct State {
    pub(crate) heaps: Vec<u64>,
    pub(crate) memory: BTreeMap<String, u64>,
}

/// All that can be reached from some positions, solved.
pub(crate) struct Solved {
    pub(crate) options: BTreeMap<State, BTreeSet<State>>,
    pub(crate) outcomes: BTreeMap<State, Outcome>,
    /// The Grundy values of positions from which play always ends.
    pub(crate) grundy: BTreeMap<State, u32>,
}

/// A game as its file says it, with everything that has been found out about it.
pub(crate) struct Brute<'a> {
    pub(crate) heaps: usize,
    names: Vec<Text>,
    parameters: Vec<(String, Value)>,
    body: &'a Body,
    pub(crate) play: Play,
    /// Whether positions are put in order and empty heaps left out, where a game makes no difference between them.
    pub(crate) unordered: bool,
    /// What is remembered at the start.
    initial: BTreeMap<String, u64>,
    options: HashMap<Vec<u64>, BTreeSet<Vec<u64>>>,
    is_p: HashMap<Vec<u64>, bool>,
    grundy: HashMap<Vec<u64>, u32>,
}

impl<'a> Brute<'a> {
    /// The game, without a variant.
    pub(crate) fn new(game: &'a Game) -> Result<Brute<'a>> {
        let body = &game.body;
        let mut parameters: Vec<(String, Value)> = Vec::new();
        for one in &body.lets {
            let value = Scope { parameters: &parameters, ..Scope::default() }.eval(&one.value)?;
            parameters.push((one.name.node.clone(), value));
        }
        let Some(Spanned { node: heaps, .. }) = &body.heaps else { return no_value("no heaps") };
        let (heaps, names) = match heaps {
            Heaps::Count(count) => {
                let count = Scope { parameters: &parameters, ..Scope::default() }.whole(count)?;
                (count as usize, Vec::new())
            }
            Heaps::Named(names) => (names.len(), names.iter().map(|name| name.node.clone()).collect()),
        };
        let play = body.play.as_ref().map_or(Play::Normal, |play| play.node);
        let (options, is_p, grundy) = (HashMap::new(), HashMap::new(), HashMap::new());
        let initial = BTreeMap::new();
        let mut brute =
            Brute { heaps, names, parameters, body, play, unordered: false, initial, options, is_p, grundy };
        brute.initial = brute.remembered_at_first()?;
        Ok(brute)
    }

    /// What a position holds beside its heaps before the first move.
    fn remembered_at_first(&self) -> Result<BTreeMap<String, u64>> {
        let body = self.body;
        let mut memory = BTreeMap::new();
        // The names that the file uses, wherever in its tree they stand.
        let tree = format!("{body:?}");
        for name in ["prev", "prev_heap"] {
            if tree.contains(&format!("Name(\"{name}\")")) {
                memory.insert(name.to_owned(), 0);
            }
        }
        if body.tally.is_some() {
            memory.insert("own".to_owned(), 0);
            memory.insert("other".to_owned(), 0);
        }
        for rule in &body.moves {
            if rule.first {
                memory.insert("begun".to_owned(), 0);
            }
            if let MoveBody::Pass(pass) = &rule.body
                && let Some(times) = &pass.times
            {
                let times = self.constant(times)? as u64;
                if pass.each_player {
                    memory.insert("own_passes".to_owned(), times);
                    memory.insert("other_passes".to_owned(), times);
                } else {
                    memory.insert("passes".to_owned(), times);
                }
            }
        }
        for register in &body.remembered {
            memory.insert(register.name.node.clone(), self.constant(&register.initial)? as u64);
        }
        Ok(memory)
    }

    fn constant(&self, expr: &Expr) -> Result<i128> {
        Scope { names: &self.names, parameters: &self.parameters, ..Scope::default() }.whole(expr)
    }

    /// The position with these heaps before the first move.
    pub(crate) fn start(&self, heaps: &[u64]) -> State {
        self.tidy(State { heaps: heaps.to_vec(), memory: self.initial.clone() })
    }

    /// The position as it is listed.
    fn tidy(&self, mut state: State) -> State {
        if self.unordered {
            state.heaps.retain(|size| *size > 0);
            state.heaps.sort_unstable();
        }
        state
    }

    fn scope<'s>(&'s self, state: &'s State) -> Scope<'s> {
        Scope {
            heaps: &state.heaps,
            names: &self.names,
            parameters: &self.parameters,
            memory: Some(&state.memory),
            ..Scope::default()
        }
    }

    /// Whether the rules keep to a position.
    pub(crate) fn is_kept(&self, state: &State) -> Result<bool> {
        self.body.keeping.as_ref().map_or(Ok(true), |keeping| self.scope(state).truth(keeping))
    }

    /// Whether the player to move wins a game that is over.
    fn wins_when_over(&self, state: &State) -> Result<bool> {
        match &self.body.wins {
            Some(wins) => self.scope(state).truth(wins),
            None => Ok(self.play == Play::Misere),
        }
    }

    /// Everything that can be reached from the positions; nothing where that is more than `most`.
    pub(crate) fn solve(&self, roots: &[Vec<u64>], most: usize) -> Result<Option<Solved>> {
        let mut options: BTreeMap<State, BTreeSet<State>> = BTreeMap::new();
        let mut waiting: Vec<State> = Vec::new();
        for root in roots {
            let root = self.start(root);
            if self.is_kept(&root)? {
                waiting.push(root);
            }
        }
        while let Some(state) = waiting.pop() {
            if options.contains_key(&state) {
                continue;
            }
            // Everything that could be taken is tried, which may be too much; and heaps may become ever more.
            let vectors = state.heaps.iter().try_fold(1u64, |product, size| product.checked_mul(size + 1));
            if state.heaps.len() > 16 || vectors.is_none_or(|vectors| vectors > VECTORS) {
                return Ok(None);
            }
            let moves = match self.moves(&state) {
                Err(NoValue(why)) if why == deeds::TOO_LARGE => return Ok(None),
                moves => moves?,
            };
            let moves: BTreeSet<State> = moves.into_iter().map(|option| self.tidy(option)).collect();
            waiting.extend(moves.iter().filter(|option| !options.contains_key(option)).cloned());
            options.insert(state, moves);
            if options.len() > most {
                return Ok(None);
            }
        }
        let outcomes = self.outcomes(&options)?;
        let grundy = grundy_values(&options);
        Ok(Some(Solved { options, outcomes, grundy }))
    }

    /// Goes over all positions until no outcome is found any more; what is left is drawn.
    fn outcomes(&self, options: &BTreeMap<State, BTreeSet<State>>) -> Result<BTreeMap<State, Outcome>> {
        let mut outcomes: BTreeMap<State, Outcome> = BTreeMap::new();
        let mut waiting: Vec<&State> = options.keys().collect();
        loop {
            let mut still = Vec::new();
            let before = waiting.len();
            for state in waiting {
                let next = &options[state];
                let found = if next.is_empty() {
                    Some(if self.wins_when_over(state)? { Outcome::N } else { Outcome::P })
                } else if next.iter().any(|option| outcomes.get(option) == Some(&Outcome::P)) {
                    Some(Outcome::N)
                } else if next.iter().all(|option| outcomes.get(option) == Some(&Outcome::N)) {
                    Some(Outcome::P)
                } else {
                    None
                };
                match found {
                    Some(outcome) => {
                        outcomes.insert(state.clone(), outcome);
                    }
                    None => still.push(state),
                }
            }
            if still.len() == before {
                outcomes.extend(still.into_iter().map(|state| (state.clone(), Outcome::Draw)));
                return Ok(outcomes);
            }
            waiting = still;
        }
    }

    // ---- For games in which only tokens are taken and nothing is remembered ----

    /// The value of a condition at a position.
    pub(crate) fn holds(&self, position: &[u64], condition: &Expr) -> Result<bool> {
        self.scope(&self.start(position)).truth(condition)
    }

    /// The parameters and names as they mean something in a claim, where letters may stand too.
    pub(crate) fn scope_with<'s>(&'s self, position: &'s [u64], letters: &[(String, i128)]) -> Scope<'s> {
        Scope {
            heaps: position,
            names: &self.names,
            parameters: &self.parameters,
            letters: letters.to_vec(),
            ..Scope::default()
        }
    }

    /// The positions that a move leads to.
    pub(crate) fn options(&mut self, position: &[u64]) -> Result<BTreeSet<Vec<u64>>> {
        if let Some(known) = self.options.get(position) {
            return Ok(known.clone());
        }
        let found: BTreeSet<Vec<u64>> =
            self.moves(&self.start(position))?.into_iter().map(|option| option.heaps).collect();
        self.options.insert(position.to_vec(), found.clone());
        Ok(found)
    }

    pub(crate) fn is_p(&mut self, position: &[u64]) -> Result<bool> {
        if let Some(known) = self.is_p.get(position) {
            return Ok(*known);
        }
        let options = self.options(position)?;
        let mut is_p = !options.is_empty() || self.play == Play::Normal;
        for option in options {
            is_p = is_p && !self.is_p(&option)?;
        }
        self.is_p.insert(position.to_vec(), is_p);
        Ok(is_p)
    }

    /// The options that are P-positions.
    pub(crate) fn winning(&mut self, position: &[u64]) -> Result<Vec<Vec<u64>>> {
        let mut winning = Vec::new();
        for option in self.options(position)? {
            if self.is_p(&option)? {
                winning.push(option);
            }
        }
        Ok(winning)
    }

    pub(crate) fn grundy(&mut self, position: &[u64]) -> Result<u32> {
        if let Some(known) = self.grundy.get(position) {
            return Ok(*known);
        }
        let mut values = BTreeSet::new();
        for option in self.options(position)? {
            values.insert(self.grundy(&option)?);
        }
        let value = least_missing(&values);
        self.grundy.insert(position.to_vec(), value);
        Ok(value)
    }
}

fn least_missing(values: &BTreeSet<u32>) -> u32 {
    (0..).find(|value| !values.contains(value)).expect("a set of options ends")
}

/// The Grundy values, each as soon as those of all options are known; some never are where play can go round.
fn grundy_values(options: &BTreeMap<State, BTreeSet<State>>) -> BTreeMap<State, u32> {
    let mut values: BTreeMap<State, u32> = BTreeMap::new();
    let mut waiting: Vec<&State> = options.keys().collect();
    loop {
        let before = waiting.len();
        waiting.retain(|state| {
            let known: Option<BTreeSet<u32>> =
                options[*state].iter().map(|option| values.get(option).copied()).collect();
            let Some(known) = known else { return true };
            values.insert((*state).clone(), least_missing(&known));
            false
        });
        if waiting.len() == before {
            return values;
        }
    }
}

/// All positions with no heap larger than in the given one, itself among them.
pub(crate) fn below(position: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for size in position {
        all = all
            .iter()
            .flat_map(|sizes: &Vec<u64>| {
                (0..=*size).map(move |left| sizes.iter().copied().chain([left]).collect::<Vec<u64>>())
            })
            .collect();
    }
    all
}

impl NoValue {
    /// Stops the test.
    pub(crate) fn fail(&self, text: &str) -> ! {
        panic!("{self:?}\n{text}")
    }
}
