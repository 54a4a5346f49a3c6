//! Games side by side: rules, answers at a start, and the P-positions that they share and don't.

use crate::answer::{Answer, AnswerError, Game};
use crate::explain::moves::{MoveInWords, Teller};
use crate::explain::rules::{self, RulesInWords};
use crate::explain::tex;
use crate::game::Position;
use crate::graph::{Budget, ExploreError, Progress};
use crate::solve::{Outcome, Prepared, Table, Wanted, box_size, positions_up_to};
use crate::text::Language;
use num_bigint::BigUint;
use serde::Serialize;
use thiserror::Error;

/// Why games cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompareError {
    /// A game could not be answered at its start.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// A game could not be solved up to the bound.
    #[error(transparent)]
    Explore(#[from] ExploreError),
}

/// One of the games, solved.
#[derive(Debug)]
pub struct Contestant {
    /// The game.
    pub game: Game,
    /// The answer at the start, if there is a start.
    pub answer: Option<Answer>,
    /// The outcomes of all positions up to the bound.
    pub table: Table,
}

/// Two games, position by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The numbers of the games, from 0.
    pub games: (usize, usize),
    /// The P-positions of both, in lexicographic order.
    pub shared: Vec<Position>,
    /// Those of the first alone.
    pub only_first: Vec<Position>,
    /// Those of the second alone.
    pub only_second: Vec<Position>,
    /// Whether positions have their heaps ascending, each listed once.
    pub ascending: bool,
    /// The smallest position with different outcomes (by largest heap, then total, then order), and its outcomes.
    pub first_difference: Option<(Position, Outcome, Outcome)>,
}

/// Games solved for a comparison.
#[derive(Debug)]
pub struct Comparison {
    /// The games, in the order in which they were given.
    pub contestants: Vec<Contestant>,
    /// Each two games with the same number of heaps.
    pub differences: Vec<Difference>,
    /// Positions with heaps up to so many tokens were compared.
    pub max: u64,
}

/// The most positions of a game whose bound is chosen here.
const CHOSEN_SIZE: u128 = 6_000;
/// The greatest heap of such a game.
const CHOSEN_MAX: u64 = 60;

/// The bound up to which these games are compared where none is asked for.
pub fn chosen_max(games: &[Game]) -> u64 {
    let fits = |max: u64| {
        games.iter().all(|game| {
            box_size(game.rules.heaps, max, game.facts.alike).is_some_and(|positions| positions <= CHOSEN_SIZE)
        })
    };
    (1..=CHOSEN_MAX).take_while(|max| fits(*max)).last().unwrap_or(1)
}

/// Solves the games up to a bound, and from a start: the given one, or each game's own.
///
/// # Errors
///
/// Where a game cannot be solved within the budget.
///
/// # Complexity
///
/// Proportional to the moves from the positions up to the bound, and the square of the number of games.
pub fn compare(
    games: Vec<Game>,
    start: Option<&[BigUint]>,
    max: u64,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<Comparison, CompareError> {
    let mut contestants = Vec::new();
    for game in games {
        let position = start.map(<[BigUint]>::to_vec).or_else(|| game.rules.start.clone());
        let answer = match position {
            Some(position) if position.len() == game.rules.heaps => Some(game.answer(&position, budget, progress)?),
            _ => None,
        };
        let prepared = Prepared::new(&game.rules, &game.facts, max, Wanted::Outcomes, budget);
        let table = prepared.run(budget, progress)?;
        contestants.push(Contestant { game, answer, table });
    }
    let mut differences = Vec::new();
    for second in 1..contestants.len() {
        for first in 0..second {
            if contestants[first].game.rules.heaps == contestants[second].game.rules.heaps {
                differences.push(difference(&contestants, (first, second), max));
            }
        }
    }
    differences.sort_by_key(|difference| difference.games);
    Ok(Comparison { contestants, differences, max })
}

fn difference(contestants: &[Contestant], games: (usize, usize), max: u64) -> Difference {
    let (one, other) = (&contestants[games.0], &contestants[games.1]);
    let ascending = one.game.facts.alike && other.game.facts.alike;
    let mut difference = Difference {
        games,
        shared: Vec::new(),
        only_first: Vec::new(),
        only_second: Vec::new(),
        ascending,
        first_difference: None,
    };
    let both = |position: &Position| one.table.holds(position) && other.table.holds(position);
    // A position that one of the games does not keep to is none of its positions, lost or won.
    for position in positions_up_to(one.game.rules.heaps, max, ascending).filter(both) {
        let outcomes = (one.table.outcome(&position), other.table.outcome(&position));
        if outcomes.0 != outcomes.1 {
            let earlier = |known: &(Position, Outcome, Outcome)| position.magnitude() < known.0.magnitude();
            if difference.first_difference.as_ref().is_none_or(earlier) {
                difference.first_difference = Some((position.clone(), outcomes.0, outcomes.1));
            }
        }
        match outcomes {
            (Outcome::P, Outcome::P) => difference.shared.push(position),
            (Outcome::P, _) => difference.only_first.push(position),
            (_, Outcome::P) => difference.only_second.push(position),
            _ => {}
        }
    }
    difference
}

/// A comparison as data for a page.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    /// The games.
    pub games: Vec<GameOnPage>,
    /// The start, as TeX, where all games are answered at the same one.
    pub start: Option<String>,
    /// Each two games with the same number of heaps.
    pub differences: Vec<DifferenceOnPage>,
    /// Positions with heaps up to so many tokens were compared.
    pub max: u64,
}

/// One of the games on a page.
#[derive(Clone, Debug, Serialize)]
pub struct GameOnPage {
    /// Its letter, from A.
    pub letter: String,
    /// The game's name.
    pub game: String,
    /// The variant's name, or nothing.
    pub variant: Option<String>,
    /// The number of heaps.
    pub n: usize,
    /// The rules.
    pub rules: RulesInWords,
    /// The start, as TeX, or nothing.
    pub position: Option<String>,
    /// `P`, `N` or `draw`, or nothing without a start.
    pub outcome: Option<Outcome>,
    /// The winning moves from there.
    pub moves: Vec<MoveInWords>,
    /// Whether these are all winning moves.
    pub complete: bool,
    /// The library's theorem on the game, or nothing.
    pub theorem: Option<TheoremOnPage>,
    /// How many P-positions there are up to the bound.
    pub p_count: usize,
    /// How many positions there are up to the bound.
    pub count: usize,
    /// Their share in per cent, with one decimal.
    pub density: String,
    /// Whether positions are counted with heaps ascending, each once.
    pub ascending: bool,
}

/// A theorem on a page.
#[derive(Clone, Debug, Serialize)]
pub struct TheoremOnPage {
    /// The theorem's name in the library.
    pub id: &'static str,
    /// Whom to credit; may be empty.
    pub credit: &'static str,
}

/// Two games on a page.
#[derive(Clone, Debug, Serialize)]
pub struct DifferenceOnPage {
    /// The letters of the games.
    pub first: String,
    /// The letter of the second game.
    pub second: String,
    /// How many P-positions they share.
    pub shared_count: usize,
    /// The first of these, as TeX.
    pub shared: Vec<String>,
    /// How many P-positions only the first has.
    pub only_first_count: usize,
    /// The first of these.
    pub only_first: Vec<String>,
    /// How many only the second has.
    pub only_second_count: usize,
    /// The first of these.
    pub only_second: Vec<String>,
    /// The smallest position with different outcomes, as TeX, or nothing.
    pub parts_at: Option<String>,
    /// Whether it is a P-position of the first game.
    pub first_has_it: bool,
}

/// The most positions of a list on a page.
const LISTED: usize = 16;
/// The most winning moves of a game on a page.
const LISTED_MOVES: usize = 24;

impl Comparison {
    /// The comparison as data for a page.
    pub fn page(&self, language: Language) -> Page {
        let games: Vec<GameOnPage> =
            self.contestants.iter().enumerate().map(|(number, one)| one.on_page(number, language)).collect();
        let first = games.first().and_then(|game| game.position.clone());
        let same = games.iter().all(|game| game.position == first);
        Page {
            start: first.filter(|_| same),
            differences: self.differences.iter().map(Difference::on_page).collect(),
            max: self.max,
            games,
        }
    }
}

impl Contestant {
    fn on_page(&self, number: usize, language: Language) -> GameOnPage {
        let rules = &self.game.rules;
        let start = self.answer.as_ref().map(|answer| answer.position.as_slice());
        let count = self.table.positions().count();
        let p_count = self.table.p_positions().count();
        let teller = Teller::new(&self.game, language);
        let winning = self.answer.iter().flat_map(|answer| teller.winning(answer, LISTED_MOVES)).collect();
        let mut in_words = rules::in_words(rules, &self.game.facts, start, language);
        in_words.endless = self.table.is_endless();
        GameOnPage {
            letter: letter(number),
            game: rules.name.get(language).to_owned(),
            variant: rules.variant.as_ref().map(|name| name.get(language).to_owned()),
            n: rules.heaps,
            rules: in_words,
            position: start.map(tex::position),
            outcome: self.answer.as_ref().map(|answer| answer.outcome),
            complete: self.answer.as_ref().is_none_or(|answer| answer.complete && answer.winning.len() <= LISTED_MOVES),
            moves: winning,
            theorem: self.game.theorem().map(|theorem| TheoremOnPage { id: theorem.id(), credit: theorem.credit() }),
            p_count,
            count,
            density: per_cent(p_count, count),
            ascending: self.game.facts.alike && rules.heaps > 1,
        }
    }
}

impl Difference {
    fn on_page(&self) -> DifferenceOnPage {
        let list = |positions: &[Position]| {
            positions.iter().take(LISTED).map(|one| tex::position(&one.to_big())).collect::<Vec<_>>()
        };
        DifferenceOnPage {
            first: letter(self.games.0),
            second: letter(self.games.1),
            shared_count: self.shared.len(),
            shared: list(&self.shared),
            only_first_count: self.only_first.len(),
            only_first: list(&self.only_first),
            only_second_count: self.only_second.len(),
            only_second: list(&self.only_second),
            parts_at: self.first_difference.as_ref().map(|(position, ..)| tex::position(&position.to_big())),
            first_has_it: self.first_difference.as_ref().is_some_and(|(_, first, _)| *first == Outcome::P),
        }
    }
}

/// A, B, …, Z, A1, B1, ….
fn letter(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

/// A share in per cent, rounded to one decimal.
fn per_cent(part: usize, whole: usize) -> String {
    let thousandths = (part * 2000 + whole) / (2 * whole.max(1));
    format!("{}.{}", thousandths / 10, thousandths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_to_one_decimal() {
        assert_eq!(per_cent(1, 3), "33.3");
        assert_eq!(per_cent(2, 3), "66.7");
        assert_eq!(per_cent(0, 5), "0.0");
        assert_eq!(per_cent(5, 5), "100.0");
    }
}
