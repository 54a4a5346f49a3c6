//! Claims: proved where they follow from a theorem, in many wordings, refuted by the smallest counterexample, and
//! verified where no theorem speaks; and random claims against brute force.

#![allow(clippy::print_stdout, reason = "what a long run has met is worth telling")]

mod brute;

use bouton::answer::Game;
use bouton::check::{check, read};
use bouton::claim::{
    CaseProver, ClaimError, Counterexample, ExactScope, FamilyError, Finding, Grounds, Verdict, decide, decide_with,
    exact_scope,
};
use bouton::diagnostics::draw;
use bouton::graph::Budget;
use bouton::pipeline;
use bouton::rules::Choices;
use bouton::solve::{Outcome, Table};
use bouton::source::Source;
use bouton::syntax::tree::{Claim, ClaimBody, Family};
use brute::generate::{self, Dice, RuleFile};
use brute::{Brute, below};
use num_bigint::BigUint;
use std::env;
use std::path::Path;

const NIM: &str = "heaps 3 move take any from one heap";
const WYTHOFF: &str = "heaps 2 move take any from one heap move take the same any from both heaps";

fn load(source: Source) -> Game {
    let text = source.text.clone();
    let fail = |rejected: Box<pipeline::Rejected>| -> Game {
        panic!("{}\n{text}", draw(&rejected.diagnostics, &rejected.source, false));
    };
    let loaded = pipeline::parse(source).and_then(|file| file.load(None, &Choices::default()));
    loaded.map_or_else(fail, |mut loaded| loaded.games.remove(0))
}

fn game(body: &str) -> Game {
    load(Source::new("test.game", format!("game \"test\" {{ {body} }}")))
}

fn table(game: &Game, max: u64) -> Table {
    Table::new(&game.rules, &game.facts, max, &Budget::default(), &mut ()).expect("the table is small")
}

fn verdicts(game: &Game, max: u64) -> Vec<Verdict> {
    let table = table(game, max);
    game.rules
        .claims
        .iter()
        .map(|claim| decide(game, &table, claim).unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

fn verdict(rules: &str, claim: &str, max: u64) -> Verdict {
    verdicts(&game(&format!("{rules} claim {claim}")), max).remove(0)
}

fn big(sizes: &[u64]) -> Vec<BigUint> {
    sizes.iter().map(|size| BigUint::from(*size)).collect()
}

#[track_caller]
fn proved(rules: &str, by: &str, claims: &[&str]) {
    for claim in claims {
        assert_eq!(verdict(rules, claim, 12), proved_by(by), "{claim} in {rules}");
    }
}

fn proved_by(by: &str) -> Verdict {
    let known = ["nim", "misere-nim", "bounded-nim", "moore", "wythoff", "generalised-wythoff", "all-heaps"]
        .into_iter()
        .chain(["one-heap-spared", "bounded-wythoff", "misere-bounded-nim", "misere-moore"]);
    Verdict::Proved {
        by: Grounds::Theorem(known.into_iter().find(|known| *known == by).expect("a theorem of the library")),
    }
}

/// The claim is refuted at this position, which it takes for a P-position or not, by this winning move.
#[track_caller]
fn refuted(rules: &str, claim: &str, max: u64, at: &[u64], claimed: Outcome, by: Option<&[u64]>) {
    let actual = if claimed == Outcome::P { Outcome::N } else { Outcome::P };
    let wanted = Counterexample {
        position: big(at),
        claimed: Finding::Outcome(claimed),
        actual: Finding::Outcome(actual),
        winning_move: by.map(big),
    };
    assert_eq!(verdict(rules, claim, max), Verdict::Refuted(wanted), "{claim} in {rules}");
}

#[test]
fn the_three_colour_files_claims_are_told_apart() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/examples/three-colour.yaml");
    let verdicts = verdicts(&load(Source::read(&path).expect("the file is there")), 20);
    assert_eq!(verdicts.len(), 4);
    for verdict in &verdicts[..3] {
        assert_eq!(*verdict, proved_by("misere-nim"));
    }
    let Verdict::Refuted(found) = &verdicts[3] else { panic!("the published formula is wrong") };
    assert_eq!(found.position, big(&[4, 6, 8]));
    assert_eq!(found.claimed, Finding::Outcome(Outcome::P));
    // 6 of the 8 black pieces.
    assert_eq!(found.winning_move, Some(big(&[4, 6, 2])));
}

/// The same file without the library: the slices are proved by cases, and the general formula where it is true.
#[test]
fn the_three_colour_files_claims_are_proved_by_cases() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/three-colour.yaml");
    let parsed = pipeline::parse(Source::read(&path).expect("the file is there")).expect("it is right");
    let mut game = parsed.load(None, &Choices::default()).expect("it is right").games.remove(0);
    let rules = game.origin.clone().expect("the game stands in a file");
    let table = table(&game, 20);
    let exact = |game: &Game| {
        let mut prover = CaseProver::new(game, rules.clone());
        exact_scope(game, &table, &game.rules.claims[3], &mut prover).expect("claims with a meaning").expect("a scope")
    };
    let (smallest_at_most, fails_at) = (3, big(&[4, 6, 8]));
    let by = Grounds::Theorem("misere-nim");
    assert_eq!(exact(&game), ExactScope { smallest_at_most, by, fails_at: fails_at.clone() });

    game.theorems.clear();
    let mut prover = CaseProver::new(&game, rules.clone());
    for (claim, most) in game.rules.claims[..3].iter().zip(1..) {
        let verdict = decide_with(&game, &table, claim, &mut prover).expect("claims with a meaning");
        let Verdict::Proved { by: Grounds::Cases(theorem) } = verdict else { panic!("{verdict:?}") };
        assert_eq!(theorem.families().smallest_at_most, Some(most));
        // What is written is read and checked again.
        let text = serde_json::to_string(theorem.checked().certificate()).expect("JSON");
        let again = check(read(&text).expect("a certificate")).expect("it is right");
        assert_eq!(again.certificate(), theorem.checked().certificate());
    }
    let found = exact(&game);
    assert_eq!((found.smallest_at_most, &found.fails_at), (smallest_at_most, &fails_at));
    assert_eq!(found.by.name(), "cases");
}

/// Claims in other words, about games that no theorem of the library covers or whose theorems are left out.
#[test]
fn claims_are_proved_by_cases_in_many_wordings() {
    let verdict = |rules: &str, claim: &str, max: u64| {
        let source = Source::new("test.game", format!("game \"test\" {{ {rules} claim {claim} }}"));
        let parsed = pipeline::parse(source).expect("a game");
        let mut game = parsed.load(None, &Choices::default()).expect("a claim without mistakes").games.remove(0);
        let alone = game.origin.clone().expect("the game stands in a file");
        game.theorems.clear();
        let verdict = decide_with(&game, &table(&game, max), &game.rules.claims[0], &mut CaseProver::new(&game, alone));
        verdict.expect("a claim with a meaning")
    };
    let two = "heaps 2 move take any from one heap";
    let bounded = "heaps 2 move take 1..3 from one heap";
    for (rules, claim) in [
        (two, "P = (n, n)"),
        (two, "P when max = min"),
        (two, "within min <= 5: P = (n, n)"),
        (two, "within max <= 9: P = (n, n)"),
        (bounded, "P = (m, m + 4k)"),
        (bounded, "P when (max - min) mod 4 = 0"),
        (NIM, "within min = 0: P = (0, n, n)"),
        (NIM, "within min = 1: P when max mod 2 = 1 and sum = 2 * max"),
        (NIM, "within min <= 2: P when nimsum = 0"),
        ("heaps 3 move take any from each of 1..3 heaps", "P = (0, 0, 0)"),
        ("heaps 3 move take any from each of 1..3 heaps", "P when sum = 0"),
        ("heaps a, b move take 1 from heap a move take any from heap b", "P = (2k, 0) | (2k + 1, 1)"),
        ("heaps a, b move take 1 from heap a move take any from heap b", "P when b = a mod 2"),
    ] {
        let found = verdict(rules, claim, 12);
        assert!(matches!(found, Verdict::Proved { by: Grounds::Cases(_) }), "{claim} in {rules}: {found:?}");
    }
    // No families are the P-positions of Nim with three heaps, and what is wrong beyond the table is not proved.
    assert_eq!(verdict(NIM, "P when nimsum = 0", 6), Verdict::Verified { max: 6 });
    assert_eq!(verdict(two, "P = (n, n) for n != 9", 6), Verdict::Verified { max: 6 });
    assert_eq!(verdict(bounded, "P = (m, m + 4k) for k <= 2", 10), Verdict::Verified { max: 10 });
}

#[test]
fn claims_speak_of_positions_that_the_rules_keep_to() {
    // Elsewhere the differences are negative, and their nim-sum has no value.
    let rules = "heaps a, b, c keeping a <= b <= c move take any from one heap";
    let wanted = Verdict::Verified { max: 6 };
    assert_eq!(verdict(rules, "P when nimsum(a, c - b) = 0", 6), wanted);
    refuted(rules, "P when nimsum(a, b - a, c - b) = 0", 6, &[0, 1, 1], Outcome::N, None);
}

#[test]
fn periods_of_grundy_values_are_proved_refuted_or_verified() {
    let set = "heaps 2 move take s in {1, 3, 4} from one heap";
    let kayles = "heaps 1 octal \"0.77\"";
    let half = "heaps 1 move take 1..floor(h/2) from one heap";
    let by = |id: &'static str| Verdict::Proved { by: bouton::claim::Grounds::Theorem(id) };
    for (rules, claim, expected) in [
        (set, "grundy has period 7", by("subtraction-period")),
        (set, "grundy has period 14 from 3", by("subtraction-period")),
        (kayles, "grundy has period 12 from 71", by("octal-period")),
        (kayles, "grundy has period 24 from 100", by("octal-period")),
        ("heaps 2 move take 1..4 from one heap", "grundy has period 10", by("bounded-nim")),
        ("heaps 2 move take any from one heap", "grundy has period 3 with saltus 3", by("nim")),
        (
            "heaps 2 move take any from one heap move split one heap in 2",
            "grundy has period 4 and saltus 4 from 1",
            by("lasker-nim"),
        ),
    ] {
        assert_eq!(verdict(rules, claim, 12), expected, "{claim} in {rules}");
    }
    let wrong = |position: &[u64], claimed: &str, actual: &str| {
        Verdict::Refuted(Counterexample {
            position: big(position),
            claimed: Finding::Grundy(claimed.to_owned()),
            actual: Finding::Grundy(actual.to_owned()),
            winning_move: None,
        })
    };
    // The values of {1, 3, 4} are 0, 1, 0, 1, 2, 3, 2, and so on.
    assert_eq!(verdict(set, "grundy has period 2", 12), wrong(&[0, 4], "0", "2"));
    // Kayles differs from its period for the last time at 70; the table ends long before.
    assert_eq!(verdict(kayles, "grundy has period 12 from 70", 12), wrong(&[82], "6", "2"));
    // No theorem speaks of these.
    let sums = "heaps 1 move take 1..2 from one heap where h mod 3 != 2";
    assert_eq!(verdict(sums, "grundy has period 3 from 3", 30), Verdict::Verified { max: 30 });
    assert_eq!(verdict(set, "within sum != 2: grundy has period 7", 30), Verdict::Verified { max: 30 });
    assert!(matches!(verdict(half, "grundy has period 5 from 2", 60), Verdict::Refuted(_)));
    let small = |rules: &str, claim: &str, max: u64| {
        let game = game(&format!("{rules} claim {claim}"));
        decide(&game, &table(&game, max), &game.rules.claims[0])
    };
    assert_eq!(small(sums, "grundy has period 21 from 3", 30), Err(ClaimError::TooSmall { needed: 45, max: 30 }));
    assert_eq!(
        small("heaps 1 move take 1 from one heap play misere", "grundy has period 2", 9),
        Err(ClaimError::NoGrundy)
    );
}

#[test]
fn claims_about_nim_are_proved_in_many_wordings() {
    proved(
        NIM,
        "nim",
        &[
            "P when nimsum = 0",
            "P when 0 = nimsum",
            "P when nimsum <= 0",
            "P when nimsum < 1",
            "P when not (nimsum != 0)",
            "P when not (nimsum > 0)",
            "P when nimsum in {0}",
            "P when nimsum = 0 and sum mod 2 = 0",
            "P when nimsum = 0 or (min = max and max = 0)",
            "P when nimsum mod 2 = 0 and nimsum < 2",
            "within min = 0: P = (0, n, n)",
            "within min = 0: P = (n, 0, n) for n >= 0",
            "within min = 1: P = (1, 2k, 2k + 1) for k >= 1",
            "within min = 1: P = (1, 2k + 2, 2k + 3)",
            "within min = 2: P = (2, 4k, 4k + 2) | (2, 4k + 1, 4k + 3) for k >= 1",
            "within min <= 1: P = (0, n, n) | (1, 2k, 2k + 1) for k >= 1",
            "within max <= 3: P = (0, n, n) | (1, 2, 3) for n <= 3",
            "within max <= 1: P when sum mod 2 = 0",
            "within min >= 1 and max <= 3: P when min != max and sum = 6 and max = 3",
            "within min = 0: P when max - floor(sum/2) = 0",
            "within min = 0: P when 2max = sum",
        ],
    );
    proved(
        "heaps a, b, c move take any from one heap",
        "nim",
        &[
            "P when nimsum(a, b, c) = 0",
            "P when nimsum(a, b) = c",
            "P when a = nimsum(b, c)",
            "within a = 0: P when b = c",
            "P when nimsum(a, b, c) = 0 and max(a, b) >= c / 2",
            "within b = 2a and a = 2^3: P when c = 24",
        ],
    );
    proved("heaps 2 move take any from one heap", "nim", &["P = (n, n)", "P = (n, n) for n >= 0", "P when min = max"]);
    proved("heaps 1 take_limit unlimited", "nim", &["P = (0)", "P when h = 0", "P when sum = 0"]);
}

#[test]
fn claims_about_other_games_are_proved() {
    proved(
        "heaps 3 move take any from one heap play misere",
        "misere-nim",
        &[
            "P when (max <= 1 and sum mod 2 = 1) or (max > 1 and nimsum = 0)",
            "within max >= 2: P when nimsum = 0",
            "within min = 0: P = (0, 0, 1) | (0, n, n) for n >= 2",
            "within max <= 1: P = (0, 0, 1) | (1, 1, 1)",
        ],
    );
    proved(
        "heaps 1 take_limit 3",
        "bounded-nim",
        &[
            "P = (4k)",
            "P = (4k) for k >= 0",
            "P when h mod 4 = 0",
            "P when divides(4, sum)",
            "P when floor(h/4) = h/4",
            "P when 4floor(max/4) = min",
            "P when ceil(h/4) * 4 = h",
        ],
    );
    proved(
        "heaps 2 heap_limit 1 take_limit 3",
        "bounded-nim",
        &[
            "P = (n, n + 4k)",
            "P when (max - min) mod 4 = 0",
            "P when max mod 4 = min mod 4",
            "P = (4j + r, 4k + r) for 0 <= r <= 3",
            "P = (4j + r, 4k + r) for r < 4",
            "within min = 0: P = (0, 4k)",
        ],
    );
    proved(
        "heaps a, b heap_limit 1 take_limit 3",
        "bounded-nim",
        &[
            "P when nimsum(a mod 4, b mod 4) = 0",
            "P when a mod 4 = b mod 4",
            "P when divides(4, a - b)",
            "P when divides(4, b - a)",
            "P when (a - b) mod 4 = 0",
            "P when abs(a - b) mod 4 = 0",
            "P when (b - a)/4 = floor((b - a)/4)",
        ],
    );
    proved(
        "heaps 3 heap_limit 2",
        "one-heap-spared",
        &["P when min = max", "P = (n, n, n)", "P when 3min = sum", "P when max - min < 1"],
    );
    proved(
        "heaps 3 heap_limit 2 take_limit 2",
        "one-heap-spared",
        &["P = (n, n + 3j, n + 3k)", "P = (3i + r, 3j + r, 3k + r) for 0 <= r <= 2"],
    );
    proved("heaps 3 move take 1..3 from any heaps", "all-heaps", &["P = (4i, 4j, 4k)"]);
    proved("heaps 3 move take any from any heaps", "all-heaps", &["P = (0, 0, 0)", "P when max = 0", "P when sum = 0"]);
    proved(
        "heaps 4 heap_limit 2",
        "moore",
        &["within min = 0: P = (0, n, n, n)", "within min = 0 and max <= 1: P = (0, 0, 0, 0) | (0, 1, 1, 1)"],
    );
}

#[test]
fn wythoffs_pairs_are_proved_in_closed_form_and_by_recurrence() {
    proved(
        WYTHOFF,
        "wythoff",
        &[
            "P = (floor(k*phi), floor(k*phi^2)) for k >= 0",
            "P = (floor(k*phi), floor(k*phi^2))",
            "P = (floor(phi*k), floor(phi*k) + k)",
            "P = (k + floor(phi*k), floor(k*phi))",
            "P = (floor(k*(1 + sqrt(5))/2), floor(k*(3 + sqrt(5))/2)) for k > -1",
            "P = (floor(k*phi), floor(k*(phi + 1)))",
            "P = (a[k], b[k]) for k >= 0 where a[k] = mex(a[j], b[j] for j < k), b[k] = a[k] + k",
            "P = (b[n], a[n]) where a[k] = mex(b[j], a[j] for 0 <= j < k), b[k] = k + a[k]",
        ],
    );
    let fraenkel = "heaps 2 move take any from one heap move take a, b from both heaps where abs(a - b) < 2";
    proved(
        fraenkel,
        "generalised-wythoff",
        &[
            "P = (floor(k*sqrt(2)), floor(k*(2 + sqrt(2)))) for k >= 0",
            "P = (floor(k*sqrt(2)), floor(k*sqrt(2)) + 2k) for k >= 0",
            "P = (a[k], b[k]) where a[k] = mex(a[j], b[j] for j < k), b[k] = a[k] + 2k",
        ],
    );
    // Almost the same, and wrong or not the whole of it.
    refuted(WYTHOFF, "P = (floor(k*phi), floor(k*phi^2)) for k >= 1", 12, &[0, 0], Outcome::N, None);
    refuted(WYTHOFF, "P = (floor(k*phi), floor(k*phi) + k) for k <= 4", 20, &[8, 13], Outcome::N, None);
    refuted(WYTHOFF, "P = (floor(k*8/5), floor(k*8/5) + k)", 60, &[20, 33], Outcome::P, Some(&[20, 12]));
    refuted(
        WYTHOFF,
        "P = (a[k], b[k]) where a[k] = mex(a[j], b[j] for j < k), b[k] = a[k] + 2k",
        12,
        &[1, 2],
        Outcome::N,
        None,
    );
    // What no theorem compares is verified, and says how far.
    let verified = "within max <= 30: P = (floor(k*phi), floor(k*phi^2))";
    assert!(matches!(verdict(WYTHOFF, verified, 12), Verdict::Verified { max: 12 } | Verdict::Proved { .. }));
    assert_eq!(verdict(WYTHOFF, "within max = 2: P = (1, 2)", 12), Verdict::Verified { max: 12 });
}

#[test]
fn wrong_claims_are_refuted_by_the_smallest_counterexample() {
    refuted(NIM, "P when nimsum = 1", 5, &[0, 0, 0], Outcome::N, None);
    refuted(NIM, "P when sum mod 2 = 0", 5, &[0, 0, 2], Outcome::P, Some(&[0, 0, 0]));
    refuted(NIM, "P = (0, n, n)", 5, &[1, 2, 3], Outcome::N, None);
    refuted(NIM, "P = (n, n, n) | (0, n, n)", 5, &[1, 1, 1], Outcome::P, Some(&[0, 1, 1]));
    // Of two with the same largest heap and the same total the first in order.
    refuted(NIM, "within max = 3: P when sum = 5", 5, &[0, 2, 3], Outcome::P, Some(&[0, 2, 2]));
}

/// Where rules treat heaps alike, a claim may still speak of one of them by its name.
#[test]
fn claims_that_name_heaps_are_compared_with_positions_in_every_order() {
    let named = "heaps a, b, c move take any from one heap";
    refuted(named, "P when nimsum = 0 and a + b <= 5", 5, &[3, 3, 0], Outcome::N, None);
    refuted(named, "P when nimsum = 0 and a <= b", 5, &[1, 0, 1], Outcome::N, None);
    refuted(named, "P when a = 0 and b = c", 5, &[1, 0, 1], Outcome::N, None);
    refuted(named, "within a >= b: P when min = 0 and b = c", 5, &[1, 0, 0], Outcome::P, Some(&[0, 0, 0]));
    proved(named, "nim", &["P when nimsum(a, b) = c", "within b = 0: P when a = c", "within b = 0: P = (0, n, n)"]);
    let far = verdict(named, "P when nimsum = 0 and (a < 2000 or a <= b)", 6);
    let Verdict::Refuted(found) = far else { panic!("{far:?}") };
    assert_eq!(found.position, big(&[2000, 0, 2000]));
    // Grundy values are those of the heap in each place.
    let two = "heaps a, b heap_limit 1 take_limit 3";
    assert_eq!(verdict(two, "within b = 0: grundy(h) = h mod 4", 9), Verdict::Verified { max: 9 });
    let wrong = verdict(two, "within b = 0: grundy(h) = 0", 9);
    let Verdict::Refuted(found) = wrong else { panic!("{wrong:?}") };
    assert_eq!(found.position, big(&[1, 0]));
}

#[test]
fn claims_wrong_beyond_any_table_are_refuted_by_the_logic() {
    let power = |exponent: u32| BigUint::from(2u8).pow(exponent);
    let at = |verdict: Verdict| match verdict {
        Verdict::Refuted(found) => (found.position, found.claimed, found.winning_move),
        other => panic!("{other:?}"),
    };
    let (position, claimed, by) = at(verdict(NIM, "P when nimsum = 0 and max < 1000000", 8));
    assert_eq!(position, big(&[0, 1_000_000, 1_000_000]));
    assert_eq!((claimed, by), (Finding::Outcome(Outcome::N), None));
    let (position, claimed, by) = at(verdict(NIM, "P when nimsum = 0 or min > 10^30", 8));
    let least = BigUint::from(10u8).pow(30) + 1u8;
    assert_eq!(position, vec![least.clone(), least.clone(), least.clone()]);
    assert_eq!((claimed, by), (Finding::Outcome(Outcome::P), Some(vec![BigUint::ZERO, least.clone(), least])));
    let (position, ..) = at(verdict(NIM, "within min >= 1: P when nimsum = 0 and max < 2^40", 8));
    assert_eq!(position, vec![BigUint::from(1u8), power(40), power(40) + 1u8]);
    let (position, ..) = at(verdict("heaps 1 take_limit 3", "P = (4k) for k <= 10^20", 20));
    assert_eq!(position, vec![BigUint::from(10u8).pow(20) * 4u8 + 4u8]);
    // Where heaps have names they stay in place.
    let named = "heaps a, b, c move take any from one heap where i > 0 move take a from heap 1";
    let claim = "P when nimsum = 0 and b < 500";
    if let Verdict::Refuted(found) = verdict(named, claim, 6) {
        let [a, b, c] = found.position.as_slice() else { panic!("three heaps") };
        assert!(*b >= BigUint::from(500u32) && (a ^ b ^ c) == BigUint::ZERO);
    }
}

#[test]
fn claims_about_games_without_a_theorem_are_verified_as_far_as_the_table_goes() {
    let squares = "heaps 1 move take s where is_square(s) from one heap";
    assert_eq!(verdict(squares, "within max <= 5: P = (0) | (2) | (5)", 30), Verdict::Verified { max: 30 });
    let subtraction = "heaps 1 move take {1, 3, 4} from one heap";
    assert_eq!(
        verdict(subtraction, "P = (7k) | (7k + 2)", 100),
        Verdict::Proved { by: Grounds::Theorem("subtraction-period") }
    );
    refuted(subtraction, "P = (7k) | (7k + 2) for k < 10", 100, &[70], Outcome::N, None);
    let open = "heaps 4 heap_limit 2 take_limit 1";
    let known = "P = (2i, 2j, 2k, 2l) | (2i, 2i + 2j + 1, 2i + 2k + 1, 2i + 2l + 1)";
    assert_eq!(verdict(open, known, 8), Verdict::Verified { max: 8 });
    // A claim that says something in no position is not wrong.
    assert!(matches!(verdict(squares, "within max < 0: P = (1)", 10), Verdict::Verified { max: 10 }));
}

#[test]
fn claims_about_grundy_values_are_compared_with_the_table() {
    let grundy = |rules: &str, claim: &str, max: u64| verdict(rules, claim, max);
    assert_eq!(grundy("heaps 1 take_limit 3", "grundy(h) = h mod 4", 50), proved_by("bounded-nim"));
    assert_eq!(grundy("heaps 2 heap_limit 1", "grundy(n) = n", 20), proved_by("nim"));
    let half = "heaps 1 move take 1..floor(h/2) from one heap";
    let even = "within max mod 2 = 0: grundy(h) = h/2";
    assert_eq!(grundy(half, even, 60), Verdict::Verified { max: 60 });
    let wrong = grundy(half, "grundy(h) = floor(h/2)", 60);
    let Verdict::Refuted(found) = wrong else { panic!("{wrong:?}") };
    assert_eq!(found.position, big(&[1]).iter().map(|_| BigUint::from(3u8)).collect::<Vec<_>>());
    assert_eq!((found.claimed, found.actual), (Finding::Grundy("1".to_owned()), Finding::Grundy("0".to_owned())));
    // Heaps that differ are looked at in each place.
    let limits = "heaps 2 let L = [1, 2] move take 1..L[i] from one heap";
    let wrong = grundy(limits, "grundy(h) = h mod 2", 10);
    let Verdict::Refuted(found) = wrong else { panic!("{wrong:?}") };
    assert_eq!(found.position, big(&[0, 2]));
    let misere = game("heaps 1 take_limit 3 play misere claim grundy(h) = h mod 4");
    let table = table(&misere, 5);
    assert_eq!(decide(&misere, &table, &misere.rules.claims[0]), Err(ClaimError::NoGrundy));
}

/// Nothing is claimed of positions that the rules do not keep to.
#[test]
fn claims_are_about_positions_that_the_rules_keep_to() {
    let kept = "heaps 2 keeping sum != 2 move take any from one heap";
    refuted(kept, "P when min = max", 6, &[1, 2], Outcome::N, None);
    assert_eq!(
        verdict("heaps 1 keeping h != 1 move take any from one heap", "P when h = 0", 9),
        Verdict::Verified { max: 9 }
    );
    // From 3 tokens only 2 and 0 may be left, so that every heap but that of 1 has the value of one less.
    let one = "heaps 1 keeping h != 1 move take any from one heap";
    assert_eq!(verdict(one, "grundy(h) = max(h - 1, 0)", 9), Verdict::Verified { max: 9 });
    let wrong = verdict(one, "grundy(h) = h", 9);
    let Verdict::Refuted(found) = wrong else { panic!("{wrong:?}") };
    assert_eq!(found.position, big(&[2]));
    // And a condition that says who wins leaves no values.
    let rules = game("heaps 1 take_limit 3 wins when h = 0 claim grundy(h) = h");
    assert_eq!(decide(&rules, &table(&rules, 5), &rules.rules.claims[0]), Err(ClaimError::NoGrundy));
}

/// Numbers of thousands of digits are refused soon.
#[test]
fn claims_with_huge_numbers_are_refused() {
    let refused = |claim: &str| {
        let text = format!("game \"test\" {{ heaps 2 heap_limit 1 claim {claim} }}");
        let loaded =
            pipeline::parse(Source::new("test.game", text)).and_then(|file| file.load(None, &Choices::default()));
        let found = loaded.expect_err("the number is too long").diagnostics;
        assert!(found[0].message.contains("binary digits"), "{found:?}");
    };
    refused("P when floor(max*10^9000/7) = 3");
    refused("P = (n, n + 10^6000)");
}

#[test]
fn letters_without_a_bound_are_an_error() {
    for claim in ["P = (0, 5 - k) for k >= 0", "P = (n - n, n - n)", "P = (k mod 3, 1)", "P = (0, 1) for k > 3"] {
        let game = game(&format!("heaps 2 heap_limit 1 claim {claim}"));
        let found = decide(&game, &table(&game, 6), &game.rules.claims[0]);
        assert!(matches!(found, Err(ClaimError::Family(FamilyError::Unbounded { .. }))), "{claim}: {found:?}");
    }
    // A bound makes them sound.
    let bounded = "P = (0, 5 - k) | (1, 1) for 0 <= k <= 5";
    refuted("heaps 2 heap_limit 1", bounded, 6, &[0, 1], Outcome::P, Some(&[0, 0]));
}

/// Whether the position is one of the claim's, by trying all letters.
fn in_families(brute: &Brute<'_>, families: &[Family], sizes: &[u64], alike: bool) -> bool {
    let sorted = |mut entries: Vec<i128>| {
        if alike {
            entries.sort_unstable();
        }
        entries
    };
    let wanted = sorted(sizes.iter().map(|size| i128::from(*size)).collect());
    let largest = *wanted.iter().max().expect("a heap");
    families.iter().any(|family| {
        (0..=3 * largest + 2).any(|n| {
            (0..=3 * largest + 2).any(|k| {
                let scope = brute.scope_with(sizes, &[("n".to_owned(), n), ("k".to_owned(), k)]);
                let holds = |condition| scope.truth(condition).expect("a condition on letters");
                let entry = |entry| scope.whole(entry).expect("a whole entry");
                family.conditions.iter().all(holds) && sorted(family.entries.iter().map(entry).collect()) == wanted
            })
        })
    })
}

/// The smallest position with heaps up to `max` at which the claim is wrong, and whether it takes it for a P-position.
fn smallest_counterexample(brute: &mut Brute<'_>, claim: &Claim, max: u64, alike: bool) -> Option<(Vec<u64>, bool)> {
    let mut wrong: Option<(Vec<u64>, bool)> = None;
    let key = |sizes: &[u64]| (sizes.iter().copied().max(), sizes.iter().sum::<u64>(), sizes.to_vec());
    for position in below(&vec![max; brute.heaps]) {
        if let Some(within) = &claim.within
            && !brute.holds(&position, within).expect("a condition on positions")
        {
            continue;
        }
        let said = match &claim.body {
            ClaimBody::When(condition) => brute.holds(&position, condition).expect("a condition on positions"),
            ClaimBody::Families(families) => in_families(brute, families, &position, alike),
            ClaimBody::Grundy(..) | ClaimBody::Period(_) => unreachable!("only claims about outcomes are made up"),
        };
        let is_p = brute.is_p(&position).expect("rules with a meaning");
        if said != is_p && wrong.as_ref().is_none_or(|(known, _)| key(&position) < key(known)) {
            wrong = Some((position, said));
        }
    }
    wrong
}

/// `BOUTON_CASES` says how many claims are tried, `BOUTON_SEED` from which on.
#[test]
fn random_claims_are_decided_as_by_brute_force() {
    let from_env =
        |name: &str, otherwise: u64| env::var(name).map_or(otherwise, |value| value.parse().expect("a number"));
    let (cases, seed) = (from_env("BOUTON_CASES", 250), from_env("BOUTON_SEED", 0));
    let (mut proofs, mut verified, mut refutations, mut far) = (0, 0, 0, 0);
    for case in seed..seed + cases {
        let mut dice = Dice::new(case);
        let mut file = RuleFile::random(&mut dice);
        file.claims.push(generate::claim(&file, &mut dice));
        let text = file.game();
        let game = load(Source::new("random.game", text.as_str()));
        let syntax = bouton::syntax::parse(&Source::new("random.game", text.as_str()));
        let claim = &syntax.file.games[0].claims[0];
        let mut brute = Brute::new(&syntax.file.games[0]).expect("a sound game");
        let max = [8, 5, 3, 2][file.heaps - 1];
        let solved = table(&game, max);
        let verdict = decide(&game, &solved, &game.rules.claims[0])
            .unwrap_or_else(|error| panic!("case {case}: {error}\n{text}"));
        let alike = game.facts.alike;
        let wrong = smallest_counterexample(&mut brute, claim, 2 * max, alike);
        let near = wrong.as_ref().filter(|(at, _)| at.iter().all(|size| *size <= max));
        match verdict {
            Verdict::Proved { .. } => {
                assert_eq!(wrong, None, "case {case} is no theorem\n{text}");
                proofs += 1;
            }
            Verdict::Verified { max: size } => {
                assert_eq!((near, size), (None, max), "case {case} is wrong within the table\n{text}");
                verified += 1;
            }
            Verdict::Refuted(found) => {
                refutations += 1;
                let claimed = found.claimed == Finding::Outcome(Outcome::P);
                match wrong {
                    None => {
                        far += 1;
                        assert!(found.position.iter().max() > Some(&BigUint::from(2 * max)), "case {case}\n{text}");
                    }
                    Some((at, said)) => {
                        assert_eq!((found.position, claimed), (big(&at), said), "case {case}\n{text}");
                        let winning = brute.winning(&at).expect("rules with a meaning");
                        match found.winning_move {
                            Some(to) => assert!(winning.iter().any(|one| big(one) == to), "case {case}\n{text}"),
                            // In misère play a position without moves is won as it stands.
                            None => assert!(!said || winning.is_empty(), "case {case}\n{text}"),
                        }
                    }
                }
            }
        }
    }
    println!("{proofs} proved, {verified} verified, {refutations} refuted, {far} of them beyond the table");
    assert!(
        cases < 250 || (proofs >= 10 && verified >= 5 && refutations >= 100),
        "{proofs}, {verified}, {refutations}"
    );
}
