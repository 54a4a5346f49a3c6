//! What the machine says, as data for the templates `templates/<language>/play/`.

use super::board::{Made, Place, Step};
use crate::game::Change;
use crate::rules::{RegisterKind, Ruleset};
use crate::text::Language;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use serde::Serialize;

/// The largest heap that is drawn token by token.
const MAX_DRAWN: usize = 40;

/// Something to be told to the player. The kind is the template's name; its other fields are what the template needs.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Message {
    /// The game at its beginning, or its rules again.
    Rules {
        /// The game's name.
        game: String,
        /// The variant's name, or nothing.
        variant: Option<String>,
        /// Whether two people play.
        friend: bool,
        /// Whether this is the beginning.
        beginning: bool,
        /// Whether the rules can be told, from the other fields of a solution.
        told: bool,
    },
    /// The position, and whose turn it is.
    Board {
        /// The heaps.
        heaps: Vec<HeapShown>,
        /// Whether tokens are drawn.
        drawn: bool,
        /// What else later moves depend on.
        registers: Vec<RegisterShown>,
        /// Whose turn it is.
        mover: Mover,
    },
    /// The moves there are.
    Moves {
        /// The moves, to be numbered from 1; empty where a number means an amount.
        moves: Vec<MoveShown>,
        /// The amounts that may be taken from the only heap, where a number means an amount.
        amounts: Vec<Range>,
        /// How many more moves there are.
        left_out: usize,
    },
    /// That there are too many moves for a list.
    TooManyMoves,
    /// A move that was made.
    Moved {
        /// By whom.
        mover: Mover,
        /// The move.
        made: MoveShown,
        /// What it leaves.
        to: Vec<String>,
        /// Why, if the program made it.
        reason: Option<ReasonShown>,
    },
    /// The end.
    Over {
        /// Who wins.
        winner: Mover,
        /// Who would be to move.
        mover: Mover,
        /// Whether a condition of the rules has ended it, rather than that no move is left.
        ended: bool,
        /// Whether no token is left.
        cleared: bool,
    },
    /// That a line is no move that the rules allow.
    Refused {
        /// Why.
        refusal: Refusal,
    },
    /// What to look at, or what to play.
    Hint {
        /// Whether the hint names a move.
        told: bool,
        /// Whether a theorem's hint can be shown.
        theorem: bool,
        /// `P`, `N`, `draw`, or nothing where it is not known.
        outcome: Option<&'static str>,
        /// The heaps that winning moves touch, where moves are not told.
        heaps: Vec<HeapName>,
        /// The move.
        made: Option<MoveShown>,
    },
    /// Why the program made its last move.
    Why {
        /// The move.
        made: MoveShown,
        /// Why.
        reason: ReasonShown,
        /// Whether a theorem's idea can be shown at the position that was left.
        theorem: bool,
        /// The moves from the position that was left, each with the program's answer.
        replies: Vec<ReplyShown>,
        /// How many more there are.
        left_out: usize,
    },
    /// That there is no move of the program's to give reasons for.
    NothingToExplain {
        /// Whether that is because two people play.
        friend: bool,
    },
    /// That a move was taken back.
    Undone {
        /// How many moves, counting the program's.
        moves: usize,
    },
    /// That there is no move to take back.
    NothingToUndo,
    /// What can be typed.
    Help {
        /// How many heaps there are.
        heaps: usize,
        /// The names of the first two heaps, if heaps have names.
        names: Vec<String>,
        /// The sizes that some move leaves; none where there are too many heaps to name them all.
        leave: Vec<String>,
        /// Whether a move may take from several heaps.
        several: bool,
        /// Which kinds of moves there are.
        kinds: Vec<&'static str>,
        /// Whether a number alone means an amount.
        by_amount: bool,
        /// Whether two people play.
        friend: bool,
    },
    /// The farewell of a game that was not finished.
    Stopped,
}

/// Who makes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mover {
    /// The player at the keyboard.
    Player,
    /// The program.
    Program,
    /// The one of two people who began.
    First,
    /// The other.
    Second,
}

/// Why a line is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Refusal {
    /// It is neither a move nor a command; the word that was not understood.
    Unknown {
        /// The word.
        word: Option<String>,
    },
    /// There is no such heap.
    NoHeap {
        /// Its number.
        number: String,
        /// How many there are.
        heaps: usize,
    },
    /// A heap does not hold so many.
    TooFew {
        /// The heap.
        heap: HeapName,
        /// How many it holds.
        holds: String,
    },
    /// A heap is named twice.
    Twice {
        /// The heap.
        heap: HeapName,
    },
    /// Nothing would be taken.
    Nothing,
    /// There is no such number in the list.
    NotListed {
        /// How many moves it has.
        moves: usize,
    },
    /// The amount is not one that the rules allow.
    Amounts {
        /// The heap.
        heap: HeapName,
        /// What the rules allow to take from it alone.
        allowed: Vec<Range>,
    },
    /// No move takes from this heap alone.
    HeapAlone {
        /// The heap.
        heap: HeapName,
    },
    /// More heaps are touched than a move may.
    TooManyHeaps {
        /// The most that a move may touch.
        most: usize,
    },
    /// The parts are not what is left of the heap.
    Parts {
        /// What is left of it.
        left: String,
    },
    /// The position that would be left is none that the rules keep to.
    NotKept {
        /// The condition, as the file says it.
        condition: String,
    },
    /// No move of this kind is allowed.
    NoSuchKind {
        /// `pass`, `shift`, `split`, `merge`, `become` or `take`.
        act: &'static str,
    },
    /// The rules don't allow it, and that is all that can be said.
    NotAllowed,
    /// Several moves may be meant.
    Several {
        /// Their numbers in the list.
        numbers: Vec<usize>,
        /// The moves.
        moves: Vec<MoveShown>,
    },
}

/// The name of a heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeapName {
    /// Its number, from 1.
    pub number: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Whether the name is a single letter.
    pub letter: bool,
    /// Whether it is the only one.
    pub only: bool,
}

/// A heap on the table.
#[derive(Clone, Debug, Serialize)]
pub struct HeapShown {
    /// Which one.
    pub heap: HeapName,
    /// How many tokens.
    pub size: String,
    /// The tokens; empty where they are too many to draw.
    pub tokens: String,
}

/// What else a position holds.
#[derive(Clone, Debug, Serialize)]
pub struct RegisterShown {
    /// `previous`, `previous_heap`, `own`, `other`, `passes`, `own_passes`, `other_passes` or `remembered`.
    pub kind: &'static str,
    /// The name by which the rules speak of it.
    pub name: String,
    /// Its value.
    pub value: String,
    /// What it is reduced by, if anything.
    pub modulus: Option<u64>,
    /// The heap that is meant, for `previous_heap`.
    pub heap: Option<HeapName>,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveShown {
    /// `take`, `shift`, `split`, `scatter`, `merge`, `become` or `pass`.
    pub act: &'static str,
    /// The heaps touched, with amounts taken, or with new sizes.
    pub parts: Vec<PartShown>,
    /// Whether the same is taken from all heaps, of which there are at least two.
    pub same_from_all: bool,
    /// Into what a heap is split, or which smaller heaps take its place.
    pub into: Vec<String>,
    /// How many tokens are moved.
    pub amount: Option<String>,
}

/// A heap that a move touches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartShown {
    /// Which one.
    pub heap: HeapName,
    /// The amount taken from it, or its new size.
    pub amount: String,
    /// Whether that is one.
    pub one: bool,
    /// Whether it is left empty.
    pub all: bool,
}

/// Why the program made a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReasonShown {
    /// `wins`, `ends`, `resists`, `loses` or `draws`.
    pub because: &'static str,
    /// The theorem by which that is known, if one is.
    pub theorem: Option<TheoremShown>,
    /// How many moves the game lasts from now on when the winner hurries, if that is known.
    pub lasts: Option<u32>,
}

/// A theorem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TheoremShown {
    /// Its name in the library.
    pub id: &'static str,
    /// Whom to credit; may be empty.
    pub credit: &'static str,
}

/// A move, and an answer to it.
#[derive(Clone, Debug, Serialize)]
pub struct ReplyShown {
    /// The move.
    pub made: MoveShown,
    /// The answer; nothing where the move ends the game, and loses it.
    pub reply: Option<MoveShown>,
}

/// All numbers from one to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Range {
    /// The least.
    pub low: String,
    /// The greatest.
    pub high: String,
}

/// Ascending numbers as ranges.
pub(super) fn ranges(numbers: &[BigUint]) -> Vec<Range> {
    let mut found: Vec<(BigUint, BigUint)> = Vec::new();
    for number in numbers {
        match found.last_mut() {
            Some((_, high)) if *number == &*high + 1u32 => *high = number.clone(),
            _ => found.push((number.clone(), number.clone())),
        }
    }
    found.into_iter().map(|(low, high)| Range { low: low.to_string(), high: high.to_string() }).collect()
}

/// Gives words to heaps and moves, in a language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) language: Language,
}

impl Words<'_> {
    /// The name of a heap, counted from 0, among so many.
    pub(super) fn heap(&self, heap: usize, heaps: usize) -> HeapName {
        let name = if self.rules.heaps_vary() { None } else { self.rules.heap_name(heap) };
        let name = name.map(|name| name.get(self.language).to_owned());
        HeapName {
            number: heap + 1,
            letter: name.as_ref().is_some_and(|name| name.len() == 1),
            name,
            only: heaps == 1 && self.rules.heaps == 1,
        }
    }

    /// The heaps of a position.
    pub(super) fn heaps(&self, place: &Place) -> (Vec<HeapShown>, bool) {
        let count = place.sizes.len();
        let drawn = place.sizes.iter().all(|size| *size <= BigUint::from(MAX_DRAWN));
        let heaps = place.sizes.iter().enumerate().map(|(heap, size)| HeapShown {
            heap: self.heap(heap, count),
            size: size.to_string(),
            tokens: "●".repeat(size.to_usize().filter(|_| drawn).unwrap_or(0)),
        });
        (heaps.collect(), drawn)
    }

    /// What else a position holds, as far as it tells anything.
    pub(super) fn registers(&self, place: &Place) -> Vec<RegisterShown> {
        let Some(small) = &place.small else { return Vec::new() };
        let count = place.sizes.len();
        let mut shown = Vec::new();
        for (register, value) in self.rules.registers.iter().zip(small.registers()) {
            let (kind, modulus) = match register.kind {
                RegisterKind::Previous if *value > 0 => ("previous", None),
                RegisterKind::PreviousHeap if *value > 0 => ("previous_heap", None),
                RegisterKind::Own(modulus) => ("own", modulus),
                RegisterKind::Other(modulus) => ("other", modulus),
                RegisterKind::Passes => ("passes", None),
                RegisterKind::OwnPasses => ("own_passes", None),
                RegisterKind::OtherPasses => ("other_passes", None),
                RegisterKind::Remembered(modulus) => ("remembered", modulus),
                RegisterKind::Previous | RegisterKind::PreviousHeap | RegisterKind::Begun => continue,
            };
            let heap = (kind == "previous_heap").then(|| self.heap((*value as usize).saturating_sub(1), count));
            let name = register.name.clone();
            shown.push(RegisterShown { kind, name, value: value.to_string(), modulus, heap });
        }
        shown
    }

    /// A move from a place.
    pub(super) fn step(&self, from: &Place, step: &Step) -> MoveShown {
        let count = from.sizes.len();
        let part = |heap: usize, amount: BigUint, all: bool| PartShown {
            heap: self.heap(heap, count),
            one: amount.is_one(),
            amount: amount.to_string(),
            all,
        };
        let plain = |act| MoveShown { act, parts: Vec::new(), same_from_all: false, into: Vec::new(), amount: None };
        let touched = |heaps: &[usize]| heaps.iter().map(|heap| part(*heap, BigUint::zero(), false)).collect();
        let texts = |parts: &[u64]| parts.iter().map(u64::to_string).collect();
        let take = |taken: &[(usize, BigUint)], into: &[u64]| {
            let parts = taken.iter().map(|(heap, amount)| part(*heap, amount.clone(), from.sizes[*heap] == *amount));
            let same = taken.len() == count && count > 1 && taken.windows(2).all(|two| two[0].1 == two[1].1);
            MoveShown { parts: parts.collect(), same_from_all: same, into: texts(into), ..plain("take") }
        };
        match &step.made {
            Made::Take(taken) => take(taken, &[]),
            Made::Change(Change::Take(taken, into)) => {
                let taken: Vec<(usize, BigUint)> =
                    taken.iter().map(|(heap, amount)| (*heap, BigUint::from(*amount))).collect();
                take(&taken, into)
            }
            Made::Change(Change::Shift(from, to, amount)) => {
                MoveShown { parts: touched(&[*from, *to]), amount: Some(amount.to_string()), ..plain("shift") }
            }
            Made::Change(Change::Split(heap, into)) => {
                MoveShown { parts: touched(&[*heap]), into: texts(into), ..plain("split") }
            }
            Made::Change(Change::Scatter(heap, into)) => {
                MoveShown { parts: touched(&[*heap]), into: texts(into), ..plain("scatter") }
            }
            Made::Change(Change::Merge(heaps)) => MoveShown { parts: touched(heaps), ..plain("merge") },
            Made::Change(Change::Become(heaps)) => {
                let parts = heaps.iter().map(|(heap, size)| part(*heap, BigUint::from(*size), *size == 0));
                MoveShown { parts: parts.collect(), ..plain("become") }
            }
            Made::Change(Change::Pass) => plain("pass"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_joined_to_ranges() {
        let range = |low: &str, high: &str| Range { low: low.to_owned(), high: high.to_owned() };
        let numbers = [1u32, 2, 3, 5, 8, 9].map(BigUint::from);
        assert_eq!(ranges(&numbers), [range("1", "3"), range("5", "5"), range("8", "9")]);
        assert_eq!(ranges(&[]), []);
    }
}
