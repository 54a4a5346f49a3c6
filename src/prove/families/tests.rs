//! Theorems by families against brute force: outcomes, winning moves, and every line that is printed.

use super::lines::{Change, Line};
use super::*;
use crate::check::check;
use crate::prove::{Effort, cases};
use crate::rules::{Choices, lower, normal_form};
use crate::solve::positions_up_to;
use crate::source::Source;
use crate::syntax::parse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

const NIM: &str = "heaps 3 move take any from one heap";
const MISERE: &str = "heaps 3 move take any from one heap play misere";

/// Games with the scope of the theorem and the greatest heaps that are compared.
const GAMES: [(&str, Option<u64>, u64); 15] = [
    (MISERE, Some(3), 17),
    (MISERE, Some(1), 11),
    (NIM, Some(2), 13),
    ("heaps 3 move take s where s >= 2 from one heap", Some(1), 12),
    ("heaps 2 move take any from one heap", None, 24),
    ("heaps 2 move take any from one heap play misere", None, 24),
    ("heaps 1 move take s in {1, 3, 4} from one heap", None, 60),
    ("heaps 2 move take 1..3 from one heap", None, 24),
    ("heaps 2 move take 1..2 from one heap play misere", None, 24),
    ("heaps 2 move take 1..2 from each of 1..2 heaps", None, 20),
    ("heaps 3 move take any from each of 1..2 heaps", None, 9),
    ("heaps 3 move take 1..2 from each of 1..2 heaps", None, 10),
    ("heaps 3 move take any from each of 1..3 heaps play misere", None, 6),
    ("heaps a, b move take 1..2 from heap a move take 1..3 from heap b", None, 24),
    ("heaps a, b move take 1 from heap a move take any from heap b", None, 16),
];

fn rules(body: &str) -> crate::proof::Rules {
    let parsed = parse(&Source::new("test.game", format!("game {{ {body} }}")));
    let text = normal_form(&parsed.file.games[0], &Choices::default()).expect("rules without mistakes");
    crate::proof::Rules::new("test".to_owned(), text)
}

fn theorem(body: &str, scope: Option<u64>) -> ByFamilies {
    let rules = rules(body);
    let parsed = parse(&Source::new("test.game", rules.text.as_str()));
    let lowered = lower(&parsed.file.games[0], &Choices::default()).rules.expect("rules without mistakes");
    let boxes = Removals::of(&lowered).as_ref().and_then(Boxes::of).expect("boxes");
    let (claim, steps) =
        cases::find(&boxes, lowered.play, scope, Effort::default()).expect("families with their proof");
    let format = crate::proof::FORMAT.to_owned();
    let checked = check(Certificate { format, rules, claim: Claim::Families(claim), steps });
    ByFamilies::of(checked.expect("a proof")).expect("a theorem")
}

fn options(theorem: &ByFamilies, sizes: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut options = BTreeSet::new();
    let _ = theorem.boxes.each_option(sizes, &mut |option| {
        options.insert(option.to_vec());
        ControlFlow::Continue(())
    });
    options
}

/// All P-positions up to a size, by the definition.
fn solved(theorem: &ByFamilies, max: u64) -> BTreeSet<Vec<u64>> {
    let mut found = BTreeSet::new();
    for position in positions_up_to(theorem.boxes.heaps, max, false) {
        let options = options(theorem, position.sizes());
        if options.is_disjoint(&found) && !(options.is_empty() && theorem.is_misere()) {
            found.insert(position.sizes().to_vec());
        }
    }
    found
}

fn big(sizes: &[u64]) -> Vec<BigUint> {
    sizes.iter().map(|size| BigUint::from(*size)).collect()
}

#[test]
fn outcomes_and_winning_moves_are_those_of_brute_force() {
    for (body, scope, max) in GAMES {
        let theorem = theorem(body, scope);
        let solved = solved(&theorem, max);
        for position in positions_up_to(theorem.boxes.heaps, max, false) {
            let sizes = position.sizes();
            let in_scope = scope.is_none_or(|most| sizes.iter().any(|size| *size <= most));
            assert_eq!(theorem.covers(&big(sizes)), in_scope);
            if !in_scope {
                continue;
            }
            assert_eq!(theorem.is_p(&big(sizes)), solved.contains(sizes), "{body} {position}");
            let moves = theorem.winning_moves(&big(sizes), 1000);
            let expected: Vec<Vec<BigUint>> = match solved.contains(sizes) {
                true => Vec::new(),
                false => options(&theorem, sizes).intersection(&solved).map(|option| big(option)).collect(),
            };
            assert!(moves.complete, "{body} {position}");
            assert_eq!(moves.options, expected, "{body} {position}");
            let one = theorem.winning_moves(&big(sizes), 1).options;
            assert!(one.len() == expected.len().min(1) && one.iter().all(|option| expected.contains(option)));
        }
    }
}

#[test]
fn huge_heaps_have_winning_moves() {
    let googol = BigUint::from(10u8).pow(100);
    for (body, scope, _) in GAMES {
        let theorem = theorem(body, scope);
        let mut winning = 0;
        for step in 0..12u32 {
            let mut position = vec![&googol + step * 5u32, &googol + step / 3, BigUint::from(step % 4)];
            position.truncate(theorem.boxes.heaps);
            if scope.is_some_and(|most| position.iter().all(|size| *size > most.into())) {
                continue;
            }
            let options = theorem.winning_moves(&position, 50).options;
            assert_eq!(options.is_empty(), theorem.is_p(&position), "{body} {position:?}");
            winning += options.len();
            for option in options {
                assert!(theorem.is_p(&option), "{body} {position:?} {option:?}");
                let taken: Vec<BigUint> = position.iter().zip(&option).map(|(size, left)| size - left).collect();
                let is_move = theorem.boxes.boxes.iter().any(|moves| {
                    taken.iter().enumerate().all(|(heap, taken)| {
                        match moves.heaps.iter().position(|one| *one == heap) {
                            None => *taken == BigUint::ZERO,
                            Some(at) => {
                                let amounts = moves.amounts[at];
                                *taken >= amounts.low.into() && amounts.high.is_none_or(|high| *taken <= high.into())
                            }
                        }
                    })
                });
                assert!(is_move, "{body} {position:?} {option:?}");
            }
        }
        assert!(winning > 0, "{body}");
    }
}

/// The value of a sum such as `4k+2` for values of its letters.
fn evaluate(sum: &str, letters: &BTreeMap<char, i64>) -> i64 {
    let terms = sum.replace('-', "+-");
    terms
        .split('+')
        .filter(|term| !term.is_empty())
        .map(|term| {
            let digits = term.trim_end_matches(char::is_alphabetic);
            let number = match digits {
                "" => 1,
                "-" => -1,
                digits => digits.parse().expect("a number"),
            };
            term[digits.len()..].chars().fold(number, |product, letter| product * letters[&letter])
        })
        .sum()
}

/// Whether a condition such as `1\le r<k` holds.
fn holds(condition: &str, letters: &BTreeMap<char, i64>) -> bool {
    let spaced = condition.replace("\\le ", " L ").replace("\\ge ", " G ");
    let spaced = spaced.replace('<', " < ").replace('>', " > ").replace('=', " = ");
    let parts: Vec<&str> = spaced.split(' ').filter(|part| !part.is_empty()).collect();
    (0..parts.len() - 1).step_by(2).all(|at| {
        let (one, other) = (evaluate(parts[at], letters), evaluate(parts[at + 2], letters));
        match parts[at + 1] {
            "L" => one <= other,
            "G" => one >= other,
            "<" => one < other,
            ">" => one > other,
            "=" => one == other,
            sign => panic!("{sign} in {condition}"),
        }
    })
}

/// All values of the letters of some texts, up to a number.
fn values(texts: &[&str], max: i64) -> Vec<BTreeMap<char, i64>> {
    let spaced: String = texts.join(" ").replace("\\le", " ").replace("\\ge", " ");
    let letters: BTreeSet<char> = spaced.chars().filter(|letter| letter.is_alphabetic()).collect();
    let mut all = vec![BTreeMap::new()];
    for letter in letters {
        let with = |known: &BTreeMap<char, i64>, value: i64| {
            let mut more = known.clone();
            more.insert(letter, value);
            more
        };
        all = all.iter().flat_map(|known| (0..=max).map(move |value| with(known, value))).collect();
    }
    all
}

fn sizes(position: &str, letters: &BTreeMap<char, i64>) -> Vec<u64> {
    let entries = position.trim_matches(['(', ')']).split(", ");
    entries.map(|entry| u64::try_from(evaluate(entry, letters)).expect("a size")).collect()
}

/// What a line's changes leave of a position, in the given one of the cases that it joins.
fn changed(from: &[u64], changes: &[Change], case: usize, letters: &BTreeMap<char, i64>) -> Vec<u64> {
    let mut to = from.to_vec();
    for change in changes {
        assert_eq!(from[change.heap], evaluate(&change.from, letters).unsigned_abs());
        to[change.heap] = u64::try_from(evaluate(&change.to[case], letters)).expect("a size");
    }
    to
}

fn texts<'a>(line: &'a Line, family: &[&'a str]) -> Vec<&'a str> {
    let mut texts: Vec<&str> = family.to_vec();
    texts.extend(line.conditions.iter().chain(&line.positions).map(String::as_str));
    texts.extend(line.moved.iter().chain(&line.reply).flat_map(|change| &change.to).map(String::as_str));
    texts
}

fn ascending(mut sizes: Vec<u64>) -> Vec<u64> {
    sizes.sort_unstable();
    sizes
}

/// Every line says what is so, for all letters up to some number, and together they say it of every move.
#[test]
fn the_lines_are_true_and_leave_out_nothing() {
    for (body, scope, max) in GAMES {
        let theorem = theorem(body, scope);
        let solved = solved(&theorem, max);
        let key = |sizes: Vec<u64>| if theorem.alike { ascending(sizes) } else { sizes };
        for table in &theorem.lines.tables {
            let family = [table.family.position.as_str(), table.family.range.as_str()];
            let ranges: Vec<&str> = table.family.range.split(",\\ ").filter(|range| !range.is_empty()).collect();
            let family_values = values(&family, 12);
            let in_family = |letters: &BTreeMap<char, i64>| ranges.iter().all(|range| holds(range, letters));
            let small = |sizes: &[u64]| sizes.iter().all(|size| *size <= max);
            let mut told: BTreeSet<(Vec<u64>, Vec<u64>)> = BTreeSet::new();
            for line in &table.lines {
                for letters in values(&texts(line, &family), 12) {
                    if !in_family(&letters) || !line.conditions.iter().all(|condition| holds(condition, &letters)) {
                        continue;
                    }
                    let from = sizes(&table.family.position, &letters);
                    if !small(&from) {
                        continue;
                    }
                    assert!(solved.contains(&from), "{body} {from:?}");
                    for case in 0..line.moved[0].to.len() {
                        let to = changed(&from, &line.moved, case, &letters);
                        assert!(options(&theorem, &from).contains(&to), "{body} {from:?} {to:?} {line:?}");
                        told.insert((key(from.clone()), key(to.clone())));
                        if line.reply.is_empty() {
                            assert!(theorem.is_misere() && options(&theorem, &to).is_empty());
                            continue;
                        }
                        let back = changed(&to, &line.reply, case, &letters);
                        assert!(options(&theorem, &to).contains(&back), "{body} {to:?} {back:?} {line:?}");
                        assert!(solved.contains(&back), "{body} {back:?}");
                        let leaves = line.leaves.iter().any(|leaves| key(sizes(leaves, &letters)) == key(back.clone()));
                        assert!(leaves, "{body} {back:?} {line:?}");
                    }
                }
            }
            let mut all = BTreeSet::new();
            for letters in family_values.iter().filter(|letters| in_family(letters)) {
                let from = sizes(&table.family.position, letters);
                if small(&from) {
                    all.extend(options(&theorem, &from).into_iter().map(|to| (key(from.clone()), key(to))));
                }
            }
            assert_eq!(told, all, "{body} {:?}", table.family.position);
        }
        let mut told: BTreeSet<Vec<u64>> = BTreeSet::new();
        for line in &theorem.lines.others {
            for letters in values(&texts(line, &[]), i64::try_from(max).unwrap()) {
                if !line.conditions.iter().all(|condition| holds(condition, &letters)) {
                    continue;
                }
                for (case, position) in line.positions.iter().enumerate() {
                    let from = sizes(position, &letters);
                    if from.iter().any(|size| *size > max) {
                        continue;
                    }
                    told.insert(from.clone());
                    if line.reply.is_empty() {
                        assert!(theorem.is_misere() && options(&theorem, &from).is_empty());
                        continue;
                    }
                    let to = changed(&from, &line.reply, case, &letters);
                    assert!(options(&theorem, &from).contains(&to) && solved.contains(&to), "{body} {from:?} {line:?}");
                    let leaves = line.leaves.iter().any(|leaves| key(sizes(leaves, &letters)) == key(to.clone()));
                    assert!(leaves, "{body} {to:?} {line:?}");
                }
            }
        }
        let others: BTreeSet<Vec<u64>> = positions_up_to(theorem.boxes.heaps, max, theorem.alike)
            .map(|position| position.sizes().to_vec())
            .filter(|sizes| theorem.covers(&big(sizes)) && !solved.contains(sizes))
            .collect();
        assert_eq!(told, others, "{body}");
    }
}

#[test]
fn what_a_page_does_not_bear_is_counted() {
    let theorem = theorem(MISERE, Some(3));
    let figures = theorem.figures(&big(&[2, 4, 9]));
    let lines: usize = theorem.lines.tables.iter().map(|table| table.lines.len()).sum();
    assert!(lines <= 64 && figures["left_out"].as_array().unwrap().is_empty(), "{lines} lines");
    assert_eq!(
        (figures["own"]["target"].as_str(), figures["own"]["values"][0].as_str()),
        (Some("(2, 4, 6)"), Some("k=1"))
    );
    assert!(theorem.figures(&big(&[4, 4, 4]))["own"].is_null());
    assert_eq!((theorem.smallest_at_most(), theorem.id()), (Some(3), "families"));
}
