//! Move graphs as pictures, in the language of Graphviz.

use super::{MoveGraph, Vertex};
use std::fmt::Write;

/// The graph in the dot language; `is_p` says which vertices are P-positions, drawn filled and with a double border.
///
/// With `winning_only`, of the moves from an N-position only those to P-positions are drawn.
///
/// # Complexity
///
/// Proportional to positions and moves.
pub fn dot(graph: &MoveGraph, title: &str, is_p: &dyn Fn(Vertex) -> bool, winning_only: bool) -> String {
    let mut text = String::new();
    let quoted: String = title
        .chars()
        .map(|c| match c {
            '"' => "\\\"".to_owned(),
            '\\' => "\\\\".to_owned(),
            c if c.is_control() => " ".to_owned(),
            c => c.to_string(),
        })
        .collect();
    let _ = writeln!(text, "digraph \"{quoted}\" {{");
    text.push_str("  node [shape=box, style=rounded, fontname=\"Helvetica\"];\n");
    for vertex in 0..graph.len() {
        let look = if is_p(vertex) { ", style=\"rounded,filled\", fillcolor=\"#d9e8fb\", peripheries=2" } else { "" };
        let _ = writeln!(text, "  {vertex} [label=\"{}\"{look}];", graph.position(vertex));
    }
    for vertex in 0..graph.len() {
        for option in graph.options(vertex) {
            let winning = is_p(option);
            if winning {
                let _ = writeln!(text, "  {vertex} -> {option} [penwidth=2];");
            } else if !winning_only || is_p(vertex) {
                let _ = writeln!(text, "  {vertex} -> {option} [color=gray60];");
            }
        }
    }
    text.push_str("}\n");
    text
}
