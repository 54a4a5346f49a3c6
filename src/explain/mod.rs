//! The solution of a game as a document of meaningful parts, free of format: what the templates of a language turn into
//! prose.

pub mod cases;
pub mod moves;
pub mod number;
pub mod positions;
pub mod rules;
pub mod tex;

#[cfg(test)]
mod sample;

use crate::answer::{Answer, Game, How};
use crate::game::{Position, moves as moves_of};
use crate::rules::Ruleset;
use crate::solve::Outcome;
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
    /// The winning first moves.
    pub moves: Vec<moves::MoveInWords>,
    /// Whether these are all of them.
    pub complete: bool,
    /// How many other first moves there are, where that has been counted.
    pub others: Option<usize>,
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
    let theorem = game.theorem();
    let full = detail >= Detail::Solution;
    let winning: Vec<moves::MoveInWords> =
        answer.winning.iter().take(MAX_LISTED).map(|option| moves::in_words(rules, start, option, language)).collect();
    let first_moves = answer.explored.as_ref().and_then(|_| first_moves(game, start));
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
        rules: rules::in_words(rules, &game.facts, Some(start), language),
        answer: AnswerInWords {
            outcome: answer.outcome,
            over: first_moves == Some(0),
            others: first_moves.and_then(|all| all.checked_sub(answer.winning.len())),
            complete: answer.complete && answer.winning.len() <= MAX_LISTED,
            moves: winning,
        },
        theorem: theorem.map(|theorem| TheoremInWords { id: theorem.id(), credit: theorem.credit() }),
        figures: theorem.map_or(Value::Null, |theorem| theorem.figures(start)),
        cases: (full && theorem.is_none()).then(|| cases::by_cases(game, answer, language)).flatten(),
        solved: match answer.how {
            How::Graph { positions, moves } => Some(Solved { positions, moves }),
            How::Theorem(_) => None,
        },
        losing: full.then(|| moves::losing_moves(game, answer, language)).flatten(),
        line: full.then(|| moves::played_out(game, answer, language)).flatten(),
        positions: full.then(|| positions::table(game)).flatten(),
        references,
    }
}

/// How many positions the first moves lead to.
fn first_moves(game: &Game, start: &[BigUint]) -> Option<usize> {
    let start = Position::from_big(start)?;
    moves_of(&game.rules, &start, usize::MAX).ok().map(|moves| moves.len())
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
