//! Certificates of other kinds than windows: periods of Grundy values, and strategies from one start.

mod common;

use bouton::check::library::citations;
use bouton::check::{Checked, check, read};
use bouton::game::Position;
use bouton::graph::{Budget, MoveGraph};
use bouton::pipeline;
use bouton::proof::{Certificate, Citation, Claim, Step, Winner};
use bouton::prove::{Effort, Found, cite, prove, prove_start};
use bouton::rules::Choices;
use bouton::rules::facts::Facts;
use bouton::solve::{Outcome, grundy, solve};
use bouton::source::Source;
use common::rule_text::{origin, rules};

fn game(body: &str) -> String {
    format!("game \"Sample\" {{ {body} }}")
}

/// Rules of every kind, with a start.
const KINDS: [(&str, &[u64]); 15] = [
    ("heaps 3 move take any from one heap", &[2, 3, 4]),
    ("heaps 3 move take any from one heap play misere", &[1, 2, 3]),
    ("heaps 2 move take any from one heap move take the same any from both heaps", &[4, 6]),
    ("heaps 2 move take 1..floor(h/2) from one heap", &[6, 7]),
    ("heaps 1 first move take 1..h-1 from one heap move take 1..2*prev from one heap", &[12]),
    ("heaps 1 move take 1..5 from one heap where t != prev", &[12]),
    ("heaps 4 move move any from heap i to heap i-1 where i >= 2 move take any from heap 1", &[1, 2, 1, 2]),
    ("heaps 1 move take 1..2 from one heap, then may split it in 2", &[8]),
    ("heaps 1 move split one heap in 2 where parts differ", &[8]),
    ("heaps 3 move take any from one heap move pass once, not when sum = 0", &[1, 2, 3]),
    ("heaps a, b move with k >= 1 where b - k >= a + k: a := a + k, b := b - k end when b - a <= 1", &[1, 9]),
    ("heaps 1 tally mod 2 wins when own mod 2 = 0 move take 1..3 from one heap", &[9]),
    ("heaps 3 move merge 2 heaps move take 1 from one heap", &[1, 2, 2]),
    ("heaps 1 remember c = 0 mod 3 move take 1..2 from one heap where t != c then c := t", &[8]),
    ("heaps 1 move take 2 from one heap move pass where h >= 2 and h mod 4 = 1", &[6]),
];

fn strategy(source: &str, start: &[u64]) -> Option<Checked> {
    let rules = rules(source);
    let start = Position::new(start);
    prove_start(&rules, &Facts::of(&rules), &origin(source), &start, &Budget::default(), &mut ()).expect("it is small")
}

#[test]
fn strategies_are_proved_from_every_start_that_is_won() {
    for (body, start) in KINDS {
        let source = game(body);
        let ruleset = rules(&source);
        let root = Position::new(start);
        let graph =
            MoveGraph::explore(&ruleset, &Facts::of(&ruleset), [root.clone()], &Budget::default(), &mut ()).unwrap();
        let outcome = solve(&graph).outcome(graph.find(&root).unwrap());
        match (strategy(&source, start), outcome) {
            (None, Outcome::Draw) => {}
            (Some(checked), Outcome::P | Outcome::N) => {
                let Claim::Outcome(claim) = &checked.certificate().claim else { panic!("{source}") };
                assert_eq!(claim.winner == Winner::First, outcome == Outcome::N, "{source}");
                let text = serde_json::to_string(checked.certificate()).unwrap();
                assert!(read(&text).and_then(check).is_ok(), "{source}");
            }
            (found, outcome) => panic!("{source}: {outcome} and {found:?}"),
        }
    }
}

#[test]
fn mutated_strategies_are_rejected() {
    let mut rejected = 0;
    for (body, start) in KINDS {
        let Some(checked) = strategy(&game(body), start) else { continue };
        let original = checked.certificate();
        let Claim::Outcome(claim) = &original.claim else { panic!("{body}") };
        let [Step::Strategy { lines }] = original.steps.as_slice() else { panic!("{body}") };
        let mut reject = |certificate: Certificate, what: &str| {
            assert_ne!(&certificate, original, "{what}");
            let result = check(certificate);
            assert!(result.is_err(), "{body}: accepted after {what}");
            rejected += 1;
        };
        let with = |lines| Certificate { steps: vec![Step::Strategy { lines }], ..original.clone() };
        let mut turned = claim.clone();
        turned.winner = if claim.winner == Winner::First { Winner::Second } else { Winner::First };
        reject(Certificate { claim: Claim::Outcome(turned), ..original.clone() }, "turning the winner");
        reject(Certificate { steps: Vec::new(), ..original.clone() }, "dropping the step");
        let mut other = claim.clone();
        other.start.sizes.push(1);
        reject(Certificate { claim: Claim::Outcome(other), ..original.clone() }, "another number of heaps");
        for at in 0..lines.len() {
            let mut fewer = lines.clone();
            fewer.remove(at);
            reject(with(fewer), "dropping a line");
            let mut twice = lines.clone();
            twice.push(lines[at].clone());
            reject(with(twice), "doubling a line");
            let mut moved = lines.clone();
            moved[at].position.sizes[0] += 1;
            reject(with(moved), "moving a line");
            for reply in 0..lines[at].replies.len() {
                let mut fewer = lines.clone();
                fewer[at].replies.remove(reply);
                reject(with(fewer), "dropping an answer");
                let mut silent = lines.clone();
                if silent[at].replies[reply].1.take().is_some() {
                    reject(with(silent), "leaving a move without an answer");
                }
                let mut bad = lines.clone();
                bad[at].replies[reply].1 = Some(lines[at].position.clone());
                reject(with(bad), "an answer that is no move or does not lower the rank");
                let mut bad = lines.clone();
                bad[at].replies[reply].0.sizes[0] += 1;
                reject(with(bad), "an answer to another move");
            }
            if lines[at].replies.iter().any(|(_, answer)| answer.is_some()) {
                let mut flat = lines.clone();
                flat[at].rank = 0;
                reject(with(flat), "a rank that does not fall");
            }
        }
    }
    assert!(rejected >= 500, "{rejected} mutations");
}

fn period(source: &str) -> Checked {
    let rules = rules(source);
    match prove(&rules, &Facts::of(&rules), &origin(source), Effort { positions: 2000, attempts: 2, cases: false }) {
        Ok(Found::Proved(checked)) => *checked,
        other => panic!("{source}: {other:?}"),
    }
}

/// A row a game: its rules, the first size of the period and the period.
///
/// Kayles and Dawson's Kayles: Guy and Smith 1956; the others: Winning Ways, chapter 4.
const PERIODS: [(&str, u64, u64); 5] = [
    ("heaps 1 octal \"0.77\"", 71, 12),
    ("heaps 1 octal \"0.07\"", 53, 34),
    ("heaps 1 octal \"0.137\"", 52, 34),
    ("heaps 3 octal \"0.156\"", 3479, 349),
    ("heaps 2 octal \"0.3\"", 0, 2),
];

#[test]
fn periods_are_proved() {
    for (body, preperiod, length) in PERIODS.into_iter().filter(|(_, preperiod, _)| *preperiod < 1000) {
        let checked = period(&game(body));
        let Claim::PeriodicValues(claim) = &checked.certificate().claim else {
            // A window proves more plainly what it can.
            continue;
        };
        assert_eq!((claim.preperiod, claim.period), (preperiod, length), "{body}");
        let rules = rules(&game(body));
        let root = Position::new(vec![40; 1]);
        let graph =
            MoveGraph::explore(&rules, &Facts::of(&rules), [root.clone()], &Budget::default(), &mut ()).unwrap();
        assert_eq!(claim.value(40), Some(grundy(&graph).unwrap()[graph.find(&root).unwrap()]), "{body}");
    }
}

#[test]
fn mutated_periods_are_rejected() {
    let checked = period(&game("heaps 1 octal \"0.77\""));
    let original = checked.certificate();
    let Claim::PeriodicValues(claim) = &original.claim else { panic!("{original:?}") };
    let [Step::Period { computed }] = original.steps.as_slice() else { panic!("{original:?}") };
    let reject = |certificate: Certificate, what: &str| {
        assert_ne!(&certificate, original, "{what}");
        assert!(check(certificate).is_err(), "accepted after {what}");
    };
    for at in 0..claim.values.len() {
        for value in [claim.values[at] + 1, claim.values[at] ^ 1, u32::MAX] {
            let mut mutated = claim.clone();
            mutated.values[at] = value;
            reject(Certificate { claim: Claim::PeriodicValues(mutated), ..original.clone() }, "changing a value");
        }
    }
    for (preperiod, length) in [(70, 12), (71, 11), (71, 0), (72, 12), (u64::MAX, 1), (0, 83), (71, 24)] {
        let mut mutated = claim.clone();
        (mutated.preperiod, mutated.period) = (preperiod, length);
        reject(Certificate { claim: Claim::PeriodicValues(mutated), ..original.clone() }, "changing the period");
    }
    for computed in [computed - 1, 0, u64::MAX] {
        reject(Certificate { steps: vec![Step::Period { computed }], ..original.clone() }, "changing the bound");
    }
    for body in ["heaps 1 octal \"0.76\"", "heaps 1 octal \"0.77\" play misere", "heaps 1 octal \"0.777\""] {
        reject(Certificate { rules: origin(&game(body)), ..original.clone() }, "giving the rules of another game");
    }
}

/// Theorems whose periods are proved, so that they are not cited.
const BY_PERIOD: [&str; 2] = ["subtraction-period", "octal-period"];

#[test]
fn theorems_of_the_library_are_cited_and_the_rules_meet_their_hypotheses() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let mut certificates: Vec<Certificate> = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "game" && ending != "yaml") {
            continue;
        }
        let parsed = pipeline::parse(Source::read(&path).unwrap()).unwrap();
        for variant in std::iter::once(None).chain(parsed.variants(None).into_iter().map(Some)) {
            for game in parsed.load(None, &Choices { variant, set: Vec::new() }).unwrap().games {
                let names: Vec<&str> = game.theorems.iter().map(|theorem| theorem.id()).collect();
                let cited: Vec<String> = citations(&game.rules).into_iter().map(|one| one.theorem).collect();
                let wanted: Vec<&&str> = names.iter().filter(|name| !BY_PERIOD.contains(*name)).collect();
                assert_eq!(
                    cited.iter().map(String::as_str).collect::<Vec<_>>(),
                    wanted.into_iter().copied().collect::<Vec<_>>(),
                    "{path:?}"
                );
                let Some(checked) = cite(&game.rules, game.origin.as_ref().unwrap()) else { continue };
                let text = serde_json::to_string(checked.certificate()).unwrap();
                assert!(read(&text).and_then(check).is_ok(), "{text}");
                certificates.push(checked.certificate().clone());
            }
        }
    }
    assert!(certificates.len() > 20, "{}", certificates.len());
    let mut rejected = 0;
    let mut reject = |certificate: Certificate| {
        assert!(check(certificate.clone()).is_err(), "{certificate:?}");
        rejected += 1;
    };
    for (at, original) in certificates.iter().enumerate() {
        let Claim::Cited(citation) = &original.claim else { panic!("{original:?}") };
        reject(Certificate { steps: Vec::new(), ..original.clone() });
        for (other_at, other) in certificates.iter().enumerate() {
            if other_at != at && other.claim != original.claim {
                reject(Certificate { claim: other.claim.clone(), ..original.clone() });
            }
        }
        for letter in citation.parameters.keys() {
            let mut mutated = Citation::clone(citation);
            mutated.parameters.insert(letter.clone(), "77".to_owned());
            reject(Certificate { claim: Claim::Cited(mutated.clone()), ..original.clone() });
            mutated.parameters.remove(letter);
            reject(Certificate { claim: Claim::Cited(mutated), ..original.clone() });
        }
    }
    assert!(rejected > 300, "{rejected} mutations");
}
