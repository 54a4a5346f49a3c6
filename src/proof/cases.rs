//! Proofs by cases with letters: families of positions and trees of cases.
//!
//! What the trees mean, and why they prove something, is the documentation of [`check::cases`](crate::check::cases).

use super::affine::Affine;
use serde::{Deserialize, Serialize};

/// The claim that the P-positions of a scope are those of certain families.
///
/// A position is one of a family if some natural numbers in the place of the letters make the family's entries its sizes;
/// where the rules treat all heaps alike, its sizes in any order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Families {
    /// How many heaps there are.
    pub heaps: usize,
    /// The scope: positions whose smallest heap holds at most so many tokens; without it, all positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smallest_at_most: Option<u64>,
    /// The families, each an entry for every heap.
    pub families: Vec<Vec<Affine>>,
}

/// A tree of cases: at its inner nodes, something of the letters is told apart; each leaf settles one case.
///
/// A letter keeps its number throughout the tree; a node puts another form in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum CaseTree {
    /// The remainder of a letter k: for each r below the modulus m, m·k + r in its place.
    Remainder {
        /// The letter.
        letter: usize,
        /// The modulus, at least 2.
        modulus: i64,
        /// The cases r = 0, 1, ….
        cases: Vec<CaseTree>,
    },
    /// Whether a letter k is small: each number below the bound in its place, and k + bound.
    Small {
        /// The letter.
        letter: usize,
        /// The bound, at least 1.
        bound: i64,
        /// The cases 0, 1, …, bound − 1.
        cases: Vec<CaseTree>,
        /// The other case.
        rest: Box<CaseTree>,
    },
    /// Which of two letters j, k is greater: j + k in the place of k, where k was at least j, or j + k + 1 in that of j.
    Compare {
        /// The letters j and k.
        letters: (usize, usize),
        /// The case j ≤ k.
        at_most: Box<CaseTree>,
        /// The case j > k.
        more: Box<CaseTree>,
    },
    /// The case does not occur: this constraint, counted from 0, says that a negative number is not negative.
    Impossible(usize),
    /// The position is one of a family.
    Member(Member),
    /// Some move leads to a position of a family.
    Reply {
        /// What the move leaves in each heap that it touches: the heap, counted from 0, and its size; heaps ascending.
        leaving: Vec<(usize, Affine)>,
        /// The position that it leads to.
        to: Member,
    },
    /// Play has ended, and the player to move wins.
    Terminal,
}

impl CaseTree {
    /// How many nodes the tree has.
    pub fn size(&self) -> u128 {
        let mut open = vec![self];
        let mut size = 0;
        while let Some(node) = open.pop() {
            size += 1;
            match node {
                CaseTree::Remainder { cases, .. } => open.extend(cases),
                CaseTree::Small { cases, rest, .. } => {
                    open.extend(cases);
                    open.push(rest);
                }
                CaseTree::Compare { at_most, more, .. } => open.extend([at_most.as_ref(), more.as_ref()]),
                CaseTree::Impossible(_) | CaseTree::Member(_) | CaseTree::Reply { .. } | CaseTree::Terminal => {}
            }
        }
        size
    }
}

/// Why a position is one of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The family, counted from 0.
    pub family: usize,
    /// For each entry of the family, the heap, counted from 0, whose size it is.
    pub order: Vec<usize>,
    /// What stands in the place of each letter of the family.
    pub letters: Vec<Affine>,
}
