//! What a position holds beside the heaps, from what the rules speak of.

use super::{Lowering, Register};
use crate::diagnostics::Diagnostic;
use crate::rules::resolve::{Names, Resolver};
use crate::rules::ruleset::RegisterKind;
use crate::source::Span;
use crate::syntax::tree;
use num_traits::ToPrimitive;

impl Lowering {
    /// The registers of a game, in the order in which positions hold them; or `None` after diagnostics.
    pub(super) fn registers(&mut self, body: &tree::Body, names: Names<'_>) -> Option<Vec<Register>> {
        let mut registers = Vec::new();
        let mut add = |name: &str, kind: RegisterKind, initial: u64| {
            registers.push(Register { name: name.to_owned(), kind, initial });
        };
        if speaks_of(body, "prev") {
            add("prev", RegisterKind::Previous, 0);
        }
        if speaks_of(body, "prev_heap") {
            add("prev_heap", RegisterKind::PreviousHeap, 0);
        }
        if let Some(tally) = &body.tally {
            let modulus = match &tally.node {
                None => None,
                Some(modulus) => Some(self.positive(modulus, names)?),
            };
            add("own", RegisterKind::Own(modulus), 0);
            add("other", RegisterKind::Other(modulus), 0);
        }
        let mut passes = 0;
        for rule in &body.moves {
            let tree::MoveBody::Pass(tree::Pass { times: Some(times), each_player, .. }) = &rule.body else { continue };
            passes += 1;
            if passes > 1 {
                let message = "passes are counted by two rules";
                self.diagnostics.push(Diagnostic::error("two-passes", rule.span, message).help("keep one of them"));
                return None;
            }
            let times = self.positive(times, names)?;
            if *each_player {
                add("own_passes", RegisterKind::OwnPasses, times);
                add("other_passes", RegisterKind::OtherPasses, times);
            } else {
                add("passes", RegisterKind::Passes, times);
            }
        }
        if body.moves.iter().any(|rule| rule.first) {
            add("begun", RegisterKind::Begun, 0);
        }
        for remembered in &body.remembered {
            let modulus = match &remembered.modulus {
                None => None,
                Some(modulus) => Some(self.positive(modulus, names)?),
            };
            let initial = self.natural(&remembered.initial, names)?;
            let name = &remembered.name.node;
            let taken = registers.iter().any(|register: &Register| register.name == *name)
                || names.parameters.iter().any(|(known, _)| known == name)
                || names.heap_names.is_some_and(|known| known.iter().any(|text| text.matches(name)))
                || super::RESERVED.contains(&name.as_str());
            if taken {
                let message = format!("`{name}` already means something else");
                self.diagnostics.push(Diagnostic::error("doubled-name", remembered.name.span, message));
                return None;
            }
            registers.push(Register { name: name.clone(), kind: RegisterKind::Remembered(modulus), initial });
        }
        Some(registers)
    }

    fn positive(&mut self, expr: &tree::Expr, names: Names<'_>) -> Option<u64> {
        let value = self.natural(expr, names)?;
        if value == 0 {
            self.diagnostics.push(Diagnostic::error("not-positive", expr.span, "this must be at least 1"));
            return None;
        }
        Some(value)
    }

    fn natural(&mut self, expr: &tree::Expr, names: Names<'_>) -> Option<u64> {
        let mut resolver = Resolver::constants(names);
        let value = resolver.integer(expr);
        self.diagnostics.append(&mut resolver.diagnostics);
        let value = value?.to_u64();
        if value.is_none() {
            let message = "this must be a natural number of at most 19 digits";
            self.diagnostics.push(Diagnostic::error("not-natural", expr.span, message));
        }
        value
    }
}

/// Whether a game's moves and conditions use a name.
fn speaks_of(body: &tree::Body, name: &str) -> bool {
    let mut found = false;
    let mut look = |expr: &tree::Expr| found |= matches!(&expr.kind, tree::ExprKind::Name(known) if known == name);
    for rule in &body.moves {
        rule.walk(&mut look);
    }
    for condition in [&body.keeping, &body.end, &body.wins].into_iter().flatten() {
        condition.walk(&mut look);
    }
    found
}

/// Where a code's digit stands, for an error.
pub(super) fn within(span: Span, at: usize) -> Span {
    let start = (span.start + at).min(span.end);
    Span::new(start, span.end)
}
