//! Moves that take tokens: how many, from which heaps, and what becomes of the rest.

use super::expression::{Builder, both, small};
use super::grammar::Rule;
use super::tree::{Amount, AmountSet, Amounts, Expr, Parts, Selection, SetItem, Take};
use crate::diagnostics::Diagnostic;
use crate::source::{Span, Spanned};
use pest::iterators::Pair;

/// The numbers that may be written as words elsewhere, from 2 on.
const NUMBER_WORDS: [&str; 9] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

impl Builder<'_> {
    pub(super) fn take(&self, pair: Pair<Rule>) -> Option<Take> {
        let mut amounts = None;
        let mut from = None;
        let mut picks_heaps = false;
        let mut condition: Option<Expr> = None;
        let mut or_rest = false;
        let mut then_split = None;
        // Each part is built, also after one that went wrong, so that all errors are told at once.
        let mut complete = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::wrong_take => self.did_you_mean(&part, "take"),
                Rule::amounts => amounts = self.amounts(part),
                Rule::or_rest => or_rest = true,
                Rule::selection => {
                    picks_heaps = part.clone().into_inner().any(|part| part.as_rule() == Rule::each_heap);
                    from = self.selection(part);
                }
                Rule::where_clause => complete &= self.add_conditions(&mut condition, self.where_clause(part)),
                Rule::then_split => {
                    then_split = self.then_split(part);
                    complete &= then_split.is_some();
                }
                _ => {}
            }
        }
        let mut from = from?;
        // `every heap where h >= k` speaks of those heaps only.
        if picks_heaps && condition.is_some() {
            from.node = Selection::Every { non_empty: false };
        }
        let take = Take { amounts: amounts?, from, condition, or_rest, then_split };
        complete.then_some(take)
    }

    /// Joins what a clause says to the conditions so far; whether the clause could be read.
    pub(super) fn add_conditions(&self, condition: &mut Option<Expr>, more: Option<Vec<Expr>>) -> bool {
        let complete = more.is_some();
        *condition = condition.take().into_iter().chain(more.into_iter().flatten()).reduce(both);
        complete
    }

    /// The conditions of a `where`.
    pub(super) fn where_clause(&self, pair: Pair<Rule>) -> Option<Vec<Expr>> {
        for word in pair.clone().into_inner().filter(|part| part.as_rule() == Rule::wrong_where) {
            self.did_you_mean(&word, if word.as_str() == "unless" { "where not" } else { "where" });
        }
        self.arithmetics(pair)
    }

    /// `then may split it in 2`: the parts, and whether the player may leave it.
    fn then_split(&self, pair: Pair<Rule>) -> Option<(Parts, bool)> {
        let may = pair.clone().into_inner().any(|part| part.as_rule() == Rule::kw_may);
        let (parts, condition) = self.parts_with_conditions(pair)?;
        if let Some(first) = parts.letters.first() {
            return self.problems.fail(
                Diagnostic::error("syntax", first.span, "the parts of what is left of a heap have no letters")
                    .help("write how many they are: `then may split it in 2`"),
            );
        }
        if let Some(condition) = condition {
            return self
                .problems
                .fail(Diagnostic::error("syntax", condition.span, "this condition stands too late").help(
                    "conditions stand before `then`; after it only `where parts differ` or `where parts equal`",
                ));
        }
        Some((parts, may))
    }

    fn amounts(&self, pair: Pair<Rule>) -> Option<Amounts> {
        let inner = pair.into_inner().next()?;
        let span = self.span(&inner);
        match inner.as_rule() {
            Rule::same => {
                let parts = || inner.clone().into_inner();
                if let Some(noise) = parts().find(|part| part.as_rule() == Rule::noise_amount) {
                    let span = self.span(&noise);
                    return Some(Amounts::Same(Amount { letter: None, set: AmountSet::Any, span }));
                }
                self.amount(parts().find(|part| part.as_rule() == Rule::amount)?).map(Amounts::Same)
            }
            Rule::letters => {
                let letters = inner.into_inner().filter(|part| part.as_rule() == Rule::name);
                Some(Amounts::Letters(letters.map(|part| self.name(&part)).collect()))
            }
            Rule::wrong_amounts => self.problems.fail(
                Diagnostic::error("did-you-mean", span, "several amounts stand in braces")
                    .help(format!("write `{{{}}}`", inner.as_str().trim())),
            ),
            _ => {
                let total = inner.clone().into_inner().any(|part| part.as_rule() == Rule::in_total);
                let amount = self.amount(inner.into_inner().find(|part| part.as_rule() == Rule::amount)?)?;
                Some(if total { Amounts::Total(amount) } else { Amounts::Each(amount) })
            }
        }
    }

    /// A set of numbers, with its letter.
    pub(super) fn amount(&self, pair: Pair<Rule>) -> Option<Amount> {
        let span = self.span(&pair);
        let inner = pair.into_inner().next()?;
        let (letter, set) = match inner.as_rule() {
            Rule::lettered => {
                let mut parts = inner.into_inner();
                let letter = self.name(&parts.next()?);
                (Some(letter), parts.last()?)
            }
            _ => (None, inner),
        };
        let set = match set.as_rule() {
            Rule::any_amount => AmountSet::Any,
            _ => {
                let inner = set.into_inner().next()?;
                match inner.as_rule() {
                    Rule::set => self.amount_set(inner)?,
                    _ => match self.set_item(inner)? {
                        SetItem::Range(low, high) => AmountSet::Range(low, high),
                        SetItem::Value(value) => AmountSet::Value(value),
                    },
                }
            }
        };
        Some(Amount { letter, set, span })
    }

    /// A set in braces: its elements, or an expression with `for`.
    fn amount_set(&self, pair: Pair<Rule>) -> Option<AmountSet> {
        let Some(clause) = pair.clone().into_inner().find(|part| part.as_rule() == Rule::comprehension) else {
            return self.set(pair).map(AmountSet::Set);
        };
        let span = self.span(&pair);
        for word in clause.clone().into_inner().filter(|part| part.as_rule() == Rule::wrong_for) {
            self.did_you_mean(&word, "for");
        }
        let items = pair.into_inner().filter(|part| part.as_rule() == Rule::set_item);
        let items: Vec<SetItem> = items.map(|item| self.set_item(item)).collect::<Option<_>>()?;
        let conditions = self.conjuncts(self.arithmetics(clause)?);
        match <[SetItem; 1]>::try_from(items) {
            Ok([SetItem::Value(value)]) => Some(AmountSet::Comprehension(value, conditions)),
            _ => self.problems.fail(
                Diagnostic::error("syntax", span, "before `for` stands one number with letters")
                    .help("write for example `{k*k for k >= 1}`"),
            ),
        }
    }

    /// How many, from and to: `2`, `1..3`.
    pub(super) fn count(&self, pair: Pair<Rule>) -> Option<(Expr, Expr)> {
        if let Some(word) = pair.clone().into_inner().find(|part| part.as_rule() == Rule::wrong_number) {
            let number = self.number_word(&word)?;
            return Some((number.clone(), number));
        }
        Some(match self.set_item(pair)? {
            SetItem::Range(low, high) => (low, high),
            SetItem::Value(value) => (value.clone(), value),
        })
    }

    /// The number of a word such as `two`, which is reported.
    pub(super) fn number_word(&self, pair: &Pair<Rule>) -> Option<Expr> {
        let number = NUMBER_WORDS.iter().zip(2u8..).find(|(word, _)| **word == pair.as_str())?.1;
        self.did_you_mean(pair, &number.to_string());
        Some(small(number, self.span(pair)))
    }

    /// Which heaps a move touches.
    pub(super) fn selection(&self, pair: Pair<Rule>) -> Option<Spanned<Selection>> {
        let span = self.span(&pair);
        let inner = pair.into_inner().next()?;
        let part = |rule: Rule| inner.clone().into_inner().find(|part| part.as_rule() == rule);
        if let Some(word) = part(Rule::wrong_heap) {
            self.did_you_mean(&word, if word.as_str().ends_with('s') { "heaps" } else { "heap" });
        }
        let selection = match inner.as_rule() {
            Rule::one_heap => one_heap(span),
            Rule::wrong_a_heap => {
                self.did_you_mean(&part(Rule::kw_a)?, "one");
                one_heap(span)
            }
            Rule::extreme_heap | Rule::wrong_extreme => return self.extreme(inner, span),
            Rule::either_end => {
                if let Some(word) = part(Rule::wrong_either) {
                    self.did_you_mean(&word, "either");
                }
                Selection::Ends
            }
            Rule::adjacent_heaps => {
                let (low, high) = self.count(part(Rule::count)?)?;
                Selection::Adjacent { low, high, circle: part(Rule::in_a_circle).is_some() }
            }
            Rule::wrong_adjacent => {
                return self.problems.fail(
                    Diagnostic::error("syntax", span, "this does not say how many adjacent heaps")
                        .help("write for example `2 adjacent heaps` or `each of 1..2 adjacent heaps`"),
                );
            }
            Rule::each_heap | Rule::all_heaps => Selection::All { both: false },
            Rule::non_empty_heaps => Selection::Every { non_empty: true },
            Rule::both_heaps => Selection::All { both: true },
            Rule::any_heaps => {
                if let Some(word) = part(Rule::heap_word_one) {
                    self.problems.push(
                        Diagnostic::error("did-you-mean", span, "`any heap` could mean one heap or several")
                            .label("ambiguous")
                            .help(format!("did you mean `one {}` or `any {0}s`?", word.as_str())),
                    );
                }
                Selection::Any
            }
            Rule::listed_heaps => Selection::These(self.arithmetics(inner)?),
            Rule::bare_heaps => {
                let heaps = inner.as_str().trim();
                let word = if heaps.contains(',') { "heaps" } else { "heap" };
                return self.problems.fail(
                    Diagnostic::error("did-you-mean", span, "the word `heap` is missing")
                        .help(format!("write `{word} {heaps}`")),
                );
            }
            _ => {
                let (low, high) = self.count(part(Rule::count)?)?;
                Selection::Count { low, high }
            }
        };
        Some(Spanned::new(selection, span))
    }

    /// `the largest heap` and the like.
    fn extreme(&self, pair: Pair<Rule>, span: Span) -> Option<Spanned<Selection>> {
        let mut selection = None;
        for word in pair.into_inner() {
            let (found, meant) = match word.as_rule() {
                Rule::largest => (Selection::Largest, None),
                Rule::smallest => (Selection::Smallest, None),
                Rule::first => (Selection::First, None),
                Rule::last => (Selection::Last, None),
                Rule::wrong_largest => (Selection::Largest, Some("largest")),
                Rule::wrong_smallest => (Selection::Smallest, Some("smallest")),
                Rule::wrong_first => (Selection::First, Some("first")),
                Rule::wrong_last => (Selection::Last, Some("last")),
                Rule::heaps_word => {
                    self.did_you_mean(&word, "heap");
                    continue;
                }
                _ => continue,
            };
            if let Some(meant) = meant {
                self.did_you_mean(&word, meant);
            }
            selection = Some(Spanned::new(found, span));
        }
        selection
    }
}

/// `one heap`, said at a place.
fn one_heap(span: Span) -> Selection {
    Selection::Count { low: small(1, span), high: small(1, span) }
}
