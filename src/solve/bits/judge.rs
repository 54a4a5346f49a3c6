//! The row of P-positions where conditions on positions have a say: which positions there are, where the game is over, who
//! has won then, and from where there are moves.
//!
//! In a row a condition is a row of bits, by which others are masked. A position is N if one of its moves leads into P, and
//! also if it has no move, or the game is over, where the player to move wins then. Moves are masked by their guards at the
//! positions from which they start, and by the positions at which the game goes on. Whether a position has a move is found
//! as whether it is N is, with all positions that the rules keep to in the place of P.

use super::condition::Condition;
use super::moves::MoveSet;
use super::program::{NodeId, Program, Reached};
use super::run::{LastAlone, last_alone, take_from_last};
use super::words::{self, last_word, or_raised};
use crate::syntax::tree::Play;

/// Where the player to move wins if the game is over or there is no move.
#[derive(Clone, Debug)]
enum Won {
    Never,
    Always,
    When(Condition),
}

impl Won {
    fn of(moves: &MoveSet, play: Play) -> Won {
        match (&moves.wins, play) {
            (Some(condition), _) => Won::When(condition.clone()),
            (None, Play::Misere) => Won::Always,
            (None, Play::Normal) => Won::Never,
        }
    }
}

/// Whether it must be found out which positions have a move, beyond what the amounts tell.
pub(super) fn asks_for_moves(moves: &MoveSet, play: Play) -> bool {
    !moves.is_plain() && !matches!(Won::of(moves, play), Won::Never)
}

/// What decides positions where conditions have a say.
#[derive(Debug)]
pub(super) struct Judge<'a> {
    moves: &'a MoveSet,
    program: &'a Program,
    won: Won,
    /// What can be reached in the same row, for each guard.
    in_row: Vec<LastAlone>,
}

/// What adds the row of a set at the prefix in question to a row.
pub(super) type Here<'a> = &'a dyn Fn(NodeId, &mut [u64]);

impl<'a> Judge<'a> {
    /// What decides the positions; nothing where the amounts alone do.
    pub(super) fn new(moves: &'a MoveSet, play: Play, program: &'a Program) -> Option<Judge<'a>> {
        let in_row = || program.moves.iter().map(|reached| last_alone(&reached.last_alone, moves.max)).collect();
        (!moves.is_plain()).then(|| Judge { moves, program, won: Won::of(moves, play), in_row: in_row() })
    }

    /// The positions of a row that the rules keep to.
    pub(super) fn kept(&self, prefix: &[usize], row: &mut [u64]) {
        match &self.moves.kept {
            Some(kept) => row.copy_from_slice(&kept.row(prefix, self.moves.max)),
            None => words::set_between(row, 0, self.moves.max + 1),
        }
    }

    /// The P-positions of a row, which is empty.
    pub(super) fn decide(&self, prefix: &[usize], here: Here<'_>, row: &mut [u64]) {
        let max = self.moves.max;
        let mut kept = vec![0; row.len()];
        self.kept(prefix, &mut kept);
        // Where the game goes on.
        let mut open = kept.clone();
        if let Some(ended) = &self.moves.ended {
            open.iter_mut().zip(ended.row(prefix, max)).for_each(|(open, ended)| *open &= !ended);
        }
        let mask = |reached: &Reached| match &reached.guard {
            None => open.clone(),
            Some(guard) => {
                let mut mask = guard.row(prefix, max);
                mask.iter_mut().zip(&open).for_each(|(mask, open)| *mask &= open);
                mask
            }
        };
        let masks: Vec<Vec<u64>> = self.program.moves.iter().map(mask).collect();
        for (reached, mask) in self.program.moves.iter().zip(&masks) {
            add_masked(row, mask, &|found| reached.from_other_rows(here, found));
        }
        if let Some((all, moves)) = &self.program.any_move {
            let mut targets = vec![0; row.len()];
            here(*all, &mut targets);
            let mut with_move = vec![0; row.len()];
            // The guards come in the same order.
            for (reached, mask) in moves.iter().zip(&masks) {
                add_masked(&mut with_move, mask, &|found| {
                    reached.from_other_rows(here, found);
                    let mut stretch = vec![0; found.len()];
                    reached
                        .last_alone
                        .iter()
                        .for_each(|amounts| take_from_last(amounts, &targets, found, &mut stretch));
                });
            }
            let won = match &self.won {
                Won::When(condition) => condition.row(prefix, max),
                _ => vec![u64::MAX; row.len()],
            };
            row.iter_mut().zip(with_move).zip(won).for_each(|((to, with), won)| *to |= won & !with);
        }
        row.iter_mut().zip(&kept).for_each(|(to, kept)| *to |= !kept);
        self.resolve(&masks, row);
        row[max / 64] &= last_word(max);
    }

    /// From the N-positions known by other rows to all P-positions: the least that is undecided always is one.
    fn resolve(&self, masks: &[Vec<u64>], row: &mut [u64]) {
        let mut p = vec![0u64; row.len()];
        let mut raised = vec![0u64; row.len()];
        // Whether all above the first P-position are known to reach it.
        let mut done = vec![false; masks.len()];
        for at in 0..row.len() {
            while row[at] != u64::MAX {
                let bit = row[at].trailing_ones() as usize;
                p[at] |= 1 << bit;
                row[at] |= 1 << bit;
                let z = at * 64 + bit;
                if z > self.moves.max {
                    break;
                }
                for ((in_row, mask), done) in self.in_row.iter().zip(masks).zip(&mut done) {
                    match in_row {
                        LastAlone::Nothing => {}
                        LastAlone::All => {
                            if !std::mem::replace(done, true) {
                                row[at] |= mask[at] & (u64::MAX << bit << 1);
                                row[at + 1..].iter_mut().zip(&mask[at + 1..]).for_each(|(to, mask)| *to |= mask);
                            }
                        }
                        LastAlone::Fixed(amounts) => {
                            raised[at..].fill(0);
                            or_raised(&mut raised[at..], amounts, bit);
                            let reached = raised[at..].iter().zip(&mask[at..]);
                            row[at..].iter_mut().zip(reached).for_each(|(to, (from, mask))| *to |= from & mask);
                        }
                        LastAlone::BySize(origins) => {
                            let from = &origins[z * row.len() + at..(z + 1) * row.len()];
                            let reached = from.iter().zip(&mask[at..]);
                            row[at..].iter_mut().zip(reached).for_each(|(to, (from, mask))| *to |= from & mask);
                        }
                    }
                }
            }
        }
        row.copy_from_slice(&p);
    }
}

impl Reached {
    /// Adds what is reached in other rows.
    fn from_other_rows(&self, here: Here<'_>, row: &mut [u64]) {
        if !self.with_last.is_empty() {
            let (mut gathered, mut stretch) = (vec![0; row.len()], vec![0; row.len()]);
            for (amounts, nodes) in &self.with_last {
                gathered.fill(0);
                nodes.iter().for_each(|node| here(*node, &mut gathered));
                take_from_last(amounts, &gathered, row, &mut stretch);
            }
        }
        self.reach.iter().for_each(|node| here(*node, row));
    }
}

/// Adds what is found where the mask lets it, if the mask lets anything.
fn add_masked(row: &mut [u64], mask: &[u64], find: &dyn Fn(&mut [u64])) {
    if mask.iter().all(|word| *word == 0) {
        return;
    }
    let mut found = vec![0; row.len()];
    find(&mut found);
    row.iter_mut().zip(found).zip(mask).for_each(|((to, found), mask)| *to |= found & mask);
}
