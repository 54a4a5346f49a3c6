//! Grundy values.

use crate::graph::MoveGraph;

/// The Grundy value of each vertex: the mex of the values of its options, for normal play.
///
/// `None` where play can go round in circles, so that no such values are defined.
///
/// # Complexity
///
/// Proportional to positions and moves.
///
/// # References
///
/// R. P. Sprague, *Über mathematische Kampfspiele*, Tohoku Mathematical Journal 41 (1935), 438–444; P. M. Grundy,
/// *Mathematics and games*, Eureka 2 (1939), 6–8.
pub fn grundy(graph: &MoveGraph) -> Option<Vec<u32>> {
    let order = graph.options_first()?;
    let mut values = vec![0; graph.len()];
    // `seen[g]` is the number, from 1, of the latest vertex with an option of value g.
    let mut seen: Vec<usize> = Vec::new();
    for (at, vertex) in order.into_iter().enumerate() {
        let stamp = at + 1;
        let mut count = 0;
        for option in graph.options(vertex) {
            let value = values[option] as usize;
            if seen.len() <= value {
                seen.resize(value + 1, 0);
            }
            seen[value] = stamp;
            count += 1;
        }
        values[vertex] = (0..=count).find(|value| seen.get(*value) != Some(&stamp)).unwrap_or(count) as u32;
    }
    Some(values)
}
