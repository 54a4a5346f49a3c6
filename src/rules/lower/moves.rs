//! Moves of the syntax tree as checked rules.

use super::Lowering;
use crate::diagnostics::Diagnostic;
use crate::rules::claim::plural;
use crate::rules::expr::{Expr, ExprKind, Item, Slot, Value};
use crate::rules::number::Number;
use crate::rules::resolve::{Names, Resolver};
use crate::rules::ruleset::{AmountSet, Amounts, Deed, MoveRule, Parts, Place, RegisterKind, Selection, Shift, Take};
use crate::source::{Span, Spanned};
use crate::syntax::tree;
use num_traits::ToPrimitive;

impl Lowering {
    /// One kind of move, or `None` after diagnostics.
    pub(super) fn a_move(&mut self, rule: &tree::Move, names: Names<'_>) -> Option<MoveRule> {
        let lowered = match &rule.body {
            tree::MoveBody::Take(take) => self.take(rule, take, names),
            tree::MoveBody::Shift(shift) => self.shift(rule, shift, names),
            tree::MoveBody::Split(split) => self.split(rule, split, names),
            tree::MoveBody::Merge(merge) => self.merge(rule, merge, names),
            tree::MoveBody::Replace(replace) => self.replace(rule, replace, names),
            tree::MoveBody::Scatter(scatter) => self.scatter(rule, scatter, names),
            tree::MoveBody::Pass(pass) => self.pass(rule, pass, names),
            tree::MoveBody::Written(written) => self.written(rule, written, names),
        };
        let lowered = lowered?;
        self.warn_of_empty(&lowered);
        Some(lowered)
    }

    /// The rule that a resolver's letters, a deed and a condition make, with what it does to registers.
    fn rule(
        &mut self,
        rule: &tree::Move,
        mut resolver: Resolver<'_>,
        deed: Option<Deed>,
        condition: Option<&tree::Expr>,
        names: Names<'_>,
    ) -> Option<MoveRule> {
        let condition = condition.map(|condition| resolver.condition(condition));
        let mut then = Vec::new();
        for assignment in &rule.then {
            let value = resolver.number(&assignment.value);
            let register = names.registers.iter().position(|register| {
                register.name == assignment.name.node && matches!(register.kind, RegisterKind::Remembered(_))
            });
            match register {
                Some(register) => then.push(value.map(|value| (register, value))),
                None => {
                    let message = format!("`{}` is not remembered", assignment.name.node);
                    let help = format!("say `remember {} = 0` before the moves", assignment.name.node);
                    resolver
                        .diagnostics
                        .push(Diagnostic::error("not-remembered", assignment.name.span, message).help(help));
                    then.push(None);
                }
            }
        }
        let letters = resolver.letters.clone();
        self.diagnostics.append(&mut resolver.diagnostics);
        let condition = match condition {
            None => None,
            Some(condition) => Some(condition?),
        };
        let (deed, condition) = with_own_letters(deed?, condition);
        Some(MoveRule {
            name: rule.name.as_ref().map(|name| name.node.clone()),
            first: rule.first,
            deed,
            letters,
            condition,
            then: then.into_iter().collect::<Option<_>>()?,
            span: rule.span,
        })
    }

    fn take(&mut self, rule: &tree::Move, take: &tree::Take, names: Names<'_>) -> Option<MoveRule> {
        let numbered = heap_letter(&take.from.node, names);
        let from = match &numbered {
            Some(_) => Some(Selection::Count { low: 1, high: 1 }),
            None => self.selection(&take.from, names),
        };
        let touched = from.as_ref().map_or(self.most_heaps(names), |from| from.most(self.most_heaps(names)));
        // With letters for several heaps, and in a total, no single heap is in question.
        let (letters, one_heap): (Vec<String>, bool) = match &take.amounts {
            tree::Amounts::Each(amount) | tree::Amounts::Same(amount) => (vec![letter_of(amount, names)], true),
            tree::Amounts::Total(amount) => (vec![letter_of(amount, names)], touched == 1),
            tree::Amounts::Letters(letters) => {
                (letters.iter().map(|letter| letter.node.clone()).collect(), letters.len() == 1)
            }
        };
        for (at, letter) in letters.iter().enumerate() {
            if !letter.is_empty() && letters[..at].contains(letter) {
                let message = format!("the letter `{letter}` stands for two amounts");
                self.diagnostics.push(Diagnostic::error("doubled-name", rule.span, message));
            }
        }
        let mut resolver = Resolver::a_move(names, letters.clone(), one_heap);
        resolver.number_letter = numbered;
        let amounts = match &take.amounts {
            tree::Amounts::Each(amount) => amount_set(&mut resolver, amount, &letters[0]).map(Amounts::Each),
            tree::Amounts::Same(amount) => amount_set(&mut resolver, amount, &letters[0]).map(Amounts::Same),
            // A total over one heap is what is taken from that heap.
            tree::Amounts::Total(amount) if touched == 1 => {
                amount_set(&mut resolver, amount, &letters[0]).map(Amounts::Each)
            }
            tree::Amounts::Total(amount) => amount_set(&mut resolver, amount, &letters[0]).map(Amounts::Total),
            tree::Amounts::Letters(letters) => Some(Amounts::Letters(letters.len())),
        };
        if let Some(set) = amounts.as_ref().and_then(Amounts::set) {
            self.no_amount_by_itself(set, &letters[0]);
        }
        if let (tree::Amounts::Letters(letters), Some(from)) = (&take.amounts, &from) {
            let fits = match from {
                Selection::Count { low, high } => *low == letters.len() && *high == letters.len(),
                // The letters speak of those positions that have so many heaps.
                Selection::All | Selection::Every if self.splits => true,
                other => other.most(self.most_heaps(names)) == letters.len(),
            };
            if !fits {
                let span = letters[0].span.to(letters[letters.len() - 1].span);
                let message =
                    format!("{} for a choice of another number of heaps", plural(letters.len(), "letter", "letters"));
                self.diagnostics.push(
                    Diagnostic::error("letters-and-heaps", span, message)
                        .related(take.from.span, "the heaps are chosen here")
                        .help("give one letter for each heap, as in `take a, b from 2 heaps`"),
                );
            }
        }
        let split = match &take.then_split {
            None => None,
            Some((parts, may)) => {
                if touched > 1 {
                    let message = "only the rest of a single heap can be split";
                    self.diagnostics.push(
                        Diagnostic::error("split-several", parts.span, message)
                            .related(take.from.span, "several heaps are chosen here"),
                    );
                    return None;
                }
                self.heaps_may_vary(parts.span, names);
                Some((self.parts(parts, names)?, *may))
            }
        };
        let deed = match (amounts, from) {
            (Some(amounts), Some(from)) => Some(Deed::Take(Take { amounts, from, or_rest: take.or_rest, split })),
            _ => None,
        };
        self.rule(rule, resolver, deed, take.condition.as_ref(), names)
    }

    fn shift(&mut self, rule: &tree::Move, shift: &tree::Shift, names: Names<'_>) -> Option<MoveRule> {
        let mut letters = vec![letter_of(&shift.amount, names)];
        // A name that nothing defines numbers a heap.
        let place = |heap: &tree::Expr, letters: &mut Vec<String>| -> Option<Place> {
            let tree::ExprKind::Name(name) = &heap.kind else { return None };
            if letters.contains(name) || Resolver::a_move(names, Vec::new(), false).knows(name) {
                return None;
            }
            letters.push(name.clone());
            Some(Place::Letter(letters.len() - 1))
        };
        let giver = shift.from.as_ref().map(|heap| place(heap, &mut letters));
        let receiver = match &shift.to {
            tree::Target::Another { .. } => Some(Place::Any),
            tree::Target::Heap(heap) => place(heap, &mut letters),
        };
        let mut resolver = Resolver::a_move(names, letters.clone(), true);
        let from = match (giver, &shift.from) {
            (None, _) => Some(Place::Any),
            (Some(Some(letter)), _) => Some(letter),
            (Some(None), Some(heap)) => self.heap_number(heap, &mut resolver, names).map(Place::Number),
            (Some(None), None) => None,
        };
        let to = match (receiver, &shift.to) {
            (Some(place), _) => Some(place),
            (None, tree::Target::Heap(heap)) => self.heap_number(heap, &mut resolver, names).map(Place::Number),
            (None, tree::Target::Another { .. }) => None,
        };
        let amounts = amount_set(&mut resolver, &shift.amount, &letters[0]);
        if let Some(amounts) = &amounts {
            self.no_amount_by_itself(amounts, &letters[0]);
        }
        for place in [&from, &to] {
            let Some(Place::Number(number)) = place else { continue };
            if number.mentions(|slot| slot == Slot::Letter(0)) {
                let message = format!("`{}` is the amount of the move, and this says of which heap it is", letters[0]);
                self.diagnostics.push(
                    Diagnostic::error("heap-by-amount", number.span, message).help(
                        "give heaps letters of their own, as in `move any from heap i to heap j where i + t = j`",
                    ),
                );
            }
        }
        let onto_tokens = matches!(shift.to, tree::Target::Another { non_empty: true });
        let deed = match (amounts, from, to) {
            (Some(amounts), Some(from), Some(to)) => Some(Deed::Shift(Shift { amounts, from, to, onto_tokens })),
            _ => None,
        };
        self.rule(rule, resolver, deed, shift.condition.as_ref(), names)
    }

    /// The number of a heap that is given by its name, or by an expression.
    fn heap_number(&mut self, heap: &tree::Expr, resolver: &mut Resolver<'_>, names: Names<'_>) -> Option<Expr> {
        if let tree::ExprKind::Name(name) = &heap.kind
            && let Some(named) = names.heap_names.and_then(|known| known.iter().position(|text| text.matches(name)))
        {
            return Some(Expr::constant(Value::Number(Number::from(named as i64 + 1)), heap.span));
        }
        resolver.number(heap)
    }

    fn split(&mut self, rule: &tree::Move, split: &tree::Split, names: Names<'_>) -> Option<MoveRule> {
        self.heaps_may_vary(split.parts.span, names);
        let numbered = heap_letter(&split.from.node, names);
        let from = match &numbered {
            Some(_) => Some(Selection::Count { low: 1, high: 1 }),
            None => self.selection(&split.from, names),
        };
        let letters: Vec<String> = split.parts.letters.iter().map(|letter| letter.node.clone()).collect();
        let mut resolver = Resolver::a_move(names, letters, true);
        resolver.number_letter = numbered;
        let parts = self.parts(&split.parts, names);
        if let Some(from) = &from
            && from.most(self.most_heaps(names)) > 1
        {
            self.diagnostics.push(
                Diagnostic::error("split-several", split.from.span, "a move splits one heap")
                    .help("say `split one heap`"),
            );
        }
        let deed = from.zip(parts).map(|(from, parts)| Deed::Split(from, parts));
        self.rule(rule, resolver, deed, split.condition.as_ref(), names)
    }

    /// Where heaps have names, or the rules speak of a heap by its number, new heaps would have none.
    pub(super) fn heaps_may_vary(&mut self, span: Span, names: Names<'_>) {
        if names.heap_names.is_some() {
            self.diagnostics.push(
                Diagnostic::error("named-heaps-split", span, "heaps that have names cannot be split")
                    .help("give the number of heaps instead of their names"),
            );
        }
    }

    fn scatter(&mut self, rule: &tree::Move, scatter: &tree::Scatter, names: Names<'_>) -> Option<MoveRule> {
        self.heaps_may_vary(scatter.parts.span, names);
        let from = self.selection(&scatter.from, names);
        if let Some(from) = &from
            && from.most(names.heaps) > 1
        {
            self.diagnostics.push(
                Diagnostic::error("replace-several", scatter.from.span, "a move replaces one heap")
                    .help("say `replace one heap`"),
            );
        }
        let message = "a heap is replaced by at most 64 heaps";
        let parts = self.number_of_parts(&scatter.parts, 0, message, names);
        let deed = from.zip(parts).map(|(from, parts)| Deed::Scatter(from, parts));
        self.rule(rule, Resolver::a_move(names, Vec::new(), true), deed, scatter.condition.as_ref(), names)
    }

    fn parts(&mut self, parts: &tree::Parts, names: Names<'_>) -> Option<Parts> {
        self.number_of_parts(parts, 2, "a heap is split into at least 2 and at most 64 parts", names)
    }

    /// Parts of which there are at least `least`.
    fn number_of_parts(&mut self, parts: &tree::Parts, least: usize, message: &str, names: Names<'_>) -> Option<Parts> {
        let lettered = !parts.letters.is_empty();
        let mut resolver = Resolver::constants(names);
        let low = resolver.integer(&parts.low);
        let high = resolver.integer(&parts.high);
        self.diagnostics.append(&mut resolver.diagnostics);
        let (low, high) = (low?.to_usize(), high?.to_usize());
        match (low, high) {
            (Some(low), Some(high)) if (least..=high).contains(&low) && (1..=64).contains(&high) => {
                Some(Parts { low, high, differ: parts.differ, equal: parts.equal, lettered })
            }
            _ => {
                self.diagnostics.push(Diagnostic::error("part-count", parts.span, message));
                None
            }
        }
    }

    fn merge(&mut self, rule: &tree::Move, merge: &tree::Merge, names: Names<'_>) -> Option<MoveRule> {
        let mut resolver = Resolver::a_move(names, Vec::new(), false);
        let count = &merge.count;
        let number = resolver.integer(count);
        let merged = number.and_then(|number| number.to_usize());
        if let Some(merged) = merged
            && !(2..=self.most_heaps(names).max(2)).contains(&merged)
        {
            let message = format!("a move can merge between 2 and {} heaps", self.most_heaps(names).max(2));
            resolver.diagnostics.push(Diagnostic::error("heaps-merged", count.span, message));
        }
        self.rule(rule, resolver, merged.map(Deed::Merge), merge.condition.as_ref(), names)
    }

    fn replace(&mut self, rule: &tree::Move, replace: &tree::Replace, names: Names<'_>) -> Option<MoveRule> {
        let numbered = heap_letter(&replace.from.node, names);
        let from = match &numbered {
            Some(_) => Some(Selection::Count { low: 1, high: 1 }),
            None => self.selection(&replace.from, names),
        };
        let letter = match &replace.by.letter {
            None if !matches!(
                replace.by.set,
                tree::AmountSet::Value(tree::Expr { kind: tree::ExprKind::Name(_), .. })
            ) =>
            {
                "x".to_owned()
            }
            _ => letter_of(&replace.by, names),
        };
        let mut resolver = Resolver::a_move(names, vec![letter.clone()], true);
        resolver.number_letter = numbered;
        let set = amount_set(&mut resolver, &replace.by, &letter);
        if let Some(from) = &from
            && from.most(self.most_heaps(names)) > 1
        {
            self.diagnostics.push(
                Diagnostic::error("replace-several", replace.from.span, "a move replaces one heap")
                    .help("say `replace one heap`"),
            );
        }
        let deed = from.zip(set).map(|(from, set)| Deed::Replace(from, set));
        self.rule(rule, resolver, deed, replace.condition.as_ref(), names)
    }

    fn pass(&mut self, rule: &tree::Move, pass: &tree::Pass, names: Names<'_>) -> Option<MoveRule> {
        let resolver = Resolver::a_move(names, Vec::new(), false);
        let counted =
            |register: &super::Register| matches!(register.kind, RegisterKind::Passes | RegisterKind::OwnPasses);
        let register = pass.times.as_ref().and_then(|_| names.registers.iter().position(counted));
        self.rule(rule, resolver, Some(Deed::Pass(register)), pass.condition.as_ref(), names)
    }

    fn written(&mut self, rule: &tree::Move, written: &tree::Written, names: Names<'_>) -> Option<MoveRule> {
        let letters: Vec<String> = written.letters.iter().map(|(letter, _)| letter.node.clone()).collect();
        let mut resolver = Resolver::a_move(names, letters, false);
        let mut sets = Vec::new();
        for (_, items) in &written.letters {
            sets.push(match items {
                None => Some(AmountSet::Any),
                Some(items) => resolver.items(items).map(AmountSet::Items),
            });
        }
        let mut becomes = Vec::new();
        for assignment in &written.becomes {
            let size = resolver.number(&assignment.value);
            let name = &assignment.name.node;
            let heap = names.heap_names.and_then(|known| known.iter().position(|text| text.matches(name)));
            // The only heap may go by `h`.
            let heap = heap.or((names.heaps == 1 && name == "h").then_some(0));
            match heap {
                Some(heap) if becomes.iter().flatten().any(|(known, _): &(usize, Expr)| *known == heap) => {
                    let message = format!("`{name}` is given two new sizes");
                    resolver.diagnostics.push(Diagnostic::error("doubled-heap", assignment.name.span, message));
                }
                Some(heap) => becomes.push(size.map(|size| (heap, size))),
                None => {
                    let message = format!("there is no heap `{name}`");
                    let mut diagnostic = Diagnostic::error("no-such-heap", assignment.name.span, message);
                    diagnostic = match names.heap_names {
                        None => diagnostic.help("give the heaps names, as in `heaps a, b`"),
                        Some(known) => diagnostic.suggest(name, known.iter().flat_map(|text| text.wordings())),
                    };
                    resolver.diagnostics.push(diagnostic);
                    becomes.push(None);
                }
            }
        }
        let sets: Option<Vec<AmountSet>> = sets.into_iter().collect();
        if let Some(sets) = &sets {
            self.no_later_letter(sets, &resolver.letters);
        }
        let becomes: Option<Vec<(usize, Expr)>> = becomes.into_iter().collect();
        let deed = sets.zip(becomes).map(|(sets, becomes)| Deed::Written { sets, becomes });
        self.rule(rule, resolver, deed, written.condition.as_ref(), names)
    }

    /// `heap_limit` and `take_limit`: at most K heaps a move, at most m tokens from each.
    pub(super) fn shorthand(&mut self, body: &tree::Body, names: Names<'_>) -> Option<MoveRule> {
        let value = |name: &str| names.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        let span = body.heap_limit.as_ref().or(body.take_limit.as_ref()).map_or(Span::default(), |one| one.span);
        let high = match (value("K"), &body.heap_limit) {
            (Some(Value::Unlimited), _) => Some(names.heaps),
            (Some(value), Some(limit)) => {
                let mut resolver = Resolver::constants(names);
                let constant = tree::Expr { span: limit.span, ..limit.clone() };
                let whole = match value {
                    Value::Number(number) => number.to_integer(),
                    _ => resolver.integer(&constant),
                };
                self.diagnostics.append(&mut resolver.diagnostics);
                match whole {
                    Some(limit_value) => self.heap_count(limit_value.to_usize(), limit.span, names.heaps),
                    None => {
                        let message = "`heap_limit` must be a whole number or `unlimited`";
                        self.diagnostics.push(Diagnostic::error("not-whole", limit.span, message));
                        None
                    }
                }
            }
            _ if names.heaps == 1 => Some(1),
            _ => {
                self.diagnostics.push(
                    Diagnostic::error("missing-heap-limit", span, "from how many heaps may a move take?")
                        .help("add `heap_limit: 1` for one heap a move, or `heap_limit: unlimited`"),
                );
                None
            }
        };
        let set = match (value("m"), &body.take_limit) {
            (None | Some(Value::Unlimited), _) => Some(AmountSet::Any),
            (Some(value), limit) => {
                let span = limit.as_ref().map_or(span, |limit| limit.span);
                match value {
                    Value::Number(number)
                        if number.to_integer().is_some_and(|m| m.sign() == num_bigint::Sign::Plus) =>
                    {
                        let low = Expr::constant(Value::Number(Number::from(1)), span);
                        let high = Expr::constant(Value::Number(number.clone()), span);
                        Some(AmountSet::Items(vec![Item::Range(low, high)]))
                    }
                    _ => {
                        let message = "`take_limit` must be a whole number of at least 1, or `unlimited`";
                        self.diagnostics.push(Diagnostic::error("take-limit", span, message));
                        None
                    }
                }
            }
        };
        Some(MoveRule {
            name: None,
            first: false,
            deed: Deed::Take(Take {
                amounts: Amounts::Each(set?),
                from: Selection::Count { low: 1, high: high? },
                or_rest: false,
                split: None,
            }),
            letters: vec!["t".to_owned()],
            condition: None,
            then: Vec::new(),
            span,
        })
    }

    /// The most heaps that there can be: where heaps are split, as many as any game may have.
    fn most_heaps(&self, names: Names<'_>) -> usize {
        if self.splits { names.heaps.max(super::MAX_HEAPS) } else { names.heaps }
    }

    /// A number of heaps that a move may touch.
    fn heap_count(&mut self, count: Option<usize>, span: Span, heaps: usize) -> Option<usize> {
        match count {
            Some(count) if (1..=heaps).contains(&count) => Some(count),
            _ => {
                let message =
                    format!("a move can touch between 1 and {heaps} of the {}", plural(heaps, "heap", "heaps"));
                let message =
                    if heaps == 1 { "there is only one heap for a move to touch".to_owned() } else { message };
                let mut diagnostic = Diagnostic::error("heaps-touched", span, message);
                if count.is_some_and(|count| count > heaps) {
                    diagnostic = diagnostic.help(format!("write {heaps}, or `unlimited` for no limit"));
                }
                self.diagnostics.push(diagnostic);
                None
            }
        }
    }

    fn selection(&mut self, from: &Spanned<tree::Selection>, names: Names<'_>) -> Option<Selection> {
        let mut resolver = Resolver::constants(names);
        match &from.node {
            tree::Selection::Any => Some(Selection::Count { low: 1, high: self.most_heaps(names) }),
            tree::Selection::All { both } => {
                if *both && names.heaps != 2 {
                    let message = format!("`both heaps` in a game of {}", plural(names.heaps, "heap", "heaps"));
                    self.diagnostics.push(
                        Diagnostic::error("both-heaps", from.span, message)
                            .help("say `all heaps`, or `2 heaps` for any two of them"),
                    );
                    return None;
                }
                Some(match self.splits {
                    true => Selection::All,
                    false => Selection::Count { low: names.heaps, high: names.heaps },
                })
            }
            tree::Selection::Count { low, high } => {
                let low_value = resolver.integer(low);
                let high_value = match resolver.resolve(high) {
                    Some((high, _)) if high.is_unlimited() => Some(self.most_heaps(names).into()),
                    Some(_) => resolver.integer(high),
                    None => None,
                };
                self.diagnostics.append(&mut resolver.diagnostics);
                let low_count = self.heap_count(low_value?.to_usize(), low.span, self.most_heaps(names));
                let high_value = high_value?;
                let high_count = if low == high {
                    low_count
                } else {
                    self.heap_count(high_value.to_usize(), high.span, self.most_heaps(names))
                };
                let (low_count, high_count) = (low_count?, high_count?);
                if low_count > high_count {
                    let message = format!("no number is at least {low_count} and at most {high_count}");
                    self.diagnostics.push(Diagnostic::error("empty-range", from.span, message));
                    return None;
                }
                Some(Selection::Count { low: low_count, high: high_count })
            }
            tree::Selection::Largest => Some(Selection::Largest),
            tree::Selection::Smallest => Some(Selection::Smallest),
            tree::Selection::First => Some(Selection::First),
            tree::Selection::Last => Some(Selection::Last),
            tree::Selection::Ends => Some(Selection::Ends),
            // Taking from an empty heap is no move, so that empty heaps need not be told apart.
            tree::Selection::Every { .. } => Some(Selection::Every),
            tree::Selection::Adjacent { low, high, circle } => {
                let count = Spanned::new(tree::Selection::Count { low: low.clone(), high: high.clone() }, from.span);
                match self.selection(&count, names)? {
                    Selection::Count { low, high } => Some(Selection::Adjacent { low, high, circle: *circle }),
                    other => Some(other),
                }
            }
            tree::Selection::These(heaps) => {
                let mut chosen = Vec::new();
                for heap in heaps {
                    let named = match &heap.kind {
                        tree::ExprKind::Name(name) => {
                            names.heap_names.and_then(|known| known.iter().position(|text| text.matches(name)))
                        }
                        _ => None,
                    };
                    let found = match named {
                        Some(heap) => Some(heap),
                        None => {
                            let value = resolver.integer(heap);
                            self.diagnostics.append(&mut resolver.diagnostics);
                            let number = value?.to_usize().filter(|number| (1..=names.heaps).contains(number));
                            if number.is_none() {
                                let message = format!(
                                    "there is no such heap: the game has {}",
                                    plural(names.heaps, "heap", "heaps")
                                );
                                self.diagnostics.push(Diagnostic::error("no-such-heap", heap.span, message));
                            }
                            number.map(|number| number - 1)
                        }
                    };
                    let found = found?;
                    if chosen.contains(&found) {
                        self.diagnostics.push(Diagnostic::error("doubled-heap", heap.span, "this heap is named twice"));
                        return None;
                    }
                    chosen.push(found);
                }
                chosen.sort_unstable();
                Some(Selection::These(chosen))
            }
        }
    }

    /// A letter of a move that is written out may be bounded by those before it.
    fn no_later_letter(&mut self, sets: &[AmountSet], letters: &[String]) {
        for (at, set) in sets.iter().enumerate() {
            let AmountSet::Items(items) = set else { continue };
            for part in items.iter().flat_map(Item::parts) {
                let later = (at..letters.len()).find(|later| part.mentions(|slot| slot == Slot::Letter(*later)));
                let Some(later) = later else { continue };
                let (letter, of) = (&letters[at], &letters[later]);
                let (message, help) = match later == at {
                    true => (
                        format!("`{letter}` is told by itself"),
                        format!("put what must hold for `{letter}` into a condition behind `where`"),
                    ),
                    false => (
                        format!("`{letter}` is told by `{of}`, which comes later"),
                        format!("let `{of}` come before `{letter}`"),
                    ),
                };
                self.diagnostics.push(Diagnostic::error("letter-order", part.span, message).help(help));
            }
        }
    }

    /// The amounts that there are cannot be told by the amount itself.
    fn no_amount_by_itself(&mut self, set: &AmountSet, letter: &str) {
        let by_letter = |part: &&Expr| part.mentions(|slot| slot == Slot::Letter(0));
        let part = match set {
            AmountSet::Any => None,
            AmountSet::Items(items) => items.iter().flat_map(Item::parts).find(by_letter),
            AmountSet::Values { value, .. } => Some(value).filter(by_letter),
        };
        if let Some(part) = part {
            let message = format!("`{letter}` is the amount of a move, and this says which amounts there are");
            self.diagnostics.push(
                Diagnostic::error("amount-by-itself", part.span, message)
                    .help(format!("put what must hold for `{letter}` into a condition, as in `where {letter} <= 3`")),
            );
        }
    }

    /// Warns of a move that no position allows, as far as constants tell.
    fn warn_of_empty(&mut self, rule: &MoveRule) {
        let one = Number::from(1);
        let never = |item: &Item| match item {
            Item::Value(value) => value.as_number().is_some_and(|value| *value < one),
            Item::Range(low, high) => match (low.as_number(), high.as_number()) {
                (Some(low), Some(high)) => low > high || *high < one,
                (None, Some(high)) => *high < one,
                _ => false,
            },
        };
        let set = match &rule.deed {
            Deed::Take(take) if !take.or_rest => take.amounts.set(),
            Deed::Shift(shift) => Some(&shift.amounts),
            _ => None,
        };
        let dead = match set {
            Some(AmountSet::Items(items)) => items.iter().all(never),
            _ => false,
        };
        let refused = matches!(rule.condition, Some(Expr { kind: ExprKind::Constant(Value::Bool(false)), .. }));
        if dead || refused {
            let message = "this move can never be made";
            let label = if dead { "no amount of at least 1 is left" } else { "its condition never holds" };
            self.diagnostics.push(Diagnostic::warning("dead-move", rule.span, message).label(label));
        }
    }
}

/// In `take k*min from … where k >= 1` the condition is one on the letter of the amounts, and belongs to them.
fn with_own_letters(mut deed: Deed, condition: Option<Expr>) -> (Deed, Option<Expr>) {
    let set = match &mut deed {
        Deed::Take(Take { amounts: Amounts::Each(set) | Amounts::Same(set) | Amounts::Total(set), .. }) => Some(set),
        Deed::Shift(shift) => Some(&mut shift.amounts),
        Deed::Replace(_, set) => Some(set),
        _ => None,
    };
    if let (Some(AmountSet::Values { letters, conditions, .. }), Some(own)) = (set, &condition)
        && own.mentions(|slot| matches!(slot, Slot::Letter(letter) if letters.contains(&letter)))
    {
        conditions.push(own.clone());
        return (deed, None);
    }
    (deed, condition)
}

/// The letter that numbers the heap in `heap i`, where nothing else defines it.
fn heap_letter(from: &tree::Selection, names: Names<'_>) -> Option<String> {
    let tree::Selection::These(heaps) = from else { return None };
    let [tree::Expr { kind: tree::ExprKind::Name(name), .. }] = heaps.as_slice() else { return None };
    let named = names.heap_names.is_some_and(|known| known.iter().any(|text| text.matches(name)));
    let parameter = names.parameters.iter().any(|(known, _)| known == name);
    (!named && !parameter && name.chars().count() == 1).then(|| name.clone())
}

/// The letter by which a rule speaks of an amount.
fn letter_of(amount: &tree::Amount, names: Names<'_>) -> String {
    if let Some(letter) = &amount.letter {
        return letter.node.clone();
    }
    if let tree::AmountSet::Value(tree::Expr { kind: tree::ExprKind::Name(name), .. }) = &amount.set
        && !Resolver::a_move(names, Vec::new(), true).knows(name)
    {
        return name.clone();
    }
    let taken = names.parameters.iter().any(|(known, _)| known == "t");
    if taken { "s".to_owned() } else { "t".to_owned() }
}

/// A set of amounts. Letters of an expression that nothing defines run over the natural numbers.
fn amount_set(resolver: &mut Resolver<'_>, amount: &tree::Amount, letter: &str) -> Option<AmountSet> {
    match &amount.set {
        tree::AmountSet::Any => Some(AmountSet::Any),
        tree::AmountSet::Value(tree::Expr { kind: tree::ExprKind::Name(name), .. }) if name == letter => {
            Some(AmountSet::Any)
        }
        tree::AmountSet::Value(value) => {
            let known = resolver.letters.len();
            resolver.free_letters = true;
            let found = resolver.bound(value);
            resolver.free_letters = false;
            let value = found?;
            let letters: Vec<usize> = (known..resolver.letters.len()).collect();
            Some(if !letters.is_empty() {
                // The rule's condition says what holds for these letters, and is checked with them.
                AmountSet::Values { value, letters, conditions: Vec::new() }
            } else if value.is_unlimited() {
                AmountSet::Any
            } else {
                AmountSet::Items(vec![Item::Value(value)])
            })
        }
        tree::AmountSet::Comprehension(value, conditions) => {
            let known = resolver.letters.len();
            resolver.free_letters = true;
            let value = resolver.number(value);
            let conditions: Vec<Option<Expr>> =
                conditions.iter().map(|condition| resolver.condition(condition)).collect();
            resolver.free_letters = false;
            let letters = (known..resolver.letters.len()).collect();
            // The letters are the set's own.
            for letter in &mut resolver.letters[known..] {
                letter.clear();
            }
            let conditions = conditions.into_iter().collect::<Option<_>>()?;
            Some(AmountSet::Values { value: value?, letters, conditions })
        }
        tree::AmountSet::Range(low, high) => {
            let (low, high) = (resolver.number(low), resolver.bound(high));
            Some(AmountSet::Items(vec![Item::Range(low?, high?)]))
        }
        tree::AmountSet::Set(items) => resolver.items(items).map(AmountSet::Items),
    }
}
