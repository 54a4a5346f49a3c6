//! Proofs as data: what is claimed of a game, and the steps that show it.
//!
//! A certificate holds the rules in normal form, with their digest, a claim about the P-positions, and steps. Each step
//! applies one inference rule; what the rules are and why they are sound is the documentation of [`check`](crate::check).
//! Nothing in here proves, solves or checks.

mod affine;
mod cases;
mod citation;
mod period;
mod signature;
mod strategy;

pub use affine::{Affine, letter_name};
pub use cases::{CaseTree, Families, Member};
pub use citation::Citation;
pub use period::PeriodicValues;
pub use signature::{Order, Signature, SignatureClaim};
pub use strategy::{Line, OutcomeClaim, Place, Winner};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The name and version of the format of certificates.
pub const FORMAT: &str = "bouton-certificate-2";

/// A proof that stands by itself: rules, claim and steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// The rules of the game.
    pub rules: Rules,
    /// What is proved.
    pub claim: Claim,
    /// How.
    pub steps: Vec<Step>,
}

/// The rules that a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// What the game is called, for readers: no part of the rules.
    pub name: String,
    /// The rules in their normal form, a text in the rule language.
    pub text: String,
    /// The SHA-256 digest of the text, as 64 hexadecimal digits.
    pub digest: String,
}

impl Rules {
    /// Rules in their normal form, with their digest.
    pub fn new(name: String, text: String) -> Rules {
        let digest = digest(&text);
        Rules { name, text, digest }
    }

    /// Whether the digest is that of the text.
    pub fn is_sealed(&self) -> bool {
        self.digest == digest(&self.text)
    }
}

fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a certificate says about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Claim {
    /// The P-positions are those with one of these signatures.
    Signatures(SignatureClaim),
    /// The P-positions, in a scope that moves do not leave, are those of these families.
    Families(Families),
    /// The Grundy value of one heap is periodic from some size on; a position is a P-position where the nim-sum of its
    /// heaps' values is 0.
    PeriodicValues(PeriodicValues),
    /// The P-positions are those that a theorem of the literature says.
    Cited(Citation),
    /// From a start one of the players wins.
    Outcome(OutcomeClaim),
}

/// One application of an inference rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Step {
    /// No move leads from a claimed position to a claimed one, and claimed positions where play ends are lost: seen for all
    /// positions of a finite window.
    WindowStable {
        /// The largest gap between neighbouring sizes, from 0 on, that positions of the window have, less one.
        window: u64,
    },
    /// From every other position some move leads to a claimed one: seen for all positions of a finite window.
    WindowAbsorbing {
        /// As in [`Step::WindowStable`].
        window: u64,
        /// For each signature that is not claimed, moves of which one leads to a claimed position.
        replies: Vec<Replies>,
    },
    /// Every option of a position of a family has an option of that kind, for all values of the letters.
    CasesStable {
        /// For each family, and each box of moves in order, the cases.
        cases: Vec<CaseTree>,
    },
    /// Every position of the scope is one of a family, or has a move to one.
    CasesAbsorbing {
        /// The cases.
        cases: CaseTree,
    },
    /// The values are right for all heaps up to this size, and hence for all heaps.
    Period {
        /// The size up to which the values are computed again.
        computed: u64,
    },
    /// The rules meet the hypotheses of the theorem that the claim cites.
    Library {},
    /// Every move has an answer, until the game is over.
    Strategy {
        /// The positions in which the player to move loses.
        lines: Vec<Line>,
    },
}

/// Moves from the positions with one signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replies {
    /// The signature.
    pub signature: Signature,
    /// The moves, to be tried in this order.
    pub moves: Vec<Vec<HeapChange>>,
}

/// What a move does to one heap, counted from 0 in the order of the signature's entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum HeapChange {
    /// Takes so many tokens.
    Take {
        /// The heap.
        heap: usize,
        /// How many.
        tokens: u64,
    },
    /// Leaves so many tokens.
    Leave {
        /// The heap.
        heap: usize,
        /// How many.
        tokens: u64,
    },
    /// Leaves as many tokens as another heap holds before the move, and so many more.
    Match {
        /// The heap.
        heap: usize,
        /// The other one.
        other: usize,
        /// How many more.
        more: u64,
    },
}
