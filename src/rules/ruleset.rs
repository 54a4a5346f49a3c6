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
    /// The kinds of move, in the file's order.
    pub moves: Vec<MoveRule>,
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
    /// How many tokens are taken.
    pub amounts: Amounts,
    /// The letters by which the file speaks of the amounts, by slot.
    pub letters: Vec<String>,
    /// From which heaps.
    pub from: Selection,
    /// What must hold for each heap that the move touches.
    pub condition: Option<Expr>,
    /// Where the file says it.
    pub span: Span,
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
    /// Just these heaps, all of them, counted from 0, ascending.
    These(Vec<usize>),
}

impl Ruleset {
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

impl MoveRule {
    /// Every expression of the rule.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let items = match self.amounts.set() {
            Some(AmountSet::Items(items)) => items.as_slice(),
            _ => &[],
        };
        items.iter().flat_map(Item::parts).chain(&self.condition)
    }
}
