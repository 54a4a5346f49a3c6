//! The checked rules of one game: what may be done, without names left to look up.

use super::claim::Claim;
use super::expr::{Expr, Item, Value};
use crate::source::Span;
use crate::syntax::tree::Play;
use crate::text::Text;
use num_bigint::BigUint;

/// The rules of a game, or of one of its variants.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The game's name.
    pub name: Text,
    /// The variant's name, if these are the rules of one.
    pub variant: Option<Text>,
    /// How many heaps there are, at least 1.
    pub heaps: usize,
    /// The heaps' names, one each, if the file names them.
    pub heap_names: Option<Vec<Text>>,
    /// The parameters and their values, the shorthand `K` and `m` among them, in the file's order.
    pub parameters: Vec<(String, Value)>,
    /// What is part of a position beside the heaps, in the order in which positions hold it.
    pub registers: Vec<Register>,
    /// The kinds of move, in the file's order.
    pub moves: Vec<MoveRule>,
    /// What holds for every position that a move leaves.
    pub keeping: Option<Expr>,
    /// Where the game is over although moves may be left.
    pub end: Option<Expr>,
    /// When the player to move wins once the game is over; where that is not said, `play` decides.
    pub wins: Option<Expr>,
    /// Whether the last mover wins or loses.
    pub play: Play,
    /// The position that the file starts from: the size of each heap, in tokens.
    pub start: Option<Vec<BigUint>>,
    /// The file's claims.
    pub claims: Vec<Claim>,
    /// The file's references.
    pub references: Vec<String>,
}

/// One kind of move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRule {
    /// The name, if the file gives one.
    pub name: Option<Text>,
    /// Whether it is a rule for the very first move.
    pub first: bool,
    /// What the move does.
    pub deed: Deed,
    /// The letters by which the file speaks of amounts, parts and the like, by slot.
    pub letters: Vec<String>,
    /// What must hold: for a move that takes tokens, for each heap that it touches.
    pub condition: Option<Expr>,
    /// The registers that the move changes, and their new values.
    pub then: Vec<(usize, Expr)>,
    /// Where the file says it.
    pub span: Span,
}

/// What a move does.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// Takes tokens away.
    Take(Take),
    /// Moves tokens from a heap to another; letter 0 is the amount.
    Shift(Shift),
    /// Splits one heap; the letters are the parts.
    Split(Selection, Parts),
    /// Joins that many heaps into the first of them.
    Merge(usize),
    /// Puts a heap of another size in place of one; letter 0 is the new size.
    Replace(Selection, AmountSet),
    /// Puts smaller heaps, none of them empty, in place of one; perhaps none at all.
    Scatter(Selection, Parts),
    /// Leaves the heaps as they are; the register that counts the passes left, where they are counted.
    Pass(Option<usize>),
    /// Gives heaps new sizes, all at once; each letter runs over its set, or over the natural numbers.
    Written {
        /// The sets of the letters.
        sets: Vec<AmountSet>,
        /// The heaps, counted from 0, and their new sizes.
        becomes: Vec<(usize, Expr)>,
    },
}

/// A move that takes tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct Take {
    /// How many tokens are taken.
    pub amounts: Amounts,
    /// From which heaps.
    pub from: Selection,
    /// Whether a heap that holds less than the least amount may be emptied instead.
    pub or_rest: bool,
    /// Into what the rest of the heap is split; that may be left to the player (`true`).
    pub split: Option<(Parts, bool)>,
}

/// Into what a heap is divided, or which heaps take its place: heaps of at least one token each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The least number of parts; at least 2 where a heap is divided.
    pub low: usize,
    /// The greatest number of parts.
    pub high: usize,
    /// Whether no two parts are equal.
    pub differ: bool,
    /// Whether all parts are equal.
    pub equal: bool,
    /// Whether the rule's letters stand for the parts.
    pub lettered: bool,
}

/// A move of tokens from a heap to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Shift {
    /// How many tokens.
    pub amounts: AmountSet,
    /// The heap that gives.
    pub from: Place,
    /// The heap that receives.
    pub to: Place,
    /// Whether the heap that receives must hold tokens already.
    pub onto_tokens: bool,
}

/// A heap that a move of tokens speaks of.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// Any heap.
    Any,
    /// Any heap, whose number, from 1, is this letter.
    Letter(usize),
    /// The heap with this number, from 1.
    Number(Expr),
}

/// A number that later moves depend on beside the heaps; it is part of the position.
#[derive(Clone, Debug, PartialEq)]
pub struct Register {
    /// The name by which expressions speak of it, or a name that only texts use.
    pub name: String,
    /// What it holds.
    pub kind: RegisterKind,
    /// Its value at the start.
    pub initial: u64,
}

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterKind {
    /// How many tokens the move before took; 0 before the first.
    Previous,
    /// The number, from 1, of the first heap that the move before touched; 0 before the first.
    PreviousHeap,
    /// How many tokens the player to move has taken, reduced by the number if there is one.
    Own(Option<u64>),
    /// How many tokens the other player has taken.
    Other(Option<u64>),
    /// How many passes are left, to both together.
    Passes,
    /// How many passes are left to the player to move.
    OwnPasses,
    /// How many passes are left to the other player.
    OtherPasses,
    /// 0 before the first move, then 1.
    Begun,
    /// What the rules say, reduced by the number if there is one.
    Remembered(Option<u64>),
}

/// How many tokens a move takes from the heaps that it touches; never less than 1 nor more than there are.
#[derive(Clone, Debug, PartialEq)]
pub enum Amounts {
    /// An amount of its own from each heap; letter 0.
    Each(AmountSet),
    /// The same amount from every heap; letter 0.
    Same(AmountSet),
    /// Any amounts, with letters 0, 1, … in the order of the heaps, for the condition to choose among.
    Letters(usize),
    /// The amounts' sum, over choices of heaps that may be of more than one; letter 0.
    Total(AmountSet),
}

/// A set of amounts at a position.
#[derive(Clone, Debug, PartialEq)]
pub enum AmountSet {
    /// Every amount.
    Any,
    /// The values and ranges listed.
    Items(Vec<Item>),
    /// The values of an expression for natural numbers as letters.
    Values {
        /// The expression.
        value: Expr,
        /// The slots of the letters that run.
        letters: Vec<usize>,
        /// What holds for the letters.
        conditions: Vec<Expr>,
    },
}

/// Which heaps a move touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Any choice of at least `low` and at most `high` heaps.
    Count {
        /// At least 1.
        low: usize,
        /// At most the number of heaps.
        high: usize,
    },
    /// All heaps, in games in which their number changes; in others, a choice of that number.
    All,
    /// Just these heaps, all of them, counted from 0, ascending.
    These(Vec<usize>),
    /// Any of the non-empty heaps that none exceeds.
    Largest,
    /// Any of the non-empty heaps that exceed no other one.
    Smallest,
    /// The first non-empty heap.
    First,
    /// The last non-empty heap.
    Last,
    /// The first or the last non-empty heap.
    Ends,
    /// Heaps that stand side by side in the row of all heaps.
    Adjacent {
        /// The least number of heaps.
        low: usize,
        /// The greatest number of heaps.
        high: usize,
        /// Whether the last heap stands beside the first.
        circle: bool,
    },
    /// All heaps that are not empty and meet the rule's condition.
    Every,
}

impl Selection {
    /// The greatest number of heaps that it can be of, in a game of `heaps`.
    pub fn most(&self, heaps: usize) -> usize {
        match self {
            Selection::Count { high, .. } | Selection::Adjacent { high, .. } => *high,
            Selection::These(these) => these.len(),
            Selection::Largest | Selection::Smallest | Selection::First | Selection::Last | Selection::Ends => 1,
            Selection::All | Selection::Every => heaps,
        }
    }
}

impl Ruleset {
    /// The registers at the start.
    pub fn initial_registers(&self) -> Vec<u64> {
        self.registers.iter().map(|register| register.initial).collect()
    }

    /// Whether the number of heaps can change.
    pub fn heaps_vary(&self) -> bool {
        self.moves.iter().any(|rule| match &rule.deed {
            Deed::Split(..) | Deed::Scatter(..) => true,
            Deed::Take(take) => take.split.is_some(),
            _ => false,
        })
    }

    /// Whether moves depend on the heaps alone, every move that is allowed may be made, and play ends when none is.
    pub fn is_plain(&self) -> bool {
        self.registers.is_empty() && self.keeping.is_none() && self.end.is_none() && self.wins.is_none()
    }

    /// The name of a heap, counted from 0, if it has one.
    pub fn heap_name(&self, heap: usize) -> Option<&Text> {
        self.heap_names.as_ref().and_then(|names| names.get(heap))
    }

    /// The value of a parameter.
    pub fn parameter(&self, name: &str) -> Option<&Value> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

impl Amounts {
    /// The set of amounts, where one is given.
    pub fn set(&self) -> Option<&AmountSet> {
        match self {
            Amounts::Each(set) | Amounts::Same(set) | Amounts::Total(set) => Some(set),
            Amounts::Letters(_) => None,
        }
    }
}

impl AmountSet {
    /// Every expression of the set.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            AmountSet::Any => Vec::new(),
            AmountSet::Items(items) => items.iter().flat_map(Item::parts).collect(),
            AmountSet::Values { value, conditions, .. } => std::iter::once(value).chain(conditions).collect(),
        }
    }
}

impl MoveRule {
    /// The rule's taking, where that is what it does and all that it does.
    pub fn take(&self) -> Option<&Take> {
        match &self.deed {
            Deed::Take(take) if !self.first && self.then.is_empty() && !take.or_rest && take.split.is_none() => {
                Some(take)
            }
            _ => None,
        }
    }

    /// Every expression of the rule.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let mut own: Vec<&Expr> = match &self.deed {
            Deed::Take(take) => take.amounts.set().map_or_else(Vec::new, AmountSet::expressions),
            Deed::Shift(shift) => {
                let mut all = shift.amounts.expressions();
                for one in [&shift.from, &shift.to] {
                    if let Place::Number(number) = one {
                        all.push(number);
                    }
                }
                all
            }
            Deed::Replace(_, set) => set.expressions(),
            Deed::Written { sets, becomes } => {
                let sizes = becomes.iter().map(|(_, size)| size);
                sets.iter().flat_map(AmountSet::expressions).chain(sizes).collect()
            }
            Deed::Split(..) | Deed::Scatter(..) | Deed::Merge(_) | Deed::Pass(_) => Vec::new(),
        };
        own.extend(&self.condition);
        own.extend(self.then.iter().map(|(_, value)| value));
        own.into_iter()
    }
}
