//! The normal form of a game's rules: a text that depends on the rules alone.
//!
//! Comments, names of games and moves, the start, claims, references and variants that are not played are left out;
//! parameters have the values that were chosen; what is left is printed in the rule language, kind by kind. Files that differ
//! in form, order and layout thus have the same normal form, and a reader can see at once what a proof is about.

use super::expr::Value;
use super::lower::{Choices, lower, merge, variant_of};
use crate::source::{Span, Spanned};
use crate::syntax::print_game;
use crate::syntax::tree::{Expr, ExprKind, Game, Heaps};
use num_bigint::{BigInt, Sign};

/// The normal form of a game with the choices applied; nothing where the rules have errors.
///
/// # Examples
///
/// ```
/// use bouton::rules::{Choices, normal_form};
/// use bouton::source::Source;
/// use bouton::syntax::parse;
///
/// let text = "# Nim\nplay: misere\nheap_limit: 1 # one heap\nheaps: 3\nstart: [3, 5, 7]\n";
/// let parsed = parse(&Source::new("nim.yaml", text));
/// let normal = normal_form(&parsed.file.games[0], &Choices::default());
/// assert_eq!(normal.unwrap(), "game {\n  heaps 3\n  heap_limit 1\n  play misere\n}\n");
/// ```
pub fn normal_form(game: &Game, choices: &Choices) -> Option<String> {
    let rules = lower(game, choices).rules?;
    let variant = choices.variant.as_ref().and_then(|name| variant_of(game, name));
    let mut body = merge(&game.body, variant.map(|variant| &variant.body));
    for (name, value) in &choices.set {
        let value = setting(value)?;
        for one in body.lets.iter_mut().filter(|one| one.name.node == *name) {
            one.value = value.clone();
        }
        let limit = match name.as_str() {
            "K" => &mut body.heap_limit,
            "m" => &mut body.take_limit,
            _ => continue,
        };
        limit.iter_mut().for_each(|limit| *limit = value.clone());
    }
    if let Some(Spanned { node: Heaps::Count(count), .. }) = &mut body.heaps {
        *count = integer(&BigInt::from(rules.heaps));
    }
    body.moves.iter_mut().for_each(|one| one.name = None);
    body.start = None;
    let normal =
        Game { name: None, body, variants: Vec::new(), claims: Vec::new(), references: Vec::new(), ..game.clone() };
    print_game(&normal).ok()
}

/// A value of a parameter that is set from outside a file, as an expression.
fn setting(value: &Value) -> Option<Expr> {
    match value {
        Value::Unlimited => Some(unplaced(ExprKind::Unlimited)),
        Value::Number(number) => number.to_integer().map(|number| integer(&number)),
        Value::Bool(_) | Value::List(_) => None,
    }
}

fn integer(number: &BigInt) -> Expr {
    let size = unplaced(ExprKind::Int(number.magnitude().clone()));
    if number.sign() == Sign::Minus { unplaced(ExprKind::Neg(Box::new(size))) } else { size }
}

fn unplaced(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}
