//! Closed forms that are found, proved and checked, by finite windows.

mod common;

use bouton::check::window::window;
use bouton::check::{Checked, check, read, visits};
use bouton::game::{Position, moves};
use bouton::pattern::conjecture::{ColumnSums, Conjecture, FloorPairs, RepeatingValues};
use bouton::proof::{Certificate, Claim, Order, Signature, SignatureClaim, Step};
use bouton::prove::{Effort, Found, conjecture, prove, theorem_of};
use bouton::rules::Ruleset;
use bouton::rules::boxes::{AmountBox, Boxes, Interval};
use bouton::rules::facts::Facts;
use bouton::solve::DenseTable;
use bouton::syntax::tree::Play;
use common::rule_text::{origin, rules};
use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The general game: K heaps a move, m tokens from each.
fn general(heaps: usize, touched: usize, most: u64, play: &str) -> String {
    format!("game \"General\" {{ heaps {heaps} heap_limit {touched} take_limit {most} play {play} }}")
}

fn search(source: &str) -> Found {
    let rules = rules(source);
    let effort = Effort { positions: 60_000, cases: false, ..Effort::default() };
    prove(&rules, &Facts::of(&rules), &origin(source), effort)
        .unwrap_or_else(|rejection| panic!("{source}: {rejection}"))
}

fn proved(source: &str) -> Checked {
    match search(source) {
        Found::Proved(checked) => *checked,
        Found::Nothing(tried) => panic!("{source}: {tried:?}"),
    }
}

fn signatures(checked: &Checked) -> &SignatureClaim {
    match &checked.certificate().claim {
        Claim::Signatures(claim) => claim,
        other => panic!("{other:?}"),
    }
}

fn boxes(rules: &Ruleset) -> Boxes {
    Facts::of(rules).removals.as_ref().and_then(Boxes::of).expect("the moves are boxes")
}

/// Whether a claim says of every position up to a size what the rules make of it.
fn is_true(claim: &SignatureClaim, boxes: &Boxes, play: Play, max: u64) -> bool {
    let table = DenseTable::new(boxes, play, max, false);
    let mut agrees = true;
    table.each(&mut |sizes, is_p| {
        let mut ordered = sizes.to_vec();
        if claim.order != Order::InPlace {
            ordered.sort_unstable();
        }
        agrees = claim.holds(&ordered) == is_p;
        agrees
    });
    agrees
}

fn check_against_brute_force(source: &str, max: u64) {
    let checked = proved(source);
    let rules = rules(source);
    assert!(is_true(signatures(&checked), &boxes(&rules), rules.play, max), "{source}: {:?}", signatures(&checked));
}

/// A row a game: n, K, m, play; the modulus, threshold and closeness of the closed form, and how many patterns it has.
#[test]
fn the_general_game_is_proved_where_it_must_be() {
    for (n, k, m, play, modulus, closeness, patterns) in [
        (1, 1, 28, "normal", 29, 0, 1),
        (2, 1, 10, "normal", 11, 0, 11),
        (3, 2, 10, "normal", 11, 0, 11),
        (4, 3, 3, "normal", 4, 0, 4),
        // n = K + 1: all heaps congruent.
        (3, 2, 4, "normal", 5, 0, 5),
        (5, 4, 2, "normal", 3, 0, 3),
        // All even, or the smallest even and the others odd.
        (4, 2, 1, "normal", 2, 0, 2),
        (3, 2, 1, "misere", 2, 1, 6),
        (3, 2, 2, "misere", 3, 1, 10),
        (3, 2, 3, "misere", 4, 1, 14),
        (4, 3, 1, "misere", 2, 1, 14),
        (5, 2, 1, "normal", 2, 0, 4),
        (5, 3, 1, "normal", 2, 0, 2),
        (5, 3, 2, "normal", 3, 1, 34),
    ] {
        let source = general(n, k, m, play);
        let checked = proved(&source);
        let claim = signatures(&checked);
        let found = (claim.modulus, claim.threshold, claim.closeness, claim.p_signatures.len());
        assert_eq!(found, (modulus, 0, closeness, patterns), "{source}");
        let max = [0, 150, 40, 24, 12, 8][n];
        let rules = rules(&source);
        assert!(is_true(claim, &boxes(&rules), rules.play, max), "{source}");
    }
    let claim = signatures(&proved(&general(4, 2, 1, "normal"))).clone();
    assert_eq!((claim.order, claim.p_signatures), (Order::BySize, vec![vec![0, 0, 0, 0], vec![0, 1, 1, 1]]));
}

/// What cannot be proved here is conjectured, and only where a much larger table agrees.
#[test]
fn conjectures_agree_with_larger_tables() {
    let conjectured = |body: &str| {
        let rules = rules(&format!("game {{ {body} }}"));
        let effort = Effort { positions: 8_000, ..Effort::default() };
        conjecture(&rules, &Facts::of(&rules), effort)
            .map(|found| (found.conjecture, found.found_up_to, found.tested_up_to))
    };
    let columns = |divisor, modulus, misere| Conjecture::ColumnSums(ColumnSums { divisor, modulus, misere });
    let golden = |from, others: &[(u64, u64)]| {
        Conjecture::FloorPairs(FloorPairs { from, difference: 1, others: others.to_vec() })
    };
    for (body, wanted) in [
        ("heaps 3 move take any from one heap", columns(2, None, false)),
        ("heaps 3 move take any from one heap play misere", columns(2, None, true)),
        ("heaps 4 move take any from each of 1..2 heaps", columns(3, None, false)),
        ("heaps 3 move take 1..4 from one heap", columns(2, Some(5), false)),
        ("heaps 2 move take any from one heap move take the same any from both heaps", golden(0, &[])),
        (
            "heaps 2 move take any from one heap move take the same any from both heaps play misere",
            golden(2, &[(0, 1), (2, 2)]),
        ),
    ] {
        let (found, found_up_to, tested_up_to) = conjectured(body).unwrap_or_else(|| panic!("{body}"));
        assert_eq!(found, wanted, "{body}");
        assert!(tested_up_to >= 2 * found_up_to, "{body}");
    }
    let (lasker, ..) =
        conjectured("heaps 2 move take any from one heap move split one heap in 2").expect("a conjecture");
    assert!(matches!(lasker, Conjecture::Values(RepeatingValues { preperiod: 1, period: 4, saltus: 4, .. })));
    // What is true of small positions alone is no conjecture; neither is what play without an end leaves open.
    for body in [
        "heaps 2 move take any from one heap move take the same 1..3 from both heaps where h >= 90",
        "heaps 2 move take s where is_square(s) from one heap",
        "heaps 2 move take any from one heap pass",
        "heaps 2 move take any from one heap pass once",
    ] {
        assert_eq!(conjectured(body), None, "{body}");
    }
}

/// Amounts that bound each other by a sum are a union of boxes all the same, and just the moves of the rules.
#[test]
fn bounded_sums_of_amounts_are_boxes() {
    for body in [
        "heaps 3 move take 1..4 in total from any heaps",
        "heaps 3 move take {2, 5} in total from any heaps",
        "heaps 2 move take a, b from both heaps where 2a + b <= 7",
        "heaps 2 move take a, b from both heaps where 2 <= a + b < 6, a != b",
        "heaps 3 move take a, b, c from all heaps where a + b + c <= 5, a < b + c",
        "heaps 3 move take 2..unlimited in total from any heaps move take 1 from one heap",
    ] {
        let rules = rules(&format!("game {{ {body} }}"));
        let boxes = boxes(&rules);
        let side: usize = 6;
        for number in 0..side.pow(rules.heaps as u32) {
            let sizes: Vec<u64> = (0..rules.heaps).map(|heap| (number / side.pow(heap as u32) % side) as u64).collect();
            let mut options = BTreeSet::new();
            let _ = boxes.each_option(&sizes, &mut |option| {
                options.insert(option.to_vec());
                ControlFlow::Continue(())
            });
            let listed = moves(&rules, &Position::new(sizes.as_slice()), usize::MAX).expect("the rules have a meaning");
            let listed: BTreeSet<Vec<u64>> = listed.into_iter().map(|one| one.to.sizes().to_vec()).collect();
            assert_eq!(options, listed, "{body} at {sizes:?}");
        }
    }
}

#[test]
fn other_rules_are_proved() {
    for (body, max) in [
        ("heaps 1 move take 1..3 from one heap play misere", 60),
        ("heaps 1 move take s in {2, 5} from one heap", 80),
        ("heaps 1 move take s in {1, 4, 9} from one heap play misere", 120),
        ("heaps 2 move take 1..2 from heap 1 move take 1..3 from heap 2", 40),
        ("heaps 2 move take 2 from heap 1 move take 1 from heap 2 play misere", 40),
        ("heaps 2 move take any from one heap", 40),
        ("heaps 2 move take any from one heap play misere", 40),
        ("heaps 3 move take any from each of 1..2 heaps", 18),
        ("heaps 3 move take any from each of 1..2 heaps play misere", 18),
        ("heaps 3 move take any from each of 1..3 heaps play misere", 18),
        ("heaps 2 move take 1..2 from one heap move take the same 1..2 from both heaps", 40),
        ("heaps 2 move take any from heap 1 move take 1..2 from heap 2", 40),
        ("heaps 2 move take 1..3 in total from any heaps", 40),
        ("heaps 3 move take 1..2 in total from any heaps", 16),
        ("heaps 2 move take 2..4 in total from any heaps play misere", 40),
        ("heaps 2 move take 1..2 in total from any heaps play misere", 40),
        ("heaps 2 move take a, b from both heaps where a <= 2 and b <= 2 and a - b <= 1 and b - a <= 0", 40),
    ] {
        check_against_brute_force(&format!("game \"Sample\" {{ {body} }}"), max);
    }
}

/// What no signature describes is not claimed.
#[test]
fn what_has_no_such_form_is_not_proved() {
    for body in [
        "heaps 3 move take any from one heap",
        "heaps 2 move take any from one heap move take the same any from both heaps",
        "heaps 1 move take 1..floor(h/2) from one heap",
    ] {
        assert!(matches!(search(&format!("game \"Sample\" {{ {body} }}")), Found::Nothing(_)), "{body}");
    }
}

/// Large positions are answered through the lemma, and a winning move wins.
#[test]
fn huge_positions_are_answered() {
    for source in [
        general(4, 2, 1, "normal"),
        general(3, 2, 3, "misere"),
        "game \"Sample\" { heaps 2 move take any from one heap play misere }".to_owned(),
        "game \"Sample\" { heaps 3 move take any from each of 1..2 heaps }".to_owned(),
        "game \"Sample\" { heaps 2 move take any from heap 1 move take 1..2 from heap 2 }".to_owned(),
    ] {
        let heaps = rules(&source).heaps;
        let theorem = theorem_of(proved(&source)).expect("it is about P-positions");
        let power = |exponent: u32| BigUint::from(10u32).pow(exponent);
        for seed in 0u32..40 {
            let position: Vec<BigUint> = (0..heaps as u32)
                .map(|heap| match (seed >> heap) % 3 {
                    0 => power(30 + heap) + seed * 7 + heap,
                    1 => power(30) + seed,
                    _ => BigUint::from(seed * 3 + heap),
                })
                .collect();
            let winning = theorem.winning_moves(&position, 5);
            assert_eq!(winning.options.is_empty(), theorem.is_p(&position), "{source} {position:?}");
            for option in winning.options {
                assert!(theorem.is_p(&option), "{source}: {position:?} -> {option:?}");
                assert!(option.iter().zip(&position).all(|(after, before)| after <= before) && option != position);
            }
        }
    }
}

fn random_boxes(heaps: usize) -> impl Strategy<Value = Boxes> {
    let interval = (1u64..4, prop::option::weighted(0.7, 0u64..3))
        .prop_map(|(low, more)| Interval { low, high: more.map(|more| low + more) });
    let one = (1usize..1 << heaps, prop::collection::vec(interval, heaps)).prop_map(move |(chosen, amounts)| {
        let heaps: Vec<usize> = (0..heaps).filter(|heap| chosen >> heap & 1 == 1).collect();
        let amounts = amounts[..heaps.len()].to_vec();
        AmountBox { heaps, amounts }
    });
    prop::collection::vec(one, 1..4).prop_map(move |boxes| Boxes { heaps, boxes })
}

fn option_signatures(boxes: &Boxes, claim: &SignatureClaim, sizes: &[u64]) -> BTreeSet<Signature> {
    let mut found = BTreeSet::new();
    let _ = boxes.each_option(sizes, &mut |option| {
        found.insert(claim.signature(option));
        ControlFlow::Continue(())
    });
    found
}

/// The lemma of the window, with its constants: where there is a gap, lowering what is above it by the modulus changes the
/// signature neither of a position nor of its options.
#[test]
fn the_window_is_large_enough() {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::with_cases(1500), rng);
    let case = (1usize..4).prop_flat_map(|heaps| {
        let shape = (1u64..4, 0u64..3, 0u64..3);
        (random_boxes(heaps), shape, prop::collection::vec(0u64..8, heaps), 0..heaps, 0u64..3)
    });
    runner
        .run(&case, |(boxes, (modulus, threshold, closeness), steps, at, more)| {
            let heaps = boxes.heaps;
            let claim = SignatureClaim {
                heaps,
                modulus,
                threshold,
                closeness,
                order: Order::InPlace,
                p_signatures: Vec::new(),
            };
            let window = window(&boxes, &claim).expect("the numbers are small");
            // Positions in ascending order with a gap before heap `at`; the boxes name heaps in any way.
            let mut sizes = Vec::new();
            let mut size = 0;
            for (heap, step) in steps.iter().enumerate() {
                size += if heap == at { window + more } else { *step };
                sizes.push(size);
            }
            let lowered: Vec<u64> =
                sizes.iter().enumerate().map(|(heap, size)| if heap >= at { size - modulus } else { *size }).collect();
            prop_assert_eq!(claim.signature(&sizes), claim.signature(&lowered));
            prop_assert_eq!(
                option_signatures(&boxes, &claim, &sizes),
                option_signatures(&boxes, &claim, &lowered),
                "{:?} {:?} {:?}",
                boxes,
                sizes,
                lowered
            );
            Ok(())
        })
        .unwrap();
}

/// Whatever is proved for random rules is true far beyond the window.
#[test]
fn random_rules_are_proved_rightly() {
    let mut found = 0;
    for seed in 0..120u64 {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let heaps = 1 + random(2) as usize;
        let mut moves = Vec::new();
        for _ in 0..=random(2) {
            let low = 1 + random(3);
            let amounts = match random(4) {
                0 => format!("{low}.."),
                _ => format!("{low}..{}", low + random(4)),
            };
            let amounts = if amounts.ends_with("..") { "any".to_owned() } else { amounts };
            let from = match random(4) {
                0 => format!("heap {}", 1 + random(heaps as u64)),
                1 if heaps > 1 => "each of 1..2 heaps".to_owned(),
                _ => "one heap".to_owned(),
            };
            moves.push(format!("move take {amounts} from {from}"));
        }
        let play = if random(2) == 0 { "normal" } else { "misere" };
        let source = format!("game \"Random\" {{ heaps {heaps} {} play {play} }}", moves.join(" "));
        if let Found::Proved(checked) = search(&source) {
            found += 1;
            let claim = signatures(&checked);
            let rules = rules(&source);
            let boxes = boxes(&rules);
            let max = (window(&boxes, claim).unwrap() * 3).clamp(30, if heaps == 1 { 400 } else { 90 });
            assert!(is_true(claim, &boxes, rules.play, max), "{source}: {claim:?}");
        }
    }
    assert!(found > 90, "only {found} of 120 were proved");
}

/// The certificate survives being written and read, and the checker says beforehand what it looks at.
#[test]
fn certificates_are_written_and_read() {
    let checked = proved(&general(4, 2, 1, "normal"));
    let text = serde_json::to_string_pretty(checked.certificate()).unwrap();
    let again = read(&text).unwrap();
    assert_eq!(&again, checked.certificate());
    assert_eq!(visits(&again), Ok(2 * 3u128.pow(4)));
    assert!(check(again).is_ok());
}

/// Certificates that have been tampered with are rejected, every one.
#[test]
fn mutated_certificates_are_rejected() {
    let mut rejected = 0;
    for source in [
        general(4, 2, 1, "normal"),
        general(3, 2, 1, "misere"),
        general(2, 1, 3, "normal"),
        "game \"Sample\" { heaps 1 move take s in {2, 5} from one heap play misere }".to_owned(),
        "game \"Sample\" { heaps 2 move take any from heap 1 move take 1..2 from heap 2 }".to_owned(),
        "game \"Sample\" { heaps 2 move take any from one heap play misere }".to_owned(),
    ] {
        let checked = proved(&source);
        let original = checked.certificate();
        let ruleset = rules(&source);
        let boxes = boxes(&ruleset);
        let truth = |claim: &SignatureClaim| {
            claim.modulus > 0 && claim.heaps == boxes.heaps && is_true(claim, &boxes, ruleset.play, 30)
        };
        let mut reject = |certificate: Certificate, what: &str| {
            // A claim that is still true has not changed its meaning.
            if let (Claim::Signatures(claim), Claim::Signatures(before)) = (&certificate.claim, &original.claim)
                && claim != before
                && truth(claim)
            {
                return;
            }
            assert_ne!(&certificate, original, "{what}");
            match check(certificate) {
                Ok(_) => panic!("{source}: accepted after {what}"),
                Err(rejection) => assert!(!rejection.reason.is_empty()),
            }
            rejected += 1;
        };
        for mutated in claim_mutations(signatures(&checked)) {
            reject(Certificate { claim: Claim::Signatures(mutated.0), ..original.clone() }, mutated.1);
        }
        for at in 0..original.steps.len() {
            let mut steps = original.steps.clone();
            steps.remove(at);
            reject(Certificate { steps, ..original.clone() }, "dropping a step");
            let mut steps = original.steps.clone();
            steps.push(steps[at].clone());
            reject(Certificate { steps, ..original.clone() }, "repeating a step");
            let mut steps = original.steps.clone();
            match &mut steps[at] {
                Step::WindowStable { window } | Step::WindowAbsorbing { window, .. } => *window -= 1,
                other => panic!("{other:?}"),
            }
            reject(Certificate { steps, ..original.clone() }, "lowering the window");
        }
        for steps in reply_mutations(original) {
            reject(Certificate { steps, ..original.clone() }, "changing the moves");
        }
        let mut rules = original.rules.clone();
        rules.digest = format!("{}0", &rules.digest[..63]);
        if rules.digest != original.rules.digest {
            reject(Certificate { rules, ..original.clone() }, "changing the digest");
        }
        let mut rules = original.rules.clone();
        rules.text = rules.text.replace("heap", "heap ");
        reject(Certificate { rules, ..original.clone() }, "changing the rules under their digest");
        let other = origin(&general(boxes.heaps, boxes.heaps, 7, "normal"));
        reject(Certificate { rules: other, ..original.clone() }, "giving the rules of another game");
        let play = if ruleset.play == Play::Normal { "play misere }" } else { "play normal }" };
        let turned = source
            .replace("play normal ", "")
            .replace("play misere ", "")
            .replace('}', play)
            .replace("play misere , ", "");
        if turned.matches('}').count() == 1 {
            reject(Certificate { rules: origin(&turned), ..original.clone() }, "turning the play");
        }
        reject(Certificate { format: "bouton-certificate-0".to_owned(), ..original.clone() }, "naming another format");
    }
    assert!(rejected >= 500, "{rejected} mutations");
}

fn claim_mutations(claim: &SignatureClaim) -> Vec<(SignatureClaim, &'static str)> {
    let mut all = Vec::new();
    let mut push = |what: &'static str, change: &dyn Fn(&mut SignatureClaim)| {
        let mut mutated = claim.clone();
        change(&mut mutated);
        all.push((mutated, what));
    };
    for (at, signature) in claim.p_signatures.iter().enumerate() {
        push("dropping a pattern", &|claim| {
            claim.p_signatures.remove(at);
        });
        for entry in 0..signature.len() {
            for change in [-1, 1, 2] {
                push("changing an entry", &|claim| {
                    claim.p_signatures[at][entry] += change;
                    claim.p_signatures.sort();
                });
                push("adding a pattern", &|claim| {
                    let mut added = claim.p_signatures[at].clone();
                    added[entry] += change;
                    claim.p_signatures.push(added);
                    claim.p_signatures.sort();
                    claim.p_signatures.dedup();
                });
            }
        }
        push("cutting a pattern short", &|claim| {
            claim.p_signatures[at].pop();
            claim.p_signatures.sort();
        });
    }
    push("raising the modulus", &|claim| claim.modulus += 1);
    push("lowering the modulus", &|claim| claim.modulus -= 1);
    push("raising the threshold", &|claim| claim.threshold += 1);
    push("a modulus beyond reason", &|claim| claim.modulus = u64::MAX);
    push("a threshold beyond reason", &|claim| claim.threshold = u64::MAX);
    push("a closeness beyond reason", &|claim| claim.closeness = u64::MAX - 3);
    push("another number of heaps", &|claim| claim.heaps += 1);
    push("no heaps", &|claim| claim.heaps = 0);
    push("no patterns", &|claim| claim.p_signatures.clear());
    for order in [Order::Unordered, Order::BySize, Order::InPlace] {
        push("another order", &|claim| claim.order = order);
    }
    all.retain(|(mutated, _)| mutated != claim);
    all
}

fn reply_mutations(certificate: &Certificate) -> Vec<Vec<Step>> {
    let mut all = Vec::new();
    for (at, step) in certificate.steps.iter().enumerate() {
        let Step::WindowAbsorbing { replies, .. } = step else { continue };
        for which in 0..replies.len() {
            let mut push = |change: &dyn Fn(&mut Vec<bouton::proof::Replies>)| {
                let mut steps = certificate.steps.clone();
                if let Step::WindowAbsorbing { replies, .. } = &mut steps[at] {
                    change(replies);
                }
                all.push(steps);
            };
            push(&|replies| {
                replies.remove(which);
            });
            push(&|replies| replies[which].moves.clear());
            push(&|replies| {
                let twice = replies[which].clone();
                replies.push(twice);
            });
            push(&|replies| {
                replies[which].moves[0].clear();
            });
            push(&|replies| {
                let twice = replies[which].moves[0].clone();
                replies[which].moves.push(twice);
            });
            push(&|replies| {
                let doubled = replies[which].moves[0][0];
                replies[which].moves[0].push(doubled);
            });
            push(&|replies| replies[which].signature[0] += 1000);
        }
    }
    all
}

/// Numbers beyond 64 bits, parts that do not belong there and texts that are no certificate are told as such.
#[test]
fn nonsense_is_no_certificate() {
    let checked = proved(&general(2, 1, 3, "normal"));
    let text = serde_json::to_string(checked.certificate()).unwrap();
    for (from, to) in [
        ("\"modulus\":4", "\"modulus\":18446744073709551616"),
        ("\"modulus\":4", "\"modulus\":-4"),
        ("\"modulus\":4", "\"modulus\":4.5"),
        ("\"modulus\":4", "\"modulus\":\"4\""),
        ("\"modulus\":4", "\"modulus\":4,\"modulo\":4"),
        ("\"threshold\":0,", ""),
        ("\"rule\":\"window-stable\"", "\"rule\":\"trust-me\""),
        ("\"kind\":\"signatures\"", "\"kind\":\"signature\""),
        ("\"format\"", "\"Format\""),
    ] {
        let mutated = text.replacen(from, to, 1);
        assert_ne!(mutated, text, "{from}");
        assert!(read(&mutated).is_err(), "{to}");
    }
    for text in ["", "{}", "[]", "null", &text[..text.len() / 2], &"[".repeat(100_000)] {
        assert!(read(text).is_err());
    }
}
