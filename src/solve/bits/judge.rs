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

/// Adds a row of a set at the prefix with so much less in a place.
type Less<'a> = dyn Fn(NodeId, usize, usize, &mut [u64]) + 'a;

/// What adds rows of sets to a row.
pub(super) struct Rows<'a> {
    /// The row of a set at the prefix in question.
    pub here: &'a dyn Fn(NodeId, &mut [u64]),
    /// The row of P, or of all positions that the rules keep to, at the prefix with so much less in a place.
    pub less: &'a Less<'a>,
}

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
    pub(super) fn decide(&self, prefix: &[usize], rows: &Rows<'_>, row: &mut [u64]) {
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
            reached.add_other_rows((prefix, max), mask, rows, row);
        }
        if let Some(all) = &self.program.any_move {
            let mut with_move = vec![0; row.len()];
            // The guards come in the same order.
            for (reached, mask) in all.iter().zip(&masks) {
                reached.add_other_rows((prefix, max), mask, rows, &mut with_move);
                reached.add_own_row((prefix, max), mask, &kept, &mut with_move);
            }
            let won = match &self.won {
                Won::When(condition) => condition.row(prefix, max),
                _ => vec![u64::MAX; row.len()],
            };
            row.iter_mut().zip(with_move).zip(won).for_each(|((to, with), won)| *to |= won & !with);
        }
        row.iter_mut().zip(&kept).for_each(|(to, kept)| *to |= !kept);
        self.resolve(prefix, &masks, row);
        row[max / 64] &= last_word(max);
    }

    /// From the N-positions known by other rows to all P-positions: the least that is undecided always is one.
    fn resolve(&self, prefix: &[usize], masks: &[Vec<u64>], row: &mut [u64]) {
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
                for (reached, mask) in self.program.moves.iter().zip(masks) {
                    reached.tied_to((prefix, self.moves.max), z, mask, row);
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

/// The prefix of a row, and the greatest size of the last heap.
type Line<'a> = (&'a [usize], usize);

impl Reached {
    /// Adds what is reached in other rows, where a mask lets it.
    fn add_other_rows(&self, (prefix, max): Line<'_>, mask: &[u64], rows: &Rows<'_>, row: &mut [u64]) {
        if mask.iter().all(|word| *word == 0) {
            return;
        }
        let buffer = || vec![0; row.len()];
        let mut found = buffer();
        if !self.with_last.is_empty() {
            let (mut gathered, mut stretch) = (buffer(), buffer());
            for (amounts, nodes) in &self.with_last {
                gathered.fill(0);
                nodes.iter().for_each(|node| (rows.here)(*node, &mut gathered));
                take_from_last(amounts, &gathered, &mut found, &mut stretch);
            }
        }
        self.reach.iter().for_each(|node| (rows.here)(*node, &mut found));
        for (place, condition) in &self.tied {
            let mut reached = buffer();
            for amount in 1..=prefix[*place] {
                let holds = condition.row_with(prefix, max, amount);
                if holds.iter().any(|word| *word != 0) {
                    reached.fill(0);
                    (rows.less)(self.target, *place, amount, &mut reached);
                    add_masked(&mut found, &reached, &holds);
                }
            }
        }
        add_masked(row, &found, mask);
    }

    /// Adds what reaches some of these positions of the row itself, where a mask lets it.
    fn add_own_row(&self, line: Line<'_>, mask: &[u64], targets: &[u64], row: &mut [u64]) {
        let (mut found, mut stretch) = (vec![0; row.len()], vec![0; row.len()]);
        self.last_alone.iter().for_each(|amounts| take_from_last(amounts, targets, &mut found, &mut stretch));
        add_masked(row, &found, mask);
        if !self.tied_last.is_empty() {
            let (_, max) = line;
            (0..max).filter(|z| targets[z / 64] >> (z % 64) & 1 == 1).for_each(|z| self.tied_to(line, z, mask, row));
        }
    }

    /// Adds what reaches a size of the last heap by amounts that are tied to other heaps, where a mask lets it.
    fn tied_to(&self, (prefix, max): Line<'_>, z: usize, mask: &[u64], row: &mut [u64]) {
        if z == max {
            return;
        }
        for condition in &self.tied_last {
            let mut reached = vec![0; row.len()];
            or_raised(&mut reached, &condition.row_above(prefix, max, z), z + 1);
            add_masked(row, &reached, mask);
        }
    }
}

/// Adds what a mask lets through.
fn add_masked(row: &mut [u64], found: &[u64], mask: &[u64]) {
    row.iter_mut().zip(found).zip(mask).for_each(|((to, found), mask)| *to |= found & mask);
}
