//! Moves: the frame around them, and all kinds but taking, which is in `take`.

use super::expression::{Builder, both, small};
use super::grammar::Rule;
use super::tree::{
    Assignment, Expr, ExprKind, Merge, Move, MoveBody, Parts, Pass, Replace, Scatter, Selection, SetItem, Shift, Split,
    Target, Written,
};
use crate::diagnostics::Diagnostic;
use crate::source::{Span, Spanned};
use pest::iterators::{Pair, Pairs};

/// What one clause of a `where` says about the parts of a heap, and everything else that it says.
#[derive(Default)]
struct PartConditions {
    differ: bool,
    equal: bool,
    others: Option<Expr>,
}

impl Builder<'_> {
    /// A move with its name.
    pub(super) fn move_statement(&self, pairs: Pairs<Rule>, span: Span) -> Option<Move> {
        let mut name = None;
        let mut found = None;
        let mut first = false;
        for pair in pairs {
            match pair.as_rule() {
                Rule::kw_first => first = true,
                Rule::text => name = Some(self.text(pair)?),
                Rule::move_body => found = self.move_text(pair, span),
                _ => {}
            }
        }
        Some(Move { name, first, ..found? })
    }

    /// A move without its word `move` and its name, as it stands in YAML.
    pub(super) fn move_text(&self, pair: Pair<Rule>, span: Span) -> Option<Move> {
        self.move_parts(pair.into_inner(), span)
    }

    /// What a move does, and its `then`.
    pub(super) fn move_parts(&self, pairs: Pairs<Rule>, span: Span) -> Option<Move> {
        let mut body = None;
        let mut then = Some(Vec::new());
        for pair in pairs {
            match pair.as_rule() {
                Rule::take => body = self.take(pair).map(MoveBody::Take),
                Rule::shift => body = self.shift(pair).map(MoveBody::Shift),
                Rule::split => body = self.split(pair).map(MoveBody::Split),
                Rule::merge => body = self.merge(pair).map(MoveBody::Merge),
                Rule::replace => body = self.replace(pair).map(MoveBody::Replace),
                Rule::scatter => body = self.scatter(pair).map(MoveBody::Scatter),
                Rule::pass => body = self.pass(pair).map(MoveBody::Pass),
                Rule::written => body = self.written(pair).map(MoveBody::Written),
                Rule::then_clause => {
                    then = self.assignments(pair.into_inner().find(|part| part.as_rule() == Rule::assignments)?);
                }
                Rule::wrong_late_where => {
                    self.problems
                        .push(Diagnostic::error("syntax", self.span(&pair), "this `where` stands too late").help(
                        "what must hold stands before `then`: `take any from one heap where h > 2, then c := c + 1`",
                    ))
                }
                _ => {}
            }
        }
        Some(Move { name: None, first: false, body: body?, then: then?, span })
    }

    /// `a := a + k, b := b - k`.
    fn assignments(&self, pair: Pair<Rule>) -> Option<Vec<Assignment>> {
        let assignments = pair.into_inner().filter(|part| part.as_rule() == Rule::assignment);
        // Each is built, also after one that went wrong, so that all errors are told at once.
        let built: Vec<Option<Assignment>> = assignments.map(|part| self.assignment(part)).collect();
        built.into_iter().collect()
    }

    fn assignment(&self, pair: Pair<Rule>) -> Option<Assignment> {
        let mut parts = pair.into_inner();
        let (name, sign) = (parts.next()?, parts.next()?);
        if sign.as_rule() == Rule::wrong_becomes {
            match sign.as_str() {
                op @ ("+=" | "-=") => self.problems.push(
                    Diagnostic::error("did-you-mean", self.span(&sign), format!("`{op}` is written out here"))
                        .help(format!("write `{0} := {0} {1} …`", name.as_str().trim(), &op[..1])),
                ),
                _ => self.did_you_mean(&sign, ":="),
            }
        }
        let value = self.expression(parts.next()?);
        if name.as_rule() == Rule::wrong_heap_name {
            return self.problems.fail(
                Diagnostic::error("syntax", self.span(&name), "a heap that is written to needs a name")
                    .help("name the heaps, as in `heaps a, b`, and write `a := a - 1`"),
            );
        }
        Some(Assignment { name: self.name(&name), value: value? })
    }

    /// `move 1 from heap i to heap j`.
    fn shift(&self, pair: Pair<Rule>) -> Option<Shift> {
        let mut amount = None;
        let mut from = None;
        let mut to = None;
        let mut condition = None;
        let mut complete = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::wrong_shift => self.did_you_mean(&part, "move"),
                Rule::amount => amount = self.amount(part),
                Rule::selection => from = self.selection(part).and_then(|selection| self.giver(selection)),
                Rule::target => to = self.target(part),
                Rule::where_clause => complete &= self.add_conditions(&mut condition, self.where_clause(part)),
                _ => {}
            }
        }
        let shift = Shift { amount: amount?, from: from?, to: to?, condition };
        complete.then_some(shift)
    }

    /// The heap that gives tokens; the inner `None` for any.
    fn giver(&self, selection: Spanned<Selection>) -> Option<Option<Expr>> {
        let span = selection.span;
        match selection.node {
            Selection::Count { low, high } if is_one(&low) && is_one(&high) => Some(None),
            Selection::These(mut heaps) if heaps.len() == 1 => heaps.pop().map(Some),
            _ => self.problems.fail(
                Diagnostic::error("syntax", span, "tokens are moved from a single heap")
                    .label("expected `one heap`, or a heap such as `heap 2` or `heap i`")
                    .help("for other choices give the heap a letter: `move any from heap i to heap i-1 where …`"),
            ),
        }
    }

    /// The heap that receives tokens.
    fn target(&self, pair: Pair<Rule>) -> Option<Target> {
        let inner = pair.into_inner().next()?;
        let span = self.span(&inner);
        match inner.as_rule() {
            Rule::another => {
                let non_empty = inner.into_inner().any(|part| part.as_rule() == Rule::non_empty);
                Some(Target::Another { non_empty })
            }
            Rule::wrong_another => {
                self.did_you_mean(&inner, "another heap");
                Some(Target::Another { non_empty: false })
            }
            Rule::listed_heaps => {
                let mut heaps = self.arithmetics(inner)?;
                match (heaps.pop(), heaps.is_empty()) {
                    (Some(heap), true) => Some(Target::Heap(heap)),
                    _ => self.problems.fail(
                        Diagnostic::error("syntax", span, "tokens are moved to a single heap")
                            .help("write one move for each heap, or give the heap a letter: `to heap j where …`"),
                    ),
                }
            }
            _ => self.problems.fail(
                Diagnostic::error("did-you-mean", span, "the word `heap` is missing")
                    .help(format!("write `heap {}`", inner.as_str().trim())),
            ),
        }
    }

    /// `split one heap in 2`.
    fn split(&self, pair: Pair<Rule>) -> Option<Split> {
        let selection = pair.clone().into_inner().find(|part| part.as_rule() == Rule::selection)?;
        let from = self.selection(selection);
        let (parts, condition) = self.parts_with_conditions(pair)?;
        Some(Split { from: from?, parts, condition })
    }

    /// The parts of a split and what its `where` says, of both kinds of moves that split.
    pub(super) fn parts_with_conditions(&self, pair: Pair<Rule>) -> Option<(Parts, Option<Expr>)> {
        let mut parts = None;
        let mut said = PartConditions::default();
        let mut complete = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::wrong_split => self.did_you_mean(&part, "split"),
                Rule::wrong_it => self.did_you_mean(&part, "it"),
                Rule::parts => parts = self.parts(part),
                Rule::count => {
                    let span = self.span(&part);
                    let (low, high) = self.count(part)?;
                    parts = Some(Parts { low, high, letters: Vec::new(), differ: false, equal: false, span });
                }
                Rule::split_where => complete &= self.split_where(part, &mut said).is_some(),
                _ => {}
            }
        }
        let mut parts = parts?;
        parts.differ |= said.differ;
        parts.equal |= said.equal;
        if parts.differ && parts.equal {
            let message = "parts that are equal do not differ";
            return self.problems.fail(Diagnostic::error("syntax", parts.span, message).help("say one of the two"));
        }
        complete.then_some((parts, said.others))
    }

    /// `2`, `2..3 parts`, `2 equal parts`, `a, b`.
    fn parts(&self, pair: Pair<Rule>) -> Option<Parts> {
        let span = self.span(&pair);
        let mut found =
            Parts { low: small(1, span), high: small(1, span), letters: Vec::new(), differ: false, equal: false, span };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::part_letters => {
                    let letters = part.into_inner().filter(|part| part.as_rule() == Rule::name);
                    found.letters = letters.map(|letter| self.name(&letter)).collect();
                    let count = Expr { kind: ExprKind::Int(found.letters.len().into()), span };
                    (found.low, found.high) = (count.clone(), count);
                }
                Rule::count => (found.low, found.high) = self.count(part)?,
                Rule::wrong_or_count => {
                    let place = self.span(&part);
                    return self.problems.fail(
                        Diagnostic::error("did-you-mean", place, "several numbers of parts are a range")
                            .help("write for example `in 2..3`"),
                    );
                }
                Rule::alike => match part.as_str() {
                    "equal" => found.equal = true,
                    _ => found.differ = true,
                },
                _ => {}
            }
        }
        Some(found)
    }

    fn split_where(&self, pair: Pair<Rule>, said: &mut PartConditions) -> Option<()> {
        let mut complete = Some(());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::wrong_where => {
                    self.did_you_mean(&part, if part.as_str() == "unless" { "where not" } else { "where" });
                }
                Rule::parts_words => match part.clone().into_inner().next().map(|word| word.as_rule()) {
                    Some(Rule::parts_equal) => said.equal = true,
                    Some(Rule::parts_differ) => said.differ = true,
                    _ => self.did_you_mean(&part, "parts differ"),
                },
                Rule::expression => match self.expression(part) {
                    Some(condition) => said.others = said.others.take().into_iter().chain([condition]).reduce(both),
                    None => complete = None,
                },
                _ => {}
            }
        }
        complete
    }

    /// `merge 2 heaps`.
    fn merge(&self, pair: Pair<Rule>) -> Option<Merge> {
        let mut count = None;
        let mut condition = None;
        let mut complete = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::wrong_merge => self.did_you_mean(&part, "merge"),
                Rule::wrong_heap => self.did_you_mean(&part, "heaps"),
                Rule::wrong_number => count = self.number_word(&part),
                Rule::arithmetic => count = self.expression(part),
                Rule::where_clause => complete &= self.add_conditions(&mut condition, self.where_clause(part)),
                _ => {}
            }
        }
        let merge = Merge { count: count?, condition };
        complete.then_some(merge)
    }

    /// `replace one heap by x where x < h`.
    fn replace(&self, pair: Pair<Rule>) -> Option<Replace> {
        let mut from = None;
        let mut by = None;
        let mut condition = None;
        let mut complete = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::wrong_replace => self.did_you_mean(&part, "replace"),
                Rule::wrong_by => self.did_you_mean(&part, "by"),
                Rule::selection => from = self.selection(part),
                Rule::amount => by = self.amount(part),
                Rule::where_clause => complete &= self.add_conditions(&mut condition, self.where_clause(part)),
                _ => {}
            }
        }
        let replace = Replace { from: from?, by: by?, condition };
        complete.then_some(replace)
    }

    /// `replace one heap by 0..4 smaller heaps where parts differ`.
    fn scatter(&self, pair: Pair<Rule>) -> Option<Scatter> {
        let mut from = None;
        for part in pair.clone().into_inner() {
            match part.as_rule() {
                Rule::wrong_replace => self.did_you_mean(&part, "replace"),
                Rule::wrong_by => self.did_you_mean(&part, "by"),
                Rule::selection => from = self.selection(part),
                Rule::kw_any => {
                    let message = "by any number of heaps there would be infinitely many moves";
                    return self.problems.fail(
                        Diagnostic::error("unbounded-heaps", self.span(&part), message)
                            .help("say how many at most, as in `by 0..4 smaller heaps`"),
                    );
                }
                _ => {}
            }
        }
        let (parts, condition) = self.parts_with_conditions(pair)?;
        Some(Scatter { from: from?, parts, condition })
    }

    /// `pass once, not when sum = 0`.
    fn pass(&self, pair: Pair<Rule>) -> Option<Pass> {
        let mut pass = Pass { times: None, each_player: false, condition: None };
        let mut complete = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::each_player => pass.each_player = true,
                Rule::wrong_pass => self.did_you_mean(&part, "pass"),
                Rule::times => pass.times = Some(self.times(part)?),
                Rule::pass_where => complete &= self.add_conditions(&mut pass.condition, self.pass_where(part)),
                _ => {}
            }
        }
        complete.then_some(pass)
    }

    /// `once`, `twice`, `3 times`.
    fn times(&self, pair: Pair<Rule>) -> Option<Expr> {
        let part = pair.into_inner().next()?;
        match part.as_rule() {
            Rule::once => Some(small(1, self.span(&part))),
            Rule::twice => Some(small(2, self.span(&part))),
            Rule::wrong_number => self.number_word(&part),
            _ => self.expression(part),
        }
    }

    /// `not when sum = 0`, `where sum > 0`.
    fn pass_where(&self, pair: Pair<Rule>) -> Option<Vec<Expr>> {
        let word = pair.clone().into_inner().find(|part| part.as_rule() != Rule::comma)?;
        let mut conditions = self.arithmetics(pair)?;
        match word.as_rule() {
            Rule::wrong_where => self.did_you_mean(&word, "where"),
            Rule::wrong_not_when => self.did_you_mean(&word, "not when"),
            Rule::not_when => {
                // Not when all of them hold.
                let all = conditions.into_iter().reduce(both)?;
                let span = self.span(&word).to(all.span);
                conditions = vec![Expr { kind: ExprKind::Not(Box::new(all)), span }];
            }
            _ => {}
        }
        Some(conditions)
    }

    /// `with k >= 1 where b > a: a := a + k, b := b - k`.
    fn written(&self, pair: Pair<Rule>) -> Option<Written> {
        let mut written = Written { letters: Vec::new(), condition: None, becomes: Vec::new() };
        let mut complete = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::with_clause => {
                    let conditions = self.arithmetics(part).and_then(|said| self.letters(said, &mut written.letters));
                    complete &= self.add_conditions(&mut written.condition, conditions);
                }
                Rule::where_clause => complete &= self.add_conditions(&mut written.condition, self.where_clause(part)),
                Rule::assignments => match self.assignments(part) {
                    Some(becomes) => written.becomes = becomes,
                    None => complete = false,
                },
                _ => {}
            }
        }
        complete.then_some(written)
    }

    /// The letters that a `with` introduces, and the conditions that it states about them.
    fn letters(
        &self,
        said: Vec<Expr>,
        letters: &mut Vec<(Spanned<String>, Option<Vec<SetItem>>)>,
    ) -> Option<Vec<Expr>> {
        let mut conditions = Vec::new();
        for expr in self.conjuncts(said) {
            let Some(letter) = letter_of(&expr) else {
                return self.problems.fail(
                    Diagnostic::error("syntax", expr.span, "`with` is followed by letters")
                        .help("write for example `with k >= 1, l in 1..3`; other conditions follow `where`"),
                );
            };
            let known = letters.iter().any(|(known, _)| known.node == letter.node);
            match expr.kind {
                ExprKind::Name(_) if known => {
                    let message = format!("the letter `{}` is given twice", letter.node);
                    return self.problems.fail(Diagnostic::error("syntax", letter.span, message));
                }
                ExprKind::Name(_) => letters.push((letter, None)),
                ExprKind::In(_, items) if !known => letters.push((letter, Some(items))),
                _ => {
                    if !known {
                        letters.push((letter, None));
                    }
                    conditions.push(expr);
                }
            }
        }
        Some(conditions)
    }
}

/// The letter about which an entry of a `with` is: the name, the first name that is compared, or the one in the middle
/// of `1 <= k < h`.
pub(super) fn letter_of(expr: &Expr) -> Option<Spanned<String>> {
    let name = |expr: &Expr| match &expr.kind {
        ExprKind::Name(name) => Some(Spanned::new(name.clone(), expr.span)),
        _ => None,
    };
    match &expr.kind {
        ExprKind::Name(_) => name(expr),
        ExprKind::In(of, _) => name(of),
        ExprKind::Binary(op, left, right) if op.is_comparison() => name(left).or_else(|| name(right)),
        ExprKind::Chain(operands, _) => operands[1..].iter().chain(&operands[..1]).find_map(name),
        _ => None,
    }
}

/// Whether an expression is the numeral 1.
fn is_one(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Int(value) if *value == 1u8.into())
}
