//! The solution of a game as a document of meaningful parts, free of format: what the templates of a language turn into
//! prose.

pub mod amounts;
pub mod cases;
mod code;
pub mod genus;
pub mod moves;
pub mod notation;
pub mod number;
pub mod plain;
pub mod positions;
pub mod quotient;
pub mod rules;
pub mod symbols;
pub mod tex;

#[cfg(test)]
mod sample;

use crate::answer::{Answer, Game, How};
use crate::game::{Position, is_ended, moves as moves_of};
use crate::graph::MoveGraph;
use crate::rules::Ruleset;
use crate::solve::{Outcome, Solution};
use crate::text::Language;
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::Value;

/// How much a solution gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Detail {
    /// The rules, and where to look.
    Hint,
    /// The rules, and who wins by which moves.
    Answer,
    /// The whole solution but for the proof.
    Solution,
    /// Everything.
    Proof,
}

/// A worked solution.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    /// The game's name.
    pub game: String,
    /// The variant's name, or nothing.
    pub variant: Option<String>,
    /// How much is given away.
    pub detail: Detail,
    /// The language of the names.
    pub language: Language,
    /// The number of heaps.
    pub n: usize,
    /// Whether the player who takes last loses.
    pub misere: bool,
    /// The sizes at the start, as decimal digits.
    pub start: Vec<String>,
    /// The start, as in `(3, 5, 7)`; with a single heap just its size.
    pub position: String,
    /// Whether the player to move at the start wins.
    pub winning: bool,
    /// A label for each heap, in the language: `red`, or `heap 1`.
    pub labels: Vec<String>,
    /// The rules.
    pub rules: rules::RulesInWords,
    /// How positions are written.
    pub notation: notation::NotationInWords,
    /// Who wins from the start, and how.
    pub answer: AnswerInWords,
    /// The theorem that solves the game, where the library has one.
    pub theorem: Option<TheoremInWords>,
    /// The numbers for the theorem's templates; nothing where there is no theorem.
    pub figures: Value,
    /// The proof by cases, where there is no theorem and the proof bears printing.
    pub cases: Option<cases::CaseProof>,
    /// How much was solved, where that is how the answer is known.
    pub solved: Option<Solved>,
    /// The greatest heap of which the Grundy value was found, where that is how the answer is known.
    pub heaps_solved: Option<u64>,
    /// The values of the start's tame heaps in misère play, where that is how the answer is known.
    pub genus: Option<genus::GenusInWords>,
    /// The misère quotient of the start's heaps, for a sum of heaps in misère play that nothing else solves.
    pub quotient: Option<quotient::QuotientInWords>,
    /// The Grundy value of the start, where it has been found.
    pub grundy: Option<u32>,
    /// The first moves that lose, each with a reply; nothing where they are too many.
    pub losing: Option<moves::Replies>,
    /// A game played out; nothing where it would be too long.
    pub line: Option<moves::Line>,
    /// The P-positions up to a size.
    pub positions: Option<positions::PositionTable>,
    /// The literature: the file's references, then the theorem's.
    pub references: Vec<String>,
}

/// Who wins from the start.
#[derive(Clone, Debug, Serialize)]
pub struct AnswerInWords {
    /// `P`, `N` or `draw`.
    pub outcome: Outcome,
    /// Whether the game is over at the start.
    pub over: bool,
    /// Whether that is so by a rule of its own, be moves left or not.
    pub ended: bool,
    /// The winning first moves.
    pub moves: Vec<moves::MoveInWords>,
    /// Whether these are all of them.
    pub complete: bool,
    /// How many other first moves there are, where that has been counted.
    pub others: Option<usize>,
    /// How many of the first moves lead to a draw.
    pub drawing: usize,
    /// Positions through which play can go round for ever, where that is a draw; the last has come before.
    pub round: Option<Vec<String>>,
}

/// A theorem at work on the start.
#[derive(Clone, Debug, Serialize)]
pub struct TheoremInWords {
    /// The folder of its templates.
    pub id: &'static str,
    /// Whom to credit; may be empty.
    pub credit: &'static str,
}

/// How much was solved to find an answer.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    /// The positions.
    pub positions: usize,
    /// The moves between them.
    pub moves: usize,
}

/// The most winning moves that are listed one by one.
const MAX_LISTED: usize = 200;

/// Puts together what a solution says.
///
/// # Complexity
///
/// Proportional to what the answer has explored, and to the positions of the table of P-positions.
pub fn narrate(game: &Game, answer: &Answer, language: Language, detail: Detail) -> Document {
    let rules = &game.rules;
    let start: &[BigUint] = &answer.position;
    let theorem = game.theorem_at(start);
    let full = detail >= Detail::Solution;
    let teller = moves::Teller::new(game, language);
    let winning = teller.winning(answer, MAX_LISTED);
    let all_winning = answer.moves.as_ref().map_or(answer.winning.len(), |moves| teller.distinct(moves).len());
    let first = answer.explored.as_ref().and_then(|explored| FirstMoves::of(game, start, explored));
    let mut in_words = rules::in_words(rules, &game.facts, Some(start), language);
    in_words.endless = answer.explored.as_ref().is_some_and(|(graph, _)| graph.options_first().is_none());
    let mut references = rules.references.clone();
    for reference in theorem.map_or(&[][..], |theorem| theorem.references()) {
        if !references.iter().any(|known| known == reference) {
            references.push((*reference).to_owned());
        }
    }
    Document {
        game: rules.name.get(language).to_owned(),
        variant: rules.variant.as_ref().map(|name| name.get(language).to_owned()),
        detail,
        language,
        n: rules.heaps,
        misere: rules.play == crate::syntax::tree::Play::Misere,
        start: start.iter().map(BigUint::to_string).collect(),
        position: tex::position(start),
        winning: answer.outcome == Outcome::N,
        labels: (0..rules.heaps).map(|heap| label(rules, heap, language)).collect(),
        rules: in_words,
        notation: notation::Notation::of(game).in_words(rules, answer.explored.is_some()),
        answer: AnswerInWords {
            outcome: answer.outcome,
            over: first.as_ref().is_some_and(|first| first.all == 0),
            ended: Position::from_big(start).is_some_and(|start| is_ended(rules, &start) == Ok(true)),
            others: first.as_ref().and_then(|first| first.all.checked_sub(all_winning)),
            drawing: first.as_ref().map_or(0, |first| first.drawing),
            round: moves::round(game, answer, language),
            complete: answer.complete && all_winning <= MAX_LISTED,
            moves: winning,
        },
        theorem: theorem.map(|theorem| TheoremInWords { id: theorem.id(), credit: theorem.credit() }),
        figures: theorem.map_or(Value::Null, |theorem| theorem.figures(start)),
        cases: (full && theorem.is_none()).then(|| cases::by_cases(game, answer, language)).flatten(),
        solved: match answer.how {
            How::Graph { positions, moves } => Some(Solved { positions, moves }),
            How::Theorem(_) | How::Heaps { .. } | How::Genus { .. } | How::Quotient { .. } => None,
        },
        heaps_solved: match answer.how {
            How::Heaps { max } => Some(max),
            How::Theorem(_) | How::Graph { .. } | How::Genus { .. } | How::Quotient { .. } => None,
        },
        genus: genus::of_start(game, answer),
        quotient: (full && theorem.is_none()).then(|| quotient::of_start(game, answer)).flatten(),
        grundy: answer.grundy,
        losing: full.then(|| moves::losing_moves(game, answer, language)).flatten(),
        line: full.then(|| moves::played_out(game, answer, language)).flatten(),
        positions: full.then(|| positions::table(game)).flatten(),
        references,
    }
}

/// How many positions the first moves lead to, those that are listed as one counted once.
struct FirstMoves {
    all: usize,
    drawing: usize,
}

impl FirstMoves {
    fn of(game: &Game, start: &[BigUint], (graph, solution): &(MoveGraph, Solution)) -> Option<FirstMoves> {
        let start = notation::at_start(&game.rules, start)?;
        let moves = moves_of(&game.rules, &start, usize::MAX).ok()?;
        let distinct = moves::Teller::new(game, Language::En).distinct(&moves).into_iter();
        let outcomes: Vec<Option<Outcome>> =
            distinct.map(|one| graph.find(&one.to).map(|vertex| solution.outcome(vertex))).collect();
        let drawing = outcomes.iter().filter(|outcome| **outcome == Some(Outcome::Draw)).count();
        Some(FirstMoves { all: outcomes.len(), drawing })
    }
}

/// What a heap is called in tables.
fn label(rules: &Ruleset, heap: usize, language: Language) -> String {
    let number = heap + 1;
    match (rules.heap_name(heap).map(|name| name.get(language)), language) {
        (Some(name), Language::En) if rules::is_letter(name) => format!("heap {name}"),
        (Some(name), Language::Zh) if rules::is_letter(name) => format!("{name} 堆"),
        (Some(name), _) => name.to_owned(),
        (None, Language::En) if rules.heaps == 1 => "heap".to_owned(),
        (None, Language::Zh) if rules.heaps == 1 => "这堆".to_owned(),
        (None, Language::En) => format!("heap {number}"),
        (None, Language::Zh) => format!("第 {number} 堆"),
    }
}
