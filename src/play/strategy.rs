//! Which move the program plays, and why.

use super::board::{MAX_TRIED, Place, Step};
use crate::answer::{Answer, AnswerError, Game};
use crate::game::Position;
use crate::graph::{Budget, ExploreError, MoveGraph, Progress};
use crate::solve::{Outcome, Solution};
use num_bigint::BigUint;
use num_traits::Zero;

/// What is known of a game from its start on.
#[derive(Debug)]
pub struct Knowledge {
    explored: Option<(MoveGraph, Solution)>,
}

/// Why a move was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It wins.
    Wins,
    /// No move wins; this one puts off the end as long as may be.
    Resists,
    /// No move wins, but this one keeps the draw.
    Draws,
}

impl Knowledge {
    /// What the answer for the start has found out.
    pub fn of(answer: &mut Answer) -> Knowledge {
        Knowledge { explored: answer.explored.take() }
    }

    /// Nothing: for a game between friends that is too large to be solved.
    pub fn nothing() -> Knowledge {
        Knowledge { explored: None }
    }

    /// Who wins from a place, where that is known.
    pub fn outcome(&self, game: &Game, place: &Place) -> Option<Outcome> {
        if let Some((graph, solution)) = &self.explored
            && let Some(vertex) = place.small.as_ref().and_then(|small| graph.find(small))
        {
            return Some(solution.outcome(vertex));
        }
        let theorem = game.theorem()?;
        Some(if theorem.is_p(&place.for_theorem(game)) { Outcome::P } else { Outcome::N })
    }

    /// How many moves the game lasts from a place when the winner hurries and the loser delays, where that is known.
    pub fn lasts(&self, place: &Place) -> Option<u32> {
        let (graph, solution) = self.explored.as_ref()?;
        let vertex = graph.find(place.small.as_ref()?)?;
        (solution.outcome(vertex) != Outcome::Draw).then(|| solution.remoteness(vertex))
    }

    /// The move to play, and why; nothing where no move is left or nothing is known. `seen` are the places passed so far,
    /// to which no draw leads back if that can be helped.
    ///
    /// A winning move is one after which the game ends soonest, the first of several. Where none wins, the game shall last
    /// as long as possible, the last of several moves being the one that takes the least.
    pub fn choose(
        &self,
        game: &Game,
        place: &Place,
        moves: Option<&[Step]>,
        seen: &[&Position],
    ) -> Option<(Step, Reason)> {
        let outcome = self.outcome(game, place)?;
        let leading_to = |wanted: Outcome| {
            moves.unwrap_or_default().iter().filter(move |step| self.outcome(game, &step.to) == Some(wanted))
        };
        match outcome {
            Outcome::N => {
                let step = match moves {
                    Some(_) => leading_to(Outcome::P).min_by_key(|step| self.lasts(&step.to)).cloned(),
                    None => {
                        let options = game.theorem()?.winning_moves(&place.sizes, 1).options;
                        options.first().and_then(|to| place.take_to(game, to))
                    }
                };
                step.map(|step| (step, Reason::Wins))
            }
            Outcome::P => {
                let step = match moves {
                    Some(_) => leading_to(Outcome::N).max_by_key(|step| self.lasts(&step.to)).cloned(),
                    None => smallest(game, place),
                };
                step.map(|step| (step, Reason::Resists))
            }
            Outcome::Draw => {
                let new = |step: &&Step| step.to.small.as_ref().is_some_and(|to| !seen.contains(&to));
                let step = leading_to(Outcome::Draw).find(new).or_else(|| leading_to(Outcome::Draw).next());
                step.map(|step| (step.clone(), Reason::Draws))
            }
        }
    }

    /// A reply to each of the moves, where there is one that wins.
    pub fn replies(&self, game: &Game, moves: &[Step]) -> Vec<(Step, Option<Step>)> {
        let reply = |step: &Step| {
            let next = step.to.moves(game).ok()?;
            match self.choose(game, &step.to, next.as_deref(), &[])? {
                (reply, Reason::Wins) => Some(reply),
                _ => None,
            }
        };
        moves.iter().map(|step| (step.clone(), reply(step))).collect()
    }
}

/// A move that takes as little as the rules allow from the largest heap from which that is possible.
fn smallest(game: &Game, place: &Place) -> Option<Step> {
    let mut heaps: Vec<usize> = (0..place.sizes.len()).filter(|heap| !place.sizes[*heap].is_zero()).collect();
    heaps.sort_by_key(|heap| std::cmp::Reverse(&place.sizes[*heap]));
    let amounts = (1..=MAX_TRIED).map(BigUint::from);
    amounts
        .flat_map(|amount| heaps.iter().map(move |heap| (*heap, amount.clone())))
        .find_map(|one| place.take(game, &[one]))
}

/// What is known from a start on, with the answer for it; for friends, nothing where the game is too large to be solved.
///
/// # Errors
///
/// As for [`Game::answer`].
pub fn know(
    game: &Game,
    start: &[BigUint],
    friend: bool,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<(Knowledge, Option<Answer>), AnswerError> {
    match game.answer(start, budget, progress) {
        Ok(mut answer) => Ok((Knowledge::of(&mut answer), Some(answer))),
        Err(AnswerError::Explore(ExploreError::Budget { .. })) if friend => Ok((Knowledge::nothing(), None)),
        Err(error) => Err(error),
    }
}
