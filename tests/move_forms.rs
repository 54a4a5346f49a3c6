//! Forms of moves whose options are compared with a list made by hand, and what is wrong with them when it is.

use bouton::answer::Game;
use bouton::game::{Position, moves};
use bouton::graph::Budget;
use bouton::pipeline::{self, Rejected};
use bouton::rules::Choices;
use bouton::source::Source;

fn load(rules: &str) -> Result<Game, Box<Rejected>> {
    let source = Source::new("test.game", format!("game \"test\" {{ {rules} }}"));
    let loaded = pipeline::parse(source).and_then(|file| file.load(None, &Choices::default()));
    loaded.map(|mut loaded| loaded.games.remove(0))
}

/// The positions that moves leave, heaps in place, in lexicographic order.
fn options(rules: &str, position: &[u64]) -> Vec<Vec<u64>> {
    let game = load(rules).unwrap_or_else(|error| panic!("{rules}: {:?}", error.diagnostics));
    let all = moves(&game.rules, &Position::new(position), usize::MAX).unwrap_or_else(|error| panic!("{error}"));
    all.iter().map(|one| one.to.sizes().to_vec()).collect()
}

/// That rules are not accepted, each with what is told of it.
fn refused(all: &[(&str, &str)]) {
    for (rule, code) in all {
        let error = load(rule).expect_err(rule);
        assert!(error.diagnostics.iter().any(|one| one.code == *code), "{rule}: {:?}", error.diagnostics);
    }
}

#[test]
fn a_heap_makes_way_for_smaller_ones() {
    let smaller = |rule: &str, size: u64| options(&format!("heaps 1 move replace one heap by {rule}"), &[size]);
    assert_eq!(smaller("0..2 smaller heaps", 3), [vec![0], vec![1], vec![1, 1], vec![1, 2], vec![2], vec![2, 2]]);
    assert_eq!(smaller("0..2 smaller heaps where parts differ", 3), [vec![0], vec![1], vec![1, 2], vec![2]]);
    assert_eq!(smaller("1..3 smaller heaps where parts equal", 2), [vec![1], vec![1, 1], vec![1, 1, 1]]);
    assert_eq!(smaller("2 smaller heaps", 2), [vec![1, 1]]);
    assert_eq!(smaller("1 smaller heap where h mod 2 = 0", 4), [vec![1], vec![2], vec![3]]);
    assert!(smaller("1 smaller heap where h mod 2 = 0", 5).is_empty());
    // A heap of one token can only be removed, and an empty one is no heap.
    assert_eq!(smaller("0..4 smaller heaps", 1), [[0]]);
    assert!(smaller("1..4 smaller heaps", 1).is_empty());
    assert!(smaller("0..4 smaller heaps", 0).is_empty());
    // The others stay as they are.
    let largest = "heaps 2 move replace the largest heap by 0..2 smaller heaps";
    assert_eq!(options(largest, &[1, 2]), [vec![1, 0], vec![1, 1], vec![1, 1, 1]]);
}

#[test]
fn mistakes_about_smaller_heaps_are_found() {
    refused(&[
        ("heaps 2 move replace 2 heaps by 0..2 smaller heaps", "replace-several"),
        ("heaps 2 move replace one heap by 0..100 smaller heaps", "part-count"),
        ("heaps 2 move replace one heap by 3..2 smaller heaps", "part-count"),
        ("heaps 2 move replace one heap by 0 smaller heaps", "part-count"),
        ("heaps a, b move replace one heap by 2 smaller heaps", "named-heaps-split"),
        ("heaps 2 move replace one heap by any smaller heaps", "unbounded-heaps"),
    ]);
}

/// Numbers of heaps in the amount of a move from one heap to another.
#[test]
fn amounts_may_depend_on_which_heaps_a_move_is_between() {
    let down = "heaps 2 move move 1..i from heap i to heap i-1 where i >= 2";
    assert_eq!(options(down, &[3, 3]), [[4, 2], [5, 1]]);
    let between = "heaps 3 move move i*j from heap i to heap j where i != 2 and j != 2";
    assert_eq!(options(between, &[4, 0, 5]), [[1, 0, 8], [7, 0, 2]]);
    let several = "heaps 2 move move i*k from heap i to heap 1 where k >= 1";
    assert_eq!(options(several, &[0, 5]), [[2, 3], [4, 1]]);
}

/// The letters of a move that is written out, one bounded by the other.
#[test]
fn letters_may_be_bounded_by_those_before_them() {
    let rules = "heaps a, b move with k in 1..2, l in {0, k..2*k - 1}: a := a - k, b := b - l";
    assert_eq!(options(rules, &[2, 2]), [[0, 0], [0, 2], [1, 1], [1, 2]]);
}

#[test]
fn letters_that_do_not_help_are_found() {
    refused(&[
        ("heaps a, b move with l in 1..k, k in 1..2: a := a - k, b := b - l", "letter-order"),
        ("heaps a, b move with k in 1..k: a := a - k", "letter-order"),
        ("heaps 2 move move any from one heap to heap t", "heap-by-amount"),
        ("heaps 2 move move k*t from one heap to another where k >= 1", "amount-by-itself"),
    ]);
}

/// A condition on one letter bounds what the others are tried with.
#[test]
fn letters_of_a_set_are_tried_where_their_conditions_hold() {
    let taken = |set: &str, size: u64| -> Vec<u64> {
        let left = options(&format!("heaps 1 move take {set} from one heap"), &[size]);
        left.iter().rev().map(|left| size - left[0]).collect()
    };
    assert_eq!(taken("{p^k for is_prime(p), k >= 0}", 12), [1, 2, 3, 4, 5, 7, 8, 9, 11]);
    assert_eq!(taken("{p^k for is_prime(p), k >= 2}", 30), [4, 8, 9, 16, 25, 27]);
    assert_eq!(taken("{a^2 + b^2 for a >= 1, b >= a}", 20), [2, 5, 8, 10, 13, 17, 18, 20]);
    let endless = load("heaps 1 move take {p^k for p >= 0, k >= 0} from one heap").expect("it can be read");
    let error = moves(&endless.rules, &Position::new([5]), usize::MAX).expect_err("1^k is 1 for ever, and 0^k changes");
    assert!(error.to_string().contains("nothing bounds a letter of this set"), "{error}");
}

/// Where the graph is too large, single heaps decide.
#[test]
fn large_heaps_are_answered_by_their_values() {
    let game = load("heaps 2 move split one heap in 2 where parts differ").expect("it can be read");
    let answer = |sizes: [u32; 2]| game.answer(&sizes.map(Into::into), &Budget::default(), &mut ()).expect("an answer");
    // OEIS A002188: the values of 97, 100 and 101 are 2, 2 and 3.
    assert_eq!(answer([100, 101]).grundy, Some(1));
    let lost = answer([97, 100]);
    assert_eq!((lost.grundy, lost.winning.len()), (Some(0), 0));
}
