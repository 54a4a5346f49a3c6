//! Claims: families of positions with letters, conditions, and Grundy values.

use super::expression::Builder;
use super::grammar::Rule;
use super::tree::{Claim, ClaimBody, Expr, ExprKind, Family, Period, Sequence, SetItem};
use crate::diagnostics::Diagnostic;
use crate::source::{Span, Spanned};
use pest::iterators::{Pair, Pairs};
use std::collections::BTreeSet;

impl Builder<'_> {
    /// A claim with its name and its `within`.
    pub(super) fn claim_statement(&self, pairs: Pairs<Rule>, span: Span) -> Option<Claim> {
        let mut name = None;
        let mut within = None;
        let mut body = None;
        for pair in pairs {
            match pair.as_rule() {
                Rule::claim_head => {
                    for part in pair.into_inner() {
                        match part.as_rule() {
                            Rule::text => name = Some(self.text(part)?),
                            Rule::within => within = Some(self.arithmetics(part)?.pop()?),
                            _ => {}
                        }
                    }
                }
                Rule::claim_body => body = self.claim_body(pair),
                _ => {}
            }
        }
        Some(Claim { name, within, body: body?, span })
    }

    /// `P = …`, `P when …` or `grundy(h) = …`.
    pub(super) fn claim_body(&self, pair: Pair<Rule>) -> Option<ClaimBody> {
        let inner = pair.into_inner().next()?;
        match inner.as_rule() {
            Rule::grundy_claim => self.grundy_claim(inner),
            Rule::period_claim => self.period_claim(inner),
            Rule::when_claim => {
                self.check_words(inner.clone().into_inner());
                Some(ClaimBody::When(self.arithmetics(inner)?.pop()?))
            }
            _ => self.families(inner.into_inner()).map(ClaimBody::Families),
        }
    }

    /// `grundy(h) = value`.
    fn grundy_claim(&self, pair: Pair<Rule>) -> Option<ClaimBody> {
        self.check_words(pair.clone().into_inner());
        let letter = pair.clone().into_inner().find(|part| part.as_rule() == Rule::name)?;
        Some(ClaimBody::Grundy(self.name(&letter), self.arithmetics(pair)?.pop()?))
    }

    /// `grundy has period 12 from 71`.
    fn period_claim(&self, pair: Pair<Rule>) -> Option<ClaimBody> {
        for word in pair.clone().into_inner().filter(|part| part.as_rule() == Rule::wrong_period) {
            self.did_you_mean(&word, "grundy has period");
        }
        self.period(pair.into_inner().find(|part| part.as_rule() == Rule::period)?)
    }

    /// A period as YAML gives it: in full, or without the words before it.
    pub(super) fn period_text(&self, pairs: Pairs<Rule>) -> Option<ClaimBody> {
        let pair = pairs.into_iter().next()?;
        if pair.as_rule() == Rule::period_claim { self.period_claim(pair) } else { self.period(pair) }
    }

    /// `12 with saltus 4 from 71`.
    fn period(&self, pair: Pair<Rule>) -> Option<ClaimBody> {
        let mut found = [None, None];
        for part in pair.clone().into_inner() {
            let place = match part.as_rule() {
                Rule::saltus => 0,
                Rule::period_start => 1,
                _ => continue,
            };
            let span = self.span(&part);
            let value = self.arithmetics(part)?.pop()?;
            if found[place].replace(value).is_some() {
                let word = ["saltus", "from"][place];
                let message = format!("`{word}` is said twice");
                return self.problems.fail(Diagnostic::error("duplicate-statement", span, message));
            }
        }
        let [saltus, from] = found;
        Some(ClaimBody::Period(Period { period: self.arithmetics(pair)?.into_iter().next()?, saltus, from }))
    }

    /// A Grundy value as YAML gives it: in full, or as an expression in the letter h.
    pub(super) fn grundy_text(&self, pairs: Pairs<Rule>) -> Option<ClaimBody> {
        let pair = pairs.into_iter().next()?;
        if pair.as_rule() == Rule::grundy_claim {
            return self.grundy_claim(pair);
        }
        let letter = Spanned::new("h".to_owned(), self.span(&pair));
        Some(ClaimBody::Grundy(letter, self.expression(pair)?))
    }

    /// Reports the words of a claim that belong to other languages.
    fn check_words(&self, pairs: Pairs<Rule>) {
        for pair in pairs {
            match pair.as_rule() {
                Rule::wrong_p => self.did_you_mean(&pair, "P"),
                Rule::wrong_when => self.did_you_mean(&pair, "when"),
                Rule::wrong_eq => self.did_you_mean(&pair, "="),
                _ => {}
            }
        }
    }

    /// Families, perhaps behind `P =`.
    pub(super) fn families(&self, pairs: Pairs<Rule>) -> Option<Vec<Family>> {
        self.check_words(pairs.clone());
        let pairs = pairs.into_iter().find(|pair| pair.as_rule() == Rule::families)?.into_inner();
        let mut families: Vec<Family> = Vec::new();
        // The families from here on have had no `for` and no `where` yet.
        let (mut for_from, mut where_from) = (0, 0);
        let mut complete = true;
        for pair in pairs {
            if pair.as_rule() == Rule::wrong_bar {
                self.did_you_mean(&pair, "|");
            }
            if pair.as_rule() != Rule::family {
                continue;
            }
            for part in pair.into_inner() {
                match part.as_rule() {
                    Rule::position => {
                        let span = self.span(&part);
                        let entries = self.arithmetics(part).unwrap_or_else(|| {
                            complete = false;
                            Vec::new()
                        });
                        families.push(Family { entries, conditions: Vec::new(), sequences: Vec::new(), span });
                    }
                    Rule::for_clause => {
                        match self.arithmetics(part).and_then(|conditions| self.comparisons(conditions)) {
                            Some(conditions) => share_conditions(&mut families[for_from..], &conditions),
                            None => complete = false,
                        }
                        for_from = families.len();
                    }
                    _ => {
                        match self.sequences(part) {
                            Some(sequences) => share_sequences(&mut families[where_from..], &sequences),
                            None => complete = false,
                        }
                        where_from = families.len();
                    }
                }
            }
        }
        complete.then_some(families)
    }

    fn sequences(&self, pair: Pair<Rule>) -> Option<Vec<Sequence>> {
        pair.into_inner()
            .filter(|part| part.as_rule() == Rule::sequence)
            .map(|part| {
                for sign in part.clone().into_inner().filter(|sign| sign.as_rule() == Rule::wrong_assign) {
                    self.did_you_mean(&sign, "=");
                }
                let mut names = part.clone().into_inner().filter(|name| name.as_rule() == Rule::name);
                let (name, index) = (self.name(&names.next()?), self.name(&names.next()?));
                Some(Sequence { name, index, value: self.arithmetics(part)?.pop()? })
            })
            .collect()
    }
}

/// Copies the conditions of a `for` to the families before it.
///
/// A condition none of whose names a family uses is about other families, and is kept out of its copy; a condition
/// whose names no family uses goes to all of them.
fn share_conditions(families: &mut [Family], conditions: &[Expr]) {
    let uses: Vec<BTreeSet<&str>> = families.iter().map(|family| names_of(&family.entries)).collect();
    let shared: Vec<Vec<Expr>> = uses
        .iter()
        .map(|used| {
            let about = |condition: &&Expr| {
                let names = names_of([*condition]);
                !names.is_disjoint(used) || uses.iter().all(|others| names.is_disjoint(others))
            };
            conditions.iter().filter(about).cloned().collect()
        })
        .collect();
    for (family, conditions) in families.iter_mut().zip(shared) {
        family.conditions = conditions;
    }
}

/// Copies the sequences of a `where` to the families before it that use them, or use one that uses them.
fn share_sequences(families: &mut [Family], sequences: &[Sequence]) {
    for family in families {
        let mut used: BTreeSet<&str> = names_of(family.entries.iter().chain(&family.conditions));
        loop {
            let before = used.len();
            for sequence in
                sequences.iter().filter(|sequence| used.contains(sequence.name.node.as_str())).collect::<Vec<_>>()
            {
                used.extend(names_of([&sequence.value]));
            }
            if used.len() == before {
                break;
            }
        }
        let kept = sequences.iter().filter(|sequence| used.contains(sequence.name.node.as_str())).cloned().collect();
        family.sequences = kept;
    }
}

/// The names in expressions, those of functions left out.
fn names_of<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> BTreeSet<&'e str> {
    let mut names = BTreeSet::new();
    let mut open: Vec<&Expr> = exprs.into_iter().collect();
    while let Some(expr) = open.pop() {
        match &expr.kind {
            ExprKind::Name(name) => {
                names.insert(name.as_str());
            }
            ExprKind::Int(_) | ExprKind::Unlimited => {}
            ExprKind::Neg(a) | ExprKind::Not(a) => open.push(a),
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => open.extend([&**a, &**b]),
            ExprKind::Chain(operands, _) | ExprKind::List(operands) => open.extend(operands),
            ExprKind::Call(_, arguments, binder) => {
                open.extend(arguments);
                open.extend(binder.iter().flat_map(|binder| &binder.conditions));
            }
            ExprKind::In(a, items) => {
                open.push(a);
                for item in items {
                    match item {
                        SetItem::Value(value) => open.push(value),
                        SetItem::Range(low, high) => open.extend([low, high]),
                    }
                }
            }
        }
    }
    names
}
