//! Tables of bits against the move graph, on random rules, on rules of every form that they serve, and on the shipped
//! games; and that they are taken wherever they serve.
//!
//! `BOUTON_CASES` says how many random files are tried, `BOUTON_SEED` from which on.

#![allow(dead_code, reason = "the generator of rule files serves several tests")]
#![allow(clippy::print_stdout, reason = "what a long run has met is worth telling")]

mod brute;

use bouton::answer::Game;
use bouton::game::Position;
use bouton::graph::Budget;
use bouton::solve::{Outcome, Prepared, Table, Wanted, Way, box_size, positions_up_to};
use brute::compare::load;
use brute::generate::{Dice, RuleFile};
use std::collections::BTreeMap;
use std::env;
use std::path::Path;

fn from_env(name: &str, otherwise: u64) -> u64 {
    env::var(name).ok().map_or(otherwise, |value| value.parse().expect("a number"))
}

fn game(text: &str) -> Game {
    load("test.game", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The way that is taken for outcomes, with the reason.
fn way(game: &Game, max: u64) -> (Way, String) {
    let prepared = Prepared::new(&game.rules, &game.facts, max, Wanted::Outcomes, &Budget::default());
    let bits = &prepared.plan().ways[0];
    assert_eq!(bits.way, Way::BitTable);
    (prepared.plan().taken().way, bits.reason.clone())
}

/// Compares the table of bits with the graph, position by position in every order of the heaps.
fn compare(game: &Game, max: u64, text: &str) {
    let budget = Budget::default();
    let prepared = Prepared::new(&game.rules, &game.facts, max, Wanted::Outcomes, &budget);
    assert_eq!(prepared.plan().taken().way, Way::BitTable, "{}\n{text}", prepared.plan());
    let fast = prepared.run(&budget, &mut ()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let plain = Table::new(&game.rules, &game.facts, max, &budget, &mut ());
    let plain = plain.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut count = 0u64;
    for position in positions_up_to(game.rules.heaps, max, false) {
        assert_eq!(fast.holds(&position), plain.holds(&position), "{position} up to {max} in\n{text}");
        if !plain.holds(&position) {
            continue;
        }
        let wanted = plain.outcome(&position);
        assert_eq!(fast.outcome(&position), wanted, "{position} up to {max} in\n{text}");
        count += u64::from(wanted == Outcome::P);
        for left in 0..=game.rules.initial_registers().first().copied().unwrap_or(0) {
            let later = position.clone().with_registers(&[left]);
            if game.rules.registers.is_empty() || !plain.holds(&later) {
                continue;
            }
            assert!(fast.holds(&later), "{later} up to {max} in\n{text}");
            assert_eq!(fast.outcome(&later), plain.outcome(&later), "{later} up to {max} in\n{text}");
        }
    }
    assert!(fast.p_positions().eq(plain.p_positions()), "{text}");
    assert!(fast.positions().eq(plain.positions()), "{text}");
    assert_eq!((fast.p_count(), plain.p_count()), (count.into(), count.into()), "{text}");
    let beyond = Position::new(vec![max + 1; game.rules.heaps]);
    assert!(!fast.holds(&beyond));
}

/// Sizes that are soon explored; for few heaps some of them beyond one machine word.
fn size(heaps: usize, number: u64) -> u64 {
    match (heaps, number % 8) {
        (1, 0) => 200,
        (1, _) => 30,
        (2, 0) => 66,
        (2, _) => 12,
        (3, _) => 6 + number % 2,
        (4, _) => 4,
        _ => 2,
    }
}

#[test]
fn random_rules_have_the_same_outcomes_as_on_the_graph() {
    random_rules(RuleFile::random);
}

#[test]
fn random_conditions_on_positions_give_the_same_outcomes_as_on_the_graph() {
    random_rules(RuleFile::conditioned);
}

fn random_rules(random: fn(&mut Dice) -> RuleFile) {
    let (cases, seed) = (from_env("BOUTON_CASES", 300), from_env("BOUTON_SEED", 0));
    let (mut taken, mut passed) = (0, BTreeMap::<String, usize>::new());
    for case in seed..seed + cases {
        let file = random(&mut Dice::new(case));
        let text = file.game();
        let game = match load("test.game", &text) {
            Ok(game) => game,
            // Random amounts are sometimes none at all, which the file is told.
            Err(error) => {
                *passed.entry(error.lines().next().unwrap_or_default().to_owned()).or_default() += 1;
                continue;
            }
        };
        let max = size(file.heaps, case);
        let (way, reason) = way(&game, max);
        if way == Way::BitTable {
            taken += 1;
            compare(&game, max, &format!("// BOUTON_SEED={case} BOUTON_CASES=1 for this alone\n{text}"));
        } else {
            *passed.entry(reason).or_default() += 1;
            if env::var("BOUTON_SHOW").is_ok() {
                println!("{}\n{text}", passed.len());
            }
        }
    }
    println!("{taken} of {cases} by bits; others: {passed:?}");
    assert!(taken * 2 > cases, "{passed:?}");
}

/// Rules that tables of bits serve, each with the heaps that it is tried with.
const SERVED: &[(&str, &[usize])] = &[
    ("move take any from one heap", &[1, 2, 3, 4, 5, 7]),
    ("move take any from each of 1..2 heaps", &[2, 3, 4]),
    ("move take any from any heaps", &[2, 3]),
    ("move take 1..3 from each of 1..2 heaps", &[2, 3, 4]),
    ("move take 1..9 from each of 1..2 heaps", &[2, 3]),
    ("heap_limit 2 take_limit 5", &[3, 4]),
    ("move take 2..7 from one heap", &[1, 2, 3]),
    ("move take {1, 3..4, 9} from one heap", &[1, 2, 3]),
    ("move take any from one heap move take the same any from both heaps", &[2]),
    ("move take any from one heap move take the same any from 2 heaps", &[2, 3]),
    ("move take any from one heap move take the same any from all heaps", &[2, 3, 4]),
    ("move take any from one heap move take a, b from both heaps where abs(a - b) < 3", &[2]),
    ("move take 1..4 from one heap move take a, b from both heaps where abs(a - b) < 2, a <= 4, b <= 4", &[2]),
    ("move take any from one heap move take a, b from 2 heaps where a <= b", &[2, 3]),
    ("move take a, b, c from 3 heaps where a <= b + 1, c < a", &[3]),
    ("move take any from one heap move take a, b, c from 3 heaps where a = b", &[3, 4]),
    ("move take the same 1..6 from each of 1..2 heaps", &[2, 3]),
    ("move take s from one heap where is_square(s)", &[1, 2, 3]),
    ("move take s from each of 1..2 heaps where is_square(s)", &[2, 3]),
    ("move take the same s from each of 1..2 heaps where is_square(s)", &[2, 3]),
    ("move take the same {k*k + 1 for k >= 0} from each of 1..2 heaps", &[2, 3]),
    ("move take 1 from one heap move take the same 2*k from 2 heaps where k >= 1, t != 4", &[2, 3]),
    ("move take {k*k for k >= 1} from one heap", &[1, 2, 3]),
    ("move take s from one heap where divides(s, h)", &[1, 2, 3]),
    ("move take 1..floor(h/2) from one heap", &[1, 2, 3]),
    ("move take 1..h-1 from each of 1..2 heaps", &[2, 3]),
    ("move take t from each of 1..2 heaps where t mod 2 = h mod 2", &[2, 3]),
    ("move take 3..5 or all that is left from one heap", &[1, 2, 3]),
    ("move take 1..i from one heap", &[2, 3]),
    ("move take any from heap 1 move take 1..2 from heap 2", &[2, 3]),
    ("move take 1..2 from each of 1..2 adjacent heaps", &[3, 4]),
    ("move take 1 from each of 2 adjacent heaps in a circle move take 1 from one heap", &[4]),
    ("move take 1..3 in total from any heaps", &[2, 3]),
    ("move take any in total from any heaps", &[2, 3]),
    ("move take a, b from both heaps where a * b = 12 move take 1 from one heap", &[2]),
    ("move replace one heap by floor(h/3)", &[1, 2, 3]),
    ("move replace one heap by x where x < h and x mod 2 != h mod 2", &[1, 2, 3]),
    ("move take h from one heap move take 1 from one heap where h mod 2 = 1", &[1, 2, 3]),
    ("move take t from one heap where h > 3 and t < 3", &[1, 2, 3]),
    ("move take any from the largest heap", &[2, 3, 4]),
    ("move take 1..3 from the smallest heap", &[2, 3, 4]),
    ("move take 1..2 from the first heap move take 1 from the last heap", &[2, 3, 4]),
    ("move take any from either end", &[2, 3, 4]),
    ("move replace the largest heap by floor(h/2) move take 1 from one heap", &[2, 3]),
    ("move take any from one heap where max > 3 move take 1 from one heap", &[1, 2, 3]),
    ("move take 1..4 from each of 1..2 heaps where max - min <= 5 and t != 2", &[2, 3]),
    ("move take t from one heap where t <= 2 or sum mod 3 = 1", &[1, 2, 3]),
    ("move take t from one heap where h = max and (t = 1 or min > 2)", &[2, 3]),
    ("move take 1..min from one heap", &[1, 2, 3]),
    ("move take t from one heap where t >= max - min or t = nimsum", &[2, 3]),
    ("move take {1, max - h} from one heap", &[2, 3, 4]),
    ("move take k*min from the largest heap where k >= 1", &[1, 2, 3]),
    ("move take k*min from one heap where 2 <= k, k < 5 or k = max", &[2, 3]),
    ("move take {max*k for 1 <= k <= 2} from the smallest heap move take {k*nimsum for k >= 1} from one heap", &[2, 3]),
    ("move take 1 from every heap", &[2, 3]),
    ("move take the same any from every heap where h mod 2 = 1 move take 1 from one heap", &[2, 3]),
    ("move take any from one heap end when max = sum", &[2, 3, 4]),
    ("move take 1..3 from each of 1..2 heaps end when min <= 1", &[2, 3]),
    ("move take any from one heap keeping sum >= 1", &[1, 2, 3]),
    ("move take 1..2 from one heap keeping max <= 2*min + 1", &[2, 3, 4]),
    ("move take any from each of 1..2 heaps keeping max - min < 4 end when sum mod 5 = 3", &[2, 3]),
    ("move take the same any from all heaps move take 2..3 from one heap keeping nimsum != 1", &[2, 3]),
    ("move take any from one heap pass once, not when sum = 0", &[1, 2, 3]),
    ("move take 1..3 from each of 1..2 heaps pass 3 times", &[2, 3]),
    ("move take any from the largest heap where sum > 1 pass twice where max > min keeping sum != 4", &[2, 3]),
];

/// More of them, for heaps with names or with a word on who wins.
const SERVED_BY_NAME: &[&str] = &[
    "heaps a, b keeping a <= b move take any from one heap",
    "heaps a, b, c keeping 1 <= a < b < c move take any from one heap play misere",
    "heaps a, b move take any from heap a where b > 1 move take 1..b from heap b",
    "heaps a, b move take 1..a-1 from heap a move take 1 from heap b where a mod 2 = 0",
    "heaps a, b move with k >= 1: a := a - k, b := b - 2*k move with k in 1..3: b := b - k",
    "heaps a, b move where b >= 2: a := a - 2, b := b - 1 move where a > 0: a := floor(a/2) play misere",
    "heaps 1 move take 3 from one heap wins when h = 2",
    "heaps 2 move take 1..2 from one heap end when min = 0 wins when max mod 3 = 1",
    "heaps 3 move take any from the largest heap where sum > 3 wins when nimsum = 0",
    "heaps 3 move take any from one heap keeping max <= 2*min + 3 wins when sum mod 2 = 0",
];

#[test]
fn every_form_that_is_served_takes_the_table_of_bits() {
    for (number, (rule, heaps)) in SERVED.iter().enumerate() {
        for heaps in *heaps {
            for play in ["normal", "misere"] {
                let text = format!("game \"served\" {{ heaps {heaps} {rule} play {play} }}");
                let game = game(&text);
                // Beyond one machine word in one of the two plays, for the graph is slow there.
                let round = number as u64 + u64::from(play == "misere");
                compare(&game, size(*heaps, 4 * (round % 2)), &text);
            }
        }
    }
    for (number, rules) in SERVED_BY_NAME.iter().enumerate() {
        let game = game(&format!("game \"served\" {{ {rules} }}"));
        compare(&game, size(game.rules.heaps, 4 * (number as u64 % 2)), rules);
    }
}

#[test]
fn other_rules_pass_it_by_with_a_reason() {
    let cases = [
        ("heaps 2 move take k*k*min from the largest heap where k >= 1", "does not touch"),
        ("heaps 2 move take t from each of 1..2 heaps where t <= min", "does not touch"),
        ("heaps 2 move take any from one heap each player may pass once", "more than heaps"),
        ("heaps 2 move take any from one heap where passes > 0 pass once", "more than heaps"),
        ("heaps 1 move split one heap in 2", "number of heaps"),
        ("heaps 1 move take 1..3 from one heap where t != prev", "more than heaps"),
        ("heaps 2 move take any from one heap keeping max < phi*min", "fractions of whole numbers"),
        ("heaps 2 move take any from one heap end when max/min = 2", "fractions of whole numbers"),
        ("heaps 2 move move 1 from heap 1 to heap 2", "else than taking"),
        ("heaps 1 move replace one heap by h + 1 where h < 5", "else than taking"),
        ("heaps 2 move take a, b from both heaps where gcd(a, b) = 1", "described"),
    ];
    for (rule, wanted) in cases {
        let game = game(&format!("game \"passed\" {{ {rule} }}"));
        let (taken, reason) = way(&game, 100);
        assert_ne!(taken, Way::BitTable, "{rule}");
        assert!(reason.contains(wanted), "{rule}: {reason}");
    }
    let nim = game("game \"Nim\" { heaps 3 move take any from one heap }");
    let prepared = Prepared::new(&nim.rules, &nim.facts, 60, Wanted::Grundy, &Budget::default());
    assert_eq!(prepared.plan().taken().way, Way::HeapValues, "{}", prepared.plan());
}

/// The shipped games for which a table of bits is not taken: heaps come and go or grow, or more than heaps is remembered.
const WITHOUT: [&str; 7] = [
    "dawsons-kayles.yaml",
    "fibonacci-nim.game",
    "grundys-game.game",
    "kayles.yaml",
    "laskers-nim.game",
    "no-repeat.game",
    "staircase-nim.game",
];

#[test]
fn shipped_games_have_the_same_outcomes() {
    let mut without = Vec::new();
    let mut files: Vec<_> =
        Path::new("rules").read_dir().expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|one| one == "game" || one == "yaml")) {
        let name = file.file_name().and_then(|name| name.to_str()).expect("a name");
        let text = std::fs::read_to_string(file).expect("a rule file");
        let game = load(name, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let max = (2..40).rev().find(|max| box_size(game.rules.heaps, *max, false).is_some_and(|size| size < 2000));
        let max = max.unwrap_or(1);
        if way(&game, max).0 == Way::BitTable {
            compare(&game, max, name);
        } else {
            without.push(name.to_owned());
        }
    }
    assert_eq!(without, WITHOUT);
}
