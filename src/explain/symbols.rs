//! The symbols by which formulas speak of heaps, letters and what a position remembers, and what they stand for.

use super::tex;
use crate::rules::expr::{Expr, Slot};
use crate::rules::{MoveRule, RegisterKind, Ruleset};
use crate::text::Language;
use serde::Serialize;

/// A symbol in the formulas of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Symbol {
    /// What it stands for.
    pub kind: SymbolKind,
    /// The symbol, as TeX.
    pub symbol: String,
    /// The heap that it is the size of, counted from 0, if it is the size of a given heap.
    pub heap: Option<usize>,
    /// The number by which it is reduced, if it is.
    pub modulus: Option<u64>,
}

/// What a symbol stands for: before the move, where it stands in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SymbolKind {
    /// The size of the heap from which tokens are taken.
    Size,
    /// The number of that heap.
    Number,
    /// The size of a given heap.
    Heap,
    /// The sizes of all heaps, by their letters.
    Letters,
    /// The size of the smallest heap.
    Smallest,
    /// The size of the largest heap.
    Largest,
    /// The number of all tokens.
    Sum,
    /// The nim-sum of all heaps.
    NimSum,
    /// How many tokens the move before took.
    Previous,
    /// Which heap the move before touched.
    PreviousHeap,
    /// How many tokens the player to move has taken.
    Own,
    /// How many tokens the other player has taken.
    Other,
    /// A list of numbers; the symbol says which, as in `L = (2, 3, 5)`.
    List,
}

/// A formula that a text shows, and what the text says of it without a symbol's explanation.
pub(super) struct Shown {
    pub(super) expr: Expr,
    pub(super) known: Vec<Slot>,
}

/// What the formulas speak of, in the order of [`SymbolKind`].
pub(super) fn symbols(rules: &Ruleset, shown: &[Shown], lettered: bool, language: Language) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    let used = |slot: Slot| {
        let in_one = |one: &Shown| !one.known.contains(&slot) && one.expr.mentions(|known| known == slot);
        shown.iter().any(in_one)
    };
    let mut add = |slot: Slot, kind: SymbolKind, symbol: &str, heap: Option<usize>, modulus: Option<u64>| {
        if used(slot) {
            symbols.push(Symbol { kind, symbol: symbol.to_owned(), heap, modulus });
        }
    };
    add(Slot::Size, SymbolKind::Size, tex::SIZE, None, None);
    add(Slot::Number, SymbolKind::Number, tex::NUMBER, None, None);
    if !lettered {
        for at in 0..rules.heaps {
            add(Slot::Heap(at), SymbolKind::Heap, &heap(rules, at, language), Some(at), None);
        }
    }
    add(Slot::Min, SymbolKind::Smallest, tex::SMALLEST, None, None);
    add(Slot::Max, SymbolKind::Largest, tex::LARGEST, None, None);
    add(Slot::Sum, SymbolKind::Sum, tex::SUM, None, None);
    add(Slot::NimSum, SymbolKind::NimSum, tex::NIM_SUM, None, None);
    for (at, known) in rules.registers.iter().enumerate() {
        let (kind, modulus) = match known.kind {
            RegisterKind::Previous => (SymbolKind::Previous, None),
            RegisterKind::PreviousHeap => (SymbolKind::PreviousHeap, None),
            RegisterKind::Own(modulus) => (SymbolKind::Own, modulus),
            RegisterKind::Other(modulus) => (SymbolKind::Other, modulus),
            _ => continue,
        };
        add(Slot::Register(at), kind, &register(rules, at), None, modulus);
    }
    if lettered && (0..rules.heaps).any(|heap| used(Slot::Heap(heap))) {
        let letters = Symbol { kind: SymbolKind::Letters, symbol: String::new(), heap: None, modulus: None };
        symbols.insert(0, letters);
    }
    for (name, value) in &rules.parameters {
        if shown.iter().any(|one| one.expr.looks_up(value)) {
            let symbol = format!("{name} = {}", tex::constant(value, language).0);
            symbols.push(Symbol { kind: SymbolKind::List, symbol, heap: None, modulus: None });
        }
    }
    symbols
}

/// What a heap is called inside a formula.
pub fn heap(rules: &Ruleset, heap: usize, language: Language) -> String {
    match rules.heap_name(heap) {
        Some(name) if name.get(language).chars().all(|c| c.is_ascii_alphabetic()) => word(name.get(language)),
        Some(name) if is_letter(name.get(language)) => {
            let (letter, index) = name.get(language).split_at(1);
            format!("{letter}_{{{}}}", word(index))
        }
        _ => format!("x_{{{}}}", heap + 1),
    }
}

/// Whether a heap's name is a label such as `a` or `x1` rather than a word.
pub fn is_letter(name: &str) -> bool {
    name.len() <= 2
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric())
}

/// What a register is called inside a formula.
pub fn register(rules: &Ruleset, register: usize) -> String {
    match rules.registers[register].kind {
        RegisterKind::Previous => fresh(rules, &["p", "q", "r", "s"]),
        RegisterKind::PreviousHeap => fresh(rules, &["j", "g", "f", "w"]),
        RegisterKind::Own(_) => fresh(rules, &["u", "a", "c", "d"]),
        RegisterKind::Other(_) => fresh(rules, &["v", "b", "e", "z"]),
        _ => word(&rules.registers[register].name),
    }
}

/// A word as a symbol.
fn word(name: &str) -> String {
    if name.chars().count() == 1 { name.to_owned() } else { format!("\\textit{{{}}}", name.replace('_', "\\_")) }
}

/// The first of the letters that the game uses for nothing else; one with a dash if there is none.
fn fresh(rules: &Ruleset, letters: &[&str]) -> String {
    let taken = |letter: &str| {
        let in_moves = rules.moves.iter().any(|rule| rule.letters.iter().any(|known| known == letter));
        let heaps = rules.heap_names.iter().flatten().any(|name| name.matches(letter));
        let remembered = rules.registers.iter().any(|register| register.name == letter);
        in_moves || heaps || remembered || rules.parameters.iter().any(|(name, _)| name == letter)
    };
    let otherwise = || format!("{}'", letters.first().unwrap_or(&"k"));
    letters.iter().find(|letter| !taken(letter)).map_or_else(otherwise, |letter| (*letter).to_owned())
}

/// The letters of a rule, by slot; those that the file gives no name to others have one here that is free.
pub(super) fn letters(rules: &Ruleset, rule: &MoveRule) -> Vec<String> {
    let mut letters = rule.letters.clone();
    for at in 0..letters.len() {
        if letters[at].is_empty() {
            let free = ["k", "j", "n", "l", "d"].into_iter().filter(|free| !letters.iter().any(|known| known == free));
            letters[at] = fresh(rules, &free.collect::<Vec<_>>());
        }
    }
    letters
}
