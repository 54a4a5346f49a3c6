//! Tame heaps against published ones, against outcomes from the moves, and against quotients.

use super::*;
use crate::graph::MoveGraph;
use crate::quotient::Limits;
use crate::rules::sample;
use crate::solve::{Outcome, positions_up_to, solve};
use crate::syntax::tree::Play;
use proptest::prelude::*;
use std::collections::HashMap;

fn rules(text: &str) -> Ruleset {
    sample::rules(&format!("{text} play misere"))
}

fn genera(text: &str, max: u64) -> Genera {
    let rules = rules(text);
    let found = Genera::new(&rules, &Facts::of(&rules), max, &Budget::default(), &mut ());
    found.expect("it is small").unwrap_or_else(|| panic!("{text} is a sum of heaps"))
}

fn written(found: &Genera, size: u64) -> String {
    found.genus(size).map_or_else(|| "?".to_owned(), |genus| genus.to_string())
}

#[test]
fn known_genera() {
    for (text, published) in [
        // Conway 1976: the heaps of misère Nim.
        (
            "heaps 1 move take any from one heap",
            &["0^{120}", "1^{031}", "2^{20}", "3^{31}", "4^{46}", "5^{57}", "6^{64}", "7^{75}", "8^{8,10}"][..],
        ),
        // Worked out by hand: Kayles has its first wild heap at five pins.
        ("heaps 1 octal \"0.77\"", &["0^{120}", "1^{031}", "2^{20}", "3^{31}", "1^{031}", "4^{146}"]),
        // Plambeck, misère octal games, 0.312: "except for the heap of size 4", all are tame.
        (
            "heaps 1 octal \"0.312\"",
            &["0^{120}", "1^{031}", "2^{20}", "0^{02}", "2^{1420}", "0^{02}", "1^{13}", "0^{02}", "1^{13}", "0^{02}"],
        ),
        // Worked out by hand: 0.123 has its first wild heap at eight tokens.
        (
            "heaps 1 octal \"0.123\"",
            &["0^{120}", "1^{031}", "0^{120}", "2^{20}", "2^{20}", "1^{031}", "0^{02}", "0^{120}", "2^{1420}"],
        ),
    ] {
        let found = genera(text, published.len() as u64 - 1);
        let written: Vec<String> = (0..=found.max()).map(|size| written(&found, size)).collect();
        assert_eq!(written, published, "{text}");
    }
}

#[test]
fn tame_and_wild_games() {
    for (text, max, wild) in [
        ("heaps 1 move take any from one heap", 40, None),
        ("heaps 1 octal \"0.77\"", 12, Some(5)),
        ("heaps 1 octal \"0.123\"", 20, Some(8)),
        ("heaps 1 octal \"0.312\"", 40, Some(4)),
        ("heaps 1 move take any from one heap move split one heap in 2", 20, None),
    ] {
        assert_eq!(genera(text, max).wild().first().copied(), wild, "{text}");
    }
    let found = genera("heaps 1 octal \"0.312\"", 60);
    assert_eq!((found.wild(), found.reverting()), (vec![4], Some(5)));
    assert_eq!(genera("heaps 1 octal \"0.77\"", 4).reverting(), None);
}

/// A genus is not enough: two games may have it, one of them tame.
#[test]
fn outcomes_of_sums_with_wild_heaps_are_left_open() {
    let found = genera("heaps 1 octal \"0.77\"", 8);
    assert_eq!(found.value(&[5]), None);
    assert_eq!(found.value(&[5, 5, 1]), None);
    assert_eq!(found.value(&[4, 3]), Some(Tame { number: 2, firm: true }));
    assert_eq!(found.value(&[9]), None);
}

/// Compares with the outcomes of all positions of so many heaps, and tells how many are tame.
fn outcomes_agree(text: &str, max: u64, heaps: usize) -> usize {
    let found = genera(text, max);
    let rules = rules(text);
    let positions: Vec<_> = positions_up_to(heaps, max, true).collect();
    let graph = MoveGraph::explore(&rules, &Facts::of(&rules), positions.clone(), &Budget::default(), &mut ());
    let graph = graph.expect("it is small");
    let solution = solve(&graph);
    let mut tame = 0;
    for position in positions {
        let Some(value) = found.value(position.sizes()) else { continue };
        tame += 1;
        let vertex = graph.find(&position).expect("it is in the graph");
        assert_eq!(value.is_p(), solution.outcome(vertex) == Outcome::P, "{text} at {position}");
    }
    tame
}

#[test]
fn outcomes_are_those_of_the_graph() {
    for (text, max, heaps, least) in [
        ("heaps 4 move take any from one heap", 6, 4, 210),
        ("heaps 4 move take {1, 3, 4} from one heap", 8, 4, 495),
        ("heaps 3 octal \"0.77\"", 9, 3, 35),
        ("heaps 4 octal \"0.123\"", 9, 4, 330),
        ("heaps 4 octal \"0.312\"", 9, 4, 495),
        ("heaps 3 octal \"0.07\"", 11, 3, 60),
        ("heaps 3 move split one heap in 2 where parts differ", 10, 3, 200),
        ("heaps 3 move take 1 from one heap move split one heap in 2..3", 7, 3, 5),
        ("heaps 3 move take s where is_square(s) from one heap", 9, 3, 220),
        ("heaps 3 move replace one heap by floor(h/2) move take 1 from one heap", 6, 3, 10),
    ] {
        let tame = outcomes_agree(text, max, heaps);
        assert!(tame >= least, "{text}: {tame}");
    }
}

/// The options of single heaps, straight from the rules.
fn listed(rules: &Ruleset, max: u64) -> Vec<Vec<Vec<u64>>> {
    let options = |size| {
        let mut sizes = vec![0; rules.heaps];
        sizes[0] = size;
        let moves = crate::game::moves(rules, &Position::new(sizes), usize::MAX).expect("rules have a meaning");
        moves.iter().map(|one| one.to.sizes().iter().copied().filter(|left| *left > 0).collect()).collect()
    };
    (0..=max).map(options).collect()
}

/// The Grundy value of these heaps with heaps of Nim beside, from the definition.
fn brute(
    heaps: &[Vec<Vec<u64>>],
    play: Play,
    position: &(Vec<u64>, Vec<u64>),
    known: &mut HashMap<(Vec<u64>, Vec<u64>), u32>,
) -> u32 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let (sizes, nim) = position;
    let mut options = Vec::new();
    for (at, size) in sizes.iter().enumerate() {
        for left in &heaps[*size as usize] {
            let mut option = [&sizes[..at], &sizes[at + 1..], left].concat();
            option.sort_unstable();
            options.push((option, nim.clone()));
        }
    }
    for (at, size) in nim.iter().enumerate() {
        for left in 0..*size {
            let mut option = nim.clone();
            option[at] = left;
            option.retain(|left| *left > 0);
            option.sort_unstable();
            options.push((sizes.clone(), option));
        }
    }
    let value = match (options.is_empty(), play) {
        (true, Play::Misere) => 1,
        _ => mex(options.iter().map(|option| brute(heaps, play, option, known)).collect::<Vec<_>>().into_iter()),
    };
    known.insert(position.clone(), value);
    value
}

/// Compares genera with their definition, and tells how many wild heaps have one.
fn genera_agree(text: &str, max: u64) -> usize {
    let found = genera(text, max);
    let heaps = listed(&rules(text), max);
    let (mut normal, mut misere) = (HashMap::new(), HashMap::new());
    let mut wild = 0;
    for size in 0..=max {
        let Some(genus) = found.genus(size) else { continue };
        wild += usize::from(found.of_heap(size).is_none());
        assert_eq!(genus.value, brute(&heaps, Play::Normal, &(vec![size], vec![]), &mut normal), "{text} at {size}");
        for twos in 0..6 {
            let value = brute(&heaps, Play::Misere, &(vec![size], vec![2; twos]), &mut misere);
            assert_eq!(genus.digit(twos), value, "{text} at {size} with {twos} twos: {genus}");
        }
    }
    wild
}

#[test]
fn genera_are_as_defined() {
    assert_eq!(genera_agree("heaps 1 move take any from one heap", 6), 0);
    assert_eq!(genera_agree("heaps 1 octal \"0.312\"", 10), 1);
    assert!(genera_agree("heaps 1 octal \"0.77\"", 7) >= 1);
    assert!(genera_agree("heaps 1 octal \"0.123\"", 10) >= 1);
}

/// The theorem holds beside heaps of Nim, which are tame: that tells firm from fickle, and every number.
#[test]
fn tame_heaps_are_as_heaps_of_nim() {
    for text in
        ["heaps 1 octal \"0.312\"", "heaps 1 octal \"0.123\"", "heaps 1 octal \"0.07\"", "heaps 1 octal \"4.4\""]
    {
        let (found, heaps) = (genera(text, 8), listed(&rules(text), 8));
        let mut known = HashMap::new();
        for one in 0..=8 {
            for other in one..=8 {
                let Some(value) = found.value(&[one, other]) else { continue };
                for nim in [vec![], vec![1], vec![2], vec![3], vec![2, 2], vec![2, 3], vec![1, 2]] {
                    let of = |size: &u64| Tame { number: *size as u32, firm: *size > 1 };
                    let value = nim.iter().map(of).fold(value, Tame::plus);
                    let is_p = brute(&heaps, Play::Misere, &(vec![one, other], nim.clone()), &mut known) == 0;
                    assert_eq!(value.is_p(), is_p, "{text}: {one}, {other}, Nim {nim:?}");
                }
            }
        }
    }
}

#[test]
fn other_games_have_none() {
    for text in [
        "heaps 2 move take any from each of 1..2 heaps",
        "heaps a, b move take any from heap a move take 1 from heap b",
    ] {
        let rules = rules(text);
        let found = Genera::new(&rules, &Facts::of(&rules), 3, &Budget::default(), &mut ());
        assert!(found.expect("it is small").is_none(), "{text}");
    }
    let grows = rules("heaps 1 move replace one heap by x in {h - 1, h + 1} where x <= 3");
    let found = Genera::new(&grows, &Facts::of(&grows), 3, &Budget::default(), &mut ());
    assert!(found.expect("it is small").is_none());
    let nim = rules("heaps 1 move take any from one heap");
    let small = Budget { positions: 10, ..Budget::default() };
    let found = Genera::new(&nim, &Facts::of(&nim), 20, &small, &mut ());
    assert!(matches!(found, Err(ExploreError::Budget { .. })));
}

/// The definition is that of the pairs of a normal and a misère value, as Conway has them: (0, 1), (1, 0) and (n, n).
#[test]
fn values_are_pairs_of_mexes() {
    let all = [(0, false), (1, false), (0, true), (1, true), (2, true), (3, true)];
    for subset in 1..1 << all.len() {
        let options = (0..all.len()).filter(|at| subset >> at & 1 == 1).map(|at| all[at]);
        let options: BTreeSet<Tame> = options.map(|(number, firm)| Tame { number, firm }).collect();
        let normal = mex(options.iter().map(|one| one.number));
        let misere = mex(options.iter().map(|one| if one.firm { one.number } else { 1 - one.number }));
        let expected = match (normal, misere) {
            (0, 1) | (1, 0) => Some(Tame { number: normal, firm: false }),
            (number, same) if number == same => Some(Tame { number, firm: true }),
            _ => None,
        };
        assert_eq!(Tame::of_options(&options), expected, "{options:?}");
    }
}

/// Where options with wild heaps do not revert, a heap is wild, be the others as they may.
#[test]
fn options_that_do_not_revert() {
    let smaller = "move take 1 from one heap where h = 1 move take {1, 2} from one heap where h = 2 \
                   move take 1 from one heap where h = 3 move take {1, 3} from one heap where h = 4";
    // The wild heap of 4 has the options firm 0 and fickle 1.
    for (moves, size, tame) in [
        // Beside it firm 2: the heap would be firm 0.
        ("move take {1, 3} from one heap where h = 5", 5, true),
        // Beside it firm 0: the heap would be firm 1.
        ("move take {1, 2} from one heap where h = 5", 5, false),
        // Beside it fickle 0: the heap would be fickle 1.
        ("move take {1, 5} from one heap where h = 5", 5, true),
        // Beside it fickle 0 and 1: the heap would be firm 2.
        ("move take {1, 4, 5} from one heap where h = 5", 5, false),
        // The options fickle 0 and 1, firm 0 and 2, and two wild heaps: the heap would be firm 3.
        ("move split one heap in 2 where h = 8 move take 8 from one heap where h = 8", 8, false),
    ] {
        let text = format!("heaps 3 {smaller} {moves}");
        let found = genera(&text, size);
        assert_eq!(found.wild().first(), Some(&4), "{text}");
        assert_eq!(found.of_heap(size).is_some(), tame, "{text}");
        outcomes_agree(&text, size, 3);
    }
}

/// Compares with the quotient: all sums of up to three heaps, and of as many of one size.
fn quotient_agrees(text: &str, max: u64) {
    let (rules, found) = (rules(text), genera(text, max));
    let limits = Limits { elements: 120, positions: 200_000, pairs: 20_000, ..Limits::default() };
    let Ok(quotient) = Quotient::new(&rules, &Facts::of(&rules), max, &limits) else { return };
    for position in positions_up_to(4, max, true) {
        let Some(value) = found.value(position.sizes()) else { continue };
        let element = quotient.value_of(position.sizes()).expect("no heap is too large");
        assert_eq!(value.is_p(), quotient.is_p(element), "{text} at {position}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_octal_code(code in "[04]\\.[0-7]{0,2}[1-7]", max in 3u64..8) {
        let text = format!("heaps 3 octal \"{code}\"");
        outcomes_agree(&text, max, 3);
        quotient_agrees(&text, max);
        genera_agree(&text, max.min(6));
    }

    /// Ferguson 1974: all heaps are tame.
    #[test]
    fn any_subtraction_set(set in prop::collection::btree_set(1u64..9, 1..5), max in 3u64..9) {
        let set: Vec<String> = set.iter().map(u64::to_string).collect();
        let text = format!("heaps 4 move take {{{}}} from one heap", set.join(", "));
        prop_assert!(genera(&text, 60).wild().is_empty(), "{}", text);
        prop_assert!(outcomes_agree(&text, max, 4) > 0);
        quotient_agrees(&text, max);
    }

    /// Any options of any heaps, so that wild heaps and reverting options come up.
    #[test]
    fn any_options(set in prop::collection::btree_set((1u64..9, 0u64..9), 8..30), halves in any::<bool>()) {
        let moves: Vec<String> = set
            .iter()
            .filter(|(from, to)| to < from)
            .map(|(from, to)| format!("move take {} from one heap where h = {from}", from - to))
            .collect();
        prop_assume!(!moves.is_empty());
        let split = if halves { " move split one heap in 2 where h > 5" } else { "" };
        let text = format!("heaps 4 {}{split}", moves.join(" "));
        outcomes_agree(&text, 8, if halves { 2 } else { 4 });
        genera_agree(&text, 8);
    }
}

/// Options that revert do come up among such games, and are needed.
#[test]
fn options_revert() {
    let text = "heaps 4 move take 1 from one heap where h = 1 move take {1, 2} from one heap where h = 2 \
                move take 1 from one heap where h = 3 move take {1, 3} from one heap where h = 4 \
                move take {1, 3} from one heap where h = 5";
    let found = genera(text, 5);
    assert_eq!((found.wild(), found.reverting()), (vec![4], Some(5)));
    assert_eq!(outcomes_agree(text, 5, 4), positions_up_to(4, 5, true).filter(|one| !one.sizes().contains(&4)).count());
}
