//! A position on the table, of whatever size, and the moves from it.

use crate::answer::Game;
use crate::game::{Change, GameError, Move, Position, moves};
use crate::rules::RegisterKind;
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

/// The most moves that are listed where a theorem answers without a list.
const MAX_LISTED: usize = 20_000;
/// The most moves that are listed elsewhere.
const MAX_MOVES: usize = 1_000_000;
/// The amounts up to this one are tried where the rules' removals are asked one by one.
pub(super) const MAX_TRIED: u32 = 1000;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The size of each heap.
    pub sizes: Vec<BigUint>,
    /// The same with registers, unless a heap is beyond what a graph can hold.
    pub small: Option<Position>,
}

/// A move from a place: what it does, and what it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it does.
    pub made: Made,
    /// What it leaves.
    pub to: Place,
}

/// What a move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// A change of a position that a graph can hold.
    Change(Change),
    /// Takes from heaps, counted from 0, each with the amount.
    Take(Vec<(usize, BigUint)>),
}

impl Place {
    /// The position with these sizes, registers as at the start.
    pub fn at_start(game: &Game, sizes: &[BigUint]) -> Place {
        let small = Position::from_big(sizes).map(|small| small.with_registers(&game.rules.initial_registers()));
        Place { sizes: sizes.to_vec(), small }
    }

    /// The position that a move leaves. Where splits make heaps, and heaps are alike, empty ones are cleared away.
    fn after(game: &Game, to: &Position) -> Place {
        let varying = game.facts.alike && game.rules.heaps_vary();
        let small = if varying { to.clone().without_empty_heaps() } else { to.clone() };
        Place { sizes: small.to_big(), small: Some(small) }
    }

    /// The moves, in lexicographic order of what they leave; `None` where there are too many to list, and a theorem and
    /// the rules' removals answer without.
    ///
    /// # Errors
    ///
    /// Where a rule has no meaning at the position, or the moves are too many and no theorem covers the game.
    pub fn moves(&self, game: &Game) -> Result<Option<Vec<Step>>, GameError> {
        let by_theorem = game.theorem().is_some() && game.facts.removals.is_some();
        let Some(small) = &self.small else { return Ok(None) };
        match moves(&game.rules, small, if by_theorem { MAX_LISTED } else { MAX_MOVES }) {
            Ok(all) => Ok(Some(all.into_iter().map(|one| Step::of(game, one)).collect())),
            Err(GameError::TooMany { .. } | GameError::TooLarge { .. }) if by_theorem => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The move that takes these amounts, by the rules' removals alone; `None` if they don't allow it.
    pub fn take(&self, game: &Game, taken: &[(usize, BigUint)]) -> Option<Step> {
        let point: Vec<(usize, BigInt, BigInt)> = taken
            .iter()
            .map(|(heap, amount)| (*heap, BigInt::from(amount.clone()), BigInt::from(self.sizes[*heap].clone())))
            .collect();
        let possible = !taken.is_empty() && point.iter().all(|(_, amount, size)| !amount.is_zero() && amount <= size);
        if !possible || !game.facts.removals.as_ref()?.allow(&point) {
            return None;
        }
        let mut sizes = self.sizes.clone();
        for (heap, amount) in taken {
            sizes[*heap] -= amount;
        }
        Some(Step { made: Made::Take(taken.to_vec()), to: Place::at_start(game, &sizes) })
    }

    /// The move that leaves these sizes, which are nowhere larger, by the rules' removals alone.
    pub fn take_to(&self, game: &Game, sizes: &[BigUint]) -> Option<Step> {
        let pairs = self.sizes.iter().zip(sizes).enumerate();
        if self.sizes.len() != sizes.len() || self.sizes.iter().zip(sizes).any(|(before, after)| before < after) {
            return None;
        }
        let taken: Vec<(usize, BigUint)> = pairs
            .filter(|(_, (before, after))| before != after)
            .map(|(heap, (before, after))| (heap, before - after))
            .collect();
        self.take(game, &taken)
    }

    /// The position as the theorems of the library know it: what is remembered stands behind the heaps, but for the mark
    /// that tells the start from later positions; at the start there is nothing behind them.
    pub fn for_theorem(&self, game: &Game) -> Vec<BigUint> {
        let mut position = self.sizes.clone();
        if !self.is_at_start(game)
            && let Some(small) = &self.small
        {
            let registers = game.rules.registers.iter().zip(small.registers());
            let told = registers.filter(|(register, _)| register.kind != RegisterKind::Begun);
            position.extend(told.map(|(_, value)| BigUint::from(*value)));
        }
        position
    }

    /// Whether what is remembered is as at the start.
    pub fn is_at_start(&self, game: &Game) -> bool {
        self.small.as_ref().is_none_or(|small| small.registers() == game.rules.initial_registers())
    }

    /// How many tokens there are.
    pub fn total(&self) -> BigUint {
        self.sizes.iter().sum()
    }
}

impl Step {
    /// The move of a list.
    pub fn of(game: &Game, one: Move) -> Step {
        Step { to: Place::after(game, &one.to), made: Made::Change(one.change) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::game;
    use super::*;

    /// What the removals allow is what the list of moves holds.
    #[test]
    fn taking_by_the_removals_agrees_with_the_list() {
        for rules in [
            "heaps 3 move take any from one heap",
            "heaps 3 heap_limit 2 take_limit 3",
            "heaps 2 move take any from one heap move take the same any from both heaps",
            "heaps 2 move take a, b from both heaps where a < b + 2, b < a + 2 move take 1..3 from heap 1",
            "heaps 3 move take s in {1, 3} from one heap where h >= 4 move take 2 from heaps 1, 3",
        ] {
            let game = game(rules);
            let heaps = game.rules.heaps;
            let mut count = 0;
            for code in 0..5usize.pow(heaps as u32) {
                let digits = |code: usize| (0..heaps).map(move |heap| code / 5usize.pow(heap as u32) % 5);
                let sizes: Vec<BigUint> = digits(code).map(|size| BigUint::from(size + 1)).collect();
                let place = Place::at_start(&game, &sizes);
                let listed = place.moves(&game).unwrap().unwrap();
                for other in 0..6usize.pow(heaps as u32) {
                    let to: Vec<BigUint> =
                        (0..heaps).map(|heap| BigUint::from(other / 6usize.pow(heap as u32) % 6)).collect();
                    let known = listed.iter().find(|step| step.to.sizes == to);
                    let found = place.take_to(&game, &to);
                    assert_eq!(found.is_some(), known.is_some(), "{rules}: {sizes:?} to {to:?}");
                    count += usize::from(found.is_some());
                }
            }
            assert!(count > 30, "{rules}");
        }
    }

    #[test]
    fn huge_heaps_are_taken_from() {
        let game = game("heaps 2 move take any from one heap");
        let huge = BigUint::from(10u32).pow(50);
        let place = Place::at_start(&game, &[huge.clone(), huge.clone()]);
        assert_eq!(place.moves(&game), Ok(None));
        let step = place.take(&game, &[(1, huge.clone())]).unwrap();
        assert_eq!(step.to.sizes, [huge.clone(), BigUint::zero()]);
        assert!(place.take(&game, &[(0, BigUint::from(1u32)), (1, BigUint::from(1u32))]).is_none());
        assert!(place.take(&game, &[(0, huge + 1u32)]).is_none());
    }
}
