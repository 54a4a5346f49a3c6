//! What can be read off the rules before anything is solved.

use super::expr::Slot;
use super::removals::Removals;
use super::ruleset::{Amounts, Ruleset, Selection};

/// Facts about a game that decide how it is solved, listed and explained.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Whether the rules treat all heaps alike, so that positions may be listed with heaps ascending.
    pub alike: bool,
    /// Whether every move touches exactly one heap, so that the game is a sum of its heaps.
    pub one_heap: bool,
    /// The allowed removals in normal form, where they have one.
    pub removals: Option<Removals>,
}

impl Facts {
    /// The facts of the rules.
    pub fn of(rules: &Ruleset) -> Facts {
        let removals = Removals::of(rules);
        let alike = rules.heaps == 1 || alike_as_written(rules) || removals.as_ref().is_some_and(Removals::alike);
        let one_heap = rules.moves.iter().all(|rule| match &rule.from {
            Selection::Count { high, .. } => *high == 1,
            Selection::These(heaps) => heaps.len() == 1,
        });
        Facts { alike, one_heap, removals }
    }
}

/// Whether no rule names a heap, counts heaps, or gives letters to heaps in order.
fn alike_as_written(rules: &Ruleset) -> bool {
    rules.moves.iter().all(|rule| {
        !matches!(rule.from, Selection::These(_))
            && !matches!(rule.amounts, Amounts::Letters(count) if count > 1)
            && !rule.expressions().any(|part| part.mentions(|slot| matches!(slot, Slot::Number | Slot::Heap(_))))
    })
}
