//! Games proved by cases, and the certificates as they are written and read.

use super::*;
use crate::check::{Checked, check, read};
use crate::proof::{Certificate, Claim, FORMAT, Rules};
use crate::rules::removals::Removals;
use crate::rules::{Choices, lower};
use crate::source::Source;
use crate::syntax::parse;

fn rules(body: &str) -> Rules {
    let source = format!("game \"test\" {{ {body} }}");
    let mut rules = Rules { source, variant: None, set: Vec::new(), digest: String::new() };
    rules.digest = rules.computed_digest();
    rules
}

fn moves(rules: &Rules) -> (Boxes, Play) {
    let parsed = parse(&Source::new("test.game", rules.source.as_str()));
    let lowered = lower(&parsed.file.games[0], &Choices::default()).rules.expect("rules without mistakes");
    (Removals::of(&lowered).as_ref().and_then(Boxes::of).expect("boxes"), lowered.play)
}

/// Finds families and their proof, writes the certificate, reads it back and has it checked.
fn proved(body: &str, scope: Option<u64>) -> Checked {
    let rules = rules(body);
    let (boxes, play) = moves(&rules);
    let started = std::time::Instant::now();
    let (claim, steps) = find(&boxes, play, scope, Effort::default()).expect("families with their proof");
    let certificate = Certificate { format: FORMAT.to_owned(), rules, claim: Claim::Families(claim), steps };
    let text = serde_json::to_string(&certificate).unwrap();
    eprintln!("{body} {scope:?}: {} bytes, {:?}", text.len(), started.elapsed());
    check(read(&text).unwrap()).unwrap_or_else(|rejection| panic!("{rejection}\n{text}"))
}

fn families(checked: &Checked) -> Vec<String> {
    let Claim::Families(claim) = &checked.certificate().claim else { panic!("a claim by families") };
    let in_words = |family: &Vec<Affine>| {
        format!("({})", family.iter().map(Affine::to_string).collect::<Vec<_>>().join(", "))
    };
    claim.families.iter().map(in_words).collect()
}

#[test]
fn slices_of_the_three_colour_game() {
    for scope in 0..=3 {
        eprintln!("{:?}", families(&proved("heaps 3 move take any from one heap play misere", Some(scope))));
    }
}
