//! The rules as data for a sentence: what a language's templates need to state the game.

use super::tex::{self, Names};
use crate::rules::expr::{Expr, ExprKind, Function, Item, Slot};
use crate::rules::facts::Facts;
use crate::rules::{AmountSet, Amounts, Deed, MoveRule, Ruleset, Selection};
use crate::syntax::tree::Play;
use crate::text::Language;
use num_bigint::BigUint;
use num_traits::One;
use serde::Serialize;

/// The rules of a game.
#[derive(Clone, Debug, Serialize)]
pub struct RulesInWords {
    /// The heaps and what lies in them at the start.
    pub heaps: Vec<HeapInWords>,
    /// Whether the heaps have names, as in `red`.
    pub named: bool,
    /// Whether the heaps have labels of a letter or two, as in `heap a`.
    pub lettered: bool,
    /// Whether the rules treat all heaps alike.
    pub alike: bool,
    /// The kinds of move.
    pub moves: Vec<MoveInWords>,
    /// What the formulas in the moves speak of, in the order of [`SymbolKind`].
    pub symbols: Vec<Symbol>,
    /// Whether the player who takes last loses.
    pub misere: bool,
    /// Whether a position can be left where tokens remain and no move applies, as far as that is seen: `false` only
    /// where one token can always be taken.
    pub stuck: bool,
}

/// A symbol in the formulas of the moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Symbol {
    /// What it stands for.
    pub kind: SymbolKind,
    /// The symbol, as TeX.
    pub symbol: String,
    /// The heap that it is the size of, counted from 0, if it is the size of a given heap.
    pub heap: Option<usize>,
}

/// What a symbol stands for, before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SymbolKind {
    /// The size of the heap from which tokens are taken.
    Size,
    /// The number of that heap.
    Number,
    /// The size of a given heap.
    Heap,
    /// The size of the smallest heap.
    Smallest,
    /// The size of the largest heap.
    Largest,
    /// The number of all tokens.
    Sum,
    /// The nim-sum of all heaps.
    NimSum,
    /// A list of numbers; the symbol says which, as in `L = (2, 3, 5)`.
    List,
}

/// A heap at the start.
#[derive(Clone, Debug, Serialize)]
pub struct HeapInWords {
    /// Its number, from 1.
    pub number: usize,
    /// Its name, or nothing.
    pub name: Option<String>,
    /// Its size, in decimal digits; nothing where there is no start.
    pub size: Option<String>,
    /// Whether the size is 1.
    pub one: bool,
}

/// A kind of move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveInWords {
    /// The name that the file gives it, or nothing.
    pub name: Option<String>,
    /// `each`, `same`, `letters` or `total`.
    pub kind: &'static str,
    /// The least number of heaps.
    pub low: usize,
    /// The greatest number of heaps.
    pub high: usize,
    /// The number of heaps of the game.
    pub n: usize,
    /// The heaps touched, counted from 1, where the rule says just which; else empty.
    pub these: Vec<HeapInWords>,
    /// How many tokens.
    pub amount: AmountInWords,
    /// The letters that stand for amounts.
    pub letters: Vec<String>,
    /// Whether the condition speaks of these letters.
    pub uses_letters: bool,
    /// What else must hold, as TeX, or nothing.
    pub condition: Option<String>,
}

/// How many tokens a move takes.
#[derive(Clone, Debug, Serialize)]
pub struct AmountInWords {
    /// `any`, `exactly`, `upto`, `between`, `atleast`, `set`, `squares`, `primes`, `range` or `formula`.
    pub kind: &'static str,
    /// The least amount, as TeX.
    pub low: String,
    /// The greatest amount, as TeX.
    pub high: String,
    /// The amounts of a set, as TeX.
    pub values: Vec<String>,
    /// Whether the greatest amount is 1.
    pub one: bool,
    /// Whether the amounts are more than plain digits, and belong inside a formula.
    pub math: bool,
}

/// The rules in words, from a start if there is one.
pub fn in_words(rules: &Ruleset, facts: &Facts, start: Option<&[BigUint]>, language: Language) -> RulesInWords {
    let heaps: Vec<HeapInWords> = (0..rules.heaps).map(|heap| in_words_heap(rules, heap, start, language)).collect();
    let lettered = heaps.iter().all(|heap| heap.name.as_deref().is_some_and(is_letter));
    RulesInWords {
        named: rules.heap_names.is_some(),
        lettered,
        alike: facts.alike,
        symbols: symbols(rules, language),
        moves: rules.moves.iter().map(|rule| move_in_words(rules, rule, start, language)).collect(),
        misere: rules.play == Play::Misere,
        stuck: !rules.moves.iter().any(always_possible),
        heaps,
    }
}

/// Whether a heap's name is a label such as `a` or `x1` rather than a word.
pub fn is_letter(name: &str) -> bool {
    name.len() <= 2 && name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.is_ascii()
}

/// Whether the rule allows to take one token wherever one is left.
fn always_possible(rule: &MoveRule) -> bool {
    let Some(take) = rule.take() else { return false };
    let single = matches!(take.from, Selection::Count { low: 1, .. });
    let takes_one = match take.amounts.set() {
        Some(AmountSet::Any) => true,
        Some(AmountSet::Values { .. }) | None => false,
        Some(AmountSet::Items(items)) => items.iter().any(|item| {
            let one = crate::rules::number::Number::from(1);
            match item {
                Item::Value(value) => value.as_number() == Some(&one),
                Item::Range(low, high) => {
                    low.as_number().is_some_and(|low| *low <= one)
                        && (high.is_unlimited() || high.as_number().is_some_and(|high| *high >= one))
                }
            }
        }),
    };
    single && takes_one && rule.condition.is_none()
}

fn in_words_heap(rules: &Ruleset, heap: usize, start: Option<&[BigUint]>, language: Language) -> HeapInWords {
    HeapInWords {
        number: heap + 1,
        name: rules.heap_name(heap).map(|name| name.get(language).to_owned()),
        size: start.map(|start| start[heap].to_string()),
        one: start.is_some_and(|start| start[heap].is_one()),
    }
}

fn move_in_words(rules: &Ruleset, rule: &MoveRule, start: Option<&[BigUint]>, language: Language) -> MoveInWords {
    let heap = |heap| heap_symbol(rules, heap, language);
    let names = Names { letters: &rule.letters, heap: &heap, parameters: &rules.parameters, language };
    let (kind, from, set) = match &rule.deed {
        Deed::Take(take) => {
            let kind = match &take.amounts {
                Amounts::Each(_) => "each",
                Amounts::Same(_) => "same",
                Amounts::Letters(_) => "letters",
                Amounts::Total(_) => "total",
            };
            (kind, Some(&take.from), take.amounts.set())
        }
        Deed::Shift(shift) => ("shift", None, Some(&shift.amounts)),
        Deed::Split(from, _) => ("split", Some(from), None),
        Deed::Merge(_) => ("merge", None, None),
        Deed::Replace(from, set) => ("replace", Some(from), Some(set)),
        Deed::Pass(_) => ("pass", None, None),
        Deed::Written { .. } => ("written", None, None),
    };
    let (low, high, these) = match from {
        Some(Selection::Count { low, high } | Selection::Adjacent { low, high, .. }) => (*low, *high, Vec::new()),
        None
        | Some(Selection::Largest | Selection::Smallest | Selection::First | Selection::Last | Selection::Ends) => {
            (1, 1, Vec::new())
        }
        Some(Selection::Every) => (1, rules.heaps, Vec::new()),
        Some(Selection::These(heaps)) => {
            let these = heaps.iter().map(|heap| in_words_heap(rules, *heap, start, language)).collect();
            (heaps.len(), heaps.len(), these)
        }
    };
    let mut amount = match set {
        None => plain("any"),
        Some(set) => amount_in_words(set, &names),
    };
    let mut condition = rule.condition.as_ref();
    // `take s where is_square(s)` reads better as a kind of number than as a condition.
    if let Some(Expr { kind: ExprKind::Call(function, arguments), .. }) = condition
        && amount.kind == "any"
        && matches!(arguments[0].kind, ExprKind::Slot(Slot::Letter(0)))
    {
        match function {
            Function::IsSquare => (amount, condition) = (plain("squares"), None),
            Function::IsPrime => (amount, condition) = (plain("primes"), None),
            _ => {}
        }
    }
    let uses_letters = condition.is_some_and(|condition| condition.mentions(|slot| matches!(slot, Slot::Letter(_))));
    MoveInWords {
        name: rule.name.as_ref().map(|name| name.get(language).to_owned()),
        kind,
        low,
        high,
        n: rules.heaps,
        these,
        amount,
        letters: rule.letters.clone(),
        uses_letters,
        condition: condition.map(|condition| tex::expression(condition, &names)),
    }
}

/// What the formulas of the rules speak of.
fn symbols(rules: &Ruleset, language: Language) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    let mut add = |slot: Slot, kind: SymbolKind, symbol: &str, heap: Option<usize>| {
        if rules.moves.iter().flat_map(MoveRule::expressions).any(|part| part.mentions(|known| known == slot)) {
            symbols.push(Symbol { kind, symbol: symbol.to_owned(), heap });
        }
    };
    add(Slot::Size, SymbolKind::Size, tex::SIZE, None);
    add(Slot::Number, SymbolKind::Number, tex::NUMBER, None);
    for heap in 0..rules.heaps {
        add(Slot::Heap(heap), SymbolKind::Heap, &heap_symbol(rules, heap, language), Some(heap));
    }
    add(Slot::Min, SymbolKind::Smallest, tex::SMALLEST, None);
    add(Slot::Max, SymbolKind::Largest, tex::LARGEST, None);
    add(Slot::Sum, SymbolKind::Sum, tex::SUM, None);
    add(Slot::NimSum, SymbolKind::NimSum, tex::NIM_SUM, None);
    for (name, value) in &rules.parameters {
        if rules.moves.iter().flat_map(MoveRule::expressions).any(|part| part.looks_up(value)) {
            let list = tex::constant(value, language).0;
            symbols.push(Symbol { kind: SymbolKind::List, symbol: format!("{name} = {list}"), heap: None });
        }
    }
    symbols
}

/// What a heap is called inside a formula.
pub fn heap_symbol(rules: &Ruleset, heap: usize, language: Language) -> String {
    match rules.heap_name(heap) {
        Some(name) if name.get(language).chars().all(|c| c.is_ascii_alphabetic()) => {
            let name = name.get(language);
            if name.len() == 1 { name.to_owned() } else { format!("\\textit{{{name}}}") }
        }
        _ => format!("x_{{{}}}", heap + 1),
    }
}

fn plain(kind: &'static str) -> AmountInWords {
    AmountInWords { kind, low: String::new(), high: String::new(), values: Vec::new(), one: false, math: false }
}

fn amount_in_words(set: &AmountSet, names: &Names<'_>) -> AmountInWords {
    let mut amount = worded(set, names);
    let plain = |text: &String| text.bytes().all(|byte| byte.is_ascii_digit());
    amount.math = ![&amount.low, &amount.high].into_iter().chain(&amount.values).all(plain);
    amount
}

fn worded(set: &AmountSet, names: &Names<'_>) -> AmountInWords {
    let items = match set {
        AmountSet::Any => return plain("any"),
        AmountSet::Values { value, .. } => {
            let high = tex::expression(value, names);
            return AmountInWords { low: high.clone(), high, ..plain("formula") };
        }
        AmountSet::Items(items) => items,
    };
    let is_one = |expr: &Expr| expr.as_number().and_then(|number| number.to_i64()) == Some(1);
    match items.as_slice() {
        [Item::Value(value)] => {
            let high = tex::expression(value, names);
            let kind = if value.as_number().is_some() { "exactly" } else { "formula" };
            AmountInWords { low: high.clone(), high, one: is_one(value), ..plain(kind) }
        }
        [Item::Range(low, high)] if high.is_unlimited() => {
            if is_one(low) {
                return plain("any");
            }
            AmountInWords { low: tex::expression(low, names), ..plain("atleast") }
        }
        [Item::Range(low, high)] => {
            let (low_text, high_text) = (tex::expression(low, names), tex::expression(high, names));
            let constant = low.as_number().is_some() && high.as_number().is_some();
            let integer = |end: &Expr| end.as_number().and_then(|number| number.to_i64());
            if let (Some(low), Some(high)) = (integer(low), integer(high))
                && low > 1
                && high == low + 1
            {
                return AmountInWords { values: vec![low_text, high_text], ..plain("set") };
            }
            let kind = match (constant, is_one(low)) {
                (true, true) if is_one(high) => "exactly",
                (true, true) => "upto",
                (true, false) => "between",
                (false, _) => "range",
            };
            AmountInWords { low: low_text, high: high_text, one: is_one(high), ..plain(kind) }
        }
        items => {
            let values = items.iter().map(|item| tex::item(item, names)).collect();
            AmountInWords { values, ..plain("set") }
        }
    }
}
