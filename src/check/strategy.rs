//! Exhaustion: a start is won by a player who has an answer to every move.
//!
//! A *line* is a position in which the player to move loses: it names, for each option, an answer that leads to the position
//! of another line, or says that the game is over at the option, and won by the player who would have to move there. Where
//! a line's position has no option the game is over, and must be lost by the player to move.
//!
//! *If all lines are right, the player to move loses at the position of every line*: by induction on the rank, a natural
//! number that falls from each line to those of its answers. Whatever the player does, the opponent has won already, or
//! answers with a move to a position of a line of smaller rank, where the player to move, the same as before, loses. The
//! argument asks nothing of the game: play may go on for ever elsewhere, and anything may be remembered.
//!
//! Then a start that is the position of a line is won by the second player, and one from which a move leads to such a
//! position, or at which the game is over and won by the player to move, by the first.

use crate::game::{GameError, Position, moves, wins_when_over};
use crate::proof::{Line, OutcomeClaim, Place, Winner};
use crate::rules::Ruleset;
use std::collections::{BTreeMap, BTreeSet};

/// The most moves at one position.
const MAX_MOVES: usize = 1_000_000;

/// How many positions are looked at with all their moves, and how many answers.
pub fn visits(lines: &[Line]) -> u128 {
    lines.iter().map(|line| 1 + line.replies.len() as u128).sum()
}

/// Checks that the lines prove the claim.
///
/// # Errors
///
/// The first line that is wrong, or what else is.
///
/// # Complexity
///
/// The moves from the positions of the lines and from the options that are answered.
pub fn outcome(rules: &Ruleset, claim: &OutcomeClaim, lines: &[Line]) -> Result<(), String> {
    let mut ranks: BTreeMap<&Place, u64> = BTreeMap::new();
    for line in lines {
        if ranks.insert(&line.position, line.rank).is_some() {
            return Err(format!("there are two lines for {}", shown(&line.position)));
        }
    }
    let mut used: BTreeSet<&Place> = BTreeSet::new();
    for line in lines {
        self::line(rules, line, &ranks, &mut used)?;
    }
    let start = &claim.start;
    if start.sizes.len() != rules.heaps || start.registers != rules.initial_registers() {
        return Err(format!("{} is no start of the game", shown(start)));
    }
    match claim.winner {
        Winner::Second => {
            if !ranks.contains_key(start) {
                return Err(format!("there is no line for the start {}", shown(start)));
            }
            used.insert(start);
        }
        Winner::First => {
            let options = options(rules, start)?;
            let over = options.is_empty() && is_won(rules, start)?;
            let lost = options.iter().find_map(|option| ranks.get_key_value(option).map(|(place, _)| *place));
            match lost {
                Some(place) => {
                    used.insert(place);
                }
                None if over => {}
                None => return Err(format!("no move from the start {} leads to the position of a line", shown(start))),
            }
        }
    }
    match lines.iter().find(|line| !used.contains(&line.position)) {
        Some(line) => Err(format!("the line for {} is never needed", shown(&line.position))),
        None => Ok(()),
    }
}

fn line<'l>(
    rules: &Ruleset,
    line: &Line,
    ranks: &BTreeMap<&'l Place, u64>,
    used: &mut BTreeSet<&'l Place>,
) -> Result<(), String> {
    let at = shown(&line.position);
    let options = options(rules, &line.position)?;
    if options.is_empty() && is_won(rules, &line.position)? {
        return Err(format!("the game is over at {at}, and won by the player to move"));
    }
    let answered: BTreeSet<&Place> = line.replies.iter().map(|(option, _)| option).collect();
    if answered.len() != line.replies.len() || answered != options.iter().collect() {
        return Err(format!("the answers at {at} are not to each of its moves, once"));
    }
    for (option, answer) in &line.replies {
        let replies = self::options(rules, option)?;
        let Some(answer) = answer else {
            if !replies.is_empty() || !is_won(rules, option)? {
                return Err(format!("from {at} to {}: the game is not over there and won", shown(option)));
            }
            continue;
        };
        if !replies.contains(answer) {
            return Err(format!("from {at} to {}: no move leads to {}", shown(option), shown(answer)));
        }
        match ranks.get_key_value(answer) {
            None => return Err(format!("there is no line for {}, the answer to {}", shown(answer), shown(option))),
            Some((_, rank)) if *rank >= line.rank => {
                return Err(format!("the rank does not fall from {at} to {}", shown(answer)));
            }
            Some((place, _)) => {
                used.insert(place);
            }
        }
    }
    Ok(())
}

fn position(place: &Place) -> Position {
    Position::new(place.sizes.as_slice()).with_registers(&place.registers)
}

fn options(rules: &Ruleset, place: &Place) -> Result<BTreeSet<Place>, String> {
    let place_of =
        |position: &Position| Place { sizes: position.sizes().to_vec(), registers: position.registers().to_vec() };
    if place.registers.len() != rules.registers.len() {
        return Err(format!("{} does not tell what is remembered", shown(place)));
    }
    let all = moves(rules, &position(place), MAX_MOVES).map_err(|error| fault(&error))?;
    Ok(all.iter().map(|one| place_of(&one.to)).collect())
}

/// Whether the player to move wins where the game is over.
fn is_won(rules: &Ruleset, place: &Place) -> Result<bool, String> {
    wins_when_over(rules, &position(place)).map_err(|error| fault(&error))
}

fn fault(error: &GameError) -> String {
    error.to_string()
}

fn shown(place: &Place) -> String {
    let sizes: Vec<String> = place.sizes.iter().map(u64::to_string).collect();
    format!("({})", sizes.join(", "))
}
