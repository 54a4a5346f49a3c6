//! Closed forms that are found, proved and checked.

use bouton::check::{Checked, check, read, visits};
use bouton::proof::{Claim, Order, Rules, SignatureClaim};
use bouton::prove::{Effort, Found, prove};
use bouton::rules::facts::Facts;
use bouton::rules::{Choices, Ruleset, lower};
use bouton::source::Source;
use bouton::syntax::parse;

/// The general game: K heaps a move, m tokens from each.
fn general(heaps: usize, touched: usize, most: u64, play: &str) -> String {
    format!("game \"General\" {{ heaps {heaps} heap_limit {touched} take_limit {most} play {play} }}")
}

fn rules(source: &str) -> Ruleset {
    let parsed = parse(&Source::new("sample", source));
    let lowered = lower(&parsed.file.games[0], &Choices::default());
    lowered.rules.unwrap_or_else(|| panic!("{source}: {:?} {:?}", parsed.diagnostics, lowered.diagnostics))
}

fn search(source: &str, effort: Effort) -> Found {
    let rules = rules(source);
    let mut file = Rules { source: source.to_owned(), variant: None, set: Vec::new(), digest: String::new() };
    file.digest = file.computed_digest();
    prove(&rules, &Facts::of(&rules), &file, effort).unwrap_or_else(|rejection| panic!("{source}: {rejection}"))
}

fn proved(source: &str) -> (Box<Checked>, SignatureClaim) {
    match search(source, Effort::default()) {
        Found::Proved(checked) => match &checked.certificate().claim {
            Claim::Signatures(claim) => {
                let claim = claim.clone();
                (checked, claim)
            }
            other => panic!("{source}: {other:?}"),
        },
        Found::Nothing(tried) => panic!("{source}: {tried:?}"),
    }
}

#[test]
fn times() {
    let mut all = vec![(2, 1, 100, "normal"), (1, 1, 28, "normal")];
    for n in 3..=5 {
        for k in 1..n {
            for m in 1..=4 {
                for play in ["normal", "misere"] {
                    all.push((n, k, m, play));
                }
            }
        }
    }
    for (n, k, m, play) in all {
        let source = general(n, k, m, play);
        let began = std::time::Instant::now();
        let found = search(&source, Effort::default());
        let took = began.elapsed();
        match found {
            Found::Proved(checked) => {
                let text = serde_json::to_string(checked.certificate()).unwrap();
                let visits = visits(checked.certificate());
                let again = read(&text).and_then(check);
                assert!(again.is_ok());
                let Claim::Signatures(claim) = &checked.certificate().claim else { panic!() };
                println!(
                    "{n} {k} {m} {play}: {took:?} p={} q={} c={} {:?} {} classes, {} bytes, visits {visits:?}",
                    claim.modulus,
                    claim.threshold,
                    claim.closeness,
                    claim.order,
                    claim.p_signatures.len(),
                    text.len()
                );
                let _ = Order::InPlace;
            }
            Found::Nothing(tried) => println!("{n} {k} {m} {play}: {took:?} {tried:?}"),
        }
    }
}

#[test]
fn x() {
    proved(&general(2, 1, 1, "normal"));
}
