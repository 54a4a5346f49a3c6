//! The values under `claims` to claims.

use super::game::{Reader, first_line, part};
use super::keys;
use super::node::{Node, Value};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::syntax::grammar::Rule;
use crate::syntax::tree::{Claim, ClaimBody};

impl Reader<'_> {
    /// A claim: a text, or keys.
    pub(super) fn claim(self, node: &Node) -> Option<Claim> {
        let Value::Map(entries) = &node.value else {
            let what = "a claim such as `P when nimsum = 0`";
            let body =
                self.parse(node, Rule::claim_text, what, |b, pairs| b.claim_body(part(pairs, Rule::claim_body)?));
            return Some(Claim { name: None, within: None, body: body?, span: node.span });
        };
        let mut name = None;
        let mut within = None;
        let mut bodies: Vec<(Span, Option<ClaimBody>)> = Vec::new();
        for (key, value) in entries {
            match key.text() {
                "name" => name = self.text(value),
                "within" => within = Some(self.condition(value)),
                "losing" => bodies.push((key.span, self.families(value))),
                "losing when" => bodies.push((key.span, self.condition(value).map(ClaimBody::When))),
                "grundy" => {
                    let what = "a value such as `h mod 4`";
                    bodies
                        .push((key.span, self.parse(value, Rule::grundy_text, what, |b, pairs| b.grundy_text(pairs))));
                }
                "period" => {
                    let what = "a period such as `7` or `12 from 71`";
                    bodies
                        .push((key.span, self.parse(value, Rule::period_text, what, |b, pairs| b.period_text(pairs))));
                }
                _ => self.unknown_key(key, &keys::names(&keys::CLAIM), "a claim"),
            }
        }
        let help =
            "a claim has one of `losing` (positions), `losing when` (a condition), `grundy` (a value) or `period`";
        if let [(first, _), (second, _), ..] = bodies.as_slice() {
            let diagnostic = Diagnostic::error("duplicate-key", *second, "a claim says one thing");
            return self.problems.fail(diagnostic.label("said again").related(*first, "first said here").help(help));
        }
        // A claim whose `within` went wrong would claim too much.
        let within = match within {
            Some(condition) => Some(condition?),
            None => None,
        };
        match bodies.pop() {
            Some((_, body)) => Some(Claim { name, within, body: body?, span: node.span }),
            None => {
                let diagnostic = Diagnostic::error("missing-key", first_line(node), "this claim claims nothing");
                self.problems.fail(diagnostic.help(help))
            }
        }
    }

    /// The positions under `losing`.
    fn families(self, node: &Node) -> Option<ClaimBody> {
        let what = "positions such as `(0, n, n) for n >= 2`";
        self.parse(node, Rule::families_text, what, |b, pairs| b.families(pairs)).map(ClaimBody::Families)
    }
}
