//! Moves as pieces.

use super::writer::{Writer, ends, joined};
use crate::syntax::moves::letter_of;
use crate::syntax::tree::{
    Amount, AmountSet, Amounts, Assignment, BinaryOp, Expr, ExprKind, Move, MoveBody, Parts, Pass, Scatter, Selection,
    Shift, Split, Take, Target, Written,
};
use num_bigint::BigUint;

impl Writer<'_> {
    /// A statement of the rule language: a move with its name, whose body starts at a place of the file.
    pub(super) fn move_statement(&mut self, found: &Move, body: usize) {
        let bare_pass = matches!(found.body, MoveBody::Pass(_)) && !found.first && found.name.is_none();
        if !bare_pass {
            self.text(if found.first { "first move " } else { "move " });
        }
        if let Some(name) = &found.name {
            self.name(&name.node);
            self.end(ends::BODY, body);
        }
        self.move_text(found);
    }

    /// What a move does.
    pub(super) fn move_text(&mut self, found: &Move) {
        match &found.body {
            MoveBody::Take(take) => self.take(take),
            MoveBody::Shift(shift) => self.shift(shift),
            MoveBody::Split(split) => self.split(split),
            MoveBody::Scatter(scatter) => self.scatter(scatter),
            MoveBody::Merge(merge) => {
                self.text("merge ");
                self.tight(&merge.count);
                self.text(" heaps");
                self.where_clause(merge.condition.as_ref());
            }
            MoveBody::Replace(replace) => {
                self.text("replace ");
                self.selection(&replace.from.node, false);
                self.text(" by ");
                self.amount(&replace.by);
                self.where_clause(replace.condition.as_ref());
            }
            MoveBody::Pass(pass) => self.pass(pass),
            MoveBody::Written(written) => self.written(written),
        }
        if let Some(first) = found.then.first() {
            self.text(",");
            self.end(ends::CLAUSE, first.name.span.start);
            self.text("then ");
            self.assignments(&found.then);
        }
    }

    fn take(&mut self, take: &Take) {
        self.text("take ");
        match &take.amounts {
            Amounts::Each(amount) => self.amount(amount),
            Amounts::Same(amount) => {
                self.text("the same ");
                self.amount(amount);
            }
            Amounts::Letters(letters) => self.letters(letters.iter().map(|letter| letter.node.as_str())),
            Amounts::Total(amount) => {
                self.amount(amount);
                self.text(" in total");
            }
        }
        if take.or_rest {
            self.text(" or all that is left");
        }
        self.end(ends::OR, take.from.span.start);
        self.text("from ");
        self.selection(&take.from.node, matches!(take.amounts, Amounts::Each(_)));
        self.where_clause(take.condition.as_ref());
        if let Some((parts, may)) = &take.then_split {
            self.text(",");
            self.end(ends::CLAUSE, parts.span.start);
            self.text(if *may { "then may split it " } else { "then split it " });
            self.parts(parts, None);
        }
    }

    fn shift(&mut self, shift: &Shift) {
        self.text("move ");
        self.amount(&shift.amount);
        self.text(" from ");
        match &shift.from {
            None => self.text("one heap"),
            Some(heap) => {
                self.text("heap ");
                self.tight(heap);
            }
        }
        match &shift.to {
            Target::Another { non_empty } => {
                self.text(if *non_empty { " to another non-empty heap" } else { " to another heap" });
            }
            Target::Heap(heap) => {
                self.text(" to heap ");
                self.tight(heap);
            }
        }
        self.where_clause(shift.condition.as_ref());
    }

    fn split(&mut self, split: &Split) {
        self.text("split ");
        self.selection(&split.from.node, false);
        self.text(" ");
        self.parts(&split.parts, split.condition.as_ref());
    }

    fn scatter(&mut self, scatter: &Scatter) {
        self.text("replace ");
        self.selection(&scatter.from.node, false);
        self.text(" by ");
        self.count(&scatter.parts.low, &scatter.parts.high);
        self.text(" smaller heaps");
        self.parts_where(&scatter.parts, scatter.condition.as_ref());
    }

    /// How a heap is divided, and what must hold.
    fn parts(&mut self, parts: &Parts, condition: Option<&Expr>) {
        if parts.letters.is_empty() {
            self.text("in ");
            self.count(&parts.low, &parts.high);
        } else {
            self.text("into ");
            self.letters(parts.letters.iter().map(|letter| letter.node.as_str()));
        }
        self.parts_where(parts, condition);
    }

    /// What must hold for the parts of a heap, and for the heap.
    fn parts_where(&mut self, parts: &Parts, condition: Option<&Expr>) {
        let words = match (parts.differ, parts.equal) {
            (true, _) => "parts differ",
            (_, true) => "parts equal",
            _ => return self.where_clause(condition),
        };
        self.text(&format!(" where {words}"));
        if let Some(condition) = condition {
            self.text(",");
            self.end(ends::AND, condition.span.start);
            self.joined_conditions(condition);
        }
    }

    fn pass(&mut self, pass: &Pass) {
        self.text(if pass.each_player { "each player may pass" } else { "pass" });
        match &pass.times {
            None => {}
            Some(times) if is(times, 1) => self.text(" once"),
            Some(times) if is(times, 2) => self.text(" twice"),
            Some(times) => {
                self.text(" ");
                self.tight(times);
                self.text(" times");
            }
        }
        match pass.condition.as_ref().map(|condition| &condition.kind) {
            Some(ExprKind::Not(not)) => {
                self.text(",");
                self.end(ends::CLAUSE, not.span.start);
                self.text("not when ");
                self.joined_conditions(not);
            }
            _ => self.where_clause(pass.condition.as_ref()),
        }
    }

    fn written(&mut self, written: &Written) {
        let conditions: Vec<&Expr> = written.condition.as_ref().map(joined).unwrap_or_default();
        // What the letters are introduced by: the conditions about them that come first.
        let mut introduced = 0;
        let mut used = 0;
        let mut entries: Vec<Entry> = Vec::new();
        for condition in &conditions {
            let about = letter_of(condition).filter(|_| !matches!(condition.kind, ExprKind::In(..)));
            let Some(place) =
                about.and_then(|about| written.letters.iter().position(|(letter, _)| letter.node == about.node))
            else {
                break;
            };
            if place >= introduced {
                let bare = if written.letters[place].1.is_some() { place + 1 } else { place };
                entries.extend((introduced..bare).map(Entry::Letter));
                introduced = place + 1;
            }
            entries.push(Entry::Condition(condition));
            used += 1;
        }
        entries.extend((introduced..written.letters.len()).map(Entry::Letter));
        if !entries.is_empty() {
            self.text("with ");
            let start = |entry: &Entry| match entry {
                Entry::Letter(place) => written.letters[*place].0.span.start,
                Entry::Condition(condition) => condition.span.start,
            };
            self.list(&entries, start, |writer, entry| match entry {
                Entry::Condition(condition) => writer.condition(condition),
                Entry::Letter(place) => {
                    let (letter, set) = &written.letters[*place];
                    writer.text(&letter.node);
                    if let Some(items) = set {
                        writer.text(" in ");
                        writer.membership(items);
                    }
                }
            });
        }
        let rest = &conditions[used..];
        if let Some(first) = rest.first() {
            if !entries.is_empty() {
                self.end(ends::CLAUSE, first.span.start);
            }
            self.text("where ");
            self.row(rest);
        }
        if !entries.is_empty() || !rest.is_empty() {
            self.text(":");
            if let Some(first) = written.becomes.first() {
                self.end(ends::PART, first.name.span.start);
            }
        }
        self.assignments(&written.becomes);
    }

    fn assignments(&mut self, assignments: &[Assignment]) {
        self.list(
            assignments,
            |one| one.name.span.start,
            |writer, one| {
                writer.text(&format!("{} := ", one.name.node));
                writer.number(&one.value);
            },
        );
    }

    /// A `where` behind what it is about.
    fn where_clause(&mut self, condition: Option<&Expr>) {
        if let Some(condition) = condition {
            self.end(ends::CLAUSE, condition.span.start);
            self.text("where ");
            self.joined_conditions(condition);
        }
    }

    /// A condition that may be written as several with commas between them.
    pub(super) fn joined_conditions(&mut self, condition: &Expr) {
        self.row(&joined(condition));
    }

    /// Conditions that must all hold. A comma stands where an `and` would need parentheses.
    fn row(&mut self, conditions: &[&Expr]) {
        let commas = conditions.iter().skip(1).any(|one| matches!(one.kind, ExprKind::Binary(BinaryOp::And, ..)));
        for (at, condition) in conditions.iter().enumerate() {
            if at > 0 {
                self.text(if commas { "," } else { "" });
                self.end(ends::AND, condition.span.start);
            }
            if commas || conditions.len() == 1 {
                self.condition(condition);
            } else {
                self.text(if at > 0 { "and " } else { "" });
                self.conjunct(condition);
            }
        }
    }

    fn letters<'l>(&mut self, letters: impl Iterator<Item = &'l str>) {
        self.text(&letters.collect::<Vec<_>>().join(", "));
    }

    /// A set of numbers, with its letter.
    fn amount(&mut self, amount: &Amount) {
        if let Some(letter) = &amount.letter {
            self.text(&format!("{} in ", letter.node));
        }
        match &amount.set {
            AmountSet::Any => self.text("any"),
            AmountSet::Range(low, high) => self.range(low, high),
            AmountSet::Set(items) => self.set(items),
            AmountSet::Comprehension(value, conditions) => self.comprehension(value, conditions),
            AmountSet::Value(value) => self.tight(value),
        }
    }

    /// Which heaps; with `each`, so that several heaps cannot be taken for a total.
    fn selection(&mut self, selection: &Selection, each: bool) {
        match selection {
            Selection::Count { low, high } if is(low, 1) && is(high, 1) => self.text("one heap"),
            Selection::Count { low, high } => {
                self.text(if each { "each of " } else { "" });
                self.count(low, high);
                self.text(" heaps");
            }
            Selection::Adjacent { low, high, circle } => {
                self.text(if each { "each of " } else { "" });
                self.count(low, high);
                self.text(" adjacent heaps");
                self.text(if *circle { " in a circle" } else { "" });
            }
            Selection::Any => self.text("any heaps"),
            Selection::All { both: true } => self.text("both heaps"),
            Selection::All { both: false } => self.text("all heaps"),
            Selection::These(heaps) => {
                self.text(if heaps.len() == 1 { "heap " } else { "heaps " });
                self.list(heaps, |heap| heap.span.start, |writer, heap| writer.tight(heap));
            }
            Selection::Largest => self.text("the largest heap"),
            Selection::Smallest => self.text("the smallest heap"),
            Selection::First => self.text("the first heap"),
            Selection::Last => self.text("the last heap"),
            Selection::Ends => self.text("either end"),
            Selection::Every { non_empty: false } => self.text("every heap"),
            Selection::Every { non_empty: true } => self.text("every non-empty heap"),
        }
    }
}

/// What stands behind `with`.
enum Entry<'t> {
    /// The letter with this number, and its set.
    Letter(usize),
    /// A condition about a letter.
    Condition(&'t Expr),
}

/// Whether an expression is that numeral.
fn is(expr: &Expr, number: u8) -> bool {
    matches!(&expr.kind, ExprKind::Int(value) if *value == BigUint::from(number))
}
