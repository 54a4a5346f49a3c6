//! Theorems about a game that are proved by cases with letters, for claims that no theorem of the library decides.

use super::lower::{lower_families, smallest_between, with_smallest};
use crate::answer::Game;
use crate::check::{Checked, check};
use crate::logic::formula::{Formula, Linear, Var};
use crate::pattern::families::fits;
use crate::proof::{Affine, Certificate, Claim as Proved, FORMAT, Families, Rules, Step};
use crate::prove::{Effort, cases};
use crate::rules::boxes::Boxes;
use crate::rules::claim::Claim;
use crate::solve::DenseTable;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most heaps: with more, the orders of a family's entries are too many for formulas.
const MAX_HEAPS: usize = 4;
/// The most boxes of moves.
const MAX_BOXES: usize = 200;
/// The greatest smallest heap that is tried as a scope.
pub const MAX_SCOPE: u64 = 6;

/// A theorem proved by cases with letters: the certificate has been checked, for the very moves of the game.
#[derive(Debug)]
pub struct CaseTheorem {
    checked: Checked,
    families: Families,
}

impl PartialEq for CaseTheorem {
    fn eq(&self, other: &CaseTheorem) -> bool {
        self.checked.certificate() == other.checked.certificate()
    }
}

impl Eq for CaseTheorem {}

impl CaseTheorem {
    /// The theorem that a checked certificate holds, if it is one by families and its game is played as `game` is.
    pub fn new(checked: Checked, game: &Game) -> Option<CaseTheorem> {
        let Proved::Families(families) = &checked.certificate().claim else { return None };
        let families = families.clone();
        let proved = crate::rules::removals::Removals::of(checked.rules()).as_ref().and_then(Boxes::of)?;
        let same = checked.rules().play == game.rules.play && Some(proved) == boxes(game);
        same.then_some(CaseTheorem { checked, families })
    }

    /// The certificate, checked.
    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// The families, and the scope in which their positions are the P-positions.
    pub fn families(&self) -> &Families {
        &self.families
    }

    /// The condition that the heaps `Var(0)`, `Var(1)`, … are a position of a family, in any order where heaps are alike.
    pub fn formula(&self, alike: bool) -> Formula {
        let heaps = self.families.heaps;
        let orders = if alike { crate::rules::removals::permutations(heaps) } else { vec![(0..heaps).collect()] };
        let mut members = Vec::new();
        for family in &self.families.families {
            let letters = family.iter().map(|entry| entry.coefficients().len()).max().unwrap_or(0);
            let mut matches: Vec<Formula> = Vec::new();
            let mut tried: Vec<Vec<&Affine>> = Vec::new();
            for order in &orders {
                let entries: Vec<&Affine> = order.iter().map(|at| &family[*at]).collect();
                if tried.contains(&entries) {
                    continue;
                }
                let equal = |(heap, entry): (usize, &&Affine)| {
                    Formula::equal(&linear(entry, heaps), &Linear::variable(Var(heap)))
                };
                matches.push(Formula::And(entries.iter().enumerate().map(equal).collect()));
                tried.push(entries);
            }
            members.push(Formula::exists((0..letters).map(|letter| Var(heaps + letter)), Formula::Or(matches)));
        }
        Formula::Or(members)
    }
}

/// An entry over the letters `Var(from)`, `Var(from + 1)`, ….
fn linear(entry: &Affine, from: usize) -> Linear {
    let terms =
        entry.coefficients().iter().enumerate().map(|(letter, number)| (BigInt::from(*number), Var(from + letter)));
    Linear::sum(terms, BigInt::from(entry.constant_part()))
}

fn boxes(game: &Game) -> Option<Boxes> {
    game.facts.removals.as_ref().and_then(Boxes::of)
}

/// The theorems by cases about a game, each looked for when it is first needed.
#[derive(Debug)]
pub struct CaseProver<'a> {
    game: &'a Game,
    rules: Rules,
    boxes: Option<Boxes>,
    /// For each scope, the theorem about families that were conjectured, if there is one.
    conjectured: BTreeMap<Option<u64>, Option<Rc<CaseTheorem>>>,
    /// For each scope, the theorem about families of the file's claims.
    claimed: BTreeMap<Option<u64>, Option<Rc<CaseTheorem>>>,
}

impl<'a> CaseProver<'a> {
    /// A prover of theorems about a game; `rules` are the rules with which certificates begin.
    pub fn new(game: &'a Game, rules: Rules) -> CaseProver<'a> {
        let small = |boxes: &Boxes| boxes.heaps <= MAX_HEAPS && boxes.boxes.len() <= MAX_BOXES;
        let boxes = boxes(game).filter(small);
        CaseProver { game, rules, boxes, conjectured: BTreeMap::new(), claimed: BTreeMap::new() }
    }

    /// The theorem about the positions whose smallest heap holds at most so many tokens, or about all positions.
    ///
    /// Families that fit a table are tried first, and then those that the file claims.
    pub fn theorem(&mut self, smallest_at_most: Option<u64>) -> Option<Rc<CaseTheorem>> {
        if !self.conjectured.contains_key(&smallest_at_most) {
            let found = self.conjecture(smallest_at_most).map(Rc::new);
            self.conjectured.insert(smallest_at_most, found);
        }
        if let Some(Some(known)) = self.conjectured.get(&smallest_at_most) {
            return Some(Rc::clone(known));
        }
        if !self.claimed.contains_key(&smallest_at_most) {
            let found = self.by_claims(smallest_at_most).map(Rc::new);
            self.claimed.insert(smallest_at_most, found);
        }
        self.claimed.get(&smallest_at_most).cloned().flatten()
    }

    fn conjecture(&self, smallest_at_most: Option<u64>) -> Option<CaseTheorem> {
        let (claim, steps) =
            cases::find(self.boxes.as_ref()?, self.game.rules.play, smallest_at_most, Effort::default())?;
        self.checked(claim, steps)
    }

    /// The theorem about the families of the file's claims, for each smallest heap those of the first claim about it.
    fn by_claims(&self, smallest_at_most: Option<u64>) -> Option<CaseTheorem> {
        let boxes = self.boxes.as_ref()?;
        let claims = &self.game.rules.claims;
        let heaps = self.game.rules.heaps;
        let whole = |claim: &&Claim| claim.within.is_none();
        let candidates: Vec<Families> = match smallest_at_most {
            None => claims
                .iter()
                .filter(whole)
                .filter_map(lower_families)
                .map(|families| Families { heaps, smallest_at_most, families })
                .collect(),
            Some(most) => {
                let mut families = Vec::new();
                for smallest in 0..=most {
                    families.extend(claims.iter().find_map(|claim| level(claim, smallest))?);
                }
                vec![Families { heaps, smallest_at_most, families }]
            }
        };
        candidates.into_iter().find_map(|claim| {
            let table = DenseTable::new(boxes, self.game.rules.play, COMPARED[heaps - 1], boxes.alike());
            if !fits(&claim, &table) {
                return None;
            }
            let (claim, steps) = cases::prove(boxes, self.game.rules.play, claim)?;
            self.checked(claim, steps)
        })
    }

    fn checked(&self, claim: Families, steps: Vec<Step>) -> Option<CaseTheorem> {
        let certificate =
            Certificate { format: FORMAT.to_owned(), rules: self.rules.clone(), claim: Proved::Families(claim), steps };
        CaseTheorem::new(check(certificate).ok()?, self.game)
    }
}

/// The greatest heap up to which claimed families are compared with a table before they are tried to be proved, for games
/// of 1, 2, … heaps.
const COMPARED: [u64; MAX_HEAPS] = [400, 200, 60, 24];

/// What a claim says of the positions with this smallest heap, if it speaks of all of them.
fn level(claim: &Claim, smallest: u64) -> Option<Vec<Vec<Affine>>> {
    let (low, high) = smallest_between(claim)?;
    if smallest < low || high.is_some_and(|high| smallest > high) {
        return None;
    }
    let mut found = Vec::new();
    for family in lower_families(claim)? {
        for part in with_smallest(&family, smallest)? {
            if !found.contains(&part) {
                found.push(part);
            }
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Choices, lower, normal_form};
    use crate::source::Source;
    use crate::syntax::parse;

    /// A game with the place where its rules stand.
    fn game(source: String) -> (Rules, Game) {
        let parsed = parse(&Source::new("test.game", source.as_str()));
        let rules = lower(&parsed.file.games[0], &Choices::default()).rules.expect("a game without mistakes");
        let normal = normal_form(&parsed.file.games[0], &Choices::default()).expect("a game without mistakes");
        (Rules::new("test".to_owned(), normal), Game::new(rules))
    }

    /// The claims of a file alone give the families, for each smallest heap those of the claim about it.
    #[test]
    fn claims_about_smaller_heaps_complete_a_claim() {
        let slices = "claim within min <= 1: P = (0,0,1) | (0,n,n) for n >= 2 | (1,1,1) | (1,2k,2k+1) for k >= 1
            claim within min = 2: P = (2,4k,4k+2) | (2,4k+1,4k+3) for k >= 1";
        for (claims, proved) in [
            (slices.to_owned(), true),
            // What is said twice does no harm, a wrong claim is not proved, and neither is one about too little.
            (slices.replace("(1,1,1)", "(1,1,1) | (0,7,7) | (0,n+3,n+3)"), true),
            (slices.replace("4k+3", "4k+4"), false),
            (slices.replace("min <= 1", "min = 1"), false),
        ] {
            let (rules, game) =
                game(format!("game \"Misère Nim\" {{ heaps 3 move take any from one heap play misere {claims} }}"));
            let prover = CaseProver::new(&game, rules);
            let theorem = prover.by_claims(Some(2));
            assert_eq!(theorem.is_some(), proved, "{claims}");
            if let Some(theorem) = theorem {
                assert_eq!(theorem.families().families.len(), 6);
                assert!(theorem.checked().certificate().rules.text.contains("misere"));
            }
        }
    }

    /// A certificate about another game proves nothing about this one.
    #[test]
    fn a_theorem_is_about_the_very_moves() {
        let load = |body: &str| game(format!("game \"test\" {{ heaps 2 {body} }}"));
        let (rules, nim) = load("move take any from one heap");
        let theorem = |game: &Game| {
            let (boxes, play) = (boxes(&nim).expect("boxes"), nim.rules.play);
            let (claim, steps) = cases::find(&boxes, play, None, Effort::default()).expect("a proof");
            let certificate =
                Certificate { format: FORMAT.to_owned(), rules: rules.clone(), claim: Proved::Families(claim), steps };
            CaseTheorem::new(check(certificate).expect("it is right"), game)
        };
        assert!(theorem(&nim).is_some());
        assert!(theorem(&load("move take any from one heap play misere").1).is_none());
        assert!(theorem(&load("move take 1..5 from one heap").1).is_none());
    }
}
