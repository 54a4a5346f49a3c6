//! How positions are written: which of the numbers that a position holds beside its heaps are shown, and in what order
//! heaps stand.

use super::symbols;
use super::tex;
use crate::answer::Game;
use crate::game::Position;
use crate::rules::{Deed, RegisterKind, Ruleset};
use num_bigint::BigUint;
use serde::Serialize;

/// How the positions of a game are written.
#[derive(Clone, Debug)]
pub struct Notation {
    /// The registers that are shown, in the order of positions.
    registers: Vec<usize>,
    /// The register that tells the start from later positions, where it is left out and the start is shown bare.
    begun: Option<usize>,
    /// Whether heaps are put into ascending order and empty ones left out.
    unordered: bool,
}

/// What a reader has to know of how positions are written.
#[derive(Clone, Debug, Serialize)]
pub struct NotationInWords {
    /// What stands behind the semicolon, in order.
    pub registers: Vec<RegisterInWords>,
    /// Whether the position at the start is shown without these.
    pub bare_start: bool,
    /// Whether heaps are put into ascending order and empty ones left out.
    pub unordered: bool,
}

/// A number that a position holds beside its heaps.
#[derive(Clone, Debug, Serialize)]
pub struct RegisterInWords {
    /// `previous`, `previous-heap`, `own`, `other`, `passes`, `own-passes`, `other-passes`, `begun` or `remembered`.
    pub kind: &'static str,
    /// The number by which it is reduced, or nothing.
    pub modulus: Option<u64>,
    /// Its symbol in formulas, as TeX.
    pub symbol: String,
    /// Its value at the start.
    pub initial: u64,
}

/// Whether every move takes tokens and does nothing else but divide what is left, so that the number of tokens falls.
pub fn tokens_fall(rules: &Ruleset) -> bool {
    rules.moves.iter().all(|rule| matches!(rule.deed, Deed::Take(_)))
}

impl Notation {
    /// How the positions of this game are written.
    pub fn of(game: &Game) -> Notation {
        let rules = &game.rules;
        // While tokens fall, no later position has the heaps of the start, and the start needs no mark.
        let begun = rules.registers.iter().position(|register| register.kind == RegisterKind::Begun);
        let begun = begun.filter(|_| tokens_fall(rules));
        let registers = (0..rules.registers.len()).filter(|register| Some(*register) != begun).collect();
        Notation { registers, begun, unordered: game.facts.without_empty }
    }

    /// A position as text: `(3, 5, 7)`, just `20` for a single heap, `(5; 2)` with what else it holds.
    pub fn position(&self, position: &Position) -> String {
        let shown = if self.unordered { position.clone().ascending().without_empty_heaps() } else { position.clone() };
        let values = shown.registers();
        let at_start = self.begun.is_some_and(|begun| values.get(begun) == Some(&0));
        if values.is_empty() || self.registers.is_empty() || at_start {
            return tex::position(&shown.to_big());
        }
        let list = |numbers: &mut dyn Iterator<Item = u64>| {
            numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
        };
        let sizes = list(&mut shown.sizes().iter().copied());
        format!("({sizes}; {})", list(&mut self.registers.iter().map(|register| values[*register])))
    }

    /// Whether heaps are put into ascending order and empty ones left out.
    pub fn is_unordered(&self) -> bool {
        self.unordered
    }

    /// What a reader has to know; where nothing but positions of a start are shown, nothing of registers.
    pub fn in_words(&self, rules: &Ruleset, explored: bool) -> NotationInWords {
        let shown = self.registers.iter().filter(|_| explored);
        let registers = shown.map(|register| register_in_words(rules, *register)).collect();
        NotationInWords { registers, bare_start: self.begun.is_some(), unordered: self.unordered }
    }
}

/// A register in words.
pub fn register_in_words(rules: &Ruleset, register: usize) -> RegisterInWords {
    let (kind, modulus) = match rules.registers[register].kind {
        RegisterKind::Previous => ("previous", None),
        RegisterKind::PreviousHeap => ("previous-heap", None),
        RegisterKind::Own(modulus) => ("own", modulus),
        RegisterKind::Other(modulus) => ("other", modulus),
        RegisterKind::Passes => ("passes", None),
        RegisterKind::OwnPasses => ("own-passes", None),
        RegisterKind::OtherPasses => ("other-passes", None),
        RegisterKind::Begun => ("begun", None),
        RegisterKind::Remembered(modulus) => ("remembered", modulus),
    };
    let initial = rules.registers[register].initial;
    RegisterInWords { kind, modulus, symbol: symbols::register(rules, register), initial }
}

/// The position of the start, with registers as they are there.
pub fn at_start(rules: &Ruleset, start: &[BigUint]) -> Option<Position> {
    Some(Position::from_big(start)?.with_registers(&rules.initial_registers()))
}
