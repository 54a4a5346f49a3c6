//! The rules as data for a sentence: what a language's templates need to state the game.

use super::amounts::{self, AmountInWords};
use super::code;
use super::notation::tokens_fall;
use super::symbols::{self, Shown, Symbol, symbols};
use super::tex::{self, Names};
use crate::game::Position;
use crate::rules::expr::{Expr, ExprKind, Function, Scope, Slot, Value};
use crate::rules::facts::Facts;
use crate::rules::number::Number;
use crate::rules::{
    AmountSet, Amounts, Deed, MAX_HEAPS, MoveRule, Parts, Place, RegisterKind, Ruleset, Selection, Take,
};
use crate::syntax::tree::{BinaryOp, Play};
use crate::text::Language;
use num_bigint::BigUint;
use num_traits::One;
use serde::Serialize;

pub use super::symbols::{heap as heap_symbol, is_letter};

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
    /// Whether the number of heaps can change.
    pub varies: bool,
    /// Whether moves depend on more than the heaps.
    pub remembers: bool,
    /// Whether every move takes tokens and does nothing else.
    pub takes_only: bool,
    /// Whether every move takes tokens, whatever else it does.
    pub tokens_fall: bool,
    /// The kinds of move, those that a code gives joined where they read as one.
    pub moves: Vec<MoveInWords>,
    /// What the formulas in the moves speak of, in the order of [`symbols::SymbolKind`].
    pub symbols: Vec<Symbol>,
    /// What the formulas in the other rules speak of beside that.
    pub other_symbols: Vec<Symbol>,
    /// The numbers that the rules say are remembered: their symbols, values at the start, and moduli.
    pub remembered: Vec<super::notation::RegisterInWords>,
    /// What every position that a move leaves must meet, as TeX, or nothing.
    pub keeping: Option<String>,
    /// Where the game is over though moves may be left, or nothing.
    pub end: Option<Condition>,
    /// When the player to move wins a game that is over, as TeX, where the rules say so.
    pub wins: Option<String>,
    /// Whether the player who takes last loses.
    pub misere: bool,
    /// Whether a position can be left where tokens remain and no move applies, or the other way round, as far as that is
    /// seen: `false` only where the game is over exactly when no token is left, and the last move took the last one.
    pub stuck: bool,
    /// Whether play can go on for ever, where that has been found out.
    pub endless: bool,
}

/// A condition on positions.
#[derive(Clone, Debug, Serialize)]
pub struct Condition {
    /// `some-empty`, `all-empty`, or `formula`.
    pub kind: &'static str,
    /// The condition, as TeX.
    pub formula: String,
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
    /// The size by which a text speaks of it: nothing, as a heap of the start has a number.
    pub of: Option<String>,
}

/// A kind of move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveInWords {
    /// The name that the file gives it, or nothing.
    pub name: Option<String>,
    /// Whether it is a rule for the first move of the game.
    pub first: bool,
    /// `each`, `same`, `letters` or `total` for taking; `shift`, `split`, `merge`, `replace`, `scatter`, `pass` or `written`.
    pub kind: &'static str,
    /// From which heaps: `count`, `numbered` (heap i), `these`, `largest`, `smallest`, `first`, `last`, `ends`,
    /// `adjacent`, `circle` or `every`.
    pub select: &'static str,
    /// The least number of heaps.
    pub low: usize,
    /// The greatest number of heaps.
    pub high: usize,
    /// The number of heaps of the game.
    pub n: usize,
    /// The heaps touched, counted from 1, where the rule says just which; else empty.
    pub these: Vec<HeapInWords>,
    /// How many tokens; for a replacement, how many are left.
    pub amount: AmountInWords,
    /// The letters that stand for amounts, parts and the like.
    pub letters: Vec<String>,
    /// Whether the condition speaks of an amount by its letter.
    pub uses_letters: bool,
    /// Whether a heap that holds too few tokens may be emptied; then the fewest that are not too few, as TeX, or an empty
    /// text where they are not one number.
    pub or_rest: Option<String>,
    /// What must be left of the heap: `any`, `none` or `some`.
    pub rest: &'static str,
    /// Into what the heap, or what is left of it, is divided, if it is; or the smaller heaps that take its place.
    pub parts: Option<PartsInWords>,
    /// The heap that gives tokens to another.
    pub from: Option<PlaceInWords>,
    /// The heap that receives them.
    pub to: Option<PlaceInWords>,
    /// Whether the heap that receives must hold tokens already.
    pub onto_tokens: bool,
    /// How many heaps are joined, or how many passes there are.
    pub count: u64,
    /// How often a pass is allowed: `always`, `both` (so often in all) or `each` (so often for each player).
    pub often: &'static str,
    /// What heaps become.
    pub becomes: Vec<Becomes>,
    /// Over what the letters of a move that is written out run: a letter, and its set as TeX or nothing.
    pub ranges: Vec<(String, Option<String>)>,
    /// Whether the move is possible as long as tokens are left, and the condition says no more.
    pub while_tokens: bool,
    /// What else must hold, as TeX, or nothing.
    pub condition: Option<String>,
    /// What is remembered after the move: a symbol and its new value, as TeX.
    pub then: Vec<(String, String)>,
}

/// Into what a heap is divided.
#[derive(Clone, Debug, Serialize)]
pub struct PartsInWords {
    /// The least number of heaps.
    pub low: usize,
    /// The greatest number of heaps.
    pub high: usize,
    /// Whether the player may leave it undivided.
    pub may: bool,
    /// Whether only something that is left need be divided.
    pub if_any: bool,
    /// Whether no two are equal.
    pub differ: bool,
    /// Whether all are equal.
    pub equal: bool,
    /// The letters of the parts, or none.
    pub letters: Vec<String>,
}

/// A heap that a move of tokens speaks of.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceInWords {
    /// `any`, `number` or `heap`.
    pub kind: &'static str,
    /// Its number, as TeX.
    pub number: String,
    /// The heap, where the rule says which.
    pub heap: Option<HeapInWords>,
}

/// What a heap becomes.
#[derive(Clone, Debug, Serialize)]
pub struct Becomes {
    /// The heap's symbol.
    pub heap: String,
    /// Its new size, as TeX.
    pub size: String,
}

/// The rules in words, from a start if there is one.
pub fn in_words(rules: &Ruleset, facts: &Facts, start: Option<&[BigUint]>, language: Language) -> RulesInWords {
    let heaps: Vec<HeapInWords> = (0..rules.heaps).map(|heap| in_words_heap(rules, heap, start, language)).collect();
    let lettered = heaps.iter().all(|heap| heap.name.as_deref().is_some_and(is_letter));
    let mut teller = Teller { rules, start, language, shown: Vec::new() };
    let moves = match code::joined(rules) {
        Some(groups) => groups.iter().map(|group| teller.group(group)).collect(),
        None => rules.moves.iter().map(|rule| teller.a_move(rule)).collect(),
    };
    let of_moves = symbols(rules, &teller.shown, lettered, language);
    teller.shown.clear();
    let [keeping, wins] =
        [&rules.keeping, &rules.wins].map(|condition| condition.as_ref().map(|one| teller.formula(one)));
    let end = rules.end.as_ref().map(|end| teller.condition(end));
    let mut others = symbols(rules, &teller.shown, lettered, language);
    others.retain(|symbol| !of_moves.contains(symbol));
    let remembered = |register: &usize| matches!(rules.registers[*register].kind, RegisterKind::Remembered(_));
    RulesInWords {
        named: rules.heap_names.is_some(),
        lettered,
        alike: facts.alike,
        varies: rules.heaps_vary(),
        remembers: !rules.registers.is_empty(),
        takes_only: tokens_fall(rules) && !rules.heaps_vary(),
        tokens_fall: tokens_fall(rules),
        symbols: of_moves,
        other_symbols: others,
        remembered: (0..rules.registers.len())
            .filter(remembered)
            .map(|register| super::notation::register_in_words(rules, register))
            .collect(),
        moves,
        keeping,
        end,
        wins,
        misere: rules.play == Play::Misere,
        stuck: !ends_with_the_tokens(rules),
        endless: false,
        heaps,
    }
}

/// Whether the game is over exactly when no token is left, as far as that is seen.
fn ends_with_the_tokens(rules: &Ruleset) -> bool {
    let first = rules.moves.iter().any(|rule| rule.first);
    let free = rules.keeping.is_none() && rules.end.is_none() && rules.wins.is_none() && !first;
    free && rules.moves.iter().any(always_possible) && rules.moves.iter().all(|rule| needs_tokens(rules, rule))
}

/// Whether the rule allows no move where no token is left, and none but by taking leaves none.
fn needs_tokens(rules: &Ruleset, rule: &MoveRule) -> bool {
    match &rule.deed {
        Deed::Take(_) | Deed::Shift(_) | Deed::Split(..) | Deed::Merge(_) => true,
        Deed::Replace(..) | Deed::Scatter(..) | Deed::Written { .. } => false,
        Deed::Pass(_) => rule.condition.as_ref().is_some_and(|condition| {
            let empty = Position::new(vec![0; rules.heaps]);
            let remembers = condition.mentions(|slot| matches!(slot, Slot::Register(_)));
            !remembers && condition.truth(&Scope { heaps: empty.sizes(), ..Scope::default() }) == Ok(false)
        }),
    }
}

/// Whether the rule allows to take one token wherever one is left.
fn always_possible(rule: &MoveRule) -> bool {
    let Some(take) = rule.take() else { return false };
    let single = matches!(take.from, Selection::Count { low: 1, .. } | Selection::Largest | Selection::Smallest)
        || matches!(take.from, Selection::First | Selection::Last | Selection::Ends | Selection::Every)
        || matches!(take.from, Selection::Adjacent { low: 1, .. });
    single && rule.condition.is_none() && take.amounts.set().is_some_and(amounts::allow_one)
}

fn in_words_heap(rules: &Ruleset, heap: usize, start: Option<&[BigUint]>, language: Language) -> HeapInWords {
    HeapInWords {
        number: heap + 1,
        name: rules.heap_name(heap).map(|name| name.get(language).to_owned()),
        size: start.map(|start| start[heap].to_string()),
        one: start.is_some_and(|start| start[heap].is_one()),
        of: None,
    }
}

/// Whether a condition holds wherever tokens are left, and nowhere else.
fn is_while_tokens(condition: &Expr) -> bool {
    let negated = matches!(&condition.kind, ExprKind::Not(_));
    let inner = match &condition.kind {
        ExprKind::Not(inner) => inner,
        _ => condition,
    };
    let ExprKind::Binary(op, x, y) = &inner.kind else { return false };
    let all = matches!(x.kind, ExprKind::Slot(Slot::Sum | Slot::Max));
    let is = |value: i64| y.as_number() == Some(&Number::from(value));
    all && match op {
        BinaryOp::Eq => negated && is(0),
        BinaryOp::Ne | BinaryOp::Gt => !negated && is(0),
        BinaryOp::Ge => !negated && is(1),
        _ => false,
    }
}

/// Whether a condition says that the amount taken is the whole heap (`none` is left), or that it is not (`some`).
fn rest_by(take: &Take, condition: &Expr) -> Option<&'static str> {
    let ExprKind::Binary(op, x, y) = &condition.kind else { return None };
    let amount = |part: &Expr| match &part.kind {
        ExprKind::Slot(Slot::Letter(0)) => matches!(take.amounts, Amounts::Each(_)),
        ExprKind::Constant(Value::Number(number)) => amounts::only(take.amounts.set()) == Some(number),
        _ => false,
    };
    let is_size = |part: &Expr| matches!(part.kind, ExprKind::Slot(Slot::Size));
    let op = match op {
        op if is_size(x) && amount(y) => *op,
        BinaryOp::Lt if amount(x) && is_size(y) => BinaryOp::Gt,
        BinaryOp::Eq if amount(x) && is_size(y) => BinaryOp::Eq,
        BinaryOp::Ne if amount(x) && is_size(y) => BinaryOp::Ne,
        _ => return None,
    };
    match op {
        BinaryOp::Eq => Some("none"),
        BinaryOp::Gt | BinaryOp::Ne => Some("some"),
        _ => None,
    }
}

/// Puts one rule after another into words, and notes which formulas it shows.
struct Teller<'a> {
    rules: &'a Ruleset,
    start: Option<&'a [BigUint]>,
    language: Language,
    shown: Vec<Shown>,
}

impl Teller<'_> {
    /// Writes with the names of a rule's letters.
    fn with_names<T>(&self, letters: &[String], write: impl FnOnce(&Names<'_>) -> T) -> T {
        let heap = |heap| symbols::heap(self.rules, heap, self.language);
        let register = |register| symbols::register(self.rules, register);
        let (parameters, language) = (&self.rules.parameters, self.language);
        write(&Names { letters, heap: &heap, register: &register, parameters, language })
    }

    fn show(&mut self, expr: &Expr, letters: &[String], known: &[Slot]) -> String {
        self.shown.push(Shown { expr: expr.clone(), known: known.to_vec() });
        self.with_names(letters, |names| tex::expression(expr, names))
    }

    fn formula(&mut self, condition: &Expr) -> String {
        self.show(condition, &[], &[])
    }

    fn condition(&mut self, condition: &Expr) -> Condition {
        let ExprKind::Binary(BinaryOp::Eq, x, y) = &condition.kind else {
            return Condition { kind: "formula", formula: self.formula(condition) };
        };
        let zero = y.as_number() == Some(&Number::from(0));
        match x.kind {
            ExprKind::Slot(Slot::Min) if zero => Condition { kind: "some-empty", formula: String::new() },
            ExprKind::Slot(Slot::Sum | Slot::Max) if zero => Condition { kind: "all-empty", formula: String::new() },
            _ => Condition { kind: "formula", formula: self.formula(condition) },
        }
    }

    fn set(&mut self, set: &AmountSet, letters: &[String], known: &[Slot]) -> AmountInWords {
        let (amount, shown) = self.with_names(letters, |names| amounts::in_words(set, names));
        self.shown.extend(shown.into_iter().map(|expr| Shown { expr, known: known.to_vec() }));
        amount
    }

    /// A move of which nothing is said yet.
    fn blank(&self, rule: &MoveRule, kind: &'static str) -> MoveInWords {
        MoveInWords {
            name: rule.name.as_ref().map(|name| name.get(self.language).to_owned()),
            first: rule.first,
            kind,
            select: "count",
            low: 1,
            high: 1,
            n: self.rules.heaps,
            these: Vec::new(),
            amount: amounts::plain("any"),
            letters: symbols::letters(self.rules, rule),
            uses_letters: false,
            or_rest: None,
            rest: "any",
            parts: None,
            from: None,
            to: None,
            onto_tokens: false,
            count: 0,
            often: "always",
            becomes: Vec::new(),
            ranges: Vec::new(),
            while_tokens: false,
            condition: None,
            then: Vec::new(),
        }
    }

    /// Rules of a code that read as one.
    fn group(&mut self, group: &code::Group) -> MoveInWords {
        let rule = &self.rules.moves[group.rule];
        let mut told = self.blank(rule, if group.amounts == [0] { "split" } else { "each" });
        told.amount = amounts::of_numbers(&group.amounts);
        told.rest = group.rest();
        told.parts = group.parts();
        told
    }

    fn a_move(&mut self, rule: &MoveRule) -> MoveInWords {
        let letters = symbols::letters(self.rules, rule);
        let mut condition = rule.condition.as_ref();
        // What the sentence itself says a symbol is.
        let mut known = Vec::new();
        let mut told = match &rule.deed {
            Deed::Take(take) => {
                let kind = match &take.amounts {
                    Amounts::Each(_) => "each",
                    Amounts::Same(_) => "same",
                    Amounts::Letters(_) => "letters",
                    Amounts::Total(_) => "total",
                };
                let mut told = self.blank(rule, kind);
                self.select(&mut told, &take.from);
                if take.from.most(self.rules.heaps) == 1
                    && condition.is_some_and(|condition| condition.mentions(|slot| slot == Slot::Number))
                    && self.rules.heaps > 1
                    && matches!(take.from, Selection::Count { .. })
                {
                    told.select = "numbered";
                    known.push(Slot::Number);
                }
                if let Some(set) = take.amounts.set() {
                    told.amount = self.set(set, &letters, &known);
                }
                told.or_rest = take.or_rest.then(|| {
                    let low = take.amounts.set().and_then(amounts::least);
                    low.map_or_else(String::new, |low| self.with_names(&letters, |names| tex::expression(low, names)))
                });
                told.parts = take.split.as_ref().map(|(parts, may)| parts_in_words(parts, *may, &letters));
                if let Some(rest) = condition.and_then(|condition| rest_by(take, condition)) {
                    (told.rest, condition) = (rest, None);
                }
                if take.from == Selection::Every
                    && let Amounts::Same(_) = take.amounts
                    && condition.is_some_and(holds_as_many)
                {
                    condition = None;
                    told.select = "holders";
                }
                condition = by_kind(&mut told.amount, condition, |base| {
                    self.with_names(&letters, |names| tex::expression(base, names))
                });
                told
            }
            Deed::Shift(shift) => {
                let mut told = self.blank(rule, "shift");
                let is_number =
                    |place: &Place| matches!(place, Place::Number(Expr { kind: ExprKind::Slot(Slot::Number), .. }));
                if is_number(&shift.from) {
                    known.push(Slot::Number);
                }
                told.amount = self.set(&shift.amounts, &letters, &known);
                told.from = Some(self.place(&shift.from, &letters, &known));
                told.to = Some(self.place(&shift.to, &letters, &known));
                told.onto_tokens = shift.onto_tokens;
                told
            }
            Deed::Split(from, parts) => {
                let mut told = self.blank(rule, "split");
                self.select(&mut told, from);
                told.parts = Some(parts_in_words(parts, false, &letters));
                told
            }
            Deed::Scatter(from, parts) => {
                let mut told = self.blank(rule, "scatter");
                self.select(&mut told, from);
                told.parts = Some(parts_in_words(parts, false, &letters));
                told
            }
            Deed::Merge(count) => MoveInWords { count: *count as u64, ..self.blank(rule, "merge") },
            Deed::Replace(from, set) => {
                let mut told = self.blank(rule, "replace");
                self.select(&mut told, from);
                known.push(Slot::Size);
                told.amount = self.set(set, &letters, &known);
                told
            }
            Deed::Pass(register) => {
                let mut told = self.blank(rule, "pass");
                if let Some(register) = register {
                    let counter = &self.rules.registers[*register];
                    told.often = if counter.kind == RegisterKind::OwnPasses { "each" } else { "both" };
                    told.count = counter.initial;
                }
                told
            }
            Deed::Written { sets, becomes } => {
                let mut told = self.blank(rule, "written");
                for (letter, set) in letters.iter().zip(sets) {
                    let range = match set {
                        AmountSet::Any => None,
                        set => {
                            let amount = self.set(set, &letters, &[]);
                            Some(amount.set)
                        }
                    };
                    told.ranges.push((letter.clone(), range));
                }
                for (heap, size) in becomes {
                    let heap = symbols::heap(self.rules, *heap, self.language);
                    let size = self.show(size, &letters, &[]);
                    told.becomes.push(Becomes { heap, size });
                }
                told
            }
        };
        if condition.is_some_and(is_while_tokens) {
            (told.while_tokens, condition) = (true, None);
        }
        let counts = matches!(rule.deed, Deed::Take(_));
        told.uses_letters = condition.is_some_and(|condition| {
            condition.mentions(|slot| matches!(slot, Slot::Letter(letter) if counts || letter == 0))
        });
        told.condition = condition.map(|condition| self.show(condition, &letters, &known));
        for (register, value) in &rule.then {
            let symbol = symbols::register(self.rules, *register);
            let value = self.show(value, &letters, &known);
            told.then.push((symbol, value));
        }
        told.letters = letters;
        told
    }

    fn place(&mut self, place: &Place, letters: &[String], known: &[Slot]) -> PlaceInWords {
        match place {
            Place::Any => PlaceInWords { kind: "any", number: String::new(), heap: None },
            Place::Letter(letter) => {
                let number = letters.get(*letter).cloned().unwrap_or_default();
                PlaceInWords { kind: "number", number, heap: None }
            }
            Place::Number(number) => {
                let which = number.as_number().and_then(Number::to_i64).and_then(|number| usize::try_from(number).ok());
                match which.filter(|number| (1..=self.rules.heaps).contains(number)) {
                    Some(which) => {
                        let heap = in_words_heap(self.rules, which - 1, self.start, self.language);
                        PlaceInWords { kind: "heap", number: String::new(), heap: Some(heap) }
                    }
                    None => PlaceInWords { kind: "number", number: self.show(number, letters, known), heap: None },
                }
            }
        }
    }

    fn select(&self, told: &mut MoveInWords, from: &Selection) {
        (told.low, told.high) = (1, from.most(self.rules.heaps));
        told.select = match from {
            Selection::Count { low, high } => {
                (told.low, told.high) = (*low, *high);
                // Where heaps are split there is no greatest number of them.
                if self.rules.heaps_vary() && *high >= MAX_HEAPS { "any" } else { "count" }
            }
            Selection::These(heaps) => {
                told.these =
                    heaps.iter().map(|heap| in_words_heap(self.rules, *heap, self.start, self.language)).collect();
                told.low = heaps.len();
                "these"
            }
            Selection::Largest => "largest",
            Selection::Smallest => "smallest",
            Selection::First => "first",
            Selection::Last => "last",
            Selection::Ends => "ends",
            Selection::Adjacent { low, high, circle } => {
                (told.low, told.high) = (*low, *high);
                if *circle { "circle" } else { "adjacent" }
            }
            Selection::All => {
                told.low = told.high;
                "all"
            }
            Selection::Every => "every",
        };
    }
}

fn parts_in_words(parts: &Parts, may: bool, letters: &[String]) -> PartsInWords {
    PartsInWords {
        low: parts.low,
        high: parts.high,
        may,
        if_any: false,
        differ: parts.differ,
        equal: parts.equal,
        letters: if parts.lettered { letters.to_vec() } else { Vec::new() },
    }
}

/// `h >= k` for the amount k.
fn holds_as_many(condition: &Expr) -> bool {
    let ExprKind::Binary(op, x, y) = &condition.kind else { return false };
    let is = |part: &Expr, slot: Slot| matches!(part.kind, ExprKind::Slot(known) if known == slot);
    match op {
        BinaryOp::Ge => is(x, Slot::Size) && is(y, Slot::Letter(0)),
        BinaryOp::Le => is(x, Slot::Letter(0)) && is(y, Slot::Size),
        _ => false,
    }
}

/// `take s where is_square(s)` reads better as a kind of number than as a condition.
fn by_kind<'e>(
    amount: &mut AmountInWords,
    condition: Option<&'e Expr>,
    write: impl FnOnce(&Expr) -> String,
) -> Option<&'e Expr> {
    if let Some(Expr { kind: ExprKind::Call(function, arguments), .. }) = condition
        && amount.kind == "any"
        && matches!(arguments[0].kind, ExprKind::Slot(Slot::Letter(0)))
    {
        let known = match function {
            Function::IsSquare => amounts::plain("squares"),
            Function::IsPrime => amounts::plain("primes"),
            Function::IsPower if arguments[1].as_number().is_some() => amounts::powers(write(&arguments[1])),
            _ => return condition,
        };
        *amount = known;
        return None;
    }
    condition
}
