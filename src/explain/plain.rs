//! Moves in plain English, for the output of commands: `take 1 from red and 2 from white`.

use super::moves::{HeapRef, MoveInWords};

/// A move in plain English.
pub fn text(told: &MoveInWords) -> String {
    match (told.kind, told.heaps.as_slice()) {
        ("take", _) => {
            let taken = told.taken.iter().map(|taken| format!("{} from {}", taken.amount, heap(&taken.heap)));
            let taken = taken.collect::<Vec<_>>().join(" and ");
            match told.parts.is_empty() {
                true => format!("take {taken}"),
                false => format!("take {taken} and split the rest into {}", told.parts.join(" and ")),
            }
        }
        ("shift", [from, to]) => format!("shift {} from {} to {}", told.amount, heap(from), heap(to)),
        ("split", [one]) => format!("split {} into {}", heap(one), told.parts.join(" and ")),
        ("merge", heaps) => format!("merge {}", heaps.iter().map(heap).collect::<Vec<_>>().join(" and ")),
        ("become", _) => {
            let new = |one: &super::moves::NewSize| format!("{} to {}", heap(&one.heap), one.after);
            format!("change {}", told.becomes.iter().map(new).collect::<Vec<_>>().join(" and "))
        }
        _ => "pass".to_owned(),
    }
}

fn heap(heap: &HeapRef) -> String {
    match (&heap.name, &heap.of) {
        (Some(name), _) => name.clone(),
        (None, Some(size)) if heap.several => format!("a heap of {size}"),
        (None, Some(size)) => format!("the heap of {size}"),
        (None, None) if heap.alone => "the heap".to_owned(),
        (None, None) => format!("heap {}", heap.number),
    }
}
