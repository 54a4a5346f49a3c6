//! From the arguments to a checked game.

use super::arguments::{Chosen, Sizes};
use super::failure::Failure;
use super::rules::missing_file_help;
use crate::answer::{Answer, AnswerError, Game};
use crate::diagnostics;
use crate::graph::{Budget, Progress};
use crate::pipeline::{self, Loaded, Parsed};
use crate::proof;
use crate::prove::Effort;
use crate::source::{ReadError, Source};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;

/// Reads a file, or standard input for `-`.
pub(super) fn read(file: &Path) -> Result<Source, Failure> {
    let source = if file == Path::new("-") { Source::read_stdin() } else { Source::read(file) };
    source.map_err(|error| match &error {
        ReadError::Io { name, error: cause } if cause.kind() == ErrorKind::NotFound => {
            let failure = Failure::message(format!("there is no file {name}"));
            match missing_file_help(file) {
                Some(help) => failure.with_help(help),
                None => failure,
            }
        }
        _ => Failure::message(error.to_string()),
    })
}

/// Reads and parses a file, or standard input for `-`.
pub(super) fn parse(file: &Path) -> Result<Parsed, Failure> {
    Ok(pipeline::parse(read(file)?)?)
}

/// The one game that the arguments choose, with a proof where one is quickly found.
pub(super) fn game(chosen: &Chosen, quiet: bool) -> Result<(Source, Game), Failure> {
    game_with_slice(chosen, None, quiet)
}

/// The same, with what can be proved of the positions whose smallest heap holds at most so many tokens, where that is asked
/// for.
pub(super) fn game_with_slice(chosen: &Chosen, smallest: Option<u64>, quiet: bool) -> Result<(Source, Game), Failure> {
    let (source, mut game) = game_as_it_stands(chosen, quiet)?;
    if smallest.is_some_and(|smallest| !game.seek_slice(smallest, QUICK)) {
        return Err(no_slice());
    }
    let effort = with_cases(&game);
    game.seek_proof(effort);
    Ok((source, game))
}

/// The one game that the arguments choose, with no proof looked for.
pub(super) fn game_as_it_stands(chosen: &Chosen, quiet: bool) -> Result<(Source, Game), Failure> {
    let loaded = parse(&chosen.file)?.load(chosen.game.as_deref(), &chosen.choices())?;
    warn(&loaded, quiet);
    let Loaded { source, games, .. } = loaded;
    let mut game = only(games, &source.name)?;
    if chosen.no_library {
        game.theorems.clear();
    }
    Ok((source, game))
}

/// The only game of a file.
pub(super) fn only(mut games: Vec<Game>, file: &str) -> Result<Game, Failure> {
    if games.len() > 1 {
        let names: Vec<String> =
            games.iter().map(|game| format!("`{}`", game.rules.name.get(crate::text::Language::En))).collect();
        let failure = Failure::message(format!("{file} holds {} games", games.len()));
        return Err(failure.with_help(format!("choose one with --game: {}", names.join(", "))));
    }
    Ok(games.remove(0))
}

/// The failure to prove which positions with a small smallest heap are lost.
pub(super) fn no_slice() -> Failure {
    Failure::message("no families with letters were found and proved for these positions")
}

/// The answer for a start. Where the game has no theorem and the start is too large for a move graph, but its smallest heap
/// is small, positions like it are tried to be settled by cases.
pub(super) fn answer(
    game: &mut Game,
    start: &[BigUint],
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<Answer, AnswerError> {
    let too_large = match game.answer(start, budget, progress) {
        Err(error) if error.is_by_size() => error,
        other => return other,
    };
    let smallest = start.iter().min().and_then(ToPrimitive::to_u64).filter(|size| *size <= MAX_SMALLEST);
    match smallest {
        Some(smallest) if start.len() <= MAX_HEAPS && game.slice.is_none() && game.seek_slice(smallest, QUICK) => {
            game.answer(start, budget, progress)
        }
        _ => Err(too_large),
    }
}

/// The greatest smallest heap, and the most heaps, for which a proof by cases is tried unasked.
const MAX_SMALLEST: u64 = 3;
const MAX_HEAPS: usize = 3;

/// How much is spent on a proof where none is asked for.
pub(super) const QUICK: Effort = Effort { positions: 40_000, attempts: 6, cases: false };

/// The game's rules in normal form, which certificates hold.
pub(super) fn normal_form(game: &Game) -> Result<&proof::Rules, Failure> {
    game.origin
        .as_ref()
        .ok_or_else(|| Failure::message("these rules cannot be printed in normal form; please report this"))
}

/// The same, with cases where the game has few heaps.
pub(super) fn with_cases(game: &Game) -> Effort {
    Effort { cases: game.rules.heaps <= MAX_HEAPS, ..QUICK }
}

/// Tells the warnings about a file.
pub(super) fn warn(loaded: &Loaded, quiet: bool) {
    if !quiet && !loaded.warnings.is_empty() {
        let mut stderr = std::io::stderr().lock();
        let color = stderr.is_terminal();
        let _ = write!(stderr, "{}", diagnostics::draw(&loaded.warnings, &loaded.source, color));
    }
}

/// The position to start from: the one on the command line, or the file's.
pub(super) fn start(game: &Game, given: Option<&Sizes>) -> Result<Option<Vec<BigUint>>, Failure> {
    match given {
        None => Ok(game.rules.start.clone()),
        Some(Sizes(sizes)) if sizes.len() == game.rules.heaps => Ok(Some(sizes.clone())),
        Some(Sizes(sizes)) => Err(Failure::message(format!(
            "--start gives {} heap{}, but the game has {}",
            sizes.len(),
            if sizes.len() == 1 { "" } else { "s" },
            game.rules.heaps
        ))),
    }
}

/// The position to start from, or the failure to have none.
pub(super) fn needed_start(game: &Game, given: Option<&Sizes>) -> Result<Vec<BigUint>, Failure> {
    start(game, given)?.ok_or_else(|| {
        let example = vec!["5"; game.rules.heaps.min(8)].join(",");
        Failure::message("the file gives no start").with_help(format!("give one, as in --start {example}"))
    })
}
