//! Claims as pieces.

use super::writer::{Writer, ends};
use crate::source::Span;
use crate::syntax::tree::{Claim, ClaimBody, Family, Period};

impl Writer<'_> {
    /// A statement of the rule language: a claim with its name and its `within`.
    pub(super) fn claim_statement(&mut self, claim: &Claim) {
        self.text("claim");
        if let Some(name) = &claim.name {
            self.text(" ");
            self.name(&name.node);
        }
        if let Some(within) = &claim.within {
            self.end(ends::PART, within.span.start);
            self.text("within ");
            self.condition(within);
        }
        self.text(":");
        self.end(ends::BODY, body_start(&claim.body));
        self.claim_body(&claim.body);
    }

    /// What a claim says.
    pub(super) fn claim_body(&mut self, body: &ClaimBody) {
        match body {
            ClaimBody::Families(families) => {
                self.text("P = ");
                self.families(families);
            }
            ClaimBody::When(condition) => {
                self.text("P when ");
                self.condition(condition);
            }
            ClaimBody::Grundy(letter, value) => {
                self.text(&format!("grundy({}) = ", letter.node));
                self.condition(value);
            }
            ClaimBody::Period(period) => {
                self.text("grundy has period ");
                self.period(period);
            }
        }
    }

    /// A period, its saltus, and where it starts.
    pub(super) fn period(&mut self, period: &Period) {
        self.tight(&period.period);
        for (words, number) in [(" with saltus ", &period.saltus), (" from ", &period.from)] {
            if let Some(number) = number {
                self.text(words);
                self.tight(number);
            }
        }
    }

    /// Families with `|` between them. A `for` or `where` stands behind the family behind which the author wrote it,
    /// since it is about all families before.
    pub(super) fn families(&mut self, families: &[Family]) {
        let conditions = shared(families, |family| &family.conditions, |condition| condition.span);
        let sequences = shared(families, |family| &family.sequences, |sequence| sequence.name.span);
        for (at, family) in families.iter().enumerate() {
            if at > 0 {
                self.end(ends::PART, family.span.start);
                self.text("| ");
            }
            self.position(&family.entries);
            if let Some(first) = conditions[at].first() {
                self.end(ends::AND, first.span.start);
                self.text("for ");
                self.list(&conditions[at], |one| one.span.start, |writer, one| writer.condition(one));
            }
            if let Some(first) = sequences[at].first() {
                self.end(ends::CLAUSE, first.name.span.start);
                self.text("where ");
                self.list(
                    &sequences[at],
                    |one| one.name.span.start,
                    |writer, one| {
                        writer.text(&format!("{}[{}] = ", one.name.node, one.index.node));
                        writer.condition(&one.value);
                    },
                );
            }
        }
    }
}

/// For each family what the file says about it and those before it: of the things that families share, those that stand
/// between it and the next.
fn shared<'t, T>(
    families: &'t [Family],
    things: impl Fn(&'t Family) -> &'t Vec<T>,
    place: impl Fn(&T) -> Span,
) -> Vec<Vec<&'t T>> {
    let mut said: Vec<&T> = families.iter().flat_map(things).collect();
    said.sort_by_key(|thing| place(thing));
    said.dedup_by_key(|thing| place(thing));
    let mut behind: Vec<Vec<&T>> = families.iter().map(|_| Vec::new()).collect();
    for thing in said {
        let family = families.partition_point(|family| family.span.start < place(thing).start);
        behind[family.saturating_sub(1)].push(thing);
    }
    behind
}

/// Where what is claimed starts.
fn body_start(body: &ClaimBody) -> usize {
    match body {
        ClaimBody::Families(families) => families.first().map_or(0, |family| family.span.start),
        ClaimBody::When(condition) => condition.span.start,
        ClaimBody::Grundy(letter, _) => letter.span.start,
        ClaimBody::Period(period) => period.period.span.start,
    }
}
