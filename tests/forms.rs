//! What forms of rules mean at their edges: each of these was once got wrong, and is small enough to be seen by eye.

use bouton::answer::Game;
use bouton::diagnostics::draw;
use bouton::game::{Position, moves};
use bouton::graph::Budget;
use bouton::pipeline;
use bouton::rules::Choices;
use bouton::solve::{Outcome, Table};
use bouton::source::Source;

fn load(body: &str) -> Result<Game, String> {
    let fail = |rejected: Box<pipeline::Rejected>| draw(&rejected.diagnostics, &rejected.source, false);
    let parsed = pipeline::parse(Source::new("test.game", format!("game \"test\" {{ {body} }}"))).map_err(fail)?;
    Ok(parsed.load(None, &Choices::default()).map_err(fail)?.games.remove(0))
}

fn game(body: &str) -> Game {
    load(body).unwrap_or_else(|error| panic!("{error}\n{body}"))
}

/// The positions that moves lead to, without what they remember.
fn options(body: &str, sizes: &[u64]) -> Vec<Vec<u64>> {
    let found = moves(&game(body).rules, &Position::new(sizes), usize::MAX);
    let found = found.unwrap_or_else(|error| panic!("{error}\n{body}"));
    found.into_iter().map(|one| one.to.sizes().to_vec()).collect()
}

#[track_caller]
fn leads(body: &str, sizes: &[u64], wanted: &[&[u64]]) {
    assert_eq!(options(body, sizes), wanted, "{body}");
}

#[track_caller]
fn outcome(body: &str, sizes: &[u64], wanted: Outcome) {
    let game = game(body);
    let sizes: Vec<_> = sizes.iter().map(|size| num_bigint::BigUint::from(*size)).collect();
    let answer = game.answer(&sizes, &Budget::default(), &mut ()).unwrap_or_else(|error| panic!("{error}\n{body}"));
    assert_eq!(answer.outcome, wanted, "{body}");
}

#[test]
fn amounts_that_fall_and_rise_again_are_all_found() {
    leads("heaps 1 move take {(k - 3)*(k - 3) for k <= 9} from one heap", &[4], &[&[0], &[3]]);
    leads("heaps 1 move take {9 - k for 1 <= k <= 8} from one heap", &[3], &[&[0], &[1], &[2]]);
    leads("heaps 1 move take {a - b for a <= 9, b >= 7} from one heap", &[4], &[&[2], &[3]]);
    leads("heaps 1 move take abs(k - 5) from one heap where k <= 6", &[9], &[&[4], &[5], &[6], &[7], &[8]]);
}

#[test]
fn letters_of_amounts_are_bounded_by_their_conditions() {
    leads("heaps 1 move take 7 - k from one heap where k <= 6", &[2], &[&[0], &[1]]);
    leads("heaps 1 move take {k mod 3 for k <= 5} from one heap", &[9], &[&[7], &[8]]);
    leads(
        "heaps 1 move take 12/k from one heap where k >= 1, divides(k, 12), k <= 12",
        &[5],
        &[&[1], &[2], &[3], &[4]],
    );
    let endless = game("heaps 1 move take {k mod 3 for k >= 1} from one heap");
    assert!(moves(&endless.rules, &Position::new([5]), usize::MAX).is_err(), "nothing bounds the letter");
}

#[test]
fn conditions_beside_letters_speak_of_the_amount_too() {
    leads("heaps 1 move take k*k from one heap where k >= 1 and t < 5", &[9], &[&[5], &[8]]);
    leads("heaps 1 move take 7 - k from one heap where k <= 6 and 3*t < h + 2", &[5], &[&[3], &[4]]);
    let error = load("heaps 1 move take t*k from one heap where k >= 1").expect_err("an amount by itself");
    assert!(error.contains("amount-by-itself"), "{error}");
}

#[test]
fn all_that_is_left_may_be_less_than_any_kind_of_amount() {
    leads("heaps 1 move take {k*k for k >= 2} or all that is left from one heap", &[3], &[&[0]]);
    leads("heaps 1 move take 2^k or all that is left from one heap where k >= 1", &[1], &[&[0]]);
    leads("heaps 1 move take 2^k or all that is left from one heap where k >= 1", &[3], &[&[1]]);
    leads("heaps 1 move take {0, 5} or all that is left from one heap", &[3], &[&[0]]);
    leads("heaps 1 move take 5..4 or all that is left from one heap", &[3], &[]);
}

#[test]
fn a_heap_may_be_replaced_by_a_larger_one() {
    leads("heaps 1 move replace one heap by x where x + h = 5", &[1], &[&[4]]);
    leads("heaps 1 move replace one heap by x where x + h = 50", &[0], &[&[50]]);
    leads("heaps 1 move replace one heap by x where h < x <= 2h", &[2], &[&[3], &[4]]);
    leads("heaps 1 move replace one heap by any", &[2], &[&[0], &[1]]);
    let endless = game("heaps 1 move replace one heap by x where x mod 2 = h mod 2");
    assert!(moves(&endless.rules, &Position::new([3]), usize::MAX).is_err(), "nothing bounds the letter");
}

#[test]
fn letters_of_written_moves_reach_as_far_as_their_conditions() {
    leads("heaps a, b move with k where a + b = 100 - k: a := k - 90", &[0, 1], &[&[9, 1]]);
    leads("heaps a, b move with k, l where k + l = 80, k >= 79: a := k, b := l", &[0, 0], &[&[79, 1], &[80, 0]]);
}

#[test]
fn every_heap_is_every_heap() {
    // The heap of one token is not empty, and cannot give two.
    leads("heaps 2 move take 2 from every non-empty heap", &[1, 3], &[]);
    leads("heaps 2 move take 2 from every non-empty heap", &[0, 3], &[&[0, 1]]);
    leads("heaps 2 move take 2 from every heap where h >= 2", &[1, 3], &[&[1, 1]]);
    leads("heaps 2 move take 2 from every heap where h >= t", &[1, 3], &[&[1, 1]]);
    leads("heaps 2 move take the same k from every heap where h >= k", &[1, 2], &[&[0, 1], &[1, 0]]);
    leads("heaps 2 move take the same 1..2 from every non-empty heap", &[1, 2], &[&[0, 1]]);
    leads("heaps 3 move take 3 in total from every non-empty heap", &[0, 1, 2], &[&[0, 0, 0]]);
    leads("heaps 3 move take a, b, c from every non-empty heap where a < b < c", &[1, 2, 3], &[&[0, 0, 0]]);
    leads("heaps 3 move take a, b, c from every non-empty heap where a < b < c", &[0, 2, 3], &[]);
}

#[test]
fn all_heaps_and_any_heaps_are_those_that_there_are() {
    let split = "heaps 1 move split one heap in 3";
    leads(&format!("{split} move take 1 from all heaps"), &[1, 1, 1], &[&[0, 0, 0]]);
    let found = options(&format!("{split} move take 1 from any heaps"), &[1, 1, 1]);
    assert_eq!(found.len(), 7, "{found:?}");
    assert!(load(&format!("{split} move take 1 from each of 1..3 heaps")).is_ok());
    let letters = "heaps 2 move split one heap in 3 move take a, b from both heaps where a < b";
    leads(letters, &[1, 2], &[&[0, 0]]);
    leads(letters, &[1, 2, 2], &[]);
    let error = load("heaps 1 move take 1 from all heaps, then may split it in 2").expect_err("several heaps");
    assert!(error.contains("split-several"), "{error}");
}

#[test]
fn any_heap_may_be_split_by_its_number() {
    leads("heaps 2 move split heap i in 2 where i >= 2", &[2, 2], &[&[2, 1, 1]]);
    leads("heaps 2 move split heap j into a, b where a > b and j = 1", &[3, 3], &[&[2, 1, 3]]);
}

/// Where heaps are split, positions are listed without empty heaps only if these make no difference.
#[test]
fn empty_heaps_count_where_rules_can_tell() {
    let by_smallest = "heaps 2 move take 1 from one heap where min = 0 move split one heap in 2 where h > 9";
    outcome(by_smallest, &[0, 3], Outcome::N);
    outcome(by_smallest, &[3, 3], Outcome::P);
    let onto_empty = "heaps 2 move move any from one heap to another where h > 1 move split one heap in 2 where h > 9";
    let game = game(onto_empty);
    assert!(game.facts.alike && !game.facts.without_empty);
    let table = Table::new(&game.rules, &game.facts, 3, &Budget::default(), &mut ()).expect("a small table");
    let graph = table.graph().expect("the heaps can change places");
    assert!(graph.find(&Position::new([0, 3])) != graph.find(&Position::new([3])));
    assert!(load("heaps 1 move take 1..2 from one heap, then may split it in 2").expect("Kayles").facts.without_empty);
}

#[test]
fn tokens_that_only_change_their_heap_are_not_tallied() {
    let rules = game("heaps 2 tally wins when own > 0 move move 1 from heap 2 to heap 1 move take 2 from heap 1");
    let found = moves(&rules.rules, &Position::new([2, 1]), usize::MAX).expect("the rules have a meaning");
    let registers: Vec<&[u64]> = found.iter().map(|one| one.to.registers()).collect();
    assert_eq!(registers, [[0, 2], [0, 0]]);
}

#[test]
fn passes_without_a_limit_are_not_counted() {
    let rules = game("heaps 1 move take 1 from one heap pass where h > 1 pass once, not when h = 1");
    let graph = rules.answer(&[3u8.into()], &Budget::default(), &mut ()).expect("it can be solved");
    // With and without the one pass, each with 0 to 3 tokens.
    assert_eq!(graph.explored.expect("it was explored").0.len(), 8);
}

/// Letters that an equation ties together are not tried one by one.
#[test]
fn equations_between_letters_save_trying() {
    let body = "heaps 2 move take a, b from both heaps where a + b = 3";
    leads(body, &[1 << 40, 1 << 40], &[&[(1 << 40) - 2, (1 << 40) - 1], &[(1 << 40) - 1, (1 << 40) - 2]]);
    leads(
        "heaps 3 move take a, b, c from all heaps where a + b + c <= 4",
        &[1 << 50, 2, 2],
        &[&[(1 << 50) - 2, 1, 1], &[(1 << 50) - 1, 0, 1], &[(1 << 50) - 1, 1, 0], &[(1 << 50) - 1, 1, 1]],
    );
    let near = options("heaps 2 move take a, b from both heaps where abs(a - b) < 2", &[3, 1 << 60]);
    assert_eq!(near.len(), 8);
}

/// A game that allows few of very many amounts ends soon, and so do splits in very many ways.
#[test]
fn what_is_tried_in_vain_is_bounded() {
    let budget = Budget { positions: 100_000, bytes: 1 << 20 };
    for (body, start) in [
        ("heaps 2 move take a, b from both heaps where a*b mod 997 = 1", [900u64, 900]),
        ("heaps 2 move split one heap in 20", [200, 1]),
        ("heaps 2 move take 2 from one heap, then split it in 3", [u64::MAX, 1]),
    ] {
        let game = game(body);
        let answer = game.answer(&start.map(num_bigint::BigUint::from), &budget, &mut ());
        let error = answer.map(|answer| answer.outcome).expect_err(body).to_string();
        assert!(error.contains("budget") || error.contains("too many moves"), "{error}");
    }
}
