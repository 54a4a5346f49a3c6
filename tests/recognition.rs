//! Which theorem covers a game: in whatever words its rules are said, and not where one move differs.

use bouton::answer::Game;
use bouton::diagnostics::draw;
use bouton::pipeline;
use bouton::rules::Choices;
use bouton::rules::expr::Value;
use bouton::rules::number::Number;
use bouton::source::Source;

fn load(text: &str, choices: &Choices) -> Game {
    let fail = |rejected: Box<pipeline::Rejected>| -> Game {
        panic!("{}\n{text}", draw(&rejected.diagnostics, &rejected.source, false));
    };
    let loaded = pipeline::parse(Source::new("test.game", text)).and_then(|file| file.load(None, choices));
    loaded.map_or_else(fail, |mut loaded| loaded.games.remove(0))
}

fn ids(game: &Game) -> Vec<&'static str> {
    game.theorems.iter().map(|theorem| theorem.id()).collect()
}

/// The theorem, with its parameters, that comes first for a body of a game.
fn found(body: &str) -> Option<String> {
    let game = load(&format!("game \"test\" {{ {body} }}"), &Choices::default());
    game.theorem().map(|theorem| format!("{} {theorem:?}", theorem.id()))
}

/// All bodies are covered by the theorem with this name, with the same parameters, in normal and in misère play.
#[track_caller]
fn all_are(id: &str, bodies: &[&str]) {
    for (play, prefix) in [("normal", ""), ("misere", "misere-")] {
        let mut first = None;
        for body in bodies {
            let found = found(&format!("{body} play {play}")).unwrap_or_else(|| panic!("{id} covers {body}"));
            assert!(found.starts_with(&format!("{prefix}{id} ")), "{id} in {play} play covers {body}, not {found}");
            assert_eq!(first.get_or_insert_with(|| found.clone()), &found, "{body}");
        }
    }
}

/// None of the bodies is covered by a theorem, in normal or in misère play.
#[track_caller]
fn none_is(bodies: &[&str]) {
    for play in ["normal", "misere"] {
        for body in bodies {
            let theorem = found(&format!("{body} play {play}"));
            // A finite set of amounts has a theorem of its own, whatever the set.
            let by_period = theorem.as_ref().is_some_and(|theorem| theorem.starts_with("subtraction-period"));
            assert!(by_period || theorem.is_none(), "{body} in {play} play: {theorem:?}");
        }
    }
}

#[test]
fn nim_is_nim_in_any_words() {
    all_are(
        "nim",
        &[
            "heaps 3 move take any from one heap",
            "heaps 3 move take any number of coins from 1 heap",
            "heaps 3 move \"x\" take 1..h from one heap",
            "heaps 3 move take 1..unlimited stones from 1 heap",
            "heaps 3 let m = unlimited move take 1..m from each of 1..1 heaps",
            "heaps 3 move take s from one heap",
            "heaps 3 move take s where s >= 1 from one heap where s <= h",
            "heaps 3 move take s in {1..h} from one heap",
            "heaps 3 move take {1, 2, 3..h} from one heap",
            "heaps 3 move take a from 1 heap",
            "heaps 3 move take any in total from one heap",
            "heaps 3 move take the same any from one heap",
            "heaps a, b, c move take any from heap a move take any from heap b move take any from heap 3",
            "heaps 3 heap_limit 1",
            "heaps 3 heap_limit 1 take_limit unlimited",
            "heaps 3 let K = 1 move take any from each of 1..K heaps",
            "heaps 3 move take 1..max(h, 5) from one heap",
            "heaps 3 move take 1..max(h - 1, 1) from one heap move take h from one heap",
            "heaps 3 move take any from one heap where h < 5 move take any from one heap where h >= 5",
            "heaps 3 move take any from one heap where i = 1 move take any from one heap where i != 1",
            "heaps 3 move take any from one heap where i + 1 in {2, 3, 4}",
            "heaps 3 move take any from one heap move take 3 from one heap move take 1 from heap 2",
            "heaps 3 move take any from one heap where not (h < t)",
            "heaps 3 move take any from one heap where t <= 3 or t > 3",
            "heaps 3 move take any from one heap move take 2 from 2 heaps where h < 2",
            "heaps 3 move take any from one heap move take 1..2 in total from 3 heaps",
        ],
    );
    all_are("nim", &["heaps 1 take_limit unlimited", "heaps 1 move take any from all heaps", "heaps 1 heap_limit 1"]);
}

#[test]
fn a_game_that_is_almost_nim_is_not() {
    none_is(&[
        "heaps 3 move take any from one heap where h != 7",
        "heaps 3 move take any from one heap where t != 4",
        "heaps 3 move take {1..3, 5..h} from one heap",
        "heaps 3 move take any from heap 1 move take any from heap 2",
        "heaps 3 move take any from one heap where i <= 2",
        "heaps 3 move take any from one heap where t < h",
        "heaps 3 move take 1..h-1 from one heap",
        "heaps 3 move take 2..h from one heap",
        "heaps 3 move take any from one heap where h mod 2 = 0",
        "heaps 3 move take any from one heap where h = max",
        "heaps 3 move take any from one heap where sum > 5",
        "heaps 3 move take any from one heap move take the same any from heaps 1, 2",
        "heaps 3 move take any from one heap move take 2 in total from any heaps",
        "heaps 3 move take any from one heap move take 1 from 2 heaps where h > 10",
        "heaps 3 move take any from one heap move take 3 in total from all heaps",
        "heaps a, b, c move take any from one heap where a > 0",
        "heaps 3 move take floor(h/2) from one heap move take any from one heap where t != h/2",
        "heaps 1 move take any from one heap where h < 100000000000000000000",
    ]);
}

#[test]
fn bounded_nim_is_found_with_its_limit() {
    all_are(
        "bounded-nim",
        &[
            "heaps 3 move take 1..3 from one heap",
            "heaps 3 move take {1, 2, 3} from one heap",
            "heaps 3 move take s in {3, 1, 2, 2} from one heap",
            "heaps 3 move take any from one heap where t <= 3",
            "heaps 3 move take any from one heap where t < 4",
            "heaps 3 move take any from one heap where 2t <= 7",
            "heaps 3 move take any from one heap where t/2 < 2",
            "heaps 3 move take 1..min(h, 3) from one heap",
            "heaps 3 move take 1..min(3, unlimited) from one heap",
            "heaps 3 move take 1 from one heap move take 2 from one heap move take 3 from one heap",
            "heaps 3 move take 1..2 from one heap move take 2..3 from one heap",
            "heaps 3 move take 1..3 from heap 1 move take 1..3 from heap 2 move take 1..3 from heap 3",
            "heaps 3 heap_limit 1 take_limit 3",
            "heaps 3 let m = 3 move take 1..m from one heap",
            "heaps 3 let L = [3, 3, 3] move take 1..L[1] from one heap",
            "heaps 3 move take 1..3 in total from one heap",
            "heaps 3 move take -5..3 from one heap",
            "heaps 3 move take 1..3 from one heap move take 5..4 from one heap",
            "heaps 3 move take 1..3 from one heap move take 2..h-1 from one heap where h <= 4",
            "heaps red, white, black move take 1..3 from one heap",
        ],
    );
    all_are("bounded-nim", &["heaps 2 take_limit 10^30 heap_limit 1", "heaps 2 move take 1..10^30 from one heap"]);
    let huge = found("heaps 2 take_limit 10^30 heap_limit 1").expect("it is covered");
    assert!(huge.contains("bounded-nim"), "{huge}");
    // A set with gaps is no bounded Nim; in normal play its values have a period.
    for set in ["{1, 2, 3, 5}", "{1, 3}"] {
        let rules = format!("heaps 3 move take {set} from one heap");
        let theorem = found(&rules).expect("a finite set has a period");
        assert!(theorem.starts_with("subtraction-period"), "{rules}: {theorem}");
        assert_eq!(found(&format!("{rules} play misere")), None, "{rules}");
    }
    none_is(&[
        "heaps 3 move take 1..3 from one heap move take 4 from heap 2",
        "heaps 3 move take 1..3 from one heap move take 4 from one heap where h > 50",
        "heaps 3 let L = [3, 3, 4] move take 1..L[i] from one heap",
        "heaps 3 move take 2..3 from one heap",
        "heaps 3 move take 1..3 from one heap where h > 1",
        "heaps 3 move take 1..3 from one heap where i < 3",
        "heaps 2 move take 10^50..10^60 from one heap",
        "heaps 2 move take {1..10^30, 10^30 + 2} from one heap",
        "heaps 3 move take 1..3 in total from any heaps",
        "heaps 3 move take 1..3 from one heap move take 1..2 in total from 2 heaps",
        "heaps 3 move take 1..min(h + 1, 3) from one heap where h >= 2",
    ]);
}

#[test]
fn moores_nim_is_found_with_its_heap_limit() {
    all_are(
        "moore",
        &[
            "heaps 5 move take any from each of 1..2 heaps",
            "heaps 5 heap_limit 2",
            "heaps 5 let K = 2 move take any from 1..K heaps",
            "heaps 5 move take any from one heap move take any from 2 heaps",
            "heaps 5 move take any from one heap move take a, b from 2 heaps",
            "heaps 5 move take any in total from 1..2 heaps",
            "heaps 5 move take any from each of 1..2 heaps move take the same 3 from 2 heaps",
            "heaps 5 move take any from 2 heaps where h > 5 or h <= 5 move take any from one heap",
        ],
    );
    none_is(&[
        "heaps 5 move take any from each of 2..3 heaps",
        "heaps 5 move take any from 2 heaps",
        "heaps 5 move take any from each of 1..2 heaps move take 1 from heaps 1, 2, 3",
        "heaps 5 move take any from each of 1..2 heaps move take 3 in total from any heaps",
        "heaps 5 move take any from one heap move take a, b from 2 heaps where a != b",
        "heaps 5 move take any from one heap move take the same any from 2 heaps",
        "heaps 5 move take any from one heap move take any from 2 heaps where h > 1",
        "heaps 5 move take any from one heap move take 2..unlimited in total from 3 heaps",
        "heaps 5 move take any from each of 1..2 heaps where i < 5",
        // Open in general, and not decided by remainders.
        "heaps 4 move take 1..3 from each of 1..2 heaps",
        "heaps 4 heap_limit 2 take_limit 1",
        // No move from single heaps for large ones.
        "heaps 5 move take 1..3 from one heap move take any from 2 heaps",
    ]);
}

#[test]
fn moves_from_any_heaps_and_from_all_but_one_are_found() {
    all_are(
        "all-heaps",
        &[
            "heaps 3 move take any from any heaps",
            "heaps 3 heap_limit unlimited",
            "heaps 3 heap_limit 3",
            "heaps 3 move take any from 1..3 heaps",
            "heaps 3 move take any in total from any heaps",
            "heaps 3 move take any from 1..2 heaps move take any from all heaps",
            "heaps 3 move take any from 1..2 heaps move take a, b, c from all heaps",
            "heaps 3 move take any from one heap move take any from 2 heaps move take any from heaps 1, 2, 3",
        ],
    );
    all_are(
        "all-heaps",
        &[
            "heaps 2 move take 1..3 from any heaps",
            "heaps 2 heap_limit 2 take_limit 3",
            "heaps 2 move take 1..3 from one heap move take a, b from both heaps where a <= 3, b <= 3",
            "heaps 2 move take 1..3 from one heap move take a, b from both heaps where max(a, b) < 4",
        ],
    );
    all_are(
        "one-heap-spared",
        &[
            "heaps 3 move take 1..2 from each of 1..2 heaps",
            "heaps 3 heap_limit 2 take_limit 2",
            "heaps 3 move take {1, 2} from one heap move take 1..2 from heaps 1, 2 move take 1..2 from heaps 1, 3
             move take 1..2 from heaps 2, 3",
        ],
    );
    none_is(&[
        "heaps 3 move take any from any heaps where h != 3",
        "heaps 3 move take any from 1..2 heaps move take any from all heaps where h > 1",
        "heaps 3 move take any from one heap move take any from all heaps",
        "heaps 2 move take 1..3 from one heap move take a, b from both heaps where a <= 3, b <= 2",
        "heaps 2 move take 1..3 from any heaps move take 4 from heap 1",
        "heaps 2 move take 1..3 from one heap move take any from both heaps",
        "heaps 3 move take 1..2 from one heap move take 1..2 from heaps 1, 2 move take 1..2 from heaps 2, 3",
        "heaps 3 move take 1..2 from each of 1..2 heaps move take 1 from all heaps",
    ]);
}

#[test]
fn wythoffs_game_is_found() {
    all_are(
        "wythoff",
        &[
            "heaps 2 move take any from one heap move take the same any from both heaps",
            "heaps 2 move take the same any from any heaps",
            "heaps 2 move take the same any from 1..2 heaps",
            "heaps 2 move take any from one heap move take a, b from both heaps where a = b",
            "heaps 2 move take any from one heap move take a, b from heaps 1, 2 where abs(a - b) < 1",
            "heaps 2 move take any from one heap move take a, b from 2 heaps where a <= b and b <= a",
            "heaps x, y move take any from heap x move take any from heap y move take a, b from all heaps where a - b = 0",
            "heaps 2 move take any from one heap move take the same 1..5 from both heaps
             move take the same 6..h from 2 heaps",
            "heaps 2 move take any from one heap move take the same s from both heaps where s >= 1",
            "heaps 2 move take any from one heap move take the same any from both heaps move take 1 from both heaps",
        ],
    );
    all_are(
        "generalised-wythoff",
        &[
            "heaps 2 move take any from one heap move take a, b from both heaps where abs(a - b) < 3",
            "heaps 2 move take any from one heap move take a, b from both heaps where abs(b - a) <= 2",
            "heaps 2 move take any from one heap move take a, b from both heaps where -3 < a - b < 3",
            "heaps 2 move take any from one heap move take a, b from both heaps where max(a, b) - min(a, b) in {0..2}",
            "heaps 2 let t = 3 move take any from one heap move take a, b from both heaps where a < b + t and b < a + t",
            "heaps 2 move take any from one heap move take a, b from both heaps where a <= b <= a + 2
             move take a, b from both heaps where b <= a <= b + 2",
        ],
    );
    all_are(
        "bounded-wythoff",
        &[
            "heaps 2 move take 1..4 from one heap move take the same 1..4 from both heaps",
            "heaps 2 move take the same 1..4 from any heaps",
            "heaps 2 let m = 4 move take 1..m from one heap move take a, b from both heaps where a = b, a <= m",
        ],
    );
}

#[test]
fn a_game_that_is_almost_wythoffs_is_not() {
    none_is(&[
        "heaps 3 move take any from one heap move take the same any from 2 heaps",
        "heaps 2 move take any from one heap move take the same 1..9 from both heaps",
        "heaps 2 move take 1..9 from one heap move take the same any from both heaps",
        "heaps 2 move take any from one heap move take the same 2..h from both heaps",
        "heaps 2 move take any from one heap move take the same any from both heaps where h > 1",
        "heaps 2 move take any from one heap move take a, b from both heaps where a - b in {0, 1}",
        "heaps 2 move take any from one heap move take a, b from both heaps where a = 2b",
        "heaps 2 move take any from one heap move take a, b from both heaps where a != b",
        "heaps 2 move take any from one heap move take a, b from both heaps where abs(a - b) in {0, 2}",
        "heaps 2 move take any from heap 1 move take the same any from both heaps",
        "heaps 2 move take the same any from both heaps",
        "heaps 2 move take 1..4 from one heap move take the same 1..5 from both heaps",
        "heaps 2 move take 1..4 from one heap move take a, b from both heaps where abs(a - b) < 2, a <= 4, b <= 4",
        // A further move from the two heaps, named one by one, beside all that Wythoff's game has.
        "heaps 2 move take any from one heap move take the same any from 2 heaps
         move take a, b from heaps 1, 2 where abs(a - b) = 5",
        "heaps 2 move take any from one heap move take the same any from both heaps
         move take a, b from heaps 1, 2 where a = 1 and b = 3",
        "heaps 2 move take 1..4 from one heap move take the same 1..4 from both heaps
         move take the same 5 from heaps 1, 2",
    ]);
}

#[test]
fn the_difference_and_the_limit_are_those_of_the_rules() {
    let t = |t: usize| {
        let both = format!("take a, b from both heaps where abs(a - b) < {t}");
        found(&format!("heaps 2 move take any from one heap move {both}")).expect("it is covered")
    };
    let m = |m: usize| found(&format!("heaps 3 heap_limit 1 take_limit {m}")).expect("it is covered");
    let k = |k: usize| found(&format!("heaps 9 heap_limit {k}")).expect("it is covered");
    for at in 2..6 {
        assert_ne!(t(at), t(at + 1));
        assert_ne!(m(at), m(at + 1));
        assert_ne!(k(at), k(at + 1));
    }
}

#[test]
fn variants_and_parameters_lead_to_their_own_theorems() {
    let text = r#"game "general" {
      heaps 4
      let K = 2
      let m = 3
      move take 1..m from each of 1..K heaps
      variant "nim" { let K = 1  let m = unlimited }
      variant "bounded nim" { let K = 1 }
      variant "moore" { let m = unlimited }
      variant "all" { let K = 4 }
      variant "misere nim" { let K = 1  let m = unlimited  play misere }
      variant "three" { heaps 3 }
      variant "own" { move take any from one heap }
    }"#;
    let with = |variant: Option<&str>, set: &[(&str, Value)]| {
        let set = set.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        ids(&load(text, &Choices { variant: variant.map(str::to_owned), set }))
    };
    let number = |value: i64| Value::Number(Number::from(value));
    assert!(with(None, &[]).is_empty());
    assert_eq!(with(Some("nim"), &[]), ["nim"]);
    assert_eq!(with(Some("bounded nim"), &[]), ["bounded-nim"]);
    assert_eq!(with(Some("moore"), &[]), ["moore"]);
    assert_eq!(with(Some("all"), &[]), ["all-heaps"]);
    assert_eq!(with(Some("misere nim"), &[]), ["misere-nim"]);
    assert_eq!(with(Some("three"), &[]), ["one-heap-spared"]);
    assert_eq!(with(Some("own"), &[]), ["nim"]);
    assert_eq!(with(None, &[("K", number(1))]), ["bounded-nim"]);
    assert_eq!(with(None, &[("m", Value::Unlimited)]), ["moore"]);
    assert_eq!(with(None, &[("K", number(3))]), ["one-heap-spared"]);
    assert_eq!(with(None, &[("K", number(3)), ("m", Value::Unlimited)]), ["one-heap-spared", "moore"]);
    assert_eq!(with(Some("nim"), &[("m", number(7))]), ["bounded-nim"]);
}

/// A rule that has no meaning at some position is no rule of a theorem, even where others allow all that the theorem
/// does.
#[test]
fn rules_without_a_meaning_are_covered_by_no_theorem() {
    none_is(&[
        "heaps 2 move take any from one heap move take h/2 from one heap",
        "heaps 2 move take 1..7/2 from one heap",
        "heaps 2 move take any from one heap move take 1..h/2 from one heap",
        "heaps 2 move take any from one heap move take 1 from one heap where 6/(h - 3) > 1",
        "heaps 2 move take any from one heap move take h/3..h from one heap",
    ]);
}

/// The amounts that there are cannot depend on the amount that is taken.
#[test]
fn amounts_by_themselves_are_an_error() {
    let rules = [
        "take 1..t from one heap",
        "take {t + 1} from one heap",
        "take s in {1..s} from one heap",
        "move 1..t from one heap to another",
    ];
    for rule in rules {
        let text = format!("game \"test\" {{ heaps 2 move {rule} }}");
        let loaded =
            pipeline::parse(Source::new("test.game", text)).and_then(|file| file.load(None, &Choices::default()));
        let codes: Vec<&str> = loaded.expect_err(rule).diagnostics.iter().map(|one| one.code).collect();
        assert_eq!(codes, ["amount-by-itself"], "{rule}");
    }
}
