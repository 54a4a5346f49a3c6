//! Trees without their places, by which two texts are told to say the same.

use super::tree::{
    Amount, AmountSet, Amounts, Assignment, BinaryOp, Binder, Body, Claim, ClaimBody, Expr, ExprKind, Family, File,
    Game, Heaps, Let, Merge, Move, MoveBody, Parts, Pass, Period, Play, Register, Replace, Scatter, Selection,
    Sequence, SetItem, Shift, Split, Take, Target, Variant, Written,
};
use crate::source::{Span, Spanned};
use crate::text::Text;
use num_bigint::BigUint;

/// Whether two trees are the same but for the places of what they hold.
pub(super) fn same<T: Erase + Clone + PartialEq>(left: &T, right: &T) -> bool {
    let (mut left, mut right) = (left.clone(), right.clone());
    left.erase();
    right.erase();
    left == right
}

/// What may hold places.
pub(super) trait Erase {
    /// Puts the empty span in the place of each.
    fn erase(&mut self);
}

impl Erase for Span {
    fn erase(&mut self) {
        *self = Span::default();
    }
}

impl<T: Erase> Erase for Spanned<T> {
    fn erase(&mut self) {
        self.node.erase();
        self.span.erase();
    }
}

impl<T: Erase> Erase for Option<T> {
    fn erase(&mut self) {
        self.iter_mut().for_each(Erase::erase);
    }
}

impl<T: Erase> Erase for Vec<T> {
    fn erase(&mut self) {
        self.iter_mut().for_each(Erase::erase);
    }
}

impl<T: Erase> Erase for Box<T> {
    fn erase(&mut self) {
        (**self).erase();
    }
}

impl<A: Erase, B: Erase> Erase for (A, B) {
    fn erase(&mut self) {
        self.0.erase();
        self.1.erase();
    }
}

/// Types that hold no place.
macro_rules! without_places {
    ($($type:ident)*) => { $(impl Erase for $type { fn erase(&mut self) {} })* };
}

without_places! { bool String Text BigUint Play BinaryOp }

/// Types each of whose fields may hold places. None can be forgotten.
macro_rules! fields {
    ($($type:ident { $($field:ident),* })*) => {
        $(impl Erase for $type {
            fn erase(&mut self) {
                let $type { $($field),* } = self;
                $($field.erase();)*
            }
        })*
    };
}

fields! {
    File { games }
    Game { name, body, variants, claims, references, span }
    Variant { name, body, span }
    Body {
        heaps, lets, heap_limit, take_limit, moves, play, start, keeping, end, wins, tally, remembered, octal
    }
    Register { name, initial, modulus }
    Let { name, value }
    Move { name, first, body, then, span }
    Assignment { name, value }
    Shift { amount, from, to, condition }
    Split { from, parts, condition }
    Scatter { from, parts, condition }
    Parts { low, high, letters, differ, equal, span }
    Merge { count, condition }
    Replace { from, by, condition }
    Pass { times, each_player, condition }
    Written { letters, condition, becomes }
    Take { amounts, from, condition, or_rest, then_split }
    Amount { letter, set, span }
    Claim { name, within, body, span }
    Family { entries, conditions, sequences, span }
    Period { period, saltus, from }
    Sequence { name, index, value }
    Expr { kind, span }
    Binder { conditions }
}

impl Erase for Heaps {
    fn erase(&mut self) {
        match self {
            Heaps::Count(count) => count.erase(),
            Heaps::Named(names) => names.erase(),
        }
    }
}

impl Erase for MoveBody {
    fn erase(&mut self) {
        match self {
            MoveBody::Take(body) => body.erase(),
            MoveBody::Shift(body) => body.erase(),
            MoveBody::Split(body) => body.erase(),
            MoveBody::Scatter(body) => body.erase(),
            MoveBody::Merge(body) => body.erase(),
            MoveBody::Replace(body) => body.erase(),
            MoveBody::Pass(body) => body.erase(),
            MoveBody::Written(body) => body.erase(),
        }
    }
}

impl Erase for Target {
    fn erase(&mut self) {
        match self {
            Target::Another { .. } => {}
            Target::Heap(heap) => heap.erase(),
        }
    }
}

impl Erase for Amounts {
    fn erase(&mut self) {
        match self {
            Amounts::Each(amount) | Amounts::Same(amount) | Amounts::Total(amount) => amount.erase(),
            Amounts::Letters(letters) => letters.erase(),
        }
    }
}

impl Erase for AmountSet {
    fn erase(&mut self) {
        match self {
            AmountSet::Any => {}
            AmountSet::Range(low, high) => {
                low.erase();
                high.erase();
            }
            AmountSet::Set(items) => items.erase(),
            AmountSet::Comprehension(value, conditions) => {
                value.erase();
                conditions.erase();
            }
            AmountSet::Value(value) => value.erase(),
        }
    }
}

impl Erase for SetItem {
    fn erase(&mut self) {
        match self {
            SetItem::Value(value) => value.erase(),
            SetItem::Range(low, high) => {
                low.erase();
                high.erase();
            }
        }
    }
}

impl Erase for Selection {
    fn erase(&mut self) {
        match self {
            Selection::Count { low, high } | Selection::Adjacent { low, high, circle: _ } => {
                low.erase();
                high.erase();
            }
            Selection::These(heaps) => heaps.erase(),
            Selection::Any
            | Selection::All { .. }
            | Selection::Largest
            | Selection::Smallest
            | Selection::First
            | Selection::Last
            | Selection::Ends
            | Selection::Every { .. } => {}
        }
    }
}

impl Erase for ClaimBody {
    fn erase(&mut self) {
        match self {
            ClaimBody::Families(families) => families.erase(),
            ClaimBody::When(condition) => condition.erase(),
            ClaimBody::Period(period) => period.erase(),
            ClaimBody::Grundy(letter, value) => {
                letter.erase();
                value.erase();
            }
        }
    }
}

impl Erase for ExprKind {
    fn erase(&mut self) {
        match self {
            ExprKind::Int(_) | ExprKind::Name(_) | ExprKind::Unlimited => {}
            ExprKind::Neg(x) | ExprKind::Not(x) => x.erase(),
            ExprKind::Binary(_, x, y) | ExprKind::Index(x, y) => {
                x.erase();
                y.erase();
            }
            ExprKind::Chain(operands, _) | ExprKind::List(operands) => operands.erase(),
            ExprKind::Call(name, arguments, binder) => {
                name.erase();
                arguments.erase();
                binder.erase();
            }
            ExprKind::In(x, items) => {
                x.erase();
                items.erase();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn file(text: &str) -> File {
        let parsed = crate::syntax::parse(&Source::new("a.game", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.file
    }

    #[test]
    fn white_space_makes_no_difference_and_meaning_does() {
        let nim = file("game \"Nim\" { heaps 3 move take any from one heap }");
        assert!(!same(&nim, &file("game \"Nim\" { heaps 3 move take any from one heap where 1 = 1 }")));
        assert!(same(&nim, &file("game \"Nim\"\n{\n heaps 3\n move take any\nfrom one heap }")));
        assert!(!same(&nim, &file("game \"Nim\" { heaps 4 move take any from one heap }")));
    }
}
