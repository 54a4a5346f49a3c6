//! What can be read off the rules before anything is solved.

use super::expr::Slot;
use super::removals::Removals;
use super::ruleset::{Amounts, Deed, Place, RegisterKind, Ruleset, Selection};

/// Facts about a game that decide how it is solved, listed and explained.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Whether the rules treat all heaps alike, so that positions may be listed with heaps ascending.
    pub alike: bool,
    /// Whether every move touches exactly one heap, so that the game is a sum of its heaps.
    pub one_heap: bool,
    /// Whether the number of heaps changes and empty heaps mean nothing, so that positions are listed without them.
    pub without_empty: bool,
    /// The allowed removals in normal form, where they have one.
    pub removals: Option<Removals>,
}

impl Facts {
    /// The facts of the rules.
    pub fn of(rules: &Ruleset) -> Facts {
        let removals = Removals::of(rules);
        let alike = (rules.heaps == 1 && !rules.heaps_vary())
            || alike_as_written(rules)
            || removals.as_ref().is_some_and(Removals::alike);
        let single = |selection: &Selection| {
            matches!(selection, Selection::Count { high: 1, .. })
                || matches!(selection, Selection::These(these) if these.len() == 1)
        };
        let of_one_heap = |slot: Slot| matches!(slot, Slot::Size | Slot::Number | Slot::Letter(_));
        let one_heap = rules.is_plain()
            && rules.moves.iter().all(|rule| {
                let single = match &rule.deed {
                    Deed::Take(take) => single(&take.from),
                    Deed::Split(from, _) | Deed::Scatter(from, _) | Deed::Replace(from, _) => single(from),
                    Deed::Shift(_) | Deed::Merge(_) | Deed::Pass(_) | Deed::Written { .. } => false,
                };
                single && !rule.expressions().any(|part| part.mentions(|slot| !of_one_heap(slot)))
            });
        let without_empty = alike && rules.heaps_vary() && !minds_empty_heaps(rules);
        Facts { alike, one_heap, without_empty, removals }
    }
}

/// Whether a rule can tell a position from the same one without its empty heaps: by the smallest heap, by all heaps, or
/// because something is put on an empty heap.
fn minds_empty_heaps(rules: &Ruleset) -> bool {
    let by_smallest = |slot: Slot| slot == Slot::Min;
    let of_all = [&rules.keeping, &rules.end, &rules.wins];
    of_all.into_iter().flatten().any(|condition| condition.mentions(by_smallest))
        || rules.moves.iter().any(|rule| {
            let minds = match &rule.deed {
                Deed::Take(take) => take.from == Selection::All,
                Deed::Shift(shift) => !shift.onto_tokens,
                Deed::Replace(from, _) => matches!(from, Selection::Count { .. } | Selection::All),
                Deed::Split(..) | Deed::Scatter(..) | Deed::Merge(_) | Deed::Pass(_) => false,
                Deed::Written { .. } => true,
            };
            minds || rule.expressions().any(|part| part.mentions(by_smallest))
        })
}

/// Whether no rule names a heap, counts heaps, or gives letters to heaps in order.
fn alike_as_written(rules: &Ruleset) -> bool {
    let in_order = |selection: &Selection| {
        matches!(
            selection,
            Selection::These(_) | Selection::First | Selection::Last | Selection::Ends | Selection::Adjacent { .. }
        )
    };
    let by_number = |slot: Slot| matches!(slot, Slot::Number | Slot::Heap(_));
    let of_all = [&rules.keeping, &rules.end, &rules.wins];
    rules.registers.iter().all(|register| register.kind != RegisterKind::PreviousHeap)
        && !of_all.into_iter().flatten().any(|condition| condition.mentions(by_number))
        && rules.moves.iter().all(|rule| {
            let alike = match &rule.deed {
                Deed::Take(take) => {
                    !in_order(&take.from) && !matches!(take.amounts, Amounts::Letters(count) if count > 1)
                }
                Deed::Shift(shift) => shift.from == Place::Any && shift.to == Place::Any,
                Deed::Split(from, _) | Deed::Scatter(from, _) | Deed::Replace(from, _) => !in_order(from),
                Deed::Merge(_) | Deed::Pass(_) => true,
                Deed::Written { .. } => false,
            };
            alike && !rule.expressions().any(|part| part.mentions(by_number))
        })
}
